"""Tapes that are made by code which reads the log are those that are made node by node."""

import copy
import operator
import tracemalloc

import numpy as np
import pytest
from gradients import CASES
from share import share

from irtrack import DifferentiationError, MissingRuleError, defvjp, grad, vjp
from irtrack.diff import run, way
from irtrack.diff.tape import Tape
from irtrack.diff.trees import tree_map
from irtrack.record.memory.schedule import Schedule
from irtrack.rules.derivatives import rule_of
from irtrack.rules.derivatives.registry import RULES
from irtrack.rules.derivatives.rule import Rule


@pytest.fixture
def at_once(monkeypatch):
    """Code is written for whatever runs."""
    monkeypatch.setattr(way, "WORTH", 0)


def recorded(f, arguments):
    """The record of a run, and the numbers that it was given."""
    leaves = []
    given = tree_map(lambda leaf: run._fresh(leaf, leaves), copy.deepcopy(arguments))
    return run.track(run._CONTEXT, f, *given), leaves


def steps(tape):
    """What is on a tape, in a form that can be compared."""
    found = []
    for step in tape.steps:
        if hasattr(step, "outputs"):
            listed = step.inputs if isinstance(step.inputs, list) else [(0, step.inputs)]
            inputs = [(k, _slots(place)) for k, place in listed]
            found.append((step.function, repr(inputs), _slots(step.outputs), id(step.result)))
        else:
            found.append(("write", _slots(step.place), _slots(step.source), id(step.array)))
    return found


def _slots(place):
    if isinstance(place, dict):
        return {key: _slots(one) for key, one in place.items()}
    return None if place is None else (place[0], place[1] is None)


SHARED = share(CASES)


@pytest.mark.parametrize(("f", "arguments"), SHARED, ids=[f.__name__ for f, _ in SHARED])
def test_tapes_are_the_same(f, arguments, at_once, monkeypatch):
    root, leaves = recorded(f, arguments)
    read = Tape(root, leaves)
    monkeypatch.setattr("irtrack.diff.tape.Way", Schedule)
    assert steps(read) == steps(Tape(root, leaves))


def test_most_frames_are_read_without_nodes(at_once):
    decoded = {}
    for f, arguments in CASES:
        root, leaves = recorded(f, arguments)
        Tape(root, leaves)
        decoded[f.__name__] = root._children is not None
    assert sum(decoded.values()) < 0.5 * len(decoded), decoded


EDGES = (0.0, 1.0, -1.5, 0.5, 2.0, 710.0, -np.inf, np.inf, np.nan)
OF_ONE = (np.exp, np.log, np.sqrt, np.sin, np.tan, np.arcsin, np.abs, np.negative, np.log1p, np.cbrt, np.square,
          np.reciprocal, np.sinh, np.arctanh, np.sinc, np.fabs)  # fmt: skip
OF_TWO = (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow, operator.mod, np.power, np.arctan2,
          np.hypot, np.maximum, np.fmin, np.logaddexp, np.copysign, np.fmod)  # fmt: skip


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", [*OF_ONE, *OF_TWO], ids=lambda f: f.__name__)
def test_pulls_for_numbers_of_numpy_are_what_the_rules_say(function):
    """Where Python's numbers raise, or become complex, these are infinite or nan."""
    rule = rule_of(function)
    for x in map(np.float64, EDGES):
        for rest in [()] if function in OF_ONE else [(kind(y),) for y in EDGES for kind in (float, np.float64)]:
            values = (x, *rest)
            if function in (operator.pow, np.power) and rest == (0.0,) and not np.isfinite(x):
                continue  # x ** 0 is 1: the derivative is 0 for numbers, and nan for arrays
            result, pull = vjp(function, *values)
            assert type(result) is np.float64
            given = np.float64(0.75)
            expected = [0.0 if rule.is_nondiff(k) else rule.vjp(k)(given, result, *values) for k in range(len(values))]
            assert np.allclose(pull(given), expected, rtol=1e-12, equal_nan=True), values


def scaled(x, by):
    return x * by


def loops(x):
    total = 0.0
    for k in range(20):
        total = total + scaled(x, by=k) ** 2
    return total


def test_nodes_of_steps_are_found_when_they_are_asked_for(at_once):
    root, leaves = recorded(loops, (1.5,))
    tape = Tape(root, leaves)
    assert root._children is None
    nodes = [step.node.node for step in tape.steps]
    assert all(node.value is step.result for node, step in zip(nodes, tape.steps, strict=True))
    assert nodes[0].parent is root[next(k for k in range(1, 20) if root[k] is nodes[0].parent)]
    assert len(set(map(id, nodes))) == len(tape.steps)


def refused(x):
    total = 0.0
    for k in range(30):
        total = total + x * k
    return np.frompyfunc(lambda y: y * total, 1, 1)(x)


def test_errors_have_their_place(at_once):
    with pytest.raises(DifferentiationError, match=r"test_reading.py:\d+ \(return np.frompyfunc"):
        grad(refused)(1.0)


def refused_in(q, k=2.0):
    return np.frompyfunc(lambda y: y * q, 1, 1)(q * k)


def unpacked(x):
    a, b = map(refused_in, x)
    return a * b


@pytest.mark.parametrize(
    "f",
    [
        lambda x: sum(map(refused_in, x)),
        lambda x: [*map(refused_in, x)][1],
        lambda x: sum((1.0, *map(refused_in, x), *map(refused_in, x))),
        lambda x: max(*map(refused_in, x)),
        lambda x: sum(sorted(x, key=refused_in)),
        lambda x: sum([1.0] + [refused_in(one) for one in x]),
        unpacked,
    ],
)
def test_errors_have_their_place_within_statements(f, at_once):
    with pytest.raises(DifferentiationError, match=r"test_reading.py:\d+ \(return np.frompyfunc"):
        grad(f)([1.0, 3.0])


def test_another_rule_of_an_operator_is_seen(at_once, monkeypatch):
    assert grad(loops)(1.5) == pytest.approx(2 * 1.5 * sum(k * k for k in range(20)))
    rule = Rule(operator.pow)
    rule.vjps[0] = lambda g, ans, x, y: 7.0
    rule.nondiff = {1}
    monkeypatch.setitem(RULES, id(operator.pow), rule)
    assert grad(loops)(1.5) == 7.0 * sum(range(20))


def large(x):
    y = x * 2.0
    z = y[1:] * y[:-1]
    w = np.zeros_like(z)
    w[::2] = z[::2] * 3.0
    return np.sum(w * w + z)


def test_memory_is_let_go_on_the_way_back():
    x = np.random.default_rng(0).normal(size=200_000)
    for _ in range(3):
        found = grad(large)(x)
    tracemalloc.start()
    try:
        grad(large)(x)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    _, pull = vjp(large, x)
    assert np.array_equal(pull(1.0)[0], found)
    assert np.array_equal(pull(1.0)[0], found)  # a pull that may come again lets nothing go
    assert most < 11.5 * x.nbytes  # 12.5 if all is kept to the end


def product(x, y):
    return x * y


def by_half_a_rule(x):
    y = x * 3.0
    return np.sum(y * product(y, y))


def test_errors_have_their_place_when_memory_was_let_go(monkeypatch):
    monkeypatch.setitem(RULES, id(product), Rule(product))
    defvjp(product, lambda ans, x, y: lambda g: g * y, argnums=[0])
    for _ in range(3):
        with pytest.raises(MissingRuleError, match=r"test_reading.py:\d+ \(return np.sum"):
            grad(by_half_a_rule)(np.ones(200_000))
