"""The dependences of a record -> columns of numbers."""

from itertools import chain

from ....record.memory.graph import Events, Graph
from ....record.nodes.node import Node
from ..file import Parts


def write_graph(graph: Graph, numbers: dict[Node, int], parts: Parts) -> None:
    """Write a graph; `numbers` are those of its nodes."""

    def write(name: str, column: list[int]) -> None:
        parts.numbers(f"graph.{name}", "<i4", column)

    vertices = graph.nodes
    write("node", [numbers[node] if node is not None else -1 for node in vertices])
    write("value", [getattr(node, "_vertex", -1) for node in numbers])
    write("data.count", [len(data) for data in graph.data])
    write("data", [vertex - other for vertex, data in enumerate(graph.data) for other in data])
    controls: dict[tuple[int, ...], int] = {}  # many vertices in a row are decided by the same
    write("control", [controls.setdefault(control, len(controls)) for control in graph.control])
    write("controls.count", [len(control) for control in controls])
    write("controls", list(chain.from_iterable(controls)))
    write("needed", list(graph.needed))
    write("needed.what", list(graph.needed.values()))
    write("origin", [-1 if (found := graph.origin(node)) is None else found for node in numbers])
    events: dict[Events, int] = {}
    ranges = [
        (events.setdefault(one, len(events)), one.first(epoch), last)
        for found in graph.ranges.values()
        for one, epoch, last in found
    ]
    write("ranges", list(graph.ranges))
    write("ranges.count", [len(found) for found in graph.ranges.values()])
    write("range", list(chain.from_iterable(ranges)))
    write("events.count", [len(one.vertices) for one in events])
    write("events", [vertex for one in events for vertex in one.vertices])
