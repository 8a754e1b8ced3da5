"""What C functions call of their arguments: conversions, iteration, text, `isinstance`; how instances are made."""

import abc
import math
import operator
from collections.abc import Callable
from functools import partial
from itertools import repeat
from types import MethodType, ModuleType
from typing import Any

from ....cpython.operators import Form
from ....cpython.versions import FORMATS_AT_ONCE, INT_TRUNCATES
from ....rules.exports import WITH_MEMORY
from ...callables import caller_of
from ...classes import is_a, is_below, lookup, mro
from . import attributes, operators
from .attempts import (
    MISSING,
    Attempt,
    Enter,
    NativeError,
    Steps,
    Twins,
    bind,
    chain,
    giving,
    in_turn,
    is_builtin,
    is_entered_or_c,
    is_python,
    of_result,
    stand_in,
)

# how each finds its method: the next one is asked where object's own is found
TEXT = {format: ("__format__", "__str__", "__repr__"), str: ("__str__", "__repr__"), repr: ("__repr__",),
         ascii: ("__repr__",)}  # fmt: skip


def _text(function: Any, value: Any, *arguments: Any) -> Attempt | None:
    *spec, _, twins = arguments
    for name in TEXT[function]:
        method = lookup(type(value), name, MISSING)
        if is_python(method):
            shown = stand_in(value, {}, **{name: partial(twins.enter(method), value)})
            if function is format or not FORMATS_AT_ONCE:
                return partial(function, shown, *spec)
            return chain(partial(function, shown), lambda text: partial(format, text, *spec))
        if method is not object.__dict__[name]:
            return None
    return None


def methods_of(owner: Any, names: str, twins: Twins) -> Attempt | None:
    """An object with these methods of `owner`; those that end something may be called when the recording is over."""
    found = {name: lookup(type(owner), name, MISSING) for name in names.split()}
    if is_a(owner, *WITH_MEMORY) and all(name.endswith(("enter__", "exit__")) for name in found):
        leave = {"__exit__": twins.leaving(owner, found["__exit__"])} if "__exit__" in found else {}
        return giving(stand_in(owner, {}, **{name: partial(found[name], owner) for name in found} | leave))
    if any(method is MISSING for method in found.values()) or not is_python(*found.values()):
        return None
    enters = [twins.gate if name.endswith("exit__") else twins.enter for name in found]
    bound = [bind(method, enter, owner) for method, enter in zip(found.values(), enters, strict=True)]
    return giving(stand_in(owner, {}, **dict(zip(found, bound, strict=True))))


def iterable_of(iterable: Any, twins: Twins, *, later: bool = False, twice: bool = False) -> Any:
    """What to iterate over instead, which tells its length if `iterable` does; `iterable` itself, if that is in C.

    `later`: it may be begun when the recording is over. `twice`: the iterator is asked for an iterator, too.
    """
    iterating = partial(_iterator_of, twins) if twice else twins.iterating
    enter = twins.gate if later else twins.enter
    method = lookup(type(iterable), "__iter__", MISSING)
    by_index = lookup(type(iterable), "__getitem__") if method is MISSING else None
    if is_python(method):
        if any(base is set or base is frozenset for base in mro(type(iterable))):
            return iterable  # of which sets take the items without asking; for all others `__iter__` is lent code
        steps = chain(partial(enter(method), iterable), lambda iterator: giving(iterating(iterator)))
        methods = {"__iter__": steps}
    elif is_python(by_index):
        gate = twins.gate(by_index)
        if gate is by_index:  # it is lent code; what is iterated over stays what it is, and can be pickled
            return iterable
        methods = {"__getitem__": partial(gate, iterable)}
    else:
        return iterable
    return stand_in(iterable, {}, **methods, **_hints(iterable, enter))


def _hints(owner: Any, enter: Enter) -> dict[str, Attempt]:
    """The methods by which it tells how many items are to come."""
    found = {name: lookup(type(owner), name, MISSING) for name in ("__len__", "__length_hint__")}
    return {name: bind(method, enter, owner) for name, method in found.items() if method is not MISSING}


def _iterator_of(twins: Twins, iterator: Any) -> Any:
    """An iterator that may be asked for an iterator, as the original may."""
    method = next_method(iterator)
    if method is None:
        return iterator
    methods: dict[str, Attempt] = {"__next__": partial(twins.gate(method), iterator)}
    again = lookup(type(iterator), "__iter__", MISSING)
    if again is not MISSING:
        steps = chain(bind(again, twins.enter, iterator), lambda found: giving(twins.iterating(found)))
        methods["__iter__"] = steps
    return stand_in(iterator, {}, **methods, **_hints(iterator, twins.gate))


def _exchanged_iterable(iterable: Any, name: str, twins: Twins) -> Attempt | None:
    exchanged = iterable_of(iterable, twins, twice=True)
    return None if exchanged is iterable else giving(exchanged)


PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {
    Form.METHODS: methods_of,
    Form.UNPACK: _exchanged_iterable,
    Form.EXTEND: _exchanged_iterable,
    Form.STAR: _exchanged_iterable,
    **{function: partial(_text, function) for function in TEXT},
}


def construct(cls: type, arguments: tuple[Any, ...], keywords: dict[str, Any], enter: Enter) -> Attempt:
    """What `type.__call__` does for `cls(*arguments, **keywords)`."""

    def method(of: type, name: str) -> Any:
        found = lookup(of, name)
        found = found.__func__ if type(found) is staticmethod else found
        return enter(found) if is_python(found) else found

    def steps() -> Steps:
        instance = yield partial(method(cls, "__new__"), cls, *arguments, **keywords)
        if type(instance) is cls or is_below(type(instance), cls):
            result = yield partial(method(type(instance), "__init__"), instance, *arguments, **keywords)
            if result is not None:
                yield type("", (), {"__init__": giving(result)})  # which raises the interpreter's TypeError
        return instance

    return in_turn(steps())


_INDEX = ("__index__",)
# the special methods that a function asks its first argument for, in their order
_CONVERSIONS: dict[Any, tuple[str, ...]] = {
    len: ("__len__",), bool: ("__bool__", "__len__"), iter: ("__iter__",), next: ("__next__",), abs: ("__abs__",),
    round: ("__round__",), int: ("__int__", "__index__", "__trunc__")[: 3 if INT_TRUNCATES else 2],
    float: ("__float__", "__index__"), complex: ("__complex__", "__float__", "__index__"), hash: ("__hash__",),
    reversed: ("__reversed__",), bytes: ("__bytes__",), **dict.fromkeys((bin, oct, hex, chr), _INDEX),
    dir: ("__dir__",), math.floor: ("__floor__", "__float__"), math.ceil: ("__ceil__", "__float__"),
    math.trunc: ("__trunc__",), **TEXT,
}  # fmt: skip
_ITER = iter  # which a program may delete
_INSTANCES = {isinstance: "__instancecheck__", issubclass: "__subclasscheck__"}
_OPERATING = {divmod: ("__divmod__", "__rdivmod__"), pow: ("__pow__", "__rpow__")}
# which typeshed leaves out
_abc_instancecheck: Any = vars(abc)["_abc_instancecheck"]
_abc_subclasscheck: Any = vars(abc)["_abc_subclasscheck"]
_OTHERS = (print, dict, _abc_instancecheck, _abc_subclasscheck)
_CONVERTING = frozenset(map(id, (*_CONVERSIONS, *_INSTANCES, *_OPERATING, *attributes.FUNCTIONS, *_OTHERS)))


def conversion(function: Any, arguments: tuple[Any, ...], keywords: Any, twins: Twins) -> Attempt | None:
    """What to call instead of a function written in C, which calls methods of an argument; None to call it itself.

    Raises NativeError where it is not known what it calls.
    """
    if function is print:
        shown = [_text_of(argument, twins) for argument in arguments]
        return partial(print, *shown, **keywords)
    if function is dict and len(arguments) == 1:
        return partial(dict, _mapping_of(arguments[0], twins), **keywords)
    if keywords and function not in TEXT:
        return None
    if function in _INSTANCES:
        return _is_instance(function, arguments[0], arguments[1], twins) if len(arguments) == 2 else None
    if function is _abc_subclasscheck:
        twins.lend([getattr(lookup(arguments[0], "__subclasshook__"), "__func__", None)])
        return partial(function, *arguments)
    if function is _abc_instancecheck:
        cls, instance = arguments
        check = partial(twins.enter(lookup(type(cls), "__subclasscheck__")), cls)
        return partial(function, stand_in(cls, _abc_impl=lookup(cls, "_abc_impl"), __subclasscheck__=check), instance)
    if function in _OPERATING:
        operation = operator.pow if function is pow else divmod
        if len(arguments) == 2:
            return operators.PROTOCOLS[operation](*arguments, "", twins)
        twins.lend([lookup(type(argument), name) for argument in arguments for name in _OPERATING[function]])
        return None
    if function in attributes.FUNCTIONS:
        return attributes.accessing(function, arguments, twins)
    first, *rest = arguments
    if function is _ITER and rest:
        return partial(iter, twins.exchanged(first, twins.gate), *rest)
    if (function in (int, float, complex) and is_builtin(type(first))) or (rest and function in (str, bytes, int)):
        raise NativeError  # whose value it may take
    found = [(name, lookup(type(first), name, MISSING)) for name in _asked_for(function, type(first))]
    known = [(name, m) for name, m in found if m is not MISSING and m is not object.__dict__.get(name)]
    if not known or not is_python(known[0][1]):
        return None
    if function in TEXT:
        known = known[:1]
    methods = {name: bind(method, twins.enter, first) for name, method in known}
    return partial(function, stand_in(first, {}, **methods), *rest, **keywords)


