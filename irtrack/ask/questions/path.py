"""How one node influenced another: the shortest chain of dependences between them."""

from ...record.memory import index_of
from ...record.memory.graph import Events, Graph
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
    looked_at: dict[Events, tuple[int, int]] = {}
    while level:
        following: list[int] = []
        for vertex in level:
            if vertex in wanted:
                return Path(_nodes(index.nodes, came, vertex))
            for other in (*index.data[vertex], *(_deciding(index, vertex, looked_at) if control else ())):
                if other >= lowest and other not in came:
                    came[other] = vertex
                    following.append(other)
        level = following
    return None


def _deciding(graph: Graph, vertex: int, looked_at: dict[Events, tuple[int, int]]) -> list[int]:
    """What decided about a vertex, but for the events that were looked at before, from a first to a last place: the
    vertices of a loop depend on the same, and some more.
    """
    found = list(graph.control[vertex])
    if vertex in graph.needed:
        found.append(graph.needed[vertex])
    for events, epoch, last in graph.ranges.get(vertex, ()):
        first = events.first(epoch)
        begin, end = looked_at.get(events, (first, first))
        if first <= end and begin <= last:
            found += events.vertices[first:begin] + events.vertices[end:last]
            looked_at[events] = min(first, begin), max(last, end)
        else:
            found += events.vertices[first:last]
    return found


def _nodes(nodes: list[Node | None], came: dict[int, int], vertex: int) -> list[Node]:
    found: dict[Node, None] = {}
    while vertex >= 0:
        node = nodes[vertex]
        if node is not None:
            found[node] = None
        vertex = came[vertex]
    return list(found)
