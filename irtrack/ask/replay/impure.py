"""Which nodes of a record have results that only the record knows."""

import _thread
import copy
import io
import random
import sys
from collections.abc import Iterable, Sequence
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ...cpython.marks import Mark, MarkKind
from ...ir.language import EFFECTS
from ...record.callables import is_native_kind
from ...record.classes import is_a, is_static, lookup, module_of
from ...record.memory.shadows import is_array
from ...record.nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.past.snapshots import copied_from
from ...record.values import callable_name
from ...rules.effects import READING, does
from ...rules.impurity import AS_THEY_ARE, CHANCE, COMPUTING, FUNCTIONS, METHODS, MODULES, STEADY, STREAMS, TYPES
from .header import literal

LOCKS = type(_thread.allocate_lock()), _thread.RLock
_DATA = list, dict, set, bytearray
_CYTHON = type(np.random.Generator.random)
_KEEPING = frozenset(["nothing", "append", "get_attribute", "set_attribute", "has_attribute"])  # and do not read it
_KEEPING_ITEMS = frozenset(["store", "append", "add", "put", "setitem"])  # forms that ask no iterator
IN_MEMORY = io.StringIO, io.BytesIO
# what tells which exception is being handled
_ASKING: tuple[Any, ...] = tuple(getattr(sys, name) for name in ("exc_info", "exception") if hasattr(sys, name))


def is_impure(function: Any, operands: Sequence[Any], redirected: bool = False) -> bool:
    """Is a function written in C impure for these arguments? `redirected`: the record sets where `print` goes."""
    count = COMPUTING.get(id(function))
    if id(function) in STEADY or (count is not None and len(operands) >= count and operands[-1] is not None):
        return False
    if id(function) in FUNCTIONS or any(map(is_stream, operands)):
        return id(function) in FUNCTIONS or does(function) not in _KEEPING
    if function is print:
        return not redirected and not any(map(_does_more_than_print, operands))
    if function is getattr:
        return _asks_for_drawn(function, list(operands))
    kind = type(function)
    if issubclass(kind, type):
        return module_of(function) in MODULES
    owner = getattr(function, "__self__", None) if issubclass(kind, BuiltinFunctionType) else next(iter(operands), None)
    if issubclass(type(owner), STREAMS) and is_native_kind(kind):
        return is_stream(owner)
    if kind is MethodType:
        return type(function.__func__) is not FunctionType and is_impure(function.__func__, operands)
    if kind is _CYTHON:
        return function.__module__ in MODULES
    if not is_native_kind(kind):
        return False
    if issubclass(kind, BuiltinFunctionType):
        owner = function.__self__
        if owner is None or type(owner) is ModuleType:
            return function.__module__ in MODULES
        if issubclass(type(owner), type):
            return any(issubclass(owner, cls) and function.__name__ == name for cls, name in METHODS)
        return _is_of(type(owner))
    return _is_of(type(function.__self__) if kind is MethodWrapperType else function.__objclass__)


def _does_more_than_print(operand: Any) -> bool:
    """Is something printed to it, or does it do something when it is printed? So may what is behind a star."""
    behind = dict.values(operand) if type(operand) is dict else operand if is_a(operand, list, tuple) else ()
    return any(
        is_a(one, *IN_MEMORY) or not is_static(type(one)) or lookup(type(one), "__next__") is not None
        for one in (operand, *behind)
    )


def asks_for_exception(function: Any) -> bool:
    """Does a call of it give the exception that is being handled?"""
    return any(function is one for one in _ASKING)


class NotKeptError(ValueError):
    """An impure primitive gave what the run has changed since."""


def is_data(value: Any) -> bool:
    """Is it a container, or an array?"""
    return is_array(value) or type(value) in _DATA


def as_it_was(node: Node) -> Any:
    """A copy of what an impure primitive gave, a container or an array, as it was then. Raises NotKeptError, where the
    context has made no copy.
    """
    kept = copied_from(node)
    if type(kept) is not type(node.value):
        raise NotKeptError(
            f"the run has changed what {callable_name(_function(node))}() gave in line {node.line} of {node.file}, and "
            f'no copy was kept: record with Context(snapshot="deep")'
        )
    return copy.deepcopy(kept)


