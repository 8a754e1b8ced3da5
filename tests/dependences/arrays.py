"""Arrays to which a function of numpy writes that reads all others, and those that lie in the same memory."""

import collections
import functools
import operator

import numpy as np

NUMBERS = [3.0, 1.0, 2.0, 8.0]


def written_by_place(a, b, x):
    v = np.array(NUMBERS)
    np.clip(v, 0, x, v)
    return float(v.sum())


def written_by_place_on_one_way(a, b, x):
    v = np.array(NUMBERS)
    if a > 1:
        np.clip(v, 0, x, v)
    return float(v.sum())


def written_by_name_on_one_way(a, b, x):
    v = np.array(NUMBERS)
    if a > 1:
        np.clip(v, 0, x, out=v)
    return float(v.sum())


def written_by_a_function_on_one_way(a, b, x):
    def clip(w):
        np.clip(w, 0, x, w)

    v = np.array(NUMBERS)
    if a > 1:
        clip(v)
    return float(v.sum())


def written_by_a_method_on_one_way(a, b, x):
    v = np.array(NUMBERS)
    if a > 1:
        v.clip(0, x, v)
    return float(v.sum())


def summed_into_another(a, b, x):
    v, w = np.array(NUMBERS), np.zeros(4)
    v[0] = x
    np.cumsum(v, None, None, w)
    return float(w[1])


def summed_into_another_by_a_method(a, b, x):
    v, w = np.array(NUMBERS), np.zeros(4)
    v[0] = x
    v.cumsum(None, None, w)
    return float(w[1])


def reduced_into_another(a, b, x):
    v, w = np.array(NUMBERS), np.zeros(1)
    np.add.reduce(v * x, 0, None, w[0:1].reshape(()))
    return float(w[0])


def overwritten(a, b, x):
    v = np.array([5.0, x, 1.0])
    np.median(v, overwrite_input=True)
    return float(v[0])


def overwritten_on_one_way(a, b, x):
    v = np.array([5.0, x, 1.0])
    if a > 1:
        np.median(v, overwrite_input=True)
    return float(v[0])


def overwritten_by_place_on_one_way(a, b, x):
    v = np.array([5.0, x, 1.0])
    if a > 1:
        np.median(v, None, None, True)
    return float(v[0])


def made_finite_on_one_way(a, b, x):
    v = np.array([np.nan, x])
    if a > 1:
        np.nan_to_num(v, False, b)
    return repr(v)


def filled_along_the_diagonal(a, b, x):
    v = np.array(NUMBERS)
    np.fill_diagonal(v.reshape(2, 2), x)
    return float(v[0])


def written_through_a_transpose(a, b, x):
    v = np.array(NUMBERS)
    np.transpose(v.reshape(2, 2))[0, 0] = x
    return float(v[0])


def written_through_a_part(a, b, x):
    v = np.array(NUMBERS)
    np.split(v, 2)[0][0] = x
    return float(v[0])


def written_through_a_matrix(a, b, x):
    v = np.array(NUMBERS)
    np.atleast_2d(v)[0, 0] = x
    return float(v[0])


def seen_in_the_diagonal(a, b, x):
    v = np.array(NUMBERS)
    seen = np.diagonal(v.reshape(2, 2))
    v[0] = x
    return float(seen[0])


def seen_in_copies_that_are_none(a, b, x):
    v = np.array(NUMBERS)
    seen = np.broadcast_to(v, (2, 4))
    v[0] = x
    return float(seen[1, 0])


def seen_in_a_grid(a, b, x):
    v = np.array(NUMBERS)
    seen, _ = np.meshgrid(v, v, copy=False)
    v[0] = x
    return float(seen[0, 0])


def item_that_a_getter_gives(a, b, x):
    rows = [[1], [2]]
    operator.itemgetter(a % 2)(rows)[0] = x
    return rows[0][0]


def items_that_a_getter_gives(a, b, x):
    rows = [[1], [2], [3]]
    operator.itemgetter(0, a % 2 + 1)(rows)[1][0] = x
    return rows[1][0]


def row_that_is_left(a, b, x):
    rows = [[1], [2]]
    functools.reduce(lambda p, q: q if a > 1 else p, rows)[0] = x
    return rows[0][0]


def row_that_is_greatest(a, b, x):
    rows = [[1], [b]]
    max(*rows).append(x)
    return rows[0]


def columns_of_what_is_spread(a, b, x):
    rows = [[0], [2]]
    columns = zip(*rows, strict=True)
    rows[0][0] = x
    return next(columns)[0]


