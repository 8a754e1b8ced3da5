"""Snapshots that are copies, made while a run is recorded: `snapshot="deep"`, or a function."""

import collections
import copy
import os
import random
import sys
import threading
from typing import Any

import copies
import numpy as np
import programs
import pytest
import random_mutations
from outcomes import observe, plain, problems_of

import irtrack
from irtrack import ArgumentNode, Context, check, track
from irtrack.record.past.snapshots import shown
from irtrack.record.values import may_have_changed

THOROUGH = bool(os.environ.get("IRTRACK_THOROUGH"))
EXAMPLES = 200 if THOROUGH else 8
EVERY = 1 if THOROUGH else 12
DEEP = Context(snapshot="deep")


@pytest.mark.parametrize("case", programs.CASES[5::EVERY], ids=lambda case: case.name)
def test_programs(case):
    if case.name.startswith("recursion"):
        pytest.skip("it looks how deep it can go, and copies need frames")
    expected, _, _ = observe(plain, case.function, *copy.deepcopy(case.arguments))
    outcome, node, error = observe(track, DEEP, case.function, *copy.deepcopy(case.arguments))
    assert outcome == expected
    assert problems_of(node if error is None else irtrack.trace_of(error)) == []


def build():
    numbers = [1, 2]
    numbers.append(42)
    numbers[0] = 42
    for _ in range(2):
        numbers = [*numbers, 0] if len(numbers) > 3 else extended(numbers)
    return numbers


def extended(numbers):
    numbers.extend([7, 8])
    return numbers


def test_deep_copies():
    record = track(DEEP, build)
    lists = [node.snapshot for node in record if type(node.value) is list and type(node) is not ArgumentNode]
    assert lists[0] == [1, 2]
    assert [42, 2, 42, 7, 8] in lists
    assert lists[-1] == [42, 2, 42, 7, 8, 0]
    assert record.snapshot == record.value
    assert record.snapshot is not record.value
    assert str(record[2]).endswith("→ [1, 2]::list")
    assert check(record) == []


def test_what_cannot_be_copied_is_as_replay_has_it():
    class Uncopied:
        def __deepcopy__(self, memo):
            raise LookupError("no")

    def keep(kept, locks):
        kept.size = 3
        return [kept, locks]

    record = track(DEEP, keep, Uncopied(), [threading.Lock()])
    assert vars(record[2].snapshot) == {}
    assert record[3].snapshot is record[3].value
    assert str(record[3]).endswith("::list*")
    assert record[-1].snapshot is record.value


class Loud(list):
    """Whose methods do something else than those of lists."""

    made = 0

    def __new__(cls, *items):
        cls.made += 1
        return super().__new__(cls)

    def append(self, item):
        self.place.append(item)


class Slotted:
    __slots__ = ("a", "b")


Pair = collections.namedtuple("Pair", "first second")


def things():
    loud, slotted, counts = Loud(), Slotted(), collections.defaultdict(list)
    loud.place = loud.same = []
    loud += [loud.place]
    slotted.a = [loud]
    counts["k"].append(slotted)
    queue = collections.deque([{1}, bytearray(b"x")], 3)
    ordered = collections.OrderedDict(b=1, a=[2])
    everything = [loud, counts, queue, ordered, Pair([1], (2, [3])), np.array([[1], None], dtype=object)]
    everything.append(everything)
    return everything


def test_copies_are_whole_and_run_nothing_of_the_program():
    """Such a list would be filled by its own `append`, which writes to what is copied, if `copy.deepcopy` made it."""
    Loud.made = 0
    record = track(DEEP, things)
    assert Loud.made == 1
    whole, copied = record.value, record.snapshot
    loud, counts, queue, ordered, pair, array, itself = copied
    assert itself is copied is not whole
    assert type(loud) is Loud
    assert loud.place is loud.same is loud[0] == []
    assert type(counts["k"][0]) is Slotted
    assert counts["k"][0].a[0] is loud
    assert not hasattr(counts["k"][0], "b")
    assert counts["new"] == []
    assert (queue, queue.maxlen, list(ordered.items())) == (whole[2], 3, [("b", 1), ("a", [2])])
    assert pair == Pair([1], (2, [3]))
    assert array.tolist() == [[1], None]
    mine = {id(one) for one in (loud, loud.place, counts, queue, queue[0], ordered["a"], pair, pair[1][1], array[0])}
    theirs = {id(one) for one in (*whole, whole[0].place, whole[2][0], whole[3]["a"], whole[4][1][1], whole[5][0])}
    assert not mine & theirs


