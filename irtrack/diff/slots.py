"""The places that a tape knows: where the numbers are that its operations read and made."""

from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from .errors import DifferentiationError
from .places import View, is_numeric, owner_of
from .steps import Place

DEEPEST = 6  # of containers in containers


class Slots:
    """`holders`: of each place the number, or the array that owns the memory. `slots`: the same by ids.

    `live`: the places that depend on what is differentiated. With `nested` any number is a place, for what is done
    within another derivative may depend on what that differentiates by.
    """

    def __init__(self, nested: bool) -> None:
        self.nested = nested
        self.registers = True  # does what is met become a place?
        self.live: set[int] = set()
        self.slots: dict[int, int] = {}
        self.holders: list[Any] = []
        self.views: dict[int, tuple[Any, View]] = {}  # by the id of an array
        # ids of arrays that own memory -> these, and the arrays of another dtype that share it and have places
        self.foreign: dict[int, tuple[Any, list[Any]]] = {}

    def place(self, value: Any) -> Place | None:
        """Where a number is, if it depends on what is differentiated."""
        slot = self.slots.get(id(value))
        if slot is not None:
            return slot, None
        if type(value) is np.ndarray or isinstance(value, np.ndarray):
            return self._place_of_array(value)
        if self.nested and self.registers and is_numeric(value):
            return self._slot(value), None
        return None

    def _place_of_array(self, value: Any) -> Place | None:
        if value.base is None and not self.nested:
            return None
        owner = owner_of(value)
        slot = self.slots.get(id(owner))
        if slot is None:
            if not self.nested or not self.registers or owner.dtype.kind not in "fc":
                return None
            slot = self._slot(owner)
        if value is owner:
            return slot, None
        known = self.views.get(id(value))
        if known is not None and known[0] is value:
            return slot, known[1]
        if value.dtype != owner.dtype:
            if slot not in self.live:
                return None
            return self.place_of_part(value, owner)
        view = View(value, owner)
        self.views[id(value)] = value, view
        return slot, view

    def place_of_part(self, value: Any, owner: Any) -> Place:
        """Where a view of another dtype is."""
        self.escape(f"an array of {value.dtype} is a view of one of {owner.dtype} that is differentiated: take a copy")

    def places(self, value: Any, deep: int = 0) -> Any:
        """The same for what lists, tuples and dicts hold: {item: Place, or the same again}; None if none depends."""
        cls = type(value)
        if cls is int or cls is str:
            return None
        if not issubclass(cls, tuple | list | dict):
            return self.place(value)
        if deep > DEEPEST:
            return None
        found = {}
        for key, item in value.items() if issubclass(cls, dict) else enumerate(value):
            place = self.places(item, deep + 1)
            if place is not None:
                found[key] = place
        return found or None

    def _new_place(self, value: Any) -> Place:
        if isinstance(value, np.ndarray) and value.base is not None:
            owner = owner_of(value)
            if owner.dtype == value.dtype:
                return self._slot(owner), View(value, owner)
            self.foreign.setdefault(id(owner), (owner, []))[1].append(value)
        return self._slot(value), None

    def _slot(self, holder: Any) -> int:
        slot = self.slots[id(holder)] = len(self.holders)
        self.holders.append(holder)
        return slot

    def knows(self, value: Any) -> bool:
        """Has the record come by this object, or its memory, already?"""
        if id(value) in self.slots:
            return True
        if isinstance(value, np.ndarray) and value.base is not None:
            owner = owner_of(value)
            return id(owner) in self.slots and owner.dtype == value.dtype
        return False

    def _is_live(self, place: Any) -> bool:
        return self._live_part(place) is not None

    def _live_part(self, place: Any) -> Any:
        """What of places depends on the leaves; None if none does."""
        if type(place) is tuple:
            return place if place[0] in self.live else None
        found = {key: part for key, one in place.items() if (part := self._live_part(one)) is not None}
        return found or None

    def may_depend(self, value: Any) -> bool:
        """Does a value, or anything in it, depend on the leaves, or within another derivative on anything?"""
        registers, self.registers = self.registers, False
        places = self.places(value)
        self.registers = registers
        return places is not None and (self.nested or self._is_live(places))

    def escape(self, message: str) -> NoReturn:
        raise DifferentiationError(message)


def items_within(values: Iterable[Any], deep: int = 0) -> set[int]:
    """The ids of values, and of what is in them."""
    found = set()
    for value in values:
        found.add(id(value))
        cls = type(value)
        if deep < DEEPEST and issubclass(cls, (tuple, list, dict)):
            found |= items_within(value.values() if issubclass(cls, dict) else value, deep + 1)
    return found
