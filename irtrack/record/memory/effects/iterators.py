"""Iterators and views: which item of which container comes next."""

from collections import deque
from itertools import accumulate, cycle, groupby, pairwise, repeat, tee
from operator import attrgetter, itemgetter, methodcaller
from types import FunctionType
from typing import Any

from ....rules.callbacks import ASKING
from ....rules.effects import READING, TAKING_ALL, does, looks_up
from ...classes import is_a, lookup
from ...nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ...nodes.nested import NestedCallNode
from ...nodes.tape import TapeConstant
from ..behind import LOADING
from ..functions import called_in
from ..given import yielded_at
from ..instead import Instead
from ..memory import SEQUENCES, Memory, key_of, vertices_of
from ..others import MANY, NONE
from ..plain import goes_on_still
from ..put import writers_of
from ..roots import IN_C
from ..shadows import (
    DELEGATED,
    SUSPENDED,
    UNCHANGING,
    Otherwise,
    Shadow,
    Write,
    can_change,
    class_of,
    holds_objects,
    is_untouched,
)
from .general import (
    Operands,
    act,
    acting,
    advance_instead,
    consume,
    filled_by,
    goes_on,
    might_advance_another,
    ran_by_name,
    ran_natively,
    reads,
    runs_code,
    took,
    unknown,
)

# each item may be made of those before it
_REMEMBERING: tuple[type, ...] = accumulate, cycle, groupby, pairwise, type(tee(())[0])
_OWN = frozenset(map(id, (list, tuple, dict, set, frozenset, deque)))
_VIEWS = {"keys": "keys", "values": "values", "items": "pairs"}


def views(memory: Memory, node: Any, operands: Operands) -> None:
    made = memory.new(node.value)
    made.kind = _VIEWS[node._operands[0].value.__name__]
    made.sources = (memory.shadow(operands[0].value),)


def iterates(memory: Memory, node: Any, operands: Operands) -> None:
    """An iterator over its arguments."""
    value, function = node.value, node._operands[0].value
    if id(function) in TAKING_ALL:
        reads(memory, node, operands)
    if id(function) in ASKING and operands and memory.is_called(operands[0].value):
        asked, _ = called_in(operands[0].value)
        memory.asked[id(asked)] = asked
    ran = runs_code(memory, node)
    got = _iterators_got(node) if ran else {}
    written = _written_by_c(memory, node, operands)
    if not can_change(value) or (ran and not got and not written) or any(value is one for one in got.values()):
        return
    given = [got.get(id(operand.value), operand.value) for operand in operands if can_change(operand.value)]
    if any(value is one for one in given):  # an iterator is its own; 3.15 has none for a list
        if goes_on(value) and might_advance_another(memory, operands[0]):  # whatever goes on with it
            memory.decides(memory.shadow(value))
        return
    called = [owner.value for operand in operands for owner in acting(operand.value)]
    called += [operand.value for operand in written]
    given += called
    sources = tuple([memory.shadow(one) for one in given])
    acts = (*called, *(one for source in sources for one in source.acts))
    calls = [operand.value for operand in operands if memory.is_called(operand.value)]
    calls += [one for source in sources for one in source.calls]
    memory.iterators_act = memory.iterators_act or bool(acts or calls)
    if acts or calls or _is_named(memory, node):
        memory.gets_lively()
    if calls and memory.whole:  # with what it would have gone over instead
        for others in map(memory.addresses.others, operands):
            if others is not NONE and others is not MANY:
                memory.might_call(calls, memory.each_of(others), in_any_way=True)
    instead = tuple([one for operand in operands for one in _instead_of(memory, node, operand)])
    if written:
        instead += _written_instead(memory, node, written)
    if type(value) is tuple:  # of `tee`
        for one in value:
            memory.made.setdefault(id(one), (node._vertex, memory.epoch))
            each = memory.new(one)
            each.kind, each.sources, each.acts, each.calls = "any", sources, acts, tuple(calls)
            each.instead = instead
        return
    made = memory.new(value)
    made.kind, made.sources, made.acts, made.calls, made.instead = "any", sources, acts, tuple(calls), instead
    source = made.sources[0] if given else None
    if function is repeat:  # which gives what it was given
        for one in given:
            made.hold(one)
    elif function is zip:
        made.kind = "zip"
    elif function is enumerate:
        made.kind = "enumerate"
    elif source is None:
        return
    elif function is reversed and is_a(source.value, list, tuple) and source.items is not None:
        made.kind, made.position = "reversed", -len(source.items)
        memory.read_shape(source)
    elif function is iter:
        made.kind = _kind(source)
        if source.kind:
            made.sources = source.sources


