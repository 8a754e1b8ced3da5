"""Programs `main(a)` that make something in one of many ways, by keywords, stars, decorators, partials, iterators,
and get at what it was made of; FORMS say where it is made only if `a` is 1, in the place of another one. Each gives the
length of a list `p` that is written to then.
"""

from collections.abc import Iterator
from textwrap import indent

BEFORE = """from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial, reduce, wraps
from types import SimpleNamespace as NS
import copy
class N:
    def __init__(self, x=None, y=None): self.x = x; self.y = y
    def get(self): return self.x
    def put(self, x=None): self.x = x
    def sel(self, u=None, v=None): return v
@dataclass
class D:
    x: object = None
def ident_kw(x=None, y=None): return x
def box(x=None): return [x]
def mk(x=None): return N(x=x)
def kws(**k): return k["x"]
def kwl(**k): return k
def clo(x=None): return lambda: x
def two(v=None): return ident(x=v)
def star(*r, x=None): return x
def gen(x=None): yield x
class C:
    def __init__(self, *r, **k): self.x = r[0] if r else k.get("x")
    def put(self, x=None): self.x = x
    def get(self): return self.x
    @property
    def prop(self): return self.x
    @staticmethod
    def st(x): return x
    @classmethod
    def cl(cls, x): return cls(x)
    def __getitem__(self, k): return self.x
    def __iter__(self): yield self.x
    def __call__(self): return self.x
    def __add__(self, o): return self.x
    def __enter__(self): return self.x
    def __exit__(self, *r): pass
    def __contains__(self, o): return o is self.x
    @cached_property
    def cp(self): return self.x
class S(C):
    def __init__(self, *r, **k): super().__init__(*r, **k)
    def get(self): return super().get()
class K(C):
    __slots__ = ()
    def __getattr__(self, n): return self.x
def deco(f):
    @wraps(f)
    def w(*r, **k): return f(*r, **k)
    return w
def cnt(f):
    def w(*r, **k):
        w.n += 1
        return f(*r, **k)
    w.n = 0
    return w
def par(n):
    def d(f):
        def w(*r, **k):
            for _ in range(n): v = f(*r, **k)
            return v
        return w
    return d
@deco
def i1(x): return x
@cnt
def i2(x): return x
@par(2)
def i3(x): return x
def first(*r): return r[0]
def last(*r, **k): return [*r, *k.values()][-1]
def fwd(*r, **k): return last(*r, **k)
def tup(*r): return r
def swap(x, y): return y, x
def ident(x, y=None): return x
@contextmanager
def cm(x): yield x
def acc(x, into=None):
    into = [] if into is None else into
    into.append(x)
    return into
def rec(x, n=2): return x if n == 0 else rec(x, n - 1)
def pick(c, x, y): return x if c else y
def tr(x):
    try: return x
    finally: pass
def wl(x):
    while True:
        return x
def nested(x):
    def inner(): return x
    return inner()
def viadict(x):
    d = {}
    d.setdefault("k", []).append(x)
    return d["k"][0]
def viaattr(x):
    o = C(); o.x = x
    return o.get()
def unpack(x):
    u, *v = [1, x]
    return v[0]
def walrus(x):
    if (y := x) is not None: return y
"""

