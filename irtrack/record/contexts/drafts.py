"""Drafts: what a record will be, looked at by hooks while it is being recorded.

The frame that runs gets the nested call that the record will have for it, decoded as far as it has come: so what a hook
finds there, and the metadata that it leaves, is in the record later. The block that runs is decoded again each time;
its nodes keep their metadata.
"""

from typing import TYPE_CHECKING, Any

from ...cpython.marks import Mark, MarkKind
from ...ir.language import Call
from ..decoding.cursor import GapError
from ..decoding.decoder import Decoder
from ..decoding.frames import frame_behind
from ..decoding.plan import BlockPlan
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node, tape
from ..nodes.tape import TapeConstant

if TYPE_CHECKING:
    from ..log import Log
    from ..recorder import Recorder
    from .events import PendingEvent
    from .pending import PendingCall


_VALUE = vars(Node)["value"].__get__  # the slot, which asks no `__getattr__`


_END = 4  # entries of what stands at the end of the log while it is decoded


class _ReachedError(Exception):
    """The statement is reached that runs."""


class GrowingDecoder(Decoder):
    """A decoder of a frame that has not ended: it goes back to the beginning of the block that runs."""

    __slots__ = ("running", "stopped", "whole")

    def __init__(self, node: NestedCallNode) -> None:
        super().__init__(node)
        self.running = -1
        self.stopped: tuple[BlockPlan, int | None]  # where it came to the statement that runs
        self.whole = 0  # how many children are decoded for good

    def grow(self, instruction: int) -> None:
        """Decode what has been appended since, up to the statement of that instruction, which runs.

        It is as if that had raised: what tells so is appended while it is decoded.
        """
        self.running = self.plan.lifted.representative[instruction]
        log = self.node.log
        self.entries, self.ends = log.entries, log.ends
        self._find_segments()
        length = len(self.entries)
        self.entries += [Mark(MarkKind.UNWIND, self.template, -1), self.token, None, None]
        log._scanned = len(self.entries)  # by which it looks no further
        try:
            self._grow()
        finally:
            del self.entries[length:]
            log._scanned = length

    def _grow(self) -> None:
        first = self.whole
        partial = self.children[first:]
        del self.children[first:]
        try:
            if not self.children:
                self._arguments()
                self.whole = len(self.children)
            if self.token is not None and self.entry < 0:
                if not self.segments:  # it has only been made
                    return
                self._begin()
            while self.block is not None:
                state = self.block, self.position, self.jump, self.passed, self.still, self.turns, self.frames.copy()
                segment, later = self.entry, self.segments.copy()
                elsewhere, resumed = len(self.elsewhere), len(self.resumed)
                self.whole = len(self.children)
                self._blocks(self.whole + 1)
        except (_ReachedError, GapError):
            if self.position < len(self.entries) - _END:
                raise
            self.block, self.position, self.jump, self.passed, self.still, self.turns, self.frames = state
            self.entry, self.segments = segment, later
            del self.elsewhere[elsewhere:], self.resumed[resumed:]
            self.done = 0
        _hand_on(partial, self.children[first:])

    def _find_segments(self) -> None:
        """Of a generator, the segments that are still to come: some have come up since."""
        if self.token is not None:
            segments = self.node.log.segments.get(id(self.token), [])
            behind = segments.index(self.entry) + 1 if self.entry >= 0 else 0
            self.segments = list(reversed(segments[behind:]))
            self.end = self.ends.get(self.entry)

    def _raised_at(self, block: BlockPlan, mark: Mark, after: int, order: int | None, may_pass: bool) -> int | None:
        if mark.index != -1 or not self._is_at_end():
            return super()._raised_at(block, mark, after, order, may_pass)
        self.stopped = block, order
        raised = block.lifted.order.get(self.running)
        if raised is None:
            return None
        if order is None:  # what has run and leads to the next block is reached behind its value
            return raised if after <= raised <= block.lifted.end else None
        return raised if after < raised <= order else None

    def _owner(self) -> int:
        return self.running if self._is_at_end() else super()._owner()

    def _is_at_end(self) -> bool:
        """Does the decoder stand before the mark of what runs?"""
        return self.position == len(self.entries) - _END

    def _raise(self, block: BlockPlan, item: Any, location: Any, operands: Any, order: int, nested: Any = None) -> None:
        if self._is_at_end():
            if nested is not None:  # the call has been made
                self.stopped = block, order
            raise _ReachedError
        super()._raise(block, item, location, operands, order, nested)

    def advance(self, count: int) -> bool:
        """As of any decoder, when somebody looks at the record: go on from there."""
        partial = self.children[self.whole :]
        del self.children[self.whole :]
        self.end = self.ends.get(self.node.start)
        self._find_segments()
        if self.token is not None and self.entry < 0 and self.children:
            self._begin()
        more = super().advance(count)
        _hand_on(partial, self.children[self.whole :])
        self.whole = len(self.children)
        return more

    def read(self) -> tuple[tuple[Any, ...], Any]:
        """What the statement reads that runs, or the end of its block, and its expression if it has one."""
        block, order = self.stopped
        steps = self.plan.steps(block)
        if order is None:
            return tuple([self.environment[index] for index in block.lifted.reads]), None
        step = next(step for step in steps if step[5].order == order)
        return step[2](self.environment), step[5].statement.expression


