"""Executing statements, and making their nodes."""

import copy
import sys
from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from types import FrameType, FunctionType
from typing import Any

from ...ir.language import Call, Location, Special, Statement
from ...record.callables import enterable
from ...record.decoding.plan import BlockPlan, Method
from ...record.exports import looks_into_another
from ...record.interrupts import is_interrupt
from ...record.nodes.kinds import ArgumentNode, CallNode, PrimitiveCallNode, RaiseNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand, is_given
from ...record.nodes.tape import TapeConstant
from ...record.tracking import trace_of, track
from ...record.values import callable_name
from ..replay.helpers import make_function
from ..replay.impure import NotKeptError, as_it_was, asks_for_exception, draws, is_data
from ..replay.statements import part_of_function
from ..replay.survey import looks_at_frame
from .alike import gave_what_it_gives
from .evaluate import arguments_of, is_known, merge, perform, unpacking
from .frame import Environment, Frame
from .history import Key
from .plan import Impossible, Signal
from .results import is_had_again, seeds
from .touch import are_same, key_of
from .writing import Known, Restart, Writing

_PARTS = {"set_defaults": "defaults", "set_keyword_defaults": "keyword_defaults", "set_annotations": "annotations",
          "set_closure": "closure", "set_annotate": "annotate"}  # fmt: skip


_SPARE = 50  # frames that recording may need itself
_HELD = (
    "the new record holds a memoryview, or an array, that looks into an object which is about to change its size; "
    "let the program release it first (view.release(), or with memoryview(data) as view)"
)
_namespace: dict[str, Any] = {"__name__": "update"}  # what belongs to irtrack would not be recorded
exec("def call(function, positional, named):\n    return function(*positional, **named)", _namespace)
_call_with_stars: Callable[..., Any] = _namespace["call"]


class Raised(Signal):
    """The program raised `error`; `call`: the nested call that it came out of."""

    def __init__(self, error: BaseException, call: NestedCallNode | None = None) -> None:
        self.error = error
        self.call = call


