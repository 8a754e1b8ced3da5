"""Runs the jobs of packages.py, plainly and tracked, each in processes of its own, and tells what differs.

A process makes one kind of runs, and pickles what it saw:

    plain     a cold and a warm run: results and times; then the bytecode instructions of one
    tracked   the same under `track`, and what is wrong with the records
    frames    the Python frames that a cold and a warm plain run start, and those of a tracked one behind them
    profile   where the time of a cold `track` goes

Cold is the first run of a process, so the frames of a cold tracked run are held against those of another process.
"""

import contextlib
import gc
import importlib.metadata
import io
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
LIMIT = 900  # seconds for one process
ENOUGH = 50_000  # instructions
HOLLOW = 0.01  # of the frames may have no node
SHOWN = 6  # functions, problems
COLUMNS = {  # and their widths
    "job": 16,
    "version": 10,
    "instructions": 12,
    "nodes": 8,
    "result": 8,
    "problems": 8,
    "frames": 7,
    "in record: cold": 15,
    "warm": 6,
    "slower: cold": 12,
    " warm": 6,
    "seconds": 7,
}

Job = Callable[[], Any]
Seen = dict[str, Any]


class Package(NamedTuple):
    """What pip is told to install, the package last, and what prepares the job."""

    requirement: str
    prepare: Callable[[], Job]

    @property
    def distribution(self) -> str:
        return re.split("[<>=!]", self.requirement.split()[-1])[0]


# -- in the process of one job ----------------------------------------------------------------------------------------


def plain_text(value: object) -> str:
    """The repr without addresses."""
    return re.sub(r"\b0x[0-9a-f]+", "0x", repr(value))


def timed(run: Job) -> tuple[Any, float]:
    """What `run` returns or raises, and its CPU time."""
    gc.collect()
    begin = time.process_time()
    try:
        value = run()
    except Exception as error:
        value = error
    return value, time.process_time() - begin


def count_instructions(job: Job) -> int:
    """The bytecode instructions that the job executes in this thread."""
    count = 0
    thread = threading.get_ident()
    if sys.version_info < (3, 12):

        def trace(frame: Any, event: str, argument: Any) -> Any:
            nonlocal count
            frame.f_trace_opcodes = True
            count += event == "opcode"
            return trace

        sys.settrace(trace)
        timed(job)
        sys.settrace(None)
        return count

    def on_instruction(code: Any, offset: int) -> None:
        nonlocal count
        count += threading.get_ident() == thread

    monitoring = sys.monitoring
    tool = next(i for i in (4, 3, 1, 0) if monitoring.get_tool(i) is None)
    monitoring.use_tool_id(tool, "instructions")
    monitoring.register_callback(tool, monitoring.events.INSTRUCTION, on_instruction)
    monitoring.set_events(tool, monitoring.events.INSTRUCTION)
    timed(job)
    monitoring.set_events(tool, 0)
    monitoring.free_tool_id(tool)
    return count


def run_plain(job: Job) -> Seen:
    cold, cold_time = timed(job)
    warm, warm_time = timed(job)
    texts = plain_text(cold), plain_text(warm)
    return {"results": texts, "times": (cold_time, warm_time), "instructions": count_instructions(job)}


def run_tracked(job: Job) -> Seen:
    import irtrack
    from tests.conformance.frames import recorded_frames

    seen: Seen = {"results": [], "times": [], "problems": []}
    for _ in range(2):
        node, seconds = timed(lambda: irtrack.track(job))
        seen["times"].append(seconds)
        if isinstance(node, BaseException):
            seen["results"].append(plain_text(node))
            node = irtrack.trace_of(node)
            assert node is not None, "an exception without a record"
        else:
            seen["results"].append(plain_text(node.value))
        recorded = recorded_frames(node)
        checked = irtrack.check(node, stats=True)
        seen["problems"] += recorded.gaps + checked.problems
        seen.setdefault("recorded", recorded.started)
        seen["nodes"] = checked.recomputed + checked.compared + checked.neither
        del node
    return seen


def run_frames(job: Job) -> Seen:
    import irtrack
    from tests.conformance.frames import count_frames, recorded_frames

    cold = count_frames(job).started
    job()  # mpmath remembers what it was asked for twice
    warm = count_frames(job).started
    return {"cold": cold, "warm": warm, "recorded": recorded_frames(irtrack.track(job)).started}


def run_profile(job: Job) -> Seen:
    import cProfile
    import pstats

    import irtrack

    profile = cProfile.Profile()
    profile.enable()
    _, seconds = timed(lambda: irtrack.track(job))
    profile.disable()
    output = io.StringIO()
    pstats.Stats(profile, stream=output).sort_stats("tottime").print_stats("/irtrack/", 25)
    return {"seconds": seconds, "text": output.getvalue()}


RUNS = {"plain": run_plain, "tracked": run_tracked, "frames": run_frames, "profile": run_profile}


def in_process(kind: str, name: str, path: str) -> None:
    """The whole work of a process: one kind of runs of one job."""
    import irtrack
    from tests.conformance.packages import PACKAGES

    irtrack.check(irtrack.track(int))  # imports the rest of irtrack: some packages look at what is imported
    seen = RUNS[kind](PACKAGES[name].prepare())
    Path(path).write_bytes(pickle.dumps(seen))


# -- in the process that starts these ---------------------------------------------------------------------------------


class Failed(Exception):
    """A process crashed or took too long."""


