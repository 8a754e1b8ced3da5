"""The rewriting: the original bytecode, plus instructions that append values and marks to a log.

    entry      RESUME 0, then push the log, which stays at the bottom of the value stack; ENTER mark; the
               arguments, unless each call shows them: then these appends stand aside, for other callers
    statement  COPY 1; LIST_APPEND d        d: how deep the log lies, known for each instruction
               STORE_FAST_LOAD_FAST x x; LIST_APPEND d          instead, where what follows is STORE_FAST x
    array?     results that may be new arrays are tested first; an array goes through `keep` (the byte budget)
    call       the callable on the stack is exchanged for its twin: a two-element cache at each site, else `resolve`
    branch     the edge on which a condition is false appends a mark, some others too (branches.py); a test whose result
               nothing else takes appends nothing
    handler    a trampoline appends mark, lasti (from 3.14 on the traceback, which knows it), exception, and goes to the
               user's handler
    exit       what is returned, unless it was appended last; EXIT mark. UNWIND, lasti, exception when an exception
               leaves the frame

What is inserted carries the position of the statement that it belongs to; entry and trampolines carry none. Nothing
inserted stores to a local, so `locals()` stays what it is.
"""

import operator
import sys
from _thread import get_ident
from collections.abc import Callable
from functools import partial
from types import CodeType

from .branches import Place, branches
from .calls import LOAD_SPECIAL, SUPER
from .code import EXTENDED_ARG, NOWHERE, Region, disassemble, encode_exception_table
from .emitter import (
    COPY,
    CREATES,
    IF_FALSE,
    IF_NOT_NONE,
    IS_OP,
    JUMP,
    LIST_APPEND,
    LOAD_ATTR,
    LOAD_CONST,
    POP_TOP,
    SUBSCRIPT,
    SWAP,
    results,
)
from .facts import cell_loads, closing_handlers, constant, decides, makes_bool, returns_self, shows_arguments
from .flow import GENERATOR_FLAGS, TERMINATORS, analyse, numbers
from .functions import DEFAULTS, PARTS, shown_code
from .guards import GuardEmitter
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE
from .operators import COMPARISONS
from .sites import FunctionSite
from .template import FORGET, GENERATOR_TWINS, LOG, RECORDING, TWINS, CannotTrackError, Template
from .versions import (
    CALLABLE_FIRST,
    COMPARE_SHIFT,
    HAS_SEND_SLOT,
    ITERATOR_SLOTS,
    LASTI_ON_STACK,
    LOAD_ATTR_SHIFT,
    RESULTS_FOLLOW,
)

_RESUME, _LOAD_FAST, _LOAD_DEREF = NUMBER["RESUME"], NUMBER["LOAD_FAST"], NUMBER["LOAD_DEREF"]
_LOAD_TWO, _STORE_AND_LOAD = NUMBER.get("LOAD_FAST_LOAD_FAST"), NUMBER.get("STORE_FAST_LOAD_FAST")
_STORE_FAST, _FEW = NUMBER["STORE_FAST"], 16  # locals that these two can name
_FAST_LOADS = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST",
                      "LOAD_FAST_BORROW_LOAD_FAST_BORROW")  # fmt: skip
_PLAIN_LOADS = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT")  # which can't raise
if "LOAD_FAST_CHECK" in NUMBER:  # which is there for the loads that can
    _PLAIN_LOADS |= numbers("LOAD_FAST", "LOAD_FAST_BORROW")
