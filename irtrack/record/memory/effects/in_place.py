"""Operators in place, of whatever is changed by them."""

from operator import imod
from typing import Any

from ..memory import Memory, is_array
from ..shadows import can_change
from .general import Operands, asks_keys, asks_operands, reads, runs_code, runs_own
from .mappings import looks_up
from .sequences import add, extend


def in_place(memory: Memory, node: Any, operands: Operands) -> None:
    """`a += b`: a write, if `a` is the same object afterwards."""
    target = operands[0].value
    if not can_change(target) and not can_change(operands[1].value):
        return
    if node._operands[0].value is imod:
        looks_up(memory, operands)
    if runs_code(memory, node):
        name = node._operands[0].value.__name__
        methods = (target, f"__{name}__"), (target, f"__{name[1:]}__"), (operands[1].value, f"__r{name[1:]}__")
        if node.value is not target or any(runs_own(memory, node, value, method) for value, method in methods):
            asks_operands(memory, operands)
            return  # a method of its own tells
    if node.value is not target or not can_change(target):
        add(memory, node, operands)
    elif type(target) is list and node._operands[0].value.__name__ == "iadd":
        extend(memory, node, operands)
    else:
        shadow = memory.aims(operands)
        reads(memory, node, operands)
        if issubclass(type(target), dict):
            asks_keys(memory, node, operands[1])
        if is_array(target):
            memory.wrote(shadow, shape=False)
            memory.fill(shadow, target, operands[1])
        else:
            memory.scrambled(shadow)
            memory.hold_given(shadow, operands[1])
