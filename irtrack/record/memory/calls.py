"""Calls that strides come by: gone through from their beginning to their end, without the schedule's stack.

What is done is what the schedule would have the index do for a call (`begin`, `enter`, `stretch`, `leave`, `visit`), of
which only the plain way is left: no generator, nothing that C code ran.
"""

from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..decoding.bound import wraps_partial
from ..generated import HOT
from ..nodes.kinds import ReturnNode
from ..nodes.nested import NestedCallNode
from .frames import Code, Decided, Frame, Stride
from .passed import passing
from .schedule import AT_ONCE, Activation
from .shadows import UNCHANGING

if TYPE_CHECKING:
    from .index import Index

DEEPEST = 40  # calls within calls, each of which takes three frames; what is deeper is for the schedule
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
    spread: bool,
) -> bool:
    """Go through a call; False, and nothing is done, if it is not a plain one.

    `began`, `control`: what decided that it began, and ended. `called`, `data`: the vertices of its function, of all
    operands; None if these are to be asked for. `name`: by which its function is looked up in an object. `guarded`:
    would the caller catch an exception? `spread`: does it pass arguments by a star?
    """
    children = node._children or index.children_of(node)
    code = index.codes.get(id(node.log.entries[node.start].template))
    last = len(children)
    function = node._operands[0].value
    if code is None or code.suspends or not 0 < last < AT_ONCE or node._elsewhere:
        return False
    if index.depth >= DEEPEST or node in index.begun:
        return False
    if type(function) is FunctionType:
        if id(function) in index.shadows or index.any_name or name in index.stored_names:
            data = None
    elif wraps_partial(function):
        return False
    if data is None:
        data = index._operands(node, caller)
    frame: Frame
    nodes = index.nodes
    begun = entered = len(nodes)
    nodes.append(node)
    index.data.append(data)
    if index.doubting:
        index._doubt_at(begun)
    if index.whole:
        entered += 1
        nodes.append(node)
        index.data.append(called)
        index.control += (began, began)
        index.needed[entered] = begun
        index.begun[node] = begun
        if called or id(node._operands[0]) in index.constants:
            index.callees.tell(node, caller)
        elif name:
            index.callees.tell_method(node, name, caller)
        frame = Decided(node, code, guarded, (entered,))
    else:
        frame = Frame(node, code)
    index.begun[node], index.entered[node] = begun, entered
    index.open[node] = frame
    _go_through(index, node, children, last, frame, spread)
    end = children[-1]
    if type(end) is not ReturnNode or node in index.got or node in index.checking:
        index._end_call(node, control)
        return True
    del index.begun[node], index.entered[node]
    node._vertex = vertex = len(nodes)
    nodes.append(node)
    index.data.append((begun,) if code.constructs else (begun, end._vertex))
    if index.whole:
        index.control.append(control)
    value = node.value
    if id(type(value)) not in UNCHANGING and (index.whole or id(value) not in index.made):
        index.gives(value, vertex)
    return True


def _go_through(index: "Index", node: Any, children: Any, last: int, frame: Frame, spread: bool) -> None:
    """Go through what ran in a call."""
    code = frame.code
    if index.confined:
        index.hands_on(node)
    if code.constructs:
        index.constructs(node, frame)
    position, passes = code.arguments, code.passes
    if passes is None or spread or last < position or not passes(index, node, children, frame.control):
        position = min(position, last)
        _pass(index, frame, children[:position], spread)
    if type(index.short.get(code, 0)) is int:
        note_short(index, code, node)
    index.depth += 1
    frame.place_next = 1
    strides = code.strides[frame.guarded]
    while position < last:  # as `go_on` does it, if all goes well
        known = strides.get(frame.place_next)
        if type(known) is not Stride or index.goes_by_nodes:
            break
        if known.misses_often and known.apart is not None:
            known = known.apart
        known.runs += 1
        reached = known.run(index, frame, children, position, last)
        if reached == position and known.apart is not None:
            known.misses()
            reached = known.apart.run(index, frame, children, position, last)
        if reached == position:
            break
        position = reached
    if position < last or frame.constants:
        finish(index, node, frame, children, position)
    else:
        del index.open[node]
        if index.confined:
            index.ends(node)
    index.depth -= 1


def _pass(index: "Index", frame: Frame, arguments: Any, spread: bool) -> None:
    """Pass the arguments of a call, where no code does it."""
    code = frame.code
    if spread or code.stars:
        index._arguments(frame)
    elif code.passes is None and code.called <= HOT:
        code.called += 1
        if code.called == HOT:
            code.passes = passing(code, arguments)
    index._pass(frame, arguments)


def note_short(index: "Index", code: Code, node: Any) -> None:
    """Remember a call as one of its code that may be written out; or that it is none."""
    tried = index.short.get(code, 0)
    if type(tried) is int:
        index.short[code] = node if can_be_inlined(node, code) else tried + 1 if tried < _TRIED else None


def can_be_inlined(node: Any, code: Code | None) -> bool:
    """Is it a short call in which no other was entered?"""
    return (
        code is not None
        and not (code.suspends or code.stars or code.constructs or code.loads or code.cells)
        and not code.beside.flow.is_guarded(1)
        and 0 < len(node.children) <= _SHORT
        and node._rare is None
        and type(node._operands[0].value) is FunctionType
        and all(type(child) is not NestedCallNode and child._rare is None for child in node.children)
    )


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
    index.ends(node)
