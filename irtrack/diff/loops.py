"""Loops over arrays of numbers: the items are read when a loop begins, and those that are written to meanwhile anew.

Read one by one, by a generator, a loop would take several times as long.
"""

import threading
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from .places import address, owner_of


class Items(list[Any]):
    """Those of `array`, over which iterators go: these keep the list as long as they are not exhausted."""

    __slots__ = ("__weakref__", "array")

    array: Any


class _Running(threading.local):
    def __init__(self) -> None:
        self.lists: list[ref[Items]] = []


class Overwritten(NamedTuple):
    """`before`: what was at the place that is written to; `read`: arrays, where in them, and what is there now."""

    before: Any
    read: list[tuple[Any, int, Any]]


_running = _Running()


def gone_over(array: Any, items: list[Any]) -> list[Any]:
    """The items of an array, which have been read, for what goes over them."""
    if type(array) is np.ndarray and array.ndim > 1:
        return items  # views, in which what is written is seen
    kept = Items(items)
    kept.array = array
    lists = _running.lists
    if lists:
        lists[:] = [known for known in lists if known() is not None]
    lists.append(ref(kept))
    return kept


def read_anew(array: Any, key: Any) -> list[tuple[Any, int, Any]]:
    """`array[key]` was written to: what loops that are running read there."""
    found = []
    for known in _running.lists:
        items = known()
        if items is None:
            continue
        over = items.array
        if _memory(over) is _memory(array):
            for k in _written(over, items, array, key):
                items[k] = over[k]
                found.append((over, k, items[k]))
    return found


def is_any_running() -> bool:
    return bool(_running.lists)


def _memory(array: Any) -> Any:
    return owner_of(array.base if type(array) is np.flatiter else array)


def _written(over: Any, items: list[Any], array: Any, key: Any) -> list[int]:
    """At which items of `over` something else may be now."""
    if type(key) is int and type(over) is type(array) is np.ndarray and over.dtype == array.dtype and array.ndim == 1:
        offset = address(array) + key % len(array) * array.strides[0] - address(over)
        k, rest = divmod(offset, over.strides[0] or offset + 1)
        if not rest:
            return [k] if 0 <= k < len(over) else []
    return [k for k, item in enumerate(items) if item != over[k]]
