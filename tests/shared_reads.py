"""Uses of state that is shared and never written to: what one gives does not depend on what another is given.

Each takes a number, `v`: the expressions, and the functions.
"""

import bisect  # noqa: F401 - an expression uses it
import collections
import functools
import itertools  # noqa: F401 - an expression uses it
import math
import operator
import re
import string  # noqa: F401 - an expression uses it
from types import FunctionType

import numpy as np

TABLE = [("a", 1), ("b", 2), ("c", 3)]
NESTED = {"x": [("a", 1), ("b", 2)], "y": [("c", 3)]}
ROWS = [[1, 2, 3], [4, 5, 6]]
WORDS = ["one", "two", "three"]
NUMBERS = {1, 2, 3}
PATTERN = re.compile(r"(\d+)")
QUEUE = collections.deque([1, 2, 3])
SECOND = operator.itemgetter(1)
ADD_2 = functools.partial(operator.add, 2)
Point = collections.namedtuple("Point", "x y")
POINTS = [Point(1, 2), Point(3, 4)]
OPERATORS = {"+": operator.add, "-": lambda x, y: x - y}
FUNCTIONS = [abs, math.sqrt, lambda x: x + 1]
A = np.arange(6.0).reshape(2, 3) + 1
B = np.arange(9.0).reshape(3, 3) + np.eye(3)
V = np.array([3.0, 1.0, 2.0])


class Item:
    limits = {"low": 0, "high": 9}  # noqa: RUF012 - for all of them

    def __init__(self, n, parts=()):
        self.n, self.parts = n, list(parts)

    def total(self):
        return self.n + sum(part.total() for part in self.parts)

    def __lt__(self, other):
        return self.n < other.n

    def __eq__(self, other):
        return self.n == other.n  # of nothing but items: nobody else may ask

    def __hash__(self):
        return hash(self.n)

    @property
    def double(self):
        return self.n * 2

    def __iter__(self):
        return iter(self.parts)

    def __len__(self):
        return len(self.parts)

    def __contains__(self, n):
        return any(part.n == n for part in self.parts)

    def __getitem__(self, place):
        return self.parts[place]

    def __add__(self, other):
        return Item(self.n + other.n)

    def __call__(self, x):
        return self.n * x

    def visit(self, function):
        function(self)
        for part in self.parts:
            part.visit(function)


TREE = Item(1, [Item(2, [Item(3)]), Item(4)])
ITEMS = [Item(3), Item(1), Item(2)]
BY_NAME = {"a": Item(1), "b": Item(2)}


class Shape:
    registry = {}  # noqa: RUF012 - for all of them

    def __init_subclass__(cls):
        Shape.registry[cls.__name__] = cls

    def __init__(self, width):
        self.width = width


class Square(Shape):
    def area(self):
        return self.width**2


class Circle(Shape):
    def area(self):
        return 3 * self.width**2


def over_a_list_in_a_dict(v):
    total = 0
    for _, n in NESTED["x"]:
        total += n * v
    return total


def over_the_items_of_a_dict(v):
    total = 0
    for rows in NESTED.values():
        for _, n in rows:
            total += n * v
    return total


def over_objects_in_a_dict(v):
    total = 0
    for item in BY_NAME.values():
        total += item.n * v
    return total


def over_two_at_once(v):
    for (_, n), word in zip(TABLE, WORDS, strict=True):
        if n == 2:
            return n + v + len(word)
    return 0


def by_a_number(v):
    for i, (_, n) in enumerate(TABLE):
        if i == 1:
            v += n
    return v


def while_there_are_some(v):
    i = total = 0
    while i < len(ROWS):
        total += ROWS[i][0] * v
        i += 1
    return total


def one_after_the_other(v):
    for function in FUNCTIONS:
        v = function(v)
    return v


def the_least(v):
    best = None
    for item in ITEMS:
        if best is None or item < best:
            best = item
    return best.n + v


