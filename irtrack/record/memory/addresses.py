"""Which other objects a store could have gone to.

`boxes[i].v = 1` writes to one box; with another `i` it would have been another one, which then reads `v` from there.
So a store by way of a reference that was selected, by an index, a branch or what a call returned, is an event for all
objects that could have been selected in its place.
"""

from functools import partial
from heapq import heappop, heappush
from types import FunctionType, GeneratorType, MappingProxyType
from typing import Any
from weakref import CallableProxyType, ProxyType

from ...ir.language import Constant
from ...rules.effects import EFFECTS
from ..classes import lookup
from ..nodes.kinds import ArgumentNode, PrimitiveCallNode, RaiseNode, ReturnNode, SpecialCallNode, operands_of
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..values import Dropped
from .behind import TAKING
from .given import Given, behind_stars, has_branches, is_gathered, made_by
from .graph import Range
from .instead import CONSUMING, Instead
from .making import DISPLAYS
from .necessity import before, decided_otherwise, deciders_of, stored_by
from .origins import SEQUENCES
from .others import MANY, NONE, Others
from .put import MOST, doubts_of, might_be
from .shadows import UNHELD, Shadow, Unmade, can_change, class_of

_FURTHEST = 40  # steps from a store back to where its object was made
_TAKING = frozenset([number for number, verb in EFFECTS.items() if verb in TAKING])
_KEPT = 100  # of which it is known what ran within them
# ids of classes whose objects may share the shadow of another one
_STANDING = frozenset(map(id, (dict, memoryview, Dropped, MappingProxyType, ProxyType, CallableProxyType)))
_ROUNDS = 4  # in which what depends on itself is found anew


