"""The rules of scipy, where that is installed."""

import numpy as np
import pytest
from rule_checks import check_rule, check_second_order, difference
from rule_examples import example, lines_of, samples
from share import share

from irtrack.diff import grad
from irtrack.rules.derivatives.rule import name_of

sp = pytest.importorskip("scipy.special")
sl, fft, signal = (pytest.importorskip(f"scipy.{name}") for name in ("linalg", "fft", "signal"))
MODULES = {"sp": sp, "sl": sl, "fft": fft, "signal": signal}

CALLS = """
sp.gamma(u)
sp.gamma(m + 4.5)
sp.gammaln(u)
sp.loggamma(u)
sp.loggamma(cv)
sp.rgamma(u)
sp.psi(u)
sp.polygamma(1, u)
sp.multigammaln(v + 5, 3)
sp.beta(u, u + 1)
sp.betaln(u, one + 2)
sp.betainc(2, 3, u)
sp.gammainc(2, u)
sp.gammaincc(2, u)
sp.binom(u + 5, u + 2)
sp.poch(u + 1, u + 2)
sp.erf(m)
sp.erfc(m)
sp.erfcx(m)
sp.erfi(m)
sp.erf(cv)
sp.dawsn(m)
sp.erfinv(u)
sp.erfcinv(u)
sp.ndtr(m)
sp.log_ndtr(m)
sp.ndtri(u)
sp.expit(m)
sp.logit(u)
sp.log_expit(m)
sp.xlogy(m, u)
sp.xlog1py(m, u)
sp.entr(u)
sp.rel_entr(u, u + 1)
sp.kl_div(u, u + 1)
sp.huber(0.4, m)
sp.pseudo_huber(0.4, m)
sp.boxcox(u, 0.7)
sp.boxcox(u, 0)
sp.boxcox(u, [0.0, 1e-5, -0.4])
sp.boxcox1p(u, 2)
sp.boxcox1p(u, [0.0, 1e-5, -0.4])
sp.inv_boxcox(u, 2)
sp.inv_boxcox1p(u, 2)
sp.exp2(m)
sp.exp10(m)
sp.expm1(m)
sp.log1p(u)
sp.cosm1(m)
sp.cbrt(u)
sp.exprel(m)
sp.exprel(z00)
sp.exprel(np.array([1e-9, 2.9e-3, 3.1e-3, 0.1]))
sp.sindg(50 * u)
sp.cosdg(50 * u)
sp.tandg(50 * u)
sp.cotdg(50 * u)
sp.radian(u, u, u)
sp.j0(m)
sp.j1(m)
sp.jv(2, m)
sp.y0(u)
sp.y1(u)
sp.yn(2, u)
sp.yv(2, u)
sp.i0(m)
np.i0(v)
sp.i1(m)
sp.iv(2, m)
sp.i0e(m)
sp.i1e(m)
sp.ive(2, m)
sp.k0(u)
sp.k1(u)
sp.kn(2, u)
sp.kv(2, u)
sp.k0e(u)
sp.k1e(u)
sp.kve(2, u)
sp.expi(u)
sp.exp1(u)
sp.expn(3, u)
sp.spence(u)
sp.spence(np.array([1.0, 1.002, 0.5]))
sp.ellipk(u)
sp.ellipk(np.array([0.0, 1e-3, -0.4]))
sp.ellipe(u)
sp.ellipe(np.array([0.0, 1e-3, -0.4]))
sp.ellipkinc(u, 0)
sp.ellipeinc(u, 0)
sp.zeta(3, u)
sp.hyp0f1(2, m)
sp.hyp1f1(1, 2, m)
sp.hyp2f1(1, 2, 3, u)
sp.lambertw(u)
sp.spherical_jn(2, u)
sp.spherical_jn(0, u)
sp.spherical_yn(2, u)
sp.spherical_in(3, u)
sp.spherical_kn(1, u)
sp.spherical_jn(2, u, derivative=True)
sp.spherical_kn(1, u, True)
sp.sici(u)
sp.shichi(u)
sp.fresnel(m)
sp.airy(m)
sp.logsumexp(m)
sp.logsumexp(m, 1, m + 3)
sp.logsumexp(t, axis=(0, 2), keepdims=True)
sp.logsumexp(m, axis=0, b=m + 3)
sp.logsumexp(m, 1, m + 1, return_sign=True)
sp.softmax(m)
sp.softmax(m, axis=1)
sp.log_softmax(m, 1)
"""

