"""Log and IR, walked side by side, give the nodes of one nested call.

The IR says which statement comes next and which variables it reads, so that the log needs nothing but values and marks.
What the next entry may be, by what the decoder stands at:

    block          LOOP of this function: skipped
    PLAIN, folded  a value; nothing for the callable of a call that can tell
    CALLED         ENTER: a nested call, whose frame tells the result, where results do not follow; else, or behind
                   RESOLVED: perhaps ENTER, a nested call, then as PLAIN
    EFFECT         nothing
    TESTED         FALSE of this jump: it is False; TRUE of this jump, or anything else: it is True
    if             TESTED decides; else FALSE of this jump: the second edge; TRUE of it: the first; else the value
                   tested, where nothing can change its truth; else the first
    next           a value: the first edge; FALSE of this jump instead of it: the second
    return         EXIT, or a value and EXIT
    anything       HANDLER or UNWIND whose lasti lies here: the statement raised

What does not fit becomes a `gap` node that says what was found where; decoding never raises. The log is read without
asking each time whether the frame goes on: it ends with a mark, and where the record was cut short, with the log.
"""

from types import AsyncGeneratorType, CoroutineType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from ..cpython.facts import argument_count, shows_arguments
from ..cpython.functions import has_defaults
from ..cpython.lift import METHOD, Item
from ..cpython.marks import RESOLVED, Mark, MarkKind
from ..cpython.opcodes import NUMBER
from ..cpython.template import Template
from ..cpython.versions import RESULTS_FOLLOW
from ..ir.language import Load, Location, Statement
from .bound import (
    bound,
    bound_by_super,
    entered_function,
    is_class_method,
    may_have_been_method,
    method_of,
    passed_to,
    value_passed,
    wraps_partial,
)
from .classes import lookup
from .loans import own_code
from .log import Log
from .nodes import (
    ArgumentNode,
    GapNode,
    JumpNode,
    NestedCallNode,
    Node,
    Operand,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .plan import (
    ASKING,
    AWAIT,
    CALL,
    EFFECT,
    GOTO,
    IF,
    IF_NONE,
    NAME,
    NEXT,
    PENDING,
    RAISE,
    RETURN,
    STORE,
    SUPER,
    TESTED,
    YIELD,
    BlockPlan,
    Method,
    Operands,
    plan_of,
)
from .recompute import truth
from .tape import TapeConstant
from .values import callable_name, value_text

_ENTER, _EXIT, _UNWIND = MarkKind.ENTER, MarkKind.EXIT, MarkKind.UNWIND
_CALLEE = MarkKind.CALLEE
_HANDLER, _FALSE, _TRUE, _LOOP = MarkKind.HANDLER, MarkKind.FALSE, MarkKind.TRUE, MarkKind.LOOP
_SUSPEND, _RESUME = MarkKind.SUSPEND, MarkKind.RESUME
_BEHIND, _DONE = MarkKind.BEHIND, MarkKind.DONE
_ELSEWHERE = _RESUME, _HANDLER, _UNWIND, _BEHIND, _DONE  # with which begins what other frames appended, among others
_GETATTR = TapeConstant(getattr)
_END_ASYNC_FOR = NUMBER["END_ASYNC_FOR"]
_VARARGS = 4  # CO_VARARGS
_GENERATORS = GeneratorType, CoroutineType, AsyncGeneratorType
CALLER_ENTRIES = 2  # of the frame of lent code, behind its arguments: which code ran it, and where that was
_LOOK_AHEAD = 1000  # entries in which the frame of a call must begin
_new = object.__new__


class _GapError(Exception):
    """The log does not say what the IR expects."""


class Decoder:
    """Decodes the children of one nested call, a block at a time: `advance` until it says that it is done."""

    __slots__ = ("block", "children", "done", "end", "entries", "entry", "environment", "frames", "jump", "node",
                 "passed", "plan", "position", "segments", "still", "template", "token", "turns")  # fmt: skip

    def __init__(self, node: NestedCallNode) -> None:
        self.node = node
        self.entries = node.log.entries
        self.end = node.log.ends.get(node.start)  # None where the log ends before the frame
        self.template: Template = self.entries[node.start].template
        self.plan = plan_of(self.template)
        self.environment = self.plan.environment.copy()
        self.children: list[Node] = []
        self.position = node.start + 1
        self.block: BlockPlan | None = self.plan.blocks[0]  # that comes next
        self.jump: Node | None = None  # what led there, and what it passed
        self.passed: tuple[Operand, ...] = ()
        self.still = -1  # the position at which the last blocks began,
        self.turns = 0  # and how many they were
        self.token: Any = None  # of a generator's frame; then
        self.entry = -1  # where the segment begins that it is in,
        self.segments: list[int] = []  # and those behind
        self.frames: list[int] = []  # where frames begin that no node has yet which ran them,
        self.done = 0  # and how many of these belong to what has just ended
        if self.template.suspends:
            self.token = self.entries[self.position]
            self.position += 1
            self.segments = list(reversed(node.log.segments.get(id(self.token), ())))

    def advance(self, count: int) -> bool:
        """Decode blocks until there are `count` children more; returns whether there is more."""
        self.entries = self.node.log.entries
        known = len(self.children)
        try:
            if not known:
                self._arguments()
                if self.token is not None:
                    self._begin()
            self._blocks(known + count)
            if self.block is None and self.position != self.end and self.end is not None:
                raise _GapError(f"{self.end - self.position} entries are left when the frame has ended")
        except Exception as error:
            self.block = None
            if not isinstance(error, IndexError) or self.end is not None:
                gap = GapNode(self.node, len(self.children) + 1, None, f"{type(error).__name__}: {error}")
                self.children.append(gap)
        return self.block is not None

    @property
    def left(self) -> int:
        """How many entries nobody has looked at yet."""
        return (len(self.entries) if self.end is None else self.end) - self.position

    # -- arguments ----------------------------------------------------------------------------------------------------

    def _arguments(self) -> None:
        node, children, environment = self.node, self.children, self.environment
        branch = node if node.parent is not None else None
        called = node._operands[0].value
        function = called if type(called) is FunctionType else self._entered(called)
        arguments = self.plan.arguments
        key = id(node._statement), type(called) is FunctionType, len(node._operands)
        known = self.plan.sources.get(key) if function is called or not wraps_partial(called) else None
        sources = known[1] if known is not None else self._sources(called, key)
        logged = self.entries[node.start].index
        if logged == len(arguments) - 1:
            values = self.entries[self.position : self.position + logged]
            self.position += len(values) + (CALLER_ENTRIES if self.template.lent else 0)
        else:
            values = [value_passed(node, called, number) for number in sources[1:]]
        for (variable, name, location, k), value, number in zip(arguments, (function, *values), sources, strict=False):
            environment[variable] = argument = ArgumentNode(
                node, k, location, value, name, branch if number else None, number
            )
            children.append(argument)

    def _sources(self, called: Any, key: tuple[int, bool, int]) -> tuple[int | str | None, ...]:
        """For each argument the number of the operand that it was: `passed_to`, asked once for each statement."""
        node, statement = self.node, self.node._statement
        if statement is None:
            return (None if node.parent is None else 1, *passed_to(node, self.template))
        sources = (1, *passed_to(node, self.template))
        if not wraps_partial(called):  # what it passes itself differs
            self.plan.sources[key] = statement, sources
        return sources

    def _entered(self, called: Any) -> Any:
        """`entered_function`, asked once for each class and code."""
        if not issubclass(type(called), type):
            return entered_function(self.node, self.template)
        key = id(called), id(self.template)
        found = self.node.log.looked_up.get(key)
        if found is None:
            found = self.node.log.looked_up[key] = called, entered_function(self.node, self.template)
        return found[1]

    # -- blocks -------------------------------------------------------------------------------------------------------

    def _blocks(self, until: int) -> None:
        """Decode blocks until there are so many children.

        One long function, whose state is local until somebody else needs it: its lines run for every node, and a call
        for each would take as long as all the rest.
        """
        node, entries, environment, children = self.node, self.entries, self.environment, self.children
        log, ends, template = node.log, node.log.ends, self.template
        block, position, jump, passed = self.block, self.position, self.jump, self.passed
        still, turns, frames = self.still, self.turns, self.frames
        while block is not None and len(children) < until:
            if position != still:
                still, turns = position, 0
            elif (turns := turns + 1) > len(self.plan.blocks):  # each turn of a loop has an entry
                self.position = position
                raise self._gap("another turn of a loop", entries[position])
            steps = block.steps
            if steps is None:
                steps = self.plan.steps(block)
            if jump is not None:
                for variable, name, location, k in block.arguments:
                    operand = passed[k]
                    environment[variable] = argument = ArgumentNode(
                        node, len(children) + 1, location, operand.value, name, jump, k + 1, (operand,)
                    )
                    children.append(argument)
            entry = entries[position]
            if type(entry) is Mark:
                if entry.kind in _ELSEWHERE:
                    position = self._skip(position)
                    entry = entries[position]
                if type(entry) is Mark and entry.kind is _LOOP and entry.template is template:
                    position += 1
            taken = 0
            for kind, variable, operands, makes, location, item, name, after in steps:
                entry = entries[position]
                if frames or (type(entry) is Mark and entry.kind in _ELSEWHERE):
                    position = self._skip_to(position, block, item.order)
                    entry = entries[position]
                if kind == ASKING:
                    position = self._skip(self._ask(item, position))
                    entry = entries[position]
                    kind = CALL
                if type(entry) is Mark and kind in (YIELD, AWAIT):
                    position = self._wait(position, kind)
                    if position < 0:
                        self._suspended(kind, item, location, operands)
                        return
                    entry = entries[position]
                if type(entry) is Mark:
                    follows = RESULTS_FOLLOW
                    if entry is RESOLVED and kind == CALL:
                        follows = True
                        position = self._skip(position + 1)
                        entry = entries[position]
                    if kind == CALL and type(entry) is Mark and entry.kind is _ENTER:
                        nested = self._enter(position, operands(environment), location, item.statement)
                        if not follows and log.returned(position):
                            nested.value = log.result(position)
                            position = ends[position]
                            environment[variable] = nested
                            continue
                        position = self._skip(ends.get(position, len(entries)))
                        entry = entries[position]
                        if type(entry) is not Mark:
                            nested.value = entry
                            environment[variable] = nested
                            position += 1
                            continue
                        self.position = position
                        if entry.kind is not _HANDLER and entry.kind is not _UNWIND:
                            raise self._gap(f"a value of {item.statement}", entry)
                        self._raise(block, item, location, operands, item.order, nested)
                        break
                    if type(entry) is Mark:
                        self.position = position
                        if kind in (NEXT, TESTED) and self._is_branch(entry, block):
                            position += 1
                            taken = int(entry.kind is _FALSE)
                            if kind == NEXT:
                                self.done = len(frames)
                                continue
                        elif self._raised_by(block, entry, item, location, operands, after):
                            break
                        if kind <= SUPER or kind >= NAME:
                            raise self._gap(f"a value of {item.statement}", entry)
                if kind <= SUPER:
                    position += 1
                    used = operands(environment)
                    if kind == SUPER:
                        receives = self._receives(entry, variable)
                        entry = bound_by_super(used[1].value, used[2].value, used[3].value, entry, receives)
                elif kind >= NAME:
                    position += 1
                    environment[variable] = (
                        TapeConstant(entry, name) if kind == NAME else self._load(item, location, name, entry, position)
                    )
                    continue
                elif kind == PENDING:
                    continue
                else:
                    used = operands(environment)
                    entry = used[-1].value if kind == STORE else not taken if kind == TESTED else None
                made = _new(makes)  # and no call of `__init__`, which would take as long as the rest
                made.parent = node
                made.position = len(children) + 1
                made.location = location
                made.value = entry
                made._operands = used
                made._statement = item.statement
                children.append(made)
                environment[variable] = made
                if frames:
                    self._give(made, self.done if kind in (STORE, EFFECT, TESTED) else len(frames))
            else:
                entry = entries[position]
                is_mark = type(entry) is Mark
                if frames or (is_mark and entry.kind in _ELSEWHERE):
                    position = self._skip_to(position, block, block.lifted.end)
                    entry = entries[position]
                    is_mark = type(entry) is Mark
                end = block.end
                if end == RETURN and not is_mark:  # what is returned, appended once more
                    position += 1
                    entry = entries[position]
                    is_mark = type(entry) is Mark
                if is_mark:
                    if end == RETURN and entry.kind is _EXIT and entry.template is template:
                        operand = environment[block.condition]
                        if frames and not hasattr(children[-1], "_frames"):  # a return runs nothing
                            self._give(children[-1], len(frames))
                        children.append(ReturnNode(node, len(children) + 1, block.location, operand.value, (operand,)))
                        position += 1
                        block = None
                        continue
                    self.position = position
                if not is_mark or end in (NEXT, TESTED) or not self._raised_by_end(block, entry):
                    condition = None
                    if end == IF:
                        condition = environment[block.condition]
                        holds = truth(condition.value)
                        if is_mark and self._is_branch(entry, block):
                            position += 1
                            taken = int(entry.kind is _FALSE)
                        elif holds is False:
                            taken = 1
                    elif end == IF_NONE:
                        condition = environment[block.condition]
                        taken = int(condition.value is not None)
                    elif end in (NEXT, TESTED):
                        condition = environment[block.condition]
                    elif end != GOTO:
                        self.position = position
                        raise self._gap("an exception" if end == RAISE else "the end of the frame", entry)
                    edge = block.edges[taken]
                    passed = edge.operands(environment)
                    block = edge.target
                    jump = JumpNode(
                        node, len(children) + 1, edge.location, block.number, passed, condition, edge.test, edge.holds
                    )
                    children.append(jump)
                    if frames:
                        self._give(jump, self.done)
                    continue
            block, position, jump, passed = self.block, self.position, self.jump, self.passed
        self.block, self.position, self.jump, self.passed = block, position, jump, passed
        self.still, self.turns = still, turns

    # -- what other frames appended -----------------------------------------------------------------------------------

    def _skip(self, position: int) -> int:
        """The position behind segments of generators that ran here, and frames that no call of this frame began."""
        entries = self.entries
        while True:
            entry = entries[position]
            if type(entry) is not Mark:
                return position
            if entry.kind is _BEHIND:
                self.frames.append(position)
            elif entry.kind not in _ELSEWHERE or entry.kind is _DONE:
                return position
            else:
                template: Any = entry.template
                if not template.suspends or entries[position + 1] is self.token:
                    return position
            position = self.node.log.ends.get(position, len(entries))

    def _skip_to(self, position: int, block: BlockPlan, order: int) -> int:
        """The same, and behind the DONE of an instruction of the block up to that order.

        `done` is how many of the frames belong to these instructions.
        """
        position = self._skip(position)
        for count in range(len(self.frames), self.done, -1):
            if block.lifted.order.get(self._ran(self.frames[count - 1]), order + 1) <= order:
                self.done = count
                break
        mark = self.entries[position]
        if type(mark) is Mark and mark.kind is _DONE and mark.template is self.template:
            instruction = self.plan.lifted.representative[mark.index]
            if block.lifted.order.get(instruction, order + 1) <= order:
                self.done = len(self.frames)
                position += 1
        return position

    def _ran(self, start: int) -> int:
        """The instruction of this frame that ran the one that starts there; -1 if that is not known."""
        log, entries = self.node.log, self.entries
        mark = entries[start]
        if not mark.template.lent:
            return -1
        first = start + 1 + mark.index
        code, lasti = entries[first : first + CALLER_ENTRIES]
        if id(code) not in log.templates:
            of_marks = (c.template for c in code.co_consts if type(c) is Mark and c.template is not None)
            log.templates[id(code)] = next(of_marks, None)
        if log.templates[id(code)] is not self.template:
            return -1
        instruction = self.template.running(lasti)
        return self.plan.lifted.representative[instruction] if instruction >= 0 else -1

    def _give(self, made: Node, count: int) -> None:
        """Let the first frames that have no node yet be children of the node that ran them."""
        if count:
            log = self.node.log
            made._frames = tuple([_frame(log, made, k, start) for k, start in enumerate(self.frames[:count], 1)])
            del self.frames[:count]
            self.done = 0

    # -- generators ---------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Go to where the frame first went on, behind its creation."""
        position = self._wait(self.position, YIELD)
        if position < 0:
            self.block = None
            return
        self.position = position
        mark = self.entries[position]
        if position == self.entry and mark.kind is _UNWIND and not self._got_iterator(position):
            assert self.block is not None  # it was thrown into before it began
            self._raise(self.block, None, Location(1, "&", 1), None, 0)

    def _next_segment(self) -> int:
        self.entry = self.segments.pop()
        self.end = self.node.log.ends.get(self.entry)
        return self.entry

    def _got_iterator(self, position: int) -> bool:
        """Did the exception arise before the frame was suspended at all (in a generator expression, from 3.15 on)?"""
        owner = self.template.owner(self.entries[position + 2])
        return owner >= 0 and self.template.instructions.name(owner) == "GET_ITER"

    def _suspended(self, kind: int, item: Item, location: Location, operands: Operands) -> None:
        """The frame never went on."""
        if kind == YIELD:
            children, used = self.children, operands(self.environment)
            children.append(SpecialCallNode(self.node, len(children) + 1, location, None, used, item.statement))
        self.block = None

    def _wait(self, position: int, kind: int) -> int:
        """Where the frame that is suspended at `position` went on, which a yield does once; -1 if it never did."""
        entries = self.entries
        while True:
            mark = entries[position]
            if type(mark) is not Mark or mark.template is not self.template:
                return position
            if mark.kind is _HANDLER and kind == AWAIT and mark.index not in self.plan.lifted.handler_blocks:
                position = self._skip(position + 4)  # thrown into what is awaited, which went on
                if entries[position] is self.template.resume:
                    self._next_segment()
                    position = self._skip(position + 2)
            elif mark.kind is not _SUSPEND:
                return position
            else:
                if not self.segments:
                    self.end = self.position = position + 1
                    return -1
                position = self._next_segment()
                if entries[position].kind is not _RESUME:
                    continue
                position += 2
                if kind == YIELD:
                    return position
                position = self._skip(position)

    def _enter(
        self, start: int, operands: tuple[Operand, ...], location: Location, statement: Statement
    ) -> NestedCallNode:
        position, exception = len(self.children) + 1, _exception(self.node.log, start)
        made = NestedCallNode(self.node, position, location, None, operands, statement, self.node.log, start, exception)
        self.children.append(made)
        return made

    def _is_branch(self, entry: Mark, block: BlockPlan) -> bool:
        """Is it the FALSE or the TRUE of the jump that ends this block?"""
        return (
            (entry.kind is _FALSE or entry.kind is _TRUE)
            and entry.template is self.template
            and self.plan.lifted.jumps.get(entry.index) == block.number
        )

    def _gap(self, expected: str, entry: Any) -> _GapError:
        return _GapError(f"expected {expected}, found {entry!r} at entry {self.position}")

    # -- loads --------------------------------------------------------------------------------------------------------

    def _ask(self, item: Item, position: int) -> int:
        """Find out what a call calls that is about to be decoded: CALLEE says it, or the history of its site.

        Returns where the entries of the call begin.
        """
        (kind, variable, _, _, location, load, name, _), call = self.plan.callees[item.reads[0]]
        entry = self.entries[position]
        if type(entry) is Mark and entry.kind is _CALLEE and entry.template is self.template:
            value = self.entries[position + 1]
            position += 2
        else:
            site, plain = self.template.histories[call]
            value = self.node.log.callee((self.entries[self.node.start], site), plain, position)
        self.environment[variable] = (
            TapeConstant(value, name) if kind == NAME else self._load(load, location, name, value, position)
        )
        return position

    def _load(self, item: Item, location: Location, name: str, value: Any, position: int) -> Any:
        """The node of a load, or what it is folded into; the entries behind it begin at `position`."""
        owner, variable = self.environment[item.reads[0]], item.statement.variable
        load = item.statement.expression
        assert isinstance(load, Load)
        if isinstance(owner, TapeConstant):
            shared = owner.value
            is_shared = issubclass(type(shared), ModuleType) or (item.kind == METHOD and issubclass(type(shared), type))
            if is_shared and type(value) is not MethodType:
                return TapeConstant(value, name if owner.name else f"{callable_name(shared)}.{load.name}")
        if item.kind == METHOD:
            of_class = self._lookup(type(owner.value), load.name)
            function = method_of(owner.value, value, of_class)
            if function is None and (
                may_have_been_method(owner.value, load.name, value, of_class) or self._receives(value, variable)
            ):
                passed = owner.value
                if type(value) is FunctionType:
                    passed = self._passed_first(value, position, variable, owner.value)
                if passed is owner.value and not is_class_method(of_class, value):
                    function = value
                elif passed is type(owner.value):  # a class method then
                    of_class = classmethod(value)
            if function is not None and variable not in self.plan.carried:
                return Method(TapeConstant(function), owner)
            if function is not None:  # an argument of a block, which wants a value
                value = function.__get__(owner.value)
            value = bound(owner.value, of_class, value)
        operands = (_GETATTR, owner, TapeConstant(load.name))
        made = PrimitiveCallNode(self.node, len(self.children) + 1, location, value, operands, item.statement)
        self.children.append(made)
        self._give(made, len(self.frames))
        return made

    def _passed_first(self, function: FunctionType, position: int, variable: int, owner: Any) -> Any:
        """The first argument of the next frame of `function`: what a lookup that found it left beside it, most likely.

        Asked where the class of the `owner` has changed since; `variable` is that of the lookup. A frame that does not
        show its arguments had the owner as its first if it had one more than the call has.
        """
        entries, ends = self.entries, self.node.log.ends
        for _ in range(_LOOK_AHEAD):
            if position >= len(entries) - 1 or position == self.end:
                break
            entry = entries[position]
            if type(entry) is Mark and entry.kind is _ENTER:
                template: Any = entry.template
                if template.code is own_code(function):
                    if entry.index or not template.argument_names:
                        return entries[position + 1] if entry.index else None
                    return owner if self.plan.arguments_of_call(variable) < len(template.argument_names) else None
                position = ends.get(position, len(entries))
            else:
                position += 1
        return None

    def _receives(self, function: Any, variable: int) -> bool:
        """Does the function take one argument more than the call shows whose function is that variable?"""
        return (
            type(function) is FunctionType
            and not has_defaults(function)
            and shows_arguments(own_code(function))
            and argument_count(own_code(function)) == self.plan.arguments_of_call(variable) + 1
        )

    def _lookup(self, cls: type, name: str) -> Any:
        """`lookup`, asked once for each class and name."""
        found = self.node.log.looked_up.get((id(cls), name))
        if found is None:
            found = self.node.log.looked_up[id(cls), name] = cls, lookup(cls, name)
        return found[1]

    # -- exceptions ---------------------------------------------------------------------------------------------------

    def _raised_by(
        self, block: BlockPlan, mark: Mark, item: Item, location: Location, operands: Operands, after: int
    ) -> bool:
        """Does the mark say that something was raised here, by this item or just before it? Then make the node."""
        raised = self._raised_at(block, mark, after, item.order)
        if raised is None:
            return False
        if raised == item.order:
            self._raise(block, item, location, operands, raised)
        else:
            self._raise(block, None, block.location, None, raised)
        return True

    def _raised_by_end(self, block: BlockPlan, mark: Mark) -> bool:
        """The same for the end of the block."""
        raised = self._raised_at(block, mark, block.after, None)
        if raised is None:
            return False
        self._raise(block, None, block.location, block.operands if raised == block.lifted.end else None, raised)
        return True

    def _raised_at(self, block: BlockPlan, mark: Mark, after: int, order: int | None) -> int | None:
        """The order of the instruction that raised, if it lies in this block, behind `after` and not behind `order`.

        An order of None is the end of the block. The result is None if the mark tells of no exception, or of another.
        What lies before has given its value; a lasti that points there is an older one, restored by a reraise.
        -1 for a jump into the block that is none in the IR: a signal (Ctrl-C) raises there, nothing else.
        """
        if mark.kind is not _HANDLER and mark.kind is not _UNWIND:
            return None
        if self.end is not None and self.position >= self.end:  # the mark is another frame's
            return None
        lifted = self.plan.lifted
        last = block.lifted.end if order is None else order
        owner = self.template.owner(self.entries[self.position + 1 + self.template.suspends])
        if owner < 0:  # the place is lost: a reraise of an exception without traceback, or a signal in a trampoline
            handlers = [handler for handler, _ in lifted.ir.blocks[block.number - 1].handlers]
            if mark.kind is _HANDLER:
                return last if lifted.handler_blocks[mark.index] in handlers else None
            return None if handlers and order is None and block.edges else last
        instruction = lifted.representative[owner]
        raised = block.lifted.order.get(instruction)
        if raised is None and after < 0 and instruction not in lifted.block_of:
            return -1
        if raised is not None and after < raised <= last:
            return raised
        # a reraise, which restores an older lasti
        return (
            last if (block.end == RAISE if order is None else self._reraises(block, order, instruction, mark)) else None
        )

    def _reraises(self, block: BlockPlan, order: int, raised: int, mark: Mark) -> bool:
        """Is it the end of an `async for` of that order, which raised what came from that instruction again?"""
        lifted = self.plan.lifted
        opcodes = self.template.instructions.opcodes
        if not any(opcodes[i] == _END_ASYNC_FOR for i, other in block.lifted.order.items() if other == order):
            return False
        blocks = lifted.ir.blocks
        handlers = [target for target, _ in blocks[lifted.block_of.get(raised, block.number) - 1].handlers]
        outer = [target for target, _ in blocks[block.number - 1].handlers]
        return block.number in handlers and (mark.kind is _UNWIND or lifted.handler_blocks[mark.index] in outer)

    def _raise(
        self,
        block: BlockPlan,
        item: Item | None,
        location: Location,
        operands: Operands | None,
        order: int,
        nested: NestedCallNode | None = None,
    ) -> None:
        """Make the node of an exception, and go to its handler. It came out of `item`, or of the end of the block."""
        entries, environment = self.entries, self.environment
        mark = entries[self.position]
        self.position += 3 + self.template.suspends
        exception = entries[self.position - 1]
        reads = operands(environment) if operands is not None else ()
        statement = item.statement if item is not None else None
        raised = RaiseNode(self.node, len(self.children) + 1, location, exception, statement, reads, nested, None, ())
        self.block, self.passed = None, ()
        if mark.kind is _HANDLER:
            lifted = self.plan.lifted
            raised.target = target = lifted.handler_blocks[mark.index]
            arguments = self.plan.passed_by_raise(block, order, target)
            known = len(environment) - lifted.size  # constants that only a handler is passed come up late
            environment += [TapeConstant(c.value) for c in lifted.constants[known:]]
            raised._operands = self.passed = tuple([environment[i] if i else raised for i in arguments])
            self.block = self.plan.blocks[target - 1]
        self.jump = raised
        self.children.append(raised)
        self._give(raised, len(self.frames))


# -- frames that no call of recorded code began -----------------------------------------------------------------------


def called_frames(log: Log, made: Node) -> tuple[Node, ...]:
    """The children of a root that is written in C: what it called."""
    entries: list[Any] = log.entries
    found: list[Node] = []
    position = 0
    while position < len(entries):
        entry = entries[position]
        if type(entry) is not Mark or entry.kind not in _ELSEWHERE:
            found.append(GapNode(made, len(found) + 1, None, f"what is this: {value_text(entry)}"))
            break
        if entry.kind is _BEHIND:
            found.append(_frame(log, made, len(found) + 1, position))
        position = log.ends.get(position, len(entries))
    return tuple(found)


def _frame(log: Log, made: Node, k: int, start: int) -> NestedCallNode:
    """The node of a frame that begins with BEHIND: a call of its function, with the arguments that it has."""
    mark: Any = log.entries[start]
    template = mark.template
    code, first = template.code, start + 1 + template.suspends
    values = log.entries[first : first + mark.index]
    positional, last = values[: code.co_argcount], code.co_argcount + code.co_kwonlyargcount
    keywords = dict(zip(template.argument_names[code.co_argcount : last], values[code.co_argcount :], strict=False))
    rest = values[last:]
    if code.co_flags & _VARARGS and rest:
        positional += rest.pop(0)
    if rest:
        keywords.update(rest[0])
    operands = tuple(map(TapeConstant, (log.behind_at(start), *positional, *keywords.values())))
    node = NestedCallNode(made, k, made.location, None, operands, None, log, start, _exception(log, start))
    if keywords:
        node._keyword_names = tuple(keywords)
    if template.suspends:
        node.value = made.value if type(made.value) in _GENERATORS else None
    elif node.exception is None:
        del node.value  # its children tell
    return node


def _exception(log: Log, start: int) -> Any:
    """What left the frame that begins there; None if it did not raise."""
    entries, end = log.entries, log.ends.get(start, 0)
    last = entries[end - 1]
    if type(last) is not Mark and end - 3 > start:
        closing = entries[end - 3]
        if type(closing) is Mark and closing.kind is _UNWIND:
            return last
    return None
