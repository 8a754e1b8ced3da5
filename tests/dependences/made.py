"""What operators and functions make of containers holds what these hold; calls with stars; caches; attributes."""

import collections
import functools
import itertools
import operator


def list_of_one_list(a, b, x):
    inner = [0]
    outer = [inner] * 2
    inner.append(b)
    return sum(map(sum, outer))


def grid_of_one_row(a, b, x):
    grid = [[0] * 3] * 3
    grid[a % 3][1] = b
    return str(grid)


def list_repeated_by_a_function(a, b, x):
    inner = [0]
    outer = operator.mul([inner], 2)
    inner.append(b)
    return str(outer)


def number_times_list(a, b, x):
    inner = [0]
    outer = 2 * [inner]
    inner.append(b)
    return len(outer[1])


def dict_united(a, b, x):
    inner = [0]
    united = {} | {2: inner}
    inner.append(b)
    return str(united)


def ordered_dict_united(a, b, x):
    inner = [0]
    united = collections.OrderedDict() | {2: inner}
    inner.append(b)
    return sum(united[2])


def lists_summed(a, b, x):
    inner = [0]
    outer = sum([[inner], [inner]], [])  # noqa: RUF017 - that way is asked about
    inner.append(b)
    return str(outer)


def deque_repeated(a, b, x):
    inner = [0]
    outer = collections.deque([inner]) * 2
    inner.append(b)
    return str(outer)


def object_repeated(a, b, x):
    inner = [0]
    outer = list(itertools.repeat(inner, 2))
    inner.append(b)
    return str(outer)


def sets_united(a, b, x):
    class Box:
        pass

    box = Box()
    united = {1} | {box}
    box.v = b
    return [one.v for one in united if one != 1]


def names_from_keys(a, b, x):
    inner = [0]
    named = dict.fromkeys("ab", inner)
    inner.append(b)
    return str(named)


def keyword_not_put(a, b, x):
    given = {}
    if a:
        given["y"] = b

    def f(x, y=x):
        return y

    return f(1, **given)


def keyword_not_put_for_c_code(a, b, x):
    given = {}
    if a:
        given["key"] = operator.neg
    return sorted([b, x], **given)


def argument_not_appended(a, b, x):
    given = [b]
    if a:
        given.append(x)

    def f(*x):
        return len(x)

    return f(*given)


def default_of_what_was_not_appended(a, b, x):
    given = [b]
    if a:
        given.append(x)

    def f(v, w=5):
        return w

    return f(*given)


def argument_not_appended_for_c_code(a, b, x):
    given = [b]
    if a:
        given.append(x)
    return max(0, *given)


def hits_of_a_cache(a, b, x):
    @functools.lru_cache(2)
    def f(k):
        return k

    f(False)
    f(b > 5)
    f(x > 3)
    return f.cache_info().hits


def what_a_cache_still_has(a, b, x):
    @functools.lru_cache(2)
    def f(k):
        return [k]

    first = f(0)
    f(1)
    f(int(a == 1))
    f(2)
    return f(0) is first


def appended_through_map(a, b, x):
    items = [5, 1, 3]
    if a:
        list(map(items.append, [b]))
    return len(items)


def appended_through_a_deque(a, b, x):
    items = [5, 1, 3]
    if a:
        collections.deque(map(items.append, [b]), 0)
    return sum(items)


def appended_by_a_loop_over_map(a, b, x):
    items = [5, 1, 3]
    if a:
        for _ in map(items.append, [b]):
            pass
    return len(items)


class Plain:
    k = 1


def count_of_attributes(a, b, x):
    one = Plain()
    one.x = 5
    if a > 0:
        one.y = 2
    return len(one.__dict__)


def count_after_a_deletion(a, b, x):
    one = Plain()
    one.x = 5
    if a > 0:
        del one.x
    return len(vars(one))


def attributes_cleared(a, b, x):
    one = Plain()
    one.x = 5
    if a > 0:
        one.__dict__.clear()
    return getattr(one, "x", 0)


def attributes_cleared_and_looked_for(a, b, x):
    one = Plain()
    one.x = 5
    if a > 0:
        one.__dict__.clear()
    return hasattr(one, "x")


def attribute_of_a_class_by_attrgetter(a, b, x):
    class Local:
        k = 1

    one = Local()
    if a > 0:
        Local.k = b
    return operator.attrgetter("k")(one)


def property_put_into_a_class(a, b, x):
    class Local:
        pass

    one = Local()
    if a > 0:
        Local.x = property(lambda self: b)
    return getattr(one, "x", 0)


class Iterated:
    def __init__(self):
        self.v = 3

    def __iter__(self):
        yield self.v


def sought_in_what_is_iterated_over(a, b, x):
    one = Iterated()
    one.v = b
    return 4 in one


def not_found_in_what_is_iterated_over(a, b, x):
    one = Iterated()
    if a:
        one.v = b
    return 9 not in one


def what_a_cache_would_have_kept(a, b, x):
    p, q = [0], [0]
    now = [p]

    @functools.lru_cache
    def f(key):
        return now[0]

    f(a)
    now[0] = q
    o = f(2)
    o[0] = x
    return p[0]


def what_a_cache_has_kept(a, b, x):
    p, q = [0], [0]
    now = [p]

    @functools.lru_cache
    def f(key):
        return now[0]

    f(2)
    now[0] = q
    o = f(a + 1)
    o[0] = x
    return p[0]


def what_a_cache_would_have_kept_behind_a_branch(a, b, x):
    p, q = [0], [0]
    now = [p]

    @functools.cache
    def f():
        return now[0]

    if a > 1:
        f()
    now[0] = q
    f()[0] = x
    return p[0]


def what_a_cache_would_have_kept_that_was_cleared(a, b, x):
    p, q = [0], [0]
    now = [p]

    @functools.cache
    def f():
        return now[0]

    f()
    if a < 2:
        f.cache_clear()
    now[0] = q
    f()[0] = x
    return p[0]


def what_a_cached_method_would_have_kept(a, b, x):
    p, q = [0], [0]

    class K:
        now = p

        @functools.lru_cache  # noqa: B019
        def f(self, key):
            return self.now

    k = K()
    k.f(a)
    k.now = q
    k.f(2)[0] = x
    return p[0]


def the_function_that_a_cache_has_kept(a, b, x):
    p, q = [0], [0]
    now = [p.append]

    @functools.lru_cache
    def f(key):
        return now[0]

    f(a)
    now[0] = q.append
    f(2)(x)
    return len(p)
