"""Statements and expressions of the IR in Python's words."""

from collections.abc import Collection
from types import CellType
from typing import Any

from ...ir.language import Call, Load, Special, Statement, Variable
from ...record.nodes.kinds import SpecialCallNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from .forms import FORMS, form_of, operation, owner
from .header import OTHERS
from .scope import Scope

_PARTS = frozenset(f"set_{name}" for name in ("defaults", "keyword_defaults", "annotations", "closure", "annotate"))


class Statements(Scope):
    """Writes what a node did, and the expressions of calls."""

    def _form(self, name: str, operands: tuple[Operand, ...], value: Any = None) -> str:
        texts = [self._text(operand) for operand in operands]
        if name == "import":
            return f"__import__({texts[0]}, {self._globals(self.frame)}, None, {texts[2]}, {texts[1]})"
        if name == "interpolation":
            texts.insert(2, repr(getattr(value, "conversion", None)))
            return f"{self._helper('_interpolation')}({', '.join(texts)})"
        if name == "matches" and type(operands[1]) is not TapeConstant:  # what was computed may be no class
            return f"{self._helper('_matches')}({', '.join(texts)})"
        text = FORMS[form_of(name, [operand.value for operand in operands])].write(texts)
        if text.startswith("_"):
            self._helper(text.partition("(")[0])
        return text

    def _unpack(self, node: Node, name: str) -> None:
        """All items at once."""
        before, _, after = name.removeprefix("unpack_").partition("_star_")
        if len(node._operands) < 2:
            self._emit(f"[] = {self._text(node._operands[0])}")
            return
        count = int(before) + (1 + int(after) if after else 0)
        first = self.frame.position - 1
        items = self.frame.call.children[first : first + count]
        names = []
        for k, item in enumerate(items):
            self.skipped.add(item)
            self.texts[item] = self._new()
            names.append("*" * (bool(after) and k == int(before)) + self.texts[item])
        self._emit(f"[{', '.join(names)}] = {self._text(node._operands[0])}")

    def _function(self, node: Any) -> str:
        """A function that is made, with the parts that the statements behind give it."""
        parts: dict[str, str] = {}
        *given, code = node._operands
        for operand in given:  # until 3.12: in this order, each may be missing
            parts[part_of_function(operand.value, code.value, parts)] = self._text(operand)
        for other in self.frame.call.children[self.frame.position :]:
            if type(other) is SpecialCallNode and other.name in _PARTS and other._operands[0] is node:
                parts[other.name.removeprefix("set_")] = self._text(other._operands[1])
            elif type(other) is not SpecialCallNode:
                break
        arguments = [self._text(code), self._globals(self.frame), *(f"{name}={text}" for name, text in parts.items())]
        return f"{self._helper('_make_function')}({', '.join(arguments)})"

    def _special(self, node: Any, name: str) -> None:
        operands = node._operands
        if name in ("load", "store", "delete"):
            if name == "store" and operands[0].value in self.frame.code.co_cellvars:
                self._find_cell(operands[0].value, self.frame)
            text = self._load_text(operands[0].value, self.frame)
            if name == "load" and not self._has_time(operands[0].value, self.frame):  # nothing stored it after all
                self.texts[node] = self._constant(TapeConstant(node.value, operands[0].value, 0))
            elif name == "load":
                self.texts[node] = self._assign(text)
            elif name == "store":
                self._emit(f"{text} = {self._text(operands[1])}")
            else:
                self._emit(f"del {text}")
        elif name.startswith("unpack_"):
            self._unpack(node, name)
        elif name == "function":
            self.texts[node] = self._assign(self._function(node))
        elif name == "set_function_type_params":
            self.texts[node] = self._text(operands[0])
            self._emit(f"{self.texts[node]}.__type_params__ = {self._text(operands[1])}")
        elif name.startswith("set_"):
            pass
        else:
            form = FORMS.get(name)
            if form is None and name not in ("import", "interpolation"):
                self.texts[node] = self.header.bind(node.value, "value", OTHERS, f"of {name}")
                return
            text = self._form(name, operands, node.value)
            if form is not None and form.effect:
                self._emit(text)
                return
            self.texts[node] = self._assign(text)
            if isinstance(node.value, BaseException):  # a part of a group
                self.exceptions.append((node.value, self.texts[node]))

    def _is_operation(self, expression: Any) -> bool:
        """Does the interpreter make the call, and no call in the source?"""
        return isinstance(expression, Call) and not isinstance(expression.function, Variable)

    def _expression(self, statement: Statement, operands: tuple[Operand, ...]) -> str:
        expression = statement.expression
        if isinstance(expression, Special):
            return self._form(expression.name, operands)
        if isinstance(expression, Load):
            return f"{owner(self._text(operands[-1] if len(operands) == 1 else operands[1]))}.{expression.name}"
        function = operands[0]
        if self._is_operation(expression):
            text = operation(function.value, [self._text(operand) for operand in operands[1:]])
            if text is not None:
                return text
        if function.value is globals and len(operands) == 1:
            return self._globals(self.frame)
        if function.value is super and len(operands) == 1:  # on 3.11 an ordinary call
            return self._bare_super()
        count = len(expression.keywords)
        positional, named = operands[1 : len(operands) - count], operands[len(operands) - count :]
        texts = [self._text(operand) for operand in positional]
        for i in range(expression.starred):
            texts[len(texts) - expression.starred + i] = "*" * (i + 1) + texts[len(texts) - expression.starred + i]
        texts += [f"{name}={self._text(one)}" for (name, _), one in zip(expression.keywords, named, strict=True)]
        if len(operands) == len(expression.operands) + 1:  # a method: the lookup found a function
            name = self._looked_up(expression.function)
            return f"{owner(texts[0])}.{name}({', '.join(texts[1:])})"
        return f"{self._text(function)}({', '.join(texts)})"

    def _looked_up(self, variable: Any) -> str:
        """The name of the method that a variable is."""
        for block in self.frame.call.body_ir.blocks:
            item = block.index.get(variable.number)
            if isinstance(item, Statement):
                assert isinstance(item.expression, Load)
                return item.expression.name
        raise AssertionError(f"no statement makes {variable}")

    def _bare_super(self) -> str:
        frame = self.frame
        if "__class__" not in frame.code.co_freevars or not frame.arguments:
            return "super()"
        cell = (frame.function.__closure__ or ())[frame.code.co_freevars.index("__class__")]
        cls = f"{frame.cells['__class__']}.cell_contents" if "__class__" in frame.cells else ""
        return f"super({cls or self.header.constant(cell.cell_contents)}, {frame.arguments[0]})"


def part_of_function(value: Any, code: Any, known: Collection[str]) -> str:
    """Which part of a function that is made a value is: defaults, keyword defaults, annotations, or closure."""
    if type(value) is dict:
        return "keyword_defaults"
    if value and all(type(one) is CellType for one in value):
        return "closure"
    names = {*code.co_varnames, "return"}
    named = len(value) % 2 == 0 and all(type(name) is str and name in names for name in value[::2])
    return "annotations" if known or (named and value) else "defaults"
