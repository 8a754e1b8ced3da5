"""The functions that give derivatives: structures, errors, nesting."""

import array
import bisect
import collections
import contextlib
import dataclasses
import functools
import heapq
import itertools
import math
import operator
import time
from _statistics import _normal_dist_inv_cdf
from typing import Any

import numpy as np
import pytest
from steps import calls_of

import irtrack
from irtrack import (
    DifferentiationError,
    MissingRuleError,
    check_grads,
    elementwise_grad,
    grad,
    gradient_report,
    hessian,
    hvp,
    jacfwd,
    jacobian,
    jacrev,
    jvp,
    stop_gradient,
    value_and_grad,
    vjp,
)
from irtrack.diff.trees import leaves

V = np.array([1.0, 2.0, 3.0])


# -- arguments and results ---------------------------------------------------------------------------------------------


def test_arguments_are_chosen_by_number():
    def f(x, y, k=1):
        return x * y**2 * k

    assert grad(f)(2.0, 3.0) == 9.0
    assert grad(f, 1)(2.0, 3.0, k=2) == 24.0
    assert grad(f, -1)(2.0, 3.0) == 12.0
    assert grad(f, (0, 1))(2.0, 3.0) == (9.0, 12.0)
    assert value_and_grad(f, (1,))(2.0, 3.0) == (18.0, (12.0,))


def test_the_same_object_twice_is_two_arguments():
    x = 3.0
    assert grad(lambda a, b: a * b * b, (0, 1))(x, x) == (9.0, 18.0)
    assert grad(lambda a: a * x)(x) == 3.0


def test_gradients_have_the_structure_of_the_argument():
    Pair = collections.namedtuple("Pair", "a b")

    @dataclasses.dataclass
    class Data:
        w: float
        name: str
        rest: tuple

    class Plain:
        def __init__(self):
            self.x, self.n = 2.0, 7

    def f(d, p, plain):
        return d.w * d.rest[0]["k"] * p.a * plain.x

    data, pair, plain = Data(2.0, "w", ({"k": 3.0}, [1, None, 1j])), Pair(5.0, "b"), Plain()
    d, p, q = grad(f, (0, 1, 2))(data, pair, plain)
    assert d == Data(30.0, None, ({"k": 20.0}, [None, None, 0j]))
    assert p == Pair(12.0, None)
    assert type(q) is Plain
    assert vars(q) == {"x": 30.0, "n": None}
    assert vars(plain) == {"x": 2.0, "n": 7}


class Weights(dict):
    def __init__(self, weight, shape):
        self["weight"], self.shape, self.half = weight, shape, weight / 2


class Layers(list):
    pass


class Row(tuple):
    def __new__(cls, *numbers):
        return super().__new__(cls, numbers)


class Record(dict):
    def __init__(self, **items):
        super().__init__(items)
        self.__dict__ = self


class Slotted:
    __slots__ = ("__hidden", "a", "unset")

    def __init__(self, a):
        self.a, self.__hidden = a, a * a

    def product(self):
        return self.a * self.__hidden


def test_containers_of_other_classes():
    def check(argument, of, result):
        gradient = grad(of)({"x": argument})["x"]
        assert (type(gradient), gradient) == (type(result), result)
        value, tangent = jvp(lambda argument: argument, (argument,), (result,))
        assert (type(value), value) == (type(argument), argument)
        assert (type(tangent), tangent) == (type(result), result)
        return gradient

    ordered = collections.OrderedDict(b=2.0, a=3.0)
    ordered.move_to_end("b")
    gradient = check(ordered, lambda t: t["x"]["a"] * t["x"]["b"], collections.OrderedDict(a=2.0, b=3.0))
    assert list(gradient) == ["a", "b"]
    default = collections.defaultdict(float, a=3.0)
    gradient = check(default, lambda t: t["x"]["a"] ** 2 + t["x"]["b"], collections.defaultdict(float, a=6.0))
    assert gradient.default_factory is float
    assert default == {"a": 3.0}
    recent = collections.deque([2.0, 3.0], maxlen=2)
    assert check(recent, lambda t: t["x"][0] * t["x"][1], collections.deque([3.0, 2.0])).maxlen == 2
    check(collections.Counter(a=3.0), lambda t: t["x"]["a"] ** 2, collections.Counter(a=6.0))
    check(Layers([2.0, 3.0]), lambda t: t["x"][0] * t["x"][1], Layers([3.0, 2.0]))
    check(Row(2.0, 3.0), lambda t: t["x"][0] * t["x"][1], Row(3.0, 2.0))
    record = check(Record(a=3.0), lambda t: t["x"]["a"] * t["x"].a, Record(a=6.0))
    assert record.a == 6.0
    weights = grad(lambda w: w["weight"] * w.half)(Weights(3.0, (1, 2)))
    assert (weights, weights.half, weights.shape) == ({"weight": 1.5}, 3.0, (None, None))
    slotted = grad(lambda s: s.product())(Slotted(3.0))
    assert (slotted.a, slotted.product()) == (9.0, 27.0)
    assert grad(lambda t: t["x"] ** 2)({"x": 3.0, "when": time.localtime(0)}) == {"x": 6.0, "when": None}


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_dtypes_stay(dtype):
    gradient = grad(lambda x: np.sum(x * x * 2))(V.astype(dtype))
    assert gradient.dtype == dtype
    assert gradient.tolist() == [4.0, 8.0, 12.0]
    assert type(grad(lambda x: x * x)(dtype(3))) is dtype


