"""The rules of operators, `math` and ufuncs: each row against central differences, on numbers and on arrays."""

import math
import operator

import numpy as np
import pytest
from rule_checks import check_float32, check_rule, check_second_order
from share import share

from irtrack.rules.derivatives import SCALARS, MissingDerivative, rule_of, scalars
from irtrack.rules.derivatives.registry import RULES
from irtrack.rules.derivatives.rule import name_of

ANY, POSITIVE, UNIT, ABOVE_ONE = (-2.0, 2.0), (0.3, 2.5), (-0.9, 0.9), (1.2, 3.0)


def within(intervals, *names):
    return dict.fromkeys(names, intervals)


# where to try a function, argument by argument; one interval for all, if it stands alone
INTERVALS = {
    **within([POSITIVE], "log", "log2", "log10", "sqrt", "cbrt", "lgamma", "gamma", "digamma", "reciprocal"),
    **within([UNIT], "asin", "acos", "arcsin", "arccos", "atanh", "arctanh"),
    **within([ABOVE_ONE], "acosh", "arccosh"),
    **within([POSITIVE, ANY], "pow", "power", "float_power", "ipow"),
    **within([ANY, POSITIVE], "truediv", "divide", "itruediv"),
    **within([(5.1, 5.4), (2.1, 2.3)], "mod", "remainder", "fmod", "imod"),
    **within([(0.2, 2.0)], "abs", "absolute", "fabs"),
    **within([(-3.0, -2.0), (-1.0, -0.2)], "copysign", "maximum", "fmax"),
    **within([(-3.0, -2.0), (-1.0, -0.2)], "minimum", "fmin"),
    "log1p": [(-0.5, 2.0)],
    "heaviside": [POSITIVE, ANY],
}
HOLOMORPHIC = {
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "square", "reciprocal", "sin", "cos", "tan",
    "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "add", "subtract",
    "multiply", "divide", "power", "negative", "positive", "conjugate", "absolute", "sub", "mul", "truediv", "pow",
    "neg", "pos", "abs",
}  # fmt: skip


def rows(*modules):
    """The functions of elementwise rows that come from these modules."""
    return [
        rule.function
        for rule in RULES.values()
        if rule.texts is not None and getattr(rule.function, "__module__", "") in modules
    ]


SCALAR = rows("math", scalars.__name__)
OPERATORS = rows("_operator", "builtins")
UFUNCS = [f for f in (rule.function for rule in RULES.values()) if isinstance(f, np.ufunc) and rule_of(f).texts]


def intervals_of(f, count):
    found = INTERVALS.get(f.__name__, [ANY])
    return found if len(found) == count else found * count


def sample(f, shapes, dtype=float):
    random = np.random.default_rng(3)
    values = []
    for (low, high), shape in zip(intervals_of(f, len(shapes)), shapes, strict=True):
        value = random.uniform(low, high, shape)
        if dtype is complex:
            value = value + 1j * random.uniform(0.2, 0.7, shape)
        values.append(float(value) if shape is None else value)
    return values


def arity(f):
    return len(rule_of(f).texts)


def arguments(f, shapes):
    values = sample(f, shapes)
    if f.__name__ == "ldexp":
        values[1] = 2
    if f.__name__ == "polygamma":
        values = [2, abs(values[1])]
    return values


@pytest.mark.parametrize("f", [*SCALAR, *OPERATORS], ids=name_of)
def test_numbers(f):
    values = arguments(f, [None] * arity(f))
    check_rule(f, *values)


@pytest.mark.parametrize("f", [*SCALAR, *OPERATORS], ids=name_of)
def test_texts_say_the_same_as_the_functions(f):
    rule, values = rule_of(f), arguments(f, [None] * arity(f))
    ans = f(*values)
    names = {**SCALARS, **dict(zip("xyz", values, strict=False)), "r": ans, "g": 1.7}
    for number, text in enumerate(rule.texts):
        if text is not None:
            assert eval(text, names) == pytest.approx(rule.vjp(number)(1.7, ans, *values), rel=1e-14)
            assert type(eval(text, names)) is float


