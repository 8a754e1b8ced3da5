"""Which objects a node changes by itself, for certain, as tables tell (rules/effects.py); not what it may have changed.

What iterators do when somebody asks them for more, as `map(l.append, numbers)` does, is done by who asks.
"""

from collections.abc import Iterable, Iterator, Sequence
from types import MethodDescriptorType, WrapperDescriptorType
from typing import Any, NamedTuple

import numpy as np

from ...ir.language import Call
from ...record.callables import caller_of
from ...record.classes import is_a, is_callable, lookup
from ...record.memory.shadows import SCALARS, can_change, is_array
from ...record.nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ...record.nodes.node import Node
from ...record.values import short_name, value_text
from ...rules.callbacks import Caller
from ...rules.effects import CHANGING_METHODS, READING, does
from ...rules.outputs import output_position
from ..update.called import Called, TooMuch, unfolded
from ..update.touch import called

_STORES = frozenset(["setattr", "setitem", "setslice", "delattr", "delitem"])
_FILLING = frozenset(["extend", "update", "merge"])  # of displays with stars
_GOING_OVER = frozenset(["extend", "update", "setslice"])  # special forms that take all that an iterator gives
_BY_NAME = frozenset(["set_attribute", "delete_attribute"])
_BY_KEY = frozenset(["set_item", "delete_item", "pop_key", "set_default"])
_METHODS = MethodDescriptorType, WrapperDescriptorType
_UNASKED = "unasked"
_ITERATING = (dict, dict.update, set, frozenset, sorted, min, max, sum)


class Change(NamedTuple):
    """`.weight` of an object, `[0]`; "" for all of it, or what is in it somewhere."""

    owner: Any
    part: str = ""


class Changes:
    """What nodes change, which are shown in their order."""

    def __init__(self) -> None:
        # by the id of an iterator that was made: what it changes when it goes on, and what it goes over
        self._behind: dict[int, tuple[list[Change], list[Any]]] = {}
        self._known: dict[int, str | None] = {}  # by the id of a function, which the record keeps: see `_first_only`

    def of(self, node: Node) -> Iterable[Change]:
        """The changes by a node, in no order, some of them twice."""
        if isinstance(node, SpecialCallNode):
            return self._of_form(node)
        if not isinstance(node, PrimitiveCallNode) or not node._operands:
            return ()
        function = node._operands[0].value
        told = self._known.get(id(function), _UNASKED)
        if told is _UNASKED:
            told = self._known[id(function)] = _first_only(function)
        if told == "nothing" or (
            told == "in_place" and all(id(type(one.value)) in SCALARS for one in node._operands[1:2])
        ):
            return ()
        expression: Any = node._statement.expression if node._statement is not None else None
        if told is not None and told != "in_place" and type(expression) is Call and not expression.starred:
            return self._of_first(told, [operand.value for operand in node._operands[1:]])
        try:
            return self._of_call(node, called(node))
        except TooMuch:
            return ()

    def _of_first(self, told: str, arguments: Sequence[Any]) -> Iterable[Change]:
        """What a function does that changes nothing but its first argument."""
        if not arguments:
            return ()
        if told == "advance":
            is_plain = id(arguments[0]) not in self._behind and _is_iterator(arguments[0])
            return (Change(arguments[0]),) if is_plain else self._advanced(arguments[0])
        key = arguments[1:2] if told in _BY_NAME or told in _BY_KEY else ()
        return (Change(arguments[0], _part("attr" if told in _BY_NAME else "item", key)),)

    def _of_form(self, node: SpecialCallNode) -> Iterator[Change]:
        values = [operand.value for operand in node._operands]
        if node.name in _STORES:
            yield Change(values[0], _part(node.name[3:], values[1:2] if node.name != "setslice" else []))
        if node.name in _FILLING:
            yield Change(values[0])
        if node.name in _GOING_OVER or node.name.startswith("unpack_"):
            for value in values:
                yield from self._advanced(value)

    def _of_call(self, node: PrimitiveCallNode, call: Called) -> Iterator[Change]:
        function, arguments, told = call.function, call.arguments, call.does
        caller = caller_of(function)
        if told == "iterates":
            self._makes(node.value, call, caller)
            return
        yield from map(Change, _outputs(call))
        if told == "prints":
            yield from map(Change, [call.keywords["file"]] if "file" in call.keywords else [])
        elif told == "in_place":
            yield from [Change(arguments[0])] if node.value is arguments[0] else []
        elif told is None:
            yield from map(Change, arguments[:1] if _changes_by_name(function) else [])
        elif told not in READING:
            yield from self._of_first(told, arguments)
        if caller is not None:
            yield from _by_callbacks(call, caller.calls)
        if (caller is not None and caller.iterates) or any(function is one for one in _ITERATING):
            for value in arguments if not _is_empty(node.value) else ():
                yield from self._advanced(value)

    def _makes(self, iterator: Any, call: Called, caller: Caller | None) -> None:
        """An iterator was made."""
        acts = list(_by_callbacks(call, caller.keeps)) if caller is not None else []
        over = [value for value in call.arguments if _is_iterator(value) and value is not iterator]
        if acts or over:
            for one in iterator if type(iterator) is tuple else (iterator,):  # `tee` makes several
                self._behind[id(one)] = acts, over

    def _advanced(self, value: Any) -> Iterator[Change]:
        """Somebody has asked for more."""
        waiting = [value] if _is_iterator(value) else []
        while waiting:
            iterator = waiting.pop()
            yield Change(iterator)
            acts, over = self._behind.get(id(iterator), ((), ()))
            yield from acts
            waiting += over


