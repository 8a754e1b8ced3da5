"""Memory that is written to, and memory that C code can get at: what it writes there, and when it may no longer."""

from abc import abstractmethod
from typing import Any

import numpy as np

from ..rules.derivatives import rule_of
from .escapes import Escapes
from .knowledge import Overwriting
from .locations import function_name, place_of
from .loops import Overwritten
from .places import owner_of, part_of
from .slots import items_within
from .steps import Inputs, Operation, Place, Write
from .trees import leaves


class Exposure(Escapes):
    """The part of a tape's maker that looks after arrays which are changed, or which C code can change.

    `born`: ids of what the run has made, or was given. `where`: a node, or a Moment.
    """

    def __init__(self, nested: bool) -> None:
        super().__init__(nested)
        self.steps: list[Any] = []
        self.writes: list[Write] = []
        # by the id of an array that owns memory: itself, what it held then, what function got that where, how many
        # writes there were
        self.exposed: dict[int, tuple[Any, Any, Any, Any, int]] = {}

    def set_by_view(self, where: Any, view: Any, key: Any, value: Any, result: Any) -> None:
        if self.may_depend(value):
            self.escape(f"a number that is differentiated is stored{place_of(where)} in a memoryview, "
                         "which irtrack cannot look into")  # fmt: skip

    def drawn(self, where: Any, function: Any, arguments: Any, keywords: Any, result: Any) -> None:
        """`drawn(function, arguments, keywords)`"""
        if self.may_depend([arguments, keywords]):
            self.escape(
                f"{function_name(function)} is given what is differentiated{place_of(where)}, of which it gives "
                "nothing that is known; draw numbers that do not depend on it, and compute with these"
            )
        self.born.update(items_within([result]))

    def made_exactly(self, where: Any, *call: Any) -> None:
        """`exactly(function, ...)` has made its result, which comes last here."""
        self.born.update(items_within(call[-1:]))

    def store(self, where: Any, array: Any, key: Any, value: Any, before: Any) -> None:
        """An array is written to."""
        read: list[tuple[Any, int, Any]] = []
        if type(before) is Overwritten:
            before, read = before
        target = array.base if type(array) is np.flatiter else array
        owner = owner_of(target)
        if target.dtype.names:
            self.check_record(where, value)
        source = self.place(value)
        if source is None:
            self.check_convertible(where, value)
        is_live = source is not None and source[0] in self.live
        if id(owner) in self.foreign:
            self._forget_parts(where, owner)
        part = None if target is owner or self.nested else part_of(target, owner)
        if part is not None:
            target = part[1]
        place = self.place(target)
        if self.nested and place is not None and id(owner) not in self.born and place[0] not in self.live:
            self.escape(f"an array from outside the function is written to{place_of(where)}, while a derivative is "
                         "taken within another one: that would not see it")  # fmt: skip
        if is_live and target.dtype.kind not in "fc":
            self.escape(f"a number that is differentiated is written to an array of {target.dtype}{place_of(where)}, "
                         "which keeps no fractions: the derivative would be zero")  # fmt: skip
        if place is None and source is not None and target.dtype.kind in "fc":
            if owner.base is not None:
                self.escape(f"an array is written to{place_of(where)} whose memory belongs to something else, "
                             f"a {type(owner.base).__qualname__}, which cannot be followed")  # fmt: skip
            self._new_place(owner)
            place = self.place(target)
        if is_live and place is None:
            self.escape(f"a number that is differentiated is written{place_of(where)} to a part of an array of "
                        f"{owner.dtype}, which cannot be followed")  # fmt: skip
        if is_live and self.exposed:
            self.check_exposed(owner, where)
        if is_live and place is not None:
            self.live.add(place[0])
        write = Write(array, key, value, before, place, source if is_live else None, where, part and part[0])
        self.steps.append(write)
        self.writes.append(write)
        for over, k, item in read:
            self.taken(where, over, k, item)

    @abstractmethod
    def taken(self, where: Any, array: Any, k: int, item: Any) -> None:
        """`array[k]` has given a number."""

    def place_of_part(self, value: Any, owner: Any) -> Place:
        part = None if self.nested else part_of(value, owner)
        if part is None:
            return super().place_of_part(value, owner)
        name, whole = part
        inputs: Inputs = [(0, self.place(whole))]
        if not self.registers:
            found: Place = inputs[0][1]
            return found
        place = self._new_place(value)
        self.live.add(place[0])
        function = getattr(np.ndarray, name)
        self.steps.append(Operation(function, (whole,), {}, value, inputs, place, rule_of(function), None))
        return place

    def _forget_parts(self, where: Any, owner: Any) -> None:
        """What parts of an array held that is written to: they have no places any more."""
        if self.nested:
            self.escape(f"an array whose real or imaginary part was taken as a view is written to{place_of(where)}; "
                         "take a copy")  # fmt: skip
        _, parts = self.foreign.pop(id(owner))
        for part in parts:
            self.slots.pop(id(part), None)

    def change(
        self, where: Any, array: Any, key: Any, value: Any, before: Any, function: Any, given: Any, result: Any
    ) -> None:
        """`noted(array, key, value, before, function, given)`"""
        if self.may_depend(owner_of(array)) or self.may_depend(given) or self._is_from_outside(array):
            self.escape(f"{function_name(function)} writes to an array{place_of(where)} in a way that cannot be "
                         "followed; write what it gives to the array instead")  # fmt: skip
        self.store(where, array, key, value, before)

    def expose(self, where: Any, array: Any, function: Any, held: Any) -> None:
        """`exposed(array, function)`"""
        owner = owner_of(array)
        if self.may_depend(owner) or self._is_from_outside(array):
            self.escape(f"the memory of an array that is differentiated is handed to {function_name(function)}"
                        f"{place_of(where)}: what is read or written there cannot be followed")  # fmt: skip
        self.exposed.setdefault(id(owner), (owner, held, function, where, len(self.writes)))

    def _is_from_outside(self, array: Any) -> bool:
        """May an array be one that another derivative, within which this one is taken, differentiates?"""
        return self.nested and array.dtype.kind in "fc" and id(owner_of(array)) not in self.born

    def check_overwriting(self, where: Any, known: Overwriting, arguments: Any, keywords: Any) -> None:
        name = known.told(arguments, keywords)
        every = (*arguments, *keywords.values())
        if name and any(isinstance(one, np.ndarray) and (self.may_depend(one) or self.is_used(one)) for one in every):
            self.escape(f"{known.rule.name} is called with {name}{place_of(where)}, which destroys what the derivative "
                         "needs; leave that out")  # fmt: skip

    def check_record(self, where: Any, value: Any) -> None:
        """A structured array, which has no place, is written to."""
        if self.may_depend(value):
            self.escape(f"a number that is differentiated is written to a structured array{place_of(where)}, which "
                         "cannot be followed; use an array for each field")  # fmt: skip

    def check_exposed(self, owner: Any, where: Any) -> None:
        """What is differentiated is written to an array."""
        known = self.exposed.get(id(owner))
        if known is not None:
            _, _, function, before, _ = known
            self.escape(f"a number that is differentiated is written to an array{place_of(where)}; "
                        f"{function_name(function)} was given its memory before{place_of(before)}: what is read or "
                        "written there cannot be followed")  # fmt: skip

    def check_memories(self) -> None:
        """At the end: has anything changed that no step did, and that steps have read?"""
        for owner, before, function, where, count in self.exposed.values():
            later = [write for write in self.writes[count:] if owner_of(_array(write)) is owner]
            for write in reversed(later):
                write.undo()
            is_same = before.tobytes() == owner.tobytes()
            for write in later:
                write.redo()
            if not is_same and self.is_used(owner):
                self.escape(f"the memory of an array was changed unseen by what {function_name(function)} gave"
                            f"{place_of(where)}; compute with a copy of the array")  # fmt: skip

    def is_held(self, array: Any) -> bool:
        return any(one is array for step in self.steps for one in _values_of(step))

    def is_used(self, array: Any) -> bool:
        """Has any step to do with the memory of an array?"""
        owner = owner_of(array)
        return any(
            isinstance(one, np.ndarray) and owner_of(one) is owner for step in self.steps for one in _values_of(step)
        )


def _array(write: Write) -> Any:
    return write.array.base if type(write.array) is np.flatiter else write.array


def _values_of(step: Any) -> list[Any]:
    if isinstance(step, Write):
        return [_array(step), step.value]
    return leaves([step.arguments, step.keywords, step.result])
