"""Of all kinds."""

import builtins
import collections
import contextlib
import copy
import csv
import dataclasses
import enum
import functools
import heapq
import io
import itertools
import json
import os
import queue
import re
import sys
import types
from functools import partial

import numpy as np


def iterator_whose_list_changes(a, b, x):
    l = [1, 2, 3]
    it = iter(l)
    next(it)
    l[a] = x
    return next(it)


def exception_class_that_raise_calls(a, b, x):
    log = []

    class Failed(Exception):
        def __init__(self):
            log.append(x)
            self.value = b

    try:
        raise Failed if a < 2 else KeyError
    except Failed as error:
        return error.value, log
    except KeyError:
        return log


def list_that_grows_in_its_loop(a, b, x):
    l = [1, 2, 3]
    out = 0
    for v in l:
        if v == a and len(l) < 5:
            l.append(b)
        out += v
    return out


def view_of_values(a, b, x):
    d = {0: 1, 1: 2}
    v = d.values()
    d[a] = x
    return list(v)


def length_of_keys(a, b, x):
    d = {0: 1, 1: 2}
    k = d.keys()
    if a > 0:
        d[7] = b
    return len(k)


def zipped(a, b, x):
    z = zip([a, b], [x, 1])
    next(z)
    return next(z)


def enumerated(a, b, x):
    e = enumerate([a, b, x])
    next(e)
    next(e)
    return next(e)


def mapped_lazily(a, b, x):
    l = [x, b]
    m = map(lambda v: v + a, l)
    l[0] = 9
    return next(m)


def nonlocal_store(a, b, x):

    def g():
        nonlocal x
        x = b

    if a:
        g()
    return x


def default_of_a_lambda(a, b, x):
    fs = [lambda i=i: i + a for i in (b, x)]
    return fs[1]()


def dataclass_replaced(a, b, x):

    @dataclasses.dataclass
    class P:
        u: int
        v: int = b

    p = P(a)
    q = dataclasses.replace(p, u=x)
    return q.u + q.v


def attribute_on_demand(a, b, x):

    class C:
        def __getattr__(self, n):
            return self.__dict__.setdefault(n, x)

    c = C()
    if a:
        c.y = b
    return c.y


def descriptor(a, b, x):

    class D:
        def __set_name__(self, o, n):
            self.n = "_" + n

        def __get__(self, o, t):
            return getattr(o, self.n, 0) + a

        def __set__(self, o, v):
            setattr(o, self.n, v * 2)

    class C:
        y = D()

    c = C()
    c.y = x
    return c.y


def copied_with_slots(a, b, x):

    class C:
        __slots__ = ("p", "q")

    c = C()
    c.p = x
    d = copy.copy(c)
    c.p = b
    return d.p


def copied_deeply(a, b, x):
    l = [[x], [b]]
    m = copy.deepcopy(l)
    l[0][0] = a
    return m[0][0]


def key_of_an_error(a, b, x):
    try:
        {0: a}[b]
    except KeyError as e:
        return e.args[0]


def error_through_finally(a, b, x):
    try:
        try:
            raise ValueError(x)
        finally:
            x = b
    except ValueError as e:
        return e.args[0] + a


def suppressed(a, b, x):
    with contextlib.suppress(ZeroDivisionError):
        r = 5
        r = x // a
    return r


def context_manager(a, b, x):

    @contextlib.contextmanager
    def cm(v):
        l.append(v)
        yield v
        l.append(b)

    l = []
    with cm(x) as y:
        l.append(a)
    return l


def memo_by_hand(a, b, x):
    memo = {}

    def fib(n):
        if n in memo:
            return memo[n]
        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
        return memo[n]

    memo[2] = x
    return fib(a + 3)


def memo_by_functools(a, b, x):

    @functools.lru_cache(None)
    def f(n):
        return n + l[0]

    l = [x]
    f(a)
    l[0] = b
    return f(a)


def reduced(a, b, x):
    return functools.reduce(lambda p, q: p * 2 + q, [a, b, x])


def partial_with_keyword(a, b, x):
    p = functools.partial(lambda u, v, w=0: u + v * w, a, w=x)
    return p(b)


def grouped(a, b, x):
    g = itertools.groupby([a, a, b, x], key=lambda v: v % 2)
    return [(k, list(v)) for k, v in g]


def counted(a, b, x):
    c = collections.Counter()
    c[a] += x
    c[b] += 1
    return c.most_common(1)[0]


def deque_with_a_limit(a, b, x):
    d = collections.deque([a, b], maxlen=2)
    d.append(x)
    return d[0]


def heap(a, b, x):
    h = [5, 6]
    heapq.heappush(h, x)
    heapq.heappush(h, a)
    return heapq.nsmallest(2, h)


def sorted_by_key(a, b, x):
    l = sorted([(b, "p"), (x, "q")], key=lambda t: t[0] * a)
    return l[0][1]


def match_sequence(a, b, x):
    match [a, b, x]:
        case [1, *rest]:
            return rest
        case [_, y, _] if y > 2:
            return y
        case _:
            return x


