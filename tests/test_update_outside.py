"""What an update runs anew may write to objects from outside, which can't be made anew: then all runs again."""

import copy
import dataclasses
import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from share import share

from irtrack import check, track
from irtrack.ask.update.touch import held_by


class Thing:
    v = 0
    count = 0

    @classmethod
    def counted(cls) -> None:
        cls.count += 1

    def counts(self) -> None:
        type(self).count += 1


class Compared:
    def __init__(self, thing: Thing) -> None:
        self.thing = thing

    def __lt__(self, other: object) -> bool:
        vars(self.thing).update(v=5)
        return True


def sets(s: Thing, a: int) -> None:
    if a > 4:
        s.v = a


def by_a_call(a: int, s: Any, t: Any, items: Any) -> Any:
    sets(s, a)
    return s.v


def by_c_code(a: int, s: Any, t: Any, items: Any) -> Any:
    list(map(sets, [s], [a]))
    return s.v


def to_the_other(a: int, s: Any, t: Any, items: Any) -> Any:
    chosen = [s, t][a > 4]
    chosen.v = 7
    return s.v, t.v


def exchanged(s: Thing, t: Thing, a: int) -> None:
    if a > 4:
        s, t = t, s
    s.v = 7


def by_another_name(a: int, s: Any, t: Any, items: Any) -> Any:
    exchanged(s, t, a)
    return s.v, t.v


def to_a_list(a: int, s: Any, t: Any, items: Any) -> Any:
    own: list[int] = []
    [own, items][a > 4].append(a)
    return own, len(items)


def to_an_item(a: int, s: Any, t: Any, items: Any) -> Any:
    own = [0]
    [own, items][a > 4][0] = a
    return own, items[0]


def to_an_array(a: int, s: Any, t: Any, items: Any) -> Any:
    own = np.zeros(2)
    part = [own, s.array][a > 4]
    part += 1
    return own.sum(), s.array.sum()


def to_a_class(a: int) -> None:
    if a > 4:
        Thing.counted()


def of_a_class(a: int, s: Any, t: Any, items: Any) -> Any:
    to_a_class(a)
    return Thing.count


def to_its_class(s: Thing, a: int) -> None:
    if a > 4:
        s.counts()


def of_its_class(a: int, s: Any, t: Any, items: Any) -> Any:
    to_its_class(s, a)
    return t.count


def by_an_operator_of_what_a_key_gives(a: int, s: Any, t: Any, items: Any) -> Any:
    def key(k: int) -> Any:
        return k if a < 4 else Compared(s)

    sorted([3, 1], key=key)
    return s.v


