"""Programs `main(a)` in which something is looked for by what was computed, or within what was built, and a way not
taken would have put something else there; what is found is written to. `PROGRAMS`: their sources, by names.
"""

from textwrap import indent

# what stands before `main`, and what it does with the lists p and q, of which p's length is its result
PARTS = {
    "item": (
        """
def f(c, k):
    return c[k]
""",
        """
c = [q]
if a:
    c[0] = p
f(c, 0).append(1)
""",
    ),
    "insert": (
        """
def f(c, k):
    return c[k]
""",
        """
c = [q]
if a:
    c.insert(0, p)
f(c, 0).append(1)
""",
    ),
    "get": (
        """
def f(c, k):
    return c.get(k)
""",
        """
c = {0: q}
if a:
    c.update({0: p})
f(c, 0).append(1)
""",
    ),
    "pop": (
        """
def f(c, k):
    return c.pop(k)
""",
        """
c = {0: q}
if a:
    c[0] = p
f(c, 0).append(1)
""",
    ),
    "length": (
        "",
        """
c = [q]
if a:
    c.append(p)
c[len(c) - 1].append(1)
""",
    ),
    "range": (
        "",
        """
c = [q]
if a:
    c[0] = p
for k in range(1):
    c[k].append(1)
""",
    ),
    "text": (
        "",
        """
c = {'k': q}
if a:
    c['k'] = p
c['K'.lower()].append(1)
""",
    ),
    "tuple": (
        "",
        """
x, y = (0, a * 0)
d = {(0, 0): q}
if a:
    d[0, 0] = p
d[x, y].append(1)
""",
    ),
    "enum": (
        """
import enum
class C(enum.Enum):
    R = 1
""",
        """
d = {C.R: q}
if a:
    d[C.R] = p
d[C.R].append(1)
""",
    ),
    "setdefault": (
        "",
        """
d = {'x': q}
if a:
    d['x'] = p
d.setdefault(' x'.strip(), q).append(1)
""",
    ),
    "star": (
        """
def f(i, *r):
    r[i].append(1)
""",
        """
c = [q]
if a:
    c[0] = p
f(0, *c)
""",
    ),
    "keywords": (
        """
def f(n, **r):
    r[n].append(1)
""",
        """
c = {'k': q}
if a:
    c['k'] = p
f('k', **c)
""",
    ),
    "registry": (
        """
REG = {}
def add(k, v):
    REG[k] = v
def get(k):
    return REG[k]
""",
        """
add('x', q)
if a:
    add('x', p)
get('x').append(1)
""",
    ),
    "method": (
        """
class S:

    def __init__(self, d):
        self.d = d

    def get(self, k):
        return self.d[k]
""",
        """
d = {'k': q}
if a:
    d['k'] = p
S(d).get('k').append(1)
""",
    ),
    "constructor": (
        """
class O:

    def __init__(self, l):
        self.ls = [l]
""",
        """
c = O(q)
if a:
    c = O(p)
c.ls[0].append(1)
""",
    ),
    "nested display": (
        """
def mk(l):
    return {'k': [l]}
""",
        """
c = mk(q)
if a:
    c = mk(p)
c['k'][0].append(1)
""",
    ),
    "namespace": (
        """
from types import SimpleNamespace
""",
        """
c = SimpleNamespace(l=q)
if a:
    c = SimpleNamespace(l=p)
c.l.append(1)
""",
    ),
    "items in a comprehension": (
        "",
        """
c = {'k': q}
if a:
    c['k'] = p
[v for k, v in c.items() if k == 'k'][0].append(1)
""",
    ),
    "enumerate in a list": (
        "",
        """
m = [q]
if a:
    m = [p]
list(enumerate(m))[0][1].append(1)
""",
    ),
    "stored by a function within": (
        """
class O:
    def __init__(self, x):
        self.x = x
""",
        """
c = O([q])
def store():
    c.x = [p]
if a:
    store()
c.x[0].append(1)
""",
    ),
    "appended by a function within": (
        "",
        """
c = [[q]]
def store():
    c.append([p])
if a:
    store()
c[-1][0].append(1)
""",
    ),
    "variable of a function around": (
        "",
        """
c = [q]
def store():
    nonlocal c
    c = [p]
if a:
    store()
c[0].append(1)
""",
    ),
    "raised elsewhere": (
        """
def f(a, p, q):
    if a:
        raise ValueError(p)
    raise ValueError(q)
""",
        """
try:
    f(a, p, q)
except ValueError as error:
    error.args[0].append(1)
""",
    ),
    "raised further down": (
        """
class E(Exception):
    def __init__(self, l):
        self.l = l
def g(a, p, q):
    if a:
        raise E(p)
    raise E(q)
def f(a, p, q):
    g(a, p, q)
""",
        """
try:
    f(a, p, q)
except E as error:
    error.l.append(1)
""",
    ),
    "another generator": (
        """
def give(l):
    while True:
        yield l
""",
        """
c = give(q)
if a:
    c = give(p)
next(c).append(1)
""",
    ),
    "another generator that has gone on": (
        """
def give(l):
    yield l
    yield l
""",
        """
c = give(q)
next(c)
if a:
    c = give(p)
next(c).append(1)
""",
    ),
    "attribute above": (
        """
class C:
    x = None
class S(C):
    def go(self):
        super().x.append(1)
""",
        """
C.x = q
if a:
    C.x = p
S().go()
""",
    ),
    "attribute of a metaclass": (
        """
class M(type):
    l = None
class K(metaclass=M):
    pass
""",
        """
M.l = q
if a:
    M.l = p
K.l.append(1)
""",
    ),
    "name that is computed": (
        """
class O:
    pass
""",
        """
o = O()
o.u = o.v = p
setattr(o, 'uv'[a], q)
o.v.append(1)
""",
    ),
    "mapped": (
        "",
        """
c = [q, q]
if a:
    c[1] = p
list(map(lambda x: x.append(1), c))
""",
    ),
    "mapped over a generator": (
        "",
        """
c = [q, q]
if a:
    c[1] = p
list(map(lambda x: x.append(1), (x for x in c)))
""",
    ),
    "counted from a generator": (
        "",
        """
c = [q, q]
if a:
    c[1] = p
for i, x in enumerate(x for x in c):
    x.append(i)
""",
    ),
    "class of a dict": (
        """
class D(dict):
    l = None
""",
        """
D.l = q
if a:
    D.l = p
D().l.append(1)
""",
    ),
    "C code that was chosen and raised": (
        "",
        """
f = p.append if a else int
try:
    f('k')
except ValueError:
    pass
""",
    ),
    "C code of a table that raised": (
        "",
        """
r = {0: q.remove, 1: p.append}
try:
    r[a](5)
except ValueError:
    pass
""",
    ),
    "C code that was passed and raised": (
        """
def attempt(f, x):
    try:
        return f(x)
    except Exception:
        return None
""",
        """
attempt(p.append if a else int, 'q')
""",
    ),
    "in place of a number": (
        "",
        """
o = p if a else 5
try:
    o += [1]
except TypeError:
    pass
""",
    ),
}


