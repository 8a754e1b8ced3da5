"""printlevels: the tree of a record, down to a level."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any, TextIO

from ..ask.counts import check_count
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..record.progress import MANY, Step, is_terminal, passed, progress
from ..record.values import value_text
from .choice import predicate
from .page import LIMIT, Options, Page, Row
from .styles import writer


def printlevels(
    node: Node,
    levels: int = 2,
    *,
    library: bool = False,
    source: bool = False,
    fold: bool = False,
    only: Any = None,
    around: Node | None = None,
    limit: int | None = LIMIT,
    file: TextIO | None = None,
) -> None:
    """Print a node and what is below it; in colour on a terminal.

    levels: how many levels of nesting are shown, the node itself included. library: open calls into the standard
    library and installed packages too. source: beside the nodes, the lines of source that they ran at. fold: of turns
    of a loop in which the same statements ran, only the first. only: which nodes, and the calls that they lie in: a
    kind of nodes, the name of a function, of a file, a line (`cart.py:12`), or a predicate. around: a node below; the
    calls that lead to it, and the nodes before and after it. limit: how many lines at most (None: all). file: instead
    of sys.stdout.

    Raises TypeError if `node` is no node, or levels or limit no number; ValueError if they are below 1.
    """
    options = Options(levels, library, source, fold, only, around, limit)
    made = page_of("printlevels", node, options)
    if file is not None and not callable(getattr(file, "write", None)):
        raise TypeError(f"file is what text can be written to, such as sys.stderr, not {value_text(file)}")
    out = sys.stdout if file is None else file
    write = writer(out)
    # of lines that go to a terminal one sees how far they are
    with nullcontext(None) if is_terminal(out) else progress("printing") as step:
        for line in made.lines(_told(made.rows(), node, step)):
            write(line.indented)


def page(
    node: Node,
    levels: int = 2,
    *,
    library: bool = False,
    source: bool = False,
    fold: bool = False,
    only: Any = None,
    around: Node | None = None,
    limit: int | None = LIMIT,
) -> Page:
    """What `printlevels` prints, as an object: `str` gives its text; rich and notebooks know how to show it."""
    return page_of("page", node, Options(levels, library, source, fold, only, around, limit))


def page_of(name: str, node: Node, options: Options) -> Page:
    """A page, if the arguments of the function of that name are right."""
    if not isinstance(node, Node):
        raise TypeError(f"{name}() takes a node, as track() returns it, not {value_text(node)}")
    check_count("levels", options.levels, optional=False)
    check_count("limit", options.limit)
    if options.only is not None:
        predicate(options.only)
    if options.around is not None and not isinstance(options.around, Node):
        raise TypeError(f"around= is a node of the record, not {value_text(options.around)}")
    given = [f"{key}=" for key in ("fold", "only", "around") if getattr(options, key) not in (None, False)]
    if len(given) > 1:
        raise ValueError(f"{' and '.join(given)} are two ways to choose what is shown: give one of them")
    return Page(node, options)


def _told(rows: Iterable[Row], node: Node, step: Step | None) -> Iterator[Row]:
    """The same rows; tells how far it is."""
    for shown, row in enumerate(rows):
        if step is not None and not shown % MANY and isinstance(row.node, Node):
            step(_printed, row.node, node)
        yield row


def _printed(child: Node, node: Node) -> float:
    while child.parent is not None and child.parent is not node:
        child = child.parent
    left = node.undecoded if isinstance(node, NestedCallNode) else 0
    return child.position / (child.position + left) if left else passed(child, node)
