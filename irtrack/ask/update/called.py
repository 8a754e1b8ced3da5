"""What a call of something written in C comes to: behind stars, partial objects and bound methods, and what it calls
back.
"""

import functools
import json.encoder
import json.scanner
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, NamedTuple

from ...ir.language import Call, Statement
from ...ir.operations import getslice, not_contains
from ...record.classes import is_a, lookup, namespaces, written_in_c
from ...record.memory.shadows import can_change
from ...rules.effects import does
from ...rules.outputs import OVERWRITES, outputs

# bound methods written in C; some of classes that are made at run time have a type of their own
BOUND: tuple[type, ...] = BuiltinFunctionType, MethodWrapperType, type(re.compile("").match)
# objects written in C that read what they are given, when they are called; the last two are of `json`
_OF_JSON: list[Any] = [vars(json.scanner).get("c_make_scanner"), vars(json.encoder).get("c_make_encoder")]
_READERS = operator.itemgetter, operator.attrgetter, *filter(None, _OF_JSON)
_HOLDERS = tuple, list, set, frozenset, dict
_PLACEHOLDER = getattr(functools, "Placeholder", None)  # from 3.14 on
_CONSTRUCTORS = "__new__", "__init__"
_CALLING_NOTHING = frozenset(["tuple", "list", "slice", "function", "append", "list_to_tuple"])  # forms


class TooMuch(Exception):
    """More can be reached than is worth looking through, or it is not known what."""


class Called(NamedTuple):
    """`function`: of a method of an object the function of the class, with the object among the arguments."""

    function: Any
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]

    @property
    def passed(self) -> list[Any]:
        return [*self.arguments, *self.keywords.values()]

    @property
    def does(self) -> str | None:
        """What the tables say of it; None if it may change whatever it is given."""
        if is_a(self.function, *_READERS) or is_operation(self.function):
            return "reads"
        return does(self.function)

    @property
    def outputs(self) -> list[Any]:
        """What a function of numpy is given to write its result to; and None, where it is given none."""
        out = self.keywords.get("out")
        found = list(out) if type(out) is tuple else [out]
        overwritten = self.arguments[:1] if OVERWRITES in self.keywords else ()
        return [*found, *overwritten, *outputs(self.function, self.arguments)]


def is_operation(function: Any) -> bool:
    """Does it stand for an operation for which Python has no function?"""
    return function is getslice or function is not_contains


def called_by(values: list[Any], statement: Statement | None, names: tuple[str, ...] = ()) -> Called:
    """What a call comes to whose function and operands these are; the last of them have names. Raises TooMuch."""
    function, *given = values
    call = statement.expression if statement is not None else None
    starred = 0
    if isinstance(call, Call):
        names, starred = tuple(name for name, _ in call.keywords), call.starred
    count = len(given) - len(names)
    keywords = dict(zip(names, given[count:], strict=True))
    arguments = given[: count - starred]
    if starred:
        arguments += _items(given[count - starred])
    if starred == 2:
        keywords |= _items(given[count - 1]) or {}
    return unfolded(function, tuple(arguments), keywords)


def _items(starred: Any) -> Any:
    if is_a(starred, *_HOLDERS):
        return starred
    if can_change(starred):
        raise TooMuch
    return ()  # text, numbers; or what can't be passed so


def unfolded(function: Any, arguments: tuple[Any, ...] = (), keywords: Mapping[str, Any] | None = None) -> Called:
    """A call, without partial objects and bound methods."""
    named = dict(keywords or {})
    while True:
        kind = type(function)
        if kind is functools.partial:
            arguments = _filled(function.args, arguments)
            named = {**function.keywords, **named}
            function = function.func
        elif kind is MethodType:
            function, arguments = function.__func__, (function.__self__, *arguments)
        elif kind is operator.methodcaller and (found := _called_by_name(function, arguments)) is not None:
            function, arguments = found
        elif kind in BOUND and (method := _method(function)) is not None:
            function, arguments = method, (function.__self__, *arguments)
        else:
            return Called(function, arguments, named)


def _filled(first: tuple[Any, ...], rest: tuple[Any, ...]) -> tuple[Any, ...]:
    waiting = list(rest)
    is_left_open = [one is _PLACEHOLDER and _PLACEHOLDER is not None for one in first]
    filled = [waiting.pop(0) if is_open and waiting else one for one, is_open in zip(first, is_left_open, strict=True)]
    return (*filled, *waiting)


def _called_by_name(caller: Any, arguments: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]] | None:
    """The function written in C that `methodcaller(name, ...)` calls, and what it gives to it; None for any other."""
    made, (name, *given) = caller.__reduce__()
    method = written_in_c(type(arguments[0]), name) if made is operator.methodcaller and arguments else None
    return (method, (*arguments, *given)) if method is not None else None


def _method(bound: Any) -> Any:
    """The function of a class that a method of an object is; None if it is no such method."""
    owner, name = bound.__self__, bound.__name__
    if owner is None or type(owner) is ModuleType:
        return None
    if issubclass(type(bound), BuiltinFunctionType) and issubclass(type(owner), type):
        return None
    return written_in_c(type(owner), name)


def callbacks(values: Iterable[Any]) -> Iterator[Called]:
    """What C code calls if it calls the functions written in C among these values."""
    for value in values:
        kind = type(value)
        if (
            issubclass(kind, type)
            or kind is FunctionType
            or type(lookup(kind, "__call__")) is not WrapperDescriptorType
        ):
            continue
        call = unfolded(value)
        if type(call.function) is not FunctionType and not issubclass(type(call.function), type):
            yield call


def may_run_python(value: Any) -> bool:
    """Is it a function written in Python, or a class or object that has such methods for operations to call?"""
    function = unfolded(value).function
    if type(function) is FunctionType:
        return True
    if issubclass(type(function), type):
        return any(is_a(lookup(function, name), FunctionType, staticmethod) for name in _CONSTRUCTORS)
    return any(
        type(part) is property or (type(part) is FunctionType and name[:2] == "__" and name not in _CONSTRUCTORS)
        for namespace in namespaces(type(function))
        for name, part in namespace.items()
    )


def may_run_python_to_find(owner: Any, name: str) -> bool:
    """Does the lookup of an attribute call a method or a property of the program's?"""
    part = lookup(type(owner), name)
    asked = [lookup(type(owner), method) for method in ("__getattr__", "__getattribute__")]
    asked.append(lookup(type(part), "__get__"))
    return type(part) is property or any(type(one) is FunctionType for one in asked)


def may_run_python_to_store(owner: Any, name: str, method: str = "__set__") -> bool:
    """Does a store to an attribute call a method, or a descriptor, of the program's? `method`: or "__delete__"."""
    part = lookup(type(owner), name)
    stores = lookup(type(owner), "__setattr__" if method == "__set__" else "__delattr__")
    is_plain = lookup(type(part), method) is None or is_a(part, MemberDescriptorType, GetSetDescriptorType)
    return not is_plain or type(stores) is not WrapperDescriptorType


def form_calls_nothing(name: str, values: list[Any]) -> bool:
    """Does a statement of that form, which is no call, run no function of the program's?"""
    if name == "setattr" or name == "delattr":
        return not may_run_python_to_store(values[0], values[1], "__set__" if name == "setattr" else "__delete__")
    return name in _CALLING_NOTHING
