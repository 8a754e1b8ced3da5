"""A record, one nested call after the other."""

from ...cpython.lift import Lifted
from ..nodes.kinds import GapNode, PrimitiveCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..recompute import Recomputation
from .call import Frame
from .cursor import Path
from .expected import Plan


class Record:
    """A walk over all nested calls, without recursion: records are deeper than the recursion limit."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.nodes = 1
        self.compared = 0
        self.values = Recomputation()

    def check(self, root: Node) -> None:
        seen: set[int] = set()
        if isinstance(root, NestedCallNode):
            work = [(root, Path(None, 0))]
        else:
            self._check_leaf(root)
            calls = [child for child in root.children if isinstance(child, NestedCallNode)]
            self.nodes += len(calls)
            work = [(call, Path(None, call.position)) for call in reversed(calls)]
        while work:
            node, path = work.pop()
            if id(node) in seen:
                self.problems.append(f"{path}: stands twice in the record")
                continue
            seen.add(id(node))
            frame = Frame(self, node, path)
            frame.check()
            below: list[tuple[NestedCallNode, Path]] = []
            for position, child in enumerate(frame.children, 1):
                if child.__class__ is NestedCallNode:
                    below.append((child, Path(path, position)))
                elif frames := child._frames:
                    inside = Path(path, position)
                    self.nodes += len(frames)
                    below += [(call, Path(inside, k)) for k, call in enumerate(frames, 1)]
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
        if lifted.expected is None:
            lifted.expected = Plan(lifted)
        plan: Plan = lifted.expected
        return plan
