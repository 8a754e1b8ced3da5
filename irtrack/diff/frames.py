"""Frames that are gone through without nodes, and the moments at which something was done in them.

Their nodes are decoded only if somebody asks for one: an error, which says where it arose, or what comes unusual.
"""

from collections.abc import Collection, Generator
from typing import Any

from ..cpython.lift import lift_once
from ..cpython.marks import Mark, MarkKind
from ..cpython.template import Template
from ..record.nodes.kinds import ArgumentNode, JumpNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node


class Frame:
    """The frame that begins at `start` of the log.

    `caller`: the frame in which it was called, when that had jumped so many times, by a statement; `within`: in the
    midst of one, whose node may be that of another, as `[*items]`. Without a caller, its node is there.
    """

    __slots__ = ("_behind", "_node", "_turns", "caller", "log", "start", "statement", "turn", "within")

    def __init__(
        self, log: Any, start: int, caller: "Frame | None" = None, turn: int = 0, statement: Any = None,
        within: bool = False, node: Node | None = None,
    ) -> None:  # fmt: skip
        self.log = log
        self.start = start
        self.caller = caller
        self.turn = turn
        self.statement = statement
        self.within = within
        self._node = node
        self._turns: list[int] = []  # where its node's children stand that are the first after so many jumps
        self._behind: dict[int, Any] | None = None  # by where they start, the calls behind these children

    @property
    def node(self) -> Any:
        """The nested call."""
        frame, below = self, []
        while frame._node is None:
            assert frame.caller is not None
            below.append(frame)
            frame = frame.caller
        while below:
            inner = below.pop()
            inner._node = frame._find_behind(inner.start) if inner.within else frame.child(inner.turn, inner.statement)
            frame = inner
        return self._node

    def child(self, turn: int, statement: Any) -> Any:
        return self.node.children[self.position(turn, (statement,))]

    def position(self, turn: int, statements: Collection[Any]) -> int:
        """Where the first child stands, after so many jumps, that runs one of these statements or ends the block."""
        children = self.node.children
        if not self._turns:
            self._turns = [0, *[k + 1 for k, child in enumerate(children) if isinstance(child, JumpNode)]]
        wanted = set(map(id, statements))
        for position in range(self._turns[turn], len(children)):
            child = children[position]
            if not isinstance(child, ArgumentNode):
                statement = getattr(child, "_statement", None)
                if statement is None or id(statement) in wanted:
                    return position
        return len(children)

    def _find_behind(self, start: int) -> Any:
        if self._behind is None:
            self._behind = {one.start: one for child in self.node.children for one in child._frames}
        return self._behind[start]

    @property
    def template(self) -> Any:
        return self.log.entries[self.start].template

    def behind(
        self, position: int, turn: int, statement: Any, orders: dict[int, int], order: int | None, edge: bool
    ) -> Generator[Any, None, tuple[int, bool] | None]:
        """Yield the frames from there on that C code or the interpreter called in a statement.

        With an `order`, the statement has no entry that follows; its frames are those behind which DONE says so, or an
        edge follows. Returns what comes behind, and whether there were any; None where something else stands there.
        """
        entries, ends = self.log.entries, self.log.ends
        template: Template = self.template
        first, starts = position, []
        while True:
            mark: Any = entries[position]
            if type(mark) is not Mark or not mark.is_elsewhere:
                break
            if mark.kind is MarkKind.BEHIND:
                end = ends.get(position)
                if end is None or not _returned(entries, mark, end):
                    return None
                starts.append(position)
                position = end
            elif mark.kind is not MarkKind.DONE or mark.template is not template:
                return None
            elif order is None:
                position += 1
            elif orders.get(lift_once(template).representative[mark.index], order + 1) <= order:
                position += 1
                break
            else:
                return first, False
        is_marked = type(mark) is Mark and mark.kind is not MarkKind.DONE
        is_edge = is_marked and mark.kind in (MarkKind.FALSE, MarkKind.TRUE) and mark.template is template
        if order is None:
            if is_marked and not is_edge:
                return None
        elif not (is_edge and edge) and (type(mark) is not Mark or mark.kind is not MarkKind.DONE):
            return first, False
        for start in starts:
            yield start, turn, statement, None
        return position, bool(starts)


class Moment:
    """The run of a statement: in a frame, when that has jumped so many times. `ran`: have frames run within it?"""

    __slots__ = ("frame", "ran", "statement", "turn")

    def __init__(self, frame: Frame, turn: int, statement: Any, ran: bool = False) -> None:
        self.frame = frame
        self.turn = turn
        self.statement = statement
        self.ran = ran

    @property
    def node(self) -> Any:
        return self.frame.child(self.turn, self.statement)


def _returned(entries: Any, mark: Any, end: int) -> bool:
    """Did a frame, which is no generator's, end with a return?"""
    last = entries[end - 1]
    is_exit = type(last) is Mark and last.kind is MarkKind.EXIT and last.template is mark.template
    return is_exit and not mark.template.suspends


def node_of(where: Any) -> Any:
    """The node of a Moment; a node itself."""
    return where.node if where.__class__ is Moment else where


def has_frames(where: Any) -> bool:
    """Have frames run within it?"""
    return where.ran if where.__class__ is Moment else bool(where.children)


def code_of(where: Any) -> Any:
    """The code that did it; None if nothing recorded has."""
    if where.__class__ is Moment:
        return where.frame.template.code
    return where.parent.template.code if type(where.parent) is NestedCallNode else None
