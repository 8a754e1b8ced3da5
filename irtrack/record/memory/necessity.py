"""Which nodes had to run, whatever decided about what runs now; and what would be where they wrote, had they not."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...cpython.lift import lift_once
from ...rules.effects import READING, does
from ..classes import is_callable
from ..nodes.kinds import JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from .beside import beside_of
from .shadows import items_of

_FURTHEST = 40  # steps back
_GETTING = READING | {"advance", "pop", "pop_first", "pop_last", "pop_key", "set_default"}  # which may give None
MERGING = "update", "merge"  # put what another container has


def had_to(memory: Any, vertex: int) -> bool:
    """Has a node run because of nothing but what has also decided about what runs now?"""
    for _ in range(_FURTHEST if vertex >= 0 else 0):
        if memory.nodes[vertex] is None:  # it stands for others
            if not memory.data[vertex]:
                return True
            vertex = memory.data[vertex][0]
            continue
        control = memory.control[vertex]
        if not control:
            return True
        node = memory.nodes[vertex]
        if any(_was_to_be_passed(memory, node, memory.nodes[one]) for one in control[1:]):
            return False
        decider = control[0]
        decides = memory.nodes[decider]
        if type(decides) is JumpNode or type(decides) is RaiseNode:
            frame = memory.open.get(decides.parent)
            return frame is not None and _still_decides(memory, frame, decider)
        vertex = memory.needed.get(decider, decider)
    return True


def _still_decides(memory: Any, frame: Any, decider: int) -> bool:
    """Do the ways not meet yet that have parted at a jump, or an exception; or is it one by which a loop has gone on,
    and went on again by one that is so?
    """
    decides = memory.nodes[decider]
    block, target = getattr(decides.location, "block", 0), decides.target
    for jump, _, _ in frame.open_jumps:
        if jump == decider:
            return True
        node = memory.nodes[jump]
        is_same = getattr(node.location, "block", 0) == block and node.target == target
        if is_same and frame.flow.keeps_on(block, target):
            return True
    return False


def _was_to_be_passed(memory: Any, node: Any, raiser: Any) -> bool:
    """Could that have raised before a node, in a `try` behind which the program would have gone on? Whether it still is
    in the `try` is not asked.
    """
    if raiser is None or raiser is node or raiser.parent is not node.parent or type(raiser) in (JumpNode, RaiseNode):
        return False
    while (call := raiser.parent) is not None:
        location = raiser.location
        if type(call) is NestedCallNode:  # else C code has called it
            if location is not None and location.number in beside_of(lift_once(call.template)).flow.protected:
                return True
            if call in memory.open:
                return False
        raiser = call
    return False


def ran_anyway(memory: Any, vertices: Iterable[int], container: Any) -> bool:
    """Have the writes to a container that are among some vertices, and those before them, run because of nothing but
    what has also decided about what runs now?
    """
    waiting, seen = list(vertices), set[int]()
    while waiting and len(seen) < _FURTHEST:
        vertex = waiting.pop()
        if vertex < 0 or vertex in seen:
            continue
        seen.add(vertex)
        node = memory.nodes[vertex]
        if node is not None and not _works_on(node, container):
            continue
        if node is not None and not had_to(memory, vertex):
            return False
        waiting += memory.data[vertex]
    return True


def _works_on(node: Any, container: Any) -> bool:
    """Does a node do something with a container?"""
    if type(node) is not PrimitiveCallNode and type(node) is not SpecialCallNode:
        return False
    return node.value is not container and any(one.value is container for one in node._operands)


def before(memory: Any, vertex: int) -> Iterable[Any]:
    """The operands that were stored there before that vertex wrote, as far as it need not have written."""
    for _ in range(_FURTHEST):
        if vertex not in memory.replaced or had_to(memory, vertex):
            return
        vertex = memory.replaced[vertex]
        writer = memory.nodes[vertex]
        if writer is not None:
            yield from _put_by(memory, writer)


def _put_by(memory: Any, writer: Any) -> Iterator[Any]:
    """The operand that a store has put somewhere; of a node that has put there what another container has, each."""
    verb, operands = memory.acts(writer)
    if verb not in MERGING:
        yield stored_by(writer)
        return
    for operand in operands[1:]:
        yield operand  # by its keyword
        yield from map(TapeConstant, items_of(memory.known(operand.value)))


def decided_otherwise(memory: Any, vertex: int | None, name: str = "") -> Iterable[Any]:
    """What would have been put under a name in the place of what that vertex has put there, had the jump that decided
    that it ran led elsewhere.
    """
    if vertex is None or vertex < 0 or had_to(memory, vertex):
        return
    for decider in deciders_of(memory, vertex):
        stored = memory.stored_at.get(decider, {})
        for place in dict.fromkeys(("", name)):
            if place in stored:
                yield from stored[place].objects.values()
                yield from _callable_among(memory, stored[place].holders.values())
                held: dict[int, Any] = {}
                if memory.potential.hold_within(stored[place].holders.values(), held, held):
                    yield from held.values()


def deciders_of(memory: Any, vertex: int) -> list[int]:
    """The jumps and exceptions that decided that a vertex came to be."""
    found = list(memory.control[vertex])
    for decider in found:
        by = memory.control[decider]  # who catches an exception, decides, and what has raised it
        if type(memory.nodes[decider]) is RaiseNode or any(type(memory.nodes[one]) is RaiseNode for one in by):
            found += [one for one in by if one not in found]
    return found


def _callable_among(memory: Any, holders: Iterable[Any]) -> Iterator[Any]:
    """What can be called of some objects and of what they hold."""
    for holder in holders:
        shadow = memory.known(holder) if not is_callable(type(holder)) else None
        for one in (holder, *(shadow.held.values() if shadow is not None else ())):
            if is_callable(type(one)):
                yield one


def stored_by(origin: Any) -> Any:
    """The operand that a store put there; the node itself, if it is none."""
    if type(origin) is SpecialCallNode and origin.name in ("setattr", "setitem", "store", "append", "put"):
        return origin._operands[-1]
    if type(origin) is PrimitiveCallNode and origin.value is None and len(origin._operands) > 2:
        stores = does(origin._operands[0].value) not in _GETTING
        return origin._operands[-1] if stores else origin  # list.append and the like
    return origin
