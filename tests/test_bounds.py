"""Bounds: the record is cut, and the program goes on as if nothing had happened."""

import asyncio
import copy
import os
import signal
import tempfile
import threading

import numpy as np
import programs
import pytest
from outcomes import all_nodes, observe, plain, printed
from random_slices import program as sliced_program
from share import share
from test_slices import load as load_sliced

import irtrack
from irtrack import Context, RaiseNode, SpecialCallNode
from irtrack.cpython.instrument import rewrite
from irtrack.cpython.template import CannotTrackError, Hooks, LogList
from irtrack.cpython.verifier import verify_code
from irtrack.record.nodes.cuts import ends_at_cut
from irtrack.record.nodes.kinds import GapNode
from irtrack.record.recorder import give_back, take

FEW = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)  # entries


# what a lookup gave is told from what ran later, where classes have changed since: see docs/limits.md
LOOKING_AHEAD = {
    "changed_after_the_call",
    "methods_of_classes_that_change_after_the_call",
    "methods_that_become_class_methods",
    "methods_that_become_other_attributes_after_the_call",
    "one_place_that_looks_a_method_up_on_many_objects",
}

# of which no two records are the same: they see the event loops of the runs before, or what these have imported
UNREPEATABLE = {
    "asynchronous_context_managers",
    "asynchronous_generators",
    "coroutines",
    "imports_inside",
    "tasks_and_queues",
    "tasks_that_fail",
}


def shown(node):
    """What is known of a node before the recording goes on: not yet what is thrown into a generator."""
    is_yield = isinstance(node, (SpecialCallNode, RaiseNode)) and "(yield)" in str(node)
    return "yield" if is_yield else type(node), node.position, node.location


def check_prefix(cut, whole):
    """Are the nodes of `cut` the first ones of `whole`, where the two did the same?"""
    pairs = [(cut, whole)]
    while pairs:
        one, other = pairs.pop()
        assert len(one.children) <= len(other.children)
        for left, right in zip(one.children, other.children, strict=False):
            assert shown(left) == shown(right)
            if left.children:
                pairs.append((left, right))


def run(case, *context):
    """The outcome of a run, under a context a tracked one, and its record."""
    outcome, node, raised = observe(
        irtrack.track if context else plain, *context, case.function, *copy.deepcopy(case.arguments)
    )
    return outcome, irtrack.trace_of(raised) if raised is not None else node


@pytest.mark.parametrize("case", programs.CASES, ids=lambda case: case.name)
def test_programs_that_stop_being_recorded(case):
    before, _ = run(case)
    _, whole = run(case, Context())
    for count in FEW:
        after, record = run(case, Context(max_entries=count))
        assert after == before
        assert len(record.log) <= count
        if case.name not in LOOKING_AHEAD:
            assert not any(isinstance(node, GapNode) for node in all_nodes(record)), count
            check_prefix(record, whole)
        if not record.log.cut:
            return


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_programs_that_do_not_come_to_the_bound(case):
    before, _ = run(case)
    run(case, Context())  # which fills caches
    _, whole = run(case, Context())
    after, record = run(case, Context(max_entries=10**9))
    assert after == before
    assert record.stats().cut == ""
    assert irtrack.check(record) == []
    if case.name not in UNREPEATABLE:
        check_prefix(record, whole)
        check_prefix(whole, record)


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_what_cut_records_of_programs_are_asked(case):
    _, record = run(case, Context(max_entries=40))
    assert irtrack.check(record) == [] or case.name in LOOKING_AHEAD
    text = printed(record)
    assert text.endswith("max_entries=40\n") == ends_at_cut(record)
    stats = record.stats()
    assert stats.nodes == len(list(all_nodes(record)))
    assert stats.entries == len(record.log) <= 40
    assert stats.cut == record.log.cut
    for node in all_nodes(record):
        assert node in irtrack.backward_slice(node)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record")
        irtrack.save(record, path)
        loaded = irtrack.load(path)
    assert printed(loaded).splitlines()[1:] == text.splitlines()[1:]
    assert loaded.stats()[1:4] == stats[1:4]
    assert loaded.stats().cut == stats.cut


def places(found, root):
    """The paths of nodes."""
    paths = set()
    for node in found:
        path = []
        while node is not root:
            path.append(node.position)
            node = node.parent
        paths.add(tuple(path))
    return paths


