"""Which values are kept in a file as they are, and as what; all others are kept as what they are shown as.

Functions and classes of Python itself are kept by name. Only the names of this table are known: nothing is looked up or
imported for a file.
"""

import builtins
import operator
import re
from collections import deque
from enum import IntEnum
from types import BuiltinFunctionType
from typing import Any

import numpy as np

from ...ir.language import UNBOUND
from ...ir.notation import INFIX, PREFIX
from ...ir.operations import getslice, not_contains, setslice
from ...record.values import Dropped

_PLAIN_DTYPE = re.compile(r"[<>|=]?[?a-zA-Z][0-9]*(\[[0-9a-zA-Z/]+\])?")  # `<f8`, `<M8[ns]`
DEEPEST_KEY = 50  # how deep tuples in keys of dicts and in sets may be nested: C code hashes them on its own stack


class Kind(IntEnum):
    """How a value is kept; its number is a byte in the file."""

    NONE, TRUE, FALSE, ELLIPSIS, NOT_IMPLEMENTED = range(5)
    INT, LONG, FLOAT, COMPLEX, STR, BYTES, BYTEARRAY = range(5, 12)
    TUPLE, FROZENSET, RANGE, SLICE = range(12, 16)  # what they have comes before them
    LIST, DICT, SET, DEQUE = range(16, 20)  # what they have may have them
    ARRAY, SCALAR, DROPPED, SHOWN = range(20, 24)


SINGLE: dict[Kind, Any] = {
    Kind.NONE: None,
    Kind.TRUE: True,
    Kind.FALSE: False,
    Kind.ELLIPSIS: ...,
    Kind.NOT_IMPLEMENTED: NotImplemented,
}
MUTABLE = (Kind.LIST, Kind.DICT, Kind.SET, Kind.DEQUE)
KEYS = (*SINGLE, Kind.INT, Kind.LONG, Kind.FLOAT, Kind.COMPLEX, Kind.STR, Kind.BYTES, Kind.TUPLE, Kind.FROZENSET,
        Kind.RANGE, Kind.SCALAR, Kind.DROPPED, Kind.SHOWN)  # fmt: skip
KINDS: dict[int, Kind] = {
    id(cls): kind
    for cls, kind in {
        int: Kind.INT, float: Kind.FLOAT, complex: Kind.COMPLEX, str: Kind.STR, bytes: Kind.BYTES,
        bytearray: Kind.BYTEARRAY, tuple: Kind.TUPLE, frozenset: Kind.FROZENSET, range: Kind.RANGE, slice: Kind.SLICE,
        list: Kind.LIST, dict: Kind.DICT, set: Kind.SET, deque: Kind.DEQUE, np.ndarray: Kind.ARRAY,
        Dropped: Kind.DROPPED, **{cls: Kind.SCALAR for cls in np.sctypeDict.values() if cls is not np.object_},
    }.items()
}  # fmt: skip
"""By the id of a type, since a metaclass may have a `__hash__`; what is not in it is SINGLE, SCALAR or SHOWN."""

MEMORY: dict[Kind, int] = dict.fromkeys(Kind, 100) | {Kind.SET: 250, Kind.FROZENSET: 250, Kind.DEQUE: 800}
"""Bytes that a value takes, besides those of its items, its text or its array."""

_operations = [*INFIX, *PREFIX, operator.getitem, operator.contains]
NAMED: dict[str, Any] = {
    **{f"operator.{function.__name__}": function for function in _operations},
    **{f"irtrack.{function.__name__}": function for function in (getslice, setslice, not_contains)},
    "irtrack.unbound": UNBOUND.value,
    **{
        f"builtins.{name}": value
        for name, value in vars(builtins).items()
        if type(value) is BuiltinFunctionType or type(value) is type
    },
}
NAMES: dict[int, str] = {id(value): name for name, value in reversed(NAMED.items())}


def dtype_of(description: Any) -> "np.dtype[Any]":
    """The dtype that `described_dtype` described. Raises ValueError or TypeError for anything else."""
    dtype = np.lib.format.descr_to_dtype(_tuples(description))
    if dtype.hasobject:
        raise ValueError("a dtype of objects")
    return dtype


def _has_metadata(dtype: "np.dtype[Any]") -> bool:
    """Has it, or a part of it, metadata of the program's? That may be anything."""
    parts = [part for part, *_ in (dtype.fields or {}).values()]
    parts += dtype.subdtype[:1] if dtype.subdtype is not None else ()
    return dtype.metadata is not None or any(map(_has_metadata, parts))


def described_dtype(dtype: "np.dtype[Any]") -> Any:
    """A dtype in JSON, as numpy's own files describe it; None for one that this cannot say."""
    if dtype.hasobject or type(dtype).__module__.partition(".")[0] != "numpy" or _has_metadata(dtype):
        return None
    try:
        description = np.lib.format.dtype_to_descr(dtype)
        return description if dtype_of(description) == dtype else None
    except (TypeError, ValueError):
        return None


def scalar(description: Any, text: bytes) -> Any:
    """The scalar of numpy that these bytes are."""
    dtype = dtype_of(description)
    if len(text) != dtype.itemsize:
        raise ValueError(f"{dtype} does not take {len(text)} bytes")
    return np.ndarray((), dtype, text).copy()[()]


def is_same(one: Any, other: Any) -> bool:
    """Are two scalars of numpy the same, bit for bit, and of one type? Some lose the zero bytes at their end."""
    return type(one) is type(other) and one.dtype == other.dtype and one.tobytes() == other.tobytes()


def _tuples(description: Any) -> Any:
    """JSON has lists where numpy wants tuples: fields, and shapes, but not the list of the fields."""
    if not isinstance(description, list):
        if type(description) is not str or not _PLAIN_DTYPE.fullmatch(description):
            raise ValueError(f"{description!r} is no dtype")
        return description
    fields = []
    for name, kind, *shape in description:
        title = tuple(name) if isinstance(name, list) else name
        fields.append((title, _tuples(kind), *map(tuple, shape)))
    return fields
