"""Records written as straight-line Python: does it do what was recorded? For CPython's own tests and for packages.

    python -m tests.conformance.replays                    the test modules marked "quick"
    python -m tests.conformance.replays test_with          these modules
    python -m tests.conformance.replays --packages [sympy] jobs of packages.py, as far as they are installed

Each test, or job, runs plainly twice; where both do the same it is deterministic. It is then tracked, its record
written with `to_source`, and that run in its place. A module or a job has a process of its own.
"""

import contextlib
import gc
import io
import os
import random
import resource
import subprocess
import sys
import time
import unittest
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LONGEST = 1_000_000  # entries of a record that is written
LIMIT = 1200  # seconds for one process
MEMORY = 12 << 30


class Verdict(unittest.TestResult):
    """What happened to a test, without what differs from run to run."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def addError(self, test: Any, err: Any) -> None:
        self.seen.append(f"{type(err[1]).__qualname__}: {err[1]}"[:200])

    addFailure = addError

    def addSkip(self, test: Any, reason: str) -> None:
        self.seen.append("skip")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.addError(test, err)


def run_test(test: unittest.TestCase, call: Callable[[Callable[[], Any]], Any] | None = None) -> list[str]:
    """The verdict of a test whose method is called by `call`."""
    if call is not None:
        test._callTestMethod = call  # type: ignore[method-assign]
    random.seed(0)
    result = Verdict()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        test.run(result)
    return result.seen


class Replays:
    """The outcomes, counted; those that differ are told."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, name: str, outcome: str, detail: str = "") -> None:
        self.counts[outcome] += 1
        if detail:
            print(f"{name}: {outcome}: {detail}", flush=True)


def replay_tests(module: str) -> Replays:
    import irtrack
    from tests.conformance.selection import read_selection
    from tests.conformance.worker import named, tests_in

    def load() -> list[Any]:
        return list(tests_in(unittest.TestLoader().loadTestsFromName(f"test.{module}")))

    replays = Replays()
    excluded = read_selection().excluded
    first = load()
    names = named(first, module)
    for one, other, tracked, replayed in zip(first, load(), load(), load(), strict=True):
        name = names[id(one)]
        if not isinstance(one, unittest.TestCase) or name in excluded:
            continue
        verdict = run_test(one)
        if "skip" in verdict or verdict != run_test(other):
            replays.add(name, "skipped" if "skip" in verdict else "not deterministic")
            continue
        records: list[Any] = []

        def track(method: Any, records: list[Any] = records) -> None:
            try:
                records.append(irtrack.track(method))
            except BaseException as error:
                records.append(irtrack.trace_of(error))
                raise

        if run_test(tracked, track) != verdict or not isinstance(records[0], irtrack.NestedCallNode):
            replays.add(name, "tracked otherwise")
            continue
        if len(records[0].log.entries) > LONGEST:
            replays.add(name, "too long")
            continue
        try:
            source = irtrack.to_source(records[0])
        except Exception as error:
            replays.add(name, "not written", f"{type(error).__qualname__}: {error}")
            continue

        def replay(method: Any, source: Any = source, old: Any = tracked) -> None:
            for bound, value in source.bindings.items():
                if getattr(value, "__self__", None) is old:  # the test of the record
                    source.bindings[bound] = method
            source.function()

        seen = run_test(replayed, replay)
        replays.add(name, *(("same",) if seen == verdict else ("different", f"{seen} instead of {verdict}")))
        records.clear()
        gc.collect(1)
    return replays


def path_of(record: Any) -> list[Any]:
    """Where control went."""
    found, waiting = [], [record]
    while waiting:
        node = waiting.pop()
        found.append((str(node.location), getattr(node, "target", None), len(node.children)))
        waiting += reversed(node.children)
    return found


def replay_package(name: str) -> Replays:
    import irtrack
    from tests.conformance.package_runs import plain_text, timed
    from tests.conformance.packages import PACKAGES

    replays = Replays()
    job = PACKAGES[name].prepare()
    job()
    one, other = plain_text(timed(job)[0]), plain_text(timed(job)[0])
    if one != other:
        replays.add(name, "not deterministic")
        return replays
    node = irtrack.track(job)
    entries = len(node.log.entries) if isinstance(node, irtrack.NestedCallNode) else 0
    if not 0 < entries <= LONGEST:
        replays.add(name, "too long", str(entries))
        return replays
    begin = time.process_time()
    source = irtrack.to_source(node)
    written = time.process_time() - begin
    del node
    value, seconds = timed(lambda: source.function())
    seen = plain_text(value)
    detail = "" if seen == one else f"{seen[:200]} instead of {one[:200]}"
    if detail and path_of(irtrack.track(job)) != path_of(irtrack.track(job)):  # sets of objects, whose order changes
        replays.add(name, "another path each time", detail)
    else:
        replays.add(name, "different" if detail else "same", detail)
    lines = source.count("\n")
    print(f"    {entries} entries, {lines} lines, written in {written:.1f} s, run in {seconds:.1f} s")
    return replays


def main(arguments: list[str]) -> int:
    """Run the modules or jobs of these names, or all, each in a process; the exit status."""
    from tests.conformance.packages import PACKAGES
    from tests.conformance.selection import read_selection

    packages = "--packages" in arguments
    names = [name for name in arguments if name != "--packages"]
    known = list(PACKAGES) if packages else [line.name for line in read_selection().modules if line.text == "quick"]
    total: Counter[str] = Counter()
    for name in names or known:
        command = [sys.executable, "-m", "tests.conformance.replays", "--one", "package" if packages else "tests", name]
        environment = os.environ | {"PYTHONHASHSEED": "0", "NO_COLOR": "1", "COLUMNS": "100"}
        try:
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            print(f"{name}: more than {LIMIT} s", flush=True)
            total["crashed"] += 1
            continue
        *lines, counts = done.stdout.splitlines() or [""]
        print(*lines, sep="\n" if lines else "", end="\n" if lines else "")
        if done.returncode or not counts:
            print(f"{name}: {counts}{done.stderr.strip()[-300:]}", flush=True)
            total["not installed" if "ModuleNotFoundError" in done.stderr else "crashed"] += 1
            continue
        print(f"{name}: {counts}", flush=True)
        for count, key in (part.split(" ", 1) for part in counts.split(", ")):
            total[key] += int(count)
    asked = total["same"] + total["different"] + total["not written"] + total["crashed"]
    share = 100 * total["same"] / max(asked, 1)
    print(f"\nPython {sys.version.split()[0]}: {dict(total)}; {share:.2f} % of {asked} do the same")
    return int(total["same"] < 0.99 * asked)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
        run_one = replay_package if sys.argv[2] == "package" else replay_tests
        counted = run_one(sys.argv[3]).counts
        print(", ".join(f"{n} {key}" for key, n in counted.items()))
    else:
        sys.exit(main(sys.argv[1:]))