def test_copies_that_would_run_code_of_the_program_are_not_made():
    class Key:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise LookupError("no")

    class Failed(Exception):
        def __init__(self, *arguments):
            made.append(arguments)

    made = []

    def keep(key):
        return {key: 1}, Failed(2)

    record = track(DEEP, keep, Key())
    assert record.snapshot == record.value
    assert str(record).endswith("::tuple*")
    assert made == [(2,)]


@pytest.mark.parametrize("context", [DEEP, Context(snapshot="deep", keep_last=30)], ids=["all", "last"])
def test_what_loops_have_changed(context):
    def grow(n):
        items = []
        for k in range(n):
            items.append(k)
            held = (items, k)
        return held

    record = track(context, grow, 2000)
    seen = [node for node in record if type(node.value) is tuple and not isinstance(node, ArgumentNode)]
    assert len(seen) > 10
    for node in seen:
        assert node.snapshot == (list(range(node.value[1] + 1)), node.value[1])


def test_copies_of_arrays_are_bounded():
    def fill(array, n):
        for i in range(n):
            array = array + i
        return array

    record = track(Context(snapshot="deep", max_bytes=100_000), fill, np.zeros(1000), 20)
    assert record[2].snapshot is not record[2].value
    assert str(record[2].snapshot) == str(np.zeros(1000))
    arrays = [copied for copied in record.log.copies.values() if type(copied) is np.ndarray]
    assert 2 <= len(arrays) <= 12


def test_a_function():
    asked = []

    def size(value):
        asked.append(value)
        return len(value) if isinstance(value, list) else None

    record = track(Context(snapshot=size), build)
    assert str(record[2]).endswith("→ 2::int")
    assert record[2].snapshot == 2
    assert record.snapshot == 6
    assert all(may_have_changed(value) for value in asked)
    assert check(record) == []


def test_under_hooks():
    class Asked(Context):
        def tracked_call(self, call):
            seen = [one.node.snapshot for one in call.arguments if one.node is not None]
            node = super().tracked_call(call)
            node.metadata["seen"] = seen
            return node

        def tracked_special(self, event):
            return super().tracked_special(event)

    record = track(Asked(snapshot="deep"), build)
    plainly = track(DEEP, build)
    assert [str(node).partition(" {")[0] for node in record] == list(map(str, plainly))
    (append,) = [node for node in record if "list.append" in str(node)]
    assert append.metadata["seen"] == [[1, 2]]
    assert check(record) == []


def test_a_method_of_the_context():
    class Sizes(Context):
        def snapshot(self, value):
            return repr(value)

    assert track(Sizes(), build)[2].snapshot == "[1, 2]"


@pytest.mark.parametrize("error", [LookupError("no snapshot"), SystemExit("no snapshot"), RecursionError("too deep")])
def test_what_a_function_raises_is_kept_apart(error, tmp_path):
    def refuse(value):
        if len(value) > 2:
            raise error
        return tuple(value)

    record = track(Context(snapshot=refuse), build)
    assert record.value == build()
    assert record[2].snapshot == (1, 2)
    assert "no snapshot" not in record[2].metadata
    refused = record[-1]
    assert refused.metadata["no snapshot"].endswith(f"refuse, the context's snapshot, raised {error!r}")
    assert record.metadata["no snapshot"] == refused.metadata["no snapshot"]
    assert "{" not in str(refused).partition("→")[2]
    assert check(record) == []
    path = str(tmp_path / "refused.irtrack")
    irtrack.save(record, path)
    assert irtrack.load(path)[-1].metadata == refused.metadata


