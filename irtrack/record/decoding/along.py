"""Generated code that goes along the log, from entry to entry of a block: the decoder's, and that of readers."""

from typing import Any

from ...cpython.marks import Mark, MarkKind
from ..generated import Generated
from ..recompute import truth
from .plan import PENDING, BlockPlan, Plan


class AlongLog(Generated):
    """Lines about one block after the other. `offset`: how far the position is behind the variable `p`.

    `seen`: has the entry at the position been found to belong to nobody else?
    """

    def __init__(self, title: str, parameters: str, plan: Plan, first: BlockPlan, **shared: Any) -> None:
        super().__init__(
            title, parameters, new=object.__new__, Mark=Mark, truth=truth, ENTER=MarkKind.ENTER, EXIT=MarkKind.EXIT,
            LOOP=MarkKind.LOOP, FALSE=MarkKind.FALSE, TRUE=MarkKind.TRUE, template=plan.template,
            jumps=plan.lifted.jumps, **shared,
        )  # fmt: skip
        self.plan = plan
        self.block = first
        self.size = plan.lifted.size
        self.offset = 0
        self.seen = False

    @property
    def position(self) -> str:
        return f"p + {self.offset}" if self.offset else "p"

    def _first_left(self, step: int) -> int:
        """That step, or the first of the loads before it that had no entry: these may have raised."""
        steps = self.block.steps or []
        while step > 0 and steps[step - 1][0] == PENDING:
            step -= 1
        return step
