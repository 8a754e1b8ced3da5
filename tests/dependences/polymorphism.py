"""What the class of an object would have been, had another one been made, decides what its methods write."""

from dataclasses import dataclass


class State:
    def __init__(self):
        self.n = 0
        self.log = []


class Up:
    def run(self, s):
        s.n += 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Nop:
    def run(self, s):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Logging:
    def __init__(self, log):
        self.log = log

    def run(self, s):
        self.log.append(1)


class Silent:
    def __init__(self, log):
        self.log = log

    def run(self, s):
        pass


@dataclass
class Adding:
    by: int

    def run(self, s):
        s.n += self.by


def make(a):
    if a > 0:
        return Nop()
    return Up()


def make_or_log(a, log):
    return Silent(log) if a > 0 else Logging(log)


def up():
    return Up()


def made_by_an_expression(a, b, x):
    s = State()
    command = Nop() if a > 0 else Up()
    command.run(s)
    return s.n


def made_by_a_branch(a, b, x):
    s = State()
    if a > 0:
        command = Nop()
    else:
        command = Up()
    command.run(s)
    return s.n


def made_by_a_factory(a, b, x):
    s = State()
    make(a).run(s)
    return s.n


def made_by_a_factory_and_kept(a, b, x):
    s, commands = State(), []
    commands.append(make(a))
    for command in commands:
        command.run(s)
    return s.n


def of_a_class_chosen(a, b, x):
    s = State()
    (Nop if a > 0 else Up)().run(s)
    return s.n


def of_a_class_in_a_table(a, b, x):
    s = State()
    command = {True: Nop, False: Up}[a > 0]()
    command.run(s)
    return s.n


def holds_what_it_writes_to(a, b, x):
    s = State()
    command = Silent(s.log) if a > 0 else Logging(s.log)
    command.run(s)
    return len(s.log)


def holds_what_a_factory_gave(a, b, x):
    s = State()
    make_or_log(a, s.log).run(s)
    return len(s.log)


def class_chosen_holds_what_it_writes_to(a, b, x):
    s = State()
    (Silent if a > 0 else Logging)(s.log).run(s)
    return len(s.log)


def stored_by_a_branch(a, b, x):
    s = State()
    s.command = Nop()
    if a <= 0:
        s.command = Up()
    s.command.run(s)
    return s.n


def stored_in_a_table_by_a_branch(a, b, x):
    s, table = State(), {"k": Nop()}
    if a <= 0:
        table["k"] = Up()
    table["k"].run(s)
    return s.n


def appended_by_a_branch(a, b, x):
    s, commands = State(), [Nop()]
    if a <= 0:
        commands.append(Up())
    for command in commands:
        command.run(s)
    return s.n


class Machine:
    def __init__(self, log):
        self.state = Nop()
        self.n = 0
        self.log = log

    def to(self, up):
        if up:
            self.state = Up()

    def logs(self):
        self.state = Logging(self.log)

    def step(self):
        self.state.run(self)


def stored_by_a_method(a, b, x):
    machine = Machine([])
    machine.to(a <= 0)
    machine.step()
    return machine.n


def stored_by_a_method_not_called(a, b, x):
    log = []
    machine = Machine(log)
    if a <= 0:
        machine.logs()
    machine.step()
    return len(log)


def bound_methods_of_objects_made(a, b, x):
    s = State()
    run = Nop().run if a > 0 else Up().run
    run(s)
    return s.n


def made_by_a_function_not_called(a, b, x):
    s = State()
    command = Nop() if a > 0 else up()
    command.run(s)
    return s.n


def passed_to_a_function(a, b, x):
    def go(command, s):
        command.run(s)

    s = State()
    go(Nop() if a > 0 else Up(), s)
    return s.n


def in_a_loop(a, b, x):
    s = State()
    for k in range(3):
        command = Up() if k > a + 1 else Nop()
        command.run(s)
    return s.n


def of_a_data_class(a, b, x):
    s = State()
    command = Nop() if a > 0 else Adding(b)
    command.run(s)
    return s.n


