"""What written.py calls that is one operation of the record: native, whatever is recorded."""

from collections import deque
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from ..record.classes import lookup
from ..rules.derivatives import defjvp, defvjp, rule_of
from ..rules.derivatives.matching import match, spread
from .loops import Overwritten, is_any_running, read_anew
from .places import owner_of


def store(array: Any, key: Any, value: Any) -> Any:
    """`array[key] = value`; returns what was there before, Overwritten if loops go on that read there."""
    before = array[key]
    if isinstance(before, np.ndarray):
        before = before.copy()
    array[key] = value
    read = read_anew(array, key) if is_any_running() else None
    return Overwritten(before, read) if read else before


def as_is(function: Callable[..., Any], *arguments: Any) -> Any:
    """What calls a function in the place of which something else would be entered."""
    made: Any = partial(function, *arguments)
    made.as_is = True
    return made


def exactly(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a Python function gives, natively: a constant."""
    return function(*arguments)


def have_method(values: Any, *names: str) -> bool:
    """Has any of these values a method of one of these names that is written in Python?"""
    return any(type(lookup(kind, name)) is FunctionType for kind in set(map(type, values)) for name in names)


def mended(computed: Any, value: Any) -> Any:
    """`value`, of which the last digits of what was computed differ."""
    return value * 1.0  # another object, which has its own place


defvjp(mended, lambda ans, computed, value: lambda g: match(g, computed), None)
defjvp(mended, lambda t, ans, computed, value: spread(t, ans), None)


def plain(function: Any) -> Any:
    """A function of numpy, or what is entered in its place, of which nobody asks again whether it has an `out`."""
    entered = None if rule_of(function) is not None else getattr(function, "_implementation", None)
    return entered if type(entered) is FunctionType else as_is(function)


def frozen(value: Any) -> Any:
    """Lists, tuples and deques as tuples, through and through: they hold the same objects, and nothing changes them."""
    cls = type(value)
    is_frozen = cls is tuple or cls is deque or issubclass(cls, list)
    return tuple([frozen(item) for item in value]) if is_frozen else value


def copied(value: Any) -> Any:
    """Lists and tuples through and through as others, which hold the same objects and which nobody else can change."""
    cls = type(value)
    if issubclass(cls, list):
        return [copied(item) for item in value]
    return tuple([copied(item) for item in value]) if cls is tuple else value


def permutation(function: Any, count: int) -> Any:
    """The order in which `function` shuffles so many items."""
    order = np.arange(count)
    function(order)
    return order


def whole(array: Any) -> Any:
    """A copy that is no operation on its own: what an array held."""
    return array.copy()


def arrays_in(value: Any) -> list[Any]:
    """The arrays in nested tuples, lists and dicts, those among them that memoryviews look into."""
    if isinstance(value, np.ndarray):
        return [value]
    if type(value) is memoryview:
        return arrays_in(value.obj)
    if isinstance(value, tuple | list | dict):
        items = value.values() if isinstance(value, dict) else value
        return [array for item in items for array in arrays_in(item)]
    return []


def copies(arrays: list[Any]) -> list[Any]:
    return [array.copy() for array in arrays]


def changed(arrays: list[Any], before: list[Any]) -> list[tuple[Any, Any]]:
    """Those that hold something else than before, with that."""
    pairs = zip(arrays, before, strict=True)
    return [(array, held) for array, held in pairs if array.dtype.kind not in "OV" and not _is_equal(array, held)]


def _is_equal(array: Any, other: Any) -> bool:
    return bool(array.shape == other.shape and array.dtype == other.dtype and array.tobytes() == other.tobytes())


def keeps(result: Any) -> bool:
    """May a function have given something by which the memory of arrays can be read and written unseen?"""
    if isinstance(result, np.ndarray):
        return bool(result.flags.writeable and owner_of(result).base is not None)
    if isinstance(result, tuple | list):
        return any(map(keeps, result))
    plain = type(None), bool, int, float, complex, str, bytes, np.generic, np.dtype, type(NotImplemented)
    return not isinstance(result, plain)


def noted(array: Any, key: Any, value: Any, before: Any, function: Any, given: Any) -> Any:
    """`function`, which was given that, has changed an array: `array[key]` was `before`, and is `value`.

    Returns the same as `store`.
    """
    read = read_anew(array, key) if is_any_running() else None
    return Overwritten(before, read) if read else before


def exposed(array: Any, function: Any) -> Any:
    """`function` has made something by which an array can be changed; returns what it holds."""
    return owner_of(array).copy()


def set_by_view(view: Any, key: Any, value: Any) -> None:
    """`view[key] = value` of a memoryview."""
    view[key] = value
