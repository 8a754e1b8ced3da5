"""Which other functions a call could have called.

`(first.append if c else second.append)(1)` writes to one list; with another `c` it would have written to the other.
So a call of a function that was selected, by a branch, an index or what a call returned, is a node at which all those
might have been called that could have been selected in its place.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...ir.language import Call
from ...rules.effects import READING, does, is_iterating, looks_up
from ..classes import is_a, is_callable, lookup, lookup_above, mro
from ..nodes.kinds import PrimitiveCallNode
from ..nodes.nested import NestedCallNode
from .asking import Asking
from .beside import GETTING
from .by_name import writes_anything
from .called import is_any
from .frames import Frame
from .functions import is_called, is_class, method_of, unbound, what_is_called
from .graph import Range
from .memory import vertices_of
from .names import Names, closure_of
from .necessity import before, decided_otherwise, had_to, stored_by
from .others import MANY, Others
from .put import might_be
from .roots import IN_C
from .shadows import ANY_PART, UNHELD, Shadow, UnmadeFunction, attribute_key, class_of
from .telling import Telling
from .told import Calls, what_stands_for

if TYPE_CHECKING:
    from .index import Index


class Callees:
    """Tells the index what calls might have written, had they called other functions."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self.told, self.told_of_special = Calls(index), Calls(index)  # what `tell_those`, `tell_special` told
        self.of_classes: dict[Any, tuple[FunctionType, ...]] = {}  # what `special_of` gave
        self.of_any: list[Any] = []  # see `_of_any_class`

    def tell(self, call: Any, frame: Frame) -> None:
        """Let it be known what a call in a frame might have written, had it called another function."""
        function = call._operands[0]
        others = self.index.choices.functions(function)
        if others:
            self.tell_those(others, call, frame, self.index.selected((function,)))

    def tell_method(self, call: Any, name: str, frame: Frame) -> None:
        """The same of a method that was looked up by that name, without a node, in the first argument."""
        owner, index = call._operands[1], self.index
        if not index.tells_apart and index.addresses.others(owner) is MANY:
            index.potential.by_name.tell_method(name, owner)
            others = list[Any]()
        else:
            others = list(self.of_other_classes(owner, name))
        if others and call in index.begun:  # what runs there does because of the object's class
            index.data[index.begun[call] + 1] += vertices_of((owner,))
        doubts = self._doubts_of_call(call)
        functions, stored = self._stored_otherwise(owner.value, name, doubts)
        others += functions
        if others:
            vertex = index.selected((owner,))
            index.data[vertex] += stored
            if doubts:  # another function might have been stored by that name
                index.ranges[vertex] = (*index.ranges.get(vertex, ()), *doubts)
            self.tell_those(others, call, frame, vertex)

    def _doubts_of_call(self, call: Any) -> tuple[Range, ...]:
        """Those about which function a name stood for, where the call began."""
        index, begun = self.index, self.index.begun.get(call, -1)
        if begun < 0 and hasattr(call, "_vertex"):
            begun = next((one for one in index.data[call._vertex][:1] if index.nodes[one] is call), -1)
        return index.ranges.get(begun, ())

    def _stored_otherwise(self, owner: Any, name: str, doubts: tuple[Range, ...]) -> tuple[list[Any], tuple[int, ...]]:
        """What an object, its class or a base would have under the name of a method, had a store not run, or another
        one of which there are doubts; and the vertices of what has decided about the former.
        """
        index, found = self.index, list[Any]()
        if doubts:
            there = might_be(index, doubts, name) if index.tells_apart else [None]
            found += [one for one in there or () if one is None or is_called(one)]
        for cls in mro(type(owner)) if name in index.stored_names else ():
            write = index.shadows[id(cls)].parts.get(attribute_key(cls, name)) if id(cls) in index.shadows else None
            if write is None:
                continue
            writer = index.nodes[write[0]]
            put = stored_by(writer) if writer is not None else None
            stored = list(index.choices.functions(put)) if hasattr(put, "_vertex") else []
            if not had_to(index, write[0]):
                others = [*(one.value for one in before(index, write[0])), *decided_otherwise(index, write[0], name)]
                stored += others or [lookup_above(type(owner), cls, name)]
            elif not stored:
                break
            return [*found, *(partial(one, owner) for one in stored if type(one) is FunctionType)], write[:1]
        return found, ()

    def tell_those(self, functions: Iterable[Any], call: Any, frame: Frame, vertex: int) -> None:
        """A call in a frame, or C code that it has called, might have called these functions; that vertex is what
        decided it.
        """
        operands = call._operands[1:] if self.index.tells_apart else ()
        asking = Asking(self.index.potential, frame, call, frozenset())
        passed = [one for operand in operands for one in (operand.value, *asking.others_of(operand))]
        by = asking.in_library, id(frame.code)
        key = tuple(map(what_is_called, functions)), tuple(map(what_stands_for, passed)), by
        told = self.told.again(key, vertex, frame, call)
        if told is None:
            told = asking
            for function in functions:
                _tell(asking, function, passed, vertex)
            self.told.add(key, asking, vertex)
        self.index.epoch += bool(told.told)

    def given_otherwise(self, operand: Any) -> list[Any]:
        """What C code that is given an operand, and calls it, could have called in its place."""
        if not self.index.whole or not is_callee(operand.value) or not self.index.choices.are_there(operand):
            return []
        if not self.index.tells_apart and self.index.choices.functions(operand):
            return [None]
        others = self.index.each_of(self.index.addresses.others(operand))
        called = [one for one in others if type(lookup(class_of(one), "__call__")) is FunctionType]
        return [*(one for one in self.index.choices.functions(operand) if one is not None), *called]

    def of_other_classes(self, operand: Any, name: str) -> tuple[Any, ...]:
        """The methods of a name of the objects of other classes that an operand could have been."""
        if not self.index.whole or not self.index.choices.are_there(operand):
            return ()
        others, cls = self.index.addresses.others(operand), type(operand.value)
        if others is not MANY:
            found = self._of_other_classes(others, cls)
        elif self.index.tells_apart:
            found = self._of_any_class(cls)
        else:
            return self.index.potential.by_name.methods(name, cls)
        return tuple([method for one in found for method in method_of(one, name)]) if found else ()

    def of_objects(self, operand: Any, name: str) -> tuple[Any, ...]:
        """The same where the operand has a number, or nothing, of which only ways not taken are asked."""
        if id(type(operand.value)) not in UNHELD:
            return self.of_other_classes(operand, name)
        others = self.index.choices.objects(operand)
        return tuple([method for one in others if one is not None for method in method_of(one, name)])

    def tell_special(self, node: Any, operand: Any, passed: list[Any], names: frozenset[str] | None) -> None:
        """C code calls methods with these `names`, or any, of the class of what it is given; it might have called those
        of other classes.
        """
        others = self._of_other_classes(self.index.addresses.others(operand), type(operand.value))
        attribute = attribute_of(node) if others else (None, False)
        called = [(method, one) for one in others for method in self.special_of(class_of(one), names, *attribute)]
        if not called:
            return
        vertex = self.index.selected((operand,))
        what = tuple([(id(method), id(one)) for method, one in called])
        key = what, tuple(map(what_stands_for, passed)), self.index.potential.is_in_library(node)
        if self.told_of_special.again(key, vertex) is None:
            telling = Telling(self.index.potential, node.parent)
            for method, one in called:
                telling.tell_function(method, [one, *passed], vertex)
            self.told_of_special.add(key, telling, vertex)
        self.index.epoch += 1

    def tell_special_of_held(self, node: Any, operand: Any, passed: list[Any], names: frozenset[str] | None) -> None:
        """The same of what a list or tuple holds that C code is given."""
        index = self.index
        for put in index.addresses.put_into(index.shadow(operand.value)).values():
            self.tell_special(node, put, passed, names)

    def tell_special_by_name(
        self, node: Any, operands: Sequence[Any], names: frozenset[str] | None, holders: Sequence[Any]
    ) -> list[Any]:
        """Both, of operands and of what `holders` hold, where that is told by names; returns the operands of which
        that is not told, since they could have been some objects only.
        """
        by_name = self.index.potential.by_name
        written = by_name.of_special_methods(names, *attribute_of(node))
        if not written:
            return []
        anything, several = list[Any](), list[Any]()
        for operand in operands:
            (anything if self.index.addresses.others(operand) is MANY else several).append(operand)
        by_name.habit.note(node.location, bool(anything) and not several and writes_anything(written))
        if anything:
            by_name.tell_special(anything, written)
        for operand in holders:
            by_name.tell_special_of_held(operand, written)
        return several

    def tells_special(self, names: frozenset[str] | None, attribute: str | None, sets: bool) -> bool:
        """Is there anything to tell of what methods with these names write of which `attribute_of` gave the others?"""
        return self.index.tells_apart or bool(self.index.potential.by_name.of_special_methods(names, attribute, sets))

    def special_of(
        self, cls: type, names: frozenset[str] | None, attribute: str | None, sets: bool
    ) -> tuple[FunctionType, ...]:
        """The methods with these `names` that C code calls of objects of a class, to get an attribute, or to set it."""
        key = id(cls), names, attribute, sets
        found = self.of_classes.get(key)
        if found is None:
            uncalled, potential = self.index.uncalled, self.index.potential
            methods: list[Any] = [*uncalled.called_of(cls, names)]
            if is_any(names):
                methods += [*uncalled.getters(cls, None), *potential.setters(cls, "items", "")]
            if attribute is not None:
                methods += potential.setters(cls, "attribute", attribute) if sets else uncalled.getters(cls, attribute)
            found = self.of_classes[key] = tuple([one for one in dict.fromkeys(methods) if type(one) is FunctionType])
        return found

    def is_mixed(self, others: Others, operand: Any) -> bool:
        """Could an operand have been an object of another class, if it could have been these others?"""
        if others is MANY and not self.index.tells_apart:
            return self.index.potential.by_name.can_act()
        objects, containers = others
        cls = type(operand.value)
        for one in objects:
            if class_of(one) is not cls or is_class(one):
                return True
        return any(self._has_others(one, cls) for one in containers)

    def _has_others(self, container: Shadow, cls: type) -> bool:
        """Does a container hold objects of other classes than this?"""
        kinds = self.index.classes_held(container)
        return len(kinds) > 1 or (bool(kinds) and (id(cls) not in kinds or issubclass(cls, type)))

    def _of_other_classes(self, others: Others, cls: type) -> list[Any]:
        """The objects of other classes that something could have been, unless these are so many that it could have
        been any, of which only calls by name are told: C code looks at too much for that.
        """
        objects, containers = others
        mixed = [one for one in containers if self._has_others(one, cls)]
        if not objects and not mixed:
            return []
        found = [*objects, *(one for container in mixed for one in self.index.each_of(((), (container,))))]
        return [one for one in found if class_of(one) is not cls or is_class(one)]

    def _of_any_class(self, cls: type) -> list[Any]:
        """What stands for an object of each other class of the program's."""
        classes = self.index.might_be
        if len(self.of_any) != len(classes):
            self.of_any = self.index.unmade(classes.values(), ())
        return [one for one in self.of_any if one.cls is not cls]

    def given_otherwise_by(self, call: Any) -> list[Any]:
        """The objects that another function would have given that could have been called, and what stands for those
        that it would have made.
        """
        functions = self.called_otherwise(call)
        return self.given_by(functions, [operand.value for operand in call._operands[1:]]) if functions else []

    def given_by(self, functions: Iterable[Any], passed: list[Any]) -> list[Any]:
        """The objects that functions would give that are passed these, or stand for what they would make."""
        index, potential = self.index, self.index.potential
        found: list[Any] = []
        telling = Telling(potential)
        for one in functions:
            function, bound = unbound(one)
            by, roots = [*passed, *bound], frozenset[Any]()
            if type(function) is UnmadeFunction:  # its defaults
                by += function.passed
            if type(function) is UnmadeFunction and function.maker is None:
                roots = potential.given_by_made(function.code, Names(None, None, function.frame), 0)
            elif type(function) is FunctionType:
                roots = potential.given_by(function)
            found += self._functions_given(function, [*by, *closure_of(function)])
            given = telling.at_roots(roots, by)
            if type(function) is UnmadeFunction and function.maker is not None:
                given = [*by, *function.passed, *closure_of(function.maker)]
            if given is None:  # nobody knows, but at least these
                given = [*by, *closure_of(function)]
            if classes := potential.classes_given(one):
                found += index.unmade(classes, [*by, *closure_of(function), *given, *found])
            found += [*(telling.reach(given) or ()), *(telling.callables(given) or ())]
        return found

    def _functions_given(self, function: Any, by: list[Any]) -> list[Any]:
        """What stands for the functions that a function would make and give, reaching these objects."""
        found: list[Any] = []
        for one in self.index.potential.functions_given(function):
            if type(one) is UnmadeFunction:
                found.append(self.index.unmade_function(one.code, None, one.maker, (*by,)))
            elif type(one) is tuple:
                found.append(partial(one[1], *self.index.unmade([one[0]], by)))
            else:
                found.append(partial(one, *by))
        return found

    def called_otherwise(self, call: Any) -> Sequence[Any]:
        """The functions that a call could have called in the place of its own."""
        operands, above, statement = call._operands, call.parent, call._statement
        if not operands or not self.index.whole:
            return ()
        if self.index.choices.are_there(operands[0]):
            return self.index.choices.functions(operands[0])
        code = self.index.code_of(above) if type(above) is NestedCallNode else None
        if code is None or statement is None or type(statement.expression) is not Call or len(operands) < 2:
            return ()
        name, count = code.called_by(statement)
        if not name or count + 1 != len(operands):
            return ()
        functions, _ = self._stored_otherwise(operands[1].value, name, self._doubts_of_call(call))
        return (*self.of_other_classes(operands[1], name), *functions)


