"""When a line ran: the nodes that ran there, and the jumps that passed it where it has no node."""

from typing import Any, NamedTuple

from ...cpython.lift.ways import Ways
from ...ir.language import Location
from ...record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode
from ...record.nodes.loaded import loaded_from
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from .asked import SourcePlace
from .telling import file_of
from .walk import done_in


class Passage(NamedTuple):
    """A run of a line. node: the first that ran there, or, if `is_edge`, the jump that passed it. call: in which."""

    node: Node
    call: NestedCallNode
    is_edge: bool


def passages(node: Node, place: SourcePlace) -> list[Passage]:
    """The runs of a line within `node`, in order: where it is come to, not each of its operations."""
    lines = _Lines(place.line, has_code=loaded_from(node) is None)
    for one in done_in(node):
        call = one.parent
        if isinstance(call, NestedCallNode) and one.location is not None and place.is_of(file_of(call)):
            lines.passes(one, call)
    return lines.found


class _Lines:
    """The runs of a line, as the nodes are gone through.

    A line that only assigns constants or variables has no nodes: it ran if a later node of its block did.
    """

    def __init__(self, line: int, has_code: bool) -> None:
        self.line = line
        self.has_code = has_code
        self.found: list[Passage] = []
        self._last: dict[Node, int] = {}  # of each call, the position of the last node there
        self._told: dict[Node, bool] = {}  # of each call, was the line found in this run of a block?
        self._ways: dict[int, Ways] = {}
        self._silent: dict[int, dict[int, int]] = {}

    def passes(self, node: Node, call: NestedCallNode) -> None:
        location = node.location
        assert location is not None
        if node.line == self.line and not (isinstance(node, JumpNode) and node._condition is None):
            if self._last.get(call, 0) + 1 != node.position:
                self._find(node, call)
            self._last[call] = node.position
            self._told[call] = True
        elif self.has_code and not isinstance(node, ArgumentNode):
            self._pass_silently(node, call, location)
        if isinstance(node, (JumpNode, RaiseNode)):
            self._told[call] = False

    def _pass_silently(self, node: Node, call: NestedCallNode, location: Location) -> None:
        ways = ways_of(call, self._ways)
        silent = self._silent.get(id(ways))
        if silent is None:
            silent = self._silent[id(ways)] = ways.silent(self.line)
        order = silent.get(location.block)
        is_end = location.kind == "&"
        if order is not None and not self._told.get(call) and (is_end or ways.orders.get(location.number, -1) > order):
            self._find(node, call)
            self._told[call] = True
        here = ways.lines.get(self.line, ())
        if is_end and any(start in here for start in ways.along(location.block, location.number - 1)):
            self._find(node, call, is_edge=True)

    def _find(self, node: Node, call: NestedCallNode, is_edge: bool = False) -> None:
        self.found.append(Passage(node, call, is_edge))


def ways_of(call: NestedCallNode, known: dict[int, Any]) -> Ways:
    template = call.template
    if id(template) not in known:
        known[id(template)] = Ways(template)
    ways: Ways = known[id(template)]
    return ways


def pieces_of(call: NestedCallNode, ways: Ways) -> set[int]:
    """The pieces of its code that ran in a call."""
    found: set[int] = {0}
    for child in call:
        location = child.location
        if location is not None and location.block in ways.piece_of:
            found.add(ways.piece_of[location.block])
            if location.kind == "&":
                found.update(ways.along(location.block, location.number - 1))
    return found
