"""What numpy has by elements besides ufuncs; ranges and grids, interpolation, counting."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import functools
from typing import Any

import numpy as np

from .matching import match, spread
from .moving import scattered
from .verbs import defjvp, defvjp, elementwise, lacks, nondiff

A: Any = np.ndarray
G: Any = np.generic

# parts of complex numbers; the cotangent of something real is that of its real part
REAL = (np.real, A.real, G.real, complex.real, float.real)
IMAG = (np.imag, A.imag, G.imag, complex.imag, float.imag)
elementwise(REAL, "g", tangents=("real(g)",))
elementwise(IMAG, "g * 0.0", arrays=("g * -1j",), tangents=("imag(g)",))
elementwise((A.conj, A.conjugate, G.conj, G.conjugate, complex.conjugate, float.conjugate), "g", arrays=("conj(g)",))


def angle_slope(g, z, deg):
    return g * (180 / np.pi if deg else 1.0) * np.conj(z * 1j) / np.abs(z) ** 2


defvjp(np.angle, lambda ans, z, deg=False: lambda g: match(angle_slope(g, z, deg), z))
defjvp(np.angle, lambda t, ans, z, deg=False: spread(np.real(angle_slope(t, z, deg)), ans))

# of one real number
elementwise(np.sinc, "g * sinc_slope(x, r)")
defvjp(np.nan_to_num, lambda ans, x, *args, **kwargs: lambda g: match(np.where(np.isfinite(x), g, 0.0), x))
defjvp(np.nan_to_num, lambda t, ans, x, *args, **kwargs: spread(np.where(np.isfinite(x), t, 0.0), ans))
defvjp(np.unwrap, lambda ans, p, *args, **kwargs: lambda g: match(g, p))
defjvp(np.unwrap, lambda t, ans, p, *args, **kwargs: spread(t, ans))
nondiff((np.round, np.around, A.round, G.round, round, np.fix, np.isneginf, np.isposinf))


# np.clip: on the bounds the derivative is that of the bound
def clip_part(which, x, low, high):
    if which == 2:
        return np.greater_equal(x, high)
    if which == 1:
        below = np.less_equal(x, low)
        return below if high is None else below & np.less(x, high)
    if low is None or high is None:
        return np.less(x, high) if low is None else np.greater(x, low)
    return np.greater(x, low) & np.less(x, high)


def clip_bounds(args, kwargs):
    low, high = (*args, None, None)[:2]
    return kwargs.get("a_min", kwargs.get("min", low)), kwargs.get("a_max", kwargs.get("max", high))


def clip_vjp(which, name=None):
    def vjp(ans, x, *args, **kwargs):
        bounds = clip_bounds(args, kwargs)
        part = clip_part(which, x, *bounds)
        return lambda g: match(np.where(part, g, 0.0), (x, *bounds)[which])

    return vjp


def clip_jvp(which):
    def jvp(t, ans, x, *args, **kwargs):
        return spread(np.where(clip_part(which, x, *clip_bounds(args, kwargs)), t, 0.0), ans)

    return jvp


for argnums in ((0, 1, 2), (0, "min", "max")):
    defvjp((np.clip, A.clip), *map(clip_vjp, range(3)), argnums=argnums)
    defjvp((np.clip, A.clip), *map(clip_jvp, range(3)), argnums=argnums)


# ranges
def linspace_shares(ans, num, endpoint, axis):
    """What part of the way each number has gone, in a shape that multiplies."""
    shares = np.arange(num) / max(1, num - 1 if endpoint else num)
    return np.reshape(shares, [-1 if i == axis % max(1, np.ndim(ans)) else 1 for i in range(np.ndim(ans))])


def linspace_vjp(which):
    def vjp(ans, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        def pull(g):
            g, of_step = g if retstep else (g, 0.0)
            shares = linspace_shares(g, num, endpoint, axis)
            whole = np.sum(g * (shares if which else 1.0 - shares), axis=axis)
            sign = (1.0 if which else -1.0) / max(1, num - 1 if endpoint else num)
            return match(whole + of_step * sign, stop if which else start)

        return pull

    return vjp


def linspace_jvp(which):
    def jvp(t, ans, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        numbers = ans[0] if retstep else ans
        shares = linspace_shares(numbers, num, endpoint, axis)
        shape = np.shape(np.sum(numbers, axis=axis))
        full = np.expand_dims(np.broadcast_to(t, shape), axis) * (shares if which else 1.0 - shares)
        sign = (1.0 if which else -1.0) / max(1, num - 1 if endpoint else num)
        return (spread(full, ans[0]), spread(t * sign, ans[1])) if retstep else spread(full, ans)

    return jvp


defvjp(np.linspace, linspace_vjp(0), linspace_vjp(1))
defjvp(np.linspace, linspace_jvp(0), linspace_jvp(1))


def arange_terms(argnum, ans, args):
    """How much each number changes with an argument: with the start by one, with the step by its place."""
    if len(args) == 1 or argnum == 1:
        return np.zeros(np.shape(ans))
    return np.ones(np.shape(ans)) if argnum == 0 else np.arange(len(ans)) * 1.0


for number in range(3):
    defvjp(np.arange, lambda ans, *args, number=number, **kwargs: lambda g: match(
        np.sum(g * arange_terms(number, ans, args)), args[number]), argnums=[number])  # fmt: skip
    defjvp(np.arange, lambda t, ans, *args, number=number, **kwargs: spread(
        t * arange_terms(number, ans, args), ans), argnums=[number])  # fmt: skip


# interpolation: between two points; outside, the first or the last
def between(x, xp, fp, left, right, period):
    """The place of the point below, how far x is on the way to the next one, the slope there; where x is inside."""
    if period is not None:
        raise NotImplementedError("np.interp has no derivative with a period")
    low = np.clip(np.searchsorted(xp, x, "right") - 1, 0, len(xp) - 2)
    xp, fp = np.asarray(xp), np.asarray(fp)
    share = (x - xp[low]) / (xp[low + 1] - xp[low])
    slope = (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])
    return low, share, slope, (np.greater_equal(x, xp[0])) & (np.less_equal(x, xp[-1]))


def point_weights(x, xp, fp, left=None, right=None, period=None):
    """The places of the two points that give each number, and their weights."""
    low, share, _, inside = between(x, xp, fp, left, right, period)
    below, above = np.less(x, xp[0]), np.greater(x, xp[-1])
    first = np.where(inside, 1.0 - share, np.where(below & (left is None), 1.0, 0.0))
    second = np.where(inside, share, np.where(above & (right is None), 1.0, 0.0))
    return np.where(above, len(xp) - 2, low), first, second


def interp_x(g, x, xp, fp, left=None, right=None, period=None):
    _, _, slope, inside = between(x, xp, fp, left, right, period)
    return np.where(inside, g * slope, 0.0)


def interp_fp_vjp(g, ans, x, xp, fp, *args, **kwargs):
    low, first, second = point_weights(x, xp, fp, *args, **kwargs)
    size = (len(fp),)
    return match(scattered(np.ravel(g * first), np.ravel(low), size)
                 + scattered(np.ravel(g * second), np.ravel(low) + 1, size), np.asarray(fp))  # fmt: skip


def interp_xp_vjp(g, ans, x, xp, fp, left=None, right=None, period=None):
    low, share, slope, inside = between(x, xp, fp, left, right, period)
    size, moved = (len(xp),), np.where(inside, -g * slope, 0.0)
    return match(scattered(np.ravel(moved * (1.0 - share)), np.ravel(low), size)
                 + scattered(np.ravel(moved * share), np.ravel(low) + 1, size), np.asarray(xp))  # fmt: skip


def interp_fp_jvp(t, ans, x, xp, fp, *args, **kwargs):
    low, first, second = point_weights(x, xp, fp, *args, **kwargs)
    t = np.asarray(t)
    return spread(t[low] * first + t[low + 1] * second, ans)


def is_outside(which, x, xp):
    """Where the number given for the left, or for the right, is the result."""
    return np.less(x, xp[0]) if which == 3 else np.greater(x, xp[-1])


for number in (3, 4):
    defvjp(np.interp, lambda ans, *args, number=number: lambda g: match(
        np.sum(np.where(is_outside(number, *args[:2]), g, 0.0)), args[number]), argnums=[number])  # fmt: skip
    defjvp(np.interp, lambda t, ans, *args, number=number: spread(
        np.where(is_outside(number, *args[:2]), t, 0.0), ans), argnums=[number])  # fmt: skip


def interp_xp_jvp(t, ans, x, xp, fp, left=None, right=None, period=None):
    low, share, slope, inside = between(x, xp, fp, left, right, period)
    t = np.asarray(t)
    return spread(np.where(inside, -slope * (t[low] * (1.0 - share) + t[low + 1] * share), 0.0), ans)


defvjp(np.interp, lambda ans, x, xp, fp, *args, **kwargs: lambda g: match(interp_x(g, x, xp, fp, *args, **kwargs), x),
       lambda ans, *args, **kwargs: lambda g: match(interp_xp_vjp(g, ans, *args, **kwargs), args[1]),
       lambda ans, *args, **kwargs: lambda g: match(interp_fp_vjp(g, ans, *args, **kwargs), args[2]))  # fmt: skip
defjvp(
    np.interp, lambda t, ans, *args, **kwargs: spread(interp_x(t, *args, **kwargs), ans), interp_xp_jvp, interp_fp_jvp
)


# finite differences: each number depends on three of its neighbours at most, so three combs show all the weights
def gradient_axes(f, axis):
    return range(np.ndim(f)) if axis is None else [int(i) % np.ndim(f) for i in np.atleast_1d(axis)]


def gradient_vjp(ans, f, *varargs, axis=None, edge_order=1):
    axes = gradient_axes(f, axis)
    spacings = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)

    def pull(g):
        parts = [g] if len(axes) == 1 and not isinstance(g, list | tuple) else g
        found = [one_axis(part, i, h, edge_order) for part, i, h in zip(parts, axes, spacings, strict=True)]
        return match(functools.reduce(np.add, found), f)

    return pull


def one_axis(g, axis, spacing, edge_order):
    rows = np.moveaxis(g, axis, -1)
    n = rows.shape[-1]
    number, width = np.arange(n), min(n, 3)
    combs = np.stack([np.gradient((number % 3 == k) * 1.0, spacing, edge_order=edge_order) for k in range(3)])
    found: Any = 0.0
    for k in range(width):  # of the left neighbours, of the elements themselves, of the right ones
        weights = combs[(number + k - 1) % 3, number][1:-1]
        if np.any(weights):
            found = found + scattered(rows[..., 1:-1] * weights, (..., slice(k, k + n - 2)), rows.shape)
    for row, first in ((0, 0), (n - 1, n - width)):
        weights = combs[np.arange(first, first + width) % 3, row]
        found = found + scattered(rows[..., row, None] * weights, (..., slice(first, first + width)), rows.shape)
    return np.moveaxis(found, -1, axis)


defvjp(np.gradient, gradient_vjp)
defjvp(np.gradient, "same")
lacks(np.gradient, 1)

# counting
defvjp(np.bincount, None, lambda ans, x, weights=None, minlength=0: lambda g: match(g[np.asarray(x)], weights))
defjvp(np.bincount, None, lambda t, ans, x, weights=None, minlength=0: np.bincount(x, t, minlength))
