"""The usual run of a block, as Python code: what the decoder's loop does where nothing unusual stands in the log.

The function that `straight` gives makes the nodes of one run of a block, as long as each entry is what the usual way
leaves there: a value, a frame that returned, an edge. At anything else (an exception, a piece of a generator, a frame
that C code called, a suspension) it goes back to the loop, and says by `decoder.first` at which step. So the loop alone
knows all of the grammar, and can always do without: `make pytest` compares the two.
"""

from collections.abc import Callable
from typing import Any

from ...cpython.lift import ATTRIBUTE, METHOD
from ...cpython.versions import RESULTS_FOLLOW
from ...ir.language import Load
from ..generated import tuple_of
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, ReturnNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from ..values import UNKNOWN
from .along import AlongLog
from .plan import (
    ASKING,
    CALL,
    EFFECT,
    GOTO,
    IF,
    IF_NONE,
    LOAD,
    NAME,
    NEXT,
    PENDING,
    RETURN,
    STORE,
    TESTED,
    VALUE,
    BlockPlan,
    Method,
    Plan,
)

_GETATTR = TapeConstant(getattr)
_RETURN = "parent", "location", "value", "_operands", "_rare"
_STATEMENT = *_RETURN, "_statement"
ARGUMENT = *_RETURN, "name", "branch", "number"
_NESTED = *_STATEMENT, "log", "start", "_children", "_decoder", "_index"
_JUMP = *_RETURN, "target", "_condition", "test", "holds"


def straight(plan: Plan, block: BlockPlan) -> Callable[..., Any] | None:
    """run(decoder, node, entries, environment, children, position, jump, passed) -> block, position, jump, passed

    What comes next; no jump if the frame has returned, which leaves no block, or if the loop has to go on with this
    block, from step `decoder.first` on, where position is; -1 if something stands even before the first.
    """
    return Straight(
        f"decoder of {plan.template.code.co_qualname}, block {block.number}",
        "decoder, node, entries, environment, children, p, jump, passed", plan, block,
    ).write()  # fmt: skip


