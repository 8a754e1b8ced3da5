"""Guards: Python code that the interpreter runs behind an instruction, as operator methods and properties, is entered.

Before an instruction behind which such code may run, inserted ones test the types of its operands: is each the one for
which the instruction's site has found that nothing written in Python runs? Otherwise, aside, `ask` gives a callable
that does the same with the methods exchanged for their twins; or None, and the instruction runs as it is.
"""

import builtins
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from opcode import opname
from typing import Any

from ..ir.operations import getslice, not_contains, setslice
from .arrays import looks
from .calls import CallEmitter
from .code import Instructions
from .emitter import (
    COPY,
    CREATES,
    IF_FALSE,
    IF_NONE,
    IF_TRUE,
    IS_OP,
    JUMP,
    LOAD_CONST,
    MAKES_PLAIN,
    POP_TOP,
    PUSH_NULL,
    SWAP,
)
from .facts import TRUTH_TESTS, constant, decides, makes_bool
from .flow import numbers
from .known import OPERAND, OWNER, Knowledge, Use, knowledge, local_of
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE
from .operators import BINARY, COMPARISONS, REPLACEABLE, Form
from .sites import OperandSite
from .template import ASK, ITERATE, Template
from .versions import (
    CALLABLE_FIRST,
    COMPARE_BOOL_FLAG,
    COMPARE_SHIFT,
    IMPORT_NAME_SHIFT,
    ITERATOR_SLOTS,
    JUMPS_ON_EXACT_BOOL,
    LAZY_ANNOTATIONS,
    LAZY_IMPORTS,
    LAZY_INTRINSICS,
    LOAD_ATTR_SHIFT,
    SPECIAL_METHODS,
)

_BINARY_OP, _COMPARE_OP, _CONTAINS_OP = NUMBER["BINARY_OP"], NUMBER["COMPARE_OP"], NUMBER["CONTAINS_OP"]
_LOAD_ATTR, _STORE_ATTR, _DELETE_ATTR = NUMBER["LOAD_ATTR"], NUMBER["STORE_ATTR"], NUMBER["DELETE_ATTR"]
_VIEWING = (operator.getitem, getslice)  # by which a memoryview gives another
_BUILD_TUPLE = NUMBER["BUILD_TUPLE"]
_TO_BOOL, _ITERATES = NUMBER.get("TO_BOOL", -1), numbers("GET_ITER", "GET_YIELD_FROM_ITER")
# up to 3.12, what asks a value for its truth itself; not those that keep it on the stack
_TESTS = frozenset() if JUMPS_ON_EXACT_BOOL else TRUTH_TESTS
_CALLS = numbers("PRECALL", "CALL")
_MAKING = numbers("CALL", "CALL_KW", "CALL_FUNCTION_EX")
# the function, where its operands lie, counted from the top of the stack, and how many of them are tested
_Fixed = tuple[Callable[..., Any] | Form, tuple[int, ...], int]
_ROWS: dict[str, _Fixed] = {
    "UNARY_NEGATIVE": (operator.neg, (1,), 1),
    "UNARY_POSITIVE": (operator.pos, (1,), 1),
    "UNARY_INVERT": (operator.invert, (1,), 1),
    "BINARY_SUBSCR": (operator.getitem, (2, 1), 1),
    "BINARY_SLICE": (getslice, (3, 2, 1), 1),
    "STORE_SUBSCR": (operator.setitem, (2, 1, 3), 1),
    "STORE_SLICE": (setslice, (3, 2, 1, 4), 1),
    "DELETE_SUBSCR": (operator.delitem, (2, 1), 1),
    "STORE_ATTR": (setattr, (1, 2), 1),
    "DELETE_ATTR": (delattr, (1,), 1),
    "GET_ITER": (iter, (1,), 1),
    "GET_YIELD_FROM_ITER": (iter, (1,), 1),
    "FORMAT_SIMPLE": (format, (1,), 1),
    "FORMAT_WITH_SPEC": (format, (2, 1), 1),
    "UNPACK_SEQUENCE": (Form.UNPACK, (1,), 1),
    "UNPACK_EX": (Form.UNPACK, (1,), 1),
    "LIST_EXTEND": (Form.EXTEND, (1,), 1),
    "SET_UPDATE": (Form.EXTEND, (1,), 1),
    # what C code calls by itself there; `name` is that of the instruction
    "DICT_MERGE": (Form.LEND, (1,), 1),
    "DICT_UPDATE": (Form.LEND, (1,), 1),
    "MATCH_CLASS": (Form.LEND, (3, 2), 2),
    "MATCH_KEYS": (Form.LEND, (2,), 1),
    "CHECK_EG_MATCH": (Form.LEND, (2,), 1),
    "LOAD_SUPER_ATTR": (Form.LEND, (1,), 1),
}
# what looks special methods up: their names, "" where the argument tells
_LOOKUPS = {
    NUMBER[name]: methods
    for name, methods in (
        ("BEFORE_WITH", "__enter__ __exit__"), ("BEFORE_ASYNC_WITH", "__aenter__ __aexit__"), ("LOAD_SPECIAL", ""),
        ("GET_AWAITABLE", "__await__"), ("GET_AITER", "__aiter__"),
    )
    if name in NUMBER
}  # fmt: skip
_CONVERSIONS, _FORMAT_VALUE = numbers("CONVERT_VALUE", "FORMAT_VALUE"), NUMBER.get("FORMAT_VALUE")
_EXCHANGE = _LOOKUPS.keys() | numbers("UNPACK_SEQUENCE", "UNPACK_EX")  # whose operand is exchanged
_EXTEND = numbers("LIST_EXTEND", "SET_UPDATE")
_OPERATORS = _TESTS | numbers("BINARY_OP", "COMPARE_OP", "UNARY_NEGATIVE", "UNARY_POSITIVE", "UNARY_INVERT", "TO_BOOL")
_CONTAINERS = numbers("CONTAINS_OP", "BINARY_SUBSCR", "BINARY_SLICE", "STORE_SUBSCR", "STORE_SLICE", "DELETE_SUBSCR",
                      "GET_ITER")  # fmt: skip
