"""What the operands of a way not taken would be, of the objects that are there."""

import operator
import sys
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from types import FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from ...ir.language import Argument, Call, Constant, Load, Operand, Special, Statement, Unbound, Variable
from ...rules.effects import does, is_of_library
from ...rules.special_methods import OPERATORS
from ..classes import attribute_of, could_have, is_a, is_static, lookup, may_have, mro
from ..nodes.kinds import RaiseNode, SpecialCallNode
from .definitions import IN_PLACE, TAKEN_BY, Change, attribute_loaded, variables
from .functions import is_called, is_part, method_of, names_in, unbound
from .keeping import Objects
from .making import DISPLAYS, TAKING
from .names import Names, closure_of, code_made, defaults_of
from .necessity import stored_by
from .others import WHOLE
from .put import might_be
from .roots import MAKING, PASSED, makes
from .shadows import SCALARS, UNCHANGING, UNHELD, Unmade, can_change, class_of
from .telling import Telling

if TYPE_CHECKING:
    from .frames import Frame
    from .potential import Potential

_LOADING = TAKEN_BY | IN_PLACE
_GIVING: tuple[type, ...] = list, tuple, dict, type(iter([])), type(iter(()))  # what is taken out of them was there
TAKING_OUT = frozenset(map(id, (dict.get, dict.pop, dict.setdefault, list.pop, operator.getitem)))
# the types of containers and operators in place that change such
_OF_SETS = operator.ior, operator.iand, operator.isub, operator.ixor
_CHANGES = (list, operator.iadd), (deque, operator.iadd), *((set, function) for function in _OF_SETS)
_CHANGING = frozenset((id(cls), id(function)) for cls, function in _CHANGES)
_MANY_OWNERS = 8  # of an attribute; if more, it is not asked what might be in it
_DEEPEST = 40  # questions within each other; nothing is told apart that would take more
FRESH = frozenset(["copies", "rearranges", "views", "iterates"])


