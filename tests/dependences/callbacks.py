"""What objects keep to call it later, in ways that are not taken; iterators that go on by others."""

import io
import itertools
import random
import re


class Model:
    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1


class Button:
    def __init__(self, action):
        self.action = action

    def click(self):
        self.action()

    def __add__(self, other):
        self.action()
        return other

    @property
    def clicked(self):
        self.action()
        return True


class Handlers:
    def __init__(self):
        self.known = {}

    def on(self, name, handler):
        self.known.setdefault(name, []).append(handler)

    def fire(self, name, *arguments):
        for handler in self.known.get(name, ()):
            handler(*arguments)


def method_in_an_attribute(a, b, x):
    model = Model()
    button = Button(model.bump)
    if not a:
        button.click()
    return model.n


def method_in_an_attribute_when_taken(a, b, x):
    model = Model()
    button = Button(model.bump)
    if a:
        button.click()
    return model.n


def lambda_in_an_attribute(a, b, x):
    items = []
    button = Button(lambda: items.append(1))
    if a > 1:
        button.click()
    return len(items)


def method_of_c_in_an_attribute(a, b, x):
    items = [1]
    button = Button(items.clear)
    if a > 1:
        button.click()
    return len(items)


def callback_behind_an_operator(a, b, x):
    model = Model()
    button = Button(model.bump)
    if a > 1:
        button + 1
    return model.n


def callback_behind_a_property(a, b, x):
    model = Model()
    button = Button(model.bump)
    if a > 1:
        button.clicked
    return model.n


def callback_in_a_function_of_the_call(a, b, x):
    model = Model()
    button = Button(model.bump)

    def go():
        button.action()

    if a > 1:
        go()
    return model.n


def object_that_can_be_called_in_an_attribute(a, b, x):
    class Counter:
        n = 0

        def __call__(self):
            self.n += 1

    counter = Counter()
    button = Button(counter)
    if a > 1:
        button.click()
    return counter.n


def handlers_of_an_event(a, b, x):
    model, handlers = Model(), Handlers()
    handlers.on("bump", model.bump)
    if a > 1:
        handlers.fire("bump")
    return model.n


def count_that_zip_takes_from(a, b, x):
    numbers = itertools.count(b)
    if a == 1:
        list(zip("ab", numbers))
    return next(numbers)


def count_that_one_pair_takes_from(a, b, x):
    numbers = itertools.count(b)
    if a == 1:
        next(zip("ab", numbers))
    return next(numbers)


def cycle_that_a_dict_takes_from(a, b, x):
    items = itertools.cycle([b, x, 5])
    if a == 1:
        dict(zip("ab", items))
    return next(items)


def map_that_would_go_on(a, b, x):
    items = [b]

    def f(v):
        items.append(5)
        return 1

    mapped = map(f, (1, 2))
    if a % 2:
        next(mapped)
    return len(items)


def filter_that_would_go_on(a, b, x):
    items = [b]
    filtered = filter(items.append, (1, 2))
    if a % 2:
        list(filtered)
    return len(items)


def chance_asked_by_a_function(a, b, x):
    numbers = random.Random(b)

    def f():
        numbers.random()

    if a == 1:
        f()
    return numbers.random()


class Reader:
    def __init__(self, text):
        self.file = io.StringIO(text)

    def line(self):
        return self.file.readline()


def line_read_by_a_method(a, b, x):
    reader = Reader("a\nb\n")
    if a == 1:
        reader.line()
    return reader.line()


def truncated_by_a_callback(a, b, x):
    file = io.StringIO("abc")
    list(map(lambda _: file.truncate(0), range(a % 2)))
    return file.getvalue()


def count_that_islice_takes_from(a, b, x):
    numbers = itertools.count(b)
    if a == 1:
        list(itertools.islice(numbers, 2))
    return next(numbers)


def count_that_a_chain_takes_from(a, b, x):
    numbers = itertools.count(b)
    if a == 1:
        list(itertools.chain("a", itertools.islice(numbers, 1)))
    return next(numbers)


def matches_taken(a, b, x):
    found = re.finditer(".", "abc")
    if a == 1:
        list(found)
    return next(found, None) is None


def range_whose_iterator_is_taken_from(a, b, x):
    numbers = range(9).__iter__()
    if a == 1:
        list(zip("ab", numbers))
    return next(numbers)


def _logged(log, count=4):
    for i in range(count):
        log.append(i)
        yield i


def gone_on_by_filter(a, b, x):
    log = []
    next(filter(lambda each: each >= 3 + a - b, _logged(log)), None)
    return len(log)


def gone_on_by_dropwhile(a, b, x):
    log = []
    next(itertools.dropwhile(lambda each: each < x, _logged(log)), None)
    return len(log)


def gone_on_by_takewhile(a, b, x):
    log = []
    for _ in itertools.takewhile(lambda each: each != x, _logged(log)):
        pass
    return len(log)


def stopped_by_any(a, b, x):
    log = []
    any(map(lambda each: each == x, _logged(log)))
    return len(log)


def stopped_by_an_equal_one(a, b, x):
    class One:
        def __eq__(self, other):
            return x == other

    log = []
    _ = One() in _logged(log)
    return len(log)


def stopped_by_a_true_one(a, b, x):
    class One:
        def __bool__(self):
            return a > b

    log = []
    any(One() for _ in _logged(log))
    return len(log)


def stopped_by_an_index_error(a, b, x):
    class Row:
        def __getitem__(self, k):
            if k > x:
                raise IndexError
            return k

    log = []
    list(zip(Row(), _logged(log), strict=False))
    return len(log)


def stopped_by_what_is_caught(a, b, x):
    log = []
    try:
        list(map(lambda each: 1 // (each - x), _logged(log)))
    except ZeroDivisionError:
        pass
    return len(log)
