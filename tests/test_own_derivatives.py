"""Reverse-mode differentiation as a user would write it, on the public API: after IRTracker's test_backward_ad.jl.

A context stores the pullback of each call that has a rule in the metadata of its node; a walk along `backward` then
carries derivatives from the return to the arguments.
"""

import math
import operator

import pytest

from irtrack import Context, NestedCallNode, PrimitiveCallNode, is_builtin, track

RULES = {
    operator.add: lambda x, y: (x + y, lambda d: (d, d)),
    operator.iadd: lambda x, y: (x + y, lambda d: (d, d)),
    operator.sub: lambda x, y: (x - y, lambda d: (d, -d)),
    operator.mul: lambda x, y: (x * y, lambda d: (d * y, d * x)),
    operator.truediv: lambda x, y: (x / y, lambda d: (d / y, -d * x / y**2)),
    operator.pow: lambda x, n: (x**n, lambda d: (d * n * x ** (n - 1) if n else 0.0, 0.0)),
    operator.neg: lambda x: (-x, lambda d: (-d,)),
    math.sin: lambda x: (math.sin(x), lambda d: (d * math.cos(x),)),
    math.cos: lambda x: (math.cos(x), lambda d: (-d * math.sin(x),)),
    math.exp: lambda x: (math.exp(x), lambda d: (d * math.exp(x),)),
}


class Backward(Context):
    """Calls with a rule are primitive, and keep their pullback."""

    def tracked_call(self, call):
        rule = RULES.get(call.function.value)
        if rule is not None:
            value, pullback = rule(*[argument.value for argument in call.arguments])
            node = self.record_primitive(call, value)
            node.metadata["pullback"] = pullback
            return node
        if is_builtin(call.function.value):
            return self.record_primitive(call)
        return self.record_nested(call)


def accumulate(node, derivative):
    node.metadata["derivative"] = node.metadata.get("derivative", 0.0) + derivative


def pull_back(node, derivative):
    """Pass the derivative of a node on to what it refers to."""
    if isinstance(node, NestedCallNode):
        pull_back_call(node, derivative)
    elif isinstance(node, PrimitiveCallNode):
        if "pullback" not in node.metadata:
            raise LookupError(f"no pullback found for the primitive {node.function}")
        derivatives = node.metadata["pullback"](derivative)
        for number, reference in node.referenced(numbered=True):
            accumulate(reference, derivatives[number - 2])  # 1 is the function
    else:  # an argument of a block, or a return
        for reference in node.referenced():
            accumulate(reference, derivative)


def pull_back_call(call, derivative):
    """The same through what a call ran, from its return to its arguments."""
    last = call[-1]
    pull_back(last, derivative)
    for node in sorted(last.backward(), key=lambda node: -node.position):
        if "derivative" in node.metadata:
            pull_back(node, node.metadata["derivative"])
    for number, reference in call.referenced(numbered=True):
        if number > 1:
            accumulate(reference, call[number].metadata.get("derivative", 0.0))


def gradient(f, *arguments):
    node = track(Backward(), f, *arguments)
    pull_back(node, 1.0)
    return tuple(argument.metadata.get("derivative", 0.0) for argument in node.children[1 : 1 + len(arguments)])


def f(x):
    return math.sin(x) + x**0


def g(x, y):
    return math.sin(x + math.cos(y)) + x * y


def h(x, n):
    r = x * 0
    i = 0
    while i < n:
        r += x**i
        i += 1
    return r


def phi(x):
    return h(f(g(2 * x, x / 2)), 4)


def numerically(function, *arguments, step=1e-6):
    found = []
    for k, x in enumerate(arguments):
        if isinstance(x, float):
            low, high = [[*arguments[:k], x + s, *arguments[k + 1 :]] for s in (-step, step)]
            found.append((function(*high) - function(*low)) / (2 * step))
    return found


def test_what_has_a_rule_is_primitive():
    call = track(Backward(), f, 42.0)
    assert len(call.children) == 6
    assert all(isinstance(call[i], PrimitiveCallNode) and "pullback" in call[i].metadata for i in (3, 4, 5))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(f, (42.0,)), (g, (2.0, 3.0)), (h, (2.4, 4)), (h, (11.11, 1)), (phi, (1.1,))],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_gradients(function, arguments):
    expected = numerically(function, *arguments)
    assert gradient(function, *arguments)[: len(expected)] == pytest.approx(expected, rel=1e-4)


def test_the_value_is_that_of_the_rules():
    assert track(Backward(), phi, 1.1).value == phi(1.1)


def test_a_primitive_without_a_rule_is_named():
    with pytest.raises(LookupError, match=r"no pullback found for the primitive ⟨math\.tan⟩"):
        gradient(lambda x: math.tan(x) + 1.0, 2.0)
