"""The hook `tracked_error`: what it is told, what it can change, and what goes wrong when it does."""

import copy
import os
import traceback

import programs
import pytest
from outcomes import all_nodes, observe, plain, problems_of

import irtrack
from irtrack import ComposedContext, Context, RaiseNode, check, track

EVERY = 1 if os.environ.get("IRTRACK_THOROUGH") else 6


class Noting(Context):
    """Notes what it is told, in metadata too."""

    def __init__(self):
        super().__init__()
        self.told = []

    def tracked_error(self, event):
        node = super().tracked_error(event)
        assert repr(node).startswith("raise ")
        node.metadata["told"] = len(self.told)
        line = event.line - divide.__code__.co_firstlineno
        self.told.append((repr(event), event.function_name, line, event.leaves, list(map(repr, event.operands))))
        return node


@pytest.mark.parametrize("case", programs.CASES[1::EVERY], ids=lambda case: case.name)
def test_programs_under_a_context_that_is_told(case):
    if case.name == "recursion_escapes":
        pytest.skip("the frames at the limit, where nobody can be told, lack in the traceback")
    expected, _, _ = observe(plain, case.function, *copy.deepcopy(case.arguments))
    outcome, node, error = observe(track, Noting(), case.function, *copy.deepcopy(case.arguments))
    node = node if error is None else irtrack.trace_of(error)
    assert outcome == expected
    if not case.name.startswith("recursion"):  # at the limit nobody can be told, and another RecursionError goes on
        assert problems_of(node) == []
        assert all("told" in one.metadata for one in all_nodes(node) if isinstance(one, RaiseNode))


def divide(x):
    return 1 / x


def carefully(x):
    try:
        return divide(x)
    except ZeroDivisionError as error:
        return str(error)
    finally:
        x += 1


def counting(n):
    for i in range(n):
        try:
            yield i
        except ValueError:
            yield -1


def throws(n):
    numbers = counting(n)
    return [next(numbers), numbers.throw(ValueError("no")), next(numbers)]


def test_what_it_is_told():
    context = Noting()
    record = track(context, carefully, 0)
    text = "error ZeroDivisionError('division by zero')"
    assert record.value == "division by zero"
    assert context.told == [
        (text, "divide", 1, True, ["⟨<function truediv>⟩", "⟨1⟩", "@2"]),
        (text, "carefully", 6, False, ["⟨divide⟩", "@2"]),
    ]
    assert str(record[3][-1]) == "@3: [§1:%3] ⟨1⟩ / @2 raises ZeroDivisionError('division by zero') {told: 0}"
    assert str(record[4]).endswith("@3 raises ZeroDivisionError('division by zero'), goto §2 (exception) {told: 1}")
    assert record[5].value is record[4].exception
    assert check(record) == []


def test_generators():
    context = Noting()
    record = track(context, throws, 3)
    assert record.value == [0, -1, 1]
    assert [(name, leaves, operands) for _, name, _, leaves, operands in context.told] == [("counting", False, [])]
    assert check(record) == []


def test_the_program_goes_on_with_the_value_of_the_node():
    class Other(Context):
        def tracked_error(self, event):
            node = super().tracked_error(event)
            if event.function_name == "divide":
                node.value = LookupError("no quotient")
            return node

    def program(x):
        try:
            return divide(x)
        except LookupError as error:
            return error

    record = track(Other(), program, 0)
    error = record.value
    assert type(error) is LookupError
    assert type(error.__context__) is ZeroDivisionError
    frames = [(entry.name, entry.line) for entry in traceback.extract_tb(error.__traceback__)]
    assert frames == [("program", "return divide(x)"), ("divide", "return 1 / x")]
    assert str(record[3][-1]).endswith("⟨1⟩ / @2 raises LookupError('no quotient')")
    assert check(record) == []
    with pytest.raises(LookupError) as raised:
        track(Other(), divide, 0)
    assert not hasattr(raised.value, "__notes__")
    assert str(irtrack.trace_of(raised.value)) == "divide(⟨0⟩) raises LookupError('no quotient')"


def test_it_goes_on_with_what_an_exception_was_raised_from():
    class Cause(Context):
        def tracked_error(self, event):
            node = super().tracked_error(event)
            node.value = event.exception.__cause__ or event.exception
            return node

    def program():
        try:
            divide(0)
        except ZeroDivisionError as error:
            raise LookupError("no") from error

    with pytest.raises(ZeroDivisionError) as raised:
        track(Cause(), program)
    assert raised.value.__context__ is None


class Failing(Context):
    def tracked_error(self, event):
        raise LookupError("a bug in the hook")


class Forgetful(Context):
    def tracked_error(self, event):
        super().tracked_error(event)


class Wrong(Context):
    def tracked_error(self, event):
        node = super().tracked_error(event)
        node.value = 3
        return node


@pytest.mark.parametrize(
    ("context", "error", "text"),
    [
        (Failing(), LookupError, "irtrack: raised by Failing.tracked_error, asked about error ZeroDivisionError("),
        (Forgetful(), TypeError, "Forgetful.tracked_error should return the node that super().tracked_error(event) ma"),
        (Wrong(), TypeError, "Wrong.tracked_error should give the node an exception as its value, not int 3; the ev"),
        (ComposedContext(Noting(), Forgetful()), TypeError, "Forgetful.tracked_error should return the node that"),
    ],
)
def test_hooks_that_fail(context, error, text):
    with pytest.raises(error) as raised:
        track(context, lambda: divide(0))
    found = [str(raised.value), *getattr(raised.value, "__notes__", ())][-1]
    assert found.startswith(text)
    assert found.endswith(f"{__file__}:{divide.__code__.co_firstlineno + 1}")
    assert type(raised.value.__context__) is ZeroDivisionError
    names = [entry.name for entry in traceback.extract_tb(raised.value.__traceback__)][1:]
    hooks = isinstance(context, Failing | ComposedContext)  # whose frames were left by the exception
    assert names == ["<lambda>", "divide", *["tracked_error"] * hooks]
    assert check(irtrack.trace_of(raised.value)) == []


def test_a_hook_that_recurses():
    class Endless(Context):
        def tracked_error(self, event):
            return self.tracked_error(event)

    with pytest.raises(RecursionError) as raised:
        track(Endless(), divide, 0)
    assert "Endless.tracked_error" in raised.value.__notes__[0]
    assert track(carefully, 0).value == "division by zero"


def test_at_the_recursion_limit_the_program_goes_on():
    def deep(n):
        return deep(n + 1)

    def program():
        try:
            return deep(0)
        except RecursionError:
            return "caught"

    record = track(Noting(), program)
    assert record.value == "caught"
    assert track(divide, 1).value == 1


def test_hooks_of_composed_contexts_are_told_of_errors_in_order():
    order = []

    class Named(Context):
        def __init__(self, name):
            super().__init__()
            self.name = name

        def tracked_error(self, event):
            node = super().tracked_error(event)
            order.append(self.name)
            return node

    assert track(ComposedContext(Named("a"), Named("b")), carefully, 0).value == "division by zero"
    assert order == ["b", "a", "b", "a"]
