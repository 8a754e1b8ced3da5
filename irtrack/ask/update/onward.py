"""Running on: the rest of a frame by its IR, where control goes elsewhere than it went."""

import contextlib
import copy
from abc import abstractmethod
from collections.abc import Iterable
from functools import cached_property
from types import FunctionType
from typing import Any

from ...cpython.code import Instructions, Region
from ...cpython.lift import NAME
from ...ir.language import Load, Location, Raise, Statement, Unbound
from ...record.decoding.plan import GOTO, IF, IF_NONE, NEXT, RETURN, TESTED, BlockPlan
from ...record.interrupts import is_interrupt
from ...record.nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, RaiseNode, ReturnNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand, is_given
from ...record.nodes.tape import TapeConstant
from .called import TooMuch
from .execution import Execution, Raised, chain, without_our_frames
from .frame import MISSING, Environment, Frame
from .outside import makes_anew
from .plan import Impossible, Signal
from .results import is_known, is_of_chance
from .touch import held_by, held_by_function, is_iterator
from .turns import Recorded
from .writing import Restart


class Left(Signal):
    """Control goes elsewhere than it went: to the step of that number of a block, or behind a node that leads away."""

    def __init__(self, block: BlockPlan, step: int, jump: Node | None = None, passed: tuple[Operand, ...] = ()) -> None:
        self.block = block
        self.step = step
        self.jump = jump
        self.passed = passed