def by_a_bound_method(a: int, s: Any, t: Any, items: Any) -> Any:
    def applied(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    applied(items.append if a > 4 else str, 3)
    return len(items)


PROGRAMS = [
    by_a_call, by_c_code, to_the_other, by_another_name, to_a_list, to_an_item, to_an_array, of_a_class, of_its_class,
    by_an_operator_of_what_a_key_gives, by_a_bound_method,
]  # fmt: skip


@pytest.mark.parametrize("program", share(PROGRAMS))
@pytest.mark.parametrize(("before", "now"), [(2, 7), (7, 2), (2, 3)])
def test_an_object_from_outside_is_written_to(program: Any, before: int, now: int) -> None:
    def thing() -> Thing:
        made: Any = Thing()
        made.array = np.zeros(2)
        return made  # type: ignore[no-any-return]

    s, t, items = thing(), thing(), [1, 2]
    Thing.count = 0
    record = track(program, before, s, t, items)
    count, copied = Thing.count, copy.deepcopy((s, t, items))
    plain = repr(program(now, *copied))
    Thing.count = count
    new = record.update({record[2]: now})
    assert repr(new.value) == plain
    assert check(new) == []


def test_what_nothing_uses_later_does_not_matter() -> None:
    def program(a: int, items: list[int]) -> Any:
        total = sum(items)
        thing = Thing()
        sets(thing, a)
        return total + thing.v

    record = track(program, 2, [1, 2])
    new = record.update({record[2]: 7})
    assert new.value == 10
    assert new.metadata["update"].why == ""


class Counting:
    """Its operators write to what it has."""

    def __init__(self, to: Any) -> None:
        self.to = to

    def _count(self) -> None:
        self.to.v = 5

    def __neg__(self) -> int:
        self._count()
        return 1

    def __contains__(self, item: object) -> bool:
        self._count()
        return True


class Runner:
    def run(self, to: Any) -> None:
        pass


def writes(to: Any) -> None:
    to.v = 5


def quiet(to: Any) -> None:
    pass


def by_an_operator(a: int, to: Any) -> None:
    if a > 4:
        made = Counting(to)
        assert -made == 1


def by_another_operator(a: int, to: Any) -> None:
    assert 1 in ([1] if a < 4 else Counting(to))


def by_a_method_of_an_object(a: int, to: Any) -> None:
    runner: Any = Runner()
    runner.run = writes if a > 4 else quiet
    runner.run(to)


def by_what_can_be_called(a: int, to: Any) -> None:
    function = writes if a > 4 else 3
    if callable(function):
        function(to)


def by_what_a_closure_calls(a: int, to: Any) -> None:
    def chosen() -> Any:
        return writes if a > 4 else quiet

    class Local:
        def go(self) -> None:
            chosen()(to)

    Local().go()


def by_a_filter(a: int, to: Any) -> None:
    function = (lambda k: writes(to)) if a > 4 else (lambda k: None)
    assert [k for k in filter(function, [a])] == []  # noqa: C416  # a loop over the filter is what is tried


WAYS = [
    by_an_operator, by_another_operator, by_a_method_of_an_object, by_what_can_be_called, by_what_a_closure_calls,
    by_a_filter,
]  # fmt: skip
found_there: list[Any] = []


def of_the_run(way: Any, in_c_code: bool, a: int) -> Any:
    thing: Any = Thing()
    if in_c_code:
        list(map(way, [a], [thing]))
    else:
        way(a, thing)
    return thing.v


def in_a_global(way: Any, in_c_code: bool, a: int) -> Any:
    def go(a: int) -> None:
        way(a, found_there[0])

    if in_c_code:
        list(map(go, [a]))
    else:
        go(a)
    return found_there[0].v


@pytest.mark.parametrize("way", share(WAYS))
@pytest.mark.parametrize("place", [of_the_run, in_a_global])
@pytest.mark.parametrize("in_c_code", [True, False])
def test_what_runs_anew_writes_in_many_ways(way: Any, place: Any, in_c_code: bool) -> None:
    for before, now, expected in ((2, 7, 5), (7, 2, 0)):
        found_there[:] = [Thing()]
        record = track(place, way, in_c_code, before)
        found_there[0].v = 0
        new = record.update({record[4]: now})
        assert new.value == expected
        assert check(new) == []


def named_twice(a: int) -> Any:
    def go(a: int) -> None:
        first, _ = found_there[0], found_there[0]
        function = writes if a > 4 else quiet
        function(*[first])

    go(a)
    return found_there[0].v


def test_what_a_call_was_passed_by_a_star_is_from_outside() -> None:
    found_there[:] = [Thing()]
    record = track(named_twice, 2)
    assert record.update({record[2]: 7}).value == 5


def test_the_log_that_a_generator_holds_is_not_looked_through() -> None:
    def numbers() -> Any:
        yield 1
        yield 2

    generator = numbers()
    record = track(next, generator)
    assert record.value == 1
    kinds = {type(value).__module__.partition(".")[0] for value in held_by([generator], by_methods=True)}
    assert "irtrack" not in kinds


def by_truth(a: int, to: Any) -> Any:
    chosen = [1, Truthful(to)][a > 4]
    return chosen and 1


class Truthful(Counting):
    def __bool__(self) -> bool:
        self._count()
        return True


def test_what_a_jump_asks_writes() -> None:
    def go(a: int) -> None:
        by_truth(a, found_there[0])

    def program(a: int) -> Any:
        go(a)
        return found_there[0].v

    found_there[:] = [Thing()]
    record = track(program, 2)
    assert record.update({record[2]: 7}).value == 5


TABLE: dict[str, Any] = {}


def added(x: int, y: int) -> int:
    return x + y


def multiplied(x: int, y: int) -> int:
    return x * y


TABLE.update(added=added, multiplied=multiplied)


def looks_up(a: int, b: int) -> int:
    name = "added" if a > 3 else "multiplied"
    return TABLE[name](a, b)


@dataclasses.dataclass
class Point:
    x: float
    y: float

    def norm(self) -> float:
        return self.x * self.x + self.y * self.y


def sorts_points(a: int, b: int) -> float:
    points = [Point(k, a) for k in range(4)]
    if a > 5:
        points.sort(key=Point.norm)
    return points[0].norm() + b


def measures_points(a: int, b: int) -> float:
    points = [Point(k, a) for k in range(4)]
    if a > 5:
        points = points[1:]
    return sum(point.norm() for point in points) + b


class Keeper:
    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, x: int, y: int) -> int:
        self.seen.append(x)
        return len(self.seen)


