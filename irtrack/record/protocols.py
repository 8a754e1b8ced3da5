"""What Python code the language runs behind an operation, as a callable that runs its twins instead.

A protocol takes the operands and gives a callable without arguments that is written in C, so that no frame of ours
stands between the user's; or None, where nothing written in Python runs, or none that could be exchanged: then the
instruction runs as it is. `enter` gives the twin of a function.

Where C code checks or converts what a method returns, it is given a *stand-in*: an object whose class has the same name
as the operand's, and whose methods are the twins of the operand's. See "Data model" in Python's language reference, and
binary_op1 in Objects/abstract.c, do_richcompare in Objects/object.c and slot_nb_... in Objects/typeobject.c of CPython.
"""

import builtins
import contextlib
import itertools
import operator
import weakref
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import FunctionType, MappingProxyType, MethodDescriptorType, WrapperDescriptorType
from typing import Any, NamedTuple, Protocol

from ..cpython.operators import Form
from ..cpython.versions import FORMATS_AT_ONCE
from ..ir.language import getslice, not_contains, setslice
from .classes import bases, class_name, is_below, lookup, namespace_of, namespaces, plain_name

Attempt = Callable[[], Any]
Enter = Callable[[Any], Any]


_MISSING: Any = object()


class NativeError(Exception):
    """What runs cannot be exchanged here."""


_C_METHODS = (WrapperDescriptorType, MethodDescriptorType)
_is_implemented = partial(operator.is_not, NotImplemented)
_NAMES = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "and", "or", "xor")
# by the function: names of the in-place, the left and the reflected method
_BINARY: dict[Any, tuple[str, str, str]] = {}
for _name in _NAMES:
    _of_module = _name + "_" if _name in ("and", "or") else _name
    _BINARY[getattr(operator, _of_module)] = "", f"__{_name}__", f"__r{_name}__"
    _BINARY[getattr(operator, "i" + _name)] = f"__i{_name}__", f"__{_name}__", f"__r{_name}__"
_COMPARISONS: dict[Any, tuple[str, str]] = {
    operator.lt: ("__lt__", "__gt__"), operator.gt: ("__gt__", "__lt__"), operator.le: ("__le__", "__ge__"),
    operator.ge: ("__ge__", "__le__"), operator.eq: ("__eq__", "__eq__"), operator.ne: ("__ne__", "__ne__"),
}  # fmt: skip
_UNARY: dict[Any, str] = {operator.neg: "__neg__", operator.pos: "__pos__", operator.invert: "__invert__"}
# builtin types whose operators take no notice of operands of other types, and so leave them to the reflected method
_CLOSED = frozenset(
    map(id, (int, float, complex, bool, str, bytes, list, tuple, set, frozenset, dict, range, type(None)))
)
_FORMATTING = frozenset(map(id, (str, bytes)))
_SEQUENCES = frozenset(map(id, (str, bytes, bytearray, list, tuple, deque, array)))
_GETATTRIBUTE, _TYPE_GETATTRIBUTE = object.__dict__["__getattribute__"], type.__dict__["__getattribute__"]
_NE = object.__dict__["__ne__"]
_stand_ins: dict[tuple[int | str, ...], tuple[weakref.ref[type], type]] = {}  # id of a type, names of methods -> both


class Twins(Protocol):
    """What exchanges functions: `enter` gives the twin of one, `gate` one for what may outlive the recording."""

    def enter(self, f: Any) -> Any: ...
    def gate(self, f: Any) -> Any: ...
    def iterating(self, iterator: Any) -> Any:
        """What goes through the iterator."""


def protocol(function: Any, operands: tuple[Any, ...], name: str, twins: Twins) -> Attempt | None:
    """What to call instead of `function(*operands)`, whose attribute has that name; None to run it as it is.

    Raises NativeError for what runs natively just this time.
    """
    enter = twins.enter
    if function is getattr:
        return _getattr(operands[0], name, enter)
    if function in _BINARY:
        return _binary(function, operands[0], operands[1], enter)
    if function in _COMPARISONS:
        return _comparison(function, operands[0], operands[1], enter)
    if function in _FORMS:
        return _FORMS[function](operands[0], name, twins)
    return _PROTOCOLS[function](*operands, name, enter)


