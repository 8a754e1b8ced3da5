"""Operators, comparison, truth, `in`, subscripts and `iter`: their methods are tried as the interpreter tries them.

See "Data model" in Python's language reference; in CPython, binary_op1 in Objects/abstract.c, do_richcompare in
Objects/object.c and slot_nb_... in Objects/typeobject.c.
"""

import builtins
import operator
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple

import numpy as np

from ....ir.operations import getslice, not_contains, setslice
from ...classes import is_below, lookup, mro, namespaces
from ...interrupts import is_interrupt
from .attempts import (
    CLOSED,
    MISSING,
    Attempt,
    NativeError,
    Twins,
    bind,
    chain,
    giving,
    is_builtin,
    is_c,
    is_entered_or_c,
    is_python,
    of_result,
    stand_in,
)

_is_implemented = partial(operator.is_not, NotImplemented)


_NAMES = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "and", "or", "xor")
# by the function: names of the in-place, the left and the reflected method
_BINARY: dict[Any, tuple[str, str, str]] = {}
for _name in _NAMES:
    _of_module = _name + "_" if _name in ("and", "or") else _name
    _BINARY[getattr(operator, _of_module)] = "", f"__{_name}__", f"__r{_name}__"
    _BINARY[getattr(operator, "i" + _name)] = f"__i{_name}__", f"__{_name}__", f"__r{_name}__"
_BINARY[divmod] = "", "__divmod__", "__rdivmod__"
_COMPARISONS: dict[Any, tuple[str, str]] = {
    operator.lt: ("__lt__", "__gt__"), operator.gt: ("__gt__", "__lt__"), operator.le: ("__le__", "__ge__"),
    operator.ge: ("__ge__", "__le__"), operator.eq: ("__eq__", "__eq__"), operator.ne: ("__ne__", "__ne__"),
}  # fmt: skip
_UNARY: dict[Any, str] = {operator.neg: "__neg__", operator.pos: "__pos__", operator.invert: "__invert__"}
FORMATS = (operator.mod, operator.imod)  # of text, too: then operands are asked for theirs
_FORMATTING = frozenset(map(id, (str, bytes)))
_SEQUENCES = frozenset(map(id, (str, bytes, bytearray, list, tuple, deque, array)))
_REPORTED = CLOSED | _SEQUENCES  # which messages may name as they are


_NE = object.__dict__["__ne__"]


class _Later(NamedTuple):
    """A method that is looked up when its turn comes: one that was called before may have changed it."""

    name: str
    owner: Any
    other: Any


class _Refused(NamedTuple):
    """The operation when no method is left: what it raises names the types."""

    function: Callable[..., Any]
    left: Any
    right: Any


def _in_turn(attempts: list[Attempt | _Later | _Refused], twins: Twins) -> Iterator[Attempt]:
    for attempt in attempts:
        if isinstance(attempt, _Refused):
            yield partial(attempt.function, _shown(attempt.left), _shown(attempt.right))
            continue
        if not isinstance(attempt, _Later):
            yield attempt
            continue
        method = lookup(type(attempt.owner), attempt.name, MISSING)
        if method is _NE and is_python(lookup(type(attempt.owner), "__eq__")):
            equals = next(_in_turn([attempt._replace(name="__eq__")], twins))
            yield chain(equals, _inverted)
        elif is_python(method):
            try:
                method = twins.enter(method)
            except Exception as error:  # it runs natively
                if is_interrupt(error):
                    raise
            yield partial(method, attempt.owner, attempt.other)
        elif is_c(method):
            yield partial(method, attempt.owner, attempt.other)
        elif method is not MISSING:
            yield partial(operator.call, method, attempt.other)


def _inverted(result: Any) -> Attempt:
    return partial(operator.not_, result) if _is_implemented(result) else giving(result)


def _first_implemented(attempts: Iterator[Attempt]) -> Attempt:
    """A call of the attempts in turn, up to the first that does not return NotImplemented."""
    return partial(next, filter(_is_implemented, map(operator.call, attempts)))


def _shown(value: Any) -> Any:
    """What an error message names as it does `value`."""
    return value if id(type(value)) in _REPORTED else stand_in(value)


