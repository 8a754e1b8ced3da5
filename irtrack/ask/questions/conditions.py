"""What decided at a branch, in values: `9.5 > 5`, `not 3 > 5`, `the iterator has no more`."""

import re
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, WrapperDescriptorType
from typing import Any

from ...record.classes import is_a
from ...record.nodes.kinds import ConstantNode, JumpNode, RaiseNode, StatementNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant, TapeReference
from ...record.values import callable_name, value_text

_FUNCTIONS = FunctionType, BuiltinFunctionType, MethodType, MethodDescriptorType, WrapperDescriptorType
_FUNCTION = re.compile(r"^⟨([^⟨⟩]*)⟩\(")


def condition_text(jump: JumpNode) -> str:
    """Why a jump went where it went, with the values at that time."""
    condition = jump.condition
    if condition is None:
        return ""
    if jump.test == "has more":
        return f"there is another item of {value_text(_gone_through(jump))}"
    if jump.test == "is exhausted":
        return f"there are no more items of {value_text(_gone_through(jump))}"
    node = jump._condition
    text = value_text(condition.value)
    if jump.test == "is None":
        return f"{text} is {'None' if jump.holds else 'not None'}"
    if jump.test:
        return f"{text} {jump.test}"
    if isinstance(node, StatementNode) and not isinstance(node, ConstantNode) and type(condition.value) is bool:
        text = in_values(node)
    elif type(condition.value) is not bool:
        return f"{text} is {'true' if jump.holds else 'false'}"
    return text if jump.holds else f"not {text}"


def in_values(node: Node) -> str:
    """The expression of a node with the values of its operands: `9.5 > 5`."""
    expression = node.expression
    show = getattr(expression, "show", None)
    return _FUNCTION.sub(r"\1(", str(show(_operand_text))) if show is not None else repr(expression)


def _operand_text(operand: Any) -> str:
    if isinstance(operand, (TapeReference, TapeConstant)) and is_a(operand.value, *_FUNCTIONS):
        return getattr(operand, "name", None) or callable_name(operand.value)
    if isinstance(operand, TapeReference):
        return value_text(operand.node.snapshot)
    if isinstance(operand, TapeConstant):
        return operand.name if operand.name and callable(operand.value) else value_text(operand.value)
    return repr(operand)


def _gone_through(jump: JumpNode) -> Any:
    """What a loop went through: what its iterator was made of, if that is known."""
    made = jump._condition
    operands = made._operands if isinstance(made, StatementNode) else ()
    return operands[1].value if len(operands) > 1 and operands[0].value is iter else getattr(made, "value", None)


def decision_text(node: Node) -> str:
    """`since 9.5 > 5`, `it raised ValueError('x')`"""
    if isinstance(node, JumpNode):
        return f"since {condition_text(node)}"
    if isinstance(node, RaiseNode):
        return f"raised {value_text(node.exception)}"
    return ""
