"""What the variables of a function are computed from, and by which other ways they come to it, as its IR tells."""

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from types import CodeType
from typing import Any, NamedTuple

from ...ir.control import ControlFlow
from ...ir.language import (
    IR,
    Argument,
    Call,
    Constant,
    Expression,
    Load,
    Operand,
    Raise,
    Return,
    Special,
    Statement,
    Variable,
)
from ...rules.effects import EFFECTS

IN_PLACE = frozenset(number for number, does in EFFECTS.items() if does == "in_place")
CONTENTS = frozenset(["setitem", "setslice", "delitem", "append", "add", "put", "extend", "update", "merge"])
TAKEN_BY = frozenset(map(id, (getattr, operator.getitem, iter, next)))


class Way(NamedTuple):
    """Out of what a variable is computed: what has a `name`, or what a call of `function` gives, or else `operands`,
    and besides, what is put into it; of a function that is made, also the variables that are `around` it. `asks`: which
    object is asked for it, or for `function`, and for which attribute.
    """

    operands: tuple[Variable, ...]
    put: tuple[Variable, ...]
    name: str | None = None
    function: Variable | None = None
    rest: tuple[Variable, ...] = ()  # of a call: its operands
    around: tuple[str, ...] = ()
    asks: tuple[Operand, str] | None = None


class Change(NamedTuple):
    """Of `x |= y`, where `x` is a name that is loaded and stored: that, the operator, and `y`."""

    name: str
    operator: Any
    by: Operand


