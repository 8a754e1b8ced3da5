"""The rewriting: the original bytecode, plus instructions that append values and marks to a log.

    entry      RESUME 0, then push the log, which stays at the bottom of the value stack; ENTER mark, arguments
    statement  COPY 1; LIST_APPEND d        d: how deep the log lies, known for each instruction
               STORE_FAST_LOAD_FAST x x; LIST_APPEND d          instead, where what follows is STORE_FAST x
    array?     results that may be new arrays are tested first; an array goes through `keep` (the byte budget)
    call       the callable on the stack is exchanged for its twin: a two-element cache at each site, else `resolve`
    branch     the edge on which a condition is false appends a mark, some others too (branches.py); a test whose result
               nothing else takes appends nothing
    handler    a trampoline appends mark, lasti (from 3.14 on the traceback, which knows it), exception, and goes to the
               user's handler
    exit       EXIT mark before a return; UNWIND, lasti, exception when an exception leaves the frame

What is inserted carries the position of the statement that it belongs to; entry and trampolines carry none. Nothing
inserted stores to a local, so `locals()` stays what it is.
"""

import builtins
import functools
from collections.abc import Callable, Sequence
from types import CodeType, MethodType
from typing import Any

from .arrays import looks
from .branches import Place, branches
from .code import NOWHERE, Assembler, Position, disassemble, encode_exception_table
from .facts import (
    C_NAMES,
    argument_count,
    callee_slot,
    cell_loads,
    decides,
    is_class_name,
    loaded_name,
    makes_bool,
    returns_self,
)
from .flow import GENERATOR_FLAGS, MAYBE, TERMINATORS, VALUE, analyse, effect, numbers
from .functions import PARTS
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE
from .sites import ClassSite, FunctionSite, MethodSite, Site
from .template import (
    ADMIT,
    FORGET,
    KEEP,
    LOG,
    METHODS,
    RESOLVE,
    RESOLVE_STARRED,
    TWINS,
    CannotTrackError,
    Template,
)
from .versions import (
    BINARY_OPERATORS,
    CALL_PREFIX,
    CALLABLE_FIRST,
    LASTI_ON_STACK,
    LOAD_ATTR_SHIFT,
)

_COPY, _SWAP, _POP_TOP = NUMBER["COPY"], NUMBER["SWAP"], NUMBER["POP_TOP"]
_LIST_APPEND, _LOAD_CONST, _IS_OP = NUMBER["LIST_APPEND"], NUMBER["LOAD_CONST"], NUMBER["IS_OP"]
_PUSH_NULL, _CALL = NUMBER["PUSH_NULL"], NUMBER["CALL"]
_PRECALL = NUMBER.get("PRECALL")
_JUMP = NUMBER["JUMP_FORWARD"]  # `layout` turns it round where needed
_IF_TRUE = NUMBER.get("POP_JUMP_IF_TRUE", NUMBER.get("POP_JUMP_FORWARD_IF_TRUE", 0))
_IF_FALSE = NUMBER.get("POP_JUMP_IF_FALSE", NUMBER.get("POP_JUMP_FORWARD_IF_FALSE", 0))
_IF_NONE = NUMBER.get("POP_JUMP_IF_NONE", NUMBER.get("POP_JUMP_FORWARD_IF_NONE", 0))
_IF_NOT_NONE = NUMBER.get("POP_JUMP_IF_NOT_NONE", NUMBER.get("POP_JUMP_FORWARD_IF_NOT_NONE", 0))
_RESUME, _LOAD_FAST, _LOAD_DEREF = NUMBER["RESUME"], NUMBER["LOAD_FAST"], NUMBER["LOAD_DEREF"]
_LOAD_TWO, _STORE_AND_LOAD = NUMBER.get("LOAD_FAST_LOAD_FAST"), NUMBER.get("STORE_FAST_LOAD_FAST")
_STORE_FAST, _FEW = NUMBER["STORE_FAST"], 16  # locals that these two can name
_PLAIN_LOADS = (
    numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "LOAD_FAST", "LOAD_FAST_BORROW")
    if ("LOAD_FAST_CHECK" in NUMBER)
    else numbers("LOAD_CONST")
)  # which can't raise
_RETURN_VALUE, _RERAISE = NUMBER["RETURN_VALUE"], NUMBER["RERAISE"]
_STORE_ATTR = NUMBER["STORE_ATTR"]
_ATTRIBUTE_CHANGES = numbers("STORE_ATTR", "DELETE_ATTR")
_STORE_SUBSCR, _BUILD_TUPLE = NUMBER["STORE_SUBSCR"], NUMBER["BUILD_TUPLE"]
_SUBSCRIPT = (NUMBER["BINARY_SUBSCR"], 0) if "BINARY_SUBSCR" in NUMBER else (
    NUMBER["BINARY_OP"], BINARY_OPERATORS.index("NB_SUBSCR"))  # fmt: skip