def run(kind: str, name: str) -> Seen:
    """What a process of its own saw."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/seen"
        command = [sys.executable, "-X", "faulthandler", "-m", "tests.conformance.package_runs", kind, name, path]
        environment = os.environ | {"PYTHONHASHSEED": "0", "NO_COLOR": "1", "COLUMNS": "100"}
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", timeout=LIMIT
            )
        except subprocess.TimeoutExpired:
            raise Failed(f"{kind}: more than {LIMIT} s") from None
        if done.returncode:
            raise Failed(f"{kind}: exit status {done.returncode}\n{done.stderr.strip()[-2000:]}")
        seen: Seen = pickle.loads(Path(path).read_bytes())
        return seen


class Row(NamedTuple):
    """A line of the table, and what is told below it."""

    name: str
    version: str
    cells: tuple[str, ...]
    failures: list[str]
    remarks: list[str]
    started: int = 0  # frames of a warm run
    missing: int = 0  # those without a node

    def __str__(self) -> str:
        return aligned((self.name, self.version, *self.cells))


def aligned(cells: Iterable[str]) -> str:
    """A line of the table: the first two columns to the left, numbers to the right."""
    padded = enumerate(zip(cells, COLUMNS.values(), strict=False))
    return " ".join(cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in padded)


def share(started: Counter[Any], recorded: Counter[Any]) -> str:
    return f"{100 * (1 - (started - recorded).total() / started.total()):.1f}%"


def listed(title: str, functions: Counter[Any]) -> list[str]:
    """The functions that are counted most, a line each."""
    if not functions:
        return []
    lines = [f"{title}: {functions.total()} of {len(functions)} functions"]
    for (function, file, line), count in functions.most_common(SHOWN):
        lines.append(f"    {count:7} {function}  {'/'.join(Path(file).parts[-2:])}:{line}")
    return lines


def first_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    around = slice(max(at - 40, 0), at + 60)
    return f"plain ...{one[around]}..., tracked ...{other[around]}..."


def compare(name: str, version: str) -> Row:
    """Run a job in all ways."""
    failures: list[str] = []
    seen: dict[str, Seen] = {}
    for kind in ("plain", "tracked", "frames"):
        try:
            seen[kind] = run(kind, name)
        except Failed as failed:
            failures.append(str(failed))
    if failures:
        return Row(name, version, ("FAILED",), failures, [])
    plain, tracked, frames = seen["plain"], seen["tracked"], seen["frames"]
    for when, one, other in zip(("cold", "warm"), plain["results"], tracked["results"], strict=True):
        if one != other:
            failures.append(f"{when} result: {first_difference(one, other)}")
    cells = (
        f"{plain['instructions']}",
        f"{tracked['nodes']}",
        "changed" if failures else "same",
        f"{len(tracked['problems'])}",
        f"{frames['warm'].total()}",
        share(frames["cold"], tracked["recorded"]),
        share(frames["warm"], frames["recorded"]),
        *(f"{b / a:.1f}" if a else "-" for a, b in zip(plain["times"], tracked["times"], strict=True)),
        f"{tracked['times'][0]:.2f}",
    )
    failures += tracked["problems"]
    missing = frames["warm"] - frames["recorded"]
    remarks = [
        *([f"too small: less than {ENOUGH} instructions"] if plain["instructions"] < ENOUGH else []),
        *listed("no node, warm", missing),
        *listed("no node, cold only", (frames["cold"] - tracked["recorded"]) - missing),
        *listed("a node without a frame (a generator that never started?)", frames["recorded"] - frames["warm"]),
    ]
    return Row(name, version, cells, failures, remarks, frames["warm"].total(), missing.total())


def tell(row: Row) -> None:
    print(row)
    more = [f"... {len(row.failures) - SHOWN} more"] if len(row.failures) > SHOWN else []
    for text in (*row.failures[:SHOWN], *more, *row.remarks):
        print(f"    {text}")
    sys.stdout.flush()


def compare_all(packages: Mapping[str, Package]) -> int:
    """Run the jobs, print the table; the exit status."""
    rows = []
    for name, package in packages.items():
        version = None
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            version = importlib.metadata.version(package.distribution)
        rows.append(compare(name, version) if version else Row(name, "-", ("not installed",), [], []))
        tell(rows[-1])
    print(f"\nPython {sys.version.split()[0]}", aligned(COLUMNS), *rows, sep="\n")
    failed = [row.name for row in rows if row.failures]
    print(f"{len(rows)} jobs, failed: {', '.join(failed) or 'none'}")
    started, missing = sum(row.started for row in rows), sum(row.missing for row in rows)
    print(f"{100 * (1 - missing / started) if started else 0:.2f} % of {started} frames of the warm runs have a node")
    return int(bool(failed) or missing > HOLLOW * started)


def install_all(packages: Mapping[str, Package]) -> int:
    """Install what the jobs need, each by itself; what cannot be had for this Python is told, and left out."""
    for requirement in dict.fromkeys(package.requirement for package in packages.values()):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirement.split()]
        if subprocess.run(pip, capture_output=True).returncode:
            print(f"cannot be installed: {requirement}", flush=True)
    return 0


def profile_all(packages: Mapping[str, Package]) -> int:
    for name in packages:
        seen = run("profile", name)
        print(f"{name}: {seen['seconds']:.2f} s under cProfile", seen["text"], sep="\n")
    return 0


def main(packages: Mapping[str, Package], arguments: list[str]) -> int:
    """Do what the first argument says with the jobs of these names, or all; the exit status."""
    modes = {"--install": install_all, "--profile": profile_all}
    work = modes.get(arguments[0], compare_all) if arguments else compare_all
    names = [name for name in arguments if name not in modes]
    return work({name: packages[name] for name in names or packages})


if __name__ == "__main__":
    in_process(*sys.argv[1:])
