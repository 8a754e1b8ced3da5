"""What the ways not taken could have written.

`o.x = 1; if c: o.x = 2` reads the 1 because `c` did not hold: the jump past the store belongs to what made `o.x` what
it is, though nothing that ran says so. These are the potential dependences of Agrawal, Horgan, Krauser and London,
"Incremental Regression Testing" (1993), and Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
Debugging" (1999). Of local variables the arguments of blocks tell; for what is in memory, each jump is an event at
which something might have been written by the blocks that it passed by.

What a store beside would have written to is found as far as the frame and the shadows tell; what they don't may be
anything.
"""

import operator
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, MethodDescriptorType
from typing import TYPE_CHECKING, Any

from ...ir.control import ControlFlow
from ...ir.language import Constant, Operand, Variable
from ...rules.effects import READING, outputs
from ...rules.special_methods import OPERATORS
from ..classes import is_a, is_static, lookup
from ..nodes.kinds import ArgumentNode, JumpNode, RaiseNode
from ..nodes.nested import NestedCallNode
from .asking import Asking
from .beside import ANY, GETTING, Asked, Beside, Effect, operates
from .instead import MOST
from .latest import Latest
from .memory import ITEMS
from .names import Names, global_of
from .reaching import Reaching
from .settling import Settling
from .shadows import SCALARS, SHARED, UNCHANGING, UNHELD, Unmade, can_change
from .summaries import Summaries, Summary, does_called
from .told import Place

if TYPE_CHECKING:
    from .frames import Frame
    from .index import Index

_LOOKING = "advance", "read"  # effects, if what is looked at changes by that


