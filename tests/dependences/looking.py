"""What changes when it is looked at: methods that operators and C code call, on a way not taken."""

import collections
import functools

import numpy as np


def bound_method_of_class(a, b, x):
    class C:
        def __init__(self):
            self.v = x

        def put(self):
            self.v = b

    c = C()
    put = c.put
    if a > 1:
        put()
    return c.v


def getattr_method(a, b, x):
    log = []

    class C:
        def __getattr__(self, n):
            log.append(n)
            return 1

    c = C()
    if a > 1:
        c.v
    return len(log)


def getitem_method(a, b, x):
    log = []

    class C:
        def __getitem__(self, n):
            log.append(n)
            return 1

    c = C()
    if a > 1:
        c[0]
    return len(log)


def add_method(a, b, x):
    log = []

    class C:
        def __add__(self, n):
            log.append(n)
            return 1

    c = C()
    if a > 1:
        c + b
    return len(log)


def len_method(a, b, x):
    log = []

    class C:
        def __len__(self):
            log.append(b)
            return 1

    c = C()
    if a > 1:
        len(c)
    return len(log)


def eq_method(a, b, x):
    log = []

    class C:
        def __eq__(self, o):
            log.append(b)
            return True

    c = C()
    if a > 1:
        c == 3
    return len(log)


def bool_method(a, b, x):
    log = []

    class C:
        def __bool__(self):
            log.append(b)
            return True

    c = C()
    if a > 1:
        if c:
            pass
    return len(log)


def getattr_property(a, b, x):
    log = []

    class C:
        @property
        def v(self):
            log.append(b)
            return 1

    c = C()
    if a > 1:
        c.v
    return len(log)


def format_method(a, b, x):
    log = []

    class C:
        def __format__(self, s):
            log.append(b)
            return "q"

    c = C()
    if a > 1:
        f"{c}"
    return len(log)


def neg_method(a, b, x):
    log = []

    class C:
        def __neg__(self):
            log.append(b)
            return 3

    c = C()
    if a > 1:
        -c
    return len(log)


def contains_method(a, b, x):
    log = []

    class C:
        def __contains__(self, k):
            log.append(b)
            return True

    c = C()
    if a > 1:
        3 in c
    return len(log)


def str_method(a, b, x):
    log = []

    class C:
        def __str__(self):
            log.append(b)
            return "r"

    c = C()
    if a > 1:
        str(c)
    return len(log)


def getattr_in_function(a, b, x):
    log = []

    class C:
        @property
        def v(self):
            log.append(b)
            return 1

    def g(o):
        return o.v

    c = C()
    if a > 1:
        g(c)
    return len(log)


def add_in_function(a, b, x):
    log = []

    class C:
        def __add__(self, o):
            log.append(b)
            return 1

    def g(o):
        return o + 1

    c = C()
    if a > 1:
        g(c)
    return len(log)


def cached_property(a, b, x):
    class C:
        n = 0

        @functools.cached_property
        def v(self):
            C.n += 1
            return b

    c = C()
    for _ in range(a):
        c.v
    return C.n


def defaultdict_(a, b, x):
    d = collections.defaultdict(list)
    if a > 1:
        d[b].append(x)
    return len(d), sorted(d)


def partialmethod(a, b, x):
    class C:
        v = 1

        def put(self, k, w):
            self.v = k * w

        put2 = functools.partialmethod(put, 2)

    c = C()
    if a > 1:
        c.put2(b)
    return c.v


def np_object(a, b, x):
    l = np.array([[1], [2, 3]], dtype=object)
    if a > 1:
        l[0].append(b)
    return len(l[0])


def proxy_list(a, b, x):
    class P:
        def __init__(self, o):
            self._o = o

        def __getattr__(self, n):
            return getattr(self._o, n)

    l = [x]
    p = P(l)
    if a > 1:
        p.append(b)
    return len(l)


def stands_for_another(a, b, x):
    class P:
        def __init__(self, o):
            object.__setattr__(self, "_o", o)

        def __getattr__(self, n):
            return getattr(self._o, n)

        def __setattr__(self, n, v):
            setattr(self._o, n, v)

    class C:
        v = 1

    c = C()
    p = P(c)
    if a > 1:
        p.v = b
    return c.v


def matched_by_attributes(a, b, x):
    log = []

    class C:
        @property
        def v(self):
            log.append(b)
            return 1

    c = C()
    if a > 1:
        match c:
            case C(v=1):
                pass
    return len(log)
