"""What classes, modules and functions hold for all who use them; names of globals by the dict that has them."""

import functools
import sys
import types

mod = types.ModuleType("mod")
me = sys.modules[__name__]
registry = {}


class Holder:
    registry = {}
    rows = []


def class_attribute_of_instance(a, b, x):
    class C:
        rows = []

    c = C()
    if a > 1:
        c.rows.append(b)
    return len(C.rows)


def class_attribute_passed(a, b, x):
    class C:
        rows = []

    def g(c):
        c.rows.append(b)

    if a > 1:
        g(C)
    return len(C.rows)


def class_attribute_of_instance_passed(a, b, x):
    class C:
        rows = []

    def g(c):
        c.rows.append(b)

    c = C()
    if a > 1:
        g(c)
    return len(C.rows)


def class_attribute_in_method(a, b, x):
    class C:
        rows = []

        def add(self):
            self.rows.append(b)

    c = C()
    if a > 1:
        c.add()
    return len(C.rows)


def class_attribute_in_classmethod(a, b, x):
    class C:
        rows = []

        @classmethod
        def add(cls):
            cls.rows.append(b)

    if a > 1:
        C.add()
    return len(C.rows)


def class_attribute_in_classmethod_of_instance(a, b, x):
    class C:
        rows = []

        @classmethod
        def add(cls):
            cls.rows.append(b)

    c = C()
    if a > 1:
        c.add()
    return len(C.rows)


def class_attribute_of_base(a, b, x):
    class B:
        rows = []

    class C(B):
        def add(self):
            self.rows.append(b)

    if a > 1:
        C().add()
    return len(B.rows)


def class_attribute_of_made(a, b, x):
    class C:
        rows = []

        def __init__(self):
            self.rows.append(b)

    if a > 1:
        C()
    return len(C.rows)


def class_attribute_of_global_class(a, b, x):
    Holder.rows.clear()
    if a > 1:
        Holder().rows.append(b)
    return len(Holder.rows)


def class_attribute_item(a, b, x):
    Holder.registry["k"] = [x]
    if a > 1:
        Holder.registry["k"].append(b)
    return len(Holder.registry["k"])


def class_attribute_get(a, b, x):
    Holder.registry["k"] = [x]
    if a > 1:
        Holder.registry.get("k").append(b)
    return len(Holder.registry["k"])


def module_attribute(a, b, x):
    mod.rows = [x]
    if a > 1:
        mod.rows.append(b)
    return len(mod.rows)


def module_attribute_item(a, b, x):
    mod.rows = {"k": [x]}
    if a > 1:
        mod.rows["k"].append(b)
    return len(mod.rows["k"])


def module_passed(a, b, x):
    def g(m):
        m.rows.append(b)

    mod.rows = [x]
    if a > 1:
        g(mod)
    return len(mod.rows)


def module_passed_store(a, b, x):
    def g(m):
        m.v = b

    mod.v = x
    if a > 1:
        g(mod)
    return mod.v


def module_from_sys(a, b, x):
    me.registry["k"] = x
    if a > 1:
        sys.modules[__name__].registry["k"] = b
    return registry["k"]


def function_attribute(a, b, x):
    def f():
        pass

    f.rows = [x]
    if a > 1:
        f.rows.append(b)
    return len(f.rows)


def function_attribute_passed(a, b, x):
    def f():
        pass

    def g(h):
        h.rows.append(b)

    f.rows = [x]
    if a > 1:
        g(f)
    return len(f.rows)


def function_default(a, b, x):
    def f(v, rows=[]):
        rows.append(v)
        return len(rows)

    if a > 1:
        f(b)
    return f(x)


def function_default_passed(a, b, x):
    def f(v, rows=[]):
        rows.append(v)
        return len(rows)

    def g(h):
        return h(b)

    if a > 1:
        g(f)
    return f(x)


def function_keyword_default(a, b, x):
    def f(v, *, rows=[]):
        rows.append(v)
        return len(rows)

    if a > 1:
        f(b)
    return f(x)


def function_closure_passed(a, b, x):
    rows = []

    def f(v):
        rows.append(v)

    def g(h):
        h(b)

    if a > 1:
        g(f)
    return len(rows)


def functions_in_list(a, b, x):
    rows = []

    def f(v):
        rows.append(v)

    table = [f]
    if a > 1:
        table[0](b)
    return len(rows)


def functions_in_dict(a, b, x):
    rows = []
    table = {"f": lambda v: rows.append(v)}
    if a > 1:
        table["f"](b)
    return len(rows)


def functions_in_dict_passed(a, b, x):
    rows = []
    table = {"f": lambda v: rows.append(v)}

    def g(t):
        t["f"](b)

    if a > 1:
        g(table)
    return len(rows)


