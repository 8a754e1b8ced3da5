"""Ordinary Python to differentiate: each function is called with the arguments beside it, by all of which it is
differentiated. Nothing here knows of derivatives.
"""

import bisect
import cmath
import collections
import contextlib
import contextvars
import copy
import dataclasses
import enum
import functools
import heapq
import itertools
import json
import math
import operator
import statistics
import types
import typing
from collections.abc import Callable
from typing import Any

import numpy as np

CASES: list[Any] = []


def case(*arguments: Any) -> Callable[[Any], Any]:
    def add(f: Any) -> Any:
        CASES.append((f, arguments))
        return f

    return add


@case(np.float64(0.7), np.float64(1.3), np.float32(0.5))
def numbers_of_numpy_through_functions_of_arrays(x, y, z):
    t = np.where(x > 0.5, x, y)[()] * np.where(y > 2.0, y, 2.0 * y)
    return t + np.sum(np.where(z > 0, x, z)) * np.mean([x, y]) + float(np.stack([y, y * y])[1])


@case(0.7, 1.3)
def functions_of_complex_numbers(x, y):
    z = complex(x, y)
    total = 0j
    for f in (cmath.exp, cmath.sqrt, cmath.log, cmath.log10, cmath.sin, cmath.cos, cmath.tan, cmath.asin, cmath.acos,
              cmath.atan, cmath.sinh, cmath.cosh, cmath.tanh, cmath.asinh, cmath.acosh, cmath.atanh):  # fmt: skip
        total += f(z) * (1 - 0.5j)
    r, phi = cmath.polar(z)
    total += cmath.rect(x, y) * cmath.log(z, 3.0) + cmath.log(z, y)
    return total.real * total.imag + r * phi + cmath.phase(z * z) + cmath.isfinite(z)


@case(np.array([0.3, 1.7, 0.6, 1.1, 0.8, 1.4]))
def what_was_read_between_writes(x):
    b = x.reshape(2, 3) * 1.0
    b[0, 0] = x[5]
    row = b[0] + np.ones(3)
    everything = b + 1
    b[0, 0] = x[1] ** 2
    fractions, whole = np.modf(b)
    clipped = np.clip(b[1], 0, 1)
    b[:, 1] *= x[2]
    return np.sum(row * everything[0] * b[1]) + np.sum(fractions * b) + whole.sum() + np.prod(clipped)


# -- expressions and control flow --------------------------------------------------------------------------------------


@case(1.7)
def polynomial(x):
    return 3 * x**3 - 2 * x**2 + x - 7


@case(0.8, 1.4)
def all_operators(x, y):
    return (x + y) * (x - y) / (x * y) + x**y - (-x) + (+y) + x % 0.3 + abs(x - y) + x // 1


@case(1.7, 2.0, 0.0, np.array([0.6, 1.3]), np.array([2.0, 0.0]))
def powers_whose_own_slopes_are_wanted_where_they_are_simple(x, two, zero, u, v):
    mine = x**two + 3 * x**zero + math.pow(x, two) * math.pow(x, zero) + pow(x + 1, two)
    theirs = np.sum(u**v) + np.sum(u**two) + np.sum(u**zero) + np.sum(np.power(x, v)) + np.float64(x) ** two
    u = u * 1.0
    u **= v
    return mine * theirs + np.sum(u)


class Products(collections.defaultdict):
    pass


@case(1.3)
def factories_of_dicts_of_other_classes(x):
    made = Products(lambda: x * x, a=x)
    made["b"] += 1.0
    return made["a"] * made["b"] * operator.itemgetter("c")(made) * made.__getitem__("d")


@case(1.3)
def reflected(x):
    return 2 + 3 - x + 4 * x + 5 / x + 2**x + 7 % x


@case(0.6)
def augmented(x):
    y = 1.0
    y += x
    y *= x
    y -= 2 * x
    y /= x + 3
    y **= 2
    return y


@case(0.4)
def math_functions(x):
    return (
        math.sin(x) + math.cos(x) * math.tan(x) + math.exp(x) + math.log(x) + math.sqrt(x) + math.atan(x) + math.asin(x)
        + math.sinh(x) + math.tanh(x) + math.log1p(x) + math.expm1(x) + math.erf(x) + math.atan2(x, 2.0) + math.hypot(x, 3)
    )  # fmt: skip


@case(0.5)
def if_else(x):
    if x > 1:
        return x * x
    elif x > 0.2:
        return x**3
    else:
        return -x


@case(-0.5)
def conditional_expression(x):
    return x * 2 if x > 0 else x * x


@case(0.9)
def boolean_operators(x):
    y = (x > 2 and x) or x * x
    z = x and y
    return y + (z or 3.0)


@case(1.1)
def chained_comparison(x):
    return x**2 if 0 < x < 2 else x


@case(0.7)
def for_loop(x):
    total = 0.0
    for i in range(10):
        total = total * x + math.sin(i * x)
    return total


@case(1.5)
def while_loop(x):
    n = 0
    while x < 100:
        x = x * x + 1
        n += 1
    return x + n


@case(2.0)
def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


@case(0.3)
def break_and_else(x):
    for k in range(20):
        x = x * 1.5
        if x > 2:
            break
    else:
        x = 0.0
    return x * k


@case(0.9)
def continue_and_nested(x):
    total = 0.0
    for i in range(5):
        if i % 2:
            continue
        for j in range(i):
            total += x**j * i
    return total


@case(1.2)
def match_statement(x):
    def area(shape):
        match shape:
            case ("circle", r):
                return math.pi * r * r
            case ("rectangle", a, b):
                return a * b
            case {"side": s}:
                return s**2

    return area(("circle", x)) + area(("rectangle", x, 3.0)) + area({"side": x})


@case(0.8)
def walrus(x):
    if (y := x * x) > 0.1:
        return y * x
    return y


@case(0.4, 0.7)
def unpacking(x, y):
    a, (b, *c) = x * y, (x, y, x + y)
    first, *rest = [a, b, *c]
    return first * sum(rest)


@case(0.4, 0.7)
def swaps(x, y):
    for _ in range(3):
        x, y = y, x + y
    return x * y


@case(2.5)
def chained_assignment(x):
    a = b = x * 2
    a = a * a
    return a + b


@case(1.0)
def deleted_name(x):
    y = x * 3
    z = y
    del y
    return z * z


@case(0.5)
def constants_only_shadow(x):
    y = 0.0
    y = max(y, x)
    return min(y * y, 10.0)


@case(0.2, 0.9, 0.4)
def largest_of_three(x, y, z):
    return max(x, y, z) * min(x, y, z) + sorted([x, y, z])[1] ** 2


# -- functions ---------------------------------------------------------------------------------------------------------


