"""Which objects are followed, and which of their items C code can hash and compare without code of a program."""

from collections.abc import Collection, Iterable
from typing import Any

from ..classes import is_a, is_static, lookup, mro
from ..memory.shadows import UNCHANGING
from .history import CONTAINERS

_SCALARS = (int, float, complex, bool, str, bytes, type(None))
_PLAIN = frozenset(map(id, _SCALARS))
_NUMBERS = (int, float, bool)
_DEEPEST = 5
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
