"""How answers print: the place of a node, and its line of source."""

from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import cut, shown_path
from ...record.values import visible


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
    if node.parent is None and isinstance(node, NestedCallNode):
        return code_at(node, node.body_ir.line) or str(node)
    return code_at(node.parent, node.line) or str(node)


def code_at(node: Node | None, line: int | None) -> str:
    """`97  scaled = centred / spread`: a line of the file of a node; "" where it is not to be had."""
    file = file_of(node)
    above = node
    while above is not None and not isinstance(above, NestedCallNode):
        above = above.parent
    source = above.log.source_line(file, line).strip() if above is not None and file is not None and line else ""
    return f"{line}  {cut(visible(source.expandtabs()))}" if source else ""


def file_of(node: Node | None) -> str | None:
    """The file of the function that a call entered, or in which another node ran."""
    if isinstance(node, NestedCallNode):
        return node.body_ir.filename
    return node.file if node is not None else None


def times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def where_at(call: Node | None) -> str:
    """`in standardise, examples/nan.py`: in the function that was called."""
    return f"in {call.body_ir.name}, {shown_path(call.body_ir.filename)}" if isinstance(call, NestedCallNode) else ""
