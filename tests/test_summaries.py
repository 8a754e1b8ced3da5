"""What functions could have written that did not run: to what they reach, also by functions that they make."""

import pytest

from irtrack import backward_slice, track

SHARED = [0]


def put_to_what_an_inner_function_stores(mine, x):
    kept = []

    def choose():
        nonlocal kept
        kept = SHARED

    def put():
        kept.append(x)

    choose()
    put()


def put_to_a_default(mine, x):
    def put(value, to=SHARED):
        to.append(value)

    put(x)


def put_to_a_default_that_is_given(mine, x):
    def give(*, one=SHARED):
        return one

    give().append(x)


def put_to_what_a_list_holds(mine, x):
    both = [mine for _ in range(2)]
    both[0].append(x)


def put_to_what_a_nested_list_holds(mine, x):
    one = mine
    [[one for _ in range(2)] for _ in range(2)][1][0].append(x)


def put_to_what_a_dict_holds(mine, x):
    {2 * k: (mine, k) for k in range(3)}[2][0].append(x)


def put_to_what_it_goes_over(mine, x):
    for one in (each for each in [mine]):
        one.append(x)


def put_to_what_a_generator_expression_gives(mine, x):
    next(mine for _ in range(2)).append(x)


def put_to_what_a_generator_gives(mine, x):
    one = mine

    def give():
        def within():
            yield one

        yield from within()

    for each in give():
        each.append(x)


def put_to_what_a_lambda_gives(mine, x):
    (lambda one=mine: one)().append(x)


def put_to_what_an_inner_function_gives(mine, x):
    def give(*, one=mine):
        return one

    give().append(x)


def put_by_an_inner_function(mine, x):
    one = mine

    def put():
        one.append(x)

    put()


def put_to_a_new_list(mine, x):
    new = [mine for _ in range(2)]
    new.append(x)


def put_to_a_new_dict(mine, x):
    new = {k: [] for k in range(3)}
    new[0].append(x)


def put_to_a_sum(mine, x):
    new = [0 for _ in mine] + [x]
    new.append(x)


def run(c, mine, other):
    if c:
        called(mine, 1)
    return len(SHARED), len(mine), len(other)


def called(mine, x):
    """One of the above, in each test another."""


def what_depends_on_the_call(function, monkeypatch):
    """Of the shared list, of the one that is passed, and of another one: those that it could have written to."""
    monkeypatch.setitem(globals(), "called", function)
    record = track(run, False, [1], [2])
    lengths = record[-1].referenced()[0]._operands
    names = ("shared", "mine", "other")
    return {
        which
        for which, length in zip(names, lengths, strict=True)
        if "c" in {node.name for node in backward_slice(length).inputs}
    }


@pytest.mark.parametrize(
    "function",
    [put_to_what_an_inner_function_stores, put_to_a_default, put_to_a_default_that_is_given],
)
def test_what_may_reach_a_global(function, monkeypatch):
    assert "shared" in what_depends_on_the_call(function, monkeypatch)


@pytest.mark.parametrize(
    "function",
    [
        put_to_what_a_list_holds,
        put_to_what_a_nested_list_holds,
        put_to_what_a_dict_holds,
        put_to_what_it_goes_over,
        put_to_what_a_generator_expression_gives,
        put_to_what_a_generator_gives,
        put_to_what_a_lambda_gives,
        put_to_what_an_inner_function_gives,
        put_by_an_inner_function,
    ],
)
def test_what_reaches_its_argument_and_nothing_else(function, monkeypatch):
    assert what_depends_on_the_call(function, monkeypatch) == {"mine"}


@pytest.mark.parametrize("function", [put_to_a_new_list, put_to_a_new_dict, put_to_a_sum])
def test_what_is_made_there_is_no_other_object(function, monkeypatch):
    assert what_depends_on_the_call(function, monkeypatch) <= {"mine"}  # which is looked at by what makes it, on 3.11
