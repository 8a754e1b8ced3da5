"""np.linalg.norm and cond: for each kind of norm, the weight that each element has in it."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match, spread
from .verbs import defjvp, defvjp

la: Any = np.linalg


def nonzero(x):
    """x, with ones for zeros."""
    return np.where(x == 0, 1.0, x)


def direction(x):
    """The derivative of abs(x)."""
    return np.conj(x) / nonzero(np.abs(x))


def shares(those, axis):
    """Those that are the largest share it."""
    return those / np.maximum(np.sum(those, axis=axis, keepdims=True), 1)


def vector_weights(x, order, axis):
    if order == 0:
        return np.zeros_like(x)
    size = np.abs(x)
    norm = la.norm(x, order, axis, keepdims=True)
    if order is None or order == 2:
        return np.conj(x) / nonzero(norm)
    if order in (np.inf, -np.inf):
        return direction(x) * shares(size == norm, axis)
    power = np.where(size == 0, 0.0 if order > 1 else 1.0, nonzero(size) ** (order - 1))
    return direction(x) * power * (norm if order < 1 else nonzero(norm)) ** (1 - order)


def matrix_weights(x, order):
    """Of matrices in the last two axes."""
    if order is None or order == "fro":
        return np.conj(x) / nonzero(la.norm(x, axis=(-2, -1), keepdims=True))
    if order in (1, -1, np.inf, -np.inf):
        sums = np.sum(np.abs(x), axis=-2 if abs(order) == 1 else -1, keepdims=True)
        best = np.max(sums, axis=(-2, -1), keepdims=True) if order > 0 else np.min(sums, axis=(-2, -1), keepdims=True)
        return direction(x) * shares(sums == best, (-2, -1))
    u, s, vh = la.svd(x, full_matrices=False)
    rank = np.arange(np.shape(s)[-1])
    taken = {"nuc": rank >= 0, 2: rank == 0, -2: rank == len(rank) - 1}[order]
    return np.conj((u * taken) @ vh)


def norm_weights(x, order, axis):
    x = np.asarray(x)
    if axis is None and order is None:
        return np.conj(x) / nonzero(np.sqrt(np.sum(np.real(x * np.conj(x)))))
    axes = tuple(range(x.ndim)) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    if len(axes) == 1:
        return vector_weights(x, order, axes[0])
    return np.moveaxis(matrix_weights(np.moveaxis(x, axes, (-2, -1)), order), (-2, -1), axes)


def reduced_axes(x, axis):
    return tuple(range(np.ndim(x))) if axis is None else axis


def norm_vjp(ans, x, ord=None, axis=None, keepdims=False):
    weights = norm_weights(x, ord, axis)
    return lambda g: match((g if keepdims else np.expand_dims(g, reduced_axes(x, axis))) * weights, x)


def norm_jvp(t, ans, x, ord=None, axis=None, keepdims=False):
    parts = np.real(t * norm_weights(x, ord, axis))
    return spread(np.sum(parts, axis=reduced_axes(x, axis), keepdims=keepdims), ans)


defvjp(la.norm, norm_vjp)
defjvp(la.norm, norm_jvp)


# the condition number, of which the common kinds are quotients of singular values
def cond_weights(x, p, ans):
    if p in (None, 2, -2):
        u, s, vh = la.svd(x, full_matrices=False)
        first, last = np.arange(np.shape(s)[-1]) == 0, np.arange(np.shape(s)[-1]) == np.shape(s)[-1] - 1
        slopes = (first * 1.0 - last) * np.expand_dims(ans, -1) / s
        return np.conj((u * (slopes if p != -2 else -slopes)) @ vh)
    inverse, turned = la.inv(x), np.swapaxes(la.inv(x), -1, -2)
    outer, inner = (np.expand_dims(la.norm(each, p, (-2, -1)), (-2, -1)) for each in (x, inverse))
    return matrix_weights(x, p) * inner - outer * (turned @ matrix_weights(inverse, p) @ turned)


defvjp(la.cond, lambda ans, x, p=None: lambda g: match(np.expand_dims(g, (-2, -1)) * cond_weights(x, p, ans), x))
defjvp(la.cond, lambda t, ans, x, p=None: spread(np.sum(np.real(t * cond_weights(x, p, ans)), axis=(-2, -1)), ans))
