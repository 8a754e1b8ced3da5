"""Shadows: for each object that can change, what wrote what it holds.

A shadow knows its object's items by position (a list, tuple, deque), or its parts by key (a dict, the attributes of an
instance), as far as the record shows them. What is not known in parts is known as a whole: `version` is the vertex of
all writes since the object was made or overwritten, `shape` that of those that changed how many items there are, or
where.
"""

import ctypes
from bisect import bisect_left
from collections import namedtuple
from collections.abc import Iterable
from types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CellType,
    CodeType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, NamedTuple

import numpy as np

from ...rules.outputs import DISPATCHER
from ..values import Dropped, lender_of
from .graph import Events

_SCALARS = (int, float, complex, bool, str, bytes, type(None), range, type(...), type(NotImplemented), np.bool_,
            np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32,
            np.float64, np.complex64, np.complex128)  # fmt: skip
_SHARED = (FunctionType, BuiltinFunctionType, ModuleType, CodeType, CellType, type, MethodDescriptorType,
           MethodWrapperType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType, property,
           type(vars(namedtuple("Pair", "a"))["a"]), np.ufunc, DISPATCHER)  # fmt: skip
SCALARS = frozenset(map(id, _SCALARS))
UNCHANGING = frozenset(map(id, (*_SCALARS, *_SHARED)))  # ids of types, since a metaclass may have a `__hash__`
SUSPENDED = GeneratorType, CoroutineType, AsyncGeneratorType  # what runs a frame of the program, piece by piece
SHARED = type, ModuleType, FunctionType  # what can have attributes, and is one for all who use it
# the same of what is not followed: classes, modules and functions are, as what may be written to, or called
UNHELD = UNCHANGING - frozenset(map(id, (*SHARED, BuiltinFunctionType, MethodDescriptorType, MethodWrapperType)))
_KEYS = frozenset(map(id, (int, float, complex, bool, str, bytes, type(None))))
names_of_module = vars(ModuleType)["__dict__"].__get__
# a subclass may have others
base_of, dtype_of, flat_of = (np.ndarray.__dict__[name].__get__ for name in ("base", "dtype", "flat"))

_ATTRIBUTE = "."  # in the key of an attribute of a dict, which is no item
ANY_PART = "*"  # the name of what somebody changes who may change an object in any way
# whoever stores to these may have changed any part of an object
WHOLE = frozenset(["", "__dict__", "__class__", ANY_PART])
DELEGATED = "delegated"  # the kind of a generator that asks an iterator for what it gives, by `yield from`
Wide = dict[str, Events]  # of an object: by the names of attributes, or the texts that are keys; "" for any part of it

Write = tuple[int, int]  # the vertex that wrote it, and the epoch after which only an event can have changed it


class Stored(NamedTuple):
    """What might have been put somewhere: objects, by their ids, and those out of which others would be taken."""

    objects: dict[int, Any]
    holders: dict[int, Any]


class Otherwise(NamedTuple):
    """What an iterator could have gone over in the place of an operand of the node that has made it: `others`, and the
    vertex of what `decides`; or called then, and that node and its frame. Or, if it `writes`, to what it could have
    written that it goes over.
    """

    others: Any
    decides: int
    functions: tuple[Any, ...] = ()
    node: Any = None
    frame: Any = None
    writes: bool = False


class Unmade:
    """What stands for an object that was not made: of its class, and its shadow holds what it would have held. `depth`:
    how many such are within each other.
    """

    __slots__ = ("cls", "depth")

    def __init__(self, cls: type, depth: int) -> None:
        self.cls = cls
        self.depth = depth


class UnmadeFunction:
    """What stands for a function that was not made: of its code, by a `frame`, or by the function `maker` if that had
    been passed these.
    """

    __slots__ = ("code", "frame", "maker", "passed")

    def __init__(self, code: CodeType, frame: Any, maker: Any = None, passed: tuple[Any, ...] = ()) -> None:
        self.code = code
        self.frame = frame
        self.maker = maker
        self.passed = passed


def class_of(one: Any) -> type:
    """The class of an object, if that was made or not."""
    if type(one) is Unmade:
        return one.cls
    return FunctionType if type(one) is UnmadeFunction else type(one)


def can_change(value: Any) -> bool:
    """Is it an object whose contents are followed?"""
    return id(type(value)) not in UNCHANGING


def can_be_held(value: Any) -> bool:
    """Is it followed who has it?"""
    return id(type(value)) not in UNHELD and not is_barren(value)


