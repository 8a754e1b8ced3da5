"""What functions of C write to their first argument: they are called again, with what that and the others held."""

import bisect
import heapq
import operator
from collections import OrderedDict, defaultdict, deque
from collections.abc import Sequence
from typing import Any

from ..classes import is_a
from .contents import UnknownError, is_container
from .kinds import are_plain, can_change, is_instance, is_plain
from .makers import MAKERS, Makers, ids_of, keys_of
from .sorting import arrange, can_be_sorted_again

_OF_CONTENT = frozenset(("extend", "update"))  # the arguments are gone through
_LOOKS = ids_of(list.remove, deque.remove, heapq.heapify, heapq.heappush, heapq.heappop, heapq.heapreplace,
              heapq.heappushpop, bisect.insort_left, bisect.insort_right)  # fmt: skip  # which compare items
_ITEMWISE = ids_of(set.add, set.discard, set.remove, deque.rotate, OrderedDict.move_to_end, dict.popitem,
                 OrderedDict.popitem, set.pop, bytearray.append, bytearray.insert, bytearray.pop, bytearray.remove,
                 bytearray.reverse)  # fmt: skip


class Writes(Makers):
    """Writes to containers, and to attributes."""

    def _write(self, node: Any, function: Any, verb: str, values: Sequence[Any], names: dict[str, Any]) -> None:
        """It changes its first argument."""
        target, *rest = values
        if node._frames and verb not in ("append", "advance") and not is_container(target):
            return  # methods of the program, which tell
        if verb == "advance":
            self.recipes.pop(id(target), None)
        elif verb in ("set_attribute", "delete_attribute"):
            if rest:
                self.attribute(target, rest[0], *rest[1:2])
        elif verb == "in_place":
            self._in_place(node, function, target, rest)
        elif not is_container(target):
            self.expose(values)
        else:
            self._apply(node, function, verb, target, rest, names)

    def _apply(self, node: Any, function: Any, verb: str, target: Any, rest: list[Any], names: dict[str, Any]) -> None:
        known = self.known(target)
        try:
            if known is not None and function is list.sort and node._frames:
                self.change(target, arrange, self._order(node, known.now, names))
                return
            if known is None or node._frames:
                raise UnknownError
            rest = self._arguments(function, verb, known.now, rest, names)
        except UnknownError:
            self.lose(target, *rest)
            return
        if function is set.pop:
            function, rest = set.discard, [node.value]
            if not is_plain(node.value):
                self.lose(target)
                return
        result = self.change(target, function, *rest, **names)
        if verb in ("pop", "pop_last", "pop_first", "set_default") and not _is_same(result, node.value):
            self.lose(target, *rest)

    def _arguments(self, function: Any, verb: str, state: Any, rest: list[Any], names: dict[str, Any]) -> list[Any]:
        """With what a method can be called again. Raises UnknownError if it can't."""
        if verb == "rearrange":
            if not can_be_sorted_again(state, names):
                raise UnknownError
        elif verb in _OF_CONTENT or (verb == "set_item" and type(rest[0]) is slice):
            rest = [*rest[:-1], _kept(self.content(rest[-1]))] if rest else rest
            if isinstance(state, (dict, set)) and rest and not are_plain(keys_of(rest[-1])):
                raise UnknownError
        elif isinstance(state, (dict, set)):
            if id(function) not in _ITEMWISE and verb == "change":
                rest = [_kept(self.content(one)) for one in rest]
                if not all(are_plain(one) for one in rest):
                    raise UnknownError
            elif rest and not is_plain(rest[0]):
                raise UnknownError
        elif id(function) in _LOOKS:
            if names or not are_plain(state) or not are_plain(rest):
                raise UnknownError
        elif verb == "change" and id(function) not in _ITEMWISE:
            rest = [_kept(self.content(one)) for one in rest]
        return rest

    def _in_place(self, node: Any, function: Any, target: Any, rest: list[Any]) -> None:
        """`a += b`"""
        if node.value is not target:
            if id(function) in MAKERS and rest:
                self._new(node, function, [target, *rest])
            return
        if not is_container(target) or not rest:
            return
        try:
            if self.known(target) is None:
                raise UnknownError
            other = rest[0] if type(rest[0]) is int else _kept(self.content(rest[0]))
            if is_a(target, set, dict, OrderedDict, defaultdict) and not are_plain(keys_of(other)):
                raise UnknownError
        except UnknownError:
            self.lose(target, *rest)
            return
        self.change(target, function, other)

    def attribute(self, owner: Any, name: Any, *value: Any) -> None:
        """An attribute is stored, or deleted."""
        if not is_instance(owner) or type(name) is not str:
            return
        if name in ("__dict__", "__class__"):
            self.lose(owner, *value)
        elif value:
            self.change(owner, operator.setitem, name, *value)
        else:
            self.change(owner, operator.delitem, name)


def _is_same(one: Any, other: Any) -> bool:
    """Are they one object, or texts or tuples, which are made anew when a list of them is?"""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if type(one) is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    return is_a(one, str, bytes, int, float) and bool(one == other)


def _kept(content: Any) -> Any:
    """The same content, which stays what it is."""
    if isinstance(content, (list, dict, set, deque, bytearray)):
        return content.copy()
    return content if is_a(content, tuple, str, bytes, range, frozenset) or not can_change(content) else list(content)
