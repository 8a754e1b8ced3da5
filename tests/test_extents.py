"""What an object leads to is read as one, whatever has changed in between: as if it was gone through each time.

The whole index goes through it each time, and has to know the same of data.
"""

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from test_index import check_data

from irtrack import backward_slice, track
from irtrack.record.memory import extents, index_of


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


THINGS = [Thing(k, *[Thing(-k - i) for i in range(5)]) for k in range(5)]
PROGRAMS: list[Any] = [growing, from_outside, within, packed]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("smallest", [1, extents._SMALLEST])
def test_as_if_it_was_gone_through_each_time(f: Any, smallest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extents, "_SMALLEST", smallest)
    check_data(track(f, 60, *([THINGS] if f is from_outside else [])))


def test_what_is_read_again_takes_one_vertex() -> None:
    def f(n: int) -> int:
        first, size = Thing(0, *[Thing(k) for k in range(50)]), 0
        for _ in range(n):
            size += len(repr(first))
        return size

    record = track(f, 40)
    index = index_of(record, whole=False)
    assert sum(map(len, index.data)) < 2500  # not 40 times 150 and more
    numbers = [node for node in backward_slice(record, control=False) if getattr(node, "name", None) == "setattr"]
    assert len(numbers) == 153
