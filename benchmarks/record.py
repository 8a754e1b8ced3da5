"""What recording costs: the slow-down of `irtrack.track`, the size of its log, and the time to look at a record.

    python benchmarks/record.py [--rounds 5] [--processes 1] [--workloads fib,text] [--no-peers] [--json FILE]

Every ratio is CPU time against CPU time of the plain function: plain and recorded runs take turns in this process,
each after a full garbage collection, and the median of the rounds counts. Code is rewritten and specialised before the
first round; what that costs is measured apart. It is the time of this thread: numpy's idle ones spin.

A record holds every value, so much of the time goes to the kernel, which hands out memory page by page. How much that
is depends on the machine (virtual ones pay several times as much), so its share of the recorded run stands beside.
"""

import argparse
import ast
import dis
import functools
import gc
import json
import math
import mmap
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from types import FunctionType
from typing import Any

import numpy as np
import peers
import workloads
from bytecode import Bytecode
from workloads import Workload

import irtrack

BUDGET = 256 * 2**20  # bytes of arrays that a record keeps by default
HARD = {workload.name for workload in workloads.WORKLOADS if workload.is_hard}
STATEMENTS = (irtrack.PrimitiveCallNode, irtrack.NestedCallNode, irtrack.SpecialCallNode)


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements of one workload; `slow_down` has "irtrack" and the peers, the nodes are those of a small run."""

    name: str
    plain_seconds: float
    slow_down: dict[str, float]
    kernel_share: float  # of the recorded run's time
    slow_down_without_kernel: float
    entries: int
    entries_per_second: float
    bytes_per_entry: float
    instructions: int
    statements: int
    statements_per_instruction: float
    decode_microseconds: float


@dataclass(frozen=True, slots=True)
class ColdCosts:
    """Microseconds an instruction, of code that irtrack has not seen before.

    `round_trip`: what the package bytecode takes to read the same code and write it again. Microseconds depend on the
    machine, and this is the yardstick: it was 15 on the one whose figures the design started from.
    """

    instructions: int
    rewrite: float
    lift: float
    round_trip: float


# Measuring


def log_size(node: Any) -> tuple[int, int]:
    """Entries and bytes of a record's log, the values themselves not counted."""
    return len(node.log), sys.getsizeof(node.log.entries)


def cpu_time(f: Callable[[], object]) -> tuple[float, Any]:
    """Seconds of CPU time that `f` takes, after a garbage collection, and its result."""
    gc.collect()
    start = time.thread_time()
    result = f()
    return time.thread_time() - start, result


def kernel_time() -> float:
    """Seconds that the kernel has worked for this thread; for the process where threads are not told apart (macOS)."""
    return resource.getrusage(getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)).ru_stime


def median_ratio(plain: Callable[[], float], other: Callable[[], float], rounds: int) -> tuple[float, float, float]:
    """Median seconds of both, which take turns, and the median of the ratios of neighbours; the first turn warms up."""
    pairs = [(plain(), other()) for _ in range(rounds + 1)][1:]
    first, second = zip(*pairs, strict=True)
    return statistics.median(first), statistics.median(second), statistics.median(b / a for a, b in pairs)


def new_page(mebibytes: int = 64) -> float:
    """Microseconds that the kernel takes to hand out a page of memory, of 4 KiB on most machines.

    Half of what it costs to keep values is this, and it differs by a factor of ten between machines: virtual ones with
    small pages are slow.
    """
    pages = mebibytes * 2**20 // mmap.PAGESIZE
    with mmap.mmap(-1, pages * mmap.PAGESIZE) as memory:
        before = kernel_time()
        for page in range(pages):
            memory[page * mmap.PAGESIZE] = 1
        return 1e6 * (kernel_time() - before) / pages


def settle_allocator() -> None:
    """Allocate and free 30 MiB once: the C library then keeps freed arrays for the next, instead of unmapping each.

    Without it most of the plain time of big arrays is the kernel handing out the same pages again and again.
    """
    np.empty(30 * 2**20, np.uint8)


def is_same(recorded: object, plain: object) -> bool:
    """Whether two runs agree, floats but for their last bits.

    numpy computes a product in the memory of a temporary that nobody else holds, if need be with its factors
    exchanged; whoever holds the temporaries, as a record does, gets other last bits of a product of complex numbers.
    """
    if isinstance(recorded, float) and isinstance(plain, float):
        return math.isclose(recorded, plain, rel_tol=1e-12)
    return recorded == plain


def nodes_of(root: Any) -> Iterator[Any]:
    """All nodes of a record, the root left out."""
    pending = [root]
    while pending:
        for child in pending.pop().children:
            yield child
            if isinstance(child, irtrack.NestedCallNode):
                pending.append(child)