def _is_python(*methods: Any) -> bool:
    return any(type(method) is FunctionType for method in methods)


def _is_c(method: Any) -> bool:
    return any(type(method) is kind for kind in _C_METHODS)


def _bind(method: Any, enter: Enter, *arguments: Any) -> Attempt:
    """A call of a method that a class has: of its twin, if it is written in Python."""
    if type(method) is FunctionType:
        return partial(enter(method), *arguments)
    if _is_c(method):
        return partial(method, *arguments)
    raise NativeError


class _Later(NamedTuple):
    """A method that is looked up when its turn comes: one that was called before may have changed it."""

    name: str
    owner: Any
    other: Any


class _Refused(NamedTuple):
    """The operation when no method is left: what it raises names the types."""

    function: Callable[..., Any]
    left: Any
    right: Any


def _in_turn(attempts: list[Attempt | _Later | _Refused], enter: Enter) -> Iterator[Attempt]:
    for attempt in attempts:
        if type(attempt) is _Refused:
            yield partial(attempt.function, _shown(attempt.left), _shown(attempt.right))
            continue
        if type(attempt) is not _Later:
            yield attempt  # type: ignore[misc]
            continue
        method = lookup(type(attempt.owner), attempt.name, _MISSING)
        if _is_python(method):
            with contextlib.suppress(Exception):  # else it runs natively
                method = enter(method)
            yield partial(method, attempt.owner, attempt.other)
        elif _is_c(method):
            yield partial(method, attempt.owner, attempt.other)
        elif method is not _MISSING:
            yield partial(operator.call, method, attempt.other)


def _first_implemented(attempts: Iterator[Attempt]) -> Attempt:
    """A call of the attempts in turn, up to the first that does not return NotImplemented."""
    return partial(next, filter(_is_implemented, map(operator.call, attempts)))


_RUN = property(operator.methodcaller("_run"))


def stand_in(value: Any, attributes: Mapping[str, Any] = MappingProxyType({}), **methods: Any) -> Any:
    """An object whose type has the name of that of `value`, and these methods: they are called without `self`.

    `attributes`: those of its class.
    """
    of = type(value)
    key: tuple[int | str, ...] = (id(of), *attributes, *methods)
    known = _stand_ins.get(key)
    if known is not None and known[0]() is of:
        cls = known[1]
    else:
        module = lookup(of, "__module__")
        if type(module) is not str:
            module = "builtins"
        slots = {"__slots__": tuple(methods), "__qualname__": class_name(of), "__module__": module}
        cls = type(plain_name(of), (), {**attributes, **slots})
        _stand_ins[key] = weakref.ref(of, partial(dict.pop, _stand_ins, key)), cls
    made = cls()
    for name, method in methods.items():
        setattr(made, name, method)
    return made


def _shown(value: Any) -> Any:
    """What an error message names as it does `value`."""
    return value if id(type(value)) in _CLOSED else stand_in(value)


def _binary(function: Any, left: Any, right: Any, enter: Enter) -> Attempt | None:
    in_place, name, reflected = _BINARY[function]
    A, B = type(left), type(right)
    own = lookup(A, name, _MISSING)
    other = lookup(B, reflected, _MISSING)
    changing = lookup(A, in_place, _MISSING) if in_place else _MISSING
    if not _is_python(own, other, changing):
        return None
    if not all(method is _MISSING or _is_python(method) or _is_c(method) for method in (own, other, changing)):
        raise NativeError  # `__add__ = None`, or a descriptor
    attempts: list[Attempt | _Later | _Refused] = []
    below = is_below(B, A)
    if name == "__mul__" and (_is_sequence(A) or _is_sequence(B)):
        raise NativeError  # C code may ask for an index
    if _is_python(own, changing, lookup(A, reflected, _MISSING)):
        # what concatenates in C is tried last, if it is not what a method written in Python stands for
        concatenates = _is_sequence(A) and name == "__add__"
        adds = _is_python(own, lookup(A, reflected, _MISSING))
        if changing is not _MISSING and (not concatenates or _is_python(changing)):
            attempts.append(_bind(changing, enter, left, right))
        tries = [_Later(name, left, right)] if own is not _MISSING and (adds or not concatenates) else []
        if B is not A:
            overloads = below and other is not _MISSING and other is not lookup(A, reflected, _MISSING)
            tries.insert(0 if overloads else len(tries), _Later(reflected, right, left))
        attempts += tries
        if concatenates and _is_c(changing):
            attempts.append(partial(changing, left, right))
        elif concatenates and not adds:
            attempts.append(partial(own, left, right))
    else:
        formats = function in (operator.mod, operator.imod) and id(A) in _FORMATTING
        if id(A) not in _CLOSED or formats or (changing is not _MISSING if below else _is_builtin(B)):
            raise NativeError
        attempts.append(_bind(other, enter, right, left))
        if below and own is not _MISSING:
            attempts.append(partial(own, left, right))
    attempts.append(_Refused(function, left, right))
    return _first_implemented(_in_turn(attempts, enter))


