"""Lists, tuples and deques: who wrote which item."""

from collections import deque
from types import FunctionType
from typing import Any

from ...classes import is_a, lookup
from ...nodes.kinds import SpecialCallNode
from ..given import given_to
from ..memory import SEQUENCES, Memory, is_array, vertices_of
from ..origins import place_of
from ..shadows import Shadow, Write, base_of, can_change
from .general import Handler, Operands, asks_operands, computes, reads, runs_code, runs_own, took


def _can_place(shadow: Shadow) -> bool:
    """Are the positions known, and does nothing fall out at the other end?"""
    return shadow.items is not None and not _is_bounded(shadow.value)


def _is_bounded(value: Any) -> bool:
    return type(value) is deque and value.maxlen is not None


def append(memory: Memory, node: Any, operands: Operands) -> None:
    shadow = memory.shadow(operands[0].value)
    memory.read_shape(shadow)
    memory.aim(shadow, operands, stored=operands[1].value)
    if type(shadow.value) is not list and _is_bounded(shadow.value):
        memory.scrambled(shadow)
    else:
        if shadow.items is not None:
            shadow.items.append((memory.at, memory.epoch))
        memory.wrote(shadow, shape=True, has_read=True)
    shadow.hold(operands[1].value)


def appendleft(memory: Memory, node: Any, operands: Operands) -> None:
    _insert(memory, operands, 0, operands[1].value, ())


def insert(memory: Memory, node: Any, operands: Operands) -> None:
    _insert(memory, operands, operands[1].value, operands[2].value, operands[1:2])


def _insert(memory: Memory, operands: Operands, index: Any, item: Any, keys: Operands) -> None:
    memory.read_whole(operands[0].value, shape=True)
    shadow = memory.aims(operands, keys=keys, stored=item)
    place = place_of(index)
    if _can_place(shadow) and place is not None:
        items = shadow.items
        assert items is not None
        first = slice(place, None).indices(len(items))[0]
        items.insert(first, memory.write())
        memory.shifted(shadow, first + 1)
    else:
        memory.scrambled(shadow)
    shadow.hold(item)


def extend(memory: Memory, node: Any, operands: Operands) -> None:
    memory.read_whole(operands[0].value, shape=True)
    more = memory.items_given(operands[1])
    reads(memory, node, operands[1:])
    shadow = memory.aims(operands)
    if _is_bounded(shadow.value):
        memory.scrambled(shadow)
    elif shadow.items is not None and more is not None:
        first = len(shadow.items)
        shadow.items += more
        memory.might_be_elsewhere(shadow, operands[1].value)
        if memory.are_moved(operands[1].value):
            shadow.blurred = memory.at
        memory.shifted(shadow, first)
    else:
        shadow.items = None
        memory.wrote(shadow, shape=True)
    memory.hold_given(shadow, operands[1])


def pop(memory: Memory, node: Any, operands: Operands) -> None:
    _pop(memory, node, operands, operands[1].value if len(operands) > 1 else -1)


def pop_last(memory: Memory, node: Any, operands: Operands) -> None:
    _pop(memory, node, operands, -1)


def pop_first(memory: Memory, node: Any, operands: Operands) -> None:
    _pop(memory, node, operands, 0)


def _pop(memory: Memory, node: Any, operands: Operands, index: Any) -> None:
    container = operands[0].value
    took(memory, node, memory.item(container, index, node.value))
    memory.read_whole(container, shape=True)
    shadow = memory.aims(operands, keys=operands[1:])
    items, place = shadow.items, place_of(index)
    if items is not None and place is not None and -len(items) <= place < len(items):
        del items[place]
        memory.shifted(shadow, place if place >= 0 else place + 1 + len(items))
    else:
        memory.scrambled(shadow)


def reverse(memory: Memory, node: Any, operands: Operands) -> None:
    memory.read_whole(operands[0].value, shape=True)
    shadow = memory.aims(operands)
    if shadow.items is None:
        memory.scrambled(shadow)
        return
    shadow.items.reverse()
    memory.shifted(shadow, 0)


