"""Numbers that come out of a derivative, a checkpoint or a cache by other ways than a result: right, or an error."""

import collections
import functools

import numpy as np
import pytest

from irtrack import (
    DifferentiationError,
    check_grads,
    checkpoint,
    defvjp,
    grad,
    gradient_report,
    hessian,
    hvp,
    jacfwd,
    jacrev,
    value_and_grad,
    vjp,
)


class Box:
    def __init__(self, v=None):
        self.v = v

    def square(self):
        return self.v**2


def by_a_list(x):
    kept = []

    def f(y):
        kept.append(y * y)
        return y * x

    grad(f)(x * 2)
    return kept[0]


def by_a_variable(x):
    kept = 0.0

    def f(y):
        nonlocal kept
        kept = y * x
        return y * x

    grad(f)(x * 2)
    return kept * x


def by_an_attribute(x):
    box = Box()

    def f(y):
        box.v = y * x
        return y * x

    grad(f)(x * 2)
    return box.v * x


def by_a_dict_from_one_to_the_next(x):
    known = {}

    def f(y):
        if "k" not in known:
            known["k"] = y * 3
        return known["k"] * y

    return grad(f)(x) + grad(f)(2 * x)


def by_an_exception(x):
    def f(y):
        raise ValueError(y * y)

    try:
        return grad(f)(x * 2)
    except ValueError as error:
        return error.args[0]


def by_a_generator(x):
    g, more = grad(lambda y: (y * y, (v * y for v in [1.0, 2.0])), has_aux=True)(x * 2)
    return g + sum(more)


def by_a_set(x):
    g, more = grad(lambda y: (y * y, {y * 2}), has_aux=True)(x * 2)
    return g + sum(more)


def by_a_closure(x):
    g, more = grad(lambda y: (y * y, lambda: y * x), has_aux=True)(x * 2)
    return g + more()


@pytest.mark.parametrize(
    "f",
    [by_a_list, by_a_variable, by_an_attribute, by_a_dict_from_one_to_the_next, by_an_exception, by_a_generator,
     by_a_set, by_a_closure],
)  # fmt: skip
@pytest.mark.parametrize("derivative", [grad, jacfwd])
def test_what_an_inner_function_hands_out_is_an_error_where_it_is_used(f, derivative):
    with pytest.raises(DifferentiationError, match=r"return it, with has_aux=True|return a list"):
        derivative(f)(2.0)


def kept_and_not_used(x):
    kept = []

    def f(y):
        kept.append(y * y)
        return y * x * len(kept)

    return grad(f)(x * 2) * x


def kept_within(x):
    def f(y):
        items = []
        for k in range(3):
            items.append(y * k)
        box = Box(y)
        return sum(items) * {"y": y}["y"] * box.v

    return grad(f)(x) * x


def returned_beside(x):
    g, more = grad(lambda y: (y * y, [y * 2]), has_aux=True)(x * 2)
    return g + sum(more)


@pytest.mark.parametrize(("f", "expected"), [(kept_and_not_used, 4.0), (kept_within, 108.0), (returned_beside, 8.0)])
def test_what_is_kept_is_no_error_otherwise(f, expected):
    assert grad(f)(2.0) == jacfwd(f)(2.0) == expected


def test_three_levels():
    def f(x):
        return hvp(lambda y: np.sum(y**3), x, x)[0]

    assert grad(lambda x: grad(f)(x)[0])(np.array([1.0, 2.0])) == pytest.approx([12.0, 0.0])


@checkpoint
def multiples(b):
    for k in range(3):
        yield b * k


@pytest.mark.parametrize(
    "f",
    [
        lambda a: sum(multiples(a)),
        lambda a: sum(checkpoint(lambda b: (b * k for k in range(3)))(a)),
        lambda a: sum(checkpoint(lambda b: map(b.__mul__, range(3)))(a)),
        lambda a: sum(checkpoint(lambda b: {"a": b * 2}.values())(a)),
        lambda a: sum(checkpoint(lambda b: {b * 2})(a)),
        lambda a: checkpoint(lambda b: Box(b * 2).square)(a)(),
    ],
)
def test_what_a_checkpoint_returns_to_be_asked_later_is_an_error(f):
    with pytest.raises(DifferentiationError, match=r"checkpoint: .* returns a .*return a list, or the numbers"):
        grad(f)(2.0)


def test_numbers_in_what_a_checkpoint_raises():
    def raises(b):
        raise ValueError(b * b if b > 1 else "too small")

    def f(a):
        try:
            return checkpoint(raises)(a)
        except ValueError as error:
            return error.args[0] if a > 1 else a * 3

    with pytest.raises(DifferentiationError, match=r"checkpoint: .*raises ValueError\(4\.0\)"):
        grad(f)(2.0)
    assert grad(f)(0.5) == 3.0


@functools.lru_cache
def squared(v):
    return v * v


