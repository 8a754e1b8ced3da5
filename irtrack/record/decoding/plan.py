"""What a decoder reads: the IR of a template, made ready once for all of its runs.

A plan has a block for each of the IR, a block a step for each statement. Everything that is the same in all runs is
looked up here, so that a run has only its values to add: locations, the kinds of nodes, and `operands`, functions that
take what a statement reads out of the environment.

The environment is a list: of each variable's latest node, by its number, and behind them the constants.
"""

from collections.abc import Callable
from operator import itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...cpython import lift as lifting
from ...cpython.lift import DecodeBlock, Item, Lifted, lift_once
from ...cpython.template import Template
from ...ir.language import Call, If, Load, Location, Next, Place, Raise, Return, Special
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ..nodes.node import Operand
from ..nodes.tape import TapeConstant

if TYPE_CHECKING:
    from .opening import Passing
    from .short import Short

Environment = list[Any]
Operands = Callable[[Environment], tuple[Operand, ...]]

# what a step finds in the log: a value (YIELD, AWAIT: in the segment in which the frame goes on); nothing, for a STORE
# or EFFECT; FALSE, TRUE or nothing, for one that is TESTED; for a NAME or LOAD a value that is folded; nothing for one
# that is PENDING, which the ASKING call behind it knows
VALUE, CALL, NEXT, YIELD, AWAIT, SUPER, STORE, EFFECT, TESTED, PENDING, NAME, LOAD, ASKING = range(13)

# how a block ends; one that ends with NEXT or TESTED has such a step, too
GOTO, IF, IF_NONE, RETURN, RAISE = range(13, 18)


_SPECIAL_KINDS = {"super_attribute": SUPER, "yield": YIELD, "yield_from": AWAIT, "await": AWAIT}


def plan_of(template: Template) -> "Plan":
    """The template's plan, made once."""
    ready = template.lifted or lift_once(template)
    if ready.plan is None:
        ready.plan = Plan(ready, template)
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
    """A block: arguments, steps, and how it ends. `steps` is None until a run comes by, for most code never runs.

    `after`: order of the last item. `condition`: what the end reads, as an index. `lifted`: the block in the lifter's
    words. `straight`: its usual run, as code, which is made when it has had `runs` enough.
    """

    __slots__ = ("after", "arguments", "condition", "edges", "end", "lifted", "location", "number", "operands", "runs",
                 "steps", "straight")  # fmt: skip

    after: int
    arguments: list[Argument]
    condition: int
    edges: list[EdgePlan]
    end: int
    location: Location
    operands: Operands | None

    def __init__(self, number: int, lifted: DecodeBlock) -> None:
        self.number = number
        self.lifted = lifted
        self.steps: list[Step] | None = None
        self.runs = 0
        self.straight: Callable[..., Any] | None = None


