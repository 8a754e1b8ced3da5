"""A file of parts: where each begins, how large it is, and how much memory may be taken for it.

    irtrack record 1                                                        the format, and its version
    [["node.site", "<i4", 812, 4096], ...]      the directory, a line of JSON
    the parts, one behind the other, each compressed by zlib

Of each part the directory says its name, its kind (a type of numbers, "json" or "bytes"), its size in the file and its
size. All of that is checked before anything is read, and everything that is made of a part is first asked of a budget.

Whole numbers stand there as the differences to those before them; of all numbers, the first bytes come first, then the
second ones, and so on. Columns of a record then take a tenth of the room.
"""

import contextlib
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np

from ...record.interrupts import is_interrupt

MAGIC = b"irtrack record "
VERSION = 1
_LONGEST_LINE = 1 << 16  # of the directory
_PARTS = 100
_CHUNK = 1 << 20
_LEVEL = 6  # of zlib: 9 takes three times as long for two per cent
_NUMBER = 40  # bytes of memory for a number in a list
_JSON = 32  # bytes of memory that a byte of JSON can take, at most: [[],[],[]]
STEPS = ("<i4", "<i8")  # whole numbers
NUMBERS = (*STEPS, "<f8")


def following(column: Iterator[Any]) -> Any:
    """The next thing of a column. Raises ValueError if there is none."""
    try:
        return next(column)
    except StopIteration:
        raise ValueError("it ends too early") from None


def check_column(found: Any, limit: int, lowest: int = 0, count: int | None = None) -> None:
    """Are the numbers of a column from `lowest` up to below `limit`, and as many as `count`, if that is given?"""
    if count is not None and len(found) != count:
        raise ValueError(f"it has {len(found)} numbers, not {count}")
    if len(found) and (found.min() < lowest or found.max() >= limit):
        raise ValueError(f"it has numbers that are not from {lowest} to {limit - 1}")


def check_counts(counts: Any, numbers: Any) -> None:
    """Are these numbers as many as are counted? Before anything is made that is as large as the counts say."""
    if counts.sum(dtype=np.int64) != len(numbers):
        raise ValueError(f"{counts.sum(dtype=np.int64)} numbers are counted, and {len(numbers)} are there")


class LoadError(ValueError):
    """A file that `load` cannot read: it is no record, it is damaged, of another version, or too large."""


class Budget:
    """How much memory may be taken: `take` raises LoadError when there is no more."""

    def __init__(self, path: str, limit: int | None) -> None:
        self.path = path
        self.limit = limit
        self.taken = 0

    def take(self, size: int) -> None:
        self.taken += size
        if self.limit is not None and self.taken > self.limit:
            raise LoadError(
                f"{self.path} would take more memory than max_bytes={self.limit:,}: if you trust it, "
                "load(path, max_bytes=...) allows more, and None any amount"
            )


# -- writing ----------------------------------------------------------------------------------------------------------


class Parts:
    """The parts of a file that is written, compressed as they come."""

    def __init__(self) -> None:
        self._directory: list[tuple[str, str, int, int]] = []
        self._packed: list[bytes] = []

    def numbers(self, name: str, kind: str, numbers: Any) -> None:
        """Raises OverflowError for a number that is too large for `kind`."""
        column = np.array(numbers, kind)
        if kind in STEPS:
            column = np.diff(column, prepend=column.dtype.type(0)).astype(kind)
        self._add(name, kind, [column.view(np.uint8).reshape(-1, column.itemsize).T.tobytes()])

    def json(self, name: str, value: Any) -> None:
        self._add(name, "json", [json.dumps(value, separators=(",", ":")).encode("ascii")])

    def raw(self, name: str, pieces: Iterable[Any]) -> None:
        self._add(name, "bytes", pieces)

    def _add(self, name: str, kind: str, pieces: Iterable[Any]) -> None:
        packer = zlib.compressobj(_LEVEL)
        packed, size = [], 0
        for piece in pieces:
            packed.append(packer.compress(piece))
            size += memoryview(piece).nbytes
        packed.append(packer.flush())
        self._directory.append((name, kind, sum(map(len, packed)), size))
        self._packed += packed

    def write(self, path: str) -> None:
        """Write the file; what was at `path` is there until all of it is written."""
        directory = json.dumps(self._directory, separators=(",", ":"))
        path = os.path.realpath(path)
        beside = f"{path}.{secrets.token_hex(4)}.part"
        try:
            with open(beside, "xb") as file:
                file.write(b"%s%d\n%s\n" % (MAGIC, VERSION, directory.encode("ascii")))
                file.writelines(self._packed)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            if isinstance(error, OSError):  # the user knows of no other file
                raise OSError(error.errno, error.strerror, path) from None
            raise


# -- reading ----------------------------------------------------------------------------------------------------------


