"""Which other functions a call could have called.

`(first.append if c else second.append)(1)` writes to one list; with another `c` it would have written to the other.
So a call of a function that was selected, by a branch, an index or what a call returned, is a node at which all those
might have been called that could have been selected in its place.
"""

import operator
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from types import BuiltinFunctionType, CodeType, FunctionType, MethodDescriptorType
from typing import TYPE_CHECKING, Any

from ...ir.language import Argument, Call, Constant, Load, Operand, Special, Variable
from ...rules.effects import READING, does
from ..classes import is_a, is_callable, lookup
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, ReturnNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .addresses import passed_by_call
from .asking import Asking
from .called import is_any
from .effects import CALLS
from .effects.attributes import get_attribute
from .effects.mappings import get_item
from .frames import Decided, Frame
from .instead import has_branches, stored_by
from .memory import ITEMS
from .roots import unbound
from .shadows import Shadow, class_of
from .telling import Telling, is_function, method_of, names_in, what_is_called
from .told import Calls, Place, what_stands_for

if TYPE_CHECKING:
    from .index import Index

_FURTHEST = 40  # steps from a call back to where its function was made


class Callees:
    """For each node that has a function: the others that it could have had. None among them is for any."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self.known: dict[int, tuple[Any, ...]] = {}  # by vertices
        self.told, self.told_of_special = Calls(), Calls()  # what `tell_those`, `tell_special` told
        self.places: dict[tuple[Any, ...], Place] = {}  # what operands could be in blocks that did not run
        self._depth = 0
        # ids of the classes of what a container held when it held so much
        self.kinds: dict[Shadow, tuple[int, set[int]]] = {}

    def tell(self, call: Any, frame: Frame) -> None:
        """Let it be known what a call in a frame might have written, had it called another function."""
        function = call._operands[0]
        others = self.others(function)
        if others:
            self.tell_those(others, call, frame, self.index.selected((function,)))

    def tell_method(self, call: Any, name: str, frame: Frame) -> None:
        """The same of a method that was looked up by that name, without a node, in the first argument."""
        owner = call._operands[1]
        others = self.of_other_classes(owner, name)
        if others:
            self.tell_those(others, call, frame, self.index.selected((owner,)))

    def tell_those(self, functions: Iterable[Any], call: Any, frame: Frame, vertex: int) -> None:
        """A call in a frame, or C code that it has called, might have called these functions; that vertex is what
        decided it.
        """
        passed = [operand.value for operand in call._operands[1:]]
        key = tuple(map(what_is_called, functions)), tuple(map(what_stands_for, passed)), id(frame.code)
        told = self.told.again(key, vertex, frame, call)
        if told is None:
            told = asking = Asking(self.index.potential, frame, call, frozenset())
            for function in functions:
                _tell(asking, function, passed, vertex)
            self.told.add(key, asking, vertex)
        self.index.epoch += bool(told.told)

    def others(self, operand: Any) -> tuple[Any, ...]:
        """The functions that an operand could have been in the place of its value."""
        if type(operand) is TapeConstant or not self.index.whole:
            return ()
        if not hasattr(operand, "_vertex"):  # it was not looked at yet
            return (None,)
        found = self.known.get(operand._vertex)
        if found is None:
            self.known[operand._vertex] = ()  # of what it may lead back to
            self._depth += 1
            # of what is further back nothing is said
            others = {what_is_called(one): one for one in self._others(operand)} if self._depth < _FURTHEST else {}
            self._depth -= 1
            others.pop(what_is_called(operand.value), None)
            found = self.known[operand._vertex] = tuple(others.values())
        return found

    def given_otherwise(self, operand: Any) -> list[Any]:
        """What C code that is given an operand, and calls it, could have called in its place."""
        if type(operand) is TapeConstant or not is_callee(operand.value) or not self.index.whole:
            return []
        objects, containers = self.index.addresses.others(operand)
        others = chain(objects, *(container.held.values() for container in containers))
        called = [one for one in others if type(lookup(class_of(one), "__call__")) is FunctionType]
        return [*(one for one in self.others(operand) if one is not None), *called]

    def of_other_classes(self, operand: Any, name: str) -> tuple[Any, ...]:
        """The methods of a name of the objects of other classes that an operand could have been."""
        if type(operand) is TapeConstant or not self.index.whole:
            return ()
        return tuple([method for one in self._of_other_classes(operand) for method in method_of(one, name)])

    def tell_special(self, node: Any, operand: Any, passed: list[Any], names: frozenset[str] | None) -> None:
        """C code calls methods with these `names`, or any, of the class of what it is given; it might have called those
        of other classes.
        """
        uncalled, potential = self.index.uncalled, self.index.potential
        called: list[tuple[FunctionType, Any]] = []
        for one in self._of_other_classes(operand):
            cls = class_of(one)
            methods: list[Any] = [*uncalled.called_of(cls, names)]
            if is_any(names):
                methods += [*uncalled.getters(cls, None), *potential.setters(cls, "items", "")]
            name, sets = _attribute_of(node)
            if name is not None:
                methods += potential.setters(cls, "attribute", name) if sets else uncalled.getters(cls, name)
            called += [(method, one) for method in dict.fromkeys(methods) if type(method) is FunctionType]
        if not called:
            return
        vertex = self.index.selected((operand,))
        key = tuple([(id(method), id(one)) for method, one in called]), tuple(map(what_stands_for, passed))
        if self.told_of_special.again(key, vertex) is None:
            telling = Telling(potential)
            for method, one in called:
                telling.tell_function(method, [one, *passed], vertex)
            self.told_of_special.add(key, telling, vertex)
        self.index.epoch += 1
        self.index.has_choices = True

    def is_mixed(self, operand: Any) -> bool:
        """Could an operand have been an object of another class?"""
        others, containers = self.index.addresses.others(operand)
        cls = type(operand.value)
        return any(class_of(one) is not cls for one in others) or any(self._has_others(one, cls) for one in containers)

    def _has_others(self, container: Shadow, cls: type) -> bool:
        """Does a container hold objects of other classes than this?"""
        size, kinds = self.kinds.get(container, (-1, set()))
        if size != len(container.held):
            kinds = {id(class_of(one)) for one in container.held.values()}
            self.kinds[container] = len(container.held), kinds
        return len(kinds) > 1 or (bool(kinds) and id(cls) not in kinds)

    def _of_other_classes(self, operand: Any) -> list[Any]:
        """The objects of other classes that an operand could have been."""
        others, containers = self.index.addresses.others(operand)
        cls, found = type(operand.value), list(others)
        for container in containers:
            if self._has_others(container, cls):
                found += container.held.values()
        return [one for one in found if class_of(one) is not cls]

    def _others(self, node: Node) -> Iterable[Any]:
        """Back along the nodes that the function went through, to the one that made it."""
        one: Any = node
        for _ in range(_FURTHEST):
            if not hasattr(one, "_vertex"):  # a constant, or what is not done
                return
            known = self.known.get(one._vertex) if one is not node else None
            if known is not None:
                yield from known
                return
            kind = type(one)
            if kind is ArgumentNode and isinstance(one.branch, NestedCallNode):
                one = passed_by_call(one)
            elif kind is ArgumentNode and one.branch is not None:
                yield from self._by_other_ways(one)
                one = one._operands[0] if one._operands else None
            elif kind is NestedCallNode:
                yield from self._returned_otherwise(one)
                last = one.children[-1] if one.children else None
                one = last._operands[0] if type(last) is ReturnNode else None
            else:
                if kind is PrimitiveCallNode:
                    yield from self._loaded_otherwise(one)
                    objects, containers = self.index.addresses.others(one)
                    for held in (objects, *(container.held.values() for container in containers)):
                        yield from filter(is_function, held)
                vertex = self.index.origin(one)
                origin = self.index.nodes[vertex] if vertex is not None else None
                stored = stored_by(origin) if origin is not None and hasattr(origin, "_vertex") else None
                one = stored if stored is not one else None

    def _by_other_ways(self, argument: ArgumentNode) -> Iterable[Any]:
        """What other edges would have passed for the argument of a block."""
        frame = self.index.frame_of(argument)
        if frame is None or argument.location is None:
            return
        place = argument.number if isinstance(argument.number, int) else 1
        for operand, block in frame.code.beside.passed_to(argument.location.block, place):
            yield from self._could_be(operand, frame, argument, block)

    def _returned_otherwise(self, call: NestedCallNode) -> Iterable[Any]:
        """What a call would have returned, had its branches gone another way."""
        if has_branches(call):
            for operand, frame, last, block in self._ends(call):
                yield from self._could_be(operand, frame, last, block)

    def _ends(self, call: NestedCallNode) -> Iterable[tuple[Operand, Frame, Any, int]]:
        """What a call returns at its other ends."""
        code = self.index.codes.get(id(call.template))
        if code is None or code.suspends or code.constructs:
            return
        last, frame = call.children[-1], Decided(call, code, False)
        for operand, block in code.beside.returned:
            if block != getattr(last.location, "block", 0):
                yield operand, frame, last, block

    def returned_otherwise(self, call: NestedCallNode) -> Iterable[Any]:
        """The objects that a call would have returned, had its branches gone another way."""
        for end in self._ends(call):
            yield from self.could_be(*end)

    def could_be(self, operand: Operand, frame: Frame, node: Any, block: int) -> Sequence[Any]:
        """What objects an operand can be in a block that did not run."""
        if isinstance(operand, Constant):
            return [operand.value]
        place, latest = self._place("objects", operand, frame, block), frame.latest(node)
        told = place.like((), frame, latest)
        if told is not None:
            return told.found
        asking = Asking(self.index.potential, frame, node, frozenset([block]), besides=False)
        found = [*(asking.shared(operand) or ()), *asking.unmade(operand)]
        place.add(asking, (), latest, -1, found)
        return found

    def _place(self, what: str, operand: Variable, frame: Frame, block: int) -> Place:
        """Where that is kept which was asked of an operand in a block."""
        key = what, operand.number, block, id(frame.code), id(frame.globals)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = Place()
        return place

    def made_otherwise(self, call: Any) -> list[Any]:
        """What stands for the objects that another function would have made that could have been called."""
        functions = self.others(call._operands[0])
        classes = {cls for one in functions for cls in self.index.potential.classes_given(one)} if functions else ()
        return self.index.unmade(classes, [operand.value for operand in call._operands[1:]]) if classes else []

    def _loaded_otherwise(self, node: Any) -> Iterable[Any]:
        """What a load would have found by another index, or in another object."""
        function, *operands = node._operands
        handle = CALLS.get(id(function.value))
        if handle is get_item and len(operands) > 1 and type(operands[1]) is not TapeConstant:
            held = operands[0].value
            items = list(held.values()) if is_a(held, dict) else held[:ITEMS] if is_a(held, list, tuple) else ()
            yield from filter(is_function, items)
        elif handle is get_attribute and len(operands) > 1 and type(operands[1].value) is str:
            if type(operands[1]) is not TapeConstant:
                owner = operands[0].value
                for name in names_in([owner if is_a(owner, type) else type(owner)], _begin_of(operands[1])):
                    yield from method_of(owner, name)
            others, containers = self.index.addresses.others(operands[0])
            for owner in (*others, *(held for container in containers for held in container.held.values())):
                yield from method_of(owner, operands[1].value)
        elif function.value is partial:
            for operand in operands:
                yield from self.others(operand)

    def _could_be(self, operand: Operand, frame: Frame, node: Any, block: int) -> list[Any]:
        """What functions an operand can be in a block that did not run."""
        if isinstance(operand, Constant):
            return list(filter(is_function, [operand.value]))
        place, latest = self._place("functions", operand, frame, block), frame.latest(node)
        told = place.like((), frame, latest)
        if told is None:
            asking = Asking(self.index.potential, frame, node, frozenset([block]))
            could_be: Sequence[Any] = list(self._could_be_anew(asking, operand, block))
            place.add(asking, (), latest, -1, could_be)
        else:
            could_be = told.found
        found: list[Any] = []
        for one in could_be:
            if isinstance(one, Variable):  # what the latest node of a variable is, and could have been
                found += filter(is_function, (latest[one.number].value, *self.others(latest[one.number])))
            else:
                found.append(one)
        return found

    @staticmethod
    def _could_be_anew(asking: Asking, operand: Variable, block: int) -> Iterable[Any]:
        """The same: functions, and variables that have nodes."""
        beside = asking.beside
        waiting: list[Operand] = [operand]
        seen: set[int] = set()
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant):
                yield from filter(is_function, [one.value])
                continue
            if one.number in seen:
                continue
            seen.add(one.number)
            if beside.defined[one.number] != block and asking.has_run(one):
                yield one
                continue
            defined = beside.statement(one.number)
            if isinstance(defined, Argument):
                waiting += beside.incoming(one.number)
                continue
            match defined.expression:
                case Load(_, name, (owner,)) | Call(Constant(), (owner, Constant(name))) if type(name) is str:
                    owners = asking.shared(owner)
                    owners = [*owners, *asking.unmade(owner)] if owners is not None else None
                    yield from [None] if owners is None else [f for one in owners for f in method_of(one, name)]
                case Special("function", operands):
                    yield from [o.value for o in operands if isinstance(o, Constant) and type(o.value) is CodeType]
                    waiting += [o for o in operands if isinstance(o, Variable)]
                case Call(function, arguments):
                    yield from filter(is_function, asking.shared(one) or [None])
                    waiting += [function, *arguments]
                case _:
                    yield from filter(is_function, asking.shared(one) or ())


def is_callee(value: Any) -> bool:
    """May C code call a value that it is given, or what stands in the place of the default, which is None?"""
    return value is None or is_callable(type(value))


def _attribute_of(node: Any) -> tuple[str | None, bool]:
    """The name of the attribute that a node gets, or sets, and which of both it does."""
    operands: tuple[Any, ...] = node._operands if type(node) is not JumpNode else ()
    function = operands[0].value if type(node) is PrimitiveCallNode else None
    sets = function is setattr or getattr(node, "name", "") == "setattr"
    is_one = sets or function is getattr or function is hasattr
    place = 1 if function is None else 2
    name = operands[place].value if is_one and len(operands) > place else None
    return (name, sets) if type(name) is str else (None, sets)


def _begin_of(node: Any) -> str:
    """How a text surely begins that was computed, as `"visit_" + kind` does."""
    kind, operands = type(node), node._operands
    if kind is PrimitiveCallNode and operands[0].value is operator.add:
        operands = operands[1:]
    elif kind is not SpecialCallNode or node.name != "string":
        return ""
    return operands[0].value if type(operands[0]) is TapeConstant and type(operands[0].value) is str else ""


def _tell(asking: Asking, function: Any, passed: list[Any], vertex: int) -> None:
    """A function might have been called with that."""
    if function is None:
        asking.tell_write("anything", None, "", vertex)
        return
    function, bound = unbound(function)
    given = [*bound, *passed]
    if is_a(function, FunctionType, CodeType, type):
        asking.tell_function(function, given, vertex)
    elif is_a(function, BuiltinFunctionType, MethodDescriptorType):
        told = does(function)
        if told not in READING:
            asking.tell_write("items", given[: 1 if told is not None else None], "", vertex)
            if told is None or "attribute" in told:
                asking.tell_write("attribute", given, "", vertex)
    else:
        called = lookup(type(function), "__call__")
        if type(called) is FunctionType:
            asking.tell_function(called, [function, *given], vertex)
