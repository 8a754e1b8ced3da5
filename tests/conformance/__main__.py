"""CPython's own tests, plain and tracked: `python -m tests.conformance [MODULE ...]`, or `make conformance`."""

import argparse
import functools
import json
import platform
import sys
from collections import Counter
from collections.abc import Iterator, Sized
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from textwrap import indent

from tests.conformance.frames import Where
from tests.conformance.runner import Comparison, compare
from tests.conformance.selection import Patterns, read_selection

COLUMNS = ("tests", "same", "skipped", "excluded", "different", "unsteady", "crashes", "timeouts", "gaps", "problems")


def size(value: int | Sized) -> int:
    return value if isinstance(value, int) else len(value)


def table(comparisons: list[Comparison]) -> Iterator[str]:
    yield " ".join([f"{'module':32}", *(f"{name:>9}" for name in COLUMNS), f"{'frames %':>9}", f"{'seconds':>9}"])
    for one in comparisons:
        counts = [f"{size(getattr(one, name)):9}" for name in COLUMNS]
        share = 100 * (1 - one.missing.total() / one.started) if one.started else 100
        yield " ".join([f"{one.module:32}", *counts, f"{share:9.2f}", f"{sum(one.seconds.values()):9.1f}"])


def faults(one: Comparison, known: Patterns) -> Iterator[tuple[bool, str]]:
    """(is it known, what to print) of each."""
    for kind, test, what in one.faults():
        line = known.find(test) if kind != "crashes" else None
        if line is not None:
            yield True, f"known {kind} in {test}: {line.text}"
        else:
            yield False, f"NEW {kind} in {test}\n" + indent(what, "    ")


def unseen(comparisons: list[Comparison], known: Patterns) -> Iterator[str]:
    """Known faults that were not there."""
    ran = {known.find(test) for one in comparisons for test in one.tests}
    seen = {known.find(test) for one in comparisons for _, test, _ in one.faults()}
    for line in known.lines:
        if line in ran - seen:
            yield f"known, but not seen: {line.name}: {line.text}"


def summary(comparisons: list[Comparison]) -> Iterator[str]:
    total = {name: sum(size(getattr(one, name)) for one in comparisons) for name in COLUMNS}
    tests = total["tests"]
    yield f"CPython {platform.python_version()}: {len(comparisons)} modules, {tests} tests, {total['skipped']} skipped"
    yield (
        f"{total['same']} same ({percent(total['same'], tests)}), {total['different']} different, "
        f"{total['crashes']} crashes, {total['timeouts']} timeouts, {total['unsteady']} differ from run to run, "
        f"{total['excluded']} excluded ({percent(total['excluded'], tests + total['excluded'])})"
    )
    undecoded = Counter(reason for one in comparisons for reason in one.undecoded.values())
    reasons = ", ".join(f"{reason}: {count}" for reason, count in undecoded.most_common())
    yield (
        f"{sum(one.decoded for one in comparisons)} records decoded and checked, {total['gaps']} with gaps, "
        f"{total['problems']} with problems; {undecoded.total()} not decoded{f' ({reasons})' if reasons else ''}"
    )
    started = sum(one.started for one in comparisons)
    missing = sum((one.missing for one in comparisons), Counter[Where]())
    yield f"{started} frames, {percent(started - missing.total(), started)} of which have a node; without:"
    for (name, file, line), count in missing.most_common(12):
        yield f"    {count:8} {name} ({'/'.join(Path(file).parts[-2:])}:{line})"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "none"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="test_with; all that are listed if none is given")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time")
    parser.add_argument("--quick", action="store_true", help="only those that make test takes")
    parser.add_argument("--unchecked", action="store_true", help="look at no record: only compare what the tests do")
    parser.add_argument("--list", action="store_true", help="print the modules")
    parser.add_argument("--table", action="store_true", help="print the numbers of each module")
    parser.add_argument("--json", type=Path, metavar="FILE", help="append all that is found, a line for each module")
    options = parser.parse_args()
    selection = read_selection()
    chosen = [line.name for line in selection.modules if line.text == "quick" or not options.quick]
    if options.list:
        print(*chosen, sep="\n")
        return 0
    comparisons = []
    new = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        compared = functools.partial(compare, selection=selection, unchecked=options.unchecked)
        for one in pool.map(compared, options.modules or chosen):
            comparisons.append(one)
            for known, line in faults(one, selection.known):
                new += not known
                print(line)
            if options.json:
                with options.json.open("a") as file:
                    print(json.dumps(asdict(one) | {"missing": one.missing.most_common()}), file=file)
            print(f"{one.module}: {len(one.tests)} tests, {one.same} same", file=sys.stderr, flush=True)
    if options.table:
        print(*table(comparisons), sep="\n")
    print(*unseen(comparisons, selection.known), *summary(comparisons), sep="\n")
    return int(new > 0)


if __name__ == "__main__":
    sys.exit(main())