@case(1.3)
def recursion(x):
    def power(x, n):
        return 1.0 if n == 0 else x * power(x, n - 1)

    return power(x, 5)


@case(1.1)
def mutual_recursion(x):
    def even(n):
        return x if n == 0 else odd(n - 1) * x

    def odd(n):
        return 1.0 if n == 0 else even(n - 1) + x

    return even(6)


@case(0.7)
def adaptive_simpson(b):
    def f(t):
        return math.exp(-t * t) * math.cos(3 * t)

    def simpson(a, b):
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))

    def adapt(a, b, whole, eps):
        c = (a + b) / 2
        left, right = simpson(a, c), simpson(c, b)
        if abs(left + right - whole) < 15 * eps:
            return left + right + (left + right - whole) / 15
        return adapt(a, c, left, eps / 2) + adapt(c, b, right, eps / 2)

    return adapt(0.0, b, simpson(0.0, b), 1e-7)


@case(0.7)
def closures(x):
    def adder(n):
        return lambda y: y + n

    return adder(x)(x * x) * adder(1)(x)


@case(0.7)
def nonlocal_variable(x):
    total = 0.0

    def add(y):
        nonlocal total
        total += y * x

    for k in range(4):
        add(k * x)
    return total


_level = 1.0


@case(0.7)
def global_variable(x):
    global _level
    _level = x * x
    return _scaled(3.0) + x


def _scaled(y):
    return y * _level


@case(0.7, 1.5)
def default_and_keyword_arguments(x, y):
    def f(a, b=2.0, *, c=x, d=1.0):
        return a * b + c * d

    return f(x) + f(x, y) + f(x, c=y) + f(b=x, a=y, d=x)


@case(0.7, 1.5)
def stars(x, y):
    def f(*args, **kwargs):
        return args[0] * args[1] + kwargs["k"] * kwargs["m"]

    return f(*[x, y], **{"k": y, "m": x * x})


@case(0.7)
def functools_partial(x):
    f = functools.partial(lambda a, b, c: a * b + c, x, c=x * x)
    return f(3.0) + functools.partial(math.sin, x)()


@case(0.7)
def functools_reduce(x):
    return functools.reduce(lambda a, b: a * b + x, [x, 2.0, x * x]) + functools.reduce(operator.mul, [x, x, 3.0])


@case(0.7)
def lambdas_and_map(x):
    return sum(map(lambda t: t * x, [1.0, x, x * x])) + sum(map(math.sin, [x, 2 * x]))


@case(0.7, 2.0)
def operator_functions(x, y):
    return operator.mul(x, y) + operator.truediv(x, y) + operator.neg(x) + operator.itemgetter(1)([x, y]) * x


@case(0.7)
def decorated(x):
    def twice(f):
        @functools.wraps(f)
        def inner(y):
            return f(f(y))

        return inner

    @twice
    def square(y):
        return y * y + x

    return square(x)


@case(0.7)
def memoized(x):
    @functools.lru_cache
    def f(n):
        return x if n < 2 else f(n - 1) * x + f(n - 2)

    return f(8)


@case(1.2)
def memo_by_dict(x):
    memo = {}

    def f(n):
        if n not in memo:
            memo[n] = 1.0 if n == 0 else x * f(n - 1) + 1
        return memo[n]

    return f(6) + f(3)


@case(0.9)
def higher_order(x):
    def compose(*fs):
        def composed(y):
            for f in fs:
                y = f(y)
            return y

        return composed

    return compose(math.sin, lambda y: y * x, math.exp)(x)


# -- containers --------------------------------------------------------------------------------------------------------


@case(0.7, 1.9)
def lists(x, y):
    a = [x, y]
    a.append(x * y)
    a.insert(0, y)
    a.extend([x, 2.0])
    a[1] = a[1] * 3
    a.reverse()
    last = a.pop()
    a[1:3] = [last, x]
    return sum(a) + a[2] * a[-1]


@case(0.7)
def list_methods(x):
    a = [x * k for k in range(5)]
    b = a.copy()
    b[0] = x
    del a[0]
    c = a + b * 2
    return sum(c) * c[3] * len(c)


@case([0.7, 1.9, 0.3])
def list_argument(xs):
    return xs[0] * xs[1] + xs[2] ** 2


@case({"a": 0.7, "b": [1.9, 2.0]})
def dict_argument(d):
    return d["a"] * d["b"][0] + d["b"][1] ** 2


@case((0.7, (1.9, 2.0)))
def tuple_argument(t):
    a, (b, c) = t
    return a * b * c


@case(0.7)
def dicts(x):
    d = {"a": x, "b": x * x}
    d["c"] = d["a"] * d.get("b") + d.get("z", x)
    d.update({"e": d.pop("c")}, f=x)
    d |= {"g": d.setdefault("h", x * 2)}
    return sum(d.values()) + sum(v * k for k, v in enumerate(d.values())) + {**d}["a"]


@case(0.7)
def dict_of_lists(x):
    d = collections.defaultdict(list)
    for k in range(6):
        d[k % 2].append(x * k)
    return sum(a * b for a, b in zip(d[0], d[1]))


@case(0.7)
def comprehensions(x):
    a = [x * k for k in range(4) if k != 2]
    b = {k: x + k for k in range(3)}
    c = {v * 2 for v in a}
    return sum(a) * sum(b.values()) + sum(sorted(c)) + sum(y * z for y in a for z in b.values())


@case(0.7)
def tuples_and_namedtuples(x):
    Point = collections.namedtuple("Point", "x y")
    p = Point(x, x * x)
    q = p._replace(y=x)
    return p.x * p.y + q.y + p[1] + sum(p)


class Vector(typing.NamedTuple):
    x: float
    y: float

    def dot(self, other):
        return self.x * other.x + self.y * other.y


@case(Vector(0.7, 1.2))
def namedtuple_argument(v):
    return v.dot(v) + v.x


@case(0.7)
def deque_and_heap(x):
    d = collections.deque([x, x * 2], maxlen=3)
    d.appendleft(x * 3)
    d.rotate(1)
    h = []
    for k in (3, 1, 2):
        heapq.heappush(h, (k, x**k))
    return d[0] * d.popleft() + heapq.heappop(h)[1] * h[0][1]


@case(0.7)
def sorting(x):
    a = sorted([x * 3, x, x * 2], reverse=True)
    b = sorted(range(3), key=lambda k: -a[k])
    a.sort()
    return a[0] * 2 + a[1] * a[b[0]]


@case(0.7, 0.2)
def zip_enumerate_reversed(x, y):
    total = 0.0
    for k, (a, b) in enumerate(zip([x, y, x * y], reversed([1.0, x, y]))):
        total += k * a * b
    return total


