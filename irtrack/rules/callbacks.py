"""Functions written in C that call what they are given: one line a fact.

`calls`: the arguments, by position or name, that are called before the function returns; `keeps`: those that what it
returns may call later; `runs`: those that name or hold code that it runs. The object of a method is its argument 0.
"""

import builtins
import contextvars
import functools
import itertools
import operator
import re
from collections.abc import Callable
from typing import Any, NamedTuple


class Caller(NamedTuple):
    """`sorted` calls its `key`."""

    function: Callable[..., Any]
    calls: tuple[int | str, ...] = ()
    keeps: tuple[int | str, ...] = ()
    runs: tuple[int | str, ...] = ()


ROWS = (
    Caller(sorted, calls=("key",)),
    Caller(list.sort, calls=("key",)),
    Caller(min, calls=("key",)),
    Caller(max, calls=("key",)),
    Caller(functools.reduce, calls=(0, "function")),
    Caller(operator.call, calls=(0,)),
    Caller(contextvars.Context.run, calls=(1,)),
    Caller(re.Pattern.sub, calls=(1, "repl")),
    Caller(re.Pattern.subn, calls=(1, "repl")),
    Caller(builtins.__build_class__, calls=(0,), runs=(0,)),
    Caller(builtins.__import__, runs=(0,)),
    Caller(exec, runs=(0,)),
    Caller(eval, runs=(0,)),
    Caller(map, keeps=(0,)),
    Caller(filter, keeps=(0,)),
    Caller(functools.cmp_to_key, keeps=(0, "mycmp")),
    Caller(itertools.accumulate, keeps=(1, "func")),
    Caller(itertools.dropwhile, keeps=(0,)),
    Caller(itertools.filterfalse, keeps=(0,)),
    Caller(itertools.groupby, keeps=(1, "key")),
    Caller(itertools.starmap, keeps=(0,)),
    Caller(itertools.takewhile, keeps=(0,)),
)
