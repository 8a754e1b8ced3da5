"""Calls of functions written in C that call Python code: their arguments are collected, and callbacks exchanged."""

from functools import partial
from sys import _getframe  # for good: a program may exchange what modules have
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import TYPE_CHECKING, Any

from ...cpython.sites import NONE, Known, OperandSite, Site
from ...rules.allocation import METHODS_THAT_GIVE_VIEWS
from ...rules.callbacks import Caller
from ...rules.exports import resized_by
from ..callables import PLACEHOLDER, TYPE_CALL, caller_of, enterable_class, is_constructed, made_by_type
from ..interrupts import is_interrupt
from .behind.attempts import Attempt
from .behind.code import calling, class_hooks
from .behind.conversions import calls_python, construct, conversion, converts, is_hooked, iterable_of

if TYPE_CHECKING:
    from .binding import Binding


def _is_given(caller: Caller, arguments: tuple[Any, ...]) -> bool:
    """Do the arguments of `resolve` show that the call may pass something that the caller calls?"""
    places = (*caller.calls, *caller.keeps, *caller.runs)
    if not places:
        return False
    may_lack_object = type(caller.function) is MethodDescriptorType  # which is the argument 0
    names, count = arguments[-1].names, len(arguments) - 1 + may_lack_object
    return names is None or any(place < count if type(place) is int else place in names for place in places)


def _makes_class(f: Any, arguments: tuple[Any, ...]) -> bool:
    """Does a call make a class, as `type(name, bases, names)` does?"""
    return issubclass(type(f), type) and issubclass(f, type) and len(arguments) > 1


