"""Which special methods of their operands operators, and what the language does with objects, call: one line a fact.

What stands in no table looks at what it is given in any way (LOOKING), if it is of the standard library, and else may
call whatever method. (The Python Language Reference, "Special method names".)
"""

import _random
import collections
import copyreg
import dataclasses
import functools
import itertools
import math
import operator
import re
import sys
from collections.abc import Callable
from reprlib import recursive_repr
from types import BuiltinFunctionType, MethodDescriptorType, MethodWrapperType, WrapperDescriptorType
from typing import Any

import numpy as np

from .callbacks import ROWS as CALLERS
from .effects import EFFECTS, does
from .outputs import is_of_numpy

_KEY = ("__hash__", "__eq__")
_INDEX = (*_KEY, "__index__")
_TRUTH = ("__bool__", "__len__")
_ITERATION = ("__iter__", "__next__", "__getitem__", "__len__", "__length_hint__")
_FORMATTING = (
    "__format__",
    "__str__",
    "__repr__",
    "__int__",
    "__float__",
    "__index__",
    "__getitem__",
    "__missing__",
)  # by `text % x`
_OF_FILES = ("write", "flush", "read", "readinto", "readline")  # which C code calls of what is given for a file
# what else operators call of the other operand, as a list or text does that is the first
_BESIDES = {"mul": ("__index__",), "mod": _FORMATTING, "add": _ITERATION}
_BESIDES_IN_PLACE = {"or": (*_ITERATION, *_KEY, "keys")}  # as a dict does it


def _binary(name: str) -> tuple[str, ...]:
    return f"__{name}__", f"__r{name}__"


# those that nothing calls of an operand, or that are asked for by themselves
NOT_OF_OPERANDS = frozenset(
    ("__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__",
     "__mro_entries__", "__del__", "__await__", "__anext__", "__aiter__", "__get__", "__getattr__", "__getattribute__",
     "__copy__", "__deepcopy__", "__replace__", "__getstate__", "__getnewargs__", "__getnewargs_ex__")
)  # fmt: skip

# those that C code may call of what it is given, or finds there, to look at it
LOOKING = frozenset(
    ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__bool__", "__len__", "__length_hint__",
     "__iter__", "__next__", "__reversed__", "__contains__", "__getitem__", "__missing__", "__call__", "__index__",
     "__int__", "__float__", "__complex__", "__trunc__", "__floor__", "__ceil__", "__round__", "__abs__", "__fspath__",
     "__repr__", "__str__", "__format__", "__bytes__", "__buffer__", "__instancecheck__", "__subclasscheck__",
     "__subclasshook__", "__reduce__", "__reduce_ex__", "__setstate__", "keys", *_OF_FILES)
)  # fmt: skip

PLAIN_NAMES = frozenset(one for one in LOOKING if not one.startswith("__"))  # those of them that are not special

# methods of texts and templates by which they look something up in what they are given: keys, or what the text says
KEYED_METHODS = frozenset(("translate", "substitute", "safe_substitute"))
FORMATTING_METHODS = KEYED_METHODS | {"format", "format_map"}

# the code that `reprlib.recursive_repr` puts around a `__repr__`, as that of a dataclass has it: it notes that this
# runs, and forgets it again
_guards = [recursive_repr(), *filter(None, [getattr(dataclasses, "_recursive_repr", None)])]  # the second up to 3.12
GUARDS = frozenset(guard(_binary).__code__ for guard in _guards)
GUARDED = "user_function"  # the variable of what it is put around
# code that writes to nothing but caches, and what guards remember, which nobody sees; from 3.15 on there is one for the
# doc of a dataclass
_caching = vars(re)["_compile"], vars(copyreg)["_slotnames"], functools.singledispatch(_binary).dispatch
_docs = vars(dataclasses).get("_AutoDocstring")
CACHES = frozenset(function.__code__ for function in (*_caching, *([vars(_docs)["__get__"]] if _docs else [])))
CACHING = GUARDS | CACHES


