"""Reading all that can be reached, changing it; containers that are copied."""

import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from operator import attrgetter, itemgetter, methodcaller
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
)
from typing import Any

from ....ir.language import Call
from ....rules.effects import PLACING, READING_METHODS, owner_of
from ....rules.outputs import OVERWRITES, is_of_numpy, outputs
from ...classes import is_a, is_fixed, lookup
from ...nodes.kinds import PrimitiveCallNode
from ...nodes.node import Node
from ...nodes.tape import TapeConstant
from ..called import called_of_operands, calls_given
from ..functions import protocols_of
from ..given import given_to, is_gathered
from ..memory import ITEMS, SEQUENCES, Memory, is_array
from ..names import closure_of
from ..others import MANY, NONE, Others
from ..plain import function_of, iterators_given
from ..put import MOST
from ..shadows import (
    SCALARS,
    SUSPENDED,
    UNCHANGING,
    Shadow,
    can_change,
    class_of,
    holds_objects,
    is_barren,
    is_untouched,
)

Operands = Sequence[Any]
Handler = Callable[[Memory, Any, Operands], None]


def runs_code(memory: Memory, node: Any) -> bool:
    """Did methods of the program run behind the node, whose own nodes tell what they did?"""
    return memory.ran and bool(node._frames)


def runs_own(memory: Memory, node: Any, value: Any, method: str) -> bool:
    """Did a method of the program's run there that its class has, and not only what C code called, as `__hash__`?"""
    own = lookup(type(value), method)
    if type(own) is not FunctionType or not runs_code(memory, node):
        return False
    return any(frame.children and frame.children[0].value is own for frame in node._frames)


def nothing(memory: Memory, node: Any, operands: Operands) -> None:
    pass


def measures(memory: Memory, node: Any, operands: Operands) -> None:
    if operands and can_change(operands[0].value):
        if not runs_code(memory, node) and _counts_unseen(operands[0].value):
            reads(memory, node, operands)
        shadow = memory.known(operands[0].value)
        # of attributes nobody knows whether they are new
        are_attributes = shadow is not None and not issubclass(type(shadow.value), type(operands[0].value))
        memory.read_whole(operands[0].value, shape=not are_attributes)
        for source in shadow.sources if shadow is not None else ():  # of a view
            memory.read_shape(source)


def _counts_unseen(value: Any) -> bool:
    """Is there a method of the program's that says how many items an object has, or whether it counts as true?"""
    return any(type(lookup(type(value), name)) is FunctionType for name in ("__bool__", "__len__"))


def reads(memory: Memory, node: Any, operands: Operands) -> None:
    called: list[Any] = []
    reached: list[Any] = []
    advances = False
    for operand in operands:
        value = operand.value
        if id(type(value)) not in UNCHANGING:
            reached += memory.reach(value, node)
            is_iterator = lookup(type(value), "__next__") is not None
            shadow = memory.shadow(value) if is_iterator else memory.known(value)
            if shadow is not None and (is_iterator or shadow.kind):
                might_advance_another(memory, operand)
                consume(memory, shadow)
                advances = True
                if shadow.acts:
                    change_all(memory, shadow.acts)
            else:
                might_have_gone_on(memory, operand)
            if is_a(value, attrgetter, methodcaller) and not runs_code(memory, node):
                for owner, function in ran_by_name(memory, value, operands):
                    change_all(memory, [owner])
                    ran_natively(memory, node, function)
            elif type(value) is itemgetter:
                change_all(memory, filled_by(memory, operands))
        elif id(type(value)) in _CALLABLES:  # which may be called: `key=d.get`
            owners = acting(value)
            reads(memory, node, owners)
            if id(value) in memory.shadows:
                memory.read_whole(value)
            if type(value) is FunctionType:
                if not runs_code(memory, node):  # it may have run, but was not entered
                    memory.read_cells(value)
                called.append(value)
            if getattr(value, "__name__", "") not in READING_METHODS:
                change_all(memory, [owner.value for owner in owners])
            elif getattr(value, "__name__", "") == "__getitem__":  # which a defaultdict makes
                change_all(memory, [owner.value for owner in owners if is_a(owner.value, defaultdict)])
    for given in (*iterators_given(node), *given_to(memory, memory.at)) if memory.ran else ():
        reached += memory.reach(given, node)
    if (
        reached and not advances and not calls_given(called_of_operands(node))
    ):  # no methods that lie there: `list(handlers)`
        reached = [one for one in reached if not is_a(one, MethodType, partial)]
    if called or reached:
        memory.might_call([*reached, *called], [operand.value for operand in operands], in_any_way=advances)