PAIRS = [((), (3,)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((2, 3), (2, 3)), ((0, 3), (1, 3))]


@pytest.mark.parametrize("f", [*UFUNCS, *OPERATORS], ids=name_of)
def test_arrays(f):
    for shapes in PAIRS if arity(f) == 2 else [((),), ((3,),), ((2, 3),), ((0,),)]:
        if rule_of(f).writes != (0,) or shapes[0] == np.broadcast_shapes(*shapes):
            check_rule(f, *arguments(f, shapes))


@pytest.mark.parametrize("f", [*UFUNCS, *OPERATORS], ids=name_of)
def test_single_precision(f):
    shapes = [(2, 3), (2, 3)][: arity(f)]
    values = arguments(f, shapes)
    if f.__name__ != "ldexp" and f is not np.float_power:
        check_float32(f, *values)


@pytest.mark.parametrize("f", [f for f in (*UFUNCS, *OPERATORS) if f.__name__ in HOLOMORPHIC], ids=name_of)
def test_complex(f):
    count = arity(f)
    check_rule(f, *sample(f, [(2, 3)] * count, complex))
    if count == 2:
        real, other = sample(f, [(3,)] * count), sample(f, [(2, 3)] * count, complex)
        check_rule(f, real[0], other[1])
        check_rule(f, other[0], real[1])
        check_rule(f, complex(other[0][0, 0]), real[1])


@pytest.mark.parametrize("f", share([*SCALAR, *OPERATORS, *UFUNCS]), ids=name_of)
def test_second_order(f):
    count = arity(f)
    check_second_order(f, *arguments(f, [None] * count))
    if f not in SCALAR:
        check_second_order(f, *arguments(f, [(2, 3), (3,)][:count]))


def test_a_masked_ufunc_leaves_the_rest_of_what_it_writes_to():
    random = np.random.default_rng(5)
    x, y, before, g = random.standard_normal((4, 2, 3))
    mask = np.array([[True, False, True], [False, True, True]])
    out = before.copy()
    rule, ans = rule_of(np.multiply), np.multiply(x, y, out=out, where=mask)
    assert rule.writes == ("out",)
    np.testing.assert_array_equal(rule.vjp(0)(g, ans, x, y, out=before, where=mask), np.where(mask, g * y, 0))
    np.testing.assert_array_equal(rule.jvp(1)(g, ans, x, y, out=before, where=mask), np.where(mask, x * g, 0))
    np.testing.assert_array_equal(rule.vjp("out")(g, ans, x, y, out=before, where=mask), np.where(mask, 0, g))
    np.testing.assert_array_equal(rule.vjp(2)(g, ans, x, y, before), np.zeros((2, 3)))


def test_lists_of_numbers():
    check_rule(np.arctan, [0.5, -1.0])
    check_rule(np.power, [0.5, 1.0], 2.5)
    check_rule(np.multiply, (0.5, 1.0), [[1.5], [2.0]])
    assert type(rule_of(np.arctan).vjp(0)(np.ones(2), None, [0.5, -1.0])) is list


def test_any_number_of_coordinates():
    check_rule(math.hypot, 1.0, 2.0, 3.0)
    check_rule(math.log, 2.0, 3.0)


def test_arguments_by_name():
    x, low = np.array([0.5, 2.0]), np.array([1.0, 1.0])
    rule = rule_of(np.clip)
    assert rule.vjp("a_min")(x, None, x, a_min=low, a_max=3.0).tolist() == [0.5, 0.0]
    assert rule.vjp("a")(x, None, a=x, a_min=low, a_max=3.0).tolist() == [0.0, 2.0]


def test_limits_at_the_edge_of_the_domain():
    assert rule_of(operator.pow).vjp(0)(1.0, 1.0, 0.0, 0) == 0.0
    assert rule_of(operator.pow).vjp(1)(1.0, 0.0, 0.0, 2.0) == 0.0
    assert rule_of(np.absolute).vjp(0)(1.0 + 0j, 0.0, 0j) == 0
    assert rule_of(np.hypot).vjp(0)(1.0, 0.0, 0.0, 0.0) == 0
    assert rule_of(np.maximum).vjp(0)(1.0, 2.0, 2.0, 2.0) == 0.5


def test_zero_derivatives():
    assert rule_of(np.floor).is_nondiff(0)
    assert rule_of(np.copysign).is_nondiff(1)
    assert not rule_of(np.copysign).is_nondiff(0)


def test_a_function_without_a_rule():
    assert rule_of(print) is None
    assert rule_of([]) is None  # looked up by identity, not hashed


def test_a_missing_derivative_says_what_to_add():
    with pytest.raises(MissingDerivative) as error:
        rule_of(math.sin).vjp(1)
    assert str(error.value) == (
        "math.sin has no vjp for argument 1; to add one: "
        "irtrack.defvjp(math.sin, lambda ans, *args: lambda g: ..., argnums=[1])"
    )


def test_special_functions_of_our_own():
    assert scalars.digamma(1.0) == pytest.approx(-0.5772156649015329, rel=1e-14)
    assert scalars.digamma(-1.5) == pytest.approx(0.7031566406452432, rel=1e-13)
    assert scalars.polygamma(1, 1.0) == pytest.approx(math.pi**2 / 6, rel=1e-14)
    assert math.isnan(scalars.digamma(-1.0))
