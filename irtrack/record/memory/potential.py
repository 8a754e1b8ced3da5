"""What the ways not taken could have written.

`o.x = 1; if c: o.x = 2` reads the 1 because `c` did not hold: the jump past the store belongs to what made `o.x` what
it is, though nothing that ran says so. These are the potential dependences of Agrawal, Horgan, Krauser and London,
"Incremental Regression Testing" (1993), and Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
Debugging" (1999). Of local variables the arguments of blocks tell; for what is in memory, each jump is an event at
which something might have been written by the blocks that it passed by.

What a store beside would have written to is found as far as the frame and the shadows tell; what they don't may be
anything.
"""

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from types import FunctionType, MethodDescriptorType, ModuleType
from typing import TYPE_CHECKING, Any

from ...ir.control import ControlFlow
from ...rules.effects import READING, is_of_library
from ...rules.outputs import outputs
from ...rules.special_methods import BY_C, OPERATORS
from ..classes import has_attributes_only, is_a, is_static, lookup, may_have, namespaces
from ..nodes.kinds import ArgumentNode, JumpNode, RaiseNode
from ..nodes.nested import NestedCallNode
from ..values import Dropped
from .asking import Asking
from .beside import ANY, GETTING, Asked, Beside, Effect, Possible, operates
from .by_name import ByName
from .confined import touched_by
from .functions import functions_behind, unbound
from .library import is_library_code
from .names import ANY as ANY_PLACE
from .names import Names, classes_named, global_of
from .others import MANY
from .passing import Passing, Stillness, is_looking
from .put import MOST
from .reaching import Reaching
from .roots import GIVEN, ITSELF, does_called, gives_what_it_is_given
from .shadows import SHARED, UNHELD, Unmade, UnmadeFunction, can_change, changes
from .summaries import Summaries
from .telling import Telling
from .uncalled import HOOKS

if TYPE_CHECKING:
    from .frames import Frame
    from .index import Index

_OVER_DICTS: tuple[type, ...] = type(iter({})), type(iter({}.values())), type(iter({}.items()))


