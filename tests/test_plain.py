"""What C code sees of objects that it asks by their special methods only: what these tell, and no attribute besides."""

import functools
import heapq
import itertools
import operator
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from irtrack import Context, DepthLimitContext, backward_slice, track


class Number:
    """`value` is what its methods look at, `note` nobody."""

    def __init__(self, value: float) -> None:
        self.value = value
        self.note: Any = None

    def __mul__(self, other: float) -> "Number":
        return Number(self.value * other)

    def __rsub__(self, other: float) -> "Number":
        return Number(other - self.value)

    def __add__(self, other: "Number") -> "Number":
        return Number(self.value + other.value)

    def __neg__(self) -> "Number":
        return Number(-self.value)

    def __abs__(self) -> "Number":
        return Number(abs(self.value))

    def __lt__(self, other: "Number") -> bool:
        return self.value < other.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return self.value > 0

    def __len__(self) -> int:
        return int(self.value)

    def __str__(self) -> str:
        return f"number {self.value}"

    def __format__(self, spec: str) -> str:
        return str(self.value)

    def __enter__(self) -> float:
        return self.value

    def __exit__(self, *exception: object) -> None:
        pass


class Thing:
    """An object of which C code knows that it is the same one, and no more."""

    def __init__(self, value: float) -> None:
        self.value = value
        self.note: Any = None


def entered(number: Number) -> float:
    with number as value:
        pass
    return value


def value_of(thing: Any) -> Any:
    return thing.value


def plus_one(number: Any) -> Any:
    return number + 1


def all_values(things: Any) -> list[Any]:
    return [thing.value for thing in list(things)]


OF_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "*": lambda n: (n * 2).value,
    "-, reflected": lambda n: (1 - n).value,
    "+": lambda n: (n + Number(3)).value,
    "-": lambda n: (-n).value,
    "abs": lambda n: abs(n).value,
    "<": lambda n: n < Number(3),
    "==": lambda n: n == Number(5),
    "!=": lambda n: n != Number(5),
    "hash": hash,
    "bool": bool,
    "len": len,
    "str": str,
    "format": lambda n: f"{n}",
    "with": entered,
    "key": lambda n: {n: 3}.get(Number(5)),
    "in": lambda n: n in [Number(5)],
    "in a set": lambda n: Number(5) in {n},
    "sorted": lambda n: sorted([n, Number(6)])[0].value,
    "max": lambda n: max(n, Number(1)).value,
    "sum": lambda n: sum([n], Number(1)).value,
    "heap": lambda n: heapq.nsmallest(1, [n, Number(9)])[0].value,
    "any": lambda n: any([n]),
}
OF_THINGS: dict[str, Callable[[Any], Any]] = {
    "sorted": lambda t: sorted([t], key=lambda one: one.value)[0].value,
    "map": lambda t: list(map(value_of, [t])).pop(),
    "filter": lambda t: all_values(filter(value_of, [t])),
    "zip": lambda t: [one.value for one, _ in list(zip([t], [1], strict=True))],
    "enumerate": lambda t: [one.value for _, one in enumerate([t])],
    "set": lambda t: [one.value for one in {t}],
    "key": lambda t: [one.value for one in {t: 1}],
    "index": lambda t: t.value + [t].index(t),
    "deque": lambda t: deque([t]).pop().value,
    "list of a set": lambda t: all_values({t}),
    "chain": lambda t: all_values(itertools.chain([t], [])),
    "isinstance": lambda t: t.value + isinstance(t, Thing),
}


class Row:
    """What goes over it goes over what it holds."""

    def __init__(self, items: Any) -> None:
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)


class Places:
    """The same by places."""

    def __init__(self, items: Any) -> None:
        self.items = items

    def __getitem__(self, place: int) -> Any:
        return self.items[place]


class Counting(Row):
    """The same, item by item."""

    def __iter__(self) -> Any:
        self.place = -1
        return self

    def __next__(self) -> Any:
        self.place += 1
        if self.place == len(self.items):
            raise StopIteration
        return self.items[self.place]


class Yielding(Row):
    """The same, by a generator."""

    def __iter__(self) -> Any:
        yield from self.items