def _asked_for(function: Any, cls: type) -> tuple[str, ...]:
    """The special methods that `function` asks an instance of `cls` for; where it wants an integer, none of an int."""
    names = _CONVERSIONS[function]
    return () if names is _INDEX and issubclass(cls, int) else names


def _is_instance(function: Any, instance: Any, cls: Any, twins: Twins) -> Attempt | None:
    method = lookup(type(cls), _INSTANCES[function], MISSING)
    if issubclass(type(cls), tuple):  # of classes, which are asked
        return None
    if not is_python(method) or (function is isinstance and type(instance) is cls):
        return None
    return of_result(operator.truth, partial(twins.enter(method), cls, instance))


def _mapping_of(mapping: Any, twins: Twins) -> Any:
    """What a dict is made of instead: a mapping is asked for its keys, then for the item of each."""
    methods = {name: lookup(type(mapping), name, MISSING) for name in ("keys", "__getitem__")}
    if issubclass(type(mapping), dict) and lookup(type(mapping), "__iter__") is dict.__iter__:
        return mapping  # whose methods are not called
    if not attributes.is_of_class(mapping, "keys") or not is_entered_or_c(*methods.values()):
        raise NativeError
    if methods["keys"] is MISSING:
        return iterable_of(mapping, twins)
    if not is_python(*methods.values()):
        return mapping
    keys = chain(
        bind(methods["keys"], twins.enter, mapping), lambda found: giving(iterable_of(found, twins, twice=True))
    )
    method = methods["__getitem__"]
    item = bind(method, twins.enter, mapping) if is_python(method) else partial(operator.getitem, mapping)
    return stand_in(mapping, keys=keys, __getitem__=item)


def _text_of(value: Any, twins: Twins) -> Any:
    """What has the same text, which `str` asks for."""
    for name in TEXT[str]:
        method = lookup(type(value), name, MISSING)
        if is_python(method):
            return stand_in(value, {}, **{name: partial(twins.enter(method), value)})
        if method is not object.__dict__[name]:
            break
    return value


def calls_python(function: Any, argument: Any) -> bool:
    """Is a method written in Python that `function`, which is written in C, calls of that argument?"""
    cls = type(argument)
    caller = caller_of(function)
    if caller is not None:
        iterates = lookup(cls, "__iter__", MISSING)
        by_index = iterates is MISSING and is_python(lookup(cls, "__getitem__"))
        return bool(caller.iterates) and (is_python(iterates) or by_index)
    if not converts(function):
        return False
    if function in _INSTANCES:
        return is_python(lookup(cls, _INSTANCES[function]))
    if function is dict:
        return not is_builtin(cls) and is_python(*(lookup(cls, name) for name in ("keys", "__getitem__", "__iter__")))
    if function is _abc_instancecheck:
        return is_python(lookup(cls, "__subclasscheck__"))
    if function is _abc_subclasscheck:
        return is_python(getattr(lookup(argument, "__subclasshook__"), "__func__", None))
    if function in _OPERATING:
        return is_python(*(lookup(cls, name) for name in _OPERATING[function]))
    if function in attributes.FUNCTIONS:
        return not attributes.accesses_plainly(argument)
    if function is _ITER and (is_python(argument) or cls is MethodType):
        return True
    for name in _asked_for(str if function is print else function, cls):
        method = lookup(cls, name, MISSING)
        if method is not MISSING and method is not object.__dict__.get(name):
            return is_python(method)
    return False


def is_hooked(function: Any, argument: Any) -> bool:
    """Does what it calls depend on more than the type of the argument?"""
    if type(argument) is ModuleType:
        return any(function is one for one in attributes.FUNCTIONS)
    return function is _abc_subclasscheck


def converts(function: Any) -> bool:
    """Does it call methods of an argument?"""
    return id(function) in _CONVERTING


def next_method(iterator: Any) -> Any:
    """The `__next__` of an iterator, if that is written in Python."""
    method = lookup(type(iterator), "__next__", MISSING)
    return method if is_python(method) else None


def iterating(iterator: Any, twin: Any) -> Any:
    """An iterator written in C that calls the twin of `__next__`."""
    return map(twin, repeat(iterator))


def asynchronous(iterator: Any, gate: Enter) -> Any:
    """An asynchronous iterator that calls the twin of `__anext__`; `iterator` itself, if that is in C."""

    def step(iterator: Any) -> Attempt:
        """A call of the method that its class has now."""
        method = lookup(type(iterator), "__anext__", MISSING)
        return partial(gate(method), iterator) if is_python(method) else partial(anext, iterator)

    if not is_python(lookup(type(iterator), "__anext__")):
        return iterator
    return stand_in(iterator, __anext__=map(operator.call, map(step, repeat(iterator))).__next__)
