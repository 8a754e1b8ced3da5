"""What displays cost on long records: milliseconds until the first page is there, microseconds a line after that.

    python benchmarks/show.py [--entries 1000000] [--rounds 3]

CPU time of this process, the best of the rounds, each on a fresh record of which nothing is decoded yet.

two levels, all levels, notebook, refusal   milliseconds: `printlevels` of 200 lines, `_repr_html_`, what to_dot says
line, colour                                microseconds a line of a page without a limit, to a file and to a terminal
fold, only                                  microseconds a node that is looked at, decoding included; these go
                                            through a record of a tenth
"""

import argparse
import io
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from slices import PROGRAMS, timed

from irtrack import page, printlevels, to_dot, track

ALL = 1000
MANY = 20_000  # lines


class Terminal(io.StringIO):
    """A terminal that nobody sees."""

    def isatty(self) -> bool:
        return True


def refusal(record: Any) -> None:
    with suppress(ValueError):
        to_dot(record, ALL)


FIRST: dict[str, Callable[[Any], Any]] = {
    "two levels": lambda record: printlevels(record, 2, file=io.StringIO()),
    "all levels": lambda record: printlevels(record, ALL, file=io.StringIO()),
    "notebook": lambda record: record._repr_html_(),
    "refusal": refusal,
}
EACH: dict[str, Callable[[Any], Any]] = {
    "line": lambda record: printlevels(record, ALL, limit=MANY, file=io.StringIO()),
    "colour": lambda record: printlevels(record, ALL, limit=MANY, file=Terminal()),
}

THROUGH: dict[str, Callable[[Any], Any]] = {
    "fold": lambda record: sum(1 for _ in page(record, ALL, fold=True).rows()),
    "only": lambda record: sum(1 for _ in page(record, ALL, only="nothing").rows()),
}


def measure(program: Callable[[int], Any], entries: int) -> list[float]:
    n = entries // (len(track(program, 100).log) // 100)

    def fresh(step: Callable[[Any], Any], n: int = n) -> float:
        record = track(program, n)
        return timed(lambda: step(record))[0]

    first = [fresh(step) for step in FIRST.values()]
    few = n // 10  # what goes through all of a record needs no long one
    decoded = track(program, few)
    count = sum(1 for _ in page(decoded, ALL).rows())
    each = [timed(lambda step=step: step(decoded))[0] / min(count, MANY) for step in EACH.values()]  # type: ignore[misc]
    through = [fresh(step, few) / count for step in THROUGH.values()]
    return [*[one * 1e3 for one in first], *[one * 1e6 for one in (*each, *through)]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entries", type=int, default=1_000_000, help="of the log, about")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'':10}" + "".join(f"{name:>12}" for name in (*FIRST, *EACH, *THROUGH)))
    for program in PROGRAMS:
        rounds = [measure(program, arguments.entries) for _ in range(arguments.rounds)]
        print(f"{program.__name__:10}" + "".join(f"{min(times):12.2f}" for times in zip(*rounds, strict=True)))


if __name__ == "__main__":
    main()
