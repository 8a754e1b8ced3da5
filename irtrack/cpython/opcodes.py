"""The table of opcodes: one row for each name that any supported CPython has.

A row gives the stack effect in CPython's own notation (before -- after) and what the instruction means in the IR.
`name[expr]` stands for as many slots as `expr` says (`a` is the instruction's argument, `ITER` the slots of an
iterator). A slot called `null` holds NULL, one whose name begins with `maybe` may hold NULL.

Meanings:
    Operation(f)   a call of `f` with the popped values, which pushes its result
    Special(name)  a special form over the popped values
    a word         a case of its own in the lifter (lift/data.py, lift/transfers.py), which says what it does
"""

import builtins
import opcode
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

from .versions import CALL_EX_HAS_KWARGS_SLOT, CALLABLE_FIRST, HAS_SEND_SLOT, ITERATOR_SLOTS, VERSION


@dataclass(frozen=True, slots=True)
class Operation:
    """A call of a known function with the popped values: `operator.add(left, right)`."""

    function: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Special:
    """A special form over the popped values: `$(name)(...)`."""

    name: str


Meaning = Operation | Special | str


@dataclass(frozen=True, slots=True)
class Slot:
    """One entry of a stack effect: `items[a]`."""

    name: str
    count: Callable[[int], int]

    @property
    def kind(self) -> str:
        return "null" if self.name == "null" else "maybe" if self.name.startswith("maybe") else "value"


@dataclass(frozen=True, slots=True)
class Row:
    """One opcode: `BINARY_OP  (left right -- value)  meaning`."""

    name: str
    before: tuple[Slot, ...]
    after: tuple[Slot, ...]
    meaning: Meaning
    logs: bool  # is what it pushes appended to the log?
    creates: bool  # can its value be a new array, which the byte budget wants to see?

    def pops(self, argument: int) -> int:
        return sum(slot.count(argument) for slot in self.before)

    def pushes(self, argument: int) -> list[str]:
        """The kinds of the pushed slots, the top of the stack last."""
        return [slot.kind for slot in self.after for _ in range(slot.count(argument))]


ROWS: dict[str, Row] = {}
_SLOT = re.compile(r"(\w+)(?:\[(.+?)\])?")


@cache
def _count(expression: str) -> Callable[[int], int]:
    count: Callable[[int], int] = eval(f"lambda a: {expression}", {"ITER": ITERATOR_SLOTS})
    return count


def _slots(text: str) -> tuple[Slot, ...]:
    return tuple(Slot(match[1], _count(match[2] or "1")) for match in _SLOT.finditer(text))


def row(name: str, effect: str, meaning: Meaning, *, logs: bool | None = None, creates: bool = False) -> None:
    before, after = effect.split("--")
    if logs is None:
        logs = not isinstance(meaning, str) and bool(after.strip())
    ROWS[name] = Row(name, _slots(before), _slots(after), meaning, logs, creates)


# fmt: off
# constants and locals
row("LOAD_CONST",            "-- value", "constant")
row("LOAD_SMALL_INT",        "-- value", "constant")
row("LOAD_COMMON_CONSTANT",  "-- value", "constant")
row("LOAD_ASSERTION_ERROR",  "-- value", "constant")
row("LOAD_FAST",             "-- value", "load_fast")
row("LOAD_FAST_BORROW",      "-- value", "load_fast")
row("LOAD_FAST_CHECK",       "-- value", "load_fast")
row("LOAD_FAST_AND_CLEAR",   "-- maybe", "load_fast_and_clear")
row("LOAD_FAST_LOAD_FAST",   "-- value value", "load_fast_load_fast")
row("LOAD_FAST_BORROW_LOAD_FAST_BORROW", "-- value value", "load_fast_load_fast")
row("STORE_FAST",            "maybe --", "store_fast")
row("STORE_FAST_LOAD_FAST",  "value -- value", "store_fast_load_fast")
row("STORE_FAST_STORE_FAST", "value value --", "store_fast_store_fast")
row("DELETE_FAST",           "--", "delete_fast")
row("LOAD_CLOSURE",          "-- value", "load_closure", logs=True)

