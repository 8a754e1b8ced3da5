"""What is looked for among objects is written to, or would have been; and objects that are counted by their classes.

The runs that are looked at find something else, or nothing.
"""


class T:
    """What is found."""

    def __init__(self, key):
        self.key, self.v = key, 0


class N:
    """A tree of such."""

    def __init__(self, key, *children):
        self.key, self.children, self.v = key, children, 0


def things():
    return [T(0), T(3), T(5), T(-1), T(9), T(2)]


def loop_over_a_generator(a, b, x):
    ts = things()
    for t in (t for t in ts if t.key == a):
        t.v = 1
    return ts[1].v + ts[2].v


def next_of_a_generator(a, b, x):
    ts = things()
    next((t for t in ts if t.key == a), ts[5]).v = 1
    return ts[1].v + ts[2].v


def next_of_a_generator_or_none(a, b, x):
    ts = things()
    found = next((t for t in ts if t.key == a), None)
    if found is not None:
        found.v = 1
    return ts[1].v + ts[2].v


def generator_of_a_closure(a, b, x):
    ts = things()

    def matching():
        for t in ts:
            if t.key == a:
                yield t

    for t in matching():
        t.v = 1
    return ts[1].v + ts[2].v


def _each(ts):
    yield from ts


def _matching(ts, key):
    for t in ts:
        if t.key == key:
            yield t


def generators_behind_each_other(a, b, x):
    ts = things()
    for t in _matching(_each(ts), a):
        t.v = 1
    return ts[1].v + ts[2].v


class Query:
    """Of which parts are taken."""

    def __init__(self, ts):
        self.ts = ts

    def where(self, condition):
        return Query([t for t in self.ts if condition(t)])

    def each(self, condition):
        for t in self.ts:
            if condition(t):
                yield t

    def first(self):
        return self.ts[0] if self.ts else None


def first_of_a_query(a, b, x):
    ts = things()
    found = Query(ts).where(lambda t: t.key == a).first()
    if found is not None:
        found.v = 1
    return ts[1].v + ts[2].v


def each_of_a_query(a, b, x):
    ts = things()
    for t in Query(ts).each(lambda t: t.key == a):
        t.v = 1
    return ts[1].v + ts[2].v


def _if_it_is(node, key):
    if node.key == key:
        return node
    return None


def _child(node, key):
    for child in node.children:
        found = _if_it_is(child, key)
        if found is not None:
            return found
    return None


def found_by_another_function(a, b, x):
    leaf = N(3)
    tree = N(7, N(1), leaf, N(4))
    found = _child(tree, a)
    if found is not None:
        found.v = 1
    return leaf.v


def _within(node, key):
    if node.key == key:
        return node
    for child in node.children:
        found = _within(child, key)
        if found is not None:
            return found
    return None


def found_in_a_tree(a, b, x):
    leaf = N(3)
    tree = N(7, N(1, leaf, N(2)), N(0))
    found = _within(tree, a)
    if found is not None:
        found.v = 1
    return leaf.v


def found_in_a_tree_or_the_tree(a, b, x):
    leaf = N(3)
    tree = N(7, N(1, leaf, N(2)), N(0))
    (_within(tree, a) or tree).v = 1
    return leaf.v


def _last(ts, key):
    found = None
    for t in ts:
        if t.key <= key:
            found = t
    return found


def last_of_a_loop(a, b, x):
    ts = [T(1), T(3), T(5)]
    found = _last(ts, a)
    if found is not None:
        found.v = 1
    return ts[1].v


def _computed(ts, key):
    for t in ts:
        copy = _if_it_is(t, t.key)
        if t.key == key:
            return copy
    return ts[0]


def computed_in_an_earlier_turn(a, b, x):
    ts = things()
    _computed(ts, a).v = 1
    return ts[1].v + ts[2].v


class Counted:
    """Counts its objects."""

    count = 0

    def __init__(self):
        type(self).count += 1


class Holder:
    """Makes one."""

    def __init__(self):
        self.held = Counted()


class Special(Counted):
    """Is counted, too."""


def _made():
    return Counted()


def counted_by_its_class(a, b, x):
    Counted.count = 0
    if a > 2:
        Counted()
    return Counted.count


def counted_by_a_class_below(a, b, x):
    Special.count = 0
    if a > 2:
        Special()
    return Special.count


def counted_in_a_loop(a, b, x):
    Counted.count = 0
    for _ in range(a - 2):
        Counted()
    return Counted.count


def counted_by_what_holds_it(a, b, x):
    Counted.count = 0
    if a > 2:
        Holder()
    return Counted.count


def counted_in_a_function(a, b, x):
    Counted.count = 0
    if a > 2:
        _made()
    return Counted.count


_THINGS = things()


def _global_ones(key):
    for t in _THINGS:
        if t.key == key:
            yield t


def generator_of_a_global(a, b, x):
    for t in _THINGS:
        t.v = 0
    for t in _global_ones(a):
        t.v = 1
    return _THINGS[1].v + _THINGS[2].v


def by_a_pattern_that_asks_for_a_key(a, b, x):
    p, q = [0], [0]
    match {a: p}:
        case {2: o}:
            pass
        case _:
            o = q
    o[0] = x
    return p[0]


def by_a_pattern_whose_key_is_deleted(a, b, x):
    p, q = [0], [0]
    rows = {"k": p}
    if a < 2:
        del rows["k"]
    match rows:
        case {"k": o}:
            o[0] = x
        case _:
            q[0] = x
    return p[0]


def by_a_pattern_within_a_pattern(a, b, x):
    p, q = [0], [0]
    match [{"v": {a: [p]}}]:
        case [{"v": {2: [o]}}]:
            o[0] = x
        case _:
            q[0] = x
    return p[0]


def by_a_pattern_what_was_put_there(a, b, x):
    p, q = [0], [0]
    rows = {}
    rows[a] = p
    match rows:
        case {2: [0] as o, **rest}:
            pass
        case _:
            o = q
    o[0] = x
    return p[0]


def by_a_pattern_the_rest_of_a_dict(a, b, x):
    p = [0]
    match {a: 0, "p": p}:
        case {2: _, **rest}:
            o = rest["p"]
        case _:
            o = [0]
    o[0] = x
    return p[0]


def by_a_pattern_that_gives_a_method(a, b, x):
    p, q = [0], [0]
    match {a: p}:
        case {2: o}:
            f = o.append
        case _:
            f = q.append
    f(x)
    return len(p)


def by_a_pattern_of_a_class(a, b, x):
    p, q = T(1), T(2)
    p.v, q.v = [0], [0]

    class Other(T):
        pass

    one = T(1)
    if a > 1:
        one = Other(1)
    one.v = p.v
    match one:
        case Other(v=o):
            pass
        case _:
            o = q.v
    o[0] = x
    return p.v[0]


def by_a_pattern_of_a_class_what_is_held(a, b, x):
    p, q = [0], [0]
    one = T(a)
    one.v = p
    match one:
        case T(key=2, v=o):
            o[0] = x
        case _:
            q[0] = x
    return p[0]
