"""Lists, dicts and sets that only the function can write to that makes them.

What is made by a display, and in no way through the function stored, passed on, put into anything or asked for but by
what only reads or is a method of its own, nobody else has. So whatever might have been written elsewhere, by code that
nobody knows, was not written there, until it is returned.
"""

import builtins
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ...cpython.facts import COMPREHENSIONS
from ...ir.language import Call, Constant, Expression, Load, Operand, Raise, Special, Variable
from ...ir.operations import getslice, not_contains
from .definitions import IN_PLACE, Definitions, variables
from .graph import Events
from .shadows import Shadow

if TYPE_CHECKING:
    from .beside import Effect
    from .frames import Frame

_MADE = {"list": list, "dict": dict, "set": set}
# methods that give an iterator over it, or a view, which has it
_OVER = "keys", "values", "items"
# functions that read their first argument, or compare with what it holds, and the forms that write to it
_READING = frozenset(map(id, (operator.getitem, operator.contains, not_contains, getslice, operator.not_, next,
                              format)))  # fmt: skip
_FORMS = frozenset(
    ("setitem", "setslice", "delitem", "append", "add", "put", "extend", "update", "merge", "list_to_tuple",
     "format_str", "format_repr")
)  # fmt: skip
# functions that read what they are given first, and keep and give no more than what that holds; those that may be given
# more besides
_OF_ONE = frozenset(
    ("len", "sorted", "min", "max", "any", "all", "list", "tuple", "set", "frozenset", "dict", "reversed", "iter",
     "bool", "str", "repr")
)  # fmt: skip
_OF_SEVERAL = frozenset(("sum", "enumerate", "print"))
_ITERATING = frozenset(("iter", "reversed", "enumerate"))  # those of them whose result has it
_FILLING = "extend", "update", "merge"  # by what they read of the second
_SEEING = frozenset(
    ("locals", "vars", "eval", "exec", "globals", "builtins", "_getframe", "currentframe", "f_locals", "tb_frame",
     "f_back")
)  # fmt: skip


class Stays(NamedTuple):
    """What a use says of a variable that nobody else gets hold of by it."""

    name: str = ""  # of the function that it is given to
    same: tuple[int, ...] = ()  # the variables to which it gives it again
    over: tuple[int, ...] = ()  # or an iterator over it, or a view


class Kept(NamedTuple):
    """What stays within a function: the `names` of builtin functions that it is given to, and the `variables` that may
    have it, or an iterator over it.
    """

    names: frozenset[str]
    variables: frozenset[int]


class Confined:
    """Of a frame: the shadows of what a display has made there, and what the frame might have written to that itself,
    by what it does with its variables.
    """

    def __init__(self) -> None:
        self.events = Events()
        self.shadows: list[Shadow] = []

    def expose(self, epoch: int) -> None:
        """The frame has ended, or somebody has looked at its variables: what it has, or has returned, is anybody's."""
        for shadow in self.shadows:
            shadow.exposed = min(shadow.exposed, epoch)


def confined_in(definitions: Definitions) -> dict[int, Kept]:
    """The variables of displays that stay within a function."""
    uses = _Uses(definitions)
    found = {number: uses.kept(number) for number in uses.made} if not uses.sees else {}
    return {number: kept for number, kept in found.items() if kept is not None}


def touched_by(effects: Iterable["Effect"], confined: dict[int, Kept]) -> frozenset[int]:
    """The displays of which what they have made may be written to by some effects: those with whose variables these do
    something. Whatever else these call or write to, they do not get it.
    """
    if not confined:
        return frozenset()
    operands = [operand for effect in effects for operand in effect.operands]
    numbers = {one.number for one in operands if isinstance(one, Variable)}
    return frozenset([number for number, kept in confined.items() if not numbers.isdisjoint(kept.variables)])


def are_builtin(names: frozenset[str], frame: "Frame") -> bool:
    """Do these names stand for builtin functions in a frame, and does nobody store to them?"""
    return all(name in vars(builtins) and name not in frame.globals and name not in frame.code.names for name in names)


