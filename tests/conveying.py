"""Programs in which something is chosen, comes to where it is used by some way, and would have written there.

Each is made of five parts, by their names in the tables: what is written to and read (`STATES`), what is chosen, which
writes or does not (`KINDS`), how (`CHOICES`), how it is conveyed (`CARRIERS`), and where it is used (`FRAMES`).
"""

import random
from textwrap import indent

HEAD = """
import contextlib
import functools
import itertools
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace

class S:
    v = 0

def noop(s, n):
    pass

def write(s, n):
    WRITE

class Plain:
    def run(self, s, n):
        pass

class Writer(Plain):
    def run(self, s, n):
        write(s, n)

class Op:
    def __init__(self, s, n):
        self.s, self.n = s, n
    def __add__(self, other):
        return self
    def __lt__(self, other):
        return True
    def __len__(self):
        return 1
    def __enter__(self):
        return self
    def __exit__(self, *_):
        pass
    @property
    def p(self):
        return 1

class WritingOp(Op):
    def w(self, *_):
        write(self.s, self.n)
        return 1
    __add__ = __lt__ = __len__ = __enter__ = w
    p = property(w)

@dataclass
class Cell:
    h: object = None
    items: list = field(default_factory=list)

Pair = namedtuple("Pair", "h k")

class Link:
    def __init__(self, h, rest=None):
        self.h, self.rest = h, rest
    def last(self):
        return self.rest.last() if self.rest else self.h

class Manager:
    def __init__(self, h):
        self.h = h
    def __enter__(self):
        return self.h
    def __exit__(self, *_):
        pass

class Found(Exception):
    def __init__(self, h):
        self.h = h

def giving(h):
    yield 1
    yield h
"""

