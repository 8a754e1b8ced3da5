"""What cannot be done to an object as long as somebody looks into its memory, and who may begin to: one line a fact.

A memoryview of a bytearray, an array made by `np.frombuffer`, or what `BytesIO.getbuffer` gives, keeps the object from
changing its size: it raises BufferError.
"""

import array
import io
from collections.abc import Callable
from mmap import mmap
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from .allocation import MODULES

_ITEMS = frozenset(
    ["append", "extend", "insert", "pop", "remove", "clear", "__iadd__", "__imul__", "__setitem__", "__delitem__"]
)
# methods that change the size, or let go of the memory
RESIZERS: dict[type, frozenset[str]] = {
    bytearray: _ITEMS | {"resize", "take_bytes", "__init__"},
    array.array: _ITEMS | {"frombytes", "fromfile", "fromlist", "fromunicode"},
    io.BytesIO: frozenset(["write", "writelines", "truncate", "close", "__init__", "__setstate__", "__exit__"]),
    mmap: frozenset(["close", "__exit__"]),
    memoryview: frozenset(["release", "__exit__"]),
}
NAMES = frozenset().union(*RESIZERS.values())
# by the ids of methods; `__exit__` is that of all files
_RESIZED_BY = {id(getattr(cls, name)): cls for cls, names in RESIZERS.items() for name in names if hasattr(cls, name)}
RESIZED = (bytearray, array.array)  # by operators
WITH_MEMORY = frozenset((io.BytesIO, memoryview, mmap))  # which `with` statements let go of
# asks whether an object can change its size, by a change that is none; raises BufferError if not
PROBES: dict[type, Callable[[Any], Any]] = {
    bytearray: lambda one: bytearray.__delitem__(one, slice(0, 0, 2)),
    array.array: lambda one: array.array.__delitem__(one, slice(0, 0)),
    io.BytesIO: lambda one: io.BytesIO.truncate(one, (1 << 62) - 1),
    memoryview: memoryview.release,  # asked where it is about to be released,
    mmap: mmap.close,  # or closed
}
# functions written in C that never go on looking into an argument's memory: those of these modules, but for a few
HARMLESS = MODULES | {"builtins", "_functools", "functools", "_operator", "operator", "types", "_contextvars", "_abc",
                      "_asyncio", "_warnings", "_codecs", "marshal", "errno", "array", "mmap", "numpy"}  # fmt: skip
LOOKING = frozenset(
    ["getbuffer", "readinto", "readinto1", "recv_into", "cast", "toreadonly", "raw", "memoryview", "frombuffer",
     "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "BufferedReader", "BufferedWriter",
     "BufferedRandom", "BufferedRWPair", "PickleBuffer"]
)  # fmt: skip


def resized_by(f: Any) -> type | None:
    """The type whose instances are kept by their memoryviews from what the method `f` does; None if `f` is no such."""
    if not issubclass(type(f), BuiltinFunctionType):
        return _RESIZED_BY.get(id(f))
    if f.__name__ not in NAMES:
        return None
    cls = type(f.__self__)
    return next((one for one, names in RESIZERS.items() if f.__name__ in names and issubclass(cls, one)), None)


def may_look(f: Any) -> bool:
    """May what `f`, or a method of an instance of it, gives look into the memory of an argument? Python code may."""
    kind = type(f)
    if issubclass(kind, type):
        return not _is_made_harmlessly(f)
    if kind is np.ufunc:
        return False
    if issubclass(kind, BuiltinFunctionType):
        owner = f.__self__
        module = f.__module__ if owner is None or type(owner) is ModuleType else _module(owner)
    elif kind in (MethodDescriptorType, WrapperDescriptorType, MethodWrapperType):
        module = f.__objclass__.__module__
    else:
        return True
    return module not in HARMLESS or f.__name__ in LOOKING


def _module(owner: Any) -> Any:
    cls = owner if type(owner) is type else type(owner)
    return cls.__module__ if type(cls) is type else None


def _is_made_harmlessly(cls: type) -> bool:
    """Do classes of harmless modules, or written in Python, make the instances? No metaclass is asked."""
    for name in "__new__", "__init__":
        base = next((base for base in _mro_of(cls) if name in _dict(base)), object)
        if type(_dict(base)[name]) not in _PYTHON and (_module_of(base) not in HARMLESS or _name(base) in LOOKING):
            return False
    return True


_mro_of, _dict = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
_module_of, _name = type.__dict__["__module__"].__get__, type.__dict__["__name__"].__get__
_PYTHON = (FunctionType, staticmethod, classmethod)
