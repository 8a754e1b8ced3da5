"""Where a decoder stands in the log, and what it passes by: what other frames appended, and suspensions."""

from typing import Any

from ...cpython.marks import Mark, MarkKind
from ...cpython.template import Template
from ...cpython.versions import RESULTS_FOLLOW
from ..contexts.pending import PendingCall, TapeRedirected
from ..nodes.kinds import ConstantNode, SpecialCallNode, StatementNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node, Operand
from ..nodes.tape import TapeConstant
from .frames import arguments_settled, frame_behind
from .plan import AWAIT, YIELD, BlockPlan, plan_of

_HANDLER, _FALSE, _TRUE = MarkKind.HANDLER, MarkKind.FALSE, MarkKind.TRUE
_SUSPEND, _RESUME = MarkKind.SUSPEND, MarkKind.RESUME
_BEHIND, _DONE, _HOOKED = MarkKind.BEHIND, MarkKind.DONE, MarkKind.HOOKED
_ENTER, _JUMPED = MarkKind.ENTER, MarkKind.JUMPED
CALLER_ENTRIES = 2  # of the frame of lent code, behind its arguments: which code ran it, and where that was


class GapError(Exception):
    """The log does not say what the IR expects."""


class Cursor:
    """The state of a decoder."""

    __slots__ = ("asks", "block", "children", "copies", "done", "elsewhere", "end", "ends", "entries", "entry",
                 "environment", "first", "follows", "frames", "hooked", "jump", "jumped", "node", "passed", "plan",
                 "position", "resumed", "segments", "still", "taken", "template", "token", "turns")  # fmt: skip

    def __init__(self, node: NestedCallNode) -> None:
        self.node = node
        self.entries = node.log.entries
        self.ends = node.log.ends
        self.end = self.ends.get(node.start)  # None where the log ends before the frame
        self.template: Template = self.entries[node.start].template
        self.plan = plan_of(self.template)
        self.hooked = bool(self.template.hooks)  # may hooks have made nodes?
        self.copies = "copies" in self.template.hooks  # were values copied?
        self.asks = "calls" in self.template.hooks  # was it asked what calls should do?
        self.follows = RESULTS_FOLLOW or self.asks  # does a value stand behind each call?
        self.jumped: list[int] = []  # where the nodes stand that hooks have made of jumps which come
        self.environment = self.plan.environment.copy()
        self.children: list[Node] = []
        self.position = node.start + 1
        self.block: BlockPlan | None = self.plan.blocks[0]  # that comes next
        self.jump: Node | None = None  # what led there, and what it passed
        self.passed: tuple[Operand, ...] = ()
        self.still = -1  # the position at which the last blocks began,
        self.turns = 0  # and how many they were
        self.first = self.taken = 0  # where straight code left a block: at which step; the edge that is taken
        self.token: Any = None  # of a generator's frame; then
        self.entry = -1  # where the segment begins that it is in,
        self.segments: list[int] = []  # and those behind
        self.frames: list[int] = []  # where frames begin that no node has yet which ran them, and a hook's node stands,
        self.done = 0  # and how many of these belong to what has just ended
        self.elsewhere: list[tuple[int, int]] = []  # which child ran a frame or a segment that it did not call
        self.resumed: list[tuple[int, int]] = []  # which child comes first in a segment, and where that begins
        if self.template.suspends:
            self.token = self.entries[self.position]
            self.position += 1
            self.segments = list(reversed(node.log.segments.get(id(self.token), ())))

    @property
    def left(self) -> int:
        """How many entries nobody has looked at yet."""
        return (len(self.entries) if self.end is None else self.end) - self.position

    @property
    def passed_by(self) -> int:
        """How many entries lie behind."""
        return self.position - self.node.start

    def _is_branch(self, entry: Mark, block: BlockPlan) -> bool:
        """Is it the FALSE or the TRUE of the jump that ends this block?"""
        return (
            (entry.kind is _FALSE or entry.kind is _TRUE)
            and entry.template is self.template
            and self.plan.lifted.jumps.get(entry.index) == block.number
        )

    def _gap(self, expected: str, entry: Any) -> GapError:
        return GapError(f"expected {expected}, found {entry!r} at entry {self.position}")

    # -- what other frames appended -----------------------------------------------------------------------------------

    def _skip(self, position: int) -> int:
        """The position behind segments of generators that ran here, and frames that no call of this frame began."""
        entries = self.entries
        while True:
            entry = entries[position]
            if type(entry) is not Mark:
                return position
            if entry.kind is _BEHIND:
                self.frames.append(position)
            elif entry.kind is _JUMPED:
                self.jumped.append(position)
                position += 2
                continue
            elif entry.kind is _HOOKED:
                self.frames.append(position)
                position += 2
                continue
            elif not entry.is_elsewhere or entry.kind is _DONE:
                return position
            else:
                template: Any = entry.template
                if not template.suspends or entries[position + 1] is self.token:
                    return position
                self.elsewhere.append((len(self.children), position))
            position = self.node.log.ends.get(position, len(entries))

    def _skip_to(self, position: int, block: BlockPlan, order: int) -> int:
        """The same, and behind the DONE of an instruction of the block up to that order.

        `done` is how many of the frames belong to these instructions.
        """
        while True:
            position = self._skip(position)
            for count in range(len(self.frames), self.done, -1):
                if block.lifted.order.get(self._ran(self.frames[count - 1]), order + 1) <= order:
                    self.done = count
                    break
            mark = self.entries[position]
            if type(mark) is not Mark or mark.kind is not _DONE or mark.template is not self.template:
                return position
            instruction = self.plan.lifted.representative[mark.index]
            if block.lifted.order.get(instruction, order + 1) > order:
                return position
            self.done = len(self.frames)
            position += 1

    def _ran(self, start: int) -> int:
        """The instruction of this frame that ran the one that starts there; -1 if that is not known."""
        log, entries = self.node.log, self.entries
        mark = entries[start]
        if mark.kind is _HOOKED or not mark.template.lent:  # the first comes before the value of its statement
            return -1
        first = start + 1 + mark.index
        code, lasti = entries[first : first + CALLER_ENTRIES]
        if id(code) not in log.templates:
            of_marks = (c.template for c in code.co_consts if type(c) is Mark and c.template is not None)
            log.templates[id(code)] = next(of_marks, None)
        if log.templates[id(code)] is not self.template:
            return -1
        instruction = self.template.running(lasti)
        return self.plan.lifted.representative[instruction] if instruction >= 0 else -1

    def _give(self, made: Node, count: int) -> Node:
        """Let the first frames that have no node yet be children of the node that ran them.

        Returns the node, which is another one if a hook has made it.
        """
        if count:
            log, frames = self.node.log, self.frames[:count]
            if self.hooked:
                hooked = [start for start in frames if self.entries[start].kind is _HOOKED]
                frames = [start for start in frames if start not in hooked]
                if hooked:
                    made = self._adopt(made, self.entries[hooked[-1] + 1])
            if frames:
                made._frames = tuple([frame_behind(log, made, k, start) for k, start in enumerate(frames, 1)])
                self.elsewhere += [(made.position - 1, start) for start in frames]
            del self.frames[:count]
            self.done = 0
        return made

    def _has_copy(self, made: Node, position: int) -> None:
        """The value of a node is that entry: if that was copied, it is the node's snapshot."""
        log = self.node.log
        if position in log.copies:
            if log.copied is None:
                log.copied = {}
            log.copied[made] = log.copies[position]

    def _adopt(self, made: Any, node: Any) -> Node:
        """Give the node that a hook has made the place of one that was decoded."""
        if not isinstance(node, StatementNode):
            return self._settle(made, node)  # type: ignore[no-any-return]
        pending: Any = node._statement
        if isinstance(pending, PendingCall):
            function = TapeRedirected(pending.function.value) if pending.is_redirected else None
        else:  # a hook has seen it in its place before
            function = next((o for o in node._operands[:1] if isinstance(o, TapeRedirected)), None)
        node.parent, node.position, node.location = made.parent, made.position, made.location
        node._operands = made._operands if function is None else (function, *made._operands[1:])
        node._statement = made._statement
        if isinstance(node, SpecialCallNode) and node.value is None:  # a store, which gives no value
            node.value = made.value
        if isinstance(node, NestedCallNode):
            arguments_settled(node)
        self.children[made.position - 1] = node
        self._hand_copy_on(made, node)
        return node  # type: ignore[no-any-return]

    def _hand_copy_on(self, made: Node, node: Node) -> None:
        copied = self.node.log.copied
        if copied and made in copied:
            copied[node] = copied[made]

    def _take_arguments(self) -> None:
        """The nodes of arguments that hooks have made, which stand behind the values."""
        while self.position < len(self.entries):
            mark = self.entries[self.position]
            if type(mark) is not Mark or mark.kind is not _HOOKED or mark.index >= 0:
                return
            made: Any = self.children[-mark.index]
            node = self.entries[self.position + 1]
            node.name, node.branch, node.number = made.name, made.branch, made.number
            self.environment[made.location.number] = self._settle(made, node)
            self.position += 2

    def _take_jump(self, made: Any, target: BlockPlan) -> Any:
        """The same of a jump."""
        mark, node = self.entries[self.jumped[0]], self.entries[self.jumped[0] + 1]
        number = self.plan.lifted.block_of.get(self.plan.lifted.representative[mark.index])
        if number != made.location.block:
            return made
        del self.jumped[0]
        node.target, node._condition, node.test, node.holds = made.target, made._condition, made.test, made.holds
        return self._settle(made, node)

    def _settle(self, made: Any, node: Any) -> Any:
        """Give a node that a hook has made the place of one that was decoded."""
        node.parent, node.position, node.location = made.parent, made.position, made.location
        if isinstance(node, ConstantNode):  # which reads nothing but itself
            shown: Any = node._operands[0]
            name = shown.name
            node._operands = (TapeConstant(node.value, name, made.position - 1 if name else -1),)
        else:
            node._operands = made._operands
        self.children[made.position - 1] = node
        self._hand_copy_on(made, node)
        return node

    def _pass_attempts(self, position: int) -> int:
        """The position behind frames of a statement whose node a hook has made, or will make."""
        entries = self.entries
        while True:
            position = self._skip(position)
            entry = entries[position]
            if type(entry) is not Mark or entry.kind is not _ENTER:
                return position
            position = self.ends.get(position, len(entries))

    # -- suspensions ---------------------------------------------------------------------------------------------------

    def _next_segment(self) -> int:
        self.entry = self.segments.pop()
        self.resumed.append((len(self.children), self.entry))
        self.end = self.node.log.ends.get(self.entry)
        return self.entry

    def _wait(self, position: int, kind: int) -> int:
        """Where the frame that is suspended at `position` went on, which a yield does once; -1 if it never did."""
        entries = self.entries
        while True:
            mark = entries[position]
            if type(mark) is not Mark or mark.template is not self.template:
                return position
            if mark.kind is _HANDLER and kind == AWAIT and mark.index not in self.plan.lifted.handler_blocks:
                position = self._skip(position + 4)  # thrown into what is awaited, which went on
                if entries[position] is self.template.resume:
                    self._next_segment()
                    position = self._skip(position + 2)
            elif mark.kind is not _SUSPEND:
                return position
            else:
                if not self.segments:
                    self.end = self.position = position + 1
                    return -1
                position = self._next_segment()
                if entries[position].kind is not _RESUME:
                    continue
                position += 2
                if kind == YIELD:
                    return position
                position = self._skip(position)
