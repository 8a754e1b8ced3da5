"""Columns of numbers -> values; see writing/values.py."""

import math
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from ....record.values import Dropped, Shown
from ..file import File, following
from ..plain import DEEPEST_KEY, KEYS, MEMORY, NAMED, SINGLE, Kind, dtype_of, scalar
from ..program import flag, index, items, optional, text

_FEW = 64  # dimensions of an array
_ITEM = 100  # bytes of memory for an item of a container, at most: a dict that was just enlarged has as many
_EMPTY: dict[Kind, Callable[[], Any]] = {Kind.LIST: list, Kind.DICT: dict, Kind.SET: set}


class Values(list[Any]):
    """The values of a file, by their numbers."""

    def __init__(self, file: File) -> None:
        super().__init__()
        self.budget = file.budget
        self.kinds = file.raw("value.kind")
        for kind in Kind:
            self.budget.take(MEMORY[kind] * self.kinds.count(kind))
        self._ints = iter(file.numbers("value.int", "<i8"))
        self._floats = iter(file.numbers("value.float", "<f8"))
        self._items = iter(file.numbers("value.item", "<i4"))
        self._sizes = iter(file.numbers("value.size", "<i8"))
        self._contents = iter(file.numbers("value.content", "<i4"))
        self._looks = iter(items(file.json("value.look")))
        self._bytes = memoryview(file.raw("value.bytes"))
        self._depths: dict[int, int] = {}  # of tuples and frozensets: how deep they are nested
        self._make()
        self._fill()
        columns = (self._ints, self._floats, self._items, self._sizes, self._contents, self._looks)
        if any(next(column, None) is not None for column in columns) or self._bytes:
            raise ValueError("there is more than they need")

    def _make(self) -> None:
        """All values, but what is in those that can hold themselves."""
        append, ints, floats = self.append, self._ints, self._floats
        for kind in self.kinds:
            if kind == Kind.FLOAT:
                append(following(floats))
            elif kind == Kind.INT:
                append(following(ints))
            elif kind in SINGLE:
                append(SINGLE[Kind(kind)])
            else:
                append(self._other(Kind(kind)))

    def _other(self, kind: Kind) -> Any:
        match kind:
            case Kind.STR:
                size = following(self._ints)
                self.budget.take(4 * size)
                return str(self._take(size), "utf-8", "surrogatepass")
            case Kind.BYTES:
                return bytes(self._take(following(self._ints)))
            case Kind.BYTEARRAY:
                return bytearray(self._take(following(self._ints)))
            case Kind.LONG:
                return int.from_bytes(self._take(following(self._ints)), "little", signed=True)
            case Kind.COMPLEX:
                return complex(following(self._floats), following(self._floats))
            case Kind.TUPLE | Kind.FROZENSET | Kind.RANGE | Kind.SLICE:
                return self._of_parts(kind)
            case Kind.LIST | Kind.DICT | Kind.SET:
                return _EMPTY[kind]()
            case Kind.DEQUE:
                most = following(self._ints)
                return deque(maxlen=None if most < 0 else most)
            case Kind.ARRAY:
                return self._array()
            case Kind.SCALAR:
                description = following(self._looks)
                return scalar(description, bytes(self._take(dtype_of(description).itemsize)))
            case Kind.DROPPED:
                description, shape = items(following(self._looks), 2)
                return Dropped.of(dtype_of(description), _shape(shape))
            case _:
                return _shown(following(self._looks))

    def _take(self, size: int) -> memoryview:
        """The next bytes."""
        if not 0 <= size <= len(self._bytes):
            raise ValueError(f"{size} bytes are not there")
        self.budget.take(size)
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken

    def _of_parts(self, kind: Kind) -> Any:
        """What has its parts before it."""
        count = following(self._ints) if kind in (Kind.TUPLE, Kind.FROZENSET) else 3
        numbers = self._numbers(self._items, count, len(self))
        depth = max((self._depths.get(number, 0) for number in numbers), default=0)
        parts = [self[number] for number in numbers]
        if kind is Kind.SLICE:
            return slice(*parts)
        if kind is Kind.RANGE:
            if not all(type(part) is int for part in parts):
                raise TypeError("a range is made of whole numbers")
            return range(*parts)
        if kind is Kind.FROZENSET:
            self._check_keys(numbers)
        self._depths[len(self)] = depth + 1
        return tuple(parts) if kind is Kind.TUPLE else frozenset(parts)

    def _array(self) -> "np.ndarray[Any, Any]":
        description, shape, order = items(following(self._looks), 3)
        dtype, shape = dtype_of(description), _shape(shape)
        if order not in ("C", "F"):
            raise ValueError(f"{order!r:.40} is no order of an array")
        data = self._take(math.prod(shape) * dtype.itemsize)
        return np.ndarray(shape, dtype, data, order=order).copy(order)

    # -- containers that can hold themselves --------------------------------------------------------------------------

    def _fill(self) -> None:
        for value, kind in zip(self, self.kinds, strict=True):
            if kind not in (Kind.LIST, Kind.DICT, Kind.SET, Kind.DEQUE):
                continue
            numbers = self._numbers(self._contents, following(self._sizes), len(self))
            if kind == Kind.DICT:
                self._check_keys(numbers[::2])
                keys, found = map(self.__getitem__, numbers[::2]), map(self.__getitem__, numbers[1::2])
                value.update(zip(keys, found, strict=True))
            elif kind == Kind.SET:
                self._check_keys(numbers)
                value.update(map(self.__getitem__, numbers))
            else:
                value.extend(map(self.__getitem__, numbers))

    def _check_keys(self, numbers: list[int]) -> None:
        """Can these values be hashed, without going too deep?"""
        for number in numbers:
            if self.kinds[number] not in KEYS or self._depths.get(number, 0) > DEEPEST_KEY:
                raise TypeError(f"value {number} cannot be a key")

    def _numbers(self, column: Any, count: int, below: int) -> list[int]:
        """The next numbers of values."""
        if count < 0:
            raise ValueError(f"{count} items are none")
        self.budget.take(_ITEM * count)
        return [index(following(column), below) for _ in range(count)]


def _shape(row: Any) -> tuple[int, ...]:
    shape = tuple(items(row))
    if len(shape) > _FEW or not all(type(size) is int and 0 <= size < 1 << 62 for size in shape):
        raise ValueError(f"{row!r:.40} is no shape of an array")
    return shape


def _shown(row: Any) -> Any:
    look, module, qualname, name, changes, is_array, known = items(row, 7)
    if type(known) is str and known in NAMED:
        return NAMED[known]
    return Shown(
        text(look), optional(text)(module), text(qualname), optional(text)(name), flag(changes), flag(is_array)
    )
