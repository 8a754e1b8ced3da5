"""The index, several nodes at a time: parts of blocks, as code.

What most nodes add to the graph is the same each time that their block runs, but for the numbers. So for a *stride*, a
row of nodes within a block as one of its runs had them, a function is written that adds what they add: all at once for
rows of *quiet* ones, which do nothing to memory and read nothing there (operators on numbers and text, arguments,
jumps), and the function of effects/ is called for each of the others. A stride goes on up to the end of the block or to
a call that was entered. Its function looks first whether the nodes are those that it was written for, and whether the
values of quiet ones are of types that cannot change; if not, it does nothing, and each node is looked at by itself
(`Index.visit`).
"""

from collections.abc import Callable
from typing import Any

from ...cpython.lift import TESTED as TESTED_ITEM
from ...ir.control import EXIT
from ...ir.language import Call, Constant, Special
from ..decoding.plan import (
    ASKING,
    CALL,
    EFFECT,
    GOTO,
    IF,
    IF_NONE,
    LOAD,
    NAME,
    NEXT,
    PENDING,
    RETURN,
    STORE,
    TESTED,
    VALUE,
    BlockPlan,
    Plan,
    Step,
    plan_of,
)
from ..generated import Generated, tuple_of
from ..nodes import PrimitiveCallNode, RaiseNode
from ..tape import TapeConstant
from .effects import CALLS, FORMS, QUIET, call, special
from .effects.attributes import get_attribute
from .effects.general import nothing
from .effects.iterators import advance
from .frames import Code, is_among, is_starred
from .shadows import UNCHANGING

_LONGEST = 1000  # nodes of a stride
_FAILURES = 20  # after which it is written anew


class Stride:
    """`run(index, frame, children, position)` visits `count` nodes; returns whether it has done so.

    `failures`: how often it has not, though the nodes were there. `loud`: it takes no nodes to be quiet because of what
    types their values have.
    """

    __slots__ = ("count", "failures", "last", "loud", "run")

    def __init__(self, count: int, run: Callable[..., bool], last: tuple[Any, ...], loud: bool) -> None:
        self.count = count
        self.run = run
        self.last = last  # where its last node can be
        self.loud = loud
        self.failures = 0

    def has_failed(self, last: Any) -> bool:
        """It has not visited the nodes up to `last`; should another one be written?"""
        self.failures += not self.loud and any(last.location is location for location in self.last)
        return self.failures >= _FAILURES


def stride(
    code: Code,
    place: int,
    children: tuple[Any, ...],
    position: int,
    can_pass: Callable[[int, int], bool],
    loud: bool = False,
) -> Stride | None:
    """The stride that begins with the block of that number, or, if it is negative, behind the statement of a variable.

    None if there is none: if a call comes first that was entered. `children[position:]`: how the nodes are now.
    `can_pass(block, target)`: does a jump pass by what could write to memory?
    """
    plan = plan_of(code.template)
    if place > 0:
        return _Writer(code, plan, plan.blocks[place - 1], children, position, can_pass, loud).write(0)
    for block in plan.blocks:
        for i, step in enumerate(block.steps or ()):
            if step[1] == -place:
                return _Writer(code, plan, block, children, position, can_pass, loud).write(i + 1)
    return None


