"""A call, gone through again: what does not depend on the change is taken over, the rest is executed.

As long as control goes where it went, the recorded nodes lead; where a condition has changed, or something is raised or
is not, the frame runs on from there by its IR.
"""

from collections.abc import Callable, Iterable
from types import CellType, FunctionType, MethodType
from typing import Any

from ...ir.language import Call, Load, Location, Raise, Special, Statement
from ...record.callables import enterable
from ...record.classes import is_a, lookup
from ...record.decoding.plan import ASKING, GOTO, IF, IF_NONE, NEXT, PENDING, RETURN, TESTED, BlockPlan
from ...record.interrupts import is_interrupt
from ...record.nodes import (
    ArgumentNode,
    ConstantNode,
    JumpNode,
    NestedCallNode,
    Node,
    Operand,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.recompute import equal
from ...record.tape import TapeConstant
from ...record.tracking import trace_of, track
from ..replay.helpers import make_function
from ..replay.impure import is_impure
from ..replay.statements import part_of_function
from .copies import copy_call, copy_node, fresh_log
from .evaluate import arguments_of, is_known, perform
from .frame import MISSING, Environment, Frame
from .history import History, Key
from .plan import Impossible, Renewal
from .touch import TooMuch, held_by

_PARTS = {"set_defaults": "defaults", "set_keyword_defaults": "keyword_defaults", "set_annotations": "annotations",
          "set_closure": "closure", "set_annotate": "annotate"}  # fmt: skip


class Restart(Exception):
    """More has to be made anew than was known: the keys of objects, and calls whose values are uncertain."""

    def __init__(self, keys: Iterable[Key] = (), calls: Iterable[Node] = ()) -> None:
        self.keys = frozenset(keys)
        self.calls = frozenset(calls)


class Raised(Exception):
    """The program raised `error`; `call`: the nested call that it came out of."""

    def __init__(self, error: BaseException, call: NestedCallNode | None = None) -> None:
        self.error = error
        self.call = call


class Left(Exception):
    """Control goes elsewhere than it went: to the step of that number of a block, or behind a node that leads away."""

    def __init__(self, block: BlockPlan, step: int, jump: Node | None = None, passed: tuple[Operand, ...] = ()) -> None:
        self.block = block
        self.step = step
        self.jump = jump
        self.passed = passed


class Rerun:
    """`changes`: values by nodes of the old record. `ran`: how many statements were executed. `known`: what impure
    primitives gave in an earlier attempt, by the old nodes.
    """

    def __init__(
        self, history: History, renewal: Renewal, changes: dict[Node, Any], known: dict[Node, Any], everything: bool
    ) -> None:
        self.history = history
        self.renewal = renewal
        self.changes = changes
        self.known = known
        self.everything = everything
        self.ran = 0
        self.unpacked: dict[int, tuple[Any, list[Any]]] = {}
        self.copied: dict[int, TapeConstant] = {}
        self.touched: set[Node] = set()
        for node in (*renewal.units, *changes, *renewal.uncertain):
            parent: Node | None = node
            while parent is not None and parent not in self.touched:
                self.touched.add(parent)
                parent = parent.parent

    def run(self) -> NestedCallNode:
        """The new record."""
        self._set_back()
        old = self.history.root
        operands = tuple(TapeConstant(value) for value in self._passed(old))
        new = NestedCallNode(None, 1, None, None, operands, None, fresh_log(old), 0)
        if hasattr(old, "_keyword_names"):
            new._keyword_names = old._keyword_names
        frame = Frame(old, new, old.children[0].value)
        arguments = [self.changes.get(child, child.value) for child in self._parameters(old)]
        try:
            new.value = self._go_through(frame, arguments)
        except Raised as raised:
            new.exception = raised.error
        return new

    def _passed(self, old: NestedCallNode) -> list[Any]:
        """What the new call is given."""
        values = [operand.value for operand in old._operands]
        count, names, _ = old._split()
        shift = len(self._parameters(old)) and int(type(values[0]) is not FunctionType)
        for k, argument in enumerate(self._parameters(old)):
            if argument not in self.changes:
                continue
            if argument.name in names:
                values[len(values) - len(names) + names.index(argument.name)] = self.changes[argument]
            elif 0 <= k - shift < count:
                values[1 + k - shift] = self.changes[argument]
        return values

    def _set_back(self) -> None:
        """Globals and cells from outside that are renewed begin as they were."""
        for key in self.renewal.renewed:
            place = self.history.places.get(key)
            if place is None or key in self.history.own:
                continue
            holder, name, first = place
            if type(holder) is CellType:
                if first is not MISSING:
                    holder.cell_contents = first
            elif first is not MISSING:
                holder[name] = first

    # -- a frame ------------------------------------------------------------------------------------------------------

    def _parameters(self, call: NestedCallNode) -> list[ArgumentNode]:
        return [child for child in call.children[: 1 + len(call.template.argument_names)]
                if isinstance(child, ArgumentNode)][1:]  # fmt: skip

    def _go_through(self, frame: Frame, arguments: list[Any]) -> Any:
        """What the frame returns."""
        self._make_cells(frame, arguments)
        try:
            value = self._along(frame, arguments)
        except Left as left:
            self._check_reach(frame)
            value = self._run_on(frame, left)
        finally:
            frame.node._children = tuple(frame.children)
            frame.node._elsewhere, frame.node._resumed = [], []
        return frame.made if frame.made is not MISSING else value

    def _make_cells(self, frame: Frame, arguments: list[Any]) -> None:
        names = frame.old.template.argument_names
        for name in frame.code.co_cellvars:
            cell = self.history.cells.get((frame.old, name))
            if cell is None or self._is_new(id(cell)):
                cell = CellType()
                if name in names and names.index(name) < len(arguments):
                    cell.cell_contents = arguments[names.index(name)]
            frame.cells[name] = cell

    def _is_new(self, key: Key) -> bool:
        return self.everything or key in self.renewal.renewed

    def _along(self, frame: Frame, arguments: list[Any]) -> Any:
        """Follow the recorded nodes."""
        old = frame.old
        parameters = self._parameters(old)
        first = ArgumentNode(frame.node, 1, old.children[0].location, frame.function, "", None, None)
        copy_node(old.children[0], first)
        first.branch = frame.node if old.children[0].branch is not None else None  # type: ignore[attr-defined]
        self._add(frame, old.children[0], first)
        for argument, value in zip(parameters, arguments, strict=True):
            new = ArgumentNode(
                frame.node, argument.position, argument.location, value, argument.name,
                frame.node if argument.branch is not None else None, argument.number,
            )  # fmt: skip
            self._add(frame, argument, new)
        for index in range(1 + len(parameters), len(old.children)):
            child = old.children[index]
            if isinstance(child, ReturnNode):
                operand = self._operand(child._operands[0], frame)
                new_return = ReturnNode(frame.node, 0, child.location, operand.value, (operand,))
                self._add(frame, child, new_return)
                return operand.value
            self._follow(frame, child, index)
            if isinstance(child, RaiseNode) and child.target is None:
                raise Raised(frame.children[-1].value)
        raise Impossible("the recorded call has not ended")

    def _add(self, frame: Frame, old: Node | None, new: Node) -> None:
        new.position = len(frame.children) + 1
        new.parent = frame.node
        frame.children.append(new)
        if old is not None:
            frame.new[old] = new
            if hasattr(old, "_metadata") and new.value is old.value:
                new._metadata = dict(old._metadata)

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
        if not self._is_new(key) or key not in self.history.places:
            return operand
        value = frame.load(name)
        for part in operand.name.split(".")[1:]:
            value = getattr(value, part)
        return operand if value is operand.value else TapeConstant(value, operand.name, len(frame.children))

    def _follow(self, frame: Frame, child: Any, index: int) -> None:
        """The next recorded node: take it over, or execute it."""
        if isinstance(child, ArgumentNode):
            operand = self._operand(child._operands[0], frame) if child._operands else None
            branch = frame.new.get(child.branch) if child.branch is not None else None
            value = operand.value if operand is not None else child.value
            value = self.changes.get(child, value)
            new = ArgumentNode(frame.node, 0, child.location, value, child.name, branch, child.number,
                               (operand,) if operand is not None else ())  # fmt: skip
            self._add(frame, child, new)
        elif child in self.changes:
            operands = tuple(self._operand(operand, frame) for operand in child._operands)
            made = type(child) if not isinstance(child, NestedCallNode) else PrimitiveCallNode
            self._add(frame, child, made(frame.node, 0, child.location, self.changes[child], operands, child.statement))
        elif isinstance(child, JumpNode):
            self._follow_jump(frame, child)
        elif isinstance(child, RaiseNode):
            self._follow_raise(frame, child)
        elif isinstance(child, NestedCallNode) and self.history.is_open(child):
            self._follow_call(frame, child)
        elif isinstance(child, ConstantNode):
            self._add(frame, child, ConstantNode(frame.node, 0, child.location, child.value))
        else:
            self._follow_statement(frame, child)

    def _follow_statement(self, frame: Frame, child: Any) -> None:
        operands = tuple(self._operand(operand, frame) for operand in child._operands)
        if not self._runs_again(child, operands):
            self._add(frame, child, self._kept(frame, child, operands))
            if isinstance(child, SpecialCallNode) and child.name == "store":
                self._keep_cell(frame, child)
            return
        try:
            self._execute(frame, type(child), child.location, child.statement, operands, child)
        except Raised as raised:
            block, step = self._place(frame, child.location)
            if block.end == NEXT and step == len(block.steps or ()) - 1 and isinstance(raised.error, StopIteration):
                raise self._exhausted(frame, block) from None
            raise self._to_handler(frame, block, step, child.statement, child.location, operands, raised) from None

    def _exhausted(self, frame: Frame, block: BlockPlan) -> Left:
        """The iterator that gave another item has none now."""
        self._check_reach(frame)
        environment = self._environment(frame)
        return self._leave_by(frame, environment, block, 1)

    def _leave_by(self, frame: Frame, environment: Environment, block: BlockPlan, taken: int) -> Left:
        edge = block.edges[taken]
        condition = environment[block.condition] if block.end in (IF, IF_NONE, NEXT, TESTED) else None
        passed = edge.operands(environment)
        jump = JumpNode(frame.node, 0, edge.location, edge.target.number, passed, condition, edge.test, edge.holds)
        self._add(frame, None, jump)
        return Left(edge.target, 0, jump, passed)

    def _keep_cell(self, frame: Frame, child: Any) -> None:
        """A variable whose cell no function got has to have its value, should the frame run on."""
        name = child._operands[0].value
        if name in frame.code.co_cellvars and (frame.old, name) not in self.history.cells:
            frame.store(name, child.value)

    def _runs_again(self, child: Any, operands: tuple[Operand, ...]) -> bool:
        """Does a statement have to be executed?"""
        same = all(_is_same(one.value, other.value) for one, other in zip(child._operands, operands, strict=True))
        if self.everything:
            return not (same and self._is_impure(child))
        in_units = child in self.renewal.units
        if not same and not in_units:
            raise Restart((), [child])
        if not in_units:
            return False
        return not same or not self._is_impure(child)

    def _is_impure(self, child: Any) -> bool:
        if not isinstance(child, PrimitiveCallNode) or hasattr(child, "_frames"):
            return False
        function, *rest = [operand.value for operand in child._operands]
        return is_impure(function, rest)

    def _kept(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> Node:
        if isinstance(child, NestedCallNode):
            return copy_call(child, frame.node, operands)
        new: Node = type(child)(frame.node, 0, child.location, child.value, operands, child.statement)
        if hasattr(child, "_frames"):
            new._frames = tuple(copy_call(one, new, one._operands) for one in child._frames)
        return new

    def _follow_call(self, frame: Frame, child: NestedCallNode) -> None:
        """A call whose frame can be gone through: if anything in it may be another."""
        operands = tuple(self._operand(operand, frame) for operand in child._operands)
        same = all(_is_same(one.value, other.value) for one, other in zip(child._operands, operands, strict=True))
        if not self.everything and child not in self.touched:
            if not same:
                raise Restart((), [child])
            self._add(frame, child, copy_call(child, frame.node, operands))
            return
        called, old_called = operands[0].value, child._operands[0].value
        if called is not old_called and not self._same_code(called, child):
            self._call_anew(frame, child, operands)
            return
        new = NestedCallNode(frame.node, 0, child.location, None, operands, child.statement, fresh_log(child), 0)
        self._add(frame, child, new)
        inner = Frame(child, new, self._function(called))
        try:
            arguments = self._arguments(inner, child, operands)
            new.value = self._go_through(inner, arguments)
        except Raised as raised:
            new.exception = raised.error
            if child.exception is None:
                self._uncertain(child)
                block, step = self._place(frame, child.location)
                raised = Raised(raised.error, new)
                raise self._to_handler(frame, block, step, child.statement, child.location, operands, raised) from None
            return
        if child.exception is not None:
            self._uncertain(child)
            block, step = self._place(frame, child.location)
            raise Left(block, step + 1)

    def _uncertain(self, call: Node) -> None:
        if not self.everything and call not in self.renewal.uncertain:
            raise Restart((), [call])

    def _same_code(self, called: Any, child: NestedCallNode) -> bool:
        function = self._function(called)
        return type(function) is FunctionType and function.__code__ is child.template.code

    def _call_anew(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> None:
        """Another function is called."""
        self._uncertain(child)
        self._check_reach(frame)
        try:
            self._execute(frame, PrimitiveCallNode, child.location, child.statement, operands, child)
        except Raised as raised:
            block, step = self._place(frame, child.location)
            raise self._to_handler(frame, block, step, child.statement, child.location, operands, raised) from None
        if child.exception is not None:
            block, step = self._place(frame, child.location)
            raise Left(block, step + 1)

    def _function(self, called: Any) -> Any:
        if type(called) is MethodType:
            return called.__func__
        return lookup(called, "__init__") if issubclass(type(called), type) else called

    def _arguments(self, inner: Frame, child: NestedCallNode, operands: tuple[Operand, ...]) -> list[Any]:
        """The values of the parameters of a call that is gone through again."""
        called = operands[0].value
        _, names, _ = child._split()
        found: list[Any] = []
        for k, argument in enumerate(self._parameters(child)):
            number = argument.number
            if isinstance(number, str):
                value = operands[len(operands) - len(names) + names.index(number)].value
            elif number is not None:
                value = operands[number - 1].value
            elif k == 0 and type(called) is MethodType:
                value = called.__self__
            elif k == 0 and issubclass(type(called), type):
                value = argument.value
                if self._is_new(id(value)):
                    value = object.__new__(called)
                inner.made = value
            else:
                value = self._default(inner.function, k, argument)
            found.append(self.changes.get(argument, value))
        return found

    def _default(self, function: Any, k: int, argument: ArgumentNode) -> Any:
        code, defaults = function.__code__, function.__defaults__ or ()
        place = k - code.co_argcount + len(defaults)
        if k < code.co_argcount:
            return defaults[place] if 0 <= place < len(defaults) else argument.value
        return (function.__kwdefaults__ or {}).get(argument.name, argument.value)

    # -- jumps and exceptions -----------------------------------------------------------------------------------------

    def _follow_jump(self, frame: Frame, child: JumpNode) -> None:
        operands = tuple(self._operand(operand, frame) for operand in child._operands)
        condition = self._operand(child._condition, frame) if child._condition is not None else None
        assert child.location is not None
        block = frame.plan.blocks[child.location.block - 1]
        taken = 0 if child.holds else 1
        if child._condition is not None and condition is not None and block.end != NEXT:
            same = _is_same(child._condition.value, condition.value)
            if self.everything or not same or child in self.renewal.units:
                self.ran += 1
                taken = self._branch(block, condition.value)
        elif block.end == NEXT and not child.holds and (self.everything or child in self.renewal.units):
            assert condition is not None
            self.ran += 1
            try:
                value = next(condition.value)
            except StopIteration:
                pass
            except Exception as error:
                raise self._raised_at_next(frame, block, error) from None
            else:
                raise self._more(frame, block, value)
        if len(block.edges) > 1 and taken != (0 if child.holds else 1):
            self._check_reach(frame)
            raise self._leave_by(frame, self._environment(frame), block, taken)
        new = JumpNode(frame.node, 0, child.location, child.target, operands, condition, child.test, child.holds)
        self._add(frame, child, new)

    def _branch(self, block: BlockPlan, value: Any) -> int:
        """Which way a jump goes."""
        if block.end == IF_NONE:
            return int(value is not None)
        return int(not value)

    def _more(self, frame: Frame, block: BlockPlan, value: Any) -> Left:
        """The iterator that was exhausted has another item now."""
        self._check_reach(frame)
        steps = self._steps(frame, block)
        _, _, operands, makes, location, item, _, _ = steps[-1]
        environment = self._environment(frame)
        made = makes(frame.node, 0, location, value, operands(environment), item.statement)
        self._add(frame, None, made)
        return Left(block, len(steps))

    def _raised_at_next(self, frame: Frame, block: BlockPlan, error: Exception) -> Left:
        steps = self._steps(frame, block)
        _, _, operands, _, location, item, _, _ = steps[-1]
        reads = operands(self._environment(frame))
        return self._to_handler(frame, block, len(steps) - 1, item.statement, location, reads, Raised(error))

    def _follow_raise(self, frame: Frame, child: RaiseNode) -> None:
        call = child.call
        reads = tuple(self._operand(operand, frame) for operand in child._reads)
        exception = child.exception
        if call is not None:
            new_call: Any = frame.new[call]
            exception = new_call.exception
        else:
            same = all(_is_same(one.value, other.value) for one, other in zip(child._reads, reads, strict=True))
            if self.everything or child in self.renewal.units or not same:
                exception = self._raise_again(frame, child, reads)
        raised = RaiseNode(frame.node, 0, child.location, exception, child.statement, reads,
                           frame.new[call] if call is not None else None, child.target, ())  # type: ignore[arg-type]
        self._add(frame, child, raised)
        raised._operands = tuple(raised if o is child else self._operand(o, frame) for o in child._operands)

    def _raise_again(self, frame: Frame, child: RaiseNode, reads: tuple[Operand, ...]) -> BaseException:
        """What is raised now by what raised before."""
        assert child.location is not None
        values = [operand.value for operand in reads]
        block = frame.plan.blocks[child.location.block - 1]
        self.ran += 1
        if child.statement is None:
            terminator = frame.plan.lifted.ir.blocks[block.number - 1].terminator
            if isinstance(terminator, Raise):
                return self._raised_by(frame, child, terminator, values)
            if values:  # a truth test
                try:
                    bool(values[0])
                except Exception as error:
                    return error
            raise Impossible("something else than a statement raised")
        if isinstance(child.statement.expression, Load) and not child.statement.expression.operands:
            try:
                frame.load(child.statement.expression.name)
            except NameError as error:
                return error
        block, step = self._place(frame, child.location)
        count = len(frame.children)
        makes = SpecialCallNode if isinstance(child.statement.expression, Special) else PrimitiveCallNode
        try:
            self._execute(frame, makes, child.location, child.statement, reads, child)
        except Raised as raised:
            if raised.call is not None or len(frame.children) != count:
                raise self._to_handler(
                    frame, block, step, child.statement, child.location, reads, raised
                ) from None
            return raised.error
        raise Left(block, step + 1)

    def _raised_by(self, frame: Frame, child: RaiseNode, terminator: Raise, values: list[Any]) -> BaseException:
        if terminator.again or not values:
            for old, new in frame.new.items():
                if old.value is child.exception and isinstance(new.value, BaseException):
                    return new.value
            return child.exception
        return _exception_of(values)

    def _to_handler(
        self,
        frame: Frame,
        block: BlockPlan,
        step: int,
        statement: Statement | None,
        location: Location | None,
        reads: tuple[Operand, ...],
        raised: Raised,
    ) -> "Left | Raised":
        """Where control goes when a step of a block raises; the node of it is made."""
        node = RaiseNode(frame.node, 0, location, raised.error, statement, reads, raised.call, None, ())
        self._add(frame, None, node)
        steps = self._steps(frame, block)
        order = steps[step][5].order if step < len(steps) else block.lifted.end
        target = self._handler(frame, block, order)
        if target is None:
            self._check_reach(frame)
            return raised
        environment = self._environment(frame)
        arguments = frame.plan.passed_by_raise(block, order, target)
        lifted = frame.plan.lifted
        known = len(environment) - lifted.size
        environment += [TapeConstant(c.value) for c in lifted.constants[known:]]
        node.target = target
        node._operands = tuple([environment[i] if i else node for i in arguments])
        return Left(frame.plan.blocks[target - 1], 0, node, node._operands)

    def _handler(self, frame: Frame, block: BlockPlan, order: int) -> int | None:
        """The block that handles what the instruction of that order raises."""
        template = frame.old.template
        instruction = next(i for i, o in block.lifted.order.items() if o >= order)
        regions = [region for region in template.instructions.regions if region.start <= instruction < region.end]
        return frame.plan.lifted.handler_blocks.get(regions[-1].target) if regions else None

    # -- running on ---------------------------------------------------------------------------------------------------

    def _environment(self, frame: Frame) -> Environment:
        """What each variable is when the frame is about to leave the recorded path."""
        environment = Environment(frame)
        for node in frame.children:
            location = node.location
            if location is not None and location.kind == "%" and not isinstance(node, RaiseNode):
                environment[location.number] = node
        return environment

    def _check_reach(self, frame: Frame) -> None:
        """All that what runs on can reach, and so may change, has to be made anew."""
        if self.everything:
            return
        history, need = self.history, set()
        values = [node.value for node in frame.children] + list(frame.cells.values()) + [frame.function]
        try:
            for value in held_by(values):
                key = id(value)
                if key in self.renewal.renewed or (key not in history.maker and key not in history.places):
                    continue
                if self.renewal.can_renew(key):
                    need.add(key)
        except TooMuch:
            raise Impossible("what runs on can reach too much") from None
        need |= {key for key in history.places if type(key) is tuple and key not in self.renewal.renewed
                 and key[0] == "global" and history.writes.get(key)}  # fmt: skip
        calls = [frame.old] if frame.old is not history.root and frame.old not in self.renewal.uncertain else []
        if need or calls:
            raise Restart(need, calls)

    def _steps(self, frame: Frame, block: BlockPlan) -> list[Any]:
        return block.steps if block.steps is not None else frame.plan.steps(block)

    def _place(self, frame: Frame, location: Location | None) -> tuple[BlockPlan, int]:
        """The block and the step of a statement."""
        assert location is not None
        block = frame.plan.blocks[location.block - 1]
        steps = self._steps(frame, block)
        return block, next(k for k, step in enumerate(steps) if step[1] == location.number)

    def _run_on(self, frame: Frame, left: Left) -> Any:
        """Execute the rest of a frame."""
        environment = self._environment(frame)
        while True:
            try:
                return self._run_block(frame, environment, left)
            except Left as further:
                left = further
                for variable, _, _, _ in left.block.arguments if left.block.steps is not None else ():
                    environment[variable] = None

    def _run_block(self, frame: Frame, environment: Environment, left: Left) -> Any:
        block = left.block
        steps = self._steps(frame, block)
        if left.jump is not None:
            for variable, name, location, k in block.arguments:
                operand = left.passed[k]
                argument = ArgumentNode(frame.node, 0, location, operand.value, name, left.jump, k + 1, (operand,))
                self._add(frame, None, argument)
                environment[variable] = argument
        taken: int | None = None
        for number in range(left.step, len(steps)):
            kind, variable, operands, makes, location, item, _, _ = steps[number]
            used: tuple[Operand, ...] = ()
            try:
                if isinstance(item.statement.expression, Load):
                    environment[variable] = None
                    environment[variable] = self._load(frame, environment, item, location)
                    continue
                used = operands(environment)
                if kind == NEXT:
                    self.ran += 1
                    try:
                        value = next(used[-1].value)
                    except StopIteration:
                        taken = 1
                        continue
                    taken = 0
                    made: Node = makes(frame.node, 0, location, value, used, item.statement)
                    self._add(frame, None, made)
                else:
                    made = self._execute(frame, makes, location, item.statement, used, None)
                    if kind == TESTED:
                        taken = int(not made.value)
                        made.value = not taken
            except Raised as raised:
                raise self._to_handler_on(frame, environment, block, number, item, location, used, raised) from None
            except (Left, Restart, Impossible):
                raise
            except Exception as error:
                if is_interrupt(error):
                    raise
                raise self._to_handler_on(
                    frame, environment, block, number, item, location, used, Raised(error)
                ) from None
            environment[variable] = made
        return self._end_block(frame, environment, block, taken, left)

    def _end_block(
        self, frame: Frame, environment: Environment, block: BlockPlan, taken: int | None, left: Left
    ) -> Any:
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
            error = values[0] if again and values else _exception_of(values) if values else self._current(frame)
            raise self._to_handler_on(frame, environment, block, None, None, block.location, reads, Raised(error))
        if block.end in (IF, IF_NONE):
            self.ran += 1
            assert condition is not None
            try:
                taken = self._branch(block, condition.value)
            except Exception as error:
                raise self._to_handler_on(
                    frame, environment, block, None, None, block.location, (condition,), Raised(error)
                ) from None
        if taken is None:  # the iterator's item was asked for before
            taken = 0
        raise self._leave_by(frame, environment, block, taken if block.end != GOTO else 0)

    def _current(self, frame: Frame) -> BaseException:
        for node in reversed(frame.children):
            if isinstance(node, RaiseNode):
                return node.exception
        raise Impossible("what is raised again is not known")

    def _to_handler_on(
        self, frame: Frame, environment: Environment, block: BlockPlan, step: int | None, item: Any,
        location: Location | None, reads: tuple[Operand, ...], raised: Raised,
    ) -> "Left | Raised":  # fmt: skip
        statement = item.statement if item is not None else None
        node = RaiseNode(frame.node, 0, location, raised.error, statement, reads, raised.call, None, ())
        self._add(frame, None, node)
        order = block.lifted.end if item is None else item.order
        target = self._handler(frame, block, order)
        if target is None:
            return raised
        arguments = frame.plan.passed_by_raise(block, order, target)
        lifted = frame.plan.lifted
        known = len(environment) - lifted.size
        environment += [TapeConstant(c.value) for c in lifted.constants[known:]]
        node.target = target
        node._operands = tuple([environment[i] if i else node for i in arguments])
        return Left(frame.plan.blocks[target - 1], 0, node, node._operands)

    def _load(self, frame: Frame, environment: Environment, item: Any, location: Location) -> Any:
        """A load; of an attribute a node of its own, unless it is a method that is only called, or a module's."""
        found = environment.loaded(item)
        if not item.reads or type(found) is not TapeConstant or not (found.name or "").count(".") == 0:
            return found
        owner = environment[item.reads[0]]
        operands = (TapeConstant(getattr), owner, TapeConstant(item.statement.expression.name))
        made = PrimitiveCallNode(frame.node, 0, location, found.value, operands, item.statement)
        self._add(frame, None, made)
        return made

    # -- statements ---------------------------------------------------------------------------------------------------

    def _execute(
        self, frame: Frame, makes: Any, location: Any, statement: Statement, operands: tuple[Operand, ...], old: Any
    ) -> Node:
        """Execute a statement, and make its node."""
        self.ran += 1
        expression = statement.expression
        values = [operand.value for operand in operands]
        if isinstance(expression, Special):
            value = self._special(frame, expression, operands, location)
        elif isinstance(expression, Call) and self._enters(values[0]):
            return self._track(frame, location, statement, expression, operands, old)
        elif old is not None and old in self.known and self._is_impure(old):
            value = self.known[old]
        else:
            value = self._attempt(perform, statement, values, frame.globals)
            if old is not None and self._is_impure(old):
                self.known[old] = value
        kind = makes if not issubclass(makes, NestedCallNode) else PrimitiveCallNode
        made: Node = kind(frame.node, 0, location, value, operands, statement)
        self._add(frame, old, made)
        return made

    def _attempt(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            if is_interrupt(error):
                raise
            raise Raised(_without_our_frames(error)) from None

    def _enters(self, function: Any) -> bool:
        """Is it written in Python?"""
        entered, _ = enterable(function)
        return type(entered) is FunctionType

    def _track(
        self, frame: Frame, location: Any, statement: Statement, expression: Call, operands: tuple[Operand, ...], old: Any
    ) -> Node:
        """A call that is recorded anew."""
        function, positional, named = arguments_of(expression, [operand.value for operand in operands])
        error: BaseException | None = None
        try:
            record: Any = track(function, *positional, **named)
        except Exception as raised:
            if is_interrupt(raised):
                raise
            error, record = raised, trace_of(raised)
        if isinstance(record, NestedCallNode):
            made: Any = NestedCallNode(
                frame.node, 0, location, record.value, operands, statement, record.log, record.start, error
            )
            self.ran += _statements_in(record)
        else:
            made = PrimitiveCallNode(frame.node, 0, location, getattr(record, "value", None), operands, statement)
        if error is None or isinstance(made, NestedCallNode):
            self._add(frame, old, made)
        if error is not None:
            raise Raised(error, made if isinstance(made, NestedCallNode) else None)
        return made  # type: ignore[no-any-return]

    def _special(self, frame: Frame, expression: Special, operands: tuple[Operand, ...], location: Any) -> Any:
        name, values = expression.name, [operand.value for operand in operands]
        if name in ("load", "store", "delete"):
            return self._name(frame, name, values)
        if name.startswith("unpack_"):
            return self._unpack(name, operands, values)
        if name == "function":
            return self._function_made(frame, values, location)
        if name.startswith("set_"):
            return values[-1]
        if not is_known(name):
            raise Impossible(f"a statement of the kind {name} cannot run alone")
        return self._attempt(perform, Statement(0, expression, None), values, frame.globals)  # type: ignore[arg-type]

    def _name(self, frame: Frame, name: str, values: list[Any]) -> Any:
        if name == "load":
            return self._attempt(frame.load, values[0])
        if frame.cell(values[0]) is None:
            key = self.history.key_of_name(frame.old, values[0])
            if not self._is_new(key) and self.history.users.get(key):
                raise Restart([key])
        if name == "store":
            frame.store(values[0], values[1])
            return values[1]
        self._attempt(frame.delete, values[0])
        return None

    def _unpack(self, name: str, operands: tuple[Operand, ...], values: list[Any]) -> Any:
        before, _, after = name.removeprefix("unpack_").partition("_star_")
        index = values[1] if len(values) > 1 else 0
        known = self.unpacked.get(id(operands[0]))
        if index == 0 or known is None:
            items = self._attempt(_unpacked, values[0], int(before), int(after) if after else -1)
            known = self.unpacked[id(operands[0])] = operands[0], items
        return known[1][index] if len(values) > 1 else values[0]

    def _function_made(self, frame: Frame, values: list[Any], location: Any) -> Any:
        *given, code = values
        parts: dict[str, Any] = {}
        for value in given:  # until 3.12
            parts[part_of_function(value, code, parts)] = value
        block, step = self._place(frame, location)
        environment = self._environment(frame)
        variable = self._steps(frame, block)[step][1]
        for _, _, reads, _, _, item, _, _ in self._steps(frame, block)[step + 1 :]:
            other = item.statement.expression
            if isinstance(other, Special) and other.name in _PARTS and item.reads[0] == variable:
                environment[variable] = TapeConstant(None)
                parts[_PARTS[other.name]] = reads(environment)[1].value
        return make_function(code, frame.globals, **parts)


def _statements_in(record: NestedCallNode) -> int:
    count, waiting = 0, [record]
    while waiting:
        for child in waiting.pop().children:
            count += not isinstance(child, ArgumentNode)
            if isinstance(child, NestedCallNode):
                waiting.append(child)
    return count


def _unpacked(value: Any, before: int, after: int) -> list[Any]:
    if after < 0:
        items = list(value)
        if len(items) != before:
            few = len(items) < before
            raise ValueError(
                f"not enough values to unpack (expected {before}, got {len(items)})" if few
                else f"too many values to unpack (expected {before})"
            )  # fmt: skip
        return items
    items = list(value)
    if len(items) < before + after:
        raise ValueError(f"not enough values to unpack (expected at least {before + after}, got {len(items)})")
    end = len(items) - after
    return [*items[:before], items[before:end], *items[end:]]


def _exception_of(values: list[Any]) -> BaseException:
    """What `raise value from cause` raises."""
    try:
        if len(values) > 1:
            raise values[0] from values[1]
        raise values[0]
    except BaseException as error:
        return _without_our_frames(error)


def _without_our_frames(error: BaseException) -> BaseException:
    error.__traceback__ = None
    return error


def _is_same(one: Any, other: Any) -> bool:
    """Would nothing notice that one stands in the place of the other?"""
    if one is other:
        return True
    if type(one) is not type(other) or not is_a(one, int, float, complex, str, bytes, bool):
        return False
    return equal(one, other)