TABLE["kept"] = Keeper()


def looks_up_what_keeps(a: int, b: int) -> tuple[int, int]:
    before = len(TABLE["kept"].seen)
    name = "added" if a > 3 else "kept"
    return TABLE[name](a, b), len(TABLE["kept"].seen) - before


@pytest.mark.parametrize("program", [looks_up, sorts_points, measures_points])
def test_what_is_only_called_or_asked_is_not_written_to(program: Any) -> None:
    record = track(program, 4, 5)
    new = record.update({record[2]: 7})
    assert new.value == program(7, 5)
    back = track(program, 7, 5)
    old = back.update({back[2]: 4})
    assert old.value == program(4, 5)
    if program is looks_up or sys.version_info < (3, 15):  # there the doc of a dataclass is made when it is asked for
        assert not new.metadata["update"].why
        assert not old.metadata["update"].why


class Rows:
    """A class that has an iterator."""

    left = iter(range(100))

    def taken(self) -> int:
        return sum([next(self.left) for _ in range(2)])


def takes_rows(a: int, b: int) -> tuple[int, int, int]:
    first = next(Rows.left)
    if a > 5:
        Rows().taken()
    return a, b, next(Rows.left) - first


def test_what_a_class_has_may_go_on() -> None:
    record = track(takes_rows, 4, 5)
    assert record.value == (4, 5, 1)
    new = record.update({record[2]: 7})
    assert new.value == (7, 5, 3)
    assert new.metadata["update"].why


def test_what_writes_to_itself_when_it_is_called_is_written_to() -> None:
    record = track(looks_up_what_keeps, 4, 5)
    new = record.update({record[2]: 2})
    assert new.value[1] == 1
    assert new.metadata["update"].why


LOG: list[int] = []
WAYS = {"keeps": lambda log: log.append(1), "nothing": lambda log: None, "by C code": LOG.append}


def calls_what_writes(a: int, b: int) -> tuple[int, int]:
    before = len(LOG)
    WAYS["keeps" if a > 3 else "nothing"](LOG)
    return len(LOG) - before, b


def calls_what_writes_in_c(a: int, b: int) -> tuple[int, int]:
    before = len(LOG)
    if a > 3:
        WAYS["by C code"](b)
    return len(LOG) - before, b


@pytest.mark.parametrize("program", [calls_what_writes, calls_what_writes_in_c])
def test_what_a_function_in_a_table_writes_is_written_to(program: Any) -> None:
    record = track(program, 1, 5)
    assert record.update({record[2]: 7}).value == (1, 5)


noted: list[int] = []


@functools.lru_cache
def is_even(x: int) -> bool:
    return x % 2 == 0


@functools.lru_cache
def is_noted(x: int) -> bool:
    noted.append(x)
    return True


def asks_a_cache(a: int) -> Any:
    return is_even(3), a > 0 and is_even(a)


def fills_a_cache(a: int) -> Any:
    count = len(noted)
    if a > 0:
        is_noted(a)
    return count, len(noted) - count


def test_what_a_cache_keeps_is_no_change() -> None:
    for before, now in (4, -4), (-4, 4):
        is_even.cache_clear()
        record = track(asks_a_cache, before)
        new = record.update({record[2]: now})
        assert new.value == asks_a_cache(now)
        assert not new.metadata["update"].why
        assert check(new) == []
    record = track(fills_a_cache, -4)
    assert record.update({record[2]: 4}).value == (0, 1)
