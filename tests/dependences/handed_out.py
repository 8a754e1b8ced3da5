"""What calls on ways that were not taken would have given, by which something would have been written to."""

import functools
import weakref
from collections import defaultdict

LISTS = {"k": []}
ONE = []
_made = None


class Cell:
    n = 0
    limit = 3


def fetch():
    return LISTS["k"]


def a_getter_of_a_global(a, b, x):
    LISTS["k"] = [b]
    if a > 5:
        fetch().append(x)
    return len(LISTS["k"])


def get_one():
    return ONE


def a_getter_of_a_global_by_a_name(a, b, x):
    ONE[:] = [b]
    one = get_one
    if a > 5:
        one().append(x)
    return len(ONE)


def lazily():
    global _made
    if _made is None:
        _made = []
    return _made


def what_is_made_when_it_is_asked_for(a, b, x):
    global _made
    _made = None
    mine = lazily()
    if a > 5:
        lazily().append(x)
    return len(mine)


class Store:
    @property
    def one(self):
        return ONE

    def method(self):
        return ONE

    @staticmethod
    def static():
        return ONE

    def __call__(self):
        return ONE


def what_a_property_gives(a, b, x):
    ONE[:] = [b]
    store = Store()
    if a > 5:
        store.one.append(x)
    return len(ONE)


def what_a_method_gives(a, b, x):
    ONE[:] = [b]
    store = Store()
    if a > 5:
        store.method().append(x)
    return len(ONE)


def what_a_static_method_gives(a, b, x):
    ONE[:] = [b]
    if a > 5:
        Store.static().append(x)
    return len(ONE)


def what_a_called_object_gives(a, b, x):
    ONE[:] = [b]
    store = Store()
    if a > 5:
        store().append(x)
    return len(ONE)


def what_a_function_in_a_dict_gives(a, b, x):
    mine = [b]
    ways = {"get": lambda: mine}
    if a > 5:
        ways["get"]().append(x)
    return len(mine)


class Holder:
    def __init__(self):
        self.values = []

    def get(self):
        return self.values


def what_a_bound_method_gives(a, b, x):
    holder = Holder()
    get = holder.get
    if a > 5:
        get().append(x)
    return len(holder.values)


def what_a_method_of_a_dict_gives(a, b, x):
    lists = {"k": [b]}
    get = lists.get
    if a > 5:
        get("k").append(x)
    return len(lists["k"])


def what_a_function_in_an_attribute_gives(a, b, x):
    mine, cell = [b], Cell()
    cell.factory = lambda: mine
    if a > 5:
        cell.factory().append(x)
    return len(mine)


def decorated(function):
    def inner():
        return function()

    return inner


def what_a_decorated_function_gives(a, b, x):
    mine = [b]

    @decorated
    def get():
        return mine

    if a > 5:
        get().append(x)
    return len(mine)


def what_a_partial_gives(a, b, x):
    mine = [b]
    get = functools.partial(lambda one: one, mine)
    if a > 5:
        get().append(x)
    return len(mine)


def which_a_partial_gives(a, b, x):
    first, second = [], []
    one = functools.partial(lambda one: one, second if a > 5 else first)()
    one.append(x)
    return len(second)


@functools.cache
def settings():
    return []


def what_a_cache_gives(a, b, x):
    settings.cache_clear()
    mine = settings()
    if a > 5:
        settings().append(x)
    return len(mine)


CALLS = []


@functools.lru_cache
def level():
    return len(CALLS)


def what_a_cache_would_know(a, b, x):
    level.cache_clear()
    CALLS.clear()
    if a > 5:
        level()
    CALLS.append(x)
    return level()


def how_often_a_cache_would_know(a, b, x):
    level.cache_clear()
    level()
    if a > 5:
        level()
    return level.cache_info().hits


def what_a_proxy_stands_for(a, b, x):
    cell = Cell()
    proxy = weakref.proxy(cell)
    if a > 5:
        proxy.n = x
    return cell.n


class OfGlobal:
    def __init__(self):
        self.one = ONE

    def add(self, x):
        self.one.append(x)


def what_a_constructor_puts_into_it(a, b, x):
    ONE[:] = [b]
    if a > 5:
        OfGlobal().one.append(x)
    return len(ONE)


def what_a_constructor_puts_into_it_by_a_method(a, b, x):
    ONE[:] = [b]
    if a > 5:
        OfGlobal().add(x)
    return len(ONE)


def what_a_context_manager_gives(a, b, x):
    mine = {"n": b}

    class Manager:
        def __enter__(self):
            return mine

        def __exit__(self, *args):
            pass

    if a > 5:
        with Manager() as given:
            given["n"] = x
    return mine["n"]


