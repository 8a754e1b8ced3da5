"""Statements and arguments of blocks, as generated code: see strides.py."""

from typing import Any

import numpy as np

from ...cpython.lift import TESTED as TESTED_ITEM
from ...ir.language import Call, Constant, Load, Special, Statement
from ..classes import is_static
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
    Argument,
    BlockPlan,
    Step,
)  # fmt: skip
from ..generated import tuple_of
from ..nodes.kinds import PrimitiveCallNode
from .called import called_of_operands, calls_given, looks_into
from .callees import attribute_of, is_callee
from .effects import CALLS, FORMS, QUIET, call, special
from .effects.attributes import get_attribute
from .effects.general import computes, nothing
from .effects.iterators import advance
from .effects.sequences import unpack
from .frames import SUSPENDING, is_among, is_starred
from .samples import Sample
from .segments import Operand, Usual
from .shadows import SCALARS, UNCHANGING
from .usual import usual


class Statements(Sample):
    """Writes what nodes add to the graph that stand in a block before its end."""

    def _argument(self, argument: Argument) -> bool:
        variable, _, location, k = argument
        if not self._is_next(location):
            return False
        node = self._node(variable, location)
        jump, passed = self.jump if self.jump is not None else (f"{node}.branch._vertex", [])
        data = self._read(node, passed[k] if passed else "")
        control = self._control(node, self._is_late(variable))
        vertex = self.vertex(node, data, f"(*{control}, {jump})" if self.whole else control)
        self._doubt(vertex, [], data)
        if self.whole and id(type(self.sampled[node].value)) in UNCHANGING:
            self.checks[self._unchanging(f"{node}.value")] = None
        elif self.whole:  # what else it could have been is known as long as the frame runs
            self.flush()
            self.body += [
                f"if id(type({node}.value)) not in UNCHANGING:",
                f"    {node}._position = {self._position}",
                f"    others({node})",
            ]
        return True

    @property
    def _position(self) -> str:
        """That of the last node."""
        return f"p + {self.count - self.first}"

    def _step(self, step: Step) -> bool:
        """Add the node of a step, if it has one; False if the stride ends before it."""
        kind, variable, _, _, location, item, name, _ = step
        if kind in (PENDING, NAME) or (kind == LOAD and not self._is_next(location)):
            self.is_loading = self.is_loading or (self.code.ahead and is_among(name, self.code.names))
            return True
        if not self._is_next(location):
            return False
        if kind in (CALL, ASKING):
            return self._call(variable, location, item)
        handle = _handler(kind, item.statement)
        if handle is None:
            return False
        if kind == LOAD:  # which has no node where it is folded
            self.checks[f"{self.next_node}.location is {self.constant(location)}"] = None
        if kind == NEXT and self.first == self.start:
            self.advancing[self.first] = self.count - self.first
        first = int(not isinstance(item.statement.expression, Special))
        node = self._node(variable, location)
        reads = item.reads if kind != LOAD else (0, *item.reads)
        operands = [self._operand(read, f"{node}._operands[{i}]") for i, read in enumerate(reads[first:], first)]
        if isinstance(item.statement.expression, Load):
            name = item.statement.expression.name
            operands.append(Operand(f"{node}._operands[2]", repr(name), "", name, is_literal=True))
        if self._is_quiet(node, item, handle, operands):
            self._quiet(node, variable, operands)
        elif handle is special:
            self._effect(node, variable, operands, f"{self.constant(special)}(index, {node})", None)
        else:
            passed = f"{node}._operands[1:]" if first else f"{node}._operands"
            self._effect(node, variable, operands, f"{self.constant(handle)}(index, {node}, {passed})", handle)
        self._raised_past(node, variable, operands)
        return True

    def _call(self, variable: int, location: Any, item: Any) -> bool:
        """A call that was not entered."""
        if type(self.sample[self.count]) is not PrimitiveCallNode or is_starred(item.statement):
            return False
        node = self._node(variable, location)
        self.checks[f"type({node}) is PrimitiveCallNode"] = None
        operands = self._passed(node, item.reads)
        function = operands[0].sample
        test = f"{operands[0].value} is {self.constant(function)}"
        looked = [*[operand.value for operand in operands[1:] if not _is_constant(operand)], f"{node}.value"]
        # perhaps among others, which might have been called
        is_selected = bool(operands[0].vertex) or operands[0].is_stored
        can_be_quiet = not self.loud and id(function) in QUIET and self._are_scalars(looked)
        can_be_quiet = can_be_quiet and not self._may_act(node, operands[1:])
        can_be_quiet = can_be_quiet and not operands[0].is_stored  # what is stored there, is known behind the checks
        if can_be_quiet and not (is_selected and self._is_in_row(operands[0])):
            if is_selected and self.whole:
                self.checks[f"not index.choices.functions({operands[0].node})"] = None
            for check in (test, *map(self._scalar, looked)):
                self.checks[check] = None
            self._quiet(node, variable, operands)
        else:
            known = computes if type(function) is np.ufunc else CALLS.get(id(function))
            handle = known if not is_selected else None
            self._effect(node, variable, operands, f"{self.constant(called)}(index, {node})", handle, test)
        self._raised_past(node, variable, operands[1:], operands[0].value)
        return True

    def _is_in_row(self, operand: Operand) -> bool:
        """Has an operand no vertex yet when it is looked whether the nodes of the row are those that are there?"""
        numbers = {f"n{self.prefix}{k}" for k in range(self.first, self.count)}
        return operand.node in numbers

    def _quiet(self, node: str, variable: int, operands: list[Operand]) -> None:
        data, control = self._vertices(node, variable, operands)
        vertex = self.vertex(node, tuple_of(data), control)
        self._doubt(vertex, operands)

    def _effect(
        self, node: str, variable: int, operands: list[Operand], does: str, handle: Any, test: str = ""
    ) -> None:
        """A node that does something to memory, for which `does` is called; `test`: is the function as usual?"""
        value = self.sampled[node].value
        data, control = self._vertices(node, variable, operands)
        case = usual(self, handle, node, value, operands[1:] if test else operands)
        if case is not None and test:
            case = case._replace(condition=f"{test} and {case.condition}")
        vertex = self.effect(node, data, control, [does], case)
        self._doubt(vertex, operands)
        self._makes(node, value, vertex)
        if self.whole:
            self._looked_at(node, operands, test)

    def _looked_at(self, node: str, operands: list[Operand], test: str) -> None:
        """C code is given objects; in the place of some it could have been given others, whose methods it calls.

        `test`: does it have the function of the node that was looked at?
        """
        conditions = []
        acts, names = self._may_act(node, operands), called_of_operands(self.sampled[node])
        into = looks_into(self.sampled[node], names)
        for operand in operands:
            cls = type(operand.sample)
            if not operand.vertex:
                continue
            if acts:
                conditions.append(self.of_its_class(operand))
                if into:  # which may be of what it holds
                    conditions.append(f"id(type({operand.value})) in UNCHANGING")
            elif calls_given(names) and is_callee(operand.sample):
                conditions.append(self.is_no_other(operand))
            elif id(cls) in UNCHANGING:
                is_usual = self.unchanging(operand.value, operand.sample)
                conditions.append(f"({is_usual} or {self.is_no_other(operand)})")
            elif is_static(cls):
                is_usual = f"type({operand.value}) is {self.constant(cls)}"
                conditions.append(f"({is_usual} or {self.is_no_other(operand)})")
            else:
                conditions.append(self.of_its_class(operand))
        if conditions:
            first = max(0, len(self._sampled(f"{node}._operands")) - len(operands))
            does = f"index._looked_at_by_c({node}, {node}._operands[{first}:])"
            is_usual = " and ".join(conditions)
            attribute, sets = attribute_of(self.sampled[node])
            if not calls_given(names) and (attribute is None or operands[1].is_literal):
                called = [names, attribute, sets]
                is_usual = f"({is_usual} or not tells_special({', '.join(map(self.constant, called))}))"
            if test:
                is_usual = f"{test} and {is_usual}"
            self.unless(is_usual, [does], seldom=True)

    def _may_act(self, node: str, operands: list[Operand]) -> bool:
        """Would a node call methods that write something, had it been given other objects?"""
        acting, names = self.code.acting, called_of_operands(self.sampled[node])
        is_called = bool(acting) and (names is None or not acting.isdisjoint(names))
        return is_called and any(operand.vertex for operand in operands)

    def _makes(self, node: str, value: Any, vertex: str) -> None:
        """A node may be the first that has its value."""
        if id(type(value)) in UNCHANGING:
            self.body.append(f"if not {self._unchanging(f'{node}.value')} and id({node}.value) not in made:")
        else:
            self.body.append(f"if id(type({node}.value)) not in UNCHANGING and id({node}.value) not in made:")
        self.body += [
            f"    made[id({node}.value)] = {vertex}, index.epoch",
            f"    if type({node}.value) is Dropped:",
            f"        index.is_part_of({node}.value, {node})",
        ]

    def _is_quiet(self, node: str, item: Any, handle: Any, operands: list[Operand]) -> bool:
        """Does the node do nothing, and read nothing in memory? If that depends on types, let these be checked."""
        looked = [f"{node}.value"]
        if handle is not nothing:
            expression = item.statement.expression
            is_format = isinstance(expression, Special) and expression.name.startswith("format_")
            is_operator = isinstance(expression, Call) and id(getattr(expression.function, "value", None)) in QUIET
            if self.loud or not (is_format or is_operator) or self._may_act(node, operands):
                return False
            if not all(id(type(operand.sample)) in UNCHANGING or _is_constant(operand) for operand in operands):
                return False
            looked += [operand.value for operand in operands if not operand.is_literal]
        if not all(id(type(self._sampled(value))) in UNCHANGING for value in looked):
            return False
        if item.kind == TESTED_ITEM:  # whose value is a bool
            del looked[0]
        for value in looked:
            self.checks[self._unchanging(value)] = None
        return True

    def _end(self) -> int | None:
        """Add the node that ends the block; which edge it took, -1 for a return, None if it is not one for a stride."""
        block = self.block
        if block.end == RETURN:
            return self._return()
        if block.end not in (GOTO, IF, IF_NONE, TESTED, NEXT):
            return None
        edges = block.edges[:1] if block.end == NEXT else block.edges
        edge = next((k for k, edge in enumerate(edges) if self._is_next(edge.location)), None)
        if edge is None:
            return None
        control = self._control(self.next_node, block.number in self.flow.outlived[1])
        node = self._node(0, None)
        self.last = tuple([edge.location for edge in edges])
        if block.end == GOTO:
            self.vertex(node, "()", control)
            return edge
        operand = self._operand(block.condition, f"{node}._condition")
        data = [operand.read] if operand.read else []
        if operand.is_asked:
            self.body.append(f"x{self.count} = index._operands({node}, frame)")
            data = [f"*x{self.count}"]
        is_tested = block.end in (IF, TESTED)
        is_given = block.end == NEXT and any(step[1] in self.code.resuming for step in block.steps or ())
        is_compared = block.end == TESTED and block.condition in self.nodes
        may_act = is_tested and not is_compared and self._may_act(node, [operand])
        if is_given or may_act or (is_tested and id(type(operand.sample)) not in UNCHANGING):
            # of what has run something, most often nothing decides whether it has more
            plain = Usual([], f"id({operand.value}) not in index.decided", [], [], []) if block.end == NEXT else None
            does = [f"index._condition({node})"]
            vertex = self.effect(node, data, control, does, plain if not self.whole else None)
        else:
            if is_tested and not operand.is_literal and not is_compared:
                self.checks[self._unchanging(operand.value)] = None
            vertex = self.vertex(node, tuple_of(data), control)
        self._doubt(vertex, [operand])
        return edge

    def _jumps(self, taken: int) -> None:
        """Follow the edge that was taken within the row: what decides about what comes next, as `Frame.jumped` has it;
        what is passed.
        """
        block, vertex = self.block, self.vertices[-1]
        target = block.edges[taken].target.number
        self.jump = vertex, list(map(self._known, block.lifted.passes[taken]))
        if not self.whole:
            return
        self.body += self._passes(block, target, vertex)
        forks, join, _, _ = self.flow.move(block.number, target)
        if forks and join != target:
            if self.opened and self.opened[-1][1] == join:
                self.opened.pop()
            self.opened.append((vertex, join))
            self.body.append(f"q{vertex} = {self._decider(vertex)}")
        self._arrive(target)

    def _arrive(self, target: int) -> None:
        """Ways may meet in that block."""
        while self.opened and self.opened[-1][1] == target:
            self.opened.pop()
        if not self.opened:
            self._meets(target)
        self.control = f"q{self.opened[-1][0]}" if self.opened else self.outer

    def _passes(self, block: BlockPlan, target: int, vertex: str) -> list[str]:
        """What is done where a jump has perhaps passed by a suspension."""
        passes = block.end != GOTO and self.code.passes_by(block.number, target)
        return [f"frame.passed.append({vertex})"] if passes else []

    def _meets(self, target: int) -> None:
        """The ways of jumps before the row may meet in that block."""

    def _decider(self, vertex: str) -> str:
        """What a jump decides, alone or, in what can go on later, with what made it go on."""
        return f"({vertex}, *frame.base)" if self.code.suspends else f"({vertex},)"

    def _return(self) -> int | None:
        if not self._is_next(self.block.location):
            return None
        end = self.code.beside.meeting(self.flow, self.block.number) if self.whole else None
        if end is not None:
            self._arrive(end)
        control = self._control(self.next_node, self.block.number in self.flow.outlived[1])
        node = self._node(0, self.block.location)
        data = self._read(node, self._known(self.block.condition))
        self._doubt(self.vertex(node, data, control), [], data)
        return -1