def rearrange(memory: Memory, node: Any, operands: Operands) -> None:
    """`list.sort`: everything is written anew, out of what was there."""
    reads(memory, node, operands)
    shadow = memory.aims(operands)
    shadow.forget_places()
    shadow.version = shadow.shape = shadow.blurred = memory.at
    shadow.pending = []


def get_slice(memory: Memory, node: Any, operands: Operands) -> None:
    container, start, stop = (operand.value for operand in operands[:3])
    if can_change(container) and not runs_own(memory, node, container, "__getitem__"):
        read_slice(memory, node, operands[:1], slice(start, stop), operands[1:3])


def read_slice(memory: Memory, node: Any, operands: Operands, part: slice, keys: Operands) -> None:
    """`operands[0][part]`, where `keys` give the part."""
    container, value = operands[0].value, node.value
    if is_array(container):
        if not is_view(value):  # which reads nothing yet
            reads(memory, node, operands)
        return
    shadow = memory.known(container)
    bounds = part.start, part.stop, part.step
    if (
        shadow is not None
        and shadow.items is not None
        and all(is_a(bound, int, type(None)) for bound in bounds)
        and is_a(value, list, tuple)
    ):
        made = memory.new(value) if value is not container else shadow
        made.items = shadow.items[part]
        if value is not container:
            made.blurred = memory.at if vertices_of(keys) else shadow.blurred
            memory.hold_given(made, operands[0])
            memory.might_be_elsewhere(made, container)
        read_items(memory, shadow, made.items)
        if not all(type(bound) is int and bound >= 0 for bound in bounds[:2]):
            memory.read_whole(container, shape=True)
        return
    reads(memory, node, operands)
    if can_change(value) and value is not container:
        made = memory.new(value)
        memory.hold_all(made, container)
        made.blurred = memory.at if vertices_of(keys) else -1


def is_view(value: Any) -> bool:
    """Is it an array in the memory of another one, of which nothing is told that it has of its own?"""
    if not is_array(value) or base_of(value) is None:
        return False
    return type(lookup(type(value), "__array_finalize__")) is not FunctionType


def read_items(memory: Memory, shadow: Shadow, items: list[Write]) -> None:
    """The node reads some items, each of which somebody wrote."""
    memory.reading += {vertex for vertex, _ in items}
    if shadow.shifts is not None:
        memory.reading.append(shadow.shifts[-1][1])
    if items:
        memory.doubt(min(epoch for _, epoch in items), shadow, memory.any_items)


def set_slice(memory: Memory, node: Any, operands: Operands) -> None:
    container, start, stop = (operand.value for operand in operands[:3])
    if can_change(container) and not runs_own(memory, node, container, "__setitem__"):
        write_slice(memory, node, (operands[0], operands[3]), slice(start, stop), operands[1:3])


def bounds_of(part: Any) -> Operands:
    """The operands that say where a slice is."""
    is_made = isinstance(part, SpecialCallNode) and part.name == "slice"
    return part._operands if is_made else (part,)


def write_slice(memory: Memory, node: Any, operands: Operands, part: slice, keys: Operands) -> None:
    """`operands[0][part] = operands[1]`, where `keys` give the part."""
    container = operands[0].value
    reads(memory, node, operands[1:])
    if is_array(container):
        shadow = memory.aims(operands, keys=keys)
        memory.wrote(shadow, shape=False)
        memory.fill(shadow, container, operands[1])
        return
    memory.read_whole(container, shape=True)
    more = memory.items_given(operands[1])
    shadow = memory.aims(operands, keys=keys)
    bounds = part.start, part.stop, part.step
    if shadow.items is not None and more is not None and all(is_a(bound, int, type(None)) for bound in bounds):
        first = begin_of(part, len(shadow.items)) + len(more)
        try:
            shadow.items[part] = [memory.write()] * len(more)
        except ValueError:  # it raised for the list, too
            shadow.items = None
        memory.shifted(shadow, first)
        if memory.are_moved(operands[1].value):
            shadow.blurred = memory.at
    else:
        memory.scrambled(shadow)
    memory.hold_given(shadow, operands[1])


def begin_of(part: slice, length: int) -> int:
    """The first index of a slice."""
    begin, _, step = part.indices(length)
    return begin if step > 0 else 0


