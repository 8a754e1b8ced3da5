"""Ordinary programs: what an update runs anew only reads of what lies outside, and so not all of it runs again."""

import copy
import dataclasses
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from share import share

from irtrack import check, track
from irtrack.ask.update.history import History
from irtrack.ask.update.update import run_all
from irtrack.record.nodes.nested import NestedCallNode


def updated(program: Callable[..., Any], given: Any, now: Any, *, in_part: bool = True) -> NestedCallNode:
    """The record of `program(given)`, with `now` in its place; it has to be that of a plain run."""
    program(given)  # what the library keeps in caches is there
    record = track(program, given)
    before = repr(record.value)
    new = record.update({record[2]: now})
    assert repr(record.value) == before
    assert repr(new.value) == repr(program(now))
    assert check(new) == []
    assert (new.metadata["update"].why == "") is in_part
    return new


# -- tables -----------------------------------------------------------------------------------------------------------

UNITS = {"s": 1, "m": 60, "h": 3600}
RATES = [(0, 0.1), (10_000, 0.2), (50_000, 0.4)]
GRID = [[0, 1], [1, 0], [0, -1], [-1, 0]]
CONFIG: dict[str, Any] = {"rates": {"low": 1, "high": 2}, "limits": [5, 10]}
NAMES = ["jan", "feb", "mar"]
OPERATIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}


def gone_over(text: str) -> Any:
    total = 0
    for unit, seconds in UNITS.items():
        if text.endswith(unit):
            total += int(text[:-1]) * seconds
    return total or None, UNITS["s"], list(UNITS)


def rows_gone_over(income: int) -> Any:
    owed, last, rate = 0.0, 0, 0.0
    for limit, following in RATES:
        if income <= limit:
            break
        owed += (limit - last) * rate
        last, rate = limit, following
    owed += (income - last) * rate
    return owed, len(RATES), [limit for limit, _ in RATES]


def rows_by_index(n: int) -> Any:
    x = y = 0
    for i in range(3):
        dx, dy = GRID[(i + n) % len(GRID)]
        x += dx
        y += dy
        if x > 0:
            y += GRID[0][1]
    return x, y, GRID[1][0]


def rate_of(kind: str) -> int:
    if kind in CONFIG["rates"]:
        return int(CONFIG["rates"][kind])
    return int(CONFIG.get("default", 0))


def tables_in_tables(kind: str) -> Any:
    low, _ = CONFIG["limits"]
    total = low
    total += rate_of(kind)
    return total, CONFIG["limits"][0]


def index_of(name: str) -> Any:
    try:
        number = NAMES.index(name)
    except ValueError:
        number = -1
    for one in sorted(NAMES):
        number += one == name
    return number, [one.upper() for one in NAMES], max(NAMES)


def functions_in_a_table(text: str) -> Any:
    stack: list[int] = []
    for token in text.split():
        if token in OPERATIONS:
            b, a = stack.pop(), stack.pop()
            stack.append(OPERATIONS[token](a, b))
        else:
            stack.append(int(token))
    return stack, len(OPERATIONS)


TABLES = [
    (gone_over, ["9m", "2h", "5x"]), (rows_gone_over, [30_000, 5_000, 80_000, -1]), (rows_by_index, [0, 1, 3]),
    (tables_in_tables, ["low", "high", "none"]), (index_of, ["feb", "mar", "dec"]),
    (functions_in_a_table, ["1 2 +", "4 1 -", "1 2 3 + +"]),
]  # fmt: skip


@pytest.mark.parametrize(("program", "values"), share(TABLES))
def test_tables_are_only_read(program: Any, values: list[Any]) -> None:
    for given in values:
        for now in (value for value in values if value != given):
            updated(program, given, now)


ROWS: list[Any] = [[1], [2]]
INNER = [1]
OUTER = {"x": INNER}


class Keeping:
    """Its class has a list."""

    rows: ClassVar[list[int]] = []

    def __init__(self) -> None:
        self.own = INNER


