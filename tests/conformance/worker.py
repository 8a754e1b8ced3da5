"""A module of CPython's own tests in this process: its tests in order, one JSON line for each step of each.

    python -m tests.conformance.worker MODE MODULE FILE_DESCRIPTOR FIRST [TEST]

MODE is `plain`, `tracked` (each test method is called by `track`, and its record decoded and checked), `unchecked` (it
is called by `track`) or `counted` (plain, and the Python frames are counted; its verdicts say nothing). Tests from
number FIRST on run, or TEST alone.
The lines: ["tests", names], ["begin", test], ["verdict", test, events], ["report", test, report], ["end"].
"""

import faulthandler
import functools
import gc
import json
import os
import random
import re
import resource
import signal
import sys
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from test import support

import irtrack
from irtrack.record.nodes.nested import NestedCallNode
from tests.conformance.frames import Where, count_frames, recorded_frames
from tests.conformance.selection import read_selection

MEMORY = 6 << 30
LONGEST = 2_000_000  # entries of a log that is decoded: half a minute and a gigabyte
SAMPLE = "tests.conformance.sample"
SHOWN = 20  # gaps and problems of one record

Events = list[list[str]]


class Plain:
    """The test method as it is. One frame lies between, as track() is one: recursion reaches equally deep."""

    def call(self, run: Callable[[], Any]) -> None:
        self.enter(run)

    def enter(self, run: Callable[[], Any]) -> None:
        run()

    def report(self) -> dict[str, Any]:
        return {}


class Tracked:
    """The test method under track()."""

    def __init__(self) -> None:
        self.record: irtrack.Node | None = None

    def call(self, run: Callable[[], Any]) -> None:
        try:
            self.record = irtrack.track(run)
        except BaseException as error:
            self.record = irtrack.trace_of(error)
            raise

    def report(self) -> dict[str, Any]:
        record, self.record = self.record, None
        if not isinstance(record, NestedCallNode):
            return {"undecoded": "no record" if record is None else "not entered"}
        entries = len(record.log.entries)
        if entries > LONGEST:
            return {"undecoded": "too long", "entries": entries}
        try:
            frames = recorded_frames(record)
            problems = irtrack.check(record)
        except MemoryError:
            return {"undecoded": "no memory", "entries": entries}
        except Exception as error:
            frames, problems = None, [f"the decoder raised {type(error).__qualname__}: {error}"]
        found = {"entries": entries, "problems": problems[:SHOWN]}
        if frames is not None:
            found |= {"gaps": frames.gaps[:SHOWN], "frames": flat(frames.started)}
        return found


class Unchecked(Tracked):
    """The test method under track(); nobody looks at its record."""

    def report(self) -> dict[str, Any]:
        self.record = None
        return {"undecoded": "not asked for"}


class Counted:
    """The test method as it is, and the Python frames that it starts."""

    def __init__(self) -> None:
        self.started: Counter[Where] = Counter()

    def call(self, run: Callable[[], Any]) -> None:
        self.started = count_frames(run).started

    def report(self) -> dict[str, Any]:
        started, self.started = self.started, Counter()
        return {"frames": flat(started)}


MODES = {"plain": Plain, "tracked": Tracked, "unchecked": Unchecked, "counted": Counted}


def flat(frames: Counter[Where]) -> list[Any]:
    return [[*where, count] for where, count in frames.items()]


def normal(text: str) -> str:
    """Without what differs from run to run: addresses, names of temporary files."""
    return re.sub(r"0x[0-9a-fA-F]+|@test_\d+|/tmp/[\w.-]+", "…", text)


def describe(part: Any) -> list[str]:
    """A part of an event: a text, or an exception."""
    if isinstance(part, str):
        return [normal(part)]
    try:
        text = str(part)
    except Exception as raised:
        text = f"str() raises {type(raised).__qualname__}"
    return [type(part).__qualname__, normal(text)]


