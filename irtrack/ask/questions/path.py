"""How one node influenced another: the shortest chain of dependences between them."""

from ...record.memory import index_of
from ...record.memory.graph import Graph
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from .answers import Answers
from .asked import check_node
from .telling import where


class Path(Answers[Node]):
    """`<4 nodes>`: each depends directly on the one before it; `print` shows a line for each."""

    noun = "nodes"

    def line(self, item: Node) -> str:
        return f"{node_text(item)}  {where(item)}"


def dependence_path(source: Node, target: Node, control: bool = True) -> Path | None:
    """The shortest chain by which `target` depends on `source`, both included; None if it does not.

    By data, and, unless control=False, by control.

    Raises TypeError for anything but nodes, ValueError for nodes of two records.
    """
    check_node("dependence_path", source)
    check_node("dependence_path", target)
    index = index_of(target, whole=control)
    if index_of(source, whole=control) is not index:
        raise ValueError("dependence_path() takes two nodes of one record")
    start, wanted = target._vertex, set(index.vertices_of(source))
    came: dict[int, int] = {start: -1}
    level = [start]
    lowest = min(wanted)
    while level:
        following: list[int] = []
        for vertex in level:
            if vertex in wanted:
                return Path(_nodes(index.nodes, came, vertex))
            for other in (*index.data[vertex], *(_deciding(index, vertex) if control else ())):
                if other >= lowest and other not in came:
                    came[other] = vertex
                    following.append(other)
        level = following
    return None


def _deciding(graph: Graph, vertex: int) -> list[int]:
    found = list(graph.control[vertex])
    if vertex in graph.needed:
        found.append(graph.needed[vertex])
    for events, epoch, last in graph.ranges.get(vertex, ()):
        found += events.vertices[events.first(epoch) : last]
    return found


def _nodes(nodes: list[Node | None], came: dict[int, int], vertex: int) -> list[Node]:
    found: dict[Node, None] = {}
    while vertex >= 0:
        node = nodes[vertex]
        if node is not None:
            found[node] = None
        vertex = came[vertex]
    return list(found)
