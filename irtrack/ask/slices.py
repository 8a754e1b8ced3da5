"""Slices: the part of a run that a node depends on, or that depends on it.

    s = irtrack.backward_slice(node)
    node in s, len(s), s.inputs
    print(s)                            a story, line by line

A *dynamic backward slice* of a node is the smallest set of nodes that has with a node all that this depends on:

- by data: what it was computed from; of a parameter, what was passed; of a call, what it returned; of a load, the store
  that put the value there; the index and the container of an item are data, too;
- by control, unless `control=False`: the jumps that decided that the node ran, the call in which it ran, the statements
  that might have raised before it where that would have been caught; for the argument of a block the jump that passed
  it; and jumps beside which the store could have happened that a load would then have seen.

B. Korel and J. Laski, "Dynamic Program Slicing" (1988); H. Agrawal and J. R. Horgan, "Dynamic Program Slicing" (1990),
whose third algorithm is this one, without and with control; the last kind are the potential dependences of relevant
slicing (T. Gyimothy, A. Beszedes and I. Forgacs, 1999). A slice is right for runs that differ from this one in the
values, not in the types, of their inputs, and that end without an exception that this one has not.

A *forward slice* has all nodes whose backward slice has the node.
"""

from collections.abc import Iterable, Iterator, Set
from typing import Any

from ..record.memory import index_of, nodes_of
from ..record.nodes import ArgumentNode, Node
from ..record.values import described


class Slice(Set[Node]):
    """A set of nodes of one record, in document order."""

    def __init__(self, criterion: Node | None, nodes: Iterable[Node]) -> None:
        self.criterion = criterion
        self._nodes = frozenset(nodes)

    @classmethod
    def _from_iterable(cls, nodes: Iterable[Node]) -> "Slice":  # type: ignore[override]
        return cls(None, nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(_in_order(self._nodes))

    @property
    def inputs(self) -> tuple[ArgumentNode, ...]:
        """The arguments of the root that it has, but for the function itself."""
        return tuple(
            node
            for node in self
            if isinstance(node, ArgumentNode)
            and node.branch is None
            and node.position > 1
            and node.parent is not None
            and node.parent.parent is None
        )


def backward_slice(node: Node, control: bool = True) -> Slice:
    """All that `node` depends on, itself included: by data, and, unless control=False, by control.

    Raises TypeError for anything but a node of a record.
    """
    _check(node, "backward_slice")
    index = index_of(node)
    return Slice(node, nodes_of(index, index.behind([node._vertex], control)))


def forward_slice(node: Node, control: bool = True) -> Slice:
    """All that depends on `node`, itself included: by data, and, unless control=False, by control.

    Raises TypeError for anything but a node of a record.
    """
    _check(node, "forward_slice")
    index = index_of(node)
    return Slice(node, nodes_of(index, index.ahead([node._vertex], control)))


def _check(node: Any, name: str) -> None:
    if not isinstance(node, Node):
        raise TypeError(f"{name}() takes a node, as track() returns it, not {described(node)}")


def _in_order(nodes: frozenset[Node]) -> list[Node]:
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
