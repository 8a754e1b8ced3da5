"""Small strange programs: what they depend on, and what calls them back, is easily overlooked by an update or a replay.

Each takes two small numbers and gives what can be compared by its text; `PROGRAMS` are those of this module. Most of
them write to something only if `a` is larger than 1.
"""
# ruff: noqa

import asyncio
import collections
import collections.abc
import contextlib
import copy
import dataclasses
import enum
import functools
import io
import itertools
import random
import sys
import types

import numpy as np


G = 0


def truth_of_an_object(a, b):
    n = []

    class T:
        def __bool__(self):
            n.append(a)
            return True

    x = T() if a > 1 else 1
    if x:
        n.append(b)
    return n


def exit_that_is_caught(a, b):
    def leave():
        sys.exit(a)

    try:
        with contextlib.redirect_stderr(io.StringIO()):
            leave()
    except SystemExit as error:
        return error.code, b


def exit_of_a_function_in_c(a, b):
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            sys.exit(a if a > 1 else None)
    except SystemExit as error:
        return error.code, b


def truth_by_length(a, b):
    n = []

    class T:
        def __len__(self):
            n.append(a)
            return a

    x = [[1], T()][a > 1]
    while x:
        n.append(b)
        break
    return n


def and_or(a, b):
    n = []

    class T:
        def __bool__(self):
            n.append(1)
            return a > 2

    x = [0, 1, T(), T()][a]
    y = x and b
    z = not x
    return n, z, y is x


def loop_over_a_map(a, b):
    n = []
    total = 0
    for v in map(lambda i: n.append(i) or i, range(a - 1)):
        total += v
    return n, total


def loop_over_an_iterator(a, b):
    n = []

    class It:
        def __init__(self, k):
            self.k = k

        def __iter__(self):
            n.append("iter")
            return self

        def __next__(self):
            self.k -= 1
            if self.k < 0:
                raise StopIteration
            n.append(self.k)
            return self.k

    source = [(), It(a)][a > 1]
    for v in source:
        pass
    return n


def loop_with_getitem(a, b):
    n = []

    class Seq:
        def __getitem__(self, i):
            n.append(i)
            if i >= a:
                raise IndexError
            return i

    for v in [[], Seq()][a > 1]:
        n.append(-v)
    return n


def comparison(a, b):
    n = []

    class C:
        def __lt__(self, other):
            n.append("lt")
            return True

        def __eq__(self, other):
            n.append("eq")
            return False

        __hash__ = None

    x = 1 if a < 2 else C()
    return x < 5, x == 5, x != 5, n


def membership(a, b):
    n = []

    class C:
        def __contains__(self, item):
            n.append(item)
            return True

    x = [1] if a < 2 else C()
    return b in x, b not in x, n


def membership_by_iter(a, b):
    n = []

    class C:
        def __iter__(self):
            n.append("iter")
            return iter([b])

    x = [1] if a < 2 else C()
    return b in x, n


def subscripts(a, b):
    n = []

    class C(dict):
        def __getitem__(self, key):
            n.append(key)
            return key

        def __setitem__(self, key, value):
            n.append((key, value))

        def __delitem__(self, key):
            n.append(("del", key))

    x = {b: 1, 9: 9} if a < 2 else C()
    y = x[b]
    x[7] = 1
    del x[9]
    return y, n


def missing(a, b):
    n = []

    class D(dict):
        def __missing__(self, key):
            n.append(key)
            return b

    d = D({1: 5})
    return d[a], n


def attribute_of_nothing(a, b):
    n = []

    class C:
        known = 1

        def __getattr__(self, name):
            n.append(name)
            return b

    c = C()
    if a > 1:
        c.known = 3
    return getattr(c, "known" if a < 2 else "other"), n


def attributes_by_property(a, b):
    n = []

    class P:
        @property
        def x(self):
            n.append("get")
            return b

        @x.setter
        def x(self, v):
            n.append(("set", v))

        @x.deleter
        def x(self):
            n.append("del")

    class Q:
        x = 1

    o = Q() if a < 2 else P()
    v = o.x
    o.x = b
    del o.x
    return v, n


def getattribute(a, b):
    n = []

    class P:
        x = 7

        def __getattribute__(self, name):
            n.append(name)
            return object.__getattribute__(self, name)

    class Q:
        x = 1

    o = Q() if a < 2 else P()
    return o.x, n


def setattr_hook(a, b):
    n = []

    class P:
        def __setattr__(self, name, value):
            n.append((name, value))

        def __delattr__(self, name):
            n.append(name)

    class Q:
        pass

    o = Q() if a < 2 else P()
    o.x = b
    del o.x
    return n


def formats(a, b):
    n = []

    class F:
        def __format__(self, spec):
            n.append(spec)
            return "F"

        def __str__(self):
            n.append("str")
            return "S"

        def __repr__(self):
            return "R"

    x = 5 if a < 2 else F()
    return f"{x}", f"{x!s}", f"{x!r:>4}", f"{b:>{a}}", n


def unpacks(a, b):
    n = []

    class U:
        def __iter__(self):
            n.append("iter")
            yield 1
            n.append("more")
            yield 2

    x = (1, 2) if a < 2 else U()
    p, q = x
    p, *q = x
    return p, q, n


