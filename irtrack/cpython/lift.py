"""Lifting: instructions -> IR, and the program by which a decoder reads a log.

In five steps, each a function below:

    shape      basic blocks and their edges; trivial jumps are followed through, copies merged, chains joined
    execute    symbolic execution of each block: what is on the stack, which statements result
    solve      which variables and stack slots reach a block with different definitions: its arguments
    prune      empty blocks disappear, arguments that nobody reads too
    number     §block and %variable numbers, in an order that only depends on the shape

The result does not depend on the Python version where the compiler's output differs only in layout.
"""

import builtins
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..ir.language import (
    IR,
    UNBOUND,
    Argument,
    Block,
    Call,
    Constant,
    Edge,
    Expression,
    Goto,
    If,
    Load,
    Next,
    Operand,
    Place,
    Raise,
    Return,
    Special,
    Statement,
    Terminator,
    Variable,
    getslice,
    not_contains,
)
from .code import Instructions, disassemble
from .flow import NULL, TERMINATORS, VALUE, Flow, analyse, numbers
from .instrument import argument_count, cell_loads
from .opcodes import NUMBER, TABLE, Operation
from .versions import (
    BINARY_OPERATORS,
    CALL_EX_HAS_KWARGS_SLOT,
    CALLABLE_FIRST,
    COMMON_CONSTANTS,
    COMPARE_SHIFT,
    IMPORT_NAME_SHIFT,
    INTRINSICS_1,
    INTRINSICS_2,
    ITERATOR_SLOTS,
    LOAD_ATTR_SHIFT,
    LOOP_EXIT_OPCODES,
    SPECIAL_METHODS,
)

# -- what the decoder reads -------------------------------------------------------------------------------------------

PLAIN, CALLED, EFFECT, NAME, ATTRIBUTE, METHOD = range(6)


@dataclass(slots=True)
class Item:
    """One statement as the decoder meets it. `kind` says what the log holds for it:

    PLAIN one value; CALLED a nested frame or not, then one value; EFFECT nothing; NAME, ATTRIBUTE, METHOD one value,
    which is folded into the statements that use it (ATTRIBUTE only if its owner is a module, METHOD if it is one).
    """

    kind: int
    order: int  # of the instruction within the block
    statement: Statement
    reads: tuple[int, ...]  # indices into the environment: of the function first, for a call


@dataclass(slots=True)
class DecodeBlock:
    """`items` in order; `passes[k]`: what edge k hands over, as environment indices."""

    items: list[Item]
    terminator: Terminator
    end: int  # order of the terminator's instruction
    reads: tuple[int, ...]  # of the terminator
    passes: list[tuple[int, ...]]
    arguments: list[int]  # variables of the block's arguments
    order: dict[int, int]  # instruction -> order


@dataclass(slots=True)
class Lifted:
    """An IR, and what connects it to the instructions it came from."""

    ir: IR
    blocks: list[DecodeBlock]
    constants: list[Constant]  # the environment's entries behind the variables
    size: int  # variables of the environment, %0 unused
    jumps: dict[int, int]  # instruction of a conditional jump -> block that it ends
    handler_blocks: dict[int, int]  # instruction a handler begins at -> block
    representative: list[int]  # instruction -> the one that stands for it and its copies
    block_of: dict[int, int]  # representative instruction -> block
    raise_reads: Callable[[int, int], tuple[int, ...]]  # (instruction, handler block) -> what the handler is passed
    plan: Any = None  # what the decoder makes of it when somebody looks


# -- symbolic values --------------------------------------------------------------------------------------------------


class _Value:
    """A statement's result or a block's argument, before it has a number."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0


class _Entry:
    """What a slot (a local variable or a stack entry) holds when a block is entered."""

    __slots__ = ("block", "slot")

    def __init__(self, block: "_Block", slot: int) -> None:
        self.block = block
        self.slot = slot


class _Callee:
    """What stands where a call's function is expected and is no value: NULL, the self of a method, `__exit__`."""

    __slots__ = ("kind", "owner")

    def __init__(self, kind: str, owner: Any = None) -> None:
        self.kind = kind
        self.owner = owner


_NULL = _Callee("null")
_NOWHERE = Place(None, None, None, None)
_Symbol = Any  # _Value, _Entry, Constant or _Callee
_State = tuple[dict[int, _Symbol], list[_Symbol]]  # local variables that were assigned, and the stack


@dataclass(slots=True, eq=False)
class _Item:
    kind: int
    order: int
    value: _Value
    make: Callable[[tuple[Operand, ...]], Expression]
    operands: tuple[_Symbol, ...]
    place: Place
    folded: bool


@dataclass(slots=True, eq=False)
class _Block:
    """A block in the making: `pieces` are its instructions."""

    start: int
    pieces: list[int] = field(default_factory=list)
    successors: list[int] = field(default_factory=list)  # instructions that the edges lead to: then, else
    items: list[_Item] = field(default_factory=list)
    condition: _Symbol = None
    test: str = ""
    end: str = "goto"  # goto, if, next, return, raise, reraise
    operands: tuple[_Symbol, ...] = ()
    place: Place = _NOWHERE
    stack: list[_Symbol] = field(default_factory=list)
    locals: dict[int, _Symbol] = field(default_factory=dict)
    edge_stacks: list[list[_Symbol]] = field(default_factory=list)
    order: dict[int, int] = field(default_factory=dict)
    live: int = 0  # bits of the locals that are live at the entry
    snapshots: dict[int, _State] = field(default_factory=dict)
    handlers: set[int] = field(default_factory=set)
    entry: dict[int, Any] = field(default_factory=dict)  # slot -> what reaches it: solved
    arguments: list[tuple[int, _Value]] = field(default_factory=list)
    number: int = 0