def match_mapping(a, b, x):
    match {"k": a, "l": x}:
        case {"k": 1, **r}:
            return r
        case {"l": v}:
            return v


def view_of_an_array(a, b, x):
    v = np.zeros(3)
    w = v[1:]
    w[0] = x
    v[a] += b
    return float(v[1])


def transposed(a, b, x):
    v = np.arange(6).reshape(2, 3)
    t = v.T
    t[0, a] = x
    return int(v.sum())


def masked(a, b, x):
    v = np.array([a, b, x])
    m = v > 3
    v[m] = 0
    return v.tolist()


def out_and_at(a, b, x):
    v = np.array([1.0, 2.0])
    np.add(v, x, out=v)
    np.multiply.at(v, [0], b)
    return float(v[0])


def set_in_place(a, b, x):
    s = {a, b}
    t = s
    s |= {x}
    return len(t)


def list_in_place(a, b, x):
    l = [a]
    m = l
    l += [x]
    l = l + [b]
    return (len(m), m[-1])


def list_in_a_tuple(a, b, x):
    t = ([a],)
    t[0].append(x)
    return t[0][1]


def sent(a, b, x):

    def g():
        got = yield a
        while True:
            got = yield (got + x)

    i = g()
    next(i)
    i.send(b)
    return i.send(3)


def thrown(a, b, x):

    def g():
        try:
            yield a
        except ValueError:
            yield x
        finally:
            l.append(b)

    l = []
    i = g()
    next(i)
    r = i.throw(ValueError)
    i.close()
    return (r, l)


def yield_from(a, b, x):

    def inner():
        r = yield a
        return r + x

    def outer():
        v = yield from inner()
        yield (v * 2)

    o = outer()
    next(o)
    return o.send(b)


def iterator_in_python(a, b, x):

    class It:
        def __init__(s):
            s.n = 0

        def __iter__(s):
            return s

        def __next__(s):
            s.n += 1
            if s.n > a + 1:
                raise StopIteration
            return s.n * x

    return sum(It())


def enum_member(a, b, x):

    class E(enum.Enum):
        P = 1
        Q = 2

    return (E(a + 0).name, x)


def namedtuple_replaced(a, b, x):
    N = collections.namedtuple("N", "u v")
    n = N(a, b)
    return n._replace(u=x).u


def formatted_and_split(a, b, x):
    s = "%d-%s" % (a, x)
    return s.split("-")[1]


def format_width(a, b, x):
    return f"{x:>{b}}"


def through_json(a, b, x):
    return json.loads(json.dumps({"p": [a, {"q": x}]}))["p"][1]["q"]


def callback_of_re(a, b, x):
    return re.sub("\\d", lambda m: str(x), "n%d" % (b % 10))


def setdefault_append(a, b, x):
    d = {}
    d.setdefault("k", []).append(x)
    d.setdefault("k", []).append(a)
    return d["k"][0]


def defaultdict_of_lists(a, b, x):
    d = collections.defaultdict(list)
    d[a].append(x)
    d[b].append(1)
    return d[1]


def dict_of_a_namespace(a, b, x):
    o = types.SimpleNamespace(u=a)
    o.__dict__.update({"u": x})
    return o.u


def swapped(a, b, x):
    l = [a, b, x]
    l[0], l[1] = (l[1], l[0])
    return l[0]


def target_evaluated_later(a, b, x):
    l = [0, 1, 2]
    i = a
    l[i], i = (b, 2)
    return l


def stars_and_keywords(a, b, x):
    def f(*args, k=b, **kw):
        return args[-1] + k + kw.get("z", 0)

    return f(1, *[a], **{"z": x})


def class_by_type(a, b, x):
    cls = type("K", (), {"v": x, "m": lambda s: s.v + a})
    return cls().m()


def metaclass_call(a, b, x):

    class M(type):
        def __call__(cls, *p):
            o = super().__call__(*p)
            o.extra = b
            return o

    class C(metaclass=M):
        def __init__(s, v):
            s.v = v

    return C(x).extra + C(a).v


def bound_super(a, b, x):

    class A:
        def m(s):
            return a

    class B(A):
        def m(s):
            return super().m() + x

    o = B()
    o2 = o.m
    return o2()


def class_method(a, b, x):

    class C:
        n = 0

        @classmethod
        def inc(cls, v):
            cls.n += v

    C.inc(x)
    C.inc(a)
    return C.n


def property_with_setter(a, b, x):

    class C:
        @property
        def v(s):
            return s._v

        @v.setter
        def v(s, q):
            s._v = q + a

    c = C()
    c.v = x
    return c.v


def cached_property(a, b, x):

    class C:
        @functools.cached_property
        def v(s):
            return s.w + a

    c = C()
    c.w = x
    c.v
    c.w = b
    return c.v


def dispatched(a, b, x):

    @functools.singledispatch
    def f(v):
        return a

    @f.register
    def _(v: int):
        return v + b

    return f(x)


def deleted_slice(a, b, x):
    l = list(range(5))
    del l[a : a + 2]
    return l


