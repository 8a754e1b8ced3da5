"""Programs in which something is taken out of a container or object, or replaced, only for some inputs; what is there
then is written to. `program(kind, change, use)` is the source of a function `main(a)` that gives the length of a list
that was there before: the change runs if `a` is more than 2.
"""

from itertools import product
from textwrap import indent

LISTS = {
    "pop": "q.pop()",
    "pop the first": "q.pop(0)",
    "del": "del q[0]",
    "remove": "q.remove(z)",
    "clear": "q.clear()",
    "del all": "del q[:]",
    "store to all": "q[:] = []",
    "multiply": "q *= 0",
    "insert": "q.insert(0, z)",
    "append": "q.append(z)",
    "extend": "q.extend([z])",
    "add in place": "q += [z]",
    "store to a slice": "q[:0] = [z]",
    "store": "if q: q[0] = [5]",
    "reverse": "q.reverse()",
    "another": "q = [z]",
}
ITEMS = ["[]", "[z]", "[w, z]", "[z, z]"]
USES_OF_LISTS = {
    "first": "if q: q[0].append(1)",
    "second": "if len(q) > 1: q[1].append(1)",
    "last": "if q: q[-1].append(1)",
    "pop": "if q: q.pop().append(1)",
    "pop the first": "if q: q.pop(0).append(1)",
    "while": "while q: q.pop().append(1)",
    "unpack": "x, *y = q or [w]\nx.append(1)",
    "unpack the last": "*y, x = q or [w]\nx.append(1)",
    "next": "next(iter(q), w).append(1)",
    "slice": "if q: q[:1][0].append(1)",
    "zip": "for i, t in zip([1], q): t.append(1)",
    "enumerate": "for i, t in enumerate(q):\n    if i == 0: t.append(1)",
    "reversed": "next(reversed(q), w).append(1)",
    "loop": "for t in q: t.append(1)",
    "in": "if z in q: z.append(1)",
    "copy": "for t in list(q): t.append(1)",
}

DICTS = {
    "store": "d['k'] = w",
    "store None": "d['k'] = None",
    "store a number": "d['k'] = 0",
    "store to another key": "d['j'] = z",
    "del": "del d['k']",
    "pop": "d.pop('k')",
    "popitem": "d.popitem()",
    "clear": "d.clear()",
    "update by name": "d.update(k=w)",
    "update": "d.update({'k': w})",
    "or in place": "d |= {'k': w}",
    "setdefault": "d.setdefault('j', z)",
    "another": "d = {}",
}
USES_OF_DICTS = {
    "get": "t = d.get('k')\nt and t.append(1)",
    "item": "if 'k' in d and d['k']: d['k'].append(1)",
    "values": "for t in d.values():\n    if t: t.append(1)",
    "items": "for k, t in d.items():\n    if t: t.append(1)",
    "keys": "for k in d:\n    if d[k]: d[k].append(1)",
    "list of values": "for t in list(d.values()):\n    if t: t.append(1)",
    "list of items": "for k, t in list(d.items()):\n    if t: t.append(1)",
    "sorted": "for k in sorted(d):\n    if d[k]: d[k].append(1)",
    "comprehension": "e = {k: v for k, v in d.items()}\nfor t in e.values():\n    if t: t.append(1)",
    "copy": "e = d.copy()\nfor t in e.values():\n    if t: t.append(1)",
    "star": "e = {**d}\nif e.get('k'): e['k'].append(1)",
    "popitem": "while d:\n    k, t = d.popitem()\n    if t: t.append(1)",
    "pop": "t = d.pop('k', None)\nif t: t.append(1)",
    "setdefault": "t = d.setdefault('k', [])\nif t: t.append(1)",
    "keywords": "def g(k=None, j=None):\n    if k: k.append(1)\n    if j: j.append(1)\ng(**d)",
    "try": "try:\n    d['k'].append(1)\nexcept (KeyError, AttributeError):\n    pass",
    "next": "t = next(iter(d.values()), None)\nif t: t.append(1)",
}

