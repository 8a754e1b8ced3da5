"""Facts about single instructions and whole code objects, as a compiler left them."""

import _random
import builtins
import functools
import math
from itertools import compress, pairwise
from types import CodeType
from typing import NamedTuple

from .code import Instructions, disassemble
from .flow import GENERATOR_FLAGS, MAYBE, NULL, Flow, numbers
from .opcodes import NUMBER
from .versions import (
    CALL_EX_HAS_KWARGS_SLOT,
    CALLABLE_FIRST,
    COMMON_CONSTANTS,
    COMPARE_BOOL_FLAG,
    CONDITIONS_JUMP_FORWARD,
    INTRINSICS_1,
    LOAD_ATTR_SHIFT,
    RESULTS_FOLLOW,
)

_COMPARE_OP, _RETURN_VALUE = NUMBER["COMPARE_OP"], NUMBER["RETURN_VALUE"]
_TO_BOOL = NUMBER.get("TO_BOOL", -1)
TRUTH_TESTS = frozenset(  # what asks a value for its truth, behind a TO_BOOL where there are any
    op
    for name, op in NUMBER.items()
    if name == "UNARY_NOT" or (name.startswith("POP_JUMP_") and name.endswith(("_IF_TRUE", "_IF_FALSE")))
)
_EXACT_BOOLS = numbers("IS_OP", "CONTAINS_OP", "UNARY_NOT", "CHECK_EXC_MATCH", "MATCH_SEQUENCE", "MATCH_MAPPING")
_STORES = numbers("STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST", "DELETE_FAST")
_CELL_STORES = numbers("STORE_DEREF", "DELETE_DEREF")
_GLOBAL_STORES = numbers("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME", "DELETE_NAME")
_ATTRIBUTE_STORES = numbers("STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL")  # globals are a module's
_OUTER_STORES = _ATTRIBUTE_STORES | _CELL_STORES
_WRAPPING, _WRAPPED = frozenset(("wraps", "update_wrapper")), frozenset((*functools.WRAPPER_ASSIGNMENTS, "__wrapped__"))
_DICTS = frozenset(("__dict__", "vars"))
# by which code gets at attributes whose names are texts
_BY_TEXT = frozenset(("setattr", "delattr", "__setattr__", "__delattr__", "__dict__", "vars"))
_LOAD_CONST, _CALLS = NUMBER["LOAD_CONST"], numbers("PRECALL", "CALL")
COUNTED_CALLS = numbers("CALL", "CALL_KW")  # whose arguments lie on the stack one by one
_LOAD_GLOBAL, _LOAD_ATTR = NUMBER["LOAD_GLOBAL"], NUMBER["LOAD_ATTR"]
_SILENT_LOADS = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_LOAD_FAST",
                        "LOAD_FAST_BORROW_LOAD_FAST_BORROW")  # fmt: skip
_INTRINSIC_1 = NUMBER.get("CALL_INTRINSIC_1")
_STOPITERATION_ERROR = INTRINSICS_1.index("INTRINSIC_STOPITERATION_ERROR") if INTRINSICS_1 else -1
_WITH = numbers("BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL")  # whose callables are operator methods

# names that stand for something written in C most of the time, as `len` and `append` do
C_NAMES = frozenset(
    name
    for owner in (builtins, math, _random.Random, str, bytes, int, float, list, tuple, dict, set)
    for name in vars(owner)
    if not name.startswith("_") and not name[0].isupper()
)


# names of functions written in C that call special methods of the arguments at these places
CONVERTING: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("len", "str", "repr", "ascii", "format", "bool", "iter", "next", "abs", "round", "int", "float",
                     "complex", "hash", "reversed", "list", "tuple", "set", "frozenset", "sum", "any", "all", "sorted",
                     "min", "max", "enumerate", "bytes", "bin", "oct", "hex", "chr", "dir", "floor", "ceil", "trunc",
                     "dict", "getattr", "hasattr", "setattr", "delattr", "deque", "islice", "extend", "update", "join",
                     "_abc_instancecheck", "_abc_subclasscheck"), (0,)),
    "isinstance": (1,), "issubclass": (1,), "divmod": (0, 1), "pow": (0, 1), "zip": (0, 1, 2), "chain": (0, 1, 2),
    "print": (0, 1, 2),
}  # fmt: skip


def argument_count(code: CodeType) -> int:
    """How many of the first local variables are arguments, `*args` and `**kwargs` included."""
    return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)


def shows_arguments(code: CodeType) -> bool:
    """Does a call of a function with this code, and without defaults, name a value for each of its arguments?

    Not for class methods: the class does not stand in the call.
    """
    count = argument_count(code)
    return bool(count) and not code.co_flags & 12 and code.co_varnames[0] != "cls"


