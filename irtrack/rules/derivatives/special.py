"""scipy.special, and what of numpy needs it: read when a program has imported that module."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from . import verbs
from .matching import match, spread
from .verbs import defjvp, defvjp, nondiff

sp: Any = import_module("scipy.special")


def with_limit(function, *series):
    """A function whose formula is a quotient of zeros at 0, and inexact near it: the Taylor series is taken there."""

    def limited(x):
        near = np.abs(x) < 3e-3
        inner, total = np.where(near, x, 0.0), 0.0
        for coefficient in reversed(series):
            total = total * inner + coefficient
        return np.where(near, total, function(np.where(near, 0.5, x)))

    return limited


NAMES = {name: getattr(sp, name) for name in dir(sp) if isinstance(getattr(sp, name), np.ufunc)} | {
    "maximum": np.maximum,
    "polygamma": sp.polygamma,
    "zeta": sp.zeta,
    "exprel_slope": with_limit(lambda x: (np.exp(x) - sp.exprel(x)) / x, 1 / 2, 1 / 3, 1 / 8, 1 / 30, 1 / 144, 1 / 840),
    "log_slope": with_limit(lambda x: np.log1p(x) / x, 1, -1 / 2, 1 / 3, -1 / 4, 1 / 5, -1 / 6),
    "sinh_slope": with_limit(lambda x: np.sinh(x) / x, 1, 0, 1 / 6, 0, 1 / 120),
    "ellipk_slope": with_limit(
        lambda x: (sp.ellipe(x) / (1 - x) - sp.ellipk(x)) / (np.pi * x),
        1 / 4, 9 / 32, 75 / 256, 1225 / 4096, 19845 / 65536, 160083 / 524288),
    "ellipe_slope": with_limit(
        lambda x: (sp.ellipe(x) - sp.ellipk(x)) / (np.pi * x),
        -1 / 4, -3 / 32, -15 / 256, -175 / 4096, -2205 / 65536, -14553 / 524288),
}  # fmt: skip
elementwise = partial(verbs.elementwise, names=NAMES)

# gamma and beta
elementwise(sp.gamma, "g * r * psi(x)")
elementwise((sp.gammaln, sp.loggamma), "g * psi(x)")
elementwise(sp.rgamma, "-g * r * psi(x)")
elementwise((sp.psi, sp.digamma), "g * polygamma(1, x)")
elementwise(sp.polygamma, None, "g * polygamma(x + 1, y)")
elementwise(sp.multigammaln, "g * multigamma_slope(x, y)", None, names={
    "multigamma_slope": lambda a, d: sp.psi(np.expand_dims(a, -1) - 0.5 * np.arange(d)).sum(-1)})  # fmt: skip
elementwise(sp.beta, "g * r * (psi(x) - psi(x + y))", "g * r * (psi(y) - psi(x + y))")
elementwise(sp.betaln, "g * (psi(x) - psi(x + y))", "g * (psi(y) - psi(x + y))")
elementwise(sp.betainc, ..., ..., "g * exp((x - 1) * log(z) + (y - 1) * log1p(-z) - betaln(x, y))")
elementwise(sp.gammainc, ..., "g * exp((x - 1) * log(y) - y - gammaln(x))")
elementwise(sp.gammaincc, ..., "-g * exp((x - 1) * log(y) - y - gammaln(x))")
elementwise(sp.binom, "g * r * (psi(x + 1) - psi(x - y + 1))", "g * r * (psi(x - y + 1) - psi(y + 1))")
elementwise(sp.poch, "g * r * (psi(x + y) - psi(x))", "g * r * psi(x + y)")
nondiff(sp.gammasgn)

# error functions and the normal distribution
elementwise(sp.erf, "g * exp(-x * x) * (2 / sqrt(pi))")
elementwise(sp.erfc, "g * exp(-x * x) * (-2 / sqrt(pi))")
elementwise(sp.erfcx, "g * (2 * x * r - 2 / sqrt(pi))")
elementwise(sp.erfi, "g * exp(x * x) * (2 / sqrt(pi))")
elementwise(sp.dawsn, "g * (1 - 2 * x * r)")
elementwise(sp.erfinv, "g * exp(r * r) * (sqrt(pi) / 2)")
elementwise(sp.erfcinv, "g * exp(r * r) * (-sqrt(pi) / 2)")
elementwise(sp.ndtr, "g * exp(-x * x / 2) / sqrt(2 * pi)")
elementwise(sp.log_ndtr, "g * exp(-x * x / 2 - r) / sqrt(2 * pi)")
elementwise(sp.ndtri, "g * exp(r * r / 2) * sqrt(2 * pi)")

# logistic functions, entropies, losses
elementwise(sp.expit, "g * r * (1 - r)")
elementwise(sp.logit, "g / (x * (1 - x))")
elementwise(sp.log_expit, "g * expit(-x)")
elementwise(sp.xlogy, "g * log(y)", "g * x / y")
elementwise(sp.xlog1py, "g * log1p(y)", "g * x / (1 + y)")
elementwise(sp.entr, "-g * (log(x) + 1)")
elementwise(sp.rel_entr, "g * (log(x / y) + 1)", "-g * x / y")
elementwise(sp.kl_div, "g * log(x / y)", "g * (1 - x / y)")
elementwise(sp.huber, "g * maximum(abs(y) - x, 0.0)", "g * maximum(-x, -maximum(-x, -y))")
elementwise(sp.pseudo_huber, "g * (2 * r / x - y * y / (x * sqrt(1 + (y / x) ** 2)))", "g * y / sqrt(1 + (y / x) ** 2)")
elementwise(sp.boxcox, "g * x ** (y - 1)", "g * log(x) ** 2 * exprel_slope(y * log(x))")
elementwise(sp.boxcox1p, "g * (1 + x) ** (y - 1)", "g * log1p(x) ** 2 * exprel_slope(y * log1p(x))")
elementwise(sp.inv_boxcox, "g * r ** (1 - y)", ...)
elementwise(sp.inv_boxcox1p, "g * (1 + r) ** (1 - y)", ...)

# powers and exponentials
elementwise(sp.exp2, "g * r * ln2")
elementwise(sp.exp10, "g * r * ln10")
elementwise(sp.expm1, "g * (r + 1)")
elementwise(sp.log1p, "g / (x + 1)")
elementwise(sp.cosm1, "-g * sin(x)")
elementwise(sp.cbrt, "g / (3 * r * r)")
elementwise(sp.exprel, "g * exprel_slope(x)")
elementwise(sp.sindg, "g * cosdg(x) * (pi / 180)")
elementwise(sp.cosdg, "-g * sindg(x) * (pi / 180)")
elementwise(sp.tandg, "g * (1 + r * r) * (pi / 180)")
elementwise(sp.cotdg, "-g * (1 + r * r) * (pi / 180)")
nondiff(sp.round)
elementwise(sp.radian, "g * (pi / 180)", "g * (pi / 10800)", "g * (pi / 648000)")

# Bessel functions
elementwise(sp.j0, "-g * j1(x)")
elementwise(sp.j1, "g * (j0(x) - jv(2, x)) / 2")
elementwise(sp.jv, ..., "g * (jv(x - 1, y) - jv(x + 1, y)) / 2")
elementwise(sp.y0, "-g * y1(x)")
elementwise(sp.y1, "g * (y0(x) - yv(2, x)) / 2")
elementwise((sp.yn, sp.yv), ..., "g * (yv(x - 1, y) - yv(x + 1, y)) / 2")
elementwise((sp.i0, np.i0), "g * i1(x)")
elementwise(sp.i1, "g * (i0(x) + iv(2, x)) / 2")
elementwise(sp.iv, ..., "g * (iv(x - 1, y) + iv(x + 1, y)) / 2")
elementwise(sp.i0e, "g * (i1e(x) - sign(x) * r)")
elementwise(sp.i1e, "g * ((i0e(x) + ive(2, x)) / 2 - sign(x) * r)")
elementwise(sp.ive, ..., "g * ((ive(x - 1, y) + ive(x + 1, y)) / 2 - sign(y) * r)")
elementwise(sp.k0, "-g * k1(x)")
elementwise(sp.k1, "-g * (k0(x) + kv(2, x)) / 2")
elementwise((sp.kn, sp.kv), ..., "-g * (kv(x - 1, y) + kv(x + 1, y)) / 2")
elementwise(sp.k0e, "g * (r - k1e(x))")
elementwise(sp.k1e, "g * (r - (k0e(x) + kve(2, x)) / 2)")
elementwise(sp.kve, ..., "g * (r - (kve(x - 1, y) + kve(x + 1, y)) / 2)")

# integrals, and others
elementwise(sp.expi, "g * exp(x) / x")
elementwise(sp.exp1, "-g * exp(-x) / x")
elementwise(sp.expn, None, "-g * expn(x - 1, y)")
elementwise(sp.spence, "-g * log_slope(x - 1)")
elementwise(sp.ellipk, "g * (pi / 2) * ellipk_slope(x)")
elementwise(sp.ellipe, "g * (pi / 2) * ellipe_slope(x)")
elementwise(sp.ellipkinc, "g / sqrt(1 - y * sin(x) ** 2)", ...)
elementwise(sp.ellipeinc, "g * sqrt(1 - y * sin(x) ** 2)", ...)
elementwise(sp.zeta, ..., "-g * x * zeta(x + 1, y)")
elementwise(sp.hyp0f1, ..., "g * hyp0f1(x + 1, y) / x")
elementwise(sp.hyp1f1, ..., ..., "g * x / y * hyp1f1(x + 1, y + 1, z)")
defvjp(
    sp.hyp2f1,
    lambda ans, a, b, c, x: lambda g: match(g * a * b / c * sp.hyp2f1(a + 1, b + 1, c + 1, x), x),
    argnums=[3],
)
defjvp(
    sp.hyp2f1, lambda t, ans, a, b, c, x: spread(t * a * b / c * sp.hyp2f1(a + 1, b + 1, c + 1, x), ans), argnums=[3]
)
defvjp(sp.lambertw, lambda ans, z, k=0, tol=1e-8: lambda g: match(g / (np.exp(ans) * (1 + ans)), z))
defjvp(sp.lambertw, lambda t, ans, z, k=0, tol=1e-8: t / (np.exp(ans) * (1 + ans)))


# several at once
def spherical(function, sign):
    """A row for a spherical Bessel function, a solution of z y'' + 2 y' = (sign z + n (n + 1) / z) y."""

    def slope(ans, n, z, derivative=False):
        if not derivative:
            return function(n, z, True)
        return (sign + n * (n + 1) / (z * z)) * function(n, z) - 2 * ans / z

    defvjp(function, None, lambda ans, n, z, *rest, **named: lambda g: match(g * slope(ans, n, z, *rest, **named), z))
    defjvp(function, None, lambda t, ans, n, z, *rest, **named: spread(t * slope(ans, n, z, *rest, **named), ans))