CLASS = """
class C:
    def set(self, w): self.x = w
    def drop(self): self.x = None
    def use(self):
        if self.x: self.x.append(1)
    def use_variable(self):
        x = self.x
        if x is not None: x.append(1)
    @property
    def p(self): return self.x
"""
ATTRIBUTES = {
    "store": "o.x = w",
    "store None": "o.x = None",
    "store a number": "o.x = 0",
    "del": "del o.x",
    "setattr": "setattr(o, 'x', w)",
    "delattr": "delattr(o, 'x')",
    "vars": "vars(o)['x'] = w",
    "dict": "o.__dict__['x'] = w",
    "clear": "o.__dict__.clear()",
    "pop": "o.__dict__.pop('x')",
    "update": "o.__dict__.update(x=w)",
    "method": "o.set(w)",
    "method that drops": "o.drop()",
}
USES_OF_ATTRIBUTES = {
    "attribute": "if o.x: o.x.append(1)",
    "getattr": "t = getattr(o, 'x', None)\nif t: t.append(1)",
    "hasattr": "if hasattr(o, 'x') and o.x: o.x.append(1)",
    "try": "try:\n    o.x.append(1)\nexcept AttributeError:\n    pass",
    "vars": "for t in vars(o).values():\n    if t: t.append(1)",
    "names": "for k in vars(o):\n    t = getattr(o, k)\n    if t: t.append(1)",
    "method": "o.use()",
    "method with a variable": "o.use_variable()",
    "property": "t = o.p\nif t: t.append(1)",
    "copy": "e = copy.copy(o)\nif e.x: e.x.append(1)",
    "bound": "m = o.use\nm()",
}
CALLED = {
    "attribute": ("o.x = z.append", "o.x = None", "if o.x: o.x(1)"),
    "other attribute": ("o.x = z.append", "o.x = w.append", "o.x(1)"),
    "other attribute and a test": ("o.x = z.append; o.y = 0", "o.x = w.append; o.y = 1", "if not o.y: o.x(1)"),
    "item": ("h = {'go': lambda n: z.append(n)}", "del h['go']", "if 'go' in h: h['go'](1)"),
    "other item": ("h = {'go': lambda n: z.append(n)}", "h['go'] = w.append", "h['go'](1)"),
    "item that is got": ("h = {'go': z.append}", "h.pop('go')", "f = h.get('go')\nif f: f(1)"),
    "observer": ("q = [z.append]", "q.pop()", "for f in list(q): f(1)"),
}

