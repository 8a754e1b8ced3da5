"""What written.py calls that is one operation of the record: native, whatever is recorded."""

from typing import Any

import numpy as np


def store(array: Any, key: Any, value: Any) -> Any:
    """`array[key] = value`; returns what was there before."""
    before = array[key]
    if isinstance(before, np.ndarray):
        before = before.copy()
    array[key] = value
    return before


def frozen(value: Any) -> Any:
    """Lists and tuples as tuples, through and through: they hold the same objects, and nothing changes them."""
    cls = type(value)
    return tuple([frozen(item) for item in value]) if cls is list or cls is tuple else value


def permutation(function: Any, count: int) -> Any:
    """The order in which `function` shuffles so many items."""
    order = np.arange(count)
    function(order)
    return order


def whole(array: Any) -> Any:
    """A copy that is no operation on its own: what an array held."""
    return array.copy()
