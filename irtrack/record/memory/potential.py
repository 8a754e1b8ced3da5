"""What the ways not taken could have written.

`o.x = 1; if c: o.x = 2` reads the 1 because `c` did not hold: the jump past the store belongs to what made `o.x` what
it is, though nothing that ran says so. These are the potential dependences of Agrawal, Horgan, Krauser and London,
"Incremental Regression Testing" (1993), and Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
Debugging" (1999). Of local variables the arguments of blocks tell; for what is in memory, each jump is an event at
which something might have been written by the blocks that it passed by.

What a store beside would have written to is found as far as the frame and the shadows tell; what they don't may be
anything.
"""

import builtins
import operator
from collections.abc import Iterable
from types import CodeType, FunctionType, GeneratorType, MethodDescriptorType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...cpython.template import Template
from ...ir.control import ControlFlow
from ...ir.language import IR, Argument, Block, Call, Constant, Load, Operand, Special, Statement, Variable
from ...rules.effects import CHANGING_METHODS, READING_METHODS, does
from ..callables import template_of
from ..classes import is_static, lookup
from ..decoding import lifted
from ..loans import own_code
from ..nodes import ArgumentNode, JumpNode, NestedCallNode, RaiseNode
from .graph import Events
from .shadows import UNCHANGING, can_change

if TYPE_CHECKING:
    from .frames import Frame
    from .index import Index

_DEEPEST = 6  # of calls within calls that are looked into; what is deeper may do anything
_IN_PLACE = frozenset(
    id(getattr(operator, "i" + name))
    for name in ("add", "and", "concat", "lshift", "matmul", "mod", "mul", "or", "sub", "xor", "truediv", "floordiv",
                 "pow", "rshift")
)  # fmt: skip
_CONTENTS = frozenset(["setitem", "setslice", "delitem", "append", "add", "put", "extend", "update", "merge"])
_READING = frozenset(["nothing", "measures", "reads", "copies", "rearranges", "views", "get_item", "has_item",
                      "get_attribute", "iterates"])  # fmt: skip


class Possible(NamedTuple):
    """A write that a block can do. `kind`: "attribute", "items", "name", "anything"; `owner`: whose; `name`: which."""

    kind: str
    owner: Operand | None = None
    name: str = ""


class Asked(NamedTuple):
    """A call that a block can do: what it writes depends on what is called. `method`: its name, if `owner` has it."""

    function: Operand
    owner: Operand | None
    method: str
    arguments: tuple[Operand, ...]


class Summary(NamedTuple):
    """A write that a call of a function can do.

    `roots`: by what it reaches the object: "passed", for its arguments, "any", or the place of a cell or global. Of the
    kind "name" the place itself is what is written, of the kind "method" it depends on the object's class.
    """

    kind: str
    name: str = ""
    roots: frozenset[Any] = frozenset()


_ANYTHING = Possible("anything")
Effect = Possible | Asked
Objects = list[Any] | None  # that an operand can be; None for any


