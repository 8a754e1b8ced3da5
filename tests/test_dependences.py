"""No input that a slice leaves out changes the result: by hand, where test_slices.py takes random programs."""

import sys
from collections.abc import Iterable
from math import inf
from types import ModuleType
from typing import Any

import building
import chains
import conveying
import delegating
import dependences
import looked_for
import making
import operations
import otherwise
import passing_by
import picking
import putting
import pytest
import raising
import replacing
from share import THOROUGH, seeds, share

from irtrack import backward_slice, track
from irtrack.record.memory import frames, index, writing

BASES = [(1, 9, 7), (0, 3, 2), (2, 1, 4)]
OTHERS = (0, 1, 2, 3, 5, -1, 9)


def result(f, arguments):
    """What a fresh run gives; None if it raises."""
    try:
        return f(*arguments)
    except Exception:
        return None


@pytest.mark.parametrize("f", share(dependences.PROGRAMS), ids=lambda f: f.__name__)
def test_an_input_outside_the_slice_changes_nothing(f):
    ran = 0
    for base in BASES:
        expected = result(f, base)
        if expected is None:
            continue
        record = track(f, *base)
        assert record.value == expected
        names = {node.name for node in backward_slice(record).inputs}
        for k, name in enumerate("abx"):
            for value in OTHERS if name not in names else ():
                other = result(f, (*base[:k], value, *base[k + 1 :]))
                assert other is None or other == expected, (base, name, value)
        ran += 1
    assert ran


@pytest.mark.parametrize("f", share(dependences.PROGRAMS), ids=lambda f: f.__name__)
def test_nor_does_it_where_code_runs_that_was_written_for_it(f, monkeypatch):
    for module in (index, frames):
        monkeypatch.setattr(module, "HOT", 2)
    test_an_input_outside_the_slice_changes_nothing(f)


@pytest.mark.parametrize("hot", [2, 40])
@pytest.mark.parametrize("f", share(dependences.PROGRAMS), ids=lambda f: f.__name__)
def test_nor_does_it_where_objects_are_not_told_apart(f, hot, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", -inf)
    for module in (index, frames):
        monkeypatch.setattr(module, "HOT", hot)
    test_an_input_outside_the_slice_changes_nothing(f)


@pytest.mark.parametrize(
    "f", [dependences.iterators.given_through_another, dependences.iterators.given_through_two_others]
)
def test_what_another_generator_gives_is_data(f):
    assert {node.name for node in backward_slice(track(f, 1, 9, 7), control=False).inputs} == set("abx")


LINKED = dependences.linked


@pytest.mark.parametrize(
    "f", [LINKED.an_exception_that_sys_has, LINKED.the_exception_that_sys_gives, LINKED.the_text_of_the_exception]
)
def test_what_is_handled_is_data(f):
    assert "b" in {node.name for node in backward_slice(track(f, 1, 9, 7), control=False).inputs}


def of_source(source: str, name: str = "main") -> Any:
    """The function with that name; dataclasses look up the module in which it is."""
    module = ModuleType("<source>")
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, "exec"), vars(module))
    return vars(module)[name]


def test_a_generator_looks_up_what_it_gives_when_it_goes_on():
    record = track(dependences.iterators.what_a_generator_finds_that_was_made_before, 1, 9, 7)
    assert {node.name for node in backward_slice(record, control=False).inputs} == {"b"}