class _Writer(Generated):
    """Writes the function of a stride. `n0`, `n1`, ... are its nodes, in `body` is what is done when they are checked.

    Quiet nodes are collected in `row`: (variable, data, control).
    """

    def __init__(
        self,
        code: Code,
        plan: Plan,
        block: BlockPlan,
        children: tuple[Any, ...],
        position: int,
        can_pass: Callable[[int, int], bool],
        loud: bool,
    ) -> None:
        super().__init__(
            f"index of {code.template.code.co_qualname}, block {block.number}",
            "index, frame, children, position",
            UNCHANGING=UNCHANGING, TapeConstant=TapeConstant, PrimitiveCallNode=PrimitiveCallNode,
            RaiseNode=RaiseNode, called=called, tuple=tuple,
        )  # fmt: skip
        self.code = code
        self.plan = plan
        self.block = block
        self.sample = children[position : position + _LONGEST]
        self.can_pass = can_pass
        self.loud = loud
        self.flow = code.beside.flow
        self.sampled: dict[str, Any] = {}  # these nodes, by their names
        self.count = 0
        self.nodes: dict[int, int] = {}  # variable -> the number of its node
        self.vertices: list[str] = []  # of each node
        self.checks: dict[str, None] = {}  # expressions that have to hold
        self.body: list[str] = []
        self.row: list[tuple[int, str, str]] = []
        self.last: tuple[Any, ...] = ()

    def write(self, first: int) -> Stride | None:
        block = self.block
        if first == 0 and block.number != 1:
            for variable, _, location, _ in block.arguments:
                self._argument(variable, location)
        going = all(self._step(step) for step in (block.steps or [])[first:])
        if not going or not self._end():
            self._flush()
            self.body.append("frame.place_next = 0")  # the next node is for `visit`
        return self._finish() if self.count else None

    # -- parts of code ------------------------------------------------------------------------------------------------

    def _is_next(self, location: Any) -> bool:
        """Is the next node of the run that is looked at the one of that place?"""
        found = self.sample[self.count] if len(self.sample) > self.count else None
        return found is not None and found.location is location and type(found) is not RaiseNode

    def _node(self, variable: int, location: Any) -> str:
        """A further node."""
        k = self.count
        self.count += 1
        self.sampled[f"n{k}"] = self.sample[k]
        if variable:
            self.nodes[variable] = k
        self.last = (location,)
        return f"n{k}"

    def _control(self, node: str, is_late: bool) -> str:
        """`is_late`: does it read what a loop has left behind?"""
        return f"index._control({node}, frame)" if is_late else "c"

    def _quiet(self, variable: int, data: str, control: str) -> None:
        self.vertices.append(f"v{len(self.vertices)}")
        self.row.append((variable, data, control))

    def _flush(self) -> None:
        """Add the vertices of a row."""
        row = self.row
        if not row:
            return
        first, last = self.count - len(row), self.count
        add = self.body.append
        add(f"n{first}._vertex = v{first} = len(index.nodes)")
        for k in range(first + 1, last):
            add(f"n{k}._vertex = v{k} = v{first} + {k - first}")
        add(f"index.data += {tuple_of([data for _, data, _ in row])}")
        add(f"index.control += {tuple_of([control for _, _, control in row])}")
        add(f"index.nodes += nodes[{first}:{last}]")
        self.body += [f"latest[{variable}] = n{k}" for k, (variable, _, _) in enumerate(row, first) if variable]
        self.row = []

    def _unchanging(self, value: str) -> str:
        """The type that it has now is looked at first, which takes half the time."""
        known = self.constant(type(self._sampled(value)))
        return f"(type({value}) is {known} or id(type({value})) in UNCHANGING)"

    def _can_change(self, value: str) -> str:
        is_unchanging = id(type(self._sampled(value))) in UNCHANGING
        return f"not {self._unchanging(value)}" if is_unchanging else f"id(type({value})) not in UNCHANGING"

    def _effect(self, node: str, variable: int, data: str, control: str, effect: str) -> None:
        """A node that does something to memory."""
        k = self.count - 1
        self.count = k
        self._flush()
        self.count = k + 1
        self.vertices.append(f"v{k}")
        self.body += [
            f"v{k} = index.at = {node}._vertex = len(index.nodes)",
            f"index.nodes.append({node})",
            f"index.data.append({data})",
            f"index.control.append({control})",
            effect,
            "if index.reading:",
            f"    index.data[v{k}] += tuple(index.reading)",
            "    index.reading = []",
            "if index.doubting:",
            f"    index._doubt_at(v{k})",
            f"if {self._can_change(f'{node}.value')} and id({node}.value) not in index.made:",
            f"    index.made[id({node}.value)] = v{k}, index.epoch",
            f"latest[{variable}] = {node}",
        ]

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _argument(self, variable: int, location: Any) -> None:
        node = self._node(variable, location)
        control = self._control(node, variable in self.flow.outlived[0])
        self._quiet(variable, self._read(f"{node}._operands"), f"(*{control}, {node}.branch._vertex)")

    def _read(self, operands: str) -> str:
        """The vertices of the operand of an argument or return, which may be a name that somebody stores to."""
        if self.code.names:
            self.checks[f"id({operands}[0]) not in index.constants"] = None
        return f"({operands}[0]._vertex,) if type({operands}[0]) is not TapeConstant else ()"

    def _step(self, step: Step) -> bool:
        """Add the node of a step, if it has one; False if the stride ends before it."""
        kind, variable, _, _, location, item, _, _ = step
        if kind in (PENDING, NAME) or (kind == LOAD and not self._is_next(location)):
            return True
        if not self._is_next(location):
            return False
        expression, reads = item.statement.expression, item.reads
        handle: Any = None
        if kind in (CALL, ASKING):
            if type(self.sample[self.count]) is not PrimitiveCallNode or is_starred(item.statement):
                return False
            node = self._node(variable, location)
            self.checks[f"type({node}) is PrimitiveCallNode"] = None
            data = self._passed(node, reads)
            control = self._control(node, variable in self.flow.outlived[0])
            self._effect(node, variable, data, control, f"called(index, {node})")
            return True
        if kind == LOAD:  # which has no node where it is folded
            self.checks[f"n{self.count}.location is {self.constant(location)}"] = None
            handle, first = get_attribute, 1
        elif kind == NEXT:
            handle, first = advance, 1
        elif kind in (VALUE, TESTED) and isinstance(expression, Call):
            if is_starred(item.statement) or not isinstance(expression.function, Constant):
                return False
            handle, first = CALLS.get(id(expression.function.value)), 1
            if handle is None:
                return False
        elif kind in (VALUE, TESTED, EFFECT, STORE) and isinstance(expression, Special):
            if expression.name in ("yield", "await", "yield_from"):
                return False
            handle, first = FORMS.get(expression.name, special), 0
        else:
            return False
        node = self._node(variable, location)
        control = self._control(node, variable in self.flow.outlived[0])
        operands = [self._operand(read, f"{node}._operands[{i}]") for i, read in enumerate(reads[first:], first)]
        if any(operand is None for operand in operands):
            data = f"index._operands({node}, frame)"
        else:
            data = tuple_of([operand for operand in operands if operand])
        if self._is_quiet(node, item, first, handle):
            self._quiet(variable, data, control)
        elif handle is special:
            self._effect(node, variable, data, control, f"{self.constant(special)}(index, {node})")
        else:
            passed = f"{node}._operands[1:]" if first else f"{node}._operands"
            self._effect(node, variable, data, control, f"{self.constant(handle)}(index, {node}, {passed})")
        return True

    def _operand(self, read: int, operand: str) -> str | None:
        """The vertex of an operand; "" for a constant, None for a name that somebody stores to."""
        if read >= self.plan.lifted.size:
            return ""
        if read in self.nodes:
            return self.vertices[self.nodes[read]]
        name = self.plan.names.get(read)
        if name is not None and is_among(name, self.code.names):
            return None
        if name is None:
            return f"{operand}._vertex"
        sample = self._sampled(operand)
        self.checks[f"type({operand}) is {'' if type(sample) is TapeConstant else 'not '}TapeConstant"] = None
        return "" if type(sample) is TapeConstant else f"{operand}._vertex"

    def _passed(self, node: str, reads: tuple[int, ...]) -> str:
        """The vertices of what a call is given: what a method was looked up in is an operand more."""
        if self.code.names:
            return f"index._operands({node}, frame)"
        operands = self._sampled(f"{node}._operands")
        self.checks[f"len({node}._operands) == {len(operands)}"] = None
        first = len(operands) - len(reads) + 1
        found = []
        for i, operand in enumerate(operands):
            read = reads[i - first + 1] if i >= first else 0
            if read in self.nodes:
                found.append(self.vertices[self.nodes[read]])
            elif read < self.plan.lifted.size:
                is_constant = type(operand) is TapeConstant
                self.checks[f"type({node}._operands[{i}]) is {'' if is_constant else 'not '}TapeConstant"] = None
                found += [] if is_constant else [f"{node}._operands[{i}]._vertex"]
        return tuple_of(found)

    def _sampled(self, expression: str) -> Any:
        """What an expression about nodes is in the run that is looked at."""
        return eval(expression, self.names, self.sampled)

    def _is_quiet(self, node: str, item: Any, first: int, handle: Any) -> bool:
        """Does the node do nothing, and read nothing in memory? If that depends on types, let these be checked."""
        looked = [f"{node}.value"]
        if handle is not nothing:
            expression = item.statement.expression
            is_format = isinstance(expression, Special) and expression.name.startswith("format_")
            is_operator = isinstance(expression, Call) and id(getattr(expression.function, "value", None)) in QUIET
            if self.loud or not (is_format or is_operator):
                return False
            for i, read in enumerate(item.reads[first:], first):
                if read < self.plan.lifted.size:
                    k = self.nodes.get(read)  # one expression, however many read it
                    looked.append(f"{node}._operands[{i}].value" if k is None else f"n{k}.value")
                elif id(type(self.plan.environment[read].value)) not in UNCHANGING:
                    return False
        if not all(id(type(self._sampled(value))) in UNCHANGING for value in looked):
            return False
        if item.kind == TESTED_ITEM:  # whose value is a bool
            del looked[0]
        for value in looked:
            self.checks[self._unchanging(value)] = None
        return True

    # -- its end ------------------------------------------------------------------------------------------------------

    def _end(self) -> bool:
        """Add the node that ends the block; False if it is not one for a stride."""
        block = self.block
        if block.end == RETURN:
            return self._return()
        if block.end not in (GOTO, IF, IF_NONE, TESTED, NEXT):
            return False
        edges = block.edges[:1] if block.end == NEXT else block.edges
        if not any(self._is_next(edge.location) for edge in edges):
            return False
        late = block.number in self.flow.outlived[1]
        node = f"n{self.count}"
        self.sampled[node] = self.sample[self.count]
        data, checks = "()", dict(self.checks)
        if block.end != GOTO:
            self.count += 1
            operand = self._operand(block.condition, f"{node}._condition")
            looks = block.end in (IF, TESTED)
            value = f"{node}._condition.value"
            if operand is None or (looks and id(type(self._sampled(value))) not in UNCHANGING):
                self.count -= 1
                self.checks = checks
                return False
            if looks and block.condition < self.plan.lifted.size:
                k = self.nodes.get(block.condition)
                if block.end == IF or k is None:
                    self.checks[self._unchanging(value if k is None else f"n{k}.value")] = None
            data = tuple_of([operand] if operand else [])
            self.count -= 1
        self.count += 1
        self.last = tuple([edge.location for edge in edges])
        self._quiet(0, data, self._control(node, late))
        vertex = self.vertices[-1]
        self._flush()
        for i, edge in enumerate(edges):
            lines = self._edge(node, vertex, edge.target.number)
            if len(edges) > 1:
                self.body.append(f"if {node}.holds:" if i == 0 else "else:")
                lines = ["    " + line for line in lines]
            self.body += lines
        return True

    def _return(self) -> bool:
        if not self._is_next(self.block.location):
            return False
        node = self._node(0, self.block.location)
        self.checks["frame.node.parent is not None"] = None
        self._quiet(0, self._read(f"{node}._operands"), self._control(node, self.block.number in self.flow.outlived[1]))
        self._flush()
        self.body.append("frame.place_next = 0")
        return True

    def _edge(self, node: str, vertex: str, target: int) -> list[str]:
        """What a jump decides: what `Frame.jumped` does, where that is simple."""
        forks, join, left, watched = self.flow.move(self.block.number, target)
        lines, jumps = [], bool(left or not forks or join == target)  # does it ask for what was open before?
        if self.can_pass(self.block.number, target):
            lines.append(f"index.potential.passed_by({node}, frame)")
        if left or (forks and join == target):
            lines.append(f"frame.jumped({vertex}, {target}, raised=False)")
        elif forks:
            lines += [
                "opened = frame.open_jumps",
                f"if opened and opened[-1][1] == {join}:",
                f"    opened[-1] = ({vertex}, {join}, None)",
                "else:",
                f"    opened.append(({vertex}, {join}, None))",
                f"frame.control = {self._decider(vertex)}",
                f"frame.block, frame.watched = {target}, {watched}",
            ]
        else:
            assert target != EXIT
            lines += [
                "opened = frame.open_jumps",
                f"if opened and opened[-1][1] == {target}:",
                "    opened.pop()",
                f"    if opened and opened[-1][1] != {target} and opened[-1][2] is None and not frame.handling:",
                f"        frame.control = {self._decider('opened[-1][0]')}",
                f"        frame.block, frame.watched = {target}, {watched}",
                "    else:",
                f"        frame.jumped({vertex}, {target}, raised=False)",
                "else:",
                f"    frame.block, frame.watched = {target}, {watched}",
            ]
        return [*lines, f"frame.place_next = {0 if watched else target}{' if not frame.handling else 0' * jumps}"]

    def _decider(self, vertex: str) -> str:
        """What a jump decides, alone or, in what can go on later, with what made it go on."""
        return f"({vertex}, *frame.base)" if self.code.suspends else f"({vertex},)"

    def _finish(self) -> Stride | None:
        count = self.count
        names = ", ".join(f"n{k}" for k in range(count))
        self.line(f"{names}{',' if count == 1 else ''} = nodes = children[position : position + {count}]")
        places = " or ".join(f"n{count - 1}.location is {self.constant(location)}" for location in self.last)
        ends = f"({places}) and type(n{count - 1}) is not RaiseNode"  # which has the place of what raised
        self.line(f"if not ({' and '.join([ends, *self.checks])}):")
        self.line("return False", deeper=1)
        self.line("c, latest, index.frame, index.ran = frame.control, frame.latest, frame, False")
        for line in self.body:
            self.line(line)
        self.line("return True")
        function = self.function()
        return Stride(count, function, self.last, self.loud) if function is not None else None


def called(index: Any, node: Any) -> None:
    """What a call does that was not entered."""
    operands = node._operands
    function = operands[0].value
    handle = CALLS.get(id(function))
    if handle is None:
        call(index, node, function)
    else:
        handle(index, node, operands[1:])
