"""Results of impure primitives that are objects, as files, connections and random arrays, in updates and sources: what
the run did to them has made something else of them.
"""

import contextlib
import mmap
import os
import random
import sqlite3
import tempfile
import threading
from typing import Any

import numpy as np
import pytest
from share import share

from irtrack import Context, Node, PrimitiveCallNode, check, to_source, track


def sums_in_a_database(a: int, b: int) -> Any:
    db = sqlite3.connect(":memory:")
    with contextlib.closing(db):
        db.execute("create table t (x)")
        db.execute("insert into t values (?)", (a,))
        db.execute("insert into t values (?)", (b,))
        return db.execute("select sum(x) from t").fetchone()[0]


def asks_a_cursor(a: int, b: int) -> Any:
    db = sqlite3.connect(":memory:")
    with contextlib.closing(db):
        cursor = db.cursor()
        cursor.execute("create table t (x)")
        cursor.executemany("insert into t values (?)", [(a,), (b,)])
        cursor.execute("select x from t order by x")
        return cursor.fetchone(), list(cursor)


def is_locked(a: int, b: int) -> Any:
    lock = threading.Lock()
    if a > b:
        lock.acquire()
    return lock.locked()


def tries_a_lock(a: int, b: int) -> Any:
    lock = threading.Lock()
    lock.acquire(a > b)
    return lock.locked()


def maps_memory(a: int, b: int) -> Any:
    with mmap.mmap(-1, 100) as memory:
        memory.write(bytes([a, b]))
        memory.seek(0)
        return memory.read(2)


def reads_what_it_wrote(a: int, b: int) -> Any:
    with tempfile.TemporaryFile("w+") as file:
        file.write(str(a))
        file.seek(0)
        return file.read(), b


def reads_so_much(a: int, b: int) -> Any:
    with open(__file__) as file:
        return file.read(a), file.read(b)


def opens_twice(a: int, b: int) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "numbers")
        with open(path, "w") as file:
            print(a, file=file)
        with open(path) as file:
            return [int(line) + b for line in file]


def sorts_names(a: int, b: int) -> Any:
    names = os.listdir(os.path.dirname(__file__))
    names.sort(key=lambda name: (len(name) * a % 7, name))
    return names[:b]


def appends_to_names(a: int, b: int) -> Any:
    names = os.listdir(os.path.dirname(__file__))
    names.append(a)
    return names[-1], len(names) + b


def commits(a: int, b: int) -> Any:
    db = sqlite3.connect(":memory:")
    db.execute("create table t (x)")
    with db:
        db.executemany("insert into t values (?)", [(a,), (b,)])
    total = db.execute("select sum(x) from t").fetchone()
    db.close()
    return total


PROGRAMS = (
    commits,
    sums_in_a_database,
    asks_a_cursor,
    is_locked,
    tries_a_lock,
    maps_memory,
    reads_what_it_wrote,
    reads_so_much,
    opens_twice,
    sorts_names,
    appends_to_names,
)


@pytest.mark.parametrize("program", share(PROGRAMS))
@pytest.mark.parametrize("a", [7, 1])
def test_updates_of_what_they_hold(program: Any, a: int) -> None:
    record = track(program, 3, 5)
    before = repr(record.value)
    new = record.update({record[2]: a})
    assert new.exception is None
    assert new.value == program(a, 5)
    assert repr(record.value) == before


@pytest.mark.parametrize("program", share(PROGRAMS))
def test_sources_of_what_they_hold(program: Any) -> None:
    record = track(program, 3, 5)
    before = repr(record.value)
    source = to_source(record)
    assert [repr(source.function(3, 5)) for _ in range(2)] == [before, before]
    assert repr(record.value) == before


def scales(a: int, b: int) -> Any:
    x = np.random.normal(size=3)
    x *= a
    return x + b


def scales_own(a: int, b: int) -> Any:
    x = np.random.default_rng().normal(size=3)
    x *= a
    return x + b


def drawn_in(record: Any) -> Node:
    return next(node for node in record if type(node.value) is np.ndarray)


