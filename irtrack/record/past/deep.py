"""Deep copies of values, by which nothing of the program runs but what it has written for copies.

`copy.deepcopy` makes instances by `__new__`, and fills those of a subclass of list by `append`, which may be methods of
the program that do something else: such a copy would change what it is to show.
"""

import copy
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from types import FunctionType, MemberDescriptorType, MethodType
from typing import Any

import numpy as np

from ..classes import is_fixed, lookup, mro, namespace_of, namespaces
from .kinds import are_plain, can_change, is_instance

_PROTOCOL = ("__deepcopy__", "__reduce_ex__", "__reduce__", "__getstate__", "__setstate__")
_factory_of, _maxlen_of = vars(defaultdict)["default_factory"].__get__, vars(deque)["maxlen"].__get__
_KINDS = (OrderedDict, defaultdict, dict, list, deque, set, frozenset, tuple, bytearray)


class LostError(Exception):
    """There is no copy of a value: it would run code of the program, or cost too much."""


class DeepCopy:
    """Copies one value, with all that it holds; `affords` says whether an array may be copied."""

    def __init__(self, affords: Callable[[Any], bool]) -> None:
        self.affords = affords
        self.made: dict[int, Any] = {}  # by the ids of what they are copies of

    def of(self, value: Any) -> Any:
        """The copy. Raises LostError, and whatever a method of the program that makes copies raises."""
        cls = type(value)
        if not can_change(value) or issubclass(cls, type):
            return value
        if id(value) in self.made:
            return self.made[id(value)]
        if lookup(cls, "__del__") is not None:  # a copy would end what it stands for
            raise LostError
        if any(type(lookup(cls, name)) is FunctionType for name in _PROTOCOL):
            return copy.deepcopy(value, self.made)
        if cls is np.ndarray:
            return self._array(value)
        if cls is MethodType:
            return MethodType(value.__func__, self.of(value.__self__))
        kind = next((base for base in mro(cls) if any(base is one for one in _KINDS)), None)
        if kind is not None:
            return self._container(value, kind)
        if is_instance(value):
            return self._with_attributes(value, self._keep(value, object.__new__(cls)))
        if is_fixed(cls):
            return copy.deepcopy(value, self.made)
        raise LostError

    def _keep(self, value: Any, made: Any) -> Any:
        self.made[id(value)] = made
        return made

    def _array(self, array: Any) -> Any:
        if not self.affords(array):
            raise LostError
        made = self._keep(array, array.copy())
        if array.dtype.hasobject:
            for place in np.ndindex(array.shape):
                made[place] = self.of(made[place])
        return made

    def _container(self, value: Any, kind: Any) -> Any:
        """It is made and filled by the methods of the builtin class."""
        cls = type(value)
        if issubclass(kind, tuple | frozenset):  # which holds nothing yet that refers to it, unless by a mutable one
            items = [self.of(item) for item in self._items(value, kind)]
            made = self.made.get(id(value))
            if made is None:
                made = self._keep(value, kind.__new__(cls, items))
            return self._with_attributes(value, made)
        if kind is defaultdict:
            made = defaultdict.__new__(cls)
            defaultdict.__init__(made, _factory_of(value))
        elif kind is deque:
            made = deque.__new__(cls)
            deque.__init__(made, (), _maxlen_of(value))
        else:
            made = kind.__new__(cls)
        self._keep(value, made)
        if issubclass(kind, dict):
            if not are_plain(kind.keys(value)):
                raise LostError
            for key, item in list(kind.items(value)):
                kind.__setitem__(made, self.of(key), self.of(item))
        elif kind is bytearray:
            bytearray.extend(made, bytes(value))
        else:
            add = kind.add if kind is set else kind.append
            for item in self._items(value, kind):
                add(made, self.of(item))
        return self._with_attributes(value, made)

    def _items(self, value: Any, kind: Any) -> list[Any]:
        items = list(kind.__iter__(value))
        if issubclass(kind, set | frozenset) and not are_plain(items):
            raise LostError
        return items

    def _with_attributes(self, value: Any, made: Any) -> Any:
        """Give a copy the attributes, those in slots too, as no `__setattr__` sees."""
        namespace, own = namespace_of(value), namespace_of(made)
        if type(namespace) is dict and type(own) is dict:
            for name, item in list(namespace.items()):
                own[name] = self.of(item)
        for names in namespaces(type(value)):
            for slot in list(names.values()):
                if type(slot) is MemberDescriptorType:
                    try:
                        item = slot.__get__(value)
                    except AttributeError:  # it is empty
                        continue
                    slot.__set__(made, self.of(item))
        return made
