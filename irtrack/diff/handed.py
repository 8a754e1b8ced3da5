"""Numbers that leave a run by another way than its result: another derivative, within which this one is taken, does not
see how they were computed. If it computes with them, that is an error.
"""

from collections.abc import Iterator, Set, ValuesView
from types import CellType, FunctionType, MethodType
from typing import Any

from .errors import DifferentiationError
from .locations import place_of
from .places import is_numeric
from .slots import DEEPEST
from .steps import Packing
from .trees import leaves


def gives_more(value: Any) -> bool:
    """Is it an iterator, a set, a view of a dict, a method or an exception, out of which numbers may come later?"""
    held = held_in(value)
    return hasattr(type(value), "__next__") or (held is not value and any(map(is_numeric, leaves(held))))


def held_in(value: Any) -> Any:
    """What a method, an exception, a set or a view has, which are no containers of results; else the value itself."""
    if isinstance(value, MethodType):
        return leaves(value.__self__)
    if isinstance(value, BaseException):
        return value.args
    return list(value) if isinstance(value, Set | ValuesView) else value


def numbers_in(value: Any, deep: int = 0) -> Iterator[Any]:
    """Those in a value, in containers, and in the variables of a closure."""
    if is_numeric(value):
        yield value
    elif deep < DEEPEST:
        inner: Any = ()
        if issubclass(type(value), tuple | list | set | frozenset):
            inner = value
        elif issubclass(type(value), dict):
            inner = value.values()
        elif type(value) is FunctionType:
            inner = [cell.cell_contents for cell in value.__closure__ or () if is_filled(cell)]
        for one in inner:
            yield from numbers_in(one, deep + 1)


def is_filled(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def check_unused(steps: list[Any], slots: set[int], results: list[Any]) -> None:
    """Raise if one of these places is read by a step, or is that of a result."""
    for step in steps:
        inputs = getattr(step, "inputs", None) or ()
        places = [inputs] if type(step) is Packing else [place for _, place in inputs]
        if any(_reads(place, slots) for place in places):
            raise DifferentiationError(_text(f"is used{place_of(step.node)}"))
    if any(place is not None and place[0] in slots for place in results):
        raise DifferentiationError(_text("is returned"))


def _reads(place: Any, slots: set[int]) -> bool:
    if type(place) is tuple:
        return place[0] in slots
    return isinstance(place, dict) and any(_reads(one, slots) for one in place.values())


def _text(what: str) -> str:
    return (
        f"a number {what} that a function has handed out by another way than its result, while its derivative was "
        "taken: how it was computed is not known; return it, with has_aux=True"
    )
