"""What names stand for in a function: where they are, and what its operands are that it has by name."""

import builtins
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...ir.language import Argument, Constant, Load, Operand, Special, Statement, Variable
from ..callables import lifted_code
from ..classes import attribute_of
from ..loans import own_code
from .beside import Beside, beside_of
from .definitions import code_among

ANY = frozenset(["any"])  # roots of what may be anything, see summaries.py
AROUND = object()
Step = tuple[frozenset[Any], list[tuple[Operand, bool, Any]], bool]  # see `Roots._step_back`


class Around(NamedTuple):
    """Among the roots of a function that another one makes: a variable of that one's."""

    name: str


class Names:
    """Where the names of a function are: of one that exists, or of one that a frame, or a function with the names
    `outer`, would make. `constructs`: the class of which it makes an object, which is its first parameter; `given`: the
    class that is, of a class method.
    """

    def __init__(
        self,
        function: FunctionType | None,
        code: CodeType | None = None,
        frame: Any = None,
        outer: "Names | None" = None,
        constructs: type | None = None,
        given: type | None = None,
    ) -> None:
        self.constructs: Any = constructs
        self.given = given
        self.code = own_code(function) if function is not None else code
        self.function = function
        self.frame = frame
        self.outer = outer
        self.makers: dict[tuple[int, bool, bool], tuple[list[Any], bool]] = {}  # what `Roots._makers` found
        self.asked = 0  # how many methods it is asked of, to know of one which it is
        self.methods: dict[int, list[Any] | None] = {}  # which methods variables are, see roots.py
        self.roots: dict[tuple[int, int, bool, int], frozenset[Any]] = {}  # by operands, see summaries.py
        self.steps: dict[tuple[int, bool, Any, int], Step] = {}
        self.globals: Any = (
            function.__globals__ if function is not None else outer.globals if outer is not None else frame.globals
        )

    def place(self, name: str) -> Any:
        """A cell, or a dict and a key; None for a variable of the function's own, AROUND for one of a function that
        would make it.
        """
        code = self.code
        assert code is not None
        if name in code.co_freevars and self.outer is not None:
            return self.outer.place(name) or AROUND
        if name in code.co_freevars:
            if self.function is None:
                kind, key = self.frame.place(name)
                return (id(self.globals), name) if kind == "global" else (kind, key)
            if self.function.__closure__:
                return "cell", id(self.function.__closure__[code.co_freevars.index(name)])
        return None if name in code.co_cellvars else (id(self.globals), name)

    def of_made(self, code: CodeType) -> "Names":
        """Those of a function that is made there."""
        return Names(None, code, outer=self) if self.code is not None else Names(None, code, self.frame)

    def find(self, name: str) -> tuple[bool, Any]:
        """What a global or builtin is."""
        for names in (self.globals or {}, vars(builtins)):
            if name in names:
                return True, names[name]
        return False, None


def global_of(operand: Operand, beside: Beside, names: Names) -> tuple[str, Any]:
    """The global or builtin that an operand is, or the class in such: its name, "" if it is none, and what it is."""
    loaded = beside.expression_of(operand)
    if isinstance(loaded, Load) and loaded.scope == "global":
        known, value = names.find(loaded.name)
        return (loaded.name if known else ""), value
    if isinstance(loaded, Load) and loaded.operands:
        space = global_of(loaded.operands[0], beside, names)[1]
        value = attribute_of(space, loaded.name) if issubclass(type(space), (type, ModuleType)) else None
        return (loaded.name, value) if issubclass(type(value), type) else ("", None)
    return "", None


def globals_of(operand: Operand, beside: Beside, names: Names) -> list[Any] | None:
    """The globals and builtins of which an operand is one, by whatever way; None if it may be anything else."""
    found: list[Any] = []
    waiting, seen = [operand], set[int]()
    while waiting:
        one = waiting.pop()
        if not isinstance(one, Variable):
            return None
        if one.number in seen:
            continue
        seen.add(one.number)
        name, value = global_of(one, beside, names)
        if name:
            found.append(value)
        elif beside.defined[one.number] != 1 and isinstance(beside.statement(one.number), Argument):
            waiting += beside.incoming(one.number)
        else:
            return None
    return found


def cell_of(operand: Operand, beside: Beside, names: Names) -> Any:
    """The place of the variable around the function that an operand is, if it is one."""
    match beside.expression_of(operand):
        case Special("load", (Constant(name),)) | Load(_, name, ()) if names.code and name in names.code.co_freevars:
            place = names.place(name)
            return place if place is not AROUND else None
    return None


def code_made(operand: Operand, beside: Beside) -> CodeType | None:
    """The code of a function that is made there, as up to 3.11 for a comprehension."""
    expression = beside.expression_of(operand)
    if not isinstance(expression, Special) or expression.name != "function":
        return None
    return code_among(expression.operands)


def defaults_of(function: Operand, beside: Beside) -> list[Operand]:
    """What parameters of a function that is made there have unless they are passed."""
    if not isinstance(function, Variable):
        return []
    made = beside.statement(function.number)
    return [*made.expression.operands, *beside.defaults_of(function.number)] if isinstance(made, Statement) else []


def found_by(name: str, beside: Beside, names: Names) -> tuple[frozenset[Any], list[Operand]]:
    """By what a function reaches what a name stands for: roots, and operands of its own that were stored there."""
    place = names.place(name)
    if place is AROUND:
        return frozenset([Around(name)]), []
    if place is not None:
        return frozenset([place]), beside.stored(name)
    assert names.code is not None
    if name in _stored_within(names.code, beside):
        return ANY, []
    return frozenset(["passed"]), beside.stored(name)  # a parameter, or what it stores


def _stored_within(code: CodeType, beside: Beside) -> frozenset[str]:
    """The variables of a function to which functions store that it makes."""
    if beside.stored_within is None:
        found: set[str] = set()
        for made in (one for one in code.co_consts if type(one) is CodeType):
            lifted = lifted_code(made)
            inner = beside_of(lifted) if lifted is not None else None
            found |= {
                name
                for name in made.co_freevars
                if inner is None or name in inner.stores or name in _stored_within(made, inner)
            }
        beside.stored_within = frozenset(found)
    return beside.stored_within


def closure_of(function: Any) -> list[Any]:
    """What the cells of a function hold."""
    if type(function) is not FunctionType or not function.__closure__:
        return []
    found = []
    for cell in function.__closure__:
        try:
            found.append(cell.cell_contents)
        except ValueError:  # it is empty
            continue
    return found


def globals_named(space: Any, names: Iterable[str]) -> list[Any]:
    """What code knows as globals with these names."""
    return [space[name] for name in names if name in space] if type(space) is dict else []


def classes_named(space: Any, names: Iterable[str]) -> list[type]:
    """The classes that code knows as globals with these names, or by them in modules that are globals."""
    known = globals_named(space, names)
    spaces = [vars(one) for one in known if issubclass(type(one), ModuleType)]
    found = [*known, *(space[name] for space in spaces for name in names if name in space)]
    return [one for one in found if issubclass(type(one), type)]
