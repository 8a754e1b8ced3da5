"""Items that lie elsewhere than where they were put: by which index, or in which turn, they are found."""

import collections
import itertools
import operator


def the_first_was_popped(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return m[0]


def the_first_of_several_was_popped(a, b, x):
    m = [b, x, 3]
    if a > 1:
        m.pop(0)
    return m[0]


def the_first_was_deleted(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        del m[0]
    return m[0]


def the_first_were_deleted(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        del m[0:2]
    return m[0]


def inserted_before(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.insert(0, 7)
    return m[1]


def inserted_between(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.insert(1, 7)
    return m[2]


def inserted_at_a_computed_place(a, b, x):
    m = [5, 1, 3]
    m.insert(a, 7)
    return m[2]


def inserted_from_the_end(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.insert(-1, 7)
    return m[3] if a > 1 else m[2]


def inserted_where_another_decides(a, b, x):
    m = [5, 1, 3]
    m.insert(0 if a > 1 else 2, 7)
    return m[1]


def a_slice_was_emptied(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m[:1] = []
    return m[0]


def a_slice_was_filled(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m[0:0] = [9]
    return m[1]


def a_slice_got_longer(a, b, x):
    m = [5, 1, 3]
    m[0:1] = [9] * a
    return m[0]


def a_slice_by_function(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        operator.setitem(m, slice(0, 1), [])
    return m[0]


def turned_round(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.reverse()
    return m[0]


def popped_from_the_left(a, b, x):
    m = collections.deque([5, 1, 3])
    if a > 1:
        m.popleft()
    return m[0]


def put_to_the_left(a, b, x):
    m = collections.deque([5, 1, 3])
    if a > 1:
        m.appendleft(7)
    return m[1]


def turned(a, b, x):
    m = collections.deque([5, 1, 3])
    m.rotate(a)
    return m[0]


def deleted_from_the_left(a, b, x):
    m = collections.deque([5, 1, 3])
    if a > 1:
        del m[0]
    return m[0]


def fell_out_of_a_bounded_deque(a, b, x):
    m = collections.deque([5, 1, 3], 3)
    m[0] = 4
    if a > 1:
        m.append(7)
    return m[0]


def fell_out_of_a_deque_of_which_little_is_known(a, b, x):
    m = collections.deque([5, 1, 3], 3)
    m.append(9)
    m[0] = 4
    m[1] = x
    if a > 1:
        m.append(b)
    return m[0]


def many_fell_out_of_a_bounded_deque(a, b, x):
    m = collections.deque([5, 1, 3], 3)
    m.append(9)
    m[0] = 4
    if a > 1:
        m.extend([b, 7])
    return m[0]


def read_by_a_function(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return operator.getitem(m, 0)


def the_next_of_an_iterator(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return next(iter(m))


def the_first_turn_of_a_loop(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    for v in m:
        return v
    return 0


def the_first_that_fits(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return next(v for v in m if v < 9)


def shifted_within_a_loop(a, b, x):
    m = [5, 1, 3, 4]
    for v in m:
        if v == 1:
            return v
        if a > 1:
            m.pop(0)
    return v


def shifted_while_gone_over(a, b, x):
    m = [5, 1, 3, 4]
    it = iter(m)
    next(it)
    if a > 1:
        m.insert(0, 7)
    return next(it)


def numbered_by_a_loop(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    for k, v in enumerate(m):
        return v
    return 0


def gone_over_backwards(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop()
    return next(reversed(m))


def unpacked(a, b, x):
    m = [5, 1, 3, 8]
    if a > 1:
        m.pop(0)
    y, *z = m
    return y


def a_part(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return m[:1]


def a_copy(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return m.copy()[0]


def joined(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return ([8] + m)[1]


def popped_next(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return m.pop(1)


def popped_from_the_left_next(a, b, x):
    m = collections.deque([5, 1, 3])
    if a > 1:
        m.popleft()
    return m.popleft()


def shifted_twice(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    m.insert(0, 4)
    return m[1]


def shifted_by_a_function(a, b, x):
    m = [5, 1, 3]

    def advance(n):
        n.pop(0)

    if a > 1:
        advance(m)
    return m[0]


def shifted_as_often_as(a, b, x):
    m = [5, 1, 3, 6, 7]
    for _ in range(a):
        m.pop(0)
    return m[0]


def a_queue(a, b, x):
    m = [b, x, 3]
    while m:
        v = m.pop(0)
        if v > a:
            return v
        m.append(v + 4)
    return 0


def extended_by_another(a, b, x):
    m = []
    one, other = [b], [x]
    m.extend(one if a > 1 else other)
    return m[0]


def extended_by_what_was_shifted(a, b, x):
    m, n = [2], [5, 6, 7]
    if a > 1:
        n.pop(0)
    m.extend(n)
    return m[1]


def extended_before(a, b, x):
    m = [1]
    if a > 1:
        m.append(5)
    m.extend([b, x])
    return m[1]


def added_before(a, b, x):
    m = [1]
    if a > 1:
        m += [5]
    m += [b, x]
    return m[2] if a > 1 else m[1]


def put_behind_what_was_cleared(a, b, x):
    m = [1, 2]
    if a > 1:
        m.clear()
    m += [5, 6]
    return m[1]


def in_an_attribute(a, b, x):
    class Held:
        pass

    one = Held()
    one.m = [5, 1, 3]
    if a > 1:
        one.m.pop(0)
    return one.m[0]


def one_of_two(a, b, x):
    m, n = [5, 1], [6, 2]
    (m if a > 1 else n).pop(0)
    return m[0]


def compared_by_index(a, b, x):
    m = [b, 1, x]
    if a > 1:
        m.pop(0)
    return m[0] < m[1]


def a_key_was_deleted(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return next(iter(m))


def a_key_was_popped(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        m.pop("x")
    return next(iter(m))


def a_key_was_deleted_by_function(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        operator.delitem(m, "x")
    return next(iter(m))


def the_value_behind_what_was_deleted(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return next(iter(m.values()))


def the_item_behind_what_was_deleted(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return next(iter(m.items()))


def the_first_key_in_a_loop(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    for k in m:
        return k
    return ""


def a_value_in_a_loop(a, b, x):
    m = {"x": 5, "y": b}
    if a > 1:
        del m["x"]
    for v in m.values():
        return v
    return 0


def the_last_key(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["y"]
    return next(reversed(m))


def a_key_before(a, b, x):
    m = {}
    if a > 1:
        m["y"] = 1
    m["x"] = 2
    return next(iter(m))


def the_second_key(a, b, x):
    m = {}
    if a > 1:
        m["y"] = 1
    m["x"] = 2
    m["z"] = 3
    it = iter(m)
    next(it)
    return next(it)


def a_key_that_was_put_again(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        m["x"] = m.pop("x")
    return next(iter(m))


def a_key_that_was_moved(a, b, x):
    m = collections.OrderedDict(x=5, y=1)
    if a > 1:
        m.move_to_end("x")
    return next(iter(m))


def updated_before(a, b, x):
    m = {}
    if a > 1:
        m.update(y=1)
    m["x"] = 2
    y, *z = m
    return y


def no_bytes_behind_a_star(a, b, x):
    m = bytearray(b"ab")
    if a > 1:
        m.clear()
    return (lambda y=0, x=0, *k: y)(*m)


def keywords_gathered(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return (lambda **k: sorted(k))(**m)


def keywords_in_order(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return (lambda **k: next(iter(k)))(**m)


def a_header(a, b, x):
    it = iter("1 2 3".split())
    if a > 1:
        next(it)
    return sum(map(int, it))


def the_sum_of_the_rest(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        next(it)
    return sum(it)


def the_list_of_the_rest(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        next(it, 0)
    return list(it)


def the_rest_in_a_display(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        for _ in it:
            break
    return [*it]


def the_rest_sorted(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return sorted(it)


def the_rest_as_a_tuple(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return tuple(it)


def the_largest_of_the_rest(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return max(it)


def the_rest_zipped(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return dict(zip("ab", it))


def the_rest_numbered(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return list(enumerate(it))


def the_rest_mapped(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return list(map(str, it))


def the_rest_in_a_chain(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return list(itertools.chain(it, [7]))


def the_next_of_the_rest_in_a_chain(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return next(itertools.chain(it, [7]))


def a_part_of_the_rest(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return list(itertools.islice(it, 1))


def the_rest_passed_by_a_star(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return (lambda y, *z: y)(*it)


def the_rest_printed_by_a_star(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return max(*it)


def the_next_of_what_is_zipped(a, b, x):
    it = iter([1, 2, 3, 4, 5])
    if a > 1:
        next(it)
    return next(zip(it, it))


def the_first_turn_over_what_is_zipped(a, b, x):
    it = iter([1, 2, 3, 4, 5])
    if a > 1:
        next(it)
    for y, z in zip(it, "ab"):
        return y
    return 0


def the_next_numbered(a, b, x):
    it = iter([1, 2, 3, 4, 5])
    if a > 1:
        next(it)
    return next(enumerate(it))


def nothing_is_left_by_a_sum(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        sum(it)
    return (lambda y=0, *z: y)(*it)


def nothing_is_left_by_unpacking(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        p, q, *r = it
    return (lambda y=0, *z: y)(*it)


def nothing_is_left_by_a_display(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        [*it]
    return (lambda y=0, *z: y)(*it)


def nothing_is_left_by_a_star(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        (lambda *z: z)(*it)
    return (lambda y=0, *z: y)(*it)


def nothing_is_left_of_a_generator(a, b, x):
    it = (v for v in [3, 2, 1])
    if a > 1:
        it.close()
    return (lambda y=0, *z: y)(*it)


def nothing_is_left_of_an_exhausted_generator(a, b, x):
    it = (v for v in [3, 2, 1])
    if a > 1:
        list(it)
    return (lambda y=0, *z: y)(*it)


def the_rest_of_keys(a, b, x):
    it = iter({"x": 1, "y": 2})
    if a > 1:
        next(it)
    return list(it)


def the_rest_in_reverse(a, b, x):
    it = reversed([3, 2, 1])
    if a > 1:
        next(it)
    return sum(it)


def sought_in_the_rest(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        next(it)
    return 3 in it


def the_rest_joined(a, b, x):
    it = iter("abc")
    if a > 1:
        next(it)
    return "".join(it)


def the_rest_put_behind(a, b, x):
    it, m = iter([3, 2, 1]), []
    if a > 1:
        next(it)
    m.extend(it)
    return m[0]


def the_rest_put_into_a_slice(a, b, x):
    it, m = iter([3, 2, 1]), [8]
    if a > 1:
        next(it)
    m[:] = it
    return m[0]


def the_rest_unpacked(a, b, x):
    it = iter([3, 2, 1, 0])
    if a > 1:
        next(it)
    y, *z = it
    return y


def the_rest_counted(a, b, x):
    it = iter([3, 2, 1, 0])
    if a > 1:
        next(it)
    return operator.length_hint(it)


def the_rest_of_a_range(a, b, x):
    it = iter(range(5))
    if a > 1:
        next(it)
    return list(it)


def the_rest_of_a_zip(a, b, x):
    it = zip([1, 2], [3, 4])
    if a > 1:
        next(it)
    return list(it)


def taken_through_itself(a, b, x):
    it = iter([1, 2, 3, 4])
    other = iter(it)
    if a > 1:
        next(other)
    return sum(it)


def one_of_two_iterators(a, b, x):
    one, other = iter([1, 2, 3]), iter([4, 5, 6])
    next(one if a > 1 else other)
    return sum(one)


def all_consumed(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        collections.deque(it, 0)
    return list(it)


def all_consumed_before_a_comprehension(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        collections.deque(it, maxlen=0)
    return [v for v in it]


def all_consumed_before_the_next(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        collections.deque(it, 0)
    return next(it, 7)


def fewer_items_behind_a_star(a, b, x):
    m = [5, 1]
    if a > 1:
        m.pop()
    return (lambda y=0, x=0, *k: x)(*m)


def gathered_by_a_star(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return (lambda *z: z[0])(*m)


def no_items_behind_a_star(a, b, x):
    m = [5, 1]
    if a > 1:
        m.clear()
    return (lambda y=0, x=0, *k: y)(*m)


def no_keywords(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        m.clear()
    return (lambda y=0, x=0, **k: y)(**m)


def nothing_is_left(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        list(it)
    return (lambda *z: len(z))(*it)


def one_taken_before_a_comprehension(a, b, x):
    it = iter([3, 2, 1])
    if a > 1:
        for _ in it:
            break
    return [v for v in it]


def one_taken_before_a_loop(a, b, x):
    it = iter([5, 2, 1])
    if a > 1:
        for _ in it:
            break
    for v in it:
        return v
    return 0


def one_taken_before_any(a, b, x):
    it = iter([5, 2, 1])
    if a > 1:
        for _ in it:
            break
    return any(v == 5 for v in it)


def passed_by_a_star(a, b, x):
    m = [5, 1, 3]
    if a > 1:
        m.pop(0)
    return (lambda y, *z: y)(*m)


def taken_by_way_of_another(a, b, x):
    it = iter([1, 2, 3, 4])
    other = map(str, it)
    if a > 1:
        next(other)
    return sum(it)


def the_rest_of_keywords(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["x"]
    return (lambda y=0, x=0, **k: x)(**m)


def one_of_two_behind_a_star(a, b, x):
    m, n = [5, 1], [6, 2]
    return (lambda y, z: y)(*(m if a > 1 else n))


def put_before_behind_a_star(a, b, x):
    m = []
    if a > 1:
        m.append(5)
    m += [6]
    return (lambda y, z=8: y)(*m)


def no_rest_behind_a_star(a, b, x):
    m = [5]
    if a > 1:
        m.clear()
    return (lambda *z: z)(*m)


def no_rest_of_keywords(a, b, x):
    m = {"x": 5}
    if a > 1:
        m.clear()
    return (lambda **z: len(z))(**m)


def keywords_emptied_one_by_one(a, b, x):
    m = {"x": 5}
    if a > 1:
        m.popitem()
    return (lambda x=3: x)(**m)


def a_bytearray_shifted(a, b, x):
    m = bytearray(b"abc")
    if a > 1:
        m.pop(0)
    return m[0]


def a_set_emptied_behind_a_star(a, b, x):
    m = {5}
    if a > 1:
        m.clear()
    return (lambda y=3: y)(*m)


def a_view_of_keys(a, b, x):
    m = {"x": 5, "y": 1}
    v = m.keys()
    if a > 1:
        del m["x"]
    return next(iter(v))


def a_view_backwards(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        del m["y"]
    return next(reversed(m.values()))


def the_last_item(a, b, x):
    m = {"x": 5, "y": 1}
    if a > 1:
        m["x"] = m.pop("x")
    return m.popitem()


def a_counter_in_order(a, b, x):
    m = collections.Counter("abb")
    if a > 1:
        del m["a"]
    return next(iter(m))


def attributes_in_order(a, b, x):
    class Held:
        pass

    one = Held()
    one.p, one.q = 1, 2
    if a > 1:
        del one.p
    return next(iter(vars(one)))


def attributes_of_keywords(a, b, x):
    class Held:
        pass

    one = Held()
    one.p, one.q = 1, 2
    if a > 1:
        del one.p
    return (lambda p=0, q=0: p)(**vars(one))


def one_of_two_that_were_given_behind_a_star(a, b, x):
    m, n = [b, x], [x, b]
    return (lambda y, z: y)(*(m if a > 1 else n))


def another_item_behind_a_star(a, b, x):
    m = [b, x]
    if a > 1:
        m[0] = 4
    return (lambda y, z: y)(*m)


def one_of_two_gathered_by_a_star(a, b, x):
    m, n = [b, x], [x, b]
    return (lambda *y: y[0])(*(m if a > 1 else n))


def one_of_two_gathered_tuples(a, b, x):
    m, n = (b, x), (x, b)
    return (lambda *y: y[0])(*(m if a > 1 else n))


def one_of_two_called_by_a_star(a, b, x):
    m, n = (b, x), (x, b)
    return pow(*(m if a > 1 else n), 5)


def one_of_two_of_keywords(a, b, x):
    m, n = {"y": b, "z": x}, {"y": x, "z": b}
    return (lambda y, z: y)(**(m if a > 1 else n))


def joined_to_one_of_two(a, b, x):
    m, n, k = [b], [x], []
    k += m if a > 1 else n
    return k[0]


def of_an_outer_variable_behind_a_star(a, b, x):
    m, n = [b, x], [x, b]
    k = m if a > 1 else n

    def given():
        return (lambda y, z: y)(*k)

    return given()


def an_item_of_either_end(a, b, x):
    p, q = [0], [0]
    _, o = collections.OrderedDict([("p", p), ("q", q)]).popitem(last=a < 2)
    o[0] = x
    return p[0]


def an_item_of_either_end_by_place(a, b, x):
    p, q = [0], [0]
    m = collections.OrderedDict(p=p, q=q)
    o = m.popitem(a < 2)[1]
    o[0] = x
    return p[0]


def the_last_item_behind_one_that_was_moved(a, b, x):
    p, q = [0], [0]
    m = collections.OrderedDict(p=p, q=q)
    m.move_to_end("p" if a > 1 else "q")
    _, o = m.popitem()
    o[0] = x
    return p[0]


def the_last_item_by_the_end_to_which_one_was_moved(a, b, x):
    p, q = [0], [0]
    m = collections.OrderedDict(p=p, q=q)
    move = m.move_to_end
    move("p", last=a > 1)
    _, o = m.popitem()
    o[0] = x
    return p[0]


def the_last_item_by_the_key_that_was_stored(a, b, x):
    p, q = [0], [0]
    m = {1: [0], 2: q}
    m[a + 1] = p
    _, o = m.popitem()
    o[0] = x
    return p[0]


def the_first_item_by_how_far_it_was_rotated(a, b, x):
    p, q = [0], [0]
    m = collections.deque([q, p])
    m.rotate(a > 1)
    m[0][0] = x
    return p[0]
