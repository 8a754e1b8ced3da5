"""Every question of docs/questions.md, in one expression, on the examples: answers written by hand.

More about each stands in test_first.py, test_find.py, test_reached.py and test_effects.py.
"""

import asyncio
import re
from pathlib import Path

import numpy as np
import pytest
from test_examples import load

import irtrack
from irtrack import track

PAGE = (Path(__file__).parents[1] / "docs" / "questions.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def polynomial():
    return track(load("h").h, 2.0, 2)


@pytest.fixture(scope="module")
def calculation():
    return track(load("calculator").calculate, "1 + 2")


@pytest.fixture(scope="module")
def step():
    example = load("rk4")
    return track(example.rk4_step, example.lotka_volterra, np.array([10.0, 10.0]), 0.1)


def positions(nodes):
    return [node.position for node in nodes]


def test_where_a_value_comes_from(polynomial):
    assert positions(irtrack.backward_slice(polynomial[-1], control=False)) == [
        *(2, 4, 6, 7),  # x, r = x * 0, r and i in the first turn
        *(10, 11, 12, 14, 15),  # x ** i, r += ..., i += 1, r and i in the second one
        *(18, 19, 22, 26),  # x ** i, r += ..., r behind the loop, return r
    ]
    story = str(irtrack.backward_slice(polynomial[-1], control=False)).split("\n")
    assert story[-3:] == [
        "  6  i += 1  → 1::int",
        "  5  r += x**i  → 3.0::float",
        "  7  return r  → returns 3.0::float",
    ]


def test_what_a_value_influenced(polynomial):
    # n is compared with i in three turns, and each time a jump follows
    assert positions(irtrack.forward_slice(polynomial[3], control=False)) == [3, 8, 9, 16, 17, 24, 25]


def test_how_one_node_influenced_another(calculation):
    one = irtrack.find(calculation, value=1.0, function="Parser.term")[0]
    path = irtrack.dependence_path(one, calculation[-1], control=False)
    # term gave it, expression added to it and returned it, calculate returned that
    assert [node.line for node in path if node.line] == [57, 60, 63, 92, 95]


def test_there_is_a_path_from_each_node_of_a_slice():
    def f(n, z):
        found, total = [z], 0
        for i in range(n):
            if i < 0:
                found.append(1)
            total += found[0]
        _ = n + 1
        return total

    record = irtrack.track(f, 5, 2)
    for control in (False, True):
        needed = irtrack.backward_slice(record, control=control)
        for node in record.query(irtrack.Descendant):
            path = irtrack.dependence_path(node, record, control=control)
            assert (path is not None) == (node in needed), node
            assert path is None or (path[0] is node and path[-1] is record)


def test_the_first_infinity_and_the_first_nan():
    record = track(load("nan").classify, 40, 12, 300.0)
    assert [irtrack.first_inf(record).node.function.value.__name__, irtrack.first_inf(record).node.line] == ["log", 114]
    assert irtrack.first_nan(record).node.line == 114
    assert irtrack.first(record, lambda value: value == -np.inf).node is irtrack.first_inf(record).node


def test_the_first_none(calculation):
    assert irtrack.first_none(calculation) is None
    assert irtrack.first_none(track(load("word_count").word_count, "a b")) is None


def test_histories_calls_and_shapes(step):
    assert irtrack.history(step, "hares").values[:2] == [10.0, 8.55]  # 10 + 0.05 * (11 - 40)
    assert len(irtrack.calls(step, "lotka_volterra")) == 4
    assert repr(irtrack.shapes(step[-1])[-1]) == "f64[2] + f64[2] → f64[2]"
    assert len(irtrack.broadcasts(step)) == 0
    assert len(irtrack.effects(step)) == 0


def test_why(calculation):
    assert [node.line for node in irtrack.why_reached(calculation, "calculator.py:60").branches] == [58, 59]
    assert [node.line for node in irtrack.why_not_reached(calculation, "calculator.py:62")] == [59]


def test_where_two_runs_went_apart(calculation):
    other = track(load("calculator").calculate, "1 - 2")
    assert [node.line for node in irtrack.compare(calculation, other).branch] == [59, 59]


def test_the_table_has_all_names():
    table = "\n".join(line for line in PAGE.split("\n") if line.startswith("| "))
    names = set(re.findall(r"`(\w+)\(", table))
    assert names == {
        *(
            "backward_slice",
            "broadcasts",
            "calls",
            "compare",
            "dependence_path",
            "effects",
            "find",
            "first",
            "first_inf",
        ),
        *("first_nan", "first_none", "forward_slice", "history", "shapes", "why_not_reached", "why_reached"),
    }
    assert names <= set(irtrack.__all__)


# -- records of all kinds ---------------------------------------------------------------------------------------------


def ask_all(node):
    """Every question, printed; none of them raises, but for names that the record does not have."""
    for question in ("first_nan", "first_inf", "first_none", "effects", "broadcasts", "shapes", "why_reached"):
        str(getattr(irtrack, question)(node))
    for what in ("x", ".x", "x + 1", "f.x", 3):
        try:
            str(irtrack.history(node, what))
        except ValueError as error:
            if "no code of this record has the name" not in str(error):
                raise
    str(irtrack.calls(node, "g")), str(irtrack.calls(node, len)), str(irtrack.find(node, kind=irtrack.JumpNode))
    assert irtrack.first(node, lambda value: value is node) is None
    if isinstance(node, irtrack.NestedCallNode):
        assert irtrack.compare(node, node).is_same


class Hostile:
    __hash__ = None

    def __repr__(self):
        raise RuntimeError

    __eq__ = __bool__ = __len__ = __str__ = __repr__

    def __getattr__(self, name):
        raise RuntimeError(name)

    @property
    def __class__(self):
        raise RuntimeError


class HostileMeta(type):
    def __eq__(cls, other):
        raise RuntimeError

    __hash__ = __eq__


class OfHostileMeta(metaclass=HostileMeta):
    pass


def test_hostile_values():
    def f(one, other):
        both = [one, other]
        table = {"one": one}
        for x in both:
            last = x
        return table["one"], last, both[0] is None

    ask_all(track(f, Hostile(), OfHostileMeta()))


def test_records_of_coroutines_that_an_event_loop_runs(tmp_path):
    async def numbers(n):
        for i in range(n):
            yield i

    async def later(x):
        await asyncio.sleep(0)
        return x + 1

    async def main(a, b):
        total = await later(a)
        async for number in numbers(2):
            total += await later(number)
        return total

    record = asyncio.run(irtrack.track_async(main, 5, 6))
    assert record.value == 9
    assert [node.name for node in irtrack.backward_slice(record).inputs] == ["a"]
    assert irtrack.history(record, "x + 1").values == [6, 1, 2]
    ask_all(record)
    for node in record.query(irtrack.Descendant):
        irtrack.dependence_path(record[2], node)
    irtrack.save(record, tmp_path / "record")
    assert [node.name for node in irtrack.backward_slice(irtrack.load(tmp_path / "record")).inputs] == ["a"]


def test_records_of_other_kinds():
    def g(x):
        return x * np.nan

    def f(items):
        for item in items:
            yield item * 2

    def bad(x):
        return x / 0

    with irtrack.recording() as block:
        g(1.0)
        list(f([1, 2]))
    ask_all(block.node)
    assert irtrack.first_nan(block.node).node.parent.function.value is g
    ask_all(track(sorted, [1, 2], key=g))
    alone = track(max, 1.0, np.nan)
    assert irtrack.first_nan(track(abs, np.nan)).node.parent is None
    assert (len(irtrack.effects(alone)), len(irtrack.find(alone, value=1.0))) == (0, 1)
    assert "belongs to no record" in str(irtrack.first_nan(track(abs, np.nan)))
    suspended = track(f, [1])
    next(suspended.value)
    ask_all(suspended)
    with pytest.raises(ZeroDivisionError) as error:
        track(bad, 1)
    ask_all(irtrack.trace_of(error.value))
    ask_all(track(irtrack.Context(max_entries=8), load("h").h, 2.0, 5))
    ask_all(track(irtrack.Context(keep_last=8), load("h").h, 2.0, 5))