spherical(sp.spherical_jn, -1)
spherical(sp.spherical_yn, -1)
spherical(sp.spherical_in, 1)
spherical(sp.spherical_kn, 1)


def together(function, slopes):
    """A row for functions of one number that give several: their derivatives."""
    defvjp(function, lambda ans, x: lambda g: match(
        np.sum([each * slope for each, slope in zip(g, slopes(x, *ans), strict=True)], axis=0), x))  # fmt: skip
    defjvp(
        function, lambda t, ans, x: tuple(spread(t * slope, a) for a, slope in zip(ans, slopes(x, *ans), strict=True))
    )


together(sp.sici, lambda x, *ans: (np.sinc(x / np.pi), np.cos(x) / x))
together(sp.shichi, lambda x, *ans: (NAMES["sinh_slope"](x), np.cosh(x) / x))
together(sp.fresnel, lambda x, *ans: (np.sin(np.pi * x * x / 2), np.cos(np.pi * x * x / 2)))
together(sp.airy, lambda x, a, a1, b, b1: (a1, x * a, b1, x * b))


# sums of exponentials
def exponentials(ans, a, axis, keepdims, return_sign):
    """exp(a - the result), which has its axes put back."""
    total = ans[0] if return_sign else ans
    axes = tuple(range(np.ndim(a))) if axis is None else axis
    return np.exp(a - (total if keepdims else np.expand_dims(total, axes))), axes


