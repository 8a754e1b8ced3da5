"""What lines are written from: the text of each value, cells, globals; and the lines so far."""

import builtins
from copy import deepcopy
from types import CellType
from typing import Any

from ...record.loans import own_code
from ...record.nodes.kinds import ArgumentNode, CallNode, JumpNode, RaiseNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from ...record.values import callable_name
from .callee import Callee, Parameter, plain
from .forms import HELPERS
from .header import GLOBALS, OTHERS, Header
from .impure import as_it_was, is_data
from .survey import Survey, globals_of


class Frame:
    """A call whose body is written in its place."""

    def __init__(self, call: NestedCallNode, parent: "Frame | None", entered: Callee) -> None:
        self.call = call
        self.parent = parent
        self.function = entered.function
        self.text = entered.text
        self.made = ""  # what a constructor makes
        self.behind: Node = call  # what has the value that the frame returns
        self.code = own_code(entered.function)
        self.globals = globals_of(call)
        self.position = 0  # of the next child
        self.arguments: list[str] = []
        self.cells: dict[str, str] = {}  # name -> the variable that holds the cell
        self.loads: dict[int, list[TapeConstant]] = {}  # before which child what is loaded whose value has a time
        self.closing: dict[str, list[tuple[int, int]]] = {}  # name -> when a function got its cell, and the cell's id
        self.line: int | None = None


