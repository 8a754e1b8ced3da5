"""A function, or an object, is chosen, and comes by many ways to where it is called, or written to.

The runs that are looked at choose what writes nothing.
"""

import functools
import itertools
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass


class S:
    v = 0


def noop(s):
    pass


def write(s):
    s.v = 1


class Plain:
    @classmethod
    def make(cls, s):
        pass

    def run(self, s):
        pass


class Writer(Plain):
    @classmethod
    def make(cls, s):
        s.v = 1

    def run(self, s):
        s.v = 1


@dataclass
class DP:
    s: object


@dataclass
class DW(DP):
    def __post_init__(self):
        self.s.v = 1


NT = namedtuple("NT", "h k")


class Box:
    pass


def closure_read(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def go():
        h(s)

    go()
    return s.v


def lam_read(a, b, x):
    s = S()
    h = write if a > 4 else noop
    (lambda: h(s))()
    return s.v


def default_arg(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def go(fn=h):
        fn(s)

    go()
    return s.v


def gen_call(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def go():
        yield h(s)

    for _ in go():
        pass
    return s.v


def genexp(a, b, x):
    s = S()
    h = write if a > 4 else noop
    any(h(q) for q in (s,))
    return s.v


def getter_closure(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def get():
        return h

    get()(s)
    return s.v


def stored_within(a, b, x):
    s = S()
    h = noop

    def set_():
        nonlocal h
        if a > 4:
            h = write

    set_()
    h(s)
    return s.v


def by_wrapper(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def deco(fn):
        def inner(*args):
            return fn(*args)

        return inner

    deco(h)(s)
    return s.v


def partial_of_h(a, b, x):
    s = S()
    h = write if a > 4 else noop
    functools.partial(h, s)()
    return s.v


def partial_arg(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def go(h, s):
        h(s)

    functools.partial(go, h)(s)
    return s.v


def map_h(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def go(h):
        h(s)

    list(map(go, [h]))
    return s.v


def prop(a, b, x):
    s = S()
    h = write if a > 4 else noop

    class R:
        @property
        def go(self):
            return h(s)

    R().go
    return s.v


def prop_self(a, b, x):
    s = S()

    class R:
        def __init__(self, h):
            self.h = h

        @property
        def go(self):
            return self.h(s)

    R(write if a > 4 else noop).go
    return s.v


def method_self(a, b, x):
    s = S()

    class R:
        def __init__(self, h):
            self.h = h

        def go(self):
            return self.h(s)

    R(write if a > 4 else noop).go()
    return s.v


def op_self(a, b, x):
    s = S()

    class R:
        def __init__(self, h):
            self.h = h

        def __add__(self, o):
            return self.h(s)

    R(write if a > 4 else noop) + 1
    return s.v


def getitem_ret(a, b, x):
    s = S()

    class R:
        def __init__(self, h):
            self.h = h

        def __getitem__(self, o):
            return self.h

    R(write if a > 4 else noop)[0](s)
    return s.v


def enter_ret(a, b, x):
    s = S()

    class R:
        def __init__(self, h):
            self.h = h

        def __enter__(self):
            return self.h

        def __exit__(self, *e):
            pass

    with R(write if a > 4 else noop) as h:
        h(s)
    return s.v


def lazyprop(a, b, x):
    s = S()
    h = write if a > 4 else noop

    class R:
        def __init__(self, mk):
            self.mk = mk

        @property
        def h(self):
            return self.mk()

    R(lambda: h).h(s)
    return s.v


def by_classmethod(a, b, x):
    s = S()
    h = Writer if a > 4 else Plain
    h.make(s)
    return s.v


def dataclass_post(a, b, x):
    s = S()
    h = DW if a > 4 else DP
    h(s)
    return s.v


def descriptor(a, b, x):
    s = S()

    class D:
        def __init__(self, fn):
            self.fn = fn

        def __get__(self, o, t=None):
            return self.fn

    class A:
        go = D(noop)

    class B:
        go = D(write)

    h = B() if a > 4 else A()
    h.go(s)
    return s.v


def sink_fn(a, b, x):
    s = S()
    s2 = S()
    h = (lambda: s) if a > 4 else (lambda: s2)
    h().v = 1
    return s.v


def sink_meth(a, b, x):
    s = S()
    s2 = S()

    class A:
        def get(self):
            return s2

    class B:
        def get(self):
            return s

    h = B() if a > 4 else A()
    h.get().v = 1
    return s.v


def poly_mk(a, b, x):
    s = S()

    class A:
        def mk(self):
            return noop

    class B:
        def mk(self):
            return write

    h = (B() if a > 4 else A()).mk()
    h(s)
    return s.v


def list_chosen(a, b, x):
    s = S()
    hooks = [write] if a > 4 else []
    for h in hooks:
        h(s)
    return s.v


def tuple_apply(a, b, x):
    s = S()
    h = (write, s) if a > 4 else (noop, s)
    (lambda fn, *r: fn(*r))(*h)
    return s.v


def loop_break(a, b, x):
    s = S()
    for c, h in ((a > 4, write), (True, noop)):
        if c:
            break
    h(s)
    return s.v


def next_default(a, b, x):
    s = S()
    h = next((h for h in [write] if a > 4), noop)
    h(s)
    return s.v


def yields(a, b, x):
    s = S()

    def giver():
        if a > 4:
            yield write
        yield noop

    next(giver())(s)
    return s.v


def dict_del(a, b, x):
    s = S()
    d = {"h": write}
    if a <= 4:
        del d["h"]
    d.get("h", noop)(s)
    return s.v


def deflt(a, b, x):
    s = S()

    def get(h=write if a > 4 else noop):
        return h

    get()(s)
    return s.v


def kw_merge(a, b, x):
    s = S()
    kw = {}
    if a > 4:
        kw["h"] = write

    def go(h):
        h(s)

    go(**{"h": noop, **kw})
    return s.v


def missing(a, b, x):
    s = S()

    class T(dict):
        def __missing__(self, k):
            return noop

    T({True: write})[a > 4](s)
    return s.v


def instattr(a, b, x):
    s = S()

    class M:
        h = [noop]

    m = M()
    if a > 4:
        m.h = [write]
    m.h[0](s)
    return s.v


def instattr_fn(a, b, x):
    s = S()

    class M:
        h = staticmethod(noop)

    m = M()
    if a > 4:
        m.h = write
    m.h(s)
    return s.v


def clsattr(a, b, x):
    s = S()

    class M:
        h = [noop]

    if a > 4:
        M.h = [write]
    M().h[0](s)
    return s.v


def key_error(a, b, x):
    s = S()
    try:
        h = {True: write}[a > 4]
    except KeyError:
        h = noop
    h(s)
    return s.v


def key_error2(a, b, x):
    s = S()
    try:
        {5: write}[a](s)
    except KeyError:
        pass
    return s.v


def ior(a, b, x):
    s = S()
    d = {"h": noop}
    if a > 4:
        d |= {"h": write}
    d["h"](s)
    return s.v


def aug(a, b, x):
    s = S()
    hs = [noop]
    if a > 4:
        hs += [write]
    hs[-1](s)
    return s.v


def map_choose(a, b, x):
    s = S()
    h = list(map(lambda c: write if c else noop, [a > 4]))[-1]
    h(s)
    return s.v


def namedtuple(a, b, x):
    s = S()
    t = NT(write if a > 4 else noop, 1)
    t.h(s)
    return s.v


def classbody(a, b, x):
    s = S()
    h0 = write if a > 4 else noop

    class K:
        h = (h0,)

    K.h[0](s)
    return s.v


def by_chain(a, b, x):
    s = S()
    h = write if a > 4 else noop
    list(itertools.chain([h]))[-1](s)
    return s.v


def by_sorted(a, b, x):
    s = S()
    h = write if a > 4 else noop
    sorted([h], key=id)[0](s)
    return s.v


def dict_copy(a, b, x):
    s = S()
    h = write if a > 4 else noop
    d = dict(h=h)
    d = {**d}
    d["h"](s)
    return s.v


def dict_copy1(a, b, x):
    s = S()
    h = write if a > 4 else noop
    d = {"h": h}
    d = {**d}
    d["h"](s)
    return s.v


def dict_kw(a, b, x):
    s = S()
    h = write if a > 4 else noop
    d = dict(h=h)
    d["h"](s)
    return s.v


def ordd(a, b, x):
    s = S()
    h = write if a > 4 else noop
    d = OrderedDict(h=h)
    d["h"](s)
    return s.v


def values(a, b, x):
    s = S()
    h = write if a > 4 else noop
    next(iter({"q": h}.values()))(s)
    return s.v


def values_for(a, b, x):
    s = S()
    h = write if a > 4 else noop
    for k in {"q": h}.values():
        k(s)
    return s.v


def dictvals_chosen(a, b, x):
    s = S()
    d = {"q": write} if a > 4 else {}
    for k in d.values():
        k(s)
    return s.v


def reg_vals(a, b, x):
    s = S()
    d = {}
    if a > 4:
        d["q"] = write
    for k in d.values():
        k(s)
    return s.v


def reg_list(a, b, x):
    s = S()
    d = []
    if a > 4:
        d.append(write)
    for k in d:
        k(s)
    return s.v


def send(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def co():
        got = yield
        yield got

    g = co()
    next(g)
    g.send(h)(s)
    return s.v


def genret(a, b, x):
    s = S()
    h = write if a > 4 else noop

    def co():
        yield
        return h

    def outer():
        r = yield from co()
        yield r

    list(outer())[-1](s)
    return s.v


def by_defaultdict(a, b, x):
    s = S()
    h = write if a > 4 else noop
    defaultdict(lambda: h)["q"](s)
    return s.v


def ddlist(a, b, x):
    s = S()
    d = defaultdict(list)
    d["q"].append(write if a > 4 else noop)
    d["q"][0](s)
    return s.v


def ddlist_reg(a, b, x):
    s = S()
    d = defaultdict(list)
    if a > 4:
        d["q"].append(write)
    for h in d["q"]:
        h(s)
    return s.v


def rotate(a, b, x):
    s = S()
    h = write if a > 4 else noop
    d = deque([1])
    d.append(h)
    d.rotate(1)
    d[0](s)
    return s.v


def deferred(a, b, x):
    s = S()
    h = write if a > 4 else noop
    q = [lambda: h(s)]
    while q:
        q.pop()()
    return s.v


def setcls(a, b, x):
    s = S()
    h = write if a > 4 else noop

    class K:
        pass

    K.run = staticmethod(h)
    K.run(s)
    return s.v


def type3(a, b, x):
    s = S()
    h = write if a > 4 else noop
    type("K", (), {"run": staticmethod(h)})().run(s)
    return s.v


def dict_none(a, b, x):
    s = S()
    h = {"h": write if a > 4 else None}
    k = h["h"]
    if k is not None:
        k(s)
    return s.v


def tuple_attr(a, b, x):
    s = S()
    t = (1, Writer() if a > 4 else 3)
    try:
        t[1].run(s)
    except AttributeError:
        pass
    return s.v


def var_attr(a, b, x):
    s = S()
    t = Writer() if a > 4 else 3
    try:
        t.run(s)
    except AttributeError:
        pass
    return s.v


def stored_as_global(a, b, x):
    s = S()
    global GH

    def pick():
        if a > 4:
            return write
        return noop

    GH = pick()
    GH(s)
    return s.v


def lam_setdef(a, b, x):
    s = S()
    d = {}
    if a > 4:
        d["h"] = lambda: write(s)
    d.setdefault("h", lambda: None)()
    return s.v


def lam_dset(a, b, x):
    s = S()
    d = {"h": lambda: None}
    if a > 4:
        d["h"] = lambda: write(s)
    d["h"]()
    return s.v


def lam_prop(a, b, x):
    s = S()

    class Sel:
        def __init__(self, c):
            self.c = c

        @property
        def h(self):
            return (lambda: write(s)) if self.c else (lambda: None)

    Sel(a > 4).h()
    return s.v


def callable_kw(a, b, x):
    s = S()
    h = write if a > 4 else 3

    def kwf(**kw):
        return kw["h"]

    k = kwf(h=h)
    if callable(k):
        k(s)
    return s.v


def by_filter(a, b, x):
    s = S()
    o = Box()
    o.h = (lambda k: write(s)) if a > 4 else (lambda k: k)
    [k for k in filter(o.h, [1])]
    return s.v


def reduce(a, b, x):
    s = S()
    o = Box()
    o.h = lambda t, k: t
    if a > 4:
        o.h = lambda t, k: write(s)
    functools.reduce(o.h, [1, 2])
    return s.v


def dictfn_upd(a, b, x):
    s = S()
    d = {"h": {"f": noop}}
    if a > 4:
        d.update(h={"f": write})
    d["h"]["f"](s)
    return s.v


def ins_dict(a, b, x):
    s = S()
    hs = [{"f": noop}]
    if a > 4:
        hs.insert(0, {"f": write})
    hs[0]["f"](s)
    return s.v


def try_attr_loop(a, b, x):
    s = S()
    for h in [Writer() if a > 4 else 3]:
        try:
            h.run(s)
        except AttributeError:
            pass
    return s.v


def getattr_default_loop(a, b, x):
    s = S()
    for h in [Writer() if a > 4 else 3]:
        getattr(h, "run", noop)(s)
    return s.v


def getattr_default_ok(a, b, x):
    s = S()
    h = Writer() if a > 4 else 3
    getattr(h, "run", noop)(s)
    return s.v


def optcall_dictget(a, b, x):
    s = S()
    h = {True: Writer()}.get(a > 4, 3)
    fn = getattr(h, "run", None)
    if fn is not None:
        fn(s)
    return s.v


def helper_cls(a, b, x):
    s = S()

    def pick():
        if a > 4:
            return write
        return noop

    class K:
        pass

    K.h = (pick(),)
    K().h[0](s)
    return s.v


def helper_list(a, b, x):
    s = S()

    def pick():
        if a > 4:
            return write
        return noop

    hs = [pick()]
    hs[0](s)
    return s.v


def helper_attr(a, b, x):
    s = S()

    def pick():
        if a > 4:
            return write
        return noop

    o = Box()
    o.h = pick()
    o.h(s)
    return s.v


def stored_as_global_too(a, b, x):
    s = S()
    global GH

    def pick():
        if a > 4:
            return write
        return noop

    GH = pick()
    GH(s)
    return s.v


def sinkalias_dictor(a, b, x):
    s = S()
    s2 = S()
    q = {"y": [s]}.get("y" if a > 4 else "z") or [s2]
    for t in q:
        t.v = 1
    return s.v


def sinkalias_comp(a, b, x):
    s = S()
    s2 = S()
    q = ([[s] for _ in range(1) if a > 4] + [[s2]])[0]
    for t in q:
        t.v = 1
    return s.v


def sinkalias_comp1(a, b, x):
    s = S()
    s2 = S()
    q = ([s for _ in range(1) if a > 4] + [s2])[0]
    q.v = 1
    return s.v


def sinkalias_if(a, b, x):
    s = S()
    s2 = S()
    q = s if a > 4 else s2
    q.v = 1
    return s.v


def sinkalias_list(a, b, x):
    s = S()
    s2 = S()
    q = [s] if a > 4 else [s2]
    for t in q:
        t.v = 1
    return s.v


def lam2_prop(a, b, x):
    s = S()
    s2 = S()
    h = (lambda: write(s)) if a > 4 else (lambda: write(s2))

    class P:
        def __init__(self, q):
            self._q = q

        @property
        def q(self):
            return self._q

    P(h).q()
    return s.v


def lam2_plain(a, b, x):
    s = S()
    s2 = S()
    h = (lambda: write(s)) if a > 4 else (lambda: write(s2))
    h()
    return s.v


def lam_dc(a, b, x):
    s = S()

    @dataclass
    class C:
        h: object = None

    o = C(h=lambda: write(s)) if a > 4 else C(lambda: None)
    o.h()
    return s.v


def init_hooks(a, b, x):
    s = S()

    class M:
        def __init__(self):
            self.h = [noop]
            if a > 4:
                self.h = [noop, write]

    for k in M().h:
        k(s)
    return s.v


def init_hook(a, b, x):
    s = S()

    class M:
        def __init__(self):
            self.h = noop
            if a > 4:
                self.h = write

    M().h(s)
    return s.v


def insert_callable(a, b, x):
    s = S()

    class C0:
        def __call__(self):
            pass

    class C1:
        def __call__(self):
            s.v = 1

    hs = [C0()]
    if a > 4:
        hs.insert(0, C1())
    hs[0]()
    return s.v


def raise_guard(a, b, x):
    s = S()
    s2 = S()

    class W:
        def __init__(self, s):
            self.s = s

        def run(self):
            self.s.v = 1

    def chk():
        if a > 4:
            return
        raise KeyError

    try:
        chk()
        h = W(s)
    except KeyError:
        h = W(s2)
    h.run()
    return s.v


def try_noraise(a, b, x):
    s = S()

    def chk():
        if a > 4:
            return
        raise KeyError

    try:
        chk()
        h = write
    except KeyError:
        h = noop
    h(s)
    return s.v


class Answers(Exception):
    def answer(self, log):
        log.append(self)


class Keeps(Exception):
    def answer(self, log):
        pass


def other_exception_answers(a, b, x):
    log = []
    try:
        raise (Answers if a > 1 else Keeps)()
    except Exception as error:
        error.answer(log)
    return len(log)


def other_exception_of_a_function_answers(a, b, x):
    def fails():
        if a > 1:
            raise Answers
        raise Keeps

    log = []
    try:
        fails()
    except (Answers, Keeps) as error:
        error.answer(log)
    return len(log)