def is_stream(value: Any) -> bool:
    """Is it a file, or a stream above one, and not above memory?"""
    while issubclass(type(value), STREAMS):
        kind = next(cls for cls in STREAMS if issubclass(type(value), cls))
        below = vars(kind).get("buffer") or vars(kind).get("raw")
        if below is None:
            return True
        try:
            value = below.__get__(value)
        except (ValueError, AttributeError):  # it was detached
            return True
    return False


def _lies_outside(value: Any) -> bool:
    """Is it a file, or another object by which the run reached what is not in the record, but for locks?"""
    return is_stream(value) or (_is_of(type(value)) and not is_a(value, *LOCKS))


def is_as_it_is(call: NestedCallNode) -> bool:
    """Is it a call into a module whose functions are called as they are?"""
    function = call._operands[0].value
    function = function.__func__ if type(function) is MethodType else function
    module = function.__module__ if type(function) is FunctionType else ""
    return type(module) is str and module.partition(".")[0] in AS_THEY_ARE


def impure_nodes(root: Node) -> set[Node]:
    """All impure primitives of a record; and what has numbers or text from one that ran within it, where that can't be
    written out: what C code called back, generators.
    """
    found: set[Node] = set()
    impure: set[Node] = set()
    candidates: list[Node] = []
    redirected = False
    resumers: list[tuple[Node, int, int]] = []
    generators: dict[int, Node] = {}
    made: set[int] = set()  # generators of random numbers
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, SpecialCallNode) and node.name.startswith(("unpack_", "enter", "exit")):
            if _lies_outside(node._operands[0].value):
                impure.add(node)
            redirected = redirected or enters_unseen(node)
        elif isinstance(node, RaiseNode):
            candidates += [node] if node._reads and node.call is None else []
        elif isinstance(node, (PrimitiveCallNode, JumpNode)):
            candidates.append(node)
        if is_generator_of_numbers(node.value) and _makes_one(_function(node)):
            made.add(_state_of(node.value))
        children = node.children  # by which it becomes known where generators went on
        if isinstance(node, NestedCallNode):
            if is_as_it_is(node):
                continue
            entries = node.log.entries
            if node.template.suspends:
                generators[id(entries[node.start + 1])] = node
            for k, start in getattr(node, "_elsewhere", ()):
                mark = entries[start]
                if k < len(children) and not (type(mark) is Mark and mark.kind is MarkKind.BEHIND):
                    resumers.append((node, k, id(entries[start + 1])))
        elif any(operand.value is sys for operand in node._operands[:2]):
            redirected = redirected or any(
                type(operand.value) is str and operand.value in ("stdout", "stderr") for operand in node._operands
            )
        waiting += children
    for node in candidates:
        if isinstance(node, JumpNode):
            if node._condition is not None and is_stream(node._condition.value):
                impure.add(node)
            continue
        function, *operands = node._reads if isinstance(node, RaiseNode) else node._operands
        if is_impure(function.value, [operand.value for operand in operands], redirected):
            impure.add(node)
    _with_readers(candidates, impure)
    impure -= _determined(reversed(candidates), impure, made)
    if _is_seeded(impure):
        impure = {node for node in impure if not draws(node)}
    for node in impure:
        if not asks_for_exception(_function(node)):  # where the frame runs as it is, it is told the right one
            _with_parents(node, found)
    asked = [(one, generators[token]) for call, k, token in resumers if token in generators
             for one in _asking(call.children, k, generators[token], impure)]  # fmt: skip
    changed = bool(found)
    while changed:
        changed = False
        for node, generator in asked:
            if node not in found and generator in found:
                _with_parents(node, found)
                changed = True
    known = {node for node in found if _has_a_result(node) and literal(node.value) is not None}
    known |= {node for node in found if isinstance(node, JumpNode)}
    return impure | {node for node in known if known.issuperset(_unpacked_with(node))}


def _asking(children: Sequence[Node], k: int, generator: Node, impure: set[Node]) -> Sequence[Node]:
    """Which nodes, from the child of that number on, get what the generator gave: where something else than the first
    of them ran it, and its effects have to be had again, none.
    """
    first = k
    while k < len(children) and _runs_no_generator(children[k]):
        k += 1
    if k == len(children) or (k > first and not _only_gives(generator, impure)):
        return ()
    return _unpacked_with(children[k])


