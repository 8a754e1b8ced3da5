def h(x, n):  # type: (float, int) -> float
    r = x * 0
    i = 0
    while i < n:
        r += x**i
        i += 1
    return r


# ruff: noqa: D100
# A polynomial by a loop: 1 + x + ... + x ** (n - 1), the second example of IRTracker.jl. The function stands on the
# first line, so that the printed record says `examples/h.py:1`; hence no docstring above it.


def run() -> float:
    return h(2.0, 2)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(h, 2.0, 2))
