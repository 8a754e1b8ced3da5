"""Parameters that inner functions use, which are loaded without nodes of their own: they say where something is put."""


def captured_index(a, b, x):
    def uses():
        return a

    items = [0] * 9
    items[a] = 1
    return items[2]


def captured_key(a, b, x):
    def uses():
        return a

    found = dict.fromkeys(range(9), 0)
    found[a] = 7
    return found[2]


def captured_by_the_store(a, b, x):
    items = [0] * 9

    def put():
        items[a] = 1

    put()
    return items[2]


def captured_index_of_another(a, b, x):
    def uses():
        return a

    rows = [[k] for k in range(9)]
    row = rows[a]
    row[0] = b
    return rows[2][0]


def captured_key_that_goes(a, b, x):
    def uses():
        return a

    found = dict.fromkeys(range(9), 0)
    found.pop(a, None)
    return found.get(2, 5)


def captured_place_of_an_item(a, b, x):
    def uses():
        return a

    items = list(range(9))
    items.insert(a, 99)
    return items[2]


def captured_index_that_goes(a, b, x):
    def uses():
        return a

    items = list(range(9))
    del items[a]
    return items[2]


class Holder:
    v = w = 0


def captured_name(a, b, x):
    name = "v" if a > 1 else "w"

    def uses():
        return name

    one = Holder()
    one.v, one.w = 1, 2
    setattr(one, name, b)
    return one.v


# behind, or before, what could write anything


def captured_behind_a_class(a, b, x):
    r = 0
    if a > 0:

        class K:
            pass

        r = x

    def f():
        return r

    return f()


def captured_before_a_class(a, b, x):
    r = 0
    if a > 0:
        r = x

        class K:
            pass

    return (lambda: r)()


def captured_behind_what_runs_any_code(a, b, x):
    r = 0
    if a > 0:
        exec("1")
        r = x
    return (lambda: r)()


def captured_by_a_method_behind_a_class(a, b, x):
    r = 0

    class Last:
        def get(self):
            return r

    if a > 0:

        class K(Last):
            pass

        r = x
    return Last().get()


def captured_iterator(a, b, x):
    numbers, others = iter([b, x, 3]), iter([4, 5])
    source = numbers
    if a > 1:
        source = others

    def skip():
        next(source)

    skip()
    return next(numbers)


LATEST = 0


def global_behind_a_class(a, b, x):
    global LATEST
    LATEST = 0
    if a > 0:

        class K:
            pass

        LATEST = x
    return _latest()


def _latest():
    return LATEST
