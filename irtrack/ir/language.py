"""The language: grammar, types, printer (the evaluator is CPython).

    program    := block+
    block      := number: (argument*) statement* terminator
    statement  := %variable = call | %variable = special form
    terminator := goto edge | if operand then edge else edge | next(operand) then edge else edge
                | return operand | raise operand* | unreachable
    edge       := block number (operand*)
    operand    := %variable | ⟨constant⟩

Block 1 is the entry; its arguments are the function itself and its parameters.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .notation import show_call, show_constant, show_special

# -- operands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variable:
    """`%4`"""

    number: int

    def __str__(self) -> str:
        return f"%{self.number}"


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """`⟨1⟩`"""

    value: Any

    def __str__(self) -> str:
        return f"⟨{show_constant(self.value)}⟩"


Operand = Variable | Constant


class Unbound:
    """`⟨unbound⟩`: what a local variable holds before it is assigned and after `del`."""

    def __repr__(self) -> str:
        return "unbound"


UNBOUND = Constant(Unbound())


# special forms that make no value; `set_...` on a function under construction are others
EFFECTS = frozenset(
    ["store", "delete", "setattr", "delattr", "setitem", "setslice", "delitem", "append", "add", "put", "extend",
     "update", "merge", "import_star", "setup_annotations", "print_expression"]
)  # fmt: skip


# -- types ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Location:
    """`§2:%6` for a variable, `§2:&1` for a branch."""

    block: int
    kind: str  # "%" or "&"
    number: int

    def __str__(self) -> str:
        return f"§{self.block}:{self.kind}{self.number}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the source: `geom.py:3`. Lines count from 1, columns from 0; None where the compiler gave none."""

    line: int | None
    end_line: int | None
    column: int | None
    end_column: int | None


@dataclass(frozen=True, slots=True)
class Call:
    """`%2 + ⟨1⟩`, `⟨geom⟩(%7, %3)`. `starred`: the last operands are `*arguments` and, if true twice, `**keywords`."""

    function: Operand
    arguments: tuple[Operand, ...]
    keywords: tuple[tuple[str, Operand], ...] = ()
    starred: int = 0

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.function, *self.arguments, *(operand for _, operand in self.keywords))

    def replace(self, operands: tuple[Operand, ...]) -> "Call":
        split = 1 + len(self.arguments)
        names = (name for name, _ in self.keywords)
        return Call(operands[0], operands[1:split], tuple(zip(names, operands[split:], strict=True)), self.starred)

    def show(self, text: Callable[[Operand], str]) -> str:
        arguments = [text(a) for a in self.arguments]
        for i in range(self.starred):
            arguments[len(arguments) - self.starred + i] = "*" * (i + 1) + arguments[len(arguments) - self.starred + i]
        function = self.function.value if isinstance(self.function, Constant) else None
        return show_call(function, text(self.function), arguments, [(name, text(o)) for name, o in self.keywords])

    def __str__(self) -> str:
        return self.show(str)


@dataclass(frozen=True, slots=True)
class Special:
    """`[%1, %2]`, `%2.name = %5`, `$(raise)(%4)`: what is no call."""

    name: str
    operands: tuple[Operand, ...]

    def replace(self, operands: tuple[Operand, ...]) -> "Special":
        return Special(self.name, operands)

    def show(self, text: Callable[[Operand], str]) -> str:
        return show_special(self.name, [text(operand) for operand in self.operands])

    def __str__(self) -> str:
        return self.show(str)


@dataclass(frozen=True, slots=True)
class Load:
    """`random`: a global, builtin or cell by its name; or `owner.name` where the owner is one."""

    scope: str  # "global", "cell", "name", "attribute", "method"
    name: str
    operands: tuple[Operand, ...] = ()

    def replace(self, operands: tuple[Operand, ...]) -> "Load":
        return Load(self.scope, self.name, operands)

    def show(self, text: Callable[[Operand], str]) -> str:
        return f"{text(self.operands[0])}.{self.name}" if self.operands else self.name

    def __str__(self) -> str:
        return self.show(str)


Expression = Call | Special | Load


@dataclass(frozen=True, slots=True)
class Argument:
    """`%5 = r`: an argument of a block; `name` is the local variable's, or "" for a value on the stack."""

    variable: int
    name: str


@dataclass(frozen=True, slots=True)
class Statement:
    """`%4 = %2 * ⟨0⟩`. A folded statement (the load of a name, a method lookup) is shown inside its user."""

    variable: int
    expression: Expression
    place: Place
    folded: bool = False

    def __str__(self) -> str:
        return f"%{self.variable} = {self.expression}"


@dataclass(frozen=True, slots=True)
class Edge:
    """`2 (%4, ⟨0⟩)`"""

    target: int
    arguments: tuple[Operand, ...] = ()

    def __str__(self) -> str:
        return f"{self.target}" + (f" ({', '.join(map(str, self.arguments))})" if self.arguments else "")


