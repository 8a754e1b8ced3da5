"""Operations that call a method of an object, and ways by which they would have been come to.

`program(operation, way, state)` is the source of a function `main(a)` that gives what the method has written; with `a`
above 2 the operation runs on the object, and else it does not, or on another one.
"""

from textwrap import indent

_SPECIAL = {
    "__add__": ["o + 1", "operator.add(o, 1)", "functools.reduce(operator.add, [o, 1])"],
    "__radd__": ["1 + o", "sum([o])"],
    "__iadd__": ["o += 1"],
    "__sub__": ["o - 1"],
    "__neg__": ["-o"],
    "__divmod__": ["divmod(o, 1)"],
    "__pow__": ["o ** 2", "pow(o, 2)"],
    "__eq__": ["o == 1", "1 == o", "[o] == [1]", "(o,) != (1,)", "1 in [2, o]", "[o].index(1)", "[o, 2].count(1)"],
    "__lt__": ["o < 1", "1 > o", "sorted([o, o])", "min(o, o)", "[1, o] < [1, 2]", "heapq.heapify([o, o])"],
    "__len__": ["len(o)", "bool(o)", "not o", "list(filter(None, [o]))", "any([o])", "if o: pass"],
    "__contains__": ["1 in o", "1 not in o", "operator.contains(o, 1)"],
    "__getitem__": ["o[1]", "o[1:2]", "operator.itemgetter(1)(o)", "'%(x)s' % o", "'{0[x]}'.format(o)"],
    "__setitem__": ["o[1] = 2", "operator.setitem(o, 1, 2)"],
    "__delitem__": ["del o[1]"],
    "__call__": ["o()", "list(map(o, [1]))", "sorted([2, 1], key=o)", "functools.reduce(o, [1, 2])"],
    "__repr__": ["repr(o)", "str([o])", "f'{o!r}'", "'%r' % o", "'{!r}'.format(o)"],
    "__str__": ["str(o)", "f'{o}'", "'%s' % o", "print(o, file=io.StringIO())"],
    "__format__": ["f'{o:x}'", "format(o)"],
    "__index__": ["[1, 2][o]", "range(o)", "[1] * o", "hex(o)", "[1, 2][:o]"],
    "__float__": ["float(o)", "math.sin(o)", "'%f' % o"],
    "__int__": ["int(o)"],
    "__hash__": ["hash(o)", "{o: 1}", "{o}", "{}.get(o)", "set().add(o)", "{}.setdefault(o)"],
    "__iter__": ["for _ in o: pass", "list(o)", "[*o]", "x, = o", "tuple(o)", "[].extend(o)", "zip(o, o)"],
    "__reversed__": ["reversed(o)"],
    "__getattr__": ["o.other", "getattr(o, 'other', 1)", "hasattr(o, 'other')"],
    "__setattr__": ["o.other = 1", "setattr(o, 'other', 1)"],
    "__delattr__": ["del o.other"],
    "__enter__": ["with o: pass"],
    "keys": ["{**o}", "dict(**o)", "{}.update(o)"],
    "plain": ["o.plain()", "list(map(o.plain, [1]))", "sorted([2, 1], key=o.plain)", "getattr(o, 'plain')()"],
    "part": ["o.part", "getattr(o, 'part')", "hasattr(o, 'part')", "operator.attrgetter('part')(o)"],
}
_GIVEN = {"__repr__": "''", "__str__": "''", "__format__": "''", "__iter__": "iter([1])", "__float__": "1.0",
          "__contains__": "True", "__reversed__": "iter([])", "__iadd__": "s", "__radd__": "0", "keys": "[]",
          "__enter__": "s", "__eq__": "True"}  # fmt: skip
OPERATIONS = [(method, statement) for method, statements in _SPECIAL.items() for statement in statements]
WAYS = {
    "if": "if a > 2:\n{inner}\nreturn {read}",
    "helper": "def run(o):\n{inner}\nif a > 2: run(o)\nreturn {read}",
    "early": "def run(o, a):\n    if a <= 2: return\n{inner}\nrun(o, a)\nreturn {read}",
    "loop": "for _ in range(a - 2):\n{inner}\nreturn {read}",
    "raise": "try:\n    if a <= 2: raise KeyError\n{inner}\nexcept KeyError: pass\nreturn {read}",
    "attribute": "class Q: pass\nq = Q(); q.o = o\ndef run(q):\n    o = q.o\n{inner}\nif a > 2: run(q)\nreturn {read}",
    "item": "q = [o]\ndef run(q):\n    o = q[0]\n{inner}\nif a > 2: run(q)\nreturn {read}",
    "cell": "def run():\n    nonlocal o\n{inner}\nif a > 2: run()\nreturn {read}",
    "given": "def get(): return o\ndef run():\n    o = get()\n{inner}\nif a > 2: run()\nreturn {read}",
    "chosen function": "def run():\n    nonlocal o\n{inner}\nf = run if a > 2 else (lambda: None)\nf()\nreturn {read}",
    "made": "saved = o\nif a > 2:\n    o = C()\n{inner}\no = saved\nreturn {read}",
    "made in a function": "def run():\n    o = C()\n{inner}\nif a > 2: run()\nreturn {read}",
    "generator": "def run(o):\n    yield\n{inner}\n    yield\ng = run(o)\nnext(g)\nif a > 2: next(g)\nreturn {read}",
    "chosen": "j = C()\nsaved = o\no = saved if a > 2 else j\n{plain}\no = saved\nreturn {read}",
    "chosen by an index": "saved = o\no = [C(), o][a > 2]\n{plain}\no = saved\nreturn {read}",
}
STATES = {"attribute": ("s.n = 7", "o.n"), "list": ("L.append(1)", "len(L)"), "class": ("C.n = 8", "C.n")}


def program(operation: tuple[str, str], way: str, state: str) -> str:
    method, statement = operation
    write, read = STATES[state]
    given = _GIVEN.get(method, "1")
    if method == "__setattr__":
        write = f"if k != 'n':\n    {write}\nobject.__setattr__(s, k, v)"
    head = "(s, k, v)" if method == "__setattr__" else "(s, *_, **__)"
    lines = [
        "L = []",
        "class C:",
        "    n = 0",
        *(["    @property"] if method == "part" else []),
        f"    def {method}{head}:",
        indent(write, " " * 8),
        f"        return {given}",
        *(["    def __exit__(s, *_): pass"] if method == "__enter__" else []),
        "o = C()",
        WAYS[way].format(inner=indent(statement, "    "), plain=statement, read=read),
    ]
    names = "functools, heapq, io, math, operator"
    return f"import {names}\n\ndef main(a):\n{indent(chr(10).join(lines), '    ')}\n"
