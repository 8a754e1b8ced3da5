"""Frames: how one begins, goes on and ends; those of generators, and of code that is lent."""

import operator
import sys
from _thread import get_ident
from collections.abc import Callable

from .code import NOWHERE
from .emitter import COPY, IF_FALSE, IF_TRUE, JUMP, LIST_APPEND, LOAD_CONST, POP_TOP, SWAP, results
from .facts import cell_loads, constant
from .flow import TERMINATORS, numbers
from .hooked import ARGUMENTS, OPERATIONS, RETURNS, HookEmitter
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE
from .operators import COMPARISONS
from .template import COPIES, COPY_VALUE, CUT, LIMIT, LOG, RECORDING, Bound, Template
from .versions import COMPARE_LESS, COMPARE_SHIFT, ITERATOR_SLOTS, RESULTS_FOLLOW

_RESUME, _LOAD_FAST, _LOAD_DEREF = NUMBER["RESUME"], NUMBER["LOAD_FAST"], NUMBER["LOAD_DEREF"]
_LOAD_TWO, _FEW = NUMBER.get("LOAD_FAST_LOAD_FAST"), 16  # locals that it can name
FAST_LOADS = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST",
                     "LOAD_FAST_BORROW_LOAD_FAST_BORROW")  # fmt: skip
PLAIN_LOADS = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT")  # which can't raise
if "LOAD_FAST_CHECK" in NUMBER:  # which is there for the loads that can
    PLAIN_LOADS |= numbers("LOAD_FAST", "LOAD_FAST_BORROW")
_RETURN_VALUE = NUMBER["RETURN_VALUE"]
_RETURNS = numbers("RETURN_VALUE", "RETURN_CONST")
_RETURN_GENERATOR = NUMBER["RETURN_GENERATOR"]
_BUILD_LIST, _TO_BOOL = NUMBER["BUILD_LIST"], NUMBER.get("TO_BOOL")
_EQUAL = NUMBER["COMPARE_OP"], COMPARISONS.index(operator.eq) << COMPARE_SHIFT
_LESS = NUMBER["COMPARE_OP"], COMPARISONS.index(operator.lt) << COMPARE_SHIFT | COMPARE_LESS
_LOGS = [row is not None and row.logs for row in TABLE]