@case(0.7)
def itertools_functions(x):
    a = [x, x * x, 2.0]
    total = 0.0
    for p, q in itertools.pairwise(a):
        total += p * q
    for p, q in itertools.product(a, repeat=2):
        total += p * q
    for run in itertools.accumulate(a):
        total += run
    for run in itertools.accumulate(a, lambda p, q: p * q):
        total += run
    return total + sum(itertools.chain(a, [x])) + sum(itertools.islice(a, 2)) + sum(itertools.starmap(pow, [(x, 2)]))


@case(0.7)
def generators(x):
    def powers(x, n):
        y = 1.0
        for _ in range(n):
            yield y
            y *= x

    return sum(powers(x, 5)) + list(powers(x, 3))[2] + max(powers(x, 2))


@case(0.7)
def generator_send(x):
    def average():
        total, count = 0.0, 0
        value = None
        while True:
            value = yield total / max(count, 1)
            total += value
            count += 1

    g = average()
    next(g)
    g.send(x)
    g.send(x * x)
    return g.send(3.0) * x


@case(0.7)
def yield_from_and_return(x):
    def inner():
        yield x
        yield x * x
        return x**3

    def outer():
        result = yield from inner()
        yield result

    return sum(k * v for k, v in enumerate(outer(), 1))


@case(0.7)
def interleaved_generators(x):
    def walk(y):
        for _ in range(3):
            y = y * x
            yield y

    a, b = walk(1.0), walk(x)
    total = 0.0
    for p, q in zip(a, b):
        total += p - 2 * q
    return total


@case(0.7)
def iterator_class(x):
    class Walk:
        def __init__(self, y):
            self.y, self.left = y, 3

        def __iter__(self):
            return self

        def __next__(self):
            if not self.left:
                raise StopIteration
            self.left -= 1
            self.y *= x
            return self.y

    return sum(Walk(2.0)) + sum(v for v in Walk(x))


@case(0.7)
def any_all_filter(x):
    a = [x, -x, x * 2]
    if any(v > 1 for v in a) and all(v < 2 for v in a):
        return sum(filter(lambda v: v > 0, a))
    return sum(filter(None, a))


@case(0.7, 0.3)
def bisected(x, y):
    grid = [0.0, y, 1.0]
    k = bisect.bisect(grid, x)
    return grid[k - 1] + (x - grid[k - 1]) * (grid[k] - x)


@case(0.7)
def nested_lists(x):
    m = [[x * (i + j) for j in range(3)] for i in range(3)]
    t = [list(row) for row in zip(*m)]
    return sum(sum(a * b for a, b in zip(r, c)) for r, c in zip(m, t))


@case(0.9)
def matrix_power_by_lists(x):
    def multiply(a, b):
        return [[sum(p * q for p, q in zip(row, column)) for column in zip(*b)] for row in a]

    m = [[x, 1.0], [1.0, x * x]]
    result = m
    for _ in range(3):
        result = multiply(result, m)
    return result[0][1] + result[1][1]


@case(0.7, 1.2, 0.1)
def gaussian_elimination(a, b, c):
    m = [[a, b, 1.0], [c, 2.0, a], [1.0, 0.5, 3.0]]
    y = [1.0, a, b]
    for i in range(3):
        for j in range(i + 1, 3):
            factor = m[j][i] / m[i][i]
            for k in range(i, 3):
                m[j][k] -= factor * m[i][k]
            y[j] -= factor * y[i]
    x = [0.0] * 3
    for i in reversed(range(3)):
        x[i] = (y[i] - sum(m[i][k] * x[k] for k in range(i + 1, 3))) / m[i][i]
    return x[0] * x[1] + x[2]


@case([0.2, 0.5, 0.9])
def edit_distance(costs):
    insert, delete, change = costs
    a, b = "kitten", "sitting"
    d = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        d[i][0] = d[i - 1][0] + delete
    for j in range(1, len(b) + 1):
        d[0][j] = d[0][j - 1] + insert
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            same = 0.0 if a[i - 1] == b[j - 1] else change
            d[i][j] = min(d[i - 1][j] + delete, d[i][j - 1] + insert, d[i - 1][j - 1] + same)
    return d[-1][-1] ** 2


@case({("a", "b"): 1.1, ("b", "c"): 2.2, ("a", "c"): 4.0, ("c", "d"): 0.5})
def shortest_path(lengths):
    queue = [(0.0, "a")]
    done = {}
    while queue:
        distance, node = heapq.heappop(queue)
        if node in done:
            continue
        done[node] = distance
        for (p, q), length in lengths.items():
            if p == node:
                heapq.heappush(queue, (distance + length, q))
    return done["d"] ** 2


@case(0.7)
def linked_list(x):
    node = None
    for k in range(4):
        node = (x * k, node)
    total = 0.0
    while node is not None:
        value, node = node
        total = total * x + value
    return total


# -- classes -----------------------------------------------------------------------------------------------------------


class Account:
    rate = 0.1

    def __init__(self, balance):
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        self.balance += amount
        self.log.append(amount)
        return self

    @property
    def interest(self):
        return self.balance * self.rate

    @classmethod
    def empty(cls):
        return cls(0.0)

    @staticmethod
    def double(x):
        return 2 * x


@case(0.7)
def objects(x):
    a = Account(x).deposit(x * x).deposit(3.0)
    b = Account.empty().deposit(a.interest)
    return a.balance * b.balance + Account.double(x) + sum(a.log)


@case(Account(0.7))
def object_argument(account):
    account.deposit(account.balance**2)
    return account.interest


class Dual:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        return Dual(self.a + other.a, self.b + other.b)

    def __mul__(self, other):
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)

    def __neg__(self):
        return Dual(-self.a, -self.b)

    def __getitem__(self, k):
        return (self.a, self.b)[k]

    def __call__(self, y):
        return self.a + self.b * y

    def __eq__(self, other):
        return self.a == other.a

    def __len__(self):
        return 2

    def __contains__(self, y):
        return y in (self.a, self.b)

    def __float__(self):
        return float(self.a)

    def __iter__(self):
        yield self.a
        yield self.b


@case(0.7)
def operator_methods(x):
    d = Dual(x, 1.0)
    e = d * d * d + -d
    return e[1] * e[0] + e(x) + float(d) + (3.0 if d == e else x) + sum(e) + len(e)


class Shape:
    def area(self):
        return 0.0

    def scaled(self, k):
        return k * self.area()


class Square(Shape):
    def __init__(self, side):
        super().__init__()
        self.side = side

    def area(self):
        return self.side**2 + super().area()


class Cube(Square):
    def area(self):
        return 6 * super().area()


@case(0.7)
def inheritance(x):
    return sum(shape.scaled(x) for shape in [Shape(), Square(x), Cube(2 * x)])


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a
        self.b = a * a


