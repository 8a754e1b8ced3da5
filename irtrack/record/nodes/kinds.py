"""The kinds of nodes, but for calls that were entered (nested.py)."""

from collections.abc import Mapping, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from ...ir.language import Call, Location, Place, Special, Statement
from ..log import exclusively
from .loaded import Loaded
from .node import NO_PLACE, Node, Operand, tape
from .tape import TapeCall, TapeConstant, TapeExpression, TapeSpecialForm

if TYPE_CHECKING:
    from ..log import Log
    from .nested import NestedCallNode


class ArgumentNode(Node):
    """`@6: [Arg:§2:%5] r = @5#1 → 0.0::float`: an argument of a function or block.

    `name` is the local variable's, "" for a value on the stack. `branch` is the jump (or raise, or call) that passed
    it, `number` its place there: 1 is the first argument of a jump, and the function of a call.
    """

    __slots__ = ("branch", "name", "number")

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        value: Any,
        name: str,
        branch: Node | None,
        number: int | str | None,
        operands: tuple[Operand, ...] = (),
    ) -> None:
        self.parent = parent
        self._position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None
        self.name = name
        self.branch = branch
        self.number = number


class ConstantNode(Node):
    """`@3: [§1:%2] ⟨1⟩ → 1::int`: a constant that is recorded on its own, since `tracked_constant` was told of it."""

    __slots__ = ()

    @property
    def expression(self) -> TapeExpression:
        return tape(self._operands[0]) if self._operands else TapeConstant(self.value)


class StatementNode(Node):
    """What calls and special forms share: the statement of the IR that ran."""

    __slots__ = ("_statement",)

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        value: Any,
        operands: tuple[Operand, ...],
        statement: Statement | None,
    ) -> None:
        self.parent = parent
        self._position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None
        self._statement = statement

    @property
    def statement(self) -> Statement | None:
        return self._statement

    @property
    def place(self) -> Place:
        return self._statement.place if self._statement is not None else NO_PLACE


class CallNode(StatementNode):
    """A call; its first operand is the function."""

    __slots__ = ()

    @property
    def exception(self) -> BaseException | None:
        """What the call raised, None if it returned. (What raised inside a frame is a RaiseNode, unless entered.)"""
        return self._rare.exception if self._rare is not None else None

    @exception.setter
    def exception(self, exception: BaseException | None) -> None:
        if exception is not None or self._rare is not None:
            self._more().exception = exception

    @property
    def _keyword_names(self) -> tuple[str, ...]:
        """Of a call that is no statement: the names of its last operands."""
        return self._rare.keyword_names if self._rare is not None else ()

    @_keyword_names.setter
    def _keyword_names(self, names: tuple[str, ...]) -> None:
        if names or self._rare is not None:
            self._more().keyword_names = names

    @property
    def function(self) -> TapeExpression:
        return tape(self._operands[0])

    def _split(self) -> tuple[int, tuple[str, ...], int]:
        """(positional operands, names of keywords, how many are starred)"""
        statement = self._statement
        if statement is None or not isinstance(statement.expression, Call):
            names = self._keyword_names
            return len(self._operands) - 1 - len(names), names, 0
        call = statement.expression
        names = tuple(name for name, _ in call.keywords)
        return len(self._operands) - 1 - len(names) - call.starred, names, call.starred

    @property
    def arguments(self) -> tuple[TapeExpression, ...]:
        count, _, _ = self._split()
        return tuple(map(tape, self._operands[1 : 1 + count]))

    @property
    def varargs(self) -> TapeExpression | None:
        """The tuple that was passed as `*args`, if one was."""
        count, _, starred = self._split()
        return tape(self._operands[1 + count]) if starred else None

    @property
    def keywords(self) -> Mapping[str, TapeExpression]:
        """By name; a dict passed as `**kwargs` under the name `**`."""
        count, names, starred = self._split()
        rest = self._operands[1 + count + starred :]
        keywords = {name: tape(operand) for name, operand in zip(names, rest, strict=True)}
        if starred == 2:
            keywords["**"] = tape(self._operands[2 + count])
        return keywords

    @property
    def expression(self) -> TapeCall:
        return TapeCall(self.function, self.arguments, self.varargs, self.keywords, self.value)

    def __getattr__(self, name: str) -> Any:
        """The operands of a node that a hook has just made: those of the call that it was asked about."""
        pending: Any = self._statement if name == "_operands" else None
        if pending is not None:
            return pending.operands
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _native_reason(self) -> str | None:
        from .native import native_reason

        return native_reason(self)


class PrimitiveCallNode(CallNode):
    """`@4: [§1:%4] @2 * ⟨0⟩ → 0.0::float`: a call that was not entered."""

    __slots__ = ()


