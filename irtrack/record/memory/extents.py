"""All that an object leads to, read as one.

C code that is given an object may look at whatever this holds, and what that holds: `seen.add(action)` asks for a hash.
Where the objects of a program know each other, that is most of them, again and again. So it is kept what was gone
through, an *extent*, which takes in what its objects come to hold later. Whether they do, and what has been written to
them since, is found by loops that run in C; if nothing has, one vertex stands for all that was written.

All this where nobody asks what might have been written: events are told of each object by itself.
"""

from collections.abc import Iterable
from itertools import islice
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any

from ..classes import is_a
from .origins import ITEMS
from .shadows import LODGING, UNCHANGING, Shadow, canonical, changes

if TYPE_CHECKING:
    from .memory import Memory

_SMALLEST = 8  # objects that are worth it
_KEPT = 1000  # extents
_INMOST = 3  # of extents within extents
_DEEPEST = 5  # of tuples within tuples from outside
_held, _items, _pending = attrgetter("held"), attrgetter("items"), attrgetter("pending")
_shape, _version = attrgetter("shape"), attrgetter("version")

Trail = list[tuple[Any, Shadow | None]]


class Extent:
    """What was gone through from an object on, without what is in the extents `within` it.

    `keys`, `shadows`: where shadows are looked up, and what is found there. `holders`, `held`, `sizes`: those shadows,
    what each holds, and how much. `tuples`: those of tuples whose items are known. `written`, `iterators`: those of
    what can be written to, and go on; `state`: their versions and shapes, for all of which `vertex` stands, -1 if none
    does. `count`: see `Changes`. `depth`: how many are within each other.
    """

    __slots__ = ("count", "depth", "held", "holders", "iterators", "keys", "shadows", "sizes", "state", "tuples",
                 "vertex", "within", "written")  # fmt: skip

    def __init__(self, within: list["Extent"]) -> None:
        self.keys: list[int] = []
        self.shadows: list[Shadow | None] = []
        self.held: list[dict[int, Any]] = []
        self.sizes: list[int] = []
        self.count = -1
        self.holders: list[Shadow] = []
        self.tuples: list[Shadow] = []
        self.written: list[Shadow] = []
        self.iterators: list[Shadow] = []
        self.within = within
        self.depth: int = 1 + max([one.depth for one in within], default=0)
        self.state: list[int] = []
        self.vertex = -1

    def add(self, memory: "Memory", trail: Trail) -> None:
        """Let it have what was gone through."""
        get = memory.shadows.get
        for one, shadow in trail:
            self.keys.append(id(one))
            self.shadows.append(get(id(one)))
            if self.shadows[-1] is None and issubclass(type(one), LODGING):
                self.keys.append(id(canonical(one)))
                self.shadows.append(shadow)
            if shadow is not None:
                self._add_shadow(one, shadow)
        self.held = [*map(_held, self.holders)]
        self.sizes = [*map(len, self.held)]
        self.count = changes.count

    def _add_shadow(self, one: Any, shadow: Shadow) -> None:
        self.holders.append(shadow)
        if not is_a(one, tuple, frozenset):
            self.written.append(shadow)
            if shadow.kind:
                self.iterators.append(shadow)
        elif shadow.items is not None:
            self.tuples.append(shadow)

    def mark(self, seen: set[int]) -> None:
        """Add the ids of its objects to these."""
        seen.update(self.keys)
        for extent in self.within:
            extent.mark(seen)

    def follow(self, memory: "Memory") -> bool:
        """Take in what its objects have come to hold; False if one holds something else instead, or is another one."""
        if not all(extent.follow(memory) for extent in self.within):
            return False
        fresh, more = self._fresh(memory), self._more()
        if fresh is None or more is None or None in map(_items, self.tuples):
            return False
        for shadow in fresh:
            self._add_shadow(shadow.value, shadow)
            more += shadow.held.values()
            more += [source.value for source in shadow.sources]
        if fresh or more:
            seen = set[int]()
            self.mark(seen)
            self.add(memory, go_through(memory, more, seen, None))
        return True

    def _fresh(self, memory: "Memory") -> list[Shadow] | None:
        """The shadows that objects have got which had none; None if one has another, or what a tuple holds is known."""
        found = [*map(memory.shadows.get, self.keys)]
        fresh: list[Shadow] = []
        if found != self.shadows:
            for key, before, now in zip(self.keys, self.shadows, found, strict=True):
                if now is not before:
                    if before is not None or now is None or id(now.value) != key or is_a(now.value, tuple, frozenset):
                        return None
                    fresh.append(now)
            self.shadows = found
        return fresh

    def _more(self) -> list[Any] | None:
        """What objects hold that they did not hold before; None if one has let go of something."""
        more: list[Any] = []
        if self.count != changes.count:
            held = [*map(_held, self.holders)]
            if not all(map(is_, held, self.held)):
                return None
            sizes = [*map(len, held)]
            if sizes != self.sizes:
                for one, size, before in zip(held, sizes, self.sizes, strict=True):
                    if size != before:
                        more += islice(one.values(), before, None)
                self.sizes = sizes
            self.count = changes.count
        return more

    def read(self, memory: "Memory") -> None:
        """The node reads all that was written to its objects."""
        for extent in self.within:
            extent.read(memory)
        if any(map(_pending, self.written)):
            for shadow in self.written:
                memory.read_version(shadow)
        state = [*map(_version, self.written), *map(_shape, self.iterators)]
        if state == self.state and self.vertex >= 0:
            memory.read(self.vertex)
            return
        vertices = {*state} - {-1}
        for vertex in vertices:
            memory.read(vertex)
        # the same twice is likely to be the same again
        self.vertex = memory.vertex(None, tuple(vertices)) if state == self.state else -1
        self.state = state


