"""The names that the expressions of rows use: SCALARS over Python's numbers, ARRAYS over numpy's.

One expression serves both: `cos` is math.cos in the one and np.cos in the other. What has a limit where the formula has
none (`x * log(x)` at 0) is a function of its own in each.
"""

import math
from typing import Any, Final

import numpy as np

INF: Final = math.inf
NAN: Final = math.nan


def sign(x: float) -> float:
    """-1.0, 0.0 or 1.0; nan of nan."""
    return 1.0 if x > 0 else -1.0 if x < 0 else x * 0.0


def share(g: float, x: float, y: float, r: float) -> float:
    """`g` times the part that `x` has in r, the larger or smaller of x and y: a half where both are it."""
    return 0.0 if x != r else g if x != y else 0.5 * g


def polygamma(n: int, x: float) -> float:
    """The n-th derivative of digamma, by its recurrence up to 20 and the asymptotic series from there."""
    if x <= 0 and x == math.floor(x):
        return NAN
    order, total = math.factorial(n), 0.0
    while x < 20.0:
        total += order / x ** (n + 1)
        x += 1.0
    lead = -math.log(x) if n == 0 else math.factorial(n - 1) / x**n
    series = lead + order / (2.0 * x ** (n + 1))
    for k, bernoulli in enumerate(BERNOULLI, 1):
        series += bernoulli * math.factorial(2 * k + n - 1) / math.factorial(2 * k) / x ** (2 * k + n)
    return (total + series) * (-1.0 if n % 2 == 0 else 1.0)


BERNOULLI: Final = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)  # B2, B4, ...


def digamma(x: float) -> float:
    """The derivative of lgamma."""
    return polygamma(0, x)


def power_x(g: Any, x: Any, y: Any, out: Any = None) -> Any:
    """`g` times the derivative of x ** y by x, arrays among them: zero for y = 0, whatever x is. out: as of ufuncs.

    That a power is 2 or 0 makes it simpler only where nothing is differentiated by it, as by no int.
    """
    if out is not None:
        slope = np.multiply(x, 2, out) if type(y) is int and y == 2 else power_x(1.0, x, y)
        return np.multiply(g, slope, out)
    if type(y) is int and y in (0, 2):
        return g * (2 * x) if y else g * np.zeros_like(x)
    if type(y) is int or (type(y) is float and y):
        return g * (y * x ** (y - 1))
    return g * y * np.power(x, np.where((x == 0) & (y == 0), 1, y - 1))


TAKING_OUT = frozenset([power_x])  # what writes to an array that is passed behind its arguments, as ufuncs do


def power_y(g: Any, r: Any, x: Any) -> Any:
    """`g` times the derivative of r = x ** y by y: zero for x = 0."""
    return g * r * np.log(np.where(x == 0, np.ones_like(x), x))


def array_share(g: Any, x: Any, y: Any, r: Any) -> Any:
    """`share`, for arrays: zero where x is not r, even if g is nan there."""
    return np.where(x == r, g, 0.0) / (1.0 + (x == y))


def over_modulus(g: Any, r: Any, x: Any) -> Any:
    """The cotangent of r = abs(x), complex or real: zero at zero."""
    if np.iscomplexobj(x):
        return g * np.conj(x) / np.where(r == 0, 1, r)
    return g * np.sign(x)


def over_direction(g: Any, r: Any, x: Any) -> Any:
    """The cotangent of r = sign(x): that of a complex x is x / abs(x), zero at zero."""
    if not np.iscomplexobj(x):
        return g * np.zeros_like(x)
    return (g - np.real(g * r) * np.conj(r)) / np.where(r == 0, np.inf, np.abs(x))


def along_direction(t: Any, r: Any, x: Any) -> Any:
    """The tangent of the same."""
    return np.conj(over_direction(np.conj(t), r, x))


def array_sinc(x: Any, r: Any) -> Any:
    """The derivative of r = np.sinc(x): near zero, where it is a difference of what is nearly equal, by its series."""
    z = np.pi * x
    near = np.abs(z) < 0.1
    inner, far = np.where(near, z, 0.0), np.where(near, 1.0, z)
    square = inner * inner
    series = inner * (square * (1 / 30 + square * (square / 45360 - 1 / 840)) - 1 / 3)
    return np.pi * np.where(near, series, (np.cos(far) - r) / far)


SCALARS: Final[dict[str, Any]] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "exp", "log", "sqrt", "sinh", "cosh", "floor", "atan2")},
    "copysign": math.copysign,
    "digamma": digamma,
    "gamma": math.gamma,
    "inf": INF,
    "ln2": math.log(2.0),
    "ln10": math.log(10.0),
    "nan": NAN,
    "pi": math.pi,
    "polygamma": polygamma,
    "share": share,
    "sign": sign,
    "trunc": math.trunc,
}  # fmt: skip

ARRAYS: Final[dict[str, Any]] = {
    **{name: getattr(np, name) for name in ("sin", "cos", "exp", "log", "sqrt", "sinh", "cosh", "floor", "trunc")},
    "along_direction": along_direction,
    "atan2": np.arctan2,
    "conj": np.conj,
    "copysign": np.copysign,
    "imag": np.imag,
    "inf": INF,
    "ln2": math.log(2.0),
    "ln10": math.log(10.0),
    "nan": NAN,
    "over_direction": over_direction,
    "over_modulus": over_modulus,
    "pi": math.pi,
    "power_x": power_x,
    "power_y": power_y,
    "real": np.real,
    "share": array_share,
    "sign": np.sign,
    "sinc_slope": array_sinc,
    "select": np.where,
}