def add(memory: Memory, node: Any, operands: Operands) -> None:
    """`list + list`, `tuple + tuple`, and what else `+` does."""
    if not (can_change(operands[0].value) or can_change(operands[1].value)):
        return
    if runs_code(memory, node):
        asks_operands(memory, operands)
        return
    value = node.value
    parts = [memory.items_given(operand) for operand in operands]
    if is_a(value, list, tuple) and all(is_a(operand.value, list, tuple) for operand in operands):
        for operand in operands:  # nothing of what they hold is called
            memory.reach(operand.value, node)
    else:
        reads(memory, node, operands)
    if is_a(value, list, tuple) and all(type(operand.value) is type(value) for operand in operands):
        if any(value is operand.value for operand in operands):  # () + t
            return
        made = memory.new(value)
        if parts[0] is not None and parts[1] is not None:
            made.items = parts[0] + parts[1]
            if any(memory.are_moved(operand.value) for operand in operands):
                made.blurred = memory.at
            for operand in operands:
                memory.might_be_elsewhere(made, operand.value)
        for operand in operands:
            memory.hold_given(made, operand)


def multiply(memory: Memory, node: Any, operands: Operands) -> None:
    """`list * n`, `n * tuple`, and what else `*` does."""
    value = node.value
    given, times = operands if type(operands[0].value) is type(value) else operands[::-1]
    is_sequence = type(value) is list or type(value) is tuple
    if not is_sequence or type(given.value) is not type(value) or not is_a(times.value, int) or runs_code(memory, node):
        computes(memory, node, operands)
        return
    items = memory.items_given(given)
    reads(memory, node, operands)
    if value is given.value:  # t * 1
        return
    made = memory.new(value)
    if items is not None:
        made.items = items * times.value
        if memory.vertices_at((times,)) or memory.are_moved(given.value):
            made.blurred = memory.at
        memory.might_be_elsewhere(made, given.value)
    memory.hold_given(made, given)


def display(memory: Memory, node: Any, operands: Operands) -> None:
    """`[a, b]`, `(a, b)`, `{a, b}`"""
    value = node.value
    if type(value) is tuple and not value:
        return
    made = memory.new(value)
    memory.confine(node, made)
    if is_a(value, list, tuple):
        made.items = [memory.given(operand) for operand in operands]
    for operand in operands:
        made.hold(operand.value)


def unpack(memory: Memory, node: Any, operands: Operands) -> None:
    """One variable of `a, *b = c`."""
    container = operands[0].value
    if not can_change(container):
        return
    if not is_a(container, *SEQUENCES) or len(operands) != 2:  # of a mapping, for `case {...}`
        reads(memory, node, operands[:1])
        first = node.parent.children[node.position - 1 - operands[1].value] if len(operands) == 2 else node
        if first is not node:  # behind which the program's methods ran that gave all of the items
            memory.reading.append(first._vertex)
        if len(operands) == 2 and node.name.startswith(f"unpack_{operands[1].value}_star_"):
            made = memory.new(node.value)  # in which is all that is left of an iterator
            made.blurred = memory.at
            memory.hold_given(made, operands[0])
            for one in given_to(memory, first._vertex):
                made.hold(one)
        return
    index = operands[1].value
    shadow = memory.shadow(container)
    if type(container) is not tuple:
        memory.read_whole(container, shape=True)
    before, _, after = node.name.removeprefix("unpack_").partition("_star_")
    if not after or index < int(before):
        took(memory, node, memory.item(container, index, node.value))
    elif index > int(before):
        took(memory, node, memory.item(container, index - int(before) - int(after) - 1, node.value))
    else:
        made = memory.new(node.value)
        if shadow.items is not None:
            made.items, made.blurred = shadow.items[index : len(shadow.items) - int(after)], shadow.blurred
            read_items(memory, shadow, made.items)
        else:
            memory.read_whole(container)
        memory.hold_all(made, container)


SEQUENCE_VERBS = (append, appendleft, insert, extend, pop, pop_last, pop_first, reverse, rearrange)
SEQUENCE_FORMS: dict[str, Handler] = {
    "tuple": display, "list": display, "set": display, "append": append, "extend": extend, "setslice": set_slice,
}  # fmt: skip
