"""What was told at a jump: the same is told again where a jump comes by with the same objects, and nothing has changed.

A loop over what it does not change tells the same in each turn, a recursion the same of each object that it comes by.
What was asked for is noted, and what came out: the nodes of variables, what names and attributes had, what objects
reach. Whether any holds something else, `changes` says. So it is of what an operand could be in a block that did not
run, and of what C code might have called.
"""

from collections.abc import Sequence
from typing import Any

from .beside import Effect
from .frames import Frame
from .functions import what_is_called
from .keeping import ids_of
from .latest import Latest
from .shadows import SCALARS, changes
from .telling import Telling, gone_over

_FAILURES = 4  # until it is not tried any more
_PAUSE = 64  # jumps until it is tried again
_KEPT = 1000  # of one place, with different objects
_NOWHERE: dict[int, Any] = {}  # the latest nodes of what asks for none


class Told:
    """What was told at a jump."""

    __slots__ = ("asking", "chosen", "classes", "count", "effects", "found", "frame", "function", "is_lively", "names",
                 "plain", "replaced", "sides", "values", "vertex")  # fmt: skip

    def __init__(self, asking: Telling, effects: Sequence[Effect], vertex: int, found: Sequence[Any] = ()) -> None:
        self.asking = asking
        self.effects = effects
        self.vertex = vertex
        self.found = found  # what came out, if it was only asked for
        self.count, self.replaced = changes.count, changes.replaced
        self.is_lively = asking.potential.is_lively
        # whose variables it has asked for that are in cells, and of which function that has others around
        frame = asking.frame
        code = frame.code.template.code if frame is not None else None
        self.frame = frame if code is not None and (code.co_cellvars or asking.asks_for_frame) else None
        self.function = frame.function if code is not None and code.co_freevars else None
        self.values = [(number, _value_of(node)) for number, node in asking.nodes.items()]
        self.names = _names_of(asking.index) if asking.asks_names else None
        self.classes = len(asking.index.might_be) if asking.asks_classes else None
        self.sides = [(number, _ids(asking.index, asking.nodes[number])) for number in asking.sides]
        self.plain = [(number, _objects(asking.index, asking.nodes[number])) for number in asking.plain]
        self.chosen = [(number, _functions(asking.index, asking.nodes[number])) for number in asking.chosen]

    @property
    def asks_frame(self) -> bool:
        """Does it depend on what variables have?"""
        return bool(self.values or self.sides)

    def holds(self, effects: Sequence[Effect], frame: Frame | None, latest: Latest) -> bool:
        """Would the same be told at another jump of that place?"""
        asking, index = self.asking, self.asking.index
        if (
            self.is_lively != asking.potential.is_lively
            or (self.frame is not None and self.frame is not frame)
            or (frame is not None and self.function is not None and self.function is not frame.function)
            or (self.names is not None and self.names != _names_of(index))
            or (self.classes is not None and self.classes != len(index.might_be))
            or self.effects != effects
        ):
            return False
        # no `all` of generators: most of these are empty, and this is asked at each jump
        for one in asking.undoubted:
            if not asking.is_undoubted(one):
                return False
        for number, value in self.values:
            if _value_of(latest[number]) != value:
                return False
        for number, ids in self.sides:
            if _ids(index, latest[number]) != ids:
                return False
        for number, objects in self.plain:
            if _objects(index, latest[number]) != objects:
                return False
        for number, functions in self.chosen:
            if _functions(index, latest[number]) != functions:
                return False
        for operand, ids in asking.selected:
            if _ids(index, operand) != ids:
                return False
        for place, found in asking.places.items():
            if not _are_same(asking.at(place), found):
                return False
        for one, name, found in asking.attributes:
            if not _are_same(asking.kept_in(one, name), found):
                return False
        return self._is_as_it_was()

    def _is_as_it_was(self) -> bool:
        """Do the objects of which it was asked what they hold, or go over, hold and go over the same?"""
        if self.count == changes.count:
            return True
        asking, index = self.asking, self.asking.index
        if not (
            all(map(asking.reaching.is_as_it_was, asking.reaches))
            and all(gone_over(index.known(one)) == before for one, before in asking.iterators)
        ):
            return False
        if self.replaced != changes.replaced:
            shadows = index.shadows
            asking.shadows = [(shadows[id(shadow.value)], name) for shadow, name in asking.shadows]
            self.replaced = changes.replaced
        self.count = changes.count
        return True

    def again(self, vertex: int) -> None:
        """Let the same be known at another jump."""
        index = self.asking.index
        for shadow, name in self.asking.shadows:
            index.might_write(shadow, vertex, name)
        for events in self.asking.events:
            index.event(events, vertex)
        stored = index.stored_at.get(self.vertex)
        if stored is not None:
            index.times_noted += 1
            index.stored_at[vertex] = dict(stored)


