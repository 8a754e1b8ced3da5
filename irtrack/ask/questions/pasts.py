"""What arrays held when a node had them, though they were written to later.

The record keeps arrays by reference. So what was written to an array is written once more to a copy, in the same order;
where an array came from elsewhere, or was made by something that can't be called again, its past is not known.
"""

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...record.classes import is_a
from ...record.interrupts import is_interrupt
from ...record.memory.shadows import base_of
from ...record.nodes.kinds import CallNode, PrimitiveCallNode, SpecialCallNode
from ...record.nodes.node import Node
from ...rules.effects import READING, does
from ...rules.purity import ROWS
from .walk import done_in

UNKNOWN = object()  # in the place of an array whose past is not known
_WRITING = frozenset(["set_item", "delete_item", "in_place", "change"])
_MAKING = READING - {"views", "iterates", "prints"} | {"in_place"}
_NOTHING: list[Any] = []
_STORES = frozenset(["setitem", "setslice"])
_EMPTY = (np.empty, np.empty_like)  # which give whatever is there
_PURE = frozenset(id(row.function) for row in ROWS)


class Pasts:
    """The arrays within a node that were written to."""

    def __init__(self, node: Node) -> None:
        self._last: dict[int, int] = {}  # id of an array's memory -> how many writes there were up to its last one
        self._before: dict[Node, int] = {}  # how many there were when a node had an array as its value
        # the nodes that write, and to what, and those that were the first to have some memory
        self._steps: list[tuple[Node, list[Any]]] = []
        self._copies: dict[int, Any] = {}  # id of an array's memory -> what it was at the time that is gone through
        known: set[int] = set()
        writes = 0
        for one in done_in(node):
            kind, is_new = type(one), False
            written = _written_by(one) if kind is PrimitiveCallNode or kind is SpecialCallNode else _NOTHING
            if written:
                writes += 1
                for array in written:
                    self._last[id(_owner(array))] = writes
            value = one.value
            if type(value) is np.ndarray:
                self._before[one] = writes
                owner = id(_owner(value))
                is_new = owner not in known
                known.add(owner)
            if written or is_new:
                self._steps.append((one, written))

    def is_certain(self, node: Node) -> bool:
        """Is the value of a node what it was then? Nothing has written to it since."""
        value = node.value
        return not _is_array(value) or self._before.get(node, 0) >= self._last.get(id(_owner(value)), -1)

    def first(self, meant: Callable[[Any], bool]) -> tuple[Node, Any] | None:
        """The first node that made such an array, or made an array such by writing to it; and what it was then."""
        for node, written, done in self._again_in_order():
            if done and type(node) is not SpecialCallNode:  # what that stored is a value itself
                for array in written or [node.value]:
                    then = self.now(array)
                    if then is not UNKNOWN and meant(then):
                        return node, then.copy()
        return None

    def operands_of(self, node: Node) -> list[Any]:
        """What a node that made or wrote an array was given."""
        for one, _, done in self._again_in_order():
            if one is node and not done:
                break
        given = [self.now(operand.value) for operand in node._operands]
        return [value.copy() if _is_array(value) else value for value in given]

    def now(self, value: Any) -> Any:
        """An array as it was at the time that is gone through, or UNKNOWN; another value as it is."""
        if not _is_array(value):
            return value
        owner = _owner(value)
        if id(owner) not in self._last:
            return value
        copy = self._copies.get(id(owner), UNKNOWN)
        if copy is UNKNOWN or value is owner:
            return copy
        if not (_is_array(owner) and owner.flags.c_contiguous and copy.flags.c_contiguous):
            return UNKNOWN
        try:
            return np.ndarray(value.shape, value.dtype, copy.data, _address(value) - _address(owner), value.strides)
        except (TypeError, ValueError):  # of a kind that lends its memory to nobody
            return UNKNOWN

    def _again_in_order(self) -> Iterator[tuple[Node, list[Any], bool]]:
        """Each step, and to what it wrote, before it is done again on the copies and behind that."""
        self._copies.clear()
        if self._last:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for node, written in self._steps:
                    yield node, written, False
                    self._do(node, written)
                    yield node, written, True

    def _do(self, node: Node, written: list[Any]) -> None:
        if written and self._again(node) is UNKNOWN:
            self._copies.update((id(_owner(array)), UNKNOWN) for array in written)
        value = node.value
        if _is_array(value) and id(value) in self._last and id(value) not in self._copies:
            self._copies[id(value)] = self._made(node)

    def _made(self, node: Node) -> Any:
        """A new array like the one that a node made."""
        function = node.function.value if isinstance(node, PrimitiveCallNode) else None
        if not (
            isinstance(function, np.ufunc)
            or id(function) in _PURE
            or does(function) in _MAKING
            or function is np.empty_like
        ):
            return UNKNOWN
        made, value = self._again(node), node.value
        if not _is_array(made) or (made.shape, made.dtype, made.strides) != (value.shape, value.dtype, value.strides):
            return UNKNOWN
        return made.copy(order="K") if not any(function is empty for empty in _EMPTY) else np.zeros_like(made)

    def _again(self, node: Node) -> Any:
        """What the operation of a node gives with copies in the place of the arrays that were written to."""
        operands = [self.now(operand.value) for operand in node._operands]
        if not all(map(_is_plain, operands[1:] if isinstance(node, CallNode) else operands)):
            return UNKNOWN
        try:
            if isinstance(node, SpecialCallNode):
                array, *key, stored = operands
                array[slice(*key) if len(key) == 2 else key[0]] = stored
                return array
            assert isinstance(node, CallNode)
            count, names, starred = node._split()
            if starred:
                return UNKNOWN
            return operands[0](*operands[1 : 1 + count], **dict(zip(names, operands[1 + count :], strict=True)))
        except Exception as error:
            if is_interrupt(error):
                raise
            return UNKNOWN


