"""Which objects a call did not make: what it was passed, what came from elsewhere, and what these hold."""

import builtins
import gc
import operator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...ir.operations import getslice
from ...record.classes import is_a
from ...record.memory.shadows import SCALARS, base_of, can_change
from ...record.nodes.kinds import ArgumentNode, CallNode, JumpNode, ReturnNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant
from ...record.values import callable_name, visible
from ...rules.effects import does
from .indices import index_text

_TAKING = frozenset(["get_item", "get_attribute", "pop", "pop_last", "pop_first", "pop_key",
                     "advance", "set_default"])  # fmt: skip
_JOINING = (operator.add, operator.mul, operator.or_, operator.and_, operator.sub, operator.xor)
_HOLDING = frozenset(["iterates", "views", "copies", "rearranges"])


class Origin(NamedTuple):
    """`orders[0].items`: the way on which an object came."""

    name: str
    is_argument: bool


class Outside:
    """The objects that came from outside of a call, by the nodes that are shown in their order."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._origins: dict[int, Origin] = {}  # by the id of an object, which the record keeps
        self._holding: dict[int, Origin] = {}  # what the call has made of such objects: iterators, views, copies
        self._made: set[int] = set()

    def name_of(self, value: Any) -> Origin | None:
        """How an object came; None for what the call has made. A view of an array is a part of it."""
        found = self._origins.get(id(value))
        if found is None and id(value) not in self._made and is_shared(value):
            return Origin(_own_name(value), is_argument=False)
        while found is None and issubclass(type(value), np.ndarray):
            value = base_of(value)
            found = self._origins.get(id(value))
        return found

    def sees(self, node: Node) -> None:
        """A node was done."""
        if isinstance(node, (JumpNode, ReturnNode)):
            return
        for operand in node._operands:
            if isinstance(operand, TapeConstant) and operand.name and self._is_new(operand.value):
                self._origins[id(operand.value)] = Origin(operand.name, is_argument=False)
        value = node.value
        if not self._is_new(value):
            return
        if isinstance(node, ArgumentNode):
            if node.parent is self.node and (node.position > 1 or not is_shared(value)):
                self._origins[id(value)] = Origin(node.name, is_argument=True)
            return
        origin, is_fresh = self._came(node)
        if origin is not None and not is_fresh:
            self._origins[id(value)] = origin
        elif not is_shared(value) or _makes(node):
            self._made.add(id(value))
            if origin is not None:
                self._holding[id(value)] = origin

    def moves(self, node: Node, owner: Any) -> None:
        """A node has changed an object of the call's own: it may hold now what others hold."""
        if id(owner) in self._holding:
            return
        for operand in node._operands:
            value = operand.value
            if value is owner or id(type(value)) in SCALARS:
                continue
            origin = self._of(value)
            if origin is not None:
                self._holding[id(owner)] = origin
                return

    def _is_new(self, value: Any) -> bool:
        if id(type(value)) in SCALARS or id(value) in self._origins or id(value) in self._made:
            return False
        return can_change(value) or is_shared(value)

    def _came(self, node: Node) -> tuple[Origin | None, bool]:
        """From where the value of a node came, if from outside; and is it a new object that holds what did?"""
        if isinstance(node, SpecialCallNode) and node.name.startswith("unpack_"):
            origin = self._of(node._operands[0].value)
            return _item_of(origin), is_a(node.value, tuple, list) and "star" in node.name
        if isinstance(node, NestedCallNode) or not isinstance(node, CallNode) or len(node._operands) < 2:
            return None, False
        function, container, *keys = [operand.value for operand in node._operands]
        origin, verb = self._of(container), "get_item" if function is getslice else does(function)
        if any(function is one for one in _JOINING):
            if issubclass(type(node.value), np.ndarray) and not node.value.dtype.hasobject:
                return None, False  # new numbers
            found = (self._of(value) for value in (container, *keys) if can_change(value))
            return next((one for one in found if one is not None), None), node.value is not container
        if origin is None or _is_copied(node.value, container):
            return None, False
        if function is getslice:
            function, keys = operator.getitem, [slice(*keys)]
        is_part = function is operator.getitem and type(keys[0]) is slice
        if verb in _HOLDING or (is_part and not issubclass(type(node.value), np.ndarray)):
            return origin, True
        if verb == "get_attributes" or (verb == "get_attribute" and keys[:1] == ["__dict__"]):
            is_own = self.name_of(container) is None
            return (origin if is_own else origin._replace(name=f"{origin.name}.__dict__")), is_own
        if verb in _TAKING:
            is_tuple = type(node.value) is tuple  # of a dict's items, of zip(): a new one
            if not keys or id(container) in self._holding:
                return _item_of(origin), is_tuple
            if verb == "get_attribute":
                return origin._replace(name=f"{origin.name}.{keys[0]}"), False
            return origin._replace(name=f"{origin.name}[{index_text(keys[0])}]"), False
        is_found = verb is None and any(one is node.value for one in _parts_of(container))
        return (_item_of(origin), False) if is_found or function is max or function is min else (None, False)

    def _of(self, value: Any) -> Origin | None:
        return self.name_of(value) or self._holding.get(id(value))


def is_shared(value: Any) -> bool:
    """Is it a class, a function, a module, or what a module has its variables in: there for all who ask for it?"""
    return issubclass(type(value), (type, ModuleType, FunctionType)) or is_namespace(value)


def is_namespace(value: Any) -> bool:
    """Is it the dict of a module?"""
    return type(value) is dict and "__builtins__" in value


def _own_name(value: Any) -> str:
    if is_namespace(value):
        return ""
    return visible(module.__name__) if type(module := value) is ModuleType else callable_name(value)


def _makes(node: Node) -> bool:
    """Does it make a class, a function or a module, which otherwise were there already?"""
    if isinstance(node, SpecialCallNode):
        return node.name in ("function", "dict")
    function: Any = node._operands[0].value if isinstance(node, CallNode) and node._operands else None
    if function is type or function is type.__new__:
        return len(node._operands) > 2
    return function is builtins.__build_class__ or (
        issubclass(type(function), type) and issubclass(type(node.value), function)
    )


def _parts_of(container: Any) -> list[Any]:
    """What an object holds, or its attributes."""
    parts = gc.get_referents(container)
    return [*parts, *(one for part in parts if type(part) is dict for one in dict.values(part))]


def _item_of(origin: Origin | None) -> Origin | None:
    """`orders[...]`"""
    if origin is None or origin.name.endswith("[...]"):
        return origin
    return origin._replace(name=f"{origin.name}[...]")


def _is_copied(value: Any, container: Any) -> bool:
    """Is it an array of its own, of elements of another one?"""
    return issubclass(type(value), np.ndarray) and issubclass(type(container), np.ndarray) and base_of(value) is None
