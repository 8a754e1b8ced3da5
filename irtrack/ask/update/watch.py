"""What lies outside, as it was before code ran that nobody has recorded: was it written to, and can that be undone?

No table tells all that code may write to: so what it can find is compared with what it was. No code of the program's is
called for that. What can't be seen here, since it is too much or C code hides it, is left to what functions may write,
see outside.py.
"""

import array
import contextlib
import gc
import io
import operator
import sys
from _thread import get_ident
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from types import (
    AsyncGeneratorType,
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    TracebackType,
)
from typing import Any, NamedTuple

import numpy as np

from ...cpython.facts import may_store_globals
from ...cpython.template import LogList
from ...record.classes import (
    has_attributes_only,
    is_a,
    is_static,
    lookup,
    module_of,
    mro,
    namespace_of,
    namespaces,
    written_in_c,
)
from ...record.loans import own_code
from ...record.memory.shadows import SCALARS
from ...rules.effects import is_not_the_programs
from ..replay.impure import GENERATORS_OF_NUMBERS, IN_MEMORY
from .frame import MISSING
from .named import codes
from .touch import CACHED, is_iterator, is_same, key_of

_MOST = 50_000  # parts of objects that are watched: of the nearest first
_WORD = 8  # bytes that count as one
_STREAM: type = io.IOBase.__bases__[0]  # which is no abstract class, that would be asked
# iterators that ask what they go over for its length
_ASKING: tuple[Any, ...] = reversed, type(iter(type("Row", (), {"__getitem__": list.__getitem__})()))
# the last is what an abstract class knows of others
_UNSEEN = ModuleType, CodeType, FrameType, TracebackType, LogList, type(vars(io.IOBase)["_abc_impl"])
# what classes compute when they are asked for it
_COMPUTED = frozenset(["__annotations__", "__annotations_cache__", "__doc__"])


class _Aspect(NamedTuple):
    """What objects of a class hold: how it is found, and put there again, if it can be."""

    get: Callable[[Any], list[Any]]
    put: Callable[[Any, list[Any]], None] | None = None


def _pairs(flat: list[Any]) -> Iterator[tuple[Any, Any]]:
    return zip(flat[::2], flat[1::2], strict=True)


def _items(table: Any) -> list[Any]:
    return [part for pair in dict.items(table) for part in pair]


def _items_in_order(table: Any) -> list[Any]:
    return [part for pair in OrderedDict.items(table) for part in pair]


def _fill(table: Any, held: list[Any]) -> None:
    kind: Any = OrderedDict if issubclass(type(table), OrderedDict) else dict
    if not _are_same([held[::2]], [list(kind.keys(table))]):
        kind.clear(table)
    for key, value in _pairs(held):
        kind.__setitem__(table, key, value)


def _fill_list(row: Any, held: list[Any]) -> None:
    list.__setitem__(row, slice(None), held)


def _fill_set(items: Any, held: list[Any]) -> None:
    set.clear(items)
    set.update(items, held)


def _fill_deque(row: Any, held: list[Any]) -> None:
    deque.clear(row)
    deque.extend(row, held)


def _fill_bytes(row: Any, held: list[Any]) -> None:
    bytearray.__setitem__(row, slice(None), held[0])


def _cell(cell: CellType) -> list[Any]:
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def _fill_cell(cell: CellType, held: list[Any]) -> None:
    if held:
        cell.cell_contents = held[0]
    else:
        del cell.cell_contents


def _function(function: FunctionType) -> list[Any]:
    return [own_code(function), function.__defaults__, function.__kwdefaults__, function.__closure__]


def _fill_function(function: FunctionType, held: list[Any]) -> None:
    if own_code(function) is not held[0]:
        function.__code__ = held[0]
    function.__defaults__, function.__kwdefaults__ = held[1:3]


def _class(cls: Any) -> list[Any]:
    """Without an order, since what is deleted and put there again is the last one."""
    namespace = type.__dict__["__dict__"].__get__(cls)
    names = sorted(name for name in namespace if type(name) is str and name not in _COMPUTED)
    return [part for name in names for part in (name, namespace[name])]


def _fill_class(cls: Any, held: list[Any]) -> None:
    before, now = dict(_pairs(held)), dict(_pairs(_class(cls)))
    for name in now.keys() - before.keys():
        type.__delattr__(cls, name)
    for name, value in before.items():
        if now.get(name, MISSING) is not value:
            type.__setattr__(cls, name, value)


def _array(values: Any) -> list[Any]:
    if values.dtype.hasobject:  # of a structure of such it would be others each time
        return list(np.ndarray.flatten(values).tolist()) if values.dtype.kind == "O" else []
    return [np.ndarray.tobytes(values)] if values.nbytes <= _WORD * _MOST else []


def _fill_array(values: Any, held: list[Any]) -> None:
    if held and not values.dtype.hasobject:
        np.ndarray.__setitem__(values, ..., np.frombuffer(held[0], values.dtype).reshape(values.shape))


