"""What might have been there instead: optional objects, hooks, other methods, functions made on the way."""

import functools


class Sink:
    def __init__(self, sink=None):
        self.sink = sink if sink is not None else []

    def put(self, v):
        self.sink.append(v)


def kept_if_given(a, b, x):
    s = []
    Sink(s if a > 3 else None).put(x)
    return len(s)


class Kept:
    def __init__(self, sink=None):
        self.sink = sink
        if self.sink is None:
            self.sink = []

    def put(self, v):
        self.sink.append(v)


def put_there_if_there_is_none(a, b, x):
    s = []
    Kept(s if a > 3 else None).put(x)
    return len(s)


def put_under_a_key_if_there_is_none(a, b, x):
    d = {}
    s = []
    if a > 3:
        d["k"] = s
    if "k" not in d:
        d["k"] = []
    d["k"].append(x)
    return len(s)


def logged(log, g):
    def w(v):
        log.append(v)
        return g(v)

    return w


def wrapped_by_a_function(a, b, x):
    log = []
    g = int
    if a > 3:
        g = logged(log, g)
    g(x)
    return len(log)


def decorated_there(a, b, x):
    out = []

    def deco(g):
        def w(v):
            out.append(v)
            return g(v)

        return w

    h = int
    if a > 3:
        h = deco(h)
    h(x)
    return len(out)


class Runner:
    def m(self, v):
        pass


def a_method_replaced_by_one_in_c(a, b, x):
    out = []
    r = Runner()
    if a > 3:
        r.m = out.append
    r.m(x)
    return len(out)


def a_method_replaced_by_a_lambda(a, b, x):
    out = []
    r = Runner()
    if a > 3:
        r.m = lambda v: out.append(v)
    r.m(x)
    return len(out)


class Sender:
    def send(self, v):
        pass


def a_method_replaced_in_its_class(a, b, x):
    out = []
    old = Sender.send
    if a > 3:
        Sender.send = lambda self, v: out.append(v)
    Sender().send(x)
    Sender.send = old
    return len(out)


CUR = None


def use(t):
    global CUR
    CUR = t


def put(v):
    CUR.append(v)


def a_global_that_is_set(a, b, x):
    main = []
    use([])
    if a > 3:
        use(main)
    put(x)
    return len(main)


HOOK = None


def install(h):
    global HOOK
    HOOK = h


def emit(x):
    HOOK(x)


def a_hook_that_is_installed(a, b, x):
    out = []
    install(int)
    if a > 3:
        install(out.append)
    emit(x)
    return len(out)


def a_variable_set_after_a_function_was_made(a, b, x):
    main = []
    cur = []

    def put(v):
        cur.append(v)

    if a > 3:
        cur = main
    put(x)
    return len(main)


def a_function_set_after_another_was_made(a, b, x):
    out = []
    cf = int

    def t(v):
        return cf(v)

    if a > 3:
        cf = out.append
    t(x)
    return len(out)


def a_property_with_the_name_of_a_variable(a, b, x):
    o = []
    p = []
    t = o if a > 3 else p

    class L:
        @property
        def t(self):
            return t

    L().t.append(x)
    return len(o)


def a_lambda_with_a_default(a, b, x):
    log = []
    calls = [lambda v: None]
    if a > 3:
        calls[0] = lambda v, log=log: log.append(v)
    calls[0](x)
    return len(log)


def a_branch_in_a_branch(a, b, x):
    out = []
    d = {"m": int}
    if a > 3:
        d["m"] = b and out.append
    d["m"](x)
    return len(out)


