"""What looking back costs: decoding a record, building its index, taking slices; microseconds an entry of the log.

    python benchmarks/slices.py [--entries 1000000] [--rounds 3] [--only tree] [--workloads]

CPU time of this process, the best of the rounds, with the garbage collector off while a step is timed. `sources` is
the index that knows what was written, of a record that was decoded before; `first` is what the first question about
sources takes, decoding included: less than both by themselves, since nodes are looked at as soon as they are decoded.
`index` is the whole index, which also knows what might have been written: slices by data and control need it. A slice
is that of the result, which on these programs is most of the record. `cold` is what a user waits for who asks for it
first thing: decoding, index and slice, with the garbage collector on. Below the line stand programs whose index takes
longest, with a fiftieth of the entries.
"""

import argparse
import gc
import time
from collections.abc import Callable
from typing import Any

import workloads

from irtrack import backward_slice, forward_slice, track
from irtrack.record.memory import index_of


def numbers(n: int) -> float:
    """A loop with a branch, and a list that is filled and read."""
    values, total = [], 0.0
    for i in range(n):
        x = i * 0.5
        if x > 10:
            total += x
        values.append(total)
    result = 0.0
    for value in values:
        result += value
    return result


def calls(n: int) -> int:
    """Recursion."""
    result = 0
    for _ in range(n):
        result += fib(6)
    return result


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Particle:
    """What moves."""

    def __init__(self, x: int) -> None:
        self.x, self.steps = x, 0

    def step(self, d: int) -> int:
        self.x += d
        self.steps += 1
        return self.x


def objects(n: int) -> int:
    """Attributes of objects in a list."""
    particles = [Particle(i) for i in range(50)]
    return sum([particles[k % 50].step(k) for k in range(n)])


def words(n: int) -> int:
    """A dict that counts."""
    counts: dict[str, int] = {}
    for i in range(n):
        word = str(i % 97)
        counts[word] = counts.get(word, 0) + 1
    return max(counts.values())


class Branch:
    """A node of a binary tree."""

    def __init__(self, key: float) -> None:
        self.key = key
        self.left: Branch | None = None
        self.right: Branch | None = None


def insert(root: "Branch | None", key: float) -> Branch:
    if root is None:
        return Branch(key)
    if key < root.key:
        root.left = insert(root.left, key)
    else:
        root.right = insert(root.right, key)
    return root


def tree(n: int) -> float:
    """A binary tree that grows."""
    root: Branch | None = None
    for k in range(n):
        root = insert(root, k * 0.618 % 1)
    return root.key if root is not None else 0.0


def attempts(n: int) -> int:
    """Exceptions that are caught in a loop."""
    total = 0
    for i in range(n):
        try:
            total += 10 // (i % 3)
        except ZeroDivisionError:
            total -= 1
    return total


def pipeline(n: int) -> int:
    """Generators, each of which goes over the next."""
    numbers = (i for i in range(n))
    return sum(i * 2 for i in numbers if i % 3)


def options(n: int) -> int:
    """Code of the standard library: argparse."""
    parser = argparse.ArgumentParser()
    for i in range(10):
        parser.add_argument(f"--o{i}", type=int)
    given = parser.parse_args([word for i in range(n) for word in (f"--o{i % 10}", str(i))])
    return int(given.o1)


PROGRAMS: tuple[Callable[[int], Any], ...] = (numbers, calls, objects, words)
HARDER: tuple[Callable[[int], Any], ...] = (tree, attempts, pipeline, options)


def decode(record: Any) -> int:
    count, waiting = 0, [record]
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += node.children
    return count


def timed(step: Callable[[], Any], *, collecting: bool = False) -> tuple[float, Any]:
    gc.collect()
    if not collecting:
        gc.disable()
    try:
        start = time.process_time()
        result = step()
        return time.process_time() - start, result
    finally:
        gc.enable()


def measure(program: Callable[[int], Any], n: int) -> tuple[int, list[float]]:
    """Nodes, and the microseconds an entry of each step, of a run with `n`."""
    record = track(program, n)
    size = len(record.log)
    decoding, nodes = timed(lambda: decode(record))
    sourcing, _ = timed(lambda: index_of(record, whole=False))
    del record
    record = track(program, n)
    first, _ = timed(lambda: index_of(record, whole=False))
    del record
    record = track(program, n)
    decode(record)
    indexing, _ = timed(lambda: index_of(record))
    by_control, found = timed(lambda: backward_slice(record))
    by_data, _ = timed(lambda: backward_slice(record, control=False))
    ahead, _ = timed(lambda: forward_slice(record[2]))
    assert record in found
    del record, found
    record = track(program, n)
    cold, _ = timed(lambda: backward_slice(record), collecting=True)
    seconds = [decoding, sourcing, first, indexing, by_control, by_data, ahead, cold]
    return nodes, [one / size * 1e6 for one in seconds]


def size(program: Callable[[int], Any], n: int, entries: int) -> int:
    """With which number the program has about so many entries, to go by how many it has with `n`."""
    power = 0.5 if program is workloads.edit_distance else 1
    return max(1, round(n * (entries / len(track(program, n).log)) ** power))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entries", type=int, default=1_000_000, help="of the log, about")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="the name of one program")
    parser.add_argument("--workloads", action="store_true", help="the programs of benchmarks/record.py")
    arguments = parser.parse_args()
    columns = "decode", "sources", "first", "index", "slice", "by data", "forward", "cold"
    print(f"{'':14}{'nodes':>10}" + "".join(f"{column:>9}" for column in columns))
    programs = [(one, 100, 1) for one in PROGRAMS] + [(one, 100, 50) for one in HARDER]
    if arguments.workloads:  # fib is much as calls, and big_arrays have hardly any entries
        programs = [(one.run, one.small, 5) for one in workloads.WORKLOADS if one.name not in ("fib", "big_arrays")]
    for program, n, part in programs:
        if arguments.only not in (None, program.__name__):
            continue
        if program is HARDER[0]:
            print("-" * 96)
        number = size(program, n, arguments.entries // part)
        rounds = [measure(program, number) for _ in range(arguments.rounds)]
        best = [min(times) for times in zip(*(steps for _, steps in rounds), strict=True)]
        print(f"{program.__name__:14}{rounds[0][0]:10}" + "".join(f"{one:9.2f}" for one in best), flush=True)


if __name__ == "__main__":
    main()