FUNCTIONS = """
def use():
    if X: X.append(1)
def use_variable():
    x = X
    if x is not None: x.append(1)
def use_argument(t):
    if t: t.append(1)
"""
NAMES = {"store None": "X = None", "store": "X = Y", "store a number": "X = 0"}
USES_OF_NAMES = {
    "test": "if X: X.append(1)",
    "variable": "t = X\nif t: t.append(1)",
    "function": "use()",
    "function with a variable": "use_variable()",
    "argument": "use_argument(X)",
    "display": "for t in [X]:\n    if t: t.append(1)",
    "or": "(X or Y).append(1)",
    "try": "try: X.append(1)\nexcept AttributeError: pass",
    "attribute": "h.x = X\nif h.x: h.x.append(1)",
}
# what uses a list from which its item has perhaps been taken, and an attribute that is perhaps None
CLEARED = {
    "map": "list(map(lambda t: t.append(1), q))",
    "filter": """
for t in filter(None, q):
    t.append(1)
""",
    "sorted": """
for t in sorted(q):
    t.append(1)
""",
    "max": "max(q, default=w).append(1)",
    "sum": """
for t in sum([q, [w]], []):
    t.append(1)
""",
    "concatenated": """
for t in q + [w]:
    t.append(1)
""",
    "display with a star": """
for t in [*q, w]:
    t.append(1)
""",
    "zip": """
for t, _ in zip(q, [1]):
    t.append(1)
""",
}
SET_TO_NONE = {
    "match": """
match o.x:
    case [*_] as t: t.append(1)
    case None: pass
""",
    "assignment expression": """
if (t := o.x):
    t.append(1)
""",
    "conditional expression": "(o.x if o.x else w).append(1)",
    "or": "(o.x or w).append(1)",
    "and": "o.x and o.x.append(1)",
    "closure": """
t = o.x

def f():
    if t is not None:
        t.append(1)
f()
""",
}
RECORD = """
from dataclasses import dataclass, replace
@dataclass
class P:
    x: list = None
p = P(z)
"""
LINKED = """
class N:
    def __init__(self, v, n=None):
        self.v = v
        self.n = n
l = N(w, N(z))
"""
RESET = """
class M:
    def __init__(self):
        self.xs = %s

    def reset(self):
        self.xs = %s

    def go(self):
        for x in %s:
            x.append(1)
m = M()
if a > 2:
    m.reset()
m.go()
"""
# bodies, behind which the length of z is returned, if they return nothing else
VARIOUS = {
    "loop over a variable": """
cur = z
for i in range(4):
    if i == a:
        cur = None
    if cur is not None:
        cur.append(i)
""",
    "loop over an attribute": """
o.cur = z
for i in range(4):
    if i == a:
        o.cur = None
    if o.cur is not None:
        o.cur.append(i)
""",
    "another in a loop": """
o.cur = z
for i in range(4):
    if i == a:
        o.cur = w
    o.cur.append(i)
""",
    "stack in a loop": """
st = [z]
for i in range(4):
    if i == a:
        st.pop()
    if st:
        st[-1].append(i)
""",
    "reversed in a loop": """
st = [z, w]
for i in range(4):
    if i == a:
        st.reverse()
    st[0].append(i)
""",
    "swapped in a loop": """
d = {0: z, 1: w}
for i in range(4):
    if i == a:
        d[0], d[1] = (d[1], d[0])
    d[0].append(i)
""",
    "swapped variables": """
x, y = (z, w)
if a > 2:
    x, y = (y, x)
x.append(1)
""",
    "swapped attributes": """
o.x, o.y = (z, w)
if a > 2:
    o.x, o.y = (o.y, o.x)
o.x.append(1)
""",
    "swapped items": """
l = [z, w]
if a > 2:
    l[0], l[1] = (l[1], l[0])
l[0].append(1)
""",
    "sorted by key": """
l = [z, w]
l.sort(key=lambda t: t[0] * (a - 2))
l[0].append(1)
""",
    "rotated deque": """
from collections import deque
l = deque([z, w])
if a > 2:
    l.rotate(1)
l[0].append(1)
""",
    "heap": """
import heapq
l = [(a, z), (3, w)]
heapq.heapify(l)
heapq.heappop(l)[1].append(1)
""",
    "moved to the end": """
from collections import OrderedDict
d = OrderedDict(x=z, y=w)
if a > 2:
    d.move_to_end('x')
next(iter(d.values())).append(1)
""",
    "moved to the end and popped": """
from collections import OrderedDict
d = OrderedDict(x=z, y=w)
if a > 2:
    d.move_to_end('x')
d.popitem(last=False)[1].append(1)
""",
    "evicted": """
from collections import OrderedDict
d = OrderedDict(x=z)
if a > 2:
    d['x'] = w
if len(d) > 1:
    d.popitem(last=False)
d['x'].append(1)
""",
    "popped items": """
d = {1: z, 2: w}
if a > 2:
    d.popitem()
d.popitem()[1].append(1)
""",
    "chain of what was chosen": """
from itertools import chain
next(chain([w] if a > 2 else [], [z])).append(1)
""",
    "default behind a star": """
def f(t=z):
    t.append(1)
f(*([] if a > 2 else [w]))
""",
    "made on demand": """
from collections import defaultdict
d = defaultdict(list)
d['k'] = z
if a > 2:
    del d['k']
d['k'].append(1)
""",
    "chain of maps": """
from collections import ChainMap
e = {}
d = ChainMap(e, {'k': z})
if a > 2:
    e['k'] = w
d['k'].append(1)
""",
    "counter": """
from collections import Counter
c = Counter(k=2)
if a > 2:
    del c['k']
if c['k']:
    z.append(1)
""",
    "set": """
s = {'k'}
if a > 2:
    s.discard('k')
if 'k' in s:
    z.append(1)
""",
    "linked list": LINKED
    + """
if a > 2:
    l.n = l.n.n
t = l
while t:
    t.v.append(1)
    t = t.n
""",
    "head of a linked list": LINKED
    + """
if a > 2:
    l = l.n
l.v.append(1)
""",
    "dataclass": RECORD
    + """
if a > 2:
    p.x = None
if p.x is not None:
    p.x.append(1)
""",
    "replace of a dataclass": RECORD
    + """
if a > 2:
    p = replace(p, x=w)
p.x.append(1)
""",
    "replace of a named tuple": """
from collections import namedtuple
P = namedtuple('P', 'x')
p = P(z)
if a > 2:
    p = p._replace(x=w)
p.x.append(1)
""",
    "slot": """
class S:
    __slots__ = ('x',)
o = S()
o.x = z
if a > 2:
    o.x = None
if o.x:
    o.x.append(1)
""",
    "deleted slot": """
class S:
    __slots__ = ('x',)
o = S()
o.x = z
if a > 2:
    del o.x
if hasattr(o, 'x'):
    o.x.append(1)
""",
    "property": """
class S:
    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, v):
        self._x = v
o = S()
o.x = z
if a > 2:
    o.x = None
if o.x:
    o.x.append(1)
""",
    "attribute of a class": """
class S:
    x = z
if a > 2:
    S.x = None
o = S()
if o.x:
    o.x.append(1)
""",
    "attribute that hides the class's": """
class S:
    x = z
o = S()
if a > 2:
    o.x = w
o.x.append(1)
""",
    "context": """
class S:
    def __enter__(self):
        self.old = o.x
        o.x = w
        return self

    def __exit__(self, *e):
        o.x = self.old
o.x = z
with S():
    if a > 2:
        o.x = z
    o.x.append(1)
""",
    "handler": """
o.x = z
try:
    if a > 2:
        raise ValueError
except ValueError:
    o.x = None
if o.x:
    o.x.append(1)
""",
    "handler and item": """
d = {'k': z}
try:
    if a > 2:
        d.pop('q')
    d['k'].append(1)
except KeyError:
    pass
""",
    "generator": """
def g():
    yield z
    yield w
it = g()
if a > 2:
    next(it)
next(it).append(1)
""",
    "iterator": """
it = iter([z, w])
if a > 2:
    next(it)
next(it).append(1)
""",
    "enumerate": """
it = enumerate([z, w])
if a > 2:
    next(it)
next(it)[1].append(1)
""",
    "weak dict": """
import weakref

class L(list):
    pass
z = L()
d = weakref.WeakValueDictionary()
d['k'] = z
if a > 2:
    del d['k']
t = d.get('k')
if t is not None:
    t.append(1)
""",
    "memo": """
memo = {}

def f(n):
    if n not in memo:
        memo[n] = [n]
    return memo[n]
q0 = f(1)
if a > 2:
    memo.clear()
f(1).append(7)
z = q0
""",
    "undo": """
hist = []
cur = z
hist.append(cur)
cur = w
if a > 2:
    cur = hist.pop()
cur.append(1)
""",
    "undo of an attribute": """
hist = []
o.cur = z
hist.append(o.cur)
o.cur = w
if a > 2:
    o.cur = hist.pop()
o.cur.append(1)
""",
    "state machine": """
class M:
    def __init__(self):
        self.s = 'on'
        self.log = z

    def tick(self):
        if self.s == 'on':
            self.log.append(1)
m = M()
if a > 2:
    m.s = 'off'
m.tick()
""",
    "list in an attribute": """
o.x = [z]
if a > 2:
    o.x = []
for t in o.x:
    t.append(1)
""",
    "comprehension": """
o.x = [z]
if a > 2:
    o.x = []
[t.append(1) for t in o.x]
""",
    "chain": """
from itertools import chain
q = [z]
if a > 2:
    q.clear()
for t in chain(q, [w]):
    t.append(1)
""",
    "star": """
def f(*r):
    for t in r:
        t.append(1)
q = [z]
if a > 2:
    q.clear()
f(*q)
""",
    "star and default": """
def f(t=None):
    if t:
        t.append(1)
q = [z]
if a > 2:
    q.clear()
f(*q)
""",
    "keywords": """
def f(k=None):
    if k:
        k.append(1)
q = {'k': z}
if a > 2:
    q.clear()
f(**q)
""",
    "recursion with a slice": """
def f(q):
    if q:
        q[0].append(1)
        f(q[1:])
q = [z]
if a > 2:
    q.clear()
f(q)
""",
    "recursion with an index": """
def f(q, i):
    if i < len(q):
        q[i].append(1)
        f(q, i + 1)
q = [w, z]
if a > 2:
    q.pop()
f(q, 0)
""",
    "range of the first": """
q = [w, z]
if a > 2:
    q.pop(0)
for i in range(len(q)):
    if i == 0:
        q[i].append(1)
""",
    "range": """
q = [w, z]
if a > 2:
    q.pop()
for i in range(len(q)):
    q[i].append(1)
""",
    "while": """
q = [w, z]
if a > 2:
    q.pop()
i = 0
while i < len(q):
    q[i].append(1)
    i += 1
""",
    "index": """
q = [w, z]
if a > 2:
    q.remove(z)
try:
    q[q.index(z)].append(1)
except ValueError:
    pass
""",
    "count": """
q = [w, z]
if a > 2:
    q.remove(z)
if q.count(z):
    z.append(1)
""",
    "loop over a set": """
s = {1, 2}
if a > 2:
    s.remove(1)
for k in s:
    if k == 1:
        z.append(1)
""",
    "intersection": """
s = {1, 2}
if a > 2:
    s.remove(1)
if s & {1}:
    z.append(1)
""",
    "method": """
class M:
    def __init__(self):
        self.x = z

    def reset(self):
        self.x = None

    def go(self):
        if self.x is not None:
            self.x.append(1)
m = M()
if a > 2:
    m.reset()
m.go()
""",
    "method with a list": RESET % ("[z]", "[]", "self.xs"),
    "method with a dict": RESET % ("{'k': z}", "{}", "self.xs.values()"),
    "attribute of an attribute": """
o.p = C()
o.p.x = z
if a > 2:
    o.p = None
if o.p:
    o.p.x.append(1)
""",
    "another attribute of an attribute": """
o.p = C()
o.p.x = z
r = C()
r.x = w
if a > 2:
    o.p = r
o.p.x.append(1)
""",
    "deep store": """
o.p = C()
o.p.x = z
if a > 2:
    o.p.x = w
o.p.x.append(1)
""",
    "dict of dicts": """
d = {'a': {'b': z}}
if a > 2:
    d['a'] = {'b': w}
d['a']['b'].append(1)
""",
    "dict of dicts without the key": """
d = {'a': {'b': z}}
if a > 2:
    d['a'] = {}
if 'b' in d['a']:
    d['a']['b'].append(1)
""",
    "loops over dicts of dicts": """
d = {'a': {'b': z}}
if a > 2:
    d = {}
for v in d.values():
    for t in v.values():
        t.append(1)
""",
    "matrix": """
m = [[z]]
if a > 2:
    m[0] = [w]
m[0][0].append(1)
""",
    "loops over a matrix": """
m = [[z]]
if a > 2:
    m = [[]]
for r in m:
    for t in r:
        t.append(1)
""",
    "walk over dicts": """
x = {'n': 0, 'k': []}
t = {'n': 0, 'k': [x]}

def walk(n):
    n['n'] += 1
    for c in n['k']:
        walk(c)
if a:
    t['k'] = []
walk(t)
return x['n']
""",
    "or in a function": """
class O:
    def __init__(s, x, y):
        s.x = x
        s.y = y

def pick(o):
    return o.x or o.y
z = [0]
o = O(z, [1])
if a:
    o.x = None
pick(o).append(1)
return len(z)
""",
    "and and or in a method": """
class Nd:
    def __init__(s, p=None):
        s.p = p
        s.n = 0

    def root(s):
        return s.p and s.p.root() or s
r = Nd()
k = Nd(r)
if a:
    k.p = None
k.root().n += 1
return r.n
""",
    "or behind get": """
class O2:
    def __init__(s, k):
        s.k = k
        s.n = 0
x = O2(1)
idx = {x.k: x}

def get(k):
    return idx.get(k) or O2(0)
if a:
    idx.pop(1)
get(1).n = 1
return x.n
""",
    "max of a chosen one": """
z = [5]
w = [2]
max(w, z if a else w).append(1)
return len(z)
""",
    "min": """
z = [0]
d = [[2], [1]]
if a:
    d.append(z)
min(d).append(1)
return len(z)
""",
    "first of sorted": """
z = [0]
d = [[2], [1]]
if a:
    d.append(z)
sorted(d)[0].append(1)
return len(z)
""",
    "loop over sorted": """
x = [1]
y = [0]
l = [x]
if a:
    l.append(y)
for t in sorted(l):
    t.append(1)
return len(y)
""",
    "min by key of another list": """

class W:

    def __init__(s, l):
        s.l = l
        s.j = 0
x = W(0)
ws = [x, W(1)]
if a:
    ws = [W(1)]
min(ws, key=lambda w: w.l).j += 1
return x.j
""",
    "min by key": """
x = {'p': 1, 'run': 0}
z = {'p': 0, 'run': 0}
pend = [x]
if a:
    pend.append(z)
min(pend, key=lambda t: t['p'])['run'] = 1
return z['run']
""",
    "reversed slice": """
x = [1]
y = [2]
es = [x, y]
if a:
    es = es[::-1]
es[-1].append(1)
return len(x)
""",
    "rest": """
x = [1]
y = [2]
es = [x, y]
if a:
    es = es[1:]
es[0].append(1)
return len(y)
""",
    "cleared defaultdict": """
from collections import defaultdict
d = defaultdict(list)
x = d['k']
if a:
    d.clear()
d['k'].append(1)
return len(x)
""",
    "defaultdict without the key": """
from collections import defaultdict
d = defaultdict(list)
x = d['k']
if a:
    d.pop('k')
d['k'].append(1)
return len(x)
""",
    "dict of items": """
x = [1]
d = {'k': x}
if a:
    d['k'] = [2]
dict(d.items())['k'].append(3)
return len(x)
""",
    "copy behind or": """
x = [1]
d = {'k': x}
if a:
    d |= {'k': [2]}
dict(d)['k'].append(3)
return len(x)
""",
    "dict of a zip": """
x = [1]
v = [x]
if a:
    v[0] = [2]
dict(zip('k', v))['k'].append(3)
return len(x)
""",
    "made with None": """
class Box:
    def __init__(s, it):
        s.it = it

    def put(s, v):
        if s.it is not None:
            s.it.append(v)
x = [0]
Box(None if a else x).put(1)
return len(x)
""",
    "generator expression": """
x = [0]
d = [x]
if a:
    d = []
for t in (t for t in d):
    t.append(1)
return len(x)
""",
    "event bus": """
from collections import defaultdict

class Em:
    def __init__(s):
        s.l = defaultdict(list)

    def on(s, e, g):
        s.l[e].append(g)

    def off(s, e):
        s.l.pop(e, None)

    def emit(s, e, *x):
        return list(map(lambda g: g(*x), s.l[e]))
e = Em()
got = []
e.on('x', got.append)
if a:
    e.off('x')
e.emit('x', 1)
return len(got)
""",
    "handler that stores": """
log = {}
try:
    [1][a]
except IndexError:
    log['k'] = 1
return log
""",
    "handler that appends": """
log = []

def f():
    if a:
        raise ValueError
try:
    f()
except ValueError:
    log.append(1)
return log
""",
    "popped OrderedDict": """
from collections import OrderedDict
d = OrderedDict(x=[1], y=[2])
x = d['x']
if a:
    d.move_to_end('x')
d.popitem(last=False)[1].append(3)
return len(x)
""",
    "popitem": """
x = [1]
d = {'k': x}
if a:
    d['k'] = [2]
d.popitem()[1].append(3)
return len(x)
""",
    "generator function": """
def live(d):
    for t in d:
        if t:
            yield t
x = [0]
d = [x]
if a:
    d = []
for t in live(d):
    t.append(1)
return len(x)
""",
    "generators of a tree": """
class N:
    def __init__(s, v, *k):
        s.v = v
        s.k = list(k)
        s.n = 0

    def walk(s):
        yield s
        for c in s.k:
            yield from c.walk()
leaf = N(3)
t = N(1, N(2, leaf), N(4))
if a:
    t.k[0].k.clear()
for n in t.walk():
    n.n += 1
return leaf.n
""",
    "merged dicts": """
x = [1]
d = {'k': x}
u = {}
if a: u['k'] = [2]
(d | u)['k'].append(3)
return len(x)
""",
    "made with an empty list": """
class Box:
    def __init__(s, it): s.it = it
    def put(s, v):
        if s.it: s.it[0].append(v)
x = [0]
l = [x]
if a: l = []
Box(l).put(1)
return len(x)
""",
    "map over another list": """
x = [0]
d = [x]
if a: d = []
list(map(lambda t: t.append(1), d))
return len(x)
""",
}

