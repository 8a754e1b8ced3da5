"""Programs `main(a)` that would have found, made or raised something else, had `a` been another one."""

from collections.abc import Iterator
from textwrap import indent

CONSTRUCTORS = {  # what is there, and the call that raises if `a` is not 0
    "variable around": """
class V:
    def __init__(self):
        if a: raise ValueError
""",
    "attribute of an argument": """
class Given: pass
given = Given(); given.m = a
class V:
    def __init__(self, of=given):
        if of.m: raise ValueError
""",
    "item of an argument": """
given = [0]; given.append(a)
class V:
    def __init__(self, of=given):
        if of.pop(): raise ValueError
""",
    "attribute of its class": """
class V:
    most = 0
    def __init__(self):
        if self.most: raise ValueError
V.most = a
""",
    "method": """
class V:
    def __init__(self): self.check()
    def check(self):
        if a: raise ValueError
""",
    "base": """
class B:
    def __init__(self):
        if a: raise ValueError
class V(B):
    def __init__(self): super().__init__()
""",
}
CAUGHT = {
    "return": "try: V()\nexcept ValueError: return 2\nreturn 3",
    "store": "r = [1]\ntry:\n    V()\n    r[0] = 2\nexcept ValueError: pass\nreturn r[0]",
    "else": "r = 1\ntry: V()\nexcept ValueError: pass\nelse: r = 2\nreturn r",
    "function": "def g():\n    V()\n    return 5\ntry: return g()\nexcept ValueError: return 6",
    "with": "r = 1\nwith contextlib.suppress(ValueError):\n    V()\n    r = 2\nreturn r",
}

FILLS = {  # what is there at first, and what a list, dict or deque is made of, or filled with
    "comprehension": ("q = [y]", "q = [o for o in more]", "q[0]"),
    "list": ("q = [y]", "q = list(more)", "q[0]"),
    "tuple": ("q = (y,)", "q = tuple(more)", "q[0]"),
    "star": ("q = [y]", "q = [*more, *q]", "q[0]"),
    "add": ("q = [y]", "q = more + q", "q[0]"),
    "multiply": ("q = [y]", "q = more * 2", "q[0]"),
    "reversed": ("q = [y]", "q = list(reversed(more))", "q[0]"),
    "map": ("q = [y]", "q = list(map(lambda o: o, more))", "q[0]"),
    "enumerate": ("q = [y]", "q = [o for _, o in enumerate(more)]", "q[0]"),
    "deque": ("q = [y]", "q = deque(more)", "q[0]"),
    "deque of one": ("q = deque([y], maxlen=1)", "q.append(x)", "q[0]"),
    "extend": ("q = [y]", "q.extend(more)", "q[-1]"),
    "slice": ("q = [y]", "q[:] = more", "q[0]"),
    "dict": ("q = {'k': y}", "q = dict(named)", "q['k']"),
    "update": ("q = {'k': y}", "q.update(named)", "q['k']"),
    "update by names": ("q = {'k': y}", "q.update(**named)", "q['k']"),
    "or": ("q = {'k': y}", "q = q | named", "q['k']"),
    "star of dicts": ("q = {'k': y}", "q = {**q, **named}", "q['k']"),
    "dict comprehension": ("q = {'k': y}", "q = {k: v for k, v in named.items()}", "q['k']"),
    "values": ("q = [y]", "q = list(named.values())", "q[0]"),
    "__dict__": ("o = O(); o.k = y", "o.__dict__.update(named)", "o.k"),
    "around": ("q = [y]\ndef h():\n    nonlocal q\n    if a: q = more + q", "h()", "q[0]"),
}
BRANCHES = "if a:\n    {}\n", "try:\n    [0][a]\nexcept IndexError:\n    {}\n", "for _ in range(a):\n    {}\n"

FOUND = {
    "attribute or default": """
def look(o, other):
    try: return o.s
    except AttributeError: return other
o = O()
if a: o.s = x
z = look(o, y)
""",
    "item or default": """
d = {}
def look(k):
    try: return d[k]
    except KeyError: return y
if a: d['k'] = x
z = look('k')
""",
    "first or default": """
def first(d, other):
    for v in d: return v
    return other
d = []
if a: d.append(x)
z = first(d, y)
""",
    "None or another": """
t = None
def look(): return y if t is None else t
if a: t = x
z = look()
""",
    "None is kept": """
t = None
def h():
    nonlocal t
    if a: return
    t = x
h()
z = [y if t is None else t][0]
""",
    "a base's attribute": """
class C: s = y
class D(C): pass
if a: D.s = x
z = D().s
""",
    "another class": """
class C: s = y
class D(C): s = x
o = C()
if a: o = D()
z = o.s
""",
    "another class's __init__": """
class C:
    def __init__(self): self.s = y
class D(C):
    def __init__(self): self.s = x
o = C()
if a: o = D()
z = o.s
""",
    "another default": """
g = lambda v=y: v
if a: g = lambda v=x: v
z = g()
""",
    "namespace": """
o = SimpleNamespace(s=y)
if a: o.s = x
z = o.s
""",
    "generator": """
def g(p, q):
    yield p
    yield q
it = g(y, x)
if a: next(it)
z = next(it)
""",
}
AROUND = """
import contextlib
from collections import deque
from types import SimpleNamespace
class O: pass
"""


def raised(name: str) -> Iterator[str]:
    """The results depend on whether a constructor raises."""
    for caught in CAUGHT.values():
        yield f"{AROUND}\ndef main(a):\n{indent(CONSTRUCTORS[name] + caught, '    ')}\n"


def filled(name: str) -> Iterator[str]:
    """The length of a list is returned to which is written if it is what was found."""
    before, fills, found = FILLS[name]
    for branch in BRANCHES:
        changes = f"{before}\nmore = [x]; named = {{'k': x}}\n{branch.format(fills)}z = {found}\n"
        yield from _written(changes)


def found(name: str) -> Iterator[str]:
    """The same."""
    return _written(FOUND[name])


def _written(changes: str) -> Iterator[str]:
    for read in "xy":
        body = f"x = [1]; y = [4]\n{changes}z.append(5)\nreturn len({read})\n"
        yield f"{AROUND}\ndef main(a):\n{indent(body, '    ')}"