class Plan:
    """`environment` is that of a new run; `arguments` are those of the function.

    `reader`: code that goes through the log without nodes, for those who do (diff/reading/); `read`: how many entries
    they have met before it was written.
    """

    __slots__ = ("arguments", "arguments_shown", "blocks", "callees", "carried", "environment", "lifted", "methods",
                 "names", "passed", "places", "read", "reader", "short", "sources", "template", "tested")  # fmt: skip

    def __init__(self, lifted: Lifted, template: Template) -> None:
        self.lifted = lifted
        self.template = template
        self.reader: Any = None
        self.read = 0
        self.short: Short | None = None  # see short.py
        self.callees: dict[int, tuple[Step, int]] = {}  # variable of a load that is PENDING -> its step, its call
        self.environment: Environment = [None] * lifted.size + [TapeConstant(c.value) for c in lifted.constants]
        self.arguments = [
            (argument.variable, argument.name, Location(1, "%", argument.variable), k)
            for k, argument in enumerate(lifted.ir.blocks[0].arguments[: 1 + len(template.argument_names)], 1)
        ]
        self.blocks = [BlockPlan(number, block) for number, block in enumerate(lifted.blocks, 1)]
        self.carried = {variable for block in lifted.blocks for passed in block.passes for variable in passed}
        self.names: dict[int, str] = {}  # variable of a load -> its name
        self.methods: set[int] = set()  # variables of method lookups
        self.tested: set[int] = set()  # of statements whose value is a truth, which nothing takes but a jump
        # (id of a statement that calls the function, whether it calls a Python function, how many operands it has,
        # which a method and its receiver make more, how many arguments the log has) -> how it passes arguments
        self.sources: dict[tuple[int, bool, int, int], Passing] = {}
        self.arguments_shown: dict[int, int] = {}  # what `arguments_of_call` gave
        self.passed: dict[tuple[int, int, int], tuple[int, ...]] = {}  # what `passed_by_raise` gave
        self.places: dict[tuple[int, int], Place | None] = {}  # what `place_at` gave

    def way_of_passing(self, node: Any, called: Any) -> tuple[int, bool, int, int]:
        """The key that a call of the function has in `sources`."""
        logged = node.log.entries[node.start].index
        return id(node._statement), type(called) is FunctionType, len(node._operands), logged

    def passing_of(self, node: Any, called: Any) -> "Passing | None":
        """How arguments came to a call of the function, if that is known."""
        return self.sources.get(self.way_of_passing(node, called))

    def steps(self, block: BlockPlan) -> list[Step]:
        """The block's steps; makes all of its plan when it is first met. What it reads was met before."""
        if block.steps is not None:
            return block.steps
        number, lifted = block.number, block.lifted
        names = {argument.variable: argument.name for argument in self.lifted.ir.blocks[number - 1].arguments}
        block.arguments = [
            (variable, names[variable], Location(number, "%", variable), k)
            for k, variable in enumerate(lifted.arguments)
        ]
        orders = [-1, *(item.order for item in lifted.items)]
        unlogged = {lifted.order[load]: call for load, call in self.template.unlogged.items() if load in lifted.order}
        steps = []
        for item, after in zip(lifted.items, orders, strict=False):
            step = self._step(item, number, after)
            if item.order in unlogged:
                self.callees[step[1]] = step, unlogged[item.order]
                step = (PENDING, *step[1:])
            elif step[0] == CALL and item.reads[0] in self.callees:
                step = (ASKING, *step[1:])
            steps.append(step)
        if steps and isinstance(lifted.terminator, Next):
            steps[-1] = (NEXT, *steps[-1][1:])
        block.after = orders[-1]
        block.location = Location(number, "&", 1)
        block.end = TESTED if steps and steps[-1][0] == TESTED else _end(lifted)
        block.condition = lifted.reads[0] if lifted.reads else 0
        may_raise = isinstance(lifted.terminator, Raise) or block.end == IF  # a truth test may
        block.operands = _reader(lifted.reads) if may_raise or not lifted.terminator.edges else None
        tests = {NEXT: ("has more", "is exhausted"), IF_NONE: ("is None", "is None")}.get(block.end, ("", ""))
        block.edges = [
            EdgePlan(
                Location(number, "&", k + 1), _reader(lifted.passes[k]), self.blocks[edge.target - 1], tests[k], k == 0
            )
            for k, edge in enumerate(lifted.terminator.edges)
        ]
        block.steps = steps  # not before: an interrupt would leave half a plan
        return steps

    def _step(self, item: Item, number: int, after: int) -> Step:
        statement, reads = item.statement, item.reads
        variable, expression = statement.variable, statement.expression
        kind, name, operands = VALUE, "", _reader(reads)
        makes: type[PrimitiveCallNode | SpecialCallNode] = PrimitiveCallNode
        if isinstance(expression, Special):
            makes = SpecialCallNode
            if item.kind == lifting.EFFECT:
                kind = STORE if reads and not expression.name.startswith("del") else EFFECT
            else:
                kind = _SPECIAL_KINDS.get(expression.name, VALUE)
        elif isinstance(expression, Load):
            kind = NAME if item.kind == lifting.NAME else LOAD
            owner = self.names.get(reads[0], "") + "." if kind == LOAD else ""
            name = self.names[variable] = owner + expression.name
            if item.kind == lifting.METHOD:
                self.methods.add(variable)
        elif item.kind == lifting.CALLED:
            kind = CALL
            if reads[0] in self.methods:
                operands = _method_reader(reads)
        if item.kind == lifting.TESTED:
            kind = TESTED
            self.tested.add(variable)
        return kind, variable, operands, makes, Location(number, "%", variable), item, name, after

    def arguments_of_call(self, variable: int) -> int:
        """How many arguments the call shows whose function is that variable; -9 if there is none, or one with `*`."""
        found = self.arguments_shown.get(variable)
        if found is None:
            calls = (
                item.statement.expression
                for block in self.lifted.blocks
                for item in block.items
                if item.kind == lifting.CALLED and item.reads[0] == variable
            )
            call = next((call for call in calls if isinstance(call, Call) and not call.starred), None)
            found = len(call.arguments) + len(call.keywords) if call is not None else -9
            self.arguments_shown[variable] = found
        return found

    def passed_by_raise(self, block: BlockPlan, order: int, target: int) -> tuple[int, ...]:
        """What a handler is passed by the instruction of that order: indices, 0 for the exception itself."""
        key = block.number, order, target
        passed = self.passed.get(key)
        if passed is None:
            instruction = next(i for i, o in block.lifted.order.items() if o >= order)
            passed = self.passed[key] = self.lifted.raise_reads(instruction, target)
        return passed

    def place_at(self, block: BlockPlan, order: int) -> Place | None:
        """Where in the source the instruction of that order is; None for the end of the block: the IR has its place."""
        key = block.number, order
        if key not in self.places:
            found = [i for i, other in block.lifted.order.items() if other == order != block.lifted.end]
            self.places[key] = Place(*self.template.instructions.positions[found[0]]) if found else None
        return self.places[key]


def _end(block: DecodeBlock) -> int:
    match block.terminator:
        case If(test="is None"):
            return IF_NONE
        case If():
            return IF
        case Next():
            return NEXT
        case Return():
            return RETURN
        case terminator:
            return GOTO if terminator.edges else RAISE


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
