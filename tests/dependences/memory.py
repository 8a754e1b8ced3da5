"""Objects that lie in the memory of others, or stand for them."""

import types

import numpy as np


def flat(a, b, x):
    l = np.zeros(3)
    if a > 1:
        l.flat[0] = b
    return float(l[0])


def view(a, b, x):
    l = bytearray(3)
    if a > 1:
        memoryview(l)[0] = 7
    return l[0]


def mv_slice(a, b, x):
    l = bytearray(3)
    m = memoryview(l)[1:]
    if a > 1:
        m[0] = 7
    return l[1]


def mv_array(a, b, x):
    l = np.zeros(3)
    m = memoryview(l)
    m[1] = b
    return float(l[1])


def frombuffer(a, b, x):
    l = bytearray(24)
    n = np.frombuffer(l, dtype=np.int64)
    n[a % 3] = b
    return bytes(l)


def frombuffer_2(a, b, x):
    l = bytearray(24)
    n = np.frombuffer(l, dtype=np.int64)
    l[0] = b % 200
    return int(n[0])


def tobytes_of_view(a, b, x):
    l = bytearray(4)
    with memoryview(l) as m:
        m[a] = b % 100
        return m.tobytes()


def released(a, b, x):
    l = bytearray(4)
    m = memoryview(l)
    m[a] = b % 100
    m.release()
    return l


def proxy(a, b, x):
    d = {1: b}
    p = types.MappingProxyType(d)
    d[1] = x * a
    return p[1]


def proxy_get(a, b, x):
    d = {1: b}
    p = types.MappingProxyType(d)
    if a > 1:
        d[3] = x
    return p.get(3, 5), len(p), list(p)


def np_view_dtype(a, b, x):
    l = np.zeros(2, dtype=np.int64)
    v = l.view(np.uint8)
    v[a] = b
    return l.tolist()


def flat_read(a, b, x):
    l = np.zeros(3)
    f = l.flat
    l[1] = b
    return float(f[1]), float(l.flat[2])


def flat_whole(a, b, x):
    l = np.zeros((2, 2))
    l.flat = [a, b, x, 1]
    return l.tolist()


def cast(a, b, x):
    l = bytearray(8)
    memoryview(l).cast("I")[1] = a * b
    return l
