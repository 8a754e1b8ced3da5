"""Attributes: properties and other descriptors, `__getattr__`, `__getattribute__`, `__setattr__`, `__delattr__`."""

import builtins
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

from ....cpython.versions import LAZY_ANNOTATIONS
from ...classes import is_static, lookup, namespace_of, namespaces
from .attempts import MISSING, RUN, Attempt, NativeError, Twins, bind, is_python, stand_in
from .lent import lend_of

_TYPE_GETATTRIBUTE = type.__dict__["__getattribute__"]
# those of builtin types that look attributes up as object does; before 3.14 many have one of their own
_GENERIC = [
    found
    for cls in (object, str, list, dict, tuple, int, float, set, bytes, frozenset, bytearray, complex, BaseException,
                deque, defaultdict, OrderedDict, SimpleNamespace)
    if (found := cls.__dict__.get("__getattribute__")) is not None
]  # fmt: skip
_SELF = super.__dict__["__self__"].__get__
_SETATTR_OF_EXCEPTIONS = BaseException.__dict__.get("__setattr__")


def _accessor(found: Any, kind: str, part: str) -> Any:
    """What runs in Python if the attribute that a class has is got (set, deleted): a function and its first arguments.

    `kind`: the method of a descriptor, `part`: the name of that of a property. None if nothing does.
    """
    if type(found) is property:  # which most are
        function = getattr(found, part)
        return (function,) if is_python(function) else None
    method = lookup(type(found), kind, MISSING)
    if method is property.__dict__[kind]:
        function = property.__dict__[part].__get__(found)
        return (function,) if is_python(function) else None
    return (method, found) if is_python(method) else None


def _is_data(found: Any) -> bool:
    """Does what a class has come before what its instances have?"""
    cls = type(found)
    return (
        cls is property
        or lookup(cls, "__set__", MISSING) is not MISSING
        or lookup(cls, "__delete__", MISSING) is not MISSING
    )


def is_of_module(owner: Any, name: str) -> bool:
    """Is it got from a module, as it is there?"""
    return type(owner) is ModuleType and name in owner.__dict__ and not name.startswith("__")


def _getattr(owner: Any, name: str, twins: Twins) -> Attempt | None:
    cls = type(owner)
    if LAZY_ANNOTATIONS and name == "__annotations__":
        lend_of(twins, name, [owner])
    if cls is super:
        lend_of(twins, "LOAD_SUPER_ATTR", [_SELF(owner)])
        raise NativeError
    reads = lookup(cls, "__getattribute__", MISSING)
    falls_back = lookup(cls, "__getattr__", MISSING)
    if is_python(reads):
        if falls_back is MISSING:
            return partial(twins.enter(reads), owner, name)
        first, then = partial(twins.enter(reads), owner), bind(falls_back, twins.enter, owner)
        return partial(getattr, stand_in(owner, __getattribute__=first, __getattr__=then), name)
    if reads is _TYPE_GETATTRIBUTE:
        return _class_attribute(owner, cls, name, twins)
    if cls is ModuleType:
        falls_back = owner.__dict__.get("__getattr__")
        has = name in owner.__dict__ or lookup(cls, name, MISSING) is not MISSING
        return None if has or not is_python(falls_back) else partial(twins.enter(falls_back), name)
    if not any(reads is generic for generic in _GENERIC):
        return None
    found = lookup(cls, name, MISSING)
    if found is MISSING:
        if not is_python(falls_back):
            return None
        if _may_have(owner, name):
            return partial(getattr, owner, name)
        return partial(twins.enter(falls_back), owner, name)
    accessor = _accessor(found, "__get__", "fget")
    if accessor is None:
        return None
    if not _is_data(found) and _may_have(owner, name):
        return partial(getattr, owner, name)
    function, *first = accessor
    get = partial(twins.enter(function), *first, owner, *([cls] if first else []))
    if falls_back is MISSING:
        return get
    if name in _OF_CLASSES:
        raise NativeError
    then = bind(falls_back, twins.enter, owner)
    return partial(getattr, stand_in(owner, {name: RUN}, _run=get, __getattr__=then), name)


def is_of_class(owner: Any, name: str) -> bool:
    """Is an attribute of that name for sure the one that the class has, or none if that has none?"""
    cls = type(owner)
    if not any(lookup(cls, "__getattribute__", MISSING) is generic for generic in _GENERIC) or _may_have(owner, name):
        return False
    return lookup(cls, name, MISSING) is not MISSING or lookup(cls, "__getattr__", MISSING) is MISSING


def _may_have(owner: Any, name: str) -> bool:
    """May the object itself have an attribute of that name? Another one of its type may not."""
    namespace = namespace_of(owner)
    if namespace is None:
        return lookup(type(owner), "__dict__", MISSING) is not MISSING
    return type(namespace) is not dict or dict.__contains__(namespace, name)


