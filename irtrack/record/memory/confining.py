"""What only the function can write to that makes it, as far as a run has gone: see confined.py."""

from math import inf
from typing import Any

from .confined import Confined, are_builtin
from .graph import Events
from .shadows import Shadow
from .writing import Writing


class Confining(Writing):
    """The events of such objects are their own."""

    __slots__ = ("confined", "frame", "passing")

    def __init__(self, whole: bool) -> None:
        super().__init__(whole)
        self.frame: Any = None  # of the node that is looked at
        # by the calls that run, and the variables of displays, what is confined to their frames
        self.confined: dict[Any, dict[int, Confined]] = {}
        # a jump is looked at now: its call, and the displays with whose variables what it passed by does something
        self.passing: tuple[Any, frozenset[int] | None] | None = None

    def confine(self, node: Any, made: Shadow) -> None:
        """Note that nobody but the frame can write to what a display has made, if it is so."""
        frame, number = self.frame, node.location.number if node.location is not None else 0
        if not self.whole or frame is None or frame.code.suspends or node.parent is not frame.node:
            return
        kept = frame.code.beside.confined.get(number)
        if kept is not None and are_builtin(kept.names, frame):
            confined = self.confined.setdefault(frame.node, {}).setdefault(number, Confined())
            confined.shadows.append(made)
            made.own, made.exposed = confined.events, inf

    def event(self, events: Events, vertex: int) -> None:
        super().event(events, vertex)
        if self.confined and (events is self.anything or events is self.any_items):
            call, touched = self.passing or (None, None)
            if call is None and self.at < len(self.nodes):  # by a statement: it may lead to what is confined, too
                node = self.nodes[self.at]
                call = node.parent if node is not None else None
            for number, confined in self.confined.get(call, {}).items():
                if touched is None or number in touched:
                    confined.events.add(self.epoch, vertex)

    def ends(self, call: Any) -> None:
        """A frame has ended."""
        for confined in self.confined.pop(call, {}).values():
            confined.expose(self.epoch)

    def hands_on(self, call: Any) -> None:
        """A call is entered that may be given what was taken to be confined, as a builtin function would have been that
        something else has replaced.
        """
        events = [confined.events for confined in self.confined.get(call.parent, {}).values()]
        for operand in call._operands if events else ():
            shadow = self.shadows.get(id(operand.value))
            if shadow is not None and any(shadow.own is own for own in events):
                shadow.exposed = min(shadow.exposed, self.epoch)

    def shows_variables(self, call: Any = None) -> None:
        """Somebody looks at the variables of a frame; of which, is not known, if no call is given."""
        for one in [call] if call is not None else list(self.confined):
            for confined in self.confined.get(one, {}).values():
                confined.expose(self.epoch)
