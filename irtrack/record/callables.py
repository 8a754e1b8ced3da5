"""What callables are: which can be entered, and what code runs then; which never make an array."""

import functools
import gc
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ..cpython.instrument import rewrite
from ..cpython.lift import Lifted, lift, lift_once
from ..cpython.template import Bound, CannotTrackError, Template
from ..rules import allocation, callbacks
from ..rules.callbacks import Caller
from .classes import is_a, is_fixed, is_static, lookup, module_of, namespaces
from .interrupts import ENTERED_FILES, OWN_FILES, is_interrupt
from .loans import own_code, silently
from .recent import Recent

CACHE = type(functools.lru_cache(lambda: None))
PLACEHOLDER = getattr(functools, "Placeholder", object())  # 3.14: a hole in a partial's arguments
_CALLERS = {id(row.function): row for row in callbacks.ROWS}
_CALLING_METHODS = frozenset(
    row.function.__name__ for row in callbacks.ROWS if type(row.function) is MethodDescriptorType
)
NATIVE_TYPES = (BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType)
_NO_HOOKS: frozenset[str] = frozenset()
_SHOWING = FunctionType, MethodType, staticmethod, classmethod, partial  # kinds whose function is called


@dataclass(frozen=True, eq=False)
class _Refused:
    """Code that runs natively, and why."""

    code: CodeType
    message: str


@dataclass(frozen=True, eq=False)
class _Read:
    """Code that was not rewritten, and its IR; None if it can't be read."""

    code: CodeType
    lifted: Lifted | None


_templates: Recent[Template | _Refused] = Recent()
_lifted: Recent[_Read] = Recent()

# `__new__` methods written in C that take no notice of their arguments: what they make can be made before `__init__`
# is called with them. Those of exceptions keep their arguments, which is why `resolve` gets them.
_RANDOM_NEW = random.Random.__new__
_SIMPLE_NEW = tuple(c.__new__ for c in (object, dict, list, set))
_NOT_OF_VALUES = frozenset(
    ("__new__", "__init__", "__del__", "__getattribute__", "__init_subclass__", "__class_getitem__")
)
_MODULES = allocation.MODULES | {"builtins"}
_TYPE_GETATTRIBUTE, TYPE_CALL = type.__dict__["__getattribute__"], type.__dict__["__call__"]


def is_native_kind(kind: type) -> bool:
    """Is it the type of functions written in C? A metaclass may have an `__eq__`, which is not asked."""
    return any(kind is known for known in NATIVE_TYPES)


def template_of(
    code: CodeType,
    constructs: bool = False,
    guarded: bool = True,
    lent: bool = False,
    bounded: Bound = Bound.NONE,
    careful: bool = False,
    hooks: frozenset[str] = _NO_HOOKS,
) -> Template:
    """The rewritten form of `code`, made once; see `rewrite`.

    Raises CannotTrackError for code that runs natively.
    """
    key = (id(code), constructs, guarded, lent, bounded, careful, hooks)
    found = _templates.get(key)
    if found is None:
        try:
            if code.co_filename.startswith(OWN_FILES) and not code.co_filename.startswith(ENTERED_FILES):
                raise CannotTrackError("irtrack's own functions run natively")
            options = {"constructs": constructs, "lent": lent, "guarded": guarded, "careful": careful}
            found = silently(rewrite, code, array_type=np.ndarray, bounded=bounded, hooks=hooks, **options)
        except CannotTrackError as error:
            found = _Refused(code, str(error))
        except Exception as error:  # code that no compiler of ours made; it runs, so let it run
            if is_interrupt(error):
                raise
            found = _Refused(code, f"its code could not be read: {error}")
        _templates.add(key, found)
    if isinstance(found, _Refused):
        raise CannotTrackError(found.message)
    return found


def lifted_code(code: CodeType) -> Lifted | None:
    """The IR of code, which need not run or have run; None if it can't be read, or is ours."""
    template = _templates.get((id(code), False, True, False, Bound.NONE, False, _NO_HOOKS))
    if isinstance(template, Template):
        return lift_once(template)
    known = _lifted.get(id(code))
    if known is None:
        try:
            found = None if code.co_filename.startswith(OWN_FILES) else silently(lift, code)
        except Exception as error:  # as above
            if is_interrupt(error):
                raise
            found = None
        known = _lifted.add(id(code), _Read(code, found))
    return known.lifted


