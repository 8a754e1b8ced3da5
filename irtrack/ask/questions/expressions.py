"""The values of an expression, as it stands in the source."""

import ast
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...ir.language import EFFECTS, Place
from ...record.nodes.kinds import ArgumentNode, CallNode, JumpNode, RaiseNode, ReturnNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant

TAKES = 'history() takes a variable, "total", an attribute, ".items", an expression, or a line, "cart.py:12"'
_STEPS = (iter, next)  # of a `for` loop
_STORES = ("store", "setattr", "setitem")


class Expression:
    """What computes that expression, however it is spaced."""

    def __init__(self, text: str) -> None:
        normal = _normal(text)
        if normal is None:
            raise ValueError(f"{TAKES}, and {text!r} is none of these")
        self.text = normal
        self._known: dict[tuple[str, Place], bool] = {}

    def values(self, node: Node) -> Iterator[tuple[Any, Node | None, int | None]]:
        if (is_store(node) or has_value(node)) and self._is_it(node) and not _is_part(node):
            yield node.value, node, node.line

    def _is_it(self, node: Node) -> bool:
        if _is_step(node):
            return False  # it is where what is gone through is
        place, file = node.place, node.file
        if place.line is None or place.end_line is None or file is None:
            return False
        key = file, place
        if key not in self._known:
            self._known[key] = _normal(_segment(node, place)) == self.text
        return self._known[key]


def _is_step(node: Node) -> bool:
    return isinstance(node, CallNode) and any(node._operands[0].value is step for step in _STEPS)


def is_store(node: Node) -> bool:
    """Does it put a value where the expression is, as in `self.total += 1`?"""
    return isinstance(node, SpecialCallNode) and node.name in _STORES


def has_value(node: Node) -> bool:
    """Is it an operation that gave a value, or one that stores a constant?"""
    if node.parent is None or isinstance(node, (ArgumentNode, JumpNode, ReturnNode, RaiseNode)):
        return False
    if isinstance(node, SpecialCallNode) and (node.name in EFFECTS or node.name.startswith("set_")):
        return is_store(node) and isinstance(node._operands[-1], TapeConstant)
    return not isinstance(node, CallNode) or node.exception is None


def _is_part(node: Node) -> bool:
    """Is it a step on the way to the value of an expression, as `a < b` is in `a < b < c`?

    Then another one at the same place follows, and nothing in between that is not in the expression. Up to 3.11 a
    comprehension is a call, in which the place is that of the whole, too.
    """
    call, location = node.parent, node.location
    if not isinstance(call, NestedCallNode) or location is None:
        return False
    if call.place == node.place and call.file == node.file:
        return True
    for other in islice(call.children, node.position, None):
        if isinstance(other, (JumpNode, ArgumentNode)):
            continue
        if other.location is None or other.location.number <= location.number or not _is_within(other, node):
            return False
        if other.place == node.place and has_value(other) and not _is_step(other):
            return True
    return False


def _is_within(node: Node, other: Node) -> bool:
    """Is the source of a node a part of that of another one?"""
    (line, end_line, column, end_column), place = _corners(node.place), _corners(other.place)
    return place[:1] + place[2:3] <= (line, column) and (end_line, end_column) <= (place[1], place[3])


def _corners(place: Place) -> tuple[int, int, int, int]:
    return place.line or 0, place.end_line or 0, place.column or 0, place.end_column or 0


def _segment(node: Node, place: Place) -> str:
    """The text at a place of the source."""
    above: Node | None = node
    while above is not None and not isinstance(above, NestedCallNode):
        above = above.parent
    if above is None or node.file is None or place.line is None or place.end_line is None:
        return ""
    lines = [above.log.source_line(node.file, n).encode() for n in range(place.line, place.end_line + 1)]
    lines[-1] = lines[-1][: place.end_column]
    lines[0] = lines[0][place.column or 0 :]
    return b"".join(lines).decode(errors="replace")


def _normal(text: str) -> str | None:
    """An expression in the one way in which `ast` writes it; None for what is none."""
    if not text.strip():
        return None
    try:
        return ast.unparse(ast.parse(f"({text})", mode="eval"))
    except (SyntaxError, ValueError):
        return None
    except RecursionError:  # thousands of operators: the text itself, without spaces
        return "".join(text.split())
