"""What a signal handler raises while irtrack's own code runs: it has to reach the program, whatever else is caught."""

import signal
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

from ..cpython.functions import shown_code
from .loans import own_code


def is_interrupt(error: BaseException) -> bool:
    """Was `error` raised in a signal handler?"""
    codes = [_code_of(signal.getsignal(number)) for number in signal.valid_signals()]
    traceback = error.__traceback__
    while traceback is not None:
        code = shown_code(traceback.tb_frame.f_code)
        if any(code is handler for handler in codes):
            return True
        traceback = traceback.tb_next
    return False


def _code_of(handler: Any) -> CodeType | None:
    while type(handler) is MethodType or type(handler) is partial:
        handler = handler.__func__ if type(handler) is MethodType else handler.func
    return own_code(handler) if type(handler) is FunctionType else None
