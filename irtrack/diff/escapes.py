"""What leads out of sight: rather an error than a wrong derivative."""

from abc import ABC, abstractmethod
from array import array
from collections import defaultdict
from contextlib import suppress
from types import BuiltinFunctionType, FunctionType, GenericAlias, MemberDescriptorType
from typing import Any

import numpy as np

from ..record.callables import enterable, is_constructed, special_methods
from ..record.classes import lookup, mro
from ..record.interrupts import ENTERED_FILES
from . import knowledge
from .entered.watched import watched
from .entered.written import ASSIGNED
from .errors import DifferentiationError
from .frames import code_of, has_frames, node_of
from .handed import numbers_in
from .locations import argument_name, function_name, place_of, rule_line
from .places import address, is_numeric, lies_in, owner_of
from .slots import DEEPEST, Slots
from .steps import Inputs

STORES = frozenset(("setitem", "setslice", "delitem"))
TAKING_APART = STORES | {"unpack", "extend", "list_to_tuple", "yield_from", "setattr"}
MULTIPLE = (tuple, list)
_ITEMS = ("real", "imag", "flat", "data")  # attributes of arrays to which items can be assigned
SEEN_INTO = (np.ndarray, list, tuple, dict, np.flatiter)
SIMPLE = (str, bytes, int, float, complex, np.generic, np.dtype, slice, range, type, array, GenericAlias)
_GIVING_ARRAYS = ("__array__", "__array_interface__", "__array_struct__", "__dlpack__")
_LAYOUT = ("shape", "strides", "dtype")  # attributes by which an array becomes another one


