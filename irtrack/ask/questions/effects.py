"""What a run did besides returning a value: input and output, chance, globals, and objects that it did not make."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...record.classes import lookup
from ...record.nodes.kinds import CallNode, PrimitiveCallNode, SpecialCallNode
from ...record.nodes.loaded import needs_objects
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from ...rules.effects import CHANGING_METHODS, READING, does
from ..replay.impure import draws, is_impure
from .answers import Answers
from .asked import check_node
from .conditions import in_values
from .outside import Outside
from .story import came_from
from .telling import code_line, where_at
from .walk import done_in

KINDS = ("io", "random", "time", "global", "argument", "outside", "system")
_CHANGING = frozenset(["setattr", "setitem", "setslice", "delattr", "delitem"])
_TIME = frozenset(["time", "datetime"])
_SYSTEM = frozenset(
    ["sys", "gc", "_tracemalloc", "faulthandler", "signal", "_signal", "_thread", "_interpreters", "threading"]
)
_OPTIMIZED = 1  # CO_OPTIMIZED: the code of a function


class Effect(NamedTuple):
    """`argument: orders[0].weight`: something that can be seen from outside.

    kind: "io", a file, a stream or another process; "random", a number was drawn, or a generator seeded; "time", the
    time was asked for; "global", a global variable was set; "argument", an object that was passed was changed, or
    something in it; "outside", the same for what came from elsewhere, such as globals; "system", the interpreter's
    state. what: the object, by the way on which it came. node: that did it.
    """

    kind: str
    what: str
    node: Node


class Effects(Answers[Effect]):
    """Effects in the order of time; `print` shows a line for each, and `of(kind)` gives those of a kind."""

    noun = "effects"

    def __init__(self, items: Iterable[Effect], kind: str = "") -> None:
        super().__init__(items)
        self.kind = kind  # of all of them, if they were asked for

    def of(self, kind: str) -> "Effects":
        """Those of a kind; `print` tells of the first one what it came from, too.

        Raises ValueError if there is no such kind.
        """
        if kind not in KINDS:
            raise ValueError(f"effects are of the kinds {', '.join(KINDS)}, not {kind!r}")
        return Effects((one for one in self if one.kind == kind), kind)

    def line(self, item: Effect) -> str:
        return f"{item.kind} {item.what}: {code_line(item.node)}  {where_at(item.node.parent)}"

    def text(self, limit: int | None = 100) -> str:
        """A line for each effect, at most `limit` of them; of those of one kind, what the first came from."""
        lines = [super().text(limit)]
        if self.kind and len(self):
            lines += ["the first one is", f"  {node_text(self[0].node)}", *came_from(self[0].node)]
        return "\n".join(lines)


def effects(node: Node) -> Effects:
    """What ran within `node` and can be seen from outside: see `Effect`.

    "argument" is meant of the call that is asked: what it was passed, and what that holds. Objects that ran Python code
    made within it are its own.

    Raises TypeError for anything but a node; ValueError for one of a record that was loaded from a file.
    """
    check_node("effects", node)
    needs_objects(node, "effects()")
    return Effects(_effects(node))


def _effects(node: Node) -> Iterator[Effect]:
    outside = Outside(node)
    for one in done_in(node):
        if one is node and isinstance(one, NestedCallNode):
            continue
        outside.sees(one)
        if isinstance(one, SpecialCallNode):
            if one.name in _CHANGING:
                yield from _changes(outside, one, one._operands[0].value)
            elif one.name == "store" and _is_global(one):
                yield Effect("global", str(one._operands[0].value), one)
        elif isinstance(one, PrimitiveCallNode) and len(one._operands) > 0:
            kind = _kind(one)
            if kind:
                yield Effect(kind, in_values(one), one)
            else:
                for changed in _changed_by(one):
                    yield from _changes(outside, one, changed)


def _changes(outside: Outside, node: Node, changed: Any) -> Iterator[Effect]:
    found = outside.name_of(changed)
    if found is not None:
        yield Effect("argument" if found.is_argument else "outside", found.name + _part(node), node)


def _part(node: Node) -> str:
    """`.weight`, `[0]`: which part of an object a store changes."""
    if not isinstance(node, SpecialCallNode) or len(node._operands) < 2:
        return ""
    key = node._operands[1].value
    if node.name.endswith("attr"):
        return f".{key}"
    return f"[{key!r}]" if node.name.endswith("item") and isinstance(key, (int, str)) else ""


def _kind(node: PrimitiveCallNode) -> str:
    """Of what kind is the effect that a function written in C has; "" if it has none of its own."""
    function, *operands = [operand.value for operand in node._operands]
    if not is_impure(function, operands):
        return ""
    if draws(node):
        return "random"
    module = getattr(function, "__module__", None)
    if module in _TIME or _module_of_class(function) in _TIME:
        return "time"
    return "system" if module in _SYSTEM else "io"


def _module_of_class(function: Any) -> str:
    owner = getattr(function, "__self__", None)
    return str(getattr(owner, "__module__", "")) if isinstance(owner, type) else ""


def _changed_by(node: CallNode) -> list[Any]:
    """The objects that a function written in C changes, as far as that is known."""
    function, *arguments = node._operands
    if not arguments:
        return []
    verb = does(function.value)
    if verb == "advance" and lookup(type(arguments[0].value), "__next__") is None:
        return []  # a turn of a loop over a sequence, which 3.15 has no iterator for
    if isinstance(function.value, np.ufunc):
        count, names, _ = node._split()
        given = list(arguments[function.value.nin : count])
        given += [operand for name, operand in zip(names, arguments[count:], strict=False) if name == "out"]
        return [operand.value for operand in given]
    if verb is None:
        name = getattr(function.value, "__name__", "")
        return [arguments[0].value] if type(name) is str and name in CHANGING_METHODS else []
    return [arguments[0].value] if verb not in READING else []


def _is_global(node: SpecialCallNode) -> bool:
    """Is it the store of a global? In a class's body names are stored that are none, and cells are."""
    call = node.parent
    if not isinstance(call, NestedCallNode):
        return False
    name = node._operands[0].value
    code = getattr(call.log, "entries", None) and call.template.code
    if code is None:
        return False
    is_function = bool(code.co_flags & _OPTIMIZED)
    return name in code.co_names and (is_function or code.co_name == "<module>") and name not in code.co_cellvars