def _first_only(function: Any) -> str | None:
    """What a function does that changes its first argument at most; "nothing" if not even that, None for all others.

    "in_place", of what changes it, or gives a new object and may advance the second.
    """
    told = does(function)
    if told == "in_place":
        return told
    if told in (None, "prints", "iterates") or caller_of(function) is not None:
        return None
    owner = getattr(function, "__objclass__", function)
    if str(getattr(owner, "__module__", "")).startswith("numpy") or any(function is one for one in _ITERATING):
        return None
    return "nothing" if told in READING else told


def _part(kind: str, keys: Iterable[Any]) -> str:
    for key in keys:
        if kind == "attr":
            return f".{short_name(key)}" if type(key) is str else ""
        return f"[{value_text(key)}]" if is_a(key, int, str) else ""
    return ""


def _outputs(call: Called) -> list[Any]:
    """The arrays that a function of numpy was given to write to."""
    out = call.keywords.get("out")
    found = list(out) if type(out) is tuple else [out]
    if call.function is np.ufunc.at:
        found += call.arguments[1:2]
    elif any(map(is_array, call.arguments)):
        position = output_position(call.function)
        if position is not None:
            count = call.function.nout if type(call.function) is np.ufunc else 1
            found += call.arguments[position : position + count]
    return list(filter(is_array, found))


def _changes_by_name(function: Any) -> bool:
    """Is it a method of which only its name is known, and that says that it changes something?"""
    return is_a(function, *_METHODS) and function.__name__ in CHANGING_METHODS


def _by_callbacks(call: Called, places: tuple[int | str, ...]) -> Iterator[Change]:
    """What functions written in C change that another one calls."""
    for place in places:
        given = call.arguments[place : place + 1] if isinstance(place, int) else [call.keywords.get(place)]
        for value in given:
            if value is None or not is_callable(type(value)):
                continue
            inner = unfolded(value)
            if inner.arguments and inner.does not in READING and inner.does is not None:
                yield Change(inner.arguments[0])


def _is_iterator(value: Any) -> bool:
    return can_change(value) and lookup(type(value), "__next__") is not None


def _is_empty(value: Any) -> bool:
    """Is it a container that nothing was put into?"""
    return is_a(value, list, tuple, set, frozenset, dict) and not len(value)
