"""Calls, histories, and nodes by what they are: answers on the examples, against those written by hand."""

import linecache
import os
import random
import re
import sys
import warnings

import numpy as np
import pytest
import random_programs
from test_examples import load

import irtrack
from irtrack import JumpNode, calls, find, history, track


@pytest.fixture(scope="module")
def calculation():
    return track(load("calculator").calculate, "2 * (3 + 4)")


@pytest.fixture(scope="module")
def polynomial():
    return track(load("h").h, 2.0, 3)


# -- calls ------------------------------------------------------------------------------------------------------------


def test_calls_of_a_method(calculation):
    found = calls(calculation, "Parser.factor")
    assert [one.result for one in found] == [2.0, 7.0, 3.0, 4.0]
    assert [one.name for one in found] == ["Parser.factor"] * 4
    assert repr(found) == "<4 calls>"
    assert repr(calls(calculation, "calculate")[0]) == "calculate(text='2 * (3 + 4)') → 14.0::float"
    assert len(calls(calculation, "take")) == 7
    assert calls(calculation, type(calls(calculation, "peek")[0].arguments["self"]).factor) == found


def test_calls_of_c_functions():
    record = track(load("word_count").word_count, "The cat saw the dog.")
    assert [one.result for one in calls(record, str.strip)] == ["the", "cat", "saw", "the", "dog"]
    assert [one.arguments for one in calls(record, "dict.get")][-2:] == [
        {1: {"the": 2, "cat": 1, "saw": 1, "dog": 1}, 2: "the", 3: 0},
        {1: {"the": 2, "cat": 1, "saw": 1, "dog": 1}, 2: "dog", 3: 0},
    ]
    assert str(calls(record, "nothing")) == "no calls"


def test_calls_with_stars_and_keywords():
    def f(*args, key=1, **rest):
        return args, key, rest

    record = track(lambda a: (f(*a, key=2, x=3), max(*a, key=abs), sorted(a, reverse=True)), [1, 2])
    assert calls(record, f)[0].arguments == {"args": (1, 2), "key": 2, "rest": {"x": 3}}
    assert calls(record, max)[0].arguments == {"*": [1, 2], "**": {"key": abs}}
    assert calls(record, sorted)[0].arguments == {1: [1, 2], "reverse": True}


def test_a_call_that_raised():
    def bad(x):
        return 1 / x

    def f():
        try:
            return bad(0)
        except ZeroDivisionError:
            return None

    [one] = calls(track(f), bad)
    assert type(one.exception) is ZeroDivisionError
    assert repr(one).endswith("bad(x=0) raises ZeroDivisionError('division by zero')")


# -- histories --------------------------------------------------------------------------------------------------------


def test_a_variable(polynomial):
    assert history(polynomial, "r").values == [0.0, 1.0, 3.0, 7.0]
    assert history(polynomial, "i").values == [0, 1, 2, 3]
    assert history(polynomial, "h.n").values == [3]
    assert [one.line for one in history(polynomial, "i")] == [3, 6, 6, 6]
    assert [one.node is None for one in history(polynomial, "i")] == [True, False, False, False]
    lines = str(history(polynomial, "i")).split("\n")
    assert lines[:2] == ["i: 4 values", lines[1]]
    assert re.fullmatch(r"  3  i = 0  → 0::int  in h, .*examples/h\.py", lines[1])


def test_an_expression(polynomial):
    assert history(polynomial, "x ** i").values == [1.0, 2.0, 4.0]
    assert history(polynomial, "i<n").values == [True, True, True, False]
    assert history(polynomial, "i < 99").values == []


def test_a_line(polynomial):
    assert history(polynomial, 5).values == [1.0, 1.0, 2.0, 3.0, 4.0, 7.0]
    assert history(polynomial, "h.py:5").values == history(polynomial, 5).values
    assert history(polynomial, "examples/h.py:3").values == [0]
    assert history(polynomial, "other.py:5").values == []


def test_an_attribute(calculation):
    assert history(calculation, ".position").values == list(range(8))
    assert history(calculation, "Parser.position").values == list(range(8))
    assert history(calculation, "Token.position").values == []
    texts = history(calculation, "Token.text").values
    assert texts[:7] == ["2", "*", "(", "3", "+", "4", ")"]


def test_variables_of_many_calls(calculation):
    assert history(calculation, "Parser.term.value").values == [2.0, 3.0, 4.0, 14.0]
    assert history(calculation, "expression.value").values == [3.0, 7.0, 14.0]


TOTAL = 0


def assignments(pairs, flag):
    global TOTAL
    first, (second, *rest) = pairs
    squares = [n * n for n in range(2)]
    for n in rest:
        if (double := 2 * n) > 4:
            label = "big"
        TOTAL += double
    count = len(rest)
    inner = lambda: count + 1  # noqa: E731
    count = inner()
    try:
        text = int(flag)
    except ValueError as error:
        text = error
    with np.errstate(all="ignore") as state:
        other = state
    match pairs:
        case [one, two]:
            other = one
    return first, second, squares, label, text, other, two, n


