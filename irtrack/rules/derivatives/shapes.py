"""What moves, copies or repeats elements: linear in the array, so a row is the vjp alone."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match
from .moving import scattered
from .verbs import defjvp, defvjp, linear, nondiff

A: Any = np.ndarray


def reshaped(g, ans, x, *args, **kwargs):
    """Of what only changes the shape, in C order: the same elements."""
    return match(np.reshape(g, np.shape(x)), x)


def order_of(order, x):
    """The order that "A" stands for: that of x in memory."""
    return order if order in ("C", "F") else "F" if order == "A" and np.isfortran(x) else "C"


def raveled_axes(order, x):
    """The axes of x in the order in which np.ravel goes through them, the slowest first."""
    axes = np.arange(np.ndim(x))
    if order == "K" and isinstance(x, np.ndarray):
        return np.argsort(-np.abs(x.strides), kind="stable")
    return axes[::-1] if order_of(order, x) == "F" else axes


def unraveled(g, ans, x, order="C"):
    axes = raveled_axes(order, x)
    if not np.ndim(x):
        return match(np.reshape(g, ()), x)
    return match(np.transpose(np.reshape(g, tuple(np.asarray(np.shape(x))[axes])), np.argsort(axes)), x)


def raveled(t, ans, x, order="C"):
    return np.reshape(np.transpose(t, raveled_axes(order, x)), -1)


def reordered(g, x, order):
    return match(np.reshape(g, np.shape(x), order=order_of(order, x)), x)


linear((np.expand_dims, np.squeeze, A.squeeze), reshaped)
defvjp(np.reshape, lambda ans, x, shape, order="C", *, copy=None: lambda g: reordered(g, x, order))
defjvp(np.reshape, lambda t, ans, x, shape, order="C", *, copy=None: np.reshape(t, np.shape(ans), order_of(order, x)))
defvjp(A.reshape, lambda ans, x, *shape, order="C", copy=None: lambda g: reordered(g, x, order))
defjvp(A.reshape, lambda t, ans, x, *shape, order="C", copy=None: np.reshape(t, np.shape(ans), order_of(order, x)))
defvjp((np.ravel, A.ravel, A.flatten), lambda ans, x, order="C": lambda g: unraveled(g, ans, x, order))
defjvp((np.ravel, A.ravel, A.flatten), raveled)


# axes in another order
def transposed(g, ans, x, *axes):
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int | np.integer) else axes
    return match(np.transpose(g, np.argsort(axes) if axes else None), x)


linear(
    (np.transpose, np.permute_dims), lambda g, ans, a, axes=None: transposed(g, ans, a, *(() if axes is None else axes))
)
nondiff(A.__deepcopy__, argnums=[1])
linear(A.transpose, lambda g, ans, x, *axes: transposed(g, ans, x, *(() if axes == (None,) else axes)))
linear((np.swapaxes, A.swapaxes), lambda g, ans, x, axis1, axis2: match(np.swapaxes(g, axis1, axis2), x))
linear(np.moveaxis, lambda g, ans, a, source, destination: match(np.moveaxis(g, destination, source), a))
linear(np.matrix_transpose, lambda g, ans, x: match(np.matrix_transpose(g), x))


def rolled_back(g, ans, a, axis, start=0):
    axis, start = axis % np.ndim(a), start + np.ndim(a) if start < 0 else start
    return match(np.moveaxis(g, start - 1 if axis < start else start, axis), a)


linear(np.rollaxis, rolled_back)

# elements in another order
linear(np.flip, lambda g, ans, m, axis=None: match(np.flip(g, axis), m))
linear(np.fliplr, lambda g, ans, m: match(np.fliplr(g), m))
linear(np.flipud, lambda g, ans, m: match(np.flipud(g), m))
linear(np.rot90, lambda g, ans, m, k=1, axes=(0, 1): match(np.rot90(g, -k, axes), m))
linear(np.roll, lambda g, ans, a, shift, axis=None: match(np.roll(g, np.negative(shift), axis), a))

# copies
linear((np.broadcast_to,), lambda g, ans, array, shape, subok=False: match(g, array))
linear((np.copy, np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray, A.copy, A.__copy__,
        A.__deepcopy__),
       lambda g, ans, x, *args, **kwargs: match(lowered(g, x), x))  # fmt: skip
linear((np.asarray_chkfinite, np.require, np.real_if_close), lambda g, ans, x, *args, **kwargs: match(g, x))
linear(np.astype, lambda g, ans, x, dtype, /, *, copy=True, device=None: match(g, x))
linear(A.astype, lambda g, ans, x, dtype, *args, **kwargs: match(g, x))
linear((A.item, A.__float__, A.__complex__, float), lambda g, ans, x, *args: item_back(g, x, args))
linear((np.float64, np.float32, np.float16, np.longdouble, np.complex128, np.complex64, np.clongdouble),
       lambda g, ans, x: match(g, x))  # fmt: skip
defvjp(complex, lambda ans, x, y=None: lambda g: match(g, x), lambda ans, x, y: lambda g: match(g * 1j, y))
defjvp(complex, lambda t, ans, x, y=None: t + 0j, lambda t, ans, x, y: t * 1j)


def lowered(g, x):
    """`g` without the axes that `ndmin` put before those of x."""
    extra = np.ndim(g) - np.ndim(x)
    return np.reshape(g, np.shape(g)[extra:]) if extra > 0 else g


def item_back(g, x, args):
    if np.ndim(x) == 0 or not args:
        return match(np.reshape(g, np.shape(x)), x)
    return placed(g, x, np.unravel_index(args[0], np.shape(x)) if len(args) == 1 and isinstance(args[0], int) else args)


def placed(g, x, index):
    """Zeros of the form of x, but for `g` at an index."""
    return np.where(at(np.shape(x), index), g, np.zeros(np.shape(x), np.asarray(x).dtype))


def at(shape, index):
    """True at one place."""
    mask = np.zeros(shape, bool)
    mask[index] = True
    return mask


# repeats
def untiled(g, ans, A, reps):
    reps = np.atleast_1d(reps)
    shape = (1,) * (len(reps) - np.ndim(A)) + np.shape(A)
    reps = (1,) * (len(shape) - len(reps)) + tuple(int(each) for each in reps)
    split = [each for pair in zip(reps, shape, strict=True) for each in pair]
    return match(np.reshape(np.sum(np.reshape(g, split), axis=tuple(range(0, len(split), 2))), np.shape(A)), A)


def unrepeated(g, ans, a, repeats, axis=None):
    if axis is None:
        return match(np.reshape(unrepeated(g, ans, np.ravel(a), repeats, 0), np.shape(a)), a)
    length = np.shape(a)[axis]
    front = np.moveaxis(g, axis, 0)
    if np.size(repeats) == 1 and length:  # each as often
        copies = np.reshape(front, (length, len(front) // length, *front.shape[1:]))
        return match(np.moveaxis(np.sum(copies, axis=1), 0, axis), a)
    where = np.repeat(np.arange(length), repeats)
    return match(np.moveaxis(scattered(front, where, (length, *front.shape[1:])), 0, axis), a)


linear(np.tile, untiled)
linear((np.repeat, A.repeat), unrepeated)


# diagonals and triangles
def on_diagonal(g, shape, offset=0, axis1=0, axis2=1):
    """`g` on the diagonal of zeros: the transpose of np.diagonal."""
    rows, columns = shape[axis1], shape[axis2]
    places = np.eye(rows, columns, offset, dtype=bool)
    if not np.shape(g)[-1]:
        return np.zeros(shape, g.dtype)
    start = max(0, -offset)
    full = np.where(places, g[..., np.clip(np.arange(rows) - start, 0, g.shape[-1] - 1)][..., :, None], 0.0)
    return np.moveaxis(full, (-2, -1), (axis1, axis2))


linear((np.diagonal, A.diagonal), lambda g, ans, a, offset=0, axis1=0, axis2=1: match(
    on_diagonal(g, np.shape(a), offset, axis1, axis2), a))  # fmt: skip
linear(np.linalg.diagonal, lambda g, ans, x, /, *, offset=0: match(on_diagonal(g, np.shape(x), offset, -2, -1), x))
linear((np.trace, A.trace), lambda g, ans, a, offset=0, axis1=0, axis2=1, dtype=None: match(
    traced(g, a, offset, axis1, axis2), a))  # fmt: skip
linear(np.linalg.trace, lambda g, ans, x, /, *, offset=0, dtype=None: match(traced(g, x, offset, -2, -1), x))
linear(np.diag, lambda g, ans, v, k=0: match(
    np.diagonal(g, k) if np.ndim(v) == 1 else on_diagonal(g, np.shape(v), k), v))  # fmt: skip
linear(np.diagflat, lambda g, ans, v, k=0: match(np.reshape(np.diagonal(g, k), np.shape(v)), v))
linear(np.triu, lambda g, ans, m, k=0: match(np.triu(g, k), m))
linear(np.tril, lambda g, ans, m, k=0: match(np.tril(g, k), m))


def traced(g, a, offset, axis1, axis2):
    length = len(np.diagonal(np.eye(np.shape(a)[axis1], np.shape(a)[axis2]), offset))
    return on_diagonal(
        np.broadcast_to(np.expand_dims(g, -1), (*np.shape(g), length)), np.shape(a), offset, axis1, axis2
    )


# constants in the shape of others, or filled with one number
linear(np.full, lambda g, ans, shape, fill_value, *args, **kwargs: match(g, fill_value), argnums=[1])
linear(np.full_like, lambda g, ans, a, fill_value, *args, **kwargs: match(g, fill_value), argnums=[1])
nondiff(np.full_like, argnums=[0])
nondiff((np.zeros_like, np.ones_like, np.empty_like, np.zeros, np.ones, np.empty, np.eye, np.identity, np.tri))
nondiff(
    (np.shape, np.ndim, np.size, np.result_type, np.isscalar, np.iscomplexobj, np.isrealobj, np.iscomplex, np.isreal)
)
nondiff((np.indices, np.ix_, np.tril_indices, np.triu_indices, np.diag_indices, np.unravel_index, np.ravel_multi_index))
nondiff((np.broadcast_shapes, np.can_cast, np.promote_types, np.may_share_memory, np.shares_memory, np.issubdtype))


# padding: with constants, or with what np.pad does to the places of elements
def unpadded(g, ans, array, pad_width, mode="constant", **kwargs):
    if mode == "constant":
        return match(g[inner_part(np.shape(array), np.shape(ans), pad_width)], array)
    only_moving(mode, kwargs)
    places = np.pad(np.reshape(np.arange(np.size(array)), np.shape(array)), pad_width, mode, **kwargs)
    flat = scattered(np.ravel(g), np.ravel(places), (np.size(array),))
    return match(np.reshape(flat, np.shape(array)), array)


def only_moving(mode, kwargs):
    if mode not in ("constant", "edge", "reflect", "symmetric", "wrap") or kwargs.get("reflect_type") == "odd":
        raise NotImplementedError(
            f"np.pad has no derivative for mode {mode!r}; constant, edge, reflect, symmetric, wrap have"
        )


def inner_part(shape, padded, pad_width):
    if isinstance(pad_width, dict):
        before = [pad_width.get(i, pad_width.get(i - len(shape), (0, 0))) for i in range(len(shape))]
        pad_width = [(each, each) if isinstance(each, int) else each for each in before]
    starts = np.broadcast_to(pad_width, (len(shape), 2))[:, 0]
    return tuple(slice(int(start), int(start) + n) for start, n in zip(starts, shape, strict=True))


def padded_tangent(t, ans, array, pad_width, mode="constant", **kwargs):
    only_moving(mode, kwargs)
    kwargs.pop("constant_values", None)
    return np.pad(t, pad_width, mode, **kwargs)


defvjp(np.pad, lambda ans, array, pad_width, mode="constant", **kwargs: lambda g: unpadded(
    g, ans, array, pad_width, mode, **kwargs))  # fmt: skip
defjvp(np.pad, padded_tangent)

# attributes
linear(A.T, lambda g, ans, x: match(np.transpose(g), x))
linear(A.mT, lambda g, ans, x: match(np.matrix_transpose(g), x))
linear(A.flat, reshaped)
nondiff((A.shape, A.size, A.ndim, A.dtype, A.nbytes, A.itemsize, A.strides, A.flags, A.base))
