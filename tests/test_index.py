"""The index of dependences, of whatever program: it can be built, its edges lead back in time, and it invents nothing.

"Invents nothing": what a node's value is said to be taken from has that value, or stored it.
"""

import copy
import marshal
import re
import warnings
from importlib.machinery import ModuleSpec
from random import Random
from typing import Any

import dependences
import programs
import pytest
import random_generators
import random_programs
import random_slices
from dependences import looking, natively
from share import seeds, share
from test_random import load

import irtrack
from irtrack import Descendant, backward_slice, forward_slice, trace_of, track
from irtrack.record.memory import index_of
from irtrack.record.memory.addresses import stored_by
from irtrack.record.memory.graph import Events, Graph
from irtrack.record.memory.index import Index

_KEPT_ELSEWHERE = ("update", "setdefault", "extend", "setslice")  # which store more than one value, or a part of one


def record_of(function: Any, arguments: tuple[Any, ...]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return track(function, *arguments)
        except BaseException as error:
            return trace_of(error)


def problems(record: Any) -> list[str]:
    """What is wrong with the index of a record."""
    index = index_of(record)
    found = []
    for vertex in range(len(index.nodes)):
        later = [other for other in (*index.data[vertex], *index.control[vertex]) if other > vertex]
        if later:
            found.append(f"{vertex} of {index.nodes[vertex]} depends on what comes later: {later}")
    for events, epoch, last in (one for ranges in index.ranges.values() for one in ranges):
        if not 0 <= events.first(epoch) <= last <= len(events.vertices):
            found.append(f"a range of events since {epoch}, up to {last}, of {len(events.vertices)}")
    for node in record.query(Descendant):
        source = node.source
        if source is not None and not _has(source, node.value) and not isinstance(node, irtrack.NestedCallNode):
            found.append(f"{node} is said to come from {source}")
    return found


def _has(source: Any, value: Any) -> bool:
    """Has a node that value, or did it store it, among others perhaps?"""
    if source.value is value or any(operand.value is value for operand in source._operands):
        return True
    if type(source.value) is tuple and any(item is value for item in source.value):  # what zip, enumerate and * make
        return True
    stored = stored_by(source)
    if type(stored.value) is list and any(item is value for item in stored.value):  # `items[1::2] = [x, y]`
        return True
    return (stored is not source and stored.value is value) or any(name in str(source) for name in _KEPT_ELSEWHERE)


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_the_corpus(case: programs.Case) -> None:
    record = record_of(case.function, copy.deepcopy(case.arguments))
    assert problems(record) == []
    assert record in backward_slice(record)
    assert record in forward_slice(record)


@pytest.mark.parametrize("write", [random_programs.write, random_generators.write])
def test_random_programs(write: Any) -> None:
    for seed in share(seeds(10)):
        random = Random(seed)
        record = record_of(load(write(random.randrange))["main"], (3,))
        assert problems(record) == [], seed
        backward_slice(record)


def test_questions_that_lead_to_each_other_far_beyond_what_fits_on_the_stack() -> None:
    random = Random(40)
    record = record_of(load(random_programs.write(random.randrange))["main"], (0,))
    assert record in backward_slice(record)


def fed(index: Graph) -> dict[Any, tuple[set[Any], Any]]:
    """By nodes, those that they depend on by data, through vertices of no node, and their sources."""
    found: dict[Any, tuple[set[Any], Any]] = {}
    for vertex, node in enumerate(index.nodes):
        if node is not None:
            source = index.origin(node)
            feeding, _ = found.setdefault(node, (set(), None if source is None else index.nodes[source]))
            waiting = list(index.data[vertex])
            while waiting:
                other = waiting.pop()
                if index.nodes[other] is None:
                    waiting += index.data[other]
                elif index.nodes[other] is not node:
                    feeding.add(index.nodes[other])
    return found


def check_data(record: Any) -> None:
    """The index that knows nothing of what might have been written has the same data and sources; but for nodes behind
    others, of which one that reads all that an object leads to may name more, or fewer.
    """
    sources = index_of(record, whole=False)
    assert not sources.ranges
    without = fed(sources)
    whole = index_of(record)
    assert whole is not sources
    assert index_of(record, whole=False) is whole
    within = fed(whole)
    assert within.keys() == without.keys()
    for node, (feeding, source) in within.items():
        others, other = without[node]
        assert source is other, node
        if feeding != others:
            assert feeding ^ others <= behind(feeding & others, without), node


def behind(nodes: set[Any], feeding: dict[Any, tuple[set[Any], Any]]) -> set[Any]:
    """All that some nodes depend on by data."""
    found: set[Any] = set()
    waiting = list(nodes)
    while waiting:
        fresh = feeding[waiting.pop()][0] - found
        found |= fresh
        waiting += fresh
    return found


def scanners(n: int) -> int:
    return len([re.Scanner([(r"\d+", None)]) for _ in range(n)])


def deep_copies(n: int) -> list[Any]:
    return [copy.deepcopy([i, {"a": 1}]) for i in range(n)]


@pytest.mark.parametrize("f", share([scanners, deep_copies]))
def test_short_calls_of_the_standard_library(f: Any) -> None:
    record = track(f, 25)
    assert record in backward_slice(record)


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_data_do_not_depend_on_what_might_have_been_written(case: programs.Case) -> None:
    check_data(record_of(case.function, copy.deepcopy(case.arguments)))


@pytest.mark.parametrize("f", share(dependences.PROGRAMS), ids=lambda f: f.__name__)
def test_nor_do_data_of_what_is_selected_and_passed_by(f: Any) -> None:
    check_data(record_of(f, (1, 9, 7)))


def test_nor_do_data_of_random_programs() -> None:
    for seed in share(seeds(10)):
        for write in (random_programs.write, random_generators.write):
            check_data(record_of(load(write(Random(seed).randrange))["main"], (3,)))
        source, arguments, _ = random_slices.program(seed)
        check_data(record_of(load(source)["main"], arguments))


LINES = [["a"], ["b"]]


def test_nor_do_data_of_what_is_copied_from_outside() -> None:
    """What is given to C code that nobody knows holds what a list held which nobody saw made, whether or not something
    might have been written to that.
    """

    def f(a: int) -> tuple[bytes, int]:
        lines = LINES
        if a:
            lines.append([])
        return marshal.dumps(lines[:1]), len(lines)

    def g(a: int) -> tuple[bytes, int]:
        lines = LINES
        if a:
            lines.append([])
        return marshal.dumps(list(map(str, enumerate(lines)))), len(lines)

    for function in (f, g):
        check_data(track(function, 0))


def test_nor_does_it_matter_which_of_the_two_indexes_has_code_of_its_own() -> None:
    def f(n: int) -> list[Any]:
        found = []
        for i in range(n):
            given = [i]
            if n:
                given.append(n)
            found.append(max(0, *given))
        return found

    for _ in range(5):
        index_of(track(f, 20))
    check_data(track(f, 20))


INTERRUPTED = [
    *share(dependences.PROGRAMS[::5]),
    looking.partialmethod,
    natively.options_that_are_parsed_into_an_object,
]


@pytest.mark.parametrize("f", INTERRUPTED, ids=lambda f: f.__name__)
def test_an_interrupt_leaves_nothing_of_an_index_behind(monkeypatch: pytest.MonkeyPatch, f: Any) -> None:
    """What a node has from an index that was not completed would seem to be of the next one."""
    record = record_of(f, (1, 9, 7))
    for _ in range(2):  # the first one fills caches
        before = fed(index_of(record))
        record.log.index, record.log.indexing = None, True

    def stop(index: Any, node: Any, *rest: Any) -> None:
        end(index, node, *rest)
        if node is record:
            raise KeyboardInterrupt

    end = Index._end_call
    for whole in (True, False):
        monkeypatch.setattr(Index, "_end_call", stop)
        with pytest.raises(KeyboardInterrupt):
            index_of(record, whole)
        monkeypatch.undo()
    assert fed(index_of(record)) == before


def test_texts_of_the_program_are_no_names_in_code_that_is_written_for_it() -> None:
    """`plain` and `opened` are such names, of what an index without control does not have."""

    def f(n: int) -> list[Any]:
        found = []
        for i in range(n):
            box = Box(i)
            box.kind = "text/plain"
            found.append((box.kind, {"opened": i}["opened"], "c, N", 'plain "opened" \\'))
        return found

    for _ in range(3):
        record = track(f, 100)
        assert [node.name for node in backward_slice(record, control=False).inputs] == ["n"]


class Box:
    def __init__(self, value: int) -> None:
        self.value = value
        self.kind = "plain"
        self.opened = "it's opened"


def test_questions_about_data_do_not_ask_what_might_have_been_written() -> None:
    def f(a: int, b: int) -> int:
        box = [a]
        if b > 0:
            box[0] = 7
        return box[0]

    record = track(f, 1, -1)
    load = record[-2]
    assert load.source is not None
    load.backward(lambda node, references: None, memory=True)
    assert [node.name for node in backward_slice(record, control=False).inputs] == ["a"]
    assert not record.log.index.whole
    assert [node.name for node in backward_slice(record).inputs] == ["a", "b"]
    assert record.log.index.whole
    assert [node.name for node in backward_slice(record, control=False).inputs] == ["a"]
    assert load.source is not None


def test_the_spec_of_an_imported_module_is_no_object_that_changes_when_it_is_looked_at() -> None:
    """All globals of a function are asked; each jump would have to be looked at again and again for one that does."""
    names: dict[str, Any] = {"__spec__": ModuleSpec("made", None), "__name__": "made"}
    exec("def f(x): return x + 1", names)
    index: Any = index_of(track(names["f"], 1))
    assert not index.potential.is_lively
    exec("class Counting:\n def __next__(self): self.n = 1", names)
    names["more"] = names["Counting"]()
    index = index_of(track(names["f"], 1))
    assert index.potential.is_lively


def test_the_record_is_decoded_before_the_index_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from irtrack.record.memory.index import Index

    def inner(x: int) -> int:
        return x + 1

    def outer(x: int) -> int:
        return inner(inner(x))

    record, decoded = track(outer, 1), []

    def enter(self: Index, activation: Any) -> None:
        decoded.extend(child._children is not None for child in record.children if hasattr(child, "_children"))
        original(self, activation)

    original = Index.enter
    monkeypatch.setattr(Index, "enter", enter)
    index_of(record)
    assert decoded[:2] == [True, True]


def test_what_depends_on_events_since_an_epoch():
    for seed in range(300):
        rnd, graph = Random(seed), Graph()
        all_events, epoch = [Events(), Events()], 0
        for vertex in range(30):
            graph.vertex(None, (), (vertex - 1,) if vertex and rnd.random() < 0.2 else ())
            epoch += rnd.choice([0, 1, 1, 3])
            if rnd.random() < 0.5:
                sizes = [len(events.vertices) for events in all_events]
                sizes = [size if rnd.random() < 0.7 else rnd.randrange(size + 1) for size in sizes]  # as of a copy
                pairs = zip(all_events, sizes, strict=True)
                asked = [(events, rnd.randrange(epoch + 1), size) for events, size in pairs]
                graph.ranges[vertex] = tuple(asked[: rnd.randrange(1, 3)])
            if rnd.random() < 0.5:
                rnd.choice(all_events).add(epoch, vertex)
        edges = {(vertex, other) for vertex in range(30) for other in graph.control[vertex]}
        for vertex, ranges in graph.ranges.items():
            for events, since, size in ranges:
                found = list(zip(events.epochs, events.vertices, strict=True))[:size]
                edges |= {(vertex, other) for when, other in found if when >= since}
        start = rnd.randrange(30)
        assert [v for v, mark in enumerate(graph.behind([start], True)) if mark] == reached(edges, start)
        edges = {(other, vertex) for vertex, other in edges}
        assert [v for v, mark in enumerate(graph.ahead([start], True)) if mark] == reached(edges, start)


def reached(edges, start):
    found = {start}
    while new := {other for vertex, other in edges if vertex in found} - found:
        found |= new
    return sorted(found)