def _running(generator: Any) -> list[Any]:
    """Of a generator or coroutine: how far it has come, and its variables."""
    kind = type(generator)
    frame = getattr(generator, next(name for name in ("gi_frame", "cr_frame", "ag_frame") if lookup(kind, name)))
    return [frame.f_lasti, *frame.f_locals.values()] if frame is not None else []


def _text(stream: Any) -> list[Any]:
    kind: Any = io.StringIO if issubclass(type(stream), io.StringIO) else io.BytesIO
    try:
        return [kind.tell(stream), kind.getvalue(stream)]
    except ValueError:  # it is closed
        return []


def _referents(value: Any) -> list[Any]:
    """What an object holds that is written in C; of an iterator also how much it still has, if that asks no method."""
    hint, left = lookup(type(value), "__length_hint__") if is_iterator(value) else None, list[Any]()
    if type(hint) is MethodDescriptorType and not is_a(value, *_ASKING):
        with contextlib.suppress(TypeError):  # it has no end
            left.append(hint(value))
    return left + [one for one in gc.get_referents(value) if type(one) is not TracebackType]


# by classes written in C, of which others may be derived
_ASPECTS: dict[int, _Aspect] = {
    id(cls): aspect
    for cls, aspect in (
        (list, _Aspect(lambda row: list(list.__iter__(row)), _fill_list)),
        (tuple, _Aspect(lambda row: list(tuple.__iter__(row)))),
        (OrderedDict, _Aspect(_items_in_order, _fill)),
        (dict, _Aspect(_items, _fill)),
        (set, _Aspect(lambda items: sorted(set.__iter__(items), key=id), _fill_set)),
        (frozenset, _Aspect(lambda items: list(frozenset.__iter__(items)))),
        (deque, _Aspect(lambda row: list(deque.__iter__(row)), _fill_deque)),
        (bytearray, _Aspect(lambda row: [bytes(bytearray.copy(row))], _fill_bytes)),
        (array.array, _Aspect(lambda row: [array.array.tobytes(row)])),
        (np.ndarray, _Aspect(_array, _fill_array)),
        (CellType, _Aspect(_cell, _fill_cell)),
        (FunctionType, _Aspect(_function, _fill_function)),
        (type, _Aspect(_class, _fill_class)),
        (GeneratorType, _Aspect(_running)),
        (CoroutineType, _Aspect(_running)),
        (AsyncGeneratorType, _Aspect(_running)),
        (io.StringIO, _Aspect(_text)),
        (io.BytesIO, _Aspect(_text)),
        (CACHED, _Aspect(lambda _: [])),  # what a cache remembers, nobody sees
        (ContextVar, _Aspect(lambda variable: [variable.get(MISSING)])),
    )
}
_IN_C = _Aspect(_referents)
_cache_info: Any = vars(CACHED)["cache_info"]


def _of_slots(cls: type) -> _Aspect | None:
    members = [part for space in namespaces(cls) for part in space.values() if type(part) is MemberDescriptorType]

    def get(value: Any) -> list[Any]:
        found = []
        for member in members:
            try:
                found.append(member.__get__(value))
            except AttributeError:
                found.append(MISSING)
        return found

    def put(value: Any, held: list[Any]) -> None:
        for member, part, now in zip(members, held, get(value), strict=True):
            if part is not now and part is not MISSING:
                member.__set__(value, part)
            elif part is not now:
                member.__delete__(value)

    return _Aspect(get, put) if members else None


class _Layout(NamedTuple):
    """What objects of a class consist of: what they are, their slots, and the dict of their attributes, if they have
    one. `is_seen`: are they watched?
    """

    cls: type
    is_seen: bool
    aspects: list[_Aspect]
    has_attributes: bool

    def views(self, value: Any) -> list[tuple[Any, _Aspect]]:
        attributes = namespace_of(value) if self.has_attributes else None  # which makes one where there is none yet
        found = [(value, aspect) for aspect in self.aspects]
        return [*found, (attributes, _ASPECTS[id(dict)])] if type(attributes) is dict else found


def _layout_of(cls: type) -> _Layout:
    own = next((_ASPECTS[id(base)] for base in mro(cls) if id(base) in _ASPECTS), None)
    if own is None and not has_attributes_only(cls):
        own = _IN_C
    is_of_classes = issubclass(cls, type)
    slots = _of_slots(cls) if not is_static(cls) and not is_of_classes else None
    has_attributes = lookup(cls, "__dict__") is not None and not is_of_classes
    return _Layout(cls, _is_seen(cls), [one for one in (own, slots) if one is not None], has_attributes)


def _is_seen(cls: type) -> bool:
    is_file = issubclass(cls, _STREAM) and not issubclass(cls, IN_MEMORY)
    is_ours = str(module_of(cls)).partition(".")[0] == "irtrack"
    return not (issubclass(cls, (*_UNSEEN, *GENERATORS_OF_NUMBERS)) or is_file or is_ours)


def _size(held: list[list[Any]]) -> int:
    memory = [parts[0] for parts in held if len(parts) == 1 and type(parts[0]) is bytes]
    return 1 + sum(map(len, held)) + sum(map(len, memory)) // _WORD