def sorted_in_place(a, b, x):
    l = [3, 1, 2]
    l.sort(key=lambda v: v * (a - 2))
    return l[0]


def popped_key(a, b, x):
    d = dict(u=1)
    d2 = d
    d2["u"] = x
    return d.pop("u") + len(d)


def loop_with_else(a, b, x):
    out = []
    for i in range(4):
        if i == a:
            continue
        if i == b:
            break
        out.append(i * x)
    else:
        out.append(99)
    return out


def endless_loop(a, b, x):
    while True:
        a += 1
        if a > 3:
            break
        x += 1
    return x


def walrus(a, b, x):
    return (y := (x + 1)) * 2 if a else b


def comprehension_with_filter(a, b, x):
    return [v * w for v in range(a + 1) for w in (b, x) if v != w]


def asserted(a, b, x):
    assert a, b
    return x


def iterator_whose_list_shrinks(a, b, x):
    s = [1, 2, 3]
    it = iter(s)
    s.pop(0) if a else None
    return list(it)


def deleted_attribute(a, b, x):
    o = types.SimpleNamespace()
    o.q = x
    if not a:
        delattr(o, "q")
    return getattr(o, "q", b)


def chain_map(a, b, x):
    cm = collections.ChainMap({"u": a}, {"v": x})
    cm["v"] = b
    return (cm["v"], cm.parents["v"])


def ordered(a, b, x):
    od = collections.OrderedDict([(1, a), (2, b)])
    od.move_to_end(1 if a else 2)
    return (list(od), od.popitem())


def bound_methods(a, b, x):
    st = [x]
    f = st.append
    f(a)
    g = st.pop
    g()
    return st


def maximum_by_key(a, b, x):
    l = [x, 5, 6]
    m = max(l, key=lambda v: -v * a)
    return m


def any_and_all(a, b, x):
    l = [1, x]
    return (any(v > b for v in l), all(v for v in l[:a]))


def set_discard(a, b, x):
    s = {1, 2}
    s.discard(a)
    return (1 in s, s.isdisjoint({x}))


def key_of_a_tuple(a, b, x):
    d = {(a, b): x}
    return d.get((1, 9))


def frozen_set(a, b, x):
    f = frozenset([a, b])
    return x in f


def list_of_lists(a, b, x):
    q = [[0] * 2 for _ in range(2)]
    q[a][0] = x
    return q[1][0] + q[0][0]


def list_repeated(a, b, x):
    q = [[0] * 2] * 2
    q[0][a] = x
    return q[1][1]


def starred_target(a, b, x):
    c, *d = (a, b, x)
    d[0] = 4
    return d


def g(z):
    return z


def keyword_by_stars(a, b, x):
    return g(**{"z": a})


def dict_by_keyword(a, b, x):
    d = dict(z=a)
    return d["z"]


def dict_by_key_then_stars(a, b, x):
    d = {}
    d["z"] = a
    return g(**d)


def dict_updated_by_keyword_then_stars(a, b, x):
    d = {}
    d.update(z=a)
    return g(**d)


def class_by_stars(a, b, x):
    class P:
        def __init__(s, z):
            s.z = z

    return P(**{"z": a}).z


def stars_besides_a_default(a, b, x):
    def h(y, z=b):
        return y + z

    return h(1, **{"z": a})


def star_and_stars(a, b, x):
    def h(y, z):
        return y + z

    return h(*(x,), **{"z": a})


def partial_and_stars(a, b, x):
    def h(y, z):
        return y + z

    return partial(h, y=b)(**{"z": a})


def stars_and_not_the_default(a, b, x):
    def h(z=a):
        return z

    return h(**{"z": b})


def append_by_star(a, b, x):
    l = []
    l.append(*[a])
    return l[0]


def update_by_star(a, b, x):
    d = {"x": a}
    d.update(*[{"x": b}])
    return d["x"]


def insert_by_star(a, b, x):
    l = [5]
    l.insert(*(0, a))
    return l[0]


def extend_by_star(a, b, x):
    l = [5]
    l.extend(*[[a]])
    return l[1]


def setdefault_by_star(a, b, x):
    d = {}
    d.setdefault(*("k", a))
    return d["k"]


def set_update_by_star(a, b, x):
    s = set()
    s.update(*[[a]])
    return 1 in s


def update_by_stars(a, b, x):
    d = {}
    kw = {"q": a}
    d.update(**kw)
    return d["q"]


def called_by_a_wrapper(a, b, x):

    def call(f, *a, **k):
        return f(*a, **k)

    l = []
    call(l.append, a)
    return l[0]


def update_in_a_subclass(a, b, x):

    class U2(dict):
        def update(s, *a, **k):
            super().update(*a, **k)

    u = U2()
    u.update({"k": a})
    return u["k"]


class A:
    def __setattr__(s, k, v):
        super().__setattr__(k, v)


def setattr_by_super(a, b, x):
    o = A()
    o.x = a
    return o.x


class D(dict):
    def __setitem__(s, k, v):
        super().__setitem__(k, v)


