"""What nodes do to memory: a function for each word of rules/effects.py, and for each special form.

    general.py       reading all, changing all
    sequences.py     lists, tuples, deques
    mappings.py      dicts, and `a[b]` of anything
    iterators.py     iterators and views
    attributes.py    attributes and names

Each is called with the memory, the node, and its operands (of a call, without the function).
"""

import builtins
import operator
from typing import Any

from ....ir.language import getslice, not_contains
from ....rules.effects import EFFECTS, does, owner_of
from ...callables import CACHE
from ...tape import TapeConstant
from ..memory import Memory
from ..shadows import can_change
from .attributes import ATTRIBUTE_FORMS, ATTRIBUTE_VERBS, build_class
from .general import GENERAL_FORMS, GENERAL_VERBS, Handler, change_all, outputs, reads, runs_code, unknown
from .iterators import ITERATOR_VERBS
from .mappings import MAPPING_FORMS, MAPPING_VERBS, cached, has_item
from .sequences import SEQUENCE_FORMS, SEQUENCE_VERBS, add, get_slice, unpack

VERBS: dict[str, Handler] = {
    verb.__name__: verb for verb in (*GENERAL_VERBS, *SEQUENCE_VERBS, *MAPPING_VERBS, *ITERATOR_VERBS, *ATTRIBUTE_VERBS)
}
CALLS: dict[int, Handler] = {number: VERBS[verb] for number, verb in EFFECTS.items()}
CALLS[id(operator.add)] = add
CALLS[id(getslice)] = get_slice
CALLS[id(not_contains)] = has_item
CALLS[id(builtins.__build_class__)] = build_class
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
    owner = owner_of(function)
    if owner is not None and can_change(owner):  # a bound method
        operands = (TapeConstant(owner), *operands)
        handle = CALLS.get(id(getattr(type(owner), function.__name__, None)))
        if handle is not None:
            handle(memory, node, operands)
            return
    if does(function) == "reads":  # a ufunc
        reads(memory, node, operands)
        change_all(memory, outputs(node))
    elif not (issubclass(type(function), type) and runs_code(memory, node)):  # else its frames tell
        unknown(memory, node, operands)


def special(memory: Memory, node: Any) -> None:
    """What a special form does of which no table tells."""
    if node.name.startswith("unpack_"):
        unpack(memory, node, node._operands)
    elif not node.name.startswith("format_"):
        reads(memory, node, node._operands)


__all__ = ["CALLS", "FORMS", "QUIET", "call", "special", "unknown"]
