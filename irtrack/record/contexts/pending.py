"""A call that is about to be recorded: what hooks are asked about."""

from types import FunctionType, NoneType, TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from ...cpython.marks import Mark, MarkKind
from ...cpython.template import CannotTrackError
from ...ir.language import Place
from ..callables import NATIVE_TYPES
from ..interrupts import from_outside
from ..nodes.kinds import CallNode, NativeRootNode, PrimitiveCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import NO_PLACE, Node
from ..nodes.tape import TapeConstant
from ..values import callable_name, described, value_text

if TYPE_CHECKING:
    from .composed import ComposedContext
    from .context import Context
    from .hooks import Hooked

_new = object.__new__
_NATIVE = {id(kind): kind for kind in NATIVE_TYPES}
_SCALARS = frozenset(map(id, (int, float, complex, bool, str, bytes, NoneType)))
_ENTER = MarkKind.ENTER  # on 3.11 each look at a member of an enumeration runs Python code
RUN: Any = object()  # no value is given: the call is to be run


class TapePending(TapeConstant):
    """An operand of a call that is about to be recorded; `node` is looked for when it is asked for."""

    __slots__ = ("call", "index")

    def __init__(self, call: "PendingCall", index: int | str, value: Any) -> None:
        super().__init__(value)
        self.call = call
        self.index = index

    @property
    def expression(self) -> Any:
        """The TapeReference or TapeConstant that it will be in the record."""
        return self.call.expression_of(self.index, self.value)

    @property
    def node(self) -> Any:
        """The node whose value it is, None for a constant."""
        return getattr(self.expression, "node", None)

    def __repr__(self) -> str:
        return repr(self.expression)


class TapeRedirected(TapeConstant):
    """The function that was called in the place of another one."""

    __slots__ = ()


