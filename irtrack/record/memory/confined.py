"""Lists, dicts and sets that only the function can write to that makes them.

What is made by a display, and in no way through the function stored, passed on, put into anything or asked for but by
what only reads or is a method of its own, nobody else has. So whatever might have been written elsewhere, by code that
nobody knows, was not written there, until it is returned.
"""

import builtins
import operator
from typing import TYPE_CHECKING

from ...ir.language import Call, Constant, Expression, Load, Raise, Special, Variable
from ...ir.operations import getslice, not_contains
from .definitions import IN_PLACE, Definitions, variables
from .graph import Events
from .shadows import Shadow

if TYPE_CHECKING:
    from .frames import Frame

_MADE = "list", "dict", "set"
# functions that read their first argument, or compare with what it holds, and the forms that write to it
_READING = frozenset(map(id, (operator.getitem, operator.contains, not_contains, getslice, operator.not_, iter,
                              next, format)))  # fmt: skip
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
_FILLING = "extend", "update", "merge"  # by what they read of the second
_SAME = "="
_SEEING = frozenset(("locals", "vars", "eval", "exec", "globals", "_getframe", "currentframe"))


class Confined:
    """Of a frame: the shadows of what it has made so, and what it might have written to any object itself."""

    def __init__(self) -> None:
        self.events = Events()
        self.shadows: list[Shadow] = []

    def ends(self, epoch: int) -> None:
        """The frame has ended: what it has returned is anybody's."""
        for shadow in self.shadows:
            shadow.exposed = epoch


def confined_in(definitions: Definitions) -> dict[int, frozenset[str]]:
    """The variables of displays that stay within a function, with the names of functions that these are given to."""
    uses = _Uses(definitions)
    found = {number: uses.given_to(number) for number in uses.made} if not uses.loaded & _SEEING else {}
    return {number: names for number, names in found.items() if names is not None}


def are_builtin(names: frozenset[str], frame: "Frame") -> bool:
    """Do these names stand for builtin functions in a frame, and does nobody store to them?"""
    return all(name in vars(builtins) and name not in frame.globals and name not in frame.code.names for name in names)


class _Uses:
    """Where the variables of a function are used."""

    def __init__(self, definitions: Definitions) -> None:
        blocks = definitions.ir.blocks
        self.passed: dict[int, set[int]] = {}  # to which arguments of blocks
        self.used: dict[int, list[tuple[int, Expression]]] = {}  # in what, which is assigned to a variable
        self.names: dict[int, str] = {}  # what has a global or builtin
        self.made: set[int] = set()  # what has a display
        self.raised: set[int] = set()
        self.handled: set[int] = set()  # arguments of handlers
        for statement in (statement for block in blocks for statement in block.statements):
            expression = statement.expression
            if isinstance(expression, Special) and expression.name in _MADE:
                self.made.add(statement.variable)
            elif isinstance(expression, Load) and not expression.operands:
                self.names[statement.variable] = expression.name
            for one in variables(expression.operands):
                self.used.setdefault(one.number, []).append((statement.variable, expression))
        self.loaded = frozenset(self.names.values())
        for block in blocks:
            if isinstance(block.terminator, Raise):
                self.raised.update(one.number for one in variables(block.terminator.operands))
            for argument in block.arguments if block.number > 1 else ():
                for one in variables(definitions.incoming(argument.variable)):
                    self.passed.setdefault(one.number, set()).add(argument.variable)
            for handler in block.handlers:  # which gets the variables of the function as they are then
                self.handled.update(one.variable for one in blocks[handler.target - 1].arguments[:-1])

    def given_to(self, made: int) -> frozenset[str] | None:
        """The names of the functions that something is given to which the function has made; None if it may get
        elsewhere.
        """
        same, names = {made, *self.handled}, set[str]()
        waiting = list(same)
        while waiting:
            number = waiting.pop()
            also = set(self.passed.get(number, ()))
            if number in self.raised:
                return None
            for variable, expression in self.used.get(number, ()):
                name = self._stays(number, variable, expression)
                if name is None:
                    return None
                if name == _SAME:
                    also.add(variable)
                elif name:
                    names.add(name)
            waiting += also - same
            same |= also
        return frozenset(names)

    def _stays(self, number: int, variable: int, expression: Expression) -> str | None:
        """Does nobody else get hold of a variable's value by an expression? The name of the function it is given to, if
        it is, or _SAME if the expression gives it again; None if somebody may.
        """
        given = [one.number for one in variables(expression.operands)]
        match expression:
            case Load(_, name, (_,)):  # a method, which is called and no more
                users = [one for _, one in self.used.get(variable, ())]
                is_method = not name.startswith("_") and variable not in self.passed and variable not in self.raised
                return "" if is_method and all(_calls(one, variable) for one in users) else None
            case Special(name, (first, *_)) if name in _FORMS or name.startswith("unpack_"):
                is_first = given.count(number) == 1 and first == Variable(number)
                return "" if is_first or name in _FILLING else None
            case Call(Constant(function), (first, *rest)) if id(function) in IN_PLACE:
                others = [one.number for one in variables(rest)]
                is_plain = self.made.issuperset(others) and number not in others
                return _SAME if first == Variable(number) and is_plain else None
            case Call(Constant(function), (first, *_)) if id(function) in _READING:
                return "" if first == Variable(number) and given.count(number) == 1 else None
            case Call(Constant(function)) if function is operator.is_ or function is operator.is_not:
                return ""
            case Call(Variable(function), (first, *rest)) if first == Variable(number) and given.count(number) == 1:
                name = self.names.get(function, "")
                return name if name in _OF_SEVERAL or (name in _OF_ONE and not rest) else None
        return None


def _calls(expression: Expression, method: int) -> bool:
    """Does it call a method, and use it for nothing else?"""
    given = [one.number for one in variables(expression.operands)]
    return isinstance(expression, Call) and given.count(method) == 1 and given[0] == method
