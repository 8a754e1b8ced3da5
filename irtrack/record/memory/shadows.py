"""Shadows: for each object that can change, which nodes wrote what it holds.

A shadow knows its object's items by position (a list, tuple, deque), or its parts by key (a dict, the attributes of an
instance), as far as the record shows them. What is not known in parts is known as a whole: `version` is the chain of
all writes since the object was made or overwritten, `shape` of those that changed how many items there are, or where.
"""

from bisect import bisect_left
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ..nodes import Node

_SCALARS = (int, float, complex, bool, str, bytes, type(None), range, type(...), type(NotImplemented), np.bool_,
            np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32,
            np.float64, np.complex64, np.complex128)  # fmt: skip
_SHARED = (FunctionType, BuiltinFunctionType, ModuleType, CodeType, CellType, type, MethodDescriptorType,
           MethodWrapperType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType)  # fmt: skip
UNCHANGING = frozenset(map(id, (*_SCALARS, *_SHARED)))  # ids of types, since a metaclass may have a `__hash__`
_KEYS = frozenset(map(id, (int, float, complex, bool, str, bytes, type(None))))


class Version:
    """What an object was when `node` had written to it; the chain of `earlier` ones ends where it was made."""

    __slots__ = ("earlier", "node")

    def __init__(self, node: Node, earlier: "Version | None") -> None:
        self.node = node
        self.earlier = earlier


class Moved(Version):
    """How far an iterator was when `node` had asked it for an item: what counts is that it did, not what it got."""

    __slots__ = ()


class Where:
    """The place to which something was written, and not what: the container, or object, and the key."""

    __slots__ = ("operands",)

    def __init__(self, operands: tuple[Any, ...]) -> None:
        self.operands = operands


class Events:
    """What might have been a write: jumps that passed by one, stores whose place was computed; each with its epoch.

    A write has the epoch of the events that come after it.
    """

    __slots__ = ("epochs", "nodes")

    def __init__(self) -> None:
        self.epochs: list[int] = []
        self.nodes: list[Node | Where] = []

    def add(self, epoch: int, node: Node | Where) -> None:
        self.epochs.append(epoch)
        self.nodes.append(node)

    def since(self, epoch: int) -> "Range | None":
        """Those of that epoch and later, up to now."""
        if not self.epochs or self.epochs[-1] < epoch:
            return None
        return Range(self, bisect_left(self.epochs, epoch), len(self.epochs))


class Range:
    """Some events in a row."""

    __slots__ = ("events", "first", "last")

    def __init__(self, events: Events, first: int, last: int) -> None:
        self.events = events
        self.first = first
        self.last = last


Source = Node | Version | Range
Write = tuple[Node, int]  # who wrote it, and the epoch after which only a later event can have written something else


class Shadow:
    """`items` is None where positions are not known, `wide` where no jump beside can have written to the object.

    `held`: the changeable objects that it holds or held, as far as known. `since`: the epoch when it was made.
    `sources`: of an iterator or a view, what it goes over; then `kind` says how, and `position` how far it is.
    """

    __slots__ = ("closed", "held", "items", "kind", "parts", "position", "shape", "since", "sources", "value",
                 "version", "wide")  # fmt: skip

    def __init__(self, value: Any, since: int) -> None:
        self.value = value  # which keeps its id
        self.since = since
        self.items: list[Write] | None = None
        self.parts: dict[Any, Write] = {}
        self.closed = False  # does `parts` hold all keys, in their order?
        self.version: Version | None = None
        self.shape: Version | None = None
        self.wide: Events | None = None
        self.held: dict[int, Any] = {}
        self.sources: tuple[Any, ...] = ()
        self.kind = ""
        self.position = 0

    def wrote(self, node: Node, *, shape: bool) -> None:
        """A write by `node`; does it change how many items there are, or where?"""
        same = self.shape is self.version
        self.version = Version(node, self.version)
        if shape:
            self.shape = self.version if same else Version(node, self.shape)

    def overwrote(self, node: Node, epoch: int) -> None:
        """Nothing of what was there is left."""
        self.version = self.shape = Version(node, None)
        self.items, self.parts, self.closed, self.wide, self.since = None, {}, False, None, epoch
        self.held = {}

    def scrambled(self, node: Node) -> None:
        """A write after which nothing is known of where anything is."""
        self.wrote(node, shape=True)
        self.items, self.parts, self.closed = None, {}, False

    def hold(self, value: Any) -> None:
        """Let it hold a value, if that can change."""
        if id(type(value)) not in UNCHANGING:
            self.held[id(value)] = value


def key_of(key: Any) -> Any:
    """What stands for a key of a dict, so that equal keys are equal and nothing of the program is asked; None if
    nothing can."""
    if id(type(key)) in _KEYS:
        return ("", key)
    if type(key) is tuple and all(id(type(item)) in _KEYS for item in key):
        return ("", key)
    if type(type(key)) is type and type(key).__hash__ is object.__hash__ and type(key).__eq__ is object.__eq__:
        return ("id", id(key))
    return None


def canonical(value: Any) -> Any:
    """The object in whose memory `value` lies: the base of an array, the dict of a module."""
    if is_array(value):
        base = np.ndarray.base.__get__(value)  # type: ignore[attr-defined]
        while is_array(base):
            value, base = base, np.ndarray.base.__get__(base)  # type: ignore[attr-defined]
    elif type(value) is ModuleType:
        return vars(value)
    return value


def is_array(value: Any) -> bool:
    return issubclass(type(value), np.ndarray)
