"""Runs the jobs of packages.py, plainly and tracked, each in processes of its own, and tells what differs.

A process makes one kind of runs, and pickles what it saw:

    plain     a cold and a warm run: results and times; then the bytecode instructions of one
    tracked   the same under `track`, and what is wrong with the records
    frames    the Python frames that a cold and a warm plain run start, and those of a tracked one behind them

Cold is the first run of a process, so the frames of a cold tracked run come from another process than the plain ones.
"""

import gc
import importlib.metadata
import importlib.util
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
LIMIT = 900  # seconds for one process
ENOUGH = 50_000  # instructions
SHOWN = 6  # functions, problems

Job = Callable[[], Any]
Seen = dict[str, Any]

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
        try:
            timed(job)
        finally:
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
    try:
        timed(job)
    finally:
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
    warm = count_frames(job).started
    return {"cold": cold, "warm": warm, "recorded": recorded_frames(irtrack.track(job)).started}


def run_profile(job: Job) -> Seen:
    """Where the time of a cold first `track` goes: irtrack's own functions, under cProfile."""
    import cProfile
    import io
    import pstats

    import irtrack

    profile = cProfile.Profile()
    begin = time.process_time()
    profile.enable()
    try:
        node = irtrack.track(job)
    finally:
        profile.disable()
    seconds = time.process_time() - begin
    output = io.StringIO()
    pstats.Stats(profile, stream=output).sort_stats("tottime").print_stats("irtrack/", 25)
    return {"seconds": seconds, "text": output.getvalue(), "node": plain_text(node)[:80]}


RUNS = {"plain": run_plain, "tracked": run_tracked, "frames": run_frames, "profile": run_profile}


def in_process(kind: str, name: str, path: str) -> None:
    """The whole work of a process: one kind of runs of one job."""
    from tests.conformance.packages import PACKAGES

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
    """A line of the table, and what is told below."""

    name: str
    version: str
    cells: tuple[str, ...]
    failures: list[str]
    remarks: list[str]


HEAD = (
    "job",
    "version",
    "instr",
    "nodes",
    "result",
    "problems",
    "frames",
    "nodes cold",
    "warm",
    "x cold",
    "x warm",
    "s cold",
)
WIDTHS = (16, 10, 10, 10, 8, 8, 8, 10, 7, 7, 7, 7)


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
    at = len(os.path.commonprefix([one, other]))
    return f"plain ...{one[max(at - 40, 0) : at + 60]}..., tracked ...{other[max(at - 40, 0) : at + 60]}..."


def row(name: str, version: str) -> Row:
    """Run a job in all ways."""
    failures: list[str] = []
    seen: dict[str, Seen] = {}
    for kind in ("plain", "tracked", "frames"):
        try:
            seen[kind] = run(kind, name)
        except Failed as failed:
            failures.append(str(failed))
    if len(seen) < 3:
        return Row(name, version, ("FAILED",), failures, [])
    plain, tracked, frames = seen["plain"], seen["tracked"], seen["frames"]
    remarks = []
    if plain["instructions"] < ENOUGH:
        remarks.append(f"too small: {plain['instructions']} instructions")
    for when, one, other in zip(("cold", "warm"), plain["results"], tracked["results"], strict=True):
        if one != other:
            failures.append(f"{when} result: {first_difference(one, other)}")
    changed = "changed" if failures else "same"
    failures += tracked["problems"]
    remarks += listed("no node, warm", frames["warm"] - frames["recorded"])
    remarks += listed("nodes without a plain frame, warm", frames["recorded"] - frames["warm"])
    only_cold = (frames["cold"] - tracked["recorded"]) - (frames["warm"] - frames["recorded"])
    remarks += listed("no node, cold only", only_cold)
    slower = [f"{b / a:.1f}" if a else "-" for a, b in zip(plain["times"], tracked["times"], strict=True)]
    cells = (
        f"{plain['instructions']}",
        f"{tracked['nodes']}",
        changed,
        f"{len(tracked['problems'])}",
        f"{frames['warm'].total()}",
        share(frames["cold"], tracked["recorded"]),
        share(frames["warm"], frames["recorded"]),
        *slower,
        f"{tracked['times'][0]:.2f}",
    )
    return Row(name, version, cells, failures, remarks)


def line(cells: tuple[str, ...]) -> str:
    left = " ".join(cell[:width].ljust(width) for cell, width in zip(cells[:2], WIDTHS, strict=False))
    return left + " " + " ".join(cell.rjust(width) for cell, width in zip(cells[2:], WIDTHS[2:], strict=False))


def main(packages: Mapping[str, Any], arguments: list[str]) -> int:
    """Run the jobs of these names, all without any; the exit status."""
    profile = "--profile" in arguments
    names = [name for name in arguments if not name.startswith("-")] or list(packages)
    if "--requirements" in arguments:
        print(*sorted({packages[name].requirement for name in names}), sep="\n")
        return 0
    if profile:
        for name in names:
            seen = run("profile", name)
            print(f"{name}: {seen['seconds']:.2f} s under cProfile", seen["text"], sep="\n")
        return 0
    rows = []
    for name in names:
        distribution = re.split(r"[<>=!]", packages[name].requirement)[0]
        try:
            version = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            rows.append(Row(name, "-", ("not installed",), [], []))
        else:
            rows.append(row(name, version))
        print(line((name, rows[-1].version, *rows[-1].cells)), flush=True)
        for failure in rows[-1].failures[:SHOWN]:
            print("   ", failure)
        for remark in rows[-1].remarks:
            print("   ", remark)
    print(f"\nPython {sys.version.split()[0]}")
    print(line(HEAD))
    for one in rows:
        print(line((one.name, one.version, *one.cells)))
    failed = [one.name for one in rows if one.failures]
    print(f"{len(rows)} jobs, failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    in_process(*sys.argv[1:])
