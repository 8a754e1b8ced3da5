"""Where functions of numpy that are written in C take the array that they write their result to, by position."""

import inspect
from collections.abc import Sequence
from types import BuiltinFunctionType, MethodDescriptorType
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")
OVERWRITES = "overwrite_input"  # the name of an argument that lets `np.median` and others write to their first one
DISPATCHER: type = type(np.sum)  # of functions of numpy that other libraries may replace
# methods by which they do
PROTOCOLS = "__array_function__", "__array_ufunc__", "__array_wrap__", "__array_finalize__", "__array__"

_METHODS = {
    "all": 1, "any": 1, "argmax": 1, "argmin": 1, "choose": 1, "clip": 2, "compress": 2, "cumprod": 2, "cumsum": 2,
    "dot": 1, "max": 1, "min": 1, "mean": 2, "prod": 2, "ptp": 1, "round": 1, "std": 2, "sum": 2, "take": 2, "trace": 4,
    "var": 2,
}  # fmt: skip
_UFUNC_METHODS = {"reduce": 3, "accumulate": 3, "reduceat": 4}
_FUNCTIONS = {id(np.dot): 2, id(np.concatenate): 2}
_known: dict[int, tuple[Any, int | None]] = {}  # with the function, so that no other gets its id


def output_position(function: Any) -> int | None:
    """How many arguments stand before that array; None if it can only be passed by name, or not at all.

    Of a ufunc with several results, those before the first. A method that is not bound counts its object.
    """
    kind = type(function)
    if kind is np.ufunc:
        return int(function.nin)
    owner = getattr(function, "__self__", None)
    if type(owner) is np.ufunc:
        return _UFUNC_METHODS.get(function.__name__)
    if isinstance(owner, np.ndarray):
        return _METHODS.get(function.__name__)
    owner = getattr(function, "__objclass__", None)
    if owner is np.ndarray:
        position = _METHODS.get(function.__name__)
        return None if position is None else position + 1
    if owner is np.ufunc:
        position = _UFUNC_METHODS.get(function.__name__)
        return None if position is None else position + 1
    return _FUNCTIONS.get(id(function)) or _of_dispatcher(function)


def method_output_position(name: str) -> int | None:
    """How many arguments of a method of arrays with that name stand before that array."""
    return _METHODS.get(name)


def is_of_numpy(function: Any) -> bool:
    """Is it a function that may write to an argument, of which it depends on the call which one that is?"""
    return issubclass(type(function), (np.ufunc, DISPATCHER))


def outputs(function: Any, arguments: Sequence[T]) -> Sequence[T]:
    """Those arguments, without names, to which a function of numpy writes."""
    kind = type(function)
    if kind is np.ufunc:
        return arguments[function.nin :]
    if len(arguments) < 2 or not (kind is DISPATCHER or _is_method(function)):
        return ()
    position = output_position(function)
    if position is None:
        return ()
    overwritten = arguments[:1] if len(arguments) > position + 1 else ()  # as `np.median` may, by what comes behind
    return (*arguments[position : position + 1], *overwritten)


def _is_method(function: Any) -> bool:
    """Is it a method of arrays or ufuncs, bound or not?"""
    if issubclass(type(function), BuiltinFunctionType):
        return type(function.__self__) is np.ufunc or issubclass(type(function.__self__), np.ndarray)
    owner = function.__objclass__ if type(function) is MethodDescriptorType else None
    return owner is np.ndarray or owner is np.ufunc


def _of_dispatcher(function: Any) -> int | None:
    """Of a function of numpy that is written in Python, but called by C."""
    found = _known.get(id(function))
    if found is None:
        found = _known[id(function)] = function, _from_signature(function)
    return found[1]


def _from_signature(function: Any) -> int | None:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    names = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    return names.index("out") if "out" in names else None