def _is_sequence(cls: type) -> bool:
    return any(id(base) in _SEQUENCES for base in bases(cls))


def _is_builtin(cls: type) -> bool:
    """Is it a kind of one of the closed types, that another of these may understand?"""
    return any(id(base) in _CLOSED for base in bases(cls))


def _comparison(function: Any, left: Any, right: Any, enter: Enter) -> Attempt | None:
    name, reflected = _COMPARISONS[function]
    A, B = type(left), type(right)
    own, other = lookup(A, name, _MISSING), lookup(B, reflected, _MISSING)
    if function is operator.ne and own is _NE and other is _NE:  # which is what `==` gives, inverted
        equals = _comparison(operator.eq, left, right, enter)
        return None if equals is None else partial(next, map(operator.not_, map(operator.call, [equals])))
    if not _is_python(own, other):
        return None
    if (
        function is operator.ne
        and (own is _NE or other is _NE)
        and _is_python(lookup(A, "__eq__", _MISSING), lookup(B, "__eq__", _MISSING))
    ):
        return None
    if not all(method is _MISSING or _is_python(method) or _is_c(method) for method in (own, other)):
        raise NativeError
    tries = [_Later(name, left, right), _Later(reflected, right, left)]
    if is_below(B, A):
        tries.reverse()
    attempts: list[Attempt | _Later | _Refused] = [*tries]
    if function is operator.eq:
        attempts.append(partial(operator.is_, left, right))
    elif function is operator.ne:
        attempts.append(partial(operator.is_not, left, right))
    else:
        attempts.append(_Refused(function, left, right))
    return _first_implemented(_in_turn(attempts, enter))


def _unary(function: Any) -> Callable[..., Attempt | None]:
    method_name = _UNARY[function]

    def unary(operand: Any, name: str, enter: Enter) -> Attempt | None:
        method = lookup(type(operand), method_name, _MISSING)
        return partial(enter(method), operand) if _is_python(method) else None

    return unary


def _truth(operand: Any, name: str, enter: Enter) -> Attempt | None:
    method_name = "__bool__"
    method = lookup(type(operand), method_name, _MISSING)
    if method is _MISSING:
        method_name = "__len__"
        method = lookup(type(operand), method_name, _MISSING)
    if not _is_python(method):
        return None
    return partial(operator.truth, stand_in(operand, {}, **{method_name: partial(enter(method), operand)}))


def _contains(container: Any, item: Any, name: str, enter: Enter, then: Any = operator.truth) -> Attempt | None:
    method = lookup(type(container), "__contains__", _MISSING)
    if _is_python(method):
        return partial(next, map(then, map(operator.call, [partial(enter(method), container, item)])))
    iterates = lookup(type(container), "__iter__", _MISSING)
    if method is _MISSING and _is_python(iterates):
        shown = stand_in(container, __iter__=partial(enter(iterates), container))
        return partial(next, map(then, map(operator.call, [partial(operator.contains, shown, item)])))
    return None


def _not_contains(container: Any, item: Any, name: str, enter: Enter) -> Attempt | None:
    return _contains(container, item, name, enter, operator.not_)


