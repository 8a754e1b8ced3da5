"""How the steps of a tape are made again, with other numbers in the places of those that depend on the leaves."""

from typing import Any

import numpy as np

from .places import View, owner_of
from .steps import Write
from .tape import Tape


class Recipe:
    """What a tape needs to be run again: `sources[k]` says where each argument of step k comes from.

    A source is None for what stays as it is, a Place, or {item: source} for what is in a list or tuple. `memories`:
    arrays that the run has written to, which have no place: the slot that they get, and what they held at first.
    `outside`: places of what the run has not made.
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.slots = dict(tape.slots)
        self.size = len(tape.holders)
        self.memories: list[tuple[int, Any]] = []
        made = {_slot(place) for step in tape.steps if not isinstance(step, Write) for place in _outputs(step)}
        made.update(slot for slot, _ in tape.leaves)
        owners = {id(owner): owner for owner in (owner_of(_array(write)) for write in tape.writes)}
        for write in reversed(tape.writes):
            after = write.array[write.key]
            write.after = after.copy() if isinstance(after, np.ndarray) else after
            write.array[write.key] = write.before
        for key, owner in owners.items():
            slot = self.slots.get(key)
            if slot is None:
                slot = self.slots[key] = self.size
                self.size += 1
            if slot not in made:
                self.memories.append((slot, owner.copy(order="K")))
        for write in tape.writes:
            write.array[write.key] = write.after
        written = {slot for slot, _ in self.memories}
        outside = ((slot, holder) for slot, holder in enumerate(tape.holders) if slot not in made | written)
        self.outside = list(outside)
        self.is_written = bool(tape.writes)
        self.sources = [self._sources(step) for step in tape.steps]

    def slots_read(self) -> set[int]:
        """The slots of what its steps read."""
        found: set[int] = set()
        waiting: list[Any] = []
        for step, sources in zip(self.tape.steps, self.sources, strict=True):
            waiting += sources[1:] if isinstance(step, Write) else [*sources[0], *sources[1].values()]
        while waiting:
            source = waiting.pop()
            if isinstance(source, tuple):
                found.add(source[0])
            elif source is not None:
                waiting += source.values() if isinstance(source, dict) else source
        return found

    def _sources(self, step: Any) -> Any:
        if isinstance(step, Write):
            flat = type(step.array) is np.flatiter
            return flat, self.source(_array(step)), self.source(step.value)
        return [self.source(value) for value in step.arguments], {
            name: self.source(value) for name, value in step.keywords.items()
        }

    def source(self, value: Any) -> Any:
        cls = type(value)
        if cls is np.flatiter:
            inner = self.source(value.base)
            return None if inner is None else [inner]
        if issubclass(cls, np.ndarray) and value.base is not None:
            owner = owner_of(value)
            slot = self.slots.get(id(owner))
            if slot is not None and owner.dtype == value.dtype:
                return slot, View(value, owner)
        if issubclass(cls, tuple | list | dict):
            items = value.items() if issubclass(cls, dict) else enumerate(value)
            found = {key: source for key, item in items if (source := self.source(item)) is not None}
            return found or None
        slot = self.slots.get(id(value))
        return None if slot is None else (slot, None)


def _slot(place: Any) -> int:
    slot: int = place[0]
    return slot


def _outputs(step: Any) -> list[Any]:
    outputs = step.outputs
    return [outputs] if type(outputs) is tuple else list(outputs.values())


def _array(write: Write) -> Any:
    return write.array.base if type(write.array) is np.flatiter else write.array
