"""What a call of a function can write, whoever makes it."""

import builtins
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from ...ir.language import Argument, Call, Constant, Load, Operand, Special, Variable
from ...rules.callbacks import CALLED_BY_NAME
from ...rules.effects import (
    CHANGING_METHODS,
    ITERATING_METHODS,
    LOOKING_METHODS,
    READING,
    READING_METHODS,
    does,
    is_iterating,
    is_quiet,
)
from ...rules.library import Row
from ...rules.outputs import outputs
from ...rules.special_methods import GUARDED, GUARDS, SEEING
from ..callables import CACHE, lifted_code
from ..classes import attribute_of, is_a, is_callable, is_static, lookup, lookup_above, may_have, namespaces
from ..loans import own_code
from .beside import ATTRIBUTES, GETTING, NONE, Asked, Beside, Possible, attribute_got, beside_of, operating
from .called import called_by_function
from .definitions import attribute_loaded
from .functions import is_class, names_in, unbound
from .library import Library, is_made_by_program, overridden, streams_of_handlers
from .making import DISPLAYS
from .names import ANY, AROUND, Around, Names, cell_of, code_made, defaults_of, found_by, global_of, globals_of
from .roots import (
    CALLED,
    CLASSES,
    DEEPEST,
    FIRST_PARAMETER,
    GIVEN,
    IN_C,
    ITSELF,
    MAKING,
    PASSED,
    Roots,
    asked_of,
    does_called,
    makes,
    names_of,
)
from .settling import Settling
from .shadows import ANY_PART, UnmadeFunction
from .summary import WHATEVER, Summary, merged, rank

_MOST = 100  # writes of a function that are told apart; more are anything
# what runs whatever code it is given
_RUNNING = frozenset(map(id, (exec, eval, __import__, breakpoint, builtins.__build_class__)))


