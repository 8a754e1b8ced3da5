"""The first NaN, infinity, None, or whatever a predicate says."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from steps import calls_of
from test_examples import load

import irtrack
from irtrack import DepthLimitContext, first, first_inf, first_nan, first_none, track

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def quiet():
    with np.errstate(all="ignore"):
        yield


def found_line(question, f, *arguments):
    """The text of the line that an answer is about."""
    found = question(track(f, *arguments))
    return str(found).split("\n")[1].split("  ")[-1] if found is not None else None


# -- the example ------------------------------------------------------------------------------------------------------


def test_the_planted_nan_is_found():
    found = first_nan(track(load("nan").classify, 40, 12, 300.0))
    assert irtrack.record.nodes.text.source_line(found.node).strip() == (
        "entropy = -(probabilities * np.log(probabilities)).sum(axis=1)"
    )
    assert found.node.function.value.__name__ == "mul"
    assert [type(operand).__name__ for operand in found.operands] == ["ArgumentNode", "PrimitiveCallNode"]
    assert found.operands[0].name == "probabilities"
    assert [one.name for one in found.inputs] == ["count", "rate"]
    assert np.isnan(found.value).sum() == 8


@pytest.mark.parametrize("example", ["nan", "wrong_branch", "mutation", "broadcast"])
def test_readme_has_the_commands(example):
    assert f"\n$ python examples/{example}.py " in (ROOT / "README.md").read_text(encoding="utf-8")


def test_one_command_prints_it():
    run = subprocess.run(
        [sys.executable, "examples/nan.py"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    lines = run.stdout.split("\n")
    assert lines[:8] == [
        "first NaN: examples/nan.py:114, in confidence",
        "  114  entropy = -(probabilities * np.log(probabilities)).sum(axis=1)",
        lines[2],
        "  NaN in 8 of 252 elements, first at [12, 1], where the operands are 0.0 and -inf",
        "made of",
        lines[5],
        lines[6],
        "which came from",
    ]
    assert "@2 * @3 → f64[84,3]" in lines[2]
    assert "probabilities = " in lines[5]
    assert "⟨np.log⟩(@2) → f64[84,3]" in lines[6]
    story = "\n".join(lines[8:])
    assert "108  powers = np.exp(shifted)" in story
    assert story.endswith("and, first of all,\n  count = 40::int\n  rate = 300.0::float\n")


# -- NaN and infinity -------------------------------------------------------------------------------------------------


def zero_by_zero(a, b):
    c = a - b
    d = c + 1
    e = c / c
    return d + e


def test_nan_in_an_array_says_where():
    found = first_nan(track(zero_by_zero, np.array([1.0, 2.0, 3.0]), np.array([0.0, 2.0, 1.0])))
    assert "NaN in 1 of 3 elements, first at [1], where the operands are 0.0 and 0.0" in str(found)
    assert "e = c / c" in str(found)
    assert found.node.line == zero_by_zero.__code__.co_firstlineno + 3


def test_nothing_is_found_where_nothing_is():
    record = track(zero_by_zero, np.array([1.0]), np.array([0.0]))
    assert first_nan(record) is None
    assert first_inf(record) is None


def overflow(x):
    big = x * 1e200
    bigger = big * big
    return bigger - bigger


def test_infinity_comes_before_nan():
    assert found_line(first_inf, overflow, 1.0) == "bigger = big * big"
    assert found_line(first_nan, overflow, 1.0) == "return bigger - bigger"


@pytest.mark.parametrize(
    "value", [math.nan, complex(0, math.nan), np.float32("nan"), np.array([1, math.nan]), (1, (2.0, math.nan))]
)
def test_an_argument_can_be_the_first(value):
    found = first_nan(track(lambda x: x, value))
    assert found.node.name == "x"
    assert found.node.position == 2


@pytest.mark.parametrize(
    "value", [1, "nan", None, [math.nan], {"x": math.nan}, np.array(["nan"]), np.array([1]), object()]
)
def test_what_is_no_nan(value):
    assert first_nan(track(lambda x: x, value)) is None


def test_what_is_masked_does_not_count():
    masked = np.ma.array([1.0, math.nan], mask=[False, True])
    assert first_nan(track(lambda x: x, masked)) is None


def test_a_part_of_a_record_is_asked():
    record = track(lambda: [overflow(1.0), overflow(math.nan)])
    assert first_nan(record[3]).node.position == 2
    assert first_nan(record[2]).node.parent is record[2]


def constant_nan(x):
    return x + (1e400 - 1e400)


def test_a_constant_of_code_is_found():
    record = track(lambda: constant_nan(1))
    assert first_nan(record).node.parent is record[2]
    assert first_inf(track(lambda x: x if x else 1e400, 0)).value == math.inf


def test_generators_are_searched_in_the_order_of_time():
    def numbers(x):
        yield x
        yield x * math.inf

    def use(x):
        both = numbers(x)
        one = next(both)
        bad = one * math.nan
        return bad, next(both)

    assert found_line(first_nan, use, 0.0) == "bad = one * math.nan"
    assert found_line(first_nan, lambda: list(numbers(0.0))) == "yield x * math.inf"


def test_a_record_that_an_update_made():
    record = track(overflow, 1e-300)
    assert first_nan(record) is None
    found = first_nan(record.update({record[2]: 1.0}))
    assert found.node.line == overflow.__code__.co_firstlineno + 3
    assert "bigger - bigger" in str(found)


def test_a_record_that_lacks_what_generators_did():
    def f(x):
        bad = x * math.nan
        return bad + sum(k for k in [x])

    record = track(f, 1.0)
    found = first_nan(record.update({record[2]: 2.0}))
    assert "where it came from is not known: backward_slice() needs all that ran" in str(found)


# -- arrays that were written to --------------------------------------------------------------------------------------


def fill(n):
    table = np.zeros(n)
    for i in range(n):
        table[i] = np.log(i - 1.0)
    return table


def in_place(n):
    table = np.ones(n)
    table -= 1.0
    table /= table
    table *= 2.0
    return table.sum()


def by_view(n):
    table = np.ones((n, n))
    row = table[1]
    row -= 1.0
    row /= 0.0
    table += 1.0
    return table


def by_out(n):
    table = np.ones(n)
    np.log(table - 2.0, out=table)
    table.fill(3.0)
    return table


def overwritten(n):
    table = np.ones(n)
    table /= 0.0
    table *= 0.0
    table[:] = 1.0
    table[0] = math.nan
    return table


@pytest.mark.parametrize(
    ("f", "line"),
    [
        (fill, "table[i] = np.log(i - 1.0)"),
        (in_place, "table /= table"),
        (by_view, "row /= 0.0"),
        (overwritten, "table *= 0.0"),
    ],
)
def test_the_past_of_an_array(f, line):
    assert found_line(first_nan, f, 3) == line


def test_what_an_array_was_then():
    found = first_nan(track(in_place, 3))
    assert "NaN in 3 of 3 elements, first at [0], where the operands are 0.0 and 0.0" in str(found)
    assert np.isnan(found.value).all()
    assert found.value is not found.node.value


def test_what_was_overwritten_and_never_read_is_not_known():
    assert first_nan(track(by_out, 3)) is None


# -- None -------------------------------------------------------------------------------------------------------------


def look_up(table, key):  # noqa: RET503 - that is the mistake
    if key in table:
        return table[key]


def greet(table, key, default=None):
    items = []
    items.append(key)
    if default is None:
        default = 1
    name = look_up(table, key)
    other = table.get(key)
    if other is None:
        other = ""
    try:
        return name.upper() + other
    except AttributeError:
        return name


def test_the_none_that_was_used():
    record = track(greet, {}, "x")
    found = first_none(record)
    assert found.node.function.value is look_up
    assert found.node.source.parent is found.node
    assert first_none(track(greet, {"x": "y"}, "x")) is None


# -- predicates -------------------------------------------------------------------------------------------------------


def countdown(n):
    while n > -3:
        n = n - 1
    return n, np.arange(n, 3)


def test_a_none_that_is_passed_on_by_calls():
    def look(table):
        return table.get("x")

    def passes(table):
        return look(table)

    def uses(table):
        return [passes(table)]

    assert first_none(track(uses, {})).node.function.value is dict.__dict__["get"]
    assert first_none(track(passes, {})) is None


def test_a_predicate():
    found = first(track(countdown, 2), lambda value: value < 0, "negative number")
    assert (found.value, found.node.line) == (-1, countdown.__code__.co_firstlineno + 2)
    assert str(found).startswith("first negative number: ")
    assert repr(found).startswith("<first negative number: @")
    assert first(track(countdown, 2), lambda value: value == 77) is None


def test_a_predicate_that_never_answers_is_wrong():
    with pytest.raises(AttributeError, match="no_such"):
        first(track(countdown, 2), lambda value: value.no_such)
    with pytest.raises(ZeroDivisionError):
        first(track(countdown, 2), lambda value: 1 / 0)


def test_it_takes_a_node_and_a_function():
    record = track(countdown, 2)
    with pytest.raises(TypeError, match=r"first_nan\(\) takes a node, as track\(\) returns it, not int 3"):
        first_nan(3)
    with pytest.raises(TypeError, match=r"first\(\) takes a function that says of a value.*not int 3"):
        first(record, 3)
    with pytest.raises(TypeError, match=r"first\(\) takes a function that says of a value"):
        first(record, int)
    with pytest.raises(TypeError, match=r"first\(\) takes a function .*, which takes \(a, b\)$"):
        first(record, lambda a, b: a)


# -- speed ------------------------------------------------------------------------------------------------------------


def long_loop(n):
    total = 0.0
    for i in range(n):
        total = total + i * 0.5
    big = total * 1e308 * 10.0
    return (big - big) + total


def test_a_long_record_takes_linear_time():
    record, longer = track(long_loop, 3_400), track(long_loop, 34_000)
    assert calls_of(lambda: first_nan(longer)) < 12 * calls_of(lambda: first_nan(record))
    found = first_nan(longer)
    assert found.node.line == long_loop.__code__.co_firstlineno + 5


def long_loop_without(n):
    total = 0.0
    for i in range(n):
        total = total + i * 0.5
    return total


def overflows(n):
    for _ in range(n):
        overflow(1e-300)
    return overflow(1.0)


def test_calls_without_any_are_not_decoded():
    record = track(overflows, 5)
    assert first_nan(record).node.line == overflow.__code__.co_firstlineno + 3
    calls = [node for node in record if type(node) is irtrack.NestedCallNode]
    assert [one._children is None for one in calls] == [True] * 5 + [False]


def test_a_record_without_any_is_not_decoded():
    record = track(long_loop_without, 2_000)
    assert first_nan(record) is None
    assert record.undecoded > 1_000


def test_a_record_of_depth_two():
    assert first_nan(track(DepthLimitContext(2), lambda: overflow(1.0))).node.function.value is overflow


def test_arrays_without_dimensions():
    def f(x):
        return np.add(np.array(x), np.array(1.0), out=np.array(0.0)).sum()

    assert first_nan(track(f, 1.0)) is None
    found = first_nan(track(f, np.nan))
    assert found is not None
    assert first_nan(track(lambda: np.ma.array([1.0, 2.0], mask=[0, 1])[1])) is None