class Beside:
    """The potential writes of one function."""

    def __init__(self, ir: IR) -> None:
        self.ir = ir
        self.flow = ControlFlow(ir)
        self.defined = {variable: block.number for block in ir.blocks for variable in block.index}
        self.own = {block.number: list(self._effects(block)) for block in ir.blocks}
        self.known: dict[tuple[int, int, int], tuple[tuple[Effect, ...], frozenset[int]]] = {}
        self.any = any(self.own.values()) and any(
            len(block.terminator.edges) > 1 or self.flow.can_fork(block.number) for block in ir.blocks
        )

    def __bool__(self) -> bool:
        return self.any

    def passed(self, number: int, taken: int | None, raised: int = 0) -> tuple[tuple[Effect, ...], frozenset[int]]:
        """What could have been written by the blocks that do not run because block `number` was left for `taken`, and
        by what comes in it behind the statement of the variable `raised`, if that raised; and these blocks.
        """
        key = number, taken or 0, raised
        found = self.known.get(key)
        if found is None:
            ways = [way for way in self.flow.successors[number] if way != taken]
            blocks = {block for way in ways for block in self.flow.beside(number, way)}
            effects = [effect for block in sorted(blocks) for effect in self.own[block]]
            if raised:
                effects += self._effects(self.ir.blocks[number - 1], behind=raised)
            found = self.known[key] = tuple(dict.fromkeys(effects)), frozenset(blocks)
        return found

    def _effects(self, block: Block, behind: int = 0) -> Iterable[Effect]:
        """What the statements of a block can write: those behind that of the variable `behind`, if it is given."""
        for statement in block.statements:
            if behind:
                behind = 0 if statement.variable == behind else behind
                continue
            match statement.expression:
                case Special("setattr" | "delattr", (owner, Constant(name), *_)):
                    yield Possible("attribute", owner, name)
                case Special(name, (owner, *_)) if name in _CONTENTS:
                    yield Possible("items", owner)
                case Special("store" | "delete", (Constant(name), *_)):
                    yield Possible("name", None, name)
                case Special("yield_from" | "await", (iterator, *_)):
                    yield Possible("items", iterator)
                case Special("enter" | "exit" | "aenter" | "aexit" as name, (owner, *passed)):
                    yield Asked(owner, owner, f"__{name}__", tuple(passed))
                case Special("import" | "import_star"):
                    yield _ANYTHING
                case Call(Constant(function), arguments):
                    if id(function) in _IN_PLACE or function is next:
                        yield Possible("items", arguments[0])
                case Call(Variable(number) as function, arguments, keywords):
                    given = (*arguments, *(operand for _, operand in keywords))
                    loaded = self.statement(number)
                    receiver: Operand | None = None
                    method = ""
                    if (
                        isinstance(loaded, Statement)
                        and isinstance(loaded.expression, Load)
                        and loaded.expression.operands
                    ):
                        receiver, method = loaded.expression.operands[0], loaded.expression.name
                    yield Asked(function, receiver, method, given)

    def stored(self, name: str) -> list[Operand]:
        """What the function stores to a name."""
        return [
            statement.expression.operands[-1]
            for block in self.ir.blocks
            for statement in block.statements
            if isinstance(statement.expression, Special)
            and statement.expression.name == "store"
            and statement.expression.operands[0].value == name  # type: ignore[union-attr]  # the first is a constant
        ]

    def incoming(self, variable: int) -> list[Operand]:
        """What is passed for the argument of a block."""
        target = self.defined[variable]
        place = [argument.variable for argument in self.ir.blocks[target - 1].arguments].index(variable)
        edges = [edge for block in self.ir.blocks for edge in block.terminator.edges if edge.target == target]
        return [edge.arguments[place] for edge in edges if place < len(edge.arguments)]

    def statement(self, variable: int) -> Statement | Argument:
        """What assigns a variable."""
        return self.ir.blocks[self.defined[variable] - 1].index[variable]


