"""Derivatives of ordinary Python agree with central differences, in reverse and forward mode."""

import copy

import numpy as np
import pytest
from gradients import CASES
from share import share

from irtrack import grad, jvp, value_and_grad
from irtrack.diff.places import is_numeric
from irtrack.diff.trees import leaves, tree_map

STEP = 1e-6


def moved(arguments, directions, by):
    left = iter(directions)
    return tree_map(
        lambda leaf: like(leaf, leaf + by * next(left)) if is_numeric(leaf) else leaf, copy.deepcopy(arguments)
    )


def like(leaf, value):
    return float(value) if type(leaf) is float else value


def numbers(tree):
    return [leaf for leaf in leaves(tree) if is_numeric(leaf)]


def same(one, other):
    ours, theirs = leaves(one), leaves(other)
    return len(ours) == len(theirs) and all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


SHARED = share(CASES)


@pytest.mark.parametrize(("f", "arguments"), SHARED, ids=[f.__name__ for f, _ in SHARED])
def test_gradient(f, arguments):
    random = np.random.default_rng(7)
    before = copy.deepcopy(arguments)
    value, gradients = value_and_grad(f, argnums=tuple(range(len(arguments))))(*arguments)
    assert same(arguments, before)
    assert value == pytest.approx(f(*copy.deepcopy(before)), rel=1e-13)
    assert type(gradients) is tuple
    for gradient, argument in zip(numbers(gradients), numbers(before), strict=True):
        assert type(gradient) is type(argument)
        assert np.shape(gradient) == np.shape(argument)
    directions = [random.normal(size=np.shape(leaf))[()] for leaf in numbers(before)]
    after, earlier = f(*moved(before, directions, STEP)), f(*moved(before, directions, -STEP))
    expected = (after - earlier) / (2 * STEP)
    found = sum(np.sum(g * d) for g, d in zip(numbers(gradients), directions, strict=True))
    assert found == pytest.approx(expected, rel=1e-5, abs=1e-7)
    left = iter(directions)
    typed = tree_map(
        lambda leaf: type(leaf)(next(left)) if type(leaf) is float else next(left) if is_numeric(leaf) else leaf, before
    )
    out, tangent = jvp(f, before, typed)
    assert out == pytest.approx(value, rel=1e-13)
    assert tangent == pytest.approx(found, rel=1e-9, abs=1e-12)


# whose second derivative differences do not find, or which have none
FIRST_ONLY = {"newton", "parts_of_complex_arrays"}
SECOND = share(CASES)


@pytest.mark.parametrize(("f", "arguments"), SECOND, ids=[f.__name__ for f, _ in SECOND])
def test_second_derivative(f, arguments):
    """In a random direction, by the forward mode over the reverse one, against differences of the gradient."""
    if f.__name__ in FIRST_ONLY:
        pytest.skip("differences are not exact enough, or it is refused")
    random = np.random.default_rng(3)
    gradient = grad(f, argnums=tuple(range(len(arguments))))
    directions = [random.normal(size=np.shape(leaf))[()] for leaf in numbers(arguments)]
    left = iter(directions)
    tangents = tree_map(lambda leaf: like(leaf, next(left)) if is_numeric(leaf) else leaf, copy.deepcopy(arguments))
    _, found = jvp(gradient, copy.deepcopy(arguments), tangents)
    after = gradient(*moved(arguments, directions, STEP))
    before = gradient(*moved(arguments, directions, -STEP))
    for one, a, b in zip(numbers(found), numbers(after), numbers(before), strict=True):
        assert one == pytest.approx((a - b) / (2 * STEP), rel=1e-4, abs=1e-5)
