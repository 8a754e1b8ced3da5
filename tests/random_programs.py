"""Random programs, as source text, written by one choice after the other.

`write(choose)` returns a module whose `main(n)` ends for sure: loops are bounded, and every call spends of a budget.
`choose(n)` gives a number below n; 0 always is the simplest choice, so that a program gets smaller as its choices do.
"""

from collections.abc import Callable

PRELUDE = """\
class Spent(BaseException):
    pass

class Box:
    def __init__(self, v):
        self.v = v
    def __add__(self, other):
        return Box(self.v + (other.v if isinstance(other, Box) else other))
    def __eq__(self, other):
        return isinstance(other, Box) and self.v == other.v
    def __bool__(self):
        return self.v % 3 != 0
    def __repr__(self):
        return f"Box({self.v})"
    def bump(self, k=1):
        self.v += k
        return self.v
    @property
    def twice(self):
        return self.v * 2

class Guard:
    def __init__(self, out, catches):
        self.out, self.catches = out, catches
    def __enter__(self):
        self.out.append("in")
        return len(self.out)
    def __exit__(self, kind, value, tb):
        self.out.append(kind and kind.__name__)
        return self.catches and kind is not Spent

budget = 0
shared = 0

def spend():
    global budget
    budget -= 1
    if budget < 0:
        raise Spent

def steps(n):
    for i in range(n % 4):
        yield i * n
"""

NUMBERS = ("a", "b", "c", "e")
EXCEPTIONS = ("ZeroDivisionError", "KeyError", "IndexError", "ValueError", "TypeError", "(KeyError, IndexError)",
              "ArithmeticError", "LookupError", "Exception")  # fmt: skip