def _is_constant(operand: Operand) -> bool:
    """Is it a tuple of numbers and texts in the code? There is nothing that could be written to."""
    value = operand.sample
    return operand.is_literal and type(value) is tuple and all(id(type(one)) in SCALARS for one in value)


def _handler(kind: int, statement: Statement) -> Any:
    """The function of effects/ that tells what a statement does, which is no call of what a variable has."""
    expression = statement.expression
    if kind in (LOAD, NEXT):
        return get_attribute if kind == LOAD else advance
    if kind in (VALUE, TESTED) and isinstance(expression, Call):
        function = expression.function
        return CALLS.get(id(function.value)) if isinstance(function, Constant) and not expression.starred else None
    if kind in (VALUE, TESTED, EFFECT, STORE) and isinstance(expression, Special):
        name = expression.name
        if name.startswith("unpack_"):
            return unpack
        return FORMS.get(name, special) if name not in SUSPENDING else None
    return None


def called(index: Any, node: Any) -> None:
    """What a call does that was not entered."""
    operands = node._operands
    function = operands[0].value
    handle = CALLS.get(id(function))
    if index.choices.are_there(operands[0]):
        index.callees.tell(node, index.frame)
    if handle is None:
        call(index, node, function)
    else:
        handle(index, node, operands[1:])
