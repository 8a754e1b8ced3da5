"""Which functions are pure: equal operands give an equal value, and nothing else happens.

This holds for operands that nothing can change and whose types are the language's or numpy's own: numbers, text, bytes,
None, and tuples, frozensets, slices and ranges of them. For a user's class anybody may have written the methods.
"""

import math
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Row(NamedTuple):
    """`operator.add is pure`.

    `fresh`: the value is a new object that can change afterwards. `settings`: for some operands the text depends on
    settings of the process: the locale, numpy's print options.
    """

    function: Callable[..., Any]
    fresh: bool
    settings: bool


ROWS: list[Row] = []


def pure(*functions: Callable[..., Any], fresh: bool = False, settings: bool = False) -> None:
    """Add a row for each function."""
    ROWS.extend(Row(function, fresh, settings) for function in functions)


# operators: those in place are pure because their operands cannot change
pure(operator.add, operator.iadd)
pure(operator.sub, operator.isub)
pure(operator.mul, operator.imul)
pure(operator.truediv, operator.itruediv)
pure(operator.floordiv, operator.ifloordiv)
pure(operator.mod, operator.imod, settings=True)
pure(operator.pow, operator.ipow)
pure(operator.matmul, operator.imatmul)
pure(operator.lshift, operator.ilshift)
pure(operator.rshift, operator.irshift)
pure(operator.and_, operator.iand)
pure(operator.or_, operator.ior)
pure(operator.xor, operator.ixor)
pure(operator.neg)
pure(operator.pos)
pure(operator.invert)
pure(operator.not_)
pure(operator.lt, operator.le, operator.gt, operator.ge)
pure(operator.eq, operator.ne)
pure(operator.is_, operator.is_not)
pure(operator.contains)
pure(operator.getitem)
pure(operator.truth)
pure(operator.index)
pure(operator.concat, operator.iconcat)
pure(operator.countOf, operator.indexOf)

# builtins
pure(abs)
pure(all, any)
pure(ascii, repr, settings=True)
pure(bin, hex, oct)
pure(bool)
pure(bytes)
pure(callable)
pure(chr, ord)
pure(complex, float, int)
pure(divmod)
pure(format, settings=True)
pure(frozenset)
pure(getattr, hasattr)
pure(hash)
pure(isinstance, issubclass)
pure(len)
pure(max, min)
pure(pow)
pure(range)
pure(round)
pure(slice)
pure(str, settings=True)
pure(sum)
pure(tuple)
pure(type)
pure(bytearray, dict, list, set, sorted, fresh=True)

# methods of text and bytes; str.format reads the locale whatever its operands are
pure(str.capitalize, str.casefold, str.lower, str.swapcase, str.title, str.upper)
pure(str.center, str.ljust, str.rjust, str.zfill, str.expandtabs)
pure(str.count, str.find, str.index, str.rfind, str.rindex)
pure(str.encode)
pure(str.startswith, str.endswith)
pure(str.isalnum, str.isalpha, str.isascii, str.isdecimal, str.isdigit, str.isidentifier)
pure(str.islower, str.isnumeric, str.isprintable, str.isspace, str.istitle, str.isupper)
pure(str.join)
pure(str.strip, str.lstrip, str.rstrip, str.removeprefix, str.removesuffix)
pure(str.partition, str.rpartition)
pure(str.replace)
pure(str.translate)
pure(str.split, str.rsplit, str.splitlines, fresh=True)
pure(bytes.capitalize, bytes.lower, bytes.swapcase, bytes.title, bytes.upper)
pure(bytes.center, bytes.ljust, bytes.rjust, bytes.zfill, bytes.expandtabs)
pure(bytes.count, bytes.find, bytes.index, bytes.rfind, bytes.rindex)
pure(bytes.decode)
pure(bytes.hex)
pure(bytes.startswith, bytes.endswith)
pure(bytes.isalnum, bytes.isalpha, bytes.isascii, bytes.isdigit)
pure(bytes.islower, bytes.isspace, bytes.istitle, bytes.isupper)
pure(bytes.join)
pure(bytes.strip, bytes.lstrip, bytes.rstrip, bytes.removeprefix, bytes.removesuffix)
pure(bytes.partition, bytes.rpartition)
pure(bytes.replace)
pure(bytes.translate)
pure(bytes.split, bytes.rsplit, bytes.splitlines, fresh=True)

# methods of numbers, tuples, frozensets and ranges
pure(int.as_integer_ratio, float.as_integer_ratio)
pure(int.bit_count, int.bit_length)
pure(int.conjugate, float.conjugate, complex.conjugate)
pure(int.to_bytes)
pure(float.hex)
pure(float.is_integer)
pure(tuple.count, tuple.index)
pure(range.count, range.index)
pure(frozenset.union, frozenset.intersection, frozenset.difference, frozenset.symmetric_difference)
pure(frozenset.isdisjoint, frozenset.issubset, frozenset.issuperset)

# math
pure(math.acos, math.asin, math.atan, math.atan2, math.cos, math.sin, math.tan)
pure(math.acosh, math.asinh, math.atanh, math.cosh, math.sinh, math.tanh)
pure(math.cbrt, math.sqrt, math.isqrt)
pure(math.ceil, math.floor, math.trunc)
pure(math.comb, math.perm, math.factorial)
pure(math.copysign)
pure(math.degrees, math.radians)
pure(math.dist, math.hypot)
pure(math.erf, math.erfc, math.gamma, math.lgamma)
pure(math.exp, math.exp2, math.expm1)
pure(math.fabs)
pure(math.fmod, math.remainder)
pure(math.frexp, math.ldexp, math.modf)
pure(math.fsum, math.prod)
pure(math.gcd, math.lcm)
pure(math.isclose)
pure(math.isfinite, math.isinf, math.isnan)
pure(math.log, math.log10, math.log1p, math.log2)
pure(math.nextafter, math.ulp)
pure(math.pow)

# numpy
pure(np.abs, np.fabs, np.sign, np.signbit, np.copysign)
pure(np.add, np.subtract, np.multiply, np.divide, np.floor_divide, np.negative, np.positive, np.reciprocal)
pure(np.arccos, np.arcsin, np.arctan, np.arctan2, np.cos, np.sin, np.tan)
pure(np.arccosh, np.arcsinh, np.arctanh, np.cosh, np.sinh, np.tanh)
pure(np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert, np.left_shift, np.right_shift)
pure(np.cbrt, np.sqrt, np.square)
pure(np.ceil, np.floor, np.rint, np.trunc)
pure(np.conjugate)
pure(np.deg2rad, np.rad2deg, np.degrees, np.radians)
pure(np.divmod, np.fmod, np.mod, np.modf)
pure(np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
pure(np.exp, np.exp2, np.expm1, np.frexp, np.ldexp)
pure(np.float_power, np.power)
pure(np.fmax, np.fmin, np.maximum, np.minimum)
pure(np.gcd, np.lcm)
pure(np.heaviside)
pure(np.hypot)
pure(np.isfinite, np.isinf, np.isnan)
pure(np.log, np.log10, np.log1p, np.log2, np.logaddexp, np.logaddexp2)
pure(np.logical_and, np.logical_or, np.logical_xor, np.logical_not)
pure(np.matmul)
pure(np.nextafter, np.spacing)
pure(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
pure(np.float16, np.float32, np.float64, np.complex64, np.complex128)
