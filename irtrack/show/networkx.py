"""to_networkx: a record as a graph of the library networkx, an optional extra of irtrack."""

from importlib import import_module
from typing import Any

from ..ask.slices import Slice
from ..record.nodes.node import Node
from .graph import picture

LARGEST = 100_000  # nodes that are taken without being asked for


def to_networkx(
    what: Node | Slice, levels: int = 2, *, library: bool = False, memory: bool = False, limit: int | None = LARGEST
) -> Any:
    """A node with what is below it, or a slice, as a networkx.MultiDiGraph, whose nodes are the record's own.

    Nodes have the attributes `text`, `kind`, `depth`, `file`, `line`; edges `kind`: "reference", from what a node was
    computed from to the node, "jump", "return", and, with memory=True, "memory". levels, library: as in `printlevels`.

    Raises ImportError if networkx is not installed; ValueError for more than `limit` nodes (None for any number).
    """
    try:
        networkx = import_module("networkx")
    except ImportError as error:
        raise ImportError("to_networkx() needs the package networkx: pip install 'irtrack[networkx]'") from error
    boxes, arrows = picture("to_networkx", what, levels, library, memory, limit)
    graph = networkx.MultiDiGraph()
    for node, depth in boxes:
        kind = type(node).__name__
        graph.add_node(node, text=str(node), kind=kind, depth=depth, file=node.file, line=node.line)
    for arrow in arrows:
        graph.add_edge(arrow.source, arrow.target, key=arrow.kind, kind=arrow.kind)
    return graph
