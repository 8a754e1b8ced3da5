"""The context of runs that are differentiated: a function with a rule is primitive, any other is entered.

What C code would do unseen is done by written.py instead: going over arrays, changing them, calling C functions back.
"""

import itertools
import math
import operator
import statistics
from array import array
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial, reduce
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ..cpython.operators import Form
from ..ir.operations import setslice
from ..record.callables import CACHE
from ..record.classes import is_iterable, lookup
from ..record.contexts.context import Context
from ..rules.derivatives import ALL, rule_of
from ..rules.outputs import DISPATCHER, output_position
from . import knowledge
from .entered import averages, callbacks, watched, written
from .iterating import KEYWORDS, compares, iterates, takes_pairs
from .storing import as_is

_GOES_OVER = (np.ndarray, np.flatiter)
_HOLDING_ARRAYS = (np.ndarray, memoryview, tuple, list, array)
_OVER_TUPLES: tuple[Any, ...] = (math.fsum, math.dist, *([math.sumprod] if hasattr(math, "sumprod") else []))
_PACKING = (np.array, np.asarray, np.asanyarray, np.ascontiguousarray)
_REPLACED: dict[int, Any] = {
    id(sum): written.summed,
    id(math.prod): written.multiplied,
    id(reduce): written.reduced,
    id(operator.methodcaller): written.method_caller,
    id(itertools.accumulate): written.accumulated,
    id(itertools.starmap): written.starmapped,
    id(operator.setitem): written.set_item,
    id(np.copyto): written.copy_to,
    id(np.put): written.put,
    id(np.putmask): written.put_mask,
    id(np.place): written.place,
    id(np.fromiter): written.from_items,
    id(np.linalg.tensorsolve): written.tensor_solved,
    id(np.apply_along_axis): callbacks.along_axis,
    id(statistics.mean): averages.mean,
    id(statistics.harmonic_mean): averages.harmonic_mean,
    id(statistics.variance): averages.variance,
    id(statistics.pvariance): averages.population_variance,
    id(statistics.stdev): averages.deviation,
    id(statistics.pstdev): averages.population_deviation,
    **{id(f): (written.over_tuples, as_is(f)) for f in _OVER_TUPLES},  # which is not replaced again
    **{id(f): by for f, by in written.IN_PLACE.items()},
}
_CHANGING_METHODS: dict[str, Any] = {
    "fill": written.fill, "sort": written.sort, "partition": written.partition, "put": written.put,
    "tolist": written.listed, "__setitem__": written.set_item, "__iter__": written.iterator_over,
    **{f"__{f.__name__}__": by for f, by in written.IN_PLACE.items()},
}  # fmt: skip
_OPERATIONS: dict[Any, Callable[..., Any]] = {
    operator.setitem: written.set_item,
    setslice: written.set_slice,
    setattr: written.set_attribute,
    iter: written.iterator_over,
    Form.UNPACK: written.elements,
    Form.EXTEND: written.elements,
    **written.IN_PLACE,
}

_IN_VIEWS: dict[Any, Callable[..., Any]] = {operator.setitem: watched.set_in_view, setslice: watched.set_slice_in_view}


