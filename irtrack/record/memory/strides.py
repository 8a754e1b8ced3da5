"""The index, several nodes at a time: the quiet parts of blocks, as code.

A node is *quiet* if it does nothing to memory and reads nothing there: an operator on numbers and text, an argument, a
jump. A stride is a row of quiet nodes within a block, up to its end or to the first statement that may be other than
quiet. What the vertices of these nodes depend on is the same each time, but for where the numbers begin, so a function
is written that adds them all at once. It looks whether the nodes are those of the stride, and whether all values are of
types that cannot change; if not, it does nothing, and each node is looked at by itself (`Index.visit`).
"""

from collections.abc import Callable
from typing import Any

from ...ir.control import EXIT
from ...ir.language import Call, Constant, Special, Statement
from ..decoding.plan import (
    CALL,
    EFFECT,
    GOTO,
    IF,
    IF_NONE,
    LOAD,
    NAME,
    PENDING,
    RETURN,
    TESTED,
    VALUE,
    BlockPlan,
    Plan,
    Step,
    plan_of,
)
from ..generated import Generated, tuple_of
from ..tape import TapeConstant
from .effects import CALLS, FORMS, QUIET
from .effects.general import nothing
from .frames import Code
from .shadows import UNCHANGING


class Stride:
    """`run(index, frame, children, position)` visits `count` nodes; returns whether it has done so."""

    __slots__ = ("count", "run")

    def __init__(self, count: int, run: Callable[..., bool]) -> None:
        self.count = count
        self.run = run


def stride(code: Code, place: int, passed_by: Callable[[int, int], bool]) -> Stride | None:
    """The stride that begins with the block of that number, or, if it is negative, behind the statement of a variable.

    None if the first node is not quiet. `passed_by(block, target)`: does a jump pass by what could write to memory?
    """
    plan = plan_of(code.template)
    if place > 0:
        return _Writer(code, plan, plan.blocks[place - 1], 0, passed_by).write()
    for block in plan.blocks:
        for i, step in enumerate(block.steps or ()):
            if step[1] == -place:
                return _Writer(code, plan, block, i + 1, passed_by).write()
    return None