class PendingCall:
    """`⟨improve⟩(@4, @2)`, which a context's hook is asked about.

    `function`, `arguments` and `keywords` are tape expressions, each with a `value`. `node`: what has been recorded for
    it, None so far. Methods of a context do it: `record_primitive(call)`, `record_nested(call)`.
    """

    # slots for what each has, so that it takes little memory; the rest has these values most of the time
    __slots__ = ("__dict__", "_arguments", "_f", "hooked", "node", "site", "value")
    _keywords: dict[str, Any] = {}  # noqa: RUF012 - never changed; one for all that have none
    _origin: "PendingCall | None" = None
    composed: "ComposedContext | None" = None  # the contexts that are asked, if these are several,
    level = 0  # and which one of them is
    is_refused = False  # was the answer no node, or another one?
    hooks = ("tracked_call", "tracked_nested", "tracked_primitive")  # by which the context is asked
    subject = "the call"
    wanted = (
        "the node of the call that it was asked about, "
        "which self.record_primitive(call) or self.record_nested(call) makes"
    )
    raised: BaseException | None = None  # by the program; then
    traceback: TracebackType | None = None  # is what it had before hooks saw it

    def __init__(
        self, hooked: "Hooked", site: Any, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> None:
        self.hooked = hooked
        self.site = site
        self._f = f
        self._arguments = arguments
        self.node: CallNode | None = None
        self.value: Any = RUN  # what it gave when it was run
        if keywords:
            self._keywords = keywords

    # -- what it is ---------------------------------------------------------------------------------------------------

    @property
    def function(self) -> TapePending:
        return TapePending(self, 0, self._f)

    @property
    def arguments(self) -> tuple[TapePending, ...]:
        return tuple([TapePending(self, i, value) for i, value in enumerate(self._arguments, 1)])

    @property
    def keywords(self) -> dict[str, TapePending]:
        return {name: TapePending(self, name, value) for name, value in self._keywords.items()}

    @property
    def operands(self) -> tuple[TapePending, ...]:
        return (self.function, *self.arguments, *self.keywords.values())

    @property
    def place(self) -> Place:
        """Where in the source; of the root of a recording nowhere."""
        if self.site is None:
            return NO_PLACE
        mark = self.site.mark
        return Place(*mark.template.instructions.positions[mark.index])

    @property
    def line(self) -> int | None:
        return self.place.line

    @property
    def file(self) -> str | None:
        """The source file of the function that calls."""
        return None if self.site is None else self.site.mark.template.code.co_filename

    @property
    def can_enter(self) -> bool:
        """Is the function written in Python, and does the context want it to be entered?"""
        f, hooked = self._f, self.hooked
        kind = type(f)
        if kind is FunctionType and hooked.entered[f] is not None:
            entered: bool = hooked.entered[f]
            return entered
        return id(kind) not in _NATIVE and hooked.can_enter(f, self._arguments, self._keywords)

    @property
    def expression(self) -> None:
        """Of a statement of the IR, which it stands for until it has its place in the record."""
        return None

    @property
    def is_redirected(self) -> bool:
        return self._origin is not None

    def redirect(self, f: Any) -> "PendingCall":
        """A call of `f` with the same arguments, to be recorded in the place of this one."""
        other = PendingCall(self.hooked, self.site, f, self._arguments, self._keywords)
        other._origin = self if self._origin is None else self._origin
        other.composed, other.level = self.composed, self.level
        return other

    def expression_of(self, index: int | str, value: Any) -> Any:
        return self.hooked.expression_of(self, index, value)

    def where(self) -> str:
        """`heron.py:14`"""
        return f"{self.file}:{self.line}" if self.site is not None else "the root of the recording"

    def __repr__(self) -> str:
        arguments = [value_text(value) for value in self._arguments]
        arguments += [f"{name}={value_text(value)}" for name, value in self._keywords.items()]
        return f"{callable_name(self._f)}({', '.join(arguments)})"

    # -- doing it -----------------------------------------------------------------------------------------------------

    def record_primitive(self, value: Any = RUN) -> PrimitiveCallNode:
        """The node of the call as one that was not entered; without a value, the call is run for it."""
        if self.node is not None:
            raise self._recorded_already()
        if value is RUN:
            hooked, f, arguments = self.hooked, self._f, self._arguments
            recording = hooked.recording
            recording.thread = hooked.recorder.thread
            try:
                for argument in arguments:  # a call of its own would take longer
                    kind = type(argument)
                    if kind is not int and kind is not float and id(kind) not in _SCALARS:
                        value = hooked.run(self.site, f, arguments, self._keywords)
                        break
                else:
                    if id(type(f)) in _NATIVE and not self._keywords:  # it runs nothing else
                        value = f(*arguments)
                    else:
                        value = hooked.run(self.site, f, arguments, self._keywords)
            except BaseException as error:
                self._keep(error)
                raise
            finally:
                recording.thread = None
            self.value = value
        node: Any
        if self.site is None:
            node = _new(NativeRootNode)
            node.log, node.caller = self.hooked.recorder.drafted(), None
        else:
            node = _new(PrimitiveCallNode)
        self._make(node, value)
        made: PrimitiveCallNode = node
        return made

    def read(self) -> Any:
        """The value of a call about which nobody is asked."""
        recorder = self.hooked.recorder
        recorder.recording.thread = recorder.thread
        try:
            return self._f(*self._arguments)
        except BaseException as error:
            self._keep(error)
            raise
        finally:
            recorder.recording.thread = None

    def record_nested(self, context: "Context") -> CallNode:
        """The node of the call, entered and recorded under a context."""
        if self.node is not None:
            raise self._recorded_already()
        hooked = self.hooked
        recorder, f = hooked.recorder, self._f
        if self.composed is not None:
            context = self.composed.entering(context, self.level)
        binding = hooked.binding if context is hooked.binding.context else recorder.binding(context)
        log, running, recording = recorder.log, recorder.running, recorder.recording
        start = len(log)
        recording.thread = recorder.thread
        try:
            target = binding.calls.general[f] if type(f) is FunctionType else None
            if target is None:
                try:
                    target = binding.entering(f, self._arguments)
                except CannotTrackError:
                    return self.record_primitive()
            running[start] = self
            value = self.value = target(*self._arguments, **self._keywords)
        except BaseException as error:
            self._keep(error)
            raise
        finally:
            recording.thread = None
            running.pop(start, None)
        mark = log[start] if start < len(log) else None
        if type(mark) is not Mark or mark.kind is not _ENTER:
            return self._make(_new(PrimitiveCallNode), value)
        log_of_record = recorder.draft if recorder.draft is not None else recorder.drafted()
        node = log_of_record.drafts.pop(start, None) if log_of_record.drafts else None
        if node is None:
            node = _new(NestedCallNode)
            node.log = log_of_record
            node.start = start
            node._children = node._decoder = node._index = None
        return self._make(node, value)

    def _make(self, node: Any, value: Any) -> CallNode:
        node.parent = None
        node.position = 0
        node.location = None
        node.value = value
        node._rare = None
        node._statement = self  # until the decoder gives it its place; see `CallNode.__getattr__`
        if self._keywords:
            node._keyword_names = tuple(self._keywords)
        self.node = node
        if self._origin is not None:
            self._origin.node, self._origin.value = node, self.value
        made: CallNode = node
        return made

    def _recorded_already(self) -> RuntimeError:
        return RuntimeError(
            f"the call of {self!r} has been recorded already: a hook records a call once, and returns that node"
        )

    def _keep(self, error: BaseException) -> None:
        """The program's own exception, whose traceback is to show the program only."""
        call: PendingCall = self if self._origin is None else self._origin
        call.raised, call.traceback = error, from_outside(error.__traceback__)


def refuse(pending: Any, answer: Any, hooks: str) -> NoReturn:
    """Raise what tells that hooks have returned no node, or another one than that of what they were asked about."""
    if not isinstance(answer, Node):
        what = described(answer) if answer is not None else "None"
    else:
        what = f"another one: {answer}"
    pending.is_refused = True
    raise TypeError(
        f"{hooks} should return {pending.wanted}, not {what}; {pending.subject} was {pending!r}, {pending.where()}"
    )


def refuse_value(pending: Any, value: Any, hooks: str) -> NoReturn:
    """The same of a node that has a value with which the program can't go on."""
    pending.is_refused = True
    raise TypeError(
        f"{hooks} should give the node an exception as its value, not {described(value)}; "
        f"{pending.subject} was {pending!r}, {pending.where()}"
    )