class Escapes(Slots, ABC):
    """The part of a tape's maker that looks at what it cannot put on the tape. `where`: a node, or a Moment."""

    def __init__(self, nested: bool) -> None:
        super().__init__(nested)
        self.borrowed: dict[int, Any] = {}  # lists that operations read, and where
        self.born: set[int] = set()  # the ids of numbers, and owners of arrays, that the run has made, if it is nested
        self.handed: list[Any] = []  # numbers that it has stored in something, if it is nested
        # from 3.15 on the code of generator expressions makes the iterator, before it can be seen: by its id, the array
        # and how many items it has given
        self.iterators: dict[int, list[Any]] = {}

    @abstractmethod
    def is_held(self, array: Any) -> bool:
        """Has any step to do with that object?"""

    def hand_out(self, where: Any, *values: Any) -> None:
        """Numbers are stored in something that the function may not have made."""
        code = code_of(where)
        if code is not None and code.co_filename.startswith(ENTERED_FILES):
            return
        for number in (one for value in values for one in numbers_in(value)):
            if id(owner_of(number) if isinstance(number, np.ndarray) else number) in self.born:
                self.handed.append(number)

    def special(self, node: Any) -> None:
        """A special form has run."""
        if self.nested and node.name in ("store", "setattr", "setitem", "setslice"):
            self.hand_out(node, node._operands[-1].value)
        if node.name in TAKING_APART:
            self.looked_at(node, node.name, tuple([operand.value for operand in node._operands]))

    def looked_at(self, where: Any, name: str, operands: tuple[Any, ...]) -> None:
        """One of those of TAKING_APART has."""
        if name in STORES:
            self._check_store(where, *operands)
        elif name == "setattr":
            self._check_attribute(where, *operands)
        elif any(isinstance(one, np.ndarray) and self._depends(one) for one in operands) and not has_frames(where):
            self.escape(f"an array is taken apart{place_of(where)}, which cannot be followed; "
                         "use `list(array)` there")  # fmt: skip

    def _check_attribute(self, where: Any, owner: Any, name: str, value: Any) -> None:
        """`array.real = value`"""
        if isinstance(owner, np.ndarray):
            if name in ASSIGNED and has_frames(where):
                return
            if name in _ITEMS and isinstance(value, np.ndarray) and lies_in(value, getattr(owner, name)):
                return  # the end of `array.real += 1`
            takes_items = name in _ITEMS and (self._depends(owner) or self._depends(value))
            is_shaped = name in _LAYOUT and (id(owner) in self.slots or self.is_held(owner))
            self.views.pop(id(owner), None)
            if takes_items or is_shaped:
                instead = "make a new array there" if is_shaped else f"assign to its items there, array.{name}[:] = ..."
                self.escape(f"array.{name} is assigned{place_of(where)}, which cannot be followed; {instead}")
        elif name == "default_factory" and isinstance(owner, defaultdict):
            self.check_factory(where, value)
        elif self.may_depend(value) and knowledge.is_stored_by_c(owner, name):
            self.escape(f"a number that is differentiated is stored{place_of(where)} in the attribute {name} of a "
                        f"{type(owner).__qualname__}, which irtrack cannot look into")  # fmt: skip

    def check_factory(self, where: Any, factory: Any = None) -> None:
        """A defaultdict gets a factory, which it calls unseen unless its constructor was given it."""
        function = getattr(factory, "__func__", factory)
        if type(function) is FunctionType and (function.__closure__ or function.__defaults__):
            self.escape(f"a factory is given to a defaultdict{place_of(where)}, and what it computes could not be "
                         "followed; pass it to `defaultdict(factory)`")  # fmt: skip

    def _check_next(self, where: Any, iterator: Any) -> None:
        if id(iterator) not in self.iterators and self._depends(iterator.base):
            self.escape(f"array.flat is gone over by next(){place_of(where)}, which cannot be followed; "
                         "use `iter(list(array.flat))` there")  # fmt: skip

    def check_hidden(self, where: Any, function: Any, arguments: tuple[Any, ...], value: Any, deep: int = 0) -> None:
        """An object of which a function makes an array, or takes the items, unseen; it may be in lists."""
        kind = type(value)
        if kind is list or kind is tuple:
            if deep < DEEPEST:
                for item in value:
                    if type(item) is not float and type(item) is not int:
                        self.check_hidden(where, function, arguments, item, deep + 1)
            return
        if issubclass(kind, SEEN_INTO) or issubclass(kind, SIMPLE):
            return
        reads_arrays = self._reads_arrays(where, function, arguments)
        if not gives_array(value):
            if reads_arrays and (lookup(kind, "__getitem__") or lookup(kind, "__iter__")):
                self._check_items(where, function, value)
            elif not has_frames(where):
                self.check_convertible(where, value)
                self._check_methods(where, function, value)
            return
        if not reads_arrays and knowledge.module_of(function) in knowledge.HARMLESS:
            return
        if any(map(self.may_depend, held_by(value))) or self._shows_memory(value):
            self.escape(f"a {type(value).__qualname__} is used as an array{place_of(where)}, which cannot be followed; "
                         "pass the array that it holds")  # fmt: skip

    def _shows_memory(self, value: Any) -> bool:
        """Has it an `__array_interface__` of its own, which says where a number is that is differentiated?"""
        interface = getattr(value, "__dict__", {}).get("__array_interface__")
        data = interface.get("data") if type(interface) is dict else None
        if type(data) is not tuple:
            return False
        arrays = [holder for slot in self.live if isinstance(holder := self.holders[slot], np.ndarray)]
        return any(address(array) <= data[0] < address(array) + array.nbytes for array in arrays)

    def _reads_arrays(self, where: Any, function: Any, arguments: tuple[Any, ...]) -> bool:
        """Does it make arrays of what it is given? Functions of numpy do, and operators if the other operand is one."""
        if isinstance(function, np.ufunc) or knowledge.module_of(function).partition(".")[0] in ("numpy", "scipy"):
            return True
        return any(isinstance(one, np.ndarray) for one in arguments) and not has_frames(where)

    def check_convertible(self, where: Any, value: Any) -> None:
        """C code makes a number of an object, unseen."""
        kind = type(value)
        if issubclass(kind, SIMPLE) or not (lookup(kind, "__float__") or lookup(kind, "__complex__")):
            return
        if any(map(self.may_depend, held_by(value))):
            self.escape(f"a {kind.__qualname__} is used as a number{place_of(where)}, which cannot be followed; "
                         "pass float(...) of it")  # fmt: skip

    def _check_methods(self, where: Any, function: Any, value: Any) -> None:
        """C code has been given an object, and no method of it was recorded."""
        kind = type(value)
        if special_methods(kind) and any(map(self.may_depend, held_by(value))):
            self.escape(f"{function_name(function)} calls methods of a {kind.__qualname__}{place_of(where)} unseen, "
                         "which cannot be followed; call them, or use the operator, there")  # fmt: skip

    def check_conversions(self, where: Any, function: Any) -> None:
        """C code has called methods of the program; have they given numbers that it has computed with?"""
        for frame in node_of(where)._frames:
            if is_numeric(frame.value) and not isinstance(frame.value, np.ndarray) and self.may_depend(frame.value):
                name, method = function_name(function), function_name(frame.function.value)
                self.escape(f"{name} computes{place_of(where)} with the number that {method} gives it, which cannot be "
                             f"followed; call that first, as float(...) does")  # fmt: skip

    def _check_items(self, where: Any, function: Any, value: Any) -> None:
        kind = type(value)
        if kind.__module__ not in knowledge.HARMLESS or lookup(kind, "__next__") or any(map(self.may_depend, value)):
            self.escape(f"{function_name(function)} is given a {kind.__qualname__}{place_of(where)}, of which it takes "
                         "the items unseen; pass a list of them")  # fmt: skip

    def _check_store(self, where: Any, container: Any, *given: Any) -> None:
        """A container is written to."""
        if id(container) in self.borrowed:
            self.refuse_change(where, container)
        cls = type(container)
        if has_frames(where):
            return
        is_part = issubclass(cls, list) and (len(given) > 2 or type(given[0]) is slice)
        if is_part and isinstance(given[-1], np.ndarray) and self._depends(given[-1]):
            self.escape(f"a part of a list becomes the items of an array{place_of(where)}, which cannot be followed; "
                         "assign list(array)")  # fmt: skip
        if cls is list or cls is dict:
            return
        if issubclass(cls, np.ndarray | np.flatiter):
            self.escape(f"an array is written to{place_of(where)}, which could not be followed")
        hides = getattr(cls, "__module__", "") not in knowledge.HARMLESS and not issubclass(cls, list | dict)
        if hides and any(map(self._depends, given)):
            self.escape(f"a number that is differentiated is stored{place_of(where)} in a {cls.__qualname__}, "
                         "which irtrack cannot look into")  # fmt: skip

    def _depends(self, value: Any) -> bool:
        place = self.place(value)
        return place is not None and place[0] in self.live

    def refuse_change(self, where: Any, container: Any) -> None:
        reader = self.borrowed[id(container)]
        raise DifferentiationError(
            f"a list is changed{place_of(where)} that was read as numbers before{place_of(reader)}: what it held then "
            "is not known any more; pass tuple(...) or np.array(...) of it there"
        )

    def look_at_unknown(
        self, where: Any, function: Any, arguments: tuple[Any, ...], keywords: Any, result: Any
    ) -> None:
        """Nothing that is differentiated was passed; may it have come in unseen?"""
        if result is None:
            takes_array = any(issubclass(type(one), np.ndarray) for one in arguments)
            if takes_array and knowledge.may_write(function) and code_of(where) is not watched.__code__:
                self.escape(f"{function_name(function)} may write to an array{place_of(where)}, which cannot be "
                             f"followed; if it does not: irtrack.nondiff({function_name(function)})")  # fmt: skip
            return
        if not holds_number(result) and type(result) is not np.ufunc:
            return
        if knowledge.calls_back(function, (*arguments, *keywords.values())):
            self.escape(f"{function_name(function)} calls Python functions back{place_of(where)}, which irtrack "
                         "does not see: a derivative through it would be wrong")  # fmt: skip
        self._check_native(where, function)

    def _check_native(self, where: Any, function: Any) -> None:
        """Python code that ran without being recorded may have computed with whatever it was given."""
        if type(function) is BuiltinFunctionType:
            return
        entered, _ = enterable(function)
        if entered is not None and node_of(where).metadata.get("native"):
            reason = node_of(where).metadata["native"]
            self.escape(f"{function_name(function)} was called{place_of(where)}, but could not be recorded ({reason}); "
                         f"a rule would tell: {rule_line(function)}")  # fmt: skip

    def check_result(self, where: Any, function: Any, inputs: Inputs, result: Any, known: Any, given: set[int]) -> None:
        """A function was passed what is differentiated, and gave no number."""
        if known is None:
            if knowledge.is_harmless(function, result) or knowledge.keeps_arguments(function):
                return
            if issubclass(type(function), type) and is_constructed(function) and has_frames(where):
                return  # which show what `__new__` and `__init__` have done
        elif knowledge.holds_nothing(result):
            return
        may_hide = not issubclass(type(result), MULTIPLE) or knowledge.hides(function)
        items = () if may_hide else result
        if not may_hide and all(knowledge.holds_nothing(one) or id(one) in given or self.knows(one) for one in items):
            return
        self._check_native(where, function)
        name, which = function_name(function), argument_name(function, inputs[0][0])
        self.escape(
            f"{which} of {name}{place_of(where)} depends on what is differentiated, and what the function does with it "
            f"irtrack cannot follow. If nothing comes of it: irtrack.nondiff({name}); else {rule_line(function)}"
        )


def gives_array(value: Any) -> bool:
    """Is it an object that numpy asks for an array, instead of taking its items?"""
    cls = type(value)
    if issubclass(cls, SEEN_INTO) or issubclass(cls, SIMPLE):
        return False
    own = getattr(value, "__dict__", {})
    return any(lookup(cls, name) is not None or name in own for name in _GIVING_ARRAYS)


def held_by(value: Any) -> list[Any]:
    """What is in the attributes and slots of an object."""
    found = list(getattr(value, "__dict__", {}).values())
    for cls in mro(type(value)):
        for slot in vars(cls).values():
            if type(slot) is MemberDescriptorType:
                with suppress(AttributeError):
                    found.append(slot.__get__(value))
    return found


def holds_number(value: Any, deep: int = 0) -> bool:
    if issubclass(type(value), MULTIPLE):
        return deep < DEEPEST and any(holds_number(one, deep + 1) for one in value)
    return is_new_number(value)


def is_new_number(value: Any) -> bool:
    cls = type(value)
    return cls is float or cls is np.float64 or is_numeric(value)
