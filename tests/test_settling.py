"""Facts about functions that call each other: the least that agree, found without going round for each of them."""

from random import Random

import pytest

from irtrack.record.memory.settling import Settling


class Calls:
    """Functions that do something of their own, and what those do that they call."""

    def __init__(self, called):
        self.functions = [object() for _ in called]
        self.called = called
        self.settling = Settling(frozenset(["anything"]))
        self.looks = 0

    def find(self, number):
        return self.settling.find(self.functions[number], lambda: self._look_into(number))

    def _look_into(self, number):
        self.looks += 1
        return frozenset([number]).union(*map(self.find, self.called[number]))

    def reached_from(self, number):
        found = [number]
        for one in found:
            found += [other for other in self.called[one] if other not in found]
        return set(found)


@pytest.mark.parametrize("seed", range(200))
def test_it_is_what_is_reached(seed):
    random = Random(seed)
    size = random.randint(1, 12)
    often = random.choice([1, 2, 3])
    calls = Calls([random.sample(range(size), random.randint(0, min(often, size))) for _ in range(size)])
    for number in random.choices(range(size), k=size):
        assert calls.find(number) == calls.reached_from(number)
    assert not calls.settling.assumed
    assert not calls.settling.asked


def test_functions_that_all_call_each_other_are_looked_into_some_times():
    calls = Calls([range(40)] * 40)
    assert calls.find(0) == set(range(40))
    assert calls.looks < 40 * 10


def test_what_never_settles_is_anything():
    settling = Settling(frozenset(["anything"]))
    one = object()

    def look_into():
        return settling.find(one, look_into) | {len(settling.find(one, look_into))}

    assert settling.find(one, look_into) == {"anything"}
