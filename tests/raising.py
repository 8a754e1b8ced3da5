"""Programs in which the exception that is caught holds one list or another: `program(raises, use, behind=...)` is the
source of a function `main(a)` that gives the length of the list `p`, which it holds if `a` is 1.
"""

from textwrap import indent

CLASSES = """class E(Exception):
    def __init__(self, o):
        super().__init__(o)
        self.o = o
class F(E):
    pass
def boom(t):
    raise E(t)
def deep(t):
    boom(t)
class K:
    def fail(self, t):
        raise E(t)
def use(e):
    e.o.append(1)
def g():
    try:
        yield 1
    except E as e:
        raise E(e.o)
def make(t):
    return E(t)
"""

RAISES = {
    "if": """
if a: raise E(p)
raise E(q)
""",
    "else": """
if a:
    raise E(p)
else:
    raise E(q)
""",
    "cond": "raise E(p if a else q)",
    "var": """
o = p if a else q
raise E(o)
""",
    "function": "boom(p if a else q)",
    "function2": """
if a: boom(p)
boom(q)
""",
    "deep": """
if a: deep(p)
deep(q)
""",
    "reraise": """
try: raise E(p if a else q)
except E: raise
""",
    "reraise2": """
try:
    if a: raise E(p)
    raise E(q)
except E as e2: raise e2
""",
    "wrap": """
try:
    if a: raise E(p)
    raise E(q)
except E as e2: raise E(e2.o) from e2
""",
    "stored": """
e0 = E(q)
if a: e0 = E(p)
raise e0
""",
    "attr": """
e0 = E(q)
if a: e0.o = p; e0.args = (p,)
raise e0
""",
    "method": "K().fail(p if a else q)",
    "method2": """
k = K()
if a: k.fail(p)
k.fail(q)
""",
    "subclass": """
if a: raise F(p)
raise E(q)
""",
    "finally": """
try: raise E(p if a else q)
finally: q
""",
    "loop": "for t in ([p] if a else [q]): raise E(t)",
    "loop2": "for t in [q, p][a:]: raise E(t)",
    "index": "raise [E(q), E(p)][a]",
    "star": "raise E(*[p if a else q])",
    "made": "raise make(p if a else q)",
    "made2": """
if a: raise make(p)
raise make(q)
""",
    "dict": "raise {0: E(q), 1: E(p)}[a]",
    "generator": """
i = g(); next(i)
i.throw(E(p if a else q))
""",
    "nested function": """
def f():
    if a: raise E(p)
    raise E(q)
f()
""",
    "lambda": "(lambda: boom(p if a else q))()",
    "with": """
import contextlib
with contextlib.suppress(KeyError):
    if a: raise E(p)
    raise E(q)
""",
    "sorted": "sorted([1], key=lambda _: boom(p if a else q))",
    "comp": "[boom(t) for t in ([p] if a else [q])]",
}
USES = {
    "o": "e.o.append(1)",
    "args": "e.args[0].append(1)",
    "unpack": """
x, = e.args
x.append(1)
""",
    "getattr": "getattr(e, 'o').append(1)",
    "use": "use(e)",
    "var": """
t = e.o
t.append(1)
""",
    "if": "if e.o: e.o.append(1)",
    "list": "[e][0].o.append(1)",
    "vars": "vars(e)['o'].append(1)",
}


def program(raises: str, use: str, *, behind: bool) -> str:
    """`behind`: is it used behind the handler?"""
    code = USES[use]
    handler = "kept = e" if behind else code
    after = ["e = kept", code] if behind else []
    lines = [
        "p = [0]",
        "q = [1]",
        "try:",
        indent(RAISES[raises].strip(), "    "),
        "except E as e:",
        indent(handler.strip(), "    "),
    ]
    body = "\n".join([*lines, *after, "return len(p)"])
    return CLASSES + "\n\ndef main(a):\n" + indent(body, "    ") + "\n"
