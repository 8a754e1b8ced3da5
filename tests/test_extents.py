"""What an object leads to is read as one, whatever has changed in between: as if it was gone through each time."""

import copy
import heapq
import sys
from collections import namedtuple
from itertools import compress
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from test_index import check_data

from irtrack import backward_slice, track
from irtrack.record.memory import addresses, extents, index_of, instead
from irtrack.record.memory.memory import Memory


class Thing:
    def __init__(self, number: int, *others: Any) -> None:
        self.number = number
        self.others: Any = list(others)
        self.first: Any = None


Pair = namedtuple("Pair", "a b")


def growing(n: int) -> int:
    """Objects that know each other, more and more of them, some of which let go of what they held."""
    first, seen = Thing(0, *[Thing(-k) for k in range(12)]), set()
    for i in range(n):
        new = Thing(i)
        new.first = first
        first.others.append(new)
        seen.add(first)
        seen.add(new)
        if i % 5 == 1:
            first.others[-1].number = i
        if i % 7 == 3:
            first.others.clear()
        if i % 11 == 5:
            first.others = [new, *[Thing(-k) for k in range(12)]]
    return len(seen)


def from_outside(n: int, things: Any) -> int:
    """Objects of which nothing was known when they were read for the first time."""
    seen = set()
    for i in range(n):
        seen.add(things[0])
        things[i % len(things)].others.append(Thing(i))
        things[-1].first = things, (i, [i])
        things[i % 3].number += 1
        seen.add(things[-1])
    return len(seen)


def within(n: int) -> int:
    """Several that lead to the same, one by way of the other, round in a ring."""
    seen, ring = set(), [Thing(k, *[Thing(-k - i) for i in range(9)]) for k in range(6)]
    for k, one in enumerate(ring):
        one.first = ring[k - 1]
    for i in range(n):
        seen.add(ring[i * 5 % 6])
        ring[i % 6].others[i % 9].number = i
        seen.add(ring[i % 6])
        if i % 8 == 2:
            ring[i % 6].first = Thing(i, ring[i % 5])
    return len(seen)


def packed(n: int) -> int:
    """In tuples, iterators, arrays."""
    array = np.zeros(4)
    box = Thing(1, *[(k, [k], ([k], Pair(k, [k]))) for k in range(9)], array[1:])
    seen, going = set(), iter([[k] for k in range(n)])
    for i in range(n):
        box.first = going
        seen.add(box)
        next(going).append(i)
        box.others[i % 9][2][1].b.append(i)
        array[i % 4] = i
        seen.add(box)
        box.others[i % 9] = (i, [i], ([i], Pair(i, [i])))
    return len(seen)


class Ordered:
    def __init__(self, number: int) -> None:
        self.number, self.asked, self.next = number, 0, None

    def __lt__(self, other: Any) -> Any:
        return self.number < other.number