_RETURN_VALUE, _RERAISE = NUMBER["RETURN_VALUE"], NUMBER["RERAISE"]
_RETURNS = numbers("RETURN_VALUE", "RETURN_CONST")
_GET_AITER, _GET_ANEXT = NUMBER["GET_AITER"], NUMBER["GET_ANEXT"]
_ITERATORS = _FAST_LOADS | {_GET_AITER}
_GROUPS = numbers("PRECALL", "CALL")  # of a comprehension, which sees its iterator (3.11)
_ATTRIBUTE_CHANGES = numbers("STORE_ATTR", "DELETE_ATTR")
_YIELD_VALUE, _RETURN_GENERATOR, _SEND = NUMBER["YIELD_VALUE"], NUMBER["RETURN_GENERATOR"], NUMBER["SEND"]
_END_SEND, _FOR_ITER = NUMBER.get("END_SEND", -1), NUMBER["FOR_ITER"]
_BUILD_LIST = NUMBER["BUILD_LIST"]
_STORE_SUBSCR, _NOP = NUMBER["STORE_SUBSCR"], NUMBER["NOP"]
_EQUAL = NUMBER["COMPARE_OP"], COMPARISONS.index(operator.eq) << COMPARE_SHIFT
_MAKE_FUNCTION, _SET_FUNCTION_ATTRIBUTE = NUMBER["MAKE_FUNCTION"], NUMBER.get("SET_FUNCTION_ATTRIBUTE")
_MAKES_FUNCTION = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
TWIN_ATTRIBUTES = ("__code__", "__defaults__", "__kwdefaults__", "__name__", "__qualname__")
_METHOD_LOADS = numbers("LOAD_METHOD") if LOAD_ATTR_SHIFT == 0 else numbers("LOAD_ATTR")
_LOGS = [row is not None and row.logs for row in TABLE]
# around which nothing is inserted, unless its place is special
_QUIET = _FAST_LOADS | _PLAIN_LOADS | numbers("STORE_FAST", "STORE_FAST_STORE_FAST", "POP_TOP", "PUSH_NULL", "COPY",
                                              "SWAP", "NOP", "NOT_TAKEN")  # fmt: skip

_NOTICED = numbers("RETURN_VALUE", "FOR_ITER", "GET_ANEXT")  # in front of which a load is not quiet

# What seldom runs stands at the end. The usual way jumps there by way of an island of stubs that is near, since a jump
# of more than 255 code units needs an EXTENDED_ARG, one more instruction each time. An island stands behind a jump or a
# return; or, when the first jump to it is so many instructions away, behind a store, and one jump leads over it.
_NEAR, _REACH = 40, 80
_STORES = numbers("STORE_FAST", "STORE_DEREF", "STORE_GLOBAL", "STORE_NAME", "STORE_ATTR", "STORE_SUBSCR")

_traceback_of = BaseException.__dict__["__traceback__"].__get__


def rewrite(
    code: CodeType,
    *,
    constructs: bool = False,
    lent: bool = False,
    array_type: type | None = None,
    guarded: bool = True,
) -> Template:
    """Rewrite `code`.

    `constructs`: return the first argument (the code of an `__init__`).
    `lent`: for a function that keeps its identity, which anybody may call: record only in the recording's thread.
    Not for generators: their frame is not complete where that would be tested, and whoever looks at it there, as a
    signal handler may, would be left with a frame object that leads nowhere.
    `array_type`: the type whose instances go through `keep`.
    `guarded`: enter what Python code runs behind instructions, too.

    Raises CannotTrackError for code that runs natively, with the reason.
    """
    if any(isinstance(constant, Mark) for constant in code.co_consts):
        raise CannotTrackError("this code object was already instrumented")
    if constructs and not returns_self(code):
        raise CannotTrackError("__init__ runs natively: it assigns to its first argument, or may return something")
    instructions = disassemble(code)
    flow = analyse(instructions)
    direct = not constructs and not lent and not code.co_flags & GENERATOR_FLAGS and shows_arguments(code)
    template = Template(code, instructions, flow, constructs, lent, direct)
    if not _Rewriter(template, array_type, guarded).run():
        template = Template(code, instructions, flow, constructs, lent, direct=False)
        _Rewriter(template, array_type, guarded).run()
    return template