def unpacks_into_call(a, b):
    n = []

    class U:
        def __iter__(self):
            n.append("iter")
            return iter([1, 2])

        def keys(self):
            n.append("keys")
            return ["k"]

        def __getitem__(self, key):
            n.append(key)
            return b

    def g(*args, **kwargs):
        return args, kwargs

    x = (1, 2) if a < 2 else U()
    y = {} if a < 2 else U()
    return g(*x, **y), [*x], {**y}, n


def manages(a, b):
    n = []

    class M:
        def __enter__(self):
            n.append("enter")
            return b

        def __exit__(self, *details):
            n.append("exit")

    with contextlib.nullcontext(1) if a < 2 else M() as v:
        pass
    return v, n


def operators(a, b):
    n = []

    class O:
        def __add__(self, other):
            n.append("add")
            return 1

        def __radd__(self, other):
            n.append("radd")
            return 2

        def __iadd__(self, other):
            n.append("iadd")
            return self

        def __neg__(self):
            n.append("neg")
            return 3

        def __index__(self):
            n.append("index")
            return 0

        def __call__(self, x):
            n.append("call")
            return x

    x = 5 if a < 2 else O()
    y = [b][0 if a < 2 else x]
    r = x + 1, 1 + x, -x
    x += 1
    return y, r, n, callable(x) and x(4)


def hashes(a, b):
    n = []

    class H:
        def __hash__(self):
            n.append("hash")
            return 1

        def __eq__(self, other):
            n.append("eq")
            return True

    x = 1 if a < 2 else H()
    d = {1: b}
    s = {x}
    return d.get(x), d[x], len(s), n


def same_operands_other_global(a, b):
    global G
    G = a
    n = []

    class T:
        def __bool__(self):
            if G > 1:
                n.append(b)
            return True

    t = T()
    if t:
        n.append(0)
    return n


def cell_read_by_a_callback(a, b):
    n = []

    def cb(i):
        if a > 1:
            n.append(i)
        return i

    list(map(cb, [b]))
    return n


def cell_read_by_a_key(a, b):
    n = []

    def key(i):
        if a > 1:
            n.append(i)
        return i

    r = sorted([3, 1, b], key=key)
    m = max([3, 1, b], key=key)
    return r, m, n


def starred_that_writes_later(a, b):
    n = []

    def g(*args):
        if args[0] > 1:
            n.append(args)
        return args

    return g(a, b), n


def generator_that_writes_later(a, b):
    n = []

    def g():
        if a > 1:
            n.append(b)
        yield a

    return list(g()), n


def partial_that_writes(a, b):
    n = []
    f = functools.partial(lambda k, v: n.append(v) if k > 1 else None, a)
    list(map(f, [b]))
    return n


def global_list(a, b):
    global L
    L = []
    _fill(a, b)
    return list(L), L


def _fill(a, b):
    if a > 1:
        L.append(b)


def global_list_made_elsewhere(a, b):
    _make_global()
    if a > 1:
        L.append(b)
    return L


def _make_global():
    global L
    L = []


def class_attribute_list(a, b):
    class A:
        items = []

    if a > 1:
        A.items.append(b)
    return A.items


def class_attribute_by_callback(a, b):
    class A:
        items = []

        def add(self, i):
            if a > 1:
                A.items.append(i)

    list(map(A().add, [b]))
    return A.items


def class_attribute_set(a, b):
    class A:
        n = 0

    if a > 1:
        A.n = b
    return A.n, A


def class_counter(a, b):
    class A:
        count = 0

        def __init__(self):
            type(self).count += 1

    for _ in range(a):
        A()
    return A.count


def dynamic_type(a, b):
    n = []

    class Base:
        def __init_subclass__(cls, **kw):
            if a > 1:
                n.append(cls.__name__)

    T = type("T", (Base,), {"x": b})
    return T.x, n


def dynamic_type_set_name(a, b):
    n = []

    class D:
        def __set_name__(self, owner, name):
            if a > 1:
                n.append(name)

    T = type("T", (), {"x": D(), "y": a})
    return T.y, n


def new_class(a, b):
    n = []

    class Base:
        def __init_subclass__(cls, k=0, **kw):
            n.append(k)

    T = types.new_class("T", (Base,), {"k": a}, lambda ns: ns.update(x=b))
    return T.x, n


def init_subclass_statement(a, b):
    n = []

    class Base:
        def __init_subclass__(cls, k=0, **kw):
            if k > 1:
                n.append(k)
            cls.k = k

    class D(Base, k=a):
        pass

    return D.k, n


def set_name_statement(a, b):
    n = []

    class Desc:
        def __set_name__(self, owner, name):
            n.append((name, a))

        def __get__(self, obj, cls):
            n.append(a)
            return b

    class C:
        x = Desc()

    return C.x, C().x, n


