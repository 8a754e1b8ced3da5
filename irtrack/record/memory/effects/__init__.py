"""What nodes do to memory: a function for each word of rules/effects.py, and for each special form.

    general.py       reading all, changing all
    sequences.py     lists, tuples, deques
    mappings.py      dicts and sets, and `a[b]` of anything
    iterators.py     iterators and views
    in_place.py      operators in place
    attributes.py    attributes and names

Each is called with the memory, the node, and its operands (of a call, without the function).
"""

import builtins
import collections
import functools
import operator
import sys
import weakref
from _csv import Writer
from collections.abc import Sequence
from types import FunctionType, GeneratorType, MappingProxyType, MethodType
from typing import Any

from ....ir.operations import getslice, not_contains
from ....rules.effects import EFFECTS, does, owner_of
from ...callables import CACHE, PLACEHOLDER
from ...classes import lookup, written_in_c
from ...nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ...nodes.tape import TapeConstant
from ..memory import Memory
from ..names import closure_of
from ..shadows import can_change
from .attributes import (
    ATTRIBUTE_FORMS,
    ATTRIBUTE_VERBS,
    build_class,
    calls_method,
    evaluate,
    formats_fields,
    gets_attributes,
    handled,
    make_class,
    sees,
    stands_for,
)
from .general import GENERAL_FORMS, GENERAL_VERBS, Handler, acting, computes, feed, reads, runs_code, took, unknown
from .in_place import in_place
from .iterators import ITERATOR_VERBS, send
from .mappings import MAPPING_FORMS, MAPPING_VERBS, cached, count, formats, gets_items, has_item, keep
from .sequences import SEQUENCE_FORMS, SEQUENCE_VERBS, add, get_slice, multiply, unpack

VERBS: dict[str, Handler] = {
    verb.__name__: verb
    for verb in (*GENERAL_VERBS, in_place, *SEQUENCE_VERBS, *MAPPING_VERBS, *ITERATOR_VERBS, *ATTRIBUTE_VERBS)
}
CALLS: dict[int, Handler] = {number: VERBS[verb] for number, verb in EFFECTS.items()}
CALLS |= dict.fromkeys([number for number, verb in EFFECTS.items() if verb == "reads"], computes)
# of which more is known here than a word of rules/effects.py says
CALLS[id(operator.add)] = add
CALLS[id(operator.mul)] = multiply
CALLS[id(operator.mod)] = CALLS[id(str.translate)] = formats
CALLS[id(getslice)] = get_slice
CALLS |= dict.fromkeys(map(id, (set.add, set.discard, set.remove)), keep)
CALLS |= dict.fromkeys(map(id, (Writer.writerow, Writer.writerows)), feed)
CALLS[id(vars(collections)["_count_elements"])] = count
CALLS[id(not_contains)] = has_item
CALLS[id(builtins.__build_class__)] = build_class
CALLS[id(type)] = CALLS[id(type.__new__)] = make_class
CALLS[id(GeneratorType.send)] = send
CALLS[id(sys.exc_info)] = CALLS[id(sys.exception)] = handled
CALLS[id(builtins.locals)] = CALLS[id(sys._getframe)] = sees
CALLS[id(weakref.proxy)] = CALLS[id(MappingProxyType)] = CALLS[id(memoryview)] = stands_for
CALLS[id(builtins.eval)] = CALLS[id(builtins.exec)] = evaluate
# those that do nothing, and read nothing in memory, if all that they are given is numbers, text and the like
_QUIET = ("nothing", "measures", "reads", "get_item", "has_item", "in_place")
QUIET = frozenset(number for number, verb in EFFECTS.items() if verb in _QUIET) | {
    id(function) for function in (operator.add, getslice, not_contains)
}
FORMS: dict[str, Handler] = {**GENERAL_FORMS, **SEQUENCE_FORMS, **MAPPING_FORMS, **ATTRIBUTE_FORMS}