def _are_same(ones: list[list[Any]], others: list[list[Any]]) -> bool:
    return len(ones) == len(others) and all(
        len(parts) == len(now) and (all(map(operator.is_, parts, now)) or all(map(is_same, parts, now)))
        for parts, now in zip(ones, others, strict=True)
    )


class Watch:
    """What lies outside: what was reached from some values, by attributes, items, closures, classes, and by the names
    in functions of the program's; and what these names stood for.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._held: dict[int, tuple[Any, list[list[Any]]]] = {}
        self._names: dict[tuple[str, int, str], tuple[dict[str, Any], Any]] = {}
        self._caches: list[tuple[Any, Any]] = []  # of functions, and what is in them
        self._large: set[int] = set()  # the ids of objects of which only the length is known
        self._room = _MOST
        self._layouts: dict[int, _Layout] = {}  # by ids of classes, one of which may have a `__hash__`
        waiting = deque(part for value in values for part in self._see(value))
        while waiting and self._room > 0:
            waiting += self._see(waiting.popleft())

    def _see(self, value: Any) -> list[Any]:
        """What is to be seen next."""
        cls = type(value)
        if id(value) in self._held or not self._layout(cls).is_seen:
            return []
        is_class = issubclass(cls, type)
        if is_class and (is_static(value) or is_not_the_programs(module_of(value))):
            return []
        held = self._held_by(value)
        size = _size(held)
        if size > self._room:
            self._large.add(id(value))
            self._held[id(value)] = value, self._held_by(value)
            return []
        self._room -= size
        self._held[id(value)] = value, held
        if cls is CACHED:
            self._caches.append((value, _cache_info(value)))
        found = [part for parts in held for part in parts]
        if is_class:
            found += mro(value)[1:]
        elif cls is FunctionType:
            found += self._named_by(value)
        found = [one for one in found if id(type(one)) not in SCALARS]
        return found if is_static(cls) else [*found, cls]

    def _layout(self, cls: type) -> _Layout:
        found = self._layouts.get(id(cls))
        if found is None:
            found = self._layouts[id(cls)] = _layout_of(cls)
        return found

    def _views(self, value: Any) -> list[tuple[Any, _Aspect]]:
        return self._layout(type(value)).views(value)

    def _held_by(self, value: Any) -> list[list[Any]]:
        if id(value) in self._large:
            length = written_in_c(type(value), "__len__")
            return [[length(value)]] if length is not None else []
        return [aspect.get(subject) for subject, aspect in self._views(value)]

    def _named_by(self, function: FunctionType) -> list[Any]:
        """What the names in a function of the program's stand for."""
        space = function.__globals__
        if is_not_the_programs(space.get("__name__")):
            return []
        names = {name for code in codes(own_code(function)) for name in code.co_names}
        for name in {*names.intersection(space), *may_store_globals(own_code(function))}:
            self._note_name(space, name)
        found = [space[name] for name in names if name in space]
        for module in [one for one in found if type(one) is ModuleType]:
            within = names.intersection(vars(module))
            found += [vars(module)[name] for name in within]
            for name in within if not is_not_the_programs(vars(module).get("__name__")) else ():
                self._note_name(vars(module), name)
        return found

    def _note_name(self, space: dict[str, Any], name: str) -> None:
        self._names.setdefault(("global", id(space), name), (space, space.get(name, MISSING)))

    def changed(self) -> list[Any]:
        """The keys of the objects, and names, that are not what they were."""
        return [*self._changed_names(), *map(key_of, self._changed_objects())]

    def _changed_names(self) -> list[Any]:
        return [key for key, (space, was) in self._names.items() if not is_same(space.get(key[2], MISSING), was)]

    def _changed_objects(self) -> list[Any]:
        return [value for value, held in self._held.values() if not _are_same(held, self._held_by(value))]

    def restore(self) -> bool:
        """Let all be as it was; False if that can't be. If another thread runs functions that were seen here, nobody
        knows whose changes these are; and what a cache remembers is not done again.
        """
        names, objects = self._changed_names(), self._changed_objects()
        if (names or objects) and (self._is_shared() or self._has_remembered()):
            return False
        for key in names:
            space, was = self._names[key]
            if was is MISSING:
                del space[key[2]]
            else:
                space[key[2]] = was
        for value in (one for one in objects if id(one) not in self._large):
            _, held = self._held[id(value)]
            for (subject, aspect), parts in zip(self._views(value), held, strict=False):
                if aspect.put is not None and not _are_same([parts], [aspect.get(subject)]):
                    with contextlib.suppress(Exception):  # keys may be compared by methods of the program's
                        aspect.put(subject, parts)
        return not objects or not self._changed_objects()

    def _has_remembered(self) -> bool:
        return any(_cache_info(cache)[1:] != was[1:] for cache, was in self._caches)

    def _is_shared(self) -> bool:
        spaces = {number for _, number, _ in self._names}
        frames = [frame for thread, frame in sys._current_frames().items() if thread != get_ident()]
        for frame in frames:
            frames += [frame.f_back] if frame.f_back is not None else []
        return any(id(frame.f_globals) in spaces for frame in frames)