def measure(workload: Workload, rounds: int, with_peers: bool, context: irtrack.Context) -> Row:
    """One row of the table."""
    entries = size = 0
    kernel: dict[str, list[float]] = {"plain": [], "tracked": []}  # shares

    def plain() -> float:
        before = kernel_time()
        seconds = cpu_time(lambda: workload.run(workload.full))[0]
        kernel["plain"].append((kernel_time() - before) / seconds)
        return seconds

    def tracked() -> float:
        nonlocal entries, size
        before = kernel_time()
        seconds, node = cpu_time(lambda: irtrack.track(context, workload.run, workload.full))
        kernel["tracked"].append((kernel_time() - before) / seconds)
        entries, size = log_size(node)
        return seconds

    if not is_same(irtrack.track(workload.run, workload.small).value, workload.run(workload.small)):
        raise SystemExit(f"{workload.name}: the recorded run has another result than the plain run")
    plain_seconds, tracked_seconds, ratio = median_ratio(plain, tracked, rounds)
    plain_share, share = (min(statistics.median(shares[1:]), 0.99) for shares in kernel.values())
    decode_microseconds, statements = decoding(workload)
    instructions = peers.count_instructions(workload.run, workload.small)
    slow_down = {"irtrack": ratio}
    if with_peers:
        slow_down |= {name: peer_ratio(name, workload, instructions, rounds) for name in peers.PEERS}
    return Row(
        name=workload.name,
        plain_seconds=plain_seconds,
        slow_down=slow_down,
        kernel_share=share,
        slow_down_without_kernel=ratio * (1 - share) / (1 - plain_share),
        entries=entries,
        entries_per_second=entries / tracked_seconds,
        bytes_per_entry=size / entries,
        instructions=instructions,
        statements=statements,
        statements_per_instruction=statements / instructions,
        decode_microseconds=decode_microseconds,
    )


def decoding(workload: Workload) -> tuple[float, int]:
    """Microseconds a node to decode a whole small run, its code lifted before, and how many statements it has.

    The collector is off: how often it looks at everything alive depends on what else the process holds.
    """
    for _ in nodes_of(irtrack.track(workload.run, workload.small)):
        pass
    node = irtrack.track(workload.run, workload.small)
    gc.collect()
    gc.disable()
    try:
        seconds, kinds = cpu_time(lambda: Counter(type(child) for child in nodes_of(node)))
    finally:
        gc.enable()
    return 1e6 * seconds / kinds.total(), sum(kinds[kind] for kind in STATEMENTS)


def peer_ratio(name: str, workload: Workload, instructions: int, rounds: int) -> float:
    """The slow-down of a small run under a peer.

    Each run has another one of its kind before it, which is not measured: a plain run finds code that the peer left
    unspecialised, and CPython 3.13 and later lose opcode events in code that `sys.settrace` did not trace just before.
    """
    peer = peers.PEERS[name]
    seen = 0

    def plain() -> float:
        workload.run(workload.small)
        return cpu_time(lambda: workload.run(workload.small))[0]

    def watched() -> float:
        nonlocal seen
        peer(workload.run, workload.small)
        seconds, events = cpu_time(lambda: peer(workload.run, workload.small))
        seen = len(events)
        return seconds

    ratio = median_ratio(plain, watched, min(rounds, 3))[2]
    if seen < 0.8 * instructions:
        print(f"{workload.name}: {name} saw {seen} of {instructions} instructions", file=sys.stderr)
    return ratio


def array_budgets(rounds: int) -> dict[str, float]:
    """The slow-down of big arrays when none is kept, while the budget for them fills, and when it is full."""
    run = workloads.big_arrays
    filling = BUDGET // workloads.STEP_BYTES - 1
    steps = workloads.BIG_ARRAYS.full

    def plain(n: int) -> float:
        return cpu_time(lambda: run(n))[0]

    def nothing_kept() -> float:
        return cpu_time(lambda: irtrack.track(irtrack.Context(max_bytes=0), run, steps))[0]

    def later(first: int, n: int) -> float:
        gc.collect()
        return float(irtrack.track(workloads.big_arrays_later, first, n).value)

    return {
        "max_bytes=0": median_ratio(lambda: plain(steps), nothing_kept, rounds)[2],
        "filling": median_ratio(
            lambda: plain(filling), lambda: cpu_time(lambda: irtrack.track(run, filling))[0], rounds
        )[2],
        "full": median_ratio(
            lambda: workloads.big_arrays_later(filling + 2, steps), lambda: later(filling + 2, steps), rounds
        )[2],
    }


