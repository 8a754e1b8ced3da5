"""Builtins and functions of `math` that take several numbers, in lists and tuples too."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import functools
import math
import operator

import numpy as np

from .matching import match, spread
from .verbs import defjvp, defjvp_argnum, defvjp, defvjp_argnum, nondiff


def total(parts):
    """The sum, of numbers or arrays; 0.0 of none."""
    return functools.reduce(operator.add, parts, 0.0)


def spread_over(g, parts):
    """`g` for each."""
    return match(g, parts) if isinstance(parts, np.ndarray) else type(parts)([match(g, each) for each in parts])


# sums and products
defvjp((sum, math.fsum), lambda ans, parts, start=0: lambda g: spread_over(g, parts))
defjvp((sum, math.fsum), lambda t, ans, parts, start=0: spread(total(t), ans))
defvjp(sum, lambda ans, parts, start: lambda g: match(g, start), argnums=[1])
defjvp(sum, lambda t, ans, parts, start: spread(t, ans), argnums=[1])


def without(parts, i):
    return functools.reduce(operator.mul, [*parts[:i], *parts[i + 1 :]], 1.0)


def prod_vjp(ans, parts, *, start=1):
    return lambda g: type(parts)([match(g * start * without(parts, i), each) for i, each in enumerate(parts)])


defvjp(math.prod, prod_vjp, lambda ans, parts, *, start: lambda g: match(g * without(parts, len(parts)), start),
       argnums=[0, "start"])  # fmt: skip
defjvp(math.prod, lambda t, ans, parts, *, start=1: total(
           [each * start * without(parts, i) for i, each in enumerate(t)]),
       lambda t, ans, parts, *, start: t * without(parts, len(parts)), argnums=[0, "start"])  # fmt: skip


# distances and sums of products, of two sequences
def distance_parts(argnum, ans, p, q):
    sign = 1.0 if argnum == 0 else -1.0
    return [sign * (a - b) / ans if ans else 0.0 for a, b in zip(p, q, strict=True)]


for number in range(2):
    defvjp(math.dist, lambda ans, p, q, number=number: lambda g: type((p, q)[number])(
        [g * each for each in distance_parts(number, ans, p, q)]), argnums=[number])  # fmt: skip
    defjvp(math.dist, lambda t, ans, p, q, number=number: total(
        [a * b for a, b in zip(t, distance_parts(number, ans, p, q), strict=True)]), argnums=[number])  # fmt: skip
if hasattr(math, "sumprod"):  # since 3.12
    defvjp(math.sumprod, lambda ans, p, q: lambda g: type(p)([g * each for each in q]),
           lambda ans, p, q: lambda g: type(q)([g * each for each in p]))  # fmt: skip
    defjvp(math.sumprod, lambda t, ans, p, q: total([a * b for a, b in zip(t, q, strict=True)]),
           lambda t, ans, p, q: total([a * b for a, b in zip(p, t, strict=True)]))  # fmt: skip


# max and min: the first that is the result has it all
def place_of(ans, parts):
    """Where the result stands among the arguments."""
    for i, each in enumerate(parts):
        if each is ans:
            return i
    return next((i for i, each in enumerate(parts) if each == ans), -1)


def extreme_vjp(argnum, ans, args, kwargs):
    def pull(g):
        if len(args) > 1:
            return match(g if place_of(ans, args) == argnum else g * 0.0, args[argnum])
        found = [match(g if i == place_of(ans, args[0]) else g * 0.0, each) for i, each in enumerate(args[0])]
        return np.asarray(found) if isinstance(args[0], np.ndarray) else type(args[0])(found)

    return pull


def extreme_jvp(argnum, t, ans, args, kwargs):
    if len(args) > 1:
        return t if place_of(ans, args) == argnum else t * 0.0
    return t[place_of(ans, args[0])]


defvjp_argnum((max, min), extreme_vjp)
defjvp_argnum((max, min), extreme_jvp)


# in several parts: the remainder, or the fraction, has the derivative
def divmod_vjp(which):
    return lambda ans, x, y: lambda g: match(g[1] if which == 0 else -g[1] * ans[0], (x, y)[which])


def divmod_jvp(which):
    def jvp(t, ans, x, y):
        of_rest = spread(t if which == 0 else -t * ans[0], ans[1])
        return of_rest * 0.0, of_rest

    return jvp


defvjp((divmod, np.divmod), divmod_vjp(0), divmod_vjp(1))
defjvp((divmod, np.divmod), divmod_jvp(0), divmod_jvp(1))
defvjp((math.modf, np.modf), lambda ans, x: lambda g: match(g[0], x))
defjvp((math.modf, np.modf), lambda t, ans, x: (t, t * 0.0))
defvjp((math.frexp, np.frexp), lambda ans, x: lambda g: match(g[0] * 2.0 ** -np.asarray(ans[1], float), x))
defjvp((math.frexp, np.frexp), lambda t, ans, x: (
    spread(t * 2.0 ** -np.asarray(ans[1], float), ans[0]), np.zeros_like(ans[1])))  # fmt: skip

nondiff((any, all, bin, hex, oct, dir, callable, chr))
