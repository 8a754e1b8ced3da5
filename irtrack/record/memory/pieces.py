"""Pieces of generators' frames, gone through from one `yield` to the next without the schedule's stack.

What is done is what the schedule would have the index do for a piece (`begin`, `enter`, `stretch`, `leave`). Strides
that come by a node that runs pieces have `resumed` do it, and go on behind them; so a loop over a chain of generators
stays within the strides of their frames. See strides.py, and calls.py for calls.
"""

from collections.abc import Callable
from types import AsyncGeneratorType, GeneratorType
from typing import TYPE_CHECKING, Any

from ..classes import is_a
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from ..progress import passed as passed_by
from ..values import Dropped
from .calls import note_short
from .effects.general import consume
from .effects.iterators import given_by, maker_of, yielded
from .frames import Frame
from .given import delegated_at
from .origins import SEQUENCES
from .schedule import AT_ONCE, Activation, Generator, Schedule
from .shadows import DELEGATED, SUSPENDED, UNCHANGING, can_change

if TYPE_CHECKING:
    from .index import Index

_SELDOM = 64  # pieces of a frame, after which somebody is told
_DEEPEST = 20  # generators within generators, each of which takes six frames; what is deeper is for the schedule


class Pieces(Schedule):
    """The way of an index through a record."""

    def __init__(self, index: "Index") -> None:
        super().__init__(index)
        self.index = index
        self.depth = 0

    def _activation(self, node: Any) -> Activation:
        if type(node) is NestedCallNode:
            self.index.children_of(node)
        return super()._activation(node)

    def resume(self, activation: Activation, child: Any) -> int:
        index, frame, elsewhere = self.index, activation.info, activation.elsewhere
        if self.depth >= _DEEPEST or not isinstance(frame, Frame) or type(child) is NestedCallNode:
            return -1
        position, until = activation.position, -1
        begun, opened = index.begun, index.open
        for _ in range(AT_ONCE):
            start, generator = elsewhere[-1][1], activation.generator
            if start != activation.aimed or generator is None:
                break
            inner = opened.get(generator.node)
            if inner is None:
                break
            elsewhere.pop()
            if child not in begun:
                asks(index, child, activation)
            elif frame.constants:
                index.begin(child, activation)
            else:
                frame.place_next = 0
            self._go_through(generator, start, child, inner)
            activation.until = until = self.aim(activation) if elsewhere else activation.last
            if until != position or not elsewhere:
                break
        if len(elsewhere) % _SELDOM == 1:
            self.step(passed_by, child, self.root)
        return until

    def _go_through(self, generator: Generator, start: int, resumer: Any, frame: Frame) -> None:
        """A piece of a frame that is open."""
        index, piece = self.index, self._piece(generator, start, resumer)
        piece.info, frame.activation = frame, piece
        children, position, last = piece.children, piece.first, piece.last
        until = last
        if piece.elsewhere:
            piece.until = until = min(self.aim(piece), last)
        begin(index, frame, children, position, last, resumer)
        self.depth += 1
        while position < last:
            position = index.go_on(frame, children, position, until)
            until = max(until, piece.until)
            if position != until or until == last:
                break
            known = index.stride_at(frame, children, position)
            if known is not None and not index.goes_by_nodes:  # it begins with what runs a piece
                position = known.run(index, frame, children, position, until)
                until = max(until, piece.until)
                if position < until:
                    continue
            until = resumed(index, frame, position)
            if until <= position:
                break
        if position < last:
            piece.position = position
            self._run([piece])
        else:
            end(index, frame, children, last, resumer)
        self.depth -= 1


def begin(index: "Index", frame: Frame, children: Any, position: int, last: int, resumer: Any) -> None:
    """A piece of a generator's frame begins: the children from a position up to the last one, before which it ends."""
    code = frame.code
    if frame.place_next >= -code.size or children[position] not in index.begun:  # else see `Frame.back_at`
        frame.place_next = 0
    frame.ends = last if last < len(children) else -1
    if frame.passed:
        frame.passed.clear()
    if index.whole or code.template.delegates:
        shadow = index.shadows.get(id(frame.node.value))
        if shadow is not None and shadow.kind == DELEGATED:  # which has ended
            shadow.kind, shadow.sources = "", ()
    if resumer is not None:
        index.sent[frame.node] = index.begun[resumer]
    if index.whole:
        base: tuple[int, ...] = ()
        if resumer is not None:
            base = (index.has_come_to(resumer),)
            waiting = index.schedule.delegator(frame.node.value) if index.schedule.delegating else None
            if waiting in index.begun:  # which has run it, whoever has gone on with that
                base = (*base, index.begun[waiting])
            if shadow is not None and shadow.since <= index.stirred:  # which piece it is depends on who went on with it
                index.doubt(shadow.since, shadow, index.any_items)
                index._doubt_at(index.begun[resumer])
        before = index.begun.get(children[position]) if 0 < position < len(children) else None  # the record was cut
        frame.began((*base, before) if before is not None else base)


