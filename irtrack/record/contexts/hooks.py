"""What a context's hooks are asked, and what becomes of their answers.

Rewritten code calls `choose` before a call, which gives a callable that asks; and `operate` in the place of an
operation. What is about to be recorded is a PendingCall, of which the hook makes a node, by `record_primitive` or
`record_nested` of the context. The decoder finds that node in the log, behind a mark, and gives it its place.
"""

import builtins
import sys
from collections.abc import Callable, Sequence
from functools import partial
from sys import _getframe
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    TracebackType,
)
from typing import TYPE_CHECKING, Any

from ...cpython.hooked import ARGUMENTS, CALLS, CONSTANTS, ERRORS, JUMPS, OPERATIONS, RETURNS, SPECIALS
from ...cpython.sites import HookedCall, HookedEvent, HookedOperation, Known
from ...cpython.template import COPIES
from ..callables import NATIVE_TYPES, caller_of, enterable
from ..classes import class_name, is_iterable, lookup
from ..entering.behind.conversions import converts
from ..interrupts import is_interrupt, without_own_frames
from ..loans import own_code
from ..nodes.kinds import RaiseNode
from ..nodes.node import Node
from ..past import Copier, states_of
from .context import HOOKS, REPLAY, Context
from .drafts import operand_of
from .events import PendingError, PendingEvent
from .pending import RUN, PendingCall, refuse, refuse_value

if TYPE_CHECKING:
    from ..entering.binding import Binding

_TRACEBACK = BaseException.__dict__["__traceback__"]
_CAUSE, _CONTEXT = BaseException.__dict__["__cause__"], BaseException.__dict__["__context__"]
# what looks at the frame that calls it, which must not be one of ours
_LOOK_AT_FRAME = {id(f): f for f in (super, locals, globals, vars, dir, eval, exec, breakpoint, sys._getframe)}
_RUN_CODE = {id(f): f for f in (builtins.__build_class__, builtins.__import__)}
_NATIVE = {id(kind): kind for kind in NATIVE_TYPES}
# hook -> what the code asks about for it; can_recur stands for one that also takes the arguments
_ASKED = {
    "tracked_call": {CALLS, OPERATIONS},
    "tracked_primitive": {CALLS, OPERATIONS},
    "tracked_nested": {CALLS},
    "tracked_special": {SPECIALS},
    "tracked_constant": {CONSTANTS},
    "tracked_argument": {ARGUMENTS},
    "tracked_return": {RETURNS},
    "tracked_jump": {JUMPS},
    "tracked_error": {ERRORS},
    "can_recur": {CALLS},
}


def asked_by(context: Context) -> frozenset[str]:
    """What code has to ask about under a context."""
    asked: set[str] = set()
    for hook in HOOKS:
        if context.overrides(hook):
            asked |= _ASKED[hook]
    if context.takes_arguments():
        asked |= _ASKED["can_recur"]
    if context.snapshot is not None and context.snapshot != REPLAY:
        asked.add(COPIES)
    return frozenset(asked)


def hooks_of(context: Context) -> list[str]:
    """The hooks that a context has."""
    found = [hook for hook in HOOKS if context.overrides(hook)]
    return [*found, "can_recur with arguments"] if context.takes_arguments() else found


