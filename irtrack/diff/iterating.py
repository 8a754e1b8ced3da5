"""C code that goes over what it is given: an array there gives numbers that nobody has seen made.

Where a context enters functions, it is given the items instead (context.py); where it could not be, what comes of the
array is an error (noting.py).
"""

import collections
import itertools
from collections import OrderedDict, defaultdict, deque
from types import BuiltinFunctionType, FunctionType, MethodWrapperType
from typing import Any

import numpy as np

from ..record.callables import TYPE_CALL, constructors, is_plain
from ..record.classes import lookup, mro

_FUNCTIONS: tuple[Any, ...] = (
    list, tuple, set, frozenset, dict, deque, OrderedDict, defaultdict, zip, enumerate, reversed, iter, min, max, any,
    all, sorted, filter, map, tuple.__new__, frozenset.__new__, vars(collections)["_count_elements"], itertools.chain,
    itertools.islice, itertools.pairwise, itertools.product, itertools.combinations,
    itertools.combinations_with_replacement, itertools.permutations, itertools.cycle, itertools.tee, itertools.groupby,
    itertools.zip_longest, itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress,
    *([vars(itertools)["batched"]] if hasattr(itertools, "batched") else []),
)  # fmt: skip
_METHODS: dict[type, tuple[str, ...]] = {
    list: ("__init__", "__iadd__", "extend"),
    deque: ("__init__", "__iadd__", "extend", "extendleft"),
    dict: ("__init__", "update"),
    set: ("__init__", "update", "union", "intersection", "intersection_update", "difference", "difference_update",
          "symmetric_difference", "symmetric_difference_update"),
    frozenset: ("union", "intersection", "difference", "symmetric_difference"),
}  # fmt: skip
KEYWORDS = frozenset(("iterable", "data", "selectors"))  # by which what they go over may be passed
ITERATING = {id(f): f for f in (*_FUNCTIONS, *(vars(cls)[name] for cls, names in _METHODS.items() for name in names))}


_MAKING = (list, tuple, dict, set, frozenset, deque, float, complex)


def made_as(cls: type) -> Any:
    """The class written in C whose constructor makes the instances of one derived from it; None if other code does."""
    if not issubclass(cls, _MAKING) or issubclass(cls, np.generic) or lookup(type(cls), "__call__") is not TYPE_CALL:
        return None
    new, init = constructors(cls)
    is_number = issubclass(cls, float | complex)  # which is what it is before `__init__` runs
    if not is_plain(new, init) or type(new) is FunctionType or (type(init) is FunctionType and not is_number):
        return None
    return next(base for base in mro(cls) if id(base) in ITERATING or base in _MAKING)


def takes_pairs(function: Any) -> bool:
    """Does it go over the items of what it goes over, as `dict(pairs)` does?"""
    cls = made_as(function) if issubclass(type(function), type) else None
    owner = getattr(function, "__objclass__", None) or type(getattr(function, "__self__", None))
    return issubclass(cls or owner, dict)


def compares(function: Any, count: int) -> bool:
    """Does `max` or `min`, of so many arguments, compare these instead of going over one?"""
    return (function is max or function is min) and count > 1


def iterates(function: Any) -> bool:
    """Is it C code that goes over its arguments?"""
    kind = type(function)
    if id(function) in ITERATING:
        return True
    if issubclass(kind, type):
        return id(made_as(function)) in ITERATING
    if kind is not BuiltinFunctionType and kind is not MethodWrapperType:
        return False
    classes = mro(type(function.__self__))
    return any(function.__name__ in names and any(cls is base for base in classes) for cls, names in _METHODS.items())
