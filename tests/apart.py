"""Uses of everyday Python of which none depends on another: what a way not taken would call writes to nothing shared.

Each takes two numbers, `v` and `c`, and goes one way if `c` is 0, another if it is 1. Those with `a` and `c` return a
pair, of which each half depends on one of them.
"""

import collections
import contextlib
import functools
import itertools
import operator
import os
import random
import struct
import sys
import time
import zlib
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from dependences.indirect import Hooked


class Base:
    def __init__(self, x):
        self.x = x

    def up(self, k):
        self.x += k


class Derived(Base):
    def up(self, k):
        super().up(k + 1)

    @classmethod
    def make(cls, x):
        return cls(x)

    @staticmethod
    def twice(x):
        return x * 2

    def get(self):
        return self.x


class Wrong(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class Linked:
    def __init__(self, v):
        self.v = v

    def visit(self, visitor):
        visitor(self)


TABLE = {"a": operator.add, "b": lambda x, y: x * y}


def apply(function, *values):
    return function(*values)


def gives(v):
    yield v
    yield v + 1


def calls_a_method_above(v, c):
    one = Derived(v)
    if c:
        one.up(1)
    return one.x


def passes_a_method(v, c):
    one = Derived(v)
    if c:
        apply(one.up, 2)
    return one.x


def passes_a_lambda(v, c):
    items = [v]
    if c:
        apply(lambda x: items.append(x), 2)
    return items[0]


def calls_a_class_method(v, c):
    one = Derived(v)
    if c:
        one = Derived.make(v + 1)
    return one.x


def calls_what_a_class_method_made(v, c):
    one = Derived(v)
    if c:
        Derived.make(3).up(2)
    return one.x


def calls_a_static_method(v, c):
    items = [v]
    if c:
        items.append(Derived.twice(v))
    return items[0]


def calls_functions_of_no_table(v, c):
    items = [v]
    if c:
        items.append(zlib.crc32(b"abc"))
        items.append(struct.pack("i", v)[0])
        items.append(len(os.fsdecode(b"x")))
    return items[0]


def looks_up_a_function(v, c):
    items = [v]
    if c:
        items[0] = TABLE["b"](v, 2)
    return items[0]


def gets_a_function(v, c):
    items = [v]
    act = TABLE.get("zz")
    if act is not None:
        items[0] = act(v, 2)
    return items[0]


def has_an_optional_hook(v, c, hook=None):
    items = [v]
    if hook is not None:
        hook(items)
    if c:
        items.append(1)
    return items[0]


def asks_for_a_method(v, c):
    one = Derived(v)
    if hasattr(one, "close"):
        one.close()
    act = getattr(one, "close", None)
    if act:
        act()
    return one.x


def asks_for_a_class(v, c):
    one = Derived(v)
    if isinstance(one, dict):
        one.update(a=1)
    return one.x


def may_raise(v, c):
    items = [v]
    if c < -10:
        raise Wrong(f"bad {v}", v)
    return items[0]


def sorts_by_a_method(v, c):
    one = Derived(v)
    if c:
        sorted([one, Derived(2)], key=Derived.get)
    return one.x


def calls_a_partial(v, c):
    one = Derived(v)
    act = functools.partial(one.up, 2)
    if c:
        act()
    return one.x


def formats(v, c):
    items = [v]
    if c:
        items.append(f"{v:>5}".strip().rjust(4))
        print("x", v, file=sys.stderr)
    return items[0]


def goes_over_a_generator(v, c):
    items = [v]
    if c:
        items.extend(gives(v))
    return items[0]


def goes_over_functions(v, c):
    items = [v]
    if c:
        items = [act(x) for act in (abs, Derived.twice) for x in items]
    return items[0]


def visits(v, c):
    one, out = Linked(v), []
    if c:
        one.visit(lambda other: out.append(other.v))
    return one.v


def registers(v, c):
    hooks = []
    hooks.append(lambda x: x + 1)
    if c:
        for hook in hooks:
            v = hook(v)
    return v


def reduces(v, c):
    items = [v, 2]
    if c:
        items.append(functools.reduce(operator.add, items))
        items += list(itertools.accumulate(items))
    return items[0]


def might_count(v, c):
    items = [v]
    if c:
        items.append(collections.Counter("abc")["a"])
    return items[0] if not c else v


class Node:
    def __init__(self, value, left=None):
        self.value, self.left = value, left

    def walk(self):
        if self.left:
            self.left.walk()
        self.value += 1


def walks_a_tree(v, c):
    root = Node(v, Node(c))
    root.walk()
    return root.value


def imports_what_it_needs(v, c):
    rows = [v]
    if c:
        import bisect

        rows.append(bisect.bisect(rows, v))
    return rows[0]


def asks_the_clock(v, c):
    items = [v]
    if c:
        items.append(time.time())
        items.append(random.random())
    return items[0]


def has_a_hook_of_its_own(v, c):
    one, items = Hooked(), [v]
    one.fire(items)
    return items[0]


# -- what two numbers are put into, in the same place or one beside the other ------------------------------------------


def attributes_of_one_object(a, c):
    both = Base(0)
    both.left = a * 2
    both.right = c * 3
    return both.left, both.right


def keys_of_one_dict(a, c):
    both = {}
    both["x"] = a
    both["y"] = c
    if a > 1:
        both["x"] += 1
    if c > 1:
        both["y"] += 1
    return both["x"], both["y"]


def items_of_one_list(a, c):
    both = [0] * 4
    both[0], both[1] = a, c
    for i in range(3):
        both[0] += i
    both[1] *= 2
    return both[0], both[1]


def objects_in_one_list(a, c):
    both = [Base(0), Base(0)]
    both[0].up(a)
    both[1].up(c)
    if a > 1:
        both[0].up(1)
    return both[0].x, both[1].x


class Recent:
    def __init__(self, most):
        self.most, self.kept = most, collections.OrderedDict()

    def get(self, key):
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        return None

    def put(self, key, value):
        self.kept[key] = value
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)


