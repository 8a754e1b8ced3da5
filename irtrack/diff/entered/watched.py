"""Calls of C code of which nothing is known: whether it writes to arrays is found by comparing what they hold.

So a change by constants is followed, and one by what is differentiated is an error: see exposure.py.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..storing import arrays_in, as_is, changed, copies, exposed, keeps, noted, set_by_view, whole


def watched(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which may write to the arrays that it is given, or keep their memory."""
    arrays = arrays_in((getattr(function, "__self__", None), arguments, keywords))
    before = copies(arrays)
    result = as_is(function)(*arguments, **keywords)
    for array, held in changed(arrays, before):
        noted(array, ..., whole(array), held, function, (arguments, keywords))
    if keeps(result):
        for array in arrays_in(result) or arrays:
            exposed(array, function)
    return result


def set_in_view(view: Any, key: Any, value: Any) -> None:
    """`view[key] = value` of a memoryview."""
    array = view.obj
    if not isinstance(array, np.ndarray):
        set_by_view(view, key, value)
        return
    before = whole(array)
    set_by_view(view, key, value)
    noted(array, ..., whole(array), before, set_by_view, ((value,), {}))


def set_slice_in_view(view: Any, start: Any, stop: Any, value: Any) -> None:
    set_in_view(view, slice(start, stop), value)


def called_partially(given: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """A call of a partial of C code, for which something else is entered."""
    left = iter(arguments)
    first = [next(left) if type(one).__name__ == "_PlaceholderType" else one for one in given.args]
    return given.func(*first, *left, **{**given.keywords, **keywords})
