"""Contexts decide what is entered and what is kept."""

import inspect
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType
from typing import Any, ClassVar

from ..callables import enterable
from ..classes import mro
from ..interrupts import is_interrupt
from ..nodes.kinds import CallNode
from ..nodes.node import Node
from ..values import value_text
from .events import PendingError, PendingEvent
from .pending import RUN, PendingCall

ENTERED, PRIMITIVE, REPLAY, DEEP = "entered", "primitive", "replay", "deep"
HOOKS = ("tracked_call", "tracked_nested", "tracked_primitive", "tracked_special", "tracked_constant",
         "tracked_argument", "tracked_return", "tracked_jump", "tracked_error")  # fmt: skip


class Context:
    """What a recording does: override a method to change what is recorded, an attribute to change how.

    Options are class attributes; keyword arguments override them for one context.

    max_bytes: how many bytes of numpy arrays the record may keep; after that an array larger than 4 KiB is recorded as
        its dtype and shape only. None for no limit.
    operators: "entered", or "primitive": then what Python runs behind operators, attributes and the like is not
        recorded, and the recording is faster.
    max_entries: how many entries the log may have; then the recording stops, and the program goes on. The record is
        that of the run up to there, and says so: see `Node.stats`. None for no limit.
    keep_last: a flight recorder: the record has at least so many of the last entries of the log, about twice as many
        at most (or 12,000, or 3,000 for each call that is open), and the calls that were open then. What was computed
        before prints as `@…`. None for all.
    snapshot: how the past of a mutable value is had, see `Node.snapshot`: "replay", from what was recorded; "deep", by
        a `copy.deepcopy` of each value when it is recorded; a function, which is called instead with each value that
        can change and returns what is kept; None: the object itself, as it is now.
    """

    max_bytes: int | None = 256 * 1024 * 1024
    max_entries: int | None = None
    keep_last: int | None = None
    operators: str = ENTERED
    snapshot: str | Callable[[Any], Any] | None = REPLAY
    options: ClassVar[tuple[str, ...]] = ("max_bytes", "max_entries", "keep_last", "operators", "snapshot")

    def __init__(self, **options: Any) -> None:
        for name, value in options.items():
            if name not in self.options:
                raise TypeError(
                    f"{type(self).__name__}() has no option {name!r}; its options are {', '.join(self.options)}"
                )
            setattr(self, name, value)
        max_bytes: object = self.max_bytes
        is_count = isinstance(max_bytes, int) and not isinstance(max_bytes, bool) and max_bytes >= 0
        if max_bytes is not None and not is_count:
            raise ValueError(f"max_bytes is a number of bytes, or None for no limit, not {value_text(self.max_bytes)}")
        for name in ("max_entries", "keep_last"):
            bound = getattr(self, name)
            if bound is not None and not _is_count(bound):
                raise ValueError(f"{name} is a whole number from 1, or None for no limit, not {value_text(bound)}")
        if self.max_entries is not None and self.keep_last is not None:
            raise ValueError("max_entries keeps the beginning of a run and keep_last its end: choose one of them")
        if self.operators not in (ENTERED, PRIMITIVE):
            raise ValueError(f'operators is "entered" or "primitive", not {value_text(self.operators)}')
        if self.snapshot not in (REPLAY, DEEP, None) and not callable(self.snapshot):
            what = value_text(self.snapshot)
            raise ValueError(f'snapshot is "replay", "deep", a function, or None for the object itself, not {what}')

    def can_recur(self, f: Callable[..., Any], /) -> bool:
        """Is a call of `f` entered? Asked once for each function and recording, only where it could be.

        A `can_recur(self, f, *args, **kwargs)` is asked at each call, with the arguments; where C code or the
        interpreter calls `f`, without.
        """
        return True

    # -- hooks: each is asked about what is going to be recorded, and returns the node ---------------------------------

    def tracked_call(self, call: PendingCall) -> CallNode:
        """A call or an operation; the program goes on with the node's value."""
        asked: Context = self
        if call.composed is not None:
            below = call.composed.below(self, call)
            if below is not None:
                return call.composed.ask_from(below, "tracked_call", call)
            asked = call.composed
        if type(call._f) is BuiltinFunctionType or not call.can_enter:
            return asked.tracked_primitive(call)
        return asked.tracked_nested(call)

    def tracked_nested(self, call: PendingCall) -> CallNode:
        """A call that is entered."""
        if call.composed is not None:
            below = call.composed.below(self, call)
            if below is not None:
                return call.composed.ask_from(below, "tracked_nested", call)
        return call.record_nested(self)

    def tracked_primitive(self, call: PendingCall) -> CallNode:
        """A call or an operation that is not entered."""
        if call.composed is not None:
            below = call.composed.below(self, call)
            if below is not None:
                return call.composed.ask_from(below, "tracked_primitive", call)
        return call.record_primitive()

    def tracked_special(self, event: PendingEvent) -> Node:
        """A special form: a container that was built, a store that was done."""
        return self._tell("tracked_special", event)

    def tracked_constant(self, event: PendingEvent) -> Node:
        """A literal, or what a global, a builtin or a cell gave: recorded on its own where this is overridden."""
        return self._tell("tracked_constant", event)

    def tracked_argument(self, event: PendingEvent) -> Node:
        """An argument of a function that was entered; the function goes on with the node's value."""
        return self._tell("tracked_argument", event)

    def tracked_return(self, event: PendingEvent) -> Node:
        """What a function is about to return; it returns the node's value."""
        return self._tell("tracked_return", event)

    def tracked_jump(self, event: PendingEvent) -> Node:
        """A jump from block to block."""
        return self._tell("tracked_jump", event)

    def tracked_error(self, event: PendingError) -> Node:
        """Something was raised in a function; what goes on, to a handler or to the caller, is the node's value."""
        return self._tell("tracked_error", event)

    def _tell(self, hook: str, event: PendingEvent) -> Node:
        if event.composed is not None:
            below = event.composed.below(self, event)
            if below is not None:
                return event.composed.tell_from(below, hook, event)
        node: Node = event.record()
        return node

    def record_nested(self, call: PendingCall) -> CallNode:
        """Do the call, and record what runs in it under this context. What can't be entered is run as a primitive."""
        return call.record_nested(self)

    def record_primitive(self, call: PendingCall, value: Any = RUN) -> CallNode:
        """Do the call without entering it; with a `value`, that is what it gives, and it is not done."""
        return call.record_primitive(value)

    def inner(self, f: Callable[..., Any]) -> "Context":
        """The context in which the calls made by `f` are recorded; this one unless overridden."""
        return self

    def instead_of(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        """What is entered instead of a callable, which is called with these arguments by position, and with others by
        these names, None if that is not known: a Python function, or a pair of one and what it gets as its first
        argument. `f` to call it as it is this time, None to call it as it is whenever it is called there. Of a Python
        function it is asked without arguments, and takes another one with the same parameters.
        Where the arguments are plain numbers, texts and numpy's, it is asked once for each function and their types.
        """
        return None

    def instead_of_operation(self, function: Any, operands: Sequence[Any]) -> Any:
        """The Python function that is entered behind an operation; None for what the language does itself."""
        return None

    def overrides(self, method: str) -> bool:
        """Does the class override that method?"""
        return getattr(type(self), method) is not getattr(Context, method)

    def takes_arguments(self) -> bool:
        """Does `can_recur` take the arguments of a call, besides the function?"""
        kind = type(self)
        if kind.can_recur is Context.can_recur:
            return False
        known = _take_arguments.get(kind)
        if known is None:
            known = _take_arguments[kind] = _takes_arguments(kind)
        return known

    def key(self) -> object:
        """Contexts of equal keys can share rewritten code: the class and the values of the attributes.

        Values without a hash are told apart by their identity.
        """
        return type(self), tuple([(name, _hashable(value)) for name, value in sorted(vars(self).items())])

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({options})"


_take_arguments: dict[type, bool] = {}


def _takes_arguments(kind: type[Context]) -> bool:
    try:
        parameters = list(inspect.signature(kind.can_recur).parameters.values())
    except (TypeError, ValueError):
        return False
    return len(parameters) > 2 or any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters)