class Potential:
    """The potential writes of a record's jumps, told to its index."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self.of_templates: dict[int, Beside] = {}
        self.of_functions: dict[int, tuple[Any, frozenset[Summary]]] = {}

    def of(self, template: Template) -> Beside:
        found = self.of_templates.get(id(template))
        if found is None:
            found = self.of_templates[id(template)] = Beside(lifted(template).ir)
        return found

    def passed_by(self, node: Any, frame: "Frame") -> None:
        """A jump or an exception: let what it passed by be known as what might have been written."""
        beside, location = frame.code.beside, node.location
        if location is None or (type(node) is JumpNode and not beside.flow.can_fork(location.block)):
            return
        raised = location.number if type(node) is RaiseNode and location.kind == "%" else 0
        effects, away = beside.passed(location.block, node.target, raised)
        if effects:
            asking = _Asking(self, frame, away)
            for effect in effects:
                asking.tell(effect, node._vertex)
            self.index.epoch += 1

    # -- what a function can write, whoever calls it ------------------------------------------------------------------

    def summary(self, function: Any, depth: int = 0) -> frozenset[Summary]:
        """All that a call of a function can write; of a generator, all that this can write when it runs."""
        if type(function) is MethodType:
            function = function.__func__
        known = self.of_functions.get(id(function))
        if known is not None:
            return known[1]
        if depth > _DEEPEST:
            return _WHATEVER
        self.of_functions[id(function)] = function, frozenset()  # of one that calls itself
        found = self._look_into(function, depth)
        self.of_functions[id(function)] = function, found
        return found

    def _look_into(self, function: Any, depth: int) -> frozenset[Summary]:
        if issubclass(type(function), type):
            if is_static(function):
                return frozenset()
            init, new = lookup(function, "__init__"), lookup(function, "__new__")
            if type(function) is not type or type(new) is staticmethod:
                return _WHATEVER
            if type(init) is not FunctionType:
                return frozenset() if type(init) is type(object.__init__) else _WHATEVER
            return self.writes_of(own_code(init), _Names(init), depth, constructs=True)
        if type(function) is FunctionType:
            return self.writes_of(own_code(function), _Names(function), depth)
        return frozenset() if does(function) in _READING else _WHATEVER

    def writes_of(self, code: CodeType, names: "_Names", depth: int, *, constructs: bool = False) -> frozenset[Summary]:
        """What code can write whose names mean that."""
        template = template_of(code)
        if not isinstance(template, Template):
            return _WHATEVER
        beside = self.of(template)
        found: set[Summary] = set()
        for effect in (effect for block in beside.ir.blocks for effect in beside.own[block.number]):
            if isinstance(effect, Asked):
                found.update(self._called(effect, beside, names, depth))
            elif effect.kind == "name":
                place = names.place(effect.name)
                if place is not None:
                    found.add(Summary("name", effect.name, frozenset([place])))
            else:
                roots = _roots(effect.owner, beside, names, 2 if constructs else 0)
                if roots:
                    found.add(Summary(effect.kind, effect.name, roots))
        return frozenset(found)

    def _called(self, call: Asked, beside: Beside, names: "_Names", depth: int) -> Iterable[Summary]:
        """What a call within a function can write."""
        if call.owner is not None:
            if call.method in READING_METHODS:
                return ()
            operands = (call.owner,) if call.method in CHANGING_METHODS else (call.owner, *call.arguments)
            roots = frozenset[Any]().union(*(_roots(operand, beside, names, 0) for operand in operands))
            if call.method not in CHANGING_METHODS:
                return (Summary("method", call.method, roots),)
            return (Summary("items", "", roots),) if roots else ()
        roots = frozenset[Any]().union(*(_roots(operand, beside, names, 0) for operand in call.arguments))
        known, called = _global(call.function, beside, names)
        if not known:
            return _WHATEVER
        told = does(called)
        if told in _READING:
            return ()
        if told is not None:
            return (Summary("attribute" if "attribute" in told else "items", "", roots),)
        return [
            one._replace(roots=one.roots - {"passed"} | roots) if "passed" in one.roots else one
            for one in self.summary(called, depth + 1)
        ]


_WHATEVER = frozenset([Summary("anything")])


class _Names:
    """Where the names of a function are: of one that exists, or of one that a frame would make."""

    def __init__(self, function: FunctionType | None, code: CodeType | None = None, frame: Any = None) -> None:
        self.code = own_code(function) if function is not None else code
        self.function = function
        self.frame = frame
        self.globals: Any = function.__globals__ if function is not None else frame.globals

    def place(self, name: str) -> Any:
        """A cell, or a dict and a key; None for a variable of the function's own."""
        code = self.code
        assert code is not None
        if name in code.co_freevars:
            if self.function is None:
                kind, key = self.frame.place(name)
                return (id(self.globals), name) if kind == "global" else (kind, key)
            if self.function.__closure__:
                return "cell", id(self.function.__closure__[code.co_freevars.index(name)])
        return None if name in code.co_cellvars else (id(self.globals), name)

    def find(self, name: str) -> tuple[bool, Any]:
        """What a global or builtin is."""
        for names in (self.globals or {}, vars(builtins)):
            if name in names:
                return True, names[name]
        return False, None