def iterators_that_are_spread(a, b, x):
    both = [iter([1, x, 3]), iter([4, 5, 6])]
    next(zip(*both, strict=True))
    return next(both[0])


class AF:
    def __init__(s):
        s.n = 0

    def __array_function__(s, f, t, args, kw):
        s.n += 1
        return 0

    def __array_ufunc__(s, *k, **kw):
        s.n += 1
        return 0


def part_of_a_selected_array(a, b, x):
    m = np.zeros(2, int)
    w = (m if a > b else np.zeros(2, int))[:1]
    w[0] = x
    return m.tolist()


def transpose_of_a_selected_array(a, b, x):
    m = np.zeros(2, int)
    n = np.zeros(2, int)
    w = (m if a > b else n).T
    w[0] = x
    return m.tolist()


def reshaped_selected_array(a, b, x):
    p = np.zeros(2)
    q = np.zeros(2)
    w = [p, q][a > b]
    w.reshape(2, 1)[0] = x
    return p.tolist()


def selected_array_reshaped(a, b, x):
    ps = [np.zeros(2), np.zeros(2)]
    p = ps[0]
    w = np.reshape(ps[a > b], (2, 1))
    w[0] = x
    return p.tolist()


def array_in_a_list_reshaped(a, b, x):
    p = np.zeros(2)
    q = np.zeros(2)
    w = np.reshape([p, q][a > b], (2, 1))
    w[0] = x
    return p.tolist()


def method_that_writes_to_another(a, b, x):
    m = np.zeros(2)
    v = np.array([1.0, x])
    if a > b:
        v.cumsum(None, None, m)
    return m.tolist()


def tuple_of_outputs(a, b, x):
    m = np.zeros(2)
    if a > b:
        np.sin([x, 1], (m,)) if False else np.sin([x, 1], out=(m,))
    return m.tolist()


def one_of_two_outputs(a, b, x):
    m = np.zeros(2)
    o = (None, m)
    if a > b:
        np.modf([x + 0.5, 1], out=o)
    return m.tolist()


def output_behind_two_stars(a, b, x):
    m = np.zeros(2)
    k = {"out": m}
    if a > b:
        np.multiply([x, 1], 2, **k)
    return m.tolist()


def output_behind_a_star(a, b, x):
    m = np.zeros(2)
    k = ([x, 1], 2, m)
    if a > b:
        np.multiply(*k)
    return m.tolist()


def array_added_at_behind_a_star(a, b, x):
    m = np.zeros(2)
    s = (m, [0], x)
    if a > b:
        np.add.at(*s)
    return m.tolist()


def overwritten_by_what_is_behind_two_stars(a, b, x):
    m = np.array([3, 1, 2, 5, 0])
    k = {"overwrite_input": True}
    if a > b:
        np.median(m, **k)
    return m.tolist()


def overwritten_by_what_is_behind_a_star(a, b, x):
    m = np.array([3, 1, 2, 5, 0])
    t = [True]
    if a > b:
        np.nanmedian(m, None, None, *t)
    return m.tolist()


def object_that_does_it_itself(a, b, x):
    p = AF()
    if a > b:
        np.sum(p)
    return p.n


def object_that_does_ufuncs_itself(a, b, x):
    p = AF()
    if a > b:
        np.sin(p)
    return p.n


def list_that_reduce_adds_to(a, b, x):
    l = [0]
    if a > b:
        functools.reduce(operator.iadd, [[x]], l)
    return list(l)


def index_that_a_getter_asks(a, b, x):
    n = [0]

    class K:
        def __index__(s):
            n[0] += 1
            return 0

    f = operator.itemgetter(K())
    if a > b:
        f([1])
    return n[0]


def default_that_a_getter_makes(a, b, x):
    d = collections.defaultdict(list)
    if a > b:
        operator.itemgetter("k")(d)
    return len(d)


def method_of_what_is_made_there(a, b, x):
    m = np.zeros(2)
    if a > b:
        np.array([1.0, x]).cumsum(None, None, m)
    return m.tolist()


def views_in_a_list(a, b, x):
    out = None
    for k in range(8):
        whole = np.array([a, b, k])
        parts = np.split(whole, 3)
        whole[0] = x
        out = np.concatenate(parts)
    return out.tolist()


def where_an_iterator_might_be(a, b, x):
    it = iter([1, 2, 3, b])
    y = it if a > 2 else np.array([1, x])
    for _ in range(8):
        sum(y)
    return next(it, 0)


def one_of_two_arrays(a, b, x):
    one, two = np.array([1]), np.array([a])
    larger = max(one, two)
    larger += x
    return int(one[0])
