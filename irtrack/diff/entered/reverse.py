"""The reverse pass: the steps of a tape from the last to the first, each adding to the cotangents of what it read."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...rules.derivatives import MissingDerivative
from ...rules.derivatives.matching import match
from ..errors import MissingRuleError
from ..missing import missing_rule, refused
from ..scalars import Scalar
from ..steps import Operation, Write
from .keys import is_basic, lasting
from .shadows import Place, Shadows
from .spending import NOTHING, SMALLEST, is_elementwise, sparing, spent


def pull_back(
    steps: list[Any],
    holders: list[Any],
    seeds: Iterable[tuple[Place, Any]],
    watch: Callable[[Any, Any, Any, Any], None] | None = None,
    *,
    spend: bool = False,
) -> Shadows:
    """The cotangents of everything that the tape was recorded for, by those of what came out.

    `watch` is told of each operation, an argument of it, the cotangent of the result, and what that made of it.
    `spend`: let go of each step behind it, and of what it has made.
    What was written to arrays is taken back on the way, so that each step finds what it has read, and done again.
    """
    shadows = Shadows(holders, spend=spend)
    for place, seed in seeds:
        shadows.add(place, seed)
    undone: list[Write] = []
    try:
        for step in spent(steps, holders) if spend else reversed(steps):
            kind = type(step)
            if kind is Scalar and watch is None:
                pull_scalar(step, shadows)
            elif kind is Operation or kind is Scalar:
                pull_operation(step, shadows, watch, spend=spend)
            elif kind is Write:
                undo(step)
                undone.append(step)
                pull_write(step, shadows)
            else:
                given = shadows.take(step.outputs)
                if given is not None:
                    given = np.reshape(given, np.shape(step.arguments[0]))
                    spread_out(step.inputs, given, shadows)
    finally:
        for step in reversed(undone):
            step.array[step.key] = step.after
    return shadows


def pull_scalar(step: Scalar, shadows: Shadows) -> None:
    values = shadows.values
    given = values[step.slot]
    if given is not None:
        values[step.slot] = None
        try:
            step.pull(values, given, step.result, step.slots, step.arguments)
        except (NotImplementedError, ArithmeticError):
            values[step.slot] = given
            pull_operation(step, shadows)  # which says where that was, or computes as numpy does


def undo(step: Write) -> None:
    after = step.array[step.key]
    step.after = after.copy() if isinstance(after, np.ndarray) else after
    step.array[step.key] = step.before


def pull_operation(step: Operation | Scalar, shadows: Shadows, watch: Any = None, *, spend: bool = False) -> None:
    outputs = step.outputs
    if type(outputs) is tuple:
        slot, view = outputs
        given = shadows.values[slot]
        if given is None:
            return
        if view is not None:
            given = shadows.take(outputs)
        else:
            shadows.values[slot] = None
            shadows.owned[slot] = False
        if type(given) is np.ndarray and not given.size:
            return  # zeros, which would be nan where the derivative is infinite
    else:
        taken = {k: shadows.take(place) for k, place in outputs.items()}
        if all(one is None for one in taken.values()):
            return
        given = cotangents_of(step.result, taken)
    if step.take:
        if step.inputs:  # none, where nothing is live that an outer derivative may want
            pull_item(step, given, shadows)
        return
    rule = step.rule
    if rule is None:
        raise MissingRuleError(missing_rule(step))
    last, negative = None, NOTHING
    if spend and type(given) is np.ndarray and given.nbytes >= SMALLEST and is_elementwise(step, given):
        given, last, negative = sparing(step, given)
    result, arguments, keywords = step.result, step.arguments, step.keywords
    for argument, place in step.inputs:
        if argument in negative and place[1] is not None and not place[1].overlaps:
            shadows.subtract_from_view(place[0], place[1], given)
            continue
        derivative = rule.vjps.get(argument) or derivative_of(step, rule.vjp, argument)
        if last is not None and argument == step.inputs[-1][0]:
            derivative = last
        try:
            if keywords:
                found = derivative(given, result, *arguments, **keywords)
            else:
                found = derivative(given, result, *arguments)
        except NotImplementedError as error:
            raise refused(step, error) from None
        except ArithmeticError:
            found = by_numpy(derivative, given, step, argument_of(step, argument))
        if watch is not None:
            watch(step, argument, given, found)
        if type(place) is tuple:
            shadows.add(place, found)
        else:
            spread_out(place, found, shadows)


def by_numpy(derivative: Any, given: Any, step: Operation | Scalar, like: Any) -> Any:
    """What a derivative gives for numpy's numbers, whose quotients may be infinite, in the place of Python's.

    Functions may be steep where they are finite: `sqrt(0.0)`.
    """
    numbers = [np.float64(one) if type(one) is float else one for one in (given, step.result, *step.arguments)]
    found = derivative(*numbers, **step.keywords)
    return match(found, like) if type(like) is float else found


def argument_of(step: Operation | Scalar, argument: Any) -> Any:
    return step.keywords[argument] if isinstance(argument, str) else step.arguments[argument]


def derivative_of(step: Operation | Scalar, lookup: Any, argument: Any) -> Any:
    """A derivative by one argument; if the rule has none, an error that says where it was needed."""
    try:
        return lookup(argument)
    except MissingDerivative:
        raise MissingRuleError(missing_rule(step, argument)) from None


def cotangents_of(result: Any, taken: dict[int, Any]) -> Any:
    """Those of the items of a tuple, zeros where there are none."""
    found = []
    for k, item in enumerate(result):
        one = taken.get(k)
        found.append(np.zeros_like(item) if one is None else one)
    return tuple(found)


def pull_item(step: Any, given: Any, shadows: Shadows) -> None:
    """Of `array[key]`."""
    place, key = step.inputs[0][1], step.arguments[1]
    slot, view = place
    if view is not None and view.overlaps:
        whole = np.zeros(view.shape, view.dtype)
        part = whole
    elif not isinstance(shadows.holders[slot], np.ndarray):
        shadows.add(place, match(given, shadows.holders[slot]))  # of a number, as `x[()]` or `x[..., None]`
        return
    else:
        part = shadows.part(place)
    if type(step.arguments[0]) is np.flatiter:
        numbers = np.arange(part.size).reshape(part.shape).flat[key]
        np.add.at(part, np.unravel_index(numbers, part.shape), given)
    elif is_basic(key):
        part[key] += given
    else:
        np.add.at(part, key, given)
    if view is not None and view.overlaps:
        shadows.add(place, part)


def pull_write(step: Write, shadows: Shadows) -> None:
    place = step.place
    if place is None or shadows.values[place[0]] is None:
        return
    part = shadows.part(place)
    if step.part is not None:
        part = getattr(part, step.part)
    target = part.flat if type(step.array) is np.flatiter else part
    given = target[step.key]
    if isinstance(given, np.ndarray):
        given = given.copy()
    target[step.key] = 0
    if step.source is not None:
        view = place[1]
        overlapping = view if view is not None and view.overlaps else None
        if overlapping is not None or not is_basic(step.key):
            numbers = np.arange(part.size).reshape(part.shape)
            if overlapping is not None:
                numbers = overlapping.indices(shadows.values[place[0]])
            given = given * lasting((numbers.flat if target is not part else numbers)[step.key])
        shadows.add(step.source, match(-given if step.part == "imag" else given, step.value))


def spread_out(inputs: Any, given: Any, shadows: Shadows) -> None:
    """Add what belongs to the numbers in lists and the like."""
    if type(inputs) is tuple:
        holder = shadows.holders[inputs[0]]
        view = inputs[1]
        shadows.add(inputs, match(given, holder) if view is None else np.reshape(given, view.shape))
        return
    for key, place in inputs.items():
        spread_out(place, given[key], shadows)
