"""Cotangents and tangents by place: numbers as they are, of the memory of an array one array laid out as it is."""

import math
from typing import Any

import numpy as np

from ..places import View
from .keys import lasting

Place = tuple[int, View | None]


class Shadows:
    """`values[slot]`: None where there is none yet; `owned`: is it an array that nobody else holds?

    `spend`: see spending.py; nobody records what is done then.
    """

    def __init__(self, holders: list[Any], *, spend: bool = False) -> None:
        self.holders = holders
        self.spend = spend
        self.values: list[Any] = [None] * len(holders)
        self.owned = [False] * len(holders)

    def add(self, place: Place, given: Any) -> None:
        slot, view = place
        if view is not None:
            self.add_to_view(slot, view, given)
            return
        known = self.values[slot]
        if known is None:
            self.values[slot] = given
            self.owned[slot] = False
        elif self.owned[slot]:
            known += given
        else:
            self.values[slot] = known + given

    def add_to_view(self, slot: int, view: View, given: Any) -> None:
        is_first = self.values[slot] is None
        buffer = self.buffer_for(slot, view)
        if view.overlaps:
            flat = buffer.ravel("K")
            numbers = view.indices(buffer).reshape(-1)
            flat += np.bincount(numbers, np.reshape(np.broadcast_to(given, view.shape), -1), flat.size)
        else:
            part = view.of(buffer)
            if is_first:
                part[...] = given
            else:
                part += given

    def subtract_from_view(self, slot: int, view: View, given: Any) -> None:
        """Add what is not made: `-given`, of the view's shape, whose items do not overlap."""
        is_first = self.values[slot] is None
        part = view.of(self.buffer_for(slot, view))
        if is_first:
            np.negative(given, part)
        else:
            part -= given

    def buffer(self, slot: int) -> Any:
        """The array of a memory, which may be written to."""
        known = self.values[slot]
        if known is None or not self.owned[slot]:
            made = np.zeros_like(self.holders[slot], subok=False)
            if known is not None:
                made[...] = known
            self.values[slot] = known = made
            self.owned[slot] = True
        return known

    def buffer_for(self, slot: int, view: View) -> Any:
        """The same, where all items of a view are about to be written, if nothing is there yet."""
        holder = self.holders[slot]
        if not self.spend or self.values[slot] is not None or not view.is_contiguous or view.dtype != holder.dtype:
            return self.buffer(slot)
        made = self.values[slot] = np.empty_like(holder, subok=False)
        self.owned[slot] = True
        start = view.offset // made.itemsize
        items = made.ravel("K")
        items[:start] = 0
        items[start + math.prod(view.shape) :] = 0
        return made

    def part(self, place: Place) -> Any:
        """The same as far as an array reaches."""
        slot, view = place
        buffer = self.buffer(slot)
        return buffer if view is None else view.of(buffer)

    def take(self, place: Place) -> Any:
        """What there is, and is no more: None if nothing."""
        slot, view = place
        known = self.values[slot]
        if known is None:
            return None
        if view is not None:
            known = view.of(self.buffer(slot))
            if view.overlaps:  # what several items share belongs to one of them
                known = known * lasting(view.indices(self.buffer(slot)))
        self.values[slot] = None
        self.owned[slot] = False
        return known

    def get(self, place: Place) -> Any:
        """What there is: None if nothing."""
        slot, view = place
        known = self.values[slot]
        return known if known is None or view is None else view.of(self.buffer(slot))

    def put(self, place: Place, value: Any) -> None:
        slot, view = place
        if view is None:
            self.values[slot] = value
            self.owned[slot] = False
        else:
            self.values[slot] = None
            part = view.of(self.buffer(slot))
            part[...] = value
