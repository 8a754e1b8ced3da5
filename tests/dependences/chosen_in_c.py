"""What is written in C, and was chosen: by its name, with its object, in the place of what does nothing."""

import functools
import itertools
import operator

import numpy as np


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


class Above(list):
    def append(self, item):
        super().append(item + 1)

    def put(self, item):
        super(Above, self).append(item + 1)


class Keys(set):
    def put(self, item):
        super().add(item)


def a_method_above(a, b, x):
    row, other = Above([x]), Above([x])
    one = row if a > 1 else other
    one.append(b)
    return len(row)


def a_method_of_super_with_its_arguments(a, b, x):
    row, one = Above([x]), Above([x])
    if a > 1:
        one = row
    one.put(b)
    return len(row)


def a_method_of_a_set_above(a, b, x):
    row, other = Keys([x]), Keys([x])
    [other, row][a > 1].put(b + 20)
    return len(row)


def by_reduce(a, b, x):
    row, other = [x], [x]
    one = functools.reduce(lambda so_far, n: row if n > 1 else so_far, [a], other)
    one.append(b)
    return len(row)


def by_reduce_of_several(a, b, x):
    box, other = Box(x), Box(x)
    one = functools.reduce(lambda so_far, n: box if n > 1 else so_far, [0, a, 1], other)
    one.n = b
    return box.n


def an_iterator_or_a_new_one(a, b, x):
    it = iter([b, x, 3])
    one = it
    if a > 1:
        one = iter([7])
    next(one)
    return next(it)


def an_iterator_of_a_loop_or_a_new_one(a, b, x):
    it = iter([b, x, 3])
    one = it
    if a > 1:
        one = iter((7,))
    for _ in one:
        break
    return list(it)


def an_iterator_in_an_attribute_or_a_new_one(a, b, x):
    box = Box(0)
    it = box.n = iter([b, x, 3])
    if a > 1:
        box.n = iter([7])
    next(box.n)
    return next(it)


def an_enumerate_or_a_new_one(a, b, x):
    it = enumerate([b, x, 3])
    one = enumerate([7]) if a > 1 else it
    next(one)
    return next(it)


def a_zip_or_a_new_one(a, b, x):
    it = zip([b, x, 3], [1, 2, 3])
    one = zip([7], [8]) if a > 1 else it
    next(one)
    return next(it)


def the_memory_of_an_array(a, b, x):
    row, one = np.full(3, x), np.full(3, x)
    if a > 1:
        one = row
    one.data[0] = b + 20
    return int(row[0])


def the_items_of_an_array(a, b, x):
    row, one = np.full(3, x), np.full(3, x)
    if a > 1:
        one = row
    one.flat[0] = b + 20
    return int(row[0])
