"""Which code reads the frames of a function."""

from collections.abc import Callable
from typing import Any

from ...record.decoding.plan import Plan
from ...rules.derivatives import RULES
from .blocks import Blocks
from .operators import belief

MOST = 1500  # statements of a function for which code is written


class Reader:
    """The code for the frames of a template; None if it has none.

    `beliefs`: what it takes operators to be; `version`: of the rules, when that was looked at.
    """

    __slots__ = ("beliefs", "code", "version")

    def __init__(self, plan: Plan) -> None:
        for block in plan.blocks:
            plan.steps(block)
        self.version = RULES.version
        statements = sum(len(block.steps or ()) for block in plan.blocks)
        writer = Blocks(plan)
        self.code: Callable[..., Any] | None = writer.write() if statements <= MOST else None
        self.beliefs = writer.beliefs

    @property
    def is_valid(self) -> bool:
        """Are the rules of operators what they were?"""
        version = RULES.version
        if version != self.version and all(belief(function) == what for function, what in self.beliefs):
            self.version = version
        return version == self.version
