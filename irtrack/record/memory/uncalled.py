"""What C code could have called, and did not, or not as often.

`list(map(f, rows))` calls f for each of the rows; with more of them it would have been called more often, and have
written what it writes. `d[key]` would have asked `__missing__`, had the key not been there. No jump tells of it: the
node is one at which these functions might have been called.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from importlib.machinery import ModuleSpec
from types import FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any

from ...cpython.marks import Mark
from ...ir.language import Unbound
from ...rules.special_methods import BY_C, NOT_OF_OPERANDS, PLAIN_NAMES
from ..callables import CACHE
from ..classes import is_a, lookup, namespaces, special_names
from ..values import Dropped, Shown, Unknown
from .functions import functions_behind, unbound, what_is_called
from .shadows import UNCHANGING
from .telling import Telling
from .told import Calls, what_stands_for

if TYPE_CHECKING:
    from .potential import Potential

HOOKS = "__getattr__", "__getattribute__"
_FUNCTIONS = FunctionType, MethodType, partial
_QUIET = list, tuple, dict, set, frozenset, bytearray, memoryview

# of entries of a record that are no values, of what stands there for what is not there, and of the `__spec__` of each
# module that was imported, which notes where its bytecode is when it is first asked
OWN = Unbound, Dropped, Unknown, Shown, Mark  # classes that the program does not know
_STILL = *OWN, ModuleSpec


class Uncalled:
    """The functions that may write something if C code calls them.

    `inert`: the ids of types of whose instances it calls no such methods.
    """

    def __init__(self, potential: "Potential") -> None:
        self.potential = potential
        self.told = Calls(potential.index)
        self.getting: dict[int, tuple[dict[str, Sequence[Any]], Sequence[Any]]] = {}  # what `_getters_of` gave
        self.inert = set(UNCHANGING) | set(map(id, _QUIET))
        self.forget()

    def forget(self) -> None:
        """Ask again which methods write something: more is known of what does."""
        # by the id of a class
        self.methods: dict[int, tuple[FunctionType, ...]] = {id(cls): () for cls in _STILL}
        self.acting: dict[int, dict[str, FunctionType]] = {id(cls): {} for cls in _STILL}
        self.of_attributes: dict[tuple[int, str | None], tuple[Any, ...]] = {(id(cls), None): () for cls in _STILL}

    def might_call(
        self,
        node: Any,
        values: Iterable[Any],
        passed: list[Any],
        vertex: int,
        names: frozenset[str] | None,
        ran: tuple[int, int] | None,
    ) -> None:
        """C code that a node calls might have called these values, or methods of them with these `names`, with what was
        passed; besides the one that `ran`: the ids of a function and its first argument.
        """
        called = [value for value in values if not (ran and passed and (id(value), id(passed[0])) == ran)]
        if not called:
            return
        is_in_library = self.potential.is_in_library(node)
        key = tuple(map(what_is_called, called)), tuple(map(what_stands_for, passed)), names, ran, is_in_library
        told = self.told.again(key, vertex)
        if told is None:
            told = telling = Telling(self.potential, node.parent if node is not None else None)
            for value in called:
                self._tell(telling, value, passed, vertex, names, ran)
            self.told.add(key, telling, vertex)
        if told.told:
            self.potential.index.epoch += 1

    def might_advance(self, node: Any, objects: Iterable[Any], vertex: int) -> None:
        """Iterators might have gone on, by what a node does."""
        telling = Telling(self.potential, node.parent if node is not None else None)
        telling.tell_advance(list(objects), vertex)
        if telling.told:
            self.potential.index.epoch += 1

    def _tell(
        self,
        telling: Telling,
        value: Any,
        passed: list[Any],
        vertex: int,
        names: frozenset[str] | None,
        ran: tuple[int, int] | None,
    ) -> None:
        value, bound = unbound(value)
        passed = [*passed, *bound]
        if type(value) is FunctionType or issubclass(type(value), type):
            telling.tell_function(value, passed, vertex)
        elif type(value) is GeneratorType:
            telling.tell_generator(value, vertex)
        else:
            for method in self.called_of(type(value), names if names is not None else BY_C):
                if (id(method), id(value)) != ran:
                    telling.tell_function(method, [*passed, value], vertex)

    def is_called(self, value: Any) -> bool:
        """Could C code that has this value call what writes something?"""
        kind = type(value)
        if id(kind) in self.inert:
            return kind is FunctionType or issubclass(kind, type)
        if is_a(value, GeneratorType, *_FUNCTIONS) or self.methods_of(kind):
            return True
        self.inert.add(id(kind))
        return False

    def methods_of(self, cls: type) -> tuple[FunctionType, ...]:
        """The special methods that C code calls of instances of a class, and that write to something."""
        found = self.methods.get(id(cls))
        if found is None:
            found = self.methods[id(cls)] = self.called_of(cls, BY_C)
        return found

    def called_of(self, cls: type, names: frozenset[str] | None) -> tuple[FunctionType, ...]:
        """Those with these names, or any."""
        return tuple([method for name, method in self.acting_of(cls).items() if names is None or name in names])

    def acting_of(self, cls: type) -> dict[str, FunctionType]:
        """By their names, the special methods that operators and C code call of operands, and that write something."""
        found = self.acting.get(id(cls))
        if found is None:
            names = (special_names(cls) | PLAIN_NAMES) - NOT_OF_OPERANDS
            found_in_class = [(name, lookup(cls, name)) for name in sorted(names)]
            methods = [(name, unbound(one)[0] if type(one) is CACHE else one) for name, one in found_in_class]
            writing = [(name, one) for name, one in methods if type(one) is FunctionType and self.potential.writes(one)]
            found = self.acting[id(cls)] = dict(writing)
        return found

    def is_lively(self, cls: type) -> bool:
        """Do instances of a class change, or write to something, when they are looked at?"""
        return (
            lookup(cls, "__next__") is not None
            or type(lookup(cls, "__iter__")) is FunctionType
            or issubclass(cls, defaultdict)
            or bool(self.methods_of(cls))
            or bool(self.getters(cls, None))
        )

    def getters(self, cls: type, name: str | None) -> tuple[Any, ...]:
        """What is called to get an attribute of an object of a class, or any, if it writes something."""
        key = id(cls), name
        found = self.of_attributes.get(key)
        if found is None:
            by_names, hooks = self._getters_of(cls)
            called = [one for each in by_names.values() for one in each] if name is None else by_names.get(name, ())
            found = self.of_attributes[key] = tuple([one for one in (*called, *hooks) if self.potential.writes(one)])
        return found

    def _getters_of(self, cls: type) -> tuple[dict[str, Sequence[Any]], Sequence[Any]]:
        """The functions that are called to get attributes of objects of a class, by names, and those for any name."""
        found = self.getting.get(id(cls))
        if found is None:
            spaces = namespaces(cls)
            names = {one for space in spaces for one in space if type(one) is str}
            by_names = {one: tuple(functions_behind(lookup(cls, one))) for one in names}
            hooks = [lookup(cls, one) for one in HOOKS] if spaces else []
            hooks = [one for one in hooks if type(one) is FunctionType]
            found = self.getting[id(cls)] = {one: each for one, each in by_names.items() if each}, hooks
        return found