def _getitem(container: Any, key: Any, name: str, enter: Enter) -> Attempt | None:
    method = lookup(type(container), "__getitem__", _MISSING)
    if _is_python(method):
        return partial(enter(method), container, key)
    if method is _MISSING and issubclass(type(container), type):
        method = lookup(container, "__class_getitem__", _MISSING)
        if type(method) is classmethod and _is_python(method.__func__):
            return partial(enter(method.__func__), container, key)
    return None


def _getslice(container: Any, start: Any, stop: Any, name: str, enter: Enter) -> Attempt | None:
    return _getitem(container, slice(start, stop), name, enter)


def _setitem(container: Any, key: Any, value: Any, name: str, enter: Enter) -> Attempt | None:
    method = lookup(type(container), "__setitem__", _MISSING)
    return partial(enter(method), container, key, value) if _is_python(method) else None


def _setslice(container: Any, start: Any, stop: Any, value: Any, name: str, enter: Enter) -> Attempt | None:
    return _setitem(container, slice(start, stop), value, name, enter)


def _delitem(container: Any, key: Any, name: str, enter: Enter) -> Attempt | None:
    method = lookup(type(container), "__delitem__", _MISSING)
    return partial(enter(method), container, key) if _is_python(method) else None


def _iter(iterable: Any, name: str, enter: Enter) -> Attempt | None:
    method = lookup(type(iterable), "__iter__", _MISSING)
    if _is_python(method):
        return partial(iter, stand_in(iterable, __iter__=partial(enter(method), iterable)))
    method = lookup(type(iterable), "__getitem__", _MISSING)
    if _is_python(method) and lookup(type(iterable), "__iter__", _MISSING) is _MISSING:
        return partial(iter, stand_in(iterable, __getitem__=partial(enter(method), iterable)))
    return None


# -- attributes -------------------------------------------------------------------------------------------------------


def _accessor(found: Any, kind: str, part: str) -> Any:
    """What runs in Python if the attribute that a class has is got (set, deleted): a function and its first arguments.

    `kind`: the method of a descriptor, `part`: the name of that of a property. None if nothing does.
    """
    if type(found) is property:  # which most are
        function = getattr(found, part)
        return (function,) if _is_python(function) else None
    method = lookup(type(found), kind, _MISSING)
    if method is property.__dict__[kind]:
        function = property.__dict__[part].__get__(found)
        return (function,) if _is_python(function) else None
    return (method, found) if _is_python(method) else None


def _is_data(found: Any) -> bool:
    """Does what a class has come before what its instances have?"""
    cls = type(found)
    return (
        cls is property
        or lookup(cls, "__set__", _MISSING) is not _MISSING
        or lookup(cls, "__delete__", _MISSING) is not _MISSING
    )


def _getattr(owner: Any, name: str, enter: Enter) -> Attempt | None:
    cls = type(owner)
    reads = lookup(cls, "__getattribute__", _MISSING)
    falls_back = lookup(cls, "__getattr__", _MISSING)
    if _is_python(reads):
        if falls_back is _MISSING:
            return partial(enter(reads), owner, name)
        first, then = partial(enter(reads), owner), _bind(falls_back, enter, owner)
        return partial(getattr, stand_in(owner, __getattribute__=first, __getattr__=then), name)
    if reads is _TYPE_GETATTRIBUTE:
        return _class_attribute(owner, cls, name, enter)
    if reads is not _GETATTRIBUTE:
        return None
    found = lookup(cls, name, _MISSING)
    if found is _MISSING:
        if not _is_python(falls_back):
            return None
        if _may_have(owner, name):
            return partial(getattr, owner, name)
        return partial(enter(falls_back), owner, name)
    accessor = _accessor(found, "__get__", "fget")
    if accessor is None:
        return None
    if not _is_data(found) and _may_have(owner, name):
        return partial(getattr, owner, name)
    function, *first = accessor
    get = partial(enter(function), *first, owner, *([cls] if first else []))
    if falls_back is _MISSING:
        return get
    then = _bind(falls_back, enter, owner)
    return partial(getattr, stand_in(owner, {name: _RUN}, _run=get, __getattr__=then), name)