class File:
    """A file that is read, part by part, each once and by its name."""

    def __init__(self, file: BinaryIO, path: str, limit: int | None) -> None:
        self.path = path
        self.budget = Budget(path, limit)
        self._file = file
        self._check_version(file.readline(len(MAGIC) + 20))
        with self.reading("the directory"):
            line = file.readline(_LONGEST_LINE)
            self._parts = _directory(line)
            begin = file.tell()
        there = os.fstat(file.fileno()).st_size - begin
        stated = sum(packed for _, packed, _ in self._parts.values())
        if there != stated:
            how = "shorter" if there < stated else "longer"
            raise LoadError(f"{path} is {abs(there - stated):,} bytes {how} than its directory says: it is not whole")
        self._begins: dict[str, int] = {}
        for name, (_, packed, _) in self._parts.items():
            self._begins[name] = begin
            begin += packed

    def _check_version(self, line: bytes) -> None:
        version = line.removeprefix(MAGIC).strip()
        if not line.startswith(MAGIC) or not version.isdigit() or not line.endswith(b"\n"):
            raise LoadError(f"{self.path} is no record: a file of irtrack.save() begins with {MAGIC.decode()!r}")
        if int(version) != VERSION:
            raise LoadError(
                f"{self.path} has version {int(version)} of the format, and this irtrack reads version {VERSION}: "
                "load it with the irtrack that saved it"
            )

    @contextlib.contextmanager
    def reading(self, what: str) -> Iterator[None]:
        """Whatever goes wrong meanwhile is the file's fault: raises LoadError, which says in what."""
        try:
            yield
        except LoadError:
            raise
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
            zlib.error,
        ) as error:
            if is_interrupt(error):
                raise
            raise LoadError(f"{self.path} is damaged, in {what}: {str(error) or type(error).__name__}") from error

    def raw(self, name: str) -> bytes:
        with self.reading(f"part {name}"):
            return self._unpacked(name, "bytes")

    def json(self, name: str) -> Any:
        with self.reading(f"part {name}"):
            text = self._unpacked(name, "json")
            self.budget.take(_JSON * len(text))
            return json.loads(text.decode("ascii"))  # of bytes it would guess the encoding, and import that

    def has(self, name: str) -> bool:
        """Is there a part of that name? Not all files have all of them."""
        return name in self._parts

    def array(self, name: str, kind: str) -> "np.ndarray[Any, Any]":
        """The numbers of a part."""
        with self.reading(f"part {name}"):
            planes = np.frombuffer(self._unpacked(name, kind), np.uint8).reshape(np.dtype(kind).itemsize, -1)
            self.budget.take(planes.size)
            column = np.ascontiguousarray(planes.T).reshape(-1).view(kind)
            return np.cumsum(column, dtype=kind) if kind in STEPS else column

    def numbers(self, name: str, kind: str) -> list[Any]:
        """The same as a list."""
        found = self.array(name, kind)
        self.budget.take(_NUMBER * len(found))
        numbers: list[Any] = found.tolist()
        return numbers

    def _unpacked(self, name: str, kind: str) -> bytes:
        if name not in self._parts:
            raise ValueError("it is missing")
        stated, packed, size = self._parts[name]
        if stated != kind:
            raise ValueError(f"it is said to be {stated}, not {kind}")
        self.budget.take(packed + 2 * size)  # in pieces, and joined
        self._file.seek(self._begins[name])
        unpacker = zlib.decompressobj()
        pieces, left = [], size + 1
        waiting = self._file.read(packed)
        while waiting and left > 0:
            piece = unpacker.decompress(waiting, min(left, _CHUNK))
            pieces.append(piece)
            left -= len(piece)
            waiting = unpacker.unconsumed_tail
        if left != 1 or not unpacker.eof or unpacker.unused_data:
            raise ValueError(f"it does not have the {size:,} bytes that the directory says")
        return b"".join(pieces)


def _directory(line: bytes) -> dict[str, tuple[str, int, int]]:
    """By name: kind, size in the file, size. Raises ValueError for what is no directory."""
    rows = json.loads(line.decode("ascii"))
    if not isinstance(rows, list) or len(rows) > _PARTS:
        raise ValueError("it is no list of parts")
    parts: dict[str, tuple[str, int, int]] = {}
    for row in rows:
        name, kind, packed, size = row
        if type(name) is not str or name in parts or kind not in ("json", "bytes", *NUMBERS):
            raise ValueError(f"{name!r}, {kind!r} is no part")
        if type(packed) is not int or type(size) is not int or packed < 0 or size < 0:
            raise ValueError(f"part {name} has no size")
        if packed > size + size // 100 + 100:
            raise ValueError(f"part {name} is larger in the file than it is")
        parts[name] = kind, packed, size
    return parts
