"""What a lookup bound, which function a call entered, and what it passed there."""

from collections.abc import Iterator
from functools import partial
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ...cpython.template import Template
from ..callables import PLACEHOLDER, enterable
from ..classes import is_a, lookup
from ..loans import own_code
from ..nodes.nested import NestedCallNode

_METHOD_DESCRIPTOR = 1 << 17  # Py_TPFLAGS_METHOD_DESCRIPTOR
_GETATTRIBUTE = object.__dict__["__getattribute__"]


def method_of(owner: Any, found: Any, of_class: Any) -> Any:
    """The function of a method lookup whose result takes `owner` as its first argument, else None.

    `found` is what the lookup gave, `of_class` what the owner's class has.
    """
    if type(found) is MethodType:
        return found.__func__ if found.__self__ is owner else None
    if of_class is found and type(found).__flags__ & _METHOD_DESCRIPTOR and not issubclass(type(owner), type):
        return found  # what a class has itself is no method of it: `type.__setattr__`
    if is_a(found, BuiltinFunctionType, MethodWrapperType) and found.__self__ is owner:
        return of_class if is_a(of_class, MethodDescriptorType, WrapperDescriptorType) else None
    return None


def may_have_been_method(owner: Any, name: str, found: Any, of_class: Any) -> bool:
    """Is `found` a function that only the owner's class can have had, which does not have it any more?

    Not if it may be what the object itself has, or what a slot, a property or `__getattr__` gave.
    """
    cls = type(owner)
    if not is_a(found, FunctionType, MethodDescriptorType) or issubclass(cls, (type, ModuleType)):
        return False
    if is_a(of_class, staticmethod, classmethod) and of_class.__func__ is found:
        return False
    if not type(of_class).__flags__ & _METHOD_DESCRIPTOR and hasattr(type(of_class), "__get__"):
        return False
    if lookup(cls, "__getattr__") is not None or lookup(cls, "__getattribute__") is not _GETATTRIBUTE:
        return False
    namespace = lookup(cls, "__dict__")
    if not is_a(namespace, GetSetDescriptorType, MemberDescriptorType):
        return True
    return dict.get(namespace.__get__(owner), name) is not found


def is_class_method(of_class: Any, found: Any) -> bool:
    return type(of_class) is classmethod and of_class.__func__ is found


def bound(owner: Any, of_class: Any, found: Any) -> Any:
    """What `getattr` gives for a method lookup: CPython 3.14 leaves a class method's function and the class unbound."""
    if is_class_method(of_class, found) and callable(found):
        return MethodType(found, type(owner))
    return found


def bound_by_super(start: Any, owner: Any, name: str, found: Any, receives: bool) -> Any:
    """What `super().name` gives: the specialised instruction leaves a function and the object unbound.

    `receives`: does `found` take one argument more than its call shows? Then it did, if the class has changed since.
    """
    if not type(found).__flags__ & _METHOD_DESCRIPTOR or issubclass(type(owner), type):
        return found
    bases: Iterator[type] = iter(type(owner).__mro__)
    if not any(base is start for base in bases):
        return found
    of_class: Any = next((vars(base)[name] for base in bases if name in vars(base)), None)
    return found.__get__(owner) if of_class is found or receives else found


def entered_function(node: NestedCallNode, template: Template) -> Any:
    """The Python function whose frame it was: for a class, its `__init__` or `__new__`.

    It is what was called where that has become another function since.
    """
    called = node._operands[0].value
    function, _ = enterable(called)
    if function is not None and own_code(function) is template.code:
        return function
    while is_a(called, partial, MethodType, staticmethod):
        called = called.func if type(called) is partial else called.__func__
    return called


def called_function(node: NestedCallNode, called: Any, template: Template) -> Any:
    """The same, asked once for each class and code; `called`: what was called."""
    if type(called) is FunctionType:
        return called
    if not issubclass(type(called), type):
        return entered_function(node, template)
    key, known = (id(called), id(template)), node.log.looked_up
    found = known.get(key)
    if found is None:
        found = known[key] = called, entered_function(node, template)
    return found[1]


def wraps_partial(called: Any) -> bool:
    """Does it pass arguments of its own, besides those of the call and what a method is bound to?"""
    while type(called) is MethodType:
        called = called.__func__
    return type(called) is partial


def value_passed(node: NestedCallNode, called: Any, number: int | str | None) -> Any:
    """What a direct call of `called` passed for the argument that is its operand of that number."""
    if isinstance(number, str):
        _, names, _ = node._split()
        return node._operands[names.index(number) - len(names)].value
    if number is not None:
        return node._operands[number - 1].value
    if type(called) is MethodType:  # which a lookup gave as a function and its first argument
        return called.__self__
    raise LookupError("neither the log nor the call shows an argument")


def passed_to(node: NestedCallNode, template: Template) -> list[int | str | None]:
    """For each argument of the entered function, the number of the operand of the call that passed it, if one did."""
    code = template.code
    names = template.argument_names
    count, keywords, _ = node._split()
    shift = 0  # arguments that the call does not show: a bound method's self, a class
    called = node._operands[0].value
    while is_a(called, partial, MethodType, staticmethod):
        if type(called) is not partial:
            shift += type(called) is MethodType
            called = called.__func__
            continue
        if any(argument is PLACEHOLDER for argument in called.args):
            return [None] * len(names)
        shift += len(called.args)
        called = called.func
    if type(called) is not FunctionType:
        shift += 1
    sources: list[int | str | None] = []
    for i, name in enumerate(names):
        if i < code.co_argcount and shift <= i < count + shift:
            sources.append(i - shift + 2)
        elif name in keywords and i >= (code.co_posonlyargcount or 0) and i < code.co_argcount + code.co_kwonlyargcount:
            sources.append(name)
        else:
            sources.append(None)
    return sources
