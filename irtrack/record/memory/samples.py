"""What generated code reads of nodes, as one run had them: see strides.py."""

from types import CellType, FunctionType
from typing import Any

from ...ir.control import ControlFlow
from ..decoding.plan import BlockPlan, Plan
from ..nodes.kinds import JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from ..values import Dropped
from .calls import through
from .frames import PLAIN, SAFE, Code, can_raise, depends_on_types, is_among
from .others import NONE
from .pieces import resumed, takes_next
from .potential import Potential
from .segments import Operand, Segment
from .shadows import SCALARS, UNCHANGING

LONGEST = 1000  # nodes that are looked at


class Sample(Segment):
    """Some nodes of a run, `n0`, `n1`, ...; what holds for them is in `checks`, if the code relies on it.

    `count`: how many of them the code has. `nodes`: by the number of a variable, that of its node.
    """

    def __init__(
        self,
        code: Code,
        flow: ControlFlow,
        plan: Plan,
        block: BlockPlan,
        children: tuple[Any, ...],
        position: int,
        loud: bool,
    ) -> None:
        super().__init__(
            f"index of {code.template.code.co_qualname}, block {block.number}",
            UNCHANGING=UNCHANGING, SCALARS=SCALARS, TapeConstant=TapeConstant, PrimitiveCallNode=PrimitiveCallNode,
            RaiseNode=RaiseNode, JumpNode=JumpNode, late=late, through=through, resumed=resumed,
            takes_next=takes_next, NestedCallNode=NestedCallNode, SpecialCallNode=SpecialCallNode, tuple=tuple,
            NONE=NONE, code=code, is_among=is_among, are_loaded=are_loaded, Dropped=Dropped, can_raise=can_raise,
            PLAIN=PLAIN, SAFE=SAFE, CellType=CellType, FunctionType=FunctionType,
        )  # fmt: skip
        self.code = code
        self.confined = code.beside.confined if code.whole else ()
        self.whole = code.whole
        self.plan = plan
        self.block = block
        self.sample = children[position : position + LONGEST]
        # does a jump pass by what could write to memory?
        self.can_pass = Potential.can_pass(code.beside, flow) if code.whole else lambda number, target: False
        self.loud = loud
        self.flow = flow
        self.count = self.first = 0
        # what decides that the nodes run; that they do where no jump of the row does
        self.control = self.outer = "c" if code.whole else "()"
        # is it caught somewhere what a statement raises? what decides then without the last one that could have
        self.watches = code.whole and (flow.guarded or any(flow.catching.values()))
        self.plain = "plain" if self.watches else self.control
        # the row's jumps that decide about what comes next, and the blocks where their ways meet
        self.opened: list[tuple[str, int]] = []
        self.nodes: dict[int, int] = {}  # variable -> the number of its node
        self.checks: dict[str, None] = {}  # expressions that have to hold
        self.checked: set[str] = set()  # those of earlier segments
        self.named: list[str] = []  # how the next ones get them
        self.aliases: dict[int, str] = {}  # variable -> in the segment, the name of its node, which came before
        self.last: tuple[Any, ...] = ()  # where the last node can be
        self.path: list[tuple[int, Any]] = []  # the jumps that lead on within segments, and where they are
        # how many nodes the first segment has, and the same two of it
        self.head: tuple[int, tuple[Any, ...], tuple[tuple[int, Any], ...]] = 0, (), ()
        self.start = 0  # the number of the block's first node
        # of segments that begin with the head of a loop, by their first nodes, how many come before it asks for more
        self.advancing: dict[int, int] = {}
        self.begins = 0, 0  # the block of the segment, and its place there
        self.is_loading = False  # has a name been loaded ahead, to which something stores, that no node had so far?
        self.loads: list[int] = []  # of the segment's nodes those before which that is so
        self.loaded = 0  # names that are loaded by the nodes that take them
        # the vertices of the jump that led to the block, and of what this passed
        self.jump: tuple[str, list[str]] | None = None

    def _is_next(self, location: Any) -> bool:
        """Is the next node of the run that is looked at the one of that place?"""
        found = self.sample[self.count] if len(self.sample) > self.count else None
        return found is not None and found.location is location and type(found) is not RaiseNode

    def _node(self, variable: int, location: Any) -> str:
        """A further node; before it, the names are loaded that it, or another one behind it, has."""
        k = self.count
        if self.is_loading:
            place = k - self.first
            self.is_loading = False
            self.loads.append(place)
            self.flush()
            self.body += [
                f"if frame.constants and frame.constants[-1][0] <= p + {place}:",
                f"    index._load_names(frame, p + {place + 1})",
            ]
        self.count += 1
        self.sampled[f"n{self.prefix}{k}"] = self.sample[k]
        if variable:
            self.nodes[variable] = k
        self.last = (location,)
        return f"n{self.prefix}{k}"

    @property
    def next_node(self) -> str:
        return f"n{self.prefix}{self.count}"

    def _control(self, node: str, is_late: bool) -> str:
        """`is_late`: does it read what a loop has left behind?"""
        if not self.whole:
            return "()"
        return f"late({self.control}, {node}, frame)" if is_late else self.control

    def _is_caught(self, variable: int) -> bool:
        """Would an exception of that statement be caught?"""
        return self.watches and (self.flow.guarded or variable in self.flow.protected)

    def _raised_past(self, node: str, variable: int, operands: list[Operand], function: str = "") -> None:
        """That a statement did not raise which could have, and would have been caught, decides about what comes next.

        `function`: what gives what it calls, if that is not always the same.
        """
        if not self._is_caught(variable):
            return
        sample = self.sampled[node]
        behind = f"(*{self.plain}, {self.vertices[-1]})"
        if depends_on_types(sample):
            if not (function or self.loud or can_raise(sample)):
                for operand in operands:
                    if not operand.is_literal:
                        self._be_plain(operand.value)
                return
            behind = f"{behind} if can_raise({node}) else {self.control}"
        elif not can_raise(sample):
            return
        elif function:
            self.checks[f"id({function}) not in SAFE"] = None
        self.control = f"r{self.vertices[-1]}"
        self.body.append(f"{self.control} = {behind}")

    def _be_plain(self, value: str) -> None:
        """Let a value be a plain number or text, which is more than that its type cannot change."""
        self.checks.pop(self._unchanging(value), None)
        cls = self.constant(type(self._sampled(value)))
        self.checks[f"(type({value}) is {cls} or id(type({value})) in PLAIN)"] = None

    def _is_late(self, variable: int) -> bool:
        return variable in self.flow.outlived[0]

    def _sampled(self, expression: str) -> Any:
        """What an expression about nodes is in the run that is looked at."""
        return eval(expression, self.names, self.sampled)

    def _unchanging(self, value: str) -> str:
        return self.unchanging(value, self._sampled(value))

    def _are_scalars(self, values: list[str]) -> bool:
        return all(id(type(self._sampled(value))) in SCALARS for value in values)

    def _scalar(self, value: str) -> str:
        return f"(type({value}) is {self.constant(type(self._sampled(value)))} or id(type({value})) in SCALARS)"

    def _known(self, read: int) -> str:
        """The vertex of the latest run of a variable, "" if that is not among the nodes of the stride."""
        return self.vertices[self.nodes[read]] if read in self.nodes else ""

    def _read(self, node: str, vertex: str) -> str:
        """The vertices of the operand of an argument or return, which may be a name that somebody stores to."""
        operand = f"{node}._operands[0]"
        if vertex:
            return f"({vertex},)"
        if self.code.loads:
            names, sample = self.constant(self.code.names), self._sampled(operand)
            if type(sample) is TapeConstant and is_among(sample.name or "", self.code.names):
                known = self._load(operand, sample)
                if known:
                    return f"{known}[0]"
                self.body.append(f"x{self.count} = index._operands({node}, frame)")
                return f"x{self.count}"
            self.checks[f"(type({operand}) is not TapeConstant or not is_among({operand}.name or '', {names}))"] = None
        return f"({operand}._vertex,) if type({operand}) is not TapeConstant else ()"

    def _operand(self, read: int, operand: str) -> Operand:
        """What a node reads; without vertex if it is a constant, or a name that somebody stores to."""
        if read >= self.plan.lifted.size:
            value = self.plan.environment[read].value
            return Operand(operand, self.constant(value), "", value, is_literal=True)
        if read in self.nodes:
            k = self.nodes[read]
            node = f"n{self.prefix}{k}"
            return Operand(node, f"{node}.value", self.vertices[k], self.sampled[node].value)
        sample = self._sampled(operand)
        name = self.plan.names.get(read)
        is_stored = name is not None and is_among(name, self.code.names)
        if name is not None and not is_stored:
            self.checks[f"type({operand}) is {'' if type(sample) is TapeConstant else 'not '}TapeConstant"] = None
        is_constant = is_stored or (name is not None and type(sample) is TapeConstant)
        if name is None:
            operand = self._alias(read, operand, sample)
        vertex = "" if is_constant else f"{operand}._vertex"
        known = self._load(operand, sample) if is_stored else ""
        return Operand(
            operand, f"{operand}.value", vertex, sample.value, is_stored=is_stored, is_earlier=name is None, known=known
        )

    def _alias(self, read: int, operand: str, sample: Any) -> str:
        """The node of a variable, in a word."""
        name = self.aliases.get(read)
        if name is None:
            name = self.aliases[read] = f"o{read}"
            self.sampled[name] = sample
            self.named.append(f"{name} = {operand}")
        return name

    def _passed(self, node: str, reads: tuple[int, ...]) -> list[Operand]:
        """What a call is given: what a method was looked up in is an operand more."""
        operands = self._sampled(f"{node}._operands")
        self.checks[f"len({node}._operands) == {len(operands)}"] = None
        first = len(operands) - len(reads) + 1
        found = []
        for i, operand in enumerate(operands):
            read = reads[i - first + 1] if i >= first else 0
            text = f"{node}._operands[{i}]"
            if read in self.nodes or read >= self.plan.lifted.size:
                found.append(self._operand(read, text))
            else:
                is_constant = type(operand) is TapeConstant
                self.checks[f"type({text}) is {'' if is_constant else 'not '}TapeConstant"] = None
                vertex = "" if is_constant else f"{text}._vertex"
                is_stored = is_constant and operand.after >= 0 and is_among(operand.name or "", self.code.names)
                known = self._load(text, operand) if is_stored else ""
                found.append(Operand(text, f"{text}.value", vertex, operand.value, is_stored=is_stored, known=known))
        return found

    def _load(self, operand: str, sample: Any) -> str:
        """The variable that has what is known of a name, which the next node takes; "" if it may be loaded ahead."""
        if self.code.ahead or type(sample) is not TapeConstant:
            return ""
        self.checks[f"type({operand}) is TapeConstant"] = None
        self.loaded += 1
        known, name, code = f"l{self.loaded}", sample.name, self.code.template.code
        tests = [f"type({operand}.value) is not CellType"]
        loads = f"{known} = index.load(frame, {operand})"
        if name in code.co_freevars:
            place = f"('cell', id(frame.function.__closure__[{code.co_freevars.index(name)}]))"
            tests.append("type(frame.function) is FunctionType and frame.function.__closure__")
        elif name in code.co_cellvars:
            place = f"(id(frame.node), {name!r})"
        else:
            self.flush()
            self.body.append(loads)
            return known
        usual = f"index.load_variable({operand}, {place}) if {' and '.join(tests)} else None"
        self.body.append(f"{known} = {usual}")
        self.unless(f"{known} is not None", [loads], seldom=True)
        return known

    def _vertices(self, node: str, variable: int, operands: list[Operand]) -> tuple[list[str], str]:
        """On what a node depends, without what it reads in memory."""
        control = self._control(node, self._is_late(variable))
        if any(operand.is_asked for operand in operands):
            self.body.append(f"x{self.count} = index._operands({node}, frame)")
            return [f"*x{self.count}"], control
        return [operand.read for operand in operands if operand.read], control

    def _doubt(self, vertex: str, operands: list[Operand], data: str = "") -> None:
        """Let a vertex have the doubts about names that it reads, `data` that `_read` gave."""
        if data.startswith("x") or any(operand.is_asked for operand in operands):
            self.body += ["if index.doubting:", f"    index._doubt_at({vertex})"]
        loaded = [operand.known for operand in operands if operand.known]
        if data.startswith("l"):
            loaded.append(data.removesuffix("[0]"))
        for known in loaded:
            self.body += [f"if {known}[1]:", f"    index.doubt_at({vertex}, {known}[1])"]


def late(control: tuple[int, ...], node: Any, frame: Any) -> tuple[int, ...]:
    """What decided that a node ran which reads what loops have left behind."""
    return (*control, *frame.ended(node))


def are_loaded(constants: list[tuple[int, TapeConstant]], position: int, size: int, places: tuple[int, ...]) -> bool:
    """Are those of a frame's names that are loaded before one of some nodes loaded at these places among them?"""
    k = len(constants) - 1
    while k >= 0 and constants[k][0] < position + size:
        if constants[k][0] - position not in places:
            return False
        k -= 1
    return True