class Callers:
    """What a recorder's code for one context does where such a function is called."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.lender = binding.lender
        self.looked: dict[tuple[int, int], bool] = {}  # by the ids of a C function and a type: what `calls_python` says
        self.collected: dict[int, bool] = {}  # by the id of a class: what `collects` says

    def forget(self) -> None:
        """The recording is over."""
        self.looked.clear()
        self.collected.clear()

    def collects(self, f: Any, kind: type, arguments: tuple[Any, ...]) -> bool:
        """Does a call of `f`, which is no function, need all of its arguments before it is known what to call?

        `arguments`: those of `resolve`.
        """
        if issubclass(kind, (BuiltinFunctionType, MethodDescriptorType)):
            caller = caller_of(f)
            if caller is None:
                if f.__name__ not in METHODS_THAT_GIVE_VIEWS:
                    return False
                self.recorder.exports.expect()
                return True
            return _is_given(caller, arguments)
        if kind is partial:
            inner, given = f.func, (*f.args, *arguments)
            if inner is setattr or inner is delattr:  # which may change a function
                return False
            return converts(inner) or bool(f.keywords and caller_of(inner)) or self.collects(inner, type(inner), given)
        if kind is MethodWrapperType or kind is WrapperDescriptorType:
            return made_by_type(f, arguments[:-1]) is not None
        if not issubclass(kind, type):
            return False
        if f is memoryview:
            self.recorder.exports.expect()
            return True
        if _makes_class(f, arguments[:-1]):
            return True
        known = self.collected.get(id(f))
        if known is None:
            function, reason = enterable_class(f)
            known = caller_of(f) is not None or (function is None and reason != "" and is_constructed(f))
            self.lender.adopt_class(f)
            self.collected[id(f)] = known
            self.binding.alive.append(f)
            self.recorder.learned = True
        if known and arguments[-1].looks:  # at what it iterates over
            caller = caller_of(f)
            return caller is None or _is_given(caller, arguments)
        return known

    def collect(self, /, *arguments: Any, **keywords: Any) -> Any:
        """Called in the place of what `resolve` would have, with all arguments: what to call instead, with none."""
        f = self.recorder.called.pop()
        resized = resized_by(f) if self.recorder.exports.expected else None
        try:
            if resized is not None:
                owner = f.__self__ if issubclass(type(f), BuiltinFunctionType) else next(iter(arguments), None)
                self.recorder.exports.ready(owner, resized)
                return partial(f, *arguments, **keywords)
            return self.attempt(f, arguments, keywords, _getframe(1))
        except RecursionError:  # there is room for `f` itself
            return partial(f, *arguments, **keywords)

    def attempt(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], frame: FrameType) -> Attempt:
        """What to call instead of `f(*arguments, **keywords)`, which `frame` does: Python code runs behind it."""
        if type(f) is partial:
            if any(argument is PLACEHOLDER for argument in f.args):
                return partial(f, *arguments, **keywords)
            return self.attempt(f.func, (*f.args, *arguments), {**f.keywords, **keywords}, frame)
        cls = made_by_type(f, arguments)
        if cls is not None:
            return construct(cls, arguments[f is TYPE_CALL :], keywords, self.binding.enter_or_leave)
        if issubclass(type(f), type) and is_constructed(f):
            return construct(f, arguments, keywords, self.binding.enter_or_leave)
        caller = caller_of(f)
        attempt = None
        try:
            if caller is not None:
                self.lender.adopt_used(f, arguments)
                arguments = self._exchange_callbacks(caller, f, list(arguments), keywords)
                if caller.runs:
                    attempt = calling(f, arguments, keywords, frame, self.binding.enter_or_leave, self.lender.lend)
            elif _makes_class(f, arguments):
                self.lender.lend(class_hooks(f, *arguments[1:3]))
            else:
                attempt = conversion(f, arguments, keywords, self.binding)
        except Exception as error:  # what cannot be exchanged runs as it is
            if is_interrupt(error):
                raise
            self.lender.adopt_whole(arguments)
        return attempt or partial(f, *arguments, **keywords)

    def _exchange_callbacks(
        self, caller: Caller, f: Any, arguments: list[Any], keywords: dict[str, Any]
    ) -> tuple[Any, ...]:
        """Exchange, in both, what the caller calls, which is or is behind `f`."""
        is_bound = f is not caller.function  # its argument 0 is not among them
        own = None
        if type(caller.function) is MethodDescriptorType:  # `x.extend(x)` is not the same as extending it by another
            own = f.__self__ if is_bound else next(iter(arguments), None)
        if caller.iterates and (len(arguments) == 1 or caller.function not in (min, max)):  # else it compares these
            for k in range(min(caller.iterates) - is_bound, min(len(arguments), max(caller.iterates) + 1 - is_bound)):
                if arguments[k] is not own:
                    arguments[k] = iterable_of(arguments[k], self.binding, later=caller.later, twice=caller.twice)
        for place in (*caller.calls, *caller.keeps):
            enter = self.binding.enter_or_leave if place in caller.calls else self.binding.gate
            if isinstance(place, str):
                if place in keywords:
                    keywords[place] = self.binding.exchanged(keywords[place], enter)
            elif place - is_bound < len(arguments):
                arguments[place - is_bound] = self.binding.exchanged(arguments[place - is_bound], enter)
        return tuple(arguments)

    def look(self, f: Any, argument: Any, site: OperandSite) -> Any:
        """Called before a call of a function that is named like one which calls methods of its argument.

        True if its arguments are to be collected, as some are written in Python; else None.
        """
        key = id(f), id(type(argument))
        try:
            if self.binding.replaces and self.binding.context.instead_of(f, (argument,), None) not in (None, f):
                return None
            calls = self.looked.get(key)
            hooked = is_hooked(f, argument)
            if calls is None:
                self.lender.adopt((argument,))
                calls = calls_python(f, argument)
                if not hooked:
                    self.looked[key] = calls
                    self.binding.alive += f, type(argument)
            if calls:
                self.recorder.called.append(f)
                return True
            if hooked:
                self.recorder.filled.append(site)
                self.binding.alive.append(argument)
                site.owner = argument
                return None
            if not converts(f) and caller_of(f) is None and site.firsts is NONE:
                self.recorder.filled.append(site)
                site.firsts = Known()  # a function of the same name: what it makes of types says nothing of others
            self.binding.operations.admit_types(site, [argument])
        except RecursionError:
            return None
        return None

    def native_root(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Attempt | None:
        """What to call instead of `f(*arguments, **keywords)`, which `track` does; None for a plain call."""
        if not self.binding.enters or type(f) is FunctionType:
            return None
        caller = caller_of(f)
        iterates = caller is not None and bool(caller.iterates)
        if not converts(f) and not iterates and not self.collects(f, type(f), (*arguments, Site())):
            return None
        return self.attempt(f, arguments, keywords, _getframe(1))
