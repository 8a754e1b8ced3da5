"""The values of an attribute."""

from collections.abc import Iterator
from typing import Any

from ...record.classes import class_name, mro
from ...record.nodes.kinds import CallNode, SpecialCallNode
from ...record.nodes.node import Node

_UNSEEN: Any = object()


class Attribute:
    """The attribute of that name, of objects whose class has the name `owner`, if one is given, or a base of it."""

    def __init__(self, owner: str | None, name: str) -> None:
        self.owner = owner
        self.name = name
        self._last: dict[int, Any] = {}  # by the id of an object, which the record keeps

    def values(self, node: Node) -> Iterator[tuple[Any, Node | None, int | None]]:
        found = self._touched(node)
        if found is None or not self._is_meant(found[0]):
            return
        owner, value, is_store = found
        if is_store or self._last.get(id(owner), _UNSEEN) is not value:
            self._last[id(owner)] = value
            yield value, node, node.line

    def _touched(self, node: Node) -> tuple[Any, Any, bool] | None:
        """Of a node that loads or stores such an attribute: the object, the attribute's value, and is it a store?"""
        operands = node._operands
        if isinstance(node, SpecialCallNode):
            if node.name == "setattr" and operands[1].value == self.name:
                return operands[0].value, node.value, True
        elif isinstance(node, CallNode) and node.exception is None and len(operands) > 2:
            function, owner, name, *rest = [operand.value for operand in operands]
            if type(name) is str and name == self.name:
                if function is getattr:
                    return owner, node.value, False
                if any(function is setter for setter in _SETTERS) and len(rest) == 1:
                    return owner, rest[0], True
        return None

    def _is_meant(self, owner: Any) -> bool:
        if self.owner is None:
            return True
        names = [class_name(cls) for cls in mro(type(owner))]
        return any(name == self.owner or name.endswith("." + self.owner) for name in names)


_SETTERS = (setattr, object.__setattr__)
