"""Which element of an array went wrong first, and what the operands had there."""

from typing import Any

import numpy as np

from ...record.values import value_text
from .trouble import Trouble

_NUMBERS = int, float, complex, np.number, np.ndarray


def elements_text(value: Any, operands: list[Any], trouble: Trouble) -> str:
    """`NaN in 6 of 24 elements, first at [0, 2], where the operands are 0.0 and 0.0`; "" for what is no array.

    Operands are shown where they have that element, be it by broadcasting.
    """
    if not issubclass(type(value), np.ndarray) or not value.shape:
        return ""
    places = np.argwhere(trouble.elements(value))
    first = tuple(int(number) for number in places[0])
    text = f"{trouble.name} in {len(places)} of {value.size} elements, first at {list(first)}"
    there = [_element(operand, value.shape, first) for operand in operands if issubclass(type(operand), _NUMBERS)]
    if there and all(there):
        text += f", where the operands are {' and '.join(there)}" if len(there) > 1 else f", of {there[0]}"
    return text


def _element(operand: Any, shape: tuple[int, ...], place: tuple[int, ...]) -> str:
    """The operand's element that went into the one at `place`; "" if that is not known."""
    try:
        there = np.broadcast_to(np.asarray(operand), shape)[place]
    except ValueError:  # of another shape
        return ""
    return value_text(there.item())
