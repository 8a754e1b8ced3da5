"""Operators, on plain numbers, numpy scalars and arrays; those in place store to an array."""

import operator

import numpy as np

from .verbs import elementwise, nondiff

ADD = ("g", "g")
SUBTRACT = ("g", "-g")
MULTIPLY = ("g * y", "g * x")
DIVIDE = ("g / y", "-g * r / y")
REMAINDER = ("g", "-g * floor(x / y)")
# at y = 0 the slope is zero, but its own slopes are not
POWER_SLOPE = "g * y * x ** (y - 1) if y else g * y * {r} / x if x else g * 0.0"
POWER = (
    POWER_SLOPE.format(r="r"),
    "g * r * log(x) if x > 0 else g * 0.0 if x == 0 and y >= 0 else nan",
)
POWER_OF_ARRAYS = ("power_x(g, x, y)", "power_y(g, r, x)")

elementwise((operator.add, np.add), *ADD)
elementwise((operator.sub, np.subtract), *SUBTRACT)
elementwise((operator.mul, np.multiply), *MULTIPLY)
elementwise((operator.truediv, np.divide), *DIVIDE)
elementwise((operator.mod, np.remainder), *REMAINDER)
elementwise((operator.pow, pow, np.power, np.float_power), *POWER, arrays=POWER_OF_ARRAYS)
elementwise((operator.neg, np.negative), "-g")
elementwise((operator.pos, np.positive), "g")
elementwise((operator.abs, abs, np.absolute), "g * sign(x)",
            arrays=("over_modulus(g, r, x)",), tangents=("real(over_modulus(g, r, x))",))  # fmt: skip

# in place: x is the value before; r, the value afterwards, may have changed since
elementwise(operator.iadd, *ADD, writes=True)
elementwise(operator.isub, *SUBTRACT, writes=True)
elementwise(operator.imul, *MULTIPLY, writes=True)
elementwise(operator.itruediv, "g / y", "-g * x / (y * y)", writes=True)
elementwise(operator.imod, *REMAINDER, writes=True)
elementwise(operator.ipow, POWER_SLOPE.format(r="x ** y"),
            "g * x ** y * log(x) if x > 0 else g * 0.0 if x == 0 and y >= 0 else nan",
            arrays=("power_x(g, x, y)", "power_y(g, x ** y, x)"), writes=True)  # fmt: skip

nondiff((operator.floordiv, operator.ifloordiv, np.floor_divide))
nondiff((operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne))
nondiff((operator.is_, operator.is_not, operator.contains, operator.not_, operator.truth, operator.index))
nondiff((operator.and_, operator.or_, operator.xor, operator.invert, operator.lshift, operator.rshift))
nondiff((operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift))
nondiff((operator.countOf, operator.indexOf))
nondiff((bool, len, isinstance, issubclass, hash, id, type, str, repr, format, ord, chr, callable, hasattr, range, int))
