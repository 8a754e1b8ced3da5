"""When a line ran: the nodes that ran there, and the jumps that passed it where it has no node."""

from typing import Any, NamedTuple

from ...cpython.lift.ways import Ways
from ...record.loaded import loaded_from
from ...record.nodes import JumpNode, NestedCallNode, Node
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
    known: dict[int, Any] = {}
    found: list[Passage] = []
    last: dict[Node, int] = {}  # of each call, the position of the last node there
    for one in done_in(node):
        call = one.parent
        if not isinstance(call, NestedCallNode) or one.location is None or not place.is_of(file_of(call)):
            continue
        if one.line == place.line and not (isinstance(one, JumpNode) and one._condition is None):
            if last.get(call, 0) + 1 != one.position:
                found.append(Passage(one, call, is_edge=False))
            last[call] = one.position
        elif isinstance(one, JumpNode) and one.location.kind == "&" and loaded_from(node) is None:
            ways = ways_of(call, known)
            here = ways.lines.get(place.line, ())
            if any(start in here for start in ways.along(one.location.block, one.location.number - 1)):
                found.append(Passage(one, call, is_edge=True))
    return found


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
