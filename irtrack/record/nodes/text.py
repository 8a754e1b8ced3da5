"""The text of one node: IRTracker's look, in Python's own notation.

It is built as *spans*, characters with a style; whatever has colours shows the same characters as `str(node)`.
"""

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...ir.language import EFFECTS
from ..past import shown, shown_operand
from ..values import callable_name, marked_text, short_name, typed_parts, value_text, visible
from .kinds import (
    ArgumentNode,
    CallNode,
    CutNode,
    GapNode,
    JumpNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .nested import NestedCallNode
from .node import Node
from .tape import TapeConstant, TapeExpression, TapeReference

LONGEST = 400  # characters of an expression


class Span(NamedTuple):
    """Characters, and what they are: `@4` in the style "reference". "" is what needs no colour."""

    text: str
    style: str = ""


def plain(spans: Iterable[Span]) -> str:
    """The characters of spans."""
    return "".join([span.text for span in spans])


def node_text(node: Node) -> str:
    """One line: `@4: [§1:%4] @2 * ⟨0⟩ → 0.0::float`, or `h(⟨2.0⟩, ⟨2⟩) → 3.0::float` for a root."""
    return plain(node_spans(node))


def node_spans(node: Node) -> list[Span]:
    """The same in pieces, each of which can be printed: nothing in them moves a cursor."""
    return [Span(visible(text), style) for text, style in _node(node) if text]


def _node(node: Node) -> Iterator[Span]:
    if node.parent is None:
        if isinstance(node, CallNode):
            yield from _expression(root_expression(node))
            yield from _result(node)
        else:  # a hook has just made it
            yield from _body(node)
        return
    yield Span(f"@{node.position}:", "position")
    if node.location is not None or not isinstance(node, NestedCallNode | CutNode):  # called by a root in C
        yield Span(f" [{place_text(node)}]", "place")
    yield Span(" ")
    yield from _body(node)


def place_text(node: Node) -> str:
    location = "?" if node.location is None else str(node.location)
    return f"Arg:{location}" if isinstance(node, ArgumentNode) else location


def root_expression(node: Node) -> str:
    assert isinstance(node, CallNode)
    expression = node.expression
    function = expression.function.value

    def text(operand: TapeExpression) -> str:  # as it was when the run began
        if not isinstance(operand, TapeConstant) or operand.name:
            return repr(operand)
        return f"⟨{marked_text(*shown_operand(node, operand.value))}⟩"

    # the root prints its function bare: `h(⟨2.0⟩, ⟨2⟩)`
    return expression.show(text).replace(f"⟨{callable_name(function)}⟩(", f"{callable_name(function)}(", 1)


def _body(node: Node) -> Iterator[Span]:
    match node:
        case ArgumentNode():
            argument = _argument_text(node)
            yield from _expression(argument)
            yield from _value(node, " → " if argument else "→ ")
            yield from _metadata(node)
        case JumpNode():
            yield Span(f"goto §{node.target or '?'}", "jump")
            yield from _expression(_passed(node))
            yield from _since(node)
            yield from _metadata(node)
        case ReturnNode():
            yield Span("return", "jump")
            yield from _expression(f" {node.operands[0]!r}")
            yield from _result(node)
        case RaiseNode():
            yield from _raise(node)
            yield from _metadata(node)
        case CutNode():
            yield Span("… what ran before was not kept", "constant")
            yield from _metadata(node)
        case GapNode():
            yield Span(f"$(gap)({node.value})", "error")
        case SpecialCallNode() if not node.name:
            yield from _value(node, "→ ")
            yield from _metadata(node)
        case SpecialCallNode() if node.name in EFFECTS or node.name.startswith("set_"):
            yield from _expression(repr(node.expression))
            yield from _metadata(node)
        case _:
            yield from _expression(repr(node.expression))
            yield from _result(node)


_OPERAND = re.compile(r"(?P<reference>@(?:\d+|…)(#\w+)?)|(?P<constant>⟨[^⟨⟩]*(⟨[^⟨⟩]*⟩[^⟨⟩]*)*⟩)")


def _expression(text: str) -> Iterator[Span]:
    """References and constants, and what is between them. A very long expression is cut in its middle."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST - 60]} ... {text[-50:]}"
    done = 0
    for found in _OPERAND.finditer(text):
        yield Span(text[done : found.start()])
        yield Span(found[0], found.lastgroup or "")
        done = found.end()
    yield Span(text[done:])


def _result(node: Node) -> Iterator[Span]:
    if isinstance(node, CallNode) and node.exception is not None:
        yield Span(f" raises {value_text(node.exception)}", "error")
    else:
        yield from _value(node)
    yield from _metadata(node)


def _value(node: Node, arrow: str = " → ") -> Iterator[Span]:
    """`→ [1, 2]::list`"""
    text, kind, mark = typed_parts(*shown(node))
    yield Span(arrow)
    yield Span(text, "value")
    yield Span(kind, "type")
    yield Span(mark, "mark")


_REASONS = ("native", "no snapshot")


def _metadata(node: Node) -> Iterator[Span]:
    """Metadata in braces; the library's own reasons are asked for by `node.metadata`, not printed."""
    own = [(key, value) for key, value in (node._metadata or {}).items() if key not in _REASONS]
    if own:
        yield Span(" {" + ", ".join(f"{_key_text(key)}: {value_text(value)}" for key, value in own) + "}", "metadata")


def _key_text(key: object) -> str:
    return short_name(key) if type(key) is str else value_text(key)


def _argument_text(node: ArgumentNode) -> str:
    if node.branch is None or node.number is None:
        return node.name
    source = f"@{node.branch.position}#{node.number}"
    return f"{node.name} = {source}" if node.name else source


def _passed(node: Node) -> str:
    return f" ({', '.join(map(repr, node.operands))})" if node.operands else ""


def _since(node: JumpNode) -> Iterator[Span]:
    if node.condition is None or node.test == "has more":
        return
    before, behind = "" if node.holds else "not ", ""
    if node.test:
        is_none = "is None" if node.holds else "is not None"
        before, behind = "", f" {is_none if node.test == 'is None' else node.test}"
    yield Span(f" since {before}", "jump")
    yield from _expression(repr(node.condition))
    yield Span(behind, "jump")


def _raise(node: RaiseNode) -> Iterator[Span]:
    raised = value_text(node.exception)
    if node.call is not None:
        yield Span(f"@{node.call.position}", "reference")
        yield Span(f" raises {raised}", "error")
    elif node.expression is not None:
        yield from _expression(repr(node.expression))
        yield Span(f" raises {raised}", "error")
    else:
        yield Span(f"raise {raised}", "error")
    if node.target is not None:
        yield Span(f", goto §{node.target}", "jump")
        yield from _expression(_passed_values(node))


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
    line = above.log.source_line(node.file, node.line) if above is not None else ""
    return visible(line.rstrip("\r\n").expandtabs())


def cut(source: str, width: int = 200) -> str:
    """As much of a line of source as is shown: its beginning."""
    return source if len(source) <= width else source[: width - 3] + "..."


def source_text(node: Node) -> str:
    """`examples/h.py:1`: where the function of a root is defined."""
    ir = node.body_ir if isinstance(node, NestedCallNode) else None
    if ir is None:
        return ""
    return f"{shown_path(ir.filename)}:{ir.line}"


def shown_path(path: str) -> str:
    """A file's path as it is printed: from the current directory on, if it lies in there."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return visible(path)
    return visible(path if relative.startswith("..") else relative)
