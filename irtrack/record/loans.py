"""Functions that run rewritten code themselves while something is recorded.

Most calls are exchanged: they call a twin, and the function stays as it is. But what C code holds and calls by itself,
as a method that compares keys of a dict, can only be entered if the function itself has other code. It is lent to it
until the recording ends; in other threads it runs the plain instructions that it has, too.
"""

from _thread import get_ident
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from ..cpython.functions import shown_code
from ..cpython.sites import Recording


def own_code(f: FunctionType) -> CodeType:
    """The code of a function, whatever was lent to it."""
    code: CodeType = shown_code(f.__code__)
    return code


def silently(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """Call our own function, which may call functions that have lent code: that is no part of any record."""
    thread = get_ident()
    running = [loans.recording for loans in _lenders if loans.recording.thread == thread]
    for recording in running:
        recording.thread = None
    try:
        return function(*arguments, **keywords)
    finally:
        for recording in running:
            recording.thread = thread


class Loans:
    """What one recorder has lent; its `recording` says in which thread that is run."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.lent: dict[FunctionType, tuple[CodeType, CodeType]] = {}  # that code, and what the function had before
        _lenders.append(self)

    def __contains__(self, f: FunctionType) -> bool:
        """Does `f` run what was lent to it? The program may have changed its code since."""
        known = self.lent.get(f)
        return known is not None and f.__code__ is known[0]

    def lend(self, f: FunctionType, code: CodeType) -> None:
        self.lent[f] = code, f.__code__
        f.__code__ = code

    def recall(self) -> None:
        """Let all functions have the code again that they had; may be called again if it was interrupted."""
        if self.lent:
            for f, (code, before) in self.lent.items():
                if f.__code__ is code:  # what another recording lent is that one's, as long as it goes on
                    lent = any(loans.lent.get(f, _NOTHING)[0] is before for loans in _lenders)
                    f.__code__ = before if lent else own_code(f)
            self.lent.clear()

    def close(self) -> None:
        """There will be no other loan."""
        self.recall()
        _lenders.remove(self)


_lenders: list[Loans] = []
_NOTHING = (None, None)
