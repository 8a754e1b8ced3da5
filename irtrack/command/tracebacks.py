"""Tracebacks as the interpreter shows them when an exception ends a program: no frames of irtrack, but those of runpy.

`python -m module`, and `python folder`, run the module from two functions of `runpy`, which stand in each traceback.
"""

import runpy
import sys
from collections.abc import Callable
from contextlib import suppress
from traceback import print_exception
from types import FunctionType, ModuleType, SimpleNamespace, TracebackType
from typing import Any

from ..record.interrupts import OWN_FILES


def show(error: BaseException, runpy_calls: str = "") -> None:
    """Show an exception that ended a program. `runpy_calls`: the function that runpy was calling, if it was running."""
    traceback = plain(error, runpy_calls)
    with suppress(Exception):
        sys.stdout.flush()
    try:
        sys.excepthook(type(error), error, traceback)
    except Exception as other:  # the interpreter says so, and shows both
        plain(other)
        print("Error in sys.excepthook:", file=sys.stderr)
        print_exception(other)
        print("\nOriginal exception was:", file=sys.stderr)
        print_exception(error)


def plain(error: BaseException, runpy_calls: str = "") -> TracebackType | None:
    """The traceback that an exception has without irtrack, which it gets."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(OWN_FILES):
        traceback = traceback.tb_next
    for entry in reversed(_runpy_entries(runpy_calls) if runpy_calls else []):
        traceback = TracebackType(traceback, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = traceback
    return traceback


class _Stop(Exception):
    """Ends what runpy does."""


def _stop(*arguments: Any) -> None:
    raise _Stop


def _runpy_entries(calls: str) -> list[TracebackType]:
    """The entries of a traceback that runpy's functions leave, up to where they call that function.

    They run in a copy, which does nothing but raise there.
    """
    names: dict[str, Any] = {**vars(runpy), "sys": SimpleNamespace(modules={"__main__": ModuleType("__main__")})}
    run, names["_run_code"] = (_copy(getattr(runpy, name), names) for name in ("_run_module_as_main", "_run_code"))
    names["_get_module_details"] = names["_get_main_module_details"] = lambda *arguments: ("", None, None)
    names[calls] = _stop
    try:
        run("__main__" if calls == "_get_main_module_details" else "", False)
    except _Stop as error:
        traceback = error.__traceback__
    entries = []
    while traceback is not None:
        if traceback.tb_frame.f_globals is names:
            entries.append(traceback)
        traceback = traceback.tb_next
    return entries


def _copy(function: Any, names: dict[str, Any]) -> Callable[..., Any]:
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)
