"""What loops without a turn would have gone over, and what they gave that is found again otherwise."""


class Plain:
    def __init__(self, n=0):
        self.n = n


W = [Plain(), Plain(), Plain()]
ROWS = L2 = [[0], [0]]
D = {"a": Plain(), "b": Plain()}
NEST = [[Plain()], [Plain()]]


def list_that_might_hold_one(a, b, x):
    o = [0]
    l = []
    if a > b:
        l.append(o)
    for q in l:
        q.append(x)
    return o


def values_of_a_dict_that_might_hold_one(a, b, x):
    o = Plain()
    d = {}
    if a > b:
        d["k"] = o
    for q in d.values():
        q.n = x
    return o.n


def rows_that_are_kept_if(a, b, x):
    o = Plain()
    o.k = a
    l = [o]
    m = [q for q in l if q.k > 2]
    for q in m:
        q.n = x
    return o.n


def comprehension_that_keeps_none(a, b, x):
    w = [Plain(), Plain()]
    l = [o for o in w if a > b]
    for o in l:
        o.n = x
    return w[0].n


def loop_that_keeps_none(a, b, x):
    for o in W:
        o.n = 0
    l = []
    for o in W:
        if a > b:
            l.append(o)
    for o in l:
        o.n = x
    return W[0].n


def loop_that_keeps_the_first(a, b, x):
    w = [Plain(), Plain(), Plain()]
    l = []
    for o in w:
        if len(l) < a:
            l.append(o)
    for o in l:
        o.n = x
    return w[1].n


def pairs_that_are_kept(a, b, x):
    for o in (*W, *D.values(), *(row[0] for row in NEST)):
        o.n = 0
    s = []
    for o in W:
        for p in W:
            if o is not p and a > b:
                s.append(p)
    for q in s:
        q.n += x
    return W[0].n


def item_of_what_a_loop_went_over(a, b, x):
    for o in W:
        o.n = 0
    W[a > b].n = x
    return W[0].n


def row_of_what_a_loop_went_over(a, b, x):
    for r in L2:
        r[0] = 0
    L2[a > b][0] = x
    return L2[0][0]


def value_of_what_a_loop_went_over(a, b, x):
    for o in D.values():
        o.n = 0
    o = next(iter(D.values()))
    D["ba"[a > b]].n = x
    return o.n


def part_of_what_a_loop_went_over(a, b, x):
    for r in ROWS:
        r[0] = 0
    for q in ROWS[a > b :]:
        q[0] = x
        break
    return ROWS[0][0]


def first_value_and_another(a, b, x):
    for o in (*W, *D.values(), *(row[0] for row in NEST)):
        o.n = 0
    o = next(iter(D.values()))
    D["ba"[a > b]].n = x
    return o.n


def first_item_and_another(a, b, x):
    for o in (*W, *D.values(), *(row[0] for row in NEST)):
        o.n = 0
    o = next(iter(W))
    p = W[a > b]
    p.n = x
    return o.n


def row_that_a_loop_goes_over(a, b, x):
    for o in (*W, *D.values(), *(row[0] for row in NEST)):
        o.n = 0
    r = NEST[a > b]
    for o in r:
        o.n = x
    return NEST[0][0].n


def filled_anew_by_a_generator(a, b, x):
    o = Plain()
    o.n = 0
    o.k = a
    p = Plain()
    p.n = 0
    p.k = b
    l = [o, p]
    l[:] = (q for q in l if q.k > 2)
    for q in l:
        q.n = x
    return p.n


def filled_anew_by_a_filter(a, b, x):
    o = Plain()
    o.n = 0
    o.k = a
    p = Plain()
    p.n = 0
    p.k = b
    l = [o, p]
    l[:] = filter(lambda q: q.k > 2, l)
    if l:
        l[-1].n = x
    return o.n


def filled_anew_by_a_comprehension(a, b, x):
    o = Plain()
    o.n = 0
    o.k = a
    l = [o]
    l[:] = [q for q in l if q.k > 2]
    for q in l:
        q.n = x
    return o.n


def filled_with_another_list(a, b, x):
    k = [0]
    j = [5]
    l = [k]
    if a > b:
        l[:] = [j]
    l[0].append(x)
    return list(k)


def filled_with_another_object(a, b, x):
    o = Plain()
    p = Plain()
    l = [o]
    if a > b:
        l[:] = [p]
    l[0].n = x
    return o.n


def list_that_might_be_another(a, b, x):
    one, row = Plain(), []
    if a > b:
        row = [one]
    for q in row:
        q.n = x
    return one.n
