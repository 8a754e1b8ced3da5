"""What a gradient costs: value_and_grad against autograd, in the same process, as multiples of the plain function.

    python benchmarks/diff.py [--rounds 7] [--only rnn]

CPU time, the best of the rounds, which are interleaved. `faster` is autograd's time through ours; `memory` is the peak
of ours through autograd's, as tracemalloc sees it. Each function takes its numpy as an argument, since autograd wraps
that; JAX stands beside autograd where it is installed, without compilation.
"""

import argparse
import importlib
import os
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for each other count as CPU time, too

import numpy as np

from irtrack import value_and_grad

Loss = Callable[[Any], Any]
RANDOM = np.random.default_rng(0)


def rosenbrock_list(xp: Any) -> Loss:
    def loss(x: Any) -> Any:
        total = 0.0
        for i in range(len(x) - 1):
            a = x[i + 1] - x[i] * x[i]
            b = 1.0 - x[i]
            total = total + 100.0 * a * a + b * b
        return total

    return loss


def rosenbrock_array(xp: Any) -> Loss:
    return lambda x: xp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def perceptron(count: int) -> Callable[[Any], Loss]:
    given, wanted = RANDOM.normal(size=(count, 50)), RANDOM.normal(size=(count, 10))

    def make(xp: Any) -> Loss:
        def loss(layers: Any) -> Any:
            h = given
            for weights, bias in layers[:-1]:
                h = xp.tanh(xp.dot(h, weights) + bias)
            weights, bias = layers[-1]
            return xp.mean((xp.dot(h, weights) + bias - wanted) ** 2)

        return loss

    return make


LAYERS = [(RANDOM.normal(size=(a, b)) * 0.1, np.zeros(b)) for a, b in ((50, 64), (64, 64), (64, 10))]
FEATURES, LABELS = RANDOM.normal(size=(500, 20)), RANDOM.integers(0, 2, 500) * 1.0


def logistic_regression(xp: Any) -> Loss:
    def loss(w: Any) -> Any:
        z = xp.dot(FEATURES, w)
        return xp.sum(xp.log(1 + xp.exp(-z)) + (1 - LABELS) * z) + 0.1 * xp.sum(w * w)

    return loss


def runge_kutta(xp: Any) -> Loss:
    def loss(p: Any) -> Any:
        def slope(y: Any) -> Any:
            return xp.array([p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]])

        y, h = xp.array([1.0, 0.5]), 0.05
        for _ in range(50):
            k1 = slope(y)
            k2 = slope(y + h / 2 * k1)
            k3 = slope(y + h / 2 * k2)
            k4 = slope(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return xp.sum(y**2)

    return loss


INPUTS = RANDOM.normal(size=(200, 4))


def recurrent(xp: Any) -> Loss:
    def loss(p: Any) -> Any:
        w, u, b = p
        h = np.zeros(8)
        for x in INPUTS:
            h = xp.tanh(xp.dot(w, h) + xp.dot(u, x) + b)
        return xp.sum(h**2)

    return loss


SYMBOLS = RANDOM.integers(0, 4, 100)


def hidden_markov(xp: Any) -> Loss:
    def softmax(a: Any) -> Any:
        return xp.exp(a) / xp.sum(xp.exp(a), axis=1, keepdims=True)

    def loss(p: Any) -> Any:
        transition, emission = softmax(p[0]), softmax(p[1])
        alpha, total = np.ones(3) / 3 * emission[:, SYMBOLS[0]], 0.0
        for symbol in SYMBOLS[1:]:
            alpha = xp.dot(alpha, transition) * emission[:, symbol]
            share = xp.sum(alpha)
            total = total + xp.log(share)
            alpha = alpha / share
        return total

    return loss


def adaptive(xp: Any) -> Loss:
    def f(t: Any) -> Any:
        return xp.exp(-t * t) * xp.cos(3 * t)

    def simpson(a: Any, b: Any) -> Any:
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))

    def integral(a: Any, b: Any, whole: Any, eps: float) -> Any:
        c = (a + b) / 2
        left, right = simpson(a, c), simpson(c, b)
        if abs(left + right - whole) < 15 * eps:
            return left + right
        return integral(a, c, left, eps / 2) + integral(c, b, right, eps / 2)

    return lambda b: integral(0.0, b, simpson(0.0, b), 1e-9)


ROWS: list[tuple[str, Callable[[Any], Loss], Any]] = [
    ("Rosenbrock, list", rosenbrock_list, [0.1 * i for i in range(200)]),
    ("Rosenbrock, array", rosenbrock_array, np.linspace(0, 1, 1000)),
    ("Rosenbrock, 10^6", rosenbrock_array, np.linspace(0, 1, 1_000_000)),
    ("MLP, batch 32", perceptron(32), LAYERS),
    ("MLP, batch 1024", perceptron(1024), LAYERS),
    ("logistic regression", logistic_regression, np.zeros(20)),
    ("RK4", runge_kutta, np.array([1.1, 0.4, 0.1, 0.4])),
    ("RNN, 200 steps", recurrent, (RANDOM.normal(size=(8, 8)) * 0.3, RANDOM.normal(size=(8, 4)) * 0.3, np.zeros(8))),
    ("HMM", hidden_markov, (RANDOM.normal(size=(3, 3)), RANDOM.normal(size=(3, 4)))),
    ("adaptive recursion", adaptive, 2.0),
]


def numbers(tree: Any) -> list[Any]:
    return [one for part in tree for one in numbers(part)] if isinstance(tree, list | tuple) else [np.asarray(tree)]


def peers(make: Callable[[Any], Loss]) -> dict[str, Callable[[Any], Any]]:
    """The same gradient by what is installed."""
    found: dict[str, Callable[[Any], Any]] = {}
    for name, wrapped in (("autograd", "autograd.numpy"), ("jax", "jax.numpy")):
        try:
            module, xp = importlib.import_module(name), importlib.import_module(wrapped)
        except ImportError:
            continue
        if name == "jax":
            module.config.update("jax_enable_x64", True)
        found[name] = module.value_and_grad(make(xp))
    return found


def seconds(f: Callable[[Any], Any], x: Any) -> float:
    begun = time.process_time()
    f(x)
    return time.process_time() - begun


def peak(f: Callable[[Any], Any], x: Any) -> int:
    tracemalloc.start()
    try:
        f(x)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"{'':22}{'plain ms':>10}{'irtrack x':>11}{'peers, x of plain':>22}{'faster':>9}{'memory':>9}")
    for name, make, x in ROWS:
        if options.only.lower() not in name.lower():
            continue
        plain, ours, others = make(np), value_and_grad(make(np)), peers(make)
        value, gradient = ours(x)
        for other in others.values():
            same, its = other(x)
            assert np.allclose(value, same), name
            assert all(map(np.allclose, numbers(gradient), numbers(its))), name
        functions = {"plain": plain, "irtrack": ours, **others}
        best = dict.fromkeys(functions, float("inf"))
        for _ in range(options.rounds):
            for key, f in functions.items():
                best[key] = min(best[key], seconds(f, x))
        shown = ", ".join(f"{key} {best[key] / best['plain']:.1f}" for key in others)
        reference = others.get("autograd")
        faster = f"{best['autograd'] / best['irtrack']:.2f}" if reference is not None else ""
        memory = f"{peak(ours, x) / peak(reference, x):.2f}" if reference is not None else ""
        row = f"{best['plain'] * 1e3:10.3f}{best['irtrack'] / best['plain']:11.1f}{shown:>22}{faster:>9}{memory:>9}"
        print(f"{name:22}{row}")


if __name__ == "__main__":
    main()
