"""Questions about classes that run no code of theirs: metaclasses may have attribute methods, and raise in them."""

from types import GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

METHODS_IN_C = MethodDescriptorType, WrapperDescriptorType
_mro_of = type.__dict__["__mro__"].__get__
_dict = type.__dict__["__dict__"].__get__
_flags = type.__dict__["__flags__"].__get__
_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8  # Py_TPFLAGS_HEAPTYPE, Py_TPFLAGS_IMMUTABLETYPE
_module = type.__dict__["__module__"].__get__
_method_of_none = type(None).__dict__["__bool__"]
_name, _qualname = type.__dict__["__name__"].__get__, type.__dict__["__qualname__"].__get__


def is_a(value: Any, *kinds: type) -> bool:
    """Is the type of `value` one of these, and no class below? `in` would ask a metaclass that has an `__eq__`."""
    cls = type(value)
    for kind in kinds:  # noqa: SIM110 - a generator would take several times as long
        if cls is kind:
            return True
    return False


def mro(cls: type) -> tuple[type, ...]:
    """A class and its bases, nearest first; C code may make instances of a class that it never made ready."""
    return _mro_of(cls) or (object,)


def namespaces(cls: type) -> list[Any]:
    """What a class and its bases define, nearest first; nothing of what is written in C and can't be changed."""
    return [_dict(base) for base in mro(cls) if not is_static(base)]


def is_static(cls: type) -> bool:
    """Is `cls` one of the classes that C code holds for good, as all builtin ones are?"""
    return not _flags(cls) & _HEAP_TYPE


def has_attributes_only(cls: type) -> bool:
    """Do its objects keep all that they have in their attributes: is it written in Python, with all its bases?"""
    return all(base is object or not _is_written_in_c(base) for base in mro(cls))


def _is_written_in_c(cls: type) -> bool:
    return is_fixed(cls) or any(is_a(one, MethodDescriptorType, WrapperDescriptorType) for one in _dict(cls).values())


def is_fixed(cls: type) -> bool:
    """Can nothing change the attributes of `cls`?"""
    return is_static(cls) or bool(_flags(cls) & _IMMUTABLE_TYPE)


def lookup(cls: type, name: str, default: Any = None) -> Any:
    """An attribute of a class as the interpreter's own slots find it: no `__getattribute__`, no descriptors."""
    for base in mro(cls):
        namespace = _dict(base)
        if name in namespace:
            return namespace[name]
    return default


def lookup_above(cls: type, base: Any, name: str) -> Any:
    """What `super(base, ...)` finds for an object of a class."""
    above = iter(mro(cls))
    for one in above:
        if one is base:
            break
    return next((_dict(one)[name] for one in above if name in _dict(one)), None)


def special_methods(cls: type, but: frozenset[str] = frozenset()) -> list[Any]:
    """What a class and its bases have under names as `__hash__`, `but` for some, in the order of the names."""
    return [lookup(cls, name) for name in sorted(special_names(cls) - but)]


def special_names(cls: type) -> set[str]:
    """The names as `__hash__` that a class and its bases have."""
    return {one for space in namespaces(cls) for one in space if type(one) is str and one[:2] == one[-2:] == "__"}


def written_in_c(cls: type, name: str) -> Any:
    """The first method of that name in a class and its bases that is written in C; None if there is none."""
    found = (_dict(base).get(name) for base in mro(cls))
    return next((one for one in found if is_a(one, *METHODS_IN_C)), None)


def names_in_c(cls: type) -> list[str]:
    """The names of the methods of a class and its bases that are written in C, but of those which every object has."""
    items = [item for base in mro(cls) if base is not object and is_static(base) for item in _dict(base).items()]
    return [name for name, one in items if is_a(one, *METHODS_IN_C)]


def is_below(cls: type, base: type) -> bool:
    """Is `cls` a proper subclass of `base`, as the interpreter asks for it? No metaclass is asked."""
    return cls is not base and any(one is base for one in mro(cls))


def namespace_of(instance: Any) -> Any:
    """The `__dict__` of an object, as far as it can be had without running code of its class; else None."""
    found = lookup(type(instance), "__dict__")
    return found.__get__(instance) if is_a(found, GetSetDescriptorType, MemberDescriptorType) else None


def attribute_of(owner: Any, name: str) -> Any:
    """An attribute of a module or class as it is there, no descriptor asked; None if there is none."""
    return lookup(owner, name) if issubclass(type(owner), type) else vars(owner).get(name)


def plain_name(cls: type) -> str:
    """The name of a class."""
    return str(_name(cls))


def reported_name(value: Any) -> str:
    """The name of the type of `value` in the interpreter's messages, which for one written in C may have dots.

    No attribute tells it (it is `tp_name` in C), but the message of a method that refuses `value` does. Not of None.
    """
    try:
        _method_of_none(value)
    except TypeError as error:
        return str(error).partition(" but received a '")[2].removesuffix("'")
    raise AssertionError(f"{value!r} is None")


def class_name(cls: type) -> str:
    """The qualified name of a class."""
    return str(_qualname(cls))


def module_of(cls: type) -> Any:
    """The name of the module that a class says that it is in; None if it says something else."""
    try:
        name = _module(cls)
    except AttributeError:
        return None
    return name if type(name) is str else None


def is_iterable(cls: type) -> bool:
    """Can an instance of `cls` be gone over, perhaps by index?"""
    return lookup(cls, "__iter__") is not None or lookup(cls, "__getitem__") is not None


def may_have(cls: type) -> bool:
    """Can an object of a class have attributes that the class does not have?"""
    own = ("__dict__", "__getattr__")
    return any(lookup(cls, name) is not None for name in own) or not is_static(cls)


def could_have(cls: type, name: str) -> bool:
    """Can an object of a class have an attribute of that name?"""
    return lookup(cls, name) is not None or may_have(cls)


def is_callable(cls: type) -> bool:
    """Can an instance of `cls` be called?"""
    return lookup(cls, "__call__") is not None
