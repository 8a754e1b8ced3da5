"""A function that was not called would hand a function that it is given, or has around it, to C code that calls it."""

import bisect
import functools
import itertools
from collections import defaultdict


def key_of_sorted(a, b, x):
    out = [b]

    def ordered(key):
        return sorted([1, 2], key=key)

    if a > 1:
        ordered(out.append)
    return len(out)


def key_that_is_made(a, b, x):
    out = [b]

    def ordered(key):
        return max([1, 2], key=key)

    if a > 1:
        ordered(lambda y: out.append(x) or y)
    return len(out)


def key_of_a_variable_around(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    def ordered():
        return sorted([1, 2], key=note)

    if a > 1:
        ordered()
    return len(out)


def key_by_default(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    def ordered(key=note):
        return sorted([1, 2], key=key)

    if a > 1:
        ordered()
    return len(out)


def key_of_sort(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    def order(key):
        rows = [2, 1]
        rows.sort(key=key)

    if a > 1:
        order(note)
    return len(out)


def key_of_bisect(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    def find(key):
        return bisect.bisect([1, 2], 1, key=key)

    if a > 1:
        find(note)
    return len(out)


def list_of_map(a, b, x):
    out = [b]

    def each(f):
        return list(map(f, [1, 2]))

    if a > 1:
        each(out.append)
    return len(out)


def loop_over_map(a, b, x):
    out = [b]

    def each(f):
        for _ in map(f, [1, 2]):
            pass

    if a > 1:
        each(out.append)
    return len(out)


def yielded_of_map(a, b, x):
    out = [b]

    def each(f):
        for y in map(f, [1, 2]):  # noqa: UP028  the loop is the point
            yield y

    if a > 1:
        list(each(out.append))
    return len(out)


def yielded_from_map(a, b, x):
    out = [b]

    def note(y):
        out.append(y)

    def each(f):
        yield from map(f, [1, 2])

    if a > 1:
        list(each(note))
    return len(out)


def map_that_is_given(a, b, x):
    out = [b]

    def each(f):
        return map(f, [1, 2])

    if a > 1:
        list(each(out.append))
    return len(out)


def filter_in_a_display(a, b, x):
    out = [b]

    def each(f):
        return [*filter(f, [1, 2])]

    if a > 1:
        each(out.append)
    return len(out)


def calls_until_it_ends(a, b, x):
    out = [b]

    def note():
        out.append(x)
        return 0

    def each(f):
        return list(iter(f, 0))

    if a > 1:
        each(note)
    return len(out)


def calls_until_it_ends_yielded(a, b, x):
    out = [b]

    def note():
        out.append(x)
        return 0

    def each(f):
        it = iter(f, 0)
        yield from it

    def through_another(f):
        return each(f)

    if a > 1:
        list(through_another(note))
    return len(out)


def method_until_it_ends(a, b, x):
    out = [b, 1, 2]
    if a > 1:
        for _ in iter(out.pop, 1):
            pass
    return len(out)


def groups(a, b, x):
    out = [b]

    def group(key):
        return list(itertools.groupby([1, 2], key))

    if a > 1:
        group(out.append)
    return len(out)


def factory_of_a_dict(a, b, x):
    out = [b]

    def note():
        out.append(x)

    def look(factory):
        return defaultdict(factory)[1]

    if a > 1:
        look(note)
    return len(out)


def decorated(a, b, x):
    out = [b]

    def ordering(f):
        @functools.wraps(f)
        def ordered(rows):
            return sorted(rows, key=f)

        return ordered

    @ordering
    def note(y):
        out.append(y)
        return y

    if a > 1:
        note([1, 2])
    return len(out)


class Ordering:
    def __init__(self, key=None):
        self.key = key

    def ordered(self, key):
        return sorted([1, 2], key=key)

    def by_its_own(self):
        return sorted([1, 2], key=self.key)


def method_that_hands_on(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    if a > 1:
        Ordering().ordered(note)
    return len(out)


def attribute_that_is_handed_on(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    ordering = Ordering(note)
    if a > 1:
        ordering.by_its_own()
    return len(out)


def way_not_taken_in_what_ran(a, b, x):
    out = [b]

    def note(y):
        out.append(y)
        return y

    def ordered(key, c):
        if c > 1:
            return sorted([1, 2], key=key)
        return []

    ordered(note, a)
    return len(out)


def called_by_its_method(a, b, x):
    out = [b]

    def note():
        out.append(x)

    if a > 1:
        note.__call__()
    return len(out)