def program(before: str, body: str) -> str:
    lines = ["p = [0]", "q = [1]", body.strip(), "return len(p)"]
    return before + "\ndef main(a):\n" + indent("\n".join(lines), "    ") + "\n"


PROGRAMS = {name: program(*parts) for name, parts in PARTS.items()} | {
    "accounts": """
class Acct:

    def __init__(self, n):
        self.n, self.b = (n, 0)

class Bank:

    def __init__(self):
        self.m = {}

    def add(self, x):
        self.m[x.n] = x

    def dep(self, n, k):
        self.m[n].b += k

def main(a):
    p = [0]
    b = Bank()
    x = Acct('x')
    y = Acct('x')
    b.add(y)
    if a:
        b.add(x)
    b.dep('x', 5)
    if x.b:
        p.append(1)
    return len(p)
""",
    "array": """
import numpy as np

def f(o, i):
    o[i][0] = 7

def main(a):
    A = np.zeros(3)
    o = [np.arange(3)]
    if a:
        o[0] = A
    f(o, 0)
    return A[0]
""",
    "abstract class": """
from abc import ABC

class B(ABC):
    pass

class A1(B):

    def run(self, l):
        l.append(1)

class A2(B):

    def run(self, l):
        pass

def main(a):
    p = [0]
    (A1 if a else A2)().run(p)
    return len(p)
""",
}