def function_in_attribute(a, b, x):
    class C:
        pass

    rows = []
    c = C()
    c.f = lambda v: rows.append(v)
    if a > 1:
        c.f(b)
    return len(rows)


def bound_method_in_list(a, b, x):
    rows = []
    table = [rows.append]
    if a > 1:
        table[0](b)
    return len(rows)


def bound_method_variable(a, b, x):
    rows = []
    add = rows.append
    if a > 1:
        add(b)
    return len(rows)


def bound_method_passed(a, b, x):
    rows = []

    def g(h):
        h(b)

    if a > 1:
        g(rows.append)
    return len(rows)


def bound_method_in_partial(a, b, x):
    rows = []
    add = functools.partial(rows.append, b)
    if a > 1:
        add()
    return len(rows)


def callable_instance(a, b, x):
    class C:
        def __init__(self):
            self.v = x

        def __call__(self):
            self.v = b

    c = C()
    if a > 1:
        c()
    return c.v


def decorated(a, b, x):
    rows = []

    def deco(f):
        @functools.wraps(f)
        def inner(*args):
            rows.append(1)
            return f(*args)

        return inner

    @deco
    def f(v):
        return v

    if a > 1:
        f(b)
    return len(rows)


def cached(a, b, x):
    rows = []

    @functools.lru_cache
    def f(v):
        rows.append(v)
        return v

    if a > 1:
        f(b)
    f(9)
    return len(rows)


def iterator_class_attribute(a, b, x):
    class C:
        it = iter([1, 2, 3])

    if a > 1:
        next(C.it)
    return next(C.it)


def instance_holds_class(a, b, x):
    class C:
        rows = []

    class D:
        def __init__(self, k):
            self.k = k

        def add(self):
            self.k.rows.append(b)

    d = D(C)
    if a > 1:
        d.add()
    return len(C.rows)


def class_in_list(a, b, x):
    class C:
        v = x

    kinds = [C]
    if a > 1:
        kinds[0].v = b
    return C.v


def class_in_list_rows(a, b, x):
    class C:
        rows = []

    kinds = [C]
    if a > 1:
        kinds[0].rows.append(b)
    return len(C.rows)


def type_of_rows(a, b, x):
    class C:
        rows = []

    c = C()
    if a > 1:
        type(c).rows.append(b)
    return len(C.rows)


def super_rows(a, b, x):
    class B:
        rows = []

    class C(B):
        rows = []

        def add(self):
            super().rows.append(b)

    c = C()
    if a > 1:
        c.add()
    return len(B.rows)


def slots(a, b, x):
    class C:
        __slots__ = ("v",)

    c = C()
    c.v = x
    if a > 1:
        c.v = b
    return c.v


def nested_function_attribute(a, b, x):
    def f():
        f.n = getattr(f, "n", 0) + b

    f.n = x
    if a > 1:
        f()
    return f.n


def property_of_held(a, b, x):
    class C:
        def __init__(self):
            self._rows = [x]

        @property
        def rows(self):
            return self._rows

    c = C()
    if a > 1:
        c.rows.append(b)
    return len(c.rows)


def property_setter(a, b, x):
    class C:
        def __init__(self):
            self._v = x

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, w):
            self._v = w

    c = C()
    if a > 1:
        c.v = b
    return c.v


def iadd_method(a, b, x):
    class C:
        def __init__(self):
            self.v = x

        def __iadd__(self, o):
            self.v += o
            return self

    c = C()
    d = c
    if a > 1:
        d += b
    return c.v


def updated_globals(a, b, x):
    globals()["_spare"] = 1
    if a > 1:
        globals().update(_spare=b)
    return _spare


def kept_globals(a, b, x):
    g = globals()
    g["_spare"] = 1
    if a > 1:
        g["_spare"] = b
    return _spare


def popped_globals(a, b, x):
    globals()["len"] = lambda n: 5
    r = len([1])
    if a > 1:
        globals().pop("len")
    r = len([1])
    globals().pop("len", None)
    return r


def globals_in_function(a, b, x):
    def f():
        globals()["_spare"] = b

    globals()["_spare"] = 1
    if a > 1:
        f()
    return _spare


def globals_in_function_variable(a, b, x):
    def f():
        g = globals()
        g["_spare"] = b

    globals()["_spare"] = 1
    if a > 1:
        f()
    return _spare


def globals_passed(a, b, x):
    def f(d):
        d["_spare"] = b

    globals()["_spare"] = 1
    if a > 1:
        f(globals())
    return _spare