def asks(memory: Memory, function: Any, operands: Operands) -> None:
    """The node might have called a function with what it was given."""
    if function is not None:
        memory.might_call([function], [operand.value for operand in operands])


def asks_operands(memory: Memory, operands: Operands) -> None:
    """The node might have called methods of what it was given, besides those that it has."""
    called = [operand.value for operand in operands if memory.is_called(operand.value)]
    if called:
        memory.might_call(called, [operand.value for operand in operands])


def act(memory: Memory, shadow: Shadow) -> None:
    """The node has had an iterator go on, which has done what it does."""
    change_all(memory, shadow.acts)
    memory.might_call(shadow.calls, [source.value for source in shadow.sources], in_any_way=True)


def consume(memory: Memory, shadow: Shadow) -> None:
    """The node takes from an iterator, and so from those that this goes over: how far these are depends on it."""
    waiting = [shadow]
    while waiting:
        one = waiting.pop()
        if type(one.value) is not GeneratorType and lookup(type(one.value), "__next__") is not None:
            memory.wrote(one, shape=True)
            waiting += one.sources
        advance_instead(memory, one)


_CALLABLES = frozenset(map(id, (BuiltinFunctionType, MethodWrapperType, FunctionType)))


def acting(function: Any) -> Operands:
    """The objects on which a call of a function works though nobody passes them: what it is bound to, what it holds."""
    if type(function) is partial:
        values = [function.func, *function.args, *function.keywords.values()]
        held = [one for value in values for one in (*acting(value), TapeConstant(value))]
        return [*held, TapeConstant(function.keywords)] if function.keywords else held
    owner = owner_of(function)
    return [TapeConstant(owner)] if owner is not None and can_change(owner) else []


_CONTAINERS = list, tuple, dict, set, frozenset, deque


def unknown(memory: Memory, node: Any, operands: Operands) -> None:
    """It reads all that it can reach, and may have changed it; what it gives may hold it."""
    reads(memory, node, (*operands, *_functions_in(memory, operands)))
    values = [operand.value for operand in operands]
    for operand in operands:
        might_write_elsewhere(memory, operand)
    change_all(memory, values)
    memory.comes_up(node.value)
    holders = [node.value] if is_untouched(memory.known(node.value)) else []
    for holder in filter(can_change, (*holders, *values[:1])):  # what it makes, or is a method of
        shadow = memory.shadow(holder)
        for value in values:
            if value is not holder and not is_barren(value):
                shadow.hold(value)
        if issubclass(type(holder), _CONTAINERS):  # the items of what it is given may be its items now
            for operand in operands:
                memory.hold_given(shadow, operand)


def _functions_in(memory: Memory, operands: Operands) -> Operands:
    """The functions that lie in what is given, which may be called as those that are given themselves."""
    held = [one for operand in operands if is_a(operand.value, *_CONTAINERS) for one in items_of(memory, operand.value)]
    return [TapeConstant(one) for one in held if type(one) is FunctionType]