def metaclass_call(a, b):
    n = []

    class M(type):
        def __call__(cls, *args):
            if args[0] > 1:
                n.append(args)
            return super().__call__(*args)

        def __getattr__(cls, name):
            n.append(name)
            return b

        def __len__(cls):
            n.append("len")
            return a

        def __contains__(cls, x):
            return x == a

        def __iter__(cls):
            return iter([a, b])

        def __bool__(cls):
            n.append("bool")
            return a > 0

    class C(metaclass=M):
        def __init__(self, x):
            self.x = x

    c = C(a)
    return c.x, C.other, len(C), b in C, list(C), 1 if C else 0, n


def metaclass_prepare(a, b):
    n = []

    class NS(dict):
        def __setitem__(self, k, v):
            if a > 1 and not k.startswith("__"):
                n.append(k)
            super().__setitem__(k, v)

    class M(type):
        @classmethod
        def __prepare__(mcs, name, bases):
            return NS()

        def __new__(mcs, name, bases, ns):
            return super().__new__(mcs, name, bases, dict(ns))

    class C(metaclass=M):
        x = b
        y = a

    return C.x, C.y, n


def descriptor_data(a, b):
    n = []

    class D:
        def __get__(self, obj, cls):
            return obj.__dict__.get("v", 0)

        def __set__(self, obj, v):
            if v > 1:
                n.append(v)
            obj.__dict__["v"] = v

    class C:
        d = D()

    c = C()
    c.d = a
    c.d += b
    return c.d, n


def slots(a, b):
    class S:
        __slots__ = "x", "y"

        def __init__(self, x):
            self.x = x

    s = S(a)
    s.y = [b]
    if a > 1:
        s.y.append(a)
        del s.x
    return hasattr(s, "x"), s.y


def generator_pipeline(a, b):
    seen = []

    def src():
        for i in range(a):
            seen.append(i)
            yield i

    def double(it):
        for x in it:
            yield x * b

    g = double(src())
    first = next(g, None)
    return first, list(g), seen


def generator_send_throw(a, b):
    log = []

    def g():
        total = 0
        while True:
            try:
                x = yield total
                if x is None:
                    return
                total += x
            except ValueError as e:
                log.append(str(e))

    i = g()
    next(i)
    i.send(a)
    if a > 1:
        i.throw(ValueError("v"))
    r = i.send(b)
    i.close()
    return r, log


def yield_from(a, b):
    def inner(n):
        got = []
        for i in range(n):
            got.append((yield i))
        return got

    def outer():
        x = yield from inner(a)
        y = yield from inner(b)
        return x + y

    o = outer()
    out = []
    try:
        v = next(o)
        while True:
            out.append(v)
            v = o.send(v * 2)
    except StopIteration as e:
        return out, e.value


def async_run(a, b):
    log = []

    async def one(x):
        await asyncio.sleep(0)
        if x > 1:
            log.append(x)
        return x * 2

    async def main():
        return await asyncio.gather(one(a), one(b))

    return asyncio.run(main()), log


def driven(c):
    try:
        while True:
            c.send(None)
    except StopIteration as e:
        return e.value


def async_by_hand(a, b):
    log = []

    class CM:
        async def __aenter__(self):
            log.append("in")
            return a

        async def __aexit__(self, *d):
            log.append("out")
            return a > 1

    async def agen():
        for i in range(a):
            yield i

    async def main():
        async with CM() as v:
            async for x in agen():
                log.append(x)
            if b > 3:
                raise KeyError(b)
        return v, [x async for x in agen()]

    return driven(main()), log


def exceptions_finally(a, b):
    log = []

    def f(x):
        try:
            if x > 1:
                raise ValueError(x)
            return "ok"
        except ValueError as e:
            log.append(e.args)
            return "handled"
        else:
            log.append("else")
        finally:
            log.append("finally")

    return f(a), f(b), log


def exception_in_finally(a, b):
    log = []
    try:
        try:
            x = 10 // (a - 1)
        finally:
            log.append("f")
            if b > 3:
                raise KeyError(b)
    except ZeroDivisionError:
        log.append("z")
    except KeyError as e:
        log.append(("k", type(e.__context__).__name__))
    else:
        log.append(x)
    return log


def exception_groups(a, b):
    log = []
    try:
        errors = [ValueError(i) for i in range(a)] + [KeyError(b)]
        raise ExceptionGroup("g", errors)
    except* ValueError as g:
        log.append([e.args for e in g.exceptions])
    except* KeyError as g:
        log.append("key")
    return log


def exception_with_notes(a, b):
    class E(Exception):
        def __init__(self, x):
            super().__init__(x)
            self.x = x

    try:
        try:
            raise E(a)
        except E as e:
            e.add_note(f"note {b}")
            if a > 1:
                raise RuntimeError(b) from e
            raise
    except Exception as e:
        c = e.__cause__
        return type(e).__name__, getattr(e, "__notes__", None), c and c.x, c and c.__notes__


def loop_else(a, b):
    out = []
    for i in range(b):
        if i == a:
            break
        if i % 2:
            continue
        out.append(i)
    else:
        out.append("else")
    while a < b:
        a += 2
    else:
        out.append(a)
    return out


def context_managers(a, b):
    log = []

    @contextlib.contextmanager
    def cm(x):
        log.append(("in", x))
        try:
            yield x
        except ValueError:
            log.append("caught")
        finally:
            log.append(("out", x))

    with cm(a) as p, cm(b) as q:
        if a > 1:
            raise ValueError
        log.append(p + q)
    return log


