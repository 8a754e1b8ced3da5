"""Functions that put something into the list that they are given, each in another way; and ways not taken to one.

`program(name, way)` is the source of a function `main(a)` that gives the length of the list: 0, if `a` is 0.
"""

PUTS = {
    "handler_var": """
def put(l):
    x = []
    try:
        x = l
        raise ValueError
    except ValueError: x.append(1)
""",
    "handler_var2": """
def put(l):
    x = []
    try:
        x = l
        len(5)
    except TypeError: x.append(1)
""",
    "finally_var": """
def put(l):
    x = []
    try:
        x = l
        len(5)
    except TypeError: pass
    finally: x.append(1)
""",
    "args of an exception": """
def put(l):
    try: raise ValueError(l)
    except ValueError as e: e.args[0].append(1)
""",
    "attribute of an exception": """
class E(Exception):
    def __init__(s, l): s.l = l
def put(l):
    try: raise E(l)
    except E as e: e.l.append(1)
""",
    "attribute of an exception that a function raises": """
class E(Exception):
    def __init__(s, l): s.l = l
def r(l): raise E(l)
def put(l):
    try: r(l)
    except E as e: e.l.append(1)
""",
    "method of an exception": """
class E(Exception):
    def __init__(s, l): s.l = l
    def go(s): s.l.append(1)
def put(l):
    try: raise E(l)
    except E as e: e.go()
""",
    "with": """
class C:
    def __init__(s, l): s.l = l
    def __enter__(s): return s.l
    def __exit__(s, *k): s.l.append(2)
def put(l):
    with C(l) as q: pass
""",
    "contextmanager": """
from contextlib import contextmanager
@contextmanager
def c(l):
    yield l
def put(l):
    with c(l) as q: q.append(1)
""",
    "behind the yield of a contextmanager": """
from contextlib import contextmanager
@contextmanager
def c(l):
    yield l
    l.append(1)
def put(l):
    with c(l) as q: pass
""",
    "generator": """
def g(l):
    yield l
def put(l):
    for q in g(l): q.append(1)
""",
    "sent": """
def g():
    q = yield
    q.append(1)
    yield
def put(l):
    x = g(); next(x); x.send(l)
""",
    "walrus": """
def put(l):
    if (x := l) is not None: x.append(1)
""",
    "unpacked": """
def put(l):
    *x, y = [1, l]
    y.append(1)
""",
    "keywords": """
def h(**k): k['q'].append(1)
def put(l):
    h(q=l)
""",
    "arguments": """
def h(*k): k[0].append(1)
def put(l):
    h(l)
""",
    "star": """
def h(*k): k[0].append(1)
def put(l):
    h(*[l])
""",
    "two stars": """
def h(q): q.append(1)
def put(l):
    h(**{'q': l})
""",
    "default": """
def put(l):
    def h(q=l): q.append(1)
    h()
""",
    "nested": """
def put(l):
    def h():
        def k(): l.append(1)
        return k
    h()()
""",
    "lambda": """
def put(l):
    (lambda: (lambda q: q.append(1)))()(l)
""",
    "class body": """
def put(l):
    class K:
        l.append(1)
""",
    "method of a local class": """
def put(l):
    class K:
        def m(self): l.append(1)
    K().m()
""",
    "constructor of a local class": """
def put(l):
    class K:
        def __init__(self): l.append(1)
    K()
""",
    "class attribute": """
def put(l):
    class K:
        q = l
    K.q.append(1)
""",
    "decorated": """
def d(f):
    def w(*k): return f(*k)
    return w
@d
def h(l): l.append(1)
def put(l):
    h(l)
""",
    "cache": """
from functools import lru_cache
Q=[]
@lru_cache
def h(): Q.append(1)
def put(l):
    h(); l.append(1)
""",
    "wraps": """
from functools import wraps
def d(f):
    @wraps(f)
    def w(*k): return f(*k)
    return w
@d
def h(l): l.append(1)
def put(l):
    h(l)
""",
    "dataclass": """
from dataclasses import dataclass
@dataclass
class D:
    q: list
    def __post_init__(self): self.q.append(1)
def put(l):
    D(l)
""",
    "namedtuple": """
from collections import namedtuple
N = namedtuple('N', 'q')
def put(l):
    N(l).q.append(1)
""",
    "enum": """
from enum import Enum
class C(Enum):
    A = 1
    def go(self, l): l.append(1)
def put(l):
    C.A.go(l)
""",
    "abc": """
from abc import ABC, abstractmethod
class A(ABC):
    @abstractmethod
    def go(self, l): ...
class B(A):
    def go(self, l): l.append(1)
def put(l):
    B().go(l)
""",
    "mixin": """
class A:
    def go(self): self.to()
class B(A):
    def __init__(self, l): self.l = l
    def to(self): self.l.append(1)
def put(l):
    B(l).go()
""",
    "slots": """
class A:
    __slots__ = ('q',)
def put(l):
    a = A(); a.q = l; a.q.append(1)
""",
    "chain": """
from itertools import chain
def put(l):
    for x in chain([l]): x.append(1)
""",
    "deque": """
from collections import deque
def put(l):
    d = deque([l]); d.popleft().append(1)
""",
    "heap": """
import heapq
def put(l):
    h = []; heapq.heappush(h, (1, l)); heapq.heappop(h)[1].append(1)
""",
    "copy": """
import copy
def put(l):
    copy.copy([l])[0].append(1)
""",
    "OrderedDict": """
from collections import OrderedDict
def put(l):
    o = OrderedDict(); o['q'] = l; o.popitem()[1].append(1)
""",
    "class method": """
class A:
    reg = []
    @classmethod
    def add(cls, l): cls.reg.append(l)
def put(l):
    A.add(l); A.reg[0].append(1)
""",
    "held by a global": """
G = []
def put(l):
    G.append(l); G[0].append(1)
""",
    "stored to a global": """
G = None
def put(l):
    global G
    G = l; G.append(1)
""",
    "recursion": """
def put(l, n=3):
    if n: put(l, n - 1)
    else: l.append(1)
""",
    "while": """
def put(l):
    q = [l]
    while q:
        x = q.pop()
        x.append(1)
""",
    "reduce": """
from functools import reduce
def put(l):
    reduce(lambda x, y: x.append(y) or x, [1], l)
""",
    "filter": """
def put(l):
    list(filter(lambda x: l.append(x), [1]))
""",
    "key of sort": """
def put(l):
    [1, 2].sort(key=lambda x: l.append(x) or 1)
""",
    "bound method of map": """
def put(l):
    list(map(l.append, [1]))
""",
    "methodcaller": """
import operator
def put(l):
    operator.methodcaller('append', 1)(l)
""",
    "operator.iadd": """
import operator
def put(l):
    operator.iadd(l, [1])
""",
    "iadd": """
def put(l):
    l += [1]
""",
    "imul": """
def put(l):
    l.append(1); l *= 2
""",
    "slice": """
def put(l):
    l[0:0] = [1]
""",
    "del": """
def put(l):
    del l[:]; l.append(2); del l[0]; l.append(1)
""",
    "match": """
def put(l):
    match [l]:
        case [x]: x.append(1)
""",
    "coroutine": """
import asyncio
async def h(l): l.append(1)
def put(l):
    asyncio.run(h(l))
""",
    "exec": """
def put(l):
    exec('l.append(1)', {'l': l})
""",
    "setdefault": """
D = {}
def put(l):
    D.setdefault('q', l).append(1)
""",
    "globals()": """
import weakref
class Q(list): pass
def put(l):
    globals()['_x'] = l; globals()['_x'].append(1)
""",
    "property": """
class A:
    @property
    def q(self): return self._q
    @q.setter
    def q(self, v): self._q = v; v.append(1)
def put(l):
    A().q = l
""",
    "descriptor": """
class D:
    def __set__(self, o, v): v.append(1)
class A:
    d = D()
def put(l):
    A().d = l
""",
    "call": """
class A:
    def __call__(self, v): v.append(1)
def put(l):
    A()(l)
""",
    "getitem": """
class A:
    def __getitem__(self, v): v.append(1)
def put(l):
    A()[l]
""",
    "add": """
class A:
    def __add__(self, v): v.append(1)
def put(l):
    A() + l
""",
    "radd": """
class A:
    def __radd__(self, v): v.append(1)
def put(l):
    (l,) + A() if False else 5; l.append(1)
""",
    "contains": """
class A:
    def __contains__(self, v): v.append(1)
def put(l):
    l in A()
""",
    "new": """
class A:
    def __new__(cls, v):
        v.append(1)
        return object.__new__(cls)
def put(l):
    A(l)
""",
    "meta": """
class M(type):
    def __call__(cls, v): v.append(1)
class A(metaclass=M): pass
def put(l):
    A(l)
""",
    "init_subclass": """
class A:
    def __init_subclass__(cls, q): q.append(1)
def put(l):
    class B(A, q=l): pass
""",
    "set_name": """
class D:
    def __set_name__(self, o, n): o.q.append(1)
def put(l):
    class B:
        q = l
        d = D()
""",
    "getattr": """
class A:
    def __getattr__(self, n): return self.__dict__['q'].append
def put(l):
    a = A(); a.__dict__['q'] = l; a.zz(1)
""",
    "partialmethod": """
from functools import partialmethod
class A:
    def go(self, x, l): l.append(x)
    one = partialmethod(go, 1)
def put(l):
    A().one(l)
""",
    "singledispatch": """
from functools import singledispatch
@singledispatch
def h(x): pass
@h.register
def _(x: list): x.append(1)
def put(l):
    h(l)
""",
    "closing": """
from contextlib import closing
class C:
    def __init__(self, l): self.l = l
    def close(self): self.l.append(1)
def put(l):
    with closing(C(l)): pass
""",
    "ExitStack": """
from contextlib import ExitStack
def put(l):
    with ExitStack() as s: s.callback(l.append, 1)
""",
    "UserList": """
from collections import UserList
def put(l):
    u = UserList(); u.data = l; u.append(1)
""",
    "ChainMap": """
from collections import ChainMap
def put(l):
    ChainMap({1: l})[1].append(1)
""",
    "yield from": """
def g(l): yield from [l]
def put(l):
    for x in g(l): x.append(1)
""",
    "generator expression": """
def put(l):
    for x in (y for y in [l]): x.append(1)
""",
    "comprehension": """
def put(l):
    [x.append(1) for x in [l]]
""",
    "conditional": """
def put(l):
    (l if l is not None else []).append(1)
""",
    "or": """
def put(l):
    (None or l).append(1)
""",
    "swapped": """
def put(l):
    x, y = l, 0
    x, y = y, x
    y.append(1)
""",
    "returned": """
def h(l): return l
def put(l):
    h(l).append(1)
""",
    "returned in a list": """
def h(l): return [l]
def put(l):
    h(l)[0].append(1)
""",
    "returned in an object": """
class B: pass
def h(l):
    b = B(); b.q = l
    return b
def put(l):
    h(l).q.append(1)
""",
    "returned in a function": """
def h(l):
    return lambda: l
def put(l):
    h(l)().append(1)
""",
    "self": """
class B:
    def set(self, l): self.q = l; return self
    def go(self): self.q.append(1)
def put(l):
    B().set(l).go()
""",
    "partial of a method": """
from functools import partial
def put(l):
    partial(list.append, l)(2)
""",
    "partial of a bound method": """
from functools import partial
def put(l):
    partial(l.insert, 0)(5)
""",
    "keyword of dict": """
def put(l):
    dict(z=l)['z'].append(5)
""",
    "super of a list": """
class S(list):
    def push(self, l): super().append(l); self[0].append(1)
def put(l):
    S().push(l)
""",
    "factory": """
from collections import defaultdict
def put(l):
    defaultdict(lambda: l.append(1))['a']
""",
    "computed name": """
class S:
    def visit_one(self, l): l.append(1)
def put(l, kind='one'):
    getattr(S(), 'visit_' + kind)(l)
""",
    "item of a dict of attributes": """
class S:
    def f(self, l): l.append(1)
def put(l):
    S.__dict__['f'](S(), l)
""",
    "key that is chosen": """
def put(l):
    sorted([1, 2], key=(lambda k: l.append(k) or 1) if l is not None else None)
""",
}
WAYS = {
    "if": "if a: put(l)",
    "loop": "for _ in range(a): put(l)",
    "chosen function": "h = [len, put][a > 0]\n    h(l)",
    "early": "def run():\n        if not a: return\n        put(l)\n    run()",
}


def program(name: str, way: str) -> str:
    return f"{PUTS[name].strip()}\n\ndef main(a):\n    l = []\n    {WAYS[way]}\n    return len(l)\n"