@pytest.mark.parametrize("way", operations.WAYS)
@pytest.mark.parametrize("operation", share(operations.OPERATIONS), ids=lambda operation: operation[1])
def test_a_method_that_an_operation_would_have_called(operation, way):
    states = list(operations.STATES)
    if not THOROUGH:  # another one for each way
        states = states[(operations.OPERATIONS.index(operation) + len(way)) % len(states) :][:1]
    for state in states:
        source = operations.program(operation, way, state)
        assert result(of_source(source), (5,)) is not None, source
        record = track(of_source(source), 1)
        assert record.value == result(of_source(source), (1,))
        if record.value != result(of_source(source), (5,)):
            assert "a" in {node.name for node in backward_slice(record).inputs}, source


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -inf], ids=["told apart", "by names"])
@pytest.mark.parametrize("name", share(putting.PUTS))
def test_a_list_that_a_way_not_taken_would_have_put_something_into(name, allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    for way in putting.WAYS:
        source = putting.program(name, way)
        assert (result(of_source(source), (0,)), result(of_source(source), (1,)) in (None, 0)) == (0, False), source
        record = track(of_source(source), 0)
        assert "a" in {node.name for node in backward_slice(record).inputs}, source


@pytest.mark.parametrize("hot", [2, 40])
@pytest.mark.parametrize("name", share(replacing.CHANGES))
def test_what_need_not_have_been_replaced(name, hot, monkeypatch):
    for module in (index, frames):
        monkeypatch.setattr(module, "HOT", hot)
    told = 0
    for source in replacing.programs(name):
        results = {a: result(of_source(source), (a,)) for a in (0, 4)}
        for a, other in ((0, 4), (4, 0)):
            if results[a] is None or results[other] is None or results[a] == results[other]:
                continue
            told += 1
            for _ in range(3 if hot == 2 else 1):
                record = track(of_source(source), a)
                assert record.value == results[a], source
                assert "a" in {node.name for node in backward_slice(record).inputs}, (a, source)
    assert told


def told_both_ways(sources: Iterable[str]) -> int:
    """Of programs whose results depend on `a`, the slice has that, whichever it was; returns how many there are."""
    told = 0
    for source in sources:
        results = [result(of_source(source), (a,)) for a in (0, 1)]
        if None in results or results[0] == results[1]:
            continue
        told += 1
        for a in (0, 1):
            record = track(of_source(source), a)
            assert record.value == results[a], source
            assert "a" in {node.name for node in backward_slice(record).inputs}, (a, source)
    return told


@pytest.mark.parametrize("name", share(building.BUILDS))
def test_what_a_way_not_taken_would_have_built(name):
    assert told_both_ways(building.each(*name.split("/")))


@pytest.mark.parametrize(("made", "used"), share(making.MADE))
def test_what_a_way_not_taken_would_have_made(made, used):
    assert told_both_ways(making.programs(made, used)) == len(making.FORMS)


@pytest.mark.parametrize("name", share(looked_for.PROGRAMS))
def test_what_is_looked_for_by_what_was_computed(name):
    source = looked_for.PROGRAMS[name]
    results = [result(of_source(source), (a,)) for a in (0, 1)]
    assert results[0] != results[1]
    for a in (0, 1):
        record = track(of_source(source), a)
        assert record.value == results[a]
        assert "a" in {node.name for node in backward_slice(record).inputs}, (a, source)


@pytest.mark.parametrize("use", share(delegating.USES))
def test_what_generators_give_by_yield_from(use):
    assert told_both_ways(source for _, source in delegating.programs(use)) > 10


@pytest.mark.parametrize("seed", seeds(20))
def test_what_is_copied_and_handed_on(seed):
    assert told_both_ways(chains.programs(seed, 20)) > 2


@pytest.mark.parametrize("hot", [2, 40])
@pytest.mark.parametrize("way", share(passing_by.WAYS))
def test_what_a_store_would_have_left_there_that_was_passed_by(way, hot, monkeypatch):
    for module in (index, frames):
        monkeypatch.setattr(module, "HOT", hot)
    assert told_both_ways(passing_by.programs(way)) > 60


@pytest.mark.parametrize("hot", [2, 40])
@pytest.mark.parametrize("use", share(picking.USES))
def test_what_would_have_been_picked(use, hot, monkeypatch):
    for module in (index, frames):
        monkeypatch.setattr(module, "HOT", hot)
    assert told_both_ways(picking.programs(use)) == 2 * len(picking.HELD)


@pytest.mark.parametrize("name", share(otherwise.CONSTRUCTORS))
def test_a_constructor_that_would_have_raised(name):
    assert told_both_ways(otherwise.raised(name)) == len(otherwise.CAUGHT)


@pytest.mark.parametrize("name", share(otherwise.FILLS))
def test_what_a_container_would_have_been_filled_with(name):
    assert told_both_ways(otherwise.filled(name)) == 2 * len(otherwise.BRANCHES)


@pytest.mark.parametrize("name", share(otherwise.FOUND))
def test_what_would_have_been_found(name):
    assert told_both_ways(otherwise.found(name)) == 2


@pytest.mark.parametrize("name", share(raising.RAISES))
def test_what_would_have_been_raised(name):
    for use in raising.USES:
        for behind in (False, True):
            source = raising.program(name, use, behind=behind)
            for a, length in ((0, 1), (1, 2)):
                record = track(of_source(source), a)
                assert record.value == length, source
                assert "a" in {node.name for node in backward_slice(record).inputs}, (a, source)


def check_what_is_conveyed(names: conveying.Names) -> None:
    """Where the run that is looked at has chosen what does not write, its result depends on the choice."""
    source = conveying.program(names)
    assert result(of_source(source, "f"), (2, 5)) != result(of_source(source, "f"), (7, 5)), source
    record = track(of_source(source, "f"), 2, 5)
    assert "a" in {node.name for node in backward_slice(record).inputs}, source


@pytest.mark.parametrize("names", share(map("/".join, conveying.each_part())))
def test_what_is_chosen_and_conveyed_in_each_way(names):
    check_what_is_conveyed(tuple(names.split("/")))


@pytest.mark.parametrize("seed", seeds(20))
def test_what_is_chosen_and_conveyed_in_any_way(seed):
    for names in conveying.some(seed, 20):
        check_what_is_conveyed(names)
