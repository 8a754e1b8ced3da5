"""Objects that a way not taken would make, whose methods call what the class was given."""

import functools
from collections.abc import Callable
from dataclasses import dataclass


class Command:
    def __init__(self, f, *given):
        self.f, self.given = f, given

    def go(self):
        self.f()

    def with_given(self):
        self.f(*self.given)

    def each(self):
        return [self.f(y) for y in self.given]

    def by_variable(self):
        f = self.f
        f()

    def through_another(self):
        self.go()

    def passed_on(self, y):
        self.f(y)

    def sort(self):
        return sorted(self.given, key=self.f)

    def mapped(self):
        return list(map(self.f, self.given))

    @property
    def gone(self):
        return self.f()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.f()

    def __iter__(self):
        self.f()
        return iter(self.given)

    def __len__(self):
        self.f()
        return 1

    def __add__(self, other):
        self.f()
        return self

    def __getitem__(self, key):
        self.f()
        return key

    def steps(self):
        yield self.f()

    def then(self, f):
        self.f = f
        return self


class Entering(Command):
    def __enter__(self):
        self.f()


class Late:
    def __init__(self):
        self.f = None


class Further(Command):
    def __init__(self, f):
        super().__init__(f)


class AtOnce:
    def __init__(self, f):
        self.f = f
        self.f()


class InPrivate:
    def __init__(self, f):
        self._f = f

    def go(self):
        return self._f() or 1


@dataclass
class Row:
    f: Callable

    def go(self):
        self.f()


class Document:
    saved = 0

    def __init__(self):
        self.n = 0

    def save(self):
        self.n += 1

    def run(self):
        Command(self.save).go()


COUNT = 0


def count():
    global COUNT
    COUNT += 1


def of_a_lambda(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b)).go()
    return len(out)


def of_a_function(a, b, x):
    global COUNT
    COUNT = x
    if a > 1:
        Command(count).go()
    return COUNT


def of_a_method(a, b, x):
    document = Document()
    if a > 1:
        Command(document.save).go()
    return document.n


def of_a_method_written_in_c(a, b, x):
    out = []
    if a > 1:
        Command(out.append, b).with_given()
    return out


def of_a_partial(a, b, x):
    out = []
    if a > 1:
        Command(functools.partial(out.append, b)).go()
    return out


def of_a_data_class(a, b, x):
    out = []
    if a > 1:
        Row(lambda: out.append(b)).go()
    return out


def that_is_mapped(a, b, x):
    out = []
    if a > 1:
        Command(lambda y: out.append(y), 1, b).mapped()
    return out


def in_a_comprehension(a, b, x):
    out = []
    if a > 1:
        Command(lambda y: out.append(y), 1, b).each()
    return out


def behind_a_star(a, b, x):
    out = []
    if a > 1:
        Command(lambda y: out.append(y), b).with_given()
    return out


def by_a_variable(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b)).by_variable()
    return out


def through_another_method(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b)).through_another()
    return out


def with_what_the_method_is_given(a, b, x):
    out = []
    if a > 1:
        Command(lambda y: out.append(y)).passed_on(b)
    return out


def by_a_property(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b)).gone
    return out


def as_a_with_statement_ends(a, b, x):
    out = []
    if a > 1:
        with Command(lambda: out.append(b)):
            pass
    return out


def as_a_with_statement_begins(a, b, x):
    out = []
    if a > 1:
        with Entering(lambda: out.append(b)):
            pass
    return out


def as_a_loop_begins(a, b, x):
    out = []
    if a > 1:
        for _ in Command(lambda: out.append(b)):
            pass
    return out


def by_operators(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b)) + 1
    return out


def by_an_item(a, b, x):
    out = []
    if a > 1:
        Command(lambda: out.append(b))[1]
    return out


def by_its_length(a, b, x):
    out = []
    if a > 1:
        len(Command(lambda: out.append(b)))
    return out


def in_a_generator(a, b, x):
    out = []
    if a > 1:
        for _ in Command(lambda: out.append(b)).steps():
            pass
    return out


def as_it_is_made(a, b, x):
    out = []
    if a > 1:
        AtOnce(lambda: out.append(b))
    return out


def of_a_derived_class(a, b, x):
    out = []
    if a > 1:
        Further(lambda: out.append(b)).go()
    return out


def of_another_name(a, b, x):
    out = []
    if a > 1:
        InPrivate(lambda: out.append(b)).go()
    return out


def that_has_a_variable(a, b, x):
    out = []
    if a > 1:
        command = Command(lambda: out.append(b))
        command.go()
    return out


