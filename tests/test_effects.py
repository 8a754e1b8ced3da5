"""Effects, comparisons, shapes: answers on the examples and on small programs, against those written by hand."""

import datetime
import functools
import heapq
import io
import operator
import os
import random
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import numpy as np
import pytest
import random_mutations
from share import seeds
from test_examples import load

import irtrack
from irtrack import backward_slice, broadcasts, compare, effects, shapes, track
from irtrack.ask.questions.changes import Changes

ROOT = Path(__file__).parents[1]


def printed(example):
    run = subprocess.run(
        [sys.executable, f"examples/{example}.py"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    return run.stdout.rstrip("\n").split("\n")


def kinds(record):
    return [(one.kind, one.what) for one in effects(record)]


# -- effects ----------------------------------------------------------------------------------------------------------


def test_the_mutated_argument_is_found():
    example = load("mutation")
    record = track(example.report, {"Ada": {"rent": 900.0, "food": 300.0}}, 2000.0)
    assert kinds(record) == [("argument", "budgets[...]['rent']"), ("argument", "budgets[...]['food']")]
    first = effects(record).of("argument")[0].node
    assert (first.line, first.value, first.parent.function.value) == (26, 75.0, example.in_percent)
    assert [one.name for one in backward_slice(first, control=False).inputs] == ["budgets"]
    assert kinds(track(example.with_rest, {"rent": 900.0}, 2000.0)) == []
    assert kinds(track(example.in_percent, {"rent": 900.0})) == [("argument", "budget['rent']")]


def test_one_command_prints_the_mutation():
    lines = printed("mutation")
    assert lines[0] == (
        "argument budgets[...]['rent']: 26  budget[name] = round(100 * budget[name] / whole, 1)  in in_percent, "
        "examples/mutation.py"
    )
    assert len([line for line in lines if line.startswith("argument ")]) == 6
    assert lines[6] == "the first one is"
    assert "@2[@6] = @" in lines[7]
    assert lines[8] == "which came from"
    assert any("24  whole = total(budget)  → 1500.0::float" in line for line in lines)
    assert lines[-2] == "and, first of all,"
    assert lines[-1].startswith("  budgets = {'Ada': ")


CACHE = {}
COUNT = 0


class Order:
    def __init__(self, weight):
        self.weight = weight

    def clear(self):
        self.weight = 0


def busy(orders, table, path):
    global COUNT
    COUNT += 1
    mine = [1]
    mine.append(2)
    mine[0] = 3
    orders.append(Order(1))
    for order in orders:
        order.clear()
    one, _ = orders[0], orders[1]
    one.weight = 1
    list(orders)[1].weight = 2
    table["x"]["y"] = 1
    CACHE["k"] = 1
    print("hello")
    drawn = random.random()
    now = time.time()
    row = table["array"][0]
    row += 1
    np.log(row, out=row)
    copied = table["array"][[0]]
    copied += 1
    orders.sort(key=lambda order: order.weight)
    with open(path) as file:
        text = file.read()
    new = Order(5)
    new.weight = 7
    return mine, drawn, now, text, new


def test_all_kinds_of_effects(tmp_path, capsys):
    (tmp_path / "x").write_text("text")
    record = track(busy, [Order(1), Order(2)], {"x": {}, "array": np.ones((2, 2))}, str(tmp_path / "x"))
    found = kinds(record)
    assert found[:11] == [
        ("global", "COUNT"),
        ("argument", "orders"),
        ("argument", "orders[...].weight"),
        ("argument", "orders[...].weight"),
        ("argument", "orders[...].weight"),
        ("argument", "orders[...].weight"),
        ("argument", "table['x']['y']"),
        ("outside", "CACHE['k']"),
        ("io", "print('hello')"),
        ("random", "random.random()"),
        ("time", "time.time()"),
    ]
    assert found[11:14] == [("argument", "table['array'][0]")] * 2 + [("argument", "orders")]
    assert {kind for kind, _ in found[14:]} == {"io"}
    assert any(what.startswith("open(") for _, what in found[14:])
    assert repr(effects(record).of("global")) == "<1 effect>"
    assert capsys.readouterr().out == "hello\n"


class Counted:
    count = 0

    def more(self):
        type(self).count += 1


def helper():
    pass


def of_classes():
    Counted.count += 1
    Counted().more()
    type.__setattr__(Counted, "name", 1)
    helper.calls = 1


def of_modules():
    globals()["COUNT"] = 5
    os.path.mine = 1
    sys.modules["json"].mine = 2
    del os.path.mine


def of_callbacks(items):
    list(map(items.append, [1, 2]))
    list(map(items.append, []))
    for _ in zip(map(items.append, [3])):
        pass
    functools.partial(items.append, 4)()
    functools.partial(list.append, items)(5)
    operator.methodcaller("append", 6)(items)
    sorted([7], key=items.append)
    print(items.append)


def of_parts(thing):
    thing.__dict__["a"] = 1
    vars(thing)["b"] = 1
    object.__setattr__(thing, "c", 1)
    delattr(thing, "c")
    operator.attrgetter("rows")(thing).append(1)


def of_arrays(array):
    np.add(array, 1, out=array)
    np.add(array, 1, array)
    np.add.at(array, 0, 1)
    array[1:][0] = 3
    array[[0]][0] = 3
    np.copyto(array, 0)
    array.sum(0, None, np.zeros(()))


def of_chance():
    np.random.seed(1)
    np.random.rand(2)
    np.random.default_rng(1).normal()
    os.urandom(1)


def of_the_system(path):
    os.environ["IRTRACK_TEST"] = "1"
    os.fspath(path)
    sys.setrecursionlimit(sys.getrecursionlimit())
    threading.Lock().acquire()
    time.sleep(0)
    datetime.datetime.now()
    path.write_text("x")


def of_iterators(numbers):
    next(numbers)
    list(zip(numbers, [1], strict=False))
    heap = [2, 1]
    heapq.heapify(heap)


def of_its_own():
    class Made:
        pass

    def made():
        pass

    Made.x = made.x = types.ModuleType("made").x = 1
    type.__setattr__(Made, "y", 2)
    {"a": []}["a"].append(1)
    list(map([].append, [1]))


OWN = types.SimpleNamespace
WRITES = [
    (of_classes, [], ["outside Counted.count"] * 2 + ["outside Counted.name", "outside helper.calls"]),
    (of_modules, [], ["global COUNT", "global os.path.mine", "global sys.modules['json'].mine", "global os.path.mine"]),
    (of_callbacks, [[]], ["argument items"] * 6 + ["io print(list.append)"]),
    (of_parts, [OWN(rows=[])], ["argument thing.__dict__['a']", "argument thing.__dict__['b']", "argument thing.c",
     "argument thing.c", "argument thing[...]"]),
    (of_arrays, [np.ones(3)], ["argument array"] * 3 + ["argument array[1:][0]", "argument array"]),
    (of_chance, [], ["random np.random.seed(1)", "random RandomState.rand(2)", "random np.random.default_rng(1)",
     "random Generator.normal(<Generator>)", "random os.urandom(1)"]),
    (of_iterators, [iter([1, 2, 3])], ["argument numbers"] * 2),
    (of_its_own, [], []),
]  # fmt: skip


def test_whatever_is_printed_is_output(capsys):
    def prints(out):
        print(Counted)
        print(out)
        print(*iter([1, 2]))
        print(1, file=io.StringIO())

    found = kinds(track(prints, OWN(n=1)))
    assert [kind for kind, _ in found] == ["io"] * 3


@pytest.mark.parametrize(("program", "arguments", "expected"), WRITES, ids=lambda one: getattr(one, "__name__", ""))
def test_what_is_written(program, arguments, expected):
    assert [f"{kind} {what}" for kind, what in kinds(track(program, *arguments))] == expected


def test_what_is_computed_from_an_array_is_not_that_array():
    def f(x):
        table = x.reshape(2, 3) * 1.0
        table[0][:] = 2.0
        (x + x)[1:][0] = 3.0
        return table

    assert not list(effects(track(f, np.ones(6))))


def test_effects_on_the_system(tmp_path):
    found = kinds(track(of_the_system, tmp_path / "x"))
    assert ("outside", "os.environ['IRTRACK_TEST']") in found or os.name == "nt"
    words = [kind for kind, what in found if "path" not in what]
    assert {"system", "time", "io", "outside"} == set(words)
    assert [what.split("(")[0] for kind, what in found if kind == "time"] == ["time.sleep", "datetime.datetime.now"]
    assert not [what for _, what in found if "fspath" in what]


class Seen:
    """The objects that can be reached from some values, and what each held."""

    def __init__(self, *values):
        self.objects, waiting = {}, list(values)
        while waiting:
            value = waiting.pop()
            if id(value) not in self.objects and isinstance(value, (list, dict, tuple)):
                self.objects[id(value)] = value
                waiting += value.values() if isinstance(value, dict) else value
        self.held = {number: list(self.content(value)) for number, value in self.objects.items()}

    def content(self, value):
        return [*value, *value.values()] if isinstance(value, dict) else value

    def changed(self):
        return {
            number
            for number, held in self.held.items()
            if list(map(id, self.content(self.objects[number]))) != list(map(id, held))
        }


def test_what_random_programs_change_is_an_effect_and_nothing_else():
    count = 0
    for seed in seeds(12):
        text = random_mutations.write(random.Random(seed), size=25)
        exec(compile(text, "<mutations>", "exec"), names := {"__name__": "mutations"})
        inner = [1]
        rows = [3, inner, {"q": [2]}]
        table = {"a": inner, "b": rows, "z": [{}]}
        seen = Seen(rows, table)
        record = track(names["main"], rows, table)
        told = {id(change.owner) for one in effects(record) for change in Changes().of(one.node)}
        assert seen.changed() <= told, seed
        assert {number for number in told if number not in seen.objects} == set(), seed
        count += len(told)
    assert count or not list(seeds(12))


def test_effects_of_a_part():
    def inner(box):
        box.append(1)

    def outer():
        box = []
        inner(box)
        return box

    record = track(outer)
    assert kinds(record) == []
    assert kinds(record.children[-2]) == [("argument", "box")]


def test_effects_on_examples():
    assert kinds(track(load("h").h, 2.0, 2)) == []
    random.seed(2)
    record = track(load("geom").geom, 1, 0.5)
    assert kinds(record) == [("random", "random.random()")] * record.value
    words = effects(track(load("word_count").run))
    assert {one.kind for one in words} == {"io"}


def test_what_effects_take():
    with pytest.raises(ValueError, match=r"effects are of the kinds io, random, time, global, .*, not 'x'"):
        effects(track(lambda: 1)).of("x")
    with pytest.raises(TypeError, match=r"effects\(\) takes a node, as track\(\) returns it, not int 3"):
        effects(3)
    assert str(effects(track(lambda: 1))) == "no effects"


# -- comparison -------------------------------------------------------------------------------------------------------


def test_two_runs():
    h = load("h").h
    found = compare(track(h, 2.0, 2), track(h, 2.0, 3))
    assert [(one.name, one.value, other.value) for one, other in found.arguments] == [("n", 2, 3)]
    assert [(node.line, node.value) for node in found.value] == [(4, False), (4, True)]
    assert [node.holds for node in found.branch] == [False, True]
    assert str(found).endswith("  4  while i < n:\n  since not 2 < 2\n  since 2 < 3")
    assert repr(found) == "<two runs of h: 1 argument, a value, a branch differ>"
    found = compare(track(h, 2.0, 2), track(h, 3.0, 2))
    assert found.branch is None
    assert [(node.line, node.value) for node in found.value] == [(5, 2.0), (5, 3.0)]
    same = compare(track(h, 2.0, 2), track(h, 2.0, 2))
    assert same.is_same
    assert str(same) == "two runs of h\n  no difference"


def test_two_runs_across_calls():
    example = load("wrong_branch")
    other = example.ORDERS.replace("9      CH", "19     CH")
    found = compare(track(example.ship, example.ORDERS), track(example.ship, other))
    assert [node.value[3] for node in found.value] == ["1003   9      CH", "1003   19     CH"]  # of the lines
    assert [node.line for node in found.branch] == [38, 38]
    assert str(found).endswith("since '9' > '20'\n  since not '19' > '20'")


def test_two_runs_of_which_one_raises():
    def f(x):
        return 1 / x

    def g(x):
        try:
            return f(x)
        except ZeroDivisionError:
            return 0

    found = compare(track(g, 1), track(g, 0))
    assert type(found.branch[1]).__name__ == "RaiseNode"


def test_arrays_are_compared_as_they_were():
    def f(x, k):
        y = x * 2
        y[0] = k
        return y + 1

    found = compare(track(f, np.ones(3), 1.0), track(f, np.ones(3), 2.0))
    assert [node.line for node in found.value] == [f.__code__.co_firstlineno + 2] * 2
    assert compare(track(f, np.ones(3), np.nan), track(f, np.ones(3), np.nan)).is_same


def test_what_compare_takes():
    record = track(lambda: 1)
    with pytest.raises(TypeError, match=r"compare\(\) takes calls that were entered, not ReturnNode"):
        compare(record, record[-1])
    with pytest.raises(ValueError, match=r"compare\(\) takes two calls of one function, not of"):
        compare(record, track(lambda: 2 if 1 else 3))


# -- shapes -----------------------------------------------------------------------------------------------------------


def test_shapes_along_a_slice():
    example = load("kmeans")
    record = track(example.nearest, example.blobs(5), np.zeros((3, 2)))
    assert [repr(one) for one in shapes(record[-1])] == [
        "points → f64[15,2]",
        "centres → f64[3,2]",
        "f64[15,2][:, None, :] → f64[15,1,2]",
        "f64[3,2][None, :, :] → f64[1,3,2]",
        "f64[15,1,2] - f64[1,3,2] → f64[15,3,2]",
        "f64[15,3,2] ** 2 → f64[15,3,2]",
        "ndarray.sum(f64[15,3,2], axis=2) → f64[15,3]",
        "ndarray.argmin(f64[15,3], axis=1) → i64[15]",
    ]
    assert shapes(backward_slice(record[-1], control=False)) == shapes(record[-1])
    one = shapes(record[-1])[4]
    assert (one.shape, one.operands) == ((15, 3, 2), ((np.dtype(float), (15, 1, 2)), (np.dtype(float), (1, 3, 2))))


def test_the_array_that_grew_is_found():
    example = load("broadcast")
    found = broadcasts(track(example.fit, *example.measured(20), steps=1))
    assert [repr(one) for one in found] == ["f64[20,1] - f64[20] → f64[20,20]"] * 2
    assert [one.node.line for one in found] == [33, 35]
    assert printed("broadcast")[0] == (
        "f64[20,1] - f64[20] → f64[20,20]: 33  error = predicted(places, weights) - values  "
        "in fit, examples/broadcast.py"
    )


def test_what_is_no_growth():
    def f(x):
        return (x + 1) * x[0], x @ x.T, np.concatenate([x, x]), np.add(x, x[:1]), x[:, None] * 2

    assert str(broadcasts(track(f, np.ones((3, 4))))) == "no operations on arrays"
    example = load("kmeans")
    grown = broadcasts(track(example.nearest, example.blobs(5), np.zeros((3, 2))))
    assert [one.node.line for one in grown] == [18]


def test_arrays_that_were_not_kept_have_shapes():
    def f(n):
        return np.ones((n, 1)) * np.ones(n)

    [one] = broadcasts(track(irtrack.Context(max_bytes=0), f, 1000))
    assert repr(one) == "f64[1000,1] * f64[1000] → f64[1000,1000]"


def test_what_shapes_take():
    with pytest.raises(TypeError, match=r"shapes\(\) takes a node, as track\(\) returns it, or a slice, not int 3"):
        shapes(3)