LINALG = """
sl.inv(q)
sl.det(q)
sl.pinv(m)
sl.solve(q, v)
sl.solve(q, n)
sl.cholesky(p)
sl.cholesky(p, lower=True)
sl.eigh(p, driver="ev")
sl.eigh(p, lower=False, eigvals_only=True)
sl.eigh(p, p + np.eye(3))
sl.eigh(q + 2.0, b=p, lower=False, eigvals_only=True)
sl.eigvalsh(cq, cp)
sl.eigvalsh(q, p)
sl.eigvalsh(p)
sl.svd(m, False)
sl.svd(q, compute_uv=False)
sl.svdvals(m)
sl.solve_triangular(q, v)
sl.solve_triangular(q, n, lower=True)
sl.solve_triangular(q, v, 1)
sl.solve_triangular(q, n, trans="T", lower=True, unit_diagonal=True)
sl.solve_triangular(cq, v, "C")
sl.solve_triangular(cq, cn)
sl.cho_factor(p)
sl.cho_factor(p, lower=True)
sl.cho_solve((np.linalg.cholesky(p), True), v)
sl.cho_solve((np.linalg.cholesky(p).T, False), n)
sl.cho_solve((np.linalg.cholesky(cp), True), cv)
sl.solve_banded((1, 1), q, v)
sl.solve_banded((0, 2), q, n)
sl.expm(q)
sl.expm(cq)
sl.logm(p)
sl.sqrtm(p)
sl.solve_sylvester(p, q + 3 * np.eye(3), q)
sl.toeplitz(v)
sl.toeplitz(v, w)
sl.hankel(v)
"""

TRANSFORMS = """
fft.fft(m)
fft.fft(cm, 5, axis=0, norm="ortho")
fft.ifft(cm)
fft.fft2(t)
fft.ifftn(ct, axes=(0, 2))
fft.rfft(w, 3)
fft.irfft(cm, 5)
fft.rfftn(t, workers=1)
fft.irfftn(ct)
fft.hfft(cv, 5)
fft.ihfft(v5)
fft.fftshift(m)
fft.ifftshift(m, 0)
signal.convolve(v5, v)
signal.convolve(m, n, "same")
signal.convolve(n, m[:, :2], mode="valid")
signal.convolve(m[:, :2], n, mode="valid")
signal.fftconvolve(v5, w, "same")
signal.correlate(v5, v)
signal.correlate(cm, n, "same")
"""
CALLS += LINALG + TRANSFORMS


@pytest.mark.parametrize("line", lines_of(CALLS))
def test_call(line):
    function, args, kwargs = example(line, {**samples(), **MODULES})
    check_rule(function, *args, **kwargs)


@pytest.mark.parametrize(
    "line", share(line for line in lines_of(CALLS) if line != "sp.loggamma(cv)")
)  # no polygamma of complex
def test_second_order(line):
    function, args, kwargs = example(line, {**samples(), **MODULES})
    check_second_order(function, *args, **kwargs)


ENTERED = """
stats.norm.logpdf(x, 0.1, 2.0); v
stats.norm.cdf(x); v
stats.t.logpdf(x, 3.0); v
stats.gamma.logpdf(x, 2.0); u
stats.beta.logpdf(x, 3.0, 2.0); u
stats.chi2.logpdf(x, 3); u
stats.poisson.logpmf(3, x); u
stats.multivariate_normal.logpdf(x, np.zeros(3), np.eye(3)); v
stats.dirichlet.logpdf(x / x.sum(), np.full(3, 2.0)); u
integrate.simpson(x, dx=0.1) ** 2; v
"""


@pytest.mark.parametrize("line", lines_of(ENTERED))
def test_what_is_written_in_python_is_entered(line):
    expression, name = line.rsplit("; ", 1)
    modules = {each: pytest.importorskip(f"scipy.{each}") for each in ("stats", "integrate")}
    f, x = eval(f"lambda x: np.sum({expression})", {"np": np, **modules}), samples()[name]
    v = np.random.default_rng(2).standard_normal(x.shape)
    assert np.sum(grad(f)(x) * v) == pytest.approx(difference(f, x, v), rel=1e-6)


def test_names_of_ufuncs_that_do_not_say_their_module():
    assert name_of(MODULES["sp"].agm) == "scipy.special.agm"
    assert name_of(np.sin) == "np.sin"
