"""Checkpoints: the derivatives of the plain function, with less memory, or an error that says why not."""

import collections
import dataclasses
import functools
import heapq
import random
import statistics
import tracemalloc

import numpy as np
import pytest

from irtrack import (
    DifferentiationError,
    checkpoint,
    grad,
    hessian,
    hvp,
    jacfwd,
    jacrev,
    jvp,
    track,
    value_and_grad,
    vjp,
)
from irtrack.diff.trees import leaves

W = np.array([[0.3, -0.2], [0.5, 0.7]])
X = np.array([0.3, -0.8])
STATE = {"scale": 2.0}


def same(f):
    return f


def layers(c):
    layer = c(lambda w, x, scale=1.0: np.tanh(w @ x) * scale + 0.1 * x)

    def f(w, x):
        for k in range(3):
            x = layer(w, x, scale=1.0 + k)
        return np.sum(x**2)

    return f


def closure_in_a_loop(c):
    def f(w, x):
        for k in range(3):
            v = w * (k + 1)
            x = c(lambda x: np.tanh(v @ x))(x)  # noqa: B023 - which is the point
        return np.sum(x)

    return f


def scalars(c):
    @c
    def step(a, b):
        for _ in range(3):
            a, b = a * b + 0.5, b - a / 3
        return a, {"b": b}

    def f(w, x):
        a, rest = step(w[0, 0], x[1])
        a, rest = step(a, rest["b"])
        return a * rest["b"] + w[1, 1] * x[0]

    return f


@dataclasses.dataclass
class Cell:
    w: np.ndarray
    h: np.ndarray


def attributes_that_change(c):
    class Net:
        def __init__(self, w, x):
            self.w, self.h = w, x

        @c
        def step(self, k):
            return np.tanh(self.w @ self.h) * k

    def f(w, x):
        net = Net(w, x)
        for k in range(3):
            net.h = net.step(k + 1.0)
        return np.sum(net.h * x)

    return f


def dataclasses_that_change(c):
    step = c(lambda cell: np.sin(cell.w @ cell.h))

    def f(w, x):
        cell = Cell(w, x)
        cell.h = step(cell)
        cell.h = step(cell)
        return np.sum(cell.h)

    return f


def writes_of_its_own(c):
    @c
    def filled(x, w):
        y = np.zeros(3)
        y[:2] = w @ x
        y[2] = x[0] ** 2
        y *= y
        return y

    return lambda w, x: np.sum(filled(filled(x, w)[1:], w))


def views_and_arguments_returned(c):
    @c
    def parts(x, w):
        y = w @ x
        return y[::-1], x, y, x[:1], 3, "text"

    def f(w, x):
        a, b, y, d, three, _ = parts(x, w)
        return np.sum(a * b) * d[0] + np.sum(y**three)

    return f


def arrays_that_are_changed_afterwards(c):
    product = c(lambda w, x: np.tanh(w @ x))

    def f(w, x):
        x = x.copy()
        y = product(w, x)
        x *= 2
        x[0] = y[1]
        return np.sum(product(w, x) * y)

    return f


def nested_checkpoints(c):
    inner = c(lambda x: np.sin(x) * x)

    @c
    def outer(w, x):
        for _ in range(2):
            x = inner(w @ x)
        return x

    return lambda w, x: np.sum(outer(w, outer(w, x)))


def gradients_within(c):
    inner = c(lambda x: np.sum(np.sin(x) ** 2))
    return lambda w, x: np.sum(c(lambda x: grad(inner)(w @ x))(x) * x)


def numbers_out_of_containers(c):
    @c
    def least(x, w):
        heap = [x[0] * 3, x[1], w[0, 0], w[1, 1]]
        heapq.heapify(heap)
        queue = collections.deque([heapq.heappop(heap), *heap])
        return queue.popleft() * queue.pop()

    return lambda w, x: least(list(x), w) + x[0]


def draws(c):
    @c
    def noisy(w, x):
        noise = np.random.default_rng(3).normal(size=2)
        noise *= np.random.rand()
        return w @ x * noise * random.normalvariate(2.0, 0.1)

    def f(w, x):
        np.random.seed(4)
        random.seed(5)
        return np.sum(noisy(w, noisy(w, x)))

    return f


def draws_in_nested_checkpoints(c):
    generator = np.random.default_rng(3)
    inner = c(lambda x: x * (generator.random(2) < 0.7) * generator.normal())
    outer = c(lambda w, x: inner(w @ inner(x)))

    def f(w, x):
        nonlocal generator
        generator = np.random.default_rng(3)
        return np.sum(outer(w, x) ** 2)

    return f


def what_is_made_exactly(c):
    @c
    def totals(x, w):
        total = x.repeat(2)
        np.add.at(total, [0, 0, 3], w[0, 0] * np.arange(3.0))
        return total * statistics.stdev([*x, w[1, 1]])

    return lambda w, x: np.sum(totals(x, w) ** 2)


def writes_to_views_of_its_own(c):
    @c
    def rows(w, x):
        table = w.reshape(2, 2) * 2.0
        table[0][:] = x
        table[1:][0] -= x * x
        return table.sum(axis=0)

    return lambda w, x: np.sum(rows(w, rows(w, x)) ** 2)


PROGRAMS = [what_is_made_exactly, writes_to_views_of_its_own,
            layers, closure_in_a_loop, scalars, attributes_that_change, dataclasses_that_change, writes_of_its_own,
            views_and_arguments_returned, arrays_that_are_changed_afterwards, nested_checkpoints, gradients_within,
            numbers_out_of_containers, draws, draws_in_nested_checkpoints]  # fmt: skip


