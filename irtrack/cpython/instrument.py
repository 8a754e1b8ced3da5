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

from functools import partial
from types import CodeType

from .branches import Place, branches
from .calls import LOAD_SPECIAL, METHOD_LOADS, SUPER
from .code import EXTENDED_ARG, disassemble
from .emitter import COPY, CREATES, IF_NOT_NONE, JUMP, LIST_APPEND, LOAD_ATTR, LOAD_CONST, POP_TOP, SWAP, results
from .facts import cell_loads, decides, makes_bool, returns_self, shows_arguments
from .flow import GENERATOR_FLAGS, TERMINATORS, analyse, numbers
from .frames import FAST_LOADS, PLAIN_LOADS
from .functions import DEFAULTS, PARTS, shown_code
from .hooked import CALLS, JUMPS, RETURNS, TAKEN_IF
from .marks import Mark
from .opcodes import NUMBER, TABLE
from .sites import FunctionSite
from .template import COPIES, FORGET, GENERATOR_TWINS, TWINS, Bound, CannotTrackError, Template
from .trampolines import TrampolineEmitter
from .versions import CACHES, CALLABLE_FIRST, HAS_SEND_SLOT, ITERATOR_SLOTS, LOAD_ATTR_SHIFT, RESULTS_FOLLOW

_RESUME, _STORE_FAST = NUMBER["RESUME"], NUMBER["STORE_FAST"]
_STORE_AND_LOAD, _FEW = NUMBER.get("STORE_FAST_LOAD_FAST"), 16  # locals that it can name
_RETURN_VALUE = NUMBER["RETURN_VALUE"]
_RETURNS = numbers("RETURN_VALUE", "RETURN_CONST")
_GET_AITER, _GET_ANEXT = NUMBER["GET_AITER"], NUMBER["GET_ANEXT"]
_ITERATORS = FAST_LOADS | {_GET_AITER}
_GROUPS = numbers("PRECALL", "CALL")  # of a comprehension, which sees its iterator (3.11)
_ATTRIBUTE_CHANGES = numbers("STORE_ATTR", "DELETE_ATTR")
_YIELD_VALUE, _RETURN_GENERATOR, _SEND = NUMBER["YIELD_VALUE"], NUMBER["RETURN_GENERATOR"], NUMBER["SEND"]
_END_SEND, _FOR_ITER = NUMBER.get("END_SEND", -1), NUMBER["FOR_ITER"]
_AWAITING = NUMBER["JUMP_BACKWARD_NO_INTERRUPT"]  # goes back in the loop that awaits, which is one suspension
_STORE_SUBSCR, _NOP = NUMBER["STORE_SUBSCR"], NUMBER["NOP"]
_MAKE_FUNCTION, _SET_FUNCTION_ATTRIBUTE = NUMBER["MAKE_FUNCTION"], NUMBER.get("SET_FUNCTION_ATTRIBUTE")
_MAKES_FUNCTION = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
TWIN_ATTRIBUTES = ("__code__", "__defaults__", "__kwdefaults__", "__name__", "__qualname__")
_LOGS = [row is not None and row.logs for row in TABLE]
# around which nothing is inserted, unless its place is special
_QUIET = FAST_LOADS | PLAIN_LOADS | numbers("STORE_FAST", "STORE_FAST_STORE_FAST", "POP_TOP", "PUSH_NULL", "COPY",
                                              "SWAP", "NOP", "NOT_TAKEN")  # fmt: skip

_NOT_TAKEN = NUMBER.get("NOT_TAKEN", -1)
_NOTICED = numbers("RETURN_VALUE", "FOR_ITER", "GET_ANEXT")  # in front of which a load is not quiet

# What seldom runs stands at the end. The usual way jumps there by way of an island of stubs that is near, since a jump
# of more than 255 code units needs an EXTENDED_ARG, one more instruction each time. An island stands behind a jump or a
# return; or, when the first jump to it is so many instructions away, behind a store, and one jump leads over it.
_NEAR, _REACH = 40, 80
_STORES = numbers("STORE_FAST", "STORE_DEREF", "STORE_GLOBAL", "STORE_NAME", "STORE_ATTR", "STORE_SUBSCR")


