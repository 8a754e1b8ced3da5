"""Attributes and names."""

from typing import Any

from ...tape import TapeConstant
from ..memory import Memory, attribute_key, is_array
from .general import Handler, Operands, runs_code, took


def get_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    if runs_code(memory, node) or len(operands) < 2 or type(operands[1].value) is not str:
        return  # a property tells itself
    if not is_array(operands[0].value):  # of an array: a view, or its shape
        took(memory, node, memory.attribute(operands[0].value, operands[1].value, node.value))


def has_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    if not runs_code(memory, node) and type(operands[1].value) is str and not is_array(operands[0].value):
        memory.attribute(operands[0].value, operands[1].value, None)


def set_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    if runs_code(memory, node):
        return
    owner = operands[0].value
    shadow = memory.shadow(owner)
    memory.aim(shadow, operands)
    shadow.parts[attribute_key(owner, operands[1].value)] = memory.at, memory.epoch
    shadow.pending.append(memory.at)
    shadow.hold(operands[2].value)


def delete_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    set_attribute(memory, node, (*operands[:2], TapeConstant(None)))


def load(memory: Memory, node: Any, operands: Operands) -> None:
    name = operands[0].value
    took(memory, node, memory.read_name(memory.frame, name))
    if node not in memory.origins:  # a comprehension has another variable of that name (3.12 and later)
        memory.reading += memory.stores.get(memory.place(memory.frame, name), ())


def store(memory: Memory, node: Any, operands: Operands) -> None:
    memory.store_name(memory.frame, operands[0].value)


ATTRIBUTE_VERBS = (get_attribute, has_attribute, set_attribute, delete_attribute)
ATTRIBUTE_FORMS: dict[str, Handler] = {
    "setattr": set_attribute, "delattr": delete_attribute, "load": load, "store": store, "delete": store,
}  # fmt: skip
