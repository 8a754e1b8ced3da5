"""Attributes and names."""

import builtins
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

import numpy as np

from ....rules.effects import owner_of
from ....rules.special_methods import FORMATTING_METHODS
from ...classes import is_a, is_static, lookup, namespace_of
from ...nodes.kinds import PrimitiveCallNode
from ...nodes.nested import NestedCallNode
from ...nodes.tape import TapeConstant
from ..formatting import fields_of
from ..functions import functions_behind, unbound, what_is_called
from ..memory import Memory, attribute_key, can_change, is_array
from ..shadows import CDATA, changes
from .general import Handler, Operands, ran_natively, reads, runs_code, runs_own, took, unknown

_FORMATTING = frozenset(map(id, (str.format, str.format_map)))


def _plainly_named(memory: Memory, operands: Operands) -> Operands:
    """The same with a plain text for the name: a class derived from str may compare as it likes."""
    name = operands[1].value if len(operands) > 1 else ""
    if type(name) is str or not issubclass(type(name), str):
        return operands
    memory.any_name = memory.any_name or memory.whole
    return operands[0], TapeConstant(str.__str__(name)), *operands[2:]


def get_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    operands = _plainly_named(memory, operands)
    if len(operands) < 2 or type(operands[1].value) is not str:
        return
    if operands[1].value == "f_locals":
        memory.shows_variables()
    asks_getters(memory, node, operands)
    if runs_code(memory, node):  # a property tells itself; but it might have been another, or `__getattr__` not asked
        memory.attribute(operands[0].value, operands[1].value, None)
        return
    _asks_natively(memory, node, operands[0].value, operands[1].value)
    if type(operands[0].value) is CellType:
        place = _place(memory, operands[0].value)
        if place in memory.cells:
            took(memory, node, memory.take(memory.cells[place], None, memory.any_names.get(place)))
    elif _is_of_c(operands[0].value, operands[1].value):
        took(memory, node, memory.attribute_of_c(operands[0].value, operands[1].value))
    else:
        owner, name = operands[0].value, operands[1].value
        took(memory, node, memory.attribute(owner, name, node.value))
        if is_array(owner) and id(namespace_of(owner)) in memory.shadows:
            memory.read_whole(owner)
        if name == "__dict__":
            memory.shares(owner, node.value)
        elif name == "__suppress_context__" and issubclass(type(owner), BaseException):
            memory.attribute(owner, "__cause__", None)  # who stores that stores this, too
        elif issubclass(type(owner), CDATA):
            memory.reach(owner)
        elif _tells_how_far(owner, name):
            memory.read_whole(owner)


def _is_of_c(owner: Any, name: str) -> bool:
    """Is it an attribute of an array that C code makes: a view, or its shape?"""
    return is_array(owner) and (namespace_of(owner) is None or name in vars(np.ndarray))


def _tells_how_far(owner: Any, name: str) -> bool:
    """Is it an attribute of an iterator that is not stored, as `a.flat.index`?"""
    cls = type(owner)
    if not is_static(cls) or lookup(cls, "__next__") is None:
        return False
    return is_a(lookup(cls, name), GetSetDescriptorType, MemberDescriptorType)


def super_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    """`super().name`"""
    function, cls, owner, name = operands[:4]
    if function.value is not super or not issubclass(type(cls.value), type) or runs_code(memory, node):
        return
    took(memory, node, memory.attribute_above(cls.value, owner.value, name.value))


def gets_attributes(memory: Memory, node: Any, getter: Any, operands: Operands) -> None:
    """A call of `operator.attrgetter(name, ...)`, which may find them in the class."""
    for name in getter.__reduce__()[1] if operands else ():
        name = name.partition(".")[0]
        memory.attribute(operands[0].value, name, None)
        if not runs_code(memory, node):
            _asks_natively(memory, node, operands[0].value, name)


def calls_method(memory: Memory, node: Any, caller: Any, operands: Operands) -> None:
    """A call of `operator.methodcaller(name, ...)`, whose method has run, but was perhaps not entered."""
    name = caller.__reduce__()[1][0]
    method = lookup(type(operands[0].value), name) if operands and type(name) is str else None
    if type(method) is FunctionType and not runs_code(memory, node):
        ran_natively(memory, node, method)


def _asks_natively(memory: Memory, node: Any, owner: Any, name: str) -> None:
    """An attribute that was got may be a property, whose function has run, but was not entered."""
    found = lookup(type(owner), name)
    if found is not None and is_a(found, property):
        getter = unbound(found.fget)[0]
        called = getter if type(getter) is FunctionType else lookup(type(getter), "__call__")
        if type(called) is FunctionType:
            ran_natively(memory, node, called)
        memory.reach(owner)
        if type(node.value) is dict and node.value is namespace_of(owner):
            memory.shares(owner, node.value)
    first = lookup(type(owner), "__getattribute__")
    if type(first) is FunctionType:
        ran_natively(memory, node, first)
    hook = lookup(type(owner), "__getattr__") if found is None else None
    if type(hook) is FunctionType and not _has(owner, name):
        ran_natively(memory, node, hook)