@pytest.mark.parametrize("program", [scales, scales_own])
def test_what_chance_gave_is_known_by_its_copy(program: Any) -> None:
    record = track(Context(snapshot="deep"), program, 3, 5)
    result, draw = record.value.copy(), (record.value - 5) / 3
    new = record.update({record[2]: 7})
    assert np.allclose(new.value, draw * 7 + 5)
    source = to_source(record)
    assert all(np.array_equal(source.function(3, 5), result) for _ in range(2))
    assert np.array_equal(record.value, result)


@pytest.mark.parametrize("program", [scales, scales_own])
def test_what_chance_gave_and_nobody_kept(program: Any) -> None:
    record = track(program, 3, 5)
    result, name = record.value.copy(), drawn_in(record)
    changed = rf"the run has changed what \w+\.normal\(\) gave in line {name.line} of .*, and no copy was kept: "
    with pytest.raises(ValueError, match=rf"cannot be updated: {changed}.*, or give that node a value, too$"):
        record.update({record[2]: 7})
    with pytest.raises(
        ValueError, match=rf'cannot be written as source: {changed}record with Context\(snapshot="deep"'
    ):
        to_source(record)
    assert np.array_equal(record.value, result)
    new = record.update({record[2]: 7, name: np.ones(3)})
    assert new.value.tolist() == [12, 12, 12]
    assert np.array_equal(record.value, result)


def scales_a_new_one(a: int, b: int) -> Any:
    x = np.random.normal(size=3)
    return x * a + b


def draws_around(a: int, b: int) -> Any:
    return np.random.normal(a, 1.0), random.gauss(a, 1), np.random.normal(b, 1.0), random.random()


def test_what_was_drawn_and_not_changed_stands() -> None:
    record = track(scales_a_new_one, 3, 5)
    draw = drawn_in(record).value
    new = record.update({record[2]: 7})
    assert np.allclose(new.value, draw * 7 + 5)
    assert to_source(record).function(7, 5).tolist() == new.value.tolist()


def test_draws_that_do_not_depend_on_the_change_stand() -> None:
    record = track(draws_around, 3, 5)
    new = record.update({record[2]: 1000})
    assert new.value[0] > 900
    assert new.value[1] > 900
    assert new.value[2:] == record.value[2:]
    assert not new.metadata["update"].why


def walks(a: int, b: int) -> Any:
    state, path = 0, []
    for _ in range(a + b):
        if random.random() < 0.5:
            state = 1 - state
        path.append(state)
    return path


def flip(p: float) -> bool:
    return random.random() < p


def walks_by_a_function(a: int, b: int) -> Any:
    state, path = 0, []
    for _ in range(a + b):
        if flip(0.5):
            state = 1 - state
        path.append(state)
    return path


class Coin:
    def __init__(self, p: float) -> None:
        self.p = p
        self.seen: list[bool] = []

    def toss(self) -> bool:
        if random.random() < self.p:
            self.seen.append(True)
            return True
        self.seen.append(False)
        return False


def walks_by_a_method(a: int, b: int) -> Any:
    state, path, coin = 0, [], Coin(0.5)
    while len(path) < a + b:
        state = 1 - state if coin.toss() else state
        path.append(state)
    assert len(coin.seen) == len(path)
    return path


def draws_of(record: Node) -> list[Node]:
    """Those of `random.random`, wherever they were made."""
    found, waiting = [], [record]
    while waiting:
        node = waiting.pop()
        waiting += reversed(node.children)
        function = node._operands[0].value if type(node) is PrimitiveCallNode else None
        if function == random.random and node.parent.body_ir.filename == __file__:
            found.append(node)
    return found


@pytest.mark.parametrize("walk", [walks, walks_by_a_function, walks_by_a_method])
@pytest.mark.parametrize("turn", [0, 3, 7])
def test_what_is_drawn_on_another_way_is_what_was_drawn_in_the_same_turn(walk: Any, turn: int) -> None:
    record = track(walk, 3, 5)
    draw = draws_of(record)[turn]
    new = record.update({draw: 1 - draw.value})
    assert new.value == [*record.value[:turn], *(1 - state for state in record.value[turn:])]
    assert not new.metadata["update"].why
    assert [one.value for one in draws_of(new)[turn + 1 :]] == [one.value for one in draws_of(record)[turn + 1 :]]


