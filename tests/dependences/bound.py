"""Methods written in C that are kept or passed on before they are called, on ways not taken."""

import json


def call(f, y):
    f(y)


def each(f, rows):
    for y in rows:
        f(y)


class Lines:
    def __init__(self):
        self.lines = []

    def write(self, *rows):
        self.each(self.lines.append, rows)

    def each(self, f, rows):
        for y in rows:
            f(y)

    def call(self, y):
        call(self.lines.append, y)

    def by_name(self, name, y):
        {"push": self.lines.append, "rest": self.lines.remove}[name](y)

    def read(self, text):
        json.loads(text, object_hook=self.lines.append)

    def loop(self, y):
        for f in (self.lines.append,):
            f(y)

    def comprehend(self, rows):
        f = self.lines.append
        [f(y) for y in rows]

    def kept(self, y):
        self.f = self.lines.append
        self.f(y)

    def special(self, y):
        self.lines.append.__call__(y)


def passed_to_a_method(a, b, x):
    lines = Lines()
    if a > 1:
        lines.write(b)
    return lines.lines


def in_a_table_of_a_method(a, b, x):
    lines = Lines()
    if a > 1:
        lines.by_name("push", b)
    return lines.lines


def in_a_table_of_a_function(a, b, x):
    out = []

    def run(rows, name, y):
        operations = {"push": rows.append, "rest": rows.remove}
        operations[name](y)

    if a > 1:
        run(out, "push", b)
    return out


def passed_to_the_library(a, b, x):
    lines = Lines()
    if a > 1:
        lines.read("{}")
    return len(lines.lines)


def in_a_loop_of_a_method(a, b, x):
    lines = Lines()
    if a > 1:
        lines.loop(b)
    return lines.lines


def kept_by_a_method(a, b, x):
    lines = Lines()
    if a > 1:
        lines.kept(b)
    return lines.lines


def by_a_special_method_of_a_method(a, b, x):
    lines = Lines()
    if a > 1:
        lines.special(b)
    return lines.lines


def passed_to_a_lambda(a, b, x):
    out = []

    def run(rows, y):
        (lambda f: f(y))(rows.append)

    if a > 1:
        run(out, b)
    return out


def in_a_list_of_a_function(a, b, x):
    out = []

    def run(rows):
        [rows.append][0](b)

    if a > 1:
        run(out)
    return out


def in_a_loop_of_a_function(a, b, x):
    out = []

    def run(rows):
        for f in (rows.append,):
            f(b)

    if a > 1:
        run(out)
    return out


def in_a_comprehension_of_a_function(a, b, x):
    out = []

    def run(rows):
        return [f(b) for f in (rows.append,)]

    if a > 1:
        run(out)
    return out


def as_a_default(a, b, x):
    out = []

    def put(f=out.append):
        f(b)

    if a > 1:
        put()
    return out


def as_a_default_of_a_keyword(a, b, x):
    out = []

    def put(*, f=out.append):
        f(b)

    if a > 1:
        put()
    return out


def as_a_default_on_the_way(a, b, x):
    out = []
    if a > 1:

        def put(f=out.append):
            f(b)

        put()
    return out


def a_lambda_as_a_default_on_the_way(a, b, x):
    out = []
    if a > 1:

        def put(f=lambda y: out.append(y)):
            f(b)

        put()
    return out


def as_a_default_in_a_function(a, b, x):
    out = []

    def run(rows):
        def put(f=rows.append):
            f(b)

        put()

    if a > 1:
        run(out)
    return out


def a_lambda_as_a_default_in_a_function(a, b, x):
    out = []

    def run(rows):
        def put(f=lambda y: rows.append(y)):
            f(b)

        put()

    if a > 1:
        run(out)
    return out


def by_a_special_method_in_a_function(a, b, x):
    out = []

    def run(rows):
        rows.append.__call__(b)

    if a > 1:
        run(out)
    return out


def of_a_set(a, b, x):
    out = set()

    def run(rows):
        each(rows.add, [b])

    if a > 1:
        run(out)
    return len(out)


def chosen_in_a_function(a, b, x):
    out = []

    def run(rows, first):
        f = rows.append if first else rows.remove
        f(b)

    if a > 1:
        run(out, True)
    return out


def in_a_pair_that_is_passed(a, b, x):
    out = []

    def run(pair):
        pair[0](b)

    def start(rows):
        run((rows.append, rows.pop))

    if a > 1:
        start(out)
    return out


def a_lambda_to_a_function_around(a, b, x):
    out = []

    def run(f, y):
        f(y)

    def start(rows):
        run(lambda y: rows.append(y), b)

    if a > 1:
        start(out)
    return out


def to_a_function_around_that_passes_it_on(a, b, x):
    out = []

    def run(f, y):
        f(y)

    def further(f):
        run(f, b)

    def start(rows):
        further(rows.append)

    if a > 1:
        start(out)
    return out


def set_item_as_a_default(a, b, x):
    out = {}

    def put(y, f=out.__setitem__):
        f(1, y)

    if a > 1:
        put(b)
    return out
