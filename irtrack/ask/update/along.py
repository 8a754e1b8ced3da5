"""Following the recorded nodes of a frame: what does not depend on the change is taken over."""

from types import NoneType
from typing import Any

from ...ir.language import Load, Raise, Special
from ...record.classes import is_a
from ...record.decoding.plan import NEXT, BlockPlan
from ...record.nodes.kinds import JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from .alike import is_untouched
from .copies import copy_call
from .execution import Raised
from .frame import Frame
from .loads import Loads
from .onward import Left, exception_of
from .plan import Signal
from .touch import is_same
from .writing import Restart

_ANSWERING = bool, int, float, str, bytes, NoneType, list, tuple, dict, set, frozenset  # without Python code


class Along(Loads):
    """Follows what was recorded, until control leaves that."""

    def _follow_statement(self, frame: Frame, child: Any) -> None:
        self._now = self.history.time.get(child, self._now)
        operands = self._operands(child, child._operands, frame)
        if self._grows(frame, child, operands):
            return
        if not self._runs_again(frame, child, operands):
            self._add(frame, child, self._kept(frame, child, operands))
            if isinstance(child, SpecialCallNode) and child.name == "store":
                self._keep_cell(frame, child)
            return
        if _does_otherwise(child, operands):
            self._check_reach(frame, stays=True)
        self._execute_again(frame, type(child), child, operands)

    def _execute_again(self, frame: Frame, makes: Any, child: Any, operands: tuple[Operand, ...]) -> None:
        """Execute what a recorded node stands for. If it was a call that raised and raises again, control goes where it
        went.
        """
        try:
            self._execute(frame, makes, child.location, child.statement, operands, child)
        except Raised as raised:
            if raised.call is None or not isinstance(child, NestedCallNode) or child.exception is None:
                raise self._raises_here(frame, child, operands, raised) from None
        else:
            self._goes_on(frame, child)

    def _goes_on(self, frame: Frame, child: Any) -> None:
        """A recorded node has a value now: if it was a call that raised, the frame runs on from there."""
        if isinstance(child, NestedCallNode) and child.exception is not None:
            block, step = self._place(frame, child.location)
            raise Left(block, step + 1)

    def _grows(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> bool:
        """A list that only grows is copied where it was made; what is appended otherwise is put in its place."""
        if not self.renewal.grown or not isinstance(child, (PrimitiveCallNode, SpecialCallNode)):
            return False
        count = len(operands)
        if id(child.value) in self.renewal.grown and self.history.maker.get(id(child.value)) is child:
            self.ran += 1
            value: Any = [*(operand.value for operand in operands), *child.value[count:]]
            self.copied[id(value)] = id(child.value)
        else:
            target = child._operands[count - 2].value if count >= 2 else None
            place = self.renewal.grown.get(id(target), {}).get(child)
            if place is None:
                return False
            if self.copied.get(id(operands[-2].value)) != id(target):  # it is appended to another one now
                raise Restart(rebuilt=[id(target)])
            value = operands[-1].value if isinstance(child, SpecialCallNode) else None
            if not is_same(child._operands[-1].value, operands[-1].value):
                self.ran += 1
                operands[-2].value[place] = operands[-1].value
        self._add(frame, child, type(child)(frame.node, 0, child.location, value, operands, child.statement))
        return True

    def _keep_cell(self, frame: Frame, child: Any) -> None:
        """A variable whose cell no function got has to have its value, should the frame run on."""
        name = child._operands[0].value
        if name in frame.code.co_cellvars and (frame.old, name) not in self.history.cells:
            frame.store(name, child.value)

    def _runs_again(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> bool:
        """Does a statement have to be executed?"""
        same = self._are_same(child, operands) and not self._is_other_super(frame, child)
        if self.everything:
            return not (same and self._stands(child))
        if not same and is_untouched(child, operands, self.history):
            return False
        in_units = child in self.renewal.units
        if not same and not in_units:
            raise Restart((), [child])
        if not in_units:
            return False
        return not same or not self._stands(child)

    def _is_other_super(self, frame: Frame, child: Any) -> bool:
        """Is it `super()`, an ordinary call on 3.11, of another class or object?"""
        if len(child._operands) != 1 or child._operands[0].value is not super:
            return False
        return frame.has_other("__class__") or frame.children[1].value is not frame.old.children[1].value

    def _kept(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> Node:
        if isinstance(child, NestedCallNode):
            return copy_call(child, frame.node, operands)
        stored = isinstance(child, SpecialCallNode) and operands and child.value is child._operands[-1].value
        value = operands[-1].value if stored else self._own(child)  # equal, and perhaps another object
        new: Node = type(child)(frame.node, 0, child.location, value, operands, child.statement)
        if child._frames:
            new._frames = tuple(copy_call(one, new, one._operands) for one in child._frames)
        return new

    def _follow_jump(self, frame: Frame, child: JumpNode) -> None:
        operands = tuple(self._operand(operand, frame) for operand in child._operands)
        condition = self._operand(child._condition, frame) if child._condition is not None else None
        assert child.location is not None
        block = frame.plan.blocks[child.location.block - 1]
        taken = 0 if child.holds else 1
        if child._condition is not None and condition is not None and block.end != NEXT:
            same = is_same(child._condition.value, condition.value)
            if self.everything or not same or child in self.renewal.units:
                self.ran += 1
                self._check_asked(condition.value)
                try:
                    taken = self._branch(block, condition.value)
                except Raised as raised:
                    self._check_reach(frame)
                    raise self._raises_at_end(frame, self._environment(frame), block, condition, raised) from None
        elif block.end == NEXT and not child.holds and (self.everything or child in self.renewal.units):
            assert condition is not None
            self.ran += 1
            self._check_asked(condition.value)
            try:
                value = next(self._iterator(frame, condition))
            except StopIteration:
                pass
            except Signal:
                raise
            except Exception as error:
                raise self._raised_at_next(frame, block, error) from None
            else:
                raise self._more(frame, block, value)
        if len(block.edges) > 1 and taken != (0 if child.holds else 1):
            self._check_reach(frame)
            raise self._leave_by(frame, self._environment(frame), block, taken)
        new = JumpNode(frame.node, 0, child.location, child.target, operands, condition, child.test, child.holds)
        self._add(frame, child, new)

    def _check_asked(self, value: Any) -> None:
        """A jump asks an object for its truth, or for what comes next, and so may run a method of its class."""
        if not is_a(value, *_ANSWERING):
            self._check_called([value])

    def _more(self, frame: Frame, block: BlockPlan, value: Any) -> Left:
        """The iterator that was exhausted has another item now."""
        self._check_reach(frame)
        steps = self._steps(frame, block)
        _, _, operands, makes, location, item, _, _ = steps[-1]
        environment = self._environment(frame)
        made = makes(frame.node, 0, location, value, operands(environment), item.statement)
        self._add(frame, None, made)
        return Left(block, len(steps))

    def _raised_at_next(self, frame: Frame, block: BlockPlan, error: Exception) -> "Left | Raised":
        """The iterator that was exhausted raises something now."""
        self._check_reach(frame)
        environment = self._environment(frame)
        _, _, operands, _, location, item, _, _ = self._steps(frame, block)[-1]
        reads = operands(environment)
        return self._to_handler(frame, environment, block, item.order, item.statement, location, reads, Raised(error))

    def _follow_raise(self, frame: Frame, child: RaiseNode) -> None:
        call = child.call
        new_call: Any = frame.new[call] if call is not None else None
        reads = self._operands(child, child._reads, frame)
        exception = child.exception
        if call is not None:
            exception = new_call.exception
        else:
            same = all(is_same(one.value, other.value) for one, other in zip(child._reads, reads, strict=True))
            if not (same or self.everything or child in self.renewal.units):
                raise Restart((), [child])
            if self.everything or child in self.renewal.units:
                exception = self._raise_again(frame, child, reads)
                if exception is not child.exception:
                    self._in_context(frame, *self._raised_at(frame, child), exception)
        raised = RaiseNode(
            frame.node, 0, child.location, exception, child.statement, reads, new_call, child.target, (), child._place
        )
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
                self._check_asked(values[0])
                try:
                    taken = self._branch(block, values[0])
                except Raised as raised:
                    return raised.error
                self._check_reach(frame)
                raise self._leave_by(frame, self._environment(frame), block, taken)
            return child.exception  # a variable that had no value, on this path
        expression = child.statement.expression
        if isinstance(expression, Load):
            return self._load_again(frame, child, expression, reads)
        count = len(frame.children)
        makes = SpecialCallNode if isinstance(expression, Special) else PrimitiveCallNode
        try:
            self._execute(frame, makes, child.location, child.statement, reads, child)
        except Raised as raised:
            is_end = self._ends_loop(frame, *self._place(frame, child.location), raised.error)
            if is_end or raised.call is not None or len(frame.children) != count:
                raise self._raises_here(frame, child, reads, raised) from None
            return raised.error
        block, step = self._place(frame, child.location)
        raise Left(block, step + 1)

    def _load_again(self, frame: Frame, child: RaiseNode, load: Load, reads: tuple[Operand, ...]) -> BaseException:
        """What is raised now by a load that raised before; if nothing is, the frame runs on behind it."""
        block, step = self._place(frame, child.location)
        try:
            if reads:
                self._look_up(frame, self._steps(frame, block)[step], reads[0])
            else:
                frame.load(load.name)
        except Raised as raised:
            return raised.error
        except NameError as error:
            return error
        raise Left(block, step + 1)

    def _raised_by(self, frame: Frame, child: RaiseNode, terminator: Raise, values: list[Any]) -> BaseException:
        """What a `raise` that raised raises now."""
        if values:
            return values[0] if terminator.again else exception_of(values)
        block, order = self._raised_at(frame, child)
        handled = self._handled(frame, block, order)
        return handled if handled is not None else child.exception

    def _raises_here(self, frame: Frame, child: Any, reads: tuple[Operand, ...], raised: Raised) -> "Left | Raised":
        """Where control goes when what a recorded node stands for raises now."""
        self._check_reach(frame)
        if isinstance(child.statement.expression, Load):  # whose node reads `getattr` and a name, too
            reads = reads[-2:-1]
        block, step = self._place(frame, child.location)
        environment, order = self._environment(frame), self._steps(frame, block)[step][5].order
        if self._ends_loop(frame, block, step, raised.error):
            return self._leave_by(frame, environment, block, 1)
        return self._to_handler(frame, environment, block, order, child.statement, child.location, reads, raised)

    def _ends_loop(self, frame: Frame, block: BlockPlan, step: int, error: BaseException) -> bool:
        """Has the iterator nothing more that the statement at that step asks for the next turn of a loop?"""
        is_turn = block.end == NEXT and step == len(self._steps(frame, block)) - 1
        return is_turn and isinstance(error, StopIteration)


def _does_otherwise(child: Any, operands: tuple[Operand, ...]) -> bool:
    """Are these of other types, or another function, so that it may write to something else than it did?"""
    if len(operands) != len(child._operands):
        return True
    if isinstance(child, PrimitiveCallNode) and operands[0].value is not child._operands[0].value:
        return True
    return any(type(one.value) is not type(other.value) for one, other in zip(child._operands, operands, strict=True))
