"""Which object it is decides what is written, by whatever way that came: patterns of ordinary programs."""

import functools
import itertools
from collections import deque


class Box:
    def __init__(self, n=0):
        self.n, self.log = n, []


class Base:
    def run(self, s):
        self.go(s)

    def go(self, s):
        pass


class Derived(Base):
    def go(self, s):
        s.n += 1


class On:
    def press(self, lamp):
        lamp.state = Off()
        lamp.log.append("off")


class Off:
    def press(self, lamp):
        lamp.state = On()
        lamp.n += 1


class Lamp:
    def __init__(self, on):
        self.state = On() if on > 1 else Off()
        self.n, self.log = 0, []

    def press(self):
        self.state.press(self)


def state_machine(a, b, x):
    lamp = Lamp(a)
    lamp.press()
    return lamp.n


def state_machine_pressed_again(a, b, x):
    lamp = Lamp(a)
    for _ in range(3):
        lamp.press()
    return lamp.n * 10 + len(lamp.log)


def template_method(a, b, x):
    s = Box()
    (Derived() if a > 1 else Base()).run(s)
    return s.n


def template_method_of_objects_there(a, b, x):
    s, derived, base = Box(), Derived(), Base()
    (derived if a > 1 else base).run(s)
    return s.n


class Number:
    def __init__(self, v):
        self.v = v


class Let(Number):
    pass


class Sum:
    def __init__(self, left, right):
        self.left, self.right = left, right


class Visitor:
    def visit(self, node):
        return getattr(self, "visit_" + type(node).__name__)(node)

    def visit_Number(self, node):
        return node.v

    def visit_Sum(self, node):
        return self.visit(node.left) + self.visit(node.right)

    def visit_Let(self, node):
        self.env = node.v
        return node.v


def visitor(a, b, x):
    visiting = Visitor()
    visiting.env = x
    visiting.visit(Sum(Number(b), Let(3) if a > 1 else Number(4)))
    return visiting.env


def undone(a, b, x):
    document, history = Box(), []

    class Set:
        def __init__(self, v):
            self.v = v

        def do(self):
            self.old, document.n = document.n, self.v

    class Nothing:
        def do(self):
            pass

    for command in (Set(b), Set(x) if a > 1 else Nothing()):
        command.do()
        history.append(command)
    return document.n


def observers(a, b, x):
    s, found = Box(), {}
    found.setdefault("e", []).append((lambda v: s.log.append(v)) if a > 1 else (lambda v: None))
    for one in found.get("e", []):
        one(b)
    return len(s.log)


def strategy(a, b, x):
    s, table = Box(), {"up": Derived, "no": Base}
    table["up" if a > 1 else "no"]().run(s)
    return s.n


def class_found_by_next(a, b, x):
    s = Box()
    next(cls for cls in (Base, Derived) if (cls is Derived) == (a > 1))().run(s)
    return s.n


def wrapped_twice(a, b, x):
    class Wrapper:
        def __init__(self, inner):
            self.inner = inner

        def run(self, s):
            self.inner.run(s)

    s = Box()
    Wrapper(Wrapper(Derived() if a > 1 else Base())).run(s)
    return s.n


def wrapped_on_one_way(a, b, x):
    class Wrapper:
        def __init__(self, inner):
            self.inner = inner

        def run(self, s):
            self.inner.run(s)

    s = Box()
    (Wrapper(Derived()) if a > 1 else Wrapper(Base())).run(s)
    return s.n


def in_a_pair(a, b, x):
    s = Box()
    _, one = (1, Derived()) if a > 1 else (0, Base())
    one.run(s)
    return s.n


def default_of_a_dict(a, b, x):
    s, known = Box(), {}
    if a > 1:
        known["k"] = Derived()
    known.get("k", Base()).run(s)
    return s.n


def by_or(a, b, x):
    s = Box()
    one = (Derived() if a > 1 else None) or Base()
    one.run(s)
    return s.n