def setitem_by_super(a, b, x):
    d = D()
    d["q"] = a
    return d["q"]


class OD(collections.OrderedDict):
    def __setitem__(s, k, v):
        super().__setitem__(k, v)


def setitem_of_an_ordered_dict_by_super(a, b, x):
    d = OD()
    d["q"] = a
    return d["q"]


class LL(list):
    def __setitem__(s, k, v):
        super().__setitem__(k, v)


def setitem_of_a_list_by_super(a, b, x):
    d = LL([1])
    d[0] = a
    return d[0]


class Plain:
    pass


def setattr_of_object(a, b, x):
    o = Plain()
    object.__setattr__(o, "x", a)
    o.x = b
    return o.x


def instance_might_hide_the_class(a, b, x):

    class C:
        v = 1

    o = C()
    if a > 5:
        o.v = 2
    return o.v


def class_might_change(a, b, x):

    class C:
        v = 1

    o = C()
    if a > 5:
        C.v = 2
    return o.v


def method_might_change(a, b, x):

    class C:
        def f(s):
            return 1

    o = C()
    if a > 5:
        C.f = lambda s: 2
    return o.f()


def instance_might_hide_a_method(a, b, x):

    class C:
        def f(s):
            return 1

    o = C()
    if a > 5:
        o.f = lambda: 2
    return o.f()


def class_of_an_instance_might_change(a, b, x):

    class C:
        def f(s):
            return 1

    class E:
        def f(s):
            return 2

    o = C()
    if a > 5:
        o.__class__ = E
    return o.f()


def code_might_change(a, b, x):

    def f():
        return 1

    def h():
        return 2

    if a > 5:
        f.__code__ = h.__code__
    return f()


def defaults_might_change(a, b, x):

    def f(y=1):
        return y

    if a > 5:
        f.__defaults__ = (2,)
    return f()


class GA:
    def __getattr__(s, n):
        return 5


def attribute_might_not_be_missing(a, b, x):
    o = GA()
    if a > 5:
        o.v = 7
    return o.v


class MI(dict):
    def __missing__(s, k):
        return 5


def key_might_not_be_missing(a, b, x):
    o = MI()
    if a > 5:
        o["v"] = 7
    return o["v"]


def printed_to_a_file(a, b, x):
    st = io.StringIO()
    print(a, file=st)
    return st.getvalue()


def written_by_csv(a, b, x):
    st = io.StringIO()
    csv.writer(st).writerow([a])
    return st.getvalue()


def written_through_a_wrapper(a, b, x):
    bt = io.BytesIO()
    t = io.TextIOWrapper(bt)
    t.write(str(a))
    t.flush()
    return bt.getvalue()


def map_of_append(a, b, x):
    l = []
    list(map(l.append, [a]))
    return l[0]


def filter_by_append(a, b, x):
    l = []
    list(filter(l.append, [a]))
    return l[0]


def map_of_setitem(a, b, x):
    d = {}
    list(map(d.__setitem__, ["k"], [a]))
    return d["k"]


def partial_of_append(a, b, x):
    l = []
    partial(l.append, a)()
    return l[0]


def partial_of_setattr(a, b, x):
    o = Plain()
    partial(setattr, o, "x")(a)
    return o.x


def partial_with_out(a, b, x):
    v = np.zeros(1)
    partial(np.add, 1, a, out=v)()
    return v[0].item()


def reversed_while_it_changes(a, b, x):
    l = [1, 2]
    r = reversed(l)
    l[1] = a
    return next(r)


def tee_of_a_list(a, b, x):
    l = [1, 2]
    r, _ = itertools.tee(l)
    l[0] = a
    return next(r)


def takewhile_of_a_list(a, b, x):
    l = [1, 2]
    r = itertools.takewhile(lambda v: True, l)
    l[0] = a
    return next(r)


def chained_from_iterable(a, b, x):
    l = [1]
    r = itertools.chain.from_iterable([l])
    l[0] = a
    return next(r)


def partial_of_sum(a, b, x):
    l = [1]
    p = partial(sum, l)
    l[0] = a
    return p()


class SL:
    __slots__ = ("x",)


def slot_by_its_descriptor(a, b, x):
    o = SL()
    SL.x.__set__(o, a)
    return o.x


def setattr_of_type(a, b, x):

    class C:
        pass

    type.__setattr__(C, "x", a)
    return C.x


def cell_by_hand(a, b, x):

    def h():
        return y

    y = 1
    h.__closure__[0].cell_contents = a
    return h()


def namespace_initialised_again(a, b, x):
    o = types.SimpleNamespace()
    o.__init__(x=a)
    return o.x


def factory_set_later(a, b, x):
    d = collections.defaultdict(int)
    d.default_factory = lambda: a
    return d["k"]


def global_by_globals(a, b, x):
    globals()["XQ"] = a
    return XQ


def applied_along_an_axis(a, b, x):
    return float(np.apply_along_axis(lambda r: r.sum() + a, 0, np.ones(2)))


def simple_queue(a, b, x):
    q = queue.SimpleQueue()
    q.put(a)
    return q.get()


