"""What runs anew, which nobody has recorded, may write to objects from outside: these can't be made anew.

That matters where what is taken over has used them later. `Possible.written` says of which objects it is so: by what
they are reached is not followed, only which functions there are.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ...cpython.facts import may_store_attributes
from ...ir.language import Load
from ...record.callables import lifted_code
from ...record.classes import is_a, is_fixed, is_static, lookup, mro
from ...record.loans import own_code
from ...record.memory.summaries import Summaries, Summary
from .called import BOUND, TooMuch, callbacks
from .named import Named, Names, methods_of, named_by
from .touch import CACHED, held_by, is_iterator

_ATTRIBUTE, _ITEMS, _CLASS = "attribute", "items", "class"
_BY_NAME = frozenset(["__copy__", "__deepcopy__", "__replace__", "__post_init__"])
_UNKNOWN = frozenset(["anything", "called", "call", "handed"])  # what they write nobody knows
_CALLING = frozenset(["called", "call", "handed", "method"])  # what is written depends on what is called


class Running(NamedTuple):
    """What functions may run: `known`, those that can be reached, and `asked`, what they may call, as far as they ask
    for methods by their names. `objects`: what these find by names.
    """

    known: list[FunctionType]
    asked: list[FunctionType]
    objects: list[Any]

    @property
    def all(self) -> list[FunctionType]:
        return [*self.known, *self.asked]


class Possible:
    """What functions may do that have not run."""

    def __init__(self) -> None:
        self._summaries = Summaries()
        self._stored: dict[int, tuple[FunctionType, set[str]]] = {}
        self._named: dict[int, tuple[FunctionType, Named]] = {}

    def writes_of(self, function: FunctionType) -> frozenset[Summary]:
        """What a call of a function can write to that it has not made itself."""
        return frozenset([one for one in self._summaries.summary(function) if one.kind != "read"])

    def may_write(self, functions: Iterable[FunctionType]) -> bool:
        """May calls of functions write to anything that they have not made themselves?"""
        return any(map(self.writes_of, functions))

    def stored_cells(self, functions: Iterable[FunctionType]) -> set[int] | None:
        """The ids of the cells around functions to which these, or functions that they make, may store; None if it may
        be any cell.
        """
        found: set[int] = set()
        for function in functions:
            code = own_code(function)
            if id(function) not in self._stored:
                self._stored[id(function)] = function, may_store_attributes(code)
            _, names = self._stored[id(function)]
            if "cell_contents" in names:
                return None
            cells = zip(code.co_freevars, function.__closure__ or (), strict=False)
            found.update(id(cell) for name, cell in cells if name in names)
        return found

    def found_and_written(self, functions: Iterable[FunctionType]) -> Iterator[tuple[Any, bool]]:
        """The objects in globals and cells to which functions may write; and do they only by what they call, which gets
        them?
        """
        found: dict[tuple[Any, bool, bool], None] = {}
        for one in (one for function in functions for one in self.writes_of(function) if one.kind != "name"):
            is_call, goes_on = one.kind in _CALLING, one.kind == "advance"
            places = one.roots | one.given if is_call else one.roots
            found.update(dict.fromkeys([(place, is_call, goes_on) for place in places if isinstance(place, tuple)]))
        for place, is_call, goes_on in found:
            for value in self._summaries.found_at(place) or ():
                if is_a(value, CACHED):  # what it calls is among the functions; its cache is its own
                    continue
                if not goes_on or _may_go_on(value):
                    yield value, is_call

    def running(self, reached: list[Any]) -> Running:
        """What the functions may run that are among these objects."""
        known = [one for one in reached if type(one) is FunctionType]
        named = list(map(self._named_by, known))
        names: Names = {}
        for cls in (one for one in reached if issubclass(type(one), type) and not is_static(one)):
            for method, name in methods_of(cls):
                names.setdefault(id(method), (method, set()))[1].add(name)
        methods = set(names)
        for function, found in (item for one in named for item in one.functions.values()):
            names.setdefault(id(function), (function, set()))[1].update(found)
        begin = [one for one in known if id(one) not in methods]
        asked = list(self._asked(begin, names))
        return Running(known, asked, [value for one in named for value in one.objects])

    def _named_by(self, function: FunctionType) -> Named:
        if id(function) not in self._named:
            self._named[id(function)] = function, named_by(function)
        return self._named[id(function)][1]

    def _asked(self, begin: list[FunctionType], names: Names) -> Iterator[FunctionType]:
        """Functions, the methods for which they ask, what these ask for, and so on; special ones are always asked."""
        done = set(map(id, begin))
        special = [method for method, own in names.values() if any(map(_is_special, own))]
        added = [*begin, *(one for one in special if id(one) not in done)]
        asked = set[str]()
        while added:
            yield from added
            done.update(map(id, added))
            for function in added:
                writes = self.writes_of(function)
                asked.update(one.name for one in writes if one.kind in ("method", "handed"))
                if any(one.kind in _UNKNOWN for one in writes):
                    asked.update(name for _, own in names.values() for name in own)
            added = [method for method, own in names.values() if own & asked and id(method) not in done]

    def written(self, reached: list[Any], passed: list[Any], run: Running) -> Iterator[Any]:
        """Of the objects that functions can reach, those to which they may write as what they are passed."""
        classes = {id(one) for one in passed if issubclass(type(one), type)}  # others are reached by their instances
        methods = {id(method) for cls in reached if issubclass(type(cls), type) for method, _ in methods_of(cls)}
        kinds = self._ways(reached, run.asked)
        for value in reached if kinds else ():
            ways = _ways_into(value) if id(value) not in classes else {_ATTRIBUTE}
            if kinds & ways and id(value) not in methods:
                yield value

    def writes_if_passed(self, values: list[Any], reached: list[Any]) -> bool:
        """Would what functions call that are among `reached` write to one of these values, if it is passed it? A
        function of a module gets no module.
        """
        passed = [value for value in values if type(value) is not ModuleType]
        kinds = self._ways(reached, self.running(reached).asked) if passed else set()
        return any(kinds & _ways_into(value) for value in passed)

    def _ways(self, reached: list[Any], functions: Iterable[FunctionType]) -> set[str]:
        """How functions write to what they are passed."""
        kinds = set[str]()
        of_classes = {id(one.__func__) for one in reached if type(one) is classmethod}
        for function in functions:
            writes = self.writes_of(function)
            own = {one.kind for one in writes if one.kind == "anything" or one.roots & {"passed", "any"}}
            own |= {_ATTRIBUTE, _ITEMS} if "anything" in own else set()
            if _ATTRIBUTE in own and (id(function) in of_classes or _asks_for_class(function)):
                own.add(_CLASS)
            kinds |= own
        if kinds & _UNKNOWN and any(map(_writes_in_c, reached)):
            kinds |= {_ATTRIBUTE, _ITEMS}
        return kinds & {_ATTRIBUTE, _ITEMS, _CLASS}


def _may_go_on(value: Any) -> bool:
    """Does an object lead to iterators?"""
    try:
        return any(map(is_iterator, held_by([value], by_methods=True)))
    except TooMuch:
        return True


def _is_special(name: str) -> bool:
    """Do operations, or C code, call methods of that name? Functions of Python's own call some by their names."""
    return name[:2] == "__" and name not in _BY_NAME