class Extents:
    """By the ids of the objects from which they begin."""

    def __init__(self) -> None:
        self.known: dict[int, Extent] = {}

    def read(self, memory: "Memory", value: Any) -> None:
        """The node reads all that was written to an object, and to what it leads to."""
        extent = self.known.get(id(value))
        if extent is None or not extent.follow(memory):
            self.known.pop(id(value), None)
            within: list[Extent] = []
            trail = go_through(memory, [value], set(), within)
            if len(trail) < _SMALLEST and not within:
                for one, shadow in trail:
                    if shadow is not None and not is_a(one, tuple, frozenset):
                        memory.read_all(shadow)
                return
            if len(self.known) >= _KEPT:
                self.known.clear()
            extent = self.known[id(value)] = Extent(within)
            extent.add(memory, trail)
        extent.read(memory)

    def of(self, memory: "Memory", value: Any) -> Extent | None:
        """That of an object, if it is known, and no longer chain of extents would come of it."""
        extent = self.known.get(id(value))
        return extent if extent is not None and extent.depth < _INMOST and extent.follow(memory) else None


def go_through(memory: "Memory", values: Iterable[Any], seen: set[int], within: list[Extent] | None) -> Trail:
    """All that objects lead to, and its shadows, without what has been `seen`; `within` gets the extents of it that are
    known.
    """
    trail: Trail = []
    known, barren = memory.known, memory.barren
    extents = memory.extents if within is not None else None
    waiting = [(value, 0) for value in values]
    while waiting:
        one, depth = waiting.pop()
        if id(type(one)) in UNCHANGING or id(one) in seen:
            continue
        if extents is not None and within is not None and id(one) in extents.known and not depth:
            extent = extents.of(memory, one)
            if extent is not None:
                extent.mark(seen)
                within.append(extent)
                continue
        seen.add(id(one))
        shadow = known(one)
        trail.append((one, shadow))
        if is_a(one, tuple, frozenset):
            if type(one) is tuple and all(id(type(item)) in UNCHANGING or id(item) in barren for item in one):
                barren.add(id(one))
            if (shadow is None or shadow.items is None) and depth < _DEEPEST:
                waiting += [(item, depth + 1) for item, _ in zip(one, range(ITEMS), strict=False)]
        if shadow is not None:
            waiting += [(held, depth) for key, held in shadow.held.items() if key not in barren]
            waiting += [(source.value, depth) for source in shadow.sources]
    return trail
