"""By what a function reaches the objects that it works on: its arguments, cells, globals, what it makes itself."""

import builtins
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
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

from ...ir.language import Argument, Call, Constant, Load, Operand, Return, Special, Statement, Variable
from ...rules.effects import CHANGING_METHODS, READING_METHODS, does, owner_of
from ...rules.outputs import DISPATCHER
from ..callables import lifted_code
from ..classes import is_a, is_static, lookup, written_in_c
from ..loans import own_code
from .beside import Beside, beside_of
from .definitions import attribute_loaded
from .holding import Holding
from .making import DISPLAYS, makers
from .names import ANY, Around, Names, cell_of, code_made, defaults_of, found_by, global_of, globals_of
from .settling import Settling
from .shadows import UnmadeFunction, can_change, class_of

DEEPEST = 6  # of calls within calls that are looked into; what is deeper may do anything
_VIEWS: dict[str, type] = {name: type(getattr({}, name)()) for name in ("keys", "values", "items")}
CONTAINERS = frozenset(map(id, (*DISPLAYS.values(), frozenset, deque, *_VIEWS.values())))  # a metaclass may have a `__hash__`
MAKING = frozenset([*DISPLAYS, "function", "string", "slice"])
IN_C = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, MethodWrapperType,
        ClassMethodDescriptorType, DISPATCHER)  # fmt: skip
FIRST_PARAMETER = Variable(2)  # behind the function itself
# in places of objects, of what they hold that can change, and of all that they hold, with their ids
ITSELF, HELD_BY, CALLED = "itself", "held by", "called"
CLASSES = "classes"  # among roots: it may be the class of what is reached by the others
_SUSPENDING = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
_LOOKING = memoryview, MappingProxyType  # into what they are given


