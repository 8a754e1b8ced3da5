"""Is a record right? The IR is walked again, without the log and its decoder, and each node held against it.

A record is right if

    path        the children of a nested call are a path through its IR: the arguments of each block, its statements in
                order, the branch that was taken, and so on up to a return, or a raise that leaves
    references  an operand is the node of the latest run of the variable that the IR names there, or its constant
    passing     an argument has the value that the jump, raise or call passed, a nested call that of its return
    conditions  a jump went where the value tested says
    values      a pure function, applied to the values of its operands, gives the value

expected.py has the IR, prepared for this; call.py checks one nested call.
"""

import warnings
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np

from ...cpython.lift import Lifted
from ..nodes import GapNode, NestedCallNode, Node, PrimitiveCallNode
from ..recompute import Recomputation
from ..values import value_text
from .call import Frame, Path
from .expected import Plan

__all__ = ["Checked", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """`2 problems; 120 nodes: 80 recomputed, 30 compared, 10 neither`

    `recomputed`: nodes whose value was computed again from the values of their operands. `compared`: nodes whose value
    was held against another node's: arguments, stored values, conditions of jumps, returns, exceptions, nested calls.
    `neither`: nodes whose value stands as recorded (calls of unknown functions); their place and references are
    checked all the same. The three add up to all nodes.
    """

    problems: list[str]
    recomputed: int
    compared: int
    neither: int

    def __str__(self) -> str:
        total = self.recomputed + self.compared + self.neither
        counts = f"{self.recomputed} recomputed, {self.compared} compared, {self.neither} neither"
        return f"{len(self.problems)} problems; {total} nodes: {counts}"


@overload
def check(node: Node, stats: Literal[False] = False) -> list[str]: ...
@overload
def check(node: Node, stats: Literal[True]) -> Checked: ...
def check(node: Node, stats: bool = False) -> list[str] | Checked:
    """All problems of a record, each with the path of its node: `@8.@3: operand 1 is @2, ...`. None if it is right.

    `stats`: return a Checked, which has the `problems` and says how many nodes were recomputed, compared, and neither.

    Checks everything below `node`, which is decoded for it; what calls itself in a nested call is checked as well,
    however deep. Values that can change after they were recorded (lists, arrays, objects) are not recomputed.

    Raises TypeError if `node` is not a node.
    """
    if not isinstance(node, Node):
        found = f"{type(node).__qualname__} {value_text(node)}"
        raise TypeError(f"check() takes a node, as track() returns it, not {found}")
    if not isinstance(stats, bool):
        raise TypeError(f"check() takes stats=True or stats=False, not {value_text(stats)}")
    record = Record()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        record.check(node)
    recomputed, compared = record.values.count, record.compared
    checked = Checked(record.problems, recomputed, compared, record.nodes - recomputed - compared)
    return checked if stats else checked.problems


class Record:
    """A walk over all nested calls, without recursion: records are deeper than the recursion limit."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.nodes = 1
        self.compared = 0
        self.values = Recomputation()
        self.plans: dict[int, Plan] = {}

    def check(self, root: Node) -> None:
        if not isinstance(root, NestedCallNode):
            self._check_leaf(root)
            return
        seen: set[int] = set()
        work = [(root, Path(None, 0))]
        while work:
            node, path = work.pop()
            if id(node) in seen:
                self.problems.append(f"{path}: stands twice in the record")
                continue
            seen.add(id(node))
            frame = Frame(self, node, path)
            frame.check()
            below = [
                (child, Path(path, position))
                for position, child in enumerate(frame.children, 1)
                if child.__class__ is NestedCallNode
            ]
            work += reversed(below)

    def _check_leaf(self, node: Node) -> None:
        """A node without children: of its surroundings nothing is looked at."""
        found: str | None = ""
        if isinstance(node, GapNode):
            found = f"is a gap: {node.value}"
        elif isinstance(node, PrimitiveCallNode):
            _, names, starred = node._split()
            values = [operand.value for operand in node._operands]
            found = self.values.call(values[0], values[1:], names, starred, node.value)
        if found:
            self.problems.append(f"{node.short()}: {found}")

    def plan(self, lifted: Lifted) -> "Plan":
        plan = self.plans.get(id(lifted))
        if plan is None:
            plan = self.plans[id(lifted)] = Plan(lifted)
        return plan
