"""Which functions written in C are impure: what they give or do depends on, or changes, what lies outside the program.

Equal operands may give another value the next time: chance, time, files, processes, the state of the interpreter. What
only changes its operands is not impure: done again on equal ones, it does the same again.
"""

import _io
import _random
import _thread
import builtins
import datetime
import os
import sys
import time
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

FUNCTIONS: dict[int, Callable[..., Any]] = {}  # by id, since a function may not hash
MODULES: set[str] = set()
TYPES: list[type] = []


def impure(*functions: Callable[..., Any]) -> None:
    """Add functions."""
    FUNCTIONS.update((id(function), function) for function in functions)


def impure_module(*names: str) -> None:
    """Add all functions of modules written in C, and of their types."""
    MODULES.update(names)


def impure_type(*types: type) -> None:
    """Add all methods of types."""
    TYPES.extend(types)


# chance
impure_type(_random.Random)
CHANCE = frozenset(
    [
        "random",
        "_random",
        "numpy.random",
        "numpy.random.mtrand",
        "numpy.random._generator",
        "numpy.random.bit_generator",
        "numpy.random._mt19937",
        "numpy.random._pcg64",
        "numpy.random._philox",
        "numpy.random._sfc64",
    ]
)
impure_module(*CHANCE - {"random"})

# time
impure_module("time")

# files, processes, the network
impure(builtins.input, builtins.open, builtins.breakpoint)
impure_module(
    "posix", "nt", "_winapi", "msvcrt", "mmap", "fcntl", "_posixsubprocess", "_posixshmem", "_multiprocessing"
)
impure_module("_socket", "_ssl", "select", "resource", "termios", "pwd", "grp", "_uuid", "_sqlite3", "sqlite3")
impure_module("readline", "_curses", "syslog")
STREAMS = (_io.FileIO, _io.BufferedReader, _io.BufferedWriter, _io.BufferedRandom, _io.BufferedRWPair,
           _io.TextIOWrapper)  # fmt: skip  # whatever reads one is impure
impure_type(*STREAMS)
impure(_io.FileIO)

# the interpreter
impure(sys.exc_info, sys.getrefcount, sys.settrace, sys.setprofile)
impure_module("gc", "_tracemalloc", "faulthandler", "signal", "_signal", "_thread", "_interpreters")
if hasattr(sys, "exception"):
    impure(sys.exception)

# of these modules, but the same whenever they are called: what each repr() of a dataclass asks, and paths as text
_PATHS = [vars(os.path).get(name) for name in ("normpath", "_path_normpath", "splitroot")]  # some are written in C
_STEADY = _thread.get_ident, os.getpid, os.fspath, *_PATHS
STEADY = frozenset([id(f) for f in _STEADY if type(f) is BuiltinFunctionType])

# of these modules, but the same for the same arguments: what computes with a time, the last of so many arguments
_OF_A_TIME = (time.struct_time, 1), (time.mktime, 1), (time.gmtime, 1), (time.localtime, 1), (time.ctime, 1)
COMPUTING = {id(f): count for f, count in (*_OF_A_TIME, (time.asctime, 1), (time.strftime, 2))}

# class methods, which are another object each time: by class and name
METHODS = frozenset(
    [(datetime.datetime, "now"), (datetime.datetime, "utcnow"), (datetime.datetime, "today"), (datetime.date, "today")]
)

# modules written in Python whose functions take a course that depends on the time, and give what does not: event loops
AS_THEY_ARE = frozenset(["asyncio"])
