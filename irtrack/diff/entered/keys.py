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


def lasting(numbers: Any) -> Any:
    """1 for each item of what was stored that stayed; 0 where another one was stored behind it.

    `numbers`: the places, as numbers, to which the items were stored.
    """
    order = np.arange(numbers.size).reshape(numbers.shape)
    last = np.zeros(np.max(numbers, initial=0) + 1, np.intp)
    last[numbers] = order
    return np.equal(last[numbers], order)
