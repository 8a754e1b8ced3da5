"""What a value could have been, back through what it was computed from: however far, out of whatever copies.

What is in a copy of a list would be something else, had something else been put into the list; so would be what C code
gives out of what it was given, and what a generator has yielded.
"""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice
from types import BuiltinFunctionType, FunctionType
from typing import Any

from ..classes import attribute_of, is_a, lookup
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, ReturnNode, SpecialCallNode, operands_of
from ..nodes.nested import NestedCallNode
from .given import delegated_at, given_to, goes_over, yielded_at
from .making import DISPLAYS
from .names import closure_of
from .necessity import had_to, ran_anyway, stored_by
from .others import CONTAINERS, MANY
from .put import MOST, doubts_of, might_be, writers_of
from .shadows import ANY_PART, SHARED, SUSPENDED, UNHELD, Shadow, Unmade, holds_nothing, is_array, items_of

_args_of = BaseException.__dict__["args"].__get__  # which a subclass may have otherwise
FURTHEST = 40  # steps back
_FURTHEST_BEHIND = 80  # vertices
TAKING = "get_item", "pop_key", "set_default", "pop", "pop_last", "pop_first"
LOADING = "load", "super_attribute", "get_attribute", "advance", *TAKING
SAME = "iterates", "in_place", "change", "copies"  # what may give its first operand itself
COMPUTING = "computes", "add", "multiply"  # what gives something new, of numbers and arrays
# what a call is given to look into, and gives only if that is what it is asked for
_LOOKED_INTO = list, tuple, dict, set, frozenset, FunctionType, BuiltinFunctionType, *SUSPENDED


