"""Which special methods a node, or a statement, calls of what it is given."""

import operator
from typing import Any

from ...ir.operations import getslice, not_contains
from ...rules.special_methods import BRANCH, LOOKING, OPERATORS, SLICE, called_by, called_by_form
from ..nodes.kinds import JumpNode, PrimitiveCallNode

_OF_LANGUAGE = {id(not_contains): OPERATORS[id(operator.contains)], id(getslice): SLICE}


def called_of_operands(node: Any) -> frozenset[str] | None:
    """The special methods that a node may call of what it is given; None for any, of whatever it reaches."""
    if type(node) is PrimitiveCallNode:
        return called_by_function(node._operands[0].value)
    return BRANCH if type(node) is JumpNode else called_by_form(getattr(node, "name", ""))


def called_by_function(function: Any) -> frozenset[str] | None:
    """The same of a call of a function written in C."""
    found = _OF_LANGUAGE.get(id(function))
    return found if found is not None else called_by(function)


__all__ = ["LOOKING", "called_by_form", "called_by_function", "called_of_operands"]