KINDS = {"list": LISTS, "dict": DICTS, "attribute": ATTRIBUTES, "class attribute": ATTRIBUTES, "called": CALLED,
         "global": NAMES, "nonlocal": NAMES, "cleared": CLEARED,
         "set to None": SET_TO_NONE, "various": VARIOUS}  # fmt: skip
CHANGES = [f"{kind}/{change}" for kind, changes in KINDS.items() for change in changes]


def programs(name: str) -> list[str]:
    """The sources of all programs of a kind with that change."""
    kind, change = name.split("/")
    if kind == "list":
        tails = ["", "q.append(u)\n"]
        made = product(ITEMS, tails, USES_OF_LISTS.values())
        return [_program(f"q = {items}", LISTS[change], tail + use) for items, tail, use in made]
    if kind == "dict":
        within = [("d = {'k': z}", ""), ("o = C(); o.x = {'k': z}; d = o.x", "")]
        return [_program(begin, DICTS[change], use) for begin, _ in within for use in USES_OF_DICTS.values()]
    if kind == "called":
        return [_program(f"o = C(); {CALLED[change][0]}", *CALLED[change][1:])]
    if kind in ("cleared", "set to None", "various"):
        begin = {"cleared": "q = [z]\nif a > 2: q.clear()", "set to None": "o.x = z\nif a > 2: o.x = None"}.get(
            kind, ""
        )
        body = f"z = [0]; w = [5]; o = C()\n{begin}\n{KINDS[kind][change].strip()}\nreturn len(z)"
        return [_main(body, "class C: pass")]
    if kind == "global":
        return [_of_global(NAMES[change], use) for use in USES_OF_NAMES.values()]
    if kind == "nonlocal":
        return [_of_nonlocal(NAMES[change], use) for use in USES_OF_NAMES.values()]
    cls = CLASS.replace("class C:", "class C:\n    x = None") if kind == "class attribute" else CLASS
    return [_program("o = C(); o.x = z", ATTRIBUTES[change], use, cls) for use in USES_OF_ATTRIBUTES.values()]


def _program(begin: str, change: str, use: str, cls: str = CLASS) -> str:
    return _main(f"z = [0]; w = [5]; u = [0]\n{begin}\nif a > 2:\n    {change}\n{use}\nreturn len(z)", cls)


def _of_global(change: str, use: str) -> str:
    body = f"global X, Y\nz = [0]; X = z; Y = [5]; h = C()\nif a > 2: {change}\n{use}\nreturn len(z)"
    return _main(body, CLASS + FUNCTIONS)


def _of_nonlocal(change: str, use: str) -> str:
    changing = f"def change():\n    nonlocal X\n    {change}\nif a > 2: change()"
    return _main(f"z = [0]; X = z; Y = [5]; h = C()\n{FUNCTIONS}\n{changing}\n{use}\nreturn len(z)", CLASS)


def _main(body: str, before: str) -> str:
    return f"import copy\n{before}\n\ndef main(a):\n{indent(body, '    ')}\n"
