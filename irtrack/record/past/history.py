"""What one object looked like at any time of a record: what it was at first, and the changes since, done again."""

from bisect import bisect_right
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

from ..interrupts import is_interrupt

_STRIDE = 32  # changes, at least, from one copy to the next
_CURSORS = 4  # states that are kept to go on from: a record is printed by several levels of calls at a time

# containers that are followed; of others nobody knows what they hold
CONTAINERS: dict[int, type] = {
    id(kind): kind for kind in (list, dict, set, deque, bytearray, OrderedDict, defaultdict)
}  # fmt: skip

State = Any  # a container of the same type as the object, or Attributes, which holds the same items


class Attributes(dict[str, Any]):
    """The attributes of an instance."""

    __slots__ = ()

    def copy(self) -> "Attributes":
        return Attributes(self)


Change = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]  # function(state, *arguments, **keywords)


class History:
    """The states of one object.

    A state is found from the last copy before it, so it costs what the object has items, however many changes there
    were; or from the last one that was asked for, which costs as many changes as lie between.
    """

    __slots__ = ("changes", "copies", "cursors", "held", "lost", "now", "times", "value")

    def __init__(self, value: Any, state: State | None, time: int) -> None:
        """`state` is what it holds at that time, None if nobody knows."""
        self.value = value  # which keeps its id
        self.now: Any = state
        self.times: list[int] = []  # of the changes
        self.changes: list[Change] = []
        self.copies: list[tuple[int, int, State]] = [] if state is None else [(time, 0, state.copy())]
        self.cursors: list[tuple[int, State]] = []  # how many changes it has had, the latest used last
        self.lost = time if state is None else -1  # since when nobody knows what it holds; -1 if that is known
        self.held: list[Any] = []  # what was put into it since then

    def change(self, time: int, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """It is changed as `function` changes the state. Returns what that gives."""
        try:
            result = function(self.now, *arguments, **keywords)
        except Exception as error:
            if is_interrupt(error):
                raise
            self.lose(time)
            return None
        self.times.append(time)
        self.changes.append((function, arguments, keywords))
        if len(self.changes) - self.copies[-1][1] >= max(_STRIDE, len(self.now)):
            self.copies.append((time, len(self.changes), self.now.copy()))
        return result

    def lose(self, time: int) -> None:
        """From now on nobody knows what it holds."""
        if self.lost < 0:
            self.lost, self.now = time, None

    def at(self, time: int) -> State | None:
        """What it held then, to be looked at at once, since it goes on changing; None if that is not known."""
        if not self.copies or time < self.copies[0][0] or 0 <= self.lost <= time:
            return None
        count = bisect_right(self.times, time)
        before = max((n for n, _ in self.cursors if n <= count), default=-1)
        copied, state = next((n, copy) for _, n, copy in reversed(self.copies) if n <= count)
        if copied > before:
            if copied == count:
                return state
            done, state = copied, state.copy()
            del self.cursors[: len(self.cursors) - _CURSORS + 1]
        else:
            done, state = self.cursors.pop(next(i for i, (n, _) in enumerate(self.cursors) if n == before))
        for function, arguments, keywords in self.changes[done:count]:
            function(state, *arguments, **keywords)
        self.cursors.append((count, state))
        return state
