"""What stands for an operation: a callable without arguments that is written in C, so that no frame of ours is left.

Where C code checks or converts what a method returns, it is given a *stand-in*: an object whose class has the same name
as the operand's, and whose methods are the twins of the operand's.
"""

import itertools
import operator
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial
from types import FunctionType, MappingProxyType, MethodDescriptorType, WrapperDescriptorType
from typing import Any, Protocol

from ...classes import class_name, is_a, lookup, mro, plain_name, reported_name

Attempt = Callable[[], Any]
Enter = Callable[[Any], Any]
MISSING: Any = object()
_C_METHODS = (WrapperDescriptorType, MethodDescriptorType)


# builtin types whose operators take no notice of operands of other types, and so leave them to the reflected method
CLOSED = frozenset(
    map(id, (int, float, complex, bool, str, bytes, list, tuple, set, frozenset, dict, range, type(None)))
)
_stand_ins: dict[tuple[int | str, ...], tuple[weakref.ref[type], type]] = {}  # id of a type, names -> both


class NativeError(Exception):
    """What runs cannot be exchanged here."""


class Twins(Protocol):
    """What exchanges functions: `enter` gives the twin of one, `gate` one for what may outlive the recording."""

    def enter(self, f: Any) -> Any: ...
    def gate(self, f: Any) -> Any: ...
    def iterating(self, iterator: Any) -> Any:
        """What goes through the iterator."""

    def lend(self, functions: Iterable[Any]) -> None:
        """Let the functions themselves run rewritten code."""

    def leaving(self, owner: Any, method: Any) -> Callable[..., Any]:
        """What lets `owner` go by a method written in C, at the end of a `with` statement."""

    def exchanged(self, callback: Any, enter: Enter) -> Any:
        """What C code is to call instead of `callback`."""


def is_python(*methods: Any) -> bool:
    for method in methods:  # noqa: SIM110  # asked so often that `any` would cost too much
        if type(method) is FunctionType:
            return True
    return False


def is_c(method: Any) -> bool:
    return is_a(method, *_C_METHODS)


def is_entered_or_c(*methods: Any) -> bool:
    """Is each of these methods written in Python or in C, or not there? `None` is neither, nor is a descriptor."""
    return all(method is MISSING or is_python(method) or is_c(method) for method in methods)


def is_builtin(cls: type) -> bool:
    """Is it a kind of one of the closed types, that another of these may understand?"""
    return any(id(base) in CLOSED for base in mro(cls))


def bind(method: Any, enter: Enter, *arguments: Any) -> Attempt:
    """A call of a method that a class has: of its twin, if it is written in Python."""
    if type(method) is FunctionType:
        return partial(enter(method), *arguments)
    if is_c(method):
        return partial(method, *arguments)
    raise NativeError


RUN = property(operator.methodcaller("_run"))


def stand_in(value: Any, attributes: Mapping[str, Any] = MappingProxyType({}), **methods: Any) -> Any:
    """An object whose type has the name of that of `value`, and these methods: they are called without `self`.

    `attributes`: those of its class.
    """
    of = type(value)
    key: tuple[int | str, ...] = (id(of), plain_name(of), *attributes, *methods)
    known = _stand_ins.get(key)
    if known is not None and known[0]() is of:
        cls = known[1]
    else:
        module = lookup(of, "__module__")
        if type(module) is not str:
            module = "builtins"
        slots = {"__slots__": tuple(methods), "__qualname__": class_name(of), "__module__": module}
        cls = type(reported_name(value), (), {**slots, **attributes})
        _stand_ins[key] = weakref.ref(of, partial(dict.pop, _stand_ins, key)), cls
    made = cls()
    for name, method in methods.items():
        setattr(made, name, method)
    return made


def chain(attempt: Attempt, *steps: Callable[[Any], Attempt]) -> Attempt:
    """A call of `attempt`, then of what each step makes of the result before it; no frame of a step remains."""
    results: Iterator[Any] = map(operator.call, [attempt])
    for step in steps:
        results = map(operator.call, map(step, results))
    return partial(next, results)


Lend = Callable[[Iterable[Any]], None]
Steps = Generator[Attempt, Any, Any]


def in_turn(steps: Steps, result: Any = None) -> Attempt:
    """A call of one attempt after the other, each made from the result before it; gives what the steps return."""
    try:
        attempt = steps.send(result)
    except StopIteration as stop:
        return giving(stop.value)
    return chain(attempt, partial(in_turn, steps))


def of_result(function: Callable[[Any], Any], attempt: Attempt) -> Attempt:
    """A call of `function`, written in C, with the result of `attempt`."""
    return partial(next, map(function, map(operator.call, [attempt])))


def giving(value: Any) -> Attempt:
    """A callable that gives `value`."""
    return itertools.repeat(value).__next__
