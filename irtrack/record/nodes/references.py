"""References: what a node was computed from, and what was computed from it.

    node[4].referenced()    node[4].backward()    node[2].dependents()    node[2].forward()

References follow data, not control: an argument of a block refers to the node that the jump passed for it; the jump
itself refers to its condition and to all that it passes.
"""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from types import UnionType
from typing import Any, TypeGuard

from ..memory import fed_by, when
from ..values import described, value_text
from .axes import Axis, Parent, Preceding, ReferenceAxis
from .kinds import ArgumentNode, CallNode, JumpNode, RaiseNode
from .nested import NestedCallNode
from .node import Node, Operand

Number = int | str
Visit = Callable[[Node, list[Node]], Any]


def referenced(node: Node, axis: ReferenceAxis = Preceding, numbered: bool = False, memory: bool = False) -> list[Any]:
    """The nodes that `node` directly refers to, in the order of its operands, one entry an operand; no constants.

    axis: Preceding, what lies in the same nested call; Parent, for an argument of a function what the caller passed;
    or Preceding | Parent.

    numbered: pairs (number, node). Of a call, 1 is the function, 2 the first argument, "x" the keyword x, "*" and "**"
    what was passed with stars. Of a jump, 1 is its first argument, as in `@5#1`, and "condition" its condition; of a
    raise likewise, and "call" and "raised_from" what these attributes hold. Of all others, 1 is the first operand.

    memory: also, after these and numbered "memory", what `node` read in memory, what was passed to it and what it got
    back, in whatever call, the latest first.
    """
    _check_node("referenced", node)
    along = _along("referenced", axis)
    if memory:
        found = referenced(node, axis, numbered)
        near = set(along(node))
        far = [other for other in fed_by(node) if other not in near]
        return found + ([("memory", other) for other in far] if numbered else far)
    if not numbered:
        return along(node)
    if axis is Parent or isinstance(node, ArgumentNode):
        return list(enumerate(along(node), 1))
    return [pair for pair in zip(_numbers(node), read_by(node), strict=True) if _refers(pair[1], node)]


def dependents(node: Node) -> list[Node]:
    """The nodes of the same nested call that directly refer to `node`, in document order, each once."""
    _check_node("dependents", node)
    return _dependents(node)


def backward(node: Node, f: Visit | None = None, axis: ReferenceAxis = Preceding, memory: bool = False) -> Any:
    """All nodes that `node` depends on: references followed along `axis`, the nearest first, each once.

    With `f`: call f(node, references) for `node` and then for each of these, and return what the last call gave. No
    node comes before one that refers to it. What `f` removes from the list of references is not followed from there.
    memory: references are followed through memory and across calls, too, the latest node first.
    """
    _check_node("backward", node)
    _check_function("backward", f)
    along = _along("backward", axis)
    if memory:
        return _walk(node, lambda one: referenced(one, axis, memory=True), f, lambda one: (-when(one),))
    return _walk(node, along, f, lambda one: (_levels(node, one), -one.position))


def forward(node: Node, f: Visit | None = None) -> Any:
    """All nodes of the same nested call that depend on `node`, the nearest first, each once.

    With `f`: call f(node, dependents) for `node` and then for each of these, and return what the last call gave. What
    `f` removes from the list of dependents is not followed from there.
    """
    _check_node("forward", node)
    _check_function("forward", f)
    return _walk(node, _dependents, f, lambda one: (one.position,))


# -- one step ---------------------------------------------------------------------------------------------------------


def read_by(node: Node) -> tuple[Operand | None, ...]:
    """Everything that the node was made from; what decided or raised comes before what is passed on."""
    if isinstance(node, JumpNode):
        return (node._condition, *node._operands)
    if isinstance(node, RaiseNode):
        return (node.call, *node._reads, *node._operands)
    return node._operands


def _numbers(node: Node) -> Iterable[Number]:
    """The numbers of `read_by(node)`."""
    places = range(1, len(node._operands) + 1)
    if isinstance(node, JumpNode):
        return ("condition", *places)
    if isinstance(node, RaiseNode):
        return ("call", *("raised_from" for _ in node._reads), *places)
    if isinstance(node, CallNode):
        count, names, starred = node._split()
        return (*places[: 1 + count], *("*", "**")[:starred], *names)
    return places


def _refers(operand: object, node: Node) -> TypeGuard[Node]:
    return isinstance(operand, Node) and operand is not node  # a raise passes itself, as the exception


def _preceding(node: Node) -> list[Node]:
    return [operand for operand in read_by(node) if _refers(operand, node)]


def _parent(node: Node) -> list[Node]:
    """What passed an argument of a function; nothing if a default, a star or C code did."""
    if not isinstance(node, ArgumentNode) or not isinstance(node.branch, NestedCallNode):
        return []
    call = node.branch
    return [operand for number, operand in zip(_numbers(call), call._operands, strict=True)
            if number == node.number and isinstance(operand, Node)]  # fmt: skip


def _dependents(node: Node) -> list[Node]:
    parent = node.parent
    if not isinstance(parent, NestedCallNode):
        return []
    if parent._index is None:
        parent._index = _index(parent)
    return list(parent._index.get(node.position, ()))


def _index(call: NestedCallNode) -> dict[int, list[Node]]:
    """The position of a child -> the children that refer to it"""
    index: dict[int, list[Node]] = {}
    for child in call.children:
        for found in dict.fromkeys(_preceding(child)):
            index.setdefault(found.position, []).append(child)
    return index


# -- many steps -------------------------------------------------------------------------------------------------------


def _walk(
    start: Node, step: Callable[[Node], list[Node]], f: Visit | None, place: Callable[[Node], tuple[int, ...]]
) -> Any:
    """Visit what `step` leads to, in the order of the places."""
    visited: list[Node] = []
    result = None
    seen = {start}
    waiting = [(place(start), 0, start)]  # a heap: a place, a number that decides ties
    while waiting:
        _, _, node = heappop(waiting)
        visited.append(node)
        found = step(node)
        if f is not None:
            result = f(node, found)
        for other in found:
            if other not in seen:
                seen.add(other)
                heappush(waiting, (place(other), len(seen), other))
    return visited[1:] if f is None else result


def _levels(node: Node, other: Node) -> int:
    """How many calls lie between a node and one to which references led, which is further up."""
    levels, parent = 0, node.parent
    while parent is not None and parent is not other.parent:
        levels, parent = levels + 1, parent.parent
    return levels


# -- arguments --------------------------------------------------------------------------------------------------------


def _along(name: str, axis: Any) -> Callable[[Node], list[Node]]:
    if axis is Preceding:
        return _preceding
    if axis is Parent:
        return _parent
    if isinstance(axis, UnionType) and axis == Preceding | Parent:
        return lambda node: _preceding(node) + _parent(node)
    shown = axis.__name__ if isinstance(axis, type) else value_text(axis)
    raise TypeError(f"{name}() follows references along Preceding, Parent or Preceding | Parent, not {shown}")


def _check_node(name: str, node: Any) -> None:
    if not isinstance(node, Node):
        raise TypeError(f"{name}() takes a node, as track() returns it, not {described(node)}")


def _check_function(name: str, f: Any) -> None:
    if isinstance(f, UnionType) or (isinstance(f, type) and issubclass(f, Axis)):
        what = "is given by name: backward(axis=Parent)" if name == "backward" else "is always Following"
        raise TypeError(f"{name}() takes a function first; its axis {what}")
    if f is not None and not callable(f):
        what = "references" if name == "backward" else "dependents"
        raise TypeError(f"{name}() takes a function of (node, {what}), not {described(f)}")