@case(0.7)
def slots(x):
    s = Slotted(x)
    s.a = s.b * 3
    return s.a * s.b


@dataclasses.dataclass
class Params:
    w: float
    b: float = 0.5
    names: tuple = ("w", "b")

    def __call__(self, x):
        return self.w * x + self.b


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: float
    b: Params


@case(Params(0.7, 1.5))
def dataclass_argument(p):
    return p(2.0) ** 2


@case(Frozen(0.7, Params(0.3)))
def frozen_dataclass(f):
    g = dataclasses.replace(f, a=f.a * 2)
    return g.a * g.b(f.a)


@case(types.SimpleNamespace(a=0.7, b=1.2))
def namespace_argument(n):
    n.c = n.a * n.b
    return n.c * n.a


@case(0.7)
def descriptors(x):
    class Scaled:
        def __set_name__(self, owner, name):
            self.name = "_" + name

        def __get__(self, obj, cls=None):
            return getattr(obj, self.name) * 2

        def __set__(self, obj, value):
            setattr(obj, self.name, value * 3)

    class Thing:
        size = Scaled()

    t = Thing()
    t.size = x
    return t.size * x


@case(0.7)
def getattr_hooks(x):
    class Lazy:
        def __init__(self):
            self.__dict__["x"] = x

        def __getattr__(self, name):
            return self.x * len(name)

        def __setattr__(self, name, value):
            self.__dict__[name] = value * x

    z = Lazy()
    z.y = 3.0
    return z.abc * z.y + getattr(z, "missing")


@case(0.7)
def cached_property(x):
    class Thing:
        @functools.cached_property
        def value(self):
            return x * x

    t = Thing()
    return t.value * t.value


@case(0.7)
def context_managers(x):
    class Scale:
        def __init__(self, k):
            self.k = k

        def __enter__(self):
            return self.k * x

        def __exit__(self, *exc):
            self.k = 0.0

    @contextlib.contextmanager
    def shifted(y):
        yield y + x

    with Scale(2.0) as a, shifted(a) as b:
        return a * b


@case(0.7)
def class_variables(x):
    class Counter:
        total = 0.0

    for k in range(3):
        Counter.total += x * k
    return Counter.total * x


@case(0.7)
def enums(x):
    class Kind(enum.Enum):
        LINEAR = 1
        SQUARE = 2

    f = {Kind.LINEAR: lambda y: y, Kind.SQUARE: lambda y: y * y}
    return sum(f[kind](x) for kind in Kind)


@case(0.7)
def copies(x):
    a = Account(x)
    a.log = [x, [x * x]]
    b, c = copy.copy(a), copy.deepcopy(a)
    b.log[0] = 3.0
    return a.log[0] * c.log[0] * c.log[1][0] * b.balance


@case([0.7, 1.2])
def binary_tree(values):
    class Tree:
        def __init__(self, value, left=None, right=None):
            self.value, self.left, self.right = value, left, right

        def total(self):
            here = self.value
            for child in (self.left, self.right):
                if child is not None:
                    here = here * 1.5 + child.total()
            return here

    a, b = values
    return Tree(a, Tree(b, Tree(a * b)), Tree(a)).total()


# -- exceptions --------------------------------------------------------------------------------------------------------


@case(0.7)
def exceptions(x):
    try:
        y = x * x
        raise ValueError(y)
    except ValueError as error:
        z = error.args[0] * 3
    finally:
        x = x * 2
    return z + x


@case(-0.7)
def domain_errors(x):
    try:
        return math.log(x)
    except ValueError:
        return x * x


@case(0.7)
def cleanup(x):
    total = []
    for k in range(4):
        try:
            if k == 2:
                continue
            total.append(x**k / (k - 1))
        except ZeroDivisionError:
            total.append(x * 10)
        else:
            total.append(1.0)
        finally:
            total.append(x)
    return sum(total)


@case(0.7)
def custom_exception(x):
    class Found(Exception):
        def __init__(self, value):
            super().__init__(value)
            self.value = value

    def search(y):
        for k in range(10):
            y = y * 1.4
            if y > 2:
                raise Found(y * k)

    try:
        search(x)
    except Found as found:
        return found.value
    return 0.0


@case(0.7)
def suppressed(x):
    with contextlib.suppress(KeyError):
        x = x * 2
        {}["a"]
    return x


@case(0.7)
def stop_iteration(x):
    it = iter([x, x * x])
    total = 0.0
    while True:
        try:
            total += next(it)
        except StopIteration:
            return total * next(it, x)


# -- text, numbers, the standard library -------------------------------------------------------------------------------


@case(0.7)
def text_beside(x):
    label = f"{x:.3f}" + str(x) + repr([x])
    return x * len(label[:3])


@case(0.7)
def json_of_constants(x):
    weights = json.loads("[1.5, 2.5]")
    return weights[0] * x + weights[1] * x * x


@case([0.7, 1.2, 3.0])
def statistics_functions(xs):
    return statistics.fmean(xs) + math.fsum(xs) * math.prod(xs) + math.dist(xs, [0.0, 1.0, 2.0])


@case(0.73)
def float_conversions(x):
    return float(x) * float(np.float64(x)) + int(x * 10) * x + round(x) * x


@case(0.7)
def complex_numbers(x):
    z = complex(x, 2.0)
    w = z * z + 1j / z
    return abs(w) + w.real * w.imag + w.conjugate().real


@case(0.7, 0.3)
def simulation(speed, drag):
    x, v, t = 0.0, speed, 0.0
    while t < 1:
        a = -drag * v * abs(v) - math.sin(x)
        v += a * 0.05
        x += v * 0.05
        t += 0.05
    return x


@case(0.02)
def bank_schedule(rate):
    debt, paid = 1000.0, 0.0
    for month in range(24):
        debt *= 1 + rate
        payment = min(debt, 60.0)
        debt -= payment
        paid += payment * 0.99**month
    return debt + paid


@case(1.7)
def bisection(a):
    low, high = 0.0, a
    for _ in range(3):
        middle = (low + high) / 2
        if middle**2 > a:
            high = middle
        else:
            low = middle
    return low + high


@case(0.6)
def continued_fraction(x):
    y = x
    for _ in range(8):
        y = 1 / (1 + y * x)
    return y


@case(0.3, 0.8)
def horner_and_karatsuba(x, y):
    def karatsuba(a, b):
        if len(a) == 1:
            return [a[0] * b[0]]
        h = len(a) // 2
        low, high = karatsuba(a[:h], b[:h]), karatsuba(a[h:], b[h:])
        middle = karatsuba([p + q for p, q in zip(a[:h], a[h:])], [p + q for p, q in zip(b[:h], b[h:])])
        result = [0.0] * (2 * len(a) - 1)
        for k, v in enumerate(low):
            result[k] += v
            result[k + h] -= v
        for k, v in enumerate(high):
            result[k + 2 * h] += v
            result[k + h] -= v
        for k, v in enumerate(middle):
            result[k + h] += v
        return result

    return sum(v * y**k for k, v in enumerate(karatsuba([x, 1.0, y, 2.0], [y, x * y, 3.0, x])))