# what makes something of @, and what gets that out of @ again
MADE = (
    ("N(x=@)", "@.x"),
    ("N(y=1, x=@)", "@.get()"),
    ("D(x=@)", "@.x"),
    ("ident_kw(x=@)", "@"),
    ("box(x=@)", "@[0]"),
    ("mk(x=@)", "@.x"),
    ("kws(x=@)", "@"),
    ("kwl(x=@)", "@['x']"),
    ("clo(x=@)", "@()"),
    ("two(v=@)", "@"),
    ("star(1, x=@)", "@"),
    ("next(gen(x=@))", "@"),
    ("dict(x=@)", "@['x']"),
    ("NS(x=@)", "@.x"),
    ("N().sel(v=@)", "@"),
    ("partial(ident_kw, x=@)", "@()"),
    ("partial(N, x=@)", "@().x"),
    ("partial(clo, x=@)", "@()()"),
    ("(lambda x=None: x)(x=@)", "@"),
    ("ident_kw(**{'x': @})", "@"),
    ("kwl(**{'x': @})", "@['x']"),
    ("sorted([@], key=len)", "@[0]"),
    ("max([@, []], key=lambda e: 1)", "@"),
    ("N(**dict(x=@))", "@.x"),
    ("copy.copy(N(x=@))", "@.x"),
    ("defaultdict(list, x=@)", "@['x']"),
    ("list(gen(x=@))", "@[0]"),
    ("[*gen(x=@)]", "@[0]"),
    ("max([], default=@)", "@"),
    ("min([], default=N(x=@))", "@.x"),
    ("reduce(lambda u, v: v, [1, @])", "@"),
    ("[ident_kw(x=e) for e in [@]]", "@[0]"),
    ("{'k': ident_kw(x=@)}", "@['k']"),
    ("(1, ident_kw(x=@))", "@[1]"),
    ("getattr(N(x=@), 'x')", "@"),
    ("ident_kw(y=1, x=N(x=@))", "@.x"),
    ("partial(partial, ident_kw)(x=@)", "@()"),
    ("N.sel(None, v=@)", "@"),
    ("type('T', (), dict(x=@))", "@.x"),
    ("N().sel(1, v=N(x=@))", "@.x"),
    ("C(*[@])", "@.x"),
    ("C(**{'x': @})", "@.x"),
    ("S(@)", "@.get()"),
    ("S(x=@)", "@.x"),
    ("K(@)", "@.anything"),
    ("C.cl(@)", "@.x"),
    ("C.st(@)", "@"),
    ("C().st(@)", "@"),
    ("C(@)", "@.prop"),
    ("C(@)", "@[0]"),
    ("C(@)", "next(iter(@))"),
    ("C(@)", "[*@][0]"),
    ("C(@)", "@()"),
    ("C(@)", "(@ + 1)"),
    ("C(@)", "@.cp"),
    ("i1(@)", "@"),
    ("i1(x=@)", "@"),
    ("i2(@)", "@"),
    ("i3(@)", "@"),
    ("first(*[@, 1])", "@"),
    ("last(1, k=@)", "@"),
    ("fwd(1, *[@])", "@"),
    ("fwd(**{'z': @})", "@"),
    ("tup(@, 1)", "@[0]"),
    ("swap(1, @)", "@[0]"),
    ("acc(@)", "@[0]"),
    ("acc(@, [])", "@[-1]"),
    ("rec(@)", "@"),
    ("pick(1, @, [])", "@"),
    ("pick(0, [], @)", "@"),
    ("tr(@)", "@"),
    ("wl(@)", "@"),
    ("nested(@)", "@"),
    ("viadict(@)", "@"),
    ("viaattr(@)", "@"),
    ("unpack(@)", "@"),
    ("walrus(@)", "@"),
    ("[*[@]]", "@[0]"),
    ("{**{'k': @}}", "@['k']"),
    ("(*[1], @)", "@[1]"),
    ("[e for e in [@]]", "@[0]"),
    ("{1: e for e in [@]}", "@[1]"),
    ("list(e for e in [@])", "@[0]"),
    ("[@][:]", "@[0]"),
    ("[1, @][-1:]", "@[0]"),
    ("[[@]]", "@[0][0]"),
    ("dict([(1, @)])", "@[1]"),
    ("list(zip([1], [@]))", "@[0][1]"),
    ("list(map(ident, [@]))", "@[0]"),
    ("list(filter(lambda e: True, [@]))", "@[0]"),
    ("C(C(@))", "@.x.x"),
    ("partial(C.cl, @)", "@().x"),
    ("C(@).get", "@()"),
    ("(lambda x=0: @)", "@()"),
    ("iter([@])", "next(@)"),
    ("(lambda *r: r)(@)", "@[0]"),
    ("tuple([@])", "@[0]"),
    ("(x for x in [@])", "next(@)"),
    ("cm(@)", "@.__enter__()"),
    ("[] or @", "@"),
    ("(@ if 1 else 0)", "@"),
    ("not 0 and @", "@"),
)
FORMS = {
    "replaced": """
o = MADE[q]
if a:
    o = MADE[p]
USED.append(1)
""",
    "chosen": """
o = MADE[p] if a else MADE[q]
USED.append(1)
""",
    "stored": """
d = {"o": MADE[q]}
if a:
    d["o"] = MADE[p]
o = d["o"]
USED.append(1)
""",
    "stored by a method": """
h = N(MADE[q])
if a:
    h.put(x=MADE[p])
o = h.x
USED.append(1)
""",
    "returned": """
def build():
    if a:
        return MADE[p]
    return MADE[q]
o = build()
USED.append(1)
""",
    "passed": """
def user(o=None):
    USED.append(1)
if a:
    user(o=MADE[p])
else:
    user(o=MADE[q])
""",
    "given": """
def use(o=None):
    return USED
r = []
if a:
    r.append(use(o=MADE[p]))
r.append(use(o=MADE[q]))
r[0].append(1)
""",
}


def programs(made: str, used: str) -> Iterator[str]:
    """The program of each form."""
    for form in FORMS.values():
        body = form.replace("MADE[p]", made.replace("@", "p")).replace("MADE[q]", made.replace("@", "q"))
        body = "p, q = [], [0]" + body.replace("USED", used.replace("@", "o")) + "return len(p)\n"
        yield f"{BEFORE}\ndef main(a):\n{indent(body, '    ')}"
