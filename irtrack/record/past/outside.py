"""Copies of what comes from outside: all that is done for snapshots while a program runs.

So it has to be soon done. Objects are gone through level by level, and their items are asked for their types only,
which mostly are that of the item before. Whatever can wait until somebody looks does `state_of`.
"""

from collections.abc import Callable, Iterable
from itertools import chain, count
from types import GetSetDescriptorType
from typing import Any

from ..classes import lookup, namespaces
from ..memory.shadows import UNCHANGING
from .history import CONTAINERS, Attributes, State
from .kinds import are_plain, is_instance

MOST = 256  # items that are copied
_SHALLOW = 2  # levels of which no object is looked for among those before

Way = tuple[Callable[[Any], Any] | None, Callable[[Any], Any] | None, Callable[[Any], Iterable[Any]] | None]
# how objects of a type are copied: by what their items are had, None for the object itself; what copies these, None for
# what can't change; which of them may lead on, None for all
_WAYS: dict[int, Way] = {
    id(kind): (None, vars(kind)["copy"], dict.values if issubclass(kind, dict) else None)
    for kind in CONTAINERS.values()
}
_WAYS[id(tuple)] = None, None, None
_open: dict[int, tuple[type, bool]] = {}  # by the id of a class: have its instances all that they have in a `__dict__`?


def states_of(values: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Objects that come from outside, and those that they hold, each with a copy: as many as are soon copied."""
    level = _changing(values)
    return _states_of(level) if level else []


def state_of(value: Any, copied: Any) -> State | None:
    """What an object held that was copied so; None if its keys can't be hashed without code of the program."""
    if isinstance(copied, (dict, set)) and not are_plain(copied):
        return None
    return copied.copy() if id(type(value)) in CONTAINERS else Attributes(copied)


def _changing(items: Iterable[Any]) -> list[Any]:
    """The items that can change."""
    found = []
    unchanging = changing = None
    for item in items:
        kind = type(item)
        if kind is not unchanging:
            if kind is changing:
                found.append(item)
            elif id(kind) in UNCHANGING:
                unchanging = kind
            else:
                changing = kind
                found.append(item)
    return found


def _states_of(level: list[Any]) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    seen: set[int] | None = None
    left = MOST
    for depth in count():
        if depth == _SHALLOW:
            seen = {id(value) for value, _ in found}
        last, way = None, None
        held: list[Iterable[Any]] = []
        for value in level:
            kind = type(value)
            if kind is not last:
                last, way = kind, _WAYS.get(id(kind)) or _way_of_instance(value)
            if way is None or (seen is not None and id(value) in seen):
                continue
            namespace, copy, leading = way
            items = value if namespace is None else namespace(value)
            if (namespace is not None and type(items) is not dict) or len(items) >= left:
                continue
            left -= len(items) + 1
            if copy is not None:
                if seen is not None:
                    seen.add(id(value))
                items = copy(items)
                found.append((value, items))
            held.append(items if leading is None else leading(items))
        level = _changing(chain.from_iterable(held))
        if not level:
            break
    return found


def _way_of_instance(value: Any) -> Way | None:
    """How an instance of a class of the program is copied; None if it has more than a `__dict__`."""
    cls = type(value)
    known = _open.get(id(cls))
    if known is None:
        has_slots = any(namespace.get("__slots__") for namespace in namespaces(cls))
        known = _open[id(cls)] = cls, is_instance(value) and not has_slots
    if not known[1]:
        return None
    found = lookup(cls, "__dict__")  # at which no code of the class is run
    return (found.__get__, dict.copy, dict.values) if type(found) is GetSetDescriptorType else None
