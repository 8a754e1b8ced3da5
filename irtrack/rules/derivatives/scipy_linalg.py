"""scipy.linalg: read when a program has imported that module. For the conventions see `solving`."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from . import decompositions as factors
from . import solving
from .matching import match, spread
from .moving import moves
from .solving import ct, diagonal, on_diagonal, tr
from .verbs import defjvp, defvjp, nondiff

sl: Any = import_module("scipy.linalg")


def only(function, **options):
    """For what has rules for the usual options only."""
    given = {name: value for name, value in options.items() if value not in (None, False, "gen", "general")}
    if given:
        raise NotImplementedError(f"scipy.linalg.{function} has no derivative with {', '.join(given)}")


# the same as numpy's
def inv_vjp(ans, a, *args, **kwargs):
    return lambda g: match(-tr(ans) @ g @ tr(ans), a)


defvjp(sl.inv, inv_vjp)
defjvp(sl.inv, lambda t, ans, a, *args, **kwargs: -ans @ t @ ans)
defvjp(sl.det, solving.det_vjp)
defjvp(sl.det, solving.det_jvp)
defvjp(sl.pinv, lambda ans, a, **kwargs: solving.pinv_vjp(ans, a))
defjvp(sl.pinv, lambda t, ans, a, **kwargs: solving.pinv_jvp(t, ans, a))
defvjp(sl.svdvals, lambda ans, a, *args, **kwargs: factors.svdvals_vjp(ans, a))
defjvp(sl.svdvals, lambda t, ans, a, *args, **kwargs: factors.svdvals_jvp(t, ans, a))
defvjp(sl.svd, lambda ans, a, full_matrices=True, compute_uv=True, *args, **kwargs: factors.svd_vjp(
    ans, a, full_matrices, compute_uv))  # fmt: skip
defjvp(sl.svd, lambda t, ans, a, full_matrices=True, compute_uv=True, *args, **kwargs: factors.svd_jvp(
    t, ans, a, full_matrices, compute_uv))  # fmt: skip
defvjp(sl.cholesky, lambda ans, a, lower=False, *args, **kwargs: factors.cholesky_vjp(ans, a, upper=not lower))
defjvp(sl.cholesky, lambda t, ans, a, lower=False, *args, **kwargs: factors.cholesky_jvp(t, ans, a, upper=not lower))


def solve_rule(rule):
    def usual(*args, lower=False, assume_a=None, transposed=False, **kwargs):
        only("solve", assume_a=assume_a, transposed=transposed)
        return rule(*args)

    return usual


defvjp(sl.solve, solve_rule(lambda ans, a, b: lambda g: match(
    -solving.back_solved(g, a, b)[0] @ tr(solving.columns_of(ans, b)), a)),
    solve_rule(lambda ans, a, b: lambda g: match(solving.back_solved(g, a, b)[1], b)))  # fmt: skip
defjvp(sl.solve, solve_rule(solving.solve_a_jvp), solve_rule(solving.solve_b_jvp))


# A v = w B v for Hermitian matrices, where v B v = 1, or B = 1
class Eigen(NamedTuple):
    """The eigenvalues and eigenvectors; which triangle is read; are the vectors no part of the result?"""

    w: Any
    v: Any
    lower: bool
    eigvals_only: bool


def eigen(
    values_only, ans, a, b=None, *, lower=True, eigvals_only=False, type=1, subset_by_index=None, subset_by_value=None,
    **kwargs,
):  # fmt: skip
    eigvals_only = eigvals_only or values_only
    only("eigh", type=None if type == 1 else type, subset_by_index=subset_by_index, subset_by_value=subset_by_value)
    w, v = sl.eigh(a, b, lower=lower) if eigvals_only else ans
    return Eigen(w, v, lower, eigvals_only)


def eigh_vjp(number, values_only=False):
    def vjp(ans, *args, **kwargs):
        w, v, lower, eigvals_only = eigen(values_only, ans, *args, **kwargs)

        def pull(g):
            of_w, of_v = (g, np.zeros_like(v)) if eigvals_only else g
            turned = tr(v) @ of_v
            inner = on_diagonal(of_w) + factors.turning(turned, w)
            if number == 1:
                inner = -inner * np.expand_dims(w, -2) - on_diagonal(diagonal(turned)) / 2
            return match(factors.triangle(np.conj(v) @ inner @ tr(v), lower), args[number])

        return pull

    return vjp


def eigh_jvp(number, values_only=False):
    def jvp(t, ans, *args, **kwargs):
        w, v, lower, eigvals_only = eigen(values_only, ans, *args, **kwargs)
        change = ct(v) @ factors.hermitian(t, lower) @ v
        inner = change if number == 0 else -change * np.expand_dims(w, -2)
        of_w = spread(np.real(diagonal(inner)), w)
        if eigvals_only:
            return of_w
        turned = factors.turning(inner, w)
        if number == 1:
            turned = turned - on_diagonal(diagonal(change)) / 2
        return of_w, spread(v @ turned, v)

    return jvp


defvjp(sl.eigh, eigh_vjp(0), eigh_vjp(1))
defjvp(sl.eigh, eigh_jvp(0), eigh_jvp(1))
defvjp(sl.eigvalsh, eigh_vjp(0, values_only=True), eigh_vjp(1, values_only=True))
defjvp(sl.eigvalsh, eigh_jvp(0, values_only=True), eigh_jvp(1, values_only=True))


# triangular systems: what is solved is op(T) x = b
TRANSPOSED = {"N": 0, "T": 1, "C": 2}


def triangle_of(x, lower, unit_diagonal):
    return np.tril(x, -int(unit_diagonal)) if lower else np.triu(x, int(unit_diagonal))


def op(x, trans):
    """The matrix that is solved for; of a cotangent of it, that of x."""
    return (x, tr(x), ct(x))[trans]


def triangular_back(g, a, trans, lower, unit_diagonal):
    a, trans = (np.conj(a), 0) if trans == 2 else (a, 1 - trans)
    return sl.solve_triangular(a, g, trans=trans, lower=lower, unit_diagonal=unit_diagonal)


def triangular_a_vjp(ans, a, b, trans=0, lower=False, unit_diagonal=False, **kwargs):
    trans = TRANSPOSED.get(trans, trans)

    def pull(g):
        found, x = triangular_back(g, a, trans, lower, unit_diagonal), ans
        change = -np.outer(found, x) if np.ndim(b) == 1 else -found @ tr(x)
        return match(triangle_of(op(change, trans), lower, unit_diagonal), a)

    return pull


def triangular_b_vjp(ans, a, b, trans=0, lower=False, unit_diagonal=False, **kwargs):
    return lambda g: match(triangular_back(g, a, TRANSPOSED.get(trans, trans), lower, unit_diagonal), b)


def triangular_a_jvp(t, ans, a, b, trans=0, lower=False, unit_diagonal=False, **kwargs):
    change = op(triangle_of(t, lower, unit_diagonal), TRANSPOSED.get(trans, trans)) @ ans
    return spread(-sl.solve_triangular(a, change, trans=trans, lower=lower, unit_diagonal=unit_diagonal), ans)


defvjp(sl.solve_triangular, triangular_a_vjp, triangular_b_vjp)
defjvp(sl.solve_triangular, triangular_a_jvp, "same")


# by a Cholesky factor, of which one triangle counts
def cho_factor_rest(t, ans, a, lower):
    """The other triangle: nobody reads it, but in some versions of scipy it is that of a."""
    rest = ans[0] - triangle_of(ans[0], lower, False)
    kept = np.array_equal(rest, a - triangle_of(a, lower, False))
    return (t - triangle_of(t, lower, False)) * (1.0 if kept else 0.0)


def cho_factor_vjp(ans, a, lower=False, *args, **kwargs):
    factor = triangle_of(ans[0], lower, False)

    def pull(g):
        found = factors.cholesky_vjp(factor, a, upper=not lower)(triangle_of(g[0], lower, False))
        return found + cho_factor_rest(g[0], ans, a, lower)

    return pull


def cho_factor_jvp(t, ans, a, lower=False, *args, **kwargs):
    changed = factors.cholesky_jvp(t, triangle_of(ans[0], lower, False), a, upper=not lower)
    return changed + cho_factor_rest(t, ans, a, lower), ans[1]


def cho_solve_c_vjp(ans, c_and_lower, b, *args, **kwargs):
    c, lower = c_and_lower
    factor = triangle_of(c, lower, False)

    def pull(g):
        found, x = sl.cho_solve((np.conj(c), lower), g), ans
        change = -np.outer(found, x) if np.ndim(b) == 1 else -found @ tr(x)
        if lower:
            whole = change @ np.conj(factor) + np.conj(tr(change) @ factor)
        else:
            whole = np.conj(factor) @ change + np.conj(factor @ tr(change))
        return match(triangle_of(whole, lower, False), c), None

    return pull


def cho_solve_c_jvp(t, ans, c_and_lower, b, *args, **kwargs):
    c, lower = c_and_lower
    factor, change = triangle_of(c, lower, False), triangle_of(t[0], lower, False)
    whole = change @ ct(factor) + factor @ ct(change) if lower else ct(change) @ factor + ct(factor) @ change
    return spread(-sl.cho_solve(c_and_lower, whole @ ans), ans)


defvjp(sl.cho_factor, cho_factor_vjp)
defjvp(sl.cho_factor, cho_factor_jvp)
defvjp(sl.cho_solve, cho_solve_c_vjp, lambda ans, c_and_lower, b, *args, **kwargs: lambda g: match(
    sl.cho_solve((np.conj(c_and_lower[0]), c_and_lower[1]), g), b))  # fmt: skip
defjvp(sl.cho_solve, cho_solve_c_jvp, "same")


# banded systems: A[i, j] is ab[u + i - j, j]
def band_places(widths, n):
    """The rows and columns of A that the places of `ab` stand for, and which stand for any."""
    lower, upper = widths
    r, j = np.indices((lower + upper + 1, n))
    i = j + r - upper
    return np.clip(i, 0, n - 1), j, (i >= 0) & (i < n)


def banded_back(g, widths, ab):
    (lower, upper), n = widths, np.shape(ab)[1]
    i, _, valid = band_places((upper, lower), n)  # of the transpose, whose place [r, j] is A[j, i]
    r = np.indices(np.shape(ab))[0]
    return sl.solve_banded((upper, lower), np.where(valid, np.asarray(ab)[lower + upper - r, i], 0.0), g)


def banded_ab_vjp(ans, widths, ab, b, *args, **kwargs):
    def pull(g):
        i, j, valid = band_places(widths, np.shape(ab)[1])
        products = banded_back(g, widths, ab)[i] * ans[j]
        return match(np.where(valid, -(products if np.ndim(b) == 1 else np.sum(products, axis=-1)), 0.0), ab)

    return pull


def banded_ab_jvp(t, ans, widths, ab, b, *args, **kwargs):
    n = np.shape(ab)[1]
    i, _, valid = band_places(widths, n)
    whole = np.zeros((n, n)) + 0.0 * t[0, 0]
    for row in range(np.shape(ab)[0]):
        ones = (np.arange(n)[:, None] == i[row]) & valid[row]
        whole = whole + np.where(ones, t[row], 0.0)
    return spread(-sl.solve_banded(widths, ab, whole @ ans), ans)


nondiff(sl.solve_banded, argnums=[0])
defvjp(sl.solve_banded, banded_ab_vjp, lambda ans, widths, ab, b, *args, **kwargs: lambda g: match(
    banded_back(g, widths, ab), b), argnums=[1, 2])  # fmt: skip
defjvp(sl.solve_banded, banded_ab_jvp, "same", argnums=[1, 2])


# functions of matrices: that of [[A, T], [0, A]] has the change in its corner
def corner(function, a, t):
    n = np.shape(a)[-1]
    whole = np.concatenate([np.concatenate([a, t], axis=-1), np.concatenate([np.zeros_like(t), a], axis=-1)], axis=-2)
    return function(whole)[..., :n, n:]


for function in (sl.expm, sl.logm):
    defvjp(function, lambda ans, a, f=function: lambda g: match(corner(f, tr(np.asarray(a) + 0 * g), g), a))
    defjvp(function, lambda t, ans, a, f=function: spread(corner(f, np.asarray(a), t), ans))
defvjp(sl.sqrtm, lambda ans, a, *args, **kwargs: lambda g: match(sl.solve_sylvester(ans.T, ans.T, g), a))
defjvp(sl.sqrtm, lambda t, ans, a, *args, **kwargs: spread(sl.solve_sylvester(ans, ans, t), ans))


# A X + X B = Q
def sylvester_back(g, a, b):
    return sl.solve_sylvester(np.transpose(a), np.transpose(b), g)


defvjp(sl.solve_sylvester, lambda ans, a, b, q: lambda g: match(-sylvester_back(g, a, b) @ ans.T, a),
       lambda ans, a, b, q: lambda g: match(-ans.T @ sylvester_back(g, a, b), b),
       lambda ans, a, b, q: lambda g: match(sylvester_back(g, a, b), q))  # fmt: skip
defjvp(sl.solve_sylvester, lambda t, ans, a, b, q: spread(-sl.solve_sylvester(a, b, t @ ans), ans),
       lambda t, ans, a, b, q: spread(-sl.solve_sylvester(a, b, ans @ t), ans), "same")  # fmt: skip

moves(sl.hankel)
moves(sl.toeplitz, 0, 1)