def _binary(function: Any, left: Any, right: Any, name: str, twins: Twins) -> Attempt | None:
    in_place, own_name, reflected = _BINARY[function]
    A, B = type(left), type(right)
    own = lookup(A, own_name, MISSING)
    other = lookup(B, reflected, MISSING)
    changing = lookup(A, in_place, MISSING) if in_place else MISSING
    if not is_python(own, other, changing):
        return None
    if not is_entered_or_c(own, other, changing):
        raise NativeError  # `__add__ = None`, or a descriptor
    attempts: list[Attempt | _Later | _Refused] = []
    below = is_below(B, A)
    concatenates = own_name == "__add__" and _is_sequence(A)  # in C, when no method has done it
    if own_name == "__mul__" and not (_repeats_nothing(A, B) or _repeats_nothing(B, A)):
        raise NativeError
    if is_python(own, changing, lookup(A, reflected, MISSING)):
        adds = is_python(own, lookup(A, reflected, MISSING))
        if changing is not MISSING:  # a class has what concatenates in place as a number's method, too
            attempts.append(bind(changing, twins.enter, left, right))
        tries = [_Later(own_name, left, right)] if own is not MISSING and (adds or not concatenates) else []
        if B is not A and not (own_name == "__mul__" and _is_sequence(B)):
            overloads = below and other is not MISSING and other is not lookup(A, reflected, MISSING)
            tries.insert(0 if overloads else len(tries), _Later(reflected, right, left))
        attempts += tries
        if concatenates and not adds:
            attempts.append(partial(own, left, right))
    else:
        formats = function in FORMATS and id(A) in _FORMATTING
        changes = changing is not MISSING and not _is_sequence(A)  # before the reflected method is asked
        if id(A) not in CLOSED or formats or changes or (not below and is_builtin(B)):
            raise NativeError
        attempts.append(bind(other, twins.enter, right, left))
        if concatenates:
            attempts.append(partial(own if changing is MISSING else changing, left, right))
        elif below and own is not MISSING:
            attempts.append(partial(own, left, right))
    attempts.append(_Refused(function, left, right))
    return _first_implemented(_in_turn(attempts, twins))


def _repeats_nothing(cls: type, other: type) -> bool:
    """Is it sure that C code repeats no instance of `cls`, or only if it is told how often by a number?"""
    if _is_sequence(other):
        return False
    return not _is_sequence(cls) or (id(cls) in _SEQUENCES and lookup(other, "__index__") is None)


def _is_sequence(cls: type) -> bool:
    return any(id(base) in _SEQUENCES for base in mro(cls))


def _comparison(function: Any, left: Any, right: Any, name: str, twins: Twins) -> Attempt | None:
    own_name, reflected = _COMPARISONS[function]
    A, B = type(left), type(right)
    own, other = lookup(A, own_name, MISSING), lookup(B, reflected, MISSING)
    asked = [lookup(C, "__eq__") for C, method in ((A, own), (B, other)) if method is _NE]  # by object's `__ne__`
    if not is_python(own, other, *asked):
        return None
    if not is_entered_or_c(own, other):
        raise NativeError
    tries = [_Later(own_name, left, right), _Later(reflected, right, left)]
    if is_below(B, A):
        tries.reverse()
    attempts: list[Attempt | _Later | _Refused] = [*tries]
    if function is operator.eq:
        attempts.append(partial(operator.is_, left, right))
    elif function is operator.ne:
        attempts.append(partial(operator.is_not, left, right))
    else:
        attempts.append(_Refused(function, left, right))
    return _first_implemented(_in_turn(attempts, twins))


def _unary(function: Any, operand: Any, name: str, twins: Twins) -> Attempt | None:
    method = lookup(type(operand), _UNARY[function], MISSING)
    return partial(twins.enter(method), operand) if is_python(method) else None


def _truth(operand: Any, name: str, twins: Twins) -> Attempt | None:
    method_name = "__bool__"
    method = lookup(type(operand), method_name, MISSING)
    if method is MISSING:
        method_name = "__len__"
        method = lookup(type(operand), method_name, MISSING)
    if not is_python(method):
        return None
    return partial(operator.truth, stand_in(operand, {}, **{method_name: partial(twins.enter(method), operand)}))


