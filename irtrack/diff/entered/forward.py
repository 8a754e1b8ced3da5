"""The forward pass: the steps of a tape in their order, each giving the tangent of what it made."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...rules.derivatives import MissingDerivative
from ...rules.derivatives.matching import spread
from ..errors import MissingRuleError
from ..missing import missing_rule, refused
from ..scalars import Scalar
from ..steps import Operation, Write
from ..trees import leaves
from .reverse import argument_of, by_numpy, derivative_of, undo
from .shadows import Place, Shadows


def push_forward(steps: list[Any], holders: list[Any], seeds: Iterable[tuple[Place, Any]]) -> Shadows:
    """The tangents of what came out, by those of what the tape was recorded for."""
    shadows = Shadows(holders)
    for place, seed in seeds:
        shadows.put(place, seed)
    writes = [step for step in steps if type(step) is Write]
    for step in reversed(writes):
        undo(step)
    done = 0
    try:
        for step in steps:
            kind = type(step)
            if kind is Operation or kind is Scalar:
                push_operation(step, shadows, apart=bool(writes))
            elif kind is Write:
                step.array[step.key] = step.after
                done += 1
                push_write(step, shadows)
            else:
                tangent = gathered(step.inputs, step.arguments[0], shadows)
                if tangent is not None:
                    made = np.reshape(np.array(tangent), np.shape(step.result)).astype(step.result.dtype)
                    shadows.put(step.outputs, made)
    finally:
        for step in writes[done:]:
            step.array[step.key] = step.after
    return shadows


def push_operation(step: Operation | Scalar, shadows: Shadows, *, apart: bool) -> None:
    """`apart`: does the result's tangent need memory of its own, since arrays are written to?"""
    total: Any = None
    for argument, place in step.inputs:
        tangent = gathered(place, argument_of(step, argument), shadows)
        if tangent is None:
            continue
        if step.take:
            part = item_of(step, tangent)
        elif step.rule is None:
            raise MissingRuleError(missing_rule(step))
        else:
            part = tangent_of(step, argument, tangent)
        if apart:
            part = in_own_memory(part, tangent)
        total = part if total is None else summed(total, part)
    if total is None:
        return
    if type(step.outputs) is tuple:
        shadows.put(step.outputs, total)
    else:
        for k, place in step.outputs.items():
            shadows.put(place, total[k])


def in_own_memory(part: Any, tangent: Any) -> Any:
    """The same, of which no array is the tangent, or a view of it."""
    if isinstance(part, tuple | list):
        return [in_own_memory(one, tangent) for one in part]
    return part * 1.0 if isinstance(part, np.ndarray) and (part is tangent or part.base is not None) else part


def tangent_of(step: Operation | Scalar, argument: Any, tangent: Any) -> Any:
    """The part of the result's tangent that an argument's is; by the vjp, if the rule has no jvp."""
    rule = step.rule
    assert rule is not None
    try:
        derivative = rule.jvp(argument)
    except MissingDerivative:
        derivative = None
    if derivative is None:
        return transposed(step, argument, tangent)
    try:
        return derivative(tangent, step.result, *step.arguments, **step.keywords)
    except NotImplementedError as error:
        raise refused(step, error) from None
    except ArithmeticError:
        return by_numpy(derivative, tangent, step, step.result)


def transposed(step: Operation | Scalar, argument: Any, tangent: Any) -> Any:
    """The same by the vjp, which is linear in the cotangent: what it makes of that, paired with the tangent."""
    from .derivatives import grad

    assert step.rule is not None
    pull = derivative_of(step, step.rule.vjp, argument)

    def paired(cotangent: Any) -> Any:
        found = pull(cotangent, step.result, *step.arguments, **step.keywords)
        if not isinstance(tangent, tuple | list | dict):
            return np.real(np.sum(found * tangent))
        return sum([np.real(np.sum(g * t)) for g, t in zip(leaves(found), leaves(tangent), strict=True)])

    return grad(paired)(zero_of(step.result))


def summed(one: Any, other: Any) -> Any:
    if isinstance(one, tuple | list):
        return [summed(a, b) for a, b in zip(one, other, strict=True)]
    return one + other


def item_of(step: Operation | Scalar, tangent: Any) -> Any:
    key = step.arguments[1]
    if type(step.arguments[0]) is np.flatiter:
        return tangent.flat[key]
    found = tangent[key] if isinstance(tangent, np.ndarray) else tangent
    return found.copy() if isinstance(found, np.ndarray) else found


def push_write(step: Write, shadows: Shadows) -> None:
    if step.place is None:
        return
    tangent = shadows.get(step.source) if step.source is not None else None
    if tangent is None and shadows.values[step.place[0]] is None:
        return
    part = shadows.part(step.place)
    if step.part is not None:
        part = getattr(part, step.part)
    target = part.flat if type(step.array) is np.flatiter else part
    target[step.key] = 0 if tangent is None else tangent


def gathered(inputs: Any, argument: Any, shadows: Shadows) -> Any:
    """The tangent of an argument with numbers in it: nested as it is, zeros where there is none; None if all are."""
    if type(inputs) is tuple:
        return shadows.get(inputs)
    found = {key: gathered(place, argument[key], shadows) for key, place in inputs.items()}
    if all(one is None for one in found.values()):
        return None
    if isinstance(argument, dict):
        return {key: zero_of(item) if found.get(key) is None else found[key] for key, item in argument.items()}
    return [zero_of(item) if found.get(k) is None else found[k] for k, item in enumerate(argument)]


def zero_of(value: Any) -> Any:
    """The tangent of what depends on nothing."""
    if isinstance(value, tuple | list):
        return [zero_of(item) for item in value]
    return spread(0.0, value) if isinstance(value, float | complex) else np.zeros_like(value)