class Potential(Summaries):
    """The potential writes of a record's jumps, told to its index."""

    def __init__(self, index: "Index") -> None:
        super().__init__()
        self.index = index
        self.reaching = Reaching(index, self.holding)
        self.given_to_calls: dict[NestedCallNode, list[Any]] = {}
        self.of_code: dict[tuple[Any, ...], frozenset[Summary]] = {}  # what `of_made` gave
        self.of_setters: dict[tuple[int, str, str], tuple[FunctionType, ...]] = {}
        self.holding_many: dict[int, Any] = {}  # by ids, objects that hold more than is told apart
        self.classes_met: dict[int, type] = {}
        self.of_any: dict[tuple[str, ...], list[FunctionType]] = {}  # what `_anywhere` gave
        self.silent: dict[tuple[Any, ...], list[bool]] = {}  # what `_silent` gave, by jumps
        self.told: dict[tuple[Any, ...], Place] = {}  # by jumps
        self.still_types: dict[int, bool] = {}  # ids of types -> do instances not change when they are looked at?
        self.still: dict[object, Any] = {}  # the same, of strides: an edge -> the globals with which that holds

    def gets_lively(self) -> None:
        """From now on there are objects that change when they are looked at."""
        self.is_lively = True
        self.still.clear()
        self.of_functions = Settling(self.of_functions.whatever)
        self.of_code.clear()

    def hold_within(self, objects: Iterable[Any], found: dict[int, Any], unmade: dict[int, Any]) -> bool:
        """Add objects to those found, by their ids, and what they hold; False if that is more than is told apart, which
        what was not made does not count for.
        """
        known, held_by, many = self.index.known, self.holding.held_by, self.holding_many
        waiting = list(objects)
        roots = waiting[:] if len(waiting) == 1 and not found else ()
        while waiting:
            one = waiting.pop()
            if id(type(one)) in UNHELD or id(one) in found or id(one) in unmade:
                continue
            if len(found) > MOST or id(one) in many:
                many.update((id(root), root) for root in roots)
                return False
            (unmade if type(one) is Unmade else found)[id(one)] = one
            shadow = known(one)
            if shadow is not None:
                waiting += shadow.held.values()
            waiting += held_by(one)
        return True

    def setters(self, cls: type, kind: str, name: str) -> tuple[FunctionType, ...]:
        """The methods of the program's that write to an attribute, or an item, of an object of a class."""
        key = id(cls), kind, name
        found = self.of_setters.get(key)
        if found is None:
            found = self.of_setters[key] = tuple(
                [one for one in _setters(cls, kind, name) if type(one) is FunctionType and self.summary(one)]
            )
        return found

    def looking(self, cls: type, name: str) -> tuple[Any, ...]:
        """The methods of the program's that are called to look at an object of a class, as `Beside` says, and write."""
        uncalled = self.index.uncalled
        if name == "":
            return uncalled.methods_of(cls)
        names = OPERATORS[id(operator.getitem)] if name == GETTING else operates(name)
        if names is not None:
            return uncalled.called_of(cls, names)
        return uncalled.getters(cls, None if name == ANY else name)

    def looking_anywhere(self, name: str) -> list[FunctionType]:
        """The same of an object of any class of the program's."""
        return self._anywhere((name,), lambda cls: self.looking(cls, name))

    def setters_anywhere(self, kind: str, name: str) -> list[FunctionType]:
        """The methods that write to an attribute or an item of an object of any class of the program's."""
        return self._anywhere((kind, name), lambda cls: self.setters(cls, kind, name))

    def _anywhere(self, key: tuple[str, ...], methods: Callable[[type], Iterable[Any]]) -> list[FunctionType]:
        found = self.of_any.get(key)
        if found is None:
            called = dict.fromkeys(method for cls in self.classes_met.values() for method in methods(cls))
            found = self.of_any[key] = [one for one in called if type(one) is FunctionType]
        return found

    def meets(self, cls: type) -> None:
        """There are objects of a class of the program's."""
        self.classes_met[id(cls)] = cls
        self.of_any.clear()

    def of_made(self, code: CodeType, frame: "Frame") -> frozenset[Summary]:
        """All that a function can write that a frame would make; the same where its names are the same."""
        key = id(code), id(frame.globals), *map(frame.place, code.co_freevars)
        found = self.of_code.get(key)
        if found is None:
            found = self.of_code[key] = self.writes_of(code, Names(None, code, frame), 0)
        return found

    def given_to(self, call: NestedCallNode) -> list[Any]:
        """What the parameters of a generator have, and the arguments of its blocks, of all that can change or be
        written to: asked once, for a generator may be told of whenever it has gone on.
        """
        found = self.given_to_calls.get(call)
        if found is None:
            values = (child.value for child in call.children[1:] if type(child) is ArgumentNode)
            changing = {id(one): one for one in values if can_change(one) or issubclass(type(one), SHARED)}
            found = self.given_to_calls[call] = list(changing.values())
        return found

    @staticmethod
    def can_pass(beside: Beside, flow: ControlFlow) -> Callable[[int, int | None], bool]:
        """A function: does a jump from one block to another, or a return, pass by anything that could write?"""
        if not (beside.any or (beside.writes and flow.guarded)):
            return lambda number, target: False
        return lambda number, target: flow.can_fork(number) and bool(beside.passed(flow, number, target)[0])

    def passed_at(self, edge: object, node: Any, frame: "Frame", target: int | None) -> None:
        """The same as `passed_by`, of a jump or return of a stride."""
        if self.passed_by(node, frame, target):
            self.still[edge] = frame.globals

    def passed_by(self, node: Any, frame: "Frame", target: int | None) -> bool:
        """A jump, an exception, or a return that one could have been raised before: let what it passed by be known as
        what might have been written. `target`: the block where it leads.

        Is it known that this is nothing, as long as there are no generators?
        """
        beside, flow, location = frame.code.beside, frame.flow, node.location
        if location is None or (type(node) is JumpNode and not flow.can_fork(location.block)):
            return False
        raised = location.number if type(node) is RaiseNode and location.kind == "%" else 0
        effects, away = beside.passed(flow, location.block, target, raised)
        if not effects:
            return True
        place = location.block, target, raised, flow.guarded, id(frame.code), id(frame.globals)
        silent = self._silent(effects, frame, place)
        if not self.is_lively and all(silent):
            return True
        latest = frame.latest(node)
        possible = [
            effect
            for effect, is_silent in zip(effects, silent, strict=True)
            if not self._is_nothing(effect, is_silent, latest)
        ]
        if possible:
            told = self.told.get(place)
            if told is None:
                told = self.told[place] = Place()
            if not told.again(possible, frame, latest, node._vertex):
                asking = Asking(self, frame, node, away)
                asking.tell_all(possible, node._vertex)
                told.add(asking, possible, latest, node._vertex)
        self.index.epoch += self.index.stirred == self.index.epoch
        return False

    def _is_nothing(self, effect: Effect, is_silent: bool, latest: Latest) -> bool:
        """Does an effect write nothing, as far as what it looks at is still?"""
        if isinstance(effect, Asked):
            return is_silent and all(self._is_still(operand, latest, True, True) for operand in effect.arguments)
        if effect.kind in _LOOKING:
            return not self.is_lively or self._is_still(effect.owner, latest, effect.kind == "read", False)
        return effect.kind == "items" and self._is_scalar(effect.owner, latest)

    def _silent(self, effects: tuple[Effect, ...], frame: "Frame", place: tuple[Any, ...]) -> list[bool]:
        """Which of them write nothing, if all is still that they look at? Asked once for each place."""
        silent = self.silent.get(place)
        if silent is None:
            names = Names(None, None, frame)
            silent = self.silent[place] = [
                self._is_silent(one, frame, names) if isinstance(one, Asked) else one.kind in _LOOKING
                for one in effects
            ]
        return silent

    def _is_silent(self, call: Asked, frame: "Frame", names: Names) -> bool:
        name, function = global_of(call.function, frame.code.beside, names)
        if call.owner is not None or not name or name in frame.code.names:
            return False
        told = does_called(function, len(call.arguments))
        if outputs(function, call.arguments) or self._called_back(call, frozenset(), frame.code.beside, names, 0):
            return False
        return (told in READING and told != "prints") or (
            told is None and type(function) is not MethodDescriptorType and not self.writes(function)
        )

    @staticmethod
    def _is_scalar(operand: Operand | None, latest: Latest) -> bool:
        """Has a variable a number, a text and the like, which nothing can be written to?"""
        known = latest[operand.number] if isinstance(operand, Variable) else None
        return known is not None and id(type(known.value)) in SCALARS

    def _is_still(self, operand: Operand | None, latest: Latest, is_whole: bool, is_call: bool) -> bool:
        """Does what an operand has not change when it is looked at; nor, if that `is_whole`, what it holds?"""
        if isinstance(operand, Constant):
            return True
        known = latest[operand.number] if operand is not None else None
        if known is None:
            return False
        value = known.value
        kind = type(value)
        if id(kind) in UNCHANGING:
            return True
        if is_a(value, list, tuple):
            return not is_whole or all(id(type(item)) in UNCHANGING for item in value[:ITEMS])
        if is_a(value, dict, set, frozenset) or is_call:
            return not is_whole
        found = self.still_types.get(id(kind))
        if found is None:
            found = self.still_types[id(kind)] = not self.index.uncalled.is_lively(kind)
        return found


def _setters(cls: type, kind: str, name: str) -> list[Any]:
    """What is called to write to an object of a class, if that has it."""
    if kind == "items":
        return [lookup(cls, "__setitem__"), lookup(cls, "__delitem__")]
    if kind != "attribute" or is_static(cls):
        return []
    of_class = lookup(cls, name)
    if type(of_class) is property:
        return [of_class.fset, of_class.fdel]
    hooks = [lookup(cls, "__setattr__"), lookup(cls, "__delattr__")]
    return [*hooks, lookup(type(of_class), "__set__"), lookup(type(of_class), "__delete__")]
