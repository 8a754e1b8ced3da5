"""How answers print: the place of a node, and its line of source."""

from ...record.nodes import NestedCallNode, Node
from ...record.text import shown_path, source_line


def function_name(node: Node) -> str:
    """The name of the function in which a node ran."""
    ir = node.ir
    return ir.name if ir is not None else "?"


def where(node: Node) -> str:
    """`examples/nan.py:97, in standardise`"""
    if node.parent is None and isinstance(node, NestedCallNode):
        return f"{shown_path(node.body_ir.filename)}:{node.body_ir.line}"
    if node.file is None:
        return "outside of any function"
    line = f":{node.line}" if node.line is not None else ""
    return f"{shown_path(node.file)}{line}, in {function_name(node)}"


def code_line(node: Node) -> str:
    """`97  scaled = centred / spread`: the source of a node; what it did, where that is not to be had."""
    source = source_line(node).strip()
    return f"{node.line}  {source}" if source else str(node)
