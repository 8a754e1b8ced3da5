"""All that an object leads to, read as one.

C code that is given an object may look at whatever this holds, and what that holds: `seen.add(action)` asks for a hash.
Where the objects of a program know each other, that is most of them, again and again. So it is kept what was gone
through, an *extent*, which takes in what its objects come to hold later. Whether they do, and what has been written to
them since, is found by loops that run in C; if nothing has, one vertex stands for all that was written.

What is known to ask objects for nothing but their special methods, as `sorted` and `+`, sees nothing else of objects
that have attributes only: there the way ends (`Plain`), if these methods were entered, whose own nodes tell the rest.

Events are told of each object by itself: that vertex depends on all that concern one of the objects. Who reads them
again depends on it, and on what has been written, or might have been, since then.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import inf
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any

from ..classes import is_a, is_static, lookup
from .graph import Range
from .origins import ITEMS
from .plain import looking_of
from .shadows import LODGING, UNCHANGING, Shadow, canonical, changes

if TYPE_CHECKING:
    from .memory import Memory

_SMALLEST = 8  # objects, and what they hold, that are worth it
_KEPT = 1000  # extents
_INMOST = 3  # of extents within extents
_DEEPEST = 5  # of tuples within tuples from outside
_held, _items, _pending = attrgetter("held"), attrgetter("items"), attrgetter("pending")
_wide, _groups = attrgetter("wide"), attrgetter("groups")
_shape, _version, _since, _calls = attrgetter("shape"), attrgetter("version"), attrgetter("since"), attrgetter("calls")

Trail = list[tuple[Any, Shadow | None]]
Plains = dict[int, Any]  # by ids: classes of objects, and functions that iterators call


def _goes_on(shadow: Shadow) -> bool:
    return lookup(type(shadow.value), "__next__") is not None


class Extent:
    """What was gone through from an object on, without what is in the extents `within` it.

    `ids`: those of all of it. `keys`, `shadows`: where shadows are looked up, and what is found there, which is nothing
    at the places that are `bare`. `holders`, `held`, `sizes`: those shadows, what each holds, and how much. `tuples`:
    those of tuples whose items are known. `written`, `iterators`: those of what can be written to, and go on. `count`,
    `replaced`: see `Changes`. `depth`: how many are within each other. `called`: objects of which C code could call
    what writes; `each`: one of each class of the first `sorted` of these; `plain`: the classes of plain objects into
    which it does not go, those of iterators, and what these call; None if it goes into all.

    When it was read last: `state`, their versions and shapes, for all of which `vertex` stands, with what might have
    been written before `epoch`, -1 if none does; `seen`, how many vertices there were; `overwritten`, how often
    anything had been; `found`, what `calls` gave. `added`: what it has come to have since; `lately`: since when there
    are objects among that which have no shadow; `earliest`: or were ever. `are_confined`: all of it, to functions?
    """

    __slots__ = ("added", "are_confined", "bare", "called", "count", "depth", "each", "earliest", "epoch", "found",
                 "held", "holders", "ids", "iterators", "keys", "lately", "overwritten", "plain", "replaced", "seen",
                 "shadows", "sizes", "sorted", "state", "tuples", "vertex", "within", "written")  # fmt: skip

    def __init__(self, ids: set[int], within: list["Extent"], plain: Plains | None) -> None:
        self.ids = ids
        self.plain = plain
        self.keys: list[int] = []
        self.shadows: list[Shadow | None] = []
        self.held: list[dict[int, Any]] = []
        self.sizes: list[int] = []
        self.bare: list[int] = []
        self.count, self.replaced = changes.count, changes.replaced
        self.holders: list[Shadow] = []
        self.tuples: list[Shadow] = []
        self.written: list[Shadow] = []
        self.iterators: list[Shadow] = []
        self.called: list[Any] = []
        self.each: dict[int, Any] = {}
        self.sorted = 0
        self.are_confined = True
        self.added: list[Shadow] = []
        self.earliest = self.lately = inf
        self.within = within
        self.depth: int = 1 + max([one.depth for one in within], default=0)
        self.state: list[int] | None = None
        self.vertex = -1
        self.epoch = self.overwritten = self.seen = 0
        self.found: list[Any] = []

    def add(self, memory: "Memory", trail: Trail) -> None:
        """Let it have what was gone through."""
        get, barren = memory.shadows.get, memory.barren
        for one, shadow in trail:
            if id(one) in barren:
                continue
            if self.plain is not None and memory.plain.has(one):
                if memory.whole and memory.could_call(one):
                    self.called.append(one)
                continue
            self._look_for(id(one), get(id(one)))
            if self.shadows[-1] is None and issubclass(type(one), LODGING):
                self._look_for(id(canonical(one)), shadow)
            if shadow is not None:
                if not _holds_items_only(one):
                    self._add_shadow(one, shadow)
            elif memory.whole and not (is_a(one, tuple, frozenset) or _holds_items_only(one)):
                self.lately = min(self.lately, memory.since_when(one))
                self.earliest = min(self.earliest, self.lately)
            if memory.whole and memory.could_call(one):
                self.called.append(one)

    def _look_for(self, key: int, shadow: Shadow | None) -> None:
        if shadow is None:
            self.bare.append(len(self.keys))
        self.keys.append(key)
        self.shadows.append(shadow)

    def _add_shadow(self, one: Any, shadow: Shadow) -> None:
        self.holders.append(shadow)
        self.held.append(shadow.held)
        self.sizes.append(len(shadow.held))
        if not is_a(one, tuple, frozenset):
            self.written.append(shadow)
            self.added.append(shadow)
            self.are_confined = self.are_confined and shadow.own is not None
            if shadow.kind:
                self.iterators.append(shadow)
        elif shadow.items is not None:
            self.tuples.append(shadow)

    def mark(self, seen: set[int]) -> None:
        """Add the ids of its objects to these."""
        seen.update(self.ids)
        for extent in self.within:
            extent.mark(seen)

    def with_inner(self) -> Iterator["Extent"]:
        """It, and those within it."""
        yield self
        for extent in self.within:
            yield from extent.with_inner()

    def follow(self, memory: "Memory") -> bool:
        """Take in what its objects have come to hold; False if one holds something else instead, or is another one."""
        if not all(extent.follow(memory) for extent in self.within):
            return False
        fresh, more = self._fresh(memory), self._more(memory)
        if fresh is None or more is None or None in map(_items, self.tuples):
            return False
        for shadow in fresh:
            self._add_shadow(shadow.value, shadow)
            more += shadow.held.values()
            more += [source.value for source in shadow.sources]
        if more:
            self.add(memory, go_through(memory, more, self.ids, None, self.plain))
        return True

    def _fresh(self, memory: "Memory") -> list[Shadow] | None:
        """The shadows that objects have got which had none; None if one has another, or what a tuple holds is known."""
        get, keys, shadows = memory.shadows.get, self.keys, self.shadows
        if self.replaced != changes.replaced:
            for before, now in zip(shadows, map(get, keys), strict=True):
                if now is not before and before is not None:
                    return None
            self.replaced = changes.replaced
        fresh: list[Shadow] = []
        for k in self.bare:
            now = get(keys[k])
            if now is not None:
                if id(now.value) != keys[k] or is_a(now.value, tuple, frozenset):
                    return None
                fresh.append(now)
                shadows[k] = now
        if fresh:
            self.bare = [k for k in self.bare if shadows[k] is None]
        return fresh

    def _more(self, memory: "Memory") -> list[Any] | None:
        """What objects hold that they did not hold before; None if one has let go of something."""
        more: list[Any] = []
        if self.count != changes.count:
            if self.overwritten != memory.overwritten and not all(map(is_, map(_held, self.holders), self.held)):
                return None
            sizes = [*map(len, self.held)]
            if sizes != self.sizes:
                for one, size, before in zip(self.held, sizes, self.sizes, strict=True):
                    if size != before:
                        more += islice(reversed(one.values()), size - before)
                self.sizes = sizes
            self.count = changes.count
        return more

    def read(self, memory: "Memory") -> None:
        """The node reads all that was written to its objects, and what might have been."""
        for extent in self.within:
            extent.read(memory)
        for shadow in filter(_pending, self.written):
            memory.settle(shadow)
        state = [*map(_version, self.written), *map(_shape, self.iterators)]
        is_known = self.vertex >= 0 and self.overwritten == memory.overwritten
        more = {-1, *state}
        if is_known:
            more = more.difference(self.state or ()) if state != self.state else set()
        more.discard(-1)
        if not is_known:
            self.added, self.lately = list(self.written), self.earliest
        doubts = self._doubts(memory, self.epoch if is_known else memory.stirred + 1) if memory.whole else []
        if is_known:
            memory.read(self.vertex)
        for vertex in more:
            memory.read(vertex)
        memory.doubting += doubts
        if self.state is not None and (more or doubts or not is_known):  # what is read twice is likely to be read again
            before = self.vertex if is_known else -1
            self.vertex = memory.vertex(None, (before, *more) if is_known else tuple(more))
            if doubts or before in memory.ranges:
                memory.ranges[self.vertex] = tuple(doubts)
        self.state, self.epoch, self.overwritten = state, memory.epoch, memory.overwritten
        self.seen = min(memory.at, len(memory.nodes))

    def _doubts(self, memory: "Memory", epoch: int) -> list[Range]:
        """The events since that epoch at which it might have been written to its objects, and to those that it has come
        to have since then all that there were.
        """
        stirred = memory.stirred
        added, lately = self.added, self.lately
        self.added, self.lately = [], inf
        if epoch > stirred and min([lately, *map(_since, added)]) > stirred:
            return []
        earliest = min([lately, *[one.concerned_since(one.since) for one in added]])
        found = [one for shadow in added for one in memory.concerning(shadow.since, shadow)]
        if epoch <= stirred:
            found += self._stirred(memory, epoch)
            if self.earliest < inf:
                earliest = min(earliest, epoch)
            elif self.written:  # not if it has nothing but tuples
                earliest = min(earliest, self._concerned_since(epoch, found))
        return [*found, *memory.concerning_any(earliest)]

    def _concerned_since(self, epoch: int, found: list[Range]) -> float:
        """Since when events concern one of its objects that concern all; `found` gets those of frames alone."""
        if not self.are_confined:
            return epoch
        for shadow in self.written:
            if shadow.own is not None and shadow.own.last >= epoch:
                found.append((shadow.own, epoch, len(shadow.own.vertices)))
        return min([shadow.concerned_since(epoch) for shadow in self.written])

    def _stirred(self, memory: "Memory", epoch: int) -> list[Range]:
        """The events since that epoch that concern its objects; most have groups in common."""
        wide = [one for one in map(_wide, self.written) if one]
        wide += [one for group in set(chain.from_iterable(map(_groups, self.written))) if (one := group.selected)]
        events = [one for each in wide for one in each.values()]
        if memory.any_iterators.last >= epoch and any(map(_goes_on, self.written)):
            events.append(memory.any_iterators)
        return [(one, epoch, len(one.vertices)) for one in events if one.last >= epoch]

    def calls(self, memory: "Memory") -> list[Any]:
        """What C code could call that writes something."""
        found = list(self.called if memory.tells_apart else self._one_of_each())
        found += chain.from_iterable(map(_calls, self.holders))
        for extent in self.within:
            found += extent.calls(memory)
        return found

    def _one_of_each(self) -> Iterable[Any]:
        """One object of each class, where methods are told by their names only; and each function."""
        for one in self.called[self.sorted :]:
            cls = type(one)
            self.each.setdefault(id(one) if is_static(cls) else id(cls), one)
        self.sorted = len(self.called)
        return self.each.values()

    def read_again(self, memory: "Memory") -> bool:
        """The same as `read`, if it is known which nodes have written something since then, and to which objects, and
        that nothing might have been written.
        """
        extents, nodes = memory.extents, memory.nodes
        if (
            self.vertex < 0
            or self.count != changes.count
            or self.overwritten != memory.overwritten
            or memory.stirred >= self.epoch
            or not all(extent.read_again(memory) for extent in self.within)
        ):
            return False
        if not extents.is_silent_since(memory, self.seen):
            if len(nodes) - self.seen > len(self.keys):
                return False
            written: dict[int, Shadow] = {}
            for node in nodes[self.seen : memory.at]:
                objects = memory.written_by(node)
                if objects is None:
                    return False
                for one in objects:
                    shadow = memory.known(one)  # another object may be the same memory, as its `__dict__` is
                    if shadow is not None and (id(one) in self.ids or id(shadow.value) in self.ids):
                        written[id(shadow)] = shadow
            if written:
                self._reads_more(memory, written.values())
        self.seen = min(memory.at, len(nodes))  # the node itself may write when it has read
        memory.read(self.vertex)
        return True

    def _reads_more(self, memory: "Memory", shadows: Iterable[Shadow]) -> None:
        """Let its vertex stand for what has been written to these, too."""
        more = set[int]()
        for shadow in shadows:
            memory.settle(shadow)
            more.add(shadow.version)
            if shadow.kind:
                more.add(shadow.shape)
        before = self.vertex
        self.vertex = memory.vertex(None, (before, *(more - {-1})))
        if before in memory.ranges:
            memory.ranges[self.vertex] = ()


class Extents:
    """By the ids of the objects from which they begin; `goes_into_all`, or not into plain ones?

    `silent`: the first of the vertices up to `looked_at` whose nodes have written nothing.
    """

    def __init__(self, goes_into_all: bool) -> None:
        self.known: dict[int, Extent] = {}
        self.goes_into_all = goes_into_all
        self.silent = self.looked_at = 0

    def is_silent_since(self, memory: "Memory", seen: int) -> bool:
        """Has no node written anything since there were so many vertices?"""
        nodes, written_by = memory.nodes, memory.written_by
        last = min(memory.at, len(nodes))  # the node that is looked at has not written yet
        for vertex in range(last - 1, self.looked_at - 1, -1):
            if written_by(nodes[vertex]) != ():
                self.silent = vertex + 1
                break
        self.looked_at = last
        return self.silent <= seen

    def read(self, memory: "Memory", value: Any, node: Any = None) -> list[Any] | None:
        """The node reads all that was written to an object, and to what it leads to. Returns, where that is asked, of
        what among that C code could call what writes something; None if it is not known what has run within the node.
        """
        if not self.goes_into_all and memory.plain.has(value):
            called = [value] if memory.whole and memory.could_call(value) else []
            return called if memory.plain.is_entered(node, value) else None
        extent = self.known.get(id(value))
        if extent is not None and self._is_entered(memory, node, extent) and extent.read_again(memory):
            return extent.found
        if extent is None or not extent.follow(memory):
            self.known.pop(id(value), None)
            within: list[Extent] = []
            ids = set[int]()
            plain: Plains | None = None if self.goes_into_all else {}
            trail = go_through(memory, [value], ids, within, plain)
            if not within and len(trail) + sum([len(one.held) for _, one in trail if one is not None]) < _SMALLEST:
                is_entered = not plain or memory.plain.are_entered(node, plain.values())
                return read_each(memory, trail, goes_into_all=self.goes_into_all) if is_entered else None
            if len(self.known) >= _KEPT:
                self.known.clear()
            extent = self.known[id(value)] = Extent(ids, within, plain)
            extent.add(memory, trail)
        if not self._is_entered(memory, node, extent):
            return None
        extent.read(memory)
        extent.found = extent.calls(memory) if memory.whole else []
        return extent.found

    def _is_entered(self, memory: "Memory", node: Any, extent: Extent) -> bool:
        """Were the methods entered that a node asks for of what it finds there?"""
        if self.goes_into_all:
            return True
        classes: Plains = {}
        for one in extent.with_inner():
            classes.update(one.plain or {})
        return not classes or memory.plain.are_entered(node, classes.values())

    def of(self, memory: "Memory", value: Any) -> Extent | None:
        """That of an object, if it is known, and no longer chain of extents would come of it."""
        extent = self.known.get(id(value))
        return extent if extent is not None and extent.depth < _INMOST and extent.follow(memory) else None


def read_each(memory: "Memory", trail: Trail, *, goes_into_all: bool) -> list[Any]:
    """The node reads all that was written to some objects, each by itself."""
    called: list[Any] = []
    earliest: float = memory.epoch
    for one, shadow in trail:
        if memory.whole and memory.could_call(one):
            called.append(one)
        if not goes_into_all and memory.plain.has(one):
            continue
        if shadow is not None:
            called += shadow.calls
        if not is_a(one, tuple, frozenset):
            since = shadow.since if shadow is not None else memory.since_when(one)
            earliest = min(earliest, shadow.concerned_since(since) if shadow is not None else since)
            if shadow is not None:
                memory.read_all(shadow)
                if since <= memory.stirred:
                    memory.doubting += memory.concerning(since, shadow)
    if earliest <= memory.stirred:  # what concerns all objects is asked once, for the first that there was
        memory.doubting += memory.concerning_any(earliest)
    return called


def _holds_items_only(one: Any) -> bool:
    """Is it a tuple that has no attributes? What it holds is known then, whatever C code could have put into it."""
    cls = type(one)
    return issubclass(cls, tuple) and cls.__dictoffset__ == 0 and tuple.__len__(one) <= ITEMS


def go_through(
    memory: "Memory", values: Iterable[Any], seen: set[int], within: list[Extent] | None, plain: Plains | None
) -> Trail:
    """All that objects lead to, and its shadows, without what has been `seen`; `within` gets the extents of it that are
    known. It does not go into plain objects, if `plain` gets their classes, those of iterators, and what these call.
    """
    trail: Trail = []
    known, barren = memory.known, memory.barren
    every = memory.extents if plain is None else memory.outer
    extents = every if within is not None else None
    passed = set[int]()  # plain objects
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
        if plain is not None and memory.plain.has(one):
            if id(one) not in passed:
                passed.add(id(one))
                plain[id(type(one))] = type(one)
                trail.append((one, None))
            continue
        if plain is not None and lookup(type(one), "__next__") is not None:
            for found in looking_of(memory, one):
                plain[id(found)] = found
        seen.add(id(one))
        shadow = known(one)
        trail.append((one, shadow))
        if type(one) is tuple and all(id(type(item)) in UNCHANGING or id(item) in barren for item in one):
            barren.add(id(one))
        if _holds_items_only(one):
            waiting += [(item, depth) for item in tuple.__iter__(one)]
            continue
        if is_a(one, tuple, frozenset) and (shadow is None or shadow.items is None) and depth < _DEEPEST:
            waiting += [(item, depth + 1) for item, _ in zip(one, range(ITEMS), strict=False)]
        if shadow is not None:
            waiting += [(held, depth) for key, held in shadow.held.items() if key not in barren]
            waiting += [(source.value, depth) for source in shadow.sources]
    return trail