def gives_bool(instructions: Instructions, i: int) -> bool:
    """Is the result of instruction i an exact bool?"""
    op = instructions.opcodes[i]
    return op in _EXACT_BOOLS or bool(op == _COMPARE_OP and instructions.arguments[i] & COMPARE_BOOL_FLAG)


def decides(instructions: Instructions, i: int) -> bool:
    """Is instruction i a test whose result, an exact bool, nothing takes but the conditional jump behind it?

    Which edge is taken then says what it was.
    """
    return (
        CONDITIONS_JUMP_FORWARD
        and gives_bool(instructions, i)
        and instructions.opcodes[i + 1] in TRUTH_TESTS
        and instructions.targets[i + 1] >= 0
        and i + 1 not in instructions.jump_targets
    )


def makes_bool(instructions: Instructions, i: int) -> bool:
    """Is instruction i a TO_BOOL that is no part of a jump or a `not`, as in `y = not not x` (3.13 and later)?"""
    opcodes = instructions.opcodes
    return opcodes[i] == _TO_BOOL and opcodes[i + 1] not in TRUTH_TESTS


def cell_loads(instructions: Instructions, i: int) -> list[int]:
    """How far below the top the cells lie that a load of locals pushed: what makes a closure loads them like locals.

    A comprehension within a function (3.12 and later) may have a variable of its own in the place of a cell: what loads
    a cell is followed by the code of the function that gets it.
    """
    name, argument = instructions.name(i), instructions.arguments[i]
    if name.startswith("STORE"):
        loaded = [argument & 15]
    else:
        loaded = [argument >> 4, argument & 15] if name.count("LOAD_FAST") == 2 else [argument]
    code = instructions.code
    return [
        len(loaded) - k
        for k, index in enumerate(loaded)
        if index >= len(code.co_varnames)
        or (code.co_varnames[index] in code.co_cellvars and (name == "LOAD_CLOSURE" or _makes_closure(instructions, i)))
    ]


def _makes_closure(instructions: Instructions, i: int) -> bool:
    """Does instruction i load something for the closure of a function that is made behind it?"""
    while "FAST" in (name := instructions.name(i)) or name == "LOAD_CLOSURE":
        i += 1
    if name != "BUILD_TUPLE" or not instructions.name(i + 1).startswith("LOAD_CONST"):
        return False
    code = instructions.code.co_consts[instructions.arguments[i + 1]]
    return type(code) is CodeType and len(code.co_freevars) == instructions.arguments[i]


def constant(instructions: Instructions, i: int) -> object:
    """What instruction i, which loads or returns a constant, gives."""
    name, argument = instructions.name(i), instructions.arguments[i]
    if name == "LOAD_SMALL_INT":
        return argument
    return COMMON_CONSTANTS[argument] if name == "LOAD_COMMON_CONSTANT" else instructions.code.co_consts[argument]


def loaded_name(instructions: Instructions, i: int) -> str:
    """The name of the variable or attribute that instruction i loads; "" if it loads something else."""
    name, argument, code = instructions.name(i), instructions.arguments[i], instructions.code
    if name == "LOAD_GLOBAL":
        return code.co_names[argument >> 1]
    if name in ("LOAD_ATTR", "LOAD_METHOD"):
        return code.co_names[argument >> LOAD_ATTR_SHIFT if name == "LOAD_ATTR" else argument]
    if name == "LOAD_NAME":
        return code.co_names[argument]
    if name in ("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK"):
        return code.co_varnames[argument] if argument < len(code.co_varnames) else ""
    return _cell_names(code)[argument] if name == "LOAD_DEREF" else ""


def is_class_name(name: str) -> bool:
    """Does a callable of that name look like a class?"""
    return name == "cls" or name.lstrip("_")[:1].isupper()


def callee_slot(instructions: Instructions, flow: Flow, i: int) -> int:
    """How far below the top the callable of call i lies; 0 where it is no callable that could be exchanged.

    That is so for the calls that a `with` statement makes, whose callables are operator methods.
    """
    name, argument = instructions.name(i), instructions.arguments[i]
    stack = flow.stacks[i]
    assert stack is not None
    if name == "CALL_FUNCTION_EX":
        above = 1 + (1 if CALL_EX_HAS_KWARGS_SLOT else argument & 1)
        return above + 2 if CALLABLE_FIRST else above + 1
    below = argument + 2 + (name == "CALL_KW")
    producer = stack[-below] >> 2
    if producer >= 0 and instructions.opcodes[producer] in _WITH:
        return 0
    if CALLABLE_FIRST:
        return below
    return below if stack[-below] & 3 not in (NULL, MAYBE) else below - 1


