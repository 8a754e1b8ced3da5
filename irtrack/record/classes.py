"""Questions about classes that run no code of theirs: metaclasses may have attribute methods, and raise in them."""

from typing import Any

_mro = type.__dict__["__mro__"].__get__
_dict = type.__dict__["__dict__"].__get__
_flags = type.__dict__["__flags__"].__get__
_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8  # Py_TPFLAGS_HEAPTYPE, Py_TPFLAGS_IMMUTABLETYPE
_qualname = type.__dict__["__qualname__"].__get__


def namespaces(cls: type) -> list[Any]:
    """What a class and its bases define, nearest first; nothing of what is written in C and can't be changed."""
    return [_dict(base) for base in _mro(cls) if not is_static(base)]


def is_static(cls: type) -> bool:
    """Is `cls` one of the classes that C code holds for good, as all builtin ones are?"""
    return not _flags(cls) & _HEAP_TYPE


def is_fixed(cls: type) -> bool:
    """Can nothing change the attributes of `cls`?"""
    return is_static(cls) or bool(_flags(cls) & _IMMUTABLE_TYPE)


def lookup(cls: type, name: str) -> Any:
    """An attribute of a class as the interpreter's own slots find it: no `__getattribute__`, no descriptors."""
    for base in _mro(cls):
        namespace = _dict(base)
        if name in namespace:
            return namespace[name]
    return None


def class_name(cls: type) -> str:
    """The qualified name of a class."""
    return str(_qualname(cls))


def is_callable(cls: type) -> bool:
    """Can an instance of `cls` be called?"""
    return lookup(cls, "__call__") is not None
