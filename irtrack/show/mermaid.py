"""to_mermaid: a record as a picture for pages in Markdown."""

from ..ask.slices import Slice
from ..record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode, ReturnNode
from ..record.nodes.node import Node
from .graph import LIMIT, Box, box_lines, opened, picture

_SHAPES: list[tuple[type[Node], tuple[str, str]]] = [
    (ArgumentNode, ("(", ")")),
    (JumpNode, ("{{", "}}")),
    (RaiseNode, ("{{", "}}")),
    (ReturnNode, ("([", "])")),
    (Node, ("[", "]")),
]
_LINES = {"reference": "-->", "jump": "-.->", "return": "-.->", "memory": "==>"}
_PLAIN = frozenset(" .,:_→⟨⟩§+=/")  # that mean nothing to Mermaid within quotes


def to_mermaid(
    what: Node | Slice, levels: int = 2, *, library: bool = False, memory: bool = False, limit: int | None = LIMIT
) -> str:
    """A node with what is below it, or a slice, as a flowchart in Mermaid, which GitHub shows in a ```mermaid block.

    levels, library: as in `printlevels`. memory: arrows from what put a value into memory to what found it there, too.
    limit: how many boxes at most; None for any number.

    Raises ValueError, without looking further, if there would be more.
    """
    boxes, arrows = picture("to_mermaid", what, levels, library, memory, limit)
    numbers = {box.node: number for number, box in enumerate(boxes)}
    lines, depth = ["flowchart TD"], 1
    for box, opens, closes in opened(boxes):
        number = numbers[box.node]
        if opens:
            lines.append("  " * depth + f'subgraph c{number}[" "]')
            depth += 1
        lines.append("  " * depth + _box(box, number))
        for _ in range(closes):
            depth -= 1
            lines.append("  " * depth + "end")
    lines += [f"  n{numbers[one]} {_LINES[kind]} n{numbers[other]}" for one, other, kind in arrows]
    return "\n".join(lines)


def _box(box: Box, number: int) -> str:
    left, right = next(shape for kind, shape in _SHAPES if isinstance(box.node, kind))
    return f'n{number}{left}"{"<br/>".join(map(_escaped, box_lines(box.node)))}"{right}'


def _escaped(line: str) -> str:
    return "".join(c if c.isalnum() or c in _PLAIN else f"#{ord(c)};" for c in line)