def _iterators_got(node: Any) -> dict[int, Any]:
    """What the `__iter__` of operands have given, by the ids of these; nothing if nodes of its own tell how one of it
    goes on.
    """
    frames = [frame for frame in node._frames if type(frame) is NestedCallNode and len(frame.children) > 1]
    got = {id(frame.children[1].value): frame.value for frame in frames if frame.template.code.co_name == "__iter__"}
    return {} if any(map(_is_in_python, got.values())) else got


def _instead_of(memory: Memory, node: Any, operand: Any) -> list[Otherwise]:
    """What an iterator could have called in the place of an operand, or gone over, if that might be an iterator."""
    functions = memory.given_otherwise(operand)
    if functions:
        memory.gets_lively()
        return [Otherwise(NONE, memory.selected((operand,)), tuple(functions), node, memory.frame)]
    if not memory.is_lively() and lookup(type(operand.value), "__next__") is None:
        return []
    others = memory.addresses.others(operand)
    if others is NONE:
        return []
    classes = [*map(class_of, others[0]), *(cls for one in others[1] for cls in memory.classes_held(one).values())]
    if others is not MANY and not any(lookup(cls, "__next__") is not None for cls in classes):
        return []
    return [Otherwise(others, memory.selected((operand,)))]


def _written_by_c(memory: Memory, node: Any, operands: Operands) -> list[Any]:
    """To whose items an iterator writes: `map(setattr, objects, ...)`, `map(methodcaller("append", 1), objects)`."""
    by_name = [operand.value for operand in operands if is_a(operand.value, attrgetter, methodcaller)]
    function = (*by_name, *(operand.value for operand in operands[:1]), None)[0]
    called = ran_by_name(memory, function, operands) if by_name else []
    if not runs_code(memory, node):
        for _, one in called:
            ran_natively(memory, node, one)
    if type(function) is attrgetter and not called:
        return []
    if not is_a(function, *IN_C, attrgetter, methodcaller, itemgetter):
        return []
    written = [one for one in operands if one.value is not function and can_change(one.value)]
    if looks_up(function):
        return [one for one in written if filled_by(memory, (one,))]
    return written if does(function) not in READING else []


def _written_instead(memory: Memory, node: Any, operands: Operands) -> tuple[Otherwise, ...]:
    """To what an iterator could have written that calls C code with each item of what it goes over."""
    if not memory.whole:
        return ()
    others = MANY
    if memory.tells_apart and not any(_gives_by_python(operand.value) for operand in operands):
        found = Instead(memory, node, {}, {})
        found.look_behind([operand.value for operand in operands])
        if not found.is_any:
            others = tuple(found.objects.values()), tuple(found.containers.values())
    if others == NONE:
        return ()
    decides = memory.selected(operands)
    memory.data[decides] += tuple([one for operand in operands for one in writers_of(memory, operand.value)])
    return (Otherwise(others, decides, writes=True),)


def _gives_by_python(iterable: Any) -> bool:
    """Will code that has not run yet say what something gives?"""
    return is_a(iterable, *SUSPENDED) or type(lookup(type(iterable), "__iter__")) is FunctionType


def _is_named(memory: Memory, node: Any) -> bool:
    """Does more than a loop know of an iterator?"""
    statement = node._statement
    if statement is None or memory.frame is None:
        return True
    is_of_loop = type(node._operands[0]) is TapeConstant and node._operands[0].name is None
    return not is_of_loop and statement.variable in memory.frame.code.beside.named


def _kind(source: Shadow) -> str:
    """How one goes over a container, or a view."""
    if is_a(source.value, *SEQUENCES):
        return "items"
    return "keys" if type(source.value) is dict else source.kind or "any"


