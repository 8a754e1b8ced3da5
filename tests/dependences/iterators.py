"""Iterators that a way not taken would have had go on."""

import io
import itertools
import operator
import random


def iterator_in_zip(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        for p, q in zip(it, range(1)):
            pass
    return next(it)


def iterator_in_map(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        next(map(str, it))
    return next(it)


def iterator_in_function(a, b, x):
    it = iter([1, 2, 3])

    def go(i):
        for p in enumerate(i):
            break

    if a > 1:
        go(it)
    return next(it)


def iterator_in_list(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        list(it)
    return next(it, 7)


def iterator_summed(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        sum(it)
    return next(it, 7)


def iterator_in_comprehension(a, b, x):
    it = iter([1, 2, 3])
    if a > 1:
        [i for i in it]
    return next(it, 7)


def iterator_unpacked(a, b, x):
    it = iter([1, 2])
    if a > 1:
        p, q = it
    return next(it, 7)


def iterator_starred(a, b, x):
    it = iter([1, 2])
    if a > 1:
        [*it]
    return next(it, 7)


def iterator_in_call(a, b, x):
    it = iter([1, 2])

    def f(*args):
        pass

    if a > 1:
        f(*it)
    return next(it, 7)


def iterator_contains(a, b, x):
    it = iter([1, 2])
    if a > 1:
        1 in it
    return next(it, 7)


def iterator_extended(a, b, x):
    it = iter([1, 2])
    l = []
    if a > 1:
        l.extend(it)
    return next(it, 7)


def iterator_joined(a, b, x):
    it = iter("ab")
    if a > 1:
        "".join(it)
    return next(it, 7)


def iterator_dict(a, b, x):
    it = iter([(1, 2)])
    if a > 1:
        dict(it)
    return next(it, 7)


def iterator_in_function_summed(a, b, x):
    it = iter([1, 2, 3])

    def go(i):
        return sum(i)

    if a > 1:
        go(it)
    return next(it, 7)


def iterator_delegated(a, b, x):
    it = iter([1, 2, 3])

    def go(i):
        yield from i

    if a > 1:
        list(go(it))
    return next(it, 7)


def generator_summed(a, b, x):
    log = []

    def go():
        log.append(b)
        yield 1

    g = go()
    if a > 1:
        sum(g)
    return len(log)


def generator_summed_after(a, b, x):
    def go():
        yield b
        yield x

    g = go()
    if a > 1:
        sum(g)
    return next(g, 7)


def file_read(a, b, x):
    f = io.StringIO("abc")
    if a > 1:
        f.read()
    return f.read()


def file_lines(a, b, x):
    f = io.StringIO("a\nb\n")
    if a > 1:
        for l in f:
            break
    return f.readline()


def random_of(a, b, x):
    r = random.Random(b)
    if a > 1:
        r.random()
    return r.random()


def counter(a, b, x):
    c = itertools.count(b)
    if a > 1:
        next(c)
    return next(c)


def iterator_of_the_programs(a, b, x):
    class Up:
        def __init__(self):
            self.at = [x]

        def __iter__(self):
            return self

        def __next__(self):
            self.at[0] += 1
            if self.at[0] > 50:
                raise StopIteration
            return self.at[0]

    up = Up()
    if a > 1:
        list(up)
    return next(up, 7)


def iterator_in_an_attribute(a, b, x):
    class Holder:
        def __init__(self):
            self.it = iter([1, 2, 3])

    held = Holder()
    if a > 1:
        sum(held.it)
    return next(held.it, 7)


def iterator_in_a_list(a, b, x):
    its = [iter([1, 2, 3])]
    if a > 1:
        for it in its:
            for one in it:
                break
    return next(its[0], 7)


def iterator_of_a_function(a, b, x):
    it = iter([1, 2, 3])

    def give():
        return it

    if a > 1:
        list(give())
    return next(it, 7)


def iterator_by_a_method(a, b, x):
    class Reader:
        def __init__(self, it):
            self.it = it

        def read(self):
            return list(self.it)

    it = iter([1, 2, 3])
    reader = Reader(it)
    if a > 1:
        reader.read()
    return next(it, 7)


def groups_on_a_way_not_taken(a, b, x):
    it = iter([1, 1, 2])
    groups = itertools.groupby(it)
    if a > 1:
        for key, group in groups:
            list(group)
    return next(it, 7)


def read_once(a, b, x):
    def numbers():
        yield b
        yield x

    running = numbers()
    if a > 1:
        x in running
    return list(running)


def a_generator_left_at_a_yield(a, b, x):
    held = [5]

    def numbers():
        for k in range(a):
            yield k + 1
        held[0] = b
        yield -1

    one = numbers()
    next(one)
    next(one)
    return held[0]


def given_through_another(a, b, x):
    def inner():
        yield 1
        yield a * 2
        yield b - x

    def outer():
        yield from inner()

    held = 0
    for one in outer():
        held = held * 3 + one
    return held


def given_through_two_others(a, b, x):
    def first():
        yield 0
        yield a + 1

    def second():
        yield from first()
        yield b * 2

    def third():
        yield from second()
        yield x

    total = 1
    for one in third():
        total = total * 2 + one
    return total


def coroutine_that_goes_on(a, b, x):
    d = {}

    async def h():
        d["k"] = x

    waiting = h()
    if a > 1:
        try:
            waiting.send(None)
        except StopIteration:
            pass
    waiting.close()
    return d.get("k")


def coroutine_that_is_run(a, b, x):
    box = [b]

    async def h(into):
        into[0] = x

    def run(what):
        try:
            what.send(None)
        except StopIteration:
            pass

    waiting = h(box)
    for _ in range(a - 1):
        run(waiting)
        break
    waiting.close()
    return box[0]


def asynchronous_generator_that_goes_on(a, b, x):
    box = [b]

    async def h():
        box[0] = x
        yield 1

    made = h()
    if a > 1:
        try:
            made.asend(None).send(None)
        except StopIteration:
            pass
    return box[0]


def loop_over_map_that_is_left(a, b, x):
    box = [0]

    def f(k):
        box[0] = x + k

    for _ in map(f, range(3)):
        if a > 1:
            break
    return box[0]


def loop_over_items_that_is_left(a, b, x):
    box = [0]

    class Rows:
        def __getitem__(self, k):
            if k > 3:
                raise IndexError
            box[0] = x + k
            return k

    for _ in Rows():
        if a > 1:
            break
    return box[0]


def generator_that_stores_further_on(a, b, x):
    def h():
        yield
        box[0] = x
        yield
        box[0] = b
        yield

    box, it = [0], h()
    next(it)
    if a > 1:
        next(it)
    next(it)
    return box[0]


def loop_that_goes_on_further_on(a, b, x):
    def h():
        for k in range(9):
            o.k = k
            yield k

    class Box:
        k = 0

    o, it = Box(), h()
    next(it)
    for k in range(2):
        if k == a - 1:
            next(it)
    for _ in it:
        break
    return o.k


def iterator_that_is_delegated_to(a, b, x):
    def h(it):
        yield from it

    it = iter([x, b, 3])
    if a > 1:
        next(it)
    return list(h(it))


def generator_that_is_delegated_to(a, b, x):
    def g():
        yield x
        yield b

    def h(it):
        yield from it

    it = g()
    if a > 1:
        next(it)
    return next(h(it))


def turn_that_filter_gives(a, b, x):
    found = 0
    for _ in filter(lambda e: a > e, [b % 2]):
        found = 1
    return found


def turn_that_takewhile_gives(a, b, x):
    found = 0
    for _ in itertools.takewhile(lambda e: a > e, [b % 2]):
        found = 1
        break
    return found


def items_that_filter_gives(a, b, x):
    return [0 for _ in filter(lambda e: a > e, [b % 2])]


def turn_of_a_call_up_to_a_value(a, b, x):
    found = 0
    for _ in iter(lambda: a, 0):
        found = 1
        break
    return found


def default_of_what_is_empty(a, b, x):
    items = []
    if a > 1:
        items.append(3)
    return next(iter(items), b)


def default_of_what_was_cleared(a, b, x):
    items = [1, 2]
    iterator = iter(items)
    next(iterator)
    if a > 1:
        items.clear()
    return next(iterator, b)


def what_a_generator_finds_that_was_made_before(a, b, x):
    found = a

    def given():
        yield found

    generator = given()
    found = b
    return next(generator)


def what_it_would_have_found(a, b, x):
    one, other = [], []
    found = other

    def given():
        yield found

    generator = given()
    if a > 1:
        found = one
    next(generator).append(b)
    return len(one)


def what_it_would_have_found_for_c_code(a, b, x):
    one, other = [], []
    found = other

    def given():
        yield found

    generator = given()
    if a > 1:
        found = one
    items = list(generator)
    items[0].append(b)
    return len(one)


class Rows:
    """Goes over what it has."""

    def __init__(self, *rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


class Counted(Rows):
    """By a method of its own."""

    def __iter__(self):
        self.count = 0
        return self

    def __next__(self):
        self.count += 1
        if self.count > len(self.rows):
            raise StopIteration
        return self.rows[self.count - 1]


class Yielded(Rows):
    def __iter__(self):
        for row in self.rows:  # noqa: UP028
            yield row


def one_of_those_in_a_display_that_iter_gives(a, b, x):
    p, q = [0], [0]
    given = [*Rows(q, p)]
    given[a > 1][0] = x
    return p[0]


def one_of_those_that_iter_gives_to_a_list(a, b, x):
    p, q = [0], [0]
    given = []
    given.extend(Rows(q, p))
    given[a > 1][0] = x
    return p[0]


def one_of_those_that_iter_gives_for_a_slice(a, b, x):
    p, q = [0], [0]
    given = []
    given[:] = Rows(q, p)
    given[a > 1][0] = x
    return p[0]


def one_of_the_pairs_that_iter_gives_to_a_dict(a, b, x):
    p, q = [0], [0]
    given = {}
    given.update(Rows((False, q), (True, p)))
    given[a > 1][0] = x
    return p[0]


def one_of_those_in_a_display_that_next_gives(a, b, x):
    p, q = [0], [0]
    given = [*Counted(q, p)]
    given[a > 1][0] = x
    return p[0]


def one_of_those_that_a_generator_behind_iter_adds(a, b, x):
    p, q = [0], [0]
    given = []
    given += Yielded(q, p)
    given[a > 1][0] = x
    return p[0]


def one_of_those_that_a_generator_behind_iter_gives_for_a_slice(a, b, x):
    p, q = [0], [0]
    given = []
    given[:] = Yielded(q, p)
    given[a > 1][0] = x
    return p[0]


def one_of_the_pairs_that_a_generator_behind_iter_gives(a, b, x):
    p, q = [0], [0]
    given = {}
    given.update(Yielded((False, q), (True, p)))
    given[a > 1][0] = x
    return p[0]


class Inner(Rows):
    """Gives what its rows have."""

    def __iter__(self):
        return map(lambda row: row[0], self.rows)


class InnerByC(Rows):
    def __iter__(self):
        return map(operator.itemgetter(0), self.rows)


def one_of_those_in_a_display_that_a_map_behind_iter_gives(a, b, x):
    p, q = [0], [0]
    given = [*Inner([q], [p])]
    given[a > 1][0] = x
    return p[0]


def one_of_those_that_a_map_of_c_code_behind_iter_gives_for_a_slice(a, b, x):
    p, q = [0], [0]
    given = []
    given[:] = InnerByC([q], [p])
    given[a > 1][0] = x
    return p[0]
