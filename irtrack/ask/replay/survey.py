"""What has to be known of a whole record before a line of it is written."""

import builtins
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from types import CellType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from ...record.classes import is_static
from ...record.nodes.kinds import CallNode, GapNode, PrimitiveCallNode, RaiseNode, SpecialCallNode, operands_of
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant
from ...rules.effects import READING, does, owner_of
from ..update.called import TooMuch
from ..update.touch import key_of, written_by
from .impure import asks_for_exception, enters_unseen, impure_nodes, is_as_it_is

# what looks at the frame that calls it, with at most so many arguments: that frame has to be there
_LOOKING: tuple[tuple[Any, int], ...] = (
    (builtins.locals, 0), (builtins.vars, 0), (builtins.dir, 0), (builtins.eval, 1), (builtins.exec, 1),
    (sys._getframe, 1),
)  # fmt: skip
_DEFAULTS = "__defaults__", "__kwdefaults__"
_STORING = "setitem", "delitem", "update", "merge"  # forms
_OPTIMIZED = 1  # CO_OPTIMIZED: not the body of a class
NEVER = object()  # what was stored before it was loaded
Key = tuple[Any, Any]  # (id of a namespace, name), or ("cell", id of a cell)


def looks_at_frame(function: Any, arguments: Sequence[Any]) -> bool:
    """Does a call of it with these arguments look at the frame that makes it? `eval(text, None)` does."""
    given = len(arguments)
    while given > 1 and arguments[given - 1] is None:
        given -= 1
    return given <= next((most for one, most in _LOOKING if one is function), -1)


def told_exception(asking: Node) -> BaseException | None:
    """The exception that was being handled, as the node of such a call was told."""
    found: BaseException | None = asking.value[1] if type(asking.value) is tuple else asking.value
    return found


