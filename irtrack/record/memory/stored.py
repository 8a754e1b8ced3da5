"""To which names the code of a record stores, and that of its modules, whether it has run or not."""

from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ...cpython.facts import may_store_attributes, may_store_globals, may_take_dicts
from ...rules.effects import is_of_library
from ..classes import namespaces
from ..loans import own_code
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node


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
            found += [method for one in namespaces(value) for method in one.values() if type(method) is FunctionType]
    return [own_code(function) for function in found if function.__globals__ is names]


class Stores(NamedTuple):
    """What code of a record, or of its modules, may store to. Code that nobody knows is taken to be among that.

    `names`: of attributes, and of variables of functions around, but for those that Python's own library stores, which
    writes to what it is given; `by_dict`: may it be attributes by way of the dict in which they are?
    """

    names: frozenset[str]
    by_dict: bool


def stores_of(root: Node) -> Stores:
    """What the code that ran below a node, and what else its modules have, may store to."""
    modules: dict[int, Any] = {}
    codes: dict[int, CodeType] = {}
    library: dict[int, CodeType] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if type(node) is NestedCallNode:
            function, code = node.children[0].value if node.children else None, node.template.code
            names = function.__globals__ if type(function) is FunctionType else {}
            if is_of_library(str(names.get("__name__"))):
                library[id(code)] = code
            else:
                codes[id(code)] = code
                modules[id(names)] = names
            waiting += [child for child in node.children if type(child) is NestedCallNode or child._frames]
        else:
            waiting += node._frames
    codes.update((id(code), code) for names in modules.values() for code in _codes_in(names))
    stored = frozenset[str]().union(*map(may_store_attributes, codes.values()))
    return Stores(stored, any(map(may_take_dicts, (*codes.values(), *library.values()))))