# names: globals, builtins, cells
row("LOAD_GLOBAL",  "-- value null[a & 1]" if CALLABLE_FIRST else "-- null[a & 1] value", "load_name", logs=True)
row("LOAD_NAME",         "-- value", "load_name", logs=True)
row("LOAD_DEREF",        "-- value", "load_name", logs=True)
row("LOAD_CLASSDEREF",   "-- value", "load_name", logs=True)
row("LOAD_BUILD_CLASS",  "-- value", "load_name", logs=True)
row("LOAD_FROM_DICT_OR_DEREF",   "mapping -- value", "load_name", logs=True)
row("LOAD_FROM_DICT_OR_GLOBALS", "mapping -- value", "load_name", logs=True)
row("LOAD_LOCALS",       "-- value", Special("locals"))
row("STORE_NAME",        "value --", "store_name")
row("STORE_GLOBAL",      "value --", "store_name")
row("STORE_DEREF",       "value --", "store_name")
row("DELETE_NAME",       "--", "delete_name")
row("DELETE_GLOBAL",     "--", "delete_name")
row("DELETE_DEREF",      "--", "delete_name")
row("MAKE_CELL",         "--", "ignored")
row("COPY_FREE_VARS",    "--", "ignored")
row("SETUP_ANNOTATIONS", "--", Special("setup_annotations"))

# attributes
METHOD = "value maybe_self" if CALLABLE_FIRST else "maybe_method value"
row("LOAD_ATTR", f"owner -- {METHOD.split()[0]}[a & 1] {METHOD.split()[1]}[a & 1] value[1 - (a & 1)]"
    if VERSION >= (3, 12) else "owner -- value", "load_attr", logs=True)
row("LOAD_METHOD",      f"owner -- {METHOD}", "load_method", logs=True)
row("LOAD_SUPER_ATTR",  f"super class self -- {METHOD.split()[0]}[a & 1] {METHOD.split()[1]}[a & 1] value[1 - (a & 1)]",
    "load_super_attr", logs=True)
row("LOAD_SPECIAL",     "owner -- value maybe_self", "load_special", logs=True)
row("STORE_ATTR",       "value owner --", "store_attr")
row("DELETE_ATTR",      "owner --", "delete_attr")

# operators
row("UNARY_NEGATIVE",   "operand -- value", Operation(operator.neg), creates=True)
row("UNARY_POSITIVE",   "operand -- value", Operation(operator.pos), creates=True)
row("UNARY_INVERT",     "operand -- value", Operation(operator.invert), creates=True)
row("UNARY_NOT",        "operand -- value", Operation(operator.not_))
row("BINARY_OP",        "left right -- value", "binary_op", logs=True, creates=True)
row("COMPARE_OP",       "left right -- value", "compare_op", logs=True, creates=True)
row("IS_OP",            "left right -- value", "is_op", logs=True)
row("CONTAINS_OP",      "item container -- value", "contains_op", logs=True)
row("BINARY_SUBSCR",    "container key -- value", Operation(operator.getitem), creates=True)
row("BINARY_SLICE",     "container start stop -- value", "binary_slice", logs=True, creates=True)
row("STORE_SUBSCR",     "value container key --", "store_subscr")
row("STORE_SLICE",      "value container start stop --", "store_slice")
row("DELETE_SUBSCR",    "container key --", "delete_subscr")
row("TO_BOOL",          "operand -- value", "to_bool")

