"""Dicts and sets, and `a[b]` of anything."""

import operator
from collections import defaultdict
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType
from typing import Any

from ...classes import is_a, lookup
from ...nodes.kinds import PrimitiveCallNode
from ...nodes.node import Node
from ...nodes.tape import TapeConstant
from ..memory import ITEMS, SEQUENCES, Memory, is_array, key_of
from ..origins import place_of
from ..others import NONE
from ..shadows import UNCHANGING, Otherwise, Shadow, can_change, holds_objects, name_of
from .general import (
    Handler,
    Operands,
    acting,
    asks,
    asks_keys,
    computes,
    might_have_gone_on,
    reads,
    runs_code,
    runs_own,
    took,
    unknown,
)
from .sequences import begin_of, bounds_of, is_view, read_slice, write_slice

_C_METHODS = BuiltinFunctionType, MethodDescriptorType
_COMPARED_BY_IDENTITY = lookup(object, "__eq__")


def get_item(memory: Memory, node: Any, operands: Operands) -> None:
    """`a[b]`, and `dict.get`."""
    if len(operands) < 2:
        return
    container = operands[0].value
    if type(container) is defaultdict and _makes_items(node._operands[0].value):
        _get_or_make(memory, node, operands)
        return
    if not can_change(container):
        return
    if runs_own(memory, node, container, "__getitem__"):
        return  # which tells
    if type(operands[1].value) is slice:
        read_slice(memory, node, operands[:1], operands[1].value, bounds_of(operands[1]))
    elif is_array(container):
        if not is_view(node.value):  # which reads nothing yet
            reads(memory, node, operands)
        if holds_objects(container):
            memory.shadow(container).hold(node.value)
    else:
        took(memory, node, memory.item(container, operands[1].value, node.value))
        if issubclass(type(container), dict):
            asks(memory, lookup(type(container), "__missing__"), operands)


def _makes_items(function: Any) -> bool:
    """Does a function make items of a defaultdict that are not there, as `get` does not?"""
    return function is operator.getitem or (is_a(function, *_C_METHODS) and function.__name__ == "__getitem__")


def misses(memory: Memory, node: Any) -> None:
    """A node calls `__missing__`, as its dict has not the key, or one of those that a text looks up."""
    function, *operands = node._operands
    given = [one.value for one in (*acting(function.value), *operands)]
    container = next((one for one in given if issubclass(type(one), dict)), None)
    missing = lookup(type(container), "__missing__")
    if issubclass(type(container), defaultdict) and type(missing) is not FunctionType:
        missing = _factory_of(container)
    called = [one._operands[0].value for one in node._frames if one._operands]
    if missing is None or not any(one is missing for one in called):
        return
    if type(function.value) is operator.itemgetter:
        for key in function.value.__reduce__()[1]:
            memory.item(container, key, None)
    elif _makes_items(function.value) and len(given) > 1:
        memory.item(container, given[1], None)
    else:
        memory.read_whole(container, shape=True)


def gets_items(memory: Memory, node: Any, getter: Any, operands: Operands) -> None:
    """A call of `operator.itemgetter(key, ...)`."""
    keys = getter.__reduce__()[1]
    if not operands or runs_code(memory, node):
        return
    if is_a(operands[0].value, defaultdict):
        asks(memory, _factory_of(operands[0].value), operands)
        unknown(memory, node, operands)
    elif not all(is_a(key, int, str) for key in keys):
        unknown(memory, node, operands)
    elif len(keys) == 1:
        get_item(memory, node, (operands[0], TapeConstant(keys[0])))
    else:
        computes(memory, node, operands)


def formats(memory: Memory, node: Any, operands: Operands) -> None:
    """`text % given`"""
    computes(memory, node, operands)
    looks_up(memory, operands)


def looks_up(memory: Memory, operands: Operands) -> None:
    """A text looks up keys of what it formats, the last operand: a defaultdict makes them if they are not there."""
    text, given = operands[0].value, operands[-1]
    if issubclass(type(given.value), defaultdict) and is_a(text, str, bytes):
        asks(memory, _factory_of(given.value), operands)
        memory.scrambled(memory.aims((given,)))


_factory_of = defaultdict.__dict__["default_factory"].__get__