@pytest.mark.parametrize("walk", [walks, walks_by_a_function, walks_by_a_method])
def test_two_draws_are_given_on_another_way(walk: Any) -> None:
    record = track(walk, 3, 5)
    one, _, _, other, *_ = draws_of(record)
    new = record.update({one: 1 - one.value, other: 1 - other.value})
    flipped = [1 - state for state in record.value[:3]]
    assert new.value == flipped + record.value[3:]


def wanders(a: int, b: int) -> Any:
    place, path = 0, []
    for _ in range(a + b):
        if random.random() < 0.5:
            place += 1
        path.append(
            (place, random.gauss(0, 1), random.choice(range(100)), np.random.normal(), np.random.normal(size=2))
        )
    return path


@pytest.mark.parametrize("turn", [0, 3, 7])
def test_functions_of_chance_gave_what_they_gave(turn: int) -> None:
    record = track(wanders, 3, 5)
    draw = draws_of(record)[turn]
    new = record.update({draw: 1 - draw.value})
    assert repr([row[1:] for row in new.value]) == repr([row[1:] for row in record.value])
    change = -1 if draw.value < 0.5 else 1
    assert [row[0] for row in new.value] == [row[0] + change * (k >= turn) for k, row in enumerate(record.value)]


def tosses(a: int, b: int) -> Any:
    found = {}
    for i in range(a):
        for k in range(i + b):
            if random.random() < 0.5:
                found[i, k] = random.random()
    return found


@pytest.mark.parametrize("turn", [0, 4, 7])
def test_draws_are_found_by_the_turns_of_all_loops_around(turn: int) -> None:
    record = track(tosses, 3, 4)
    tests = [node for node in draws_of(record) if node.line == tosses.__code__.co_firstlineno + 4]
    new = record.update({tests[turn]: 1 - tests[turn].value})
    place = [(i, k) for i in range(3) for k in range(i + 4)][turn]
    assert (place in new.value) is not (place in record.value)
    assert {**new.value, place: 0} == {**record.value, place: 0}


def mixes(a: int, b: int) -> Any:
    rng = np.random.default_rng()
    means = rng.normal(size=a)
    return [means[rng.integers(a)] for _ in range(b)]


def test_draws_of_equal_arguments_stand() -> None:
    record = track(mixes, 3, 5)
    new = record.update({record[2]: 3})
    assert new.value == record.value
    assert not new.metadata["update"].why


def sign(s: int) -> str:
    return "positive" if s > 0 else "negative"


def shaped_by_tuples(s: int) -> Any:
    n = 2
    data = np.zeros((n, 3))
    first = np.random.uniform(0, 1, (n, n)), np.random.uniform(size=data.shape)
    return [x.tolist() for x in first], sign(s) if s > 0 else "negative"


def shaped_by_lists(s: int) -> Any:
    n, rng = 2, np.random.default_rng()
    first = np.random.uniform(size=[n, 3]), rng.random([n, n]), np.random.multinomial(10_000, [n / 4, n / 4])
    return [x.tolist() for x in first], sign(s) if s > 0 else "negative"


def around_arrays(s: int) -> Any:
    means, rng = np.arange(20.0), np.random.default_rng()
    first = np.random.normal(means, 1), np.random.normal(means, 1), np.random.permutation(means), rng.choice(means, 20)
    return [x.tolist() for x in first], sign(s) if s > 0 else "negative"


def around_what_was_drawn(s: int) -> Any:
    x, rows = np.zeros(2), []
    for _ in range(3 if s > 0 else 4):
        x = np.random.normal(x, 1.0)
        rows.append(x.tolist())
    return rows[:3], s


def out_of_what_grows_later(s: int) -> Any:
    items = [1, 2, 3]
    first = random.choices(range(100), k=20), np.random.uniform(size=[3, 2]).tolist()
    if s < 0:
        items.append(4)
    return first, items


class Walker:
    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(seed)

    def go(self) -> float:
        return self.rng.random()


def of_an_object(s: int) -> Any:
    walker = Walker()
    x = walker.go(), walker.go()
    if s > 0:
        s = 2
    return x, s


def passing(f: Any) -> Any:
    def passes(*a: Any, **k: Any) -> Any:
        return f(*a, **k)

    return passes


