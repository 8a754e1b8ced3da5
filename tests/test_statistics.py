"""Derivatives through the functions of `statistics`, whose values stay exact."""

import random
import statistics
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from irtrack import check_grads, grad, track
from irtrack.diff.run import _CONTEXT

FUNCTIONS = [statistics.mean, statistics.fmean, statistics.harmonic_mean, statistics.geometric_mean, statistics.median,
             statistics.variance, statistics.pvariance, statistics.stdev, statistics.pstdev]  # fmt: skip
X = [0.7, 2.5, 1.9, 4.4]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives_agree_with_differences(f):
    check_grads(lambda x: f([q * q for q in x]), (X,), order=2 if f not in (statistics.median,) else 1)
    assert grad(lambda x: f(q * x for q in X))(1.3) == pytest.approx(grad(lambda x: f([q * x for q in X]))(1.3))


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_values_are_exact(f):
    numbers = random.Random(3)
    given = [[numbers.uniform(0.001, 10.0) ** 3 for _ in range(numbers.randrange(2, 9))] for _ in range(40)]
    given += [[2.0, 2.0], [1e300, 1e300, 3.0], [float("inf"), 1.0], [1.0, float("nan")], [1, 2, 5], [3], [], [0.1] * 7]
    given += [[Fraction(1, 3), Fraction(2, 7)], [Decimal("0.1"), Decimal("2.5")], [np.float64(0.3), np.float64(1.9)]]
    for data in given:
        assert outcome(f, data) == outcome(tracked, f, data), data


def tracked(f, data):
    return track(_CONTEXT, lambda: f(data)).value


def outcome(f, *arguments):
    try:
        found = f(*arguments)
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


def test_other_arguments():
    check_grads(lambda x: statistics.harmonic_mean([x, 2.0, x * x], weights=[1, 2, 3]), (1.5,), order=1)
    check_grads(lambda x, m: statistics.variance([x, 2.0, x * x], m) * statistics.pstdev([x, 3.0], mu=m), (1.5, 2.2), 1)
    assert list(grad(lambda x: sum(map(statistics.mean, [x, x[:2]])))(X)) == [0.75, 0.75, 0.25, 0.25]
    assert grad(statistics.mean)(X) == [0.25] * 4