def _global(operand: Operand, beside: Beside, names: _Names) -> tuple[bool, Any]:
    """The global or builtin that an operand is, if it is one."""
    loaded = beside.statement(operand.number) if isinstance(operand, Variable) else None
    if isinstance(loaded, Statement) and isinstance(loaded.expression, Load) and loaded.expression.scope == "global":
        return names.find(loaded.expression.name)
    return False, None


_MAKING = frozenset(["list", "dict", "set", "tuple", "function", "string", "slice", "list_to_tuple"])
_LOADING = frozenset(map(id, (getattr, operator.getitem, iter, next))) | _IN_PLACE


def _roots(operand: Operand | None, beside: Beside, names: _Names, own: int) -> frozenset[Any]:
    """By what a function reaches an object to which it writes: nothing, if it made it. `own`: the variable of what a
    constructor makes.
    """
    found: set[Any] = set()
    seen: set[int] = set()
    waiting = [operand]
    while waiting:
        one = waiting.pop()
        if one is None:
            return _ANY
        if isinstance(one, Constant) or one.number in seen or one.number == own:
            continue
        seen.add(one.number)
        defined = beside.statement(one.number)
        if isinstance(defined, Argument):
            if beside.defined[one.number] == 1:
                found.add("passed")
            else:
                waiting += beside.incoming(one.number)
            continue
        match defined.expression:
            case Special("load", (Constant(name),)) | Load(_, name, ()):
                place = names.place(name)
                if place is not None:
                    found.add(place)
                else:  # a variable of its own that other functions see: a parameter, or what it stores
                    found.add("passed")
                    waiting += beside.stored(name)
            case Special(name, operands) if name in _MAKING or name.startswith("unpack_"):
                waiting += operands  # what it holds can be got out of it
            case Load(_, _, (first,)):
                waiting.append(first)
            case Call(Constant(function), arguments):
                waiting += arguments
            case Call(function, arguments) if does(_global(function, beside, names)[1]) in _READING:
                waiting += arguments
            case _:
                return _ANY
    return frozenset(found)


_ANY = frozenset(["any"])