class Scope:
    """What all parts of the writer share.

    texts: of the value of a node. loaded: of a load, by the id of its constant. raised: of the exception that came out
    of a call. exceptions: the exceptions so far, with their texts. made_cells: the variables that hold cells, by id.
    """

    def __init__(self, root: NestedCallNode, guards: bool) -> None:
        self.header = Header(set())
        self.root = root
        self.guards = guards
        self.survey = Survey(root)
        self.lines: list[str] = []
        self.texts: dict[Node, str] = {}
        self.loaded: dict[int, str] = {}
        self.raised: dict[Node, str] = {}
        self.exceptions: list[tuple[BaseException, str]] = []
        self.made_cells: dict[int, str] = {}
        self.count = 0
        self.remark = ""  # behind the next line
        self.passes: list[str] = []  # parameters that the function passes on to another one, and what they are there
        self.receives: list[str] = []
        self.frame: Frame = None  # type: ignore[assignment]  # set before anything is written
        self.escaping: set[Node] = set()
        self.skipped: set[Node] = set()

    def _begin(self, frame: Frame) -> None:
        """Cells, and what its loads mean."""
        self.frame = frame
        code, call = frame.code, frame.call
        parameters = dict(zip(call.template.argument_names, frame.arguments, strict=False))
        for name in code.co_cellvars:
            cell = self.header.fresh(f"{name}_cell")
            self._emit(f"{cell} = {self._builtin('CellType')}({parameters.get(name, '')})")
            frame.cells[name] = cell
        for k, name in enumerate(code.co_freevars):
            cell_object = (frame.function.__closure__ or ())[k]
            if self._is_followed(frame.text):  # with other arguments it may be another one of the same code
                frame.cells[name] = self.header.fresh(f"{name}_cell")
                self._emit(f"{frame.cells[name]} = {frame.text}.__closure__[{k}]")
            elif self.survey.has_made(cell_object) or ("cell", id(cell_object)) in self.survey.stored:
                frame.cells[name] = self.made_cells.get(id(cell_object), f"{frame.text}.__closure__[{k}]")
        timed: dict[int, TapeConstant] = {}
        for child in call.children:
            for operand in self._operands_of(child):
                if type(operand) is not TapeConstant or operand.after < 0 or not operand.name:
                    continue
                if self._has_time(operand.name, frame):
                    timed[id(operand)] = operand
        for constant in sorted(timed.values(), key=lambda constant: constant.after):
            frame.loads.setdefault(constant.after, []).append(constant)
            if type(constant.value) is CellType and constant.name in code.co_cellvars:
                frame.closing.setdefault(constant.name, []).append((constant.after, id(constant.value)))

    def _is_followed(self, function: str) -> bool:
        """Is the text of a function one of what the lines have computed, or were passed, and not of a recorded one?"""
        return function.removeprefix("type(").partition(".")[0].rstrip(")") not in self.header.names

    def _operands_of(self, node: Node) -> tuple[Operand, ...]:
        if isinstance(node, RaiseNode):
            return (*node._reads, *node._operands)
        if isinstance(node, JumpNode) and node._condition is not None:
            return (node._condition, *node._operands)
        return node._operands

    def _has_time(self, name: str, frame: Frame) -> bool:
        """Does it matter when the name is loaded?"""
        if name in frame.cells:
            return True
        if name in frame.code.co_freevars:
            return False
        base, _, rest = name.partition(".")
        owner: Any = frame.globals.get(base)
        for part in rest.split(".") if self.survey.attributes and rest else ():
            if (id(owner), part) in self.survey.attributes:
                return True
            owner = getattr(owner, part, None)
        if id(frame.globals) in self.survey.opened and (base in frame.globals or base not in vars(builtins)):
            return True
        return self._stored_in(base, frame) is not None

    def _stored_in(self, name: str, frame: Frame) -> dict[str, Any] | None:
        """In which namespace the run stores what a function finds by that name."""
        for space in (frame.globals, vars(builtins)):
            if (id(space), name) in self.survey.stored:
                return space
        return None

    def _load(self, constant: TapeConstant, frame: Frame) -> None:
        """The load of a name whose value has a time; or of a cell, to give it to a function."""
        name = constant.name or ""
        if type(constant.value) is not CellType or name not in frame.cells:
            self.loaded[id(constant)] = self._assign(self._load_text(name, frame))
            return
        found = None
        if name in frame.code.co_cellvars:
            self._find_cell(name, frame)
            found = self.made_cells.get(id(constant.value))
        self.loaded[id(constant)] = found or frame.cells[name]

    def _find_cell(self, name: str, frame: Frame) -> None:
        """Comprehensions within a function make cells of their own: which is it that a function will get next?"""
        coming = (cell for after, cell in frame.closing.get(name, ()) if after >= frame.position)
        cell = next(coming, None)
        if cell is None or cell in self.made_cells:
            return
        if frame.cells[name] in self.made_cells.values():
            frame.cells[name] = self.header.fresh(f"{name}_cell")
            self._emit(f"{frame.cells[name]} = {self._builtin('CellType')}()")
        self.made_cells[cell] = frame.cells[name]

    def _load_text(self, dotted: str, frame: Frame) -> str:
        if dotted in frame.cells:  # which may have dots: of a comprehension, of type parameters
            return f"{frame.cells[dotted]}.cell_contents"
        name, dot, rest = dotted.partition(".")
        space = self._stored_in(name, frame)
        if space is None and id(frame.globals) in self.survey.opened:
            space = frame.globals
        if rest and space is None:
            return f"{self.header.global_value(name, frame.globals[name], frame.globals)}.{rest}"
        return f"{self._globals_text(space if space is not None else frame.globals)}[{name!r}]{dot}{rest}"

    def _globals(self, frame: Frame) -> str:
        return self._globals_text(frame.globals)

    def _globals_text(self, namespace: dict[str, Any]) -> str:
        return self.header.bind(namespace, f"globals_of_{namespace.get('__name__', '')}", OTHERS)

    def _default(self, function: Any, parameter: Parameter, value: Any) -> str:
        """The text of a default value, which was that one: a literal, or what the function has, if it still does."""
        if not parameter.default:
            return "" if parameter.kind else self.header.constant(value, parameter.name)
        if self.survey.defaults or id(function) in self.survey.functions:
            return parameter.default
        if parameter.value is not value:
            return self.header.constant(value, parameter.name)
        return plain(value) or parameter.default

    def _emit(self, text: str) -> None:
        remark, self.remark = self.remark, ""
        if remark and "\n" in text:
            self.lines.append(remark)
            remark = ""
        self.lines.append(f"{text}  {remark}".rstrip())

    def _new(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def _assign(self, text: str) -> str:
        name = self._new()
        self._emit(f"{name} = {text}")
        return name

    def _builtin(self, name: str) -> str:
        if name == "CellType":
            return self.header.bind(CellType, "CellType", OTHERS)
        return name

    def _helper(self, name: str) -> str:
        if name in HELPERS:
            self.header.uses_helpers.add(name)
        return name

    def _note_line(self, node: Node) -> None:
        """A remark where the program comes to another line of its source."""
        line = node.line
        if line is not None and line != self.frame.line:
            self.frame.line = line
            self.remark = f"# line {line}"

    def _text(self, operand: Operand) -> str:
        if type(operand) is TapeConstant:
            return self._constant(operand)
        assert isinstance(operand, Node)
        found = self.texts.get(operand)
        if found is None:
            if isinstance(operand, ArgumentNode) and operand.position == 1:
                found = self.frame.text
            else:
                found = self.header.bind(operand.value, "value", OTHERS, "of " + operand.short())
        return found

    def _constant(self, constant: TapeConstant) -> str:
        found = self.loaded.get(id(constant))
        if found is not None:
            return found
        frame = self.frame
        if constant.after < 0 and constant.name is None:
            return self.header.constant(constant.value)
        name = constant.name
        if name is None:
            return self.header.constant(constant.value)
        if type(constant.value) is CellType and name in frame.cells:
            return frame.cells[name]
        if name in frame.code.co_freevars or name.partition(".")[0] in frame.code.co_freevars:
            if type(constant.value) is CellType:
                return self.header.bind(constant.value, f"{name}_cell", OTHERS)
            return self.header.constant(constant.value, name.rpartition(".")[2])
        return self.header.global_value(name, constant.value, frame.globals)

    def _recorded(self, node: Node, value: Any) -> str:
        function = node._operands[0].value if isinstance(node, CallNode) else None
        name = callable_name(function).rpartition(".")[2] if function is not None else "result"
        remark = f"{node.file}:{node.line}"
        if not is_data(value) or not self.survey.changes(value):
            return self.header.result(value, name, remark)
        text = self.header.result(as_it_was(node), name, remark)
        return self._assign(f"{self.header.bind(deepcopy, 'deepcopy', GLOBALS)}({text})")