class Definitions:
    """The definitions of the variables of one function."""

    def __init__(self, ir: IR) -> None:
        self.ir = ir
        self.flow = ControlFlow(ir)
        self.defined = {variable: block.number for block in ir.blocks for variable in block.index}
        self._incoming: dict[int, list[Operand]] = {}
        self._passed_to: dict[tuple[int, int], list[tuple[Operand, int]]] = {}
        self._ways: dict[int, Way] = {}

    def statement(self, variable: int) -> Statement | Argument:
        """What assigns a variable."""
        return self.ir.blocks[self.defined[variable] - 1].index[variable]

    def stored(self, name: str) -> list[Operand]:
        """What the function stores to a name."""
        return self.stores.get(name, [])

    @cached_property
    def changed_in_place(self) -> dict[int, Change]:
        """By variables that are stored to a name: those that an operator in place gives of what the name has."""
        found: dict[int, Change] = {}
        for name, stored in self.stores.items():
            for one in variables(stored):
                match self.expression_of(one):
                    case Call(Constant(function), (first, by)) if id(function) in IN_PLACE:
                        match self.expression_of(first):
                            case Load(_, loaded, ()) | Special("load", (Constant(loaded),)) if loaded == name:
                                found[one.number] = Change(name, function, by)
        return found

    def put_as(self, name: str) -> list[Operand]:
        """What the function stores to attributes of that name, of whatever objects."""
        return [value for _, value in self.attributes.get(name, ())]

    @cached_property
    def attributes(self) -> dict[str, list[tuple[Operand, Operand]]]:
        """By names of attributes, the objects to which the function stores them, and what."""
        found: dict[str, list[tuple[Operand, Operand]]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("setattr", (owner, Constant(str() as name), value)):
                    found.setdefault(str(name), []).append((owner, value))
                case Special("setitem", (names, Constant(str() as name), value)):
                    holder = self.has_attributes(names)
                    if holder is not None:
                        found.setdefault(str(name), []).append((holder, value))
                case Call(Variable() as function, (owner, Constant(str() as name), value)):
                    load = self.expression_of(function)
                    if isinstance(load, Load) and load.name == "setattr" and not load.operands:
                        found.setdefault(str(name), []).append((owner, value))
        return found

    @cached_property
    def stores(self) -> dict[str, list[Operand]]:
        """By names, what the function stores to them."""
        found: dict[str, list[Operand]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("store", (Constant(name), value)):
                    found.setdefault(name, []).append(value)
        return found

    @cached_property
    def _loads(self) -> dict[str, set[int]]:
        """The variables that have what a name stands for."""
        found: dict[str, set[int]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)):
                    found.setdefault(name, set()).add(statement.variable)
        return found

    def defaults_of(self, variable: int) -> list[Operand]:
        """What the parameters of a function that it makes have unless they are passed, if these are set one by one."""
        return self._defaults.get(variable, [])

    @cached_property
    def _defaults(self) -> dict[int, list[Operand]]:
        found: dict[int, list[Operand]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("set_defaults" | "set_keyword_defaults", (Variable(number), defaults)):
                    found.setdefault(number, []).append(defaults)
        return found

    def put_into(self, variable: int) -> Iterable[Operand]:
        """What the function puts into something that a variable has, or that was computed from it: of a container that
        it has made, that is what it holds.
        """
        return self._put.get(variable, ())

    def surely_put_into(self, variable: int) -> Iterable[Operand]:
        """The same, but for what a function would put there that is no attribute: a method that a variable has."""
        return self._surely_put.get(variable, ())

    def added_to(self, variable: int) -> Iterable[Operand]:
        """What a comprehension adds to the display that it begins with."""
        return self._added.get(variable, ())

    @cached_property
    def filled(self) -> set[int]:
        """The variables of displays that are filled with what other containers hold: `[*a]`, `{**a}`."""
        found: set[int] = set()
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("extend" | "update" | "merge", (owner, *_)):
                    found.update(self._taken_out_of(owner))
        return found

    @cached_property
    def _added(self) -> dict[int, list[Operand]]:
        found: dict[int, list[Operand]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            match statement.expression:
                case Special("append" | "add" | "put", (owner, *values)):
                    for number in self._taken_out_of(owner):
                        found.setdefault(number, []).extend(values)
        return found

    @cached_property
    def _put(self) -> dict[int, list[Operand]]:
        return self._find_put(lambda _: True)

    @cached_property
    def _surely_put(self) -> dict[int, list[Operand]]:
        return self._find_put(lambda function: attribute_loaded(self.expression_of(function)) is not None)

    def _find_put(self, may_put: Callable[[Operand], bool]) -> dict[int, list[Operand]]:
        found: dict[int, list[Operand]] = {}
        for statement in (statement for block in self.ir.blocks for statement in block.statements):
            expression = statement.expression
            for owner, values in self._puts(expression):
                changing = [one for one in values if isinstance(one, Variable)]
                is_called = isinstance(expression, Call) and owner is expression.function
                for number in self._taken_out_of(owner) if changing and (not is_called or may_put(owner)) else ():
                    found.setdefault(number, []).extend(changing)
            if isinstance(expression, Call) and isinstance(expression.function, Variable):
                given = [one for one in expression.operands[1:] if isinstance(one, Variable)]
                for one in given:
                    found.setdefault(one.number, []).extend(other for other in given if other is not one)
        return found

    def is_of_a_loop(self, operand: Operand) -> bool:
        """Is it computed in each turn of a loop?"""
        return isinstance(operand, Variable) and bool(self.flow.loops[self.defined[operand.number]])

    def expression_of(self, operand: Operand | None) -> Expression | None:
        """What an operand is computed by, if it is no constant and no argument of a block."""
        defined = self.statement(operand.number) if isinstance(operand, Variable) else None
        return defined.expression if isinstance(defined, Statement) else None

    def _puts(self, expression: Expression) -> Iterable[tuple[Operand, tuple[Operand, ...]]]:
        """Into what a statement may put something, and what."""
        match expression:
            case Special("setslice", (owner, _, _, value)):  # bounds are numbers
                yield owner, (value,)
            case Special("setitem", (owner, key, value)) if self.is_slice(key):  # up to 3.11
                yield owner, (value,)
            case Special(name, (owner, *rest)) if name in CONTENTS or name == "setattr":
                yield owner, tuple(rest)
            case Call(Constant(function), (owner, *rest)) if id(function) in IN_PLACE:
                yield owner, tuple(rest)
            case Call(Variable(number)) as call if self.statement(number) is not None:  # perhaps a method
                yield call.function, call.operands[1:]

    def is_slice(self, operand: Operand) -> bool:
        """Is it a slice, a constant or one that is made there?"""
        if isinstance(operand, Constant):
            return type(operand.value) is slice
        expression = self.expression_of(operand)
        return isinstance(expression, Special) and expression.name == "slice"

    def _taken_out_of(self, operand: Operand) -> set[int]:
        """The variables by which an operand was had: it is one of them, or they hold it."""
        seen: set[int] = set()
        waiting = [operand]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant) or one.number in seen:
                continue
            seen.add(one.number)
            defined = self.statement(one.number)
            if (having := self.has_attributes(one)) is not None:
                waiting.append(having)
            match defined.expression if isinstance(defined, Statement) else None:
                case Load(_, name, ()) | Special("load", (Constant(name),)):
                    seen |= self._loads[name]
                    waiting += self.stored(name)
                case Load(_, _, (owner, *_)):
                    waiting.append(owner)
                case Call(Constant(function), (owner, *_)) if id(function) in TAKEN_BY:
                    waiting.append(owner)
                case Call(Variable() as function):
                    waiting.append(function)
                case Special(name, (owner, *_)) if name.startswith("unpack_"):
                    waiting.append(owner)
                case None:
                    waiting += self.incoming(one.number) if self.defined[one.number] != 1 else ()
        return seen

    def incoming(self, variable: int) -> list[Operand]:
        """What is passed for the argument of a block."""
        found = self._incoming.get(variable)
        if found is None:
            found = self._incoming[variable] = self._passed(variable)
        return found

    def caught(self, variable: int) -> list[Operand] | None:
        """What an exception may hold that is passed to a handler as this argument, or be: what the function raises
        there, and what it gives to calls that may raise something; None if the variable is no such argument.
        """
        return self._caught.get(variable)

    @cached_property
    def _caught(self) -> dict[int, list[Operand]]:
        found: dict[int, dict[Operand, None]] = {}
        for block in self.ir.blocks:
            for handler in block.handlers:
                given = [*block.terminator.operands] if isinstance(block.terminator, Raise) else []
                for statement in block.statements[handler.first : handler.last]:
                    match statement.expression:
                        case Call(Variable()) as call:
                            given += call.operands[1:]
                arguments = self.ir.blocks[handler.target - 1].arguments
                if arguments:  # the last one is the exception
                    found.setdefault(arguments[-1].variable, {}).update(dict.fromkeys(given))
        return {variable: list(operands) for variable, operands in found.items()}

    def _passed(self, variable: int) -> list[Operand]:
        target = self.defined[variable]
        place = [argument.variable for argument in self.ir.blocks[target - 1].arguments].index(variable)
        return [operand for operand, _ in self.passed_to(target, place + 1)]

    def passed_to(self, target: int, place: int) -> list[tuple[Operand, int]]:
        """What edges pass for an argument of a block, the first of which has place 1, and from which blocks."""
        found = self._passed_to.get((target, place))
        if found is None:
            edges = [(edge, block.number) for block in self.ir.blocks for edge in block.terminator.edges]
            found = self._passed_to[target, place] = [
                (edge.arguments[place - 1], block)
                for edge, block in edges
                if edge.target == target and len(edge.arguments) >= place
            ]
            handlers = [(handler, block.number) for block in self.ir.blocks for handler in block.handlers]
            found += [
                (operand, block)
                for handler, block in handlers
                if handler.target == target and len(handler.passed) >= place
                for operand in handler.passed[place - 1]
            ]
        return found

    @cached_property
    def returned(self) -> list[tuple[Operand, int]]:
        """What the function returns, and in which blocks."""
        ends = [block for block in self.ir.blocks if isinstance(block.terminator, Return)]
        return [(operand, block.number) for block in ends for operand in block.terminator.operands]

    @cached_property
    def raised(self) -> list[tuple[Operand, int]]:
        """What the function raises, and in which blocks."""
        ends = [block for block in self.ir.blocks if isinstance(block.terminator, Raise)]
        return [(block.terminator.operands[0], block.number) for block in ends if block.terminator.operands]

    def could_be(self, operand: Operand) -> list[Operand]:
        """What an operand is, by whatever edges it was passed."""
        found: list[Operand] = []
        waiting, seen = [operand], set[int]()
        while waiting:
            one = waiting.pop()
            is_passed = isinstance(one, Variable) and isinstance(self.statement(one.number), Argument)
            if not isinstance(one, Variable) or not is_passed or self.defined[one.number] == 1:
                found.append(one)
            elif one.number not in seen:
                seen.add(one.number)
                waiting += self.incoming(one.number)
        return found

    @cached_property
    def yielded(self) -> list[tuple[Operand, int]]:
        """The same of what it yields."""
        return [
            (statement.expression.operands[0], block.number)
            for block in self.ir.blocks
            for statement in block.statements
            if isinstance(statement.expression, Special) and statement.expression.name == "yield"
        ]

    def way(self, variable: int) -> Way:
        """Out of what a variable is computed."""
        found = self._ways.get(variable)
        if found is None:
            found = self._way(variable)
            asking = self.expression_of(found.function or Variable(variable))
            found = self._ways[variable] = found._replace(asks=attribute_loaded(asking) or entered(asking))
        return found

    def _way(self, variable: int) -> Way:
        put, defined = variables(self.put_into(variable)), self.statement(variable)
        if isinstance(defined, Argument):
            if self.defined[variable] == 1:
                return Way((), put)
            return Way(variables((*self.incoming(variable), *(self.caught(variable) or ()))), put)
        match defined.expression:
            case Load(_, name, ()) | Special("load", (Constant(name),)):
                return Way((), put, name)
            case Call(Variable() as function) as call:
                return Way(variables(call.operands), put, None, function, variables(call.operands[1:]))
            case Special("function", operands):
                code = code_among(operands)
                around = code.co_freevars if code is not None else ()
                return Way(variables((*operands, *self.defaults_of(variable))), put, around=around)
            case Special(name, (found, *_)) if name.startswith("unpack_"):
                return Way(variables((found, *self._matched(found))), put)
        return Way(variables(defined.expression.operands), put)

    def _matched(self, operand: Operand) -> Sequence[Operand]:
        """Out of what a pattern takes the tuple that an operand is: where it has found nothing, that is None."""
        match self.expression_of(operand):
            case Special("match_keys" | "match_class", (subject, *_)):
                return (subject,)
        return ()

    def has_attributes(self, operand: Operand) -> Operand | None:
        """Whose attributes an operand has, if it is `a.__dict__`, or `vars(a)`."""
        match self.expression_of(operand):
            case Load(_, "__dict__", (owner,)):
                return owner
            case Call(Constant(function), (owner, Constant("__dict__"))) if function is getattr:
                return owner
            case Call(function, (owner,)):
                load = self.expression_of(function)
                if isinstance(load, Load) and load.name == "vars" and not load.operands:
                    return owner
        return None


def code_among(operands: Iterable[Operand]) -> CodeType | None:
    """The code of a function that is made of these."""
    return next((o.value for o in operands if isinstance(o, Constant) and type(o.value) is CodeType), None)


def attribute_loaded(expression: Any) -> tuple[Operand, str] | None:
    """Of what loads an attribute: the object, and the name."""
    match expression:
        case Load(_, name, (owner, *_)):
            return owner, name
        case Call(Constant(function), (owner, Constant(str() as name))) if function is getattr:
            return owner, str(name)
    return None


def entered(expression: Any) -> tuple[Operand, str] | None:
    """What a `with` statement enters, and by which method."""
    if isinstance(expression, Special) and expression.name.startswith("enter"):
        return expression.operands[0], "__aenter__" if "async" in expression.name else "__enter__"
    return None


def variables(operands: Iterable[Operand]) -> tuple[Variable, ...]:
    return tuple([one for one in operands if isinstance(one, Variable)])