def test_a_function_that_raises_under_an_exception_of_the_program():
    def refuse(value):
        raise LookupError("no snapshot")

    def run():
        try:
            return {}["x"], []
        except KeyError as error:
            return [error.__context__], sys.exc_info()[1] is error

    assert track(Context(snapshot=refuse), run).value == ([None], True)


def test_an_interrupt_within_a_function_is_the_programs():
    def interrupted(value):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        track(Context(snapshot=interrupted), build)


def test_a_function_that_tracks():
    inner = []

    def look(value):
        inner.append(track(context, len, value) if len(inner) < 3 else track(lambda: [len(value), 0]))
        return inner[-1].value

    context = Context(snapshot=look)
    record = track(context, build)
    assert record.value == build()
    assert record[2].snapshot == 2
    assert len(inner) > 3
    assert check(record) == []
    assert all(check(one) == [] for one in inner)


@pytest.mark.parametrize("snapshot", ["deep", repr], ids=["deep", "function"])
def test_a_recursion_that_goes_too_deep(snapshot):
    """Where no frame is left for what copies the arguments, none was left for the call."""

    def f(n):
        return f(n + 1)

    def caught():
        try:
            f(0)
        except RecursionError:
            return "caught"

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)
    try:
        node = track(Context(snapshot=snapshot), caught)
    finally:
        sys.setrecursionlimit(limit)
    assert node.value == "caught"
    assert check(node) == []


def test_what_copying_runs_is_not_recorded():
    class Counted:
        def __init__(self):
            self.copies = 0

        def __deepcopy__(self, memo):
            return sorted([3, self.copies])

    def run(counted):
        return [counted, 1]

    record = track(DEEP, run, Counted())
    assert record[2].snapshot == [0, 3]
    assert len(record.children) == 4
    assert check(record) == []


def test_error():
    with pytest.raises(ValueError, match=r'^snapshot is "replay", "deep", a function, or None for the '):
        Context(snapshot="shallow")


def test_saved(tmp_path):
    record = track(DEEP, build)
    irtrack.save(record, tmp_path / "copies.irtrack")
    loaded = irtrack.load(tmp_path / "copies.irtrack")
    assert [str(node) for node in loaded] == [str(node) for node in record]


def test_random_programs_in_either_way() -> None:
    """Deep copies are what values were; replay gives the same, or a mark."""
    seen = marked = uncertain = 0
    for seed in range(EXAMPLES):
        text = random_mutations.write(random.Random(seed))
        space: dict[str, Any] = {"__name__": "mutations"}
        exec(compile(text, "<mutations>", "exec"), space)
        run = space["main"]
        with copies.seen(space["see"]) as plainly:
            node = track(DEEP, run, [1, [2]], {"a": [3]})
        with copies.seen(space["see"]):
            replayed = track(run, [1, [2]], {"a": [3]})
        calls = [one for one in node.query(irtrack.Descendant) if _is_seen(one, space)]
        again = [one for one in replayed.query(irtrack.Descendant) if _is_seen(one, space)]
        assert len(calls) == len(again) == len(plainly)
        for argument, other, copied in zip(calls, again, plainly, strict=True):
            if not may_have_changed(argument.value):
                continue
            seen += 1
            value, is_marked = shown(argument)
            uncertain += is_marked
            assert is_marked or copies.alike(value, copied), (seed, argument.parent)
            _, is_marked = shown(other)
            marked += is_marked
            assert is_marked or copies.alike(other.snapshot, value), (seed, other.parent)
    print(f"{seen} mutable values; {marked} marked under replay, {uncertain} under deep")
    assert seen > 20 * EXAMPLES
    assert uncertain == 0
    assert marked <= 0.02 * seen or not THOROUGH  # on the average


def _is_seen(node: Any, space: dict[str, Any]) -> bool:
    return type(node) is ArgumentNode and node.name == "x" and node.parent[1].value is space["see"]
