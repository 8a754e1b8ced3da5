"""What C code drives: generators behind generators, coroutines, files that are objects; and what is called unseen."""

import contextlib
import csv
import functools
import io
import pickle
import sys
import zlib
from collections import defaultdict


def each(out, x):
    out.append(x)
    yield x


def a_list_of_what_is_delegated(a, b, x):
    out = []

    def rows():
        if a > 1:
            yield from each(out, b)

    list(rows())
    return out


def a_sum_of_what_is_delegated_further(a, b, x):
    out = []

    def inner():
        yield from each(out, b)

    def rows():
        if a > 1:
            yield from inner()
        yield x

    return sum(rows()) * 0, out


def the_next_of_what_is_delegated(a, b, x):
    out = []

    def rows():
        yield from each(out, b) if a > 1 else [x]

    next(rows())
    return out


def a_context_manager_that_delegates(a, b, x):
    out = []

    @contextlib.contextmanager
    def around():
        if a > 1:
            yield from each(out, b)
        else:
            yield x

    with around():
        pass
    return out


def a_coroutine_that_awaits(a, b, x):
    out = []

    async def put():
        out.append(b)

    async def whole():
        if a > 1:
            await put()

    with contextlib.suppress(StopIteration):
        whole().send(None)
    return out


def a_coroutine_that_returns_before(a, b, x):
    out = []

    async def put():
        out.append(b)

    async def whole():
        if a > 1:
            return
        await put()

    with contextlib.suppress(StopIteration):
        whole().send(None)
    return out


def an_iterator_that_is_delegated_to(a, b, x):
    class Row:
        def __init__(self):
            self.seen, self.inner = 0, None

        def __iter__(self):
            self.seen += b
            if self.inner:
                yield from self.inner
            yield 1

    one, other = Row(), Row()
    if a > 1:
        other.inner = one
    for _ in other:
        pass
    return one.seen


def what_is_awaited(a, b, x):
    class Later:
        seen = 0

        def __await__(self):
            self.seen += b
            yield

    later = Later()

    async def whole():
        if a > 1:
            await later

    with contextlib.suppress(StopIteration):
        whole().send(None)
    return later.seen


def a_file_of_print(a, b, x):
    out = []

    class File:
        def write(self, text):
            out.append(1)

    if a > 1:
        print("x", file=File())
    return out


def a_file_of_rows(a, b, x):
    out = []

    class File:
        def write(self, text):
            out.append(1)

    if a > 1:
        csv.writer(File()).writerow([1])
    return out


def a_file_of_pickles(a, b, x):
    out = []

    class File:
        def write(self, data):
            out.append(1)

    if a > 1:
        pickle.dump(1, File())
    return out


def the_output(a, b, x):
    out = io.StringIO()
    before, sys.stdout = sys.stdout, out
    try:
        if a > 1:
            print(b)
    finally:
        sys.stdout = before
    return out.getvalue()


def the_output_of_an_object(a, b, x):
    class File:
        count = 0

        def write(self, text):
            self.count += 1

    out = File()
    before, sys.stdout = sys.stdout, out
    try:
        if a > 1:
            print()
    finally:
        sys.stdout = before
    return out.count


def an_exception_that_is_made_to_be_raised(a, b, x):
    class Counted(Exception):
        count = 0

        def __init__(self):
            Counted.count += b

    try:
        if a > 1:
            raise Counted
    except Counted:
        pass
    return Counted.count


def a_class_in_a_class(a, b, x):
    class Put:
        def put(self, out):
            out.append(b)

    class Quiet:
        def put(self, out):
            pass

    class Maker:
        kind = Put

    out, maker = [], Maker()
    one = maker.kind() if a > 1 else Quiet()
    one.put(out)
    return out


def a_method_that_a_class_has_by_choice(a, b, x):
    out = []

    def put(self):
        out.append(b)

    def quiet(self):
        pass

    class Way:
        go = put if a > 1 else quiet

    Way().go()
    return out


def an_object_written_in_c(a, b, x):
    packer = zlib.compressobj()

    def pack():
        packer.compress(bytes([b]))

    if a > 1:
        pack()
    return packer.flush()


def what_a_defaultdict_makes_items_with(a, b, x):
    out = []

    def put():
        out.append(b)

    rows = defaultdict(put if a > 1 else int)
    rows[0]
    return out


def what_a_cache_remembers(a, b, x):
    @functools.lru_cache
    def found(k):
        return k

    def ask():
        found(b)

    if a > 1:
        ask()
    return found.cache_info().currsize


