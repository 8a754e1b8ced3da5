"""What is entered instead of functions of numpy that call others back from C code."""

from collections.abc import Callable
from typing import Any

import numpy as np


def vectorized(function: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """A call of what `np.vectorize` gave."""
    is_usual = callable(function.pyfunc) and function.signature is None and not function.excluded
    if keywords or not arguments or not is_usual:
        return np.vectorize.__call__(function, *arguments, **keywords)
    arrays: Any = [np.asarray(one) for one in arguments]
    types = function.otypes
    if types is None:
        if not all(map(np.size, arrays)):
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        first = function.pyfunc(*[array[(0,) * array.ndim] for array in arrays])
        types = [np.asarray(one).dtype for one in (first if isinstance(first, tuple) else (first,))]
    try:
        arrays = np.broadcast_arrays(*arrays)
    except ValueError:  # whose text is another one
        return np.frompyfunc(function.pyfunc, len(arrays), len(types))(*arrays)
    shape, found = arrays[0].shape, []
    for k in range(arrays[0].size):
        if k == 0 and function.cache and function.otypes is None:
            found.append(first)
        else:
            found.append(function.pyfunc(*[array.item(k) for array in arrays]))
    if len(types) == 1:
        return np.reshape(np.array(found, types[0]), shape)
    return tuple([np.reshape(np.array([one[k] for one in found], types[k]), shape) for k in range(len(types))])


def along_axis(func1d: Callable[..., Any], axis: Any, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """`np.apply_along_axis`"""
    array = np.asanyarray(arr)
    if not -array.ndim <= axis < array.ndim:
        raise np.exceptions.AxisError(axis, array.ndim)
    axis %= array.ndim
    moved = np.moveaxis(array, axis, -1)
    places = [(*place, ...) for place in np.ndindex(moved.shape[:-1])]
    if not places:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    filled: Any = None
    for place in places:
        found = np.asanyarray(func1d(moved[place], *args, **kwargs))
        if filled is None:
            shape, dimensions = moved.shape[:-1] + found.shape, found.ndim
            filled = np.zeros_like(found, shape=shape, subok=not isinstance(found, np.matrix))
        filled[place] = found
    numbers = list(range(filled.ndim))
    made = numbers[filled.ndim - dimensions :]
    return np.transpose(filled, numbers[:axis] + made + numbers[axis : filled.ndim - dimensions])