_HOOKS: dict[Any, str] = {setattr: "=", delattr: "del"}
_IMPORT_NAME, _RAISE = NUMBER["IMPORT_NAME"], NUMBER["RAISE_VARARGS"]
_INTRINSIC_1, _INTRINSIC_2 = NUMBER.get("CALL_INTRINSIC_1"), NUMBER.get("CALL_INTRINSIC_2")
_LOAD_GLOBAL, _LOAD_SUPER_ATTR = NUMBER["LOAD_GLOBAL"], NUMBER.get("LOAD_SUPER_ATTR")
_GLOBALS = numbers("LOAD_GLOBAL", "LOAD_NAME")
_LENDING = (Form.LEND, Form.RAISE)
_EXCEPTIONS = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
_LOAD_FAST, _SEND = NUMBER["LOAD_FAST"], NUMBER["SEND"]
_FIXED = {NUMBER[name]: row for name, row in _ROWS.items() if name in NUMBER}
_GUARDED = _FIXED.keys() | _OPERATORS | _LOOKUPS.keys() | _CONVERSIONS | {
    _CONTAINS_OP, _LOAD_ATTR, _IMPORT_NAME, _RAISE, _INTRINSIC_1, _INTRINSIC_2}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Guard:
    """What an instruction is a call of, where its operands lie on the stack, and which of the operands are tested."""

    function: Callable[..., Any] | Form
    operands: tuple[int, ...]
    tested: tuple[int, ...]
    name: str = ""
    kind: int | None = None  # of knowledge that the tests give

    @property
    def is_of_owner(self) -> bool:
        """May what runs depend on more than the type of the operand?"""
        return self.function in (getattr, operator.getitem, getslice, Form.RAISE)

    @property
    def use(self) -> str:
        """What is done with the attribute: its name, that of a method behind it."""
        return self.name if self.function is getattr else f"{self.name} {_HOOKS.get(self.function, '')}"


