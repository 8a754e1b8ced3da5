"""np.linalg: inverses, solutions, determinants, powers, norms; of stacks of matrices too.

Cotangents have no conjugates: of A @ t @ B it is A^T g B^T, and of A @ t^H @ B it is conj(B g^T A).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match, spread
from .verbs import defjvp, defvjp, nondiff

la: Any = np.linalg


def tr(x):
    """The transpose of each matrix."""
    return np.swapaxes(x, -1, -2)


def ct(x):
    """The conjugate transpose."""
    return np.conj(tr(x))


def diagonal(x):
    return np.diagonal(x, 0, -2, -1)


def on_diagonal(d):
    return np.expand_dims(d, -2) * np.eye(np.shape(d)[-1])


def as_matrix(x):
    """A number for each matrix, in the shape in which it multiplies."""
    return np.expand_dims(x, (-1, -2))


def is_column(b):
    """np.linalg.solve takes b for one column, not for several, if it is a vector."""
    return np.ndim(b) == 1


# inverses
defvjp(la.inv, lambda ans, a: lambda g: match(-tr(ans) @ g @ tr(ans), a))
defjvp(la.inv, lambda t, ans, a: -ans @ t @ ans)


def solve_columns(a, b):
    return la.solve(a, np.expand_dims(b, -1))[..., 0] if is_column(b) else la.solve(a, b)


def back_solved(g, a, b):
    """The cotangent of what is solved for, as columns, and the same as b's."""
    if not is_column(b):
        found = la.solve(tr(a), g)
        return found, found
    found = la.solve(tr(a), np.expand_dims(g, -1))
    return found, found[..., 0]


def columns_of(x, b):
    return np.expand_dims(x, -1) if is_column(b) else x


def solve_a_jvp(t, ans, a, b):
    found = -la.solve(a, t @ columns_of(ans, b))
    return found[..., 0] if is_column(b) else found


def solve_b_jvp(t, ans, a, b):
    return spread(solve_columns(a, t), ans)


defvjp(la.solve, lambda ans, a, b: lambda g: match(-back_solved(g, a, b)[0] @ tr(columns_of(ans, b)), a),
       lambda ans, a, b: lambda g: match(back_solved(g, a, b)[1], b))  # fmt: skip
defjvp(la.solve, solve_a_jvp, solve_b_jvp)


# pseudoinverses, of matrices that keep their rank
def complements(p, a):
    """The projections that are zero on what a gives, and on what it does not take to zero."""
    return np.eye(np.shape(a)[-2]) - a @ p, np.eye(np.shape(a)[-1]) - p @ a


def pinv_jvp(t, ans, a, *args, **kwargs):
    p, (left, right) = ans, complements(ans, a)
    return spread(-p @ t @ p + p @ ct(p) @ ct(t) @ left + right @ ct(t) @ ct(p) @ p, ans)


def pinv_vjp(ans, a, *args, **kwargs):
    p, (left, right) = ans, complements(ans, a)
    return lambda g: match(
        -tr(p) @ g @ tr(p) + np.conj(left @ tr(g) @ p @ ct(p)) + np.conj(ct(p) @ p @ tr(g) @ right), a
    )


defvjp(la.pinv, pinv_vjp)
defjvp(la.pinv, pinv_jvp)


# least squares: (solution, residuals, rank, singular values)
def lstsq_a_vjp(ans, a, b, rcond=None):
    def pull(g):
        x, target, p = columns_of(ans[0], b), columns_of(b, b), la.pinv(a)
        found = pinv_vjp(p, a)(columns_of(g[0], b) @ tr(target))
        if np.size(ans[1]):
            found = found - 2 * (np.conj(target - a @ x) * g[1]) @ tr(x)
        return match(found + singular_slopes(a, g[3]), a)

    return pull


def singular_slopes(a, g):
    """The cotangent of a, by that of its singular values."""
    u, _, vh = la.svd(a, full_matrices=False)
    return np.conj(u) @ (np.expand_dims(g, -1) * np.conj(vh))