# -- numpy -------------------------------------------------------------------------------------------------------------

V = np.array([0.7, 1.2, 0.3])
M = np.array([[0.7, 1.2, 0.3], [2.0, 0.1, 0.9]])


@case(V)
def array_expressions(v):
    return np.sum(np.sin(v) * v**2 + np.exp(-v) / (1 + v) - np.sqrt(v))


@case(V)
def array_loop(v):
    total = 0.0
    for value in v:
        total += value * value * total + value
    return total


@case(V)
def array_items(v):
    return v[0] * v[1] + v[-1] ** 2 + v[1:].sum() + v[::2][1] + float(v[0])


@case(V)
def array_unpacked(v):
    a, b, c = v
    first, *rest = v
    return a * b + c + first * rest[0]


@case(V)
def array_builtins(v):
    return sum(v) * max(v) + min(v) + sum(list(v)) + sum(x * y for x, y in zip(v, v[::-1])) + sorted(v)[1] ** 2


@case(V)
def array_enumerated(v):
    total = 0.0
    for k, value in enumerate(v):
        total += k * value**2
    for value in reversed(v):
        total = total * value
    for value in map(math.sin, v):
        total += value
    return total


@case(V)
def array_tolist(v):
    a = v.tolist()
    return a[0] * a[2] + a[1] + v.item(0)


@case(M)
def array_rows(m):
    return sum(row[0] * row.sum() for row in m) + sum(x for row in m for x in row)


@case(M)
def array_flat(m):
    return sum(x * x for x in m.flat) + m.flat[3] * m.ravel()[1] + m.flatten()[2]


@case(M, V)
def matrix_products(m, v):
    return np.sum(m @ v * np.dot(m, v)) + (m @ m.T)[0, 1] + m.dot(v)[1] + np.inner(v, v)


@case(V)
def arrays_of_lists(v):
    a = np.array([v[0], v[1] * 2, 3.0])
    b = np.array([[v[0], 1.0], [v[2], v[1]]])
    c = np.stack([v, a]) + np.concatenate([v, a]).reshape(2, 3)
    return np.sum(c) + np.sum(b @ b)


@case(0.7)
def array_filled_in_a_loop(x):
    a = np.zeros(5)
    a[0] = x
    for k in range(1, 5):
        a[k] = a[k - 1] * x + k
    return a.sum() + a[3] * a[4]


@case(V)
def array_overwritten(v):
    w = v * 2
    w[1] = w[0] * w[2]
    w[0] = 1.0
    u = w * w
    w[:] = v
    return np.sum(u * w)


@case(V)
def array_in_place_operators(v):
    w = v.copy()
    w += v * v
    w *= 2
    w -= w[0]
    w /= 1 + v
    w **= 2
    return np.sum(w)


@case(V)
def argument_written_to(v):
    v[0] = v[1] * v[2]
    v += 1.0
    return np.prod(v)


@case(M)
def views_written_to(m):
    a = m * 1.0
    a.T[0] = a[:, 1] * 2
    a[1][2] = a[0, 0]
    b = a[:, ::-1]
    b[0] += a[1]
    c = a.reshape(-1)
    c[2:4] = c[0] * c[5]
    return np.sum(a * a)


@case(V)
def masks_and_indices_written(v):
    w = v * v
    w[w > 0.4] = 2.0
    w[[0, 2]] += v[[1, 1]]
    w[np.array([True, False, True])] *= v[1]
    return np.sum(w * v)


@case(V)
def duplicate_indices(v):
    w = np.zeros(3)
    w[[0, 0, 1]] = v
    u = v[[0, 0, 2]] * 2
    return w[0] ** 2 + w[1] + np.sum(u * v)


@case(V)
def out_arguments(v):
    c = np.empty(3)
    np.multiply(v, v, out=c)
    np.add(c, v, out=c)
    np.exp(c, c)
    return np.sum(c)


@case(V)
def fill_copyto_sort(v):
    a = np.empty(3)
    a.fill(v[0])
    b = np.empty(3)
    np.copyto(b, v * v)
    c = v * 1.0
    c.sort()
    return np.sum(a * b) + c[0] * c[2] ** 2


@case(V)
def ufunc_at(v):
    a = np.zeros(2)
    np.add.at(a, [0, 1, 0], v * v)
    return a[0] * a[1]


@case(V)
def state_in_an_object(v):
    class Filter:
        def __init__(self):
            self.state = np.zeros(3)
            self.history = []

        def step(self, x):
            self.state[:] = 0.5 * self.state + x * v
            self.history.append(self.state.copy())
            return self.state.sum()

    f = Filter()
    total = f.step(v[0]) * f.step(v[1])
    return total + f.history[0][1] * f.history[1][2]


@case(V)
def where_and_clip(v):
    return np.sum(np.where(v > 0.5, v * v, -v)) + np.sum(np.clip(v, 0.4, 1.0) * v) + np.sum(np.maximum(v, 0.5))


@case(M)
def reductions(m):
    return (
        np.mean(m) + m.std() + np.var(m, axis=0).sum() + np.max(m) * m.min() + np.prod(m[0]) + np.linalg.norm(m)
        + np.sum(m, axis=1, keepdims=True)[0, 0] + np.cumsum(m)[2] * np.trace(m[:, :2])
    )  # fmt: skip


@case(M)
def shapes(m):
    return np.sum(m.reshape(3, 2) @ m) + m.T[2, 1] + np.expand_dims(m, 0)[0, 1, 1] + np.squeeze(m[:1])[2] * m.ravel()[0]


@case(V)
def broadcasting(v):
    return np.sum(v[:, None] * v + v[0] * np.ones((3, 3)) + np.sum(np.array([[1.0], [2.0]]) * v))


@case(np.array([[2.0, 0.3], [0.3, 1.5]]))
def linear_algebra(a):
    return np.linalg.det(a) + np.sum(np.linalg.inv(a)) + np.linalg.solve(a, np.array([1.0, 2.0]))[0]


@case(V)
def softmax_cross_entropy(v):
    z = v - np.max(v)
    return np.log(np.sum(np.exp(z))) - z[1]


@case(M, V, np.array([0.1, -0.2]))
def perceptron(w, x, b):
    h = np.tanh(w @ x + b)
    return float(h @ h) + 1 / (1 + math.exp(-h[0]))


@case(V)
def scalars_of_numpy(v):
    x = v[0]
    y = np.float64(2.0) * x + np.sin(x)
    return y * y.real + y.conjugate() + abs(-y)


