"""What is written to, or called, is chosen among several: a class, a function, an iterator, by whatever gives it."""

import itertools
import operator
from types import ModuleType

import numpy as np


class Box:
    def __init__(self, v):
        self.v = v


def class_chosen_by_a_branch(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    k = C if a > 0 else D
    k.n = b
    return C.n


def class_chosen_by_an_index(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    setattr((C, D)[a > 0], "n", b)
    return C.n


def class_chosen_by_a_key(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    {0: C, 1: D}.get(a, D).n = b
    return C.n


def class_deleted_from(a, b, x):
    class B:
        n = b

    class C(B):
        n = x

    class D(B):
        n = 3

    k = D if a > 0 else C
    del k.n
    return C.n


def class_among_objects(a, b, x):
    class C:
        n = x

    [Box(0), C][a > 0].n = b
    return C.n


def object_among_classes(a, b, x):
    class C:
        n = x

    box = Box(x)
    [C, box][a > 0].v = b
    return box.v


def class_chosen_in_a_loop(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    for k in range(3):
        (C if k > a else D).n = b
    return C.n


def class_that_is_passed(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    def put(cls, v):
        cls.n = v

    put(C if a > 0 else D, b)
    return C.n


def class_that_is_returned(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    def chosen():
        if a > 0:
            return C
        return D

    chosen().n = b
    return C.n


def type_of_an_object(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    type([C(), D()][a > 0]).n = b
    return C().n


def class_that_an_attribute_has(a, b, x):
    class C:
        n = x

    class D:
        n = 3

    box = Box(C)
    if a > 0:
        box.v = D
    box.v.n = b
    return C.n


def class_method_of_a_chosen_class(a, b, x):
    class P:
        n = x

        @classmethod
        def hit(cls):
            cls.n = b

    class Q(P):
        n = 3

    (P if a > 0 else Q).hit()
    return P.n


def class_method_of_a_chosen_object(a, b, x):
    class P:
        n = x

        @classmethod
        def hit(cls):
            cls.n = b

    class Q(P):
        n = 3

    [P(), Q()][a > 0].hit()
    return Q.n


def static_method_of_a_chosen_class(a, b, x):
    held = [x]

    class P:
        @staticmethod
        def hit():
            held.append(b)

    class Q:
        @staticmethod
        def hit():
            pass

    (P if a > 0 else Q).hit()
    return len(held)


def classes_by_names(a, b, x):
    class P:
        count = 0

    class Q:
        count = 5

    kinds = {"p": P, "q": Q}
    kinds["q" if a > 0 else "p"].count += b
    return P.count


def attribute_of_a_chosen_function(a, b, x):
    def f():
        pass

    def g():
        pass

    f.n, g.n = x, 3
    (f if a > 0 else g).n = b
    return f.n


def defaults_of_a_chosen_function(a, b, x):
    def f(v=3):
        return v

    def g(v=4):
        return v

    (f if a > 0 else g).__defaults__ = (b,)
    return f()


def keyword_defaults_of_a_chosen_function(a, b, x):
    def f(*, v=3):
        return v

    def g(*, v=4):
        return v

    [f, g][a > 0].__kwdefaults__ = {"v": b}
    return f()


def name_of_a_chosen_module(a, b, x):
    first, second = ModuleType("first"), ModuleType("second")
    first.n = second.n = x
    (first if a > 0 else second).n = b
    return first.n


def iterator_chosen_by_a_branch(a, b, x):
    it, other = iter([b, 2, 3]), iter([x, 5])
    next(it if a > 0 else other)
    return next(it)


def iterator_chosen_by_an_index(a, b, x):
    it, other = iter([b, 2, 3]), iter([x, 5])
    next([it, other][a > 0])
    return next(it)


def iterator_of_a_chosen_loop(a, b, x):
    it, other = iter([b, 2, 3]), iter([x, 5])
    for _ in it if a > 0 else other:
        break
    return next(it)


def iterator_that_a_list_takes(a, b, x):
    it, other = iter([b, 2, 3]), iter([x, 5])
    list(it if a > 0 else other)
    return next(it, 11)


def iterator_that_a_function_advances(a, b, x):
    it, other = iter([b, 2, 3]), iter([x, 5])

    def skip(one):
        next(one)

    skip(it if a > 0 else other)
    return next(it)


def generator_chosen_by_a_branch(a, b, x):
    def steps(v):
        yield v
        yield v + 1

    first, second = steps(b), steps(x)
    next(first if a > 0 else second)
    return next(first)


def generator_that_is_sent_to(a, b, x):
    def steps(v):
        while True:
            v += yield v

    first, second = steps(b), steps(x)
    next(first), next(second)
    (first if a > 0 else second).send(3)
    return first.send(1)


def own_iterator_chosen_by_a_branch(a, b, x):
    class Steps:
        n = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.n += 1
            return self.n

    first, second = Steps(), Steps()
    next(first if a > 0 else second)
    return next(first)


def dict_that_get_gives(a, b, x):
    first, second = {}, {}
    k = {0: second}.get(a, first)
    k[1] = b
    return first.get(1)


def default_that_get_gives(a, b, x):
    first, second = {}, {}
    k = {0: second}.get(a, first)
    k[1] = b
    return second.get(1)


def list_that_get_gives(a, b, x):
    first, second = [], []
    {0: second}.get(a, first).append(b)
    return len(first)


def object_that_pop_gives(a, b, x):
    first, second = Box(x), Box(3)
    {0: second}.pop(a, first).v = b
    return first.v


def object_that_set_default_gives(a, b, x):
    first, second = Box(x), Box(3)
    {0: second}.setdefault(a, first).v = b
    return first.v


def object_that_getattr_gives(a, b, x):
    first, second = Box(x), Box(3)
    box = Box(first)
    box.w = second
    getattr(box, "v" if a > 0 else "w").v = b
    return first.v


def object_that_next_gives_by_default(a, b, x):
    first, second = Box(x), Box(3)
    next(iter([second] * a), first).v = b
    return first.v


def object_that_or_gives(a, b, x):
    first, second = [], []
    rows = [first] * a
    ((rows and rows[0]) or second).append(b)
    return len(second)


def largest_of_pairs(a, b, x):
    first, second = [], []
    k = max((1, second), (a, first), key=lambda pair: pair[0])[1]
    k.append(b)
    return len(first)


def largest_of_compared_pairs(a, b, x):
    first, second = [], []
    k = max((0, second), (a - 0.5, first))[1]
    k.append(b)
    return len(first)


def largest_of_objects(a, b, x):
    first, second = Box(a), Box(1.5)
    max(first, second, key=lambda box: box.v).w = b
    return hasattr(second, "w")


def largest_of_a_list(a, b, x):
    boxes = [Box(a), Box(1.5)]
    max(boxes, key=lambda box: box.v).v = b
    return boxes[1].v


def longest_of_lists(a, b, x):
    first, second = [1] * a, [b]
    max([first, second], key=len).append(3)
    return len(second)


def first_when_sorted(a, b, x):
    first, second = [], []
    sorted([(1.5, second), (a, first)])[0][1].append(b)
    return len(second)


def first_object_when_sorted(a, b, x):
    first, second = Box(a), Box(1.5)
    sorted([first, second], key=lambda box: box.v)[0].w = b
    return hasattr(second, "w")


def first_object_of_a_sorted_list(a, b, x):
    first, second = Box(a), Box(1.5)
    boxes = [first, second]
    boxes.sort(key=lambda box: box.v)
    boxes[0].w = b
    return hasattr(second, "w")


def least_in_a_loop(a, b, x):
    first, second = Box(a), Box(1.5)
    for box in sorted([first, second], key=lambda box: box.v):
        box.w = b
        break
    return hasattr(second, "w")


def first_that_a_generator_gives(a, b, x):
    first, second = Box(1), Box(2)
    next(box for box in (first, second) if box.v > a).w = b
    return hasattr(second, "w")


def first_that_a_comprehension_gives(a, b, x):
    first, second = Box(1), Box(2)
    boxes = [box for box in (first, second, first) if box.v != a]
    boxes[0].w = b
    return hasattr(second, "w")


def first_that_a_filter_gives(a, b, x):
    first, second = Box(1), Box(2)
    next(filter(lambda box: box.v != a, (first, second))).w = b
    return hasattr(second, "w")


def all_that_a_filter_gives(a, b, x):
    first, second = Box(1), Box(2)
    for box in filter(lambda box: box.v == a, (first, second)):
        box.v = b
    return second.v


def list_of_what_a_filter_gives(a, b, x):
    first, second = Box(1), Box(2)
    boxes = list(filter(lambda box: box.v != a, (first, second)))
    boxes[0].w = b
    return hasattr(second, "w")


def first_that_compress_gives(a, b, x):
    first, second = [], []
    next(itertools.compress([first, second], [a > 0, 1])).append(b)
    return len(second)


def first_that_islice_gives(a, b, x):
    boxes = [Box(x), Box(3), Box(4)]
    next(itertools.islice(boxes, a, None)).v = b
    return boxes[2].v


def first_behind_dropwhile(a, b, x):
    boxes = [Box(0), Box(1), Box(2)]
    next(itertools.dropwhile(lambda box: box.v < a, boxes)).w = b
    return hasattr(boxes[1], "w")


def first_of_a_slice(a, b, x):
    boxes = [Box(x), Box(3), Box(4)]
    boxes[a:][0].v = b
    return boxes[2].v


def first_of_a_reversed_list(a, b, x):
    boxes = [Box(x), Box(3)]
    if a > 0:
        boxes.reverse()
    boxes[0].v = b
    return boxes[1].v


def item_that_a_list_pops(a, b, x):
    first, second, third = Box(x), Box(3), Box(4)
    [first, second, third].pop(a).v = b
    return third.v


def item_by_an_itemgetter(a, b, x):
    boxes = [Box(x), Box(3), Box(4)]
    operator.itemgetter(a)(boxes).v = b
    return boxes[2].v


def attribute_by_an_attrgetter(a, b, x):
    first, second = Box(x), Box(3)
    box = Box(first)
    box.w = second
    operator.attrgetter("v" if a > 0 else "w")(box).v = b
    return first.v


def item_found_by_its_index(a, b, x):
    boxes = [Box(x), Box(3), Box(4)]
    boxes[[0, 1, 2].index(a)].v = b
    return boxes[2].v


def unpacked_in_another_order(a, b, x):
    first, second = Box(x), Box(3)
    one, other = (first, second) if a > 0 else (second, first)
    one.v = b
    return other.v if a > 9 else first.v


def exchanged_if(a, b, x):
    one = first = Box(x)
    other = second = Box(3)
    if a > 0:
        one, other = other, one
    one.v = b
    return first.v + 2 * second.v


def array_not_added_to(a, b, x):
    p = np.array([x])
    if a > 1:
        np.add(1, b, out=p)
    return p[0]


def array_not_added_to_by_position(a, b, x):
    p = np.array([x])
    if a > 1:
        np.add(1, b, p)
    return p[0]


def array_not_summed_to(a, b, x):
    p, v = np.array([x]), np.array([b])
    if a > 1:
        np.cumsum(v, out=p)
    return p[0]


def array_not_summed_to_by_a_method(a, b, x):
    p, v = np.array([x]), np.array([b])
    if a > 1:
        v.cumsum(out=p)
    return p[0]


def array_not_added_to_by_a_function(a, b, x):
    p = np.array([x])

    def put(to):
        np.add(1, b, out=to)

    if a > 1:
        put(p)
    return p[0]


def array_chosen_for_a_sum(a, b, x):
    p, q = np.array([x]), np.array([x])
    np.add(1, b, out=p if a > 0 else q)
    return p[0]


def array_chosen_for_a_sum_by_position(a, b, x):
    p, q = np.array([x]), np.array([x])
    np.add(1, b, [p, q][a > 0])
    return p[0]


def array_chosen_for_sums(a, b, x):
    p, q, v = np.array([x]), np.array([x]), np.array([b])
    np.cumsum(v, out=p if a > 0 else q)
    return p[0]


def array_chosen_for_sums_by_a_method(a, b, x):
    p, q, v = np.array([x]), np.array([x]), np.array([b])
    v.cumsum(out=p if a > 0 else q)
    return p[0]


def array_chosen_by_a_branch(a, b, x):
    p, q = np.array([x, 1]), np.array([x, 1])
    k = p if a > 0 else q
    k[0] = b
    return p[0]


def array_chosen_to_be_filled(a, b, x):
    p, q = np.array([x, 1]), np.array([x, 1])
    [p, q][a > 0].fill(b)
    return p[0]


def array_chosen_to_be_added_at(a, b, x):
    p, q = np.array([x, 1]), np.array([x, 1])
    np.add.at(p if a > 0 else q, 0, b)
    return p[0]


def array_not_added_to_at(a, b, x):
    p = np.array([x, 1])
    if a > 1:
        np.add.at(p, 0, b)
    return p[0]


def array_chosen_to_be_copied_to(a, b, x):
    p, q = np.array([x]), np.array([x])
    np.copyto(p if a > 0 else q, b)
    return p[0]


def method_of_two_kinds(a, b, x):
    s, l = {x}, [x]
    f = s.add if a > 0 else l.append
    f(b)
    return len(s) + 10 * len(l)


def method_of_another_kind(a, b, x):
    s, l = {x}, [x]
    f = s.add if a > 0 else l.append
    f(b)
    return len(l)


def method_of_a_set(a, b, x):
    s, l = {-7}, [x]
    f = s.add if a > 0 else l.append
    f(-8)
    return len(s)


def method_that_get_gives(a, b, x):
    first, second = [], []
    f = {0: second.append}.get(a, first.append)
    f(b)
    return len(first)


def method_that_get_does_not_give(a, b, x):
    first, second = [], []
    {0: second.append}.get(a, first.append)(b)
    return len(second)


def closure_that_get_gives(a, b, x):
    box = Box(x)

    def f(v):
        box.v = v

    def g(v):
        pass

    {0: g}.get(a, f)(b)
    return box.v


def closure_that_get_does_not_give(a, b, x):
    box = Box(x)

    def f(v):
        box.v = v

    def g(v):
        pass

    {0: f}.get(a, g)(b)
    return box.v


def function_that_pop_gives(a, b, x):
    box = Box(x)

    def f(v):
        box.v = v

    {0: f, 1: f}.pop(a, id)(b)
    return box.v


def function_that_getattr_gives(a, b, x):
    first = [x, 1]
    getattr(first, "append" if a > 0 else "remove", None)(x)
    return len(first)


def function_that_max_gives(a, b, x):
    box = Box(x)

    def f(v):
        box.v = v

    def g(v):
        pass

    max((a, 0, f), (1.5, 1, g))[2](b)
    return box.v


def attribute_that_setattr_might_have_stored(a, b, x):
    first, second = [], []
    box = Box(1)
    box.k = second
    setattr(box, "k", first) if a > 0 else None
    box.k.append(b)
    return len(first)


def attribute_that_a_branch_might_have_stored(a, b, x):
    first, second = [], []
    box = Box(second)
    if a > 0:
        box.v = first
    box.v.append(b)
    return len(first)


def attribute_that_a_function_might_have_stored(a, b, x):
    first, second = [], []
    box = Box(second)

    def put(v):
        box.v = v

    if a > 0:
        put(first)
    box.v.append(b)
    return len(first)


def item_that_a_branch_might_have_stored(a, b, x):
    first, second = [], []
    names = {"k": second}
    if a > 0:
        names["k"] = first
    names["k"].append(b)
    return len(first)


def item_that_update_might_have_stored(a, b, x):
    first, second = [], []
    names = {"k": second}
    if a > 0:
        names.update(k=first)
    names["k"].append(b)
    return len(first)


def item_that_append_might_have_stored(a, b, x):
    first, second = [], []
    rows = [second]
    if a > 0:
        rows.append(first)
    rows[-1].append(b)
    return len(first)


def item_that_pop_might_have_taken(a, b, x):
    first, second = [], []
    rows = [first, second]
    if a > 0:
        rows.pop()
    rows[-1].append(b)
    return len(first)


def variable_that_a_function_might_have_stored(a, b, x):
    first, second = [], []
    k = second

    def put():
        nonlocal k
        k = first

    if a > 0:
        put()
    k.append(b)
    return len(first)


def attribute_of_a_class_by_its_name(a, b, x):
    class S:
        p, q = [], []

    getattr(S, "p" if a > 0 else "q").append(b)
    return len(S.p)


def attribute_of_a_class_that_a_branch_stored(a, b, x):
    first, second = [], []

    class S:
        p = second

    if a > 0:
        S.p = first
    S.p.append(b)
    return len(first)


def object_chosen_by_a_missing_attribute(a, b, x):
    first, second = Box([]), []
    if a > 0:
        del first.v
    else:
        second = first.v
    try:
        k = first.v
    except AttributeError:
        k = second
    k.append(b)
    return len(second)


def object_chosen_by_a_match(a, b, x):
    first, second = Box(x), Box(3)
    match a:
        case 0:
            k = first
        case _:
            k = second
    k.v = b
    return first.v


def item_deleted_from_a_chosen_dict(a, b, x):
    first, second = {1: x}, {1: b}
    del (first if a > 0 else second)[1]
    return first.get(1)


def item_popped_from_a_chosen_dict(a, b, x):
    first, second = {1: x}, {1: b}
    {0: first}.get(a, second).pop(1)
    return first.get(1)


def update_of_a_chosen_dict(a, b, x):
    first, second = {1: x}, {1: b}
    {0: first}.get(a, second).update({1: 8})
    return first[1]


def dict_of_functions(a, b, x):
    box = Box(x)

    def up(v):
        box.v += v

    def down(v):
        box.v -= v

    def stay(v):
        pass

    commands = {0: up, 1: down}
    for k in (a, 5):
        commands.get(k, stay)(b)
    return box.v


class Still:
    def run(self, box):
        pass


class Stirs(Still):
    def run(self, box):
        box[0] += 1


def chosen_where_it_was_put_in_a_list(a, b, x):
    def listed():
        found = []
        for k in range(3):
            found.append(Stirs() if a > k else Still())
        return found

    box = [0]
    for one in listed():
        one.run(box)
    return box


def chosen_where_it_was_put_in_a_list_that_is_passed(a, b, x):
    def listed():
        return [Stirs() if a > k else Still() for k in range(3)]

    def run(given):
        for one in given:
            one.run(box)

    box = [0]
    run(iter(listed()))
    return box


def chosen_where_it_was_put_in_an_object(a, b, x):
    class Holder:
        def __init__(self):
            self.one = Stirs() if a > 1 else Still()

    box = [0]
    Holder().one.run(box)
    return box


def chosen_where_it_was_yielded(a, b, x):
    def given():
        for k in range(3):
            yield Stirs() if a > k else Still()

    box = [0]
    for one in list(given()):
        one.run(box)
    return box


def a_function_chosen_where_it_was_put_in_a_list(a, b, x):
    def listed():
        found = []
        for k in range(3):
            found.append(Stirs().run if a > k else Still().run)
        return found

    box = [0]
    for run in listed():
        run(box)
    return box


def a_function_chosen_where_it_was_put_in_a_dict(a, b, x):
    def listed():
        return {k: (box.append if a > k else abs) for k in range(3)}

    box = [0]
    acts = listed()
    if b == 4:
        acts[1](b)
    acts[2](b)
    return box


def put_in_a_list_by_either_branch(a, b, x):
    found, box = [], [0]
    if a > 1:
        found.append(Stirs())
    else:
        found.append(Still())
    found[0].run(box)
    return box


def put_in_a_list_by_either_branch_of_a_call(a, b, x):
    def listed():
        found = []
        if a > 1:
            found.append(Stirs())
        else:
            found.append(Still())
        return found

    box = [0]
    for one in listed():
        one.run(box)
    return box


def put_in_a_dict_by_either_branch(a, b, x):
    def listed():
        found = {}
        if a > 1:
            found["one"] = Stirs()
        else:
            found["one"] = Still()
        return found

    box = [0]
    listed()["one"].run(box)
    return box


def put_in_an_object_by_either_branch(a, b, x):
    def fill(holder):
        if a > 1:
            holder.v = Stirs()
        else:
            holder.v = Still()

    box, holder = [0], Box(0)
    fill(holder)
    holder.v.run(box)
    return box


def returned_by_either_branch(a, b, x):
    def given():
        if a > 1:
            return Stirs()
        return Still()

    box = [0]
    given().run(box)
    return box


def put_in_a_tuple_by_either_branch(a, b, x):
    def given():
        if a > 1:
            return Stirs(), 1
        return Still(), 2

    box = [0]
    one, _ = given()
    one.run(box)
    return box


def yielded_by_either_branch(a, b, x):
    def given():
        if a > 1:
            yield Stirs()
        else:
            yield Still()

    box = [0]
    for one in given():
        one.run(box)
    return box


def put_in_a_cell_by_either_branch(a, b, x):
    one = None

    def choose():
        nonlocal one
        if a > 1:
            one = Stirs()
        else:
            one = Still()

    box = [0]
    choose()
    one.run(box)
    return box


def a_function_put_in_a_list_by_either_branch(a, b, x):
    def listed():
        found = []
        if a > 1:
            found.append(Stirs().run)
        else:
            found.append(Still().run)
        return found

    box = [0]
    for run in listed():
        run(box)
    return box


def a_function_put_in_an_object_by_either_branch(a, b, x):
    def fill(holder):
        if a > 1:
            holder.v = Stirs().run
        else:
            holder.v = Still().run

    box, holder = [0], Box(0)
    fill(holder)
    holder.v(box)
    return box


def a_function_of_a_dict_by_either_branch(a, b, x):
    acts = {}
    if a > 1:
        acts["act"] = Stirs().run
    else:
        acts["act"] = Still().run
    box = [0]
    acts["act"](box)
    return box


def method_of_c_in_a_tuple(a, b, x):
    log = [b]
    pair = (list.count, 1)
    if a > 1:
        pair = (list.append, 1)
    pair[0](log, pair[1])
    return len(log)