def _as_method(f: Any, arguments: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """A method that was looked up to be called, as the function and its first argument."""
    kind = type(f)
    if kind is MethodType:
        return f.__func__, (f.__self__, *arguments)
    if kind is BuiltinFunctionType and type(f.__self__) is not ModuleType:
        function = lookup(type(f.__self__), f.__name__)
        if type(function) is MethodDescriptorType:
            return function, (f.__self__, *arguments)
    return f, arguments


class Hooked:
    """The hooks of a recorder's code for one context."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.log = binding.recorder.log
        self.append = self.log.append
        self.recording = binding.recorder.recording
        self.by_arguments = binding.context.takes_arguments()
        self.failed: BaseException | None = None  # what `tracked_error` has raised last
        self.copier = Copier(binding)
        self.entered = Known()  # functions that this recording has met -> are they entered?

    @property
    def asked(self) -> dict[str, Callable[..., Any]]:
        """What the code calls, as Hooks has it."""
        return {
            "choose": self.choose, "ask_hook": self.ask, "tell_hook": self.tell, "tell_error": self.tell_error,
            "copy_value": self.copier.copy_value,
        }  # fmt: skip

    def forget(self) -> None:
        """The recording is over."""
        self.failed = None
        self.entered.clear()

    # -- what the code calls ------------------------------------------------------------------------------------------
    # Each asks by itself: another function between it and the hook would stand in the tracebacks of what is raised.

    def choose(self, f: Any, *others: Any) -> Any:
        """What a frame calls instead of `f`, with the same arguments. Then: what follows `*`, if anything; the site."""
        key = id(f)
        if key in _LOOK_AT_FRAME:
            return f
        if key in _RUN_CODE:
            return partial(self._run_code, f, _getframe(1))
        if len(others) > 1 and type(others[0]) is not tuple and not is_iterable(type(others[0])):
            return f  # what it raises names the callable
        site = others[-1]
        asks = partial(self.ask, f, site)
        if len(others) == 1 and not site.is_method:
            if site.seen is None:
                self.recorder.filled.append(site)
            site.seen = None  # wherever an interrupt comes, the two belong together
            site.asks = asks
            site.seen = f
        return asks

    def ask(self, f: Any, site: HookedCall | HookedOperation, /, *arguments: Any, **keywords: Any) -> Any:
        """Ask the context about a call or an operation; returns what the program goes on with."""
        if site.is_method:
            f, arguments = _as_method(f, arguments)
        call = PendingCall(self, site, f, arguments, keywords)
        recording = self.recording
        recording.thread = None  # what a hook runs is no part of the program, unless that has lent code for good
        try:
            if site.of_module and type(arguments[0]) is ModuleType:  # which is no node
                return call.read()
            answer: Any = self.binding.context.tracked_call(call)
            if answer is None or answer is not call.node:
                refuse(call, answer, self._hooks(call.hooks))
            made: Any = answer
        except BaseException as error:
            self._explain(error, call)
            raise
        finally:
            recording.thread = self.recorder.thread
        append = self.append
        append(site.mark)
        append(made)
        value = made.value
        if value is not call.value:
            self._note(made, value, ran=call.value is not RUN)
        return value

    def tell(self, value: Any, site: HookedEvent) -> Any:
        """Tell the context of what has happened; returns the value that the program goes on with."""
        event = PendingEvent(self, site, value)
        recording = self.recording
        recording.thread = None
        try:
            answer: Any = getattr(self.binding.context, site.hook)(event)
            if answer is None or answer is not event.node:
                refuse(event, answer, self._hooks(event.hooks))
            made: Any = answer
        except BaseException as error:
            self._explain(error, event)
            raise
        finally:
            recording.thread = self.recorder.thread
        append = self.append
        append(site.mark)
        append(made)
        exchanged = made.value
        if exchanged is not value:
            self._note(made, exchanged, ran=True)
        return exchanged

    def tell_error(self, error: BaseException, site: HookedEvent) -> RaiseNode:
        """Tell the context of what was raised; returns the node, with what is raised now. Raises nothing itself.

        What the hook itself has raised it is not told again.
        """
        event = PendingError(self, site, error)
        if error is self.failed:
            told: RaiseNode = event.record()
            return told
        recording = self.recording
        recording.thread = None
        try:
            answer: Any = self.binding.context.tracked_error(event)
            if answer is None or answer is not event.node:
                refuse(event, answer, self._hooks(event.hooks))
            node: Any = answer
            if not isinstance(node.value, BaseException):
                refuse_value(event, node.value, self._hooks(event.hooks))
        except BaseException as other:
            node = event.record()
            if not (isinstance(other, RecursionError) and isinstance(error, RecursionError)):  # there is room for it
                self._explain(other, event)
                node.value = self.failed = other
        finally:
            recording.thread = self.recorder.thread
        node.exception = node.value
        if node.exception is not error:
            _raise_instead(node.exception, error)
        made: RaiseNode = node
        return made

    def _note(self, node: Node, value: Any, *, ran: bool) -> None:
        """A hook has given a node its value: what that holds now, the record does not tell."""
        if self.binding.context.snapshot is not None:
            self.recorder.exchanged.append((node, ran, states_of((value,))))

    def root(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """The same for the function of a recording, whose node is that of the record."""
        self.binding.lender.adopt(arguments)
        call = PendingCall(self, None, f, arguments, keywords)
        recording = self.recording
        recording.thread = None
        try:
            answer: Any = self.binding.context.tracked_call(call)
            if answer is None or answer is not call.node:
                refuse(call, answer, self._hooks(call.hooks))
            made: Any = answer
        except BaseException as error:
            self._explain(error, call)
            raise
        finally:
            recording.thread = self.recorder.thread
        self.recorder.root = made
        return made.value

    # -- errors -------------------------------------------------------------------------------------------------------

    def _hooks(self, names: Sequence[str]) -> str:
        """The names of the hooks that were asked."""
        context = self.binding.context
        return " or ".join(
            f"{class_name(type(one))}.{name}"
            for one in getattr(context, "contexts", (context,))
            for name in names
            if one.overrides(name)
        )

    def _explain(self, error: BaseException, pending: PendingCall | PendingEvent) -> None:
        """Let an exception show the program and hooks only; and one that a hook has raised say so."""
        if error is pending.raised:
            _TRACEBACK.__set__(error, pending.traceback)
            return
        for one in _chain(error):
            _TRACEBACK.__set__(one, without_own_frames(_TRACEBACK.__get__(one)))
        if pending.is_refused or is_interrupt(error):
            return
        notes = getattr(error, "__notes__", [])
        if not any(type(note) is str and note.startswith("irtrack: ") for note in notes):
            hooks = self._raised_in(error) or self._hooks(("can_recur", *pending.hooks))
            error.add_note(f"irtrack: raised by {hooks}, asked about {pending!r}, {pending.where()}")

    def _raised_in(self, error: BaseException) -> str:
        """The name of the hook that an exception came out of; "" if that is not known."""
        context = self.binding.context
        codes = {}
        for one in getattr(context, "contexts", (context,)):
            for name in ("can_recur", *HOOKS):
                method = getattr(type(one), name)
                if one.overrides(name) and type(method) is FunctionType:
                    codes[own_code(method)] = f"{class_name(type(one))}.{name}"
        traceback, found = _TRACEBACK.__get__(error), ""
        while traceback is not None:
            found = codes.get(traceback.tb_frame.f_code, found)
            traceback = traceback.tb_next
        return found

    # -- doing it -----------------------------------------------------------------------------------------------------

    def can_enter(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        kind = type(f)
        known: bool | None = self.entered[f] if kind is FunctionType else None
        if known is None:
            known = self._can_enter(f, arguments, keywords)
            if kind is FunctionType and not self.by_arguments:
                self.entered[f] = known
                self.recorder.learned = True
        return known

    def _can_enter(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        if enterable(f)[0] is None:
            return False
        if not self.binding.asks:
            return True
        ask: Any = self.binding.context.can_recur
        return bool(ask(f, *arguments, **keywords) if self.by_arguments else ask(f))

    def run(self, site: Any, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """The value of a call that is not entered; what operations run, and C code calls back, is recorded."""
        if type(f) is FunctionType or not self.binding.enters:
            return f(*arguments, **keywords)
        if type(site) is HookedOperation and f is site.function:
            return self._run_operation(site, f, arguments)
        return self._run_call(site, f, arguments, keywords)

    def _run_operation(self, site: HookedOperation, f: Any, arguments: tuple[Any, ...]) -> Any:
        firsts = site.firsts
        for k in site.tested:
            if firsts[id(type(arguments[k]))] is None:
                break
        else:
            return f(*arguments)
        operands = arguments[:-1] if f is getattr else arguments
        attempt = self.binding.operations.ask(*operands, site)
        return f(*arguments) if attempt is None else attempt()

    def _run_call(self, site: Any, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        callers, kind = self.binding.callers, type(f)
        called = f.func if kind is partial else f
        if called is setattr or called is delattr:  # perhaps a function changes, which needs another twin
            self.recorder.forget()
        if id(kind) in _NATIVE or issubclass(kind, type) or kind is partial:
            caller = caller_of(f)
            iterates = caller is not None and bool(caller.iterates)
            if iterates or converts(f) or callers.collects(f, kind, (*arguments, site or _ROOT)):
                return callers.attempt(f, arguments, keywords, _getframe(1))()
        self.binding.lender.adopt_used(f, arguments)
        return f(*arguments, **keywords)

    def _run_code(self, f: Any, frame: FrameType, /, *arguments: Any, **keywords: Any) -> Any:
        """A class statement, or an import: what these run is recorded, they themselves are not asked about."""
        try:
            if not self.binding.enters:
                return f(*arguments, **keywords)
            return self.binding.callers.attempt(f, arguments, keywords, frame)()
        except BaseException as error:
            _TRACEBACK.__set__(error, without_own_frames(_TRACEBACK.__get__(error)))
            raise

    # -- what was computed before -------------------------------------------------------------------------------------

    def expression_of(self, call: PendingCall, index: int | str, value: Any) -> Any:
        """The tape expression of an operand, as the record will have it."""
        return operand_of(self.recorder, call, index, value)


_ROOT = HookedCall(None, False, None)


def _raise_instead(error: BaseException, other: BaseException) -> None:
    """Let an exception look as if it had been raised where another one was, while that was handled."""
    place = _TRACEBACK.__get__(other)
    if place is not None:
        after = _TRACEBACK.__get__(error)
        _TRACEBACK.__set__(error, TracebackType(after, place.tb_frame, place.tb_lasti, place.tb_lineno))
    if _CONTEXT.__get__(error) is None and not any(one is error for one in _chain(other)):
        _CONTEXT.__set__(error, other)


def _chain(error: BaseException) -> list[BaseException]:
    """An exception, and those that it was raised from or while they were handled."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is not None and not any(one is other for other in found):
            found.append(one)
            waiting += _CAUSE.__get__(one), _CONTEXT.__get__(one)
    return found