@passing
def sample(mu: float, sigma: float) -> float:
    return random.gauss(mu, sigma)


def behind_stars(s: int) -> Any:
    p, shape = (0, 1), np.zeros((2, 3)).shape
    x = sample(0, sigma=1), random.gauss(*p), np.random.rand(*shape).tolist()
    if s > 0:
        s = 2
    return x, s


def numbers(n: int) -> Any:
    for _ in range(n):
        yield random.random()


def in_generators(s: int) -> Any:
    a = sum(random.random() for _ in range(2)), sum(numbers(2))
    b, c = numbers(2)
    d = max(x for x in numbers(3) if x >= 0)
    if s > 0:
        s = 2
    return (a, b, c, d), s


def of_own_generators(s: int) -> Any:
    rng, other = random.Random(), np.random.RandomState()
    x = rng.random(), rng.gauss(0, 1), other.normal(), random.random()
    if s > 0:
        s = 2
    return x, s


def of_a_seeded_one(s: int) -> Any:
    rng = random.Random(4)
    x = rng.random(), rng.gauss(0, 1), random.random()
    if s > 0:
        s = 2
    return x, s


class Counted:
    def __len__(self) -> int:
        return random.randint(1, 10**9)


class Noisy:
    shift = 0.0

    def __init__(self, mean: float) -> None:
        self.mean = mean

    @property
    def value(self) -> float:
        return random.gauss(self.mean, 1)

    def __getitem__(self, k: int) -> float:
        return self.mean + k * random.random()

    def __add__(self, other: float) -> float:
        return np.random.normal(self.mean) + other

    def __mul__(self, other: float) -> float:
        return random.random() * other + self.shift

    def __sub__(self, other: float) -> float:
        return random.random() - other + level


level = 0.0


def behind_operations(s: int) -> Any:
    noisy = Noisy(5)
    x = len(Counted()), noisy.value, noisy[2], noisy + 1
    if s > 0:
        s = 2
    return x, s


UNCHANGED = (
    behind_operations,
    of_own_generators,
    of_a_seeded_one,
    behind_stars,
    in_generators,
    shaped_by_tuples,
    shaped_by_lists,
    around_arrays,
    around_what_was_drawn,
    out_of_what_grows_later,
    of_an_object,
)


@pytest.mark.parametrize("program", share(UNCHANGED))
def test_draws_from_what_is_made_anew_stand(program: Any) -> None:
    record = track(program, 1)
    before = repr(record.value)
    new = record.update({record[2]: -1})
    assert new.value[0] == record.value[0]
    assert new.value[1] != record.value[1]
    assert check(new) == []
    assert repr(record.value) == before
    assert not new.metadata["update"].why
    if program not in (in_generators, behind_operations):  # of which the new record does not know what they did
        assert new.update({new[2]: 1}).value == record.value


def goes_on_with_a_generator(s: int) -> Any:
    g, k = numbers(3), [0]

    def count() -> None:
        nonlocal s
        k[0] += 1
        s += 1

    x = next(g), next(g)
    if s > 0:
        count()
        x += (next(g),)
    return len(x), next(g, None), s, k


def test_generators_that_are_not_used_up_are_made_anew() -> None:
    record = track(goes_on_with_a_generator, 1)
    new = record.update({record[2]: -1})
    assert record.value == (3, None, 2, [1])
    assert (new.value[0], new.value[2:]) == (2, (-1, [0]))
    assert 0 <= new.value[1] < 1
    assert new.update({new[2]: 4}).value == (3, None, 5, [1])


def around_what_grows(s: int) -> Any:
    items = [0]
    if s > 0:
        items.append(1000)
    return np.random.normal(items, 1).tolist(), np.random.normal(0, 1, (len(items),)).tolist(), s


def shuffles(s: int) -> Any:
    numbers = np.arange(20)
    np.random.shuffle(numbers)
    if s > 0:
        numbers *= 2
    return numbers.tolist()


def adds_to_what_was_drawn(s: int) -> Any:
    x = np.random.normal(size=2)
    if s > 0:
        x += 100
    return x


def of_a_seeded_object(s: int) -> Any:
    walker = Walker(s)
    return walker.go(), Walker(3).go()


