"""Programs in which something is taken out of a container or object, or replaced, only for some inputs; what is there
then is written to. `program(kind, change, use)` is the source of a function `main(a)` that gives the length of a list
that was there before: the change runs if `a` is more than 2.
"""

from itertools import product
from textwrap import indent

LISTS = {
    "pop": "q.pop()",
    "pop the first": "q.pop(0)",
    "del": "del q[0]",
    "remove": "q.remove(z)",
    "clear": "q.clear()",
    "del all": "del q[:]",
    "store to all": "q[:] = []",
    "multiply": "q *= 0",
    "insert": "q.insert(0, z)",
    "append": "q.append(z)",
    "extend": "q.extend([z])",
    "add in place": "q += [z]",
    "store to a slice": "q[:0] = [z]",
    "store": "if q: q[0] = [5]",
    "reverse": "q.reverse()",
    "another": "q = [z]",
}
ITEMS = ["[]", "[z]", "[w, z]", "[z, z]"]
USES_OF_LISTS = {
    "first": "if q: q[0].append(1)",
    "second": "if len(q) > 1: q[1].append(1)",
    "last": "if q: q[-1].append(1)",
    "pop": "if q: q.pop().append(1)",
    "pop the first": "if q: q.pop(0).append(1)",
    "while": "while q: q.pop().append(1)",
    "unpack": "x, *y = q or [w]\nx.append(1)",
    "unpack the last": "*y, x = q or [w]\nx.append(1)",
    "next": "next(iter(q), w).append(1)",
    "slice": "if q: q[:1][0].append(1)",
    "zip": "for i, t in zip([1], q): t.append(1)",
    "enumerate": "for i, t in enumerate(q):\n    if i == 0: t.append(1)",
    "reversed": "next(reversed(q), w).append(1)",
    "loop": "for t in q: t.append(1)",
    "in": "if z in q: z.append(1)",
    "copy": "for t in list(q): t.append(1)",
}

DICTS = {
    "store": "d['k'] = w",
    "store None": "d['k'] = None",
    "store a number": "d['k'] = 0",
    "store to another key": "d['j'] = z",
    "del": "del d['k']",
    "pop": "d.pop('k')",
    "popitem": "d.popitem()",
    "clear": "d.clear()",
    "update by name": "d.update(k=w)",
    "update": "d.update({'k': w})",
    "or in place": "d |= {'k': w}",
    "setdefault": "d.setdefault('j', z)",
    "another": "d = {}",
}
USES_OF_DICTS = {
    "get": "t = d.get('k')\nt and t.append(1)",
    "item": "if 'k' in d and d['k']: d['k'].append(1)",
    "values": "for t in d.values():\n    if t: t.append(1)",
    "items": "for k, t in d.items():\n    if t: t.append(1)",
    "keys": "for k in d:\n    if d[k]: d[k].append(1)",
    "list of values": "for t in list(d.values()):\n    if t: t.append(1)",
    "list of items": "for k, t in list(d.items()):\n    if t: t.append(1)",
    "sorted": "for k in sorted(d):\n    if d[k]: d[k].append(1)",
    "comprehension": "e = {k: v for k, v in d.items()}\nfor t in e.values():\n    if t: t.append(1)",
    "copy": "e = d.copy()\nfor t in e.values():\n    if t: t.append(1)",
    "star": "e = {**d}\nif e.get('k'): e['k'].append(1)",
    "popitem": "while d:\n    k, t = d.popitem()\n    if t: t.append(1)",
    "pop": "t = d.pop('k', None)\nif t: t.append(1)",
    "setdefault": "t = d.setdefault('k', [])\nif t: t.append(1)",
    "keywords": "def g(k=None, j=None):\n    if k: k.append(1)\n    if j: j.append(1)\ng(**d)",
    "try": "try:\n    d['k'].append(1)\nexcept (KeyError, AttributeError):\n    pass",
    "next": "t = next(iter(d.values()), None)\nif t: t.append(1)",
}

