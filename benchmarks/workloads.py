"""The programs that the benchmark runs: ordinary Python, each `f(n)` with a result to compare.

None knows of irtrack. Random numbers come from generators that each run seeds anew.
"""

import math
import random
import string
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Wave = NDArray[np.complex128]

ALICE = (Path(__file__).parent.parent / "examples" / "data" / "alice.txt").read_text(encoding="utf-8")


# A scalar loop


def scalar(n: int) -> float:
    """The logistic map, with a sum over its orbit."""
    x = 0.3
    total = 0.0
    for _ in range(n):
        x = 3.7 * x * (1.0 - x)
        if x > 0.5:
            total += x
        else:
            total -= x * x
    return total


# Calls


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


# Objects


class InsufficientFundsError(Exception):
    """An account does not hold what is asked of it."""


class Entry:
    """One line of an account's statement."""

    def __init__(self, account: "Account", amount: int) -> None:
        self.account = account
        self.amount = amount
        self.balance = account.balance

    def is_debit(self) -> bool:
        """Whether the amount left the account."""
        return self.amount < 0


class Account:
    """A balance and the last entries that led to it."""

    fee = 1

    def __init__(self, owner: str, balance: int) -> None:
        self.owner = owner
        self.balance = balance
        self.debits = 0
        self.last: Entry | None = None

    def available(self) -> int:
        """What can be withdrawn."""
        return self.balance - self.fee

    def book(self, amount: int) -> Entry:
        """Change the balance, and write the entry of it."""
        self.balance += amount
        entry = Entry(self, amount)
        if entry.is_debit():
            self.debits += 1
        self.last = entry
        return entry


class CreditAccount(Account):
    """An account that may be overdrawn."""

    def __init__(self, owner: str, balance: int, limit: int) -> None:
        super().__init__(owner, balance)
        self.limit = limit

    def available(self) -> int:
        """What can be withdrawn, credit included."""
        return self.balance + self.limit


class Bank:
    """Accounts, and transfers between them."""

    def __init__(self) -> None:
        self.accounts: list[Account] = []
        self.refused = 0

    def open(self, account: Account) -> None:
        """Add an account."""
        self.accounts.append(account)

    def transfer(self, source: Account, target: Account, amount: int) -> bool:
        """Move an amount if the source can pay it."""
        if source.available() < amount:
            self.refused += 1
            return False
        source.book(-amount)
        target.book(amount)
        return True


def objects(n: int) -> tuple[int, list[int]]:
    """`n` transfers in a small bank."""
    bank = Bank()
    for i in range(20):
        bank.open(CreditAccount(f"owner {i}", 100, 50) if i % 3 == 0 else Account(f"owner {i}", 100))
    for i in range(n):
        source = bank.accounts[i * 7 % 20]
        target = bank.accounts[i * 11 % 19]
        bank.transfer(source, target, i % 60)
    return bank.refused, [account.balance + account.debits for account in bank.accounts]


# Text


def syllables(word: str) -> int:
    """Groups of vowels, without a final silent e."""
    count = 0
    inside = False
    for letter in word:
        vowel = letter in "aeiouy"
        if vowel and not inside:
            count += 1
        inside = vowel
    if word.endswith("e") and count > 1:
        count -= 1
    return max(count, 1)


def text(n: int) -> tuple[float, list[str]]:
    """Reading ease after Flesch, and the longest words, of a chapter read `n` times."""
    words = sentences = total = 0
    counts: dict[str, int] = {}
    for _ in range(n):
        for line in ALICE.splitlines():
            for part in line.split():
                word = part.strip(string.punctuation).lower()
                if part.endswith((".", "!", "?", ".'", "!'", "?'")):
                    sentences += 1
                if not word:
                    continue
                words += 1
                total += syllables(word)
                counts[word] = counts.get(word, 0) + 1
    ease = 206.835 - 1.015 * words / sentences - 84.6 * total / words
    return ease, sorted(counts, key=len)[-5:]


