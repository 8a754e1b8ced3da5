"""Out of which of the objects that are there the operands of a way not taken would be computed."""

from collections.abc import Sequence
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...ir.language import Operand, Variable
from ..callables import CACHE
from ..classes import is_static, lookup
from .definitions import Way, variables
from .functions import getters_of, unbound
from .keeping import Objects
from .shadows import SHARED, can_change, class_of, items_of
from .supposing import Supposing

if TYPE_CHECKING:
    from .frames import Frame
    from .potential import Potential

Step = tuple[dict[int, Any] | None, list[Variable]]  # see `Leaves._step_from`


class Leaves(Supposing):
    """Goes back from variables to what is there, where a jump did not lead."""

    def __init__(
        self, potential: "Potential", frame: "Frame", jump: Any, away: frozenset[int], *, besides: bool = True
    ) -> None:
        super().__init__(potential, frame, jump, away, besides=besides)
        self.getting: set[int] = set()  # variables of which it is asked what functions would give them
        self.giving: set[int] = set()  # and the ids of functions of which it is asked what they give
        # what `_step_from` gave; and what it gave while functions are asked, which may leave something out
        self.steps: dict[int, Step] = {}
        self.steps_within: dict[int, Step] = {}
        self.leaves: dict[frozenset[int], Objects] = {}  # what `leaves_of` gave
        self.leaves_of_one: dict[int, Objects] = {}

    def leaves_of(self, operands: Sequence[Operand]) -> Objects:
        """The objects, as they are now, out of which operands would be computed; None for any."""
        numbers = frozenset([one.number for one in operands if isinstance(one, Variable)])
        if numbers not in self.leaves:
            found = self.leaves[numbers] = self._leaves_anew(operands)
            if len(numbers) == 1:
                self.leaves_of_one.update(dict.fromkeys(numbers, found))
        return self.leaves[numbers]

    def _leaves_anew(self, operands: Sequence[Operand]) -> Objects:
        found: dict[int, Any] = {}
        seen: set[int] = set()
        whole, steps, within = self.leaves_of_one, self.steps, self.steps_within
        waiting = list(variables(operands))
        while waiting:
            operand = waiting.pop()
            number = operand.number
            if number in seen:
                continue
            seen.add(number)
            if number in whole:
                leaves = whole[number]
                if leaves is None:
                    return None
                found.update(zip(map(id, leaves), leaves, strict=True))
                continue
            own, further = steps.get(number) or within.get(number) or self._step_from(operand)
            if own is None:
                return None
            found.update(own)
            waiting += further
        self.index.spends(len(seen) // 8)
        return list(found.values())

    def _step_from(self, operand: Variable) -> Step:
        """The leaves that a variable has by itself, by ids, None for any; and the variables to ask further."""
        is_whole = not (self.getting or self.giving)
        step = self._find_step(operand)
        if is_whole:
            self.steps[operand.number] = step
            self.steps_within.clear()
        else:  # it may leave out what is asked for
            self.steps_within[operand.number] = step
        return step

    def _find_step(self, operand: Variable) -> Step:
        self.index.spends(1)
        way = self.beside.way(operand.number)
        found: dict[int, Any] = {}
        further = [*way.put] if way.put and (way.name is None or self._may_keep(way.name)) else []
        latest = self._latest(operand)
        if latest is not None:
            found = dict(zip(map(id, latest), latest, strict=True))
        elif way.name is not None:
            named = self._named(way.name)
            if named is None:
                stored = self.beside.stored(way.name)
                return found if stored else None, [*further, *variables(stored)]
            for one in named:
                found[id(one)] = one
                found.update((id(value), value) for value in self.closure_of(one))  # which it may give
        elif way.function is not None and (called := self._there(way.function)) is not None:
            for function in called:
                found.update((id(value), value) for value in self._of_called(function))
            further += way.rest
        else:
            if way.function is not None or way.asks is not None:
                found = self._given_by_asked(operand.number, way)
            further += way.operands
            for name in way.around:
                around = self._named(name)
                found.update((id(one), one) for one in around or ())
                further += variables(self.beside.stored(name)) if not around else ()
        return found, further

    def _given_by_asked(self, number: int, way: Way) -> dict[int, Any]:
        """What the functions of the program may give by themselves that would be called for a variable, by ids."""
        called = [self._of_called(function) for function in self._asked_for(number, way)]
        return {id(value): value for values in called for value in values}

    def _asked_for(self, number: int, way: Way) -> list[Any]:
        """The functions of the program that would be called for a variable: methods, what was taken out of containers,
        and getters of attributes.
        """
        owner, name = way.asks or (None, "")
        latest = self._latest(owner) if isinstance(owner, Variable) else None
        if latest and all(is_static(class_of(one)) and not issubclass(type(one), SHARED) for one in latest):
            return []  # no function of the program is called for it
        if number in self.getting:  # round a loop
            return []
        self.getting.add(number)
        if way.function is not None:
            found = self.shared(way.function) or []
        else:
            owners = [*(self.shared(owner) or ()), *self.unmade(owner)] if owner is not None else []
            found = [getter for one in owners for getter in getters_of(class_of(one), name)]
        self.getting.discard(number)
        return [one for one in map(_called_of, found) if type(unbound(one)[0]) is FunctionType]

    def _of_called(self, function: Any) -> list[Any]:
        """What a function may give by itself; one that remembers what it gave, also that."""
        inner, bound = unbound(_called_of(function))
        remembered = items_of(self.index.known(function)) if type(function) is CACHE else ()
        return [*self._given_by(inner), *bound, *remembered]

    def _given_by(self, function: Any) -> list[Any]:
        """The same of what is no method, partial or the like."""
        if function is globals:
            return [self.frame.globals]
        if function is super:  # its first parameter
            first = self.frame.node.children[1:2]
            for argument in first:
                if argument.location is not None:
                    self._run(argument.location.number)
            return [argument.value for argument in first]
        if issubclass(type(function), type):
            made = unbound(lookup(function, "__new__"))[0]
            given = self._given_by(made) if type(made) is FunctionType else ()
            return [*self.potential.holding.held_by(function), *self._put_by_init(function), *given]
        if type(function) is FunctionType:
            around = [*self.closure_of(function), *self.potential.holding.held_by(function)]
            if id(function) in self.giving:  # by itself, or a name to which it would be stored
                return around
            self.giving.add(id(function))
            self.potential.remember(function)
            roots = self.potential.given_by(function)
            there = self.at_roots(roots - {"any", "passed"}, []) or ()
            inner = [one for one in around if type(one) is FunctionType] if "any" in roots else ()  # which it may call
            given = [value for one in inner for value in self._given_by(one)]
            self.giving.discard(id(function))
            return [*around, *there, *given]
        return [function] if can_change(function) else []

    def _put_by_init(self, cls: type) -> list[Any]:
        """What a class puts into each of its objects that nobody passes it: of variables around, and globals."""
        init = lookup(cls, "__init__")
        if type(init) is not FunctionType:
            return []
        self.potential.remember(init)
        given = frozenset(root for one in self._summary(init) for root in one.given if type(root) is tuple)
        return [*self.closure_of(init), *(self.at_roots(given, []) or ())]


def _called_of(value: Any) -> Any:
    """What is called if a value is: of an object, a method."""
    call = lookup(class_of(value), "__call__")
    return partial(call, value) if type(call) is FunctionType else value
