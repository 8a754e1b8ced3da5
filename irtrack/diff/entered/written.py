"""What is entered instead of C functions and operations that make or change numbers where no record shows it.

C code that goes over an array makes each number anew, and C code that changes one leaves nothing of what was there.
Here the same is done one recorded operation at a time; all changes of arrays go through `store`.
"""

import math
import operator
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ...rules.derivatives.matching import filled
from ...rules.outputs import output_position
from ..caches import known_calls
from ..iterating import KEYWORDS
from ..loops import gone_over
from ..places import lies_in
from ..storing import as_is, copied, exactly, frozen, have_method, mended, permutation, plain, store

# a partial is called as it is: what it calls is not replaced
_sum, _prod, _array, _copy_to = as_is(sum), as_is(math.prod), as_is(np.array), as_is(np.copyto)
_method_caller, _next = as_is(operator.methodcaller), as_is(next)
_set_attribute = as_is(setattr)
_tensor_solve = as_is(np.linalg.tensorsolve)
_MISSING: Any = object()
ASSIGNED = ("real", "imag", "flat", "shape")  # attributes of arrays that may be assigned


# -- going over arrays -------------------------------------------------------------------------------------------------


def elements(array: Any) -> list[Any]:
    """The items of an array, as iteration gives them."""
    if type(array) is np.flatiter:
        return [array[k] for k in range(len(array))]
    if array.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    return [array[k] for k in range(len(array))]


def starred(iterable: Any) -> tuple[Any, ...]:
    """What is passed for `*iterable`, which may give its items only once, and may change."""
    return (*iterable,)


def iterator_over(array: Any) -> Iterator[Any]:
    return iter(gone_over(array, elements(array)))


def following(flat: Any, default: Any = _MISSING) -> Any:
    """`next(array.flat)`"""
    k = flat.index
    if default is _MISSING:
        _next(flat)
    elif _next(flat, _MISSING) is _MISSING:
        return default
    return flat.base.flat[k]


