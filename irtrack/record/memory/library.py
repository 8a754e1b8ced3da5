"""Python's own library: what its functions write to that is the program's, as far as tables tell."""

import gc
import io
import sys
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any
from weakref import ref

from ...rules.effects import is_not_the_programs
from ...rules.library import Row, row_of
from ..classes import is_static, lookup, module_of, mro, namespace_of, namespaces
from ..loans import own_code
from ..log import is_library_file
from .functions import unbound
from .shadows import UnmadeFunction

_MOST = 10_000  # objects of a module that are looked at
_DATA = str, bytes, bytearray, dict, list, tuple, set, frozenset, int, float, complex
_NUMBERS = int, float, complex, Decimal, Fraction
_STREAM: type = io.IOBase.__bases__[0]  # which is no abstract class, that would be asked
_STREAMS = sys.__stdin__, sys.__stdout__, sys.__stderr__


class Library:
    """The modules of which functions were asked for."""

    def __init__(self) -> None:
        self.modules: dict[str, bool] = {}  # by their names: have they nothing of the program's?

    def row(self, function: FunctionType, classes: Iterable[type]) -> Row | None:
        """The row of a function, unless code of the program may be called: what is in its module, or what one of these
        classes has that is derived from one of the module's.
        """
        row = row_of(function.__globals__.get("__name__"), own_code(function).co_qualname)
        if row is None:
            return None
        known = self.modules.get(row.module)
        if known is None:
            known = self.modules[row.module] = _is_its_own(row.module)
        return None if not known or any(_is_derived(cls, _package(row.module)) for cls in classes) else row


def streams_of_handlers() -> list[Any]:
    """The streams of the handlers of `logging` that are there, but for those of the process."""
    known = getattr(sys.modules.get("logging"), "_handlerList", ())  # nothing else tells of handlers without a name
    handlers = [one() for one in known if type(one) is ref]
    spaces = [namespace_of(one) for one in handlers if one is not None]
    streams = [space.get("stream") for space in spaces if type(space) is dict]
    return [one for one in streams if one is not None and not any(one is own for own in _STREAMS)]


def is_library_code(called: Any) -> bool:
    """Is it a function, or a class, of the library's?"""
    if type(called) is UnmadeFunction:
        called = called.maker if called.maker is not None else called.frame.function
    if issubclass(type(called), type):
        return is_not_the_programs(module_of(called))
    return type(called) is FunctionType and is_not_the_programs(called.__globals__.get("__name__"))


def _is_derived(cls: type, package: str) -> bool:
    """Is a class, of another one, derived from one of that package?"""
    packages = [_package(module_of(base)) for base in mro(cls)]
    return packages[0] != package and package in packages


def overridden(classes: Iterable[type]) -> list[str]:
    """The names of methods, but for special ones, that classes have in the place of those of texts, dicts or the like
    from which they are derived: whoever is given such an object may call them.
    """
    found = dict[str, None]()
    for cls in classes:
        names = {
            name for base in mro(cls) if _is_among(base, _DATA) for name in vars(base) if not name.startswith("__")
        }
        for space in namespaces(cls) if names else ():
            found.update((name, None) for name in space if name in names and type(space[name]) is FunctionType)
    return list(found)


def is_made_by_program(cls: type) -> bool:
    """Is it a class of numbers whose constructor is the program's?"""
    if not any(_is_among(base, _NUMBERS) for base in mro(cls)):
        return False
    made = [unbound(lookup(cls, name))[0] for name in ("__new__", "__init__")]
    return any(type(one) is FunctionType and not is_not_the_programs(one.__globals__.get("__name__")) for one in made)


def _is_among(cls: type, classes: Iterable[type]) -> bool:
    """`in` would ask a metaclass that has an `__eq__`."""
    return any(cls is one for one in classes)


def _package(module: Any) -> str:
    return str(module).partition(".")[0]


def _is_its_own(name: str) -> bool:
    """Is it the library's module of that name, and does it hold nothing but objects of the library, and no stream to
    which only the program can have sent it? A handler of messages of the program's would write what it likes.
    """
    module = sys.modules.get(name)
    if type(module) is not ModuleType or not is_library_file(str(vars(module).get("__file__"))):
        return False
    waiting: list[Any] = list(vars(module).values())
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        cls = type(one)
        if id(one) in seen or issubclass(cls, (ModuleType, ref)):  # what it holds weakly, it only keeps a list of
            continue
        seen.add(id(one))
        is_class = issubclass(cls, type)
        if len(seen) > _MOST or (issubclass(cls, _STREAM) and not any(one is own for own in _STREAMS)):
            return False
        if not (is_static(cls) or is_not_the_programs(module_of(cls))):
            return False
        if cls is FunctionType:
            if not is_not_the_programs(one.__globals__.get("__name__")):
                return False
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__]
        elif is_class:
            if not (is_static(one) or is_not_the_programs(module_of(one))):
                return False
            waiting += [value for space in namespaces(one) for value in space.values()]
        else:
            waiting += gc.get_referents(one)
    return True
