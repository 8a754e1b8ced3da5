"""Functions that are called by a variable of a function around, on a way not taken or by C code."""

import functools


def function_in_a_variable(a, b, x):
    held = [x]

    def write():
        held[0] = b

    def act():
        write()

    if a > 1:
        act()
    return held[0]


def function_in_a_variable_with_arguments(a, b, x):
    held, other = [x], [x]

    def write(to):
        to[0] = b

    def act(one, two):
        write(one)

    if a > 1:
        act(held, other)
    return held[0]


def function_in_a_variable_of_the_function_around(a, b, x):
    held = [x]

    def outer():
        def write():
            held[0] = b

        def act():
            write()

        if a > 1:
            act()

    outer()
    return held[0]


def function_in_a_variable_that_was_stored_again(a, b, x):
    held = [x]

    def act():
        write()

    def write():
        pass

    first = write

    def write():
        held[0] = b

    if a > 1:
        act()
    first()
    return held[0]


def function_in_a_variable_that_the_way_stores(a, b, x):
    held = [x]

    def act():
        write()

    def write():
        pass

    if a > 1:

        def write():
            held[0] = b

        act()
    return held[0]


def function_in_a_variable_that_it_stores(a, b, x):
    held = [x]

    def nothing():
        pass

    def put():
        held[0] = b

    write = nothing

    def act():
        nonlocal write
        write = put
        write()

    if a > 1:
        act()
    return held[0]


def function_in_a_variable_that_a_call_stores(a, b, x):
    held = [x]

    def nothing():
        pass

    def put():
        held[0] = b

    write = nothing

    def change():
        nonlocal write
        write = put

    def act():
        change()
        write()

    if a > 1:
        act()
    return held[0]


def function_in_a_variable_that_is_empty(a, b, x):
    held = [x]

    def act():
        write()

    if a > 1:
        write = held.clear
        act()
    write = None
    return len(held), write


def function_in_a_variable_with_a_method(a, b, x):
    class Box:
        def __init__(self):
            self.v = x

        def put(self):
            self.v = b

    box = Box()
    write = box.put

    def act():
        write()

    if a > 1:
        act()
    return box.v


def function_in_a_variable_that_calls_itself(a, b, x):
    held = [x]

    def write(n):
        if n:
            write(n - 1)
        else:
            held[0] = b

    if a > 1:
        write(2)
    return held[0]


def function_in_a_variable_in_a_lambda(a, b, x):
    held = [x]

    def write(n):
        held[0] += b
        return n

    list(map(lambda n: write(n), range(a)))
    return held[0]


def function_in_a_variable_with_what_it_gives(a, b, x):
    one, other = [x], [b]

    def give(p):
        return one if p else other

    def act(p):
        give(p).append(b)

    if a > 1:
        act(b)
    return len(one)


def function_in_a_variable_that_was_deleted(a, b, x):
    held = [x]

    def write():
        held[0] = b

    def act():
        try:
            write()
        except NameError:
            held[0] = 77

    if b > 5:
        del write
    if a > 1:
        act()
    return held[0]


def default_behind_map(a, b, x):
    return list(map(lambda e, k=a: e + k, [b]))


def default_behind_a_star(a, b, x):
    def f(k=a):
        return k

    return f(*[b][1:])


def default_behind_a_partial(a, b, x):
    return functools.partial(lambda e, k=a: k, b)()


def defaults_that_were_set(a, b, x):
    def f(e, k=0):
        return k

    f.__defaults__ = (a,)
    return list(map(f, [b]))


def default_of_a_method(a, b, x):
    class Kept:
        def __init__(self, k=a):
            self.k = k

    return Kept().k


def default_of_a_special_method(a, b, x):
    size = abs(a)

    class Sized:
        def __len__(self, k=size):
            return k

    return len(Sized())


def key_of_an_update_from_a_closure(a, b, x):
    known = {1: 1}
    known.update({a: 0})
    (lambda: a)()
    return known.get(1)


def key_of_a_merged_display_from_a_closure(a, b, x):
    known = {**{1: 1}, **{a: 0}}
    (lambda: a)()
    return known[1]
