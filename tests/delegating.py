"""Programs `main(a)` in which a generator gives what lies in a container by `yield from`, and what it gives is written
to: `programs()`. Their result is the length of one of two lists, p.
"""

from collections.abc import Iterator
from textwrap import indent

# what lies in the container c, and what a way that may not be taken does to it
FILLS = {
    "item": ("c = [q, q]", "c[0] = p"),
    "last": ("c = [q, q]", "c[1] = p"),
    "other": ("c = [q, q]", "c = [p, q]"),
    "insert": ("c = [q]", "c.insert(0, p)"),
    "append": ("c = [q]", "c.append(p)"),
    "reverse": ("c = [p, q, q]", "c.reverse()"),
    "delete": ("c = [q, p]", "del c[0]"),
    "dict": ("d = {1: q, 2: q}; c = d.values()", "d[2] = p"),
    "copy": ("d = [q, q]; c = d[:]", "c[1:] = [p]"),
    "tuple": ("c = (q, q)", "c = (q, p)"),
    "iterator": ("d = [q, q]; c = iter(d)", "d[1] = p"),
    "passed": ("c = iter([p, q, q])", "next(c)"),
    "list": ("c = [q]", "c = [q]; c += [p]"),
}
FUNCTIONS = {
    "plain": "def g(c):\n    yield from c\n",
    "behind": "def g(c):\n    yield [5]\n    yield from c\n    yield [6]\n",
    "rows": "def g(c):\n    for row in [c, [[7]]]:\n        yield from row\n",
    "nested": "def h(c):\n    yield from c\ndef g(c):\n    yield from h(c)\n",
    "method": "class G:\n    def __init__(self, c):\n        self.c = c\n"
    "    def __iter__(self):\n        yield from self.c\ng = G\n",
    "filtered": "def h(c):\n    yield from c\ndef g(c):\n    for x in h(c):\n        yield x\n",
    "reversed": "def g(c):\n    yield from reversed(list(c))\n",
}
USES = {
    "loop": "for x in g(c):\n    x.append(1)",
    "first": "next(iter(g(c))).append(1)",
    "second": "it = iter(g(c))\nnext(it)\nnext(it, [8]).append(1)",
    "list": "list(g(c))[0].append(1)",
    "display": "[*g(c)][-1].append(1)",
    "comprehension": "[x.append(1) for x in g(c)]",
    "unpacked": "x, *y = g(c)\nx.append(1)",
    "star": "(lambda *r: r[-1].append(1))(*g(c))",
    "map": "list(map(lambda x: x.append(1), g(c)))",
    "enumerate": "for i, x in enumerate(g(c)):\n    x.append(i)",
    "extended": "y = []\ny.extend(g(c))\ny[-1].append(1)",
    "key": "max(g(c), key=len).append(1)",
    "in place": "y = []\ny += g(c)\ny[-1].append(1)",
    "extended by the class": "y = []\nlist.extend(y, g(c))\ny[-1].append(1)",
    "slice": "y = []\ny[len(y):] = g(c)\ny[-1].append(1)",
    "deque": "from collections import deque\ny = deque()\ny.extendleft(g(c))\ny[0].append(1)",
    "zip": "y = list(zip(g(c), g(c)))\ny[-1][1].append(1)",
    "product": "from itertools import product\ny = list(product(g(c)))\ny[-1][0].append(1)",
    "tee": "from itertools import tee\ny, z = tee(g(c))\nlist(y)[-1].append(1)",
    "pairs": "from itertools import pairwise\ny = list(pairwise(g(c)))\ny[-1][-1].append(1)",
    "slice of it": "from itertools import islice\nnext(islice(g(c), 1, 2), [5]).append(1)",
    "mapped": "from itertools import starmap\nlist(starmap(lambda x: x.append(1), zip(g(c))))",
    "reduced": "from functools import reduce\nreduce(lambda s, x: x.append(1), g(c), None)",
    "reversed": "y = list(reversed(list(g(c))))\ny[0].append(1)",
    "one more": "x, y, *z = [*g(c), [8]]\ny.append(1)",
    "keywords": "(lambda **k: k['b'].append(1))(**dict(zip('ab', [*g(c), [9]])))",
    "default": "(lambda a, b=[7]: b.append(1))(*list(g(c))[:2])",
    "merged": "y = {**dict(enumerate(g(c)))}\ny[1].append(1)",
    "contains": "if p in g(c): p.append(1)",
}


# which are wrong: see docs/limits.md
WRONG = {"list-method-star", "tuple-method-star"}


def programs(used: str = "") -> Iterator[tuple[str, str]]:
    """Their names, and their sources; with one use, or all."""
    for filled, (first, otherwise) in FILLS.items():
        way = indent(otherwise.replace("; ", "\n"), "    ")
        for name, function in FUNCTIONS.items():
            for use in [used] if used else USES:
                body = f"p, q = [0], [1]\n{first}\nif a:\n{way}\n{USES[use]}\nreturn len(p)"
                if f"{filled}-{name}-{use}" not in WRONG:
                    yield f"{filled}-{name}-{use}", f"{function}def main(a):\n{indent(body, '    ')}\n"
