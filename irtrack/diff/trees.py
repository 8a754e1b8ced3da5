"""Nestings of containers, dataclasses and plain objects, and the leaves in them.

Containers are tuples, lists, dicts and deques; instances of classes derived from these as well, with what they have in
attributes. A leaf is whatever is none of these. Leaves are visited in the order in which they stand; dicts keep theirs.
"""

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

_NO_TREES = (type, FunctionType, MethodType, ModuleType, np.ndarray, np.generic, str, bytes, int, float, complex)
_CONTAINERS = (tuple, list, dict, deque)
_LAYOUTS: tuple[Any, ...] = (*_CONTAINERS, OrderedDict, defaultdict)  # how the items of a container are kept


def tree_map(f: Callable[[Any], Any], tree: Any) -> Any:
    """The same nesting with `f(leaf)` in the place of each leaf.

    A container that stands in several places is one again; one that holds itself is a ValueError.
    """
    return _map(f, tree, {})


_OPEN = object()


def _map(f: Callable[[Any], Any], tree: Any, known: dict[int, Any]) -> Any:
    if is_leaf(tree):
        return f(tree)
    made = known.get(id(tree))
    if made is _OPEN:
        raise ValueError(f"a {type(tree).__qualname__} holds itself, which no nesting of arguments may")
    if made is None:
        known[id(tree)] = _OPEN
        made = known[id(tree)] = _rebuilt(tree, [_map(f, part, known) for part in parts(tree)])
    return made


def is_leaf(value: Any) -> bool:
    cls = type(value)
    if cls is float or cls is np.ndarray:
        return True
    if cls is tuple or cls is list or cls is dict:
        return False
    if issubclass(cls, _CONTAINERS):
        return layout_of(cls) is None
    return not is_plain_object(value)


def layout_of(cls: type) -> Any:
    """The class written in C that keeps the items of such containers; None of all else.

    One that is written in C itself, as `time.struct_time`, has its own way to be made; of an Enum there are no others.
    """
    if _is_layout(cls):
        return cls
    made_by = next(base for base in cls.__mro__ if type(vars(base).get("__new__")) is BuiltinFunctionType)
    if not _is_layout(made_by) or issubclass(cls, Enum):
        return None
    return next(base for base in cls.__mro__ if _is_layout(base))


def _is_layout(cls: type) -> bool:
    return any(cls is one for one in _LAYOUTS)  # `in` would ask a metaclass that has an `__eq__`


def is_plain_object(value: Any) -> bool:
    """Is it an instance of a class written in Python that keeps all that it has in its attributes?"""
    cls: Any = type(value)
    if cls is SimpleNamespace:
        return True
    constructor: Any = cls.__new__
    reduces: Any = cls.__reduce_ex__
    return (
        not issubclass(cls, _NO_TREES)
        and constructor is object.__new__
        and cls.__flags__ & (1 << 9) != 0  # Py_TPFLAGS_HEAPTYPE
        and (reduces is object.__reduce_ex__ or hasattr(cls, "__dataclass_fields__"))
        and (isinstance(getattr(value, "__dict__", None), dict) or bool(_slots(cls)))
    )


def _slots(cls: type) -> dict[str, Any]:
    """The attributes that have a place of their own in each instance."""
    return {
        name: member
        for base in reversed(cls.__mro__)
        if "__slots__" in vars(base)
        for name, member in vars(base).items()
        if type(member) is MemberDescriptorType
    }


def attributes(value: Any) -> dict[str, Any]:
    """What an object has, by name; but not a dict that is its own `__dict__`, of which these are the items."""
    own = getattr(value, "__dict__", value)
    found = dict(own) if own is not value else {}
    for name, member in _slots(type(value)).items():
        try:
            found[name] = member.__get__(value)
        except AttributeError:  # it has not been given yet
            continue
    return found


def items(tree: Any) -> list[Any]:
    """What a container has, but for its attributes; nothing else has any."""
    layout = layout_of(type(tree))
    if layout is None:
        return []
    return list(layout.values(tree) if issubclass(layout, dict) else layout.__iter__(tree))


def parts(tree: Any) -> list[Any]:
    cls = type(tree)
    if cls is tuple or cls is list:
        return list(tree)
    if cls is dict:
        return list(tree.values())
    return [*items(tree), *attributes(tree).values()]


def _rebuilt(tree: Any, new: list[Any]) -> Any:
    cls: Any = type(tree)
    if cls is tuple or cls is list:
        return cls(new)
    if cls is dict:
        return dict(zip(tree, new, strict=True))
    layout = layout_of(cls)
    count = 0 if layout is None else len(items(tree))
    made = cls.__new__(cls) if layout is None else _container(tree, layout, new[:count])
    slots = _slots(cls)
    for name, part in zip(attributes(tree), new[count:], strict=True):  # past what a property of that name does
        if name in slots:
            slots[name].__set__(made, part)
        else:
            made.__dict__[name] = part
    return made


def _container(tree: Any, layout: Any, new: list[Any]) -> Any:
    """A container as `tree` is, with other items. As when it is copied, nothing is asked of how its class makes one."""
    cls: Any = type(tree)
    if layout is tuple:
        return tuple.__new__(cls, new)
    made = layout.__new__(cls)
    if layout is deque:
        deque.__init__(made, new, tree.maxlen)
    elif layout is list:
        list.__init__(made, new)
    else:
        if layout is defaultdict:
            made.default_factory = tree.default_factory
        for key, part in zip(layout.__iter__(tree), new, strict=True):
            layout.__setitem__(made, key, part)
        if getattr(tree, "__dict__", None) is tree:
            made.__dict__ = made
    return made


def leaves(tree: Any) -> list[Any]:
    """All leaves, in their order; of a container that stands in several places those of each."""
    found: list[Any] = []
    _collect(tree, found, set())
    return found


def _collect(tree: Any, found: list[Any], inside: set[int]) -> None:
    if is_leaf(tree):
        found.append(tree)
        return
    if id(tree) in inside:
        raise ValueError(f"a {type(tree).__qualname__} holds itself, which no nesting of arguments may")
    inside.add(id(tree))
    for part in parts(tree):
        _collect(part, found, inside)
    inside.discard(id(tree))


def paths(tree: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Each leaf with how it is reached, as `x[0].scale`."""
    if is_leaf(tree):
        yield name, tree
        return
    cls: Any = type(tree)
    if issubclass(cls, dict):
        names = [f"[{key!r}]" for key in layout_of(cls).__iter__(tree)]
    elif hasattr(cls, "_fields"):
        names = [f".{field}" for field in cls._fields]
    else:
        names = [f"[{k}]" for k in range(len(items(tree)))]
    names += [f".{attribute}" for attribute in attributes(tree)]
    for each, part in zip(names, parts(tree), strict=True):
        yield from paths(part, name + each)
