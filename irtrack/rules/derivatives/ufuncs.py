"""Methods of ufuncs, `np.add.reduce(x)`: functions of the ufunc, and then of what it is given."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .cumulative import cumprod_jvp, cumprod_vjp, cumsum_vjp
from .matching import match, spread
from .moving import scattered
from .registry import rule_for, rule_of
from .rule import MissingDerivative
from .selecting import places_along
from .verbs import defjvp, defvjp, nondiff

U: Any = np.ufunc

# what is the same as a function of numpy's
REDUCING = {np.add: np.sum, np.multiply: np.prod, np.maximum: np.max, np.minimum: np.min, np.logaddexp: None}
ACCUMULATING = {np.add: (lambda *args: lambda g: cumsum_vjp(g, *args), lambda t, ans, x, axis: np.cumsum(t, axis)),
                np.multiply: (cumprod_vjp, cumprod_jvp)}  # fmt: skip


def unknown(ufunc, method):
    return MissingDerivative(f"np.{ufunc.__name__}.{method} has no derivative; np.add and np.multiply have")


# reduce
def options_of(axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    given = {"axis": axis, "keepdims": keepdims, "where": where}
    return {name: each for name, each in given.items() if not (name == "where" and each is True)}


def log_shares(ans, x, options):
    """exp(x - ans), the weights in a sum of exponentials."""
    axis = options["axis"]
    full = ans if options["keepdims"] else np.reshape(ans, (1,) * x.ndim) if axis is None else np.expand_dims(ans, axis)
    return np.exp(x - full), axis, options["keepdims"]


def reduce_vjp(ans, ufunc, array, *args, **kwargs):
    options = options_of(*args, **kwargs)
    if ufunc is np.logaddexp:
        shares, axis, keepdims = log_shares(ans, np.asarray(array), options)
        return lambda g: match(shares * (g if keepdims or axis is None else np.expand_dims(g, axis)), array)
    function = REDUCING.get(ufunc)
    if function is None:
        raise unknown(ufunc, "reduce")
    rule = rule_for(function)
    return lambda g: rule.vjp(0)(g, ans, array, **options)


def reduce_jvp(t, ans, ufunc, array, *args, **kwargs):
    options = options_of(*args, **kwargs)
    if ufunc is np.logaddexp:
        shares, axis, keepdims = log_shares(ans, np.asarray(array), options)
        return np.sum(shares * t, axis=axis, keepdims=keepdims)
    function = REDUCING.get(ufunc)
    if function is None:
        raise unknown(ufunc, "reduce")
    return rule_for(function).jvp(0)(t, ans, array, **options)


defvjp(U.reduce, reduce_vjp, argnums=[1])
defjvp(U.reduce, reduce_jvp, argnums=[1])


# accumulate
def running_places(ufunc, x, axis):
    """Where the largest, or smallest, so far stood."""
    best = ufunc.accumulate(x, axis)
    length = x.shape[axis]
    numbers = np.reshape(np.arange(length), [-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
    return places_along(np.maximum.accumulate(np.where(x == best, numbers, 0), axis), x, axis)


def accumulate_vjp(ans, ufunc, array, axis=0, dtype=None, out=None):
    if ufunc in (np.maximum, np.minimum):
        places = running_places(ufunc, np.asarray(array), axis)
        size = (np.size(array),)
        return lambda g: match(np.reshape(scattered(np.ravel(g), np.ravel(places), size), np.shape(array)), array)
    if ufunc not in ACCUMULATING:
        raise unknown(ufunc, "accumulate")
    return ACCUMULATING[ufunc][0](ans, array, axis)


def accumulate_jvp(t, ans, ufunc, array, axis=0, dtype=None, out=None):
    if ufunc in (np.maximum, np.minimum):
        return np.ravel(t)[running_places(ufunc, np.asarray(array), axis)]
    if ufunc not in ACCUMULATING:
        raise unknown(ufunc, "accumulate")
    return ACCUMULATING[ufunc][1](t, ans, array, axis)


defvjp(U.accumulate, accumulate_vjp, argnums=[1])
defjvp(U.accumulate, accumulate_jvp, argnums=[1])


# outer: the ufunc itself, of the first with axes of length one behind
def raised(a, b):
    return np.reshape(a, np.shape(a) + (1,) * np.ndim(b))


def outer_vjp(which):
    def vjp(ans, ufunc, a, b, **kwargs):
        rule = rule_of(ufunc)
        if rule is None:
            raise unknown(ufunc, "outer")
        first = raised(a, b)
        return lambda g: match(
            np.reshape(rule.vjp(which)(g, ans, first, np.asarray(b)), np.shape((a, b)[which])), (a, b)[which]
        )

    return vjp


def outer_jvp(which):
    def jvp(t, ans, ufunc, a, b, **kwargs):
        rule = rule_of(ufunc)
        if rule is None:
            raise unknown(ufunc, "outer")
        return rule.jvp(which)(raised(t, b) if which == 0 else t, ans, raised(a, b), np.asarray(b))

    return jvp


defvjp(U.outer, outer_vjp(0), outer_vjp(1), argnums=[1, 2])
defjvp(U.outer, outer_jvp(0), outer_jvp(1), argnums=[1, 2])


# at: adds to places, which may be named more than once
def signs(ufunc):
    if ufunc not in (np.add, np.subtract):
        raise unknown(ufunc, "at")
    return 1.0 if ufunc is np.add else -1.0


defvjp(U.at, lambda ans, ufunc, a, indices, b: lambda g: match(g, a) if signs(ufunc) else None,
       lambda ans, ufunc, a, indices, b: lambda g: match(signs(ufunc) * g[indices], b), argnums=[1, 3])  # fmt: skip
defjvp(U.at, lambda t, ans, ufunc, a, indices, b: t if signs(ufunc) else None,
       lambda t, ans, ufunc, a, indices, b: scattered(
           signs(ufunc) * np.broadcast_to(t, np.shape(a[indices])), indices, np.shape(a)), argnums=[1, 3])  # fmt: skip
rule_for(U.at).writes = (1,)
nondiff((U.at, U.reduceat), argnums=[0, 2])
nondiff((U.reduce, U.accumulate, U.outer), argnums=[0])


# reduceat, for increasing places
def segments(ufunc, indices, axis, length):
    """For each element the segment that it is in; -1 before the first."""
    if ufunc is not np.add or np.any(np.diff(indices) <= 0):
        raise MissingDerivative("ufunc.reduceat has a derivative for np.add with increasing indices only")
    return np.searchsorted(indices, np.arange(length), "right") - 1


def reduceat_vjp(ans, ufunc, array, indices, axis=0, dtype=None, out=None):
    of = segments(ufunc, indices, axis, np.shape(array)[axis])
    shape = [-1 if i == axis % np.ndim(array) else 1 for i in range(np.ndim(array))]
    return lambda g: match(np.where(np.reshape(of < 0, shape), 0.0, np.take(g, np.maximum(of, 0), axis)), array)


defvjp(U.reduceat, reduceat_vjp, argnums=[1])
defjvp(U.reduceat, lambda t, ans, ufunc, array, indices, axis=0, dtype=None, out=None: spread(
    np.add.reduceat(t, indices, axis), ans), argnums=[1])  # fmt: skip
