"""A call that was entered, whose children are decoded when somebody looks."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ...ir.language import IR, Location, Statement
from ..log import exclusively
from ..progress import MANY, passed, progress
from ..values import UNKNOWN
from .kinds import CallNode, ReturnNode
from .node import Node, Operand

if TYPE_CHECKING:
    from ...cpython.lift import Lifted
    from ...cpython.template import Template
    from ..decoding import Decoder
    from ..log import Log

_AT_ONCE = 256  # children that are decoded before they are handed out


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
        self._position = position
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
            call._number_children()
            call._children = call._decoder = call._index = None

    def _number_children(self) -> None:
        """Let the children that are decoded have their positions; those that somebody may have had better have them as
        long as it is known which they are.
        """
        decoder = self._decoder
        for position, child in enumerate(self._children or (decoder.children if decoder is not None else ()), 1):
            child._position = position

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
            self._number_children()
            self._children = self._decoder = self._index = None

    def __iter__(self) -> "Iterator[Node]":
        """The children, decoded as they are asked for: the first of a million come at once."""
        if self._children is not None:
            yield from self.children
            return
        given = 0
        for decoded in self._decoded():
            new = decoded[given:]  # whoever takes these may let more be decoded meanwhile
            if self._children is None:  # and who knows when all are decoded
                for child in new:
                    given += 1
                    child._position = given
            else:
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
        if self._decoder is None:
            children = _short_call()(self)
            if children is not None:
                self._elsewhere = self._resumed = ()
                self._children = children
                return children
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

    def _ir_within(self) -> IR | None:
        return self.body_ir

    @property
    def ir(self) -> IR | None:
        """The IR that the location points into; a root, which has none, gives that of its own body."""
        return super().ir if self.parent is not None else self.body_ir


def decode_below(root: Node) -> None:
    """Decode all that ran in a node, call by call, in the order in which it ran.

    Who is about to go through all of a record is faster by a quarter then: if each call is decoded when he comes to it,
    the processor's caches hold the code of either by turns.
    """
    met = 0
    log = getattr(root, "log", None)
    is_whole = log is not None and log.decoded is None  # are no frames open that may go on?
    waiting: list[Any] = [root]
    with progress("decoding") as step:
        while waiting:
            node = waiting.pop()
            children = node._children if is_whole and type(node) is NestedCallNode else None
            if children is None:
                children = node.children
            if NestedCallNode in map(type, children):  # twice as fast as the next line
                waiting += [child for child in children if type(child) is NestedCallNode][::-1]
            met += len(children)
            if met > MANY:
                met = 0
                step(passed, node, root)


@cache
def _decoder_class() -> "type[Decoder]":
    """The decoder imports this module; an import in each nested call would take as long as decoding a node."""
    from ..decoding import Decoder

    return Decoder


@cache
def _short_call() -> "Callable[[NestedCallNode], tuple[Node, ...] | None]":
    from ..decoding import short_call

    return short_call