def agree(one, other):
    for a, b in zip(leaves(one), leaves(other), strict=True):
        if a is None and b is None:
            continue
        assert type(a) is type(b)
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("program", PROGRAMS)
def test_derivatives_are_those_of_the_plain_function(program):
    f, plain = program(checkpoint), program(same)
    agree(f(W, X), plain(W, X))
    agree(value_and_grad(f, argnums=(0, 1))(W, X), value_and_grad(plain, argnums=(0, 1))(W, X))
    agree(jvp(f, (W, X), (W, 2 * X)), jvp(plain, (W, X), (W, 2 * X)))
    agree(hvp(f, (W, X), (W, X)), hvp(plain, (W, X), (W, X)))
    agree(hessian(f, argnums=1)(W, X), hessian(plain, argnums=1)(W, X))
    agree(jacfwd(grad(f))(W, X), jacfwd(grad(plain))(W, X))


def test_results_of_any_structure():
    f = checkpoint(lambda x: {"a": (x**2, [x * 3.0]), "n": 2})
    out, pull = vjp(f, X)
    assert out["n"] == 2
    agree(pull({"a": (X, [X]), "n": None}), (2 * X * X + 3 * X,))
    agree(jacrev(f)(2.0), {"a": (4.0, [3.0]), "n": None})


@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
def test_dtypes_stay(dtype):
    x = X.astype(dtype)
    f = checkpoint(np.sin)
    found = grad(lambda x: np.sum(np.abs(f(x) * f(x))))(x)
    agree(found, grad(lambda x: np.sum(np.abs(np.sin(x) * np.sin(x))))(x))
    assert found.dtype == dtype


def test_without_a_derivative_it_is_the_function():
    @checkpoint
    def double(x, *, k=2):
        """Twice."""
        STATE["calls"] = STATE.get("calls", 0) + 1
        return x * k

    assert (double(3), double.__name__, double.__doc__) == (6, "double", "Twice.")
    assert track(double, 3.0).value == 6.0
    assert STATE.pop("calls") == 2


def test_what_it_raises_passes_through():
    @checkpoint
    def inverse(x):
        return 1 / x

    def f(x):
        try:
            return inverse(x - x)
        except ZeroDivisionError:
            return inverse(x)

    assert grad(f)(2.0) == -0.25


def peak(f, x):
    grad(f)(x)
    tracemalloc.start()
    grad(f)(x)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def long_run(c):
    @c
    def steps(x):
        for _ in range(50):
            x = x + 0.01 * np.sin(x)
        return x

    def f(x):
        for _ in range(20):
            x = steps(x)
        return np.sum(x)

    return f


def test_memory():
    """A thousand steps keep some thousand arrays; with checkpoints twenty, and those of fifty steps."""
    x = np.linspace(0.0, 1.0, 2000)
    plain, f = long_run(same), long_run(checkpoint)
    np.testing.assert_array_equal(grad(f)(x), grad(plain)(x))
    assert peak(f, x) < peak(plain, x) / 6


def appends(seen):
    return checkpoint(lambda x: (seen.append(x), x * 2)[1])


def sets_attribute(cell):
    @checkpoint
    def f(x):
        cell.h = x * 2
        return cell.h

    return f


def writes_to_argument():
    @checkpoint
    def f(x):
        x *= 2.0
        return x

    return lambda x: f(np.array([x, x]))[0]


def sets_variable():
    total = 0.0

    @checkpoint
    def f(x):
        nonlocal total
        total = total + x
        return total

    return f


def sets_variable_of_another():
    total = 0.0

    def add(x):
        nonlocal total
        total = total + x
        return total

    return checkpoint(lambda x: add(x))


def sets_global():
    @checkpoint
    def f(x):
        global LAST
        LAST = x * 2
        return LAST

    return f


def uses_cache():
    cached = functools.lru_cache(lambda x: x * x)
    return checkpoint(lambda x: cached(x))


def advances(numbers):
    return checkpoint(lambda x: x * next(numbers))


CHANGES = [
    (appends([]), "changes seen at .*test_checkpoint.py"),
    (sets_attribute(Cell(W, X)), r"changes cell.h at .*cell.h = x \* 2"),
    (writes_to_argument(), r"changes x at .*x \*= 2.0"),
    (sets_variable(), r"sets the variable total at .*total = total \+ x"),
    (sets_variable_of_another(), r"sets the variable total at .*total = total \+ x"),
    (sets_global(), r"changes LAST at .*LAST = x \* 2"),
    (uses_cache(), r"uses a cache at .*cached\(x\)"),
    (advances(iter([1.0, 2.0])), "changes numbers at"),
]


@pytest.mark.parametrize(("f", "message"), CHANGES)
def test_changes_of_what_it_has_not_made_are_an_error(f, message):
    with pytest.raises(DifferentiationError, match=message):
        grad(f)(2.0)


def test_something_else_the_second_time_is_an_error():
    scale = [2.0]
    f = checkpoint(lambda x: x * STATE["scale"] * scale[0])

    def changed(x):
        y = f(x)
        STATE["scale"] = 3.0
        return y

    with pytest.raises(DifferentiationError, match="has computed something else when it was computed again"):
        grad(changed)(2.0)
    STATE["scale"] = 2.0
    assert grad(f)(2.0) == 4.0


def test_only_functions_are_taken():
    with pytest.raises(TypeError, match=r"checkpoint\(\) takes a function, not float 2.0"):
        checkpoint(2.0)
