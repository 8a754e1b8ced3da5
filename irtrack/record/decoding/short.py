"""Short calls that come often, decoded as a whole: one function for all blocks of the code, as Python code.

It does what the decoder does with the code of `straight.py`, but has the variables of the IR in local ones, and needs
no decoder. At anything unusual it gives up; then a decoder begins at the beginning. So calls are left to it only as
long as they are short and seldom unusual.

A block to which one edge leads stands where that edge does, others stand one after the other in a loop:

    v1, v2, = children
    while True:
        if b == 1:
            v3 = new(PrimitiveCallNode)
            ...
            if t:
                j1 = new(JumpNode)
                ...                     block 2
                return (v1, v2, v3, j1, v4, r)
            j2 = new(JumpNode)
            ...
            children += (v3, j2)
            b = 3
            continue
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..generated import HOT
from ..interrupts import is_interrupt
from .bound import called_function, wraps_partial
from .plan import NEXT, BlockPlan, Plan, plan_of
from .straight import ARGUMENT, Straight

if TYPE_CHECKING:
    from ..nodes.nested import NestedCallNode
    from ..nodes.node import Node

_LONGEST = 1000  # entries of a call that is short
_DEEPEST = 12  # blocks within each other
_MANY = 100  # blocks of code that is too much to be written as one function


class Short:
    """What a plan knows of its short calls.

    `run`(node, function, opening, entries, ends, p, end) -> the children; None if something is unusual. `runs`: how
    many calls came by, of which it gave up `missed`; `met`: in how many blocks the code had been when it was written.
    """

    __slots__ = ("met", "missed", "run", "runs")

    def __init__(self) -> None:
        self.run: Callable[..., tuple[Node, ...] | None] | None = None
        self.runs = self.missed = self.met = 0

    def came_by(self, plan: Plan) -> None:
        """A call came by, and nothing has been written yet, or it was given up."""
        self.runs += 1
        if self.runs % HOT == 0 and self.met != _met(plan):
            self._write(plan)

    def has_missed(self, plan: Plan) -> None:
        """Write it anew if there is more to be known by now; let it be if too much is unusual."""
        self.missed += 1
        if self.missed % HOT == 0:
            if self.met != _met(plan):
                self._write(plan)
            elif self.missed * 4 > self.runs:
                self.run = None

    def _write(self, plan: Plan) -> None:
        self.met = _met(plan)
        self.run = _Writer(plan).write() if _can_be_written(plan) else None


def _can_be_written(plan: Plan) -> bool:
    first = plan.blocks[0]
    leading = [block for block in plan.blocks if block.steps and any(edge.target is first for edge in block.edges)]
    is_unusual = plan.template.hooks or plan.template.suspends or leading
    return first.steps is not None and not is_unusual and len(plan.blocks) <= _MANY


def _met(plan: Plan) -> int:
    return sum([block.steps is not None for block in plan.blocks])


def short_call(node: "NestedCallNode") -> "tuple[Node, ...] | None":
    """The children of a call, if it is one for this."""
    log, start = node.log, node.start
    entries, ends = log.entries, log.ends
    end = ends.get(start)
    if end is None or end - start > _LONGEST or node.parent is None or log.dropped or log.drafts:
        return None
    plan = plan_of(entries[start].template)
    short = plan.short
    if short is None:
        short = plan.short = Short()
    if short.run is None:
        short.came_by(plan)
        return None
    called = node._operands[0].value
    function = called_function(node, called, plan.template)
    passing = plan.passing_of(node, called)
    if passing is None or passing.opening is None or not (function is called or not wraps_partial(called)):
        return None
    short.runs += 1
    try:
        children = short.run(node, function, passing.opening, entries, ends, start + 1, end)
    except Exception as error:  # the log does not fit: a decoder says how
        if is_interrupt(error):
            raise
        children = None
    if children is None:
        short.has_missed(plan)
        return None
    return children


class _Writer(Straight):
    """Writes the function of a code. `made`: nodes in a row, of which the first `listed` are among the children."""

    ends = "ends"

    def __init__(self, plan: Plan) -> None:
        super().__init__(
            f"decoder of {plan.template.code.co_qualname}",
            "node, function, opening, entries, ends, p, end", plan, plan.blocks[0],
        )  # fmt: skip
        edges = [edge.target for block in plan.blocks if block.steps is not None for edge in block.edges]
        self.single = {block.number for block in plan.blocks[1:] if edges.count(block) == 1}
        self.places = [plan.blocks[0]]  # of the loop
        self.within = 0  # of how many blocks the present one stands in
        self.made = [f"v{argument[0]}" for argument in plan.arguments]
        self.listed = len(self.made)
        self.named = 0

    def write(self) -> Callable[..., Any] | None:
        self.line("children = []")
        self.line("p = opening(node, function, entries, children, p)")
        self.line(f"{''.join(f'{name}, ' for name in self.made)}= children")
        self.line("b, q = 1, -1")
        self.line("while True:")
        for block in self.places:  # which become more
            self.depth = 1
            self.line(f"if b == {block.number}:")
            self.depth = 2
            self.block, self.offset, self.seen = block, 0, False
            self._run()
            self.made, self.listed = [], 0
        return self.function()

    def _add(self, name: str, *, deeper: int = 0) -> None:
        if name not in self.made:  # in another branch
            self.made.append(name)

    @property
    def _count(self) -> str:
        return str(len(self.made)) if self.listed else f"len(children) + {len(self.made)}"

    def _operand(self, index: int) -> str:
        return self.constant(self.plan.environment[index]) if index >= self.size else f"v{index}"

    def _keep(self, variable: int, *, deeper: int = 0) -> None:
        """The local variable is all that there is."""

    def _leave(self, step: int, *, deeper: int = 0) -> None:
        self.line("return None", deeper=deeper)

    def _leave_end(self, i: int, *, deeper: int = 0) -> None:
        self._leave(i, deeper=deeper)

    def _by_decoder(self, line: str, *, deeper: int = 0) -> None:
        self._leave(0, deeper=deeper)

    def _leave_frame(self, *, deeper: int = 0) -> None:
        all_made = ", ".join(self.made) + "," if self.listed else f"*children, {', '.join(self.made)}"
        self.line(f"return ({all_made}) if q + 1 == end else None", deeper=deeper)

    def _jump(self, k: int, condition: str, *, deeper: int = 0) -> None:
        block, offset, seen, depth, made = self.block, self.offset, self.seen, self.depth, self.made.copy()
        self.depth += deeper
        self.within += 1
        target = block.edges[k].target
        if target.steps is None:
            self._leave(0)
        else:
            if block.end == NEXT and k:  # there was nothing more
                self.made.pop()
            jump = self._name("j")
            self._jump_node(jump, k, condition)
            if self.offset:
                self.line(f"p += {self.offset}")
            self._pass(jump, block.lifted.passes[k], target)
            self._go_to(target)
        self.within -= 1
        self.block, self.offset, self.seen, self.depth, self.made = block, offset, seen, depth, made

    def _name(self, first: str) -> str:
        self.named += 1
        return f"{first}{self.named}"

    def _pass(self, jump: str, passed: Any, target: BlockPlan) -> None:
        """The arguments of the block, made of variables that may be among them."""
        made = [self._name("a") for _ in target.arguments]
        for name, (_, shown, location, k) in zip(made, target.arguments, strict=True):
            operand = self._operand(passed[k])
            used = "passed" if len(made) == 1 else f"({operand},)"
            values = ("node", self.constant(location), f"{operand}.value", used, "None", repr(shown), jump, str(k + 1))
            self._make(name, "ArgumentNode", ARGUMENT, values)
        for name, argument in zip(made, target.arguments, strict=True):
            self.line(f"v{argument[0]} = {name}")

    def _go_to(self, target: BlockPlan) -> None:
        if target.number in self.single and self.within < _DEEPEST:
            self.block, self.offset, self.seen = target, 0, False
            self._run()
            return
        if target.number <= self.block.number:  # each turn of a loop has an entry
            self.line("if p == q:")
            self._leave(0, deeper=1)
            self.line("q = p")
        if target not in self.places:
            self.places.append(target)
        self.line(f"children += ({', '.join(self.made[self.listed :])},)")
        self.line(f"b = {target.number}")
        self.line("continue")