def map_of_setitem_to_a_list(a, b, x):
    l = [0]
    list(map(l.__setitem__, [0], [b]))
    return l[0]


class Key:
    """A key of a dict whose methods are the program's."""

    def __init__(s, n):
        s.n = n

    def __hash__(s):
        return hash(s.n)

    def __eq__(s, o):
        return s.n == o.n


def key_with_a_hash(a, b, x):
    d = {}
    d[Key(1)] = x
    return d[Key(1)]


def other_key_with_a_hash(a, b, x):
    d = {Key(1): 5}
    d[Key(a)] = x
    return d[Key(1)]


def key_with_a_hash_not_taken(a, b, x):
    d = {Key(1): 5}
    if a:
        d[Key(2)] = x
    return Key(2) in d


def deleted_key_with_a_hash(a, b, x):
    d = {Key(0): 5, Key(1): 5, Key(2): 6}
    del d[Key(a)]
    return len(d), Key(1) in d


def set_of_keys_with_a_hash(a, b, x):
    s = set()
    s.add(Key(a))
    return Key(1) in s


def slice_filled_by_an_iterator(a, b, x):
    l = [1, 2]
    l[:1] = (v * x for v in [1])
    return l[0]


def names_updated_on_a_way_not_taken(a, b, x):
    o = Plain()
    o.v = b
    if a > 5:
        o.__dict__.update(v=x)
    return o.v


def vars_updated_on_a_way_not_taken(a, b, x):
    o = Plain()
    o.v = b
    if a > 5:
        vars(o).update(v=x)
    return o.v


def printed_on_a_way_not_taken(a, b, x):
    st = io.StringIO()
    if a > 5:
        print(x, file=st)
    return st.getvalue()


def class_attribute_behind_one_that_was_deleted(a, b, x):
    class Local:
        v = 0

    o = Local()
    o.v = a
    Local.v = b
    del o.v
    return o.v * x


def base_attribute_behind_one_that_was_deleted(a, b, x):
    class Base:
        v = 0

    class Local(Base):
        pass

    Base.v = a
    Local.v = b
    del Local.v
    return Local.v * x


def class_attribute_behind_a_deleted_key(a, b, x):
    class Local:
        v = 0

    o = Local()
    o.v = a
    Local.v = b
    del o.__dict__["v"]
    first = o.v
    o.v = a
    o.__dict__.pop("v")
    return first, o.v


def iterator_in_zip(a, b, x):
    it = iter([1, 2, 3, 4])
    list(zip(it, range(b)))
    return next(it, None)


def iterator_in_a_loop_over_zip(a, b, x):
    it = iter([1, 2, 3, 4])
    for _ in zip(it, "." * b):
        pass
    return list(it)


def iterator_in_islice(a, b, x):
    it = iter([1, 2, 3, 4])
    first = sum(enumerate(itertools.islice(it, a)), ())
    return len(first), next(it, None)


def iterator_in_takewhile(a, b, x):
    it = iter([1, 2, 3, 4])
    next(itertools.takewhile(lambda v: v < 2, filter(lambda v: v > a, it)), None)
    return next(it, None)


def iterator_unpacked(a, b, x):
    it = iter([1, 2, 3, 4])
    _, *_ = map(lambda v, w: v, it, range(b))
    return next(it, None)


STORED = 0


def zip_next(a, b, x):
    class Items:
        def __iter__(self):
            return self

        def __next__(self):
            if a > 1:
                raise StopIteration
            return x

    return next(zip([b], Items()), (-1,))[0]


def map_stops(a, b, x):
    def f(v):
        if a > 1:
            raise StopIteration
        return v

    return next(map(f, [b]), -1)


def map_stops_later(a, b, x):
    def f(v):
        if v > a:
            raise StopIteration
        return 1

    return len(list(map(f, [0, 1, 2, 3])))


def enumerate_python(a, b, x):
    class Items:
        def __iter__(self):
            return self

        def __next__(self):
            if a > 1:
                raise StopIteration
            return 5

    return next(enumerate(Items()), (-1, 0))[0]


def printed_to_object(a, b, x):
    class F:
        def __init__(self):
            self.t = []

        def write(self, s):
            self.t.append(s)

    f = F()
    print(a, b, file=f)
    return len("".join(f.t)) + len(f.t[0]), f.t[0]


def printed_to_stdout(a, b, x):
    class F:
        def __init__(self):
            self.t = []

        def write(self, s):
            self.t.append(s)

        def flush(self):
            pass

    f = F()
    old = sys.stdout
    sys.stdout = f
    try:
        print(a)
    finally:
        sys.stdout = old
    return f.t[0]


def unpacked_object(a, b, x):
    class Items:
        def __iter__(self):
            return iter((a, b))

    u, v = Items()
    return u


def unpacked_generator_object(a, b, x):
    class Items:
        def __iter__(self):
            yield a
            if b > 5:
                yield 3
            else:
                yield 4

    u, v = Items()
    return v


def starred_object(a, b, x):
    class Items:
        def __iter__(self):
            return iter((a, b))

    def f(*args):
        return args[0]

    return f(*Items())


