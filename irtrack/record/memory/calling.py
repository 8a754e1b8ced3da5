"""What a way not taken calls: functions and methods that are there, as far as the frame and the shadows tell."""

from collections.abc import Iterable
from functools import cache, partial
from types import FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from ...ir.language import Call, Constant, Load, Operand, Special, Statement, Unbound, Variable
from ...rules.effects import CHANGING_METHODS, READING, does, is_iterating, is_quiet
from ..classes import is_a, is_callable, is_static, lookup, lookup_above, may_have, namespace_of
from ..nodes.kinds import ArgumentNode, PrimitiveCallNode, ReturnNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from .addresses import passed_by_call
from .beside import Asked
from .constructing import Constructing
from .definitions import attribute_loaded
from .functions import is_called, is_function, method_of, names_in, unbound
from .keeping import Objects, ids_of
from .roots import IN_C, MAKING, asked_of
from .shadows import Unmade, can_change, class_of
from .supposing import TAKING_OUT, looked_up
from .uncalled import HOOKS

NOBODY: list[Any] = []  # in the place of the objects whose method is called: what is called is none
_SOME_METHOD = object.__reduce_ex__  # in the place of a method written in C of which no table tells
_FURTHEST = 40  # steps from a variable back to where what it has was made


class Calling(Constructing):
    """A jump, and what the calls would call that it passed by."""

    def _functions(self, call: Asked, vertex: int) -> list[tuple[Any, Objects]]:
        """What may be called, and the objects whose method it is, or NOBODY; None, of which no table tells, for
        anything.
        """
        found = self.called.get(id(call))
        if found is None:
            found = self.called[id(call)] = self._find_functions(call, vertex)
        return found

    def _find_functions(self, call: Asked, vertex: int) -> list[tuple[Any, Objects]]:
        if call.owner is None:
            if (by_name := self.beside.got_by_name(call.function)) is not None:
                return self._got_by_name(*by_name)
            self._tell_called_there(call.function, vertex)
            functions = self._made_there(call.function, vertex) or self._callable(call.function)
            return [(function, NOBODY) for function in functions] if functions is not None else [(None, NOBODY)]
        if call.is_above:
            return self._above(call)
        loaded = None
        if isinstance(call.function, Variable) and call.function != call.owner:  # no special method
            loaded = self._run(call.function.number)
        if loaded is not None and not is_called(loaded.value):
            self.chosen.add(loaded.location.number)
            return [(function, NOBODY) for function in self.index.choices.functions(loaded)]
        made, is_all = self._classes(call.owner)
        methods = [(cls, lookup(cls, call.method)) for cls in made]
        found: list[tuple[Any, Objects]] = [(one, []) for cls, one in methods if one is not None or may_have(cls)]
        unmade = self.unmade(call.owner)
        is_special = call.method.startswith("__")  # which is looked up in the class
        for one in unmade if not is_special else ():  # which may keep another one in the place of a method
            found += [(kept, []) for kept in self.kept_in(one, call.method) if is_called(kept)]
        hidden = [cls for cls, one in methods if one is not None and self.potential.may_hide(cls, call.method)]
        found += [(None, []) for _ in hidden[:1]] if not (unmade or is_special) else []
        if is_all:
            return found
        found = [one for one in found if one[0] is not None]
        owners = self.shared(call.owner)
        if owners is None:
            if not self.potential.by_name.is_of_containers(call.method):
                return [(None, None)]
            return [(list.clear, None)] if call.method in CHANGING_METHODS else []
        if self.beside.has_attributes(call.owner) is not None:
            return [(lookup(dict, call.method), owners)]  # each of these is known as its `__dict__`, too
        number = call.owner.number if isinstance(call.owner, Variable) and self.besides else 0
        latest = (self._run(number) or self._stored_at(call.owner)) if number else None
        if latest is not None and any(one is latest.value for one in owners):
            self.sides.add(number)
            found += [(one, []) for one in self.index.callees.of_objects(latest, call.method)]
        put_there = cache(partial(self._put_there, call))  # which few owners ask for
        for owner in owners:
            if type(owner) is Unbound:
                continue
            if issubclass(type(owner), (type, ModuleType)):
                function = looked_up(owner, call.method)
                if function is None and issubclass(type(owner), type):
                    function = lookup(type(owner), call.method)  # of its metaclass
                put = [one for one in put_there() if one is not function]
                found += [(one, NOBODY) for one in put]
                if function is not None or (not put and self._may_have(owner, call.method)):
                    found.append((function, NOBODY))
                continue
            cls = class_of(owner)
            function = lookup(cls, call.method)
            own = list(method_of(owner, call.method)) if function is None else ()
            if function is not None and self.potential.may_hide(cls, call.method):
                found += [(one, []) for one in self._kept_instead(owner, call.method) if is_called(one)]
            if own:
                kept = self.kept_in(owner, call.method)
                self.attributes.append((owner, call.method, kept))
                instead = [one for one in kept if is_called(one) and one is not own[0]]
                if own[0] is not None or not (instead or self._keeps_none(owner, call)):
                    found += [(one, []) for one in own]
                instead += [one for one in put_there() if one is not own[0]]
                found += [(one, []) for one in instead]
                continue
            there = put_there() if function is None or call.method in self.beside.attributes else []
            found += [(one, []) for one in there if not any(one is known for known, _ in found)]
            if function is None and (there or made or _has_data(owner, call.method)):
                continue  # it is another one
            if function is None and not may_have(cls) and self._is_there(call.owner):
                continue  # to ask for it could but raise
            if function is None and call.method in CHANGING_METHODS and lookup(cls, "__getattr__") is not None:
                found.append((list.clear, self.reach([owner])))  # of what it stands for
                if self.potential.by_name.is_of_containers(call.method):
                    continue
            if function is None and not self._may_have(owner, call.method):
                continue
            if type(function) is not MethodDescriptorType or can_change(owner) or is_iterating(function):
                found.append((function, [owner]))
        if not found and not made and not self._is_there(call.owner):  # it is made there
            found.append((_SOME_METHOD, owners) if self._is_from_c(call.owner) else (None, []))
        is_known = self.potential.by_name.is_of_containers(call.method)
        return [one for one in found if one[0] is not None] if is_known else found

    def _put_there(self, call: Asked) -> list[Any]:
        """What might have been put under the name of a method, that could be called."""
        there = self._might_have((call.owner, call.method)) if call.owner is not None else ()
        return list(filter(is_called, there or ()))

    def _got_by_name(self, operand: Operand, begin: str) -> list[tuple[Any, Objects]]:
        """The methods of what an operand can be whose names begin so."""
        made, is_all = self._classes(operand)
        owners = self.shared(operand) if not is_all else []
        if owners is None or not (owners or made):
            return [(None, NOBODY)]
        found: list[tuple[Any, Objects]] = []
        for one in (*owners, *self.unmade(operand)):
            for name in names_in([one if is_a(one, type) else class_of(one)], begin):
                if begin or not name.startswith("__"):
                    found += [(method, NOBODY) for method in method_of(one, name)]
            held = namespace_of(one) if type(one) is not Unmade else None
            for name, value in held.items() if type(held) is dict else ():
                if type(name) is str and name.startswith(begin) and is_called(value):
                    found.append((value, NOBODY))
        return found

    def _above(self, call: Asked) -> list[tuple[Any, Objects]]:
        """The methods that `super()` has."""
        base, owners = self._named("__class__"), self.shared(call.owner)
        classes = [owner if is_a(owner, type) else type(owner) for owner in owners or ()]
        found = [lookup_above(cls, base[0], call.method) for cls in classes] if base else [None]
        return [(function, owners) for function in found or [None]]

    def _callable(self, operand: Operand) -> Objects:
        """What a call of an operand may call; None for anything."""
        functions = self.shared(operand)
        there = self._there(operand) if isinstance(operand, Variable) else None
        if functions and there and is_called(there[0]):  # nobody could have called what is no function
            functions = list(filter(is_called, functions))
        if functions and all(map(is_called, functions)):
            return functions
        there = self._hands_on((operand,))
        return self.callables(there) if there is not None else None

    def _hands_on(self, operands: Iterable[Operand]) -> Objects:
        """The functions that operands would be, and what they are that may hold some; None if these may be any."""
        found: list[Any] = []
        waiting, seen = list(operands), set[int]()
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant):
                found.append(one.value)
                continue
            if one.number in seen:
                continue
            seen.add(one.number)
            latest = self._latest(one)
            if latest is not None:
                self.chosen.add(one.number)
                instead = self._instead_of(self._run(one.number))
                if instead is None:
                    return None
                found += [*latest, *instead]
                if not all(map(is_called, latest)):  # it may hold some
                    waiting += self.beside.surely_put_into(one.number)
                continue
            defined = self.beside.statement(one.number)
            expression = defined.expression if isinstance(defined, Statement) else None
            if attribute_loaded(expression) is not None:
                functions = [each for each in self.shared(one) or () if is_callable(type(each))]
                if not functions:
                    return None
                found += functions
                continue
            match expression:
                case None:
                    waiting += self.beside.incoming(one.number)
                case Load(_, str() as name, ()) | Special("load", (Constant(str() as name),)):
                    named, stored = self._named(name), self.beside.stored(name)
                    if named is None and not stored:
                        return None
                    there = self._stored_at(one)
                    instead = self._instead_of(there) if there is not None else []
                    if instead is None:
                        return None
                    found += (*(named or ()), *instead)
                    waiting += stored if named is None else ()
                case Special("function", operands):
                    found += self.shared(one) or ()
                    waiting += [each for each in operands if isinstance(each, Variable)]
                case Special(name, operands) if name in MAKING or name.startswith("unpack_"):
                    waiting += [*operands, *self.beside.surely_put_into(one.number)]
                case Call(Constant(function), operands) if function is not getattr:
                    waiting += operands
                case Call(Variable() as function) as call if self._only_reads(function):
                    waiting += [*self._owner_of(function), *call.operands[1:]]
                case _:
                    return None
        return found

    def _stored_at(self, operand: Operand) -> Any:
        """What was stored under the name that an operand is, if it is one: a node."""
        place = self._place_loaded(operand)
        stored = self.stored_at(place) if place is not None else None
        if stored is not None:
            self.selected.append((stored, ids_of(self.index.addresses.others(stored))))
        return stored

    def _instead_of(self, node: Any) -> Objects:
        """What could have been in the place of what cannot be called, or what holds that; None if nobody knows."""
        if is_called(node.value) or is_given(node):
            return []
        functions = self.index.choices.functions(node)
        if any(one is None for one in functions):  # `in` would ask them whether they are equal
            return None
        found = [*functions, *self._others(node)]
        for _ in range(_FURTHEST):  # back to where it was made, or taken out of something
            given = given_by(node)
            if given is None:
                break
            node = given
            found += self._others(node)
        else:
            return None
        if is_given(node):
            return found
        function, bound = unbound(node._operands[0].value) if type(node) is PrimitiveCallNode else (None, [])
        if id(function) not in TAKING_OUT:
            if type(node) is PrimitiveCallNode:  # a view, or an iterator
                found += [other for operand in node._operands[1:] for other in self._others(operand)]
            return found if node.value is not None else None
        operands = node._operands[1:]
        container = [*bound, *(one.value for one in operands)][0]
        put = self.put_into([container])
        if put is None or any(one.value is None and not is_given(one) for one in operands):
            return None
        self.undoubted.append(container)
        return [*found, *put, container, *(other for one in operands for other in (one.value, *self._others(one)))]

    def _others(self, operand: Any) -> list[Any]:
        """The objects that an operand could have been."""
        others = self.index.addresses.others(operand)
        self.selected.append((operand, ids_of(others)))
        return self.index.each_of(others)

    def _keeps_none(self, owner: Any, call: Asked) -> bool:
        """Has nothing but None been stored in the attribute that is called, and could have been?"""
        asked = self._run(call.owner.number) if isinstance(call.owner, Variable) else None
        if asked is None or asked.value is not owner or self._others(asked):
            return False
        node = self.writer_of(owner, call.method)
        if node is None or not node._operands or not self.is_undoubted(owner):
            return False
        self.undoubted.append(owner)
        return node._operands[-1].value is None and is_given(node._operands[-1])

    def _owner_of(self, function: Variable) -> list[Operand]:
        """Whose method a function is, if it is loaded on the way."""
        defined = self.beside.statement(function.number)
        loaded = attribute_loaded(defined.expression) if isinstance(defined, Statement) else None
        return [loaded[0]] if loaded is not None else []

    def _only_reads(self, function: Variable) -> bool:
        """Would a variable be functions written in C that give no function but of what they are given?"""
        functions = [unbound(one)[0] for one in self.shared(function) or ()]
        if not functions and (owner := asked_of(function, self.beside)) is not None:
            return not any(map(may_have, map(class_of, self.shared(owner) or ())))  # which has no such method
        return bool(functions) and all(
            does(one) in READING or (is_a(one, type) and is_static(one)) for one in functions
        )

    def _is_from_c(self, operand: Operand) -> bool:
        """Would an operand be what a function written in C gives, or one of the library that gives such?"""
        waiting, seen = [operand], set[int]()
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant) or one.number in seen:
                continue
            seen.add(one.number)
            defined = self.beside.statement(one.number)
            match defined.expression if isinstance(defined, Statement) else None:
                case None if self.beside.defined[one.number] != 1:
                    waiting += self.beside.incoming(one.number)
                case Call(Variable() as function):
                    functions = [unbound(each)[0] for each in self.shared(function) or ()]
                    if not functions or not all(is_a(each, *IN_C) or is_quiet(each) for each in functions):
                        return False
                case _:
                    return False
        return True

    def _may_have(self, owner: Any, name: str) -> bool:
        """May something have been stored in an attribute of an object of which nobody knows?"""
        cls = class_of(owner)
        if any(type(lookup(cls, one)) is FunctionType for one in HOOKS):
            return True
        if issubclass(type(owner), type) and is_static(owner):
            return False
        kept = self.kept_in(owner, name)
        self.attributes.append((owner, name, kept))
        self.asks_names = True
        is_any = self.index.any_name and self.index.may_be_stored(name)
        return bool(kept) or is_any or name in self.index.stored_names

    def _tell_called_there(self, operand: Operand, vertex: int) -> None:
        """What a variable has might be called, to which functions may store."""
        place = self._place_loaded(operand)
        if place is not None:
            self.tell_place("called here", "stored elsewhere", self.index.place_at(place), vertex)

    def _place_loaded(self, operand: Operand) -> Any:
        """Where the value is of the name that an operand is, if it is one of no global."""
        match self.beside.expression_of(operand):
            case Load(_, str() as name, ()) | Special("load", (Constant(str() as name),)):
                return self._place(name)
        return None

    def _made_there(self, operand: Operand, vertex: int) -> list[Any]:
        """The code of the functions that the frame itself would put into the cell from which a variable is loaded."""
        place = self._place_loaded(operand)
        made = self._made_at(place) if place is not None else []
        if made:
            self.tell_place("call", "store", self.index.place_at(place), vertex)
        return made


