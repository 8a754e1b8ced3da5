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

What does not fit becomes a `gap` node that says what was found where; decoding raises nothing but what a signal handler
does. The log is read without asking each time whether the frame goes on: it ends with a mark, and where the record was
cut short, with the log.
"""

from typing import Any

from ...cpython.lift import Item
from ...cpython.marks import RESOLVED, Mark, MarkKind
from ...ir.language import Location, Statement
from ..generated import HOT
from ..interrupts import is_interrupt
from ..nodes.kinds import ArgumentNode, GapNode, JumpNode, ReturnNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Operand
from ..nodes.tape import TapeConstant
from ..recompute import truth
from ..values import UNKNOWN
from .bound import bound_by_super, called_function, passed_to, value_passed, wraps_partial
from .cursor import CALLER_ENTRIES, GapError
from .cuts import Cuts
from .frames import exception_of, settled
from .loads import Loads
from .opening import Passing
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
    Operands,
)
from .raising import Raising
from .straight import straight

_ENTER, _EXIT, _UNWIND = MarkKind.ENTER, MarkKind.EXIT, MarkKind.UNWIND
_CUT = MarkKind.CUT
_HANDLER, _FALSE, _LOOP = MarkKind.HANDLER, MarkKind.FALSE, MarkKind.LOOP
_new = object.__new__


class Decoder(Cuts, Loads, Raising):
    """Decodes the children of one nested call, a block at a time: `advance` until it says that it is done."""

    __slots__ = ()

    def advance(self, count: int) -> bool:
        """Decode blocks until there are `count` children more; returns whether there is more."""
        self.entries, self.ends = self.node.log.entries, self.node.log.ends
        known = len(self.children)
        try:
            if not known:
                self._arguments()
                if self.token is not None:
                    self._begin()
                entry = self.entries[self.position] if self.node.log.dropped else None
                if type(entry) is Mark and entry.kind is _CUT:
                    self._go_on_behind_cut(entry)
            self._blocks(known + count)
            if self.block is None and self.position != self.end and self.end is not None:
                raise GapError(f"{self.end - self.position} entries are left when the frame has ended")
        except Exception as error:
            if is_interrupt(error):
                raise
            self.block = None
            if not isinstance(error, IndexError) or self.end is not None:
                gap = GapNode(self.node, len(self.children) + 1, None, f"{type(error).__name__}: {error}")
                self.children.append(gap)
        return self.block is not None

    # -- arguments ----------------------------------------------------------------------------------------------------

    def _arguments(self) -> None:
        node, children, environment = self.node, self.children, self.environment
        branch = node if node.parent is not None else None
        called = node._operands[0].value
        function = called_function(node, called, self.template)
        arguments = self.plan.arguments
        logged = self.entries[node.start].index
        known = self.plan.passing_of(node, called) if function is called or not wraps_partial(called) else None
        if known is not None:
            opening = known.opening
            if opening is not None and branch is not None and self.end is not None and not node.log.dropped:
                self.position = opening(node, function, self.entries, children, self.position)
                for (variable, _, _, _), child in zip(arguments, children, strict=True):
                    environment[variable] = child
                return
            known.used(self.plan, logged)
            sources = known.numbers
        else:
            sources = self._sources(called)
        if logged == len(arguments) - 1:
            values = self.entries[self.position : self.position + logged]
            self.position += len(values) + (CALLER_ENTRIES if self.template.lent else 0)
            if node.log.lacks_beginning(node.start):
                function, values, sources = self._noted(function, values, sources)
        else:
            values = [self._passed(called, number) for number in sources[1:]]
        first = node.start + 1 + self.template.suspends - 2  # where the values stand, of which the second is an entry
        for (variable, name, location, k), value, number in zip(arguments, (function, *values), sources, strict=False):
            environment[variable] = argument = ArgumentNode(
                node, k, location, value, name, branch if number else None, number
            )
            children.append(argument)
            if self.copies and k > 1:
                self._has_copy(argument, first + k)
        if self.hooked:
            self._take_arguments()

    def _passed(self, called: Any, number: int | str | None) -> Any:
        """What a direct call passed for an argument."""
        try:
            return value_passed(self.node, called, number)
        except LookupError:  # what the call would show, a record does not have that was cut before
            if not self.node.log.cut:
                raise
            return UNKNOWN

    def _sources(self, called: Any) -> tuple[int | str | None, ...]:
        """For each argument the number of the operand that it was: `passed_to`, asked once for each statement."""
        node, statement = self.node, self.node._statement
        if called is UNKNOWN:  # the call was dropped, in part
            return (1, *[None] * (len(self.plan.arguments) - 1))
        if statement is None:
            return (None if node.parent is None else 1, *passed_to(node, self.template))
        sources = (1, *passed_to(node, self.template))
        if not wraps_partial(called):  # what it passes itself differs
            self.plan.sources[self.plan.way_of_passing(node, called)] = Passing(statement, sources)
        return sources

    # -- blocks -------------------------------------------------------------------------------------------------------

    def _blocks(self, until: int) -> None:
        """Decode blocks until there are so many children.

        One long function, whose state is local until somebody else needs it: its lines run for every node, and a call
        for each would take as long as all the rest.
        """
        node, entries, environment, children = self.node, self.entries, self.environment, self.children
        log, ends, template = node.log, self.ends, self.template
        block, position, jump, passed = self.block, self.position, self.jump, self.passed
        still, turns, frames = self.still, self.turns, self.frames
        while block is not None and len(children) < until:
            if position != still:
                still, turns = position, 0
            elif (turns := turns + 1) > len(self.plan.blocks):  # each turn of a loop has an entry
                self.position = position
                raise self._gap("another turn of a loop", entries[position])
            taken = 0
            if block.straight is not None and not frames:
                block, position, jump, passed = block.straight(
                    self, node, entries, environment, children, position, jump, passed
                )
                if jump is not None or block is None:
                    continue
                steps = self.plan.steps(block)[max(self.first, 0) :]
                taken, self.taken = self.taken, 0
            else:
                steps = self.plan.steps(block)
                block.runs += 1
                if block.runs == HOT and not self.hooked:
                    block.straight = straight(self.plan, block)
                self.first = -1
                if jump is not None:
                    for variable, name, location, k in block.arguments:
                        operand = passed[k]
                        environment[variable] = argument = ArgumentNode(
                            node, len(children) + 1, location, operand.value, name, jump, k + 1, (operand,)
                        )
                        children.append(argument)
            entry = entries[position]
            if self.first < 0 and type(entry) is Mark:
                if entry.is_elsewhere:
                    position = self._skip(position)
                    entry = entries[position]
                if type(entry) is Mark and entry.kind is _LOOP and entry.template is template:
                    position += 1
            for kind, variable, operands, makes, location, item, name, after in steps:
                entry = entries[position]
                if frames or (type(entry) is Mark and entry.is_elsewhere):
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
                    follows = self.follows
                    if entry is RESOLVED and kind == CALL:
                        follows = True
                        position = self._skip(position + 1)
                        entry = entries[position]
                    if kind == CALL and type(entry) is Mark and entry.kind is _ENTER:
                        nested = self._enter(position, operands(environment), location, item.statement)
                        if not follows and log.returned(position):
                            nested.value = log.result(position)
                            position = ends[position]
                            if self.copies:
                                self._has_copy(nested, position - 1)
                            environment[variable] = self._give(nested, len(frames)) if frames else nested
                            continue
                        position = self._skip(ends.get(position, len(entries)))
                        if self.asks:
                            position = self._pass_attempts(position)
                        entry = entries[position]
                        if type(entry) is not Mark:
                            nested.value = entry
                            if self.copies:
                                self._has_copy(nested, position)
                            environment[variable] = self._give(nested, len(frames)) if frames else nested
                            position += 1
                            continue
                        self.position = position
                        if entry.kind is not _HANDLER and entry.kind is not _UNWIND:
                            raise self._gap(f"a value of {item.statement}", entry)
                        self._raise(block, item, location, operands, item.order, nested)
                        break
                    if self.asks and type(entry) is Mark and entry.kind is _ENTER:
                        position = self._pass_attempts(position)
                        entry = entries[position]
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
                        TapeConstant(entry, name, len(children))
                        if kind == NAME
                        else self._load(item, location, name, entry, position)
                    )
                    continue
                elif kind == PENDING:
                    continue
                else:
                    used = operands(environment)
                    entry = used[-1].value if kind == STORE else not taken if kind == TESTED else None
                made = _new(makes)  # and no call of `__init__`, which would take as long as the rest
                made.parent = node
                made._position = len(children) + 1
                made.location = location
                made.value = entry
                made._operands = used
                made._rare = None
                made._statement = item.statement
                children.append(made)
                environment[variable] = made
                if self.copies and kind <= SUPER:
                    self._has_copy(made, position - 1)
                if frames:
                    environment[variable] = self._give(
                        made, self.done if kind in (STORE, EFFECT, TESTED) else len(frames)
                    )
            else:
                entry = entries[position]
                is_mark = type(entry) is Mark
                if frames or (is_mark and entry.is_elsewhere):
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
                        if frames and not self.hooked and not children[-1]._frames:  # a return runs nothing
                            self._give(children[-1], len(frames))
                        end_node = ReturnNode(node, len(children) + 1, block.location, operand.value, (operand,))
                        children.append(end_node)
                        if self.copies:
                            self._has_copy(end_node, position)
                        if frames:
                            self._give(end_node, len(frames))
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
                        if condition.value is UNKNOWN:
                            self.position = position
                            raise GapError("what is compared with None was not kept, so which way it went is not known")
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
                    if self.jumped:
                        jump = self._take_jump(jump, block)
                    if frames:
                        self._give(jump, self.done)
                    continue
            block, position, jump, passed = self.block, self.position, self.jump, self.passed
        self.block, self.position, self.jump, self.passed = block, position, jump, passed
        self.still, self.turns = still, turns

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

    def _got_iterator(self, position: int) -> bool:
        """Did the exception arise before the frame was suspended at all (in a generator expression, from 3.15 on)?"""
        owner = self.template.owner(self.entries[position + 2])
        return owner >= 0 and self.template.instructions.name(owner) == "GET_ITER"

    def _suspended(self, kind: int, item: Item, location: Location, operands: Operands) -> None:
        """The frame never went on."""
        if kind == YIELD:
            children, used = self.children, operands(self.environment)
            sent = UNKNOWN if self.node.log.cut else None
            children.append(SpecialCallNode(self.node, len(children) + 1, location, sent, used, item.statement))
        self.block = None

    def _enter(
        self, start: int, operands: tuple[Operand, ...], location: Location, statement: Statement
    ) -> NestedCallNode:
        log = self.node.log
        position, exception = len(self.children) + 1, exception_of(log, start)
        made = NestedCallNode(self.node, position, location, None, operands, statement, log, start, exception)
        if log.cut and exception is None:  # until it is found
            made.value = UNKNOWN
        if log.drafts:
            made = settled(made)
        self.children.append(made)
        return made
