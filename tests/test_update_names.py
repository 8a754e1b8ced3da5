"""What an update runs anew writes to what it finds by names, whatever it does for that: then all runs again."""

import array
import collections
import contextvars
import copy
import ctypes
import datetime
import decimal
import enum
import functools
import gc
import io
import itertools
import os
import random
import re
import sys
import threading
import types
import weakref
from collections import OrderedDict, deque
from collections.abc import Iterator
from types import FunctionType
from typing import Any, ClassVar

import numpy as np
import pytest
from share import share

from irtrack import NestedCallNode, check, track
from irtrack.ask.update.watch import Watch

# in each line: what there is, what is done if `a` is large, what is read behind that
LOGGER = """
class Logger:
    def add(self, x): G.append(x)
    def __call__(self, x): G.append(x)
    def __lshift__(self, x): G.append(x)
    def __setitem__(self, k, x): G.append(x)
    @property
    def p(self): G.append(1)
    @p.deleter
    def p(self): G.append(2)
    def visit(self, n): return getattr(self, "visit_" + type(n).__name__)(n)
    def visit_int(self, n): G.append(n)
logger, HOLD = Logger(), [Logger()]
"""
OBJECTS = {
    "table": ("T = {'w': lambda x: G.append(x)}", "T['w'](a)", "len(G)"),
    "list": ("T = [lambda x: G.append(x)]", "T[0](a)", "len(G)"),
    "namespace": ("import types\nN = types.SimpleNamespace(w=lambda x: G.append(x))", "N.w(a)", "len(G)"),
    "registry": (
        "H = {}\ndef on(f): H.setdefault('x', []).append(f)\n@on\ndef handler(v): G.append(v)\n"
        "def emit(name, v):\n    for h in H.get(name, ()): h(v)",
        "emit('x', a)",
        "len(G)",
    ),
    "method": (LOGGER, "logger.add(a)", "len(G)"),
    "called": (LOGGER, "logger(a)", "len(G)"),
    "operator": (LOGGER, "logger << a", "len(G)"),
    "item": (LOGGER, "logger[0] = a", "len(G)"),
    "property": (LOGGER, "logger.p", "len(G)"),
    "deleter": (LOGGER, "del logger.p", "len(G)"),
    "computed name": (LOGGER, "getattr(logger, 'a' + 'dd')(a)", "len(G)"),
    "visitor": (LOGGER, "Logger().visit(a)", "len(G)"),
    "held": (LOGGER, "HOLD[0].add(a)", "len(G)"),
    "observers": (
        "class S:\n    def __init__(self): self.all = []\n"
        "    def set(self, v):\n        for o in self.all: o.update(v)\n"
        "class O:\n    def update(self, v): G.append(v)\ns = S(); s.all.append(O())",
        "s.set(a)",
        "len(G)",
    ),
    "factory": ("import collections\nD = collections.defaultdict(lambda: G)", "D[a].append(a)", "len(G)"),
    "generator": ("def gen():\n    while True: G.append(1); yield\nR = gen(); next(R); G.clear()", "next(R)", "len(G)"),
    "weak": ("import weakref\nclass A: pass\no = A(); o.l = []\nw = weakref.ref(o)", "w().l.append(a)", "len(o.l)"),
    "environment": ("import os\nos.environ['IRTRACK_TEST'] = '0'", "os.environ['IRTRACK_TEST'] = str(a)",
                    "os.environ['IRTRACK_TEST']"),
    "arguments": ("import sys", "sys.argv.append(a); sys.argv.pop(0); G.append(1)", "len(G)"),
    "text": ("import io\nF = io.StringIO('abcdef')", "F.seek(2)", "F.tell()"),
    "context variable": ("import contextvars\nV = contextvars.ContextVar('v', default=0)", "V.set(a)", "V.get()"),
    "module": ("import types\nM = types.ModuleType('M'); M.x = 1", "M.x = a", "M.x"),
    "evaluated": ("def go(): eval('G.append(1)')", "go()", "len(G)"),
    "executed": ("def go(): exec('G.append(1)', globals())", "go()", "len(G)"),
    "annotation": ("", "\n        def q(x: G.append(1) = 1): pass\n        q.__annotations__", "len(G)"),
    "copy": ("class C:\n    def __copy__(self): G.append(1)", "\n        import copy as c\n        c.copy(C())",
             "len(G)"),
    "text of its own": ("class S(str):\n    def upper(self): G.append(1)", "S('x').upper()", "len(G)"),
    "dict of its own": ("class D(dict):\n    def get(self, *k): G.append(1)", "D().get(1)", "len(G)"),
    "matched": ("class D(dict):\n    def get(self, *k): G.append(1)",
                "\n        match D(x=1):\n            case {'x': 1}: pass", "len(G)"),
    "star": ("import operator\ndef add(x): operator.methodcaller('append', x)(G)\nclass S:\n"
             "    def go(self, *xs): add(*xs)", "S().go(*[a])", "len(G)"),
}  # fmt: skip
A = "class A:\n    n = 0\n    items = []\n    def v(self): return 1\n    def up(self): type(self).n += 1\n"
A += "    @classmethod\n    def bump(cls): cls.n += 1\n    def add(self, x): self.items.append(x)\n"
A += "    class Inner:\n        n = []\n        def w(self, x): G.append(x)\nclass B(A): pass\no = A()"
CLASSES = {
    "type": (A, "type(o).n += 1", "A.n"),
    "class": (A, "o.__class__.n = a", "A.n"),
    "mro": (A, "B.__mro__[1].n = a", "A.n"),
    "base": (A, "B.__base__.n = a", "B.n"),
    "subclass": (A, "for c in A.__subclasses__(): c.n = a", "B.n"),
    "own type": (A, "o.up()", "A.n"),
    "class method": (A, "o.bump()", "A.n"),
    "method": (A, "A.v = lambda self: 9", "o.v()"),
    "setattr": (A, "setattr(A, 'v', lambda self: 9)", "o.v()"),
    "property": (A, "A.n = property(lambda self: 2)", "o.n"),
    "length": (A + "\nA.__len__ = lambda self: 1", "A.__len__ = lambda self: 5", "len(o)"),
    "hash": (A, "A.__eq__ = lambda self, other: True", "o == 1"),
    "nested": (A, "A.Inner.n.append(a)", "len(A.Inner.n)"),
    "made of nested": (A, "A.Inner().w(a)", "len(G)"),
    "list of a class": (A, "A().items.append(a)", "len(A().items)"),
    "list of a base": (A, "B().items.append(a)", "len(A.items)"),
    "by a method": (A, "A().add(a)", "len(B().items)"),
}
META = """
class Meta(type):
    @property
    def p(cls): return G
    def __getitem__(cls, k): return G
    def reg(cls, a): G.append(a)
    def __setattr__(cls, n, v): G.append(n); super().__setattr__(n, v)
    def __instancecheck__(cls, o): G.append(o); return True
    def __len__(cls): G.append(1); return 3
    def __new__(m, n, b, ns):
        if b: G.append(n)
        return super().__new__(m, n, b, ns)
    def __iter__(cls): G.append(1); return iter(())
    def __call__(cls, *a): G.append(a)
class W(metaclass=Meta): x = 0
"""
METACLASSES = {
    write: (META, write, "len(G)")
    for write in (
        "W.p.append(a)", "W[0].append(a)", "W.reg(a)", "W.x = a", "isinstance(a, W)", "len(W)",
        "\n        class X(W): pass", "\n        for x in W: pass", "W(a)",
    )
}  # fmt: skip
DESCRIPTOR = """
import functools
class D:
    def __init__(self): self.items = []
    def __get__(self, o, c): return self.items
    def __set__(self, o, v): self.items.append(v)
    def __delete__(self, o): self.items.append(0)
class Counting:
    def __init__(self): self.n = 0
    def __get__(self, o, c): self.n += 1; return self.n
class Method:
    def __init__(self, f): self.f = f
    def __get__(self, o, c): return functools.partial(self.f, o)
class Around:
    def __init__(self, f): self.f = f
    def __call__(self, *a): G.append(a); return self.f(*a)
class K:
    __slots__ = "n", "__dict__"
    d, c = D(), Counting()
    @functools.cached_property
    def p(self): G.append(1); return 1
    @Method
    def go(self, a): G.append(a)
k = K(); k.n = 0
@Around
def around(a): return a
"""
DESCRIPTORS = {
    "got": (DESCRIPTOR, "K().d.append(a)", "len(K().d)"),
    "set": (DESCRIPTOR, "K().d = a", "len(K().d)"),
    "deleted": (DESCRIPTOR, "del K().d", "len(K().d)"),
    "counting": (DESCRIPTOR, "k.c", "vars(K)['c'].n"),
    "cached": (DESCRIPTOR, "K().p", "len(G)"),
    "cached in a global": (DESCRIPTOR, "k.p", "len(G), 'p' in vars(k)"),
    "proxy of a dict": ("import types\nD = {}\nM = types.MappingProxyType(D)", "D[a] = 1", "len(M)"),
    "keys": ("D = {}\nK = D.keys()", "D[a] = 1", "len(K)"),
    "slot": (DESCRIPTOR, "K.n.__set__(k, a)", "k.n"),
    "method": (DESCRIPTOR, "K().go(a)", "len(G)"),
    "decorated": (DESCRIPTOR, "around(a)", "len(G)"),
}
COUNTER = """
def counter():
    n = 0
    def up():
        nonlocal n
        n += 1
        return n
    def get(): return n
    return up, get
up, get = counter()
def one(x=1): return x
def two(x=1): return 2
N = 1
"""
FUNCTIONS = {
    "nonlocal": (COUNTER, "up()", "get()"),
    "nonlocal, and read so": (COUNTER, "up()", "up()"),
    "cell": (COUNTER, "up.__closure__[0].cell_contents = a", "get()"),
    "code": (COUNTER, "one.__code__ = two.__code__", "one()"),
    "globals": (COUNTER, "one.__globals__['N'] = a", "N"),
    "defaults": (COUNTER, "one.__defaults__ = (a,)", "one()"),
    "attribute": (COUNTER, "one.x = a", "hasattr(one, 'x')"),
}
D = "import collections, operator\nD = collections.defaultdict(list)\nI = collections.defaultdict(int, {0: 1})\n"
D += "T = {1: D}\nclass K:\n    def __init__(self): self.d = I\n    def look(self, k): return self.d[k]\nk = K()"
DEFAULTS = {
    write: (D, write, "len(D), len(I)")
    for write in (
        "D[a]", "I[a] + 1", "k.look(a)", "T[1][a]", "operator.getitem(D, a)", "D[a].append(a)", "for x in D[a]: pass",
        "sum(I[n] for n in range(a))", "[I[n] for n in range(a)]", "f'{D[a]}'",
    )
}  # fmt: skip
KINDS = {
    "objects": OBJECTS, "classes": CLASSES, "metaclasses": METACLASSES, "descriptors": DESCRIPTORS,
    "functions": FUNCTIONS, "defaults": DEFAULTS,
}  # fmt: skip
PROGRAMS = [(f"{kind}: {name}", parts) for kind, table in KINDS.items() for name, parts in table.items()]


