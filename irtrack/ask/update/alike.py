"""Are the operands of a draw what they were? What was made anew is compared by content, for a draw can't be had again.

No code of the program is called: only numbers and text are compared, in tuples, lists, dicts, sets and arrays, and
bound methods by what they are of.
"""

from types import MethodType
from typing import Any

import numpy as np

from ...record.memory.shadows import SCALARS
from ...record.nodes.node import Operand
from ...record.recompute import equal
from ..replay.impure import draws
from .called import BOUND
from .history import History
from .touch import is_same, key_of

_DEEPEST = 20
_CONTAINERS = tuple, list, dict, set, frozenset, bytearray


def gave_what_it_gives(old: Any, operands: tuple[Operand, ...], history: History) -> bool:
    """Did a draw get what it gets now, and does it do no more than to draw?"""
    if not draws(old) or len(old._operands) != len(operands):
        return False
    if any(key not in history.generators for key in history.written.get(old, ())):
        return False
    time = history.time.get(old, 0)
    return all(
        is_alike(one.value, other.value, history, time) for one, other in zip(old._operands, operands, strict=True)
    )


def is_alike(one: Any, other: Any, history: History, time: int, depth: int = 0) -> bool:
    """Has `other` the content that `one` had at that time of the record?"""
    if is_same(one, other):
        return True
    cls = type(one)
    if cls is not type(other) or depth > _DEEPEST:
        return False
    if id(cls) in SCALARS:
        return equal(one, other)
    deeper = history, time, depth + 1
    if cls in BOUND:
        return one.__name__ == other.__name__ and is_alike(one.__self__, other.__self__, *deeper)
    if cls is MethodType:
        return one.__func__ is other.__func__ and is_alike(one.__self__, other.__self__, *deeper)
    if cls is slice:
        return is_alike((one.start, one.stop, one.step), (other.start, other.stop, other.step), *deeper)
    if not _is_as_it_was(one, history, time):
        return False
    if cls is np.ndarray:
        is_plain = one.dtype == other.dtype and not one.dtype.hasobject and one.shape == other.shape
        return is_plain and one.strides == other.strides and one.tobytes() == other.tobytes()
    if cls not in _CONTAINERS or len(one) != len(other):
        return False
    parts = [*one.items()] if cls is dict else [*one]  # in the order of the container, which draws may depend on
    others = [*other.items()] if cls is dict else [*other]
    return all(is_alike(part, another, *deeper) for part, another in zip(parts, others, strict=True))


def _is_as_it_was(value: Any, history: History, time: int) -> bool:
    """Is its content that of then? Who else has an object from outside, nobody knows."""
    if type(value) is tuple or type(value) is frozenset:
        return True
    key = key_of(value)
    writes = history.writes.get(key)
    return not history.is_from_outside(key) and (not writes or writes[-1][0] <= time)