def is_barren(value: Any) -> bool:
    """Is it a tuple, or a slice, by which nothing is reached that is followed?"""
    if type(value) is slice:
        value = value.start, value.stop, value.step
    return type(value) is tuple and all(id(type(item)) in UNHELD for item in value)


class Changes:
    """How often any shadow has come to hold more, or something else, or an object to have another shadow; and how often
    this alone.
    """

    __slots__ = ("count", "replaced")

    def __init__(self) -> None:
        self.count = self.replaced = 0

    def replace(self) -> None:
        """An object has another shadow now."""
        self.count += 1
        self.replaced += 1


changes = Changes()  # of all records, since it only tells whether anything has changed


class Shadow:
    """`items` is None where positions are not known, `wide` where no event concerns the object, or a part of it.

    `version`: see above; the writes since then are `pending`, so that it takes no vertex for each of them. `blurred`:
    what the version was when the places of all items and parts were forgotten; -1 if they never were.
    `held`: the changeable objects that it holds or held, as far as known; `past`: those that it held before it was
    cleared, in a whole index, since that need not have been done. `since`: the epoch when it was made; `made`:
    was it seen how, so that it is known what it held at first?
    `sources`: of an iterator or a view, what it goes over, of a generator the iterator to which it has delegated; then
    `kind` says how, and `position` how far it is; `acts`: the objects that are changed when it goes on, as by
    `map(l.append, ...)`; `calls`: what is called then; `instead`: what it could have gone over, or called, in the place
    of these.
    `shifts`: which items came to lie elsewhere than where they were put: from an index on, and the shape then, of which
    the latest that concerns an item is the last one from its index or less; None if none did.
    `own`: of what is confined to the function that makes it (confined.py), the events of that alone, and since when it
    is `exposed` to others, infinity if it never was.
    `selected`: the same of events at which one of those that it holds was selected and written to, which each of them
    finds by its `groups`; `joining`: those that it has got to hold since the last of these events.
    """

    __slots__ = ("acts", "blurred", "calls", "closed", "exposed", "groups", "held", "instead", "items", "joining",
                 "kind", "made", "own", "parts", "past", "pending", "position", "selected", "shape", "shifts", "since",
                 "sources", "value", "version", "wide")  # fmt: skip

    def __init__(self, value: Any, since: int, made: bool = False) -> None:
        self.value = value  # which keeps its id
        self.since = since
        self.made = made
        self.items: list[Write] | None = None
        self.parts: dict[Any, Write] = {}
        self.closed = False  # does `parts` hold all keys, in their order?
        self.blurred = -1
        self.version = -1  # a vertex; -1 for nothing that is known
        self.pending: list[int] = []
        self.shape = -1
        self.shifts: list[tuple[int, int]] | None = None
        self.wide: Wide | None = None
        self.selected: Wide | None = None
        self.joining: list[Any] = []
        self.groups: list[Shadow] = []
        self.held: dict[int, Any] = {}
        self.past: dict[int, Any] = {}
        self.sources: tuple[Shadow, ...] = ()
        self.acts: tuple[Any, ...] = ()
        self.calls: tuple[Any, ...] = ()
        self.instead: tuple[Otherwise, ...] = ()
        self.kind = ""
        self.position = 0
        self.own: Events | None = None
        self.exposed: float = 0

    def hold(self, value: Any) -> None:
        """Let it hold a value, if that is followed."""
        if id(type(value)) not in UNHELD and id(value) not in self.held:
            self.held[id(value)] = value
            changes.count += 1
            if self.selected is not None:
                self.joining.append(value)

    def hold_all(self, values: dict[int, Any]) -> None:
        """The same of many, by their ids."""
        if values:
            self.held.update(values)
            changes.count += 1

    def ever(self) -> Iterable[Any]:
        """What it holds, or could hold, had it not been cleared."""
        return (*self.held.values(), *self.past.values()) if self.past else self.held.values()

    def concerning(self, name: str = "") -> list[Events]:
        """The events that concern the part with a name, or any part: of the object, and of the groups it is in."""
        found: list[Events] = []
        for wide in (self.wide, *[group.selected for group in self.groups]):
            if wide:
                found += [wide[one] for one in ("", name) if one in wide] if name else wide.values()
        if self.own is not None:
            found.append(self.own)
        return found

    def concerned_since(self, epoch: float) -> float:
        """From when on events concern it that concern all objects, of those since an epoch."""
        return max(epoch, self.exposed)

    def shifted(self, index: int, write: int) -> tuple[int, ...]:
        """The vertex of what last shifted the item at an index, which was put somewhere by `write`; if anything did."""
        shifts = self.shifts
        place = bisect_left(shifts, (index + 1, -1)) if shifts is not None else 0
        last = shifts[place - 1][1] if shifts is not None and place else -1
        return (last,) if last > write else ()

    def forget_places(self) -> None:
        """Nothing is known any more of where anything is."""
        self.items, self.parts, self.closed, self.shifts = None, {}, False, None


