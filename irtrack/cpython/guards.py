"""Guards: Python code that the interpreter runs behind an instruction, as operator methods and properties, is entered.

Before an instruction behind which such code may run, inserted ones test the types of its operands: is each the one for
which the instruction's site has found that nothing written in Python runs? Otherwise, aside, `ask` gives a callable
that does the same with the methods exchanged for their twins; or None, and the instruction runs as it is.
"""

import builtins
import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..ir.language import getslice, not_contains, setslice
from .arrays import looks
from .calls import SUBSCRIPT, CallEmitter
from .code import Instructions
from .emitter import COPY, IF_FALSE, IF_NONE, IS_OP, JUMP, POP_TOP, PUSH_NULL, SWAP
from .facts import TRUTH_TESTS, decides, makes_bool
from .flow import numbers
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE
from .operators import BINARY, COMPARISONS
from .sites import OperandSite
from .template import ASK, ITERATE, Template
from .versions import (
    CALLABLE_FIRST,
    COMPARE_BOOL_FLAG,
    COMPARE_SHIFT,
    ITERATOR_SLOTS,
    JUMPS_ON_EXACT_BOOL,
    LOAD_ATTR_SHIFT,
)

_BINARY_OP, _COMPARE_OP, _CONTAINS_OP = NUMBER["BINARY_OP"], NUMBER["COMPARE_OP"], NUMBER["CONTAINS_OP"]
_LOAD_ATTR, _STORE_ATTR, _DELETE_ATTR = NUMBER["LOAD_ATTR"], NUMBER["STORE_ATTR"], NUMBER["DELETE_ATTR"]
_TO_BOOL, _GET_ITER = NUMBER.get("TO_BOOL", -1), NUMBER["GET_ITER"]
# up to 3.12, what asks a value for its truth itself; not those that keep it on the stack
_TESTS = frozenset() if JUMPS_ON_EXACT_BOOL else TRUTH_TESTS
_CALLS = numbers("PRECALL", "CALL")
# whose types are plain, whatever they hold
_PLAIN = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "BUILD_TUPLE", "BUILD_LIST", "BUILD_SET",
                 "BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_SLICE", "BUILD_STRING", "FORMAT_VALUE", "FORMAT_SIMPLE",
                 "FORMAT_WITH_SPEC", "UNARY_NOT", "TO_BOOL", "IS_OP", "CONTAINS_OP", "MAKE_FUNCTION",
                 "LIST_EXTEND", "LIST_APPEND")  # fmt: skip
# the function, where its operands lie, counted from the top of the stack, and how many of them are tested
_Fixed = tuple[Callable[..., Any], tuple[int, ...], int]
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
}
_FIXED = {NUMBER[name]: row for name, row in _ROWS.items() if name in NUMBER}


@dataclass(frozen=True, slots=True)
class Guard:
    """What an instruction is a call of, where its operands lie on the stack, and which of the operands are tested."""

    function: Callable[..., Any]
    operands: tuple[int, ...]
    tested: tuple[int, ...]
    name: str = ""


def guard_of(ins: Instructions, stack: list[int], i: int) -> Guard | None:
    """The guard of instruction i; None where no Python code can run, or none that could be entered."""
    op, argument = ins.opcodes[i], ins.arguments[i]
    operands: tuple[int, ...]
    name = ""
    if op == _BINARY_OP:
        function: Callable[..., Any] = BINARY[argument]
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
    elif op == _TO_BOOL or op in _TESTS:
        if ins.opcodes[i - 1] == _COMPARE_OP:
            return None
        function, operands, count = bool, (1,), 1
    elif op in _FIXED:
        function, operands, count = _FIXED[op]
        if op in (_STORE_ATTR, _DELETE_ATTR):
            name = ins.code.co_names[argument]
    else:
        return None
    tested = tuple(k for k in range(count) if not _is_plain(ins, stack[-operands[k]] >> 2))
    return Guard(function, operands, tested, name) if tested else None


def _is_plain(ins: Instructions, producer: int) -> bool:
    if producer < 0:
        return False
    op = ins.opcodes[producer]
    return op in _PLAIN or (op == _COMPARE_OP and bool(ins.arguments[producer] & COMPARE_BOOL_FLAG))


class GuardEmitter(CallEmitter):
    """What stands before and beside instructions that have a guard."""

    def __init__(self, template: Template, array_type: type | None) -> None:
        super().__init__(template, array_type)
        self.looks = looks(self.ins, self.stacks) if array_type is not None else set()
        self.joins: dict[int, int] = {}  # instruction with a guard -> where control joins again behind it

    def guard(self, i: int, guard: Guard) -> None:
        """Test the operands of instruction i, which follows. Control joins behind it again, at `self.joins[i]`."""
        site = self.site(functools.partial(OperandSite, guard.function, guard.name, guard.tested))
        cold, plain, join = self.out.new_label(), self.out.new_label(), self.out.new_label()
        ins, stack = self.ins, self.stacks[i]
        assert stack is not None
        depth = len(stack)
        places = [guard.operands[k] for k in guard.tested]
        for attribute, where in zip(("first", "second"), places, strict=False):
            self.load_cached(site, attribute)
            self.call(builtins.type, [where + 1])
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, cold)
        self.out.mark(plain)
        self.joins[i] = join

        def ask() -> None:
            unseen, unknown = self.out.new_label(), self.out.new_label()
            for attribute, where in zip(("firsts", "seconds"), places, strict=False):
                self.load_cached(site, attribute)
                self.load_callee(id)
                self.call(builtins.type, [where + 3])
                self.make_call(1)
                self.add(*SUBSCRIPT)
                self.jump(IF_NONE, unseen)
            self.jump(JUMP, plain)
            self.out.mark(unseen)
            self.call(ASK, list(guard.operands), constants=[site])
            self.add(COPY, 1)
            self.jump(IF_NONE, unknown)
            self.add(PUSH_NULL)
            if not CALLABLE_FIRST:
                self.add(SWAP, 2)
            self.make_call(0)
            if ins.opcodes[i] in _TESTS:  # which then tests the truth itself
                self.add(SWAP, 2)
                self.add(POP_TOP)
                self._append_done(i, depth)
                self.jump(JUMP, plain)
            else:
                self._take_result(i)
                self.jump(JUMP, join)
            self.out.mark(unknown)
            self.add(POP_TOP)
            self.jump(JUMP, plain)

        self.aside(cold, ask)

    def _take_result(self, i: int) -> None:
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
            (self.append_guarded if i in self.looks else self.append)(depth)
        if op == _GET_ITER:
            if ins.opcodes[i + 1] not in _CALLS:  # of a generator expression, which sees its iterator
                self._exchange_iterator(self.site(functools.partial(OperandSite, next, "", (0,))))
            if ITERATOR_SLOTS == 2:
                self.add(PUSH_NULL)
        elif op == _LOAD_ATTR and LOAD_ATTR_SHIFT and argument & 1:
            self.add(PUSH_NULL)
        if i + 1 in self.taken:
            self.place(i + 1, ins.positions[i + 1])
            self.add(ins.opcodes[i + 1], ins.arguments[i + 1])

    def _append_done(self, i: int, depth: int) -> None:
        self.append_mark(Mark(MarkKind.DONE, self.template, i), depth)

    def guard_iterator(self) -> None:
        """Behind the load of an iterator, for which a loop asks no more: exchange one written in Python."""
        site = self.site(functools.partial(OperandSite, next, "", (0,)))
        cold, back = self.out.new_label(), self.out.new_label()
        self.load_cached(site, "first")
        self.call(builtins.type, [2])
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, cold)
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
