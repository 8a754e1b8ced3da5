"""`node.snapshot` and what is printed: values as they were when they were recorded."""

import functools
import gc
import os
import random
from typing import Any, ClassVar

import copies
import pytest
import random_mutations
from outcomes import all_nodes
from steps import calls_of

import irtrack
from irtrack import Context, page, track
from irtrack.record.nodes.kinds import ArgumentNode
from irtrack.record.past.replay import replay_of
from irtrack.record.past.snapshots import _past
from irtrack.record.values import may_have_changed

EXAMPLES = 1000 if os.environ.get("IRTRACK_THOROUGH") else 8
CONTEXT = Context()


def snapshots(f: Any, *arguments: Any) -> list[Any]:
    return [node.snapshot for node in track(f, *arguments) if isinstance(node.value, (list, dict, set))]


def test_the_snapshots_of_irtracker() -> None:
    def build() -> list[int]:
        numbers = [1, 2]
        numbers.append(42)
        numbers[0] = 42
        return numbers

    node = track(build)
    assert snapshots(build) == [[1, 2], [42, 2, 42]]
    assert node[2].value is node.value
    assert str(node[2]).endswith("→ [1, 2]::list")

    def pushed(numbers: list[int]) -> list[int]:
        numbers.append(42)
        return numbers

    def assigned(numbers: list[int]) -> list[int]:
        numbers[0] = 42
        return numbers

    node = track(lambda: assigned(pushed([1, 2])))
    assert [child.snapshot for child in node if type(child.value) is list] == [
        [1, 2],
        [1, 2, 42],
        [42, 2, 42],
        [42, 2, 42],
    ]


def test_arguments_are_copied() -> None:
    def change(rows: list[list[int]], table: dict[str, list[int]]) -> int:
        rows[0].append(5)
        table["b"] = rows[0]
        return len(rows)

    rows = [[1], [2]]
    node: Any = track(change, rows, {"a": rows[1]})
    rows[1].append(7)
    assert str(node).endswith("change(⟨[[1], [2]]⟩, ⟨{'a': [2]}⟩) → 2::int")
    assert node[2].snapshot == [[1], [2]]
    assert node[3].snapshot == {"a": [2]}
    assert node[2].value is rows


def test_one_object_twice_is_one_in_a_snapshot() -> None:
    def make() -> list[Any]:
        inner = [1]
        return [inner, inner]

    one, other = track(make)[-1].snapshot
    assert one is other == [1]


def test_an_object_that_holds_itself() -> None:
    def make() -> list[Any]:
        ring: list[Any] = []
        ring.append(ring)
        return ring

    found = track(make)[-1].snapshot
    assert found[0] is found


class Account:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.entries: list[int] = []

    def put(self, amount: int) -> "Account":
        self.entries.append(amount)
        self.last = amount
        return self

    def __repr__(self) -> str:
        return f"Account({self.owner!r}, {self.entries})"


def test_instances() -> None:
    def run() -> Account:
        account = Account("me").put(1)
        return account.put(2)

    node: Any = track(run)
    texts = [str(child).rpartition("→ ")[2] for child in node if type(child.value) is Account]
    assert texts == [
        "Account('me', [])::Account",
        "Account('me', [1])::Account",
        "Account('me', [1, 2])::Account",
        "Account('me', [1, 2])::Account",
    ]
    assert vars(node[3].snapshot) == {"owner": "me", "entries": [1], "last": 1}
    assert type(node[3].snapshot) is Account
    assert node[3].snapshot is not node.value


def test_sorted_by_a_function_of_the_program() -> None:
    def last(word: str) -> str:
        return word[-1]

    def arranged(words: list[str]) -> Any:
        ordered = sorted(words, key=last, reverse=True)
        ordered.append("z")
        words.sort(key=lambda word: (len(word), last(word)))
        words.append("end")
        return ordered[0:2], words

    node: Any = track(arranged, ["ab", "bca", "cb", "da"])
    assert [child.snapshot for child in node if type(child.value) is list] == [
        ["ab", "bca", "cb", "da"],
        ["ab", "cb", "bca", "da"],
        ["ab", "cb"],
    ]
    assert node.snapshot == (["ab", "cb"], ["da", "ab", "cb", "bca", "end"])
    assert not [child for child in node if type(child.value) is list and str(child).endswith("*")]