@case(V)
def trapezoid_by_its_own_code(v):
    return np.trapezoid(v * v, dx=0.5) + np.average(v) if hasattr(np, "trapezoid") else v[0]


@case(0.7)
def zero_dimensional(x):
    a = np.array(x)
    a = a * a
    a += x
    return float(a) + a.item() + a[()]


@case(np.array([[0.6, 0.4], [0.3, 0.7]]), np.array([[0.5, 0.5], [0.1, 0.9]]))
def hidden_markov(transition, emission):
    alpha = np.array([0.5, 0.5]) * emission[:, 0]
    log_likelihood = 0.0
    for symbol in [1, 0, 1, 1]:
        alpha = (alpha @ transition) * emission[:, symbol]
        total = np.sum(alpha)
        alpha = alpha / total
        log_likelihood = log_likelihood + np.log(total)
    return log_likelihood


@case(np.array([1.0, 0.5]))
def runge_kutta(y):
    def f(y):
        return np.array([y[1], -math.sin(y[0])])

    h = 0.1
    for _ in range(5):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y[0] * y[1]


@case(np.array([1.3, 0.4, 2.0]))
def cholesky_by_hand(v):
    a = np.array([[v[0] + 3, v[1]], [v[1], v[2]]])
    n = len(a)
    factor = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            rest = a[i, j] - factor[i, :j] @ factor[j, :j]
            factor[i, j] = np.sqrt(rest) if i == j else rest / factor[j, j]
    return factor[1, 1] * factor[1, 0]


@case(np.linspace(0.1, 0.9, 6))
def heat_equation(u):
    u = u.copy()
    for _ in range(4):
        u[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return np.sum(u * u)


@case({"w": [M, V], "scale": 0.5, "name": "net"})
def nested_parameters(p):
    m, v = p["w"]
    return p["scale"] * np.sum(m @ v)


# -- more of both ------------------------------------------------------------------------------------------------------


@case(0.7)
def coroutine_driven_by_hand(x):
    async def scaled(y):
        return y * x

    async def chain():
        return await scaled(2.0) + await scaled(x)

    try:
        chain().send(None)
    except StopIteration as stop:
        return stop.value


@case(0.7)
def single_dispatch(x):
    @functools.singledispatch
    def size(value):
        return value * x

    @size.register
    def _(value: list):
        return sum(map(size, value))

    return size([x, [2.0, x * x]])


@case(0.7)
def property_with_setter(x):
    class Celsius:
        def __init__(self, degrees):
            self.degrees = degrees

        @property
        def fahrenheit(self):
            return self.degrees * 1.8 + 32

        @fahrenheit.setter
        def fahrenheit(self, value):
            self.degrees = (value - 32) / 1.8

    t = Celsius(x)
    t.fahrenheit = t.fahrenheit * x
    return t.degrees


@case(0.7)
def pipeline_of_generators(x):
    def source():
        for k in range(6):
            yield k * x

    def odd(items):
        for k, item in enumerate(items):
            if k % 2:
                yield item

    def squared(items):
        return (item * item for item in items)

    return sum(squared(odd(source())))


@case(0.7)
def grouped(x):
    items = [("a", x), ("a", x * x), ("b", 2.0), ("b", x)]
    return math.prod([sum(v for _, v in group) for _, group in itertools.groupby(items, key=lambda item: item[0])])


@case(0.7)
def setattr_and_vars(x):
    n = types.SimpleNamespace()
    for k, name in enumerate("abc", 1):
        setattr(n, name, x**k)
    vars(n)["d"] = n.a * n.c
    return sum(vars(n).values()) * getattr(n, "d")


@case(0.7)
def method_tables(x):
    class Machine:
        def push(self, y):
            self.stack.append(y)

        def add(self):
            self.stack.append(self.stack.pop() + self.stack.pop())

        def mul(self):
            self.stack.append(self.stack.pop() * self.stack.pop())

        def run(self, program):
            self.stack = []
            for name, *arguments in program:
                getattr(self, name)(*arguments)
            return self.stack[-1]

    return Machine().run([("push", x), ("push", 3.0), ("mul",), ("push", x), ("add",), ("push", x), ("mul",)])


@case(0.7)
def interpreter(x):
    tokens = "x * (x + 2) - x / 4".replace("(", " ( ").replace(")", " ) ").split()

    def expression():
        value = term()
        while tokens and tokens[0] in "+-":
            value = value + term() if tokens.pop(0) == "+" else value - term()
        return value

    def term():
        value = atom()
        while tokens and tokens[0] in "*/":
            value = value * atom() if tokens.pop(0) == "*" else value / atom()
        return value

    def atom():
        token = tokens.pop(0)
        if token == "(":
            value = expression()
            tokens.pop(0)
            return value
        return x if token == "x" else float(token)

    return expression()


@case(np.array([[0.6, 0.2], [0.1, 0.9]]))
def matrix_exponential_by_series(a):
    total, term = np.eye(2), np.eye(2)
    for k in range(1, 8):
        term = term @ a / k
        total = total + term
    return np.trace(total) + total[0, 1]


@case(V, np.array([0.2, 0.4, 0.6]))
def shapes_joined_and_repeated(a, b):
    c = np.vstack([a, b, a * b])
    d = np.concatenate([np.tile(a, 2), np.repeat(b, 2)[:3]])
    return np.sum(c @ c.T) + np.sum(np.outer(a, b)) + d @ d[::-1] + np.hstack([a, b])[4]


@case(V)
def sorted_and_selected(v):
    order = np.argsort(v)
    w = v[order]
    return w[0] * 3 + w[-1] ** 2 + np.sum(v[v > 0.5]) * np.median(v) + np.sum(np.cumsum(v) * np.cumprod(v)) + v.max()


@case(M)
def einsum_and_tensordot(m):
    return np.einsum("ij,kj->", m, m * 2) + np.sum(np.tensordot(m, m, axes=([1], [1]))) + np.einsum("ij->j", m)[1]


@case(V)
def ufunc_methods(v):
    return np.add.reduce(v) * np.multiply.reduce(v) + np.sum(np.multiply.outer(v, v)) + np.add.accumulate(v)[1]


@case(V)
def spectrum(v):
    return np.sum(np.abs(np.fft.fft(v)) ** 2 * np.array([1.0, 2.0, 3.0]))


@case(np.array([0.3, 1.2, 2.1]))
def interpolated(x):
    return np.sum(np.interp(x, [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 4.0, 9.0]) ** 2)


@case(np.array([0.5, -0.3]))
def gradient_descent_with_momentum(start):
    x, velocity = start.copy(), np.zeros(2)
    for _ in range(10):
        slope = np.array([2 * x[0] + x[1], x[0] + 4 * x[1] ** 3])
        velocity *= 0.9
        velocity -= 0.05 * slope
        x += velocity
    return np.sum(x * x)


@case(np.array([0.4, 0.1, 0.2]), 0.3)
def convolution_by_hand(signal, k):
    padded = np.zeros(len(signal) + 2)
    padded[1:-1] = signal
    result = np.empty_like(signal)
    for i in range(len(signal)):
        window = padded[i : i + 3]
        result[i] = window @ np.array([k, 1.0, -k])
    return np.prod(result) + result.dot(result)


@case(np.array([1.0, 2.0]))
def circular_buffer(x):
    ring, total = np.zeros(4), 0.0
    for step in range(7):
        ring[step % 4] = x[step % 2] * (step + 1)
        total += ring.mean() * ring[(step + 2) % 4]
    return total


@case(np.array([[2.0, 0.3], [0.3, 1.5]]))
def power_iteration(a):
    v = np.array([1.0, 0.5])
    for _ in range(15):
        v = a @ v
        v /= np.linalg.norm(v)
    return v @ a @ v


@case(np.array([0.2, -0.4, 0.9]))
def callbacks_in_a_table(x):
    layers = {"relu": lambda h: np.maximum(h, 0), "scale": lambda h: h * 1.5, "shift": functools.partial(np.add, 0.1)}
    for name in ["shift", "relu", "scale"]:
        x = layers[name](x)
    return np.sum(x**2)


class Weighed:
    """What operators make of it is no more of its kind, or does not depend on the other operand."""

    def __init__(self, value):
        self.value = value

    def __mul__(self, other):
        return Weighed(self.value * other)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.value * other + other**2

    def __sub__(self, other):
        return 2.5

    def __pow__(self, other, modulo=None):
        return self.value**other

    def __getitem__(self, k):
        return self.value * k


@case(1.3, 0.7)
def operators_with_numbers(x, y):
    w = Weighed(x)
    total = (w * y).value + (y * w).value + (np.float64(2.0) * w).value + w @ y
    return total * (w - y) + pow(w, y) + w**x + w[y]


@case(1.3, np.array([0.4, 2.0, -1.0]))
def broadcasts_of_what_has_no_memory(x, v):
    number = np.linalg.norm(v) * x
    twice = np.broadcast_to(number, (2,)) * 1.0
    rows, _ = np.broadcast_arrays(np.var(v), v)
    return np.sum(twice**2 + twice) + np.sum(rows * v)


@case(1.3, np.array([0.4, 2.0, -1.0]))
def assigned_with_more_axes(x, v):
    row = np.array([[x]])
    filled = np.zeros(3)
    filled[::-1] = row
    filled[1:] += v[:2]
    filled[:] = (filled * v)[None, None]
    return np.sum(filled * filled)


@case(1.3, np.array([0.4, 2.0, -1.0]))
def special_methods_by_name(x, v):
    scaled = v.__mul__(x).__rsub__(1.0) + np.ndarray.__pow__(v, 2)
    scaled.__imul__(x)
    number = float.__mul__(x, x) + x.__radd__(2) - float.__neg__(x).__abs__() + x.__truediv__(3.0) + x.__rpow__(2.0)
    total = sum(map(float.__mul__, [x, 2.0], [3.0, x])) + np.float64.__mul__(np.sum(v), x)
    missing = float.__add__(x, "text") is NotImplemented
    return np.sum(scaled) * number + total * missing + complex.__mul__(complex(x, 1.0), 2j).real


@case(1.3, np.array([0.4, 2.0, -1.0]))
def parts_of_complex_arrays(x, v):
    z = np.zeros(3, complex)
    z.real[0] = x
    z.imag[1:] = v[:2] * x
    z.real += v
    z.imag[...] *= z.real * 0.5
    z[::-1].imag[:2] -= x
    w = np.ones((2, 3), complex) * x
    w.T.imag[1] = v[:2]
    w.real[:, [0, 2, 0]] = v * x
    w *= 1j
    real = w.real
    total = np.sum(real**2)
    real[0] = x
    return np.sum(np.abs(z) ** 2) + np.sum(z.real * z.imag) + np.sum(np.abs(w) ** 2) + total + np.sum(w.imag**3)


@case(1.3, np.array([0.4, 2.0, -1.0]))
def items_of_flat_arrays(x, v):
    a = np.zeros((2, 3))
    a.flat[1] = x
    a.flat[[0, 4]] = v[:2]
    a.T.flat[2:4] += x
    a.flat[3:] *= v
    a.flat[4:] = [x, v[0]]
    return np.sum(a**2) + np.sum(a.flat[::2])


class Through:
    """Iterated over by code of its own."""

    def __init__(self, items):
        self.items = items

    def __iter__(self):
        yield from self.items


class ByIndex:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, k):
        return self.items[k]


