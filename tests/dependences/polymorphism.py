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