def unlogged_load(instructions: Instructions, flow: Flow, i: int, *, stores_globals: bool) -> int:
    """The instruction that loads the callable of call i, if it needs no entry because the call can tell; else -1.

    It loads a global with nothing but straight code before the call; or it looks a method up, and nothing that has an
    entry or raises comes before the call, so that the lookup's node is the one before the call's. In code that stores
    globals (`stores_globals`) a load of one is a statement and has its entry.
    """
    if RESULTS_FOLLOW or instructions.opcodes[i] not in COUNTED_CALLS:
        return -1
    where, stack = callee_slot(instructions, flow, i), flow.stacks[i]
    assert stack is not None
    load = stack[-where] >> 2 if where else -1
    if load < 0 or not instructions.arguments[load] & 1 or is_class_name(loaded_name(instructions, load)):
        return -1
    between = range(load + 1, i)
    if instructions.opcodes[load] == _LOAD_GLOBAL:
        straight = not stores_globals and all(instructions.targets[j] < 0 for j in between)
    else:
        straight = instructions.opcodes[load] == _LOAD_ATTR and all(
            instructions.opcodes[j] in _SILENT_LOADS and not cell_loads(instructions, j) for j in between
        )
    return load if straight and instructions.jump_targets.isdisjoint(range(load + 1, i + 1)) else -1


def closing_handlers(instructions: Instructions) -> set[int]:
    """Where the handlers begin by which a generator makes a RuntimeError of a StopIteration (3.12 and later)."""
    opcodes, arguments = instructions.opcodes, instructions.arguments
    return {
        region.target
        for region in instructions.regions
        if opcodes[region.target] == _INTRINSIC_1 and arguments[region.target] == _STOPITERATION_ERROR
    }


def returns_self(code: CodeType) -> bool:
    """Is the first argument still what it was when the function returns, and is None all it returns?

    Asked of an `__init__`, which is rewritten to return its first argument.
    """
    if code.co_argcount == 0 or code.co_flags & GENERATOR_FLAGS:
        return False
    instructions = disassemble(code)
    return _returns_only_none(instructions) and code.co_varnames[0] in kept_arguments(instructions)


def kept_arguments(instructions: Instructions) -> set[str]:
    """The arguments that are at any time what was passed, since nothing is stored to them."""
    code = instructions.code
    kept = set(code.co_varnames[: argument_count(code)])
    for i, (op, argument) in enumerate(zip(instructions.opcodes, instructions.arguments, strict=True)):
        if op in _STORES:
            two = instructions.name(i) in ("STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST")
            kept -= {code.co_varnames[local] for local in ((argument >> 4, argument & 15) if two else (argument,))}
    return {name for name in kept if name not in code.co_cellvars or not _stores_cell(code, name)}


def _returns_only_none(instructions: Instructions) -> bool:
    code = instructions.code
    for i, op in enumerate(instructions.opcodes):
        name, before = instructions.name(i), instructions.name(i - 1) if i else ""
        argument = instructions.arguments[i - 1] if op == _RETURN_VALUE else instructions.arguments[i]
        if name == "RETURN_CONST" or (name == "RETURN_VALUE" and before == "LOAD_CONST"):
            if code.co_consts[argument] is not None:
                return False
        elif name == "RETURN_VALUE" and (before != "LOAD_COMMON_CONSTANT" or COMMON_CONSTANTS[argument] is not None):
            return False
    return True


def _stores_cell(code: CodeType, name: str) -> bool:
    if name not in code.co_cellvars and name not in code.co_freevars:
        return False
    instructions = disassemble(code)
    cells = _cell_names(code)
    if any(
        op in _CELL_STORES and cells.get(argument) == name
        for op, argument in zip(instructions.opcodes, instructions.arguments, strict=True)
    ):
        return True
    return any(isinstance(constant, CodeType) and _stores_cell(constant, name) for constant in code.co_consts)


def _cell_names(code: CodeType) -> dict[int, str]:
    """Names of cells by the index that LOAD_DEREF and MAKE_CELL use (a captured argument keeps its local's index)."""
    names = dict(enumerate(code.co_varnames))
    extra = [name for name in code.co_cellvars if name not in code.co_varnames] + list(code.co_freevars)
    names.update({len(code.co_varnames) + i: name for i, name in enumerate(extra)})
    return names


class NamesIn(NamedTuple):
    """The names in code, and in that in it: all; those of globals; and those of globals that are not only called."""

    all: set[str]
    globals: set[str]
    used: set[str]


