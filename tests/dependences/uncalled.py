"""C code might have called a function, and did not, or not as often."""

import bisect
import collections
import contextlib
import functools
import itertools
import operator
import re


class Box:
    def __init__(self, v):
        self.v = v


def map_over_nothing(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b

    list(map(f, [1] * a))
    return box.v


def sorted_nothing(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return v

    sorted([1] * a, key=f)
    return box.v


def least_of_nothing(a, b, x):
    out = [1]

    def f(v):
        out[0] = b
        return v

    min([1] * a, key=f, default=3)
    return out[0]


def loop_over_map_of_nothing(a, b, x):
    n = 1

    def f(v):
        nonlocal n
        n = b

    for _ in map(f, range(a)):
        pass
    return n


def loop_over_filter_of_nothing(a, b, x):
    n = 1

    def f(v):
        nonlocal n
        n = b
        return True

    for _ in filter(f, [0] * a):
        pass
    return n


def generator_of_which_nothing_is_taken(a, b, x):
    box = Box(1)

    def steps():
        box.v = b
        yield 1

    for _ in itertools.islice(steps(), a):
        pass
    return box.v


def generator_behind_zip(a, b, x):
    box = Box(1)

    def steps():
        box.v = b
        yield 1

    list(zip(range(a), steps()))
    return box.v


def nothing_missing(a, b, x):
    box = Box(1)

    class D(dict):
        def __missing__(self, key):
            box.v = b
            return 0

    D({0: 1, 1: 2})[a]
    return box.v


def default_factory_not_asked(a, b, x):
    box = Box(1)

    def make():
        box.v = b
        return 0

    d = collections.defaultdict(make, {0: 1, 1: 2})
    d[a]
    return box.v


def equal_not_asked(a, b, x):
    box = Box(1)

    class E:
        def __eq__(self, other):
            box.v = b
            return False

        def __hash__(self):
            return 1

    3 in [E()] * a
    return box.v


def compared_items(a, b, x):
    box = Box(1)

    class E:
        def __lt__(self, other):
            box.v = b
            return False

    sorted([E()] * a)
    return box.v


def compared_lists(a, b, x):
    box = Box(1)

    class E:
        def __eq__(self, other):
            box.v = b
            return False

    [a, E()] == [1, E()]
    return box.v


def sub_that_finds_nothing(a, b, x):
    box = Box(1)

    def f(found):
        box.v = b
        return ""

    re.sub("y", f, "y" * a)
    return box.v


def reduced_nothing(a, b, x):
    box = Box(1)

    def f(one, other):
        box.v = b
        return one

    functools.reduce(f, [1] * a, 0)
    return box.v


def cached_function_not_called(a, b, x):
    box = Box(1)

    @functools.lru_cache
    def f(v):
        box.v = v
        return v

    f(1)
    box.v = 3
    f(a)
    return box.v


def method_that_map_would_call(a, b, x):
    box = Box(1)

    class C:
        def set(self, v):
            self.v = b

    c = C()
    c.v = 2
    list(map(c.set, [1] * a))
    return c.v


def partial_that_map_would_call(a, b, x):
    box = Box(1)

    def f(to, v):
        to.v = b

    list(map(functools.partial(f, box), [1] * a))
    return box.v


def callable_object_that_map_would_call(a, b, x):
    class C:
        v = 1

        def __call__(self, v):
            self.v = b

    c = C()
    list(map(c, [1] * a))
    return c.v


def reflected_method_not_asked(a, b, x):
    box = Box(1)

    class L:
        def __add__(self, other):
            return 1 if a > 0 else NotImplemented

    class R:
        def __radd__(self, other):
            box.v = b
            return 2

    L() + R()
    return box.v


def any_stops(a, b, x):
    box = Box(1)

    class E:
        def __bool__(self):
            box.v = b
            return True

    any([a, E()])
    return box.v


def all_of_a_generator(a, b, x):
    box = Box(1)

    def each():
        yield a
        box.v = b
        yield 1

    all(each())
    return box.v


def takewhile_takes_one_more(a, b, x):
    it = iter([1, 2, 3, b])
    for _ in itertools.takewhile(lambda v: v < a, it):
        pass
    return next(it, x)


def filter_takes_all(a, b, x):
    it = iter([1, 2, 3, b])
    for _ in filter(lambda v: v > 9 + a, it):
        break
    return next(it, x)


def attribute_that_is_there(a, b, x):
    box = Box(1)

    class C:
        def __getattr__(self, name):
            box.v = b
            return 0

    c = C()
    if a:
        c.y = 3
    c.y
    return box.v


def attribute_of_computed_name_that_is_there(a, b, x):
    box = Box(1)

    class C:
        y = 1

        def __getattr__(self, name):
            box.v = b
            return 0

    getattr(C(), "yz"[a > 0])
    return box.v


def inserted_by_key(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return v

    l = [1] * a
    bisect.insort(l, 1, key=f)
    bisect.bisect([1] * a, 1, key=f)
    return box.v if a < 1 else x


def starmap_of_nothing(a, b, x):
    box = Box(1)

    def f(v, w):
        box.v = w

    collections.deque(itertools.starmap(f, [(1, b)] * a), 0)
    return box.v


def accumulated_one(a, b, x):
    box = Box(1)

    def f(v, w):
        box.v = b
        return v

    list(itertools.accumulate([1] * a, f))
    return box.v


def iterated_until(a, b, x):
    out = []

    def f():
        out.append(b)
        return len(out)

    for _ in iter(f, a):
        if len(out) > 5:
            break
    return out


def group_keys(a, b, x):
    box = Box(1)

    def key(v):
        box.v = b
        return v

    [k for k, _ in itertools.groupby([1] * a, key)]
    return box.v


def joined_by_map(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return "y"

    "".join(map(f, [1] * a))
    return box.v


def star_of_map(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return "y"

    def g(*rest):
        return len(rest)

    g(*map(f, [1] * a))
    return box.v


def unpacked_map(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return "y"

    first, *rest = [0, *map(f, [1] * a)]
    return box.v


def extended_by_map(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return "y"

    l = []
    l.extend(map(f, [1] * a))
    return box.v


def next_of_map(a, b, x):
    box = Box(1)

    def f(v):
        box.v = b
        return "y"

    next(map(f, [1] * a), 2)
    return box.v


def class_that_map_would_call(a, b, x):
    box = Box(1)

    class C:
        def __init__(self, v):
            box.v = b

    list(map(C, [1] * a))
    return box.v


def itemgetter_and_missing(a, b, x):
    box = Box(1)

    class D(dict):
        def __missing__(self, key):
            box.v = b
            return 0

    operator.itemgetter(a)(D({0: 1, 1: 2}))
    return box.v


def format_that_asks(a, b, x):
    box = Box(1)

    class F:
        def __format__(self, spec):
            box.v = b
            return ""

    "{0}{1}".replace("{1}", "{1}" * a).format(0, F())
    return box.v


def repr_of_items(a, b, x):
    box = Box(1)

    class F:
        def __repr__(self):
            box.v = b
            return ""

    repr([F()] * a)
    return box.v


def index_of_an_item(a, b, x):
    box = Box(1)

    class E:
        def __eq__(self, other):
            box.v = b
            return True

    [1, a, E()].index(2) if a > 1 else [1, E()].index(a)
    return box.v


def removed_item(a, b, x):
    box = Box(1)

    class E:
        def __eq__(self, other):
            box.v = b
            return False

    [E(), a, 1, 2, 9, 3, 0].remove(a) if a > 2 else [a, E(), 1, 0, 2].remove(1)
    return box.v


def count_of_items(a, b, x):
    box = Box(1)

    class E:
        def __eq__(self, other):
            box.v = b
            return False

    ([E()] * a).count(1)
    return box.v


def set_of_items(a, b, x):
    box = Box(1)

    class E:
        def __hash__(self):
            box.v = b
            return 1

    set([E()] * a)
    return box.v


def with_statement_of_exit_stack(a, b, x):
    box = Box(1)

    def f():
        box.v = b

    with contextlib.ExitStack() as stack:
        for _ in range(a):
            stack.callback(f)
    return box.v


def sum_of_nothing(a, b, x):
    box = Box(1)

    class E:
        def __radd__(self, other):
            box.v = b
            return 1

    sum([E()] * a)
    return box.v


def pattern_with_positions(a, b, x):
    box = Box(1)

    class P:
        __match_args__ = ("u", "v")

        def __init__(self, u):
            self.u = u

        @property
        def v(self):
            box.v = b
            return 1

    match P(a):
        case P(0, 1):
            return box.v
        case _:
            return box.v


def called_back_by_a_map_on_a_way_not_taken(a, b, x):
    held = [x]
    if a > 1:
        list(map(lambda value: held.append(value), [b]))
    return held[-1]


def called_back_by_a_sort_on_a_way_not_taken(a, b, x):
    held = [x]
    if a > 1:
        sorted([b, b], key=lambda value: held.append(value) or 0)
    return held[-1]


def _told_by_a_map(held, values):
    list(map(lambda value: held.append(value), values))


def called_back_within_a_function(a, b, x):
    held = [x]
    if a > 1:
        _told_by_a_map(held, [b])
    return held[-1]


class Missing(dict):
    def __missing__(self, key):
        self.f(key)
        return 0


def found_missing(a, b, x):
    found = []
    row = Missing()
    if a > 1:
        row["z"] = 1
    row.f = lambda key: found.append(b)
    row["z"]
    return found


def found_missing_since_it_was_deleted(a, b, x):
    found = []
    row = Missing(z=1)
    row.f = lambda key: found.append(b)
    if a < 2:
        del row["z"]
    row["z"]
    return found


def found_missing_by_another_key(a, b, x):
    found = []
    row = Missing({2: 1})
    row.f = lambda key: found.append(b)
    row[a]
    return found


def found_missing_in_what_was_emptied(a, b, x):
    found = []
    row = Missing(z=1)
    row.f = lambda key: found.append(b)
    if a < 2:
        row.clear()
    row["z"]
    return found


def found_missing_as_another_function_did_not_run(a, b, x):
    found = []
    row = Missing()
    row.f = lambda key: found.append(b)

    def put():
        row["z"] = 1

    if a > 1:
        put()
    row["z"]
    return found


def found_missing_in_a_defaultdict(a, b, x):
    found = []
    row = collections.defaultdict(lambda: found.append(b))
    if a > 1:
        row["z"] = 1
    row["z"]
    return found


def found_missing_by_its_method(a, b, x):
    found = []
    row = Missing()
    row.f = lambda key: found.append(b)
    get = row.__getitem__
    if a > 1:
        row["z"] = 1
    get("z")
    return found


def found_missing_by_a_getter(a, b, x):
    found = []
    row = Missing()
    row.f = lambda key: found.append(b)
    if a > 1:
        row["z"] = 1
    operator.itemgetter("z")(row)
    return found


def found_missing_by_a_text(a, b, x):
    found = []
    row = Missing()
    row.f = lambda key: found.append(b)
    if a > 1:
        row["z"] = 1
    "%(z)s" % row
    return found


def found_missing_by_a_template(a, b, x):
    found = []
    row = Missing()
    row.f = lambda key: found.append(b)
    if a > 1:
        row["z"] = 1
    "{z}".format_map(row)
    return found


def found_missing_in_a_defaultdict_by_a_getter(a, b, x):
    found = []
    row = collections.defaultdict(lambda: found.append(b))
    if a > 1:
        row["z"] = 1
    operator.itemgetter("z")(row)
    return found