@functools.lru_cache
def fibonacci(n, x):
    return x if n < 2 else fibonacci(n - 1, x) + fibonacci(n - 2, x) * x


def test_caches_know_numbers_by_themselves():
    squared(2.0)
    for _ in range(2):
        assert grad(lambda x: squared(x) * x)(2.0) == jacfwd(lambda x: squared(x) * x)(2.0) == 12.0
    assert grad(lambda x, y: squared(x) * squared(y), (0, 1))(2.0, 2.0) == (16.0, 16.0)
    assert hessian(lambda x: squared(x) * squared(x))(2.0) == 48.0
    check_grads(lambda x: fibonacci(20, x), (1.1,), order=1)
    with pytest.raises(TypeError, match="unhashable type: 'list'"):
        grad(lambda x: squared([x]))(2.0)


def test_an_argument_named_twice():
    with pytest.raises(ValueError, match=r"grad: argnums names an argument twice: \(0, -2\)"):
        grad(lambda x, y: x * y, argnums=(0, -2))(2.0, 3.0)


def test_arguments_that_share_memory():
    def f(arrays):
        arrays[0][0] = 5.0
        return np.sum(arrays[0] * arrays[1])

    array = np.array([1.0, 2.0, 3.0])
    for shared in ([array, array], [array[:2], array[1:]]):
        with pytest.raises(DifferentiationError, match=r"an array is written to at .* that shares memory"):
            value_and_grad(f)(shared)
    assert value_and_grad(f)([array, array.copy()])[0] == 18.0
    assert grad(lambda arrays: np.sum(arrays[0] * arrays[1]))([array, array])[0].tolist() == [1.0, 2.0, 3.0]


def test_jacobians_of_complex_results():
    def f(a):
        return a**2 * np.array([1j, 2 + 3j])

    x = np.array([2.0, 3.0])
    assert jacrev(lambda a: a * 1j)(2.0) == jacfwd(lambda a: a * 1j)(2.0) == 1j
    assert jacrev(f)(x).tolist() == jacfwd(f)(x).tolist() == np.diag([4j, 12 + 18j]).tolist()


def test_a_report_of_what_does_not_depend():
    assert str(gradient_report(lambda v: 3.0)(np.ones(3))) == (
        "the gradient is zero: the result does not depend on the arguments"
    )
    assert str(gradient_report(lambda v: v[0])(np.ones(3))) == "the gradient is finite, and vanishes nowhere"


def doubled(tree):
    return tree["a"] * 2


def test_a_rule_of_a_dict_in_forward_mode():
    defvjp(doubled, lambda ans, tree: lambda g: {"a": g * 2})

    def f(a):
        return doubled({"a": a * a})

    assert grad(f)(2.0) == jacfwd(f)(2.0) == 8.0


def test_check_grads_takes_a_tuple():
    with pytest.raises(TypeError, match=r"check_grads takes a tuple of the arguments as its args, not float 1\.0"):
        check_grads(np.sin, 1.0, 1)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: jacrev(lambda v: v**3)(x),
        lambda x: vjp(lambda v: v**3, x)[1](1.0)[0],
        lambda x: hessian(lambda v: v**3)(x),
        lambda x: hvp(lambda v: v**3, x, 1.0),
        lambda x: grad(grad(lambda v: v**3))(x),
        lambda x: grad(lambda v: v**3)(x),
    ],
)
def test_derivatives_within_a_checkpoint(f):
    assert grad(checkpoint(f))(2.0) == grad(f)(2.0)


def test_what_is_missing_in_a_dict_within_a_checkpoint():
    def f(x):
        totals = collections.defaultdict(float)
        for k in range(3):
            totals[k % 2] += x * k
        return totals[0] * totals[1] + totals[7]

    assert grad(checkpoint(f))(2.0) == grad(f)(2.0) == 8.0


def test_second_derivatives_of_a_list_that_is_written_to():
    def f(a):
        parts = [2.0, 3.0]
        parts[0] = a
        return abs(complex(parts[0], parts[1]))

    expected = pytest.approx(9 / 13**1.5)
    assert hessian(f)(2.0) == expected
    assert jacfwd(grad(f))(2.0) == expected


class Failure(Exception):
    pass


def test_numbers_in_exceptions_of_the_program():
    def f(x, y):
        try:
            raise Failure("no", x)
        except Failure as failure:
            return y * failure.args[1]

    assert grad(f, (0, 1))(2.0, 3.0) == (3.0, 2.0)


def test_flat_arrays_are_gone_over_by_next():
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert grad(lambda u: sum(a * (k[0] + 2 * k[1]) for k, a in np.ndenumerate(u)))(x).tolist() == [[0, 2], [1, 3]]

    def f(u):
        items = u.flat
        return next(items) * next(items) + next(u[:0].flat, u[1, 1])

    assert grad(f)(x).tolist() == [[2, 1], [0, 1]]