def advance(memory: Memory, node: Any, operands: Operands) -> None:
    """`next`: the item that is next."""
    iterator = operands[0].value
    if not can_change(iterator):
        return
    where = might_advance_another(memory, operands[0]) if is_called(node) else ()
    if runs_code(memory, node) and _is_in_python(iterator):
        known = memory.known(iterator)
        if known is not None:  # it might have gone on before
            memory.doubt(known.since, known)
        if known is None or known.kind != DELEGATED or _is_in_python(given_by(known).value):
            return
    shadow = memory.shadows.get(id(iterator)) or memory.shadow(iterator)
    if not shadow.kind and is_a(iterator, list, tuple):  # 3.15: the node that began the loop stands for an iterator
        shadow = memory.loop(operands[0], iterator)
    if shadow.since <= memory.stirred:
        memory.doubt(shadow.since, shadow, memory.any_items)  # it might have been asked before
    value, shape = node.value, shadow.shape
    if len(operands) > 1:  # or else it gives the default
        for source in shadow.sources:
            memory.read_whole(source.value, shape=True)
    if memory.ran and not _is_in_python(iterator):
        memory.decided[id(iterator)] = memory.at
    if shadow.sources or shadow.kind != "any":
        write = give(memory, shadow, value)
        took(memory, node, write)
        for source in shadow.sources:
            consume(memory, source)
        advance_instead(memory, shadow)
        if type(iterator) is groupby and type(value) is tuple:
            _gives_group(memory, shadow, value[-1])
    else:  # over what nobody can change
        write = None
        shadow.position += 1
    if shadow.acts or shadow.calls:
        act(memory, shadow)
    if write is None and id(type(value)) not in UNCHANGING:
        given = yielded(memory, memory.data[memory.at], value)
        maker = maker_of(memory, value) if given is None and not _was_there(shadow) else None
        if given is not None:
            memory.origins[node._vertex] = given
        elif maker is not None:
            memory.origins[node._vertex] = maker
            memory.reading.append(maker)
    if shape >= 0:
        memory.reading.append(shape)
    if not shadow.kind:  # as a file
        if not shadow.sources:  # the node has read all that was written to it
            shadow.version, shadow.pending = -1, []
        shadow.pending.append(memory.at)
    shadow.shape = len(memory.nodes)  # how far it is; written out, for it is done in each turn of a loop
    memory.nodes.append(node)
    data = (shape,) if shape >= 0 else ()
    if type(node) is PrimitiveCallNode and type(node._operands[0]) is not TapeConstant:  # `next` was chosen
        data = (*data, *vertices_of(node._operands[:1]))
    remembers = shadow.kind == "any" and is_a(iterator, *_REMEMBERING)
    memory.data.append((*data, memory.at) if remembers else data)
    if memory.whole:
        control = memory.control[memory.at]
        memory.control.append((*control, *where) if where else control)


def _gives_group(memory: Memory, shadow: Shadow, group: Any) -> None:
    """`groupby` gives an iterator that has it go on, and has no more once it has gone on by itself."""
    made = memory.new(group)
    made.kind, made.sources, made.acts, made.calls = "any", (shadow,), shadow.acts, shadow.calls


def _was_there(iterator: Shadow) -> bool:
    """Has nothing put what an iterator gives where it was found, so that nothing has made that either?"""
    return bool(iterator.sources) and all(not one.made and is_untouched(one) for one in iterator.sources)


def maker_of(memory: Memory, value: Any) -> int | None:
    """The vertex of what has made an object; None if that is not known, or it was only taken out of something."""
    found = memory.made.get(id(value))
    maker = memory.nodes[found[0]] if found is not None else None
    if found is None or (isinstance(maker, PrimitiveCallNode | SpecialCallNode) and memory.acts(maker)[0] in LOADING):
        return None
    return found[0]


def yielded(memory: Memory, came: tuple[int, ...], value: Any) -> int | None:
    """The vertex of what a generator has yielded that ran within a node, of which the last that `came` out is that."""
    operand = yielded_at(memory.nodes[came[-1]]) if came else None
    return getattr(operand, "_vertex", came[-1]) if operand is not None and operand.value is value else None


def is_called(node: Any) -> bool:
    """Is it a call of `next`, and not a turn of a loop, of which the node that has begun the loop tells?"""
    function = node._operands[0]
    return type(function) is not TapeConstant or function.name is not None


def given_by(iterator: Shadow) -> Shadow:
    """What gives the items of an iterator: itself, or what a generator has delegated to."""
    while iterator.kind == DELEGATED:
        (iterator,) = iterator.sources
    return iterator


def exhaust(memory: Memory, iterator: Any) -> None:
    """A `for` loop has found that there is no next item."""
    shadow = memory.known(iterator)
    for source in shadow.sources if shadow is not None else ():
        memory.read_whole(source.value, shape=True)
    memory.read_whole(iterator, shape=True)
    for source in shadow.sources if shadow is not None else ():
        consume(memory, source)
    if shadow is not None:
        advance_instead(memory, shadow)
    if shadow is not None and (shadow.acts or shadow.calls):
        act(memory, shadow)


def had_no_more(memory: Memory, operand: Any) -> list[int] | None:
    """The same for an iterator over containers of the language's own: what is read; or else None."""
    shadow = memory.shadows.get(id(operand.value))
    if shadow is None or not shadow.kind or shadow.acts or shadow.calls or shadow.instead:
        return None
    found = [*shadow.sources, shadow]
    if id(operand.value) in memory.decided or not all(id(type(one.value)) in _OWN for one in shadow.sources):
        return None
    if min([one.since for one in found]) <= memory.stirred:
        return None
    return [one.shape for one in found if one.shape >= 0]