def test_all_kinds_of_assignments():
    record = track(assignments, (1, (2, 3, 4)), "x")
    values = {name: history(record, f"assignments.{name}").values for name in assignments.__code__.co_varnames}
    assert values["first"] == [1]
    assert values["second"] == [2]
    assert values["rest"] == [[3, 4]]
    assert values["squares"] == [[0, 1]]
    assert values["n"][-2:] == [3, 4]
    assert values["double"] == [6, 8]
    assert values["label"] == ["big"]  # the same again, and nothing else with it: that may be seen once
    assert history(record, "count").values == [2, 3]
    assert history(record, "TOTAL").values == [6, 14]
    assert isinstance(values["text"][-1], ValueError)
    assert values["one"] == [1]
    assert values["other"] == [None, 1]
    assert values["two"] == [(2, 3, 4)]
    assert values["flag"] == ["x"]


def test_recursion_is_in_the_order_of_time():
    def down(n):
        left = n
        if n:
            down(n - 1)
        left = left * 10
        return left, n

    assert history(track(down, 2), "left").values == [2, 1, 0, 0, 10, 20]


def test_generators_are_in_the_order_of_time():
    def numbers():
        for k in range(3):
            yield k, 0

    def use():
        for item, _ in numbers():
            k = item * 10
        return k

    assert history(track(use), "k").values == [0, 0, 1, 10, 2, 20]


class Counter:
    def __init__(self, count):
        self.count = count
        self.table = {"k": count}

    def go(self, step):
        self.count += step
        self.count = 7
        self.table["k"] += 1
        self.table["k"] = step
        for self.count in [10, 11]:
            pass
        return self.count


def test_an_expression_has_what_is_stored_there_too():
    record = track(lambda: Counter(1).go(5))
    assert history(record, "self.count").values == [1, 1, 6, 7, 10, 11, 11]
    assert history(record, 'self.table["k"]').values == [1, 2, 5]


def test_what_is_computed_on_the_way_to_an_expression_is_no_value_of_it():
    def between(a, b):
        n = 0
        while 0 < n + 1 < b:
            n += 1
        named = f"{a}{b}"
        both = (*range(a), b)
        doubled = [i * 2 for i in range(b)]
        return n, named, both, doubled, (lambda: a)

    record = track(between, 1, 3)
    assert history(record, "0 < n + 1 < b").values == [True, True, False]
    assert history(record, "n + 1").values == [1, 2, 3]
    assert history(record, 'f"{a}{b}"').values == ["13"]
    assert history(record, "(*range(a), b)").values == [(0, 3)]
    assert history(record, "[i * 2 for i in range(b)]").values == [[0, 2, 4]]
    assert history(record, "lambda: a").values == [record.value[-1]]


def test_a_loaded_record(polynomial, tmp_path):
    irtrack.save(polynomial, tmp_path / "h.irtrack")
    loaded = irtrack.load(tmp_path / "h.irtrack")
    assert history(loaded, "x ** i").values == [1.0, 2.0, 4.0]
    assert history(loaded, 5).values == history(polynomial, 5).values
    assert len(calls(loaded, "h")) == 1
    with pytest.raises(ValueError, match=r"history\(\) of a variable needs the code that ran"):
        history(loaded, "r")
    assert len(calls(loaded, len)) == 0  # which is known
    assert len(find(loaded, value=2.0)) == len(find(polynomial, value=2.0)) > 0
    assert irtrack.compare(loaded, polynomial).is_same
    assert irtrack.compare(loaded, loaded).is_same


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            lambda node: calls(node, irtrack.track),
            r"^calls\(\) of a function itself needs the objects that it had, which a record that was loaded from a "
            r'file \(.*\) does not have: ask by its name, as in calls\(node, "track"\), or ask the record',
        ),
        (lambda node: find(node, function=irtrack.track), r'ask by its name, as in find\(node, "track"\)'),
        (lambda node: find(node, value=node), r"^find\(\) of an object needs .*: ask by a predicate of nodes, or"),
        (irtrack.effects, r"^effects\(\) needs the objects that it had, .*: ask the record that was saved"),
    ],
)
def test_a_loaded_record_has_no_objects(polynomial, tmp_path, question, said):
    irtrack.save(polynomial, tmp_path / "h.irtrack")
    with pytest.raises(ValueError, match=said):
        question(irtrack.load(tmp_path / "h.irtrack"))