def _has(owner: Any, name: str) -> bool:
    """Has an object an attribute of its own?"""
    names = namespace_of(owner)
    return type(names) is dict and name in names


def formats_fields(memory: Memory, node: Any, function: Any, operands: Operands) -> None:
    """A method of a text looks up attributes in what it formats."""
    text = operands[0].value if operands and id(function) in _FORMATTING else owner_of(function)
    is_formatting = type(text) is str and function.__name__ in FORMATTING_METHODS
    for name in fields_of(function.__name__, text).attributes or () if is_formatting else ():
        for operand in operands:
            asks_getters(memory, node, (operand, TapeConstant(name)))
            if not runs_code(memory, node):
                _asks_natively(memory, node, operand.value, name)


def asks_getters(memory: Memory, node: Any, operands: Operands) -> None:
    """A property might have been asked, or `__getattr__`."""
    owner, name = operands[:2]
    called = memory.getters(type(owner.value), name.value if type(name) is TapeConstant else None)
    found = lookup(type(owner.value), name.value) if called and type(name.value) is str else None
    if found is not None and runs_own(memory, node, found, "__get__"):  # whose frame tells what else it could have done
        ran = set(map(what_is_called, functions_behind(found)))
        called = tuple([one for one in called if what_is_called(one) not in ran])
    if called:
        memory.might_call(called, [owner.value])


def get_attributes(memory: Memory, node: Any, operands: Operands) -> None:
    """`vars(a)`, `vars()`"""
    reads(memory, node, operands)
    if not operands:
        sees(memory, node, operands)
    elif not runs_code(memory, node):
        memory.shares(operands[0].value, node.value)


def has_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    operands = _plainly_named(memory, operands)
    asks_getters(memory, node, operands)
    name = operands[1].value
    if not runs_code(memory, node) and type(name) is str and not _is_of_c(operands[0].value, name):
        memory.attribute(operands[0].value, operands[1].value, None)


def set_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    if runs_code(memory, node):
        return
    operands = _plainly_named(memory, operands)
    setter = lookup(type(operands[0].value), operands[1].value) if type(operands[1].value) is str else None
    if is_a(setter, property):  # which was not entered
        unknown(memory, node, operands)
    owner = operands[0].value
    if type(owner) is CellType:
        place = _place(memory, owner)
        memory.replaces(memory.cells, place, operands[2].value, memory.at)
        memory.cells[place] = memory.write()
        return
    shadow = memory.shadow(owner)
    name = operands[1].value
    memory.aim(shadow, operands, keys=operands[1:2], stored=operands[2].value, name=name)
    if issubclass(type(owner), CDATA):  # which others may have by another name
        memory.scrambled(shadow)
        shadow.hold(operands[2].value)
        return
    key = attribute_key(owner, name)
    memory.replaces(shadow.parts, key, operands[2].value, memory.at)
    if name == "__class__":  # which decides what attributes are from now on
        memory.scrambled(shadow)
        memory.changes_classes = True
    shadow.parts[key] = memory.at, memory.epoch
    memory.stored_names.add(name)
    if issubclass(type(owner), (ModuleType, type)):
        memory.stores_from_outside(owner, name)
        if issubclass(type(owner), type):
            memory.hooks.add(name)
            memory.stores_method(name)
    # which name it could have been, is asked in the whole index only
    if name == "__class__" or (memory.whole and type(operands[1]) is not TapeConstant):
        memory.any_name = True
    shadow.pending.append(memory.at)
    shadow.hold(operands[2].value)
    if name == "__dict__":
        memory.takes(owner, operands[2].value)


def _place(memory: Memory, cell: CellType) -> Any:
    """Where the variable is whose cell it is."""
    return memory.place_at(("cell", id(cell)))


def set_part(memory: Memory, node: Any, operands: Operands) -> None:
    """Defaults and the like of a function that is being made: they are stored in its attributes."""
    set_attribute(memory, node, (operands[0], TapeConstant(_PARTS[node.name]), operands[1]))


def delete_attribute(memory: Memory, node: Any, operands: Operands) -> None:
    set_attribute(memory, node, (*operands[:2], TapeConstant(None)))
    memory.deletions.add(memory.at)


def build_class(memory: Memory, node: Any, operands: Operands) -> None:
    """What the body of a class stored are attributes of the class."""
    reads(memory, node, operands[1:])
    _has_names_of_body(memory, node, node.value)
    memory.note_class(node.value)


def make_class(memory: Memory, node: Any, operands: Operands) -> None:
    """`type(name, bases, names)`: what the dict has are attributes of the class."""
    if len(operands) < 3:
        return
    reads(memory, node, operands[1:])
    _has_names_of_dict(memory, node.value, operands[-1].value)


