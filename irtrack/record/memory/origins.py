"""Whether a node has its value from another one."""

from collections import deque
from typing import Any

from ..classes import is_a
from ..nodes.node import Node

SEQUENCES = (list, tuple, deque)
ITEMS = 64  # of a tuple from outside that are looked at


def place_of(key: Any) -> int | None:
    """The plain number of an index; None of what is none. A class derived from int may compare as it likes."""
    return int.__index__(key) if issubclass(type(key), int) else None


def gave(writer: Node, value: Any) -> bool:
    """Has a node that value, or put it somewhere, by itself or within a container?"""
    operands = writer._operands
    if operands and operands[-1].value is value:  # as most often: it was stored
        return True
    given = [writer.value, *[operand.value for operand in operands]]
    if any(one is value for one in given):
        return True
    return any(
        one is value for held in given if is_a(held, *SEQUENCES) for one, _ in zip(held, range(ITEMS), strict=False)
    )