class _Writer(Generated):
    """Writes the function of a stride. A node is called `n0`, `n1`, ..., its vertex `v0`, `v1`, ..."""

    def __init__(
        self, code: Code, plan: Plan, block: BlockPlan, first: int, passed_by: Callable[[int, int], bool]
    ) -> None:
        super().__init__(
            f"index of {code.template.code.co_qualname}, block {block.number}",
            "index, frame, children, position",
            UNCHANGING=UNCHANGING, TapeConstant=TapeConstant, vertices_of=vertices_of,
        )  # fmt: skip
        self.code = code
        self.plan = plan
        self.block = block
        self.first = first
        self.passed_by = passed_by
        self.flow = code.beside.flow
        self.nodes: dict[int, int] = {}  # variable -> the number of its node in the stride
        self.checks: list[str] = []  # expressions that have to hold
        self.checked: set[str] = set()
        self.rows: list[tuple[str, str]] = []  # of each vertex, its data and its control
        self.made: list[tuple[int, int]] = []  # which variable each of them is of

    def write(self) -> Stride | None:
        block, steps = self.block, self.block.steps or []
        if self.first == 0 and block.number != 1:
            for variable, _, location, _ in block.arguments:
                self._argument(variable, location)
        after = None
        for step in steps[self.first :]:
            if not self._step(step):
                after = self._up_to(step[4])
                break
        if after is None and block.end == RETURN:
            after = self._return()
        elif after is None and block.end in (GOTO, IF, IF_NONE, TESTED):
            after = self._jump()
        return self._stride(after) if after and self.rows else None

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _check(self, expression: str) -> None:
        if expression not in self.checked:
            self.checked.add(expression)
            self.checks.append(expression)

    def _unchanging(self, value: str) -> None:
        self._check(f"id(type({value})) in UNCHANGING")

    def _add(self, variable: int, data: str, control: str) -> None:
        self.nodes[variable] = len(self.rows)
        self.made.append((variable, len(self.rows)))
        self.rows.append((data, control))

    def _argument(self, variable: int, location: Any) -> None:
        k = len(self.rows)
        control = f"index._control(n{k}, frame)" if variable in self.flow.outlived[0] else "c"
        self._add(variable, self._read(f"n{k}._operands"), f"(*{control}, n{k}.branch._vertex)")

    def _read(self, operands: str) -> str:
        """The vertices of the operand of an argument or return, which may be a name that somebody stores to."""
        if self.code.names:
            self._check(f"id({operands}[0]) not in index.constants")
        return f"vertices_of({operands})"

    def _step(self, step: Step) -> bool:
        """Add the node of a step, if it is quiet, or none, if it has none."""
        kind, variable, _, _, _, item, _, _ = step
        statement: Statement = item.statement
        expression = statement.expression
        if kind in (PENDING, NAME):
            return True
        if kind == LOAD:  # most likely folded: a method, an attribute of a module
            return variable in self.plan.methods or self._is_name(item.reads[0])
        if kind not in (VALUE, TESTED, EFFECT) or kind == CALL:
            return False
        k = len(self.rows)
        if isinstance(expression, Call):
            function = expression.function
            if not isinstance(function, Constant) or expression.starred or id(function.value) not in QUIET:
                return False
            handle = CALLS.get(id(function.value))
            reads = item.reads[1:]
        elif isinstance(expression, Special) and expression.name not in ("yield", "await", "yield_from"):
            handle = FORMS.get(expression.name)
            if handle is not nothing and not (handle is None and expression.name.startswith("format_")):
                return False
            reads = item.reads
        else:
            return False
        shift = len(item.reads) - len(reads)
        parts, checks = [], []
        for i, read in enumerate(reads, shift):
            found = self._operand(read, f"n{k}._operands[{i}]", checks, looks=handle is not nothing)
            if found is None:
                return False
            parts += found
        for one in checks:
            self._check(one)
        self._unchanging(f"n{k}.value")
        control = f"index._control(n{k}, frame)" if variable in self.flow.outlived[0] else "c"
        self._add(variable, tuple_of(parts), control)
        return True

    def _is_name(self, read: int) -> bool:
        return read in self.plan.names and read not in self.plan.methods

    def _operand(self, read: int, operand: str, checks: list[str], *, looks: bool) -> list[str] | None:
        """The vertices of an operand; None if nobody can tell. `looks`: has its type to be one that cannot change?"""
        if read >= self.plan.lifted.size:
            constant = self.plan.environment[read].value
            return None if looks and id(type(constant)) not in UNCHANGING else []
        if read in self.nodes:
            k = self.nodes[read]
            if looks:
                checks.append(f"id(type(n{k}.value)) in UNCHANGING")
            return [f"v + {k}" if k else "v"]
        name = self.plan.names.get(read)
        if name is not None and name.partition(".")[0] in self.code.names:
            return None
        if name is not None and not self._is_name(read):
            return None
        if looks:
            checks.append(f"id(type({operand}.value)) in UNCHANGING")
        if name is not None:
            checks.append(f"type({operand}) is TapeConstant")
            return []
        checks.append(f"type({operand}) is not TapeConstant")
        return [f"{operand}._vertex"]

    # -- its end ------------------------------------------------------------------------------------------------------

    def _up_to(self, location: Any) -> list[str]:
        """The next node is not quiet: `visit` looks at it."""
        behind = f"position + {len(self.rows)}"
        place = f"len(children) > {behind} and children[{behind}].location is {self.constant(location)}"
        self.checks.insert(0, place)
        return ["frame.place_next = 0"]

    def _return(self) -> list[str]:
        k = len(self.rows)
        self.checks.insert(0, f"n{k}.location is {self.constant(self.block.location)}")
        self.checks.insert(1, "frame.node.parent is not None")
        control = f"index._control(n{k}, frame)" if self.block.number in self.flow.outlived[1] else "c"
        self.rows.append((self._read(f"n{k}._operands"), control))
        return ["frame.place_next = 0"]

    def _jump(self) -> list[str]:
        """The node of the jump, and what it decides: what `Frame.jumped` does, where that is simple."""
        block, k = self.block, len(self.rows)
        places = " or ".join(f"n{k}.location is {self.constant(edge.location)}" for edge in block.edges)
        self.checks.insert(0, f"({places})")
        data = "()"
        if block.end != GOTO:
            checks: list[str] = []
            found = self._operand(block.condition, f"n{k}._condition", checks, looks=block.end == IF)
            if found is None:
                checks = ["False"]
            for one in checks:
                self._check(one)
            data = tuple_of(found or [])
        control = f"index._control(n{k}, frame)" if block.number in self.flow.outlived[1] else "c"
        self.rows.append((data, control))
        after: list[str] = []
        for i, edge in enumerate(block.edges):
            deeper = ""
            if len(block.edges) > 1:
                after.append(f"if n{k}.holds:" if i == 0 else "else:")
                deeper = "    "
            after += [deeper + line for line in self._edge(k, edge.target.number)]
        return after

    def _edge(self, k: int, target: int) -> list[str]:
        forks, join, left, watched = self.flow.move(self.block.number, target)
        vertex = f"v + {k}"
        lines = []
        if self.passed_by(self.block.number, target):
            lines.append(f"index.potential.passed_by(n{k}, frame)")
        if left or (forks and join == target):
            lines.append(f"frame.jumped({vertex}, {target}, raised=False)")
        elif forks:
            lines += [
                "opened = frame.open_jumps",
                f"if opened and opened[-1][1] == {join}:",
                f"    opened[-1] = ({vertex}, {join}, None)",
                "else:",
                f"    opened.append(({vertex}, {join}, None))",
                f"frame.control = ({vertex}, *frame.base) if frame.suspends else ({vertex},)",
                f"frame.block, frame.watched = {target}, {watched}",
            ]
        else:
            assert target != EXIT
            lines += [
                "opened = frame.open_jumps",
                f"if opened and opened[-1][1] == {target}:",
                f"    frame.jumped({vertex}, {target}, raised=False)",
                "else:",
                f"    frame.block, frame.watched = {target}, {watched}",
            ]
        return [*lines, f"frame.place_next = {target}"]

    def _stride(self, after: list[str]) -> Stride:
        count = len(self.rows)
        names = ", ".join(f"n{k}" for k in range(count))
        self.line(f"{names}{',' if count == 1 else ''} = nodes = children[position : position + {count}]")
        self.line(f"if not ({' and '.join(self.checks) or 'True'}):")
        self.line("return False", deeper=1)
        self.line("v = len(index.nodes)")
        self.line("c = frame.control")
        for k in range(count):
            self.line(f"n{k}._vertex = v{f' + {k}' if k else ''}")
        self.line(f"index.data += {tuple_of([data for data, _ in self.rows])}")
        self.line(f"index.control += {tuple_of([control for _, control in self.rows])}")
        self.line("index.nodes += nodes")
        if self.made:
            self.line("latest = frame.latest")
        for variable, k in self.made:
            self.line(f"latest[{variable}] = n{k}")
        for line in after:
            self.line(line)
        self.line("return True")
        return Stride(count, self.function())


def vertices_of(operands: tuple[Any, ...]) -> tuple[int, ...]:
    """The vertices of those operands that are nodes."""
    return tuple([operand._vertex for operand in operands if type(operand) is not TapeConstant])
