"""Subscripts of arrays."""

from types import EllipsisType, NoneType
from typing import Any

import numpy as np

_BASIC = (int, slice, EllipsisType, NoneType, np.integer)


def is_basic(key: Any) -> bool:
    """Does a subscript name each item once at most?"""
    kind = type(key)
    if kind is int or kind is slice:
        return True
    if kind is tuple:
        return all(map(is_basic, key))
    if isinstance(key, np.ndarray) and key.dtype.kind == "b":
        return True
    return isinstance(key, _BASIC) and kind is not bool


def lasting(part: Any, key: Any, *, flat: bool) -> Any:
    """1 for each item of what was stored at a subscript that stayed; 0 where another one was stored behind it."""
    marks = np.zeros(part.shape, np.intp)
    target = marks.flat if flat else marks
    numbers = np.arange(np.size(target[key])).reshape(np.shape(target[key]))
    target[key] = numbers
    return np.equal(target[key], numbers)
