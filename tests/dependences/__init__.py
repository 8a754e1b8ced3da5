"""Small programs in which a result depends on something by a way that is easily overlooked.

Each takes three numbers, a, b and x. `PROGRAMS` are those of all modules here.
"""

from types import FunctionType
from typing import Any

from . import (
    callbacks,
    callees,
    captured,
    chosen,
    classes,
    holding,
    iterators,
    looking,
    made,
    memory,
    raised,
    shared,
    shifts,
    uncalled,
    variables,
    various,
)

MODULES = (
    callbacks,
    callees,
    captured,
    chosen,
    classes,
    holding,
    iterators,
    looking,
    made,
    memory,
    raised,
    shared,
    shifts,
    uncalled,
    variables,
    various,
)
PROGRAMS: list[Any] = [
    value
    for module in MODULES
    for value in vars(module).values()
    if type(value) is FunctionType and value.__code__.co_varnames[:3] == ("a", "b", "x")
]
