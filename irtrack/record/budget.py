"""The byte budget: how much memory a record may keep in numpy arrays.

What an instruction has just made is asked about where it is appended (`keep`). What else is appended (loads, items of a
loop, operands) is not looked at then, so the log is looked through later: by `sweep` all of it that is new, by `glance`
a few entries.
"""

from itertools import repeat
from operator import is_
from typing import Any

import numpy as np

from .values import SMALL_ARRAY, Dropped, lender_of

_UNSEEN, _STRIDE = 64, 7  # small arrays let a few of so many entries be looked at, to look at all would cost too much


class Budget:
    """What the arrays of one log may take."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log
        self.max_bytes: int | None = None  # no limit
        self.bytes = 0
        self.kept: set[int] = set()  # ids of the arrays that own kept memory
        self.swept = self.glanced = 0  # up to where the log was looked through

    def restart(self, max_bytes: int | None) -> None:
        """The log is empty again."""
        self.moved()
        self.max_bytes = max_bytes

    def moved(self) -> None:
        """The log has lost its beginning, and with it arrays: what is left is counted anew."""
        self.glanced = 0
        if self.swept or self.bytes:
            self.kept.clear()
            self.bytes = self.swept = 0

    def keep(self, array: Any) -> Any:
        """What is appended for a new array: itself while the budget lasts, its dtype and shape afterwards.

        For a memoryview always the latter: as long as there is one, its bytearray can't change its size. Anything else
        is appended itself.
        """
        if type(array) is memoryview:
            owner = lender_of(array)
            return Dropped(array, owner if self.keep(owner) is owner else None)
        if self.max_bytes is None or type(array) is not np.ndarray:
            return array
        if array.nbytes <= SMALL_ARRAY:
            if len(self.log) - self.glanced > _UNSEEN:
                self.glance()
            return array
        self.sweep()
        return array if self._affords(array) else Dropped(array)

    def affords_copy(self, array: Any) -> bool:
        """May the record have another array of that size?"""
        if self.max_bytes is None or array.nbytes <= SMALL_ARRAY:
            return True
        affords = self.bytes + array.nbytes <= self.max_bytes
        self.bytes += array.nbytes * affords
        return bool(affords)

    def _affords(self, array: Any) -> bool:
        owner = array if array.base is None else array.base
        if id(owner) in self.kept:
            return True
        assert self.max_bytes is not None
        total = self.bytes + getattr(owner, "nbytes", array.nbytes)
        if total > self.max_bytes:
            return False
        self.bytes = total
        self.kept.add(id(owner))
        return True

    def sweep(self) -> None:
        """Count the large arrays that were appended unseen (loads, items of a loop, operands), or let go of them."""
        log = self.log
        start, self.swept = self.swept, len(log)
        unseen = log[start:]
        if not any(map(is_, map(type, unseen), repeat(np.ndarray))):
            return
        for i, entry in enumerate(unseen, start):
            if type(entry) is np.ndarray and entry.nbytes > SMALL_ARRAY and not self._affords(entry):
                log[i] = Dropped(entry)

    def glance(self) -> None:
        """Sweep if there is a large array among a few of the entries that were appended since the last glance."""
        log = self.log
        start, self.glanced = self.glanced, len(log)
        for entry in log[start + start % _STRIDE :: _STRIDE]:
            if type(entry) is np.ndarray and entry.nbytes > SMALL_ARRAY:
                self.sweep()
                return
