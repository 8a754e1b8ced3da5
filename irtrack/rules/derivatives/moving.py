"""Reading and adding at an index; functions that only move elements, whose derivatives say where each one went."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match
from .registry import rule_for
from .rule import by_position
from .verbs import Functions, applied, linear, several


def scattered(g: Any, index: Any, shape: tuple[int, ...]) -> Any:
    """Zeros, with `g` added at an index: the transpose of reading there."""
    out = np.zeros(shape, np.result_type(g))
    if names_no_place_twice(index):
        out[index] = g
    else:
        np.add.at(out, index, g)
    return out


def names_no_place_twice(index: Any) -> bool:
    """Holds of numbers, slices, masks."""
    if type(index) is tuple:
        return all(map(names_no_place_twice, index))
    if isinstance(index, np.ndarray):
        return bool(index.dtype == bool)
    return index is None or index is Ellipsis or isinstance(index, int | slice | np.integer | np.bool_)


linear(scattered, lambda h, ans, g, index, shape: match(h[index], g))


def moves(functions: Functions, *argnums: int) -> None:
    """Functions whose result consists of elements of these arguments (the first, if none is said), and zeros.

    Where each element goes is seen by moving their numbers in the place of the elements.
    """
    for function in several(functions):
        for argnum in argnums or (0,):
            rule = rule_for(function)
            back, along = (made(function, argnum, argnums or (0,)) for made in (moved_back, moved_along))
            if len(argnums) > 1:  # the others may be passed by name
                back, along = (by_position(one, rule.names()) for one in (back, along))
            rule.vjps[argnum], rule.jvps[argnum] = back, along


def moved_back(function, argnum, argnums):
    def vjp(g, ans, *args, **kwargs):
        numbers, total = list(args), 1
        for each in argnums:
            if each < len(args):
                numbers[each], total = numbered(args[each], total)
        places = applied(function, numbers, kwargs)
        flat = scattered(elements(g), elements(places), (total,))
        return renested(flat, numbers[argnum], args[argnum])

    return vjp


def moved_along(function, argnum, argnums):
    def jvp(t, ans, *args, **kwargs):
        rest = [zeros_of(each) if i in argnums else each for i, each in enumerate(args)]
        rest[argnum] = t
        return applied(function, rest, {name: each for name, each in kwargs.items() if name != "out"})

    return jvp


def numbered(x, start):
    """The same nesting with numbers for elements, and the next number. 0 stands for what is no element."""
    if isinstance(x, list | tuple):
        parts = []
        for each in x:
            part, start = numbered(each, start)
            parts.append(part)
        return type(x)(parts), start
    return np.reshape(np.arange(start, start + np.size(x)), np.shape(x)), start + np.size(x)


def renested(flat, numbers, x):
    """The elements of `flat` with these numbers, in the form of x."""
    if isinstance(x, list | tuple):
        return type(x)([renested(flat, part, each) for part, each in zip(numbers, x, strict=True)])
    return match(flat[numbers], x)


def zeros_of(x):
    if isinstance(x, list | tuple):
        return type(x)([zeros_of(each) for each in x])
    return np.zeros_like(x)


def elements(x: Any) -> Any:
    """All elements of an array, or of several."""
    if isinstance(x, list | tuple):
        return np.concatenate([elements(each) for each in x]) if x else np.zeros(0, int)
    return np.ravel(x)
