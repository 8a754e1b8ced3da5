"""What objects hold, as far as their histories tell, up to the node that is passed by."""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial
from types import BuiltinFunctionType, MethodType
from typing import Any

from ..classes import is_a
from ..values import Shown
from .history import CONTAINERS, Attributes, History
from .kinds import are_scalars, can_change, is_followed, is_instance


class UnknownError(Exception):
    """Nobody knows what an argument holds."""


class Contents:
    """The histories of objects."""

    def __init__(self) -> None:
        self.time = 0
        self.histories: dict[int, History] = {}  # by the id of an object
        self.kept: list[Any] = []  # of which the ids are known
        self.floods: list[int] = []  # when everything was lost
        self.threads = False  # do others run?
        self.filled: dict[int, int] = {}  # by the id of what a display or comprehension made: when that was complete
        self.recipes: dict[int, tuple[Any, Any, tuple[Any, ...]]] = {}  # of iterators that nobody has begun, and views

    def born(self, value: Any, content: Any) -> None:
        """An object is new and has that content; None if nobody knows."""
        kind = CONTAINERS.get(id(type(value)))
        state = content if type(value) is not Shown else None
        if state is not None:
            if kind is None:
                state = Attributes(content)
            elif kind is deque:
                state = deque(content, value.maxlen)
            elif kind is defaultdict:
                state = defaultdict(None, content)
            else:
                state = kind(content)
        self.histories[id(value)] = History(value, state, self.time)

    def history(self, value: Any) -> History | None:
        """That of an object which is about to be changed; None if it is not followed."""
        found = self.histories.get(id(value))
        if found is None and is_followed(value):
            found = self.histories[id(value)] = History(value, None, self.time)
        return found

    def known(self, value: Any) -> History | None:
        """The same, if it is known what the object holds."""
        found = self.histories.get(id(value))
        if found is None or found.lost >= 0 or self.threads or (self.floods and self.floods[-1] >= found.copies[0][0]):
            return None
        return found

    def flood(self) -> None:
        """Anything may have changed."""
        self.time += 1
        self.floods.append(self.time)

    def expose(self, values: Sequence[Any]) -> None:
        """Somebody may have changed these, and all that they hold."""
        waiting = [*values]
        while waiting:
            value = waiting.pop()
            if not can_change(value):
                waiting += filter(can_change, owners_of(value))
                continue
            if type(value) is partial:
                waiting += [value.func, *value.args, *value.keywords.values()]
            elif type(value) is tuple:
                waiting += value
                continue
            self.recipes.pop(id(value), None)
            history = self.history(value)
            if history is None:
                continue
            if history.lost < 0:
                waiting += _held(history.now)
                history.lose(self.time)
            waiting += history.held
            history.held = []

    def change(self, value: Any, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """An object is changed as `function` changes what it holds."""
        history = self.history(value)
        if history is None:
            return None
        if self.known(value) is None:
            history.lose(self.time)
            history.held += [one for one in arguments if can_change(one)]
            return None
        return history.change(self.time, function, *arguments, **keywords)

    def lose(self, value: Any, *held: Any) -> None:
        """Nobody knows what it holds from now on, but that these may be in it."""
        history = self.history(value)
        if history is not None:
            if history.lost < 0:
                history.held += filter(can_change, _held(history.now))
                history.lose(self.time)
            history.held += filter(can_change, held)

    def content(self, value: Any) -> Any:
        """What goes through an object finds, to be looked at at once."""
        if not can_change(value) or is_a(value, tuple, frozenset):
            return value
        if type(value) is slice and are_scalars((value.start, value.stop, value.step)):
            return value
        recipe = self.recipes.get(id(value))
        if recipe is not None and recipe[0] is value:
            return recipe[1](*[self.content(argument) for argument in recipe[2]])
        history = self.known(value)
        if history is None or is_instance(value):
            raise UnknownError
        return history.now


def is_container(value: Any) -> bool:
    return id(type(value)) in CONTAINERS


def owners_of(function: Any) -> list[Any]:
    """The objects on which a call works though nobody passes them."""
    if is_a(function, BuiltinFunctionType, MethodType):
        return [function.__self__]
    return [function] if can_change(function) else []


def _held(state: Any) -> list[Any]:
    if isinstance(state, dict):
        return [*state, *state.values()]
    return [] if state is None or isinstance(state, bytearray) else list(state)