class Writer:
    """One program in the making."""

    def __init__(self, choose: Callable[[int], int], size: int = 40) -> None:
        self.choose = choose
        self.lines: list[str] = []
        self.size = size  # how many statements a function may have
        self.left = 0
        self.fresh = 0
        self.function = 0

    def pick(self, *options: str) -> str:
        return options[self.choose(len(options))]

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def name(self, prefix: str) -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    # -- expressions --------------------------------------------------------------------------------------------------

    def number(self, deep: int = 2) -> str:
        """An expression that mostly gives an int."""
        kind = self.choose(8 if deep <= 0 else 45)
        if kind < 3:
            return self.pick(*NUMBERS)
        if kind < 6:
            return self.pick("0", "1", "2", "3", "7", "-1")
        if kind < 8:
            return self.pick("n", "len(xs)", "shared", "box.v", "len(d)")
        x = lambda: self.number(deep - 1)  # noqa: E731
        sure = [
            lambda: f"({x()} + {x()})",
            lambda: f"({x()} - {x()})",
            lambda: f"({x()} * {x()} % 1009)",
            lambda: f"({x()} // {x()})",
            lambda: f"({x()} % {x()})",
            lambda: f"-{x()}",
            lambda: f"({x()} if {self.condition(deep - 1)} else {x()})",
            lambda: f"({x()} and {x()})",
            lambda: f"({x()} or {x()})",
            lambda: f"xs[{x()}]",
            lambda: f"d[{x()}]",
            lambda: f"d.get({x()}, {x()})",
            lambda: f"len({self.sequence(deep - 1)})",
            lambda: f"sum({self.sequence(deep - 1)})",
            lambda: f"sum(q * {x()} % 1009 for q in {self.sequence(deep - 1)} if {self.condition(deep - 1)})",
            lambda: f"max({x()}, {x()})",
            lambda: f"max({self.sequence(deep - 1)}, key=lambda q: q + {x()}, default={x()})",
            lambda: f"int({x()} < {x()})",
            lambda: f"(lambda p, q=1: p + q)({x()})",
            lambda: f"(abs if {self.condition(deep - 1)} else int)({x()})",
            lambda: f"box.bump({x()})",
            lambda: f"box.bump(k={x()})",
            lambda: "box.twice",
            lambda: f"(box + {x()}).v",
            lambda: f"({x()} & {x()})",
            lambda: f"int(f'{{{self.pick(*NUMBERS)}}}')",
            lambda: f"xs.pop({self.pick('', '0', x())})",
            lambda: f"[*xs, {x()}][{x()}]",
            lambda: f"min(*xs, {x()})",
            lambda: f"xs.index({x()})",
            lambda: f"functools.reduce(lambda p, q: p - q, {self.sequence(deep - 1)}, {x()})",
        ]
        if kind < 8 + len(sure):
            return sure[kind - 8]()
        return self.call(deep - 1)

    def call(self, deep: int) -> str:
        """A call of another function, or of this one."""
        callee = f"f{self.choose(self.function + 1)}" if self.function else "f0"
        if self.function == 0 and not self.choose(3):
            return self.number(deep)
        x, y = self.number(deep), self.number(deep)
        return self.pick(
            f"{callee}({x})", f"{callee}({x}, {y})", f"{callee}({x}, b={y})", f"{callee}(*[{x}, {y}])",
            f"{callee}(**{{'n': {x}}})", f"{callee}(*({x},), **{{'b': {y}}})", f"[{callee}(q) for q in ({x}, {y})][0]",
        )  # fmt: skip

    def sequence(self, deep: int = 2) -> str:
        kind = self.choose(4 if deep <= 0 else 16)
        x = lambda: self.number(deep - 1)  # noqa: E731
        simple = ("xs", "range(3)", "(a, b)", "[]")
        if kind < 4:
            return simple[kind]
        forms = [
            lambda: f"[{x()}, {x()}]",
            lambda: f"[q + {x()} for q in {self.sequence(deep - 1)}]",
            lambda: f"[q for q in {self.sequence(deep - 1)} if {self.condition(deep - 1)}]",
            lambda: f"[q * r % 1009 for q in {self.sequence(deep - 1)} for r in (1, {x()})]",
            lambda: f"[sum([r - q for r in xs]) for q in {self.sequence(deep - 1)}]",
            lambda: f"{{q % 5 for q in {self.sequence(deep - 1)}}}",
            lambda: f"list({{q: {x()} for q in {self.sequence(deep - 1)}}}.values())",
            lambda: f"xs[{x()}:{self.pick('', x())}]",
            lambda: f"sorted({self.sequence(deep - 1)}, key=lambda q: (q % 3, {self.pick('q', '-q', x())}))",
            lambda: f"list(steps({x()}))",
            lambda: f"(*xs, {x()})",
            lambda: f"list(map(lambda q: q + a, {self.sequence(deep - 1)}))",
        ]
        return forms[kind - 4]()

    def condition(self, deep: int = 2) -> str:
        kind = self.choose(5 if deep <= 0 else 15)
        x = lambda: self.number(deep - 1)  # noqa: E731
        if kind < 5:
            return (f"{self.pick(*NUMBERS)} > {self.pick('0', '1', '2')}", "xs", "True", "box", "opt is None")[kind]
        forms = [
            lambda: f"{x()} < {x()}",
            lambda: f"{x()} == {x()}",
            lambda: f"{x()} <= {x()} < {x()}",
            lambda: f"not {self.condition(deep - 1)}",
            lambda: f"({self.condition(deep - 1)} and {self.condition(deep - 1)})",
            lambda: f"({self.condition(deep - 1)} or {self.condition(deep - 1)})",
            lambda: f"{x()} in {self.sequence(deep - 1)}",
            lambda: f"{x()} not in d",
            lambda: x(),
            lambda: "opt is not None",
        ]
        return forms[kind - 5]()

    # -- statements ---------------------------------------------------------------------------------------------------

    def block(self, depth: int, loop: bool, most: int = 4) -> None:
        for _ in range(1 + self.choose(most)):
            self.statement(depth, loop)

    def statement(self, depth: int, loop: bool) -> None:
        self.left -= 1
        simple = self.left < 0 or depth > 6
        kind = self.choose(24) if simple else self.choose(48)
        if kind < 24:
            self.simple(depth, loop, kind)
        elif kind < 31:
            self.branch(depth, loop)
        elif kind < 38:
            self.loop(depth, loop)
        elif kind < 44:
            self.attempt(depth, loop)
        else:
            (self.guard, self.match, self.closure, self.definition)[kind - 44](depth, loop)

    def simple(self, depth: int, loop: bool, kind: int) -> None:
        v = self.pick(*NUMBERS)
        x, s = self.number, self.sequence
        forms = [
            lambda: f"{v} = {x()}",
            lambda: f"{v} += {x()}",
            lambda: f"{v} {self.pick('-', '//', '%', '&', '|')}= {x()}",
            lambda: f"{v}, {self.pick(*NUMBERS)} = {x()}, {x()}",
            lambda: f"{v} = {self.pick(self.pick(*NUMBERS), f'({self.pick(*NUMBERS)} := {x()}) + {v}')}",
            lambda: f"xs.append({x()})",
            lambda: f"xs[{x()}] = {x()}",
            lambda: f"xs[{x()}] += {x()}",
            lambda: f"d[{x()}] = {x()}",
            lambda: f"d[{x()}] -= {x()}",
            lambda: f"xs = list({s()})[:6]",
            lambda: f"{v}, *xs = {s()}; xs = xs[:6]",  # what doubles in a loop would fill the memory
            lambda: f"{v}, {self.pick(*NUMBERS)} = {s()}",
            lambda: f"print({x()}, {self.pick('xs', v, 'd')})",
            lambda: f"opt = {self.pick('None', v, 'xs')}",
            lambda: f"box = Box({x()})",
            lambda: f"box.v = {x()}",
            lambda: f"box += {x()}",
            lambda: f"del {self.pick('xs[0]', f'd[{v}]', v, 'xs[1:]')}",
            lambda: (
                f"raise {self.pick('ValueError', 'KeyError', 'IndexError')}({x()}){self.pick('', '', ' from None')}"
            ),
            lambda: f"return {self.pick(x(), v, '', 'xs')}",
            lambda: self.pick("break", "continue") if loop else f"shared = {x()}",
            lambda: f"assert {self.condition()}, {x()}",
            lambda: x(),
        ]
        if kind in (18, 19, 20) and self.choose(3):  # what ends everything shall be rarer
            kind = 0
        self.line(depth, forms[kind]())

    def branch(self, depth: int, loop: bool) -> None:
        self.line(depth, f"if {self.pick(self.condition(), f'({self.pick(*NUMBERS)} := {self.number()}) > 1')}:")
        self.block(depth + 1, loop)
        for _ in range(self.choose(3) // 2):
            self.line(depth, f"elif {self.condition()}:")
            self.block(depth + 1, loop)
        if self.choose(2):
            self.line(depth, "else:")
            self.block(depth + 1, loop)

    def loop(self, depth: int, _: bool) -> None:
        kind = self.choose(5)
        if kind == 0:
            self.line(depth, f"for {self.pick(*NUMBERS)} in {self.sequence()}:")
            self.line(depth + 1, "spend()")
        elif kind == 1:
            self.line(depth, f"for i{depth}, {self.pick(*NUMBERS)} in enumerate(list({self.sequence()})[:4]):")
        elif kind == 2:
            k = self.name("k")
            self.line(depth, f"{k} = {1 + self.choose(4)}")
            self.line(depth, f"while {self.pick(f'{k} > 0', k, f'{k} and {self.condition()}')}:")
            self.line(depth + 1, f"{k} -= 1")
        elif kind == 3:
            self.line(depth, "while True:")
            self.line(depth + 1, "spend()")
            self.line(depth + 1, f"if {self.condition()}:")
            self.line(depth + 2, "break")
        else:
            self.line(depth, f"for {self.pick(*NUMBERS)}, (i{depth}) in list(d.items())[:4]:")
        self.block(depth + 1, True)
        if not self.choose(3):
            self.line(depth, "else:")
            self.block(depth + 1, False, 2)

    def attempt(self, depth: int, loop: bool) -> None:
        self.line(depth, "try:")
        self.block(depth + 1, loop)
        handlers = self.choose(3)
        for _ in range(handlers):
            named = self.choose(2)
            kind = EXCEPTIONS[self.choose(len(EXCEPTIONS))]
            self.line(depth, f"except {kind}{' as error' if named else ''}:")
            if named and self.choose(2):
                self.line(depth + 1, f"{self.pick(*NUMBERS)} = len(error.args)")
            self.block(depth + 1, loop, 3)
            if not self.choose(4):
                self.line(
                    depth + 1, self.pick("raise", "raise ValueError(7)", f"raise KeyError({self.number()}) from None")
                )
        if handlers and not self.choose(3):
            self.line(depth, "else:")
            self.block(depth + 1, loop, 2)
        if not handlers or not self.choose(3):
            self.line(depth, "finally:")
            self.block(depth + 1, loop, 3)

    def guard(self, depth: int, loop: bool) -> None:
        first = f"Guard(xs, {self.pick('True', 'False', 'a')})"
        self.line(depth, "with " + self.pick(first, f"{first} as a", f"{first}, Guard([], b) as c") + ":")
        self.block(depth + 1, loop)

    def match(self, depth: int, loop: bool) -> None:
        self.line(depth, f"match {self.pick(self.number(), self.sequence(), 'd', 'box', 'xs', 'opt')}:")
        patterns = ("0 | 1", "[]", "[a, *_]", "[a, b]", "{1: c}", "{**rest}", "Box(v=a)", "int(b)", "None", "[0, *xs]")
        for _ in range(1 + self.choose(3)):
            pattern = patterns[self.choose(len(patterns))]
            self.line(depth + 1, f"case {pattern}{self.pick('', f' if {self.condition()}')}:")
            self.block(depth + 2, loop, 2)

    def closure(self, depth: int, _: bool) -> None:
        g = self.name("g")
        self.line(depth, f"def {g}(p, q={self.number(1)}):")
        self.line(depth + 1, "nonlocal cell")
        self.line(depth + 1, f"cell += {self.pick('p', 'q', 'p * q % 1009')}")
        self.line(
            depth + 1, f"return {self.pick('cell', 'p + q', 'p // (cell % 3)', '[cell + r for r in range(p % 3)][q]')}"
        )
        self.line(depth, f"{self.pick(*NUMBERS)} = {g}({self.number()}) + {self.pick('cell', f'{g}(1, q=2)')}")

    def definition(self, depth: int, _: bool) -> None:
        c = self.name("C")
        self.line(depth, f"class {c}(Box):")
        self.line(depth + 1, f"k = {self.number(1)}")
        self.line(depth + 1, "def bump(self, k=2):")
        self.line(depth + 2, f"return super().bump({self.pick('k', 'self.k', '0')}) + self.k")
        self.line(depth, f"box = {c}({self.number()})")

    # -- functions ----------------------------------------------------------------------------------------------------

    def write_function(self, name: str, parameters: str) -> None:
        self.left = self.size
        self.line(0, f"def {name}({parameters}):")
        self.line(1, "global shared")
        self.line(1, "spend()")
        self.line(1, f"a = c = e = {self.pick('0', '1', 'n')}")
        self.line(1, f"xs, d, opt, cell = [n, {self.pick('1', '0', 'b')}, 2], {{n: b}}, None, 1")
        self.line(1, "box = Box(n)")
        self.block(1, False, 9)
        self.line(1, f"return {self.pick('a', 'a + b', 'c', 'len(xs)', 'cell')}")


def write(choose: Callable[[int], int], size: int = 40) -> str:
    writer = Writer(choose, size)
    writer.lines.append("import functools")
    writer.lines += PRELUDE.splitlines()
    count = 1 + choose(3)
    for writer.function in range(count):
        writer.write_function(f"f{writer.function}", "n, b=1")
    writer.lines += [
        "def main(n):",
        "    global budget, shared",
        "    budget, shared = 60, 0",
        "    out = []",
        "    for k in range(2):",
        f"        out.append(f{count - 1}(n + k))",
        "    return out, shared, budget",
    ]
    return "\n".join(writer.lines) + "\n"
