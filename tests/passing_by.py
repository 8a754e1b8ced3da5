"""Programs in which an exception, or a branch, would have passed by a store; then `y` is written to if what was there
before is. `programs(way)` are the sources of functions `main(a)` that give the length of `y`: `a` decides.
"""

from collections.abc import Iterator
from textwrap import indent

AROUND = """
import contextlib
from collections import deque

class O:
    def __init__(self, **k): self.__dict__.update(k)
    def put(self, v): self.s = v
    def get(self): return self.s
    @property
    def p(self): return self.s
    @p.setter
    def p(self, v): self.s = v

class Slot:
    __slots__ = ("s",)

G = None

def might(a):
    if a: raise ValueError

@contextlib.contextmanager
def quiet():
    try: yield
    except ValueError: pass
"""

# what is there at first, what is stored where `x` is put in the place of `y`, and what is found there
STORES = {
    "attribute": ("o = O(); o.s = y", "o.s = x", "o.s"),
    "attribute of a dict": ("o = O(s=y)", "o.s = x", "o.s"),
    "first attribute": ("o = O(s=None)", "o.s = x", "(o.s or y)"),
    "method": ("o = O(s=y)", "o.put(x)", "o.get()"),
    "property": ("o = O(s=y)", "o.p = x", "o.p"),
    "slot": ("o = Slot(); o.s = y", "o.s = x", "o.s"),
    "setattr": ("o = O(s=y)", "setattr(o, 's', x)", "getattr(o, 's')"),
    "__dict__": ("o = O(s=y)", "o.__dict__['s'] = x", "o.s"),
    "del": ("O.s = x; o = O(s=y)", "del o.s", "o.s"),
    "class": ("O.s = y; o = O()", "O.s = x", "o.s"),
    "of a function": ("might.f = y", "might.f = x", "might.f"),
    "hides a method": ("o = O(s=y)", "o.get = lambda: x", "o.get()"),
    "in place of a method": (
        "class P(O):\n    def get(self): return y\no = P()", "P.get = lambda self: x", "o.get()",
    ),
    "in place of a base's": ("class P(O): pass\no = P(s=y)", "P.get = lambda self: x", "o.get()"),
    "item": ("o = {'s': y}", "o['s'] = x", "o['s']"),
    "default": ("o = {}", "o['s'] = x", "o.get('s', y)"),
    "setdefault": ("o = {}", "o['s'] = x", "o.setdefault('s', y)"),
    "update": ("o = {'s': y}", "o.update(s=x)", "o['s']"),
    "popitem": ("o = {1: x, 2: y}", "o.popitem()", "list(o.values())[-1]"),
    "list": ("o = [y]", "o[0] = x", "o[0]"),
    "append": ("o = [y]", "o.append(x)", "o[-1]"),
    "insert": ("o = [y]", "o.insert(0, x)", "o[0]"),
    "pop": ("o = [x, y]", "o.pop()", "o[-1]"),
    "del item": ("o = [y, x]", "del o[0]", "o[0]"),
    "reverse": ("o = [y, x]", "o.reverse()", "o[0]"),
    "swap": ("o = [x, y]", "o[0], o[1] = o[1], o[0]", "o[1]"),
    "clear": ("o = [y]", "o.clear()", "(o or [x])[0]"),
    "rotate": ("o = deque([y, x])", "o.rotate()", "o[0]"),
    "iterator": ("o = iter([y, x])", "next(o)", "next(o)"),
    "generator": ("o = (z for z in [y, x])", "next(o)", "next(o)"),
    "flag": ("o = O(s=0)", "o.s = 1", "(x if o.s else y)"),
    "index": ("o = [0]", "o[0] = 1", "[y, x][o[0]]"),
    "length": ("o = []", "o.append(1)", "[y, x][len(o)]"),
}  # fmt: skip
VARIABLES = {
    "global": ("global G; G = y", "G = x", "G"),
    "around": ("s = y\ndef g(): return s", "s = x", "g()"),
    "function": ("def g(): return y", "def g(): return x", "g()"),
    "variable": ("o = y", "o = x", "o"),
    "variable that goes on": ("o = y", "o = x; might(0); o = [1]; o = x", "o"),
}

WAYS = {
    "if": """
if not a:
    {}
""",
    "try": """
try:
    might(a)
    {}
except ValueError:
    pass
""",
    "C code": """
try:
    int('z' if a else '1')
    {}
except ValueError as e:
    n = 1
""",
    "suppress": """
with contextlib.suppress(ValueError):
    might(a)
    {}
""",
    "generator that catches": """
with quiet():
    might(a)
    {}
""",
    "loop": """
for k in range(2):
    try:
        might(a if k else 1)
        {}
    except ValueError:
        continue
""",
    "while": """
while True:
    try:
        might(a)
        {}
        break
    except ValueError:
        break
""",
    "finally": """
try:
    try:
        might(a)
        {}
    finally:
        n = 1
except ValueError:
    pass
""",
    "else": """
try:
    might(a)
except ValueError:
    pass
else:
    {}
""",
    "deep": """
def run():
    might(a)
try:
    run()
    {}
except ValueError:
    pass
""",
}


def programs(way: str) -> Iterator[str]:
    for before, store, found in (*STORES.values(), *VARIABLES.values()):
        yield _program(before, WAYS[way].format(store), found)
    for before, store, found in STORES.values():  # in a function of its own
        within = indent(WAYS[way].format(store), "    ")
        yield _program(before, f"def go():\n{within}go()\n", found)


def _program(before: str, changes: str, found: str) -> str:
    body = f"x = [1]; y = [4]\n{before}\n{changes}z = {found}\nz.append(5)\nreturn len(y)\n"
    return f"{AROUND}\ndef main(a):\n{indent(body, '    ')}"