def lstsq_b_vjp(ans, a, b, rcond=None):
    def pull(g):
        found = tr(la.pinv(a)) @ columns_of(g[0], b)
        if np.size(ans[1]):
            found = found + 2 * np.conj(columns_of(b, b) - a @ columns_of(ans[0], b)) * g[1]
        return match(np.reshape(found, np.shape(b)), b)

    return pull


def lstsq_jvp(which):
    def jvp(t, ans, a, b, rcond=None):
        x, target, p = columns_of(ans[0], b), columns_of(b, b), la.pinv(a)
        rest = target - a @ x
        if which == 0:
            u, _, vh = la.svd(a, full_matrices=False)
            of_x, of_rest = pinv_jvp(t, p, a) @ target, -t @ x
            of_s = spread(np.real(diagonal(ct(u) @ t @ ct(vh))), ans[3])
        else:
            of_x, of_rest, of_s = p @ columns_of(t, b), columns_of(t, b), np.zeros_like(ans[3])
        residuals = np.sum(2 * np.real(np.conj(rest) * of_rest), axis=0) if np.size(ans[1]) else np.zeros_like(ans[1])
        return spread(np.reshape(of_x, np.shape(ans[0])), ans[0]), spread(residuals, ans[1]), 0, of_s

    return jvp


defvjp(la.lstsq, lstsq_a_vjp, lstsq_b_vjp)
defjvp(la.lstsq, lstsq_jvp(0), lstsq_jvp(1))


# determinants
def trace_of_change(t, a):
    """tr(a^-1 t)"""
    return np.sum(diagonal(la.solve(a, t)), axis=-1)


def slogdet_vjp(ans, a):
    def pull(g):
        sign, (of_sign, of_log) = ans[0], g
        weight = of_log + 0.0
        if np.iscomplexobj(sign):
            weight = weight - 1j * np.real(of_sign * sign * 1j)
        return match(as_matrix(weight) * tr(la.inv(a)), a)

    return pull


def slogdet_jvp(t, ans, a):
    change = trace_of_change(t, a)
    of_sign = ans[0] * 1j * np.imag(change) if np.iscomplexobj(ans[0]) else np.zeros_like(ans[0])
    return spread(of_sign, ans[0]), spread(np.real(change), ans[1])


def cofactors(ans, a):
    """The slopes of a determinant: those of singular matrices are finite, too."""
    if np.all(ans):
        return as_matrix(ans) * tr(la.inv(a))
    u, s, vh = la.svd(a)
    others = np.prod(np.where(np.eye(np.shape(s)[-1], dtype=bool), 1.0, np.expand_dims(s, -2)), axis=-1)
    return as_matrix(la.det(u) * la.det(vh)) * (np.conj(u) @ (np.expand_dims(others, -1) * np.conj(vh)))


def det_vjp(ans, a, *args, **kwargs):
    return lambda g: match(as_matrix(g) * cofactors(ans, a), a)


def det_jvp(t, ans, a, *args, **kwargs):
    return spread(np.sum(t * cofactors(ans, a), axis=(-2, -1)), ans)


defvjp(la.det, det_vjp)
defjvp(la.det, det_jvp)
defvjp(la.slogdet, slogdet_vjp)
defjvp(la.slogdet, slogdet_jvp)


# powers: the change of each factor in turn
def power_terms(middle, a, n):
    """The sum of a^k middle a^(n-1-k)."""
    power = la.matrix_power
    terms = [power(a, k) @ middle @ power(a, n - 1 - k) for k in range(n)]
    found = np.zeros_like(middle @ a)
    for each in terms:
        found = found + each
    return found


def matrix_power_vjp(ans, a, n):
    if n >= 0:
        return lambda g: match(power_terms(g, tr(a), n), a)
    inverse = la.inv(a)
    return lambda g: match(-tr(inverse) @ power_terms(g, tr(inverse), -n) @ tr(inverse), a)


def matrix_power_jvp(t, ans, a, n):
    if n >= 0:
        return power_terms(t, a, n)
    inverse = la.inv(a)
    return power_terms(-inverse @ t @ inverse, inverse, -n)


defvjp(la.matrix_power, matrix_power_vjp)
defjvp(la.matrix_power, matrix_power_jvp)

nondiff((la.matrix_rank,))