class Result(unittest.TestResult):
    """Tells what happens, line by line."""

    def __init__(self, write: Callable[..., None], report: Callable[[], dict[str, Any]], names: dict[int, str]) -> None:
        super().__init__()
        self.write = write
        self.report = report
        self.names = names
        self.events: list[tuple[Any, ...]] = []
        self.running = False
        self.limit = sys.getrecursionlimit()

    def startTest(self, test: Any) -> None:
        random.seed(0)
        self.running = True
        self.write("begin", self.names[id(test)])

    def stopTest(self, test: Any) -> None:
        sys.setrecursionlimit(self.limit)
        if self.running:
            self.tell(test)
            self.write("report", self.names[id(test)], self.report())
            gc.collect(1)  # of the next test's memory: a record may be in a cycle with what it holds
        self.running = False

    def tell(self, test: Any) -> None:
        events, self.events = self.events, []
        described = [[text for part in event for text in describe(part)] for event in events]
        self.write("verdict", self.names.get(id(test), test.id()), described)

    def add(self, test: Any, *event: Any) -> None:
        """What happened to a test; one without beginning is skipped, or a class's or module's fixture.

        It is not described before the end: the test may have left no room on the stack.
        """
        self.events.append(event)
        if not self.running:
            self.tell(test)

    def addSuccess(self, test: Any) -> None:
        self.add(test, "pass")

    def addError(self, test: Any, err: Any) -> None:
        self.add(test, "error", err[1])

    def addFailure(self, test: Any, err: Any) -> None:
        self.add(test, "fail", err[1])

    def addSkip(self, test: Any, reason: str) -> None:
        self.add(test, "skip", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self.add(test, "expected failure", err[1])

    def addUnexpectedSuccess(self, test: Any) -> None:
        self.add(test, "unexpected success")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.add(test, "subtest", subtest._subDescription(), err[1])

    def addDuration(self, test: Any, elapsed: float) -> None:
        pass


def tests_in(suite: Any) -> Iterator[Any]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_in(test)
        else:
            yield test


def named(tests: list[Any], module: str) -> dict[int, str]:
    """A name for each by its id, since equal tests may occur twice: `test_with.Nested.test_exit`, `...#2`."""
    names: dict[int, str] = {}
    seen: Counter[str] = Counter()
    for test in tests:
        name = test.id().removeprefix("test.")
        if not name.startswith(module):
            name = f"{module}:{name}"
        seen[name] += 1
        names[id(test)] = f"{name}#{seen[name]}" if seen[name] > 1 else name
    return names


def call_through(mode: Any, test: unittest.TestCase) -> None:
    """Let `mode` call the method of this test; the class stays as it is, and so do fixtures."""

    def call(method: Callable[[], Any]) -> None:
        asynchronous = isinstance(test, unittest.IsolatedAsyncioTestCase)
        mode.call(functools.partial(test._callMaybeAsync, method) if asynchronous else method)

    test._callTestMethod = call  # type: ignore[method-assign]


def main(mode_name: str, module: str, file_descriptor: str, first: str, *only: str) -> None:
    process = os.getpid()
    os.set_inheritable(int(file_descriptor), False)

    def write(*line: Any) -> None:
        if os.getpid() == process:  # a test may fork
            os.write(int(file_descriptor), json.dumps(line).encode() + b"\n")

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let what runs in the background ignore it
    support.use_resources = ()
    selection = read_selection()
    mode = MODES[mode_name]()
    tests = list(tests_in(unittest.TestLoader().loadTestsFromName(f"test.{module}" if module != SAMPLE else module)))
    names = named(tests, module)
    write("tests", list(names.values()))
    chosen = [
        test
        for test in tests[int(first) :]
        if (names[id(test)] in only if only else names[id(test)] not in selection.excluded)
    ]
    for test in chosen:
        if isinstance(test, unittest.TestCase):
            call_through(mode, test)
    unittest.TestSuite(chosen).run(Result(write, mode.report, names))
    write("end")


if __name__ == "__main__":
    main(*sys.argv[1:])
