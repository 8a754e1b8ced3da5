"""What "replay" snapshots cost while something is recorded: ratios to `snapshot=None`, and copies of arguments.

    python benchmarks/snapshots.py [--rounds 15]

The only thing done for them then are copies of the arguments, up to 256 items, when the recording begins. `short` are
runs of about ten microseconds; in each round, the contexts take turns in this process, and the best counts.
"""

import argparse
import functools
from collections.abc import Callable
from typing import Any

from contexts import best
from workloads import WORKLOADS

import irtrack
from irtrack import Context, track
from irtrack.record.past import states_of

NONE, REPLAY = Context(snapshot=None), Context(snapshot="replay")


class Point:
    """An instance to be copied."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y


def short(values: Any) -> float:
    """What takes about ten microseconds to be recorded."""
    x = 0.3
    for _ in "0123456789" * 6:
        x = 3.7 * x * (1.0 - x)
    return x


ARGUMENTS = {
    "a number": 5.0,
    "3 numbers": [1.0, 2.0, 3.0],
    "100 numbers": [float(i) for i in range(100)],
    "250 numbers": [float(i) for i in range(250)],
    "a million": [0.0] * 1_000_000,
    "10 x 10": [[float(j) for j in range(10)] for _ in range(10)],
    "60 pairs": [[i, i] for i in range(60)],
    "dict of 100": {str(i): i for i in range(100)},
    "an instance": Point(1.0, 2.0),
    "20 instances": [Point(i, i) for i in range(20)],
    "nested dicts": {"a": [{"x": i, "y": [i]} for i in range(20)], "b": {"c": None}},
}


def each(run: Callable[[], object], count: int) -> None:
    for _ in range(count):
        run()


def seconds(runs: list[Callable[[], object]], rounds: int, count: int = 1) -> list[float]:
    """The least CPU seconds of one run of each."""
    repeated = [functools.partial(each, run, count) for run in runs]
    return [found / count for found in best(repeated, rounds, collects=count == 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    ratios = []
    for workload in WORKLOADS:
        runs = [functools.partial(track, context, workload.run, workload.small) for context in (REPLAY, NONE)]
        replay, none = seconds(runs, max(3, rounds // 3))
        ratios.append(replay / none)
        print(f"{workload.name:<16}{replay / none:8.2f}")
    product = functools.reduce(lambda one, other: one * other, ratios)
    print(f"{'mean':<16}{product ** (1 / len(ratios)):8.2f}\n")
    print(f"{'short, given':<16}{'default':>8}{'replay':>10}{'us in all':>12}{'us of copies':>15}")
    for name, value in ARGUMENTS.items():
        runs = [functools.partial(track, context, short, value) for context in (irtrack.DEFAULT, REPLAY, NONE)]
        default, replay, none, copies = seconds([*runs, functools.partial(states_of, (value,))], rounds, 300)
        print(f"{name:<16}{default / none:8.2f}{replay / none:10.2f}{1e6 * default:12.2f}{1e6 * copies:15.2f}")


if __name__ == "__main__":
    main()
