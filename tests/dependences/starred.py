"""What a star passes, spreads or unpacks that was chosen: an iterator that has gone on, a part of a list, an order."""

from functools import partial


def mark(first, *rest):
    first.append(1)


def named_by_a_mapping_and_computed(a, b, x):
    def h(**named):
        named["p" if a > 1 else "q"].append(1)

    p, q = [], []
    h(**{"p": p, "q": q})
    return len(p)


def named_by_a_mapping_and_looked_for(a, b, x):
    def h(k, **named):
        named.get(k).append(1)

    p, q = [], []
    h("p" if a > 1 else "q", **{"p": p, "q": q})
    return len(p)


def named_by_a_mapping_and_taken(a, b, x):
    def h(k, **named):
        named.pop(k).append(1)

    p, q = [], []
    h("p" if a > 1 else "q", **{"p": p, "q": q})
    return len(p)


def named_by_a_mapping_and_by_itself(a, b, x):
    def h(**named):
        named["p" if a > 1 else "q"].append(1)

    p, q = [], []
    h(**{"p": p}, q=q)
    return len(p)


def named_and_passed_on(a, b, x):
    def g(**named):
        named["p" if a > 1 else "q"].append(1)

    def h(**named):
        g(**named)

    p, q = [], []
    h(p=p, q=q)
    return len(p)


def partial_behind_a_star_on_a_way_not_taken(a, b, x):
    p = []
    t = (p,)
    if a > 1:
        partial(mark, *t)()
    return len(p)
