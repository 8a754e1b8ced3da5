"""What a decoder reads: the IR of a template, made ready once for all of its runs.

A plan has a block for each of the IR, a block a step for each statement. Everything that is the same in all runs is
looked up here, so that a run has only its values to add: locations, the kinds of nodes, and `operands`, functions that
take what a statement reads out of the environment.

The environment is a list: of each variable's latest node, by its number, and behind them the constants.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from ..cpython import lift as lifting
from ..cpython.instrument import Template
from ..cpython.lift import DecodeBlock, Item, Lifted, lift
from ..ir.language import If, Load, Location, Next, Return, Special, Statement
from .nodes import Operand, PrimitiveCallNode, SpecialCallNode
from .tape import TapeConstant

Environment = list[Any]
Operands = Callable[[Environment], tuple[Operand, ...]]

# what a step finds in the log: a value; nothing, for a STORE or EFFECT; for a NAME or LOAD one that is folded
VALUE, CALL, NEXT, SUPER, STORE, EFFECT, NAME, LOAD = range(8)

# how a block ends; one that ends with NEXT has such a step, too
GOTO, IF, IF_NONE, RETURN, RAISE = range(10, 15)


def lifted(template: Template) -> Lifted:
    """The template's code, lifted once."""
    if template.lifted is None:
        template.lifted = lift(template.instructions, template.flow)
    found: Lifted = template.lifted
    return found


def plan_of(template: Template) -> "Plan":
    """The template's plan, made once."""
    ready = template.lifted or lifted(template)
    if ready.plan is None:
        ready.plan = Plan(ready, len(template.argument_names))
    plan: Plan = ready.plan
    return plan


class Method:
    """What a method lookup found, as long as it is only called: the function, and the object that is passed first."""

    __slots__ = ("function", "owner")

    def __init__(self, function: TapeConstant, owner: Operand) -> None:
        self.function = function
        self.owner = owner


# A statement: what it finds, its variable, its operands, which node it makes (if it is no load), where, its item, the
# name that a load shows, and the order of the item before it. An argument of a block: variable, name, location, and
# its place in what is passed. Exact tuples, since the decoder's loop unpacks them several times faster than named ones.
Step = tuple[int, int, Operands, type[PrimitiveCallNode | SpecialCallNode], Location, Item, str, int]
Argument = tuple[int, str, Location, int]


class EdgePlan:
    """An edge: what its jump node has, and the block that it leads to."""

    __slots__ = ("holds", "location", "operands", "target", "test")

    def __init__(self, location: Location, operands: Operands, target: "BlockPlan", test: str, holds: bool) -> None:
        self.location = location
        self.operands = operands
        self.target = target
        self.test = test
        self.holds = holds


class BlockPlan:
    """A block: arguments, steps, and how it ends. `condition` is what its end reads, as an index; `lifted` the block
    in the lifter's words."""

    __slots__ = ("after", "arguments", "condition", "edges", "end", "lifted", "location", "number", "operands", "steps")

    edges: list[EdgePlan]

    def __init__(self, number: int, arguments: list[Argument], steps: list[Step], lifted: DecodeBlock) -> None:
        self.number = number
        self.arguments = arguments
        self.steps = steps
        self.lifted = lifted
        self.location = Location(number, "&", 1)
        self.after = lifted.items[-1].order if lifted.items else -1
        self.operands = _reader(lifted.reads) if not lifted.terminator.edges else None
        self.condition = lifted.reads[0] if lifted.reads else 0
        self.edges = []
        match lifted.terminator:
            case If(test="is None"):
                self.end = IF_NONE
            case If():
                self.end = IF
            case Next():
                self.end = NEXT
            case Return():
                self.end = RETURN
            case terminator:
                self.end = GOTO if terminator.edges else RAISE