def test_what_the_result_does_not_depend_on_gets_zeros():
    g = grad(lambda x, y: y, (0, 1))({"a": V, "b": 1.0}, 2.0)
    assert g[0]["a"].tolist() == [0, 0, 0]
    assert (g[0]["b"], g[1]) == (0.0, 1.0)
    assert grad(lambda x: 3.0)(1.0) == 0.0


def test_complex_numbers_follow_autograd():
    assert grad(lambda z: abs(z) ** 2)(1 + 2j) == pytest.approx(2 - 4j)
    assert grad(lambda z: (z * z).real)(1 + 2j) == pytest.approx(2 + 4j)
    assert grad(lambda x: (x * (1 + 2j)).imag)(3.0) == 2.0


def test_auxiliary_results():
    def f(x):
        return x * x, {"half": x / 2, "name": "f"}

    assert grad(f, has_aux=True)(3.0) == (6.0, {"half": 1.5, "name": "f"})
    assert value_and_grad(f, has_aux=True)(3.0) == ((9.0, {"half": 1.5, "name": "f"}), 6.0)
    out, pull, aux = vjp(f, 3.0, has_aux=True)
    assert (out, pull(1.0), aux["half"]) == (9.0, (6.0,), 1.5)


def test_values_are_what_the_plain_run_gives():
    def f(x):
        a = np.zeros(2)
        a[0] = x
        a *= 2
        return a[0] ** 2, a

    value, gradient = value_and_grad(f, has_aux=True)(3.0)
    assert value[0] == 36.0
    assert value[1].tolist() == [6.0, 0.0]  # what was undone on the way back is done again
    assert gradient == 24.0


def test_what_ufunc_at_gives_is_exact():
    amounts = np.array([0.1, 0.2, 0.3, 1e-17, 0.7])

    def f(x):
        total, counts = np.full(2, 0.1), np.zeros(2, int)
        np.add.at(total, [0, 0, 0, 1, 1], x)
        np.subtract.at(total, 1, x[0])
        np.add.at(counts, [0, 1, 1], 2)
        return total[0] * total[1] + counts.sum()

    value, gradient = value_and_grad(f)(amounts)
    assert value == f(amounts)
    check_grads(f, (amounts,), order=2)
    assert gradient[2] == pytest.approx(0.1 + 1e-17 + 0.7 - 0.1)


def test_vjp_and_jvp():
    out, pull = vjp(lambda x, y: {"a": x * y, "b": [y, "text"]}, 2.0, 3.0)
    assert out == {"a": 6.0, "b": [3.0, "text"]}
    assert pull({"a": 1.0, "b": [10.0, None]}) == (3.0, 12.0)
    assert pull({"a": 0.0, "b": [1.0, None]}) == (0.0, 1.0)
    out, tangent = jvp(lambda x, y: (x * y, np.sin(y)), (2.0, V), (1.0, np.ones(3)))
    assert out[0].tolist() == [2, 4, 6]
    assert tangent[0].tolist() == [3, 4, 5]
    assert tangent[1] == pytest.approx(np.cos(V))


def test_jacobians():
    def f(x):
        return np.array([x[0] * x[1], x[1] * x[2], 5.0, x[0]])

    expected = [[2, 1, 0], [0, 3, 2], [0, 0, 0], [1, 0, 0]]
    assert jacobian is jacrev
    assert jacrev(f)(V).tolist() == expected
    assert jacfwd(f)(V).tolist() == expected
    for jac in (jacrev, jacfwd):
        found = jac(lambda d: {"s": d["x"] * d["v"], "t": d["x"] ** 2})({"x": 2.0, "v": V})
        assert found["s"]["x"].tolist() == [1, 2, 3]
        assert found["s"]["v"].tolist() == (2 * np.eye(3)).tolist()
        assert found["t"] == {"x": 4.0, "v": pytest.approx(np.zeros(3))}
        assert jac(lambda x, y: x * y, (0, 1))(2.0, 3.0) == (3.0, 2.0)


def test_second_derivatives():
    def f(x):
        return x[0] ** 3 * x[1] + np.sum(np.sin(x))

    expected = np.array([[12.0, 3.0, 0], [3.0, 0, 0], [0, 0, 0]]) - np.diag(np.sin(V))
    assert hessian(f)(V) == pytest.approx(expected)
    v = np.array([1.0, -1.0, 2.0])
    assert hvp(f, V, v) == pytest.approx(expected @ v)
    assert hvp(f, (V,), (v,))[0] == pytest.approx(expected @ v)
    assert jacfwd(grad(f))(V) == pytest.approx(expected)
    assert jacfwd(jacrev(f))(V) == pytest.approx(expected)
    assert hessian(lambda x: x**3)(2.0) == 12.0


