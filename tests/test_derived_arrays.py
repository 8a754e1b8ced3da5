"""Derivatives through classes derived from arrays, whose operators are others, and what C code goes over unseen."""

import math
import warnings
from collections import deque

import numpy as np
import pytest

from irtrack import DifferentiationError, check_grads, grad
from irtrack.diff import way

X = np.array([1.0, 2.0, 4.0])
SQUARE = np.array([[1.0, 2.0], [3.0, 5.0]])


def masked(x):
    return np.ma.masked_array(x, [False, True, False])


CASES = {
    "matrix times number": (lambda x: np.sum(np.matrix(SQUARE) * x), 1.5),
    "exp of a matrix": (lambda x: np.sum(np.exp(np.matrix(x))), X),
    "mean of a matrix": (lambda x: np.mean(np.matrix(x) * 2.0), X),
    "product of matrices": (lambda x: (np.matrix(x) * np.matrix(x).T)[0, 0], X),
    "by elements": (lambda x: np.sum(np.multiply(np.matrix(x), np.matrix(x))), X),
    "quotient": (lambda x: np.sum(np.matrix(x) / np.matrix(x * x)), X),
    "power of a matrix": (lambda x: np.sum((np.matrix(SQUARE) * x) ** 3), 1.5),
    "rows of a matrix": (lambda x: np.sum(np.matrix(x)[0][0]), X),
    "inverse": (lambda x: np.sum((np.matrix(SQUARE) * x).I), 1.5),
    "flattened": (lambda x: np.sum((np.matrix(x) * 3.0).A1 ** 2), X),
    "sum along an axis": (lambda x: np.sum(np.matrix(np.outer(x, x)).sum(axis=0)), X),
    "cumsum of a matrix": (lambda x: np.sum(np.cumsum(np.matrix(x))), X),
    "std of a matrix": (lambda x: np.std(np.matrix(x)), X),
    "joined matrices": (lambda x: np.sum(np.concatenate([np.matrix(x), np.matrix(x * x)]).A ** 2), X),
    "a matrix of two": (lambda x: np.sum(np.matrix(np.diag(x)) * np.matrix(np.diag(x))), X),
    "sum of masked": (lambda x: np.sum(masked(x)), X),
    "mean of masked": (lambda x: np.mean(masked(x)), X),
    "methods of masked": (lambda x: masked(x).sum() * masked(x).mean() * masked(x).max(), X),
    "variance of masked": (lambda x: masked(x).var(), X),
    "operators of masked": (lambda x: (masked(x) * x - 2 / masked(x)).sum(), X),
    "functions of masked": (lambda x: np.ma.exp(masked(x)).sum() + np.exp(masked(x)).sum(), X),
    "filled": (lambda x: masked(x).filled(0.0) @ x + masked(x).compressed() @ x[:2], X),
    "masked where": (lambda x: np.ma.masked_where(x > 1.5, x * x).sum(), X),
    "dot of masked": (lambda x: np.ma.dot(masked(x), x), X),
    "average of masked": (lambda x: np.ma.average(masked(x), weights=x), X),
    "iterators of arrays": (lambda x: np.sum(x.flat) + np.sum(np.exp(x.flat)), X),
    "fsum of a deque": (lambda x: math.fsum(deque([x, x * x])) * math.prod(deque([x, 2.0])), 1.5),
}


@pytest.mark.parametrize("name", CASES)
def test_derivatives_agree_with_differences(name, monkeypatch):
    f, x = CASES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        check_grads(f, (x,), order=1)
        monkeypatch.setattr(way, "WORTH", 0)
        check_grads(f, (x,), order=1)


@pytest.mark.parametrize("name", CASES)
def test_second_derivatives_agree_or_are_refused(name):
    f, x = CASES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        if "masked" in name or name == "filled":
            with pytest.raises(DifferentiationError, match="a masked array is made or used at"):
                check_grads(f, (x,), order=2)
        else:
            check_grads(f, (x,), order=2)


class Derived(np.ndarray):
    pass


@pytest.mark.parametrize(
    "f",
    [
        lambda x: (lambda y: (y * y).sum() * y[0])(x.view(Derived)),
        lambda x: (lambda y: np.sum(y * x) ** 2 * x[1])(x.view(Derived)),
    ],
)
def test_second_derivatives_of_sums_of_derived_arrays(f):
    check_grads(lambda x: np.asarray(f(x))[()], (X,), order=2)


class Sequence:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, k):
        return self.items[k]


@pytest.mark.parametrize(
    ("f", "name"),
    [
        (lambda x: np.sum(deque([x, x * x])), "deque"),
        (lambda x: np.stack([deque([x, x * x]), deque([x, 1.0])]).sum(), "deque"),
        (lambda x: np.mean([1.0, [deque([x, x * x])]][1]), "deque"),
        (lambda x: np.linalg.norm(x=[deque([x, x * x])]), "deque"),
        (lambda x: np.sum(np.concatenate(deque([np.array([x])]))), "deque"),
        (lambda x: np.array(Sequence([x, x * x])).sum(), "Sequence"),
        (lambda x: np.array([Sequence([x, x * x]), [1.0, 2.0]]).sum(), "Sequence"),
        (lambda x: np.sum(np.ones(2) * x + deque([x, 2.0])), "deque"),
        (lambda x: np.mean(Sequence([x, x * x])), "Sequence"),
    ],
)
def test_containers_that_C_code_goes_over_are_an_error(f, name):
    with pytest.raises(DifferentiationError, match=rf"is given a {name} at .*pass a list of them"):
        grad(f)(1.5)


class Number:
    """Can be converted to one, by code that C functions call."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value * 2.0

    def __complex__(self):
        return complex(self.value, 1.0)


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (lambda x: math.sin(Number(x)), r"math.sin computes at .* with the number that .*Number.__float__ gives it"),
        (lambda x: math.hypot(x, Number(x)), r"math.hypot computes at .*; call that first, as float\(...\) does"),
        (lambda x: complex(Number(x)).real, r"complex computes at .* with the number that .*Number.__complex__"),
        (lambda x: np.float64(Number(x)) * x, "float64 computes at .* with the number that .*Number.__float__"),
        (lambda x: np.array([Number(x)], float)[0] * x, r"a Number is used as a number at .*; pass float\(...\) of it"),
        (lambda x: np.full(3, Number(x), float).sum(), "a Number is used as a number at "),
        (lambda x: (a := np.zeros(3), a.__setitem__(0, Number(x)), a[0])[2], "a Number is used as a number at "),
        (lambda x: np.float64(x).flat[0] * x, "generic.flat at .* depends on what is differentiated"),
    ],
)
def test_numbers_that_C_code_makes_of_objects_are_an_error(f, message):
    with pytest.raises(DifferentiationError, match=message):
        grad(f)(1.5)


def test_conversions_that_are_seen():
    assert grad(lambda x: float(Number(x)) * x)(1.5) == 6.0
    assert grad(lambda x: x * math.sin(Number(1.0)) + np.array([Number(0.5)], float)[0])(1.5) == math.sin(2.0)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.array(deque([x, x * x])).sum(),
        lambda x: np.array([deque([x, x * x]), [x, 1.0]]).prod(),
        lambda x: np.sum(np.asarray(([[deque([x])]], [[[x * x]]]), dtype=float) ** 2),
    ],
)
def test_arrays_are_made_of_deques(f):
    check_grads(f, (1.5,), order=2)


def test_containers_without_what_is_differentiated_are_none():
    assert grad(lambda x: x * np.sum(deque([1.0, 2.0])))(2.0) == 3.0