class Differentiation(Context):
    """Records what a derivative needs."""

    max_bytes = None

    def can_recur(self, f: Callable[..., Any]) -> bool:
        return not _is_primitive(f)

    def instead_of(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        found = _REPLACED.get(id(f))
        if found is not None:
            return found
        kind = type(f)
        if kind is FunctionType:
            return None
        if kind is BuiltinFunctionType or kind is MethodWrapperType:
            return _instead_of_builtin(f, arguments, names)
        if kind is MethodDescriptorType or kind is WrapperDescriptorType:
            return _instead_of_method(f, arguments, names)
        if kind is MethodType:
            return (written.shuffled, as_is(f)) if _is_shuffle(f.__func__) else _watch(f, arguments, names)
        if kind.__name__ == "cython_function_or_method":
            return (written.shuffled_by, f) if _is_shuffle(f) else _watch(f, arguments, names)
        if kind is np.ufunc:
            return (written.into, f) if _writes_result(f, arguments, names) else _reads_lists(f, arguments, names)
        if kind is DISPATCHER:
            if _writes_result(f, arguments, names):
                return written.into, f
            is_entered = not _is_primitive(f, arguments, names) or (
                _calls_methods(f) and any(map(_is_derived, arguments))
            )
            entered = getattr(f, "_implementation", None) if is_entered else None
            return entered if type(entered) is FunctionType else _reads_lists(f, arguments, names)
        if kind is np.vectorize:
            return callbacks.vectorized, f
        if kind is CACHE:
            return written.cached, f
        if kind is partial:
            return self._instead_of_partial(f, arguments, names)
        if f is itertools.count:
            return written.counted if names != () or any(type(one) is not int for one in arguments) else f
        return _over_items(f, arguments, names) if iterates(f) else _watch(f, arguments, names)

    def instead_of_operation(self, function: Any, operands: Sequence[Any]) -> Any:
        kind = type(operands[0])
        if function is Form.STAR:
            return written.starred if kind is not tuple and is_iterable(kind) else None
        if kind is memoryview:
            return _IN_VIEWS.get(function)
        if not issubclass(kind, _GOES_OVER):
            return _OPERATIONS.get(function) if issubclass(kind, list) and _fills(*operands) else None
        if function is setattr and not _assigns_items(*operands):
            return None
        return _OPERATIONS.get(function)

    def _instead_of_partial(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        """Of a partial of the program's; those of written.py are called as they are."""
        if type(f.func) is FunctionType or hasattr(f, "as_is"):
            return None
        known = None if names is None else (*f.keywords, *names)
        found = self.instead_of(f.func, (*f.args, *arguments), known)
        return f if found is f.func else None if found is None else (watched.called_partially, f)


def _fills(items: Any, *given: Any) -> bool:
    """Is it a part of a list that becomes the items of an array? `given`: the key, or start and stop; the value."""
    return _is_gone_over(given[-1]) and (len(given) > 2 or type(given[0]) is slice)


def _assigns_items(owner: Any, name: Any, value: Any) -> bool:
    """Does `owner.name = value` write to the items of an array, as `array.real = value`, or give it its own shape?"""
    cls = type(owner)
    if not issubclass(cls, np.ndarray) or name not in written.ASSIGNED:
        return False
    if name == "shape" and not (type(value) is tuple and value == owner.shape):
        return False
    return all(lookup(cls, one) is lookup(np.ndarray, one) for one in (name, "__setattr__"))


def _is_primitive(f: Any, arguments: Sequence[Any] = (), names: tuple[str, ...] | None = ()) -> bool:
    """Is it known by a rule? What writes to its first argument is entered all the same, so that the writes are seen."""
    rule = rule_of(f)
    return rule is not None and 0 not in rule.writes and rule.covers(len(arguments), names)


def _holds_items(cls: type) -> bool:
    """Are instances of it sequences whose items records know, so that C code may take them out?"""
    return cls is tuple or cls is deque or issubclass(cls, list)


def _reads_lists(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
    """What is called instead if a function with a rule is given lists, which may be changed afterwards; or None."""
    if not any(issubclass(type(one), list) for one in arguments):
        return None
    rule = rule_of(f)
    if rule is None or rule.nondiff is ALL:
        return None
    return (written.over_copy if len(arguments) == 1 and names == () else written.over_copies), as_is(f)


def _calls_methods(f: Any) -> bool:
    """Is it one of numpy's functions that call a method of that name, as `np.sum` does?"""
    return f.__module__ == "numpy" and hasattr(np.ndarray, f.__name__)


def _is_derived(value: Any) -> bool:
    """Is it an instance of a class derived from arrays, whose own methods such functions call?"""
    kind = type(value)
    if kind is np.ndarray or not issubclass(kind, np.ndarray):
        return False
    return kind.__array_function__ is np.ndarray.__array_function__


def _is_shuffle(f: Any) -> bool:
    """Is it that of a random generator of numpy, which is written in Cython?"""
    return type(f) is not FunctionType and getattr(f, "__name__", "") == "shuffle"


def _writes_result(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> bool:
    """May a function of numpy write its result to an array that it is given?"""
    if names is None or "out" in names:
        return True
    position = output_position(f)
    return position is not None and len(arguments) > position and arguments[position] is not None


def _instead_of_builtin(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
    owner = f.__self__
    if issubclass(type(owner), np.ndarray):
        method = _CHANGING_METHODS.get(f.__name__)
        if method is not None:
            return method, owner
        if _writes_result(f, arguments, names):
            return written.into, f
        return (watched.watched, f) if f.__name__ in knowledge.WRITING else None
    if type(owner) is np.ufunc:
        if f.__name__ == "at":
            return written.at, owner
        return (written.into, f) if _writes_result(f, arguments, names) else None
    if f.__name__ == "__setitem__" and isinstance(owner, list) and len(arguments) == 2 and _fills(owner, *arguments):
        return written.store_elements, f
    if f is next:
        return written.following if arguments and type(arguments[0]) is np.flatiter else None
    if f is setattr:
        return written.set_attribute if len(arguments) == 3 and _assigns_items(*arguments) else f
    if any(f is one for one in _PACKING):
        return (written.packed, as_is(f)) if arguments and _holds_items(type(arguments[0])) else f
    if owner is itertools.chain:
        return written.chained
    if f.__name__ == "fromkeys" and issubclass(type(owner), type):
        return (written.from_keys, as_is(f)) if any(map(_is_gone_over, arguments)) else None
    return _over_items(f, arguments, names) if iterates(f) else _watch(f, arguments, names)


def _instead_of_method(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
    """Of a method that is called with its object as the first argument."""
    if f.__objclass__ is np.ndarray:
        found = _CHANGING_METHODS.get(f.__name__) or ((watched.watched, f) if f.__name__ in knowledge.WRITING else None)
    elif f.__objclass__ is np.ufunc:
        found = written.at if f.__name__ == "at" else None
    elif f is list.__setitem__ and len(arguments) > 1 and _fills(None, *arguments[-2:]):
        return written.store_elements, f
    else:
        return _over_items(f, arguments, names) if iterates(f) else _watch(f, arguments, names)
    if found is not None:
        return found
    without = (None, *arguments)  # or with its object: in a method call that is not among the arguments
    may_write = _writes_result(f, arguments, names) or _writes_result(f, without, names)
    return (written.into, f) if may_write else None


def _watch(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
    if not knowledge.is_watched(f):
        return None
    if names != () or any(issubclass(type(one), _HOLDING_ARRAYS) for one in arguments):
        return watched.watched, f
    return f


def _over_items(f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
    """`f` itself is called as it is this time, and asked about again."""
    if f is map and arguments and not _calls_python(arguments[0]):
        return written.mapped
    if compares(f, len(arguments)):
        return f
    is_passed = names is not None and not KEYWORDS.isdisjoint(names)
    if takes_pairs(f) and any(map(_is_gone_over, arguments)):
        return written.over_pairs, as_is(f)
    return (written.over_elements, as_is(f)) if is_passed or any(map(_is_gone_over, arguments)) else f


def _is_gone_over(value: Any) -> bool:
    return issubclass(type(value), _GOES_OVER)


def _calls_python(f: Any) -> bool:
    while type(f) is partial:
        f = f.func
    return type(f) is FunctionType or type(getattr(f, "__func__", None)) is FunctionType
