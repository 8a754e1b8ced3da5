"""What a run did besides returning a value: input and output, chance, globals, and objects that it did not make."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from ...record.classes import is_a, module_of
from ...record.nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ...record.nodes.loaded import needs_objects
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from ...rules.impurity import STREAMS
from ...rules.kinds import KINDS, MODULES
from ..replay.impure import IN_MEMORY, is_chance, is_impure
from ..update.called import unfolded
from .answers import Answers
from .asked import check_node
from .changes import Change, Changes
from .conditions import in_values
from .outside import Outside, is_namespace
from .story import came_from
from .telling import code_line, where_at
from .walk import done_in

WORDS = ("io", "random", "time", "global", "argument", "outside", "system")
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
        if kind not in WORDS:
            raise ValueError(f"effects are of the kinds {', '.join(WORDS)}, not {kind!r}")
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
    outside, changes, kinds = Outside(node), Changes(), Kinds()
    for one in done_in(node):
        if one is node and isinstance(one, NestedCallNode):
            continue
        outside.sees(one)
        if isinstance(one, SpecialCallNode) and one.name == "store" and _is_global(one):
            yield Effect("global", str(one._operands[0].value), one)
        kind = kinds.of(one) if isinstance(one, PrimitiveCallNode) and one._operands else ""
        if kind:
            yield Effect(kind, in_values(one), one)
            continue
        found = [effect for change in changes.of(one) if (effect := _changed(outside, one, change)) is not None]
        yield from dict.fromkeys(found) if len(found) > 1 else found


def _changed(outside: Outside, node: Node, change: Change) -> Effect | None:
    found = outside.name_of(change.owner)
    if found is None:
        outside.moves(node, change.owner)
        return None
    if found.is_argument:
        return Effect("argument", found.name + change.part, node)
    if is_namespace(change.owner):
        return Effect("global", _variable(change.part) or found.name or "globals()", node)
    kind = "global" if type(change.owner) is ModuleType else "outside"
    return Effect(kind, found.name + change.part, node)


def _variable(part: str) -> str:
    """`count`, of `['count']`"""
    return part[2:-2] if part.startswith("['") else ""


class Kinds:
    """Of what kind the effects are that functions written in C have: for most the function alone says it."""

    def __init__(self) -> None:
        self._known: dict[int, str | None] = {}  # by the id of a function; None where what it is given decides
        self._streams: dict[int, bool] = {}  # by the id of a type: may its instances be streams?

    def of(self, node: PrimitiveCallNode) -> str:
        """That of the effect of a node; "" if it has none of its own."""
        function = node._operands[0].value
        if id(function) not in self._known:
            decides = function is not print and type(function) is not MethodType and type(function) is not partial
            self._known[id(function)] = _kind(function, ()) if decides else None
        found, streams = self._known[id(function)], self._streams
        for operand in node._operands[1:]:
            kind = type(operand.value)
            if id(kind) not in streams:
                streams[id(kind)] = issubclass(kind, STREAMS)
            if streams[id(kind)]:
                found = None
        return _kind(function, [operand.value for operand in node._operands[1:]]) if found is None else found


def _kind(function: Any, operands: Sequence[Any]) -> str:
    if id(function) in KINDS:
        return KINDS[id(function)]
    if type(function) is MethodType or type(function) is partial:
        function, operands, _ = unfolded(function, tuple(operands))
    if function is print:
        return "" if any(is_a(one, *IN_MEMORY) for one in operands) else "io"
    if function is getattr or not is_impure(function, operands):  # what was drawn before is there
        return ""
    if is_chance(function):
        return "random"
    return MODULES.get(_module_of(function), "io")


def _module_of(function: Any) -> str:
    """That of a function; of a method, that of the class."""
    owner = getattr(function, "__self__", None) if issubclass(type(function), BuiltinFunctionType) else None
    if type(owner) is ModuleType or (owner is None and type(getattr(function, "__module__", None)) is str):
        return str(function.__module__)
    cls = owner if isinstance(owner, type) else getattr(function, "__objclass__", type(owner))
    return str(module_of(cls))


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