def globals_of_function(a, b, x):
    globals()["_spare"] = 1
    if a > 1:
        globals_passed.__globals__["_spare"] = b
    return _spare


def module_vars(a, b, x):
    import sys

    me = sys.modules[__name__]
    globals()["_spare"] = 1
    if a > 1:
        vars(me)["_spare"] = b
    return _spare


def function_vars(a, b, x):
    def f():
        return f.v

    f.v = 1
    if a > 1:
        vars(f)["v"] = b
    return f()


def function_dict_update(a, b, x):
    def f():
        return f.v

    f.v = 1
    if a > 1:
        f.__dict__.update(v=b)
    return f()


def function_dict_in_function(a, b, x):
    def f():
        return f.v

    def g(h):
        h.__dict__["v"] = b

    f.v = 1
    if a > 1:
        g(f)
    return f()


def function_attribute_in_function(a, b, x):
    def f():
        return f.v

    def g(h):
        h.v = b

    f.v = 1
    if a > 1:
        g(f)
    return f()


def counted_calls(a, b, x):
    def f():
        f.n += 1
        return f.n

    f.n = b
    for _ in range(a):
        f()
    return f.n


def class_dict_in_function(a, b, x):
    class C:
        v = 1

    def g(h):
        setattr(h, "v", b)

    if a > 1:
        g(C)
    return C.v, C().v


def in_base(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    if a > 1:
        B.v = b
    return C.v


def in_base_instance(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    c = C()
    if a > 1:
        B.v = b
    return c.v


def in_class_over_base(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    c = C()
    if a > 1:
        C.v = b
    return c.v


def in_class_with_property(a, b, x):
    class C:
        @property
        def v(self):
            return 1

    c = C()
    if a > 1:
        C.v = b
    return c.v


def in_class_with_getattr(a, b, x):
    class C:
        def __getattr__(self, n):
            return 1

    c = C()
    if a > 1:
        C.v = b
    return c.v


def in_class_by_function(a, b, x):
    class C:
        v = 1

    def put(k):
        k.v = b

    c = C()
    if a > 1:
        put(C)
    return c.v


def in_class_by_method(a, b, x):
    class C:
        v = 1

        @classmethod
        def put(cls):
            cls.v = b

    class D(C):
        pass

    d = D()
    if a > 1:
        D.put()
    return d.v


def in_class_deleted(a, b, x):
    class B:
        v = b

    class C(B):
        v = 1

    if a > 1:
        del C.v
    return C().v


def in_class_hasattr(a, b, x):
    class C:
        pass

    if a > 1:
        C.v = b
    return hasattr(C(), "v")


def in_class_method(a, b, x):
    class C:
        def go(self):
            return 1

    c = C()
    if a > 1:
        C.go = lambda self: b
    return c.go()


def default_of_called(a, b, x):
    def f(v=[1]):
        return v

    if a > 1:
        f().append(b)
    return len(f())


def given_by(a, b, x):
    def f(v=[1]):
        return v

    def g():
        return f()

    if a > 1:
        g().append(b)
    return len(f())


def given_by_other(a, b, x):
    def f(v=[1]):
        return v

    def g():
        f().append(b)

    if a > 1:
        g()
    return len(f())


def setattr_method(a, b, x):
    log = []

    class C:
        def __setattr__(self, n, v):
            log.append(v)

    c = C()
    if a > 1:
        c.v = b
    return len(log)


def setitem_method(a, b, x):
    log = []

    class C:
        def __setitem__(self, n, v):
            log.append(v)

    c = C()
    if a > 1:
        c[0] = b
    return len(log)


def iter_method(a, b, x):
    log = []

    class C:
        def __iter__(self):
            log.append(b)
            return iter([1])

    c = C()
    if a > 1:
        for _ in c:
            pass
    return len(log)


def unpack_method(a, b, x):
    log = []

    class C:
        def __iter__(self):
            log.append(b)
            return iter([1, 2])

    c = C()
    if a > 1:
        p, q = c
    return len(log)


def del_method(a, b, x):
    log = []

    class C:
        def __delitem__(self, k):
            log.append(b)

        def __delattr__(self, k):
            log.append(b)

    c = C()
    if a > 1:
        del c[0]
    if a > 2:
        del c.v
    return len(log)


def starred_iter(a, b, x):
    log = []

    class C:
        def __iter__(self):
            log.append(b)
            return iter([1, 2])

    c = C()
    if a > 1:
        [*c]
    if a > 2:
        print(*c, end="")
    return len(log)


def setattr_in_function(a, b, x):
    log = []

    class C:
        def __setattr__(self, n, v):
            log.append(v)

    def g(o):
        o.v = 2

    c = C()
    if a > 1:
        g(c)
    return len(log)