def is_untouched(shadow: Shadow | None) -> bool:
    """Has nothing been written to an object yet? That it might have been says nothing: it need not have been there."""
    return shadow is None or (not shadow.parts and not shadow.pending and max(shadow.version, shadow.blurred) < 0)


def events_of(wide: Wide, name: str) -> Events:
    """Those that concern a part."""
    found = wide.get(name)
    if found is None:
        found = wide[name] = Events()
    return found


def key_of(key: Any) -> Any:
    """What stands for a key of a dict, so that equal keys are equal and nothing of the program is asked; None if
    nothing can.
    """
    if id(type(key)) in _KEYS or (type(key) is tuple and all(id(type(item)) in _KEYS for item in key)):
        return "", key
    cls = type(key)
    if type(cls) is type and all(getattr(cls, name) is getattr(object, name) for name in ("__hash__", "__eq__")):
        return "id", id(key)
    return None


def items_of(shadow: Shadow | None) -> list[Any]:
    """What a container holds, or an iterator goes over."""
    return [one for each in (shadow, *shadow.sources) for one in each.ever()] if shadow is not None else []


def attribute_key(owner: Any, name: str) -> Any:
    """The key of an attribute: that of an item of the object's `__dict__`, if it is no dict itself. Arrays have their
    own, though their memory may be that of another one.
    """
    if is_array(owner):
        return id(owner), name
    return _ATTRIBUTE if issubclass(type(owner), dict) else "", name


def name_of(key: Any) -> str:
    """By which name events concern what has that key, which `key_of` gave."""
    return key[1] if type(key[1]) is str and not key[0] else ""


def is_array(value: Any) -> bool:
    return issubclass(type(value), np.ndarray)


def holds_objects(value: Any) -> bool:
    """Is it an array that may hold objects?"""
    return is_array(value) and bool(dtype_of(value).hasobject)


def holds_nothing(value: Any) -> bool:
    """Is it a number or the like, or an array of numbers?"""
    return id(type(value)) in SCALARS or (type(value) is np.ndarray and not value.dtype.hasobject)


CDATA: type = ctypes._SimpleCData.__mro__[1]  # of all objects of ctypes
_within, _kept_by = (vars(CDATA)[name].__get__ for name in ("_b_base_", "_objects"))
_STRIDED: type = type(base_of(np.lib.stride_tricks.as_strided(np.zeros(1))))  # what lies between an array and its views
# classes whose instances may lie in the memory of another object
LODGING = np.ndarray, np.void, np.flatiter, memoryview, Dropped, _STRIDED, CDATA, ModuleType


def canonical(value: Any) -> Any:
    """The object in whose memory `value` lies: the base of an array, what a memoryview is of, the dict of a module."""
    if type(value) is np.ndarray and base_of(value) is None:  # as of most
        return value
    while issubclass(type(value), LODGING):
        if issubclass(type(value), ModuleType):  # of a class of its own, perhaps, as lazy ones are
            return names_of_module(value)
        base = base_of(value) if is_array(value) else _lent_by(value)
        if not can_change(base):
            return value
        value = base
    return value


def _pointed_at(value: Any) -> Any:
    """What a pointer of ctypes points at, or in whose buffer an object lies, if that is known."""
    kept = _kept_by(value)
    if type(kept) is not dict:
        return None
    one = kept.get("1") or (next(iter(kept.values())) if len(kept) == 1 else None)
    is_pointer = issubclass(type(value), ctypes._Pointer) and issubclass(type(one), CDATA)
    return one if is_pointer or type(one) is memoryview else None


def _lent_by(value: Any) -> Any:
    """That of a row of a structured array, of an array that is gone over, of a memoryview, of an object of ctypes."""
    if type(value) is Dropped:
        return value.owner
    if issubclass(type(value), CDATA):
        return _within(value) or _pointed_at(value)
    return lender_of(value) if type(value) is memoryview else value.base