def delegates(memory: Memory, node: Any, operands: Operands) -> None:
    """`yield from`, `await`: it has what came out of the generator, whoever went on with that."""
    for operand in operands[:1]:
        given = operand._operands if type(operand) is PrimitiveCallNode else ()  # `anext(generator)`, of `async for`
        for one in (operand, *given):
            if can_change(one.value):
                might_advance_another(memory, one)
                memory.read_whole(one.value, shape=True)
                shadow = memory.known(one.value)
                if shadow is not None:
                    for source in shadow.sources:  # which had no more
                        memory.read_whole(source.value, shape=True)
                    consume(memory, shadow)
    if memory.whole:  # what comes behind has come since there was no more
        memory.frame.began((*memory.frame.base, memory.at))


def prints(memory: Memory, node: Any, operands: Operands) -> None:
    """`print(..., file=f)`"""
    reads(memory, node, operands)
    file = node.keywords.get("file")
    if file is not None and file.value is not None:
        change_all(memory, [file.value])
        return
    write = memory.attribute(sys, "stdout", None)
    put = memory.nodes[write[0]] if write is not None else None
    if put is not None and put._operands:  # `sys.stdout = file`
        change_all(memory, [put._operands[-1].value])


def change_all(memory: Memory, values: Iterable[Any]) -> None:
    """The node may have changed these objects, and what they hold."""
    seen: set[int] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if not can_change(value) or id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) is tuple:
            waiting += value[:ITEMS]
            continue
        shadow = memory.shadow(value)
        waiting += (*shadow.held.values(), *(source.value for source in shadow.sources))
        memory.scrambled(shadow)


def computes(memory: Memory, node: Any, operands: Operands) -> None:
    """The same of a call, which may make a container of what it is given, as `[x] * 2`, or be one of a function of
    numpy that is given where to write what it gives.
    """
    if _is_taken_over(memory, node, operands):
        unknown(memory, node, operands)
        return
    if is_made_of_text(node, operands):
        if id(node.value) not in memory.shadows:
            memory.shadows[id(node.value)] = Shadow(node.value, memory.epoch)
        return
    reads(memory, node, operands)
    if holds_objects(node.value):
        for operand in operands:
            memory.fill(memory.shadow(node.value), node.value, operand)
    elif can_change(node.value) and not is_array(node.value) and is_untouched(memory.known(node.value)):
        made = memory.shadow(node.value)
        for operand in operands:
            memory.hold_given(made, operand)
    statement = node._statement
    if isinstance(statement.expression if statement is not None else None, Call):
        function, (count, names, starred) = node._operands[0].value, node._split()
        written = list(outputs(function, node._operands[1 : 1 + count]))
        if "out" in names:
            written.append(node._operands[1 + count + starred + names.index("out")])
        if OVERWRITES in names:
            written += node._operands[1 : 1 + min(count, 1)]
        for operand in written:
            might_write_elsewhere(memory, operand)
            change_all(memory, [operand.value])
            for one in operands if holds_objects(operand.value) else ():
                memory.fill(memory.shadow(operand.value), operand.value, one)


def is_made_of_text(node: Any, operands: Operands) -> bool:
    """Is it a method of texts, numbers or bytes that has made a list or tuple of such, as `split` does?"""
    function: Any = node._operands[0].value if type(node) is PrimitiveCallNode else None
    if type(function) is not MethodDescriptorType or id(function.__objclass__) not in SCALARS:
        return False
    return is_a(node.value, list, tuple) and all(id(type(one.value)) in SCALARS for one in operands)


def _is_taken_over(memory: Memory, node: Any, operands: Operands) -> bool:
    """Did an object that a function of numpy was given do what that does, unseen?"""
    if not is_of_numpy(node._operands[0].value) or runs_code(memory, node):
        return False
    return any(protocols_of(type(one.value)) for one in operands)


def ran_natively(memory: Memory, node: Any, function: FunctionType) -> None:
    """A function has run that was not entered: it read the variables around it, and may have changed what they have."""
    reads(memory, node, [TapeConstant(function)])
    change_all(memory, closure_of(function))