def load(text: str) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, "program.py", "exec"), space)
    return space


def program(there: str, write: str, read: str) -> str:
    return f"G = []\n{there}\ndef h(a):\n    if a > 4:\n        {write}\ndef f(a):\n    h(a)\n    return {read}\n"


@pytest.mark.parametrize(("name", "parts"), share(PROGRAMS))
def test_what_a_way_that_was_not_taken_writes(name: str, parts: tuple[str, str, str]) -> None:
    text = program(*parts)
    plain = load(text)["f"](7)
    record = track(load(text)["f"], 2)
    before = repr(record.value)
    new = record.update({record[2]: 7})
    assert repr(new.value) == repr(plain) != before
    assert new.metadata["update"].why
    assert check(new) == []


# -- what an attempt has written -------------------------------------------------------------------------------------

TWICE = """
G = []
COUNT = 0
class T: n = 0
def writes(a):
    global COUNT
    if a > 4:
        G.append(a)
        COUNT += 1
        T.n += 1
    return a
def own(a, to):
    if a > 4: further(a, to)
def further(a, to): to.append(a)
def f(a):
    to = [0]
    x = writes(a)
    own(a, to)
    own(a + 1, to)
    return x, to
"""


def test_an_attempt_that_is_not_the_last_leaves_nothing() -> None:
    space = load(TWICE)
    record = track(space["f"], 2)
    new = record.update({record[2]: 7})
    assert new.value == (7, [0, 7, 8])
    assert space["G"] == [7]
    assert space["COUNT"] == space["T"].n == 1


