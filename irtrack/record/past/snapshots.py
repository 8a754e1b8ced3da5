"""What the value of a node was when it was recorded: whole, or as much of it as a line shows."""

import heapq
from collections import defaultdict, deque
from itertools import islice
from typing import Any

from ..classes import is_a, namespace_of
from ..interrupts import is_interrupt
from ..nodes.kinds import ArgumentNode
from ..nodes.loaded import loaded_from
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..values import may_have_changed
from .copier import LOST, Refused
from .history import Attributes
from .kinds import can_be_sorted, is_followed, is_instance
from .replay import Replay, replay_of

PRINTED = 100_000  # entries of the log of a record that is replayed to be printed
_SHOWN, _LEVELS = 7, 4  # items of a container, and how deep, of which the text of a value is made


class _LostError(Exception):
    """Nobody knows what a value held."""


def snapshot_of(node: Node) -> Any:
    """What the value was then: a copy, all through; the object itself where it can't change, or nobody knows."""
    value = node.value
    if not may_have_changed(value):
        return value
    loaded = loaded_from(node)
    if loaded is not None:
        return loaded.shown.get(node, value)
    copied = copied_from(node)
    if copied is not LOST:
        return copied
    replay = replay_of(node)
    return value if replay is None else _past(node, replay, whole=True)[0]


def assigned(node: Node) -> Any:
    """The same; of what a comprehension made, or a display with stars, when that was complete."""
    value = node.value
    if not may_have_changed(value) or loaded_from(node) is not None:
        return snapshot_of(node)
    replay = replay_of(node)
    if replay is None or node not in replay.times:
        return value
    time = max(replay.times[node], replay.filled.get(id(value), 0))
    return _copied(value, replay, time, whole=True)[0]


def shown(node: Node) -> tuple[Any, bool]:
    """As much of that as a line shows; and whether the value may have changed since."""
    value = node.value
    if not may_have_changed(value):
        return value, False
    loaded = loaded_from(node)
    if loaded is not None:
        return (loaded.shown[node], False) if node in loaded.shown else (value, True)
    copied = copied_from(node)
    if copied is not LOST:
        return copied, False
    if _is_being_made(node):  # it lacks what its `__repr__` wants to show
        return value, True
    replay = replay_of(node, PRINTED)
    return (value, True) if replay is None else _past(node, replay, whole=False)


def _is_being_made(node: Node) -> bool:
    """Is it the first argument of an `__init__`?"""
    call = node.parent
    is_first = isinstance(node, ArgumentNode) and node.position == 2 and is_instance(node.value)
    return is_first and isinstance(call, NestedCallNode) and call.body_ir.name.endswith("__init__")


def shown_operand(root: Node, value: Any) -> tuple[Any, bool]:
    """The same of an operand of a root, when the run began."""
    if not may_have_changed(value):
        return value, False
    if not isinstance(root, NestedCallNode):  # which has no arguments that could tell, once it was saved
        return value, True
    if loaded_from(root) is not None:  # the argument that it was
        arguments = [node for node in root.children if type(node) is ArgumentNode and node.value is value]
        return shown(arguments[0]) if arguments else (value, True)
    replay = replay_of(root, PRINTED)
    if replay is None:
        return value, True
    return _copied(value, replay, 0, whole=False)


def copied_from(node: Node) -> Any:
    """The copy that was made of the value when it was recorded; LOST if none was, or could be."""
    copied = _kept_for(node)
    return LOST if type(copied) is Refused else copied


def refusal_of(node: Node) -> str | None:
    """Why the context's own function made no snapshot of the value, if it failed."""
    copied = _kept_for(node)
    return str(copied) if type(copied) is Refused else None


def _kept_for(node: Node) -> Any:
    above: Any = node if isinstance(node, NestedCallNode) or node.parent is None else node.parent
    while above is not None and not isinstance(above, NestedCallNode):
        above = above.parent
    if above is None or loaded_from(node) is not None or not above.log.copies:
        return LOST
    if node.parent is None:
        return above.log.copies.get(above.log.end(above.start) - 1, LOST) if above.exception is None else LOST
    return above.log.copied.get(node, LOST) if above.log.copied else LOST


def _past(node: Node, replay: Replay, *, whole: bool) -> tuple[Any, bool]:
    time = replay.times.get(node)
    return (node.value, True) if time is None else _copied(node.value, replay, time, whole=whole)


def _copied(value: Any, replay: Replay, time: int, *, whole: bool) -> tuple[Any, bool]:
    try:
        return _Copy(replay, time, whole).of(value, _LEVELS), False
    except (_LostError, RecursionError):
        return value, True


class _Copy:
    """Copies values as they were at one time."""

    def __init__(self, replay: Replay, time: int, whole: bool) -> None:
        self.replay = replay
        self.time = time
        self.whole = whole
        self.made: dict[int, Any] = {}

    def of(self, value: Any, level: int) -> Any:
        if is_a(value, tuple):
            items = [self.of(item, level - 1) for item in (value if self.whole else value[:_SHOWN])]
            return value if all(one is other for one, other in zip(value, items, strict=False)) else tuple(items)
        if not may_have_changed(value):
            return value
        if id(value) in self.made:
            return self.made[id(value)]
        if not is_followed(value):
            raise _LostError
        state = self.replay.history_at(value, self.time)
        if state is None:
            raise _LostError
        if isinstance(state, Attributes):
            return self._instance(value, state, level)
        if isinstance(state, dict):
            made: Any = defaultdict(value.default_factory) if type(value) is defaultdict else type(value)()
            self.made[id(value)] = made
            for key, item in self._pairs(state):
                if may_have_changed(key):
                    raise _LostError
                made[key] = self.of(item, level - 1)
            return made
        if isinstance(state, set) and any(map(may_have_changed, state)):
            raise _LostError
        if isinstance(state, (set, bytearray)):
            return type(state)(state if self.whole or isinstance(state, bytearray) else _first(state))
        if not self.whole and level <= 0:
            return state
        made = deque(maxlen=value.maxlen) if isinstance(value, deque) else []
        self.made[id(value)] = made
        made.extend([self.of(item, level - 1) for item in (list(state) if self.whole else islice(state, _SHOWN))])
        return made

    def _pairs(self, state: dict[Any, Any]) -> list[tuple[Any, Any]]:
        return list(state.items()) if self.whole else [(key, state[key]) for key in _first(state)]

    def _instance(self, value: Any, state: Attributes, level: int) -> Any:
        """Its `__repr__` may show all of it."""
        if not self.whole:
            inner = _Copy(self.replay, self.time, True)
            inner.made = self.made
            return inner._instance(value, state, level)
        try:
            made = object.__new__(type(value))
        except TypeError:
            raise _LostError from None
        self.made[id(value)] = made
        namespace = namespace_of(made)
        for name, item in list(state.items()):
            attribute = self.of(item, level)
            if type(namespace) is dict:
                namespace[name] = attribute
            else:
                try:
                    object.__setattr__(made, name, attribute)
                except Exception as error:
                    if is_interrupt(error):
                        raise
                    raise _LostError from None
        return made


def _first(state: Any) -> list[Any]:
    """The keys that a text shows, and one more."""
    if len(state) <= _SHOWN:
        return list(state)
    if can_be_sorted(state):
        return heapq.nsmallest(_SHOWN, state)
    return list(state) if isinstance(state, set) else list(islice(state, _SHOWN))
