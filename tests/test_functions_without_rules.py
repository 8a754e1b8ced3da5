"""Functions of numpy that have no rule are entered, and differentiated by their own code; so are those that write.

Each line is an expression in x, and the name of a sample to try it with.
"""

import copy
import re

import numpy as np
import pytest
from rule_checks import difference
from rule_examples import lines_of, samples

from irtrack.diff import DifferentiationError, MissingRuleError, grad, jvp

ENTERED = """
np.sum(np.cov(x) ** 2); m
np.sum(np.corrcoef(x) * [[1, 2], [3, 4]]); m
np.average(x, weights=[1.0, 2.0, 3.0]); v
np.average([1.0, 2.0, 3.0], weights=x**2); v
np.sum(np.piecewise(x, [x < 0, x >= 0], [lambda z: z**2, lambda z: 3 * z])); m
np.polyval(x, 1.3); v
np.polyfit(np.arange(3.0), x, 1)[0] ** 2; v
np.sum(np.linalg.tensorsolve(x, [1.0, 2.0, 3.0])); q
np.sum(np.linalg.tensorsolve(np.outer(x, x**2) + np.eye(3), x, axes=[0]) ** 2); v
np.sum(np.linalg.tensorinv(x, 1) ** 2); q
np.linalg.vector_norm(x, ord=3); m
np.linalg.matrix_norm(x); m
np.sum(np.logspace(x[0], x[1], 4)); v
np.sum(np.geomspace(x[0], x[1], 4)); u
np.sum(np.r_[x, x * 2] ** 2); v
np.sum(np.c_[x, x * 2] ** 2); v
np.sum(np.histogram([0.1, 0.5, 0.2], weights=x)[0] ** 2); v
np.sum(np.abs(np.roots(x))); v
np.fromiter((a * a for a in x), float, 2)[1]; v
sum(a * (i[0] + 1) for i, a in np.ndenumerate(x)); v
np.sum(copy.deepcopy(x) ** 2); v
np.sum(np.lib.stride_tricks.as_strided(x, (2, 2), x.strides * 2) ** 2); v
np.sum(np.lib.stride_tricks.sliding_window_view(x * 2, 2) ** 2); v
"""

REFUSED = {
    "np.sum(np.polymul(x, [1.0, 2.0]))": "a poly1d is used as an array",
}

WRITING = """
np.fill_diagonal(y, x[0, 1]); q
np.put_along_axis(y, np.array([0]), x[1], 0); v
np.put(y, [0], [x[1]]); v
np.putmask(y, y > 0, x**2); v
np.place(y, y > 0, [x[0]]); v
np.copyto(y, x**2, where=x > 0); v
y.sort(); v
y.partition(1); v
np.add.at(y, [0, 1, 1], x); v
np.add(x, x**2, out=y, where=x > 0); v
np.multiply(x, x, y); v
np.modf(x, z := np.empty(3), y); v
np.modf(x, out=(y, None)); v
np.multiply.at(y, [0, 1, 1], x); v
np.multiply.at(y, [0, 0], 5.0); v
np.maximum.at(y, [0, 1, 1], x[::-1]); v
np.negative.at(y, [0, 1]); v
np.put(y, [4, -7], x[:2], mode="wrap"); v
np.put(y, [4, -7], [x[2], 3.0], mode="clip"); v
np.copyto(dst=y, src=x[::-1]); v
np.putmask(y, mask=y > 0, values=[x[1]]); v
np.dot(x, x, y); q
x.dot(x, y); q
np.ndarray.dot(x, x); q
np.ndarray.dot(x, x, y); q
np.matmul(x, x, y); q
np.add.reduce(x, out=y[0]); q
np.add.reduce(x, 0, None, y[0]); q
np.add.reduce(x, 0, None, y[0], False, 1.0); q
np.multiply.accumulate(x, 0, None, y); v
np.sum(x, 0, None, y[0]); q
np.sum(x, axis=0, out=y[0], where=[[True], [False], [True]]); q
x.sum(0, None, y[0]); q
x.sum(0, None, y[0:1], True); q
np.cumsum(x, None, None, y); v
np.clip(x, 0, 1, y); v
x.clip(0, 1, y); v
x.take([0, 1, 0], None, y); v
np.outer(x[0], x[1], y); q
np.concatenate([x[:1], x[1:] * 2], 0, y); v
np.lib.stride_tricks.as_strided(y, (2, 2), y.strides * 2)[0, 1] = x[0] * 3; v
np.lib.stride_tricks.as_strided(y, (2, 2), y.strides * 2)[...] = np.outer(x[:2], x[:2]); v
np.lib.stride_tricks.as_strided(y, (2, 2), y.strides * 2)[:, 0] *= x[:2]; v
np.frombuffer(y)[1:] = 7.0; v
"""


def check(f, x):
    v = np.random.default_rng(2).standard_normal(x.shape)
    assert np.sum(grad(f)(x) * v) == pytest.approx(difference(lambda y: f(y.copy()), x, v), rel=1e-6)


@pytest.mark.parametrize("line", lines_of(ENTERED))
def test_entered(line):
    expression, name = line.rsplit("; ", 1)
    check(eval(f"lambda x: {expression}", {"np": np, "copy": copy}), samples()[name])


@pytest.mark.parametrize("line", lines_of(WRITING))
def test_writing(line):
    statement, name = line.rsplit("; ", 1)
    namespace = {"np": np}
    source = (
        f"def f(x):\n    y = x * 2\n    {statement}\n    return np.sum(y**2 * (1 + np.arange(y.size)).reshape(y.shape))"
    )
    exec(source, namespace)
    check(namespace["f"], samples()[name])


@pytest.mark.parametrize("expression", REFUSED)
def test_what_c_code_takes_unseen_is_refused(expression):
    with pytest.raises(DifferentiationError, match=re.escape(REFUSED[expression])):
        grad(eval(f"lambda x: {expression}", {"np": np}))(np.array([1.0, 2.0, 3.0]))


def test_a_result_that_is_put_into_the_list_that_it_was_made_from():
    def f(x):
        parts = [x]
        y = np.concatenate(parts)
        parts.append(y)
        return np.sum(y)

    assert grad(f)(np.array([1.0, 2.0])).tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("np.linalg.svd(x)[1].sum()", "np.linalg.svd has a derivative with full_matrices=False only at "),
        ("np.sum(np.pad(x, 1, 'mean'))", "np.pad has no derivative for mode 'mean'; constant, edge, reflect, "),
        ("np.sum(np.subtract.accumulate(x))", "np.subtract.accumulate has no derivative; np.add and np.multiply "),
    ],
)
def test_a_rule_that_does_not_go_so_far_says_where(expression, message):
    f = eval(f"lambda x: {expression}", {"np": np})
    x = samples()["m"]
    for differentiated in (grad(f), lambda x: jvp(f, (x,), (x,))):
        with pytest.raises(MissingRuleError, match=re.escape(message)):
            differentiated(x)


def test_tuples_are_joined():
    def f(x):
        rest = (x**2, x[:1])
        return np.sum(np.concatenate((x,) + rest) ** 2)  # noqa: RUF005 - which is the point

    check(f, samples()["v"])
