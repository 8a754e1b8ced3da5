"""Which special methods a node, or a statement, calls of what it is given."""

import operator
from typing import Any

from ...ir.operations import getslice, not_contains
from ...rules.special_methods import BRANCH, LOOKING, OPERATORS, SEEING, SLICE, called_by, called_by_form
from ..classes import is_a, lookup
from ..nodes.kinds import JumpNode, PrimitiveCallNode
from ..nodes.nested import NestedCallNode

_ONCE = OPERATORS.keys() - {id(operator.contains)}  # which may compare an operand several times
_FORMS_ONCE = "enter", "exit", "aenter", "aexit", "setitem", "delitem", "setattr", "delattr"
_OF_HELD = frozenset(("__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__"))
_OF_LANGUAGE = {id(not_contains): OPERATORS[id(operator.contains)], id(getslice): SLICE}


def called_of_operands(node: Any) -> frozenset[str] | None:
    """The special methods that a node may call of what it is given; None for any, of whatever it reaches."""
    if type(node) is PrimitiveCallNode:
        return called_by_function(node._operands[0].value)
    return BRANCH if type(node) is JumpNode else called_by_form(getattr(node, "name", ""))


def called_once(node: Any) -> tuple[int, int] | None:
    """The method of an operand that a node has called first, if it would have called that whatever else there is, and
    once: as ids of the function and the object. What else it might have done, its own nodes tell.
    """
    function = node._operands[0].value if type(node) is PrimitiveCallNode else None
    is_one = id(function) in _ONCE if function is not None else getattr(node, "name", "") in _FORMS_ONCE
    frame = node._frames[0] if is_one and node._frames else None
    called = [child.value for child in frame.children[:2]] if type(frame) is NestedCallNode else []
    if len(called) < 2 or not any(operand.value is called[1] for operand in node._operands):
        return None
    if function is getattr:  # of what is no property, an object may have another one of its own
        name = node._operands[2].value
        found = lookup(type(called[1]), name) if type(name) is str else None
        if found is None or not is_a(found, property) or found.fget is not called[0]:
            return None
    return id(called[0]), id(called[1])


def called_by_function(function: Any) -> frozenset[str] | None:
    """The same of a call of a function written in C."""
    found = _OF_LANGUAGE.get(id(function))
    return found if found is not None else called_by(function)


def is_any(names: frozenset[str] | None) -> bool:
    """May C code that calls methods with these names look at what it is given in any way?"""
    return names is None or names is LOOKING or names is SEEING


def calls_given(names: frozenset[str] | None) -> bool:
    """May it call what it is given?"""
    return names is None or names is LOOKING


def looks_into(node: Any, names: frozenset[str] | None) -> bool:
    """May a node call methods, with these names, of what a list or tuple holds that it is given?"""
    if type(node) is not PrimitiveCallNode or node._operands[0].value is operator.getitem:
        return False
    return is_any(names) or not _OF_HELD.isdisjoint(names or ())


__all__ = [
    "called_by_form",
    "called_by_function",
    "called_of_operands",
    "called_once",
    "calls_given",
    "is_any",
    "looks_into",
]