class _Same:
    """Stands for a value that has no hash: equal to itself only."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def _hashable(value: object) -> object:
    try:
        hash(value)
    except Exception as error:
        if is_interrupt(error):
            raise
        return _Same(value)
    return value


def is_builtin(f: Callable[..., Any]) -> bool:
    """Is nothing of `f` written in Python that a call of it would run, or nothing that could be entered?"""
    return enterable(f)[0] is None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


class DepthLimitContext(Context):
    """Enters calls down to a depth: with `DepthLimitContext(2)` the root is entered, and its calls are primitive."""

    def __init__(self, maxlevel: int, **options: Any) -> None:
        wanted: object = maxlevel
        if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
            raise ValueError(f"the depth limit is a whole number from 1, not {value_text(maxlevel)}")
        super().__init__(**options)
        self.level = 1
        self.maxlevel = maxlevel

    def can_recur(self, f: Callable[..., Any]) -> bool:
        return self.level < self.maxlevel

    def inner(self, f: Callable[..., Any]) -> "DepthLimitContext":
        deeper = type(self).__new__(type(self))
        vars(deeper).update(vars(self))
        deeper.level = self.level + 1
        return deeper


DEFAULT = Context()


def is_context_class(value: Any) -> bool:
    if not issubclass(type(value), type):  # asked for its `__class__`, it may run code
        return False
    return any(cls is Context for cls in mro(value))
