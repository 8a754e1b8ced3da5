"""The standard deviation of a few measurements: one line of ours, and a library that works in exact fractions."""

import statistics

HEIGHTS = [1.62, 1.75, 1.81, 1.68, 1.93, 1.70, 1.77, 1.59]


def run() -> float:
    return statistics.stdev(HEIGHTS)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(run), levels=3, library=True)