@pytest.mark.parametrize("seed", range(12))
def test_slices_of_what_was_recorded_are_whole(seed):
    source, arguments, _ = sliced_program(seed)
    function = load_sliced(source)["main"]
    whole = irtrack.track(function, *arguments)
    cut = irtrack.track(Context(max_entries=len(whole.log) * 2 // 3), function, *arguments)
    assert cut.log.cut
    for node in cut.children:
        other = whole[node.position]
        if not node.children and type(node) is type(other):
            expected = places(irtrack.backward_slice(other), whole)
            assert places(irtrack.backward_slice(node), cut) == expected


# -- what goes on behind the bound ------------------------------------------------------------------------------------


def doubled(n):
    return 2 * n


def loop(n):
    total = 0
    for i in range(n):
        total += doubled(i)
    return total


def countdown(n):
    while n > 0:
        n -= 1
    return n


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def numbers(n):
    for i in range(n):
        yield doubled(i)


def comprehensions(n):
    return sum(x for x in numbers(n)) + sum([doubled(x) for x in range(n)]) + max(range(n), key=doubled)


@pytest.mark.parametrize("f", [loop, countdown, comprehensions])
def test_the_log_stays_as_long_as_it_may_be(f):
    lengths = []

    def looked_at(n):
        log = found[0]
        result = f(n)
        lengths.append(len(log))
        return result

    recorder = take()
    give_back(recorder)
    found = [recorder.log]
    for n in (1000, 10_000):
        record = irtrack.track(Context(max_entries=200), looked_at, n)
        assert record.log.cut == "max_entries=200"
        assert len(record.log) <= 200
    assert record.value == f(n)
    assert max(lengths) < 260  # what ran until the frames that were open came by the end of a turn


def test_frames_that_return_are_not_recorded_any_more():
    record = irtrack.track(Context(max_entries=100), depth, 300)
    assert record.value == 300
    calls = [node for node in all_nodes(record) if isinstance(node, irtrack.NestedCallNode)]
    assert all(node.is_cut for node in calls)
    assert {str(node.value) for node in calls[1:]} == {"…"}
    assert record.stats().depth == len(calls) < 100


def test_constructors_give_the_instance():
    class Point:
        def __init__(self, x):
            self.x = x

    def points(n):
        return sum(Point(i).x for i in range(n)) + sum([Point(i).x for i in range(n)])

    for count in range(1, 60):
        assert irtrack.track(Context(max_entries=count), points, 5).value == 20


def test_a_generator_that_goes_on_when_track_has_returned():
    record = irtrack.track(Context(max_entries=50), numbers, 1000)
    assert record.stats().cut == ""
    values = [next(record.value) for _ in range(20)]
    assert record.stats().cut == "max_entries=50"
    assert len(record.log) <= 50
    last = str(record[-1])
    assert values + list(record.value) == [2 * i for i in range(1000)]
    assert str(record[-1]) == last
    assert record.is_cut


def test_a_generator_that_is_suspended_where_the_recording_stops():
    def run_all():
        generator = numbers(40)
        first = [next(generator) for _ in range(3)]
        loop(100)
        return first + list(generator)

    expected = run_all()
    for count in range(1, 120, 7):
        record = irtrack.track(Context(max_entries=count), run_all)
        assert record.value == expected
        assert not any(isinstance(node, GapNode) for node in all_nodes(record))


def sends(a):
    def echoes(a):
        x = yield a
        yield x

    def passes(a):
        yield (yield from echoes(a))

    total = 0
    for generator in (echoes(a), passes(a)):
        next(generator)
        total += generator.send(4)
    return total


@pytest.mark.parametrize("bound", range(1, 70))
def test_questions_where_generators_have_begun_and_not_gone_on(bound):
    node = irtrack.track(Context(max_entries=bound), sends, 3)
    assert node.value == 8
    for child in node.children:
        assert child in irtrack.backward_slice(child)
        assert child.source is None or child.source.parent is not None


def test_an_exception_behind_the_bound():
    def fails(n):
        for i in range(n):
            try:
                doubled(i)
                [][i]
            except IndexError:
                pass
        return 1 // (n - n)

    with pytest.raises(ZeroDivisionError) as raised:
        irtrack.track(Context(max_entries=70), fails, 100)
    record = irtrack.trace_of(raised.value)
    assert record.exception is raised.value
    assert record.log.cut
    assert len(record.log) <= 70
    assert irtrack.check(record) == []


def test_an_interrupt_behind_the_bound():
    def interrupted(n):
        for i in range(n):
            if i == n - 1:
                signal.raise_signal(signal.SIGINT)
        return n

    with pytest.raises(KeyboardInterrupt) as raised:
        irtrack.track(Context(max_entries=70), interrupted, 1000)
    assert irtrack.trace_of(raised.value).stats().entries <= 70
    assert len(irtrack.track(loop, 100).log) > 400


def test_coroutines():
    async def pause(i):
        await asyncio.sleep(0)
        return doubled(i)

    async def main(n):
        return sum([await pause(i) for i in range(n)])

    record = asyncio.run(irtrack.track_async(Context(max_entries=60), main, 50))
    assert record.value == 2450
    assert record.stats().entries <= 60
    assert record.is_cut


def test_recordings_in_threads_and_within_each_other_have_bounds_of_their_own():
    records = {}

    def inner(n):
        return irtrack.track(Context(max_entries=n), loop, 50), loop(20), irtrack.track(loop, 50)

    def outer(n):
        records[n] = irtrack.track(Context(max_entries=3 * n), inner, n)

    threads = [threading.Thread(target=outer, args=(n,)) for n in (20, 40, 60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n, record in records.items():
        bounded, value, plain_record = record.value
        assert value == loop(20)
        assert bounded.stats().cut == f"max_entries={n}"
        assert plain_record.stats().cut == ""
        assert irtrack.check(plain_record) == irtrack.check(bounded) == irtrack.check(record) == []


def test_the_bound_is_that_of_the_first_context():
    class Inner(Context):
        max_entries = 10

        def inner(self, f):
            return Context()

    record = irtrack.track(Inner(), loop, 100)
    assert record.log.cut == "max_entries=10"
    assert len(record.log) <= 10


def test_a_record_that_just_fits_is_whole():
    length = len(irtrack.track(loop, 10).log)
    for count in (length - 1, length, length + 1):
        record = irtrack.track(Context(max_entries=count), loop, 10)
        assert bool(record.stats().cut) == (count < length)


def test_lent_functions():
    class Key:
        def __init__(self, x):
            self.x = x

        def __hash__(self):
            return hash(self.x)

        def __eq__(self, other):
            return self.x == other.x

        def __lt__(self, other):
            return self.x < other.x

    def keys(n):
        found = {Key(i): i for i in range(n)}
        return sorted(map(Key, range(n)))[0].x, [found[Key(i)] for i in range(n)]

    expected = keys(20)
    for count in range(1, 300, 11):
        assert irtrack.track(Context(max_entries=count), keys, 20).value == expected


# -- questions --------------------------------------------------------------------------------------------------------


def test_what_needs_all_of_a_call_says_that_it_was_cut():
    record = irtrack.track(Context(max_entries=40), loop, 100)
    call = next(node for node in record if isinstance(node, irtrack.NestedCallNode))
    message = (
        r"{}\(\) needs all of a call, and this record was cut by max_entries=40: "
        "ask a call within it that has ended, or track with a larger bound"
    )
    with pytest.raises(ValueError, match=message.format("to_source")):
        irtrack.to_source(record)
    with pytest.raises(ValueError, match=message.format("update")):
        record.update({record[2]: 5})
    assert irtrack.to_source(call).function(4) == 8
    assert call.update({call[2]: 5}).value == 10


def test_the_sizes_of_a_record():
    record = irtrack.track(loop, 20)
    stats = record.stats()
    nodes = list(all_nodes(record))
    assert record._children is not None  # that was `all_nodes`
    assert stats == irtrack.Stats(len(record.log), len(nodes), 21, 2, 8 * len(record.log), "")
    assert str(stats._replace(bytes=904)).endswith("nodes in 21 frames, 2 deep, 904 bytes")
    assert str(record.stats()._replace(bytes=12_345_678, cut="max_entries=9")).endswith("12.3 MB, cut by max_entries=9")
    call = next(node for node in record if isinstance(node, irtrack.NestedCallNode))
    assert call.stats()[1:4] == (len(call) + 1, 1, 1)
    assert record[2].stats() == irtrack.Stats(0, 1, 0, 0, 0, "")
    fresh = irtrack.track(loop, 20)
    assert fresh.stats() == stats
    assert fresh._children is None  # nothing that was decoded stays


def test_arrays_are_counted_once():
    def arrays(a):
        b = a * 2
        return b[:10], b

    record = irtrack.track(arrays, np.zeros(1000))
    assert record.stats().bytes == 8 * len(record.log) + 8000


def test_bounded_code_is_safe():
    for case in programs.CASES:
        code = getattr(case.function, "__code__", None)
        if code is not None:
            try:
                template = rewrite(code, array_type=np.ndarray, bounded=True)
            except CannotTrackError:
                continue
            for direct in (True, False):
                assert verify_code(template.bind(LogList(), Hooks(), direct=direct)) == []
