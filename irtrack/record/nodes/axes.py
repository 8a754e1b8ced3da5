"""Axes: the directions in which one looks from a node, named as in XPath.

    irtrack.query(node, Descendant)       node.query(Preceding)

Reverse axes (Parent, Preceding, Ancestor) give the nearest node first, the others document order: that of printing.
What a node refers to along an axis is in references.py.
"""

from collections.abc import Iterable, Iterator
from types import UnionType
from typing import TYPE_CHECKING

from ..values import described, value_text

if TYPE_CHECKING:
    from .node import Node


class Axis:
    """A direction to look in; its classes are the axes, there are no instances."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterable[Node]":
        raise NotImplementedError


class Parent(Axis):
    """The nested call in which the node ran; nothing for a root."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterable[Node]":
        return () if node.parent is None else (node.parent,)


class Child(Axis):
    """What ran directly in a nested call."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterable[Node]":
        return node.children


class Preceding(Axis):
    """The nodes of the same parent that ran before, the last first."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterable[Node]":
        return () if node.parent is None else reversed(node.parent.children[: node.position - 1])


class Following(Axis):
    """The nodes of the same parent that ran after."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterable[Node]":
        return () if node.parent is None else node.parent.children[node.position :]


class Ancestor(Axis):
    """The parent, its parent, and so on up to the root."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterator[Node]":
        above = node.parent
        while above is not None:
            yield above
            above = above.parent


class Descendant(Axis):
    """Everything that ran in a nested call, directly or in the calls below it; all of it is decoded."""

    @staticmethod
    def _nodes(node: "Node") -> "Iterator[Node]":
        open_calls = [iter(node.children)]  # a stack: records are deeper than the recursion limit
        while open_calls:
            for child in open_calls[-1]:
                yield child
                if child.children:
                    open_calls.append(iter(child.children))
                    break
            else:
                open_calls.pop()


ReferenceAxis = type[Axis] | UnionType  # along which references lead: Preceding, Parent, Preceding | Parent


def query(node: "Node", axis: type[Axis]) -> "list[Node]":
    """The nodes on an axis: Parent, Child, Preceding, Following, Ancestor or Descendant; the node itself is on none."""
    from .node import Node

    if not isinstance(node, Node):
        raise TypeError(f"query() takes a node, as track() returns it, not {described(node)}")
    axes = Axis.__subclasses__()
    if not any(axis is known for known in axes):
        names = ", ".join(known.__name__ for known in axes)
        raise TypeError(f"query() takes one of the axes {names}, as in query(node, Child), not {value_text(axis)}")
    return list(axis._nodes(node))
