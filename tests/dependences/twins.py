"""Functions of the same code, of which one is called: which variables around it are meant, its code does not say."""


def counter():
    s = 0

    def add(k):
        nonlocal s
        s += k
        return s

    return add


def cell():
    s = 0

    def get():
        return s

    def put(k):
        nonlocal s
        s = k

    def put_if(k):
        nonlocal s
        if k > 5:
            s = k
        return s

    return get, put, put_if


def adder(n):
    def add(k):
        return n + k

    return add


def appender(rows):
    def append(k):
        rows.append(k)
        return len(rows)

    return append


def outer_counter():
    s = 0

    def add(k):
        def inner():
            nonlocal s
            s += k

        inner()
        return s

    return add


def kind(n):
    class Kind:
        def m(self, k):
            nonlocal n
            n += k
            return n

    return Kind


def base_of(n):
    class Base:
        def m(self):
            return n

    return Base


def child_of(base):
    class Child(base):
        def m(self):
            return super().m() + 1

    return Child


def one_of_two_counters(a, b, x):
    f, g = counter(), counter()
    (f, g)[a % 2](x)
    return f(0), g(0)


def one_of_two_counters_twice(a, b, x):
    f, g = counter(), counter()
    for k in (a, b):
        (f, g)[k % 2](x)
    return f(0), g(0)


def one_of_two_setters(a, b, x):
    p, q = cell(), cell()
    (q, p)[a % 2][1](x)
    return p[0]()


def one_of_two_readers(a, b, x):
    p, q = cell(), cell()
    p[1](x)
    return (q, p)[a % 2][0]()


def one_of_two_readers_before_it_is_set(a, b, x):
    p, q = cell(), cell()
    found = (q, p)[a % 2][0]()
    p[1](x)
    q[1](5)
    return found


def one_that_might_set(a, b, x):
    p, q = cell(), cell()
    p[1](b)
    return (q, p)[a % 2][2](x - 5), p[0]()


def one_of_two_adders(a, b, x):
    return (adder(b), adder(b + 1))[a % 2](x)


def a_list_around(a, b, x):
    p, q = [0], [0]
    (appender(q), appender(p))[a % 2](x)
    return p


def a_function_within(a, b, x):
    f, g = outer_counter(), outer_counter()
    (f, g)[a % 2](x)
    return f(0), g(0)


def out_of_a_dict(a, b, x):
    p, q = cell(), cell()
    _, put, _ = {0: q, 1: p}[a % 2]
    put(x)
    return p[0]()


def behind_a_key(a, b, x):
    p, q = cell(), cell()
    h = [q]
    sorted([1] * (a % 2), key=lambda z: h.append(p) or 0)
    h[-1][1](x)
    return p[0]()


class With:
    def __init__(self, wanted, f):
        self.wanted, self.f = wanted, f

    def __enter__(self):
        pass

    def __exit__(self, *given):
        if self.wanted:
            self.f()


def behind_with(a, b, x):
    p, q = cell(), cell()
    h = [q]
    with With(a % 2, lambda: h.append(p)):
        pass
    h[-1][1](x)
    return p[0]()


def a_variable_of_its_own(a, b, x):
    l = []

    def make(n):
        def add():
            nonlocal l
            l = [n]

        return add

    (make(1), make(2))[a % 2]()
    return l


def methods_of_two_classes(a, b, x):
    one, other = kind(1)(), kind(2)()
    (one, other)[a % 2].m(x)
    return one.m(0), other.m(0)


def a_bound_method_of_two_classes(a, b, x):
    one, other = kind(1)(), kind(2)()
    f = (one.m, other.m)[a % 2]
    f(x)
    return one.m(0), other.m(0)


def super_of_two_classes(a, b, x):
    one, other = child_of(base_of(1))(), child_of(base_of(x))()
    return (one, other)[a % 2].m()


OUTSIDE = [adder(1), adder(2)]
COUNTERS = [cell(), cell()]


def made_outside(a, b, x):
    return OUTSIDE[a % 2](x)


def set_outside(a, b, x):
    for _, put, _ in COUNTERS:
        put(0)
    COUNTERS[a % 2][1](x)
    return COUNTERS[0][0](), COUNTERS[1][0]()


SPACES = [{"n": k} for k in range(2)]
for _space in SPACES:
    exec("def f(k):\n    return n + k", _space)


def of_two_modules(a, b, x):
    return SPACES[a % 2]["f"](x)