STATES = {  # how it is made, written to, and read
    "attribute": ("S()", "s.v = n", "s.v"),
    "list": ("[]", "s.append(n)", "len(s)"),
    "dict": ("{'k': 0}", "s['k'] = n", "s['k']"),
    "set": ("set()", "s.add(n)", "len(s)"),
    "iterator": ("iter([1, 2, 3])", "next(s)", "next(s)"),
    "class": ("type('K', (), {'v': 0})", "s.v = n", "s.v"),
}
KINDS = {  # what does not write, what writes, and how it is used
    "function": ("noop", "write", "h(s, n)"),
    "lambda": ("(lambda: None)", "(lambda: write(s, n))", "h()"),
    "partial": ("functools.partial(noop, s)", "functools.partial(write, s)", "h(n)"),
    "object": ("Plain()", "Writer()", "h.run(s, n)"),
    "bound": ("Plain().run", "Writer().run", "h(s, n)"),
    "class": ("Plain", "Writer", "h().run(s, n)"),
    "sink": ("other", "s", "write(h, n)"),
    "holder": ("Cell(other)", "Cell(s)", "write(h.h, n)"),
    "operator": ("Op(s, n)", "WritingOp(s, n)", "h + 1"),
    "comparison": ("Op(s, n)", "WritingOp(s, n)", "h < 1"),
    "length": ("Op(s, n)", "WritingOp(s, n)", "len(h)"),
    "condition": ("Op(s, n)", "WritingOp(s, n)", "if h: pass"),
    "manager": ("Op(s, n)", "WritingOp(s, n)", "with h: pass"),
    "property": ("Op(s, n)", "WritingOp(s, n)", "h.p"),
    "key": ("(lambda k: k)", "(lambda k: (write(s, n), k)[1])", "sorted([n], key=h)"),
    "mapped": ("noop", "write", "list(map(h, [s], [n]))"),
    "pair": ("(noop, 1)", "(write, 2)", "h[0](s, n)"),
    "table": ("{'f': noop}", "{'f': write}", "h['f'](s, n)"),
    "row": ("[]", "[write]", "for k in h: k(s, n)"),
    "times": ("0", "1", "for _ in range(h): write(s, n)"),
    "None": ("None", "write", "if h is not None: h(s, n)"),
    "callable": ("3", "write", "if callable(h): h(s, n)"),
    "asked": ("3", "Writer()", "if hasattr(h, 'run'): h.run(s, n)"),
    "tried": ("3", "Writer()", "try: h.run(s, n)\nexcept AttributeError: pass"),
    "default": ("3", "Writer()", "getattr(h, 'run', noop)(s, n)"),
}
CHOICES = {
    "branch": "h = P\nif C: h = Q",
    "expression": "h = Q if C else P",
    "index": "h = [P, Q][C]",
    "key": "h = {True: Q, False: P}[C]",
    "get": "h = {True: Q}.get(C, P)",
    "missing key": "try: h = {True: Q}[C]\nexcept KeyError: h = P",
    "helper": "def pick(c):\n    if c: return Q\n    return P\nh = pick(C)",
    "raised": "try:\n    if not C: raise ValueError\n    h = Q\nexcept ValueError: h = P",
    "assert": "try:\n    assert C\n    h = Q\nexcept AssertionError: h = P",
    "match": "match C:\n    case True: h = Q\n    case _: h = P",
    "loop": "for c, h in ((C, Q), (True, P)):\n    if c: break",
    "next": "h = next((h for h in [Q] if C), P)",
    "comprehension": "h = ([Q for _ in range(1) if C] + [P])[0]",
    "append": "hs = [P]\nif C: hs.append(Q)\nh = hs[-1]",
    "insert": "hs = [P]\nif C: hs.insert(0, Q)\nh = hs[0]",
    "extend": "hs = [P]\nif C: hs += [Q]\nh = hs[-1]",
    "update": "d = {'h': P}\nif C: d.update(h=Q)\nh = d['h']",
    "merge": "d = {'h': P}\nif C: d |= {'h': Q}\nh = d['h']",
    "delete": "d = {'h': Q}\nif not C: del d['h']\nh = d.get('h', P)",
    "setdefault": "d = {}\nif C: d['h'] = Q\nh = d.setdefault('h', P)",
    "attribute": "o = Cell(P)\nif C: o.h = Q\nh = o.h",
    "class attribute": "class M: h = [P]\nif C: M.h = [Q]\nh = M().h[0]",
    "instance": "class M: h = [P]\nm = M()\nif C: m.h = [Q]\nh = m.h[0]",
    "nonlocal": "h = P\ndef set_it():\n    nonlocal h\n    if C: h = Q\nset_it()",
    "method": (
        "class M:\n    def __init__(self): self.h = P\n    def feed(self):\n"
        "        if C: self.h = Q\nm = M()\nm.feed()\nh = m.h"
    ),
    "property": "class M:\n    @property\n    def h(self): return Q if C else P\nh = M().h",
    "generator": "def give():\n    if C: yield Q\n    yield P\nh = next(give())",
    "class": (
        "class X:\n    def make(self): return P\nclass Y(X):\n    def make(self): return Q\n"
        "h = (Y() if C else X()).make()"
    ),
    "closure": "def make():\n    def get(): return Q if C else P\n    return get\nh = make()()",
    "default": "def get(h=Q if C else P): return h\nh = get()",
    "__missing__": "class T(dict):\n    def __missing__(self, k): return P\nh = T({True: Q})[C]",
    "keywords": "d = dict(a=P, b=Q)\nh = d['b' if C else 'a']",
}
CARRIERS = {  # how it is put somewhere, and got
    "variable": ("", "h"),
    "attribute": ("o = Cell(h)", "o.h"),
    "list": ("o = [h]", "o[0]"),
    "popped": ("o = []\no.append(h)", "o.pop()"),
    "dict": ("o = {'h': h, 'k': 1}", "o['h']"),
    "tuple": ("k, g = (1, h)", "g"),
    "namedtuple": ("o = Pair(1, 2)._replace(h=h)", "o.h"),
    "closure": ("g = h\ndef get(): return g", "get()"),
    "lambda": ("get = lambda h=h: h", "get()"),
    "generator": ("o = list(giving(h))", "o[1]"),
    "keywords": ("def get(**kw): return kw['h']", "get(h=h)"),
    "arguments": ("def get(*args): return args[1]", "get(1, h)"),
    "linked": ("o = Link(1, Link(h))", "o.last()"),
    "class": ("class K: pass\nK.h = (h,)", "K().h[0]"),
    "class body": ("g = h\nclass K: h = (g,)", "K.h[0]"),
    "exception": ("try: raise Found(h)\nexcept Found as e: g = e.h", "g"),
    "manager": ("with Manager(h) as g: pass", "g"),
    "zip": ("g = [q for q, _ in zip([h], [1])][0]", "g"),
    "enumerate": ("for i, g in enumerate([h]): pass", "g"),
    "deque": ("o = deque([1])\no.append(h)\no.rotate(1)", "o[0]"),
    "nested": ("o = {'p': [Cell((1, h))]}", "o['p'][0].h[1]"),
    "chain": ("o = list(itertools.chain([1], [h]))", "o[-1]"),
    "map": ("o = list(map(lambda q: q, [h]))", "o[0]"),
    "sorted": ("o = sorted([h], key=id)", "o[0]"),
    "merged": ("o = dict(h=h)\no = {**o}", "o['h']"),
    "copy": ("o = [h]\no = o.copy() + o[:]", "o[1]"),
    "values": ("o = {'q': h}", "next(iter(o.values()))"),
    "star": ("k, *o = [1, h]", "o[0]"),
    "__dict__": ("o = Cell()\no.__dict__['h'] = h", "o.h"),
    "send": ("def co():\n    got = yield\n    yield got\ng = co()\nnext(g)\nq = g.send(h)", "q"),
    "cache": ("g = h\n@functools.lru_cache\ndef get(): return g", "get()"),
    "ordered": ("o = OrderedDict(h=h)", "o['h']"),
    "defaultdict": ("g = h\no = defaultdict(lambda: g)", "o['q']"),
    "replace": ("o = replace(Cell(), h=h)", "o.h"),
}
FRAMES = {  # USE is how it is used, GET how it is got
    "there": "h = GET\nUSE",
    "function": "def go(h, s, n):\n    USE\ngo(GET, s, n)",
    "closure": "g = GET\ndef go():\n    h = g\n    USE\ngo()",
    "method": (
        "class R:\n    def __init__(self, h): self.h = h\n    def go(self):\n        h = self.h\n"
        "        USE\nR(GET).go()"
    ),
    "loop": "for h in [GET]:\n    USE",
    "generator": "g = GET\ndef go():\n    h = g\n    USE\n    yield 1\nfor _ in go(): pass",
    "decorated": (
        "def dec(f):\n    def inner(*args): return f(*args)\n    return inner\n@dec\n"
        "def go(h, s, n):\n    USE\ngo(GET, s, n)"
    ),
    "map": "def go(h):\n    USE\nlist(map(go, [GET]))",
    "keywords": "def go(*args, **kw):\n    h, s, n = args[0], kw['s'], kw['n']\n    USE\ngo(GET, s=s, n=n)",
    "recursion": "def go(k, h, s, n):\n    if k: return go(k - 1, h, s, n)\n    USE\ngo(2, GET, s, n)",
    "super": (
        "class R:\n    def go(self, h, s, n):\n        USE\nclass T(R):\n"
        "    def go(self, *args): return super().go(*args)\nT().go(GET, s, n)"
    ),
    "property": "g = GET\nclass R:\n    @property\n    def go(self):\n        h = g\n        USE\nR().go",
    "partial": "def go(h, s, n):\n    USE\nfunctools.partial(go, GET, s)(n)",
    "callable": "class R:\n    def __call__(self, h, s, n):\n        USE\nR()(GET, s, n)",
    "finally": "h = GET\ntry: pass\nfinally:\n    USE",
    "with": "h = GET\nwith contextlib.suppress(KeyError):\n    USE",
}