_CONDITIONAL = {op: name for name, op in NUMBER.items() if "JUMP_IF" in name or name.startswith("POP_JUMP")}
_RETURNS, _RAISES = numbers("RETURN_VALUE", "RETURN_CONST"), numbers("RAISE_VARARGS", "RERAISE")
_SILENT = numbers("NOP", "NOT_TAKEN", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "PRECALL")
_JUMPS = numbers("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
_FOR_ITER, _SEND = NUMBER["FOR_ITER"], NUMBER["SEND"]
_LOAD_FAST, _STORE_FAST, _DELETE_FAST = NUMBER["LOAD_FAST"], NUMBER["STORE_FAST"], NUMBER["DELETE_FAST"]
_CHECKED_LOAD = NUMBER.get("LOAD_FAST_CHECK")  # of a local that may be unbound; on 3.11 any load may raise
_WITH = numbers("BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL")  # which leave a method to be called
_EXITS = tuple(NUMBER[name] for name in LOOP_EXIT_OPCODES if name in NUMBER)
_LOADS_STORES = numbers(*(n for n in NUMBER if n.startswith(("LOAD_FAST", "STORE_FAST"))))
_SAFE = _SILENT | _LOADS_STORES - numbers("LOAD_FAST_CHECK") | numbers(
    "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "POP_TOP", "COPY", "SWAP", "PUSH_NULL", "POP_EXCEPT",
    "PUSH_EXC_INFO", "END_FOR", "POP_ITER", "KW_NAMES", "LOAD_CLOSURE", "MAKE_CELL", "COPY_FREE_VARS")  # fmt: skip
COMPARISONS = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)
_OPERATORS = {
    "AND": operator.and_, "OR": operator.or_, "ADD": operator.add, "FLOOR_DIVIDE": operator.floordiv,
    "LSHIFT": operator.lshift, "MATRIX_MULTIPLY": operator.matmul, "MULTIPLY": operator.mul,
    "REMAINDER": operator.mod, "POWER": operator.pow, "RSHIFT": operator.rshift, "SUBTRACT": operator.sub,
    "TRUE_DIVIDE": operator.truediv, "XOR": operator.xor, "SUBSCR": operator.getitem,
    "INPLACE_AND": operator.iand, "INPLACE_OR": operator.ior, "INPLACE_ADD": operator.iadd,
    "INPLACE_FLOOR_DIVIDE": operator.ifloordiv, "INPLACE_LSHIFT": operator.ilshift,
    "INPLACE_MATRIX_MULTIPLY": operator.imatmul, "INPLACE_MULTIPLY": operator.imul,
    "INPLACE_REMAINDER": operator.imod, "INPLACE_POWER": operator.ipow, "INPLACE_RSHIFT": operator.irshift,
    "INPLACE_SUBTRACT": operator.isub, "INPLACE_TRUE_DIVIDE": operator.itruediv, "INPLACE_XOR": operator.ixor,
}  # fmt: skip
BINARY = tuple(_OPERATORS[name.removeprefix("NB_")] for name in BINARY_OPERATORS)
_CONVERSIONS = (None, str, repr, ascii)
_EXTENSIONS = {"LIST_APPEND": "append", "SET_ADD": "add", "MAP_ADD": "put", "LIST_EXTEND": "extend",
               "SET_UPDATE": "update", "DICT_UPDATE": "update", "DICT_MERGE": "merge"}  # fmt: skip
_FUNCTION_PARTS = ("defaults", "keyword_defaults", "annotations", "closure")


def lift(code_or_instructions: Any, flow: Flow | None = None) -> Lifted:
    """Lift a code object (or its instructions and flow, where they are at hand).

    Raises UnknownOpcodeError for an opcode without a row in the table.
    """
    instructions = code_or_instructions
    if not isinstance(instructions, Instructions):
        instructions = disassemble(instructions)
    lifter = _Lifter(instructions, flow or analyse(instructions))
    lifter.shape()
    lifter.execute()
    lifter.solve()
    lifter.prune()
    return lifter.number()