class Onward(Execution):
    """Executes what was not recorded."""

    def _check_reach(self, frame: Frame, *, stays: bool = False) -> None:
        """All that what runs on can reach, and so may change, has to be made anew. `stays`: is the frame still followed
        behind that?
        """
        if self.everything:
            return
        if not stays:
            self.left.add(frame.old)
        values = [node.value for node in frame.children[1:] if type(node.value) is not Unbound]
        values += frame.cells.values()
        is_known = frame.old is self.history.root or frame.old in self.renewal.uncertain
        function = frame.function
        if type(function) is FunctionType:
            values += held_by_function(function)
        try:
            reached = list(held_by(values, by_methods=True))
            is_own = type(function) is FunctionType and not any(one is function for one in reached)
            if not is_own:
                values, reached = [*values, function], list(held_by([*values, function], by_methods=True))
            made = frame.node._operands[0].value if frame.made is not MISSING else None
            callee = made if made is not None and makes_anew(made) else function
            running = (callee, self._given_to(frame)) if is_own else None
            self._let_run(values, reached, [] if is_known else [frame.old], running)
        except TooMuch:
            raise Impossible("what runs on can reach too much") from None

    def _given_to(self, frame: Frame) -> list[Any]:
        """What a function that runs was passed, or has from whoever gives values to nodes."""
        passed = [one for one in frame.children[1:] if isinstance(one, ArgumentNode) and not one._operands]
        defaults = *(frame.function.__defaults__ or ()), *(frame.function.__kwdefaults__ or {}).values()
        return [*(one.value for one in passed), *defaults, *self.changes.values()]

    def _iterator(self, frame: Frame, operand: Operand) -> Any:
        """What a loop goes over. Of a sequence, from 3.15 on, nobody knows how far it has come: begin again."""
        if not is_iterator(operand.value):
            raise Restart((), [old for old, new in frame.new.items() if new is operand])
        return operand.value

    def _handler(self, frame: Frame, block: BlockPlan, order: int) -> int | None:
        """The block that handles what the instruction of that order raises."""
        region = region_of(frame.old.template.instructions, _instruction(block, order))
        return frame.plan.lifted.handler_blocks.get(region.target) if region is not None else None

    def _handled(self, frame: Frame, block: BlockPlan, order: int) -> BaseException | None:
        """What is being handled there: an `except` block lies in a region of code that ends the handling."""
        instructions = frame.old.template.instructions
        region = region_of(instructions, _instruction(block, order))
        while region is not None and instructions.name(region.target) == "PUSH_EXC_INFO":  # it lies in a `try`
            own = region_of(instructions, region.target)
            region = region_of(instructions, own.target) if own is not None else None
        if region is None or not region.lasti:
            return frame.handled
        first = min(one.start for one in instructions.regions if one.target == region.target)
        begins = (one.target for one in instructions.regions if instructions.name(one.target) == "PUSH_EXC_INFO")
        handler = frame.plan.lifted.handler_blocks.get(max((one for one in begins if one <= first), default=-1))
        raised = [node for node in frame.children if isinstance(node, RaiseNode) and node.target == handler]
        return raised[-1].exception if raised else frame.handled

    def _handled_at(self, frame: Frame, location: Location | None) -> BaseException | None:
        if not frame.has_raised or location is None or location.kind != "%":
            return frame.handled
        block, step = self._place(frame, location)
        return self._handled(frame, block, self._steps(frame, block)[step][5].order)

    def _in_context(self, frame: Frame, block: BlockPlan, order: int, error: BaseException) -> None:
        """An exception that the instruction of that order has raised gets what was being handled as its context."""
        handled, before = self._handled(frame, block, order), chain(error)
        if handled is not None and not any(one is handled for one in before):
            before[-1].__context__ = handled

    def _to_handler(
        self,
        frame: Frame,
        environment: Environment,
        block: BlockPlan,
        order: int,
        statement: Statement | None,
        location: Location | None,
        reads: tuple[Operand, ...],
        raised: Raised,
    ) -> "Left | Raised":
        """Where control goes when the instruction of that order in a block raises; the node of it is made."""
        if raised.call is None:
            self._in_context(frame, block, order, raised.error)
        place = frame.plan.place_at(block, order) if statement is None else None
        node = RaiseNode(frame.node, 0, location, raised.error, statement, reads, raised.call, None, (), place)
        self._add(frame, None, node)
        target = self._handler(frame, block, order)
        if target is None:
            return raised
        arguments = frame.plan.passed_by_raise(block, order, target)
        lifted = frame.plan.lifted
        known = len(environment) - lifted.size
        environment += [TapeConstant(c.value) for c in lifted.constants[known:]]  # which only a handler is passed
        node.target = target
        node._operands = tuple([environment[i] if i else node for i in arguments])
        return Left(frame.plan.blocks[target - 1], 0, node, node._operands)

    def _leave_by(self, frame: Frame, environment: Environment, block: BlockPlan, taken: int) -> Left:
        edge = block.edges[taken]
        condition = environment[block.condition] if block.end in (IF, IF_NONE, NEXT, TESTED) else None
        passed = edge.operands(environment)
        jump = JumpNode(frame.node, 0, edge.location, edge.target.number, passed, condition, edge.test, edge.holds)
        self._add(frame, None, jump)
        return Left(edge.target, 0, jump, passed)

    def _branch(self, block: BlockPlan, value: Any) -> int:
        """Which way a jump goes. Raises Raised."""
        if block.end == IF_NONE:
            return int(value is not None)
        return int(not self._attempt(bool, value))

    def _raises_at_end(
        self, frame: Frame, environment: Environment, block: BlockPlan, condition: Operand, raised: Raised
    ) -> "Left | Raised":
        """Where control goes when the truth test at the end of a block raises."""
        end, reads = block.lifted.end, (condition,)
        return self._to_handler(frame, environment, block, end, None, block.location, reads, raised)

    def _run_on(self, frame: Frame, left: Left) -> Any:
        """Execute the rest of a frame."""
        environment = self._environment(frame)
        recorded = Recorded(frame, self._standing) if self._standing else None
        while True:
            try:
                return self._run_block(frame, environment, left, recorded)
            except Left as further:
                left = further
                if recorded is not None:
                    recorded.turns.jumped(left.block.number)

    @cached_property
    def _changing(self) -> set[Node]:
        """The nodes that have other values, and the calls within which there are such."""
        return _with_parents(self.changes)

    @cached_property
    def _standing(self) -> set[Node]:
        """What need not run in a frame that runs on as if nothing were recorded: these, impure primitives and functions
        of chance, and the calls within which there are such.
        """
        history = self.history
        impure = [node for node in history.impure if isinstance(node, PrimitiveCallNode)]
        drawing = [] if history.is_seeded else [c for c in history.frames if is_of_chance(c._operands[0].value)]
        return self._changing | _with_parents([*impure, *drawing])

    def _as_recorded(self, frame: Frame, old: Any, step: Any, operands: tuple[Operand, ...]) -> Node | None:
        """Where the frame runs on, the node of a statement that was recorded, in the same turns of its loops: if it has
        another value, or chance gave it what it gave for the same; None if it has to be executed.
        """
        _, _, _, makes, location, item, _, _ = step
        if isinstance(old, NestedCallNode) and old not in self.changes:
            return self._called_as_recorded(frame, old, operands)
        if old in self.changes:
            value = self.changes[old]
            if self.history.has_effects(old):
                count = len(frame.children)
                with contextlib.suppress(Raised):
                    self._execute(frame, makes, location, item.statement, operands, None)
                del frame.children[count:]
        elif self._stands(old) and self._are_same(old, operands) and is_known(old, self.history):
            value = copy.deepcopy(old.value)  # the program may write to an array
        else:
            return None
        kind = makes if not issubclass(makes, NestedCallNode) else PrimitiveCallNode
        made: Node = kind(frame.node, 0, location, value, operands, item.statement)
        self._add(frame, None, made)
        if old in self.changes or is_given(old):
            made._more().is_given = True
        return made

    @abstractmethod
    def _called_as_recorded(self, frame: Frame, old: NestedCallNode, operands: tuple[Operand, ...]) -> Node | None:
        """A call that was recorded is made, perhaps with other arguments."""

    def _run_block(self, frame: Frame, environment: Environment, left: Left, recorded: "Recorded | None") -> Any:
        block = left.block
        steps = self._steps(frame, block)
        if left.jump is not None:
            for variable, name, location, k in block.arguments:
                operand = left.passed[k]
                argument = ArgumentNode(frame.node, 0, location, operand.value, name, left.jump, k + 1, (operand,))
                self._add(frame, None, argument)
                environment[variable] = argument
        taken: int | None = None
        done = steps[left.step - 1][5].order if left.step else -1
        for number in range(left.step, len(steps)):
            kind, variable, operands, makes, location, item, _, _ = steps[number]
            used: tuple[Operand, ...] = ()
            self._check_bound(frame, environment, block, done, item.order)
            done = item.order
            try:
                if isinstance(item.statement.expression, Load):
                    used = operands(environment)
                    environment[variable] = None
                    environment[variable] = self._load(frame, environment, item, location)
                    continue
                used = operands(environment)
                if kind == NEXT:
                    self.ran += 1
                    try:
                        value = next(self._iterator(frame, used[-1]))
                    except StopIteration:
                        taken = 1
                        continue
                    taken = 0
                    made: Node = makes(frame.node, 0, location, value, used, item.statement)
                    self._add(frame, None, made)
                else:
                    old = recorded.at(location) if recorded is not None else None
                    found = self._as_recorded(frame, old, steps[number], used) if old is not None else None
                    made = found or self._execute(frame, makes, location, item.statement, used, None)
            except Raised as raised:
                raise self._to_handler(
                    frame, environment, block, item.order, item.statement, location, used, raised
                ) from None
            except Signal:
                raise
            except Exception as error:  # of a load, of an iterator
                if is_interrupt(error):
                    raise
                raise self._to_handler(
                    frame, environment, block, item.order, item.statement, location, used, Raised(error)
                ) from None
            environment[variable] = made
        self._check_bound(frame, environment, block, done, block.lifted.end)
        return self._end_block(frame, environment, block, taken)

    def _check_bound(self, frame: Frame, environment: Environment, block: BlockPlan, done: int, order: int) -> None:
        """A local variable without a value raises where it is loaded, which is no statement."""
        for at, index, name in block.lifted.checks:
            if done < at <= order and environment.is_unbound(index):
                raised = Raised(frame.unbound(name))
                raise self._to_handler(frame, environment, block, at, None, block.location, (), raised)

    def _end_block(self, frame: Frame, environment: Environment, block: BlockPlan, taken: int | None) -> Any:
        if block.end == RETURN:
            operand = environment[block.condition]
            self._add(frame, None, ReturnNode(frame.node, 0, block.location, operand.value, (operand,)))
            return operand.value
        condition = environment[block.condition] if block.end in (IF, IF_NONE, NEXT, TESTED) else None
        if not block.edges:
            reads = block.operands(environment) if block.operands is not None else ()
            terminator = frame.plan.lifted.ir.blocks[block.number - 1].terminator
            values = [operand.value for operand in reads]
            again = isinstance(terminator, Raise) and terminator.again
            end = block.lifted.end
            error = self._raised_again(frame, block) if not values else values[0] if again else exception_of(values)
            raise self._to_handler(frame, environment, block, end, None, block.location, reads, Raised(error))
        if block.end in (IF, IF_NONE, TESTED):
            self.ran += block.end != TESTED
            assert condition is not None
            try:
                taken = self._branch(block, condition.value)
            except Raised as raised:
                raise self._raises_at_end(frame, environment, block, condition, raised) from None
        if taken is None:  # the iterator's item was asked for before
            taken = 0
        raise self._leave_by(frame, environment, block, taken if block.end != GOTO else 0)

    def _raised_again(self, frame: Frame, block: BlockPlan) -> BaseException:
        """What `raise` raises at the end of a block: what is being handled there, or in those that called the frame."""
        handled = self._handled(frame, block, block.lifted.end)
        if handled is None and self.history.root.parent is not None:
            raise Impossible("what is raised again is not known")
        return handled if handled is not None else RuntimeError("No active exception to reraise")

    def _load(self, frame: Frame, environment: Environment, item: Any, location: Location) -> Any:
        """A load; of an attribute a node of its own, unless it is a method that is only called, or a module's."""
        found = environment.loaded(item)
        if not item.reads or item.kind == NAME or type(found) is not TapeConstant or "." in (found.name or ""):
            return found
        owner = environment[item.reads[0]]
        operands = (TapeConstant(getattr), owner, TapeConstant(item.statement.expression.name))
        made = PrimitiveCallNode(frame.node, 0, location, found.value, operands, item.statement)
        self._add(frame, None, made)
        return made


def _with_parents(nodes: Iterable[Node]) -> set[Node]:
    found: set[Node] = set()
    for node in nodes:
        one: Node | None = node
        while one is not None and one not in found:
            found.add(one)
            one = one.parent
    return found


def _instruction(block: BlockPlan, order: int) -> int:
    return next(i for i, o in block.lifted.order.items() if o >= order)


def region_of(instructions: Instructions, index: int) -> Region | None:
    """Of the exception table the entry for an instruction."""
    return next((one for one in reversed(instructions.regions) if one.start <= index < one.end), None)


def exception_of(values: list[Any]) -> BaseException:
    """What `raise value from cause` raises."""
    try:
        if len(values) > 1:
            raise values[0] from values[1]
        raise values[0]
    except BaseException as error:
        return without_our_frames(error)
