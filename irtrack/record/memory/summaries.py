"""What a call of a function can write, whoever makes it."""

import builtins
from collections import deque
from collections.abc import Iterable
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import CellType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any, NamedTuple

from ...ir.language import Argument, Call, Constant, Load, Operand, Return, Special, Statement, Variable
from ...rules.effects import CHANGING_METHODS, ITERATING_METHODS, READING, READING_METHODS, does, is_iterating, outputs
from ...rules.special_methods import GUARDED, GUARDS, SEEING
from ..callables import lifted_code
from ..classes import attribute_of, is_static, lookup
from ..loans import own_code
from .beside import ATTRIBUTES, NONE, Asked, Beside, attribute_got, beside_of, operating
from .called import called_by_function
from .holding import Holding
from .making import DISPLAYS, makers
from .names import ANY, AROUND, Around, Names, cell_of, code_made, defaults_of, found_by, global_of, globals_of
from .settling import Settling
from .shadows import can_change

_MOST = 100  # writes of a function that are told apart; more are anything
DEEPEST = 6  # of calls within calls that are looked into; what is deeper may do anything
CONTAINERS = frozenset([*DISPLAYS.values(), frozenset, deque])
MAKING = frozenset([*DISPLAYS, "function", "string", "slice"])


class Summary(NamedTuple):
    """A write that a call of a function can do.

    `roots`: by what it reaches the object: "passed", for its arguments, "any", or the place of a cell or global, or
    that of an object, or of what it holds. Of the kind "name" the place itself is what is written, of the kind "method"
    it depends on the object's class, of the kind "call" on what the cell has, at the place `function`, that is called.
    `given`: the same as `roots` of what is stored there, which a method of the object may get; `made`: the classes of
    what is made to be stored there.
    """

    kind: str
    name: str = ""
    roots: frozenset[Any] = frozenset()
    function: Any = None
    given: frozenset[Any] = frozenset()
    made: frozenset[type] = frozenset()


_SUSPENDING = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
WHATEVER = frozenset([Summary("anything")])
_LOOKING = memoryview, MappingProxyType  # into what they are given
_ITSELF, _HELD_BY = "itself", "held by"  # in places of objects, or of what they hold, with their ids


