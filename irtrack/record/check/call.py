"""One nested call, checked: its children are walked along the IR."""

from typing import Any

from ...ir.language import Next, Return
from ..nodes.kinds import ConstantNode, GapNode, JumpNode, RaiseNode, ReturnNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node, is_given
from ..nodes.tape import TapeConstant
from ..values import value_text
from .cursor import OffThePathError
from .ends import Ends
from .expected import BlockPlan, Folded, Step, mismatch, text_of
from .passing import Passing
from .raising import Raising


class Frame(Passing, Ends, Raising):
    """The children of one nested call, followed along its IR."""

    def check(self) -> None:
        self.record.nodes += len(self.children)
        for position, child in enumerate(self.children, 1):
            if child.position != position:
                self.report(position, f"says that it is @{child.position}")
            if child.parent is not self.node:
                self.report(position, "has another parent than the call that it is in")
            if child.__class__ is GapNode:
                self.report(position, f"is a gap: {child.value}")
        if self.node.log.lacks_beginning(self.node.start):  # nothing tells what the nodes were computed from
            return
        try:
            self.walk()
        except OffThePathError as error:
            self.report(self.at + 1, str(error))

    def walk(self) -> None:
        self.function_arguments()
        number = 1
        while number:
            number = self.block(self.plan.blocks[number - 1])
        if self.at < len(self.children):
            raise OffThePathError("stands behind the end of the call")

    def block(self, block: BlockPlan) -> int:
        """Follow one block; returns the number of the next, 0 at the end of the call."""
        if block.arguments and self.jump is not None:
            self.block_arguments(block)
        environment = self.environment
        children, count = self.children, len(self.children)
        last = block.steps[-1] if block.terminator.__class__ is Next else None
        for step in block.steps:
            child = children[self.at] if self.at < count else None
            if child.__class__ is RaiseNode and self.raises(child, block, step):
                if child.statement is None:
                    self.fold_loads(block.steps[block.steps.index(step) :])
                return self.raised(block, step, None)
            if step.load is not None and (child is None or getattr(child, "_statement", None) is not step.statement):
                owner = environment[step.operands[0]] if step.operands else None
                environment[step.variable] = Folded(step.load, owner)
                continue
            if step is last and child.__class__ is JumpNode:
                break
            if child is None:
                return self.missing(str(step.statement))
            if child.__class__ is ConstantNode and step.special in ("constant", "load"):
                self.constant(block, step, child)
            elif child.__class__ not in step.kinds or getattr(child, "_statement", None) is not step.statement:
                raise OffThePathError(f"stands where §{block.number} has {step.statement}")
            else:
                self.statement(block, step, child)
            environment[step.variable] = child
            self.at += 1
            if child.__class__ is NestedCallNode:
                raised = self.next()
                if raised.__class__ is RaiseNode and raised.statement is step.statement:
                    environment[step.variable] = None
                    return self.raised(block, step, child)
                if child.exception is not None and not (raised is None and self.node.is_cut):
                    self.at -= 1
                    raise OffThePathError("raised, but no raise follows")
        return self.terminate(block)

    def raises(self, child: Any, block: BlockPlan, step: Step) -> bool:
        """Does a raise belong to this statement, or (having none of its own) stand before it?"""
        if child.statement is not None:
            return child.statement is step.statement
        return step.load is None or any(s.load is None for s in block.steps[block.steps.index(step) :])

    def fold_loads(self, steps: list[Step]) -> None:
        """Take the loads that `steps` begin with as run: they have no nodes, and what raised may stand behind them."""
        for step in steps:
            if step.load is None:
                break
            owner = self.environment[step.operands[0]] if step.operands else None
            self.environment[step.variable] = Folded(step.load, owner)

    def statement(self, block: BlockPlan, step: Step, child: Node) -> None:
        self.place(child, block.number, "%", step.variable)
        found = child._operands
        if step.load is not None:
            self.attribute(child, step)
        else:
            self.operands(child, found, step.operands)
        if child.__class__ is NestedCallNode:
            return  # held against its own return
        values = [operand.value for operand in found]
        problem: str | None
        if step.effect:
            self.record.compared += 1
            stored = None if not values or step.special.startswith("del") else values[-1]
            problem = "" if child.value is stored else f"has the value {value_text(child.value)}, not what it stores"
        elif step.special:
            problem = self.record.values.special(step.special, values, child.value)
        elif values:
            problem = self.record.values.call(values[0], values[1:], step.names, step.starred, child.value)
        else:
            problem = "has no function"
        if problem and not is_given(child):
            self.report(self.at + 1, problem)

    def constant(self, block: BlockPlan, step: Step, child: Node) -> None:
        """A literal, or what a name gave, of which a hook was told."""
        self.place(child, block.number, "%", step.variable)
        constant, shown = self.environment[step.operands[0]], child._operands[0]
        assert isinstance(shown, TapeConstant)
        self.record.compared += 1
        if step.special == "load":
            problem = "" if shown.name == constant.value else f"is {text_of(shown)}, but the IR loads {constant.value}"
        else:
            problem = mismatch(constant, shown)
        if not problem and child.value is not shown.value and not is_given(child):
            problem = f"has the value {value_text(child.value)}, not that of {text_of(shown)}"
        if problem:
            self.report(self.at + 1, problem)

    def attribute(self, child: Node, step: Step) -> None:
        """The load of an attribute that has a node: a call of getattr."""
        found = child._operands
        assert step.load is not None
        if len(found) != 3 or len(step.operands) != 1:
            self.report(self.at + 1, f"has {len(found)} operands, but loads {step.load}")
            return
        if found[0].value is not getattr or found[2].value != step.load.name:
            self.report(
                self.at + 1,
                f"calls {text_of(found[0])} with {text_of(found[2])}, but loads {step.load.name}",
            )
        problem = mismatch(self.environment[step.operands[0]], found[1])
        if problem:
            self.report(self.at + 1, f"operand 2 {problem}")

    def terminate(self, block: BlockPlan) -> int:
        child, terminator = self.next(), block.terminator
        if child is None:
            return self.missing(f"how §{block.number} ends")
        if child.__class__ is RaiseNode and child.statement is None:
            return self.raised(block, None, None)
        if isinstance(terminator, Return) and isinstance(child, ReturnNode):
            return self.returned(block, child)
        if block.edges and isinstance(child, JumpNode):
            return self.jumped(block, child)
        raise OffThePathError(f"stands where §{block.number} ends with {type(terminator).__name__.lower()}")
