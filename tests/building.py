"""Programs in which something is built only if `a` is 1, in the place of what is there; what is used then is written
to. `program(kind, build, use, form)` is the source of a function `main(a)` that gives the length of a list `p` of which
the built thing gets hold; `form` says where it is built, and how it comes to where it is used.
"""

from collections.abc import Iterator
from textwrap import indent

CLASSES = """import copy
from collections import defaultdict, deque, namedtuple
from functools import partial
from itertools import chain, islice
from dataclasses import dataclass
import numpy as np
Pair = namedtuple("Pair", "a b")
@dataclass
class Data:
    x: list
class Slot:
    __slots__ = ("x",)
class Made:
    def __init__(self, x):
        self.items = []
        self.items.append(x)
    def get(self):
        return self.items
def ident(x):
    return x
def helper(p):
    m = []
    m.append(p)
    return m
def stars(*r):
    return r
def gen(x):
    yield x
def gen2(x):
    yield from gen(x)
def rec(x, n):
    return [x] if not n else rec(x, n - 1)
def first(x, *y):
    return x
def into(l):
    l[0].append(1)

from collections import OrderedDict
from types import SimpleNamespace
from itertools import chain, islice, takewhile, repeat
from dataclasses import replace
from functools import reduce
class O:
    def __init__(self, x):
        self.x = x
    def add(self):
        self.x.append(1)
    @property
    def y(self):
        return self.x
    @classmethod
    def of(cls, x):
        return cls(x)
    @staticmethod
    def made(x):
        return O(x)
    def __call__(self):
        self.x.append(1)
    def with_x(self, x):
        return replace_x(self, x)
    def __iter__(self):
        return iter([self.x])
    def __enter__(self):
        return self.x
    def __exit__(self, *e):
        pass
class Sub(O):
    def __init__(self, x):
        super().__init__(x)
        self.z = x
class Empty:
    pass
def replace_x(o, x):
    n = copy.copy(o)
    n.x = x
    return n
def make(x):
    o = O(x)
    return o
def fill(o, x):
    o.x = x
def use(o):
    o.x.append(1)
def kw(k=None, **r):
    if k is not None: k.append(1)
def adds(x):
    def f():
        x.append(1)
    return f
def push(x):
    x.append(1)
def upto(x, n=1):
    for i in range(n):
        yield x
class It:
    def __init__(self, x):
        self.x = x
        self.n = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.n += 1
        if self.n > 1:
            raise StopIteration
        return self.x
"""