class Summaries:
    """The summaries of functions that were asked for."""

    def __init__(self) -> None:
        self.of_functions = Settling[Summary](WHATEVER)
        self.given = Settling[Any](ANY)  # by what a function has what it returns
        self.classes = Settling[type](frozenset())
        self.spaces: dict[int, Any] = {}  # the globals of functions, and the cells around them, by their ids
        self.holding = Holding()
        self.is_lively = False  # are there objects that change when they are looked at?

    def summary(self, function: Any, depth: int = 0) -> frozenset[Summary]:
        """All that a call of a function can write; of a generator, all that this can write when it runs."""
        if type(function) is MethodType:
            function = function.__func__
        if depth > DEEPEST:
            known = self.of_functions.known.get(id(function))
            return known[1] if known is not None else WHATEVER
        return self.of_functions.find(function, lambda: self._look_into(function, depth))

    def _look_into(self, function: Any, depth: int) -> frozenset[Summary]:
        found = self._writes(function, depth)
        if len(found) > _MOST:
            found = frozenset(one._replace(name="") if one.kind == "items" else one for one in found)
        return WHATEVER if len(found) > _MOST or any(one.kind == "anything" for one in found) else found

    def _writes(self, function: Any, depth: int) -> frozenset[Summary]:
        if issubclass(type(function), type):
            if issubclass(function, type):  # it makes a class
                return WHATEVER
            if is_static(function):
                return frozenset()
            init, new = lookup(function, "__init__"), lookup(function, "__new__")
            if type(function) is not type or type(new) is staticmethod:
                return WHATEVER
            if type(init) is not FunctionType:
                return frozenset() if type(init) is type(object.__init__) else WHATEVER
            self.remember(init)
            found = self.writes_of(own_code(init), Names(init), depth, constructs=True)
            return self._with_what_is_held(self._with_what_is_held(found, init), function)
        if type(function) is FunctionType:
            self.remember(function)
            if own_code(function) in GUARDS:
                return self.summary(_guarded(function), depth + 1)
            return self._with_what_is_held(self.writes_of(own_code(function), Names(function), depth), function)
        return frozenset() if does(function) in READING else WHATEVER

    def writes(self, function: Any) -> bool:
        """Can a call of a function write anything, but for that iterators go on?"""
        return any(one.kind not in ("advance", "read") for one in self.summary(function))

    def remember(self, function: FunctionType) -> None:
        """Where its names are."""
        self.spaces[id(function.__globals__)] = function.__globals__
        self.spaces.update((id(cell), cell) for cell in function.__closure__ or ())

    def _with_what_is_held(self, found: frozenset[Summary], holder: Any) -> frozenset[Summary]:
        """Defaults of a function are among what it is passed, attributes of a class among what an instance has."""
        held = self._places_held_by(holder)
        return frozenset(one._replace(roots=one.roots | held) if "passed" in one.roots else one for one in found)

    def _places_held_by(self, holder: Any) -> frozenset[Any]:
        """The place of what a function or class holds, if that can change."""
        if not any(map(can_change, self.holding.held_by(holder))):
            return frozenset()
        self.spaces[id(holder)] = holder
        return frozenset([(_HELD_BY, id(holder))])

    def found_at(self, place: Any) -> list[Any] | None:
        """What a cell or global has that nothing in the record has stored to; None if that is not known."""
        if place[0] == "cell":
            cell = self.spaces.get(place[1])
            return content(cell) if cell is not None else None
        if place[0] in (_ITSELF, _HELD_BY):
            known = self.spaces[place[1]]
            return [known] if place[0] == _ITSELF else list(filter(can_change, self.holding.held_by(known)))
        names = self.spaces.get(place[0])
        for space in (names, vars(builtins)) if names is not None else ():
            if place[1] in space:
                return [space[place[1]]]
        return None

    def writes_of(self, code: CodeType, names: Names, depth: int, *, constructs: bool = False) -> frozenset[Summary]:
        """What code can write whose names mean that."""
        found_ir = lifted_code(code)
        if found_ir is None:
            return WHATEVER
        beside = beside_of(found_ir)
        found: set[Summary] = set()
        for effect in (effect for block in beside.ir.blocks for effect in beside.own[block.number]):
            if isinstance(effect, Asked):
                found.update(self._called(effect, beside, names, depth))
            elif effect.kind == "name":
                place = names.place(effect.name)
                if place is not None and place is not AROUND:
                    given, made = self._stored(effect.given, beside, names)
                    found.add(Summary("name", effect.name, frozenset([place]), None, given, made))
            elif effect.kind != "read" or self.is_lively:
                own, direct = 2 if constructs else 0, effect.kind not in ("advance", "read")
                roots = self._roots(effect.owner, beside, names, own, direct=direct)
                if roots:
                    given, made = self._stored(effect.given, beside, names)
                    found.add(Summary(effect.kind, effect.name, roots, None, given, made))
        return frozenset(found)

    def _stored(
        self, operands: Iterable[Operand], beside: Beside, names: Names
    ) -> tuple[frozenset[Any], frozenset[type]]:
        """By what a function reaches what it stores, and the classes of what it makes for that."""
        given = frozenset[Any]().union(*(self._roots(one, beside, names, 0) for one in operands))
        called = [one for operand in operands for one in self._makers(operand, beside, names)[0]]
        return given, frozenset[type]().union(*map(self.classes_given, called))

    def _called(self, call: Asked, beside: Beside, names: Names, depth: int) -> Iterable[Summary]:
        """What a call within a function can write."""
        if call.owner is not None and not issubclass(type(global_of(call.owner, beside, names)[1]), (type, ModuleType)):
            operands = (call.owner,) if call.method in CHANGING_METHODS else (call.owner, *call.arguments)
            direct = call.method in CHANGING_METHODS
            roots = frozenset[Any]().union(
                *(self._roots(operand, beside, names, 0, direct=direct) for operand in operands)
            )
            if call.method in READING_METHODS and not roots:
                return ()
            passed = roots.union(*(self._roots(one, beside, names, 0) for one in call.arguments))
            looked_at = [Summary("read", operating(SEEING), passed)] if self.is_lively and passed else []
            made, is_all = self._makers(call.owner, beside, names)  # of an object that is made there
            methods = [lookup(one, call.method) for one in made if type(one) is type]
            functions = [one for one in methods if one is not None and does(one) is None]
            of_made = [_of_callee(one, roots) for method in functions for one in self.summary(method, depth + 1)]
            found = [*of_made, *looked_at]
            if is_all and len(functions) == len(made):
                return found
            if roots or call.method not in CHANGING_METHODS:
                found.append(Summary("method", call.method, roots))
            if call.method in ITERATING_METHODS:
                given = frozenset[Any]().union(*(self._roots(one, beside, names, 0) for one in call.arguments))
                found += [Summary("advance", "", given)] if given else []
            name = ATTRIBUTES if beside.has_attributes(call.owner) is not None else ""
            if not roots or call.method not in CHANGING_METHODS:
                return found
            return [*found, Summary("items", name, roots, None, *self._stored(call.arguments, beside, names))]
        roots = frozenset[Any]().union(*(self._roots(operand, beside, names, 0) for operand in call.arguments))
        known, called = global_of(call.function, beside, names)
        if call.owner is not None:  # a class or a module
            known, called = call.method, attribute_of(global_of(call.owner, beside, names)[1], call.method)
        several = globals_of(call.function, beside, names) if not known and call.owner is None else None
        if several:
            return [found for one in several for found in self._of_known(one, call, roots, beside, names, depth)]
        if not known:
            place = cell_of(call.function, beside, names)
            if place is not None:
                return [Summary("call", "", roots, place)]
            code = code_made(call.function, beside)
            if code is None or depth > DEEPEST:
                return WHATEVER
            roots = roots.union(*(self._roots(one, beside, names, 0) for one in defaults_of(call.function, beside)))
            inner = self.writes_of(code, Names(None, code, outer=names), depth + 1)
            return [self._of_maker(_of_callee(one, roots), beside, names) for one in inner]
        return self._of_known(called, call, roots, beside, names, depth)

    def _of_known(
        self, called: Any, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int
    ) -> Iterable[Summary]:
        """What a call can write of a function that is known."""
        told = does_called(called, len(call.arguments))
        if told is not None:
            back = self._called_back(call, roots, beside, names, depth)
            looked_at = operating(called_by_function(called))
            if self.is_lively and roots and looked_at != NONE:
                back.append(Summary("read", looked_at, roots))
            if self.is_lively and (called is getattr or called is hasattr) and len(call.arguments) > 1:
                back.append(Summary("read", attribute_got(call), self._roots(call.arguments[0], beside, names, 0)))
            if told in READING:
                written = outputs(called, call.arguments)
                back += [Summary("items", "", self._roots(one, beside, names, 0)) for one in written]
                return [*back, Summary("advance", "", roots)] if roots and is_iterating(called) else back
            return [*back, Summary("attribute" if "attribute" in told else "items", "", roots, given=roots)]
        return [_of_callee(one, roots) for one in self.summary(called, depth + 1)]

    def _called_back(
        self, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int
    ) -> list[Summary]:
        """What functions can write that C code is given."""
        found: list[Summary] = []
        for operand in call.arguments:
            code = code_made(operand, beside)
            function = global_of(operand, beside, names)[1]
            if code is not None and depth <= DEEPEST:
                inner = self.writes_of(code, names.of_made(code), depth + 1)
                found += [self._of_maker(_of_callee(one, roots), beside, names) for one in inner]
            elif type(function) is FunctionType:
                found += [_of_callee(one, roots) for one in self.summary(function, depth + 1)]
        return found

    def classes_given(self, function: Any, depth: int = 0) -> frozenset[type]:
        """Of which classes a call may make what it gives, of the program's and of containers."""
        if makes(function):
            return frozenset([function]) if function in CONTAINERS or not is_static(function) else frozenset()
        lifted = lifted_code(own_code(function)) if type(function) is FunctionType else None
        if lifted is None or depth > DEEPEST:
            return frozenset()
        return self.classes.find(function, lambda: self._classes_of_ends(beside_of(lifted), Names(function), depth))

    def _classes_of_ends(self, beside: Beside, names: Names, depth: int) -> frozenset[type]:
        ends = [block.terminator for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        called = [one for end in ends for one in self._makers(end.value, beside, names)[0]]
        return frozenset[type]().union(*(self.classes_given(one, depth + 1) for one in called))

    @staticmethod
    def _makers(operand: Operand, beside: Beside, names: Names) -> tuple[list[Any], bool]:
        return makers(
            operand, beside, lambda _: False, beside.stored, lambda function: globals_of(function, beside, names)
        )

    def _given_by(self, function: Any, depth: int) -> frozenset[Any]:
        """By what a function reaches what it returns; see `_roots`. Looked up once for each record: names change."""
        lifted = lifted_code(own_code(function)) if type(function) is FunctionType else None
        if lifted is None or depth > DEEPEST:
            return ANY
        return self.given.find(function, lambda: self._roots_of_ends(function, beside_of(lifted), depth))

    def _roots_of_ends(self, function: FunctionType, beside: Beside, depth: int) -> frozenset[Any]:
        found = self._ends(beside, Names(function), depth)
        return found | self._places_held_by(function) if "passed" in found else found

    def _ends(self, beside: Beside, names: Names, depth: int) -> frozenset[Any]:
        ends = [block.terminator for block in beside.ir.blocks if isinstance(block.terminator, Return)]
        return frozenset[Any]().union(*(self._roots(end.value, beside, names, 0, depth=depth) for end in ends))

    def _of_maker(self, summary: Summary, beside: Beside, names: Names) -> Summary:
        """What a function can write that is made there, by names of the one that makes it."""
        roots, given = (self._resolved(one, beside, names) for one in (summary.roots, summary.given))
        return summary._replace(roots=roots, given=given)

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
            given_by = [self._given_by(one, depth + 1) for one in _called(call.function, beside, names)]
            roots = frozenset[Any]().union(*given_by)
        else:
            roots = self._given_by_made(code, names, depth + 1)
        around = [one for one in roots if type(one) is Around]
        given = [*call.operands[1:], *defaults_of(call.function, beside)] if "passed" in roots else []
        found = roots.difference(around, ["passed"])
        for one in around:
            known, stored = found_by(one.name, beside, names)
            found |= known
            given += stored
        return found, given

    def _given_by_made(self, code: CodeType, names: Names, depth: int) -> frozenset[Any]:
        """The same as `_given_by` of a function that is made there, as up to 3.11 for a comprehension."""
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

    def _find_roots(
        self, operand: Operand, beside: Beside, names: Names, own: int, direct: bool, depth: int
    ) -> frozenset[Any]:
        found: set[Any] = set()
        seen: set[tuple[int, bool]] = set()
        waiting = [(operand, direct)]
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
                continue
            if not is_itself and _may_make(defined.expression):  # what it puts there can be got out of it
                waiting += [(put, False) for put in beside.put_into(one.number)]
            given: Iterable[Operand] = ()
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
                    found.add((_ITSELF, id(names.globals)))
                case Call(function, ()) if global_of(function, beside, names)[1] is super:
                    found.add("passed")  # the first argument
                case Call(function, arguments) if all(map(_gives_what_it_is_given, _called(function, beside, names))):
                    given = () if is_itself and all(map(makes, _called(function, beside, names))) else arguments
                case Call(Variable() as function, arguments) if (owner := _asked(function, beside)) is not None:
                    given = (owner, *arguments)
                case Call() as call:
                    known, given = self._given_by_call(call, beside, names, depth)
                    found |= known
                case _:
                    return ANY
            waiting += [(other, False) for other in given]
        return ANY if "any" in found else frozenset(found)


def _guarded(function: FunctionType) -> Any:
    """What a function calls that is the guard of a `__repr__`."""
    return (function.__closure__ or ())[own_code(function).co_freevars.index(GUARDED)].cell_contents


def content(cell: CellType) -> list[Any]:
    """What a cell holds: nothing, if it is empty."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def _called(function: Operand, beside: Beside, names: Names) -> list[Any]:
    """The functions that an operand can be; None among them for any."""
    return globals_of(function, beside, names) or [None]


def _of_callee(summary: Summary, roots: frozenset[Any]) -> Summary:
    """What a function that is passed something with these roots can write, as the caller sees it."""
    own, given = summary.roots, summary.given
    if "passed" in own or "passed" in given:
        own = own - {"passed"} | roots if "passed" in own else own
        given = given - {"passed"} | roots if "passed" in given else given
        return summary._replace(roots=own, given=given)
    return summary


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


def _may_make(expression: Any) -> bool:
    """May it give something that holds nothing yet?"""
    return (isinstance(expression, Special) and expression.name in MAKING) or (
        isinstance(expression, Call) and isinstance(expression.function, Variable)
    )


def _asked(function: Variable, beside: Beside) -> Operand | None:
    """The object whose method is called, if it is one of builtin containers, which give what these hold."""
    loaded = beside.statement(function.number)
    load = loaded.expression if isinstance(loaded, Statement) else None
    if not isinstance(load, Load) or load.name not in CHANGING_METHODS | READING_METHODS:
        return None
    return load.operands[0] if load.operands else None