def test_elementwise_grad():
    assert elementwise_grad(np.tanh)(V) == pytest.approx(1 - np.tanh(V) ** 2)
    assert elementwise_grad(elementwise_grad(np.sin))(V) == pytest.approx(-np.sin(V))


def test_stop_gradient():
    assert grad(lambda x: x * stop_gradient(x))(3.0) == 3.0
    assert grad(lambda x: np.sum(x * stop_gradient({"x": x})["x"]))(V).tolist() == V.tolist()
    assert stop_gradient(3.0) == 3.0


# -- levels ------------------------------------------------------------------------------------------------------------


def test_derivatives_nest():
    assert grad(grad(lambda x: x**4))(2.0) == 48.0
    assert grad(grad(grad(lambda x: x**5)))(2.0) == 240.0
    assert grad(lambda x: x * grad(lambda y: x * y * y)(x))(3.0) == 54.0
    assert jvp(grad(math.exp), (1.0,), (1.0,))[1] == pytest.approx(math.e)
    assert grad(lambda x: jvp(lambda y: y**3 * x, (x,), (1.0,))[1])(2.0) == pytest.approx(9 * 2.0**2)
    assert grad(lambda c: vjp(lambda x: x**2 * c, 3.0)[1](c)[0])(2.0) == 24.0


def test_levels_of_perturbation_are_not_confused():
    # d/dx (x * d/dy (x + y)) = 1, not 2
    assert grad(lambda x: x * grad(lambda y: x + y)(1.0))(1.0) == 1.0
    assert jvp(lambda x: x * jvp(lambda y: x + y, (1.0,), (1.0,))[1], (1.0,), (1.0,))[1] == 1.0
    assert grad(lambda x: x * jvp(lambda y: x * y, (1.0,), (1.0,))[1])(3.0) == 6.0
    assert grad(lambda x: grad(lambda y: x * y)(x))(5.0) == 1.0


def test_inner_derivatives_find_what_comes_from_outside():
    class Model:
        def __init__(self, scale):
            self.scale = scale

        def loss(self, y):
            return self.scale * y**2

    def outer(x):
        model, weights = Model(x * 2), [x, x * x]
        return grad(model.loss)(x) + grad(lambda y: y * weights[1] + weights[0])(1.0)

    assert grad(outer)(3.0) == pytest.approx(8 * 3.0 + 2 * 3.0)


def test_a_hessian_of_a_function_that_calls_grad():
    def f(x):
        return x[0] * grad(lambda y: y**3 * x[1])(x[0])

    assert hessian(f)(np.array([2.0, 3.0])) == pytest.approx(np.array([[18 * 2 * 3, 9 * 4], [9 * 4, 0]]))


def test_second_derivatives_of_what_does_not_depend():
    def rectified(x):
        return x * x if x > 0 else 0.0

    assert grad(grad(rectified))(-1.0) == hessian(rectified)(-1.0) == hvp(rectified, -1.0, 1.0) == 0.0
    assert jacfwd(jacfwd(rectified))(-1.0) == 0.0
    assert hessian(lambda x: 3.0)(np.ones(2)).tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert grad(lambda x: x * grad(lambda y: 3.0)(x))(2.0) == 0.0
    assert grad(lambda x: x * grad(lambda y: x)(x))(2.0) == 0.0
    assert grad(lambda x: x + vjp(lambda y: 1.0, x)[1](1.0)[0] * x)(2.0) == 1.0
    assert grad(lambda x: x + jvp(lambda y: x, (x,), (1.0,))[0])(2.0) == 2.0


def test_second_derivatives_of_writes():
    def f(x):
        a = np.zeros(3)
        a[0] = x
        a[1] = a[0] ** 2
        a *= x
        b = a.T
        b[2:] = a[1] * a[0]
        return a.sum()

    # x^2 + x^3 + x^5
    assert f(2.0) == 4 + 8 + 32
    assert grad(f)(2.0) == 2 * 2 + 3 * 4 + 5 * 16
    assert grad(grad(f))(2.0) == pytest.approx(2 + 6 * 2 + 20 * 8)
    assert jvp(grad(f), (2.0,), (1.0,))[1] == pytest.approx(2 + 6 * 2 + 20 * 8)


def test_gradients_of_a_training_loop():
    def train(rate):
        w = 1.0
        for _ in range(3):
            w = w - rate * grad(lambda w: (w * 2 - 1.0) ** 2)(w)
        return w

    step = 1e-6
    assert grad(train)(0.05) == pytest.approx((train(0.05 + step) - train(0.05 - step)) / (2 * step), rel=1e-6)


# -- errors ------------------------------------------------------------------------------------------------------------