def guard_of(ins: Instructions, i: int) -> Guard | None:
    """The guard of instruction i; None where no Python code can run, or none that could be entered."""
    op, argument = ins.opcodes[i], ins.arguments[i]
    operands: tuple[int, ...]
    name = ""
    if op == _BINARY_OP:
        function: Callable[..., Any] | Form = BINARY[argument]
        count = 1 if function is operator.getitem else 2
        operands = (2, 1)
    elif op == _COMPARE_OP:
        function, operands, count = COMPARISONS[argument >> COMPARE_SHIFT], (2, 1), 2
    elif op == _CONTAINS_OP:
        function, operands, count = not_contains if argument else operator.contains, (1, 2), 1
    elif op == _LOAD_ATTR:
        if not CALLABLE_FIRST and LOAD_ATTR_SHIFT and argument & 1:
            return None
        function, operands, count = getattr, (1,), 1
        name = ins.code.co_names[argument >> LOAD_ATTR_SHIFT]
        if LAZY_ANNOTATIONS and name == "__annotations__":
            count = 0  # what runs is another function for each operand
    elif op == _TO_BOOL or op in _TESTS:
        if ins.opcodes[i - 1] == _COMPARE_OP:
            return None
        function, operands, count = bool, (1,), 1
    elif op in _LOOKUPS:
        function, operands, count = Form.METHODS, (1,), 1
        name = _LOOKUPS[op] or SPECIAL_METHODS[argument]
    elif op in _CONVERSIONS:
        has_spec = op == _FORMAT_VALUE and argument & 4
        function, count = (format, str, repr, ascii)[argument & 3], 1
        operands = (2, 1) if has_spec else (1,)
    elif op == _IMPORT_NAME and not (LAZY_IMPORTS and argument & 1):
        function, operands, count = Form.IMPORT, (2, 1), 0
        name = ins.code.co_names[argument >> IMPORT_NAME_SHIFT]
    elif op == _RAISE and argument:
        function, operands, count = Form.RAISE, (argument,), 1
        name = opname[op]
    elif op in (_INTRINSIC_1, _INTRINSIC_2) and argument in LAZY_INTRINSICS[op == _INTRINSIC_2]:
        function, operands, count = Form.LEND, (1,), 0
        name = "CALL_INTRINSIC"
    elif op in _FIXED:
        function, operands, count = _FIXED[op]
        if function is Form.LEND:
            name = opname[op]
        if op == _LOAD_SUPER_ATTR and argument & 1:  # a method
            return None
        if op in (_STORE_ATTR, _DELETE_ATTR):
            name = ins.code.co_names[argument]
    else:
        return None
    kind = None
    if function in (getattr, setattr, delattr) and count:
        kind = OWNER
    elif op in _OPERATORS or op in _CONTAINERS:
        kind = OPERAND
    return Guard(function, operands, tuple(range(count)), name, kind)


def _operates(op: int, guard: Guard) -> bool:
    """Is it an operator, whose result is plain if its operands are?"""
    return op in _OPERATORS and guard.function is not operator.getitem


