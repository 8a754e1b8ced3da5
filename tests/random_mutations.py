# ruff: noqa: E501
"""Random programs that change objects: lists, dicts, sets, deques, instances, shared and within one another.

`write(random)` gives a module whose `main(a, b)` calls `see(x)` again and again, so that a test can look at x there.
"""

import random as _random

PRELUDE = """
from collections import OrderedDict, defaultdict, deque

class Box:
    def __init__(self, first, more=None):
        self.first = first
        self.more = [] if more is None else more

    def put(self, x):
        self.more.append(x)
        self.last = x
        return self

class Slotted:
    __slots__ = ("first", "rest")

    def __init__(self, first):
        self.first = first

def see(x):
    return x

def fill(into, n):
    for i in range(n):
        into.append(i)
    return into

def swap(d, k, v):
    old = d.get(k)
    d[k] = v
    return old

def keep(*things, **named):
    named["n"] = len(things)
    return named

def pairs(n):
    for i in range(n):
        yield [i, i + 1]
"""

# fmt: off
LISTS = ("{x} = [{i}, {i}, {v}]", "{x} = list({s})", "{x} = {s} + [{i}]", "{x} = {s}[{i}:]", "{x} = [e for e in {s}]",
         "{x} = sorted({n})", "{x} = 'a b c'.split()", "{x} = [{s}, {v}]", "_, *{x} = [0, *{s}]", "{x} = [[]] * 2",
         "{x} = fill([], {i})", "{x} = {s}.copy()", "{x} = list(d.items())", "{x} = [*{s}, *d]",
         "{x} = [p for p in pairs({i})]", "{x} = list(reversed({s}))", "{x} = list(enumerate({s}))")
CHANGES = ("{s}.append({v})", "{s}.extend({t})", "{s}.insert({i}, {v})", "{s} and {s}.pop()", "{s}.reverse()",
           "{s}[{i}:{j}] = [{v}, {v}]", "{s} += [{i}]", "del {s}[{i}:]", "{s}.clear()", "{s} and {s}.__setitem__(0, {i})",
           "fill({s}, 2)", "{s} *= 2", "push = {s}.append; push({v})", "d[{k}] = {v}", "d.setdefault({k}, []).append({i})",
           "d.update(a={v}, b=[{i}])", "d.pop({k}, None)", "d.update({{{k}: {s}}})", "swap(d, {k}, {v})", "g[{k}] += 1",
           "g[{k}] = {i}", "q.append({v})", "q.appendleft({i})", "q.rotate({i})", "q and q.popleft()", "u.add({i})",
           "u.discard({i})", "u |= {{{i}, {j}}}", "u.update(range({i}))", "b.first = {v}", "b.put({v})",
           "b.more = {s}", "b.more.append({i})", "o.first = {v}", "o.rest = {s}", "b = Box({i}, {s})", "o = Slotted({v})",
           "d = {{{k}: {v}, 'z': {s}}}", "d = dict(d)", "d = {{str(e): [e] for e in range({i})}}", "u = {{{i}, {j}}}",
           "w = keep({v}, {s}, x={s}, y={i})", "w['y'] = {s}", "c = ({s}, [{i}])", "c[1].append({j})", "n.append({i})",
           "n.sort()", "n.sort(reverse=True)", "n.remove(n[0]) if n else None", "setattr(b, 'first', {i})",
           "r['k'] = {s}; r.move_to_end('k')", "r.popitem() if r else None", "y.append({i}); y.extend(b'ab')",
           "for e in {s}:\n        if type(e) is list: e.append({i})", "del b.first; b.first = {i}", "u = u - {{{i}}}")
RARELY = ("{s}.sort(key=repr)", "{s} = list(map(repr, {t}))", "{s}.extend(pairs({i}))", "vars(b)['first'] = {i}",
          "n = sorted(n, key=lambda e: -e)")
# fmt: on


def write(random: _random.Random, size: int = 30) -> str:
    names = ["l", "m", "k"]
    lines = [
        PRELUDE,
        "def main(l, d):",
        "    m = [1, 2]; k = [l, m]; n = [3, 1, 2]; u = {1, 2}; q = deque([1]); c = (l, m)",
        "    g = defaultdict(int); b = Box(1); o = Slotted(2); r = OrderedDict(a=1); y = bytearray(b'x'); w = {}",
    ]
    for _ in range(size):
        kind = random.random()
        table = LISTS if kind < 0.25 else RARELY if kind > 0.993 else CHANGES
        fields = {
            "x": random.choice(names[:2]),
            "s": random.choice(names),
            "t": random.choice(names[:2]),
            "n": "n",
            "i": str(random.randrange(4)),
            "j": str(random.randrange(4)),
            "k": random.choice(["'a'", "'b'", "3"]),
            "v": random.choice([*names[:2], "1", "'t'", "None", "[5]", "b", "d", "(1, [2])", "c"]),
        }
        text = random.choice(table).format(**fields)
        lines.append(f"    try:\n        {text.replace(chr(10), chr(10) + '    ')}")
        lines.append("    except (TypeError, IndexError, ValueError, AttributeError, KeyError, RuntimeError): pass")
        lines.append("    if len(repr(l)) + len(repr(m)) + len(repr(k)) > 3000: return 0")
        lines.append(
            f"    see({random.choice(['l', 'm', 'k', 'n', 'u', 'q', 'd', 'g', 'b', 'o', 'r', 'y', 'w', 'c'])})"
        )
    lines.append("    return k, d, b")
    return "\n".join(lines) + "\n"
