"""What objects hold when somebody asks: what was there before the run, and what classes hold for all of theirs.

The record shows what a run took out of its objects. A way not taken could have taken what nobody looked at.
"""

from collections import deque
from functools import partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

from ..classes import is_a, namespace_of, namespaces
from .memory import ITEMS
from .shadows import can_be_held, dtype_of, flat_of, is_array, names_of_module

# of an exception: what it was made of, what it was raised from, and where an attribute was looked for
_PARTS_OF = [vars(BaseException)[name].__get__ for name in ("__cause__", "__context__")]
_args_of, _object_of = vars(BaseException)["args"].__get__, vars(AttributeError)["obj"].__get__
_CONTAINERS = list, tuple, set, frozenset, deque


class Holding:
    """What objects hold that can change, or is a class, a module or a function; found once for each object."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, list[Any]]] = {}  # by ids, with the objects, which keep these

    def held_by(self, one: Any) -> list[Any]:
        """What an object, class, module or function holds; not what its class does."""
        found = self.known.get(id(one))
        if found is None:
            held = [each for each in self.all_of(one) if can_be_held(each)]
            found = self.known[id(one)] = one, held
        return found[1]

    @staticmethod
    def all_of(one: Any) -> list[Any]:
        """The same, and what cannot change."""
        return _values(one)


def _values(one: Any) -> list[Any]:
    kind = type(one)
    if kind is FunctionType:
        return [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values(), *vars(one).values()]
    if issubclass(kind, type):
        return [value for names in namespaces(one) for value in names.values() if type(value) is not FunctionType]
    if issubclass(kind, ModuleType):
        return list(names_of_module(one).values())
    names = one if issubclass(kind, dict) else namespace_of(one)
    held = list(islice(names.values(), ITEMS)) if issubclass(type(names), dict) else []
    if is_a(one, *_CONTAINERS):
        held += islice(one, ITEMS)
    elif kind is partial:
        held.append(one.keywords)
    elif issubclass(kind, BaseException):
        held += [*_args_of(one), *(part(one) for part in _PARTS_OF)]
        held += [_object_of(one)] if issubclass(kind, AttributeError) else []
    elif is_array(one) and dtype_of(one).kind == "O":
        held += islice(flat_of(one), ITEMS)
    return held
