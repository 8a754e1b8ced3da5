"""Which values can be called, what the attributes of objects are that can, and what stands for them."""

from collections.abc import Iterable
from functools import cached_property, partial
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, MethodWrapperType
from typing import Any

from ...rules.effects import does, owner_of
from ...rules.library import FILES_BY_NAME
from ...rules.outputs import PROTOCOLS
from ..callables import CACHE
from ..classes import METHODS_IN_C, is_a, is_callable, is_static, lookup, namespace_of, namespaces, written_in_c
from .shadows import SHARED, UnmadeFunction, class_of

_PROPERTIES = property, cached_property
_FUNCTIONS = FunctionType, MethodType, BuiltinFunctionType, MethodDescriptorType, partial, type, UnmadeFunction


def unbound(function: Any) -> tuple[Any, list[Any]]:
    """What a method or partial calls, and what it passes besides."""
    passed: list[Any] = []
    while True:
        kind = type(function)
        if kind is MethodType:
            function, passed = function.__func__, [function.__self__, *passed]
        elif kind is partial:
            function, passed = function.func, [*function.args, *passed, *function.keywords.values()]
        elif is_a(function, classmethod, staticmethod):
            function = function.__func__
        elif kind is CACHE and "__wrapped__" in vars(function):  # of `functools.lru_cache`
            function = vars(function)["__wrapped__"]
        else:
            owner = owner_of(function) if is_a(function, BuiltinFunctionType, MethodWrapperType) else None
            is_method = owner is not None and function.__name__ != "__new__"  # which is bound to the class that has it
            inner = written_in_c(type(owner), function.__name__) if is_method else None
            if inner is None or does(function) is not None:
                return function, passed
            function, passed = inner, [owner, *passed]


def files_of(function: Any) -> list[Any]:
    """To what a partial of `print` or the like writes."""
    if type(function) is not partial:
        return []
    places = FILES_BY_NAME.get(getattr(function.func, "__name__", ""), ())
    given: dict[Any, Any] = {**dict(enumerate(function.args)), **function.keywords}
    return [given[place] for place in dict.fromkeys(("file", *places)) if place in given]


def method_of(owner: Any, name: str) -> Iterable[Any]:
    """What an attribute of an object is, if it is a function; nothing of the program is asked."""
    found = lookup(owner if is_a(owner, type) else class_of(owner), name)
    if is_a(found, staticmethod):
        yield found.__func__
    elif is_a(found, classmethod):
        yield partial(found.__func__, owner if is_a(owner, type) else class_of(owner))
    elif is_a(owner, type):
        yield from filter(is_function, [found] if found is not None else ())
    elif is_a(found, FunctionType, *METHODS_IN_C):
        yield partial(found, owner)
    else:
        names = namespace_of(owner)
        own = [names[name]] if type(names) is dict and name in names else []
        yield from filter(is_function, own or ([found] if found is not None else ()))  # the class may have another one


def getters_of(cls: type, name: str) -> list[Any]:
    """The functions of the program that are called for an attribute of an object of a class."""
    found = lookup(cls, name)
    if is_a(found, property):
        found = found.fget
    elif is_a(found, cached_property):
        found = found.func
    elif found is None:
        found = lookup(cls, "__getattr__")
    elif name != "__enter__" and name != "__aenter__":  # these are called
        found = lookup(type(found), "__get__")
    return [found] if type(found) is FunctionType else []


def names_in(classes: Iterable[type], begins: str) -> list[str]:
    """The names of what classes have that begin so."""
    spaces = [space for cls in classes for space in namespaces(cls)]
    return list(dict.fromkeys(one for space in spaces for one in space if type(one) is str and one.startswith(begins)))


def protocols_of(cls: type) -> list[FunctionType]:
    """The methods of a class of the program by which its instances do what functions of numpy would."""
    found = [lookup(cls, name) for name in PROTOCOLS] if not is_static(cls) else []
    return [method for method in found if type(method) is FunctionType]


def is_function(value: Any) -> bool:
    return value is None or is_a(value, *_FUNCTIONS) or is_callable(type(value))


def called_in(value: Any) -> tuple[Any, list[Any]]:
    """What a call of a value calls, and what it is passed besides: of an object, its method."""
    function, bound = unbound(value)
    method = lookup(class_of(function), "__call__") if type(function) is not FunctionType else None
    return (method, [*bound, function]) if type(method) is FunctionType else (function, bound)


def is_called(one: Any) -> bool:
    """Can it be called, or does it stand for what can?"""
    return is_callable(class_of(one)) or type(one) is UnmadeFunction


def is_shared(one: Any) -> bool:
    """Is it a class, a module or a function?"""
    return issubclass(type(one), SHARED)


def functions_behind(value: Any) -> list[FunctionType | MethodType]:
    """The functions that are called to get what an attribute of a class gives its instances."""
    found = (getattr(value, "fget", None), getattr(value, "func", None)) if is_a(value, *_PROPERTIES) else ()
    return [one for one in (*found, lookup(type(value), "__get__")) if is_a(one, FunctionType, MethodType)]


def what_is_called(function: Any) -> tuple[int | str, ...]:
    """The same for equal methods of one object, of which there may be many."""
    inner, bound = unbound(function)
    owner = owner_of(inner)
    return (id(inner) if owner is None else inner.__name__, *map(id, bound), id(owner))


def is_class(one: Any) -> bool:
    return issubclass(type(one), type)


def is_part(owner: Any, name: str) -> bool:
    """Is an attribute of a function or a partial an object of its own, which it always has?"""
    if type(owner) is FunctionType:
        return name in ("__defaults__", "__kwdefaults__", "__globals__")
    return type(owner) is partial and name in ("args", "keywords", "func")


def acts_in_classes(cls: type) -> bool:
    """May a class call something where it is a base of another one that is made, or that has one of its objects?"""
    hooks = lookup(cls, "__init_subclass__"), lookup(cls, "__set_name__")
    return type(cls) is not type or hooks[0] is not lookup(object, "__init_subclass__") or hooks[1] is not None
