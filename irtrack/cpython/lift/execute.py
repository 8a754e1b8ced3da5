"""Symbolic execution of each block: what lies on the stack, and which statements result.

Loads of locals and stack shuffling disappear here. A row of the table of opcodes names the method `_op_...` of
data.py or transfers.py that gives its meaning, unless it is an operation of the language or a special form.
"""

import operator
from collections.abc import Container

from ..facts import argument_count
from ..flow import NULL, numbers
from ..opcodes import NUMBER, TABLE, Operation
from .data import Data
from .draft import EMPTY, Draft, Entry, State, Symbol, Value
from .lifted import EFFECT, PLAIN
from .shape import LOADS_STORES, SILENT, Shape
from .transfers import Transfers

_LOAD_FAST, _STORE_FAST, _DELETE_FAST = NUMBER["LOAD_FAST"], NUMBER["STORE_FAST"], NUMBER["DELETE_FAST"]
_FIND_UNBOUND = numbers("LOAD_FAST_CHECK", "DELETE_FAST")
_CHECKED_LOAD = NUMBER.get("LOAD_FAST_CHECK")  # of a local that may be unbound; on 3.11 any load may raise
_SAFE = SILENT | LOADS_STORES - numbers("LOAD_FAST_CHECK") | numbers(
    "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "POP_TOP", "COPY", "SWAP", "PUSH_NULL", "POP_EXCEPT",
    "PUSH_EXC_INFO", "END_FOR", "POP_ITER", "KW_NAMES", "LOAD_CLOSURE", "MAKE_CELL", "COPY_FREE_VARS")  # fmt: skip


class Execution(Data, Transfers):
    """The drafts of a shape, filled with statements."""

    def __init__(self, shape: Shape, told: Container[int] = ()) -> None:
        super().__init__(shape, told)
        self.function_value = Value()
        self.parameters = [Value() for _ in range(argument_count(self.code))]
        self.unbound_loads = self._unbound_loads() if _CHECKED_LOAD is None else set()
        for block in self.blocks.values():
            self._execute_block(block)

    def _unbound_loads(self) -> set[int]:
        """The loads of locals that may raise, on a Python whose compiler does not tell them apart (3.11)."""
        ins = self.ins
        entry = {0: (1 << self.slots) - (1 << len(self.parameters))}  # block -> bits of what may be unbound
        found: set[int] = set()
        work = [0]
        while work:
            block = self.blocks[work.pop()]
            state = entry[block.start]
            reached: list[tuple[int, int]] = []
            for i in block.pieces:
                if self.region_of[i] >= 0:
                    reached.append((ins.regions[self.region_of[i]].target, state))
                op, slot = ins.opcodes[i], ins.arguments[i]
                if op == _DELETE_FAST:
                    state |= 1 << slot
                elif op in (_LOAD_FAST, _STORE_FAST):
                    if op == _LOAD_FAST and state >> slot & 1:
                        found.add(i)
                    state &= ~(1 << slot)
            reached += [(successor, state) for successor in block.successors]
            for start, bits in reached:
                if start not in entry or bits & ~entry[start]:
                    entry[start] = entry.get(start, 0) | bits
                    work.append(start)
        return found

    def _execute_block(self, block: Draft) -> None:
        ins = self.ins
        below = self.stacks[block.start]
        assert below is not None
        self.block = block
        self.stack = [EMPTY if entry & 3 == NULL else Entry(block, self.slots + k) for k, entry in enumerate(below)]
        block.stack = list(self.stack)
        self.locals = {}
        snapshot: State | None = None
        for order, i in enumerate(block.pieces):
            block.order[i] = order
            self.order = order
            self.at = i
            region = self.region_of[i]
            op = ins.opcodes[i]
            if region >= 0 and (op not in _SAFE or i in self.unbound_loads or i in self.told):
                depth = ins.regions[region].depth
                stack = self.stack[:depth]
                if snapshot is None or not _same_state(snapshot, self.locals, stack):
                    snapshot = (dict(self.locals), stack)
                block.snapshots[i] = snapshot
                block.handlers.add(ins.regions[region].target)
            if op in _FIND_UNBOUND or i in self.unbound_loads:
                block.unbound.append((order, ins.arguments[i], self._local(ins.arguments[i])))
            row = TABLE[op]
            assert row is not None
            meaning = row.meaning
            if isinstance(meaning, str):
                getattr(self, "_op_" + meaning)(i, ins.arguments[i])
            else:
                pops = row.pops(ins.arguments[i])
                operands = self._pop(pops)
                if isinstance(meaning, Operation):
                    self._push(self._call(meaning.function, operands))
                else:
                    value = self._special(meaning.name, operands, PLAIN if row.after else EFFECT)
                    if row.after:
                        self._push(value)
        block.locals = self.locals
        last = block.pieces[-1]
        block.place = self._place(last)
        if len(block.successors) == 1:
            block.edge_stacks = [self.stack]


def _same_state(snapshot: State, variables: dict[int, Symbol], stack: list[Symbol]) -> bool:
    """Are the symbols the same objects? Equality would take ⟨1⟩ for ⟨True⟩, and ask constants of any kind."""
    known, below = snapshot
    return (
        len(known) == len(variables)
        and len(below) == len(stack)
        and all(known.get(slot) is symbol for slot, symbol in variables.items())
        and all(map(operator.is_, below, stack))
    )
