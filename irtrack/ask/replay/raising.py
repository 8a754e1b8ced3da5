"""Statements that raised: what they raised is kept, or let out of the function."""

from typing import Any

from ...ir.language import Call, If, Load, Raise, Special
from ...record.decoding.plan import plan_of
from ...record.memory.shadows import can_change
from ...record.nodes.kinds import RaiseNode
from ...record.nodes.tape import TapeConstant
from .forms import FORMS, form_of, in_place
from .header import OTHERS, literal
from .statements import Statements

NOTHING_RAISED = "nothing was raised here: the arguments take another path"
_RAISING = {name: f"_{name}" for name in ("matches", "enter", "import_from")}  # whose errors are the interpreter's


class Raising(Statements):
    """Writes exceptions."""

    def _find_escaping(self) -> None:
        """The statements that raised what nobody caught, and the calls that it came out of."""
        call: Any = self.root
        while call is not None and call.children and isinstance(call.children[-1], RaiseNode):
            raised = call.children[-1]
            if raised.target is not None:
                break
            self.escaping.add(raised)
            call = raised.call
            if call is not None:
                self.escaping.add(call)

    def _attempt(self, body: list[str], exception: BaseException | None = None, node: RaiseNode | None = None) -> str:
        """The variable of the exception that these lines raise, which was that one; they are what a node stands for."""
        name = self._new()
        lines = "\n    ".join(body)
        otherwise = f"raise AssertionError({NOTHING_RAISED!r})"
        changed = self._changed_outside(node) if node is not None else None
        if changed is not None:
            tests, outside = changed
            wrong = f"{NOTHING_RAISED}, or {outside} is not what it was when this was recorded"
            known = self.header.bind(exception, "exception", OTHERS)
            test = f"assert {' and '.join(tests)}, {wrong!r}\n    " if tests else ""
            otherwise = f"{test}{name} = {known}"
        self._emit(f"try:\n    {lines}\nexcept BaseException as error:\n    {name} = error\nelse:\n    {otherwise}")
        context = self._context(exception)
        if context:
            self._emit(f"{name}.__context__ = {context}")
        return name

    def _changed_outside(self, node: RaiseNode) -> tuple[list[str], str] | None:
        """Tests that a statement that raised is given what it was then, and the text of an object from outside that it
        looks at. If nothing is raised although they hold, that object has changed since, as a cache has that was
        filled. None if there is no such object, or it cannot be tested.
        """
        tests: list[str] = []
        outside = ""
        for operand in node._reads:
            value = operand.value
            is_constant = type(operand) is TapeConstant and id(operand) not in self.loaded  # by the run, as from a cell
            if is_constant and can_change(value):
                outside = outside or self._text(operand)
            elif not is_constant:
                known = self._known_text(value)
                if known is None:
                    return None
                tests.append(f"{self._text(operand)} {'is' if issubclass(type(value), type) else '=='} {known}")
        return (tests, outside) if outside else None

    def _known_text(self, value: Any) -> str | None:
        """The text of a value with which another one can be compared: of numbers and text, of classes from outside, of
        tuples of such; None for others.
        """
        is_class = issubclass(type(value), type) and id(value) not in self.survey.functions
        if is_class or literal(value) is not None or issubclass(type(value), (int, float, str)):
            return self.header.constant(value)
        if type(value) is not tuple:
            return None
        known = [text for text in map(self._known_text, value) if text is not None]
        return f"({', '.join(known)},)" if len(known) == len(value) else None

    def _context(self, exception: BaseException | None) -> str:
        """The text of the exception that was being handled when another one was raised."""
        context = exception.__context__ if exception is not None else None
        return next((text for known, text in reversed(self.exceptions) if known is context), "")

    def _raise(self, node: RaiseNode) -> None:
        self._note_line(node)
        text = self._raised_text(node)
        if text:
            self.texts[node] = text
            self.exceptions.append((node.exception, text))
            if node.target is None:
                self.raised[self.frame.call] = text

    def _raised_text(self, node: RaiseNode) -> str:
        """The text of the exception; "" if it has been let out of the function."""
        escapes = node in self.escaping
        if node.call is not None:
            text = self.raised.get(node.call)
            if text is None:
                return "" if escapes else self._recorded(node, node.exception)
            return self._out(text) if escapes and self.frame.parent is None else text
        if node in self.survey.impure:
            text = self._recorded(node, node.exception)
            return self._out(text) if escapes else text
        body = self._raising(node)
        if body is None:
            known = [text for exception, text in reversed(self.exceptions) if exception is node.exception]
            text = known[0] if known else self.header.bind(node.exception, "exception", OTHERS)
            return self._out(text) if escapes else text
        if escapes and not self._context(node.exception):
            for line in body:
                self._emit(line)
            self._emit(f"raise AssertionError({NOTHING_RAISED!r})")
            return ""
        text = self._attempt(body, node.exception, node)
        return self._out(text) if escapes else text

    def _out(self, text: str) -> str:
        self._emit(f"raise {text}")
        return ""

    def _raising(self, node: RaiseNode) -> list[str] | None:
        """The lines that raise the exception; None if it is one that was there before, or none can."""
        statement = node.statement
        if statement is not None:
            expression = statement.expression
            if isinstance(expression, Special):
                return self._raising_form(expression.name, node)
            sign = in_place(node._reads[0].value) if node._reads and self._is_operation(expression) else None
            if sign is not None:
                one, other = (self._text(operand) for operand in node._reads[1:])
                name = self._new()
                return [f"{name} = {one}", f"{name} {sign} {other}"]
            if isinstance(expression, Load) and not expression.operands:
                return None
            if isinstance(expression, Load) and expression.name in ("__enter__", "__exit__"):  # from 3.14 on
                return [f"{self._helper('_enter')}({self._text(node._reads[0])})"]
            if isinstance(expression, Call) and not node._reads:
                return None
            text = self._expression(statement, node._reads)
            tested = plan_of(self.frame.call.template).tested
            return [f"bool({text})" if statement.variable in tested else text]
        ir = node.ir
        end = ir[node.location] if ir is not None and node.location is not None and node.location.kind == "&" else None
        if isinstance(end, Raise) and not end.again and node._reads:
            texts = [self._text(operand) for operand in node._reads]
            return [f"raise {' from '.join(texts)}"]
        if isinstance(end, If) and node._reads and end.test == "":
            return [f"bool({self._text(node._reads[0])})"]
        return None

    def _raising_form(self, name: str, node: RaiseNode) -> list[str] | None:
        operands = node._reads
        if name.startswith("unpack_"):
            before, _, after = name.removeprefix("unpack_").partition("_star_")
            names = [self._new() for _ in range(int(before))]
            names += [f"*{self._new()}", *(self._new() for _ in range(int(after)))] if after else []
            return [f"[{', '.join(names)}] = {self._text(operands[0])}"]
        if name in _RAISING:
            return [f"{self._helper(_RAISING[name])}({', '.join(map(self._text, operands))})"]
        if name not in FORMS and name != "import":
            return None
        return [self._form(form_of(name, [operand.value for operand in operands], exactly=True), operands)]