def starred_into_list(a, b, x):
    class Items:
        def __iter__(self):
            return iter((a, b))

    return [*Items()][1]


def dict_subclass_keys(a, b, x):
    class D(dict):
        def keys(self):
            return ["k"] if a > 0 else ["m"]

        def __getitem__(self, k):
            return b if k == "k" else x

    def f(**kw):
        return sorted(kw.items())

    return f(**D(q=1))


def mapping_object(a, b, x):
    class D:
        def keys(self):
            return ["k"] if a > 0 else ["m"]

        def __getitem__(self, k):
            return b if k == "k" else x

    return {**D()}


def builtin_stored(a, b, x):
    builtins.irtrack_probe = a
    try:
        return irtrack_probe
    finally:
        del builtins.irtrack_probe


def builtins_vars(a, b, x):
    vars(builtins)["irtrack_probe"] = a
    try:
        return irtrack_probe
    finally:
        del builtins.irtrack_probe


def qualified_name(a, b, x):
    def f():
        pass

    f.__qualname__ = "f" * a
    return f.__qualname__


def qualname_of_class(a, b, x):
    class C:
        __qualname__ = "C" * (a + 1)

    return C.__qualname__


def name_of_class(a, b, x):
    class C:
        pass

    C.__name__ = "C" * (a + 1)
    return C.__name__, repr(C)


def function_printed(a, b, x):
    def f():
        pass

    f.__qualname__ = "f" * (a + 1)
    return repr(f)[:12]


def path_of(a, b, x):
    class P:
        def __fspath__(self):
            return "p" * (a + 1)

    return os.fspath(P())


def class_chosen(a, b, x):
    class A:
        def go(self):
            return 1

    class B:
        def go(self):
            return 2

    return (B if b > 5 else A)().go()


def method_by_name(a, b, x):
    class R:
        def p(self, v):
            return 1

        def q(self, v):
            return 2

    return getattr(R(), "p" if b > 5 else "q")(a)


def method_by_key(a, b, x):
    class R:
        def p(self, v):
            return 1

        def q(self, v):
            return 2

    return getattr(R(), ["p", "q"][b % 2])(a)


def class_by_key(a, b, x):
    class A:
        def go(self):
            return 1

    class B:
        def go(self):
            return 2

    return [A, B][b % 2]().go()


def object_by_key(a, b, x):
    class A:
        def go(self):
            return 1

    class B:
        def go(self):
            return 2

    return [A(), B()][b % 2].go()


def class_assigned(a, b, x):
    class A:
        def go(self):
            return 1

    class B:
        def go(self):
            return 2

    o = A()
    o.__class__ = [A, B][b % 2]
    return o.go()


def operator_by_class(a, b, x):
    class A:
        def __add__(self, o):
            return 1

    class B:
        def __add__(self, o):
            return 2

    return [A(), B()][b % 2] + 1


def property_by_class(a, b, x):
    class A:
        @property
        def v(self):
            return 1

    class B:
        @property
        def v(self):
            return 2

    return [A(), B()][b % 2].v


def with_swallows(a, b, x):
    class A:
        def __enter__(self):
            return 1

        def __exit__(self, *e):
            return False

    class B:
        def __enter__(self):
            return 2

        def __exit__(self, *e):
            return True

    try:
        with [A(), B()][b % 2]:
            raise ValueError
    except ValueError:
        return 1
    return 0


def closure_by_key(a, b, x):
    fs = [lambda: 1, lambda: 2]
    return fs[b % 2]()


def global_stored_by_chosen(a, b, x):
    global STORED

    class A:
        def go(self):
            global STORED
            STORED = 1

    class B:
        def go(self):
            global STORED
            STORED = 2

    STORED = 0
    [A(), B()][b % 2].go()
    return STORED


def partial_by_key(a, b, x):
    p = [functools.partial(lambda v: 1, 0), functools.partial(lambda v: 2, 0)][b % 2]
    return p()


def default_factory(a, b, x):
    d = collections.defaultdict(lambda: a)
    return d[b]


def mapped_method_by_class(a, b, x):
    class A:
        def __lt__(self, o):
            return True

        v = 1

    class B:
        def __lt__(self, o):
            return False

        v = 2

    return sorted([[A(), B()][b % 2], [A(), B()][b % 2]])[0].v


def format_by_class(a, b, x):
    class A:
        def __format__(self, s):
            return "1"

    class B:
        def __format__(self, s):
            return "2"

    return f"{[A(), B()][b % 2]}"


def contains_by_class(a, b, x):
    class A:
        def __contains__(self, s):
            return True

    class B:
        def __contains__(self, s):
            return False

    return 3 in [A(), B()][b % 2]


def generator_by_key(a, b, x):
    def g():
        yield 1

    def h():
        yield 2

    return next([g, h][b % 2]())


def iter_callable(a, b, x):
    return list(iter(lambda: a, a)) + [next(iter(lambda: b, 100))]


def starred_object_named(a, b, x):
    class Items:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return iter((a, self.n))

    def f(u, v=0):
        return u * v

    return f(*Items(b))


