"""Pictures of a record: boxes, and arrows between them. How they are written is in dot.py, mermaid.py and networkx.py.

A picture has a box for each node; a call that is opened is a frame around its own box and those of what ran in it.

| arrow | from, to |
|---|---|
| "reference" | what a node was computed from, the node; what was passed, the parameter |
| "jump" | a jump, what ran next |
| "return" | the end of a call, its box |
| "memory" | what put a value into memory, the node that found it there; only where it is asked for |
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..ask.counts import check_count
from ..ask.slices import Slice
from ..record.nodes.axes import Parent, Preceding
from ..record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode, ReturnNode
from ..record.nodes.node import Node
from ..record.nodes.text import Span, node_spans, plain
from ..record.values import described
from .page import Options, walk

LIMIT = 150  # boxes of a picture that somebody can read
WIDTH = 60  # characters of a line in a box


class Box(NamedTuple):
    """A node, at its depth in the frames of the picture."""

    node: Node
    depth: int


class Arrow(NamedTuple):
    """From one box to another, and why."""

    source: Node
    target: Node
    kind: str


class Picture(NamedTuple):
    """Boxes in document order, and the arrows between them."""

    boxes: list[Box]
    arrows: list[Arrow]


def picture(name: str, what: Node | Slice, levels: int, library: bool, memory: bool, limit: int | None) -> Picture:
    """The picture of a node, or of a slice. `name`: of the function that was asked for it.

    Raises TypeError for anything else; ValueError for more boxes than `limit`, without looking further.
    """
    check_count("levels", levels, optional=False)
    check_count("limit", limit)
    if isinstance(what, Slice):
        found = _nested(what)
    elif isinstance(what, Node):
        rows = walk(what, Options(levels, library))
        found = (Box(row.node, row.depth) for row in rows if isinstance(row.node, Node))
    else:
        raise TypeError(f"{name}() takes a node, as track() returns it, or a slice, not {described(what)}")
    boxes: list[Box] = []
    for box in found:
        if limit is not None and len(boxes) == limit:
            raise ValueError(
                f"{name}() would give more than {limit:,} nodes, too many for a picture: take a call within, as in "
                f"{name}(node[10]), fewer levels, a slice, as in {name}(backward_slice(node)), or another limit "
                "(None for none)"
            )
        boxes.append(box)
    shown = {box.node for box in boxes}
    arrows = [arrow for arrow in _arrows(boxes, shown, memory) if arrow.source in shown and arrow.target in shown]
    return Picture(boxes, list(dict.fromkeys(arrows)))


def _nested(nodes: Slice) -> Iterator[Box]:
    """The nodes of a slice, within those of its calls that it has."""
    depths: dict[Node, int] = {}
    for node in nodes:
        above = node.parent
        while above is not None and above not in depths:
            above = above.parent
        depths[node] = depths[above] + 1 if above is not None else 0
        yield Box(node, depths[node])


def _arrows(boxes: list[Box], shown: set[Node], memory: bool) -> Iterator[Arrow]:
    for node, _ in boxes:
        yield from (Arrow(one, node, "reference") for one in node.referenced(Preceding | Parent))
        if isinstance(node, JumpNode | RaiseNode) and node.parent is not None:
            following = node.parent.children[node.position : node.position + 1]
            yield from (Arrow(node, one, "jump") for one in following)
        if isinstance(node, ReturnNode) and node.parent is not None:
            yield Arrow(node, node.parent, "return")
        source = node.source if memory and not isinstance(node, ArgumentNode) else None
        if source is not None and not isinstance(source, ReturnNode):  # these have arrows already
            yield Arrow(source, node, "memory")


def box_lines(node: Node) -> list[str]:
    """The text of a box: `@4: guess + 1` and `→ 2::int`, without the place."""
    spans = [span for span in node_spans(node) if span.style != "place"]
    arrow = next((number for number, span in enumerate(spans) if span.text.strip() == "→"), len(spans))
    lines = _cut(spans[:arrow]), _cut(spans[arrow:])
    return [line for line in lines if line]


def _cut(spans: Iterable[Span]) -> str:
    text = plain(spans).strip()
    return text if len(text) <= WIDTH else text[: WIDTH - 3] + "..."


def opened(boxes: list[Box]) -> Iterator[tuple[Box, bool, int]]:
    """Each box, whether a frame begins with it, and how many frames end behind it."""
    frames = 0
    for box, depth in zip(boxes, [*[box.depth for box in boxes[1:]], 0], strict=False):
        opens = depth > box.depth
        frames += opens
        closes = 0 if opens else frames - depth
        frames -= closes
        yield box, opens, closes
