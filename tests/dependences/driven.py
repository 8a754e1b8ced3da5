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