CLASS = """
class C:
    def set(self, w): self.x = w
    def drop(self): self.x = None
    def use(self):
        if self.x: self.x.append(1)
    def use_variable(self):
        x = self.x
        if x is not None: x.append(1)
    @property
    def p(self): return self.x
"""
ATTRIBUTES = {
    "store": "o.x = w",
    "store None": "o.x = None",
    "store a number": "o.x = 0",
    "del": "del o.x",
    "setattr": "setattr(o, 'x', w)",
    "delattr": "delattr(o, 'x')",
    "vars": "vars(o)['x'] = w",
    "dict": "o.__dict__['x'] = w",
    "clear": "o.__dict__.clear()",
    "pop": "o.__dict__.pop('x')",
    "update": "o.__dict__.update(x=w)",
    "method": "o.set(w)",
    "method that drops": "o.drop()",
}
USES_OF_ATTRIBUTES = {
    "attribute": "if o.x: o.x.append(1)",
    "getattr": "t = getattr(o, 'x', None)\nif t: t.append(1)",
    "hasattr": "if hasattr(o, 'x') and o.x: o.x.append(1)",
    "try": "try:\n    o.x.append(1)\nexcept AttributeError:\n    pass",
    "vars": "for t in vars(o).values():\n    if t: t.append(1)",
    "names": "for k in vars(o):\n    t = getattr(o, k)\n    if t: t.append(1)",
    "method": "o.use()",
    "method with a variable": "o.use_variable()",
    "property": "t = o.p\nif t: t.append(1)",
    "copy": "e = copy.copy(o)\nif e.x: e.x.append(1)",
    "bound": "m = o.use\nm()",
}
CALLED = {
    "attribute": ("o.x = z.append", "o.x = None", "if o.x: o.x(1)"),
    "other attribute": ("o.x = z.append", "o.x = w.append", "o.x(1)"),
    "other attribute and a test": ("o.x = z.append; o.y = 0", "o.x = w.append; o.y = 1", "if not o.y: o.x(1)"),
    "item": ("h = {'go': lambda n: z.append(n)}", "del h['go']", "if 'go' in h: h['go'](1)"),
    "other item": ("h = {'go': lambda n: z.append(n)}", "h['go'] = w.append", "h['go'](1)"),
    "item that is got": ("h = {'go': z.append}", "h.pop('go')", "f = h.get('go')\nif f: f(1)"),
    "observer": ("q = [z.append]", "q.pop()", "for f in list(q): f(1)"),
}

KINDS = {"list": LISTS, "dict": DICTS, "attribute": ATTRIBUTES, "class attribute": ATTRIBUTES, "called": CALLED}
CHANGES = [f"{kind}/{change}" for kind, changes in KINDS.items() for change in changes]


def programs(name: str) -> list[str]:
    """The sources of all programs of a kind with that change."""
    kind, change = name.split("/")
    if kind == "list":
        tails = ["", "q.append(u)\n"]
        made = product(ITEMS, tails, USES_OF_LISTS.values())
        return [_program(f"q = {items}", LISTS[change], tail + use) for items, tail, use in made]
    if kind == "dict":
        within = [("d = {'k': z}", ""), ("o = C(); o.x = {'k': z}; d = o.x", "")]
        return [_program(begin, DICTS[change], use) for begin, _ in within for use in USES_OF_DICTS.values()]
    if kind == "called":
        return [_program(f"o = C(); {CALLED[change][0]}", *CALLED[change][1:])]
    cls = CLASS.replace("class C:", "class C:\n    x = None") if kind == "class attribute" else CLASS
    return [_program("o = C(); o.x = z", ATTRIBUTES[change], use, cls) for use in USES_OF_ATTRIBUTES.values()]


def _program(begin: str, change: str, use: str, cls: str = CLASS) -> str:
    body = f"z = [0]; w = [5]; u = [0]\n{begin}\nif a > 2:\n    {change}\n{use}\nreturn len(z)\n"
    return f"import copy\n{cls}\n\ndef main(a):\n{indent(body, '    ')}"