def _operators() -> dict[Callable[..., Any], tuple[str, ...]]:
    found: dict[Callable[..., Any], tuple[str, ...]] = {}
    for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or",
                 "xor"):  # fmt: skip
        function = getattr(operator, f"__{name}__")
        own = *_binary(name), *_BESIDES.get(name, ())
        found[function] = own
        found[getattr(operator, f"__i{name}__")] = f"__i{name}__", *own, *_BESIDES_IN_PLACE.get(name, ())
    found |= {getattr(operator, name): (f"__{name}__",) for name in ("neg", "pos", "invert")}
    return found


SEEING = LOOKING - {"__call__"}  # that of those that call nothing that they are given
_CALLING = frozenset(id(row.function) for row in CALLERS if row.calls or row.keeps)
# functions that compute with what they are given, or call what does
_COMPUTING = frozenset(map(id, (sum, functools.reduce, itertools.accumulate, itertools.starmap, map,
                                math.prod, getattr(math, "sumprod", None))))  # fmt: skip
_FILLING = frozenset((*_ITERATION, *_KEY, "keys"))
_CONTAINERS = list, dict, set, frozenset, tuple, collections.deque, collections.OrderedDict
_C_METHODS = MethodDescriptorType, WrapperDescriptorType, MethodWrapperType
# by ids: a program may have put what it likes in the place of any function
OPERATORS: dict[int, frozenset[str]] = {
    id(function): frozenset(names)
    for function, names in (
        *_operators().items(),
        (operator.lt, ("__lt__", "__gt__", "__eq__")),  # the last of what lists and tuples hold
        (operator.gt, ("__lt__", "__gt__", "__eq__")),
        (operator.le, ("__le__", "__ge__", "__eq__")),
        (operator.ge, ("__le__", "__ge__", "__eq__")),
        (operator.eq, ("__eq__",)),
        (operator.ne, ("__ne__", "__eq__")),
        (operator.is_, ()),
        (operator.is_not, ()),
        (operator.not_, _TRUTH),
        (operator.getitem, ("__getitem__", "__missing__", *_INDEX)),
        (dict.__getitem__, ("__missing__", *_KEY)),
        (operator.contains, ("__contains__", "__iter__", "__next__", "__getitem__", *_INDEX)),
        (bool, _TRUTH),
        (len, ("__len__",)),
        (abs, ("__abs__",)),
        (hash, ("__hash__",)),
        (iter, ("__iter__", "__next__", "__getitem__")),
        (next, ("__next__",)),
        (id, ()),
        (type, ()),
        (callable, ()),
        (isinstance, ("__instancecheck__",)),
        (print, ("__str__", "__repr__", *_OF_FILES)),
        (repr, ("__repr__",)),
        (ascii, ("__repr__",)),
        (str, ("__str__", "__repr__")),
        (format, ("__format__", "__str__", "__repr__")),
        (divmod, _binary("divmod")),
        (pow, _binary("pow")),
        (dir, ("__dir__",)),
        (getattr, ()),
        (hasattr, ()),
        (list.append, ()),
        (_random.Random.random, ()),
        (_random.Random.getrandbits, ("__index__",)),
        (_random.Random.seed, ("__hash__", "__abs__")),
        (_random.Random.getstate, ()),
        (_random.Random.setstate, ()),
        (vars(collections)["_count_elements"], (*_ITERATION, *_KEY, "__missing__", "__setitem__")),
    )
}
SLICE = frozenset(("__getitem__", "__index__"))
# what is called of numbers and text, too, and so of objects in their place
OF_PLAIN = frozenset(name for names in OPERATORS.values() for name in names) - {"__next__", "__missing__"}
COMPUTING = frozenset(name for names in _operators().values() for name in names) | {*_binary("divmod")}
_IDS_OF_OPERATORS = frozenset(map(id, _operators()))
BY_C = LOOKING | COMPUTING
BRANCH = frozenset(_TRUTH)  # what decides where a branch goes
# by the names of special forms
FORMS: dict[str, frozenset[str]] = {
    form: frozenset(names)
    for forms, names in (
        ("tuple list append slice constant store delete function set_closure yield import import_from", ()),
        ("super_attribute", ()),
        ("enter", ("__enter__",)),
        ("exit", ("__exit__",)),
        ("aenter", ("__aenter__",)),
        ("aexit", ("__aexit__",)),
        ("yield_from await", ("__iter__", "__next__")),
        ("set dict add put", _KEY),
        ("extend", _ITERATION),
        ("update merge", (*_ITERATION, *_KEY, "keys")),
        ("setitem", ("__setitem__", *_INDEX, *_ITERATION)),
        ("setslice", ("__setitem__", "__index__", *_ITERATION)),
        ("delitem", ("__delitem__", *_INDEX)),
        ("setattr", ("__setattr__", "__set__")),
        ("delattr", ("__delattr__", "__delete__")),
        ("string", ()),
        ("format_str format_repr format_ascii", ("__format__", "__str__", "__repr__")),
    )
    for form in forms.split()
}
UNPACKING = frozenset(_ITERATION)  # `unpack_2` and the like