MAKERS = (grad, value_and_grad, jacobian, jacfwd, hessian, elementwise_grad)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: grad(lambda x: x)(3), "argument 0 is int 3, by which nothing can be differentiated; pass a float"),
        (lambda: grad(lambda x: x)(True), "argument 0 is bool True, by which nothing"),
        (
            lambda: grad(np.sum)(np.arange(3)),
            "argument 0 is an array of int64, by which nothing can be differentiated; pass an array of floats",
        ),
        (
            lambda: grad(lambda x: x * 2)(V),
            r"one real number, not an array of shape \(3,\) and dtype float64; jacobian",
        ),
        (lambda: grad(lambda x: x * 1j)(2.0), "one real number, not complex 2j"),
        (lambda: grad(lambda x: "a")(2.0), "one real number, not str 'a'"),
        (lambda: grad(lambda x: x, 3)(2.0), "there is no argument 3: the function was called with 1 by position"),
        (lambda: grad(lambda x: x, has_aux=True)(2.0), r"a pair \(result, anything\), not 2.0"),
        (lambda: grad(3)(2.0), "takes a function to differentiate, not int 3"),
        *((lambda make=make: make(3), "takes a function to differentiate, not int 3$") for make in MAKERS),
        (lambda: jvp(3, (2.0,), (1.0,)), r"jvp\(\) takes a function to differentiate, not int 3"),
        (lambda: hessian(lambda x: x)(3), "^hessian: argument 0 is int 3, by which nothing"),
        (lambda: hessian(lambda x: x)(V), r"^hessian: the function has to return one real number, not an array of"),
        (lambda: hvp(lambda x: x, 3, 1), "^hvp: no argument is there to differentiate by"),
        (lambda: hvp(lambda x: x * x, 3.0, 1), "^hvp takes tangents with the structure of the arguments"),
        (lambda: hvp(3, 2.0, 1.0), r"hvp\(\) takes a function to differentiate, not int 3"),
        (lambda: vjp("f"), r"vjp\(\) takes a function to differentiate, not str 'f'"),
        (
            lambda: jvp(lambda x: x, (2.0,), (1,)),
            r"^jvp takes tangents with the structure of the arguments, which have 1 float or array of floats, "
            r"not 0 floats or arrays of floats, as tuple \(1,\) has; pass floats$",
        ),
        (lambda: jvp(lambda x: x, (2.0,), ("a",)), r"not 0 floats or arrays of floats, as tuple \('a',\) has$"),
        (
            lambda: vjp(lambda x: (x, x), 2.0)[1](1.0),
            r"^vjp_fn takes a cotangent with the structure of the result, tuple \(2.0, 2.0\): "
            r"2 floats or arrays of floats, not 1 float or array of floats, as float 1.0 has$",
        ),
        (
            lambda: vjp(lambda x: x, 2.0)[1]("a"),
            r"float 2.0: 1 float or array of floats, not 0 floats or arrays of floats, as str 'a' has$",
        ),
        (lambda: vjp(lambda x: x, 2.0)[1](1), r"as int 1 has; pass floats$"),
        (lambda: jvp(lambda x: x, 2.0, 1.0), r"as in jvp\(f, \(x,\), \(v,\)\)"),
        (lambda: jvp(lambda x: x, (2.0,), (V,)), r"argument of shape \(\) has shape \(3,\)"),
        (lambda: vjp(lambda x: x, V)[1](2.0), r"a cotangent of shape \(3,\) there, not \(\)"),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_a_missing_rule_is_an_error_only_if_the_result_depends_on_it():
    def f(x, use):
        y = _normal_dist_inv_cdf(x, 0.0, 1.0)
        return x * y if use else x

    assert grad(f)(0.2, False) == 1.0
    with pytest.raises(MissingRuleError) as caught:
        grad(f)(0.2, True)
    message = str(caught.value)
    assert message.startswith("the result depends on argument 1 (p) of statistics._normal_dist_inv_cdf at ")
    assert f"{__file__}:" in message
    assert "y = _normal_dist_inv_cdf(x, 0.0, 1.0)" in message
    assert message.endswith("irtrack.defvjp(statistics._normal_dist_inv_cdf, lambda ans, *args: lambda g: ...)")


def store_to_array(x):
    a = array.array("d", [1.0])
    a[0] = x
    return a[0]


def make_array(x):
    return array.array("d", [x])[0]


def append_to_array(x):
    a = array.array("d")
    a.append(x)
    return a[0]


def bytes_of(x):
    return np.frombuffer(np.array([x]).tobytes())[0]


def whole_numbers(x):
    a = np.zeros(2, int)
    a[0] = x
    return x * a.sum()


def ratio(x):
    a, b = x.as_integer_ratio()
    return a / b


def called_back(x):
    return np.frompyfunc(lambda t: t * t, 1, 1)(x)


def written_by_memoryview(x):
    a = np.zeros(2)
    memoryview(a)[0] = x
    return a[0] * 2


class Handle(int):
    """Its property is made of C code, as those of classes are that pybind11 makes."""

    kept = array.array("d")
    number = property(lambda self: self.kept[0], kept.insert)


def assigned_to_property_of_c(x):
    handle = Handle(0)
    handle.number = x
    return handle.number * x


