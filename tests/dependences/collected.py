"""What C code collects from generators, by yields on ways not taken; what was the last that a generator has given."""

from collections import deque


def chosen(a, p, q):
    if a > 1:
        yield p
    yield q


def ending(a, p, q):
    yield p
    if a > 1:
        return
    yield q


def pairs(a, p, q):
    if a > 1:
        yield "p", p
    else:
        yield "p", q


def last_of(a, p, q):
    yield "p", p
    if a > 1:
        yield "p", q


def mark(first, *rest):
    first.append(1)


def in_a_list(a, b, x):
    p, q = [], []
    given = list(chosen(a, p, q))
    given[0].append(1)
    return len(p)


def unpacked_with_a_star(a, b, x):
    p, q = [], []
    one, *_ = chosen(a, p, q)
    one.append(1)
    return len(p)


def sorted_by_length(a, b, x):
    p, q = [], [1]
    sorted(chosen(a, p, q), key=len)[0].append(1)
    return len(p)


def in_a_deque(a, b, x):
    p, q = [], []
    deque(chosen(a, p, q)).popleft().append(1)
    return len(p)


def extending_a_list(a, b, x):
    p, q, given = [], [], []
    given.extend(chosen(a, p, q))
    given[0].append(1)
    return len(p)


def behind_a_star(a, b, x):
    p, q = [], []
    mark(*chosen(a, p, q))
    return len(p)


def last_of_a_tuple(a, b, x):
    p, q = [], []
    tuple(ending(a, p, q))[-1].append(1)
    return len(q)


def last_of_a_list(a, b, x):
    p, q = [], []
    list(ending(a, p, q))[-1].append(1)
    return len(q)


def in_a_dict(a, b, x):
    p, q = [], []
    dict(pairs(a, p, q))["p"].append(1)
    return len(p)


def in_a_dict_at_last(a, b, x):
    p, q = [], []
    dict(last_of(a, p, q))["p"].append(1)
    return len(q)


def in_a_list_of_the_function(a, b, x):
    def given():
        if a > 1:
            yield p
        yield q

    p, q = [], []
    found = list(given())
    found[0].append(1)
    return len(p)


def last_that_was_let_through(a, b, x):
    p, q = {"n": 4}, {"n": a}
    for one in (each for each in (p, q) if each["n"] > 1):
        last = one
    last["w"] = 1
    return "w" in p


def last_that_was_let_through_by_a_function(a, b, x):
    def given():
        for each in (p, q):
            if each["n"] > 1:
                yield each

    p, q = {"n": 4}, {"n": a}
    for one in given():
        last = one
    last["w"] = 1
    return "w" in p


def first_that_was_let_through(a, b, x):
    p, q = {"n": a}, {"n": 4}
    for one in (each for each in (p, q) if each["n"] > 1):
        one["w"] = 1
        break
    return "w" in q