def exit_stack(a, b):
    log = []
    with contextlib.ExitStack() as stack:
        for i in range(a):
            stack.callback(log.append, i)
        stack.enter_context(contextlib.suppress(KeyError))
        if b > 3:
            {}[b]
        log.append("end")
    return log


def matches(a, b):
    log = []

    class P:
        __match_args__ = ("x", "y")

        def __init__(self, x, y):
            self.x, self._y = x, y

        @property
        def y(self):
            log.append("y")
            return self._y

    for v in [P(a, b), [a, b], {"k": a, "z": b}, (a,), "s", a]:
        match v:
            case P(1, y):
                log.append(("p1", y))
            case P(x, y=2):
                log.append(("p2", x))
            case [x, y] if x < y:
                log.append(("l", x, y))
            case {"k": 1, **rest}:
                log.append(("m", rest))
            case (x,):
                log.append(("t", x))
            case int() | str() as w:
                log.append(w)
            case _:
                log.append("no")
    return log


def closures_shared(a, b):
    n = a

    def inc():
        nonlocal n
        n += b
        return n

    def get():
        return n

    fs = [inc, get]
    for i in range(2):
        fs[i % 2 if a > 0 else 0]()
    return n, get()


def closures_in_a_loop(a, b):
    fs = []
    for i in range(3):

        def f(x=i):
            return x * a + i + b

        fs.append(f)
    return [f() for f in fs], [(lambda: j * b)() for j in range(a)]


def recursion(a, b):
    memo = {}

    def fib(n):
        if n in memo:
            return memo[n]
        r = n if n < 2 else fib(n - 1) + fib(n - 2)
        memo[n] = r
        return r

    return fib(a + b), memo


def mutual_recursion(a, b):
    log = []

    def even(n):
        log.append(n)
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    return even(a + b), log


def cached(a, b):
    calls = []

    @functools.lru_cache(None)
    def f(x):
        calls.append(x)
        return x * a

    return f(b), f(b), f(a), calls


def cached_property(a, b):
    calls = []

    class C:
        @functools.cached_property
        def p(self):
            calls.append(a)
            return a * b

    c = C()
    return c.p, c.p, calls, vars(c)


def single_dispatch(a, b):
    log = []

    @functools.singledispatch
    def f(x):
        log.append("any")
        return 0

    @f.register
    def _(x: int):
        log.append("int")
        return x

    @f.register
    def _(x: list):
        log.append("list")
        return len(x)

    return f([a, [1]][a > 1]), f("s"), log


def total_ordering(a, b):
    log = []

    @functools.total_ordering
    class V:
        def __init__(self, x):
            self.x = x

        def __eq__(self, o):
            return self.x == o.x

        def __lt__(self, o):
            log.append((self.x, o.x))
            return self.x < o.x

    return V(a) >= V(b), V(a) > V(b), sorted([V(b), V(a)])[0].x, log


def reduces(a, b):
    log = []
    r = functools.reduce(lambda p, q: log.append(q) or p * q + a, [1, 2, b], a)
    return r, log


def itertools_many(a, b):
    log = []
    acc = list(itertools.accumulate([a, b, 3], lambda p, q: log.append((p, q)) or p + q))
    gr = [(k, list(g)) for k, g in itertools.groupby([1, 1, 2, a, b], key=lambda x: log.append(x) or x % 2)]
    tw = list(itertools.takewhile(lambda x: x < b, itertools.count(a)))
    ch = list(itertools.chain([a], (x for x in range(b))))
    return acc, gr, tw, ch, list(itertools.islice(itertools.cycle([a, b]), 3)), log


def tee_shared(a, b):
    x, y = itertools.tee(iter(range(a + 2)))
    next(x)
    if b > 3:
        next(y)
    return list(x), list(y)


def collections_many(a, b):
    c = collections.Counter([a, b, a])
    c[b] += 1
    d = collections.defaultdict(list)
    d[a].append(b)
    d[b].append(a)
    o = collections.OrderedDict([(a, 1), (7, 2)])
    o.move_to_end(a)
    q = collections.deque([1, 2, 3], maxlen=3)
    q.append(a)
    q.rotate(b)
    ch = collections.ChainMap({}, {"x": a})
    ch["y"] = b
    return c.most_common(1), dict(d), list(o), list(q), dict(ch), ch.maps


def named_tuple(a, b):
    P = collections.namedtuple("P", "x y", defaults=[b])
    p = P(a)
    q = p._replace(y=[a])
    q.y.append(b)
    return p, q, p._asdict()


def data_class(a, b):
    @dataclasses.dataclass(order=True)
    class D:
        x: int
        y: list = dataclasses.field(default_factory=list)

        def __post_init__(self):
            if self.x > 1:
                self.y.append(self.x)

    d = D(a)
    e = dataclasses.replace(d, x=b)
    return d, e, d < e, dataclasses.asdict(e)


def frozen_dataclass(a, b):
    @dataclasses.dataclass(frozen=True, slots=True)
    class D:
        x: int

    d = D(a)
    try:
        d.x = b
    except dataclasses.FrozenInstanceError:
        return d, hash(d) == hash(D(a))


