"""The text of one node: IRTracker's look, in Python's own notation."""

import os
from typing import Any

from ..ir.language import EFFECTS
from .nodes import (
    ArgumentNode,
    CallNode,
    GapNode,
    JumpNode,
    NestedCallNode,
    Node,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .tape import TapeConstant, TapeReference
from .values import callable_name, typed_text, value_text


def node_text(node: Node) -> str:
    """One line: `@4: [§1:%4] @2 * ⟨0⟩ → 0.0::float`, or `h(⟨2.0⟩, ⟨2⟩) → 3.0::float` for a root."""
    if node.parent is None:
        return f"{root_expression(node)}{result_text(node)}"
    if node.location is None and isinstance(node, NestedCallNode):  # what a root written in C has called
        return f"@{node.position}: {body_text(node)}"
    return f"@{node.position}: [{place_text(node)}] {body_text(node)}"


def place_text(node: Node) -> str:
    location = "?" if node.location is None else str(node.location)
    return f"Arg:{location}" if isinstance(node, ArgumentNode) else location


def root_expression(node: Node) -> str:
    assert isinstance(node, CallNode)
    expression = node.expression
    function = expression.function.value
    # the root prints its function bare: `h(⟨2.0⟩, ⟨2⟩)`
    return expression.show(repr).replace(f"⟨{callable_name(function)}⟩(", f"{callable_name(function)}(", 1)


def body_text(node: Node) -> str:
    match node:
        case ArgumentNode():
            return f"{_argument_text(node)} → {typed_text(node.value)}{metadata_text(node)}".lstrip()
        case JumpNode():
            return f"goto §{node.target}{_passed(node)}{_since(node)}{metadata_text(node)}"
        case ReturnNode():
            return f"return {node.operands[0]!r}{result_text(node)}"
        case RaiseNode():
            return _raise_text(node) + metadata_text(node)
        case GapNode():
            return f"$(gap)({node.value})"
        case SpecialCallNode():
            is_effect = node.name in EFFECTS or node.name.startswith("set_")
            return f"{node.expression!r}{metadata_text(node) if is_effect else result_text(node)}"
        case _:
            return f"{node.expression!r}{result_text(node)}"


def result_text(node: Node) -> str:
    if isinstance(node, CallNode) and node.exception is not None:
        return f" raises {value_text(node.exception)}{metadata_text(node)}"
    return f" → {typed_text(node.value)}{metadata_text(node)}"


def metadata_text(node: Node) -> str:
    """Metadata in braces; the library's own reasons are asked for by `node.metadata`, not printed."""
    shown = {key: value for key, value in getattr(node, "_metadata", {}).items() if key != "native"}
    return " {" + ", ".join(f"{key}: {value_text(value)}" for key, value in shown.items()) + "}" if shown else ""


def _argument_text(node: ArgumentNode) -> str:
    if node.branch is None or node.number is None:
        return node.name
    source = f"@{node.branch.position}#{node.number}"
    return f"{node.name} = {source}" if node.name else source


def _passed(node: Node) -> str:
    return f" ({', '.join(map(repr, node.operands))})" if node.operands else ""


def _since(node: JumpNode) -> str:
    if node.condition is None or node.test == "has more":
        return ""
    if node.test == "is None":
        return f" since {node.condition!r} is {'None' if node.holds else 'not None'}"
    if node.test:
        return f" since {node.condition!r} {node.test}"
    return f" since {'' if node.holds else 'not '}{node.condition!r}"


def _raise_text(node: RaiseNode) -> str:
    raised = value_text(node.exception)
    if node.call is not None:
        what = f"@{node.call.position} raises {raised}"
    elif node.expression is not None:
        what = f"{node.expression!r} raises {raised}"
    else:
        what = f"raise {raised}"
    return what if node.target is None else f"{what}, goto §{node.target}{_passed_values(node)}"


def _passed_values(node: RaiseNode) -> str:
    shown = ["exception" if operand is node else repr(_tape(operand)) for operand in node._operands]
    return f" ({', '.join(shown)})" if shown else ""


def _tape(operand: Any) -> Any:
    return operand if isinstance(operand, TapeConstant) else TapeReference(operand)


def source_line(node: Node) -> str:
    """The line of source at which the node ran; "" if it is not to be had. A loaded record has brought its own."""
    if node.file is None or node.line is None:
        return ""
    above: Node | None = node
    while above is not None and not isinstance(above, NestedCallNode):
        above = above.parent
    return above.log.source_line(node.file, node.line) if above is not None else ""


def source_text(node: Node) -> str:
    """`examples/h.py:1`: where the function of a root is defined."""
    ir = node.body_ir if isinstance(node, NestedCallNode) else None
    if ir is None:
        return ""
    path = ir.filename
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        relative = path
    return f"{relative if not relative.startswith('..') else path}:{ir.line}"