class _Uses:
    """Where the variables of a function are used."""

    def __init__(self, definitions: Definitions) -> None:
        blocks = definitions.ir.blocks
        self.passed: dict[int, set[int]] = {}  # to which arguments of blocks
        self.incoming: dict[int, set[int]] = {}  # and what these are passed
        self.used: dict[int, list[tuple[int, Expression]]] = {}  # in what, which is assigned to a variable
        self.names: dict[int, str] = {}  # what has a global or builtin
        self.assigned: dict[int, Expression] = {}  # to variables
        self.made: dict[int, type] = {}  # what has a display
        self.sees = False  # may it look at the variables of a frame?
        self.raised: set[int] = set()
        self.handled: set[int] = set()  # arguments of handlers
        for statement in (statement for block in blocks for statement in block.statements):
            expression = self.assigned[statement.variable] = statement.expression
            if isinstance(expression, Special) and expression.name in _MADE:
                self.made[statement.variable] = _MADE[expression.name]
            elif isinstance(expression, Load) and not expression.operands:
                self.names[statement.variable] = expression.name
            self.sees = self.sees or not _SEEING.isdisjoint(_names_in(expression))
            for one in variables(expression.operands):
                self.used.setdefault(one.number, []).append((statement.variable, expression))
        for block in blocks:
            if isinstance(block.terminator, Raise):
                self.raised.update(one.number for one in variables(block.terminator.operands))
            for argument in block.arguments if block.number > 1 else ():
                incoming = {one.number for one in variables(definitions.incoming(argument.variable))}
                for number in incoming:
                    self.passed.setdefault(number, set()).add(argument.variable)
                self.incoming[argument.variable] = incoming
            for handler in block.handlers:  # which gets the variables of the function as they are then
                self.handled.update(one.variable for one in blocks[handler.target - 1].arguments[:-1])

    def kept(self, made: int) -> Kept | None:
        """Where something gets that the function has made; None if it may get elsewhere."""
        same, over, names = {made, *self.handled}, set[int](), set[str]()
        waiting = [(one, False) for one in same]
        for number, is_over in waiting:
            passed = self.passed.get(number, ())
            if number in self.raised or not (is_over or all(map(self._is_made, passed))):
                return None
            also = [(one, is_over) for one in passed]
            for variable, expression in self.used.get(number, ()):
                stays = self._stays(number, variable, expression, self.made[made], is_over=is_over)
                if stays is None:
                    return None
                also += [(one, False) for one in stays.same] + [(one, True) for one in stays.over]
                names.update({stays.name} - {""})
            for one, is_iterator in also:
                known = over if is_iterator else same
                if one not in known:
                    known.add(one)
                    waiting.append((one, is_iterator))
        return Kept(frozenset(names), frozenset(same | over))

    def _is_made(self, argument: int) -> bool:
        """Has the argument of a block what displays have made, whichever way leads there? Something else may do
        whatever where it is asked for an item.
        """
        waiting = [argument]
        for one in waiting:  # which it grows with
            expression = self.assigned.get(one)
            if one in self.made or one in self.handled:
                continue
            if expression is None and one not in self.incoming:
                return False
            if expression is not None and not _is_in_place(expression):
                return False
            before = set(self.incoming.get(one, ()))
            if expression is not None and isinstance(first := _first(expression), Variable):
                before.add(first.number)
            waiting += before.difference(waiting)
        return True

    def _is_comprehension(self, function: int) -> bool:
        """Is it the function of a comprehension, or of a generator expression?"""
        match self.assigned.get(function):
            case Special("function", (Constant(code), *_)):
                return getattr(code, "co_name", "") in COMPREHENSIONS
        return False

    def _stays(self, number: int, variable: int, expression: Expression, kind: type, *, is_over: bool) -> Stays | None:
        """What an expression that is assigned to another variable does with one that has a list, dict or set of a kind,
        or something that `is_over` it; None if somebody else may get hold of that.
        """
        given = [one.number for one in variables(expression.operands)]
        first = _first(expression)
        is_first = first == Variable(number) and given.count(number) == 1
        match expression:
            case Load(_, name, (_,)):  # a method, which is called and no more
                users = self.used.get(variable, ())
                is_method = name in vars(kind) and not name.startswith("_") and not is_over
                is_method = is_method and variable not in self.passed and variable not in self.raised
                if not is_method or not all(_calls(one, variable) for _, one in users):
                    return None
                return Stays(over=tuple([by for by, _ in users]) if name in _OVER else ())
            case Special(name) if name in _FORMS or name.startswith("unpack_"):
                return Stays() if is_first or name in _FILLING else None
            case Call(Constant(function), (_, *rest)) if id(function) in IN_PLACE:
                others = {one.number for one in variables(rest)}
                is_plain = self.made.keys() >= others and number not in others and not is_over
                return Stays(same=(variable,)) if first == Variable(number) and is_plain else None
            case Call(Constant(function)) if function is iter:
                return Stays(over=(variable,)) if is_first else None
            case Call(Constant(function)) if id(function) in _READING:
                return Stays() if is_first else None
            case Call(Constant(function)) if function is operator.is_ or function is operator.is_not:
                return Stays()
            case Call(Variable(function), (_,)) if self._is_comprehension(function):
                return Stays()  # which has no name for the iterator, or from 3.15 for what it asks for one
            case Call(Variable(function), (_, *rest)) if is_first:
                name = self.names.get(function, "")
                is_known = name in _OF_SEVERAL or (name in _OF_ONE and not rest)
                return Stays(name, over=(variable,) if name in _ITERATING else ()) if is_known else None
        return None


def _names_in(expression: Expression) -> list[str]:
    """The parts of the name that is loaded, or the texts among the operands, as of an attribute that is got."""
    if isinstance(expression, Load):
        return expression.name.split(".")
    return [one.value for one in expression.operands if isinstance(one, Constant) and type(one.value) is str]


def _first(expression: Expression) -> Operand | None:
    operands = expression.arguments if isinstance(expression, Call) else expression.operands
    return operands[0] if operands else None


def _is_in_place(expression: Expression) -> bool:
    """Does it give its first operand, changed?"""
    return (
        isinstance(expression, Call)
        and isinstance(expression.function, Constant)
        and id(expression.function.value) in IN_PLACE
    )


def _calls(expression: Expression, method: int) -> bool:
    """Does it call a method, and use it for nothing else?"""
    given = [one.number for one in variables(expression.operands)]
    return isinstance(expression, Call) and given.count(method) == 1 and given[0] == method