def enums(a, b):
    class Color(enum.Enum):
        RED = 1
        GREEN = 2
        BLUE = a + 10

    class F(enum.IntFlag):
        A = 1
        B = 2

    try:
        c = Color(a).name
    except ValueError as e:
        c = str(e)
    return c, Color.BLUE.value, (F(1) | F(b & 3)).value, [m.name for m in Color]


def numpy_in_place(a, b):
    x = np.arange(6)
    v = x[::2]
    v += a
    w = x.reshape(2, 3)
    w[1] *= b
    m = x > a
    x[m] = -1
    np.multiply(x, b, out=x)
    y = x.copy()
    y[0] = 99
    if a > 1:
        v[:] = 0
    return x.tolist(), v.tolist(), w.sum(), y.tolist()


def numpy_first_written(a, b):
    x = np.zeros(4)
    v = x[1:3]
    t = x.T
    if a > 1:
        v[0] = b
        t[3] = a
    return x.tolist(), v.sum()


def numpy_fancy(a, b):
    x = np.arange(12).reshape(3, 4)
    rows = [x[i] for i in range(3)]
    rows[a % 3][:] = b
    rows[0] = rows[0] + 1
    for r in x:
        r[0] += a
    s = np.sort(x, axis=None)
    x.sort()
    return x.tolist(), s.tolist(), [r.tolist() for r in rows]


def random_draws(a, b):
    r = random.Random(5)
    xs = [r.random() for _ in range(a)]
    items = list(range(b))
    r.shuffle(items)
    return xs, items, r.randint(0, a + 1)


def global_counter(a, b):
    global G
    G = 0
    for i in range(a):
        _bump(i)
    return G


def _bump(i):
    global G
    G += i


def global_that_callbacks_store(a, b):
    global G
    G = 0
    list(map(_bump, range(a)))
    return G, b


def global_dict(a, b):
    global L
    L = {}

    def put(k):
        if k > 1:
            L[k] = b
        return True

    if put(a) and [put(k) for k in range(a)]:
        pass
    return L


def shared_default(a, b):
    def f(x, acc=[]):
        if x > 1:
            acc.append(x)
        return acc

    f(b)
    r = f(a)
    return r, f.__defaults__[0] is r


def function_attributes(a, b):
    def f():
        f.calls += 1
        return f.calls

    f.calls = a
    f()
    if b > 3:
        f.calls = 0
    return f(), f.calls


def aliasing(a, b):
    x = [1]
    y = x if a > 1 else list(x)
    y.append(b)
    z = [x, y]
    z[0] += [a]
    return z, x is y


def dict_views(a, b):
    d = {1: [1], 2: [2]}
    vs = d.values()
    for v in vs:
        v.append(a)
    d[b] = d.get(a, [0])
    return d, list(vs), list(d.items())


def sorts_with_cmp(a, b):
    log = []

    def cmp(p, q):
        if a > 1:
            log.append((p, q))
        return p - q

    l = [3, b, 1]
    l.sort(key=functools.cmp_to_key(cmp))
    return l, log


def comprehension_scopes(a, b):
    return (
        [x + y for x in range(a) for y in range(b) if x != y],
        {x: [a] * x for x in range(b)},
        {x % 2 for x in range(a)},
    )


def walrus(a, b):
    if (n := a * b) > 3:
        return [m for k in range(n) if (m := k * 2) > 4], m
    return n


def augmented(a, b):
    l = [[0], [1]]
    i = 0

    def idx():
        nonlocal i
        i += 1
        return i % 2

    l[idx()] += [a]
    l[idx()][0] += b
    d = {"k": a}
    d["k"] **= 2
    return l, d, i


def del_things(a, b):
    l = [1, 2, 3, 4]
    del l[a]
    d = {1: 1, 2: 2, 5: 5}
    d.pop(b, None)
    del l[b - 2 :]
    return l, d


def str_building(a, b):
    parts = []
    for i in range(a):
        parts.append("%d-%s" % (i, "x" * b))
    s = ",".join(parts)
    return s.replace("x", "y" if b > 2 else "z"), f"{a:03d}|{b!r}|{parts=}"


def inheritance(a, b):
    log = []

    class A:
        def f(self):
            log.append("A")
            return a

    class B(A):
        def f(self):
            log.append("B")
            return super().f() + 1

    class C(A):
        def f(self):
            if b > 3:
                log.append("C")
            return super().f() * 2

    class D(B, C):
        pass

    return D().f(), log


def class_methods(a, b):
    class R:
        registry = {}

        @classmethod
        def make(cls, k):
            cls.registry[k] = o = cls()
            o.k = k
            return o

        @staticmethod
        def twice(x):
            return x * 2

    R.make(a)
    if b > 3:
        R.make(b)
    return sorted(R.registry), R.twice(a)


def new_returns_old(a, b):
    class S:
        instances = {}

        def __new__(cls, k):
            if k not in cls.instances:
                cls.instances[k] = object.__new__(cls)
                cls.instances[k].n = 0
            return cls.instances[k]

    s, t = S(a), S(b)
    s.n += 1
    t.n += 2
    return s.n, t.n, len(S.instances)