def test_what_a_cache_remembers_is_written_once() -> None:
    space = load(TWICE.replace("def writes", "import functools\n@functools.lru_cache\ndef writes"))
    record = track(space["f"], 2)
    new = record.update({record[2]: 7})
    assert new.value == (7, [0, 7, 8])
    assert space["G"] == [7]


def test_what_another_thread_may_have_written_stays() -> None:
    space = load(TWICE + "def waits(event): event.wait()\n")
    record = track(space["f"], 2)
    event = threading.Event()
    thread = threading.Thread(target=space["waits"], args=(event,))
    thread.start()
    try:
        new = record.update({record[2]: 7})
    finally:
        event.set()
        thread.join()
    assert new.value == (7, [0, 7, 8])
    assert "would have to do so again" in new.metadata["update"].why


class Slots:
    __slots__ = "a", "b"


def test_what_is_watched_is_restored() -> None:
    class Thing:
        x = 1

        def method(self) -> int:
            return self.x

    thing, slots, cell = Thing(), Slots(), (lambda: thing).__closure__[0]  # type: ignore[index]
    slots.a = 1
    there: list[Any] = [
        [1, 2], {"a": 1, "b": 2}, OrderedDict(a=1, b=2), {1, 2}, deque([1, 2]), bytearray(b"ab"), np.arange(3.0),
    ]  # fmt: skip
    watch = Watch([*there, Thing, slots, cell])
    method = Thing.method
    before = repr(there), dict(vars(Thing))
    assert watch.changed() == []
    assert watch.restore()
    there[0].append(3)
    there[1].update(a=3)
    there[1]["a"] = there[1].pop("a")
    there[2].move_to_end("a")
    there[3].discard(1)
    there[4].rotate(1)
    there[5].clear()
    there[6][0] = 5
    thing.x = 5
    del Thing.method
    Thing.y = 7  # type: ignore[attr-defined]
    slots.b = 2
    del slots.a
    cell.cell_contents = None
    assert len(watch.changed()) == len(there) + 4
    assert watch.restore()
    assert watch.changed() == []
    assert (repr(there), dict(vars(Thing))) == before
    assert Thing.method is method
    assert slots.a == 1
    assert not hasattr(slots, "b")
    assert cell.cell_contents is thing
    assert vars(thing) == {}


