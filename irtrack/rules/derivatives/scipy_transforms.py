"""scipy.fft and scipy.signal: read when a program has imported the module."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (the parameters of a rule are those of its function)

import sys
from typing import Any

import numpy as np

from .matching import match
from .registry import rule_of
from .verbs import linear, nondiff

FOURIER = ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn",
           "hfft", "ihfft")  # fmt: skip


OPTIONS = ("n", "s", "axis", "axes", "norm")


def of_numpy(vjp):
    """The rule of numpy's function of the same name, whose options are fewer."""

    def usual(g, ans, x, *args, **kwargs):
        return vjp(g, ans, x, *args[:3], **{name: each for name, each in kwargs.items() if name in OPTIONS})

    return usual


def fourier() -> None:
    fft: Any = sys.modules["scipy.fft"]
    for name in FOURIER:
        rule = rule_of(getattr(np.fft, name))
        assert rule is not None
        linear(getattr(fft, name), of_numpy(rule.vjp(0)))
    linear(fft.fftshift, lambda g, ans, x, axes=None: match(np.fft.ifftshift(g, axes), x))
    linear(fft.ifftshift, lambda g, ans, x, axes=None: match(np.fft.fftshift(g, axes), x))
    nondiff((fft.fftfreq, fft.rfftfreq, fft.next_fast_len))


# convolutions of arrays of any rank
def whole(g, a, b, mode):
    """The cotangent of the full convolution, of which `mode` gives a part."""
    widths = []
    for n, m, part in zip(np.shape(a), np.shape(b), np.shape(g), strict=True):
        before = {"full": 0, "same": (m - 1) // 2, "valid": min(n, m) - 1}[mode]
        widths.append((before, n + m - 1 - part - before))
    return np.pad(g, widths)


def convolutions() -> None:
    signal: Any = sys.modules["scipy.signal"]

    def left(g, ans, a, b, mode="full", *args, **kwargs):
        return match(signal.convolve(whole(g, a, b, mode), np.flip(b), "valid"), a)

    def right(g, ans, a, b, mode="full", *args, **kwargs):
        return match(signal.convolve(whole(g, a, b, mode), np.flip(a), "valid"), b)

    def turned(b):
        return np.flip(np.conj(b))

    linear((signal.convolve, signal.fftconvolve, signal.oaconvolve), left, right)
    linear(
        signal.correlate,
        lambda g, ans, a, b, *args, **kwargs: left(g, ans, a, turned(b), *args, **kwargs),
        lambda g, ans, a, b, *args, **kwargs: match(turned(right(g, ans, a, turned(b), *args, **kwargs)), b),
    )
