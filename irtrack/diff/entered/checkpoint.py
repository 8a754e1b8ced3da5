"""`checkpoint`: a call whose record is not kept, but made again by the reverse pass.

While something is differentiated, the call is done by a Program, of which the outer record has one operation,
`recomputed`. Its rule computes the call again and goes through the tape of that.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ...rules.derivatives.registry import rule_for
from ..draws import drawn
from ..program import Program, recomputed
from ..run import is_nested
from .again import run_again
from .derivatives import zero_like
from .forward import push_forward, zero_of
from .reverse import pull_back

P = ParamSpec("P")
R = TypeVar("R")


def checkpoint(f: Callable[P, R]) -> Callable[P, R]:
    """`f`, with less memory: a derivative keeps no record of what runs in it, and computes it again on the way back.

    The function may draw random numbers, which are the same again, and read what it likes; what it computes it has to
    return. Nested checkpoints need still less memory, and more time.

    Raises DifferentiationError, when it is called, if `f` changes anything that it has not made, since that would be
    done twice, and on the way back if it then computes something else.
    """
    if not callable(f):
        raise TypeError(f"checkpoint() takes a function, not {type(f).__qualname__} {f!r}")

    @wraps(f)
    def checkpointed(*args: P.args, **kwargs: P.kwargs) -> R:
        return called(f, args, kwargs) if is_nested() else f(*args, **kwargs)

    return checkpointed


def called(f: Any, args: Any, kwargs: Any) -> Any:
    program = Program(f, args, kwargs)
    recomputed(program, program.values)
    return program.value


def given_again(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """A call of an impure function within a checkpoint."""
    return drawn(function, arguments, keywords)


def pulled(g: Any, ans: Any, program: Program, values: Any) -> list[Any]:
    """The cotangents of the values that a program has read, by those of what it gave."""
    recipe, places = program.again(values, ans)
    steps, holders = made_again(program, recipe, values)
    seeds = [(place, one) for place, one in zip(places, g, strict=True) if place is not None]
    shadows = pull_back(steps, holders, seeds)
    found = []
    for place, value in zip(recipe.tape.leaves, values, strict=True):
        given = shadows.get(place)
        found.append(zero_like(value) if given is None else given)
    return found


def pushed(t: Any, ans: Any, program: Program, values: Any) -> list[Any]:
    """The tangents of what a program gave, by those of the values that it has read."""
    recipe, places = program.again(values, ans)
    steps, holders = made_again(program, recipe, values)
    shadows = push_forward(steps, holders, zip(recipe.tape.leaves, t, strict=True))
    found = []
    for place, result in zip(places, ans, strict=True):
        given = None if place is None else shadows.get(place)
        found.append(zero_of(result) if given is None else given)
    return found


def made_again(program: Program, recipe: Any, values: Any) -> tuple[list[Any], list[Any]]:
    """The steps and what their places hold, with those values: as recorded operations, where somebody wants these."""
    if is_nested() or not program.has(values):
        return run_again(recipe, values)
    return recipe.tape.steps, recipe.tape.holders


rule = rule_for(recomputed)
rule.vjps[1] = pulled
rule.jvps[1] = pushed
rule.nondiff = {0}
