"""By what a function reaches the objects that it works on: its arguments, cells, globals, what it makes itself."""

import builtins
import operator
from abc import ABCMeta
from collections import deque
from collections.abc import Iterable
from functools import partial
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS
from types import (
    BuiltinFunctionType,
    CellType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodDescriptorType,
    MethodWrapperType,
    SimpleNamespace,
    WrapperDescriptorType,
)
from typing import Any

from ...ir.language import Argument, Call, Constant, Load, Operand, Return, Special, Statement, Variable
from ...rules.effects import METHODS_OF_CONTAINERS, does
from ...rules.outputs import DISPATCHER
from ..callables import lifted_code
from ..classes import is_a, is_static, lookup
from ..loans import own_code
from .beside import Beside, beside_of
from .definitions import attribute_loaded
from .functions import is_class, unbound
from .holding import Holding
from .making import DISPLAYS, makers
from .names import ANY, Around, Names, Step, cell_of, code_made, defaults_of, found_by, global_of, globals_of
from .settling import Settling
from .shadows import UnmadeFunction, can_change, class_of

DEEPEST = 6  # of calls within calls that are looked into; what is deeper may do anything
_VIEWS: dict[str, type] = {name: type(getattr({}, name)()) for name in ("keys", "values", "items")}
_FURTHEST = 20  # methods of what methods give
_INMOST = 3  # of functions that functions give which they are given by others
CONTAINERS: tuple[type, ...] = *DISPLAYS.values(), frozenset, deque, *_VIEWS.values()
MAKING = frozenset([*DISPLAYS, "function", "string", "slice"])
IN_C = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, MethodWrapperType,
        ClassMethodDescriptorType, DISPATCHER)  # fmt: skip
FIRST_PARAMETER = Variable(2)  # behind the function itself
# in places of objects, of what they hold that can change, and of all that they hold, with their ids
ITSELF, HELD_BY, CALLED = "itself", "held by", "called"
GIVEN = "given"  # in places of what methods give that have a name
PASSED = frozenset(["passed"])
CLASSES = "classes"  # among roots: it may be the class of what is reached by the others
_SUSPENDING = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
_LOOKING = memoryview, MappingProxyType  # into what they are given


