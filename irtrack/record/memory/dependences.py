"""What a node depends on, directly: in its call, through memory, across calls, and by control.

A dependence leads to a node, or to one of

    (node,)    that a node began: what it was given, not what it got; of a call, not what that returned
    Version    what an object was, that is all writes up to one
    Moved      how far an iterator was
    Where      to which place a store went
    Range      jumps beside which something might have been written, and stores that might have gone elsewhere
"""

from typing import Any

from ..nodes import ArgumentNode, JumpNode, NestedCallNode, Node, RaiseNode, ReturnNode, SpecialCallNode
from ..references import _parent, read_by
from .control import controls
from .index import Index
from .shadows import Moved, Range, Version, Where

Dependence = Any  # Node | tuple[Node] | Version | Moved | Range


def dependences(index: Index, one: Dependence, control: bool) -> list[Dependence]:
    """What one of these depends on directly. `control`: with what decided that it ran, and that nothing else did."""
    if type(one) is tuple:
        return _given(index, one[0], control)
    if type(one) is Version:
        found: list[Dependence] = [] if one.earlier is None else [one.earlier]
        if control or type(one.node) is not JumpNode:
            found.append((one.node,))
        return found
    if type(one) is Moved:
        found = [] if one.earlier is None else [one.earlier]
        return found + (controls(index, one.node) if control else [])
    if type(one) is Range:
        return list(one.events.nodes[one.first : one.last]) if control else []
    if type(one) is Where:
        return [operand for operand in one.operands if isinstance(operand, Node)]
    return _given(index, one, control) + _got(index, one)


def node_of(one: Dependence) -> Node | None:
    """The node that belongs to a slice if one of these does."""
    if type(one) is tuple:
        node: Node = one[0]
        return node
    if type(one) is Version or type(one) is Moved:
        return one.node
    return None if type(one) is Range or type(one) is Where else one


def _given(index: Index, node: Node, control: bool) -> list[Dependence]:
    """What a node began with."""
    kind = type(node)
    found: list[Dependence] = []
    for operand in _reads(node):
        if isinstance(operand, Node):
            if operand is not node:
                found.append(operand)
        elif operand is not None and (sources := index.constants.get(id(operand))):
            found += sources
    if kind is ArgumentNode:
        found += _passed(node)  # type: ignore[arg-type]
        if control and isinstance(node.branch, (JumpNode, RaiseNode)):  # type: ignore[attr-defined]
            found.append(node.branch)  # type: ignore[attr-defined]
    found += index.sources.get(node, ())
    if control:
        found += controls(index, node)
        if kind is JumpNode or kind is RaiseNode:
            found += _got(index, node)
    return found


def _reads(node: Node) -> Any:
    """What a node was computed from; a jump decides by its condition only, and raises nothing but what it read."""
    if isinstance(node, JumpNode):
        return (node._condition,)
    if isinstance(node, RaiseNode):
        return (node.call, *node._reads)
    return read_by(node)


def _passed(argument: ArgumentNode) -> list[Dependence]:
    """What the caller passed."""
    return list(_parent(argument))


def _got(index: Index, node: Node) -> list[Dependence]:
    """What a node got from others: what a call returned, what a generator gave, what was sent to it."""
    found: list[Dependence] = []
    if isinstance(node, NestedCallNode):
        if not node.template.suspends and not node.template.constructs and node.children:
            last = node.children[-1]
            if isinstance(last, (ReturnNode, RaiseNode)):
                found.append(last)
    else:
        found += getattr(node, "_frames", ())
    for segment in index.ran.get(node, ()):
        children = segment.generator.children
        found.append((children[segment.last] if segment.last < len(children) else children[-1],))
    if type(node) is SpecialCallNode and node.name == "yield" and node.value is not None:
        call = node.parent
        assert isinstance(call, NestedCallNode)
        found += [(segment.resumer,) for segment in index.segments.get(call, ()) if segment.first == node.position - 1]
    return found
