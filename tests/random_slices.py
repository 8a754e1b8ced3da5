"""Random programs for slices, as source text: `main(i0, ..., i5)` of whole numbers gives a whole number.

They use what a value can go through: lists, dicts, attributes, aliases, closures, globals, generators, exceptions,
computed indices; all loops are bounded. `write(random)` gives the source of one; `halves(random)` that of one whose
result is a pair, of which no part depends on what the other one depends on.
"""

from random import Random

INPUTS = 6
PRELUDE = """\
class Box:
    w = 1
    def __init__(self, v, items):
        self.v = v
        self.items = items
    def bump(self, k):
        self.v += k
        return self.v
    def put(self, x):
        self.items.append(x)
    @property
    def twice(self):
        return self.v * 2
    def __add__(self, other):
        return Box(self.v + other.v, self.items)

class Guard:
    def __init__(self, box):
        self.box = box
    def __enter__(self):
        self.box.v += 1
        return self.box
    def __exit__(self, kind, value, tb):
        self.box.v += 2
        return kind is ValueError

class Put:
    def __init__(self, to):
        self.to = to
    def act(self, n):
        self.to.append(n)
        return n

class Bump(Put):
    def act(self, n):
        self.to[0] += n
        return len(self.to)

class Quiet(Put):
    def act(self, n):
        return n + 1

def made(n, one, other):
    if n % 3 == 0:
        return Put(one)
    if n % 3 == 1:
        return Quiet(one)
    return Bump(other)

def found(n, commands):
    for one in commands:
        if n <= 0:
            return one
        n -= 1
    return commands[0]

def gather(first, *rest, **more):
    return first + sum(rest) + sum(more.values())

def choose(n, one, other):
    return one if n % 3 == 0 else other

def store(to, k, n):
    if isinstance(to, Box):
        to.v = n
    else:
        to[k % len(to)] = n
    return to

def checked(n):
    if n % 3 == 1:
        raise ValueError(n)
    return n

def depth(n, to):
    if n <= 0:
        return len(to)
    to[0] += 1
    return depth(n - 1, to) + n

def pairs(*lists):
    for one in lists:
        for k, x in enumerate(one):
            if k > 20:  # whoever goes through it may append to it
                return
            got = yield x
            if got:
                one[0] = got
"""