def of_one_within_another(a, b, x):
    out = []
    if a > 1:
        Command(Command(lambda: out.append(b)).go).go()
    return out


def in_a_list(a, b, x):
    out = []
    if a > 1:
        for one in [Command(lambda: out.append(b))]:
            one.go()
    return out


def that_a_function_makes(a, b, x):
    out = []

    def command(f):
        return Command(f)

    if a > 1:
        command(lambda: out.append(b)).go()
    return out


def in_a_function_of_what_it_is_given(a, b, x):
    out = []

    def run(f):
        Command(f).go()

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_method_of_a_method(a, b, x):
    document = Document()
    if a > 1:
        document.run()
    return document.n


def in_a_function_of_a_method(a, b, x):
    document = Document()

    def run(one):
        Command(one.save).go()

    if a > 1:
        run(document)
    return document.n


def in_a_function_of_a_method_written_in_c(a, b, x):
    out = []

    def run(one, y):
        Command(one.append, y).with_given()

    if a > 1:
        run(out, b)
    return out


def in_a_function_stored_later(a, b, x):
    out = []

    def run(one):
        command = Late()
        command.f = one.append
        command.f(b)

    if a > 1:
        run(out)
    return out


class Bus:
    def __init__(self):
        self.on = None

    def run(self, y):
        self.on(y)


def what_is_subscribed_in_a_function(a, b, x):
    out = []

    def run(seen):
        bus = Bus()
        bus.on = seen.append
        bus.run(b)

    if a > 1:
        run(out)
    return out


def in_a_function_that_a_function_makes(a, b, x):
    out = []

    def run(one, y):
        make_command(one.append, y).with_given()

    if a > 1:
        run(out, b)
    return out


def make_command(f, *given):
    return Command(f, *given)


def in_a_function_a_property_of_what_it_is_given(a, b, x):
    out = []

    def run(f):
        return Command(f).gone

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_function_the_length_of_what_it_is_given(a, b, x):
    out = []

    def run(f):
        return len(Command(f))

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_function_that_loops_over_what_it_is_given(a, b, x):
    out = []

    def run(f):
        for _ in Command(f):
            pass

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_function_with_what_it_is_given(a, b, x):
    out = []

    def run(f):
        with Command(f):
            pass

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_function_a_generator_of_what_it_is_given(a, b, x):
    out = []

    def run(f):
        list(Command(f).steps())

    if a > 1:
        run(lambda: out.append(b))
    return out


def in_a_function_at_once_what_it_is_given(a, b, x):
    out = []

    def run(f):
        AtOnce(f)

    if a > 1:
        run(lambda: out.append(b))
    return out


class Made:
    def __init__(self, out):
        self.f = lambda y: out.append(y)
        self.f(1)


def what_is_stored_as_it_is_made(a, b, x):
    out = []
    if a > 1:
        Made(out)
    return out


class Default:
    def on(self, y):
        pass

    def run(self, y):
        self.on(y)


def what_hides_a_method(a, b, x):
    out = []
    if a > 1:
        one = Default()
        one.on = out.append
        one.run(b)
    return out


def in_a_function_what_hides_a_method(a, b, x):
    out = []

    def run(seen, y):
        one = Default()
        one.on = seen.append
        one.run(y)

    if a > 1:
        run(out, b)
    return out


class Optional:
    on = None

    def __init__(self, on=None):
        if on:
            self.on = on

    def run(self, y):
        if self.on:
            self.on(y)


def what_the_class_has_none_of(a, b, x):
    out = []
    if a > 1:
        Optional(out.append).run(b)
    return out


def in_a_function_what_the_class_has_none_of(a, b, x):
    out = []

    def run(seen, y):
        Optional(seen.append).run(y)

    if a > 1:
        run(out, b)
    return out


def what_hid_a_method_before(a, b, x):
    out = []
    one = Default()
    one.on = out.append
    if a > 1:
        one.run(b)
    return out


def what_hid_a_method_before_that_is_called(a, b, x):
    out = []
    one = Default()
    one.on = out.append
    if a > 1:
        one.on(b)
    return out


def what_hides_a_method_that_is_called(a, b, x):
    out = []
    if a > 1:
        one = Default()
        one.on = out.append
        one.on(b)
    return out


def what_would_hide_a_method_that_is_called_by_another(a, b, x):
    out = []
    one = Default()
    if a > 1:
        one.on = out.append
    if b > 1:
        one.run(b)
    return out


def what_would_hide_a_method_of_what_might_be_called(a, b, x):
    out = []
    one = Default()
    if a > 1:
        one.on = out.append
    if b > 4:
        one.run(b)
    return out