def is_opaque(kind: type) -> bool:
    """Is it a type that nothing can change, whose instances are called without a frame? As C functions are."""
    return is_fixed(kind) and not issubclass(kind, type) and not any(kind is one for one in _SHOWING)


def enterable(f: Any) -> tuple[Any, str]:
    """How a call of `f` can be entered: (the Python function that would run, ""), or (None, the reason why not).

    The reason is "" for what is written in C.
    """
    kind = type(f)
    if kind is FunctionType:
        return f, ""
    if is_native_kind(kind):
        return None, ""
    if kind is MethodType or kind is staticmethod:
        return enterable(f.__func__)
    if kind is partial:
        return enterable(f.func)
    if issubclass(type(f), type):
        return enterable_class(f)
    call = lookup(kind, "__call__")
    return (call, "") if type(call) is FunctionType else (None, "")


def python_functions(f: Any) -> list[FunctionType]:
    """The functions whose frames a call of `f` begins itself."""
    kind = type(f)
    while kind is MethodType or kind is partial or kind is staticmethod:
        f = f.func if kind is partial else f.__func__
        kind = type(f)
    if kind is FunctionType:
        return [f]
    found = [lookup(kind, "__call__")]
    if issubclass(kind, type) and type(found[0]) is not FunctionType:
        found = [*constructors(f)]
    return [function for function in found if type(function) is FunctionType]


def may_use(f: Any) -> bool:
    """May `f`, written in C, call special methods of its arguments of which no table tells?"""
    kind = type(f)
    if kind is BuiltinFunctionType and type(f.__self__) is ModuleType:
        return f.__module__ not in callbacks.LEAVE_ALONE
    if kind is BuiltinFunctionType:
        owner = type(f.__self__)
    elif kind is MethodDescriptorType:
        owner = f.__objclass__
    else:
        owner = f if issubclass(kind, type) else kind
    return module_of(owner) not in callbacks.LEAVE_ALONE


def held_functions(f: Any) -> list[FunctionType]:
    """The functions that a callable written in C holds: `functools.lru_cache`, `functools.cmp_to_key`, a partial."""
    held: Any = f
    while type(held) is MethodType or type(held) is partial:
        held = held.__func__ if type(held) is MethodType else held.func
    if type(held) is CACHE:  # which also refers to all that it remembers
        wrapped = vars(held).get("__wrapped__")
        return python_functions(wrapped) if callable(wrapped) else []
    if type(held) is FunctionType:  # which runs natively, as the context or its code would have it
        return []
    return [function for one in gc.get_referents(held) for function in python_functions(one)]


def brought_functions(caller: Caller) -> list[FunctionType]:
    """The functions that it brings, and those of classes."""
    parts = [part for one in caller.brings for part in (vars(one).values() if isinstance(one, type) else (one,))]
    return [part for part in parts if type(part) is FunctionType]


def behind_descriptors(methods: Iterable[Any]) -> list[Any]:
    """The functions of methods that are none themselves."""
    found = []
    for method in methods:
        kind = type(method)
        if kind is staticmethod or kind is classmethod:
            found.append(method.__func__)
        elif kind is not FunctionType and not is_static(kind):
            found += [lookup(kind, name) for name in ("__get__", "__call__")]
    return found


def special_methods(cls: type) -> list[FunctionType]:
    """What a class and its bases have of special methods, but for those that make and end objects."""
    found = []
    for namespace in namespaces(cls):
        for name, method in namespace.items():
            if name.startswith("__") and name.endswith("__") and name not in _NOT_OF_VALUES:
                function = method.__func__ if is_a(method, staticmethod, classmethod) else method
                if type(function) is FunctionType:
                    found.append(function)
    return found


def constructors(cls: type) -> tuple[Any, Any]:
    """The `__new__` and the `__init__` of a class, as `type.__call__` calls them."""
    new = lookup(cls, "__new__")
    return new.__func__ if type(new) is staticmethod else new, lookup(cls, "__init__")


def is_plain(*methods: Any) -> bool:
    """Are these functions and methods written in C, which are what a class gives that is asked for them?"""
    return all(type(method) is FunctionType or is_native_kind(type(method)) for method in methods)


