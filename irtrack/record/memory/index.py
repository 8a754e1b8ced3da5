"""The sources of a whole record, found in one pass."""

from types import CellType, FunctionType
from typing import Any

from ...cpython.facts import may_store_globals
from ..classes import namespaces
from ..loans import own_code
from ..log import Log, exclusively
from ..nodes import ArgumentNode, JumpNode, NestedCallNode, Node, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ..references import read_by
from ..tape import TapeConstant
from .effects import CALLS, SPECIALS, Effects
from .potential import Potential
from .schedule import Activation, Schedule
from .shadows import Source, key_of

_VARARGS, _VARKEYWORDS = 4, 8  # CO_VARARGS, CO_VARKEYWORDS
_OPTIMIZED = 1  # CO_OPTIMIZED: the code of a function, whose names are in no dict


def index_of(node: Node) -> "Index":
    """The index of the record that a node belongs to: built when it is first asked for, again if the record grew."""
    root = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    if not isinstance(log, Log):
        raise LookupError("this node belongs to no record")
    index: Index | None = log.index
    if index is None or index.length != len(log):
        index = exclusively(Index, root, log)
        log.index = index
    return index


class Code:
    """What the index asks of a template, once."""

    __slots__ = ("arguments", "cells", "names", "potential", "stars", "template", "writes")

    def __init__(self, template: Any, written: set[str], potential: Potential) -> None:
        code = template.code
        self.template = template
        self.cells = frozenset((*code.co_cellvars, *code.co_freevars))
        self.names = {name for name in code.co_names if name in written} | self.cells
        self.arguments = [
            (k, name) for k, name in enumerate(template.argument_names, 1) if name in code.co_cellvars
        ]
        self.stars = bool(code.co_flags & (_VARARGS | _VARKEYWORDS))
        self.potential = potential.of(template)
        self.writes = bool(self.potential)


class Frame:
    """A frame that is being gone through, whose names are known."""

    __slots__ = ("constants", "code", "function", "latest", "names", "node")

    def __init__(self, node: NestedCallNode, code: Code) -> None:
        self.node = node
        self.code = code
        children = node.children
        self.function = children[0].value if children else None
        self.names: dict[str, Any] = {}  # of a cell or global -> where it is
        self.latest: dict[int, Node] | None = {} if code.writes else None  # variable -> its node
        self.constants: list[tuple[int, TapeConstant]] = []  # loads of names, the last first

    def place(self, name: str) -> tuple[Any, Any]:
        """Where a name's value is: a cell, or an entry of a dict, by its id and key."""
        found = self.names.get(name)
        if found is None:
            found = self.names[name] = self._place(name)
        return found  # type: ignore[no-any-return]

    def _place(self, name: str) -> tuple[Any, Any]:
        code, function = self.code.template.code, self.function
        if name in code.co_freevars and type(function) is FunctionType and function.__closure__:
            return "cell", id(function.__closure__[code.co_freevars.index(name)])
        if name in self.code.cells:
            return id(self.node), name
        if not code.co_flags & _OPTIMIZED and code.co_name != "<module>":
            return id(self.node), name
        return "global", name


