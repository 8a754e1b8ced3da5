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
