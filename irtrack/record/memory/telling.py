"""What might have been written to, told to the index: events of objects, names, attributes."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import (
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any
from weakref import CallableProxyType, ProxyType

from ...rules.effects import METHODS_OF_CONTAINERS, READING, READING_METHODS, does
from ..callables import CACHE
from ..classes import could_have, is_a, is_callable, lookup, lookup_above, may_have
from ..nodes.nested import NestedCallNode
from .beside import ATTRIBUTES, GETTING, STORED_BY_RAISE, calls_back, operating
from .functions import acts_in_classes, is_called, is_class, is_shared, method_of, unbound
from .graph import Events
from .keeping import Keeping, Objects, ids_of
from .library import is_library_code
from .reaching import Reached, by_class
from .roots import CLASSES, DEEPEST, GIVEN, ITSELF
from .shadows import (
    ANY_PART,
    SHARED,
    SUSPENDED,
    WHOLE,
    Shadow,
    Stored,
    UnmadeFunction,
    can_be_held,
    can_change,
    class_of,
    names_of_module,
)
from .summary import WHATEVER, Summary

if TYPE_CHECKING:
    from .potential import Potential

ADVANCING = operating(frozenset(("__iter__", "__next__", "__getitem__")))
_STANDING = ProxyType, CallableProxyType


class Telling(Keeping):
    """What one node might have had written, had something been otherwise."""

    def __init__(self, potential: "Potential", call: Any = None) -> None:
        """`call`: that in which the node has run, if that matters."""
        super().__init__(potential)
        self.told: set[Any] = set()
        self.written: dict[str, set[int]] = {}  # by names of parts, the ids of objects that might have been written to
        self.kept: list[list[Any]] = []
        self.is_anything = False  # has it been told that anything could have been written?
        self.in_library = potential.called_of_library(call) is not None
        # see told.py: of a jump, its frame, the latest nodes that were asked for, those of which it was asked what else
        # they could be, and which functions
        self.frame: Any = None
        self.runs: Any = None  # the latest nodes of its variables
        self.nodes: dict[int, Any] = {}
        self.sides: set[int] = set()
        self.chosen: set[int] = set()
        self.plain: set[int] = set()  # those that have numbers, or nothing, of which it was asked the same
        self.asks_for_frame = False
        # what came out, and what was asked for that changes without `changes`: see told.py
        self.events: list[Events] = []
        self.shadows: list[tuple[Shadow, str]] = []
        self.asks_names = False  # has it been asked which attributes may have been stored?
        self.asks_classes = False  # and of which classes there may be objects?
        self.iterators: list[tuple[Any, Any]] = []  # and what these go over
        # by names of attributes that would be called, with what, and how deep within calls: see `_tell_put`
        self.calling: defaultdict[str, list[tuple[Objects, int]]] = defaultdict(list)

    def tell_write(
        self,
        kind: str,
        objects: Objects,
        name: str,
        vertex: int,
        given: Callable[[], Objects] = list,
        stored: Stored | None = None,
    ) -> None:
        """Let a write be possible: to these objects, or to any; `given`: what methods of theirs would get for it;
        `stored`: what would be there then.
        """
        index = self.index
        if self.in_library and kind == "anything":  # tables tell what of the program's
            return
        if name == "cell_contents":
            objects = None  # of which cell, nobody knows
        if objects is None and (name == ATTRIBUTES or (kind == "attribute" and not name)):
            kind = "parts"  # whatever attribute, of whatever object
        if stored:
            self._note(vertex, name if kind == "attribute" else "", stored)
            self._tell_put(name if kind == "attribute" else "", stored, vertex)
        index.spends(1 + len(objects or ()) // 8)
        key = kind, name, self._key(objects)
        if key in self.told:
            return
        self.told.add(key)
        if kind == "attribute" and name and name != "__class__":
            index.stored_names.add(name)
        elif kind in ("anything", "parts"):
            index.might_store_any_name()
        elif kind != "items" or name == ATTRIBUTES:
            index.any_name = True
        if kind in ("anything", "parts"):
            self.event(index.anything, vertex)
            if kind == "anything":
                self.is_anything = True
                self.event(index.any_variable, vertex)
        elif objects is not None:
            for ones in objects.classes if type(objects) is Reached else by_class(objects):
                self._tell_those(kind, ones, name, vertex, given)
        elif kind == "attribute":
            self.event(index.any_attributes.setdefault(name, Events()), vertex)
            self._tell_of_any(self.potential.setters_anywhere(kind, name), vertex)
        else:
            self.event(index.any_items, vertex)
            self._tell_of_any(self.potential.setters_anywhere(kind, name), vertex)

    def _tell_of_any(self, methods: Iterable[FunctionType], vertex: int) -> None:
        """These methods might have been called of any object."""
        for method in methods:
            if ("any", id(method)) not in self.told:
                self.told.add(("any", id(method)))
                self.tell_function(method, None, vertex)

    def _key(self, objects: Objects) -> Any:
        """What stands for objects among what was told."""
        if objects is None:
            return None
        self.kept.append(objects)  # with the ids
        return id(objects) if type(objects) is Reached else tuple(map(id, objects))

    def _tell_those(self, kind: str, ones: list[Any], name: str, vertex: int, given: Callable[[], Objects]) -> None:
        """Objects of one class might have been written to."""
        index, cls = self.index, type(ones[0])
        if kind == "attribute" and name in STORED_BY_RAISE and not issubclass(class_of(ones[0]), BaseException):
            return  # no `raise` of it
        if issubclass(cls, _STANDING):  # for others, with which they share a shadow
            shadows = filter(None, map(index.known, ones))
            for others in by_class([one.value for one in shadows if not is_a(one.value, *_STANDING)]):
                self._tell_those(kind, others, name, vertex, given)
        for method in self.potential.setters(class_of(ones[0]), kind, name):
            for one in ones:
                self._tell_method(method, one, given, vertex)
        if issubclass(cls, SUSPENDED):
            for one in ones:
                self.tell_generator(one, vertex)
        has_part = kind != "items" or name in (ANY_PART, ATTRIBUTES) or self.potential.has_items(cls)
        if kind == "attribute" and name not in WHOLE and not could_have(class_of(ones[0]), name):
            has_part = False
        if has_part and (can_change(ones[0]) or issubclass(cls, SHARED)):
            part = "" if name in WHOLE else name
            written = self.written.setdefault(part, set())
            fresh = [one for one in ones if id(one) not in written]
            written.update(map(id, fresh))
            self.shadows += [(shadow, part) for shadow in index.might_write_all(fresh, vertex, part)]
        if kind == "attribute" and issubclass(cls, type):  # an attribute of its instances
            for one in ones:
                index.names_of_classes.add(name)
                index.stores_method(name)
                self.might_store_at((id(one), name), vertex)
        if kind == "attribute" and issubclass(cls, ModuleType):  # a global of its functions
            for one in ones:
                index.stores_from_outside(one, name)
                self.might_store_at((id(names_of_module(one)), name), vertex)

    def event(self, events: Events, vertex: int) -> None:
        self.index.event(events, vertex)
        self.events.append(events)

    def might_store_at(self, place: Any, vertex: int) -> None:
        self.index.might_store_at(place, vertex)
        self.events.append(self.index.any_names[self.index.place_at(place)])

    def _note(self, vertex: int, name: str, stored: Stored) -> None:
        """Let it be known what would have been put there."""
        self.index.times_noted += 1
        known = self.index.stored_at.setdefault(vertex, {}).setdefault(name, stored)
        if known is not stored:
            known.objects.update(stored.objects)
            known.holders.update(stored.holders)

    def _tell_put(self, name: str, stored: Stored, vertex: int) -> None:
        """What is told to be put into an attribute might be called there, as was told before."""
        asked = self.calling.get(name)
        if asked is None:
            return
        holders = stored.holders.values()
        put = [*filter(is_called, (*stored.objects.values(), *holders)), *self.reaching.callable_in(holders)]
        for count, (passed, depth) in enumerate(asked):
            for one in put:
                key = "put", name, count, id(one)
                if key not in self.told:
                    self.told.add(key)
                    if one is type and self._makes_class_quietly(passed):  # as the class of what could be put there
                        self.tell_advance(self.reach(passed or []), vertex)  # it may go over the `__slots__`
                    else:
                        self._tell_kept(one, passed, vertex, depth)

    def _makes_class_quietly(self, passed: Objects) -> bool:
        """Would `type` call nothing of the program's if it made a class of these?"""
        reached = self.reach(passed) if passed is not None else None
        if passed is None or reached is None:
            return False
        self.asks_classes = True
        there = self._shared(passed, reached, with_classes=True)
        return not any(map(acts_in_classes, (*self.potential.classes_to_be_made(), *filter(is_class, there))))

    def _tell_method(self, method: FunctionType, one: Any, given: Callable[[], Objects], vertex: int) -> None:
        """A method of an object might have been called, besides with what is given."""
        key = "method", id(method), id(one)
        if key not in self.told and not self.is_anything:
            self.told.add(key)
            passed = given()
            owner = [class_of(one)] if method.__name__ == "__get__" else []  # which is passed besides
            self.tell_function(method, [one, *owner, *passed] if passed is not None else None, vertex)

    def tell_function(self, function: Any, passed: Objects, vertex: int) -> None:
        """A function might have been called."""
        if self.is_anything or (self.in_library and is_library_code(function)):
            return
        if not self.index.tells_apart:
            self.potential.by_name.tell_function(function, vertex, self)
            return
        summaries = self._summary(function)
        if (
            summaries is not WHATEVER
            and passed is not None
            and not any(one.kind in ("call", "called") for one in summaries)
        ):
            reached = self.reach(passed)
            if reached is not None:  # what it writes is the same for all that reach the same
                key = "function", id(function), self._key(reached), *[id(one) for one in passed if is_shared(one)]
                if key in self.told:
                    for summary in summaries:
                        if stored := self._stored_by(summary, passed):
                            self._note(vertex, summary.name if summary.kind == "attribute" else "", stored)
                    return
                self.told.add(key)
        for summary in self.potential.in_order(summaries):
            self.tell_summary(summary, passed, vertex)
        if self.is_anything:
            self.tell_given([function, *(passed or ())], vertex)

    def tell_given(self, passed: Objects, vertex: int) -> None:
        """Code of which nothing is known might have written to what it would have been given, or has around it, by
        whatever names: those that Python's own library stores are not among what `anything` is.
        """
        around = [value for one in passed or () for value in self.closure_of(one)]
        reached = self.reach([*passed, *around]) if passed else None
        if reached:
            self.tell_write("items", reached, ANY_PART, vertex)

    def tell_generator(self, one: Any, vertex: int) -> None:
        """A generator might have gone on."""
        if is_a(one, *SUSPENDED) and ("generator", id(one)) not in self.told:
            self.told.add(("generator", id(one)))
            if type(one) is GeneratorType:  # how far others are, nobody reads
                self.shadows += [(shadow, "") for shadow in self.index.might_write_all([one], vertex)]
            made = self.index.made.get(id(one))
            call: Any = self.index.nodes[made[0]] if made is not None else None
            function = call.children[0].value if type(call) is NestedCallNode and call.children else None
            if function is None:
                self.tell_write("anything", None, "", vertex)
                return
            passed = [*self.potential.given_to(call)]
            for operand in call._operands[1:]:
                passed += self.others_of(operand)
                self.selected.append((operand, ids_of(self.index.addresses.others(operand))))
            self.tell_function(function, passed, vertex)

    def tell_advance(self, objects: Objects, vertex: int) -> None:
        """Those of the objects that are iterators might have gone on, and what they go over."""
        if objects is None:
            self.told.add("advance")
            self.event(self.index.any_iterators, vertex)
            self._tell_of_any(self.potential.looking_anywhere(ADVANCING), vertex)
            return
        waiting, seen = list(objects), set[int]()
        while waiting:
            one = waiting.pop()
            if id(one) in seen:
                continue
            seen.add(id(one))
            cls = class_of(one)
            begin, method = lookup(cls, "__iter__"), lookup(cls, "__next__")
            item = lookup(cls, "__getitem__") if begin is None else None  # by which the interpreter goes over it
            for called in (begin, method, item):
                if type(called) is FunctionType:
                    self._tell_method(called, one, list, vertex)
            if method is None and not is_a(one, *SUSPENDED):
                continue
            self.tell_generator(one, vertex)
            self.tell_write("items", [one], ANY_PART, vertex)
            shadow = self.index.known(one)
            self.iterators.append((one, gone_over(shadow)))
            if shadow is not None:
                sources = [source.value for source in shadow.sources]
                waiting += sources
                self.tell_write("items", [*shadow.acts], ANY_PART, vertex)
                made = self.index.made.get(id(one))
                node = self.index.nodes[made[0]] if made is not None else None
                given = [operand.value for operand in node._operands[1:]] if node is not None else []
                begun = node._frames if node is not None else ()  # the calls of `__iter__`
                waiting += [value for value in (*given, *(call.value for call in begun)) if _goes_on_itself(value)]
                for call in begun:
                    if type(call) is NestedCallNode and call.template.suspends:
                        self.tell_function(call.children[0].value, [*self.potential.given_to(call)], vertex)
                for called in (*shadow.calls, *(value for value in given if is_a(value, FunctionType, MethodType))):
                    self._tell_kept(called, sources, vertex, 0)

    def tell_read(self, objects: Objects, name: str, vertex: int, given: Callable[[], Objects] = list) -> None:
        """The objects might have been looked at, or any, as `Beside` says."""
        if not self.potential.acts(name):
            return
        if objects is None:
            self._tell_of_any(self.potential.looking_anywhere(name), vertex)
            return
        if type(objects) is Reached:
            key = "read", name, self._key(objects)
            if key in self.told:
                return
            self.told.add(key)
            classes = objects.looked_at.get(name)
            if classes is None:
                classes = objects.looked_at[name] = [
                    ones for ones in objects.classes if not self._is_quiet(ones[0], name)
                ]
        else:
            classes = [ones for ones in by_class(objects) if not self._is_quiet(ones[0], name)]
        for ones in classes:
            if self.is_anything:
                return
            cls = class_of(ones[0])
            if name == GETTING and issubclass(cls, defaultdict):
                self.tell_write("items", ones, "", vertex)
                for one in ones if type(ones[0]) is defaultdict else ():
                    if is_called(one.default_factory):
                        self._tell_kept(one.default_factory, [], vertex, 0)
            for method in self.potential.looking(cls, name):
                if type(method) is FunctionType:
                    for one in ones:
                        self._tell_method(method, one, given, vertex)

    def _is_quiet(self, one: Any, name: str) -> bool:
        """Does an object write nothing when it is looked at so?"""
        cls = class_of(one)
        return not can_change(one) or (not self.potential.looking(cls, name) and not issubclass(cls, defaultdict))

    def tell_summary(self, summary: Summary, passed: Objects, vertex: int, depth: int = 0) -> None:
        if self.is_anything or (summary.kind == "read" and not self.potential.acts(summary.name)):
            return  # what else there is, is among that
        if not self.index.tells_apart:
            self.potential.by_name.tell_summary(summary, vertex, self)
            return
        if summary.kind == "name":
            stored = self._stored_by(summary, passed)
            for place in summary.roots:
                self.tell_store(place, vertex, stored=stored)
                self.tell_place("stored elsewhere", "called here", self.index.place_at(place), vertex)
            return
        if summary.kind == "raise":
            self.tell_raise(vertex)
            return
        objects = self.at_roots(summary.roots, passed)
        if summary.kind == "call":
            self._tell_call_at(summary.function, objects, self.at_roots(summary.given, passed), vertex, depth)
            return
        if summary.kind == "called":
            if summary.name == ITSELF:
                objects = list(filter(is_called, objects)) if objects is not None else None
            self._tell_called(objects, self.at_roots(summary.given, passed), vertex, depth)
            return
        reached = self.reach(objects) if objects is not None else None
        if summary.kind == "advance":
            self.tell_advance(reached, vertex)
            return
        if summary.kind == "read":
            self.tell_read(reached, summary.name, vertex, partial(self.at_roots, summary.given, passed))
            return
        shared: list[Any] = []
        if summary.kind == "attribute" and objects is not None and reached is not None:
            shared += self._shared(objects, reached, with_classes=CLASSES in summary.roots)
        if summary.name == ATTRIBUTES and objects is not None and reached is not None:
            shared += [one for one in objects if issubclass(type(one), (FunctionType, ModuleType))]
        is_method = summary.kind in ("method", "handed")
        if reached is None and objects and not is_method:  # among any: what has names is known apart
            self.tell_write(summary.kind, objects, summary.name, vertex, stored=self._stored_by(summary, passed))
        if not is_method:
            given = partial(self.at_roots, summary.given, passed)
            stored = self._stored_by(summary, passed)
            self.tell_write(summary.kind, reached, summary.name, vertex, given, stored)
            if shared:
                self.tell_write(summary.kind, shared, summary.name, vertex, given, stored)
        elif reached == [] and summary.name in METHODS_OF_CONTAINERS:
            return  # of a container, which would be made there
        elif (
            reached is None
            and summary.name in READING_METHODS
            and self.potential.by_name.is_of_containers(summary.name)
        ):
            return  # of a container, of whatever kind
        elif reached == [] and summary.kind == "handed" and not any(map(is_class, objects or ())):
            return  # of what would be made there
        elif (
            reached is None
            and summary.kind == "method"
            and not summary.function
            and not calls_back(summary.name, summary.given)
        ):
            self.potential.by_name.tell_method_of_any(summary.name, vertex, self)
        elif reached is None or not (reached or summary.function or summary.kind == "handed") or depth > DEEPEST:
            self.tell_write("anything", None, "", vertex)
        elif (key := ("method", summary, self._key(reached))) not in self.told:
            self.told.add(key)
            self._tell_methods(summary, passed, objects or [], reached, vertex, depth)

    def _tell_methods(
        self, summary: Summary, passed: Objects, objects: list[Any], reached: list[Any], vertex: int, depth: int
    ) -> None:
        """The methods with the name of a summary might have been called of what objects reach."""
        handed = self.at_roots(summary.given, passed)  # which they may call
        given = [*reached, *filter(is_shared, objects)]
        name, classes = summary.name, {id(cls): cls for cls in map(class_of, reached)}
        methods = {key: lookup(cls, name) for key, cls in classes.items()}
        if summary.function is not None:  # those that `super()` has
            base = self._at(summary.function)
            methods = {key: lookup_above(cls, base[0], name) if base else None for key, cls in classes.items()}
            if base and not any(one is not None for one in methods.values()):  # the object would be made there
                methods[0] = lookup_above(base[0], base[0], name)
            if not any(one is not None for one in methods.values()):
                self.tell_write("anything", None, "", vertex)
        for method in methods.values():
            inner = unbound(method)[0]
            if inner is None or type(inner) is MethodDescriptorType:
                continue
            if is_callable(type(inner)):
                passing = [*given, *classes.values()] if is_a(method, classmethod) else given
                self._tell_handed(inner, passing, handed, vertex, depth)
            elif summary.kind == "method":
                self.tell_write("anything", None, "", vertex)
        of_any = lookup(object, name)  # which changes nothing
        for one in filter(is_class, objects):
            for function in method_of(one, name):
                if function is not of_any:
                    self._tell_kept(function, given, vertex, depth + 1)
        for one in objects:  # as a function of several has a `register`
            value = vars(one).get(name) if type(one) is FunctionType else None
            if is_called(value):
                self._tell_kept(value, [*given, *(handed or ())], vertex, depth + 1)
        changing = {  # of functions that are known tables tell
            key
            for key, one in methods.items()
            if type(one) is MethodDescriptorType and one is not of_any and does(one) is None
        }
        written = [one for one in reached if id(class_of(one)) in changing]
        self.tell_write("items", self.reach(written), ANY_PART, vertex)  # and what they were given, as a stream
        if summary.function is None:
            self.calling[name].append((given, depth + 1))
        for one in reached if summary.function is None else ():
            cls = class_of(one)
            if methods[id(cls)] is None or self.potential.may_hide(cls, name):
                found = self.kept_in(one, name)
                self.attributes.append((one, name, found))
                there = self.put_as(one, name, is_named=True) or ()
                for kept in (*found, *filter(is_called, there)):
                    self._tell_kept(kept, given, vertex, depth + 1)
                is_known = (
                    summary.kind != "method"
                    or name in METHODS_OF_CONTAINERS
                    or not may_have(cls)
                    or methods[id(cls)] is not None
                )
                if not found and not is_known and any(one is other for other in self._owners_of(summary, passed)):
                    self.asks_names = True
                    index = self.index
                    if name in index.stored_names or (index.any_name and index.may_be_stored(name)):
                        # and nobody knows what that might be
                        self.tell_write("anything", None, "", vertex)

    def _owners_of(self, summary: Summary, passed: Objects) -> list[Any]:
        """The objects that are there of which the method of a summary might be called."""
        places = [root for root in summary.owner if type(root) is not tuple or not self._is_made_at(root)]
        return self.at_roots(frozenset(places), passed) or []

    def _is_made_at(self, place: Any) -> bool:
        """Would what is in a variable be a new object, whichever way leads there?"""
        return False

    def _tell_called(self, objects: Objects, given: Objects, vertex: int, depth: int) -> None:
        """The functions that are among objects, or held by them, might have been called."""
        if objects == []:
            return
        functions = self.callables(objects) if objects is not None and depth <= DEEPEST else None
        if functions is None:
            self.tell_write("anything", None, "", vertex)
            return
        for one in functions:
            self._tell_kept(one, given, vertex, depth + 1)

    def callables(self, objects: list[Any]) -> Objects:
        """The functions that are among objects, or held by them; None if there might be others."""
        while True:
            reached = self.reach(objects)
            put = self.put_into(reached) if reached is not None else None
            if reached is None or put is None:
                return None
            known = set(map(id, (*objects, *reached)))
            put = [one for one in put if id(one) not in known]
            if not put:
                break
            objects = [*objects, *put]
        self.undoubted += reached
        held = self.reaching.callable_in([*objects, *reached])
        return list({id(one): one for one in (*objects, *reached, *held) if is_called(one)}.values())

    def _tell_kept(self, value: Any, passed: Objects, vertex: int, depth: int) -> None:
        """What an object keeps in an attribute might have been called."""
        function, bound = unbound(value)
        call = lookup(class_of(function), "__call__")
        self.tell_remembered(value, vertex)
        if depth > DEEPEST:
            self.tell_write("anything", None, "", vertex)
        elif type(function) is UnmadeFunction:
            for summary in self._in_order(function):
                self.tell_summary(summary, passed, vertex, depth)
        elif bound and does(function) is not None:  # written in C: it changes what it is bound to
            self.tell_write("items", bound[:1] if does(function) not in READING else [], ANY_PART, vertex)
            if does(function) == "get_item":  # of a defaultdict, too
                self.tell_read(bound[:1], GETTING, vertex)
        elif is_called(function):
            inner, bound = (call, [*bound, function]) if type(call) is FunctionType else (function, bound)
            given = [*passed, *bound] if passed is not None else None
            for summary in self._in_order(inner):
                self.tell_summary(summary, given, vertex, depth)

    def _stored_by(self, summary: Summary, passed: Objects) -> Stored | None:
        """What a function could put where it writes."""
        objects = self.at_roots(summary.given, passed) if summary.given else None
        held = [*(passed or ()), *(objects or ())]
        made = self.index.unmade(summary.made, held) if summary.made else ()
        return stored_of(made, objects or ()) if objects or made else None

    def at(self, place: Any) -> Objects:
        if place[0] == GIVEN:
            roots, classes = self.potential.given_by_methods(place[1])
            found = self.at_roots(roots, [])
            return [*found, *self.index.unmade(classes, found)] if found is not None else None
        return super().at(place)

    def at_roots(self, roots: frozenset[Any], passed: Objects) -> Objects:
        """The objects by which a function reaches others that is passed these; None for any."""
        places = [self._held_at(place) for place in roots if type(place) is tuple]
        if "passed" in roots:
            places.append(passed)
        if "any" in roots or any(one is None for one in places):
            return None
        found = [value for one in places for value in one or ()]
        return [*found, *map(class_of, found)] if CLASSES in roots else found

    def tell_store(self, place: Any, vertex: int, *, is_known: bool = False, stored: Stored | None = None) -> None:
        """A name might have been stored; is it known what that would be if it is called? `stored`: what it might be."""
        self.might_store_at(place, vertex)
        if stored:
            self._note(vertex, "", stored)
        if not is_known:
            self.tell_place("store", "call", self.index.place_at(place), vertex)

    def tell_raise(self, vertex: int) -> None:
        """An exception might have been made of a class that is raised, of which nothing is known."""
        for cls in self.potential.by_name.raising():
            self.tell_function(cls, [cls], vertex)

    def tell_place(self, what: str, other: str, place: Any, vertex: int) -> None:
        self.told.add((what, place))
        if (other, place) in self.told:  # of a function that nobody knows
            self.tell_write("anything", None, "", vertex)

    def _tell_call_at(self, place: Any, passed: Objects, handed: Objects, vertex: int, depth: int) -> None:
        """What a cell has might have been called, and have called some of what is handed to it."""
        self.tell_place("call", "store", self.index.place_at(place), vertex)
        functions = self._functions_at(place)
        if depth > DEEPEST or not functions:
            self.tell_write("anything", None, "", vertex)
            return
        key = (
            "calls",
            tuple(map(id, functions)),
            *(None if row is None else tuple(map(id, row)) for row in (passed, handed)),
        )
        if key not in self.told:
            self.told.add(key)
            for one in filter(is_called, functions):  # of others that it could have, a call would have raised
                self.tell_remembered(one, vertex)
                function, bound = unbound(one)
                given = [*passed, *bound] if passed is not None else None
                self._tell_handed(function, given, handed, vertex, depth)

    def _tell_handed(self, function: Any, passed: Objects, handed: Objects, vertex: int, depth: int) -> None:
        """A function might have been called that is passed these, and may call some of what is handed to it."""
        for each in self._in_order(function):
            if each.kind == "called" and "passed" in each.roots:
                self._tell_called(handed, passed, vertex, depth)
            self.tell_summary(each, passed, vertex, depth + 1)

    def tell_remembered(self, function: Any, vertex: int) -> None:
        """A function might have been called that remembers what it gives."""
        if type(function) is CACHE:
            self.tell_write("items", [function], "", vertex)

    def _summary(self, function: Any) -> frozenset[Summary]:
        return self.potential.summary(function)

    def _in_order(self, function: Any) -> Sequence[Summary]:
        return self.potential.in_order(self._summary(function))

    def _functions_at(self, place: Any) -> Objects:
        """What a cell has that is called."""
        return self._at(place)

    def _shared(self, objects: list[Any], reached: Reached, *, with_classes: bool) -> list[Any]:
        """The classes, modules and functions among objects, and held by others, or classes; classes of others, too."""
        found = {id(one): one for one in objects if is_shared(one)}
        found.update((id(one), one) for one in self.reaching.classes_in(filter(is_class, objects)))
        found.update((id(one), one) for one in self.reaching.shared_by(reached, with_classes=with_classes))
        return list(found.values())

    def _held_at(self, place: Any) -> Objects:
        """What is in a cell or global when that is written which might be."""
        return self._at(place)


def stored_of(objects: Iterable[Any], holders: Iterable[Any]) -> Stored | None:
    """These, without what is not followed; None if that is all."""
    rows = [{id(one): one for one in row if can_be_held(one)} for row in (objects, holders)]
    return Stored(*rows) if any(rows) else None


def _goes_on_itself(value: Any) -> bool:
    """Is it an iterator of a class of the program?"""
    return type(lookup(class_of(value), "__next__")) is FunctionType


def gone_over(shadow: Shadow | None) -> Any:
    """What stands for what an iterator goes over, and does then."""
    if shadow is None:
        return None
    return id(shadow), *(tuple(map(id, row)) for row in (shadow.sources, shadow.acts, shadow.calls))
