"""To which names the code of a record stores, and that of its modules, whether it has run or not."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import attrgetter, is_
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...cpython.facts import may_store_attributes, may_store_globals, may_take_dicts, texts_of
from ...ir.language import Constant, Load
from ...rules.effects import is_of_library
from ..callables import lifted_code
from ..classes import is_a, namespaces
from ..loans import own_code
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from .beside import Asked, beside_of

_rare_of = attrgetter("_rare")
_SETTERS = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))


def stored_globals(node: NestedCallNode, known: dict[int, tuple[Any, set[str]]]) -> set[str]:
    """The names of globals that code of the module of a call may store; `known` by the id of the module's dict."""
    own = node.template.code
    function = node.children[0].value if node.children else None
    if type(function) is not FunctionType:
        return set(own.co_names)
    names = function.__globals__
    found = known.get(id(names))
    if found is None:
        found = known[id(names)] = names, set[str]().union(*map(may_store_globals, _codes_in(names)))
    return found[1] | may_store_globals(own)


def _codes_in(names: dict[str, Any]) -> list[CodeType]:
    """The code of the functions and methods that a module has by name, and defines."""
    found: list[Any] = []
    for value in list(names.values()):
        if type(value) is FunctionType:
            found.append(value)
        elif issubclass(type(value), type):
            found += [method for one in namespaces(value) for each in one.values() for method in _functions_in(each)]
    return [own_code(function) for function in found if function.__globals__ is names]


def _functions_in(value: Any) -> list[Any]:
    """What an attribute of a class is, or calls, if it is a method or a property."""
    parts: tuple[Any, ...] = (value,)
    if is_a(value, staticmethod, classmethod):
        parts = (value.__func__,)
    elif is_a(value, property):
        parts = value.fget, value.fset, value.fdel
    elif is_a(value, cached_property):
        parts = (value.func,)
    return [one for one in parts if type(one) is FunctionType]


class Stores(NamedTuple):
    """What code of a record, or of its modules, may store to. Code that nobody knows is taken to be among that.

    `names`: of attributes, and of variables of functions around, but for those that Python's own library stores, which
    writes to what it is given; `by_dict`: may it be attributes by way of the dict in which they are?
    """

    names: frozenset[str]
    by_dict: bool


RanCode = Sequence[tuple[CodeType, dict[str, Any]]]  # the code that ran below a node, each once, and its globals


def stores_of(ran: RanCode) -> Stores:
    """What the code that ran, and what else its modules have, may store to."""
    codes: dict[int, CodeType] = {}
    library: dict[int, CodeType] = {}
    modules: dict[int, Any] = {}
    for code, names in ran:
        if is_of_library(names.get("__name__")):
            library[id(code)] = code
        else:
            codes[id(code)] = code
            modules[id(names)] = names
    codes.update((id(code), code) for names in modules.values() for code in _codes_in(names))
    stored = frozenset[str]().union(*map(may_store_attributes, codes.values()))
    if any(map(_computes_names, codes.values())):  # which are texts somewhere
        stored = stored.union(*map(texts_of, codes.values()))
    return Stores(stored, any(map(may_take_dicts, (*codes.values(), *library.values()))))


def _computes_names(code: CodeType) -> bool:
    """Does code, or that in it, compute the name of an attribute that it stores: `setattr(a, name, 1)`?"""
    if not _SETTERS.isdisjoint(code.co_names):
        found = lifted_code(code)
        if found is None:
            return True
        beside = beside_of(found)
        for one in (one for block in found.ir.blocks for one in beside.own[block.number] if isinstance(one, Asked)):
            loaded = beside.expression_of(one.function) if one.owner is None else None
            name = loaded.name if isinstance(loaded, Load) else one.method
            # the value stands behind it
            key = one.arguments[-1 if "del" in name else -2 :][:1] if name in _SETTERS else ()
            if any(not isinstance(operand, Constant) for operand in key):
                return True
    return any(_computes_names(one) for one in code.co_consts if type(one) is CodeType)


def classes_of(ran: RanCode, entries: Iterable[Any]) -> list[type]:
    """The classes that are among the entries of a record, those that the code names that ran, and those of its modules
    and classes.
    """
    found = {id(one): one for one in entries if issubclass(type(one), type)}
    spaces: dict[int, Any] = {}
    for code, names in ran:
        spaces[id(names)] = names
        known = [names[name] for name in code.co_names if name in names]
        within = [vars(one) for one in known if issubclass(type(one), ModuleType)]
        known += [space[name] for space in within for name in code.co_names if name in space]
        found.update((id(one), one) for one in known if issubclass(type(one), type))
    for names in spaces.values():
        own = [one for one in list(names.values()) if issubclass(type(one), type)]
        found.update((id(one), one) for one in own if _module_of(one) == str(names.get("__name__")))
    waiting = list(found.values())
    for cls in waiting:
        inner = [one for space in namespaces(cls) for one in space.values() if issubclass(type(one), type)]
        fresh = [one for one in inner if id(one) not in found]
        found.update((id(one), one) for one in fresh)
        waiting += fresh
    return waiting


def _module_of(cls: type) -> str:
    """The name of the module that defines a class; its metaclass is not asked."""
    spaces = namespaces(cls)
    name = spaces[0].get("__module__") if spaces else None
    return name if type(name) is str else ""


def ran_below(root: Node) -> RanCode:
    """The code that ran below a node."""
    found: dict[tuple[int, int], tuple[CodeType, dict[str, Any]]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if type(node) is NestedCallNode:
            function, code = node.children[0].value if node.children else None, node.template.code
            names = function.__globals__ if type(function) is FunctionType else {}
            found.setdefault((id(code), id(names)), (code, names))
            children = node.children
            waiting += compress(children, map(is_, map(type, children), repeat(NestedCallNode)))
            others = compress(children, map(_rare_of, children))  # of which few have frames
            waiting += [child for child in others if type(child) is not NestedCallNode]
        else:
            waiting += node._frames
    return list(found.values())