def _may_have(owner: Any, name: str) -> bool:
    """May the object itself have an attribute of that name? Another one of its type may not."""
    namespace = namespace_of(owner)
    if namespace is None:
        return lookup(type(owner), "__dict__", _MISSING) is not _MISSING
    return type(namespace) is not dict or dict.__contains__(namespace, name)


def _class_attribute(owner: Any, metaclass: type, name: str, enter: Enter) -> Attempt | None:
    """An attribute of a class, whose metaclass looks attributes up as `type` does."""
    of_metaclass = lookup(metaclass, name, _MISSING)
    found = lookup(owner, name, _MISSING)
    falls_back = lookup(metaclass, "__getattr__", _MISSING)
    if found is _MISSING:
        accessor = _accessor(of_metaclass, "__get__", "fget") if of_metaclass is not _MISSING else None
        if accessor is not None and falls_back is _MISSING:
            function, *first = accessor
            return partial(enter(function), *first, owner, *([metaclass] if first else []))
        if of_metaclass is _MISSING and _is_python(falls_back):
            return partial(enter(falls_back), owner, name)
    elif of_metaclass is _MISSING and falls_back is _MISSING:
        method = lookup(type(found), "__get__", _MISSING)
        if _is_python(method):
            return partial(enter(method), found, None, owner)
    return None


def _changes(kind: str, hook: str, part: str) -> Callable[..., Attempt | None]:
    """The protocol of `setattr` or `delattr`."""
    plain = object.__dict__[hook]

    def change(owner: Any, *arguments: Any) -> Attempt | None:
        *value, name, enter = arguments
        cls = type(owner)
        method = lookup(cls, hook, _MISSING)
        if _is_python(method):
            return partial(enter(method), owner, name, *value)
        if method is not plain:
            return None
        found = lookup(cls, name, _MISSING)
        accessor = _accessor(found, kind, part) if found is not _MISSING else None
        if accessor is None:
            return None
        function, *first = accessor
        return partial(enter(function), *first, owner, *value)

    return change


# -- text -------------------------------------------------------------------------------------------------------------

# how each finds its method: the next one is asked where object's own is found
_TEXT = {format: ("__format__", "__str__", "__repr__"), str: ("__str__", "__repr__"), repr: ("__repr__",),
         ascii: ("__repr__",)}  # fmt: skip


def _text(function: Any) -> Callable[..., Attempt | None]:
    def text(value: Any, *arguments: Any) -> Attempt | None:
        *spec, _, enter = arguments
        for name in _TEXT[function]:
            method = lookup(type(value), name, _MISSING)
            if _is_python(method):
                shown = stand_in(value, {}, **{name: partial(enter(method), value)})
                if function is format or not FORMATS_AT_ONCE:
                    return partial(function, shown, *spec)
                return chain(partial(function, shown), lambda text: partial(format, text, *spec))
            if method is not object.__dict__[name]:
                return None
        return None

    return text


# -- what exchanges an operand ----------------------------------------------------------------------------------------


def _methods(owner: Any, names: str, twins: Twins) -> Attempt | None:
    """An object with these methods of `owner`; those that end something may be called when the recording is over."""
    found = {name: lookup(type(owner), name, _MISSING) for name in names.split()}
    if any(method is _MISSING for method in found.values()) or not _is_python(*found.values()):
        return None
    enters = [twins.gate if name.endswith("exit__") else twins.enter for name in found]
    methods = [_bind(method, enter, owner) for method, enter in zip(found.values(), enters, strict=True)]
    return giving(stand_in(owner, {}, **dict(zip(found, methods, strict=True))))


def _iterable(iterable: Any, name: str, twins: Twins) -> Attempt | None:
    """An object to iterate over instead, which tells its length if `iterable` does."""
    method = lookup(type(iterable), "__iter__", _MISSING)
    if not _is_python(method):
        return None

    def go_on(iterator: Any) -> Attempt:
        return giving(twins.iterating(iterator))

    methods = {"__iter__": chain(partial(twins.enter(method), iterable), go_on)}
    for hint in ("__len__", "__length_hint__"):
        found = lookup(type(iterable), hint, _MISSING)
        if found is not _MISSING:
            methods[hint] = _bind(found, twins.enter, iterable)
    return giving(stand_in(iterable, {}, **methods))


