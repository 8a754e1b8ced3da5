"""One check for every rule: reverse and forward mode against central differences, shapes and dtypes.

`check_rule(f, x, y, axis=0)` takes a call; what is floating in its arguments, in tuples and lists too, is varied.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from irtrack.diff import grad
from irtrack.rules.derivatives import Rule, rule_of

TOLERANCE = 1e-6


def leaves_of(x: Any) -> Iterator[Any]:
    """The numbers and arrays in a structure, whatever is no number left out."""
    if isinstance(x, tuple | list):
        for each in x:
            yield from leaves_of(each)
    elif is_floating(x):
        yield x


def is_floating(x: Any) -> bool:
    return isinstance(x, float | complex | np.floating | np.complexfloating) or (
        isinstance(x, np.ndarray) and x.dtype.kind in "fc"
    )


def mapped(f: Callable[..., Any], x: Any, *others: Any) -> Any:
    """The structure of x with `f` of its leaves, and of those in the same place of the others."""
    if isinstance(x, tuple | list):
        parts = [mapped(f, *each) for each in zip(x, *others, strict=True)]
        if hasattr(x, "_fields"):
            return type(x)(*parts)
        return tuple(parts) if isinstance(x, tuple) else parts
    return f(x, *others) if is_floating(x) else x


def direction(random: np.random.Generator, x: Any) -> Any:
    """A random tangent, or cotangent, of the structure, shape and dtype of x."""

    def like(leaf: Any) -> Any:
        v = random.standard_normal(np.shape(leaf))
        if np.iscomplexobj(leaf):
            v = v + 1j * random.standard_normal(np.shape(leaf))
        if type(leaf) in (float, complex):
            return type(leaf)(v)
        return (
            leaf.dtype.type(v) if np.ndim(leaf) == 0 and not isinstance(leaf, np.ndarray) else np.asarray(v, leaf.dtype)
        )

    return mapped(like, x)


def moved(x: Any, v: Any, h: float) -> Any:
    def step(leaf: Any, along: Any) -> Any:
        if isinstance(leaf, np.ndarray):
            return np.add(leaf, h * along, out=np.empty_like(leaf))  # in the same order in memory
        return leaf + h * along

    return mapped(step, x, v)


def paired(g: Any, v: Any) -> float:
    """The real pairing of a cotangent with a tangent: no conjugate."""
    return sum(float(np.real(np.sum(np.multiply(a, b)))) for a, b in zip(leaves_of(g), leaves_of(v), strict=True))


def difference(f: Callable[[Any], Any], x: Any, v: Any) -> Any:
    """The derivative of f at x along v, by central differences of fourth order."""
    h = 2e-3

    def central(step: float) -> Any:
        return mapped(lambda up, down: (up - down) / (2 * step), f(moved(x, v, step)), f(moved(x, v, -step)))

    once, twice, four = central(h), central(h / 2), central(h / 4)
    return mapped(lambda a, b, c: (64 * c - 20 * b + a) / 45, once, twice, four)


def close(a: Any, b: Any, tolerance: float = TOLERANCE) -> None:
    """All leaves agree, relative to the largest number there."""
    for one, two in zip(leaves_of(a), leaves_of(b), strict=True):
        np.testing.assert_allclose(one, two, rtol=0, atol=tolerance * (1 + np.max(np.abs(two), initial=0.0)))


def same_form(a: Any, b: Any) -> None:
    """All leaves of a have the shape and dtype of those of b."""
    for one, two in zip(leaves_of(a), leaves_of(b), strict=True):
        assert np.shape(one) == np.shape(two), (np.shape(one), np.shape(two))
        assert np.asarray(one).dtype == np.asarray(two).dtype


def copied(x: Any) -> Any:
    return mapped(lambda leaf: leaf.copy("K") if isinstance(leaf, np.ndarray) else leaf, x)


def call(f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of f; of what writes to its first argument, that argument afterwards."""
    args = copied(args)
    result = f(*args, **kwargs)
    return next(x for x in args if isinstance(x, np.ndarray)) if result is None else result


def check_rule(f: Callable[..., Any], *args: Any, only: tuple[int, ...] | None = None, **kwargs: Any) -> Rule:
    """Check each argument that has a derivative; `only` these. Returns the rule."""
    rule = rule_of(f)
    assert rule is not None, f"no rule for {f}"
    ans = call(f, args, kwargs)
    random = np.random.default_rng(7)
    checked = 0
    for number, x in enumerate(args):
        if rule.is_nondiff(number) or not any(True for _ in leaves_of(x)) or (only is not None and number not in only):
            continue
        check_argument(rule, f, number, ans, args, kwargs, random)
        checked += 1
    assert checked, "nothing to differentiate"
    return rule


def check_argument(
    rule: Rule,
    f: Callable[..., Any],
    number: int,
    ans: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    random: np.random.Generator,
) -> None:
    x = args[number]
    v, g = direction(random, x), direction(random, ans)

    def along(moved_x: Any) -> Any:
        return call(f, (*args[:number], moved_x, *args[number + 1 :]), kwargs)

    tangent = rule.jvp(number)(v, ans, *args, **kwargs)
    cotangent = rule.vjp(number)(g, ans, *args, **kwargs)
    same_form(tangent, ans)
    same_form(cotangent, x)
    numeric = difference(along, x, v)
    close(tangent, numeric)
    expected = paired(g, numeric)
    scale = 1 + abs(expected)
    assert abs(paired(cotangent, v) - expected) <= 10 * TOLERANCE * scale, (paired(cotangent, v), expected)


def check_float32(f: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Single precision stays so: shapes and dtypes only."""
    small = mapped(lambda leaf: np.asarray(leaf, np.complex64 if np.iscomplexobj(leaf) else np.float32), args)
    rule = rule_of(f)
    assert rule is not None
    ans = call(f, small, kwargs)
    random = np.random.default_rng(7)
    for number, x in enumerate(small):
        if rule.is_nondiff(number) or not any(True for _ in leaves_of(x)):
            continue
        same_form(rule.vjp(number)(direction(random, ans), ans, *small, **kwargs), x)
        same_form(rule.jvp(number)(direction(random, x), ans, *small, **kwargs), ans)


def check_second_order(f: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """The derivative of a rule's own vjp, by irtrack, against differences of that vjp, argument by argument."""
    rule = rule_of(f)
    assert rule is not None
    random = np.random.default_rng(9)
    g, writes = direction(random, call(f, args, kwargs)), set(rule.writes) & {0, 1}
    for number, x in enumerate(args):
        if rule.is_nondiff(number) or not any(True for _ in leaves_of(x)):
            continue
        v, u = direction(random, x), direction(random, x)
        pull = rule.vjp(number)

        def along(x: Any, number: int = number, pull: Any = pull, v: Any = v) -> Any:
            given = (*args[:number], x, *args[number + 1 :])
            ans = None if writes else f(*given, **kwargs)
            return pairing(pull(g, ans, *given, **kwargs), v)

        expected = difference(along, x, u)
        found = paired(grad(along)(x), u)
        assert abs(found - expected) <= 10 * TOLERANCE * (1 + abs(expected)), (found, expected)


def pairing(g: Any, v: Any) -> Any:
    """`paired`, in code that can be differentiated."""
    if isinstance(v, tuple | list):
        total: Any = 0.0
        for a, b in zip(g, v, strict=True):
            total = total + pairing(a, b)
        return total
    return np.sum(np.real(g * v)) if is_floating(v) else 0.0
