"""What stays within the function that makes it, nobody else writes to; what might get elsewhere, anybody might."""

import sys
from types import ModuleType
from typing import Any

import pytest
from share import share

from irtrack import backward_slice, code_ir, track
from irtrack.record.memory import writing
from irtrack.record.memory.confined import confined_in
from irtrack.record.memory.definitions import Definitions

AROUND = """
import builtins, copy, functools, gc, inspect, json, re
from unittest import mock
KEPT = []

class Taking:
    def __ror__(self, other): KEPT.append(other['k']); return {}

class Keeper:
    def __init__(self): self.it = None
    def keep(self, one): KEPT.append(one)
    def __radd__(self, other): KEPT.append(other); return []
    def __gt__(self, other): KEPT.append(other); return False
    def __eq__(self, other): KEPT.append(other); return False
    def __enter__(self): return self
    def __exit__(self, *e): pass

K = Keeper()
K2 = None

def keep(*given, **named):
    KEPT.extend([*given, *named.values()])

def same(one):
    return one

def touch():
    for one in [*KEPT, K.it, K2, getattr(Keeper, 'at', None)]:
        if callable(one):
            try: one = one()
            except TypeError: one = one(1)
        if type(one) is tuple: one = one[0]
        if type(one) is dict: one = one.get('k', one)
        if type(one) is list and one and type(one[0]) is list: one = one[0]
        if hasattr(one, '__next__'): one = next(one, None)
        if type(one) is list: one.append(7)
"""
# how `x`, a list, may get elsewhere
ESCAPES = {
    "put": "KEPT.append(x)",
    "in a display": "KEPT.append([x])",
    "in a tuple": "KEPT.append((x, 1))",
    "in a dict": "KEPT.append({'k': x})",
    "added": "KEPT.extend([x])",
    "in place": "KEPT.__iadd__([x])",
    "slice": "KEPT[:] = [x]",
    "item": "KEPT.append(0); KEPT[0] = x",
    "passed": "keep(x)",
    "passed by name": "keep(one=x)",
    "passed by a star": "keep(*[x])",
    "passed by stars": "keep(**{'one': x})",
    "method": "K.keep(x)",
    "attribute": "K.it = x",
    "setattr": "setattr(K, 'it', x)",
    "vars": "vars(K).update(it=x)",
    "global": "global K2; K2 = x",
    "bound method": "KEPT.append(x.append)",
    "bound method kept": "m = x.append; KEPT.append(m)",
    "bound method in an attribute": "K.it = x.append",
    "partial": "KEPT.append(functools.partial(x.append, 1))",
    "map": "KEPT.append(map(x.append, [1]))",
    "closure": "KEPT.append(lambda: x)",
    "nested function": "def inner(): return x\n        KEPT.append(inner)",
    "default": "KEPT.append(lambda one=x: one)",
    "renamed": "y = x; KEPT.append(y)",
    "walrus": "KEPT.append((y := x))",
    "chosen": "y = x if a else [0]; KEPT.append(y)",
    "given back": "KEPT.append(same(x))",
    "out of a list": "KEPT.append([x][0])",
    "sorted": "KEPT.append(sorted([x])[0])",
    "a loop": "for y in [x]: KEPT.append(y)",
    "unpacked": "y, _ = x, 1; KEPT.append(y)",
    "starred": "y, *z = [x, 1]; KEPT.append(y)",
    "radd": "x + K",
    "comparison": "x == K",
    "max": "max(x, K)",
    "exception": "try: raise ValueError(x)\n        except ValueError as e: KEPT.append(e.args[0])",
    "handler": "y = x\n        try: y.pop(9)\n        except IndexError: KEPT.append(y)",
    "with": "with K as k: k.keep(x)",
    "class": "class B: at = x\n        KEPT.append(B.at)",
    "class attribute": "Keeper.at = x",
    "eval": "eval('KEPT.append(x)', globals(), {'x': x})",
    "locals": "KEPT.append(locals()['x'])",
    "in place, with another": "y = x; y += K",
    "max of one": "KEPT.append(max([x], default=x))",
    "default of max": "KEPT.append(max([], default=x))",
    "generator": "KEPT.append(y for y in [x])",
    "comprehension": "[KEPT.append(y) for y in [x]]",
    "dict of a dict": "d = {'k': x}; KEPT.append(d)",
    "match": "match x:\n            case y: KEPT.append(y)",
    "copied reference": "KEPT.append(copy.copy([x])[0])",
    "or": "KEPT.append(x or 1)",
    "setdefault": "KEPT.append({}.setdefault('k', x))",
    "get": "KEPT.append({}.get('k', x))",
    "pop": "KEPT.append({}.pop('k', x))",
    "its owner": "try: x.push(3)\n        except AttributeError as e: KEPT.append(e.obj)",
    "an iterator": "KEPT.append(iter(x).__reduce__()[1][0])",
    "reversed": "KEPT.append(reversed(x).__reduce__()[1][0])",
    "a copied iterator": "KEPT.append(copy.copy(iter(x)).__reduce__()[1][0])",
    "referents": "KEPT.append(gc.get_referents(iter(x))[0])",
    "a view": "{'k': x}.values().mapping | Taking()",
    "eval by another name": "KEPT.append([eval][0]('x'))",
    "eval of builtins": "KEPT.append(builtins.eval('x'))",
    "locals by another name": "seen = locals\n        KEPT.append(seen()['x'])",
    "its frame": "KEPT.append(inspect.currentframe().f_locals['x'])",
    "its frame, imported": "import sys as s\n        KEPT.append(s._getframe().f_locals['x'])",
    "a traceback": "try: 1 // 0\n        except Exception as e: KEPT.append(e.__traceback__.tb_frame.f_locals['x'])",
    "a builtin that was replaced": "with mock.patch('builtins.print', keep): print(x)",
    "a builtin that is hidden": "with mock.patch(__name__ + '.sorted', keep, create=True): sorted(x)",
}