def _runs_no_generator(node: Node) -> bool:
    if isinstance(node, SpecialCallNode):
        return node.name in _KEEPING_ITEMS
    return type(node) is ArgumentNode or (type(node) is JumpNode and node.test != "is exhausted")


def _only_gives(generator: Node, impure: set[Node]) -> bool:
    """Has what ran in a generator no effects, so that what it gave is all that there is to know of it?"""
    waiting = [generator]
    while waiting:
        for node in waiting.pop().children:
            function = _function(node)
            if isinstance(node, SpecialCallNode) and node.name in EFFECTS:
                return False
            is_unknown = isinstance(node, PrimitiveCallNode) and node not in impure and function is not next
            if is_unknown and does(function) not in READING:
                return False
            waiting.append(node)
    return True


def _unpacked_with(node: Node) -> Sequence[Node]:
    """All items of the statement that unpacked something; of any other node itself."""
    if not isinstance(node, SpecialCallNode) or not node.name.startswith("unpack_") or len(node._operands) < 2:
        return [node]
    before, _, after = node.name.removeprefix("unpack_").partition("_star_")
    first = node.position - 1 - int(node._operands[1].value)
    parent: Any = node.parent
    items: Sequence[Node] = parent.children[first : first + int(before) + (1 + int(after) if after else 0)]
    return items


def enters_unseen(node: SpecialCallNode) -> bool:
    """Does a `with` statement run code of which the record does not show what it did, as that of an update? It may have
    set where `print` goes.
    """
    enters = node.name == "enter" and not node._frames
    return enters and type(lookup(type(node._operands[0].value), "__enter__")) is FunctionType


def _has_a_result(node: Node) -> bool:
    """Is it there for its value? What begins and ends a `with` is there for what it does."""
    return node.value is not None and not (
        isinstance(node, SpecialCallNode) and node.name.startswith(("enter", "exit"))
    )


def _with_readers(candidates: list[Node], impure: set[Node]) -> None:
    """What asks an iterator for more that goes over a file is impure, too."""
    reading = {id(node.value) for node in impure if lookup(type(node.value), "__next__") is not None}
    count = -1
    while reading and len(impure) != count:
        count = len(impure)
        for node in candidates:
            operands = node._reads if isinstance(node, RaiseNode) else node._operands
            if isinstance(node, JumpNode):
                operands = (node._condition,) if node._condition is not None else ()
            if any(id(operand.value) in reading for operand in operands):
                impure.add(node)
                if lookup(type(node.value), "__next__") is not None:
                    reading.add(id(node.value))


def _function(node: Node) -> Any:
    operands = node._reads if isinstance(node, RaiseNode) else node._operands
    return operands[0].value if operands else None


def draws(node: Node) -> bool:
    """Does it draw random numbers, or seed what does, or ask it for a number that was drawn before?"""
    function = _function(node)
    given = (node._reads if isinstance(node, RaiseNode) else node._operands)[1:]
    return is_chance(function) or _asks_for_drawn(function, [operand.value for operand in given[:2]])


def _asks_for_drawn(function: Any, given: list[Any]) -> bool:
    """Does it load what a generator of random numbers keeps of what it drew? `gauss` draws two at a time."""
    if function is not getattr or len(given) < 2 or not is_generator_of_numbers(given[0]):
        return False
    return type(given[1]) is str and given[1] == "gauss_next"


def is_chance(function: Any) -> bool:
    """Does a function written in C draw random numbers, or seed what does?"""
    if type(function) is MethodType:  # of numpy's classes
        function = function.__func__
    module = module_of(function) if issubclass(type(function), type) else None
    if is_native_kind(type(function)) or type(function) is _CYTHON:
        module = getattr(function, "__module__", None)
    return module_of(_class_of(function)) in CHANCE or module in CHANCE


def _is_seeded(impure: set[Node]) -> bool:
    """Does the record seed the random numbers that are drawn where no line can be written? Then all are drawn again."""
    seeded = any(
        _function(node).__name__ == "seed" and any(operand.value is not None for operand in node._operands[1:])
        for node in impure
        if draws(node)
    )
    return seeded and any(draws(node) and _is_within(node) for node in impure)