def to_a_row(a: int) -> None:
    for row in ROWS:
        if a > 4:
            row += [a]


def to_a_row_of_a_part(a: int) -> None:
    part = slice(0, 1)
    if a > 4:
        rows = ROWS[part]
        rows[0].append(a)


def to_what_another_has(a: int) -> None:
    if a > 4:
        OUTER["x"].append(a)


def to_a_list_of_a_class(a: int) -> None:
    if a > 4:
        Keeping().rows.append(a)


def to_what_is_kept(a: int) -> None:
    if a > 4:
        made = Keeping()
        made.own.append(a)


def by_a_method_as_value(a: int) -> None:
    add: Any = INNER.append if a > 4 else len
    for one in [[a]]:
        add(one)


class Wrapped:
    def __init__(self, part: Any) -> None:
        self.part = part


class Wrapping:
    """Gives what it is added to."""

    def __radd__(self, other: Any) -> Any:
        return Wrapped(other)


def to_what_an_operator_gives(a: int) -> None:
    if a > 4:
        found: Any = ROWS[0] + Wrapping()
        found.part.append(a)


WRITING = [
    to_a_row, to_a_row_of_a_part, to_what_another_has, to_a_list_of_a_class, to_what_is_kept, by_a_method_as_value,
    to_what_an_operator_gives,
]  # fmt: skip


@pytest.mark.parametrize("way", share(WRITING))
def test_what_tables_hold_is_written_to(way: Callable[[int], None]) -> None:
    def program(a: int) -> Any:
        first = ROWS[0], INNER, Keeping.rows  # so that the run has them
        before = [len(one) for one in first]
        way(a)
        return before, [list(one) for one in (ROWS[0], ROWS[1], INNER, Keeping.rows)]

    def results(run: Callable[[], Any]) -> Any:
        ROWS[:], INNER[:], Keeping.rows[:] = [[1], [2]], [1], []
        return repr(run())

    plain = results(lambda: program(7))
    assert plain != results(lambda: program(2))
    record = track(program, 2)
    assert results(lambda: record.update({record[2]: 7}).value) == plain


# -- objects ----------------------------------------------------------------------------------------------------------


class Scale:
    def __init__(self, factor: int) -> None:
        self.factor = factor
        self.table = {"x": 1, "y": 2}

    def apply(self, x: int) -> int:
        if x < 0:
            return -self.apply(-x)
        return x * self.factor

    def named(self, name: str) -> int:
        return self.table.get(name, 0)

    @property
    def double(self) -> int:
        return self.factor * 2


class Log:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.level = 2

    def log(self, text: str) -> None:
        self.lines.append(text)

    def is_on(self, level: int) -> bool:
        return level >= self.level


SCALE = Scale(3)
LOG = Log()


def methods_that_read(x: int) -> Any:
    found = []
    for i in range(3):
        if i < x:
            found.append(SCALE.apply(i - 1))
        else:
            found.append(SCALE.named("y") + SCALE.double)
    return found, SCALE.factor


def one_of_the_methods(level: int) -> Any:
    found = "on" if LOG.is_on(level) else "off"
    return found, LOG.level


def logged(level: int) -> Any:
    before = len(LOG.lines)
    if LOG.is_on(level):
        LOG.log("on")
    return len(LOG.lines) - before


@pytest.mark.parametrize(("program", "values"), [(methods_that_read, [2, -3, 30]), (one_of_the_methods, [1, 2, 3])])
def test_methods_of_objects_only_read(program: Any, values: list[int]) -> None:
    for given in values:
        for now in (value for value in values if value != given):
            updated(program, given, now)


def test_a_method_of_an_object_writes() -> None:
    assert updated(logged, 1, 3, in_part=False).value == 1


class Shape:
    made = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def area(self) -> int:
        return 0