def logsumexp_parts(g, ans, a, axis, keepdims, return_sign):
    shares, axes = exponentials(ans, a, axis, keepdims, return_sign)
    g, sign = (g[0], ans[1]) if return_sign else (g, 1.0)
    return shares, g * sign if keepdims else np.expand_dims(g * sign, axes)


def logsumexp_vjp(ans, a, axis=None, b=None, keepdims=False, return_sign=False):
    def pull(g):
        shares, g = logsumexp_parts(g, ans, a, axis, keepdims, return_sign)
        return match(g * shares * (1.0 if b is None else b), a)

    return pull


def logsumexp_b_vjp(ans, a, axis=None, b=None, keepdims=False, return_sign=False):
    def pull(g):
        shares, g = logsumexp_parts(g, ans, a, axis, keepdims, return_sign)
        return match(g * shares, b)

    return pull


def logsumexp_jvp(which):
    def jvp(t, ans, a, axis=None, b=None, keepdims=False, return_sign=False):
        shares, axes = exponentials(ans, a, axis, keepdims, return_sign)
        sign = ans[1] if return_sign else 1.0
        parts = t * shares * (1.0 if which == 1 or b is None else b)
        found = np.sum(parts, axis=axes, keepdims=keepdims) * sign
        return (spread(found, ans[0]), np.zeros_like(ans[1])) if return_sign else spread(found, ans)

    return jvp


defvjp(sp.logsumexp, logsumexp_vjp, logsumexp_b_vjp, argnums=[0, 2])
defjvp(sp.logsumexp, logsumexp_jvp(0), logsumexp_jvp(1), argnums=[0, 2])

defvjp(sp.softmax, lambda ans, x, axis=None: lambda g: match(ans * (g - np.sum(g * ans, axis=axis, keepdims=True)), x))
defjvp(sp.softmax, lambda t, ans, x, axis=None: ans * (t - np.sum(t * ans, axis=axis, keepdims=True)))
defvjp(sp.log_softmax, lambda ans, x, axis=None: lambda g: match(
    g - np.exp(ans) * np.sum(g, axis=axis, keepdims=True), x))  # fmt: skip
defjvp(sp.log_softmax, lambda t, ans, x, axis=None: t - np.sum(t * np.exp(ans), axis=axis, keepdims=True))
