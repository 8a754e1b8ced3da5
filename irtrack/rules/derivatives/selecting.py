"""Sorting and selecting: results are elements, so derivatives are those of reading at an index."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match, spread
from .moving import scattered
from .registry import rule_for
from .verbs import defjvp, defvjp, nondiff

A: Any = np.ndarray


def by_index(functions, index):
    """Functions that read elements of x: `index` of (x, *args) says at which place of np.ravel(x) each element was."""

    def vjp(ans, x, *args, **kwargs):
        places = index(np.asarray(x), *args, **kwargs)
        return lambda g: match(np.reshape(scattered(np.ravel(g), np.ravel(places), (np.size(x),)), np.shape(x)), x)

    def jvp(t, ans, x, *args, **kwargs):
        return np.ravel(t)[index(np.asarray(x), *args, **kwargs)]

    defvjp(functions, vjp)
    defjvp(functions, jvp)


def places_along(order, x, axis):
    """The flat places of an order along an axis."""
    numbers = np.reshape(np.arange(x.size), x.shape)
    return np.ravel(numbers)[order] if axis is None else np.take_along_axis(numbers, order, axis)


def sorted_places(x, axis=-1, kind=None, order=None, **kwargs):
    return places_along(np.argsort(x, axis, kind="stable"), x, axis)


def partitioned_places(x, kth, axis=-1, kind="introselect", order=None):
    return places_along(np.argpartition(x, kth, axis, kind), x, axis)


def unique_places(x, *args, **kwargs):
    return np.unique(x, return_index=True)[1]


def trimmed_places(x, trim="fb", **kwargs):
    kept = np.flatnonzero(x)
    start = kept[0] if "f" in trim.lower() and kept.size else 0
    end = kept[-1] + 1 if "b" in trim.lower() and kept.size else x.size
    return np.arange(start, end)


by_index(np.sort, sorted_places)
by_index(np.partition, partitioned_places)
by_index(np.sort_complex, lambda x: sorted_places(x + 0j))
by_index(np.unique_values, unique_places)
by_index(np.trim_zeros, trimmed_places)
by_index(A.sort, sorted_places)
by_index(A.partition, partitioned_places)
for method in (A.sort, A.partition):
    rule_for(method).writes = (0,)


def unique_vjp(ans, ar, *args, **kwargs):
    if kwargs.get("axis") is not None or len(args) > 3:
        raise NotImplementedError("np.unique has a derivative without axis only")
    several = any(args) or any(kwargs.get(f"return_{each}") for each in ("index", "inverse", "counts"))
    places = unique_places(ar)
    return lambda g: match(np.reshape(scattered(g[0] if several else g, places, (np.size(ar),)), np.shape(ar)), ar)


def unique_jvp(t, ans, ar, *args, **kwargs):
    found = np.ravel(t)[unique_places(ar)]
    return (found, *map(np.zeros_like, ans[1:])) if isinstance(ans, tuple) else found


defvjp(np.unique, unique_vjp)
defjvp(np.unique, unique_jvp)

nondiff((np.argsort, A.argsort, np.argpartition, A.argpartition, np.lexsort))


# quantiles: between two elements of the sorted array
SHARES = {"lower": 0.0, "higher": 1.0, "midpoint": 0.5}


def quantile_weights(x, q, axes, method, n):
    """For each quantile and each element its weight, in the shape of q and then of x, and how that changes with q.

    n elements count in each row.
    """
    rest = tuple(i for i in range(np.ndim(x)) if i not in axes)
    order = rest + axes
    rows = np.reshape(np.transpose(x, order), (*(np.shape(x)[i] for i in rest), -1))
    rank = np.argsort(np.argsort(rows, -1, kind="stable"), -1)
    at = np.reshape(q, np.shape(q) + (1,) * rows.ndim) * (n_of(n, rows) - 1.0)
    low, high = np.floor(at), np.ceil(at)
    steeper = (1.0 * (rank == low + 1) - (rank == low)) * (n_of(n, rows) - 1.0) * (method == "linear")
    between = at - low if method == "linear" else np.where(low == high, 0.0, SHARES[method])
    weights = (rank == low) * (1.0 - between) + (rank == high) * between
    lead = np.ndim(q)
    shape, back = (*np.shape(q), *(np.shape(x)[i] for i in order)), (*range(lead), *(lead + np.argsort(order)))
    return np.transpose(np.reshape(weights, shape), back), np.transpose(np.reshape(steeper, shape), back)


def n_of(n, rows):
    return np.reshape(n, np.shape(n) or (1,) * rows.ndim)


def quantiles(function, percent, skip_nan, parameters, fixed=None):
    """A row for a quantile function: what can be passed by position behind x, and q, if it is always the same."""

    def weights_of(x, args, kwargs):
        given = {**dict(zip(parameters, args, strict=False)), **kwargs}
        method = given.get("method", "linear")
        if (method != "linear" and method not in SHARES) or given.get("weights") is not None:
            raise NotImplementedError("quantiles have a derivative for methods linear, lower, higher, midpoint only")
        axis, keepdims = given.get("axis"), given.get("keepdims", False)
        axes = tuple(range(np.ndim(x))) if axis is None else tuple(int(i) % np.ndim(x) for i in np.atleast_1d(axis))
        q = np.asarray(given["q"] if fixed is None else fixed, float) / percent
        count = np.sum(~np.isnan(x), axis=axes)[..., None] if skip_nan else np.size(x) // row_count(x, axes)
        return *quantile_weights(np.asarray(x), q, axes, method, count), axes, np.ndim(q), keepdims

    def vjp(ans, x, *args, **kwargs):
        weights, _, axes, lead, keepdims = weights_of(x, args, kwargs)

        def pull(g):
            full = g if keepdims else np.expand_dims(g, tuple(i + lead for i in axes))
            return match(np.sum(full * weights, axis=tuple(range(lead))), x)

        return pull

    def jvp(t, ans, x, *args, **kwargs):
        weights, _, axes, lead, keepdims = weights_of(x, args, kwargs)
        where = ~np.isnan(x) if skip_nan else True
        return spread(np.sum(weights * t, axis=tuple(i + lead for i in axes), keepdims=keepdims, where=where), ans)

    def slope(x, args, kwargs):
        _, steeper, axes, lead, keepdims = weights_of(x, args, kwargs)
        return np.sum(
            steeper * np.where(np.isnan(x), 0.0, x), axis=tuple(i + lead for i in axes), keepdims=keepdims
        ) / percent, lead

    def q_vjp(ans, x, *args, **kwargs):
        steepness, lead = slope(x, args, kwargs)
        return lambda g: match(np.sum(g * steepness, axis=tuple(range(lead, np.ndim(steepness)))), args[0])

    def q_jvp(t, ans, x, *args, **kwargs):
        steepness, lead = slope(x, args, kwargs)
        return spread(np.reshape(t, np.shape(t) + (1,) * (np.ndim(steepness) - lead)) * steepness, ans)

    defvjp(function, vjp)
    defjvp(function, jvp)
    if fixed is None:
        defvjp(function, q_vjp, argnums=[1])
        defjvp(function, q_jvp, argnums=[1])


def row_count(x, axes):
    """How many rows there are along these axes."""
    count = 1
    for i, n in enumerate(np.shape(x)):
        count *= 1 if i in axes else n
    return max(1, count)


FOR_QUANTILE = ("q", "axis", "out", "overwrite_input", "method", "keepdims")
FOR_MEDIAN = ("axis", "out", "overwrite_input", "keepdims")

quantiles(np.quantile, 1, False, FOR_QUANTILE)
quantiles(np.percentile, 100, False, FOR_QUANTILE)
quantiles(np.median, 1, False, FOR_MEDIAN, 0.5)
quantiles(np.nanquantile, 1, True, FOR_QUANTILE)
quantiles(np.nanpercentile, 100, True, FOR_QUANTILE)
quantiles(np.nanmedian, 1, True, FOR_MEDIAN, 0.5)
