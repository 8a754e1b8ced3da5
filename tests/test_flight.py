"""The flight recorder, `Context(keep_last=n)`: its record is the end of the one that is whole."""

import asyncio
import contextlib
import copy
import gc
import io
import random
import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

import flights
import programs
import pytest
import random_generators
import random_programs
from outcomes import observe
from share import amount, share
from test_random import load

import irtrack
from irtrack import Context, backward_slice, check, printlevels, track
from irtrack.record import flight
from irtrack.record.nodes.kinds import CutNode

EXAMPLES = amount(3)
PARTS = share(range(12))
LAST = Context(keep_last=10)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the log be cut each few entries."""
    monkeypatch.setattr(flight, "_SELDOM", 1)
    monkeypatch.setattr(flight, "_FEWEST", 5)
    monkeypatch.setattr(flight, "_FIRST", 5)
    monkeypatch.setattr(flight, "_DEEP", 0)


def page_of(node: Any, levels: int = 9) -> str:
    page = io.StringIO()
    printlevels(node, levels, library=True, limit=None, file=page)
    return page.getvalue()


def average(total: float, count: int) -> float:
    return total / count


def run(n: int, last: int) -> float:
    total, mean = 0.0, 0.0
    for i in range(n, -1, -1):
        total = total * 0.5 + i
        mean = average(total, i if i else last)
    return mean


def test_a_long_run_that_fails_at_the_end(often: None) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        track(LAST, run, 1000, 0)
    node: Any = irtrack.trace_of(caught.value)
    lines = page_of(node).splitlines()
    assert lines[0].startswith("run(⟨1000⟩, ⟨0⟩) raises ZeroDivisionError(")
    assert lines[1:5] == [
        "  @1: [Arg:§1:%1] run → <function run>",
        "  @2: [Arg:§1:%2] n → 1000::int",
        "  @3: [Arg:§1:%3] last → 0::int",
        "  @4: … what ran before was not kept",
    ]
    assert any("@… * ⟨0.5⟩" in line or "next(@…)" in line for line in lines)
    assert lines[-1].startswith("  @")
    assert "raises ZeroDivisionError" in lines[-1]
    assert "    @4: [§1:%4] @2 / @3 raises ZeroDivisionError" in page_of(node)
    assert 10 <= len(node.log) <= 60
    assert node.stats().cut == "keep_last=10"
    assert check(node) == []


def deep(n: int) -> int:
    if n:
        return deep(n - 1) + 1
    return sum(range(3)) + int(run(200, 1))


def test_the_stack_of_open_calls(often: None) -> None:
    node: Any = track(LAST, deep, 20)
    names = []
    while isinstance(node, irtrack.NestedCallNode):
        names.append(node.body_ir.name)
        arguments = [child.value for child in node.children[:2]]
        assert arguments[0] is (deep if names[-1] == "deep" else run)
        assert type(node.children[2 if names[-1] == "deep" else 3]) is CutNode
        node = next((child for child in node.children if child.children), None)
        if names[-1] == "run":
            break
    assert names == ["deep"] * 21 + ["run"]


@pytest.mark.parametrize("write", [random_programs.write, random_generators.write], ids=["programs", "generators"])
def test_it_is_the_end_of_the_whole_record(write: Any, often: None) -> None:
    cut = 0
    for seed in range(EXAMPLES):
        main = load(write(random.Random(seed).randrange))["main"]
        with contextlib.redirect_stdout(io.StringIO()):
            whole = flights.record(irtrack.DEFAULT, main, 3)
            last = flights.record(LAST, main, 3)
        assert page_of(last)
        assert flights.differences(whole, last) == []
        assert check(last) == []
        assert str(backward_slice(list(last.children)[-1]))
        cut += bool(last.stats().cut)
    assert cut > EXAMPLES // 2


@pytest.mark.parametrize("part", PARTS)
def test_programs_run_as_ever(part: int, often: None) -> None:
    for case in programs.CASES[part::12]:
        plain, _, _ = observe(case.function, *copy.deepcopy(case.arguments))
        tracked, node, error = observe(partial(track, LAST, case.function), *copy.deepcopy(case.arguments))
        node = irtrack.trace_of(error) if error is not None else node
        assert tracked.output == plain.output, case.name
        assert (error is None) == (not plain.exception), case.name
        if error is None:
            assert type(node).__name__ in ("NestedCallNode", "PrimitiveCallNode", "NativeRootNode")
        assert "$(gap)" not in page_of(node, 6), case.name


class Box:
    pass


def boxes(n: int, alive: list[weakref.ref[Box]]) -> int:
    for _ in range(n):
        box = Box()
        alive.append(weakref.ref(box))
        make = lambda: alive  # noqa: E731
        make()
    return n


def test_what_was_dropped_is_freed(often: None) -> None:
    alive: list[weakref.ref[Box]] = []
    node = track(LAST, boxes, 3000, alive)
    assert len(node.log) < 100  # type: ignore[attr-defined]
    assert sum(one() is not None for one in alive) < 20


def numbers(n: int) -> Iterator[int]:
    for i in range(n):
        yield average(i, 1)  # type: ignore[misc]


def test_generators_that_were_made_before(often: None) -> None:
    node: Any = track(LAST, lambda: sum(numbers(500)))
    assert node.value == sum(range(500))
    assert "$(gap)" not in page_of(node)
    assert len(node.log) < 100


def test_what_track_returned_is_kept_whole(often: None) -> None:
    async def main() -> int:
        total = 0
        for i in range(100):
            total += int(average(i, 1))
        return total

    node: Any = asyncio.run(irtrack.track_async(LAST, main))
    assert node.value == sum(range(100))
    assert not any(isinstance(child, CutNode) for child in node.children)


def test_a_run_that_is_short_is_whole() -> None:
    node = track(Context(keep_last=5000), run, 3, 1)
    assert page_of(node) == page_of(track(run, 3, 1))
    assert node.stats().cut == ""


def test_the_next_recording_is_whole(often: None) -> None:
    track(LAST, run, 100, 1)
    node = track(run, 100, 1)
    assert node.stats().cut == ""
    assert not any(isinstance(child, CutNode) for child in node.children)


def test_saved(often: None, tmp_path: Any) -> None:
    node = track(LAST, run, 300, 1)
    path = tmp_path / "last.irtrack"
    irtrack.save(node, path)
    again = irtrack.load(path)
    assert page_of(again).splitlines()[1:] == page_of(node).splitlines()[1:]
    assert again.stats().cut == "keep_last=10"


def test_what_needs_a_whole_call_refuses(often: None) -> None:
    node: Any = track(LAST, run, 300, 1)
    with pytest.raises(ValueError, match=r"^update\(\) needs all of a call, and this record was cut by keep_last=10: "):
        node.update({node[2]: 1})
    with pytest.raises(ValueError, match=r"^to_source\(\) needs all of a call"):
        irtrack.to_source(node)
    inner = next(child for child in reversed(node.children) if child.children)
    assert irtrack.to_source(inner).function(6.0, 2) == 3.0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"keep_last": 0}, "keep_last is a whole number from 1, or None for no limit, not 0"),
        ({"keep_last": "5"}, "keep_last is a whole number from 1, or None for no limit, not '5'"),
        (
            {"keep_last": 5, "max_entries": 5},
            "max_entries keeps the beginning of a run and keep_last its end: choose one of them",
        ),
    ],
)
def test_options_that_are_none(options: Any, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        Context(**options)


class Asked(Context):
    def tracked_call(self, call):
        return super().tracked_call(call)


class Choosing(Context):
    def can_recur(self, f, *args, **kwargs):
        return True


class Passing(Context):
    """Has no hooks, but what it enters is recorded under a context that has."""

    def inner(self, f):
        return Asked()


@pytest.mark.parametrize(
    ("context", "text"),
    [
        (Asked(keep_last=10), r"Asked has hooks \(tracked_call\), which can't be combined with keep_last, since that "),
        (Choosing(keep_last=10), r"Choosing has hooks \(can_recur with arguments\), which can't be "),
        (irtrack.ComposedContext(Asked(), Choosing(), keep_last=10), r"ComposedContext has hooks \(tracked_call, can_"),
        (Passing(keep_last=10), r"Asked has hooks \(tracked_call\), which "),
    ],
    ids=lambda one: type(one).__name__,
)
def test_hooks_are_refused(context: Any, text: str) -> None:
    def run(x: int) -> int:
        return halved(x)

    def halved(x: int) -> int:
        return x // 2

    with pytest.raises(ValueError, match=f"^{text}"):
        track(context, run, 4)
    again = track(LAST, run, 4)
    assert again.value == 2
    assert irtrack.check(again) == []
    assert irtrack.check(track(Asked(), run, 4)) == []


def test_the_same_run_is_cut_at_the_same_places() -> None:
    first, second = (page_of(track(Context(keep_last=500), run, n, 1)) for n in (20_000, 20_000))
    assert first == second
    assert "what ran before was not kept" in first


def test_no_more_is_kept_than_twice_the_least() -> None:
    lengths = [len(track(Context(keep_last=1), run, n, 1).log) for n in range(20_000, 21_000, 97)]
    assert 4096 <= min(lengths) <= max(lengths) < 8_500
    lengths = [len(track(Context(keep_last=6000), run, n, 1).log) for n in range(20_000, 21_000, 97)]
    assert 6000 <= min(lengths) <= max(lengths) < 12_500


class Ending:
    """Runs more of the program when it ends, which is when its log is cut."""

    runs: ClassVar[list[int]] = []

    def __del__(self) -> None:
        self.runs.append(int(run(50, 1)))


def ends(n: int) -> float:
    mean = 0.0
    for i in range(n):
        ending = Ending()
        mean = average(mean, i + 1)
        del ending
    return mean


def test_objects_that_end_when_the_log_is_cut(often: None) -> None:
    Ending.runs.clear()
    node: Any = track(LAST, ends, 300)
    assert node.value == 0.0
    assert len(Ending.runs) > 200
    assert check(node) == []
    assert "$(gap)" not in page_of(node)
    del node
    gc.collect()
    assert len(Ending.runs) == 300


def joined(n: int, timeout: int | None) -> tuple[float, int | None]:
    mean = run(n, 1)
    if timeout is not None:
        timeout = max(timeout, 0)
    mean += 1
    return mean, timeout


def joins(n: int, timeout: int | None) -> tuple[float, int | None]:
    return joined(n, timeout)


@pytest.mark.parametrize("timeout", [None, 3])
def test_which_way_a_test_for_none_went_is_not_guessed(timeout: int | None, often: None) -> None:
    node: Any = track(LAST, joins, 100, timeout)
    assert node.value == (1.0, timeout) or node.value[1] == timeout
    call = next(child for child in node if child.children)
    assert str(call[-1]).endswith(
        "$(gap)(GapError: what is compared with None was not kept, so which way it went is not known)"
    )
    assert not any("max" in str(child) or "timeout = @" in str(child) for child in call.children[4:])
    assert str(node[-1]).startswith(f"@{len(node)}: [§1:&1] return @{call.position}")
