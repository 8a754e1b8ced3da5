"""Shapes and dtypes of arrays on the way to a value, and where a broadcast made one grow."""

import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...ir.notation import INFIX
from ...record.nodes.kinds import ArgumentNode, CallNode, PrimitiveCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.values import Dropped, array_type, described, dtype_and_shape
from ..slices import Slice, backward_slice
from .answers import Answers
from .asked import check_node
from .indices import index_text
from .telling import code_line, where_at
from .walk import done_in

Shape = tuple[int, ...]
_PRODUCTS = frozenset(map(id, (operator.matmul, operator.imatmul)))
_BROADCASTING = frozenset(map(id, (*INFIX, np.where))) - _PRODUCTS


class Shaped(NamedTuple):
    """`f64[3] - f64[3,1] → f64[3,3]`: an operation on arrays, or an argument, and what came of it.

    operands: the arrays among them, by dtype and shape.
    """

    node: Node
    dtype: "np.dtype[Any]"
    shape: Shape
    operands: tuple[tuple["np.dtype[Any]", Shape], ...]

    def __repr__(self) -> str:
        result = array_type(self.dtype, self.shape)
        if isinstance(self.node, ArgumentNode):
            return f"{self.node.name} → {result}"
        return f"{_in_types(self.node)} → {result}"


class Shapes(Answers[Shaped]):
    """Operations on arrays, in the order of time; `print` shows a line for each."""

    noun = "operations on arrays"

    def line(self, item: Shaped) -> str:
        code = "" if isinstance(item.node, ArgumentNode) else f": {code_line(item.node)}"
        return f"{item!r}{code}  {where_at(item.node.parent)}".rstrip()


def shapes(node: Node | Slice) -> Shapes:
    """The arrays on the way to the value of a node, with shapes and dtypes: those of its backward slice by data.

    node: or a slice, whose arrays are told.

    Raises TypeError for anything else.
    """
    if not isinstance(node, Slice):
        if not isinstance(node, Node):
            raise TypeError(f"shapes() takes a node, as track() returns it, or a slice, not {described(node)}")
        node = backward_slice(node, control=False)
    return Shapes(_shaped(one) for one in node if _is_made(one))


def broadcasts(node: Node) -> Shapes:
    """The operations within `node` by which a broadcast gave a larger array than any operand was: `(n,)` and `(n, 1)`.

    Raises TypeError for anything but a node.
    """
    check_node("broadcasts", node)
    return Shapes(_grown(node))


def _grown(node: Node) -> Iterator[Shaped]:
    for one in done_in(node):
        if isinstance(one, PrimitiveCallNode) and _is_array(one.value) and _broadcasts(one):
            found = _shaped(one)
            sizes = [_size(shape) for _, shape in found.operands]
            if len(sizes) > 1 and _size(found.shape) > max(sizes) and min(sizes) > 1:
                yield found


def _broadcasts(node: PrimitiveCallNode) -> bool:
    function = node._operands[0].value
    return (isinstance(function, np.ufunc) and function.signature is None) or id(function) in _BROADCASTING


def _size(shape: Shape) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _is_array(value: Any) -> bool:
    return issubclass(type(value), (np.ndarray, Dropped))


def _is_made(node: Node) -> bool:
    """Is it an operation that gave an array, or an argument of the record that is one?"""
    if not _is_array(node.value):
        return False
    if isinstance(node, ArgumentNode):
        return node.parent is not None and node.parent.parent is None and node.branch is None
    return isinstance(node, CallNode) and not isinstance(node, NestedCallNode)


def _shaped(node: Node) -> Shaped:
    values = [operand.value for operand in node._operands]
    operands = tuple(dtype_and_shape(value) for value in values if _is_array(value))
    return Shaped(node, *dtype_and_shape(node.value), operands)


def _in_types(node: Node) -> str:
    """`f64[3] - f64[3,1]`"""
    expression: Any = node.expression
    return str(expression.show(_type_text)).replace("⟨", "").replace("⟩", "")


def _type_text(operand: Any) -> str:
    value = operand.value
    if _is_array(value):
        return array_type(*dtype_and_shape(value))
    return index_text(value)
