"""Arrays that C code writes to, or whose memory it is given: either followed, or an error that says where."""

import array
import ctypes
import functools
import io
import mmap
import operator
import re
import struct

import numpy as np
import pytest
from rule_checks import difference

from irtrack import DifferentiationError, grad, jvp

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # numpy would not have attributes assigned
NAMES = {
    "array": array, "ctypes": ctypes, "functools": functools, "io": io, "mmap": mmap, "np": np, "operator": operator,
    "struct": struct,
}  # fmt: skip
X = np.array([0.7, 1.3, -0.4])
BYTES = np.arange(3.0).tobytes()


def program(statements):
    """What the statements leave in y; c is constant, y not."""
    source = f"def f(x):\n    c = np.ones(3)\n    y = x * 2\n    {statements}\n    return np.sum(y * x)"
    namespace = {**NAMES, "BYTES": BYTES}
    exec(source, namespace)
    return namespace["f"]


FOLLOWED = [
    "functools.partial(np.copyto, y)(x**2)",
    "functools.partial(y.fill, 3.0)()",
    "functools.partial(np.add, x, out=y)(x**2)",
    "np.add(*(x, x**2), **{'out': y})",
    "np.add(x, x**2, **{'out': y, 'where': x > 0})",
    "np.add(x, x**2, y, where=x > 0)",
    "np.nansum(np.outer(x, x), **{'axis': 0, 'out': y})",
    "x.cumsum(**{'out': y})",
    "functools.partial(np.sort)(y)",
    "z = y * c; memoryview(c)[0] = 5.0; y = z * c",
    "z = y * c; memoryview(c)[1:] = memoryview(c)[:2]; y = z * c",
    "z = y * c; memoryview(c).cast('B').cast('d')[2] = 5.0; y = z * c",
    "z = y * c; io.BytesIO(BYTES).readinto(c); y = z * c",
    "z = y * c; np.random.default_rng(0).random(out=c); y = z * c",
    "z = y * c; np.random.default_rng(0).standard_normal(3, float, c); y = z * c",
    "z = y * c; struct.pack_into('d', c, 8, 4.0); y = z * c",
    "z = y * c; struct.Struct('d').pack_into(c, 8, 4.0); y = z * c",
    "z = y * c; operator.methodcaller('fill', 3.0)(c); y = z * c",
    "z = y * c; c.byteswap(inplace=True); c.byteswap(True); y = z * c",
    "z = y * c; c.setfield(3.0, np.float64); y = z * c",
    "c[0] = 2.0; z = y * c; np.random.default_rng(0).random(out=c); c[1] = 3.0; y = z * c",
    "b = array.array('d', [1.0, 2.0, 3.0]); y = y * np.frombuffer(b)",
    "m = memoryview(c); m[0] = 3.0; y = y * m[0] * c",
    "c.shape = 3, 1; c.shape = 3; y = y * c",
    "operator.methodcaller('fill', x[0])(y[1:])",
    "y.setflags(write=False)",
    "np.random.default_rng(0).shuffle(y)",
    "w = np.outer(y, x); np.random.default_rng(1).shuffle(w, axis=1); y = w[0]",
    "np.random.RandomState(0).shuffle(y)",
    "s = np.array([(1.0, 2), (2.0, 3), (3.0, 4)], [('a', float), ('b', int)]); y = y * s['a'] * s['b']",
    "s = np.zeros(3, [('a', float), ('b', int)]); s[1] = 2.0, 3; y = y * s['a'] * s['b']",
    "print('', end='', file=io.StringIO())",
    "np.random.default_rng(0).random(**{'out': c}); y = y * c",
    "y.flat = x[:2] * x[0]",
    "z = x * 1j; np.add.at(z, [0, 0, 2], y * (1 + 2j)); y = np.abs(z)",
    "z = x * 1j; np.subtract.at(z, [0, 0, 2], y); np.add.at(z[::-1], (slice(None),), 2.0); y = np.abs(z)",
    "y.flat = x; y.shape = (3,)",
    "setattr(y, 'flat', y * x)",
    "y.real = x; y.real *= x; setattr(y, 'real', [x[0], 2.0, x[1]])",
    "z = np.zeros(3, complex); z.real = x * x; z.imag = x[0]; z.imag += y; y = y * z.real * z.imag",
    "z = y + 1j * x; z.imag = z.real * x; y = np.abs(z) + z.imag",
    "z = np.outer(y, x); z.T.flat = x; y = z[1]",
]


@pytest.mark.parametrize("statements", FOLLOWED)
def test_followed(statements):
    f = program(statements)
    v = np.array([0.3, -1.1, 0.9])
    expected = pytest.approx(difference(lambda x: f(x.copy()), X, v), rel=1e-6)
    assert np.sum(grad(f)(X) * v) == expected
    value, tangent = jvp(f, (X,), (v,))
    assert tangent == expected
    assert value == f(X)