def _class_attribute(owner: Any, metaclass: type, name: str, twins: Twins) -> Attempt | None:
    """An attribute of a class, whose metaclass looks attributes up as `type` does."""
    of_metaclass = lookup(metaclass, name, MISSING)
    found = lookup(owner, name, MISSING)
    falls_back = lookup(metaclass, "__getattr__", MISSING)
    if found is MISSING:
        accessor = _accessor(of_metaclass, "__get__", "fget") if of_metaclass is not MISSING else None
        if accessor is not None and falls_back is MISSING:
            function, *first = accessor
            return partial(twins.enter(function), *first, owner, *([metaclass] if first else []))
        if accessor is not None:  # the interpreter asks `__getattr__` if it raises AttributeError
            twins.lend(accessor[:1])
            raise NativeError
        if of_metaclass is MISSING and is_python(falls_back):
            return partial(twins.enter(falls_back), owner, name)
    elif of_metaclass is MISSING and falls_back is MISSING:
        method = lookup(type(found), "__get__", MISSING)
        if is_python(method):
            return partial(twins.enter(method), found, None, owner)
    return None


def _changes(kind: str, hook: str, part: str) -> Callable[..., Attempt | None]:
    """The protocol of `setattr` or `delattr`."""
    plain = [cls.__dict__[hook] for cls in (object, type)]  # of a class: the metaclass has the property
    if hook == "__setattr__" and _SETATTR_OF_EXCEPTIONS is not None:
        plain.append(_SETATTR_OF_EXCEPTIONS)

    def change(owner: Any, *arguments: Any) -> Attempt | None:
        *value, name, twins = arguments
        cls = type(owner)
        method = lookup(cls, hook, MISSING)
        if is_python(method):
            return partial(twins.enter(method), owner, name, *value)
        if not any(method is one for one in plain):
            return None
        found = lookup(cls, name, MISSING)
        accessor = _accessor(found, kind, part) if found is not MISSING else None
        if accessor is None:
            return None
        function, *first = accessor
        return partial(twins.enter(function), *first, owner, *value)

    return change


PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    builtins.getattr: _getattr,
    builtins.setattr: _changes("__set__", "__setattr__", "fset"),
    builtins.delattr: _changes("__delete__", "__delattr__", "fdel"),
}


FUNCTIONS = (getattr, setattr, delattr, hasattr)
_HOOKS = ("__getattribute__", "__getattr__", "__setattr__", "__delattr__")


def accesses_plainly(owner: Any) -> bool:
    """Does nothing written in Python run whatever attribute of `owner` is got, set or deleted?"""
    if issubclass(type(owner), type):
        return False
    if type(owner) is ModuleType:
        return not is_python(vars(owner).get("__getattr__"))
    for namespace in namespaces(type(owner)):
        if is_python(*map(namespace.get, _HOOKS)):
            return False
        for found in namespace.values():
            kind = type(found)
            if kind is property or (not is_static(kind) and is_python(*(lookup(kind, name) for name in _ACCESSORS))):
                return False
    return True


_ACCESSORS = ("__get__", "__set__", "__delete__")


# names that mean something to a class statement or to the interpreter when it looks attributes up
_OF_CLASSES = frozenset(dir(type)) | {"__getattr__", "__slots__", "__del__", "__classcell__", "__classdictcell__"}


def accessing(function: Any, arguments: tuple[Any, ...], twins: Twins) -> Attempt | None:
    """What to call instead of `function(*arguments)`, which is one of `FUNCTIONS`; None for itself."""
    owner, name, *rest = arguments
    if type(name) is not str or len(rest) > 1 or (function is getattr) < len(rest) < (function is setattr):
        return None
    if function is setattr or function is delattr:
        return PROTOCOLS[function](owner, *rest, name, twins)
    attempt = _getattr(owner, name, twins)
    if attempt is None or (function is getattr and not rest):
        return attempt
    if name in _OF_CLASSES:
        return None
    return partial(function, stand_in(owner, {name: RUN}, _run=attempt), name, *rest)


class _Same:
    """Exchanges nothing."""

    @staticmethod
    def enter(f: Any) -> Any:
        return f

    gate = iterating = enter

    @staticmethod
    def lend(functions: Any) -> None:
        return None

    @staticmethod
    def exchanged(callback: Any, enter: Any) -> Any:
        return callback


def owns_plainly(owner: Any, uses: tuple[str, ...]) -> bool:
    """Does nothing written in Python run when these things are done with attributes of `owner`? See `Guard.use`."""
    twins = _Same()
    try:
        for use in uses:
            name, _, hook = use.partition(" ")
            if hook == "=":
                found = PROTOCOLS[setattr](owner, None, name, twins)
            else:
                found = PROTOCOLS[delattr if hook else getattr](owner, name, twins)
            if found is not None:
                return False
    except NativeError:
        return False
    return True
