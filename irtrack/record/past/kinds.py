"""Which objects are followed, and which of their items C code can hash and compare without code of a program."""

from collections.abc import Collection, Iterable
from typing import Any

from ..classes import is_a, is_static, lookup, mro, namespace_of, namespaces
from ..memory.shadows import UNCHANGING
from .history import CONTAINERS, Attributes, State

MOST = 256  # items that are copied of what comes from outside
_SCALARS = (int, float, complex, bool, str, bytes, type(None))
_PLAIN = frozenset(map(id, _SCALARS))
_NUMBERS = (int, float, bool)
_DEEPEST = 5
_FEW = 16  # items among which a loop looks as fast
_item_size = type.__dict__["__itemsize__"].__get__  # which asks no metaclass
_instances: dict[int, tuple[type, bool]] = {}  # by the id of a class, which that keeps


def can_change(value: Any) -> bool:
    """Is it an object, or may it hold one, that can change?"""
    return id(type(value)) not in UNCHANGING


def is_instance(value: Any) -> bool:
    """Is it an object whose attributes are all that it has? One with a `__del__` has more: its copy would end what it
    stands for.
    """
    cls = type(value)
    found = _instances.get(id(cls))
    if found is None:
        plain = not is_static(cls) and all(base is object or not is_static(base) for base in mro(cls))
        plain = plain and _item_size(cls) == 0 and not issubclass(cls, type) and lookup(cls, "__del__") is None
        found = _instances[id(cls)] = cls, plain
    return found[1]


def is_followed(value: Any) -> bool:
    return id(type(value)) in CONTAINERS or is_instance(value)


def is_plain(value: Any, depth: int = _DEEPEST) -> bool:
    """Can it be hashed and compared without code of the program?"""
    if is_a(value, *_SCALARS):
        return True
    if is_a(value, tuple, frozenset):
        return depth > 0 and all(is_plain(item, depth - 1) for item in value)
    cls = type(value)
    return lookup(cls, "__hash__") is object.__hash__ and lookup(cls, "__eq__") is object.__eq__


def are_plain(values: Collection[Any]) -> bool:
    return _PLAIN.issuperset(map(id, map(type, values))) or all(map(is_plain, values))


def are_scalars(values: Iterable[Any]) -> bool:
    """Are they all numbers, texts or tuples of such?"""
    return all(is_a(value, *_SCALARS) or (type(value) is tuple and are_scalars(value)) for value in values)


def can_be_sorted(values: Iterable[Any]) -> bool:
    """Are they all numbers, or all texts?"""
    kinds = list({id(type(value)): type(value) for value in values}.values())
    return all(kind is str for kind in kinds) or all(any(kind is one for one in _NUMBERS) for kind in kinds)


def states_of(values: Iterable[Any]) -> list[tuple[Any, State]]:
    """Objects that come from outside, and those that they hold, each with a copy: as many as are soon copied."""
    waiting = [value for value in values if id(type(value)) not in UNCHANGING]
    return _states_of(waiting) if waiting else []


def _states_of(waiting: list[Any]) -> list[tuple[Any, State]]:
    found: list[tuple[Any, State]] = []
    seen: set[int] = set()
    left = MOST
    while waiting:
        value = waiting.pop()
        cls = type(value)
        if id(value) in seen:
            continue
        seen.add(id(value))
        state: State
        if cls is tuple:
            items: Any = value
        elif id(cls) in CONTAINERS:
            items = value
        elif is_instance(value) and type(items := namespace_of(value)) is dict and not _has_slots(cls):
            pass
        else:
            continue
        left -= len(items) + 1
        if left < 0:
            break
        if cls is tuple:
            waiting += _changing(value)
            continue
        state = Attributes(items) if items is not value else items.copy()
        if isinstance(state, (dict, set)) and not are_plain(state):
            continue
        found.append((value, state))
        if cls is not bytearray:
            waiting += _changing(state.values() if isinstance(state, dict) else state)
    return found


def _changing(items: Collection[Any]) -> Iterable[Any]:
    """Those that can change: none of many numbers, most of the time, which takes no loop in Python to see."""
    if len(items) > _FEW and UNCHANGING.issuperset(map(id, map(type, items))):
        return ()
    return [item for item in items if id(type(item)) not in UNCHANGING]


def _has_slots(cls: type) -> bool:
    return any(namespace.get("__slots__") for namespace in namespaces(cls))
