"""A function that keeps the records of its last calls."""

import inspect
import traceback

import pytest

from irtrack import Context, NestedCallNode, recorded, trace_of, track


def test_the_last_records_are_kept():
    @recorded(last=2)
    def half(n, by=2):
        """Half of it."""
        return n / by

    assert [half(1), half(2), half(3, by=1)] == [0.5, 1.0, 3.0]
    assert [record.value for record in half.records] == [1.0, 3.0]
    assert all(isinstance(record, NestedCallNode) for record in half.records)
    assert half.records[-1].keywords["by"].value == 1
    assert (half.__name__, half.__doc__) == ("half", "Half of it.")
    assert str(inspect.signature(half)) == "(n, by=2)"
    assert track(half.__wrapped__, 4).value == 2.0


def test_it_needs_no_parentheses():
    @recorded
    def one():
        return 1

    assert [one() for _ in range(12)] == [1] * 12
    assert len(one.records) == 10


def test_a_call_that_raises_is_kept_and_raises_the_same():
    def fail(x):
        raise LookupError(x)

    kept = recorded(fail)
    with pytest.raises(LookupError) as caught:
        kept(3)
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][1:] == ["fail"]
    assert kept.records[0] is trace_of(caught.value)
    assert kept.records[0].exception is caught.value


def test_methods_and_generators():
    class Counter:
        @recorded(last=1)
        def up(self, n):
            yield from range(n)

        @staticmethod
        @recorded
        def twice(n):
            return 2 * n

    assert list(Counter().up(3)) == [0, 1, 2]
    assert not Counter.up.records[0].suspended
    assert Counter.twice(2) == 4
    assert len(Counter.twice.records) == 1


def test_calls_within_themselves_and_within_another_recording():
    @recorded(context=Context(operators="primitive"))
    def depth(n):
        return n and 1 + depth(n - 1)

    assert depth(3) == 3
    assert [record.value for record in depth.records] == [0, 1, 2, 3]
    node = track(lambda: depth(1))
    assert node.value == 1
    assert [type(child) for child in node].count(NestedCallNode) == 0


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: recorded(last=0), ValueError, "last is how many records are kept, a whole number from 1, not 0"),
        (lambda: recorded(last="2"), TypeError, "last is how many records are kept, a whole number from 1, not '2'"),
        (lambda: recorded(3), TypeError, "recorded() takes a function, not int 3"),
        (lambda: recorded(print, context=3), TypeError, "context is a Context, not int 3"),
    ],
)
def test_bad_arguments(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message


def test_a_class_method_says_where_the_decorator_goes():
    with pytest.raises(TypeError, match="put @recorded below it"):
        recorded(property(len))