class _Asking:
    """What could have been written to at one jump."""

    def __init__(self, potential: Potential, frame: "Frame", away: frozenset[int]) -> None:
        self.potential = potential
        self.index = potential.index
        self.frame = frame
        self.beside = frame.code.beside
        self.away = away
        self.told: set[Any] = set()

    def tell(self, effect: Effect, vertex: int) -> None:
        if isinstance(effect, Asked):
            self._tell_call(effect, vertex)
        elif effect.kind == "name":
            self.index.might_store(self.frame, effect.name, vertex)
        else:
            self._tell(effect.kind, self.objects(effect.owner), effect.name, vertex)

    def _tell(self, kind: str, objects: Objects, name: str, vertex: int) -> None:
        """Let a write be possible: to these objects, or to any."""
        index, epoch = self.index, self.index.epoch
        key = kind, name, None if objects is None else tuple(map(id, objects))
        if key in self.told:
            return
        self.told.add(key)
        if kind == "anything":
            index.anything.add(epoch, vertex)
        elif objects is not None:
            for one in objects:
                self._tell_generator(one, vertex)
                if can_change(one) or issubclass(type(one), (type, ModuleType)):
                    index.might_write(index.shadow(one), vertex)
        elif kind == "attribute":
            index.any_attributes.setdefault(name, Events()).add(epoch, vertex)
        else:
            index.any_items.add(epoch, vertex)

    def _tell_generator(self, one: Any, vertex: int) -> None:
        """A generator might have gone on."""
        if type(one) is GeneratorType and ("generator", id(one)) not in self.told:
            self.told.add(("generator", id(one)))
            made = self.index.made.get(id(one))
            call: Any = self.index.nodes[made[0]] if made is not None else None
            function = call.children[0].value if type(call) is NestedCallNode and call.children else None
            if function is None:
                self._tell("anything", None, "", vertex)
                return
            passed = [child.value for child in call.children[1:] if type(child) is ArgumentNode]
            for summary in self.potential.summary(function):
                self._tell_summary(summary, passed, vertex)

    # -- calls --------------------------------------------------------------------------------------------------------

    def _tell_call(self, call: Asked, vertex: int) -> None:
        passed = self._leaves_of((*call.arguments, *((call.owner,) if call.owner is not None else ())))
        for one in self._reach(passed or ()):
            self._tell_generator(one, vertex)
        for function, owner in self._functions(call):
            told = does(function)
            if told in _READING:
                continue
            if told is not None or type(function) is MethodDescriptorType:
                self._tell_native(call, told, owner, vertex)
                continue
            for summary in self._summary(function):
                self._tell_summary(summary, passed, vertex)

    def _tell_summary(self, summary: Summary, passed: Objects, vertex: int, depth: int = 0) -> None:
        if summary.kind == "name":
            for place in summary.roots:
                self.index.might_store_at(place, vertex)
            return
        places = [value for place in summary.roots if type(place) is tuple for value in self._at(place)]
        objects = passed if "passed" in summary.roots else []
        reached = None if objects is None or "any" in summary.roots else self._reach([*objects, *places])
        if summary.kind != "method":
            self._tell(summary.kind, reached, summary.name, vertex)
        elif not reached or depth > _DEEPEST:
            self._tell("anything", None, "", vertex)
        else:
            methods = {id(cls): lookup(cls, summary.name) for cls in map(type, reached)}
            for method in methods.values():
                if type(method) is FunctionType:
                    for inner in self.potential.summary(method):
                        self._tell_summary(inner, reached, vertex, depth + 1)
                elif method is not None and type(method) is not MethodDescriptorType:
                    self._tell("anything", None, "", vertex)

    def _tell_native(self, call: Asked, told: str | None, owner: Objects, vertex: int) -> None:
        """A call of a C function that changes its first argument."""
        first = owner if call.owner is not None else self.objects(call.arguments[0]) if call.arguments else []
        name = call.arguments[1] if told == "set_attribute" and len(call.arguments) > 1 else None
        if name is None:
            self._tell("items", first, "", vertex)
        elif isinstance(name, Constant) and type(name.value) is str:
            self._tell("attribute", first, name.value, vertex)
        else:
            self._tell("attribute" if first is not None else "anything", first, "", vertex)

    def _summary(self, function: Any) -> frozenset[Summary]:
        potential = self.potential
        if type(function) is CodeType:  # of a function that would be made there
            return potential.writes_of(function, _Names(None, function, self.frame), 0)
        return potential.summary(function)

    def _functions(self, call: Asked) -> Iterable[tuple[Any, Objects]]:
        """What may be called, and the objects whose method it is; None, of which no table tells, for anything."""
        if call.owner is None:
            functions = self.shared(call.function)
            return [(function, None) for function in functions] if functions else [(None, None)]
        if call.method in READING_METHODS:
            return []
        owners = self.shared(call.owner)
        if owners is None:
            return [(list.clear if call.method in CHANGING_METHODS else None, None)]
        found: list[tuple[Any, Objects]] = []
        for owner in owners:
            if issubclass(type(owner), (type, ModuleType)):
                function = getattr(owner, call.method, None)
            else:
                function = lookup(type(owner), call.method)
            if type(function) is not MethodDescriptorType or can_change(owner):
                found.append((function, [owner]))
        if not owners:  # it is made there
            functions = [lookup(cls, call.method) for cls in self._classes(call.owner)] or [None]
            found += [(function, None) for function in functions]
        return [one for one in found if one[0] is not None or call.method not in CHANGING_METHODS]

    def _classes(self, operand: Operand) -> list[type]:
        """The classes that are called to make what an operand is."""
        defined = self.beside.statement(operand.number) if isinstance(operand, Variable) else None
        if isinstance(defined, Statement) and isinstance(defined.expression, Call):
            return [one for one in self.shared(defined.expression.function) or [] if issubclass(type(one), type)]
        return []

    def _at(self, place: Any) -> list[Any]:
        """What is in a cell or global now."""
        index = self.index
        if place[0] == "cell":
            place = index.aliases.get(place[1], place)
        write = index.cells.get(place)
        if write is None:
            shadow = index.shadows.get(place[0])
            write = shadow.parts.get(("", place[1])) if shadow is not None else None
        if write is not None:
            node = index.nodes[write[0]]
            return [node.value] if node is not None else []
        names = self.frame.globals or {}
        return [names[place[1]]] if place[0] == id(names) and place[1] in names else []

    def _reach(self, objects: Iterable[Any]) -> list[Any]:
        """All objects that are among these, or held by them."""
        found: dict[int, Any] = {}
        waiting = list(objects)
        while waiting:
            one = waiting.pop()
            if not can_change(one) or id(one) in found:
                continue
            found[id(one)] = one
            shadow = self.index.known(one)
            if shadow is not None:
                waiting += shadow.held.values()
                waiting += [source.value for source in shadow.sources]
            if type(one) is tuple:
                waiting += one
        return list(found.values())

    # -- which object -------------------------------------------------------------------------------------------------

    def objects(self, operand: Operand | None) -> Objects:
        """The objects that an operand can be, without those that would be made on the way; None for any."""
        found = self.shared(operand)
        return None if found is None else [one for one in found if can_change(one)]

    def shared(self, operand: Operand | None) -> Objects:
        """The same, with functions, classes and modules; code, for a function that would be made there."""
        if operand is None:
            return None
        if isinstance(operand, Constant):
            return [operand.value]
        latest = self._latest(operand)
        if latest is not None:
            return latest
        defined = self.beside.statement(operand.number)
        if isinstance(defined, Statement):
            match defined.expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)) if (named := self._named(name)) is not None:
                    return named
                case Load(_, name, (owner,)):
                    owners = self.shared(owner) or []
                    shared = [one for one in owners if issubclass(type(one), (type, ModuleType))]
                    if shared:
                        return [getattr(one, name, None) for one in shared]
                case Special("function", operands):  # a constant, with what else it takes up to 3.12
                    return [o.value for o in operands if isinstance(o, Constant) and type(o.value) is CodeType]
                case Special(name) if name in _MAKING:
                    return []
                case Call(Constant(function)) if id(function) not in _LOADING:
                    return []  # a number, a text, something new
                case Call(function):
                    functions = self.shared(function)
                    if functions and all(issubclass(type(one), type) or does(one) in _FRESH for one in functions):
                        return []
        leaves = self._leaves_of((operand,))
        return None if leaves is None else self._reach(leaves)

    def _latest(self, variable: Variable) -> Objects:
        """The value that a variable has, if it has one here."""
        assert self.frame.latest is not None
        latest = self.frame.latest.get(variable.number)
        if latest is not None and (
            self.beside.defined[variable.number] not in self.away or id(type(latest.value)) in UNCHANGING
        ):
            return [latest.value]  # in a block beside: or of the type that it had in the turn before
        return None

    def _named(self, name: str) -> Objects:
        """What a cell, global or builtin is."""
        kind, key = self.frame.place(name)
        if kind != "global":
            return self._at((kind, key)) or None
        known, value = _Names(None, None, self.frame).find(name)
        return [value] if known else None

    def _leaves_of(self, operands: Iterable[Operand]) -> Objects:
        """The objects, as they are now, out of which operands would be computed; None for any."""
        found: list[Any] = []
        seen: set[int] = set()
        waiting = list(operands)
        while waiting:
            operand = waiting.pop()
            if isinstance(operand, Constant) or operand.number in seen:
                continue
            seen.add(operand.number)
            latest = self._latest(operand)
            if latest is not None:
                found += latest
                continue
            defined = self.beside.statement(operand.number)
            if isinstance(defined, Argument):
                if self.beside.defined[operand.number] != 1:
                    waiting += self.beside.incoming(operand.number)
                continue
            match defined.expression:
                case Load(_, name, ()) | Special("load", (Constant(name),)):
                    named = self._named(name)
                    if named is None:
                        waiting += (stored := self.beside.stored(name))
                        if not stored:
                            return None
                        continue
                    found += named
                    for function in named:  # which may give what it knows
                        found += _closure(function)
                case expression:
                    waiting += expression.operands
        return found


_FRESH = frozenset(["copies", "rearranges", "views", "iterates"])


def _closure(function: Any) -> list[Any]:
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