class Roots:
    """What was found of the functions that were asked for.

    Roots of an object are "passed", for the arguments, "any", or the place of a cell or global, or that of an object,
    or of what it holds.
    """

    def __init__(self) -> None:
        self.given = Settling[Any](ANY)  # by what a function has what it returns
        self.classes = Settling[type](frozenset())
        self.spaces: dict[int, Any] = {}  # the globals of functions, and the cells around them, by their ids
        self.holding = Holding()

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
        if makes(function):
            return frozenset([function]) if id(function) in CONTAINERS or not is_static(function) else frozenset()
        inner, bound = unbound(function)
        if type(inner) is UnmadeFunction:
            lifted = lifted_code(inner.code)
            if lifted is None or depth > DEEPEST:
                return frozenset()
            maker = inner.maker
            names = Names(maker).of_made(inner.code) if maker is not None else Names(None, inner.code, inner.frame)
            return self._classes_of_ends(beside_of(lifted), names, depth)
        lifted = lifted_code(own_code(inner)) if type(inner) is FunctionType else None
        if lifted is None or depth > DEEPEST:
            made = class_made(inner, bound)
            return frozenset([made]) if made is not None else frozenset()
        if len(bound) == 1 and issubclass(type(bound[0]), type):  # a class method, which may make the class's own
            return self._classes_of_ends(beside_of(lifted), Names(inner, given=bound[0]), depth)
        return self.classes.find(inner, lambda: self._classes_of_ends(beside_of(lifted), Names(inner), depth))

    def _classes_of_ends(self, beside: Beside, names: Names, depth: int) -> frozenset[type]:
        ends = [block.terminator for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        called = [one for end in ends for one in self._makers(end.value, beside, names)[0]]
        starred = _starred(names.code, beside)
        passed = [starred[one] for end in ends for one in beside.could_be(end.value) if one in starred]
        return frozenset(passed).union(*(self.classes_given(one, depth + 1) for one in called))

    def _makers(self, operand: Operand, beside: Beside, names: Names, *, cells: bool = False) -> tuple[list[Any], bool]:
        """See `makers`; `cells`: also what variables of functions around have now, which may change."""

        def called(function: Variable) -> list[Any] | None:
            if names.given is not None and function == FIRST_PARAMETER:
                return [names.given]
            found = globals_of(function, beside, names)
            place = cell_of(function, beside, names) if cells and found is None else None
            return self.there(place) if place is not None else found

        return makers(operand, beside, lambda _: False, beside.stored, called)

    def given_by(self, function: Any, depth: int = 0) -> frozenset[Any]:
        """By what a function reaches what it returns; see `_roots`. Looked up once for each record: names change."""
        lifted = lifted_code(own_code(function)) if type(function) is FunctionType else None
        if lifted is None or depth > DEEPEST:
            return ANY
        return self.given.find(function, lambda: self._roots_of_ends(function, beside_of(lifted), depth))

    @staticmethod
    def made_by(function: FunctionType) -> list[CodeType]:
        """The code of the functions that a function makes and returns."""
        lifted = lifted_code(own_code(function))
        if lifted is None or function.__code__.co_flags & _SUSPENDING:
            return []
        beside = beside_of(lifted)
        made = [code_made(one, beside) for operand, _ in beside.returned for one in beside.could_be(operand)]
        return [code for code in made if code is not None]

    def methods_given(self, function: FunctionType) -> list[tuple[type, Any]]:
        """The methods of objects that a function makes, which it returns, and the classes of these."""
        lifted = lifted_code(own_code(function))
        if lifted is None or function.__code__.co_flags & _SUSPENDING:
            return []
        beside, names, found = beside_of(lifted), Names(function), list[tuple[type, Any]]()
        for one in (one for operand, _ in beside.returned for one in beside.could_be(operand)):
            loaded = attribute_loaded(beside.expression_of(one))
            made = self._makers(loaded[0], beside, names)[0] if loaded is not None else ()
            classes = [cls for cls in made if type(cls) is type and not is_static(cls)]
            found += [(cls, lookup(cls, loaded[1])) for cls in classes if loaded is not None]
        return [(cls, method) for cls, method in found if type(method) is FunctionType]

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
        code = code_made(call.function, beside)
        if code is None:
            given_by = [self.given_by(one, depth + 1) for one in _called(call.function, beside, names)]
            roots = frozenset[Any]().union(*given_by)
        else:
            roots = self.given_by_made(code, names, depth + 1)
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
            return frozenset(["passed"]).union(*(found_by(name, own, inner)[0] for name in code.co_freevars))
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
        seen: set[tuple[int, bool]] = set()
        waiting = [(operand, direct)]
        may_be_class = False
        while waiting:
            one, is_itself = waiting.pop()
            if isinstance(one, Constant) or (one.number, is_itself) in seen or (one.number == own and is_itself):
                continue
            seen.add((one.number, is_itself))
            defined = beside.statement(one.number)
            if isinstance(defined, Argument):
                if beside.defined[one.number] == 1:
                    found.add("passed")
                else:
                    waiting += [(other, is_itself) for other in beside.incoming(one.number)]
                    waiting += [(other, False) for other in beside.caught(one.number) or ()]
                continue
            if not is_itself and _may_make(defined.expression):  # what it puts there can be got out of it
                waiting += [(put, False) for put in beside.put_into(one.number)]
            given: Iterable[Operand] = ()
            may_be_class = may_be_class or may_give_class(defined.expression)
            match defined.expression:
                case Special("load", (Constant(name),)) | Load(_, name, ()):
                    known, given = found_by(name, beside, names)
                    found |= known
                case Special(name, operands) if name in MAKING:
                    given = () if is_itself else operands  # what it holds can be got out of it
                case Special(name, operands) if name.startswith("unpack_"):
                    given = operands
                case Load(_, _, (first,)):
                    given = (first,)
                case Call(Constant(), arguments):
                    given = arguments
                case Call(function) if global_of(function, beside, names)[1] is globals:
                    self.spaces[id(names.globals)] = names.globals
                    found.add((ITSELF, id(names.globals)))
                case Call(function, ()) if global_of(function, beside, names)[1] is super:
                    found.add("passed")  # the first argument
                case Call(function) as call if all(map(_gives_what_it_is_given, _called(function, beside, names))):
                    given = () if is_itself and all(map(makes, _called(function, beside, names))) else call.operands[1:]
                case Call(Variable() as function) as call if (owner := asked_of(function, beside)) is not None:
                    given = (owner, *call.operands[1:])
                case Call() as call:
                    known, given = self._given_by_call(call, beside, names, depth)
                    found |= known
                case _:
                    return ANY
            waiting += [(other, False) for other in given]
        if may_be_class and found:
            found.add(CLASSES)
        return ANY if "any" in found else frozenset(found)


def may_give_class(expression: Any) -> bool:
    """May it give the class of an object that it is given? Any call may, but for those of operators."""
    match expression:
        case Load(_, "__class__", (_,)):
            return True
        case Call(Constant(function)):
            return function is getattr
    return isinstance(expression, Call)


def _can_be_written_to(value: Any) -> bool:
    """Is it an object that can change, or a class of the program's?"""
    return can_change(value) or (issubclass(type(value), type) and not is_static(value))


def unbound(function: Any) -> tuple[Any, list[Any]]:
    """What a method or partial calls, and what it passes besides."""
    passed: list[Any] = []
    while True:
        kind = type(function)
        if kind is MethodType:
            function, passed = function.__func__, [function.__self__, *passed]
        elif kind is partial:
            function, passed = function.func, [*function.args, *passed, *function.keywords.values()]
        elif is_a(function, classmethod, staticmethod):
            function = function.__func__
        else:
            owner = owner_of(function) if is_a(function, BuiltinFunctionType, MethodWrapperType) else None
            inner = written_in_c(type(owner), function.__name__) if owner is not None else None
            if inner is None or does(function) is not None:
                return function, passed
            function, passed = inner, [owner, *passed]


def content(cell: CellType) -> list[Any]:
    """What a cell holds: nothing, if it is empty."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def _called(function: Operand, beside: Beside, names: Names) -> list[Any]:
    """The functions that an operand can be; None among them for any."""
    return globals_of(function, beside, names) or [None]


def _gives_what_it_is_given(function: Any) -> bool:
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
        type(function) is type
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


def class_made(function: Any, bound: list[Any]) -> type | None:
    """Of which class a function written in C makes a container, or a view, if it does."""
    if function is sorted:
        return list
    owner = class_of(bound[0]) if bound else getattr(function, "__objclass__", None)
    match does(function):
        case "copies":
            return owner
        case "views":
            return _VIEWS.get(function.__name__)
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
    if not isinstance(load, Load) or load.name not in CHANGING_METHODS | READING_METHODS:
        return None
    return load.operands[0] if load.operands else None