def is_callee(value: Any) -> bool:
    """May C code call a value that it is given, or what stands in the place of the default, which is None?"""
    return value is None or is_callable(type(value))


def attribute_of(node: Any) -> tuple[str | None, bool]:
    """The name of the attribute that a node gets, or sets, and which of both it does."""
    if type(node) is PrimitiveCallNode:
        function, place = node._operands[0].value, 2
        sets = function is setattr
        if not (sets or function is getattr or function is hasattr):  # as of most
            return None, False
    elif getattr(node, "name", "") == "setattr":
        sets, place = True, 1
    else:
        return None, False
    name = node._operands[place].value if len(node._operands) > place else None
    return (name, sets) if type(name) is str else (None, sets)


def _tell(asking: Asking, function: Any, passed: list[Any], vertex: int) -> None:
    """A function might have been called with that."""
    if function is None:
        asking.tell_write("anything", None, "", vertex)
        return
    classes = list(map(class_of, passed)) if is_a(function, classmethod) else []
    function, bound = unbound(function)
    given = [*bound, *passed, *classes]
    if function is type and (len(given) != 3 or type(given[0]) is not str):  # it makes no class of that
        return
    if is_iterating(function) or does(function) == "advance":
        asking.tell_advance(given, vertex)
    if is_a(function, FunctionType, UnmadeFunction, type):
        asking.tell_function(function, given, vertex)
    elif is_a(function, *IN_C):
        told = does(function)
        if told not in READING:
            if told is None:
                asking.tell_write("items", given, ANY_PART, vertex)
            else:
                asking.tell_write("items", given[:1], "", vertex)
            if told is None or "attribute" in told:
                asking.tell_write("attribute", given, "", vertex)
        if looks_up(function):  # of a defaultdict, too
            asking.tell_read(given, GETTING, vertex)
    else:
        called = lookup(class_of(function), "__call__")
        if type(called) is FunctionType:
            asking.tell_function(called, [function, *given], vertex)
