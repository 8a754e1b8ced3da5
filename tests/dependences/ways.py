"""Attributes that are stored by way of a dict, of a class, or of what wraps a function."""

import functools


class Plain:
    def __init__(self, n=0):
        self.n = n


def passed_on(a, b, x):
    o = Plain()

    def w(d):
        d["n"] = x

    def v(q):
        w(q.__dict__)

    if a > b:
        v(o)
    return o.n


def updated_where_it_is_passed_on(a, b, x):
    o = Plain()

    def w(d):
        d["n"] = x

    def v(q):
        w(vars(q))

    if a > b:
        v(o)
    return o.n


def given_by_a_function(a, b, x):
    o = Plain()

    def w(d):
        d.update(n=x)

    def v(q):
        w(q.__dict__)

    if a > b:
        v(o)
    return o.n


def got_by_getattr(a, b, x):
    o = Plain()
    if a > b:
        getattr(o, "__dict__")["n"] = x
    return o.n


def got_by_another_name(a, b, x):
    o = Plain()

    def d(q):
        return q.__dict__

    if a > b:
        d(o)["n"] = x
    return o.n


def in_a_comprehension(a, b, x):
    o = Plain()

    def w(qs):
        for d in [q.__dict__ for q in qs]:
            d["n"] = x

    qs = [o]
    if a > b:
        w(qs)
    return o.n


def given_by_a_property(a, b, x):

    class P:
        @property
        def d(s):
            return s.__dict__

    p = P()
    p.n = 0

    def w(o):
        o.d["n"] = x

    if a > b:
        w(p)
    return p.n


def given_by_a_method(a, b, x):

    class P:
        def all(s):
            return vars(s)

    p = P()
    p.n = 0

    def w(o):
        o.all()["n"] = x

    if a > b:
        w(p)
    return p.n


def given_by_a_descriptor(a, b, x):

    class De:
        def __get__(s, o, t=None):
            return o.__dict__

    class P:
        d = De()

    p = P()
    p.n = 0

    def w(o):
        o.d["n"] = x

    if a > b:
        w(p)
    return p.n


def class_passed_on(a, b, x):

    class K:
        n = 0

    def up(c):
        c.n = x

    def w(o):
        up(type(o))

    k = K()
    if a > b:
        w(k)
    return K.n


def class_passed(a, b, x):

    class K:
        n = 0

    def up(c):
        c.n = x

    k = K()
    if a > b:
        up(type(k))
    return K.n


def class_of_an_object_passed_on(a, b, x):

    class K:
        n = 0

    def up(c):
        c.n = x

    def w(o):
        up(o.__class__)

    k = K()
    if a > b:
        w(k)
    return K.n


def class_that_a_descriptor_gets(a, b, x):

    class De:
        def __get__(s, o, t):
            t.n = x
            return 1

    class K:
        d = De()
        n = 0

    k = K()
    if a > b:
        k.d
    return K.n


def class_that_a_descriptor_gets_there(a, b, x):

    class D:
        def __get__(s, o, t):
            t.n = x
            return 1

    class K:
        d = D()
        n = 0

    k = K()

    def w(o):
        o.d

    if a > b:
        w(k)
    return K.n


def class_that_a_method_passes_on(a, b, x):

    class K:
        n = 0

        def w(s):
            up(type(s))

    def up(c):
        c.n = x

    k = K()
    if a > b:
        k.w()
    return K.n


def doc_that_a_wrapper_gets(a, b, x):

    def f():
        """F"""

    def g():
        """G"""

    if a > b:
        [functools.wraps(g)][a - 2](f)
    return f.__doc__


def name_that_a_wrapper_gets(a, b, x):

    def f():
        """F"""

    def g():
        """G"""

    if a > b:
        functools.wraps(g)(f)
    return f.__name__


def function_that_a_wrapper_gets(a, b, x):

    def f():
        """F"""

    def g():
        """G"""

    if a > b:
        functools.wraps(g)(f)
    return hasattr(f, "__wrapped__")


class Cached:
    cache = {}

    def __new__(cls, key, value):
        if key in cls.cache:
            return cls.cache[key]
        made = cls.cache[key] = super().__new__(cls)
        return made

    def __init__(self, key, value):
        self.value = value


def object_that_is_there_already(a, b, x):
    Cached.cache.clear()
    first = Cached(0, 0)
    Cached(a, x)
    return first.value


def key_out_of_a_dict(a, b, x):
    seen = [0]

    def key(v):
        seen[0] = v
        return v

    keys = {"k": key}
    if a > b:
        sorted([x], key=keys["k"])
    return seen[0]


def function_that_a_call_gives_to_map(a, b, x):
    seen = [0]

    def make():
        return lambda v: seen.append(v)

    if a > b:
        list(map(make(), [x]))
    return len(seen)


def object_that_a_class_keeps(a, b, x):
    class Last:
        kept = None

    one, other = Plain(), Plain()
    Last.kept = one
    if a > b:
        Last.kept.n = x
    Last.kept = other
    return one.n


def stored_by_map(a, b, x):
    one = Plain()
    list(map(setattr, [one], ["n"], [x]))
    return one.n


def appended_by_map(a, b, x):
    row = [0]
    list(map(list.append, [row], [x]))
    return row[-1]


def class_that_is_a_default(a, b, x):
    class Counted:
        n = 0

    def put(cls=Counted):
        cls.n = x

    if a > b:
        put()
    return Counted.n
