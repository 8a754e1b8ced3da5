"""What there is to say of each kind of node.

A *site* is what all runs of a statement have in common: the class of their nodes, the location, and some facts, such as
the name of an argument. The other things are links, to nodes or constants: one of its own, then what raised reads, then
the operands.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...record.nodes.kinds import (
    ArgumentNode,
    ConstantNode,
    CutNode,
    GapNode,
    JumpNode,
    NativeRootNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from .program import flag, many, number, optional, place, text


class Row(NamedTuple):
    """A kind of nodes. facts: attributes, and how they are read, those last that older files lack; link: the attribute
    that is one node or operand.
    """

    name: str
    cls: type[Node]
    facts: tuple[tuple[str, Callable[[Any], Any]], ...] = ()
    link: str = ""


def number_or_name(row: Any) -> int | str | None:
    return row if row is None or type(row) is str else number(row)


STATEMENT = "statement"  # so end the names of facts that are given by the number of a statement
_KEYWORDS = ("_keyword_names", many(text))
_STATEMENT = ("_statement", optional(number))
ROWS = (
    Row("argument", ArgumentNode, (("name", text), ("number", number_or_name)), "branch"),
    Row("constant", ConstantNode),
    Row("primitive call", PrimitiveCallNode, (_STATEMENT, _KEYWORDS)),
    Row("native root", NativeRootNode, (_STATEMENT, _KEYWORDS)),
    Row("nested call", NestedCallNode, (_STATEMENT, _KEYWORDS)),
    Row("special form", SpecialCallNode, (_STATEMENT,)),
    Row("jump", JumpNode, (("target", number), ("test", text), ("holds", flag)), "_condition"),
    Row("return", ReturnNode),
    Row(
        "raise",
        RaiseNode,
        (("statement", optional(number)), ("target", optional(number)), ("_place", optional(place))),
        "call",
    ),
    Row("gap", GapNode),
    Row("cut", CutNode),
)
