"""Programs `main(a)` in which a container is copied and handed on several times, and what is taken out of the last copy
is written to: `programs()`. A way that `a` decides changes the first one; the result is the length of one of two lists.
"""

import random
import re
from collections.abc import Iterator
from textwrap import indent

HEAD = """
import collections, copy, functools, heapq, itertools, operator

class Box:
    def __init__(self, c): self.c = c
    def get(self): return self.c
    def __iter__(self): return iter(self.c)
    def __getitem__(self, i): return list(self.c)[i]
    def __len__(self): return len(self.c)

class Gives:
    def __init__(self, c): self.c = c
    def __iter__(self): yield from self.c

class Steps:
    def __init__(self, c): self.i = iter(c)
    def __iter__(self): return self
    def __next__(self): return next(self.i)

def each(c):
    for x in c: yield x

def delegating(c):
    yield from c

def asking(c):
    it = iter(c)
    while True:
        try: yield next(it)
        except StopIteration: return

def same(c): return c

def rest(*c): return c

def one_by_one(c, n=0):
    c = list(c)
    return [c[n], *one_by_one(c, n + 1)] if n < len(c) else []

P = collections.namedtuple('P', 'u v')
"""
# what the container c is, and what a way that may not be taken does to it
FILLS = [
    ("c = [q, q, q]", "c[0] = p"),
    ("c = [q, q, q]", "c[1] = p"),
    ("c = [q, q]", "c = [p, q]"),
    ("c = [q]", "c.insert(0, p)"),
    ("c = [q]", "c.append(p)"),
    ("c = [p, q, q]", "c.reverse()"),
    ("c = [q, p]", "del c[0]"),
    ("d = {1: q, 2: q}; c = d.values()", "d[2] = p"),
    ("d={1:q,2:q}; c=[v for v in d.values()]", "d[1]=p; c=list(d.values())"),
    ("c = (q, q)", "c = (q, p)"),
    ("c = [q, p]", "c.pop(0)"),
    ("c=[q, q]", "c = c[:1]+[p]"),
    ("c=[q]", "c.extend([p])"),
    ("c=[q,q]", "b=c; b[1]=p"),
    ("o=Box([q,q]); c=o.get()", "o.c[1]=p"),
    ("o=Box([q,q]); c=o.c", "o.c=[p,p]; c=o.c"),
    ("c=collections.deque([q,q])", "c.appendleft(p)"),
    ("c=[q,q]", "c[:]=[q,p]"),
    ("c=[p,q]", "c.clear(); c.append(q)"),
    ("c=[q,q]", "c=[x for x in (p,q)]"),
    ("c=[q,q]", "c[1:2]=[p,p]"),
    ("c=[p,q]", "c.remove(c[0])"),
    ("r=[[q,q],[p,p]]; c=r[0]", "c=r[1]"),
    ("r={'x':[q,q],'y':[p,p]}; c=r['x']", "c=r['y']"),
    ("c=[q,q]", "try:\n    raise ValueError(p)\nexcept ValueError as e:\n    c=[e.args[0],q]"),
]
# how C is handed on
STEPS = [
    "list(C)",
    "tuple(C)",
    "[*C]",
    "(*C,)",
    "[x for x in C]",
    "list(x for x in C)",
    "list(map(lambda x: x, C))",
    "list(filter(lambda x: True, C))",
    "[x for x, in zip(C)]",
    "[x for _, x in enumerate(C)]",
    "list(dict(enumerate(C)).values())",
    "list(reversed(list(C)))[::-1]",
    "list(C)[:]",
    "list(C)+[]",
    "[]+list(C)",
    "collections.deque(C)",
    "list(itertools.chain(C, []))",
    "list(itertools.chain.from_iterable([C]))",
    "list(itertools.islice(C, 10))",
    "Box(list(C)).get()",
    "Box(list(C))",
    "Gives(list(C))",
    "Steps(list(C))",
    "each(C)",
    "delegating(C)",
    "asking(C)",
    "same(C)",
    "rest(*C)",
    "one_by_one(C)",
    "list({i: x for i, x in enumerate(C)}.values())",
    "(lambda c: c)(C)",
    "functools.reduce(lambda s, x: s + [x], C, [])",
    "[t[0] for t in zip(C, itertools.count())]",
    "sorted(C, key=lambda x: 0)",
    "copy.copy(list(C))",
    "list(copy.copy(list(C)))",
    "(lambda: list(C))()",
    "[row for row in [list(C)]][0]",
    "next(iter([list(C)]))",
    "{'k': list(C)}['k']",
    "list({'k': list(C)}.items())[0][1]",
    "max([list(C)], key=len)",
    "P(list(C), 0).u",
    "P(*[list(C), 0])[0]",
    "list(P(list(C), 0))[0]",
    "[y for x in [C] for y in x]",
    "list(itertools.accumulate(C, lambda s, x: x))",
    "[g for k, gg in itertools.groupby(C, key=lambda x: 0) for g in gg]",
    "list(itertools.starmap(lambda x: x, [(x,) for x in C]))",
    "(list(C) or [[7]])",
    "(list(C) if C else [])",
    "list(itertools.tee(C)[0])",
    "list(operator.itemgetter(slice(None))(list(C)))",
    "sum([list(C)], [])",
    "sum(([x] for x in C), [])",
    "list(iter(C))",
    "[None, *C][1:]",
    "(lambda *a: a)(*C)",
    "(lambda *a, **k: list(a))(*C, z=1)",
    "getattr(Box(list(C)), 'c')",
    "vars(Box(list(C)))['c']",
    "(lambda c: [c.pop(0) for _ in range(len(c))])(list(C))",
    "(lambda c: [c.pop() for _ in range(len(c))][::-1])(list(C))",
    "list(heapq.merge([], list(C), key=len))",
    "list(map(operator.itemgetter(1), enumerate(C)))",
    "list(collections.OrderedDict(enumerate(C)).values())",
    "list(collections.ChainMap(dict(enumerate(C))).values())",
    "[d for d in collections.deque(C, maxlen=9)]",
]
# what is done with it in the end
USES = [
    "for x in C:\n    x.append(1)",
    "list(C)[0].append(1)",
    "list(C)[-1].append(1)",
    "x, *y = C\nx.append(1)",
    "*x, y = C\ny.append(1)",
    "next(iter(C)).append(1)",
    "it = iter(C)\nnext(it)\nnext(it, [8]).append(1)",
    "x = list(C)\nx[len(x) - 1].append(1)",
    "[x.append(1) for x in C]",
    "(lambda a, *r: a.append(1))(*C)",
    "(lambda *r: r[-1].append(1))(*C)",
    "x = max(C, key=len)\nx.append(1)",
    "x = [*C, [9]][1]\nx.append(1)",
    "x = dict(enumerate(C)).get(1, [8])\nx.append(1)",
    "y = []\ny.extend(C)\ny.pop().append(1)",
    "y = []\ny += C\ny[0] += [1]",
    "if any(x is p for x in C): p.append(1)",
    "if p is list(C)[-1]: p.append(1)",
    "x = list(C)\nwhile x: x.pop().append(1)",
    "for x, y in zip(C, [0]):\n    x.append(1)",
    "x = {0: list(C)[0]}\nx[0].append(1)",
    "x = Box(list(C)[-1])\nx.c.append(1)",
    "k = [v for v in C]\nk[0], k[-1] = k[-1], k[0]\nk[0].append(1)",
    "match list(C):\n    case [x, *_]: x.append(1)",
    "match list(C):\n    case [*_, x]: x.append(1)",
    "del list(C)[0][:]",
    "list(C)[0][0:0] = [5]",
    "for x in C:\n    pass\nx.append(1)",
    "y = [x for x in C if x]\nfor z in y: z.append(2)",
    "def h(x): x.append(1)\nh(list(C)[0])",
    "def h(x, y=[3]): y.append(1)\nh(*list(C)[:2])",
    "list(map(list.append, C, itertools.repeat(1)))",
    "with_ = list(C)\nfor i in range(len(with_)): with_[i].append(1)",
]


def programs(seed: int, count: int) -> Iterator[str]:
    """Random ones: one to three copies, most often one."""
    rng = random.Random(seed)
    for _ in range(count):
        first, otherwise = rng.choice(FILLS)
        lines, current = ["p, q = [0], [1]", first, "if a:", indent(otherwise.replace("; ", "\n"), "    ")], "c"
        for number in range(rng.choice([1, 1, 2, 2, 3])):
            lines.append(f"c{number} = {_of(current, rng.choice(STEPS))}")
            current = f"c{number}"
        lines += [_of(current, rng.choice(USES)), "return len(p)"]
        yield f"{HEAD}\ndef main(a):\n{indent(chr(10).join(lines), '    ')}\n"


def _of(container: str, text: str) -> str:
    return re.sub(r"\bC\b", container, text)
