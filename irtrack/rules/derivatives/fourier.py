"""np.fft: linear, so a row is the transpose. That of a transform is the same one, of what is cut or filled up alike."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

from typing import Any

import numpy as np

from .matching import match
from .verbs import linear, nondiff

fft: Any = np.fft


def fitted(x, shape):
    """X cut, or filled with zeros, to a shape: what a transform does first, and its own transpose."""
    cut = x[tuple(slice(n) for n in shape)]
    missing = [(0, n - have) for n, have in zip(shape, np.shape(cut), strict=True)]
    return np.pad(cut, missing) if any(more for _, more in missing) else cut


def one_axis(transform):
    """The transform matrix is symmetric."""

    def vjp(g, ans, a, n=None, axis=-1, norm=None, out=None):
        return match(fitted(transform(g, None, axis, norm), np.shape(a)), a)

    return vjp


def several_axes(transform, default=None):
    def vjp(g, ans, a, s=None, axes=default, norm=None, out=None):
        return match(fitted(transform(g, None, axes_of(a, s, axes), norm), np.shape(a)), a)

    return vjp


def axes_of(a, s, axes):
    if axes is not None:
        return axes
    return tuple(range(np.ndim(a))) if s is None else tuple(range(-len(s), 0))


linear(fft.fft, one_axis(fft.fft))
linear(fft.ifft, one_axis(fft.ifft))
linear(fft.fft2, several_axes(fft.fft2, (-2, -1)))
linear(fft.ifft2, several_axes(fft.ifft2, (-2, -1)))
linear(fft.fftn, several_axes(fft.fftn))
linear(fft.ifftn, several_axes(fft.ifftn))


# of real numbers: the first half of a transform, and back; that only the first half is kept is undone by zeros
def along(shape, axis, n):
    return [n if i == axis % len(shape) else each for i, each in enumerate(shape)]


def half_back(g, axis, n, norm):
    """The transpose of rfft of n numbers."""
    return np.real(fft.fft(fitted(g, along(np.shape(g), axis, n)), None, axis, norm))


def doubled(half, axis, n):
    """What irfft has taken twice: all but the first, and the last of an even length."""
    length = np.shape(half)[axis]
    weights = np.where((np.arange(length) == 0) | (2 * np.arange(length) == n), 1.0, 2.0)
    return half * np.reshape(weights, along([1] * np.ndim(half), axis, length))


def whole_back(g, axis, norm):
    """The transpose of irfft."""
    n = np.shape(g)[axis]
    half = fft.ifft(g, None, axis, norm)
    return doubled(half[tuple(slice(k) for k in along(np.shape(g), axis, n // 2 + 1))], axis, n)


def rfft_vjp(g, ans, a, n=None, axis=-1, norm=None, out=None):
    return match(fitted(half_back(g, axis, np.shape(a)[axis] if n is None else n, norm), np.shape(a)), a)


def irfft_vjp(g, ans, a, n=None, axis=-1, norm=None, out=None):
    return match(fitted(whole_back(g, axis, norm), np.shape(a)), a)


def of_all_but_last(transform, g, axes, norm):
    return transform(g, None, axes[:-1], norm) if len(axes) > 1 else g


def rfftn_vjp(default=None):
    def vjp(g, ans, a, s=None, axes=default, norm=None, out=None):
        axes = axes_of(a, s, axes)
        n = np.shape(a)[axes[-1]] if s is None else s[-1]
        return match(fitted(half_back(of_all_but_last(fft.fftn, g, axes, norm), axes[-1], n, norm), np.shape(a)), a)

    return vjp


def irfftn_vjp(default=None):
    def vjp(g, ans, a, s=None, axes=default, norm=None, out=None):
        axes = axes_of(a, s, axes)
        return match(fitted(of_all_but_last(fft.ifftn, whole_back(g, axes[-1], norm), axes, norm), np.shape(a)), a)

    return vjp


linear(fft.rfft, rfft_vjp)
linear(fft.irfft, irfft_vjp)
linear(fft.rfft2, rfftn_vjp((-2, -1)))
linear(fft.rfftn, rfftn_vjp())
linear(fft.irfft2, irfftn_vjp((-2, -1)))
linear(fft.irfftn, irfftn_vjp())

# of Hermitian ones: the same of the conjugate, with the factor on the other side
SWAPPED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}
linear(fft.hfft, lambda g, ans, a, n=None, axis=-1, norm=None, out=None: match(
    np.conj(irfft_vjp(g, ans, a, n, axis, SWAPPED[norm])), a))  # fmt: skip
linear(fft.ihfft, lambda g, ans, a, n=None, axis=-1, norm=None, out=None: match(
    rfft_vjp(np.conj(g), ans, a, n, axis, SWAPPED[norm]), a))  # fmt: skip

# the order
linear(fft.fftshift, lambda g, ans, x, axes=None: match(fft.ifftshift(g, axes), x))
linear(fft.ifftshift, lambda g, ans, x, axes=None: match(fft.fftshift(g, axes), x))
nondiff((fft.fftfreq, fft.rfftfreq))