class Addresses:
    """For each node that has an object: the others that it could have had."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self.given = Given(memory)
        self.known: dict[int, Others] = {}  # by vertices
        self.outlived: dict[int, Others] = {}  # the same behind the loop that left it behind
        self.left: dict[int, tuple[int, ...]] = {}  # of these vertices: the jumps that left the loop
        self.put: dict[Shadow, tuple[Any, dict[int, Node]]] = {}  # what `put_into` gave, and when
        self.items: dict[Shadow, Others] = {}  # any item of a container, and nothing else
        self.finds_held: dict[Shadow, tuple[Any, bool]] = {}  # what was asked of a container, and whether it is so
        # vertices of stores in whose place nothing else would have been put, as far as was known when so much was noted
        self.undecided: dict[int, int] = {}
        self.stored: dict[int, Any] = {}  # the vertex of what stored an item -> what, which could have been no other
        # by nodes: the places of the frames within, and by the ids of values, the first that has given one
        self.within: dict[Any, tuple[dict[int, int], dict[int, Any]]] = {}
        self._depth = 0
        # of the nodes that are looked into: what they are taken to have been able to be, and those of them on whose
        # facts something relies; the vertices of all that was found meanwhile
        self._assumed: dict[int, Others] = {}
        self._asked: set[int] = set()
        self._found: list[int] = []

    def others(self, operand: Any) -> Others:
        """What an operand could have been in the place of its value."""
        memory = self.memory
        if not memory.whole:
            return NONE
        if type(operand) is TapeConstant:
            if id(operand) not in memory.constants:
                return NONE
            return self._of_name(operand) if memory.tells_apart else MANY
        try:
            vertex = operand._vertex
        except AttributeError:  # a call that still runs
            return NONE
        frame = memory.open.get(operand.parent)
        outlives = None
        if frame is None or frame.exited > vertex:  # of most a loop can't have left it behind
            found = self.outlived.get(vertex)
            if found is not None:
                return found
            outlives = self._outlives(operand)
            if outlives is not None:
                self.known.pop(vertex, None)  # what it was computed from may have been left behind, too
        found = self.known.get(vertex)
        if found is None:
            found = self._any_item(operand)
            if found is None:
                if vertex in self._assumed:  # round a loop
                    self._asked.add(vertex)
                    return self._assumed[vertex]
                if not memory.tells_apart:
                    return self._unasked(operand)
                if self._depth >= _FURTHEST:  # of what is further back nothing is said
                    return NONE
                self._depth += 1
                found = self._settle(operand, outlives)
                self._depth -= 1
            else:
                self.known[vertex] = found
                if outlives is not None:
                    found = self._with_other_turns(found, outlives)
            if outlives is not None:
                self.outlived[vertex] = found
            self._found.append(vertex)
        return found

    def _unasked(self, node: Any) -> Others:
        """The same where this is not told apart any more: nothing else, if it was made there, or else anything."""
        vertex, node = node._vertex, self.passed_down(node)
        if type(node) is TapeConstant:
            found = NONE
        elif (known := self.known.get(node._vertex)) is not None:
            found = known
        else:
            found = NONE if self.is_new(node) else MANY
        self.known[vertex] = found
        return found

    def is_new(self, node: Any) -> bool:
        """Was it made there, by a display or a class that was not selected?"""
        if type(node) is NestedCallNode:
            return node.template.constructs and not self.memory.choices.are_there(node._operands[0])
        call = node.parent
        if type(node) is ArgumentNode and type(call) is NestedCallNode and call.template.constructs:
            return node is call.children[1]
        return type(node) is SpecialCallNode and node.name in DISPLAYS

    def passed_down(self, node: Any) -> Any:
        """The node whose value callers have passed on, down to a parameter; or the constant."""
        while type(node) is ArgumentNode and type(node.branch) is NestedCallNode:
            passed = passed_by_call(node)
            if type(passed) is TapeConstant and id(passed) not in self.memory.constants:
                if type(node.branch.parent) is NestedCallNode:
                    return passed
                passed = self._given_by_c(node)
            if not isinstance(passed, Node) or passed.value is not node.value or not hasattr(passed, "_vertex"):
                break
            node = passed
        return node

    def _settle(self, operand: Any, outlives: Any) -> Others:
        """The same, found anew. Where it depends on itself, it is taken to be nothing at first, then what came out."""
        vertex, found, since = operand._vertex, NONE, len(self._found)
        self.memory.spends(1)
        for _ in range(_ROUNDS):
            before = self._assumed[vertex] = found
            found = self._passed(operand)
            if outlives is not None:
                found = self._with_other_turns(found, outlives)
            if vertex not in self._asked or _are_same(before, found):
                break
            self._asked.discard(vertex)
            for one in self._found[since:]:
                self.known.pop(one, None)
                self.outlived.pop(one, None)
            del self._found[since:]
        del self._assumed[vertex]
        self._asked.discard(vertex)
        if not self._assumed:
            self._found.clear()
        return found

    def _with_other_turns(self, found: Others, outlives: Any) -> Others:
        turns = self._by_other_turns(outlives)
        if found is MANY or turns is MANY:
            return MANY
        return found[0] + turns[0], found[1] + turns[1]

    def _of_name(self, constant: Any) -> Others:
        """The same of a name that was loaded without a node."""
        objects: dict[int, Any] = {}
        containers: dict[int, Shadow] = {}
        memory = self.memory
        vertices, ranges = memory.constants[id(constant)]
        there = might_be(memory, ranges)
        if there is None:
            return MANY
        self._add(objects, there)
        for vertex in vertices:
            writer = memory.nodes[vertex]
            stored = stored_by(writer) if writer is not None else None
            if stored is not None and stored.value is constant.value:
                self._add(objects, [one.value for one in before(memory, vertex)])
                self._add(objects, decided_otherwise(memory, vertex))
                if isinstance(stored, Node) and hasattr(stored, "_vertex"):
                    if self.others(stored) is MANY:
                        return MANY
                    found, groups = self.others(stored)
                    self._add(objects, found)
                    containers.update((id(group), group) for group in groups)
        objects.pop(id(constant.value), None)
        return (tuple(objects.values()), tuple(containers.values())) if objects or containers else NONE

    def _passed(self, node: Any) -> Others:
        """The same, back to where a parameter's value was before it was passed."""
        chain, found = [node], None
        while found is None and type(node) is ArgumentNode and type(node.branch) is NestedCallNode:
            passed = passed_by_call(node)
            if not isinstance(passed, Node) or passed.value is not node.value:
                break
            node = passed
            found = self.known.get(node._vertex)
            chain.append(node)
        if found is None:
            found = self._others(node)
        for one in chain:
            self.known[one._vertex] = found
            self._found.append(one._vertex)
        return found

    def _others(self, node: Node) -> Others:
        """Back along the nodes that the value went through unchanged, to the one that made it."""
        objects: dict[int, Any] = {}  # not `dict[int, Any]()`, which takes ten times as long
        containers: dict[int, Shadow] = {}
        one: Any = node
        for _ in range(_FURTHEST):
            known = self.outlived.get(one._vertex) if one is not node else None
            if known is None:
                is_left = one is not node and self._outlives(one) is not None
                known = self.others(one) if is_left else self.known.get(one._vertex)
            if known is MANY:
                return MANY
            if known is not None:
                objects.update((id(other), other) for other in known[0])
                containers.update((id(other), other) for other in known[1])
                break
            kind, is_asked = type(one), False  # which is known next time
            if kind is ArgumentNode:
                if isinstance(one.branch, NestedCallNode):
                    passed = passed_by_call(one)
                    is_shown = isinstance(passed, Node) or id(passed) in self.memory.constants
                    if not is_shown and not self._lent(one, objects, containers):
                        return MANY
                    one = passed if is_shown else self._given_by_c(one)
                elif one.branch is not None:
                    if type(one.branch) is RaiseNode and one.value is one.branch.exception:
                        self._add(objects, self._other_exceptions(one.value))
                        self._add(objects, self._raised_otherwise(one))
                    self._add(objects, self._passed_otherwise(one))
                    one = one._operands[0] if one._operands else None
                elif is_gathered(one):
                    if not self._gathered(one, objects):
                        return MANY
                    break
                else:
                    if not self._passed_behind_stars(one, objects, containers):
                        return MANY
                    origin = self._origin(one) or self._passed_by_partial(one)
                    one = origin if origin is not None else self.with_the_same(one)  # it may have its default
            elif kind is NestedCallNode:
                self._add(objects, self.memory.callees.given_otherwise_by(one))
                one = self._returned(one, objects)
                is_asked = type(one) is NestedCallNode
            elif kind is ReturnNode:  # who has asked a generator has got it, and not from the call that made that
                if one.parent.template.suspends:
                    self._add(objects, self._ended_otherwise(one.parent))
                one = one._operands[0] if one._operands else None
            elif kind is RaiseNode:
                self._add(objects, self.memory.choices.raised(one))
                one = _raised_from(one)
            elif kind is PrimitiveCallNode and (owner := self._stands_for(one)) is not None:
                one, is_asked = owner, True
            elif kind is PrimitiveCallNode or kind is SpecialCallNode:
                if kind is PrimitiveCallNode:
                    self._add(objects, self.memory.callees.given_otherwise_by(one))
                instead = Instead(self.memory, one, objects, containers)
                given = instead.step()
                if instead.is_any:
                    return MANY
                one = given if given is not None else self.with_the_same(one)
                is_asked = isinstance(one, Node) and one.value is node.value
            else:
                break
            if is_asked or type(one) is TapeConstant:
                found = self.others(one)
                if found is MANY:
                    return MANY
                objects.update((id(other), other) for other in found[0])
                containers.update((id(other), other) for other in found[1])
                break
            if not isinstance(one, Node):
                break
        objects.pop(id(node.value), None)
        if objects:
            objects = self._told_apart(objects, node)
        if len(objects) > 2 * MOST:
            return MANY
        return (tuple(objects.values()), tuple(containers.values())) if objects or containers else NONE

    def _told_apart(self, objects: dict[int, Any], node: Node) -> dict[int, Any]:
        """The same with one for all that was not made of a class, and without what is like that which the node has."""
        unmade: dict[int, list[Unmade]] = {}
        for one in [one for one in objects.values() if type(one) is Unmade]:
            del objects[id(one)]
            if self._differs(one, node):
                unmade.setdefault(id(one.cls), []).append(one)
        for ones in unmade.values():
            if len(ones) > 1:
                held = [each for one in ones for each in self.memory.shadow(one).held.values()]
                ones = self.memory.unmade([ones[0].cls], held)
            objects[id(ones[0])] = ones[0]
        return objects

    def _differs(self, one: Unmade, node: Node) -> bool:
        """Would somebody find something else in what was not made, or by it?"""
        known, held = self.memory.known(node.value), self.memory.shadow(one).held
        there = known.held if known is not None else {}
        if one.cls is not type(node.value) or one.cls is dict or any(key not in there for key in held):
            return True  # the keys of a dict may be others
        if lookup(one.cls, "__next__") is not None:
            return True  # an iterator that would not have gone on
        is_row = any(one.cls is kind for kind in SEQUENCES)
        return is_row and (len(held) > 1 or len(held) < len(there))  # in another order

    def _by_other_turns(self, outlives: Any) -> Others:
        """What a variable of a loop could be behind that, of which `_outlives` gave this: it would have been another
        one, had the loop gone on, or not as long.
        """
        if isinstance(outlives, Shadow):
            return (), (*outlives.sources, outlives)
        held: dict[int, Any] = {}
        value = outlives.value
        if not self.memory.potential.hold_within([value], held, {}):
            return MANY
        return tuple([one for one in held.values() if type(one) is type(value) and one is not value]), ()

    def _outlives(self, node: Any) -> Any:
        """The shadow of the iterator that a loop has asked for it, or itself if the loop has made it otherwise; None if
        it is no variable of a loop that was left.
        """
        memory, location, call = self.memory, node.location, node.parent
        frame = memory.open.get(call)
        if location is None or type(call) is not NestedCallNode:
            return None
        if frame is not None and frame.exited <= node._vertex:
            return None
        code = frame.code if frame is not None else memory.code_of(call)
        if code.suspends:
            return None
        beside = code.beside
        loops = beside.flow.loops[location.block if location.kind != "%" else beside.defined[location.number]]
        if frame is not None:
            left = tuple([jump for head in loops if (jump := frame.exits.get(head, -1)) > node._vertex])
        else:  # it was left by a return
            left = (call.children[-1]._vertex,) if loops else ()
        if not left:
            return None
        self.left[node._vertex] = left
        kind = type(node)
        if kind is PrimitiveCallNode or kind is SpecialCallNode:
            verb, operands = memory.acts(node)
            return memory.known(operands[0].value) if verb in CONSUMING else None
        return node if kind is ArgumentNode and can_change(node.value) else None

    def _any_item(self, node: Any) -> Others | None:
        """The same of an item, if all that is known is that a computed index selected it; written out, for it often is
        asked.
        """
        operands = node._operands
        if type(node) is not PrimitiveCallNode or len(operands) != 3 or type(node.value) is dict:
            return None
        function, container, key = operands
        if id(function.value) not in _TAKING:
            return None
        memory, value = self.memory, node.value
        shadow = memory.shadows.get(id(container.value))
        if shadow is None or id(value) not in shadow.held or type(key) is TapeConstant or key is container:
            return None
        if type(container) is not TapeConstant and not self._is_no_other(container):
            return None
        made = memory.made.get(id(container.value))
        if made is None or type(memory.nodes[made[0]]) is not SpecialCallNode:  # it may be a copy
            return None
        vertex = memory.origins.get(node._vertex)
        doubts = doubts_of(memory, node._vertex)
        if doubts and not self._finds_held(shadow, doubts, vertex):
            return None
        if vertex is None or self.stored.get(vertex) is not value:
            origin = self._origin(node)
            stored = stored_by(origin) if origin is not None else None
            if isinstance(stored, Node) and (stored.value is not value or not self._is_no_other(stored)):
                return None
            if origin is not None:
                self.stored[origin._vertex] = value
        found = self.items.get(shadow)
        if found is None:
            given = memory.nodes[made[0]]._operands
            if not all(type(one) is TapeConstant or self._is_no_other(one) for one in given):
                return None  # a display would hold something else
            found = self.items[shadow] = (), (shadow,)
        return found

    def _finds_held(self, shadow: Shadow, doubts: tuple[Range, ...], vertex: int | None) -> bool:
        """Is all that might have been put where a node has looked, which a vertex has written, held there already?"""
        memory = self.memory
        if vertex is None or type(shadow.value) is tuple or shadow.since > memory.stirred:
            return False
        if self.undecided.get(vertex) != memory.times_noted:
            if any(True for _ in decided_otherwise(memory, vertex)):
                return False
            if memory.stored_at.keys().isdisjoint(deciders_of(memory, vertex)):
                self.undecided[vertex] = memory.times_noted
        ranges = *doubts, *memory.since(shadow.since, shadow, memory.any_items)
        asked, is_held = self.finds_held.get(shadow, (None, False))
        if asked != ranges:
            there = might_be(memory, ranges)
            is_held = there is not None and all(id(one) in shadow.held for one in there)
            self.finds_held[shadow] = ranges, is_held
        return is_held

    def _is_no_other(self, node: Any) -> bool:
        """Is it known that a node could have had nothing else?"""
        found = self.known.get(node._vertex)
        if found is None and not self.memory.tells_apart and self._depth < _FURTHEST:
            self._depth += 1
            found = self.others(node)
            self._depth -= 1
        return found is NONE

    def _stands_for(self, node: Any) -> Any:
        """The operand for whose object that of a node stands: of `a.__dict__` and `vars(a)` that of `a`, which is known
        as its `__dict__`, too; of `memoryview(a)` and `weakref.proxy(a)` the same; of `super()`, as it is called up to
        3.11, the first parameter.
        """
        known, operands = self.memory.shadows, node._operands
        if type(node.value) is super:
            return operands[2] if len(operands) > 2 else next(iter(node.parent.children[1:2]), None)
        is_the_same = (
            id(type(node.value)) in _STANDING
            and len(operands) > 1
            and known.get(id(node.value)) is not None
            and known.get(id(node.value)) is known.get(id(operands[1].value))
        )
        return operands[1] if is_the_same else None

    def _origin(self, node: Node) -> Node | None:
        """Who wrote what a node has; not a call that still runs, which has passed it by a star."""
        vertex = self.memory.origin(node)
        found = self.memory.nodes[vertex] if vertex is not None else None
        return found if hasattr(found, "_vertex") else None

    def _passed_behind_stars(self, argument: Node, objects: dict[int, Any], containers: dict[int, Shadow]) -> bool:
        """What stars that were selected would have passed, and the defaults for what they would not; False if that is
        more than is told apart.
        """
        call = argument.parent
        if type(call) is not NestedCallNode or not call._operands:
            return True
        memory, function = self.memory, call._operands[0].value
        maker: Any = made_by(memory, function) if type(function) is partial else None
        for operand in (*behind_stars(call), *(behind_stars(maker) if type(maker) is PrimitiveCallNode else ())):
            others = self.others(operand)
            if others is MANY:
                return False
            selected = [*others[0], *(one for each in others[1] for one in each.held.values())]
            containers.update((id(one), memory.shadow(one)) for one in selected if can_change(one))
            if selected and type(function) is FunctionType:  # which may be nothing
                self._add(objects, (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()))
            instead = Instead(memory, argument, objects, containers)
            instead.spread(operand)
            if instead.is_any:
                return False
            behind = memory.known(operand.value)
            if behind is None or behind.since > memory.stirred:
                continue
            ranges = memory.since(behind.since, behind, memory.any_items)
            if ranges:
                containers[id(behind)] = behind
                there = might_be(memory, ranges)
                if there is None:
                    return False
                self._add(objects, there)
                if type(function) is FunctionType:
                    self._add(objects, (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()))
        return True

    def _gathered(self, argument: ArgumentNode, objects: dict[int, Any]) -> bool:
        """What the tuple or dict of a star would hold then; False if that is more than is told apart."""
        passed: dict[int, Any] = {}
        behind: dict[int, Shadow] = {}
        if not self._passed_behind_stars(argument, passed, behind):
            return False
        held = self.memory.each_of((tuple(passed.values()), tuple(behind.values())))
        self._add(objects, self.memory.unmade([type(argument.value)], held) if held else ())
        return True

    def _passed_by_partial(self, argument: ArgumentNode) -> Any:
        """The operand that a partial was given which passes it on."""
        call: Any = argument.parent
        called = call._operands[0].value if type(call) is NestedCallNode and call._operands else None
        maker = made_by(self.memory, called) if type(called) is partial else None
        given = maker._operands[2:] if type(maker) is PrimitiveCallNode else ()
        return next((one for one in given if one.value is argument.value and isinstance(one, Node)), None)

    def _lent(self, argument: ArgumentNode, objects: dict[int, Any], containers: dict[int, Shadow]) -> bool:
        """What C code might have passed instead; False if that is more than is told apart."""
        caller = getattr(argument.parent, "parent", None)
        instead = Instead(self.memory, argument, objects, containers)
        if caller is not None and type(caller) is not NestedCallNode:
            instead.lent(operands_of(caller))
        return not instead.is_any

    def _given_by_c(self, argument: ArgumentNode) -> Any:
        """Of what C code has passed: the operand, what it was given by what it has called before, as an `__init__` gets
        what a `__new__` has given, or what was put into the container that C code took it out of.
        """
        caller, memory = getattr(argument.parent, "parent", None), self.memory
        given = self._given_before(caller, argument) if getattr(caller, "_frames", ()) else None
        if given is not None:
            return given
        operands = getattr(caller, "_operands", ())
        for one in operands:
            if type(one) is SpecialCallNode and one.name == "slice":  # its bounds, as up to 3.11 for all
                operands = (*operands, *one._operands)
        for operand in (*operands, getattr(caller, "_condition", None)):
            is_there = hasattr(operand, "_vertex") or id(operand) in memory.constants
            if is_there and operand.value is argument.value:
                return operand
        waiting = [memory.known(operand.value) for operand in operands]
        for shadow in waiting:
            if shadow is None:
                continue
            waiting += shadow.sources
            if type(shadow.value) is GeneratorType:
                waiting += [
                    memory.known(operand.value) for operand in self.given.delegated_by(memory.maker_of(shadow.value))
                ]
                found = self.given.by(shadow.value).get(id(argument.value))
            else:
                found = self.put_into(shadow).get(id(argument.value))
            if found is not None:
                return found
        return None

    def _given_before(self, caller: Any, argument: ArgumentNode) -> Any:
        """The first of the frames within a node that has given what an argument of a later one has."""
        places, first = self.within.get(caller, ({}, {}))
        if not places:
            if len(self.within) >= _KEPT:
                self.within.clear()
            self.within[caller] = places, first
        frames = caller._frames
        for k in range(len(places), len(frames)):
            frame = frames[k]
            if frame is argument.parent:
                break
            places[id(frame)] = k
            if hasattr(frame, "_vertex"):
                first.setdefault(id(frame.value), frame)
        found = first.get(id(argument.value))
        is_before = found is not None and places[id(found)] < places.get(id(argument.parent), len(places))
        return found if is_before else None

    def put_into(self, shadow: Shadow) -> dict[int, Node]:
        """What was put into a container, by the ids of the values; kept as long as nothing is written to it."""
        items, memory = shadow.items or [], self.memory
        state = len(items), shadow.version, len(shadow.pending)
        before, found = self.put.get(shadow, (None, {}))
        if before != state:
            memory.spends(len(items) // 16)
            found = {}
            for vertex, _ in items:
                node = memory.nodes[vertex]
                stored = stored_by(node) if node is not None else None
                if isinstance(stored, Node) and hasattr(stored, "_vertex"):
                    found.setdefault(id(stored.value), stored)
            self.put[shadow] = state, found
        return found

    def put_otherwise(self, shadow: Shadow) -> list[Any]:
        """What could have been put into a container in the place of its items."""
        found: list[Any] = []
        memory = self.memory
        for vertex in dict.fromkeys([vertex for vertex, _ in (shadow.items or ())[:MOST]]):
            node = memory.nodes[vertex]
            stored = stored_by(node) if node is not None else None
            for one in operands_of(stored) if stored is not None and stored.value is shadow.value else (stored,):
                if isinstance(one, Node) and hasattr(one, "_vertex"):
                    found += memory.each_of(self.others(one))
        return found

    def _add(self, objects: dict[int, Any], values: Any) -> None:
        objects.update((id(one), one) for one in values if id(type(one)) not in UNHELD)

    def _other_exceptions(self, value: BaseException) -> list[Any]:
        """What stands for exceptions of other classes of the program's, one of which any function might have raised."""
        classes = [cls for cls in self.memory.might_be.values() if issubclass(cls, BaseException)]
        others: list[Any] = self.memory.unmade([cls for cls in classes if cls is not type(value)], ())
        return others

    def _raised_otherwise(self, argument: ArgumentNode) -> list[Any]:
        """The exceptions that a handler would have got that the function raises elsewhere."""
        frame = self.memory.frame_of(argument)
        if frame is None or argument.location is None:
            return []
        raised = frame.code.beside.caught(argument.location.number) or ()
        found = [self.memory.choices.could_be(one, frame, argument, argument.location.block) for one in raised]
        return [one for each in found for one in each if issubclass(class_of(one), BaseException)]

    def _passed_otherwise(self, argument: ArgumentNode) -> list[Any]:
        """What other edges would have passed for the argument of a block."""
        frame = self.memory.frame_of(argument)
        if frame is None or argument.location is None:
            return []
        target = argument.location.block
        place = (argument.number or 1) if isinstance(argument.number, int) else 1
        found, latest = [], frame.latest(argument)
        for operand, block in frame.code.beside.passed_to(target, place):
            if isinstance(operand, Constant):
                found.append(operand.value)
                continue
            node = latest[operand.number]
            if node is not None and type(node) is not RaiseNode:
                found.append(node.value)
                is_plain = id(type(node.value)) in UNHELD
                found += self.memory.each_of(self.others(node)) if not is_plain else self.memory.choices.objects(node)
            else:  # it would have been computed on that way
                found += self.memory.choices.could_be(operand, frame, argument, block)
        return found

    def with_the_same(self, node: Node) -> Any:
        """Of what C code has given, nobody knows how: the latest node out of which it was computed that has the same
        object, and has not made it.
        """
        memory, value = self.memory, node.value
        maker = memory.made.get(id(value), (-1,))[0]
        if id(type(value)) in UNHELD or maker == node._vertex:
            return None
        waiting, seen = [-node._vertex], {node._vertex, maker}
        while waiting and len(seen) < _FURTHEST:
            vertex = -heappop(waiting)
            found = memory.nodes[vertex]
            if found is not None and found is not node and found.value is value and hasattr(found, "_vertex"):
                return found
            for one in memory.data[vertex]:
                if one not in seen:
                    seen.add(one)
                    heappush(waiting, -one)
        return None

    def _returned(self, call: NestedCallNode, objects: dict[int, Any]) -> Any:
        """What a call returned; where it has branches, it might have been another of its arguments."""
        children = call.children
        last = children[-1] if children else None
        if call.template.suspends or call.template.constructs or type(last) is not ReturnNode:
            return None
        self._add(objects, self._ended_otherwise(call))
        return last._operands[0]

    def _ended_otherwise(self, call: NestedCallNode) -> list[Any]:
        """What a call would have returned, had its branches gone another way."""
        if not has_branches(call):
            return []
        return [*(operand.value for operand in call._operands[1:]), *self.memory.choices.returned(call)]


def _are_same(found: Others, others: Others) -> bool:
    """Are they the same, whatever there is of what was not made, which is anew each time?"""
    if found is MANY or others is MANY:
        return found is others
    of_found, of_others = [
        {id(one.cls) if type(one) is Unmade else id(one) for one in (*objects, *containers)}
        for objects, containers in (found, others)
    ]
    return of_found == of_others


def _raised_from(node: RaiseNode) -> Any:
    """The operand of `raise` that an exception was; or what has raised it in the call that it came out of."""
    raised = next((read for read in node._reads if read.value is node.exception), None)
    if raised is None and node.call is not None and node.call.children:
        last = node.call.children[-1]
        return last if type(last) is RaiseNode and last.exception is node.exception else None
    return raised


def passed_by_call(argument: ArgumentNode) -> Any:
    """The operand of a call that a parameter has; None if a star or a default gave it."""
    call = argument.branch
    assert isinstance(call, NestedCallNode)
    return call._operands[number_passed(argument)] if argument.number is not None else None


def number_passed(argument: ArgumentNode) -> int:
    """Which of the operands of a call it is, from 0; of a keyword from the last, -1."""
    call, number = argument.branch, argument.number
    assert isinstance(call, NestedCallNode)
    if isinstance(number, int):
        return number - 1
    assert isinstance(number, str)
    _, names, _ = call._split()
    return names.index(number) - len(names)
