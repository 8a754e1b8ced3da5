"""Derivatives of functions that are not entered: one row a fact, in four verbs, the strongest first.

    elementwise((math.sin, np.sin), "g * cos(x)")     the cotangent of each argument, as an expression
    linear(np.flip, lambda g, ans, x, axis=None: np.flip(g, axis))    the transpose; it is its own tangent
    nondiff(np.floor)                                 the derivative is zero, or there is nothing to differentiate
    defvjp(f, lambda ans, x: lambda g: ...)           all else; defjvp(f, lambda t, ans, x: ...)

`rule_of(f)` is a `Rule` or None. Complex numbers follow autograd: the cotangent of z = x + iy is d/dx - i d/dy, so
that a holomorphic function's is `g * derivative`, without conjugates; tangents are plain directions.
"""

from functools import partial
from importlib import import_module

from . import (
    arrays,
    complex_numbers,
    cumulative,
    decompositions,
    elementary,
    fourier,
    indexing,
    joining,
    methods,
    norms,
    numbers,
    operators,
    products,
    reductions,
    scipy_transforms,
    selecting,
    shapes,
    solving,
    ufuncs,
)
from .registry import LATER, RULES, rule_of
from .rule import ALL, MissingDerivative, Rule
from .scalars import SCALARS
from .verbs import defjvp, defjvp_argnum, defvjp, defvjp_argnum, elementwise, linear, nondiff, with_vjp

LATER["scipy.special"] = partial(import_module, ".special", __name__)
LATER["scipy.linalg"] = partial(import_module, ".scipy_linalg", __name__)
LATER["scipy.fft"] = scipy_transforms.fourier
LATER["scipy.signal"] = scipy_transforms.convolutions

__all__ = [
    "ALL",
    "RULES",
    "SCALARS",
    "MissingDerivative",
    "Rule",
    "arrays",
    "complex_numbers",
    "cumulative",
    "decompositions",
    "defjvp",
    "defjvp_argnum",
    "defvjp",
    "defvjp_argnum",
    "elementary",
    "elementwise",
    "fourier",
    "indexing",
    "joining",
    "linear",
    "methods",
    "nondiff",
    "norms",
    "numbers",
    "operators",
    "products",
    "reductions",
    "rule_of",
    "scipy_transforms",
    "selecting",
    "shapes",
    "solving",
    "ufuncs",
    "with_vjp",
]