def test_draws_from_what_is_another_one_are_made_anew() -> None:
    record = track(around_what_grows, -1)
    new = record.update({record[2]: 1})
    assert new.value[0][1] > 500
    assert [len(row) for row in new.value[:2]] == [2, 2]
    record = track(shuffles, -1)
    assert sorted(record.update({record[2]: 1}).value) == list(range(0, 40, 2))
    record = track(of_a_seeded_object, 1)
    assert record.update({record[2]: 2}).value == of_a_seeded_object(2)


def behind_other_operations(s: int) -> Any:
    global level
    noisy = Noisy(0)
    if s > 0:
        noisy.mean = level = Noisy.shift = 1000.0
    try:
        return noisy.value, noisy[2], noisy + 1, noisy * 1, noisy - 1
    finally:
        level = Noisy.shift = 0.0


def test_draws_of_what_is_another_one_behind_operations() -> None:
    record = track(behind_other_operations, -1)
    new = record.update({record[2]: 1})
    assert max(record.value) < 500 < min(new.value)
    back = new.update({new[2]: -1})
    assert max(back.value) < 500


def seeds_all(s: int) -> Any:
    if s < 0:
        random.seed(4)
    return random.random(), random.gauss(0, 1)


def seeds_those_of_numpy(s: int) -> Any:
    def seed() -> None:
        np.random.seed(4)

    if s < 0:
        seed()
    return np.random.random(), np.random.normal(), random.Random(3).random()


def seeds_one(s: int) -> Any:
    rng = np.random.RandomState()
    if s < 0:
        rng.seed(4)
    return rng.random()


@pytest.mark.parametrize("program", [seeds_all, seeds_those_of_numpy, seeds_one])
def test_what_is_seeded_on_another_way_is_drawn_anew(program: Any) -> None:
    record = track(program, 1)
    assert record.update({record[2]: -1}).value == program(-1)


def test_what_was_drawn_is_not_written_to() -> None:
    record = track(adds_to_what_was_drawn, -1)
    before = record.value.tolist()
    new = record.update({record[2]: 1})
    assert record.value.tolist() == before
    assert new.value.tolist() == [x + 100 for x in before]


def draws_in_generators(s: int) -> Any:
    x, y = numbers(2)
    rows = [v / 2 for v in numbers(2)]
    for v in numbers(2):
        rows.append(v)
    sums = [a + b for a, b in zip(numbers(2), numbers(2), strict=True)]
    return x, y, rows, sums, s


def notes(seen: list[Any]) -> Any:
    for _ in range(2):
        seen.append(random.random())
        yield seen[-1]


def draws_in_generators_with_effects(s: int) -> Any:
    seen: list[Any] = []
    found = [v / 2 for v in notes(seen)]
    return len(found), len(seen), s


def draws_by_gauss(s: int) -> Any:
    rng = random.Random(s)
    x = random.gauss(0, 1), random.gauss(s, 1), random.gauss(0, 1)
    if s > 0:
        s = 2
    return x, rng.gauss(0, 1), rng.gauss(0, 1), s


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("after", [0, 1])
def test_gauss_draws_two_numbers_at_a_time(before: int, after: int) -> None:
    random.seed(7)
    for _ in range(before):
        random.gauss(0, 1)
    record = track(draws_by_gauss, 1)
    for _ in range(after):
        random.gauss(0, 1)
    for guards in False, True:
        assert to_source(record, guards=guards).function(1) == record.value
    new = record.update({record[2]: 3})
    one, two, three = record.value[0]
    assert new.value == ((one, pytest.approx(two + 2), three), *draws_by_gauss(3)[1:])
    assert to_source(record).function(3)[1:] == draws_by_gauss(3)[1:]
    new = record.update({record[2]: -1})
    assert new.value == ((one, pytest.approx(two - 2), three), *draws_by_gauss(-1)[1:])


def test_sources_give_what_generators_drew() -> None:
    record = track(draws_in_generators, 1)
    for guards in False, True:
        assert to_source(record, guards=guards).function(1) == record.value
        assert to_source(record, guards=guards).function(2) == (*record.value[:-1], 2)
    record = track(draws_in_generators_with_effects, 1)
    assert to_source(record).function(2) == (2, 2, 2)