def asks_keys(memory: Memory, node: Any, operand: Any) -> None:
    """A dict is updated by what has a method `keys`, which was not entered."""
    method = lookup(type(operand.value), "keys")
    if not runs_code(memory, node) and type(method) is FunctionType:
        might_write_elsewhere(memory, operand)
        change_all(memory, [operand.value])
        ran_natively(memory, node, method)


def ran_by_name(memory: Memory, caller: Any, operands: Operands) -> list[tuple[Any, FunctionType]]:
    """What `attrgetter(name)` or `methodcaller(name)` calls of the items of operands, if that writes."""
    names = caller.__reduce__()[1] if type(caller) is attrgetter else caller.__reduce__()[1][:1]
    found = []
    parts = [part for name in names if type(name) is str for part in name.split(".")]
    for operand in operands:
        for one in items_of(memory, operand.value):
            found += [(one, function) for part in parts for function in memory.ran_functions(class_of(one), part)]
    return found


def filled_by(memory: Memory, operands: Operands) -> list[Any]:
    """The defaultdicts in what C code goes over that looks keys up in each: they make what is not there."""
    return [one for operand in operands for one in items_of(memory, operand.value) if is_a(one, defaultdict)]


def items_of(memory: Memory, value: Any) -> Iterable[Any]:
    """What a container holds, or what an iterator goes over."""
    shadow = memory.known(value)
    for source in shadow.sources if shadow is not None else ():
        yield from items_of(memory, source.value)
    if is_a(value, *_CONTAINERS):
        yield from islice(value, ITEMS)
    elif shadow is not None:
        yield from shadow.held.values()


def might_advance_another(memory: Memory, operand: Any) -> tuple[int, ...]:
    """The node has an iterator go on; it might have been another that an operand could have been. What decided it."""
    others = memory.addresses.others(operand)
    if others is NONE:
        return ()
    decides = memory.selected((operand,))
    _advance_others(memory, others, decides)
    return (decides,)


def advance_instead(memory: Memory, shadow: Shadow) -> None:
    """An iterator goes on, which could have gone over something else, or called it."""
    for one in shadow.instead:
        if one.functions:
            memory.might_call_those(one)
        elif one.writes:  # what the node was given by it decides that, too
            by = (memory.at,) if memory.at < len(memory.nodes) else ()
            memory.diverted(one.others, memory.vertex(None, (one.decides, *by)))
        else:
            _advance_others(memory, one.others, one.decides)


def _advance_others(memory: Memory, others: Others, decides: int) -> None:
    """What decided it might have had these go on."""
    if others is not MANY:  # what does not go on stays as it is, unless it is of the program's classes
        holding = [one for one in others[1] if any(map(_may_go_on, memory.classes_held(one).values()))]
        others = tuple([one for one in others[0] if _may_go_on(class_of(one))]), tuple(holding)
    if not any(others):
        return
    memory.might_advance(memory.each_of(others), decides)
    memory.diverted(others, decides)


def _may_go_on(cls: type) -> bool:
    return _goes_on(cls) or not is_fixed(cls)


def goes_on(one: Any) -> bool:
    """Is it an iterator, or what a generator function has made?"""
    return _goes_on(class_of(one))


def _goes_on(cls: type) -> bool:
    return lookup(cls, "__next__") is not None or issubclass(cls, SUSPENDED)


def might_write_elsewhere(memory: Memory, operand: Any, name: str = "") -> None:
    """The node may have written to what an operand could have been in the place of its value, an attribute of that
    `name`, if it has one.
    """
    others = memory.addresses.others(operand)
    if others is not NONE:
        memory.diverted(others, memory.selected((operand,)), None, name)


def might_have_gone_on(memory: Memory, operand: Any) -> None:
    """The node goes over what is no iterator, but might have been one."""
    if memory.whole and memory.is_lively() and not is_gathered(operand):
        might_advance_another(memory, operand)


