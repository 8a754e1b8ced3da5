"""What the blocks of a function can write, as its IR tells."""

import builtins
import operator
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...cpython.lift import Lifted
from ...ir.control import ControlFlow
from ...ir.language import (
    IR,
    Argument,
    Block,
    Call,
    Constant,
    Expression,
    If,
    Load,
    Next,
    Operand,
    Raise,
    Special,
    Variable,
)
from ...ir.operations import not_contains
from ...rules.callbacks import CALLED_BY_NAME
from ...rules.effects import ITERATING_IN_PLACE, METHODS_OF_CONTAINERS, is_of_library
from ...rules.library import FILES_BY_NAME
from ...rules.outputs import OVERWRITES, method_output_position
from ...rules.special_methods import BRANCH, FORMATTING_METHODS, KEYED_METHODS
from .called import called_by_form, called_by_function
from .confined import Kept, confined_in
from .definitions import CONTENTS, IN_PLACE, TAKEN_BY, Definitions, attribute_loaded, variables
from .formatting import fields_of
from .shadows import ANY_PART

_SILENT = frozenset(map(id, (operator.is_, operator.is_not, iter, next)))
GETTING, ANY = "[]", "*"  # in the place of the name of an attribute: an item, whatever attributes
STORED_BY_RAISE = "__traceback__", "__context__", "__cause__"
_BY_TEXT = frozenset(map(id, (operator.mod, operator.imod)))
_SETTING = "__set__", "__delete__", "fset", "fdel"
_SEEKING = frozenset(map(id, (operator.contains, not_contains)))
_LOOKING = "dict", "set", "add", "put", "extend", "update", "merge", "setitem", "setslice", "delitem"
_OPERATING = "() "
ATTRIBUTES = "__dict__"


def operating(names: frozenset[str] | None) -> str:
    """In the place of the name of an attribute: the special methods with these names, or any that C code calls."""
    return _OPERATING + " ".join(sorted(names)) if names is not None else ""


NONE = operating(frozenset())


def attribute_got(call: "Asked") -> str:
    """Of a call of `getattr`: the name of the attribute, or ANY."""
    name = call.arguments[1]
    return name.value if isinstance(name, Constant) and type(name.value) is str else ANY


def operates(name: str) -> frozenset[str] | None:
    """These names again; None for what was made of no such."""
    return frozenset(name.split()[1:]) if name.startswith(_OPERATING) else None


class Possible(NamedTuple):
    """A write that a block can do.

    `kind`: "attribute", "items", "name", "anything"; "advance", that an iterator goes on; "read", that something is
    looked at, which methods of its class may tell; "raise", that an exception is made of it, if it is a class. `owner`:
    whose; `name`: which, or the text that is the key of an item, or ATTRIBUTES, for items of the `__dict__` of
    something; `given`: what a method of the owner's is given that does it; `in_place`: by an operator that works on
    numbers, too, to which it does nothing; `fills`: what is put there is what these hold; `by`: by an operator or
    method of that, and only if it is a text, or, of "advance", no number.
    """

    kind: str
    owner: Operand | None = None
    name: str = ""
    given: tuple[Operand, ...] = ()
    in_place: bool = False
    fills: bool = False
    by: Operand | None = None

    @property
    def operands(self) -> tuple[Operand | None, ...]:
        return self.owner, *self.given, self.by


class Asked(NamedTuple):
    """A call that a block can do: what it writes depends on what is called. `method`: its name, if `owner` has it, or,
    of the methods that `is_above`, what `super()` has.
    """

    function: Operand
    owner: Operand | None
    method: str
    arguments: tuple[Operand, ...]
    is_above: bool = False
    starred: int = 0  # how many arguments at the end are behind stars

    @property
    def operands(self) -> tuple[Operand | None, ...]:
        return self.function, self.owner, *self.arguments


_ANYTHING = Possible("anything")
_FILLING = "setslice", "extend", "update", "merge"  # forms
Effect = Possible | Asked


