"""Functions of `cmath` that are not those of `math` over complex numbers: those stand in elementary.py."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import cmath

import numpy as np

from .arrays import angle_slope
from .matching import match, spread
from .verbs import defjvp, defvjp, nondiff


def log_slope(z, base=None):
    return 1 / z if base is None else 1 / (z * np.log(base))


def base_slope(ans, z, base):
    return -ans / (base * np.log(base))


defvjp(cmath.log, lambda ans, z, base=None: lambda g: match(g * log_slope(z, base), z),
       lambda ans, z, base: lambda g: match(g * base_slope(ans, z, base), base))  # fmt: skip
defjvp(cmath.log, lambda t, ans, z, base=None: spread(t * log_slope(z, base), ans),
       lambda t, ans, z, base: spread(t * base_slope(ans, z, base), ans))  # fmt: skip
defvjp(cmath.phase, lambda ans, z: lambda g: match(angle_slope(g, z, False), z))
defjvp(cmath.phase, lambda t, ans, z: spread(np.real(angle_slope(t, z, False)), ans))


def modulus_slope(g, z):
    return g * np.conj(z) / np.where(z == 0, np.inf, np.abs(z))


defvjp(cmath.polar, lambda ans, z: lambda g: match(modulus_slope(g[0], z) + angle_slope(g[1], z, False), z))
defjvp(cmath.polar, lambda t, ans, z: (
    spread(np.real(modulus_slope(t, z)), ans[0]), spread(np.real(angle_slope(t, z, False)), ans[1])))  # fmt: skip
defvjp(cmath.rect, lambda ans, r, phi: lambda g: match(np.real(g * np.exp(1j * phi)), r),
       lambda ans, r, phi: lambda g: match(np.real(g * ans * 1j), phi))  # fmt: skip
defjvp(cmath.rect, lambda t, ans, r, phi: spread(t * np.exp(1j * phi), ans),
       lambda t, ans, r, phi: spread(t * ans * 1j, ans))  # fmt: skip
nondiff((cmath.isnan, cmath.isinf, cmath.isfinite, cmath.isclose))