def called_back(n: int) -> int:
    """By C code that has them all: some read, some write, some would have written."""
    things = [Ordered(k * 7 % 20) for k in range(20)]
    known: dict[int, Any] = {}

    def key(one: Ordered) -> int:
        if one.number not in known:
            known[one.number] = [one]
        if one.number > n:
            one.asked = n
        return one.number

    def asks(one: Ordered) -> int:
        one.asked += 1
        if one.asked > 2:
            one.next = things[0]
        return one.asked

    total = 0
    for k in range(n // 20):
        total += sum(map(asks, things)) + max(things, key=key).number
        things.sort()
        things[k].number = -k
        for one in filter(key, things):
            total += one.asked
    return total


def queued(n: int) -> int:
    """Tuples of what is compared, and of what is not, in a heap; and one tuple made of another."""
    waiting: list[Any] = []
    last = Pair(0, [0])
    for k in range(n):
        heapq.heappush(waiting, (k * 7 % 5, Ordered(k), [k]))
        last = last._replace(a=k)
        if k % 4 > 1:
            number, one, rest = heapq.heappop(waiting)
            if number > n:
                rest.append(last)
            one.next = rest
    return len(waiting) + last.a


THINGS = [Thing(k, *[Thing(-k - i) for i in range(5)]) for k in range(5)]
PROGRAMS: list[Any] = [growing, from_outside, within, packed, called_back, queued]


def record_of(f: Any) -> Any:
    return track(f, 60, *([copy.deepcopy(THINGS)] if f is from_outside else []))


def nodes_behind(f: Any, control: bool) -> list[list[int]]:
    """For each node of a run on which nodes it depends, by their numbers."""
    record = record_of(f)
    index = index_of(record, whole=control)
    nodes: list[Any] = [record]
    for node in nodes:
        nodes += node.children
    numbers = {id(node): number for number, node in enumerate(nodes)}
    found = []
    for node in nodes[:: 1 + len(nodes) // 300]:
        marks = index.behind([node._vertex], control)
        found.append(sorted({numbers[id(one)] for one in compress(index.nodes, marks) if one is not None}))
    return found


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("smallest", [1, extents._SMALLEST])
def test_as_if_it_was_gone_through_each_time(
    f: Any, control: bool, smallest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes_behind(f, control)  # from now on code is hot
    monkeypatch.setattr(extents, "_SMALLEST", smallest)
    found = nodes_behind(f, control)
    monkeypatch.setattr(extents, "_SMALLEST", sys.maxsize)
    assert nodes_behind(f, control) == found


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_the_whole_index_knows_the_same_of_data(f: Any) -> None:
    check_data(record_of(f))


def sorted_by_key(things: list[Any]) -> Any:
    return sorted(things, key=lambda one: one.number)


def compared(things: list[Any]) -> Any:
    return sorted(things)


def asked_by_map(things: list[Any]) -> Any:
    def ask(one: Ordered) -> int:
        return one.number if one.number > 3 else 1

    return sum(map(ask, things))


def changed_by_map(things: list[Any]) -> Any:
    def change(one: Ordered) -> int:
        one.asked += 1
        return one.asked

    return sum(map(change, things))


def taken_from_filter(things: list[Any]) -> Any:
    total = 0
    for one in filter(lambda one: one.number, things):
        total += one.number
    return total


def pushed(things: list[Any]) -> Any:
    waiting: list[Any] = []
    for one in things:
        heapq.heappush(waiting, one)
    return [heapq.heappop(waiting) for _ in things]


def of_some(f: Any, n: int) -> Any:
    return f([Ordered(k * 7 % n) for k in range(n)])


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    "f", [sorted_by_key, compared, asked_by_map, changed_by_map, taken_from_filter, pushed], ids=lambda f: f.__name__
)
def test_what_c_code_calls_back_is_no_square(f: Any, whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at all objects once, and then only at what has changed."""
    looked = 0

    def counting(method: Any) -> Any:
        def counted(*args: Any) -> Any:
            nonlocal looked
            found = method(*args)
            looked += len(found) if isinstance(found, list) else 1
            return found

        return counted

    monkeypatch.setattr(extents, "go_through", counting(extents.go_through))
    monkeypatch.setattr(Memory, "settle", counting(Memory.settle))
    monkeypatch.setattr(instead, "stored_by", counting(instead.stored_by))
    monkeypatch.setattr(addresses, "stored_by", counting(addresses.stored_by))
    times = []
    for n in (60, 240):
        looked = 0
        index_of(track(of_some, f, n), whole=whole)
        times.append(looked)
    few, many = times
    assert 0 < many < 8 * few  # four times as many objects, log(n) comparisons of each


class Shown(SimpleNamespace):
    """What `repr` shows with all that it has."""

    def __init__(self, number: int, *others: Any) -> None:
        self.number = number
        self.others: Any = list(others)
        self.first: Any = None


def test_what_is_read_again_takes_one_vertex() -> None:
    def f(n: int) -> int:
        first, size = Shown(0, *[Shown(k) for k in range(50)]), 0
        for _ in range(n):
            size += len(repr(first))
        return size

    record = track(f, 40)
    index = index_of(record, whole=False)
    assert sum(map(len, index.data)) < 2500  # not 40 times 150 and more
    numbers = [node for node in backward_slice(record, control=False) if getattr(node, "name", None) == "setattr"]
    assert len(numbers) == 153
