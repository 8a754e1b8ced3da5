"""Programs `main(a)` in which something gives values one by one, of which some come of a; C code or code of Python's
own library goes over it, and what that gives is consumed in all ways. The slice by data of the result has a.
"""

from collections.abc import Iterator
from textwrap import indent

# what gives the values: `g`, which is called
GIVING = {
    "closure": "def g():\n    yield a\n    yield 2\n    yield 3",
    "expression": "g = lambda: (a * z for z in (1, 2, 3))",
    "delegating": "def g():\n    yield from [a, 2, 3]",
    "twice": "def h():\n    yield a\n    yield 2\ndef g():\n    yield from h()\n    yield 3",
    "iterator": "class I:\n    def __init__(self):\n        self.n = 0\n    def __iter__(self):\n        return self\n"
    "    def __next__(self):\n        self.n += 1\n        if self.n > 3:\n            raise StopIteration\n"
    "        return a * self.n\ng = I",
    "items": "class I:\n    def __getitem__(self, k):\n        if k > 2:\n            raise IndexError\n"
    "        return a * k + a\ng = I",
    "map": "g = lambda: map(lambda t: t * a, [1, 2, 3])",
    "list": "b = [a, 2, 3]\ndef g():\n    for x in b:\n        yield x",
}
# what goes over it
OVER = {
    "itself": "g()",
    "iter": "iter(g())",
    "list": "list(g())",
    "generator": "(y for y in g())",
    "enumerate": "(x for i, x in enumerate(g()))",
    "zip": "(x for x, y in zip(g(), [1, 2, 3]))",
    "zipped": "(x for y, x in zip([1, 2, 3], g()))",
    "longest": "(x for x, y in itertools.zip_longest(g(), [1]))",
    "islice": "itertools.islice(g(), 2)",
    "chain": "itertools.chain([1], g())",
    "from_iterable": "itertools.chain.from_iterable([g(), [1]])",
    "map": "map(abs, g())",
    "mapped": "map(lambda t: t + 1, g())",
    "filter": "filter(None, g())",
    "accumulate": "itertools.accumulate(g())",
    "takewhile": "itertools.takewhile(lambda t: t < 99, g())",
    "tee": "itertools.tee(g())[1]",
    "groupby": "(k for k, _ in itertools.groupby(g()))",
    "starmap": "itertools.starmap(abs, zip(g()))",
    "reversed": "reversed(list(g()))",
    "values": "dict(enumerate(g())).values()",
    "pairwise": "(x for x, y in itertools.pairwise(g()))",
    "product": "(x for x, y in itertools.product(g(), [1]))",
    "merge": "heapq.merge(g(), [50])",
    "cycle": "itertools.islice(itertools.cycle(g()), 4)",
    "compress": "itertools.compress(g(), [1, 1, 1])",
}
# what is done with the iterable
USES = {
    "loop": "s = 0\nfor x in ALL:\n    s += x\nreturn s",
    "sum": "return sum(ALL)",
    "list": "return list(ALL)[0]",
    "unpacked": "x, *_ = ALL\nreturn x",
    "three": "x, y, z = ALL\nreturn x",
    "star": "return max(*ALL)",
    "max": "return max(ALL)",
    "sorted": "return sorted(ALL)[-1]",
    "join": "return ','.join(map(str, ALL))",
    "dict": "return dict(enumerate(ALL))[0]",
    "set": "return sum(set(ALL))",
    "comprehension": "return [x for x in ALL][0]",
    "generator": "return sum(x for x in ALL)",
    "keys": "return {k: v for k, v in enumerate(ALL)}[0]",
    "extend": "l = []\nl.extend(ALL)\nreturn l[0]",
    "in_place": "l = []\nl += ALL\nreturn l[0]",
    "slice": "l = [0]\nl[:] = ALL\nreturn l[0]",
    "update": "l = {}\nl.update(enumerate(ALL))\nreturn l[0]",
    "next": "return next(iter(ALL))",
    "while": "it = iter(ALL)\nnext(it)\ns = 0\nwhile (x := next(it, None)) is not None:\n    s += x\nreturn s",
    "reduce": "return functools.reduce(lambda u, v: u + v, ALL)",
    "deque": "return collections.deque(ALL)[0]",
    "counter": "return sum(collections.Counter(ALL))",
    "array": "return np.fromiter(ALL, float).sum()",
    "display": "return [*ALL][0]",
    "call": "return (lambda *r: r[0])(*ALL)",
    "text": "return '%s %s %s' % tuple(ALL)",
    "key": "return min(ALL, key=lambda t: -t)",
    "enumerate": "s = 0\nfor i, x in enumerate(ALL):\n    s += x\nreturn s",
    "break": "for x in ALL:\n    break\nreturn x",
    "nested": "s = 0\nfor x in ALL:\n    for y in ALL:\n        s += x * y\nreturn s",
    "append": "s = []\nfor x in ALL:\n    s.append(x)\nreturn s[0]",
}
_IMPORTS = "import collections, functools, heapq, itertools\nimport numpy as np\n"


def programs(use: str) -> Iterator[tuple[str, str]]:
    """Those with a use: the names of what gives, and of what goes over it; the source."""
    for giving, gives in GIVING.items():
        for over, iterable in OVER.items():
            body = indent(f"{gives}\n{USES[use].replace('ALL', iterable)}", "    ")
            yield f"{giving}/{over}", f"{_IMPORTS}def main(a):\n{body}\n"
