"""The dependences of a whole record: a flat graph in the order of time.

A vertex is a node, or what comes before or between nodes:

    that a node began        what a call was given, not yet what it returned; what was yielded, not yet what was sent
    that a call was entered  that it was made, whatever it was given
    a version of an object   all writes to it, up to one
    how far an iterator was  that it was asked for its next item, whatever that was
    to where a store went    the object and the key, not what was stored

An edge leads from a vertex to an earlier one on which it depends, so that one sweep from the last to the first finds
all that a vertex depends on, and one the other way all that depends on it.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import compress
from typing import Any

from ..nodes.node import Node

_AT_ONCE = 1024  # vertices that are swept in a row, if one of them has a mark


class Events:
    """Vertices at which something might have been written: jumps that passed by a store, stores whose place was
    computed. Each has an epoch; a write has the epoch of the events that come after it.
    """

    __slots__ = ("epochs", "last", "vertices")

    def __init__(self) -> None:
        self.epochs: list[int] = []
        self.last = -1  # of these
        self.vertices: list[int] = []

    def add(self, epoch: int, vertex: int) -> None:
        self.epochs.append(epoch)
        self.last = epoch
        self.vertices.append(vertex)

    def first(self, epoch: int) -> int:
        """The place of the first one of that epoch or later."""
        return bisect_left(self.epochs, epoch)


Range = tuple[Events, int, int]  # of some events those from an epoch on, up to a place; most are never looked at


class Graph:
    """`data[v]`, `control[v]`: the vertices on which v depends; `ranges[v]`: events, which count as control.

    `nodes[v]`: the node to which a vertex belongs, None if to none. `needed[v]`: a vertex without which v could not
    have come to be, although it does not depend on that: to enter a call, all arguments have to be there. A graph that
    is not `whole` has `nodes` and `data` only.
    """

    # as all classes made of it have: from 3.14 on, of an object with more than 30 other attributes only some are found
    # fast, and an index is asked for its own all the time
    __slots__ = ("__dict__", "control", "data", "needed", "nodes", "origins", "ranges", "whole")

    def __init__(self) -> None:
        self.whole = True
        self.nodes: list[Node | None] = []
        self.data: list[tuple[int, ...]] = []
        self.control: list[tuple[int, ...]] = []
        self.ranges: dict[int, tuple[Range, ...]] = {}
        self.needed: dict[int, int] = {}
        self.origins: dict[int, int] = {}  # the vertex of a node -> see `origin`

    def vertex(self, node: Node | None, data: tuple[int, ...], control: tuple[int, ...] = ()) -> int:
        """A new vertex."""
        self.nodes.append(node)
        self.data.append(data)
        if self.whole:
            self.control.append(control)
        return len(self.nodes) - 1

    def vertices_of(self, node: Node) -> list[int]:
        """All vertices that belong to a node."""
        return [vertex for vertex, other in enumerate(self.nodes) if other is node]

    def origin(self, node: Node) -> int | None:
        """The vertex that wrote, or made, the value that a node has."""
        return self.origins.get(getattr(node, "_vertex", -1))

    def behind(self, starts: Iterable[int], control: bool) -> bytearray:
        """1 for each vertex on which one of `starts` depends, for these, and with `control` for what they need."""
        marks = bytearray(len(self.nodes))
        for start in starts:
            marks[start] = 1
        data, controls, has_more = self.data, self.control, self._has_more if control else b""
        below: dict[Events, list[int]] = {}  # see `_mark_more`
        decided: tuple[int, ...] = ()  # by what: the same for most vertices in a row
        for end in range(marks.rfind(1) + 1, 0, -_AT_ONCE):
            begin = max(end - _AT_ONCE, 0)
            for vertex in range(marks.rfind(1, begin, end), begin - 1, -1):
                if marks[vertex]:
                    for other in data[vertex]:
                        marks[other] = 1
                    if control:
                        if controls[vertex] is not decided:
                            decided = controls[vertex]
                            for other in decided:
                                marks[other] = 1
                        if has_more[vertex]:
                            self._mark_more(vertex, marks, below)
        return marks

    def _mark_more(self, vertex: int, marks: bytearray, below: dict[Events, list[int]]) -> None:
        """Mark what a vertex needs, and the events at which something might have been written that it has read.

        `below`: for each place of events one behind the next event that has no mark yet, or a place nearer to that: a
        disjoint-set forest, halved on the way (Tarjan and van Leeuwen 1984). What was copied has been read earlier than
        the vertex says, so these ranges come in any order.
        """
        if vertex in self.needed:
            marks[self.needed[vertex]] = 1
        for events, epoch, last in self.ranges.get(vertex, ()):
            epochs, others, next_below = events.epochs, events.vertices, below.get(events)
            if next_below is None:
                next_below = below[events] = list(range(len(others) + 1))
            place = next_below[last]
            while place and epochs[place - 1] >= epoch:
                if next_below[place] == place:
                    marks[others[place - 1]] = 1
                    next_below[place] = place = place - 1
                else:
                    next_below[place] = place = next_below[next_below[place]]

    @cached_property
    def _has_more(self) -> bytearray:
        """1 for each vertex that has ranges, or needs another one."""
        found = bytearray(len(self.nodes))
        for vertex in (*self.ranges, *self.needed):
            found[vertex] = 1
        return found

    def ahead(self, starts: Iterable[int], control: bool) -> bytearray:
        """1 for each vertex that depends on one of `starts`, and for these."""
        marks = bytearray(len(self.nodes))
        for start in starts:
            marks[start] = 1
        data, controls, ranges = self.data, self.control, self.ranges
        reached: dict[Events, list[int]] = {}  # places of the events that have marks
        decided: tuple[int, ...] = ()  # by what: the same for most vertices in a row
        decides = False  # does one of these have a mark?
        first_start = marks.find(1)
        for vertex in range(first_start + 1, len(marks) if first_start >= 0 else 0):
            if marks[vertex]:
                continue
            for other in data[vertex]:
                if marks[other]:
                    marks[vertex] = 1
                    break
            else:
                if control:
                    if controls[vertex] is not decided:
                        decided = controls[vertex]
                        decides = any(map(marks.__getitem__, decided))
                    if decides or (vertex in ranges and self._has_mark(vertex, ranges[vertex], marks, reached)):
                        marks[vertex] = 1
        return marks

    def _has_mark(
        self, vertex: int, ranges: tuple[Range, ...], marks: bytearray, reached: dict[Events, list[int]]
    ) -> bool:
        """Does one of the events have a mark? Each is looked at once, when the sweep has come by it."""
        for events, epoch, last in ranges:
            known = reached.setdefault(events, [0])  # how many were looked at, then the places of those with marks
            others, first = events.vertices, events.first(epoch)
            while known[0] < last and others[known[0]] < vertex:
                if marks[others[known[0]]]:
                    known.append(known[0])
                known[0] += 1
            place = bisect_left(known, first, 1)
            if place < len(known) and known[place] < last:
                return True
            if any(marks[others[place]] for place in range(max(known[0], first), last)):
                return True
        return False


def nodes_of(graph: Graph, marks: bytearray) -> set[Node]:
    """The nodes of the vertices that are marked."""
    found: set[Any] = set(compress(graph.nodes, marks))
    found.discard(None)
    return found
