"""What a node does to objects: which it writes, as far as tables tell (rules/effects.py)."""

import functools
import gc
import io
import itertools
import operator
import re
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from types import (
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    TracebackType,
)
from typing import Any

from ...cpython.facts import COMPREHENSIONS
from ...cpython.template import LogList
from ...record.classes import class_name, is_a, is_static, lookup, module_of
from ...record.memory.shadows import CDATA, can_change, canonical, dtype_of, flat_of, is_array
from ...record.nodes.kinds import CallNode, JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ...record.nodes.node import Node, Operand
from ...record.recompute import equal
from ...rules.effects import READING, does, looks_up, owner_of
from ...rules.impurity import CHANCE
from ..replay.impure import LOCKS, is_chance, is_generator_of_numbers
from .called import BOUND, Called, TooMuch, callbacks, called_by

MOST = 20_000  # objects that are looked through; of what holds more, nothing is said
SHALLOW = frozenset(["nothing", "get_attribute", "has_attribute", "set_attribute", "append", "appendleft", "insert",
                     "pop", "pop_last", "pop_first", "clear", "reverse", "set_item", "get_item", "delete_item",
                     "pop_key", "set_default", "delete_attribute", "measures"])  # fmt: skip
_QUIET = frozenset(["nothing", "measures", "append", "appendleft", "insert", "pop", "pop_last", "pop_first", "clear",
                    "reverse", "set_attribute", "delete_attribute"])  # fmt: skip
DISPLAYS = frozenset(["tuple", "list", "set", "dict", "string", "slice", "function", "super_attribute"])
_FIXED = re.Pattern, re.Match, range, slice
_LOOKING_UP = frozenset(["get_item", "set_item", "has_item", "set_default", "pop_key", "delete_item"])
_SMALL = 1_000
_STORES = frozenset(["setitem", "delitem", "setslice", "setattr", "delattr", "append", "add", "put", "extend", "update",
                     "merge"])  # fmt: skip
# which functions that draw random numbers may be given an array for the result
_FILLING = frozenset(["permuted", "random", "standard_normal", "standard_exponential", "standard_gamma"])
_ASKING = zip, map, filter, enumerate  # iterators that ask others, before they do anything else
# those that let go of what they go over when it has nothing more
_GONE_OVER: tuple[Any, ...] = [], (), set(), {}, {}.values()
_LETTING_GO = tuple(type(iter(one)) for one in _GONE_OVER)
_SHARED_BY_TEES = vars(itertools)["_tee_dataobject"]  # in which is the iterator that they take from
# what gives the state of an object, for copies
_STATES = [vars(object)[name] for name in ("__reduce_ex__", "__reduce__", "__getstate__") if name in vars(object)]
CACHED: type = type(functools.lru_cache(len))
# what looks into what it was made of
LOOKING: tuple[type, ...] = (
    MappingProxyType,
    *(type(getattr(kind(), name)()) for kind in (dict, OrderedDict) for name in ("keys", "values", "items")),
)
_STOP = (type, ModuleType, CodeType, FrameType, TracebackType, LogList)  # a generator holds the log of its recording


def is_object(value: Any) -> bool:
    """Can it change, or hold what can? Of classes those that a program makes."""
    if issubclass(type(value), type):
        return not is_static(value)
    kind = type(value)
    if kind is FunctionType or kind is CellType:
        return True
    # of C functions Cython's hold their module
    return can_change(value) and not is_a(value, *BOUND) and class_name(kind) != "cython_function_or_method"


def key_of(value: Any) -> int:
    """What stands for an object: its id; that of the one in whose memory it lies, if it is an array, or of ctypes."""
    return id(canonical(value)) if is_array(value) or issubclass(type(value), CDATA) else id(value)


def lenders(view: memoryview) -> tuple[Any, ...]:
    """The object into whose memory it looks; of a file in memory, with what lies between. Raises ValueError."""
    owner = view.obj
    return owner, *(one for one in gc.get_referents(owner) if type(one) is io.BytesIO)


def is_shared(value: Any) -> bool:
    """A class or a module, whose attributes the program may store."""
    return issubclass(type(value), (type, ModuleType))


def _leads_on(value: Any) -> bool:
    return is_object(value) or (is_a(value, *BOUND) and type(value.__self__) is not ModuleType)


def held_by(values: Iterable[Any], *, by_methods: bool = False) -> Iterator[Any]:
    """The objects that can be reached from values, these among them: through containers, instances, closures,
    iterators and generators; `by_methods`: and through classes, so by what their methods hold.
    """
    seen: set[int] = set()
    waiting = [value for value in values if _leads_on(value)]
    while waiting:
        value = waiting.pop()
        if id(value) in seen or (issubclass(type(value), _STOP) and not (by_methods and issubclass(type(value), type))):
            continue
        seen.add(id(value))
        if len(seen) > MOST:
            raise TooMuch
        if is_a(value, *BOUND):
            waiting += [value.__self__] if _leads_on(value.__self__) else []
            continue
        yield value
        if type(value) is FunctionType:
            parts = held_by_function(value)
        elif type(value) is MethodType:
            parts = [value.__self__, value.__func__]
        else:
            parts = gc.get_referents(value)
            if is_array(value) and dtype_of(value).kind == "O":  # of which the collector does not tell what it holds
                parts += flat_of(value)
            if module_of(type(value)) in CHANCE:  # numpy's also hold functions, and so their modules
                parts = [part for part in parts if is_generator_of_numbers(part)]
            parts += [type(value)] if by_methods else []
        waiting += [part for part in parts if _leads_on(part) and id(part) not in seen]