def call(memory: Memory, node: Any, function: Any) -> None:
    """What a call does of which no table tells by the function itself."""
    operands = node._operands[1:]
    if type(function) is CACHE:
        cached(memory, node, node._operands)
        return
    receiver, handle = bound_to(node, function)
    if handle is not None:
        handle(memory, node, (*receiver, *operands))
        return
    if type(function) is operator.attrgetter:
        gets_attributes(memory, node, function, operands)
    elif type(function) is operator.itemgetter:
        gets_items(memory, node, function, operands)
        return
    elif type(function) is operator.methodcaller:
        calls_method(memory, node, function, operands)
    if does(function) == "reads":  # as a ufunc
        computes(memory, node, operands)
        return
    if function is functools.reduce and operands and type(operands[0].value) is FunctionType:
        computes(memory, node, operands)  # its frames tell
        return
    formats_fields(memory, node, function, operands)
    memory.looked_up(node, memory.frame)
    if not (runs_code(memory, node) and _is_made_in_python(function)):  # else its frames tell
        unknown(memory, node, (*receiver, *operands, *acting(function), *_had_by(memory, function)))


def _had_by(memory: Memory, function: Any) -> list[Any]:
    """What a function works on that was not entered, though nobody passes it: its object, the variables around it."""
    if type(function) is MethodType:
        return [TapeConstant(function.__self__), *_had_by(memory, function.__func__)]
    if type(function) is not FunctionType:
        return []
    memory.read_cells(function)
    return [TapeConstant(one) for one in closure_of(function) if can_change(one)]


def _is_made_in_python(cls: Any) -> bool:
    """Is it a class of which a method of the program makes instances?"""
    if not issubclass(type(cls), type):
        return False
    return type(lookup(cls, "__init__")) is FunctionType or type(lookup(cls, "__new__")) is staticmethod


def bound_to(node: Any, function: Any) -> tuple[tuple[Any, ...], Handler | None]:
    """The operands to which a method written in C is bound that is called, or what a partial calls, if it is one; and
    what it does.
    """
    looked_up, passed = node._operands[0], tuple[Any, ...]()
    if type(function) is functools.partial:
        if function.keywords or any(one is PLACEHOLDER for one in function.args):
            return (), None
        passed, function = _passed_by(looked_up, function), function.func
        if id(function) in CALLS:
            return passed, CALLS[id(function)]
    owner = owner_of(function)
    if owner is None or not can_change(owner):
        return (), None
    receiver = next((one for one in _looked_up_in(looked_up) if one.value is owner), TapeConstant(owner))
    found = written_in_c(type(owner), function.__name__)
    return (receiver, *passed), CALLS.get(id(found))


def _looked_up_in(node: Any) -> Sequence[Any]:
    """The operands of which one is that in which a method was looked up: of `super().f`, what that stands for."""
    if isinstance(node, SpecialCallNode):
        return node._operands if node.name == "super_attribute" else ()
    operands = node._operands[1:2] if isinstance(node, PrimitiveCallNode) else ()
    above = operands[0] if operands else None
    if isinstance(above, PrimitiveCallNode) and type(above.value) is super:  # up to 3.11
        return above._operands[2:] or (above.parent.children[1:2] if above.parent is not None else ())
    return operands


def _passed_by(maker: Any, function: Any) -> tuple[Any, ...]:
    """The operands that a partial passes: those with which it was made, if that is known, or else their values."""
    given = maker._operands[2:] if isinstance(maker, PrimitiveCallNode) else ()
    is_maker = [id(one.value) for one in given] == [id(one) for one in function.args]
    return given if is_maker else tuple(map(TapeConstant, function.args))


def special(memory: Memory, node: Any) -> None:
    """What a special form does of which no table tells."""
    if node.name.startswith("unpack_"):
        unpack(memory, node, node._operands)
    else:
        reads(memory, node, node._operands)


__all__ = ["CALLS", "FORMS", "QUIET", "acting", "bound_to", "call", "special", "took", "unknown"]
