"""Why a node, or a line, was reached: the branches that led there, call by call."""

from typing import Any

from ...record.memory import index_of
from ...record.nodes.kinds import JumpNode, RaiseNode
from ...record.nodes.loaded import loaded_from
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.values import described
from .answers import Answers
from .asked import SourcePlace, check_node, place_of
from .conditions import decision_text, in_values
from .passages import passages
from .story import LAST, came_from
from .telling import code_line, file_of, times, where
from .walk import nodes_in


class Decision(Answers[Node]):
    """`<8 decisions>`: what led to a node, in the order of time: branches, calls, exceptions that were caught.

    node: that was reached. branches: the jumps among these, of those at one place, as of a loop, the last. `print`
    tells them with the values in their conditions, and what the last of these came from.
    """

    noun = "decisions"

    def __init__(self, what: str, node: Node, decisions: list[Node], turns: dict[Node, int]) -> None:
        super().__init__(decisions)
        self.what = what
        self.node = node
        self._turns = turns

    @property
    def branches(self) -> list[JumpNode]:
        return [node for node in self if isinstance(node, JumpNode)]

    def head(self) -> list[str]:
        return [f"{self.what} was reached"]

    def line(self, item: Node) -> str:
        if isinstance(item, NestedCallNode):
            return f"  {code_line(item)}  calls {in_values(item)}" if item.parent is not None else f"  {item}"
        turns = self._turns.get(item, 1)
        often = f", the {turns}th time" if turns > 3 else f", the {_ORDINALS[turns]} time" if turns > 1 else ""
        return f"  {code_line(item)}  {decision_text(item)}{often}"

    def text(self, limit: int | None = 100) -> str:
        """A line for each decision, at most `limit` of them, and what the last condition came from."""
        branches = self.branches
        origin = (
            came_from(branches[-1]._condition, LAST) if branches and isinstance(branches[-1]._condition, Node) else []
        )
        return "\n".join([super().text(limit), *origin])


_ORDINALS = {2: "second", 3: "third"}


def why_reached(node: Node, place: int | str | None = None, run: int = 1) -> Decision:
    """The branches, calls and exceptions that led to a node, or to a line that ran within it.

    place: "cart.py:12", or 12 in the file in which the function of `node` is; None for the node itself. run: which of
    the times that it ran: 1 is the first, -1 the last.

    Raises ValueError if the line did not run, or not so often; `why_not_reached` says why.
    """
    check_node("why_reached", node)
    _check_run(run)
    if place is None:
        if run != 1:
            raise ValueError(f"run={run} is one of the times that a line ran: give a place, too, or ask its node")
        return _decisions(f"{where(node)}: {node}", node, node)
    wanted = place_of("why_reached", place, node)
    found = passages(node, wanted)
    if not found:
        raise ValueError(f"{wanted} did not run{_reason(node, wanted)}")
    if abs(run) > len(found):
        raise ValueError(f"{wanted} ran {times(len(found))}, so there is no run {run}")
    passage = found[run - 1 if run > 0 else run]
    return _decisions(f"{wanted}, in {passage.call.body_ir.name},", passage.node, passage.node, passage.is_edge)


def _check_run(run: Any) -> None:
    if isinstance(run, bool) or not isinstance(run, int) or run == 0:
        raise ValueError(f"run counts from 1, or from -1 for the last, not {described(run)}")


def _reason(node: Node, place: SourcePlace) -> str:
    calls = (one for one in nodes_in(node) if isinstance(one, NestedCallNode))
    if not any(place.is_of(file_of(call)) for call in calls):
        return ", nor did anything in a file of that name"
    return f': why_not_reached(node, "{place}") says why' if loaded_from(node) is None else ""


def _decisions(what: str, node: Node, start: Node, itself: bool = False) -> Decision:
    index = index_of(start)
    seen = {start._vertex}
    waiting = [start._vertex]
    found: dict[int, Node] = {start._vertex: start} if itself else {}
    while waiting:
        for vertex in index.control[waiting.pop()]:
            if vertex not in seen:
                seen.add(vertex)
                waiting.append(vertex)
                one = index.nodes[vertex]
                if one is not None and one is not node and _decides(one, node):
                    found[vertex] = one
    latest: dict[Any, tuple[int, Node]] = {}
    turns: dict[Any, int] = {}
    for vertex in sorted(found):
        one = found[vertex]
        key = _place(one)
        latest[key] = vertex, one
        turns[key] = turns.get(key, 0) + 1
    in_order = [one for _, one in sorted(latest.values(), key=lambda pair: pair[0])]
    return Decision(what, node, in_order, {one: turns[_place(one)] for one in in_order})


def _place(node: Node) -> tuple[Any, Any]:
    """A test is the same whichever way it led."""
    return node.parent, node.location.block if isinstance(node, JumpNode) and node.location else node.location


def _decides(one: Node, node: Node) -> bool:
    """Is it a call in which the node ran, a branch or an exception? What ran within a test did not follow from it."""
    above = node.parent
    while above is not None and above is not one:
        above = above.parent
    if above is one or isinstance(one, NestedCallNode):
        return above is one and isinstance(one, NestedCallNode)
    return isinstance(one, RaiseNode) or (isinstance(one, JumpNode) and one._condition is not None)