class _Rewriter(GuardEmitter):
    """One rewriting, from the first instruction to the exception table."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.entered = 0  # the emitted instruction before which there is no log to append to
        self.arguments = self.out.new_label()  # where the arguments are appended
        self.branches = branches(self.ins, template.flow)
        self.edges = {i: self.out.new_label() for i in self.branches.on_jump}
        self.calls = self.call_groups()
        self.started = False  # are we behind RETURN_GENERATOR?
        # of a generator, and of lent code: the same instructions once more, with nothing inserted
        doubled = template.suspends or template.lent
        self.plain = [self.out.new_label() for _ in range(len(self.ins))] if doubled else []
        self.closers = closing_handlers(self.ins)
        sends = [i for i, op in enumerate(self.ins.opcodes) if op == _SEND] if template.suspends else []
        self.awaits = {i - 1 for i in sends}  # loads of what is sent first, behind which a loop begins that awaits
        # 3.11 has no END_SEND: what was awaited lies on the stack where SEND leads. `throw` relies on SEND, YIELD_VALUE
        # and what they lead to being neighbours.
        self.awaited = set() if HAS_SEND_SLOT else {self.ins.targets[i] for i in sends}

    def run(self) -> bool:
        """Fill the template. Returns whether that worked, which it always does where it is not direct."""
        ins = self.ins
        opcodes, arguments, positions, labels = ins.opcodes, ins.arguments, ins.positions, self.out.labels
        quiet = _QUIET if not self.code.co_cellvars and not self.code.co_freevars else _QUIET - _FAST_LOADS
        marked = self.branches.before.keys() | self.branches.behind.keys() | self.awaits | self.awaited
        for i, op in enumerate(opcodes):
            self.place(i, positions[i])
            labels[i] = len(self.emitted)  # as `mark` does, for every instruction
            if op in quiet and i not in marked and i not in self.taken and opcodes[i + 1] not in _NOTICED:
                self.originals.append(labels[i])
                self.emitted.append(arguments[i] << 8 | op)
            elif self.stacks[i] is None:  # the compiler left code that control never reaches
                self.unplaced(i)
            elif i not in self.taken:
                self._instruction(i)
            if self.cold and i + 1 not in self.awaited:
                distance = len(self.emitted) - self.cold_since
                if op in TERMINATORS:
                    if distance >= _NEAR:
                        self.emit_island()
                elif distance >= _REACH and op in _STORES:
                    over = self.out.new_label()
                    self.place(i, positions[i])
                    self.jump(JUMP, over)
                    self.emit_island()
                    self.out.mark(over)
        self.out.mark(len(ins))
        self.emit_cold()
        self._copy_plainly()
        self._exceptions()
        return self._finish()

    def _instruction(self, i: int) -> None:
        """Emit instruction i, and what is inserted before and behind it."""
        ins = self.ins
        op, stack = ins.opcodes[i], self.stacks[i]
        assert stack is not None
        depth = len(stack)
        if i in self.awaited:
            self._resume(depth, i)
            self.append(depth)
        if i in self.awaits:  # all of the loop counts as one suspension
            self.append_mark(self.template.suspend, depth)
        if i in self.branches.before:
            self._append_branch(self.branches.before[i], i)
        if i in self.calls:
            self.before_call(i, self.calls[i])
            if LOAD_SPECIAL and ins.opcodes[i - 1] == LOAD_SPECIAL:
                self.keep_uninterrupted(i)
        if self.entered:
            if op in _RETURNS:
                self._return(i, depth)
                return
            if op in _PLAIN_LOADS and ins.opcodes[i + 1] == _RETURN_VALUE and self._is_plain_return(i):
                self._return(i, depth)
                self.taken.add(i + 1)
                return
            if not CALLABLE_FIRST and (op in _METHOD_LOADS or op == SUPER) and self.method_load(i, depth):
                return
            if op == _YIELD_VALUE and i - 2 not in self.awaits:
                self.append_mark(self.template.suspend, depth)
            guard = self.guards.get(i)
            if guard is not None and (self.started or not self.template.suspends):
                self.guard(i, guard)
        elif op == _RETURN_GENERATOR:
            self._create(i)
        self.unplaced(i)
        if op == _RETURN_GENERATOR:
            self.started = True
        elif op == _END_SEND:
            self._resume(depth - ITERATOR_SLOTS, i + 1)
        if op == LOAD_ATTR and self._loads_code(ins.arguments[i]):
            self.call(shown_code, [1])
            self.add(SWAP, 2)
            self.add(POP_TOP)
        if i in self.edges:
            self.aside(self.edges[i], partial(self._edge, i), short=True)
        self._after(i)
        if i in self.joins:
            self.out.mark(self.joins[i])
        if i in self.branches.behind:
            self._append_branch(self.branches.behind[i], i + 1)
        if self.guarded and op in _ITERATORS:
            following = ins.opcodes[i + 1]
            if following == _FOR_ITER:
                self.guard_iterator()
            elif following == _GET_ANEXT or (op == _GET_AITER and following not in _GROUPS):
                self.guard_iterator(anext)
        if op in _MAKES_FUNCTION:
            self._make_twin(i)
        if op == _RESUME:
            if self.started:
                self._go_on(i, depth)
            elif self.template.suspends:  # 3.15: a generator expression that asks for its iterator first
                self._create(i)
            elif not self.entered:
                self._entry(depth)

    def _loads_code(self, argument: int) -> bool:
        """Is it the `__code__` of something, which may be lent, that a LOAD_ATTR gives?"""
        calls = LOAD_ATTR_SHIFT and argument & 1
        return not calls and self.code.co_names[argument >> LOAD_ATTR_SHIFT] == "__code__"

    def _entry(self, depth: int) -> None:
        owner, position = self.out.owner, self.out.position
        self.place(-1, NOWHERE)
        if self.template.lent:
            self._leave_unless_recorded(owner + 1)
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
        self.guard_arguments()
        self.place(owner, position)

    def _push_log(self) -> None:
        if self.flagged:
            self.load(False)
        self.load(LOG)
        self.entered = len(self.out)

    def _create(self, i: int) -> None:
        """Push token and log before RETURN_GENERATOR, which takes the stack along; log and arguments stay with it."""
        self.place(-1, NOWHERE)
        self.load(RECORDING)
        self.load_attribute("epoch")
        self.add(_BUILD_LIST, 1)
        self._push_log()
        self._append_arguments(0)
        self.guard_arguments()
        self.append_mark(self.template.suspend, 0)
        self.place(i, self.ins.positions[i])

    def _go_on(self, i: int, depth: int) -> None:
        """Behind RESUME i: append that the frame goes on, and what was sent; nothing in a loop that awaits."""
        behind = self.ins.arguments[i] & 3
        if behind < 2:
            self._resume(depth, i + 1)
        if behind == 1:  # a `yield`
            self.append(depth)
        elif behind == 0 and depth:  # 3.15: of a generator expression, the iterator that it has got
            self.append(depth, ITERATOR_SLOTS)

    def _resume(self, depth: int, following: int) -> None:
        """Append that the frame goes on with instruction `following`."""
        self._leave_ended(depth, lambda: self.jump(JUMP, self.plain[following]))
        self.append_own_mark(self.template.resume, depth)

    def _leave_ended(self, depth: int, leave: Callable[[], None]) -> None:
        """If the recording has ended in which the frame of a generator was made, `leave` for the plain instructions."""
        ended = self.out.new_label()
        self.add(COPY, depth + self.below)
        self.load(0)
        self.add(*SUBSCRIPT)
        self.load(RECORDING)
        self.load_attribute("epoch")
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, ended)
        self.aside(ended, leave, short=True)

    def _leave_unless_recorded(self, first: int) -> None:
        """In another thread than the one that is recorded, or behind the recording, run the plain instructions."""
        other = self.out.new_label()
        self.call(get_ident, [])
        self.load(RECORDING)
        self.load_attribute("thread")
        self.add(*_EQUAL)
        self.jump(IF_FALSE, other)

        def leave() -> None:
            for _ in range(self.below):  # the plain instructions expect what lies there else
                self.load(None)
            self.jump(JUMP, self.plain[first])

        self.aside(other, leave)

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
                if op == _RETURN_VALUE:
                    self.add(SWAP, 1 + self.below)
                for _ in range(self.below):
                    self.add(POP_TOP)
            if ins.targets[i] >= 0:
                self.jump(op, self.plain[ins.targets[i]], ins.arguments[i])
            else:
                self.add(op, ins.arguments[i])

    def _append_arguments(self, depth: int) -> None:
        self.append_own_mark(self.template.enter, depth)
        names, cells = self.template.argument_names, set(self.code.co_cellvars)
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

    # -- statements ----------------------------------------------------------------------------------------------------

    def _after(self, i: int) -> None:
        """Append what instruction i pushed."""
        ins = self.ins
        op = ins.opcodes[i]
        if op == _YIELD_VALUE or i in self.closers:  # RESUME comes first; UNWIND was appended
            return
        if self.template.suspends and not self.started:
            return
        if not _LOGS[op] and not makes_bool(ins, i):
            if op in _FAST_LOADS and (copies := cell_loads(ins, i)):
                stack = self.stacks[i]
                assert stack is not None
                depth = len(stack) + results(op, 0)[0]
                for copy in copies:
                    self.append(depth, copy)
            elif op in _ATTRIBUTE_CHANGES and self.code.co_names[ins.arguments[i]] in TWIN_ATTRIBUTES:
                self.call(FORGET, [])  # a function that changes needs another twin
                self.add(POP_TOP)
            return
        if decides(ins, i) or i in self.template.unlogged:
            return
        if i in self.entering:
            self.out.mark(self.done_labels[i])
            return
        if self._takes_result(i + 1):
            self.taken.add(i + 1)
            if ins.opcodes[i + 1] == _STORE_FAST:
                self.place(i + 1, ins.positions[i + 1])
                local = ins.arguments[i + 1]
                self.originals.append(len(self.emitted))
                self.add(_STORE_AND_LOAD or 0, local << 4 | local)
            stack = self.stacks[i + 1]
            assert stack is not None
            self.add(LIST_APPEND, len(stack))
        else:
            self.append_results(i, guarded=i in self.looks)
        if i in self.done_labels:
            self.out.mark(self.done_labels[i])

    def _takes_result(self, i: int) -> bool:
        """Does instruction i take the only result of the one before, so that both are emitted together?

        It drops the result of a call, which the append takes off the stack then, or stores a result to a local.
        """
        ins = self.ins
        op, before = ins.opcodes[i], i - 1
        if before in self.entering:
            return False
        if i in ins.jump_targets or (op == POP_TOP and before not in self.done_labels):
            return False
        if ins.opcodes[before] in _MAKES_FUNCTION:  # whose twin is made first
            return False
        if op == _STORE_FAST:
            if _STORE_AND_LOAD is None or ins.arguments[i] >= _FEW:
                return False
        elif op != POP_TOP:
            return False
        if results(ins.opcodes[before], ins.arguments[before])[1] != (1,):
            return False
        return before not in self.looks or not CREATES[ins.opcodes[before]]

    def _make_twin(self, i: int) -> None:
        """Behind what makes a function: make its twin too, if functions of the same code were called before.

        That is cheaper than to resolve each of many closures when it is called.
        """
        ins = self.ins
        if _SET_FUNCTION_ATTRIBUTE is not None and ins.opcodes[i + 1] == _SET_FUNCTION_ATTRIBUTE:
            return
        first, parts = i, 0  # of the instructions that make this function; what it has
        while ins.opcodes[first] != _MAKE_FUNCTION:
            parts |= ins.arguments[first]
            first -= 1
        if _SET_FUNCTION_ATTRIBUTE is None:
            parts = ins.arguments[first]
        code = self.code.co_consts[ins.arguments[first - 1]] if ins.opcodes[first - 1] == LOAD_CONST else None
        if not isinstance(code, CodeType):
            return
        site = self.site(partial(FunctionSite, bool(parts & DEFAULTS)))
        self.template.functions[site] = code
        known, back = self.out.new_label(), self.out.new_label()
        self.load_cached(site, "code")
        self.jump(IF_NOT_NONE, known)
        self.out.mark(back)

        def make() -> None:
            flags = [flag for flag in PARTS if parts & flag]
            if _SET_FUNCTION_ATTRIBUTE is None:
                for below, flag in enumerate(flags, 1):
                    self.add(COPY, below)
                    self.load_attribute(PARTS[flag])
                self.load_cached(site, "code")
                self.add(_MAKE_FUNCTION, sum(flags))
            else:
                self.load_cached(site, "code")
                self.add(_MAKE_FUNCTION)
                for flag in flags:
                    self.add(COPY, 2)
                    self.load_attribute(PARTS[flag])
                    self.add(SWAP, 2)
                    self.add(_SET_FUNCTION_ATTRIBUTE, flag)
            self.load(TWINS if RESULTS_FOLLOW or not code.co_flags & GENERATOR_FLAGS else GENERATOR_TWINS)
            self.add(COPY, 3)
            self.add(_STORE_SUBSCR)
            self.jump(JUMP, back)

        self.aside(known, make)

    def _is_plain_return(self, i: int) -> bool:
        """Does load i, which can't raise, and the return behind it belong together?"""
        ins = self.ins
        return i + 1 not in ins.jump_targets and not (ins.opcodes[i] in _FAST_LOADS and cell_loads(ins, i))

    def _return(self, i: int, depth: int) -> None:
        """Append EXIT, pop the log, return. What follows EXIT can't raise, and no handler would find the log there.

        Instruction i is the return, or the load of what is returned, which is loaded when the log is gone.
        """
        ins = self.ins
        on_top = ins.opcodes[i] == _RETURN_VALUE
        if self.template.constructs and on_top:
            self.add(POP_TOP)
            depth -= 1
            on_top = False
        self.append_mark(self._result(i, depth), depth)
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
        if ins.opcodes[i] in _PLAIN_LOADS:
            self.place(-1, ins.positions[i + 1])
            self.unplaced(i + 1)

    def _result(self, i: int, depth: int) -> Mark:
        """Append what the frame returns, unless that is what was appended last, and return the EXIT to append."""
        ins, template = self.ins, self.template
        op = ins.opcodes[i]
        if RESULTS_FOLLOW or template.constructs or template.suspends:
            return template.exit
        if op == _RETURN_VALUE:
            if not self._was_appended(i):
                self.append(depth)
        elif op in _FAST_LOADS:
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

    # -- branches ------------------------------------------------------------------------------------------------------

    def _append_branch(self, place: Place, i: int) -> None:
        """Append the mark of a branch before instruction i, if control comes there."""
        stack = self.stacks[i]
        if stack is not None:
            kind, index = place
            self.append_mark(Mark(kind, self.template, index), len(stack))

    def _edge(self, i: int) -> None:
        """What jump i leads to where that edge has a mark of its own."""
        target = self.ins.targets[i]
        self._append_branch(self.branches.on_jump[i], target)
        self.jump(JUMP, target)

    # -- exceptions ----------------------------------------------------------------------------------------------------

    def _exceptions(self) -> None:
        """The trampolines, and a table that leads every instruction to one."""
        ins, out = self.ins, self.out
        region_of: list[int | None] = [-1] * len(ins)
        for number, region in enumerate(ins.regions):
            for i in range(region.start, region.end):
                region_of[i] = number
        plain = len(ins.regions)  # behind the regions, those of the plain instructions
        if self.plain:
            region_of += [None if number == -1 else number + plain for number in region_of if number is not None]
        region_of.append(None)  # of what stands for no instruction
        for i in self.closers:
            region_of[i] = region_of[i + 1] = None
        self.place(-1, NOWHERE)
        entry_of: dict[int, tuple[int, int, bool]] = {}  # region -> label, depth, whether with lasti
        trampolines: list[tuple[int, int, int]] = []  # label, end, depth
        for number, region in enumerate(ins.regions):
            label = out.new_label()
            out.mark(label)
            entry_of[number] = label, region.depth + self.below, True
            if self.plain:
                entry_of[plain + number] = self.plain[region.target], region.depth + self.below, region.lasti
            kind = MarkKind.UNWIND if region.target in self.closers else MarkKind.HANDLER
            mark, leave = (
                Mark(kind, self.template, region.target),
                partial(self._handle, region, plainly=True),
            )
            self._log_exception(mark, region.depth, leave)
            trampolines.append((label, len(out), region.depth + self.below))
            self._handle(region)
        unwind = out.new_label()
        out.mark(unwind)
        entry_of[-1] = unwind, self.below, True
        self._log_exception(Mark(MarkKind.UNWIND, self.template, -1), 0, partial(self.add, _RERAISE, 1))
        trampolines.append((unwind, len(out), self.below))
        self.add(_RERAISE, 1)
        self.emit_cold()
        out.layout()
        offsets = out.offsets
        entries: list[tuple[int, int, int, int, bool]] = []
        covering: int | None = None  # the region that covers what lies from emitted instruction `begin` on
        begin = 0
        for index, owner, _ in out.runs:
            region_here = region_of[owner] if index >= self.entered else None
            if region_here != covering:
                if covering is not None:
                    label, depth, lasti = entry_of[covering]
                    target = offsets[out.labels[label]] >> 1
                    entries.append((offsets[begin] >> 1, offsets[index] >> 1, target, depth, lasti))
                covering, begin = region_here, index
        # an interrupt that arrives in a trampoline (its calls look for signals) starts it again
        for label, end, depth in trampolines:
            start = offsets[out.labels[label]] >> 1
            entries.append((start, offsets[end] >> 1, start, depth, True))
        self.template.exception_table = encode_exception_table(entries)

    def _handle(self, region: Region, *, plainly: bool = False) -> None:
        """Go to the handler of a region; lasti and exception lie on the stack."""
        if not region.lasti:
            self.add(SWAP, 2)
            self.add(POP_TOP)
        self.jump(JUMP, self.plain[region.target] if plainly else region.target)

    def _log_exception(self, mark: Mark, depth: int, leave: Callable[[], None]) -> None:
        """Append mark, lasti and exception, one directly behind the other; lasti and exception lie on the stack.

        `leave`: what to do instead in the frame of a generator whose recording has ended.
        """
        if self.template.suspends:
            self._leave_ended(depth + 2, leave)
        self.load(True)
        self.load(RECORDING)
        self.store_attribute("raised")
        if LASTI_ON_STACK:
            self.append_own_mark(mark, depth + 2)
            self.append(depth + 2, 2)
        else:  # a C function: a Python frame more would not do at the recursion limit
            self.call(_traceback_of, [1])
            self.append_own_mark(mark, depth + 3)
            self.add(LIST_APPEND, depth + 3)
        self.append(depth + 2, 1)

    def _finish(self) -> bool:
        out, template = self.out, self.template
        template.constants = self.constants
        template.names = tuple(self.names)
        template.bytecode = out.bytecode()
        template.location_table = out.location_table(self.code.co_firstlineno)
        first, template.owners, _ = zip(*out.runs, strict=True)
        template.runs = list(map(out.offsets.__getitem__, first))
        if template.direct and self.entered:
            offsets = out.offsets
            start, end = offsets[self.entered], offsets[self.entered + 2]
            distance = offsets[out.labels[self.arguments]] - start - 4 >> 1
            if distance >= 1 << 16:
                return False
            jump = bytes((EXTENDED_ARG, distance >> 8, JUMP, distance & 255))
            template.to_arguments = start, jump + bytes((_NOP, 0)) * (end - start - 4 >> 1)
        return True