LIST = "l = [q]"
LIST_BUILDS = {
    "display": "l = [p]",
    "append": "l = []; l.append(p)",
    "add in place": "l = []; l += [p]",
    "extend": "l = []; l.extend([p])",
    "insert": "l = []; l.insert(0, p)",
    "deque": "l = deque(); l.appendleft(p)",
    "store": "l = [q]; l[0] = p",
    "store to a slice": "l = [q]; l[:] = [p]",
    "slice": "m = [p]; l = m[:]",
    "slice of appended": "m = []; m.append(p); l = m[:1]",
    "concatenation": "l = [p] + [q]",
    "concatenation with one that is there": "l = l + [p]",
    "concatenation before": "l = [p] + l",
    "in place to one that is there": "l += [p]",
    "multiply": "l = [p] * 2",
    "list of": "m = [p]; l = list(m)",
    "tuple of": "l = tuple([p])",
    "copy": "l = [p].copy()",
    "copy of copy": "l = copy.copy([p])",
    "sorted": "l = sorted([p, [7]])",
    "reversed": "l = list(reversed([p]))",
    "comprehension": "l = [t for t in [p]]",
    "comprehension of the one that is there": "l = [t for t in (l[0], p)]",
    "generator": "l = list(t for t in [p])",
    "star": "l = [*[p], q]",
    "tuple": "l = (p,)",
    "values": "l = list({0: p}.values())",
    "values of appended": "d = {}; d[0] = p; l = list(d.values())",
    "items": "l = [t for _, t in {0: p}.items()]",
    "filter": "l = list(filter(None, [p]))",
    "map": "l = list(map(ident, [p]))",
    "zip": "l = [t for t, _ in zip([p], [1])]",
    "chain": "l = list(chain([p], l))",
    "helper": "l = helper(p)",
    "helper with copy": "l = helper(p)[:]",
    "method": "l = Made(p).items",
    "method that gives": "l = Made(p).get()",
    "object's copy": "m = Made(p); l = list(m.items)",
    "nested": "l = [[p]][0]",
    "nested append": "m = [[]]; m[0].append(p); l = m[0]",
    "dict of lists": "d = {}; d.setdefault(0, []).append(p); l = d[0]",
    "default dict": "d = defaultdict(list); d[0].append(p); l = d[0]",
    "loop": "l = []\nfor t in [p]: l.append(t)",
    "while": "l = []\nwhile not l: l.append(p)",
    "try": "try: l = [p]\nexcept ValueError: pass",
    "conditional": "l = [p] if p else [q]",
    "named tuple": "l = Pair(p, q)",
    "star arguments": "l = stars(p)",
    "islice": "l = list(islice([p], 1))",
    "fromkeys": "l = list(dict.fromkeys([0], p).values())",
    "sum": "l = sum([[p]], [])",
    "yield": "l = list(gen(p))",
    "yield from": "l = list(gen2(p))",
    "recursion": "l = rec(p, 2)",
    "partial": "l = partial(helper, p)()",
    "lambda": "l = (lambda t: [t])(p)",
    "closure": "def f(): return [p]\nl = f()",
    "in place twice": "m = []; m += [p]; l = m",
    "merge": "l = list(({1: q} | {0: p}).values())[1:]",
    "update": "d = {0: q}; d.update({0: p}); l = list(d.values())",
    "slot": "m = Slot(); m.x = [p]; l = m.x",
    "data": "l = Data(p).x, ",
    "pop": "m = [p]; l = [m.pop()]",
    "unpack": "t, u = p, q; l = [t]",
    "star unpack": "_, *l = [q, p]",
    "enumerate": "l = [t for _, t in enumerate([p])]",
    "join": "m = [q, p]; m.reverse(); l = m",
    "set of tuples": "l = [t for t in (p, q) if t is p]",
    "walrus": "l = [(t := p)]",
    "array": "m = np.empty(1, object); m[0] = p; l = list(m)",
}
LIST_USES = {
    "loop": "for x in l:\n    x.append(1)",
    "next": "next(iter(l)).append(1)",
    "item": "l[0].append(1)",
    "last": "l[-1].append(1)",
    "first of a list": "list(l)[0].append(1)",
    "enumerate": "for i, x in enumerate(l):\n    x.append(1)",
    "unpack": "x, *y = l\nx.append(1)",
    "max": "max(l, key=len).append(1)",
    "min of": "min(l).append(1)",
    "map": "for x in map(ident, l):\n    x.append(1)",
    "comprehension": "[x.append(1) for x in l]",
    "reversed": "for x in reversed(list(l)):\n    x.append(1)",
    "star": "first(*l).append(1)",
    "passed": "into(l)",
    "kept": "o = Made(q)\no.items = l\no.items[0].append(1)",
    "slice": "l[:1][0].append(1)",
    "dict": "d2 = dict(enumerate(l))\nd2[0].append(1)",
    "copy": "l2 = copy.copy(l)\nl2[0].append(1)",
    "zip": "for x, _ in zip(l, [1]):\n    x.append(1)",
    "sorted": "sorted(l, key=len)[0].append(1)",
    "any": "any(x.append(1) for x in l)",
    "pop": "l = list(l)\nl.pop().append(1)",
    "filter": "for x in filter(None, l):\n    x.append(1)",
    "stored": "d3 = {}\nd3['k'] = l\nd3['k'][0].append(1)",
    "add": "for x in list(l) + [[3]]:\n    x.append(1)",
    "chain": "for x in chain(l, [[3]]):\n    x.append(1)",
}

