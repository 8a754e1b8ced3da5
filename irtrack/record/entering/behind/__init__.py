"""What Python code the language runs behind an operation, as a callable that runs its twins instead.

A protocol takes the operands, the name of an attribute and what gives twins of functions. It gives an attempt: a
callable without arguments; or None, where nothing written in Python runs, or none that could be exchanged: then the
instruction runs as it is.

    attempts.py     what attempts are made of
    operators.py    operators, comparison, truth, `in`, subscripts, `iter`
    attributes.py   attributes
    conversions.py  what C functions call of their arguments
    code.py         `exec`, `eval`, imports, class statements
    lent.py         what C code calls by itself behind instructions that are no calls
"""

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from ....cpython.operators import Form
from ....ir.operations import getslice, not_contains, setslice
from . import attributes, code, conversions, lent, operators
from .attempts import Attempt, Twins, giving, of_result


def _nothing(operand: Any, name: str, twins: Twins) -> Attempt | None:
    return None


_PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    Form.OPERATE: _nothing,
    Form.OWN: _nothing,
    **operators.PROTOCOLS,
    **attributes.PROTOCOLS,
    **conversions.PROTOCOLS,
    **code.PROTOCOLS,
    **lent.PROTOCOLS,
}


def protocol(function: Any, operands: list[Any], name: str, twins: Twins) -> Attempt | None:
    """What to call instead of `function(*operands)`, whose attribute has that name; None to run it as it is.

    Raises NativeError for what runs natively just this time.
    """
    return _PROTOCOLS[function](*operands, name, twins)


_INDEXING: dict[Any, Callable[..., Any]] = {getslice: operator.getitem, setslice: operator.setitem}
# for whose operands one test of the type is enough
OPERATORS = frozenset({Form.OPERATE, *operators.PROTOCOLS})
_OWNING = frozenset({Form.OWN, *attributes.PROTOCOLS})


def natively(function: Any, operands: list[Any], name: str) -> Attempt | None:
    """A call that does what an instruction does whose test tells the code behind it something; else None."""
    if function in (Form.OPERATE, Form.OWN):
        return giving(None)
    if function in _OWNING:
        return partial(function, operands[0], name, *operands[1:])
    if function in _INDEXING:
        container, start, stop, *value = operands
        return partial(_INDEXING[function], container, slice(start, stop), *value)
    if function is not_contains:
        return of_result(operator.not_, partial(operator.contains, *operands))
    if function in OPERATORS:
        return partial(operator.truth if function is bool else function, *operands)
    return None
