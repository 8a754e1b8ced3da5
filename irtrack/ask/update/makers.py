"""Which nodes have made what they give."""

import builtins
from typing import Any

from ...ir.operations import getslice
from ...record.nodes.kinds import CallNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from .called import TooMuch
from .touch import called

_TAKES = frozenset(["get_item", "get_attribute", "pop", "pop_last", "pop_first", "pop_key", "set_default", "advance"])
_LOOKS = frozenset(["reads", "change", None])  # what may give something of what is looked at; None is not known
_MADE = frozenset(["tuple", "list", "set", "dict", "function", "list_to_tuple", "slice"])


def makes(node: Any) -> bool:
    """Is the value, which was not seen before, one that the node has made?"""
    if issubclass(type(node.value), type):
        return _makes_class(node)
    if isinstance(node, SpecialCallNode):
        return node.name in _MADE or not node.name.startswith(("unpack", "load", "import", "store", "match"))
    if isinstance(node, RaiseNode):
        return True
    if isinstance(node, PrimitiveCallNode):
        try:
            call = called(node)
        except TooMuch:
            return True
        if any(call.function is one for one in (globals, locals, vars)):
            return False
        return (
            call.does not in _TAKES or call.function is getslice or any(type(one) is slice for one in call.passed[1:])
        )
    return isinstance(node, NestedCallNode)


def may_take(node: Any) -> bool:
    """May a node that is taken to make its value have got it from what it was given, as `max` does?"""
    if not isinstance(node, PrimitiveCallNode):
        return False
    try:
        return called(node).does in _LOOKS
    except TooMuch:
        return False


def _makes_class(node: Any) -> bool:
    """Is it the call that makes a class? Others give one that is there."""
    if not isinstance(node, CallNode) or not node._operands:
        return False
    try:
        call = called(node)
    except TooMuch:
        return False
    function = call.function
    if issubclass(type(function), type):
        return issubclass(function, type) and len(call.arguments) != 1
    return function is builtins.__build_class__ or function is type.__new__
