"""Functions that run rewritten code themselves while something is recorded.

Most calls are exchanged: they call a twin, and the function stays as it is. But what C code holds and calls by itself,
as a method that compares keys of a dict, can only be entered if the function itself has other code. It is lent to it
until the recording ends; in other threads it runs the plain instructions that it has, too.
"""

from _thread import get_ident
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from ..cpython.sites import Recording

recordings: list[Recording] = []  # those of all recorders
_own: dict[int, tuple[CodeType, CodeType]] = {}  # id of code that is lent -> itself, and whose rewritten form it is


def made_for_lending(lent: CodeType, own: CodeType) -> None:
    """`lent` may become the code of a function whose own code is `own`."""
    _own[id(lent)] = lent, own


def own_code(f: FunctionType) -> CodeType:
    """The code of a function, whatever was lent to it."""
    code = f.__code__
    known = _own.get(id(code))
    return code if known is None else known[1]


def silently(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """Call our own function, which may call functions that have lent code: that is no part of any record."""
    thread = get_ident()
    running = [recording for recording in recordings if recording.thread == thread]
    for recording in running:
        recording.thread = None
    try:
        return function(*arguments, **keywords)
    finally:
        for recording in running:
            recording.thread = thread


class Loans:
    """What one recorder has lent."""

    def __init__(self) -> None:
        self.lent: dict[FunctionType, CodeType] = {}

    def lend(self, f: FunctionType, code: CodeType) -> None:
        self.lent[f] = code
        f.__code__ = code

    def recall(self) -> None:
        """Let all functions have their own code again; may be called again if it was interrupted."""
        if self.lent:
            for f, code in self.lent.items():
                if f.__code__ is code:
                    f.__code__ = own_code(f)
            self.lent.clear()
