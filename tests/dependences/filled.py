"""C code that looks keys up puts them into a defaultdict: which one, and which key."""

import functools
import operator
from collections import defaultdict


def by_its_method(a, b, x):
    p = defaultdict(list)
    p.__getitem__("v" * (a % 2))
    return dict(p)


def by_the_method_of_one(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    (q, p)[a % 2].__getitem__("v").append(x)
    return dict(p)


def by_its_class(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    dict.__getitem__((q, p)[a % 2], "v")
    return dict(p)


def by_a_text(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    text = "%(v)s" % (q, p)[a % 2]
    return text, dict(p)


def by_a_text_in_place(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    text = "%(v)s"
    text %= (q, p)[a % 2]
    return text, dict(p)


def by_a_method_kept(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    f = (q, p)[a % 2].__getitem__
    f("v")
    return dict(p)


def by_a_method_that_map_calls(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    o = (q, p)[a % 2]
    list(map(o.__getitem__, "v"))
    return dict(p)


def by_a_method_that_is_a_key(a, b, x):
    p, q = defaultdict(int), defaultdict(int)
    o = (q, p)[a % 2]
    sorted(["v", "w"], key=o.__getitem__)
    return dict(p)


def by_an_operator_that_map_calls(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    o = (q, p)[a % 2]
    list(map(operator.getitem, [o], "v"))
    return dict(p)


def by_an_operator_that_reduce_calls(a, b, x):
    p, q = defaultdict(lambda: defaultdict(int)), defaultdict(lambda: defaultdict(int))
    p["v"], q["v"] = defaultdict(int), defaultdict(int)
    functools.reduce(operator.getitem, "vw", (q, p)[a % 2])
    return dict(p)


def by_a_getter_that_map_calls(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    list(map(operator.itemgetter("v"), [(q, p)[a % 2]]))
    return dict(p)


def by_a_getter_that_is_a_key(a, b, x):
    p = defaultdict(int)
    sorted([p], key=operator.itemgetter("v" * a))
    return dict(p)


def by_a_text_that_map_calls(a, b, x):
    p, q = defaultdict(list), defaultdict(list)
    list(map("%(v)s".__mod__, [(q, p)[a % 2]]))
    return dict(p)
