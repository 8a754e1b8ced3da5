"""What the ways not taken could have written.

`o.x = 1; if c: o.x = 2` reads the 1 because `c` did not hold: the jump past the store belongs to what made `o.x` what it
is, though nothing that ran says so. These are the potential dependences of Agrawal, Horgan, Krauser and London,
"Incremental Regression Testing" (1993), and Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
Debugging" (1999). Of local variables the arguments of blocks tell; for what is in memory, each jump is an event at which
something might have been written by the blocks that it passed by.

Which object a store beside would have changed is known where its variable was assigned before; else it is any.
"""

import builtins
import operator
from collections.abc import Iterable
from types import FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...cpython.template import Template
from ...ir.control import ControlFlow
from ...ir.language import IR, Block, Call, Constant, Load, Operand, Special, Statement, Variable
from ...rules.effects import CHANGING_METHODS, READING_METHODS, does
from ..callables import template_of
from ..classes import is_static, lookup
from ..decoding import lifted
from ..loans import own_code
from ..nodes import JumpNode
from .graph import Events
from .shadows import UNCHANGING

if TYPE_CHECKING:
    from .frames import Frame
    from .index import Index

_DEEPEST = 6  # of calls within calls that are looked into; what is deeper may do anything
_IN_PLACE = frozenset(id(getattr(operator, name)) for name in dir(operator) if name in
                      ("iadd", "iand", "iconcat", "ilshift", "imatmul", "imod", "imul", "ior", "isub", "ixor",
                       "itruediv", "ifloordiv", "ipow", "irshift"))  # fmt: skip
_ARITHMETIC = frozenset(id(getattr(operator, name)) for name in (
    "add", "sub", "mul", "mod", "floordiv", "truediv", "pow", "neg", "and_", "or_", "xor", "lshift", "rshift", "iadd",
    "isub", "imul", "imod", "ifloordiv", "itruediv", "ipow", "lt", "le", "eq", "ne", "gt", "ge", "not_"))  # fmt: skip
_CONTENTS = frozenset(["setitem", "setslice", "delitem", "append", "add", "put", "extend", "update", "merge"])
_READING = frozenset(["nothing", "measures", "reads", "copies", "rearranges", "views", "get_item", "has_item",
                      "get_attribute", "iterates"])  # fmt: skip


class Possible(NamedTuple):
    """A write that a block can do. `kind`: "attribute", "items", "name" or "anything"; `owner`: whose; `name`: which."""

    kind: str
    owner: Operand | None = None
    name: str = ""


class Asked(NamedTuple):
    """A call that a block can do: what it writes depends on what is called. `method`: its name, if `owner` has it."""

    function: Operand
    owner: Operand | None = None
    method: str = ""
    arguments: tuple[Operand, ...] = ()


_ANYTHING = Possible("anything")
Effect = Possible | Asked


class Beside:
    """The potential writes of one function."""

    def __init__(self, ir: IR) -> None:
        self.ir = ir
        self.flow = ControlFlow(ir)
        self.own = {block.number: _effects(block) for block in ir.blocks}
        self.defined = {variable: block.number for block in ir.blocks for variable in block.index}
        self.known: dict[tuple[int, int], tuple[Effect, ...]] = {}

    def __bool__(self) -> bool:
        return any(self.own.values()) and any(
            len(block.terminator.edges) > 1 or self.flow.can_fork(block.number) for block in self.ir.blocks
        )

    def passed(self, number: int, taken: int | None) -> tuple[Effect, ...]:
        """What the blocks could have written that do not run because block `number` was left for `taken`."""
        key = number, taken or 0
        found = self.known.get(key)
        if found is None:
            ways = [way for way in self.flow.successors[number] if way != taken]
            blocks = {block for way in ways for block in self.flow.beside(number, way)}
            if taken is None:  # an exception left the function
                blocks.add(number)
            found = self.known[key] = tuple(dict.fromkeys(e for block in sorted(blocks) for e in self.own[block]))
        return found


def _effects(block: Block) -> list[Effect]:
    """What the statements of a block can write."""
    found: list[Effect] = []
    for statement in block.statements:
        expression = statement.expression
        match expression:
            case Special("setattr" | "delattr", (owner, Constant(name), *_)):
                found.append(Possible("attribute", owner, name))
            case Special(name, (owner, *_)) if name in _CONTENTS:
                found.append(Possible("items", owner))
            case Special("store" | "delete", (Constant(name), *_)):
                found.append(Possible("name", None, name))
            case Special("yield" | "yield_from" | "await" | "import" | "import_star"):
                found.append(_ANYTHING)
            case Call(function, arguments):
                found += _of_call(block, function, arguments)
    return found


