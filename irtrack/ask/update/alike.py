"""Are the operands of a draw what they were? What was made anew is compared by content, for a draw can't be had again.

No code of the program is called: only numbers and text are compared, in tuples, lists, dicts, sets and arrays, and
bound methods by what they are of.
"""

from types import CellType, FunctionType, GetSetDescriptorType, MethodType
from typing import Any

import numpy as np

from ...record.classes import is_a, is_static, lookup, mro
from ...record.memory.shadows import SCALARS
from ...record.nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ...record.nodes.node import Operand
from ...record.nodes.tape import TapeConstant
from ...record.recompute import equal
from ..replay.impure import draws, is_generator_of_numbers
from .called import BOUND
from .history import History
from .touch import is_object, is_same, key_of, operands_of

_DEEPEST = 20
_CONTAINERS = tuple, list, dict, set, frozenset, bytearray


def gave_what_it_gives(old: Any, operands: tuple[Operand, ...], history: History) -> bool:
    """Did a draw get what it gets now, and does it do no more than to draw?"""
    if not draws(old) or len(old._operands) != len(operands):
        return False
    if any(key not in history.generators for key in history.written.get(old, ())):
        return False
    time = history.time.get(old, 0)
    return all(
        is_alike(one.value, other.value, history, time) for one, other in zip(old._operands, operands, strict=True)
    )


def is_untouched(unit: Any, operands: tuple[Operand, ...], history: History) -> bool:
    """Would a method that ran behind an operation, and drew, find all as it was? It may use no more than what the
    operation was given, and functions and classes, and write to nothing.
    """
    inside = history.inside.get(unit, ())
    if unit not in history.impure or not unit._frames or not inside or len(unit._operands) != len(operands):
        return False
    nodes = {unit, *inside}
    time = history.time[unit]
    stored = set(history.names_that_may_be_stored())
    for node in nodes:
        if any(history.maker.get(key) not in nodes and key not in history.generators for key in history.written[node]):
            return False
        for operand in operands_of(node):
            value = operand.value
            if type(operand) is TapeConstant and operand.name and operand.after >= 0:
                key = history.key_of_name(node.parent, operand.name.partition(".")[0])
                if key in stored or key in history.own or type(value) is CellType:
                    return False
            is_given = any(value is one.value for one in unit._operands)
            is_made = is_object(value) and history.maker.get(key_of(value)) in nodes
            if is_object(value) and not (is_given or is_made or _is_steady(value, history)):
                return False
        if isinstance(node, SpecialCallNode) and node.name in ("load", "store", "delete"):
            return False
        if _asks_for_attribute_of_class(node):
            return False
    return all(
        is_alike(one.value, other.value, history, time) for one, other in zip(unit._operands, operands, strict=True)
    )


def _is_steady(value: Any, history: History) -> bool:
    """Is it a function, a class or a generator of random numbers, or a method of such?"""
    if type(value) is MethodType:
        return _is_steady(value.__self__, history)
    is_code = type(value) is FunctionType or issubclass(type(value), type)
    return is_code or (key_of(value) in history.generators and is_generator_of_numbers(value))


def _asks_for_attribute_of_class(node: Any) -> bool:
    """Does a node load data that an object has from its class, where it may be another one now?"""
    values = [operand.value for operand in operands_of(node)]
    if not isinstance(node, PrimitiveCallNode) or values[0] is not getattr:
        return False
    if len(values) != 3 or type(values[2]) is not str:
        return True
    part = lookup(type(values[1]), values[2])
    if is_generator_of_numbers(values[1]):
        return False
    return issubclass(type(values[1]), type) or not (part is None or is_a(part, FunctionType, property))


def _attributes_of(value: Any) -> dict[str, Any] | None:
    """Those of an instance that has no more than them."""
    bases = [base for base in mro(type(value)) if base is not object]
    if type(type(value)) is not type or not bases or any(is_static(one) or "__slots__" in vars(one) for one in bases):
        return None
    found = lookup(type(value), "__dict__")
    return found.__get__(value) if type(found) is GetSetDescriptorType else None


def is_alike(one: Any, other: Any, history: History, time: int, depth: int = 0) -> bool:
    """Has `other` the content that `one` had at that time of the record?"""
    if is_same(one, other):
        return True
    cls = type(one)
    if cls is not type(other) or depth > _DEEPEST:
        return False
    if id(cls) in SCALARS:
        return equal(one, other)
    deeper = history, time, depth + 1
    if is_a(one, *BOUND):
        return one.__name__ == other.__name__ and is_alike(one.__self__, other.__self__, *deeper)
    if cls is MethodType:
        return one.__func__ is other.__func__ and is_alike(one.__self__, other.__self__, *deeper)
    if cls is slice:
        return is_alike((one.start, one.stop, one.step), (other.start, other.stop, other.step), *deeper)
    if not _is_as_it_was(one, history, time):
        return False
    if cls is np.ndarray:
        is_plain = one.dtype == other.dtype and not one.dtype.hasobject and one.shape == other.shape
        return is_plain and one.strides == other.strides and one.tobytes() == other.tobytes()
    if not is_a(one, *_CONTAINERS):
        attributes = _attributes_of(one), _attributes_of(other)
        if attributes[0] is None or attributes[1] is None:
            return False
        one, other = (tuple(found.items()) for found in attributes if found is not None)
        return is_alike(one, other, *deeper)
    if len(one) != len(other):
        return False
    parts = [*one.items()] if cls is dict else [*one]  # in the order of the container, which draws may depend on
    others = [*other.items()] if cls is dict else [*other]
    return all(is_alike(part, another, *deeper) for part, another in zip(parts, others, strict=True))


def _is_as_it_was(value: Any, history: History, time: int) -> bool:
    """Is its content that of then? Who else has an object from outside, nobody knows."""
    if type(value) is tuple or type(value) is frozenset:
        return True
    key = key_of(value)
    writes = history.writes.get(key)
    return not history.is_from_outside(key) and (not writes or writes[-1][0] <= time)
