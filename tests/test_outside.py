"""What the arguments of a record held when it began: copies that are made at once, as many as are soon made."""

from collections import OrderedDict, defaultdict, deque
from typing import Any

import pytest

from irtrack import track
from irtrack.record.past import states_of
from irtrack.record.past.outside import MOST, state_of


class Pair:
    def __init__(self, one: Any, other: Any) -> None:
        self.one = one
        self.other = other


def held(*values: Any) -> list[Any]:
    """What is known of these objects and those that they hold."""
    return [value for value, _ in states_of(values)]


def is_in(value: Any, values: list[Any]) -> bool:
    return any(value is one for one in values)


@pytest.mark.parametrize("make", [list, tuple, deque, lambda items: dict(enumerate(items)), lambda items: Pair(*items),
                                  lambda items: OrderedDict(enumerate(items)),
                                  lambda items: defaultdict(int, enumerate(items))])  # fmt: skip
def test_what_an_argument_holds_is_copied(make: Any) -> None:
    inner, words = [1, 2], {"x"}
    argument = make((inner, words))
    states = [(value, state_of(value, copied)) for value, copied in states_of((5, argument))]
    inner.append(3)
    words.clear()
    assert is_in(argument, [value for value, _ in states]) is (type(argument) is not tuple)
    assert [state for value, state in states if value is inner] == [[1, 2]]
    assert [state for value, state in states if value is words] == [{"x"}]


def test_a_state_is_a_copy_of_what_was_copied() -> None:
    (value, copied), *_ = states_of(([1],))
    state: Any = state_of(value, copied)
    state.append(2)
    assert copied == [1]


def test_what_is_large_hides_nothing_else() -> None:
    small, large = [[1], [2]], [0] * MOST
    assert len(held(small, large)) == len(held(large, small)) == 3
    assert held([0] * (MOST - 1)) != []
    assert held(*[[0] * 9 for _ in range(MOST)]) != []

    def change(large: list[int], small: list[int]) -> None:
        small.append(large.pop())

    record: Any = track(change, [0] * 1000, [5])
    assert record[3].snapshot == [5]
    assert str(record[2]).endswith("::list*")
    assert str(record[3]).endswith("[5]::list")


def test_no_more_is_copied_than_is_soon_copied() -> None:
    copies = states_of(([[0] * 9 for _ in range(100)], [Pair(i, [i]) for i in range(100)]))
    assert sum(1 + len(copied) for _, copied in copies) <= MOST


def test_objects_that_lead_back_are_copied_once() -> None:
    ring: list[Any] = [1]
    ring.append([ring, (ring,)])
    assert len(held(ring)) < 6
    root = Pair(None, [])
    root.other = [Pair(root, [Pair(root, i)]) for i in range(10)]  # each of which has its parent
    assert len(held(root)) == 2 + 10 * 3
    chain: Any = None
    for _ in range(60):
        chain = Pair(chain, 1)
    assert len(held(chain)) == 60


class Loud(type):
    def __eq__(cls, other: object) -> bool:
        raise AssertionError("a class was compared")

    def __hash__(cls) -> int:
        raise AssertionError("a class was hashed")


class Odd(metaclass=Loud):
    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("an attribute was asked for")

    def __len__(self) -> int:
        raise AssertionError("a length was asked for")

    def __hash__(self) -> int:
        raise AssertionError("a key was hashed")


class Counted(dict[Any, Any]):
    def __len__(self) -> int:
        raise AssertionError("a length was asked for")


class Slotted(Odd):
    __slots__ = ("x",)


def test_no_code_of_the_program_runs() -> None:
    replaced = Pair(1, 2)
    replaced.__dict__ = Counted(one=[5])
    inner = [6]
    odd: Any = Odd()
    odd.inner = inner
    found = held([odd, Slotted(), replaced, Counted(x=[7]), [odd]])
    assert is_in(odd, found)
    assert is_in(inner, found)
    assert not is_in(replaced, found)
    assert not any(type(value) is Slotted for value in found)


class Key:
    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return self is other


def test_a_dict_whose_keys_run_code_is_marked() -> None:
    record: Any = track(lambda table, plain: (table.clear(), plain.clear()), {Key(): 1}, {"a": 1})
    assert str(record[2]).endswith("{}::dict*")
    assert str(record[3]).endswith("{'a': 1}::dict")
