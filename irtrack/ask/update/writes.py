"""What functions can write, as an update asks for it: more of what is in tables, and of objects that are made anew.

A root may be what lies within what a place has, so many items deep: `for row in TABLE: total += row[1]` writes to no
more than what the rows of TABLE hold, which are numbers.
"""

import operator
from collections import OrderedDict, defaultdict, deque
from collections.abc import Container, Iterable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

from ...ir.language import Call, Constant, Operand, Special
from ...record.classes import is_a, is_static, namespaces
from ...record.memory.beside import Asked, Beside
from ...record.memory.names import Names, global_of
from ...record.memory.roots import asked_of
from ...record.memory.summaries import Summaries
from ...record.memory.summary import Summary
from ...rules.effects import is_quiet
from ...rules.special_methods import OPERATORS
from .called import TooMuch
from .named import fills_a_cache, is_closed
from .touch import MOST, is_object

_WITHIN = "within"  # in places, see `Writes.place_of`
_DEEPEST = 9
_TABLES = tuple, list, dict, set, frozenset, deque, defaultdict, OrderedDict
SLICE = "slice"  # by which an item is no item
# how much deeper lies what an item of the first argument is that functions and methods of tables give; what gives only
# numbers and text gives nothing of it
_NOTHING = _DEEPEST
_GIVING = {
    **dict.fromkeys(map(id, (iter, list, tuple, set, frozenset, sorted, reversed, dict)), 0),
    **dict.fromkeys(map(id, (enumerate, zip)), -1),
    **dict.fromkeys(map(id, (len, int, float, str, bool, repr, ord, chr)), _NOTHING),
    id(next): 1,
}
_OF_TABLES = set[str]().union(*map(dir, _TABLES))
_METHODS = {
    **dict.fromkeys(set(dir(str)) - _OF_TABLES | {"index", "count"}, _NOTHING),
    "get": 1,
    "values": 0,
    "keys": 0,
    "copy": 0,
    "items": -1,
}


# what functions of the library ask for by name that make copies
_COPYING = "__copy__", "__deepcopy__", "__replace__", "__post_init__"


class Way(NamedTuple):
    """What is asked for lies so many items deep, unless there are special methods with these names."""

    depth: int
    names: frozenset[str] = frozenset()