def volume(a, b, c=2.0):
    return a * b * b * c


@case(np.array([1.5, 2.5, 3.5]))
def stars_over_arrays(x):
    class Sides:
        def __init__(self, a, *others):
            self.a, self.others = a, others

        def size(self, a, b, c):
            return self.a * a * b * c

    sides = Sides(*x)
    total = volume(*x) + volume(*x[:2], c=x[2]) + volume(1.0, *x[1:]) + volume(*x.flat)
    total += math.hypot(*x) * np.hypot(*x[:2]) + abs(complex(*x[1:])) + max(*x) ** 2
    total += sides.size(*x) * sides.others[1] + functools.partial(volume, *x[:1])(*x[1:])
    return total + sum(map(math.prod, zip(*np.outer(x, x), strict=True)))


@case(np.array([1.5, 2.5, 3.5]))
def stars_over_other_iterables(x):
    items = [x[0], x[1]]
    total = math.hypot(*items)
    items[0] = 100.0
    total += math.hypot(*(v * v for v in x)) + math.hypot(*map(float, x)) + math.hypot(*dict.fromkeys(x))
    total += math.hypot(*Through(x)) * math.hypot(*ByIndex(x)) + volume(*Through(x)) + volume(*ByIndex(x))
    return total + math.hypot(*list(Through(x))) + volume(*itertools.islice(ByIndex(x), 2))