def _get_or_make(memory: Memory, node: Any, operands: Operands) -> None:
    """An item of a defaultdict, which puts one there if there is none."""
    container, key = operands[0].value, operands[1].value
    shadow, known = memory.shadow(container), key_of(key)
    is_there = known is not None and known in shadow.parts and not runs_code(memory, node)
    factory = _factory_of(container)
    asks(memory, factory, operands)
    took(memory, node, memory.item(container, key, node.value))
    memory.aim(shadow, operands, keys=operands[1:2], stored=node.value)
    if not is_there:
        for one in shadow.instead:
            memory.might_call_those(one)
        memory.attribute(container, "default_factory", factory)
        if type(factory) is FunctionType:
            memory.read_cells(factory)
        _write_key(memory, node, shadow, operands)
        shadow.hold(node.value)


def default_dict(memory: Memory, node: Any, operands: Operands) -> None:
    """`defaultdict(f, items, name=item)`"""
    reads(memory, node, operands)
    if type(node.value) is defaultdict:
        memory.gets_lively()
        made, (_, names, _) = memory.new(node.value), node._split()
        items = operands[1 : len(operands) - len(names)]
        made.closed = not items
        functions = [one for operand in operands[:1] for one in memory.given_otherwise(operand)]
        if functions:  # which would make its items in the place of this one
            made.instead = (Otherwise(NONE, memory.selected(operands[:1]), tuple(functions), node, memory.frame),)
        for operand in items:
            memory.hold_given(made, operand)
        for name, operand in zip(names, operands[len(operands) - len(names) :], strict=True):
            made.parts["", name] = memory.given(operand)
            made.hold(operand.value)


def cached(memory: Memory, node: Any, operands: Operands) -> None:
    """A call of what `functools.lru_cache` made, the first operand: it finds what an earlier one gave, or runs."""
    wrapper, keys = operands[0].value, [key_of(operand.value) for operand in operands[1:]]
    shadow = memory.shadow(wrapper)
    key = ("", (*keys, *node.keywords)) if None not in keys else None
    asks(memory, wrapper.__wrapped__, operands[1:])
    most = wrapper.cache_parameters()["maxsize"]
    if most is not None and len(shadow.parts) >= most:  # what else was asked for decides whether it is still there
        memory.read_whole(wrapper)
    if not runs_code(memory, node):
        if key in shadow.parts:
            memory.take(shadow.parts[key], shadow, memory.any_items)
        else:
            memory.read_whole(wrapper)
        memory.wrote(shadow, shape=False)  # it is the last one now that was asked for
        return
    memory.doubt(shadow.since, shadow, memory.any_items)  # an earlier one might have been given the same
    memory.aim(shadow, operands, keys=operands[1:])
    shadow.hold(node.value)
    if key is None:
        memory.scrambled(shadow)
    else:
        shadow.parts[key] = memory.write()
        memory.wrote(shadow, shape=True)


def has_item(memory: Memory, node: Any, operands: Operands) -> None:
    container = operands[0].value
    if not can_change(container) or runs_own(memory, node, container, "__contains__"):
        return
    if is_a(container, set, frozenset):
        _look_for(memory, node, operands)
        return
    shadow = memory.known(container)
    known = key_of(operands[1].value)
    asks_identity = shadow is not None and _is_asked_for_identity(memory, shadow, operands[1].value)
    if shadow is None or (not asks_identity and (type(container) is not dict or known is None)):
        reads(memory, node, operands)
        return
    might_have_gone_on(memory, operands[0])
    if asks_identity:
        memory.read_whole(container)
    elif known in shadow.parts:
        memory.take(shadow.parts[known], shadow, memory.any_items, name_of(known))
    else:
        memory.read_whole(container, shape=True)
        memory.read_blurred(shadow)


def _is_asked_for_identity(memory: Memory, shadow: Shadow, value: Any) -> bool:
    """Is a list looked through for one object among others, without a look into any of them?"""
    if type(shadow.value) is not list or not shadow.made or _compares_contents(type(value)):
        return False
    return not any(map(_compares_contents, memory.classes_held(shadow).values()))


def _compares_contents(cls: type) -> bool:
    """Does `==` look into objects of a class?"""
    return id(cls) not in UNCHANGING and lookup(cls, "__eq__") is not _COMPARED_BY_IDENTITY


