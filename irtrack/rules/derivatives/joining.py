"""Joining arrays, and splitting them: cotangents and tangents have the structure of the lists."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import numpy as np

from .matching import match
from .moving import moved_along, moved_back, moves
from .verbs import defjvp_argnum, defvjp_argnum, linear


def pieces(g, lengths, axis):
    """`g` cut along an axis."""
    axis, start, found = axis % np.ndim(g), 0, []
    for length in lengths:
        found.append(g[(slice(None),) * axis + (slice(start, start + length),)])
        start += length
    return found


def parts_of(g, arrays, axis):
    """`g` cut into the parts that were concatenated."""
    parts = pieces(g, [np.shape(each)[axis] for each in arrays], axis)
    return of_form(arrays, [match(part, each) for part, each in zip(parts, arrays, strict=True)])


def of_form(arrays, parts):
    """What a list, a tuple or an array of arrays gets."""
    return np.stack(parts) if isinstance(arrays, np.ndarray) else type(arrays)(parts)


def concatenated(g, ans, arrays, axis=0, out=None, **kwargs):
    if axis is None:
        return restacked(g, arrays, [(np.size(each),) for each in arrays], 0)
    return parts_of(g, arrays, axis)


def restacked(g, arrays, shapes, axis):
    """As `parts_of`, where each array had another shape when it was joined."""
    parts = pieces(g, [shape[axis] for shape in shapes], axis)
    return of_form(
        arrays, [match(np.reshape(part, np.shape(each)), each) for part, each in zip(parts, arrays, strict=True)]
    )


def unstacked(g, arrays, axis):
    front = np.moveaxis(g, axis, 0)
    return of_form(arrays, [match(part, each) for part, each in zip(front, arrays, strict=True)])


def joined_by(raise_rank):
    """The cotangent of what makes arrays at least 1-, 2- or 3-dimensional before it joins them."""
    return lambda axis: (
        lambda g, ans, tup, **kwargs: restacked(
            g, tup, [np.shape(raise_rank(each)) for each in tup], axis_of(axis, tup)
        )
    )


def axis_of(axis, arrays):
    return axis if axis is not None else 0 if np.ndim(arrays[0]) < 2 else 1


linear((np.concatenate, np.concat), concatenated)
linear(np.stack, lambda g, ans, arrays, axis=0, out=None, **kwargs: unstacked(g, arrays, axis))
linear(np.vstack, joined_by(np.atleast_2d)(0))
linear(np.hstack, joined_by(np.atleast_1d)(None))
linear(np.dstack, joined_by(np.atleast_3d)(2))
linear(np.column_stack, joined_by(lambda x: np.reshape(x, (-1, 1)) if np.ndim(x) < 2 else x)(1))


# by the numbers of their elements
moves((np.block, np.split, np.array_split, np.hsplit, np.vsplit, np.dsplit))
if hasattr(np, "unstack"):  # since numpy 2.1
    moves(np.unstack)
moves(np.append, 0, 1)
moves(np.insert, 0, 2)
for variadic in (np.atleast_1d, np.atleast_2d, np.atleast_3d, np.broadcast_arrays, np.meshgrid):
    defvjp_argnum(variadic, lambda argnum, ans, args, kwargs, function=variadic: lambda g: moved_back(
        function, argnum, range(len(args)))(g, ans, *args, **kwargs))  # fmt: skip
    defjvp_argnum(variadic, lambda argnum, t, ans, args, kwargs, function=variadic: moved_along(
        function, argnum, range(len(args)))(t, ans, *args, **kwargs))  # fmt: skip
