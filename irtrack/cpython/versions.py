"""What differs between CPython 3.11 and 3.15, as data: the one file that asks which Python runs.

Everything else in this room reads these names. A comment at each says which change of CPython it follows.
"""

import dis
import opcode
import sys
from collections.abc import Mapping
from typing import Any

VERSION = sys.version_info[:2]
SUPPORTED = ((3, 11), (3, 12), (3, 13), (3, 14), (3, 15))

# Up to 3.11 nothing but the recursion limit keeps calls of Python code from C code off the end of the C stack.
LIMIT_GUARDS_C_STACK = VERSION < (3, 12)

# 3.13 swapped the two slots below a call's arguments: `self_or_null` now lies above the callable (gh-105229).
CALLABLE_FIRST = VERSION >= (3, 13)

# Where no instruction can tell what a method lookup left, the call of a Python function and that of a C function share
# instructions. So behind each call its result is appended; elsewhere only where the frame of a function does not tell.
RESULTS_FOLLOW = not CALLABLE_FIRST

# 3.13 moved `bool()` of a condition into TO_BOOL and a flag of COMPARE_OP, so that conditional jumps see exact bools.
JUMPS_ON_EXACT_BOOL = VERSION >= (3, 13)

# 3.12 lets conditional jumps lead forward only. One that leads backward may be ended by a signal, as all such jumps.
CONDITIONS_JUMP_FORWARD = VERSION >= (3, 12)

# 3.12 hides the variables of a comprehension within a class or module from `locals()`; what `replace` makes does not.
LOSES_HIDDEN_LOCALS = (3, 12) <= VERSION < (3, 13)

# COMPARE_OP keeps the operator in the upper bits of its argument; 3.12 took four bits for a mask, 3.13 one more.
COMPARE_SHIFT = 0 if VERSION < (3, 12) else 4 if VERSION < (3, 13) else 5
COMPARE_BOOL_FLAG = 16 if VERSION >= (3, 13) else 0
COMPARE_LESS = 2 if VERSION >= (3, 12) else 0  # bit by which a specialised COMPARE_OP knows that it is `<`

# A method lookup is LOAD_METHOD on 3.11, and a flag of LOAD_ATTR (which also shifts the name's index) from 3.12 on.
LOAD_ATTR_SHIFT = 0 if VERSION < (3, 12) else 1

# Up to 3.12 one instruction converts a value of an f-string and formats what that gives.
FORMATS_AT_ONCE = "FORMAT_VALUE" in opcode.opmap

# 3.11 precedes CALL by PRECALL; 3.11 and 3.12 name keywords by KW_NAMES, which must stand directly before them.
CALL_PREFIX = tuple(name for name in ("KW_NAMES", "PRECALL") if name in opcode.opmap)

# Up to 3.13 `int` asks for `__trunc__`.
INT_TRUNCATES = VERSION < (3, 14)

# 3.14 keeps a NULL where CALL_FUNCTION_EX has no keywords.
CALL_EX_HAS_KWARGS_SLOT = VERSION >= (3, 14)

# 3.11's FOR_ITER pops an exhausted iterator itself; later ones leave that to END_FOR and what follows it.
FOR_ITER_POPS_ON_JUMP = VERSION < (3, 12)
LOOP_EXIT_OPCODES = (
    ("END_FOR",) if VERSION < (3, 13) else ("END_FOR", "POP_TOP") if VERSION < (3, 14) else ("END_FOR", "POP_ITER")
)

# From 3.15 on an iterator on the stack has a second slot, NULL or a tagged index (gh-139109); SEND reads it too.
ITERATOR_SLOTS = 2 if VERSION >= (3, 15) else 1

# 3.12 began to raise the stop of a `yield from` through END_SEND, which 3.11 lacks.
HAS_SEND_SLOT = "END_SEND" in opcode.opmap

# 3.12 brought sys.monitoring (PEP 669); where it is missing, a frame that runs already is traced.
MONITORING: Any = vars(sys).get("monitoring")

# 3.15 keeps two flags for lazy imports below the index of the imported name (PEP 810).
LAZY_IMPORTS = VERSION >= (3, 15)
IMPORT_NAME_SHIFT = 2 if LAZY_IMPORTS else 0

# Where an exception handler finds the place that raised: up to 3.13 an int lies below the exception, in code units;
# 3.14 tags it, so that no instruction can copy it, and the traceback's own has to do, in bytes (gh-131927).
LASTI_ON_STACK = VERSION < (3, 14)
LASTI_UNIT = 1 if LASTI_ON_STACK else 2

# 3.12 and later jump conditionally forward only.
CONDITIONAL_JUMPS_BACK = VERSION < (3, 12)


def _cache_sizes() -> list[int]:
    entries = opcode._inline_cache_entries  # type: ignore[attr-defined]
    if isinstance(entries, Mapping):
        return [entries.get(name, 0) for name in dis.opname]
    return list(entries)


CACHES = _cache_sizes()  # code units that follow an instruction as its inline cache, by opcode


def _described(table: str) -> tuple[str, ...]:
    return tuple(getattr(opcode, table, ()))


INTRINSICS_1 = _described("_intrinsic_1_descs")
INTRINSICS_2 = _described("_intrinsic_2_descs")
# What these intrinsics get is computed when it is asked for, by a function (PEP 695, 696); from 3.14 on so are
# annotations (PEP 649).
LAZY_INTRINSICS = (
    frozenset(i for i, name in enumerate(INTRINSICS_1) if name == "INTRINSIC_TYPEALIAS"),
    frozenset(
        i
        for i, name in enumerate(INTRINSICS_2)
        if name
        in ("INTRINSIC_TYPEVAR_WITH_BOUND", "INTRINSIC_TYPEVAR_WITH_CONSTRAINTS", "INTRINSIC_SET_TYPEPARAM_DEFAULT")
    ),
)
LAZY_ANNOTATIONS = VERSION >= (3, 14)
SPECIAL_METHODS = _described("_special_method_names")
COMMON_CONSTANTS: tuple[object, ...] = tuple(getattr(opcode, "_common_constants", ()))
BINARY_OPERATORS = tuple(name for name, _ in opcode._nb_ops)  # type: ignore[attr-defined]