def rewrite(
    code: CodeType,
    *,
    constructs: bool = False,
    lent: bool = False,
    array_type: type | None = None,
    guarded: bool = True,
    bounded: Bound = Bound.NONE,
    careful: bool = False,
    hooks: frozenset[str] = frozenset(),
) -> Template:
    """Rewrite `code`.

    `constructs`: return the first argument (the code of an `__init__`).
    `lent`: for a function that keeps its identity, which anybody may call: record only in the recording's thread.
    Not for generators: their frame is not complete where that would be tested, and whoever looks at it there, as a
    signal handler may, would be left with a frame object that leads nowhere.
    `array_type`: the type whose instances go through `keep`.
    `guarded`: enter what Python code runs behind instructions, too.
    `bounded`: what to do where the log has become too long; see `FrameEmitter`.
    `careful`: let operations that contexts replace rely on no other test than their own.
    `hooks`: what the context is asked about; see `HookEmitter`.

    Raises CannotTrackError for code that runs natively, with the reason.
    """
    if any(isinstance(constant, Mark) for constant in code.co_consts):
        raise CannotTrackError("this code object was already instrumented")
    if constructs and not returns_self(code):
        raise CannotTrackError("__init__ runs natively: it assigns to its first argument, or may return something")
    instructions = disassemble(code)
    flow = analyse(instructions)
    direct = not constructs and not lent and not code.co_flags & GENERATOR_FLAGS and shows_arguments(code)
    direct = direct and bounded is not Bound.CUT and hooks <= {JUMPS}  # what a call shows may be dropped or exchanged
    template = Template(code, instructions, flow, constructs, lent, bounded, direct, careful, hooks)
    if not _Rewriter(template, array_type, guarded).run():
        template = Template(code, instructions, flow, constructs, lent, bounded, False, careful, hooks)
        _Rewriter(template, array_type, guarded).run()
    return template


