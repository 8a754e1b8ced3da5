"""One nested call, checked: its children are walked along the IR."""

from collections.abc import Iterator, Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from ...cpython.marks import Mark, MarkKind
from ...ir.language import Argument, If, Next, Raise, Return
from ..classes import is_static, lookup
from ..loans import own_code
from ..nodes.kinds import ArgumentNode, ConstantNode, GapNode, JumpNode, RaiseNode, ReturnNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..recompute import same, truth
from ..values import UNKNOWN, value_text
from .expected import BlockPlan, Folded, Step, mismatch, text_of

if TYPE_CHECKING:
    from .walk import Record


class Path:
    """Where a nested call stands: `@8.@3`."""

    __slots__ = ("above", "position")

    def __init__(self, above: "Path | None", position: int) -> None:
        self.above = above
        self.position = position

    def __str__(self) -> str:
        positions = []
        path: Path | None = self
        while path is not None and path.above is not None:
            positions.append(f"@{path.position}")
            path = path.above
        return ".".join(reversed(positions))


class OffThePathError(Exception):
    """A child that the IR has no place for; the rest of its frame cannot be told."""


class Frame:
    """The children of one nested call, followed along its IR."""

    def __init__(self, record: "Record", node: NestedCallNode, path: Path) -> None:
        self.record = record
        self.node = node
        self.path = path
        self.children = node.children
        self.at = 0  # index of the next child
        self.lifted = node.lifted
        self.plan = record.plan(self.lifted)
        self.environment = self.plan.environment.copy()
        self.jump: Node | None = None  # how the block was reached
        self.passed: tuple[Any, ...] = ()

    def check(self) -> None:
        self.record.nodes += len(self.children)
        for position, child in enumerate(self.children, 1):
            if child.position != position:
                self.report(position, f"says that it is @{child.position}")
            if child.parent is not self.node:
                self.report(position, "has another parent than the call that it is in")
            if child.__class__ is GapNode:
                self.report(position, f"is a gap: {child.value}")
        if self.node.log.lacks_beginning(self.node.start):  # nothing tells what the nodes were computed from
            return
        try:
            self.walk()
        except OffThePathError as error:
            self.report(self.at + 1, str(error))

    def report(self, position: int, problem: str) -> None:
        path = str(self.path)
        self.record.problems.append(f"{path}{'.' if path else ''}@{position}: {problem}")

    def walk(self) -> None:
        self.function_arguments()
        number = 1
        while number:
            number = self.block(self.plan.blocks[number - 1])
        if self.at < len(self.children):
            raise OffThePathError("stands behind the end of the call")

    def next(self) -> Node | None:
        return self.children[self.at] if self.at < len(self.children) else None

    def missing(self, expected: str) -> int:
        """The children end early: right only if the recording ended while the call ran."""
        entries, node = self.node.log.entries, self.node
        if node.is_cut:
            return 0
        end = node.log.end(node.start)
        last, unwind = entries[end - 1], entries[end - 3] if end - 3 > node.start else None
        closed = (type(last) is Mark and last.kind is MarkKind.EXIT and last.template is node.template) or (
            type(unwind) is Mark and unwind.kind is MarkKind.UNWIND and unwind.template is node.template
        )
        if closed or (end < len(entries) and not node.suspended):
            raise OffThePathError(f"is missing: {expected}")
        return 0

    def place(self, child: Node, block: int, kind: str, number: int) -> None:
        location = child.location
        if location is None or location.block != block or location.number != number or location.kind != kind:
            self.report(self.at + 1, f"has the location {location}, but stands for §{block}:{kind}{number}")

    def operands(self, child: Node, found: Sequence[Any], indices: Sequence[int], what: str = "operand") -> None:
        """Hold operands against the environment."""
        environment = self.environment
        if len(found) != len(indices):
            if indices and environment[indices[0]].__class__ is Folded and len(found) == len(indices) + 1:
                self.method(found, environment[indices[0]], what)
                found, indices = found[2:], indices[1:]
            else:
                self.report(self.at + 1, f"has {len(found)} {what}s, but the IR has {len(indices)}")
                return
        for k, index in enumerate(indices):
            if found[k] is not environment[index]:
                problem = mismatch(environment[index], found[k])
                if problem:
                    self.report(self.at + 1, f"{what} {k + 1} {problem}")
                elif found[k].__class__ is TapeConstant:
                    environment[index] = found[k]  # the same object next time, most likely

    def method(self, found: Sequence[Any], folded: Folded, what: str) -> None:
        """A method call: its function is what the lookup found, its first argument the object."""
        function, owner = found[0], found[1]
        if function.__class__ is not TapeConstant or folded.load.scope != "method":
            self.report(self.at + 1, f"{what} 1 is {text_of(function)}, but the IR looks {folded.load.name} up")
            return
        problem = mismatch(folded.owner, owner)
        if problem:
            self.report(self.at + 1, f"{what} 2 {problem}")
        cls = type(owner.value)
        if type(cls) is type and is_static(cls) and not cls.__dictoffset__:  # nothing changes its methods
            of_class = lookup(cls, folded.load.name)
            if of_class is not None and of_class is not function.value:
                self.report(self.at + 1, f"{what} 1 is {text_of(function)}, but {folded.load.name} is another method")

    # -- arguments ----------------------------------------------------------------------------------------------------

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
                if passed is not UNKNOWN and not same(passed, child.value):
                    shown = f"{value_text(child.value)}, but the call passes {value_text(passed)}"
                    self.report(self.at + 1, f"has the value {shown}")
            entered = k == 0 and sources.function is None and type(child.value) is FunctionType
            if entered and own_code(child.value) is not node.template.code:
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
            if passed is not None and passed.value is not child.value:
                shown = f"{value_text(child.value)}, but the branch passed {value_text(passed.value)}"
                self.report(self.at + 1, f"has the value {shown}")
            self.at += 1

    # -- blocks -------------------------------------------------------------------------------------------------------

    def block(self, block: BlockPlan) -> int:
        """Follow one block; returns the number of the next, 0 at the end of the call."""
        if block.arguments and self.jump is not None:
            self.block_arguments(block)
        environment = self.environment
        children, count = self.children, len(self.children)
        last = block.steps[-1] if block.terminator.__class__ is Next else None
        for step in block.steps:
            child = children[self.at] if self.at < count else None
            if child.__class__ is RaiseNode and self.raises(child, block, step):
                if child.statement is None:
                    self.fold_loads(block.steps[block.steps.index(step) :])
                return self.raised(block, step, None)
            if step.load is not None and (child is None or getattr(child, "_statement", None) is not step.statement):
                owner = environment[step.operands[0]] if step.operands else None
                environment[step.variable] = Folded(step.load, owner)
                continue
            if step is last and child.__class__ is JumpNode:
                break
            if child is None:
                return self.missing(str(step.statement))
            if child.__class__ is ConstantNode and step.special in ("constant", "load"):
                self.constant(block, step, child)
            elif child.__class__ not in step.kinds or getattr(child, "_statement", None) is not step.statement:
                raise OffThePathError(f"stands where §{block.number} has {step.statement}")
            else:
                self.statement(block, step, child)
            environment[step.variable] = child
            self.at += 1
            if child.__class__ is NestedCallNode:
                raised = self.next()
                if raised.__class__ is RaiseNode and raised.statement is step.statement:
                    environment[step.variable] = None
                    return self.raised(block, step, child)
                if child.exception is not None and not (raised is None and self.node.is_cut):
                    self.at -= 1
                    raise OffThePathError("raised, but no raise follows")
        return self.terminate(block)

    def raises(self, child: Any, block: BlockPlan, step: Step) -> bool:
        """Does a raise belong to this statement, or (having none of its own) stand before it?"""
        if child.statement is not None:
            return child.statement is step.statement
        return step.load is None or any(s.load is None for s in block.steps[block.steps.index(step) :])

    def fold_loads(self, steps: list[Step]) -> None:
        """Take the loads that `steps` begin with as run: they have no nodes, and what raised may stand behind them."""
        for step in steps:
            if step.load is None:
                break
            owner = self.environment[step.operands[0]] if step.operands else None
            self.environment[step.variable] = Folded(step.load, owner)

    def statement(self, block: BlockPlan, step: Step, child: Node) -> None:
        self.place(child, block.number, "%", step.variable)
        found = child._operands
        if step.load is not None:
            self.attribute(child, step)
        else:
            self.operands(child, found, step.operands)
        if child.__class__ is NestedCallNode:
            return  # held against its own return
        values = [operand.value for operand in found]
        problem: str | None
        if step.effect:
            self.record.compared += 1
            stored = None if not values or step.special.startswith("del") else values[-1]
            problem = "" if child.value is stored else f"has the value {value_text(child.value)}, not what it stores"
        elif step.special:
            problem = self.record.values.special(step.special, values, child.value)
        elif values:
            problem = self.record.values.call(values[0], values[1:], step.names, step.starred, child.value)
        else:
            problem = "has no function"
        if problem:
            self.report(self.at + 1, problem)

    def constant(self, block: BlockPlan, step: Step, child: Node) -> None:
        """A literal, or what a name gave, of which a hook was told."""
        self.place(child, block.number, "%", step.variable)
        constant, shown = self.environment[step.operands[0]], child._operands[0]
        assert isinstance(shown, TapeConstant)
        self.record.compared += 1
        if step.special == "load":
            problem = "" if shown.name == constant.value else f"is {text_of(shown)}, but the IR loads {constant.value}"
        else:
            problem = mismatch(constant, shown)
        if not problem and child.value is not shown.value:
            problem = f"has the value {value_text(child.value)}, not that of {text_of(shown)}"
        if problem:
            self.report(self.at + 1, problem)

    def attribute(self, child: Node, step: Step) -> None:
        """The load of an attribute that has a node: a call of getattr."""
        found = child._operands
        assert step.load is not None
        if len(found) != 3 or len(step.operands) != 1:
            self.report(self.at + 1, f"has {len(found)} operands, but loads {step.load}")
            return
        if found[0].value is not getattr or found[2].value != step.load.name:
            self.report(
                self.at + 1,
                f"calls {text_of(found[0])} with {text_of(found[2])}, but loads {step.load.name}",
            )
        problem = mismatch(self.environment[step.operands[0]], found[1])
        if problem:
            self.report(self.at + 1, f"operand 2 {problem}")

    # -- the ends of blocks -------------------------------------------------------------------------------------------

    def terminate(self, block: BlockPlan) -> int:
        child, terminator = self.next(), block.terminator
        if child is None:
            return self.missing(f"how §{block.number} ends")
        if child.__class__ is RaiseNode and child.statement is None:
            return self.raised(block, None, None)
        if isinstance(terminator, Return) and isinstance(child, ReturnNode):
            return self.returned(block, child)
        if block.edges and isinstance(child, JumpNode):
            return self.jumped(block, child)
        raise OffThePathError(f"stands where §{block.number} ends with {type(terminator).__name__.lower()}")

    def returned(self, block: BlockPlan, child: ReturnNode) -> int:
        self.place(child, block.number, "&", 1)
        self.operands(child, child._operands, block.reads)
        self.record.compared += 1
        if len(child._operands) == 1 and child.value is not child._operands[0].value:
            self.report(self.at + 1, f"has the value {value_text(child.value)}, not what it returns")
        node = self.node
        self.record.compared += 1
        value = self.children[1].value if node.template.constructs else child.value
        if node.template.suspends:  # the call gave the generator
            pass
        elif node.exception is not None:
            self.report(self.at + 1, "returns, but the call raised")
        elif node.value is UNKNOWN:  # of a record that was cut just there
            pass
        elif not same(value, node.value) and not (node.log.awaited and node.parent is None):
            self.report(self.at + 1, f"returns {value_text(value)}, but the call gives {value_text(node.value)}")
        self.at += 1
        return 0

    def jumped(self, block: BlockPlan, child: JumpNode) -> int:
        location = child.location
        taken = location.number - 1 if location is not None else 0
        if not 0 <= taken < len(block.edges):
            raise OffThePathError(f"takes the branch {location}, which does not exist")
        self.place(child, block.number, "&", taken + 1)
        edge = block.terminator.edges[taken]
        if child.target != edge.target:
            self.report(self.at + 1, f"goes to §{child.target}, but {location} leads to §{edge.target}")
        self.operands(child, child._operands, block.edges[taken], "argument")
        if child.holds is (taken == 1):
            self.report(self.at + 1, f"takes &{taken + 1}, but says that its condition {'holds' if taken else 'fails'}")
        self.condition(block, child, taken)
        self.jump, self.passed = child, child._operands
        self.at += 1
        return edge.target

    def condition(self, block: BlockPlan, child: JumpNode, taken: int) -> None:
        terminator, condition = block.terminator, child._condition
        if len(block.edges) == 1 or condition is None:
            self.record.compared += 1
            if (len(block.edges) == 1) is not (condition is None):
                self.report(self.at + 1, "has no condition, or one too many")
            return
        problem = mismatch(self.environment[block.reads[0]], condition)
        if problem:
            self.report(self.at + 1, f"condition {problem}")
        if isinstance(terminator, Next):
            test, holds = ("is exhausted" if taken else "has more"), None
        else:
            assert isinstance(terminator, If)
            test = "is None" if terminator.test == "is None" else ""
            holds = condition.value is None if test else truth(condition.value)
            if terminator.test not in ("", "is None"):  # whether a coroutine is suspended
                holds = None
        if child.test != test:
            self.report(self.at + 1, f"tests {child.test!r}, but the IR tests {test!r}")
        if holds is not None:
            self.record.compared += 1
            if holds is not (taken == 0):
                self.report(self.at + 1, f"takes &{taken + 1}, but {value_text(condition.value)} says otherwise")

    # -- exceptions ---------------------------------------------------------------------------------------------------

    def raised(self, block: BlockPlan, step: Step | None, call: Node | None) -> int:
        """A raise: of `step`, or (without statement) somewhere from there on."""
        child = self.children[self.at]
        assert isinstance(child, RaiseNode)
        known = step is not None and child.statement is step.statement
        if known and step is not None:
            self.place(child, block.number, "%", step.variable)
            self.operands(child, child._reads, step.operands, "operand read")
        else:
            self.place(child, block.number, "&", 1)
            found_unbound = not child._reads and isinstance(child.exception, NameError)  # by what is no statement
            thrown = not child._reads and block.number == 1 and self.node.template.suspends  # perhaps before it began
            reads = step is None and isinstance(block.terminator, Raise) and not found_unbound and not thrown
            if child._reads or reads:
                self.operands(child, child._reads, block.reads, "operand read")
        if child.call is not call:
            self.report(self.at + 1, "names another call than the one that raised")
        self.exception(block, child)
        if child.target is None:
            return self.left(child)
        if child.target not in block.handlers:
            raise OffThePathError(f"goes to §{child.target}, which is no handler of §{block.number}")
        order = step.order if step is not None else max(block.order.values(), default=0)
        self.handled(block, child, order, known)
        self.jump, self.passed = child, child._operands
        self.at += 1
        return child.target

    def exception(self, block: BlockPlan, child: RaiseNode) -> None:
        if child.value is not child.exception:
            self.report(self.at + 1, "has another value than its exception")
        call = child.call
        known = call is not None or child.target is None
        if call is not None and call.exception is not None and call.exception is not child.exception:
            self.report(self.at + 1, f"raises {value_text(child.exception)}, the call {value_text(call.exception)}")
        if child.statement is None and len(child._reads) == 1:
            value = child._reads[0].value
            if issubclass(type(value), BaseException):
                known = True
                # Ctrl-C may come out of a `raise` of something else
                # and the interpreter makes another where a metaclass denies that it is an instance of its class
                is_other = value is not child.exception and type(type(value)) is type
                if is_other and not issubclass(type(child.exception), KeyboardInterrupt):
                    self.report(self.at + 1, f"raises {value_text(child.exception)}, not {value_text(value)}")
        self.record.compared += known

    def left(self, child: RaiseNode) -> int:
        """An exception that leaves the call."""
        self.record.compared += 1
        if child._operands:
            self.report(self.at + 1, "leaves the call, but passes something to a handler")
        if not self.node.template.suspends and self.node.exception is not child.exception:
            outcome = value_text(self.node.exception) if self.node.exception is not None else "nothing"
            self.report(self.at + 1, f"raises {value_text(child.exception)}, but the call raises {outcome}")
        self.at += 1
        return 0

    def handled(self, block: BlockPlan, child: RaiseNode, order: int, exactly: bool) -> None:
        assert child.target is not None
        ways = self.plan.passed_by_raise(block, order, exactly, child.target)
        if not exactly:  # an instruction without statement, before this one or at the end
            ways = ways | self.plan.passed_by_raise(block, 0, False, child.target)
        problem = ""
        for way in ways:
            problem = self.passes(child, way)
            if not problem:
                return
        self.report(self.at + 1, problem or "goes to a handler that it cannot reach")

    def passes(self, child: RaiseNode, way: tuple[Any, ...]) -> str:
        found = child._operands
        if len(found) != len(way):
            return f"passes {len(found)} arguments to its handler, which takes {len(way)}"
        for k, (operand, variable) in enumerate(zip(found, way, strict=True)):
            expected = child if variable == 0 else variable
            if expected.__class__ is int:
                expected = self.environment[expected]
            problem = mismatch(expected, operand)
            if problem:
                return f"argument {k + 1} {problem}"
        return ""


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