def caches_filled_in_one_loop(a, c):
    one, other = Recent(2), Recent(2)
    for i in range(3):
        one.put(i, a + i)
        other.put(i, c + i)
    return one.get(2), other.get(1)


class Machine:
    def __init__(self):
        self.state, self.total = "idle", 0

    def go(self, n):
        getattr(self, "on_" + self.state)(n)

    def on_idle(self, n):
        if n > 1:
            self.state = "busy"

    def on_busy(self, n):
        self.total += n
        if self.total > 5:
            self.state = "idle"


def machines_run_in_one_loop(a, c):
    one, other = Machine(), Machine()
    for _ in range(3):
        one.go(a)
        other.go(c)
    return one.total, other.total


def closures_of_one_function(a, c):
    def counter():
        total = 0

        def add(k):
            nonlocal total
            total += k
            return total

        return add

    one, other = counter(), counter()
    one(a)
    other(c)
    return one(a), other(c)


def rows_of_one_matrix(a, c):
    rows = [[0] * 3 for _ in range(2)]
    for j in range(3):
        rows[0][j] += a
        rows[1][j] += c
    return sum(rows[0]), sum(rows[1])


def notes_in_one_log(a, c):
    log = []

    def noted(n):
        log.append(n)
        if n > 1:
            log.append("large")
        return n * 2

    return noted(a), noted(c)


def arrays_side_by_side(a, c):
    one, other = np.zeros(3), np.zeros(3)
    one[0], other[0] = a, c
    one += 1
    other *= 2
    return float(one.sum()), float(np.clip(other, 0, 9).sum())


class Account:
    def __init__(self, v):
        self.sums = [v]

    def put(self, k):
        self.sums.append(k)


def tells_all_listeners(v, c):
    account, listeners = Account(v), [Account(v).put]
    listeners.append(account.put)
    for listener in list(listeners):
        listener(c)
    return account.sums


def tells_listeners_by_topic(v, c):
    account, topics = Account(v), {}
    topics.setdefault("k", []).append(account.put)
    for listener in list(topics.get("k", ())):
        listener(c)
    for listener in topics["k"]:
        listener(c)
    return account.sums


class Point(NamedTuple):
    x: int
    y: int = 2


class Only:
    one = None

    def __new__(cls, v):
        if cls.one is None:
            cls.one = super().__new__(cls)
        return cls.one

    def __init__(self, v):
        self.v = v


class Counted:
    def __new__(cls, *given):
        made = super().__new__(cls)
        made.given = given
        return made


class Lazy:
    def __init__(self, v):
        self.v = v

    @functools.cached_property
    def twice(self):
        return self.v * 2


@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@contextlib.contextmanager
def noting(row):
    row.append(1)
    try:
        yield row
    finally:
        row.append(2)


def managed(a, c):
    p = Base(c)
    with noting([]) as row:
        row.append(10 // a)
    return row[1], p.x


def managed_in_a_loop(a, c):
    p, row = Base(c), []
    for _ in range(2):
        with noting(row):
            row.append(10 // a)
    return row[1], p.x


def managed_in_a_handler(a, c):
    p, rows = Base(c), {"k": [c]}
    try:
        with noting([]) as row:
            if a > 1:
                row.append(10 // (a - 2))
    except ZeroDivisionError:
        row.append(a)
    return row[-2], p.x + rows["k"][0]


class Shelf:
    def __init__(self, items):
        self.items = items


def a_dict_changed_in_place(a, c):
    shelf = Shelf(c)
    known = {0: a}

    def size():
        return len(known)

    if a > 5:
        known |= {3: lambda: a}
    if a > 6:
        known.items()
    return size(), shelf.items


def renew(one):
    found = one.kind(one)
    one.kind = type
    return found


def an_attribute_that_is_called_and_would_be_type(a, c):
    shelf, one = Shelf(c), Shelf(a)
    one.kind = str
    if a > 5:
        one.items = renew(one)
    return one.items, shelf.items


BETWEEN = [
    lambda c: Point(c)._replace(y=3).x,
    lambda c: Point._make([c, 1]).x,
    lambda c: Only(c).v,
    lambda c: Counted(c, 1).given,
    lambda c: Lazy(c).twice,
    lambda c: fib(c + 2),
]
USES: list[Any] = [
    value
    for value in list(globals().values())
    if type(value) is FunctionType and value.__code__.co_varnames[:2] == ("v", "c")
]
PAIRS: list[Any] = [
    value
    for value in list(globals().values())
    if type(value) is FunctionType and value.__code__.co_varnames[:2] == ("a", "c")
]
