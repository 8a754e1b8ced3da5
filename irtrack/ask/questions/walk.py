"""The nodes of a record in the order in which they were done.

What ran in a call comes before the call itself, whose value is known last. Document order is that already, but for the
frames of generators, which run in pieces: records that have any are sorted by the graph of dependences.
"""

from collections.abc import Callable, Generator, Iterator
from heapq import heappop, heappush
from typing import Any

from ...cpython.marks import MarkKind
from ...record.garbage import rarely
from ...record.memory import index_of, when
from ...record.nodes.kinds import ArgumentNode, ConstantNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.progress import MANY, Step, passed, progress
from ..update.copies import is_made_of_nodes

Opens = Callable[[Node], bool]
_LEAVES = frozenset([ArgumentNode, ConstantNode])  # in which nothing runs


def always(node: Node) -> bool:
    return True


def nodes_in(node: Node) -> Iterator[Node]:
    """All nodes within `node`, and the node itself, in document order."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack += reversed(one.children)


def done_in(node: Node, opens: Opens = always, what: str = "searching") -> Generator[Node, None, None]:
    """All nodes within `node`, and the node itself, in the order in which they were done.

    opens: is a call worth to be looked into? Calls that are not are never decoded.
    """
    with rarely(), progress(what) as step:
        if _has_generators(node):
            yield from sorted(nodes_in(node), key=when)
        else:
            yield from _nested_first(node, opens, step)


def _nested_first(node: Node, opens: Opens, step: Step) -> Iterator[Node]:
    """Iterative, because records are deeper than the recursion limit; children are decoded as they are needed."""
    stack: list[tuple[Node, Iterator[Node]]] = [(node, _within(node, opens))]
    calls_only = not _has_frames_behind(node)
    while stack:
        parent, siblings = stack[-1]
        for child in siblings:
            kind = type(child)
            if kind is NestedCallNode:
                is_open = opens(child)
            else:
                is_open = not calls_only and kind not in _LEAVES and bool(child.children) and opens(child)
            if is_open:
                stack.append((child, _within(child, opens)))
                break
            yield child
            if not child.position % MANY:
                step(passed, child, node)
        else:
            stack.pop()
            yield parent


def _within(node: Node, opens: Opens) -> Iterator[Node]:
    return iter(node if isinstance(node, NestedCallNode) else node.children) if opens(node) else iter(())


def _has_frames_behind(node: Node) -> bool:
    """May anything but an entered call have run something? Of a loaded record nobody knows."""
    log = log_of(node)
    if log is None or log.cut or not isinstance(node, NestedCallNode):
        return True
    entries = log.entries
    return any(entries[start].kind is MarkKind.BEHIND for start in log.ends)


def _has_generators(node: Node) -> bool:
    """Is there a frame that runs in pieces? Of a loaded record nobody knows."""
    log = log_of(node)
    if log is None:
        return bool(node.children) or node.parent is not None  # a call of C code that called nothing has no log
    return bool(log.ends and log.segments)


def nearest(node: Node, count: int) -> list[Node]:
    """The node, and what it depends on by data: as many nodes, those that were done last."""
    index = index_of(node, whole=False)
    found: dict[Node, None] = {}
    waiting = [-node._vertex]  # a heap
    seen = set(waiting)
    while waiting and len(found) < count:
        vertex = -heappop(waiting)
        one = index.nodes[vertex]
        if one is not None:
            found[one] = None
        for other in index.data[vertex]:
            if -other not in seen:
                seen.add(-other)
                heappush(waiting, -other)
    return list(found)


def log_of(node: Node) -> Any:
    """The log of the record that a node belongs to; None if it has none: it was loaded, or an update has made it."""
    root: Any = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    is_whole = hasattr(log, "entries") and not (isinstance(root, NestedCallNode) and is_made_of_nodes(root))
    return log if is_whole else None
