"""What functions written in C do to the objects that they are given: one line a fact.

`does` is one of

    "nothing"     looks at the identity or the type of its arguments only
    "measures"    reads how many items its first argument has, and which keys
    "reads"       reads its arguments, and all that these hold
    "iterates"    gives an iterator over its arguments
    "copies"      gives a new container of the items of its last argument, in their order
    "rearranges"  the same, in another order or without some
    "views"       gives a view of its first argument
    "prints"      reads them, and writes to what it takes as its `file`
    and else a verb: what it does to its first argument; each is a function of record/memory/effects/

A pure function (rules/purity.py) reads. What is in neither table may change whatever it is given.
"""

import _random
import abc
import bisect
import datetime
import functools
import heapq
import itertools
import operator
import re
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from types import (
    BuiltinFunctionType,
    FunctionType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

import numpy as np

from .callbacks import ROWS as CALLERS
from .purity import ROWS

# what writes to nothing that it is given; `print` does so only to what it takes as its `file`
READING = frozenset(
    ["nothing", "measures", "reads", "copies", "makes", "rearranges", "views", "iterates", "prints", "get_item",
     "has_item", "get_attribute", "get_attributes", "has_attribute", "default_dict"]
)  # fmt: skip
EFFECTS: dict[int, str] = {id(row.function): "reads" for row in ROWS if not isinstance(row.function, np.ufunc)}
_KEPT: list[Any] = []  # so that no id comes up again


def effect(does: str, *functions: Callable[..., Any]) -> None:
    """Add a row for each function."""
    _KEPT.extend(functions)
    EFFECTS.update((id(function), does) for function in functions)


def methods(*classes: type) -> Iterator[Callable[..., Any]]:
    """All methods of these classes that are written in C."""
    for cls in classes:
        yield from (method for method in vars(cls).values() if type(method) is MethodDescriptorType)


def named(names: str, module: ModuleType = np) -> Iterator[Callable[..., Any]]:
    """The functions of a module with these names that are there, as of numpy: versions differ."""
    return (getattr(module, name) for name in names.split() if hasattr(module, name))


# builtins
effect("nothing", id, type, isinstance, issubclass, callable, operator.is_, operator.is_not, super, globals, locals)
effect("nothing", *(vars(abc)[name] for name in ("_abc_instancecheck", "_abc_subclasscheck")))
effect("nothing", staticmethod, classmethod, property, functools.partial, object)
effect("measures", len, bool, operator.truth, operator.not_, operator.length_hint)
effect("prints", print)
effect("reads", repr, str, format, ascii, input, dir, hash, sum, min, max, any, all, open, memoryview)
effect("iterates", iter, enumerate, zip, map, filter, reversed)
effect(
    "iterates",
    *(itertools.accumulate, itertools.chain, itertools.combinations, itertools.compress, itertools.cycle),
    *(itertools.dropwhile, itertools.filterfalse, itertools.groupby, itertools.islice, itertools.pairwise),
    *(itertools.permutations, itertools.product, itertools.repeat, itertools.starmap, itertools.takewhile),
    *(itertools.tee, itertools.zip_longest, itertools.chain.from_iterable),
    *named("batched combinations_with_replacement", itertools),
)
effect("copies", list, tuple, deque, dict, OrderedDict, set, frozenset, list.copy, dict.copy, deque.copy, set.copy)
effect("makes", object.__new__, tuple.__new__, frozenset.__new__)
effect("rearranges", sorted)
effect("views", dict.keys, dict.values, dict.items, OrderedDict.keys, OrderedDict.values, OrderedDict.items)
effect("advance", next)
effect("set_attribute", setattr, object.__setattr__, type.__setattr__)
effect("delete_attribute", delattr, object.__delattr__, type.__delattr__)
effect("get_attribute", getattr, object.__getattribute__)
effect("get_attributes", vars)
effect("has_attribute", hasattr)

# items
effect("get_item", operator.getitem, list.__getitem__, dict.__getitem__, tuple.__getitem__, dict.get)
effect("has_item", operator.contains, dict.__contains__, list.__contains__, set.__contains__)
effect("set_item", operator.setitem, list.__setitem__, dict.__setitem__, OrderedDict.__setitem__, deque.__setitem__)
effect("delete_item", operator.delitem, list.__delitem__, dict.__delitem__, OrderedDict.__delitem__, deque.__delitem__)

# by `a[key]`, for which a defaultdict makes what is not there; `get` does not, and a text does by `%`
_BY_KEY = frozenset(map(id, (operator.getitem, dict.__getitem__, operator.mod, operator.imod)))

# lists and deques
effect("append", list.append, deque.append)
effect("appendleft", deque.appendleft)
effect("extend", list.extend, deque.extend)
effect("insert", list.insert, deque.insert)
effect("pop", list.pop)
effect("pop_last", deque.pop)
effect("pop_first", deque.popleft)
effect("reverse", list.reverse, deque.reverse)
effect("rearrange", list.sort)
effect("change", list.remove, deque.remove, deque.rotate, deque.extendleft)
effect("clear", list.clear, dict.clear, set.clear, deque.clear)
effect("reads", list.index, list.count, deque.index, deque.count)

# dicts
effect("pop_key", dict.pop)
effect("set_default", dict.setdefault)
effect("update", dict.update)
effect("change", dict.popitem, OrderedDict.popitem, OrderedDict.move_to_end)
effect("reads", dict.fromkeys)
effect("default_dict", defaultdict)

effect("get_item", MappingProxyType.get)
effect("reads", MappingProxyType.keys, MappingProxyType.values, MappingProxyType.items, MappingProxyType.copy)

# sets
effect("change", set.add, set.discard, set.remove, set.pop, set.update, set.difference_update)
effect("change", set.intersection_update, set.symmetric_difference_update)
effect("reads", set.union, set.intersection, set.difference, set.symmetric_difference)
effect("reads", set.isdisjoint, set.issubset, set.issuperset)

# rows that are kept in order
effect("change", heapq.heapify, heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop)
effect("change", bisect.insort_left, bisect.insort_right)
effect("reads", bisect.bisect_left, bisect.bisect_right)

# exceptions
effect("change", BaseException.add_note, BaseException.with_traceback)

# bytearrays
effect("change", bytearray.append, bytearray.extend, bytearray.insert, bytearray.pop, bytearray.remove)
effect("change", bytearray.reverse, bytearray.clear)

# operators in place: what they do to a first argument that can change
effect(
    "in_place",
    *(operator.iadd, operator.iand, operator.iconcat, operator.ifloordiv, operator.ilshift, operator.imatmul),
    *(operator.imod, operator.imul, operator.ior, operator.ipow, operator.irshift, operator.isub),
    *(operator.itruediv, operator.ixor),
)

# random numbers
effect("change", *(one for one in methods(_random.Random) if one.__name__ != "getstate"))
effect("reads", _random.Random.getstate)

# classes whose objects nothing can change
effect("reads", *methods(re.Pattern, re.Match))
effect("reads", *methods(datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone))

# arrays; where they write to, if that is passed, rules/outputs.py says
effect("change", np.ndarray.fill, np.ndarray.sort, np.ndarray.partition, np.ndarray.put, np.ndarray.resize)
effect("change", np.copyto, np.put, np.place, np.putmask, np.fill_diagonal, np.put_along_axis)
effect("reads", np.ndarray.sum, np.ndarray.mean, np.ndarray.min, np.ndarray.max, np.ndarray.prod, np.ndarray.std)
effect("reads", np.ndarray.var, np.ndarray.any, np.ndarray.all, np.ndarray.argmax, np.ndarray.argmin, np.ndarray.dot)
effect("reads", np.ndarray.copy, np.ndarray.tolist, np.ndarray.astype, np.ndarray.cumsum, np.ndarray.cumprod)
effect("reads", np.ndarray.argsort, np.ndarray.nonzero, np.ndarray.item, np.ndarray.tobytes, np.ndarray.round)
effect("reads", np.ndarray.reshape, np.ndarray.transpose, np.ndarray.ravel, np.ndarray.flatten, np.ndarray.squeeze)
effect("reads", np.ndarray.swapaxes, np.ndarray.view, np.ndarray.take, np.ndarray.repeat, np.ndarray.clip)
effect("reads", np.ndarray.diagonal, np.ndarray.trace, np.ndarray.compress, np.ndarray.choose, np.ndarray.searchsorted)
effect("reads", np.ndarray.conj, np.ndarray.conjugate, np.ndarray.argpartition)
effect("reads", np.ufunc.reduce, np.ufunc.accumulate, np.ufunc.reduceat, np.ufunc.outer)
effect("reads", *named("array asarray asanyarray ascontiguousarray asfortranarray"))
effect("reads", *named("zeros ones empty full arange zeros_like ones_like empty_like full_like"))
effect("reads", *named("eye identity tri tril triu diag diagflat vander linspace logspace geomspace meshgrid ix_"))
effect("reads", *named("can_cast result_type promote_types common_type min_scalar_type shape size ndim"))
effect("reads", *named("copy astype reshape ravel transpose permute_dims matrix_transpose swapaxes moveaxis rollaxis"))
effect("reads", *named("squeeze expand_dims atleast_1d atleast_2d atleast_3d broadcast_to broadcast_arrays"))
effect("reads", *named("concatenate concat stack vstack hstack dstack column_stack block append"))
effect("reads", *named("split array_split vsplit hsplit dsplit unstack insert delete resize trim_zeros pad"))
effect("reads", *named("tile repeat flip fliplr flipud roll rot90"))
effect("reads", *named("take take_along_axis compress choose select where extract diagonal"))
effect("reads", *named("nonzero flatnonzero argwhere searchsorted digitize unravel_index ravel_multi_index"))
effect("reads", *named("sort argsort lexsort partition argpartition sort_complex"))
effect("reads", *named("max min amax amin argmax argmin ptp nanmax nanmin nanargmax nanargmin"))
effect("reads", *named("all any allclose isclose array_equal array_equiv isin"))
effect("reads", *named("sum prod cumsum cumprod cumulative_sum cumulative_prod"))
effect("reads", *named("nansum nanprod nancumsum nancumprod"))
effect("reads", *named("mean std var median average percentile quantile"))
effect("reads", *named("nanmean nanstd nanvar nanmedian nanpercentile nanquantile"))
effect("reads", *named("cov corrcoef histogram histogram2d histogramdd histogram_bin_edges bincount count_nonzero"))
effect("reads", *named("diff ediff1d gradient trapezoid interp convolve correlate unwrap"))
effect("reads", *named("dot vdot inner outer tensordot einsum einsum_path kron cross trace"))
effect("reads", *named("round around fix clip real imag angle real_if_close sinc i0"))
effect("reads", *named("iscomplex isreal iscomplexobj isrealobj isneginf isposinf"))
effect("reads", *named("unique unique_all unique_counts unique_inverse unique_values"))
effect("reads", *named("intersect1d setdiff1d setxor1d union1d"))
effect("reads", *named("poly polyadd polyder polydiv polyfit polyint polymul polysub polyval roots"))
effect("reads", *named("packbits unpackbits array2string array_repr array_str shares_memory may_share_memory"))
effect("reads", *named("cholesky det eig eigh eigvals eigvalsh inv lstsq pinv qr solve svd svdvals slogdet", np.linalg))
effect("reads", *named("cond norm matrix_norm vector_norm matrix_power matrix_rank multi_dot", np.linalg))
effect("reads", *named("cross diagonal matmul matrix_transpose outer tensordot trace vecdot", np.linalg))
effect("reads", *named("tensorinv tensorsolve", np.linalg))
effect("reads", *named("fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn", np.fft))
effect("reads", *named("fftshift ifftshift", np.fft))

# of these, what changes where items lie: by its other arguments
PLACING = frozenset(map(id, (OrderedDict.popitem, OrderedDict.move_to_end, deque.rotate)))
# names of methods of builtin containers that change them; where the object is not known, the name tells
CHANGING_METHODS = frozenset(
    ["append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "popitem", "remove", "discard",
     "clear", "reverse", "sort", "rotate", "setdefault", "update", "add", "fill", "put", "partition", "resize",
     "move_to_end", "difference_update", "intersection_update", "symmetric_difference_update", "send", "throw",
     "close", "write", "__next__", "__setitem__", "__delitem__"]
)  # fmt: skip
# and of those that don't
_BUILTIN = list, dict, set, tuple, str, bytes, int, float, deque, frozenset, np.ndarray
# names of these by which other classes change something, as a packer of zlib does
_OF_OTHERS = frozenset(("compress",))
READING_METHODS = frozenset(name for kind in _BUILTIN for name in dir(kind)) - CHANGING_METHODS - _OF_OTHERS
READING_METHODS -= set(dir(object))
METHODS_OF_CONTAINERS = CHANGING_METHODS | READING_METHODS


# functions that write to nothing but caches of their own, though they may call what they are given: of the library, and
# what ends a chain of `super()`
_QUIET = (object.__init__, re.compile, re.escape, re.findall, re.finditer,
          re.fullmatch, re.match, re.search, re.split, re.sub, re.subn)  # fmt: skip
QUIET = frozenset(map(id, _QUIET))
# names of methods by which objects are looked at; those of the library's own classes do that alone
LOOKING_METHODS = frozenset(
    ["__repr__", "__str__", "__format__", "__hash__", "__len__", "__bool__", "__eq__", "__ne__", "__lt__", "__le__",
     "__gt__", "__ge__"]
)  # fmt: skip


# iterators that take all of what they go over when they are made
TAKING_ALL = frozenset(
    map(id, (itertools.combinations, itertools.permutations, itertools.product,
             itertools.combinations_with_replacement))
)  # fmt: skip
# functions that iterate over what they are given
_ITERATING = TAKING_ALL | frozenset(id(row.function) for row in CALLERS if row.iterates) | frozenset(
    map(id, (dict, dict.update, OrderedDict.update, deque.extendleft, bytearray.extend, functools.reduce, map,
             set.union, set.intersection, set.difference, set.intersection_update, set.difference_update,
             np.fromiter))
)  # fmt: skip
# operators in place by which a list, a deque or a dict does
ITERATING_IN_PLACE = frozenset(map(id, (operator.iadd, operator.iconcat, operator.ior)))
# names of methods of builtin containers and text that do; where the object is not known, the name tells
ITERATING_METHODS = frozenset(
    ["join", "extend", "extendleft", "update", "fromkeys", "union", "intersection", "difference",
     "symmetric_difference", "difference_update", "intersection_update", "symmetric_difference_update"]
)  # fmt: skip


def is_iterating(function: Any) -> bool:
    """Does a function written in C iterate over something that it is given?"""
    return id(function) in _ITERATING


def does(function: Any) -> str | None:
    """What a function does; None if it may change whatever it is given."""
    found = EFFECTS.get(id(function))
    if found is None and issubclass(type(function), np.ufunc):
        return "reads"
    return found


def looks_up(function: Any) -> bool:
    """Does a function written in C look items up by a key, of which a defaultdict makes those that are not there?"""
    return id(function) in _BY_KEY or type(function) is operator.itemgetter


def is_quiet(function: Any) -> bool:
    """Does a function write to nothing but caches of its own, though it may call what it is given?"""
    if type(function) is not FunctionType or function.__name__ not in LOOKING_METHODS:
        return id(function) in QUIET
    return is_of_library(function.__globals__.get("__name__"))


def is_of_library(module: Any) -> bool:
    """Is it the name of a module of Python's own library?"""
    return type(module) is str and module.partition(".")[0] in sys.stdlib_module_names


def is_not_the_programs(module: Any) -> bool:
    """Is it the name of a module of Python's library, numpy or irtrack? Named tuples have one for their `__new__`."""
    if type(module) is not str:
        return False
    package = module.partition(".")[0]
    return is_of_library(package) or package in ("numpy", "irtrack") or package.startswith("namedtuple_")


# functions that work on an object which nobody passes
_OWNERS = {id(f): np.random.mtrand._rand for f in (np.random.seed, np.random.ranf, np.random.sample)}


def owner_of(function: Any) -> Any:
    """The object on which a function written in C works though nobody passes it; None if there is none."""
    kind = type(function)
    if kind is MethodWrapperType:
        return function.__self__
    # some are of a class derived from it, as `array.extend` up to 3.12
    if issubclass(kind, BuiltinFunctionType) or (kind is MethodType and type(function.__func__) is not FunctionType):
        return None if type(function.__self__) is ModuleType else function.__self__
    return _OWNERS.get(id(function))