def names_in(code: CodeType) -> NamesIn:
    names, loaded, used = {*code.co_names}, set[str](), set[str]()
    found = disassemble(code)
    for op, argument in zip(found.opcodes, found.arguments, strict=True):
        if op in _LOADING_NAMES:
            used.add(code.co_names[argument])
        elif op == NUMBER["LOAD_GLOBAL"]:
            loaded.add(code.co_names[argument >> 1])
            used.update([code.co_names[argument >> 1]] if not argument & 1 else [])  # NULL is pushed for a call
    for inner in (constant for constant in code.co_consts if type(constant) is CodeType):
        of_inner = names_in(inner)
        names |= of_inner.all
        loaded |= of_inner.globals
        used |= of_inner.used
    return NamesIn(names, loaded | used, used)


_LOADING_NAMES = {NUMBER[name] for name in ("LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS") if name in NUMBER}


# the names of code that Python makes of comprehensions and generator expressions
COMPREHENSIONS = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"])


def may_store_globals(code: CodeType) -> set[str]:
    """The names of globals that code may store or delete, that in it included: more rather than less."""
    names: set[str] = set()
    waiting = [code]
    while waiting:
        one = waiting.pop()
        if not _GLOBAL_STORES.isdisjoint(one.co_code[::2]):
            found = disassemble(one)
            stores = (op in _GLOBAL_STORES for op in found.opcodes)
            names.update(one.co_names[argument] for argument in compress(found.arguments, stores))
        if "globals" in one.co_names:  # `globals()["x"] = 1`
            names.update(constant for constant in one.co_consts if type(constant) is str)
        waiting += [constant for constant in one.co_consts if type(constant) is CodeType]
    return names


def asks_for_globals(code: CodeType) -> bool:
    """Does code, or that in it, ask for the dict of globals, and so may store to any of them?"""
    inner = (constant for constant in code.co_consts if type(constant) is CodeType)
    return "globals" in code.co_names or any(map(asks_for_globals, inner))


def may_store_attributes(code: CodeType) -> set[str]:
    """The names of attributes, and of variables of functions around, that code may store or delete, and the code in it:
    more rather than less, but for names that are computed, and those in the bodies of classes.
    """
    names: set[str] = set()
    waiting = [code]
    while waiting:
        one = waiting.pop()
        if not _OUTER_STORES.isdisjoint(one.co_code[::2]):
            found, cells = disassemble(one), _cell_names(one)
            for op, argument in zip(found.opcodes, found.arguments, strict=True):
                if op in _ATTRIBUTE_STORES:
                    names.add(one.co_names[argument])
                elif op in _CELL_STORES and cells.get(argument) in one.co_freevars:
                    names.add(cells[argument])
        if not _BY_TEXT.isdisjoint(one.co_names):  # `setattr(a, "x", 1)`
            names |= _texts(one.co_consts) - _texts_got(one)
        if not _WRAPPING.isdisjoint(one.co_names):
            names |= _WRAPPED
        waiting += [constant for constant in one.co_consts if type(constant) is CodeType]
    return names


def may_take_dicts(code: CodeType) -> bool:
    """May code, or that in it, take the dict in which the attributes of an object are?"""
    if not _DICTS.isdisjoint((*code.co_names, *_texts(code.co_consts))):
        return True
    return any(may_take_dicts(one) for one in code.co_consts if type(one) is CodeType)


def _texts_got(code: CodeType) -> set[str]:
    """The texts that are only the names of attributes that code gets: they are the second of two arguments, in code
    that calls `getattr`, as in `getattr(a, "x")`.
    """
    if "getattr" not in code.co_names or "__delattr__" in code.co_names:
        return set()
    found = disassemble(code)
    got, other = set[str](), set[str]()
    for (op, argument), following in pairwise(zip(found.opcodes, found.arguments, strict=True)):
        if op == _LOAD_CONST and type(code.co_consts[argument]) is str:
            (got if following[0] in _CALLS and following[1] == 2 else other).add(code.co_consts[argument])
    return got - other - _texts(tuple(one for one in code.co_consts if type(one) is tuple))


def texts_of(code: CodeType) -> set[str]:
    """The texts that code has for constants, and that in it; those of keywords are among them."""
    return _texts(code.co_consts).union(*(texts_of(one) for one in code.co_consts if type(one) is CodeType))


def _texts(constants: tuple[object, ...]) -> set[str]:
    found = {one for one in constants if type(one) is str}
    return found.union(*(_texts(one) for one in constants if type(one) is tuple))
