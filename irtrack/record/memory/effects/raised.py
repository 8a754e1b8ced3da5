"""Statements that have raised: what they looked at before, and what they might have written.

`d["a"]` raises because nobody has stored that, or because somebody has deleted it; and `l[i] = 7` would have written
somewhere, had `i` been another.
"""

from typing import Any

from ....ir.language import Call, Load, Special, Statement
from ....rules.effects import READING, does, is_iterating
from ...classes import is_a
from ...nodes.kinds import PrimitiveCallNode
from ...nodes.tape import TapeConstant
from ..memory import SEQUENCES, Memory
from ..others import MANY
from ..shadows import attribute_key, can_change
from . import CALLS, FORMS, bound_to
from .attributes import get_attribute
from .general import (
    Handler,
    Operands,
    acting,
    asks_operands,
    delegates,
    might_write_elsewhere,
    reads,
    runs_code,
    unknown,
)
from .iterators import exhaust

_context_of = BaseException.__dict__["__context__"].__get__
# those that look at one place, or at none if they raise
_LOOKS = ("get_item", "has_item", "get_attribute", "has_attribute", "get_attributes", "measures", "get_slice")
# those that write to one place, or to none if they raise
_PLACES = ("set_item", "delete_item", "pop", "pop_last", "pop_first", "pop_key", "set_default", "insert", "append",
           "appendleft", "set_attribute", "delete_attribute", "change")  # fmt: skip


def raised(memory: Memory, node: Any) -> None:
    """An exception came out of a statement; the frames that ran in it tell what they did."""
    _links(memory, node)
    statement = node.statement
    if statement is None or node.call is not None:
        return
    expression = statement.expression
    if isinstance(expression, Load):
        _looked(memory, node, expression)
    elif isinstance(expression, Special):
        if expression.name in ("yield_from", "await"):
            delegates(memory, node, node._reads)
        else:
            _acted(memory, stand_in(node, statement), FORMS.get(expression.name), node._reads)
    elif isinstance(expression, Call):
        _called(memory, stand_in(node, statement))


def _links(memory: Memory, node: Any) -> None:
    """An exception that is raised again comes from where it was raised before, and its context from where that was; to
    raise it stores in it where that was, and its cause.
    """
    before, context = memory.raised.get(id(node.exception)), _context_of(node.exception)
    if before is not None and not node._reads and node.call is None:
        memory.reading.append(before)
    if before is None and id(context) in memory.raised:
        shadow = memory.shadow(node.exception)
        shadow.parts.setdefault(
            attribute_key(node.exception, "__context__"), (memory.raised[id(context)], memory.epoch)
        )
    memory.raised[id(node.exception)] = memory.at
    shadow, is_raise = memory.shadow(node.exception), node.statement is None and node.call is None
    for name in ("__traceback__", "__cause__") if is_raise and len(node._reads) > 1 else ("__traceback__",):
        for operand in node._reads[:1] if is_raise else ():
            might_write_elsewhere(memory, operand, name)
        shadow.parts[attribute_key(node.exception, name)] = memory.at, memory.epoch
    shadow.pending.append(memory.at)


def stand_in(node: Any, statement: Statement | None) -> PrimitiveCallNode:
    """The node that there would be, had it given something."""
    found = PrimitiveCallNode(node.parent, node.position, node.location, None, node._reads, statement)
    found._rare, found._vertex = node._rare, node._vertex
    return found


def _looked(memory: Memory, node: Any, load: Load) -> None:
    """`a.b`, or a name."""
    if node._reads:
        get_attribute(memory, stand_in(node, None), (node._reads[0], TapeConstant(load.name)))
    else:
        memory.read_name(memory.frame, load.name)


def _called(memory: Memory, node: Any) -> None:
    function = node._operands[0].value
    operands: Operands = node._operands[1:]
    expression = node._statement.expression
    handle = CALLS.get(id(function))
    if handle is None and not expression.starred:
        receiver, handle = bound_to(node, function)
        operands = (*receiver, *operands)
    if expression.starred or (handle is None and does(function) != "reads"):
        unknown(memory, node, (*operands, *acting(function)))
    elif is_iterating(function):
        _might_have_done_part(memory, node, handle, operands)
    else:
        _acted(memory, node, handle, operands)


def _acted(memory: Memory, node: Any, handle: Handler | None, operands: Operands) -> None:
    verb = handle.__name__ if handle is not None else "reads"
    if verb == "nothing":
        return
    if not operands or not can_change(operands[0].value):
        reads(memory, node, operands)
        if operands and verb in (*_PLACES, "in_place"):  # which an object would have done itself
            _might_have_written_instead(memory, verb, operands)
    elif verb in _LOOKS and handle is not None:
        handle(memory, node, operands)
        if is_a(operands[0].value, *SEQUENCES):  # an index that is not there
            memory.read_whole(operands[0].value, shape=True)
    elif verb == "advance":
        exhaust(memory, operands[0].value)
    elif verb in _PLACES:
        _might_have_written(memory, node, verb, operands)
    else:
        _might_have_done_part(memory, node, handle, operands)


def _might_have_written_instead(memory: Memory, verb: str, operands: Operands) -> None:
    """It could write to nothing, as there was a number, or None, where there might have been an object."""
    others = memory.instead_of_plain(operands[0])
    if others:
        name = operands[1].value if verb in ("set_attribute", "delete_attribute") else ""
        is_any = any(one is None for one in others)
        where = memory.selected(operands[:1])
        memory.diverted(MANY if is_any else (others, ()), where, operands[-1].value, str(name))


def _might_have_written(memory: Memory, node: Any, verb: str, operands: Operands) -> None:
    """It has found no place, and would have found one elsewhere."""
    if runs_code(memory, node):
        asks_operands(memory, operands)
    container = operands[0].value
    if verb.endswith("attribute") and type(operands[1].value) is str:
        memory.attribute(container, operands[1].value, None)
    else:
        memory.read_whole(container, shape=verb != "change")
    memory.aim(memory.shadow(container), operands, keys=operands[1:])


def _might_have_done_part(memory: Memory, node: Any, handle: Handler | None, operands: Operands) -> None:
    """What takes several steps has been stopped at one of them."""
    verb = handle.__name__ if handle is not None else "reads"
    if verb in READING:
        reads(memory, node, operands)
    else:
        unknown(memory, node, operands)