class GuardEmitter(CallEmitter):
    """What stands before and beside instructions that have a guard."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type)
        self.guarded = guarded
        self.looks = looks(self.ins, self.stacks) if array_type is not None else set()
        self.looks_aside: set[int] = set()  # the same, but arrays are operated on aside only
        self.joins: dict[int, int] = {}  # instruction with a guard -> where control joins again behind it
        self.guards: dict[int, Guard] = {}
        self.knowledge = self._find_guards() if guarded else Knowledge()
        # is there a flag on the stack, below the log, that says whether a test has failed?
        self.flagged = bool(self.knowledge.known)
        self.below += self.flagged
        # does the code index anything that was tested elsewhere? Classes may be indexed by code of their own
        indexed = any(guard.function in (operator.getitem, getslice) for guard in self.guards.values())
        self.indexes = ("[]",) if self.flagged and indexed else ()

    def _find_guards(self) -> Knowledge:
        """Fill `guards`, and find out which tests can be left out."""
        uses = {}
        displays = set()  # and operators on them
        for i, op in enumerate(self.ins.opcodes):
            stack = self.stacks[i]
            if stack is None or (op not in _GUARDED and op not in MAKES_PLAIN):
                continue
            if self.is_plain(i):
                displays.add(i)
            guard = guard_of(self.ins, i)
            if guard is None:
                continue
            if self.template.careful and guard.function in REPLACEABLE:
                guard = replace(guard, kind=None)
            producers = [(k, stack[-guard.operands[k]] >> 2) for k in guard.tested]
            if guard.function is Form.RAISE and self._makes_exception(producers[0][1]):
                continue
            formats = guard.function is operator.mod and self._is_tuple(producers[-1][1])  # what is in it, too
            tested = tuple(k for k, j in producers if not self.is_plain(j) or (formats and k))
            operates = guard.kind == OPERAND and _operates(op, guard)
            if tested or not guard.tested:
                self.guards[i] = guard if tested == guard.tested else replace(guard, tested=tested)
                if guard.kind is not None:
                    places = tuple([guard.operands[k] for k in tested if not formats])
                    uses[i] = Use(guard.kind, places, guard.use, operates)
            elif operates:
                displays.add(i)
        gained = knowledge(self.ins, self.stacks, uses, frozenset(displays))
        for i, plain in gained.plain.items():
            guard = self.guards.pop(i)
            if tested := tuple(k for k in guard.tested if guard.operands[k] not in plain):
                self.guards[i] = replace(guard, tested=tested)
        return gained

    def _makes_exception(self, producer: int) -> bool:
        """Does an instruction push an instance, most likely, or an exception class written in C?"""
        op = self.ins.opcodes[producer] if producer >= 0 else -1
        if op in _GLOBALS:
            argument = self.ins.arguments[producer]
            name = self.code.co_names[argument >> 1 if op == _LOAD_GLOBAL else argument]
            return name in _EXCEPTIONS
        return op in _MAKING

    def _is_tuple(self, producer: int) -> bool:
        return producer >= 0 and self.ins.opcodes[producer] == _BUILD_TUPLE

    def guard(self, i: int, guard: Guard) -> None:
        """Test the operands of instruction i, which follows. Control joins behind it again, at `self.joins[i]`."""
        ins, stack = self.ins, self.stack_at(i)
        depth = len(stack)
        places = [guard.operands[k] for k in guard.tested]
        known = self.knowledge.known.get(i, frozenset())
        names: tuple[str, ...] = ()
        if guard.kind == OWNER and not known:
            names = self.knowledge.names.get(local_of(ins, stack, places[0]), ())
        elif guard.kind == OPERAND:
            names = self.indexes
        looks_aside = (
            i in self.looks and guard.kind == OPERAND and CREATES[ins.opcodes[i]] and bool(places) and not known
        )
        if looks_aside:
            self.looks.discard(i)
            self.looks_aside.add(i)
        site = self.site(partial(OperandSite, guard.function, guard.name, guard.tested, names, looks=not looks_aside))
        cold, plain, join = self.out.new_label(), self.out.new_label(), self.out.new_label()
        tests = list(zip(("first", "second"), places, strict=False))
        if known:
            careful = self.out.new_label()
            self.add(COPY, depth + 2)
            self.jump(IF_TRUE, careful)

            def test_all() -> None:
                failed = self.out.new_label()
                for attribute, where in tests:
                    self.test_type(site, attribute, where, failed)
                self.jump(JUMP, plain)
                self.out.mark(failed)
                self.jump(JUMP, cold)

            self.aside(careful, test_all)
        # what a global variable holds that has attributes is a class or a module, most likely
        owner = stack[-places[0]] >> 2 if guard.is_of_owner and places else -1
        owner_first = owner >= 0 and ins.opcodes[owner] in _GLOBALS
        if owner_first:
            self.test_owner(site, places[0])
            self.jump(IF_FALSE, cold)
        else:
            for attribute, where in tests:
                if where not in known:
                    self.test_type(site, attribute, where, cold)
        if guard.function is Form.IMPORT:
            self._test_module(site, guard.name if constant(ins, stack[-2] >> 2) == 0 else "", cold)
        elif not places:
            self.jump(JUMP, cold)
        self.out.mark(plain)
        if guard.function in _LENDING:
            self.aside(cold, partial(self._lend, guard, site, places, plain))
            return
        self.joins[i] = join
        fails = self.flagged and self._tells(i, guard)

        def ask() -> None:
            unknown = self.out.new_label()
            native = self.out.new_label() if looks_aside else plain
            if owner_first:
                other = self.out.new_label()
                self.test_type(site, "first", places[0], other)
                self.jump(JUMP, native)
                self.out.mark(other)
            if places:
                self._look_up(site, places, native, depth if fails else None, by_owner=guard.is_of_owner)
            self.call(ASK, list(guard.operands), constants=[site])
            self.add(COPY, 1)
            self.jump(IF_NONE, unknown)
            self.call_attempt()
            op = ins.opcodes[i]
            if op in _TESTS or op in _EXCHANGE or op in _EXTEND:  # which then works on that
                self.add(SWAP, 2)
                self.add(POP_TOP)
                if op in _TESTS:
                    self._append_done(i, depth)
                    if fails:
                        self._fail(depth)
                elif op in _EXTEND:
                    self.add(op, ins.arguments[i])
                    self._append_done(i, depth - 1)
                self.jump(JUMP, join if op in _EXTEND else plain)
            else:
                self._take_result(i, fails)
                self.jump(JUMP, join)
            self.out.mark(unknown)
            self.add(POP_TOP)
            if not looks_aside:
                self.jump(JUMP, plain)
                return
            self.place(i, ins.positions[i])
            self.out.mark(native)
            self.add(ins.opcodes[i], ins.arguments[i])
            self.append_results(i, guarded=True, kept=True)
            self.store_taken(i)
            self.jump(JUMP, join)

        self.aside(cold, ask)

    def _lend(self, guard: Guard, site: int, places: list[int], plain: int) -> None:
        """Ask for code to be lent to what an instruction may call, which goes on at `plain`."""
        if places:
            self._look_up(site, places, plain, by_owner=guard.is_of_owner)
        self.call(ASK, list(guard.operands), constants=[site])
        self.add(POP_TOP)
        self.jump(JUMP, plain)

    def _test_module(self, site: int, name: str, other: int) -> None:
        """Jump to `other` unless the module of that name is the one that the site has."""
        self.load_cached(site, "first")
        self.load_callee(sys.modules.get)
        self.load(name)
        self.emitted.append(site << 8 | LOAD_CONST)
        self.make_call(2)
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, other)

    def test_locals(self, i: int, depth: int) -> None:
        """Behind store i, or with -1 when a call begins: test local variables that are known from there on."""
        for variable, kind in self.knowledge.tests.get(i, ()):
            names = self.knowledge.names.get(variable, ()) if kind == OWNER else self.indexes
            form = Form.OWN if kind == OWNER else Form.OPERATE
            site = self.site(partial(OperandSite, form, "", (0,), names))
            cold, back = self.out.new_label(), self.out.new_label()
            self.load_cached(site, "first")
            self.load_callee(builtins.type)
            self.add(_LOAD_FAST, variable)
            self.make_call(1)
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, cold)
            self.out.mark(back)
            self.aside(cold, partial(self._examine, site, variable, depth + 1, back, form))

    def _examine(self, site: int, variable: int, depth: int, back: int, form: Form) -> None:
        plain = self.out.new_label()
        self.add(_LOAD_FAST, variable)
        self._look_up(site, [1], plain, depth, by_owner=form is Form.OWN)
        self.call(ASK, [1], constants=[site])
        self.add(SWAP, 2)
        self.add(POP_TOP)
        self.add(COPY, 1)
        self.jump(IF_NONE, plain)
        self._fail(depth)
        self.out.mark(plain)
        self.add(POP_TOP)
        self.jump(JUMP, back)

    def _look_up(
        self, site: int, places: list[int], known: int, depth: int | None = None, *, by_owner: bool = False
    ) -> None:
        """Go on at `known` if the site knows the types of what lies at these places, or what lies there by itself.

        With a `depth` of the stack the flag is set if what relies on the test may not.
        """
        unseen = self.out.new_label()
        if by_owner:
            other, owned = self.out.new_label(), self.out.new_label()
            self.test_owner(site, places[0])
            self.jump(IF_TRUE, owned)
        may_fail = depth is not None and len(places) == 1
        for where in places:
            self.load_known(site, "firsts", where)
            if may_fail:
                self.add(COPY, 1)
            self.jump(IF_NONE, unseen)
        if depth is not None and may_fail:
            enough = self.out.new_label()
            self.jump(IF_TRUE, enough)
            self._fail(depth)
            self.out.mark(enough)
        self.jump(JUMP, known)
        self.out.mark(unseen)
        if may_fail:
            self.add(POP_TOP)
        if by_owner:
            self.load_known(site, "owners", places[0], of_type=False)
            self.jump(IF_NONE, other)
            self.out.mark(owned)
            if depth is not None:
                self._fail(depth)
            self.jump(JUMP, known)
            self.out.mark(other)

    def _tells(self, i: int, guard: Guard) -> bool:
        """May other instructions rely on what the tests of this one tell?"""
        if guard.kind == OPERAND and _operates(self.ins.opcodes[i], guard):
            return True
        stack = self.stack_at(i)
        variables = [local_of(self.ins, stack, guard.operands[k]) for k in guard.tested]
        if guard.kind == OWNER:
            return any(variable in self.knowledge.names for variable in variables)
        return guard.kind == OPERAND and max(variables, default=-1) >= 0

    def _fail(self, depth: int) -> None:
        """Set the flag that a test has failed."""
        self.load(True)
        self.add(SWAP, depth + 3)
        self.add(POP_TOP)

    def _take_result(self, i: int, fails: bool) -> None:
        """What instruction i does with its operands and the result, which lies on them."""
        ins = self.ins
        op, argument, stack = ins.opcodes[i], ins.arguments[i], self.stacks[i]
        row = TABLE[op]
        assert row is not None
        assert stack is not None
        pops = row.pops(argument)
        if not row.after:
            for _ in range(pops + 1):
                self.add(POP_TOP)
            self._append_done(i, len(stack) - pops)
            if fails:
                self._fail(len(stack) - pops)
            return
        self.add(SWAP, pops + 1)
        for _ in range(pops):
            self.add(POP_TOP)
        depth = len(stack) - pops + 1
        if op == _COMPARE_OP and argument & COMPARE_BOOL_FLAG:
            self.add(_TO_BOOL)
        if decides(ins, i) or (op == _TO_BOOL and not makes_bool(ins, i)):
            self._append_done(i, depth)
        elif i not in self.template.unlogged:
            if self.guards[i].function in _VIEWING:
                self.append_kept(depth)
            else:
                (self.append_guarded if i in self.looks or i in self.looks_aside else self.append)(depth)
        if fails:
            self._fail(depth)
        if op in _ITERATES:
            if ins.opcodes[i + 2] == _SEND:  # `yield from`, which calls its `send`
                self._exchange_iterator(self.site(partial(OperandSite, Form.LEND, "SEND", ())))
            elif ins.opcodes[i + 1] not in _CALLS:  # not for a generator expression, which sees its iterator
                self._exchange_iterator(self.site(partial(OperandSite, next, "", (0,))))
            if ITERATOR_SLOTS == 2:
                self.add(PUSH_NULL)
        elif op == _LOAD_ATTR and LOAD_ATTR_SHIFT and argument & 1:
            self.add(PUSH_NULL)
        self.store_taken(i)

    def _append_done(self, i: int, depth: int) -> None:
        self.append_mark(Mark(MarkKind.DONE, self.template, i), depth)

    def guard_iterator(self, function: Callable[..., Any] = next) -> None:
        """Behind the load of an iterator, for which a loop asks no more: exchange one written in Python."""
        site = self.site(partial(OperandSite, function, "", (0,)))
        cold, back = self.out.new_label(), self.out.new_label()
        self.test_type(site, "first", 1, cold)
        self.out.mark(back)

        def exchange() -> None:
            self._exchange_iterator(site)
            self.jump(JUMP, back)

        self.aside(cold, exchange)

    def _exchange_iterator(self, site: int) -> None:
        """Let a loop go on with an iterator written in C that calls the twin of `__next__`."""
        self.call(ITERATE, [1], constants=[site])
        self.add(SWAP, 2)
        self.add(POP_TOP)