def shows_names(memory: Memory, node: Any, value: Any) -> None:
    """A node that makes a class passes it, or the names of its body, to a method, such as `__init_subclass__` or the
    `__new__` of a metaclass: it has its names already.
    """
    function, *operands = node._operands if type(node) is PrimitiveCallNode else (None,)
    if function is None or not (value is node.value or type(value) is dict):
        return
    if function.value is builtins.__build_class__:
        _has_names_of_body(memory, node, value)
    elif _makes_classes(function.value) and len(operands) > 2 and value is node.value:
        _has_names_of_dict(memory, value, operands[-1].value)


def _makes_classes(function: Any) -> bool:
    return function is type.__new__ or (is_a(function, type) and issubclass(function, type))


def _has_names_of_body(memory: Memory, node: Any, value: Any) -> None:
    """Those that the body has stored, unless `__init_subclass__` and the like have stored another one since."""
    called = node._operands[1].value
    body = next((one for one in node._frames if type(one) is NestedCallNode and one._operands[0].value is called), None)
    if body is None or (type(value) is dict and "__qualname__" not in value):  # another dict that is passed
        return
    shadow = memory.shadow(value)
    for name in body.template.code.co_names:
        write = memory.cells.get((id(body), name))
        writer = memory.nodes[write[0]] if write is not None else None
        key = attribute_key(value, name)
        if write is not None and writer is not None and shadow.parts.get(key, (-1, 0))[0] < write[0]:
            shadow.parts[key] = write
            shadow.pending.append(write[0])
            memory.stored_names.add(name)
            shadow.hold(writer.value)


def _has_names_of_dict(memory: Memory, cls: Any, given: Any) -> None:
    names = memory.known(given)
    if issubclass(type(cls), type) and names is not None:
        shadow = memory.shadow(cls)
        for (_, name), write in names.parts.items():
            if type(name) is str:
                shadow.parts.setdefault(attribute_key(cls, name), write)
                memory.stored_names.add(name)
        shadow.hold_all(names.held)


def sees(memory: Memory, node: Any, operands: Operands) -> None:
    """It sees the variables of the frame that calls it, as `locals()`."""
    frame = memory.frame
    memory.shows_variables(frame.node)
    found = [latest for latest in frame.latest(node) if latest is not None and latest is not node]
    memory.reading += [latest._vertex for latest in found]
    for name in frame.code.cells:
        memory.read_name(frame, name)
    if type(node.value) is dict:
        seen = memory.shadow(node.value)
        for latest in found:
            seen.hold(latest.value)


def handled(memory: Memory, node: Any, operands: Operands) -> None:
    """`sys.exception()`, `sys.exc_info()`: what is being handled comes from where it was raised."""
    value = node.value[1] if type(node.value) is tuple else node.value
    if id(value) in memory.raised:
        memory.reading.append(memory.raised[id(value)])


def evaluate(memory: Memory, node: Any, operands: Operands) -> None:
    """`eval(text)`, `exec(text)`"""
    unknown(memory, node, operands)
    if len(operands) == 1:
        sees(memory, node, operands)


def stands_for(memory: Memory, node: Any, operands: Operands) -> None:
    """`weakref.proxy(a)`, `MappingProxyType(a)`, `memoryview(a)` are the same memory as `a`."""
    if operands and can_change(operands[0].value):
        memory.shadows[id(node.value)] = memory.shadow(operands[0].value)
        changes.replace()


def load(memory: Memory, node: Any, operands: Operands) -> None:
    name = operands[0].value
    took(memory, node, memory.read_name(memory.frame, name))
    if memory.origin(node) is None:  # a comprehension has another variable of that name (3.12 and later)
        memory.reading += memory.stores.get(memory.place(memory.frame, name), ())


def store(memory: Memory, node: Any, operands: Operands) -> None:
    memory.store_name(memory.frame, operands[0].value, operands[-1].value)


def make_function(memory: Memory, node: Any, operands: Operands) -> None:
    """Up to 3.12 a function is made with its defaults; from then on they are set."""
    for name in ("__defaults__", "__kwdefaults__"):
        given = getattr(node.value, name, None)
        if given is not None and any(operand.value is given for operand in operands):
            shadow = memory.shadow(node.value)
            shadow.parts["", name] = memory.write()
            shadow.pending.append(memory.at)
            shadow.hold(given)
            memory.stored_names.add(name)


_PARTS = {"set_defaults": "__defaults__", "set_keyword_defaults": "__kwdefaults__",
          "set_annotations": "__annotations__"}  # fmt: skip
ATTRIBUTE_VERBS = (get_attribute, get_attributes, has_attribute, set_attribute, delete_attribute)
ATTRIBUTE_FORMS: dict[str, Handler] = {
    "setattr": set_attribute, "delattr": delete_attribute, "load": load, "store": store, "delete": store,
    "function": make_function, "super_attribute": super_attribute, **dict.fromkeys(_PARTS, set_part),
}  # fmt: skip