def change(memory: Memory, node: Any, operands: Operands) -> None:
    """It changes its first argument."""
    reads(memory, node, operands)
    is_placing = type(node) is PrimitiveCallNode and id(function_of(node)) in PLACING
    shadow = memory.aims(operands, keys=operands[1:] if is_placing else ())
    memory.scrambled(shadow, has_read=not memory.plain.has(shadow.value))
    for operand in operands[1:]:
        shadow.hold(operand.value)


def feed(memory: Memory, node: Any, operands: Operands) -> None:
    """It changes its first argument, and what that holds, by the others, of which it keeps nothing."""
    reads(memory, node, operands)
    for operand in operands[:1]:
        might_write_elsewhere(memory, operand)
        change_all(memory, [operand.value])


def clear(memory: Memory, node: Any, operands: Operands) -> None:
    shadow = memory.aims(operands)
    held = shadow.held
    memory.overwrote(shadow)
    if memory.whole and held:
        shadow.past = {**shadow.past, **held} if len(shadow.past) <= MOST else held
    shadow.closed = True
    if is_a(operands[0].value, *SEQUENCES):
        shadow.items = []


def copies(memory: Memory, node: Any, operands: Operands) -> None:
    """A new container of the items of the last argument (of a deque the first), and, if it is a dict, of keywords."""
    value = node.value
    if not can_change(value):
        return
    _, names, starred = node._split() if issubclass(type(value), dict) else (0, (), 0)
    if not names or starred:
        _copy(memory, node, operands)
        return
    _copy(memory, node, operands[: -len(names)])
    made = memory.shadow(value)
    for name, operand in zip(names, operands[-len(names) :], strict=True):
        if type(value) is dict:
            made.parts["", name] = memory.given(operand)
        made.hold(operand.value)


def _copy(memory: Memory, node: Any, operands: Operands) -> None:
    """The same without keywords."""
    value = node.value
    if not operands:
        made = memory.new(value)
        made.closed, made.items = True, [] if is_a(value, *SEQUENCES) else None
        return
    given = operands[0 if is_a(value, deque) else -1]  # whose second argument is a length
    items, source = memory.items_given(given), memory.known(given.value)
    reads(memory, node, operands)
    if value is given.value:  # tuple(t), frozenset(s)
        return
    made = memory.new(value)
    if type(value) is dict:
        if source is not None and type(given.value) is dict and len(operands) == 1:
            made.parts, made.closed = dict(source.parts), source.closed
            memory.might_be_elsewhere(made, given.value)
    elif is_a(value, *SEQUENCES) and len(operands) == 1:
        made.items = items
        made.blurred = -1 if items is not None and not memory.are_moved(given.value) else memory.at
        memory.might_be_elsewhere(made, given.value)
    memory.hold_given(made, given)


def makes(memory: Memory, node: Any, operands: Operands) -> None:
    """`object.__new__(cls)`, `tuple.__new__(cls, items)`"""
    if issubclass(type(node.value), (tuple, frozenset)):
        copies(memory, node, operands[1:])
    elif can_change(node.value):
        memory.new(node.value)


def rearranges(memory: Memory, node: Any, operands: Operands) -> None:
    reads(memory, node, operands)
    if can_change(node.value):
        made = memory.new(node.value)
        made.blurred = memory.at
        memory.hold_given(made, operands[0])
        memory.might_be_elsewhere(made, operands[0].value)


def took(memory: Memory, node: Node, write: Any) -> None:
    """The node has the value that was written there; see `Memory.origin`."""
    if write is not None:
        memory.origins[node._vertex] = write[0]


GENERAL_VERBS = (nothing, measures, reads, prints, change, clear, copies, makes, rearranges)
GENERAL_FORMS: dict[str, Handler] = dict.fromkeys(
    ("set_closure", "yield", "slice", "string", "import", "import_from", "matches"),
    nothing,
) | {"await": delegates, "yield_from": delegates, "add": change, "list_to_tuple": copies}