def function(source: str) -> Any:
    module = sys.modules["program"] = ModuleType("program")  # where `mock.patch` finds it
    exec(compile(AROUND + source, "<confined>", "exec"), vars(module))
    return vars(module)["f"]


def inputs(record: Any) -> set[str]:
    return {node.name for node in backward_slice(record).inputs}


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -1], ids=["told apart", "by names"])
@pytest.mark.parametrize("turns", [1, 40], ids=["once", "hot"])
@pytest.mark.parametrize("name", share(ESCAPES))
def test_what_would_have_got_elsewhere_might_have_been_written_to(name, turns, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    source = f"""
def f(c, a):
    for turn in range({turns}):
        n = part(c, a)
    return n

def part(c, a):
    KEPT.clear(); K.it = None; Keeper.at = None
    x = [a]
    if c:
        {ESCAPES[name]}
    touch()
    return len(x)
"""
    assert function(source)(0, 5) != function(source)(1, 5), source
    record = track(function(source), 0, 5)
    assert record.value == 1
    assert "c" in inputs(record), source


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -1], ids=["told apart", "by names"])
@pytest.mark.parametrize("name", share(ESCAPES))
def test_what_has_got_elsewhere_might_be_written_to(name, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    source = f"""
def f(c, a):
    KEPT.clear(); K.it = None; Keeper.at = None
    x = [a]
    if True:
        {ESCAPES[name]}
    [lambda: perhaps(c)][0]()
    return len(x)

def perhaps(c):
    if c: [touch][0]()
"""
    assert function(source)(0, 5) != function(source)(1, 5), source
    record = track(function(source), 0, 5)
    assert record.value == 1
    assert "c" in inputs(record), source


BETWEEN = [
    "copy.deepcopy([b, {'x': b}])", "copy.copy(K)", "json.dumps({'x': b})", "json.loads('[%d]' % b)",
    "re.sub('a', str(b), 'aa')", "functools.reduce(same, [b])", "keep(b)", "touch()",
]  # fmt: skip
USED = {
    "list": ("x = [a]", "x.append(2)\n    return x[0] + len(x)"),
    "dict": ("x = {'k': a}", "x['j'] = 1\n    return x['k'] + sum(x.values())"),
    "set": ("x = {a, 1}", "x.add(3)\n    return len(x) + max(x) + (a in x)"),
    "list that grows": ("x = [a]\n    x += [1]", "x.sort()\n    return [y + 1 for y in x]"),
    "generator": ("x = [a, 2]", "x.append(3)\n    return sum(y for y in x)"),
    "chosen": ("x = [a] if a > 2 else [1, 2]", "for y in x: a += y\n    return a"),
    "handler": ("x = [a]", "try: x.pop(3)\n    except IndexError: x.pop()\n    return len(x)"),
}


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -1], ids=["told apart", "by names"])
@pytest.mark.parametrize("name", USED)
def test_nobody_else_writes_to_what_stays_within_a_function(name, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    make, use = USED[name]
    # by names what C code is given in the function itself counts, too
    for between in BETWEEN if allowed > 0 else ["copy.copy(K)", "json.loads('[%d]' % b)", "keep(b)", "touch()"]:
        record = track(function(f"def f(a, b):\n    {make}\n    z = {between}\n    {use}\n"), 5, 3)
        assert inputs(record) == {"a"}, between


PASSED_BY = [
    "K.keep(b)", "keep([b])", "[Keeper][0]().keep(b)", "KEPT[0](b)", "copy.deepcopy([b])", "json.dumps([b], indent=1)",
    "functools.partial(keep, b)()", "(lambda f: f(b))(keep)", "K.it(b)", "y = [b]; y.append(KEPT[0](y))",
    "with K as k: k(b)",
]  # fmt: skip


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -1], ids=["told apart", "by names"])
@pytest.mark.parametrize("turns", [1, 40], ids=["once", "hot"])
@pytest.mark.parametrize("name", USED)
def test_nor_would_a_way_not_taken_write_to_it_that_does_nothing_with_it(name, turns, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    make, use = USED[name]
    make, use = make.replace("\n", "\n    "), use.replace("\n", "\n    ").replace("return", "found =")
    for passed_by in PASSED_BY:
        source = f"""
def f(a, b):
    turn = 0
    while turn < {turns}:
        turn += 1
        {make}
        if b:
            {passed_by}
        {use}
    return found
"""
        assert inputs(track(function(source), 5, 0)) == {"a"}, passed_by


def test_what_is_returned_is_anybodys():
    source = """
def made(a):
    x = [a]
    return x

def f(c, a):
    KEPT.clear()
    y = made(a)
    if c: KEPT.append(y)
    touch()
    return len(y)
"""
    assert (function(source)(0, 5), function(source)(1, 5)) == (1, 2)
    assert "c" in inputs(track(function(source), 0, 5))


# what writes to `one`, which is `x` or something else
WRITES = [
    "one[0] = 5", "one.append(5)", "del one[0]", "one.insert(0, 5)", "one.extend([5])", "one[:] = [5]", "one.clear()",
    "one.pop()", "one.__setitem__(0, 5)", "one.sort(key=lambda y: -y)", "one.reverse()", "one += [5]",
    "for y in [1]: one.append(y)", "[one.append(y) for y in [1]]", "put = one.append; put(5)",
]  # fmt: skip


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -1], ids=["told apart", "by names"])
@pytest.mark.parametrize("turns", [1, 40], ids=["once", "hot"])
@pytest.mark.parametrize("other", ["None", "[1, 2]", "(1, 2)", "7"])
@pytest.mark.parametrize("write", share(WRITES))
def test_its_own_function_might_have_written_to_it(write, other, turns, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    source = f"""
def f(c, a):
    for turn in range({turns}):
        found = part(c, a)
    return found

def part(c, a):
    x = [1, 2]
    touch()
    one = x if c else {other}
    try:
        {write}
    except (TypeError, AttributeError):
        pass
    copy.copy(K)
    return [*x]
"""
    for c in (0, 1):
        assert "c" in inputs(track(function(source), c, 5)), source


def confined(text: str) -> int:
    return len(confined_in(Definitions(code_ir(function(text)))))


def test_which_displays_stay():
    assert confined("def f(a):\n    x = [a]\n    x.append(1)\n    y = {1: 2}\n    del y[1]\n    return len(x)") == 2
    assert confined("def f(a):\n    x = [a]\n    for y in x: a(y)\n    return f'{x}', x[1:], sorted(x, key=a)") == 1
    assert confined("def f(a):\n    x = [a]\n    return x") == 1
    assert confined("def f(a):\n    x = [a]\n    a(x)") == 0
    assert confined("def f(a):\n    x = [a]\n    return sum([a], x)") == 1  # the one within
    assert confined("def f(a):\n    x = [a]\n    x += a\n    return x") == 0  # its `__radd__` would be given it
    assert confined("def f(a):\n    x = [a]\n    return locals()") == 0


def test_another_class_may_do_what_it_likes_with_an_item():
    source = """
import collections

def f(c):
    z = [1, 2]
    x = collections.Counter() if c == 0 else z
    del x[0]
    return len(z)
"""
    assert (function(source)(0), function(source)(1)) == (2, 1)
    assert inputs(track(function(source), 0)) == {"c"}
