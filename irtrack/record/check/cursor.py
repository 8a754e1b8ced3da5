"""How far a nested call has been followed along its IR, and what every kind of child is held against."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...cpython.marks import Mark, MarkKind
from ..classes import is_static, lookup
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .expected import Folded, mismatch, text_of

if TYPE_CHECKING:
    from .walk import Record


class Path:
    """Where a nested call stands: `@8.@3`."""

    __slots__ = ("above", "position")

    def __init__(self, above: "Path | None", position: int) -> None:
        self.above = above
        self.position = position

    def __str__(self) -> str:
        positions = []
        path: Path | None = self
        while path is not None and path.above is not None:
            positions.append(f"@{path.position}")
            path = path.above
        return ".".join(reversed(positions))


class OffThePathError(Exception):
    """A child that the IR has no place for; the rest of its frame cannot be told."""


class Cursor:
    """The next child of a nested call, and what its variables are bound to."""

    def __init__(self, record: "Record", node: NestedCallNode, path: Path) -> None:
        self.record = record
        self.node = node
        self.path = path
        self.children = node.children
        self.at = 0  # index of the next child
        self.lifted = node.lifted
        self.plan = record.plan(self.lifted)
        self.environment = self.plan.environment.copy()
        self.jump: Node | None = None  # how the block was reached
        self.passed: tuple[Any, ...] = ()

    def report(self, position: int, problem: str) -> None:
        path = str(self.path)
        self.record.problems.append(f"{path}{'.' if path else ''}@{position}: {problem}")

    def next(self) -> Node | None:
        return self.children[self.at] if self.at < len(self.children) else None

    def missing(self, expected: str) -> int:
        """The children end early: right only if the recording ended while the call ran."""
        entries, node = self.node.log.entries, self.node
        if node.is_cut:
            return 0
        end = node.log.end(node.start)
        last, unwind = entries[end - 1], entries[end - 3] if end - 3 > node.start else None
        closed = (type(last) is Mark and last.kind is MarkKind.EXIT and last.template is node.template) or (
            type(unwind) is Mark and unwind.kind is MarkKind.UNWIND and unwind.template is node.template
        )
        if closed or (end < len(entries) and not node.suspended):
            raise OffThePathError(f"is missing: {expected}")
        return 0

    def place(self, child: Node, block: int, kind: str, number: int) -> None:
        location = child.location
        if location is None or location.block != block or location.number != number or location.kind != kind:
            self.report(self.at + 1, f"has the location {location}, but stands for §{block}:{kind}{number}")

    def operands(self, child: Node, found: Sequence[Any], indices: Sequence[int], what: str = "operand") -> None:
        """Hold operands against the environment."""
        environment = self.environment
        if len(found) != len(indices):
            if indices and environment[indices[0]].__class__ is Folded and len(found) == len(indices) + 1:
                self.method(found, environment[indices[0]], what)
                found, indices = found[2:], indices[1:]
            else:
                self.report(self.at + 1, f"has {len(found)} {what}s, but the IR has {len(indices)}")
                return
        for k, index in enumerate(indices):
            if found[k] is not environment[index]:
                problem = mismatch(environment[index], found[k])
                if problem:
                    self.report(self.at + 1, f"{what} {k + 1} {problem}")
                elif found[k].__class__ is TapeConstant:
                    environment[index] = found[k]  # the same object next time, most likely

    def method(self, found: Sequence[Any], folded: Folded, what: str) -> None:
        """A method call: its function is what the lookup found, its first argument the object."""
        function, owner = found[0], found[1]
        if function.__class__ is not TapeConstant or folded.load.scope != "method":
            self.report(self.at + 1, f"{what} 1 is {text_of(function)}, but the IR looks {folded.load.name} up")
            return
        problem = mismatch(folded.owner, owner)
        if problem:
            self.report(self.at + 1, f"{what} 2 {problem}")
        cls = type(owner.value)
        if type(cls) is type and is_static(cls) and not cls.__dictoffset__:  # nothing changes its methods
            of_class = lookup(cls, folded.load.name)
            if of_class is not None and of_class is not function.value:
                self.report(self.at + 1, f"{what} 1 is {text_of(function)}, but {folded.load.name} is another method")
