"""Which nodes a page shows, and in which lines.

print(page(record, 3))          str(page), for rich `rich.print(page)`, in a notebook `page`
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..record.nodes.cuts import cut_of, ends_at_cut
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..record.nodes.text import Span, cut, node_spans, plain, source_line, source_text
from ..record.values import visible
from .choice import Predicate, predicate
from .folding import Turns, folded

LIMIT = 200  # lines
COUNTED = 50_000  # entries of the log that are decoded to say how many lines are left
NEIGHBOURS = 5  # nodes before and after the one that a page is about
_PLACE_COLUMN = 55
_SOURCE_COLUMN = 70
_SOURCE_WIDTH = 100


class Row(NamedTuple):
    """A node at its depth; or a note in its place, which says what is left out there."""

    depth: int
    node: Node | Turns | str


class Line(NamedTuple):
    """A row as it is shown: `  @4: [§1:%4] @2 * ⟨0⟩ → 0.0::float`, without what indents it."""

    depth: int
    spans: list[Span]
    is_chosen: bool = False

    @property
    def indented(self) -> list[Span]:
        if self.is_chosen and self.depth:
            return [Span("  " * (self.depth - 1)), Span("> ", "chosen"), *self.spans]
        return [Span("  " * self.depth), *self.spans]


class Options(NamedTuple):
    """What a page shows of a record, as `printlevels` takes it."""

    levels: int
    library: bool = False
    source: bool = False
    fold: bool = False
    only: Any = None
    around: Node | None = None
    limit: int | None = LIMIT


class Page:
    """`<page of @4: 2 levels>`: lines of a record, made while they are printed. `str` gives all of them."""

    def __init__(self, node: Node, options: Options) -> None:
        self.node = node
        self.options = options
        self.more = ""  # what shows all lines, if not `printlevels`

    def rows(self) -> Iterator[Row]:
        """All rows, whatever the limit."""
        options = self.options
        if options.around is not None:
            return around(self.node, options.around, options)
        if options.only is not None:
            return chosen(walk(self.node, options), predicate(options.only))
        return walk(self.node, options)

    def lines(self, rows: Iterable[Row] | None = None) -> Iterator[Line]:
        """The lines up to the limit, and what is to be said at the end."""
        previous: Node | None = None
        limit, shown = self.options.limit, 0
        for shown, row in enumerate(self.rows() if rows is None else rows, 1):
            if limit is not None and shown > limit:
                yield note(f"... {self._left(limit)}: {self._call()} shows all")
                return
            if not isinstance(row.node, Node):
                yield note(str(row.node), row.depth)
                continue
            spans = self._spans(row.node, row.depth, previous)
            yield Line(row.depth, spans, row.node is self.options.around)
            previous = row.node
        if self.options.only is not None and shown <= 1:
            yield note(f"... no other node is what only= asks for, down to level {self.options.levels:,}")
        if ends_at_cut(self.node):
            yield note(f"... here the recording stopped: {cut_of(self.node)}")

    def _spans(self, node: Node, depth: int, previous: Node | None) -> list[Span]:
        """The spans of a line, with what stands beside it."""
        spans = node_spans(node)
        beside, column = "", _PLACE_COLUMN
        if previous is None:
            beside = source_text(node)
        elif self.options.source and (node.parent is not previous.parent or node.line != previous.line):
            beside, column = beside_text(node), _SOURCE_COLUMN
        if beside:
            width = 2 * depth + sum(len(span.text) for span in spans)
            spans.append(Span(" " * (column - width) + " "))
            spans.append(Span(visible(beside), "source"))
        return spans

    def _call(self) -> str:
        """How to print all of it."""
        if self.more:
            return self.more
        named = {"library": self.options.library, "source": self.options.source, "fold": self.options.fold}
        options = "".join(f"{name}=True, " for name, value in named.items() if value)
        options += "only=..., " if self.options.only is not None else ""
        options += "around=..., " if self.options.around is not None else ""
        return f"printlevels(node, {self.options.levels}, {options}limit=None)"

    def _left(self, shown: int) -> str:
        """How many lines are left; of a long record an estimate, since counting them would mean decoding all of it."""
        undecoded = self.node.undecoded if isinstance(self.node, NestedCallNode) else 0
        if undecoded > COUNTED:
            return f"more than {undecoded // 2:,} more lines"
        left = -shown
        for left, _ in enumerate(self.rows(), 1 - shown):
            if left > COUNTED:
                return f"more than {COUNTED:,} more lines"
        return f"{left} more lines"

    def _levels(self) -> str:
        return "1 level" if self.options.levels == 1 else f"{self.options.levels:,} levels"

    def __str__(self) -> str:
        return "\n".join(plain(line.indented) for line in self.lines())

    def __repr__(self) -> str:
        return f"<page of {self.node.short()}: {self._levels()}>"

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from .styles import rich_text

        for line in self.lines():
            yield rich_text(line.indented)

    def _repr_html_(self) -> str:
        from .html import html

        return html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def note(text: str, depth: int = 0) -> Line:
    return Line(depth, [Span(text, "note")])


def beside_text(node: Node) -> str:
    """`12  guess = improve(guess, x)`: the line of source at which a node ran."""
    source = cut(source_line(node).strip(), _SOURCE_WIDTH)
    return f"{node.line:>4}  {source}" if node.line is not None and source else ""


# -- rows -------------------------------------------------------------------------------------------------------------


def walk(node: Node, options: Options) -> Iterator[Row]:
    """Rows in the order of printing; iterative, because records are deeper than the recursion limit."""
    stack: list[tuple[int, Iterator[Node | Turns]]] = [(0, iter((node,)))]
    while stack:
        depth, siblings = stack[-1]
        for child in siblings:
            yield Row(depth, child)
            if isinstance(child, Node) and depth + 1 < options.levels and _opens(child, depth, options.library):
                below = iter(child) if isinstance(child, NestedCallNode) else iter(child.children)
                stack.append((depth + 1, folded(below) if options.fold else below))
                break
        else:
            stack.pop()


def _opens(node: Node, depth: int, library: bool) -> bool:
    """Is what is below the node shown?"""
    if isinstance(node, NestedCallNode):
        return depth == 0 or library or not is_library(node)
    return bool(node.children)


def is_library(node: NestedCallNode) -> bool:
    """Does the entered function belong to the standard library or an installed package?"""
    return node.log.is_library(node.start)


def chosen(rows: Iterable[Row], is_wanted: Predicate) -> Iterator[Row]:
    """Of some rows the nodes that are wanted, the calls that they lie in, and the first row."""
    above: list[Row] = []  # the calls around the row, those that were given already as well
    given = 0  # how many of them were
    for row in rows:
        del above[row.depth :]
        given = min(given, row.depth)
        above.append(row)
        if not given or is_wanted(row.node):  # type: ignore[arg-type]  # nothing is folded here
            yield from above[given:]
            given = len(above)


def around(top: Node, node: Node, options: Options) -> Iterator[Row]:
    """The calls between two nodes, then the nodes before and after the second, and what is below it."""
    path = [node]
    while path[-1] is not top and path[-1].parent is not None:
        path.append(path[-1].parent)
    if path[-1] is not top:
        raise ValueError(f"around= is a node below the one that is printed, which {node.short()} is not: {node}")
    yield from (Row(depth, one) for depth, one in enumerate(reversed(path[1:])))
    depth = len(path) - 1
    if node.parent is None or not depth:
        yield from walk(node, options)
        return
    siblings, position = node.parent.children, node.position
    first, last = max(1, position - NEIGHBOURS), min(len(siblings), position + NEIGHBOURS)
    if first > 1:
        yield Row(depth, f"... @1 to @{first - 1}" if first > 2 else "... @1")
    yield from (Row(depth, one) for one in siblings[first - 1 : position - 1])
    yield from (Row(depth + row.depth, row.node) for row in walk(node, options))
    yield from (Row(depth, one) for one in siblings[position:last])
    if last < len(siblings):
        yield Row(depth, f"... @{last + 1} to @{len(siblings)}" if last + 1 < len(siblings) else f"... @{last + 1}")
