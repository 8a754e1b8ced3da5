"""Slices: the part of a run that a node depends on, or that depends on it.

    s = irtrack.backward_slice(node)
    node in s, len(s), s.inputs
    print(s)                            a story, line by line

A *dynamic backward slice* of a node is the smallest set of nodes that has, with a node, all that this depends on:

- by data: what it was computed from; of a parameter, what was passed; of a call, what it returned; of a load, the store
  that put the value there; the index and the container of an item are data, too;
- by control, unless `control=False`: the jumps that decided that the node ran, the call in which it ran, the statements
  that might have raised before it where that would have been caught; for the argument of a block the jump that passed
  it; and the jumps and computed places by which another store could have written what a load then saw.

B. Korel and J. Laski, "Dynamic Program Slicing" (1988); H. Agrawal and J. R. Horgan, "Dynamic Program Slicing" (1990),
whose graph with a node for each run of a statement this is; the last kind are the potential dependences of relevant
slicing (T. Gyimothy, A. Beszedes and I. Forgacs, 1999). A slice tells the truth for runs that differ from this one in
the values, not the types, of their inputs, and that end without an exception that this one has not.

A *forward slice* has all nodes that depend on the node. That of an argument leaves out what a call of which it is one
does without it; backward, a call that is entered needs all its arguments.
"""

from collections.abc import Iterable, Iterator, Set
from typing import Any

from ..record.log import Log
from ..record.memory import index_of, nodes_of
from ..record.nodes.kinds import ArgumentNode, JumpNode, ReturnNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..record.nodes.text import cut, source_line, source_text
from ..record.past import shown
from ..record.values import callable_name, described, typed_text
from .counts import check_count
from .update.copies import is_made_of_nodes
from .update.history import History

_LIMIT = 100  # lines of a story


class Slice(Set[Node]):
    """A set of nodes of one record, in document order: `<slice of @12: 9 nodes, inputs a, b>`.

    `criterion`: the node that it is the slice of; None for what set operations make of slices.
    """

    def __init__(self, criterion: Node | None, nodes: Iterable[Node]) -> None:
        self.criterion = criterion
        self._nodes = nodes if type(nodes) is set else set(nodes)

    @classmethod
    def _from_iterable(cls, nodes: Iterable[Node]) -> "Slice":  # type: ignore[override]  # what Set's operators call
        found = set(nodes)
        for node in found:
            if not isinstance(node, Node):
                raise TypeError(f"a slice is a set of nodes, and has no {described(node)}")
        return cls(None, found)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(_in_order(self._nodes))

    def __hash__(self) -> int:
        return self._hash()

    @property
    def inputs(self) -> tuple[ArgumentNode, ...]:
        """The arguments of the root that it has, without the function itself."""
        found = [node for node in self._nodes if isinstance(node, ArgumentNode) and _is_input(node)]
        return tuple(sorted(found, key=lambda node: node.position))

    def __repr__(self) -> str:
        of = f" of {self.criterion.short()}" if self.criterion is not None else ""
        names = ", ".join(node.name for node in self.inputs)
        return f"<slice{of}: {len(self)} nodes{', inputs ' + names if names else ''}>"

    def __str__(self) -> str:
        return self.story()

    def story(self, limit: int | None = _LIMIT) -> str:
        """The source lines that ran, call by call, each with the last value that the slice has there.

        limit: how many lines at most; None for all. Raises TypeError or ValueError for what is no such number.
        """
        check_count("limit", limit)
        lines: list[str] = []
        for line in _story(self):
            if limit is not None and len(lines) >= limit:
                lines.append("... more: story(limit=None) gives all")
                break
            lines.append(line)
        return "\n".join(lines)


def backward_slice(node: Node, control: bool = True) -> Slice:
    """All that `node` depends on, itself included: by data, and, unless control=False, by control.

    Raises TypeError for anything but a node, LookupError for one that belongs to no record, ValueError for one of a
    record that an update made and that lacks some of what ran.
    """
    _check(node, "backward_slice")
    index = index_of(node, whole=control)
    return Slice(node, nodes_of(index, index.behind([node._vertex], control)))


def forward_slice(node: Node, control: bool = True) -> Slice:
    """All that depends on `node`, itself included: by data, and, unless control=False, by control.

    Raises TypeError for anything but a node, LookupError for one that belongs to no record, ValueError for one of a
    record that an update made and that lacks some of what ran.
    """
    _check(node, "forward_slice")
    index = index_of(node, whole=control)
    return Slice(node, nodes_of(index, index.ahead(index.vertices_of(node), control)))


def _check(node: Any, name: str) -> None:
    if not isinstance(node, Node):
        raise TypeError(f"{name}() takes a node, as track() returns it, not {described(node)}")
    root = node
    while root.parent is not None:
        root = root.parent
    if isinstance(root, NestedCallNode) and type(root.log) is Log and is_made_of_nodes(root):
        if root.log.complete is None:
            root.log.complete = History(root).is_complete()
        if not root.log.complete:
            raise ValueError(
                f"{name}() needs all that ran, and in its order; an update does not record what generators did, and "
                "functions that C code calls back: track the call instead"
            )


def _is_input(node: ArgumentNode) -> bool:
    parent = node.parent
    return node.branch is None and node.position > 1 and parent is not None and parent.parent is None


def _in_order(nodes: Set[Node]) -> list[Node]:
    """Document order: a node, then what ran in it."""
    below: dict[Node | None, list[Node]] = {}
    placed: set[Node] = set()
    for node in nodes:
        one: Node | None = node
        while one is not None and one not in placed:
            placed.add(one)
            below.setdefault(one.parent, []).append(one)
            one = one.parent
    found: list[Node] = []
    waiting = below.get(None, [])
    while waiting:
        node = waiting.pop()
        if node in nodes:
            found.append(node)
        waiting += sorted(below.get(node, ()), key=lambda child: -child.position)
    return found


# -- story ------------------------------------------------------------------------------------------------------------


def _story(nodes: Slice) -> Iterator[str]:
    """The lines of a story: each line of a function's source when it ran, what runs in a call below it, indented."""
    current: tuple[Any, int | None] = None, None  # the call that the last line was of, and its number
    last: Node | None = None
    for node in nodes:
        if node.parent is None:
            name = callable_name(node.function.value) if node.function is not None else node.short()
            yield f"{name} {source_text(node)}".rstrip()
            continue
        is_argument = isinstance(node, ArgumentNode)
        if is_argument and node is not nodes.criterion and (node.location is None or node.location.block != 1):
            continue
        here = node.parent, node.line
        if here != current and last is not None:
            yield _line(last)
            last = None
        current = here
        if isinstance(node, ArgumentNode):
            if node.position > 1:
                yield f"{_indent(node)}{node.name} = {typed_text(*shown(node))}"
        elif not isinstance(node, JumpNode) or last is None:
            last = node
        if isinstance(node, NestedCallNode):
            yield _line(node)
            last, current = None, (None, None)
    if last is not None:
        yield _line(last)


def _indent(node: Node) -> str:
    depth, parent = 0, node.parent
    while parent is not None:
        depth, parent = depth + 1, parent.parent
    return "  " * depth


def _line(node: Node) -> str:
    """`  12  y = x + 1  → 3::int`"""
    source = cut(source_line(node).strip()) or str(node)
    if isinstance(node, JumpNode):
        return f"{_indent(node)}{node.line or ''}  {source}"
    result = typed_text(*shown(node))
    if isinstance(node, ReturnNode):
        result = f"returns {result}"
    return f"{_indent(node)}{node.line or ''}  {source}  → {result}"