# Code that was never seen before


def cold_costs(copies: int = 3) -> ColdCosts:
    """Rewriting and lifting, on the functions of argparse.

    Each gets an argument that makes it return at once: its first recording then rewrites all of its code and runs
    hardly any, its first look lifts it, and the second recording and look have only the rest to do.
    """
    rewrite, lift, round_trip = [], [], []
    for copy in range(copies):
        functions = returning_at_once(argparse.__file__, copy)
        instructions = sum(len(list(dis.get_instructions(function))) for function in functions)
        recorded, looked = zip(*(record_and_look(functions) for _ in range(2)), strict=True)
        rewrite.append(1e6 * (recorded[0] - recorded[1]) / instructions)
        lift.append(1e6 * (looked[0] - looked[1]) / instructions)
        round_trip.append(1e6 * cpu_time(functools.partial(read_and_write, functions))[0] / instructions)
    return ColdCosts(instructions, *map(statistics.median, (rewrite, lift, round_trip)))


def trivial(x: int) -> int:
    """The least that can be tracked."""
    return x


def warm_track(rounds: int, calls: int = 20_000) -> float:
    """Microseconds that `track` adds to the call of a trivial function that was tracked before."""

    def plain() -> None:
        for _ in range(calls):
            trivial(1)

    def tracked() -> None:
        for _ in range(calls):
            irtrack.track(trivial, 1)

    before, after, _ = median_ratio(lambda: cpu_time(plain)[0], lambda: cpu_time(tracked)[0], rounds)
    return 1e6 * (after - before) / calls


def read_and_write(functions: list[FunctionType]) -> None:
    """All of their code through the package bytecode."""
    for function in functions:
        Bytecode.from_code(function.__code__).to_code()


def record_and_look(functions: list[FunctionType]) -> tuple[float, float]:
    """Seconds to record a call of each function, and to decode the records."""
    recorded, nodes = cpu_time(lambda: [irtrack.track(function) for function in functions])
    looked, _ = cpu_time(lambda: [list(node.children) for node in nodes])
    return recorded, looked