def what_new_gives(a, b, x):
    mine = [b]

    class Made:
        def __new__(cls):
            return mine

    if a > 5:
        Made().append(x)
    return len(mine)


def same(one):
    return one


def a_class_in_a_list(a, b, x):
    Cell.limit = b
    if a > 5:
        [Cell][0].limit = x
    return Cell.limit


def a_class_that_a_function_gives(a, b, x):
    Cell.limit = b
    if a > 5:
        same(Cell).limit = x
    return Cell.limit


def a_class_in_a_loop(a, b, x):
    Cell.limit = b
    if a > 5:
        for one in (Cell,):
            one.limit = x
    return Cell.limit


class WithKind:
    def __init__(self):
        self.kind = Cell


def a_class_in_an_attribute(a, b, x):
    Cell.limit = b
    if a > 5:
        WithKind().kind.limit = x
    return Cell.limit


def ignore(x):
    pass


def a_callback_that_is_chosen_and_called_by_the_same(a, b, x):
    out = [b]
    log = out.append if a > 5 else ignore
    if a > 5:
        log(x)
    return len(out)


def work(count, progress):
    for k in range(count):
        progress(k)


def a_callback_that_is_passed_with_how_often(a, b, x):
    seen = [b]
    work(max(a - 5, 0), seen.append if a > 5 else ignore)
    return len(seen)


class Job:
    def __init__(self):
        self.on_done = lambda x: None

    def run(self, loud):
        if loud:
            self.on_done(1)


def a_callback_in_an_attribute(a, b, x):
    out, job = [b], Job()
    if a > 5:
        job.on_done = out.append
    job.run(a > 5)
    return len(out)


class Plain:
    def __init__(self):
        self.n = 0


def an_object_in_a_display_that_is_chosen_twice(a, b, x):
    first, second, third = Plain(), Plain(), Plain()
    one = second if a < 5 else first
    [one, third][a < 5].n = x
    return first.n


def a_captured_variable_that_a_branch_chose(a, b, x):
    logs = {9: [b]}

    def put(value):
        log.append(value)

    if a in logs:
        log = logs[a]
    else:
        log = []
    put(x)
    return len(logs[9])


def a_captured_variable_that_an_exception_chose(a, b, x):
    logs = {9: [b]}
    try:
        log = logs[a]
    except KeyError:
        log = []

    def put(value):
        log.append(value)

    put(x)
    return len(logs[9])


def a_captured_variable_of_a_loop_over_pairs(a, b, x):
    pages = {0: [], 1: [], 2: [], 3: []}
    for k, page in pages.items():
        if k >= a:
            break

    def write(value):
        page.append(value)

    write(x)
    return len(pages[3])


def an_attribute_in_a_loop_over_pairs(a, b, x):
    pages, cell = {0: [], 1: [], 2: [], 3: []}, Cell()
    for k, page in pages.items():
        cell.page = page
        if k >= a:
            break
    cell.page.append(x)
    return len(pages[3])


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class DownByGenerator:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        while self.n:
            self.n -= 1
            yield self.n


def an_iterator_that_enumerate_asks(a, b, x):
    down = Down(4)
    for _, one in enumerate(down):
        if one <= a:
            break
    return down.n


def an_iterator_that_zip_asks(a, b, x):
    down = Down(4)
    for _, one in zip("abcd", down, strict=False):
        if one <= a:
            break
    return down.n


def an_iterator_that_filter_asks(a, b, x):
    down = Down(4)
    for one in filter(None, down):
        if one <= a:
            break
    return down.n


def a_generator_that_enumerate_asks(a, b, x):
    down = DownByGenerator(4)
    for _, one in enumerate(down):
        if one <= a:
            break
    return down.n


def a_dict_of_zipped_keys(a, b, x):
    first, second = [], []
    lists = dict(zip(sorted([a, 5.5]), (first, second), strict=True))
    lists[5.5].append(x)
    return len(first)


def a_dict_of_pairs(a, b, x):
    first, second = [], []
    lists = dict([(a, first), ("z", second)])
    lists.get(9, second).append(x)
    return len(first)


def a_dict_of_pairs_that_a_generator_gives(a, b, x):
    first, second = [], []
    lists = dict((k, each) for k, each in zip(sorted([a, 5.5]), (first, second), strict=True))
    lists[5.5].append(x)
    return len(first)


def what_the_factory_of_a_defaultdict_gives(a, b, x):
    first, second = [], []
    lists = defaultdict(lambda: first)
    if a < 5:
        lists["k"] = second
    lists["k"].append(x)
    return len(first)