def end(index: "Index", frame: Frame, children: Any, last: int, resumer: Any) -> None:
    """A piece of a generator's frame has ended, with its value or before the child where it is suspended."""
    node = frame.node
    if frame.constants:
        index._load_names(frame, last + 1)
    passed = tuple(frame.passed)
    if last < len(children):  # what suspends it is done when it goes on, but has begun
        suspending = children[last]
        frame.within += 1
        came = index.begun.get(suspending, -1)
        if came < 0:  # else a stride has been there
            control = frame.decided(suspending) if frame.exits else frame.control
            data = index._operands(suspending, frame)
            came = index.vertex(suspending, data, (*control, *passed) if passed else control)
            index.begun[suspending] = came
            index._doubt_at(came)
            frame.place_next = 0
            if (delegated := delegated_at(suspending)) is not None:
                _has_delegated(index, node, delegated, came, resumer)
            if type(suspending) is SpecialCallNode:
                frame.place_next = frame.back_at(suspending)
        if type(node.value) is AsyncGeneratorType:  # who awaits it has what it yields
            _has_come_to(index, node, came, passed)
    else:
        index.open.pop(node, None)
        note_short(index, frame.code, node)
        if not children:
            return
        came = children[-1]._vertex
        if frame.code.delegates(children[-1]):  # it has never gone on
            came = index.vertex(None, (came,), frame.control)
            _has_delegated(index, node, children[-1], came, resumer)
        _has_come_to(index, node, came, passed)
    if resumer is not None:
        index.got.setdefault(resumer, []).append(came)


def _has_delegated(index: "Index", generator: Any, operand: Any, vertex: int, resumer: Any) -> None:
    """An iterator has gone on by `yield from`; whoever asks the generator for more from now on, asks that."""
    if not can_change(operand.value):
        return
    shadow = index.shadow(operand.value)
    if not shadow.kind and is_a(shadow.value, *SEQUENCES):  # 3.15: the node that began it stands for an iterator
        shadow = index.loop(operand, shadow.value)
    if shadow.since <= index.stirred:  # it might have gone on before
        index.doubt(shadow.since, shadow, index.any_items)
    if shadow.shape >= 0:  # how far it is
        index.reading.append(shadow.shape)
    index.at = vertex
    if not is_a(shadow.value, *SUSPENDED) and not _asks_only(index, resumer, generator.value):
        for source in shadow.sources:  # C code may have got all that there is
            index.read_whole(source.value)
    if can_change(generator.value) and (shadow.sources or is_a(shadow.value, *SUSPENDED)):
        outer = index.shadow(generator.value)
        outer.kind, outer.sources = DELEGATED, (shadow,)
    consume(index, shadow)
    index.data[vertex] += tuple(index.reading)
    index.reading = []
    index._doubt_at(vertex)
    index.at = len(index.nodes)


def _asks_only(index: "Index", node: Any, generator: Any) -> bool:
    """Has a node asked a generator, or what has delegated to it, for what comes next, and no more?"""
    if type(node) is not PrimitiveCallNode or node._operands[0].value is not next:
        return False
    asked = index.known(node._operands[1].value)
    return asked is not None and given_by(asked).value is generator


def _has_come_to(index: "Index", node: NestedCallNode, last: int, passed: tuple[int, ...]) -> None:
    """A generator has returned, or given something: whoever asks it for more finds that out."""
    if can_change(node.value):
        shadow = index.shadow(node.value)
        before = (shadow.shape,) if shadow.shape >= 0 else ()
        shadow.version = shadow.shape = index.vertex(None, (last, *before), passed)
        shadow.pending = []


