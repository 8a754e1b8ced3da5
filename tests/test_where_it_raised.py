"""A node of an exception says the line that the traceback says, also where no statement raised but a mere load."""

from typing import Any

import pytest

import irtrack
from irtrack import RaiseNode, track


def unbound_before_a_statement(b):
    for n in range(0):  # noqa: B007 - it is read below, where it has no value
        pass
    try:
        x = n + b
        y = b
    except NameError:
        x = y = b
    else:
        if x > y:
            return 1
    return x


def unbound_in_a_call_of_many_lines(b):
    try:
        del b
        max(
            1,
            b,
            min(2, 3),
        )
    except NameError:
        pass
    return [
        len("a"),
    ]


def unbound_at_the_end_of_a_block(b):
    del b
    try:
        print(
            "a",
        )
        if b:
            return 2
    except NameError:
        return 3
    return 4


def unbound_closure(b):
    def g():
        return x

    try:
        (
            b,
            g(),
        )
    except NameError:
        return 1
    x = b
    return x


def no_such_item(b):
    try:
        return [
            b,
            {}[b],
        ]
    except KeyError:
        return 0


def raised_again(b):
    try:
        try:
            b.nothing  # noqa: B018 - it raises
        except AttributeError as error:
            raise ValueError(
                "no",
            ) from error
    except ValueError:
        return 0


FUNCTIONS = (
    unbound_before_a_statement,
    unbound_in_a_call_of_many_lines,
    unbound_at_the_end_of_a_block,
    unbound_closure,
    no_such_item,
    raised_again,
)


def raised_in(record: Any) -> list[RaiseNode]:
    """What raised; what leaves an `except` once more is no line, the compiler has none for it."""
    return [node for node in record.children if isinstance(node, RaiseNode) and node.line is not None]


def lines_that_raised(record: Any) -> list[tuple[int | None, str]]:
    return [(node.line, type(node.exception).__name__) for node in raised_in(record)]


def lines_in_tracebacks(record: Any) -> list[int]:
    """Those of the frame whose record this is."""
    code = record.function.value.__code__
    lines = []
    for node in raised_in(record):
        step = node.exception.__traceback__
        while step.tb_frame.f_code.co_name != code.co_name:
            step = step.tb_next
        lines.append(step.tb_lineno)
    return lines


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_the_line_is_that_of_the_traceback(function, tmp_path):
    record = track(function, 1)
    raised = lines_that_raised(record)
    assert raised
    assert [line for line, _ in raised] == lines_in_tracebacks(record)
    path = tmp_path / "record"
    irtrack.save(record, path)
    assert [line for line, _ in lines_that_raised(irtrack.load(path))] == [line for line, _ in raised]
    assert lines_that_raised(record.update({})) == raised


def test_an_update_that_raises_where_it_did_not():
    def f(b):
        for n in range(b):  # noqa: B007 - it is read below
            pass
        try:
            x = (
                b
                + n
            )  # fmt: skip
        except NameError:
            return -1
        return x

    record = track(f, 2)
    assert record.value == 3
    changed = record.update({record[2]: 0})
    assert changed.value == -1
    line = f.__code__.co_firstlineno + 6
    assert lines_that_raised(changed) == lines_that_raised(track(f, 0)) == [(line, "UnboundLocalError")]
