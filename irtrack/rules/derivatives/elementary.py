"""Functions of `math`, and numpy's ufuncs, by elements."""

import cmath
import math
from collections.abc import Callable

import numpy as np

from . import scalars
from .operators import POWER
from .verbs import defjvp, defjvp_argnum, defvjp, defvjp_argnum, elementwise, nondiff

# exponentials, logarithms, roots
elementwise((math.exp, cmath.exp, np.exp), "g * r")
elementwise((math.exp2, np.exp2), "g * r * ln2")
elementwise((math.expm1, np.expm1), "g * (r + 1)")
elementwise(np.log, "g / x")
elementwise((math.log2, np.log2), "g / (x * ln2)")
elementwise((math.log10, cmath.log10, np.log10), "g / (x * ln10)")
elementwise((math.log1p, np.log1p), "g / (x + 1)")
elementwise((math.sqrt, cmath.sqrt, np.sqrt), "g / (2 * r)")
elementwise((math.cbrt, np.cbrt), "g / (3 * r * r)")
elementwise(np.square, "g * (2 * x)")
elementwise(np.reciprocal, "-g * r * r")
elementwise(math.pow, *POWER)

# trigonometric and hyperbolic functions
elementwise((math.sin, cmath.sin, np.sin), "g * cos(x)")
elementwise((math.cos, cmath.cos, np.cos), "-g * sin(x)")
elementwise((math.tan, cmath.tan, np.tan), "g * (1 + r * r)")
elementwise((math.asin, cmath.asin, np.arcsin), "g / sqrt(1 - x * x)")
elementwise((math.acos, cmath.acos, np.arccos), "-g / sqrt(1 - x * x)")
elementwise((math.atan, cmath.atan, np.arctan), "g / (1 + x * x)")
elementwise((math.sinh, cmath.sinh, np.sinh), "g * cosh(x)")
elementwise((math.cosh, cmath.cosh, np.cosh), "g * sinh(x)")
elementwise((math.tanh, cmath.tanh, np.tanh), "g * (1 - r * r)")
elementwise((math.asinh, cmath.asinh, np.arcsinh), "g / sqrt(x * x + 1)")
elementwise((math.acosh, cmath.acosh, np.arccosh), "g / sqrt(x * x - 1)",
            arrays=("g / (sqrt(x - 1) * sqrt(x + 1))",))  # fmt: skip
elementwise((math.atanh, cmath.atanh, np.arctanh), "g / (1 - x * x)")
elementwise((math.atan2, np.arctan2), "g * y / (x * x + y * y)", "-g * x / (x * x + y * y)")
elementwise((math.degrees, np.degrees, np.rad2deg), "g * (180 / pi)")
elementwise((math.radians, np.radians, np.deg2rad), "g * (pi / 180)")
elementwise(np.hypot, "g * x / r if r else g * 0.0", "g * y / r if r else g * 0.0",
            arrays=("g * x / select(r == 0, 1, r)", "g * y / select(r == 0, 1, r)"))  # fmt: skip

# parts and signs
elementwise((math.fabs, np.fabs), "g * sign(x)")
elementwise((math.copysign, np.copysign), "g * copysign(1.0, x) * copysign(1.0, y)", None)
elementwise(np.conjugate, "g", arrays=("conj(g)",))
elementwise((math.fmod, np.fmod), "g", "-g * trunc(x / y)")
elementwise(math.remainder, "g", "g * (r - x) / y")
elementwise(math.ldexp, "g * 2.0 ** y", None)
elementwise(np.ldexp, "g * 2.0 ** y", None)
elementwise((math.nextafter, np.nextafter), "g", None)

elementwise(np.sign, None, arrays=("over_direction(g, r, x)",), tangents=("along_direction(g, r, x)",))

# of two, one
elementwise((np.maximum, np.fmax, np.minimum, np.fmin), "share(g, x, y, r)", "share(g, y, x, r)")
elementwise((np.logaddexp,), "g * exp(x - r)", "g * exp(y - r)")
elementwise((np.logaddexp2,), "g * 2.0 ** (x - r)", "g * 2.0 ** (y - r)")
elementwise(np.heaviside, None, "g * (x == 0)")

# special functions of `math`
elementwise(math.erf, "g * exp(-x * x) * (2 / sqrt(pi))")
elementwise(math.erfc, "g * exp(-x * x) * (-2 / sqrt(pi))")
elementwise(math.gamma, "g * r * digamma(x)")
elementwise(math.lgamma, "g * digamma(x)")
elementwise(scalars.digamma, "g * polygamma(1, x)")
elementwise(scalars.polygamma, None, "g * polygamma(x + 1, y)")
if hasattr(math, "fma"):  # since 3.13
    elementwise(math.fma, "g * y", "g * x", "g")

# steps, tests, whole numbers: zero derivative
nondiff((math.floor, math.ceil, math.trunc, np.floor, np.ceil, np.trunc, np.rint, np.signbit))
nondiff((math.isnan, math.isinf, math.isfinite, math.isclose, np.isnan, np.isinf, np.isfinite, np.isnat))
nondiff((math.gcd, math.lcm, math.comb, math.perm, math.factorial, math.isqrt, math.ulp, np.gcd, np.lcm, np.spacing))
nondiff((np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal))
nondiff((np.logical_and, np.logical_or, np.logical_xor, np.logical_not))
nondiff((np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert, np.left_shift, np.right_shift, np.bitwise_count))


# with a base, which has its own derivative
def log_vjp(ans: float, x: float, base: float | None = None) -> Callable[[float], float]:
    return lambda g: g / x if base is None else g / (x * math.log(base))


def log_base_vjp(ans: float, x: float, base: float) -> Callable[[float], float]:
    return lambda g: -g * ans / (base * math.log(base))


defvjp(math.log, log_vjp, log_base_vjp)
defjvp(
    math.log,
    lambda t, ans, x, base=None: log_vjp(ans, x, base)(t),
    lambda t, ans, x, base: log_base_vjp(ans, x, base)(t),
)

elementwise(math.log, "g / x")

# of any number of coordinates
defvjp_argnum(math.hypot, lambda argnum, ans, args, kwargs: lambda g: g * args[argnum] / ans if ans else g * 0.0)
defjvp_argnum(math.hypot, lambda argnum, t, ans, args, kwargs: t * args[argnum] / ans if ans else t * 0.0)
elementwise(math.hypot, "g * x / r if r else g * 0.0", "g * y / r if r else g * 0.0")