class _Rewriter(TrampolineEmitter):
    """One rewriting, from the first instruction to the exception table."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.branches = branches(self.ins, template.flow)
        self._place_jumps()
        self.edges = {i: self.out.new_label() for i in self.branches.on_jump.keys() | self.tell_edge.keys()}
        self.calls = self.call_groups()
        sends = [i for i, op in enumerate(self.ins.opcodes) if op == _SEND] if template.suspends else []
        self.awaits = {i - 1 for i in sends}  # loads of what is sent first, behind which a loop begins that awaits
        # 3.11 has no END_SEND: what was awaited lies on the stack where SEND leads. `throw` relies on SEND, YIELD_VALUE
        # and what they lead to being neighbours.
        self.awaited = set() if HAS_SEND_SLOT else {self.ins.targets[i] for i in sends}
        back = {i for i, target in enumerate(self.ins.targets) if 0 <= target <= i}  # each turn of a loop takes one
        self.turns = {i for i in back if self.ins.opcodes[i] != _AWAITING} if template.bounded else set()

    def run(self) -> bool:
        """Fill the template. Returns whether that worked, which it always does where it is not direct."""
        ins = self.ins
        opcodes, arguments, positions, labels = ins.opcodes, ins.arguments, ins.positions, self.out.labels
        quiet = _QUIET if not self.code.co_cellvars and not self.code.co_freevars else _QUIET - FAST_LOADS
        tests = self.knowledge.tests
        marked = self.branches.before.keys() | self.branches.behind.keys() | self.awaits | self.awaited
        marked |= self.tell_before.keys() | self.tell_behind.keys() | self.template.told.keys()
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
            elif i in self.tell_behind:
                self.tell_jump(*self.tell_behind[i])
            if i in tests:
                self.place(i, positions[i])
                self.test_locals(i, len(self.stack_at(i + 1)))
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
            self.append_value(depth)
        if i in self.awaits:  # all of the loop counts as one suspension
            self.append_mark(self.template.suspend, depth)
        if i in self.tell_before:
            self.tell_jump(*self.tell_before[i])
        if i in self.branches.before:
            self._append_branch(self.branches.before[i], i)
        guard = self.guards.get(i)
        asks = (
            guard is not None and guard is not self.operations.get(i) and (self.started or not self.template.suspends)
        )
        if i in self.calls:
            if guard is not None and asks and self.entered:  # of `f(*items)`: what f is given may make another of it
                self.guard(i, guard)
            if CALLS in self.template.hooks:
                self.hook_call(self.calls[i])
            else:
                self.before_call(i, self.calls[i])
            if LOAD_SPECIAL and ins.opcodes[i - 1] == LOAD_SPECIAL:
                self.keep_uninterrupted(i)
        if self.entered:
            if i in self.turns:
                self.look_at_limit(lambda: self.jump(JUMP, self.plain[i]), i)
            if op in _RETURNS:
                self._return(i, depth)
                return
            merges = self.template.hooks.isdisjoint((RETURNS, COPIES)) or self.template.constructs
            if merges and op in PLAIN_LOADS and ins.opcodes[i + 1] == _RETURN_VALUE and self._is_plain_return(i):
                self._return(i, depth)
                self.taken.add(i + 1)
                return
            if not CALLABLE_FIRST and (op in METHOD_LOADS or op == SUPER):
                if op != SUPER and CALLS in self.template.hooks:
                    if self.loads_method(i):
                        self.look_method_up(i, depth)
                        return
                elif self.method_load(i, depth):
                    return
            if op == _YIELD_VALUE and i - 2 not in self.awaits:
                self.append_mark(self.template.suspend, depth)
            if guard is not None and asks and i not in self.calls:
                self.guard(i, guard)
        elif op == _RETURN_GENERATOR:
            self._create(i)
        operation = self.operations.get(i) if self.entered and (self.started or not self.template.suspends) else None
        if operation is not None:
            self.hook_operation(i, operation)
        else:
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
        if operation is None:
            self._after(i)
        if i in self.joins:
            self.out.mark(self.joins[i])
        if i in self.stores and self.entered:
            self.tell_done(i)
        if i in self.tell_behind:
            self.tell_jump(*self.tell_behind[i])
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

    def _place_jumps(self) -> None:
        """Where hooks are told of jumps: before the mark of each edge, wherever that stands."""
        ins, marks = self.ins, self.branches
        # instruction -> that of the jump, and whether its condition holds; jump -> the same on its own edge
        self.tell_before: dict[int, tuple[int, bool | None]] = {}
        self.tell_behind: dict[int, tuple[int, bool | None]] = {}
        self.tell_edge: dict[int, bool] = {}
        for i, edges in self.block_ends.items():
            target = ins.targets[i]
            if edges == 1:
                (self.tell_behind if target < 0 else self.tell_before)[i] = i, None
                continue
            holds = ins.opcodes[i] in TAKEN_IF
            behind = i + 1 if ins.opcodes[i + 1] == _NOT_TAKEN else i
            self.tell_behind[behind] = i, not holds
            exits = [k for k, (_, jump) in marks.behind.items() if jump == i and k > i + 1]
            if exits:
                self.tell_behind[exits[0]] = i, holds
            elif marks.before.get(target, (None, -1))[1] == i:
                self.tell_before[target] = i, holds
            else:
                self.tell_edge[i] = holds

    # -- statements ----------------------------------------------------------------------------------------------------

    def _after(self, i: int) -> None:
        """Append what instruction i pushed."""
        ins = self.ins
        op = ins.opcodes[i]
        if op == _YIELD_VALUE or i in self.closers:  # RESUME comes first; UNWIND was appended
            return
        if self.template.suspends and not self.started:
            return
        if i in self.template.told:
            _, (where,) = results(op, ins.arguments[i])
            self.tell_value("tracked_constant", i, self.template.told[i], where)
            self.append_results(i, guarded=False)
            return
        if not _LOGS[op] and not makes_bool(ins, i):
            if op in FAST_LOADS and (copies := cell_loads(ins, i)):
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
            self.template.telling.append(len(self.emitted) - 1)
            self.out.mark(self.done_labels[i])
            return
        if i in self.specials:
            self.tell_value("tracked_special", i)
            self.append_results(i, guarded=False)
        elif self._takes_result(i + 1):
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
        if before in self.entering or COPIES in self.template.hooks:
            return False
        if i in ins.jump_targets or (op == POP_TOP and before not in self.done_labels):
            return False
        if ins.opcodes[before] in _MAKES_FUNCTION:  # whose twin is made first
            return False
        if op == _STORE_FAST:
            if _STORE_AND_LOAD is None or ins.arguments[i] >= _FEW:
                return False
        elif op != POP_TOP or ins.positions[i][0] != ins.positions[before][0]:  # the first of its line, as of `case _`
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
        if i in self.tell_edge:
            self.tell_jump(i, self.tell_edge[i])
        if i in self.branches.on_jump:
            self._append_branch(self.branches.on_jump[i], target)
        self.jump(JUMP, target)

    def _finish(self) -> bool:
        out, template = self.out, self.template
        template.constants = self.constants
        template.names = tuple(self.names)
        template.bytecode = out.bytecode
        template.location_table = out.location_table(self.code.co_firstlineno)
        first, template.owners, _ = zip(*out.runs, strict=True)
        template.runs = list(map(out.offsets.__getitem__, first))
        sizes = [2 + 2 * CACHES[self.emitted[i] & 255] for i in template.telling]
        template.telling = [out.offsets[i + 1] - size for i, size in zip(template.telling, sizes, strict=True)]
        template.telling.sort()
        if template.direct and self.entered:
            offsets = out.offsets
            start, end = offsets[self.entered], offsets[self.entered + 2]
            distance = offsets[out.labels[self.arguments]] - start - 4 >> 1
            if distance >= 1 << 16:
                return False
            jump = bytes((EXTENDED_ARG, distance >> 8, JUMP, distance & 255))
            template.to_arguments = start, jump + bytes((_NOP, 0)) * (end - start - 4 >> 1)
        return True
