"""The kinds of nodes.

A node has: `value`, `snapshot`, `location` (and `file`, `place`), `position` (from 1, as printed), `parent`,
`children`, `function`, `arguments`, `keywords` (tape expressions), `metadata`, `ir`. `node[i]` is the child
printed as `@i`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING, Any, Union

from ...ir.language import IR, Call, Location, Place, Special, Statement
from ..log import exclusively
from ..progress import progress
from ..values import UNKNOWN
from .axes import Axis, Preceding, ReferenceAxis, query
from .loaded import Loaded
from .tape import TapeCall, TapeConstant, TapeExpression, TapeReference, TapeSpecialForm

if TYPE_CHECKING:
    from ...cpython.lift import Lifted
    from ...cpython.template import Template
    from ..decoding import Decoder
    from ..log import Log
    from .stats import Stats

Operand = Union["Node", TapeConstant]
_AT_ONCE = 256  # children that are decoded before they are handed out
NO_PLACE = Place(None, None, None, None)


def _is_loaded(node: "Node | None") -> bool:
    """Does it belong to a record that was loaded from a file?"""
    while node is not None and not isinstance(node, (NestedCallNode, NativeRootNode)):
        node = node.parent
    return node is not None and isinstance(node.log, Loaded)


def tape(operand: Operand) -> TapeExpression:
    return operand if isinstance(operand, TapeConstant) else TapeReference(operand)


class Rare:
    """What few nodes have: `frames` that ran behind it, `metadata`, `keyword_names` and `exception` of a call."""

    __slots__ = ("exception", "frames", "keyword_names", "metadata")

    def __init__(self) -> None:
        self.frames: tuple[NestedCallNode, ...] = ()
        self.metadata: dict[Any, Any] | None = None
        self.keyword_names: tuple[str, ...] = ()
        self.exception: BaseException | None = None


class Node:
    """One event of a run.

    A plain class with slots, no dataclass: a record has millions, and making one costs a tenth of a microsecond less.
    Most of that is the memory that it takes, so slots are for what most nodes of a kind have; `_rare` has the rest.
    That is always set, since to find out that a slot is empty takes ten times as long as to read it.
    """

    __slots__ = ("_operands", "_rare", "_vertex", "location", "parent", "position", "value")

    is_missing = False  # is it what stands for nodes that were not kept?
    parent: "Node | None"
    position: int
    location: Location | None
    value: Any
    _operands: tuple[Operand, ...]
    _rare: Rare | None
    _vertex: int  # in the record's graph of dependences, set when somebody asks for that; see memory/

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        value: Any,
        operands: tuple[Operand, ...] = (),
    ) -> None:
        self.parent = parent
        self.position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None

    @property
    def snapshot(self) -> Any:
        """What the value looked like then.

        Under `snapshot="replay"`, the default, a copy, made of what the object held at first and the changes that were
        recorded since; the object itself, as it is now, where that is not known (a display marks it by `*`). Under
        `snapshot=None` always the object itself.
        """
        from ..past import snapshot_of

        return snapshot_of(self)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict of the node's own, made when it is first asked for. "native": why a call was not entered."""
        rare = self._more()
        if rare.metadata is None:
            rare.metadata = self._initial_metadata()
        return rare.metadata

    def _initial_metadata(self) -> dict[Any, Any]:
        reason = self._native_reason() if not _is_loaded(self) else None  # which cannot be found there
        return {"native": reason} if reason else {}

    def _native_reason(self) -> str | None:
        """Why Python code behind the node was not entered, if there is any."""
        return None

    @property
    def operands(self) -> tuple[TapeExpression, ...]:
        """Everything that the node was computed from, the function first where there is one."""
        return tuple(map(tape, self._operands))

    @property
    def function(self) -> TapeExpression | None:
        return None

    @property
    def arguments(self) -> tuple[TapeExpression, ...]:
        return self.operands

    @property
    def keywords(self) -> Mapping[str, TapeExpression]:
        return {}

    @property
    def expression(self) -> TapeExpression | None:
        """The right-hand side, if the node has one."""
        return None

    @property
    def children(self) -> "Sequence[Node]":
        """What ran in a nested call; of another node the calls that the interpreter or C code made behind it."""
        rare = self._rare
        return rare.frames if rare is not None else ()

    def _more(self) -> Rare:
        """Where to keep what few nodes have."""
        if self._rare is None:
            self._rare = Rare()
        return self._rare

    @property
    def _frames(self) -> "tuple[NestedCallNode, ...]":
        """The calls that the interpreter or C code made behind the node; of a nested call, before it."""
        rare = self._rare
        return rare.frames if rare is not None else ()

    @_frames.setter
    def _frames(self, frames: "tuple[NestedCallNode, ...]") -> None:
        self._more().frames = frames

    @property
    def _metadata(self) -> dict[Any, Any] | None:
        """None as long as nobody has asked for it."""
        return self._rare.metadata if self._rare is not None else None

    @_metadata.setter
    def _metadata(self, metadata: dict[Any, Any]) -> None:
        self._more().metadata = metadata

    @property
    def ir(self) -> IR | None:
        """The IR that the node's location points into: that of the function in which it ran."""
        parent = self.parent
        if parent is None:
            return None
        return parent.body_ir if isinstance(parent, NestedCallNode) else parent.ir

    @property
    def place(self) -> Place:
        """Where in the source: line, end line (from 1), column, end column (from 0)."""
        ir = self.ir
        if ir is None or self.location is None:
            return NO_PLACE
        item = ir[self.location]
        return getattr(item, "place", NO_PLACE)

    @property
    def file(self) -> str | None:
        """The source file of the function in which the node ran."""
        return self.ir.filename if self.ir is not None else None

    @property
    def line(self) -> int | None:
        return self.place.line

    def __getitem__(self, position: int) -> "Node":
        """The child printed as `@position`; negative positions count from the last."""
        children = self.children
        index: object = position
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(f"a node is indexed by a position, as in node[4], not by {position!r}")
        if position == 0:
            raise IndexError("positions begin at 1, as printed: the first child is node[1]")
        if abs(position) > len(children):
            has = f"has {len(children)} children" if children else "has no children"
            raise IndexError(f"there is no @{position}: {self.short()} {has}")
        return children[position - 1 if position > 0 else position]

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> "Iterator[Node]":
        return iter(self.children)

    def short(self) -> str:
        """`@4`, or the name of a root."""
        return f"@{self.position}" if self.parent is not None else "the root"

    def __repr__(self) -> str:
        from .text import node_text

        return node_text(self)

    __str__ = __repr__

    update: (
        "Callable[..., NestedCallNode]"  # of calls that were entered; see ask/update/, which the entry point attaches
    )

    # -- queries: see axes.py, references.py --------------------------------------------------------------------------

    @property
    def source(self) -> "Node | None":
        """Where the value was taken from, unchanged, if not from an operand: see memory/sources.py.

        Of a load the store that put it there, in whatever call; of a parameter what was passed; of a call its return.
        """
        from ..memory import source_of

        return source_of(self)

    def referenced(self, axis: ReferenceAxis = Preceding, numbered: bool = False, memory: bool = False) -> list[Any]:
        """The nodes that this one directly refers to, one entry an operand; no constants.

        axis: Preceding, what lies in the same nested call; Parent, for an argument of a function what the caller
        passed; or Preceding | Parent. numbered: pairs (number, node); of a call, 1 is the function, 2 the first
        argument, a keyword its name; of a jump, 1 is its first argument. memory: also what was read in memory, what
        was passed and what was returned, in whatever call; numbered "memory".
        """
        from . import references

        return references.referenced(self, axis, numbered, memory)

    def backward(
        self,
        f: "Callable[[Node, list[Node]], Any] | None" = None,
        axis: ReferenceAxis = Preceding,
        memory: bool = False,
    ) -> Any:
        """All nodes that this one depends on: references followed along `axis`, the nearest first, each once.

        With `f`: call f(node, references) for this node and then for each of these, and return what the last call gave.
        memory: references are followed through memory and across calls, too; the latest node comes first then.
        """
        from . import references

        return references.backward(self, f, axis, memory)

    def dependents(self) -> "list[Node]":
        """The nodes of the same nested call that directly refer to this one, in document order, each once."""
        from . import references

        return references.dependents(self)

    def forward(self, f: "Callable[[Node, list[Node]], Any] | None" = None) -> Any:
        """All nodes of the same nested call that depend on this one, the nearest first, each once.

        With `f`: call f(node, dependents) for this node and then for each of these, and return what the last call gave.
        """
        from . import references

        return references.forward(self, f)

    def stats(self) -> "Stats":
        """How large the node is, with all below it: entries of the log, nodes, frames, depth, bytes; and was it cut?

        What these are in detail says `irtrack.Stats`. Calls that nobody has looked at are decoded for it.
        """
        from .stats import stats

        return stats(self)

    def query(self, axis: type[Axis]) -> "list[Node]":
        """The nodes on an axis: Parent, Child, Preceding, Following, Ancestor, Descendant."""
        return query(self, axis)


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
        self.position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None
        self.name = name
        self.branch = branch
        self.number = number


