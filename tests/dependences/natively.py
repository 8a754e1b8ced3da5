"""What C code calls that shows nothing of it, and methods that are found by way of a class."""

import array
import calendar
import contextlib
import email.message
import functools
import http.cookies
import io
import itertools
import json
import operator
import optparse
import pickle
import queue
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np


def asked_by_an_attrgetter(a, b, x):
    log = []

    class C:
        @property
        def part(self):
            log.append(a)
            return 1

    operator.attrgetter("part")(C())
    return log[0]


def called_by_a_methodcaller(a, b, x):
    log = []

    class C:
        def part(self):
            log.append(a)

    operator.methodcaller("part")(C())
    return log[0]


def a_property_that_is_a_bound_method(a, b, x):
    class C:
        n = 0

        def write(self, *_):
            self.n = a

    o = C()

    class D:
        part = property(o.write)

    D().part
    return o.n


def keywords_of_a_partial(a, b, x):
    p = functools.partial(dict)
    p.keywords["y"] = b
    return p()["y"]


def a_class_method_of_a_class_around(a, b, x):
    class C:
        z = 0

        @classmethod
        def write(cls):
            cls.z = 7

    def run():
        C.write()

    if a > 2:
        run()
    return C.z


def a_method_of_the_type_of_something(a, b, x):
    class C:
        n = 0

        def write(self):
            self.n = 7

    o = C()

    def run(o):
        type(o).write(o)

    if a > 2:
        run(o)
    return o.n


def an_instance_that_is_called(a, b, x):
    class C:
        n = 0

        def __call__(self, y):
            self.n += y

    o = C()
    if a > 2:
        o(b)
    return o.n


def given_by_an_attrgetter(a, b, x):
    class C:
        part = ()

    c, p = C(), []
    c.part = [x]
    if a > b:
        c.part = p
    for one in map(operator.attrgetter("part"), [c]):
        one.append(1)
    return len(p)


def given_by_tee(a, b, x):
    p = []
    among = [[x]]
    if a > b:
        among = [p]
    _, second = itertools.tee(among)
    next(second).append(1)
    return len(p)


def called_by_a_partial(a, b, x):
    p = []
    among = {"k": [x]}
    find = functools.partial(among.setdefault, "k")
    if a > b:
        among["k"] = p
    find([]).append(1)
    return len(p)


def left_to_an_exit_stack(a, b, x):
    log = []
    stack = contextlib.ExitStack()
    if a > b:
        stack.callback(log.append, x)
    stack.close()
    return len(log)


def stored_under_a_computed_name(a, b, x):
    class C:
        def __init__(self, **given):
            self.__dict__.update(given)

        def put(self, name, value):
            setattr(self, name, value)

    c = C(part=1)

    def put():
        c.put("part", x)

    holder = SimpleNamespace(put=put)
    if a > b:
        holder.put()
    return c.part


# what code of the library does to what it is given, on a way not taken


def method_of_the_library_that_stores(a, b, x):
    message = email.message.Message()
    if a > 0:
        message.set_payload(str(x))
    return message.get_payload()


def method_of_the_library_that_sets_slots(a, b, x):
    morsel = http.cookies.Morsel()
    morsel.set("k", "1", "1")
    if a > 0:
        morsel.set("k", str(x), "2")
    return morsel.value


def options_that_are_parsed_into_an_object(a, b, x):
    found = optparse.Values({"x": 1})
    parser = optparse.OptionParser()
    parser.add_option("--x")
    if a > 0:
        parser.parse_args([f"--x={x}"], found)
    return found.x


def method_of_the_library_behind_what_may_do_anything(a, b, x):
    week = calendar.Calendar()
    if a > 0:
        json.dumps(3)
        week.setfirstweekday(x % 7)
    return week.firstweekday


def method_written_in_c_behind_what_may_do_anything(a, b, x):
    error, text = ValueError(), io.StringIO()
    if a > 0:
        json.dumps(3)
        error.add_note("n")
        text.close()
    return len(getattr(error, "__notes__", ())), text.closed


class Steps:
    def __init__(self, items):
        self.items = iter(items)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.items)


def mapped_over_an_iterator_in_python(a, b, x):
    rows = [[0]]
    list(map(list.append, Steps(rows), [x]))
    return rows[0][-1]


def mapped_in_a_loop_over_an_iterator_in_python(a, b, x):
    rows = [[0]]
    for _ in map(list.append, Steps(rows), Steps([x])):
        pass
    return rows[0][-1]


class Rows:
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        yield from self.rows


def looked_for_in_a_generator_that_is_closed(a, b, x):
    first, second = [0], [1]
    rows = [second, second]
    if a > 0:
        rows[0] = first
    return 1 if first in Rows(rows) else 0


@dataclass
class Basket:
    items: list


def formatted(a, b, x):
    items = [a]
    items.append(x)
    return f"{items!r}"


def formatted_the_old_way(a, b, x):
    items = [a]
    items.append(x)
    return "%s" % (items,)


def shown_by_a_dataclass(a, b, x):
    basket = Basket([a])
    basket.items.append(x)
    return repr(basket)


def extended_array(a, b, x):
    items = array.array("q", [a, 3])
    items.extend([x])
    return sum(items)


def extended_array_by_a_bound_method(a, b, x):
    items = array.array("q", [a, 3])
    add = items.extend
    add([x])
    return sum(items)


def queue_that_was_asked(a, b, x):
    waiting = queue.SimpleQueue()
    waiting.put(a)
    waiting.put(b)
    if x > 0:
        waiting.get()
    return waiting.get()


def pickled_one_by_one(a, b, x):
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream)
    pickler.dump(a)
    pickler.dump(x)
    return stream.getvalue()


def a_function_in_a_list(a, b, x):
    seen = []
    np.piecewise(np.array([1.0, 2.0]), [[True, False]], [lambda z: seen.append(b) or z, 0])
    return seen


def what_a_function_in_a_list_gives(a, b, x):
    return float(np.piecewise(np.array([1.0, 2.0]), [[True, False]], [lambda z: b])[0])


def a_function_in_a_list_that_would_have_been_called(a, b, x):
    seen = []
    np.piecewise(np.array([1.0, 2.0]), np.array([[a > 1, False]]), [lambda z: seen.append(b) or z, 0])
    return seen


def a_function_behind_a_function(a, b, x):
    seen = []

    def see(z):
        seen.append(b)
        return z

    np.apply_along_axis(lambda z: see(z), 0, np.ones(2))
    return seen
