"""Folding: of turns of a loop that did the same, the first is shown.

A turn goes from one arrival at a block to the next one. Two turns are the same if the same statements ran in them, in
the same order, and ended alike; how often loops within them went round does not matter, nor does any value.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..record.nodes.kinds import CallNode, JumpNode, RaiseNode
from ..record.nodes.node import Node


@dataclass(frozen=True, slots=True)
class Turns:
    """`... 3 more turns: @14 to @23`"""

    count: int
    first: Node
    last: Node

    def __str__(self) -> str:
        turns = "turn" if self.count == 1 else "turns"
        return f"... {self.count:,} more {turns}: @{self.first.position} to @{self.last.position}"


@dataclass(slots=True)
class _Loop:
    """Equal turns that follow each other; all begin at block `target`."""

    target: int
    items: "list[Item]"  # of the first turn
    signature: tuple[Any, ...]
    count: int
    second: Node | None  # where the second turn begins
    last: Node

    def repeat(self, first: Node, last: Node) -> None:
        self.count += 1
        self.second = self.second or first
        self.last = last


Item = Node | _Loop


def folded(nodes: Iterable[Node]) -> Iterator[Node | Turns]:
    """The nodes of a call, with `Turns` in the place of all turns of a loop that are as the one before them."""
    items: list[Item] = []
    arrivals: dict[int, int] = {}  # block -> how many items there were when control came to it
    for node in nodes:
        items.append(node)
        target = node.target if isinstance(node, JumpNode | RaiseNode) else None
        if target is None:
            continue
        if target in arrivals:
            begin = arrivals[target]
            _end_turn(items, begin, target, node)
            arrivals = {block: count for block, count in arrivals.items() if count <= begin}
        arrivals[target] = len(items)
    yield from _unfolded(items)


def _end_turn(items: list[Item], begin: int, target: int, last: Node) -> None:
    """Put the turn that ends with `last` in the place of its items; or let it be one more of those before it."""
    turn = items[begin:]
    del items[begin:]
    signature = tuple(map(_signature, turn))
    before = items[-1] if items else None
    if isinstance(before, _Loop) and before.target == target and before.signature == signature:
        before.repeat(_first(turn), last)
    else:
        items.append(_Loop(target, turn, signature, 1, None, last))


def _first(items: list[Item]) -> Node:
    one = items[0]
    while isinstance(one, _Loop):
        one = one.items[0]
    return one


def _signature(item: Item) -> Any:
    if isinstance(item, _Loop):
        return item.target, item.signature
    return type(item), item.location, isinstance(item, CallNode) and item.exception is not None


def _unfolded(items: list[Item]) -> Iterator[Node | Turns]:
    for item in items:
        if not isinstance(item, _Loop):
            yield item
            continue
        yield from _unfolded(item.items)
        if item.second is not None:
            yield Turns(item.count - 1, item.second, item.last)
