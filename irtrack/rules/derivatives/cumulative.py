"""Cumulative sums and products, differences, integrals by trapezoids, powers."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match, spread
from .verbs import defjvp, defvjp, lacks, linear

A: Any = np.ndarray


def reversed_sum(g, axis):
    """From each element to the end."""
    return np.flip(np.cumsum(np.flip(g, axis), axis), axis)


def flat_form(g, x, axis):
    """`g` and the axis; along all of x as one row, if there was none."""
    return (np.reshape(g, -1), 0) if axis is None else (g, axis)


def cumsum_vjp(g, ans, a, axis=None, dtype=None, out=None):
    g, axis = flat_form(g, a, axis)
    return match(np.reshape(reversed_sum(g, axis), np.shape(a)), a)


linear((np.cumsum, A.cumsum), cumsum_vjp)
defvjp(np.nancumsum, lambda ans, a, *args, **kwargs: lambda g: np.where(
    np.isnan(a), 0.0, cumsum_vjp(g, ans, a, *args, **kwargs)))  # fmt: skip
defjvp(np.nancumsum, lambda t, ans, a, *args, **kwargs: np.cumsum(np.where(np.isnan(a), 0.0, t), *args, **kwargs))


# products: by quotients, or, where there are zeros, by the products without each of the factors
def without_each(x):
    """The cumulative products along the last axis with factor i left out, at [..., i, :]; zero before i."""
    n = x.shape[-1]
    return np.triu(np.cumprod(np.where(np.eye(n, dtype=bool), 1.0, x[..., None, :]), axis=-1))


def cumprod_vjp(ans, a, axis=None, dtype=None, out=None):
    def pull(g):
        x, along = flat_form(np.asarray(a), a, axis)
        g, _ = flat_form(g, a, axis)
        if np.all(x):
            found = reversed_sum(g * np.reshape(ans, np.shape(x)), along) / x
        else:
            last = np.sum(without_each(np.moveaxis(x, along, -1)) * np.moveaxis(g, along, -1)[..., None, :], axis=-1)
            found = np.moveaxis(last, -1, along)
        return match(np.reshape(found, np.shape(a)), a)

    return pull


def cumprod_jvp(t, ans, a, axis=None, dtype=None, out=None):
    x, along = flat_form(np.asarray(a), a, axis)
    t, _ = flat_form(np.asarray(t), a, axis)
    if np.all(x):
        found = ans * np.cumsum(t / x, along)
    else:
        last = np.sum(without_each(np.moveaxis(x, along, -1)) * np.moveaxis(t, along, -1)[..., :, None], axis=-2)
        found = np.moveaxis(last, -1, along)
    return spread(found, ans)


def ones_for_nan(x):
    return np.where(np.isnan(x), 1.0, x)


defvjp((np.cumprod, A.cumprod), cumprod_vjp)
defjvp((np.cumprod, A.cumprod), cumprod_jvp)
defvjp(np.nancumprod, lambda ans, a, *args, **kwargs: lambda g: np.where(
    np.isnan(a), 0.0, cumprod_vjp(ans, ones_for_nan(a), *args, **kwargs)(g)))  # fmt: skip
defjvp(np.nancumprod, lambda t, ans, a, *args, **kwargs: cumprod_jvp(
    np.where(np.isnan(a), 0.0, t), ans, ones_for_nan(a), *args, **kwargs))  # fmt: skip


# numpy's newer names, which can begin with the neutral element
def without_initial(g, axis, include_initial):
    return np.take(g, np.arange(1, np.shape(g)[axis or 0]), axis or 0) if include_initial else g


def cumulative_sum_vjp(g, ans, x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return cumsum_vjp(without_initial(g, axis, include_initial), ans, x, 0 if axis is None else axis)


def cumulative_prod_vjp(ans, x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    plain = without_initial(ans, axis, include_initial)
    return lambda g: cumprod_vjp(plain, x, axis or 0)(without_initial(g, axis, include_initial))


def cumulative_prod_jvp(t, ans, x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    found = cumprod_jvp(t, without_initial(ans, axis, include_initial), x, axis or 0)
    first = np.zeros_like(np.take(found, [0], axis or 0))
    return np.concatenate([first, found], axis or 0) if include_initial else found


if hasattr(np, "cumulative_sum"):  # since numpy 2.1
    linear(np.cumulative_sum, cumulative_sum_vjp)
    defvjp(np.cumulative_prod, cumulative_prod_vjp)
    defjvp(np.cumulative_prod, cumulative_prod_jvp)


# differences
def undiff(g, n, axis):
    """The transpose of n differences."""
    for _ in range(n):
        zeros = np.zeros_like(np.take(g, [0] * min(1, g.shape[axis]), axis))
        if not g.shape[axis]:
            return np.zeros([n + 1 if i == axis % g.ndim else each for i, each in enumerate(g.shape)], g.dtype)
        g = np.concatenate([zeros, g], axis) - np.concatenate([g, zeros], axis)
    return g


def diff_parts(ans, a, n=1, axis=-1, prepend=None, append=None):
    def pull(g):
        before = 0 if prepend is None else np.shape(prepend)[axis] if np.ndim(prepend) else 1
        whole = undiff(g, n, axis)
        return match(np.take(whole, np.arange(before, before + np.shape(a)[axis]), axis), a)

    return pull


def diff_tangent(t, ans, a, n=1, axis=-1, prepend=None, append=None):
    zeros = [None if each is None else np.zeros_like(each) for each in (prepend, append)]
    given = {name: each for name, each in zip(("prepend", "append"), zeros, strict=True) if each is not None}
    return np.diff(t, n, axis, **given)


defvjp(np.diff, diff_parts)
defjvp(np.diff, diff_tangent)
lacks(np.diff, "prepend", "append")


def ediff_vjp(ans, ary, to_end=None, to_begin=None):
    before = 0 if to_begin is None else np.size(to_begin)
    return lambda g: match(np.reshape(undiff(g[before : before + np.size(ary) - 1], 1, 0), np.shape(ary)), ary)


def ediff_tangent(t, ans, ary, to_end=None, to_begin=None):
    zeros = [None if each is None else np.zeros_like(each) for each in (to_end, to_begin)]
    return np.ediff1d(t, *zeros)


defvjp(np.ediff1d, ediff_vjp)
defjvp(np.ediff1d, ediff_tangent)


# integrals
def steps(x, dx, axis, ndim):
    """The widths, in the shape in which they multiply."""
    if x is None:
        return dx
    widths = np.diff(x, axis=axis if np.ndim(x) > 1 else 0)
    if np.ndim(x) > 1:
        return widths
    shape = [1] * ndim
    shape[axis] = -1
    return np.reshape(widths, shape)


def ends(y, axis):
    """All but the first, all but the last."""
    n = np.shape(y)[axis]
    return np.take(y, np.arange(1, n), axis), np.take(y, np.arange(n - 1), axis)


def trapezoid_vjp(g, ans, y, x=None, dx=1.0, axis=-1):
    parts = np.broadcast_to(0.5 * np.expand_dims(g, axis) * steps(x, dx, axis, np.ndim(y)), np.shape(ends(y, axis)[0]))
    zeros = np.zeros_like(np.take(y, [0], axis))
    return match(np.concatenate([parts, zeros], axis) + np.concatenate([zeros, parts], axis), y)


def trapezoid_x_vjp(g, ans, y, x, dx=1.0, axis=-1):
    upper, lower = ends(y, axis)
    parts = 0.5 * np.expand_dims(g, axis) * (upper + lower)
    if np.ndim(x) == 1:
        moved = np.moveaxis(parts, axis, -1)
        return match(undiff(np.sum(np.reshape(moved, (-1, moved.shape[-1])), axis=0), 1, 0), x)
    return match(undiff(parts, 1, axis), x)


defvjp(np.trapezoid, lambda ans, y, x=None, dx=1.0, axis=-1: lambda g: trapezoid_vjp(g, ans, y, x, dx, axis),
       lambda ans, y, x=None, dx=1.0, axis=-1: lambda g: trapezoid_x_vjp(g, ans, y, x, dx, axis),
       lambda ans, y, x=None, dx=1.0, axis=-1: lambda g: match(g * (ans / dx), dx))  # fmt: skip
defjvp(np.trapezoid, "same", "same", lambda t, ans, y, x=None, dx=1.0, axis=-1: spread(t * (ans / dx), ans))


# powers in columns
def vander_slopes(x, ans, increasing):
    powers = np.arange(np.shape(ans)[-1])
    powers = powers if increasing else powers[::-1]
    return powers * np.expand_dims(np.asarray(x), -1) ** np.maximum(powers - 1, 0)


defvjp(np.vander, lambda ans, x, N=None, increasing=False: lambda g: match(
    np.sum(g * vander_slopes(x, ans, increasing), axis=-1), x))  # fmt: skip
defjvp(np.vander, lambda t, ans, x, N=None, increasing=False: spread(
    np.expand_dims(t, -1) * vander_slopes(x, ans, increasing), ans))  # fmt: skip
