"""What reads objects, and makes new ones of what they hold: is made again, if that runs no code of the program."""

import operator
from collections import OrderedDict, defaultdict, deque
from collections.abc import Sequence
from typing import Any

from ...ir.operations import getslice
from ..classes import is_a
from .contents import Contents, UnknownError
from .history import Attributes
from .kinds import are_plain, is_followed, is_plain
from .sorting import can_be_sorted_again, order_by_program


def ids_of(*functions: Any) -> frozenset[int]:
    return frozenset(map(id, functions))


# what gives a new container that is made of what its arguments hold
MAKERS = ids_of(
    list, dict, set, deque, OrderedDict, bytearray, sorted, list.copy, dict.copy, set.copy, deque.copy,
    OrderedDict.copy, set.union, set.intersection, set.difference, set.symmetric_difference, dict.fromkeys,
    operator.add, operator.mul, operator.or_, operator.and_, operator.sub, operator.xor, operator.getitem, getslice,
    operator.iadd, operator.imul, operator.ior, str.split, str.rsplit, str.splitlines,
)  # fmt: skip
_VIEWS = ids_of(enumerate, zip, reversed, iter, dict.keys, dict.values, dict.items)


class Makers(Contents):
    """What functions of C make that change nothing."""

    def _read(self, node: Any, function: Any, verb: str | None, values: Sequence[Any], names: dict[str, Any]) -> None:
        value = node.value
        name = values[1] if verb == "get_attribute" and len(values) > 1 else None
        if verb == "get_attributes" or (type(name) is str and name == "__dict__"):
            self._shares(values, value)
        elif verb == "get_item" and is_a(values[0], defaultdict) and len(values) == 2:
            history = self.known(values[0])
            if history is not None and is_plain(values[1]) and values[1] not in history.now:
                self.change(values[0], operator.setitem, values[1], value)
        elif verb == "default_dict":
            self._new(node, dict, values[1:], names)
        elif id(function) in _VIEWS and not names:
            if not any(value is one for one in values):  # the iterator of an iterator is that iterator
                self.recipes[id(value)] = value, function, tuple(values)
        elif id(function) in MAKERS:
            is_item = function is operator.getitem and not (len(values) == 2 and type(values[1]) is slice)
            if not is_item and not any(value is one for one in values):
                self._new(node, function, values, names)
        elif function is object.__new__:
            self.born(value, {})
        elif verb == "rearranges" or verb == "copies":
            self._new(node, None)

    def _shares(self, values: Sequence[Any], namespace: Any) -> None:
        """`vars(a)`: what is written to it are attributes."""
        history = self.known(values[0]) if values else None
        if history is not None and type(history.now) is Attributes and type(namespace) is dict:
            self.histories[id(namespace)] = history
            self.kept.append(namespace)
        elif values:
            self.lose(values[0])

    def _new(self, node: Any, function: Any, values: Sequence[Any] = (), names: dict[str, Any] | None = None) -> None:
        """The value of a node is a new container, as that function makes it."""
        value = node.value
        if not is_followed(value) or id(value) in self.histories:
            return
        content = None
        try:
            if function is sorted and node._frames:
                content = list(self.content(values[0]))
                content = list(map(content.__getitem__, self._order(node, content, names or {})))
            elif function is not None and not node._frames:
                given = [self.content(one) for one in values]
                if _runs_nothing(function, given, names or {}, value):
                    content = function(*given, **(names or {}))
        except (UnknownError, TypeError, ValueError, LookupError, AttributeError):
            content = None
        self.born(value, content if type(content) is type(value) or function is dict else None)

    def _order(self, node: Any, items: Any, names: dict[str, Any]) -> list[int]:
        order = order_by_program(node._frames, items, names)
        if order is None:
            raise UnknownError
        return order


def _runs_nothing(function: Any, given: list[Any], names: dict[str, Any], made: Any) -> bool:
    """Can a new container be made again of that without code of the program?"""
    if isinstance(made, (set, dict)):
        return all(are_plain(keys_of(one)) for one in given if not is_a(one, int, str))
    if function is sorted:
        given[:] = [list(one) for one in given]
        return all(can_be_sorted_again(one, names) for one in given)
    return True


def keys_of(value: Any) -> Any:
    """What a dict or set would hash of what it is updated with."""
    if isinstance(value, (dict, set, frozenset)):
        return value
    pairs = list(value)
    return [pair[0] if isinstance(pair, (tuple, list)) and pair else pair for pair in pairs]