class Place:
    """What was told, or asked for, at one place, by the values that some variables had there."""

    __slots__ = ("failures", "known", "numbers")

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Told] = {}
        self.numbers: tuple[int, ...] = ()  # of these variables
        self.failures = 0  # jumps in a row that were not like one before

    def again(self, effects: Sequence[Effect], frame: Frame, latest: Latest, vertex: int) -> bool:
        """Let the same be known at another jump as at one before; False if there was none like it."""
        told = self.like(effects, frame, latest)
        if told is not None:
            told.again(vertex)
        return told is not None

    def like(self, effects: Sequence[Effect], frame: Frame, latest: Latest) -> Told | None:
        """What was told where all was as it is now."""
        told = self.known.get(self._values(latest))
        if told is None or not told.holds(effects, frame, latest):
            return None
        self.failures = 0
        return told

    def add(
        self, asking: Telling, effects: Sequence[Effect], latest: Latest, vertex: int, found: Sequence[Any] = ()
    ) -> None:
        """It was not as before; where that is always so, it is not kept for a while."""
        self.failures += 1
        if (self.failures - 1) % _PAUSE >= _FAILURES:
            return
        if not self.known:
            self.numbers = tuple(asking.nodes)
        elif len(self.known) >= _KEPT:
            self.known.clear()
        self.known[self._values(latest)] = Told(asking, effects, vertex, found)

    def _values(self, latest: Latest) -> tuple[Any, ...]:
        return tuple([_value_of(latest[number]) for number in self.numbers])


class Calls:
    """What was told of calls that might have been, by functions and what would have been passed; nothing is kept where
    it is told by names only.
    """

    def __init__(self, index: Any) -> None:
        self.index = index
        self.known: dict[Any, Told] = {}

    def again(self, key: Any, vertex: int, frame: Frame | None = None, call: Any = None) -> Telling | None:
        """Let the same be known at another node as at one before; None if there was none like it."""
        told = self.known.get(key) if self.index.tells_apart else None
        if told is None:
            return None
        latest = frame.latest(call) if frame is not None and told.asks_frame else _NOWHERE
        if not told.holds((), frame, latest):
            return None
        told.again(vertex)
        return told.asking

    def add(self, key: Any, telling: Telling, vertex: int) -> None:
        if len(self.known) >= _KEPT:
            self.known.clear()
        if self.index.tells_apart:
            self.known[key] = Told(telling, (), vertex)


def what_stands_for(value: Any) -> int:
    """The same for values of which it does not matter which it is: numbers, texts and the like."""
    cls = id(type(value))
    return cls if cls in SCALARS else id(value)


def _value_of(node: Any) -> int | None:
    return what_stands_for(node.value) if node is not None else None


def _ids(index: Any, operand: Any) -> Any:
    return ids_of(index.addresses.others(operand)) if operand is not None else None


def _functions(index: Any, node: Any) -> tuple[Any, ...]:
    """What stands for the functions that a node could have had."""
    return tuple(map(what_is_called, index.choices.functions(node))) if node is not None else ()


def _objects(index: Any, node: Any) -> tuple[int, ...]:
    """The ids of the objects that a node could have had."""
    return tuple(map(id, index.choices.objects(node))) if node is not None else ()


def _names_of(index: Any) -> tuple[int, bool]:
    """How many names of attributes may have been stored, and whether these may be whatever."""
    return len(index.stored_names), index.any_name


def _are_same(found: list[Any] | None, others: list[Any] | None) -> bool:
    if found is None or others is None:
        return found is others
    return len(found) == len(others) and all(one is other for one, other in zip(found, others, strict=True))
