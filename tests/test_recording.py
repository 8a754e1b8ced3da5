"""recording(): the calls that a `with` block makes are recorded, and nothing is left behind."""

import gc
import sys
import threading
import traceback

import pytest
from outcomes import problems_of

import irtrack
from irtrack import DepthLimitContext, recording, trace_of, track
from irtrack.record.nodes.nested import NestedCallNode

HAS_MONITORING = sys.version_info >= (3, 12)


def add(x, y=1):
    return x + y


def fails(x):
    return add(x) / 0


def countdown(n):
    while n:
        yield n
        n -= 1


class Point:
    def __new__(cls, *arguments):
        return super().__new__(cls)

    def __init__(self, x):
        self.x = x

    def moved(self, by=1, *more, scale=1):
        return add(self.x * scale, by)

    def __call__(self, y):
        return add(self.x, y)

    @staticmethod
    def origin():
        return add(0, 0)

    @classmethod
    def unit(cls):
        return cls(1)


def names(r):
    return [call.function.value.__name__ for call in r.calls]


def test_the_calls_of_a_block():
    code = add.__code__
    with recording() as r:
        first = add(1)
        point = Point(3)
        second = point.moved(2, scale=2), point(4), Point.origin(), Point.unit().x
        third = []
        for i in range(2):
            third.append(add(i))
    assert (first, second, third) == (2, (8, 7, 0, 1), [1, 2])
    expected = ["add", "__new__", "__init__", "moved", "__call__", "origin", "unit", "add", "add"]
    assert names(r) == expected
    assert r.node[1].value == 2
    assert [call.parent for call in r.calls] == [r.node] * len(expected)
    moved = r.node[4]
    assert [child.function.value.__name__ for child in moved.children if isinstance(child, NestedCallNode)] == ["add"]
    assert problems_of(r.node) == []
    assert add.__code__ is code
    add(5)
    assert len(r.calls) == len(expected)


def test_exceptions_and_calls_that_do_not_begin():
    code = add.__code__
    caught = None
    try:
        with recording() as r:
            try:
                add()
            except TypeError as error:
                told = str(error)
            add(2)
            fails(3)
    except ZeroDivisionError as error:
        caught = error
    assert told == "add() missing 1 required positional argument: 'x'"
    assert add.__code__ is code
    assert names(r) == ["add", "fails"]
    assert r.node.exception is caught
    assert trace_of(caught) is r.node
    assert r.node[2].exception is caught
    assert [entry.name for entry in traceback.extract_tb(caught.__traceback__)][1:] == ["fails"]
    assert problems_of(r.node) == []


def test_generators():
    with recording() as r:
        made = countdown(3)
        first = list(made)
        rest = countdown(2)
        next(rest)
    assert (first, list(rest)) == ([3, 2, 1], [1])
    assert names(r) == ["countdown", "countdown"]
    assert problems_of(r.node) == []


def test_only_the_blocks_own_calls_are_children():
    def inner(n):
        with recording() as r:
            add(n)
        return r

    with recording() as r:
        within = inner(1)
    assert names(r)[0] == "inner"
    assert "add" not in names(r)
    assert within.calls == ()  # the outer one has it

    with recording() as r:
        thread = threading.Thread(target=add, args=(1,))
        thread.start()
        thread.join()
    assert "add" not in names(r)


class Calling:
    @property
    def added(self):
        return add(7)

    def __add__(self, other):
        return add(8)


def test_calls_by_others_of_what_the_block_has_called_are_not_its_own():
    with recording() as r:
        calling = Calling()
        add(1)
        added = calling.added, calling + 1
        add(2)
    assert added == (add(7), add(8))
    assert [call.arguments[0].value for call in r.calls] == [1, 2]
    assert problems_of(r.node) == []

    def suspended():
        with recording() as r:
            yield add(3)
        yield r

    generator = suspended()
    next(generator)
    add(4)
    r = next(generator)
    assert [call.arguments[0].value for call in r.calls] == [3]


def test_with_track_and_contexts():
    with recording() as r:
        node = track(add, 1)
        with recording(DepthLimitContext(1)) as shallow:
            fails_quietly = add(2)
    assert (node.value, fails_quietly) == (2, 3)
    assert names(shallow) == []
    assert problems_of(node) == []
    assert problems_of(r.node) == []


def test_misuse():
    with pytest.raises(TypeError, match=r"recording\(\) takes a Context, not int 3"):
        recording(3)
    r = recording()
    with pytest.raises(RuntimeError, match="a recording has its node when its `with` block has ended"):
        _ = r.node
    with r:
        add(1)
    with pytest.raises(RuntimeError, match=r"a recording that was not entered cannot be left: with irtrack\.recording"):
        recording().__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="a recording is entered once: make another one"):
        r.__enter__()
    assert names(r) == ["add"]


@pytest.mark.skipif(not HAS_MONITORING, reason="3.11 has no sys.monitoring; there the block is traced")
def test_no_tool_is_left():
    taken = [tool for tool in range(6) if sys.monitoring.get_tool(tool) is None]
    for tool in taken:
        sys.monitoring.use_tool_id(tool, "taken")
    try:
        with pytest.raises(RuntimeError, match=r"needs a tool of sys\.monitoring, and all of them are taken"):
            recording().__enter__()
    finally:
        for tool in taken:
            sys.monitoring.free_tool_id(tool)
    assert track(add, 1).value == 2


def tools():
    return [sys.monitoring.get_tool(tool) for tool in range(6)] if HAS_MONITORING else sys.gettrace()


def test_nothing_is_left_behind():
    before = tools(), gc.get_threshold()
    with recording() as r:
        add(1)
    assert (tools(), gc.get_threshold()) == before
    assert irtrack.track(add, 1).value == r.node[1].value


def test_functions_that_cannot_be_rewritten_are_called_as_they_are():
    def run():
        return [type(recording()).__name__ for _ in range(3)]

    assert track(run).value == run()
    with recording() as outer:
        for _ in range(3):
            with recording() as inner:
                add(1)
                add(2)
    assert names(inner) == ["add", "add"]
    assert problems_of(outer.node) == []


def long(n):
    total = 0
    for i in range(n):
        total += i
    return total


def test_positions_of_a_call_that_is_decoded_in_part():
    record = irtrack.track(long, 2000)
    first = []
    for node in record:
        first.append(node)
        if len(first) == 600:
            break
    assert record.undecoded > 0
    assert [node.position for node in first] == list(range(1, 601))
    assert record[-1].position == len(record)
    assert [record[node.position] for node in first] == first


def test_nodes_of_a_call_that_is_decoded_again_keep_their_positions():
    record = irtrack.track(long, 200)
    nodes = list(record.children)
    record.forget_children()
    assert [node.position for node in nodes] == list(range(1, len(nodes) + 1))
    assert record.children[300] is not nodes[300]
    assert str(record.children[300]) == str(nodes[300])
