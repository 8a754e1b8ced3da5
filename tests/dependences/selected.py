"""C code is given one of two objects: what it calls of the one that was not chosen, had that one been chosen."""

import functools
import operator
from itertools import islice


class Told:
    """Its methods tell that they were called."""

    def __init__(self, log):
        self.log = log

    def __len__(self):
        self.log.append(1)
        return 1

    def __bool__(self):
        self.log.append(2)
        return True

    def __add__(self, other):
        self.log.append(3)
        return 4

    def __radd__(self, other):
        self.log.append(4)
        return 5

    def __iadd__(self, other):
        self.log.append(5)
        return self

    def __contains__(self, item):
        self.log.append(6)
        return False

    def __index__(self):
        self.log.append(7)
        return 0

    def __hash__(self):
        self.log.append(8)
        return 9

    def __eq__(self, other):
        self.log.append(9)
        return False

    def __iter__(self):
        self.log.append(10)
        return iter([])

    def __getitem__(self, key):
        self.log.append(11)
        return 1

    def __setitem__(self, key, value):
        self.log.append(12)

    def __enter__(self):
        self.log.append(13)
        return self

    def __exit__(self, *_):
        self.log.append(14)

    def __call__(self):
        self.log.append(15)

    def __str__(self):
        self.log.append(16)
        return ""

    def __neg__(self):
        self.log.append(17)
        return 1

    def __lt__(self, other):
        self.log.append(18)
        return True

    def __format__(self, spec):
        self.log.append(19)
        return ""


class Shown:
    def __init__(self, log):
        self.log = log

    def __repr__(self):
        self.log.append(1)
        return ""


class Calling:
    def __init__(self, log):
        self.log = log

    def __call__(self, x):
        self.log.append(x)
        return x


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Setting:
    def __init__(self, log):
        object.__setattr__(self, "log", log)

    def __setattr__(self, name, value):
        self.log.append(1)


def its_length(a, b, x):
    log = []
    o = Told(log)
    len(o if a == 0 else [])
    return len(log)


def its_truth(a, b, x):
    log = []
    o = Told(log)
    bool(o if a == 0 else [])
    return len(log)


def its_truth_in_a_branch(a, b, x):
    log = []
    o = Told(log)
    if o if a == 0 else 1:
        x += 1
    return len(log)


def added(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else 1) + 1
    return len(log)


def added_to(a, b, x):
    log = []
    o = Told(log)
    1 + (o if a == 0 else 1)
    return len(log)


def added_in_place(a, b, x):
    log = []
    o = Told(log)
    t = o if a == 0 else 1
    t += 1
    return len(log)


def looked_for_in(a, b, x):
    log = []
    o = Told(log)
    b in (o if a == 0 else [])
    return len(log)


def an_index(a, b, x):
    log = []
    o = Told(log)
    [1, 2][o if a == 0 else 1]
    return len(log)


def a_key(a, b, x):
    log = []
    o = Told(log)
    {}.get(o if a == 0 else 1)
    return len(log)


def a_key_that_is_set(a, b, x):
    log = []
    o = Told(log)
    d = {}
    d[o if a == 0 else 1] = 2
    return len(log)


def compared(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else 1) == 2
    return len(log)


def searched_for(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else 1) in [3, 4]
    return len(log)


def iterated(a, b, x):
    log = []
    o = Told(log)
    for _ in o if a == 0 else []:
        pass
    return len(log)


def made_a_list(a, b, x):
    log = []
    o = Told(log)
    list(o if a == 0 else [])
    return len(log)


def unpacked(a, b, x):
    log = []
    o = Told(log)
    [*(o if a == 0 else [])]
    return len(log)


def an_item(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else [1])[0]
    return len(log)


def an_item_is_set(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else [1])[0] = 1
    return len(log)


def entered(a, b, x):
    log = []
    o = Told(log)
    q = Quiet()
    with o if a == 0 else q:
        pass
    return len(log)


def called(a, b, x):
    log = []
    o = Told(log)
    (o if a == 0 else int)()
    return len(log)


def printed(a, b, x):
    log = []
    o = Told(log)
    str(o if a == 0 else 1)
    return len(log)


def formatted(a, b, x):
    log = []
    o = Told(log)
    f"{o if a == 0 else 1}"
    return len(log)


def negated(a, b, x):
    log = []
    o = Told(log)
    -(o if a == 0 else 1)
    return len(log)


def ordered(a, b, x):
    log = []
    o = Told(log)
    t = o if a == 0 else 1
    sorted([t, t])
    return len(log)


def the_larger(a, b, x):
    log = []
    o = Told(log)
    max(o if a == 0 else 1, 2)
    return len(log)


def summed(a, b, x):
    log = []
    o = Told(log)
    sum([o if a == 0 else 1, 2])
    return len(log)


def an_attribute_is_set(a, b, x):
    log = []
    o, q = Setting(log), Quiet()
    t = o if a == 0 else q
    t.v = b
    return len(log)


def an_attribute_is_set_by_name(a, b, x):
    log = []
    o, q = Setting(log), Quiet()
    t = o if a == 0 else q
    setattr(t, "v", b)
    return len(log)


def pick(one, other, first):
    return one if first else other


def picked_and_set(a, b, x):
    log = []
    pick(Setting(log), Quiet(), a == 0).v = b
    return len(log)


def picked_and_entered(a, b, x):
    log = []
    with pick(Told(log), Quiet(), a == 0):
        pass
    return len(log)


