"""What the tape asks of functions, besides their rules: which hand on what they are given, which could hide it."""

import array
import functools
import itertools
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any, NamedTuple

import numpy as np

from ..ir.operations import getslice, not_contains
from ..record.callables import caller_of, enterable, initializes
from ..record.classes import is_a, is_static, lookup, mro
from ..rules.derivatives import ALL, RULES, Rule, rule_of
from ..rules.outputs import DISPATCHER
from .draws import drawn
from .iterating import ITERATING, made_as
from .specials import adapter_of
from .storing import exactly, exposed, frozen, noted, set_by_view, store, whole

HANDS_ON, GOES_OVER, NONDIFF, PACKS = (type(name, (), {"__repr__": lambda self: type(self).__name__})()
                                       for name in ("hands on", "goes over", "nondiff", "packs"))  # fmt: skip

# what they give was there before, or is no number
_HANDING_ON = (
    next, getattr, setattr, hasattr, delattr, isinstance, issubclass, callable, id, type, print, repr, str,
    format, len, range, super, property, staticmethod, classmethod, object, hash, vars, dir, open, slice,
    np.ndarray.setflags,
    frozen, np.ndarray.__array_wrap__, np.ndarray.__array_finalize__, partial, bool, itertools.count, itertools.repeat,
    operator.is_, operator.is_not, operator.not_, operator.truth, operator.eq, operator.ne, operator.lt, operator.le,
    operator.gt, operator.ge, operator.contains, not_contains, functools.cmp_to_key, functools.lru_cache,
)  # fmt: skip
_KEEPING = (list, tuple, dict, set, frozenset, deque, defaultdict, OrderedDict, Counter, str, GeneratorType, object,
            type)  # fmt: skip
_PACKING = (np.array, np.asarray, np.asanyarray, np.ascontiguousarray)
# modules whose functions written in C keep objects as they are
HARMLESS = frozenset(
    ("builtins", "_collections", "collections", "_heapq", "heapq", "itertools", "_functools", "functools", "_operator",
     "operator", "_bisect", "bisect", "time", "_thread", "_queue", "queue", "_weakref", "weakref",
     "_contextvars", "types", "sys", "_abc", "gc", "_random", "_signal")
)  # fmt: skip
_HOLDING = frozenset(("_heapq", "_collections", "_queue", "_contextvars", "_weakref"))  # and give what they hold
# methods by which numbers get out of sight
_ESCAPES = frozenset(("tobytes", "tofile", "dump", "dumps", "as_integer_ratio", "hex", "__reduce__", "__reduce_ex__",
                      "__getstate__", "data", "__array_interface__", "__array_struct__", "__dlpack__",
                      "ctypes", "to_bytes"))  # fmt: skip
_NOTHING = (type(None), bool, int, str, bytes, np.bool_, np.integer, type, np.dtype, slice, range, type(Ellipsis),
            type(NotImplemented), BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType)  # fmt: skip
# attributes of arrays that are no numbers, or, as `flat`, known by the array's own memory
_DESCRIBING = frozenset(
    (
        "shape",
        "dtype",
        "size",
        "ndim",
        "strides",
        "itemsize",
        "nbytes",
        "flags",
        "flat",
        "base",
        "T",
        "mT",
        "__dict__",
        "__class__",
        "__array_interface__",
    )
)
# functions and methods that change the list which they are given first
_CHANGING_LISTS = frozenset(
    ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "setitem", "delitem", "setslice",
     "iadd", "iconcat", "imul", "__setitem__", "__delitem__", "__iadd__", "__imul__", "__init__", "heapify",
     "heappush", "heappop", "heapreplace", "heappushpop", "insort", "insort_left", "insort_right")
)  # fmt: skip
# methods of arrays that write to them, and functions that make what can
OVERWRITE = "overwrite_"
WRITING = frozenset(("setfield", "byteswap", "resize", "__setstate__", "nditer", "nested_iters", "shuffle"))
_NAMED = (type, BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, MethodWrapperType)
_BY_ID: dict[int, Any] = {
    **{id(f): HANDS_ON for f in _HANDING_ON},
    **dict.fromkeys(ITERATING, GOES_OVER),
    **{id(f): PACKS for f in _PACKING},
    **{id(f): f for f in (store, noted, exposed, exactly, set_by_view, drawn)},
}


