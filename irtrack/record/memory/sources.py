"""What the graph says of one node: its source, what fed it, when it ran.

    node.source        the store, or what made the value, in whatever call
    fed_by(node)       the nodes that it directly depends on, by data

A source is never guessed. That two values are one object counts only where the record has kept both and the interpreter
shares none of their kind: not for numbers, text, None, (), functions, classes and modules, which are followed by the
places where they were stored, or not at all.
"""

from ..nodes.kinds import RaiseNode, ReturnNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from .index import index_of


def source_of(node: Node) -> Node | None:
    """The node from which this one's value was taken, unchanged; None if it made it, has it from an operand, or if
    nobody knows.

    Raises LookupError for a node that belongs to no record.
    """
    index = index_of(node, whole=False)
    vertex = index.origin(node)
    if vertex is not None:
        return index.nodes[vertex]
    if type(node) is NestedCallNode and node.log.gives_return(node.start):
        last = node.children[-1] if node.children else None
        return last if isinstance(last, (ReturnNode, RaiseNode)) else None
    return None


def fed_by(node: Node) -> list[Node]:
    """The nodes that a node directly depends on by data, the latest first: operands, what it read in memory, what was
    passed to it, what it got from calls and generators.
    """
    index = index_of(node, whole=False)
    found: dict[Node, int] = {}
    seen = {node._vertex}
    waiting = [node._vertex]
    while waiting:
        for vertex in index.data[waiting.pop()]:
            if vertex in seen:
                continue
            seen.add(vertex)
            other = index.nodes[vertex]
            if other is None or other is node:  # a version of an object; that the node began
                waiting.append(vertex)
            else:
                found[other] = max(vertex, found.get(other, 0))
    return sorted(found, key=lambda other: -found[other])


def when(node: Node) -> int:
    """The place of a node in the order in which all nodes of its record were done."""
    index_of(node, whole=False)
    return node._vertex