def _makes_one(function: Any) -> bool:
    """Does it make a generator of random numbers that nobody had before?"""
    return issubclass(type(function), type) or function is np.random.default_rng


def _determined(nodes: Iterable[Node], impure: set[Node], made: set[int]) -> set[Node]:
    """What makes, seeds or asks generators of random numbers that the record has made and seeded.

    `nodes`: in the order of the record. Impure are those that were asked before they were seeded, or seeded by what is.
    """
    found: dict[int, list[Node]] = {}  # by the states of generators
    states: dict[Node, int] = {}
    seeded: set[int] = set()
    unseeded: set[int] = set()

    def is_determined(key: int | None) -> bool:
        return key in seeded and key in made and key not in unseeded

    def is_by_chance(seed: Any) -> bool:
        if is_generator_of_numbers(seed.value) and _state_of(seed.value) in unseeded:
            return True
        return seed in impure and not is_determined(states.get(seed))

    for node in nodes:
        if node not in impure or not draws(node):
            continue
        function, *operands = node._reads if isinstance(node, RaiseNode) else node._operands
        owner = getattr(function.value, "__self__", None)
        if not is_generator_of_numbers(owner):
            behind = [value[:1] if type(value) is tuple else (value,) for value in (one.value for one in operands)]
            owner = next((one for part in behind for one in part if is_generator_of_numbers(one)), None)  # or a star
        makes = is_generator_of_numbers(node.value) and node.value is not owner
        if makes and is_a(owner, np.random.SeedSequence):
            owner = None  # it is a seed
        known = owner is not None and is_determined(_state_of(owner))
        key = _state_of(node.value if makes else owner)
        if makes and known:  # by another one
            made.add(key)
            seeded.add(key)
        states[node] = key
        found.setdefault(key, []).append(node)
        given = [one for one in operands if one.value is not None and one.value is not owner]
        seeds = makes or getattr(function.value, "__name__", "") == "seed"
        if (makes and owner is not None and not known) or (seeds and not makes and not given and key in seeded):
            unseeded.add(key)
        elif seeds and given:
            (unseeded if any(map(is_by_chance, given)) else seeded).add(key)
        elif not makes and key not in seeded and node.value is not None:
            unseeded.add(key)
        if type(node.value) is list:  # those that one has spawned
            spawned = {_state_of(one) for one in node.value if is_generator_of_numbers(one)}
            made |= spawned
            (seeded if known else unseeded).update(spawned)
    return {node for key in seeded & made - unseeded for node in found.get(key, ())}


def _state_of(generator: Any) -> int:
    """What stands for the state of a generator of random numbers: two may have one, which is a third."""
    for cls, state in _STATES:
        if issubclass(type(generator), cls):
            return id(state.__get__(generator))
    return id(generator)


def _is_within(node: Node) -> bool:
    """Does it lie in a generator, or in what C code called back?"""
    parent = node.parent
    while parent is not None:
        if not isinstance(parent, NestedCallNode) or parent.template.suspends:
            return True
        parent = parent.parent
    return False


def _class_of(function: Any) -> type:
    """That of which a method written in C is."""
    if issubclass(type(function), BuiltinFunctionType) and function.__self__ is not None:
        return type(function.__self__)
    return function.__objclass__ if is_a(function, MethodDescriptorType, WrapperDescriptorType) else type(function)


def _with_parents(node: Node | None, found: set[Node]) -> None:
    while node is not None and node not in found:
        found.add(node)
        node = node.parent


GENERATORS_OF_NUMBERS = (random.Random, np.random.Generator, np.random.RandomState, np.random.BitGenerator,
                         np.random.SeedSequence)  # fmt: skip
_STATES: list[tuple[type, Any]] = [(np.random.Generator, vars(np.random.Generator)["bit_generator"]),
                                   (np.random.RandomState, vars(np.random.RandomState)["_bit_generator"])]  # fmt: skip


def is_generator_of_numbers(value: Any) -> bool:
    """Does it draw random numbers?"""
    return issubclass(type(value), GENERATORS_OF_NUMBERS)


def _is_of(cls: Any) -> bool:
    return issubclass(cls, tuple(TYPES)) or module_of(cls) in MODULES