class Behind:
    """What a node could have had in the place of its value: objects, by ids, and containers, any item of which."""

    def __init__(self, memory: Any, node: Any, objects: dict[int, Any], containers: dict[int, Shadow]) -> None:
        self.memory = memory
        self.node = node
        self.objects = objects
        self.containers = containers
        self.is_any = False  # could it have had whatever?
        self.lacks = False  # has it something else, since a container holds too little?
        self.vertex = memory.origins.get(node._vertex, -1)  # who wrote what it has, if that is known
        origin = memory.origin(node)
        found = memory.nodes[origin] if origin is not None else None
        # not a call that still runs, which has passed it by a star
        self.origin: Any = found if hasattr(found, "_vertex") and found is not node else None

    def _add(self, values: Iterable[Any]) -> None:
        for one in values:
            if id(type(one)) not in UNHELD:
                self.objects[id(one)] = one

    def _need_not_be_there(self, container: Any) -> bool:
        """Has something put there what it has out of a container that need not have run?"""
        return not ran_anyway(self.memory, self.memory.data[self.node._vertex], container)

    def look_behind(self, containers: Sequence[Any]) -> Any:
        """What it could have had if something else were in what it was computed from, or in these containers, out of
        which it was taken. Returns the operand of the `yield` that has given it to C code; None if there is none.
        """
        memory, value = self.memory, self.node.value
        waiting = [-self.node._vertex]
        for container in containers:
            waiting += [-vertex for vertex in writers_of(memory, container)]
        near = self._given_near([-one for one in waiting])
        # 3.15: a loop may have no iterator, but asks a tuple
        shown = {id(one) for one in (*containers, *(operand.value for operand in operands_of(self.node)))}
        heapify(waiting)
        seen, looked_at, delegations, given = set[int](), set[int](), list[Any](), None
        while waiting and len(seen) < _FURTHEST_BEHIND and not self.is_any:
            vertex = -heappop(waiting)
            if vertex in seen:
                continue
            seen.add(vertex)
            node = memory.nodes[vertex]
            if self._has_computed_an_array(node) or (node is not None and node.value is value and self._is_new(node)):
                continue  # what it was computed of is not in it
            if (operand := yielded_at(node)) is not None:  # behind which it goes on from the operand
                given = operand if given is None and operand.value is value and vertex in near else given
                self._of_yield(vertex, node, operand)
                continue
            if (operand := delegated_at(node)) is not None:
                delegations.append(operand)
            if node is not None:
                self._look_into(vertex, node, looked_at)
            if len(self.objects) > 2 * MOST and self._are_many():
                self.is_any = True
            is_shown = type(node) is SpecialCallNode and node.name in DISPLAYS and id(node.value) in shown
            for one in memory.data[vertex]:
                if not (is_shown and self._is_new(memory.nodes[one])):
                    heappush(waiting, -one)
            call: Any = node.parent if type(node) is ReturnNode else None
            if call is not None and type(call.parent) is NestedCallNode and node.value is value:
                self._of_ends(vertex, call)
            if call is not None and call.template.suspends:  # its end tells of what a generator has gone over
                for one in memory.control[vertex]:
                    heappush(waiting, -one)
        self._of_delegations(delegations)
        memory.spends(len(seen) // 8)
        return given

    def _has_computed_an_array(self, node: Any) -> bool:
        """Has a node given another array of numbers than this one has?"""
        if type(node) is not PrimitiveCallNode or not is_array(node.value) or node.value is self.node.value:
            return False
        return holds_nothing(node.value) and self.memory.acts(node)[0] in COMPUTING

    def _is_new(self, node: Any) -> bool:
        """Has a node made an object with nothing to go over? Made of something else it would be no other."""
        if type(node) is not NestedCallNode or lookup(type(node.value), "__iter__") is not None:
            return False
        made: bool = self.memory.addresses.is_new(node)
        return made

    def _given_near(self, starts: Iterable[int]) -> set[int]:
        """What came out of what has made a container, or written to it, and not out of what has handed the value on."""
        memory, own = self.memory, self.node._vertex
        found = {own}
        for vertex in (*starts, *memory.data[own]):
            node = memory.nodes[vertex]
            if node is not None and node.value is not self.node.value:
                found.add(vertex)
        return {one for vertex in found for one in memory.data[vertex]}

    def _look_into(self, vertex: int, node: Any, looked_at: set[int]) -> None:
        """What there might be in what a node was computed from; and what there is, unless the node had to run."""
        kind = type(self.node.value) if id(type(self.node.value)) not in UNHELD else None
        for operand in operands_of(node):
            value = operand.value
            method = lookup(type(value), "__iter__") if id(type(value)) not in UNHELD else None
            if method is None:
                could_be = type(value) is kind or (type(operand) is ArgumentNode and type(operand.branch) is JumpNode)
                if could_be and id(operand) not in looked_at:  # another one would be in its place
                    looked_at.add(id(operand))
                    self._add(self._others(operand))
                continue
            shadow = self.memory.known(value)
            if id(operand) not in looked_at:
                looked_at.add(id(operand))
                if type(method) is FunctionType:  # which C code may have called, and nobody has seen it
                    self._add_reached([value])
                self._add_put_into(shadow)
                others = self._others(operand)  # which would be in what a node puts it into
                self._add(others)
                self._of_others(operand)
                self.memory.spends(len(others) // 4)
            if shadow is None or id(shadow) in self.containers:
                continue
            is_in_doubt = any(one.last >= shadow.since for one in shadow.concerning())
            if is_in_doubt or self.lacks or not self._had_to(vertex):
                self.containers[id(shadow)] = shadow

    def _of_delegations(self, operands: Iterable[Any], *, of_any: bool = False) -> None:
        """What iterators could have given to which generators have delegated, if they have given what the node has, or
        `of_any`.
        """
        memory, value = self.memory, self.node.value
        for operand in operands:
            shadow = memory.known(operand.value)
            if shadow is None or is_a(operand.value, *SUSPENDED):
                continue
            sources = shadow.sources if shadow.kind else (shadow,)
            if of_any or id(type(value)) in UNHELD or any(id(value) in source.held for source in sources):
                for one in (operand, *goes_over(memory, operand)):
                    self._of_others(one)
                for source in sources:
                    self.containers[id(source)] = source
                    self._add_put_into(source)

    def _given_in_frames(self) -> Any:
        """What ran within the node has given its value: a generator, or a function that a `map` calls."""
        memory, value = self.memory, self.node.value
        self._of_delegations(memory.addresses.given.delegated_to(self.node._vertex))
        near = memory.data[self.node._vertex]
        for vertex in near:
            one = memory.nodes[vertex]
            if type(one) is NestedCallNode and one.parent is self.node and one.value is value:
                return one
            operand = yielded_at(one)
            if operand is not None and operand.value is value:
                each, shadow = given_to(memory, self.node._vertex), memory.known(value)  # C code may have chosen
                self._add(each[: 2 * MOST])
                if len(each) > 2 * MOST and shadow is not None:
                    self.containers[id(shadow)] = shadow  # which holds them
                call: Any = one.parent
                if self._need_not_be_there(self.node._operands[-1].value):  # it might have gone on before
                    last = one.position - 1
                    before = call.children[max(0, last - FURTHEST) : last]
                    self._add([given.value for child in before if (given := yielded_at(child)) is not None])
                if memory.addresses.given.branches(call) or doubts_of(memory, self.node._vertex):
                    self._add(self._of_ways(one, operand))
                return operand
        return None

    def _of_ways(self, node: Any, operand: Any) -> Iterable[Any]:
        """What a generator could have yielded that has branches, with what it was given; returns what it would have
        yielded elsewhere.
        """
        memory, call = self.memory, node.parent
        self._add_reached([*memory.potential.given_to(call), *closure_of(call.children[0].value)])
        self._of_other_turns(operand)
        found: Iterable[Any] = memory.choices.yielded(node)
        return found

    def _of_ends(self, vertex: int, call: Any) -> None:
        """What a call would have returned instead by which the interpreter has got what is behind a star."""
        looked_for = self.memory.addresses.given.looked_for
        if call in call.parent._frames and vertex not in looked_for:
            looked_for.add(vertex)
            self._add(self.memory.choices.returned(call))
            looked_for.discard(vertex)

    def _of_yield(self, vertex: int, node: Any, operand: Any) -> None:
        """A generator has given C code what that has made a container of, or what holds it, as a pair does."""
        memory, value = self.memory, self.node.value
        shadow = memory.known(operand.value) if operand.value is not value else None
        if operand.value is not value and (shadow is None or id(value) not in shadow.held):
            return
        if shadow is not None:
            self._of_others(operand)
        given = memory.addresses.given
        if given.branches(node.parent) and vertex not in given.looked_for:
            given.looked_for.add(vertex)
            found = self._of_ways(node, operand)
            self._add(found if shadow is None else [held for one in found for held in items_of(memory.known(one))])
            given.looked_for.discard(vertex)

    def _of_other_turns(self, operand: Any) -> None:
        """What a generator would have yielded in another turn of its loop: what lies as deep in what it goes over."""
        memory, depth, node = self.memory, 0, operand
        for _ in range(FURTHEST):
            if type(node) is ArgumentNode and type(node.branch) is JumpNode and node._operands:
                node = node._operands[0]
                continue
            verb, operands = memory.acts(node) if type(node) in (PrimitiveCallNode, SpecialCallNode) else ("", ())
            if not operands or verb == "load":
                break
            if verb in LOADING or verb.startswith("unpack_"):
                shadow = memory.known(operands[0].value)
                sources = shadow.sources if shadow is not None else ()
                makes = verb == "advance" and sources and not any(id(node.value) in one.held for one in sources)
                depth += not makes  # an iterator that makes a tuple of what it goes over
            elif verb not in SAME:
                break
            node = operands[0]
        shadows, waiting = list[Shadow](), [node.value]
        for _ in range(depth):
            if len(waiting) > 2 * MOST:
                self.is_any = True
                return
            shadows = [shadow for one in waiting if (shadow := memory.known(one)) is not None]
            shadows += [source for shadow in shadows for source in shadow.sources]
            held = (one for shadow in shadows for one in shadow.ever() if id(type(one)) not in UNHELD)
            waiting = list({id(one): one for one in islice(held, 4 * MOST)}.values())
        self.containers.update((id(shadow), shadow) for shadow in shadows)

    def _add_reached(self, values: list[Any]) -> bool:
        """What a call could give that is given these; False, and nothing is added, if what it gave is none of that."""
        memory, value = self.memory, self.node.value
        objects: list[Any] = []
        containers: list[Shadow] = []
        seen: set[int] = set()
        waiting, is_among = list(values), False
        while waiting and len(seen) < FURTHEST:
            one = waiting.pop()
            if id(type(one)) in UNHELD or id(one) in seen:
                continue
            seen.add(id(one))
            shadow, held = memory.known(one), memory.potential.holding.held_by(one)
            is_among = is_among or one is value or any(item is value for item in held)
            objects += held
            if shadow is not None:
                is_among = is_among or id(value) in shadow.held
                containers.append(shadow)
                waiting += [source.value for source in shadow.sources]
            if type(one) is type(value) or not (is_a(one, *_LOOKED_INTO) or (shadow is not None and shadow.kind)):
                objects.append(one)
        if is_among:
            self._add(objects)
            self.containers.update((id(shadow), shadow) for shadow in containers)
        return is_among

    def _others(self, operand: Any) -> list[Any]:
        found = self.memory.addresses.others(operand)
        self.is_any = self.is_any or found is MANY
        each: list[Any] = self.memory.each_of(found)
        return each

    def _of_others(self, owner: Any, name: str = "") -> None:
        """It might have looked into another object."""
        memory = self.memory
        for beside in self._others(owner):
            if len(self.objects) > 2 * MOST and self._are_many():
                self.is_any = True
                return
            if issubclass(type(beside), SHARED):
                self._add([attribute_of(beside, name)] if name else ())
                continue
            if name and type(beside) is not Unmade:
                found = lookup(type(beside), name)
                self._add([found] if found is not None and not is_a(found, FunctionType, property) else ())
            if name == "args" and issubclass(type(beside), BaseException):
                self._add([_args_of(beside)])  # which C code has put there
            shadow = memory.known(beside)
            if not name and type(beside) is not Unmade:  # which stands for all that would hold the same
                self._add_put_into(shadow)
            if shadow is None or not (shadow.held or shadow.past):
                self._add(memory.potential.holding.held_by(beside))
            elif name and ("", name) in shadow.parts:
                writer = memory.nodes[shadow.parts["", name][0]]
                self._add([stored_by(writer).value] if writer is not None else ())
            else:
                self.containers[id(shadow)] = shadow

    def _add_put_into(self, shadow: Shadow | None) -> None:
        """What might have been put into a container."""
        events = shadow.concerning() if shadow is not None else []
        if shadow is not None and events:
            ranges = [(one, shadow.since, len(one.vertices)) for one in events]
            there = might_be(self.memory, ranges, "" if is_a(shadow.value, *CONTAINERS) else ANY_PART)
            self._add(there or ())
            self.is_any = self.is_any or there is None

    def _are_many(self) -> bool:
        """Has it found more objects than are told apart?"""
        return sum(type(one) is not Unmade for one in self.objects.values()) > 2 * MOST

    def _had_to(self, vertex: int) -> bool:
        return had_to(self.memory, vertex)