def factory_that_is_assigned(x):
    doubled = collections.defaultdict(float)
    doubled.default_factory = lambda: x * 2
    return doubled["k"] * x


class Made(collections.defaultdict):
    def __init__(self, factory):
        super().__init__(factory)


def factory_of_a_derived_class(x):
    return Made(lambda: x * 2)["k"] * x


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (factory_that_is_assigned, r"a factory is given to a defaultdict at .*; pass it to `defaultdict\(factory\)`"),
        (factory_of_a_derived_class, r"a factory is given to a defaultdict at .*\(super\(\).__init__\(factory\)\)"),
        (assigned_to_property_of_c, r"is stored at .*\(handle.number = x\) in the attribute number of a Handle"),
        (written_by_memoryview, r"is stored at .*\(memoryview\(a\)\[0\] = x\) in a .*, which irtrack cannot look into"),
        (store_to_array, "is stored at .*a array, which irtrack cannot look into"),
        (make_array, "array.array at .* depends on what is differentiated, and what the function does with it"),
        (append_to_array, r"array.append at .*\(a.append\(x\)\) depends on what is differentiated"),
        (bytes_of, "tobytes at .* depends on what is differentiated"),
        (whole_numbers, "an array of int64 at .*keeps no fractions: the derivative would be zero"),
        (ratio, "as_integer_ratio at .* depends on what is differentiated"),
        (called_back, "frompyfunc calls Python functions back at .*, which irtrack does not see"),
    ],
)
def test_what_cannot_be_followed_is_an_error(f, message):
    with pytest.raises(DifferentiationError, match=message):
        grad(f)(2.0)


def test_what_the_program_raises_passes_through():
    with pytest.raises(ZeroDivisionError) as caught:
        grad(lambda x: x / 0)(1.0)
    assert irtrack.trace_of(caught.value) is not None


# -- size --------------------------------------------------------------------------------------------------------------


def test_long_and_deep_runs():
    def long(x):
        for _ in range(20_000):
            x = x * 0.9999 + 0.0001
        return x

    def deep(x, n):
        return x if n == 0 else deep(x, n - 1) * 1.001

    assert grad(long)(0.5) == pytest.approx(0.9999**20_000)
    assert grad(deep)(1.0, 300) == pytest.approx(1.001**300)


def test_an_array_filled_and_read_item_by_item_takes_linear_time():
    def f(x):
        a = np.zeros(2000)
        a[0] = x[0]
        total = 0.0
        for k in range(1, 2000):
            a[k] = a[k - 1] * 0.999 + x[k]
            total += a[k]
        return total

    gradient = grad(f)(np.ones(2000))
    assert gradient[-1] == 1.0
    assert gradient[-2] == pytest.approx(1.999)


@functools.lru_cache(None)
def remembered(k, x):
    return x if k == 0 else remembered(k - 1, x) * 0.999


@contextlib.contextmanager
def doubled(x):
    yield 2 * x


def kept_in_dict(x, count):
    known = {}
    for k in range(count):
        if k not in known:
            known[k] = x * k
    return known[count - 1]


def kept_in_order(x, count):
    numbers = []
    for k in range(count):
        bisect.insort(numbers, x * math.cos(k))
        bisect.bisect(numbers, 0.5)
        numbers += [x * 2.0]
    return numbers[-1] + operator.itemgetter(0)(numbers)


