"""The drafts of blocks and statements, and the symbols they are made of, before anything has a number."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...ir.language import Expression, Operand, Place


class Value:
    """A statement's result or a block's argument, before it has a number."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0


class Entry:
    """What a slot (a local variable or a stack entry) holds when a block is entered."""

    __slots__ = ("block", "slot")

    def __init__(self, block: "Draft", slot: int) -> None:
        self.block = block
        self.slot = slot


class Callee:
    """What stands where a call's function is expected and is no value: NULL, the self of a method, `__exit__`."""

    __slots__ = ("kind", "owner")

    def __init__(self, kind: str, owner: Any = None) -> None:
        self.kind = kind
        self.owner = owner


EMPTY = Callee("null")
NOWHERE = Place(None, None, None, None)
Symbol = Any  # Value, Entry, Constant or Callee
State = tuple[dict[int, Symbol], list[Symbol]]  # local variables that were assigned, and the stack


@dataclass(slots=True, eq=False)
class DraftItem:
    """A statement in the making: `make` gives its expression once the operands have numbers."""

    kind: int
    order: int
    value: Value
    make: Callable[[tuple[Operand, ...]], Expression]
    operands: tuple[Symbol, ...]
    place: Place
    folded: bool


@dataclass(slots=True, eq=False)
class Draft:
    """A block in the making: `pieces` are its instructions."""

    start: int
    pieces: list[int] = field(default_factory=list)
    successors: list[int] = field(default_factory=list)  # instructions that the edges lead to: then, else
    items: list[DraftItem] = field(default_factory=list)
    condition: Symbol = None
    test: str = ""
    end: str = "goto"  # goto, if, next, return, raise, reraise
    operands: tuple[Symbol, ...] = ()
    place: Place = NOWHERE
    stack: list[Symbol] = field(default_factory=list)
    locals: dict[int, Symbol] = field(default_factory=dict)
    edge_stacks: list[list[Symbol]] = field(default_factory=list)
    order: dict[int, int] = field(default_factory=dict)
    live: int = 0  # bits of the locals that are live at the entry
    snapshots: dict[int, State] = field(default_factory=dict)
    handlers: set[int] = field(default_factory=set)
    # (order, slot, what it holds) where a load or `del` raises if a local is unbound. That is no statement, yet takes a
    # block
    unbound: list[tuple[int, int, Any]] = field(default_factory=list)
    entry: dict[int, Any] = field(default_factory=dict)  # slot -> what reaches it: solved
    arguments: list[tuple[int, Value]] = field(default_factory=list)
    number: int = 0