_OPERATOR_NAMES = frozenset(
    [name for names in (*_BINARY.values(), *_COMPARISONS.values()) for name in names if name]
    + [*_UNARY.values(), "__bool__", "__len__", "__contains__", "__iter__", "__getitem__", "__setitem__", "__delitem__"]
)


def operates_plainly(cls: type) -> bool:
    """Is no operator of the class written in Python, nor what compares, tests, indexes or iterates over it?"""
    return not any(_is_python(*map(names.get, _OPERATOR_NAMES)) for names in namespaces(cls))


def _nothing(operand: Any, name: str, twins: Twins) -> Attempt | None:
    return None


_FORMS = {
    Form.OPERATE: _nothing,
    Form.OWN: _nothing,
    Form.METHODS: _methods,
    Form.UNPACK: _iterable,
    Form.EXTEND: _iterable,
}
_PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    **{function: _unary(function) for function in _UNARY},
    builtins.bool: _truth,
    operator.contains: _contains,
    not_contains: _not_contains,
    operator.getitem: _getitem,
    getslice: _getslice,
    operator.setitem: _setitem,
    setslice: _setslice,
    operator.delitem: _delitem,
    builtins.iter: _iter,
    **{function: _text(function) for function in _TEXT},
    builtins.setattr: _changes("__set__", "__setattr__", "fset"),
    builtins.delattr: _changes("__delete__", "__delattr__", "fdel"),
}


# -- calls of what is written in C ------------------------------------------------------------------------------------


def chain(attempt: Attempt, *steps: Callable[[Any], Attempt]) -> Attempt:
    """A call of `attempt`, then of what each step makes of the result before it; no frame of a step remains."""
    results: Iterator[Any] = map(operator.call, [attempt])
    for step in steps:
        results = map(operator.call, map(step, results))
    return partial(next, results)


def giving(value: Any) -> Attempt:
    """A callable that gives `value`."""
    return itertools.repeat(value).__next__


def construct(cls: type, arguments: tuple[Any, ...], keywords: dict[str, Any], enter: Enter) -> Attempt:
    """What `type.__call__` does for `cls(*arguments, **keywords)`."""
    made: list[Any] = []

    def method(found: Any) -> Any:
        return enter(found) if _is_python(found) else found

    def initialize(instance: Any) -> Attempt:
        made.append(instance)
        if type(instance) is not cls and not is_below(type(instance), cls):
            return giving(None)
        return partial(method(lookup(type(instance), "__init__")), instance, *arguments, **keywords)

    def finish(result: Any) -> Attempt:
        if result is None:
            return giving(made[0])
        return type("", (), {"__init__": giving(result)})  # which raises the interpreter's TypeError

    new = lookup(cls, "__new__")
    if type(new) is staticmethod:
        new = new.__func__
    return chain(partial(method(new), cls, *arguments, **keywords), initialize, finish)


# the special methods that a function asks its first argument for, in their order
_CONVERSIONS: dict[Any, tuple[str, ...]] = {
    len: ("__len__",), bool: ("__bool__", "__len__"), iter: ("__iter__",), next: ("__next__",), abs: ("__abs__",),
    round: ("__round__",), int: ("__int__", "__index__", "__trunc__"), float: ("__float__", "__index__"),
    complex: ("__complex__", "__float__", "__index__"), hash: ("__hash__",), reversed: ("__reversed__",),
    **_TEXT,
}  # fmt: skip
_ITERATING = (list, tuple, set, frozenset, sum, any, all, sorted, min, max, enumerate)
_CONVERTING = frozenset(map(id, (*_CONVERSIONS, *_ITERATING, isinstance, issubclass)))  # a class may not hash
_INSTANCES = {isinstance: "__instancecheck__", issubclass: "__subclasscheck__"}