class Writes(Summaries):
    """Summaries whose roots tell how deep in tables something is reached."""

    def _writes(self, function: Any, depth: int) -> frozenset[Summary]:
        return super()._writes(function, depth) if not fills_a_cache(function) else frozenset()

    def _of_known(
        self, called: Any, call: Asked, roots: frozenset[Any], beside: Beside, names: Names, depth: int
    ) -> Iterable[Summary]:
        is_alone = len(call.arguments) == 1 and not call.starred  # others may be functions, which it calls
        if is_alone and type(called) is FunctionType and is_closed(called) and not is_quiet(called):
            return self.of_closed(roots)
        return super()._of_known(called, call, roots, beside, names, depth)

    @staticmethod
    def of_closed(roots: frozenset[Any] = frozenset(["passed"])) -> list[Summary]:
        """What closed functions can write that are given nothing but objects with these roots, or run already."""
        return [Summary("method", name, roots) for name in _COPYING]

    def _way_on(self, way: Way | None, expression: Any, operand: Operand, beside: Beside, names: Names) -> Way | None:
        match expression:
            case Special(name) if name.startswith("unpack_"):
                return _deeper(way, 1)
            case Special("load") | Special("tuple") | Special("list") | Special("dict") | Special("set"):
                return _deeper(way, 0 if expression.name == "load" else -1)
            case Call(Constant(function), (first, *rest)) if function is operator.getitem:
                if operand != first or operand in rest or _is_slice(rest[0], beside):
                    return None
                return _deeper(way, 1, frozenset() if isinstance(rest[0], Constant) else frozenset([SLICE]))
            case Call(Constant(function), operands) if id(function) in _GIVING:
                return _deeper(way, _GIVING[id(function)]) if len(operands) == 1 else None
            case Call(Constant(function)) if id(function) in OPERATORS:
                return _deeper(way, 0, OPERATORS[id(function)] - _BESIDES)
            case Call(function, operands, ()) if not expression.starred:
                known = global_of(function, beside, names)[1]
                if known is not None and id(known) in _GIVING and (len(operands) == 1 or known is zip):
                    return _deeper(way, _GIVING[id(known)])
                method = beside.expression_of(function)
                if not isinstance(function, Constant) and asked_of(function, beside) == operand not in operands:
                    depth = _METHODS.get(getattr(method, "name", ""))
                    return _deeper(way, depth) if depth is not None else None
        return None

    def _reached(self, place: Any, way: Way | None) -> Any:
        return (_WITHIN, place, way) if way is not None and type(place) is tuple else place

    def place_of(self, place: Any, special: Container[str]) -> tuple[Any, Way | None]:
        """The place that a root is, or in which it lies, and how deep. `special`: the names of special methods that may
        be called, which could give what they are given.
        """
        if place[0] != _WITHIN:
            return place, None
        _, whole, way = place
        return whole, way if not any(name in special for name in way.names) else None

    def found_at(self, place: Any) -> list[Any] | None:
        return super().found_at(place[1] if place[0] == _WITHIN else place)

    def _kept_by_made(self, function: Any) -> frozenset[Any]:
        if not issubclass(type(function), type) or is_static(function):
            return frozenset()
        found = set(self._places_held_by(function))
        waiting, seen = ["__new__", "__init__"], set[str]()
        for name in waiting:
            seen.add(name)
            for method in _methods(function, name):
                for one in self.summary(method):
                    if one.kind == "anything":
                        return frozenset(["any"])
                    found |= one.given if one.kind in ("attribute", "items") else frozenset()
                    if one.kind in ("method", "handed") and one.name not in seen:
                        seen.add(one.name)
                        waiting.append(one.name)
        return frozenset(found) - {"passed"}


# what operators ask besides the operand that they give
_BESIDES = frozenset(["__iter__", "__next__", "__getitem__", "__len__", "__length_hint__", "__hash__", "__index__"])


def _deeper(way: Way | None, more: int, names: frozenset[str] = frozenset()) -> Way | None:
    depth, before = way or (0, frozenset[str]())
    depth = min(depth + more, _DEEPEST)
    return Way(depth, before | names) if depth > 0 else None


def _is_slice(key: Operand, beside: Beside) -> bool:
    made = beside.expression_of(key) if not isinstance(key, Constant) else None
    return (isinstance(made, Special) and made.name == "slice") or type(getattr(key, "value", None)) is slice


def _methods(cls: type, name: str) -> Iterator[FunctionType]:
    """All of that name that a class and its bases have."""
    for namespace in namespaces(cls):
        found = namespace.get(name)
        function = found.__func__ if is_a(found, staticmethod, classmethod) else found
        if type(function) is FunctionType:
            yield function


def parts(table: Any, depth: int) -> list[Any] | None:
    """The objects that lie so deep in a table, or deeper; None if more than tables is in it. Raises TooMuch."""
    rows, found, count = [table], list[Any](), 0
    while rows:
        tables = [one for one in rows if is_a(one, *_TABLES)]
        if not all(is_a(one, FunctionType, *_TABLES) or issubclass(type(one), type) for one in rows if is_object(one)):
            return None
        found += rows if depth <= 0 else []
        depth -= 1
        rows = [part for one in tables for part in _items(one)]
        count += len(rows)
        if count > MOST:
            raise TooMuch
    return found


def _items(table: Any) -> list[Any]:
    if is_a(table, defaultdict):
        return [*table, *table.values(), table.default_factory]
    return [*table, *table.values()] if isinstance(table, dict) else [*table]