def keep(memory: Memory, node: Any, operands: Operands) -> None:
    """`s.add(a)`, `s.discard(a)`: the set has an item, or has it no more."""
    _look_for(memory, node, operands)
    shadow = memory.aims(operands)
    memory.scrambled(shadow)
    for operand in operands[1:] if not _is_there(node) else ():
        shadow.hold(operand.value)


def _is_there(node: Any) -> bool:
    """Has an `__eq__` of the program said that the item, or key, is there already? Then that stays."""
    frames = node._frames
    function = frames[-1].children[0].value if frames and frames[-1].children else None
    return getattr(function, "__name__", "") == "__eq__" and frames[-1].value is True


def _look_for(memory: Memory, node: Any, operands: Operands) -> None:
    """A set looks whether it has an item: what both hold is not read, unless methods of theirs do that."""
    shadow = memory.shadow(operands[0].value)
    memory.read_whole(operands[0].value)
    for operand in operands[1:]:
        own = _hashing(operand.value)
        if own and not runs_code(memory, node):  # it may have run, but was not entered
            reads(memory, node, (operand,))
        shadow.calls += tuple([method for method in own if method not in shadow.calls])
    if shadow.calls:
        passed = [*shadow.held.values(), *(operand.value for operand in operands[1:])]
        memory.might_call(shadow.calls, passed, in_any_way=True)


def _hashing(value: Any) -> list[FunctionType]:
    """The methods of the program that are called to find something in a set."""
    found, waiting, count = list[FunctionType](), [value], 0
    while waiting and count < ITEMS:
        one, count = waiting.pop(), count + 1
        if is_a(one, tuple, frozenset):
            waiting += islice(one, ITEMS)
        methods = [lookup(type(one), name) for name in ("__hash__", "__eq__")] if can_change(one) else []
        found += [method for method in methods if type(method) is FunctionType]
    return found


def count(memory: Memory, node: Any, operands: Operands) -> None:
    """`Counter(a)`, `counter.update(a)`: the items of `a` are keys."""
    reads(memory, node, operands)
    shadow = memory.aims(operands)
    memory.scrambled(shadow)
    for operand in operands[1:]:
        memory.hold_given(shadow, operand)


def set_item(memory: Memory, node: Any, operands: Operands) -> None:
    container, key, value = (operand.value for operand in operands[:3])
    if not can_change(container) or runs_own(memory, node, container, "__setitem__"):
        return  # which tells
    if type(key) is slice:
        write_slice(memory, node, (operands[0], operands[2]), key, bounds_of(operands[1]))
        return
    if is_array(container):
        reads(memory, node, operands[1:])
        shadow = memory.aims(operands, keys=operands[1:2])
        memory.wrote(shadow, shape=False)
        memory.fill(shadow, container, operands[2], is_item=True)
        return
    shadow = memory.shadow(container)
    place = place_of(key) if is_a(container, *SEQUENCES) else None
    if place is not None:
        if place < 0:
            memory.read_shape(shadow)
        memory.aim(shadow, operands, keys=operands[1:2], stored=value)
        items = shadow.items
        if items is not None and -len(items) <= place < len(items):
            items[place] = memory.at, memory.epoch
        elif place >= 0 and items is None:
            shadow.parts["", place] = memory.at, memory.epoch
        else:
            shadow.forget_places()
        shadow.pending.append(memory.at)
    else:
        memory.aim(shadow, operands, keys=operands[1:2], stored=value)
        if issubclass(type(container), dict):
            _write_key(memory, node, shadow, operands)
        else:
            memory.scrambled(shadow)
            shadow.hold(key)
    shadow.hold(value)


def _write_key(memory: Memory, node: Any, shadow: Shadow, operands: Operands) -> None:
    key = operands[1].value
    known = key_of(key)
    if known is None:
        memory.scrambled(shadow)
        if not _is_there(node):
            shadow.hold(key)
        return
    shadow.hold(key)
    _names(memory, shadow.value, key)
    if known not in shadow.parts:
        function = node._operands[0]  # which may be a method that was chosen
        memory.grew(shadow, (*operands[:2], function) if type(node) is PrimitiveCallNode else operands[:2])
    memory.replaces(shadow.parts, known, operands[2].value if len(operands) > 2 else None, memory.at)
    shadow.parts[known] = memory.at, memory.epoch
    memory.wrote(shadow, shape=False)


