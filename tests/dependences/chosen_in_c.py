"""What is written in C, and was chosen: by its name, with its object, in the place of what does nothing."""

import itertools
import operator


class Box:
    def __init__(self, n):
        self.n = n


class Row(list):
    def none(self, item):
        pass


def by_its_name(a, b, x):
    row = [x]
    add = getattr(row, "append" if a > 1 else "count")
    add(b)
    return len(row)


def by_a_name_out_of_a_list(a, b, x):
    row = [x]
    getattr(row, ["count", "append"][a > 1])(b)
    return row[-1]


def of_a_dict_by_its_name(a, b, x):
    counts = {}
    getattr(counts, "setdefault" if a > 1 else "get")("k", b)
    return len(counts)


def of_the_class_by_its_name(a, b, x):
    row = [x]
    getattr(list, "clear" if a > 1 else "copy")(row)
    return len(row)


def of_a_base_by_its_name(a, b, x):
    row = Row([x])
    getattr(row, "append" if a > 1 else "none")(b)
    return len(row)


def a_method_that_stands_for_a_subscript(a, b, x):
    row, other = [x], [0]
    put = row.__setitem__ if a > 1 else other.__setitem__
    put(0, b)
    return row[0]


def such_a_method_out_of_a_list(a, b, x):
    row, other = [x], [0]
    [other.__setitem__, row.__setitem__][a > 1](0, b)
    return row[0]


def such_a_method_out_of_a_dict(a, b, x):
    row, other = [x], [0]
    {True: row.__delitem__}.get(a > 1, other.__delitem__)(0)
    return len(row)


def such_a_method_that_map_calls(a, b, x):
    row, other = [x], [0]
    put = row.__setitem__ if a > 1 else other.__setitem__
    list(map(put, [0], [b]))
    return row[0]


def the_method_that_sets_attributes(a, b, x):
    box, other = Box(x), Box(0)
    put = box.__setattr__ if a > 1 else other.__setattr__
    put("n", b)
    return box.n


def what_takes_all_of_an_iterator(a, b, x):
    items = iter([x, b])
    take = list if a > 1 else iter
    take(items)
    return next(items, 0)


def what_takes_all_of_a_generator(a, b, x):
    items = (n for n in [x, b])
    take = sum if a > 1 else id
    take(items)
    return list(items)


def what_takes_one_of_an_iterator(a, b, x):
    items = iter([x, b])
    {False: id, True: next}[a > 1](items)
    return list(items)


# what an iterator leaves out


def nothing_is_left(a, b, x):
    row = [x]
    for one in filter(None, [row if a > 1 else None]):
        one[0] = b
    return row[0]


def a_function_leaves_nothing(a, b, x):
    row = [x]
    for one in filter(lambda one: one, [row if a > 1 else None]):
        one[0] = b
    return row[0]


def another_one_comes_first(a, b, x):
    box, other = Box(x), Box(0)
    next(filter(None, [box if a > 1 else None, other])).n = b
    return box.n


def it_is_taken_as_long_as_there_are(a, b, x):
    row = [x]
    for one in itertools.takewhile(bool, [a > 1 and row]):
        one[0] = b
    return row[0]


def it_is_taken_from_there_on(a, b, x):
    row = [x]
    for one in itertools.dropwhile(operator.not_, [row if a > 1 else 0]):
        one[0] = b
    return row[0]


def the_first_of_what_is_left(a, b, x):
    row, other = [x], [0]
    one, *_ = filter(None, [row if a > 1 else None, other])
    one[0] = b
    return row[0]


def a_list_of_what_is_left_and_more(a, b, x):
    row, other = [x], [0]
    for one in list(filter(None, [row if a > 1 else None])) + [other]:
        one[0] = b
    return row[0]