# containers and text
row("BUILD_TUPLE",      "items[a] -- value", Special("tuple"))
row("BUILD_LIST",       "items[a] -- value", Special("list"))
row("BUILD_SET",        "items[a] -- value", Special("set"))
row("BUILD_MAP",        "items[2*a] -- value", Special("dict"))
row("BUILD_CONST_KEY_MAP", "items[a] keys -- value", "build_const_key_map", logs=True)
row("BUILD_SLICE",      "items[a] -- value", Special("slice"))
row("BUILD_STRING",     "items[a] -- value", Special("string"))
row("BUILD_INTERPOLATION", "value text spec[a & 1] -- value", Special("interpolation"))
row("BUILD_TEMPLATE",   "strings interpolations -- value", Special("template"))
row("FORMAT_VALUE",     "value spec[(a >> 2) & 1] -- value", "format_value", logs=True)
row("CONVERT_VALUE",    "value -- value", "convert_value", logs=True)
row("FORMAT_SIMPLE",    "value -- value", Operation(builtins.format))
row("FORMAT_WITH_SPEC", "value spec -- value", Operation(builtins.format))
row("LIST_TO_TUPLE",    "list -- value", Special("list_to_tuple"))
row("LIST_APPEND",      "item --", "extend")
row("SET_ADD",          "item --", "extend")
row("MAP_ADD",          "key item --", "extend")
row("LIST_EXTEND",      "items --", "extend")
row("SET_UPDATE",       "items --", "extend")
row("DICT_UPDATE",      "items --", "extend")
row("DICT_MERGE",       "items --", "extend")
row("UNPACK_SEQUENCE",  "sequence -- values[a]", "unpack", logs=True)
row("UNPACK_EX",        "sequence -- values[(a & 255) + 1 + (a >> 8)]", "unpack", logs=True)

# pattern matching
row("GET_LEN",          "subject -- subject value", "get_len", logs=True)
row("MATCH_SEQUENCE",   "subject -- subject value", "match_kind", logs=True)
row("MATCH_MAPPING",    "subject -- subject value", "match_kind", logs=True)
row("MATCH_KEYS",       "subject keys -- subject keys value", "match_keys", logs=True)
row("MATCH_CLASS",      "subject type names -- value", "match_class", logs=True)

# calls
row("PUSH_NULL",        "-- null", "push_null")
row("KW_NAMES",         "--", "kw_names")
row("PRECALL",          "--", "ignored")
CALLEE = "callable maybe_self" if CALLABLE_FIRST else "maybe_method callable"
row("CALL",             f"{CALLEE} items[a] -- value", "call", logs=True, creates=True)
row("CALL_KW",          f"{CALLEE} items[a] names -- value", "call", logs=True, creates=True)
row("CALL_FUNCTION_EX",
    "callable null arguments maybe_keywords -- value" if CALL_EX_HAS_KWARGS_SLOT else
    "callable null arguments keywords[a & 1] -- value" if CALLABLE_FIRST else
    "null callable arguments keywords[a & 1] -- value", "call_ex", logs=True, creates=True)
row("CALL_INTRINSIC_1", "operand -- value", "intrinsic_1", logs=True)
row("CALL_INTRINSIC_2", "left right -- value", "intrinsic_2", logs=True)
row("MAKE_FUNCTION",    "code -- value" if VERSION >= (3, 13) else
    "items[(a & 1) + (a >> 1 & 1) + (a >> 2 & 1) + (a >> 3 & 1)] code -- value", "make_function", logs=True)
row("SET_FUNCTION_ATTRIBUTE", "attribute function -- function", "set_function_attribute")
row("IMPORT_NAME",      "level names -- value", "import_name", logs=True)
row("IMPORT_FROM",      "module -- module value", "import_from", logs=True)
row("IMPORT_STAR",      "module --", Special("import_star"))
row("PRINT_EXPR",       "value --", Special("print_expression"))

# iteration
row("GET_ITER",         "iterable -- value maybe_index[ITER - 1]", "get_iter", logs=True)
row("FOR_ITER",         "iterator maybe_index[ITER - 1] -- iterator maybe_index[ITER - 1] value", "for_iter", logs=True)
row("END_FOR",          "iterator value --" if VERSION < (3, 13) else "value --", "pop")
row("POP_ITER",         "iterator maybe_index[ITER - 1] --", "pop")

# control
row("NOP",              "--", "ignored")
row("NOT_TAKEN",        "--", "ignored")
row("RESUME",           "--", "resume")
row("POP_TOP",          "value --", "pop")
row("COPY",             "-- value", "copy")
row("SWAP",             "--", "swap")
row("JUMP_FORWARD",     "--", "jump")
row("JUMP_BACKWARD",    "--", "jump")
row("JUMP_BACKWARD_NO_INTERRUPT", "--", "jump")
for _where in ("", "FORWARD_", "BACKWARD_"):
    for _test in ("TRUE", "FALSE", "NONE", "NOT_NONE"):
        row(f"POP_JUMP_{_where}IF_{_test}", "condition --", "branch")
