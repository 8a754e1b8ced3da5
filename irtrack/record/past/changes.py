"""What nodes do to the objects that they are given, done again to what these held.

What a function of C does says a word of rules/effects.py. It is called again, with what its arguments held, if that
runs no code of the program: items are hashed and compared only if they are plain, iterators are not gone through.
"""

from functools import partial
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any

from ...ir.language import Call
from ...ir.operations import getslice, not_contains
from ...rules.effects import EFFECTS, READING, READING_METHODS, owner_of
from ..classes import is_a, is_static, lookup, written_in_c
from ..memory.shadows import UNCHANGING
from ..nodes.kinds import CallNode, RaiseNode
from ..nodes.native import is_recorded
from ..nodes.node import Node
from .contents import UnknownError, owners_of
from .forms import Forms
from .kinds import can_change, is_instance
from .makers import ids_of

_ACTING = ids_of(BuiltinFunctionType, partial, GeneratorType)  # types
_THREADS = "start_new_thread", "start_joinable_thread", "start_new"
# what raises only if it has changed nothing
_ALL_OR_NOTHING = frozenset(
    ("append", "appendleft", "insert", "pop", "pop_last", "pop_first", "pop_key", "set_item", "delete_item",
     "set_attribute", "delete_attribute", "set_default", "advance")
)  # fmt: skip


class Changes(Forms):
    """What nodes do, one after the other."""

    def call(self, node: Any) -> None:
        """What a call does of what was not entered."""
        operands = node._operands
        function = operands[0].value
        verb = EFFECTS.get(id(function))
        values = [operand.value for operand in operands[1:]]
        if any(id(type(value)) in _ACTING for value in values) or function is memoryview:
            self._let_act(node, function, values)
        if verb in READING and verb != "get_item" and id(type(node.value)) in UNCHANGING:
            return
        if verb is None:
            function, values, verb = _as_method(function, values)
        if verb is None and function is not getslice and function is not not_contains:
            self._unknown(node, function, values)
            return
        positional, names = _spread(node, values)
        if positional is None:
            if verb not in READING:
                self.expose(values)
            self._new(node, None)
            return
        if verb is None or verb in READING:
            self._read(node, function, verb, positional, names)
        elif positional:
            self._write(node, function, verb, positional, names)

    def _let_act(self, node: Any, function: Any, values: list[Any]) -> None:
        """What is given may change objects by itself, when it is called, gone through, or written to."""
        if function is memoryview or any(map(_acts, values)):
            self.expose(values)
        if not node._frames and any(map(_runs_unseen, values)):
            self.flood()

    def _unknown(self, node: Any, function: Any, values: list[Any]) -> None:
        """No table tells what it does."""
        ran = node._frames
        kind = type(function)
        if issubclass(kind, type):
            if is_instance(node.value) and id(node.value) not in self.histories:
                if type(node.value) is function and lookup(function, "__init__") is object.__init__:
                    self.born(node.value, {})
                else:
                    self.born(node.value, None)
            if not is_static(function) and not ran and type(lookup(function, "__init__")) is FunctionType:
                self.flood()
        elif function is object.__new__:
            if is_instance(node.value):
                self.born(node.value, {})
            return
        elif is_a(function, FunctionType, MethodType) and not ran:
            self.flood()  # it was not entered
        elif not ran and any(is_a(value, FunctionType, MethodType) for value in values):
            self.flood()  # which C code may have called, or will
            if getattr(function, "__name__", "") in _THREADS:
                self.threads = True
        self.expose([*values, *owners_of(function)])

    def raised(self, node: RaiseNode) -> None:
        """A statement raised, and may have done a part of what it does."""
        statement = node.statement
        values = [operand.value for operand in node._reads]
        if statement is None or node.call is not None or not values:
            return
        if not isinstance(statement.expression, Call):
            name = getattr(statement.expression, "name", "")
            if name not in ("setitem", "delitem", "setattr", "delattr", "append", "put", "add"):
                self.lose(values[0], *values[1:])
            return
        function, verb = values[0], EFFECTS.get(id(values[0]))
        if verb is None:
            function, values, verb = _as_method(function, values[1:])
        else:
            values = values[1:]
        if verb is None:
            if is_a(function, FunctionType, MethodType):
                self.flood()
            self.expose(values)
        elif verb not in READING and verb not in _ALL_OR_NOTHING:
            self.expose(values)

    def keywords_of(self, node: CallNode) -> dict[str, Any] | None:
        """What a call passed by name; None if it does not show that."""
        called = node._operands[0].value
        if not is_a(called, FunctionType, MethodType) and not issubclass(type(called), type):
            return None
        given = dict(node.keywords)
        starred = given.pop("**", None)
        found = {name: operand.value for name, operand in given.items()}
        if starred is not None:
            try:
                more = self.content(starred.value)
            except UnknownError:
                return None
            found = {**found, **more}
        return found


def _as_method(function: Any, values: list[Any]) -> tuple[Any, list[Any], str | None]:
    """A method of C that is bound to its object, as a call of what its class has."""
    owner = owner_of(function)
    if owner is None or not can_change(owner):
        return function, values, None
    found = written_in_c(type(owner), function.__name__)
    verb = EFFECTS.get(id(found))
    return (function, values, None) if verb is None else (found, [owner, *values], verb)


def _spread(node: Node, values: list[Any]) -> tuple[list[Any] | None, dict[str, Any]]:
    """The positional arguments and the others; None if they are not known one by one."""
    statement: Any = getattr(node, "_statement", None)
    expression = statement.expression if statement is not None else None
    if not isinstance(expression, Call):
        return values, {}
    names = [name for name, _ in expression.keywords]
    if expression.starred:
        if expression.starred > 1 or names or type(values[-1]) is not tuple:
            return None, {}
        return [*values[:-1], *values[-1]], {}
    if not names:
        return values, {}
    return values[: -len(names)], dict(zip(names, values[-len(names) :], strict=True))


def _acts(value: Any) -> bool:
    """Is it a method of C that changes its object, and may be called by whoever has it?"""
    if type(value) is partial:
        return any(map(_acts, (value.func, *value.args)))
    is_method = issubclass(type(value), BuiltinFunctionType)
    return is_method and can_change(value.__self__) and value.__name__ not in READING_METHODS


def _runs_unseen(value: Any) -> bool:
    """Is it a generator that was not made by recorded code?"""
    return type(value) is GeneratorType and not is_recorded(value)