class Square(Shape):
    def __init__(self, n: int) -> None:
        super().__init__("square")
        self.n = n

    def area(self) -> int:
        return self.n * self.n if self.n > 0 else 0


class Counted(Shape):
    def __init__(self, n: int) -> None:
        super().__init__("counted")
        Shape.made += n

    def area(self) -> int:
        return Shape.made


class Single:
    """There is one of it, which each call begins anew."""

    one: Any = None

    def __new__(cls, n: int) -> Any:
        if cls.one is None:
            cls.one = super().__new__(cls)
        return cls.one

    def __init__(self, n: int) -> None:
        self.n = n


def shapes(n: int) -> Any:
    found: list[Any] = [Square(n)]
    if n > 3:
        found.append(Square(n + 1))
    return sum([one.area() for one in found]), [one.name for one in found]


def test_constructors_write_to_what_they_make() -> None:
    for given, now in [(2, 5), (5, 2), (2, -1), (2, 3)]:
        updated(shapes, given, now)


def counted(n: int) -> Any:
    def go(n: int) -> None:
        if n > 3:
            Counted(n)

    before = Shape.made
    go(n)
    return Shape.made - before


def begun_anew(n: int) -> Any:
    def go(n: int) -> None:
        if n > 3:
            Single(n)

    one = Single(1)
    go(n)
    return one.n


@pytest.mark.parametrize("program", [counted, begun_anew])
def test_constructors_write_to_what_was_there(program: Any) -> None:
    Single.one = None
    record = track(program, 2)
    plain = program(7)
    Shape.made, Single.one = 0, None
    assert record.update({record[2]: 7}).value == plain == 7


# -- containers, and functions of the library -------------------------------------------------------------------------


def counting(words: list[str]) -> Any:
    counts: defaultdict[str, int] = defaultdict(int)
    for word in words:
        counts[word] += 1
    found = []
    for word, count in counts.items():
        if count > 1:
            found.append(word)
    return found, dict(counts)


def grouping(numbers: list[int]) -> Any:
    groups = defaultdict(list)
    for number in numbers:
        groups[number % 2].append(number)
    sizes: Counter[int] = Counter()
    for key in groups:
        sizes[len(groups[key])] += 1
    return dict(groups), sizes


def letters(text: str) -> Any:
    counts = Counter(text)
    total = 0
    for _, n in counts.items():
        if n > 1:
            total += n
    counts["x"] += 1
    return total, counts["x"]


@dataclasses.dataclass
class Item:
    name: str
    price: float
    tags: list[str] = dataclasses.field(default_factory=list)

    def total(self, count: int) -> float:
        if count > 3:
            return self.price * count * 0.9
        return self.price * count


def items(count: int) -> Any:
    item = Item("pen", 2.0)
    item.tags.append("new")
    total = item.total(count)
    if total > 8:
        item.tags.append("dear")
    return repr(item), item == Item("pen", 2.0, ["new"]), total


def copied(n: int) -> Any:
    item = Item("pen", n, ["old"])
    other, deep = copy.copy(item), copy.deepcopy(item)
    if n > 3:
        deep.tags.append("new")
    other.price += 1
    return item, other, deep


def as_dict(n: int) -> Any:
    item = Item("pen", n)
    found = dataclasses.asdict(item)
    if n > 3:
        found["n"] = n
    else:
        item = dataclasses.replace(item, price=n + 1)
    return found, item, dataclasses.astuple(item)


def written_as_text(n: int) -> Any:
    data = json.loads(json.dumps({"n": n, "rows": [1, 2, n]}, indent=2))
    if data["n"] > 3:
        data["large"] = True
    return json.dumps(data, sort_keys=True)


def matched(text: str) -> Any:
    text = re.sub(r"\w+", lambda m: m.group(0).capitalize() if len(m.group(0)) > 1 else m.group(0), text)
    found = re.match(r"(\w+)", text)
    return text + found.group(1) if found else text