def conversion(function: Any, arguments: tuple[Any, ...], keywords: Any, twins: Twins) -> Attempt | None:
    """What to call instead of a function written in C, which calls methods of an argument; None to call it itself.

    Raises NativeError where it is not known what it calls.
    """
    if function in _INSTANCES:
        if len(arguments) != 2 or keywords:
            return None
        instance, cls = arguments
        method = lookup(type(cls), _INSTANCES[function], _MISSING)
        if not _is_python(method) or (function is isinstance and type(instance) is cls):
            return None
        return partial(next, map(operator.truth, map(operator.call, [partial(twins.enter(method), cls, instance)])))
    first, *rest = arguments
    if function in _ITERATING:
        if function in (min, max) and rest:
            return None
        exchanged = _iterable(first, "", twins)
        if exchanged is None:
            return None
        if function in (set, frozenset) and _is_builtin(type(first)):
            raise NativeError  # which it may read without asking
        return partial(function, exchanged(), *rest, **keywords)
    if (function in (int, float, complex) and _is_builtin(type(first))) or (rest and function is str):
        raise NativeError  # whose value it may take
    found = [(name, lookup(type(first), name, _MISSING)) for name in _CONVERSIONS[function]]
    known = [(name, m) for name, m in found if m is not _MISSING and m is not object.__dict__.get(name)]
    if not known or not _is_python(known[0][1]):
        return None
    if function in _TEXT:
        known = known[:1]
    methods = {name: _bind(method, twins.enter, first) for name, method in known}
    return partial(function, stand_in(first, {}, **methods), *rest, **keywords)


_INDEXING: dict[Any, Callable[..., Any]] = {getslice: operator.getitem, setslice: operator.setitem}
OPERATORS = frozenset(
    {*_BINARY, *_COMPARISONS, *_UNARY, bool, Form.OPERATE, *_INDEXING, *_INDEXING.values(), operator.delitem,
     operator.contains, not_contains, iter}
)  # fmt: skip
_OWNING = frozenset({getattr, setattr, delattr, Form.OWN})


def owns_plainly(owner: Any, names: tuple[str, ...]) -> bool:
    """Does nothing written in Python run when these things are done with attributes of `owner`?"""
    try:
        for use in names:
            name, _, hook = use.partition(" ")
            if hook == "=":
                found = _PROTOCOLS[setattr](owner, None, name, _same)
            elif hook:
                found = _PROTOCOLS[delattr](owner, name, _same)
            else:
                found = _getattr(owner, name, _same)
            if found is not None:
                return False
    except NativeError:
        return False
    return True


def _same(f: Any) -> Any:
    return f


def natively(function: Any, operands: list[Any], name: str) -> Attempt | None:
    """A call that does what an instruction does whose test tells the code behind it something; else None."""
    if function in (Form.OPERATE, Form.OWN):
        return giving(None)
    if function in _OWNING:
        return partial(function, operands[0], name, *operands[1:])
    if function in _INDEXING:
        container, start, stop, *value = operands
        return partial(_INDEXING[function], container, slice(start, stop), *value)
    if function is not_contains:
        return partial(next, map(operator.not_, map(operator.call, [partial(operator.contains, *operands)])))
    if function in OPERATORS:
        return partial(operator.truth if function is bool else function, *operands)
    return None


def calls_python(function: Any, argument: Any) -> bool:
    """Is a method written in Python that `function`, which converts, calls of that argument first?"""
    cls = type(argument)
    if function in _INSTANCES:
        return _is_python(lookup(cls, _INSTANCES[function]))
    if function in _ITERATING:
        return _is_python(lookup(cls, "__iter__"))
    for name in _CONVERSIONS[function]:
        method = lookup(cls, name, _MISSING)
        if method is not _MISSING and method is not object.__dict__.get(name):
            return _is_python(method)
    return False


def converts(function: Any) -> bool:
    """Does it call methods of an argument?"""
    return id(function) in _CONVERTING


def next_method(iterator: Any) -> Any:
    """The `__next__` of an iterator, if that is written in Python."""
    method = lookup(type(iterator), "__next__", _MISSING)
    return method if _is_python(method) else None


def iterating(iterator: Any, twin: Any) -> Any:
    """An iterator written in C that calls the twin of `__next__`."""
    return map(twin, itertools.repeat(iterator))
