"""A slice has nothing in it that has nothing to do with its node: here, what is computed of `c`."""

from types import FunctionType

import pytest
from boxes import Box, Bumped

from irtrack import backward_slice, track


def picked(c, one, other):
    return one if c else other


def stored(to, x):
    to.v = x


def plus(one, other):
    return one + other


def without_c(c, x):
    box, other = Box(x), Box(c)
    if c:
        other.v = 1
    try:
        other.v //= c
    except ZeroDivisionError:
        other.v = 0
    for _ in range(c):
        other.v += 1
    return box.v


def joined_without_c(c, x):
    other = 0
    try:
        other += 10 // c
    except ZeroDivisionError:
        other -= c
    turns = 3  # no statement of its own: what leads here leads on to the loop
    while turns > 0:
        turns -= 1
        x += 1
    return x


def behind_a_loop(c, x):
    for _ in range(c):
        pass
    turns = 3
    while turns > 0:
        turns -= 1
        x += 1
    return x


def made_on_the_way_not_taken(c, x):
    held = [x]
    try:
        10 // c
    except ZeroDivisionError:
        other = list(held)
        other.append(c)
    return held[0]


def filled_on_the_way_not_taken(c, x):
    held = [x]
    for _ in range(c):

        def filled():
            other = list(held)
            other.insert(0, c)
            return other

        filled()
    return held[0]


def chosen_on_the_way_not_taken(c, x):
    held, box, other = [x], Bumped(), [0]
    pair = [other, box]
    if c > 5:
        picked(c, box, other).bump()
        pair[c].bump()
    return held[0]


def stored_what_a_call_gives(c, x):
    box = Box(c)

    def steps():
        for k in range(c):
            stored(box, plus(k, c))  # to `box`, not to `plus`, whatever that gives
            yield k

    list(steps())
    return plus(x, x)


def called_from_a_variable_around(c, x):
    held, other = [x], [c]

    def put(n):
        other[0] += n
        return n

    sorted(range(c), key=lambda n: put(n) + 1)  # with more of them it would have been called more often
    return held[0]


PROGRAMS = [
    value
    for value in globals().values()
    if type(value) is FunctionType and value.__code__.co_varnames[:2] == ("c", "x")
]


@pytest.mark.parametrize("c", [0, 2])
@pytest.mark.parametrize("f", PROGRAMS)
def test_what_has_nothing_to_do_with_it_is_not_there(f, c):
    assert [node.name for node in backward_slice(track(f, c, 7)).inputs] == ["x"]