def is_operator(function: Any) -> bool:
    """Is it an operator that computes, or a function of numpy that does the same for each item?"""
    return id(function) in _IDS_OF_OPERATORS or type(function) is np.ufunc


def called_by_form(name: str) -> frozenset[str]:
    """The special methods that a special form calls of its operands."""
    return UNPACKING if name.startswith("unpack_") else FORMS.get(name, LOOKING)


def called_by(function: Any) -> frozenset[str] | None:
    """The special methods that a function written in C may call of what it is given; None for any."""
    found = OPERATORS.get(id(function))
    if found is not None:
        return found
    if id(function) in _COMPUTING or is_of_numpy(function):
        return None
    if issubclass(type(function), _C_METHODS) and function.__name__ == "__init__":
        return _FILLING if function.__objclass__ in _CONTAINERS else frozenset()
    owner = function.__objclass__ if issubclass(type(function), _C_METHODS) else function
    module = owner.__module__ if type(owner) is BuiltinFunctionType else None
    if type(module) is str and module.partition(".")[0] not in sys.stdlib_module_names:
        return None
    return LOOKING if does(function) is None or id(function) in _CALLING else SEEING


# those that look up attributes of what they are given, which an object may have of its own
_BY_NAME = frozenset(map(id, (dir, vars, print, open, dict, dict.update, dict.fromkeys, collections.OrderedDict,
                              collections.defaultdict)))  # fmt: skip
_FORMS_BY_NAME = "update", "merge", "import", "import_from"
_ORDER = ("__lt__", "__gt__", "__eq__", *_TRUTH)
# what these ask of the items of what they are given, by themselves; what they call are functions
_ASKED: dict[int, frozenset[str]] = {
    id(function): frozenset(names)
    for functions, names in (
        ((list, tuple, collections.deque, list.extend, collections.deque.extend, list.append, list.insert), ()),
        ((enumerate, reversed, zip, collections.deque.append, collections.deque.appendleft, list.pop), ()),
        ((set, frozenset, set.add, set.discard, set.remove), _KEY),
        ((dict.get, dict.pop, dict.setdefault, dict.__contains__), _KEY),
        ((list.index, list.count, list.remove), ("__eq__", *_TRUTH)),
        ((sorted, min, max, list.sort), _ORDER),
        ((any, all), _TRUTH),
    )
    for function in functions
}


def asks_methods_only(function: Any) -> bool:
    """Does a function written in C see nothing of plain objects that their special methods do not tell?"""
    if id(function) not in EFFECTS or id(function) in _BY_NAME:
        return False
    owner = function.__objclass__ if issubclass(type(function), _C_METHODS) else function
    module = getattr(owner, "__module__", None)
    return type(module) is str and module.partition(".")[0] in sys.stdlib_module_names


def form_asks_methods_only(name: str) -> bool:
    """The same of a special form."""
    return name not in _FORMS_BY_NAME and (name in FORMS or name.startswith("unpack_"))


def asked_by(function: Any) -> frozenset[str] | None:
    """The special methods that a function asks for of items that it finds, whatever else the functions do that it
    calls; None for any.
    """
    return _ASKED.get(id(function), OPERATORS.get(id(function)))


def asked_by_form(name: str) -> frozenset[str]:
    """The same of a special form."""
    return frozenset() if name.startswith("unpack_") or name == "extend" else called_by_form(name)
