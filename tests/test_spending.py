"""Derivatives of what holds large arrays, whose memory is used again on the way back, are those of small arrays."""

import platform
import subprocess
import sys

import numpy as np
import pytest
from gradients import CASES
from share import share

from irtrack import defvjp, grad, value_and_grad
from irtrack.diff import run, way
from irtrack.diff.entered import reverse, spending
from irtrack.rules.derivatives import rule_of
from irtrack.rules.derivatives.verbs import elementwise

SHARED = share(CASES)
X = np.array([0.3, 0.7, 1.2, 2.5])
Y = np.array([1.5, 0.4, 2.0, 1.1])
M = np.linspace(0.1, 0.9, 12).reshape(3, 4)


@pytest.fixture
def spend(monkeypatch):
    """All arrays are large."""
    found = []

    def sparing(step, given):
        _, last, _ = plan = original(step, given)
        found.append(last is not None)
        return plan

    original = spending.sparing
    monkeypatch.setattr(way, "WORTH", 0)  # nodes would hold arrays
    monkeypatch.setattr(run, "LARGE", -1)
    monkeypatch.setattr(run, "SMALL_ARRAY", -1)
    monkeypatch.setattr(reverse, "SMALLEST", 0)
    monkeypatch.setattr(reverse, "sparing", sparing)
    return found


def same(one, other):
    assert type(one) is type(other)
    if isinstance(one, tuple | list):
        for a, b in zip(one, other, strict=True):
            same(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert np.allclose(one, other, rtol=1e-14, atol=0)


@pytest.mark.parametrize(("f", "arguments"), SHARED, ids=[f.__name__ for f, _ in SHARED])
def test_gradients_are_the_same(f, arguments, request):
    gradient = value_and_grad(f, argnums=tuple(range(len(arguments))))
    expected = gradient(*arguments)
    request.getfixturevalue("spend")
    same(gradient(*arguments), expected)


EXPRESSIONS = """
np.exp(x) * np.exp(-x)
np.sqrt(x) / np.tanh(x)
np.tan(x) ** 2 + x ** 3 + x ** 0.5 + 2 ** x
x ** y - y ** -x
np.sin(np.cos(x)) / (1 + x)
np.log(x) * np.log1p(y) - np.arctan2(x, y)
np.maximum(x, y) * np.minimum(x, 1) + np.hypot(x, y)
np.logaddexp(x, y) + np.reciprocal(x) * np.square(y)
np.arctan(x) / np.arcsinh(y) - np.abs(x - y)
(1 - x[1:]) * (x[:-1] - 3) - (y[::-1] - x)[1:]
M * x - x * M[:, ::2].sum() + (M - x)
np.exp(M - x) / np.exp(x).sum()
1 / x - -y % 0.7
np.float32(3) * x.astype(np.float32)
np.cbrt(x) * np.expm1(y) * np.exp2(x) * np.log2(y) * np.log10(x)
np.arcsin(x / 4) + np.arccos(x / 4) + np.arctanh(x / 4) + np.arccosh(y + 2) + np.sinh(x) * np.cosh(y)
(lambda z: z * z + np.exp(z) * z)(x * y)
(lambda z: z.T @ z)(np.tanh(M * 2))
100.0 * (x + y)
np.where(x > y, x * y, x / y) + np.clip(x, 0.5, 2)
""".strip().splitlines()


def weighted(a):
    return np.sum(a * np.sin(1.0 + np.arange(a.size)).reshape(a.shape))


@pytest.mark.parametrize("expression", EXPRESSIONS)
@pytest.mark.parametrize("total", ["np.sum", "np.mean", "weighted"])
def test_expressions(expression, total, request):
    f = eval(f"lambda x, y: {total}({expression})", {"np": np, "M": M, "weighted": weighted})
    gradient = value_and_grad(f, argnums=(0, 1))
    expected = gradient(X, Y)
    request.getfixturevalue("spend")
    same(gradient(X, Y), expected)
    assert np.array_equal(X, [0.3, 0.7, 1.2, 2.5])


def test_memory_is_used_again(spend):
    grad(lambda x: np.sum(np.exp(x * 3.0) ** 2))(X)
    assert spend == [True, True, True]


@pytest.mark.parametrize(
    "keep",
    [
        lambda kept, z: kept.append(z),
        lambda kept, z: kept.append(z[1:]),
        lambda kept, z: kept.append((z.T, "note")),
    ],
)
def test_what_the_program_keeps_stays_what_it_is(keep, spend):
    kept = []

    def f(x):
        z = np.exp(x)
        keep(kept, z)
        w = np.tanh(z * z)
        keep(kept, w)
        return np.sum(w * x), (z, w)

    gradient, (z, w) = grad(f, has_aux=True)(X)
    assert np.array_equal(z, np.exp(X))
    assert np.array_equal(w, np.tanh(z * z))
    first = kept[0][0] if type(kept[0]) is tuple else kept[0]
    assert np.array_equal(first, z[1:] if len(first) == 3 else z)
    assert np.allclose(gradient, w + X * (1 - w * w) * 2 * z * z)


def test_another_derivative_of_a_function_takes_the_place_of_all(spend):
    cubed = np.frompyfunc(abs, 1, 1)  # a ufunc of our own
    elementwise(cubed, "g * sign(x)")
    assert rule_of(cubed).reused(0) is not None
    assert rule_of(cubed).numpy_texts
    defvjp(cubed, lambda ans, x: lambda g: g * 7.0)
    assert rule_of(cubed).reused(0) is None
    assert rule_of(cubed).numpy_texts is None


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another malloc keeps freed memory as it likes")
def test_memory_is_not_taken_from_the_system_anew_for_each_derivative():
    program = """
import resource, numpy as np
from irtrack import value_and_grad
x, kept = np.linspace(0, 1, 1_000_000), []
gradient = value_and_grad(lambda x: np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))
for _ in range(6):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    gradient(x)
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    kept = kept or [np.empty_like(x)]
print(faults)
"""
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(shown) < 1000  # of 4,096 bytes: less than half of one of its arrays
