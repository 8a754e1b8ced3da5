"""What objects, attributes and names have at a jump, what they reach, and what they could have had instead."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...rules.effects import is_of_library
from ..classes import could_have, is_a, is_static, lookup, may_have, module_of, mro, namespace_of
from .functions import is_called
from .given import goes_over
from .graph import Range
from .necessity import before, stored_by
from .others import CONTAINERS, Others
from .put import EVENTS, might_be
from .reaching import Known, Reached
from .roots import content
from .shadows import SHARED, UNHELD, Unmade, Write, class_of

if TYPE_CHECKING:
    from .potential import Potential

Objects = list[Any] | None  # that something can be; None for any
_HOLDING: tuple[type, ...] = *CONTAINERS, defaultdict, OrderedDict
_MANY = 8  # objects that something else could be; if more, nobody follows what would be written by it


class Keeping:
    """What is asked of memory at one node, and noted: if that is as it was, the same is told again (told.py)."""

    def __init__(self, potential: "Potential") -> None:
        self.potential = potential
        self.index = potential.index
        self.reaching = potential.reaching
        self.places: dict[Any, Objects] = {}
        self.attributes: list[tuple[Any, str, list[Any]]] = []
        self.undoubted: list[Any] = []  # objects in which there might be nothing else
        self.selected: list[tuple[Any, Any]] = []
        self.reaches: list[Known] = []  # what it was asked that objects reach

    def is_undoubted(self, one: Any) -> bool:
        """Is it known that nothing else might be in an object than what is there?"""
        shadow, index = self.index.known(one), self.index
        if shadow is not None and shadow.kind and shadow.sources and not shadow.instead:  # it gives what is in these
            return all(self.is_undoubted(source.value) for source in shadow.sources)
        since = shadow.since if shadow is not None else index.since_when(one)
        if since > index.stirred:
            return True
        if shadow is None:
            return not index.concerning_any(since)
        return not index.concerning_any(shadow.concerned_since(since)) and not index.concerning(since, shadow)

    def put_into(self, objects: Iterable[Any]) -> Objects:
        """What might have been put into objects besides what is there; None if that is not known."""
        index, found = self.index, list[Any]()
        waiting = [one for one in objects if not self.is_undoubted(one)]
        for one in waiting:
            shadow = index.known(one)
            if shadow is not None and shadow.kind and shadow.sources and not shadow.instead:
                waiting += [source.value for source in shadow.sources if not self.is_undoubted(source.value)]
                continue
            if shadow is None or not is_a(one, *_HOLDING):
                return None
            if index.concerning_any(shadow.concerned_since(shadow.since)):
                return None
            ranges = index.concerning(shadow.since, shadow)
            there = might_be(index, ranges) if self._are_told(ranges) else None
            if there is None:
                return None
            found += there
        return found

    def put_as(self, one: Any, name: str, *, is_named: bool = False) -> Objects:
        """What might have been put into an attribute of an object besides what it has; None for any. `is_named`: see
        `might_be`.
        """
        known, index = self.index.known(one), self.index
        if known is None or not could_have(class_of(one), name):
            return []
        self.undoubted.append(one)
        if self.is_undoubted(one):
            return []
        ranges = index.since(known.since, known, index.any_attributes.get(name), name)
        return might_be(index, ranges, name, is_named=is_named)

    def _are_told(self, ranges: Iterable[Range]) -> bool:
        """Is it known of each of these events what would have been put somewhere: of a store that went to one of
        several? At a jump there may be several.
        """
        index, seen = self.index, set[int]()
        waiting = list(ranges)
        for events, epoch, last in waiting:
            if last - events.first(epoch) > EVENTS or len(waiting) > EVENTS:
                return False
            for vertex in events.vertices[events.first(epoch) : last]:
                if vertex in seen:
                    continue
                seen.add(vertex)
                if index.nodes[vertex] is not None:
                    return False
                if "" in index.stored_at.get(vertex, ()):
                    continue
                if vertex not in index.ranges:
                    return False
                waiting += index.ranges[vertex]  # what might have been in what was copied
        return True

    def writer_of(self, one: Any, name: str) -> Any:
        """The node that has stored what an object has in an attribute; None if there is none."""
        shadow = self.index.known(one)
        write = shadow.parts.get(("", name)) if shadow is not None else None
        return self.index.nodes[write[0]] if write is not None else None

    def kept_in(self, one: Any, name: str) -> list[Any]:
        """What an object has in an attribute of its own: as it was stored, now, and had that store not run."""
        stored = self.writer_of(one, name)
        found = [stored._operands[-1].value] if stored is not None and stored._operands else []
        if stored is not None:
            found += self._before(stored._vertex)
            found += self._put_instead(stored_by(stored))
        elif type(one) is Unmade:
            found += self._would_be_kept(one, name)
        elif not issubclass(type(one), SHARED):
            found += self._kept_in_class(type(one), name)
        names = namespace_of(one) if not issubclass(type(one), SHARED) else None
        if type(names) is dict and name in names and not any(names[name] is value for value in found):
            found.append(names[name])
        return found

    def _would_be_kept(self, one: Unmade, name: str) -> list[Any]:
        """The functions that an attribute of an object could have that was not made: nobody knows which it would be."""
        stores, cls = self.index.stored_by_code, one.cls
        is_stored = name in stores.names or stores.by_dict or is_of_library(module_of(cls))
        held = filter(is_called, self.index.shadow(one).held.values()) if is_stored and may_have(cls) else ()
        return [value for value in held if not (is_a(value, type) and is_static(value))]  # which write nothing

    def _kept_in_class(self, cls: type, name: str) -> list[Any]:
        """The same of an attribute that a class has for its instances, but for what it has now."""
        for one in mro(cls) if name in self.index.stored_names else ():
            stored = self.writer_of(one, name)
            if stored is not None:
                return self._before(stored._vertex)
        return []

    def _put_instead(self, stored: Any) -> list[Any]:
        """The objects that a store could have put somewhere in the place of what it did."""
        if not hasattr(stored, "_vertex"):
            return []
        if id(type(stored.value)) not in UNHELD:
            return list(self.index.addresses.others(stored)[0])
        return [one for one in self.index.choices.objects(stored) if one is not None]

    def _at(self, place: Any) -> Objects:
        """What is in a cell or global now; None if that is not known."""
        if place not in self.places:
            self.places[place] = self.at(place)
        return self.places[place]

    def at(self, place: Any) -> Objects:
        """The same, found anew."""
        index, write = self.index, self._written_at(place)
        if write is None:
            return self.potential.found_at(index.place_at(place))
        node, events = index.nodes[write[0]], index.any_names.get(index.place_at(place))
        there: Objects = []
        if events is not None and events.last >= write[1]:
            there = might_be(index, [(events, write[1], len(events.vertices))])
        if node is None or there is None:
            return there
        return [node.value, *self._before(write[0]), *there]

    def closure_of(self, function: Any) -> list[Any]:
        """What the variables around a function have now: those of frames of the record may have got theirs later."""
        found: list[Any] = []
        for cell in function.__closure__ or () if type(function) is FunctionType else ():
            there = self._at(("cell", id(cell)))
            is_own = id(cell) in self.index.aliases
            found += there if there is not None else [] if is_own else content(cell)
        return found

    def _before(self, vertex: int) -> list[Any]:
        """The objects that would still be somewhere, had the store of a vertex not run, or of those before it."""
        return [one.value for one in before(self.index, vertex) if id(type(one.value)) not in UNHELD]

    def _written_at(self, place: Any) -> Write | None:
        """The vertex that has stored what is in a cell or global, and when."""
        index = self.index
        place = index.place_at(place)
        write = index.cells.get(place)
        if write is None:
            shadow = index.shadows.get(place[0])
            write = shadow.parts.get(("", place[1])) if shadow is not None else None
        return write

    def stored_at(self, place: Any) -> Any:
        """The node that was stored in a cell or global; None if there is none."""
        write = self._written_at(place)
        node = self.index.nodes[write[0]] if write is not None else None
        stored = stored_by(node) if node is not None else None
        return stored if hasattr(stored, "_vertex") else None

    def reach(self, objects: list[Any]) -> Reached | None:
        """All objects that are among these, or held by them; None, for any, if they are many."""
        self.index.spends(1 + len(objects) // 8)
        known = self.reaching.reach(objects)
        if known is None:
            return None
        self.reaches.append(known)
        return known.reached

    def others_of(self, operand: Any) -> list[Any]:
        """What an operand could have been in the place of its value, had something else been selected."""
        others, containers = self.index.addresses.others(operand)
        kind = type(operand.value)
        there = [one for one in others if type(one) is not Unmade or one.cls is kind]  # of whatever class
        if len(there) > _MANY:
            there = []
        found = self.index.each_of((tuple(there), containers))
        if lookup(kind, "__next__") is not None:
            made = self.index.made.get(id(operand.value))
            for one in goes_over(self.index, self.index.nodes[made[0]] if made is not None else None):
                instead = self.index.addresses.others(one)
                self.selected.append((one, ids_of(instead)))
                found += self.index.each_of(instead)
        return found


def ids_of(others: Others) -> Any:
    """What stands for what something could have been."""
    objects, containers = others
    held = [number for one in containers for number in (id(one), id(one.held), len(one.held))]
    return (tuple(map(id, objects)), tuple(held)) if objects or containers else None
