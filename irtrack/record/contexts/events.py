"""What hooks are told of that is no call: arguments, special forms, jumps, returns."""

from types import TracebackType
from typing import TYPE_CHECKING, Any

from ...cpython.marks import MarkKind
from ...cpython.sites import HookedEvent
from ...ir.language import Place
from ..nodes.kinds import ArgumentNode, ConstantNode, JumpNode, RaiseNode, ReturnNode, SpecialCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..values import value_text
from .drafts import events_operands

if TYPE_CHECKING:
    from .composed import ComposedContext
    from .hooks import Hooked

_new = object.__new__
_KINDS: dict[str, type[Node]] = {
    "tracked_argument": ArgumentNode,
    "tracked_constant": ConstantNode,
    "tracked_special": SpecialCallNode,
    "tracked_return": ReturnNode,
    "tracked_jump": JumpNode,
    "tracked_error": RaiseNode,
}


class PendingEvent:
    """`x = 3`, `return 3`: what a context's hook is told of, which makes a node of it by `record`.

    `value`: of an argument, of a constant, of what is returned, of a special form (None for a store, which has been
    done); None for a jump. `name`: of an argument, of a store, of the global, builtin or cell that gave a constant.
    `holds`: of a jump, whether its condition does; None if it has none.
    """

    composed: "ComposedContext | None" = None
    level = 0
    node: Node | None = None
    is_refused = False
    raised: BaseException | None = None
    traceback: TracebackType | None = None
    subject = "the event"

    def __init__(self, hooked: "Hooked", site: HookedEvent, value: Any) -> None:
        self.hooked = hooked
        self.site = site
        self.value = value

    @property
    def hooks(self) -> tuple[str, ...]:
        """By which the context is told."""
        return (self.site.hook,)

    @property
    def wanted(self) -> str:
        return f"the node that super().{self.site.hook}(event) makes"

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def holds(self) -> bool | None:
        return self.site.holds

    @property
    def operands(self) -> tuple[Any, ...]:
        """Tape expressions of what it was computed from; of an argument and a jump there are none yet."""
        if self.site.hook == "tracked_constant":
            return (self._constant(),)
        return events_operands(self.hooked.recorder, self)

    def _constant(self) -> TapeConstant:
        return TapeConstant(self.value, self.name or None)

    @property
    def function_name(self) -> str:
        """The name of the function that runs."""
        name: str = self.site.mark.template.code.co_qualname
        return name

    @property
    def index(self) -> int:
        """The instruction that runs; below 0 where a frame begins."""
        index: int = self.site.mark.index
        return index

    @property
    def place(self) -> Place:
        template, index = self.site.mark.template, self.index
        if index < 0:  # an argument
            return Place(template.code.co_firstlineno, None, None, None)
        return Place(*template.instructions.positions[index])

    @property
    def line(self) -> int | None:
        return self.place.line

    @property
    def file(self) -> str:
        filename: str = self.site.mark.template.code.co_filename
        return filename

    def where(self) -> str:
        return f"{self.file}:{self.line}"

    def record(self) -> Any:
        """The node of it, to which metadata and another value can be given."""
        node: Any = _new(_KINDS[self.site.hook])
        node.parent, node.position, node.location, node.value = None, 0, None, self.value
        node._operands, node._rare = (), None
        node._metadata = {}
        if isinstance(node, SpecialCallNode):
            node._statement = None
        elif isinstance(node, ArgumentNode):
            node.name, node.branch, node.number = self.name, None, None
        elif isinstance(node, ConstantNode):
            node._operands = (self._constant(),)
        elif isinstance(node, ReturnNode):
            node._operands = (TapeConstant(self.value),)
        elif isinstance(node, JumpNode):  # which leads the decoder knows where
            node.target, node._condition, node.test, node.holds = 0, None, "", bool(self.holds)
        elif isinstance(node, RaiseNode):
            node.exception, node.statement, node._reads, node.call, node.target = self.value, None, (), None, None
        self.node = node
        return node

    def __repr__(self) -> str:
        kind = self.site.hook.removeprefix("tracked_")
        if kind == "jump":
            return "a jump" if self.holds is None else f"a jump whose condition {'holds' if self.holds else 'fails'}"
        return f"{kind} {self.name} = {value_text(self.value)}" if self.name else f"{kind} {value_text(self.value)}"


class PendingError(PendingEvent):
    """`error ZeroDivisionError('division by zero')`: something was raised in the function that runs.

    `value`, `exception`: what was raised. `leaves`: does it leave the function, since nothing there handles it?
    """

    def __init__(self, hooked: "Hooked", site: HookedEvent, error: BaseException) -> None:
        super().__init__(hooked, site, error)
        self.raised, self.traceback = error, error.__traceback__

    @property
    def exception(self) -> BaseException:
        error: BaseException = self.value
        return error

    @property
    def leaves(self) -> bool:
        return self.site.mark.kind is MarkKind.UNWIND

    @property
    def index(self) -> int:
        template = self.site.mark.template
        if self.traceback is None or self.traceback.tb_frame.f_code.co_linetable is not template.location_table:
            return -1
        index: int = template.running(self.traceback.tb_lasti)
        return index