class Index(Effects):
    """`sources[node]`: what a node read in memory. `origins[node]`: the one that wrote the value that it has.

    `constants[id(constant)]`: the same for the names among operands. `ran`, `segments`: see schedule.py.
    """

    def __init__(self, root: Node, log: Log) -> None:
        super().__init__()
        self.log = log
        self.controls: Any = None  # see control.py
        self.length = len(log)
        self.written: dict[int, tuple[Any, set[str]]] = {}  # id of a module's dict -> the names that its code may store
        self.potential = Potential(self)
        self.codes: dict[int, Code] = {}
        self.frames: dict[NestedCallNode, Frame] = {}  # of generators
        schedule = Schedule(self._enter, self._begin, self._visit, self._leave)
        self.ran, self.segments = schedule.ran, schedule.segments
        schedule.run(root)

    # -- frames -------------------------------------------------------------------------------------------------------

    def _enter(self, activation: Activation) -> None:
        node = activation.node
        if type(node) is not NestedCallNode:
            activation.info = node
            return
        frame = self.frames.get(node)
        if frame is None:
            template = node.template
            code = self.codes.get(id(template))
            if code is None:
                code = self.codes[id(template)] = Code(template, self._written(node), self.potential)
            frame = Frame(node, code)
            if template.suspends:
                self.frames[node] = frame
            self.open[node] = frame
            if code.names:
                frame.constants = _loads(node, code.names)
            self._arguments(frame)
        activation.info = frame

    def _written(self, node: NestedCallNode) -> set[str]:
        """The names of globals that code of the module of a call may store."""
        function = node.children[0].value if node.children else None
        names = getattr(function, "__globals__", None) if type(function) is FunctionType else None
        if names is None:
            return set(node.template.code.co_names)
        found = self.written.get(id(names))
        if found is None:
            codes = [node.template.code]
            for value in list(names.values()):
                if type(value) is FunctionType:
                    codes.append(own_code(value))
                elif issubclass(type(value), type):
                    codes += [own_code(f) for one in namespaces(value) for f in one.values() if type(f) is FunctionType]
            found = self.written[id(names)] = names, set().union(*map(may_store_globals, codes))
        return found[1] | may_store_globals(node.template.code)

    def _arguments(self, frame: Frame) -> None:
        """Values go from a call to its parameters."""
        node, code = frame.node, frame.code
        children = node.children
        for k, name in code.arguments:
            if k < len(children):
                self.cells[frame.place(name)] = children[k], self.epoch
        if node.parent is not None and not isinstance(node.parent, NestedCallNode):
            self._lent(node, children)
        elif code.stars or (node._statement is not None and node._split()[2]):
            self._starred(node, code, children)

    def _lent(self, node: NestedCallNode, children: Any) -> None:
        """The interpreter or C code made the call: what it passed is what the node above it has, or holds."""
        above = node.parent
        assert above is not None
        for child in children[: 1 + len(node.template.argument_names)]:
            if type(child) is ArgumentNode:
                self.lent(above, child)

    def _starred(self, node: NestedCallNode, code: Code, children: Any) -> None:
        """Arguments that a star passes, and parameters with a star."""
        count, names, starred = node._split()
        operands = node._operands
        passed: list[Any] = list(operands[1 : 1 + count])
        if starred:
            passed += self.items_of(operands[1 + count])
        argument_count = code.template.code.co_argcount
        parameters = children[1 : 1 + len(code.template.argument_names)]
        shift = len(passed) and _shift(operands[0].value)
        for k, child in enumerate(parameters):
            if k < argument_count and child.number is None and shift <= k < len(passed) + shift:
                self.passed(child, passed[k - shift])
        flags = code.template.code.co_flags
        last = argument_count + code.template.code.co_kwonlyargcount
        if flags & _VARARGS and last < len(parameters):
            self.gathered(parameters[last], passed[max(0, argument_count - shift) :], operands)
            last += 1
        if flags & _VARKEYWORDS and last < len(parameters):
            keywords = dict(zip(names, operands[len(operands) - len(names) :], strict=True)) if names else {}
            known = code.template.argument_names[: argument_count + code.template.code.co_kwonlyargcount]
            rest = {name: operand for name, operand in keywords.items() if name not in known}
            self.gathered_keywords(parameters[last], rest, operands[-1] if starred == 2 else None)

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _begin(self, node: Any, activation: Activation) -> None:
        """The names that are loaded before a node."""
        self._load(activation.info, node.position)

    def _leave(self, activation: Activation) -> None:
        """Those of what suspends the frame, whose node comes when it goes on."""
        self._load(activation.info, activation.last + 1)
        if activation.last == len(activation.children):
            self.open.pop(activation.node, None)

    def _load(self, frame: Any, position: int) -> None:
        while type(frame) is Frame and frame.constants and frame.constants[-1][0] < position:
            self.load_constant(frame.constants.pop()[1], frame)

    def _visit(self, node: Any, activation: Activation) -> None:
        frame: Frame = activation.info
        kind = type(node)
        if type(frame) is Frame:
            if frame.constants:
                self._load(frame, node.position)
            if frame.latest is not None and node.location is not None and node.location.kind == "%":
                frame.latest[node.location.number] = node
        if kind is PrimitiveCallNode:
            function = node._operands[0].value
            handle = CALLS.get(id(function))
            if handle is None:
                self.call(node, function)
            else:
                handle(self, node, node._operands[1:])
            if id(type(node.value)) not in self.unchanging:
                self.made.setdefault(id(node.value), (node, self.epoch))
        elif kind is SpecialCallNode:
            handle_special = SPECIALS.get(node._statement.expression.name)
            if handle_special is not None:
                handle_special(self, node, frame)
            else:
                self.special(node)
            if id(type(node.value)) not in self.unchanging:
                self.made.setdefault(id(node.value), (node, self.epoch))
        elif kind is NestedCallNode:
            if id(type(node.value)) not in self.unchanging:
                self.made.setdefault(id(node.value), (node, self.epoch))
        elif kind is JumpNode or kind is RaiseNode:
            if kind is JumpNode and node._condition is not None:
                self.condition(node)
            if type(frame) is Frame and frame.code.potential:
                self.potential.passed_by(node, frame)

    def load_constant(self, constant: TapeConstant, frame: Frame) -> None:
        """A name was loaded that is no node."""
        name = constant.name
        assert name is not None
        if type(constant.value) is CellType and name in frame.code.cells:
            self.aliases[id(constant.value)] = frame.place(name)
            return
        write, events = self.read_name(frame, name)
        if write is not None:
            self.constants[id(constant)] = self.found(write, None, events)
        elif events is not None:
            self.constants[id(constant)] = tuple(self.since(0, None, events))


def _loads(node: NestedCallNode, names: set[str]) -> list[tuple[int, TapeConstant]]:
    """The names that a frame loads without a node, the last first: how many nodes came before, and the constant."""
    found: dict[int, TapeConstant] = {}
    for child in node.children:
        for operand in read_by(child):
            if type(operand) is TapeConstant and operand.after >= 0 and operand.name in names:
                found[id(operand)] = operand
    return sorted(((c.after, c) for c in found.values()), key=lambda pair: pair[0], reverse=True)


def _shift(called: Any) -> int:
    """How many arguments of the function a call of `called` does not show: a method's object, a class."""
    return int(type(called) is not FunctionType)


__all__ = ["Index", "Source", "index_of", "key_of"]
