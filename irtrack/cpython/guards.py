"""Guards: Python code that the interpreter runs behind an instruction, as operator methods and properties, is entered.

Before an instruction behind which such code may run, inserted ones test the types of its operands: is each the one for
which the instruction's site has found that nothing written in Python runs? Otherwise, aside, `ask` gives a callable
that does the same with the methods exchanged for their twins; or None, and the instruction runs as it is.
"""

import builtins
import operator
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from ..ir.operations import getslice
from .arrays import looks
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
from .facts import constant, decides, makes_bool
from .flow import numbers
from .guarded import EXCHANGED, GUARDED, TESTS, Guard, guard_of, is_operator
from .known import OPERAND, OWNER, Knowledge, Use, knowledge, local_of
from .marks import Mark, MarkKind
from .methods import MethodEmitter
from .opcodes import NUMBER, TABLE
from .operators import GROWING, REPLACEABLE, Form
from .sites import OperandSite
from .template import ASK, ITERATE, Template
from .versions import COMPARE_BOOL_FLAG, ITERATOR_SLOTS, LOAD_ATTR_SHIFT

_VIEWING = (operator.getitem, getslice)  # by which a memoryview gives another
_BUILD_TUPLE = NUMBER["BUILD_TUPLE"]
_CALLS = numbers("PRECALL", "CALL")
_MAKING = numbers("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_GLOBALS = numbers("LOAD_GLOBAL", "LOAD_NAME")
_LENDING = (Form.LEND, Form.RAISE)
_EXCEPTIONS = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
_LOAD_FAST, _SEND = NUMBER["LOAD_FAST"], NUMBER["SEND"]
_EXTEND = numbers("LIST_EXTEND", "SET_UPDATE")
_COMPARE_OP, _LOAD_ATTR, _LOAD_GLOBAL = NUMBER["COMPARE_OP"], NUMBER["LOAD_ATTR"], NUMBER["LOAD_GLOBAL"]
_TO_BOOL, _ITERATES = NUMBER.get("TO_BOOL", -1), numbers("GET_ITER", "GET_YIELD_FROM_ITER")


class GuardEmitter(MethodEmitter):
    """What stands before and beside instructions that have a guard."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type)
        self.guarded = guarded
        self.looks = looks(self.ins, self.stacks) if array_type is not None else set()
        self.looks_aside: set[int] = set()  # the same, but arrays are operated on aside only
        self.joins: dict[int, int] = {}  # instruction with a guard -> where control joins again behind it
        self.guards: dict[int, Guard] = {}
        self.grows = False  # does the code add in place to what may be no number?
        self.knowledge = self._find_guards() if guarded else Knowledge()
        # is there a flag on the stack, below the log, that says whether a test has failed?
        self.flagged = bool(self.knowledge.known)
        self.below += self.flagged
        # does the code index anything that was tested elsewhere? Classes may be indexed by code of their own
        indexed = any(guard.function in (operator.getitem, getslice) for guard in self.guards.values())
        self.indexes: tuple[str, ...] = ("[]",) if self.flagged and indexed else ()
        if self.flagged and self.grows:  # a bytearray that was tested elsewhere
            self.indexes += ("+=",)

    def _find_guards(self) -> Knowledge:
        """Fill `guards`, and find out which tests can be left out."""
        uses = {}
        displays = set()  # and operators on them
        grows = False
        for i, op in enumerate(self.ins.opcodes):
            stack = self.stacks[i]
            if stack is None or (op not in GUARDED and op not in MAKES_PLAIN):
                continue
            if self.is_plain(i):
                displays.add(i)
            guard = guard_of(self.ins, i)
            if guard is None:
                continue
            if guard.resizes_items or (self.template.careful and guard.function in REPLACEABLE):
                guard = replace(guard, kind=None)
            grows = grows or (guard.function in GROWING and not self.is_plain(stack[-2] >> 2))
            producers = [(k, stack[-guard.operands[k]] >> 2) for k in guard.tested]
            if guard.function is Form.RAISE and self._makes_exception(producers[0][1]):
                continue
            if guard.function is Form.STAR and (not self.template.careful or self._is_tuple(producers[0][1])):
                continue
            formats = guard.function is operator.mod and self._is_tuple(producers[-1][1])  # what is in it, too
            remade = guard.function is Form.STAR  # whatever it is: it may change
            tested = tuple(k for k, j in producers if not self.is_plain(j) or (formats and k) or remade)
            operates = guard.kind == OPERAND and is_operator(op, guard)
            if tested or not guard.tested:
                self.guards[i] = guard if tested == guard.tested else replace(guard, tested=tested)
                if guard.kind is not None:
                    places = tuple([guard.operands[k] for k in tested if not formats])
                    uses[i] = Use(guard.kind, places, guard.use, operates)
            elif operates:
                displays.add(i)
        self.grows = grows
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
            if op in TESTS or op in EXCHANGED or op in _EXTEND:  # which then works on that
                self.add(SWAP, guard.operands[0] + 1)
                self.add(POP_TOP)
                if op in TESTS:
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
        for where in places:
            self.load_known(site, "firsts", where)
            if depth is not None:
                self.add(COPY, 1)
            self.jump(IF_NONE, unseen)
            if depth is not None:
                enough = self.out.new_label()
                self.jump(IF_TRUE, enough)
                self._fail(depth)
                self.out.mark(enough)
        self.jump(JUMP, known)
        self.out.mark(unseen)
        if depth is not None and places:
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
        if guard.kind == OPERAND and is_operator(self.ins.opcodes[i], guard):
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