GOING_OVER: dict[str, Callable[[Any], Any]] = {
    "list": lambda row: [*row],
    "list, called": list,
    "sorted": sorted,
    "sorted, key": lambda row: sorted(row, key=lambda item: -item),
    "key": lambda row: [sorted(row, key=lambda item: seen.append(item) or 0) for seen in [[]]],
    "what a key sees": lambda row: [max(row, key=lambda item: -item)],
    "max": max,
    "sum": sum,
    "any": lambda row: next(item for item in row if item > 4),
    "set": set,
    "set.union": lambda row: set().union(row),
    "star": lambda row: (lambda *items: items)(*row),
    "unpacking": lambda row: (lambda a, b: (b, a))(*row),
    "in": lambda row: 5 in row,
    "dict": lambda row: dict.fromkeys(row, 1),
    "zip": lambda row: [*zip(row, row, strict=False)],
    "map": lambda row: list(map(plus_one, row)),
    "enumerate": lambda row: [*enumerate(row)],
    "islice": lambda row: [*itertools.islice(row, 1)],
    "chain": lambda row: [*itertools.chain([1], row)],
    "accumulate": lambda row: [*itertools.accumulate(row)],
    "next": lambda row: next(zip(row, [1], strict=False)),
    "a loop": lambda row: [item for item, _ in zip(row, [1, 2], strict=True)],
    "join": lambda row: ",".join(map(str, row)),
    "filter": lambda row: [*filter(lambda item: item > 2, row)],
    "extend": lambda row: [items.extend(row) or items for items in [[]]],
    "reduce": lambda row: functools.reduce(lambda total, item: total + item, row),
    "deque": lambda row: deque(row)[0],
}


# C functions that call C functions, which look up attributes
GETTING: dict[str, Callable[[Any], Any]] = {
    "max": lambda t: max([t, Thing(2)], key=operator.attrgetter("value")) is t,
    "sorted": lambda t: sorted([t, Thing(2)], key=operator.attrgetter("value"))[0] is t,
    "sum": lambda t: sum(map(operator.attrgetter("value"), [t])),
    "list": lambda t: list(map(operator.attrgetter("value"), [t])),
    "filter": lambda t: len(list(filter(operator.attrgetter("value"), [t]))),
    "heap": lambda t: heapq.nsmallest(1, [t, Thing(2)], key=operator.attrgetter("value"))[0] is t,
    "method": lambda t: max([t, Thing(2)], key=operator.methodcaller("__getattribute__", "value")) is t,
    "partial": lambda t: list(map(functools.partial(getattr, t), ["value"])),
    "a loop": lambda t: [one + 0 for one in map(operator.attrgetter("value"), [t])],
}


def inputs(record: Any, *, control: bool) -> set[str]:
    return {node.name for node in backward_slice(record, control=control).inputs}


def noted(kind: type, use: Callable[[Any], Any]) -> Callable[[float, Any], Any]:
    def program(value: float, note: Any) -> Any:
        one = kind(value)
        one.note = note
        return use(one)

    return program


CASES = {
    **{f"{name} of numbers": noted(Number, use) for name, use in OF_NUMBERS.items()},
    **{f"{name} of things": noted(Thing, use) for name, use in OF_THINGS.items()},
}


@pytest.mark.parametrize("control", [False, True], ids=["by data", "by control"])
@pytest.mark.parametrize("name", CASES)
def test_what_no_method_looks_at_is_in_no_slice(name, control):
    record = track(CASES[name], 5, 7)
    assert record.value == CASES[name](5, 7)
    assert inputs(record, control=control) == {"value"}


@pytest.mark.parametrize("name", CASES)
def test_of_methods_that_were_not_entered_nobody_knows_what_they_read(name):
    record = track(DepthLimitContext(2), CASES[name], 5, 7)
    assert "value" in inputs(record, control=False)


@pytest.mark.parametrize("control", [False, True], ids=["by data", "by control"])
@pytest.mark.parametrize("kind", [Row, Places, Counting, Yielding])
@pytest.mark.parametrize("name", GOING_OVER)
def test_what_methods_give_to_c_code_is_looked_at(name, kind, control):
    def program(value: int) -> Any:
        row = kind([])
        row.items.append(value)
        row.items.append(2)
        return GOING_OVER[name](row)

    record = track(program, 5)
    assert record.value is not None
    assert "value" in inputs(record, control=control)


@pytest.mark.parametrize("control", [False, True], ids=["by data", "by control"])
@pytest.mark.parametrize("name", GETTING)
def test_functions_that_get_attributes_look_at_them(name, control):
    def program(value: float) -> Any:
        thing = Thing(1)
        thing.value = value
        return GETTING[name](thing)

    assert "value" in inputs(track(program, 5), control=control)


def rows_of(rows: Any) -> Any:
    yield from rows


# what C code makes of the rows of a generator
OF_GENERATORS: dict[str, Callable[[Any], Any]] = {
    "zip": lambda rows: list(zip(*(row for row in rows), strict=True)),
    "join": lambda rows: ",".join(map(str, (row for row in rows))),
    "sorted": lambda rows: sorted(row for row in rows),
    "str": lambda rows: str([*(row for row in rows)]),
    "list": lambda rows: list(row for row in rows),  # noqa: C400 - of a generator
    "sum": lambda rows: sum((row for row in rows), []),  # noqa: RUF017 - that is what is tested
    "yield from": lambda rows: list(rows_of(rows)),
    "in": lambda rows: [5] in (row for row in rows),
    "extend": lambda rows: [made.extend(row for row in rows) or made for made in [[]]],
    "map": lambda rows: [*map(sum, (row for row in rows))],
    "key": lambda rows: max((row for row in rows), key=operator.itemgetter(0)),
    "max": lambda rows: max(row for row in rows),
}