def test_what_cannot_be_restored_is_told() -> None:
    numbers = iter([1, 2, 3])
    watch = Watch([numbers])
    next(numbers)
    assert watch.changed() == [id(numbers)]
    assert not watch.restore()


def test_of_what_is_large_the_length_is_watched() -> None:
    there: list[Any] = [[0] * 100_000, dict.fromkeys(range(100_000)), bytearray(1_000_000)]
    for one in there:
        watch = Watch([[1], one])
        assert watch.changed() == []
        one.pop(5)
        assert watch.changed() == [id(one)]
        assert not watch.restore()


def odd_objects() -> Iterator[Any]:
    def generator() -> Iterator[int]:
        x = [1]
        yield x[0]

    async def coroutine() -> None:
        pass

    started = generator()
    next(started)
    yield from (
        itertools.repeat(1),
        itertools.repeat(1, 3),
        itertools.count(),
        zip([1], strict=True),
        started,
        generator(),
    )
    yield from (enumerate([1]), iter({1: 2}), iter({1}), iter(range(3)), iter("ab"), iter(lambda: 1, 1), map(len, [""]))
    yield from (np.zeros(2, [("a", object), ("b", int)]), np.array([[1], None], object), np.array(1.5), np.float64(1))
    yield from (
        array.array("i", [1]),
        memoryview(b"ab"),
        re.compile("a"),
        re.match("a", "a"),
        datetime.date(2000, 1, 1),
    )
    yield from (
        io.StringIO("a"),
        io.BytesIO(b"a"),
        ValueError("a"),
        functools.partial(len, ""),
        types.SimpleNamespace(a=1),
    )
    yield from (
        weakref.ref(coroutine),
        property(len),
        staticmethod(len),
        classmethod(len),
        [].append,
        "".join,
        len,
        str.join,
    )
    yield from (types.MappingProxyType({}), {}.keys(), slice(1), range(3), NotImplemented, types, sys.modules, object())
    yield from (
        threading.Lock(),
        threading.local(),
        contextvars.ContextVar("a"),
        enum.Enum("E", "A B"),
        random.Random(1),
    )
    yield from (
        collections.namedtuple("P", "a")(1),
        collections.Counter("ab"),
        collections.ChainMap({}),
        decimal.Decimal(1),
    )
    yield from (
        list[int],
        int | str,
        functools.lru_cache(len),
        functools.singledispatch(len),
        ctypes.c_int(1),
        sys.stdout,
    )
    frame = sys._getframe()
    yield from (frame, frame.f_code, frame.f_globals, open(os.devnull), os.environ, globals())  # noqa: SIM115


