"""A way not taken puts an object into something, and writes to it there."""


class Holder:
    v = 1


def _by_comprehension(one, value):
    [held for held in [one]][-1].v = value


def _by_append(one, value):
    held = []
    held.append(one)
    held[0].v = value


def _by_key(one, value):
    held = {}
    held["one"] = one
    held["one"].v = value


def _by_attribute(one, value):
    held = Holder()
    held.one = one
    held.one.v = value


def _by_slice(one, value):
    held = [1]
    held[0:1] = [one]
    held[0].v = value


def _within(one, value):
    held = [[]]
    held[0].append(one)
    held[0][0].v = value


def _add(to, one):
    to.append(one)


def _by_a_call(one, value):
    held = []
    _add(held, one)
    held[0].v = value


def held_by_a_comprehension(a, b, x):
    one = Holder()
    if a > 1:
        _by_comprehension(one, b)
    return one.v


def held_by_append(a, b, x):
    one = Holder()
    if a > 1:
        _by_append(one, b)
    return one.v


def held_by_key(a, b, x):
    one = Holder()
    if a > 1:
        _by_key(one, b)
    return one.v


def held_by_attribute(a, b, x):
    one = Holder()
    if a > 1:
        _by_attribute(one, b)
    return one.v


def held_by_slice(a, b, x):
    one = Holder()
    if a > 1:
        _by_slice(one, b)
    return one.v


def held_within(a, b, x):
    one = Holder()
    if a > 1:
        _within(one, b)
    return one.v


def held_by_a_call(a, b, x):
    one = Holder()
    if a > 1:
        _by_a_call(one, b)
    return one.v


def held_at_once(a, b, x):
    one = Holder()
    if a > 1:
        held = Holder()
        held.one = one
        held.one.v = b
    return one.v


def held_by_what_was_there(a, b, x):
    one, held = Holder(), []
    if a > 1:
        held.append(one)
        held[0].v = b
    return one.v


class Shared:
    tags = []
    counts = {}

    def __init__(self, own):
        if own:
            self.tags = []

    def add(self, x):
        self.tags.append(x)


def hidden_by_an_attribute_of_its_own(a, b, x):
    Shared.tags.clear()
    Shared(a < 5).add(x)
    return len(Shared.tags)


def hidden_by_a_derived_class(a, b, x):
    class Own(Shared):
        if a < 5:
            tags = []

    Shared.tags.clear()
    Own.tags.append(x)
    return len(Shared.tags)


def in_a_class_from_outside(a, b, x):
    if a > 1:
        Shared.counts["x"] = x
    found = len(Shared.counts)
    Shared.counts.clear()
    return found