class Noting:
    def __init__(self, row):
        self.row = row

    def __bool__(self):
        self.row.append(1)
        return True

    def throw(self, error):
        self.row.append(2)


def taking(row):
    try:
        while True:
            if (got := (yield)) and type(got) is int:
                row.append(got)
    except ValueError:
        row.append(7)
    finally:
        row.append(8)


def what_is_sent_is_looked_at(a, b, x):
    row, it = [x], taking([])
    next(it)
    if a > 1:
        it.send(Noting(row))
    return len(row)


def what_is_thrown_is_handled(a, b, x):
    row = [x]
    it = taking(row)
    next(it)
    if a > 1:
        with contextlib.suppress(StopIteration):
            it.throw(ValueError)
    return list(row)


def what_a_generator_does_that_is_closed(a, b, x):
    row = [x]
    it = taking(row)
    next(it)
    if a > 1:
        it.close()
    return list(row)


def something_else_that_throws(a, b, x):
    row = [x]
    it = taking([])
    next(it)
    one = Noting(row) if b > 3 else it
    if a > 1:
        with contextlib.suppress(StopIteration):
            one.throw(ValueError)
    return list(row)


def what_a_manager_does_at_the_end(a, b, x):
    log = []

    @contextlib.contextmanager
    def manage(row):
        try:
            yield row
        except ValueError:
            log.append(x)
        finally:
            log.append(row[0])

    with manage([b]) as row:
        if a > 1:
            row[0] = x
        if a > 5:
            raise ValueError
    return log


def what_a_manager_calls_for_an_exception(a, b, x):
    out = []

    @contextlib.contextmanager
    def calling(f):
        try:
            yield
        except ZeroDivisionError:
            f()

    with calling(lambda: out.append(x)):
        b // a
    return len(out)


def what_a_manager_stores_before_it_raises_again(a, b, x):
    @contextlib.contextmanager
    def storing(row):
        try:
            yield
        except ZeroDivisionError:
            row[0] = x
            raise

    row = [b]
    with contextlib.suppress(ZeroDivisionError), storing(row):
        b // a
    return row


def an_iterator_that_a_manager_has_go_on(a, b, x):
    rest = iter([b, x, 4])

    @contextlib.contextmanager
    def taking():
        try:
            yield
        except ZeroDivisionError:
            next(rest)

    with taking():
        b // a
    return next(rest)


def what_a_manager_around_a_function_stores(a, b, x):
    row = [b]

    @contextlib.contextmanager
    def storing():
        try:
            yield
        except ZeroDivisionError:
            row[0] = x

    @storing()
    def divide():
        return b // a

    divide()
    return row


def one_of_two_managers(a, b, x):
    row = [b]

    @contextlib.contextmanager
    def storing(v):
        try:
            yield
        except ValueError:
            row.append(v)

    managers = [storing(x), storing(2)]
    with managers[a > 1]:
        if b > 8:
            raise ValueError
    return row


def either(a, p, q):
    if a < -100:
        yield
    return p if a > 1 else q


def either_in_turn(a, p, q):
    yield (yield from either(a, p, q))


async def either_awaited(a, p, q):
    return p if a > 1 else q


def what_a_generator_returns(a, b, x):
    p, q = [0], [0]
    o = None
    try:
        next(either(a, p, q))
    except StopIteration as e:
        o = e.value
    o[0] = x
    return p[0]


def what_a_generator_returns_to_another_one(a, b, x):
    p, q = [0], [0]
    o = next(either_in_turn(a, p, q))
    o[0] = x
    return p[0]


def what_a_generator_returns_within_a_list(a, b, x):
    p, q = [0], [0]
    given = list(either_in_turn(a, p, q))
    o = given[0]
    o[0] = x
    return p[0]


def what_a_coroutine_returns(a, b, x):
    p, q = [0], [0]
    o = None
    try:
        either_awaited(a, p, q).send(None)
    except StopIteration as e:
        o = e.value
    o[0] = x
    return p[0]


def what_a_coroutine_returns_that_is_awaited(a, b, x):
    p, q = [0], [0]

    async def run():
        o = await either_awaited(a, p, q)
        o[0] = x

    try:
        run().send(None)
    except StopIteration:
        pass
    return p[0]


def the_function_that_a_generator_returns(a, b, x):
    p, q = [0], [0]

    def given():
        if a < -100:
            yield
        return p.append if a > 1 else q.append

    def run():
        f = yield from given()
        f(x)

    list(run())
    return len(p)