DICT = "l = {'k': q}"
DICT_BUILDS = {
    "display": "l = {'k': p}",
    "call": "l = dict(k=p)",
    "pairs": "l = dict([('k', p)])",
    "store": "l = {}; l['k'] = p",
    "setdefault": "l = {}; l.setdefault('k', p)",
    "update": "l = {}; l.update({'k': p})",
    "update by name": "l = {}; l.update(k=p)",
    "star": "e = {'k': p}; l = {**e}",
    "or": "l = {} | {'k': p}",
    "or with one that is there": "l = l | {'k': p}",
    "or in place": "l = {}; l |= {'k': p}",
    "fromkeys": "l = dict.fromkeys(['k'], p)",
    "comprehension": "l = {k: p for k in 'k'}",
    "zip": "l = dict(zip('k', [p]))",
    "copy": "e = {'k': p}; l = e.copy()",
    "copy of copy": "l = copy.copy({'k': p})",
    "dict of": "e = {'k': p}; l = dict(e)",
    "default dict": "l = defaultdict(list); l['k'] = p",
    "ordered": "l = OrderedDict(k=p)",
    "items": "l = {k: v for k, v in {'k': p}.items()}",
    "replaced": "l['k'] = p",
    "replaced by update": "l.update(k=p)",
    "deleted and stored": "del l['k']; l['k'] = p",
    "popped": "l.pop('k'); l.setdefault('k', p)",
    "nested": "l = {'a': {'k': p}}['a']",
    "vars": "l = vars(O(p)); l = {'k': l['x']}",
    "locals": "l = dict(k=p, **{})",
    "helper": "l = (lambda **r: r)(k=p)",
    "json": "l = {'k': [p][0]}",
    "reduce": "l = reduce(lambda d, t: {**d, 'k': t}, [p], {})",
    "enumerated": "l = {'k': t for _, t in enumerate([p])}",
    "method": "m = Empty(); m.d = {}; m.d['k'] = p; l = m.d",
}
DICT_USES = {
    "item": "l['k'].append(1)",
    "get": "t = l.get('k')\nif t is not None: t.append(1)",
    "get with default": "l.get('k', [7]).append(1)",
    "values": "for t in l.values(): t.append(1)",
    "items": "for _, t in l.items(): t.append(1)",
    "keys": "for k in l: l[k].append(1)",
    "pop": "l.pop('k').append(1)",
    "keywords": "kw(**l)",
    "in": "if 'k' in l: l['k'].append(1)",
    "next": "next(iter(l.values())).append(1)",
    "list": "list(l.values())[0].append(1)",
    "copy": "dict(l)['k'].append(1)",
    "star": "{**l}['k'].append(1)",
    "popitem": "l.popitem()[1].append(1)",
    "setdefault": "l.setdefault('k', [7]).append(1)",
    "try": "try: l['k'].append(1)\nexcept KeyError: pass",
    "comprehension": "[t.append(1) for t in l.values()]",
    "sorted": "for k, t in sorted(l.items()): t.append(1)",
    "passed": "(lambda d: d['k'].append(1))(l)",
    "attribute": "o = Empty(); o.d = l\no.d['k'].append(1)",
    "augmented": "l['k'] += [1]",
    "or": "({} | l)['k'].append(1)",
    "match": "match l:\n    case {'k': t}: t.append(1)",
    "function": "def f(): l['k'].append(1)\nf()",
}

OBJECT = "l = O(q)"
OBJECT_BUILDS = {
    "class": "l = O(p)",
    "subclass": "l = Sub(p)",
    "store": "l = O(q); l.x = p",
    "store to one that is there": "l.x = p",
    "setattr": "l = O(q); setattr(l, 'x', p)",
    "vars": "l = O(q); vars(l)['x'] = p",
    "update": "l = O(q); l.__dict__.update(x=p)",
    "class method": "l = O.of(p)",
    "static method": "l = O.made(p)",
    "function": "l = make(p)",
    "filled": "l = O(q); fill(l, p)",
    "copy": "l = copy.copy(O(p))",
    "copied and stored": "l = copy.copy(l); l.x = p",
    "method that gives": "l = l.with_x(p)",
    "from a list": "l = [O(p)][0]",
    "from a dict": "l = {'k': O(p)}['k']",
    "from map": "l = next(map(O, [p]))",
    "from a comprehension": "l = [O(t) for t in [p]][0]",
    "from a generator": "l = next(O(t) for t in [p])",
    "from a loop": "for t in [p]: l = O(t)",
    "partial": "l = partial(O, p)()",
    "lambda": "l = (lambda t: O(t))(p)",
    "type": "l = type(l)(p)",
    "class of a dict": "l = {'O': O}['O'](p)",
    "conditional": "l = O(p) if p else O(q)",
    "namespace": "l = O(p)",
    "with attribute of another": "m = O(p); l = O(m.x)",
    "with item": "m = [p]; l = O(m[0])",
    "with get": "m = {'k': p}; l = O(m.get('k'))",
    "by new": "l = O.__new__(O); l.x = p",
    "local class": "class K(O): pass\nl = K(p)",
    "with default": "def mk(t=p): return O(t)\nl = mk()",
    "closure": "def mk(): return O(p)\nl = mk()",
    "stars": "l = O(*[p])",
    "keywords": "l = O(**{'x': p})",
    "unpacked": "l, m = O(p), O(q)",
    "max": "l = max([O(p)], key=id)",
    "min by default": "l = min([], default=O(p))",
    "or": "l = None or O(p)",
    "walrus": "(l := O(p))",
    "reduce": "l = reduce(lambda o, t: O(t), [p], l)",
    "reversed": "l = next(reversed([O(q), O(p)]))",
    "zip": "l = next(zip([O(p)]))[0]",
    "list of class": "l = list(map(O, [p]))[0]",
}
OBJECT_USES = {
    "attribute": "l.x.append(1)",
    "variable": "t = l.x\nt.append(1)",
    "getattr": "getattr(l, 'x').append(1)",
    "getattr with default": "getattr(l, 'x', [7]).append(1)",
    "method": "l.add()",
    "bound": "m = l.add\nm()",
    "property": "l.y.append(1)",
    "called": "l()",
    "passed": "use(l)",
    "in a list": "[l][0].x.append(1)",
    "in a dict": "d = {'o': l}\nd['o'].x.append(1)",
    "in an object": "o = Empty()\no.o = l\no.o.x.append(1)",
    "vars": "vars(l)['x'].append(1)",
    "loop": "for o in [l]: o.x.append(1)",
    "iterated": "for t in l: t.append(1)",
    "next": "next(iter(l)).append(1)",
    "with": "with l as t: t.append(1)",
    "augmented": "l.x += [1]",
    "closure": "def f(): l.x.append(1)\nf()",
    "lambda": "(lambda: l.add())()",
    "map": "list(map(O.add, [l]))",
    "callback": "any(f() for f in [l.add])",
    "star": "use(*[l])",
    "copied": "copy.copy(l).x.append(1)",
    "attrgetter": "import operator\noperator.attrgetter('x')(l).append(1)",
    "match": "match l:\n    case O(x=t): t.append(1)",
    "if": "if l.x: l.x.append(1)",
    "kept": "o = O(l.x)\no.add()",
    "sorted": "for o in sorted([l], key=id): o.x.append(1)",
}

