"""Reading at an index, writing to one; choosing among arrays."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .matching import match, spread
from .moving import moves, names_no_place_twice, scattered
from .registry import rule_for
from .verbs import Functions, defjvp, defvjp, linear, nondiff, several

A: Any = np.ndarray
Place = Callable[..., Any]  # of what the function is given: the index that it writes to
Values = Callable[[Any, Any, Any], Any]  # of (array, index, values): what is written there

# reading
linear((operator.getitem, A.__getitem__), lambda g, ans, x, index: match(scattered(g, index, np.shape(x)), x))
nondiff((operator.getitem, A.__getitem__), argnums=[1])
moves((np.take, A.take, np.delete, np.resize, np.lib.stride_tricks.sliding_window_view, np.take_along_axis))
rule_for(np.lib.stride_tricks.as_strided)  # is not entered, since what it gives is a view of its argument
moves((np.compress, np.extract), 1)
moves(A.compress)
nondiff((np.take, A.take, np.delete, np.take_along_axis, np.put_along_axis), argnums=[1])


# writing: the result is the array afterwards
def zeroed(g: Any, index: Any) -> Any:
    """`g`, with zeros at an index."""
    g = np.array(g)
    g[index] = 0
    return g


def assigned(v: Any, index: Any, like: Any) -> Any:
    """Zeros in the form of `like`, with `v` written to an index."""
    out = np.zeros_like(like)
    out[index] = v
    return out


def unassigned(g: Any, index: Any) -> Any:
    """What `g` has at an index, once for each place: where a place is named twice, the last one was written."""
    found = g[index]
    if names_no_place_twice(index):
        return found
    numbers = np.reshape(np.arange(np.size(found)), np.shape(found))
    written = np.zeros(np.shape(g), int)
    written[index] = numbers
    return np.where(written[index] == numbers, found, np.zeros_like(found))


linear(zeroed, lambda h, ans, g, index: match(zeroed(h, index), g))
linear(assigned, lambda h, ans, v, index, like: match(unassigned(h, index), v))

for setitem in (operator.setitem, A.__setitem__):
    defvjp(setitem, lambda ans, x, index, v: lambda g: match(zeroed(g, index), x), None,
           lambda ans, x, index, v: lambda g: match(unassigned(g, index), v))  # fmt: skip
    defjvp(setitem, lambda t, ans, x, index, v: zeroed(t, index), None,
           lambda t, ans, x, index, v: assigned(t, index, x))  # fmt: skip


def writing(functions: Functions, argnum: int, where: Place, values: Values) -> None:
    """Functions that write their argument `argnum` to their first one: the index, and what is written there."""

    def maker(ans, x, *args, **kwargs):
        return lambda g: match(zeroed(g, where(x, *args, **kwargs)), x)

    def value_maker(ans, x, *args, **kwargs):
        v, index = args[argnum - 1], where(x, *args, **kwargs)
        numbers = values(x, index, np.reshape(np.arange(np.size(v)), np.shape(v)))

        def pull(g):
            found = np.broadcast_to(numbers, np.shape(g[index]))
            flat = scattered(np.ravel(unassigned(g, index)), np.ravel(found), (np.size(v),))
            return match(np.reshape(flat, np.shape(v)), v)

        return pull

    def value_tangent(t, ans, x, *args, **kwargs):
        index = where(x, *args, **kwargs)
        return assigned(values(x, index, np.asarray(t)), index, x)

    defvjp(functions, maker, value_maker, argnums=[0, argnum])
    defjvp(functions, lambda t, ans, x, *args, **kwargs: zeroed(t, where(x, *args, **kwargs)), value_tangent,
           argnums=[0, argnum])  # fmt: skip
    for function in several(functions):
        rule_for(function).writes = (0,)


def flat_index(x, indices, *args, **kwargs):
    return np.unravel_index(np.ravel(indices) % np.size(x), np.shape(x))


def diagonal_index(a, val, wrap=False):
    if np.ndim(a) > 2:
        return (np.arange(np.shape(a)[0]),) * np.ndim(a)
    columns = np.shape(a)[1]
    end = None if wrap else columns * columns
    return np.unravel_index(np.arange(np.size(a))[: end : columns + 1], np.shape(a))


def along_index(arr, indices, values, axis):
    grid = list(np.ogrid[tuple(slice(n) for n in np.shape(indices))])
    grid[axis] = indices
    return tuple(grid)


def repeated(x, index, v):
    """As many as there are places, in turn."""
    return np.resize(v, np.shape(np.zeros(np.shape(x), bool)[index]))


def same_place(x, index, v):
    return np.resize(v, np.shape(x))[index]


def fitting(x, index, v):
    return np.broadcast_to(v, np.shape(x))[index]


writing((np.put, A.put), 2, flat_index, repeated)
writing(np.putmask, 2, lambda a, mask, values: np.asarray(mask, bool), same_place)
writing(np.place, 2, lambda arr, mask, vals: np.asarray(mask, bool), repeated)
writing(np.copyto, 1, lambda dst, src, casting="same_kind", where=True: (
    np.broadcast_to(np.asarray(where, bool), np.shape(dst))), fitting)  # fmt: skip
writing(np.fill_diagonal, 1, diagonal_index, repeated)
writing(np.put_along_axis, 2, along_index, lambda x, index, v: v)
writing(A.fill, 1, lambda a, value: Ellipsis, lambda x, index, v: v)
for function in (operator.setitem, A.__setitem__):
    rule_for(function).writes = (0,)


# choosing
def where_tangent(t, ans, c, x, y, number):
    return spread(np.where(c, *((t, np.zeros_like(t)) if number == 1 else (np.zeros_like(t), t))), ans)


defvjp(np.where, None, lambda ans, c, x, y: lambda g: match(np.where(c, g, np.zeros_like(g)), x),
       lambda ans, c, x, y: lambda g: match(np.where(c, np.zeros_like(g), g), y))  # fmt: skip
defjvp(np.where, None, lambda t, ans, c, x, y: where_tangent(t, ans, c, x, y, 1),
       lambda t, ans, c, x, y: where_tangent(t, ans, c, x, y, 2))  # fmt: skip


moves((np.choose, A.choose), 1)
moves(np.select, 1, 2)
nondiff((np.argwhere, np.nonzero, np.flatnonzero, A.nonzero, np.searchsorted, A.searchsorted, np.digitize))
nondiff((np.isin, np.isclose, np.allclose, np.array_equal, np.array_equiv, np.histogram_bin_edges, np.unravel_index))
