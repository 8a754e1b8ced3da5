"""Runs modules in worker processes, plain, tracked and counted, and compares what they did."""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conformance.frames import Frames, Where, missing
from tests.conformance.selection import Patterns, Selection

ROOT = Path(__file__).parents[2]
SECONDS = {"plain": 60, "counted": 120, "tracked": 150, "unchecked": 150}  # between two lines of a worker

Events = list[list[str]]
Report = dict[str, Any]


@dataclass
class Run:
    """What the tests of a module did in one mode."""

    tests: list[str] = field(default_factory=list)
    verdicts: dict[str, Events] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    crashes: dict[str, str] = field(default_factory=dict)  # by test
    timeouts: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def run_module(module: str, mode: str, *only: str) -> Run:
    """All tests of a module, or those given; behind each that ends its process, in a new one."""
    run = Run()
    begun = time.monotonic()
    first = 0
    while first is not None:
        first = run_process(run, module, mode, first, only)
    run.seconds = time.monotonic() - begun
    return run


def run_process(run: Run, module: str, mode: str, first: int, only: tuple[str, ...]) -> int | None:
    """One process, from the test number `first` on; returns which test is next if it did not come to the end."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory, tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.conformance.worker", mode, module, str(writing), str(first), *only],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=directory,
            pass_fds=[writing],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        os.close(writing)
        last, running, ended, in_time = "", "", False, False
        try:
            for kind, *rest in lines(reading, SECONDS[mode]):
                match kind, rest:
                    case "tests", [tests]:
                        run.tests = tests
                    case "begin", [running]:
                        last = running
                    case "verdict", [test, events]:
                        run.verdicts[test] = events
                    case "report", [test, report]:
                        run.reports[test] = report
                        running = ""
                    case "end", []:
                        ended = True
            in_time = True
        except TimeoutError:
            os.killpg(process.pid, signal.SIGABRT)
        finally:
            os.close(reading)
            code = wait(process)
        if ended and code == 0:
            return None
        output.seek(0)
        text = output.read().decode(errors="replace").strip()
    what = running or f"{module}:{'end' if ended else f'behind {last}'}"
    if in_time:
        run.crashes[what] = f"exit status {code}\n{text[-3000:]}"
    else:
        run.timeouts[what] = text[-3000:]
    if running and running not in run.verdicts:
        run.verdicts[running] = [["crash" if in_time else "timeout"]]
    return run.tests.index(last) + 1 if last and not ended and not only else None


def wait(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.wait()


def lines(reading: int, seconds: float) -> Iterator[list[Any]]:
    """The lines that a worker writes; TimeoutError if it is silent for too long."""
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while True:
            if not selector.select(seconds):
                raise TimeoutError
            block = os.read(reading, 1 << 20)
            if not block:
                return
            *whole, rest = (rest + block).split(b"\n")
            yield from map(json.loads, whole)


@dataclass
class Comparison:
    """What was found in a module, by test; its numbers."""

    module: str
    tests: list[str] = field(default_factory=list)  # that ran plainly
    same: int = 0
    skipped: int = 0  # by themselves
    excluded: list[str] = field(default_factory=list)
    different: dict[str, str] = field(default_factory=dict)
    unsteady: dict[str, str] = field(default_factory=dict)  # no evidence: they differ from run to run
    crashes: dict[str, str] = field(default_factory=dict)
    timeouts: dict[str, str] = field(default_factory=dict)
    gaps: dict[str, str] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    undecoded: dict[str, str] = field(default_factory=dict)
    decoded: int = 0
    entries: int = 0
    started: int = 0  # frames of the plain run
    missing: Counter[Where] = field(default_factory=Counter)  # those without a node
    seconds: dict[str, float] = field(default_factory=dict)

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """(kind, test, what) of all that should not be."""
        for kind in ("crashes", "timeouts", "different", "gaps", "problems"):
            for test, what in getattr(self, kind).items():
                yield kind, test, what


def compare(module: str, selection: Selection, *, unchecked: bool = False) -> Comparison:
    """Run a module plain, tracked and counted; if `unchecked`, only for what its tests do."""
    modes = ("plain", "unchecked") if unchecked else ("plain", "tracked", "counted")
    plain, tracked, *rest = runs = [run_module(module, mode) for mode in modes]
    counted = rest[0] if rest else Run()
    found = Comparison(module, seconds={mode: run.seconds for mode, run in zip(modes, runs, strict=True)})
    found.excluded = [test for test in plain.tests if test in selection.excluded]
    for test in plain.verdicts | tracked.verdicts:
        compare_test(found, test, plain, tracked, selection.known)
    for test, text in tracked.crashes.items():
        if test not in plain.crashes:
            found.crashes[test] = text
    for test, text in (plain.crashes | plain.timeouts).items():
        found.unsteady[test] = f"plain: {text}"
    for test, text in tracked.timeouts.items():
        if test in tracked.verdicts and tracked.verdicts[test] != [["timeout"]]:
            found.undecoded[test] = "takes too long"
        elif test not in plain.timeouts:
            found.timeouts[test] = text
    for test, report in tracked.reports.items():
        if not is_skip(plain.verdicts.get(test)):
            compare_report(found, test, report, counted.reports.get(test, {}))
    return found


def compare_test(found: Comparison, test: str, plain: Run, tracked: Run, known: Patterns) -> None:
    before, after = plain.verdicts.get(test), tracked.verdicts.get(test)
    if is_skip(before) and before == after:
        found.skipped += 1
        return
    if before in ([["crash"]], [["timeout"]]):
        return
    found.tests.append(test)
    if before == after:
        found.same += 1
    elif after not in ([["crash"]], [["timeout"]]):
        what = f"plain {text(before)}, tracked {text(after)}"
        if test in plain.tests and test not in known and is_unsteady(found.module, test, before):
            found.unsteady[test] = what
        else:
            found.different[test] = what


def is_skip(events: Events | None) -> bool:
    return bool(events) and events[0][0] == "skip"


def is_unsteady(module: str, test: str, before: Events | None) -> bool:
    """Does the test do something else where it runs alone, or the same then in both modes?"""
    plain, tracked = (run_module(module, mode, test).verdicts.get(test) for mode in ("plain", "tracked"))
    return plain != before or plain == tracked


def text(events: Events | None) -> str:
    if events is None:
        return "did not run"
    shown = "; ".join(": ".join(event) for event in events[:3])
    return shown if len(events) <= 3 else f"{shown}; and {len(events) - 3} more"


def compare_report(found: Comparison, test: str, report: Report, counted: Report) -> None:
    found.entries += report.get("entries", 0)
    if "undecoded" in report:
        found.undecoded[test] = report["undecoded"]
        return
    found.decoded += 1
    if report.get("gaps"):
        found.gaps[test] = "\n".join(report["gaps"])
    if report.get("problems"):
        found.problems[test] = "\n".join(report["problems"])
    if test in found.different or "frames" not in report or "frames" not in counted:
        return
    before, after = (frames_of(one["frames"]) for one in (counted, report))
    found.started += before.started.total()
    found.missing += missing(before, after)


def frames_of(counts: list[Any]) -> Frames:
    return Frames(Counter({(name, file, line): count for name, file, line, count in counts}), [])
