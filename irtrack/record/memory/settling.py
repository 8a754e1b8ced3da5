"""Facts about functions that call each other: the least that agree with one another.

What `f` writes is what its statements write and what the functions write that it calls, `f` among them, perhaps. So a
function that is asked about while it is looked into is taken to do nothing at first, then what came out, until nothing
more does.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_MOST = 8  # rounds


class Settling(Generic[T]):
    """Facts by the ids of functions, or by other keys, as of a class method the function and the class."""

    def __init__(self, whatever: frozenset[T]) -> None:
        self.whatever = whatever  # what holds of a function of which nothing is known
        self.known: dict[Any, tuple[Any, frozenset[T]]] = {}
        self.assumed: dict[Any, frozenset[T]] = {}  # of the functions that are looked into
        self.asked: set[Any] = set()  # those of them on whose facts something relies
        self.tentative: dict[Any, frozenset[T]] = {}  # what relies on them
        self.before: dict[Any, frozenset[T]] = {}  # what came out the last time, of those that rely on others
        self.has_moved = False  # did anything else come out than was assumed by somebody?

    def find(self, function: Any, look_into: Callable[[], frozenset[T]], key: Any = None) -> frozenset[T]:
        """The facts of a function, which `look_into` finds; a key has ids of what the function keeps alive."""
        key = id(function) if key is None else key
        if key in self.known:
            return self.known[key][1]
        if key in self.assumed:
            self.asked.add(key)
            return self.assumed[key]
        if key in self.tentative:
            return self.tentative[key]
        found = self._settle(key, look_into)
        if self.asked:
            self.tentative[key] = self.before[key] = found
        else:
            self.known[key] = function, found
            self.tentative, self.before = {}, {}
        return found

    def _settle(self, key: Any, look_into: Callable[[], frozenset[T]]) -> frozenset[T]:
        """Functions that call each other are gone through as often as anything moves: by the first of them alone, or it
        would be as often for each as for all those around it together.
        """
        around, self.has_moved = self.has_moved, False
        self.assumed[key] = self.before.get(key, frozenset())
        for _ in range(_MOST):
            found = look_into()
            if key in self.asked and found != self.assumed[key]:
                self.assumed[key], self.has_moved = found, True
            if not self.has_moved or self.asked - {key}:
                break
            self.tentative, self.has_moved = {}, False
        else:
            found = self.whatever
        self.has_moved = self.has_moved or around
        del self.assumed[key]
        self.asked.discard(key)
        return found
