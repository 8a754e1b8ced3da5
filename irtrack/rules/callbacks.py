"""Functions written in C that call what they are given: one line a fact.

`calls`: the arguments, by position or name, that are called before the function returns; `keeps`: those that what it
returns may call later; `runs`: those that name or hold code that it runs; `uses`: those whose special methods it calls;
`lends`: those that it calls later and shows, so that they have to stay what they are;
`brings`: functions and classes of the standard library that it, or what it returns, calls besides;
`iterates`: those that it iterates over, `later` if what it returns begins with that, `twice` if it asks their iterators
for iterators. The object of a method is its argument 0.
"""

import bisect
import builtins
import codecs
import contextvars
import copyreg
import functools
import io
import itertools
import operator
import pickle
import re
from collections import defaultdict, deque
from collections.abc import Callable
from types import MethodDescriptorType
from typing import Any, NamedTuple


class Caller(NamedTuple):
    """`sorted` calls its `key`."""

    function: Callable[..., Any]
    calls: tuple[int | str, ...] = ()
    keeps: tuple[int | str, ...] = ()
    runs: tuple[int | str, ...] = ()
    uses: tuple[int, ...] = ()
    lends: tuple[int, ...] = ()
    brings: tuple[Any, ...] = ()
    iterates: tuple[int, ...] = ()
    later: bool = False
    twice: bool = False


# methods that C code calls of values that it has, where no instruction stands
CALLED_BY_C = frozenset(
    ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__bool__", "__index__", "__fspath__",
     "__getitem__", "__missing__", "__contains__", "__len__", "__length_hint__", "__iter__", "__next__", "__call__",
     "__instancecheck__", "__subclasscheck__", "__repr__", "__str__", "__format__")
)  # fmt: skip

# those by whose results it decides what it calls next
ANSWERING = frozenset(
    ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__bool__", "__len__", "__contains__",
     "__next__", "__getitem__", "__instancecheck__", "__subclasscheck__")
)  # fmt: skip
# iterators that go on, or not, by what the function says that they call; and what stops by what it has got so far
ASKING = frozenset(map(id, (filter, itertools.filterfalse, itertools.takewhile, itertools.dropwhile, iter)))
STOPPING = frozenset(map(id, (any, all, operator.contains, operator.indexOf, list.index, tuple.index)))

# modules whose functions written in C call no other special methods of what they get, but for those that are known
LEAVE_ALONE = frozenset(
    ("builtins", "_abc", "_ast", "_asyncio", "_collections", "_contextvars", "_functools", "_thread", "_weakref",
     "_warnings", "_imp", "atexit", "collections", "functools", "gc", "marshal", "posix", "re", "sys", "time", "types",
     "weakref")
)  # fmt: skip

_PICKLING = tuple([vars(copyreg)[name] for name in ("_reduce_ex", "_slotnames", "_reconstructor", "__newobj__")])
_DECODING = codecs.IncrementalDecoder, codecs.BufferedIncrementalDecoder, codecs.IncrementalEncoder

ROWS = (
    Caller(sorted, calls=("key",), iterates=(0,)),
    Caller(list.sort, calls=("key",)),
    Caller(min, calls=("key",), iterates=(0,)),
    Caller(max, calls=("key",), iterates=(0,)),
    Caller(functools.reduce, calls=(0, "function"), iterates=(1,)),
    Caller(bisect.bisect_left, calls=("key",)),
    Caller(bisect.bisect_right, calls=("key",)),
    Caller(bisect.insort_left, calls=("key",)),
    Caller(bisect.insort_right, calls=("key",)),
    Caller(operator.call, calls=(0,)),
    Caller(BaseExceptionGroup.split, calls=(1,)),
    Caller(BaseExceptionGroup.subgroup, calls=(1,)),
    Caller(pickle.dumps, uses=(0,), brings=_PICKLING),
    Caller(pickle.loads, brings=_PICKLING),
    Caller(object.__reduce_ex__, uses=(0,), brings=_PICKLING),
    Caller(open, uses=(0,), brings=_DECODING),
    Caller(io.TextIOWrapper, uses=(0,), brings=_DECODING),
    Caller(contextvars.Context.run, calls=(1,)),
    Caller(re.Pattern.sub, calls=(1, "repl")),
    Caller(re.Pattern.subn, calls=(1, "repl")),
    Caller(builtins.__build_class__, calls=(0,), runs=(0,)),
    Caller(builtins.__import__, runs=(0,)),
    Caller(type.__new__, runs=(3,)),
    Caller(exec, runs=(0,)),
    Caller(eval, runs=(0,)),
    Caller(map, keeps=(0,), iterates=(1, 2, 3)),
    Caller(filter, keeps=(0,), iterates=(1,)),
    Caller(defaultdict, lends=(0,)),
    Caller(functools.cmp_to_key, keeps=(0, "mycmp")),
    Caller(itertools.accumulate, keeps=(1, "func"), iterates=(0,)),
    Caller(itertools.dropwhile, keeps=(0,), iterates=(1,)),
    Caller(itertools.filterfalse, keeps=(0,), iterates=(1,)),
    Caller(itertools.groupby, keeps=(1, "key"), iterates=(0,)),
    Caller(itertools.starmap, keeps=(0,), iterates=(1,)),
    Caller(itertools.takewhile, keeps=(0,), iterates=(1,)),
    *(
        Caller(function, iterates=(0,))
        for function in (list, tuple, set, frozenset, any, all, enumerate, deque, itertools.islice)
    ),
    Caller(sum, uses=(0, 1), iterates=(0,)),
    *(Caller(method, iterates=(1,)) for method in (list.extend, deque.extend, set.update)),
    *(Caller(method, iterates=(1,), twice=True) for method in (str.join, bytes.join)),
    Caller(zip, iterates=(0, 1, 2)),
    Caller(itertools.chain, iterates=(0, 1, 2), later=True),
)


def _called_by_name() -> dict[str, frozenset[int | str]]:
    found: dict[str, frozenset[int | str]] = {}
    for row in ROWS:
        shift = int(type(row.function) is MethodDescriptorType)  # the object of a method is not among what it is passed
        called = *row.calls, *row.keeps, *row.lends
        places = [place if type(place) is str else int(place) - shift for place in called]
        found[row.function.__name__] = found.get(row.function.__name__, frozenset()) | frozenset(places)
    found["bisect"], found["insort"] = found["bisect_right"], found["insort_right"]  # the same functions
    return {name: places for name, places in found.items() if places}


# by their names, where the function is not known: what is passed that they call
CALLED_BY_NAME = _called_by_name()
