"""A geometric random variable by recursion: the control flow, and so the record, is different at every run.

The first example of IRTracker.jl. Each failed trial is a nested call, so the nesting of the record is the value drawn.
"""

import random


def geom(n: int, beta: float) -> int:
    return n if random.random() < beta else geom(n + 1, beta)


def run() -> int:
    random.seed(2)
    return geom(1, 0.5)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(run), levels=4)
