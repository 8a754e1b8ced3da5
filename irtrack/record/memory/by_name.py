"""What might have been written, told by names: to the attribute of that name of whatever object, or whatever item.

To find to which objects takes as long as there are such, at each jump, and most records of many objects would take ten
or a hundred times longer for it than for all else. So what is spent on that has a bound (`Writing.spends`). Behind it,
a way not taken that stores `o.x` might have stored to the `x` of any object, and a call there of a method `m` might
have been that of any class; what that writes is found in the code alone, once for each place. What a reference could
have been in the place of what it is may be anything then (`Addresses.others`), unless it is what was made there.
"""

from collections.abc import Iterable, Sequence
from types import FunctionType, MethodDescriptorType, ModuleType
from typing import TYPE_CHECKING, Any

from ...ir.language import Constant, Load, Operand, Special, Variable
from ...rules.callbacks import CALLED_BY_NAME
from ...rules.effects import (
    CHANGING_METHODS,
    ITERATING_METHODS,
    METHODS_OF_CONTAINERS,
    READING,
    READING_METHODS,
    is_iterating,
)
from ...rules.outputs import is_of_numpy, outputs
from ..classes import attribute_of, is_a, lookup, namespaces
from ..nodes.node import Node
from .beside import ATTRIBUTES, GETTING, Asked, Effect, attribute_got, calls_back, operating
from .called import called_by_function
from .functions import is_called, protocols_of, unbound
from .graph import Events
from .latest import Latest
from .names import Names, code_made, global_of
from .roots import IN_C, does_called
from .shadows import ANY_PART, WHOLE
from .stored import classes_of
from .summary import Summary
from .telling import ADVANCING, Telling
from .uncalled import HOOKS

if TYPE_CHECKING:
    from .frames import Frame
    from .potential import Potential

# what can be written, by kinds: "attribute", with its name; "items", "iterators", "parts" (items and attributes) of
# whatever objects; "name", with its place, or "own", one of the frame's; "called" and "called own", what is there is
# called; "made", code of which the frame would make a function is, "given", what a variable has; "anything". What is
# called comes last: it depends on what might have been stored there
Written = tuple[tuple[str, Any], ...]
ANYTHING = "anything", ""
_ONLY_ANYTHING: Written = (ANYTHING,)
_ITEMS = "items", ""
_PARTS = "parts", ""
_ITERATORS = "iterators", ""
_NAMING = "anything", "attribute", "name", "own"  # what is told of where anything might have been written
_CALLING = "called", "called own", "made", "given"  # what these write depends on what is there
_DEEPEST = 3  # of what is found in places
_USUAL = 16  # times in a row are a habit


def _has_setters(cls: type) -> bool:
    """Has a class methods that are called where somebody sets an attribute, or an item, of an object?"""
    values = [value for space in namespaces(cls) for value in space.values()]
    hooks = [lookup(cls, name) for name in ("__setattr__", "__delattr__", "__setitem__", "__delitem__")]
    return any(type(one) is FunctionType for one in hooks) or any(
        (is_a(one, property) and one.fset is not None) or type(lookup(type(one), "__set__")) is FunctionType
        for one in values
    )


def _in_order(written: set[tuple[str, Any]]) -> Written:
    return tuple(sorted(written, key=lambda one: one[0] in _CALLING))


def writes_anything(written: Written) -> bool:
    """Is it anything, and no more than what some code is known to store?"""
    return written == _ONLY_ANYTHING


class Found:
    """What can be written, as far as it was found, and the functions that were not looked into yet."""

    def __init__(self) -> None:
        self.written: set[tuple[str, Any]] = set()
        self.functions: list[Any] = []


class Habit:
    """The places in code where anything might have been written so often in a row that it is taken to be so each time,
    which nobody has to find then.
    """

    def __init__(self) -> None:
        self.places: dict[int, Any] = {}  # by ids
        self._counts: dict[int, int] = {}

    def note(self, place: object, is_anything: bool) -> None:
        """It was so, or not, at a place."""
        count = self._counts[id(place)] = self._counts.get(id(place), 0) + 1 if is_anything else 0
        if count >= _USUAL:
            self.places[id(place)] = place


