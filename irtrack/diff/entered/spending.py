"""The reverse pass over large arrays: each step goes when it has been used, and cotangents take the memory of results.

Memory that is new has to be cleared by the system, which takes as long as an operation on it.
"""

from collections.abc import Iterator
from sys import getrefcount
from typing import Any

import numpy as np

from ..steps import Operation, Write

SMALLEST = 1 << 16  # bytes of arrays whose memory is worth being used again
NOTHING: tuple[Any, ...] = ()


def spent(steps: list[Any], holders: list[Any]) -> Iterator[Any]:
    """The steps from the last to the first, which nobody else holds then."""
    while steps:
        step = steps.pop()
        yield step
        if type(step) is not Write:
            places = [step.outputs] if type(step.outputs) is tuple else step.outputs.values()
            for slot, view in places:
                if view is None:
                    holders[slot] = None
        del step


def is_elementwise(step: Any, given: Any) -> bool:
    """Is it a function of elements, called with numbers and arrays of one shape and dtype?"""
    if step.keywords or len(step.arguments) != len(step.rule.reusing):
        return False
    for one in (step.result, *step.arguments):
        if type(one) is np.ndarray:
            if one.dtype != given.dtype or one.shape != given.shape:
                return False
        elif type(one) is not float and type(one) is not int:
            return False
    return step.result.base is None and step.result.flags.writeable


def sparing(step: Any, given: Any) -> tuple[Any, Any, tuple[Any, ...]]:
    """For such a step: the cotangent of its result, as one number if it is that everywhere; the derivative by its last
    argument that computes in the memory of the result, if nobody else has that; arguments that get the negative.
    """
    last = step.rule.reused(step.inputs[-1][0]) if references(step) == ALONE else None
    if not any(given.strides):
        given = given[(0,) * given.ndim]
        values = (*step.arguments, step.result)
        if last is not None and not any(type(values[k]) is np.ndarray for k in last.reads):
            last = None  # what it makes is one number, too
    return given, last, step.rule.negative


def references(step: Any) -> int:
    """How many references there are to the result of a step."""
    return getrefcount(step.result)


def _alone() -> int:
    """The same of one that only the step and the holders have."""
    holders = [np.zeros(1)]
    return references(Operation(None, (), {}, holders[0], [], (0, None), None, None))


ALONE = _alone()
