"""What an operand could have been in the place of its value."""

from collections import deque
from typing import Any

from .shadows import Shadow

CONTAINERS = list, tuple, dict, set, frozenset, deque
WHOLE = "items", "keys", "values", "pairs", "zip", "enumerate", "reversed"  # iterators that leave nothing out

Others = tuple[tuple[Any, ...], tuple[Shadow, ...]]  # objects, and containers of which it could have been any item
NONE: Others = (), ()
MANY: Others = (), (Shadow(None, 0),)  # so many that they are not told apart: any


def each_of(others: Others) -> list[Any]:
    """The objects, and what the containers hold."""
    objects, containers = others
    return [*objects, *(held for container in containers for held in container.ever())]
