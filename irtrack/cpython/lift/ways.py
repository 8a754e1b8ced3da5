"""The ways through a code object, as finely as its lines: blocks that the IR has no need of among them.

A *piece* is a basic block of the bytecode, known by its first instruction. `x = 1` in a branch of its own is one,
though the IR has nothing but an edge there.
"""

from functools import cached_property

from ...ir.language import Goto
from ..template import Template
from . import lift_once
from .draft import Draft
from .shape import Shape


class Ways:
    """`pieces`: by the first instruction; `number[p]`: of the IR's block that a piece is, 0 if it is but an edge."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self._shape = Shape(template.instructions, template.flow)
        self.pieces: dict[int, Draft] = self._shape.blocks
        self._lifted = lift_once(template)
        block_of = self._lifted.block_of
        self.number = {
            start: next((block_of[i] for i in piece.pieces if i in block_of), 0) for start, piece in self.pieces.items()
        }
        self.piece_of = {number: start for start, number in self.number.items() if number}

    @cached_property
    def lines(self) -> dict[int, set[int]]:
        """Line -> the pieces that have an instruction of it."""
        home = {i: start for start, piece in self.pieces.items() for i in piece.pieces}
        found: dict[int, set[int]] = {}
        for i, position in enumerate(self._shape.ins.positions):
            start = home.get(self._shape.representative[i])
            if start is not None and position[0] is not None and i:
                found.setdefault(position[0], set()).add(start)
        return found

    def silent(self, line: int) -> dict[int, int]:
        """Block of the IR -> the order of the first instruction of a line that has no statement of its own there."""
        found: dict[int, int] = {}
        for start in self.lines.get(line, ()):
            block = self._lifted.blocks[self.number[start] - 1] if self.number[start] else None
            if block is None:
                continue
            statements = [item.statement for item in block.items if not item.statement.folded]
            ends = [block.terminator] if not isinstance(block.terminator, Goto) else []
            if all(one.place.line != line for one in (*statements, *ends)):
                found[self.number[start]] = min(
                    block.order[i] for i in self.pieces[start].pieces if self._shape.ins.positions[i][0] == line
                )
        return found

    @cached_property
    def orders(self) -> dict[int, int]:
        """Variable of the IR -> the order of its instruction in the block."""
        return {item.statement.variable: item.order for block in self._lifted.blocks for item in block.items}

    @cached_property
    def before(self) -> dict[int, set[int]]:
        """Piece -> those from which an edge leads to it."""
        found: dict[int, set[int]] = {start: set() for start in self.pieces}
        for start, piece in self.pieces.items():
            for successor in piece.successors:
                found[successor].add(start)
        return found

    @cached_property
    def guarded(self) -> dict[int, set[int]]:
        """First piece of an exception handler -> the pieces from which an exception leads there."""
        ins, region_of = self._shape.ins, self._shape.region_of
        found: dict[int, set[int]] = {}
        for start, piece in self.pieces.items():
            for i in piece.pieces:
                if region_of[i] >= 0:
                    found.setdefault(ins.regions[region_of[i]].target, set()).add(start)
        return found

    def along(self, number: int, edge: int) -> list[int]:
        """The pieces, but edges for the IR, that an edge (from 0) out of a block of the IR passes."""
        successors = self.pieces[self.piece_of[number]].successors
        found: list[int] = []
        following = successors[edge] if edge < len(successors) else None
        while following is not None and not self.number[following] and following not in found:
            found.append(following)
            after = self.pieces[following].successors
            following = after[0] if after else None
        return found
