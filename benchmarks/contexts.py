"""What contexts cost: ratios to the default, and microseconds for each call, operation or jump that a hook is told of.

    python benchmarks/contexts.py [--rounds 9]

The best of the rounds counts; in each, the contexts take turns in this process.
"""

import argparse
import functools
import gc
import time
from collections.abc import Callable
from typing import Any

import irtrack
from irtrack import Context, DepthLimitContext, track


class Nothing(Context):
    """Overrides nothing."""


class Calls(Context):
    """Is asked about calls and operations."""

    def tracked_call(self, call: Any) -> Any:
        return super().tracked_call(call)


class Jumps(Context):
    """Is told of jumps."""

    def tracked_jump(self, event: Any) -> Any:
        return super().tracked_jump(event)


class Count(Context):
    """Counts what it is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = [0]
        self.jumps = [0]

    def tracked_call(self, call: Any) -> Any:
        self.calls[0] += 1
        return super().tracked_call(call)

    def tracked_jump(self, event: Any) -> Any:
        self.jumps[0] += 1
        return super().tracked_jump(event)


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def loop(n: int) -> float:
    total = 0.0
    for i in range(n):
        total = total + abs(i)
    return total


def straight(a: float) -> float:
    b = a + 1
    c = b * a
    d = c - b
    return (b + c + d) / 3 - (a - b) * (c - d)


def calls(a: float) -> float:
    return straight(straight(straight(a))) + straight(a + 1) + straight(straight(2.0))


def outer(n: int) -> int:
    return fib(n)


def best(runs: list[Callable[[], object]], rounds: int, *, collects: bool = True) -> list[float]:
    """The least CPU seconds of each, which take turns. A collection empties the processor's caches: 0.1 ms."""
    seconds = [float("inf")] * len(runs)
    for _ in range(rounds):
        for k, run in enumerate(runs):
            if collects:
                gc.collect()
            start = time.process_time()
            run()
            seconds[k] = min(seconds[k], time.process_time() - start)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print(f"{'program':<12}{'nothing':>10}{'call':>8}{'us a call':>12}{'jump':>8}{'us a jump':>12}")
    for f, argument in ((fib, 15), (loop, 5_000), (many, 2_000)):
        count = Count()
        track(count, f, argument)
        contexts = (irtrack.DEFAULT, Nothing(), Calls(), Jumps())
        default, nothing, call, jump = best(
            [functools.partial(track, context, f, argument) for context in contexts], rounds
        )
        a_call = 1e6 * (call - default) / count.calls[0]
        a_jump = 1e6 * (jump - default) / count.jumps[0] if count.jumps[0] > 10 else 0.0
        ratios = [f"{seconds / default:.2f}" for seconds in (nothing, call, jump)]
        print(f"{f.__name__:<12}{ratios[0]:>10}{ratios[1]:>8}{a_call:>12.2f}{ratios[2]:>8}{a_jump:>12.2f}")
    limit = DepthLimitContext(2)
    plain, limited = best([lambda: outer(22), lambda: track(limit, outer, 22)], 5 * rounds, collects=False)
    print(f"DepthLimitContext(2), a call of fib(22) below it: {limited / plain:.2f} of the plain run")
    print("keep_last=1000, to the recording that keeps all:")
    last = Context(keep_last=1_000)
    for g, sizes in ((fib, (12, 14, 16, 18, 20, 22)), (loop, (1_000, 10_000, 100_000))):
        for n in sizes:
            repeated = max(rounds, 2**22 // (n if g is loop else 2**n)) if n < 20 else rounds
            whole, flight = best(
                [functools.partial(track, g, n), functools.partial(track, last, g, n)], min(repeated, 100)
            )
            print(f"  {g.__name__}({n}): {flight / whole:.2f} of {1e3 * whole:.2f} ms")


def many(n: int) -> float:
    """Few jumps, many calls and operations."""
    return sum(map(calls, [1.5] * n))


if __name__ == "__main__":
    main()
