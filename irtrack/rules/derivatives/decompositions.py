"""np.linalg: eigenvalues and eigenvectors, singular values, QR and Cholesky; of stacks of matrices too.

Each rule writes the change of the factors by the change `t` of the matrix, as seen in their own basis; its vjp is
that, transposed step by step (see `solving` for the conventions). Where eigenvalues are equal, eigenvectors have no
derivative.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match, spread
from .solving import ct, diagonal, on_diagonal, tr
from .verbs import defjvp, defvjp

la: Any = np.linalg


def turning(inner, values):
    """How vectors turn: inner / (w_j - w_i), zero for i = j; not at all where nothing turns them, even if w_i = w_j."""
    differences = np.expand_dims(values, -2) - np.expand_dims(values, -1)
    still = np.eye(np.shape(values)[-1], dtype=bool) | ((inner == 0) & (differences == 0))
    return np.where(still, 0.0, inner) / np.where(still, 1.0, differences)


# Hermitian matrices, of which only one triangle is read
def hermitian(t, lower=True):
    """The change of the whole matrix, by that of the triangle."""
    strict = np.tril(t, -1) if lower else np.triu(t, 1)
    return strict + ct(strict) + on_diagonal(np.real(diagonal(t)))


def triangle(g, lower=True):
    """The transpose of `hermitian`."""
    whole = g + np.conj(tr(g))
    return (np.tril(whole, -1) if lower else np.triu(whole, 1)) + on_diagonal(np.real(diagonal(g)))


def eigh_vjp(ans, a, UPLO="L"):
    def pull(g):
        w, v = ans
        inner = on_diagonal(g[0]) + turning(tr(v) @ g[1], w)
        return match(triangle(np.conj(v) @ inner @ tr(v), UPLO == "L"), a)

    return pull


def eigh_jvp(t, ans, a, UPLO="L"):
    w, v = ans
    inner = ct(v) @ hermitian(t, UPLO == "L") @ v
    return spread(np.real(diagonal(inner)), w), spread(v @ turning(inner, w), v)


def eigvalsh_vjp(ans, a, UPLO="L"):
    _, v = la.eigh(a, UPLO)
    return lambda g: match(triangle(np.conj(v) @ (np.expand_dims(g, -1) * tr(v)), UPLO == "L"), a)


def eigvalsh_jvp(t, ans, a, UPLO="L"):
    _, v = la.eigh(a, UPLO)
    return spread(np.real(diagonal(ct(v) @ hermitian(t, UPLO == "L") @ v)), ans)


defvjp(la.eigh, eigh_vjp)
defjvp(la.eigh, eigh_jvp)
defvjp(la.eigvalsh, eigvalsh_vjp)
defjvp(la.eigvalsh, eigvalsh_jvp)


# any matrices; LAPACK makes each eigenvector of length one, and its largest component real
def largest(v):
    """True at the component of each vector that is real."""
    return np.expand_dims(np.argmax(np.abs(v), axis=-2), -2) == np.expand_dims(np.arange(np.shape(v)[-2]), -1)


def eig_jvp(t, ans, a):
    w, v = ans
    inner = la.solve(v, t @ v)
    u = v @ turning(inner, w)
    length = np.sum(np.real(np.conj(v) * u), axis=-2, keepdims=True)
    real = largest(v)
    phase = np.sum(np.where(real, np.imag(u) / np.where(real, np.real(v), 1.0), 0.0), axis=-2, keepdims=True)
    return spread(diagonal(inner), w), spread(u - v * length - 1j * (v * phase), v)


def eig_vjp(ans, a):
    def pull(g):
        w, v = ans
        h = np.sum(g[1] * v, axis=-2, keepdims=True)
        of_phase = np.where(largest(v), -1j * np.imag(h) / np.where(largest(v), np.real(v), 1.0), 0.0)
        u = g[1] - np.real(h) * np.conj(v) + of_phase
        inner = on_diagonal(g[0]) + turning(tr(v) @ u, w)
        return match(la.solve(tr(v), inner @ tr(v)), a)

    return pull


def eigvals_vjp(ans, a):
    _, v = la.eig(a)
    return lambda g: match(la.solve(tr(v), np.expand_dims(g, -1) * tr(v)), a)


def eigvals_jvp(t, ans, a):
    _, v = la.eig(a)
    return spread(diagonal(la.solve(v, t @ v)), ans)


defvjp(la.eig, eig_vjp)
defjvp(la.eig, eig_jvp)
defvjp(la.eigvals, eigvals_vjp)
defjvp(la.eigvals, eigvals_jvp)


# singular values; what a phase of the vectors leaves open is counted as one of the left ones
def thin(a, full_matrices):
    if full_matrices and np.shape(a)[-1] != np.shape(a)[-2]:
        raise NotImplementedError("np.linalg.svd has a derivative with full_matrices=False only")


def outside(u):
    """The projection on what is no combination of the columns."""
    return np.eye(np.shape(u)[-2]) - u @ ct(u)


def svd_jvp(t, ans, a, full_matrices=True, compute_uv=True, hermitian=False):
    if not compute_uv:
        return svdvals_jvp(t, ans, a)
    thin(a, full_matrices)
    u, s, vh = ans
    row, column = np.expand_dims(s, -2), np.expand_dims(s, -1)
    inner, v = ct(u) @ t @ ct(vh), ct(vh)
    phase = 1j * np.imag(diagonal(inner)) / s if np.iscomplexobj(u) else 0.0 * s
    of_u = u @ (turning(inner * row + column * ct(inner), s * s) + on_diagonal(phase))
    of_v = v @ turning(column * inner + ct(inner) * row, s * s)
    if np.shape(a)[-2] > np.shape(s)[-1]:
        of_u = of_u + outside(u) @ t @ v / row
    if np.shape(a)[-1] > np.shape(s)[-1]:
        of_v = of_v + outside(v) @ ct(t) @ u / row
    return spread(of_u, u), spread(np.real(diagonal(inner)), s), spread(ct(of_v), vh)


def svd_vjp(ans, a, full_matrices=True, compute_uv=True, hermitian=False):
    if not compute_uv:
        return svdvals_vjp(ans, a)
    thin(a, full_matrices)

    def pull(g):
        (u, s, vh), (of_u, of_s, of_vh) = ans, g
        row, column, v = np.expand_dims(s, -2), np.expand_dims(s, -1), ct(vh)
        turned = tr(u) @ of_u
        left, right = turning(turned, s * s), turning(np.conj(tr(of_vh @ tr(vh))), s * s)
        inner = left * row + np.conj(tr(column * left)) + column * right + np.conj(tr(right * row)) + on_diagonal(of_s)
        if np.iscomplexobj(u):
            inner = inner + on_diagonal(1j * np.imag(diagonal(turned)) / s)
        found = np.conj(u) @ inner @ np.conj(vh)
        if np.shape(a)[-2] > np.shape(s)[-1]:
            found = found + np.conj(outside(u)) @ (of_u / row) @ np.conj(vh)
        if np.shape(a)[-1] > np.shape(s)[-1]:
            found = found + np.conj(u) @ (of_vh / column) @ np.conj(outside(v))
        return match(found, a)

    return pull


def svdvals_vjp(ans, a):
    u, _, vh = la.svd(a, full_matrices=False)
    return lambda g: match(np.conj(u) @ (np.expand_dims(g, -1) * np.conj(vh)), a)


def svdvals_jvp(t, ans, a):
    u, _, vh = la.svd(a, full_matrices=False)
    return spread(np.real(diagonal(ct(u) @ t @ ct(vh))), ans)


defvjp(la.svd, svd_vjp)
defjvp(la.svd, svd_jvp)
if hasattr(la, "svdvals"):
    defvjp(la.svdvals, svdvals_vjp)
    defjvp(la.svdvals, svdvals_jvp)


# QR; of a wide matrix, the left square gives Q, and the rest of R follows
def upper(m):
    """What of the change of A R^-1, in the basis Q, is one of R: the rest turns Q."""
    strict = np.triu(m, 1) + ct(np.tril(m, -1))
    return strict + on_diagonal(np.real(diagonal(m)))


def upper_back(b):
    """The transpose of `upper`."""
    strict = np.triu(b, 1)
    return strict + np.conj(tr(strict)) + on_diagonal(np.real(diagonal(b)))


def only_reduced(a, mode):
    rows, columns = np.shape(a)[-2:]
    if mode not in ("reduced", "r") and not (mode == "complete" and rows == columns):
        raise NotImplementedError(f"np.linalg.qr has no derivative for mode {mode!r}; 'reduced' and 'r' have")
    return min(rows, columns)


def qr_jvp(t, ans, a, mode="reduced"):
    k = only_reduced(a, mode)
    q, r = la.qr(a) if mode == "r" else ans
    square = r[..., :, :k]
    scaled = tr(la.solve(tr(square), tr(t[..., :, :k])))
    turned = upper(ct(q) @ scaled)
    of_q, of_r = scaled - q @ turned, turned @ square
    if np.shape(a)[-1] > k:
        of_r = np.concatenate([of_r, ct(of_q) @ a[..., :, k:] + ct(q) @ t[..., :, k:]], axis=-1)
    return spread(of_r, ans) if mode == "r" else (spread(of_q, q), spread(of_r, r))


def qr_vjp(ans, a, mode="reduced"):
    k = only_reduced(a, mode)
    q, r = la.qr(a) if mode == "r" else ans

    def pull(g):
        of_q, of_r = (np.zeros_like(q), g) if mode == "r" else g
        square, rest = r[..., :, :k], of_r[..., :, k:]
        if np.shape(a)[-1] > k:
            of_q = of_q + np.conj(a[..., :, k:] @ tr(rest))
        inner = upper_back(of_r[..., :, :k] @ tr(square) - tr(q) @ of_q)
        found = tr(la.solve(square, tr(of_q + np.conj(q) @ inner)))
        return match(np.concatenate([found, np.conj(q) @ rest], axis=-1), a)

    return pull


defvjp(la.qr, qr_vjp)
defjvp(la.qr, qr_jvp)


# Cholesky, of the triangle that is read
def lower_half(x):
    return np.tril(x, -1) + 0.5 * on_diagonal(np.real(diagonal(x)))


def cholesky_jvp(t, ans, a, *, upper=False):
    if upper:
        return ct(cholesky_jvp(ct(t), ct(ans), a))
    inner = la.solve(ans, ct(la.solve(ans, hermitian(t))))
    return spread(ans @ lower_half(inner), ans)


def cholesky_vjp(ans, a, *, upper=False):
    if upper:
        return lambda g: match(ct(cholesky_vjp(ct(ans), ct(a))(ct(g))), a)

    def pull(g):
        inner = la.solve(tr(ans), lower_half(tr(ans) @ g))
        return match(triangle(tr(la.solve(ct(ans), tr(inner)))), a)

    return pull


defvjp(la.cholesky, cholesky_vjp)
defjvp(la.cholesky, cholesky_jvp)
