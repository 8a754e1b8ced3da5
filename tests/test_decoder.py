"""The decoder on logs that no finished recording leaves: cut short anywhere, or damaged."""

import random
import sys

import irtrack
from irtrack import Descendant, NestedCallNode, query
from irtrack.cpython.marks import Mark, MarkKind
from irtrack.record.log import Log
from irtrack.record.nodes.kinds import GapNode


class Counter:
    """Counts to a limit."""

    def __init__(self, limit):
        self.limit = limit
        self.count = 0

    def step(self):
        self.count += 1
        if self.count > self.limit:
            raise StopIteration(self.count)
        return self.count


def count_all(limits):
    total = 0
    for limit in limits:
        counter = Counter(limit)
        while True:
            try:
                total += counter.step()
            except StopIteration as error:
                total -= len(str(error))
                break
            finally:
                counter.last = total
    return total


def read_again(record, entries):
    log = Log(entries, record.log.context)
    log.history = record.log.history
    return NestedCallNode(None, 1, None, record.value, record._operands, None, log, 0)


def described(nodes):
    """What is known of a node before the recording goes on: not yet the values of calls that still ran."""
    return [(type(node), node.position, node.location, [o.value for o in node._operands]) for node in nodes]


def test_a_log_that_ends_anywhere_is_decoded_up_to_there():
    record = irtrack.track(count_all, [2, 0, 1])
    entries = list(record.log.entries)
    children = described(record.children)
    for length in range(1, len(entries)):
        cut = read_again(record, entries[:length])
        assert not any(isinstance(node, GapNode) for node in query(cut, Descendant)), entries[length - 3 : length]
        assert described(cut.children) == children[: len(cut.children)]
    assert described(read_again(record, entries).children) == children


def test_a_damaged_log_is_decoded_without_raising():
    record = irtrack.track(count_all, [2, 0, 1])
    generator = random.Random(1)
    gaps = 0
    for _ in range(200):
        entries = list(record.log.entries)
        for _ in range(generator.randrange(1, 4)):
            i = generator.randrange(1, len(entries))
            if generator.random() < 0.5:
                del entries[i]
            else:
                entries.insert(i, generator.choice(entries[1:]))
        gaps += sum(isinstance(node, GapNode) for node in query(read_again(record, entries), Descendant))
    assert gaps > 100


class Fuse:
    """An object to whose `lit` one can assign three times."""

    left = 3

    def __setattr__(self, name, value):
        object.__setattr__(self, "left", self.left - 1)
        if not self.left:
            raise InterruptedError


def assign_for_ever(fuse):
    while True:
        fuse.lit = True


def test_a_loop_without_its_marks_ends():
    fuse = Fuse()
    try:
        irtrack.track(assign_for_ever, fuse)
    except InterruptedError as error:
        record = irtrack.trace_of(error)
    entries = record.log.entries
    enter, loop = entries[0], next(entry for entry in entries if type(entry) is Mark and entry.kind is MarkKind.LOOP)
    assert loop.template is enter.template
    damaged = read_again(record, [enter, fuse, enter])
    assert isinstance(damaged.children[-1], GapNode)
    assert "another turn of a loop" in repr(damaged.children[-1])


class Grumpy:
    """Raises when somebody asks what it holds, at every other question."""

    asked = 0

    def __contains__(self, item):
        self.asked += 1
        if self.asked % 2:
            raise LookupError(item)
        return item


def branches(items, absent, grumpy):
    """Tests that a jump takes, and whose edges append nothing."""
    seen = []
    for item in items:
        if item is absent:
            continue
        try:
            if item in grumpy:
                pass
            while item not in (0, 1):
                item -= 1
        except LookupError:
            pass
        seen.append(item)
    return seen


def test_the_values_of_tests_that_only_a_jump_takes():
    record = irtrack.track(branches, [3, None, 0, 2, 4], None, Grumpy())
    assert record.value == [3, 0, 2, 1]
    assert irtrack.check(record) == []
    calls = [node for node in record.children if isinstance(node, irtrack.PrimitiveCallNode)]
    assert [node.value for node in calls if " is " in str(node)] == [False, True, False, False, False]
    assert [node.value for node in calls if "not in" in str(node)] == [False, True, True, True, False]
    assert [node.value for node in calls if " in " in str(node).replace("not in", "")] == [False, True]


def tail(n, value):
    return value if n == 0 else tail(n - 1, value)


def test_the_results_of_tail_calls_are_found_in_linear_time():
    def lines(n):
        record = irtrack.track(tail, n, [])
        count = 0

        def counted(frame, event, argument):
            nonlocal count
            count += 1
            return counted

        sys.settrace(counted)
        try:
            values = [node.value for node in query(record, Descendant) if isinstance(node, NestedCallNode)]
        finally:
            sys.settrace(None)
        assert len(values) == n
        assert all(value is record.value for value in values)
        return count

    lines(3)
    assert lines(600) < 2.5 * lines(300)