def by_a_handler(a, b, x):
    s = Box()
    try:
        if a <= 1:
            raise ValueError
        one = Derived()
    except ValueError:
        one = Base()
    one.run(s)
    return s.n


def by_a_walrus(a, b, x):
    s = Box()
    if one := Derived() if a > 1 else None:
        one.run(s)
    return s.n


def in_a_comprehension(a, b, x):
    s = Box()
    [one.run(s) for one in [Derived() if a > k else Base() for k in range(3)]]
    return s.n


def by_a_generator(a, b, x):
    def given():
        yield Base()
        if a > 1:
            yield Derived()

    s = Box()
    for one in given():
        one.run(s)
    return s.n


def by_map(a, b, x):
    s = Box()
    list(map(lambda one: one.run(s), [Derived() if a > 1 else Base()]))
    return s.n


def stored_by_an_inner_function(a, b, x):
    def put():
        s.one = Derived()

    s = Box()
    s.one = Base()
    if a > 1:
        put()
    s.one.run(s)
    return s.n


GLOBAL = None


def in_a_global(a, b, x):
    global GLOBAL
    GLOBAL, s = Base(), Box()
    if a > 1:
        GLOBAL = Derived()
    GLOBAL.run(s)
    return s.n


def passed_or_the_default(a, b, x):
    def go(one=None):
        (one or Base()).run(s)

    s = Box()
    if a > 1:
        go(Derived())
    else:
        go()
    return s.n


def passed_by_name(a, b, x):
    def go(**given):
        given["one"].run(s)

    s = Box()
    go(one=Derived() if a > 1 else Base())
    return s.n


def given_by_a_property(a, b, x):
    class Holder:
        @property
        def one(self):
            return Derived() if a > 1 else Base()

    s = Box()
    Holder().one.run(s)
    return s.n


def given_by_a_cache(a, b, x):
    @functools.lru_cache(None)
    def make(k):
        return Derived() if k > 1 else Base()

    s = Box()
    make(a).run(s)
    return s.n


def attribute_of_a_class(a, b, x):
    class Holder:
        one = Base()

    s = Box()
    if a > 1:
        Holder.one = Derived()
    Holder().one.run(s)
    return s.n


def first_of_a_queue(a, b, x):
    s, waiting = Box(), deque([Base()])
    if a > 1:
        waiting.appendleft(Derived())
    waiting.popleft().run(s)
    return s.n


def where_an_enumeration_was_left(a, b, x):
    s = Box()
    for k, one in enumerate((Derived(), Base())):
        if k == (a <= 1):
            break
    one.run(s)
    return s.n


def where_a_zip_was_left(a, b, x):
    s = Box()
    for one, k in zip((Derived(), Base()), (2, 0), strict=True):
        if a >= k:
            break
    one.run(s)
    return s.n


def returned_out_of_a_loop(a, b, x):
    def find():
        for one, k in ((Derived(), 2), (Base(), -9)):
            if a >= k:
                return one
        return None

    s = Box()
    find().run(s)
    return s.n


def counted_up_to(a, b, x):
    s, objects, k = Box(), [Base(), Derived(), Base()], 0
    while k < a and k < 2:
        k += 1
    objects[k].run(s)
    return s.n


def passed_by_a_star(a, b, x):
    def go(*given):
        given[0].run(s)

    s = Box()
    go(*([Derived()] if a > 1 else [Base()]))
    return s.n


def first_of_what_was_sorted(a, b, x):
    s = Box()
    objects = sorted([(1, Base()), (a, Derived())], key=lambda pair: pair[0])
    objects[0][1].run(s)
    return s.n


def kept_out_of_an_enumeration(a, b, x):
    objects, last = [[], []], None
    for k, one in enumerate(objects):
        if k <= a:
            last = one
    last.append(1)
    return len(objects[1])


def kept_out_of_the_items_of_a_dict(a, b, x):
    objects, last = {"p": [], "q": [], "r": []}, []
    for name, one in objects.items():
        if (name > "p") == (a > 1):
            last = one
    last.append(1)
    return len(objects["r"]) - len(objects["p"])


