"""Derivatives through np.vectorize and np.apply_along_axis, which do what they do without derivatives."""

import math

import numpy as np
import pytest

from irtrack import check_grads, grad, track
from irtrack.diff.run import _CONTEXT

X = np.array([0.4, 1.7, 2.2])
M = np.array([[0.4, 1.7, 2.2], [1.1, -0.3, 0.9]])


def bent(a):
    return a * a if a > 1.5 else math.sin(a)


def two(a, b):
    return a * b, a + b


CASES = {
    "one": (lambda x: np.sum(np.vectorize(bent)(x) ** 2), X),
    "broadcast": (lambda x: np.sum(np.vectorize(lambda a, b: a * b)(x, x[:, None]) ** 2), X),
    "number": (lambda x: np.vectorize(bent)(x) * x, 1.7),
    "several results": (lambda x: np.sum(np.vectorize(two)(x, 2.0)[0] * np.vectorize(two)(x, x)[1]), X),
    "types": (lambda x: np.sum(np.vectorize(bent, otypes=[float])(x) * x), X),
    "cache": (lambda x: np.sum(np.vectorize(bent, cache=True)(x.reshape(3, 1))), X),
    "signature": (lambda x: np.sum(np.vectorize(lambda r: np.sum(r * r), signature="(n)->()")(x)), M),
    "lists": (lambda x: np.sum(np.vectorize(bent)([x, x * x, 2.0])), 1.3),
    "rows": (lambda m: np.sum(np.apply_along_axis(lambda r: r * r.sum(), 1, m) ** 2), M),
    "columns": (lambda m: np.sum(np.apply_along_axis(np.prod, 0, m) ** 2), M),
    "one axis": (lambda x: np.sum(np.apply_along_axis(lambda r, k: r[::-1] * k, -1, x, k=3.0) * x), X),
    "more axes": (lambda m: np.sum(np.apply_along_axis(lambda r: np.outer(r, r), 0, m) ** 2), M),
}


@pytest.mark.parametrize("name", CASES)
def test_derivatives_agree_with_differences(name):
    f, x = CASES[name]
    check_grads(f, (x,), order=2 if name in ("one", "rows") else 1)


def called(f, *args, **kwargs):
    try:
        found = f(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)
    parts = found if isinstance(found, tuple) else (found,)
    return [(type(part), np.asarray(part).dtype, np.shape(part), np.asarray(part).tolist()) for part in parts]


def calls():
    seen = []

    def note(*values):
        seen.append([(type(value), value) for value in values])
        return len(seen) * 0.5

    yield seen, lambda: np.vectorize(note)(np.float32([1.5, 2.5]), [1, 2])
    yield seen, lambda: np.vectorize(note, otypes=["f"])(np.ones((2, 1)), np.arange(3))
    yield seen, lambda: np.vectorize(note, cache=True)(X)
    yield seen, lambda: np.vectorize(note, otypes=[float])(np.ones((0, 2)))
    yield seen, lambda: np.vectorize(note)(np.ones(0))
    yield seen, lambda: np.vectorize(note)(1.5)
    yield seen, lambda: np.vectorize(two)(M, X)
    yield seen, lambda: np.vectorize(note)()
    yield seen, lambda: np.vectorize(lambda a, k=2: a * k)(X, k=3)
    yield seen, lambda: np.vectorize(bent)(["a"])
    yield seen, lambda: np.vectorize(two)(np.ones(2), np.ones(3))
    yield seen, lambda: np.apply_along_axis(lambda r: (note(*r), r.max())[1], 1, np.arange(6).reshape(2, 3))
    yield seen, lambda: np.apply_along_axis(sorted, axis=-1, arr=M)
    yield seen, lambda: np.apply_along_axis(np.diag, 0, M)
    yield seen, lambda: np.apply_along_axis(np.sum, 0, X)
    yield seen, lambda: np.apply_along_axis(np.sum, 2, M)
    yield seen, lambda: np.apply_along_axis(np.sum, 0, np.ones((2, 0)))
    yield seen, lambda: np.apply_along_axis(np.sum, 1, [[1, 2], [3, 4]])


@pytest.mark.parametrize("k", range(len(list(calls()))))
def test_they_do_what_they_do_otherwise(k):
    seen, f = list(calls())[k]
    plain, noted = called(f), seen.copy()
    seen.clear()
    assert called(lambda: track(_CONTEXT, f).value) == plain
    assert seen == noted


def test_float32_stays():
    found = grad(lambda x: np.sum(np.vectorize(bent)(x)))(X.astype(np.float32))
    assert found.dtype == np.float32