def starred_sequence(a, b, x):
    class Items:
        def __getitem__(self, k):
            if k > 1:
                raise IndexError
            return a + k * b

    def f(u, v=0):
        return u * v

    return f(*Items())


def starred_builtin(a, b, x):
    class Items:
        def __iter__(self):
            return iter((a, b))

    return max(*Items())


def starred_generator(a, b, x):
    def g():
        yield a
        yield b

    def f(u, v=0):
        return u - v

    return f(*g())


def starred_mapping(a, b, x):
    def f(u, v=0):
        return u - v

    class D:
        def keys(self):
            return ["u", "v"]

        def __getitem__(self, k):
            return a if k == "u" else b

    return f(**D())


def unpacked_star(a, b, x):
    class Items:
        def __iter__(self):
            yield a
            yield x
            if b > 5:
                yield 3
            else:
                yield 4

    u, *v = Items()
    return v[1]


def hasattr_python(a, b, x):
    class C:
        def __getattr__(self, n):
            if a > 1:
                raise AttributeError
            return 1

    return hasattr(C(), "k")


def getattr_python(a, b, x):
    class C:
        def __getattr__(self, n):
            if a > 1:
                raise AttributeError
            return 1

    return getattr(C(), "k", 5)


def property_raises(a, b, x):
    class C:
        @property
        def v(self):
            if a > 1:
                raise AttributeError
            return 1

    return getattr(C(), "v", 5)


def loop_over_next(a, b, x):
    class Items:
        def __init__(self):
            self.n = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.n += 1
            if self.n > a:
                raise StopIteration
            return 1

    out = 0
    for v in Items():
        out += v
    return out


def loop_over_getitem(a, b, x):
    class Items:
        def __getitem__(self, k):
            if k > a:
                raise IndexError
            return 1

    out = 0
    for v in Items():
        out += v
    return out


def in_over_getitem(a, b, x):
    class Items:
        def __getitem__(self, k):
            if k > a:
                raise IndexError
            return k

    return 1 in Items()


def takewhile_stops(a, b, x):
    def f(v):
        if v > a:
            raise StopIteration
        return True

    return len(list(itertools.takewhile(f, [0, 1, 2, 3])))


def sum_over_next(a, b, x):
    class Items:
        def __init__(self):
            self.n = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.n += 1
            if self.n > a:
                raise StopIteration
            return 1

    return sum(Items())


def dict_missing(a, b, x):
    class D(dict):
        def __missing__(self, k):
            if a > 1:
                raise KeyError
            return 1

    d = D()
    return d.get(0, 5), d[0]


def iter_sentinel(a, b, x):
    l = [1, 2, 3]
    return list(iter(lambda: l.pop(), a))


def read_stored():
    return STORED


def module_attribute(a, b, x):
    this = sys.modules[__name__]
    this.STORED = a
    return STORED


def module_attribute_in_callee(a, b, x):
    this = sys.modules[__name__]
    this.STORED = a
    return read_stored()


def globals_item(a, b, x):
    globals()["STORED"] = a
    return STORED


def globals_updated(a, b, x):
    globals().update(STORED=a)
    return read_stored()


def module_dict(a, b, x):
    vars(sys.modules[__name__])["STORED"] = a
    return STORED


def module_attribute_mid_frame(a, b, x):
    global STORED
    STORED = 0

    def g():
        sys.modules[__name__].STORED = b

    first = STORED
    g()
    return first, STORED


def module_attribute_not_taken(a, b, x):
    this = sys.modules[__name__]
    this.STORED = 5
    if a > 5:
        this.STORED = x
    return STORED


def evaluated(a, b, x):
    return eval("a + b")


def evaluated_later(a, b, x):
    c = a * 2
    return eval("c") + x


def local_names(a, b, x):
    c = b
    return locals()["c"]


def raises_before_it_stores(a, b, x):
    l = [0]

    def g():
        if a > 1:
            raise ValueError
        l[0] = b

    try:
        g()
    except ValueError:
        pass
    return l[0]


def raises_before_it_stores_name(a, b, x):
    global STORED
    STORED = 0

    def g():
        global STORED
        if a > 1:
            raise ValueError
        STORED = b

    try:
        g()
    except ValueError:
        pass
    return STORED


def error_between_stores(a, b, x):
    o = types.SimpleNamespace(v=0)

    def g():
        o.v = 1
        1 / (a - 1)
        o.v = 2

    try:
        g()
    except ZeroDivisionError:
        pass
    return o.v


def handled_exception(a, b, x):
    try:
        raise ValueError(a)
    except ValueError:
        return sys.exc_info()[1].args


def exception_handled_by_callee(a, b, x):
    def g():
        return sys.exc_info()[1].args[0]

    try:
        raise ValueError(b)
    except ValueError:
        return g() * a


def class_through_module(a, b, x):
    class K:
        v = 0

    this = sys.modules[__name__]
    this.KLASS = K
    this.KLASS.v = a
    return KLASS.v