class Execution(Writing):
    """Executes statements, and makes their nodes."""

    def _is_new(self, key: Key) -> bool:
        return self.everything or key in self.renewal.renewed

    def _steps(self, frame: Frame, block: BlockPlan) -> list[Any]:
        return block.steps if block.steps is not None else frame.plan.steps(block)

    def _place(self, frame: Frame, location: Location | None) -> tuple[BlockPlan, int]:
        """The block and the step of a statement."""
        assert location is not None
        block = frame.plan.blocks[location.block - 1]
        steps = self._steps(frame, block)
        return block, next(k for k, step in enumerate(steps) if step[1] == location.number)

    def _add(self, frame: Frame, old: Node | None, new: Node) -> None:
        new.position = len(frame.children) + 1
        new.parent = frame.node
        frame.children.append(new)
        if isinstance(new, RaiseNode):
            frame.has_raised = True
        elif new.location is not None and new.location.kind == "%":
            frame.latest[new.location.number] = new
        if old is not None:
            if old in self.changes or (is_given(old) and new.value is old.value):
                new._more().is_given = True
            frame.new[old] = new
            if old._metadata is not None and new.value is old.value:
                new._metadata = dict(old._metadata)

    def _are_same(self, child: Any, operands: tuple[Operand, ...]) -> bool:
        """Is what a recorded node is given what it was?"""
        if are_same(child._operands, operands):
            return True
        return child in self.history.impure and gave_what_it_gives(child, operands, self.history)

    def _own(self, child: Any) -> Any:
        """The value of a recorded node, for the new record: of data that is made anew and chance gave, a copy."""
        value = child.value
        is_drawn = child in self.history.impure and isinstance(child, PrimitiveCallNode) and draws(child)
        return copy.deepcopy(value) if is_drawn and is_data(value) and self._is_new(key_of(value)) else value

    def _stands(self, child: Any) -> bool:
        """Is it an impure primitive whose result is what it was, as long as its operands are?"""
        if child not in self.history.impure or not isinstance(child, PrimitiveCallNode) or child._frames:
            return False
        if asks_for_exception(child._operands[0].value):  # which depends on what was raised
            return False
        if self.seeded and draws(child):
            return False
        return not is_had_again(child, self.history, self.renewal, self.everything)

    @abstractmethod
    def _handled_at(self, frame: Frame, location: Location | None) -> BaseException | None:
        """What is being handled where a statement of a frame runs."""

    def _environment(self, frame: Frame) -> Environment:
        """What each variable is when the frame is about to leave the recorded path."""
        environment = Environment(frame)
        for found in (frame.loaded, frame.latest, frame.methods):
            for variable, value in found.items():
                environment[variable] = value
        return environment

    def _execute(
        self, frame: Frame, makes: Any, location: Any, statement: Statement, operands: tuple[Operand, ...], old: Any
    ) -> Node:
        """Execute a statement, and make its node."""
        if old is not None:
            self._check_written(makes, location, statement, operands, old)
        self.ran += 1
        expression = statement.expression
        values = [operand.value for operand in operands]
        handled = self._handled_at(frame, location)
        if values and (old is None or not are_same(old._operands, operands)):
            self._note_seed(values, is_new=old is None)
        if isinstance(expression, Special):
            value = self._special(frame, expression, operands, location)
        elif looks_at_frame(values[0], values[1:]) if values else False:
            raise Impossible(f"{callable_name(values[0])}() looks at the frame that calls it")
        elif values[0] is globals:
            value = frame.globals
        elif values[0] is sys.getrecursionlimit and self.history.limit:  # which is higher while we run
            value = self.history.limit
        elif values[0] is super and len(values) == 1:  # an ordinary call on 3.11
            value = self._attempt(super, self._attempt(frame.load, "__class__"), frame.children[1].value)
        elif isinstance(expression, Call) and self._enters(values[0]):
            return self._track(frame, location, statement, expression, operands, old, handled)
        elif old in self.known and are_same(self.known[old].operands, operands) and self._stands(old):
            value = self.known[old].value
        elif old in self.history.impure and draws(old) and not self.seeded and self._are_same(old, operands):
            value = self._drawn(old)
        else:
            value = self._attempt(while_handling, handled, perform, statement, values, frame.globals)
            self._note_limit(self.history.raised or sys.getrecursionlimit())
            if old is not None and self._stands(old) and not is_data(value):  # which the program may write to
                self.known[old] = Known(operands, value)
        if statement.variable in frame.plan.tested:
            value = self._attempt(bool, value)
        self.makes_views = self.makes_views or looks_into_another(value)
        kind = makes if not issubclass(makes, NestedCallNode) else PrimitiveCallNode
        made: Node = kind(frame.node, 0, location, value, operands, statement)
        self._add(frame, old, made)
        return made

    def _note_seed(self, values: list[Any], is_new: bool) -> None:
        """What is seeded anew draws something else, wherever it does. `is_new`: nobody has recorded that it is."""
        owner = seeds(values)
        if owner is None:
            return
        if not self.history.draws_unseeded(owner):
            key = key_of(owner)
            if is_new and not self._is_new(key) and key in self.history.users and self.renewal.can_renew(key):
                raise Restart([key])
            return
        if not self.everything:
            raise Impossible("what runs anew seeds random numbers")
        self.seeded.add(id(owner))

    def _drawn(self, old: Node) -> Any:
        """What chance gave, for which the same would not come again."""
        try:
            return as_it_was(old)
        except NotKeptError as lost:
            raise Impossible(f"{lost}, or give that node a value, too") from None

    def _attempt(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except BaseException as error:  # SystemExit, too, is the program's
            if isinstance(error, (KeyboardInterrupt, Signal)) or is_interrupt(error):
                raise
            if isinstance(error, BufferError) and not self.history.raises(BufferError):
                raise Impossible(_HELD) from None
            raise Raised(without_our_frames(error)) from None

    def _enters(self, function: Any) -> bool:
        """Is it written in Python?"""
        entered, _ = enterable(function)
        return type(entered) is FunctionType

    def _track(
        self,
        frame: Frame,
        location: Any,
        statement: Statement,
        expression: Call,
        operands: tuple[Operand, ...],
        old: Any,
        handled: BaseException | None,
    ) -> Node:
        """A call that is recorded anew."""
        values = [operand.value for operand in operands]
        function, positional, named = self._attempt(arguments_of, expression, values)
        error: BaseException | None = None
        bound = self._bound_recursion(frame)
        try:
            if expression.starred:  # its frame has to have what it was passed, which the operands don't show
                passed = function, positional, named
                record: Any = _entered(while_handling(handled, track, _call_with_stars, *passed))
            else:
                record = while_handling(handled, partial(track, function, *positional, **named))
        except BaseException as raised:
            if isinstance(raised, (KeyboardInterrupt, Signal)) or is_interrupt(raised):
                raise
            record = trace_of(raised)
            record = _entered(record) if expression.starred else record
            error = without_our_frames(raised)
        finally:
            self._note_limit(bound)
        if isinstance(record, NestedCallNode):
            made: NestedCallNode | PrimitiveCallNode = NestedCallNode(
                frame.node, 0, location, record.value, operands, statement, record.log, record.start, error
            )
            self._look_through(record)
        else:
            made = PrimitiveCallNode(frame.node, 0, location, getattr(record, "value", None), operands, statement)
        if error is None or isinstance(made, NestedCallNode):
            self._add(frame, old, made)
        if error is not None:
            raise Raised(error, made if isinstance(made, NestedCallNode) else None)
        return made

    def _bound_recursion(self, frame: Frame) -> int:
        """What runs may call as deep as it could without us, whose frames lie between those of the program."""
        history = self.history
        if history.limit:
            calls, one = history.base, frame.node.parent
            while one is not None:
                calls, one = calls + 1, one.parent
            sys.setrecursionlimit(stack_depth() + max(history.limit - calls, _SPARE))
        return sys.getrecursionlimit()

    def _note_limit(self, bound: int) -> None:
        """Code of the program's has run within that limit of recursion, and may have set another one."""
        history, now = self.history, sys.getrecursionlimit()
        if now != bound:
            history.limit, history.raised = now, max(history.raised, now)
        if history.limit and now != history.raised:
            sys.setrecursionlimit(history.raised)

    def _look_through(self, record: NestedCallNode) -> None:
        """Count what ran in a call that was recorded anew, and see whether it seeded random numbers."""
        waiting: list[Node] = [record]
        while waiting:
            for child in waiting.pop().children:
                self.ran += not isinstance(child, ArgumentNode)
                if isinstance(child, NestedCallNode):
                    waiting.append(child)
                elif isinstance(child, PrimitiveCallNode):
                    self._note_seed([operand.value for operand in child._operands], is_new=True)

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
        if name == "merge":
            self._attempt(merge, partial(self._passed_to, frame, location), *values)
            return values[-1]
        if not is_known(name):
            raise Impossible(f"a statement of the kind {name} cannot run alone")
        return self._attempt(perform, Statement(0, expression, None), values, frame.globals)  # type: ignore[arg-type]

    def _passed_to(self, frame: Frame, location: Any) -> Any:
        """The function to which a dict is passed that a statement fills, if the call is in the same block."""
        block, step = self._place(frame, location)
        filled, *calls = (item for _, _, _, _, _, item, _, _ in self._steps(frame, block)[step:])
        for item in calls:
            call = item.statement.expression
            if isinstance(call, Call) and call.starred == 2 and item.reads[-1] == filled.reads[0]:
                found = self._environment(frame)[item.reads[0]]
                return found.function.value if isinstance(found, Method) else found.value
        return dict

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
            items = self._attempt(unpacking(int(before), int(after) if after else -1), values[0])
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


def stack_depth() -> int:
    """How many frames lie on the stack."""
    frame: FrameType | None = sys._getframe()
    count = 0
    while frame is not None:
        count, frame = count + 1, frame.f_back
    return count


def _entered(record: Any) -> Any:
    """The call that `_call_with_stars` made."""
    calls = record.children if isinstance(record, NestedCallNode) else ()
    return next((one for one in calls if isinstance(one, CallNode)), None)


def while_handling(handled: BaseException | None, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function in an `except` block that handles an exception, if there is one."""
    if handled is None:
        return function(*arguments)
    before = handled.__traceback__, handled.__context__
    try:
        raise handled
    except BaseException as raised:
        handled.__traceback__, handled.__context__ = before
        if raised is not handled:  # somebody has interrupted
            raise
        return function(*arguments)


def without_our_frames(error: BaseException) -> BaseException:
    """Nor do we handle anything when the program raises."""
    error.__traceback__ = None
    for one in chain(error):
        if isinstance(one.__context__, Signal):
            one.__context__ = None
    return error


def chain(error: BaseException) -> list[BaseException]:
    """An exception, its context, the context of that, and so on."""
    found = [error]
    while (context := found[-1].__context__) is not None and not any(context is one for one in found):
        found.append(context)
    return found