def asks(index: "Index", node: Any, activation: Activation) -> None:
    """Something is about to run within a node: what `begin` does, of which only the way of a loop's turn is left."""
    frame = activation.info
    is_plain = type(node) is PrimitiveCallNode and len(node._operands) == 2 and node._operands[0].value is next
    if not is_plain or node.location is None or node.location.number not in frame.code.resuming:
        index.begin(node, activation)
        return
    if frame.code.loads or frame.handling or frame.exits:
        index.begin(node, activation)
        return
    function, operand = node._operands
    called = (function._vertex,) if type(function) is not TapeConstant else ()
    given = (operand._vertex,) if type(operand) is not TapeConstant else ()
    begun = entered = len(index.nodes)
    index.nodes.append(node)
    index.data.append(called + given)
    if index.whole:
        entered += 1
        index.nodes.append(node)
        index.data.append(called)
        index.control += (frame.control, (*frame.control, begun))
    index.begun[node], index.entered[node] = begun, entered
    frame.within += 1
    frame.place_next = 0


def comes_back(index: "Index", node: Any, frame: Frame) -> bool:
    """Visit the `yield` with which a frame goes on; False, and nothing is done, if it is not a plain one."""
    value = node.value
    if node._statement.expression.name != "yield" or type(value) is Dropped:
        return False
    if frame.handling or frame.exits or frame.constants or node in index.entered:
        return False
    if index.reading or index.doubting or index.calls_late(node):
        return False
    if index.whole and not all(id(type(operand.value)) in UNCHANGING for operand in node._operands):
        return False
    begun = index.begun.pop(node)
    frame.within -= 1
    read = (begun, index.sent[frame.node]) if value is not None and frame.node in index.sent else (begun,)
    node._vertex = vertex = index.vertex(node, read, frame.control)
    if id(type(value)) not in UNCHANGING:
        index.made.setdefault(id(value), (vertex, index.epoch))
    frame.place_next = 0 if frame.within else -node.location.number
    return True


def takes_next(index: "Index", node: Any, frame: Frame) -> bool:
    """Visit the node of a loop's turn that has run a generator; False, and nothing is done, if it is not a plain one.

    What `advance` does is written out here (effects/iterators.py), for a generator of which nothing is known but how
    often it was asked.
    """
    function, iterator = node._operands[0], node._operands[-1].value
    value = node.value
    if function.value is not next or type(function) is not TapeConstant or function.name is not None:
        return False
    if type(iterator) is not GeneratorType or node._rare is not None:
        return False
    if frame.handling or frame.exits or frame.constants or type(value) is Dropped:
        return False
    shadow = index.shadows.get(id(iterator))
    if shadow is None or index.reading or index.doubting or (index.called[0] is not None and index.calls_late(node)):
        return False
    if shadow.kind or shadow.sources or shadow.acts or shadow.calls or shadow.held:
        return False
    nodes, data = index.nodes, index.data
    node._vertex = vertex = len(nodes)
    came = (index.begun.pop(node), *index.got.pop(node, ()))
    read = [*came, *shadow.pending]
    if shadow.version >= 0:
        read.append(shadow.version)
    del index.entered[node]
    frame.within -= 1
    if id(type(value)) not in UNCHANGING:
        given = yielded(index, came, value)
        maker = maker_of(index, value) if given is None else None
        if given is not None:
            index.origins[vertex] = given
        elif maker is not None:
            index.origins[vertex] = maker
            read.append(maker)
        index.made.setdefault(id(value), (vertex, index.epoch))
    if shadow.since <= index.stirred:
        index.doubt(shadow.since, shadow, index.any_items)
        for events in index.any_attributes.values():
            index.doubt(shadow.since, None, events)
        index._doubt_at(vertex)
    shape = shadow.shape
    if shape >= 0:
        read.append(shape)
    nodes.append(node)
    data.append(tuple(read))
    if index.whole:
        index.control.append(frame.control)
    shadow.version, shadow.pending = -1, [vertex]  # which has read all that was before
    shadow.position += 1
    shadow.shape = len(nodes)
    nodes.append(node)
    data.append((shape,) if shape >= 0 else ())
    if index.whole:
        index.control.append(frame.control)
    location = node.location
    if frame.watched and location is not None and frame.catches(node):
        frame.raised_past(vertex)
    frame.place_next = 0 if frame.within or location is None else -location.number
    return True


# the usual case of what has begun
USUAL: dict[type, Callable[["Index", Any, Frame], bool]] = {PrimitiveCallNode: takes_next, SpecialCallNode: comes_back}


def resumed(index: "Index", frame: Frame, position: int) -> int:
    """A stride has come to the node at that position, before which it was to stop: go through what ran within it, if
    that were pieces of generators. Returns up to where it may go on then.
    """
    activation = frame.activation
    if activation is None or position >= activation.last or not activation.elsewhere:
        return position
    activation.position = position
    return max(position, index.schedule.resume(activation, activation.children[position]))
