"""A way not taken stores a function in an attribute, or variable, and calls it there."""

import functools
import types


class Plain:
    pass


class Hooked:
    def __init__(self):
        self.hook = None
        self.hooks = {}

    def on(self, f):
        self.hook = f

    def fire(self):
        if self.hook is not None:
            self.hook()

    def call(self, f):
        self.hook = f
        self.hook()

    def inner(self):
        pass


CALLED = []


def _called():
    CALLED.append(1)


HOOKS = [(_called, repr)]


def kept_in_a_tuple_from_before(a, b, x):
    CALLED[:] = [b]
    if a > 1:
        HOOKS[0][0]()
    return len(CALLED)


def stored_and_called(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    if a > 1:
        o.f = note
        o.f()
    return len(out)


def in_the_place_of_another(a, b, x):
    out, o = [b], Plain()
    o.f = lambda: None

    def note():
        out.append(x)

    if a > 1:
        o.f = note
        o.f()
    return len(out)


def in_the_place_of_none(a, b, x):
    out, o = [b], Plain()
    o.f = None

    def note():
        out.append(x)

    if a > 1:
        o.f = note
        o.f()
    return len(out)


def in_the_place_of_a_method(a, b, x):
    out, o = [b], Hooked()

    def note():
        out.append(x)

    if a > 1:
        o.inner = note
        o.inner()
    return len(out)


def called_by_a_variable(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    if a > 1:
        o.f = note
        f = o.f
        f()
    return len(out)


def by_setattr(a, b, x):
    out, o = [b], Plain()
    if a > 1:
        setattr(o, "f", out.append)
        o.f(x)
    return len(out)


def by_dict(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    if a > 1:
        o.__dict__["f"] = note
        o.f()
    return len(out)


def of_a_function(a, b, x):
    out = [b]

    def note():
        out.append(x)

    def o():
        pass

    if a > 1:
        o.f = note
        o.f()
    return len(out)


def of_a_class(a, b, x):
    out = [b]

    class C:
        pass

    def note():
        out.append(x)

    if a > 1:
        C.f = note
        C.f()
    return len(out)


def method_of_a_class(a, b, x):
    out = [b]

    class C:
        pass

    o = C()

    def note(self):
        out.append(x)

    if a > 1:
        C.f = note
        o.f()
    return len(out)


def method_in_the_place_of_another(a, b, x):
    out = [b]

    class C:
        def f(self):
            pass

    o = C()

    def note(self):
        out.append(x)

    if a > 1:
        C.f = note
        o.f()
    return len(out)


def bound_method(a, b, x):
    out, o = [b], Plain()
    if a > 1:
        o.f = out.append
        o.f(x)
    return len(out)


def bound_by_partial(a, b, x):
    out, o = [b], Plain()
    if a > 1:
        o.f = functools.partial(out.append, x)
        o.f()
    return len(out)


def object_that_can_be_called(a, b, x):
    out, o = [b], Plain()

    class Note:
        def __call__(self):
            out.append(x)

    if a > 1:
        o.f = Note()
        o.f()
    return len(out)


def of_what_an_attribute_has(a, b, x):
    out, o = [b], Plain()
    o.inner = Plain()

    def note():
        out.append(x)

    if a > 1:
        o.inner.f = note
        o.inner.f()
    return len(out)


def of_what_is_made_for_an_attribute(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    if a > 1:
        o.inner = Plain()
        o.inner.f = note
        o.inner.f()
    return len(out)


def in_a_loop(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    for _ in range(a - 1):
        o.f = note
        o.f()
    return len(out)


def in_a_function_not_called(a, b, x):
    out, o = [b], Plain()

    def note():
        out.append(x)

    def go():
        o.f = note
        o.f()

    if a > 1:
        go()
    return len(out)


def by_two_functions(a, b, x):
    out, o = [b], Plain()
    o.f = None

    def note():
        out.append(x)

    def store(f):
        o.f = f

    def go():
        o.f()

    if a > 1:
        store(note)
        go()
    return len(out)


def event(a, b, x):
    out, o = [b], Hooked()

    def note():
        out.append(x)

    if a > 1:
        o.on(note)
        o.fire()
    return len(out)


def event_in_one_method(a, b, x):
    out, o = [b], Hooked()

    def note():
        out.append(x)

    if a > 1:
        o.call(note)
    return len(out)


def variable_that_another_function_stores(a, b, x):
    out, f = [b], None

    def choose():
        nonlocal f
        f = out.append

    if a > 1:
        choose()
        f(x)
    return len(out)


def a_namespace_to_print_to(a, b, x):
    out = [b]

    def note(*_):
        out.append(x)

    if a > 1:
        print("x", file=types.SimpleNamespace(write=note))
    return len(out)