class Beside(Definitions):
    """The potential writes of one function. `guarded`: its control flow if a caller catches exceptions."""

    def __init__(self, ir: IR) -> None:
        super().__init__(ir)
        self.guarded = ControlFlow(ir, guarded=True)
        self.stored_within: frozenset[str] | None = None  # see names.py
        self.own = {block.number: list(self._effects(block)) for block in ir.blocks}
        self.known: dict[tuple[int, int, int, bool], tuple[tuple[Effect, ...], frozenset[int]]] = {}
        self.writes = any(self.own.values())
        self.any = self.writes and any(
            len(block.terminator.edges) > 1 or self.flow.can_fork(block.number) for block in ir.blocks
        )

    def __bool__(self) -> bool:
        return self.any

    @cached_property
    def confined(self) -> dict[int, Kept]:
        """See confined.py."""
        return confined_in(self)

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

    def meeting(self, flow: ControlFlow, number: int) -> int | None:
        """The `return` in which all ways out of a block meet; None if, as nothing was raised, it has passed by what
        handlers would have written, which the `return` tells.
        """
        end = flow.ends.get(number)
        return end if end is None or not flow.catching[number] or not self.passed(flow, number, None)[0] else None

    def _effects(self, block: Block, behind: int = 0) -> Iterable[Effect]:
        """What the statements of a block can write: those behind that of the variable `behind`, if it is given."""
        for statement in block.statements:
            if behind:
                behind = 0 if statement.variable == behind else behind
                continue
            yield from self._reads(statement.expression)
            yield from self._formats(statement.expression)
            match statement.expression:
                case Special("setattr" | "delattr", (owner, Constant(name), *rest)):
                    yield Possible("attribute", owner, name, tuple(rest))
                case Special(name, (owner, *rest)) if name in CONTENTS:
                    which = ATTRIBUTES if self.has_attributes(owner) is not None else _key_in(name, rest)
                    fills = name in _FILLING or (name == "setitem" and self.is_slice(rest[0]))
                    yield Possible("items", owner, which, tuple(rest), fills=fills)
                    if name == "extend":
                        yield Possible("advance", rest[0])
                case Special(name, (iterator, *_)) if name.startswith("unpack_"):
                    yield Possible("advance", iterator)
                case Special("store" | "delete", (Constant(name), *rest)):
                    yield Possible("name", None, name, tuple(rest))
                case Special("yield_from" | "await", (iterator, *_)):
                    yield Possible("items", iterator, ANY_PART)
                    yield Possible("advance", self._iterated(iterator))
                case Special("awaitable", (owner, *_)):
                    yield Asked(owner, owner, "__await__", ())
                case Special("enter" | "exit" | "aenter" | "aexit" as name, (owner, *_)):  # an exception besides
                    yield Asked(owner, owner, f"__{name}__", ())
                case Special("match_keys", (owner, *_)):
                    yield Asked(owner, owner, "get", ())
                case Special("import", (Constant(str() as name), Constant(0), *_)) if is_of_library(name):
                    pass  # which stores nothing but itself
                case Special("import" | "import_star"):
                    yield _ANYTHING
                case Call(Constant(function), arguments):
                    if id(function) in IN_PLACE:
                        yield Possible("items", arguments[0], "", tuple(arguments[1:]), in_place=True, fills=True)
                        if id(function) in ITERATING_IN_PLACE and len(variables(arguments)) == 2:
                            yield Possible("advance", arguments[1], by=arguments[0])
                    elif function is next or id(function) in _SEEKING:
                        yield Possible("advance", arguments[0])
                case Call(Variable() as function, arguments, keywords, starred):
                    if starred:
                        yield Possible("advance", arguments[len(arguments) - starred])
                    written = [operand for name, operand in keywords if name == "out"]
                    written += arguments[:1] if any(name == OVERWRITES for name, _ in keywords) else ()
                    yield from (Possible("items", one) for operand in written for one in self._parts(operand))
                    given = (*arguments, *(operand for _, operand in keywords))
                    asked = Asked(function, *self.method_of(function, given))._replace(starred=starred)
                    place = method_output_position(asked.method)
                    if place is not None and len(arguments) > place:  # if that is an array's
                        yield Possible("items", arguments[place])
                    yield asked
                    if asked.owner is not None and asked.method == "__call__":
                        yield Asked(asked.owner, None, "", given)
                    called = self._load_of(function)
                    places = FILES_BY_NAME.get(called.name, ()) if called is not None else ()
                    written = [operand for place, operand in enumerate(arguments) if place in places]
                    written += [operand for name, operand in keywords if name == "file" or name in places]
                    for operand in written:  # `print(1, file=f)`
                        yield Asked(operand, operand, "write", arguments)
                    yield from self._set_by_descriptor(function, arguments)
                    yield from self._called_by_partial(function, given)
                    yield from self._called_back(function, arguments, keywords)

        if isinstance(block.terminator, Next):
            yield Possible("advance", self._iterated(block.terminator.iterator))
        elif isinstance(block.terminator, If):
            yield Possible("read", block.terminator.condition, operating(BRANCH))
        elif isinstance(block.terminator, Raise):
            for operand in block.terminator.operands:
                if self._may_be_class(operand):  # `raise ValueError`
                    yield Asked(operand, *self.method_of(operand, ()))
                elif self._may_hold_class(operand):
                    yield Possible("raise", operand)
            yield from self._raises(block.terminator.operands, block.number)

    def _raises(self, operands: Sequence[Operand], number: int) -> Iterable[Possible]:
        """What a `raise` in a block stores in the exception, if that is not made there."""
        for raised in variables(operands[:1]):
            if self.defined[raised.number] != number or not isinstance(self.expression_of(raised), Call):
                for name in STORED_BY_RAISE[: 1 + len(operands)]:
                    yield Possible("attribute", raised, name, tuple(operands[1:]))

    def _may_be_class(self, raised: Operand) -> bool:
        """May it be a class of the program that is raised, of which the interpreter makes an exception?"""
        for one in self.could_be(raised):
            match self.expression_of(one):
                case Load(_, _, ()) | Special("load"):
                    return True
                case Call(Constant(function)) if function is builtins.__build_class__:
                    return True
        return False

    def _may_hold_class(self, raised: Operand) -> bool:
        """May it be such a class that was passed, or is taken out of something?"""
        for one in self.could_be(raised):
            if isinstance(one, Variable) and isinstance(self.statement(one.number), Argument):
                return self.caught(one.number) is None
            match self.expression_of(one):
                case Load() | Call(Constant()):
                    return True
                case Call(function) if (loaded := attribute_loaded(self.expression_of(function))) is not None:
                    return loaded[1] in METHODS_OF_CONTAINERS
        return False

    def _called_back(
        self, function: Variable, arguments: tuple[Operand, ...], keywords: tuple[tuple[str, Operand], ...]
    ) -> Iterable[Asked]:
        """What was looked up to be called by C code: `map(items.append, more)`, `sorted(rows, key=keys["name"])`."""
        called = self._load_of(function)
        places = CALLED_BY_NAME.get(called.name) if called is not None else None
        if called is not None and called.name == "iter" and len(arguments) == 2:
            places = frozenset([0])
        for place, operand in (*enumerate(arguments), *keywords) if places else ():
            given = tuple(one for one in arguments if one is not operand)
            for one in self.could_be(operand) if places and place in places else ():
                match self.expression_of(one):
                    case Load(_, name, (owner,)):
                        yield Asked(one, owner, name, given)
                    case Call(Constant(get), (owner, Constant(str() as name))) if get is getattr:
                        yield Asked(one, owner, name, given)
                    case None if isinstance(one, Variable):  # a parameter
                        yield Asked(one, None, "", given)
                    case Load() | Special("load") | Call():  # a name; taken out of something, or given by a call
                        yield Asked(one, None, "", given)

    def method_of(
        self, function: Operand, given: tuple[Operand, ...]
    ) -> tuple[Operand | None, str, tuple[Operand, ...], bool]:
        """Whose method a function is, as it is looked up by a name that is known, that name, what it is given, and
        whether `super()` has it.
        """
        expression = self.expression_of(function)
        loaded = attribute_loaded(expression)
        if loaded is not None:
            first = self._first_of_super(loaded[0])
            return (first, loaded[1], given, True) if first is not None else (*loaded, given, False)
        match expression:
            case Special("super_attribute", (_, cls, owner, Constant(name))) if self._is_own_class(cls):
                return owner, name, given, True
            case Call(Variable() as called, (owner, Constant(str() as name), *default)):
                load = self._load_of(called)
                if load is not None and load.name == "getattr" and not load.operands and not variables(default):
                    return owner, name, given, False
        return None, "", given, False

    def got_by_name(self, function: Operand) -> tuple[Operand, str] | None:
        """Of which object a function is an attribute whose name is computed, or the key of an item of its `__dict__`,
        and how that begins: `getattr(o, key)`.
        """
        match self.expression_of(function):
            case Call(Constant(taking), (names, key)) if taking is operator.getitem:
                owner = self.has_attributes(names)
                begin = key.value if isinstance(key, Constant) and type(key.value) is str else self._begin_of(key)
                return (owner, begin) if owner is not None else None
            case Call(Variable() as called, (owner, Variable() as key, *_)):
                load = self._load_of(called)
                return (owner, self._begin_of(key)) if load is not None and load.name == "getattr" else None
        return None

    def _begin_of(self, key: Operand) -> str:
        """How a text surely begins that is computed, as `"visit_" + kind` does."""
        match self.expression_of(key):
            case Call(Constant(function), (Constant(str() as begin), _)) if function is operator.add:
                return begin
            case Special("string", (Constant(str() as begin), *_)):
                return begin
        return ""

    def _set_by_descriptor(self, function: Operand, arguments: tuple[Operand, ...]) -> Iterable[Possible]:
        """What a descriptor is called to set, or its function: `K.v.__set__(o, 1)`, `K.v.fset(o, 1)`."""
        called = attribute_loaded(self.expression_of(function))
        loaded = attribute_loaded(self.expression_of(called[0])) if called is not None else None
        if called is not None and loaded is not None and called[1] in _SETTING and arguments:
            yield Possible("attribute", arguments[0], loaded[1], arguments[1:])

    def _called_by_partial(self, function: Operand, given: tuple[Operand, ...]) -> Iterable[Asked]:
        """What a call calls of what `partial` gives, or might give, if it is one."""
        match self.expression_of(function):
            case Call(Variable() as made, (called, *_)) as call:
                load = self._load_of(made)
                if load is not None and load.name == "partial":
                    passed = call.operands[1 if call.starred else 2 :]  # behind a star may be what it calls, too
                    yield Asked(called, *self.method_of(called, (*passed, *given)))

    def _is_own_class(self, operand: Operand) -> bool:
        """Is it the class in which the function is written?"""
        match self.expression_of(operand):
            case Load(_, "__class__", ()) | Special("load", (Constant("__class__"),)):
                return True
        return False

    def _first_of_super(self, operand: Operand) -> Operand | None:
        """The function's first parameter, if an operand is `super()`."""
        match self.expression_of(operand):
            case Call(Variable() as called, ()) if (load := self._load_of(called)) is not None:
                arguments = self.ir.blocks[0].arguments
                if load.name == "super" and not load.operands and len(arguments) > 1:
                    return Variable(arguments[1].variable)
        return None

    def _load_of(self, operand: Operand) -> Load | None:
        """The load that an operand is, if it is one."""
        expression = self.expression_of(operand)
        return expression if isinstance(expression, Load) else None

    def _reads(self, expression: Expression) -> Iterable[Possible]:
        """What is looked at, and by what: an attribute, GETTING, or else any method that C code may call."""
        match expression:
            case Load(_, name, (Variable() as owner,)):
                yield Possible("read", owner, name)
            case Call(Constant(function), (Variable() as owner, Constant(str() as name))) if function is getattr:
                yield Possible("read", owner, name)
            case Call(Constant(function), operands) if id(function) not in _SILENT:
                name = GETTING if function is operator.getitem else operating(called_by_function(function))
                for one in self._with_bounds(operands):
                    yield Possible("read", one, name, variables(other for other in operands if other is not one))
            case Special("match_class", (Variable() as owner, *_)):
                yield Possible("read", owner, ANY)
            case Special(name, operands) if name.startswith(("format_", "unpack_")) or name in _LOOKING:
                for one in self._with_bounds(operands):
                    yield Possible("read", one, operating(called_by_form(name)))

    def _formats(self, expression: Expression) -> Iterable[Possible]:
        """What a text looks up in what it formats, or is passed with: `"%(a)s" % o`, `logger.info("%(a)s", o)`."""
        match expression:
            case Call(Constant(function), (text, *given)) if id(function) in _BY_TEXT:
                yield from self._looked_up("%", text, given)
            case Call(Variable() as function, arguments) as call:
                loaded = attribute_loaded(self.expression_of(function))
                if loaded is not None and loaded[1] in FORMATTING_METHODS:
                    yield from self._looked_up(loaded[1], loaded[0], call.operands[1:])
                for text in arguments:
                    if isinstance(text, Constant):
                        yield from self._looked_up("%", text, call.operands[1:])

    def _looked_up(self, method: str, text: Operand, given: Iterable[Operand]) -> Iterable[Possible]:
        if isinstance(text, Constant) and type(text.value) is not str:
            return
        if method == "%" and not self._may_be_text(text):
            return
        fields = fields_of(method, text.value if isinstance(text, Constant) else None)
        by = text if isinstance(text, Variable) and method not in KEYED_METHODS else None
        for one in variables(given):
            if fields.items:
                yield Possible("read", one, GETTING, by=by)
            for name in sorted(fields.attributes) if fields.attributes is not None else (ANY,):
                yield Possible("read", one, name, by=by)

    def _may_be_text(self, operand: Operand) -> bool:
        """May the first operand of `%` be a text? It is not if it is computed from numbers there."""
        if isinstance(operand, Constant):
            return type(operand.value) is str
        match self.expression_of(operand):
            case Call(Constant(function), operands) if id(function) not in TAKEN_BY:
                return any(isinstance(one, Constant) and type(one.value) is str for one in operands)
        return True

    def _with_bounds(self, operands: Iterable[Operand]) -> Iterable[Variable]:
        """The variables among operands, and the bounds of slices that are made for them, as up to 3.11 for all."""
        for one in variables(operands):
            yield one
            match self.expression_of(one):
                case Special("slice", bounds):
                    yield from variables(bounds)

    def _iterated(self, iterator: Operand) -> Operand:
        """What an iterator goes over that a `for` loop has made; that may be an iterator itself."""
        match self.expression_of(iterator):
            case Call(Constant(function), (iterated,)) if function is iter:
                return iterated
        return iterator

    @cached_property
    def named(self) -> set[int]:
        """The variables that are used for more than that one loop goes over them."""
        used: list[Operand] = []
        for block in self.ir.blocks:
            looped: set[Operand] = set()  # what a loop goes over that begins where this is made
            for statement in block.statements:
                match statement.expression:
                    case Call(Constant(function), (Variable(number) as iterated,)) if (
                        function is iter and self.defined[number] == block.number and iterated not in looped
                    ):
                        looped.add(iterated)
                    case expression:
                        used += expression.operands
            if not isinstance(block.terminator, Next):
                used += block.terminator.operands
            used += [operand for edge in block.terminator.edges for operand in edge.arguments]
        return {operand.number for operand in used if isinstance(operand, Variable)}

    def _parts(self, operand: Operand) -> Iterable[Operand]:
        """What a tuple has that is written there: `out=(a, b)`."""
        match self.expression_of(operand):
            case Special("tuple", operands):
                return operands
        return (operand,)


def _key_in(form: str, operands: list[Operand]) -> str:
    """The text under which a form puts something, or takes it away, if it is known."""
    match form, operands:
        case "setitem" | "delitem", [Constant(str() as key), *_]:
            return str(key)
    return ""


def calls_back(method: str, given: Collection[Any]) -> bool:
    """Does a method of that name call what it is given, as `sort` does?"""
    return method in CALLED_BY_NAME and bool(given)


def beside_of(lifted: Lifted) -> Beside:
    """That of an IR, made once."""
    if lifted.beside is None:
        lifted.beside = Beside(lifted.ir)
    found: Beside = lifted.beside
    return found
