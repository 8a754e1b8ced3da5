"""Cotangents in the shape and dtype of what they belong to, and tangents in that of the result.

`match` and `spread` are each other's transpose. Both have rules, so that derivatives of derivatives do not enter them.
"""

import math
from typing import Any

import numpy as np


def match(g: Any, like: Any) -> Any:
    """The cotangent `g`, summed over the axes along which `like` was broadcast, in `like`'s shape and dtype."""
    kind = type(like)
    if kind is type(g):
        if kind is float or kind is np.float64:
            return g
        if kind is np.ndarray and g.shape == like.shape:
            return g if g.dtype is like.dtype else as_dtype(g, like.dtype)
    elif type(g) is np.float64:
        if kind is float:
            return float(g)
        if kind is np.ndarray:
            return as_dtype(widened(g, like.shape), like.dtype)
    if kind is list or kind is tuple:
        g = match(g, np.asarray(like))
        return kind([match(each, part) for each, part in zip(g, like, strict=True)])
    shape, dtype = shape_of(like), dtype_of(like)
    given = shape_of(g)
    if given != shape:
        g = summed(np.asarray(g), given, shape)
    if kind is float or kind is int or kind is bool:
        return float(g.real)
    if kind is complex:
        return complex(g)
    return as_scalar(as_dtype(g, dtype), like)


def as_scalar(g: Any, like: Any) -> Any:
    """Of an array without dimensions its number, if that is what it is for."""
    return g[()] if isinstance(like, np.generic) and isinstance(g, np.ndarray) else g


SMALL = 4096  # elements, up to which a sum with zeros is faster than np.broadcast_to


def summed(g: Any, given: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """`g` of shape `given`, summed over what is broadcast in it, or itself broadcast: to the given shape."""
    lead = len(given) - len(shape)
    if not given:
        return widened(g, shape)
    if lead < 0:  # of what was assigned, axes of length one in front are left out
        g, lead = np.reshape(g, (1,) * -lead + given), 0
        given = g.shape
    if lead and given[lead:] == shape:
        return np.add.reduce(g, axis=0 if lead == 1 else tuple(range(lead)))
    axes = (*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1 and given[lead + i] != 1))
    g = np.add.reduce(g, axis=axes, keepdims=True) if axes else g
    g = g.reshape(g.shape[lead:]) if lead else g
    return g if g.shape == shape else widened(g, shape)


def widened(g: Any, shape: tuple[int, ...]) -> Any:
    return np.zeros(shape, g.dtype) + g if math.prod(shape) <= SMALL else np.broadcast_to(g, shape)


def spread(t: Any, like: Any) -> Any:
    """The tangent `t`, broadcast to the shape of the result `like`, in its dtype."""
    kind = type(like)
    if kind is type(t):
        if kind is float or kind is np.float64:
            return t
        if kind is np.ndarray and t.shape == like.shape:
            return t if t.dtype is like.dtype else as_dtype(t, like.dtype)
    if shape_of(t) != shape_of(like):
        t = np.broadcast_to(t, np.shape(like))
    if kind in (float, int, bool):
        return float(t.real)
    return complex(t) if kind is complex else as_scalar(as_dtype(t, dtype_of(like)), like)


_OF_NUMPY = (np.ndarray, np.generic)
_FLOAT = np.dtype(float)


def shape_of(value: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = value.shape if type(value) is np.ndarray else np.shape(value)
    return shape


def dtype_of(like: Any) -> np.dtype[Any]:
    """The dtype of a float or complex, array or scalar; float64 for what is neither."""
    if type(like) is float:
        return _FLOAT
    dtype = like.dtype if isinstance(like, _OF_NUMPY) else np.asarray(like).dtype
    return dtype if dtype.kind in "fc" else _FLOAT


def as_dtype(g: Any, dtype: np.dtype[Any]) -> Any:
    """`g` in another dtype; of a complex g for something real, the real part."""
    if isinstance(g, _OF_NUMPY):
        if g.dtype == dtype:
            return g
        return (g.real if g.dtype.kind == "c" and dtype.kind != "c" else g).astype(dtype)
    return dtype.type(g.real if dtype.kind != "c" else g)


def masked(g: Any, where: Any) -> Any:
    """`g` where the mask holds, zero elsewhere."""
    return g if where is True else np.where(where, g, np.zeros_like(g))


def filled(x: Any, where: Any) -> Any:
    """Numbers where the mask holds, elsewhere ones, of which functions make no infinity and no warning."""
    return np.where(where, x, np.ones_like(x)) if np.asarray(x).dtype.kind in "fc" else x


def unmasked(g: Any, where: Any) -> Any:
    """`g` where the mask does not hold: what is left of the array that a masked function wrote to."""
    return np.zeros_like(g) if where is True else np.where(where, np.zeros_like(g), g)
