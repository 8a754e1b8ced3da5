"""What a load would have found instead, had something been otherwise.

`rows[i]` finds another item by another index; `box.v` another object, had a jump not passed by the store to it, or had
the one that was made been passed by; `max(pairs)` gives another pair. What they find is there already: it is one of the
objects that the node could have got at.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from types import FunctionType, GeneratorType, SimpleNamespace
from typing import Any

import numpy as np

from ..callables import CACHE
from ..classes import is_a, lookup, lookup_above, mro
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode, operands_of
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..values import Dropped
from .behind import COMPUTING, FURTHEST, LOADING, SAME, TAKING, Behind
from .functions import method_of
from .given import goes_over, made_by
from .necessity import MERGING, before, decided_otherwise, ran_anyway, stored_by
from .origins import SEQUENCES
from .others import CONTAINERS, WHOLE
from .put import MOST, doubts_of, might_be, writers_of
from .shadows import (
    ANY_PART,
    UNHELD,
    Shadow,
    attribute_key,
    canonical,
    class_of,
    holds_nothing,
    is_array,
)

_BY_PLACE = "items", "keys", "zip", "enumerate", "reversed"  # iterators of which it is known who put there what
_VIEWS = np.flatiter, memoryview, Dropped  # of arrays, and none themselves
_COPYING = "copies", "get_slice"
_CHOOSING = frozenset(map(id, (max, min)))  # what gives one of its operands
CONSUMING = frozenset(["advance", "pop", "pop_first", "pop_last", "pop_key"])  # another item each time


class Instead(Behind):
    """Finds it for a load, a call, and a parameter that C code has passed."""

    def step(self, *, also_plain: bool = False) -> Any:
        """Find it; returns the operand from which the node has its value, if that can be told. Of a number, or nothing,
        it is asked only if there are objects that act like numbers, or for `also_plain`.
        """
        node = self.node
        is_plain = id(type(node.value)) in UNHELD
        if is_plain and not (also_plain or self.memory.acts_like_plain):
            return None
        verb, operands = self.memory.acts(node)
        if type(node) is PrimitiveCallNode and type(node._operands[0].value) is CACHE:
            return self._cached(*node._operands)
        if not operands or (is_plain and verb not in LOADING and not verb.startswith("unpack_")):
            return None
        if is_array(node.value) or is_a(node.value, *_VIEWS):
            for operand in operands:  # of which it is a view
                if self._shares_memory(operand.value):
                    if type(node) is PrimitiveCallNode and id(node._operands[0].value) in _CHOOSING:
                        for one in operands:
                            self._add([one.value, *self._others(one)])
                    self._passed_on(self._given_in_frames() if node._frames else None)
                    return operand
            if verb in COMPUTING and all(holds_nothing(operand.value) for operand in operands):
                return None  # it is a new one
        if verb in ("load", "super_attribute"):
            self._in_doubt(operands[-1].value if verb != "load" else "")
            self._before(self.vertex)
            self._add(decided_otherwise(self.memory, self.vertex))
            self._put_by_generator()
        elif verb == "get_attribute" and len(operands) > 1:
            return self._attribute(*operands)
        elif verb in TAKING or verb.startswith("unpack_"):
            return self._item(verb, *operands)
        elif verb == "advance":
            return self._next(*operands)
        elif type(node) is not PrimitiveCallNode:
            return None  # it makes something
        elif verb in SAME and node.value is operands[0].value:
            return operands[0]
        elif verb == "make_class":
            if len(operands) == 1:
                self._classes(operands[0])
            return None
        else:
            return self._given(operands)
        return self._stored()

    def _shares_memory(self, array: Any) -> bool:
        """Does what the node has lie in the memory of an array?"""
        value, known = self.node.value, self.memory.known(array)
        return canonical(array) is canonical(value) or (known is not None and known is self.memory.known(value))

    def _stored(self, default: Any = None) -> Any:
        """The operand that was stored where the node has looked, or else the one that it takes then."""
        if default is not None and self.node.value is default.value and self.origin is None:
            return default
        stored = stored_by(self.origin) if self.origin is not None else None
        if stored is self.origin and stored is not None and stored.value is not self.node.value:  # a display
            return next((one for one in operands_of(stored) if one.value is self.node.value), None)
        return stored

    def _put_by_generator(self) -> None:
        """Who has asked a generator that put it there might have gone on, or not as far: `any((x := o) for o in c)`."""
        stored = stored_by(self.origin) if self.origin is not None else None
        call = stored.parent if isinstance(stored, Node) else None
        if type(call) is NestedCallNode and call.template.suspends:
            self._of_other_turns(stored)

    # -- loads --------------------------------------------------------------------------------------------------------

    def _attribute(self, owner: Any, key: Any, default: Any = None) -> Any:
        if type(key.value) is str and key.value == "__class__":
            self._classes(owner)
            return None
        given = self._given_in_frames()  # by a property, or the like
        if given is not None:
            return given
        # C code has put there what it began with
        has_more = type(owner.value) is SimpleNamespace and not self._had_to(self.vertex)
        if has_more or self._is_computed(key, owner) or self._is_placed(owner):
            self._add_any(owner.value)
        if default is not None:
            self._add([default.value])
        might_be_gone = self._in_doubt(key.value)
        if self.is_any:
            return None
        for vertex in (self.vertex, self._deleted(owner.value, key.value)):
            self._before(vertex)
            self._add(decided_otherwise(self.memory, vertex, key.value))
        self._there_before(owner, key.value)
        if self.vertex >= 0 and (might_be_gone or not self._had_to(self.vertex)):
            self._hidden(owner.value, key.value)
        self._of_others(owner, key.value)
        return self._stored(default)

    def _item(self, verb: str, container: Any, key: Any = None, default: Any = None, *rest: Any) -> Any:
        shadow, is_sequence = self.memory.known(container.value), is_a(container.value, *SEQUENCES)
        is_computed = not verb.startswith("unpack_") and key is not None and self._is_computed(key, container)
        name = ""
        if is_a(container.value, dict):  # of attributes, perhaps
            name = key.value if key is not None and type(key.value) is str and not is_computed else ANY_PART
        is_in_doubt = self._in_doubt(name)
        if is_computed or is_in_doubt or self._is_moved(shadow, is_sequence) or self._is_placed(container):
            self._add_any(container.value)
        self._of_copied(container.value)
        if default is not None:
            self._add([default.value])
            if shadow is not None and self.origin is None and self.node.value is default.value:
                self.containers[id(shadow)] = shadow  # what it has held
        if shadow is not None and type(container.value) is defaultdict and self._need_not_be_there(container.value):
            self.containers[id(shadow)] = shadow  # it might not have made one
            self._add(self.memory.callees.given_by([container.value.default_factory], []) or ())
        self._add(decided_otherwise(self.memory, self.vertex))
        self._there_before(container)
        self._of_others(container)
        if type(container.value) is tuple:  # what C code, that has made it, would have put into another one
            self._add([one for one in self._others(container) if class_of(one) is not tuple])
        self._of_tuple(container)
        if verb.startswith("unpack_") and not is_sequence:
            self._of_unpacked(container)
        return self.look_behind([container.value]) or self._stored(default)

    def _of_tuple(self, container: Any) -> None:
        """It takes something out of a tuple that an iterator has made, as `zip` does, of what it goes over, or
        `popitem`, of what that took out of a dict.
        """
        if type(container) is SpecialCallNode and container.name in ("match_keys", "match_class"):
            self._of_subject(container, container._operands[0])
        if type(container) is not PrimitiveCallNode or type(container.value) is not tuple:
            return
        verb, operands = self.memory.acts(container)
        taken = self.memory.known(operands[0].value) if verb in ("advance", "change") else None
        if taken is None:
            return
        if verb == "change":
            self._of_others(operands[0])
        self._might_be_in(container)
        need_not = not ran_anyway(self.memory, self.memory.data[container._vertex], taken.value)
        if verb == "change":  # the other end, perhaps
            need_not = need_not or any(self._is_computed(one, operands[0]) for one in operands[1:])
            need_not = need_not or bool(doubts_of(self.memory, container._vertex))
        found: tuple[Shadow, ...] = (taken,) if need_not else ()
        if verb == "advance":
            if any(id(container.value) in source.held for source in taken.sources):
                return
            found = self.memory.addresses.others(container)[1]
            if need_not or not self._had_to(self.vertex):
                is_plain = id(type(self.node.value)) in UNHELD
                held = [source for source in taken.sources if is_plain or id(self.node.value) in source.held]
                found = (*found, *held)
            self._filled_up(taken)
        self.containers.update((id(one), one) for one in found)

    def _filled_up(self, iterator: Shadow) -> None:
        """What `zip_longest` gives when one of the others has no more, had that had less."""
        maker = made_by(self.memory, iterator.value)
        names = maker._split()[1] if type(maker) is PrimitiveCallNode else ()
        if "fillvalue" in names and any(map(self._might_give_another, iterator.sources)):
            fill = maker._operands[names.index("fillvalue") - len(names)]
            self._add([fill.value, *self._others(fill)])

    def _of_subject(self, node: Any, subject: Any) -> None:
        """It is part of what a node has taken out of something, which might have had another part, or been another."""
        self._of_others(subject)
        self._might_be_in(node)

    def _might_be_in(self, node: Any) -> None:
        """What might have been put where a node has looked that has made a tuple of what it found."""
        there = might_be(self.memory, doubts_of(self.memory, node._vertex), ANY_PART)
        self._add(there or ())
        self.is_any = self.is_any or there is None

    def _is_placed(self, container: Any) -> bool:
        """Was what it has put there by a place that was computed?"""
        if self._is_of_pairs(container.value):
            return True
        if self.origin is None or self.origin is stored_by(self.origin):
            return False
        _, operands = self.memory.acts(self.origin)
        return (
            len(operands) > 2
            and operands[0].value is container.value
            and isinstance(operands[1], Node)
            and operands[1] is not container
        )

    def _is_of_pairs(self, container: Any) -> bool:
        """Was a dict made of keys with their values, and has held this one since?"""
        maker = made_by(self.memory, container) if is_a(container, dict, OrderedDict) else None
        if type(maker) is not PrimitiveCallNode or (self.origin is not None and self.origin is not maker):
            return False
        function, *given = [operand.value for operand in maker._operands]
        return is_a(function, type) and any(not is_a(one, dict) for one in given)

    def _is_moved(self, shadow: Shadow | None, is_sequence: bool) -> bool:
        """Might there be something else at the places of a container?"""
        if shadow is None:
            return False
        if is_sequence and (shadow.items is None or self._is_shifted(shadow)):
            return True
        if self.origin is None:
            return shadow.blurred >= 0 or not self._had_to(self.vertex) or self._is_merged()
        is_put = stored_by(self.origin) is not self.origin or self.origin.value is not self.node.value
        return is_put and self.origin.value is not shadow.value and not self._had_to(self.vertex)

    def _is_merged(self) -> bool:
        """Was it put there with what else a dict has, into which it need not have been put?"""
        memory, vertex = self.memory, self.vertex
        verb, operands = memory.acts(memory.nodes[vertex]) if vertex >= 0 else ("", ())
        given = operands[1:] if verb in MERGING else ()
        return not all(ran_anyway(memory, memory.data[vertex], operand.value) for operand in given)

    def _might_give_another(self, source: Shadow) -> bool:
        """Might what is gone over have given something else?"""
        return self._is_shifted(source) or self._need_not_be_there(source.value)

    def _is_shifted(self, shadow: Shadow) -> bool:
        """Might the items of a container lie elsewhere?"""
        memory = self.memory
        lies_anyway = self._had_to(shadow.shape) and ran_anyway(memory, (shadow.shape,), shadow.value)
        return shadow.blurred >= 0 or not lies_anyway

    def _of_copied(self, container: Any) -> None:
        """What a container is a copy of, or of a part of it, might have had something else there."""
        memory = self.memory
        maker = made_by(memory, container)
        if (
            type(maker) is not PrimitiveCallNode
            or maker.value is not container
            or not is_a(container, *SEQUENCES, dict)
        ):
            return
        verb, operands = memory.acts(maker)
        takes_slice = verb == "get_item" and len(operands) > 1 and type(operands[1].value) is slice
        merges = verb == "computes" and is_a(container, dict)
        if verb not in _COPYING and not takes_slice and not merges:
            return
        given = [shadow for one in goes_over(memory, maker) if (shadow := memory.known(one.value)) is not None]
        given += [source for shadow in given for source in shadow.sources]
        read = *memory.data[self.node._vertex], *memory.data[maker._vertex]
        for one in given:
            self._add_put_into(one)
        if any(self._is_shifted(one) or not ran_anyway(memory, read, one.value) for one in given):
            self.containers.update((id(one), one) for one in given)

    def _next(self, iterator: Any, default: Any = None) -> Any:
        if default is not None:
            self._add([default.value])
            self._add(self.memory.choices.would_yield(iterator.value))
        given = self._given_in_frames()
        if given is not None:
            self._of_others(iterator)
            return given
        shadow = self.memory.known(iterator.value)
        # an iterator that calls C code, as `attrgetter`, may have looked into what it goes over
        is_in_doubt = self._in_doubt(ANY_PART if shadow is not None and shadow.kind == "any" else "")
        if shadow is not None and (shadow.kind or is_a(iterator.value, *SEQUENCES)):
            self._of_iterator(shadow, is_in_doubt=is_in_doubt)
            if default is not None and self.node.value is default.value:
                self.containers.update((id(source), source) for source in shadow.sources)  # what they have held
        elif is_in_doubt:
            self._add_reached([iterator.value])
        self._of_others(iterator)
        maker = made_by(self.memory, iterator.value)
        for operand in goes_over(self.memory, maker):
            self._of_others(operand)
        for call in (maker, *maker._frames) if maker is not None else ():  # of a generator, perhaps
            self._of_delegations(self.memory.addresses.given.delegated_by(call), of_any=default is not None)
        sources = shadow.sources if shadow is not None and shadow.kind else ()
        stored = self.look_behind([source.value for source in sources]) or self._stored(default)
        vertex = self.memory.made.get(id(self.node.value), (-1,))[0]
        is_maker = stored is not None and getattr(stored, "_vertex", None) == vertex
        if is_maker or shadow is None or shadow.kind not in _BY_PLACE:  # and it is not known who has put it there
            return self.memory.addresses.with_the_same(self.node) or stored
        return stored

    def lent(self, operands: Sequence[Any]) -> None:
        """It is a parameter that C code has passed, out of what it was given, or goes over."""
        memory, given = self.memory, self.memory.addresses.given
        if len(self.node.parent.parent._frames) > MOST:
            return  # each call reads all that there is, and would be an event for all
        waiting: list[Shadow | None] = []
        for operand in operands:
            maker = made_by(memory, operand.value)
            for one in (operand, *goes_over(memory, maker)):
                self._of_others(one)
            for call in maker._frames if maker is not None else ():
                self._of_delegations(given.delegated_by(call))
            waiting.append(memory.known(operand.value))
        self.look_behind([operand.value for operand in operands])
        containers: list[Shadow] = []
        for shadow in waiting:
            if shadow is None or len(waiting) > FURTHEST:
                continue
            waiting += shadow.sources
            if type(shadow.value) is GeneratorType:
                waiting += [memory.known(one.value) for one in given.delegated_by(memory.maker_of(shadow.value))]
            elif not shadow.kind and is_a(shadow.value, *CONTAINERS):
                containers.append(shadow)
        is_in_doubt = self._in_doubt()
        for container in containers:
            if is_in_doubt or self._might_give_another(container):
                self.containers[id(container)] = container
            self._of_copied(container.value)

    def spread(self, container: Any) -> None:
        """It is a parameter that a star has passed, which could have what lies elsewhere in what is behind that."""
        shadow = self.memory.known(container.value)
        if is_a(container.value, dict):
            for one in (container.value, *self._merged_into(container.value)):
                if self._is_of_pairs(one):
                    self._add_any(one)
                self._of_copied(one)
        elif is_a(container.value, *SEQUENCES):
            if shadow is not None and (shadow.items is None or self._is_shifted(shadow)):
                self._add_any(container.value)
            self._of_copied(container.value)
        else:
            self._of_unpacked(container)
        self.lacks = shadow is None or id(self.node.value) not in shadow.held  # a default, for example
        self.look_behind([container.value])

    def _merged_into(self, container: Any) -> list[Any]:
        """The dicts that were put into one, as far as that is known."""
        memory, found = self.memory, list[Any]()
        waiting = writers_of(memory, container)
        for vertex in waiting:
            node = memory.nodes[vertex]
            if node is not None:
                found += [one.value for one in operands_of(node) if is_a(one.value, dict)]
            elif len(waiting) < FURTHEST:  # it stands for others
                waiting += memory.data[vertex]
        return list({id(one): one for one in found if one is not container}.values())

    def _of_unpacked(self, iterator: Any) -> None:
        """It is an item of an iterator that the interpreter has asked for all that it gives."""
        memory, shadow = self.memory, self.memory.known(iterator.value)
        if shadow is not None and shadow.kind:
            is_in_doubt = bool(memory.since(shadow.since, shadow, memory.any_items))
            is_in_doubt = is_in_doubt or not ran_anyway(memory, (shadow.shape,), iterator.value)
            self._of_iterator(shadow, is_in_doubt=is_in_doubt)
        maker = made_by(memory, iterator.value)
        for operand in goes_over(memory, maker):
            self._of_others(operand)

    def _of_iterator(self, shadow: Shadow, *, is_in_doubt: bool) -> None:
        """What an iterator could have given; 3.15: or what a loop goes over that has none."""
        if shadow.kind:
            is_any = is_in_doubt or shadow.kind not in WHOLE or not self._had_to(shadow.shape)
            is_any = is_any or self._need_not_be_there(shadow.value)
            otherwise = [
                source
                for source in shadow.sources
                if is_any or self._might_give_another(source) or self._is_of_pairs(source.value)
            ]
            self._add_reached([source.value for source in otherwise])
            if shadow.kind not in WHOLE:  # it may have left out what is there
                for source in otherwise:
                    self._add(self.memory.addresses.put_otherwise(source))
            for source in shadow.sources:
                self._of_copied(source.value)
            return
        is_any = is_in_doubt or (shadow.items is None and not is_a(shadow.value, *SEQUENCES))
        if is_any or self._might_give_another(shadow):
            self._add_reached([shadow.value])
        self._of_copied(shadow.value)

    def _given(self, operands: Any) -> Any:
        """A call gave an object that was there: what its operands are, or hold, it might have given instead."""
        value = self.node.value
        given = self._given_in_frames()
        if self._add_reached([operand.value for operand in operands]):
            for operand in operands:
                objects, containers = self.memory.addresses.others(operand)
                self._add(objects)
                if operand.value is not value:  # it was looked into
                    known = [shadow for shadow in map(self.memory.known, objects) if shadow is not None]
                    self.containers.update((id(one), one) for one in known)
                self.containers.update((id(one), one) for one in containers)
                self._add_put_into(self.memory.known(operand.value))
            self.look_behind([operand.value for operand in operands])
            for operand in operands:
                if isinstance(operand, Node) and operand.value is value:
                    self._passed_on(given)
                    return operand
        return given

    def _passed_on(self, given: Any) -> None:
        """An operand is given by a function that C code has passed it, if there is one, and that could have given
        another one.
        """
        if given is not None:
            self._add(self._others(given))

    def _cached(self, cache: Any, *keys: Any) -> Any:
        """A function with a cache gave it, now or before: for other arguments, or had it been asked for these before,
        it is what that has kept.
        """
        if self._in_doubt() or any(self._is_computed(key, cache) for key in keys):
            self._add_any(cache.value)
        return self._given(keys)

    def _classes(self, operand: Any) -> None:
        """It gives the class of something."""
        self._add(map(class_of, self._others(operand)))

    # -- what decides which -------------------------------------------------------------------------------------------

    def _is_computed(self, key: Any, container: Any) -> bool:
        return (isinstance(key, Node) and key is not container) or id(key) in self.memory.constants

    def _add_any(self, container: Any) -> None:
        """Whatever a container holds."""
        shadow, value = self.memory.known(container), self.node.value
        if shadow is not None and (id(value) in shadow.held or id(type(value)) in UNHELD):
            self.containers[id(shadow)] = shadow
            if self._is_of_pairs(container) and type(value) is not tuple:
                self._add([one for pair in shadow.held.values() if type(pair) is tuple for one in pair])
        else:
            self._add(self.memory.potential.holding.held_by(container))

    def _in_doubt(self, name: str = "") -> bool:
        """Might something have been written where the node has looked? Then it may be what it would have found."""
        ranges = self.memory.ranges
        found = doubts_of(self.memory, self.node._vertex)
        if self.vertex in ranges and stored_by(self.origin or self.node) is not self.origin:
            found = (*found, *ranges[self.vertex])
        there = might_be(self.memory, found, name)
        self._add(there or ())
        self.is_any = self.is_any or there is None
        return bool(found)

    def _deleted(self, owner: Any, name: Any) -> int:
        """The vertex that has deleted an attribute of the object's own, which is not found then; -1 if none has."""
        shadow = self.memory.known(owner) if type(name) is str else None
        write = shadow.parts.get(attribute_key(owner, name)) if shadow is not None else None
        return write[0] if write is not None and write[0] in self.memory.deletions else -1

    def _before(self, vertex: int) -> None:
        """What was there before a vertex wrote there, or could have been."""
        for stored in before(self.memory, vertex):
            self._add([stored.value])
            if hasattr(stored, "_vertex"):
                is_nothing = stored.value is None
                self._add(self.memory.choices.objects(stored) if is_nothing else self._others(stored))

    def _there_before(self, owner: Any, name: str = "") -> None:
        """What might have been there already, had the store not run that has put there what it has."""
        memory = self.memory
        shadow = memory.known(owner.value) if self.vertex >= 0 and self.origin is not stored_by(self.origin) else None
        if shadow is None or shadow.since > memory.stirred or self._had_to(self.vertex):
            return
        events = memory.any_attributes.get(name) if name else memory.any_items
        there = might_be(memory, memory.since(shadow.since, shadow, events, name), name)
        self._add(there or ())
        self.is_any = self.is_any or there is None

    def _hidden(self, owner: Any, name: Any) -> None:
        """What the class, or a base, has under a name, had the store not run that hides it, or been undone."""
        if type(name) is not str:
            return
        is_class = issubclass(type(owner), type)
        cls = owner if is_class else type(owner)
        key, shadows = attribute_key(cls, name), self.memory.shadows
        stored = [
            one for one in mro(cls) if id(one) in shadows and shadows[id(one)].parts.get(key, (-1,))[0] == self.vertex
        ]
        found = lookup_above(cls, stored[0], name) if stored else lookup(cls, name) if not is_class else None
        if is_a(found, FunctionType, classmethod, staticmethod):
            self._add(method_of(owner, name) if not (is_class or stored) else ())
        elif found is not None and not is_a(found, property):
            self._add([found])
