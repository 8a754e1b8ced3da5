"""What the IR leads to expect: its statements and edges by indices into an environment, made once a function."""

from collections.abc import Callable
from typing import Any

from ...cpython.lift import EFFECT, Lifted
from ...ir.language import Call, Constant, Load, Operand, Special, Statement
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..values import callable_name, value_text


class Step:
    """A statement of the IR; its operands as indices into the environment."""

    __slots__ = ("effect", "kinds", "load", "names", "operands", "order", "special", "starred", "statement", "variable")

    def __init__(self, statement: Statement, kind: int, order: int, index: Callable[[Operand], int]) -> None:
        expression = statement.expression
        self.statement = statement
        self.variable = statement.variable
        self.effect = kind == EFFECT
        self.order = order
        self.operands = tuple(map(index, expression.operands))
        call = expression if isinstance(expression, Call) else None
        self.load = expression if isinstance(expression, Load) else None
        self.special = expression.name if isinstance(expression, Special) else ""
        self.names = tuple(name for name, _ in call.keywords) if call else ()
        self.starred = call.starred if call else 0
        self.kinds: tuple[type, ...] = (SpecialCallNode,) if self.special else (PrimitiveCallNode, NestedCallNode)


class BlockPlan:
    """A block of the IR; what its edges pass as indices into the environment."""

    __slots__ = ("arguments", "edges", "handlers", "number", "order", "reads", "steps", "terminator")

    def __init__(self, plan: "Plan", number: int, lifted: Lifted) -> None:
        block, items = lifted.ir.blocks[number - 1], lifted.blocks[number - 1]
        self.number = number
        self.steps = [
            Step(statement, item.kind, item.order, plan.index)
            for statement, item in zip(block.statements, items.items, strict=True)
        ]
        self.terminator = block.terminator
        self.reads = tuple(map(plan.index, block.terminator.operands))
        self.edges = [tuple(map(plan.index, edge.arguments)) for edge in block.terminator.edges]
        self.arguments = [block.index[variable] for variable in items.arguments]
        self.handlers = {handler.target for handler in block.handlers}
        self.order = items.order


class Plan:
    """The IR of one function; `environment` is what each variable, and behind them each constant, is at the entry."""

    def __init__(self, lifted: Lifted) -> None:
        self.lifted = lifted
        self.environment: list[Any] = [None] * lifted.size
        self.pool: dict[int, int] = {}
        self.blocks = [BlockPlan(self, block.number, lifted) for block in lifted.ir.blocks]
        self.raises: dict[tuple[int, int, int, bool], set[tuple[Any, ...]]] = {}

    def index(self, operand: Operand) -> int:
        if not isinstance(operand, Constant):
            return operand.number
        known = self.pool.get(id(operand))
        if known is None:
            known = self.pool[id(operand)] = len(self.environment)
            self.environment.append(operand)
        return known

    def passed_by_raise(self, block: BlockPlan, order: int, exactly: bool, handler: int) -> set[tuple[Any, ...]]:
        """What the handler can be passed if the instruction at `order` (or one behind it) raises.

        Each way is a tuple of variables and constants; 0 is the exception.
        """
        key = block.number, order, handler, exactly
        found = self.raises.get(key)
        if found is None:
            found = self.raises[key] = set()
            for instruction, place in block.order.items():
                if place == order or (place > order and not exactly):
                    try:
                        reads = self.lifted.raise_reads(instruction, handler)
                    except IndexError:  # not within this handler's reach
                        continue
                    size, constants = self.lifted.size, self.lifted.constants
                    found.add(tuple(i if i < size else constants[i - size] for i in reads))
        return found


class Folded:
    """The run of a load that has no node: what it gave is a constant of the nodes that use it.

    `constant` is None until the first use is met; all others have to agree with it.
    """

    __slots__ = ("constant", "load", "owner")

    def __init__(self, load: Load, owner: Any) -> None:
        self.load = load
        self.owner = owner
        self.constant: TapeConstant | None = None

    def name(self) -> str:
        owner, load = self.owner, self.load
        if not load.operands:
            return load.name
        if owner.__class__ is Folded:
            return f"{owner.name()}.{load.name}"
        if owner.__class__ is TapeConstant:
            return f"{owner.name or callable_name(owner.value)}.{load.name}"
        return load.name


def text_of(operand: Any) -> str:
    return f"@{operand.position}" if isinstance(operand, Node) else repr(operand)


def mismatch(expected: Any, found: Any) -> str:
    """What is wrong with an operand; "" if it is what the environment says."""
    if expected is found:
        return ""
    if isinstance(expected, Node):
        return f"is {text_of(found)}, but the variable was assigned last by @{expected.position}"
    if expected is None:
        return f"is {text_of(found)}, but the variable has not been assigned"
    if found.__class__ is not TapeConstant:
        return f"is {text_of(found)}, but the IR has a constant there"
    if expected.__class__ is Folded:
        return mismatch_of_load(expected, found)
    name = expected.name if expected.__class__ is TapeConstant else None
    if found.value is not expected.value or found.name != name:
        return f"is {text_of(found)}, but the constant is ⟨{name or value_text(expected.value)}⟩"
    return ""


def mismatch_of_load(folded: Folded, found: TapeConstant) -> str:
    if folded.constant is not None:
        return mismatch(folded.constant, found)
    if isinstance(folded.owner, Node):
        return f"is {text_of(found)}, but an attribute of @{folded.owner.position} is no constant"
    if found.name != folded.name():
        return f"is {text_of(found)}, but the IR loads {folded.name()}"
    folded.constant = found
    return ""