class Roots:
    """What was found of the functions that were asked for.

    Roots of an object are "passed", for the arguments, "any", or the place of a cell or global, that of an object, of
    what it holds, or of what any method gives that has a name.
    """

    def __init__(self) -> None:
        self.given = Settling[Any](ANY)  # by what a function has what it returns
        self.classes = Settling[type](frozenset())
        self.spaces: dict[int, Any] = {}  # the globals of functions, and the cells around them, by their ids
        self.holding = Holding()
        # what `classes_within` and `functions_given` found, by the ids of functions, which these keep
        self.within: dict[int, tuple[Any, frozenset[type]]] = {}
        self.functions: dict[tuple[int, int], tuple[Any, list[Any]]] = {}

    def remember(self, function: FunctionType) -> None:
        """Where its names are."""
        self.spaces[id(function.__globals__)] = function.__globals__
        self.spaces.update((id(cell), cell) for cell in function.__closure__ or ())

    def _places_held_by(self, holder: Any) -> frozenset[Any]:
        """The place of what a function or class holds, if that can change."""
        if not any(map(_can_be_written_to, self.holding.held_by(holder))):
            return frozenset()
        self.spaces[id(holder)] = holder
        return frozenset([(HELD_BY, id(holder))])

    def there(self, place: Any) -> list[Any] | None:
        """What a cell or global has now; None if that is not known."""
        return self.found_at(place)

    def found_at(self, place: Any) -> list[Any] | None:
        """What a cell or global has that nothing in the record has stored to; None if that is not known."""
        if place[0] == "cell":
            cell = self.spaces.get(place[1])
            return content(cell) if cell is not None else None
        if place[0] in (ITSELF, HELD_BY, CALLED):
            known = self.spaces[place[1]]
            held = self.holding.held_by(known) if place[0] != ITSELF else [known]
            return list(filter(_can_be_written_to, held)) if place[0] == HELD_BY else held
        names = self.spaces.get(place[0])
        for space in (names, vars(builtins)) if names is not None else ():
            if place[1] in space:
                return [space[place[1]]]
        return None

    def classes_given(self, function: Any, depth: int = 0) -> frozenset[type]:
        """Of which classes a call may make what it gives, of the program's and of containers."""
        inner, bound = unbound(function)
        if makes(inner):
            return frozenset([inner]) if can_hold(inner) else frozenset()
        if is_class(inner) and type(new := unbound(lookup(inner, "__new__"))[0]) is FunctionType:
            return self.classes_given(partial(new, inner), depth + 1) | {inner}
        names = names_of(inner)
        if names is None:
            made = class_made(inner, bound)
            return frozenset([made]) if type(made) is type else frozenset()  # a metaclass may have a `__hash__`
        lifted = lifted_code(names.code) if names.code is not None else None
        if lifted is None or depth > DEEPEST:
            return frozenset()
        if names.code is not None and names.code.co_flags & CO_GENERATOR:
            return frozenset([GeneratorType])
        beside, key = beside_of(lifted), None
        if type(inner) is UnmadeFunction:
            if inner.maker is None:
                return self._classes_of_ends(beside, names, depth)
            key = _key_of(inner)
        elif bound and issubclass(type(bound[0]), type):  # a class method, perhaps, which may make the class's own
            names, key = Names(inner, given=bound[0]), (id(inner), id(bound[0]))
        kept = inner, names.given
        return self.classes.find(kept, lambda: self._classes_of_ends(beside, names, depth), key or id(inner))

    def _classes_of_ends(self, beside: Beside, names: Names, depth: int) -> frozenset[type]:
        ends = [block.terminator for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        called = [one for end in ends for one in self._makers(end.value, beside, names, further=True)[0]]
        starred = _starred(names.code, beside)
        passed = [starred[one] for end in ends for one in beside.could_be(end.value) if one in starred]
        return frozenset(passed).union(*(self.classes_given(one, depth + 1) for one in called))

    def _makers(
        self, operand: Operand, beside: Beside, names: Names, *, cells: bool = False, further: bool = False
    ) -> tuple[list[Any], bool]:
        """See `makers`; `cells`: also what variables of functions around have now, which may change."""
        if not isinstance(operand, Variable):
            return [], False
        key = operand.number, cells, further
        if cells or key not in names.makers:
            called = partial(self._called_there, beside=beside, names=names, cells=cells, further=further)
            found = makers(operand, beside, lambda _: False, beside.stored, called, further=further)
            names.makers[key] = found
        return names.makers[key]

    def _called_there(
        self, function: Operand, beside: Beside, names: Names, *, cells: bool = False, further: bool = True
    ) -> list[Any] | None:
        """The functions that an operand can be in a function with these names, if they are known; `further`: also those
        that are made there, or methods of what is.
        """
        if names.given is not None and function == FIRST_PARAMETER:
            return [names.given]
        found = globals_of(function, beside, names)
        if found is not None:
            return found
        expression = beside.expression_of(function) if further else None
        code, loaded = (code_made(function, beside) if further else None), attribute_loaded(expression)
        if code is not None and names.function is not None:
            return [UnmadeFunction(code, None, names.function)]
        if loaded is not None and isinstance(function, Variable):  # of what is made there, or of a class
            if function.number not in names.methods:
                if names.asked >= _FURTHEST:  # `a.b().c()` and so on
                    return None
                names.methods[function.number] = None  # round a loop
                names.asked += 1
                made = *self._makers(loaded[0], beside, names, further=True)[0], global_of(loaded[0], beside, names)[1]
                methods = [lookup(cls, loaded[1]) for cls in made if type(cls) is type]
                names.methods[function.number] = [one for one in methods if one is not None] or None
                names.asked -= 1
            return names.methods[function.number]
        if isinstance(expression, Call) and getattr(expression.function, "value", None) is operator.getitem:
            display = beside.expression_of(expression.operands[1])
            held = display.operands if isinstance(display, Special) and display.name in DISPLAYS else ()
            return [value for one in held for value in globals_of(one, beside, names) or ()] or None
        place = cell_of(function, beside, names) if cells else None
        return self.there(place) if place is not None else None

    def classes_within(self, function: Any) -> frozenset[type]:
        """Of which classes a function of the program's makes objects, which a container may hold that it gives, or
        a generator that it is.
        """
        inner = unbound(function)[0]
        if is_a(inner, type, ABCMeta):
            inner = lookup(inner, "__init__")
        known = self.within.get(id(inner))
        if known is None:
            self.within[id(inner)] = inner, frozenset()  # by itself it makes nothing else
            known = self.within[id(inner)] = inner, self._classes_within(inner)
        return known[1]

    def _classes_within(self, function: Any) -> frozenset[type]:
        names = names_of(function)
        lifted = lifted_code(names.code) if names is not None and names.code is not None else None
        if names is None or lifted is None:
            return frozenset()
        beside, own = beside_of(lifted), names
        expressions = [one.expression for block in beside.ir.blocks for one in block.statements]
        functions = [one.function for one in expressions if isinstance(one, Call)]
        called = [one for each in functions for one in self._called_there(each, beside, own) or ()]
        displays = [DISPLAYS[one.name] for one in expressions if isinstance(one, Special) and one.name in DISPLAYS]
        return frozenset(displays).union(*(self.classes_given(one, 1) for one in called))

    def given_by(self, function: Any, depth: int = 0) -> frozenset[Any]:
        """By what a function reaches what it returns; see `_roots`. Looked up once for each record: names change."""
        lifted = lifted_code(own_code(function)) if type(function) is FunctionType else None
        if lifted is None or depth > DEEPEST:
            return ANY
        return self.given.find(function, lambda: self._roots_of_ends(function, beside_of(lifted), depth))

    def given_by_named(self, name: str) -> frozenset[Any]:
        """By what a method of that name reaches what it returns, of an object of which nothing is known."""
        return ANY

    def functions_given(self, function: Any, depth: int = 0) -> list[Any]:
        """The functions that a function makes and returns, or puts into what it returns: what stands for them, and
        functions that are there; of an object that it makes, its class and a method.
        """
        known = self.functions.get((id(function), depth))
        if known is None:
            known = self.functions[id(function), depth] = function, self._functions_given(function, depth)
        return known[1]

    def _functions_given(self, function: Any, depth: int) -> list[Any]:
        names = names_of(function)
        if names is None or names.code is None or depth > _INMOST or names.code.co_flags & _SUSPENDING:
            return []
        lifted = lifted_code(names.code)
        if lifted is None:
            return []
        beside, found, seen = beside_of(lifted), list[Any](), set[int]()
        waiting = [operand for operand, _ in beside.returned]
        while waiting:
            one = waiting.pop()
            if not isinstance(one, Variable) or one.number in seen:
                continue
            seen.add(one.number)
            code, expression = code_made(one, beside), beside.expression_of(one)
            if code is not None:
                found.append(UnmadeFunction(code, None, function))
                continue
            if expression is None:
                waiting += beside.incoming(one.number) if beside.defined[one.number] != 1 else ()
                continue
            given = expression.operands[isinstance(expression, Call) :]
            waiting += [*given, *beside.put_into(one.number)]
            match expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)):
                    waiting += beside.stored(name)
                    known = global_of(one, beside, names)[1]
                    found += [known] if type(known) is FunctionType else []
                case Call(called):
                    for each in self._called_there(called, beside, names) or ():
                        found += self.functions_given(unbound(each)[0], depth + 1)
            if (loaded := attribute_loaded(expression) or self._got(expression, beside, names)) is not None:
                found += self._methods(*loaded, beside, names)
        return list({_key_of(one): one for one in found}.values())

    @staticmethod
    def _got(expression: Any, beside: Beside, names: Names) -> tuple[Operand, str] | None:
        """The same as `attribute_loaded` of a call of `getattr`."""
        match expression:
            case Call(function, (owner, Constant(str() as name))) if global_of(function, beside, names)[1] is getattr:
                return owner, str(name)
        return None

    def _methods(self, owner: Operand, name: str, beside: Beside, names: Names) -> list[Any]:
        """The methods of an object that is made there, with its class; or of what a variable around has."""
        made = self._makers(owner, beside, names, further=True)[0]
        classes = [cls for cls in made if type(cls) is type and not is_static(cls)]
        found = [(cls, method) for cls in classes if type(method := lookup(cls, name)) is FunctionType]
        place = cell_of(owner, beside, names)
        there = (self.there(place) or ()) if place is not None else ()
        bound = [partial(method, one) for one in there if is_a(method := lookup(type(one), name), *IN_C, FunctionType)]
        return [*found, *bound]

    def _roots_of_ends(self, function: FunctionType, beside: Beside, depth: int) -> frozenset[Any]:
        found = self._ends(beside, Names(function), depth)
        return found | self._places_held_by(function) if "passed" in found else found

    def _ends(self, beside: Beside, names: Names, depth: int) -> frozenset[Any]:
        ends = [block.terminator for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        return frozenset[Any]().union(*(self._roots(end.value, beside, names, 0, depth=depth) for end in ends))

    def _resolved(self, roots: frozenset[Any], beside: Beside, names: Names) -> frozenset[Any]:
        """The roots of a function that is made there, without those that are variables of its maker's."""
        around = [one for one in roots if type(one) is Around]
        if not around:
            return roots
        found = set(roots.difference(around))
        for one in around:
            known, stored = found_by(one.name, beside, names)
            found |= known.union(*(self._roots(operand, beside, names, 0) for operand in stored))
        return ANY if "any" in found else frozenset(found)

    def _given_by_call(
        self, call: Call, beside: Beside, names: Names, depth: int
    ) -> tuple[frozenset[Any], list[Operand]]:
        """By what a function reaches what a call in it gives: roots, and operands of its own."""
        code, function = code_made(call.function, beside), beside.expression_of(call.function)
        if code is not None:
            roots = self.given_by_made(code, names, depth + 1)
        elif called := globals_of(call.function, beside, names):
            roots = frozenset[Any]().union(*(self.given_by(one, depth + 1) for one in called))
        else:
            loaded = attribute_loaded(function) or self._got(function, beside, names)
            passed = [loaded[0], *call.operands[1:]] if loaded is not None else []
            made = (one for operand in passed for one in self._makers(operand, beside, names)[0])
            if loaded is None or any(is_class(one) for one in made):  # which it may give, with methods of its own
                return ANY, []
            return self.given_by_named(loaded[1]), passed
        around = [one for one in roots if type(one) is Around]
        given = [*call.operands[1:], *defaults_of(call.function, beside)] if "passed" in roots else []
        found = roots.difference(around, ["passed"])
        for one in around:
            known, stored = found_by(one.name, beside, names)
            found |= known
            given += stored
        return found, given

    def given_by_made(self, code: CodeType, names: Names, depth: int) -> frozenset[Any]:
        """The same as `given_by` of a function that is made there, as up to 3.11 for a comprehension."""
        lifted = lifted_code(code)
        if lifted is None or depth > DEEPEST:
            return ANY
        inner, own = names.of_made(code), beside_of(lifted)
        if code.co_flags & _SUSPENDING:  # it holds all that it can use
            return PASSED.union(*(found_by(name, own, inner)[0] for name in code.co_freevars))
        return self._ends(own, inner, depth)

    def only_gives(self, function: Any) -> bool:
        """Is what a function returns always one of its arguments, or a constant?"""
        if type(function) is not FunctionType or function.__code__.co_flags & _SUSPENDING:
            return False
        lifted = lifted_code(own_code(function))
        if lifted is None:
            return False
        beside = beside_of(lifted)
        waiting = [block.terminator.value for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        seen = set()
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant) or one.number in seen:
                continue
            seen.add(one.number)
            if not isinstance(beside.statement(one.number), Argument):
                return False
            if beside.defined[one.number] != 1:
                waiting += beside.incoming(one.number)
        return True

    def _roots(
        self, operand: Operand | None, beside: Beside, names: Names, own: int, *, direct: bool = False, depth: int = 0
    ) -> frozenset[Any]:
        """By what a function reaches an object to which it writes: nothing, if it made it.

        `own`: the variable of what a constructor makes. `direct`: is it that very object, and not what it holds?
        """
        if not isinstance(operand, Variable):
            return ANY if operand is None else frozenset()
        key = operand.number, own, direct, depth
        found = names.roots.get(key)
        if found is None:
            found = names.roots[key] = self._find_roots(operand, beside, names, own, direct, depth)
        return found

    def _roots_of(self, operands: Iterable[Operand], beside: Beside, names: Names) -> frozenset[Any]:
        """By what a function reaches any of several operands, or what these hold."""
        return frozenset[Any]().union(*(self._roots(one, beside, names, 0) for one in operands))

    def _find_roots(
        self, operand: Operand, beside: Beside, names: Names, own: int, direct: bool, depth: int
    ) -> frozenset[Any]:
        found: set[Any] = set()
        seen: set[tuple[int, bool, Any]] = set()
        waiting: list[tuple[Operand, bool, Any]] = [(operand, direct, None)]
        may_be_class = False
        while waiting:
            one, is_itself, way = waiting.pop()
            if isinstance(one, Constant) or (one.number, is_itself, way) in seen or (one.number == own and is_itself):
                continue
            seen.add((one.number, is_itself, way))
            key = one.number, is_itself, way, depth
            step = names.steps.get(key)
            if step is None:
                step = names.steps[key] = self._step_back(one, is_itself, way, beside, names, depth)
            roots, further, gives_class = step
            if roots is ANY:
                return ANY
            found |= roots
            waiting += further
            may_be_class = may_be_class or gives_class
        if may_be_class and found:
            found.add(CLASSES)
        return ANY if "any" in found else frozenset(found)

    def _step_back(self, one: Variable, is_itself: bool, way: Any, beside: Beside, names: Names, depth: int) -> Step:
        """The roots that a variable has by itself; of which operands it has others, whether these are for what it is
        itself, and by which ways; may it be the class of what it is computed from?
        """
        defined = beside.statement(one.number)
        if isinstance(defined, Argument):
            if beside.defined[one.number] == 1:
                return frozenset(["passed"]), [], False
            caught = beside.caught(one.number) or ()
            passed = [(other, is_itself, way) for other in beside.incoming(one.number)]
            return frozenset(), [*passed, *((other, False, None) for other in caught)], False
        found: set[Any] = set()
        given: Iterable[Operand] = ()
        match defined.expression:
            case Special("load", (Constant(name),)) | Load(_, name, ()):
                known, given = found_by(name, beside, names)
                found.update(self._reached(place, way) for place in known)
            case Special(name, operands) if name in MAKING:
                given = () if is_itself else operands  # what it holds can be got out of it
            case Special(name, operands) if name.startswith("unpack_"):
                given = operands
            case Load(_, "__globals__", (first,)) if functions := _functions_of(first, beside, names):
                self.spaces.update((id(one.__globals__), one.__globals__) for one in functions)
                found.update((ITSELF, id(one.__globals__)) for one in functions)
            case Load(_, _, (first,)):
                given = (first,)
            case Call(Constant(), arguments):
                given = arguments
            case Call(function) if global_of(function, beside, names)[1] is globals:
                self.spaces[id(names.globals)] = names.globals
                found.add((ITSELF, id(names.globals)))
            case Call(Variable() as function) if self._makes_new(function, beside, names):
                pass
            case Call(function, ()) if global_of(function, beside, names)[1] is super:
                found.add("passed")  # the first argument
            case Call(function) as call if all(map(gives_what_it_is_given, _called(function, beside, names))):
                called = _called(function, beside, names)
                if not (is_itself and all(map(makes, called))):
                    given = call.operands[1:]
                    found |= frozenset[Any]().union(*map(self._kept_by_made, called))
            case Call(Variable() as function) as call if (owner := asked_of(function, beside)) is not None:
                given = (owner, *call.operands[1:])
            case Call() as call:
                known, given = self._given_by_call(call, beside, names, depth)
                found |= known
            case _:
                return ANY, [], False
        put: Iterable[Operand] = ()
        if not is_itself and _may_make(defined.expression):  # what it puts there can be got out of it
            put = beside.put_into(one.number)
        gives_class = self.may_give_class(defined.expression, beside, names)
        further = [(other, False, self._way_on(way, defined.expression, other, beside, names)) for other in given]
        return frozenset(found), [*further, *((other, False, None) for other in put)], gives_class

    @staticmethod
    def _makes_new(function: Variable, beside: Beside, names: Names) -> bool:
        """Is it `object.__new__`, or what `super()` has for that?"""
        owner, name, _, is_above = beside.method_of(function, ())
        if owner is None or name != "__new__":
            return False
        return is_above or global_of(owner, beside, names)[1] is object

    @staticmethod
    def may_give_class(expression: Any, beside: Beside, names: Names) -> bool:
        """May it give the class of an object that it is given?"""
        match expression:
            case Load(_, "__class__", (_,)) | Call(Constant(), (_, Constant("__class__"))):  # the latter is a `getattr`
                return True
            case Call(Constant()):
                return False
            case Call(function, given):
                called = _called(function, beside, names)
                passed = (global_of(one, beside, names)[1] for one in given)  # `map(type, rows)`
                return any(does(one) is None for one in called) or any(
                    one is type or one is getattr for one in (*called, *passed)
                )
        return False

    def _way_on(self, way: Any, expression: Any, operand: Operand, beside: Beside, names: Names) -> Any:
        """By which way an operand holds what an expression gives from it, where that holds by `way` what is asked for;
        None for any.
        """

    def _reached(self, place: Any, way: Any) -> Any:
        """The root of what is reached from a place by that way."""
        return place

    def _kept_by_made(self, function: Any) -> frozenset[Any]:
        """By what an object that a class makes reaches what it keeps, but for what the class is passed."""
        return frozenset()


def _can_be_written_to(value: Any) -> bool:
    """Is it an object that can change, or a class of the program's?"""
    return can_change(value) or (issubclass(type(value), type) and not is_static(value))


def content(cell: CellType) -> list[Any]:
    """What a cell holds: nothing, if it is empty."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def _called(function: Operand, beside: Beside, names: Names) -> list[Any]:
    """The functions that an operand can be; None among them for any."""
    return globals_of(function, beside, names) or [None]


def _functions_of(operand: Operand, beside: Beside, names: Names) -> list[FunctionType]:
    """The functions written in Python that an operand can be; nothing, if it can be anything else."""
    called = _called(operand, beside, names)
    return called if all(type(one) is FunctionType for one in called) else []


def gives_what_it_is_given(function: Any) -> bool:
    """Does a call of it give something new, or at most what its arguments hold?"""
    if type(function) is FunctionType:  # a generator has its arguments
        return bool(function.__code__.co_flags & CO_GENERATOR)
    return does(function) is not None or type(function) is type


def does_called(function: Any, count: int) -> str | None:
    """What a function does that is called with so many arguments."""
    return does(function) if function is not type or count == 1 else None


def makes(function: Any) -> bool:
    """Is what a call of it gives a new object, or one that nothing can change?"""
    return (
        (type(function) is type or type(function) is ABCMeta)
        and function not in _LOOKING
        and does(function) != "iterates"
        and not issubclass(function, type)
        and type(lookup(function, "__new__")) is not staticmethod
    )


def _starred(code: CodeType | None, beside: Beside) -> dict[Operand, type]:
    """The parameters that take what else is passed, for which a tuple, or a dict, is made."""
    if code is None:
        return {}
    kinds = [kind for flag, kind in ((CO_VARARGS, tuple), (CO_VARKEYWORDS, dict)) if code.co_flags & flag]
    first = 1 + code.co_argcount + code.co_kwonlyargcount
    parameters = [Variable(one.variable) for one in beside.ir.blocks[0].arguments[first:]]
    return dict(zip(parameters, kinds, strict=False))


def names_of(function: Any) -> Names | None:
    """Those of a function that is written in Python, if it was made or not; None of anything else."""
    if type(function) is FunctionType:
        return Names(function)
    if type(function) is not UnmadeFunction:
        return None
    outer = names_of(function.maker)
    return outer.of_made(function.code) if outer is not None else Names(None, function.code, function.frame)


def _key_of(given: Any) -> Any:
    """The same for what stands for the same function."""
    return (id(given.code), id(given.maker)) if type(given) is UnmadeFunction else id(given)


def has_items(cls: type) -> bool:
    """Do its objects hold others as their items, or give them?"""
    return issubclass(cls, CONTAINERS) or lookup(cls, "__next__") is not None


def can_hold(cls: type) -> bool:
    """Are its objects containers, iterators, exceptions, or such as the program's own classes have?"""
    return not is_static(cls) or has_items(cls) or issubclass(cls, (BaseException, SimpleNamespace))


def class_made(function: Any, bound: list[Any]) -> type | None:
    """Of which class a function written in C makes a container, a view or an iterator, if it does."""
    if function is sorted:
        return list
    owner = class_of(bound[0]) if bound else getattr(function, "__objclass__", None)
    match does(function):
        case "copies":
            return owner
        case "views":
            return _VIEWS.get(function.__name__)
        case "iterates":
            return function if is_a(function, type) else type(iter([]))
    return None


def _may_make(expression: Any) -> bool:
    """May it give something that holds nothing yet?"""
    match expression:
        case Load(_, _, ()) | Special("load"):  # or what a name stands for
            return True
        case Special(name):
            return name in MAKING
    return isinstance(expression, Call) and isinstance(expression.function, Variable)


def asked_of(function: Variable, beside: Beside) -> Operand | None:
    """The object whose method is called, if it is one of builtin containers, which give what these hold."""
    loaded = beside.statement(function.number)
    load = loaded.expression if isinstance(loaded, Statement) else None
    if not isinstance(load, Load) or load.name not in METHODS_OF_CONTAINERS:
        return None
    return load.operands[0] if load.operands else None
