"""What the jumps of one place pass by, and what of that would write anything: it depends on what some variables have.

A function that loops passes by the same each time, most of which is to look at numbers and texts, which nothing can
come of. So of each variable it is asked once at a jump how still its value is, and what is left for such values was
found at the first jump where they were so.
"""

from collections.abc import Sequence
from typing import Any

from ...ir.language import Constant, Operand, Variable
from ..classes import is_a
from .beside import Asked, Effect
from .latest import Latest
from .origins import ITEMS
from .shadows import SCALARS, UNCHANGING
from .told import Place

_LOOKING = "advance", "read"  # effects, if what is looked at changes by that
# of a value: it does not change when it is looked at, nor does what it holds, not even if a call is given it; nothing
# can be written to it
_STILL, _STILL_WITHIN, _STILL_FOR_CALLS, _SCALAR = 1, 2, 4, 8
_ALL_STILL = _STILL | _STILL_WITHIN | _STILL_FOR_CALLS


class Stillness:
    """Which of values change when they are looked at."""

    def __init__(self, index: Any) -> None:
        self.index = index
        self.of_types: dict[int, int] = {}  # by the ids of types; of lists and tuples it depends on what they hold

    def of(self, node: Any) -> int:
        """How still the value of a node is; 0 if there is none."""
        if node is None:
            return 0
        value = node.value
        found = self.of_types.get(id(type(value)))
        return found if found is not None else self._find(value)

    def _find(self, value: Any) -> int:
        kind = type(value)
        if is_a(value, list, tuple):
            is_whole = UNCHANGING.issuperset(map(id, map(type, value[:ITEMS])))
            return _ALL_STILL if is_whole else _STILL
        if id(kind) in UNCHANGING:
            # in the place of None there may be something else
            found = _ALL_STILL | (_SCALAR if id(kind) in SCALARS and value is not None else 0)
        elif is_a(value, dict, set, frozenset):
            found = _STILL
        else:
            found = 0 if self.index.uncalled.is_lively(kind) else _STILL | _STILL_WITHIN
        self.of_types[id(kind)] = found
        return found


class Passing:
    """What the jumps of one place pass by.

    `silent`: which effects write nothing, if all is still that they look at. `tests`: of each effect, the variables
    that it looks at, by their places among `numbers`, and how still these have to be for it to be silent; None if it
    never is, as far as that goes. `possible`: what is left, by what is lively, and how still the variables are.
    `touched`: the displays of which what they have made may be written to so, see confined.py.
    """

    __slots__ = ("effects", "is_silent", "numbers", "possible", "silent", "tests", "told", "touched")

    def __init__(self, effects: tuple[Effect, ...], silent: list[bool], touched: frozenset[int]) -> None:
        self.effects, self.touched = effects, touched
        self.silent = silent
        self.is_silent = all(silent)
        numbers: dict[int, int] = {}
        self.tests = [_tests(*one, numbers) for one in zip(effects, silent, strict=True)]
        self.numbers = tuple(numbers)
        self.possible: dict[tuple[Any, ...], tuple[Effect, ...]] = {}
        self.told = Place()

    def left(self, latest: Latest, stillness: Stillness, is_lively: bool) -> tuple[Effect, ...]:
        """The effects that could write something, as far as what they look at is not still."""
        of = stillness.of
        still = is_lively, *[of(latest[number]) for number in self.numbers]
        found = self.possible.get(still)
        if found is None:
            found = self.possible[still] = tuple(
                [
                    effect
                    for effect, tests in zip(self.effects, self.tests, strict=True)
                    if not self._is_nothing(effect, tests, still, is_lively)
                ]
            )
        return found

    @staticmethod
    def _is_nothing(
        effect: Effect, tests: Sequence[tuple[int, int]] | None, still: tuple[int, ...], is_lively: bool
    ) -> bool:
        if not isinstance(effect, Asked) and effect.kind in _LOOKING and not is_lively:
            return True
        return tests is not None and all(still[1 + place] & needed == needed for place, needed in tests)


def is_looking(effect: Effect) -> bool:
    """Is it silent if nothing changes when it is looked at?"""
    return not isinstance(effect, Asked) and effect.kind in _LOOKING


def _tests(effect: Effect, is_silent: bool, numbers: dict[int, int]) -> list[tuple[int, int]] | None:
    if isinstance(effect, Asked):
        return _needed(effect.arguments, _STILL_FOR_CALLS, numbers) if is_silent else None
    if effect.kind in _LOOKING:
        return _needed([effect.owner], _STILL_WITHIN if effect.kind == "read" else _STILL, numbers)
    if effect.kind == "items" and effect.in_place and isinstance(effect.owner, Variable):
        return _needed([effect.owner], _SCALAR, numbers)
    return None


def _needed(operands: Sequence[Operand | None], needed: int, numbers: dict[int, int]) -> list[tuple[int, int]] | None:
    """That variables are as still as that; a constant always is, of what is not known nobody can tell."""
    if any(one is None for one in operands):
        return None
    found = [one for one in operands if one is not None and not isinstance(one, Constant)]
    return [(numbers.setdefault(one.number, len(numbers)), needed) for one in found]