ITERATOR = "l = iter([q])"
ITERATOR_BUILDS = {
    "iter": "l = iter([p])",
    "generator": "l = gen(p)",
    "generator expression": "l = (t for t in [p])",
    "map": "l = map(ident, [p])",
    "filter": "l = filter(None, [p])",
    "reversed": "l = reversed([p])",
    "chain": "l = chain([p], l)",
    "values": "l = iter({0: p}.values())",
    "islice": "l = islice([p], 1)",
    "own": "l = It(p)",
    "zip": "l = (t for t, in zip([p]))",
    "yield from": "l = gen2(p)",
    "loop generator": "l = upto(p)",
    "helper": "l = (lambda t: iter([t]))(p)",
    "of a tuple": "l = iter((p,))",
    "of an appended": "m = []; m.append(p); l = iter(m)",
    "of two": "l = iter([p, q])",
    "advanced": "l = iter([q, p]); next(l)",
    "of an attribute": "m = O([p]); l = iter(m.x)",
    "sorted": "l = iter(sorted([p]))",
    "iter of own": "l = iter(It(p))",
    "iter of object": "l = iter(O(p))",
    "takewhile": "l = takewhile(len, [p])",
    "repeat": "l = repeat(p, 1)",
    "list of generator": "l = iter(list(gen(p)))",
    "iter with sentinel": "l = iter(lambda m=[p]: m.pop() if m else None, None)",
}
ITERATOR_USES = {
    "next": "next(l).append(1)",
    "next with default": "next(l, [7]).append(1)",
    "loop": "for t in l: t.append(1)",
    "list": "list(l)[0].append(1)",
    "unpack": "t, *_ = l\nt.append(1)",
    "star": "first(*l).append(1)",
    "comprehension": "[t.append(1) for t in l]",
    "any": "any(t.append(1) for t in l)",
    "map": "for t in map(ident, l): t.append(1)",
    "zip": "for t, _ in zip(l, [1]): t.append(1)",
    "enumerate": "for _, t in enumerate(l): t.append(1)",
    "passed": "(lambda i: next(i).append(1))(l)",
    "chain": "for t in chain(l, []): t.append(1)",
    "try": "try: next(l).append(1)\nexcept StopIteration: pass",
    "while": "while (t := next(l, None)) is not None: t.append(1)",
    "attribute": "o = Empty(); o.i = l\nnext(o.i).append(1)",
    "sorted": "for t in sorted(l): t.append(1)",
    "dict": "dict(enumerate(l))[0].append(1)",
    "max": "max(l, key=len).append(1)",
    "extend": "m = []; m.extend(l)\nm[0].append(1)",
}