class Writer:
    def __init__(self, random: Random, prefix: str = "", inputs: list[str] | None = None) -> None:
        self.random = random
        self.lines: list[str] = []
        self.depth = 1
        self.prefix = prefix
        self.count = 0
        self.numbers = list(inputs if inputs is not None else [f"i{k}" for k in range(INPUTS)])
        self.lists: list[str] = []
        self.dicts: list[str] = []
        self.boxes: list[str] = []
        self.functions: list[str] = []
        self.generators: list[str] = []
        self.commands: list[str] = []
        self.shelves: list[str] = []  # lists and dicts of lists, and of boxes
        self.loops = 0
        self.budget = 22
        self.globals = f"{prefix}total"
        self.inside = 0  # how many functions lie around

    def new(self, kind: str) -> str:
        self.count += 1
        return f"{self.prefix}{kind}{self.count}"

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def pick(self, names: list[str]) -> str:
        return self.random.choice(names)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    # -- expressions --------------------------------------------------------------------------------------------------

    def number(self, depth: int = 0) -> str:
        r = self.random.randrange(17 if depth < 2 else 3)
        if r < 3:
            return self.pick(self.numbers) if self.chance(75) else str(self.random.randrange(-3, 8))
        if r < 6:
            return f"({self.number(depth + 1)} {self.pick(['+', '-', '*'])} {self.number(depth + 1)})"
        if r < 8 and self.lists:
            name = self.pick(self.lists)
            return f"{name}[{self.number(depth + 1)} % len({name})]"
        if r == 8 and self.dicts:
            return f"{self.pick(self.dicts)}.get({self.number(depth + 1)} % 4, {self.number(depth + 1)})"
        if r == 9 and self.boxes:
            attribute = self.pick(["v", "twice", "v", "w", "__dict__['v']"])
            return f"{self.pick(self.boxes)}.{attribute}"
        if r == 10 and self.functions:
            return f"{self.pick(self.functions)}({self.number(depth + 1)})"
        if r == 11 and self.generators:
            return f"next({self.pick(self.generators)}, {self.number(depth + 1)})"
        if r == 12:
            return f"({self.number(depth + 1)} if {self.condition()} else {self.number(depth + 1)})"
        if r == 13 and self.lists:
            return self.pick(["sum({})", "len({})", "max({})", "sorted({})[0]", "list(reversed({}))[-1]"]).format(
                self.pick(self.lists)
            )
        if r == 14 and self.dicts:
            return f"sum({self.pick(self.dicts)}.values())"
        if r == 15 and self.boxes and self.chance(50):
            return f"({self.pick(self.boxes)} + {self.pick(self.boxes)}).v"
        if r == 15:
            return f"gather({self.number(depth + 1)}, *[{self.number(depth + 1)}], k={self.number(depth + 1)})"
        return f"{self.globals}" if not self.inside else self.pick(self.numbers)

    def condition(self) -> str:
        return f"{self.number(1)} % 3 {self.pick(['==', '!=', '<', '>'])} {self.random.randrange(3)}"

    # -- statements ---------------------------------------------------------------------------------------------------

    def block(self, least: int = 1) -> None:
        self.depth += 1
        before = {kind: list(getattr(self, kind)) for kind in self.kinds}
        for _ in range(least + self.random.randrange(2)):
            self.statement()
        for kind, names in before.items():
            setattr(self, kind, names)
        self.depth -= 1

    kinds = ("numbers", "lists", "dicts", "boxes", "functions", "generators", "shelves", "commands")

    def statement(self) -> None:
        self.budget -= 1
        choices = [self.assign, self.assign, self.change, self.change_list, self.change_list, self.change_dict,
                   self.change_box, self.alias]  # fmt: skip
        if self.budget > 0 and self.depth < 5:
            choices += [self.many, self.many, self.called, self.called, self.branch, self.branch, self.loop, self.loop,
                        self.command, self.selected, self.attempt, self.function,
                        self.generator, self.guard, self.comprehension]  # fmt: skip
        if self.loops:
            choices += [self.leave]
        if self.inside:
            choices += [self.early]
        self.random.choice(choices)()

    def assign(self) -> None:
        r = self.random.randrange(8)
        if r < 3 or not self.lists:
            value = self.number()
            name = self.new("n")
            self.line(f"{name} = {value}")
            self.numbers.append(name)
        elif r == 3:
            name = self.new("l")
            self.line(f"{name} = [{self.number()}, {self.number()}, {self.number()}]")
            self.lists.append(name)
        elif r == 4:
            name = self.new("d")
            self.line(f"{name} = {{0: {self.number()}, 1: {self.number()}, {self.number()} % 4: {self.number()}}}")
            self.dicts.append(name)
        elif r == 5:
            name = self.new("b")
            self.line(f"{name} = Box({self.number()}, {self.pick(self.lists)})")
            self.boxes.append(name)
        elif r == 6:
            one, other, source = self.new("n"), self.new("n"), self.pick(self.lists)
            self.line(f"{one}, *{other}r = {source}")
            self.line(f"{other} = len({other}r)")
            self.numbers += [one, other]
        else:
            one, other = self.new("n"), self.new("n")
            self.line(f"{one}, {other} = {self.number()}, {self.number()}")
            self.numbers += [one, other]

    def change(self) -> None:
        names = [name for name in self.numbers if not self.inside or name in self.own]
        if not names or self.chance(25):
            if self.inside:
                self.line(f"{self.globals} = {self.globals} + {self.number()}" if self.stores_global else "pass")
            else:
                self.line(f"set_{self.globals}({self.number()})")
            return
        self.line(f"{self.pick(names)} {self.pick(['=', '+=', '-='])} {self.number()}")

    own: frozenset[str] = frozenset()
    stores_global = False

    def change_list(self) -> None:
        if not self.lists:
            return self.assign()
        name = self.pick(self.lists)
        form = self.random.randrange(13)
        n, k = self.number(), self.number(1)
        forms = [
            f"{name}.append({n})", f"{name}[{k} % len({name})] = {n}", f"{name}.insert({k} % 3, {n})",
            f"{name}[{k} % len({name})] += {n}", f"{name}.reverse()", f"{name}.sort()", f"{name} += [{n}, {k}]",
            f"{name}[0:1] = [{n}, {k}]", f"{name}.extend([{n}])", f"{name}[-1] = {n}",
            f"{name}.append({name}.pop())", f"{name}.append({name}.pop(0))",
            f"{name}[{k} % 3 : {self.number(1)} % 3] = [{n}, {k}]",
        ]  # fmt: skip
        self.line(forms[form] if "+=" not in forms[form] or "[" in forms[form][: len(name) + 1] or not self.inside
                  else forms[0])  # fmt: skip
        return None

    def change_dict(self) -> None:
        if not self.dicts:
            return self.assign()
        name, key, n = self.pick(self.dicts), f"{self.number(1)} % 4", self.number()
        forms = [f"{name}[{key}] = {n}", f"{name}.pop({key}, {n})", f"{name}.setdefault({key}, {n})",
                 f"{name}.update({{{key}: {n}}})", f"{name} |= {{{key}: {n}}}" if not self.inside else "pass",
                 f"{name}[0] = {name}.get({key}, 0) + {n}"]  # fmt: skip
        self.line(self.pick(forms))
        return None

    def change_box(self) -> None:
        if not self.boxes:
            return self.assign()
        name, n = self.pick(self.boxes), self.number()
        forms = [f"{name}.v = {n}", f"{name}.v += {n}", f"{name}.bump({n})", f"{name}.put({n})",
                 f"{name}.items[0] = {n}", f"setattr({name}, 'v', {n})",
                 f"{name}.items = [{n}, {self.number(1)}]", f"setattr({name}, 'vw'[{self.number(1)} % 2], {n})",
                 f"{name}.__dict__['v'] = {n}", f"{name}.__dict__['vw'[{n} % 2]] = {n}",
                 f"vars({name}).update(v={n})", f"{name}.__dict__.update({{'vw'[{n} % 2]: {n}}})"]  # fmt: skip
        self.line(self.pick(forms))
        return None

    def alias(self) -> None:
        if self.boxes and self.chance(40):
            name = self.new("l")
            self.line(f"{name} = {self.pick(self.boxes)}.items")
            self.lists.append(name)
        elif self.lists:
            name, source = self.new("l"), self.pick(self.lists)
            form = self.pick([source, f"{source}[:]", f"list({source})", f"{source}.copy()", f"{source} + [1]",
                              f"sorted({source})", f"[*{source}, 2]"])  # fmt: skip
            self.line(f"{name} = {form}")
            self.lists.append(name)
        else:
            self.assign()

    def many(self) -> None:
        """Containers of containers, and stores by way of them."""
        if not self.shelves or self.chance(30):
            if len(self.lists) < 2 and not self.boxes:
                return self.assign()
            name = self.new("h")
            parts = self.boxes if self.boxes and self.chance(50) else self.lists
            a, b = self.pick(parts), self.pick(parts)
            kind = "boxes" if parts is self.boxes else "lists"
            form = self.pick([f"[{a}, {b}]", f"{{0: {a}, 1: {b}}}", f"({a}, {b})"])
            self.line(f"{name} = {form}")
            self.shelves.append(f"{name}:{kind}")
            return None
        name, kind = self.pick(self.shelves).split(":")
        r = self.random.randrange(6)
        if r < 2:
            one = self.new("b" if kind == "boxes" else "l")
            self.line(f"{one} = {name}[{self.number()} % 2]")
            (self.boxes if kind == "boxes" else self.lists).append(one)
        elif r == 2 and kind == "boxes":
            self.line(f"{name}[{self.number()} % 2].v {self.pick(['=', '+='])} {self.number()}")
        elif r == 2:
            self.line(f"{name}[{self.number()} % 2][{self.pick(['0', '-1'])}] = {self.number()}")
        elif r == 3:
            self.line(f"store({name}[{self.number()} % 2], {self.number()}, {self.number()})")
        elif r == 4:
            one, x = self.new("n"), self.new("e")
            each = f"({name}[0], {name}[1])"
            what = f"{x}.v" if kind == "boxes" else f"{x}[0]"
            self.line(f"for {x} in {each}:")
            self.line(f"    if {self.condition()}:")
            self.line(f"        {what} = {self.number()}")
        else:
            one = self.new("n")
            what = f"{name}[{self.number()} % 2]"
            self.line(f"{one} = {what}.v" if kind == "boxes" else f"{one} = {what}[0]")
            self.numbers.append(one)
        return None

    def command(self) -> None:
        """Objects of one class or another, of which the methods do different things."""
        if self.commands and self.chance(60):
            one, name = self.new("n"), self.pick(self.commands)
            forms = [f"{name}.act({self.number()})", f"getattr({name}, 'a' + 'ct')({self.number()})"]
            self.line(f"{one} = {self.pick(forms)}")
            self.numbers.append(one)
            return None
        if not self.lists:
            return self.assign()
        name, other = self.new("c"), self.new("c")
        a, b = self.pick(self.lists), self.pick(self.lists)
        one, two = self.random.sample([f"Put({a})", f"Quiet({b})", f"Bump({b})", f"Put({b})"], 2)
        forms = [
            f"{name} = {one} if {self.condition()} else {two}", f"{name} = made({self.number()}, {a}, {b})",
            f"{name} = (Put if {self.condition()} else Quiet)({a})", f"{name} = [{one}, {two}][{self.number()} % 2]",
            f"{name} = found({self.number()} % 3, [{one}, {two}])",
            f"{name} = {{0: {one}, 1: {two}}}[{self.number()} % 2]",
        ]  # fmt: skip
        r = self.random.randrange(9)
        if r < 6:
            self.line(forms[r])
        elif r == 6:
            self.line(f"{name} = {one}")
            self.line(f"if {self.condition()}:")
            self.line(f"    {name} = {two}")
        elif r == 7:
            self.line(f"for {name} in ({one}, {two}):")
            self.line(f"    if {self.condition()}:")
            self.line("        break")
        else:
            self.line(f"{other} = [{one}]")
            self.line(f"if {self.condition()}:")
            self.line(f"    {other}.append({two})")
            self.line(f"{name} = {other}[-1]")
        self.commands.append(name)
        return None

    def selected(self) -> None:
        """What is put together of something selected; what a loop has found."""
        if not self.lists:
            return self.assign()
        r = self.random.randrange(6)
        name, a, b = self.new("l"), self.pick(self.lists), self.pick(self.lists)
        if r == 0 and self.dicts:
            d, n = self.pick(self.dicts), self.number()
            self.line(f"{d}.update({{0: {n}}} if {self.condition()} else {{1: {n}}})")
        elif r == 1 and self.dicts:
            made, d, other = self.new("d"), self.pick(self.dicts), self.pick(self.dicts)
            self.line(f"{made} = {{**{d}, **({other} if {self.condition()} else {{2: {self.number()}}})}}")
            self.dicts.append(made)
        elif r == 2:
            self.line(f"{a}.extend([{self.number()}] if {self.condition()} else [])")
        elif r == 3:
            self.line(f"{name} = {a} + ({b} if {self.condition()} else [{self.number()}])")
            self.lists.append(name)
        elif r == 4:
            self.line(f"for {name} in ({a}, {b}):")
            self.line(f"    if {name}[0] % 3 == {self.random.randrange(3)}:")
            self.line("        break")
            self.lists.append(name)
        else:
            x = self.new("e")
            self.line(f"for {x} in [{a}] + ([{b}] if {self.condition()} else []):")
            self.line(f"    {x}[0] = {self.number()}")
        return None

    def called(self) -> None:
        """Values that go through calls: containers chosen, changed, exceptions raised."""
        r = self.random.randrange(7)
        one = self.new("n")
        if r == 0 and len(self.lists) > 1:
            name = self.new("l")
            form = self.pick(["choose({}, {}, {})", "({1} if {0} % 3 == 0 else {2})"])
            self.line(f"{name} = " + form.format(self.number(), self.pick(self.lists), self.pick(self.lists)))
            self.lists.append(name)
        elif r == 1 and len(self.boxes) > 1:
            name = self.new("b")
            self.line(f"{name} = choose({self.number()}, {self.pick(self.boxes)}, {self.pick(self.boxes)})")
            self.boxes.append(name)
        elif r == 2 and self.lists:
            self.line(f"store({self.pick(self.lists)}, {self.number()}, {self.number()})")
        elif r == 3 and self.lists:
            self.line(f"{one} = depth({self.number()} % 4, {self.pick(self.lists)})")
            self.numbers.append(one)
        elif r == 4:
            self.line("try:")
            self.line(f"    {one} = checked({self.number()})")
            if self.boxes:
                self.line(f"    {self.pick(self.boxes)}.v = {self.number()}")
            self.line("except ValueError as error:")
            self.line(f"    {one} = error.args[0] + {self.number()}")
            self.numbers.append(one)
        elif r == 5 and self.lists:
            name = self.new("it")
            self.line(f"{name} = pairs({self.pick(self.lists)}, {self.pick(self.lists)}[:])")
            self.line(f"{one} = next({name}, 0)")
            self.line(f"if {one} > 0:")
            self.line(f"    {name}.send({self.number()})")
            self.generators.append(name)
            self.numbers.append(one)
        elif r == 6 and len(self.lists) > 1:
            a, b = self.pick(self.lists), self.pick(self.lists)
            self.line(f"{a}[0], {b}[-1] = {b}[-1], {a}[0]")
        else:
            self.assign()

    def branch(self) -> None:
        self.line(f"if {self.condition()}:")
        self.block()
        if self.chance(50):
            self.line("else:")
            self.block()

    def loop(self) -> None:
        r = self.random.randrange(6)
        name = self.new("n")
        self.loops += 1
        extra = [name]
        if r == 0:
            counter = self.new("w")
            self.line(f"{counter} = {self.number()} % 4")
            self.line(f"while {counter} > 0:")
            self.line(f"    {counter} -= 1")
            self.line(f"    {name} = {counter}")  # to the counter itself the body stores nothing, so that it ends
        elif r == 1 and self.lists:
            self.line(f"for {name} in {self.pick(self.lists)}[:4]:")
        elif r == 2 and self.dicts:
            other = self.new("n")
            self.line(f"for {name}, {other} in list({self.pick(self.dicts)}.items()):")
            extra.append(other)
        elif r == 3 and self.lists:
            other = self.new("n")
            one = self.pick(self.lists)
            form = self.pick([f"enumerate({one}[:3])", f"zip({one}, {self.pick(self.lists)}[:3])"])
            self.line(f"for {name}, {other} in {form}:")
            extra.append(other)
        elif r == 4 and self.generators:
            self.line(f"for {name} in {self.pick(self.generators)}:")
        else:
            self.line(f"for {name} in range({self.number()} % 4):")
        before = list(self.numbers)
        self.numbers += extra
        self.block(2)
        self.numbers = before
        self.loops -= 1

    def leave(self) -> None:
        self.line(f"if {self.condition()}:")
        self.line(f"    {self.pick(['break', 'continue'])}")

    def attempt(self) -> None:
        self.line("try:")
        before = {kind: list(getattr(self, kind)) for kind in self.kinds}
        self.depth += 1
        if self.chance(60):
            self.statement()
        risky = [
            f"{self.new('n')} = 10 // ({self.number()} % 3)",
            "raise ValueError if " + self.condition() + " else KeyError",
        ]
        if self.lists:
            risky.append(f"{self.new('n')} = {self.pick(self.lists)}[{self.number()} % 5]")
        if self.dicts:
            risky.append(f"{self.new('n')} = {self.pick(self.dicts)}[{self.number()} % 5]")
        self.line(self.pick(risky))
        if self.chance(60):
            self.statement()
        self.depth -= 1
        for kind, names in before.items():
            setattr(self, kind, names)
        self.line(f"except {self.pick(['Exception', '(ZeroDivisionError, LookupError, ValueError)'])}:")
        self.block()
        if self.chance(30):
            self.line("else:")
            self.block()
        if self.chance(30):
            self.line("finally:")
            loops, self.loops, inside, self.inside = self.loops, 0, self.inside, self.inside
            self.depth += 1
            self.change_box()
            self.depth -= 1
            self.loops, self.inside = loops, inside

    def guard(self) -> None:
        if not self.boxes:
            return self.assign()
        self.line(f"with Guard({self.pick(self.boxes)}):")
        self.block()
        if self.chance(50):
            self.line(f"    if {self.condition()}: raise ValueError")
        return None

    def function(self) -> None:
        if self.inside:
            return self.assign()
        name, parameter = self.new("f"), self.new("p")
        state = self.new("s")
        self.line(f"{state} = {self.number()}")
        self.line(f"def {name}({parameter}):")
        self.line(f"    nonlocal {state}")
        self.line(f"    global {self.globals}")
        saved = {kind: list(getattr(self, kind)) for kind in self.kinds}
        loops, self.loops = self.loops, 0
        self.inside, self.own, self.stores_global = 1, frozenset((parameter, state)), True
        self.numbers += [parameter, state]
        self.functions = []
        self.block(2)
        self.depth += 1
        self.line(f"return {self.number()}" if self.chance(80) else "pass")
        if not self.lines[-1].strip().startswith("return"):
            self.line(f"return {state}")
        self.depth -= 1
        for kind, names in saved.items():
            setattr(self, kind, names)
        self.inside, self.own, self.stores_global, self.loops = 0, frozenset(), False, loops
        self.functions.append(name)
        return None

    def early(self) -> None:
        self.line(f"if {self.condition()}:")
        self.line(f"    return {self.number()}" if not self.yields else "    return")

    yields = False

    def generator(self) -> None:
        if self.inside:
            return self.assign()
        name, parameter, value = self.new("g"), self.new("p"), self.new("n")
        self.line(f"def {name}({parameter}):")
        saved = {kind: list(getattr(self, kind)) for kind in self.kinds}
        loops, self.loops = self.loops, 0
        self.inside, self.own, self.yields = 1, frozenset((parameter, value)), True
        self.numbers += [parameter]
        self.functions, self.generators = [], []
        self.depth += 1
        self.line(f"for {value} in range({parameter} % 4):")
        self.numbers.append(value)
        self.block(1)
        self.line(f"    yield {self.number()}")
        if self.chance(50):
            self.statement()
            self.line(f"yield {self.number()}")
        self.depth -= 1
        for kind, names in saved.items():
            setattr(self, kind, names)
        self.inside, self.own, self.yields, self.loops = 0, frozenset(), False, loops
        use = self.random.randrange(3)
        if use == 0:
            made = self.new("it")
            self.line(f"{made} = {name}({self.number()})")
            self.generators.append(made)
        elif use == 1:
            made = self.new("l")
            self.line(f"{made} = list({name}({self.number()})) + [0]")
            self.lists.append(made)
        else:
            made = self.new("n")
            self.line(f"{made} = sum({name}({self.number()}))")
            self.numbers.append(made)
        return None

    def comprehension(self) -> None:
        if not self.lists:
            return self.assign()
        source, name, x, last = self.pick(self.lists), self.new("l"), self.new("x"), self.number(2)
        self.numbers.append(x)
        text = self.pick([f"[{self.number(1)} for {x} in {source}[:4] if {self.condition()}] + [{last}]",
                          f"list(map(lambda {x}: {self.number(1)}, {source}[:4])) + [0]",
                          f"list({{{x} % 3: {self.number(2)} for {x} in {source}[:4]}}.values()) + [1]",
                          f"sorted({source}[:4], key=lambda {x}: {self.number(2)})"])  # fmt: skip
        self.numbers.remove(x)
        self.line(f"{name} = {text}")
        self.lists.append(name)
        return None