def _names(memory: Memory, container: Any, *names: Any) -> None:
    """Keys are stored to: names, if the dict is that of a module."""
    if type(container) is dict and ("__name__" in container or "__builtins__" in container):
        for name in names:
            memory.stores_from_outside(container, name)


def delete_item(memory: Memory, node: Any, operands: Operands) -> None:
    container, key = operands[0].value, operands[1].value
    if not can_change(container) or runs_own(memory, node, container, "__delitem__"):
        return
    memory.read_whole(container, shape=True)
    shadow = memory.aims(operands, keys=operands[1:2])
    known = key_of(key)
    if shadow.items is not None and isinstance(key, (int, slice)):
        part = key if isinstance(key, slice) else slice(key, None)
        first = begin_of(part, len(shadow.items))
        try:
            del shadow.items[key]
        except IndexError:
            shadow.items = None
        memory.shifted(shadow, first)
    elif issubclass(type(container), dict) and known is not None:
        if shadow.closed:
            shadow.parts.pop(known, None)
        else:
            memory.replaces(shadow.parts, known, None, memory.at)
            shadow.parts[known] = memory.write()
            _names(memory, container, key)
            memory.deletions.add(memory.at)
        memory.wrote(shadow, shape=True)
    else:
        memory.scrambled(shadow)


def pop_key(memory: Memory, node: Any, operands: Operands) -> None:
    took(memory, node, memory.item(operands[0].value, operands[1].value, node.value))
    delete_item(memory, node, operands[:2])


def set_default(memory: Memory, node: Any, operands: Operands) -> None:
    container, key = operands[0].value, operands[1].value
    known, before = key_of(key), memory.known(container)
    is_known = before is not None and known is not None and known in before.parts
    write = memory.item(container, key, node.value)
    took(memory, node, write)
    memory.read_whole(container, shape=True)
    shadow = memory.aims(operands, keys=operands[1:2])
    if not is_known:
        if len(operands) > 2 and isinstance(operands[2], Node) and node.value is not operands[2].value:
            memory.scrambled(shadow)  # it was there, from outside
        else:
            _write_key(memory, node, shadow, operands)
    shadow.hold(node.value)


def update(memory: Memory, node: Any, operands: Operands) -> None:
    keywords = node.keywords
    named = operands[len(operands) - len(keywords) :]
    reads(memory, node, operands[1:])
    shadow = memory.aims(operands)
    for operand in operands[1 : len(operands) - len(named)]:
        asks_keys(memory, node, operand)
        other = memory.known(operand.value)
        if other is not None and other.closed and issubclass(type(operand.value), dict):
            memory.might_be_elsewhere(shadow, operand.value)
            for key in shadow.parts.keys() & other.parts.keys():
                memory.replaces(shadow.parts, key, None, memory.at)
            shadow.parts.update(dict.fromkeys(other.parts, memory.write()))
            _names(memory, shadow.value, *[key for _, key in other.parts])
        else:
            memory.scrambled(shadow)
        memory.hold_given(shadow, operand)
    for name, operand in zip(keywords, named, strict=True):
        memory.replaces(shadow.parts, ("", name), operand.value, memory.at)
        shadow.parts["", name] = memory.write()
        _names(memory, shadow.value, name)
        shadow.hold(operand.value)
    memory.wrote(shadow, shape=True)


def dict_display(memory: Memory, node: Any, operands: Operands) -> None:
    """`{a: b}`"""
    made = memory.new(node.value)
    memory.confine(node, made)
    made.closed = True
    computed = memory.vertices_at(operands[::2])
    if computed:
        memory.might_write(made, memory.vertex(None, computed))
    for key, operand in zip(operands[::2], operands[1::2], strict=False):
        known = key_of(key.value)
        if known is None:
            made.closed = False
        else:
            made.parts[known] = memory.given(operand)
        made.hold(operand.value)
        made.hold(key.value)


MAPPING_VERBS = (get_item, has_item, keep, set_item, delete_item, pop_key, set_default, update, default_dict)
MAPPING_FORMS: dict[str, Handler] = {
    "dict": dict_display, "setitem": set_item, "delitem": delete_item, "put": set_item, "update": update,
    "merge": update,
}  # fmt: skip
