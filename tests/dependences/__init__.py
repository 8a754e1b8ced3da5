"""Small programs in which a result depends on something by a way that is easily overlooked.

Each takes three numbers, a, b and x. `PROGRAMS` are those of all modules here.
"""

from importlib import import_module
from pkgutil import iter_modules
from types import FunctionType
from typing import Any

MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
PROGRAMS: list[Any] = [
    value
    for module in MODULES
    for value in vars(module).values()
    if type(value) is FunctionType and value.__code__.co_varnames[:3] == ("a", "b", "x")
]