@pytest.mark.parametrize(
    ("what", "error", "said"),
    [
        (3.5, TypeError, r'history\(\) takes a variable, "total", an attribute.*not float 3.5'),
        (0, ValueError, "which are counted from 1, not 0"),
        ("a b", ValueError, "and 'a b' is none of these"),
        (
            "",
            ValueError,
            r"""history\(\) takes a variable, "total", an attribute, .*, and '' is none of these""",
        ),
        (
            "nope",
            ValueError,
            r"history\(\) is asked for 'nope', and no code of this record has the name 'nope': "
            "the variables of h are x, n, r, i$",
        ),
        (".nope", ValueError, r"asked for '\.nope', and no code of this record has the name 'nope'"),
        ("hh.r", ValueError, "asked for 'hh.r', and no code of this record has the name 'hh': did you mean 'h'?"),
        ("x ** j", ValueError, "no code of this record has the name 'j'"),
    ],
)
def test_what_history_takes(polynomial, what, error, said):
    with pytest.raises(error, match=said):
        history(polynomial, what)


def test_names_that_code_of_the_record_has():
    class Cart:
        def __init__(self, count):
            self.__count = count
            self.total = 0

    def fill(n):
        cart = Cart(n)
        if n > 5:
            later = cart.missing

            def unused(x):
                return later + x

        return cart

    record = track(fill, 2)
    for what in ("later", "unused", "x", ".missing", "Cart.missing", "later + x", "cart.missing"):
        assert history(record, what).values == []
    assert history(record, "self.__count").values == [2]
    assert history(record.children[2], "later").values == []
    with pytest.raises(ValueError, match=r"'Carts\.total', and no code .* the name 'Carts': did you mean 'Cart'\?"):
        history(record, "Carts.total")
    assert history(track(len, [1]), "nope").values == []  # which has no code


# -- find -------------------------------------------------------------------------------------------------------------


def test_find(polynomial, calculation):
    assert [node.position for node in find(polynomial, kind=JumpNode)] == [5, 9, 13, 17, 21, 25, 29, 33]
    assert [str(node) for node in find(polynomial, value=4.0, at=5)] == ["@26: [§3:%8] @2 ** @23 → 4.0::float"]
    assert find(polynomial, lambda node: node.value == 4.0, at="h.py:5") == find(polynomial, value=4.0, at=5)
    assert len(find(calculation, function="Parser.factor", value=7.0)) == 1
    polynomial[3].metadata["mine"] = 1
    assert list(find(polynomial, metadata="mine")) == [polynomial[3]]
    assert repr(find(polynomial, kind=JumpNode)) == "<8 nodes>"
    assert str(find(polynomial, value=4.0)).split("\n")[0].endswith("examples/h.py:5, in h")
    assert str(find(polynomial, value=77)) == "no nodes"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, r"find\(\) takes a predicate of nodes, or kind=, function=, at=, value= or metadata="),
        ({"kind": int}, "find.* takes as kind a class of nodes, such as irtrack.JumpNode, not type <class int>"),
        ({"function": 3}, r"find\(\) takes a function or its name, not int 3"),
        ({"at": "h.py"}, r'find\(\) takes a place as "file.py:12", or as a line, 12, not str \'h.py\''),
        ({"metadata": {}}, "find.* takes as metadata a key that nodes have in theirs, as in metadata=.name., not dict"),
        ({"predicate": lambda: 1}, r"find\(\) takes a function of a node, .*<function .*<lambda>>, which takes \(\)$"),
        ({"predicate": 3}, r"find\(\) takes a function of a node, as in find\(node, lambda one: one.line == 12\), not"),
    ],
)
def test_what_find_takes(polynomial, arguments, said):
    with pytest.raises(TypeError, match=said):
        find(polynomial, **arguments)


def test_answers_are_cut(polynomial):
    found = find(polynomial, lambda node: True)
    assert found.text(limit=2).split("\n")[2] == f"... {len(found) - 2} more: text(limit=None) gives all"
    with pytest.raises(ValueError, match="limit is a whole number from 1, or None for all, not 0"):
        found.text(limit=0)


# -- against the plain run --------------------------------------------------------------------------------------------


def values_by_tracing(run, filename):
    """The values that the variables of `main` had in a plain run, by name: each time that they changed."""
    values = {}

    def trace(frame, event, argument):
        if frame.f_code.co_filename != filename or frame.f_code.co_name != "main":
            return None
        for name, value in frame.f_locals.items():
            seen = values.setdefault(name, [])
            if not seen or seen[-1] is not value:
                seen.append(value)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run(3)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
    finally:
        sys.settrace(before)
    return values


def plain(values):
    return [(type(value), value) for value in values if type(value) in (int, str, bool, float, type(None))]


@pytest.mark.parametrize("seed", range(int(4 * float(os.environ.get("IRTRACK_EXAMPLES", "1")))))
def test_histories_of_random_programs(seed):
    source = random_programs.write(random.Random(seed).randrange, size=18)
    filename = f"<histories {seed}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)

    def main():
        names = {"__name__": "random"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            exec(compile(source, filename, "exec"), names)
        return names["main"]

    expected = values_by_tracing(main(), filename)
    try:
        record = track(main(), 3)
    except BaseException as error:
        record = irtrack.trace_of(error)
    assert expected
    for name, values in expected.items():
        if name.isidentifier():
            found = iter(plain(history(record, f"main.{name}").values))
            assert all(value in found for value in plain(values)), name  # in this order
