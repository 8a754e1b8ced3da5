"""Which local variables a block assigns, and what: the IR has no statements for that."""

from typing import NamedTuple

from ...ir.language import UNBOUND, Operand, Place, Variable
from ..opcodes import NUMBER
from ..template import Template
from .draft import Draft, Entry, Symbol
from .execute import Execution
from .number import Numbering
from .shape import Shape
from .solve import Solution

_DELETE_FAST = NUMBER["DELETE_FAST"]
_PRUNED = Variable(0)  # has no number: nobody reads it


class Store(NamedTuple):
    """`x = %4`: behind the instruction of that order in its block."""

    order: int
    name: str
    operand: Operand
    place: Place


class _Recording(Execution):
    """An execution that keeps the assignments to local variables.

    Left out are those of the compiler: the end of `except E as e`, and of a comprehension that had a variable's name.
    """

    def __init__(self, shape: Shape) -> None:
        self.stores: list[tuple[Draft, int, str, Symbol, Place]] = []
        self.saved: dict[str, list[Symbol]] = {}  # by name: what comprehensions put aside
        super().__init__(shape)

    def _store(self, slot: int, symbol: Symbol) -> None:
        self.stores.append((self.block, self.order, self.names[slot], symbol, self._place(self.at)))

    def _op_store_fast(self, i: int, argument: int) -> None:
        if (self.ins.opcodes[i + 1], self.ins.arguments[i + 1]) != (_DELETE_FAST, argument):
            self._store(argument, self.stack[-1])
        super()._op_store_fast(i, argument)

    def _op_store_fast_load_fast(self, i: int, argument: int) -> None:
        self._store(argument >> 4, self.stack[-1])
        super()._op_store_fast_load_fast(i, argument)

    def _op_store_fast_store_fast(self, i: int, argument: int) -> None:
        self._store(argument >> 4, self.stack[-1])
        self._store(argument & 15, self.stack[-2])
        super()._op_store_fast_store_fast(i, argument)

    def _op_load_fast_and_clear(self, i: int, argument: int) -> None:
        super()._op_load_fast_and_clear(i, argument)
        self.saved.setdefault(self.names[argument], []).append(self.stack[-1])


def stores_of(template: Template) -> dict[int, list[Store]]:
    """For each block of the IR the local variables that it assigns, in order.

    Without those that nobody reads, where they have a block to themselves or hold what nothing else uses.
    """
    execution = _Recording(Shape(template.instructions, template.flow))
    solution = Solution(execution)
    numbering = Numbering(solution)
    numbering.lifted()
    saved = {name: [solution.resolve(symbol) for symbol in symbols] for name, symbols in execution.saved.items()}
    found: dict[int, list[Store]] = {}
    for block, order, name, symbol, place in execution.stores:
        resolved = solution.resolve(symbol)
        from_stack = isinstance(symbol, Entry) and symbol.slot >= execution.slots
        if from_stack and any(resolved is other for other in saved.get(name, ())):
            continue
        operand = numbering.operand(resolved)
        if block.number and operand != _PRUNED and operand is not UNBOUND:
            found.setdefault(block.number, []).append(Store(order, name, operand, place))
    return found
