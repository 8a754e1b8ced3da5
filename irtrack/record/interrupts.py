"""Exceptions that come through irtrack's own code: which ones a signal handler has raised, and what they show.

Those of a signal handler have to reach the program, whatever else is caught.
"""

import importlib
import os
from functools import partial
from types import CodeType, FunctionType, MethodType, TracebackType
from typing import Any

from ..cpython.functions import shown_code
from .loans import own_code

_signal = importlib.import_module("_signal")  # in C: a program may exchange what the Python code of `signal` looks at
OWN_FILES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
# what contexts enter that differentiate
ENTERED_FILES = tuple(os.path.join(OWN_FILES, *parts, "") for parts in (("diff", "entered"), ("rules", "derivatives")))


def is_interrupt(error: BaseException) -> bool:
    """Was `error` raised in a signal handler?"""
    codes = []
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(OWN_FILES):
            codes.append(shown_code(code))
        traceback = traceback.tb_next
    if not codes:  # as most often: the exception is ours
        return False
    handlers = [_code_of(_signal.getsignal(number)) for number in _signal.valid_signals()]
    return any(code is handler for code in codes for handler in handlers)


def _code_of(handler: Any) -> CodeType | None:
    while type(handler) is MethodType or type(handler) is partial:
        handler = handler.__func__ if type(handler) is MethodType else handler.func
    return own_code(handler) if type(handler) is FunctionType else None


def without_own_frames(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback without irtrack's own functions."""
    first = from_outside(traceback)
    last = first
    while last is not None:
        following = from_outside(last.tb_next)
        if following is not last.tb_next:
            last.tb_next = following
        last = following
    return first


def from_outside(traceback: TracebackType | None) -> TracebackType | None:
    """A traceback from where it leaves irtrack's own functions."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(OWN_FILES):
        traceback = traceback.tb_next
    return traceback
