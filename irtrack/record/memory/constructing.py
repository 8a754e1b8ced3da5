"""What the operands of a way not taken would be that would be made there: by displays, and calls of classes."""

from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...ir.language import Call, Constant, Operand, Special, Statement, Variable
from ...ir.operations import getslice
from ...rules.effects import does
from ..classes import is_a, lookup
from .definitions import attribute_loaded
from .functions import is_called, unbound
from .keeping import Objects
from .leaves import Leaves
from .making import DISPLAYS, joined, makers
from .roots import can_hold, has_items, makes
from .shadows import Unmade, UnmadeFunction, class_of, items_of
from .supposing import FRESH

if TYPE_CHECKING:
    from .frames import Frame
    from .potential import Potential

_FURTHEST = 40  # of what would be made of what would be made


class Constructing(Leaves):
    """What would be made for the variables of a frame where a jump did not lead."""

    def __init__(
        self, potential: "Potential", frame: "Frame", jump: Any, away: frozenset[int], *, besides: bool = True
    ) -> None:
        super().__init__(potential, frame, jump, away, besides=besides)
        self.making: set[int] = set()  # variables of which it is asked what would be made for them
        self.made: dict[int, list[Unmade]] = {}  # what `unmade` gave
        self.within: dict[int, list[Unmade]] = {}  # and while it was asked what would be made of it
        self.put: dict[int, list[Any]] = {}  # what `_functions_put` gave of calls

    def unmade(self, operand: Operand) -> list[Unmade]:
        if not isinstance(operand, Variable) or operand.number in self.making or len(self.making) > _FURTHEST:
            return []
        found = self.made.get(operand.number, self.within.get(operand.number))
        if found is None:
            found = self.within[operand.number] = self._unmade_anew(operand)
            if not self.making:  # else it may leave out what is asked for
                self.made[operand.number] = found
                self.within.clear()
        return found

    def _unmade_anew(self, operand: Variable) -> list[Unmade]:
        self.making.add(operand.number)  # what is called may depend on it, as in a loop `x = x.next()`
        classes = list(filter(can_hold, self._classes(operand)[0]))
        parts = self._parts(operand) if classes else []
        within = [one for part in parts for one in (*self.unmade(part), *self._functions_put(part))]
        later = self.beside.surely_put_into(operand.number) if classes else ()  # as an attribute
        within += [one for each in later for one in self._functions_put(each)]
        if self._has_items_of(operand):
            rows = [self.index.shadow(one).held.values() if _is_row(one) else [one] for one in within]
            within = [one for row in rows for one in row]
        inside = self._classes_inside(operand) if classes else []
        self.making.discard(operand.number)
        if not classes:
            return []
        leaves = self.leaves_of((operand,)) or ()
        copied = self._copied_from(operand)
        if any(map(has_items, classes)) and not self._is_plain_display(operand):
            added = [one for part in self.beside.added_to(operand.number) for one in self.shared(part) or ()]
            copied = [*copied, *leaves, *added]
        held = [value for one in copied for value in items_of(self.index.known(one))]
        held = [*leaves, *within, *held, *(one for cls in classes for one in self._put_by_init(cls))]
        if any(issubclass(cls, BaseException) for cls in classes):
            held += self.index.unmade([tuple], held)  # its `args`
        return self.index.unmade(classes, [*held, *self.index.unmade(inside, held)])

    def _is_plain_display(self, operand: Variable) -> bool:
        """Would it hold the very operands of a display, and nothing that these hold?"""
        expression = self.beside.expression_of(operand)
        is_display = isinstance(expression, Special) and expression.name in DISPLAYS
        return is_display and not self.beside.added_to(operand.number) and operand.number not in self.beside.filled

    def _has_items_of(self, operand: Variable) -> bool:
        """Would an operand hold what containers hold of which it would be made, and not these?"""
        expression = self.beside.expression_of(operand)
        if joined(expression, self.beside):
            return True
        functions = self._called(expression.function) if isinstance(expression, Call) else None
        return bool(functions) and all(does(unbound(one)[0]) in FRESH for one in functions or ())

    def _classes_inside(self, operand: Variable) -> list[type]:
        """The classes of what would be made by functions that a call calls, or hands to C code, as `map` is: a
        container or iterator that it gives may hold such.
        """
        expression = self.beside.expression_of(operand)
        if not isinstance(expression, Call):
            return []
        found = dict[type, None]()
        for one in self._called(expression.function) or ():
            found.update(dict.fromkeys(self.potential.classes_within(one)))
        for each in expression.operands[1:]:
            for one in filter(is_called, self.shared(each) or ()):
                found.update(dict.fromkeys(self.potential.classes_given(one)))
        return list(found)

    def _copied_from(self, operand: Operand) -> list[Any]:
        """The containers of which an operand would be a part, or have all in another order."""
        match self.beside.expression_of(operand):
            case Call(Constant(function), (owner, key, *_)) if function is getslice or self.beside.is_slice(key):
                return [one for one in self.shared(owner) or () if is_a(one, list, tuple)]
            case Call(function, (given, *_)) if any(one is sorted for one in self.shared(function) or ()):
                return [one for one in self.shared(given) or () if is_a(one, list)]
        return []

    def _functions_put(self, operand: Operand) -> list[Any]:
        """The functions that are made to be put somewhere: by code that is there, by a call, or of an object, as its
        methods.
        """
        expression = self.beside.expression_of(operand)
        if attribute_loaded(expression) is not None:
            return list(filter(is_called, self.shared(operand) or ()))
        if isinstance(expression, Call) and isinstance(operand, Variable):
            if operand.number not in self.put:
                self.put[operand.number] = []  # round a loop
                functions = self.index.choices.functions_in(self, operand, are_given=True)
                self.put[operand.number] = [one for one in functions if _is_made(one)]
            return self.put[operand.number]
        return self._function_made(operand)

    def _parts(self, operand: Variable) -> list[Operand]:
        """What an object that would be made for an operand is given."""
        found: list[Operand] = []
        waiting, seen = [operand], set[int]()
        while waiting:
            one = waiting.pop()
            if one.number in seen:
                continue
            seen.add(one.number)
            defined = self.beside.statement(one.number)
            found += self.beside.added_to(one.number)
            if isinstance(defined, Statement) and isinstance(defined.expression, Call):
                function, *given = defined.expression.operands
                loaded = attribute_loaded(self.beside.expression_of(function))
                found += [*given, *(loaded[:1] if loaded is not None else [function])]
            elif isinstance(defined, Statement):
                found += defined.expression.operands
            elif self.beside.defined[one.number] != 1:
                waiting += [each for each in self.beside.incoming(one.number) if isinstance(each, Variable)]
        return found

    def _is_made_at(self, place: Any) -> bool:
        place = self.index.place_at(place)
        if place[0] != id(self.frame.node) or self._at(place):
            return False
        makers = [self._classes(one) for one in self.beside.stored(place[1])]
        return bool(makers) and all(are_all and all(map(_gives_new, classes)) for classes, are_all in makers)

    def _classes(self, operand: Operand) -> tuple[list[type], bool]:
        """The classes that are called to make what an operand is; is it one of these in any case?"""
        called, is_all = makers(
            operand,
            self.beside,
            lambda variable: self._latest(variable) is not None,
            lambda name: self.beside.stored(name) if self._named(name) is None else None,
            self._called,
        )
        classes = [cls for one in called for cls in ([one] if makes(one) else self.potential.classes_given(one))]
        classes += map(class_of, self._copied_from(operand))
        return list(dict.fromkeys(classes)), is_all and all(map(makes, called))

    def _called(self, operand: Operand) -> Objects:
        """The functions that an operand can be: of a partial that would be made there, what it calls."""
        match self.beside.expression_of(operand):
            case Call(function, (called, *_)) if any(one is partial for one in self.shared(function) or ()):
                return self.shared(called)
        return self.shared(operand)


def _is_row(one: Any) -> bool:
    """Does it stand for a container or iterator?"""
    return type(one) is Unmade and has_items(one.cls)


def _gives_new(cls: type) -> bool:
    """Does a class give a new object each time?"""
    return type(lookup(cls, "__new__")) is not staticmethod and type(lookup(type(cls), "__call__")) is not FunctionType


def _is_made(function: Any) -> bool:
    """Is it a function that is not there yet?"""
    return type(function) is UnmadeFunction or type(function) is partial
