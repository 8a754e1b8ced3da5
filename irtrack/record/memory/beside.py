"""What the blocks of a function can write, as its IR tells."""

from collections.abc import Iterable
from typing import NamedTuple

from ...cpython.lift import Lifted
from ...ir.control import ControlFlow
from ...ir.language import IR, Argument, Block, Call, Constant, Load, Operand, Special, Statement, Variable
from ...rules.effects import EFFECTS

IN_PLACE = frozenset(number for number, does in EFFECTS.items() if does == "in_place")
ATTRIBUTES = "__dict__"
_CONTENTS = frozenset(["setitem", "setslice", "delitem", "append", "add", "put", "extend", "update", "merge"])


class Possible(NamedTuple):
    """A write that a block can do. `kind`: "attribute", "items", "name", "anything"; `owner`: whose; `name`: which, or
    ATTRIBUTES, for items of the `__dict__` of something.
    """

    kind: str
    owner: Operand | None = None
    name: str = ""


class Asked(NamedTuple):
    """A call that a block can do: what it writes depends on what is called. `method`: its name, if `owner` has it."""

    function: Operand
    owner: Operand | None
    method: str
    arguments: tuple[Operand, ...]


_ANYTHING = Possible("anything")
Effect = Possible | Asked


class Beside:
    """The potential writes of one function. `guarded`: its control flow if a caller catches exceptions."""

    def __init__(self, ir: IR) -> None:
        self.ir = ir
        self.flow = ControlFlow(ir)
        self.guarded = ControlFlow(ir, guarded=True)
        self.defined = {variable: block.number for block in ir.blocks for variable in block.index}
        self.own = {block.number: list(self._effects(block)) for block in ir.blocks}
        self.known: dict[tuple[int, int, int, bool], tuple[tuple[Effect, ...], frozenset[int]]] = {}
        self.writes = any(self.own.values())
        self.any = self.writes and any(
            len(block.terminator.edges) > 1 or self.flow.can_fork(block.number) for block in ir.blocks
        )

    def __bool__(self) -> bool:
        return self.any

    def passed(
        self, flow: ControlFlow, number: int, taken: int | None, raised: int = 0
    ) -> tuple[tuple[Effect, ...], frozenset[int]]:
        """What could have been written by the blocks that do not run because block `number` was left for `taken`, and
        by what comes in it behind the statement of the variable `raised`, if that raised; and these blocks.
        """
        key = number, taken or 0, raised, flow.guarded
        found = self.known.get(key)
        if found is None:
            ways = [way for way in flow.successors[number] if way != taken]
            blocks = {block for way in ways for block in flow.beside(number, way)}
            effects = [effect for block in sorted(blocks) for effect in self.own[block]]
            if raised:
                effects += self._effects(self.ir.blocks[number - 1], behind=raised)
            found = self.known[key] = tuple(dict.fromkeys(effects)), frozenset(blocks)
        return found

    def _effects(self, block: Block, behind: int = 0) -> Iterable[Effect]:
        """What the statements of a block can write: those behind that of the variable `behind`, if it is given."""
        for statement in block.statements:
            if behind:
                behind = 0 if statement.variable == behind else behind
                continue
            match statement.expression:
                case Special("setattr" | "delattr", (owner, Constant(name), *_)):
                    yield Possible("attribute", owner, name)
                case Special(name, (owner, *_)) if name in _CONTENTS:
                    yield Possible("items", owner, ATTRIBUTES if self.has_attributes(owner) is not None else "")
                case Special("store" | "delete", (Constant(name), *_)):
                    yield Possible("name", None, name)
                case Special("yield_from" | "await", (iterator, *_)):
                    yield Possible("items", iterator)
                case Special("enter" | "exit" | "aenter" | "aexit" as name, (owner, *passed)):
                    yield Asked(owner, owner, f"__{name}__", tuple(passed))
                case Special("import" | "import_star"):
                    yield _ANYTHING
                case Call(Constant(function), arguments):
                    if id(function) in IN_PLACE or function is next:
                        yield Possible("items", arguments[0])
                case Call(Variable(number) as function, arguments, keywords):
                    given = (*arguments, *(operand for _, operand in keywords))
                    loaded = self.statement(number)
                    receiver: Operand | None = None
                    method = ""
                    if (
                        isinstance(loaded, Statement)
                        and isinstance(loaded.expression, Load)
                        and loaded.expression.operands
                    ):
                        receiver, method = loaded.expression.operands[0], loaded.expression.name
                    yield Asked(function, receiver, method, given)

    def stored(self, name: str) -> list[Operand]:
        """What the function stores to a name."""
        found: list[Operand] = []
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("store", (Constant(stored), value)) if stored == name:
                    found.append(value)
        return found

    def incoming(self, variable: int) -> list[Operand]:
        """What is passed for the argument of a block."""
        target = self.defined[variable]
        place = [argument.variable for argument in self.ir.blocks[target - 1].arguments].index(variable)
        edges = [edge for block in self.ir.blocks for edge in block.terminator.edges if edge.target == target]
        return [edge.arguments[place] for edge in edges if place < len(edge.arguments)]

    def has_attributes(self, operand: Operand) -> Operand | None:
        """Whose attributes an operand has, if it is `a.__dict__`, or `vars(a)`."""
        defined = self.statement(operand.number) if isinstance(operand, Variable) else None
        match defined.expression if isinstance(defined, Statement) else None:
            case Load(_, "__dict__", (owner,)):
                return owner
            case Call(Constant(function), (owner, Constant("__dict__"))) if function is getattr:
                return owner
            case Call(Variable(number), (owner,)):
                loaded = self.statement(number)
                load = loaded.expression if isinstance(loaded, Statement) else None
                if isinstance(load, Load) and load.name == "vars" and not load.operands:
                    return owner
        return None

    def statement(self, variable: int) -> Statement | Argument:
        """What assigns a variable."""
        return self.ir.blocks[self.defined[variable] - 1].index[variable]


def beside_of(lifted: Lifted) -> Beside:
    """That of an IR, made once."""
    if lifted.beside is None:
        lifted.beside = Beside(lifted.ir)
    found: Beside = lifted.beside
    return found