FUNCTION = "l = lambda: q.append(1)"
FUNCTION_BUILDS = {
    "lambda": "l = lambda: p.append(1)",
    "def": "def l(): p.append(1)",
    "closure": "l = adds(p)",
    "partial": "l = partial(push, p)",
    "bound": "l = O(p).add",
    "bound of C": "l = partial(p.append, 1)",
    "object": "l = O(p)",
    "default": "l = lambda t=p: t.append(1)",
    "from a dict": "l = {'k': lambda: p.append(1)}['k']",
    "from a list": "l = [adds(p)][0]",
    "nested": "def mk():\n    return lambda: p.append(1)\nl = mk()",
    "wrapped": "f = lambda: p.append(1)\nl = lambda: f()",
    "argument": "l = (lambda t: lambda: t.append(1))(p)",
    "getattr": "l = getattr(O(p), 'add')",
    "local class": "class K:\n    def __call__(self): p.append(1)\nl = K()",
    "method of local class": "class K:\n    def go(self): p.append(1)\nl = K().go",
    "static": "class K:\n    @staticmethod\n    def go(): p.append(1)\nl = K.go",
    "loop": "for t in [p]: l = adds(t)",
}
FUNCTION_USES = {
    "call": "l()",
    "list": "[l][0]()",
    "dict": "{'k': l}['k']()",
    "attribute": "o = Empty(); o.f = l\no.f()",
    "passed": "(lambda f: f())(l)",
    "map": "list(map(lambda f: f(), [l]))",
    "loop": "for f in [l]: f()",
    "partial": "partial(l)()",
    "closure": "def g(): l()\ng()",
    "or": "(l or None)()",
    "star": "(lambda *f: f[0]())(l)",
    "keyword": "(lambda f=None: f())(f=l)",
    "if": "if callable(l): l()",
    "variable": "m = l\nm()",
}

KINDS = {
    "list": (LIST, LIST_BUILDS, LIST_USES),
    "dict": (DICT, DICT_BUILDS, DICT_USES),
    "object": (OBJECT, OBJECT_BUILDS, OBJECT_USES),
    "iterator": (ITERATOR, ITERATOR_BUILDS, ITERATOR_USES),
    "function": (FUNCTION, FUNCTION_BUILDS, FUNCTION_USES),
}

# what is there, what is built, by which `{}` stand, and what is used
FORMS = {
    "if": """
{there}
if a:
    {build}
{use}
""",
    "else": """
if not a:
    {there}
else:
    {build}
{use}
""",
    "try": """
{there}
try:
    1 // (1 - a)
except ZeroDivisionError:
    {build}
{use}
""",
    "try else": """
{there}
try:
    [0][1 - a]
except IndexError:
    pass
else:
    {build}
{use}
""",
    "loop": """
{there}
for _ in range(a):
    {build}
{use}
""",
    "function": """
def pick():
    {there}
    if a:
        {build}
    return l
l = pick()
{use}
""",
    "early return": """
def pick(a, p, q):
    if a:
        {there}
        {build}
        return l
    {there}
    return l
l = pick(a, p, q)
{use}
""",
    "match": """
{there}
match a:
    case 1:
        {build}
{use}
""",
    "index": """
def one():
    {there}
    return l
def two():
    {there}
    {build}
    return l
l = [one, two][a]()
{use}
""",
    "use in function": """
{there}
if a:
    {build}
def go(l):
    {use}
go(l)
""",
    "attribute": """
{there}
w = Empty()
w.l = l
if a:
    {build}
    w.l = l
l = w.l
{use}
""",
    "item": """
{there}
w = [l]
if a:
    {build}
    w[0] = l
l = w[0]
{use}
""",
}


def program(kind: str, build: str, use: str, form: str) -> str:
    there, builds, uses = KINDS[kind]
    body = ["p = [0]", "q = [1]"]
    for line in FORMS[form].strip().splitlines():
        code = line.strip().format(there=there, build=builds[build], use=uses[use])
        body.append(indent(code, line[: len(line) - len(line.lstrip())]))
    return CLASSES + "\n\ndef main(a):\n" + indent("\n".join([*body, "return len(p)"]), "    ") + "\n"


def each(kind: str, build: str) -> Iterator[str]:
    """One program for each use, each in another form."""
    _, builds, uses = KINDS[kind]
    forms = list(FORMS)
    for number, use in enumerate(uses):
        yield program(kind, build, use, forms[(list(builds).index(build) + number) % len(forms)])


BUILDS = [f"{kind}/{build}" for kind, (_, builds, _) in KINDS.items() for build in builds]