class Straight(AlongLog):
    """Writes the function of a block. `depth`: how far its lines are indented. `ends`: what has those of frames."""

    depth = 0
    ends = "decoder.ends"

    def __init__(self, title: str, parameters: str, plan: Plan, block: BlockPlan) -> None:
        super().__init__(
            title, parameters, plan, block,
            Method=Method, TapeConstant=TapeConstant, UNKNOWN=UNKNOWN, block=block,
            ArgumentNode=ArgumentNode, JumpNode=JumpNode, PrimitiveCallNode=PrimitiveCallNode,
            SpecialCallNode=SpecialCallNode, NestedCallNode=NestedCallNode, ReturnNode=ReturnNode,
        )  # fmt: skip
        self.known: dict[int, str] = {}  # variable -> the local one that has it

    def write(self) -> Callable[..., Any] | None:
        self.line("add = children.append")
        self._arguments()
        self._run()
        return self.function()

    def line(self, *parts: object, deeper: int = 0) -> None:
        super().line(*parts, deeper=self.depth + deeper)

    def _run(self) -> None:
        """The block, behind its arguments."""
        self.line("x = entries[p]")
        self.line("if type(x) is Mark:")
        self._leave_if("x.is_elsewhere", -1, deeper=1)
        self.line("if x.kind is LOOP and x.template is template:", deeper=1)
        self.line("p += 1", deeper=2)
        for i, step in enumerate(self.block.steps or ()):
            if not self._step(i, *step):
                self._leave(i)
                return
        self._end(len(self.block.steps or ()))

    # -- parts of code ------------------------------------------------------------------------------------------------

    def _leave(self, step: int, *, deeper: int = 0) -> None:
        """Let the loop go on with that step."""
        self.line(f"decoder.first = {self._first_left(step)}", deeper=deeper)
        self.line(f"return block, {self.position}, None, None", deeper=deeper)

    def _leave_if(self, condition: str, step: int, *, deeper: int = 0) -> None:
        self.line(f"if {condition}:", deeper=deeper)
        self._leave(step, deeper=deeper + 1)

    def _by_decoder(self, line: str, *, deeper: int = 0) -> None:
        """What the decoder has to be asked, which may make nodes."""
        self.line(line, deeper=deeper)

    def _keep(self, variable: int, *, deeper: int = 0) -> None:
        """Let the loop, and other blocks, know the local variable that a variable of the IR has."""
        self.line(f"environment[{variable}] = {self.known[variable]}", deeper=deeper)

    def _bind(self, variable: int, value: str, *, deeper: int = 0) -> None:
        """A new local variable for a variable of the IR, that has that value."""
        self.line(f"{self._gives(variable)} = {value}", deeper=deeper)
        self._keep(variable, deeper=deeper)

    def _operand(self, index: int) -> str:
        """What the environment has: a constant, a local variable, or an entry."""
        if index >= self.size:
            return self.constant(self.plan.environment[index])
        return self.known.get(index, f"environment[{index}]")

    def _operands(self, reads: tuple[int, ...]) -> str:
        return tuple_of([self._operand(index) for index in reads])

    def _make(self, name: str, kind: str, fields: tuple[str, ...], values: tuple[str, ...], *, deeper: int = 0) -> None:
        """A node, without a call of its `__init__`, which would take as long as all the rest."""
        self.line(f"{name} = new({kind})", deeper=deeper)
        for field, value in zip(fields, values, strict=True):
            self.line(f"{name}.{field} = {value}", deeper=deeper)
        self._add(name, deeper=deeper)

    def _add(self, name: str, *, deeper: int = 0) -> None:
        """A node comes next among the children."""
        self.line(f"add({name})", deeper=deeper)

    @property
    def _count(self) -> str:
        """How many children there are."""
        return "len(children)"

    def _gives(self, variable: int) -> str:
        """A new local variable for a variable of the IR."""
        name = self.known[variable] = f"v{variable}"
        return name

    # -- a block ------------------------------------------------------------------------------------------------------

    def _arguments(self) -> None:
        if self.block.number == 1:
            return  # what the function was called with
        for variable, name, location, k in self.block.arguments:
            self.line(f"x = passed[{k}]")
            used = "passed" if len(self.block.arguments) == 1 else "(x,)"
            values = ("node", self.constant(location), "x.value", used, "None", repr(name), "jump", str(k + 1))
            self._make(self._gives(variable), "ArgumentNode", ARGUMENT, values)
            self._keep(variable)

    def _step(
        self, i: int, kind: int, variable: int, operands: Any, makes: type, location: Any, item: Any, name: str,
        after: int,
    ) -> bool:  # fmt: skip
        """The code of one step; False if it is one for the loop."""
        if kind in (VALUE, NEXT):
            self._value(i, kind, variable, makes, location, item)
        elif kind in (CALL, ASKING):
            self._call(i, kind, variable, location, item)
        elif kind in (STORE, EFFECT):
            self._effect(i, kind, variable, location, item)
        elif kind == TESTED:
            self._tested(i, variable, makes, location, item)
        elif kind in (NAME, LOAD):
            self._load(i, kind, variable, location, item, name)
        else:
            return kind == PENDING
        return True

    def _statement(self, variable: int, makes: str, location: Any, value: str, operands: str, item: Any,
                   *, deeper: int = 0) -> None:  # fmt: skip
        made = self._gives(variable)
        values = ("node", self.constant(location), value, operands, "None", self.constant(item.statement))
        self._make(made, makes, _STATEMENT, values, deeper=deeper)
        self._keep(variable, deeper=deeper)

    def _take(self, i: int) -> None:
        """The next entry, which has to be a value."""
        self.line(f"x = entries[{self.position}]")
        self._leave_if("type(x) is Mark", i)
        self.offset += 1
        self.seen = False

    def _value(self, i: int, kind: int, variable: int, makes: type, location: Any, item: Any) -> None:
        if kind == NEXT:
            self.line("t = 0")
            self.line(f"x = entries[{self.position}]")
            self.line("if type(x) is Mark:")
            self._leave_if(f"not ({self._is_edge('FALSE')})", i, deeper=1)
            self.line("t = 1", deeper=1)
            self.line("else:")
            self._statement(variable, makes.__name__, location, "x", self._operands(item.reads), item, deeper=1)
            del self.known[variable]
            self.offset += 1
            self.seen = False
            return
        self._take(i)
        self._statement(variable, makes.__name__, location, "x", self._operands(item.reads), item)

    def _is_edge(self, *kinds: str) -> str:
        """Is x a mark of an edge of this block?"""
        of_kind = " or ".join(f"x.kind is {kind}" for kind in kinds)
        return f"({of_kind}) and x.template is template and jumps.get(x.index) == {self.block.number}"

    def _call(self, i: int, kind: int, variable: int, location: Any, item: Any) -> None:
        self.line(f"p = {self.position}")
        self.offset = 0
        self.line("x = entries[p]")
        self.line("if type(x) is Mark:")
        self._returned(i)
        reads: tuple[int, ...] = item.reads
        arguments = [self._operand(index) for index in reads[1:]]
        is_method = kind == ASKING and self._ask(item, reads[0], arguments)
        called = self._operand(reads[0])
        deeper = 1 if is_method else 0
        if is_method:
            self.line("else:")
        if reads[0] in self.plan.methods:
            self.line(f"f = {called}", deeper=deeper)
            self.line("if type(f) is Method:", deeper=deeper)
            self.line(f"used = {tuple_of(['f.function', 'f.owner', *arguments])}", deeper=deeper + 1)
            self.line("else:", deeper=deeper)
            self.line(f"used = {tuple_of(['f', *arguments])}", deeper=deeper + 1)
        else:
            self.line(f"used = {tuple_of([called, *arguments])}", deeper=deeper)
        self.line("if type(x) is not Mark:")
        self._statement(variable, "PrimitiveCallNode", location, "x", "used", item, deeper=1)
        self.line("p += 1", deeper=1)
        self.line("else:")
        made = self._gives(variable)
        values = ("node", self.constant(location), "y", "used", "None", self.constant(item.statement), "log", "p",
                  "None", "None", "None")  # fmt: skip
        self.line("log = node.log", deeper=1)
        if RESULTS_FOLLOW:
            self.line("y = entries[e]", deeper=1)
        else:  # what was appended last, mostly
            self.line("if y.index >= 0 or x.template.constructs or type(entries[e - 2]) is Mark:", deeper=1)
            self.line("y = log.result(p)", deeper=2)
            self.line("else:", deeper=1)
            self.line("y = entries[e - 2]", deeper=2)
        self._make(made, "NestedCallNode", _NESTED, values, deeper=1)
        self._keep(variable, deeper=1)
        self.line("p = e + 1" if RESULTS_FOLLOW else "p = e", deeper=1)
        self.seen = False

    def _ask(self, item: Any, variable: int, arguments: list[str]) -> bool:
        """Let `used` be what a call used whose callable was not logged, if that is the method that it mostly is; all
        else is for the lines that follow. False if they have to do it in any case.
        """
        (kind, _, _, _, _, load, name, _), call = self.plan.callees[variable]
        self.known.pop(variable, None)
        ask = f"decoder._ask({self.constant(item)}, p)"
        is_method = kind == LOAD and load.kind == METHOD and variable not in self.plan.carried
        if kind != NAME and not is_method:
            self._by_decoder(ask)
            return False
        site, plain = self.plan.template.histories[call]
        self.line("log = node.log")
        self.line(f"h = log.callee(log.beginning(node.start), {site!r}, {plain!r}, p)")
        if kind == NAME:
            self._bind(variable, f"TapeConstant(h, {name!r}, {self._count})")
            return False
        expression, owner = load.statement.expression, self._operand(load.reads[0])
        assert isinstance(expression, Load)
        self.line(f"h = {self._method(owner, 'h', expression.name)}")
        self.line("if h is None:")
        self._by_decoder(ask, deeper=1)
        self.line("if h is not None:")
        self.line(f"used = {tuple_of(['h', owner, *arguments])}", deeper=1)
        return True

    def _method(self, owner: str, found: str, name: str) -> str:
        """The function that a lookup found, if it is known that the class has it itself."""
        key = f"(id(type({owner}.value)), id({found}), {name!r})"
        return f"None if type({owner}) is TapeConstant else log.methods.get({key})"

    def _returned(self, i: int) -> None:
        """The mark x has to begin a frame that returned, by the mark y before the entry e; its result follows, where
        results do."""
        self.line("if x.kind is ENTER:", deeper=1)
        self.line(f"e = {self.ends}.get(p, 0)", deeper=2)
        self.line("y = entries[e - 1]", deeper=2)
        is_end = "e and type(y) is Mark and y.kind is EXIT and y.template is x.template"
        if RESULTS_FOLLOW:
            is_end += " and e < len(entries) and type(entries[e]) is not Mark"
        self._leave_if(f"not ({is_end})", i, deeper=2)
        self.line("else:", deeper=1)
        self._leave(i, deeper=2)

    def _effect(self, i: int, kind: int, variable: int, location: Any, item: Any) -> None:
        self._look(i)
        value = self._operand(item.reads[-1]) + ".value" if kind == STORE else "None"
        self._statement(variable, "SpecialCallNode", location, value, self._operands(item.reads), item)

    def _look(self, i: int) -> None:
        """The next entry, which has to be this frame's, or that of a call."""
        if not self.seen:
            self.line(f"x = entries[{self.position}]")
            self._leave_if("type(x) is Mark and x.is_elsewhere", i)
            self.seen = True

    def _tested(self, i: int, variable: int, makes: type, location: Any, item: Any) -> None:
        self._take_edge(i, "False")
        self._statement(variable, makes.__name__, location, "not t", self._operands(item.reads), item)

    def _take_edge(self, i: int, otherwise: str) -> None:
        """Which edge is taken, by the mark that may stand there."""
        self.line(f"p = {self.position}")
        self.offset = 0
        self.line("x = entries[p]")
        self.line("if type(x) is not Mark:")
        self.line(f"t = {otherwise}", deeper=1)
        self.line(f"elif {self._is_edge('FALSE', 'TRUE')}:")
        self.line("t = x.kind is FALSE", deeper=1)
        self.line("p += 1", deeper=1)
        self.line("elif x.is_elsewhere:")
        self._leave(i, deeper=1)
        self.line("else:")
        self.line(f"t = {otherwise}", deeper=1)
        self.seen = False

    def _load(self, i: int, kind: int, variable: int, location: Any, item: Any, name: str) -> None:
        self._take(i)
        if kind == NAME:
            self._bind(variable, f"TapeConstant(x, {name!r}, {self._count})")
            return
        load = item.statement.expression
        assert isinstance(load, Load)
        loaded = f"decoder._load({self.constant(item)}, {self.constant(location)}, {name!r}, x, {self.position})"
        loaded = f"{self._gives(variable)} = environment[{variable}] = {loaded}"
        if item.kind != ATTRIBUTE:
            deeper = 0
            if item.kind == METHOD and variable not in self.plan.carried:
                owner, deeper = self._operand(item.reads[0]), 1
                self.line("log = node.log")
                self.line(f"h = {self._method(owner, 'x', load.name)}")
                self.line("if h is not None:")
                self._bind(variable, f"Method(h, {owner})", deeper=1)
                self.line("else:")
            self._by_decoder(loaded, deeper=deeper)
            return
        owner = self._operand(item.reads[0])
        operands = tuple_of([self.constant(_GETATTR), owner, self.constant(TapeConstant(load.name))])
        self.line(f"if type({owner}) is TapeConstant:")
        self._by_decoder(loaded, deeper=1)
        self.line("else:")
        self._statement(variable, "PrimitiveCallNode", location, "x", operands, item, deeper=1)

    # -- its end ------------------------------------------------------------------------------------------------------

    def _end(self, i: int) -> None:
        block, end = self.block, self.block.end
        condition = "None"
        if end in (GOTO, IF_NONE):
            self._look(i)
            if end == IF_NONE:
                condition = self._operand(block.condition)
                self._leave_if(f"{condition}.value is UNKNOWN", i)
                self.line(f"t = {condition}.value is not None")
        elif end == IF:
            condition = self._operand(block.condition)
            self._take_edge(i, f"truth({condition}.value) is False")
        elif end in (NEXT, TESTED):
            condition = self._operand(block.condition)
            self.line(f"x = entries[{self.position}]")
            self.line("if type(x) is Mark and x.is_elsewhere:")
            self._leave_end(i, deeper=1)
        elif end == RETURN:
            self._return(i)
            return
        else:
            self._leave(i)
            return
        for k in range(len(block.edges) - 1, 0, -1):
            self.line("if t:")
            self._jump(k, condition, deeper=1)
        self._jump(0, condition)

    def _leave_end(self, i: int, *, deeper: int = 0) -> None:
        self.line("decoder.taken = t", deeper=deeper)
        self._leave(i, deeper=deeper)

    def _jump(self, k: int, condition: str, *, deeper: int = 0) -> None:
        self._jump_node("j", k, condition, deeper=deeper)
        target = self.constant(self.block.edges[k].target)
        self.line(f"return {target}, {self.position}, j, passed", deeper=deeper)

    def _jump_node(self, name: str, k: int, condition: str, *, deeper: int = 0) -> None:
        edge = self.block.edges[k]
        self.line(f"passed = {self._operands(tuple(self.block.lifted.passes[k]))}", deeper=deeper)
        values = ("node", self.constant(edge.location), "None", "passed", "None", str(edge.target.number),
                  condition, repr(edge.test), str(edge.holds))  # fmt: skip
        self._make(name, "JumpNode", _JUMP, values, deeper=deeper)

    def _return(self, i: int) -> None:
        operand = self._operand(self.block.condition)
        self.line(f"q = {self.position}")
        self.line("x = entries[q]")
        self.line("if type(x) is not Mark:")
        self.line("q += 1", deeper=1)
        self.line("x = entries[q]", deeper=1)
        self.line("if type(x) is Mark and x.kind is EXIT and x.template is template:")
        values = ("node", self.constant(self.block.location), f"{operand}.value", f"({operand},)", "None")
        self._make("r", "ReturnNode", _RETURN, values, deeper=1)
        self._leave_frame(deeper=1)
        self._leave(i)

    def _leave_frame(self, *, deeper: int = 0) -> None:
        self.line("return None, q + 1, None, None", deeper=deeper)
