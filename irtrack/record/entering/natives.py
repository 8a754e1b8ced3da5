"""Calls of functions written in C for which every recording would find out the same: that is found out once."""

import sys
from types import BuiltinFunctionType, ModuleType
from typing import Any

from ...rules.exports import may_look
from ...rules.outputs import DISPATCHER
from ..callables import caller_of, held_functions, is_opaque, makes_no_array
from .operations import ALWAYS_PLAIN

_Key = tuple[Any, ...]  # the names by which arguments are passed, the types of those by position, and of the site
# may what the function gives look into memory? Is it never a new array?
Facts = tuple[bool, bool]


class Natives:
    """`known`: id of a function -> keys of its calls that run natively, and lend code to nothing -> facts."""

    def __init__(self) -> None:
        self.known: dict[int, dict[_Key, Facts]] = {}
        self._alive: list[Any] = []

    def add(self, f: Any, arguments: tuple[Any, ...]) -> None:
        """Let a call be known for good, if that holds for all of its kind. `arguments`: those of `resolve`."""
        if not all(ALWAYS_PLAIN[id(type(one))] for one in arguments[:-1]):
            return
        known = self.known.get(id(f))
        if known is None:
            if not _is_everlasting(f) or caller_of(f) is not None or held_functions(f):
                return
            known = self.known[id(f)] = {}
            self._alive.append(f)
        # what functions of numpy give looks into memory of their arguments, and these are no buffers but arrays
        known[key_of(arguments)] = may_look(f) and type(f) is not DISPATCHER, makes_no_array(f)


def key_of(arguments: tuple[Any, ...]) -> _Key:
    return arguments[-1].names, *map(type, arguments)


def _is_everlasting(f: Any) -> bool:
    """Is it a function that its module keeps, written in C?"""
    if type(f) is BuiltinFunctionType:
        module = f.__self__
    elif is_opaque(type(f)):
        module = sys.modules.get(getattr(f, "__module__", None) or "numpy")
    else:
        return False
    return type(module) is ModuleType and vars(module).get(getattr(f, "__name__", "")) is f
