"""What C functions call of their arguments: conversions, iteration, text, `isinstance`; how instances are made."""

import operator
from collections.abc import Callable
from functools import partial
from itertools import repeat
from typing import Any

from ...cpython.operators import Form
from ...cpython.versions import FORMATS_AT_ONCE
from ..classes import is_below, lookup
from .attempts import (
    MISSING,
    Attempt,
    Enter,
    NativeError,
    Steps,
    Twins,
    bind,
    chain,
    giving,
    in_turn,
    is_builtin,
    is_python,
    of_result,
    stand_in,
)

# how each finds its method: the next one is asked where object's own is found
TEXT = {format: ("__format__", "__str__", "__repr__"), str: ("__str__", "__repr__"), repr: ("__repr__",),
         ascii: ("__repr__",)}  # fmt: skip


def _text(function: Any, value: Any, *arguments: Any) -> Attempt | None:
    *spec, _, twins = arguments
    for name in TEXT[function]:
        method = lookup(type(value), name, MISSING)
        if is_python(method):
            shown = stand_in(value, {}, **{name: partial(twins.enter(method), value)})
            if function is format or not FORMATS_AT_ONCE:
                return partial(function, shown, *spec)
            return chain(partial(function, shown), lambda text: partial(format, text, *spec))
        if method is not object.__dict__[name]:
            return None
    return None


def methods_of(owner: Any, names: str, twins: Twins) -> Attempt | None:
    """An object with these methods of `owner`; those that end something may be called when the recording is over."""
    found = {name: lookup(type(owner), name, MISSING) for name in names.split()}
    if any(method is MISSING for method in found.values()) or not is_python(*found.values()):
        return None
    enters = [twins.gate if name.endswith("exit__") else twins.enter for name in found]
    methods = [bind(method, enter, owner) for method, enter in zip(found.values(), enters, strict=True)]
    return giving(stand_in(owner, {}, **dict(zip(found, methods, strict=True))))


def iterable_of(iterable: Any, name: str, twins: Twins) -> Attempt | None:
    """An object to iterate over instead, which tells its length if `iterable` does."""
    method = lookup(type(iterable), "__iter__", MISSING)
    if not is_python(method):
        return None

    def go_on(iterator: Any) -> Attempt:
        return giving(twins.iterating(iterator))

    methods = {"__iter__": chain(partial(twins.enter(method), iterable), go_on)}
    for hint in ("__len__", "__length_hint__"):
        found = lookup(type(iterable), hint, MISSING)
        if found is not MISSING:
            methods[hint] = bind(found, twins.enter, iterable)
    return giving(stand_in(iterable, {}, **methods))


PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    Form.METHODS: methods_of,
    Form.UNPACK: iterable_of,
    Form.EXTEND: iterable_of,
    **{function: partial(_text, function) for function in TEXT},
}


def construct(cls: type, arguments: tuple[Any, ...], keywords: dict[str, Any], enter: Enter) -> Attempt:
    """What `type.__call__` does for `cls(*arguments, **keywords)`."""

    def method(of: type, name: str) -> Any:
        found = lookup(of, name)
        found = found.__func__ if type(found) is staticmethod else found
        return enter(found) if is_python(found) else found

    def steps() -> Steps:
        instance = yield partial(method(cls, "__new__"), cls, *arguments, **keywords)
        if type(instance) is cls or is_below(type(instance), cls):
            result = yield partial(method(type(instance), "__init__"), instance, *arguments, **keywords)
            if result is not None:
                yield type("", (), {"__init__": giving(result)})  # which raises the interpreter's TypeError
        return instance

    return in_turn(steps())


# the special methods that a function asks its first argument for, in their order
_CONVERSIONS: dict[Any, tuple[str, ...]] = {
    len: ("__len__",), bool: ("__bool__", "__len__"), iter: ("__iter__",), next: ("__next__",), abs: ("__abs__",),
    round: ("__round__",), int: ("__int__", "__index__", "__trunc__"), float: ("__float__", "__index__"),
    complex: ("__complex__", "__float__", "__index__"), hash: ("__hash__",), reversed: ("__reversed__",),
    **TEXT,
}  # fmt: skip
_ITERATING = (list, tuple, set, frozenset, sum, any, all, sorted, min, max, enumerate)
_CONVERTING = frozenset(map(id, (*_CONVERSIONS, *_ITERATING, isinstance, issubclass)))  # a class may not hash
_INSTANCES = {isinstance: "__instancecheck__", issubclass: "__subclasscheck__"}


def conversion(function: Any, arguments: tuple[Any, ...], keywords: Any, twins: Twins) -> Attempt | None:
    """What to call instead of a function written in C, which calls methods of an argument; None to call it itself.

    Raises NativeError where it is not known what it calls.
    """
    if function in _INSTANCES:
        if len(arguments) != 2 or keywords:
            return None
        instance, cls = arguments
        method = lookup(type(cls), _INSTANCES[function], MISSING)
        if not is_python(method) or (function is isinstance and type(instance) is cls):
            return None
        return of_result(operator.truth, partial(twins.enter(method), cls, instance))
    first, *rest = arguments
    if function in _ITERATING:
        if function in (min, max) and rest:
            return None
        exchanged = iterable_of(first, "", twins)
        if exchanged is None:
            return None
        if function in (set, frozenset) and is_builtin(type(first)):
            raise NativeError  # which it may read without asking
        return partial(function, exchanged(), *rest, **keywords)
    if (function in (int, float, complex) and is_builtin(type(first))) or (rest and function is str):
        raise NativeError  # whose value it may take
    found = [(name, lookup(type(first), name, MISSING)) for name in _CONVERSIONS[function]]
    known = [(name, m) for name, m in found if m is not MISSING and m is not object.__dict__.get(name)]
    if not known or not is_python(known[0][1]):
        return None
    if function in TEXT:
        known = known[:1]
    methods = {name: bind(method, twins.enter, first) for name, method in known}
    return partial(function, stand_in(first, {}, **methods), *rest, **keywords)


def calls_python(function: Any, argument: Any) -> bool:
    """Is a method written in Python that `function`, which converts, calls of that argument first?"""
    cls = type(argument)
    if function in _INSTANCES:
        return is_python(lookup(cls, _INSTANCES[function]))
    if function in _ITERATING:
        return is_python(lookup(cls, "__iter__"))
    for name in _CONVERSIONS[function]:
        method = lookup(cls, name, MISSING)
        if method is not MISSING and method is not object.__dict__.get(name):
            return is_python(method)
    return False


def converts(function: Any) -> bool:
    """Does it call methods of an argument?"""
    return id(function) in _CONVERTING


def next_method(iterator: Any) -> Any:
    """The `__next__` of an iterator, if that is written in Python."""
    method = lookup(type(iterator), "__next__", MISSING)
    return method if is_python(method) else None


def iterating(iterator: Any, twin: Any) -> Any:
    """An iterator written in C that calls the twin of `__next__`."""
    return map(twin, repeat(iterator))