def test_a_key_that_changes_what_is_sorted_is_marked() -> None:
    def meddling(items: list[int]) -> list[int]:
        def key(item: int) -> int:
            items[1] = 7
            return -item

        ordered = sorted(items, key=key)
        ordered.append(0)
        return ordered

    node: Any = track(meddling, [3, 1, 2])
    assert [str(child).split(" → ")[-1] for child in node if child.value is node.value] == ["[3, 2, 1, 0]::list*"] * 2


def test_what_nobody_knows_is_marked() -> None:
    import pickle

    def run(numbers: list[int]) -> list[int]:
        numbers.append(0)
        pickle.dumps(numbers)
        return numbers

    node: Any = track(run, [3, 1])
    assert str(node[2]).endswith("→ [3, 1]::list")
    assert str(node[-1]).endswith("→ [3, 1, 0]::list*")
    assert node[-1].snapshot is node.value
    inside: list[list[int]] = [[1]]

    def given(inner: list[int], outer: list[list[int]]) -> list[int]:
        outer.append(inner)
        pickle.dumps(outer)
        inner.append(3)
        return inner

    node = track(given, [1], inside)
    assert str(node[-1]).endswith("→ [1, 3]::list*")


def test_rows_that_are_kept_in_order() -> None:
    import bisect
    import heapq

    class Odd(int):
        def __lt__(self, other: object) -> bool:
            return True

    def run(items: list[Any], more: Any, key: Any = None) -> list[Any]:
        heapq.heapify(items)
        heapq.heappush(items, more)
        heapq.heappop(items)
        if key is None:
            bisect.insort(items, 2)
        else:
            bisect.insort(items, 2, key=key)
        return items

    node: Any = track(run, [3, 1], 5)
    assert [str(child).split(" → ")[-1] for child in node if child.value is node.value] == [
        *("[3, 1]::list", "[2, 3, 5]::list")
    ]
    assert node[2].snapshot == [3, 1]
    assert str(track(run, [3, 1], 5, abs)[-1]).endswith("::list*")
    assert str(track(run, [3, 1], 5, lambda item: -item)[-1]).endswith("::list*")
    assert str(track(run, [Odd(3), Odd(1)], 5)[-1]).endswith("::list*")


def test_code_that_was_not_entered_may_change_anything() -> None:
    class Only(Context):
        def can_recur(self, f: Any) -> bool:  # type: ignore[override]
            return f is not secret

    hidden: list[int] = [1]

    def secret() -> None:
        hidden.append(2)

    def run(numbers: list[int]) -> list[int]:
        secret()
        return numbers

    node: Any = track(Only(), run, hidden)
    assert str(node[2]).endswith("→ [1]::list")
    assert str(node[-1]).endswith("→ [1, 2]::list*")


def change_by_method(numbers: list[int]) -> list[int]:
    list(map(numbers.append, [2]))
    return numbers


def change_by_view(data: bytearray) -> bytearray:
    memoryview(data)[0] = 65
    return data


def change_by_partial(numbers: list[int]) -> list[int]:
    functools.reduce(lambda one, other: one, [1, 2])
    functools.partial(numbers.append, 4)()
    return numbers


def change_by_namespace(account: Account) -> Account:
    vars(account)["owner"] = "you"
    account.__dict__.update(last=3)
    return account


@pytest.mark.parametrize(
    ("change", "argument"),
    [
        (change_by_method, [1]),
        (change_by_view, bytearray(b"b")),
        (change_by_partial, [1]),
        (change_by_namespace, Account("me")),
        (lambda outer: [outer, outer.pop(0).append(1)][0], [[2], [3]]),
        (lambda table: [table.update(zip("ab", [[1], [2]], strict=False)), table][1], {"a": 0}),
        (lambda words: [words.sort(key=len), words][1], ["three", "two"]),
        (lambda words: [words.sort(key=lambda w: w[1]), words][1], ["three", "two"]),
        (lambda items: [items.extend(x for x in (5, 6)), items][1], [1]),
        (lambda seen: [seen.update({1}, [2]), seen.discard(3), seen.pop(), seen][-1], {3}),
        (lambda items: items.__iadd__([1]), [0]),
        (lambda items: [setattr(items[0], "owner", [1]), items[0].owner.append(2), items][-1], [Account("x")]),
    ],
)
def test_what_is_not_marked_is_right(change: Any, argument: Any) -> None:
    node: Any = track(change, argument)
    replay = replay_of(node)
    assert replay is not None
    for child in node:
        if isinstance(child.value, (list, dict, set, bytearray, Account)):
            snapshot, is_marked = _past(child, replay, whole=True)
            if child.position == len(node):
                assert is_marked or copies.alike(snapshot, child.value), child