def _contains(container: Any, item: Any, name: str, twins: Twins, then: Any = operator.truth) -> Attempt | None:
    method = lookup(type(container), "__contains__", MISSING)
    if is_python(method):
        return of_result(then, partial(twins.enter(method), container, item))
    iterates = lookup(type(container), "__iter__", MISSING)
    if method is MISSING and is_python(iterates):
        shown = stand_in(container, __iter__=partial(twins.enter(iterates), container))
        return of_result(then, partial(operator.contains, shown, item))
    return None


def _not_contains(container: Any, item: Any, name: str, twins: Twins) -> Attempt | None:
    return _contains(container, item, name, twins, operator.not_)


def _getitem(container: Any, key: Any, name: str, twins: Twins) -> Attempt | None:
    method = lookup(type(container), "__getitem__", MISSING)
    if is_python(method):
        return partial(twins.enter(method), container, key)
    if method is MISSING and issubclass(type(container), type):
        method = lookup(container, "__class_getitem__", MISSING)
        reads, falls_back = (lookup(type(container), name) for name in ("__getattribute__", "__getattr__"))
        if is_python(reads) or method is MISSING:  # which the interpreter asks for it
            twins.lend((reads, falls_back))
        elif type(method) is classmethod and is_python(method.__func__):
            return partial(twins.enter(method.__func__), container, key)
    return None


def _getslice(container: Any, start: Any, stop: Any, name: str, twins: Twins) -> Attempt | None:
    return _getitem(container, slice(start, stop), name, twins)


def _setitem(container: Any, key: Any, value: Any, name: str, twins: Twins) -> Attempt | None:
    method = lookup(type(container), "__setitem__", MISSING)
    if is_python(method):
        return partial(twins.enter(method), container, key, value)
    if type(key) is slice and lookup(type(value), "__next__") is not None:  # a `map` calls what runs here
        raise NativeError
    return None


def _setslice(container: Any, start: Any, stop: Any, value: Any, name: str, twins: Twins) -> Attempt | None:
    return _setitem(container, slice(start, stop), value, name, twins)


def _delitem(container: Any, key: Any, name: str, twins: Twins) -> Attempt | None:
    method = lookup(type(container), "__delitem__", MISSING)
    return partial(twins.enter(method), container, key) if is_python(method) else None


def _iter(iterable: Any, name: str, twins: Twins) -> Attempt | None:
    method = lookup(type(iterable), "__iter__", MISSING)
    if is_python(method):
        return partial(iter, stand_in(iterable, __iter__=partial(twins.enter(method), iterable)))
    by_index = lookup(type(iterable), "__getitem__", MISSING)
    if method is MISSING and is_python(by_index):
        twins.lend((by_index,))
        gate = twins.gate(by_index)
        return None if gate is by_index else partial(iter, stand_in(iterable, __getitem__=partial(gate, iterable)))
    return None


OPERATOR_NAMES = frozenset(
    [name for names in (*_BINARY.values(), *_COMPARISONS.values()) for name in names if name]
    + [*_UNARY.values(), "__bool__", "__len__", "__contains__", "__iter__", "__getitem__", "__setitem__", "__delitem__"]
)


def operates_plainly(cls: type) -> bool:
    """Is no operator of the class written in Python, nor what compares, tests, indexes or iterates over it?

    An instance may still be a class with a `__class_getitem__`.
    """
    return not any(is_python(*map(names.get, OPERATOR_NAMES)) for names in namespaces(cls))


# ids of types of which that is known for good
PLAIN = {
    id(cls): True
    for cls in (int, str, float, bool, bytes, bytearray, complex, list, tuple, dict, set, frozenset, range, slice,
                type(None), FunctionType, BuiltinFunctionType, MethodType, GeneratorType)
}  # fmt: skip

COLLECTIONS = frozenset(map(id, (list, tuple, set, frozenset, dict)))

# the same of numpy: but contexts may replace what is done with these, and the byte budget looks at arrays
NUMERIC = {id(cls): True for cls in (np.ndarray, np.float64, np.float32, np.int64, np.bool_)}


PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    **{function: partial(_binary, function) for function in _BINARY},
    **{function: partial(_comparison, function) for function in _COMPARISONS},
    **{function: partial(_unary, function) for function in _UNARY},
    builtins.bool: _truth,
    operator.contains: _contains,
    not_contains: _not_contains,
    operator.getitem: _getitem,
    getslice: _getslice,
    operator.setitem: _setitem,
    setslice: _setslice,
    operator.delitem: _delitem,
    builtins.iter: _iter,
}