def kept_out_of_a_zip(a, b, x):
    objects, last = [Box(), Box(), Box()], Box()
    for one, k in zip(objects, range(3), strict=True):
        if k == a:
            last = one
    last.n = b
    return objects[2].n


def found_in_an_enumeration(a, b, x):
    objects = [Box(), Box(), Box()]
    for k, one in enumerate(objects):
        if k >= a:
            break
    one.n = b
    return objects[2].n


def pair_in_another_order(a, b, x):
    first, second = Box(), Box()
    one, _ = (first, second) if a > 1 else (second, first)
    one.n = b
    return first.n


def inserted_at_a_computed_place(a, b, x):
    first, second = Box(), Box()
    items = [first, second]
    items.insert(a, Box())
    items[1].n = b
    return second.n


def swapped_with_a_computed_place(a, b, x):
    first, second = Box(), Box()
    items = [first, second]
    items[0], items[a] = items[a], items[0]
    items[0].n = b
    return second.n


def taken_from_a_queue_until_found(a, b, x):
    waiting = deque([Box(0), Box(1), Box(2)])
    objects = list(waiting)
    while waiting:
        one = waiting.popleft()
        if one.n == a:
            break
    one.log.append(b)
    return len(objects[2].log)


def second_of_pairwise(a, b, x):
    objects = [Box(0), Box(1), Box(2)]
    for one, other in itertools.pairwise(objects):
        if one.n == a:
            break
    other.log.append(b)
    return len(objects[2].log)


class Stepping:
    def step(self):
        return self


def stepped(a, b, x):
    one = Stepping()
    for _ in range(a):
        one = one.step()
    return (one is not None) + b


def list_taken_several_times(a, b, x):
    first, second = Box(), Box()
    items = [first] * a + [second]
    items[0].n = b
    return first.n


def added_to_a_list_taken_several_times(a, b, x):
    first, second = Box(), Box()
    items = [first] * a
    items.append(second)
    items += [first]
    items[0].n = b
    return first.n


def tuple_taken_several_times(a, b, x):
    first, second = Box(), Box()
    item, *_ = a * (first,) + (second,)
    item.n = b
    return first.n


def behind_a_slice(a, b, x):
    first, second = Box(), Box()
    items = [second, first][a:] + [first, second]
    items[0].n = b
    return first.n


def behind_a_slice_by_a_star(a, b, x):
    first, second = Box(), Box()
    items = [*[second, first][a:], first, second]
    items[0].n = b
    return first.n


def behind_a_slice_that_was_copied(a, b, x):
    first, second = Box(), Box()
    items = list([second, first][a:])
    items.extend([first, second])
    items[0].n = b
    return first.n


def before_what_was_there(a, b, x):
    first, second = Box(), Box()
    items = [first]
    items[:0] = [second] * a
    items[0].n = b
    return first.n


def first_in_a_loop_over_a_slice(a, b, x):
    first, second = Box(), Box()
    for item in ([second, first][a:] + [first]) * 2:
        item.n = b
        break
    return first.n


def first_of_a_chain(a, b, x):
    first, second = Box(), Box()
    list(itertools.chain([first] if a else [], [second]))[0].n = b  # noqa: RUF015 - of a list
    return first.n


def last_behind_a_star(a, b, x):
    def put(*given):
        given[-1].n = b

    first, second = Box(), Box()
    put(first, *([second] if a else []))
    return first.n


def first_of_a_generator(a, b, x):
    def given():
        if a:
            yield first
        yield second

    first, second = Box(), Box()
    for one in given():
        break
    one.n = b
    return first.n


def passed_by_name_or_the_default(a, b, x):
    def put(one=None, **more):
        one.n = b

    first, second = Box(), Box()
    put.__defaults__ = (first,)
    put(**({"one": second} if a > 1 else {}))
    return second.n


def default_of_a_dict_put_together(a, b, x):
    first, second = Box(), Box()
    given = dict(first=first, **({"second": second} if a > 1 else {}))
    given.get("second", first).n = b
    return second.n
