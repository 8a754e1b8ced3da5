"""Which operators are looked at for new arrays, and that no array beyond the budget stays alive for lack of a look."""

import math
import weakref

import numpy as np
import pytest

from irtrack import Context, track
from irtrack.cpython.arrays import looks
from irtrack.cpython.code import disassemble
from irtrack.cpython.flow import analyse


def looked_at(source: str) -> list[str]:
    """The expressions of `def f(...)` whose results are tested."""
    namespace: dict[str, object] = {}
    exec(source, namespace)
    instructions = disassemble(namespace["f"].__code__)
    lines = source.splitlines()
    found = []
    for i in sorted(looks(instructions, analyse(instructions).stacks)):
        line, _, column, end = instructions.positions[i]
        found.append(lines[line - 1][column:end])
    return found


CASES = {
    "an operand of another operator": ("def f(a, b): return a * b + a ** -b", ["a * b + a ** -b"]),
    "through a variable": ("def f(a):\n b = a * 2\n return b + 1", ["b + 1"]),
    "an array just if another is": ("def f(a, g): return g(a - 1) + g(a - 2)", ["a - 1", "g(a - 1) + g(a - 2)"]),
    "its truth was asked": ("def f(a):\n if a < 2: return a\n return a - 1", []),
    "the truth of an operator": ("def f(a, b):\n if a - b: return a - b\n return a", []),
    "in each branch": ("def f(a, b):\n if b is None: return a - 1\n return a + 1", ["a - 1", "a + 1"]),
    "before the branch": ("def f(a, b):\n c = a * 2\n if b is None: return a - 1\n return a + 1", ["a * 2"]),
    "where two ways meet": ("def f(a, b):\n if b is None: b = a - 1\n return a + 1", ["a - 1", "a + 1"]),
    "made of constants": ("def f(n):\n x = 0.5\n for _ in n: x = 0.3 * x\n return -x", []),
    "not made of constants": ("def f(n):\n x = 0.5\n for y in n: x = y * x\n return -x", ["y * x", "-x"]),
    "constants that are swapped": ("def f(n):\n x, y = 1, 2\n for _ in n: x, y = y, x + y\n return x", []),
    "constants or a tuple": ("def f(t, n):\n x, y = t if n else (1, 2)\n return x * 2", ["x * 2"]),
    "an argument that is stored to": ("def f(n):\n while g(): n = n + 1", ["n + 1"]),
    "what became another value": ("def f(a, g):\n b = a * 2\n a = g()\n return b, a * 2", ["a * 2", "a * 2"]),
    "text": ("def f(a): return '%s' % a + 'x'", ["'%s' % a + 'x'"]),
    "text, and its argument": ("def f(a): return '%s' % (a * 2)", ["a * 2", "'%s' % (a * 2)"]),
    "a list grows by an array": ("def f(a):\n b = []\n b += a * 2\n return b", ["a * 2", "b += a * 2"]),
    "an item": ("def f(a): return a[0], a[1:]", ["a[0]", "a[1:]"]),
    "items of the same kind": ("def f(a, i): return a[i], a[i - 1]", ["a[i]"]),
    "items of a list": ("def f(a):\n b = [a]\n for i in a: b[i - 1] + 1, b[0]\n return b[-1]", ["b[i - 1] + 1"]),
    "items of a list or more": ("def f(a, b):\n if a: b = []\n return b[0]", ["b[0]"]),
    "an item of a constant": ("def f(i): return 'abc'[i], {}['x']", []),
    "an index": ("def f(a, i, j): return a[i * j] + 1", ["a[i * j] + 1"]),
    "an item of an array": ("def f(a): return (a * 2)[0]", ["a * 2", "(a * 2)[0]"]),
    "the parts of a tuple": ("def f(t):\n a, b = t\n return a * 2, b * 2", ["a * 2", "b * 2"]),
    "a handler": ("def f(a):\n try: a * 2\n except E: return a * 2", ["a * 2", "a * 2"]),
    "a matrix product": ("def f(a, b): return (a @ b) * 2, a @ b", ["(a @ b) * 2", "a @ b"]),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES)
def test_looks(source, expected):
    assert looked_at(source) == expected


def test_many_operands():
    names = [f"a{i}" for i in range(40)]
    total = " + ".join(names)
    assert looked_at(f"def f({', '.join(names)}): return {total}, a0 * 2") == [total, "a0 * 2"]


def chain(a, note):
    for _ in range(20):
        b = a * 2 + 1
        note(b)


def overwritten(a, note):
    x = 1.0
    for y in [2.0, *[a] * 20]:
        x = y * 0.5
        note(x)
    return -x


def compared(a, note):
    for _ in range(20):
        if (a > 0).all():
            note(a - 1)


def refused(a, note):
    for _ in range(20):
        try:
            if note(a * 2) < 0:
                pass
        except ValueError:
            note(a * 3)


def branches(a, note):
    for i in range(20):
        note(a * 2) if i % 2 else note(a * 3)


def items(a, note):
    indices = np.arange(10_000)
    for i in range(20):
        note(a[indices])
        note(a[indices - 1])
        note(a[indices - i])


def recursive(a, note, n=20):
    return note(a - 1) if n == 0 else note(recursive(a, note, n - 1) + recursive(a, note, 0))


def grows(a, note):
    b = a.copy()
    for _ in range(20):
        b += note(a + 0)
        note(b @ a)
    return b


def small_results(a, note):
    for i in range(1, 200):
        a[note(a > i)]


def objects(a, note):
    values = iter([a] * 40)
    for value in values:
        note(math.prod([value, 2]))
        note((note(x * 2) for x in [value]).send(None))


def numbers_first(a, note):
    for value in (1, 2.5, *[a] * 40, 3, *[a] * 40):
        result = value + 1
        note(result)


@pytest.mark.parametrize(
    "program",
    [chain, overwritten, compared, refused, branches, items, recursive, grows, small_results, objects, numbers_first],
    ids=lambda f: f.__name__,
)
def test_no_more_than_a_few_arrays_stay_alive(program):
    alive = {}  # number -> an array of the run, as long as somebody has it
    most = 0

    def note(x):
        nonlocal most
        if type(x) is np.ndarray:
            number = len(alive) and max(alive) + 1
            alive[number] = weakref.ref(x, lambda _: alive.pop(number))
            most = max(most, len(alive))
        return x

    track(Context(max_bytes=0), lambda a: program(a, note), np.ones(10_000))
    assert 0 < most <= 20