def _is_plain(value: Any, depth: int = 3) -> bool:
    """Does no code of the program run when something is done with it?"""
    cls = type(value)
    if cls is np.ndarray:
        return value.dtype.kind in "biufcmMSU"
    if cls is tuple or cls is list:
        return depth > 0 and all(_is_plain(item, depth - 1) for item in value)
    if cls is slice:
        return _is_plain((value.start, value.stop, value.step))
    return is_a(value, int, float, complex, bool, str, type(None), type(...)) or (
        issubclass(cls, (np.generic, np.dtype)) or (cls is type and issubclass(value, np.generic))
    )


def _is_array(value: Any) -> bool:
    return type(value) is np.ndarray


def _owner(array: Any) -> Any:
    """What owns the memory of an array."""
    while issubclass(type(array), np.ndarray) and base_of(array) is not None:
        array = base_of(array)
    return array


def _address(array: Any) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _written_by(node: Any) -> list[Any]:
    """The arrays to which a node wrote."""
    kind, operands = type(node), node._operands
    if kind is SpecialCallNode:
        return _arrays(operands[:1]) if node._statement.expression.name in _STORES else []
    if kind is not PrimitiveCallNode or not any(map(_holds_array, operands)):
        return []
    function = operands[0].value
    if does(function) in _WRITING or _method_of_ufunc(function) == "at":
        return _arrays(operands[1:2])
    if not isinstance(function, np.ufunc):
        return []
    count, names, _ = node._split()
    out = operands[1 + count + names.index("out")] if "out" in names else None
    return _arrays(operands[1 + function.nin : 1 + count] + ((out,) if out is not None else ()))


def _holds_array(operand: Any) -> bool:
    value = operand.value
    return type(value) is np.ndarray or type(value) is tuple


def _arrays(operands: Any) -> list[Any]:
    """The arrays among the operands, and the items of tuples."""
    values = [operand.value for operand in operands]
    items = [item for value in values for item in (value if type(value) is tuple else (value,))]
    return [item for item in items if type(item) is np.ndarray]


def _method_of_ufunc(function: Any) -> str:
    owner = getattr(function, "__self__", None) if type(function) is type(len) else None
    return str(function.__name__) if isinstance(owner, np.ufunc) else ""
