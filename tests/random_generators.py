"""Random programs about generators, as source text, written by one choice after the other.

`write(choose)` returns a module whose `main(n)` makes generators that delegate to each other, and goes on with, throws
into, closes and lets C consume them in any order. All are held until the end: when a dropped one is closed is up to the
reference count, which a record changes.
"""

from collections.abc import Callable

PRELUDE = """\
class Failed(Exception):
    pass

class Guard:
    def __init__(self, log, catches):
        self.log, self.catches = log, catches
    def __enter__(self):
        self.log.append("in")
    def __exit__(self, kind, value, tb):
        self.log.append(kind and kind.__name__)
        return self.catches and kind is Failed

held = []

def hold(generator):
    held.append(generator)
    return generator

def said(log, what):
    log.append(what)
    if len(log) > 200:
        raise Failed("enough")
    return len(log)
"""

EXCEPTIONS = ("Failed", "(Failed, ValueError)", "KeyError", "Exception")
THROWN = ("Failed(1)", "ValueError(2)", "KeyError", "GeneratorExit")


class Writer:
    """One program in the making."""

    def __init__(self, choose: Callable[[int], int]) -> None:
        self.choose = choose
        self.lines: list[str] = []
        self.functions = 2 + choose(3)

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def pick(self, *options: str) -> str:
        return options[self.choose(len(options))]

    def made(self, below: int, argument: str) -> str:
        """A new generator of one of the first `below` functions."""
        return f"hold(g{self.choose(below)}(log, {argument}))"

    def block(self, k: int, depth: int, count: int) -> None:
        """Statements in the body of function k, which delegates to those before it."""
        for _ in range(count):
            self.statement(k, depth, self.choose(8 if depth > 3 else 14))

    def statement(self, k: int, depth: int, kind: int) -> None:
        if kind == 0:
            self.line(depth, f"yield said(log, ({k}, n))")
        elif kind == 1:
            self.line(depth, "log.append((yield n))")
        elif kind == 2:
            self.line(depth, "n += 1")
        elif kind == 3:
            self.line(depth, f"if n > {self.choose(5)}: raise Failed(n)")
        elif kind == 4:
            self.line(depth, f"if n > {self.choose(6)}: return n")
        elif kind < 7:
            source = self.made(k, self.pick("n", "n - 1")) if k else "[n, n + 1]"
            self.line(depth, f"x = yield from {source}")
            self.line(depth, "log.append(x)")
        elif kind == 7:
            self.line(depth, "said(log, sum(q * 2 for q in range(n % 3)))")
        elif kind == 8:
            self.line(depth, f"for i in range({1 + self.choose(3)}):")
            self.block(k, depth + 1, 1 + self.choose(2))
        elif kind == 9:
            self.line(depth, f"for v in {self.made(k, 'n') if k else '(q + 1 for q in range(2))'}:")
            self.block(k, depth + 1, 1 + self.choose(2))
            self.line(depth + 1, self.pick("pass", "if v: break", "if not v: continue"))
        elif kind == 10:
            self.line(depth, "try:")
            self.block(k, depth + 1, 1 + self.choose(2))
            self.line(depth, f"except {self.pick(*EXCEPTIONS)} as error:")
            self.block(k, depth + 1, self.choose(2))
            self.line(depth + 1, "log.append(type(error).__name__)")
        elif kind == 11:
            self.line(depth, "try:")
            self.block(k, depth + 1, 1 + self.choose(2))
            self.line(depth, "finally:")
            self.line(depth + 1, f"log.append('left {k}')")
        elif kind == 12:
            self.line(depth, "if n % 2:")
            self.block(k, depth + 1, 1)
            self.line(depth, "else:")
            self.block(k, depth + 1, 1)
        else:
            self.line(depth, f"with Guard(log, {self.pick('True', 'False')}):")
            self.block(k, depth + 1, 1 + self.choose(2))

    def step(self) -> None:
        """Something that `main` does with one of its generators."""
        name = self.pick("a", "b")
        made = self.made(self.functions, str(self.choose(4)))
        self.line(1, "try:")
        match self.choose(10):
            case 0:
                self.line(2, f"{name} = {made}")
            case 1 | 2:
                self.line(2, f"log.append(next({name}, 'end'))")
            case 3:
                self.line(2, f"log.append({name}.send({self.pick('None', '7')}))")
            case 4:
                self.line(2, f"log.append({name}.throw({self.pick(*THROWN)}))")
            case 5:
                self.line(2, f"{name}.close()")
            case 6:
                self.line(2, f"log.append({self.pick('list', 'tuple', 'len')}([*{made}]))")
            case 7:
                self.line(2, f"log.append(dict(zip({made}, {name})))")
            case 8:
                self.line(2, f"first, *rest = {made}")
                self.line(2, "log.append(rest)")
            case _:
                self.line(2, f"for v in {self.pick(name, made)}:")
                self.line(3, "log.append(v)")
                self.line(3, f"if len(log) > {3 + self.choose(30)}: break")
        self.line(1, "except (Failed, ValueError, KeyError, GeneratorExit, StopIteration, RuntimeError) as error:")
        self.line(2, "log.append((type(error).__name__, error.args))")

    def module(self) -> str:
        for k in range(self.functions):
            self.line(0, f"def g{k}(log, n{self.pick('', ', *rest, step=1')}):")
            self.block(k, 1, 2 + self.choose(4))
            self.line(1, "if n < 0: yield n")
        self.line(0, "def main(n):")
        self.line(1, "held.clear()")
        self.line(1, "log = []")
        self.line(1, f"a, b = hold(g0(log, n)), {self.made(self.functions, '1')}")
        for _ in range(3 + self.choose(7)):
            self.step()
        self.line(1, "return log")
        return PRELUDE + "\n".join(self.lines) + "\n"


def write(choose: Callable[[int], int]) -> str:
    """A module with a function `main(n)`; `choose(n)` gives a number below n."""
    return Writer(choose).module()