class _Lifter:
    def __init__(self, instructions: Instructions, flow: Flow) -> None:
        self.ins = instructions
        self.stacks = flow.stacks
        self.code = instructions.code
        code = instructions.code
        extra = [name for name in code.co_cellvars if name not in code.co_varnames]
        self.names = [*code.co_varnames, *extra, *code.co_freevars]
        self.cells = set(code.co_cellvars) | set(code.co_freevars)
        self.slots = len(self.names)
        self.region_of = [-1] * len(instructions)
        for number, region in enumerate(instructions.regions):
            for i in range(region.start, region.end):
                self.region_of[i] = number
        self.blocks: dict[int, _Block] = {}
        self.constants: dict[int, Constant] = {}
        self.representative = list(range(len(instructions)))
        self.alias: dict[int, int] = {}
        self.keyword_names: tuple[str, ...] = ()
        self.stored_names = self._names_stored()
        self.function_value = _Value()
        self.parameters = [_Value() for _ in range(argument_count(code))]

    def _names_stored(self) -> set[tuple[str, str]]:
        """Globals and cells that this function itself stores: their loads are statements, not constants."""
        stored = set()
        for i in range(len(self.ins)):
            name = self.ins.name(i)
            if name in ("STORE_DEREF", "DELETE_DEREF"):
                stored.add(("cell", self.names[self.ins.arguments[i]]))
            elif name in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                stored.add(("global", self.code.co_names[self.ins.arguments[i]]))
        return stored

    # -- shape --------------------------------------------------------------------------------------------------------

    def shape(self) -> None:
        ins = self.ins
        leaders = {0}
        for i, op in enumerate(ins.opcodes):
            if self.stacks[i] is None:
                continue
            if ins.targets[i] >= 0:
                leaders.add(ins.targets[i])
            if op == _FOR_ITER:
                leaders.add(self._behind_loop(ins.targets[i]))
            if ins.targets[i] >= 0 or op in TERMINATORS:
                leaders.add(i + 1)
        leaders |= {region.target for region in ins.regions}
        ordered = sorted(i for i in leaders if i < len(ins) and self.stacks[i] is not None)
        for start in ordered:
            block = _Block(start)
            i = start
            while True:
                block.pieces.append(i)
                if i + 1 in leaders or i + 1 >= len(ins) or ins.opcodes[i] in TERMINATORS:
                    break
                i += 1
            block.successors = self._successors(block)
            self.blocks[start] = block
        self._follow_jumps()
        self._merge_copies()
        self._join_chains()

    def _successors(self, block: _Block) -> list[int]:
        """Where the edges lead: for a condition, the edge on which it holds first."""
        ins = self.ins
        last = block.pieces[-1]
        op, target = ins.opcodes[last], ins.targets[last]
        if op in _RETURNS or op in _RAISES or (op in TERMINATORS and op not in _JUMPS):
            return []
        if op in _JUMPS:
            return [target]
        if target < 0:
            return [last + 1]
        if op == _FOR_ITER:
            return [last + 1, self._behind_loop(target)]
        if op in _CONDITIONAL:
            name = _CONDITIONAL[op]
            holds = "IF_TRUE" in name or name.endswith("IF_NONE")
            return [target, last + 1] if holds else [last + 1, target]
        return [last + 1, target]  # SEND

    def _behind_loop(self, target: int) -> int:
        """Where control goes when an iterator is exhausted, the pops on its way left out (they are the edge's)."""
        for op in _EXITS:
            if self.ins.opcodes[target] != op:
                return target
            target += 1
        return target

    def _follow_jumps(self) -> None:
        """Edges to a block that does nothing but jump lead to where it jumps."""
        handlers = {region.target for region in self.ins.regions}

        def final(start: int) -> int:
            seen = set()
            while start not in seen:
                seen.add(start)
                block = self.blocks[start]
                if len(block.successors) != 1 or start in handlers:
                    break
                if any(self.ins.opcodes[i] not in _SILENT for i in block.pieces):
                    break
                start = block.successors[0]
            return start

        for block in list(self.blocks.values()):
            block.successors = [final(s) for s in block.successors]
        self._drop_unreachable()

    def _split(self, block: _Block, at: int) -> _Block:
        tail = _Block(block.pieces[at], block.pieces[at:], block.successors)
        block.pieces = block.pieces[:at]
        block.successors = [tail.start]
        self.blocks[tail.start] = tail
        return tail

    def _drop_unreachable(self) -> None:
        seen: set[int] = set()
        work = [0]
        while work:
            start = work.pop()
            if start in seen:
                continue
            seen.add(start)
            block = self.blocks[start]
            work += block.successors
            work += [self.ins.regions[self.region_of[i]].target for i in block.pieces if self.region_of[i] >= 0]
        self.blocks = {start: block for start, block in self.blocks.items() if start in seen}

    def _signature(self, i: int) -> tuple[Any, ...]:
        """What two copies of an instruction share; columns of loads and stores differ where the compiler fused them."""
        ins = self.ins
        name, position = ins.name(i), ins.positions[i]
        if ins.opcodes[i] in _CONDITIONAL:
            test = "TRUTH" if "IF_TRUE" in name or "IF_FALSE" in name else "NONE"
            return test, position, self.region_of[i]
        if ins.opcodes[i] in _LOADS_STORES:
            return name, ins.arguments[i], position[0], self.region_of[i]
        return name, ins.arguments[i], position, self.region_of[i]

    def _merge_copies(self) -> None:
        """Blocks that are copies (same instructions, places and successors) become one (design: rotated loops)."""
        changed = True
        signatures: dict[int, tuple[Any, ...]] = {}
        handlers = {region.target for region in self.ins.regions}
        while changed:
            changed = False
            groups: dict[Any, list[_Block]] = {}
            for block in self.blocks.values():
                body = [i for i in block.pieces if self.ins.opcodes[i] not in _SILENT]
                if body and self.ins.positions[body[-1]][0] is not None:
                    last = body[-1]
                    signature = signatures.get(last) or signatures.setdefault(last, self._signature(last))
                    groups.setdefault((signature, tuple(block.successors)), []).append(block)
            for group in groups.values():
                if len(group) > 1 and self._merge(group[0], group[1], signatures, handlers):
                    changed = True
                    break

    def _merge(self, first: _Block, second: _Block, signatures: dict[int, tuple[Any, ...]], handlers: set[int]) -> bool:
        """Let two blocks share their longest common tail. Only where the stacks agree and it is worth a block."""
        one = [i for i in first.pieces if self.ins.opcodes[i] not in _SILENT]
        two = [i for i in second.pieces if self.ins.opcodes[i] not in _SILENT]
        length = 0
        while length < min(len(one), len(two)):
            a, b = one[-1 - length], two[-1 - length]
            sig_a = signatures.get(a) or signatures.setdefault(a, self._signature(a))
            sig_b = signatures.get(b) or signatures.setdefault(b, self._signature(b))
            if sig_a != sig_b or len(self.stacks[a] or ()) != len(self.stacks[b] or ()):
                break
            length += 1
        # a tail begins where a statement begins: with the stack as low as it gets
        lowest = min(len(self.stacks[i] or ()) for i in (*one, *two))
        while length and len(self.stacks[one[-length]] or ()) > lowest:
            length -= 1
        if not length or (one[-length] in handlers and two[-length] in handlers):
            return False
        if any(length == len(body) and body[0] in handlers for body in (one, two)):
            return False
        if length == len(one) == len(two) and first.start == 0:
            return False
        tails = []
        for block, body in ((first, one), (second, two)):
            at = block.pieces.index(body[-length])
            if length == len(body):
                tails.append(block)
            else:
                tails.append(self._split(block, at))
        keep, drop = tails
        if drop.start == 0:
            keep, drop = drop, keep
        for a, b in zip(
            [i for i in keep.pieces if self.ins.opcodes[i] not in _SILENT],
            [i for i in drop.pieces if self.ins.opcodes[i] not in _SILENT],
            strict=True,
        ):
            self._represent(b, a)
        for block in self.blocks.values():
            block.successors = [keep.start if s == drop.start else s for s in block.successors]
        self.blocks.pop(drop.start)
        self.alias[drop.start] = keep.start
        return True

    def _represent(self, copy: int, original: int) -> None:
        self.representative = [original if r == copy else r for r in self.representative]

    def _join_chains(self) -> None:
        """A block with one successor whose only predecessor it is goes on with it."""
        handlers = {region.target for region in self.ins.regions}
        count: dict[int, int] = {0: 1}
        for block in self.blocks.values():
            for successor in block.successors:
                count[successor] = count.get(successor, 0) + 1
        for start in sorted(self.blocks):
            joined = self.blocks.get(start)
            while joined is not None and len(joined.successors) == 1:
                following = joined.successors[0]
                if count[following] != 1 or following in handlers or following == joined.start:
                    break
                tail = self.blocks.pop(following)
                joined.pieces += tail.pieces
                joined.successors = tail.successors

    # -- symbolic execution -------------------------------------------------------------------------------------------

    def execute(self) -> None:
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

    def constant(self, value: object) -> Constant:
        found = self.constants.get(id(value))
        if found is None:
            found = self.constants[id(value)] = Constant(value)
        return found

    def _execute_block(self, block: _Block) -> None:
        ins = self.ins
        below = self.stacks[block.start]
        assert below is not None
        self.block = block
        self.stack: list[_Symbol] = [
            _NULL if entry & 3 == NULL else _Entry(block, self.slots + k) for k, entry in enumerate(below)
        ]
        block.stack = list(self.stack)
        self.locals: dict[int, _Symbol] = {}
        snapshot: _State | None = None
        for order, i in enumerate(block.pieces):
            block.order[i] = order
            self.order = order
            position = ins.positions[i]
            self.place = Place(*position)
            region = self.region_of[i]
            op = ins.opcodes[i]
            if region >= 0 and (op not in _SAFE or i in self.unbound_loads):
                depth = ins.regions[region].depth
                stack = self.stack[:depth]
                if snapshot is None or not _same_state(snapshot, self.locals, stack):
                    snapshot = (dict(self.locals), stack)
                block.snapshots[i] = snapshot
                block.handlers.add(ins.regions[region].target)
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
        block.place = Place(*ins.positions[last])
        if len(block.successors) == 1:
            block.edge_stacks = [self.stack]

    def _pop(self, count: int) -> tuple[_Symbol, ...]:
        if not count:
            return ()
        popped = tuple(self.stack[-count:])
        del self.stack[-count:]
        return popped

    def _push(self, value: _Symbol) -> None:
        self.stack.append(value)

    def _state(
        self,
        kind: int,
        make: Callable[[tuple[Operand, ...]], Expression],
        operands: tuple[_Symbol, ...],
        folded: bool = False,
    ) -> _Value:
        value = _Value()
        self.block.items.append(_Item(kind, self.order, value, make, operands, self.place, folded))
        return value

    def _call(self, function: Any, operands: tuple[_Symbol, ...], kind: int = PLAIN) -> _Value:
        constant = self.constant(function)
        return self._state(kind, lambda o: Call(constant, o), operands)

    def _special(self, name: str, operands: tuple[_Symbol, ...], kind: int = PLAIN) -> _Value:
        return self._state(kind, lambda o: Special(name, o), operands)

    def _local(self, index: int) -> _Symbol:
        if index in self.locals:
            return self.locals[index]
        return _Entry(self.block, index)

    # constants and locals

    def _op_ignored(self, i: int, argument: int) -> None:
        pass

    _op_resume = _op_jump = _op_ignored

    def _op_constant(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        if name == "LOAD_CONST":
            value = self.code.co_consts[argument]
        elif name == "LOAD_SMALL_INT":
            value = argument
        elif name == "LOAD_ASSERTION_ERROR":
            value = AssertionError
        else:
            value = COMMON_CONSTANTS[argument]
        self._push(self.constant(value))

    def _load_local(self, index: int, is_cell: bool) -> None:
        if is_cell:
            name = self.names[index]
            self._push(self._state(NAME, lambda o: Load("closure", name), (), folded=True))
        else:
            self._push(self._local(index))

    def _op_load_fast(self, i: int, argument: int) -> None:
        self._load_local(argument, bool(cell_loads(self.ins, i)))

    def _op_load_fast_load_fast(self, i: int, argument: int) -> None:
        cells = cell_loads(self.ins, i)
        self._load_local(argument >> 4, 2 in cells)
        self._load_local(argument & 15, 1 in cells)

    def _op_load_fast_and_clear(self, i: int, argument: int) -> None:
        self._push(self._local(argument))
        self.locals[argument] = UNBOUND

    def _op_store_fast(self, i: int, argument: int) -> None:
        self.locals[argument] = self.stack.pop()

    def _op_store_fast_load_fast(self, i: int, argument: int) -> None:
        self.locals[argument >> 4] = self.stack.pop()
        self._load_local(argument & 15, bool(cell_loads(self.ins, i)))

    def _op_store_fast_store_fast(self, i: int, argument: int) -> None:
        self.locals[argument >> 4] = self.stack.pop()
        self.locals[argument & 15] = self.stack.pop()

    def _op_delete_fast(self, i: int, argument: int) -> None:
        self.locals[argument] = UNBOUND

    def _op_load_closure(self, i: int, argument: int) -> None:
        self._load_local(argument, True)

    # names

    def _op_load_name(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        scope, text = "global", "__build_class__"
        if name == "LOAD_GLOBAL":
            text = self.code.co_names[argument >> 1]
            if argument & 1 and not CALLABLE_FIRST:
                self._push(_NULL)
        elif name in ("LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
            scope, text = "name", self.code.co_names[argument]
        elif name != "LOAD_BUILD_CLASS":
            scope, text = "cell", self.names[argument]
        if name.startswith("LOAD_FROM"):
            self.stack.pop()
        if (scope, text) in self.stored_names:
            constant = self.constant(text)
            self._push(self._state(PLAIN, lambda o: Special("load", (constant,)), ()))
        else:
            self._push(self._state(NAME, lambda o: Load(scope, text), (), folded=True))
        if name == "LOAD_GLOBAL" and argument & 1 and CALLABLE_FIRST:
            self._push(_NULL)

    def _stored_name(self, i: int, argument: int) -> Constant:
        deref = self.ins.name(i).endswith("_DEREF")
        return self.constant(self.names[argument] if deref else self.code.co_names[argument])

    def _op_store_name(self, i: int, argument: int) -> None:
        name = self._stored_name(i, argument)
        self._state(EFFECT, lambda o: Special("store", (name, *o)), (self.stack.pop(),))

    def _op_delete_name(self, i: int, argument: int) -> None:
        self._special("delete", (self._stored_name(i, argument),), EFFECT)

    # attributes

    def _attribute(self, kind: int, name: str, owner: _Symbol) -> _Value:
        scope = "method" if kind == METHOD else "attribute"
        return self._state(kind, lambda o: Load(scope, name, o), (owner,), folded=True)

    def _push_method(self, found: _Value, owner: _Symbol) -> None:
        self_slot = _Callee("self", owner)
        if CALLABLE_FIRST:
            self.stack += [found, self_slot]
        else:
            self.stack += [self_slot, found]

    def _op_load_attr(self, i: int, argument: int) -> None:
        if LOAD_ATTR_SHIFT and argument & 1:
            self._op_load_method(i, argument >> 1)
            return
        name = self.code.co_names[argument >> LOAD_ATTR_SHIFT]
        owner = self.stack.pop()
        if isinstance(owner, _Value) and self._is_name(owner):
            self._push(self._attribute(ATTRIBUTE, name, owner))
        else:
            self._push(self._call(getattr, (owner, self.constant(name))))

    def _is_name(self, value: _Value) -> bool:
        """Is it a global, or an attribute of one, which may turn out to be a module?"""
        for item in self.block.items:
            if item.value is value:
                return item.kind in (NAME, ATTRIBUTE)
        return False

    def _op_load_method(self, i: int, argument: int) -> None:
        owner = self.stack.pop()
        self._push_method(self._attribute(METHOD, self.code.co_names[argument], owner), owner)

    def _op_load_super_attr(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument >> 2])
        operands = self._pop(3)
        found = self._state(PLAIN, lambda o: Special("super_attribute", (*o, name)), operands)
        if argument & 1:
            self.stack += [found, _NULL] if CALLABLE_FIRST else [_NULL, found]
            if CALLABLE_FIRST:
                self.stack[-1] = _Callee("super", operands[2])
        else:
            self._push(found)

    def _op_load_special(self, i: int, argument: int) -> None:
        owner = self.stack.pop()
        name = SPECIAL_METHODS[argument]
        self._attribute(NAME, name, owner)
        self.stack += [_Callee(name.strip("_"), owner), _Callee("self", owner)]

    def _op_store_attr(self, i: int, argument: int) -> None:
        value, owner = self._pop(2)
        name = self.constant(self.code.co_names[argument])
        self._state(EFFECT, lambda o: Special("setattr", (o[0], name, o[1])), (owner, value))

    def _op_delete_attr(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument])
        self._state(EFFECT, lambda o: Special("delattr", (o[0], name)), self._pop(1))

    # operators

    def _op_binary_op(self, i: int, argument: int) -> None:
        self._push(self._call(BINARY[argument], self._pop(2)))

    def _op_compare_op(self, i: int, argument: int) -> None:
        self._push(self._call(COMPARISONS[argument >> COMPARE_SHIFT], self._pop(2)))

    def _op_is_op(self, i: int, argument: int) -> None:
        self._push(self._call(operator.is_not if argument else operator.is_, self._pop(2)))

    def _op_contains_op(self, i: int, argument: int) -> None:
        item, container = self._pop(2)
        self._push(self._call(not_contains if argument else operator.contains, (container, item)))

    def _op_binary_slice(self, i: int, argument: int) -> None:
        self._push(self._call(getslice, self._pop(3)))

    def _op_store_subscr(self, i: int, argument: int) -> None:
        value, container, key = self._pop(3)
        self._special("setitem", (container, key, value), EFFECT)

    def _op_store_slice(self, i: int, argument: int) -> None:
        value, container, start, stop = self._pop(4)
        self._special("setslice", (container, start, stop, value), EFFECT)

    def _op_delete_subscr(self, i: int, argument: int) -> None:
        self._special("delitem", self._pop(2), EFFECT)

    def _op_to_bool(self, i: int, argument: int) -> None:
        pass  # a truth test is no statement: the jump behind it tests

    # containers and text

    def _op_build_const_key_map(self, i: int, argument: int) -> None:
        *values, keys = self._pop(argument + 1)
        pairs = [x for key, value in zip(keys.value, values, strict=True) for x in (self.constant(key), value)]
        self._push(self._special("dict", tuple(pairs)))

    def _op_format_value(self, i: int, argument: int) -> None:
        operands = self._pop(2 if argument & 4 else 1)
        conversion = _CONVERSIONS[argument & 3]
        if conversion is None:
            self._push(self._call(format, operands))
        else:
            self._push(self._special(f"format_{conversion.__name__}", operands))

    def _op_convert_value(self, i: int, argument: int) -> None:
        self._push(self._call(_CONVERSIONS[argument], self._pop(1)))

    def _op_extend(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        operands = self._pop(2 if name == "MAP_ADD" else 1)
        self._special(_EXTENSIONS[name], (self.stack[-argument], *operands), EFFECT)

    def _op_unpack(self, i: int, argument: int) -> None:
        (sequence,) = self._pop(1)
        if self.ins.name(i) == "UNPACK_EX":
            before, after = argument & 255, argument >> 8
            form, count = f"unpack_{before}_star_{after}", before + 1 + after
        else:
            form, count = f"unpack_{argument}", argument
        values = []
        for k in range(count):
            index = self.constant(k)
            values.append(self._state(PLAIN, lambda o, index=index: Special(form, (*o, index)), (sequence,)))  # type: ignore[misc]
        self.stack += reversed(values)
        if not count:
            self._special(form, (sequence,), EFFECT)

    # matching

    def _op_get_len(self, i: int, argument: int) -> None:
        self._push(self._call(len, (self.stack[-1],)))

    def _op_match_kind(self, i: int, argument: int) -> None:
        self._push(self._special(self.ins.name(i).lower(), (self.stack[-1],)))

    def _op_match_keys(self, i: int, argument: int) -> None:
        self._push(self._special("match_keys", tuple(self.stack[-2:])))

    def _op_match_class(self, i: int, argument: int) -> None:
        count = self.constant(argument)
        self._push(self._state(PLAIN, lambda o: Special("match_class", (*o, count)), self._pop(3)))

    # calls

    def _op_push_null(self, i: int, argument: int) -> None:
        self._push(_NULL)

    def _op_kw_names(self, i: int, argument: int) -> None:
        self.keyword_names = self.code.co_consts[argument]

    def _op_call(self, i: int, argument: int) -> None:
        names, self.keyword_names = self.keyword_names, ()
        if self.ins.name(i) == "CALL_KW":
            names = self.stack.pop().value
        arguments = self._pop(argument)
        *_, lower, upper = self.stacks[i][: len(self.stack)]  # type: ignore[index]
        function, extra = self._pop(2)
        extra_kind = upper & 3
        if not CALLABLE_FIRST and lower & 3 != VALUE:  # NULL or a method below the callable
            function, extra, extra_kind = extra, function, lower & 3
        if extra_kind == VALUE:
            arguments = (extra, *arguments)
        if lower >> 2 >= 0 and self.ins.opcodes[lower >> 2] in _WITH:
            self._push(self._special(self._with_method(lower >> 2), (function, *arguments)))
            return
        split = len(arguments) - len(names)

        def make(operands: tuple[Operand, ...]) -> Call:
            named = tuple(zip(names, operands[1 + split :], strict=True))
            return Call(operands[0], operands[1 : 1 + split], named)

        self._push(self._state(CALLED, make, (function, *arguments)))

    def _with_method(self, producer: int) -> str:
        """`enter` or `exit`: which method of a context manager instruction `producer` left to be called."""
        if self.ins.name(producer) == "LOAD_SPECIAL":
            return SPECIAL_METHODS[self.ins.arguments[producer]].strip("_")
        return "aexit" if "ASYNC" in self.ins.name(producer) else "exit"

    def _op_call_ex(self, i: int, argument: int) -> None:
        if CALL_EX_HAS_KWARGS_SLOT:
            keywords = self.stack.pop()
            extra = () if isinstance(keywords, _Callee) else (keywords,)
        else:
            extra = self._pop(argument & 1)
        (arguments,) = self._pop(1)
        first, second = self._pop(2)
        function = first if CALLABLE_FIRST else second
        starred = 1 + len(extra)
        self._push(self._state(CALLED, lambda o: Call(o[0], o[1:], (), starred), (function, arguments, *extra)))

    def _op_intrinsic_1(self, i: int, argument: int) -> None:
        name = INTRINSICS_1[argument].removeprefix("INTRINSIC_").lower()
        if name == "unary_positive":
            self._push(self._call(operator.pos, self._pop(1)))
        else:
            self._push(self._special(name, self._pop(1)))

    def _op_intrinsic_2(self, i: int, argument: int) -> None:
        self._push(self._special(INTRINSICS_2[argument].removeprefix("INTRINSIC_").lower(), self._pop(2)))

    def _op_make_function(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        self._push(self._special("function", self._pop(row.pops(argument))))

    def _op_set_function_attribute(self, i: int, argument: int) -> None:
        value, function = self._pop(2)
        name = _FUNCTION_PARTS[argument.bit_length() - 1] if argument < 16 else "annotate"
        self._special(f"set_{name}", (function, value), EFFECT)
        self._push(function)

    def _op_import_name(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument >> IMPORT_NAME_SHIFT])
        self._push(self._state(PLAIN, lambda o: Special("import", (name, *o)), self._pop(2)))

    def _op_import_from(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument])
        self._push(self._state(PLAIN, lambda o: Special("import_from", (*o, name)), (self.stack[-1],)))

    # iteration

    def _op_get_iter(self, i: int, argument: int) -> None:
        self._push(self._call(iter, self._pop(1)))
        if ITERATOR_SLOTS == 2:
            self._push(_Callee("index"))

    def _op_for_iter(self, i: int, argument: int) -> None:
        iterator = self.stack[-ITERATOR_SLOTS]
        self.block.end, self.block.condition = "next", iterator
        exhausted = self.stack[:-ITERATOR_SLOTS]
        self._push(self._call(next, (iterator,)))
        self.block.edge_stacks = [list(self.stack), exhausted]

    def _op_pop(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        self._pop(row.pops(argument))

    # control

    def _op_copy(self, i: int, argument: int) -> None:
        self._push(self.stack[-argument])

    def _op_swap(self, i: int, argument: int) -> None:
        self.stack[-1], self.stack[-argument] = self.stack[-argument], self.stack[-1]

    def _op_branch(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        condition = self.stack.pop()
        self.block.end, self.block.condition = "if", condition
        self.block.test = "is None" if "NONE" in name else ""
        plain = list(self.stack)
        kept = [*plain, condition] if name.endswith("OR_POP") else plain
        self.block.edge_stacks = [kept, plain] if "IF_TRUE" in name else [plain, kept]

    def _op_return(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        value = self.constant(self.code.co_consts[argument]) if name == "RETURN_CONST" else self.stack.pop()
        self.block.end, self.block.operands = "return", (value,)

    def _op_raise(self, i: int, argument: int) -> None:
        self.block.end, self.block.operands = ("raise", self._pop(argument)) if argument else ("reraise", ())

    def _op_reraise(self, i: int, argument: int) -> None:
        self.block.end, self.block.operands = "reraise", (self.stack.pop(),)

    # exceptions and with

    def _op_push_exc_info(self, i: int, argument: int) -> None:
        exception = self.stack.pop()
        self.stack += [_Callee("previous"), exception]

    def _op_check_exc_match(self, i: int, argument: int) -> None:
        kind = self.stack.pop()
        self._push(self._special("matches", (self.stack[-1], kind)))

    def _op_check_eg_match(self, i: int, argument: int) -> None:
        operands = self._pop(2)
        matched = self._special("match_group", operands)
        self.stack += [self._special("rest_of_group", operands), matched]

    def _op_before_with(self, i: int, argument: int) -> None:
        manager = self.stack.pop()
        prefix = "a" if "ASYNC" in self.ins.name(i) else ""
        self.stack += [_Callee(prefix + "exit", manager), self._special(prefix + "enter", (manager,))]

    def _op_with_except_start(self, i: int, argument: int) -> None:
        # 3.14 keeps (exit, self) where earlier ones keep a bound method
        exit_function = self.stack[-5] if "LOAD_SPECIAL" in NUMBER else self.stack[-4]
        manager = exit_function.owner if isinstance(exit_function, _Callee) else exit_function
        self._push(self._special("exit", (manager, self.stack[-1])))

    # generators and coroutines

    def _op_return_generator(self, i: int, argument: int) -> None:
        self._push(self.constant(None))

    def _op_send(self, i: int, argument: int) -> None:
        self.block.end, self.block.test = "if", "is suspended"
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        value = self.stack.pop()
        receiver = self.stack[-1 if ITERATOR_SLOTS == 1 else -2]
        result = self._special("send", (receiver, value))
        self.block.condition = result
        if len(row.before) == 1:  # 3.11 pops the receiver when it is done
            self.block.edge_stacks = [[*self.stack, result], [*self.stack[:-1], result]]
        else:
            self.block.edge_stacks = [[*self.stack, result], [*self.stack, result]]

    def _op_end_send(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        *_, value = self._pop(row.pops(argument))
        self._push(value)

    def _op_cleanup_throw(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        operands = self._pop(row.pops(argument))
        self.stack += [self.constant(None)] * ITERATOR_SLOTS + [self._special("cleanup_throw", (operands[-1],))]

    def _op_get_anext(self, i: int, argument: int) -> None:
        self._push(self._call(builtins.anext, (self.stack[-1],)))

    def _op_end_async_for(self, i: int, argument: int) -> None:
        *_, exception = self._pop(2)
        self.block.end, self.block.operands = "reraise", (exception,)

    # -- block arguments ----------------------------------------------------------------------------------------------

    def solve(self) -> None:
        """Find what reaches each slot of each block: one definition, or an argument of the block.

        Optimistic iteration to a fixed point: nothing known, then one definition, then, where two meet, an argument.
        """
        order = self._reverse_postorder()
        self.ordered = order
        self._liveness(order)
        incoming = self._incoming(order)
        entry = self.blocks[order[0].start]
        for index, parameter in enumerate(self.parameters):
            entry.entry[index] = parameter
        changed = True
        while changed:
            changed = False
            for block in order:
                edges = incoming[block.start]
                for slot in self._slots_of(block):
                    known = block.entry.get(slot)
                    if self._is_argument(known, block, slot):
                        continue
                    new = known if block is entry and slot in block.entry and not edges else None
                    for source, symbols in edges:
                        symbol = self._at_edge(symbols, slot, source)
                        reached = self._resolve(symbol)
                        if reached is None or reached is new:
                            continue
                        if new is None:
                            new = reached
                        elif not _same(new, reached):
                            new = _Value()
                            self._phis[new] = (block, slot)
                            break
                    if block is entry and edges and new is not None and slot < self.slots:
                        own = self.parameters[slot] if slot < len(self.parameters) else UNBOUND
                        if new is not own and not self._is_argument(new, block, slot):
                            new = _Value()
                            self._phis[new] = (block, slot)
                    if new is not None and (known is None or not _same(new, known)):
                        block.entry[slot] = new
                        changed = True
        for value, (block, slot) in self._phis.items():
            if block.entry.get(slot) is value:
                block.arguments.append((slot, value))
        for block in order:
            block.arguments.sort(key=lambda pair: pair[0])

    def _is_argument(self, symbol: _Symbol, block: _Block, slot: int) -> bool:
        """Is it the block's own argument for a slot, and not that of a block before it?"""
        return isinstance(symbol, _Value) and self._phis.get(symbol) == (block, slot)

    def _slots_of(self, block: _Block) -> list[int]:
        slots = [slot for slot in range(self.slots) if block.live >> slot & 1]
        return slots + [self.slots + k for k, symbol in enumerate(block.stack) if symbol is not _NULL]

    def _resolve(self, symbol: _Symbol) -> _Symbol:
        """What an entry symbol stands for, as far as it is known."""
        if isinstance(symbol, _Entry):
            if symbol.slot not in symbol.block.entry and symbol.block.start == 0 and symbol.slot < self.slots:
                return UNBOUND
            return symbol.block.entry.get(symbol.slot)
        return symbol

    def _at_edge(self, symbols: _State, slot: int, source: _Block) -> _Symbol:
        variables, stack = symbols
        if slot >= self.slots:
            return stack[slot - self.slots]
        return variables[slot] if slot in variables else _Entry(source, slot)

    def _reverse_postorder(self) -> list[_Block]:
        """The order of numbering: a branch's first edge before its second, exception handlers last."""
        seen: set[int] = set()
        postorder: list[_Block] = []
        stack: list[tuple[int, Any]] = [(0, None)]
        while stack:
            start, successors = stack.pop()
            block = self.blocks[start]
            if successors is None:
                if start in seen:
                    continue
                seen.add(start)
                targets = [self.alias.get(t, t) for t in sorted(block.handlers, reverse=True)]
                successors = iter([*targets, *reversed(block.successors)])
            for successor in successors:
                if successor not in seen:
                    stack.append((start, successors))
                    stack.append((successor, None))
                    break
            else:
                postorder.append(block)
        self._phis: dict[_Value, tuple[_Block, int]] = {}
        return postorder[::-1]

    def _liveness(self, order: list[_Block]) -> None:
        """Which local variables are read before they are assigned, from each block's entry on (bit sets)."""
        reads: dict[int, int] = {}
        kills: dict[int, int] = {}
        for block in order:
            read = 0
            for symbol in self._symbols_read(block):
                if isinstance(symbol, _Entry) and symbol.block is block and symbol.slot < self.slots:
                    read |= 1 << symbol.slot
            reads[block.start] = read
            kills[block.start] = sum(1 << slot for slot in block.locals)
        changed = True
        while changed:
            changed = False
            for block in reversed(order):
                live = 0
                for target in block.successors:
                    out = self.blocks[target].live
                    live |= out & ~kills[block.start]
                    live |= self._moved(block.locals, out, block)
                for i, (variables, _) in block.snapshots.items():
                    target = self.ins.regions[self.region_of[i]].target
                    out = self.blocks[target].live
                    for slot in variables:
                        if out >> slot & 1:
                            out &= ~(1 << slot)
                            live |= self._moved({slot: variables[slot]}, 1 << slot, block)
                    live |= out
                live |= reads[block.start]
                if live != block.live:
                    block.live = live
                    changed = True

    def _moved(self, variables: dict[int, _Symbol], out: int, block: _Block) -> int:
        """Variables whose entry value lives on in another variable (`a = b` without an operation)."""
        live = 0
        for slot, symbol in variables.items():
            if out >> slot & 1 and isinstance(symbol, _Entry) and symbol.block is block and symbol.slot < self.slots:
                live |= 1 << symbol.slot
        return live

    def _symbols_read(self, block: _Block) -> list[_Symbol]:
        symbols = [symbol for item in block.items for symbol in item.operands]
        symbols += block.operands
        symbols.append(block.condition)
        for stack in block.edge_stacks:
            symbols += stack
        for _, stack in block.snapshots.values():
            symbols += stack
        return symbols

    def _incoming(self, order: list[_Block]) -> dict[int, list[tuple[_Block, _State]]]:
        """For each block, all (source, state at the edge), exceptional edges included."""
        incoming: dict[int, list[tuple[_Block, _State]]] = {b.start: [] for b in order}
        for block in order:
            for k, successor in enumerate(block.successors):
                incoming[successor].append((block, (block.locals, block.edge_stacks[k])))
            seen: set[tuple[int, int]] = set()
            for i, snapshot in block.snapshots.items():
                region = self.ins.regions[self.region_of[i]]
                if (id(snapshot), region.target) in seen:
                    continue
                seen.add((id(snapshot), region.target))
                variables, stack = snapshot
                handler = self.blocks[region.target]
                incoming[region.target].append((block, (variables, self._handler_stack(handler, region.lasti, stack))))
        return incoming

    def _handler_stack(self, handler: _Block, lasti: bool, stack: list[_Symbol]) -> list[_Symbol]:
        """What a handler finds: the kept stack, the lasti if it wants one, and the exception, its own argument."""
        key = len(handler.stack) - 1 + self.slots
        exception = handler.entry.get(key)
        if exception is None:
            exception = _Value()
            handler.entry[key] = exception
            self._phis[exception] = (handler, key)
        return [*stack, *([self.constant(None)] if lasti else []), exception]

    # -- pruning and numbering ----------------------------------------------------------------------------------------

    def prune(self) -> None:
        """Edges to a block without statements and arguments that only goes on lead to where it goes."""
        for block in self.ordered:
            if block.end == "goto" and block.successors:
                following = self.blocks[block.successors[0]]
                if following.end == "return" and not following.items and following.start != 0:
                    self._return_here(block, following)
        for block in self.ordered:
            for k, successor in enumerate(block.successors):
                seen = {block.start}
                while successor not in seen:
                    seen.add(successor)
                    following = self.blocks[successor]
                    if following.items or following.arguments or following.end != "goto" or following.start == 0:
                        break
                    if not following.successors or self._is_handler(following.start) or following.successors[0] in seen:
                        break
                    target = self.blocks[following.successors[0]]
                    variables, stack = following.locals, following.edge_stacks[0]
                    passed = {
                        slot: self._resolve(self._at_edge((variables, stack), slot, following))
                        for slot, _ in target.arguments
                    }
                    successor = target.start
                    block.successors[k] = successor
                    self._override.setdefault((block.start, k), {}).clear()
                    self._override[block.start, k].update(passed)
        reachable: set[int] = set()
        work = [self.ordered[0].start]
        while work:
            start = work.pop()
            if start not in reachable:
                reachable.add(start)
                work += self.blocks[start].successors
                work += self.blocks[start].handlers
        self.ordered = [block for block in self.ordered if block.start in reachable]

    def _return_here(self, block: _Block, following: _Block) -> None:
        """A block that goes to a bare return returns itself: compilers differ in which of these they copy."""
        passed = dict(zip((slot for slot, _ in following.arguments), self._passed(block, 0), strict=True))
        symbol = following.operands[0]
        returned = self._resolve(symbol)
        for slot, value in following.arguments:
            if returned is value:
                returned = passed[slot]
        block.end, block.operands, block.place = "return", (returned,), following.place
        block.successors = []

    def _is_handler(self, start: int) -> bool:
        return any(region.target == start for region in self.ins.regions)

    @property
    def _override(self) -> dict[tuple[int, int], dict[int, _Symbol]]:
        if not hasattr(self, "_overrides"):
            self._overrides: dict[tuple[int, int], dict[int, _Symbol]] = {}
        return self._overrides

    def number(self) -> Lifted:
        self._number_values()
        ins = self.ins
        self.pool: dict[int, int] = {}  # id of a constant -> its place in the environment
        self.pool_values: list[Constant] = []
        blocks: list[Block] = []
        decode: list[DecodeBlock] = []
        for block in self.ordered:
            items = []
            statements = []
            for item in block.items:
                symbols = tuple(self._resolve(symbol) for symbol in item.operands)
                statement = Statement(
                    item.value.number, item.make(tuple(map(self._operand, symbols))), item.place, item.folded
                )
                statements.append(statement)
                operands = statement.expression.operands
                items.append(Item(item.kind, item.order, statement, tuple(map(self._index, operands))))
            edges = [
                Edge(self.blocks[s].number, tuple(map(self._operand, self._passed(block, k))))
                for k, s in enumerate(block.successors)
            ]
            terminator = self._terminator(block, edges)
            arguments = tuple(Argument(value.number, self._slot_name(slot)) for slot, value in block.arguments)
            if block.number == 1:
                names = [self.code.co_name, *self.names[: len(self.parameters)]]
                values = [self.function_value, *self.parameters]
                arguments = tuple(Argument(v.number, n) for v, n in zip(values, names, strict=True)) + arguments
            handlers = self._handlers(block)
            blocks.append(Block(block.number, arguments, tuple(statements), terminator, handlers))
            decode.append(
                DecodeBlock(
                    items,
                    terminator,
                    block.order[block.pieces[-1]],
                    tuple(map(self._index, terminator.operands)),
                    [tuple(map(self._index, edge.arguments)) for edge in edges],
                    [value.number for _, value in block.arguments],
                    block.order,
                )
            )
        block_of = {i: block.number for block in self.ordered for i in block.pieces}
        jumps = {}
        for i in range(len(ins)):
            stands_for = self.representative[i]
            if ins.targets[i] >= 0 and stands_for in block_of:
                jumps[i] = block_of[stands_for]
        ir = IR(self.code.co_qualname, self.code.co_filename, self.code.co_firstlineno, tuple(blocks))
        handler_blocks = {r.target: self.blocks[r.target].number for r in ins.regions if r.target in self.blocks}
        self.by_number = {block.number: block for block in self.ordered}
        return Lifted(
            ir,
            decode,
            self.pool_values,
            self.size,
            jumps,
            handler_blocks,
            self.representative,
            block_of,
            self.raise_reads,
        )

    def raise_reads(self, instruction: int, handler: int) -> tuple[int, ...]:
        """Environment indices of what the handler is passed when `instruction` raises; 0 for the exception."""
        block = next(b for b in self.ordered if instruction in b.order)
        target = self.by_number[handler]
        region = next(region for region in self.ins.regions if region.target == target.start)
        snapshot = block.snapshots.get(instruction)
        if snapshot is None and (instruction == block.pieces[0] or not block.snapshots):
            snapshot = {}, block.stack  # only a signal raises there
        if snapshot is None:
            nearest = min(block.snapshots, key=lambda i: abs(block.order[i] - block.order[instruction]))
            snapshot = block.snapshots[nearest]
        state = (snapshot[0], self._handler_stack(target, region.lasti, snapshot[1][: region.depth]))
        reads = []
        for slot, value in target.arguments:
            symbol = self._resolve(self._at_edge(state, slot, block))
            is_exception = symbol is value and slot == len(target.stack) - 1 + self.slots
            reads.append(0 if is_exception else self._index(self._operand(symbol)))
        return tuple(reads)

    def _handlers(self, block: _Block) -> tuple[tuple[int, int], ...]:
        first: dict[int, int] = {}
        for i in block.snapshots:
            handler = self.blocks[self.ins.regions[self.region_of[i]].target].number
            before = sum(item.order < block.order[i] for item in block.items)
            first[handler] = min(before, first.get(handler, before))
        return tuple(sorted(first.items()))

    def _passed(self, block: _Block, k: int) -> list[_Symbol]:
        target = self.blocks[block.successors[k]]
        override = self._override.get((block.start, k), {})
        state = (block.locals, block.edge_stacks[k])
        return [
            override[slot] if slot in override else self._resolve(self._at_edge(state, slot, block))
            for slot, _ in target.arguments
        ]

    def _number_values(self) -> None:
        for number, block in enumerate(self.ordered, 1):
            block.number = number
        count = 1
        for value in (self.function_value, *self.parameters):
            value.number = count
            count += 1
        for folded in (False, True):
            for block in self.ordered:
                if not folded:
                    for _, value in block.arguments:
                        value.number = count
                        count += 1
                for item in block.items:
                    if item.folded == folded:
                        item.value.number = count
                        count += 1
        self.size = count

    def _slot_name(self, slot: int) -> str:
        return self.names[slot] if slot < self.slots else ""

    def _operand(self, symbol: _Symbol) -> Operand:
        if isinstance(symbol, _Value):
            return Variable(symbol.number)
        if isinstance(symbol, Constant):
            return symbol
        if isinstance(symbol, _Callee) and symbol.owner is not None:
            return self._operand(self._resolve(symbol.owner))
        return UNBOUND

    def _index(self, operand: Operand) -> int:
        if isinstance(operand, Variable):
            return operand.number
        index = self.pool.get(id(operand))
        if index is None:
            index = self.pool[id(operand)] = self.size + len(self.pool_values)
            self.pool_values.append(operand)
        return index

    def _terminator(self, block: _Block, edges: list[Edge]) -> Terminator:
        operands = tuple(self._operand(self._resolve(symbol)) for symbol in block.operands)
        if block.end == "return":
            return Return(operands[0], block.place)
        if block.end in ("raise", "reraise") or not edges:
            return Raise(operands, block.end == "reraise", block.place)
        if block.end in ("if", "next") and len(edges) == 2:
            condition = self._operand(self._resolve(block.condition))
            if block.end == "if":
                return If(condition, block.test, edges[0], edges[1], block.place)
            return Next(condition, edges[0], edges[1], block.place)
        return Goto(edges[0], block.place)


def _same_state(snapshot: _State, variables: dict[int, _Symbol], stack: list[_Symbol]) -> bool:
    """Are the symbols the same objects? Equality would take ⟨1⟩ for ⟨True⟩, and ask constants of any kind."""
    known, below = snapshot
    return (
        len(known) == len(variables)
        and len(below) == len(stack)
        and all(known.get(slot) is symbol for slot, symbol in variables.items())
        and all(map(operator.is_, below, stack))
    )


def _same(one: _Symbol, other: _Symbol) -> bool:
    if one is other:
        return True
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value is other.value
    return isinstance(one, _Callee) and isinstance(other, _Callee)
