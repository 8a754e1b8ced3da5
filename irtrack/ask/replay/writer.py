"""A recorded call, written out statement by statement, calls within it in their places."""

import builtins
import re
from functools import partial
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

from ...ir.language import EFFECTS, Call, Special, Statement
from ...record.callables import is_native_kind
from ...record.classes import is_a
from ...record.loans import own_code
from ...record.nodes.kinds import (
    ArgumentNode,
    CallNode,
    ConstantNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant
from ...record.values import Dropped, callable_name
from ...rules.allocation import METHODS_THAT_GIVE_VIEWS
from .callee import Callee, Parameter, callee, parameters_of, signature, static_binding
from .forms import in_place, owner
from .header import GLOBALS, OTHERS, Header
from .impure import draws, is_data
from .raising import NOTHING_RAISED, Raising
from .scope import Frame
from .survey import NEVER

_EXHAUSTED_PLAINLY = type(iter(range(0))), type(iter(()))  # whose end leaves nothing behind
_REFLECTED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


class Writer(Raising):
    """`lines`: the body of the function; `header`: what it needs."""

    def write(self) -> None:
        root = self.root
        called = root._operands[0].value
        code = root.template.code
        self.name = code.co_name if code.co_name.isidentifier() else "replay"
        self.header = Header({self.name, *code.co_varnames[: len(root.template.argument_names)]})
        entered = callee(root, "") if not root.template.suspends and root not in self.survey.whole else None
        if entered is None:
            return self._write_whole(called)
        text = self.header.name_for(called, callable_name(called).rpartition(".")[2])
        entered = callee(root, text) or entered
        parameters = parameters_of(entered.function, entered.text)
        self._find_escaping()
        first = list(entered.first)
        frame = Frame(root, None, entered)
        self.frame = frame
        if entered.cls:
            frame.made = self._assign(f"{entered.new}({entered.cls})")
            first = [frame.made]
        self.parameters = signature(code, parameters, len(first))
        frame.arguments = [*first, *self._parameter_names(parameters[len(first) :])]
        self._begin(frame)
        self._set_back()
        self._run()
        self._drop()
        return None

    def _drop(self) -> None:
        """Delete what looks into the memory of another object, and was dropped, behind its last use: the size of that
        can't change before.
        """
        dropped = [node for node in self.texts if type(node.value) is Dropped]
        if not any(map(_gives_view, dropped)):
            return
        names = {self.texts[node] for node in dropped} & {f"v{k}" for k in range(self.count + 1)}
        for k in range(len(self.lines), 0, -1):
            line = self.lines[k - 1]
            last = names & set(re.findall(r"\bv\d+\b", line))
            names -= last
            if last and not line.startswith("return "):
                self.lines.insert(k, f"del {', '.join(sorted(last))}")

    def _parameter_names(self, parameters: list[Parameter]) -> list[str]:
        """Those of the function; others, to which it passes them on, where one would hide a builtin or a variable."""
        names = [parameter.name for parameter in parameters]
        if not any(hasattr(builtins, name) or re.fullmatch(r"v\d+", name) for name in names):
            return names
        self.passes = names
        self.receives = [self.header.fresh(f"{name}_2") for name in names]
        return self.receives

    def _set_back(self) -> None:
        """Give globals and outer cells that the run stores what they were when it loaded them first."""
        stored = dict(self.survey.stored)
        for key, value in self.survey.first_loads.items():
            namespace = self.survey.opened.get(key[0])
            if namespace is not None and namespace.get(key[1], value) is not value:
                stored[key] = namespace, key[1]
        for key, (holder, name) in stored.items():
            value = self.survey.first_loads.get(key, NEVER)
            if value is NEVER or (key[0] == "cell" and key[1] in self.survey.own_cells):
                continue
            text = self.header.bind(value, name, GLOBALS, "when the run began")
            if type(holder) is CellType:
                self._emit(f"{self.header.bind(holder, f'{name}_cell', OTHERS)}.cell_contents = {text}")
            else:
                self._emit(f"{self._globals_text(holder)}[{name!r}] = {text}")

    def _write_whole(self, called: Any) -> None:
        """A generator, a coroutine, or what looks at its frame: the function is called as it is."""
        text = self.header.name_for(called, callable_name(called).rpartition(".")[2])
        self.parameters = "*arguments, **keywords"
        self._emit(f"return {text}(*arguments, **keywords)")

    def _run(self) -> None:
        while self.frame is not None:
            frame = self.frame
            children = frame.call.children
            if frame.position >= len(children):
                self._end(frame)
                continue
            for constant in frame.loads.get(frame.position, ()):
                self._load(constant, frame)
            node = children[frame.position]
            frame.position += 1
            self._visit(node)

    def _end(self, frame: Frame) -> None:
        self.frame = frame.parent  # type: ignore[assignment]
        if frame.parent is not None:
            frame.parent.line = None

    def _visit(self, node: Node) -> None:
        if isinstance(node, ArgumentNode):
            self._argument(node)
        elif isinstance(node, NestedCallNode):
            self._call(node)
        elif node in self.skipped:
            pass
        elif isinstance(node, (PrimitiveCallNode, SpecialCallNode)):
            self._statement(node)
        elif isinstance(node, JumpNode):
            self._jump(node)
        elif isinstance(node, ReturnNode):
            self._return(node)
        elif isinstance(node, RaiseNode):
            self._raise(node)
        elif isinstance(node, ConstantNode):
            self.texts[node] = self._text(node._operands[0]) if node._operands else self.header.constant(node.value)

    def _argument(self, node: ArgumentNode) -> None:
        frame = self.frame
        if node._operands:
            self.texts[node] = self._text(node._operands[0])
        elif node.position == 1:
            self.texts[node] = frame.text
        elif node.position - 2 < len(frame.arguments):
            self.texts[node] = frame.arguments[node.position - 2]

    def _return(self, node: ReturnNode) -> None:
        frame = self.frame
        text = frame.made or self._text(node._operands[0])
        if frame.parent is None:
            self._emit(f"return {text}")
        else:
            self.texts.setdefault(frame.behind, text)  # that of an impure primitive is known

    def _jump(self, node: JumpNode) -> None:
        if node.test == "is exhausted":
            iterator = node._condition
            assert iterator is not None
            plainly = is_a(iterator.value, *_EXHAUSTED_PLAINLY) and not self.guards
            if node not in self.survey.impure and not plainly:
                text = self._text(iterator)  # None could be an item
                guard = f"assert next({text}, StopIteration) is StopIteration"
                self._emit(guard if self.guards else f"next({text}, None)")
            return
        if node._condition is None:
            return
        text = self._text(node._condition)
        if self.guards and node.test in ("", "is None"):
            tested = text if node.test == "" else f"{text} is None"
            self._emit(f"assert {tested}" if node.holds else f"assert not ({tested})")
        elif node._frames and node not in self.survey.impure:
            self._emit(f"bool({text})")

    def _statement(self, node: PrimitiveCallNode | SpecialCallNode) -> None:
        self._note_line(node)
        if node in self.survey.impure and not self._is_asked_again(node):
            self._enters_behind(node)
            self.texts[node] = self._recorded(node, node.value)
            return
        if self._enters_behind(node):
            return
        statement = node.statement
        assert statement is not None
        expression = statement.expression
        if isinstance(expression, Special):
            self._special(node, expression.name)
            return
        sign = in_place(node._operands[0].value) if self._is_operation(expression) else None
        if sign is not None:
            one, other = (self._text(operand) for operand in node._operands[1:])
            name = self._assign(one)
            self._emit(f"{name} {sign} {other}")
            self.texts[node] = name
            return
        text = self._expression(statement, node._operands)
        if self.guards and node._operands[0].value is next and self._is_operation(expression):
            self.texts[node] = self._assign(text.replace(")", ", StopIteration)"))
            self._emit(f"assert {self.texts[node]} is not StopIteration")
            return
        self.texts[node] = self._assign(text)

    def _is_asked_again(self, node: PrimitiveCallNode | SpecialCallNode) -> bool:
        """Has the run changed a list that a module written in C gave, as `os.listdir` does? It can give that again."""
        module = getattr(node._operands[0].value, "__self__", None) if node._operands else None
        is_given = type(module) is ModuleType and is_data(node.value) and not draws(node)
        return is_given and self.survey.changes(node.value)

    def _enters_behind(self, node: PrimitiveCallNode | SpecialCallNode) -> bool:
        """Write the frame of the one method that ran behind an operation, if that is clearly all it did."""
        frames: tuple[Node, ...] = node._frames
        if len(frames) != 1 or not isinstance(frames[0], NestedCallNode) or frames[0].template.suspends:
            return False
        call = frames[0]
        if node not in self.survey.impure and (self.guards or not _is_method_of(node, call.template.code.co_name)):
            return False  # with other arguments it could be another method: an operation finds it
        is_effect = node in self.survey.impure or (isinstance(node, SpecialCallNode) and node.name in EFFECTS)
        if call in self.survey.whole or call.exception or not (is_effect or call.value is node.value):
            return False
        function = call._operands[0].value
        entered = callee(call, self.header.name_for(function, callable_name(function).rpartition(".")[2]))
        if entered is None or entered.first or entered.cls:
            return False
        arguments = self._passed_behind(node, call, entered)
        if arguments is None:
            return False
        self._write_call(call, entered, arguments, node)
        return True

    def _passed_behind(
        self, node: PrimitiveCallNode | SpecialCallNode, call: NestedCallNode, entered: Callee
    ) -> list[str] | None:
        """What the method is passed that ran behind an operation; None if that is not clear."""
        arguments: list[str] = []
        given = [operand for operand in node._operands if operand.value is not entered.function]
        parameters = parameters_of(entered.function, entered.text)
        kinds = [parameter.kind for parameter in parameters]
        if isinstance(node, SpecialCallNode) and node.name == "exit":
            manager, error, *rest = (self._text(operand) for operand in given)
            arguments = [manager, error, *rest]
            if not rest:
                arguments = [manager, f"type({error})", error, f"{error}.__traceback__"]
            if kinds == ["", "*"]:
                return [manager, self._assign(f"({', '.join(arguments[1:])})")]
            return arguments if kinds == [""] * len(arguments) else None
        if any(kinds):
            return None
        for _, argument in zip(parameters, call.children[1:], strict=False):
            same = [operand for operand in given if operand.value is argument.value]
            if not same:
                return None
            given.remove(same[0])
            arguments.append(self._text(same[0]))
        return arguments

    def _write_call(self, call: NestedCallNode, entered: Callee, arguments: list[str], behind: Node) -> None:
        """Begin to write a call in its place."""
        self._emit(f"# {callable_name(call._operands[0].value)}: {call.body_ir.filename}:{call.body_ir.line}")
        frame = Frame(call, self.frame, entered)
        frame.arguments, frame.behind = arguments, behind
        frame.made = arguments[0] if entered.cls else ""
        self._begin(frame)

    def _call(self, call: NestedCallNode) -> None:
        self._note_line(call)
        statement = call.statement
        assert statement is not None
        entered: Callee | None = None
        if not call.template.suspends and call not in self.survey.whole:
            entered = callee(call, self._function_text(call))
        arguments = self._bound_arguments(call, entered) if entered is not None else None
        if entered is None or arguments is None:
            self._call_whole(call, statement)
            return
        if self.guards:
            self._guard_callee(call, entered)
        self._write_call(call, entered, arguments, call)

    def _guard_callee(self, call: NestedCallNode, entered: Callee) -> None:
        """What was computed, or looked up in an object or a cell, could be another function for other arguments."""
        called = call._operands[0]
        if type(called) is not TapeConstant or id(called) in self.loaded:
            looked_up = entered.cls or entered.text
        elif called.name is None and called.after < 0:
            looked_up = entered.text
        else:
            return
        if entered.cls and id(called.value) not in self.survey.functions:
            self._emit(f"assert {looked_up} is {self.header.constant(called.value)}")
        else:
            code = self.header.constant(own_code(entered.function))
            looked_up = f"{entered.cls}.__init__" if entered.cls else looked_up
            found = looked_up.removesuffix(".__func__")
            is_method = found != looked_up  # which has the code, too
            kind, name = (MethodType, "MethodType") if is_method else (FunctionType, "FunctionType")
            is_kind = f"type({found}) is {self.header.bind(kind, name, OTHERS)}"
            self._emit(f"assert {is_kind} and {found}.__code__ == {code}{self._guard_globals(entered, found)}")

    def _guard_globals(self, entered: Callee, found: str) -> str:
        """Equal code of another module finds other globals; but where the run makes functions, it makes them here."""
        namespace = entered.function.__globals__
        is_made_here = id(entered.function) in self.survey.functions
        if is_made_here or not any(name in namespace for name in own_code(entered.function).co_names):
            return ""
        return f" and {found}.__globals__ is {self._globals_text(namespace)}"

    def _function_text(self, call: NestedCallNode) -> str:
        function = call._operands[0]
        statement = call.statement
        if type(function) is TapeConstant and function.name is None and function.after < 0:
            expression = statement.expression if statement is not None else None
            if isinstance(expression, Call) and len(call._operands) == len(expression.operands) + 1:
                name = self._looked_up(expression.function)
                return f"{owner(self._text(call._operands[1]))}.{name}.__func__"
            return self.header.name_for(function.value, callable_name(function.value).rpartition(".")[2])
        return self._text(function)

    def _call_whole(self, call: NestedCallNode, statement: Statement) -> None:
        """A call that stays one."""
        exception = call.exception
        if call in self.survey.impure and not call.template.suspends:
            if exception is None:
                self.texts[call] = self._recorded(call, call.value)
            else:
                self.raised[call] = self._recorded(call, exception)
            return
        text = self._expression(statement, call._operands)
        if exception is None:
            self.texts[call] = self._assign(text)
        elif call in self.escaping:
            self._emit(text)
            self._emit(f"raise AssertionError({NOTHING_RAISED!r})")
        else:
            self.raised[call] = self._attempt([text], exception)

    def _bound_arguments(self, call: NestedCallNode, entered: Callee) -> list[str] | None:
        """The texts of what the parameters are; None if that cannot be written."""
        assert isinstance(call, CallNode)
        code = own_code(entered.function)
        parameters = parameters_of(entered.function, entered.text)
        count, names, starred = call._split()
        texts = [self._text(operand) for operand in call._operands[1:]]
        positional = texts[:count]
        keywords = dict(zip(names, texts[count + starred :], strict=True))
        first = list(entered.first)
        if entered.cls:
            passed = [*positional, *(f"{name}={text}" for name, text in keywords.items())]
            if starred:
                return None
            new = f"{entered.new}({', '.join([entered.cls, *(() if entered.new == 'object.__new__' else passed)])})"
            first = [self._assign(new)]
        if not starred:
            values = [argument.value for argument in call.children[1 : 1 + len(parameters)]]
            default = {
                k: partial(self._default, entered.function, *pair)
                for k, pair in enumerate(zip(parameters, values, strict=True))
            }
            bound = static_binding(code, [*first, *positional], keywords, default)
            return [self._assign(text) if parameter.kind else text
                    for parameter, text in zip(parameters, bound, strict=True)]  # fmt: skip
        if not all(parameter.name.isidentifier() for parameter in parameters) or not parameters:
            return None
        is_made_here = self.survey.defaults or id(entered.function) in self.survey.functions
        shown = signature(code, parameters, 0, literally=not is_made_here)
        given = [*first, *positional, *("*" * (i + 1) + texts[count + i] for i in range(starred))]
        given += [f"{name}={text}" for name, text in keywords.items()]
        targets = [self._new() for _ in parameters]
        inner = "".join(f"{parameter.name}, " for parameter in parameters)
        self._emit(f"[{', '.join(targets)}] = (lambda {shown}: ({inner}))({', '.join(given)})")
        return targets


def _gives_view(node: Node) -> bool:
    function = node._operands[0].value if isinstance(node, CallNode) and node._operands else None
    return function is memoryview or getattr(function, "__name__", "") in METHODS_THAT_GIVE_VIEWS


def _is_method_of(node: PrimitiveCallNode | SpecialCallNode, method: str) -> bool:
    """Is a method of that name what the operation is there to call? A `__hash__` behind `d[k]` is not."""
    if isinstance(node, SpecialCallNode):
        operation_name = node.name
    else:
        function = node._operands[0].value
        if function is getattr:
            return method not in ("__hash__", "__eq__")
        operation_name = getattr(function, "__name__", "") if is_native_kind(type(function)) else ""
    name = operation_name.strip("_")
    known = (name, f"r{name}", name.removeprefix("i"), f"r{name.removeprefix('i')}", _REFLECTED.get(name))
    return method.startswith("__") and method.strip("_") in known
