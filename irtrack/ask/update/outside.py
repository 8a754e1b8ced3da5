"""What runs anew, which nobody has recorded, may write to objects from outside: these can't be made anew.

That matters where what is taken over has used them later. `Possible.written` says of which objects it is so: by what
they are reached is not followed, only which functions there are.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...cpython.facts import may_store_attributes
from ...ir.language import Load
from ...record.callables import lifted_code
from ...record.classes import is_a, is_static, lookup, mro, namespaces
from ...record.classes import is_fixed as is_fixed_class
from ...record.loans import own_code
from ...record.memory.shadows import ANY_PART
from ...record.memory.summary import Summary
from ...rules.effects import CHANGING_METHODS, is_quiet
from .called import BOUND, TooMuch, callbacks, is_operation
from .named import Named, Names, fills_a_cache, is_class, is_closed, methods_of, named_by
from .touch import CACHED, held_by, is_fixed, is_iterator, is_object
from .writes import SLICE, Way, Writes, parts

_ATTRIBUTE, _ITEMS, _CLASS = "attribute", "items", "class"
_BY_NAME = frozenset(["__init__", "__copy__", "__deepcopy__", "__replace__", "__post_init__"])
_UNKNOWN = frozenset(["anything", "called", "call"])  # what they write nobody knows
_BY_METHODS = frozenset(["method", "handed"])  # what they write methods of a name tell
_CALLING = frozenset(["called", "call", "handed", "method"])  # what is written depends on what is called


Callee = Any  # a function, or a class, for its `__init__` that is called of an object which was made just now


class Running(NamedTuple):
    """What functions may run: `known`, those that can be reached, and `asked`, what they may call, as far as they ask
    for methods by their names, but for the one that runs. `names`: of all that may be asked for. `objects`: what these
    find by names; `special`: the names of special methods that operations may call.
    """

    known: list[FunctionType]
    asked: list[Callee]
    names: Names
    objects: list[Any]
    special: set[str]

    @property
    def all(self) -> list[Callee]:
        return [*self.known, *self.asked]


class Possible:
    """What functions may do that have not run."""

    def __init__(self) -> None:
        self._summaries = Writes()
        self._stored: dict[int, tuple[FunctionType, set[str]]] = {}
        self._named: dict[int, tuple[FunctionType, Named]] = {}

    def writes_of(self, function: Callee) -> frozenset[Summary]:
        """What a call of a function can write to that it has not made itself."""
        if type(function) is FunctionType and is_closed(function) and not is_quiet(function):
            return frozenset(self._summaries.of_closed() if not fills_a_cache(function) else [])
        found = [one for one in self._summaries.summary(function) if one.kind not in ("read", "raise")]
        bound = (one for one in found if one.kind == "handed" and one.name in CHANGING_METHODS)  # `add = items.append`
        return frozenset([*found, *(Summary(_ITEMS, "", one.roots) for one in bound)])

    def may_write(self, functions: Iterable[Callee]) -> bool:
        """May calls of functions write to anything that they have not made themselves?"""
        return any(map(self.writes_of, functions))

    def stored_cells(self, functions: Iterable[Callee]) -> set[int] | None:
        """The ids of the cells around functions to which these, or functions that they make, may store; None if it may
        be any cell.
        """
        found: set[int] = set()
        for function in map(_function_of, functions):
            code = own_code(function)
            if id(function) not in self._stored:
                self._stored[id(function)] = function, may_store_attributes(code)
            _, names = self._stored[id(function)]
            if "cell_contents" in names:
                return None
            cells = zip(code.co_freevars, function.__closure__ or (), strict=False)
            found.update(id(cell) for name, cell in cells if name in names)
        return found

    def found_and_written(self, run: Running) -> Iterator[tuple[Any, str]]:
        """The objects in globals and cells to which functions may write; and, if they do only by what they call, which
        gets them, the name of the method that is called, or ANY_PART.
        """
        for kind, name, place in {(one.kind, one.name, place) for function in run.all
                                  for one in self.writes_of(function) for place in _places(one)}:  # fmt: skip
            whole, way = self._summaries.place_of(place, run.special)
            called = name if kind in _BY_METHODS else ANY_PART if kind in _CALLING else ""
            for value in self._summaries.found_at(whole) or ():
                for part in _written_in(value, kind, way):
                    yield part, called

    def running(self, reached: list[Any], own: Any = None) -> Running:
        """What the functions may run that are among these objects. `own`: the one that runs already."""
        known = [one for one in reached if type(one) is FunctionType and not is_operation(one)]
        running = [own] if own is not None else []
        named = [self._named_by(one) for one in (*known, *map(_function_of, running)) if not is_closed(one)]
        classes = list(filter(is_class, reached))
        names: Names = {}
        for cls in classes:
            for method, name in methods_of(cls):
                names.setdefault(id(method), (method, set()))[1].add(name)
        methods = set(names)
        for function, found in (item for one in named for item in one.functions.values()):
            names.setdefault(id(function), (function, set()))[1].update(found)
        classes += [cls for one in named for cls in one.classes]
        begin = [one for one in (*known, *_constructors(classes)) if id(one) not in methods]
        asked = list(self._asked(begin, names, running))
        special = {name for _, own in names.values() for name in own if _is_special(name)}
        objects = [value for one in named for value in one.objects]
        if any(type(one) is slice for one in (*reached, *objects)) or any(
            map(_makes_slices, (*known, *running, *asked))
        ):
            special.add(SLICE)
        constructors = {id(lookup(one, "__init__")) for one in begin if type(one) is not FunctionType}
        constructors -= set(map(id, asked))
        known = [one for one in (*known, *running) if id(one) not in constructors]
        return Running(known, asked, names, objects, special)

    def _named_by(self, function: FunctionType) -> Named:
        if id(function) not in self._named:
            self._named[id(function)] = function, named_by(function)
        return self._named[id(function)][1]

    def _asked(self, begin: Iterable[Callee], names: Names, running: Iterable[Callee] = ()) -> Iterator[Callee]:
        """Functions, the methods for which they ask, and those that run already, what these ask for, and so on; special
        ones are always asked.
        """
        asked, done = self._asked_by(running, names), set[int]()
        called = [method for method, own in names.values() if own & asked or any(map(_is_special, own))]
        added = list({id(one): one for one in (*begin, *called)}.values())
        while added:
            yield from added
            done.update(map(id, added))
            asked |= self._asked_by(added, names)
            added = [method for method, own in names.values() if own & asked and id(method) not in done]

    def _asked_by(self, functions: Iterable[Callee], names: Names) -> set[str]:
        """The names of the methods for which functions ask. An `__init__` is no function that somebody passes."""
        asked = set[str]()
        for one in (one for function in functions for one in self.writes_of(function)):
            if one.kind in _BY_METHODS:
                asked.add(one.name)
            elif one.kind in _UNKNOWN:
                besides = {"__init__"} if one.kind != "anything" else set()
                asked.update(name for _, own in names.values() for name in own - besides)
        return asked

    def written(self, reached: list[Any], passed: list[Any], run: Running) -> Iterator[Any]:
        """Of the objects that functions can reach, those to which they may write as what they are passed."""
        return self._written(reached, passed, reached, run.asked)

    def written_by(self, own: Callee, reached: list[Any], passed: list[Any]) -> Iterator[Any]:
        """Of the objects, those to which a function may write that is passed these and runs already."""
        held = list(held_by(passed, by_methods=True)) if not self._may_write_anything(own) else reached
        return self._written(held, passed, reached, [own])

    def _may_write_anything(self, function: Callee) -> bool:
        return any(one.kind == "anything" or "any" in one.roots for one in self.writes_of(function))

    def _written(
        self, held: list[Any], passed: list[Any], reached: list[Any], functions: Iterable[Callee]
    ) -> Iterator[Any]:
        classes = {id(one) for one in passed if issubclass(type(one), type)}  # others are reached by their instances
        methods = {id(method) for cls in reached if issubclass(type(cls), type) for method, _ in methods_of(cls)}
        kinds = self._ways(reached, functions)
        for value in held if kinds else ():
            ways = _ways_into(value) if id(value) not in classes else {_ATTRIBUTE}
            if kinds & ways and id(value) not in methods and not is_fixed(value):
                yield value

    def writes_if_passed(self, value: Any, name: str, reached: list[Any], run: Running) -> bool:
        """Would what functions call that are among `reached` write to a value, if it is passed it, as a method of that
        name? A function of a module gets no module.
        """
        if type(value) is ModuleType:
            return False
        begin = run.asked if name == ANY_PART else [one for one, own in run.names.values() if name in own]
        return bool(self._ways(reached, self._asked(begin, run.names)) & _ways_into(value))

    def _ways(self, reached: list[Any], functions: Iterable[Callee]) -> set[str]:
        """How functions write to what they are passed."""
        kinds = set[str]()
        of_classes = {id(one.__func__) for one in reached if type(one) is classmethod}
        for function in functions:
            writes = self.writes_of(function)
            own = {one.kind for one in writes if one.kind == "anything" or one.roots & {"passed", "any"}}
            own |= {_ATTRIBUTE, _ITEMS} if "anything" in own else set()
            if _ATTRIBUTE in own and (id(function) in of_classes or _asks_for_class(_function_of(function))):
                own.add(_CLASS)
            kinds |= own
        if kinds & _UNKNOWN and any(map(_writes_in_c, reached)):
            kinds |= {_ATTRIBUTE, _ITEMS}
        return kinds & {_ATTRIBUTE, _ITEMS, _CLASS}


def _places(summary: Summary) -> Iterator[Any]:
    """Where a write finds by names to what it writes, or what the called function may write to."""
    if summary.kind != "name":
        found = summary.roots | summary.given if summary.kind in _CALLING else summary.roots
        yield from (place for place in found if isinstance(place, tuple))


def _written_in(value: Any, kind: str, way: Way | None) -> list[Any]:
    """What a write of that kind may change in an object, of what lies there by a way; and with it the object, whose
    users need not ask for that. Nothing, if there is nothing that can change.
    """
    cls = type(value)
    if is_a(value, CACHED) or (issubclass(cls, type) and is_static(value)):
        return []  # what it calls is among the functions; its cache is its own
    if cls is ModuleType or (issubclass(cls, type) and kind not in (_ITEMS, "advance")):
        return [value]
    try:
        found = parts(value, way.depth) if way is not None else None
        if found is None:
            spaces = namespaces(value) if issubclass(cls, type) else [{"": value}]
            whole = [part for space in spaces for part in space.values()]
            found = list(held_by(whole, by_methods=kind == "advance"))
    except TooMuch:
        return [value]
    if kind == "advance":
        return [value] if any(map(is_iterator, found)) else []
    can_be = [one for one in found if is_object(one) and not is_fixed(one)]
    written = can_be if kind != _ITEMS else [one for one in can_be if _ITEMS in _ways_into(one)]
    return [value, *written] if written else []


def _makes_slices(callee: Callee) -> bool:
    return "slice" in own_code(_function_of(callee)).co_names


def _is_special(name: str) -> bool:
    """Do operations, or C code, call methods of that name? Functions of Python's own call some by their names."""
    return name[:2] == "__" and name not in _BY_NAME


def _constructors(classes: Iterable[type]) -> Iterator[Callee]:
    """What is called where objects of classes are made. A `__new__` of the program's may give one that was there."""
    for cls in classes:
        init = lookup(cls, "__init__")
        if type(init) is FunctionType:
            yield cls if makes_anew(cls) else init


def makes_anew(cls: type) -> bool:
    """Does a call of a class make an object, in C, that nobody had before?"""
    return type(lookup(cls, "__new__")) is BuiltinFunctionType and not issubclass(cls, type)


def _function_of(callee: Callee) -> FunctionType:
    function: FunctionType = callee if type(callee) is FunctionType else lookup(callee, "__init__")
    return function


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
    if cls is CellType:  # see `Possible.stored_cells`
        return set()
    if is_a(value, FunctionType, ModuleType):
        return {_ATTRIBUTE} if vars(value) else set()  # few functions ever get attributes
    ways = {_ITEMS} if any(is_fixed_class(base) for base in mro(cls) if base is not object) else set[str]()
    if not is_fixed_class(cls) or lookup(cls, "__dict__") is not None:
        ways.add(_ATTRIBUTE)
    return ways
