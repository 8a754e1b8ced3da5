"""stats(): how large a record is."""

from typing import Any, NamedTuple

import numpy as np

from ..progress import MANY, passed, progress
from .cuts import cut_of
from .nested import NestedCallNode
from .node import Node

_ENTRY = 8  # bytes of a place in a list


class Stats(NamedTuple):
    """`113 entries, 128 nodes in 21 frames, 2 deep, 904 bytes`: how large a record, or the part of it in a node, is.

    entries: of the log, values and marks; those of a generator's frame up to the last piece, with all that ran in
    between. 0 for what has no log: a node that is no call, calls of a loaded record, or of one that `update` made.
    nodes: the node itself, and all below it. frames: calls among these that were entered. depth: how many of these lie
    within one another, at most. bytes: 8 for each entry, and the memory of the numpy arrays that the log holds, each
    once, as whole as they are kept alive by a view. Not counted are other values, and nodes that were looked at.
    cut: the bound that has cut the record, "" if it is whole.
    """

    entries: int
    nodes: int
    frames: int
    depth: int
    bytes: int
    cut: str

    def __str__(self) -> str:
        size = f"{self.entries:,} entries, {self.nodes:,} nodes in {self.frames:,} frames, {self.depth:,} deep"
        return f"{size}, {_bytes_text(self.bytes)}{f', cut by {self.cut}' if self.cut else ''}"


def _bytes_text(count: int) -> str:
    for unit, size in ("GB", 10**9), ("MB", 10**6), ("kB", 10**3):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def stats(node: Node) -> Stats:
    """How large a node is with all below it. Calls at which nobody has looked are decoded for it, and forgotten."""
    cut = cut_of(node)
    entries = _entries(node)
    nodes = frames = depth = 0
    stack: list[tuple[Node, int]] = [(node, 0)]
    with progress("counting") as step:
        while stack:
            one, level = stack.pop()
            nodes += 1
            if not nodes % MANY:
                step(_counted, stack, node)
            if isinstance(one, NestedCallNode):
                level += 1
                frames += 1
                depth = max(depth, level)
                if one._children is None and one._decoder is None:
                    one = _again(one)
            stack += [(child, level) for child in reversed(one.children)]
    return Stats(len(entries), nodes, frames, depth, _ENTRY * len(entries) + _array_bytes(entries), cut)


def _counted(stack: list[tuple[Node, int]], node: Node) -> float:
    return passed(stack[-1][0], node) if stack else 1.0


def _entries(node: Any) -> list[Any]:
    entries: list[Any] = getattr(getattr(node, "log", None), "entries", [])
    if not isinstance(node, NestedCallNode) or node.parent is None or not entries:
        return entries
    return entries[node.start : node.log.end(node.start)]


def _again(node: NestedCallNode) -> NestedCallNode:
    """The same call with children of its own, which go with it."""
    made = NestedCallNode(
        node.parent, node.position, node.location, None, node._operands, node._statement, node.log, node.start,
        node.exception,
    )  # fmt: skip
    made._keyword_names = node._keyword_names
    return made


def _array_bytes(entries: list[Any]) -> int:
    owners: dict[int, Any] = {}
    for entry in entries:
        if type(entry) is np.ndarray:
            owner = entry if entry.base is None else entry.base
            owners[id(owner)] = getattr(owner, "nbytes", entry.nbytes)
    return sum(owners.values())