def test_without_snapshots() -> None:
    node: Any = track(Context(snapshot=None), lambda x: x.append(1), [0])
    assert node[2].snapshot is node[2].value
    assert str(node[2]).endswith("→ [0, 1]::list*")


class Numbers:
    def __init__(self) -> None:
        self.items: list[int] = []


def grow(n: int) -> Numbers:
    numbers = Numbers()
    for i in range(n):
        numbers.items.append(i)
    return numbers


def print_grown(n: int) -> None:
    node = track(grow, n)
    lines = [str(child) for child in node]
    assert len(lines) > 4 * n
    assert any(line.endswith("[0, 1, 2, 3, 4, 5, ...]::list") for line in lines) == (7 <= n <= 10_000)


def test_a_growing_list_is_printed_in_linear_time() -> None:
    print_grown(100)
    assert calls_of(lambda: print_grown(4000)) < 12 * calls_of(lambda: print_grown(500))


def test_a_large_record_is_printed_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(irtrack.record.past.snapshots, "PRINTED", 1000)
    node: Any = track(grow, 1000)
    found = next(child for child in node if isinstance(child.value, list))
    assert str(found).endswith("::list*")
    assert node.log.replay is None
    assert found.snapshot == []
    assert str(found).endswith("→ []::list")


def test_saved(tmp_path: Any) -> None:
    def run(numbers: list[int]) -> list[int]:
        numbers.append(1)
        return numbers

    node = track(run, [0])
    irtrack.save(node, tmp_path / "numbers.irtrack")
    again: Any = irtrack.load(tmp_path / "numbers.irtrack")
    assert [str(child) for child in again] == [str(child) for child in node]
    assert str(again) == str(node)
    assert str(node).endswith("run(⟨[0]⟩) → [0, 1]::list")
    assert again[2].value == [0, 1]
    assert str(again[2].snapshot) == "[0]"


def test_random_programs() -> None:
    seen = marked = 0
    for seed in range(EXAMPLES):
        text = random_mutations.write(random.Random(seed))
        space: dict[str, Any] = {"__name__": "mutations"}
        exec(compile(text, "<mutations>", "exec"), space)
        with copies.seen(space["see"]) as deep:
            node = track(space["main"], [1, [2]], {"a": [3]})
        calls = [
            child
            for child in node.query(irtrack.Descendant)
            if type(child) is ArgumentNode and child.name == "x" and child.parent[1].value is space["see"]  # type: ignore[index]
        ]
        assert len(calls) == len(deep)
        replay = replay_of(node)
        assert replay is not None
        for argument, copied in zip(calls, deep, strict=True):
            if not may_have_changed(argument.value):
                continue
            snapshot, is_marked = _past(argument, replay, whole=True)
            seen += 1
            marked += is_marked
            if not is_marked:
                assert copies.alike(snapshot, copied), (seed, argument.parent)
    assert seen > 20 * EXAMPLES
    if EXAMPLES >= 1000:
        assert marked < 0.02 * seen


@pytest.mark.parametrize("value", [3, "shallow", "none"])
def test_a_snapshot_that_is_none(value: Any) -> None:
    with pytest.raises(ValueError, match=r'^snapshot is "replay", "deep", a function, or None for the '):
        Context(snapshot=value)


def test_the_iterator_of_an_iterator_is_made_of_nothing_else():
    def program(x):
        again = iter(iter([x, 2]))
        return dict([(1, again)]), list(again)  # noqa: C406  # the list of pairs leads to the iterator

    lines = [str(node) for node in irtrack.track(program, 1)]
    assert any("[1, 2]::list" in line for line in lines)


class Handle:
    """It ends what it stands for when it goes."""

    ended: ClassVar[list[int]] = []

    def __init__(self, number):
        self.number = number
        self.reads = 0

    def __del__(self):
        self.ended.append(self.number)


def test_no_copy_of_what_has_a_finalizer_is_made():
    def f():
        handle = Handle(1)
        handle.reads += 1
        return [handle]

    record = track(f)
    text = str(page(record, 3))
    snapshots = [node.snapshot for node in all_nodes(record)]
    assert "Handle" in text
    assert any(one is record.value[0] for one in snapshots)
    del snapshots
    gc.collect()
    assert Handle.ended == []