def returning_at_once(path: str, copy: int) -> list[FunctionType]:
    """The functions and methods of a module, made anew, each with an early return; copies differ in their lines."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    ast.increment_lineno(tree, 10_000 * copy)
    bodies = [tree.body, *(statement.body for statement in tree.body if isinstance(statement, ast.ClassDef))]
    functions = []
    for statement in (statement for body in bodies for statement in body):
        if isinstance(statement, ast.FunctionDef) and not is_generator(statement):
            namespace: dict[str, Any] = {}
            module = ast.Module([with_early_return(statement)], [])
            exec(compile(ast.fix_missing_locations(module), path, "exec"), namespace)
            functions.append(namespace[statement.name])
    return functions


def is_generator(statement: ast.FunctionDef) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(statement))


def with_early_return(statement: ast.FunctionDef) -> ast.FunctionDef:
    """The same function with `early=True` as another argument, none of them required."""
    arguments = statement.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    arguments.defaults = [ast.Constant(None) for _ in [*arguments.posonlyargs, *arguments.args]]
    arguments.kw_defaults = [ast.Constant(None) for _ in arguments.kwonlyargs]
    arguments.kwonlyargs.append(ast.arg("early"))
    arguments.kw_defaults.append(ast.Constant(True))
    statement.decorator_list = []
    statement.returns = None
    statement.body.insert(0, ast.parse("if early: return None").body[0])
    return statement


# The table


def table(rows: list[Row]) -> str:
    columns = list(rows[0].slow_down)
    head = " ".join(f"{name:>10}" for name in columns)
    lines = [
        f"{'workload':14} {'plain s':>8} {head} {'kernel':>6} {'without':>7} "
        f"{'Mentry/s':>9} {'B/entry':>8} {'stmt/instr':>10} {'us/node':>7}"
    ]
    for row in rows:
        ratios = " ".join(f"{row.slow_down[name]:10.2f}" for name in columns)
        lines.append(
            f"{row.name:14} {row.plain_seconds:8.3f} {ratios} {row.kernel_share:6.0%} "
            f"{row.slow_down_without_kernel:7.2f} {row.entries_per_second / 1e6:9.1f} "
            f"{row.bytes_per_entry:8.2f} {row.statements_per_instruction:10.2f} {row.decode_microseconds:7.2f}"
        )
    usual = [row for row in rows if row.name not in HARD]
    for label, fold, counted in (
        ("geometric mean", statistics.geometric_mean, rows),
        ("... of usual", statistics.geometric_mean, usual),
        ("max", max, rows),
    ):
        if counted:
            ratios = " ".join(f"{fold([row.slow_down[name] for row in counted]):10.2f}" for name in columns)
            without = fold([row.slow_down_without_kernel for row in counted])
            lines.append(f"{label:14} {'':8} {ratios} {'':6} {without:7.2f}")
    if len(usual) < len(rows):
        lines.append(f"usual: all but {', '.join(row.name for row in rows if row.name in HARD)}")
    return "\n".join(lines)


def chosen(names: str | None) -> list[Workload]:
    known = {workload.name: workload for workload in workloads.WORKLOADS}
    wanted = names.split(",") if names else list(known)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"no such workload: {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in wanted]


def measure_all(options: argparse.Namespace) -> dict[str, Any]:
    """All measurements, as JSON has them."""
    settle_allocator()
    cold = cold_costs()
    warm = warm_track(options.rounds)
    rows = []
    context = irtrack.Context(operators=options.operators)
    for workload in chosen(options.workloads):
        print(f"{workload.name} ...", file=sys.stderr)
        rows.append(measure(workload, options.rounds, not options.no_peers, context))
    budgets = array_budgets(options.rounds) if workloads.BIG_ARRAYS.name in [row.name for row in rows] else {}
    return {
        "python": platform.python_version(),
        "workloads": [asdict(row) for row in rows],
        "big_array_budgets": budgets,
        "cold": asdict(cold),
        "warm_track": warm,
        "new_page": new_page(),
    }


def measure_in_processes(options: argparse.Namespace) -> dict[str, Any]:
    """The medians over processes of their own: where memory happens to lie changes some ratios by a tenth and more."""
    command = [sys.executable, __file__, "--rounds", str(options.rounds)]
    command += ["--workloads", options.workloads] if options.workloads else []
    command += ["--no-peers"] if options.no_peers else []
    command += ["--operators", options.operators]
    reports = []
    with tempfile.TemporaryDirectory() as directory:
        for number in range(options.processes):
            file = os.path.join(directory, f"{number}.json")
            subprocess.run([*command, "--json", file], check=True, stdout=subprocess.DEVNULL)
            with open(file, encoding="utf-8") as report:
                reports.append(json.load(report))
    medians: dict[str, Any] = median(reports)
    return medians


def median(reports: list[Any]) -> Any:
    """One of the same shape, each number the median of theirs."""
    first = reports[0]
    if isinstance(first, dict):
        return {key: median([report[key] for report in reports]) for key in first}
    if isinstance(first, list):
        return [median(list(column)) for column in zip(*reports, strict=True)]
    return statistics.median_low(reports) if isinstance(first, (int, float)) else first


def main() -> None:
    parser = argparse.ArgumentParser(description="What recording costs.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each workload is measured (default 5)")
    parser.add_argument("--processes", type=int, default=1, help="the medians of so many processes (default 1)")
    parser.add_argument("--workloads", help="names, separated by commas (default: all)")
    parser.add_argument("--no-peers", action="store_true", help="leave out sys.settrace and sys.monitoring")
    parser.add_argument("--operators", choices=("entered", "primitive"), default="entered", help="of the context")
    parser.add_argument("--json", metavar="FILE", help="write the measurements to a file, too")
    options = parser.parse_args()

    report = measure_in_processes(options) if options.processes > 1 else measure_all(options)
    rows = [Row(**row) for row in report["workloads"]]
    cold = ColdCosts(**report["cold"])

    print(
        f"CPython {platform.python_version()}; CPU time against the plain run, median of {options.rounds} rounds"
        + (f" and {options.processes} processes" if options.processes > 1 else "")
        + "\n"
    )
    print(table(rows))
    if budgets := report["big_array_budgets"]:
        print("\nbig_arrays, by the budget for arrays:", ", ".join(f"{k} {v:.2f}" for k, v in budgets.items()))
    decode = statistics.median(row.decode_microseconds for row in rows)
    print(
        f"\nnew code, {cold.instructions} instructions: rewriting {cold.rewrite:.1f} us, lifting {cold.lift:.1f} us "
        f"an instruction (yardstick: a round trip through the package bytecode, {cold.round_trip:.1f} us); "
        f"decoding {decode:.1f} us a node (median); warm track {report['warm_track']:.1f} us over the call; "
        f"kernel: {report['new_page']:.1f} us for a new page of memory"
    )
    if options.json:
        ratios = [row.slow_down["irtrack"] for row in rows]
        summary = {
            "rounds": options.rounds,
            "processes": options.processes,
            "geometric_mean": statistics.geometric_mean(ratios),
            "max": max(ratios),
        }
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report | summary, file, indent=2)
            file.write("\n")


if __name__ == "__main__":
    main()
