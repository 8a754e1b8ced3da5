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

# what a step finds in the log: a value, for the last four of these nothing, or for a load one that is folded
VALUE, CALL, NEXT, SUPER, STORE, EFFECT, LOAD = range(7)

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
    ready = lifted(template)
    if ready.plan is None:
        ready.plan = Plan(ready)
    plan: Plan = ready.plan
    return plan


class Method:
    """What a method lookup found, as long as it is only called: the function, and the object that is passed first."""

    __slots__ = ("function", "owner")

    def __init__(self, function: TapeConstant, owner: Operand) -> None:
        self.function = function
        self.owner = owner


# A statement: what it finds, its variable, its operands, which node it makes (if it is no load) and where, its item,
# and the name that a load shows. An argument of a block: variable, name, location, and its place in what is passed.
# Exact tuples, since the decoder's loop unpacks them, several times faster than named ones.
Step = tuple[int, int, Operands, type[PrimitiveCallNode | SpecialCallNode], Location, Item, str]
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

    __slots__ = ("arguments", "condition", "edges", "end", "lifted", "location", "number", "steps")

    edges: list[EdgePlan]

    def __init__(self, number: int, arguments: list[Argument], steps: list[Step], lifted: DecodeBlock) -> None:
        self.number = number
        self.arguments = arguments
        self.steps = steps
        self.lifted = lifted
        self.location = Location(number, "&", 1)
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

    __slots__ = ("arguments", "blocks", "environment", "lifted", "sources")

    def __init__(self, lifted: Lifted) -> None:
        self.lifted = lifted
        self.environment: Environment = [None] * lifted.size + [TapeConstant(c.value) for c in lifted.constants]
        self.arguments = [
            (argument.variable, argument.name, Location(1, "%", argument.variable), 0)
            for argument in lifted.ir.blocks[0].arguments
        ]
        # id of a statement that calls the function -> the statement, and for each argument the number of its operand
        self.sources: dict[int, tuple[Statement, tuple[int | str | None, ...]]] = {}
        names: dict[int, str] = {}  # variable of a load -> its name
        methods: set[int] = set()  # variables of method lookups
        self.blocks = []
        for number, block in enumerate(lifted.blocks, 1):
            index = lifted.ir.blocks[number - 1].index
            arguments = [
                (variable, index[variable].name, Location(number, "%", variable), k)  # type: ignore[union-attr]
                for k, variable in enumerate(block.arguments)
            ]
            steps = [_step(item, number, names, methods) for item in block.items]
            if steps and isinstance(block.terminator, Next):
                steps[-1] = (NEXT, *steps[-1][1:])
            self.blocks.append(BlockPlan(number, arguments, steps, block))
        for block_plan in self.blocks:
            _add_edges(block_plan, self.blocks)


def _step(item: Item, number: int, names: dict[int, str], methods: set[int]) -> Step:
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
        kind = LOAD
        owner = names.get(reads[0], "") + "." if item.kind != lifting.NAME else ""
        name = names[variable] = owner + expression.name
        if item.kind == lifting.METHOD:
            methods.add(variable)
    elif item.kind == lifting.CALLED:
        kind = CALL
        if reads[0] in methods:
            operands = _method_reader(reads)
    return kind, variable, operands, makes, Location(number, "%", variable), item, name


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