def _is_in_python(iterator: Any) -> bool:
    """Does code of the program say what comes next? A generator's frame, or a `__next__`."""
    return is_a(iterator, *SUSPENDED) or type(lookup(type(iterator), "__next__")) is FunctionType


def give(memory: Memory, shadow: Shadow, value: Any) -> Write | None:
    """`value` is the next item of an iterator; who wrote it, if that is known."""
    shadow = given_by(shadow)
    source = shadow.sources[0] if shadow.sources else None
    position = shadow.position
    shadow.position += 1
    if source is not None and (shadow.kind in ("items", "reversed", "keys", "values") or holds_objects(source.value)):
        source.hold(value)
    if shadow.kind == "items" and source is not None:
        return memory.item_of_sequence(source, position)
    if shadow.kind in ("zip", "enumerate") and type(value) is tuple:
        _gather(memory, shadow, value)
        return None
    if shadow.kind == "reversed" and source is not None and position < 0:
        return memory.item_of_sequence(source, -position - 1)
    if source is not None:
        if shadow.kind in ("keys", "pairs"):  # which come in the order in which they were put there
            memory.read_shape(source)
        if shadow.kind == "keys":
            return memory.item(source.value, value, None)
        if shadow.kind == "pairs" and type(value) is tuple and len(value) == 2:
            source.hold(value[0])
            write = memory.item(source.value, value[0], value[1])
            if key_of(value[0]) is not None and write is not None:
                made = memory.new(value)
                made.items = [memory.write(), write]
                made.hold(value[1])
            return None
        if shadow.kind in ("values", "pairs"):  # nothing of what the items hold is looked at
            memory.read_whole(source.value)
            return None
    node = memory.nodes[memory.at] if memory.ran or goes_on_still(shadow.value) else None
    for one in shadow.sources:
        memory.reach(one.value, node)
    if not shadow.sources:
        memory.reach(shadow.value, node)
    return None


def _gather(memory: Memory, shadow: Shadow, value: tuple[Any, ...]) -> None:
    """The tuple that `zip` or `enumerate` gives: what comes next from each of what they go over."""
    writes: list[Write] = [memory.write()] if shadow.kind == "enumerate" else []
    for source in shadow.sources:
        inner = source
        if not source.kind:  # a container, whose iterator nobody has seen
            inner = Shadow(source.value, source.since)
            inner.kind, inner.sources, inner.position = _kind(source), (source,), shadow.position - 1
        else:
            memory.read_shape(source)
        write = give(memory, inner, value[len(writes)] if len(writes) < len(value) else None)
        writes.append(write or memory.write())
    made = memory.new(value)
    if len(writes) == len(value):
        made.items = writes
    for one in value:
        made.hold(one)


def gather(memory: Memory, shadow: Shadow, value: Any, vertex: int) -> list[int] | None:
    """The same for a vertex, if it goes over lists of whose items it is known who has written them, and nothing else:
    the vertices of these; or else None, and nothing is done.
    """
    position, write = shadow.position, (vertex, memory.epoch)
    found = [write] if shadow.kind == "enumerate" else []
    for source in shadow.sources:
        items = source.items
        if source.kind or source.shifts is not None or items is None or not 0 <= position < len(items):
            return None
        found.append(items[position])
    is_new = type(value) is tuple and id(value) not in memory.shadows and id(value) not in memory.made
    if not (is_new and len(found) == len(value) and shadow.kind in ("enumerate", "zip")):
        return None
    if memory.whole and min([since for _, since in found]) <= memory.stirred:
        return None
    shadow.position = position + 1
    made = memory.new(value)
    made.items = found
    for one in value:
        made.hold(one)
    for source, one in zip(shadow.sources, value[-len(shadow.sources) :], strict=True):
        source.hold(one)
    return [one for one, _ in found[-len(shadow.sources) :]]


def send(memory: Memory, node: Any, operands: Operands) -> None:
    """`generator.send(value)`: what a generator does, its own nodes tell."""
    known = memory.known(operands[0].value)
    if not runs_code(memory, node) or (known is not None and known.kind == DELEGATED):
        unknown(memory, node, operands)
        return
    might_advance_another(memory, operands[0])
    if known is not None:  # it might have gone on before
        memory.doubt(known.since, known)


ITERATOR_VERBS = (views, iterates, advance)