class Up2:
    def __call__(self, s):
        s.n += 1

    def __setitem__(self, key, s):
        s.n += 1

    @property
    def given(self):
        return None

    @given.setter
    def given(self, s):
        s.n += 1

    def __iadd__(self, s):
        s.n += 1
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        STATE.n += 1

    def __getitem__(self, s):
        s.n += 1

    def __add__(self, s):
        s.n += 1

    @property
    def looked(self):
        STATE.n += 1

    def __bool__(self):
        STATE.n += 1
        return True

    def __iter__(self):
        STATE.n += 1
        return iter(())

    def __len__(self):
        STATE.n += 1
        return 1


class Nop2:
    given = None
    looked = None

    def __call__(self, s):
        pass

    def __setitem__(self, key, s):
        pass

    def __iadd__(self, s):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def __getitem__(self, s):
        pass

    def __add__(self, s):
        pass

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 1


STATE = State()


def called_itself(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command(s)
    return s.n


def set_item(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command[1] = s
    return s.n


def set_property(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command.given = s
    return s.n


def changed_in_place(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command += s
    return s.n


def got_item(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command[s]
    return s.n


def added(a, b, x):
    s = State()
    command = Nop2() if a > 0 else Up2()
    command + s
    return s.n


def managed(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    with command:
        pass
    return STATE.n


def looked_at(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    command.looked
    return STATE.n


def tested(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    if command:
        pass
    return STATE.n


def gone_over(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    for _ in command:
        pass
    return STATE.n


def measured(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    len(command)
    return STATE.n


def objects_there_measured(a, b, x):
    STATE.n = 0
    first, second = Nop2(), Up2()
    command = first if a > 0 else second
    len(command)
    return STATE.n


def objects_there_added(a, b, x):
    STATE.n = 0
    first, second = Nop2(), Up2()
    command = first if a > 0 else second
    command + STATE
    return STATE.n


def called_by_the_branch_that_chooses(a, b, x):
    s = State()
    command = Nop() if a > 0 else Up()
    if a <= 0:
        command.run(s)
    return s.n


def objects_there_called_by_the_branch_that_chooses(a, b, x):
    s = State()
    first, second = Nop(), Up()
    command = first if a > 0 else second
    if a <= 0:
        command.run(s)
    return s.n


def measured_in_a_loop(a, b, x):
    STATE.n = 0
    command = Nop2() if a > 0 else Up2()
    for _ in range(50):
        len(command)
    return STATE.n


class Wrapper:
    def __init__(self, held):
        self.held = held

    def run(self):
        self.held.n += 1


class Keyed:
    def __init__(self, k):
        self.k, self.n = k, 0

    def run(self, s):
        if self.k == 1:
            s.n += 1


def of_the_same_class_holding_another(a, b, x):
    s, t = State(), State()
    wrapper = Wrapper(s) if a > 1 else Wrapper(t)
    wrapper.run()
    return s.n


def of_the_same_class_holding_another_by_a_factory(a, b, x):
    def wrapped():
        if a > 1:
            return Wrapper(s)
        return Wrapper(t)

    s, t = State(), State()
    wrapped().run()
    return s.n


def of_the_same_class_stored_by_a_branch(a, b, x):
    s, t = State(), State()
    box = {"w": Wrapper(t)}
    if a > 1:
        box["w"] = Wrapper(s)
    box["w"].run()
    return s.n


def list_made_by_a_branch(a, b, x):
    s, t = State(), State()
    items = [s] if a > 1 else [t]
    items[0].n = 9
    return s.n


def dict_made_by_a_branch(a, b, x):
    s, t = State(), State()
    items = {"k": s} if a > 1 else {"k": t}
    items["k"].n = 9
    return s.n


def tuple_returned_by_a_branch(a, b, x):
    def pick():
        if a > 1:
            return s, 1
        return t, 2

    s, t = State(), State()
    found, _ = pick()
    found.n = 9
    return s.n


def list_with_more_by_an_operator(a, b, x):
    s, t = State(), State()
    items = [t] + ([s] if a > 1 else [])
    for item in items:
        item.n = 9
    return s.n


def list_with_more_by_a_branch(a, b, x):
    s, t = State(), State()
    items = [t]
    if a > 1:
        items = [t, s]
    for item in items:
        item.n = 9
    return s.n


def tuple_with_more_by_a_branch(a, b, x):
    s, t = State(), State()
    items = (t,)
    if a > 1:
        items = (t, s)
    for item in items:
        item.n = 9
    return s.n


def list_with_more_by_a_star(a, b, x):
    s, t = State(), State()
    items = [t, *([s] if a > 1 else [])]
    for item in items:
        item.n = 9
    return s.n


def list_with_more_by_extend(a, b, x):
    s, t = State(), State()
    items = [t]
    items.extend([s] if a > 1 else [])
    for item in items:
        item.n = 9
    return s.n


def comprehension_over_a_list_made_by_a_branch(a, b, x):
    s, t = State(), State()
    items = [item for item in ([s] if a > 1 else [t])]
    items[0].n = 9
    return s.n


def dict_updated_by_one_made_by_a_branch(a, b, x):
    d = {"x": b, "y": 0}
    d.update({"x": 9} if a > 1 else {"y": 9})
    return d["x"]


def dict_updated_by_one_chosen(a, b, x):
    d, first, second = {"x": b}, {"x": 9}, {"y": 9}
    d.update(first if a > 1 else second)
    return d["x"]


def dict_updated_by_one_that_a_function_gave(a, b, x):
    def more():
        if a > 1:
            return {"x": 9}
        return {"y": 9}

    d = {"x": b}
    d.update(more())
    return d["x"]


def set_updated_by_one_chosen(a, b, x):
    d = {b}
    d.update({5} if a > 1 else {6})
    return 5 in d


def found_by_a_loop(a, b, x):
    items = [Keyed(0), Keyed(1), Keyed(2)]
    for item in items:
        if item.k == a:
            break
    item.n = b
    return items[2].n


def found_by_a_loop_and_called(a, b, x):
    s = State()
    for command in (Nop(), Up()):
        if a < 2:
            break
    command.run(s)
    return s.n


def found_by_a_loop_in_a_function_and_called(a, b, x):
    def find(commands):
        for k, command in enumerate(commands):
            if k >= a:
                return command
        return commands[-1]

    s = State()
    find([Nop(), Nop(), Up(), Nop()]).run(s)
    return s.n


def found_by_next(a, b, x):
    s = State()
    commands = [Nop(), Nop(), Up(), Nop()]
    next((command for k, command in enumerate(commands) if k >= a), commands[-1]).run(s)
    return s.n


def found_by_max(a, b, x):
    s = State()
    commands = [Nop(), Up()]
    max(commands, key=lambda one: isinstance(one, Up) * (2 - a)).run(s)
    return s.n


def by_a_match(a, b, x):
    s = State()
    match a:
        case 1:
            command = Nop()
        case 2:
            command = Up()
        case _:
            command = Nop()
    command.run(s)
    return s.n


def nothing(s):
    pass


def method_of_one_made_or_a_function(a, b, x):
    s = State()
    run = Up().run if a > 1 else nothing
    run(s)
    return s.n


def last_of_a_list_filled_by_a_branch(a, b, x):
    s, commands = State(), [Nop()]
    if a > 1:
        commands.append(Up())
    commands[-1].run(s)
    return s.n


class Link:
    def __init__(self, k, then):
        self.k, self.then, self.n = k, then, 0


def linked(count):
    first = None
    for k in reversed(range(count)):
        first = Link(k, first)
    return first


def found_in_a_linked_list(a, b, x):
    first = linked(6)
    link = first
    while link.then is not None and link.k != a:
        link = link.then
    link.n = b
    return first.then.then.then.n


def found_in_a_linked_list_by_a_function(a, b, x):
    def find(link):
        while link.then is not None and link.k != a:
            link = link.then
        return link

    first = linked(6)
    find(first).n = b
    return first.then.then.then.n


def found_in_a_linked_list_by_recursion(a, b, x):
    def find(link):
        if link.then is None or link.k == a:
            return link
        return find(link.then)

    first = linked(6)
    find(first).n = b
    return first.then.then.then.n


def found_by_a_while_loop(a, b, x):
    items, k = [Keyed(k) for k in range(6)], 0
    item = items[0]
    while item.k != a and k < 5:
        k += 1
        item = items[k]
    item.n = b
    return items[4].n


def found_by_a_function(a, b, x):
    def find(items):
        for item in items:
            if item.k == a:
                return item
        return items[0]

    items = [Keyed(k) for k in range(6)]
    find(items).n = b
    return items[4].n


def kept_by_a_loop(a, b, x):
    items, best = [Keyed(k) for k in range(6)], None
    for item in items:
        if item.k == a:
            best = item
    if best is None:
        best = items[0]
    best.n = b
    return items[4].n


class Unnoticed:
    v = 0


class Noting:
    """Whatever is done with it, it takes note of."""

    def __init__(self, log):
        object.__setattr__(self, "log", log)

    @property
    def v(self):
        self.log.append("get")
        return 0

    def __setattr__(self, name, value):
        self.log.append("set")

    def __hash__(self):
        self.log.append("hash")
        return 1

    def __str__(self):
        self.log.append("str")
        return ""

    def __bool__(self):
        self.log.append("bool")
        return True


def _one_of_two(a, log):
    return Noting(log) if a > 1 else Unnoticed()


def attribute_set_in_a_loop_of_what_takes_note(a, b, x):
    log = []
    one = _one_of_two(a, log)
    for _ in range(50):
        one.v = b
    return len(log)


def attribute_set_in_a_loop_of_an_item_that_takes_note(a, b, x):
    log = []
    both = [Unnoticed(), Noting(log)]
    for _ in range(50):
        both[a > 1].v = b
    return len(log)


def attribute_set_by_a_function_of_what_takes_note(a, b, x):
    def put(one, value):
        one.v = value

    log = []
    both = [Unnoticed(), Noting(log)]
    for _ in range(50):
        put(both[a > 1], b)
    return len(log)


def attribute_in_a_loop_of_what_takes_note(a, b, x):
    log = []
    one = _one_of_two(a, log)
    for _ in range(50):
        one.v
    return len(log)


def attribute_in_a_loop_of_an_item_that_takes_note(a, b, x):
    log = []
    both = [Unnoticed(), Noting(log)]
    for _ in range(50):
        one = both[a > 1]
        getattr(one, "v", b)
    return len(log)


def key_in_a_loop_that_takes_note(a, b, x):
    log, known = [], {}
    one = _one_of_two(a, log)
    for _ in range(50):
        known[one] = b
    return len(log)


def text_in_a_loop_of_what_takes_note(a, b, x):
    log, size = [], 0
    both = [Unnoticed(), Noting(log)]
    for _ in range(50):
        size += len(f"{both[a > 1]}") > b
    return len(log)


def truth_in_a_loop_of_what_takes_note(a, b, x):
    log = []
    one = _one_of_two(a, log)
    for _ in range(50):
        if not one:
            b += 1
    return len(log)


class Ignoring:
    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass

    def __iadd__(self, other):
        return self


class IgnoringAttributes:
    def __setattr__(self, name, value):
        pass


def item_set_or_ignored(a, b, x):
    items = [1, 2]
    chosen = Ignoring() if a > 0 else items
    chosen[0] = 5
    return items[0]


def item_deleted_or_ignored(a, b, x):
    items = [1, 2]
    chosen = Ignoring() if a > 0 else items
    del chosen[0]
    return len(items)


def added_in_place_or_ignored(a, b, x):
    items = [1, 2]
    chosen = Ignoring() if a > 0 else items
    chosen += [3]
    return len(items)


def attribute_set_or_ignored(a, b, x):
    state = State()
    chosen = IgnoringAttributes() if a > 0 else state
    chosen.n = 5
    return state.n


def iterator_or_list_used_up(a, b, x):
    iterator = iter([1, 2])
    chosen = [1, 2] if a > 0 else iterator
    list(chosen)
    return next(iterator, 7)


def iterator_or_list_looked_through(a, b, x):
    iterator = iter([1, 2])
    chosen = [1, 2] if a > 0 else iterator
    1 in chosen  # which goes on with an iterator
    return next(iterator, 7)


class Counting:
    def __init__(self, log):
        self.log = log

    def __index__(self):
        self.log.append(1)
        return 1


def method_of_the_same_name_elsewhere(a, b, x):
    log, y = [b], x
    if a > 1:
        y = Counting(log)
    for row in [[], [], [], [], bytearray(), bytearray()]:
        row.append(y)
    return len(log)