PARTS = STATES, KINDS, CHOICES, CARRIERS, FRAMES
Names = tuple[str, ...]
_USUAL: Names = "attribute", "function", "branch", "variable", "there"


def program(names: Names) -> str:
    """The source of a function `f(a, n)`, which writes if a is larger than 4."""
    state, kind, choice, carrier, frame = names
    make, write, read = STATES[state]
    plain, writing, use = KINDS[kind]
    put, get = CARRIERS[carrier]
    chosen = _with(CHOICES[choice], C="(a > 4)", P=plain, Q=writing)
    used = _with(FRAMES[frame], GET=get)
    used = "\n".join(indent(use, line[: len(line) - 3]) if line.strip() == "USE" else line for line in used.split("\n"))
    body = "\n".join([f"s, other = {make}, {make}", chosen, put, used, f"return {read}"])
    return HEAD.replace("WRITE", write) + "\n\ndef f(a, n):\n" + indent(body, "    ") + "\n"


def _with(text: str, **parts: str) -> str:
    return "".join(parts.get(word, word) for word in _words(text))


def _words(text: str) -> list[str]:
    words, word = [], ""
    for one in text:
        if one.isalnum() or one == "_":
            word += one
        else:
            words += [word, one]
            word = ""
    return [*words, word]


def each_part() -> list[Names]:
    """One part that is not as usual, each of them."""
    return [(*_USUAL[:k], name, *_USUAL[k + 1 :]) for k, part in enumerate(PARTS) for name in part]


def some(seed: int, count: int) -> list[Names]:
    """As many programs, of any parts."""
    rng = random.Random(seed)
    return [tuple(rng.choice(list(part)) for part in PARTS) for _ in range(count)]
