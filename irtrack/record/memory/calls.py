"""Calls that strides come by: gone through from their beginning to their end, without the schedule's stack.

What is done is what the schedule would have the index do for a call (`begin`, `enter`, `stretch`, `leave`, `visit`), of
which only the plain way is left: no generator, no star, nothing that C code ran.
"""

from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..decoding.bound import wraps_partial
from ..nodes.nested import NestedCallNode
from .frames import Code, Frame, Stride
from .schedule import AT_ONCE, Activation

if TYPE_CHECKING:
    from .index import Index

_DEEPEST = 40  # calls within calls, each of which takes three frames; what is deeper is for the schedule
_SHORT = 40  # nodes of a call that is written out
_TRIED = 100  # calls of a function that are looked at to find such a one


def through(
    index: "Index",
    node: Any,
    caller: Frame,
    began: tuple[int, ...],
    control: tuple[int, ...],
    called: tuple[int, ...],
    data: tuple[int, ...] | None,
    name: str,
    guarded: bool,
) -> bool:
    """Go through a call; False, and nothing is done, if it is not a plain one.

    `began`, `control`: what decided that it began, and ended. `called`, `data`: the vertices of its function, of all
    operands; None if these are to be asked for. `name`: by which its function is looked up in an object. `guarded`:
    would the caller catch an exception?
    """
    if index.depth >= _DEEPEST or node in index.begun:
        return False
    children, code = node.children, index.codes.get(id(node.template))
    last, elsewhere = len(children), getattr(node, "_elsewhere", None)
    operands = node._operands
    function = operands[0].value
    if code is None or code.suspends or code.stars or not 0 < last < AT_ONCE or elsewhere:
        return False
    if type(function) is FunctionType:
        if id(function) in index.shadows or index.any_name or name in index.stored_names:
            data = None
    elif wraps_partial(function):
        return False
    if data is None:
        data = index._operands(node, caller)
    nodes = index.nodes
    begun = len(nodes)
    nodes += (node, node)
    index.data += (data, called)
    index.control += (began, began)
    index.needed[begun + 1] = index.begun[node] = begun
    index.entered[node] = begun + 1
    if index.doubting:
        index._doubt_at(begun)
    frame = index.open[node] = Frame(node, code, guarded)
    frame.base = frame.control = (begun + 1,)
    count = min(code.arguments, last)
    index._pass(frame, children[:count])
    note_short(index, code, node)
    index.depth += 1
    _within(index, node, frame, children, count)
    index.depth -= 1
    index._end_call(node, control)
    return True


def note_short(index: "Index", code: Code, node: Any) -> None:
    """Remember a call as one of its code that may be written out; or that it is none."""
    tried = index.short.get(code, 0)
    if type(tried) is int and tried < _TRIED:
        index.short[code] = node if can_be_inlined(node, code) else tried + 1


def can_be_inlined(node: Any, code: Code | None) -> bool:
    """Is it a short call in which no other was entered?"""
    return (
        code is not None
        and not (code.suspends or code.stars or code.constructs or code.names or code.cells)
        and not code.beside.flow.is_guarded(1)
        and 0 < len(node.children) <= _SHORT
        and node._rare is None
        and type(node._operands[0].value) is FunctionType
        and all(type(child) is not NestedCallNode and child._rare is None for child in node.children)
    )


def _within(index: "Index", node: Any, frame: Frame, children: Any, position: int) -> None:
    """Go through all that is in the call."""
    if not frame.watched:
        frame.place_next = 1
        first = frame.code.strides.get(1)
        if type(first) is Stride and not frame.constants:
            position = first.run(index, frame, children, position, len(children))
    finish(index, node, frame, children, position)


def finish(index: "Index", node: Any, frame: Frame, children: Any, position: int) -> None:
    """Go through what is left of the call."""
    last = len(children)
    if position < last:
        position = index.go_on(frame, children, position, last)
    if position < last:
        activation = Activation(node, children, position, last, [])
        activation.info = frame
        index.schedule.go_on(activation)
        return
    if frame.constants:
        index._load_names(frame, last + 1)
    index.open.pop(node, None)