@dataclass(frozen=True, slots=True)
class Goto:
    """`goto 2 (%4, ⟨0⟩)`"""

    edge: Edge
    place: Place

    @property
    def edges(self) -> tuple[Edge, ...]:
        return (self.edge,)

    operands = ()


@dataclass(frozen=True, slots=True)
class If:
    """`if %8 goto 3 else 4`; `test` is "" for truth, or "is None"."""

    condition: Operand
    test: str
    then: Edge
    otherwise: Edge
    place: Place

    @property
    def edges(self) -> tuple[Edge, ...]:
        return (self.then, self.otherwise)

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.condition,)


@dataclass(frozen=True, slots=True)
class Next:
    """`if next goto 3 else 4`: whether the block's last statement, `%7 = next(%6)`, gave a value."""

    iterator: Operand
    then: Edge
    otherwise: Edge
    place: Place

    @property
    def edges(self) -> tuple[Edge, ...]:
        return (self.then, self.otherwise)

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.iterator,)


@dataclass(frozen=True, slots=True)
class Return:
    """`return %4`"""

    value: Operand
    place: Place
    edges = ()

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Raise:
    """`raise %4`, or `reraise` of the exception that is being handled."""

    operands: tuple[Operand, ...]
    again: bool
    place: Place
    edges = ()


Terminator = Goto | If | Next | Return | Raise


@dataclass(frozen=True, slots=True)
class Handler:
    """`# raises to 5`: a block to which an exception can lead, from the statements of `range(first, last)`.

    `passed`: for each argument of the block, the operands that it can get, as variables are where something is raised;
    none for the exception.
    """

    target: int
    first: int
    last: int
    passed: tuple[tuple[Operand, ...], ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Block:
    """`2: (%5 = r, %6 = i) ...`

    `handlers`: to which blocks an exception inside this one can lead.
    """

    number: int
    arguments: tuple[Argument, ...]
    statements: tuple[Statement, ...]
    terminator: Terminator
    handlers: tuple[Handler, ...] = ()
    index: dict[int, Statement | Argument] = field(default_factory=dict, repr=False)

    @property
    def ways(self) -> list[int]:
        """The blocks that can come next: by the terminator, then by an exception."""
        return [edge.target for edge in self.terminator.edges] + [handler.target for handler in self.handlers]

    def __post_init__(self) -> None:
        for argument in self.arguments:
            self.index[argument.variable] = argument
        for statement in self.statements:
            self.index[statement.variable] = statement


@dataclass(slots=True)
class IR:
    """The program of one function; `ir[location]` is the statement, argument or edge there."""

    name: str
    filename: str
    line: int
    blocks: tuple[Block, ...]

    def __getitem__(self, location: Location) -> Statement | Argument | Terminator:
        if not isinstance(location, Location):
            raise TypeError(f"an IR is indexed by a location, as in ir[node.location], not by {location!r}")
        if not 1 <= location.block <= len(self.blocks):
            raise KeyError(f"{self.name} has no block §{location.block}; it has {len(self.blocks)}")
        block = self.blocks[location.block - 1]
        if location.kind == "&":
            if not 1 <= location.number <= max(1, len(block.terminator.edges)):
                raise KeyError(f"{self.name} has no branch {location}")
            return block.terminator
        if location.number not in block.index:
            raise KeyError(f"{self.name} has no variable {location}")
        return block.index[location.number]

    def __str__(self) -> str:
        return show_ir(self)

    __repr__ = __str__


# -- printer ----------------------------------------------------------------------------------------------------------


def show_ir(ir: IR) -> str:
    return "\n".join(_ir_lines(ir))


def _ir_lines(ir: IR) -> Iterator[str]:
    folded = {s.variable: s for block in ir.blocks for s in block.statements if s.folded}

    def text(operand: Operand) -> str:
        if isinstance(operand, Variable) and operand.number in folded:
            return folded[operand.number].expression.show(text)
        return str(operand)

    def edge(e: Edge) -> str:
        return f"{e.target}" + (f" ({', '.join(map(text, e.arguments))})" if e.arguments else "")

    for block in ir.blocks:
        arguments = ", ".join(f"%{a.variable} = {a.name}" if a.name else f"%{a.variable}" for a in block.arguments)
        handlers = f"  # raises to {', '.join(str(h.target) for h in block.handlers)}" if block.handlers else ""
        yield f"{block.number}: ({arguments}){handlers}"
        for statement in block.statements:
            if not statement.folded:
                yield f"  %{statement.variable} = {statement.expression.show(text)}"
        match block.terminator:
            case Goto(to):
                yield f"  goto {edge(to)}"
            case If(condition, test, then, otherwise):
                yield f"  if {text(condition)}{' ' + test if test else ''} goto {edge(then)}"
                yield f"  goto {edge(otherwise)}"
            case Next(iterator, then, otherwise):
                yield f"  unless {text(iterator)} is exhausted goto {edge(then)}"
                yield f"  goto {edge(otherwise)}"
            case Return(value):
                yield f"  return {text(value)}"
            case Raise(operands, again):
                yield f"  {'reraise' if again else 'raise'} {', '.join(map(text, operands))}".rstrip()
