"""Of which kind the effects are that functions written in C have besides what they do to their arguments.

What is impure (rules/impurity.py) and not in here is input or output. The words are those of `irtrack.effects`; "" for
what has no effect.
"""

import _locale
import _warnings
import os
import posixpath
import sys
from collections.abc import Callable
from typing import Any

MODULES: dict[str, str] = {
    **dict.fromkeys(("time", "datetime"), "time"),
    **dict.fromkeys(("sys", "gc", "_tracemalloc", "faulthandler", "signal", "_signal", "_interpreters"), "system"),
    **dict.fromkeys(("_thread", "threading"), "system"),
}
KINDS: dict[int, str] = {}  # by id, since a function may not hash
_KEPT: list[Any] = []  # so that no id comes up again


def kind(word: str, *functions: Callable[..., Any] | None) -> None:
    """Add functions; None for one that this platform or version does not have."""
    _KEPT.extend(functions)
    KINDS.update((id(function), word) for function in functions if function is not None)


def _of(module: Any, *names: str) -> list[Any]:
    return [getattr(module, name, None) for name in names]


kind("", *_of(os, "fspath", "strerror", "waitstatus_to_exitcode", "major", "minor", "makedev"))
kind("", *_of(os, "WIFEXITED", "WEXITSTATUS", "WIFSIGNALED", "WTERMSIG", "WIFSTOPPED", "WSTOPSIG", "WIFCONTINUED"))
kind("", *_of(posixpath, "normpath", "_path_normpath", "_path_splitroot_ex", "splitroot"))
kind("", *_of(sys.modules[os.name], "_path_splitroot", "_path_splitroot_ex", "_path_normpath"))
kind("", sys.exc_info, *_of(sys, "exception", "getrefcount"))
kind("random", *_of(os, "urandom", "getrandom"))
kind("io", _warnings.warn, _warnings.warn_explicit)
kind("system", *_of(os, "putenv", "unsetenv", "chdir", "fchdir", "umask", "nice", "setpriority"))
kind("system", *_of(sys, "setrecursionlimit", "setswitchinterval", "set_int_max_str_digits", "setdlopenflags"))
kind("system", *_of(sys, "set_coroutine_origin_tracking_depth", "set_asyncgen_hooks", "addaudithook"))
kind("system", _locale.setlocale)