def _asks_for_class(function: FunctionType) -> bool:
    """Does it ask for the class of an object, by `type` or `__class__`?"""
    code = own_code(function)
    if "type" not in code.co_names:
        return "__class__" in code.co_names
    lifted = lifted_code(code)  # where it is another thing than an attribute of that name
    loads = [one.expression for block in lifted.ir.blocks for one in block.statements] if lifted is not None else None
    return (
        "__class__" in code.co_names
        or loads is None
        or any(isinstance(load, Load) and load.name == "type" and not load.operands for load in loads)
    )


def _writes_in_c(value: Any) -> bool:
    """Is it a method of an object, or a partial function, that is written in C and may write?"""
    return is_a(value, partial, *BOUND) and any(call.does is None for call in callbacks([value]))


def _ways_into(value: Any) -> set[str]:
    """How one can write to an object."""
    cls = type(value)
    if issubclass(cls, type):
        return {_CLASS}
    if is_a(value, FunctionType, ModuleType):
        return {_ATTRIBUTE} if vars(value) else set()  # few functions ever get attributes
    ways = {_ITEMS} if any(is_fixed(base) for base in mro(cls) if base is not object) else set[str]()
    if not is_fixed(cls) or lookup(cls, "__dict__") is not None:
        ways.add(_ATTRIBUTE)
    return ways