class ConstantNode(Node):
    """`@3: [§1:%2] ⟨1⟩ → 1::int`: a constant that is recorded on its own."""

    __slots__ = ()

    @property
    def expression(self) -> TapeExpression:
        return TapeConstant(self.value)


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
        self.position = position
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
        self.position = position
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
    passed, `raised_from` what the statement read.
    """

    __slots__ = ("_reads", "call", "exception", "statement", "target")

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
    ) -> None:
        super().__init__(parent, position, location, exception, operands)
        self.exception = exception
        self.statement = statement
        self._reads = reads
        self.call = call
        self.target = target

    @property
    def raised_from(self) -> tuple[TapeExpression, ...]:
        return tuple(map(tape, self._reads))

    @property
    def place(self) -> Place:
        return self.statement.place if self.statement is not None else super().place

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


class NestedCallNode(CallNode):
    """`⟨geom⟩(@7, @3) → 3::int`: a call that was entered; `children` are decoded when they are first asked for."""

    __slots__ = ("_children", "_decoder", "_elsewhere", "_index", "_resumed", "log", "start")

    log: "Log"  # of a loaded record a Loaded, which answers what does not need the code that ran
    _elsewhere: Sequence[tuple[int, int]]  # see decoding/cursor.py; set when all children are decoded
    _resumed: Sequence[tuple[int, int]]
    _children: tuple[Node, ...] | None

    def __init__(
        self,
        parent: Node | None,
        position: int,
        location: Location | None,
        value: Any,
        operands: tuple[Operand, ...],
        statement: Statement | None,
        log: "Log",
        start: int,
        exception: BaseException | None = None,
    ) -> None:
        self.parent = parent
        self.position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None
        self._statement = statement
        self.log = log
        self.start = start
        if exception is not None:
            self.exception = exception
        self._children = None
        self._decoder: Decoder | None = None  # while only a part of the children is decoded
        self._index: Any = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(
            "the record of a call holds code objects and whatever the program held, so it cannot be pickled or copied: "
            "irtrack.save(node, path) keeps it in a file"
        )

    def __getattr__(self, name: str) -> Any:
        """The value of a call that the interpreter or C code made: its last child tells, and is decoded for it."""
        if name != "value":
            return super().__getattr__(name)
        last = self.children[-1] if self.children else None
        self.value = last.value if isinstance(last, ReturnNode) else UNKNOWN if self.is_cut else None
        return self.value

    @property
    def children(self) -> tuple[Node, ...]:
        if self.log.decoded is not None:
            exclusively(self._look_again)
        children = self._children
        return children if children is not None else self._decoded_now()

    def _decoded_now(self) -> tuple[Node, ...]:
        exclusively(self._decode_some)
        return self._children if self._children is not None else self._decode_all()

    def forget_children(self) -> None:
        """Let go of the decoded children, which refer to it, and theirs; they are decoded anew for who asks again."""
        waiting = [self]
        while waiting:
            call = waiting.pop()
            waiting += [child for child in call._children or () if isinstance(child, NestedCallNode)]
            call._children = call._decoder = call._index = None

    def _decode_all(self) -> tuple[Node, ...]:
        with progress("decoding") as step:
            while self._children is None:
                exclusively(self._decode_some)
                step(self._decoded_part)
            return self._children

    def _decoded_part(self) -> float:
        left = self.undecoded
        return 1 - left / (left + self._decoder.passed_by) if self._decoder is not None else 1.0

    def _look_again(self) -> None:
        """Let a frame that had not ended be decoded anew if the log has grown since."""
        log = self.log
        assert log.decoded is not None
        log.drop_surplus()
        if log.decoded.get(self.start, len(log)) != len(log):
            del log.decoded[self.start]
            self._children = self._decoder = self._index = None

    def __iter__(self) -> "Iterator[Node]":
        """The children, decoded as they are asked for: the first of a million come at once."""
        if self._children is not None:
            yield from self.children
            return
        given = 0
        for decoded in self._decoded():
            new = decoded[given:]  # whoever takes these may let more be decoded meanwhile
            given += len(new)
            yield from new

    def _decoded(self) -> "Iterator[Sequence[Node]]":
        """All children decoded so far, again and again until there are no more."""
        while self._children is None:
            yield exclusively(self._decode_some)
        yield self._children

    def _decode_some(self) -> "Sequence[Node]":
        if self._children is not None:  # another thread was faster
            return self._children
        decoder, self._decoder = self._decoder or _decoder_class()(self), None
        if not decoder.advance(_AT_ONCE):
            self._children = tuple(decoder.children)
            self._elsewhere = sorted(decoder.elsewhere) if decoder.elsewhere else ()
            self._resumed = decoder.resumed or ()
            if self.log.decoded is not None and not self.log.ended(self.start):
                self.log.decoded[self.start] = len(self.log)
        else:
            self._decoder = decoder  # not before: an interrupt would leave it half way through a block
        return decoder.children

    @property
    def undecoded(self) -> int:
        """How many entries of the log nobody has looked at yet, if only a part of the children is decoded."""
        return self._decoder.left if self._decoder is not None else 0

    @property
    def suspended(self) -> bool:
        """Is it a generator that has neither returned nor raised? Then its last child is the `yield` where it waits."""
        return self.log.suspended(self.start)

    @property
    def is_cut(self) -> bool:
        """Did the recording stop within the call, since its log was full? Then its last children are missing.

        So may be those of a generator that was suspended then. Or was only the end of the run kept, and that begins
        within the call? Then the first are missing, and a CutNode stands there.
        """
        log = self.log
        return (bool(log.cut) and (not log.has_end(self.start) or self.suspended)) or log.lacks_beginning(self.start)

    @property
    def template(self) -> "Template":
        template: Template = self.log.template(self.start)
        return template

    @property
    def lifted(self) -> "Lifted":
        from ...cpython.lift import lift_once

        return lift_once(self.template)

    @property
    def body_ir(self) -> IR:
        """The IR of the function that was entered."""
        return self.log.ir(self.start)

    @property
    def ir(self) -> IR | None:
        """The IR that the location points into; a root, which has none, gives that of its own body."""
        return super().ir if self.parent is not None else self.body_ir


@cache
def _decoder_class() -> "type[Decoder]":
    """The decoder imports this module; an import in each nested call would take as long as decoding a node."""
    from ..decoding import Decoder

    return Decoder