HANDED = "the memory of an array that is differentiated is handed to"
UNKNOWN = "depends on what is differentiated, and what the function does with it irtrack cannot follow"
WRITES = "in a way that cannot be followed; "
REFUSED = {
    "m = memoryview(y); m[0] = 5.0": f"{HANDED} memoryview",
    "y = np.array(memoryview(y))": f"{HANDED} memoryview",
    "y = x * sum(memoryview(y))": f"{HANDED} memoryview",
    "memoryview(c)[0] = x[0]; y = y * c": "a number that is differentiated is stored at",
    "m = memoryview(c); c[0] = x[1]; m[0] = 5.0": "memoryview was given its memory before at",
    "io.BytesIO(BYTES).readinto(y)": UNKNOWN,
    "np.random.default_rng(0).random(out=y)": WRITES,
    "np.random.default_rng(0).random(**{'out': y})": "random writes to an array at <string>:4 in a way",
    "y = np.random.default_rng(0).normal(x[0], 1.0, 3)": "argument 2 (loc) of np.random._generator.Generator.normal",
    "struct.pack_into('d', c, 0, x[0]); y = y * c": UNKNOWN,
    "struct.pack_into('d', y, 0, 5.0)": UNKNOWN,
    "y.setfield(3.0, np.float64)": WRITES,
    "b = [1.0]; s = slice(1)\n    for v in ([2.0], x): b[s] = v\n    y = y * b[0]": "becomes the items of an array",
    "y.byteswap(inplace=True)": WRITES,
    "y.data[0] = 5.0": "ndarray.data",
    "y.ctypes.data_as(ctypes.POINTER(ctypes.c_double))[0] = 5.0": "ndarray.ctypes",
    "(ctypes.c_double * 3).from_buffer(y)[0] = 5.0": "from_buffer",
    "b = (ctypes.c_double * 3).from_buffer(c); z = y * c; b[0] = 5.0; y = z * c": "was changed unseen by what ",
    "b = array.array('d', [1.0, 2.0, 3.0]); c = np.frombuffer(b); z = y * c; b[0] = 9.0; y = z * c": "changed unseen",
    "b = ctypes.c_double(0.0); b.value = x[0]; y = y * b.value": "in the attribute value of a c_double",
    "b = io.BytesIO(); b.write(y); y = np.frombuffer(b.getvalue())": "BytesIO.write",
    "y = np.frombuffer(y.tobytes())": "ndarray.tobytes",
    "for e in np.nditer(y, op_flags=['readwrite']): e[...] = 3.0": "np.nditer",
    "y = np.outer(x, y); y.shape = 9; y = y[:3]": "array.shape is assigned",
    "y.strides = 0": "array.strides is assigned",
    "y.dtype = np.int64; y[0] = 1; y.dtype = float": "array.dtype is assigned",
    "s = np.zeros(3, [('a', float)]); s['a'] = x; y = s['a']": "structured array",
    "s = np.zeros(3, [('a', float), ('b', int)]); s[0] = x[0], 1; y = s['a']": "is written to a structured array",
    "s = np.zeros(3, [('a', float)]); s['a'][0] = x[0]; y = s['a']": "to a part of an array of [('a', '<f8')]",
    "y = np.array([(a,) for a in x], [('a', float)])['a']": "np.array",
    "y = np.array(list(x), object).sum()": "np.array",
    "y = x.astype(object).sum()": "ndarray.astype",
    "b = mmap.mmap(-1, 24); y = np.frombuffer(b); y[:] = x": "whose memory belongs to something else",
    "y = np.median(y, overwrite_input=True)": "np.median is called with overwrite_input at",
    "y = np.median(y, 0, None, True)": "np.median is called with overwrite_input at",
}


@pytest.mark.parametrize("statements", REFUSED)
def test_refused(statements):
    f = program(statements)
    for differentiated in (grad(f), lambda x: jvp(f, (x,), (x,))):
        with pytest.raises(DifferentiationError, match=re.escape(REFUSED[statements])) as caught:
            differentiated(X)
        assert re.search(r" at <string>:\d", str(caught.value))


def test_scipy_may_not_destroy_what_the_derivative_needs():
    linalg = pytest.importorskip("scipy.linalg")
    a = np.array([[2.0, 1.0], [0.5, 3.0]])
    for f in (lambda x: np.sum(linalg.inv(x * 1.0, overwrite_a=True)), lambda x: np.sum(linalg.inv(x * 1.0, True))):
        with pytest.raises(DifferentiationError, match=r"scipy.linalg.*inv is called with overwrite_a at .*leave that"):
            grad(f)(a)
    assert grad(lambda x: np.sum(linalg.inv(x, overwrite_a=False)))(a).shape == (2, 2)
    assert grad(lambda x: x * np.sum(linalg.inv(a.copy(), overwrite_a=True)))(1.0) == np.sum(np.linalg.inv(a))


def test_an_error_in_a_library_names_the_line_that_called_it():
    def f(x):
        return np.sum(np.polymul(x, [1.0, 2.0]))

    with pytest.raises(DifferentiationError, match=r"at .*test_exposed_memory.py:\d+ \(return np.* by way of .*numpy"):
        grad(f)(X)
