"""Columns of numbers -> the dependences of a record; see writing/graph.py."""

from typing import Any

import numpy as np

from ....record.memory.graph import Events, Graph
from ....record.nodes.node import Node
from ..file import File, check_column, check_counts, following

_VERTEX = 200  # bytes of memory for a vertex, besides what it depends on
_TUPLE = 64  # of a tuple, besides its items


def read_graph(file: File, nodes: list[Node]) -> Graph:
    """The graph of these nodes; sets the vertices that belong to them."""
    columns = _Columns(file)
    graph = Graph()
    owners = columns.below("node", len(nodes), lowest=-1)
    count = len(owners)
    file.budget.take(_VERTEX * count)
    graph.nodes = [nodes[owner] if owner >= 0 else None for owner in owners.tolist()]
    counts, back = columns.counts("data.count", count), columns.read("data")
    check_counts(counts, back)
    targets = np.repeat(np.arange(count, dtype="<i4"), counts) - back
    if (targets < 0).any() or (back <= 0).any():
        raise ValueError("a vertex depends on what is not before it")
    graph.data = _tuples(counts, targets)
    control = _tuples(columns.counts("controls.count", None), columns.below("controls", count))
    graph.control = [control[k] for k in columns.below("control", len(control), count=count).tolist()]
    needed = columns.below("needed", count).tolist()
    graph.needed = dict(zip(needed, columns.below("needed.what", count, count=len(needed)).tolist(), strict=True))
    for node, vertex in zip(nodes, columns.below("value", count, lowest=-1, count=len(nodes)).tolist(), strict=True):
        if vertex >= 0:
            node._vertex = vertex
    origins = columns.below("origin", count, lowest=-1, count=len(nodes)).tolist()
    graph.origins = {node._vertex: vertex for node, vertex in zip(nodes, origins, strict=True) if vertex >= 0}
    _read_ranges(file, columns, graph)
    return graph


def _read_ranges(file: File, columns: "_Columns", graph: Graph) -> None:
    count = len(graph.nodes)
    all_events = []
    for vertices in _tuples(columns.counts("events.count", None), columns.below("events", count)):
        events = Events()
        events.vertices = list(vertices)
        events.epochs = list(range(len(vertices)))  # the place of each is one
        all_events.append(events)
    vertices = columns.below("ranges", count).tolist()
    counts = columns.counts("ranges.count", len(vertices)).tolist()
    triples = iter(columns.read("range").reshape(-1, 3).tolist())
    for vertex, size in zip(vertices, counts, strict=True):
        graph.ranges[vertex] = tuple([_range(all_events, *following(triples)) for _ in range(size)])


def _range(all_events: list[Events], number: int, first: int, last: int) -> tuple[Events, int, int]:
    events = all_events[number] if number >= 0 else None
    if events is None or not 0 <= first <= last <= len(events.vertices):
        raise ValueError(f"there are no events {number}, from {first} to {last}")
    return events, first, last


def _tuples(counts: Any, numbers: Any) -> list[tuple[int, ...]]:
    """The numbers, cut into tuples of these sizes."""
    check_counts(counts, numbers)
    flat, found, begin = numbers.tolist(), [], 0
    for size in counts.tolist():
        found.append(tuple(flat[begin : begin + size]))
        begin += size
    return found


class _Columns:
    """The columns of the graph, whose numbers are checked."""

    def __init__(self, file: File) -> None:
        self.file = file

    def read(self, name: str) -> Any:
        found = self.file.array(f"graph.{name}", "<i4")
        self.file.budget.take(40 * len(found))
        return found

    def below(self, name: str, limit: int, lowest: int = 0, count: int | None = None) -> Any:
        """Numbers from `lowest`, all below `limit`; as many as `count`, if that is given."""
        found = self.read(name)
        check_column(found, limit, lowest, count)
        return found

    def counts(self, name: str, count: int | None) -> Any:
        found = self.below(name, 1 << 31, count=count)
        self.file.budget.take(_TUPLE * len(found))
        return found