def test_whatever_is_watched_has_not_changed_if_nothing_was_done() -> None:
    for one in odd_objects():
        watch = Watch([one, Held(one)])
        gc.collect()
        assert watch.changed() == [], one
        assert watch.restore()


class Held:
    __slots__ = "empty", "x"

    def __init__(self, x: Any) -> None:
        self.x = x


class Asked:
    """Tells which methods of it are called."""

    called: ClassVar[list[str]] = []

    def __getattribute__(self, name: str) -> Any:
        self.called.append(name)

    def __eq__(self, other: object) -> bool:
        self.called.append("__eq__")
        return True

    def __len__(self) -> int:
        Asked.called.append("__len__")
        return 1

    def __getitem__(self, index: int) -> Any:
        Asked.called.append("__getitem__")
        return index

    __hash__ = None  # type: ignore[assignment]


def test_watching_calls_no_method() -> None:
    asked = Asked()
    there: list[Any] = [asked, reversed(asked), iter(asked), [asked], {1: asked}]  # type: ignore[call-overload]
    Asked.called.clear()
    watch = Watch(there)
    assert watch.changed() == []
    there[3][0] = 1
    assert watch.changed() == [id(there[3])]
    assert watch.restore()
    assert there[3][0] is asked
    assert Asked.called == []


# -- functions, and how deep they call -------------------------------------------------------------------------------


def test_recursion_ends_where_it_would_without_an_update() -> None:
    def deep(n: int) -> int:
        return deep(n + 1) if n < 10**6 else n

    def f(a: int) -> Any:
        try:
            if a > 4:
                deep(0)
        except RecursionError:
            return "deep"
        return a

    def count(node: Any) -> int:
        found, waiting = 0, [node]
        for one in waiting:
            found += 1
            waiting += [child for child in one.children if isinstance(child, NestedCallNode)]
        return found

    record = track(f, 2)
    limit = sys.getrecursionlimit()
    for value in (7, 9, 8):
        record = record.update({record[2]: value})
        assert record.value == "deep"
        assert count(record) < limit + 200
    assert sys.getrecursionlimit() == limit


