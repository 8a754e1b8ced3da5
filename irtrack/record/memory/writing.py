"""The shadows of all objects, and how they are written: who wrote what, and at which events that might have been."""

from collections.abc import Iterable, Sequence
from itertools import islice
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any

from ...rules.effects import EFFECTS
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .addresses import Addresses
from .behind import TAKING
from .graph import Events, Graph, Range
from .necessity import stored_by
from .others import MANY, NONE, Others, each_of
from .shadows import (
    LODGING,
    UNHELD,
    WHOLE,
    Shadow,
    Stored,
    Unmade,
    UnmadeFunction,
    Write,
    can_be_held,
    can_change,
    canonical,
    changes,
    class_of,
    events_of,
)

# steps of telling apart what might have been written to, a few microseconds each: in all, and besides for each vertex
ALLOWED, ALLOWED_EACH = 60_000, 0.02
_DEEPEST = 3  # of what was not made within what was not made
# the ids of the functions that give what is there already
_FINDING = frozenset(
    number for number, verb in EFFECTS.items() if verb in (*TAKING, "get_attribute", "get_attributes", "advance")
)


class Writing(Graph):
    """Shadows by the ids of objects, all of which the record keeps alive, and how they are written."""

    __slots__ = ("addresses", "any_attributes", "any_items", "any_name", "anything", "at", "constants", "epoch",
                 "functions_not_made", "held_classes", "loops", "made", "might_have_been", "not_made", "overwritten",
                 "replaced", "shadows", "spent", "stirred", "stored_at", "stored_names", "tells_apart",
                 "times_noted")  # fmt: skip

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.whole = whole  # is it asked what decided, and what might have been written, too?
        self.at = 0  # the vertex of the node that is looked at, or what the next one will be
        self.shadows: dict[int, Shadow] = {}
        # by the id of an operand, a name that is loaded without a node, or of a parameter: what it read
        self.constants: dict[int, tuple[tuple[int, ...], tuple[Range, ...]]] = {}
        self.made: dict[int, Write] = {}  # id of an object -> the vertex that first gave it
        self.loops: dict[Node, Shadow] = {}  # 3.15: what began a loop over a sequence -> how far that is
        self.addresses = Addresses(self)
        # of containers: what they held, how much of that was looked at, and the classes of that
        self.held_classes: dict[Shadow, tuple[dict[int, Any], int, dict[int, type]]] = {}
        self.functions_not_made: dict[tuple[int, ...], UnmadeFunction] = {}
        self.not_made: dict[tuple[int, tuple[int, ...]], Unmade] = {}  # see `unmade`
        self.replaced: dict[int, int] = {}  # what stored something -> what had stored what was there before
        # what might have been written, to whatever object: anything, an item, an attribute of that name
        self.anything, self.any_items = Events(), Events()
        self.any_attributes: dict[str, Events] = {}
        # what might have been put somewhere by what a vertex has decided, by names, "" where it has none
        self.stored_at: dict[int, dict[str, Stored]] = {}
        self.times_noted = 0  # how often anything was added to it
        self.might_have_been: tuple[Any, dict[Any, Any]] = (), {}  # what `might_be` has found, and when
        self.stored_names: set[str] = set()  # of attributes that were stored, or might have been
        self.any_name = False  # can these be whatever?
        # what was spent on finding which objects might have been written to, and is there something left for that?
        self.spent = 0
        self.tells_apart = True
        self.overwritten = 0  # how often nothing was left of what an object had held
        self.epoch = 0
        self.stirred = -1  # the epoch of the last event

    def spends(self, count: int) -> None:
        """So many steps were made to tell apart what might have been written to."""
        if not self.tells_apart:
            return
        self.spent += count
        if self.spent > ALLOWED + len(self.nodes) * ALLOWED_EACH:
            self.tells_apart = False
            self.stops_telling_apart()

    def each_of(self, others: Others) -> list[Any]:
        """What something could have been: the objects, and what the containers hold."""
        found = each_of(others)
        self.spends(len(found) // 16)
        return found

    def classes_held(self, container: Shadow) -> dict[int, type]:
        """The classes of what a container holds, by their ids; it is looked at what it has come to hold since."""
        now = container.held
        held, size, classes = self.held_classes.get(container) or (None, 0, {})
        if held is now and size == len(now):
            return classes
        if held is not now or len(now) < size:
            size, classes = 0, {}
        if size != len(now):
            fresh = map(class_of, islice(reversed(now.values()), len(now) - size))
            classes.update([(id(cls), cls) for cls in fresh])
        self.held_classes[container] = now, len(now), classes
        return classes

    def stops_telling_apart(self) -> None:
        """From now on, what might have been written is told by names only: see by_name.py."""

    # -- shadows ------------------------------------------------------------------------------------------------------

    def shadow(self, value: Any) -> Shadow:
        """The shadow of an object that can change."""
        found = self.shadows.get(id(value))
        if found is None:
            value = canonical(value)
            found = self.shadows.get(id(value))
            if found is None:
                found = self.shadows[id(value)] = Shadow(value, self.since_when(value))
        return found

    def shadow_of(self, operand: Any) -> Shadow:
        """That of an instance which an operand has that may not be in the graph yet."""
        value = operand.value
        found = self.shadows.get(id(value))
        if found is None:
            found = self.shadows[id(value)] = Shadow(value, self.made_by(operand))
        return found

    def known(self, value: Any) -> Shadow | None:
        found = self.shadows.get(id(value))
        if found is None and issubclass(type(value), LODGING):
            found = self.shadows.get(id(canonical(value)))
        return found

    def shares(self, owner: Any, names: Any) -> None:
        """An object and its `__dict__` are the same memory."""
        if type(names) is MappingProxyType and issubclass(type(owner), type):
            self.shadows[id(names)] = self.shadow(owner)
            changes.replace()
        if type(names) is not dict or issubclass(type(owner), (dict, ModuleType, type)):
            return
        if not can_change(owner) and type(owner) is not FunctionType:
            return
        self.any_name = True
        shadow, other = self.shadow(owner), self.shadows.get(id(names))
        if other is not None and other is not shadow:
            shadow.parts.update(other.parts)
            shadow.hold_all(other.held)
            shadow.pending += (*other.pending, *([other.version] if other.version >= 0 else ()))
        self.shadows[id(names)] = shadow
        changes.replace()

    def takes(self, owner: Any, names: Any) -> None:
        """The node has put another dict in the place of an object's `__dict__`."""
        if type(names) is dict and id(owner) in self.shadows:
            shadow = self.shadows[id(owner)] = self.shadow(names)
            changes.replace()
            self.might_write(shadow, self.at)
            self.epoch += 1

    def new(self, value: Any) -> Shadow:
        """That of a container that was just made: it holds nothing yet."""
        if id(value) in self.shadows:
            changes.replace()
        found = self.shadows[id(value)] = Shadow(value, self.epoch, True)
        return found

    def since_when(self, value: Any) -> int:
        """The epoch when an object came up: the first, if it was there before, where it was found."""
        made = self.made.get(id(value))
        return made[1] if made is not None and not _finds(self.nodes[made[0]]) else 0

    def made_by(self, operand: Any) -> int:
        """The same of the value of an operand which may not be in the graph yet."""
        made = self.made.get(id(operand.value))
        if made is None or made[0] < len(self.nodes):
            return self.since_when(operand.value)
        return made[1] if made[0] == getattr(operand, "_vertex", -1) and not _finds(operand) else 0

    def loop(self, began: Any, sequence: Any) -> Shadow:
        """How far a loop over a sequence is that has no iterator."""
        found = self.loops.get(began)
        if found is None:
            found = self.loops[began] = Shadow(sequence, self.epoch)
            found.kind, found.sources = "items", (self.shadow(sequence),)
        return found

    # -- writing ------------------------------------------------------------------------------------------------------

    def write(self) -> Write:
        """What a container holds that the node writes to."""
        return self.at, self.epoch

    def given(self, operand: Any) -> Write:
        """What a container holds that the node makes of its operands: who gave the value."""
        return (operand._vertex if isinstance(operand, Node) else self.at), self.epoch

    def wrote(self, shadow: Shadow, *, shape: bool, has_read: bool = False) -> None:
        """The node wrote to an object; did it change how many items there are, or where? `has_read`: and read that?"""
        if not shape:
            shadow.pending.append(self.at)
        elif shadow.shape == shadow.version and not shadow.pending:
            shadow.version = shadow.shape = self.at if has_read else self._after(shadow.version)
        else:
            shadow.pending.append(self.at)
            shadow.shape = self.at if has_read else self._after(shadow.shape)

    def shifted(self, shadow: Shadow, first: int) -> None:
        """The same, if all places are known: those items that lie from an index on have come there from elsewhere."""
        self.wrote(shadow, shape=True)
        if shadow.items is not None and first < len(shadow.items):
            shifts = shadow.shifts
            if shifts is None:
                shifts = shadow.shifts = []
            while shifts and shifts[-1][0] >= first:
                shifts.pop()
            shifts.append((first, shadow.shape))

    def grew(self, shadow: Shadow, operands: Sequence[Any]) -> None:
        """The node has put something under a new key: that it is there does not depend on what it is."""
        control = self.control[self.at] if self.whole else ()
        vertex = self.vertex(self.nodes[self.at], self.vertices_at(operands), control)
        if self.constants:
            ranges = [self.constants[id(operand)][1] for operand in operands if id(operand) in self.constants]
            if any(ranges):
                self.ranges[vertex] = sum(ranges, ())
        shadow.shape = self.vertex(None, (vertex, shadow.shape)) if shadow.shape >= 0 else vertex

    def decides(self, shadow: Shadow) -> None:
        """The node has decided that it is this object to which something is done from now on."""
        shadow.shape = self.vertex(None, (shadow.shape,) if shadow.shape >= 0 else (), (self.at,))
        shadow.pending.append(shadow.shape)

    def _after(self, version: int) -> int:
        if version < 0:
            return self.at
        return self.vertex(None, (self.at, version))

    def overwrote(self, shadow: Shadow) -> None:
        """Nothing of what was there is left."""
        shadow.forget_places()
        self.overwritten += 1
        shadow.version = shadow.shape = self.at
        shadow.blurred, shadow.pending = -1, []
        shadow.wide, shadow.selected, shadow.since = None, None, self.epoch
        if shadow.held:
            shadow.held = {}
            changes.count += 1

    def scrambled(self, shadow: Shadow, *, has_read: bool = False) -> None:
        """The node wrote to an object, of which nothing is known any more as to what is where: who reads a part of it
        reads all. `has_read`: has the node read all that was written there?
        """
        if has_read:
            shadow.version, shadow.pending = -1, []
        self.wrote(shadow, shape=True, has_read=has_read)
        writes = shadow.pending if shadow.version < 0 else [*shadow.pending, shadow.version]
        shadow.version = writes[0] if len(writes) == 1 else self.vertex(None, tuple(writes))
        shadow.forget_places()
        shadow.blurred, shadow.pending = shadow.version, []

    def replaces(self, parts: dict[Any, Write], key: Any, value: Any, vertex: int) -> None:
        """A node is about to store a value there, or, if that is None, perhaps to delete what is there."""
        if self.whole and key in parts:
            before = parts[key][0]
            if value is None or id(type(value)) not in UNHELD or self._has_put(before):
                self.replaced[vertex] = before

    def _has_put(self, vertex: int) -> bool:
        """Has a node stored an object, or in the place of one?"""
        writer = self.nodes[vertex]
        return vertex in self.replaced or (writer is not None and id(type(stored_by(writer).value)) not in UNHELD)

    def aims(self, operands: Sequence[Any], *, keys: Sequence[Any] = (), stored: Any = None) -> Shadow:
        """The shadow of the first operand, to which the node writes. All know it that might have been written to by
        another reference, or, if `keys` say where, by others; and that `stored` would be there then.
        """
        shadow = self.shadow(operands[0].value)
        self.aim(shadow, operands, keys=keys, stored=stored)
        return shadow

    def aim(
        self, shadow: Shadow, operands: Sequence[Any], *, keys: Sequence[Any] = (), stored: Any = None, name: str = ""
    ) -> None:
        """The same, if that shadow is known; `name`: of an attribute."""
        if not self.whole:
            return
        aimed = self.addresses.others(operands[0])
        computed = False
        for key in keys:
            if type(key) is not TapeConstant or id(key) in self.constants:
                computed = True
        if aimed is NONE and not computed:
            return
        where = self.selected((operands[0], *keys))
        if computed:
            self.might_write(shadow, where)
            self.note(where, stored)
        self.diverted(aimed, where, stored, name)

    def selected(self, operands: Sequence[Any]) -> int:
        """A vertex for what decided which objects operands are."""
        left = self.addresses.left
        vertices = [operand._vertex for operand in operands if isinstance(operand, Node)] if left else ()
        found = self.vertex(None, self.vertices_at(operands), sum([left.get(one, ()) for one in vertices], ()))
        doubts = [self.constants[id(operand)][1] for operand in operands if id(operand) in self.constants]
        if any(doubts):  # of a name that was loaded without a node
            self.ranges[found] = sum(doubts, ())
        return found

    def vertices_at(self, operands: Iterable[Any]) -> tuple[int, ...]:
        """The vertices of operands, and, of names that were loaded without a node, of what stored these."""
        stored = [self.constants[id(operand)][0] for operand in operands if id(operand) in self.constants]
        return sum(stored, vertices_of(operands))

    def diverted(self, others: Others, where: int, stored: Any = None, name: str = "") -> None:
        """The node may have written to other objects, an attribute of that `name`, if it has one; that vertex is what
        decided it.
        """
        if stored is not None:
            self.note(where, stored)
        if others is MANY:
            self.event(events_of(self.any_attributes, name) if name else self.any_items, where)
            self.epoch += 1
            return
        part = "" if name in WHOLE else name
        self.might_write_all(others[0], where, part)
        for container in others[1]:
            selected = container.selected
            events = selected.get(part) if selected is not None and not container.joining else None
            if events is None:
                self.select(container, where, part)
            else:
                events.add(self.epoch, where)
        self.stirred = self.epoch
        self.epoch += 1

    def select(self, container: Shadow, vertex: int, name: str = "") -> None:
        """An event at which any of those might have been written to that a container holds."""
        if type(container.value) is Unmade:  # of which there is another one each time
            self.might_write_all(container.held.values(), vertex, name)
            return
        selected = container.selected
        if selected is None:
            selected = container.selected = {}
            container.joining = list(container.ever())
        if container.joining:
            for value in container.joining:
                self.shadow(value).groups.append(container)
            container.joining = []
        self.event(events_of(selected, name), vertex)

    def might_write(self, shadow: Shadow, vertex: int, name: str = "") -> None:
        """An event at which an object might have been written to, or a part of it that has a name."""
        if not self.whole:
            return
        if shadow.wide is None:
            shadow.wide = {}
        self.event(events_of(shadow.wide, name), vertex)

    def might_write_all(self, values: Iterable[Any], vertex: int, name: str = "") -> list[Shadow]:
        """The same of several; returns their shadows."""
        known, epoch = self.shadows, self.epoch
        found = [known.get(id(one)) or self.shadow(one) for one in values]
        for shadow in found:
            if shadow.wide is None:
                shadow.wide = {}
            events_of(shadow.wide, name).add(epoch, vertex)
        if found:
            self.stirred = epoch
        return found

    def unmade(self, classes: Iterable[type], held: Iterable[Any]) -> list[Unmade]:
        """What stands for objects of these classes that would hold these others; or what these hold, where it would be
        in turn what holds them, as round a loop.
        """
        holding: dict[int, Any] = {}
        for one in held:
            if type(one) is Unmade and one.depth >= _DEEPEST:
                holding.update(self.shadow(one).held)
            elif id(type(one)) not in UNHELD:
                holding[id(one)] = one
        ids = tuple(holding)
        return [self._unmade(cls, ids, holding) for cls in classes]

    def _unmade(self, cls: type, ids: tuple[int, ...], holding: dict[int, Any]) -> Unmade:
        """That of one class: the same for all that would hold the same."""
        known = self.not_made.get((id(cls), ids))
        if known is not None and self.shadows[id(known)].held.keys() == holding.keys():
            return known
        depth = 1 + max([one.depth for one in holding.values() if type(one) is Unmade], default=0)
        found = self.not_made[id(cls), ids] = Unmade(cls, depth)
        self.shadow(found).held = dict(holding)  # which nobody has reached yet
        return found

    def unmade_function(
        self, code: CodeType, frame: Any, maker: Any = None, passed: tuple[Any, ...] = ()
    ) -> UnmadeFunction:
        """What stands for a function that a frame would make, or another function: the same each time."""
        key = id(code), id(frame.node) if frame is not None else id(maker), *map(id, passed)
        found = self.functions_not_made.get(key)
        if found is None:
            found = self.functions_not_made[key] = UnmadeFunction(code, frame, maker, passed)
        return found

    def note(self, vertex: int, value: Any) -> None:
        """At that event, it is a value that might have been put somewhere."""
        if can_be_held(value):
            self.times_noted += 1
            self.stored_at.setdefault(vertex, {}).setdefault("", Stored({}, {})).objects[id(value)] = value

    def put(self, shadow: Shadow, key: tuple[str, str], owner: Any, vertex: int, value: Any) -> None:
        """The node has stored to an attribute of `owner`, an operand that may have been selected among others."""
        others = self.addresses.others(owner)
        if others is not NONE:
            self.diverted(others, self.selected((owner,)), value, key[1])
        self.replaces(shadow.parts, key, value, vertex)
        shadow.parts[key] = vertex, self.epoch
        self.stored_names.add(key[1])
        shadow.pending.append(vertex)
        shadow.hold(value)

    def aimed(self, shadow: Shadow, vertex: int) -> None:
        """A computed place has led to an object."""
        self.might_write(shadow, vertex)
        self.epoch += 1

    def event(self, events: Events, vertex: int) -> None:
        """Something might have been written."""
        if self.whole:
            events.add(self.epoch, vertex)
            self.stirred = self.epoch


def _finds(node: Any) -> bool:
    """Does a node take something out of where it is, that it has not made?"""
    if type(node) is PrimitiveCallNode:
        return id(node._operands[0].value) in _FINDING
    return type(node) is SpecialCallNode and (node.name == "load" or node.name.startswith("unpack_"))


def vertices_of(operands: Iterable[Any]) -> tuple[int, ...]:
    """The vertices of those operands that are nodes."""
    return tuple([operand._vertex for operand in operands if isinstance(operand, Node)])