@case(np.array([1.5, 2.5, 3.5]))
def itertools_over_arrays(x):
    total = 0.0
    for v, w in (*itertools.pairwise(x), *itertools.product(x, x), *itertools.permutations(x, 2)):
        total += v * w * w
    for v, w in itertools.zip_longest(x, x[:2], fillvalue=3.0):
        total += v / w
    for v, w in (*itertools.combinations(x, 2), *itertools.combinations_with_replacement(x[1:], 2)):
        total += v * w
    for v in itertools.chain(x, [1.0], x.flat, itertools.chain.from_iterable(np.outer(x, x))):
        total += math.sin(v)
    for v in (*itertools.islice(itertools.cycle(x), 5), *itertools.compress(x, [1, 0, 1])):
        total *= v
    for v in (*itertools.takewhile(lambda v: v < 3, x), *itertools.dropwhile(lambda v: v < 2, x)):
        total += v**3
    for key, group in itertools.groupby(iterable=x, key=lambda v: v > 2):
        total += (1 + key) * sum(v * v for v in group)
    first, second = itertools.tee(itertools.filterfalse(lambda v: v > 3, x))
    total += sum(v * w for v, w in zip(first, second, strict=True))
    return total + sum(itertools.starmap(operator.mul, np.outer(x, x)[:, :2]))


@case(np.array([1.5, 2.5, 3.5]))
def operators_of_stars(x):
    total = operator.mul(*x[:2]) + divmod(*(x[1:] * 2))[1] * x[0] + pow(*x[1:]) * x[2]
    return total + sum(itertools.starmap(operator.truediv, np.outer(x, x)[:, :2])) + abs(*x[:1] - 4) ** 3


@case(np.array([1.5, 2.5, 3.5]))
def pairs_and_items_of_arrays(x):
    class Items(list):
        def __setitem__(self, key, value):
            super().__setitem__(key, value)

    rows = np.stack([np.arange(3.0), x * x]).T
    first, second, third = dict(rows), {}, collections.OrderedDict(rows, k=x[0])
    second.update(rows)
    items, others, own = [0.0] * 3, [0.0] * 3, Items([0.0] * 3)
    items.__setitem__(slice(0, 3), x * x)
    list.__setitem__(others, slice(0, 2), x[1:] * x[0])
    own[0:2] = x[:2] ** 3
    own[2] = x[1]
    total = first[0.0] * second[2.0] * third["k"] + third[1.0] + items[0] * items[2]
    return total + others[0] * own[0] + own[1] * own[2] ** 2


@case(np.array([1.5, 2.5, 3.5]))
def containers_filled_from_arrays(x):
    class Items(list):
        def __init__(self, items):
            super().__init__(items)

        def extend(self, items):
            super().extend(items)

    recent = collections.deque(x, maxlen=2)
    recent.extend(x * 2)
    recent.appendleft(x[0] * recent[1])
    items = Items(x)
    items.extend(x * x)
    items[1:3] = x.flat
    items[:0] = x[1:] ** 3
    named = collections.namedtuple("named", "a b c")
    total = recent[0] * recent[1] + sum(v * k for k, v in enumerate(items)) + named(*x).b * named._make(x).c
    numbers = set()
    numbers.update(x)
    total += sum(numbers | set(x * 3 + 10)) + sum(k * n for k, n in collections.Counter(x).items())
    shared = dict.fromkeys("ab", x)
    return total * np.sum(shared["a"] * shared["b"]) * x.__iter__().__next__()


@case(np.array([1.5, 2.5, 3.5]))
def arrays_written_to_while_they_are_gone_over(x):
    y = x * 1.0
    for k, v in enumerate(y[:-1]):
        y[k + 1] += v * v
    total = 0.0
    z = np.outer(x, y)
    for v in z.flat:
        total += v * v
        z[1:] *= 1.1
    for v, w in zip(y, reversed(y), strict=True):
        total += v * w
        y[2] = v * v
        y[0:2] *= 0.5
    following = iter(y)
    np.negative(y, out=y)
    return total * next(following) + y[0]


@case(0.7, 1.3)
def methods_that_return_what_others_return(x, y):
    class Base:
        def __init__(self, x):
            self.x = x

    class Derived(Base):
        def __init__(self, x, y):
            self.y = y
            return super().__init__(x)

    one = Derived(x, y)
    return one.x * one.y


@case(0.7, 1.3)
def sums_of_objects_with_operators(x, y):
    class Money:
        def __init__(self, amount):
            self.amount = amount

        def __add__(self, other):
            return Money(self.amount + getattr(other, "amount", other))

        __radd__ = __add__

        def __mul__(self, other):
            return Money(self.amount * getattr(other, "amount", other))

        __rmul__ = __mul__

    purse = [Money(x), Money(y * y), Money(2.0)]
    return sum(purse).amount * math.prod(purse, start=y).amount + sum(iter(purse), Money(x)).amount


@case(0.7, np.array([1.3, 0.4]))
def arguments_kept_by_methodcaller(x, v):
    class Scale:
        def by(self, factor, *, and_by=1.0):
            return factor * factor * and_by

    times, dot = operator.methodcaller("__mul__", x), operator.methodcaller("dot", v)
    return times(3.0) * dot(np.ones(2)) + operator.methodcaller("by", x, and_by=x)(Scale()) * len(
        operator.methodcaller("upper")("ab")
    )


@case(0.7, np.array([1.3, 0.4, -2.0]))
def numbers_that_are_indexed(x, v):
    spread = np.array(x * 2)[()][..., None] * v
    return spread[0] * np.sum(v[1][None, None] * v) + v[2][np.newaxis][0] * x


@case(0.7, np.array([1.3, 0.4, -2.0]))
def items_set_by_functions(x, v):
    items, by_name = [1.0, None], {}
    operator.setitem(items, 1, x * x)
    operator.setitem(by_name, "v", v * x)
    items.__setitem__(0, v)
    operator.setitem(items, slice(1, 1), v)
    return items[1] * items[4] * np.sum(items[0] * by_name["v"])


@case(0.7, np.array([1.3, 0.4, -2.0]))
def select_with_a_default(x, v):
    chosen = np.select([v < 0, v > 1], [v**2, x * v], default=v * 3)
    return np.sum(chosen * np.append(v[:2], values=x)) + np.select([False], [x], default=x * x)


@case(np.array([1.0, 2.5, 4.0, 4.5]), np.array([3.0, 1.0, 2.0, 5.0]), 0.5)
def arguments_of_which_rules_know_nothing(x, a, h):
    total = np.sum(np.diff(a, prepend=x[:2]) ** 2) + np.sum(np.diff(a * h, 1, -1, x[1], x[2:]) ** 2)
    total += np.sum(np.gradient(a, x) ** 2) + np.sum(np.gradient(a, h) ** 2)
    total += sum(np.sum(g**2) for g in np.gradient(np.outer(a, x), x, h))
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        total += np.std(a, mean=np.mean(x)) * np.var(a, mean=np.mean(x, keepdims=True))
    return total * np.std(*(a,)) + np.sum(np.gradient(a, **{"edge_order": 2}))


@case(0.7)
def functions_run_in_a_context(x):
    factor = contextvars.ContextVar("factor", default=1.0)

    def scaled():
        factor.set(x)
        return factor.get() * x

    return contextvars.copy_context().run(scaled) * factor.get()
