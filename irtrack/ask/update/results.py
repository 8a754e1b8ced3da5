"""Results of impure primitives that are objects: which stand as they were recorded, and which have to be had again.

A file, a lock, a connection, a list of names: what the run did to it has made something else of it. If it has to be as
it was when it was given, the primitive runs again. What chance gave can't be had again: there has to be a copy of it.
"""

import io
from types import FunctionType, MethodType
from typing import Any

from ...record.classes import module_of
from ...rules.effects import owner_of
from ...rules.impurity import CHANCE
from ..replay.impure import is_chance, is_data, is_generator_of_numbers
from .history import History
from .plan import Renewal
from .touch import is_object, key_of

_SEEDING = frozenset(["seed", "setstate", "set_state"])
_TAKING_NUMBERS = io.open, io.FileIO  # those of files that are open, which may be other ones now


def is_known(node: Any, history: History) -> bool:
    """Is what an impure primitive gave, for a frame that runs on, known to be what it was? Not if it did something
    instead, as `print`, or gave an object that is more than data, which may be in any state.
    """
    value = node.value
    if value is None or not is_object(value):
        return value is not None
    return is_data(value) and history.maker.get(key_of(value)) is node and not history.writes.get(key_of(value))


def is_of_chance(function: Any) -> bool:
    """Is it a function written in Python that draws random numbers, whose state is no part of the record?"""
    function = function.__func__ if type(function) is MethodType else function
    return type(function) is FunctionType and function.__module__ in CHANCE


def is_class_of_chance(value: Any) -> bool:
    """Is it a class of generators of random numbers, which only subclasses write to?"""
    return issubclass(type(value), type) and module_of(value) in CHANCE


def seeds(values: list[Any]) -> Any:
    """The generator of random numbers that a call of the first of these values with the others seeds; None if none."""
    function, *given = values
    if not is_chance(function) or getattr(function, "__name__", "") not in _SEEDING:
        return None
    owner = owner_of(function)
    if not is_generator_of_numbers(owner):
        owner = next(filter(is_generator_of_numbers, given), None)
    return owner if any(one is not None and one is not owner for one in given) else None


def is_had_again(node: Any, history: History, renewal: Renewal, everything: bool) -> bool:
    """Has an impure primitive made an object that has to be as it was then?"""
    value = node.value
    key = key_of(value)
    if not is_object(value) or is_generator_of_numbers(value) or history.maker.get(key) is not node:
        return False
    return bool(history.writes.get(key)) and (everything or key in renewal.renewed) and not _is_given_number(node)


def _is_given_number(node: Any) -> bool:
    """Is it a file that was made of the number of an open one, which may be another one's now?"""
    function, *given = [operand.value for operand in node._operands]
    return bool(given) and type(given[0]) is int and any(function is one for one in _TAKING_NUMBERS)