class Survey:
    """`impure`: see there. `stored`: the globals and cells that the run stores to, so that its loads have a time: a
    namespace and a name, or a cell and its name. `first_loads`: what they and others were, if they were loaded before.
    `own_cells`: the cells that calls of the record made. `whole`: the calls whose frame is looked at, so that it has
    to be there. `attributes`: those of modules that the run stores, by the id of the module and name. `functions`: the
    ids of those that it made, and of the classes. `opened`: by ids the namespaces that it got by `globals()`, or whose
    names it may store in another way than by a statement that says which. `defaults`: does it look at the defaults of
    functions, which it may change?
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.impure = impure_nodes(root)
        self.stored: dict[Key, tuple[Any, str]] = {}
        self.first_loads: dict[Key, Any] = {}
        self.own_cells: set[int] = set()
        self.whole: set[Node] = set()
        self.attributes: set[tuple[int, str]] = set()
        self.functions: set[int] = set()
        self.opened: dict[int, dict[str, Any]] = {}
        self.defaults = False
        self._writing: dict[Node, list[tuple[int, str | None]]] = {}  # what nodes write, see _names_written
        self.dicts: set[int] = set()  # ids of those that the run made
        for call in _calls(root):
            if is_as_it_is(call) or id(globals_of(call)) in self.dicts or self._needs_class(call):
                self.whole.add(call)
            self._look_at(call)
        self._find_first_loads(root)

    def changes(self, value: Any) -> bool:
        """Does the run write to it?"""
        return key_of(value) in self._changed

    @cached_property
    def _changed(self) -> set[int]:
        """The keys of all objects to which nodes write."""
        found: set[int] = set()
        for call in _calls(self.root):
            for node in call.children:
                with suppress(TooMuch):
                    found.update(map(key_of, written_by(node, bool(node._frames))))
        return found

    def has_made(self, cell: CellType) -> bool:
        """Did the run make a cell? That of a class the statement did which made this, whether it was recorded within
        or not.
        """
        if id(cell) in self.own_cells:
            return True
        try:
            found = cell.cell_contents
        except ValueError:
            return False
        return issubclass(type(found), type) and id(found) in self.functions

    def _needs_class(self, call: NestedCallNode) -> bool:
        """Is it behind an operation, where no text names its function, and needs its class, which the run made?"""
        names = call.template.code.co_freevars
        if isinstance(call.parent, NestedCallNode) or "__class__" not in names or not call.children:
            return False
        function = call.children[0].value
        cells = function.__closure__ if type(function) is FunctionType else None
        return cells is not None and self.has_made(cells[names.index("__class__")])

    def _look_at(self, call: NestedCallNode) -> None:
        code = call.template.code
        namespace = globals_of(call)
        for child in call.children:
            if type(child) is GapNode:
                raise ValueError(
                    f"{call.short()} in {call.file}: {child.value}, so that it cannot be written as source"
                )
            for operand in operands_of(child):
                if type(operand) is not TapeConstant or operand.name is None:
                    continue
                if type(operand.value) is CellType and operand.name in code.co_cellvars:
                    self.own_cells.add(id(operand.value))
            values = [operand.value for operand in child._operands[:3]]
            if len(values) > 1 and any(type(value) is ModuleType for value in values[:2]):
                module = next(value for value in values if type(value) is ModuleType)
                if _stores_attribute(child):
                    self.attributes.update((id(module), name) for name in values if type(name) is str)
                    names = vars(module)  # of which functions may have some as globals
                    self.stored.update(((id(names), name), (names, name)) for name in values if type(name) is str)
            if len(values) > 1 and any(type(value) is CellType for value in values[:2]) and _stores_attribute(child):
                cell = next(value for value in values if type(value) is CellType)
                self.stored["cell", id(cell)] = cell, "cell_contents"
            for names, name in _names_written(child):
                self._writing.setdefault(child, []).append((id(names), name))
                if name is not None:
                    self.stored[id(names), name] = names, name
                else:
                    self.opened[id(names)] = names
            if type(child) is SpecialCallNode and enters_unseen(child):
                self.attributes.update((id(sys), name) for name in ("stdout", "stderr"))
            if type(child) is SpecialCallNode and child.name == "function":
                self.functions.add(id(child.value))
            self.defaults = self.defaults or any(type(one) is str and one in _DEFAULTS for one in values)
            makes_classes = values and (values[0] is builtins.__build_class__ or issubclass(type(values[0]), type))
            if makes_classes and issubclass(type(child.value), type) and not is_static(child.value):
                self.functions.add(id(child.value))
            if len(values) == 1 and values[0] is globals:
                self.opened[id(namespace)] = namespace
            elif type(child) is SpecialCallNode and child.name == "dict":
                self.dicts.add(id(child.value))
            if type(child) is SpecialCallNode and child.name in ("store", "delete"):
                name = child._operands[0].value
                key, holder = _place(call, namespace, name)
                if key is not None:
                    self.stored[key] = holder, name
            elif isinstance(child, CallNode):
                function, *arguments = [operand.value for operand in child._operands]
                if looks_at_frame(function, arguments) or _walks_frames(child):
                    self.whole.add(call)
                if asks_for_exception(function):
                    self.whole.update(_handling(child))

    def _find_first_loads(self, root: Node) -> None:
        """What was in names and cells when the run came to them first."""
        written: set[int] = set()  # ids of namespaces
        for call, found in _in_time(root):
            code, namespace = call.template.code, globals_of(call)
            if type(found) is TapeConstant:
                if found.name in code.co_freevars and type(found.value) is not CellType:
                    key, _ = _place(call, namespace, found.name)
                    if key is not None:
                        self.first_loads.setdefault(key, found.value)
                elif found.name not in code.co_cellvars and found.name not in code.co_freevars:
                    value = NEVER if id(namespace) in written else found.value
                    self.first_loads.setdefault((id(namespace), found.name), value)
            elif type(found) is SpecialCallNode and found.name in ("store", "delete", "load"):
                key, _ = _place(call, namespace, found._operands[0].value)
                if key is not None:
                    self.first_loads.setdefault(key, found.value if found.name == "load" else NEVER)
            for number, name in self._writing.get(found, ()) if isinstance(found, Node) else ():
                if name is not None:
                    self.first_loads.setdefault((number, name), NEVER)
                else:
                    written.add(number)


def _stores_attribute(node: Node) -> bool:
    """Does it store to an attribute, or delete one?"""
    if type(node) is SpecialCallNode:
        return node.name in ("setattr", "delattr")
    function = node._operands[0].value if isinstance(node, CallNode) and node._operands else None
    return does(function) in ("set_attribute", "delete_attribute")


def _names_written(node: Node) -> list[tuple[dict[str, Any], str | None]]:
    """The dicts of modules to which a node may store, as `f.__globals__`, and which name; None if that is not known.
    What `exec` runs has nodes of its own.
    """
    name = None
    if type(node) is SpecialCallNode and node.name in _STORING:
        values = [node._operands[0].value]
        key = node._operands[1]
        if node.name in ("setitem", "delitem") and type(key) is TapeConstant and type(key.value) is str:
            name = key.value
    elif type(node) is PrimitiveCallNode and node._operands:
        function, *given = (operand.value for operand in node._operands)
        writes = does(function) not in READING and function is not exec and function is not eval
        values = [*map(owner_of, (function, *given)), *(given if writes else ())]
    else:
        return []
    return [
        (value, name) for value in values if type(value) is dict and ("__builtins__" in value or "__spec__" in value)
    ]


def _walks_frames(node: Node) -> bool:
    """Does it take something out of a traceback or a frame? How many there are is another number where calls are
    written out.
    """
    kind = type(node._operands[1].value) if len(node._operands) > 1 else None
    return kind is TracebackType or kind is FrameType


def _handling(asking: Node) -> list[Node]:
    """The calls that have to be there for a node to be told the exception that it was told."""
    told = told_exception(asking)
    found: list[Node] = []
    call = asking.parent
    while told is not None and call is not None:
        found.append(call)
        if any(isinstance(child, RaiseNode) and child.exception is told for child in call.children):
            break
        call = call.parent
    return found


def _place(call: NestedCallNode, namespace: dict[str, Any], name: str) -> tuple[Key | None, Any]:
    """The key and the holder of a name's value; None for a cell of the call's own."""
    code = call.template.code
    if name in code.co_cellvars or not (code.co_flags & _OPTIMIZED or code.co_name == "<module>"):
        return None, None
    if name in code.co_freevars:
        function = call.children[0].value
        cells = getattr(function, "__closure__", None) if type(function) is FunctionType else None
        if not cells:
            return None, None
        cell = cells[code.co_freevars.index(name)]
        return ("cell", id(cell)), cell
    return (id(namespace), name), namespace


def globals_of(call: NestedCallNode) -> dict[str, Any]:
    """The namespace in which the code of a call looks names up."""
    function = call.children[0].value if call.children else None
    return function.__globals__ if type(function) is FunctionType else {}


def _calls(root: Node) -> Iterator[NestedCallNode]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, NestedCallNode):
            yield node
        waiting += reversed(node.children)


def _in_time(root: Node) -> Iterator[tuple[NestedCallNode, Any]]:
    """The nodes of a record, and the names that it loads without nodes, in the order in which they ran, each with its
    call.
    """
    running = [_with_loads(call) for call in ([root] if isinstance(root, NestedCallNode) else root.children)]
    while running:
        pair = next(running[-1], None)
        if pair is None:
            running.pop()
            continue
        yield pair
        node = pair[1]
        if isinstance(node, Node):
            calls = [node] if isinstance(node, NestedCallNode) else node.children
            running += [_with_loads(call) for call in reversed(calls)]


def _with_loads(call: Any) -> Iterator[tuple[NestedCallNode, Any]]:
    named = {id(one): one for child in call.children for one in operands_of(child) if type(one) is TapeConstant}
    loads = sorted((one for one in named.values() if one.name and one.after >= 0), key=lambda one: -one.after)
    for position, child in enumerate(call.children):
        while loads and loads[-1].after <= position:
            yield call, loads.pop()
        yield call, child
