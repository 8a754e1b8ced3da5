"""printlevels: the tree of a record, down to a level."""

import sys
from collections.abc import Iterator
from typing import TextIO

from ..record.cuts import cut_of, ends_at_cut
from ..record.nodes import NestedCallNode, Node
from ..record.progress import MANY, is_terminal, passed, progress
from ..record.text import node_text, source_text
from ..record.values import value_text

LIMIT = 200  # lines
COUNTED = 50_000  # entries of the log that are decoded to say how many lines are left
_PLACE_COLUMN = 55


def printlevels(
    node: Node, levels: int = 2, *, library: bool = False, limit: int | None = LIMIT, file: TextIO | None = None
) -> None:
    """Print a node and what is below it.

    levels: how many levels of nesting are shown, the node itself included. library: open calls into the standard
    library and installed packages too. limit: how many lines at most (None: all). file: instead of sys.stdout.

    Raises TypeError if `node` is no node, or levels or limit no number; ValueError if they are below 1.
    """
    if not isinstance(node, Node):
        raise TypeError(f"printlevels() takes a node, as track() returns it, not {value_text(node)}")
    _check_count("levels", levels)
    if limit is not None:
        _check_count("limit", limit)
    if file is not None and not callable(getattr(file, "write", None)):
        raise TypeError(f"file is what text can be written to, such as sys.stderr, not {value_text(file)}")
    out = sys.stdout if file is None else file
    for shown, (depth, child) in enumerate(_told(node, levels, library, out)):
        if limit is not None and shown >= limit:
            print(
                f"... {_left(node, levels, library, shown)}: printlevels(node, {levels}, limit=None) shows all",
                file=out,
            )
            return
        text = "  " * depth + node_text(child)
        if shown == 0 and (source := source_text(child)):
            text = f"{text:<{_PLACE_COLUMN}} {source}"
        print(text, file=out)
    if ends_at_cut(node):
        print(f"... here the recording stopped: {cut_of(node)}", file=out)


def _check_count(name: str, count: object) -> None:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"{name} is a whole number from 1, not {value_text(count)}")
    if count < 1:
        raise ValueError(f"{name} is a whole number from 1, not {count}")


def walk(node: Node, levels: int, library: bool) -> Iterator[tuple[int, Node]]:
    """(depth, node) in the order of printing; iterative, because records are deeper than the recursion limit."""
    stack = [(0, iter((node,)))]
    while stack:
        depth, siblings = stack[-1]
        for child in siblings:
            yield depth, child
            if depth + 1 < levels and _opens(child, depth, library):
                stack.append((depth + 1, iter(child) if isinstance(child, NestedCallNode) else iter(child.children)))
                break
        else:
            stack.pop()


def _told(node: Node, levels: int, library: bool, out: TextIO) -> Iterator[tuple[int, Node]]:
    """The same, which tells how far it is, unless the lines themselves go to a terminal."""
    if is_terminal(out):
        yield from walk(node, levels, library)
        return
    with progress("printing") as step:
        for shown, (depth, child) in enumerate(walk(node, levels, library)):
            if not shown % MANY:
                step(_printed, child, node)
            yield depth, child


def _printed(child: Node, node: Node) -> float:
    while child.parent is not None and child.parent is not node:
        child = child.parent
    left = node.undecoded if isinstance(node, NestedCallNode) else 0
    return child.position / (child.position + left) if left else passed(child, node)


def _opens(node: Node, depth: int, library: bool) -> bool:
    """Is what is below the node shown?"""
    if isinstance(node, NestedCallNode):
        return depth == 0 or library or not is_library(node)
    return bool(node.children)


def _left(node: Node, levels: int, library: bool, shown: int) -> str:
    """How many lines are left; of a long record an estimate, since counting them would mean decoding all of it."""
    undecoded = node.undecoded if isinstance(node, NestedCallNode) else 0
    if undecoded > COUNTED:
        return f"more than {undecoded // 2:,} more lines"
    return f"{count(node, levels, library) - shown} more lines"


def count(node: Node, levels: int, library: bool) -> int:
    return sum(1 for _ in walk(node, levels, library))


def is_library(node: NestedCallNode) -> bool:
    """Does the entered function belong to the standard library or an installed package?"""
    return node.log.is_library(node.start)