def matched(v):
    match v, TABLE[0]:
        case int(), ("a", n):
            return n + v
    return 0


def unpacked(v):
    first, *_ = ITEMS
    return first.n + v


def with_a_stack(v):
    stack, total = [(TREE, 0)], 0
    while stack:
        item, depth = stack.pop()
        total += item.n * depth * v
        stack.extend((part, depth + 1) for part in item.parts)
    return total


def with_a_callback(v):
    found = []
    TREE.visit(lambda item: found.append(item.n * v))
    return found[2]


def not_there(v):
    try:
        return NESTED["z"]
    except KeyError:
        return v


def given_one_by_one(v):
    words = iter(WORDS)
    next(words)
    return next(words) + str(v)


EXPRESSIONS = [line.strip() for line in """
    sum(n * v for _, n in TABLE)
    [row[1] * v for row in ROWS][0]
    v in NUMBERS
    TREE.total() + v
    sorted(ITEMS)[0].n + v
    max(ITEMS, key=lambda item: item.n).n * v
    sum(item.double for item in ITEMS) * v
    OPERATORS["-"](v, 2)
    OPERATORS.get("+", max)(v, 2)
    int(PATTERN.search(f"ab{v}").group(1))
    ADD_2(v)
    sum(point.x * v for point in POINTS)
    sum(QUEUE) + v
    SECOND(TABLE)[1] + v
    Shape.registry["Square"](v).area()
    [cls(v).area() for cls in Shape.registry.values()][1]
    len(TREE) + v
    v if v in TREE else -v
    TREE[0].n + v
    (ITEMS[0] + Item(v)).n
    ITEMS[0](v)
    (TABLE[:] + [("z", v)])[-1][1]
    max(*[n for _, n in TABLE], v)
    dict(TABLE)["b"] + v
    [a * v for a, b in itertools.product(ROWS[0], ROWS[1])][0]
    bisect.bisect(ROWS[0], v)
    sum(x * v for x in itertools.chain(*ROWS))
    list(zip(*ROWS))[0][0] + v
    list(map(abs, ROWS[0]))[0] + v
    any(item.n == v for item in ITEMS)
    Item.limits["high"] + v
    {name: item.n * v for name, item in BY_NAME.items()}["a"]
    ITEMS.index(Item(1)) + v
    {ITEMS[0]: v}[Item(3)]
    ", ".join(WORDS) + str(v)
    functools.reduce(lambda a, b: a + b.n, ITEMS, v)
    type(ITEMS[0])(v).n
    string.ascii_letters[v]
    np.mean(A) * v
    np.std(A, axis=0)[0] * v
    np.median(A) + v
    np.sort(V)[0] + v
    np.linalg.norm(V) + v
    np.linalg.solve(B, V)[0] + v
    np.linalg.svd(A)[1][0] + v
    np.cumsum(V)[1] + v
    np.clip(V, 0, v)[0]
    np.where(V > 2, V, v)[0]
    np.stack([V, V])[0, 0] + v
    np.hstack([V, V * v])[1]
    np.concatenate([V, V * v])[4]
    np.unique(V)[0] + v
    np.zeros_like(V)[0] + v
    np.ones(3)[0] + v
    np.full(3, v)[0]
    np.eye(3)[0, 0] * v
    np.transpose(A)[0, 0] + v
    np.searchsorted(V, v)
    np.polyfit(V, V, 1)[0] + v
    np.histogram(V, bins=2)[0][0] + v
    np.fft.fft(V)[0].real + v
    np.append(V, v)[-1]
    np.add.reduce(V) + v
    np.array2string(V) + str(v)
    A.T[0, 0] + v
    (A @ V)[0] * v
    V[V > 1][0] + v
""".strip().splitlines()]  # fmt: skip
FUNCTIONS_OF_V = [
    value
    for value in list(globals().values())
    if type(value) is FunctionType and value.__code__.co_varnames[:1] == ("v",)
]
