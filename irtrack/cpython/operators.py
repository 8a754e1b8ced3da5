"""Which function an instruction that is an operator calls."""

import operator
from collections.abc import Callable
from enum import Enum
from typing import Any

from ..ir.operations import setslice
from .versions import BINARY_OPERATORS


class Form(Enum):
    """What instructions do with an operand that is no call of one function."""

    METHODS = "look methods up"  # special ones, to be called by another instruction
    UNPACK = "unpack"
    EXTEND = "extend a list or set by"
    STAR = "call by the items of"  # asked where contexts may replace it
    OPERATE = "use in operations"  # of any kind
    IMPORT = "import"
    OWN = "get and set attributes of"
    LEND = "let C code call methods of"
    RAISE = "raise"

    __hash__ = object.__hash__  # that of Enum is written in Python, and a program that uses it may be recorded


COMPARISONS = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)
_OPERATORS: dict[str, Callable[..., Any]] = {
    "AND": operator.and_, "OR": operator.or_, "ADD": operator.add, "FLOOR_DIVIDE": operator.floordiv,
    "LSHIFT": operator.lshift, "MATRIX_MULTIPLY": operator.matmul, "MULTIPLY": operator.mul,
    "REMAINDER": operator.mod, "POWER": operator.pow, "RSHIFT": operator.rshift, "SUBTRACT": operator.sub,
    "TRUE_DIVIDE": operator.truediv, "XOR": operator.xor, "SUBSCR": operator.getitem,
    "INPLACE_AND": operator.iand, "INPLACE_OR": operator.ior, "INPLACE_ADD": operator.iadd,
    "INPLACE_FLOOR_DIVIDE": operator.ifloordiv, "INPLACE_LSHIFT": operator.ilshift,
    "INPLACE_MATRIX_MULTIPLY": operator.imatmul, "INPLACE_MULTIPLY": operator.imul,
    "INPLACE_REMAINDER": operator.imod, "INPLACE_POWER": operator.ipow, "INPLACE_RSHIFT": operator.irshift,
    "INPLACE_SUBTRACT": operator.isub, "INPLACE_TRUE_DIVIDE": operator.itruediv, "INPLACE_XOR": operator.ixor,
}  # fmt: skip
# what contexts may replace for operands of some types
IN_PLACE = frozenset(function for name, function in _OPERATORS.items() if name.startswith("INPLACE_"))
REPLACEABLE = IN_PLACE | {operator.setitem, setslice, setattr, iter, Form.UNPACK, Form.EXTEND, Form.STAR}
IDENTITIES = (operator.is_, operator.is_not)  # by that of IS_OP
BINARY = tuple(_OPERATORS[name.removeprefix("NB_")] for name in BINARY_OPERATORS)  # by the argument of BINARY_OP
# which may change the size of their first operand; of `setitem` only with a slice
GROWING = frozenset({operator.iadd, operator.imul})
RESIZING = GROWING | {operator.setitem, setslice, operator.delitem}
