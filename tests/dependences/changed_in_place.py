"""Variables around functions that an operator in place changes, and stores to: what would be there then."""

import numpy as np


def a_list_in_the_place_of_which_an_array_would_be(a, b, x):
    row = [1, 2]
    kept = row

    def first():
        return row[0]

    if a > 1:
        row += np.array([b, b])
    row[0] = x
    return kept[0] + first()


def a_set_in_the_place_of_which_that_of_a_view_would_be(a, b, x):
    row = {b}
    kept = row

    def size():
        return len(row)

    if a > 1:
        row |= {x: b}.keys()
    row.add(x + 10)
    return len(kept) + size()


class Sum:
    def __init__(self, *items):
        self.items = items

    def __radd__(self, other):
        return [*other, *self.items]


def a_list_in_the_place_of_which_a_sum_would_be(a, b, x):
    row = [1]
    kept = row

    def size():
        return len(row)

    if a > 1:
        row += Sum(b)
    row.append(x)
    return len(kept)


def a_dict_that_would_have_been_another_one(a, b, x):
    known = {}
    other = {}
    kept = known

    def size():
        return len(known)

    if a > 1:
        known = other
        known |= {b: x}
    known[b + 1] = x
    return len(kept)


def a_dict_made_anew_and_changed_in_place(a, b, x):
    rows = [b]
    known = {0: [1]}

    def first():
        return known[0]

    if a > 1:
        known = {}
        known |= {0: rows}
    first().append(x)
    return len(rows)


def a_function_put_into_a_dict_in_place(a, b, x):
    rows = [b]
    known = {0: rows.copy}

    def first():
        return known[0]

    if a > 1:
        known |= {0: lambda: rows.append(x)}
    first()()
    return len(rows)