def dunder_call_chain(a, b):
    log = []

    class A:
        def __init__(self, n):
            self.n = n

        def __call__(self, *args):
            if self.n > 1:
                log.append(args)
            return A(self.n - 1) if self.n else None

    x = A(a)
    c = 0
    while x is not None:
        x = x(c)
        c += 1
    return c, log


def weak_iter(a, b):
    it = iter([1, 2, 3, 4])
    x = next(it) if a > 1 else 0
    return x, list(zip(it, it)), list(it)


def iter_with_sentinel(a, b):
    log = []

    def f():
        log.append(len(log))
        return len(log)

    return list(iter(f, a + 1)), log


def nested_with_returns(a, b):
    log = []

    class M:
        def __init__(self, k):
            self.k = k

        def __enter__(self):
            log.append(self.k)
            return self

        def __exit__(self, t, v, tb):
            log.append((self.k, t and t.__name__))
            return self.k == 1

    def f():
        with M(a):
            with M(b):
                if a + b > 4:
                    raise KeyError
                return "inner"
        return "outer"

    try:
        return f(), log
    except KeyError:
        return "raised", log


class Config:
    level = 0


def _bump(i):
    global G
    G += i


def _helper(a):
    if a > 1:
        _bump(a)


def global_in_a_callee(a, b):
    global G
    G = 0
    _helper(a)
    return G


def global_by_a_callback(a, b):
    global G
    G = 0
    list(map(_bump, range(a)))
    return G


def global_loaded_only(a, b):
    _helper(a)
    x = G
    _setg(0)
    return x


def _setg(x):
    global G
    G = x


def global_loaded_by_callback(a, b):
    _setg(0)
    list(map(_bump, range(a - 1)))
    x = G
    return x


def global_truth(a, b):
    _setg(0)

    class T:
        def __bool__(self):
            _bump(5)
            return True

    x = 1 if a < 2 else T()
    y = 3 if x else 4
    return y, G


def outside_attribute(a, b):
    Config.level = 0
    _level(a)
    return Config.level


def _level(a):
    if a > 1:
        Config.level = a


def inner_classes(a, b):
    class Node:
        made = []

        def __init__(self, k):
            self.k = k
            Node.made.append(self)

    if a > 1:
        Node(b)
    return [n.k for n in Node.made]


def class_of_a_class(a, b):
    class M(type):
        log = []

        def __getattr__(cls, name):
            M.log.append(name)
            return 1

    class C(metaclass=M):
        x = 0

    v = C.x if a < 2 else C.y
    return v, M.log


def instance_dict(a, b):
    class C:
        pass

    c = C()
    c.x = 1
    d = vars(c)
    if a > 1:
        d["y"] = b
    return c.__dict__, getattr(c, "y", None)


def class_changed_later(a, b):
    class C:
        def f(self):
            return 1

    c = C()
    x = c.f()
    if a > 1:
        C.f = lambda self: b
    return x, c.f()


def class_decorated(a, b):
    def deco(cls):
        cls.extra = a
        return cls

    @deco
    class C:
        y = b

    return C.extra, C.y, C().extra


def attribute_of_a_function(a, b):
    def f():
        pass

    f.log = []

    def g(x):
        f.log.append(x)

    if a > 1:
        g(b)
    return f.log


def closure_in_default(a, b):
    log = []

    def f(x, to=log):
        if x > 1:
            to.append(x)

    list(map(f, [a]))
    return log


def closure_in_kwdefault(a, b):
    log = []

    def f(x, *, to=log):
        if x > 1:
            to.append(x)

    list(map(f, [a]))
    return log


def method_by_name(a, b):
    class C:
        def __init__(self):
            self.log = []

        def put(self, x):
            self.log.append(x)

        def __len__(self):
            if a > 1:
                self.put(b)
            return 3

    c = C()
    n = len(c)
    return n, c.log


def nested_callbacks(a, b):
    log = []

    def inner(x):
        if a > 1:
            log.append(x)
        return x

    def outer(x):
        return sum(map(inner, [x, x]))

    return sorted([b, 1], key=outer), log


def partial_method(a, b):
    class C:
        def __init__(self):
            self.log = []

        def f(self, x, y):
            if x > 1:
                self.log.append((x, y))

        g = functools.partialmethod(f, a)

    c = C()
    c.g(b)
    return c.log


def bound_method_callback(a, b):
    class C:
        def __init__(self):
            self.log = []

        def f(self, x):
            if a > 1:
                self.log.append(x)
            return x

    c = C()
    list(map(c.f, [b]))
    list(filter(c.f, [b]))
    return c.log


def callable_object(a, b):
    class C:
        def __init__(self):
            self.log = []

        def __call__(self, x):
            if a > 1:
                self.log.append(x)
            return x

    c = C()
    return max([1, b], key=c), c.log


def generator_callback(a, b):
    log = []

    def g():
        for i in range(b):
            if a > 1:
                log.append(i)
            yield i

    return sum(g()), dict(zip(g(), g())), log


def generator_expression(a, b):
    log = []

    def put(i):
        if a > 1:
            log.append(i)
        return i

    return sum(put(i) for i in range(b)), any(put(i) for i in range(b)), log


