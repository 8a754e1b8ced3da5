"""What a star passes, spreads or unpacks that was chosen: an iterator that has gone on, a part of a list, an order."""

from collections import OrderedDict
from functools import partial
from itertools import zip_longest


def mark(first, *rest):
    first.append(1)


def pass_on(*args):
    mark(*args)


def iterator_unpacked_with_a_star(a, b, x):
    p, q = [], []
    it = iter([p, q])
    if a > 1:
        next(it)
    one, *_ = it
    one.append(1)
    return len(q)


def iterator_behind_a_star(a, b, x):
    p, q = [], []
    it = iter([p, q])
    if a > 1:
        next(it)
    mark(*it)
    return len(q)


def iterator_behind_two_stars(a, b, x):
    p, q = [], []
    it = iter([p, q])
    if a > 1:
        next(it)
    pass_on(*it)
    return len(q)


def iterator_behind_a_star_that_went_on(a, b, x):
    p, q = [], []
    it = iter([p, q])
    if a > 1:
        next(it)
    mark(*it)
    return len(p)


def iterator_unpacked_that_went_on(a, b, x):
    p, q = [], []
    it = iter([p, q])
    if a > 1:
        next(it)
    one, *_ = it
    one.append(1)
    return len(p)


def iterator_unpacked(a, b, x):
    p, q, r = [], [], []
    it = iter([p, q, r])
    next(it)
    if a > 1:
        it = iter([p, q])
    one, two = it
    one.append(1)
    return len(p)


def iterator_of_a_part_unpacked(a, b, x):
    p, q = [], []
    it = iter([p, q][a % 2 :])
    one, *_ = it
    one.append(1)
    return len(p)


def iterator_of_a_part_behind_a_star(a, b, x):
    p, q = [], []
    mark(*iter([p, q][a % 2 :]))
    return len(p)


def order_behind_a_star(a, b, x):
    p, q = [], []
    mark(*reversed([p, q] if a > 1 else [q, p]))
    return len(p)


def part_behind_a_star(a, b, x):
    xs = [[], [], []]
    mark(*xs[a % 3 :])
    return len(xs[0])


def part_of_what_was_passed_behind_a_star(a, b, x):
    def h(*args):
        mark(*args[a % 2 :])

    p, q = [], []
    h(p, q)
    return len(p)


def repeated_behind_a_star(a, b, x):
    p, q = [], []
    mark(*[q] * (a % 2) + [p])
    return len(p)


def part_of_a_display_behind_a_star(a, b, x):
    p, q = [], []
    mark(*(p, q)[a % 2 :])
    return len(p)


def turned_behind_a_star(a, b, x):
    p, q = [], []
    t = p, q
    t = t[a % 2 :] + t[: a % 2]
    mark(*t)
    return len(p)


def part_of_a_list_behind_a_star(a, b, x):
    p, q = [], []
    mark(*[p, q, p][a % 3 : b % 3 + 3])
    return len(p)


def added_behind_a_star(a, b, x):
    p, q = [], []
    chosen = [q] if a > 1 else []
    mark(*chosen + [p])
    return len(p)


def part_unpacked_with_a_star(a, b, x):
    p, q = [], []
    one, *_ = [p, q][a % 2 :]
    one.append(1)
    return len(p)


def part_behind_a_star_within_a_display(a, b, x):
    p, q = [], []
    given = [*[p, q][a % 2 :]]
    given[0].append(1)
    return len(p)


def write(best, *rest):
    best["w"] = 1


