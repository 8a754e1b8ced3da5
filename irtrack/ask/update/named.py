"""What code of functions finds by names: objects, and classes, of whose instances C code and operators call methods."""

import copy
import dataclasses
import gc
import json
from collections.abc import Iterator
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...cpython.facts import names_in
from ...record.classes import is_a, is_static, namespaces
from ...record.loans import own_code
from ...rules.effects import is_quiet
from ...rules.special_methods import CACHES
from .touch import CACHED, is_object

_MOST = 300  # functions and classes that are looked through; what is behind is too far away to matter often


# in the place of the name of a method, for a function that is only called where it is named, which summaries know; and
# for one that is a value, which may be stored, or passed, and be called there
_CALLED, _VALUE = "", "__call__"
# of the library, that write to nothing but what they make and caches, whatever they call of what they are given
_CLOSED = json.dumps, json.loads, *vars(copy).values(), *map(vars(dataclasses).get, (
    "asdict", "_asdict_inner", "astuple", "_astuple_inner", "replace", "_replace", "fields"))  # fmt: skip
Names = dict[int, tuple[FunctionType, set[str]]]  # by ids of functions under which names classes have them


class Named(NamedTuple):
    """What a function, and what it names, find by names: the methods of classes, functions, and other `objects`."""

    functions: Names
    classes: list[type]
    objects: list[Any]


def named_by(function: FunctionType) -> Named:
    functions: Names = {}
    objects: dict[int, Any] = {}
    waiting: list[Any] = [function]
    seen = {id(function)}
    for one in waiting:
        for found, name in _values(one) if type(one) is FunctionType else methods_of(one):
            value = _cached_by(found)
            if type(value) is FunctionType:
                functions.setdefault(id(value), (value, set()))[1].add(name)
            if not is_class(value):
                objects[id(value)] = value
            if not is_class(value) and (type(value) is not FunctionType or is_closed(value)):
                continue
            if id(value) not in seen and len(waiting) < _MOST:
                seen.add(id(value))
                waiting.append(value)
    return Named(functions, list(filter(is_class, waiting)), list(filter(is_object, objects.values())))


def is_closed(function: FunctionType) -> bool:
    """Does what a function finds by names not matter, since it writes to nothing but caches, and calls no more than
    what it is given?
    """
    return is_quiet(function) or own_code(function) in CLOSED_CODE


def fills_a_cache(function: Any) -> bool:
    return type(function) is FunctionType and own_code(function) in CACHES


def methods_of(cls: Any) -> Iterator[tuple[FunctionType, str]]:
    """The functions that a class has, and their names; `__get__` for that of a property."""
    for name, part in (item for namespace in namespaces(cls) for item in namespace.items()):
        if type(part) is property:
            yield from ((one, "__get__") for one in (part.fget, part.fset) if type(one) is FunctionType)
            continue
        function = part.__func__ if is_a(part, staticmethod, classmethod) else part
        if type(function) is FunctionType:
            yield function, name


def _values(function: FunctionType) -> Iterator[tuple[Any, str]]:
    """What a function finds by names, in modules classes of the program; and how it is used."""
    names = names_in(own_code(function))
    for cell in function.__closure__ or ():
        yield _content(cell), _VALUE
    for name in names.globals:
        value = function.__globals__.get(name)
        if type(value) is ModuleType:
            yield from ((one, _VALUE) for one in filter(is_class, map(vars(value).get, names.all)))
        else:
            yield value, _VALUE if name in names.used else _CALLED


def _cached_by(value: Any) -> Any:
    """The function that `functools.lru_cache` has wrapped; anything else as it is."""
    while is_a(value, CACHED):
        value = next((one for one in gc.get_referents(value) if is_a(one, FunctionType, CACHED)), None)
    return value


def is_class(value: Any) -> bool:
    """Is it a class of the program's?"""
    return issubclass(type(value), type) and not is_static(value)


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def codes(code: CodeType) -> Iterator[CodeType]:
    """Code, and that in it."""
    yield code
    for inner in (constant for constant in code.co_consts if type(constant) is CodeType):
        yield from codes(inner)


CLOSED_CODE = CACHES.union(*(codes(function.__code__) for function in _CLOSED if type(function) is FunctionType))
