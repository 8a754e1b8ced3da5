"""Exceptions: what raised, and the handler to which control went, or that there was none."""

from typing import Any

from ...ir.language import Raise
from ..nodes.kinds import RaiseNode
from ..nodes.node import Node
from ..values import value_text
from .cursor import Cursor, OffThePathError
from .expected import BlockPlan, Step, mismatch


class Raising(Cursor):
    """Holds raises against the handlers of their block."""

    def raised(self, block: BlockPlan, step: Step | None, call: Node | None) -> int:
        """A raise: of `step`, or (without statement) somewhere from there on."""
        child = self.children[self.at]
        assert isinstance(child, RaiseNode)
        known = step is not None and child.statement is step.statement
        if known and step is not None:
            self.place(child, block.number, "%", step.variable)
            self.operands(child, child._reads, step.operands, "operand read")
        else:
            self.place(child, block.number, "&", 1)
            found_unbound = not child._reads and isinstance(child.exception, NameError)  # by what is no statement
            thrown = not child._reads and block.number == 1 and self.node.template.suspends  # perhaps before it began
            reads = step is None and isinstance(block.terminator, Raise) and not found_unbound and not thrown
            if child._reads or reads:
                self.operands(child, child._reads, block.reads, "operand read")
        if child.call is not call:
            self.report(self.at + 1, "names another call than the one that raised")
        self.exception(block, child)
        if child.target is None:
            return self.left(child)
        if child.target not in block.handlers:
            raise OffThePathError(f"goes to §{child.target}, which is no handler of §{block.number}")
        order = step.order if step is not None else max(block.order.values(), default=0)
        self.handled(block, child, order, known)
        self.jump, self.passed = child, child._operands
        self.at += 1
        return child.target

    def exception(self, block: BlockPlan, child: RaiseNode) -> None:
        if child.value is not child.exception:
            self.report(self.at + 1, "has another value than its exception")
        call = child.call
        known = call is not None or child.target is None
        if call is not None and call.exception is not None and call.exception is not child.exception:
            self.report(self.at + 1, f"raises {value_text(child.exception)}, the call {value_text(call.exception)}")
        if child.statement is None and len(child._reads) == 1 and isinstance(block.terminator, Raise):
            value = child._reads[0].value
            if issubclass(type(value), BaseException):
                known = True
                # Ctrl-C may come out of a `raise` of something else
                # and the interpreter makes another where a metaclass denies that it is an instance of its class
                is_other = value is not child.exception and type(type(value)) is type
                if is_other and not issubclass(type(child.exception), KeyboardInterrupt):
                    self.report(self.at + 1, f"raises {value_text(child.exception)}, not {value_text(value)}")
        self.record.compared += known

    def left(self, child: RaiseNode) -> int:
        """An exception that leaves the call."""
        self.record.compared += 1
        if child._operands:
            self.report(self.at + 1, "leaves the call, but passes something to a handler")
        if not self.node.template.suspends and self.node.exception is not child.exception:
            outcome = value_text(self.node.exception) if self.node.exception is not None else "nothing"
            self.report(self.at + 1, f"raises {value_text(child.exception)}, but the call raises {outcome}")
        self.at += 1
        return 0

    def handled(self, block: BlockPlan, child: RaiseNode, order: int, exactly: bool) -> None:
        assert child.target is not None
        ways = self.plan.passed_by_raise(block, order, exactly, child.target)
        if not exactly:  # an instruction without statement, before this one or at the end
            ways = ways | self.plan.passed_by_raise(block, 0, False, child.target)
        problem = ""
        for way in ways:
            problem = self.passes(child, way)
            if not problem:
                return
        self.report(self.at + 1, problem or "goes to a handler that it cannot reach")

    def passes(self, child: RaiseNode, way: tuple[Any, ...]) -> str:
        found = child._operands
        if len(found) != len(way):
            return f"passes {len(found)} arguments to its handler, which takes {len(way)}"
        for k, (operand, variable) in enumerate(zip(found, way, strict=True)):
            expected = child if variable == 0 else variable
            if expected.__class__ is int:
                expected = self.environment[expected]
            problem = mismatch(expected, operand)
            if problem:
                return f"argument {k + 1} {problem}"
        return ""