def with_swallowed(a, b, x):
    l = [0]

    class M:
        def __enter__(self):
            return self

        def __exit__(self, *e):
            return a > 1

    try:
        with M():
            l[0] = b
            raise ValueError
            l[0] = x
    except ValueError:
        l[0] += 1
    return l[0]


def deleted_name(a, b, x):
    y = a
    if b > 5:
        del y
    try:
        return y
    except UnboundLocalError:
        return -1


def matched(a, b, x):
    match [a, b]:
        case [1, y]:
            return y
        case [2, *r]:
            return len(r)
        case _:
            return 0


def matched_class(a, b, x):
    class P:
        __match_args__ = ("u",)

        def __init__(self, u):
            self.u = u

    match P(a):
        case P(1):
            return 1
        case P(u=v):
            return v + b


def generator_closed(a, b, x):
    l = []

    def g():
        try:
            yield 1
        finally:
            l.append(a)

    i = g()
    next(i)
    i.close()
    return l


def generator_thrown(a, b, x):
    def g():
        try:
            yield 1
        except ValueError as e:
            yield e.args[0]

    i = g()
    next(i)
    return i.throw(ValueError(a))


def weak(a, b, x):
    import weakref

    class K:
        pass

    k = K()
    k.v = a
    return weakref.ref(k)().v


def in_place_array(a, b, x):
    import numpy as np

    t = np.zeros(3)
    v = t[1:]
    v[0] += a
    return float(t[1] + b)


def array_out(a, b, x):
    import numpy as np

    t = np.zeros(2)
    np.add([a, b], 1, out=t)
    return float(t[0])


def array_flags(a, b, x):
    import numpy as np

    t = np.arange(6).reshape(2, 3)
    t.T[0] = a
    return int(t[0, 0])


def row_of_a_structured_array(a, b, x):
    t = np.zeros(2, dtype=[("u", int), ("v", float)])
    t["u"] = [a, b]
    t[0]["v"] = x
    return t.tolist()


def driven(generator):
    """A generator or coroutine to its end, by hand."""
    try:
        while True:
            generator.send(None)
    except StopIteration:
        pass


def value_of_yield_from(a, b, x):
    l = []

    def h():
        yield 0
        return b

    def g():
        l.append((yield from h()))

    driven(g())
    return l


def value_of_yield_from_decides(a, b, x):
    l = []

    def h():
        yield 0
        return 7 if a == 2 else b

    def g():
        if (yield from h()) == 3:
            l.append(7)

    driven(g())
    return l


def value_of_await(a, b, x):
    d = {}

    async def h():
        return b

    async def g():
        d["k"] = await h()

    driven(g())
    return d["k"]


def value_of_an_awaitable(a, b, x):
    l = []

    class Awaitable:
        def __await__(self):
            yield 0
            return b

    async def g():
        l.append(await Awaitable())

    driven(g())
    return l


def values_of_an_asynchronous_generator(a, b, x):
    l = []

    async def h():
        yield a
        if b > 5:
            yield x

    async def g():
        async for v in h():
            l.append(v)

    driven(g())
    return l


def thrown_into_what_is_delegated_to(a, b, x):
    l = []

    def h():
        try:
            yield 0
        except KeyError:
            return b

    def g():
        l.append((yield from h()))
        yield 1

    i = g()
    next(i)
    i.throw(KeyError)
    return l


def put_into(held, data, more=1):
    if more > 50:
        data.append(more)
    held["p"] = data


HANDLERS = {"put": put_into}


def handled(held, *rest, **named):
    f = HANDLERS["put"]
    f(held, *rest, **named)


def handed_on(held, *rest, **named):
    handled(held, *rest, **named)


def passed_on_by_stars(a, b, x):
    held = {}
    handed_on(held, b"1", more=b)
    return held["p"]


def picked_of_what_stars_gave(a, b, x):
    def put(data):
        if b > 5:
            data.append(x)

    def pick(*rest):
        put(rest[a % 2])
        return rest

    def outer(*rest):
        return pick(*rest)

    return outer([1], [2])


class Listed(list):
    def __setitem__(self, key, value):
        list.__setitem__(self, key, value)


def slice_that_a_map_fills(a, b, x):
    held = [0, 1]
    held[:] = map(lambda one: one + a, [b, b])
    abs(x)
    return held[0]


def slice_with_a_step_that_a_filter_fills(a, b, x):
    held = [0, 1, 2]
    held[::3] = filter(lambda one: one != a, [b])
    abs(x)
    return held


def slice_of_bytes_that_a_map_fills(a, b, x):
    held = bytearray(2)
    held[:] = map(lambda one: abs(one + a), [b, b])
    abs(x)
    return held[0]


def slice_of_an_own_class_that_a_map_fills(a, b, x):
    held = Listed([0, 1])
    held[:] = map(lambda one: one + a, [b, b])
    abs(x)
    return held[0]


def method_of_the_base_class_that_a_map_fills(a, b, x):
    held = Listed([0, 1])
    list.__setitem__(held, slice(None), map(lambda one: one + a, [b, b]))
    abs(x)
    return held[0]