# Small arrays


def small_arrays(n: int) -> float:
    """A chain of ten masses and springs, integrated by the classical Runge-Kutta method."""
    stiffness = 2.0 * np.eye(10) - np.eye(10, k=1) - np.eye(10, k=-1)

    def slope(position: Array, velocity: Array) -> tuple[Array, Array]:
        return velocity, -(stiffness @ position) - 0.1 * velocity

    position = np.linspace(0.0, 1.0, 10)
    velocity = np.zeros(10)
    dt = 0.01
    for _ in range(n):
        x1, v1 = slope(position, velocity)
        x2, v2 = slope(position + dt / 2 * x1, velocity + dt / 2 * v1)
        x3, v3 = slope(position + dt / 2 * x2, velocity + dt / 2 * v2)
        x4, v4 = slope(position + dt * x3, velocity + dt * v3)
        position = position + dt / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
        velocity = velocity + dt / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    return float(position.sum())


# Big arrays

POINTS = 2**17  # 1 MiB a real array, 2 MiB a complex one
STEP_BYTES = 14 * 2**20  # of new arrays, that one step of `propagate` makes


def propagate(wave: Wave, kinetic: Wave, dt: float) -> Wave:
    """One step of the nonlinear Schrodinger equation by the split-step Fourier method."""
    density = np.abs(wave) ** 2
    turned = wave * np.exp(1j * dt * density)
    return np.fft.ifft(kinetic * np.fft.fft(turned))


def big_arrays(n: int) -> float:
    """A soliton after `n` steps: its highest point."""
    length = 200.0
    dt = 0.001
    x = np.linspace(-length / 2, length / 2, POINTS, endpoint=False)
    wavenumber = 2 * np.pi * np.fft.fftfreq(POINTS, length / POINTS)
    kinetic = np.exp(-0.5j * dt * wavenumber**2)
    wave: Wave = 1.0 / np.cosh(x) * np.exp(2j * x)
    for _ in range(n):
        wave = propagate(wave, kinetic, dt)
    return float(np.abs(wave).max())


def big_arrays_later(first: int, n: int) -> float:
    """Seconds of CPU time that `n` steps take when `first` steps ran before them."""
    big_arrays(first)
    start = time.thread_time()
    big_arrays(n)
    return time.thread_time() - start


# Random control flow


def random_walk(n: int) -> tuple[int, int, float]:
    """A particle in a double well by the Metropolis rule, with a coin for the kind of each move."""
    generator = random.Random(2)
    x = 0.0
    energy = 1.0
    accepted = crossings = 0
    for _ in range(n):
        proposal = -x if generator.random() < 0.3 else x + generator.random() - 0.5
        well = proposal * proposal - 1.0
        change = well * well - energy
        if change <= 0.0 or generator.random() < math.exp(-3.0 * change):
            if proposal * x < 0.0:
                crossings += 1
            x = proposal
            energy += change
            accepted += 1
    return accepted, crossings, x


# Exceptions


class RecordError(ValueError):
    """A line that is no record."""


def parse_field(fields: dict[str, str], name: str) -> int:
    try:
        return int(fields[name])
    except KeyError:
        raise RecordError(name) from None


def parse_record(line: str) -> tuple[int, int]:
    fields = {}
    for part in line.split(";"):
        name, equals, value = part.partition("=")
        if not equals:
            raise RecordError(part)
        fields[name] = value
    return parse_field(fields, "width"), parse_field(fields, "height")


def exceptions(n: int) -> tuple[int, int, int, int]:
    """A file of records most of which are damaged, each in its own way."""
    lines = ["width=3;height=4", "width=3;height=four", "width=3", "width;height", "height=7;width=5"]
    area = damaged = numbers = read = 0
    for i in range(n):
        try:
            width, height = parse_record(lines[i % len(lines)])
        except RecordError:
            damaged += 1
        except ValueError as error:
            numbers += len(error.args)
        else:
            area += width * height
        finally:
            read += 1
    return area, damaged, numbers, read


