"""Products of matrices and tensors, convolutions: linear in each factor, so a row is the vjps alone."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import functools
import operator
from typing import Any

import numpy as np

from .matching import match
from .verbs import defjvp, defjvp_argnum, defvjp, defvjp_argnum, linear, nondiff

A: Any = np.ndarray


# matmul: the last two axes; a vector is a row on the left, a column on the right
def matmul_left(g, ans, a, b, *args, **kwargs):
    if type(b) is np.ndarray and b.ndim == 2 and np.ndim(a) == 2:
        return match(np.matmul(g, b.T), a)
    if np.ndim(b) == 1:
        return match(np.expand_dims(g, -1) * b, a)
    if np.ndim(a) == 1:
        return match(np.matmul(b, np.expand_dims(g, -1))[..., 0], a)
    return match(np.matmul(g, np.swapaxes(b, -1, -2)), a)


def matmul_right(g, ans, a, b, *args, **kwargs):
    if type(a) is np.ndarray and a.ndim == 2:
        return match(np.matmul(a.T, g), b)
    if np.ndim(b) == 1:
        return match(np.expand_dims(g, -1) * a, b)
    if np.ndim(a) == 1:
        return match(np.expand_dims(g, -2) * np.expand_dims(a, -1), b)
    return match(np.matmul(np.swapaxes(a, -1, -2), g), b)


linear((operator.matmul, np.matmul, np.linalg.matmul), matmul_left, matmul_right)
linear(operator.imatmul, matmul_left, matmul_right, writes=(0,))
defjvp(operator.imatmul, lambda t, ans, a, b: np.matmul(t, b), lambda t, ans, a, b: np.matmul(a, t))


# dot: the last axis of a with the second to last of b, all others in turn
def dot_left(g, ans, a, b, out=None):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return match(np.sum(g * b) if np.ndim(a) == 0 else g * b, a)
    if np.ndim(b) <= 2:
        return match(np.dot(g, b.T) if np.ndim(b) == 2 else np.expand_dims(g, -1) * b, a)
    rest = [*range(np.ndim(b) - 2), np.ndim(b) - 1]
    return match(np.tensordot(g, b, (list(range(np.ndim(a) - 1, np.ndim(g))), rest)), a)


def dot_right(g, ans, a, b, out=None):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return match(np.sum(g * a) if np.ndim(b) == 0 else g * a, b)
    if np.ndim(a) == 2 and np.ndim(b) <= 2:
        return match(np.dot(np.transpose(a), g), b)
    if np.ndim(a) == 1 and np.ndim(b) == 2:
        return match(np.outer(a, g), b)
    lead = list(range(np.ndim(a) - 1))
    result = np.tensordot(a, g, (lead, lead))
    return match(result if np.ndim(b) == 1 else np.moveaxis(result, 0, -2), b)


linear((np.dot, A.dot), dot_left, dot_right)
linear(np.vdot, lambda g, ans, a, b: match(np.conj(np.reshape(g * np.ravel(b), np.shape(a))), a),
       lambda g, ans, a, b: match(np.reshape(g * np.conj(np.ravel(a)), np.shape(b)), b))  # fmt: skip


def inner_left(g, ans, a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return dot_left(g, ans, a, b)
    lead = np.ndim(a) - 1
    return match(np.tensordot(g, b, (list(range(lead, np.ndim(g))), list(range(np.ndim(b) - 1)))), a)


def inner_right(g, ans, a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return dot_right(g, ans, a, b)
    lead = list(range(np.ndim(a) - 1))
    return match(np.tensordot(g, a, (lead, lead)), b)


linear(np.inner, inner_left, inner_right)


def outer_left(g, ans, a, b, out=None):
    return match(np.reshape(np.dot(g, np.ravel(b)), np.shape(a)), a)


def outer_right(g, ans, a, b, out=None):
    return match(np.reshape(np.dot(np.ravel(a), g), np.shape(b)), b)


linear((np.outer, np.linalg.outer), outer_left, outer_right)


# tensordot, by the axes that are summed
def summed_axes(a, b, axes):
    if isinstance(axes, int | np.integer):
        return list(range(np.ndim(a) - axes, np.ndim(a))), list(range(axes))
    first, second = axes
    return [[int(i) % np.ndim(x) for i in np.atleast_1d(each)] for each, x in ((first, a), (second, b))]


def free_axes(x, summed):
    return [i for i in range(np.ndim(x)) if i not in summed]


def tensordot_left(g, ans, a, b, axes=2):
    of_a, of_b = summed_axes(a, b, axes)
    free_a, free_b = free_axes(a, of_a), free_axes(b, of_b)
    result = np.tensordot(g, b, (list(range(len(free_a), np.ndim(g))), free_b))
    order = [*free_a, *(of_a[i] for i in np.argsort(of_b))]
    return match(np.transpose(result, np.argsort(order)), a)


def tensordot_right(g, ans, a, b, axes=2):
    of_a, of_b = summed_axes(a, b, axes)
    free_a, free_b = free_axes(a, of_a), free_axes(b, of_b)
    result = np.tensordot(g, a, (list(range(len(free_a))), free_a))
    order = [*free_b, *(of_b[i] for i in np.argsort(of_a))]
    return match(np.transpose(result, np.argsort(order)), b)


linear((np.tensordot, np.linalg.tensordot), tensordot_left, tensordot_right)


# einsum: the factor changes places with the result; what only it has is broadcast
def einsum_text(args):
    """(the subscripts as text, the operands), of either way to call np.einsum."""
    if isinstance(args[0], str):
        return args[0], args[1:]
    return lettered(args), args[: len(args) - len(args) % 2 : 2]


def lettered(args):
    """The text for operands that alternate with lists of numbers."""

    def letters(numbers):
        return "".join("..." if n is Ellipsis else chr(97 + n) if n < 26 else chr(39 + n) for n in numbers)

    inputs = ",".join(letters(each) for each in args[1::2])
    return f"{inputs}->{letters(args[-1])}" if len(args) % 2 else inputs


@functools.lru_cache(maxsize=1024)
def full_subscripts(text, ranks):
    """The letters of each operand and of the result, with letters for what `...` stands for."""
    inputs, arrow, output = text.replace(" ", "").partition("->")
    names = inputs.split(",")
    missing = [rank - len(each.replace("...", "")) for each, rank in zip(names, ranks, strict=True)]
    unused = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if c not in text]
    free = "".join(unused[: max(missing)]) if "..." in text else ""
    if not arrow:
        letters = "".join(names).replace("...", "")
        output = ("..." if "..." in text else "") + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    full = [each.replace("...", free[len(free) - own :]) for each, own in zip(names, missing, strict=True)]
    return full, output.replace("...", free)


@functools.lru_cache(maxsize=1024)
def back_subscripts(text, ranks, position):
    """(the equation of the transpose, the letters that it gives, those of the operand once each, all of these)."""
    inputs, output = full_subscripts(text, ranks)
    others = [each for i, each in enumerate(inputs) if i != position]
    unique = "".join(dict.fromkeys(inputs[position]))
    kept = "".join(c for c in unique if c in output or any(c in each for each in others))
    return f"{','.join([output, *others])}->{kept}", kept, unique, inputs[position]


nondiff((full_subscripts, back_subscripts))


def einsum_back(position, args):
    """(g) -> the cotangent of operand `position`."""
    text, operands = einsum_text(args)
    x = operands[position]
    equation, kept, unique, own = back_subscripts(text, tuple([np.ndim(each) for each in operands]), position)
    others = [each for i, each in enumerate(operands) if i != position]

    def pull(g):
        found = np.einsum(equation, g, *others)
        if kept != own or np.shape(found) != np.shape(x):
            found = einsum_full(found, kept, unique, own, x)
        return match(found, x)

    return pull


def einsum_full(found, kept, unique, own, x):
    """The transpose with the axes that it lacks: of length one in the operand alone, or there only, or twice."""
    sizes = dict(zip(own, np.shape(x), strict=True))
    for axis, c in enumerate(kept):
        if sizes[c] == 1 and np.shape(found)[axis] != 1:
            found = np.sum(found, axis=axis, keepdims=True)
    for axis, c in enumerate(unique):
        if c not in kept:
            found = np.expand_dims(found, axis)
    found = np.broadcast_to(found, tuple([sizes[c] for c in unique]))
    return found if unique == own else on_diagonals(found, unique, own, np.shape(x))


def on_diagonals(found, unique, own, shape):
    """Zeros but where equal letters have equal indices."""
    grid = np.indices(shape)
    first = [own.index(c) for c in unique]
    same = np.all([grid[i] == grid[own.index(c)] for i, c in enumerate(own)], axis=0)
    return np.where(same, found[tuple([grid[i] for i in first])], 0.0)


def einsum_position(argnum, args):
    return argnum - 1 if isinstance(args[0], str) else argnum // 2


def einsum_tangent(argnum, t, ans, args, kwargs):
    options = {name: each for name, each in kwargs.items() if name == "optimize"}
    return np.einsum(*args[:argnum], t, *args[argnum + 1 :], **options)


defvjp_argnum(np.einsum, lambda argnum, ans, args, kwargs: einsum_back(einsum_position(argnum, args), args))
defjvp_argnum(np.einsum, einsum_tangent)


# kron, cross, and the products of stacks of vectors
def kron_parts(g, a, b):
    """`g` with the axes of a and those of b in turn, and the shapes with as many axes."""
    rank = max(np.ndim(a), np.ndim(b))
    of_a, of_b = ((1,) * (rank - np.ndim(x)) + np.shape(x) for x in (a, b))
    split = np.reshape(g, [n for pair in zip(of_a, of_b, strict=True) for n in pair])
    return split, of_a, of_b, rank


def kron_left(g, ans, a, b):
    split, _, of_b, rank = kron_parts(g, a, b)
    spaced = np.reshape(b, [n for each in of_b for n in (1, each)])
    return match(np.reshape(np.sum(split * spaced, axis=tuple(range(1, 2 * rank, 2))), np.shape(a)), a)


def kron_right(g, ans, a, b):
    split, of_a, _, rank = kron_parts(g, a, b)
    spaced = np.reshape(a, [n for each in of_a for n in (each, 1)])
    return match(np.reshape(np.sum(split * spaced, axis=tuple(range(0, 2 * rank, 2))), np.shape(b)), b)


linear(np.kron, kron_left, kron_right)


def cross_axes(axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (axis, axis, axis) if axis is not None else (axisa, axisb, axisc)


def crossed(g, a, b, which, axes):
    """In three dimensions: the axes of the vectors go last, and are put back."""
    of_a, of_b, of_c = axes
    g, a, b = np.moveaxis(g, of_c, -1), np.moveaxis(a, of_a, -1), np.moveaxis(b, of_b, -1)
    if which == 0:
        return match(np.cross(b, g), a), of_a
    return match(np.cross(g, a), b), of_b


def cross_vjp(which):
    def vjp(ans, a, b, *args, **kwargs):
        def pull(g):
            if 2 in (np.shape(a)[cross_axes(*args, **kwargs)[0]], np.shape(b)[cross_axes(*args, **kwargs)[1]]):
                raise NotImplementedError("np.cross has a derivative for vectors of three numbers only")
            found, axis = crossed(g, a, b, which, cross_axes(*args, **kwargs))
            return np.moveaxis(found, -1, axis)

        return pull

    return vjp


defvjp(np.cross, cross_vjp(0), cross_vjp(1))
defjvp(np.cross, "same", "same")
defvjp(np.linalg.cross, lambda ans, a, b, *, axis=-1: cross_vjp(0)(ans, a, b, axis=axis),
       lambda ans, a, b, *, axis=-1: cross_vjp(1)(ans, a, b, axis=axis))  # fmt: skip
defjvp(np.linalg.cross, "same", "same")


def vecdot_left(g, ans, a, b, axis=-1, **kwargs):
    return match(np.conj(np.expand_dims(g, axis) * b), a)


def vecdot_right(g, ans, a, b, axis=-1, **kwargs):
    return match(np.expand_dims(g, axis) * np.conj(a), b)


linear(np.linalg.vecdot, vecdot_left, vecdot_right)
if hasattr(np, "vecdot"):  # since numpy 2.1
    linear(np.vecdot, vecdot_left, vecdot_right)
if hasattr(np, "matvec"):  # since numpy 2.2
    linear(np.matvec, lambda g, ans, a, b, **kwargs: match(np.expand_dims(g, -1) * np.expand_dims(b, -2), a),
           lambda g, ans, a, b, **kwargs: match(np.matvec(np.swapaxes(a, -1, -2), g), b))  # fmt: skip
    linear(np.vecmat, lambda g, ans, a, b, **kwargs: match(np.conj(np.matvec(b, g)), a),
           lambda g, ans, a, b, **kwargs: match(np.expand_dims(np.conj(a), -1) * np.expand_dims(g, -2), b))  # fmt: skip


# of several
def multi_dot_vjp(ans, arrays, *, out=None):
    matrices = [np.reshape(x, (1, -1) if i == 0 else (-1, 1)) if np.ndim(x) == 1 else x for i, x in enumerate(arrays)]

    def pull(g):
        rows, columns = np.shape(matrices[0])[0], np.shape(matrices[-1])[1]
        g, found = np.reshape(g, (rows, columns)), []
        for i, x in enumerate(arrays):
            left, right = functools.reduce(np.dot, matrices[:i], np.eye(rows)), matrices[i + 1 :]
            part = np.dot(left.T, g)
            for each in reversed(right):
                part = np.dot(part, each.T)
            found.append(match(np.reshape(part, np.shape(x)), x))
        return type(arrays)(found)

    return pull


def multi_dot_jvp(t, ans, arrays, *, out=None):
    parts = [np.linalg.multi_dot([*arrays[:i], each, *arrays[i + 1 :]]) for i, each in enumerate(t)]
    return functools.reduce(np.add, parts)


defvjp(np.linalg.multi_dot, multi_dot_vjp)
defjvp(np.linalg.multi_dot, multi_dot_jvp)


# convolutions: each term is a product of two elements
def as_full(g, ans, a, v, mode):
    """The cotangent of the full convolution, of which `mode` gives a part."""
    full, part = np.size(a) + np.size(v) - 1, np.size(ans)
    before = {"full": 0, "same": (full - part) // 2, "valid": min(np.size(a), np.size(v)) - 1}[mode]
    return np.pad(g, (before, full - part - before))


def convolve_left(g, ans, a, v, mode="full"):
    g = as_full(g, ans, a, v, mode)
    if np.size(a) >= np.size(v):
        return match(np.convolve(g, np.flip(v), "valid"), a)
    return match(np.correlate(g, np.conj(v), "valid"), a)


def convolve_right(g, ans, a, v, mode="full"):
    return match(np.correlate(as_full(g, ans, a, v, mode), np.conj(a), "valid"), v)


def turned(v):
    """What np.convolve is given where np.correlate is given v."""
    return np.flip(np.conj(v))


linear(np.convolve, convolve_left, convolve_right)


def correlate_right(g, ans, a, v, mode="valid"):
    return match(turned(np.correlate(as_full(g, ans, a, v, mode), np.conj(a), "valid")), v)


linear(np.correlate, lambda g, ans, a, v, mode="valid": convolve_left(g, ans, a, turned(v), mode), correlate_right)
