"""What objects hold, all through, as what can be compared: no code of theirs is asked, as it may change them."""

import contextlib
import gc
import types
from collections.abc import Iterable
from typing import Any
from weakref import ReferenceType

import numpy as np

_PLAIN = (int, float, complex, str, bytes, bool, type(None), range)
_CLOSED = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, types.BuiltinFunctionType)
_ITERATORS = type(iter([])), type(iter(())), type(iter(range(1)))
_OWN = ("__dict__", "__weakref__", "__doc__", "_abc_impl", "__annotate_func__", "__annotations_cache__")
_name_of = type.__dict__["__module__"].__get__
_dict_of = type.__dict__["__dict__"].__get__


def state(values: Iterable[Any], module: str) -> list[Any]:
    """Of all objects that can be reached from values: what they hold. Classes and functions count if they are of that
    module.
    """
    numbers: dict[int, int] = {}
    alive: list[Any] = []
    found: list[Any] = []
    waiting = [value for value in values if not _is_plain(value)]
    while waiting:
        value = waiting.pop()
        if id(value) in numbers:
            continue
        numbers[id(value)] = len(numbers)
        alive.append(value)
        parts = _parts(value, module)
        found.append([type(value), *(repr(one) if _is_plain(one) else numbers.get(id(one), "new") for one in parts)])
        waiting += [one for one in parts if not _is_plain(one)]
    return found


def _is_plain(value: Any) -> bool:
    return any(type(value) is kind for kind in _PLAIN)


def _parts(value: Any, module: str) -> list[Any]:
    kind = type(value)
    if issubclass(kind, _CLOSED) or str(_name_of(kind)).startswith("irtrack"):
        return []
    if issubclass(kind, type):
        if _name_of(value) != module:
            return []
        return [part for name, part in _dict_of(value).items() if name not in _OWN]
    if kind is types.FunctionType:
        if value.__globals__["__name__"] != module:
            return []
        return [value.__closure__, value.__defaults__, value.__kwdefaults__, vars(value)]
    if issubclass(kind, np.ndarray):
        return [value.shape, value.tobytes()]
    if kind is bytearray:
        return [bytes(value)]
    if kind is set and any(type(one) is ReferenceType for one in value):  # a WeakSet's of all that are alive: asyncio's
        return []
    if kind in _ITERATORS:
        return list(value.__reduce__()[1:])
    with contextlib.suppress(AttributeError):  # which has one from then on
        object.__getattribute__(value, "__dict__")
    return [part for part in gc.get_referents(value) if not isinstance(part, type)]
