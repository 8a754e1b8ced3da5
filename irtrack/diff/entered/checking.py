"""Derivatives against differences."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...record.values import described
from ..places import is_numeric
from ..run import number_list
from ..trees import tree_map
from .derivatives import is_differentiable, jvp, vjp


def check_grads(
    f: Callable[..., Any],
    args: Sequence[Any],
    order: int,
    modes: Sequence[str] = ("fwd", "rev"),
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
) -> None:
    """Compare derivatives of `f` at `args`, up to that order, with central differences in random directions.

    modes: "fwd" for jvp, "rev" for vjp. eps: the step; atol, rtol: how far apart they may be.

    Raises AssertionError with both values where they differ.
    """
    if not isinstance(args, tuple | list):
        raise TypeError(f"check_grads takes a tuple of the arguments as its args, not {described(args)}")
    step, absolute, relative = eps or 1e-6, atol or 1e-6, rtol or 1e-5
    random = np.random.default_rng(0)
    args = tuple(args)
    directions = tuple([tree_map(lambda leaf: _direction(leaf, random), argument) for argument in args])
    moved = [f(*[_moved(a, d, sign * step) for a, d in zip(args, directions, strict=True)]) for sign in (1, -1)]
    ahead, behind = number_list(moved[0]), number_list(moved[1])
    expected = [(a - b) / (2 * step) for a, b in zip(ahead, behind, strict=True)]
    if "fwd" in modes:
        found = number_list(jvp(f, args, directions)[1])
        for k, (one, other) in enumerate(zip(found, expected, strict=True)):
            _compare("jvp", f"result {k}", one, other, absolute, relative)
    if "rev" not in modes and order < 2:
        return
    out, pull = vjp(f, *args)
    cotangent = tree_map(lambda leaf: _direction(leaf, random), out)
    if "rev" in modes:
        given = [g for g in pull(cotangent) if g is not None]
        pairs = zip(number_list(given), number_list(_of_differentiable(args, directions)), strict=True)
        found_product = sum(_paired(g, d) for g, d in pairs)
        product = sum(_paired(c, e) for c, e in zip(number_list(cotangent), expected, strict=True))
        _compare("vjp", "the arguments", found_product, product, absolute, relative)
    if order > 1:
        check_grads(lambda *given: vjp(f, *given)[1](cotangent), args, order - 1, modes, atol, rtol, eps)


def _of_differentiable(args: tuple[Any, ...], directions: tuple[Any, ...]) -> list[Any]:
    return [d for a, d in zip(args, directions, strict=True) if is_differentiable(a)]


def _direction(leaf: Any, random: Any) -> Any:
    """A random one for a number, None for anything else."""
    if not is_numeric(leaf):
        return None
    made = random.normal(size=np.shape(leaf))
    if np.iscomplexobj(leaf):
        made = made + 1j * random.normal(size=np.shape(leaf))
    if isinstance(leaf, np.ndarray):
        return made.astype(leaf.dtype)
    return type(leaf)(made)


def _moved(argument: Any, direction: Any, by: float) -> Any:
    left = iter(number_list(direction))
    return tree_map(lambda leaf: type_of(leaf, leaf + by * next(left)) if is_numeric(leaf) else leaf, argument)


def type_of(leaf: Any, value: Any) -> Any:
    return value if isinstance(leaf, np.ndarray) else type(leaf)(value)


def _paired(cotangent: Any, tangent: Any) -> float:
    return float(np.real(np.sum(cotangent * tangent)))


def _compare(what: str, where: str, found: Any, expected: Any, atol: float, rtol: float) -> None:
    if not np.allclose(found, expected, rtol=rtol, atol=atol):
        raise AssertionError(f"the {what} of {where} is {found}, but differences give {expected}")
