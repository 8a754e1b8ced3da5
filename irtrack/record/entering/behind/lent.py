"""What C code calls by itself behind instructions that are no calls: the functions themselves are lent code."""

from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType
from typing import Any

from ....cpython.operators import Form
from ...callables import behind_descriptors, python_functions
from ...classes import lookup, namespaces
from .attempts import Attempt, Twins

_ANNOTATE: Any = vars(FunctionType).get("__annotate__")  # from 3.14 on


def _lend(*arguments: Any) -> None:
    """The protocol: the instruction itself runs then."""
    *operands, name, twins = arguments
    lend_of(twins, name, operands)


def lend_of(twins: Twins, name: str, operands: Iterable[Any]) -> None:
    """Lend code to what the instruction of that name, or the attribute, calls of its operands."""
    twins.lend(function for function in _CALLED[name](*operands) if type(function) is FunctionType)


def _of(names: str) -> Callable[[Any], list[Any]]:
    """The methods of these names."""

    def methods(value: Any) -> list[Any]:
        return [lookup(type(value), name) for name in names.split()]

    return methods


def _attributes(*owners: Any) -> Iterable[Any]:
    """What runs when attributes are got."""
    for owner in owners:
        for namespace in namespaces(type(owner)):
            values = list(namespace.values())
            yield from (value.fget for value in values if type(value) is property)
            yield from behind_descriptors(values)
        yield from (lookup(type(owner), name) for name in ("__getattribute__", "__getattr__"))


def _raised(exception: Any) -> list[FunctionType]:
    """What makes the instance of a class."""
    return python_functions(exception) if issubclass(type(exception), type) else []


def _computing(operand: Any) -> list[Any]:
    """What computes the value of a type alias, the bound, constraints or default of a type parameter."""
    return [operand[-1] if type(operand) is tuple else operand]


def _annotating(owner: Any) -> list[Any]:
    """What computes the annotations of a function, class or module."""
    if type(owner) is ModuleType:
        return [vars(owner).get("__annotate__")]
    if type(owner) is FunctionType:
        return [_ANNOTATE.__get__(owner)]
    if issubclass(type(owner), type):
        return [lookup(owner, name, None) for name in ("__annotate_func__", "__annotate__")]
    return []


_CALLED: dict[str, Callable[..., Iterable[Any]]] = {
    "DICT_MERGE": _of("keys"),
    "DICT_UPDATE": _of("keys"),
    "MATCH_CLASS": _attributes,
    "MATCH_KEYS": _of("get"),
    "LOAD_SUPER_ATTR": _attributes,
    "SEND": _of("send throw close __next__"),
    "CHECK_EG_MATCH": _of("split derive"),
    "RAISE_VARARGS": _raised,
    "CALL_INTRINSIC": _computing,
    "__annotations__": _annotating,
}

PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = dict.fromkeys((Form.LEND, Form.RAISE), _lend)