class Summaries(Roots):
    """The summaries of functions that were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.of_functions = Settling[Summary](WHATEVER)
        self.library = Library()
        self.own_methods: dict[tuple[int, int], Any] = {}  # see `_of_own_method`
        self.ordered: dict[frozenset[Summary], list[Summary]] = {}
        self.of_code: dict[tuple[Any, ...], frozenset[Summary]] = {}  # what `of_made` gave
        self.is_lively = False  # are there objects that change when they are looked at?

    def summary(self, function: Any, depth: int = 0) -> frozenset[Summary]:
        """All that a call of a function can write; of a generator, all that this can write when it runs."""
        if depth > DEEPEST:
            known = self.of_functions.known.get(id(function))
            return known[1] if known is not None else WHATEVER
        return self.of_functions.find(function, lambda: self._look_into(function, depth))

    def in_order(self, summaries: frozenset[Summary]) -> list[Summary]:
        """First those that may turn out to be anything, which the others are among; the same in each run."""
        found = self.ordered.get(summaries)
        if found is None:
            found = self.ordered[summaries] = sorted(summaries, key=rank)
        return found

    def _look_into(self, function: Any, depth: int) -> frozenset[Summary]:
        return _bounded(self._writes(function, depth))

    def _writes(self, function: Any, depth: int) -> frozenset[Summary]:
        if issubclass(type(function), type):
            return self._writes_of_class(function, depth)
        if type(function) is UnmadeFunction:
            return self._writes_of_unmade(function, depth)
        if type(function) is FunctionType and own_code(function) in GUARDS:
            self.remember(function)
            return self.summary(_guarded(function), depth + 1)
        if is_quiet(function):
            looked_at = [Summary("read", operating(SEEING), PASSED)]
            calls = function.__name__ not in LOOKING_METHODS
            called = [Summary("called", ITSELF, PASSED, given=PASSED)] if calls else []
            return frozenset([*called, *looked_at])
        if type(function) is FunctionType:
            row = self._row_of(function)
            if row is not None:
                return self._of_library(row, depth)
            self.remember(function)
            return self._with_what_is_held(self.writes_of(own_code(function), Names(function), depth), function)
        inner, bound = unbound(function)
        if inner is not function:
            found = self._with_what_is_passed(self.summary(inner, depth + 1), bound)
            if type(function) is CACHE:  # which remembers what it gives
                self.spaces[id(function)] = function
                found |= {Summary("items", "", frozenset([(ITSELF, id(function))]))}
            return frozenset([one.of_class() for one in found]) if is_a(function, classmethod) else found
        told = does(function)
        if told in READING:
            return frozenset()
        if id(function) in _RUNNING or not is_a(function, *IN_C):
            return WHATEVER
        return frozenset([Summary("items", ANY_PART, PASSED, given=PASSED)])

    def is_told(self, function: FunctionType) -> bool:
        """Do tables tell what a function of Python's own library can write that is none of its own?"""
        return is_quiet(function) or self._row_of(function) is not None

    def _row_of(self, function: FunctionType) -> Row | None:
        """What a table tells of a function of the library, if that holds in this program."""
        row = self.library.row(function, self.classes_to_be_made())
        return row if row is not None and not (row.uses and self.is_redirected(row.uses)) else None

    def _of_library(self, row: Row, depth: int) -> frozenset[Summary]:
        """What a function of Python's own library can write that is none of its own."""
        classes = list(self.classes_to_be_made())
        looked_at = [operating(frozenset(row.methods)), *row.attributes, *([""] if row.looks else [])]
        found = [Summary("read", name, ANY if row.handles else PASSED) for name in looked_at]
        found += [Summary("called", ITSELF, PASSED, given=PASSED)] if row.calls else []
        found += [Summary("handed", name, PASSED, given=PASSED) for name in (*row.methods, *overridden(classes))]
        found += [Summary("advance", "", PASSED)] if row.iterates else []
        for cls in filter(is_made_by_program, classes) if row.makes else ():
            found += self.summary(cls, depth + 1)
        for stream in streams_of_handlers() if row.logs else ():
            found += self.written_to_file(stream, PASSED)
        return frozenset([*found, *self.printed(row.prints, PASSED)])

    def printed(self, stream: str, given: frozenset[Any]) -> list[Summary]:
        """What is written by the `write` of an attribute of `sys`, if there is a name, and it may be the program's."""
        if not stream or not self.is_redirected(stream):
            return []
        self.spaces[id(vars(sys))] = vars(sys)
        return self._written_to((id(vars(sys)), stream), given)

    def written_to_file(self, file: Any, given: frozenset[Any]) -> list[Summary]:
        """The same of a file that is there."""
        self.spaces[id(file)] = file
        return self._written_to((ITSELF, id(file)), given)

    @staticmethod
    def _written_to(place: Any, given: frozenset[Any]) -> list[Summary]:
        """What the `write` of the file at a place writes."""
        file = frozenset([place])
        return [Summary("method", "write", file, given=given, owner=file), Summary("items", "", file)]

    def is_redirected(self, stream: str) -> bool:
        """May the program have put something into an attribute of `sys` to which it prints?"""
        return True

    def _writes_of_class(self, cls: Any, depth: int) -> frozenset[Summary]:
        """What can be written where an object is made."""
        if issubclass(cls, type):  # it makes a class
            return WHATEVER
        if is_static(cls):
            return frozenset()
        called, new, init = lookup(type(cls), "__call__"), lookup(cls, "__new__"), lookup(cls, "__init__")
        if called is not lookup(type, "__call__"):
            return self.summary(called, depth + 1)
        new = unbound(new)[0]
        if type(new) is not BuiltinFunctionType and type(new) is not FunctionType:
            return WHATEVER
        made = frozenset[Summary]()
        if type(new) is FunctionType:
            made = self._with_what_is_passed(self.summary(new, depth + 1), [cls])
            made |= self._writes_to_given(cls, init, depth)
        return made | self._writes_of_init(cls, init, depth)

    def _writes_to_given(self, cls: Any, init: Any, depth: int) -> frozenset[Summary]:
        """What can be written where a `__new__` of the program, or of a base that it asks, gives what was there."""
        functions = [unbound(space["__new__"])[0] for space in namespaces(cls) if "__new__" in space]
        own = [one for one in functions if type(one) is FunctionType]
        there = frozenset[Any]().union(*(self.given_by(one, depth + 1) for one in own))
        if not there or type(init) is not FunctionType:
            return frozenset()
        given = frozenset([one.seen_by_caller(there) for one in self.summary(init, depth + 1)])
        return self._with_what_is_passed(given, [cls])

    def _writes_of_init(self, cls: Any, init: Any, depth: int) -> frozenset[Summary]:
        """What can be written where an object is made that is there."""
        if type(init) is not FunctionType:
            return frozenset() if type(init) is type(object.__init__) else WHATEVER
        self.remember(init)
        found = self.writes_of(own_code(init), Names(init, constructs=cls), depth)
        return self._with_what_is_held(self._with_what_is_held(found, init), cls)

    def _with_what_is_passed(self, found: frozenset[Summary], bound: Iterable[Any]) -> frozenset[Summary]:
        """What a method or partial can write: what it is bound to is among what the function is passed."""
        places = set()
        for one in bound:
            self.spaces[id(one)] = one
            places.add((ITSELF, id(one)))
        return frozenset([one.seen_by_caller(frozenset(["passed", *places])) for one in found])

    def _writes_of_unmade(self, function: UnmadeFunction, depth: int) -> frozenset[Summary]:
        """The same of a function that was not made."""
        if function.maker is None:
            return self._with_what_is_passed(self.of_made(function.code, function.frame), function.passed)
        names = names_of(function.maker)
        maker = lifted_code(names.code) if names is not None and names.code is not None else None
        if names is None or maker is None:
            return WHATEVER
        if type(function.maker) is FunctionType:
            self.remember(function.maker)
        inner = self.writes_of(function.code, names.of_made(function.code), depth)
        found = frozenset([self._of_maker(one, beside_of(maker), names) for one in inner])
        return self._with_what_is_passed(found, function.passed)

    def of_made(self, code: CodeType, frame: Any) -> frozenset[Summary]:
        """All that a function can write that a frame would make; the same where its names are the same."""
        key = id(code), id(frame.globals), *map(frame.place, code.co_freevars)
        found = self.of_code.get(key)
        if found is None:
            found = self.of_code[key] = self.writes_of(code, Names(None, code, frame), 0)
        return found

    def may_hide(self, cls: type, name: str) -> bool:
        """May an object of a class have something of its own in the place of a method that the class has?"""
        return False

    def acts(self, name: str) -> bool:
        """Is there a class whose objects write something when somebody looks at them so, as a "read" says?"""
        return False

    def looks_into(self, space: Any, names: Iterable[str]) -> None:
        """Code of a function is looked into that has these globals, and these names."""

    def writes(self, function: Any) -> bool:
        """Can a call of a function write anything, but for that iterators go on?"""
        can = {"read": self.acts, "raise": self.raises}
        return any(
            one.kind != "advance" and (one.kind not in can or can[one.kind](one.name)) for one in self.summary(function)
        )

    def raises(self, name: str) -> bool:
        """Is there a class of exceptions that writes something where one is made?"""
        return False

    def _with_what_is_held(self, found: frozenset[Summary], holder: Any) -> frozenset[Summary]:
        """Defaults of a function are among what it is passed, attributes of a class among what an instance has."""
        held = self._places_held_by(holder)
        calls = any(one.kind == "called" and not one.name for one in found) and self.holding.held_by(holder)
        if calls:
            self.spaces[id(holder)] = holder
        called = frozenset([(CALLED, id(holder))]) if calls else held
        return frozenset(
            one._replace(
                roots=one.roots | (called if one.kind == "called" else held),
                owner=one.owner | held if "passed" in one.owner else one.owner,
            )
            if "passed" in one.roots and one.name != ITSELF
            else one
            for one in found
        )

    def writes_of(self, code: CodeType, names: Names, depth: int) -> frozenset[Summary]:
        """What code can write whose names mean that."""
        found_ir = lifted_code(code)
        if found_ir is None:
            return WHATEVER
        self.looks_into(names.globals, code.co_names)
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
            elif effect.kind == "raise":
                found.add(Summary("raise"))
            else:
                own = FIRST_PARAMETER.number if names.constructs is not None else 0
                if effect.kind == "read" and effect.by is not None and not self._is_text(effect.by, beside, names):
                    continue
                direct = effect.kind not in ("advance", "read")
                roots = self._roots(effect.owner, beside, names, own, direct=direct)
                if roots:
                    given, made = self._stored(effect.given, beside, names)
                    found.add(Summary(effect.kind, effect.name, roots, None, given, made))
                found.update(self._of_made_there(effect, beside, names, depth))
        return frozenset(found)

    @staticmethod
    def _is_text(operand: Operand, beside: Beside, names: Names) -> bool:
        """Is it a text, as far as that is known of a function that is not called?"""
        loaded = attribute_loaded(beside.expression_of(operand))
        value = global_of(loaded[0] if loaded is not None else operand, beside, names)[1]
        is_space = loaded is not None and issubclass(type(value), (type, ModuleType))
        value = attribute_of(value, loaded[1]) if loaded is not None and is_space else value
        return issubclass(type(value), str)

    def _of_made_there(self, effect: Possible, beside: Beside, names: Names, depth: int) -> Iterable[Summary]:
        """What methods write that are called of an object that is made there, where that is looked at or written to."""
        if effect.owner is None or depth > DEEPEST:
            return
        expression = beside.expression_of(effect.owner)
        if isinstance(expression, Special) and expression.name in DISPLAYS and effect.kind == "read":
            for operand in expression.operands:
                yield from self._of_made_there(effect._replace(owner=operand), beside, names, depth + 1)
        classes = [one for one in self._makers(effect.owner, beside, names, cells=True)[0] if type(one) is type]
        methods = dict.fromkeys((method, cls) for cls in classes for method in self.called_by(effect, cls))
        if not methods:
            return
        call = Asked(effect.owner, effect.owner, "", effect.given)
        roots = self._roots_of((effect.owner, *effect.given), beside, names)
        for method, cls in methods:
            yield from self._of_callee(self._of_own_method(method, cls, depth + 1), call, roots, beside, names, depth)

    def called_by(self, effect: Possible, cls: type) -> Iterable[FunctionType]:
        """The methods of the program's that an effect calls of an object of a class, if they write, where it is known
        which do.
        """
        return ()

    def _stored(
        self, operands: Iterable[Operand], beside: Beside, names: Names
    ) -> tuple[frozenset[Any], frozenset[type]]:
        """By what a function reaches what it stores, and the classes of what it makes for that."""
        given = self._roots_of(operands, beside, names)
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
            passed = roots | self._roots_of(call.arguments, beside, names)
            seen = passed | self._roots(call.owner, beside, names, 0) if direct else passed  # and what it holds
            looked_at = [Summary("read", operating(SEEING), seen)] if seen else []
            if call.method == "__getitem__" and passed:  # of a defaultdict, too
                looked_at.append(Summary("read", GETTING, passed))
            if call.method in CALLED_BY_NAME:
                looked_at += self._called_back(call, passed, beside, names, depth)
            for operand in (call.owner, *call.arguments):
                looked_at += self._of_made_there(Possible("read", operand, operating(SEEING)), beside, names, depth)
            if names.constructs is not None and call.owner == FIRST_PARAMETER:
                function = self._own_method(call, names)
                keeps = not call.is_above and (function is None or self.may_hide(names.constructs, call.method))
                kept = [*looked_at, *self._of_handed(call, beside, names, depth)] if keeps else []
                if function is not None:
                    given = self._roots_of(call.arguments, beside, names) | {"passed"}  # which the object may hold
                    inner = self._of_own_method(function, names.constructs, depth + 1)
                    kept += self._of_callee(inner, call, given, beside, names, depth)
                if function is not None or keeps:
                    return kept
            if call.method in READING_METHODS and not roots:
                return looked_at
            if call.is_above:
                if call.method in CHANGING_METHODS and roots:  # of a container from which the class is derived
                    looked_at.append(Summary("items", "", roots, None, *self._stored(call.arguments, beside, names)))
                return [*looked_at, *self._method(call, passed, beside, names, depth)]
            made, is_all = self._makers(call.owner, beside, names)  # of an object that is made there
            classes = self._classes_made(made)
            methods = [lookup(one, call.method) for one in classes]
            functions = [one for one in methods if one is not None and does(one) is None]
            found = looked_at
            for cls, method in zip(classes, methods, strict=True):
                if method in functions:
                    inner = self._of_own_method(method, cls, depth + 1)
                    found += self._of_callee(inner, call, roots, beside, names, depth)
                if (method is None and may_have(cls)) or self.may_hide(cls, call.method):  # what it keeps there
                    found += self._of_handed(call, beside, names, depth)
            if is_all and len(functions) == len(made) and all(type(one) is type for one in made):
                return found
            if roots or call.method not in CHANGING_METHODS:
                found += self._method(call, roots, beside, names, depth)
            if call.method in ITERATING_METHODS:
                given = self._roots_of(call.arguments, beside, names)
                found += [Summary("advance", "", given)] if given else []
            name = ATTRIBUTES if beside.has_attributes(call.owner) is not None else ""
            if not roots or call.method not in CHANGING_METHODS:
                return found
            return [*found, Summary("items", name, roots, None, *self._stored(call.arguments, beside, names))]
        roots = self._roots_of(call.arguments, beside, names)
        known, called = global_of(call.function, beside, names)
        if call.owner is not None:  # a class or a module
            known, called = call.method, attribute_of(global_of(call.owner, beside, names)[1], call.method)
            if type(called) is classmethod:  # which is passed the class
                roots = roots | self._roots(call.owner, beside, names, 0)
        several = globals_of(call.function, beside, names) if not known and call.owner is None else None
        if several:
            return [found for one in several for found in self._of_known(one, call, roots, beside, names, depth)]
        if not known:
            place = cell_of(call.function, beside, names)
            if place is not None:
                there, by = self._handed(call, beside, names, depth) or ([], ANY)
                return [*there, Summary("call", "", roots, place, by)]
            code = code_made(call.function, beside)
            if (by_name := beside.got_by_name(call.function)) is not None:
                return self._of_methods(*by_name, call, beside, names, depth)
            if code is None:
                return self._of_handed(call, beside, names, depth)
            if depth > DEEPEST:
                return WHATEVER
            roots = roots | self._roots_of(defaults_of(call.function, beside), beside, names)
            inner = self.writes_of(code, Names(None, code, outer=names), depth + 1)
            called_there = self._of_callee(inner, call, roots, beside, names, depth)
            return [self._of_maker(one, beside, names) for one in called_there]
        return self._of_known(called, call, roots, beside, names, depth)

    def _classes_made(self, made: Iterable[Any]) -> list[type]:
        """The classes of what functions and classes make that are called."""
        given = (one for each in made for one in ([each] if issubclass(type(each), type) else self.classes_given(each)))
        plain = (one for one in given if type(one) is type and one is not type)  # `type(o)` gives any
        return list(dict.fromkeys(plain))

    def _of_methods(
        self, owner: Operand, begin: str, call: Asked, beside: Beside, names: Names, depth: int
    ) -> Iterable[Summary]:
        """What methods can write whose names begin so."""
        if not begin:
            return WHATEVER
        roots = self._roots_of((owner, *call.arguments), beside, names)
        known = global_of(owner, beside, names)[1], *self._makers(owner, beside, names, cells=True)[0]
        classes = [one for one in known if issubclass(type(one), type)]
        if classes:  # it is one of these, or made there
            methods = [lookup(cls, name) for cls in classes for name in names_in([cls], begin)]
            summaries = [self.summary(unbound(method)[0], depth + 1) for method in methods]
            return [one for each in summaries for one in self._of_callee(each, call, roots, beside, names, depth)]
        return [
            Summary("method", name, roots, given=roots, owner=self._roots_of((owner,), beside, names))
            for name in names_in([*self.classes_there(), *self.classes_to_be_made()], begin)
        ]

    def classes_there(self) -> Iterable[type]:
        """The classes of the program of which there are objects, if that is known."""
        return ()

    def classes_to_be_made(self) -> Iterable[type]:
        """The same of those of which there might be objects."""
        return ()

    def _of_known(
        self, called: Any, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int
    ) -> Iterable[Summary]:
        """What a call can write of a function that is known."""
        told = does_called(called, len(call.arguments))
        if told is not None:
            back = self._called_back(call, roots, beside, names, depth)
            looked_at = operating(called_by_function(called))
            if roots and looked_at != NONE:
                back.append(Summary("read", looked_at, roots))
            if (called is getattr or called is hasattr) and len(call.arguments) > 1:
                back.append(Summary("read", attribute_got(call), self._roots(call.arguments[0], beside, names, 0)))
                back += self._of_made_there(
                    Possible("read", call.arguments[0], attribute_got(call)), beside, names, depth
                )
            if looked_at != NONE:
                for operand in call.arguments:
                    back += self._of_made_there(Possible("read", operand, looked_at), beside, names, depth)
            if told in READING:
                written = outputs(called, call.arguments)
                back += [Summary("items", "", self._roots(one, beside, names, 0)) for one in written]
                back += self.printed("stdout", roots) if told == "prints" else []
                return [*back, Summary("advance", "", roots)] if roots and is_iterating(called) else back
            if told in ("set_attribute", "delete_attribute") and len(call.arguments) > 1 and not call.starred:
                return [*back, *self._of_attribute(call.arguments, beside, names, depth)]
            return [*back, Summary("attribute" if "attribute" in told else "items", "", roots, given=roots)]
        summaries = self.summary(called, depth + 1)
        of_class = frozenset([one for one in summaries if CLASSES in one.roots]) if is_class(called) else frozenset()
        found = [*self._of_callee(summaries - of_class, call, roots, beside, names, depth)]
        if of_class:  # of what is made there
            self.spaces[id(called)] = called
            with_class = roots | {(ITSELF, id(called))}
            found += self._of_callee(of_class, call, with_class, beside, names, depth)
        if is_class(called) and is_static(called) and roots:
            found.append(Summary("read", "", roots))
        if is_a(unbound(called)[0], *IN_C):
            handed = self._handed(call, beside, names, depth)
            inner, by = handed or (self._called_back(call, roots, beside, names, depth), roots)
            found += [*inner, Summary("called", ITSELF, by, given=roots)] if by else inner
        return found

    def _of_attribute(
        self, arguments: Sequence[Operand], beside: Beside, names: Names, depth: int
    ) -> Iterable[Summary]:
        """What `setattr` or `delattr` writes."""
        owner, key, *values = arguments
        own = FIRST_PARAMETER.number if names.constructs is not None else 0
        roots = self._roots(owner, beside, names, own, direct=True)
        name = key.value if isinstance(key, Constant) and type(key.value) is str else ""
        made = self._of_made_there(Possible("attribute", owner, name, tuple(values)), beside, names, depth)
        if not roots:
            return made
        return [*made, Summary("attribute", name, roots, None, *self._stored(values, beside, names))]

    def _of_callee(
        self,
        summaries: frozenset[Summary],
        call: Asked,
        roots: frozenset[Any],
        beside: Beside,
        names: Names,
        depth: int,
    ) -> Iterable[Summary]:
        """What a function that is passed something with these roots can write, as the caller sees it."""
        found: list[Summary] = []
        for one in (one.behind_stars() for one in summaries) if call.starred else summaries:
            if "passed" not in one.calls:
                found.append(one.seen_by_caller(roots))
                continue
            handed = self._handed(call, beside, names, depth)
            if handed is None and one.kind == "called":
                return WHATEVER
            inner, by = handed or ([], ANY)
            found += inner
            if one.kind == "called":
                found.append(one.seen_by_caller(by))
            else:
                found.append(
                    one._replace(given=frozenset()).seen_by_caller(roots)._replace(given=one.given - {"passed"} | by)
                )
        return found

    def _of_own_method(self, function: Any, cls: type, depth: int) -> frozenset[Summary]:
        """What a method can write that a constructor calls of what it makes: but to that itself."""
        if type(function) is not FunctionType or depth > DEEPEST:
            return self.summary(function, depth)
        self.remember(function)
        key = self.own_methods.setdefault((id(function), id(cls)), (function, cls))
        names = Names(function, constructs=cls)
        found = partial(self.writes_of, own_code(function), names, depth)
        return self.of_functions.find(key, lambda: _bounded(self._with_what_is_held(found(), cls)))

    def _own_method(self, call: Asked, names: Names) -> Any:
        """The method that a constructor calls of what it makes."""
        if not call.is_above:
            return lookup(names.constructs, call.method)
        base = self.found_at(names.place("__class__"))
        return lookup_above(names.constructs, base[0], call.method) if base else None

    def _method(self, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int) -> list[Summary]:
        """What a method of an object that is not known can write."""
        above = names.place("__class__") if call.is_above else None
        inner, by = self._handed(call, beside, names, depth) or ([], ANY)
        owner = self._roots_of((call.owner,), beside, names) if call.owner is not None else roots
        return [*inner, Summary("method", call.method, roots, above, by, owner=owner)]

    def _of_handed(self, call: Asked, beside: Beside, names: Names, depth: int) -> Iterable[Summary]:
        """What a call can write of a function that the caller was given, or has found somewhere."""
        handed = self._handed(call, beside, names, depth, itself=True)
        if handed is None:
            return WHATEVER
        given = self._roots_of(call.arguments, beside, names)
        inner, by = handed
        return [*inner, Summary("called", "", by, given=given)] if by else inner or WHATEVER

    def _handed(
        self, call: Asked, beside: Beside, names: Names, depth: int, *, itself: bool = False
    ) -> tuple[list[Summary], frozenset[Any]] | None:
        """What the functions can write that a call is given, or the one that is called, which are there: methods, and
        what is made; and the roots of all others, or of what holds them. None if these may be any.
        """
        if names.code is None:  # of a frame, which knows what there is
            return None
        operands = (*call.arguments, *defaults_of(call.function, beside)) if not itself else (call.function,)
        if call.owner is not None and not itself:
            operands = call.owner, *operands
        given = self._roots_of(call.arguments, beside, names)
        found: list[Summary] = []
        roots = set[Any]()
        waiting, seen = list(operands), set[int]()
        while waiting:
            one = waiting.pop()
            if not isinstance(one, Variable) or one.number in seen:
                continue
            seen.add(one.number)
            defined = beside.statement(one.number)
            if isinstance(defined, Argument):
                if beside.defined[one.number] == 1:
                    roots.add("passed")
                waiting += beside.incoming(one.number) if beside.defined[one.number] != 1 else ()
                continue
            if (loaded := attribute_loaded(defined.expression)) is not None:
                owner, name = loaded
                space = global_of(owner, beside, names)[1]
                function = attribute_of(space, name) if issubclass(type(space), (type, ModuleType)) else None
                if function is not None and is_callable(type(unbound(function)[0])):
                    found += [each.seen_by_caller(given) for each in self.summary(function, depth + 1)]
                else:
                    had_by = self._roots(owner, beside, names, 0)
                    made = [lookup(cls, name) for cls in self._makers(owner, beside, names)[0] if type(cls) is type]
                    for method in (one for one in made if is_callable(type(unbound(one)[0]))):
                        found += [each.seen_by_caller(had_by | given) for each in self.summary(method, depth + 1)]
                    found.append(Summary("handed", name, had_by | given, None, ANY))
                    if name in CHANGING_METHODS and (changed := self._roots(owner, beside, names, 0, direct=True)):
                        found.append(Summary("items", "", changed, None, *self._stored(call.arguments, beside, names)))
                    roots |= had_by  # or what it keeps there holds some
                    waiting += beside.put_as(name)
                    waiting += [owner] if self._makers(owner, beside, names)[0] else ()
                continue
            match defined.expression:
                case Special("load", (Constant(name),)) | Load(_, name, ()):
                    known, stored = found_by(name, beside, names)
                    roots |= known
                    waiting += stored
                case Special(name, operands) if name in DISPLAYS or name.startswith("unpack_"):
                    waiting += [*operands, *beside.surely_put_into(one.number)]
                case Special("function") if (code := code_made(one, beside)) is not None and depth <= DEEPEST:
                    waiting += defaults_of(one, beside)
                    inner = self.writes_of(code, names.of_made(code), depth + 1)
                    found += [self._of_maker(each.seen_by_caller(given), beside, names) for each in inner]
                case Special(name) if name in MAKING and name != "function":
                    pass
                case Call(Constant(function), arguments) if function is not getattr:
                    waiting += arguments
                case Call(Variable() as function) as inner_call if (asked := asked_of(function, beside)) is not None:
                    waiting += [asked, *inner_call.operands[1:]]
                case Call(function) as inner_call if all(map(_keeps, globals_of(function, beside, names) or [None])):
                    waiting += [*inner_call.operands[1:], *beside.put_into(one.number)]  # which it may keep
                case _:
                    return None
        if "any" in roots or any(type(one) is Around or (type(one) is tuple and one[0] == GIVEN) for one in roots):
            return None
        return found, frozenset(roots)

    def _called_back(
        self, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int
    ) -> list[Summary]:
        """What functions can write that C code is given."""
        found: list[Summary] = []
        for operand in (one for given in call.arguments for one in beside.could_be(given)):
            code = code_made(operand, beside)
            function = global_of(operand, beside, names)[1]
            if code is not None and depth <= DEEPEST:
                made = self.writes_of(code, names.of_made(code), depth + 1)
                inner = self._of_callee(made, call, roots, beside, names, depth)
                found += [self._of_maker(one, beside, names) for one in inner]
            elif type(function) is FunctionType:
                found += self._of_callee(self.summary(function, depth + 1), call, roots, beside, names, depth)
        return found

    def _of_maker(self, summary: Summary, beside: Beside, names: Names) -> Summary:
        """What a function can write that is made there, by names of the one that makes it."""
        rows = summary.roots, summary.given, summary.owner
        roots, given, owner = (self._resolved(one, beside, names) for one in rows)
        return summary._replace(roots=roots, given=given, owner=owner)


def _bounded(found: frozenset[Summary]) -> frozenset[Summary]:
    """The same, with what is alike told as one where it is too much."""
    looks = frozenset([one for one in found if one.kind == "read"])  # most of which write nothing
    found -= looks
    if len(looks) > _MOST:
        looks = merged(looks, lambda one: (one.kind, one.name))
    if len(found) > _MOST:
        found = merged(found, lambda one: (one.kind, one.name, one.function, one.roots))
    if len(found) > _MOST:
        found = merged(found, lambda one: (one.kind, one.name if one.kind != "items" else "", one.function))
    return WHATEVER if len(found) > _MOST or any(one.kind == "anything" for one in found) else found | looks


def _keeps(function: Any) -> bool:
    """Does a call of it make an object that may keep what it is given, and is no function itself?"""
    return makes(function) and not is_callable(function)


def _guarded(function: FunctionType) -> Any:
    """What a function calls that is the guard of a `__repr__`."""
    return (function.__closure__ or ())[own_code(function).co_freevars.index(GUARDED)].cell_contents