def _hand_on(old: list[Node], new: list[Node]) -> None:
    """Nodes that were decoded again have the metadata that they had, and that which those get that hooks have kept."""
    for one, other in zip(old, new, strict=False):
        if one is not other:
            shared, fresh = one._more(), other._rare
            if fresh is not None:
                shared.frames, shared.keyword_names, shared.exception = (
                    fresh.frames,
                    fresh.keyword_names,
                    fresh.exception,
                )
            other._rare = shared


def running_frame(recorder: "Recorder") -> NestedCallNode:
    """The nested call that runs."""
    log = recorder.drafted()
    scan = log.look()
    start, entries = scan.open[-1], log.entries
    mark = entries[start]
    if mark.kind is not MarkKind.ENTER and mark.kind is not MarkKind.BEHIND:  # a generator goes on
        start = scan.created[id(entries[start + 1])]
        mark = entries[start]
    drafts = log.drafts
    assert drafts is not None
    found = drafts.get(start)
    if found is None:
        if mark.kind is MarkKind.BEHIND:
            found = frame_behind(log, Node(None, 0, None, None), 0, start)
            found.parent = None
        else:
            call = recorder.running.get(start)
            operands = tuple([TapeConstant(operand.value) for operand in call.operands]) if call is not None else ()
            found = NestedCallNode(None, 0, None, None, operands or (TapeConstant(None),), None, log, start)
        drafts[start] = found
    return found


def _grown(node: NestedCallNode, instruction: int) -> GrowingDecoder:
    decoder: Any = node._decoder
    if not isinstance(decoder, GrowingDecoder):
        decoder = node._decoder = GrowingDecoder(node)
    decoder.grow(instruction)
    grown: GrowingDecoder = decoder
    return grown


def _is_unset(node: NestedCallNode) -> bool:
    try:
        _VALUE(node)
    except AttributeError:
        return True
    return False


def settle(log: "Log", node: NestedCallNode) -> NestedCallNode:
    """The draft of a nested call, if hooks have looked at it, with all that is known of it now."""
    found: NestedCallNode | None = log.drafts.pop(node.start, None) if log.drafts else None
    if found is None:
        return node
    for name in ("parent", "position", "location", "_operands", "_statement", "exception", "_keyword_names"):
        setattr(found, name, getattr(node, name))
    if _is_unset(node):
        found.value = None
        del found.value  # its children tell
    else:
        found.value = node.value
    place_arguments(found)
    return found


def place_arguments(node: NestedCallNode) -> None:
    """Let the arguments of a draft, which has its place now, tell who passed them."""
    decoder: Any = node._decoder
    known = node._children or (decoder.children if decoder is not None else ())
    if known:
        fresh = Decoder(node)
        fresh._arguments()
        for old, new in zip(known, fresh.children, strict=False):
            old.branch, old.number, old.value = new.branch, new.number, new.value  # type: ignore[attr-defined]


def operand_of(recorder: "Recorder", call: "PendingCall", index: int | str, value: Any) -> Any:
    """The tape expression of an operand of a call that hooks are asked about."""
    node = call.node
    if node is not None and node.parent is not None:
        operands, expression = node._operands, getattr(node._statement, "expression", None)
    elif call.site is None:
        return TapeConstant(value)
    else:
        try:
            operands, expression = _grown(running_frame(recorder), call.site.mark.index).read()
        except LookupError:
            return TapeConstant(value)
    return _pick(operands, expression, index, value)


def events_operands(recorder: "Recorder", event: "PendingEvent") -> tuple[Any, ...]:
    """The tape expressions of what an event was computed from, as far as they are known while it is recorded."""
    node, index, template = event.node, event.index, event.site.mark.template
    if node is not None and node.parent is not None:
        return node.operands
    if index < 0 or event.site.hook == "tracked_jump" or template.is_suspended(index):
        return ()
    running = running_frame(recorder)
    if running.log.beginning(running.start).template is not template:
        return ()
    return tuple(map(tape, _grown(running, index).read()[0]))


def _pick(operands: tuple[Any, ...], expression: Any, index: int | str, value: Any) -> Any:
    if not isinstance(expression, Call):  # a load
        return tape(operands[0]) if index == 1 else TapeConstant(value)
    names = [name for name, _ in expression.keywords]
    count = len(operands) - len(names) - expression.starred
    if isinstance(index, str):
        if index in names:
            return tape(operands[count + expression.starred + names.index(index)])
        return tape(operands[count + 1]) if expression.starred == 2 else TapeConstant(value)
    if index < count:
        return tape(operands[index])
    return tape(operands[count]) if expression.starred else TapeConstant(value)