def picked_and_measured(a, b, x):
    log = []
    len(pick(Told(log), [], a == 0))
    return len(log)


def picked_and_added(a, b, x):
    log = []
    pick(Told(log), 1, a == 0) + 1
    return len(log)


def its_length_by_a_statement(a, b, x):
    log = []
    o = Told(log)
    t = [1]
    if a == 0:
        t = o
    len(t)
    return len(log)


def its_length_from_a_list(a, b, x):
    log = []
    ts = [Told(log), [1]]
    len(ts[a != 0])
    return len(log)


def its_length_from_an_attribute(a, b, x):
    log = []
    q = Quiet()
    q.v = [1]
    if a == 0:
        q.v = Told(log)
    len(q.v)
    return len(log)


def its_length_made_there(a, b, x):
    log = []
    len(Told(log) if a == 0 else [])
    return len(log)


def sliced(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    sum(islice(it if a else gg, 2))
    return next(gg)


def numbered(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    next(enumerate(it if a else gg))
    return next(gg)


def zipped(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    next(zip(it if a else gg, [1, 2]))
    return next(gg)


def mapped(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    next(map(str, it if a else gg))
    return next(gg)


def went_through(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    list(it if a else gg)
    return next(gg, 0)


def looped_over(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    for _ in it if a else gg:
        break
    return next(gg)


def looped_over_numbered(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    for _ in enumerate(it if a else gg):
        break
    return next(gg)


def unpacked_in_part(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    one, *rest = islice(it if a else gg, 2)
    return next(gg)


def generated(n):
    yield n
    yield n + 1
    yield n + 2


def zipped_generators(a, b, x):
    it, gg = generated(1), generated(b)
    next(zip(it if a else gg, [1, 2]))
    return next(gg)


def iterators_from_a_list(a, b, x):
    its = [iter([b, 5, 6]), iter([1, 2, 3])]
    next(zip(its[a != 0], [1, 2]))
    return next(its[0])


def searched_in(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    1 in (it if a else gg)
    return next(gg, 0)


def any_of(a, b, x):
    it, gg = iter([1, 2, 3]), iter([b, 5, 6])
    any(it if a else gg)
    return next(gg, 0)


def called_by_a_map(a, b, x):
    log = []
    o = Calling(log)
    list(map(o if a == 0 else int, [b]))
    return len(log)


def called_by_a_sort(a, b, x):
    log = []
    o = Calling(log)
    sorted([b, x], key=o if a == 0 else abs)
    return len(log)


def called_by_a_maximum(a, b, x):
    log = []
    o = Calling(log)
    max([b, x], key=o if a == 0 else None)
    return len(log)


def a_function_given_to_a_map(a, b, x):
    log = []

    def tells(y):
        log.append(y)
        return y

    list(map(tells if a == 0 else abs, [b]))
    return len(log)


def one_of_two_functions_given_to_a_map(a, b, x):
    log = []

    def tells(y):
        log.append(y)
        return y

    def keeps(y):
        return y

    list(map(tells if a == 0 else keeps, [b]))
    return len(log)


def one_of_two_functions_given_to_a_sort(a, b, x):
    log = []

    def tells(y):
        log.append(y)
        return y

    def keeps(y):
        return y

    sorted([b, x], key=tells if a == 0 else keeps)
    return len(log)


def a_method_given_to_a_map(a, b, x):
    log = []
    list(map(log.append if a == 0 else abs, [b]))
    return len(log)


def a_method_given_to_a_sort(a, b, x):
    log = []
    sorted([b, x], key=(lambda y: log.append(y) or y) if a == 0 else None)
    return len(log)


def a_function_given_to_a_reduction(a, b, x):
    log = []

    def tells(y, z):
        log.append(y)
        return y

    functools.reduce(tells if a == 0 else operator.add, [b, x, 1])
    return len(log)


def a_function_from_a_dict_given_to_a_map(a, b, x):
    log = []

    def tells(y):
        log.append(y)
        return y

    table = {False: abs, True: tells}
    list(map(table[a == 0], [b]))
    return len(log)


def a_function_given_to_a_map_that_is_asked_later(a, b, x):
    log = []

    def tells(y):
        log.append(y)
        return y

    found = map(tells if a == 0 else abs, [b])
    log.clear()
    list(found)
    return len(log)


def a_method_given_to_a_map_that_is_asked_later(a, b, x):
    log = []
    found = map(log.append if a == 0 else abs, [b])
    log.clear()
    next(found)
    return len(log)


def compared_in_a_list(a, b, x):
    log = []
    o = Told(log)
    [x, o if a == 0 else 1] == [x, 2]
    return len(log)


def searched_for_in_a_list(a, b, x):
    log = []
    o = Told(log)
    b in [o if a == 0 else 1, 2]
    return len(log)


def shown_in_a_list(a, b, x):
    log = []
    o = Shown(log)
    repr([o if a == 0 else 1])
    return len(log)


def shown_by_a_format(a, b, x):
    log = []
    o = Shown(log)
    f"{o if a == 0 else 1!r}"
    return len(log)


def found_in_a_loop_or_by_its_else(a, b, x):
    first, second = [0], [1]
    for found in [first, second]:
        if a > 0:
            break
    else:
        found = second
    found.append(x)
    return len(first)


def kept_in_a_loop_or_by_its_else(a, b, x):
    first, second = [0], [1]
    for one in (first, second):
        found = one
        if a > 0:
            break
    else:
        found = second
    found.append(x)
    return len(first)
