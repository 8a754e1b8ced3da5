"""What a method gives that belongs to somebody else, where the object is not known, and is written to there."""

from collections import deque

HELD = []


class Own:
    def __init__(self, held):
        self.held = held

    def give(self):
        return self.held

    def lend(self):
        return self.held

    def give_further(self):
        return self.give()


class Shared(Own):
    held_by_all = []

    def give(self):
        return HELD

    @classmethod
    def give_of_class(cls):
        return cls.held_by_all

    @staticmethod
    def give_of_nobody():
        return HELD


class Kept(Own):
    def give(self, kept=deque()):
        return kept


def fresh(cls, a):
    HELD.clear()
    Shared.held_by_all.clear()
    Kept.give.__defaults__[0].clear()
    return cls([a])


def an_item_that_a_global_would_get(a, b, x):
    o = fresh(Shared if x > 0 else Own, b)

    def put():
        [o.give()][0].append(b)

    if a > 1:
        put()
    return len(HELD)


def an_item_that_a_method_behind_would_get(a, b, x):
    o = fresh(Shared if x > 0 else Own, b)

    def put():
        [o.give_further()][0].append(b)

    if a > 1:
        put()
    return len(HELD)


def an_item_that_a_default_would_get(a, b, x):
    o = fresh(Kept if x > 0 else Own, b)

    def put():
        found = [o.give(), b]
        found[0].append(b)

    if a > 1:
        put()
    return list(Kept.give.__defaults__[0])


def an_item_that_a_class_would_get(a, b, x):
    o = fresh(Shared, b)

    def put():
        found = [o.give_of_class(), b]
        found[0].append(b)

    if a > 1:
        put()
    return list(Shared.held_by_all)


def an_item_that_a_static_method_would_give(a, b, x):
    o = fresh(Shared, b)

    def put():
        found = [getattr(o, "give_of_nobody")(), b]
        found[0].append(b)

    if a > 1:
        put()
    return list(HELD)


def an_item_of_what_is_around(a, b, x):
    held = []

    class Around:
        def give(self):
            return held

    o = Around() if x > 0 else Own([b])

    def put():
        found = [o.give(), b]
        found[0].append(b)

    if a > 1:
        put()
    return held


def an_item_of_what_an_attribute_gives(a, b, x):
    held = []
    o = Own([b])
    o.lend = lambda: held

    def put():
        found = [o.lend(), b]
        found[0].append(b)

    if a > 1:
        put()
    return held


def an_item_that_what_is_found_by_name_gives(a, b, x):
    o = fresh(Shared if x > 0 else Own, b)
    p = Own([])

    def put():
        p.held = [getattr(o, "give")()]
        p.held[0].append(b)

    if a > 1:
        put()
    return len(HELD), len(p.held)


def an_item_that_would_be_stored_first(a, b, x):
    o, p = fresh(Shared, b), Own([b])

    def put():
        p.held = o.give()

    if a > 1:
        put()
    p.held.append(b)
    return len(HELD)
