"""Behind the bound on what is spent on telling objects apart, slices go by names: they hold rather more, and are true.

That they are is tested on all programs of tests/dependences, and on random ones, in test_dependences.py and
test_slices.py.
"""

import argparse
from collections.abc import Callable
from itertools import pairwise
from math import inf
from typing import Any

import pytest

from irtrack import backward_slice, track
from irtrack.record.memory import index_of, writing


class Leaf:
    def __init__(self, key: float) -> None:
        self.key = key
        self.left: Leaf | None = None
        self.right: Leaf | None = None
        self.seen = 0

    def see(self) -> int:
        self.seen += 1
        return self.seen


def insert(root: Leaf | None, key: float) -> Leaf:
    if root is None:
        return Leaf(key)
    if key < root.key:
        root.left = insert(root.left, key)
    else:
        root.right = insert(root.right, key)
    return root


def tree(n: int) -> float:
    root = None
    for k in range(n):
        root = insert(root, k * 0.618 % 1)
    assert root is not None
    return root.key


def options(n: int) -> int:
    parser = argparse.ArgumentParser()
    for i in range(10):
        parser.add_argument(f"--o{i}", type=int)
    return int(parser.parse_args([word for i in range(n) for word in (f"--o{i % 10}", str(i))]).o1)


def acquaintances(n: int) -> int:
    """Objects all of which know each other, one of which is picked."""
    leaves = [Leaf(k) for k in range(20)]
    for one, other in pairwise(leaves):
        one.left, other.right = other, one
    for k in range(n):
        picked = leaves[k * k % 20]
        if picked.left is not None and picked.left.key > 3:
            picked.left.see()
        if picked.seen > 2:
            picked.right = picked.left
    return leaves[3].seen


@pytest.mark.parametrize(("f", "n"), [(tree, 600), (options, 60), (acquaintances, 700)])
def test_what_is_spent_has_a_bound(f: Callable[[int], Any], n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "ALLOWED", 3000)
    index: Any = index_of(track(f, n))
    assert not index.tells_apart
    assert 3000 < index.spent < 4000 + 0.02 * len(index.nodes)  # it ends what it has begun


counted = 0


def count(n: int) -> int:
    global counted
    counted = n
    if n > 3:
        counted += 1
        counted -= n
        counted += 2
        counted *= n
        counted += 3
        counted -= 4
        counted += 5
    return counted


def test_a_name_that_a_way_often_counts_up_is_gone_through_once() -> None:
    index: Any = index_of(track(count, 2))
    assert index.tells_apart
    assert index.spent < 200


@pytest.mark.parametrize(("f", "n"), [(tree, 60), (acquaintances, 60)])
def test_it_makes_no_difference_where_names_tell_objects_apart(
    f: Callable[[int], Any], n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for allowed in (-inf, inf):
        monkeypatch.setattr(writing, "ALLOWED", allowed)
        record = track(f, n)
        index: Any = index_of(record)
        assert index.tells_apart == (allowed > 0)
        found.append({(node.line, node.short()) for node in backward_slice(record)})
    by_name, told_apart = found
    assert told_apart <= by_name
    assert f is not tree or told_apart == by_name


class Box:
    def __init__(self) -> None:
        self.first = self.second = 0
        self.items: list[int] = []

    def put(self, value: int) -> None:
        self.items.append(value)

    def count(self) -> None:
        self.first += 1


def another_attribute(a: int, b: int) -> int:
    box = Box()
    box.second = b
    if a:
        box.first = 1
    return box.second


def an_attribute_by_a_method(a: int, b: int) -> int:
    box = Box()
    box.second = b
    if a:
        box.count()
    return box.second


def an_item_by_a_method(a: int, b: int) -> int:
    box = Box()
    box.second = b
    if a:
        box.put(1)
    return box.second


def the_attribute(a: int, b: int) -> int:
    box, other = Box(), Box()
    box.second = b
    if a:
        other.second = 1
    return box.second


def an_item(a: int, b: int) -> int:
    box = Box()
    box.put(b)
    if a:
        box.put(1)
    return box.items[0]


@pytest.mark.parametrize(
    ("f", "names"),
    [
        (another_attribute, "b"),
        (an_attribute_by_a_method, "b"),
        (an_item_by_a_method, "b"),
        (the_attribute, "ab"),  # of whatever object
        (an_item, "ab"),
    ],
)
def test_names_are_told_apart(f: Callable[[int, int], int], names: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "ALLOWED", -inf)
    assert {node.name for node in backward_slice(track(f, 0, 7)).inputs} == set(names)
