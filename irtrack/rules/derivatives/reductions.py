"""Sums, means, products, extrema, quantiles: as functions and as methods of arrays.

A reduction is one line: the weight that each element of x has in the result, an array that fits x. The tangent is the
sum of the weighted tangents, the cotangent is that of the result, spread over the axes, times the weights.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .matching import match, spread
from .verbs import Functions, defjvp, defvjp, lacks, linear, nondiff

A = np.ndarray


class Call(NamedTuple):
    """What a reduction was asked: `ans` has the reduced axes, of length one."""

    ans: Any
    axis: Any
    keepdims: Any
    where: Any
    options: dict[str, Any]


def reduction(
    functions: Functions,
    weight: Callable[[Any, Call], Any],
    parameters: tuple[str, ...],
    skips: Callable[[Any], Any] | None = None,
) -> None:
    """A row: `weight` of (x, call); `parameters` are the names of what can be passed by position, behind x.

    `skips`: which elements it leaves out besides those of `where`. They are zeros for the weight, whatever they were.
    """

    def called(x: Any, ans: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Call]:
        given = {**dict(zip(parameters, args, strict=False)), **kwargs}
        axis, keepdims, where = given.pop("axis", None), given.pop("keepdims", False), given.pop("where", True)
        given.pop("out", None)
        shape, x = np.shape(x), np.asarray(x)
        if skips is not None:
            where = where & ~skips(x)
        if where is not True:
            x = np.where(where, x, np.zeros_like(x))
        return x, Call(along(ans, shape, axis, keepdims), axis, keepdims, where, given)

    def vjp(ans, x, *args, **kwargs):
        counted, call = called(x, ans, args, kwargs)

        def pull(g):
            return match(along(g, np.shape(x), call.axis, call.keepdims) * weight(counted, call), x)

        return pull

    def jvp(t, ans, x, *args, **kwargs):
        counted, call = called(x, ans, args, kwargs)
        weighted = t * weight(counted, call)
        return spread(np.sum(weighted, axis=call.axis, keepdims=call.keepdims, where=call.where), ans)

    defvjp(functions, vjp)
    defjvp(functions, jvp)


def along(g: Any, shape: tuple[int, ...], axis: Any, keepdims: bool) -> Any:
    """`g`, of what was reduced along `axis`, with these axes put back."""
    if keepdims or not shape:
        return g
    if axis is None:
        return np.reshape(g, (1,) * len(shape))
    if type(axis) is int:
        axis %= len(shape)
        return np.reshape(g, (*shape[:axis], 1, *shape[axis + 1 :]))
    return np.expand_dims(g, axis)


def kept(f: Callable[..., Any], x: Any, call: Call) -> Any:
    """The reduction of x by f along the same axes, which are kept."""
    return f(x, axis=call.axis, keepdims=True)


def number(x: Any, call: Call) -> Any:
    """How many elements make one of the result."""
    if call.where is not True:
        return kept(np.sum, np.broadcast_to(call.where, x.shape), call)
    return x.size // max(1, np.size(call.ans))


# what each element weighs
def one(x: Any, call: Call) -> Any:
    return np.ones_like(x) if call.where is True else np.broadcast_to(call.where, x.shape).astype(x.dtype)


def share(x: Any, call: Call) -> Any:
    """Of a mean."""
    return one(x, call) / number(x, call)


def others(x: Any, call: Call) -> Any:
    """Of a product: that of all the others; where there are zeros, multiplied out, so that this has derivatives."""
    initial = call.options.get("initial", 1)
    if call.where is not True:
        x = np.where(call.where, x, np.ones_like(x))
    if np.all(x):
        return one(x, call) * (call.ans / x)
    axes = range(x.ndim) if call.axis is None else np.atleast_1d(call.axis) % x.ndim
    last = tuple(range(-len(axes), 0))
    moved = np.moveaxis(x, tuple(axes), last)
    flat = np.reshape(moved, (*moved.shape[: x.ndim - len(axes)], -1))
    size = flat.shape[-1]
    all_others = np.prod(np.where(np.eye(size, dtype=bool), 1.0, flat[..., None, :]), axis=-1)
    return initial * one(x, call) * np.moveaxis(np.reshape(all_others, moved.shape), last, tuple(axes))


def deviation(x: Any, call: Call) -> Any:
    """Of a variance."""
    weight, freedom = one(x, call), number(x, call) - call.options.get("ddof", call.options.get("correction", 0))
    mean = kept(np.sum, x * weight, call) / number(x, call)
    return weight * (2.0 * np.conj(x - mean)) / freedom


def half_deviation(x: Any, call: Call) -> Any:
    """Of a standard deviation: zero where that is zero."""
    return deviation(x, call) / np.where(call.ans == 0, np.inf, 2.0 * call.ans)


def extreme(x: Any, call: Call) -> Any:
    """Of a maximum or minimum: those that have it share it."""
    those = (x == call.ans) & call.where if call.where is not True else x == call.ans
    return those / np.maximum(kept(np.sum, those, call), 1)


def spread_of(x: Any, call: Call) -> Any:
    """Of np.ptp, the maximum less the minimum."""
    highest, lowest = kept(np.max, x, call), kept(np.min, x, call)
    return extreme(x, call._replace(ans=highest)) - extreme(x, call._replace(ans=lowest))


WITH_DTYPE = ("axis", "dtype", "out", "keepdims", "initial", "where")
WITH_DDOF = ("axis", "dtype", "out", "ddof", "keepdims")
PLAIN = ("axis", "out", "keepdims", "initial", "where")


reduction((np.prod, A.prod), others, WITH_DTYPE)
reduction((np.var, A.var), deviation, WITH_DDOF)
reduction((np.std, A.std), half_deviation, WITH_DDOF)
lacks((np.var, np.std), "mean")
reduction((np.max, np.min, np.amax, np.amin, A.max, A.min), extreme, PLAIN)
reduction(np.ptp, spread_of, PLAIN)
reduction(np.nansum, one, WITH_DTYPE, np.isnan)
reduction(np.nanmean, share, WITH_DTYPE, np.isnan)
reduction(np.nanprod, others, WITH_DTYPE, np.isnan)
reduction(np.nanvar, deviation, WITH_DDOF, np.isnan)
reduction(np.nanstd, half_deviation, WITH_DDOF, np.isnan)
reduction((np.nanmax, np.nanmin), extreme, PLAIN, np.isnan)

nondiff((np.all, np.any, A.all, A.any, np.count_nonzero))
nondiff((np.argmax, np.argmin, A.argmax, A.argmin, np.nanargmax, np.nanargmin))


# the two most frequent, without weights
def sum_vjp(g, ans, x, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=True):
    g = g if axis is None and not keepdims else along(g, np.shape(x), axis, keepdims)
    return match(g if where is True else np.where(where, g, np.zeros_like(g)), x)


def mean_vjp(g, ans, x, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    if where is not True:
        where_count = np.sum(np.broadcast_to(where, np.shape(x)), axis=axis, keepdims=True)
        return match(np.where(where, along(g, np.shape(x), axis, keepdims) / where_count, 0.0), x)
    if axis is None and not keepdims:
        return match(g / np.size(x), x)
    return match(along(g, np.shape(x), axis, keepdims) / (np.size(x) // max(1, np.size(ans))), x)


def sum_jvp(t, ans, x, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=True):
    """Without `initial`, which is a constant."""
    return spread(np.sum(t, axis=axis, keepdims=keepdims, where=where), ans)


linear((np.sum, A.sum), sum_vjp)
defjvp((np.sum, A.sum), sum_jvp)
linear((np.mean, A.mean), mean_vjp)
