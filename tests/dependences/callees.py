"""Which of several functions is called decides what is written."""

from functools import partial, singledispatch


class Box:
    def __init__(self, v):
        self.v = v

    def set(self, v):
        self.v = v

    def get(self):
        return self.v


class Other:
    def __init__(self, v):
        self.v = v

    def set(self, v):
        self.v = v + 1


def method_chosen_by_a_branch(a, b, x):
    first, second = Box(b), Box(x)
    (first.set if a > 0 else second.set)(99)
    return first.get()


def method_of_the_other(a, b, x):
    first, second = Box(b), Box(x)
    (first.set if a > 0 else second.set)(99)
    return second.v


def method_in_a_variable(a, b, x):
    first, second = Box(b), Box(x)
    if a > 0:
        put = first.set
    else:
        put = second.set
    put(99)
    return second.v


def builtin_method_chosen_by_a_branch(a, b, x):
    first, second = [b], [x]
    put = first.append if a > 0 else second.append
    put(99)
    return first


def builtin_method_of_the_other(a, b, x):
    first, second = [b], [x]
    put = first.append if a > 0 else second.append
    put(99)
    return len(second)


def method_chosen_by_an_index(a, b, x):
    first, second, third = [b], [x], [3]
    [first.append, second.append, third.append][a](99)
    return third


def closure_chosen_by_an_index(a, b, x):
    v = w = u = 0

    def put_v(z):
        nonlocal v
        v = z

    def put_w(z):
        nonlocal w
        w = z

    def put_u(z):
        nonlocal u
        u = z

    [put_v, put_w, put_u][a](99)
    return v + 2 * w


def closure_of_the_other(a, b, x):
    v = w = 0

    def put_v(z):
        nonlocal v
        v = z

    def put_w(z):
        nonlocal w
        w = z

    (put_v if a > 0 else put_w)(99)
    return w


def function_chosen_by_a_key(a, b, x):
    found = {}

    def first(k):
        found["first"] = k

    def second(k):
        found["second"] = k

    {0: first, 1: second, 2: second}[a](b)
    return found.get("first")


def function_that_is_passed(a, b, x):
    first, second = [b], [x]

    def with_it(put):
        put(99)

    with_it(first.append if a > 0 else second.append)
    return second


def function_that_is_returned(a, b, x):
    first, second = Box(b), Box(x)

    def chosen():
        if a > 0:
            return first.set
        return second.set

    chosen()(99)
    return second.v


def partial_chosen_by_a_branch(a, b, x):
    first, second = Box(b), Box(x)
    put = partial(first.set, 99) if a > 0 else partial(second.set, 98)
    put()
    return second.v


def object_of_two_classes(a, b, x):
    first, second = Box(b), Other(x)
    (first if a > 0 else second).set(99)
    return second.v


def object_of_two_classes_in_a_list(a, b, x):
    boxes = [Box(b), Other(x), Box(1)]
    boxes[a].set(99)
    return boxes[2].v


def function_that_is_called_in_a_loop(a, b, x):
    first, second = [], []
    put = first.append
    for k in range(3):
        if k == a:
            put = second.append
        put(k)
    return second


def class_chosen_by_a_branch(a, b, x):
    made = []

    class First:
        def __init__(self, k):
            made.append(k)

    class Second:
        def __init__(self, k):
            self.k = k

    (First if a > 0 else Second)(b)
    return len(made)


def lambda_chosen_by_a_branch(a, b, x):
    box = Box(b)
    put = (lambda k: box.set(k)) if a > 0 else (lambda k: k)
    put(99)
    return box.v


def lambda_that_was_not_chosen(a, b, x):
    box = Box(b)
    put = (lambda k: k) if a > 0 else (lambda k: box.set(k))
    put(99)
    return box.v


class Still:
    def __init__(self, v):
        self.v = v

    def set(self, v):
        pass


def object_whose_method_writes_nothing(a, b, x):
    boxes = [Still(b), Box(x), Still(1)]
    boxes[a].set(99)
    return boxes[1].v


def object_whose_method_writes_nothing_by_a_branch(a, b, x):
    first, second = Still(b), Box(x)
    (first if a > 0 else second).set(99)
    return second.v


def objects_of_two_classes_in_a_loop(a, b, x):
    boxes = [Still(b), Box(x), Box(1)]
    for k in range(60):
        boxes[a * k % 2].set(k)
    return boxes[1].v


class Dispatching:
    def __init__(self):
        self.stack, self.log = [0], []

    def op_push(self, v):
        self.stack.append(v)

    def op_log(self, v):
        self.log.append(v)

    def op_none(self, v):
        pass

    def run(self, op, v):
        getattr(self, "op_" + op)(v)


def method_of_a_computed_name(a, b, x):
    machine = Dispatching()
    machine.run("push" if a > 0 else "log", b)
    return len(machine.log)


def method_of_a_computed_name_passes_by(a, b, x):
    machine = Dispatching()
    for op in ("none", "push", "log" if a > 1 else "none"):
        machine.run(op, b)
    return machine.log


def method_of_a_computed_name_and_a_default(a, b, x):
    machine = Dispatching()
    getattr(machine, f"op_{'log' if a > 1 else 'other'}", print)(b)
    return machine.log


def method_that_a_loop_might_have_replaced(a, b, x):
    log = []

    class Teller:
        def tell(self):
            return 0

    def louder(self):
        log.append(x)
        return 1

    teller, heard = Teller(), 0
    for k in range(6):
        if a > k + 5:
            Teller.tell = louder
        heard += teller.tell()
    return len(log)


def a_function_registered_for_a_class(a, b, x):
    @singledispatch
    def kind(value):
        return x

    def register(known):
        known.register(int, lambda value: b)

    if a > 1:
        register(kind)
    return kind(3)


def an_attribute_of_a_function_that_is_called(a, b, x):
    seen = []

    def f():
        return x

    def call(known):
        known.add(b)

    f.add = seen.append
    if a > 1:
        call(f)
    return seen
