"""Nestings of tuples, lists, dicts, namedtuples, dataclasses and plain objects, and the leaves in them.

A leaf is whatever is none of these. Leaves are visited in the order in which they stand; dicts keep theirs.
"""

from collections.abc import Callable, Iterator
from types import FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

_NO_TREES = (type, FunctionType, MethodType, ModuleType, np.ndarray, np.generic, str, bytes, int, float, complex)


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
    if issubclass(cls, tuple | list | dict):
        return not (hasattr(cls, "_fields") or _is_plain_container(cls))
    return not is_plain_object(value)


def _is_plain_container(cls: type) -> bool:
    return any(base.__module__ == "collections" for base in cls.__mro__[:-1]) and "__init__" not in vars(cls)


def is_plain_object(value: Any) -> bool:
    """Is it an instance of a class written in Python that keeps all that it has in its attributes?"""
    cls: Any = type(value)
    if cls is SimpleNamespace or _has_slots_only(value):
        return True
    constructor: Any = cls.__new__
    reduces: Any = cls.__reduce_ex__
    return (
        not issubclass(cls, _NO_TREES)
        and isinstance(getattr(value, "__dict__", None), dict)
        and constructor is object.__new__
        and cls.__flags__ & (1 << 9) != 0  # Py_TPFLAGS_HEAPTYPE
        and reduces is object.__reduce_ex__
    )


def _has_slots_only(value: Any) -> bool:
    """Is it an instance of a dataclass with slots?"""
    cls: Any = type(value)
    return hasattr(cls, "__dataclass_fields__") and cls.__new__ is object.__new__


def attributes(value: Any) -> dict[str, Any]:
    """What a plain object has, by name."""
    found = dict(getattr(value, "__dict__", {}))
    for name in getattr(type(value), "__dataclass_fields__", ()):
        if name not in found and hasattr(value, name):
            found[name] = getattr(value, name)
    return found


def parts(tree: Any) -> list[Any]:
    if issubclass(type(tree), tuple | list):
        return list(tree)
    if issubclass(type(tree), dict):
        return list(tree.values())
    return list(attributes(tree).values())


def _rebuilt(tree: Any, new: list[Any]) -> Any:
    cls: Any = type(tree)
    if cls is tuple or cls is list:
        return cls(new)
    if issubclass(cls, tuple):
        return tuple.__new__(cls, new)
    if cls is dict:
        return dict(zip(tree, new, strict=True))
    if issubclass(cls, dict):
        made = tree.copy()
        for key, part in zip(tree, new, strict=True):
            dict.__setitem__(made, key, part)
        return made
    if issubclass(cls, list):
        return cls(new)
    made = cls.__new__(cls)
    for name, part in zip(attributes(tree), new, strict=True):
        object.__setattr__(made, name, part)
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
    elif issubclass(type(tree), dict):
        for key, part in tree.items():
            yield from paths(part, f"{name}[{key!r}]")
    elif issubclass(type(tree), tuple | list) and not hasattr(type(tree), "_fields"):
        for k, part in enumerate(tree):
            yield from paths(part, f"{name}[{k}]")
    elif issubclass(type(tree), tuple):
        for field, part in zip(type(tree)._fields, tree, strict=True):
            yield from paths(part, f"{name}.{field}")
    else:
        for attribute, part in attributes(tree).items():
            yield from paths(part, f"{name}.{attribute}")