class NativeRootNode(PrimitiveCallNode):
    """What is written in C, as the root of a record; its children are what it called."""

    __slots__ = ("_called", "caller", "log")

    log: "Log | Loaded"  # set when it is made
    caller: CodeType | None  # whose calls are the children; None if all are
    _called: "tuple[Node, ...]"  # set when it is first asked for

    @property
    def children(self) -> "Sequence[Node]":
        if not hasattr(self, "_called"):
            from ..decoding import called_frames

            self._called = exclusively(called_frames, self.log, self)
        return self._called

    @property
    def _frames(self) -> tuple[Any, ...]:
        return getattr(self, "_called", ())

    @_frames.setter
    def _frames(self, frames: tuple[Any, ...]) -> None:
        self._called = frames


class SpecialCallNode(StatementNode):
    """`@4: [§1:%4] [@1, @2] → [1, 2]::list`: what is no call. A store has the stored value, a deletion None."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """`list`, `setitem`, `import`, ..."""
        if self._statement is None:  # a hook has made it, and it has no place yet
            return ""
        assert isinstance(self._statement.expression, Special)
        return self._statement.expression.name

    def _native_reason(self) -> str | None:
        from .native import special_reason

        return None if self.children else special_reason(self.name, [operand.value for operand in self._operands])

    @property
    def expression(self) -> TapeSpecialForm:
        return TapeSpecialForm(self.name, self.operands, self.value)


class JumpNode(Node):
    """`@9: [§2:&1] goto §3 since @8`: `target` is the block, `condition` what decided, `holds` whether it held."""

    __slots__ = ("_condition", "holds", "target", "test")

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        target: int,
        operands: tuple[Operand, ...],
        condition: Operand | None,
        test: str,
        holds: bool,
    ) -> None:
        self.parent = parent
        self._position = position
        self.location = location
        self.value = None
        self._operands = operands
        self._rare = None
        self.target = target
        self._condition = condition
        self.test = test
        self.holds = holds

    @property
    def condition(self) -> TapeExpression | None:
        """What the branch was decided by; None for an unconditional jump."""
        return tape(self._condition) if self._condition is not None else None


class ReturnNode(Node):
    """`@26: [§4:&1] return @22 → 3.0::float`"""

    __slots__ = ()


class RaiseNode(Node):
    """`@5: [§1:%4] @2 / ⟨0⟩ raises ZeroDivisionError('division by zero'), goto §3`.

    `exception`; `statement` of the IR that raised, if it is one; `call`: the nested call that it came out of; `target`:
    the block of the handler, None where the exception left the frame. `arguments` are what the handler's block was
    passed, `raised_from` what the statement read, or the condition whose truth was asked for.
    """

    __slots__ = ("_place", "_reads", "call", "exception", "statement", "target")

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        exception: BaseException,
        statement: Statement | None,
        reads: tuple[Operand, ...],
        call: "NestedCallNode | None",
        target: int | None,
        operands: tuple[Operand, ...],
        place: Place | None = None,
    ) -> None:
        super().__init__(parent, position, location, exception, operands)
        self.exception = exception
        self._place = place  # of an instruction that is no statement: a load of a local that has no value
        self.statement = statement
        self._reads = reads
        self.call = call
        self.target = target

    @property
    def raised_from(self) -> tuple[TapeExpression, ...]:
        return tuple(map(tape, self._reads))

    @property
    def place(self) -> Place:
        return self.statement.place if self.statement is not None else self._place or super().place

    @property
    def expression(self) -> TapeExpression | None:
        """The statement that raised, if it is none that already has a node."""
        if self.statement is None or self.call is not None:
            return None
        expression = self.statement.expression
        if isinstance(expression, Call):
            helper = CallNode(self.parent, self.position, self.location, None, self._reads, self.statement)
            return helper.expression
        if isinstance(expression, Special):
            return TapeSpecialForm(expression.name, self.raised_from, None)
        constant = TapeConstant(expression.name)
        return TapeCall(TapeConstant(getattr), (*self.raised_from, constant), None, {}, None)


class GapNode(Node):
    """`$(gap)`: entries of the log that could not be read: a bug of irtrack's, kept visible; `value` says what."""

    __slots__ = ()


class CutNode(Node):
    """`@4: … what ran before was not kept`: stands for all that a call did up to where its record begins.

    References to that print `@…`, and have the value `…`.
    """

    __slots__ = ()

    is_missing = True


def operands_of(node: Any) -> tuple[Any, ...]:
    """What a node was computed from: a jump decides by its condition only, and an exception by what was read."""
    if type(node) is JumpNode and node._condition is not None:
        return (node._condition,)
    if type(node) is RaiseNode:
        return (*node._reads, node.call) if node.call is not None else node._reads
    return () if type(node) is JumpNode else node._operands