@pytest.mark.parametrize("control", [False, True], ids=["by data", "by control"])
@pytest.mark.parametrize("name", OF_GENERATORS)
def test_what_generators_give_to_c_code_is_looked_at(name, control):
    def program(value: int) -> Any:
        rows = [[0], [1]]
        rows[0][0] = value
        return OF_GENERATORS[name](rows)

    record = track(program, 5)
    assert record.value == program(5)
    assert "value" in inputs(record, control=control)


def test_a_generator_that_has_delegated_and_goes_on_no_more():
    def program(value: int) -> bool:
        return any(map(lambda one: one > 1, rows_of([value, 1])))  # noqa: C417 - `map` is what is tested

    assert inputs(track(program, 5), control=True) == {"value"}


class Account:
    def __init__(self) -> None:
        self.value = 1

    @property
    def twice(self) -> int:
        return self.value * 2

    @twice.setter
    def twice(self, value: int) -> None:
        self.value = value

    def __len__(self) -> int:
        return self.value

    def __iter__(self) -> Any:
        return iter([self.value])

    def get(self) -> int:
        return self.value


def by_setter(account: Account) -> int:
    account.twice = account.value
    return account.value


NOT_ENTERED: dict[str, Callable[[Any], Any]] = {
    "property": lambda one: one.twice,
    "setter": by_setter,
    "len": len,
    "bool": bool,
    "zip": lambda one: list(zip(one, one, strict=True)),
    "bound method": lambda one: [get() for get in [one.get]],
    "closure": lambda one: (lambda: one.value)(),
    "map": lambda one: list(map(value_of, [one])).pop(),
    "map of a lambda": lambda one: sum(map(lambda each: each.value, [one])),  # noqa: C417 - `map` is what is tested
    "filter": lambda one: len(list(filter(value_of, [one]))),
    "key": lambda one: max([one, Thing(2)], key=value_of) is one,
    "sorted": lambda one: sorted([one, Thing(9)], key=lambda each: each.value)[0] is one,
    "a loop": lambda one: [each + 0 for each in map(value_of, [one])],
    "generator": lambda one: max((each for each in [one, Thing(2)]), key=value_of) is one,
}


@pytest.mark.parametrize("context", [Context(operators="primitive"), DepthLimitContext(2)], ids=["operators", "depth"])
@pytest.mark.parametrize("name", NOT_ENTERED)
def test_what_was_not_entered_has_looked_at_what_it_could_reach(name, context):
    def program(value: int) -> Any:
        one = Account()
        one.value = value
        return NOT_ENTERED[name](one)

    assert "value" in inputs(track(context, program, 5), control=False)


def test_no_metaclass_is_asked():
    class Meta(type):
        def __eq__(cls, other: object) -> bool:
            raise AssertionError

        __hash__ = None

    class Odd(Thing, metaclass=Meta):
        pass

    def program(value: int) -> Any:
        odd = Odd(value)
        return list(zip([odd], enumerate([odd]), strict=True)).pop()[0].value + len({odd: 1}) + [odd].index(odd)

    assert inputs(track(program, 5), control=True) == {"value"}


class Named:
    """What it is asked for lies in its attributes, where functions written in C look it up by name."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.keys: Any = None


def by_keys(value: str) -> Any:
    named = Named(value)
    named.keys = lambda: [value]
    Named.__getitem__ = lambda self, key: key
    try:
        return {**dict(named), **named}
    finally:
        del Named.__getitem__


def by_vars(value: str) -> Any:
    return [*vars(Named(value)).values()]


def by_class(value: str) -> Any:
    number = Number(5)
    if value == "b":
        number.__class__ = Odd
    return number == Number(5), hash(number)


def by_descriptor(value: str) -> Any:
    class Keyed:
        __hash__ = property(lambda self: lambda: hash(self.value))

    keyed: Any = Keyed()
    keyed.value = value
    return hash(keyed)


class Odd(Number):
    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1


def by_method_in_c(value: str) -> Any:
    class Keyed(Thing):
        __hash__ = functools.partialmethod(operator.attrgetter("key"))

    keyed: Any = Keyed(1)
    keyed.key = ord(value)
    return hash(keyed)


@pytest.mark.parametrize("program", [by_keys, by_vars, by_class, by_descriptor, by_method_in_c])
def test_what_c_code_reads_besides(program):
    record = track(program, "b")
    assert record.value == program("b") != program("a")
    assert "value" in inputs(record, control=True)
