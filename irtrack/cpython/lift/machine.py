"""The machine of symbolic execution: its stack and locals hold symbols, its operations draft statements."""

from collections.abc import Callable, Container
from typing import Any

from ...ir.language import Call, Constant, Expression, Operand, Place, Special
from ..constants import stored_names, variables
from ..facts import decides
from .draft import Draft, DraftItem, Entry, Symbol, Value
from .lifted import PLAIN, TESTED
from .shape import Shape


class Machine:
    """The state of an execution, and what the meanings of opcodes do with it.

    A slot is a local variable (its index in `names`) or an entry of the stack (its depth, behind these).
    """

    block: Draft  # the one that is being executed
    order: int  # of the instruction among the block's
    at: int  # the instruction
    stack: list[Symbol]
    locals: dict[int, Symbol]

    def __init__(self, shape: Shape, told: Container[int] = ()) -> None:
        self.shape = shape
        self.ins = shape.ins
        self.code = shape.ins.code
        self.stacks = shape.stacks
        self.region_of = shape.region_of
        self.blocks = shape.blocks
        self.names = variables(self.ins)
        self.slots = len(self.names)
        self.constants: dict[int, Constant] = {}
        self.places: dict[tuple[int | None, ...], Place] = {}
        self.keyword_names: tuple[str, ...] = ()
        self.stored_names = stored_names(self.ins)
        self.told = told  # instructions that load constants which are statements, since a hook is told of them

    def constant(self, value: object) -> Constant:
        found = self.constants.get(id(value))
        if found is None:
            found = self.constants[id(value)] = Constant(value)
        return found

    def _place(self, i: int) -> Place:
        position = self.ins.positions[i]
        place = self.places.get(position)
        if place is None:
            place = self.places[position] = Place(*position)
        return place

    def _pop(self, count: int) -> tuple[Symbol, ...]:
        if not count:
            return ()
        popped = tuple(self.stack[-count:])
        del self.stack[-count:]
        return popped

    def _push(self, value: Symbol) -> None:
        self.stack.append(value)

    def _state(
        self,
        kind: int,
        make: Callable[[tuple[Operand, ...]], Expression],
        operands: tuple[Symbol, ...],
        folded: bool = False,
    ) -> Value:
        value = Value()
        if kind == PLAIN and decides(self.ins, self.at):
            kind = TESTED
        self.block.items.append(DraftItem(kind, self.order, value, make, operands, self._place(self.at), folded))
        return value

    def _call(self, function: Any, operands: tuple[Symbol, ...], kind: int = PLAIN) -> Value:
        constant = self.constant(function)
        return self._state(kind, lambda o: Call(constant, o), operands)

    def _special(self, name: str, operands: tuple[Symbol, ...], kind: int = PLAIN) -> Value:
        return self._state(kind, lambda o: Special(name, o), operands)

    def _local(self, index: int) -> Symbol:
        if index in self.locals:
            return self.locals[index]
        return Entry(self.block, index)