def test_a_function_has_other_code_now() -> None:
    space = load(
        "def one(): return 1\ndef two(): return 2\ndef swap(a):\n    if a > 4: one.__code__ = two.__code__\n"
        "def f(a):\n    swap(a)\n    return one()\n"
    )
    record = track(space["f"], 2)
    assert record.update({record[2]: 7}).value == 2
    assert type(space["one"]) is FunctionType


def test_a_name_that_was_stored_before_it_was_read_is_not_known() -> None:
    text = "def g(): return 1\ndef w():\n    global g\n    g = lambda: 2\ndef h(a):\n    if a > 4: w()\n"
    for call in ("h(a)", "list(map(h, [a]))"):
        space = load(f"{text}def f(a):\n    {call}\n    return g()\n")
        record = track(space["f"], 7)
        assert record.update({record[2]: 8}).value == 2
        assert "nobody knows what it was before" in record.update({record[2]: 2}).metadata["update"].why


def test_the_limit_of_recursion_is_that_of_the_program() -> None:
    limit = sys.getrecursionlimit()
    space = load(
        "import sys\ndef look(a): return sys.getrecursionlimit() if a > 4 else 0\n"
        "def sets(a):\n    if a > 5: sys.setrecursionlimit(a)\ndef f(a):\n    sets(a)\n    return look(a)\n"
    )
    record = track(space["f"], 2)
    try:
        assert record.update({record[2]: 5}).value == limit
        record.update({record[2]: limit + 500})
        assert sys.getrecursionlimit() == limit + 500
    finally:
        sys.setrecursionlimit(limit)


def test_globals_are_as_the_new_run_leaves_them() -> None:
    space = load("N = 0\ndef bump(a):\n    global N\n    N = a\ndef f(a, b):\n    bump(a)\n    return N, b\n")
    record = track(space["f"], 7, 1)
    assert record.update({record[2]: 2}).value == (2, 1)
    assert space["N"] == 2
    assert record.update({record[3]: 5}).value == (7, 5)
    assert space["N"] == 7


# -- what is told -----------------------------------------------------------------------------------------------------


def test_errors_say_what_to_give_a_value_instead() -> None:
    def f(a: int) -> int:
        if a > 3:
            return a
        return a + 1

    record, other = track(f, 2), track(f, 2)
    with pytest.raises(ValueError, match=r"it is of another record: of this one, take node\[2\]"):
        record.update({other[2]: 1})
    with pytest.raises(TypeError, match=r"JumpNode .*; what decides is @3"):
        record.update({record[4]: 1})
    with pytest.raises(TypeError, match=r"ReturnNode .*; what decides is @5"):
        record.update({record.children[-1]: 1})
    with pytest.raises(TypeError, match="gives no call another function"):
        record.update({record[1]: 1})
    with pytest.raises(ValueError, match="is the call itself, which gives what its parts say"):
        record.update({record: 1})


def test_what_the_body_of_a_class_stores_is_no_global():
    def f(a):
        class Kept:
            told_by_nobody_else = a

            def __getattr__(self, name):
                return a

        return Kept().told_by_nobody_else + Kept().other

    record = track(f, 2)
    assert record.update({record[2]: 3}).value == 6
    assert "told_by_nobody_else" not in globals()
    assert "__getattr__" not in globals()


def test_what_a_module_had_before():
    module = types.ModuleType("m")
    module.x = "at first"
    names = {"m": module, "nothing": len}
    exec(
        "def f(a, b):\n    before, m.x = m.x, b\n    if a > 1: nothing(())\n    m.x = before\n    return m.x",
        names,
    )
    f: Any = names["f"]
    record = track(f, 1, 9)
    assert record.update({record[2]: 2}).value == module.x == "at first"
    assert record.update({record[3]: 2}).value == module.x == "at first"


def test_that_all_runs_again_is_no_exception_of_the_programs():
    number = random.Random(1)

    def f(a):
        if a > 3:
            number.random()
        try:
            return copy.copy(number).random()
        except Exception as error:
            return error

    record = track(f, 1)
    assert type(record.update({record[2]: 5}).value) is float