def over_elements(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which iterates over its arguments."""
    given = [gone_over(one, elements(one)) if isinstance(one, np.ndarray | np.flatiter) else one for one in arguments]
    for name in KEYWORDS.intersection(keywords):
        if isinstance(keywords[name], np.ndarray | np.flatiter):
            keywords[name] = gone_over(keywords[name], elements(keywords[name]))
    return function(*given, **keywords)


def over_pairs(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which takes pairs out of its arguments."""
    given = [
        [(*row,) for row in elements(one)] if isinstance(one, np.ndarray | np.flatiter) else one for one in arguments
    ]
    return function(*given, **keywords)


def store_elements(function: Callable[..., Any], *given: Any) -> Any:
    """`list.__setitem__`, called by that name for a slice and an array."""
    return function(*given[:-1], elements(given[-1]))


def from_keys(function: Callable[..., Any], keys: Any, *value: Any) -> Any:
    """`dict.fromkeys`"""
    return function((*keys,), *value)


def over_tuples(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which computes from the items of what it is given."""
    given = [(*one,) if hasattr(type(one), "__iter__") else one for one in arguments]
    return function(*given, **keywords)


def summed(iterable: Any, /, start: Any = 0) -> Any:
    items = (*iterable,)
    if type(start) is str or not have_method((start, *items), "__add__", "__radd__"):
        return _sum(items, start)
    for item in items:
        start = start + item
    return start


def multiplied(iterable: Any, /, *, start: Any = 1) -> Any:
    """`math.prod`"""
    items = (*iterable,)
    if not have_method((start, *items), "__mul__", "__rmul__"):
        return _prod(items, start=start)
    for item in items:
        start = start * item
    return start


def method_caller(name: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """`operator.methodcaller`, whose object would hold the arguments out of sight."""
    made = _method_caller(name, *arguments, **keywords)  # which raises what is to be raised

    def called(owner: Any, /) -> Any:
        return getattr(owner, name)(*arguments, **keywords)

    return made if not arguments and not keywords else called


def packed(function: Callable[..., Any], value: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which makes an array of nested lists."""
    dtype = arguments[0] if arguments else keywords.get("dtype")
    given = value if dtype is not None and np.dtype(dtype).names else frozen(value)  # there tuples are not as lists
    return function(given, *arguments, **keywords)


def over_copies(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """A call of `function`, which reads lists: they may be changed afterwards."""
    return function(*copied(arguments), **keywords)


def over_copy(function: Callable[..., Any], value: Any) -> Any:
    """The same for a call with one list, as most are."""
    return function(copied(value))


def from_items(iterable: Any, dtype: Any, count: int = -1, *, like: Any = None) -> Any:
    """`np.fromiter`"""
    items = (*iterable,) if count < 0 else (*islice(iterable, count),)
    if len(items) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    return np.array(items, dtype)


def listed(array: Any) -> Any:
    """`array.tolist()`"""
    if array.ndim == 0:
        return array.item()
    if array.ndim == 1:
        return [array.item(k) for k in range(len(array))]
    return [listed(array[k]) for k in range(len(array))]


# -- functions that call others ----------------------------------------------------------------------------------------


def mapped(function: Callable[..., Any], /, *iterables: Any) -> Iterator[Any]:
    return (function(*items) for items in zip(*iterables))  # noqa: B905 - as `map` does


def starmapped(function: Callable[..., Any], iterable: Any, /) -> Iterator[Any]:
    return (function(*items) for items in iterable)


def chained(iterables: Any, /) -> Iterator[Any]:
    """`itertools.chain.from_iterable`"""
    for iterable in iterables:
        yield from iterable


def cached(function: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """A call of what `functools.lru_cache` has made."""
    known, key = known_calls(function, arguments, keywords)
    if key not in known:
        known[key] = function.__wrapped__(*arguments, **keywords)
    return known[key]


def reduced(function: Callable[..., Any], iterable: Any, /, initial: Any = _MISSING) -> Any:
    iterator = iter(iterable)
    if initial is _MISSING:
        initial = next(iterator, _MISSING)
        if initial is _MISSING:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in iterator:
        initial = function(initial, item)
    return initial


def counted(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    """`itertools.count`, which makes numbers."""
    while True:
        yield start
        start = start + step


def accumulated(iterable: Any, func: Any = None, *, initial: Any = None) -> Iterator[Any]:
    iterator = iter(iterable)
    total = initial
    if initial is None:
        total = next(iterator, _MISSING)
        if total is _MISSING:
            return
    yield total
    for item in iterator:
        total = total + item if func is None else func(total, item)
        yield total


# -- changes of arrays -------------------------------------------------------------------------------------------------


def set_item(array: Any, key: Any, value: Any) -> None:
    if not isinstance(array, np.ndarray | np.flatiter):  # a list that gets the items of one, `operator.setitem`
        is_filled = type(key) is slice and isinstance(value, np.ndarray | np.flatiter)
        array[key] = elements(value) if is_filled else value
        return
    memory = array.base if type(array) is np.flatiter else array
    if (type(value) is list or type(value) is tuple) and memory.dtype.names is None:
        value = np.array(value)
    if type(key) is list:
        key = list(key)
    if isinstance(key, np.ndarray):
        key = whole_of(key)
    store(array, key, value)


def whole_of(key: Any) -> Any:
    """An index that stays what it is."""
    return key.copy()


def set_slice(array: Any, start: Any, stop: Any, value: Any) -> None:
    set_item(array, slice(start, stop), value)


def set_attribute(array: Any, name: str, value: Any) -> None:
    """`array.real = value`, and so on."""
    if name == "flat":
        store(array.flat, slice(None), np.resize(value, array.size))  # which repeats it, too
    elif name != "shape" and not _is_part(value, array, name):
        set_item(array.real if name == "real" else array.imag, ..., value)
    else:
        _set_attribute(array, name, value)


def _is_part(value: Any, array: Any, name: str) -> bool:
    """Is it what the attribute is already, at the end of `array.real += 1`, or nothing that it could be?"""
    if name == "imag" and array.dtype.kind != "c":
        return True
    return isinstance(value, np.ndarray) and lies_in(value, getattr(array, name))


def change(array: Any, other: Any, operate: Callable[..., Any], original: Callable[..., Any]) -> Any:
    """What an in-place operator does, `original`, which gives an array the value of `operate`."""
    if not isinstance(array, np.ndarray):
        return original(array, other)
    value = operate(array, other)
    if np.can_cast(value.dtype, array.dtype, "same_kind") and np.shape(value) == array.shape:
        store(array, ..., value)
        return array
    return original(array, other)  # which raises


def add(array: Any, other: Any) -> Any:
    return change(array, other, operator.add, _iadd)


def subtract(array: Any, other: Any) -> Any:
    return change(array, other, operator.sub, _isub)


def multiply(array: Any, other: Any) -> Any:
    return change(array, other, operator.mul, _imul)


def divide(array: Any, other: Any) -> Any:
    return change(array, other, operator.truediv, _itruediv)


def floor_divide(array: Any, other: Any) -> Any:
    return change(array, other, operator.floordiv, _ifloordiv)


def remainder(array: Any, other: Any) -> Any:
    return change(array, other, operator.mod, _imod)


def power(array: Any, other: Any) -> Any:
    return change(array, other, operator.pow, _ipow)


def matrix_multiply(array: Any, other: Any) -> Any:
    return change(array, other, operator.matmul, _imatmul)


def bitwise_and(array: Any, other: Any) -> Any:
    return change(array, other, operator.and_, _iand)


def bitwise_or(array: Any, other: Any) -> Any:
    return change(array, other, operator.or_, _ior)


def bitwise_xor(array: Any, other: Any) -> Any:
    return change(array, other, operator.xor, _ixor)


_iadd, _isub, _imul = as_is(operator.iadd), as_is(operator.isub), as_is(operator.imul)
_itruediv, _ifloordiv, _imod = as_is(operator.itruediv), as_is(operator.ifloordiv), as_is(operator.imod)
_ipow, _imatmul = as_is(operator.ipow), as_is(operator.imatmul)
_iand, _ior, _ixor = as_is(operator.iand), as_is(operator.ior), as_is(operator.ixor)
IN_PLACE: dict[Any, Callable[..., Any]] = {
    operator.iadd: add, operator.isub: subtract, operator.imul: multiply, operator.itruediv: divide,
    operator.ifloordiv: floor_divide, operator.imod: remainder, operator.ipow: power,
    operator.imatmul: matrix_multiply, operator.iand: bitwise_and, operator.ior: bitwise_or,
    operator.ixor: bitwise_xor,
}  # fmt: skip


def into(function: Callable[..., Any], /, *arguments: Any, out: Any = None, **keywords: Any) -> Any:
    """A call of a numpy function with `out=`, or with an array to write to behind the arguments that it reads."""
    position = output_position(function)
    if position is not None and len(arguments) > position:
        if type(function) is np.ufunc:
            arguments, out = arguments[:position], arguments[position:]
        else:
            rest = arguments[position + 1 :]
            arguments, out = arguments[:position] + ((None, *rest) if rest else ()), arguments[position]
    targets = out if type(out) is tuple else (out,)
    if out is None:
        return plain(function)(*arguments, **keywords)
    masks = type(function) is np.ufunc or function.__name__ == "clip"
    where = keywords.pop("where", True) if masks else True
    if where is not True:
        arguments = tuple([filled(one, where) for one in arguments])
    result = plain(function)(*arguments, **keywords)
    if type(result) is not tuple:
        return _stored(targets[0], result, where)
    return tuple([_stored(target, one, where) for target, one in zip(targets, result, strict=True)])


def _stored(target: Any, result: Any, where: Any) -> Any:
    if target is None:
        return result
    if target is ...:  # an array, even if it has no dimensions
        return np.asarray(result)
    if not np.can_cast(np.result_type(result), target.dtype, "same_kind"):
        raise TypeError(f"cannot cast the result from {np.result_type(result)} to {target.dtype} of out=")
    if where is True:
        store(target, ..., result)
    else:
        mask = np.broadcast_to(where, target.shape)
        store(target, mask, np.broadcast_to(result, target.shape)[mask])
    return target


def fill(array: Any, value: Any) -> None:
    store(array, ..., value)


def sort(array: Any, axis: int = -1, kind: Any = None, order: Any = None, **keywords: Any) -> None:
    store(array, ..., np.sort(array, axis, kind, order, **keywords))


def partition(array: Any, kth: Any, axis: int = -1, **keywords: Any) -> None:
    store(array, ..., np.partition(array, kth, axis, **keywords))


def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    count = np.size(ind)
    if not count:
        return
    numbers = np.reshape(ind, -1)
    if mode != "raise":
        numbers = numbers % a.size if mode == "wrap" else np.clip(numbers, 0, a.size - 1)
    store(a.flat, numbers, np.resize(v, count) if np.size(v) != count else np.reshape(v, -1))


def copy_to(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    if not np.can_cast(src if isinstance(src, np.ndarray) else np.result_type(src), dst.dtype, casting):
        _copy_to(dst, src, casting, where)  # which raises
    elif where is True:
        store(dst, ..., src)
    else:
        mask = np.broadcast_to(where, dst.shape)
        store(dst, mask, np.broadcast_to(src, dst.shape)[mask])


def place(arr: Any, mask: Any, vals: Any) -> None:
    mask = np.asarray(mask, bool)
    store(arr, mask, np.resize(vals, np.count_nonzero(mask)))


def shuffled(function: Any, array: Any, axis: int = 0) -> None:
    """`function(array)`, which changes the order of the items."""
    if not isinstance(array, np.ndarray):
        function(array)
        return
    store(array, ..., np.take(array, permutation(function, array.shape[axis]), axis))


def shuffled_by(function: Any, generator: Any, array: Any, *arguments: Any, **keywords: Any) -> None:
    shuffled(as_is(function, generator), array, *arguments, **keywords)


def put_mask(a: Any, mask: Any, values: Any) -> None:
    mask = np.asarray(mask, bool)
    store(a, mask, np.resize(values, a.shape)[mask])


def at(function: Any, array: Any, indices: Any, values: Any = None, /) -> None:
    """`function.at(array, indices, values)` of a ufunc: what an index names twice is changed twice."""
    numbers = np.arange(array.size).reshape(array.shape)[indices]
    if function is not np.add and function is not np.subtract:
        flat = array.flat
        given = (None,) * numbers.size if function.nin == 1 else np.broadcast_to(values, np.shape(numbers)).flat
        for k, value in zip(np.reshape(numbers, -1).tolist(), given, strict=True):
            store(flat, k, function(flat[k]) if function.nin == 1 else function(flat[k], value))
        return
    given = np.broadcast_to(values if function is np.add else -np.asarray(values), np.shape(numbers))
    value = exactly(_changed_at, function, array, indices, values)  # which adds in another order
    if array.dtype.kind in "fc":
        value = mended(array + np.reshape(_totals(numbers, given, array.size), array.shape), value)
    store(array, ..., value)


def _totals(numbers: Any, given: Any, count: int) -> Any:
    """The sum of what is given to each number."""
    if np.iscomplexobj(given):
        return _totals(numbers, np.real(given), count) + 1j * _totals(numbers, np.imag(given), count)
    return np.bincount(np.reshape(numbers, -1), np.reshape(given, -1), count)


def _changed_at(function: Any, array: Any, indices: Any, values: Any) -> Any:
    """What `function.at` makes of an array."""
    made = array.copy()
    function.at(made, indices, values)
    return made


# -- what numpy writes in a way that cannot be followed ----------------------------------------------------------------


def tensor_solved(a: Any, b: Any, axes: Any = None) -> Any:
    """`np.linalg.tensorsolve`, which gives its result another shape in some versions of numpy."""
    a, b = np.asarray(a), np.asarray(b)
    if axes is not None:
        a = np.transpose(a, [axis for axis in range(a.ndim) if axis not in axes] + list(axes))
    shape = a.shape[b.ndim - a.ndim :]
    count = math.prod(shape)
    if a.size != count**2:
        return _tensor_solve(a, b)  # which raises
    return np.linalg.solve(np.reshape(a, (count, count)), np.ravel(b)).reshape(shape)
