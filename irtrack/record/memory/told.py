"""What was told at a jump: the same is told again where a jump comes by with the same objects, and nothing has changed.

A loop over what it does not change tells the same in each turn. What was asked for is noted, and what came out: the
nodes of variables, what names and attributes had, what objects reach. Whether any holds something else, `changes` says.
"""

from collections.abc import Sequence
from typing import Any

from .asking import Asking
from .beside import Effect
from .frames import Frame
from .latest import Latest
from .shadows import SCALARS, changes
from .telling import gone_over, ids_of

_FAILURES = 4  # until it is not tried any more
_PAUSE = 64  # jumps until it is tried again


class Told:
    """What was told at the last jump that came by the same place."""

    __slots__ = ("asking", "count", "effects", "failures", "frame", "is_lively", "sides", "values", "vertex")

    def __init__(self, asking: Asking, effects: Sequence[Effect], vertex: int) -> None:
        self.asking = asking
        self.effects = effects
        self.vertex = vertex
        self.failures = 0  # in a row, of this one and those before
        self.count = changes.count
        self.is_lively = asking.potential.is_lively
        # whose cells it has asked for, or whose names
        self.frame = asking.frame if asking.frame.code.cells or asking.asks_for_frame else None
        self.values = [(number, _value_of(node)) for number, node in asking.nodes.items()]
        self.sides = [(number, _ids(asking.index, asking.nodes[number])) for number in asking.sides]

    def holds(self, effects: Sequence[Effect], frame: Frame, latest: Latest) -> bool:
        """Would the same be told at another jump of that place?"""
        asking, index = self.asking, self.asking.index
        return (
            self.is_lively == asking.potential.is_lively
            and (self.frame is None or self.frame is frame)
            and self.effects == effects
            and all(_value_of(latest[number]) == value for number, value in self.values)
            and all(_ids(index, latest[number]) == ids for number, ids in self.sides)
            and all(_ids(index, operand) == ids for operand, ids in asking.selected)
            and all(_are_same(asking.at(place), found) for place, found in asking.places.items())
            and all(_are_same(asking.kept_in(one, name), found) for one, name, found in asking.attributes)
            and self._is_as_it_was()
        )

    def _is_as_it_was(self) -> bool:
        """Do the objects of which it was asked what they hold, or go over, hold and go over the same?"""
        if self.count == changes.count:
            return True
        asking, index = self.asking, self.asking.index
        shadows = index.shadows
        if not (
            all(map(asking.reaching.is_as_it_was, asking.reaches))
            and all(gone_over(index.known(one)) == before for one, before in asking.iterators)
            and all(shadows.get(id(shadow.value)) is shadow for shadow, _ in asking.shadows)
        ):
            return False
        self.count = changes.count
        return True

    def again(self, vertex: int) -> None:
        """Let the same be known at another jump."""
        self.failures = 0
        index = self.asking.index
        for shadow, name in self.asking.shadows:
            index.might_write(shadow, vertex, name)
        for events in self.asking.events:
            index.event(events, vertex)
        stored = index.stored_at.get(self.vertex)
        if stored is not None:
            index.stored_at[vertex] = dict(stored)


def told_after(before: Told | int | None, asking: Asking, effects: Sequence[Effect], vertex: int) -> Told | int:
    """What is kept of a jump where the last one, if there was one, had been another; only the number of the failures
    where that is always so, for a while.
    """
    failures = before.failures + 1 if isinstance(before, Told) else before or 0
    if failures % _PAUSE >= _FAILURES:
        return failures + 1
    told = Told(asking, effects, vertex)
    told.failures = failures
    return told


def _value_of(node: Any) -> Any:
    """What stands for the value of a node: of numbers, texts and the like it does not matter which it is."""
    if node is None:
        return None
    cls = id(type(node.value))
    return cls if cls in SCALARS else id(node.value)


def _ids(index: Any, operand: Any) -> Any:
    return ids_of(index.addresses.others(operand)) if operand is not None else None


def _are_same(found: list[Any] | None, others: list[Any] | None) -> bool:
    if found is None or others is None:
        return found is others
    return len(found) == len(others) and all(one is other for one, other in zip(found, others, strict=True))