def star_call(a, b):
    log = []

    def f(*xs, **kw):
        if xs[0] > 1:
            log.append(xs)
        if kw["k"] > 3:
            log.append(kw)
        return len(log)

    return f(a, *[b], k=b), log


def decorated(a, b):
    log = []

    def deco(f):
        @functools.wraps(f)
        def w(*args, **kw):
            if args[0] > 1:
                log.append(args)
            return f(*args, **kw)

        return w

    @deco
    def f(x, y=0):
        return x + y

    return f(a), f(b, y=a), log


def dictionary_of_functions(a, b):
    log = []
    table = {0: lambda: log.append("zero"), 1: lambda: None, 2: lambda: log.append("two"), 3: log.clear}
    table[a % 4]()
    table.get(b, int)()
    return log


def swapped_lists(a, b):
    x, y = [1], [2]
    if a > 1:
        x, y = y, x
    x.append(b)
    x += [0]
    return x, y


def lists_in_tuple(a, b):
    t = ([], [])
    t[a % 2].append(b)
    return t


def default_dict(a, b):
    log = []

    def make():
        log.append(1)
        return []

    d = collections.defaultdict(make)
    d[0]
    d[a].append(b)
    return dict(d), log


def exceptions_with_state(a, b):
    log = []

    class E(Exception):
        def __init__(self, x):
            if x > 1:
                log.append(x)
            super().__init__(x)

    try:
        raise E(a)
    except E as e:
        return e.args, log


def exceptions_by_class(a, b):
    log = []

    class E(Exception):
        def __init__(self):
            log.append("made")

    class F(Exception):
        pass

    try:
        raise F if a < 2 else E
    except Exception as e:
        return type(e).__name__, log


def except_matching(a, b):
    log = []

    class M(type):
        def __instancecheck__(cls, x):
            log.append("asked")
            return True

    class E(metaclass=M):
        pass

    return isinstance(b, int if a < 2 else E), log


def with_suppressing(a, b):
    log = []

    class S:
        def __enter__(self):
            return log

        def __exit__(self, t, v, tb):
            if a > 1:
                log.append(t)
            return True

    with S() as l:
        if b > 3:
            raise KeyError(b)
        l.append("fine")
    return [getattr(x, "__name__", x) for x in log]


def sliced(a, b):
    log = []

    class S:
        def __getitem__(self, k):
            if a > 1:
                log.append(k.start)
            return b

        def __setitem__(self, k, v):
            if a > 1:
                log.append(v)

    s = S()
    s[1:2] = a
    return s[1:3], log


def matmul_and_friends(a, b):
    log = []

    class V:
        def __init__(self, x):
            self.x = x

        def __matmul__(self, o):
            if self.x > 1:
                log.append("m")
            return self.x * o.x

        def __pow__(self, o, mod=None):
            if self.x > 1:
                log.append("p")
            return self.x

        def __rsub__(self, o):
            if self.x > 1:
                log.append("rs")
            return o

        def __ior__(self, o):
            if self.x > 1:
                log.append("ior")
            return self

        def __divmod__(self, o):
            return (self.x, o)

        def __round__(self, n=0):
            if self.x > 1:
                log.append("round")
            return self.x

        def __abs__(self):
            return self.x

        def __int__(self):
            log.append("int")
            return self.x

        def __float__(self):
            return float(self.x)

        def __reversed__(self):
            return iter([self.x])

        def __length_hint__(self):
            return 2

    v = V(a)
    r = v @ V(b), v**2, 5 - v, divmod(v, 2), round(v), abs(v), int(v), float(v), list(reversed(v))
    v |= 1
    return r, log


def copies(a, b):
    import copy

    log = []

    class C:
        def __init__(self):
            self.l = [a]

        def __deepcopy__(self, memo):
            if a > 1:
                log.append("deep")
            n = C()
            n.l.append(b)
            return n

    c = C()
    d = copy.deepcopy([c, c])
    e = copy.copy(c)
    e.l.append(9)
    return d[0].l, c.l, log


def string_formatting(a, b):
    log = []

    class F:
        def __init__(self):
            self.v = a

        def __format__(self, s):
            if a > 1:
                log.append(s)
            return "F"

        def __str__(self):
            if a > 1:
                log.append("s")
            return "S"

    f = F()
    return f"{f:x}", "{:y} {}".format(f, f), "%s" % f, str(f), "".join(map(str, [f])), log


def sort_by_lt(a, b):
    log = []

    class K:
        def __init__(self, x):
            self.x = x

        def __lt__(self, o):
            if a > 1:
                log.append(self.x)
            return self.x < o.x

    ks = [K(3), K(b), K(1)]
    ks.sort()
    return [k.x for k in ks], [k.x for k in sorted(ks, reverse=True)], max(ks).x, log


def hash_and_eq(a, b):
    log = []

    class K:
        def __init__(self, x):
            self.x = x

        def __hash__(self):
            if a > 1:
                log.append("h")
            return self.x

        def __eq__(self, o):
            if a > 1:
                log.append("e")
            return self.x == o.x

    d = {K(1): 1}
    d[K(b)] = 2
    s = {K(1), K(1)}
    return len(d), len(s), K(1) in s, log


