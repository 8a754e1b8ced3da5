"""Which statements of a frame that runs on were recorded: the same ones, in the same turns of the loops around them."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from ...ir.control import ControlFlow
from ...ir.language import Location
from ...record.decoding.plan import Plan
from ...record.nodes.kinds import JumpNode, RaiseNode
from ...record.nodes.node import Node
from .frame import Frame

Place = tuple[int, ...]  # the block and the number of a statement, and in which turns of loops it ran


class Turns:
    """How often a frame has gone back in each of its loops: of an inner one, since it was come to from outside."""

    def __init__(self, plan: Plan) -> None:
        self.loops = ControlFlow(plan.lifted.ir).loops
        self.count: Counter[int] = Counter()  # by the first blocks of loops
        self.block = 1

    def jumped(self, target: int) -> None:
        """Control goes to a block."""
        if target in self.loops[self.block]:
            self.count[target] += 1
        else:
            self.count[target] = 0
        self.block = target

    def followed(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """The nodes of a frame, each at its time."""
        for node in nodes:
            yield node
            if isinstance(node, (JumpNode, RaiseNode)) and node.target is not None:
                self.jumped(node.target)

    def place(self, location: Location) -> Place:
        """That of a statement that runs now."""
        return location.block, location.number, *(self.count[first] for first in sorted(self.loops[location.block]))


class Recorded:
    """The nodes of a recorded frame that are wanted where it runs on."""

    def __init__(self, frame: Frame, wanted: Container[Node]) -> None:
        turns = Turns(frame.plan)
        self._nodes: dict[Place, Any] = {
            turns.place(node.location): node
            for node in turns.followed(frame.old.children)
            if node in wanted and node.location is not None and node.location.kind == "%"
        }
        self.turns = Turns(frame.plan)
        for _ in self.turns.followed(frame.children):
            pass

    def at(self, location: Location) -> Any:
        """That of a statement which runs now; None if there is none."""
        return self._nodes.get(self.turns.place(location))
