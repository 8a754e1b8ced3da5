"""Pieces of generators' frames, gone through from one `yield` to the next without the schedule's stack.

What is done is what the schedule would have the index do for a piece (`begin`, `enter`, `stretch`, `leave`). Strides that
come by a node that runs pieces have `resumed` do it, and go on behind them; so a loop over a chain of generators stays
within the strides of their frames. See strides.py, and calls.py for calls.
"""

from typing import TYPE_CHECKING, Any

from ..nodes.nested import NestedCallNode
from ..progress import passed
from .frames import Frame
from .schedule import AT_ONCE, Activation, Generator, Schedule

if TYPE_CHECKING:
    from .index import Index

_DEEPEST = 20  # generators within generators, each of which takes six frames; what is deeper is for the schedule


class Pieces(Schedule):
    """The way of an index through a record."""

    def __init__(self, index: "Index") -> None:
        super().__init__(index)
        self.index = index
        self.depth = 0

    def resume(self, activation: Activation, child: Any) -> bool:
        index, frame, elsewhere = self.index, activation.info, activation.elsewhere
        if self.depth >= _DEEPEST or type(frame) is not Frame or type(child) is NestedCallNode:
            return False
        position, count = activation.position, 0
        while elsewhere and count < AT_ONCE and self.aim(activation) == position:
            start = elsewhere[-1][1]
            generator = activation.generator
            if start != activation.aimed or generator is None:
                break
            inner = index.open.get(generator.node)
            if inner is None:
                break
            elsewhere.pop()
            count += 1
            if child in index.begun and not frame.constants:
                frame.place_next = 0
            else:
                index.begin(child, activation)
            self._go_through(generator, start, child, inner)
        if count:
            self.step(passed, child, self.root)
        return count > 0

    def _go_through(self, generator: Generator, start: int, resumer: Any, frame: Frame) -> None:
        """A piece of a frame that is open."""
        piece = self._piece(generator, start, resumer)
        self.depth += 1
        self.index.enter(piece)
        first, last = piece.first, piece.last
        if piece.elsewhere:
            self._run([piece])
        else:
            position = self.index.go_on(frame, piece.children, first, last)
            if position < last:
                piece.position = position
                self._run([piece])
            else:
                self.index.leave(piece)
        self.depth -= 1


def resumed(index: "Index", frame: Frame, position: int) -> int:
    """A stride has come to the node at that position, before which it was to stop: go through what ran within it, if
    that were pieces of generators. Returns up to where it may go on then.
    """
    activation, schedule = frame.activation, index.schedule
    if activation is None or position >= activation.last or not activation.elsewhere:
        return position
    activation.position = position
    if not schedule.resume(activation, activation.children[position]):
        return position
    return min(schedule.aim(activation), activation.last) if activation.elsewhere else activation.last
