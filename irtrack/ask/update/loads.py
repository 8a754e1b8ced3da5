"""What names and lookups give that have no nodes: recorded nodes use what these gave then."""

import contextlib
from functools import partial, reduce
from types import CellType, ModuleType
from typing import Any

from ...cpython.lift import ATTRIBUTE, METHOD, NAME
from ...ir.language import Call, Load, Unbound, Variable
from ...record.classes import lookup
from ...record.decoding.bound import method_of
from ...record.decoding.plan import BlockPlan, Method, Step
from ...record.interrupts import is_interrupt
from ...record.nodes.kinds import ArgumentNode, CallNode, JumpNode, PrimitiveCallNode, RaiseNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from .called import may_run_python_to_find
from .evaluate import attribute
from .execution import Raised, without_our_frames
from .frame import Frame
from .onward import Left, Onward
from .plan import Signal


class Missing(Signal):
    """A name that the recorded nodes use has no value any more, or lacks an attribute that it had."""

    def __init__(self, name: str, error: BaseException) -> None:
        self.name = name
        self.error = error


class Loads(Onward):
    """Does the loads again whose names, or objects, have something else now."""

    def _raises_at_load(self, frame: Frame, child: Any, missing: Missing) -> "Left | Raised":
        """Where control goes when a name that a recorded node uses has no value: what loads it, raises."""
        self._check_reach(frame)
        block, order = self._raised_at(frame, child)
        statement, location = None, block.location
        for _, _, _, _, place, item, _, _ in self._steps(frame, block):
            load = item.statement.expression
            if isinstance(load, Load) and load.name == missing.name and item.order <= order:
                statement, location, order = item.statement, place, item.order
        environment, raised = self._environment(frame), Raised(missing.error)
        return self._to_handler(frame, environment, block, order, statement, location, (), raised)

    def _pass_loads(self, frame: Frame, child: Node) -> None:
        """Names are loaded when the program loads them, although their loads are folded into what uses them."""
        location = child.location
        if location is None:
            return
        block = frame.plan.blocks[location.block - 1]
        if isinstance(child, ArgumentNode):
            frame.passed = 0
            return
        steps = self._steps(frame, block)
        if frame.block is not block or frame.jumped:
            frame.block, frame.passed = block, 0
        frame.jumped = isinstance(child, (JumpNode, RaiseNode))
        while frame.passed < len(steps) and (location.kind == "&" or steps[frame.passed][1] != location.number):
            item = steps[frame.passed][5]
            load = item.statement.expression
            frame.passed += 1
            if isinstance(load, Load) and item.kind == METHOD:
                self._pass_method(frame, block, steps[frame.passed - 1])
            if isinstance(load, Load) and item.kind == ATTRIBUTE and item.reads:
                self._pass_attribute(frame, item)
            if not isinstance(load, Load) or item.reads or load.scope == "closure":
                continue
            if self._is_new(self.history.key_of_name(frame.old, load.name)):
                with contextlib.suppress(NameError):
                    found = TapeConstant(frame.load(load.name), load.name, len(frame.children))
                    frame.loaded[item.statement.variable] = found
                    frame.at[load.name, child.position - 1] = found

    def _pass_attribute(self, frame: Frame, item: Any) -> None:
        """The load of an attribute of a module is folded, too: a variable keeps what it gave."""
        load, owner = item.statement.expression, frame.loads.get(item.reads[0])
        if owner is None or owner.reads or owner.kind != NAME or owner.statement.expression.scope == "closure":
            return
        name = owner.statement.expression.name
        if self._is_new(self.history.key_of_name(frame.old, name)):
            with contextlib.suppress(NameError, AttributeError):
                module = frame.load(name)
                if type(module) is ModuleType:
                    found = TapeConstant(getattr(module, load.name), f"{name}.{load.name}", len(frame.children))
                    frame.loaded[item.statement.variable] = found

    def _pass_method(self, frame: Frame, block: BlockPlan, step: Step) -> None:
        """The lookup of a method that is only called has no node. It is done again when the program does it, before
        arguments are computed, if the call runs again: the object or its class may have another one now.
        """
        _, variable, _, _, location, item, _, _ = step
        frame.methods.pop(variable, None)
        owner = self._asked_again(frame, block, variable, item.reads[0])
        if owner is None or type(owner.value) is Unbound:  # which raised before that
            return
        try:
            self._look_up(frame, step, owner)
        except Raised as raised:
            self._check_reach(frame)
            environment = self._environment(frame)
            raise self._to_handler(
                frame, environment, block, item.order, item.statement, location, (owner,), raised
            ) from None

    def _look_up(self, frame: Frame, step: Step, owner: Operand) -> None:
        """An attribute is loaded: a method, or what has a node of its own, unless it is that of a module."""
        _, variable, _, _, location, item, _, _ = step
        load = item.statement.expression
        assert isinstance(load, Load)  # attributes and methods are loaded
        name = load.name
        if may_run_python_to_find(owner.value, name):
            self._check_called([owner.value])
        of_manager = item.kind == NAME
        found = self._attempt(partial(attribute, of_manager=of_manager), owner.value, name)
        if of_manager:  # which the statement that calls it looks up
            return
        function = method_of(owner.value, found, lookup(type(owner.value), name)) if item.kind == METHOD else None
        if function is not None and variable not in frame.plan.carried:
            frame.methods[variable] = Method(TapeConstant(function), owner)
        elif not (isinstance(owner, TapeConstant) and owner.name and item.kind == ATTRIBUTE):
            self.ran += 1
            reads = TapeConstant(getattr), owner, TapeConstant(name)
            frame.methods[variable] = made = PrimitiveCallNode(frame.node, 0, location, found, reads, item.statement)
            self._add(frame, None, made)

    def _asked_again(self, frame: Frame, block: BlockPlan, variable: int, owner: int) -> Operand | None:
        """The object whose method is looked up for that variable, without a node, if the call of it runs again, or
        what raised before it was called.
        """
        children: Any = frame.old.children
        for position in range(frame.position, len(children)):
            child = children[position]
            runs = self.everything or child in self.touched
            call = child.statement.expression if isinstance(child, (CallNode, RaiseNode)) and child.statement else None
            if isinstance(call, Call) and call.function == Variable(variable):
                reads = child._reads if isinstance(child, RaiseNode) else child._operands
                return self._operand(reads[1], frame) if runs and len(reads) == len(call.operands) + 1 else None
            if isinstance(child, RaiseNode) and child.location is not None and child.location.block == block.number:
                return frame.latest.get(owner) if runs else None
            if isinstance(child, (JumpNode, RaiseNode)) and child.target == block.number:
                break
        return None

    def _pass_attributes(self, frame: Frame, child: Node) -> None:
        """Those of modules, which are folded, too: the run may have stored another one when they are used."""
        for name in frame.attributes.get(child.position - 1, ()):
            base, *parts = name.split(".")
            if self._is_new(self.history.key_of_name(frame.old, base)):
                with contextlib.suppress(NameError, AttributeError):
                    value = reduce(getattr, parts, frame.load(base))
                    frame.at[name, child.position - 1] = TapeConstant(value, name, len(frame.children))

    def _operand(self, operand: Operand, frame: Frame) -> Operand:
        """The same operand in the new frame."""
        if isinstance(operand, Node):
            return frame.new[operand]
        if type(operand) is not TapeConstant or operand.after < 0 or not operand.name:
            return operand
        name = operand.name.partition(".")[0]
        key = self.history.key_of_name(frame.old, name)
        if type(operand.value) is CellType:
            cell = frame.cell(name)
            return operand if cell is operand.value else TapeConstant(cell, operand.name, operand.after)
        if not frame.has_other(name) and (not self._is_new(key) or key not in self.history.places):
            return operand
        attribute = frame.at.get((operand.name, operand.after))
        if attribute is not None:
            return operand if attribute.value is operand.value else attribute
        loaded = frame.at.get((name, operand.after))
        try:
            value = loaded.value if loaded is not None else frame.load(name)
            for part in operand.name.split(".")[1:]:
                value = getattr(value, part)
        except Exception as error:
            if is_interrupt(error):
                raise
            raise Missing(name, without_our_frames(error)) from None
        return operand if value is operand.value else TapeConstant(value, operand.name, len(frame.children))

    def _operands(self, child: Any, operands: tuple[Operand, ...], frame: Frame) -> tuple[Operand, ...]:
        """What a statement reads now; of a call the method that was found now."""
        found = tuple(self._operand(operand, frame) for operand in operands)
        call = child.statement.expression if child.statement is not None else None
        if not isinstance(call, Call) or not isinstance(call.function, Variable):
            return found
        method = frame.methods.pop(call.function.number, None)
        if method is None:
            return found
        return (method.function, *found[1:]) if isinstance(method, Method) else (method, *found[2:])

    def _raised_at(self, frame: Frame, child: Node) -> tuple[BlockPlan, int]:
        """The block of what raised, and the order of its instruction."""
        assert child.location is not None
        if child.location.kind == "&":
            block = frame.plan.blocks[child.location.block - 1]
            return block, block.lifted.end
        block, step = self._place(frame, child.location)
        return block, self._steps(frame, block)[step][5].order
