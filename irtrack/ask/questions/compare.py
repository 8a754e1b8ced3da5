"""Where two runs of one function went apart: the first value that differs, the first branch that went another way."""

from collections.abc import Iterator
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np

from ...record.classes import class_name, is_a, module_of
from ...record.garbage import rarely
from ...record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from ...record.recompute import equal
from ...record.values import Shown, described, may_have_changed, typed_text
from .asked import check_node
from .conditions import decision_text
from .pasts import Pasts
from .telling import code_line, where

Pair = tuple[Node, Node]
_PLAIN = (int, float, complex, bool, str, bytes, type(None), range, np.bool_)


class Comparison:
    """`<two runs of ship: 1 argument, a value and a branch differ>`

    arguments: those of the call that differ, in pairs. value: the first pair of nodes, but these, whose values differ.
    branch: the first pair of which one went, or raised, where the other did not. None where there is none.
    """

    def __init__(self, name: str, arguments: list[Pair], value: Pair | None, branch: Pair | None) -> None:
        self.name = name
        self.arguments = arguments
        self.value = value
        self.branch = branch

    @property
    def is_same(self) -> bool:
        """Did nothing differ, as far as values can be compared?"""
        return not self.arguments and self.value is None and self.branch is None

    def __repr__(self) -> str:
        count = len(self.arguments)
        parts = [f"{count} argument{'s' if count > 1 else ''}"] if count else []
        parts += ["a value"] * (self.value is not None) + ["a branch"] * (self.branch is not None)
        verb = "differ" if len(parts) > 1 or count > 1 else "differs"
        return f"<two runs of {self.name}: {', '.join(parts) + ' ' + verb if parts else 'no difference'}>"

    def __str__(self) -> str:
        lines = [f"two runs of {self.name}"]
        for one, other in self.arguments:
            name = one.name if isinstance(one, ArgumentNode) else ""
            lines.append(f"  {name} = {typed_text(one.snapshot)} and {typed_text(other.snapshot)}")
        if self.value is not None:
            one, other = self.value
            lines += [f"first value that differs: {where(one)}", f"  {code_line(one)}"]
            lines += [f"  {node_text(one)}", f"  {node_text(other)}"]
        if self.branch is not None:
            one, other = self.branch
            lines += [f"first branch that went another way: {where(one)}", f"  {code_line(one)}"]
            lines += [f"  {_way(one)}", f"  {_way(other)}"]
        return "\n".join(lines if len(lines) > 1 else [*lines, "  no difference"])


def _way(node: Node) -> str:
    return decision_text(node) or node_text(node)


def compare(one: Node, other: Node) -> Comparison:
    """Two records, or calls within records, of the same function: where they went apart.

    Values are compared that can be without running code of the program: numbers, text, arrays, and lists, tuples, dicts
    and sets of these; of other objects the types. Behind the first branch that went another way nothing is compared.

    Raises TypeError for what is no entered call, ValueError for calls of two functions.
    """
    for node in (one, other):
        check_node("compare", node)
        if not isinstance(node, NestedCallNode):
            raise TypeError(f"compare() takes calls that were entered, not {described(node)}")
    first, second = _code(one), _code(other)
    if first != second:
        raise ValueError(f"compare() takes two calls of one function, not of {first[0]} and {second[0]}")
    arguments: list[Pair] = []
    value: Pair | None = None
    then = _Then(one, other)
    with rarely():
        for a, b in _pairs(one, other):
            if a is None or b is None or (a is not one and _way_of(a) != _way_of(b)):
                there = a if a is not None else b
                assert there is not None
                branch = (a, b) if a is not None and b is not None else (there, there)
                return Comparison(first[0], arguments, value, branch)
            if then.differ(a, b):
                if isinstance(a, ArgumentNode) and a.parent is one and not isinstance(a.branch, JumpNode):
                    arguments.append((a, b))
                elif value is None and not isinstance(a, ArgumentNode):  # that was passed on
                    value = a, b
    return Comparison(first[0], arguments, value, None)


def _code(node: Any) -> tuple[str, str, int]:
    return node.body_ir.name, node.body_ir.filename, node.body_ir.line


def _pairs(one: Node, other: Node) -> Iterator[tuple[Node | None, Node | None]]:
    """The nodes of two calls side by side, what ran in a call before the call itself."""
    stack: list[Any] = [(one, other, zip_longest(one.children, other.children))]
    while stack:
        a, b, children = stack[-1]
        for x, y in children:
            if x is not None and y is not None and _is_entered(x) and _is_entered(y) and _code(x) == _code(y):
                stack.append((x, y, zip_longest(x.children, y.children)))
                break
            yield x, y
        else:
            stack.pop()
            yield a, b


def _is_entered(node: Node) -> bool:
    return isinstance(node, NestedCallNode)


def _way_of(node: Node) -> tuple[Any, ...]:
    """What two nodes share that did the same at the same place."""
    if isinstance(node, NestedCallNode):
        return node.location, _code(node), node.exception is None
    return type(node) is RaiseNode, node.location, node.target if isinstance(node, (JumpNode, RaiseNode)) else None


class _Then:
    """The values of two calls, as they were at their time; what may have changed since is not compared."""

    def __init__(self, one: Node, other: Node) -> None:
        self._calls = one, other

    @cached_property
    def _pasts(self) -> tuple[Pasts, Pasts]:
        return Pasts(self._calls[0]), Pasts(self._calls[1])

    def differ(self, one: Node, other: Node) -> bool:
        if isinstance(one, JumpNode) or _is_equal(one.snapshot, other.snapshot):
            return False
        if one.snapshot is not one.value or not may_have_changed(one.value):
            return True
        if type(one.value) is np.ndarray and type(other.value) is np.ndarray:
            return self._pasts[0].is_certain(one) and self._pasts[1].is_certain(other)
        return type(one.value) is not type(other.value) or isinstance(one, ArgumentNode)


def _is_equal(one: Any, other: Any, depth: int = 6) -> bool:
    """Are two values equal, as far as that can be told without running code of the program?"""
    cls = type(one)
    if cls is Shown or type(other) is Shown:
        return _is_shown_as(one, other)
    if cls is not type(other):
        return False
    if one is other or depth == 0:
        return True
    if is_a(one, *_PLAIN):
        return equal(one, other)
    if issubclass(cls, np.generic):
        return bool(one == other or (one != one and other != other))
    if cls is np.ndarray:
        return one.dtype == other.dtype and one.shape == other.shape and _same_elements(one, other)
    if is_a(one, list, tuple):
        return len(one) == len(other) and all(_is_equal(a, b, depth - 1) for a, b in zip(one, other, strict=True))
    if cls is dict:
        return _is_equal(list(one.items()), list(other.items()), depth)
    if is_a(one, set, frozenset):
        plain = all(is_a(item, *_PLAIN) for items in (one, other) for item in items)
        return len(one) == len(other) and (not plain or bool(one == other))
    return True


def _is_shown_as(one: Any, other: Any) -> bool:
    """Of values of loaded records, is what is left of them the same? Others are not asked to show themselves."""
    if type(one) is Shown and type(other) is Shown:
        return bool(one.type == other.type and one.text == other.text)
    known, value = (one, other) if type(one) is Shown else (other, one)
    return bool((known.module, known.qualname) == (module_of(type(value)), class_name(type(value))))


def _same_elements(one: Any, other: Any) -> bool:
    if one.dtype.kind not in "biufcSUmM":
        return True
    return bool(np.array_equal(one, other, equal_nan=one.dtype.kind in "fcmM"))