# Trees and closures

Function = Callable[[float], float]
Tree = float | str | tuple[str, "Tree", "Tree"]


def random_tree(generator: random.Random, depth: int) -> Tree:
    if depth == 0:
        return "x" if generator.random() < 0.6 else generator.random()
    operator = "+" if generator.random() < 0.5 else "*"
    return operator, random_tree(generator, depth - 1), random_tree(generator, depth - 1)


def compile_tree(tree: Tree) -> Function:
    """A tree as nested closures."""
    if isinstance(tree, tuple):
        operator, left, right = tree
        f = compile_tree(left)
        g = compile_tree(right)
        if operator == "+":
            return lambda x: f(x) + g(x)
        return lambda x: f(x) * g(x)
    if isinstance(tree, str):
        return lambda x: x
    value = tree
    return lambda x: value


def closures(n: int) -> float:
    """Random expressions, compiled to closures and evaluated at a few places."""
    generator = random.Random(3)
    total = 0.0
    for _ in range(n):
        function = compile_tree(random_tree(generator, 6))
        for i in range(4):
            total += function(i / 4)
    return total


# Containers


def edit_distance(n: int) -> int:
    """Levenshtein's distance between two random words of `n` letters, by a table of two rows."""
    generator = random.Random(4)
    first = [generator.randrange(4) for _ in range(n)]
    second = [generator.randrange(4) for _ in range(n)]
    above = list(range(n + 1))
    for i, letter in enumerate(first, 1):
        row = [i]
        for j, other in enumerate(second, 1):
            if letter == other:
                row.append(above[j - 1])
            else:
                row.append(1 + min(above[j], row[-1], above[j - 1]))
        above = row
    return above[-1]


# Generators


def collatz(n: int) -> Iterator[int]:
    """Collatz's sequence from n down to 1."""
    while n != 1:
        yield n
        n = 3 * n + 1 if n % 2 else n // 2
    yield 1


def running_mean(values: Iterable[float]) -> Iterator[float]:
    total = 0.0
    for count, value in enumerate(values, 1):
        total += value
        yield total / count


def generators(n: int) -> tuple[float, int]:
    """A pipeline of generators for each number: a sequence, its even members, their means."""
    highest, long = 0.0, 0
    for start in range(1, n):
        even = (x / 2 for x in collatz(start) if x % 2 == 0)
        highest = max(highest, max(running_mean(even), default=0.0))
        long += sum(1 for _ in collatz(start)) > 100
    return highest, long


@dataclass(frozen=True, slots=True)
class Workload:
    """`run(full)` is measured against the plain run, `run(small)` under the peers and by counting instructions.

    `is_hard`: it was chosen because it costs a recorder more than most, so that means are given with and without it.
    """

    name: str
    run: Callable[[int], object]
    full: int
    small: int
    is_hard: bool = False


BIG_ARRAYS = Workload("big_arrays", big_arrays, 120, 2)

WORKLOADS = [
    Workload("scalar", scalar, 1_400_000, 100_000),
    Workload("fib", fib, 30, 24),
    Workload("objects", objects, 200_000, 8_000),
    Workload("text", text, 76, 4),
    Workload("small_arrays", small_arrays, 3_000, 300),
    BIG_ARRAYS,
    Workload("random_walk", random_walk, 400_000, 20_000),
    Workload("exceptions", exceptions, 100_000, 5_000),
    Workload("closures", closures, 2_000, 100, is_hard=True),  # each call meets another function
    Workload("edit_distance", edit_distance, 1_000, 200, is_hard=True),  # hardly anything but entries
    Workload("generators", generators, 3_000, 200, is_hard=True),  # each resumption is a segment of the log
]