@pytest.mark.parametrize(
    "f",
    [
        kept_in_dict,
        kept_in_order,
        lambda x, count: sum(remembered(k, x) for k in range(count)),
        lambda x, count: sum(operator.itemgetter(k)([x] * count) for k in range(count // 100)),
    ],
)
def test_containers_are_not_gone_through_each_time(f):
    count = 10_000
    few, many = calls_of(lambda: grad(f)(0.5, count // 10)), calls_of(lambda: grad(f)(0.5, count))
    assert many < 20 * few
    assert grad(f)(0.5, count) == pytest.approx((f(0.6, count) - f(0.4, count)) / 0.2)


def test_contexts_in_loops_take_linear_time():
    def f(x, count):
        for _ in range(count):
            with doubled(x) as y:
                x = y * 0.5
        return x

    assert grad(f)(2.0, 2000) == 1.0
    assert calls_of(lambda: grad(f)(2.0, 2000)) < 20 * calls_of(lambda: grad(f)(2.0, 200))


# -- lists that are changed when they have been read -------------------------------------------------------------------


def emptied(numbers):
    numbers.clear()


def deleted(numbers):
    del numbers[0]


def repeated(numbers):
    numbers *= 2


def extended(numbers):
    numbers += [5.0]


CHANGES: list[Any] = [
    emptied, deleted, repeated, extended, list.sort, heapq.heapify, heapq.heappop,
    lambda numbers: bisect.insort(numbers, 0.1), lambda numbers: list.__init__(numbers, [1.0]),
    lambda numbers: list.__setitem__(numbers, 0, 2.0), lambda numbers: operator.setitem(numbers, 1, 2.0),
    lambda numbers: operator.iadd(numbers, [1.0]), lambda numbers: operator.delitem(numbers, 0),
]  # fmt: skip
READS: list[Any] = [
    lambda numbers, x: np.dot(numbers, numbers),
    lambda numbers, x: np.mean(numbers),
    lambda numbers, x: np.sum(np.stack([numbers, [1.0, 2.0, 3.0]]) ** 2),
    lambda numbers, x: np.sum(np.array([numbers, numbers]) ** 2),
    lambda numbers, x: np.sum(np.multiply(numbers, numbers)),
    lambda numbers, x: math.fsum(numbers) * max(numbers) * math.prod(numbers),
]
KEYS: list[Any] = [lambda keys, x: np.sum(x[keys]), lambda keys, x: np.sum(x.take(keys)), lambda keys, x: x @ keys]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("cls", [list, Layers])
def test_lists_that_are_changed_when_they_have_been_read(change, cls):
    for read in READS:

        def f(x, read=read, *, changes=True):
            numbers = cls([3 * x, x, 2.0])
            result = read(numbers, x)
            if changes:
                change(numbers)
            return result * x

        assert grad(f)(1.3) == grad(lambda x, f=f: f(x, changes=False))(1.3)


@pytest.mark.parametrize("read", KEYS)
def test_keys_that_are_changed_when_they_have_been_read(read):
    def f(x):
        keys = [1, 0, 2]
        result = read(keys, x)
        keys[0] = 2
        return result

    with pytest.raises(DifferentiationError, match=r"a list is changed at .* that was read as numbers before at"):
        grad(f)(V)


# -- checks and reports ------------------------------------------------------------------------------------------------


def test_powers_at_zero():
    for x in (0.0, np.float64(0.0)):
        powers = (0, 0.0, 0.5, 1, 1.0, 1.5, 2, 2.0)
        assert [grad(lambda x, y=y: x**y)(x) for y in powers] == [0, 0, math.inf, 1, 1, 0, 0, 0]
        seconds = [grad(grad(lambda x, y=y: x**y))(x) for y in powers]
        assert seconds == [0, 0, -math.inf, 0, 0, math.inf, 2, 2]
    assert grad(lambda x: math.pow(x, 0.5))(0.0) == math.inf


STEEP: list[Any] = [
    (math.sqrt, 0.0, math.inf, -math.inf),
    (math.cbrt, 0.0, math.inf, math.nan),
    (math.asin, 1.0, math.inf, math.inf),
    (math.acos, 1.0, -math.inf, -math.inf),
    (math.acosh, 1.0, math.inf, -math.inf),
    (lambda x: math.exp(-np.arctanh(x)), 1.0, math.nan, math.nan),
    (lambda x: math.atan2(x, 0.0), 0.0, math.nan, math.nan),
    (lambda x: float(np.reciprocal(x)), 0.0, -math.inf, math.inf),
    (lambda x: np.divide(x, 0.0) * 1, 2.0, math.inf, 0.0),
    (lambda x: float(np.divide(2.0, x)), 0.0, -math.inf, math.inf),
]


@pytest.mark.parametrize(("f", "x", "first", "second"), STEEP)
def test_infinite_derivatives_of_finite_numbers(f, x, first, second):
    with np.errstate(all="ignore"):
        for found in (grad(f)(x), jvp(f, (x,), (1.0,))[1]):
            assert found == pytest.approx(first, nan_ok=True)
            assert type(found) is float or f is STEEP[-2][0]
        assert grad(grad(f))(x) == pytest.approx(second, nan_ok=True)
        assert jvp(grad(f), (x,), (1.0,))[1] == pytest.approx(second, nan_ok=True)


class OfInterface:
    def __init__(self, array):
        self.array = array

    @property
    def __array_interface__(self):
        return self.array.__array_interface__


class OfInterfaceAlone:
    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__


class OfStruct:
    def __init__(self, *arrays):
        self.arrays = arrays
        self.__array_struct__ = arrays[0].__array_struct__


class OfPack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("cls", [OfInterface, OfInterfaceAlone, OfStruct, OfPack])
def test_objects_that_numpy_asks_for_an_array(cls):
    def f(x):
        given = cls(x * 2)
        return np.sum(np.from_dlpack(given) if cls is OfPack else np.asarray(given))

    with pytest.raises(DifferentiationError, match=r"cannot be followed|cannot follow"):
        grad(f)(V)
    given = cls(V)
    array = np.from_dlpack(given) if cls is OfPack else np.asarray(given)
    assert grad(lambda x: np.sum(x * array))(V).tolist() == V.tolist()


class Length(float):
    pass


class Area(float):
    def __new__(cls, side):
        return super().__new__(cls, side * side)


class Phasor(complex):
    def __init__(self, real, imag):
        self.square = real * real + imag * imag


def changed_later(x):
    layers = Layers([x, 2.0])
    layers[0] = x * x
    layers.append(3 * x)
    return sum(layers)


CONSTRUCTED: list[Any] = [
    (changed_later, 9.0),
    (lambda x: Row(x, x * x)[1] * x, 27.0),
    (lambda x: Record(a=x)["a"] * x, 6.0),
    (lambda x: type("Numbers", (dict,), {})(a=x)["a"] * x, 6.0),
    (lambda x: sum(type("Numbers", (collections.deque,), {})([x, x * x], maxlen=1)), 6.0),
    (lambda x: sum(type("Numbers", (frozenset,), {})([x, x * x])), 7.0),
    (lambda x: sum(type("Numbers", (list,), {})(x * V)), 6.0),
    (lambda x: Length(x) * x + float(Length(2 * x)), 8.0),
    (lambda x: Area(x) * x, 27.0),
    (lambda x: Phasor(x, 1.0).real * Phasor(x, 2.0).square, 31.0),
    (lambda x: np.float64(x).tolist() * x, 6.0),
]


@pytest.mark.parametrize(("f", "expected"), CONSTRUCTED)
def test_what_the_constructors_of_other_classes_make(f, expected):
    assert grad(f)(3.0) == expected
    assert jvp(f, (3.0,), (1.0,))[1] == expected
    assert grad(grad(f))(3.0) == pytest.approx((grad(f)(3.001) - grad(f)(2.999)) / 0.002)


def test_max_and_min_of_several_arrays():
    scalar, one = np.array(2.0), np.array([2.0])
    assert grad(lambda x: max(x, 1.0) * x)(scalar) == 4.0
    assert jvp(lambda x: min(3.0, x), (scalar,), (scalar,))[1] == 2.0
    assert grad(lambda x: max(x, one * 0)[0] * x[0])(one).tolist() == [4.0]
    assert grad(lambda x: np.sum(max(x, 2 * x, key=np.sum) * x))(V).tolist() == [4.0, 8.0, 12.0]
    assert grad(lambda x: max(*x) * min(x))(V).tolist() == [3.0, 0.0, 1.0]


def test_enums_are_no_containers():
    mode = np._CopyMode.IF_NEEDED
    assert grad(lambda x: np.sum(np.array([x, 2 * x], copy=mode)))(3.0) == 3.0
    assert grad(lambda x: np.sum(np.array(x * x, copy=mode)))(V).tolist() == [2, 4, 6]


def test_nothing_comes_of_no_numbers():
    assert grad(lambda x: x + np.sum(np.extract([False] * 3, x * np.full(3, np.inf))))(2.0) == 1.0


NAN_SKIPPING = ("sum", "mean", "prod", "var", "std", "max", "min", "median", "cumsum", "cumprod")


@pytest.mark.parametrize("name", NAN_SKIPPING)
def test_elements_that_are_left_out_as_nan(name):
    """That their tangents are nan as well changes nothing."""
    f, plain = getattr(np, f"nan{name}"), getattr(np, name)
    with np.errstate(invalid="ignore"):
        found = jvp(lambda x: np.ravel(f(np.sqrt(x)))[-1], (np.array([1.5, -1.0, 3.0]),), (np.ones(3),))
    left = np.array([1.5, 3.0])
    assert found == pytest.approx(jvp(lambda x: np.ravel(plain(np.sqrt(x)))[-1], (left,), (np.ones(2),)))


def rooted(w, v):
    return np.sum((v * np.sqrt(w)) @ v.T * np.arange(9.0).reshape(3, 3))


EQUAL: list[Any] = [
    lambda a: np.sum(np.linalg.eigh(a)[0] ** 2),
    lambda a: np.sum(np.linalg.svd(a)[1] ** 2),
    lambda a: np.sum(np.linalg.eigvalsh(a) ** 3),
    lambda a: np.linalg.norm(a, "nuc") ** 2,
    lambda a: np.real(np.sum(np.linalg.eig(a)[0] ** 2)),
]


@pytest.mark.parametrize("f", EQUAL)
def test_equal_eigenvalues(f):
    def of_multiple(c):
        return f(c * np.eye(3))

    first = (of_multiple(1.1 + 1e-4) - of_multiple(1.1 - 1e-4)) / 2e-4
    second = (of_multiple(1.1 + 1e-4) - 2 * of_multiple(1.1) + of_multiple(1.1 - 1e-4)) / 1e-8
    assert grad(of_multiple)(1.1) == pytest.approx(first, rel=1e-6)
    assert jvp(of_multiple, (1.1,), (1.0,))[1] == pytest.approx(first, rel=1e-6)
    assert grad(grad(of_multiple))(1.1) == pytest.approx(second, rel=1e-5)


def test_equal_eigenvalues_of_vectors_that_nothing_turns():
    def f(c):
        return rooted(*np.linalg.eigh(c * np.eye(3)))

    assert jvp(f, (4.0,), (1.0,))[1] == pytest.approx(12 * 0.25)
    with np.errstate(all="ignore"):
        assert math.isnan(grad(f)(4.0))


def test_what_is_not_chosen_adds_nothing():
    """Whatever its tangent is, infinite or not a number."""
    x = np.array([1.0, np.inf, 3.0, np.nan])
    _, tangent = jvp(lambda x: np.minimum(x[:3] ** 2, 5.0) + np.fmax(np.sin(x[1:]), -2.0)[2], (x,), (np.ones(4),))
    assert tangent.tolist() == [2.0, 0.0, 0.0]


MASKED: list[Any] = [
    lambda x, mask: np.log(x, where=mask, out=3 * x),
    lambda x, mask: np.divide(1.0, x, where=mask, out=x * x),
    lambda x, mask: np.power(x, x, where=mask, out=np.zeros(3)),
    lambda x, mask: np.sqrt(x, where=mask, out=None) * np.where(mask, 1.0, 0.0),
]


@pytest.mark.parametrize("f", MASKED)
@pytest.mark.filterwarnings("error", "ignore:'where' used")
def test_what_a_mask_leaves_out_is_not_computed(f):
    x, mask = np.array([1.5, 0.0, -2.0]), np.array([True, False, False])
    plain = np.array([1.5, 2.0, 2.5])
    gradient = grad(lambda x: np.sum(f(x, mask)))(x)
    assert gradient[0] == pytest.approx(grad(lambda x: np.sum(f(x, mask)))(plain)[0])
    assert np.all(np.isfinite(gradient))
    assert jvp(lambda x: np.sum(f(x, mask)), (x,), (np.ones(3),))[1] == pytest.approx(np.sum(gradient))
    check_grads(lambda x: f(x, mask), (plain,), 2)


def test_arguments_with_attributes_behind_properties():
    gradient = grad(lambda p: p(2.0))(np.poly1d([1.0, 2.0, 3.0]))
    assert gradient.coeffs.tolist() == [4.0, 2.0, 1.0]


def test_arrays_without_dimensions_have_such_gradients():
    gradient = grad(lambda x: x * x)(np.array(3.0))
    assert type(gradient) is np.ndarray
    assert (gradient.shape, float(gradient)) == ((), 6.0)


def test_a_function_is_called_with_more_or_fewer_arguments():
    f = math.log
    assert grad(lambda x: f(x))(2.0) == 0.5
    assert grad(lambda x: f(x, 3.0))(2.0) == pytest.approx(0.5 / math.log(3.0))
    assert grad(lambda x: f(x) + f(x, 3.0))(2.0) == pytest.approx(0.5 + 0.5 / math.log(3.0))
    g = math.hypot
    assert grad(lambda x: g(x, 4.0) + g(x) + g(x, 4.0, 12.0))(3.0) == pytest.approx(3 / 5 + 1 + 3 / 13)


def test_functions_with_several_results_in_second_derivatives():
    assert grad(grad(lambda x: np.modf(x)[0] * x**2))(1.5) == pytest.approx(7.0)
    assert grad(lambda x: np.modf(*(x,))[0] * x)(1.5) == 2.0


def test_numbers_that_are_counted():
    for numbers in (lambda x: itertools.count(x, x), lambda x: itertools.count(start=x, step=x)):
        assert grad(lambda x, numbers=numbers: sum(itertools.islice(numbers(x), 3)))(2.0) == 6.0
    assert grad(lambda x: x * sum(itertools.islice(itertools.count(1), 3)))(2.0) == 6.0


def test_check_grads():
    def f(x, d):
        return {"a": x * np.sum(d["v"] ** 2), "b": [np.sin(d["v"]) * x, "text"]}

    check_grads(f, (2.0, {"v": V, "n": 3}), 2)
    check_grads(lambda z: z * z * (1 + 2j), (1 + 2j,), 2)

    def wrong(x):
        return x * stop_gradient(x)

    with pytest.raises(AssertionError, match=r"the jvp of result 0 is .*, but differences give "):
        check_grads(wrong, (2.0,), 1)
    with pytest.raises(AssertionError, match=r"the vjp of the arguments is .*, but differences give "):
        check_grads(wrong, (2.0,), 1, modes=["rev"])


def test_where_a_gradient_went_wrong():
    def layer(x):
        return np.sqrt(x)

    def f(x):
        y = layer(x * 0.0)
        return np.sum(y * 0.0 + np.floor(x) + np.exp(x * 800))

    report = gradient_report(f)(V)
    assert report.nan is not None  # 0 / sqrt(0)
    assert "y * 0.0" in str(report.zero)
    assert str(report.inf).startswith("inf by argument 1 (x) of np.exp at ")
    nan = gradient_report(lambda x: layer(x * 0.0) * 0.0)(2.0).nan
    assert str(nan).startswith("nan by argument 1 (x) of np.sqrt at ")
    assert str(nan).endswith("(return np.sqrt(x))")
    assert str(gradient_report(lambda x: x * x)(2.0)) == "the gradient is finite, and vanishes nowhere"


def test_functions_written_in_c_are_differentiated_by_their_rules():
    assert grad(math.sin)(0.5) == math.cos(0.5)
    assert grad(np.sum)(V).tolist() == [1, 1, 1]
    assert grad(np.linalg.norm)(V) == pytest.approx(V / np.linalg.norm(V))
    with pytest.raises(DifferentiationError, match=r"grad: .* cannot be recorded: irtrack's own functions run"):
        grad(leaves)(2.0)
