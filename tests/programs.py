# ruff: noqa
"""A corpus of small programs that covers every statement and expression form of Python.

Each is a function of no side effects outside itself (or it undoes them), so that it can run twice and be compared:

    @program(args)      one case: a call with these arguments; may be stacked
    source(name, ...)   the same from text, for syntax that not every supported Python has

`CASES` lists them all. The linters' advice is not wanted here: odd code is the point.
"""

import asyncio
import collections
import contextlib
import copy
import dataclasses
import enum
import functools
import inspect
import io
import itertools
import linecache
import operator
import sys
import textwrap
import traceback
import types
import typing
import warnings
from typing import Any, Callable, NamedTuple


class Case(NamedTuple):
    """A call that is run plainly and tracked: `function(*arguments)`."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


CASES: list[Case] = []


def program(*arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        same = sum(case.function is function for case in CASES)
        name = getattr(function, "__name__", type(function).__name__) + (f"-{same + 1}" if same else "")
        CASES.append(Case(name, function, arguments))
        return function

    return add


def source(name: str, text: str, *arguments: Any, since: tuple[int, int] = (3, 11)) -> None:
    """A case whose function, called `name`, is defined by `text`."""
    if sys.version_info[:2] >= since:
        filename = f"<program {name}>"
        text = textwrap.dedent(text)
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        namespace: dict[str, Any] = {"__name__": f"program_{name}"}
        exec(compile(text, filename, "exec"), namespace)
        CASES.append(Case(name, namespace[name], arguments))


# -- straight lines ---------------------------------------------------------------------------------------------------


@program(3, 4)
@program(2.5, -1)
def arithmetic(a, b):
    return [a + b, a - b, a * b, a / b, a // b, a % b, a**b, -a, +b, divmod(a, b), abs(b), (a + 1) * (b - 1)]


@program(12, 10)
def bits(a, b):
    return a & b, a | b, a ^ b, a << 2, a >> 1, ~a


@program(7)
def augmented(n):
    a = b = c = n
    a += 1
    a -= 2
    a *= 3
    b //= 2
    b **= 3
    b %= 11
    c <<= 2
    c >>= 1
    c |= 1
    c &= 14
    c ^= 5
    d = float(n)
    d /= 2
    items = [1]
    items += [a, b]
    items *= 2
    return a, b, c, d, items


@program(1, 2, 3)
@program(1, 1, 1)
@program(3, 2, 1)
def comparisons(a, b, c):
    return [
        a < b, a <= b, a == b, a != b, a > b, a >= b, a is b, a is not b, a in (b, c), a not in [b, c],
        a < b < c, a < b <= c > 0, a == b == c, (a < b) < c, not a < b < c, 1 < a < b < c < 9,
    ]  # fmt: skip


@program(0, 5)
@program(5, 0)
@program([], "x")
@program("", None)
def booleans(a, b):
    r = [a and b, a or b, not a, a and b or 7, (a or b) and 8, not (a and b), a and (b or 3) and 4, a or b or None]
    if a and b:
        r.append("both")
    elif a or b:
        r.append("one")
    if not a and not b:
        r.append("none")
    if (a and not b) or (b and not a):
        r.append("xor")
    return r


@program(3)
@program(-3)
def ternaries(x):
    sign = 1 if x > 0 else -1
    nested = "big" if x > 10 else "small" if x > 0 else "negative"
    called = (abs if x < 0 else float)(x)
    argument = max(1 if x > 0 else 2, 3 if x < 0 else 4)
    item = [1, 2, 3][0 if x > 0 else 2]
    return sign, nested, called, argument, item, (x if x else 0) + (1 if not x else 2)


@program([1, 2, 3])
@program([])
def walrus(items):
    if (n := len(items)) > 2:
        big = n
    else:
        big = -n
    doubled = [y for x in items if (y := x * 2) > 2]
    total = 0
    rest = list(items)
    while (k := len(rest)) and (head := rest.pop()):
        total += head * k
    return big, doubled, total, n


@program()
def constants():
    return None, True, False, ..., 1, 2.0, 3j, "s", b"b", (1, (2, "x")), frozenset({1}), -1, 10**20, 300, -300


@program("abc", 3.14159, 42)
def fstrings(s, x, n):
    width = 10
    return (
        f"{s}", f"{s!r}", f"{s!s:>{width}}", f"{s!a}", f"{x:.2f}", f"{x:{width}.{2}f}", f"{n:>5}|{n:#x}", f"{n=}",
        f"{x = :.1f}", f"a{s}b{n + 1}c{{}}", f"{'nested ' + f'{n}'}", f"", f"plain", f"{s}{n}{x}", f"{s[1]!r:^5}",
        "%s and %d" % (s, n), "%r" % s, "{} {k}".format(s, k=n), f"{(lambda v: v * 2)(n)}",
    )  # fmt: skip


@program([1, 2, 3, 4, 5])
@program("abcde")
@program((1, 2))
def slices(s):
    n = 1
    return s[0], s[-1], s[1:], s[:2], s[:], s[::2], s[::-1], s[n:-n], s[n : n + 2 : 1], s[slice(1, None)], s[n:][:1]


@program()
def slice_stores():
    a = list(range(10))
    a[0] = "x"
    a[-1] = "y"
    a[2:4] = [20, 30, 40]
    a[::4] = [0] * len(a[::4])
    n = 2
    a[n:] += [1]
    a[n] += 5
    a[n : n + 1] = []
    del a[0]
    del a[1:3]
    del a[::3]
    grid = {}
    grid[1, 2] = 3
    grid[1, 2] += 1
    grid["k"] = [1]
    grid["k"][0] -= 1
    del grid[1, 2]
    return a, grid


@program()
def unpacking():
    a, b = 1, 2
    a, b = b, a
    (c, d), e = [3, 4], 5
    [f, *g] = "xyz"
    *h, i = range(3)
    j, *k, l = (1, 2)
    m, (n, *o), p = 1, (2, 3, 4), 5
    q = r = s = [0]
    x = y, z = 1, 2
    () = []
    [] = ()
    t, u, v = {1: 2, 3: 4, 5: 6}
    w, aa, bb, cc = a, b, c, d
    dd, ee, ff = f, i, j
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q is r is s, x, y, z, t, u, v, w, aa, bb, cc, dd, ee, ff


@program([1])
@program([1, 2, 3])
@program(5)
def unpacking_fails(x):
    a, b = x
    return a


@program([])
def unpacking_star_fails(x):
    a, *b = x
    return a


@program()
def displays():
    a = [1, 2]
    d = {"k": 1}
    return (
        [], (), {}, set(), [*a], (*a, 3), {*a, *a}, {**d, "j": 2}, {"z": 0, **d}, [*a, *a, 0], {1, 2, 3}, {a[0]: a},
        [[i] for i in a], (a[0],), [1, 2, 3, 4, 5, 6, 7], {"a": 1, "b": 2, "c": 3}, {a[0], 5}, (0, *a, *[], *(1,)),
    )  # fmt: skip


@program()
def deletions():
    a = 1
    del a
    b = [1, 2, 3]
    del b[0], b[-1]

    class Box:
        pass

    box = Box()
    box.x = 1
    had = hasattr(box, "x")
    del box.x
    try:
        a
    except UnboundLocalError as error:
        return b, had, hasattr(box, "x"), str(error)


@program(True)
@program(False)
def unbound(flag):
    if flag:
        x = 1
    return x


@program()
def unknown_global():
    return no_such_name + 1


@program(1)
@program(0)
@program("")
def asserts(x):
    assert x is not None
    assert x, f"falsy: {x!r}"
    assert isinstance(x, int), x
    return x


@program()
def star_targets_in_loops():
    out = []
    for a, *b in [(1, 2, 3), (4,)]:
        out.append((a, b))
    for i, (k, v) in enumerate({"x": 1, "y": 2}.items()):
        out.append((i, k, v))
    for out[0] in (1, 2):
        pass
    for x in 1, *(2, 3):
        out.append(x)
    return out


# -- control flow -----------------------------------------------------------------------------------------------------


@program(-1)
@program(0)
@program(5)
@program(50)
def if_chain(x):
    if x < 0:
        r = "negative"
    elif x == 0:
        r = "zero"
    elif x < 10:
        r = "small"
    else:
        r = "big"
    if x:
        r += "!"
    if not x:
        pass
    else:
        r += "?"
    return r


@program(0)
@program(1)
@program(6)
def while_loop(n):
    total = i = 0
    while i < n:
        i += 1
        if i == 2:
            continue
        if i == 5:
            break
        total += i
    else:
        total = -total
    return total, i


@program(2.0, 3)
def geometric(x, n):
    r = x * 0
    i = 0
    while i < n:
        r += x**i
        i += 1
    return r


@program(3)
def while_true(n):
    while True:
        if n <= 0:
            break
        n -= 1
    while 1:
        n += 1
        if n > 3:
            return n


@program([1, 2, 3], 2)
@program([1, 2, 3], 9)
@program([], 1)
def for_else(items, wanted):
    for item in items:
        if item == wanted:
            found = item
            break
    else:
        found = None
    return found


@program(4)
@program(0)
def nested_loops(n):
    out = []
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i + j) % 2:
                continue
            out.append((i, j))
        else:
            out.append("full")
            continue
        out.append("cut")
    while n:
        k = n
        while k:
            k -= 1
            if k == 2:
                break
        n -= 1
    return out


@program(5)
def loop_without_values(n):
    class Counter:
        n = 0

    c = Counter
    while c.n < n:
        c.n += 1
    i = iter(range(n))
    for _ in i:
        pass
    for _ in ():
        pass
    x = [3]
    while x:
        x.clear()
    while None:
        pass
    flag = True
    while flag:
        flag = False
    k = None
    while k is None:
        k = 1
    return c.n


@program(3)
def loop_swaps(n):
    a, b, c = 0, 1, 2
    while n:
        a, b, c = c, a, b
        n -= 1
    for _ in range(4):
        a, b = b, a
    return a, b, c


@program(3)
def loop_carried_objects(n):
    current, seen = None, []
    for i in range(n):
        previous, current = current, (i, current)
        seen.append(previous)
    return current, seen


@program(4)
def loop_after_loop(n):
    last = total = 0
    for last in range(n):
        pass
    for i in range(3):
        for j in range(2):
            if j > i:
                last = j
        last += i
        total += last
    while total > 50:
        for k in 1, 2:
            total -= last + k
    return last, total


@program()
def constants_that_are_equal():
    out = []
    for x in (2, 0):
        a = 1
        try:
            out.append(x)
            a = True
            out.append(4 // x)
            a = 1.0
            out.append(4 // (x - 2))
        except ZeroDivisionError:
            out.append((a, type(a).__name__))
    return out


@program(None)
@program(0)
@program("x")
def none_tests(x):
    r = []
    if x is None:
        r.append(1)
    if x is not None:
        r.append(2)
    y = 5 if x is None else x
    while x is not None:
        x = None
    r.append(x is None and y is not None)
    return r, y


@program(0)
@program(1)
@program(2)
def early_returns(x):
    for i in range(3):
        if i == x:
            return i
        while True:
            if i == 1:
                return "one"
            break
    return


class Truth:
    def __init__(self, value):
        self.value = value
        self.asked = 0

    def __bool__(self):
        self.asked += 1
        if self.value is None:
            raise ValueError("no truth")
        return self.value


@program(True)
@program(False)
@program(None)
def truth_of_objects(value):
    t = Truth(value)
    r = 0
    if t:
        r = 1
    if not t:
        r += 2
    while t:
        t.value = False
        r += 10
    return r, (t and 5) is t, not t, t.asked, 1 if t else 0


@program([])
@program([0])
@program({})
@program("a")
@program(0.0)
def truth_of_containers(x):
    n = 0
    if x:
        n += 1
    if not x:
        n += 2
    y = x or "default"
    z = x and "both"
    return n, y, z, bool(x), not x, [1 for _ in range(2) if x]


@program("circle", 2)
@program("square", 3)
@program("point", 0)
def match_literals(kind, n):
    match kind:
        case "circle" if n > 2:
            return "big circle"
        case "circle":
            return "circle"
        case "square" | "rectangle":
            return "box"
        case None | True | False:
            return "singleton"
        case -1 | 1.5 | 2j:
            return "number"
        case _:
            return "other"


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __repr__(self):
        return f"Point({self.x}, {self.y})"

    def __eq__(self, other):
        return type(other) is Point and (self.x, self.y) == (other.x, other.y)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@program([])
@program([1])
@program([1, 2])
@program((1, 2, 3, 4))
@program({"x": 1, "z": 3})
@program({"x": 1, "y": 2, "w": 5})
@program({})
@program(Point(0, 0))
@program(Point(1, [2, 3]))
@program(Point(9, 9))
@program(Color.BLUE)
@program("text")
@program(5)
@program(2.5)
@program(None)
@program(["cmd", {"a": [1, {"b": 2}]}])
def match_patterns(subject):
    match subject:
        case []:
            return "empty"
        case [x]:
            return "one", x
        case ["cmd", {"a": [n, {"b": b}]}]:
            return "deep", n, b
        case [x, y] if x < y:
            return "ordered", x, y
        case [first, *_, last]:
            return "ends", first, last
        case {"x": x, "y": y, **rest}:
            return "xy", x, y, rest
        case {"x": x}:
            return "x", x
        case {}:
            return "mapping"
        case Point(0, 0):
            return "origin"
        case Point(x, y=[a, b]) as p:
            return "point list", x, a, b, p.x
        case Point(x=x, y=y):
            return "point", x, y
        case Color.RED | Color.BLUE as color:
            return "color", color.name
        case str() | bytes():
            return "text"
        case int(n) | float(n):
            return "number", n
        case other:
            return "rest", other


@program(7)
def match_no_case(x):
    match x:
        case 1:
            return 1
        case [*_]:
            return 2
    match (x, x + 1):
        case (a, 8) if a > 100:
            return 3
        case (7 as a, b):
            return a, b


# -- functions and calls ----------------------------------------------------------------------------------------------


def add(a, b=10, *rest, c=100, **named):
    return a, b, rest, c, named


@program()
def all_kinds_of_arguments():
    args, kwargs = (1, 2, 3), {"c": 4, "d": 5}
    return [
        add(1), add(1, 2), add(1, b=2), add(b=1, a=2), add(1, 2, 3, 4), add(1, c=3), add(1, d=4), add(*args),
        add(*args, c=5), add(1, *args), add(*args, *args), add(**{"a": 1}), add(*args, **kwargs), add(0, **kwargs, e=6),
        add(*args, 9, **kwargs, **{"f": 7}), add(*[], a=1), add(*range(3), **{}), add(*(x for x in (1, 2))),
    ]  # fmt: skip


@program()
def positional_and_keyword_only():
    def f(a, b=2, /, c=3, *, d=4, e):
        return a, b, c, d, e

    g = lambda *a, k=1, **kw: (a, k, kw)
    return f(1, e=5), f(1, 2, 3, d=0, e=9), f(1, c=7, e=0), g(), g(1, 2, k=3, z=4), (lambda: 5)()


@program(0)
@program(1)
@program(2)
@program(3)
@program(4)
def wrong_arguments(which):
    def f(a, *, b):
        return a, b

    if which == 0:
        return f()
    if which == 1:
        return f(1, 2, b=3)
    if which == 2:
        return f(1, b=2, c=3)
    if which == 3:
        return f(*5, b=1)
    return f(**{"a": 1}, **{"a": 2}, b=1)


@program(4)
def closures(n):
    def make(step):
        count = n

        def bump(by=step):
            nonlocal count
            count += by
            return count

        def peek():
            return count, step, n

        return bump, peek

    bump, peek = make(2)
    bump()
    bump(10)
    functions = [lambda i=i: i * n for i in range(3)]
    late = [lambda: i for i in range(3)]
    n += 1
    return peek(), [f() for f in functions], [f() for f in late], make(1)[0](5)


@program(1)
def cells(x):
    def outer():
        nonlocal x
        x += 1
        y = x

        def inner():
            nonlocal y
            y *= 2
            return x, y

        first = inner()
        x = 10
        return first, inner(), y

    result = outer()
    del_me = 5

    def reads():
        return del_me

    del del_me
    try:
        reads()
    except NameError as error:
        return result, x, str(error)


@program(2)
def argument_cells(a, *rest, k=3, **named):
    f = lambda: (a, rest, k, named)
    before = f()
    a = a + 1
    rest = 5
    return before, f()


counter = 0


@program()
def globals_stored():
    global counter, made_here
    counter = 0
    made_here = [1]

    def bump():
        global counter
        counter += 1
        return counter

    r = [bump(), counter, bump(), counter, made_here]
    counter += 10
    del made_here
    r.append("made_here" in globals())
    r.append(counter)
    return r


@program(5)
def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@program(9)
def mutual_recursion(n):
    return is_even(n), is_odd(n)


def forever(n):
    return forever(n + 1) + 1


@program()
def recursion_caught():
    try:
        forever(0)
    except RecursionError as error:
        return str(error)[:32], error.__context__ is None


@program()
def recursion_escapes():
    return forever(0)


@program()
def recursion_through_builtins():
    def f(x):
        return max([x], key=f)

    try:
        f(1)
    except RecursionError:
        return "deep"


@program()
def recursion_of_methods():
    class Deep:
        def __getattr__(self, name):
            return getattr(self, name + "x")

        def go(self, n):
            return self.go(n + 1)

    r = []
    for f in (lambda: Deep().missing, lambda: Deep().go(0)):
        try:
            f()
        except RecursionError:
            r.append(1)
    return r


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@program(10)
def fibonacci(n):
    return fib(n)


def logged(prefix):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            print(prefix, f.__name__, args, kwargs)
            return f(*args, **kwargs)

        return wrapper

    return decorate


@program(3)
def decorators(n):
    @logged("a")
    @logged("b")
    def double(x, *, y=0):
        return x * 2 + y

    @functools.lru_cache(maxsize=None)
    def cached(k):
        return k if k < 2 else cached(k - 1) + cached(k - 2)

    class C:
        @staticmethod
        def s(x):
            return x + 1

        @classmethod
        def c(cls, x):
            return cls.__name__, x

        @property
        def p(self):
            return 7

        @functools.cached_property
        def q(self):
            return [self.p]

    c = C()
    return double(n, y=1), cached(20), C.s(1), c.s(2), C.c(3), c.c(4), c.p, c.q is c.q


logged_add = logged("log")(add)


@program(1, 2)
def calls_decorated(a, b):
    return logged_add(a, b, c=3)


@program()
def callbacks():
    calls = []

    def key(x):
        calls.append(x)
        return -x

    items = [3, 1, 2]
    r = [
        sorted(items, key=key), list(map(key, items)), list(filter(lambda x: x > 1, items)), max(items, key=key),
        min(items, key=lambda x: x % 3), functools.reduce(lambda a, b: a * 10 + b, items),
        [list(g) for _, g in itertools.groupby(items, lambda x: x > 1)], list(itertools.takewhile(lambda x: x > 2, items)),
        list(itertools.starmap(lambda a, b: a + b, [(1, 2), (3, 4)])), list(itertools.accumulate(items, lambda a, b: a - b)),
        any(map(lambda x: x == 1, items)), list(map(lambda a, b: a * b, items, items)), dict(map(lambda x: (x, key(x)), items)),
    ]  # fmt: skip
    items.sort(key=key, reverse=True)
    return r, items, calls


@program()
def callback_raises():
    return sorted([1, 2, 0], key=lambda x: 1 / x)


@program()
def partials():
    p = functools.partial(add, 1, c=2)
    q = functools.partial(p, d=3)
    m = operator.methodcaller("upper")
    return p(5), q(), p(*[7], **{"e": 8}), m("x"), operator.itemgetter(1)([1, 2]), operator.attrgetter("real")(3)


@program()
def methods_of_builtins():
    a = [3, 1]
    a.append(2)
    a.extend((5, 4))
    a.insert(0, 9)
    a.sort()
    f = a.append
    f(7)
    d = {}
    d.setdefault("k", []).append(1)
    d.update(x=1, **{"y": 2})
    s = "a,b,,c".split(",")
    return (
        a,
        a.pop(),
        a.index(3),
        d,
        d.get("no"),
        s,
        ",".join(s),
        "x".upper().lower().strip(),
        str.upper("q"),
        dict.fromkeys("ab"),
    )


@program()
def print_output():
    print("a", 1, sep="-", end="!\n")
    for i in range(2):
        print(f"{i}")
    print(*[1, 2], **{"sep": ""})
    print(file=sys.stdout)


# -- classes ----------------------------------------------------------------------------------------------------------


@program()
def simple_classes():
    class Stack:
        """A stack."""

        limit: int = 3
        made = []

        def __init__(self, *items):
            self.items = list(items)
            self.made.append(len(items))

        def push(self, x):
            if len(self.items) >= self.limit:
                raise OverflowError(x)
            self.items.append(x)
            return self

        def __len__(self):
            return len(self.items)

        def __iter__(self):
            return iter(self.items)

        def __getitem__(self, i):
            return self.items[i]

    s = Stack(1).push(2).push(3)
    try:
        s.push(4)
    except OverflowError as error:
        return list(s), len(s), s[0], s[-1], error.args, Stack.made, Stack.__doc__, 2 in s, bool(Stack())


@program()
def inheritance():
    log = []

    class A:
        def __init__(self, x):
            log.append("A")
            self.x = x

        def who(self):
            return "A"

    class B(A):
        def __init__(self, x, y):
            log.append("B")
            super().__init__(x)
            self.y = y

        def who(self):
            return "B" + super().who()

    class C(A):
        def who(self):
            return "C" + super(C, self).who()

    class D(B, C):
        def __init__(self):
            super().__init__(1, y=2)
            log.append(super().who())

        def who(self):
            f = super().who
            return "D" + f() + A.who(self) + self.__class__.__name__ + __class__.__name__

    d = D()
    return d.who(), d.x, d.y, log, [k.__name__ for k in D.__mro__], C(3).who()


@program()
def new_and_init():
    log = []

    class Once:
        instance = None

        def __new__(cls, *args):
            log.append(("new", args))
            if cls.instance is None:
                cls.instance = super().__new__(cls)
            return cls.instance

        def __init__(self, *args):
            log.append(("init", args))
            self.args = args

    class OnlyNew:
        def __new__(cls, x):
            return x * 2

    class Number(int):
        def __new__(cls, x):
            self = int.__new__(cls, x)
            self.half = x / 2
            return self

    class Text(str):
        def __init__(self, *_):
            self.n = len(self)

    class Rebinds:
        def __init__(self, x):
            self.x = x
            self = None

    class Error(Exception):
        def __init__(self, message, code):
            super().__init__(message)
            self.code = code

    a = Once(1)
    b = Once(2)
    e = Error("m", 5)
    return a is b, log, OnlyNew(4), Number(5).half, Text("abc").n, Rebinds(1).x, e.args, e.code, str(e), repr(e)


@program()
def init_returns_something():
    class Bad:
        def __init__(self):
            return 5

    Bad()


@program()
def abstract_class():
    import abc

    class Base(abc.ABC):
        @abc.abstractmethod
        def f(self): ...

        def __init__(self):
            self.x = 1

    class Real(Base):
        def f(self):
            return self.x

    r = Real().f()
    try:
        Base()
    except TypeError as error:
        return r, "abstract" in str(error)


@program()
def metaclasses():
    class Meta(type):
        def __new__(mcs, name, bases, namespace, tag=None):
            cls = super().__new__(mcs, name, bases, namespace)
            cls.tag = tag
            return cls

        def __init__(cls, name, bases, namespace, **kw):
            super().__init__(name, bases, namespace)

        def __call__(cls, *args):
            made = super().__call__(*args)
            made.called = True
            return made

        def __prepare__(name, bases, **kw):
            return {"prepared": 1}

        def __getitem__(cls, i):
            return i

        def __len__(cls):
            return 3

        def __hash__(cls):
            raise TypeError("a metaclass's own hash")

        def __eq__(cls, other):
            raise TypeError("a metaclass's own eq")

    class K(metaclass=Meta, tag="t"):
        def __init__(self, x):
            self.x = x

    k = K(3)
    return K.tag, k.x, k.called, K.prepared, K[7], len(K), type(K) is Meta


@program()
def class_bodies():
    base = 2

    class Body:
        x = base
        y = [x * i for i in range(3)]
        z = x + 1
        if z > 2:
            w = "yes"
        for i in range(2):
            last = i
        try:
            del missing
        except NameError:
            caught = True

        def f(self, default=x):
            return default, base

        class Inner:
            v = 5

        lam = lambda self: self.w

    b = Body()
    return Body.y, Body.z, Body.w, Body.last, Body.caught, b.f(), Body.Inner.v, b.lam()


@program()
def operators_of_classes():
    class V:
        def __init__(self, x):
            self.x = x

        def __add__(self, o):
            if not isinstance(o, V):
                return NotImplemented
            return V(self.x + o.x)

        def __radd__(self, o):
            return V(self.x + o)

        def __iadd__(self, o):
            self.x += o
            return self

        def __mul__(self, k):
            return V(self.x * k)

        __rmul__ = __mul__

        def __matmul__(self, o):
            return self.x * o.x

        def __neg__(self):
            return V(-self.x)

        def __eq__(self, o):
            return isinstance(o, V) and self.x == o.x

        def __lt__(self, o):
            return self.x < o.x

        def __contains__(self, k):
            return k == self.x

        def __call__(self, *a, **k):
            return self.x, a, k

        def __getitem__(self, k):
            return k

        def __setitem__(self, k, v):
            self.x = (k, v)

        def __delitem__(self, k):
            self.x = k

        def __format__(self, spec):
            return f"V<{self.x}|{spec}>"

        def __index__(self):
            return 1

        def __repr__(self):
            return f"V({self.x})"

        def __enter__(self):
            return self

        def __exit__(self, *e):
            return False

    v, w = V(1), V(2)
    r = [v + w, 5 + v, v * 3, 3 * v, v @ w, -v, v == w, v != w, v < w, v > w, 1 in v, 5 not in v, v(1, k=2), v[1:2]]
    r += [v[1, 2], v[...], f"{v:x} {v} {v!r}", [10, 20, 30][v], sorted([w, v]), max(v, w)]
    v += 5
    r.append(v.x)
    v["k"] = 1
    r.append(v.x)
    del v["d"]
    r.append(v.x)
    with w as u:
        r.append(u is w)
    try:
        v + 1
    except TypeError as error:
        r.append(str(error))
    return repr(r)


@program()
def properties_and_descriptors():
    log = []

    class Descriptor:
        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, obj, cls=None):
            log.append(("get", self.name))
            return self if obj is None else obj.__dict__.get(self.name, 0)

        def __set__(self, obj, value):
            log.append(("set", value))
            obj.__dict__[self.name] = value

        def __delete__(self, obj):
            log.append("delete")
            del obj.__dict__[self.name]

    class C:
        d = Descriptor()

        def __init__(self):
            self._p = 1

        @property
        def p(self):
            return self._p

        @p.setter
        def p(self, value):
            if value < 0:
                raise ValueError(value)
            self._p = value

        @p.deleter
        def p(self):
            self._p = None

        def __getattr__(self, name):
            if name.startswith("dyn"):
                return lambda *a: (name, a)
            raise AttributeError(name)

    c = C()
    c.p += 5
    c.d = 3
    c.d += 1
    r = [c.p, c.d, c.dynamic(1, 2), getattr(c, "nope", "default"), hasattr(c, "x"), isinstance(C.d, Descriptor)]
    del c.d, c.p
    try:
        c.p = -1
    except ValueError as error:
        r.append(error.args)
    try:
        c.missing
    except AttributeError as error:
        r.append(str(error))
    return r, c.p, log


@program()
def attribute_hooks():
    class Proxy:
        def __init__(self, target):
            object.__setattr__(self, "target", target)

        def __getattribute__(self, name):
            target = object.__getattribute__(self, "target")
            return getattr(target, name)

        def __setattr__(self, name, value):
            setattr(object.__getattribute__(self, "target"), name, value)

        def __delattr__(self, name):
            delattr(object.__getattribute__(self, "target"), name)

    class Target:
        def hello(self, x):
            return "hello", x

    p = Proxy(Target())
    p.x = 5
    r = [p.x, p.hello(1), p.__class__.__name__]
    del p.x
    r.append(hasattr(p, "x"))
    return r


@dataclasses.dataclass(order=True)
class Item:
    name: str
    price: float = 1.0
    tags: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        self.price *= 2


@program()
def dataclass_instances():
    a, b = Item("a"), Item("b", 3.0, ["t"])
    c = dataclasses.replace(b, name="c")
    return a, b < c, repr(b), dataclasses.asdict(c), a == Item("a"), sorted([c, b, a])


Pair = collections.namedtuple("Pair", "left right")


class Typed(NamedTuple):
    x: int
    y: int = 2

    def total(self):
        return self.x + self.y


@program()
def named_tuples():
    p = Pair(1, right=2)
    left, right = p
    t = Typed(5)
    made = collections.namedtuple("Made", ["u"])
    return p, p.left, p._replace(left=9), left, right, t.total(), t._asdict(), made(1), made.__module__


@program()
def enums():
    class Flag(enum.Flag):
        A = enum.auto()
        B = enum.auto()

    return Color.RED.name, Color(2).value, Color["RED"] is Color.RED, [c.name for c in Color], (Flag.A | Flag.B).value


@program()
def slots_and_callables():
    class S:
        __slots__ = ("a",)

        def __init__(self):
            self.a = 1

    class Callable:
        def __init__(self, k):
            self.k = k

        def __call__(self, x, *, y=1):
            return self.k * x + y

    s = S()
    f = Callable(3)
    try:
        s.b = 1
    except AttributeError:
        return s.a, f(2), f(2, y=5), list(map(f, [1, 2])), Callable.__call__(f, 1), f.__call__(4)


@program()
def class_callables_shared():
    class Registry:
        items = []

        def __init_subclass__(cls, **kw):
            super().__init_subclass__()
            Registry.items.append((cls.__name__, kw))

        def __class_getitem__(cls, k):
            return (cls.__name__, k)

    class One(Registry, flag=1):
        pass

    kept = [One, One.__init_subclass__, len]
    return Registry.items, One["k"], kept[2]([1]), kept[0]().__class__.__name__


@program()
def methods_are_themselves():
    class C:
        def m(self, x):
            return x

    c = C()
    f, g = c.m, C.m
    return f(1), g(c, 2), f == c.m, g is C.m, f.__self__ is c, f.__func__ is g, g.__code__.co_name, g.__qualname__


@program()
def registry_keeps_the_original():
    registry = []

    def register(f):
        registry.append(f)
        return f

    @register
    def a():
        return 1

    def call(f):
        return f, f()

    same, value = call(a)
    return registry[0] is a, same is a, value, [f is a for f in map(lambda x: x, registry)]


# -- comprehensions and generators ------------------------------------------------------------------------------------


@program(4)
@program(0)
def comprehensions(n):
    return (
        [i for i in range(n)], {i % 2 for i in range(n)}, {i: i * i for i in range(n)}, tuple(i for i in range(n)),
        [i for i in range(n) if i % 2], [(i, j) for i in range(n) for j in range(i)], [[j for j in range(i)] for i in range(n)],
        [i for i in range(n) if i if i > 1], [x for row in [[1, 2], [n]] for x in row if x != 2], sum(i for i in range(n)),
        {k: v for k, v in zip("abc", range(n))}, [lambda: i for i in range(n)][0]() if n else None, [*[i for i in (n, n)]],
        [i if i else -1 for i in range(n)], [f(i) for f in (str, float) for i in (1,)], [n for n in [n]], {(lambda: k)() for k in range(n)},
    )  # fmt: skip


@program()
def comprehension_scopes():
    x = 5
    a = [x for x in range(3)]
    b = [y + x for y in range(3)]
    c = [(lambda z: z + x + w)(1) for w in range(2)]
    d = [[(i, j, x) for j in range(2)] for i in range(2)]
    e = [last := i for i in range(3)]
    f = {x: [x for _ in range(x)] for x in range(3)}
    return x, a, b, c, d, e, last, f


@program()
def comprehension_raises():
    x = "kept"
    try:
        r = [1 // (2 - x) for x in range(5)]
    except ZeroDivisionError:
        r = x
    try:
        s = {i: [j / i for j in range(2)] for i in (1, 0)}
    except ZeroDivisionError as error:
        s = str(error)
    return r, s


@program()
def comprehension_raises_out():
    return [[10 // (j - i) for j in range(2)] for i in range(3)]


def numbers(n):
    for i in range(n):
        got = yield i
        if got:
            yield got * 10
    return "done"


def delegating(n):
    result = yield from numbers(n)
    yield result


@program()
def generators():
    g = numbers(3)
    r = [next(g), g.send(5), next(g), list(g)]
    r.append(list(delegating(2)))
    h = numbers(1)
    next(h)
    try:
        next(h)
    except StopIteration as stop:
        r.append(stop.value)
    k = numbers(5)
    next(k)
    k.close()
    try:
        m = numbers(5)
        next(m)
        m.throw(KeyError("thrown"))
    except KeyError as error:
        r.append(error.args)
    a, *b = numbers(3)
    return r, a, b, max(numbers(4)), dict(zip("ab", numbers(2))), sum(x * 2 for x in numbers(3) if x)


@program()
def generator_with_finally():
    log = []

    def g():
        try:
            yield 1
            yield 2
        finally:
            log.append("closed")

    it = g()
    for x in it:
        log.append(x)
        break
    it.close()
    with contextlib.closing(g()) as h:
        log.append(next(h))
    return log


@program()
def generator_raises():
    def g():
        yield 1
        raise ValueError("inside")

    return [x for x in g()]


@program()
def coroutines():
    async def child(x):
        await asyncio.sleep(0)
        return x * 2

    async def agen():
        for i in range(3):
            yield i

    class Manager:
        async def __aenter__(self):
            return "in"

        async def __aexit__(self, *e):
            return True

    async def main():
        a = await child(1)
        b = await asyncio.gather(child(2), child(3))
        c = [x async for x in agen()]
        async with Manager() as m:
            raise KeyError
        async for y in agen():
            if y == 1:
                break
        else:
            y = None
        return a, b, c, m, y

    return asyncio.run(main())


@program()
def tasks_and_queues():
    async def main():
        queue = asyncio.Queue(2)
        out = []

        async def produce():
            for i in range(5):
                await queue.put(i)
            await queue.put(None)

        async def consume():
            while (x := await queue.get()) is not None:
                out.append(x)

        async with asyncio.TaskGroup() as group:
            group.create_task(produce())
            group.create_task(consume())
        return out, await asyncio.wait_for(asyncio.shield(asyncio.sleep(0, "slept")), 1)

    return asyncio.run(main())


@program()
def tasks_that_fail():
    async def fail(x):
        await asyncio.sleep(0)
        raise ValueError(x)

    async def main():
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fail(1))
                group.create_task(fail(2))
        except* ValueError as errors:
            found = sorted(error.args[0] for error in errors.exceptions)
        return found

    return asyncio.run(main())


@program()
def asynchronous_context_managers():
    @contextlib.asynccontextmanager
    async def manager(log):
        log.append("in")
        try:
            yield 5
        finally:
            log.append("out")

    async def main():
        log = []
        async with manager(log) as x:
            log.append(x)
        try:
            async with manager(log):
                raise KeyError("k")
        except KeyError:
            log.append("caught")
        async with contextlib.AsyncExitStack() as stack:
            log.append(await stack.enter_async_context(manager(log)))
        return log

    return asyncio.run(main())


@program()
def asynchronous_generators():
    async def numbers(n):
        for i in range(n):
            x = yield i
            if x:
                yield x * 10

    async def is_even(x):
        await asyncio.sleep(0)
        return x % 2 == 0

    async def main():
        a, b = numbers(3), numbers(2)
        out = [await anext(a), await a.asend(4), await a.asend(None)]
        await a.aclose()
        await anext(b)
        try:
            await b.athrow(KeyError("thrown"))
        except KeyError as error:
            out.append(error.args)
        out.append({x: -x async for x in numbers(4) if await is_even(x)})
        return out

    return asyncio.run(main())


@program()
def coroutines_of_generators():
    @types.coroutine
    def waiting():
        return (yield 3)

    async def use():
        return await waiting()

    def deep(n):
        if n:
            yield from deep(n - 1)
        yield n

    coroutine = use()
    out = [coroutine.send(None), inspect.getcoroutinestate(coroutine)]
    try:
        coroutine.send(9)
    except StopIteration as stop:
        out.append(stop.value)
    return out, sum(deep(200)), list(itertools.islice((x for x in itertools.count() if x % 3 == 0), 4))


@program()
def generators_that_misbehave():
    def itself():
        try:
            next(running[0])
        except ValueError as error:
            yield str(error)

    def stubborn():
        try:
            yield 1
        except GeneratorExit:
            yield 2

    running = []
    running.append(itself())
    out = [list(running[0])]
    held = stubborn()
    next(held)
    try:
        held.close()
    except RuntimeError as error:
        out.append(str(error))
    return out, list(held)


@program()
def iterators_of_classes():
    class Count:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.n == 0:
                raise StopIteration
            self.n -= 1
            return self.n

    class Old:
        def __getitem__(self, i):
            if i > 2:
                raise IndexError
            return i * 10

    out = []
    for x in Count(3):
        out.append(x)
    for y in Old():
        out.append(y)
    a, b = Count(2)
    return out, a, b, [*Old()], list(iter(Count(2).__next__, 0)), 10 in Old()


@program()
def iteration_fails():
    class Broken:
        def __iter__(self):
            return self

        def __next__(self):
            raise ValueError("broken")

    out = []
    try:
        for x in Broken():
            out.append(x)
    except ValueError as error:
        out.append(str(error))
    try:
        for x in 5:
            pass
    except TypeError as error:
        out.append(str(error))
    d = {1: 1}
    for k in d:
        d[k + 1] = 1


@program()
def stop_iteration_flows():
    it = iter([1])
    r = [next(it), next(it, "default")]
    try:
        next(it)
    except StopIteration:
        r.append("stopped")

    def take(i):
        return next(i)

    try:
        take(iter(()))
    except StopIteration:
        r.append("in callee")
    return r + list(iter(lambda: r.pop(), 1))


# -- exceptions -------------------------------------------------------------------------------------------------------


def fail(kind, depth=0):
    if depth:
        return fail(kind, depth - 1)
    raise kind("failed")


@program(2)
@program([])
def truth_as_a_value(x):
    y = not not x
    return [y, f"{not not x}", not not x and x, (not not x) is True, not not not x]


class Stack(list):
    def __new__(cls, *args):
        return super().__new__(cls)


class Quit(SystemExit):
    def __new__(cls, *args):
        return super().__new__(cls)


class Pair(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))


class Nothing(ExceptionGroup):
    def __init__(self, *args):
        self.given = args


@program()
def new_in_python_init_in_c():
    return Stack([1, 2]), Quit(3).code, Pair(1, 2)


@program()
def new_in_c_refuses():
    return Nothing("no exceptions", [])


@program(0)
@program(1)
def handler_joins_return(index):
    try:
        value = [1][index]
    except LookupError:
        value = 2
    try:
        return
    except TypeError:
        return value


@program(None)
@program(ValueError)
@program(KeyError)
@program(OSError)
def try_all(kind):
    log = []
    try:
        log.append("try")
        if kind:
            fail(kind, 2)
    except ValueError as error:
        log.append(str(error))
    except (KeyError, IndexError):
        log.append("lookup")
    else:
        log.append("else")
    finally:
        log.append("finally")
        print(log)
    return log


@program(0)
@program(1)
@program(2)
@program(3)
def finally_returns(which):
    def f():
        for i in range(3):
            try:
                if which == 0:
                    return "try"
                if which == 1:
                    raise KeyError(i)
                if which == 2:
                    continue
                break
            finally:
                if which == 1:
                    return "finally"
                if which == 2 and i == 1:
                    break
        return "end", i

    return f()


source(
    "finally_continues",
    """
    def finally_continues(n):
        out = []
        for i in range(n):
            try:
                out.append(10 // i)
            finally:
                out.append(i)
                continue
        while n:
            n -= 1
            try:
                if n == 1:
                    return out
                1 / 0
            finally:
                if n > 1:
                    break
        return out, n
""",
    4,
)


@program()
def nested_tries():
    log = []
    try:
        try:
            try:
                1 / 0
            except ZeroDivisionError:
                log.append(1)
                raise
            finally:
                log.append(2)
        except ArithmeticError as error:
            log.append(type(error).__name__)
            try:
                {}["k"]
            except KeyError as inner:
                log.append(inner.__context__ is error)
                raise ValueError("new") from inner
    except ValueError as outer:
        log.append((type(outer.__cause__).__name__, type(outer.__cause__.__context__).__name__))
        try:
            raise TypeError from None
        except TypeError as last:
            log.append((last.__suppress_context__, last.__context__ is outer))
    else:
        log.append("never")
    return log


@program(0)
@program(1)
@program(2)
@program(3)
@program(4)
@program(5)
@program(6)
def raises_in_all_ways(which):
    if which == 0:
        raise ValueError
    if which == 1:
        raise ValueError("text", 5)
    if which == 2:
        raise KeyError("a") from IndexError("b")
    if which == 3:
        try:
            1 / 0
        except ZeroDivisionError as e:
            raise RuntimeError("while") from e
    if which == 4:
        try:
            [][1]
        except IndexError:
            {}["missing"]
    if which == 5:
        raise 5
    raise


@program()
def reraise_later():
    kept = None
    try:
        fail(ValueError, 3)
    except ValueError as error:
        kept = error
    try:
        raise kept
    except ValueError as again:
        n = len(traceback.extract_tb(again.__traceback__))
    return n, kept is again


@program()
def exception_variable_goes():
    error = "before"
    try:
        1 / 0
    except ZeroDivisionError as error:
        seen = str(error)
    try:
        return seen, error
    except UnboundLocalError as e:
        return seen, str(e)


@program()
def exception_in_handler_match():
    def kinds():
        raise TypeError("while matching")

    try:
        try:
            1 / 0
        except kinds():
            pass
    except TypeError as error:
        return str(error), type(error.__context__).__name__


@program()
def exception_no_class():
    try:
        1 / 0
    except 5:
        return 1


@program(0)
@program(1)
@program(2)
@program(3)
def exception_groups(which):
    log = []
    try:
        if which == 1:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2), ExceptionGroup("h", [KeyError(3)])])
        if which == 2:
            raise ValueError("naked")
        if which == 3:
            raise ExceptionGroup("g", [OSError(1), ValueError(2)])
    except* ValueError as group:
        log.append(("value", [str(e) for e in group.exceptions]))
    except* (TypeError, KeyError) as group:
        log.append(("type", len(group.exceptions)))
    else:
        log.append("else")
    finally:
        log.append("finally")
        print(log)
    return log


@program()
def exception_group_raises_with_a_rest():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
        except* ValueError:
            raise KeyError(3)
    except BaseException as error:
        return repr(error)


@program()
def exception_group_left_over():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        first = 1 / 0
    except* TypeError:
        raise
    return first


@program()
def exception_group_nested():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
        except* ValueError as group:
            count = len(group.exceptions)
    except* TypeError as rest:
        count += len(str(rest))
    return count


@program(3)
def exception_group_loop(n):
    seen = []
    for i in range(n):
        try:
            if i:
                raise ExceptionGroup("g", [ValueError(i), OSError(2)]) if i == 1 else ValueError(7)
        except* (ValueError, TypeError) as group:
            seen.append(repr(group))
        except* OSError:
            seen.append(i)
        else:
            seen.append("none")
        finally:
            seen.append("done")
    return seen


@program()
def exceptions_in_loops():
    out = []
    for x in [1, 0, "a", None, 2]:
        try:
            out.append(10 // x)
        except ZeroDivisionError:
            out.append("zero")
            continue
        except TypeError as error:
            if x is None:
                break
            out.append(type(x).__name__)
        else:
            out.append("fine")
        finally:
            out.append("|")
    while True:
        try:
            out.pop(3)
        except IndexError:
            break
    return out


@program()
def state_in_handlers():
    a = b = 0
    for i in range(4):
        try:
            a += 1
            b = a * 2
            if i % 2:
                raise ValueError(a)
            a += 10
        except ValueError as error:
            b += error.args[0]
            a -= 1
        finally:
            b += 1
    return a, b


@program(5)
@program("5")
@program("x")
@program(None)
def conversions(x):
    try:
        return int(x)
    except ValueError:
        return "no number"
    except TypeError:
        return "no text"


@program(0)
@program(4)
def deep_failure(depth):
    return fail(RuntimeError, depth)


@program()
def key_errors():
    d = {"a": 1}
    r = []
    for key in ["a", "b", ["unhashable"]]:
        try:
            value = d[key]
        except KeyError as e:
            value = d[key] = e.args[0]
        except TypeError:
            value = "unhashable"
        r.append(value)

    class Default(dict):
        def __missing__(self, key):
            return key * 2

    return r, d, Default()["x"], collections.defaultdict(list)["k"], collections.Counter("aab")


@program()
def errors_of_operations():
    log = []
    operations = [
        lambda: 1 + "a", lambda: [] < {}, lambda: -"a", lambda: [][0], lambda: {}["k"], lambda: None.x, lambda: abs(5)(),
        lambda: 1 in 5, lambda: [1][::0], lambda: f"{1:q}", lambda: int("x"), lambda: "a".nope(), lambda: len(5),
        lambda: {[]: 1}, lambda: {[]}, lambda: [*5], lambda: {**5}, lambda: print(**5), lambda: print(*5), lambda: not_there,
        lambda: "%d" % "x", lambda: 1 << -1, lambda: (lambda x: x)(), lambda: iter(5), lambda: (yield_ for yield_ in 5),
    ]  # fmt: skip
    for operation in operations:
        try:
            operation()
        except Exception as error:
            log.append((type(error).__name__, str(error), error.__traceback__.tb_next.tb_frame.f_code.co_name))
    return log


@program()
def errors_of_stores():
    log = []
    t, c = (1, 2), object()
    try:
        t[0] = 5
    except TypeError as error:
        log.append(str(error))
    try:
        t[0] += 5
    except TypeError as error:
        log.append(str(error))
    try:
        c.x = 1
    except AttributeError as error:
        log.append(str(error))
    try:
        del t[0]
    except TypeError as error:
        log.append(str(error))
    try:
        del c.x
    except AttributeError as error:
        log.append(str(error))
    d = {}
    try:
        d[[]] = 1
    except TypeError as error:
        log.append(str(error))
    l = []
    try:
        (l.append(1), t)[1][0] = 3
    except TypeError:
        log.append(l)
    return log


# fmt: off
@program(0)
@program(1)
@program(2)
def error_in_many_lines(which):
    values = [1, 2, 3]
    if which == 0:
        return (
            values[0]
            + values[1]
            + values[
                which + 7
            ]
        )
    elif which == 1:
        return add(1,
                   values.index(9),
                   c=2)
    return (values[0]
            + (values[1] * (values[2]
                            - None)))
# fmt: on


# -- with -------------------------------------------------------------------------------------------------------------


class Manager:
    log: list = []

    def __init__(self, name, suppress=False, fail_enter=False, fail_exit=False):
        self.name, self.suppress, self.fail_enter, self.fail_exit = name, suppress, fail_enter, fail_exit

    def __enter__(self):
        self.log.append(f"enter {self.name}")
        if self.fail_enter:
            raise OSError("enter")
        return self

    def __exit__(self, kind, value, tb):
        self.log.append(f"exit {self.name} {kind and kind.__name__}")
        if self.fail_exit:
            raise OSError("exit")
        return self.suppress


@program(None, False)
@program(ValueError, True)
@program(ValueError, False)
def with_statements(kind, suppress):
    Manager.log = log = []
    with Manager("a", suppress) as a, Manager("b"):
        log.append(a.name)
        if kind:
            fail(kind)
        log.append("end")
    with Manager("c"):
        pass
    with Manager("d") as d, Manager("e") as (e):
        log.append(d.name + e.name)
    return log


@program(0)
@program(1)
@program(2)
@program(3)
def with_leaves(which):
    Manager.log = log = []
    for i in range(3):
        with Manager("m", suppress=True):
            if which == 0:
                return log
            if which == 1:
                break
            if which == 2:
                continue
            raise KeyError
        log.append("behind")
    else:
        log.append("else")
    return log


@program("enter")
@program("exit")
@program("both")
def with_fails(which):
    Manager.log = log = []
    try:
        with Manager("a"), Manager("b", fail_enter=which == "enter", fail_exit=which != "enter"):
            if which == "both":
                raise KeyError("body")
    except OSError as error:
        log.append((str(error), type(error.__context__).__name__))
    return log


@program()
def with_fails_out():
    with Manager("a"):
        with Manager("b", fail_exit=True):
            raise KeyError("body")


@program()
def with_no_manager():
    with 5 as x:
        return x


@program()
def context_managers_of_the_library():
    @contextlib.contextmanager
    def tag(name):
        print(f"<{name}>")
        try:
            yield name
        except KeyError:
            print("caught")
        finally:
            print(f"</{name}>")

    with tag("a") as a, tag("b"):
        print(a)
    with tag("c"):
        raise KeyError
    with contextlib.suppress(ValueError):
        int("x")
    with contextlib.ExitStack() as stack:
        stack.enter_context(tag("d"))
        stack.callback(print, "callback")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        print("hidden")
    return out.getvalue()


# -- looking at frames ------------------------------------------------------------------------------------------------


def caller_name():
    return sys._getframe(1).f_code.co_name, sys._getframe(0).f_code.co_name


def caller_locals():
    return dict(sys._getframe(1).f_locals)


@program(1)
def frames(x):
    y = x + 1
    return caller_name(), caller_locals(), sys._getframe().f_lineno - caller_name.__code__.co_firstlineno > 0


@program(1)
def local_variables(x, *args, k=2, **kw):
    y = [x]
    before = dict(locals())
    for z in y:
        w = sorted(locals())
    cell = 3
    f = lambda: cell
    return before, w, sorted(vars()), sorted(dir()), f()


@program(4)
def evaluates(n):
    namespace = {"n": n}
    exec("m = n * 2\ndef g(x):\n    return x + m", namespace)
    code = compile("n + 1", "<text>", "eval")
    return eval("n + 1"), eval(code), eval("[i * k for i in range(2)]", {"k": 3}), namespace["g"](1), namespace["m"]


@program()
def evaluates_and_fails():
    return eval("1 / 0", {})


@program()
def warns():
    def old():
        warnings.warn("old", DeprecationWarning, stacklevel=2)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        old()
        warnings.warn("here")
    return [(str(w.message), w.category.__name__, w.lineno - warns.__wrapped_line__, w.filename) for w in caught]


warns.__wrapped_line__ = warns.__code__.co_firstlineno


@program()
def inspects():
    def f(a, b=1, *c, d, **e):
        return inspect.currentframe().f_back.f_code.co_name

    return (
        str(inspect.signature(f)),
        f(1, d=2),
        inspect.getframeinfo(inspect.currentframe()).function,  # `inspect.stack` looks at all frames of pytest, too
        inspect.getsource(fib),
        inspect.isfunction(f),
    )


inspect.getmodule(inspect.currentframe())  # looks at all modules, but only once


@program()
def stack_lines():
    def here():
        return [(f.name, f.lineno, f.line) for f in traceback.extract_stack()[-2:]]

    return here(), here()


@program()
def exc_info_inside():
    r = [sys.exc_info()[0]]
    try:
        1 / 0
    except ZeroDivisionError:
        r.append(sys.exc_info()[0].__name__)
        try:
            {}["k"]
        except KeyError:
            r.append(sys.exc_info()[0].__name__)
        r.append(sys.exc_info()[0].__name__)
        r.append([line for line in traceback.format_exc().splitlines() if "irtrack" in line])
    r.append(sys.exc_info()[0])
    return r


@program()
def imports_inside():
    import json
    import os.path
    import collections.abc as cabc
    from math import pi, sqrt as root
    from os import path as p

    try:
        import no_such_module_at_all
    except ImportError as error:
        missing = error.name
    try:
        from math import no_such_name
    except ImportError as error:
        missing += str(error)[:18]
    return json.dumps([1]), os.path.basename("a/b"), cabc.Mapping.__name__, pi, root(4), p is os.path, missing


@program()
def copies():
    a = [1, [2, 3], {"k": (4, [5])}]
    b = copy.deepcopy(a)
    c = copy.copy(a)
    b[1].append(9)
    return a, b, c[1] is a[1], copy.deepcopy(Item("x"))


@program()
def annotations_run():
    x: int = 5
    y: "str"
    (z): list[int] = [x]

    def f(a: int, b: list[str] = None) -> dict:
        return a

    class C:
        u: int
        v: str = "s"

    return x, z, f(1), sorted(typing.get_type_hints(f)), sorted(typing.get_type_hints(C)), C.v


@program()
def shared_state():
    cache = {}

    def lookup(k, default=[]):
        default.append(k)
        return cache.setdefault(k, len(default))

    lookup(1)
    lookup(2)
    lookup(1)
    return cache, lookup.__defaults__


@program()
def function_attributes():
    def f(x=1, *, y=2):
        f.calls += 1
        return x, y

    f.calls = 0
    f()
    f.__defaults__ = (5,)
    f.__kwdefaults__ = {"y": 6}
    r = f()

    def g(x=0):
        return "replaced", x

    f.__code__, calls = g.__code__, f.calls
    return r, f(), calls


@program()
def algorithms():
    def sieve(n):
        flags = [True] * (n + 1)
        flags[0:2] = [False, False]
        for i in range(2, int(n**0.5) + 1):
            if flags[i]:
                flags[i * i :: i] = [False] * len(flags[i * i :: i])
        return [i for i, flag in enumerate(flags) if flag]

    def quicksort(a):
        if len(a) < 2:
            return a
        pivot, *rest = a
        return quicksort([x for x in rest if x < pivot]) + [pivot] + quicksort([x for x in rest if x >= pivot])

    def bisect(f, lo, hi):
        while hi - lo > 1e-3:
            mid = (lo + hi) / 2
            if f(mid) * f(lo) <= 0:
                hi = mid
            else:
                lo = mid
        return lo

    def collatz(n):
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    return sieve(30), quicksort([3, 1, 2, 3, 0]), bisect(lambda x: x * x - 2, 0.0, 2.0), collatz(27)


# -- big functions ----------------------------------------------------------------------------------------------------

BIG = 300
source("many_constants", "def many_constants(n):\n    r = []\n" + "".join(
    f"    r.append(n + {1000 + i}.5)\n" for i in range(BIG)) + "    return r\n", 1)  # fmt: skip
source("many_locals", "def many_locals(n):\n" + "".join(
    f"    v{i} = n + {i}\n" for i in range(BIG)) + "    return " + " + ".join(f"v{i}" for i in range(BIG)) + "\n", 1)  # fmt: skip
source("many_locals_in_loop", "def many_locals_in_loop(n):\n" + "".join(f"    v{i} = {i}\n" for i in range(BIG))
    + "    for k in range(n):\n" + "".join(f"        v{i} += k\n" for i in range(250, BIG))
    + "        if v299 > 305:\n            break\n"
    + "    return v255, v256, v257, v299, [lambda: v1, v1][1]\n", 20)  # fmt: skip
source("many_names", "import math\n" + "".join(f"g{i} = {i}\n" for i in range(BIG)) + "def many_names(n):\n    total = 0\n"
    + "".join(f"    total += g{i} * n\n" for i in range(BIG))
    + "    return total + math.floor(2.5), n.real, n.numerator, n.bit_length()\n", 2)  # fmt: skip
source("many_branches", "def many_branches(n):\n    r = 0\n    for k in range(n):\n" + "".join(
    f"        if k == {i}:\n            r += {i}\n            continue\n" for i in range(BIG)) + "    return r\n", 30)  # fmt: skip
source("many_arguments", "def f(*a, **k):\n    return len(a), sorted(k)[-1] if k else None\ndef many_arguments(n):\n    return f("
    + ", ".join(f"n + {i}" for i in range(BIG)) + "), f(" + ", ".join(f"k{i}=n" for i in range(BIG)) + "), ["
    + ", ".join(f"n + {i}" for i in range(BIG)) + "]\n", 2)  # fmt: skip
source("long_jumps", "def long_jumps(n):\n    i = 0\n    x = 0.0\n    while i < n:\n        i += 1\n        try:\n            if i == 3:\n"
    "                raise ValueError(i)\n" + "".join(f"            x += i * {i} - x / 7\n" for i in range(BIG))
    + "        except ValueError:\n            x = -x\n            continue\n        finally:\n            x += 1\n    else:\n        x += 2\n"
    + "    return x\n", 5)  # fmt: skip
source("deep_nesting", "def deep_nesting(n):\n    r = 0\n" + "".join(
    "    " * (i + 1) + f"for i{i} in range({1 + i % 2}):\n" for i in range(8)) + "    " * 9
    + "if i1 == i3:\n" + "    " * 10 + "r += " + "(" * 40 + "n" + " + 1)" * 40 + "\n    return r\n", 2)  # fmt: skip
source(
    "long_expression",
    "def long_expression(x):\n    return " + " + ".join(f"x[{i % 3}] * {i}" for i in range(BIG)) + "\n",
    [1, 2, 3],
)
source("many_cells", "def many_cells(n):\n" + "".join(f"    c{i} = n + {i}\n" for i in range(BIG)) + "    def f():\n        nonlocal c299\n"
    "        c299 += 1\n        return " + " + ".join(f"c{i}" for i in range(BIG)) + "\n    return f(), c0, c298, c299, f()\n", 1)  # fmt: skip

# -- newer syntax -----------------------------------------------------------------------------------------------------

source(
    "type_parameters",
    """
    type Alias[T] = list[T]
    def first[T](items: list[T]) -> T:
        return items[0]
    def type_parameters():
        type Local = int
        class Box[U]:
            def __init__(self, u: U):
                self.u = u
            def get[V: int](self, v: V = 1) -> U:
                return self.u
        def bounded[W: (int, str)](w: W) -> W:
            return w
        return first([1]), Box(3).get(), Box[int](4).u, bounded(5), str(Alias[int]), Local.__value__, Alias.__name__
""",
    since=(3, 12),
)
source(
    "nested_fstrings",
    """
    def nested_fstrings(a):
        return f"{f"{a["k"]}"} {a['k'] + f'{1 + 1}':>{5}} {'\\n'.join(['x', 'y'])}"
""",
    {"k": "v"},
    since=(3, 12),
)
source(
    "inlined_comprehensions",
    """
    class K:
        y = [i for i in range(3)]
    def inlined_comprehensions(n):
        i = "outer"
        a = [i for i in range(n)]
        b = [[i for i in range(j)] for j in range(n)]
        c = {i: (lambda: i)() for i in range(n)}
        return i, a, b, c, K.y
""",
    3,
    since=(3, 12),
)
source(
    "type_defaults",
    """
    def type_defaults():
        def f[T = int](x: T) -> T:
            return x
        return f(3), f.__type_params__[0].__default__
""",
    since=(3, 13),
)
source(
    "template_strings",
    """
    def template_strings(name):
        t = t"hello {name!r:>{5}} and {name + '!'}"
        return t.strings, [(i.value, i.expression, i.conversion, i.format_spec) for i in t.interpolations], t"".strings
""",
    "x",
    since=(3, 14),
)
source(
    "except_without_parentheses",
    """
    def except_without_parentheses(x):
        try:
            return [1, 2][x]
        except IndexError, TypeError:
            return "no"
""",
    "a",
    since=(3, 14),
)
source(
    "deferred_annotations",
    """
    def deferred_annotations():
        def f(a: unknown_name) -> also_unknown:
            return a
        class C:
            x: unknown_name
        return f(1), C.__name__
""",
    since=(3, 14),
)
source(
    "lazy_imports",
    """
    lazy import colorsys
    lazy from textwrap import dedent
    def lazy_imports():
        return dedent("  x"), colorsys.rgb_to_hsv(0, 0, 0)
""",
    since=(3, 15),
)
source(
    "comprehension_unpacking",
    """
    def comprehension_unpacking(rows):
        return [*row for row in rows], {*row for row in rows}, {**d for d in [{"a": 1}, {"b": 2}]}, list(*row for row in rows)[:1]
""",
    [[1, 2], [3]],
    since=(3, 15),
)


@program()
def closures_made_again():
    """From the second round on, the twin of a closure is made with it: whatever changes it later must be seen."""

    def make(base, step=1):
        def inner(x, y=base, *, z=step):
            return x + y + z + base

        return inner

    def named(function, name):
        function.__qualname__ = name
        return function

    results = []
    for i in range(4):
        f, g, h, k = make(i), make(i, 2), make(i), make(i)
        results += [f(1), g(1, z=3), h(2, 3)]
        f.__defaults__ = (100,)
        setattr(g, "__kwdefaults__", {"z": 1000})
        k.__code__ = (lambda a: lambda x, y: (a, x, y))(0).__code__
        results += [f(1), g(1), h(1), k(5, 6)]
        for function in (named(make(i), "renamed"), functools.wraps(len)(make(i)), functools.wraps(len)(lambda x: x)):
            try:
                function()
            except TypeError as error:
                results.append(str(error))
        results += [(lambda: i)(), [(lambda v, i=i: v + i)(j) for j in range(3)]]
    return results


@program()
def functions_changed_by_starred_calls():
    """What `setattr` changes is not seen at its call where the arguments are in a list, or in a partial object."""

    def f(a=1):
        return a

    def other(a=5):
        return -a

    set_defaults = functools.partial(setattr, f, "__defaults__")
    results = [f()]
    setattr(*[f, "__defaults__", (2,)])
    results.append(f())
    setattr(*iter([f, "__code__", other.__code__]))
    results.append(f())
    set_defaults((3,))
    results.append(f())
    try:
        delattr(*[f, "__defaults__"])
        f()
    except TypeError as error:
        results.append(str(error))
    return results


@program()
def classes_changed():
    """An instance is made inline where the class is the last one seen: it must be the class as it is now."""

    class Point:
        def __init__(self, x, y=0):
            self.x, self.y = x, y

    class Abstract(collections.abc.Sized):
        def __init__(self, x):
            self.x = x

    class Mistake(Exception):
        def __init__(self, code, *, detail=None):
            self.code, self.detail = code, detail

    class Ordered(dict):
        def __init__(self, *pairs):
            super().__init__(pairs)

    def other_init(self, x, y=0):
        self.x, self.y = y, x

    class Swapped(Point):
        pass

    results = []
    for i in range(12):
        for Kind in (Point, Swapped, Point):
            made = Kind(i, y=2 * i)
            results.append((type(made).__name__, vars(made)))
        if i == 3:
            Point.__init__ = other_init
        if i == 5:
            setattr(Swapped, "__new__", lambda cls, *args, **kwargs: object.__new__(Point))
        if i == 9:
            Swapped.__init__ = lambda self: None
        try:
            Point(i)
            Point(1, 2, 3) if i % 2 else Point()
        except TypeError as error:
            results.append(str(error))
        try:
            Abstract(i)
        except TypeError as error:
            results.append(str(error).replace("methods", "method"))
        try:
            raise Mistake(i, detail=i) if i % 2 else Mistake
        except (Mistake, TypeError) as error:
            results.append((error.args, getattr(error, "detail", 0)))
        results.append(Ordered(("a", i), ("b", i)))
        if i > 9:
            break
    return results


@program()
def receivers_of_many_kinds():
    """One method call, receivers of every kind, and shadowed, replaced, re-entered in between."""

    class Meta(type):
        def tell(cls, *rest):
            return ("class", cls.__name__, len(rest))

    class Plain:
        def tell(self, *rest):
            return ("plain", len(rest))

    class Other(Plain):
        def tell(self, *rest):
            return ("other", rest, super().tell(*rest))

    class Slotted:
        __slots__ = ("tell",)

    class Callable(Plain):
        def __call__(self, *rest):
            return ("called", len(rest))

    class Static:
        @staticmethod
        def tell(*rest):
            return ("static", len(rest))

        @classmethod
        def tell_class(cls, *rest):
            return ("class method", cls.__name__, len(rest))

    class Made(metaclass=Meta):
        pass

    class Computed:
        @property
        def tell(self):
            return lambda *rest: ("property", len(rest))

        def __getattr__(self, name):
            return lambda *rest: (name, len(rest))

    def ask(receiver, *rest):
        return receiver.tell(*rest), receiver.tell(1, 2)

    def nested(receiver, others):
        return receiver.tell(nested(others[0], others[1:]) if others else None)

    shadowed, borrowed, slotted, holder = Plain(), Plain(), Slotted(), Plain()
    shadowed.tell = lambda *rest: ("shadowed", len(rest))
    borrowed.tell = Other().tell
    slotted.tell = Callable()
    holder.tell = Made
    Made.__init__ = lambda self, *rest: setattr(self, "rest", rest)
    Made.__eq__ = lambda self, other: self.rest == other.rest
    Made.__hash__ = None
    receivers = [Plain(), Other(), Plain(), shadowed, borrowed, Callable(), slotted, Static(), Static, Made, Computed()]
    results = [ask(receiver) for receiver in receivers * 3]
    results.append(holder.tell(1, 2) == Made(1, 2))
    results.append(nested(Plain(), [Other(), Callable(), Made, slotted, Plain(), shadowed, Other()]))
    plain = Plain()
    for i in range(6):
        results.append(plain.tell(i))
        results.append(Static().tell_class(i))
        if i == 2:
            Plain.tell = lambda self, *rest: ("replaced", rest)
        if i == 3:
            plain.tell = plain.tell
        if i == 4:
            plain.tell = Callable()
    return results


@program()
def methods_of_builtins():
    """One lookup of a method in C, on receivers of fixed and of changing types."""

    class Words(list):
        def append(self, word):
            super().append(word.upper())

    class Plain(list):
        pass

    def fill(words):
        for letter in "ab":
            words.append(letter)
        return words

    shadowed = Plain()
    shadowed.append = lambda letter: list.append(shadowed, letter * 2)
    kinds = [[], Words(), Plain(), [], collections.deque(), bytearray(), shadowed, [], Words()]
    results = []
    for words in kinds:
        try:
            results.append(repr(fill(words)))
        except TypeError as error:
            results.append(str(error))
    names = [text.upper() for text in ("x", "y")] + [text.upper() for text in (b"x", "y", bytearray(b"z"))]
    return results, names, {"a": 1}.get("a"), collections.OrderedDict(b=2).get("b"), "a".join(["x", "y"])


@program()
def new_that_returns_others():
    """What `__new__` returns decides whether and which `__init__` is called."""

    class Base:
        def __new__(cls, kind):
            return object.__new__({"base": Base, "derived": Derived}.get(kind, cls)) if kind != "other" else 3

    class Derived(Base):
        def __init__(self, kind):
            self.kind = kind

    class Single:
        only = None

        def __new__(cls):
            if cls.only is None:
                cls.only = super().__new__(cls)
            return cls.only

    class Below(Single):
        pass

    made = [cls(kind) for cls in (Base, Derived) for kind in ("base", "derived", "other", "")]
    return (
        [(type(one).__name__, getattr(one, "__dict__", None)) for one in made],
        Single() is Single(),
        type(Below()).__name__,
    )


@program()
def changed_after_the_call():
    """What a method call did does not change when its class or its object's class does."""

    class Other:
        y = 1

    def change(name):
        class Below:
            pass

        class Base(Below):
            def inherited(self, x):
                return x + 2

        class Owner(Base):
            def own(self, x):
                return x + 1

            def __getattr__(self, name):
                raise AttributeError(name)

        owner = Owner()
        owner.callback = lambda *args: len(args)
        results = [owner.own(3), owner.inherited(4), owner.callback(owner), owner.callback()]
        match name:
            case "class":
                owner.__class__ = Other
            case "bases":
                Owner.__bases__ = (type("Base", (), {}),)
            case "delete":
                del Owner.own, owner.callback
            case "static":
                Owner.own = staticmethod(len)
            case "property":
                Owner.own = property(lambda self: 1)
            case "number":
                Owner.own = 5
            case "init":
                Owner.__init__ = lambda self: None
        return results

    return [change(name) for name in ("class", "bases", "delete", "static", "property", "number", "init") * 2]


@program()
def names_of_methods_of_type():
    """A class method may have the name of a method of `type`."""

    class Own:
        @classmethod
        def mro(cls):
            return [cls.__name__]

    class Meta(type):
        @classmethod
        def __prepare__(metacls, name, bases):
            return {"prepared": name}

    return Own.mro(), Meta.__prepare__("x", ()), [color.name for color in enum.Enum("Color", "RED GREEN")]


@program((3, "real"), {})
def starred_operators(pair, none):
    """Operators that are called by name, with stars."""
    a = [getattr(*pair), getattr(*pair, **none), getattr(3, *("real",)), operator.add(*(1, 2)), operator.neg(*(3,))]
    b = [operator.is_(*(1, 1)), operator.not_(*(1,)), operator.contains(*([3], 3)), operator.getitem(*([1], 0))]
    return a, b, operator.iadd(*(1, 2)), iter(*([],)) is None, next(*(iter([1]),)), dict(**none), slice(*(1, 2))


@program()
def raised_liar():
    """What is raised may lie about its class."""

    class Liar:
        @property
        def __class__(self):
            raise RuntimeError("from __class__")

    try:
        raise Liar()
    except TypeError as error:
        return str(error)


@program()
def numpy_conditions():
    """Comparisons of numpy's scalars, as conditions and as values."""
    import numpy

    total, a = 0, numpy.arange(5)
    while a.sum() > 3:
        a = a[1:] if a[0] < 2 else a[:-1]
        if a.any() == True and not a.sum() != 7:
            total += 1
    return total, bool(a.max() >= 2), [int(x) for x in a if x <= numpy.float64(3)], 1 if numpy.int8(3) == 3 else 2


@program(0)
@program(1)
def reads_that_are_dropped(x):
    """A statement that only reads a local, which may be unbound."""
    results = []
    if x:
        q = 1
        del q
    try:
        q
    except NameError as error:
        results.append(str(error))
    for i in range(3):
        try:
            int("x")
        except ValueError as e:
            pass
        try:
            e
        except NameError:
            results.append(i)
        try:
            results
            y = i if i else q
        except UnboundLocalError:
            continue
        finally:
            i
    return results, y


@program()
def metaclasses_that_change():
    """How a class makes its instances is asked of its metaclass each time."""

    class Meta(type):
        pass

    class Other(type):
        def __call__(cls, *args):
            return "other", args

    class Made(metaclass=Meta):
        def __init__(self, x):
            self.x = x

    class Moved(metaclass=Meta):
        def __init__(self, x):
            self.x = x

    results = []
    for i in range(6):
        made, moved = Made(i), Moved(i)
        results.append(
            (type(made).__name__, type(moved).__name__, getattr(made, "x", made), getattr(moved, "x", moved))
        )
        if i == 1:
            Meta.__call__ = lambda cls, *args: ("meta", args)
        if i == 2:
            Moved.__class__ = Other
        if i == 3:
            del Meta.__call__
    for arguments in (5, None, [7]):
        try:
            results.append(Made(*arguments).x)
        except TypeError as error:
            results.append(str(error).split("metaclasses_that_change.<locals>.")[-1])
    return results


@program()
def calls_of_metaclasses_that_are_no_functions():
    class Instance:
        def method(self, x):
            return "method", x

        def __call__(self, *x):
            return "instance", x

    def made(call):
        class Meta(type):
            __call__ = call

        class Made(metaclass=Meta):
            def __init__(self, x):
                raise AssertionError

        return Made

    results = []
    for call in (
        classmethod(lambda cls, x: (cls.__name__, x)),
        staticmethod(lambda x: ("static", x)),
        Instance().method,
        Instance(),
        functools.partialmethod(lambda cls, y, x: (cls.__name__, y, x), 2),
        (2).__pow__,
    ):
        Made = made(call)
        for i in range(3):
            results.append(Made(i))
        results.append(list(map(Made, range(2))))
    return results


@program()
def mappings_and_sets_whose_methods_c_does_not_ask():
    class Proxy:
        def __init__(self, of):
            self.of = of

        def __getattr__(self, name):
            return getattr(self.of, name)

        def __getitem__(self, key):
            return self.of[key]

        def __iter__(self):
            return iter(self.of)

    class Indexed:
        def __getitem__(self, key):
            return key * 2

        def __iter__(self):
            return iter(["ab", "cd"])

    class OwnSet(set):
        def __iter__(self):
            return iter(["wrong"])

    class OwnDict(dict):
        def keys(self):
            return ["wrong"]

        def __getitem__(self, key):
            return 0

    class Asked(dict):
        def __iter__(self):
            return iter(["asked"])

        def keys(self):
            return ["asked"]

        def __getitem__(self, key):
            return 0

    indexed = Indexed()
    results = [dict(indexed)]
    indexed.keys = lambda: ["x"]
    results += [dict(indexed), dict(Proxy({"ab": 1})), dict(Proxy({"ab": 1}), q=2), {**Proxy({"ab": 1})}]
    updated = {0}
    updated.update(OwnSet([1]))
    for make in (set, frozenset, functools.partial(set), list, tuple, sorted):
        results.append(make(OwnSet([1])))
    for make in (dict, functools.partial(dict), list, sorted):
        results += [make(OwnDict(x=1)), make(Asked(x=1))]
    return results, updated, {*OwnSet([2])}, [*OwnSet([2])]


@program()
def attributes_that_classes_are_made_of():
    class Named:
        @property
        def __module__(self):
            return "mine"

        @property
        def __slots__(self):
            return "slots"

        def __getattr__(self, name):
            return name

    def wrong():
        class Made(metaclass=3):
            pass

    try:
        wrong()
    except TypeError as error:
        return str(error), Named().__module__, Named().__slots__, Named().__name__


@program()
def functions_that_are_replaced_meanwhile():
    replaced = {(sys, "_getframe"): None, (functools, "partial"): None}

    class Adder:
        def __add__(self, other):
            return "sum"

    def run():
        class Made(Adder):
            y = eval("1 + 1")

        return Made.y, Made() + 1, sorted([2, 1], key=lambda x: -x), len({Adder(): 1}), list(map(str, [1]))

    for module, name in replaced:
        replaced[module, name] = getattr(module, name)
        setattr(module, name, lambda *arguments, **keywords: "replaced")
    try:
        return run()
    finally:
        for (module, name), before in replaced.items():
            setattr(module, name, before)


@program(None, (1, 2))
def calls_of_none(x, arguments):
    results = [x.__eq__(3), x.__bool__()]
    for f in (x, len, x, sorted, x):
        for call in (
            lambda f=f: f(),
            lambda f=f: f([2, 1]),
            lambda f=f: f(*arguments),
            lambda f=f: f(*[3, 4]),
            lambda f=f: f(1, **{}),
            lambda f=f: f(*5),
            lambda f=f: len(f(x)),
        ):
            try:
                results.append(call())
            except TypeError as error:
                results.append(str(error))
    return results


@program()
def defaults_that_are_deleted():
    """Without its defaults a function takes its arguments from the call."""

    def plain(x=1, *, y=2):
        return x, y

    class Made:
        def __init__(self, x=3):
            self.x = x

    results = []
    for i in range(4):
        for function in (plain, Made, lambda x=4: x):
            try:
                made = function()
                results.append(getattr(made, "x", made))
            except TypeError as error:
                results.append(str(error))
        if i == 0:
            del plain.__defaults__
        if i == 1:
            delattr(plain, "__kwdefaults__")
            del Made.__init__.__defaults__
    return results


@program()
def methods_that_become_class_methods():
    class C:
        def m(self, x):
            return x

    c, results = C(), []
    for i in range(3):
        results.append(c.m(i))
        if i == 0:
            C.m = classmethod(lambda cls, x: (cls.__name__, x))
        if i == 1:
            C.m = lambda self, x: (type(self).__name__, x)
    return results


class Switch:
    """An object that is false at every other question."""

    asked = 0

    def __bool__(self):
        self.asked += 1
        return self.asked % 2 == 0


@program(Switch())
@program(Switch(), 1)
def handlers_that_go_on_before_a_test(switch, missing=None):
    try:
        pass
    except Exception:
        pass
    try:
        assert missing, switch
    except AssertionError:
        pass
    pass
    if switch:
        missing = 1
    try:
        pass
    except Exception:
        pass
    while not switch:
        missing = 2
    return missing


@program()
def a_call_over_several_lines_that_raises():
    class Loud:
        def say(self, *words, **more):
            raise KeyError(words)

    def call(loud, value):
        return loud.say(
            value,
            first=value,
            second=4,
        )

    call(Loud(), 1)


@program()
def methods_called_bound_and_through_their_class():
    class C:
        def m(self, key=None):
            return key

    def call(owner, x):
        return owner.m(x)

    return [call(owner, 7) for owner in (C(), C, C(), C)]


@program([[]] * 20 + [5])
def c_that_raises_once_it_is_specialised(values):
    found = 0
    for value in values:
        try:
            found += len(value)
        except TypeError as error:
            return found, str(error)


@program()
def functions_made_and_stored_above_what_has_no_hash():
    class Three:
        __hash__ = None
        left = 3

        def __iter__(self):
            return self

        def __next__(self):
            self.left -= 1
            if self.left < 0:
                raise StopIteration
            return self.left

    made = []
    for _ in range(2):
        for _ in Three():

            def function():
                return "made"

            made.append(function())
    return made


for _number, _read in enumerate(
    ("return x", "y = x; return y", "del x; return 1", "x; return c", "x, y = 1, x; return x", "x = x; return x")
):
    for _goes in (True, False):
        source(
            f"unbound_on_one_way_{_number}_{_goes}",
            f"""
            def unbound_on_one_way_{_number}_{_goes}(c):
                x = 1
                if c:
                    del x
                {_read}
            """,
            _goes,
        )


@program(1)
def unbound_behind_loads_that_are_no_statements(b):
    function = lambda: b
    v = 1
    try:
        v = b
        print(x)
        x = 1
    except NameError:
        return v, function()


class Called:
    """Methods of each kind, to be called in every way."""

    def method(self, a, b):
        return self, a - b

    @classmethod
    def of_class(cls, a, b):
        return cls, a - b

    @classmethod
    def of_another_name(owner, a, b):
        return owner, a - b

    @staticmethod
    def static(a, b):
        return a - b

    def __call__(self, a, b):
        return a - b


class CalledBelow(Called):
    def method(self, a, b):
        return super().method(b, a)


@program()
def every_way_to_call():
    def named(a, b):
        return a - b

    def only_named(*, a, b):
        return a - b

    def captured(a, b):
        return lambda: a - b

    def some_default(a, b=1):
        return a - b

    def any_number(*a, **b):
        return a, b

    called = CalledBelow()
    ways = [named, some_default, called.method, Called.of_class, called.of_another_name, Called.static, called]
    results = [only_named(a=2, b=1), only_named(b=2, a=1), only_named(**{"a": 3, "b": 4}), captured(8, 3)()]
    for _ in range(3):
        for f in ways:
            results += [f(1, 2), f(b=1, a=4), f(*(5, 6)), f(*[7], b=8), f(**{"b": 9, "a": 10})]
            results += [functools.partial(f, 11)(12), functools.partial(f, b=13)(14)]
        results += [called.method(15, 16), called.of_class(17, 18), called.of_another_name(19, b=20)]
        results += [called.static(21, 22), called(23, 24), Called.method(called, 25, 26), any_number(27, b=28)]
        results += [some_default(29), any_number(*(30,)), any_number()]
        for f in (named, some_default):
            f.__defaults__ = (len(results),)
            results += [f(31), f(*(32,)), f(33, 34)]
            f.__defaults__ = None
            results += [f(35, 36), f(*(37, 38))]
            try:
                f(39)
            except TypeError as error:
                results.append(str(error))
            f.__kwdefaults__ = {}
            results += [f(40, 41)]
            f.__kwdefaults__ = None
    return [(r[0] is called or r[0] is Called or r[0] is CalledBelow, r[1]) if type(r) is tuple else r for r in results]


@program()
def methods_of_classes_that_change_after_the_call():
    class C:
        def m(self, x):
            return self, x

        @classmethod
        def c(cls, x):
            return cls, x

    o, before = C(), C
    results = []
    for i in range(3):
        results += [o.m(i)[0] is o, o.m(x=i)[1], o.c(i)[0] is before]
    o.f = C.m
    results += [o.f(o, 5)[1], o.f(o, x=6)[1]]
    del C.m, C.c
    return results


def twice(x):
    return x + x


def thrice(x):
    return x + twice(x)


called_by_name = twice


@program()
def one_place_that_calls_what_a_global_is_just_then():
    global called_by_name
    kinds = [twice, twice, thrice, twice, abs, abs, twice, str, Called, thrice, thrice, twice, float, lambda x: x, abs]
    results = []
    for kind in kinds * 2:
        called_by_name = kind
        for x in (3, "a", None):
            try:
                results.append(called_by_name(x))
            except (TypeError, ValueError) as error:
                results.append(str(error))
            try:
                results.append(called_by_name(-x))
            except (TypeError, ValueError) as error:
                results.append(str(error))
    called_by_name = twice
    return results


@program()
def one_place_that_looks_a_method_up_on_many_objects():
    class Holder:
        def method(self, x=0):
            return "method", x

        append = method

    class Below(Holder):
        def method(self, x=0):
            return "below", x

    def function(x=0):
        return "function", x

    holder, other, hidden = Holder(), Below(), Holder()
    hidden.method = function
    hidden.append = [].append
    bound = Below()
    bound.method = holder.method
    bound.append = twice
    raised = Holder()
    raised.method = len
    raised.append = thrice
    results = []
    for _ in range(2):
        for o in (holder, holder, other, holder, hidden, hidden, bound, holder, raised, other, [], holder):
            for x in (1, "b"):
                try:
                    results.append(o.method(x))
                except (AttributeError, TypeError) as error:
                    results.append(str(error))
                try:
                    results.append(o.append(x))
                except (AttributeError, TypeError) as error:
                    results.append(str(error))
        Holder.method = lambda self, x=0: ("another", x)
    return results


@program()
def calls_that_never_come_about():
    results = []
    for x in (1, 0, "a", 2, []):
        try:
            results.append(twice(1 // x))
            results.append(len(range(1 // x)))
            results.append(thrice(unknown))
        except (ZeroDivisionError, TypeError, NameError) as error:
            results.append(str(error))
    return results


@program()
def conditions_that_call():
    left = [1, 2, 3]
    total = 0
    while len(left):
        total += left.pop()
        while twice(total) < 3 and len(left) > 1:
            total += 1
    for x in range(5):
        if abs(x - 2) or twice(x):
            total += max(x, total) if len(str(x)) else 0
    return total, [twice(x) for x in range(3) if abs(x)]


def rename(kind):
    global called_by_name
    called_by_name = kind


@program()
def one_place_that_calls_a_global_which_others_store():
    kinds = [twice, twice, thrice, twice, abs, abs, twice, str, Called, thrice, thrice, twice, float, lambda x: x, abs]
    results = []
    for kind in kinds * 2:
        rename(kind)
        for x in (3, "a", None):
            try:
                results.append(called_by_name(x))
                results.append(called_by_name(x * 2))
            except (TypeError, ValueError) as error:
                results.append(str(error))
            try:
                results.append(called_by_name(-x))
            except (TypeError, ValueError) as error:
                results.append(str(error))
    rename(twice)
    return [type(result) if isinstance(result, Called) else result for result in results]


@program()
def methods_that_become_other_attributes_after_the_call():
    class Base:
        def replaced(self, x):
            return self, x

        def other(self, x):
            return self, x

    class C(Base):
        def static(self, x):
            return self, x

        def moved(self, x):
            return self, x

        def replaced(self, x):
            return super().replaced(x)

        def other(self, x):
            return super().other(x=x)

    c = C()
    results = []
    for x in range(3):
        results += [c.static(x)[1], c.moved(x)[1], c.replaced(x)[1], c.other(x)[1]]
    C.static = staticmethod(C.__dict__["static"])
    c.moved = C.moved
    del C.moved
    Base.replaced = lambda self, x: None
    del Base.other
    return results


@program()
def unbound_in_a_finally():
    def deleted_again():
        error = 1
        try:
            try:
                raise KeyError(2)
            except KeyError as error:
                raise KeyError(3) from None
        finally:
            try:
                del error
            except NameError:
                pass

    def loaded():
        try:
            raise ValueError(1)
        finally:
            x = x

    def loaded_after_del(p):
        try:
            del p
            return p
        finally:
            p = p

    def deleted_twice(p):
        try:
            del p, p
        finally:
            del p

    results = []
    for f, *arguments in ((deleted_again,), (loaded,), (loaded_after_del, 1), (deleted_twice, 1)):
        try:
            results.append(f(*arguments))
        except (KeyError, ValueError, NameError) as error:
            results.append(repr(error))
    return results


@program(0)
@program(1)
@program(2)
def copies_of_a_finally_that_holds_a_with(n):
    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, *exception):
            return bool(exception[0])

        def method(self, x):
            return x

    def left_early(n):
        try:
            if n == 1:
                return 1
            if n == 2:
                n += missing
        finally:
            with Manager():
                for i in range(1):
                    return [n, i]
            n += 1

    def calls(n):
        for k in range(2):
            try:
                if n == 1:
                    return 1
                if n == 2:
                    n += missing
            except NameError:
                n = 3
            finally:
                n = len(str(Manager().method([str(q) for q in (n, k)])))
        return n

    return left_early(n), calls(n)
