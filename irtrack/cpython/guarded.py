"""Which instructions have a guard: those behind which Python code may run, and what they are a call of."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from opcode import opname
from typing import Any

from ..ir.operations import getslice, not_contains, setslice
from .code import Instructions
from .facts import TRUTH_TESTS, constant
from .flow import numbers
from .known import OPERAND, OWNER
from .opcodes import NUMBER
from .operators import BINARY, COMPARISONS, Form
from .versions import (
    CALL_EX_HAS_KWARGS_SLOT,
    CALLABLE_FIRST,
    COMPARE_SHIFT,
    IMPORT_NAME_SHIFT,
    JUMPS_ON_EXACT_BOOL,
    LAZY_ANNOTATIONS,
    LAZY_IMPORTS,
    LAZY_INTRINSICS,
    LOAD_ATTR_SHIFT,
    SPECIAL_METHODS,
)

_BINARY_OP, _COMPARE_OP, _CONTAINS_OP = NUMBER["BINARY_OP"], NUMBER["COMPARE_OP"], NUMBER["CONTAINS_OP"]
_LOAD_ATTR, _STORE_ATTR, _DELETE_ATTR = NUMBER["LOAD_ATTR"], NUMBER["STORE_ATTR"], NUMBER["DELETE_ATTR"]
_TO_BOOL = NUMBER.get("TO_BOOL", -1)
# up to 3.12, what asks a value for its truth itself; not those that keep it on the stack
TESTS = frozenset() if JUMPS_ON_EXACT_BOOL else TRUTH_TESTS
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
_STAR = NUMBER["CALL_FUNCTION_EX"]
EXCHANGED = _LOOKUPS.keys() | numbers("UNPACK_SEQUENCE", "UNPACK_EX", "CALL_FUNCTION_EX")  # whose operand is exchanged
_OPERATORS = TESTS | numbers("BINARY_OP", "COMPARE_OP", "UNARY_NEGATIVE", "UNARY_POSITIVE", "UNARY_INVERT", "TO_BOOL")
_LOAD_CONST, _BUILD_SLICE, _STORE_SUBSCR = NUMBER["LOAD_CONST"], NUMBER["BUILD_SLICE"], NUMBER["STORE_SUBSCR"]
_CONTAINERS = numbers("CONTAINS_OP", "BINARY_SUBSCR", "BINARY_SLICE", "STORE_SUBSCR", "STORE_SLICE", "DELETE_SUBSCR",
                      "GET_ITER")  # fmt: skip
_HOOKS: dict[Any, str] = {setattr: "=", delattr: "del"}
_IMPORT_NAME, _RAISE = NUMBER["IMPORT_NAME"], NUMBER["RAISE_VARARGS"]
_INTRINSIC_1, _INTRINSIC_2 = NUMBER.get("CALL_INTRINSIC_1"), NUMBER.get("CALL_INTRINSIC_2")
_LOAD_SUPER_ATTR = NUMBER.get("LOAD_SUPER_ATTR")
_FIXED = {NUMBER[name]: row for name, row in _ROWS.items() if name in NUMBER}
GUARDED = _FIXED.keys() | _OPERATORS | _LOOKUPS.keys() | _CONVERSIONS | {
    _CONTAINS_OP, _LOAD_ATTR, _IMPORT_NAME, _RAISE, _INTRINSIC_1, _INTRINSIC_2, _STAR}  # fmt: skip


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
    def resizes_items(self) -> bool:
        """May it take out, or put in, items where a bytearray or a list changes its size?"""
        return self.function in (operator.delitem, setslice) or self.name == "slice"

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
    elif op == _TO_BOOL or op in TESTS:
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
    elif op == _STAR:
        function, operands, count = Form.STAR, (1 + (CALL_EX_HAS_KWARGS_SLOT or argument & 1),), 1
    elif op in _FIXED:
        function, operands, count = _FIXED[op]
        if op == _STORE_SUBSCR and _is_slice(ins, i - 1):
            name = "slice"
        if function is Form.LEND:
            name = opname[op]
        if op == _LOAD_SUPER_ATTR and argument & 1:  # a method
            return None
        if op in (_STORE_ATTR, _DELETE_ATTR):
            name = ins.code.co_names[argument]
    else:
        return None
    tested = tuple(range(count))
    if function is setslice or name == "slice":  # what is stored may be an iterator that calls something
        tested = 0, len(operands) - 1
    kind = None
    if function in (getattr, setattr, delattr) and count:
        kind = OWNER
    elif op in _OPERATORS or op in _CONTAINERS:
        kind = OPERAND
    return Guard(function, operands, tested, name, kind)


def _is_slice(ins: Instructions, i: int) -> bool:
    """Does instruction i make a slice?"""
    return ins.opcodes[i] == _BUILD_SLICE or (ins.opcodes[i] == _LOAD_CONST and isinstance(constant(ins, i), slice))


def is_operator(op: int, guard: Guard) -> bool:
    """Is it an operator, whose result is plain if its operands are?"""
    return op in _OPERATORS and guard.function is not operator.getitem