def held_by_function(function: FunctionType) -> list[Any]:
    """What a function has for itself."""
    held = [*(function.__closure__ or ()), *(function.__defaults__ or ())]
    return [*held, *(function.__kwdefaults__ or {}).values(), *vars(function).values()]


def is_iterator(value: Any) -> bool:
    return lookup(type(value), "__next__") is not None


def operands_of(node: Node) -> tuple[Any, ...]:
    """All that a node was given."""
    if isinstance(node, JumpNode):
        return (node._condition, *node._operands) if node._condition is not None else node._operands
    if isinstance(node, RaiseNode):
        return (*node._reads, *(operand for operand in node._operands if operand is not node))
    return node._operands


def uses_lock(node: Node) -> bool:
    """Does a node take or leave a lock, or ask one?"""
    values = [operand.value for operand in operands_of(node)]
    return any(is_a(value, *LOCKS) or is_a(getattr(value, "__self__", None), *LOCKS)
               for value in values if is_a(value, *LOCKS, *BOUND))  # fmt: skip


def written_by(node: Node, runs: bool) -> list[Any]:
    """The objects to which a node writes itself, not by what runs within it, where something does (`runs`)."""
    values = _written_by(node, runs or bool(node._frames))
    return [value for value in values if (is_object(value) or is_shared(value)) and not is_fixed(value)]


def is_fixed(value: Any) -> bool:
    """Is it a tuple or the like, which nothing can write to, whatever it holds?"""
    kind = type(value)
    return is_a(value, *_FIXED) or (issubclass(kind, (tuple, frozenset)) and kind.__dictoffset__ == 0)


def is_used_up(value: Any) -> bool:
    """Is it an iterator that has nothing more to give, and so calls nothing any more?"""
    kind = type(value)
    if kind is GeneratorType:
        return bool(value.gi_frame is None)
    if is_a(value, *_LETTING_GO):
        return not gc.get_referents(value)
    if is_a(value, type(iter(range(0)))):
        return bool(value.__length_hint__() == 0)
    if not is_a(value, *_ASKING):
        return False
    parts = [part for one in gc.get_referents(value) for part in (one if type(one) is tuple else [one])]
    given = list(filter(is_iterator, parts))
    return bool(given) and all(one is not value and is_used_up(one) for one in given)


def is_of_expression(value: Any) -> bool:
    """Is it the function that Python makes of a generator expression, which the program does not get?"""
    return type(value) is FunctionType and value.__code__.co_name in COMPREHENSIONS


def _written_by(node: Node, runs: bool) -> list[Any]:
    if isinstance(node, JumpNode):
        condition = node._condition
        is_asked = condition is not None and node.test == "is exhausted" and is_iterator(condition.value)
        return [condition.value] if condition is not None and is_asked else []
    values = [operand.value for operand in operands_of(node)]
    if isinstance(node, SpecialCallNode):
        return _written_by_form(node.name, values, runs)
    if isinstance(node, RaiseNode):
        statement = node.statement
        if node.call is not None:
            return []
        if statement is None:  # `raise`: the exception gets a context
            return [node.exception] if node._reads else []
        name = getattr(statement.expression, "name", None)
        if name:
            return _written_by_form(name, values, runs)
        reads = [operand.value for operand in node._reads]
        return _written_by_call(called_by(reads, statement)) if reads else []
    if not isinstance(node, PrimitiveCallNode) or not values:
        return []
    call = called(node)
    return [*_written_by_call(call), *(call.arguments[:1] if runs and _is_kept(call) else ())]


def _is_kept(call: Called) -> bool:
    """Is it an attribute that the object keeps once it has been computed? Annotations are from 3.14 on."""
    return call.does == "get_attribute" and call.arguments[1:2] == ("__annotations__",)


def called(node: CallNode) -> Called:
    """What a node that calls something calls. Raises TooMuch."""
    return called_by([operand.value for operand in node._operands], node.statement, node._keyword_names)


def _written_by_form(name: str, values: list[Any], runs: bool) -> list[Any]:
    if name in _STORES or name.startswith("set_"):
        fills_slice = name == "setslice" or (name == "setitem" and type(values[1]) is slice)
        consumed = values[1:] if fills_slice or name in ("extend", "update") else []
        return [values[0], *filter(is_iterator, consumed)]
    if name in DISPLAYS or name.startswith("match") or name in ("load", "store", "delete", "matches"):
        return []
    if name.startswith("unpack_") or name == "list_to_tuple":
        return list(filter(is_iterator, values[:1]))
    return list(filter(is_iterator, values)) if runs else list(held_by(values))