class FrameEmitter(HookEmitter):
    """What stands where a frame begins, is suspended, goes on and returns."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.entered = 0  # the emitted instruction before which there is no log to append to
        self.arguments = self.out.new_label()  # where the arguments are appended
        self.started = False  # are we behind RETURN_GENERATOR?
        # of a generator, of lent code, of what may stop recording: the same once more, with nothing inserted
        doubled = template.suspends or template.lent or template.bounded is Bound.STOP
        self.plain = [self.out.new_label() for _ in range(len(self.ins))] if doubled else []

    def _entry(self, depth: int) -> None:
        owner, position = self.out.owner, self.out.position
        self.place(-1, NOWHERE)
        if self.template.lent:
            self._leave_unless_recorded(owner + 1)
        if self.template.bounded:
            self.look_at_limit(lambda: self._begin_plainly(owner + 1))
        self._push_log()
        self.place(owner, NOWHERE)
        if self.template.direct:
            self.append_mark(self.template.enter_direct, depth)
            body = self.out.new_label()
            self.out.mark(body)

            def appended() -> None:
                self._append_arguments(depth)
                self.jump(JUMP, body)

            self.aside(self.arguments, appended, short=True)
        else:
            self._append_arguments(depth)
        self.test_locals(-1, depth)
        self.place(owner, position)

    def _push_log(self) -> None:
        if self.flagged:
            self.load(OPERATIONS in self.template.hooks)  # of what hooks return nothing is known
        self.load(LOG)
        self.entered = len(self.out)

    def _create(self, i: int) -> None:
        """Push what lies below before RETURN_GENERATOR, which takes the stack along."""
        self.place(-1, NOWHERE)
        self.load(RECORDING)
        self.load_attribute("alive")
        self.add(_BUILD_LIST, 0)
        self.add(COPY, 1)
        self.add(LIST_APPEND, 2)
        self._push_log()
        self._append_arguments(0)
        self.test_locals(-1, 0)
        self.append_mark(self.template.suspend, 0)
        self.place(i, self.ins.positions[i])

    def _go_on(self, i: int, depth: int) -> None:
        """Behind RESUME i: append that the frame goes on, and what was sent; nothing in a loop that awaits."""
        behind = self.ins.arguments[i] & 3
        if behind < 2:
            self._resume(depth, i + 1)
        if behind == 1:  # a `yield`
            self._append_sent(i + 1, depth)
        elif behind == 0 and depth:  # 3.15: of a generator expression, the iterator that it has got
            self.append_value(depth, ITERATOR_SLOTS)

    def _append_sent(self, i: int, depth: int) -> None:
        """Append what a `yield` gave, and take it off the stack if instruction i drops it."""
        ins = self.ins
        if ins.opcodes[i] == POP_TOP and i not in ins.jump_targets and ins.positions[i][0] == ins.positions[i - 1][0]:
            self.taken.add(i)
            self.copy_value()
            self.add(LIST_APPEND, depth)
        else:
            self.append_value(depth)

    def _resume(self, depth: int, following: int) -> None:
        """Append that the frame goes on with instruction `following`."""
        self._leave_ended(depth, lambda: self.jump(JUMP, self.plain[following]))
        self.append_own_mark(self.template.resume, depth)

    def _leave_ended(self, depth: int, leave: Callable[[], None]) -> None:
        """If the recording has ended in which the frame of a generator was made, `leave` for the plain instructions."""
        ended = self.out.new_label()
        self.add(COPY, depth + self.below)
        if _TO_BOOL is not None:
            self.add(_TO_BOOL)
        self.jump(IF_FALSE, ended)
        self.aside(ended, leave, short=True)

    def _leave_unless_recorded(self, first: int) -> None:
        """In another thread than the one that is recorded, or behind the recording, run the plain instructions."""
        other = self.out.new_label()
        self.call(get_ident, [])
        self._load_of_recording("thread")
        self.add(*_EQUAL)
        self.jump(IF_FALSE, other)
        self.aside(other, lambda: self._begin_plainly(first))

    def _begin_plainly(self, first: int) -> None:
        """Run the plain instructions from the beginning of the frame."""
        for _ in range(self.below):  # they expect what lies there else
            self.load(None)
        self.jump(JUMP, self.plain[first])

    def look_at_limit(self, leave: Callable[[], None], i: int = -1) -> None:
        """If the log is as long as it may be, `leave` for the plain instructions, or let it be cut.

        i: the jump before which that is; none where a frame begins, before anything is appended. Where recording stops,
        nothing makes the log shorter, so all frames leave when they come by such a place; what they append until then
        is dropped when the recording ends. Where the log is cut, they look once in a few times, since to look takes
        longer than to ask an iterator whether to.
        """
        full, back = self.out.new_label(), self.out.new_label()
        if self.template.bounded is Bound.STOP:
            self._measure(lambda: self.load(LIMIT), full)
        else:
            self.load_callee(next)
            self._load_of_recording("looks")
            self.make_call(1)
            self.jump(IF_TRUE, full)
        self.out.mark(back)

        def stop() -> None:
            self.load(True)
            self.load(RECORDING)
            self.store_attribute("cut")
            leave()

        def cut() -> None:
            longer = self.out.new_label()
            self._measure(lambda: self._load_of_recording("limit"), longer)
            self.jump(JUMP, back)
            self.out.mark(longer)
            tested = [1] if i >= 0 and self.ins.opcodes[i] not in TERMINATORS else []  # 3.11: what it decides by
            self.call(CUT, tested)
            self.add(POP_TOP)
            self.jump(JUMP, back)

        self.aside(full, stop if self.template.bounded is Bound.STOP else cut)

    def _measure(self, load_limit: Callable[[], None], full: int) -> None:
        """Jump if the log is as long as it may be."""
        self.load_callee(len)
        self.load(LOG)
        self.make_call(1)
        load_limit()
        self.add(*_LESS)
        self.jump(IF_FALSE, full)

    def _load_of_recording(self, attribute: str) -> None:
        self.load(RECORDING)
        self.load_attribute(attribute)

    def _copy_plainly(self) -> None:
        """Emit the body once more: by this it goes on where the frame is not recorded (any more)."""
        ins = self.ins
        if not self.plain:
            return
        first = ins.opcodes.index(_RETURN_GENERATOR) if self.template.suspends else ins.opcodes.index(_RESUME) + 1
        for i in range(first, len(ins)):
            op = ins.opcodes[i]
            self.place(len(ins) + i, ins.positions[i])
            self.out.mark(self.plain[i])
            if op in _RETURNS:
                constructs = self.template.constructs
                if op == _RETURN_VALUE:
                    self.add(POP_TOP) if constructs else self.add(SWAP, 1 + self.below)
                for _ in range(self.below):
                    self.add(POP_TOP)
                if constructs:
                    self._load_first_argument()
                    self.add(_RETURN_VALUE)
                    continue
            if ins.targets[i] >= 0:
                self.jump(op, self.plain[ins.targets[i]], ins.arguments[i])
            else:
                self.add(op, ins.arguments[i])

    def _append_arguments(self, depth: int) -> None:
        names, cells = self.template.argument_names, set(self.code.co_cellvars)
        owner, position, line = self.out.owner, self.out.position, self.code.co_firstlineno
        if COPIES in self.template.hooks:
            self.place(-1, (line, line, None, None))
            self._copy_arguments(cells)
            self.place(owner, position)
        self.append_own_mark(self.template.enter, depth)
        index = 0
        while index < len(names):
            pair = names[index : index + 2]
            if _LOAD_TWO is not None and len(pair) == 2 and index + 1 < _FEW and cells.isdisjoint(pair):
                self.add(_LOAD_TWO, index + 1 << 4 | index)
                self.add(LIST_APPEND, depth + 2)
                index += 1
            else:
                self.add(_LOAD_DEREF if names[index] in cells else _LOAD_FAST, index)
            self.add(LIST_APPEND, depth + 1)
            index += 1
        if self.template.lent:  # nothing else tells where the frame belongs that runs this one
            self.load_callee(sys._getframe)
            self.load(1)
            self.make_call(1)
            self.add(COPY, 1)
            self.load_attribute("f_code")
            self.add(LIST_APPEND, depth + 2)
            self.load_attribute("f_lasti")
            self.add(LIST_APPEND, depth + 1)
        if ARGUMENTS in self.template.hooks:  # what it raises is shown in the first line of the function
            self.place(-1, (line, line, None, None))
            self.tell_arguments(cells)
            self.place(owner, position)

    def _copy_arguments(self, cells: set[str]) -> None:
        """Before the frame is in the log: if there is no room left for such a call, the frame has not begun."""
        for index, name in enumerate(self.template.argument_names):
            self.load_callee(COPY_VALUE)
            self.add(_LOAD_DEREF if name in cells else _LOAD_FAST, index)
            self.load(1 + index)  # behind the mark
            self.make_call(2)
            self.add(POP_TOP)

    def _is_plain_return(self, i: int) -> bool:
        """Does load i, which can't raise, and the return behind it belong together?"""
        ins = self.ins
        return i + 1 not in ins.jump_targets and not (ins.opcodes[i] in FAST_LOADS and cell_loads(ins, i))

    def _return(self, i: int, depth: int) -> None:
        """Append EXIT, pop the log, return. What follows EXIT can't raise, and no handler would find the log there.

        Instruction i is the return, or the load of what is returned, which is loaded when the log is gone.
        """
        ins = self.ins
        if RETURNS in self.template.hooks and not self.template.constructs:
            self.tell_return(i, depth)
            return
        on_top = ins.opcodes[i] == _RETURN_VALUE
        if self.template.constructs and on_top:
            self.add(POP_TOP)
            depth -= 1
            on_top = False
        exit = self._result(i, depth)
        if on_top:
            self.copy_value()
        self.append_mark(exit, depth)
        self.place(-1, ins.positions[i])
        if on_top:
            self.add(SWAP, 1 + self.below)
        for _ in range(self.below):
            self.add(POP_TOP)
        if self.template.constructs:
            self._load_first_argument()
            self.add(_RETURN_VALUE)
            return
        self.unplaced(i)
        if ins.opcodes[i] in PLAIN_LOADS:
            self.place(-1, ins.positions[i + 1])
            self.unplaced(i + 1)

    def tell_return(self, i: int, depth: int) -> None:
        """The same where a hook is told what is returned, and the frame returns what that gives."""
        if self.ins.opcodes[i] != _RETURN_VALUE:
            depth += 1
            self.add(LOAD_CONST, self.ins.arguments[i])
        self.tell_value("tracked_return", i)
        self.append(depth)
        self.copy_value()
        self.append_mark(self.template.exit, depth)
        self.place(-1, self.ins.positions[i])
        self.add(SWAP, 1 + self.below)
        for _ in range(self.below):
            self.add(POP_TOP)
        self.add(_RETURN_VALUE)

    def _result(self, i: int, depth: int) -> Mark:
        """Append what the frame returns, unless that is what was appended last, and return the EXIT to append."""
        ins, template = self.ins, self.template
        op = ins.opcodes[i]
        if RESULTS_FOLLOW or template.constructs or template.suspends:
            return template.exit
        if op == _RETURN_VALUE:
            if not self._was_appended(i):
                self.append(depth)
        elif op in FAST_LOADS:
            self.place(i, ins.positions[i])
            self.add(op, ins.arguments[i])
            self.add(LIST_APPEND, depth + 1)
        else:
            template.returned[i] = constant(ins, i)
            return Mark(MarkKind.EXIT, template, i)
        return template.exit

    def _was_appended(self, i: int) -> bool:
        """Is what lies on the stack at instruction i what was appended last, or returned by the last frame?"""
        ins, before = self.ins, i - 1
        return (
            i not in ins.jump_targets
            and _LOGS[ins.opcodes[before]]
            and not self.entering.get(before)
            and results(ins.opcodes[before], ins.arguments[before])[1] == (1,)
        )

    def _load_first_argument(self) -> None:
        name = self.code.co_varnames[0]
        self.add(_LOAD_DEREF if name in self.code.co_cellvars else _LOAD_FAST, 0)