row("JUMP_IF_TRUE_OR_POP",  "condition --", "branch")
row("JUMP_IF_FALSE_OR_POP", "condition --", "branch")
row("RETURN_VALUE",     "value --", "return")
row("RETURN_CONST",     "--", "return")
row("RAISE_VARARGS",    "items[a] --", "raise")
row("RERAISE",          "exception --", "reraise")

# exceptions and with
row("PUSH_EXC_INFO",    "exception -- previous exception", "push_exc_info")
row("POP_EXCEPT",       "previous --", "pop")
row("CHECK_EXC_MATCH",  "exception type -- exception value", "check_exc_match", logs=True)
row("CHECK_EG_MATCH",   "group type -- rest matched", "check_eg_match", logs=True)
row("PREP_RERAISE_STAR", "original exceptions -- value", Special("prep_reraise_star"))
row("BEFORE_WITH",      "manager -- exit value", "before_with", logs=True)
row("WITH_EXCEPT_START", "-- value", "with_except_start", logs=True)

# generators and coroutines
row("RETURN_GENERATOR", "-- value", "return_generator")
row("GET_YIELD_FROM_ITER", "iterable -- value", Operation(builtins.iter))
row("YIELD_VALUE",      "value -- value", Special("yield"))
row("SEND",             ("receiver maybe_index[ITER - 1] value -- receiver maybe_index[ITER - 1] value"
                         if HAS_SEND_SLOT else "value -- value"), "send")
row("END_SEND",         "receiver maybe_index[ITER - 1] value -- value", "end_send", logs=True)
row("CLEANUP_THROW",    "receiver maybe_index[ITER - 1] value exception -- maybe_none maybe_index[ITER - 1] value",
    "cleanup_throw")
row("ASYNC_GEN_WRAP",   "value -- value", Special("async_gen_wrap"))
row("BEFORE_ASYNC_WITH", "manager -- exit value", "before_with", logs=True)
row("GET_AITER",        "iterable -- value", Operation(builtins.aiter))
row("GET_ANEXT",        "iterator -- iterator value", "get_anext", logs=True)
row("GET_AWAITABLE",    "iterable -- value", Special("awaitable"))
row("END_ASYNC_FOR",    "iterator exception --", "end_async_for")
# fmt: on

# Names that stand in `opcode.opmap` and never in a code object that a compiler made, each with the reason.
ABSENT = {
    "CACHE": "inline caches are skipped with their instruction",
    "EXTENDED_ARG": "folded into the argument of the instruction that it extends",
    "RESERVED": "a hole in the numbering",
    "INTERPRETER_EXIT": "stands in the interpreter's own trampoline only",
    "EXIT_INIT_CHECK": "stands in the interpreter's own shim for __init__ only",
    "ENTER_EXECUTOR": "written by the JIT; `co_code` shows the original",
    "TRACE_RECORD": "written by the JIT; `co_code` shows the original",
    "ANNOTATIONS_PLACEHOLDER": "replaced by the compiler before it assembles",
    **dict.fromkeys(
        ("JUMP", "JUMP_NO_INTERRUPT", "JUMP_IF_FALSE", "JUMP_IF_TRUE", "POP_BLOCK", "SETUP_CLEANUP", "SETUP_FINALLY",
         "SETUP_WITH", "STORE_FAST_MAYBE_NULL", "LOAD_SUPER_METHOD", "LOAD_ZERO_SUPER_ATTR", "LOAD_ZERO_SUPER_METHOD"),
        "a pseudo-instruction of the compiler, never assembled"),
}  # fmt: skip


class UnknownOpcodeError(NotImplementedError):
    """A code object holds an opcode that irtrack has never heard of."""

    def __init__(self, name: str, code: CodeType, line: int | None) -> None:
        super().__init__(
            f"{name}: irtrack does not know this opcode, met in {code.co_qualname} "
            f'(File "{code.co_filename}", line {line}). It knows those of CPython 3.11 to 3.15; '
            "this Python may be newer, or the code object was not made by CPython's compiler."
        )


# by opcode, for the running Python
TABLE: list[Row | None] = [ROWS.get(opcode.opname[op]) for op in range(256)]
NUMBER = opcode.opmap
