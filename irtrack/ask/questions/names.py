"""The names that the code of a record has: what is asked by another one was never there, and is misspelt."""

import ast
import difflib
from collections.abc import Iterator
from types import CodeType

from ...record.classes import class_name, mro
from ...record.nodes.loaded import loaded_from
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from .walk import nodes_in

_SHOWN = 6


def check_names(question: str, node: Node, what: str) -> None:
    """Raise ValueError if no code that ran in the record has a name that is in `what`, nor any class of its values."""
    root = node
    while root.parent is not None:
        root = root.parent
    if loaded_from(root) is not None:
        return
    known: set[str] = set()
    codes: dict[int, CodeType] = {}
    classes: dict[int, type] = {}
    for one in nodes_in(root):
        if isinstance(one, NestedCallNode):
            codes[id(one.template.code)] = one.template.code
        else:
            for value in (one.value, *(operand.value for operand in one._operands)):
                classes[id(type(value))] = type(value)
    for code in codes.values():
        known.update(_names_of(code))
    for cls in classes.values():
        for base in mro(cls):
            known.update(class_name(base).split("."))
    for name in _asked(what):
        if codes and name not in known and not _is_private(name, known):
            raise ValueError(
                f"{question}() is asked for {what!r}, and no code of this record has the name {name!r}"
                f"{_instead(name, known, node)}"
            )


def _names_of(code: CodeType) -> Iterator[str]:
    """Those that it, and code within it, loads or stores, and its own."""
    waiting = [code]
    for one in waiting:
        yield from (*one.co_names, *one.co_varnames, *one.co_cellvars, *one.co_freevars)
        yield from one.co_qualname.split(".")
        waiting += [constant for constant in one.co_consts if isinstance(constant, CodeType)]


def _asked(what: str) -> list[str]:
    """The names in a variable, an attribute or an expression."""
    try:
        tree = ast.parse(what.removeprefix("."), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = [one.id if isinstance(one, ast.Name) else one.attr for one in ast.walk(tree)
             if isinstance(one, (ast.Name, ast.Attribute))]  # fmt: skip
    return list(dict.fromkeys(found))


def _is_private(name: str, known: set[str]) -> bool:
    """Is it `__name` of a class, in whose code it bears the name of that?"""
    return name.startswith("__") and any(one.startswith("_") and one.endswith(name) for one in known)


def _instead(name: str, known: set[str], node: Node) -> str:
    """What could be asked in its place."""
    close = difflib.get_close_matches(name, sorted(known), 1)
    if close:
        return f": did you mean {close[0]!r}?"
    if not isinstance(node, NestedCallNode) or not node.template.code.co_varnames:
        return ""
    variables = node.template.code.co_varnames
    more = ", ..." if len(variables) > _SHOWN else ""
    return f": the variables of {node.body_ir.name} are {', '.join(variables[:_SHOWN])}{more}"