def iter_unpack_star(a, b):
    log = []

    class I:
        def __iter__(self):
            if a > 1:
                log.append("it")
            return iter([b, 1, 2])

    x, *y = I()
    z = [*I(), 0]
    s = {*I()}
    t = dict(k=1, **{str(i): i for i in I()})
    return x, y, z, sorted(s), t, log


def async_for(a, b):
    log = []

    class A:
        def __init__(self):
            self.n = 0

        def __aiter__(self):
            return self

        async def __anext__(self):
            self.n += 1
            if self.n > b:
                raise StopAsyncIteration
            if a > 1:
                log.append(self.n)
            return self.n

    async def main():
        return [x async for x in A()]

    c = main()
    try:
        c.send(None)
    except StopIteration as e:
        return e.value, log


def set_back_globals(a, b):
    global G
    old = G
    G = a
    try:
        return _read_g() + b
    finally:
        G = old


def _read_g():
    return G


def mapping_protocol(a, b):
    log = []

    class M(collections.abc.Mapping):
        def __getitem__(self, k):
            if a > 1:
                log.append(k)
            return k * 2

        def __iter__(self):
            return iter([1, b])

        def __len__(self):
            return 2

    m = M()
    match m:
        case {1: x, **rest}:
            log.append((x, rest))
    return dict(m), {**{str(k): v for k, v in m.items()}}, m.get(7), 1 in m, log


def sequence_protocol(a, b):
    log = []

    class S(collections.abc.Sequence):
        def __getitem__(self, k):
            if k > 2:
                raise IndexError
            if a > 1:
                log.append(k)
            return k

        def __len__(self):
            return 3

    s = S()
    match s:
        case [x, *rest]:
            log.append((x, rest))
    return list(reversed(s)), s.index(1), 2 in s, list(s), log


def user_list(a, b):
    class UL(collections.UserList):
        log = []

        def append(self, x):
            UL.log.append(x)
            super().append(x)

    u = UL([1])
    if a > 1:
        u.append(b)
    u += [a]
    return list(u), UL.log


def enum_like(a, b):
    class E:
        members = {}

        def __init_subclass__(cls, **kw):
            E.members[cls.__name__] = cls

    class X(E):
        pass

    if a > 1:

        class Y(E):
            v = b

    return sorted(E.members)


def singleton(a, b):
    class S:
        inst = None

        def __new__(cls):
            if cls.inst is None:
                cls.inst = object.__new__(cls)
                cls.inst.n = 0
            return cls.inst

    S().n += a
    S().n += b
    return S().n, S() is S()


def registry_by_decorator(a, b):
    reg = {}

    def register(name):
        def deco(f):
            reg[name] = f
            return f

        return deco

    @register(a)
    def f():
        return "f"

    @register(b)
    def g():
        return "g"

    return {k: v() for k, v in reg.items()}


def pipeline(a, b):
    log = []

    def tap(it, k):
        for x in it:
            if x > k:
                log.append(x)
            yield x

    return list(itertools.chain(tap(range(a), 1), tap(range(b), 2))), log


def observers(a, b):
    class Subject:
        def __init__(self):
            self.obs = []
            self._v = 0

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, x):
            old, self._v = self._v, x
            for o in self.obs:
                o(old, x)

    log = []
    s = Subject()
    s.obs.append(lambda o, n: log.append((o, n)) if n > 1 else None)
    s.v = a
    s.v += b
    return s.v, log


def linked_list(a, b):
    head = None
    for i in range(b):
        head = (i, head) if i % 2 else [i, head]
    n, node = 0, head
    while node is not None:
        if type(node) is list:
            node[0] += a
        n += node[0]
        node = node[1]
    return n, head


def graph_search(a, b):
    edges = {0: [1, 2], 1: [3], 2: [3, a], 3: []}
    seen, todo = set(), collections.deque([b % 4])
    order = []
    while todo:
        x = todo.popleft()
        if x in seen:
            continue
        seen.add(x)
        order.append(x)
        todo.extend(edges[x])
    return order


def mutated_while_iterating(a, b):
    l = [1, 2, 3]
    out = []
    for x in l:
        if x == a:
            l.remove(x)
        if len(out) < b:
            l.append(x + 10)
        out.append(x)
        if len(out) > 8:
            break
    return l, out


def try_in_loop(a, b):
    out = []
    for x in [1, 0, a, "s"]:
        try:
            out.append(b // x)
        except ZeroDivisionError:
            out.append("zero")
            continue
        except TypeError as e:
            out.append(type(e).__name__)
        else:
            out.append("ok")
        finally:
            out.append("f")
    return out


def raise_from_chain(a, b):
    def f(n):
        try:
            if n == 0:
                raise KeyError(b)
            f(n - 1)
        except KeyError as e:
            if n == a:
                raise ValueError(n) from e
            raise

    try:
        f(2)
    except Exception as e:
        return type(e).__name__, e.args, repr(e.__cause__)


PROGRAMS = [
    value
    for name, value in list(globals().items())
    if type(value) is types.FunctionType and value.__code__.co_varnames[:2] == ("a", "b") and not name.startswith("_")
]