class Overwriting(NamedTuple):
    """The rule of a function that may destroy what it is given, if it is told to: `scipy.linalg.inv(a, True)`."""

    rule: Rule

    def told(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str | None:
        """The name of the argument by which it is."""
        given = {**dict(zip(self.rule.names(), arguments)), **keywords}  # noqa: B905 - the rest has defaults
        return next((name for name, value in given.items() if name.startswith(OVERWRITE) and value), None)


def _overwrites(rule: Rule) -> bool:
    return any(name.startswith(OVERWRITE) for name in rule.names())


Adapted = tuple[Any, tuple[Any, ...], dict[str, Any]] | None


def of(function: Any) -> Any:
    """HANDS_ON, GOES_OVER, NONDIFF, PACKS, one of storing.py, a Rule, what gives what it stands for, or None."""
    known = _ADAPTERS.get(id(function)) or _BY_ID.get(id(function))
    if known is not None:
        return known
    rule = rule_of(function)
    if rule is not None:
        if is_a(function, FunctionType, DISPATCHER) and _overwrites(rule):
            return Overwriting(rule)
        return NONDIFF if rule.nondiff is ALL and not rule.vjps else rule
    kind = type(function)
    if module_of(function).startswith("irtrack.diff"):  # it hides nothing
        return HANDS_ON
    if kind is partial:
        return _partial
    if issubclass(kind, type):
        base = made_as(function)
        return HANDS_ON if module_of(function) in _HOLDING else None if base is None else of(base)
    if kind is MethodDescriptorType or kind is WrapperDescriptorType:
        adapter = adapter_of(function)
        if adapter is not None:
            return adapter
        if function.__objclass__ is np.generic:
            return _rule_of_scalar(function)
        return HANDS_ON if function.__objclass__ in _KEEPING and function.__name__ not in _ESCAPES else None
    if kind is BuiltinFunctionType or kind is MethodWrapperType:
        owner = function.__self__
        if owner is not None and not issubclass(type(owner), type(np)):
            return _bound
    if kind is MethodType:
        return _bound_python
    return HANDS_ON if module_of(function) in _HOLDING else None


_kinds: dict[int, tuple[Any, Any, dict[int, Any]]] = {}
_version = -1


def kinds() -> dict[int, tuple[Any, Any, dict[int, Any]]]:
    """What is known already of functions that have rules: by their ids what `kind_of` gives."""
    return _kinds.copy() if _version == RULES.version else {}


def kind_of(function: Any) -> tuple[Any, Any, dict[int, Any]]:
    """The function, what it is, and room for what is made of that; of one that has a rule the same each time.

    Only those are kept, since their rules keep them anyway.
    """
    global _version
    if _version != RULES.version:
        _kinds.clear()
        _version = RULES.version
    found = _kinds.get(id(function))
    if found is None:
        found = function, of(function), {}
        if id(function) in RULES:
            _kinds[id(function)] = found
    return found


def _rule_of_scalar(function: Any) -> Any:
    """That of a method of numpy's scalars, which has none of its own: what it does is what a function does."""
    if function is np.generic.view:
        return _viewed
    functions = {"item": operator.pos, "tolist": operator.pos, "conjugate": np.conjugate, "conj": np.conjugate}
    return rule_of(function) or rule_of(functions.get(function.__name__))


def _viewed(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    """The view of a number in its own dtype is that number."""
    number = arguments[0]
    is_same = number.view(*arguments[1:], **keywords).dtype == number.dtype
    return (operator.pos, (number,), {}) if is_same else (function, arguments, keywords)


def _getattr(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    """An attribute of a number or array is what its descriptor makes of it; of anything else it is handed on."""
    owner, name = arguments[0], arguments[1]
    if not issubclass(type(owner), float | complex | np.ndarray | np.generic) or type(name) is not str:
        return None
    if name in _DESCRIBING and (name != "flat" or isinstance(owner, np.ndarray)):
        return None
    descriptor = lookup(type(owner), name)
    if descriptor is None or is_a(descriptor, MethodDescriptorType, FunctionType, property):
        return None
    return descriptor, (owner,), {}


def _getitem(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    if issubclass(type(arguments[0]), np.ndarray | np.generic):
        return operator.getitem, arguments, keywords
    if type(arguments[0]) is np.flatiter:
        return operator.getitem, arguments, keywords
    return None


def _getslice(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    """A view, or part of a list; of `array.flat` new numbers."""
    if type(arguments[0]) is np.flatiter:
        return operator.getitem, (arguments[0], slice(*arguments[1:])), {}
    return None


def _partial(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    return function.func, (*function.args, *arguments), {**function.keywords, **keywords}


def _bound(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    """The method of a class in the place of one that is bound."""
    owner = function.__self__
    if type(owner) is type:
        return function, arguments, keywords
    for cls in mro(type(owner)):  # the first may have one in Python, which calls this one
        method = vars(cls).get(function.__name__)
        if is_a(method, MethodDescriptorType, WrapperDescriptorType):
            return method, (owner, *arguments), keywords
    return function, arguments, keywords


def _bound_python(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    return function.__func__, (function.__self__, *arguments), keywords


def _new(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Adapted:
    """`float.__new__(cls, number)`, as a class derived from float calls it."""
    return function.__self__, arguments[1:], keywords


_ADAPTERS: dict[int, Callable[..., Adapted]] = {
    id(getattr): _getattr, id(operator.getitem): _getitem, id(getslice): _getslice, id(float.__new__): _new,
    id(complex.__new__): _new,
}  # fmt: skip


def holds_nothing(value: Any) -> bool:
    """Is it a value in which no number can be that is differentiated?"""
    cls = type(value)
    if any(cls is one for one in _NOTHING) or issubclass(cls, np.integer | np.bool_ | np.dtype):
        return True
    if issubclass(cls, np.ndarray):
        return value.dtype.kind not in "fcOV"
    return cls is tuple and all(map(holds_nothing, value))


def module_of(function: Any) -> str:
    kind = type(function)
    if kind in (MethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType, MethodWrapperType):
        function = function.__objclass__
    elif kind is BuiltinFunctionType and function.__self__ is not None:
        owner = function.__self__
        if not issubclass(type(owner), type(np)):
            function = owner if issubclass(type(owner), type) else type(owner)
    found = getattr(function, "__module__", None) or ""
    return found if type(found) is str else ""


def hides(function: Any) -> bool:
    return getattr(function, "__name__", "") in _ESCAPES


def is_harmless(function: Any, result: Any) -> bool:
    """Does nothing of what a function was given, which has no rule, lead on out of sight?"""
    if hides(function):
        return False
    module = module_of(function)
    is_method = isinstance(function, MethodDescriptorType | WrapperDescriptorType)  # whose object may keep anything
    if result is None or type(result) is bytes or is_method:
        return module in HARMLESS or module.startswith("logging") or (is_method and module.startswith("numpy"))
    return holds_nothing(result) or module in HARMLESS


def keeps_arguments(function: Any) -> bool:
    """Is it a class of exceptions that keep what they are made of?"""
    return issubclass(type(function), type) and issubclass(function, BaseException) and not initializes(function)


def is_of_method(function: Any, arguments: tuple[Any, ...], result: Any) -> bool:
    """Is the result of an operator what a method written in Python gave, within which frames have run?"""
    if module_of(function) != "_operator" and not any(function is one for one in (pow, divmod, abs, round)):
        return False
    if all(isinstance(one, int | float | complex | np.generic) and is_static(type(one)) for one in arguments):
        return False  # what has run has given these, by a star
    are_arrays = any(hasattr(type(one), "__array__") and not isinstance(one, np.generic) for one in arguments)
    return not are_arrays or not isinstance(result, float | complex | np.ndarray | np.generic)


def may_write(function: Any) -> bool:
    """May a function that returns nothing have changed an array?"""
    return module_of(function) not in HARMLESS and getattr(function, "__name__", "") != "setflags"


def makes(function: Any, known: Any) -> bool:
    """Is what a function gives new, and nothing that was handed to it in some container?"""
    return known is not None or module_of(function).startswith("numpy")


def changes_list(function: Any) -> bool:
    name = getattr(function, "__name__", "")
    return type(name) is str and (name in _CHANGING_LISTS or name.removesuffix("_max") in _CHANGING_LISTS)


def calls_back(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Is it C code that may call Python functions which it was given, without anybody seeing it?"""
    if is_a(function, FunctionType, MethodType) or caller_of(function) is not None:
        return False
    if module_of(function) in HARMLESS:
        return False
    return any(is_a(one, FunctionType, MethodType) for one in arguments)


def is_numbers_of_c(value: Any) -> bool:
    """Is it a container of numbers, and not of objects?"""
    return any(base is array.array for base in mro(type(value)))


def is_stored_by_c(owner: Any, name: str) -> bool:
    """Does an assignment to an attribute end in C code that may keep a number in another form?"""
    descriptor = lookup(type(owner), name)
    kind = type(descriptor)
    if kind is property:  # of functions of the program, which are entered; or made in C, as by pybind11
        return enterable(descriptor.fset)[0] is None and module_of(descriptor.fset) not in HARMLESS
    if descriptor is None or kind is MemberDescriptorType or name in ("__dict__", "__class__"):
        return False
    return type(lookup(kind, "__set__")) is WrapperDescriptorType and module_of(type(owner)) not in HARMLESS


def is_watched(function: Any) -> bool:
    """Is it C code that may write to arrays, or keep their memory, as far as anybody knows?"""
    if function is memoryview or function is np.frombuffer:
        return True
    kind = type(function)
    if kind is BuiltinFunctionType or kind is MethodWrapperType:
        owner = function.__self__
        if owner is not None and not issubclass(type(owner), type(np)):
            function = lookup(type(owner), function.__name__) or function
    elif kind is MethodType:
        function = function.__func__
    if is_a(function, FunctionType, partial) or enterable(function)[0] is not None:
        return False
    if of(function) not in (None, _bound):
        return False
    if isinstance(function, operator.itemgetter | operator.attrgetter):
        return False
    module = module_of(function if isinstance(function, _NAMED) else type(function))
    if module.startswith("numpy"):
        return module.startswith("numpy.random") or getattr(function, "__name__", "") in WRITING
    return module not in HARMLESS or (module == "operator" and not isinstance(function, _NAMED))


__all__ = ["GOES_OVER", "HANDS_ON", "HARMLESS", "NONDIFF", "PACKS", "of", "whole"]