def _of_call(block: Block, function: Operand, arguments: tuple[Operand, ...]) -> Iterable[Effect]:
    if isinstance(function, Constant):
        if id(function.value) in _IN_PLACE:
            return [Possible("items", arguments[0])]
        if function.value is next:
            return [Possible("items", arguments[0])]
        return []  # an operator
    loaded = block.index.get(function.number)
    if isinstance(loaded, Statement) and isinstance(loaded.expression, Load) and loaded.expression.scope == "method":
        return [Asked(function, loaded.expression.operands[0], loaded.expression.name, arguments)]
    return [Asked(function, None, "", arguments)]


class Potential:
    """The potential writes of a record's jumps, told to its index."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self.of_templates: dict[int, Beside] = {}
        self.of_functions: dict[int, tuple[tuple[str, str], ...]] = {}
        self.kept: list[Any] = []

    def of(self, template: Template) -> Beside:
        found = self.of_templates.get(id(template))
        if found is None:
            found = self.of_templates[id(template)] = Beside(lifted(template).ir)
        return found

    def passed_by(self, node: Any, frame: "Frame") -> None:
        """A jump or an exception: let what it passed by be known as what might have been written."""
        beside = frame.code.beside
        location = node.location
        if location is None or (type(node) is JumpNode and not beside.flow.can_fork(location.block)):
            return
        effects = beside.passed(location.block, node.target)
        if not effects:
            return
        told: set[Any] = set()
        away = self._blocks_beside(beside, node)
        for effect in effects:
            for kind, value, name in self._resolved(effect, beside, frame, away):
                key = kind, id(value) if value is not None else 0, name
                if key not in told:
                    told.add(key)
                    self._tell(node, frame, kind, value, name)
        self.index.epoch += 1

    def _blocks_beside(self, beside: Beside, node: Any) -> frozenset[int]:
        number = node.location.block
        ways = [way for way in beside.flow.successors[number] if way != node.target]
        return frozenset(block for way in ways for block in beside.flow.beside(number, way))

    def _tell(self, node: Any, frame: "Frame", kind: str, value: Any, name: str) -> None:
        index, epoch = self.index, self.index.epoch
        if kind == "name":
            index.might_store(frame, name, node._vertex)
        elif kind == "anything":
            index.anything.add(epoch, node._vertex)
        elif value is not None:
            if id(type(value)) in UNCHANGING and not issubclass(type(value), (type, ModuleType)):
                return
            index.might_write(index.shadow(value), node._vertex)
        elif kind == "attribute":
            index.any_attributes.setdefault(name, Events()).add(epoch, node._vertex)
        else:
            index.any_items.add(epoch, node._vertex)

    # -- which object -------------------------------------------------------------------------------------------------

    def _resolved(
        self, effect: Effect, beside: Beside, frame: "Frame", away: frozenset[int]
    ) -> Iterable[tuple[str, Any, str]]:
        """(kind, object or None for any, name) of what an effect would have been."""
        if isinstance(effect, Possible):
            known, value = self._value(effect.owner, beside, frame, away)
            return [(effect.kind, value if known else None, effect.name)]
        return self._call(effect, beside, frame, away)

    def _value(self, operand: Operand | None, beside: Beside, frame: "Frame", away: frozenset[int]) -> tuple[bool, Any]:
        """The value that an operand has, if it is known here."""
        if operand is None:
            return False, None
        if isinstance(operand, Constant):
            return True, operand.value
        assert frame.latest is not None
        block = beside.defined[operand.number]
        latest = frame.latest.get(operand.number)
        if latest is not None and (block not in away or id(type(latest.value)) in UNCHANGING):
            return True, latest.value  # or of the type that it had in the turn before
        statement = beside.ir.blocks[block - 1].index[operand.number]
        match statement:
            case Statement(expression=Load(operands=())):
                return self._name(statement.expression, frame)
            case Statement(expression=Call(Constant(function), arguments)) if id(function) in _ARITHMETIC:
                values = [self._value(argument, beside, frame, away) for argument in arguments]
                if all(known and id(type(value)) in UNCHANGING for known, value in values):
                    return True, values[0][1]  # a number or text, of whatever value
        return False, None

    def _name(self, load: Any, frame: "Frame") -> tuple[bool, Any]:
        function = frame.function
        if load.scope == "global" and type(function) is FunctionType:
            for names in (function.__globals__, vars(builtins)):
                if load.name in names:
                    return True, names[load.name]
        return False, None

    def _call(
        self, call: Asked, beside: Beside, frame: "Frame", away: frozenset[int]
    ) -> Iterable[tuple[str, Any, str]]:
        """What a call would have written."""
        if call.owner is not None:
            known, owner = self._value(call.owner, beside, frame, away)
            if not known:
                if call.method in READING_METHODS:
                    return []
                return [("items" if call.method in CHANGING_METHODS else "anything", None, "")]
            function = lookup(type(owner), call.method)
            if type(owner) is ModuleType or issubclass(type(owner), type):
                function = getattr(owner, call.method, None)
            if type(function) is MethodDescriptorType:
                if does(function) in _READING or id(type(owner)) in UNCHANGING:
                    return []
                return [("items", owner, "")]
            if function is None:
                return [("anything", None, "")]
            return [(kind, None, name) for kind, name in self._function(function, 0)]
        known, function = self._value(call.function, beside, frame, away)
        if not known:
            return [("anything", None, "")]
        told = does(function)
        if told in _READING:
            return []
        if told == "set_attribute" and len(call.arguments) > 1:
            known, name = self._value(call.arguments[1], beside, frame, away)
            return [("attribute", self._value(call.arguments[0], beside, frame, away)[1], name if known else "")]
        if told is not None and call.arguments:
            return [("items", self._value(call.arguments[0], beside, frame, away)[1], "")]
        return [(kind, None, name) for kind, name in self._function(function, 0)]

    # -- what a function can write, whoever calls it ------------------------------------------------------------------

    def _function(self, function: Any, depth: int) -> tuple[tuple[str, str], ...]:
        """(kind, name) of all that a call of a function can write."""
        if type(function) is MethodType:
            function = function.__func__
        if issubclass(type(function), type) and is_static(function):
            return ()
        found = self.of_functions.get(id(function))
        if found is not None:
            return found
        if depth > _DEEPEST:
            return (("anything", ""),)
        self.kept.append(function)
        self.of_functions[id(function)] = ()  # of one that calls itself
        found = self.of_functions[id(function)] = tuple(self._look_into(function, depth))
        return found

    def _look_into(self, function: Any, depth: int) -> set[tuple[str, str]]:
        anything = {("anything", "")}
        if issubclass(type(function), type):
            if type(function) is not type:
                return anything
            init, new = lookup(function, "__init__"), lookup(function, "__new__")
            if type(new) is staticmethod or type(init) not in (FunctionType, type(object.__init__)):
                return anything
            if type(init) is not FunctionType:
                return set()
            return self._writes_of(init, depth, constructs=True)
        if type(function) is not FunctionType:
            return anything if does(function) not in _READING else set()
        return self._writes_of(function, depth, constructs=False)

    def _writes_of(self, function: FunctionType, depth: int, *, constructs: bool) -> set[tuple[str, str]]:
        template = template_of(own_code(function))
        if not isinstance(template, Template):
            return {("anything", "")}
        if template.suspends:  # which only makes a generator
            return set()
        beside = self.of(template)
        fresh = {2} if constructs else set()  # the variable of `self`
        found: set[tuple[str, str]] = set()
        for block in beside.ir.blocks:
            for effect in beside.own[block.number]:
                if isinstance(effect, Possible):
                    if not (isinstance(effect.owner, Variable) and effect.owner.number in fresh):
                        found.add((effect.kind, effect.name))
                    continue
                found.update(self._called(effect, block, function, depth))
        return found

    def _called(self, call: Asked, block: Block, function: FunctionType, depth: int) -> Iterable[tuple[str, str]]:
        if call.owner is not None:
            if call.method in READING_METHODS:
                return ()
            return (("items" if call.method in CHANGING_METHODS else "anything", ""),)
        loaded = block.index.get(call.function.number) if isinstance(call.function, Variable) else None
        if isinstance(loaded, Statement) and isinstance(loaded.expression, Load) and loaded.expression.scope == "global":
            for names in (function.__globals__, vars(builtins)):
                if loaded.expression.name in names:
                    called = names[loaded.expression.name]
                    told = does(called)
                    if told is not None:
                        return () if told in _READING else (("items", ""),)
                    return self._function(called, depth + 1)
        return (("anything", ""),)