def sorted_behind_a_star(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    write(*sorted([p, q], key=lambda o: o["n"]))
    return q["w"]


def sorted_before_a_loop(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    ordered = sorted([p, q], key=lambda o: o["n"])
    for one in ordered:
        one["w"] = 1
        break
    return q["w"]


def sorted_and_spread(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    ordered = sorted([p, q], key=lambda o: o["n"])
    spread = [*ordered]
    spread[0]["w"] = 1
    return q["w"]


def sorted_and_asked(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    ordered = sorted([p, q], key=lambda o: o["n"])
    next(iter(ordered))["w"] = 1
    return q["w"]


def sorted_in_place(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    ordered = [p, q]
    ordered.sort(key=lambda o: o["n"])
    write(*ordered)
    return q["w"]


def sorted_and_unpacked(a, b, x):
    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    one, *_ = sorted([p, q], key=lambda o: o["n"])
    one["w"] = 1
    return q["w"]


def filter_behind_a_star(a, b, x):
    p, q = {"n": a}, {"n": 3}
    write(*filter(lambda one: one["n"] > 2 - b, [p, q]))
    return "w" in q


def filter_behind_a_star_that_gives_all(a, b, x):
    p, q = {"n": a + 2}, {"n": 3}
    write(*filter(lambda one: one["n"] > 2, [p, q]))
    return "w" in q


def filtered_list_behind_a_star(a, b, x):
    p, q = {"n": a + 2}, {"n": 3}
    write(*list(filter(lambda one: one["n"] > 2, [p, q])))
    return "w" in q


def map_behind_a_star(a, b, x):
    p, q = {}, {}
    write(*map(lambda k: p if k > 0 else q, [a]))
    return "w" in q


def generator_expression_behind_a_star(a, b, x):
    p, q = {"n": a + 2}, {"n": 3}
    write(*(one for one in (p, q) if one["n"] > 2))
    return "w" in q


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


def rest_of_what_was_passed(a, b, x):
    def h(*args):
        args[0].append(1)

    p, q = [], []
    h(*[p, q][a % 2 :])
    return len(p)


def rest_of_an_iterator(a, b, x):
    def h(first, *args):
        args[0].append(1)

    p, q, r = [], [], []
    it = iter([p, q, r])
    if a > 1:
        next(it)
    h(*it)
    return len(q)


def rest_that_was_unpacked(a, b, x):
    p, q, r = [], [], []
    it = iter([p, q, r])
    if a > 1:
        next(it)
    _, *rest = it
    rest[0].append(1)
    return len(q)


def rest_of_what_was_sorted(a, b, x):
    def h(*args):
        args[-1]["w"] = 1

    p, q = {"n": a, "w": 0}, {"n": 2, "w": 0}
    h(*sorted([p, q], key=lambda o: o["n"]))
    return q["w"]


def method_behind_a_star(a, b, x):
    class Box:
        def put(self, first, *rest):
            first.append(1)

    p, q = [], []
    Box().put(*[p, q][a % 2 :])
    return len(p)


def constructor_behind_a_star(a, b, x):
    class Box:
        def __init__(self, first, *rest):
            self.first = first

    p, q = [], []
    Box(*[p, q][a % 2 :]).first.append(1)
    return len(p)


def behind_two_stars_in_a_row(a, b, x):
    p, q = [], []
    mark(*[p][: a % 2], *[q])
    return len(p)


def behind_what_is_passed(a, b, x):
    def h(one, two, *rest):
        two.append(1)

    p, q = [], []
    h(x, *[p, q][a % 2 :])
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


def named_by_a_zip(a, b, x):
    def h(p, q):
        p.append(1)

    first, last = [], []
    h(**dict(zip("pq" if a > 1 else "qp", (first, last))))
    return len(first)


def named_by_a_computed_key(a, b, x):
    def h(p, q):
        p.append(1)

    first, last = [], []
    one, two = ("p", "q") if a > 1 else ("q", "p")
    h(**{one: first, two: last})
    return len(first)


def named_by_a_key_that_was_stored(a, b, x):
    def h(p, q):
        p.append(1)

    first, last, given = [], [], {}
    one, two = ("p", "q") if a > 1 else ("q", "p")
    given[one] = first
    given[two] = last
    h(**given)
    return len(first)


def named_by_one_of_two_mappings(a, b, x):
    def h(p, q):
        p.append(1)

    first, last = [], []
    h(**({"p": first, "q": last} if a > 1 else {"p": last, "q": first}))
    return len(first)


def named_by_a_zip_and_looked_for(a, b, x):
    def h(**named):
        named["p"].append(1)

    first, last = [], []
    h(**dict(zip("pq" if a > 1 else "qp", (first, last))))
    return len(first)


def named_by_a_comprehension(a, b, x):
    def h(p, q):
        p.append(1)

    first, last = [], []
    h(**{k: v for k, v in zip("pq" if a > 1 else "qp", (first, last))})
    return len(first)


def zip_filled_up(a, b, x):
    p, q, z = [], [], []
    given = [p]
    if a > 1:
        given.append(q)
    for one, _ in zip_longest(given, "ab", fillvalue=z):
        last = one
    last.append(1)
    return len(z)


def zip_filled_up_for_a_part(a, b, x):
    p, z = [], []
    for one, _ in zip_longest([p, p][: a % 3], "ab", fillvalue=z):
        last = one
    last.append(1)
    return len(z)


def zip_filled_up_with_what_was_chosen(a, b, x):
    p, q, z = [], [], []
    fill = z if b > 1 else q
    for one, _ in zip_longest([p, p][: a % 3], "ab", fillvalue=fill):
        last = one
    last.append(1)
    return len(z)


def partial_of_what_is_behind_a_star(a, b, x):
    p, q = [], []
    partial(mark, *[p, q][a % 2 :])()
    return len(p)


def rest_of_a_display_with_a_part(a, b, x):
    p, q = [], []
    _, *rest = [x, *[p, q][a % 2 :]]
    rest[0].append(1)
    return len(p)


def ordered_pairs(a, b, x):
    p, q = [], []
    OrderedDict(zip("pq" if a > 1 else "qp", (p, q)))["p"].append(1)
    return len(p)


def pairs_put_into_a_dict(a, b, x):
    p, q, named = [], [], {}
    named.update(sorted([("p", p), ("p", q)], key=lambda pair: (pair[1] is p) == (a > 1)))
    named["p"].append(1)
    return len(p)


def keywords_of_pairs(a, b, x):
    def h(**named):
        named["p"].append(1)

    p, q = [], []
    h(**dict(sorted([("p", p), ("p", q)], key=lambda pair: (pair[1] is p) == (a > 1))))
    return len(p)


def values_of_pairs_behind_a_star(a, b, x):
    p, q = [], []
    mark(*dict([("p", p), ("p", q)][: 1 + a % 2]).values())
    return len(q)


def a_default_where_nothing_is_repeated(a, b, x):
    row, other = [x], [0]

    def clear(one=other):
        one.clear()

    clear(*[row] * (a > 1))
    return len(row)


def a_default_behind_what_is_cut(a, b, x):
    row, other = [x], [0]

    def put(n, one=other):
        one[0] = n

    put(*[b, row][: 1 + (a > 1)])
    return row[0]


def a_default_where_a_dict_has_no_such_key(a, b, x):
    row, other = [x], [0]

    def put(n, *, one=other):
        one[0] = n

    put(b, **{name: row for name in ["one"][: a > 1]})
    return row[0]