_MAKE_FUNCTION, _SET_FUNCTION_ATTRIBUTE = NUMBER["MAKE_FUNCTION"], NUMBER.get("SET_FUNCTION_ATTRIBUTE")
_MAKES_FUNCTION = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
TWIN_ATTRIBUTES = ("__code__", "__defaults__", "__kwdefaults__", "__qualname__")
_RETURN_CONST = NUMBER.get("RETURN_CONST")
_LOAD_ATTR = NUMBER["LOAD_ATTR"]
_METHOD_LOADS = numbers("LOAD_METHOD") if LOAD_ATTR_SHIFT == 0 else numbers("LOAD_ATTR")
_SUPER = NUMBER.get("LOAD_SUPER_ATTR")
_FAST_LOADS = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST",
                      "LOAD_FAST_BORROW_LOAD_FAST_BORROW")  # fmt: skip
_CALLS = numbers("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_COUNTED_CALLS = numbers("CALL", "CALL_KW")
_CALL_PREFIXES = numbers(*CALL_PREFIX)
_LOAD_SPECIAL = NUMBER.get("LOAD_SPECIAL", 0)
_LOGS = [row is not None and row.logs for row in TABLE]
_CREATES = [row is not None and row.creates for row in TABLE]

# What seldom runs stands at the end. The usual way jumps there by way of an island of stubs that is near, since a jump
# of more than 255 code units needs an EXTENDED_ARG, one more instruction each time. An island stands behind a jump or a
# return; or, when the first jump to it is so many instructions away, behind a store, and one jump leads over it.
_NEAR, _REACH = 40, 80
_STORES = numbers("STORE_FAST", "STORE_DEREF", "STORE_GLOBAL", "STORE_NAME", "STORE_ATTR", "STORE_SUBSCR")

_Aside = tuple[int, int, Position, Callable[[], None], bool]  # label, owner, position, what emits it, is it short

_traceback_of = BaseException.__dict__["__traceback__"].__get__


@functools.cache
def _results(op: int, argument: int) -> tuple[int, tuple[int, ...]]:
    """By how much the stack grows, and how far below its top the values lie that are appended, in their order."""
    row = TABLE[op]
    assert row is not None
    pops, kinds = effect(op, argument)
    values = [len(kinds) - k for k, kind in enumerate(kinds) if kind == VALUE]
    only_looked_at = bool(row.before) and row.after[0].name == row.before[0].name  # what lay there before
    if only_looked_at or row.name in ("FOR_ITER", "BEFORE_WITH", "BEFORE_ASYNC_WITH"):
        values = values[-1:]
    return len(kinds) - pops, tuple(reversed(values))


def rewrite(code: CodeType, *, constructs: bool = False, array_type: type | None = None) -> Template:
    """Rewrite `code`.

    `constructs`: return the first argument (the code of an `__init__`).
    `array_type`: the type whose instances go through `keep`.

    Raises CannotTrackError for code that runs natively, with the reason.
    """
    if code.co_flags & GENERATOR_FLAGS:
        raise CannotTrackError("generators and coroutines run natively")
    if any(isinstance(constant, Mark) for constant in code.co_consts):
        raise CannotTrackError("this code object was already instrumented")
    if constructs and not returns_self(code):
        raise CannotTrackError("__init__ runs natively: it assigns to its first argument, or may return something")
    instructions = disassemble(code)
    flow = analyse(instructions)
    template = Template(code, instructions, flow, constructs)
    _Rewriter(template, array_type).run()
    return template


class _Rewriter:
    """The state of one rewriting. `d` is always the original depth at the place of insertion."""

    def __init__(self, template: Template, array_type: type | None) -> None:
        self.template = template
        self.code = template.code
        self.ins = template.instructions
        self.stacks = template.flow.stacks
        self.array_type = array_type
        self.out = Assembler(len(self.ins) + 1)
        self.add, self.place, self.emitted = self.out.emit, self.out.place, self.out.code
        self.entered = 0  # the emitted instruction before which there is no log to append to
        self.constants: list[Any] = list(self.code.co_consts)
        self.constant_index: dict[int, int] = {}
        self.names = list(self.code.co_names)
        self.name_index: dict[str, int] = {}  # of the names that were added
        self.cold: list[_Aside] = []  # what `aside` was told
        self.cold_since = 0  # the emitted instruction at which the first of these was wanted
        self.far: list[_Aside] = []  # what stubs lead to
        self.taken: set[int] = set()  # instructions that were emitted together with the one before
        self.done_labels: dict[int, int] = {}  # call -> where control joins again behind it
        self.method_sites: dict[int, int] = {}  # method lookup -> its cache, which its call shares
        self.looks = looks(self.ins, self.stacks) if array_type is not None else set()
        self.branches = branches(self.ins, template.flow)
        self.edges = {i: self.out.new_label() for i in self.branches.on_jump}  # where those jumps lead instead

    # -- small pieces -------------------------------------------------------------------------------------------------

    def constant(self, value: object) -> int:
        index = self.constant_index.get(id(value))
        if index is None:
            index = self.constant_index[id(value)] = len(self.constants)
            self.constants.append(value)
        return index

    def load(self, value: object) -> None:
        self.add(_LOAD_CONST, self.constant(value))

    def site(self, make: Callable[[], Any]) -> int:
        """A constant that is a cache."""
        index = len(self.constants)
        self.constants.append(None)
        self.template.sites[index] = make
        return index

    def name(self, attribute: str) -> int:
        index = self.name_index.get(attribute)
        if index is None:
            index = self.name_index[attribute] = len(self.names)
            self.names.append(attribute)
        return index

    def load_cached(self, site: int, attribute: str) -> None:
        """Push an attribute of the cache that is constant `site`."""
        self.emitted += (site << 8 | _LOAD_CONST, self.name(attribute) << LOAD_ATTR_SHIFT + 8 | _LOAD_ATTR)

    def load_attribute(self, attribute: str) -> None:
        """Exchange the top of the stack for an attribute of it."""
        self.add(_LOAD_ATTR, self.name(attribute) << LOAD_ATTR_SHIFT)

    def store_cached(self, site: int, attribute: str) -> None:
        """Pop the top of the stack into an attribute of the cache that is constant `site`."""
        self.add(_LOAD_CONST, site)
        self.add(_STORE_ATTR, self.name(attribute))

    def append(self, below: int, copy: int = 1) -> None:
        """Append the value `copy` from the top; `below` is the depth, that value included."""
        self.emitted += (copy << 8 | _COPY, below + 1 << 8 | _LIST_APPEND)

    def append_mark(self, mark: Mark, depth: int) -> None:
        self.emitted += (self.constant(mark) << 8 | _LOAD_CONST, depth + 1 << 8 | _LIST_APPEND)

    def call(self, function: object, copies: list[int], constants: Sequence[int] = ()) -> None:
        """Call `function` with copies of stack entries (counted from the top before the call), then constants."""
        self._load_callee(function)
        for i, copy in enumerate(copies):
            self.add(_COPY, copy + 2 + i)
        for constant in constants:
            self.add(_LOAD_CONST, constant)
        self._call(len(copies) + len(constants))

    def _load_callee(self, function: object) -> None:
        if CALLABLE_FIRST:
            self.load(function)
            self.add(_PUSH_NULL)
        else:
            self.add(_PUSH_NULL)
            self.load(function)

    def _call(self, count: int) -> None:
        if _PRECALL is not None:
            self.add(_PRECALL, count)
        self.add(_CALL, count)

    # -- the whole ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        ins = self.ins
        count = len(ins)
        entered = False
        calls_ahead = self._call_groups()
        i = 0
        while i < count:
            op = ins.opcodes[i]
            self.place(i, ins.positions[i])
            self.out.mark(i)
            stack = self.stacks[i]
            if stack is None:  # the compiler left code that control never reaches
                self._original(i)
                i += 1
                continue
            if i in self.taken:
                i += 1
                continue
            depth = len(stack)
            if i in self.branches.before:
                self._append_branch(self.branches.before[i], i)
            if i in calls_ahead:
                self._before_call(i, calls_ahead[i])
                if _LOAD_SPECIAL and ins.opcodes[i - 1] == _LOAD_SPECIAL:
                    self._keep_uninterrupted(i)
            handled = False
            if entered:
                if op in (_RETURN_VALUE, _RETURN_CONST):
                    self._return(i, depth)
                    handled = True
                elif op in _PLAIN_LOADS and ins.opcodes[i + 1] == _RETURN_VALUE and self._is_plain_return(i):
                    self._return(i, depth)
                    self.taken.add(i + 1)
                    handled = True
                elif not CALLABLE_FIRST and (op in _METHOD_LOADS or op == _SUPER):
                    handled = self._method_load(i, depth)
            if not handled:
                self._original(i)
                self._after(i)
                if i in self.branches.behind:
                    self._append_branch(self.branches.behind[i], i + 1)
                if op in _MAKES_FUNCTION:
                    self._make_twin(i)
            if op == _RESUME and ins.arguments[i] & 3 == 0 and not entered:
                entered = True
                self._entry(depth)
            if self.cold:
                distance = len(self.emitted) - self.cold_since
                if op in TERMINATORS:
                    if distance >= _NEAR:
                        self._emit_island()
                elif distance >= _REACH and op in _STORES:
                    over = self.out.new_label()
                    self.place(i, ins.positions[i])
                    self.add(_JUMP, target=over)
                    self._emit_island()
                    self.out.mark(over)
            i += 1
        self.out.mark(count)
        self._emit_cold()
        self._exceptions()
        self._finish()

    def aside(self, label: int, piece: Callable[[], None], *, short: bool = False) -> None:
        """Let `piece` emit what seldom runs behind `label`, at a place that control does not fall into."""
        if not self.cold:
            self.cold_since = len(self.emitted)
        self.cold.append((label, self.out.owner, self.out.position, piece, short))

    def _emit_island(self) -> None:
        """Emit the short ones of the pieces put aside, and jumps to the others."""
        for label, owner, position, piece, short in self.cold:
            self.place(owner, position)
            self.out.mark(label)
            if short:
                piece()
            else:
                far = self.out.new_label()
                self.add(_JUMP, target=far)
                self.far.append((far, owner, position, piece, False))
        self.cold.clear()

    def _emit_cold(self) -> None:
        """Emit all that was put aside and still has to come."""
        if len(self.cold) > 2:
            self._emit_island()
        pieces = [*self.cold, *self.far]
        for label, owner, position, piece, _ in pieces:
            self.place(owner, position)
            self.out.mark(label)
            self.cold.clear()
            piece()
            pieces += self.cold  # what this one has put aside

    def _original(self, i: int) -> None:
        self.place(i, self.ins.positions[i])
        self._unplaced(i)

    def _unplaced(self, i: int) -> None:
        ins = self.ins
        self.template.originals.append(len(self.out))
        self.add(ins.opcodes[i], ins.arguments[i], self.edges.get(i, ins.targets[i]))
        if i in self.edges:
            self.aside(self.edges[i], functools.partial(self._edge, i), short=True)

    def _entry(self, depth: int) -> None:
        owner, position = self.out.owner, self.out.position
        self.place(-1, NOWHERE)
        self.load(LOG)
        self.entered = len(self.out)
        self.place(owner, NOWHERE)
        self.append_mark(self.template.enter, depth)
        cells = set(self.code.co_cellvars)
        names = self.code.co_varnames[: argument_count(self.code)]
        self.template.argument_names = names
        index = 0
        while index < len(names):
            pair = names[index : index + 2]
            if _LOAD_TWO is not None and len(pair) == 2 and index + 1 < _FEW and cells.isdisjoint(pair):
                self.add(_LOAD_TWO, index + 1 << 4 | index)
                self.add(_LIST_APPEND, depth + 2)
                index += 1
            else:
                self.add(_LOAD_DEREF if names[index] in cells else _LOAD_FAST, index)
            self.add(_LIST_APPEND, depth + 1)
            index += 1
        self.place(owner, position)

    # -- statements ---------------------------------------------------------------------------------------------------

    def _after(self, i: int) -> None:
        """Append what instruction i pushed."""
        ins = self.ins
        op = ins.opcodes[i]
        if not _LOGS[op] and not makes_bool(ins, i):
            if op in _FAST_LOADS and (copies := cell_loads(ins, i)):
                stack = self.stacks[i]
                assert stack is not None
                depth = len(stack) + _results(op, 0)[0]
                for copy in copies:
                    self.append(depth, copy)
            elif op in _ATTRIBUTE_CHANGES and self.code.co_names[ins.arguments[i]] in TWIN_ATTRIBUTES:
                self.call(FORGET, [])  # a function that changes needs another twin
                self.add(_POP_TOP)
            return
        if decides(ins, i):
            return
        if self._takes_result(i + 1):
            self.taken.add(i + 1)
            if ins.opcodes[i + 1] == _STORE_FAST:
                self.place(i + 1, ins.positions[i + 1])
                local = ins.arguments[i + 1]
                self.template.originals.append(len(self.out))
                self.add(_STORE_AND_LOAD or 0, local << 4 | local)
            stack = self.stacks[i + 1]
            assert stack is not None
            self.add(_LIST_APPEND, len(stack))
        else:
            self._append_results(i, guarded=i in self.looks)
        if i in self.done_labels:
            self.out.mark(self.done_labels[i])

    def _takes_result(self, i: int) -> bool:
        """Does instruction i take the only result of the one before, so that both are emitted together?

        It drops the result of a call, which the append takes off the stack then, or stores a result to a local.
        """
        ins = self.ins
        op, before = ins.opcodes[i], i - 1
        if i in ins.jump_targets or (op == _POP_TOP and before not in self.done_labels):
            return False
        if ins.opcodes[before] in _MAKES_FUNCTION:  # whose twin is made first
            return False
        if op == _STORE_FAST:
            if _STORE_AND_LOAD is None or ins.arguments[i] >= _FEW:
                return False
        elif op != _POP_TOP:
            return False
        if _results(ins.opcodes[before], ins.arguments[before])[1] != (1,):
            return False
        return before not in self.looks or not _CREATES[ins.opcodes[before]]

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
        code = self.code.co_consts[ins.arguments[first - 1]] if ins.opcodes[first - 1] == _LOAD_CONST else None
        if not isinstance(code, CodeType):
            return
        site = self.site(FunctionSite)
        self.template.functions[site] = code
        known, back = self.out.new_label(), self.out.new_label()
        self.load_cached(site, "code")
        self.add(_IF_NOT_NONE, target=known)
        self.out.mark(back)

        def make() -> None:
            flags = [flag for flag in PARTS if parts & flag]
            if _SET_FUNCTION_ATTRIBUTE is None:
                for below, flag in enumerate(flags, 1):
                    self.add(_COPY, below)
                    self.load_attribute(PARTS[flag])
                self.load_cached(site, "code")
                self.add(_MAKE_FUNCTION, sum(flags))
            else:
                self.load_cached(site, "code")
                self.add(_MAKE_FUNCTION)
                for flag in flags:
                    self.add(_COPY, 2)
                    self.load_attribute(PARTS[flag])
                    self.add(_SWAP, 2)
                    self.add(_SET_FUNCTION_ATTRIBUTE, flag)
            self.load(TWINS)
            self.add(_COPY, 3)
            self.add(_STORE_SUBSCR)
            self.add(_JUMP, target=back)

        self.aside(known, make)

    def _append_results(self, i: int, *, guarded: bool) -> None:
        op = self.ins.opcodes[i]
        stack = self.stacks[i]
        assert stack is not None
        grows, copies = _results(op, self.ins.arguments[i])
        depth = len(stack) + grows
        for copy in copies:
            if guarded and _CREATES[op] and self.array_type is not None:
                self._append_guarded(depth)
            else:
                self.append(depth, copy)

    def _append_guarded(self, depth: int) -> None:
        array, back = self.out.new_label(), self.out.new_label()
        self.call(builtins.type, [1])
        self.load(self.array_type)
        self.add(_IS_OP, 0)
        self.add(_IF_TRUE, target=array)
        self.append(depth)
        self.out.mark(back)

        def keep() -> None:
            self.call(KEEP, [1])
            self.add(_LIST_APPEND, depth + 1)
            self.add(_JUMP, target=back)

        self.aside(array, keep)

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
            self.add(_POP_TOP)
            depth -= 1
            on_top = False
        self.append_mark(self.template.exit, depth)
        self.place(-1, ins.positions[i])
        if on_top:
            self.add(_SWAP, 2)
        self.add(_POP_TOP)
        if self.template.constructs:
            self._load_first_argument()
            self.add(_RETURN_VALUE)
            return
        self._unplaced(i)
        if ins.opcodes[i] in _PLAIN_LOADS:
            self.place(-1, ins.positions[i + 1])
            self._unplaced(i + 1)

    def _load_first_argument(self) -> None:
        name = self.code.co_varnames[0]
        self.add(_LOAD_DEREF if name in self.code.co_cellvars else _LOAD_FAST, 0)

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
        self.add(_JUMP, target=target)

    # -- calls --------------------------------------------------------------------------------------------------------

    def _call_groups(self) -> dict[int, int]:
        """First instruction of each group KW_NAMES, PRECALL, CALL -> the CALL."""
        groups = {}
        for i, op in enumerate(self.ins.opcodes):
            if op in _CALLS and self.stacks[i] is not None:
                first = i
                while first and self.ins.opcodes[first - 1] in _CALL_PREFIXES:
                    first -= 1
                groups[first] = i
        return groups

    def _before_call(self, first: int, i: int) -> None:
        """Exchange the callable of call i, whose group begins at `first`.

        On the way that is taken most the callable is the one seen last, and what it returns needs no look. Behind the
        original code stands the rest: a class, another Python function that this recording knows, another native
        function, or a callable that has to be resolved, called by a copy of the group.
        """
        where = callee_slot(self.ins, self.template.flow, i)
        if not where:
            return
        self.place(i, self.ins.positions[i])
        shared = None if CALLABLE_FIRST else self._method_site(i)
        name = self._callee_name(i) if shared is None else ""
        makes_instance = is_class_name(name)  # only there are the instructions that make instances worth it
        seen_first = shared is None and name not in C_NAMES
        site = self.site(ClassSite if makes_instance else Site) if shared is None else shared
        miss, entered, done = self.out.new_label(), self.out.new_label(), self.out.new_label()
        if seen_first:
            self._call_seen(site, where, miss)
        elif shared is None:
            self._unless(site, "plain", where, miss)
        else:
            self.load_cached(site, "method")
            self.load_attribute("cls")
            self.call(builtins.type, [where + 1])
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=miss)
        self.out.mark(entered)
        self.done_labels[i] = done

        def missed() -> None:
            native, no_function, unknown, unknown_function = (self.out.new_label() for _ in range(4))
            if makes_instance:
                self._make_instance(i, where, site, entered, native)
            if not seen_first:
                other = self.out.new_label()
                self._call_seen(site, where, other)
                self.add(_JUMP, target=entered)
                self.out.mark(other)
            self.load_cached(site, "kind")
            self.call(builtins.type, [where + 1])
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=no_function)
            self.load(TWINS)
            self.add(_COPY, where + 1)
            self.add(*_SUBSCRIPT)
            self.add(_COPY, 1)
            self.add(_IF_NONE, target=unknown_function)
            self.add(_SWAP, where + 1)
            self.add(_POP_TOP)
            self.add(_JUMP, target=entered)
            self.out.mark(no_function)
            self.load_cached(site, "native")
            if shared is not None:
                self.call(builtins.type, [where + 1])
            else:
                self.add(_COPY, where + 1)
            self.add(_IS_OP, 0)
            self.add(_IF_TRUE, target=native)
            self.add(_JUMP, target=unknown)
            self.out.mark(unknown_function)
            self.add(_POP_TOP)
            self.out.mark(unknown)
            self._call_resolve(i, where, site)
            self.add(_SWAP, where + 1)
            self.add(_POP_TOP)
            self.out.mark(native)
            for j in range(first, i + 1):
                self.add(self.ins.opcodes[j], self.ins.arguments[j])
            self._append_results(i, guarded=True)
            if i + 1 in self.taken:
                self.place(i + 1, self.ins.positions[i + 1])
                self.add(self.ins.opcodes[i + 1], self.ins.arguments[i + 1])
            self.add(_JUMP, target=done)

        self.aside(miss, missed)

    def _keep_uninterrupted(self, i: int) -> None:
        """Call i is that of an `__enter__`.

        From 3.15 on no signal is noticed behind a call whose code unit follows a LOAD_SPECIAL, so one is put there that
        never runs (CPython, gh-148874).
        """
        call = self.out.new_label()
        self.add(_JUMP, target=call)
        self.add(_LOAD_SPECIAL, self.ins.arguments[i - 1])
        self.out.mark(call)

    def _unless(self, site: int, attribute: str, where: int, target: int) -> None:
        """Jump unless the callable is the one that the site has there."""
        self.load_cached(site, attribute)
        self.add(_COPY, where + 1)
        self.add(_IS_OP, 0)
        self.add(_IF_FALSE, target=target)

    def _call_seen(self, site: int, where: int, miss: int) -> None:
        """Exchange the callable for the twin if it is the one that was seen last."""
        self._unless(site, "seen", where, miss)
        self.load_cached(site, "twin")
        self.add(_SWAP, where + 1)
        self.add(_POP_TOP)

    def _method_site(self, i: int) -> int | None:
        """The cache of the method lookup whose result call i calls, if it calls one."""
        stack = self.stacks[i]
        assert stack is not None
        if self.ins.opcodes[i] != _CALL or stack[-2 - self.ins.arguments[i]] & 3 != MAYBE:
            return None
        return self.method_sites[stack[-2 - self.ins.arguments[i]] >> 2]

    def _callee_name(self, i: int) -> str:
        """The name of the callable of call i, if it is called as it was loaded.

        What lies beside the callable is NULL then, or it is a method and its receiver from 3.13 on.
        """
        ins = self.ins
        stack = self.stacks[i]
        assert stack is not None
        if ins.opcodes[i] not in _COUNTED_CALLS:
            return ""
        below = ins.arguments[i] + 2 + (ins.opcodes[i] != _CALL)
        callable_, beside = stack[-below], stack[1 - below]
        if not CALLABLE_FIRST:
            callable_, beside = beside, callable_
        if beside & 3 == VALUE or callable_ & 3 != VALUE or callable_ < 0:
            return ""
        return loaded_name(ins, callable_ >> 2)

    def _make_instance(self, i: int, where: int, site: int, entered: int, native: int) -> None:
        """If the callable is the site's class unchanged: make the instance, and call the twin of `__init__` with it.

        If it is made natively, go on at label `native`.
        """
        other = self.out.new_label()
        self._unless(site, "cls", where, other)
        self.call(builtins.type, [where])
        self.load(builtins.type)  # another metaclass may have a `__call__`, and may get one
        self.add(_IS_OP, 0)
        self.add(_IF_FALSE, target=other)
        for cached, method in (("init", "__init__"), ("new", "__new__")):
            self.load_cached(site, cached)
            self.add(_COPY, where + 1)
            self.load_attribute(method)
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=other)
        self.load_cached(site, "constructor")
        self.add(_IF_NONE, target=native)
        # the NULL beside the class becomes that of the call of `__new__`; twin and instance take the two places
        if CALLABLE_FIRST:
            self.load_cached(site, "new")
            self.add(_COPY, 1)
            self.add(_SWAP, where + 1)
        else:
            self.load_cached(site, "constructor")
            self.add(_SWAP, where + 2)
            self.load_cached(site, "new")
        copies = [where, *self._positional(i, where)]
        for k, copy in enumerate(copies):
            self.add(_COPY, copy + 2 + k)
        self.template.most_arguments = max(self.template.most_arguments, len(copies))
        self._call(len(copies))
        if CALLABLE_FIRST:
            self.add(_SWAP, where)
            self.add(_POP_TOP)
            self.load_cached(site, "constructor")
        self.add(_SWAP, where + 1)
        self.add(_POP_TOP)
        self.add(_JUMP, target=entered)
        self.out.mark(other)

    def _call_resolve(self, i: int, where: int, index: int) -> None:
        """Ask for the callable to call instead; what makes instances wants to see the positional arguments too."""
        ins = self.ins
        if ins.name(i) == "CALL_FUNCTION_EX":
            self.call(RESOLVE_STARRED, [where, where - (2 if CALLABLE_FIRST else 1)], constants=[index])
            return
        copies = self._positional(i, where)
        self.template.most_arguments = max(self.template.most_arguments, len(copies))
        self.call(RESOLVE, [where, *copies], constants=[index])

    def _positional(self, i: int, where: int) -> list[int]:
        """How far below the top the positional arguments of call i lie, whose callable lies at `where`."""
        ins = self.ins
        name, argument = ins.name(i), ins.arguments[i]
        names = 0
        if name == "CALL_KW":
            names = len(self.code.co_consts[ins.arguments[i - 1]]) if ins.opcodes[i - 1] == _LOAD_CONST else argument
        for j in range(i - 1, max(i - 3, -1), -1):
            if ins.name(j) == "KW_NAMES":
                names = len(self.code.co_consts[ins.arguments[j]])
        top = 1 + (name == "CALL_KW")
        first = argument + top - 1  # the lowest argument
        copies = list(range(first, first - (argument - names), -1))
        stack = self.stacks[i]
        assert stack is not None
        between = where - first - 1  # the self slot of 3.13, or the first argument where the callable lies below it
        if between and stack[-first - 1] & 3 == VALUE:
            copies.insert(0, first + 1)
        return copies

    def _method_load(self, i: int, depth: int) -> bool:
        """3.11 and 3.12: a method lookup leaves NULL or a function, and no instruction can tell which.

        It keeps its form for receivers whose type makes it a function for sure; for all others it is a plain lookup
        and PUSH_NULL. Returns whether the instruction was written.
        """
        ins = self.ins
        op, argument = ins.opcodes[i], ins.arguments[i]
        if LOAD_ATTR_SHIFT and not argument & 1:
            return False
        name = self.code.co_names[argument >> 2 if op == _SUPER else argument >> LOAD_ATTR_SHIFT]
        self.method_sites[i] = self.site(functools.partial(MethodSite, name))
        if op == _SUPER:
            self.template.originals.append(len(self.out))
            self.add(op, argument & ~1)
            self.append(depth - 2)
            self.add(_PUSH_NULL)
            self.add(_SWAP, 2)
            return True
        site = self.method_sites[i]
        other, done = self.out.new_label(), self.out.new_label()
        self.load_cached(site, "fixed")
        self.call(builtins.type, [2])
        self.add(_IS_OP, 0)
        self.add(_IF_FALSE, target=other)
        self._original(i)
        self.append(depth + 1, 2)
        self.out.mark(done)

        def cold() -> None:
            known, ask, unknown, bare = (self.out.new_label() for _ in range(4))
            self.add(_COPY, 1)
            self.add(_LOAD_ATTR, argument & ~1 if LOAD_ATTR_SHIFT else argument)
            # receiver, attribute: is it the bound method that the function of this class gives?
            self.call(builtins.type, [1])
            self.load(MethodType)
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=bare)
            self.load_cached(site, "method")
            self.load_attribute("cls")
            self.call(builtins.type, [3])
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=ask)
            self.out.mark(known)
            self.add(_COPY, 1)
            self.load_attribute("__func__")
            self.load_cached(site, "method")
            self.load_attribute("function")
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=bare)
            self.add(_COPY, 1)
            self.load_attribute("__self__")
            self.add(_COPY, 3)
            self.add(_IS_OP, 0)
            self.add(_IF_FALSE, target=bare)
            self.add(_POP_TOP)  # then it goes on as the method form does
            self.load_cached(site, "method")
            self.load_attribute("twin")
            self.load_cached(site, "method")
            self.load_attribute("function")
            self.add(_LIST_APPEND, depth + 2)
            self.add(_SWAP, 2)
            self.add(_JUMP, target=done)
            self.out.mark(ask)
            self.load(METHODS)
            self._load_callee(id)
            self.call(builtins.type, [5])  # below it: METHODS, and `id` with its NULL
            self._call(1)
            self.add(_LOAD_CONST, site)
            self.add(_BUILD_TUPLE, 2)
            self.add(*_SUBSCRIPT)
            self.add(_COPY, 1)
            self.add(_IF_NONE, target=unknown)
            self.store_cached(site, "method")
            self.add(_JUMP, target=known)
            self.out.mark(unknown)
            self.add(_POP_TOP)
            self.call(ADMIT, [2], constants=[site])
            self.add(_POP_TOP)
            self.add(_JUMP, target=known)
            self.out.mark(bare)
            self.append(depth + 1)
            self.add(_SWAP, 2)
            self.add(_POP_TOP)
            self.add(_PUSH_NULL)
            self.add(_SWAP, 2)
            self.add(_JUMP, target=done)

        self.aside(other, cold)
        return True

    # -- exceptions ---------------------------------------------------------------------------------------------------

    def _exceptions(self) -> None:
        """The trampolines, and a table that leads every instruction to one."""
        ins, out = self.ins, self.out
        region_of = [-1] * len(ins)
        for number, region in enumerate(ins.regions):
            for i in range(region.start, region.end):
                region_of[i] = number
        self.place(-1, NOWHERE)
        entry_of: dict[int, tuple[int, int]] = {}  # region -> label, depth
        trampolines: list[tuple[int, int, int]] = []  # label, end, depth
        for number, region in enumerate(ins.regions):
            label = out.new_label()
            out.mark(label)
            entry_of[number] = (label, region.depth + 1)
            self._log_exception(Mark(MarkKind.HANDLER, self.template, region.target), region.depth)
            trampolines.append((label, len(out), region.depth + 1))
            if not region.lasti:
                self.add(_SWAP, 2)
                self.add(_POP_TOP)
            self.add(_JUMP, target=region.target)
        unwind = out.new_label()
        out.mark(unwind)
        entry_of[-1] = (unwind, 1)
        self._log_exception(Mark(MarkKind.UNWIND, self.template, -1), 0)
        trampolines.append((unwind, len(out), 1))
        self.add(_RERAISE, 1)
        out.layout()
        starts = out.starts
        entries: list[tuple[int, int, int, int, bool]] = []
        covering: int | None = None  # the region that covers what lies from emitted instruction `begin` on
        begin = 0
        for index, owner, _ in out.runs:
            region_here = None if owner < 0 or index < self.entered else region_of[owner]
            if region_here != covering:
                if covering is not None:
                    label, depth = entry_of[covering]
                    entries.append((starts[begin], starts[index], starts[out.labels[label]], depth, True))
                covering, begin = region_here, index
        # an interrupt that arrives in a trampoline (its calls look for signals) starts it again
        for label, end, depth in trampolines:
            start = starts[out.labels[label]]
            entries.append((start, starts[end], start, depth, True))
        self.template.exception_table = encode_exception_table(entries)

    def _log_exception(self, mark: Mark, depth: int) -> None:
        """Append mark, lasti and exception, one directly behind the other; lasti and exception lie on the stack."""
        if LASTI_ON_STACK:
            self.append_mark(mark, depth + 2)
            self.append(depth + 2, 2)
        else:  # a C function: a Python frame more would not do at the recursion limit
            self.call(_traceback_of, [1])
            self.append_mark(mark, depth + 3)
            self.add(_LIST_APPEND, depth + 3)
        self.append(depth + 2, 1)

    def _finish(self) -> None:
        out, template = self.out, self.template
        template.constants = self.constants
        template.names = tuple(self.names)
        template.bytecode = out.bytecode()
        template.location_table = out.location_table(self.code.co_firstlineno)
        template.runs = [out.starts[index] for index, _, _ in out.runs]
        template.owners = [owner for _, owner, _ in out.runs]
