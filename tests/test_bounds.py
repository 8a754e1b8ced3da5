"""Bounds: the record is cut, and the program goes on as if nothing had happened."""

import copy
import io
import os
import tempfile

import programs
import pytest
from outcomes import all_nodes, observe, plain
from test_slices import load as load_sliced
from test_slices import program as sliced_program

import irtrack
from irtrack import Context, RaiseNode, SpecialCallNode
from irtrack.record.cuts import ends_at_cut
from irtrack.record.nodes import GapNode

FEW = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)  # entries


# what a lookup gave is told from what ran later, where classes have changed since: see docs/limits.md
LOOKING_AHEAD = {
    "changed_after_the_call",
    "methods_of_classes_that_change_after_the_call",
    "methods_that_become_class_methods",
    "methods_that_become_other_attributes_after_the_call",
    "one_place_that_looks_a_method_up_on_many_objects",
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


@pytest.mark.parametrize("case", programs.CASES, ids=lambda case: case.name)
def test_what_cut_records_of_programs_are_asked(case):
    _, record = run(case, Context(max_entries=40))
    assert irtrack.check(record) == [] or case.name in LOOKING_AHEAD
    output = io.StringIO()
    irtrack.printlevels(record, 9, limit=None, file=output)
    assert output.getvalue().endswith("max_entries=40\n") == ends_at_cut(record)
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
    again = io.StringIO()
    irtrack.printlevels(loaded, 9, limit=None, file=again)
    assert output.getvalue().splitlines()[1:] == again.getvalue().splitlines()[1:]
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
