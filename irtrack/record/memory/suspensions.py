"""Where the frame of a generator is suspended and goes on, as generated code: see strides.py."""

from typing import Any

from ...ir.language import Special
from ..decoding.plan import Step
from ..generated import tuple_of
from ..values import Dropped
from .frames import Code
from .statements import Statements


class Suspensions(Statements):
    """Writes what a `yield` adds to the graph: that it has begun, which suspends the frame; itself, when that goes on.

    That is what `comes_back` and `end` do (pieces.py), where it is as in the sample.
    """

    def __init__(self, code: Code, *sample: Any) -> None:
        super().__init__(code, *sample)
        self.goes_on = False  # is the first node the `yield` where a frame goes on?
        self.back = 0  # where it goes on that the stride's end suspends
        self.way: list[str] = []  # what has to hold for the segment's nodes to have come as in the sample

    def _yield(self, step: Step) -> bool:
        """The `yield` where a frame goes on, as the first node; or, which ends a stride, what suspends it."""
        _, variable, _, _, location, item, _, _ = step
        expression = item.statement.expression
        if not isinstance(expression, Special) or expression.name != "yield" or not self._is_next(location):
            return False
        if self.count or not self.goes_on:
            self._suspend(variable, location, item.reads)
            return False
        node, value = self._node(variable, location), self.sample[0].value
        checks = [f"type({node}) is SpecialCallNode", f"{node} in index.begun", f"{node} not in index.entered",
                  f"{node}.value is {'not ' if value is not None else ''}None", "not index.reading",
                  "not index.doubting"]  # fmt: skip
        if self.whole:
            checks.append(f"not index.calls_late({node})")
            checks += [f"id(type({node}._operands[{k}].value)) in UNCHANGING" for k in range(len(item.reads))]
        if value is not None:
            checks += ["frame.node in index.sent", f"type({node}.value) is not {self.constant(Dropped)}"]
        self.checks |= dict.fromkeys(checks)
        self.body += [f"begun = index.begun.pop({node})", "frame.within -= 1"]
        control = self._control(node, self._is_late(variable))
        vertex = self.vertex(node, "(begun, index.sent[frame.node])" if value is not None else "(begun,)", control)
        if value is not None:
            self._makes(node, value, vertex)
        return True

    def _suspend(self, variable: int, location: Any, reads: tuple[int, ...]) -> None:
        """What suspends the frame has begun behind the segment."""
        size = self.count - self.first
        if not size:
            return
        self.sampled["ends"] = self.sample[self.count]
        operands = [self._operand(read, f"ends._operands[{k}]") for k, read in enumerate(reads)]
        if any(operand.is_stored for operand in operands):
            return
        self.way = [
            f"frame.ends == p + {size}",
            f"children[p + {size}].location is {self.constant(location)}",
            f"type(children[p + {size}]) is SpecialCallNode",
            *self.way,
        ]
        self.named.insert(0, f"ends = children[p + {size}]")
        data = tuple_of([operand.vertex for operand in operands if operand.vertex])
        control = self._control("ends", self._is_late(variable))
        control = f"(*{control}, *frame.passed)" if self.whole else control
        self.back = -variable - self.code.size
        self.body.append(f"index.begun[ends] = {self.add('ends', data, control)}")
