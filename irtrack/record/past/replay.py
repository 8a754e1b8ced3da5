"""The way through a record on which it is found what each object held at any time.

Time is how many nodes have been passed by. What a node does to objects says changes.py; what that does not know is
lost: what a function written in C of which no table tells was given, and all that this holds; everything where Python
code ran that was not recorded.
"""

from bisect import bisect_right
from typing import Any

from ..contexts.context import DEEP, REPLAY
from ..garbage import rarely
from ..log import Log, exclusively
from ..memory.schedule import Activation, Schedule, one_by_one
from ..memory.shadows import UNCHANGING
from ..nodes.kinds import PrimitiveCallNode, RaiseNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from .changes import Changes
from .history import History
from .kinds import is_instance
from .outside import state_of

_VARKEYWORDS = 8  # CO_VARKEYWORDS


class Replay(Changes):
    """What the objects of a record held."""

    def __init__(self, root: Node, log: Log) -> None:
        super().__init__()
        self.length = len(log)
        self.times: dict[Node, int] = {}  # of nodes whose value can change: when they had it
        for value, copied in log.initial:
            self._begin_with(value, copied)
        self.exchanged = {node: (ran, states) for node, ran, states in log.exchanged}  # by hooks
        Schedule(self).run(root, "finding out what values were")
        self.times[root] = self.time
        self.recipes.clear()

    def _begin_with(self, value: Any, copied: Any) -> None:
        state = state_of(value, copied)
        if state is not None:
            self.histories[id(value)] = History(value, state, self.time)

    def history_at(self, value: Any, time: int) -> Any:
        """What an object held then; None if that is not known."""
        history = self.histories.get(id(value))
        if history is None or history.value is not value or not history.copies:
            return None
        flood = bisect_right(self.floods, time)  # everything was lost then
        if flood and self.floods[flood - 1] >= history.copies[0][0]:
            return None
        return history.at(time)

    # -- what the schedule tells --------------------------------------------------------------------------------------

    def enter(self, activation: Activation) -> None:
        activation.info = self
        node = activation.node
        if activation.is_piece:
            if activation.resumer is None:  # the program went on with what `track` had returned
                self.flood()
        elif type(node) is NestedCallNode and not node.log.lacks_beginning(node.start):
            self._begin(node)

    def _begin(self, node: NestedCallNode) -> None:
        """What is made where a frame begins: an instance, the dict of its other keywords."""
        template = node.template
        if template.constructs and len(node.children) > 1 and is_instance(node.children[1].value):
            self.born(node.children[1].value, {})
        code = template.code
        if code.co_flags & _VARKEYWORDS and len(node.children) > len(template.argument_names):
            named = code.co_varnames[code.co_posonlyargcount : code.co_argcount + code.co_kwonlyargcount]
            rest = self.keywords_of(node)
            if rest is not None:
                rest = {name: value for name, value in rest.items() if name not in named}
            self.born(node.children[len(template.argument_names)].value, rest)

    def begin(self, node: Any, activation: Activation) -> None:
        """What it does is done when it has ended."""

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        return one_by_one(self, activation, position, until)

    def visit(self, node: Any, activation: Activation) -> None:
        self.time += 1
        kind = type(node)
        if self.exchanged and node in self.exchanged:
            self._exchange(node)
        elif kind is PrimitiveCallNode:
            self.call(node)
        elif kind is SpecialCallNode:
            self.form(node)
        elif kind is RaiseNode:
            self.raised(node)
        if id(type(node.value)) not in UNCHANGING:
            self.times[node] = self.time

    def _exchange(self, node: Any) -> None:
        """A hook has given the node its value."""
        ran, states = self.exchanged[node]
        if ran:
            self.expose([operand.value for operand in node._operands])
        for value, copied in states:
            if id(value) not in self.histories:
                self._begin_with(value, copied)
        if id(node.value) not in self.histories:
            self.expose([node.value])

    def leave(self, activation: Activation) -> None:
        node = activation.node
        if type(node.parent) is not NestedCallNode and id(type(node.value)) not in UNCHANGING:
            self.times[node] = self.time


def replay_of(node: Node, most: int | None = None) -> Replay | None:
    """The replay of the record that a node belongs to, made when it is first asked for; None if it has none.

    most: how many entries the log may have, if there is none yet.
    """
    root = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    if not isinstance(log, Log) or log.context.snapshot not in (REPLAY, DEEP):
        return None
    replay: Replay | None = log.replay
    if replay is None or replay.length != len(log):
        if most is not None and (len(log) > most or log.recorder is not None):
            return None
        with rarely():
            replay = log.replay = exclusively(Replay, root, log)
    return replay
