"""What special forms do: displays, stores, unpacking, `with`."""

import operator
from typing import Any

from ..classes import is_a
from .contents import UnknownError, is_container
from .kinds import are_plain
from .writes import Writes


class Forms(Writes):
    """What is no call, and makes or changes objects."""

    def form(self, node: Any) -> None:
        name, operands = node.name, node._operands
        values = [operand.value for operand in operands]
        if name in ("list", "set", "dict"):
            self._display(node, name, values)
        elif name in ("setitem", "delitem", "put"):
            if node._frames and not is_container(values[0]):
                return
            if name == "put":
                self.filled[id(values[0])] = self.time
            function = operator.delitem if name == "delitem" else operator.setitem
            if is_container(values[0]):
                verb = "delete_item" if name == "delitem" else "set_item"
                self._apply(node, function, verb, values[0], values[1:], {})
        elif name == "setslice":
            if is_container(values[0]):
                self._apply(node, operator.setitem, "set_item", values[0], [slice(*values[1:3]), values[3]], {})
        elif name == "append":
            self.filled[id(values[0])] = self.time
            self.change(values[0], list.append, values[1])
        elif name == "add":
            self.filled[id(values[0])] = self.time
            self._apply(node, set.add, "change", values[0], values[1:], {})
        elif name in ("extend", "update", "merge"):
            self.filled[id(values[0])] = self.time
            kind = type(values[0])
            adds: Any = list.extend if kind is list else set.update if kind is set else dict.update
            self._apply(node, adds, "extend", values[0], values[1:2], {})
        elif name in ("setattr", "delattr"):
            if not node._frames:
                self.attribute(*values[:3])
        elif name.startswith("unpack_"):
            self._unpack(node, values)
        elif name in ("enter", "exit", "aenter", "aexit") and not node._frames:
            self.expose(values)

    def _display(self, node: Any, name: str, values: list[Any]) -> None:
        if name == "list":
            self.born(node.value, values)
        elif name == "set":
            self.born(node.value, set(values) if are_plain(values) else None)
        else:
            keys = values[::2]
            self.born(node.value, dict(zip(keys, values[1::2], strict=False)) if are_plain(keys) else None)

    def _unpack(self, node: Any, values: list[Any]) -> None:
        """`a, *b = c`: b is a new list."""
        self.recipes.pop(id(values[0]), None)
        before, star, after = node.name.removeprefix("unpack_").partition("_star_")
        if not star or len(values) != 2 or values[1] != int(before):
            return
        try:
            items = list(self.content(values[0])) if is_a(values[0], list, tuple, str) else None
        except UnknownError:
            items = None
        self.born(node.value, None if items is None else items[int(before) : len(items) - int(after)])
