"""What IRTracker's own test_contexts.jl and test_dppl.jl do with contexts, in Python."""

import math
import random

import pytest

import irtrack
from irtrack import Context, DepthLimitContext, NestedCallNode, PrimitiveCallNode, check, track


def f(x):
    return math.sin(x) + 1


class TestDepthLimit:
    def test_level_two_is_primitive(self):
        call = track(DepthLimitContext(2), lambda x: f(x) + f(x), 42.0)
        assert len(call.children) == 6
        assert all(isinstance(call[i], PrimitiveCallNode) for i in (3, 4, 5))
        call.metadata["bla"] = 1
        call.metadata["blub"] = None
        call[3].metadata["value"] = "sdfd"
        call[4].metadata["d"] = 1.234234
        assert "{bla: 1, blub: None}" in str(call)
        assert str(call[3]).endswith("{value: 'sdfd'}")
        assert str(call[4]).endswith("{d: 1.234234}")

    def test_nothing_is_nested_below(self):
        def union(one, other):
            for x in sorted(other, key=lambda x: f(x)):
                one.append(x)
            return one

        call = track(DepthLimitContext(2), union, [1], [2, 3])
        assert call.value == [1, 3, 2]
        assert not any(isinstance(child, NestedCallNode) for child in call)

    def test_written_by_a_user(self):
        """IRTracker's example, by hooks: `can_recur` looks at the level, `tracked_nested` goes one down."""

        class Limit(Context):
            def __init__(self, maxlevel, level=1):
                super().__init__()
                self.maxlevel = maxlevel
                self.level = level

            def can_recur(self, f):
                return self.level < self.maxlevel

            def tracked_nested(self, call):
                return Limit(self.maxlevel, self.level + 1).record_nested(call)

        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)

        for depth in (1, 2, 3, 4):
            ours, library = track(Limit(depth), fib, 6), track(DepthLimitContext(depth), fib, 6)
            assert ours.value == library.value == 8
            assert ours.stats().depth == library.stats().depth
            assert [str(node) for node in ours] == [str(node) for node in library]


# -- a model, whose call goes through layers to its own body: the layers are entered, the rest is primitive -----------


class Normal:
    def __init__(self, mean=0.0, deviation=1.0):
        self.mean = mean
        self.deviation = deviation

    def draw(self, rng):
        return rng.gauss(self.mean, self.deviation)

    def log_density(self, x):
        return -0.5 * ((x - self.mean) / self.deviation) ** 2 - math.log(self.deviation)


class Run:
    """What a model's body is passed: it draws, and weighs what was observed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.weight = 0.0

    def draw(self, distribution):
        return distribution.draw(self.rng)

    def observe(self, distribution, value):
        self.weight += distribution.log_density(value)
        return value


class Model:
    def __init__(self, body):
        self.body = body

    def __call__(self, *arguments, seed=0):
        return evaluate(self, Run(seed), arguments)


def evaluate(model, run, arguments):
    return evaluate_plainly(model, run, arguments)


def evaluate_plainly(model, run, arguments):
    return model.body(run, *arguments), run.weight


@Model
def kalman_filter(run, y):
    x = [run.draw(Normal(0, 0.5))]
    run.observe(Normal(x[0], 0.2), y[0])
    for t in range(1, len(y)):
        x.append(run.draw(Normal(x[t - 1], 0.5)))
        run.observe(Normal(x[t], 0.2), y[t])
    return x


@Model
def mutating_kalman_filter(run, y):
    x = [0.0] * len(y)
    x[0] = run.draw(Normal())
    x[0] = 0.5 * x[0]
    run.observe(Normal(x[0], 0.2), y[0])
    for t in range(1, len(y)):
        x[t] = run.draw(Normal())
        x[t] = (x[t] + x[t - 1]) / 2
        run.observe(Normal(x[t], 0.2), y[t])
    return x


class ModelOnly(Context):
    """Enters the layers from a model's call to its body, and that; nothing that these call besides."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def can_recur(self, f, *args, **kwargs):
        if f is self.model or f is self.model.body:
            return True
        return f in (evaluate, evaluate_plainly) and bool(args) and args[0] is self.model


@pytest.mark.parametrize("model", [kalman_filter, mutating_kalman_filter], ids=["pure", "mutating"])
def test_the_layers_of_a_model(model):
    observations = [1 + 0.3 * t for t in range(4)]
    record = track(ModelOnly(model), model, observations, seed=3)
    assert record.value == model(observations, seed=3)
    layers, node = [], record
    while node is not None:
        layers.append(node.function.value)
        nested = [child for child in node if isinstance(child, NestedCallNode)]
        assert len(nested) <= 1
        node = nested[0] if nested else None
    assert layers == [model, evaluate, evaluate_plainly, model.body]
    assert check(record) == []
    body = [child for child in record.query(irtrack.Descendant) if isinstance(child, NestedCallNode)][-1]
    draws = [child for child in body if isinstance(child, PrimitiveCallNode) and child.function.value is Run.draw]
    assert len(draws) == 4


def test_other_models_are_not_entered():
    other = Model(lambda run, y: kalman_filter(y, seed=1)[0])
    record = track(ModelOnly(other), other, [1.0, 2.0])
    body = [n for n in record.query(irtrack.Descendant) if isinstance(n, NestedCallNode)][-1]
    assert body.function.value is other.body
    assert not any(isinstance(child, NestedCallNode) for child in body)