class Plan:
    """`environment` is that of a new run; `arguments` are those of the function."""

    __slots__ = ("arguments", "blocks", "environment", "lifted", "passed", "sources")

    def passed_by_raise(self, block: BlockPlan, order: int, target: int) -> tuple[int, ...]:
        """What a handler is passed by the instruction of that order: indices, 0 for the exception itself."""
        key = block.number, order, target
        passed = self.passed.get(key)
        if passed is None:
            instruction = next(i for i, o in block.lifted.order.items() if o >= order)
            passed = self.passed[key] = self.lifted.raise_reads(instruction, target)
        return passed

    def __init__(self, lifted: Lifted, parameters: int) -> None:
        self.lifted = lifted
        self.environment: Environment = [None] * lifted.size + [TapeConstant(c.value) for c in lifted.constants]
        self.arguments = [
            (argument.variable, argument.name, Location(1, "%", argument.variable), k)
            for k, argument in enumerate(lifted.ir.blocks[0].arguments[: 1 + parameters], 1)
        ]
        # (id of a statement that calls the function, whether it calls it directly) -> the statement, and for the
        # function and each argument the number of the operand that it was
        self.sources: dict[tuple[int, bool], tuple[Statement, tuple[int | str | None, ...]]] = {}
        self.passed: dict[tuple[int, int, int], tuple[int, ...]] = {}
        names: dict[int, str] = {}  # variable of a load -> its name
        methods: set[int] = set()  # variables of method lookups
        self.blocks = []
        for number, block in enumerate(lifted.blocks, 1):
            index = lifted.ir.blocks[number - 1].index
            arguments = [
                (variable, index[variable].name, Location(number, "%", variable), k)  # type: ignore[union-attr]
                for k, variable in enumerate(block.arguments)
            ]
            orders = [-1, *(item.order for item in block.items)]
            steps = [
                _step(item, number, after, names, methods) for item, after in zip(block.items, orders, strict=False)
            ]
            if steps and isinstance(block.terminator, Next):
                steps[-1] = (NEXT, *steps[-1][1:])
            self.blocks.append(BlockPlan(number, arguments, steps, block))
        for block_plan in self.blocks:
            _add_edges(block_plan, self.blocks)


def _step(item: Item, number: int, after: int, names: dict[int, str], methods: set[int]) -> Step:
    statement, reads = item.statement, item.reads
    variable, expression = statement.variable, statement.expression
    kind, name, operands = VALUE, "", _reader(reads)
    makes: type[PrimitiveCallNode | SpecialCallNode] = PrimitiveCallNode
    if isinstance(expression, Special):
        makes = SpecialCallNode
        if item.kind == lifting.EFFECT:
            kind = STORE if reads and not expression.name.startswith("del") else EFFECT
        elif expression.name == "super_attribute":
            kind = SUPER
    elif isinstance(expression, Load):
        kind = NAME if item.kind == lifting.NAME else LOAD
        owner = names.get(reads[0], "") + "." if kind == LOAD else ""
        name = names[variable] = owner + expression.name
        if item.kind == lifting.METHOD:
            methods.add(variable)
    elif item.kind == lifting.CALLED:
        kind = CALL
        if reads[0] in methods:
            operands = _method_reader(reads)
    return kind, variable, operands, makes, Location(number, "%", variable), item, name, after


def _reader(reads: tuple[int, ...]) -> Operands:
    """What takes the entries `reads` out of an environment, as a tuple."""
    if len(reads) > 1:
        return itemgetter(*reads)
    if not reads:
        return lambda environment: ()
    (index,) = reads
    return lambda environment: (environment[index],)


def _method_reader(reads: tuple[int, ...]) -> Operands:
    """The same for a call of what may be a method: its object then becomes the first argument."""
    first = reads[0]
    everything, arguments = _reader(reads), _reader(reads[1:])

    def read(environment: Environment) -> tuple[Operand, ...]:
        method = environment[first]
        if method.__class__ is Method:
            return (method.function, method.owner, *arguments(environment))
        return everything(environment)

    return read


def _add_edges(block: BlockPlan, blocks: list[BlockPlan]) -> None:
    tests = {NEXT: ("has more", "is exhausted"), IF_NONE: ("is None", "is None")}.get(block.end, ("", ""))
    for k, edge in enumerate(block.lifted.terminator.edges):
        location = Location(block.number, "&", k + 1)
        operands = _reader(block.lifted.passes[k])
        block.edges.append(EdgePlan(location, operands, blocks[edge.target - 1], tests[k], k == 0))
