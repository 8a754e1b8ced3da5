"""Lines of a reader's code: what the next entry is, what the tape is told, and when the rest is left to the nodes."""

from typing import Any

import numpy as np

from ...cpython.lift import METHOD, Item
from ...cpython.marks import RESOLVED, MarkKind
from ...record.decoding.along import AlongLog
from ...record.decoding.plan import Plan
from ...record.generated import tuple_of
from ...rules.derivatives import Rule
from ..frames import Moment
from ..scalars import Scalar
from .given import given_to

NUMERIC = (float, complex, np.ndarray, np.generic)


class Lines(AlongLog):
    """Writes the code. `deep`: how deep lines stand."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(
            f"tape of {plan.template.code.co_qualname}", "tape, tools, frame, entries, ends, p, passed",
            plan, plan.blocks[0], RESOLVED=RESOLVED, Scalar=Scalar, Moment=Moment, float=float,
            int=int, list=list, tuple=tuple, dict=dict, issubclass=issubclass, NUMERIC=NUMERIC, flatiter=np.flatiter,
            CALLEE=MarkKind.CALLEE, float64=np.float64, Rule=Rule,
        )  # fmt: skip
        self.deep = 1
        self.beliefs: list[tuple[Any, Any]] = []
        self.loads: dict[int, Item] = {  # variable of a method lookup -> its item
            item.statement.variable: item for block in plan.lifted.blocks for item in block.items if item.kind == METHOD
        }

    def say(self, *parts: object, deeper: int = 0) -> None:
        self.line(*parts, deeper=self.deep + deeper)

    def _leave(self, step: int, *, deeper: int = 0) -> None:
        """Leave the frame to the nodes, from that step on, or from loads before it that had no entry."""
        left = tuple([one[5].statement for one in (self.block.steps or [])[self._first_left(step) :]])
        self.say(f"yield None, turn, {self.constant(left)}, None", deeper=deeper)
        self.say("return", deeper=deeper)

    def _leave_if(self, condition: str, step: int, *, deeper: int = 0) -> None:
        self.say(f"if {condition}:", deeper=deeper)
        self._leave(step, deeper=deeper + 1)

    def _operand(self, index: int) -> str:
        return self.constant(self.plan.environment[index].value) if index >= self.size else f"v{index}"

    def _operands(self, reads: tuple[int, ...]) -> str:
        return tuple_of([self._operand(index) for index in reads])

    def _is_edge(self) -> str:
        number = self.block.number
        return f"(x.kind is FALSE or x.kind is TRUE) and x.template is template and jumps.get(x.index) == {number}"

    def _take(self, i: int, variable: int) -> None:
        """The next entry, which has to be a value."""
        self.say(f"v{variable} = entries[{self.position}]")
        self.say(f"if type(v{variable}) is Mark:")
        self._pass_frames(i, f"v{variable}", deeper=1)
        self._leave_if(f"type(v{variable}) is Mark", i, deeper=1)
        self.offset += 1
        self.seen = False

    def _pass_frames(self, i: int, entry: str, *, order: int | None = None, edge: bool = False,
                     deeper: int = 0) -> None:  # fmt: skip
        """Frames that C code or the interpreter called may stand here, of this step, and what says that they end."""
        lifted = self.block.lifted
        steps = self.block.steps or []
        statement = self.constant(steps[i][5].statement if i < len(steps) else None)
        orders = self.constant(lifted.order)
        self.say(f"g = yield from frame.behind({self.position}, turn, {statement}, {orders}, {order}, {edge})",
                 deeper=deeper)  # fmt: skip
        self._leave_if("g is None", i, deeper=deeper)
        self.say(f"p = g[0]{f' - {self.offset}' if self.offset else ''}", deeper=deeper)
        self.say("w = w or g[1]", deeper=deeper)
        self.say(f"{entry} = entries[{self.position}]", deeper=deeper)

    def _look(self, i: int) -> None:
        """The next entry, which has to be this frame's, or that of a call."""
        if not self.seen:
            steps = self.block.steps or []
            order = steps[i][5].order if i < len(steps) else self.block.lifted.end
            self.say(f"x = entries[{self.position}]")
            self.say("if type(x) is Mark and x.is_elsewhere:")
            self._pass_frames(i, "x", order=order, deeper=1)

    def _moment(self, item: Any) -> str:
        return f"Moment(frame, turn, {self.constant(item.statement)}, w)"

    def _tell(self, variable: int, item: Any, *, deeper: int = 0, is_number: bool = False) -> None:
        function, *arguments = [self._operand(index) for index in item.reads]
        self._tell_of(variable, item, function, arguments, deeper=deeper, is_number=is_number)

    def _tell_of(
        self, variable: int, item: Any, function: str, arguments: list[str], *, deeper: int = 0, is_number: bool = True
    ) -> None:
        """`is_number`: may it have given a float of numbers?"""
        call = item.statement.expression
        self.names["EMPTY"] = {}
        if call.keywords or call.starred:
            names = tuple([name for name, _ in call.keywords])
            given = f"*given({tuple_of(arguments)}, {names!r}, {call.starred})"
            self.names["given"] = given_to
        else:
            given = f"{tuple_of(arguments)}, EMPTY"
            if is_number:
                self.say(f"c = type(v{variable})", deeper=deeper)
                self.say(f"k = kinds.get(id({function})) if (c is float64 or c is float) and not w else None",
                         deeper=deeper)  # fmt: skip
                self.say("if k is None or k[1].__class__ is not Rule or not number(frame, turn, "
                         f"{self.constant(item.statement)}, k, {tuple_of(arguments)}, v{variable}):",
                         deeper=deeper)  # fmt: skip
                deeper += 1
        self.say(f"called({self._moment(item)}, {function}, {given}, v{variable})", deeper=deeper)
