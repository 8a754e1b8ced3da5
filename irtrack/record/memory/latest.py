"""The latest nodes of a frame's variables, as they are at one of its nodes."""

from collections.abc import Sequence
from typing import Any, Protocol

from ..nodes.kinds import operands_of
from ..nodes.node import Node

FAR = 400  # nodes


class Latest(Protocol):
    """By the number of a variable, its latest node; None if it has none."""

    def __getitem__(self, number: int, /) -> Any: ...


class Runs:
    """The latest nodes of a frame, wherever they are asked for.

    Where that is often, the nodes are gone through once, from the beginning. Where many lie between, most is found
    near by: what loops use, the operands of their last turn tell.
    """

    __slots__ = ("asked", "latest", "seen", "up_to")

    def __init__(self, size: int) -> None:
        self.latest: list[Any] = [None] * size
        self.up_to = 0  # the node up to which this is known
        self.asked = 0  # the one for which it was asked last
        self.seen: Latest = self.latest  # what was said then

    def at(self, children: Sequence[Any], position: int) -> Latest:
        """As they are at the node at a position, from 1, which is not before one that was asked for."""
        if position > max(self.asked, self.up_to) + FAR:
            self.seen = _GoingBack(self, children, position)
        elif position != self.asked:
            self.seen = self.through(children, position)
        self.asked = position
        return self.seen

    def through(self, children: Sequence[Any], position: int) -> list[Any]:
        latest = self.latest
        for child in children[self.up_to : position]:
            location = child.location
            if location is not None and location.kind == "%":
                latest[location.number] = child
        self.up_to = max(self.up_to, position)
        return latest


class _GoingBack:
    """They are looked for from a node back."""

    __slots__ = ("children", "found", "left", "position", "runs")

    def __init__(self, runs: Runs, children: Sequence[Any], position: int) -> None:
        self.runs = runs
        self.children = children
        self.position = self.left = position
        self.found: dict[int, Any] = {}

    def __getitem__(self, number: int) -> Any:
        found = self.found
        while number not in found:
            if self.left <= self.position - FAR:
                return self.runs.through(self.children, self.position)[number]
            self.left -= 1
            child = self.children[self.left]
            self._add(child)
            for operand in operands_of(child):  # what these were, nobody has changed since
                if isinstance(operand, Node) and operand.parent is child.parent:
                    self._add(operand)
        return found[number]

    def _add(self, node: Any) -> None:
        location = node.location
        if location is not None and location.kind == "%":
            self.found.setdefault(location.number, node)
