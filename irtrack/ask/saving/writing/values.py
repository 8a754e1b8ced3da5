"""Values -> columns of numbers.

A value has a number, and is written once: what is one object in the record is one in what is loaded. Containers that
can hold themselves get their number before what they hold, all others after it; so a reader can make values in the
order of their numbers, and then fill the containers.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....record.classes import is_callable
from ....record.values import callable_name, shown
from ..file import Parts
from ..plain import DEEPEST_KEY, KINDS, MUTABLE, NAMES, SINGLE, Kind, described_dtype, is_same, scalar

_NO_KEY = 1 << 30  # the depth of what cannot be a key everywhere: slices can from 3.12 on
_LONGEST = 10_000  # characters of what is shown for a value
_SINGLE = {id(value): kind for kind, value in SINGLE.items()}
_BEFORE = (Kind.TUPLE, Kind.FROZENSET, Kind.RANGE, Kind.SLICE)


class Values:
    """Values of a record, by their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # id of a value -> its number
        self._alive: list[Any] = []  # so that ids stay what they are
        self._waiting: list[Any] = []  # containers whose contents are still to come
        self._depths: dict[int, int] = {}  # number of a value that has others -> how deep these are
        self._named: set[int] = set()
        self._shown: dict[int, int] = {}  # number of a value that is shown -> which of `looks` it is
        self.kinds = bytearray()
        self.ints: list[int] = []
        self.floats: list[float] = []
        self.items: list[int] = []
        self.sizes: list[int] = []
        self.contents: list[int] = []
        self.looks: list[Any] = []
        self.bytes: list[Any] = []

    def number(self, value: Any) -> int:
        found = self._numbers.get(id(value))
        return found if found is not None else self._add(value)

    def function(self, value: Any) -> int:
        """The number of what is called: how displays call it comes with it."""
        number = self.number(value)
        if number not in self._named:
            self._named.add(number)
            look = self._shown.get(number)
            if look is not None and self.looks[look][3] is None and is_callable(type(value)):
                self.looks[look][3] = callable_name(value)
        return number

    def write(self, parts: Parts) -> None:
        """Write all values, and what they have."""
        for value in self._waiting:  # which grows meanwhile
            self._fill(value)
        parts.raw("value.kind", [self.kinds])
        parts.numbers("value.int", "<i8", self.ints)
        parts.numbers("value.float", "<f8", self.floats)
        parts.numbers("value.item", "<i4", self.items)
        parts.numbers("value.size", "<i8", self.sizes)
        parts.numbers("value.content", "<i4", self.contents)
        parts.json("value.look", self.looks)
        parts.raw("value.bytes", self.bytes)

    # -- one value ----------------------------------------------------------------------------------------------------

    def _add(self, value: Any) -> int:
        kind = KINDS.get(id(type(value)))
        if kind not in _BEFORE:
            return self._write(value, kind)
        # with a stack of our own: tuples can be nested deeper than the interpreter's goes
        stack: list[tuple[Any, Iterator[Any]]] = [(value, iter(_parts_of(value)))]
        while stack:
            container, rest = stack[-1]
            for item in rest:
                if id(item) not in self._numbers:
                    if (inner := KINDS.get(id(type(item)))) in _BEFORE:
                        stack.append((item, iter(_parts_of(item))))
                        break
                    self._write(item, inner)
            else:
                stack.pop()
                if id(container) not in self._numbers:
                    self._write(container, KINDS[id(type(container))])
        return self._numbers[id(value)]

    def _write(self, value: Any, kind: Kind | None) -> int:
        number = self._new(value)
        if kind is Kind.INT:
            if -(1 << 63) <= value < 1 << 63:
                self.ints.append(value)
            else:
                kind = Kind.LONG
                self._append(value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True))
        elif kind is Kind.FLOAT:
            self.floats.append(value)
        elif kind is Kind.STR:
            self._append(value.encode("utf-8", "surrogatepass"))
        elif kind in MUTABLE:
            self._waiting.append(value)
            if kind is Kind.DEQUE:
                self.ints.append(-1 if value.maxlen is None else value.maxlen)
        elif kind in _BEFORE:
            kind = self._write_parts(value, kind, number)
        elif kind is Kind.COMPLEX:
            self.floats += (value.real, value.imag)
        elif kind is Kind.BYTES or kind is Kind.BYTEARRAY:
            self._append(bytes(value))
        else:
            kind = self._write_other(value, kind, number)
        self.kinds[number] = kind
        return number

    def _new(self, value: Any) -> int:
        number = self._numbers[id(value)] = len(self.kinds)
        self._alive.append(value)
        self.kinds.append(Kind.NONE)
        return number

    def _append(self, text: bytes) -> None:
        self.ints.append(len(text))
        self.bytes.append(text)

    def _write_parts(self, value: Any, kind: Kind, number: int) -> Kind:
        items = [self._numbers[id(item)] for item in _parts_of(value)]
        depth = max((self._depths.get(item, 0) for item in items), default=0)
        if kind is Kind.FROZENSET and depth >= DEEPEST_KEY:
            return self._write_shown(value, number)
        self._depths[number] = _NO_KEY if kind is Kind.SLICE else depth + 1
        if kind is Kind.TUPLE or kind is Kind.FROZENSET:
            self.ints.append(len(items))
        self.items += items
        return kind

    def _write_other(self, value: Any, kind: Kind | None, number: int) -> Kind:
        if id(value) in _SINGLE:
            return _SINGLE[id(value)]
        description = described_dtype(value.dtype) if kind is not None else None
        if kind is Kind.ARRAY and description is not None:
            return self._write_array(value, description)
        if kind is Kind.DROPPED and description is not None:
            self.looks.append([description, list(value.shape)])
            return kind
        if kind is Kind.SCALAR and description is not None and is_same(scalar(description, value.tobytes()), value):
            self.looks.append(description)
            self.bytes.append(value.tobytes())
            if value.dtype.kind == "V":  # one that can be written to has no hash
                self._depths[number] = _NO_KEY
            return kind
        return self._write_shown(value, number)

    def _write_array(self, value: Any, description: Any) -> Kind:
        order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
        self.looks.append([description, list(value.shape), order])
        flat = np.ascontiguousarray(value.T if order == "F" else value).reshape(-1)
        self.bytes.append(flat.view(np.uint8) if flat.size and flat.dtype.itemsize else b"")
        return Kind.ARRAY

    def _write_shown(self, value: Any, number: int) -> Kind:
        look = shown(value)
        text = look.text
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST // 2]}...{text[-_LONGEST // 2 :]}"
        self._shown[number] = len(self.looks)
        self.looks.append(
            [text, look.module, look.qualname, look.name, look.changes, look.is_array, NAMES.get(id(value))]
        )
        return Kind.SHOWN

    # -- containers that can hold themselves --------------------------------------------------------------------------

    def _fill(self, value: Any) -> None:
        kind = KINDS[id(type(value))]
        if kind is Kind.DICT:
            pairs = list(value.items())
            found = [number for key, item in pairs for number in (self._key(key), self.number(item))]
        elif kind is Kind.SET:
            found = [self._key(item) for item in list(value)]
        else:
            found = [self.number(item) for item in list(value)]
        self.sizes.append(len(found))
        self.contents += found

    def _key(self, value: Any) -> int:
        """The number of a key; what has no hash everywhere, or is nested too deep for one, is only shown."""
        number = self.number(value)
        if self._depths.get(number, 0) < DEEPEST_KEY:
            return number
        number = len(self.kinds)
        self.kinds.append(Kind.SHOWN)
        self._write_shown(value, number)
        return number


def _parts_of(value: Any) -> list[Any]:
    """What a value has that can hold none that hold it."""
    if type(value) is slice or type(value) is range:
        return [value.start, value.stop, value.step]
    return list(value)