class Potential(Summaries):
    """The potential writes of a record's jumps, told to its index."""

    def __init__(self, index: "Index") -> None:
        super().__init__()
        self.index = index
        self.reaching = Reaching(index, self.holding)
        self.given_to_calls: dict[NestedCallNode, list[Any]] = {}
        self.for_library: dict[NestedCallNode, NestedCallNode | None] = {}  # what `called_of_library` gave
        self.of_items = {id(cls): True for cls in (Dropped, Unmade, UnmadeFunction)}  # which stand for what may have
        self.of_setters: dict[tuple[int, str, str], tuple[FunctionType, ...]] = {}
        self.holding_many: dict[int, Any] = {}  # by ids, objects that hold more than is told apart
        # the same of several, and how often anything had been let go of then: if nothing has been since, they still do
        self.holding_more: dict[tuple[int, ...], tuple[list[Any], tuple[int, int]]] = {}
        self.classes_met: dict[int, type] = {}
        # by what objects of some class write something, if somebody looks at them: by attributes with these names, ANY
        # for whatever attribute, GETTING for an item; and special methods
        self.looked_at: set[str] = set()
        self.suspended: dict[int, Any] = {}  # by the ids of their templates, generator functions that have run
        self.by_name = ByName(self)
        self.of_any: dict[tuple[str, ...], list[FunctionType]] = {}  # what `_anywhere` gave
        self.stillness = Stillness(index)
        self.passing: dict[tuple[Any, ...], Passing] = {}  # by the places of jumps
        self.touched: dict[object, frozenset[int]] = {}  # by the edges of strides, the same as `Passing.touched`
        self.still: dict[object, Any] = {}  # the same, of strides: an edge -> the globals with which that holds

    def gets_lively(self) -> None:
        """From now on there are objects that change when they are looked at."""
        self.is_lively = True
        self._asks_again()

    def hold_within(self, objects: Iterable[Any], found: dict[int, Any], unmade: dict[int, Any]) -> bool:
        """Add objects to those found, by their ids, and what they hold; False if that is more than is told apart, which
        what was not made does not count for.
        """
        known, held_by, many = self.index.known, self.holding.held_by, self.holding_many
        waiting = list(objects)
        roots = waiting[:] if not found else []
        key, state = tuple(map(id, roots)), (self.index.overwritten, changes.replaced)
        if len(roots) > 1 and key in self.holding_more and self.holding_more[key][1] == state:
            return False
        are_there = True  # all that it has come by
        while waiting:
            one = waiting.pop()
            if id(type(one)) in UNHELD or id(one) in found or id(one) in unmade or type(one) is ModuleType:
                continue  # a module is asked for by the name of what it has
            if len(found) > MOST or id(one) in many:
                if len(roots) == 1:
                    many[key[0]] = roots[0]
                elif roots and are_there:
                    self.holding_more[key] = roots, state
                return False
            is_there = type(one) is not Unmade
            are_there = are_there and is_there
            (found if is_there else unmade)[id(one)] = one
            shadow = known(one)
            if shadow is not None:
                waiting += shadow.ever()
                if issubclass(type(one), _OVER_DICTS):
                    waiting += [held for source in shadow.sources for held in source.ever()]
            waiting += held_by(one)
        return True

    def may_hide(self, cls: type, name: str) -> bool:
        if not may_have(cls) or name not in self.index.stored_by_code.names:
            return False
        has = type(lookup(cls, name))
        return lookup(has, "__set__") is None and lookup(has, "__delete__") is None  # which would come before its own

    def setters(self, cls: type, kind: str, name: str) -> tuple[FunctionType, ...]:
        """The methods of the program's that write to an attribute, or an item, of an object of a class."""
        key = id(cls), kind, name
        found = self.of_setters.get(key)
        if found is None:
            found = self.of_setters[key] = tuple(
                [one for one in _setters(cls, kind, name) if type(one) is FunctionType and self.summary(one)]
            )
        return found

    def has_items(self, cls: type) -> bool:
        """Do objects of a class have more than attributes, or are there dicts by which these are written to?"""
        found = self.of_items.get(id(cls))
        if found is None:
            found = self.of_items[id(cls)] = not has_attributes_only(cls) or self.index.stored_by_code.by_dict
        return found

    def looking(self, cls: type, name: str) -> tuple[Any, ...]:
        """The methods of the program's that are called to look at an object of a class, as `Beside` says, and write."""
        uncalled = self.index.uncalled
        if name == "":
            return uncalled.methods_of(cls)
        names = OPERATORS[id(operator.getitem)] if name == GETTING else operates(name)
        if names is not None:
            return uncalled.called_of(cls, names)
        return uncalled.getters(cls, None if name == ANY else name)

    def there(self, place: Any) -> list[Any] | None:
        return Telling(self).at(place)

    def given_by_named(self, name: str) -> frozenset[Any]:
        return frozenset([(GIVEN, name)])  # there may be more such methods later

    def given_by_methods(self, name: str) -> tuple[frozenset[Any], frozenset[type]]:
        """By what the methods of that name, of whatever class, reach what they give, but for what they are passed; and
        the classes of what they make to give it.
        """
        found, made, names = set[Any](), frozenset[type](), {name: None}
        waiting = list(names)
        for one in waiting:  # which grows
            methods = self.by_name.methods_named(one)
            if methods is None:
                return ANY_PLACE, made
            for method, cls in methods:
                function = unbound(method)[0]
                made |= self.classes_given(function)
                if gives_what_it_is_given(function):
                    found |= self._kept_by_made(function)
                    continue
                if type(function) is FunctionType:
                    self.remember(function)
                roots = self.given_by(function)
                if is_a(method, classmethod) and "passed" in roots:
                    self.spaces[id(cls)] = cls
                    found.add((ITSELF, id(cls)))
                further = {place for place in roots if type(place) is tuple and place[0] == GIVEN}
                waiting += [name for _, name in further if name not in names]
                names.update(dict.fromkeys(name for _, name in further))
                found |= roots - further - {"passed"}
        return (ANY_PLACE if "any" in found else frozenset(found)), made

    def classes_there(self) -> Iterable[type]:
        return self.classes_met.values()

    def classes_to_be_made(self) -> Iterable[type]:
        return self.index.might_be.values()

    def is_redirected(self, stream: str) -> bool:
        index = self.index
        by = f"redirect_{stream}"  # of contextlib
        named = stream in index.outside or index.may_be_stored(stream)
        return named or any(by in code.co_names for code, _ in index.ran_code)

    def called_by(self, effect: Possible, cls: type) -> Iterable[FunctionType]:
        if is_static(cls):
            return ()
        if effect.kind == "read":
            methods = self.looking(cls, effect.name)
        elif effect.kind == "advance":
            methods = tuple(lookup(cls, name) for name in ("__iter__", "__next__", "__getitem__"))
        else:
            methods = self.setters(cls, effect.kind, effect.name)
        return [one for one in methods if type(one) is FunctionType]

    def looking_anywhere(self, name: str) -> list[FunctionType]:
        """The same of an object of any class of the program's."""
        return self._anywhere((name,), lambda cls: self.looking(cls, name))

    def setters_anywhere(self, kind: str, name: str) -> list[FunctionType]:
        """The methods that write to an attribute or an item of an object of any class of the program's."""
        return self._anywhere((kind, name), lambda cls: self.setters(cls, kind, name))

    def _anywhere(self, key: tuple[str, ...], methods: Callable[[type], Iterable[Any]]) -> list[FunctionType]:
        found = self.of_any.get(key)
        if found is None:
            called = dict.fromkeys(method for cls in self.classes_met.values() for method in methods(cls))
            found = self.of_any[key] = [one for one in called if type(one) is FunctionType]
        return found

    def meets(self, cls: type) -> None:
        """There are objects of a class of the program's."""
        self.classes_met[id(cls)] = cls
        self.of_any.clear()

    def learns(self, classes: Iterable[type]) -> bool:
        """What objects of these classes do when they are looked at; is any of it new?"""
        found: set[str] = set()
        for cls in classes:
            if any(type(lookup(cls, name)) is FunctionType and self.writes(lookup(cls, name)) for name in HOOKS):
                found.add(ANY)
            if issubclass(cls, defaultdict):
                found.add(GETTING)
            for space in namespaces(cls):
                behind = [(name, functions_behind(one)) for name, one in space.items()]
                found.update(name for name, functions in behind if any(map(self.writes, functions)))
            found.update(self.index.uncalled.acting_of(cls))
        if found <= self.looked_at:
            return False
        self.looked_at |= found
        self._asks_again()
        return True

    def acts(self, name: str) -> bool:
        looked_at = self.looked_at
        if name == GETTING:
            return GETTING in looked_at or not looked_at.isdisjoint(OPERATORS[id(operator.getitem)])
        if name == ANY:
            return bool(looked_at)
        names = operates(name) if name else BY_C
        return not looked_at.isdisjoint(names) if names is not None else name in looked_at or ANY in looked_at

    def raises(self, name: str) -> bool:
        return bool(self.by_name.raising())

    def looks_into(self, space: Any, names: Iterable[str]) -> None:
        self.index.might_be_made(classes_named(space, names))

    def _asks_again(self) -> None:
        """More is known of what changes when it is looked at."""
        self.still.clear()
        self.passing.clear()

    def given_to(self, call: NestedCallNode) -> list[Any]:
        """What the parameters of a generator have, and the arguments of its blocks, of all that can change or be
        written to: asked once, for a generator may be told of whenever it has gone on.
        """
        found = self.given_to_calls.get(call)
        if found is None:
            values = (child.value for child in call.children[1:] if type(child) is ArgumentNode)
            changing = {id(one): one for one in values if can_change(one) or issubclass(type(one), SHARED)}
            found = self.given_to_calls[call] = list(changing.values())
        return found

    def called_of_library(self, call: Any) -> NestedCallNode | None:
        """The call of a function of Python's own library for which a call of the library's runs, if tables tell what
        that can write: what else its jumps could have led to is its own.
        """
        if not self.runs_library:
            return None
        while call is not None and type(call) is not NestedCallNode:  # what C code calls
            call = call.parent
        if call is None:
            return None
        if call not in self.for_library:
            function: Any = call.children[0].value if call.children else None
            is_own = is_library_code(function)
            outer = self.called_of_library(call.parent) if is_own else None
            is_told = is_own and outer is None and self.is_told(function)
            self.for_library[call] = call if is_told else outer
            if is_told:
                self._tell_passed_otherwise(call, function)
        return self.for_library[call]

    def is_in_library(self, node: Any) -> bool:
        """Has a node run in such a call?"""
        return node is not None and self.called_of_library(node.parent) is not None

    def _tell_passed_otherwise(self, call: NestedCallNode, function: Any) -> None:
        """Let it be known what a function of the library could have written to, had it been passed something else."""
        index, waiting, seen = self.index, list(call._operands[1:]), set[int]()
        while waiting and len(seen) < MOST:
            operand = waiting.pop()
            if id(operand.value) in seen:
                continue
            seen.add(id(operand.value))
            shadow = index.known(operand.value)
            waiting += index.addresses.put_into(shadow).values() if shadow is not None else ()
            others = index.addresses.others(operand)
            if not any(others):
                continue
            telling, passed = Telling(self, call), index.each_of(others) if others is not MANY else None
            for summary in self.in_order(self.summary(function)):
                telling.tell_summary(summary, passed, index.selected((operand,)))
            index.epoch += 1

    @cached_property
    def runs_library(self) -> bool:
        """Has code of the library run?"""
        return any(is_of_library(names.get("__name__")) for _, names in self.index.ran_code)

    @staticmethod
    def can_pass(beside: Beside, flow: ControlFlow) -> Callable[[int, int | None], bool]:
        """A function: does a jump from one block to another, or a return, pass by anything that could write?"""
        if not (beside.any or (beside.writes and flow.guarded)):
            return lambda number, target: False
        return lambda number, target: flow.can_fork(number) and bool(beside.passed(flow, number, target)[0])

    def passed_at(self, edge: object, node: Any, frame: "Frame", target: int | None) -> None:
        """The same as `passed_by`, of a jump or return of a stride."""
        self.index.passing = frame.node, self.touched.get(edge)
        if not self.by_name.is_anything_as_usual(edge, node._vertex) and self.passed_by(node, frame, target, edge):
            self.still[edge] = frame.globals
        self.index.passing = None

    def passed_by(self, node: Any, frame: "Frame", target: int | None, edge: object = None) -> bool:
        """A jump, an exception, or a return that one could have been raised before: let what it passed by be known as
        what might have been written. `target`: the block where it leads.

        Is it known that this is nothing, as long as there are no generators?
        """
        beside, flow, location = frame.code.beside, frame.flow, node.location
        if location is None or (type(node) is JumpNode and not flow.can_fork(location.block)):
            return False
        raised = location.number if type(node) is RaiseNode and location.kind == "%" else 0
        effects, away = beside.passed(flow, location.block, target, raised)
        if not effects:
            return True
        place = location.block, target, raised, flow.guarded, id(frame.code), id(frame.globals)
        passing = self.passing.get(place)
        if passing is None:
            touched = touched_by(effects, beside.confined)
            passing = self.passing[place] = Passing(effects, self._silent(effects, frame), touched)
        if edge is not None:
            self.touched[edge] = passing.touched
        if not self.is_lively and passing.is_silent:
            return True
        self.index.passing = frame.node, passing.touched
        latest = frame.latest(node)
        possible = passing.left(latest, self.stillness, self.is_lively)
        if possible and (call := self.called_of_library(frame.node)) is not None:
            telling, passed = Telling(self, frame.node), self.given_to(call)
            for summary in self.in_order(self.summary(call.children[0].value)):
                telling.tell_summary(summary, passed, node._vertex)
        elif not self.index.tells_apart:
            is_anything = bool(possible) and self.by_name.tell_effects(possible, frame, latest, node._vertex)
            if edge is not None:
                self.by_name.habit.note(edge, is_anything)
        elif possible and not passing.told.again(possible, frame, latest, node._vertex):
            asking = Asking(self, frame, node, away)
            asking.tell_all(possible, node._vertex)
            passing.told.add(asking, possible, latest, node._vertex)
        self.index.epoch += self.index.stirred == self.index.epoch
        self.index.passing = None
        return False

    def _silent(self, effects: tuple[Effect, ...], frame: "Frame") -> list[bool]:
        """Which of them write nothing, if all is still that they look at?"""
        names = Names(None, None, frame)
        return [self._is_silent(one, frame, names) if isinstance(one, Asked) else is_looking(one) for one in effects]

    def _is_silent(self, call: Asked, frame: "Frame", names: Names) -> bool:
        name, function = global_of(call.function, frame.code.beside, names)
        if call.owner is not None or not name or name in frame.code.names:
            return False
        told = does_called(function, len(call.arguments))
        if outputs(function, call.arguments) or self._called_back(call, frozenset(), frame.code.beside, names, 0):
            return False
        return (told in READING and told != "prints") or (
            told is None and type(function) is not MethodDescriptorType and not self.writes(function)
        )


def _setters(cls: type, kind: str, name: str) -> list[Any]:
    """What is called to write to an object of a class, if that has it."""
    if kind == "items":
        return [lookup(cls, "__setitem__"), lookup(cls, "__delitem__")]
    if kind != "attribute" or is_static(cls):
        return []
    of_class = lookup(cls, name)
    if type(of_class) is property:
        return [of_class.fset, of_class.fdel]
    hooks = [lookup(cls, "__setattr__"), lookup(cls, "__delattr__")]
    return [*hooks, lookup(type(of_class), "__set__"), lookup(type(of_class), "__delete__")]