def a_partial_of_a_method_in_c(a, b, x):
    out = []
    [int, functools.partial(out.insert, 0)][a // 4](x)
    return len(out)


class Holder:
    def __init__(self, t):
        self.t = t

    def go(self, v):
        self.t.append(v)


def a_partial_made_there(a, b, x):
    out = []
    t = functools.partial(Holder.go, Holder(out)) if a > 3 else int
    list(map(t, [x]))
    return len(out)


class Node:
    def __init__(self, value, left=None):
        self.value, self.left = value, left

    def walk(self):
        if self.left is not None:
            self.left.walk()
        self.value += 1


def a_child_that_was_not_given(a, b, x):
    one = Node(x)
    Node(b, one if a > 4 else None).walk()
    return one.value


def a_child_that_was_not_set(a, b, x):
    one, other = Node(x), Node(b)
    if a > 4:
        other.left = one
    other.walk()
    return one.value


class Held:
    v = 0
    parent = None
    called = None

    def __init__(self, v=0):
        self.v = v

    def fire(self):
        if self.called is not None:
            self.called.v = 1


def put_first(one):
    if one:
        one[0] = 5


def first_like(rows, k):
    for row in rows:
        if row[0] == k:
            return row
    return None


def item_of_nothing_in_a_function(a, b, x):
    row = [0]
    put_first(row if a > 1 else None)
    return row[0]


def item_of_a_number_in_a_function(a, b, x):
    row = [0]
    put_first(row if a > 1 else 0)
    return row[0]


def item_of_nothing(a, b, x):
    row = [0]
    one = row if a > 1 else None
    try:
        one[0] = 5
    except TypeError:
        pass
    return row[0]


def item_of_what_was_not_found(a, b, x):
    rows = [[1, 0]]
    found = first_like(rows, a - 1)
    if found:
        found[1] = 2
    return rows[0][1]


def attribute_of_nothing(a, b, x):
    held = Held()
    one = held if a > 1 else None
    if one:
        one.v = 5
    return held.v


def attribute_of_what_is_nothing_then(a, b, x):
    first = held = Held(0)
    if first.v != a:
        first = None
    if first:
        first.v = b
    return held.v


def attribute_of_a_function_that_is_optional(a, b, x):
    held, firing = Held(), Held()
    if a > 1:
        firing.called = held
    firing.fire()
    return held.v


def attribute_of_a_parent_that_is_gone(a, b, x):
    root, child = Held(), Held()
    child.parent = root
    if a > 0:
        child.parent = None
    above = child.parent
    if above:
        above.v = 1
    return root.v


def appended_to_nothing(a, b, x):
    row = []
    one = row if a > 1 else None
    if one is not None:
        one.append(1)
    return len(row)


def extended_in_place_where_there_is_nothing(a, b, x):
    row = []
    one = row if a > 1 else None
    if one is not None:
        one += [1]
    return len(row)


def deleted_of_nothing(a, b, x):
    row = [1]
    one = row if a > 1 else None
    if one is not None:
        del one[0]
    return len(row)


def stored_to_a_slice_of_nothing(a, b, x):
    row = [1]
    one = row if a > 1 else None
    if one is not None:
        one[:] = []
    return len(row)


class Shared:
    n = 0
    seen = 0

    @classmethod
    def count(cls):
        cls.n = 3

    @staticmethod
    def note(one):
        one.seen = 4

    @property
    def looked(self):
        self.seen += 1
        return 1


def class_method_in_a_chosen_function(a, b, x):
    def one():
        Shared.count()

    def other():
        pass

    Shared.n = 0
    chosen = one if a > 1 else other
    chosen()
    return Shared.n


def static_method_in_a_chosen_function(a, b, x):
    shared = Shared()

    def one():
        Shared.note(shared)

    def other():
        pass

    chosen = one if a > 1 else other
    chosen()
    return shared.seen


def property_in_a_chosen_function(a, b, x):
    shared = Shared()

    def one():
        return shared.looked

    def other():
        pass

    chosen = one if a > 1 else other
    chosen()
    return shared.seen


class Turned:
    def tell(self):
        return 2


def class_of_an_object(a, b, x):
    held = Turner()
    if a > 1:
        held.__class__ = Turned
    return held.tell()


class Turner:
    def tell(self):
        return 1