def setter(name: str) -> str:
    return f"\n{name} = 0\n\ndef set_{name}(x):\n    global {name}\n    {name} = x\n"


def write(random: Random) -> str:
    """A module whose `main` takes six whole numbers and gives one."""
    writer = Writer(random)
    chunks = body(writer, random)
    arguments = ", ".join(f"i{k}" for k in range(INPUTS))
    lines = [line for chunk in chunks for line in chunk]
    return (
        PRELUDE
        + setter("total")
        + f"\ndef main({arguments}):\n"
        + "\n".join(lines)
        + f"\n    return {writer.number()}\n"
    )


def arguments(random: Random) -> list[int]:
    """For the `main` of a program."""
    return [random.randrange(-2, 7) for _ in range(INPUTS)]


def program(seed: int) -> tuple[str, list[int], Random]:
    """What `write` gives, arguments for it, and chance for what is done with them."""
    random = Random(seed)
    source = write(random)
    return source, arguments(random), random


def halves(random: Random) -> tuple[str, list[set[int]]]:
    """A module whose `main` takes six whole numbers and gives two, each by statements of its own; and their lines."""
    names = [f"i{k}" for k in range(INPUTS)]
    writers = [Writer(random, prefix, names[k : k + INPUTS // 2]) for k, prefix in ((0, "x"), (INPUTS // 2, "y"))]
    chunks = [(half, chunk) for half, writer in enumerate(writers) for chunk in body(writer, random)]
    order = [half for half, _ in chunks]
    random.shuffle(order)  # of each half the statements stay in order
    waiting = [[chunk for half, chunk in chunks if half == k] for k in (0, 1)]
    source = PRELUDE + setter("xtotal") + setter("ytotal") + f"\ndef main({', '.join(names)}):\n"
    lines: list[set[int]] = [set(), set()]
    for half in order:
        for line in waiting[half].pop(0):
            source += line + "\n"
            lines[half].add(source.count("\n"))
    for half, writer in enumerate(writers):
        source += f"    {writer.prefix}result = {writer.number()}\n"
        lines[half].add(source.count("\n"))
    return source + "    return xresult, yresult\n", lines


def body(writer: Writer, random: Random) -> list[list[str]]:
    """The statements of `main`, each a list of lines."""
    chunks: list[list[str]] = []

    def chunk() -> None:
        chunks.append(writer.lines)
        writer.lines = []

    for name in (f"{writer.prefix}l0", f"{writer.prefix}m0"):
        writer.line(f"{name} = [{writer.number(2)}, {writer.number(2)}]")
        writer.lists.append(name)
        chunk()
    if random.randrange(2):
        for name in (f"{writer.prefix}b0", f"{writer.prefix}c0"):
            writer.line(f"{name} = Box({writer.number(2)}, {writer.pick(writer.lists)})")
            writer.boxes.append(name)
        writer.many()
        chunk()
    for _ in range(5 + random.randrange(6)):
        writer.statement()
        chunk()
    return chunks