def _written_by_call(call: Called) -> list[Any]:
    function, given, told = call.function, call.passed, call.does
    goes_over_list = told == "advance" and given and not is_iterator(given[0])  # from 3.15 on
    if told == "iterates" or goes_over_list:
        return []
    found = [*filter(is_array, call.outputs), *filter(is_iterator, given)]
    found += _filled_by(function, given)
    if told == "prints" and "file" in call.keywords:
        found += held_by([call.keywords["file"]])
    if told in READING or told is not None:
        found += given[:1] if told not in READING else []
        return found if told in SHALLOW else [*found, *written_by_callbacks(given)]
    if issubclass(type(function), type) or _is_of_generators(function):
        return found  # it makes something, or goes on with a generator
    if any(function is one for one in _STATES):
        return found  # what it calls for that is recorded
    if is_a(function, CACHED):
        return found  # what runs within it is recorded; its cache is its own
    bound = owner_of(function)
    if is_chance(function) and (name := getattr(function, "__name__", "")) != "shuffle":
        filled = filter(is_array, given) if name in _FILLING else ()
        return [*found, *filled, *held_by(one for one in (bound, *given) if is_generator_of_numbers(one))]
    if type(bound) is GeneratorType:
        return [bound, *found]
    return list(held_by([function, *given, *([bound] if bound is not None else [])]))


def _filled_by(function: Any, given: Iterable[Any]) -> list[Any]:
    """The defaultdicts among what a function is given that puts there what is not there."""
    return [one for one in given if issubclass(type(one), defaultdict)] if looks_up(function) else []


def _is_of_generators(function: Any) -> bool:
    return type(function) is MethodDescriptorType and function.__objclass__ is GeneratorType


def written_by_callbacks(given: Iterable[Any]) -> list[Any]:
    """What C code may write to by calling the functions written in C among these values."""
    values = list(given)
    found: list[Any] = []
    for call in callbacks(values):
        told = call.does
        if told in READING:
            if looks_up(call.function):
                parts = held_by(values) if call.function is operator.getitem else _items_of(values)  # `reduce`
                found += _filled_by(call.function, [*call.passed, *values, *parts])
            continue
        if told is not None and call.arguments:
            found += call.arguments[:1]
        else:
            found += held_by([call.function, *call.passed, *values])
    return found


def _items_of(values: Iterable[Any]) -> Iterator[Any]:
    """What C code goes over that is given these; of generators all that they can reach."""
    for value in values:
        if is_a(value, list, tuple, set, frozenset, deque):
            yield from value
        elif is_a(value, dict):
            yield from dict.values(value)
        elif is_a(value, GeneratorType):
            yield from held_by([value])


def calls_nothing(function: Any, given: Sequence[Any]) -> bool:
    """Is it known to call nothing of what it is given? What holds much need not be looked through then."""
    if type(function) is type:
        return not given and all(lookup(function, name) is vars(object)[name] for name in ("__new__", "__init__"))
    told = does(function)
    return told in _QUIET or (told in ("get_item", "set_item") and _is_row(given)) or _looks_plain_up(told, given)


def _is_row(given: Sequence[Any]) -> bool:
    kind = type(given[0]) if given else None
    return (kind is list or kind is tuple) and len(given) > 1 and type(given[1]) is int


def _looks_plain_up(told: str | None, given: Sequence[Any]) -> bool:
    """Is a key looked up, or an item, among such that are compared, and hashed, by no method of the program's?"""
    if told not in _LOOKING_UP or len(given) < 2 or not (type(given[0]) is dict or told == "has_item"):
        return False
    table, key, *_ = given
    if not is_a(table, list, tuple, dict, set, frozenset) or len(table) > _SMALL:
        return False
    return not can_change(key) and not any(map(can_change, table))


def consumed_with(iterator: Any) -> list[Any]:
    """What an iterator that has not come to its end goes over and calls, through other iterators."""
    found = [iterator]
    for value in found:
        if is_iterator(value) or type(value) is tuple or type(value) is _SHARED_BY_TEES:
            found += [part for part in gc.get_referents(value) if not any(part is one for one in found)]
        if len(found) > MOST:
            raise TooMuch
    return found[1:]


def is_same(one: Any, other: Any) -> bool:
    """Would nothing notice that one stands in the place of the other?"""
    if one is other:
        return True
    if type(one) is not type(other) or not is_a(one, int, float, complex, str, bytes, bool):
        return False
    return equal(one, other)


def are_same(ones: tuple[Operand, ...], others: tuple[Operand, ...]) -> bool:
    """Would nothing notice that these operands stand in the place of those?"""
    return len(ones) == len(others) and all(
        is_same(one.value, other.value) for one, other in zip(ones, others, strict=True)
    )
