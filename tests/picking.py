"""Programs that pick one of two lists, `x` and `y`, by flags that lie beside them, and write to it. `programs(use)` are
the sources of functions `main(a)`, of which `a` is the flag of the first.
"""

from collections.abc import Iterator
from textwrap import indent

# what holds the lists and their flags, and how that is gone over
HELD = {
    "list of tuples": ("d = [(x, a), (y, 1)]", "for o, k in d"),
    "list of lists": ("d = [[x, a], [y, 1]]", "for o, k in d"),
    "items": ("d = {'x': (x, a), 'y': (y, 1)}", "for n, (o, k) in d.items()"),
    "items that are lists": ("d = {'x': [x, a], 'y': [y, 1]}", "for n, (o, k) in d.items()"),
    "values": ("d = {'x': (x, a), 'y': (y, 1)}", "for o, k in d.values()"),
    "enumerate": ("d = [(x, a), (y, 1)]", "for n, (o, k) in enumerate(d)"),
    "zip": ("d = [x, y]; e = [a, 1]", "for o, k in zip(d, e)"),
    "zip of tuples": ("d = [(x, 0), (y, 0)]; e = [a, 1]", "for (o, _), k in zip(d, e)"),
    "nested": ("d = [(1, (x, a)), (2, (y, 1))]", "for n, (o, k) in d"),
    "sorted": ("d = [(x, a), (y, 1)]", "for o, k in sorted(d, key=lambda p: p[1] * 0)"),
    "objects": ("d = [P(x, a), P(y, 1)]", "for o, k in [(p.o, p.k) for p in d]"),
    "dicts": ("d = [{'o': x, 'k': a}, {'o': y, 'k': 1}]", "for o, k in [(p['o'], p['k']) for p in d]"),
}
USES = {
    "next": "z = next(o {} if k)",
    "list": "z = [o {} if k][0]",
    "loop": "{}:\n    if k: break\nz = o",
    "loop that writes": "{}:\n    o.sort()\n    if k: break\nz = o",
    "return": "def find():\n    {}:\n        if k: return o\nz = find()",
    "generator": "def each():\n    {}:\n        if k: yield o\nz = next(each())",
    "any": "z = None\nany((z := o) and k {})",
    "dict": "z = list({{n: o for n, (o, k) in enumerate((o, k) {}) if k}}.values())[0]",
    "max": "z = max((k, -i, o) for i, (o, k) in enumerate((o, k) {}))[2]",
    "filter": "z = list(filter(lambda q: q[1], ((o, k) {})))[0][0]",
}


def programs(use: str) -> Iterator[str]:
    for held, over in HELD.values():
        for read in "xy":
            body = f"x = [1]; y = [4]\n{held}\n{USES[use].format(over)}\nz.append(5)\nreturn len({read})\n"
            yield f"class P:\n    def __init__(self, o, k): self.o, self.k = o, k\ndef main(a):\n{indent(body, '    ')}"
