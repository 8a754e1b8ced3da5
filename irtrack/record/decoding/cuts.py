"""Frames whose beginning was dropped: where in the IR they go on, and what is known there."""

from typing import Any

from ...cpython.flow import TERMINATORS
from ...cpython.marks import RESOLVED, Mark, MarkKind
from ..nodes.kinds import CutNode
from ..nodes.tape import TapeConstant
from ..values import UNKNOWN
from .bound import value_passed
from .loads import Loads
from .plan import ASKING, CALL, BlockPlan

Sources = tuple[int | str | None, ...]


class Cuts(Loads):
    """Goes on behind what was dropped."""

    __slots__ = ()

    def _go_on_behind_cut(self, mark: Mark) -> None:
        """Let what was computed before be a CutNode, and go to the rest of the block in which the frame stood."""
        condition = self.entries[self.position + 1]
        self.position += 2
        cut = CutNode(self.node, len(self.children) + 1, None, UNKNOWN)
        self.children.append(cut)
        environment = self.environment
        for variable in range(1, self.plan.lifted.size):
            if environment[variable] is None:
                environment[variable] = cut
        for block in self.plan.blocks:  # which tell each other what they load
            self.plan.steps(block)
        block, order = self._where(mark.index)
        self.block = rest = _rest(block, order)
        if condition is not UNKNOWN and rest.condition and not rest.steps:
            environment[rest.condition] = TapeConstant(condition)
        self._calls(rest, order)

    def _noted(self, function: Any, values: list[Any], sources: Sources) -> tuple[Any, list[Any], Sources]:
        """What is known of the arguments of a frame that was noted when the log was cut.

        Those that it had changed by then a root's call shows; any other call was dropped.
        """
        node = self.node
        if node.parent is not None:
            known = node.log.heads[self.entries[node.start]][1]
            return UNKNOWN if known is None else known, values, (sources[0], *[None] * len(values))
        shown = [
            value_passed(node, node._operands[0].value, number) if value is UNKNOWN and number is not None else value
            for value, number in zip(values, sources[1:], strict=True)
        ]
        return function, shown, sources

    def _where(self, instruction: int) -> tuple[BlockPlan, int]:
        """The block in which control is before an instruction, and its order there."""
        lifted, instructions = self.plan.lifted, self.template.instructions
        while True:
            if instructions.opcodes[instruction] in TERMINATORS and instructions.targets[instruction] >= 0:
                instruction = instructions.targets[instruction]
            representative = lifted.representative[instruction]
            if representative in lifted.block_of:
                block = self.plan.blocks[lifted.block_of[representative] - 1]
                return block, block.lifted.order[representative]
            instruction += 1  # no part of the IR

    def _calls(self, rest: BlockPlan, order: int) -> None:
        """If the frame was in a call, which function that was is not known, but its name."""
        steps = rest.steps or []
        if not steps or steps[0][0] not in (CALL, ASKING) or steps[0][5].order != order:
            return
        rest.steps = [(CALL, *steps[0][1:]), *steps[1:]]
        entry = self.entries[self.position + (self.entries[self.position] is RESOLVED)]
        if type(entry) is Mark and entry.kind is MarkKind.ENTER:
            template: Any = entry.template
            name = template.code.co_qualname
            name = name.rpartition(".")[0] if template.constructs else name
            self.environment[steps[0][5].reads[0]] = TapeConstant(UNKNOWN, name)


def _rest(block: BlockPlan, order: int) -> BlockPlan:
    """A plan of the block that begins with the instruction of that order."""
    rest = BlockPlan(block.number, block.lifted)
    for name in ("after", "condition", "edges", "end", "location", "operands"):
        setattr(rest, name, getattr(block, name))
    rest.arguments = []
    rest.steps = [step for step in block.steps or () if step[5].order >= order]
    return rest