class Supposing(Telling):
    """A jump, and what the variables of its frame would be where it did not lead."""

    def __init__(
        self, potential: "Potential", frame: "Frame", jump: Any, away: frozenset[int], *, besides: bool = True
    ) -> None:
        super().__init__(potential, frame.node)
        self.besides = besides  # is what variables have among what they could have been?
        self.frame = frame
        self.jump = jump
        self.runs = frame.latest(jump)
        self.beside = frame.code.beside
        self.away = away
        self.storing: set[int] = set()  # variables of which it is asked what would be stored to their names
        self.putting: set[str] = set()  # names of attributes of which it is asked what the frame would store there
        self.passing: set[int] = set()  # arguments of blocks of which it is asked what is passed
        self.depth = 0  # of questions of `shared` within each other
        self.known: dict[int, Objects] = {}  # what `_latest` gave
        self.found: dict[int, Objects] = {}  # what `shared` gave of what has no node
        self.names: dict[str, Objects] = {}
        self.called: dict[int, list[tuple[Any, Objects]]] = {}  # what `_functions` gave, by the ids of calls

    def objects(self, operand: Operand | None) -> Objects:
        """The objects that an operand can be, without those that would be made on the way; None for any."""
        found = self.shared(operand)
        return None if found is None else [one for one in found if can_change(one)]

    def shared(self, operand: Operand | None) -> Objects:
        """The same, with functions, classes and modules; code, for a function that would be made there."""
        if operand is None:
            return None
        if isinstance(operand, Constant):
            return [operand.value]
        latest = self._latest(operand)
        if latest is not None:
            return latest
        if operand.number not in self.found:
            if self.depth >= _DEEPEST:
                return None
            self.depth += 1
            found = self._shared_anew(operand)
            self.depth -= 1
            if self.passing or self.storing or self.putting:  # it may leave out what is asked for
                return found
            self.found[operand.number] = found
        return self.found[operand.number]

    def _shared_anew(self, operand: Variable) -> Objects:
        self.index.spends(1)
        defined = self.beside.statement(operand.number)
        owner = self.beside.has_attributes(operand)
        if owner is not None:
            return self.shared(owner)  # each of these is known as its `__dict__`, too
        if isinstance(defined, Statement):
            match defined.expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)) if (named := self._named(name)) is not None:
                    return [*named, *self._stored_to(name, operand.number)]
                case Load(_, name, (owner,)) | Call(Constant(), (owner, Constant(name))) if _gets(defined.expression):
                    owners = self.shared(owner) or []
                    if owners and all(issubclass(type(one), (type, ModuleType)) for one in owners):
                        return [found for one in owners for found in self._looked_up(one, name)]
                    if name == "__class__" and (those := [*owners, *self.unmade(owner)]):
                        return list(map(class_of, those))
                    if owners and all(is_part(one, name) for one in owners):
                        return [getattr(one, name) for one in owners]
                    methods = self._methods([*owners, *self.unmade(owner)], [name])
                    if methods and all(one is not None for one in methods):
                        return [*methods, *(one for each in owners for one in self._kept_instead(each, name))]
                case Special("function"):
                    return self._function_made(operand)
                case Special("import", (Constant(str() as name), Constant(0), Constant(names))) if is_of_library(name):
                    module = sys.modules.get(name if names else name.partition(".")[0])
                    return [module] if module is not None else None
                case Special("import_from", (module, Constant(str() as name))):
                    modules = self.shared(module) or []
                    return [looked_up(one, name) for one in modules if is_a(one, ModuleType)] or None
                case _ if self._is_made(operand):
                    return []
                case Call(Constant(function), (first, _)) if self._stays_number(function, first):
                    return []
                case Call(function):
                    functions = self.shared(function)
                    if functions and all(makes(one) or does(one) in FRESH for one in functions):
                        return []
                    if functions and functions[0] is getattr and len(defined.expression.operands) > 2:
                        methods = self._methods_by_name(*defined.expression.operands[1:3])
                        if methods:
                            return methods
                    if functions and functions[0] is globals:
                        return [self.frame.globals]
                    if functions and functions[0] is type and len(defined.expression.operands) == 2:
                        owner = defined.expression.operands[1]
                        found = self.shared(owner)
                        return list(map(class_of, (*found, *self.unmade(owner)))) if found is not None else None
        elif self.beside.defined[operand.number] != 1:
            return self._passed(operand)
        leaves = self.leaves_of((operand,))
        expression = defined.expression if isinstance(defined, Statement) else None
        if leaves is not None:
            leaves = [*leaves, *self._taken_out_of(expression)]
        reached = self.reach(leaves) if leaves is not None else None
        if reached is None or leaves is None:
            return None
        takes_out = isinstance(expression, Call) or _unpacks(expression)
        there = self._might_hold(leaves) if takes_out else []
        more = self._might_have(attribute_loaded(expression))
        if there is None or more is None:
            return None
        shared = [one for one in leaves if is_a(one, type) and not is_static(one)]
        match expression:
            case Call(Variable(), arguments):  # which may give a module that it is passed
                shared += [one for one in self.leaves_of(arguments) or () if is_a(one, ModuleType)]
        return [*reached, *shared, *self.reaching.shared_in(reached), *there, *more]

    def _taken_out_of(self, expression: Any) -> list[Any]:
        """What an attribute could have out of which something would be taken."""
        match expression:
            case Call(Constant(function), (container, *_)) if id(function) in TAKEN_BY:
                if attribute_loaded(self.beside.expression_of(container)) is not None:
                    return self.shared(container) or []
        return []

    def _kept_instead(self, owner: Any, name: str) -> list[Any]:
        """What an object has, or could have, in an attribute of its own that a class's method does not hide."""
        cls = class_of(owner)
        if type(owner) is Unmade or (lookup(cls, name) is not None and not self.potential.may_hide(cls, name)):
            return []
        kept = self.kept_in(owner, name)
        self.attributes.append((owner, name, kept))
        return kept

    def _looked_up(self, owner: Any, name: str) -> list[Any]:
        """What a class or module had by a name: what was stored there last, or what it has."""
        kept = self.kept_in(owner, name)
        self.attributes.append((owner, name, kept))
        writer = self.writer_of(owner, name)
        is_stored = type(writer) is SpecialCallNode and writer.name == "setattr"  # and not by the body of the class
        return kept[:1] if is_stored else [looked_up(owner, name)]

    def _might_hold(self, objects: Iterable[Any]) -> Objects:
        """What might have been put into containers, or what iterators go over, on ways not taken; None for any."""
        found: list[Any] = []
        for one in objects:
            shadow = self.index.known(one)
            going_over = shadow.sources if shadow is not None and shadow.kind else ()
            if shadow is not None and shadow.kind not in WHOLE:  # it may leave out what is there
                for source in going_over:
                    found += self.index.addresses.put_otherwise(source)
            for container in [source.value for source in going_over] or [one]:
                if not is_a(container, list, dict, set, deque):
                    continue
                known = self.index.known(container)
                self.undoubted.append(container)
                if known is not None and not self.is_undoubted(container):
                    there = might_be(self.index, self.index.since(known.since, known, self.index.any_items))
                    if there is None:
                        return None
                    found += there
        return found

    def _might_have(self, loaded: tuple[Operand, str] | None) -> Objects:
        """What might have been put under the name of an attribute that is loaded; None for any."""
        owner, name = loaded if loaded is not None else (None, "")
        shared = self.shared(owner) if owner is not None else None
        owners = [one for one in shared or () if _takes(one, name)]
        found = self._stored_as(name, owners) if owners else []
        for one in owners if len(owners) <= _MANY_OWNERS else ():
            kept = self.kept_in(one, name)
            self.attributes.append((one, name, kept))
            found += [value for value in kept if id(type(value)) not in UNHELD]
            there = self.put_as(one, name)
            if there is None:
                return None
            found += there
        return found

    def _stored_as(self, name: str, owners: list[Any]) -> list[Any]:
        """What the frame itself would store to attributes of that name of these objects, or of their classes."""
        stored = self.beside.attributes.get(name, ()) if name not in self.putting else ()
        if not stored:
            return []
        self.putting.add(name)
        known = {id(one) for owner in owners for one in (owner, *mro(class_of(owner)))}
        found = []
        for holder, value in stored:
            holders = self.shared(holder)
            if holders is None or not known.isdisjoint(map(id, (*holders, *self.unmade(holder)))):
                found.append((*(self.shared(value) or ()), *self.unmade(value)))
        self.putting.discard(name)
        return [one for each in found for one in each if id(type(one)) not in UNHELD]

    def _methods_by_name(self, owner: Operand, name: Operand) -> list[Any]:
        """The methods that an object would give for a name, which may be computed."""
        owners = [one for one in (*(self.shared(owner) or ()), *self.unmade(owner)) if type(one) is not Unbound]
        if isinstance(name, Constant):
            return self._methods(owners, [name.value])
        begins = ""
        defined = self.beside.statement(name.number)
        match defined.expression if isinstance(defined, Statement) else None:
            case Call(Constant(operator.add), (Constant(str() as begins), _)):
                pass
            case Special("string", (Constant(str() as begins), *_)):
                pass
        return self._methods(owners, names_in(map(class_of, owners), begins))

    @staticmethod
    def _methods(owners: Iterable[Any], names: Iterable[str]) -> list[Any]:
        """Those methods of objects; none, if some could have something else by these names."""
        names = list(names)
        found: list[Any] = []
        for one in owners:
            for name in names:
                methods = list(method_of(one, name)) if could_have(class_of(one), name) else None
                if methods == []:
                    return []
                found += methods or ()
        return found

    def _passed(self, argument: Variable) -> Objects:
        """The same of an argument of a block: what any edge passes for it."""
        if argument.number in self.passing:  # round a loop
            return []
        self.passing.add(argument.number)
        passed = [self.shared(one) for one in self.beside.incoming(argument.number)]
        self.passing.discard(argument.number)
        if any(found is None for found in passed):
            return None
        return list({id(one): one for found in passed for one in found or ()}.values())

    def _is_made(self, operand: Variable) -> bool:
        """Would what an operand has be a number, a text, something new?"""
        defined = self.beside.statement(operand.number)
        match defined.expression if isinstance(defined, Statement) else None:
            case Special(name):
                return name in MAKING
            case Call(Constant(function)):
                return id(function) not in _LOADING
        return False

    def _stays_number(self, function: Any, operand: Operand) -> bool:
        """Does an operator in place give a number, as its first operand is one, and no class has a method for that?"""
        if id(function) not in IN_PLACE or self.storing:  # each `n += 1` of a name leads to all others of it
            return False
        found = self.shared(operand)
        if found is None or not all(id(type(one)) in SCALARS for one in found) or self.unmade(operand):
            return False
        reflected = [name for name in OPERATORS.get(id(function), ()) if name.startswith("__r")]
        classes = self.index.might_be.values()
        return all(lookup(cls, name) is None for cls in classes for name in reflected)

    def _latest(self, variable: Variable) -> Objects:
        """The value that a variable has, if it has one here."""
        number = variable.number
        if number not in self.known:
            self.known[number] = self._find_latest(number)
        return self.known[number]

    def _find_latest(self, number: int) -> Objects:
        latest = self._run(number)
        if latest is not None and (
            self.beside.defined[number] not in self.away or id(type(latest.value)) in UNCHANGING
        ):
            # in a block beside: or of the type that it had in the turn before
            if not self.besides:
                return [latest.value]
            self.sides.add(number)
            instead = self._instead_of_plain(Variable(number)) if latest.value is None else []
            if is_called(latest.value):
                self.chosen.add(number)
                instead = [one for one in self.index.choices.functions(latest) if one is not None]
            return [latest.value, *self.others_of(latest), *instead]
        return None

    def _instead_of_plain(self, operand: Operand | None) -> list[Any]:
        """What a variable could have had that has a number now, or nothing, to which nobody could write."""
        latest = self._run(operand.number) if isinstance(operand, Variable) else None
        if latest is None or not isinstance(operand, Variable):
            return []
        self.plain.add(operand.number)
        return [one for one in self.index.choices.objects(latest) if one is not None]

    def _run(self, number: int) -> Any:
        """The latest node of a variable, unless that has raised."""
        if number not in self.nodes:
            self.nodes[number] = self.runs[number]
        found = self.nodes[number]
        return found if type(found) is not RaiseNode else None

    def has_run(self, variable: Variable) -> bool:
        """Has a variable a node?"""
        return self._run(variable.number) is not None

    def _there(self, variable: Variable) -> Objects:
        """What a variable has, or a name that it is; None if that is not known."""
        latest = self._latest(variable)
        if latest is None:
            defined = self.beside.statement(variable.number)
            match defined.expression if isinstance(defined, Statement) else None:
                case Load(_, name, ()) | Special("load", (Constant(name),)):
                    return self._named(name)
        return latest

    def _place(self, name: str) -> Any:
        """Where the value of a name is, if it is none of a global."""
        self._ask_for(name)
        return self.index.place(self.frame, name)

    def _ask_for(self, name: str) -> None:
        """Note that it is asked for a name, which only frames of one function may have in common."""
        self.asks_for_frame = self.asks_for_frame or self.frame.place(name)[0] not in ("cell", "global")

    def _named(self, name: str) -> Objects:
        """What a cell, global or builtin is."""
        if name not in self.names:
            place = self.frame.place(name)
            if place[0] != "global":
                self._ask_for(name)
                if place[0] == "cell":
                    self.potential.remember(self.frame.function)
                self.names[name] = self._at(place) or None
            else:
                known, value = Names(None, None, self.frame).find(name)
                place = id(self.frame.globals), name
                before = (self._at(place) or ()) if name in self.frame.code.names else ()
                self.names[name] = [value, *(one for one in before if one is not value)] if known else None
        return self.names[name]

    def _may_keep(self, name: str) -> bool:
        """May something that was put into what has this name, or was given to it, be had from it?"""
        named = self._named(name)
        return named is None or any(map(self._function_keeps, named))

    def _function_keeps(self, one: Any) -> bool:
        """Might a function or class keep what it is given? All else might, and no class that is written in C does."""
        if is_a(one, type):
            if is_static(one):
                return False
        elif not is_a(one, FunctionType) or closure_of(one) or any(map(can_change, one.__defaults__ or ())):
            return True
        return any(summary.given and not summary.roots <= PASSED for summary in self._summary(one))

    def _stored_to(self, name: str, variable: int) -> Iterable[Any]:
        """What a variable that loads a name would have, had the frame stored to that before."""
        stored = self.beside.stored(name)
        if not stored or variable in self.storing:
            return ()
        self.storing.add(variable)
        if self._keeps_what_it_has(name):
            stored = [one for one in stored if _number(one) not in self.beside.changed_in_place]
        found = [self.shared(one) or self.leaves_of((one,)) for one in stored]
        self.storing.discard(variable)
        return [one for each in found for one in each or () if id(type(one)) not in UNHELD]

    def _keeps_what_it_has(self, name: str) -> bool:
        """Does each `x |= y` that the frame does with a name store the very container there that the name has, or would
        have from another store?
        """
        stored, changes = self.beside.stored(name), self.beside.changed_in_place
        own = [changes[one.number] for one in variables(stored) if one.number in changes]
        named = self._named(name) if own else None
        if named is None:
            return False
        others = [one for one in stored if _number(one) not in changes]
        there = [named, *(self._latest(one) if isinstance(one, Variable) else [one.value] for one in others)]
        found = [one for each in there for one in each or (None,)]  # None is no container
        return all(self._gives_itself(one, change) for one in found for change in own)

    def _gives_itself(self, one: Any, change: Change) -> bool:
        """Does an operator in place give an object that it changes? A dict is asked first, all other containers perhaps
        behind the other operand, which gives something of its own if it is an array, but not if it is a display.
        """
        if type(one) is dict and change.operator is operator.ior:
            return True
        expression = self.beside.expression_of(change.by)
        is_display = isinstance(expression, Special) and expression.name in DISPLAYS
        return is_display and (id(type(one)), id(change.operator)) in _CHANGING

    @abstractmethod
    def leaves_of(self, operands: Sequence[Operand]) -> Objects:
        """The objects, as they are now, out of which operands would be computed; None for any."""

    @abstractmethod
    def unmade(self, operand: Operand) -> list[Unmade]:
        """What stands for the objects that would be made for an operand, of whatever class."""

    def _function_made(self, operand: Operand) -> list[Any]:
        """What stands for the function that an operand would be, if it is made there."""
        code = code_made(operand, self.beside)
        if code is None:
            return []
        defaults = defaults_of(operand, self.beside)
        passed = [*(self.leaves_of(defaults) or ()), *(one for each in defaults for one in self.unmade(each))]
        return [self.index.unmade_function(code, self.frame, None, (*passed,))]

    def _is_there(self, operand: Operand) -> bool:
        """Is what an operand would be one of the objects that are there, and not one that would be made on the way?"""
        waiting, seen = [operand], set()
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant) or one.number in seen or self._latest(one) is not None:
                continue
            seen.add(one.number)
            defined = self.beside.statement(one.number)
            if isinstance(defined, Argument):
                if self.beside.defined[one.number] == 1:
                    return False
                waiting += self.beside.incoming(one.number)
                continue
            match defined.expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)) if self._named(name) is not None:
                    pass
                case Call(Constant(function), (container, *_)) if id(function) in TAKING:
                    containers = self.shared(container)
                    if not containers or not all(is_a(found, *_GIVING) for found in containers):
                        return False
                case Call(Constant(), arguments) if self._are_builtin(arguments):
                    pass  # it gives a number, or another object without attributes
                case expression if (loaded := attribute_loaded(expression)) and self._keeps(*loaded):
                    pass
                case Call(Variable() as function) as call if self._takes_out(function):
                    waiting += call.operands[1:]
                case Call(function) as call:
                    functions = self.shared(function)
                    if not functions or not all(map(self.potential.only_gives, functions)):
                        return False
                    waiting += call.operands[1:]
                case _:
                    return False
        return True

    def _keeps(self, operand: Operand, name: str) -> bool:
        """Is it known what an operand has in an attribute, and that this could have been nothing else?"""
        owners = self.shared(operand)
        if not owners or not all(map(self.is_undoubted, owners)):
            return False
        self.undoubted += owners
        for owner in owners:
            self.attributes.append((owner, name, self.kept_in(owner, name)))
            writer = self.writer_of(owner, name)
            if writer is None or self.index.choices.objects(stored_by(writer)):
                return False
        return True

    def _takes_out(self, function: Variable) -> bool:
        """Would a variable be methods that give what a dict or list holds?"""
        functions = self.shared(function) or []
        return bool(functions) and all(id(unbound(one)[0]) in TAKING_OUT for one in functions)

    def _are_builtin(self, operands: Sequence[Operand]) -> bool:
        """Do operands have nothing but numbers, lists and the like, which have the methods of their types only?"""
        leaves = self.leaves_of(operands)
        reached = self.reach(leaves) if leaves is not None else None
        return reached is not None and not any(may_have(type(one)) for one in reached)

    def _held_at(self, place: Any) -> Objects:
        """The same of what the frame itself would put there."""
        found, place = self._at(place), self.index.place_at(place)
        if found is None and place[0] == id(self.frame.node):
            stored = self.beside.stored(place[1])
            found = self.leaves_of(stored) if stored else None
        return found

    def _made_at(self, place: Any) -> list[Any]:
        """The code of the functions that the frame itself would put into a cell that is empty yet."""
        place = self.index.place_at(place)
        if place[0] != id(self.frame.node) or self._at(place):
            return []
        made = [code_made(stored, self.beside) for stored in self.beside.stored(place[1])]
        return [self.index.unmade_function(code, self.frame) for code in made if code is not None] if all(made) else []

    def _functions_at(self, place: Any) -> Objects:
        return self._at(place) or self._made_at(place)


def looked_up(owner: Any, name: str) -> Any:
    """An attribute of a class or module: of a class method, what is called with the class."""
    found = attribute_of(owner, name)
    return MethodType(found.__func__, owner) if is_a(found, classmethod) else found


def _takes(owner: Any, name: str) -> bool:
    """Could something be put into an attribute of an object that has that name?"""
    cls = class_of(owner)
    is_method = not may_have(cls) and type(lookup(cls, name)) is MethodDescriptorType
    return could_have(cls, name) and not is_method and not (is_a(owner, type) and is_static(owner))


def _gets(expression: Any) -> bool:
    """Does it get an attribute?"""
    return isinstance(expression, Load) or getattr(expression.function, "value", None) is getattr


def _unpacks(expression: Any) -> bool:
    """Does it unpack something?"""
    return isinstance(expression, Special) and expression.name.startswith("unpack_")


def _number(operand: Operand) -> int:
    """That of a variable; 0 of a constant."""
    return operand.number if isinstance(operand, Variable) else 0