def given_by(node: Any) -> Any:
    """The node that has what a node passes on: an argument, a call that returned it, or an iterator over it."""
    kind = type(node)
    if kind is ArgumentNode and isinstance(node.branch, NestedCallNode):
        return passed_by_call(node) if node.number is not None else None
    if kind is ArgumentNode:
        return node._operands[0] if node._operands else None
    if kind is NestedCallNode:
        last = node.children[-1] if node.children else None
        return last._operands[0] if type(last) is ReturnNode and last._operands else None
    return node._operands[1] if kind is PrimitiveCallNode and node._operands[0].value is iter else None


def is_given(node: Any) -> bool:
    """Does a node have what the code, or the code of callers, passes on as a constant?"""
    while type(node) is ArgumentNode:
        call = node.parent
        if isinstance(node.branch, NestedCallNode) and node.number is not None:
            if type(node.branch.parent) is not NestedCallNode:  # C code has called it
                return False
            node = passed_by_call(node)
        elif node.branch is not None or not isinstance(call, NestedCallNode) or call._statement is None:
            return False
        else:  # a default
            is_plain = type(call._statement.expression) is Call and not call._split()[2]
            return is_plain and not is_a(call._operands[0].value, partial)
    return type(node) is TapeConstant


def _has_data(owner: Any, name: str) -> bool:
    """Has an object something in an attribute that nobody could call?"""
    names = namespace_of(owner)
    return type(names) is dict and name in names and not is_function(names[name])