class ByName:
    """What ways not taken might have written; it is kept as long as there are no more classes and names."""

    def __init__(self, potential: "Potential") -> None:
        self.potential = potential
        self.index = potential.index
        self.of_effects: dict[int, tuple[Sequence[Effect], Written]] = {}  # by ids
        self.of_single: dict[tuple[int, int, int], tuple[Effect, Found]] = {}  # by ids, too
        self.of_functions: dict[int, tuple[Any, Written]] = {}
        self.of_summaries: dict[frozenset[Summary], Written] = {}
        self.of_special: dict[tuple[Any, ...], Written] = {}
        self.of_others: dict[tuple[str, int], tuple[tuple[Any, ...], Written]] = {}
        self.of_methods: dict[str, Found] = {}  # by names, without those that attributes have, too
        self.acting: list[type] | None = None  # see `_acting`
        self.made_to_be_raised: list[type] | None = None  # see `raising`
        self.habit = Habit()
        self.named: dict[int, type] = {}  # the classes that the record's code can name, by ids, if somebody has asked
        self.state: tuple[Any, ...] = ()  # with which this holds, and with how many names
        self.count = 0

    # -- telling ------------------------------------------------------------------------------------------------------

    def tell_anything(self, vertex: int) -> None:
        """Anything might have been written: without a `Telling`, since in some programs it is so at each node."""
        index = self.index
        index.might_store_any_name()
        index.event(index.anything, vertex)
        index.event(index.any_variable, vertex)

    def is_anything_as_usual(self, place: object, vertex: int) -> bool:
        """Let it be known that anything might have been written where that is a habit at a place; is it?"""
        if id(place) not in self.habit.places:
            return False
        self.tell_anything(vertex)
        self.index.epoch += 1
        return True

    def tell_effects(self, effects: Sequence[Effect], frame: "Frame", latest: Latest, vertex: int) -> bool:
        """A jump has passed by these in a frame, whose variables have these latest nodes. Might they write anything?"""
        self._keep_up()
        known = self.of_effects.get(id(effects))
        if known is None:
            known = self.of_effects[id(effects)] = effects, self._find_effects(effects, frame)
        if writes_anything(known[1]):
            self.tell_anything(vertex)
            return True
        telling = Telling(self.potential)
        telling.frame, telling.runs = frame, latest
        self._tell(known[1], vertex, telling)
        return False

    def tell_function(self, function: Any, vertex: int, telling: Telling) -> None:
        """A function might have been called."""
        self._tell(self._written_by(function), vertex, telling)

    def tell_summary(self, summary: Summary, vertex: int, telling: Telling) -> None:
        """A function with that among its summaries might have been called."""
        self._tell(self._written_by_all(frozenset([summary])), vertex, telling)

    def of_any(self, name: str) -> Written:
        """What a method of that name can write, of an object of which nothing is known."""
        self._keep_up()
        found = Found()
        self._add_method(name, found)
        return self._completed(found)

    def tell_method_of_any(self, name: str, vertex: int, telling: Telling) -> None:
        """Such a method might have been called."""
        self._tell(self.of_any(name), vertex, telling)

    def methods_named(self, name: str) -> list[tuple[Any, type]] | None:
        """The methods of that name, each with its class, that an object of which nothing is known can have; None if it
        may have something else by that name.
        """
        self._keep_up()
        found = Found()
        self._add_method(name, found)
        if ANYTHING in found.written:
            return None
        methods = ((lookup(cls, name), cls) for cls in self._classes())
        named = [(method, cls) for method, cls in methods if method is not None]
        known = FunctionType, classmethod, staticmethod, type, MethodDescriptorType
        return named if all(is_a(method, *known) for method, _ in named) else None

    def can_act(self) -> bool:
        """Is there a class whose objects write something when C code, or an operation, looks at them or sets a part?"""
        return bool(self._acting())

    def _acting(self) -> list[type]:
        """These classes: most have no such method."""
        self._keep_up()
        if self.acting is None:
            uncalled = self.index.uncalled
            self.acting = [
                cls
                for cls in self.potential.classes_met.values()
                if uncalled.methods_of(cls)
                or uncalled.getters(cls, None)
                or uncalled.acting_of(cls)
                or _has_setters(cls)
            ]
        return self.acting

    def raising(self) -> list[type]:
        """The classes of exceptions of the program that write something where one is made."""
        self._keep_up()
        if self.made_to_be_raised is None:
            classes = [cls for cls in self._classes() if issubclass(cls, BaseException)]
            self.made_to_be_raised = []  # where one is raised as another one is made
            self.made_to_be_raised = [cls for cls in classes if self.potential.writes(cls)]
        return self.made_to_be_raised

    def tell_special(self, operands: Sequence[Any], written: Written) -> None:
        """C code might have written that by methods of what could have been in the place of operands."""
        self._tell_special(written, self._selects(operands))

    def tell_special_of_held(self, operand: Any, written: Written) -> None:
        """The same of what an operand holds."""
        index = self.index
        vertex = index.selected((operand,))
        index.data[vertex] += tuple(index.settle(index.shadow(operand.value)))
        self._tell_special(written, vertex)

    def of_special_methods(self, names: frozenset[str] | None, attribute: str | None, sets: bool) -> Written:
        """What methods of any class with these names write, or those that get, or set, an attribute."""
        if not self.can_act():
            return ()
        key = names, attribute, sets
        written = self.of_special.get(key)
        if written is None:
            found, special = Found(), self.index.callees.special_of
            for cls in self._acting():
                found.functions += special(cls, names, attribute, sets)
            written = self.of_special[key] = self._completed(found)
        return written

    def tell_method(self, name: str, operand: Any) -> None:
        """A method of an operand was called by that name, which could have been an object of any other class."""
        if self.methods(name, type(operand.value)):
            self.tell_special((operand,), self.of_others[name, id(type(operand.value))][1])

    def methods(self, name: str, cls: type) -> tuple[Any, ...]:
        """The methods of that name that any class has but this one."""
        self._keep_up()
        known = self.of_others.get((name, id(cls)))
        if known is None:
            found = Found()
            methods = [lookup(other, name) for other in self.potential.classes_met.values() if other is not cls]
            found.functions += [method for method in methods if method is not None]
            known = tuple(found.functions), self._completed(found)
            self.of_others[name, id(cls)] = known
        return known[0]

    def _selects(self, operands: Sequence[Any]) -> int:
        """A vertex for what decided which objects operands are; that of the one, if that is all."""
        one = operands[0]
        if len(operands) == 1 and isinstance(one, Node) and one._vertex not in self.index.addresses.left:
            return one._vertex
        return self.index.selected(operands)

    def _tell_special(self, written: Written, vertex: int) -> None:
        if writes_anything(written):
            self.tell_anything(vertex)
        else:
            self._tell(written, vertex, Telling(self.potential))
        self.index.epoch += 1

    def _tell(self, written: Written, vertex: int, telling: Telling, depth: int = 0) -> None:
        index = self.index
        for kind, name in written:
            match kind:
                case "attribute":
                    index.stored_names.add(name)
                    index.stores_method(name)
                    telling.event(index.any_attributes.setdefault(name, Events()), vertex)
                case "items":
                    telling.event(index.any_items, vertex)
                case "iterators":
                    telling.event(index.any_iterators, vertex)
                case "name":
                    telling.tell_store(name, vertex)
                case "own":
                    frame = telling.frame
                    telling.tell_store(index.place(frame, name) or (id(frame.globals), name), vertex)
                case "anything" | "parts":
                    telling.tell_write(kind, None, "", vertex)
                case _:
                    there = self._written_there(kind, name, vertex, telling) if depth < _DEEPEST else _ONLY_ANYTHING
                    self._tell(there, vertex, telling, depth + 1)

    def _written_there(self, kind: str, name: Any, vertex: int, telling: Telling) -> Written:
        """What can be written by a call of what the frame has at a place, or would make there."""
        frame = telling.frame
        if kind == "made":
            return self._written_by_all(self.potential.of_made(name, frame))
        if kind == "given":
            node = telling.runs[name]
            if node is None:
                return _ONLY_ANYTHING
            return self._written_by(node.value) if is_called(node.value) else ()
        place = name if kind == "called" else frame.place(name)
        telling.tell_place("call", "store", self.index.place_at(place), vertex)
        functions = telling.at(place)
        if not functions or self.index.place_at(place) in self.index.any_names:  # it might have been another
            return _ONLY_ANYTHING
        return _in_order(set().union(*map(self._written_by, functions)))

    # -- finding ------------------------------------------------------------------------------------------------------

    def _keep_up(self) -> None:
        """Forget what was found when there were other classes, or attributes that have the names of methods."""
        potential, names = self.potential, self.index.stored_names
        state = len(potential.classes_met), len(potential.suspended), potential.is_lively, self.index.tells_apart
        if state == self.state and len(names) == self.count:
            return
        if state != self.state or not names.isdisjoint(self.of_methods):
            self.of_effects.clear()
            self.of_single.clear()
            self.of_functions.clear()
            self.of_methods.clear()
            self.of_summaries.clear()
            self.of_special.clear()
            self.of_others.clear()
            self.acting = self.made_to_be_raised = None
        self.state, self.count = state, len(names)

    def _written_by(self, function: Any) -> Written:
        """All that a call of a function can write."""
        self._keep_up()
        known = self.of_functions.get(id(function))
        if known is None:
            found = Found()
            found.functions.append(function)
            known = self.of_functions[id(function)] = function, self._completed(found)
        return known[1]

    def _written_by_all(self, summaries: frozenset[Summary]) -> Written:
        """All that can be written by a function with these summaries."""
        self._keep_up()
        known = self.of_summaries.get(summaries)
        if known is None:
            found = Found()
            for summary in summaries:
                self._add_summary(summary, found)
            known = self.of_summaries[summaries] = self._completed(found)
        return known

    def _completed(self, found: Found) -> Written:
        """With what the functions write that were not looked into."""
        seen: dict[int, Any] = {}
        for function in found.functions:
            if ANYTHING in found.written:  # which all else is among
                break
            if id(function) in seen:
                continue
            seen[id(function)] = function
            for summary in self.potential.summary(function):
                self._add_summary(summary, found)
        if ANYTHING in found.written:
            return tuple([one for one in found.written if one[0] in _NAMING])
        return _in_order(found.written)

    def _add_summary(self, summary: Summary, found: Found) -> None:
        match summary.kind:
            case "name":
                found.written.update(("name", place) for place in summary.roots)
            case "call":
                found.written.add(("called", summary.function))
            case "method":
                self._add_method(summary.name, found)
                if calls_back(summary.name, summary.given):
                    found.written.add(ANYTHING)
            case "handed" if "any" in summary.given:  # what calls it is found by itself
                pass
            case "handed":  # which the library does
                methods = [lookup(cls, summary.name) for cls in self._classes()]
                found.functions += [one for one in methods if type(one) is FunctionType]
            case kind:
                self._add(kind, summary.name, found)

    def _add(self, kind: str, name: str, found: Found) -> None:
        potential = self.potential
        if kind == "attribute" and name and name not in WHOLE:
            found.written.add((kind, name))
            if not self.index.tells_apart and self.index.stored_by_code.by_dict:  # it is an item of that, too
                found.written.add(_ITEMS)
            found.functions += potential.setters_anywhere(kind, name)
        elif kind == "items" and name not in (ANY_PART, ATTRIBUTES):
            is_any = not self.index.tells_apart and self.index.stored_by_code.by_dict
            found.written.add(_PARTS if is_any else _ITEMS)  # of a `__dict__`
            found.functions += potential.setters_anywhere(kind, name)
        elif kind == "advance":
            if potential.is_lively:
                found.written.add(_ITERATORS if not self.index.iterators_act else ANYTHING)
                found.functions += (*potential.looking_anywhere(ADVANCING), *potential.suspended.values())
        elif kind == "read":
            if potential.acts(name):
                found.functions += potential.looking_anywhere(name)
                if name in ("", GETTING) and GETTING in potential.looked_at:  # of a defaultdict
                    found.written.add(_ITEMS)
        elif kind == "raise":
            found.functions += self.raising()
        else:
            found.written.add(ANYTHING)

    def _add_method(self, name: str, found: Found) -> None:
        """What a method of that name can write, of whatever object."""
        if name in self.index.stored_names or self.index.may_be_stored(name):  # objects may have it as an attribute
            found.written.add(ANYTHING)
            return
        known = self._of_method(name)
        found.written |= known.written
        found.functions += known.functions

    def is_of_containers(self, name: str) -> bool:
        """Have builtin containers a method of that name, and no class or attribute of the program's?"""
        if name not in METHODS_OF_CONTAINERS:
            return False
        self._keep_up()
        return name not in self.index.stored_names and not self._of_method(name).functions

    def _of_method(self, name: str) -> Found:
        found = self.of_methods.get(name)
        if found is None:
            found = self.of_methods[name] = self._find_method(name)
        return found

    def _find_method(self, name: str) -> Found:
        found = Found()
        for cls in self._classes():
            method = lookup(cls, name)
            function = unbound(method)[0]
            if is_a(function, FunctionType, type):
                found.functions.append(function)
            elif method is None:
                if any(type(lookup(cls, hook)) is FunctionType for hook in HOOKS):
                    found.written.add(ANYTHING)
            elif type(function) is not MethodDescriptorType:
                found.written.add(ANYTHING)
        if name in ITERATING_METHODS:
            self._add("advance", "", found)
        if name == "__getitem__":  # of a defaultdict, too
            self._add("read", GETTING, found)
        if name in CHANGING_METHODS or found.functions:
            found.written.add(_ITEMS)
        elif name not in READING_METHODS:
            found.written.add(ANYTHING)
        return found

    def _classes(self) -> Iterable[type]:
        """Those of which there are objects, and all that the record's code can name."""
        met = self.potential.classes_met
        if self.index.tells_apart:
            if not self.named:
                self.named = {id(cls): cls for cls in classes_of(self.index.ran_code, self.index.entries)}
            return {**self.named, **met}.values()
        return met.values()  # the others were met when it began to go by names

    def _find_effects(self, effects: Iterable[Effect], frame: "Frame") -> Written:
        found = Found()
        for effect in effects:
            one = self._of_effect(effect, frame)
            found.written |= one.written
            found.functions += one.functions
        return self._completed(found)

    def _of_effect(self, effect: Effect, frame: "Frame") -> Found:
        """That of one, which most jumps of a function pass by."""
        key = id(effect), id(frame.code), id(frame.globals)
        known = self.of_single.get(key)
        if known is not None:
            return known[1]
        found = Found()
        if isinstance(effect, Asked):
            self._add_call(effect, frame, found)
        elif effect.kind == "name":
            found.written.add(("own", effect.name))
        else:
            self._add(effect.kind, effect.name, found)
        self.of_single[key] = effect, found
        return found

    def _add_call(self, call: Asked, frame: "Frame", found: Found) -> None:
        """What a call in a frame can write."""
        if self.potential.is_lively:  # whatever it is given may be looked at
            self._add("read", "", found)
            found.functions += self.potential.suspended.values()
        name, function = self._called(call, frame)
        if function is not None:
            told = does_called(function, len(call.arguments))
            if told is None and not is_a(function, *IN_C):
                found.functions.append(function)
                return
            self._add_native(call, function, told, found)
        elif call.owner is not None:
            self._add_method(name, found)
        else:
            self._add_variable(call.function, frame, found)
            return
        self._add_called_back(call, name, frame, found)

    @staticmethod
    def _called(call: Asked, frame: "Frame") -> tuple[str, Any]:
        """The name of what a call calls, and the function, if that is a global, or in a class or module that is one."""
        beside, names = frame.code.beside, Names(None, None, frame)
        name, value = global_of(call.owner or call.function, beside, names)
        if not name or name in frame.code.names:
            value = None
        if call.owner is None:
            return name, value
        is_space = issubclass(type(value), (type, ModuleType))
        return call.method, attribute_of(value, call.method) if is_space else None

    def _add_native(self, call: Asked, function: Any, told: str | None, found: Found) -> None:
        """What a function written in C can write by itself."""
        classes, looking = self.potential.classes_met.values(), called_by_function(function)
        if (function is getattr or function is hasattr) and len(call.arguments) > 1:
            self._add("read", attribute_got(call), found)
        elif looking is not None:
            self._add("read", operating(looking), found)
        if is_iterating(function) or told == "advance":
            self._add("advance", "", found)
        if is_of_numpy(function):
            found.functions += [method for cls in classes for method in protocols_of(cls)]
        if told in READING:
            if call.starred or any(True for _ in outputs(function, call.arguments)):
                found.written.add(_ITEMS)
            if told == "prints" and self.potential.is_redirected("stdout"):
                self._add_method("write", found)
        elif told in ("set_attribute", "delete_attribute"):
            key = call.arguments[1] if len(call.arguments) > 1 else None
            self._add("attribute", str(key.value) if isinstance(key, Constant) else "", found)
        elif told is not None:
            self._add("items", "", found)
        else:
            found.written.add(ANYTHING)

    def _add_called_back(self, call: Asked, name: str, frame: "Frame", found: Found) -> None:
        """What C code of that name can write that calls what it is given."""
        beside, names = frame.code.beside, Names(None, None, frame)
        for operand in (one for given in call.arguments for one in beside.could_be(given)):
            code = code_made(operand, beside)
            known, function = global_of(operand, beside, names)
            if code is not None:
                found.written.add(("made", code))
            elif known and known not in frame.code.names and is_a(function, FunctionType, type):
                found.functions.append(function)
            elif name in CALLED_BY_NAME and isinstance(operand, Variable):
                found.written.add(("given", operand.number))

    def _add_variable(self, operand: Operand, frame: "Frame", found: Found) -> None:
        """What can be written by a call of what a variable has."""
        code = code_made(operand, frame.code.beside)
        if code is not None:
            found.written.add(("made", code))
            return
        match frame.code.beside.expression_of(operand):
            case Load(_, name, ()) | Special("load", (Constant(name),)) if frame.place(name)[0] != "global":
                found.written.add(("called own", name))
            case _:
                found.written.add(ANYTHING)