CONTAINERS = [
    (counting, [["a", "b", "a"], ["a", "c"], []]), (grouping, [[3, 4, 5, 6], [3, 4], [3]]),
    (letters, ["hello world", "hello", ""]), (items, [2, 5, 1]), (copied, [2, 5]), (as_dict, [2, 5, 1]),
    (written_as_text, [2, 5]), (matched, ["ab cd", "xyz", "a b c"]),
]  # fmt: skip


@pytest.mark.parametrize(("program", "values"), share(CONTAINERS))
def test_what_is_made_is_written_to(program: Any, values: list[Any]) -> None:
    for given in values:
        for now in (value for value in values if value != given):
            updated(program, given, now)


# -- loops ------------------------------------------------------------------------------------------------------------


def clip(x: int, limit: int) -> int:
    if x > limit:
        return limit
    return x


def bounce(x: float, v: float, step: float) -> tuple[float, float]:
    x += v * step
    if x > 3:
        return 3, -v
    if x < 0:
        return 0, -v
    return x, v


def clipped(limit: int) -> int:
    total = 0
    for i in range(80):
        total += clip(i, limit)
    return total


def counted_kinds(k: int) -> Any:
    counts = {"a": 0, "b": 0}
    for i in range(100):
        counts["a" if clip(i % k, 1) == 0 else "b"] += 1
    return counts


def bouncing(step: float) -> Any:
    x, v = 0.0, 1.0
    for _ in range(80):
        x, v = bounce(x, v, step)
    return x, v


@pytest.mark.parametrize(
    ("program", "values"), [(clipped, [20, 60, 5]), (counted_kinds, [3, 4]), (bouncing, [0.5, 0.6, 0.1])]
)
def test_a_function_goes_elsewhere_in_many_turns(program: Any, values: list[Any]) -> None:
    for given in values:
        for now in (value for value in values if value != given):
            updated(program, given, now)


def notes() -> str:
    INNER.append(1)
    return ""


def test_an_item_of_a_loop_has_another_value_where_all_runs_again() -> None:
    def program(rows: list[int]) -> list[int]:
        doubled = []
        for row in rows:
            doubled.append(row * 2)
        return doubled

    record = track(program, [3, 4])
    turn = next(node for node in record if " next(" in str(node))
    assert turn.value == 3
    assert run_all(History(record), {turn: 7}, "").value == record.update({turn: 7}).value == [14, 8]


class Noted:
    """Its copies, and its text, are counted."""

    def __deepcopy__(self, memo: Any) -> Any:
        INNER.append(1)
        return self

    def __repr__(self) -> str:
        INNER.append(1)
        return "noted"


@dataclasses.dataclass
class Keeps:
    part: Any


def by_a_copy(n: int) -> None:
    copy.deepcopy([Noted()] if n > 4 else [n])


def by_a_copy_of_fields(n: int) -> None:
    dataclasses.asdict(Keeps(Noted() if n > 4 else n))


def by_what_makes_dicts(n: int) -> None:
    if n > 4:
        dataclasses.asdict(Keeps(n), dict_factory=lambda pairs: dict([*pairs, ("k", notes())]))


def by_its_text(n: int) -> None:
    repr(Keeps(Noted() if n > 4 else n))


def by_a_default(n: int) -> None:
    json.dumps([{1} if n > 4 else n], default=lambda _: INNER.append(1))


def by_a_substitution(n: int) -> None:
    re.sub("[5-9]", lambda _: notes(), str(n))


@pytest.mark.parametrize(
    "way", [by_a_copy, by_a_copy_of_fields, by_what_makes_dicts, by_its_text, by_a_default, by_a_substitution]
)
def test_what_the_library_calls_writes(way: Callable[[int], None]) -> None:
    def program(n: int) -> Any:
        before = len(INNER)
        way(n)
        return len(INNER) - before

    INNER[:] = []
    record = track(program, 2)
    assert record.value == 0
    assert record.update({record[2]: 7}).value == 1