def enterable_class(cls: type) -> tuple[Any, str]:
    """The same for a class: what of its Python code runs when it is called."""
    call = lookup(type(cls), "__call__")
    if type(call) is FunctionType:
        return call, ""
    if call is not TYPE_CALL:
        return None, "the metaclass has a __call__ that is no function"
    new, init = constructors(cls)
    if type(new) is FunctionType:
        if not finds_new_plainly(type(cls)):
            return None, "__new__ runs natively: the metaclass looks it up"
        if type(init) is FunctionType:
            return None, "a class with both __new__ and __init__ in Python is made natively"
        if init is not object.__init__:
            return None, "__new__ runs natively: an __init__ written in C is called with the same arguments"
        if _subclass_initializes(cls, init):
            return None, "__new__ runs natively: it may return an instance of a subclass, whose __init__ is called then"
        return new, ""
    if type(init) is not FunctionType:
        return None, ""
    seeds_anew = new is _RANDOM_NEW and init is random.Random.__init__  # which seeds what `__new__` has seeded
    if not any(new is simple for simple in _SIMPLE_NEW) and not seeds_anew and not issubclass(cls, BaseException):
        return None, "__init__ runs natively behind a __new__ written in C that takes the arguments"
    try:
        template_of(own_code(init), True)
    except CannotTrackError as error:
        return None, str(error)
    return init, ""


def is_constructed(cls: type) -> bool:
    """Does a call of `cls` do what `type.__call__` does, with a `__new__` or `__init__` written in Python?"""
    return lookup(type(cls), "__call__") is TYPE_CALL and initializes(cls)


def initializes(cls: type) -> bool:
    """Does `type.__call__` call a `__new__` or `__init__` written in Python?"""
    new, init = constructors(cls)
    python = [type(new) is FunctionType, type(init) is FunctionType]
    return any(python) and is_plain(new, init) and (not python[0] or finds_new_plainly(type(cls)))


def made_by_type(f: Any, arguments: tuple[Any, ...]) -> type | None:
    """The class of which a call of `f` makes an instance, if `f` is `type.__call__` or that of a class; else None."""
    owner: Any = None
    if f is TYPE_CALL and arguments:
        owner = arguments[0]
    elif type(f) is MethodWrapperType and f.__name__ == "__call__":
        owner = f.__self__
    if not issubclass(type(owner), type) or (f is not TYPE_CALL and f.__objclass__ is not type):
        return None
    return owner if initializes(owner) else None


def caller_of(f: Any) -> Caller | None:
    """What is known of the function behind `f` about arguments that it calls."""
    if (
        issubclass(type(f), BuiltinFunctionType)
        and type(f.__self__) is not ModuleType
        and f.__name__ in _CALLING_METHODS
    ):
        f = lookup(type(f.__self__), f.__name__)
    elif issubclass(type(f), type) and issubclass(f, defaultdict) and not initializes(f):
        f = defaultdict
    return _CALLERS.get(id(f))


def _subclass_initializes(cls: type, init: Any) -> bool:
    """Has a class below `cls` another `__init__` than `init`?"""
    below: list[type] = type.__subclasses__(cls)
    return any(lookup(one, "__init__") is not init or _subclass_initializes(one, init) for one in below)


def makes_plainly(metaclass: type) -> bool:
    """Does calling its classes, and asking for their attributes, run no code of the metaclass's own?"""
    return metaclass is type or (
        lookup(metaclass, "__call__") is TYPE_CALL and lookup(metaclass, "__getattribute__") is _TYPE_GETATTRIBUTE
    )


def finds_new_plainly(metaclass: type) -> bool:
    """Does asking its classes for their `__new__`, as their call does if that is in Python, run no code of its own?"""
    return metaclass is type or (
        lookup(metaclass, "__getattribute__") is _TYPE_GETATTRIBUTE and is_plain(constructors(metaclass)[0])
    )


def makes_no_array(f: Any) -> bool:
    """Is it sure that the C function or type `f` never returns a new numpy array?"""
    kind = type(f)
    if kind is type:
        return bool(f.__module__ == "builtins")
    if kind is MethodDescriptorType:
        return f.__objclass__.__module__ in _MODULES and f.__name__ not in allocation.METHODS_THAT_MAY
    if kind is BuiltinFunctionType:
        owner = f.__self__
        if type(owner) is ModuleType or owner is None:
            return f.__module__ in _MODULES and (f.__module__, f.__name__) not in allocation.THAT_MAY
        if type(type(owner)) is not type or f.__name__ in allocation.METHODS_THAT_MAY:
            return False
        return any(
            vars(base).get(f.__name__) is not None and base.__module__ in _MODULES for base in type(owner).__mro__[:2]
        )
    return False
