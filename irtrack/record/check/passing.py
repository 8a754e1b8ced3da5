"""The arguments of a function, and of the block that a jump leads to: they are what was passed for them."""

from collections.abc import Iterator
from types import FunctionType, MethodType
from typing import Any

from ...ir.language import Argument
from ..loans import own_code
from ..nodes.kinds import ArgumentNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import is_given
from ..recompute import same
from ..values import UNKNOWN, value_text
from .cursor import Cursor, OffThePathError
from .expected import BlockPlan, mismatch, text_of


class Passing(Cursor):
    """Holds arguments against what passed them."""

    def argument(self, argument: Argument, block: int) -> ArgumentNode:
        child = self.next()
        if child is None:
            self.missing(f"the argument %{argument.variable}")
            raise OffThePathError("is missing: an argument")
        if child.__class__ is not ArgumentNode:
            raise OffThePathError(f"is no argument, but §{block} has the argument %{argument.variable}")
        assert isinstance(child, ArgumentNode)
        self.place(child, block, "%", argument.variable)
        if child.name != argument.name:
            self.report(self.at + 1, f"is called {child.name!r}, but the IR calls it {argument.name!r}")
        self.environment[argument.variable] = child
        return child

    def function_arguments(self) -> None:
        node = self.node
        sources = Sources(node)
        passed: Any = None
        for k, argument in enumerate(self.lifted.ir.blocks[0].arguments[: 1 + len(sources.names)]):
            child = self.argument(argument, 1)
            number, values = sources.of(k, child)
            if number != child.number:
                self.report(self.at + 1, f"is number {child.number} of the call, but should be {number}")
            expected = node if node.parent is not None and number is not None else None
            if child.branch is not expected:
                self.report(self.at + 1, "names another call than its own as the one that passed it")
            for passed in values:
                self.record.compared += 1
                if passed is not UNKNOWN and not same(passed, child.value) and not is_given(child):
                    shown = f"{value_text(child.value)}, but the call passes {value_text(passed)}"
                    self.report(self.at + 1, f"has the value {shown}")
            entered = k == 0 and sources.function is None and type(child.value) is FunctionType
            if entered and own_code(child.value) != node.template.code:  # `exec` may have compiled it anew
                self.report(self.at + 1, f"is {value_text(child.value)}, but {node.template.code.co_qualname} ran")
            self.at += 1

    def block_arguments(self, block: BlockPlan) -> None:
        for k, argument in enumerate(block.arguments):
            assert isinstance(argument, Argument)
            child = self.argument(argument, block.number)
            passed = self.passed[k] if k < len(self.passed) else None
            if child.branch is not self.jump:
                self.report(self.at + 1, "names another branch than the one that was taken")
            if child.number != k + 1:
                self.report(self.at + 1, f"is number {child.number} of the branch, but should be {k + 1}")
            operands = child._operands
            if len(operands) != 1 or passed is None or (operands[0] is not passed and mismatch(passed, operands[0])):
                self.report(
                    self.at + 1,
                    f"comes from {', '.join(map(text_of, operands))}, not from {text_of(passed)}",
                )
            self.record.compared += 1
            if passed is not None and passed.value is not child.value and not is_given(child):
                shown = f"{value_text(child.value)}, but the branch passed {value_text(passed.value)}"
                self.report(self.at + 1, f"has the value {shown}")
            self.at += 1


class Sources:
    """Which operand of a call an argument of the entered function comes from, as far as the call shows it."""

    def __init__(self, node: NestedCallNode) -> None:
        self.node = node
        self.code = node.template.code
        self.names = node.template.argument_names
        self.count, self.keywords, self.starred = node._split()
        called = node._operands[0].value
        self.function: Any = None
        self.shift: int | None = None  # arguments that the call does not show: a bound method's self, a class
        if type(called) is FunctionType:
            self.function, self.shift = called, 0
        elif type(called) is MethodType and type(called.__func__) is FunctionType:
            self.function, self.shift = called.__func__, 1
        elif issubclass(type(called), type):
            self.shift = 1

    def of(self, k: int, child: ArgumentNode) -> tuple[int | str | None, list[Any]]:
        """The number that argument `k` (0: the function) should have, and the value that it should have, if known."""
        operands = self.node._operands
        if k == 0:
            number = 1 if self.node.parent is not None else None
            return number, [] if self.function is None else [self.function]
        i, name, code, shift = k - 1, self.names[k - 1], self.code, self.shift
        if shift is None:  # a partial, an object with __call__: nothing can be told but the value of what it names
            return child.number, list(self._value(child.number))
        if i < code.co_argcount and shift <= i < self.count + shift:
            return i - shift + 2, [operands[i - shift + 2 - 1].value]
        if name in self.keywords and code.co_posonlyargcount <= i < code.co_argcount + code.co_kwonlyargcount:
            return name, list(self._value(name))
        return None, []

    def _value(self, number: int | str | None) -> Iterator[Any]:
        if isinstance(number, int) and 1 <= number <= len(self.node._operands):
            yield self.node._operands[number - 1].value
        elif isinstance(number, str) and number in self.keywords:
            yield self.node.keywords[number].value
