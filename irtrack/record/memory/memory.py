"""The memory of a run, as far as it has gone, and how it is read: objects by their shadows, names by where they are.

What a node reads is collected while it is looked at: `reading`, vertices, and `doubting`, the events since what it read
was written; the index makes edges of them.
"""

import builtins
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import numpy as np

from ..classes import attribute_of, is_a, is_static, lookup, mro
from ..nodes.node import Node
from .confining import Confining
from .extents import Extents, read_each
from .given import given_to
from .graph import Events, Range
from .names import closure_of
from .origins import ITEMS, SEQUENCES, gave, place_of
from .others import NONE, WHOLE
from .plain import METHODS, Plain, iterators_of, looks_at_methods_only
from .shadows import (
    UNCHANGING,
    Otherwise,
    Shadow,
    Stored,
    Write,
    attribute_key,
    base_of,
    can_change,
    holds_objects,
    is_array,
    items_of,
    key_of,
    name_of,
)
from .writing import vertices_of

_this_class = super.__dict__["__thisclass__"].__get__  # not by the attributes of what it is above
_self = super.__dict__["__self__"].__get__


class Memory(Confining, ABC):
    """What nodes read."""

    __slots__ = ("aliases", "any_iterators", "any_names", "any_variable", "asked", "barren", "cells",
                 "changes_classes", "decided", "deletions", "doubting", "extents", "hooked", "hooks", "inert",
                 "iterators_act", "makes_properties", "met", "names_of_classes", "outer", "plain", "raised", "ran",
                 "reading", "stores")  # fmt: skip

    def __init__(self, whole: bool) -> None:
        super().__init__(whole)
        self.raised: dict[int, int] = {}  # by the ids of exceptions: where they were raised the last time
        self.reading: list[int] = []
        self.doubting: list[Range] = []
        self.cells: dict[Any, Write] = {}  # (id of the frame, name) or ("cell", id of the cell) -> who stored it
        self.stores: dict[Any, list[int]] = {}  # the same key -> all vertices that stored there
        self.aliases: dict[int, Any] = {}  # id of a cell -> the key above
        self.inert: set[int] = set()  # the ids of types of whose instances C code calls nothing that writes
        self.barren: set[int] = set()  # the ids of tuples by which nothing is reached that can change
        self.iterators_act = False  # are there iterators that call something, or change it, when they go on?
        self.asked: dict[int, Any] = {}  # functions by whose results iterators go on, by ids
        # of the objects that were read with all that they lead to; and without what plain ones lead to
        self.extents, self.outer = Extents(goes_into_all=True), Extents(goes_into_all=False)
        self.plain = Plain()
        self.changes_classes = False  # has anybody stored to a `__class__`, which decides what methods do?
        self.names_of_classes: set[str] = set()  # of those that might have been stored to a class
        self.makes_properties = False  # does a function make any, perhaps for a class that is there?
        self.hooks: set[str] = set()  # what was stored to a class that was there
        self.hooked: set[str] = set()  # special methods among these, and that might have been stored
        self.deletions: set[int] = set()  # the vertices of what deleted attributes, or keys
        self.met: set[int] = set()  # the ids of types that `comes_up` knows
        self.decided: dict[int, int] = {}  # id of an iterator, whose items what it calls decides -> what asked it last
        self.ran = False  # did anything run within that node?
        # what else might have been written: how far any iterator is; any global, or variable around; a name
        self.any_iterators, self.any_variable = Events(), Events()
        self.any_names: dict[Any, Events] = {}

    # -- reading ------------------------------------------------------------------------------------------------------

    def origin(self, node: Node) -> int | None:
        """The same: what had been written last where the node read, if that is what it found. While the record is gone
        through this is not looked at: most nodes are never asked.
        """
        vertex = super().origin(node)
        writer = self.nodes[vertex] if vertex is not None else None
        return vertex if writer is not None and (writer.value is node.value or gave(writer, node.value)) else None

    def read_version(self, shadow: Shadow) -> None:
        """The node reads all that was written to an object."""
        for write in self.settle(shadow):
            self.read(write)

    def settle(self, shadow: Shadow) -> list[int]:
        """All writes to an object, for which there is one vertex from now on, for who reads them next."""
        writes, version = shadow.pending, shadow.version
        if version >= 0:
            writes.append(version)
        if len(writes) > 1:
            shadow.version = self.vertex(None, tuple(writes))
        elif writes:
            shadow.version = writes[0]
        shadow.pending = []
        return writes

    def read(self, vertex: int) -> None:
        """The node reads that. What has come up since the node was begun to be looked at is not before it, but all that
        it was made of is, the node itself excepted.
        """
        if vertex < self.at:
            self.reading.append(vertex)
            return
        waiting = [vertex]
        while waiting:
            one = waiting.pop()
            if one < self.at:
                self.reading.append(one)
            elif one > self.at or self.nodes[one] is None:
                waiting += self.data[one]

    def doubt(self, epoch: int, shadow: Shadow | None, events: Events | None = None, name: str = "") -> None:
        """Somebody might have written since that epoch: to this object, or its part of that name, to others, to all."""
        if epoch <= self.stirred:
            self.doubting += self.since(epoch, shadow, events, name)

    def doubt_named(self, epoch: int, shadow: Shadow | None, events: Events | None, name: str) -> None:
        """The same of an attribute of that name."""
        if epoch <= self.stirred:
            self.doubting += self.since_named(epoch, shadow, events, name)

    def might_store_any_name(self) -> None:
        """An attribute of any name might have been stored that some code stores."""

    def may_be_stored(self, name: str) -> bool:
        """Does any code store to an attribute, or a variable, of that name?"""
        return True

    def since(self, epoch: int, shadow: Shadow | None, events: Events | None, name: str = "") -> tuple[Range, ...]:
        """The events since that epoch at which it might have been."""
        return self._since(epoch, shadow, name, (events, self.anything))

    def since_named(self, epoch: int, shadow: Shadow | None, events: Events | None, name: str) -> tuple[Range, ...]:
        """The same of an attribute: code that nobody knows might have stored only names that some code of the record
        stores.
        """
        is_any = self.anything.last >= epoch and self.may_be_stored(name)
        return self._since(epoch, shadow, name, (events, self.anything if is_any else None))

    def _since(
        self, epoch: int, shadow: Shadow | None, name: str, others: Iterable[Events | None]
    ) -> tuple[Range, ...]:
        """Those that concern an object, and `others`."""
        own = self.concerning(epoch, shadow, name) if shadow is not None else ()
        start = shadow.concerned_since(epoch) if shadow is not None else epoch
        among = [one for one in others if one is not None and one.last >= start]
        return (*[(one, int(start), len(one.vertices)) for one in among], *own) if among else own

    def concerning(self, epoch: int, shadow: Shadow, name: str = "") -> tuple[Range, ...]:
        """The same of events that concern an object, and not all that there are."""
        among = shadow.concerning(name)
        if self.any_iterators.last >= epoch and lookup(type(shadow.value), "__next__") is not None:
            among.append(self.any_iterators)
        return tuple([(one, epoch, len(one.vertices)) for one in among if one.last >= epoch])

    def concerning_any(self, epoch: float) -> list[Range]:
        """The same of those that concern whatever object."""
        among = self.any_items, self.anything, *self.any_attributes.values()
        return [(one, int(epoch), len(one.vertices)) for one in among if one.last >= epoch]

    def take(self, write: Write, shadow: Shadow | None, events: Events | None = None, name: str = "") -> Write:
        """The node reads what was written there."""
        self.reading.append(write[0])
        if write[1] <= self.stirred:
            self.doubt(write[1], shadow, events, name)
        return write

    def read_whole(self, value: Any, *, shape: bool = False) -> None:
        """All that was written to an object, or, for its `shape`, that changed how many items it has."""
        shadow = self.known(value)
        if shadow is None:
            self.doubt(self.since_when(value), None, self.any_items)
            return
        if shape:
            self.read_shape(shadow)
            return
        self.read_all(shadow)
        if shadow.since <= self.stirred:
            self.doubt(shadow.since, shadow, self.any_items)

    def read_all(self, shadow: Shadow) -> None:
        """All that was written to the object with that shadow, but for what might have been."""
        self.read_version(shadow)
        if shadow.kind and shadow.shape >= 0:  # how far it is
            self.read(shadow.shape)

    def read_shape(self, shadow: Shadow) -> None:
        """The node reads how many items an object has."""
        if shadow.shape >= 0:
            self.read(shadow.shape)
        if shadow.since <= self.stirred:
            self.doubt(shadow.since, shadow, self.any_items)

    def read_blurred(self, shadow: Shadow) -> None:
        """The node reads a part of which nobody knows whether it was written before all places were forgotten."""
        if shadow.blurred >= 0:
            self.read(shadow.blurred)

    def reach(self, value: Any, node: Any = None) -> list[Any]:
        """The node reads all that was written to an object, and to those that it holds; returns those of which C code
        could call methods that write something. What a node has looked at by methods only, these tell, if it is passed.
        """
        if id(type(value)) in UNCHANGING or (type(value) is tuple and id(value) in self.barren):
            return []
        shadow = self.known(value)
        is_empty = shadow is None or not (shadow.held or shadow.sources or shadow.calls)
        if is_empty and not self.changes_classes and self.plain.leads_nowhere(type(value)):
            return read_each(self, [(value, shadow)], goes_into_all=True)
        if node is not None and not self.changes_classes and looks_at_methods_only(node):
            found = self.outer.read(self, value, node)
            if found is not None:
                return found
        return self.extents.read(self, value) or []

    def written_by(self, node: Any) -> Sequence[Any] | None:
        """The objects that were there to which a node has written, and no others; None if nobody knows."""
        return None

    def could_call(self, value: Any) -> bool:
        """Could C code that has this value call what writes something?"""
        return id(type(value)) not in self.inert and self.is_called(value)

    def written_to_array(self, operand: Any) -> tuple[int, ...] | None:
        """What was written to an array that lies in no other's memory and holds numbers, as most do; None if more has
        to be looked at.
        """
        value = operand.value
        if type(value) is not np.ndarray or base_of(value) is not None or value.dtype.hasobject:
            return None
        shadow = self.shadows.get(id(value))
        if shadow is None:
            return () if not self.whole or self.made_by(operand) > self.stirred else None
        if shadow.pending or shadow.held or shadow.sources or shadow.kind or shadow.since <= self.stirred:
            return None
        return (shadow.version,) if shadow.version >= 0 else ()

    def item(self, container: Any, key: Any, value: Any) -> Write | None:
        """The node reads an item of a container; who wrote it, if that is known."""
        shadow = self.known(container)
        if shadow is None:
            if type(container) is not tuple:
                self.read_whole(container)
            return None
        shadow.hold(value)
        cls = type(container)
        if cls is list or cls is tuple or cls is deque:
            return self.item_of_sequence(shadow, key)
        # of the `__dict__` of an array, attributes are not known by their keys
        if issubclass(type(container), dict) and (known := key_of(key)) is not None and not is_array(shadow.value):
            write = shadow.parts.get(known)
            if write is not None:
                return self.take(write, shadow, self.any_items, name_of(known))
            self.read_whole(container, shape=not shadow.closed)  # it may have been written under another key
            self.read_blurred(shadow)
            return None
        if cls is MappingProxyType and issubclass(type(shadow.value), type) and type(key) is str:
            return self.attribute(shadow.value, key, value)
        self.read_whole(container)
        return None

    def item_of_sequence(self, shadow: Shadow, index: Any) -> Write | None:
        key = place_of(index) if type(index) is not bool else None
        if key is None:
            self.read_whole(shadow.value)
            return None
        items = shadow.items
        if items is not None:
            if key < 0:
                self.read_whole(shadow.value, shape=True)
            if not -len(items) <= key < len(items):
                return None
            write = items[key]
            if shadow.shifts is not None:
                self.reading += shadow.shifted(key % len(items), write[0])
            return self.take(write, shadow, self.any_items)
        if key >= 0 and ("", key) in shadow.parts:
            return self.take(shadow.parts["", key], shadow, self.any_items)
        self.read_whole(shadow.value)
        return None

    def items_given(self, operand: Any) -> list[Write] | None:
        """Who wrote the items that an iterable gives, in order; None if that is not known."""
        value = operand.value
        if is_a(value, str, bytes, range):
            return [self.given(operand)] * len(value)
        shadow = self.known(value)
        if type(value) is tuple and (shadow is None or shadow.items is None):  # a constant, or from outside
            return [self.given(operand)] * len(value)
        if shadow is None:
            return None
        source = shadow.sources[0] if shadow.sources else None
        if source is not None:
            if shadow.position:
                return None
            if shadow.kind == "items":
                return list(source.items) if source.items is not None else None
            return list(source.parts.values()) if shadow.kind in ("keys", "values") and source.closed else None
        if is_a(value, *SEQUENCES):
            return list(shadow.items) if shadow.items is not None else None
        return list(shadow.parts.values()) if type(value) is dict and shadow.closed else None

    def are_moved(self, value: Any) -> bool:
        """Does it depend on something that was computed where the items are that an iterable gives?"""
        shadow = self.known(value)
        return shadow is not None and any(one.blurred >= 0 for one in (shadow, *shadow.sources))

    def might_be_elsewhere(self, shadow: Shadow, value: Any) -> None:
        """The node has put items of another object into one: what might have been written there, may be here."""
        self.might_be_as(shadow, self.known(value))

    def might_be_as(self, shadow: Shadow, other: Shadow | None) -> None:
        """The same, of an object that had that shadow."""
        other = other if self.whole else None
        for one in (other, *other.sources) if other is not None else ():
            ranges = self.since(one.since, one, self.any_items) if one.since <= self.stirred else ()
            if ranges:
                where = self.vertex(None, ())
                self.ranges[where] = ranges
                self.might_write(shadow, where)
                self.epoch += 1

    def hold_given(self, shadow: Shadow, operand: Any) -> None:
        """Let an object hold what an operand does; where that was selected, it might hold what others do."""
        given = self._gone_over(operand.value)
        for one in given:
            self.hold_all(shadow, one)
        for one in given_to(self, self.at) if self.ran else ():
            shadow.hold(one)
        if self.whole:
            self._hold_others(shadow, operand)
            if issubclass(type(shadow.value), dict) and not issubclass(type(operand.value), dict):
                for one in given:
                    self._hold_paired(shadow, one)

    def _gone_over(self, value: Any) -> list[Any]:
        """What the node goes over that is given an object: that, or iterators over containers that a method of the
        program's has given; other ones, and those of a method that was not entered, give what the object reaches.
        """
        if type(lookup(type(value), "__iter__")) is not FunctionType or self.at >= len(self.nodes):
            return [value]
        given = iterators_of(self.nodes[self.at], value) if self.ran else []
        known = list(map(self.known, given))
        if given and all(one is not None and one.kind in WHOLE for one in known):
            return given
        return [value, *given, *self.reached_by(value)]

    def _hold_paired(self, shadow: Shadow, value: Any) -> None:
        """Let a dict hold the values of pairs of which it was made."""
        for pair in items_of(self.known(value)):
            if type(pair) is tuple and len(pair) == 2:
                shadow.hold(pair[1])

    def _hold_others(self, shadow: Shadow, operand: Any) -> None:
        given = self.known(operand.value)
        if given is not None and given.kind and id(operand.value) in self.made:  # an iterator, over what was selected
            maker: Any = self.nodes[self.made[id(operand.value)][0]]
            for one in getattr(maker, "_operands", ())[1:]:
                self._hold_others(shadow, one)
        others = self.addresses.others(operand)
        if others is NONE:
            return
        known = [one for one in map(self.known, self.each_of(others)) if one is not None]
        where = self.selected((operand,))
        self.might_write(shadow, where)
        self.times_noted += 1
        self.stored_at[where] = {"": Stored({id(one): one for held in known for one in held.ever()}, {})}
        self.epoch += 1

    def hold_all(self, shadow: Shadow, value: Any) -> None:
        """Let an object hold what another container holds, or an iterator goes over."""
        other = self.known(value)
        waiting = [other] if other is not None else []
        for one in waiting:
            if one.past:
                shadow.past = {**shadow.past, **one.past}
            if shadow.selected is None:
                shadow.hold_all(one.held)
            else:
                for held in one.held.values():
                    shadow.hold(held)
            waiting += [source for source in one.sources if source not in waiting]
        if type(value) is tuple and (other is None or other.items is None):
            for item in value[:ITEMS]:
                shadow.hold(item)
        elif (other is None or not other.made) and can_change(value):  # nobody knows what it held at first
            shadow.hold(value)

    def attribute(self, owner: Any, name: str, value: Any, *, is_method: bool = False) -> Write | None:
        """The node reads an attribute; who stored it there, or in the class, where `is_method` was found."""
        key = attribute_key(owner, name)
        shadow = self.known(owner)
        is_made = type(value) is MethodType and value.__self__ is owner  # anew, whenever it is asked for
        if id(type(value)) not in UNCHANGING and id(type(owner)) not in UNCHANGING and not is_made:
            if shadow is None:
                shadow = self.shadow(owner)
            shadow.hold(value)
        if shadow is not None:
            write = shadow.parts.get(key)
            if write is not None:
                self.reading.append(write[0])
                self.doubt_named(write[1], shadow, self.any_attributes.get(name), name)
                if write[0] not in self.deletions:
                    self.asks_first(type(owner), (name, "__getattribute__"))
                    return write
        if shadow is not None:
            if not is_method:
                self.read_blurred(shadow)
            if shadow.closed and not key[0]:  # its `__dict__` was emptied
                self.read_shape(shadow)
        kind = type(owner)
        if kind is super:
            return self.attribute_above(_this_class(owner), _self(owner), name)
        return self._of_classes(owner, (*mro(owner), *mro(kind)) if issubclass(kind, type) else mro(kind), name)

    def attribute_of_c(self, array: Any, name: str) -> Write | None:
        """The same of an attribute of an array that C code makes, as its shape: it may have been stored, too."""
        shadow = self.known(array)
        write = shadow.parts.get(attribute_key(array, name)) if shadow is not None else None
        if write is not None:
            self.reading.append(write[0])
        if self.may_be_stored(name):
            since = write[1] if write is not None else self.since_when(array)
            self.doubt_named(since, shadow, self.any_attributes.get(name), name)
        return write

    def asks_first(self, cls: type, names: Iterable[str]) -> None:
        """What is asked before an object's own attribute may have been stored to its class, or one above it, by a
        statement, or might have been on a way not taken: a property, or a hook.
        """
        if not (self.hooks or self.names_of_classes):
            return
        asked = [one for one in names if self.makes_properties or one.startswith("__")]
        found = [one for one in asked if one in self.names_of_classes or one in self.hooks]
        for base in mro(cls) if found else ():
            of_class = self.shadows.get(id(base))
            for name in found:
                write = of_class.parts.get(("", name)) if of_class is not None and name in self.hooks else None
                self.reading += [write[0]] if write is not None else []
                events = self.any_names.get((id(base), name))
                if events is not None and events.vertices:
                    self.doubting.append((events, 0, len(events.vertices)))

    def attribute_above(self, cls: type, owner: Any, name: str) -> Write | None:
        """The same of what `super()` finds in the classes behind one."""
        order = mro(owner) if issubclass(type(owner), type) else mro(type(owner))
        places = [k for k, one in enumerate(order) if one is cls]
        return self._of_classes(owner, order[places[0] + 1 :], name) if places else None

    def _of_classes(self, owner: Any, classes: Iterable[type], name: str) -> Write | None:
        key, shadow = ("", name), self.known(owner)
        events, since = self.any_attributes.get(name), shadow.since if shadow is not None else self.since_when(owner)
        in_doubt = name in self.names_of_classes
        self.asks_first(type(owner), ("__getattribute__", "__getattr__"))
        for cls in classes:
            of_class = self.shadows.get(id(cls))
            is_there = of_class is not None and key in of_class.parts
            if in_doubt:
                stored = of_class.parts[key][1] if of_class is not None and is_there else 0
                self.doubt_named(stored, None, self.any_names.get((id(cls), name)), name)
            if of_class is not None and is_there:
                self.doubt_named(since, shadow, events, name)
                write = of_class.parts[key]
                self.reading.append(write[0])
                self.doubt_named(write[1], of_class, events, name)
                if write[0] not in self.deletions:
                    return write
        kind = type(owner)
        is_any = self.anything.last >= 0 or not self.tells_apart
        if is_any and not is_static(kind):  # the class might have got it before the object was made
            since = min(since, self.since_when(kind))
        self.doubt_named(since, shadow, events, name)
        return None

    def asks_class(self, owner: Any, names: Iterable[str]) -> None:
        """The node has looked up special methods in the class of an object."""
        kind = type(owner)
        for name in sorted(names) if not is_static(kind) else ():
            count = len(self.reading)
            self._of_classes(owner, mro(kind), name)
            if name not in self.hooks:  # it has found what the class had when it was made
                del self.reading[count:]

    def stores_method(self, name: str) -> None:
        """A special method, perhaps, was stored to a class that was there, or might have been."""
        if name in METHODS:
            self.hooked.add(name)

    def looked_up(self, node: Any, frame: Any) -> None:
        """A call whose function is a method that was looked up, without a node of its own, in the first argument; or a
        function, which may have got other code.
        """
        operands = node._operands
        function = operands[0].value
        if type(function) is not FunctionType:
            if "__call__" in self.hooked:
                self.asks_class(function, ("__call__",))
            return
        known = self.shadows.get(id(function))
        if known is not None or "__code__" in self.any_attributes:
            self.attribute(function, "__code__", None)
        if len(operands) < 2 or node._statement is None:
            return
        cls = type(operands[1].value)
        if id(cls) in UNCHANGING and not issubclass(cls, type):  # of a class, it is a class method
            return
        if "__class__" in self.stored_names and (self.any_name or self.anything.last >= 0):
            self.attribute(operands[1].value, "__class__", None)
        name, count = frame.code.called_by(node._statement)
        # a name that nobody has stored is what it was when the record began
        if count + 1 == len(operands) and (self.any_name or name in self.stored_names):
            self.attribute(operands[1].value, name, None, is_method=True)

    def fill(self, shadow: Shadow, array: Any, operand: Any, *, is_item: bool = False) -> None:
        """The node has put into an array what an operand holds, or, if that is one item, the operand itself."""
        if holds_objects(array):
            if is_item or not is_a(operand.value, list, tuple, np.ndarray):
                shadow.hold(operand.value)
            self.hold_given(shadow, operand)

    # -- names --------------------------------------------------------------------------------------------------------

    def place(self, frame: Any, name: str) -> Any:
        """Where the value of a name is; None for a global."""
        place = frame.place(name)
        return self.place_at(place) if place[0] != "global" else None

    def place_at(self, place: Any) -> Any:
        """The same: of a cell, that of the variable whose cell it is."""
        return self.aliases.get(place[1], place) if place[0] == "cell" else place

    def read_name(self, frame: Any, name: str) -> Write | None:
        """The node reads a cell or global; who stored it. `a.b` is an attribute of a module."""
        base, *rest = name.split(".")
        own = frame.place_in_class(base)
        place = own if own in self.cells else self.place(frame, base)
        shadow: Shadow | None = None
        if place is not None:
            write, events = self.cells.get(place), self.any_names.get(place)
        else:
            names = frame.globals
            events, shadow = self.any_names.get((id(names), base)), self.shadows.get(id(names))
            write = shadow.parts.get(("", base)) if shadow is not None else None
            if shadow is not None and write is None:
                self.read_blurred(shadow)
            if not self.tells_apart:  # of whatever object, a module, or what it has for a `__dict__`, among them
                for any_object in (self.any_attributes.get(base), self.any_items):
                    self.doubt(write[1] if write is not None else 0, None, any_object)
        if place is not None and "cell_contents" in self.any_attributes:
            self.doubt(write[1] if write is not None else 0, None, self.any_attributes["cell_contents"])
        if write is not None:
            self.reading.append(write[0])
        since = write[1] if write is not None else 0
        if since <= self.stirred:  # of globals only those are asked for that code of the module may store
            is_any = place is None or self.may_be_stored(base) or self.may_be_stored("cell_contents")
            others = self.any_variable if is_any and self.any_variable.last >= since else None
            self.doubting += self._since(since, shadow, base, (events, others))
        if write is None and place is None and base not in (frame.globals or ()):
            write = self.attribute(builtins, base, None)
        if rest:
            owner = (frame.globals or {}).get(base) if place is None else None
            for attribute in rest:
                if not issubclass(type(owner), (ModuleType, type)):
                    return None
                write = self.attribute(owner, attribute, None)
                owner = attribute_of(owner, attribute)
        return write

    def comes_up(self, value: Any) -> None:
        """The node has given that, or it is there: is it one that changes when it is looked at?"""

    def note_class(self, cls: type) -> None:
        """The node has made a class."""

    def gets_lively(self) -> None:
        """From now on there are objects that change when they are looked at, as iterators that have names."""

    def is_lively(self) -> bool:
        """Are there such objects?"""
        return False

    def is_called(self, value: Any) -> bool:
        """Could C code that has this value call what writes something?"""
        return False

    def given_otherwise(self, operand: Any) -> list[Any]:
        """What C code that is given an operand, and calls it, could have called in its place."""
        return []

    def instead_of_plain(self, operand: Any) -> tuple[Any, ...]:
        """The objects that an operand could have been in the place of a number, or nothing; None for any."""
        return ()

    def getters(self, cls: type, name: str | None) -> tuple[Any, ...]:
        """What is called to get an attribute of an object of a class, or any, if it writes something."""
        return ()

    def ran_functions(self, cls: type, name: str) -> list[FunctionType]:
        """The functions of the program's that are called for an attribute, or a method, of that name, and write."""
        return []

    def reached_by(self, value: Any) -> list[Any]:
        """All that an object reaches; nothing, if that is more than is told apart."""
        return []

    def might_call(
        self, values: Sequence[Any], passed: Iterable[Any], call: Any = None, *, in_any_way: bool = False
    ) -> None:
        """The node might have called, in C code, these values or methods of theirs, with what was passed. `call`: it is
        that one, which is about to be entered. `in_any_way`: it has others do so, and not only as it does itself.
        """

    def might_call_those(self, otherwise: Otherwise) -> None:
        """The node might have had an iterator call that."""

    @abstractmethod
    def acts(self, node: Any) -> tuple[str, Sequence[Any]]:
        """What a node does, a word of rules/effects.py or a special form, "" if that is not known; and to what."""

    def might_advance(self, objects: Sequence[Any], vertex: int) -> None:
        """Iterators might have gone on; that vertex is what decided it."""

    def stores_from_outside(self, owner: Any, name: Any) -> None:
        """The node has stored to a name of a module, or class, which code elsewhere may load without a node for it."""

    def read_cells(self, function: Any) -> None:
        """The node reads what the variables around a function have, and around those functions that these are."""
        seen, waiting = set[int](), [function]
        while waiting and len(seen) < ITEMS:
            one = waiting.pop()
            if id(one) not in seen:
                seen.add(id(one))
                self._read_cells_of(one)
                waiting += [each for each in closure_of(one) if type(each) is FunctionType]

    def _read_cells_of(self, function: Any) -> None:
        for cell in function.__closure__ or ():
            place = self.place_at(("cell", id(cell)))
            write = self.cells.get(place)
            if write is not None:
                self.take(write, None, self.any_names.get(place))
                writer = self.nodes[write[0]]
                if writer is not None:
                    self.reach(writer.value)

    def store_name(self, frame: Any, name: str, value: Any) -> None:
        place = frame.place_in_class(name) or self.place(frame, name)
        if place is not None:
            self.replaces(self.cells, place, value, self.at)
            self.cells[place] = self.write()
            self.stores.setdefault(place, []).append(self.at)
            return
        shadow = self.shadow(frame.globals)
        self.stores_from_outside(frame.globals, name)
        self.replaces(shadow.parts, ("", name), value, self.at)
        shadow.parts["", name] = self.write()
        self.wrote(shadow, shape=False)

    def might_store_at(self, place: Any, vertex: int) -> None:
        """A jump passed by a store to a name."""
        self.event(self.any_names.setdefault(self.place_at(place), Events()), vertex)


__all__ = ["ITEMS", "SEQUENCES", "Memory", "attribute_key", "can_change", "is_array", "key_of", "vertices_of"]
