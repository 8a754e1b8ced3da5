"""Hooks that are told of arguments, special forms, jumps and returns."""

import asyncio
import contextlib
import copy
import inspect
import os
import textwrap
from types import CodeType

import numpy as np
import programs
import pytest
from outcomes import all_nodes, observe, plain, problems_of

import irtrack
from irtrack import (
    ArgumentNode,
    ComposedContext,
    Context,
    JumpNode,
    ReturnNode,
    SpecialCallNode,
    check,
    track,
    track_async,
)
from irtrack.cpython.instrument import rewrite
from irtrack.cpython.template import CannotTrackError, Hooks, LogList
from irtrack.cpython.verifier import verify_code

EVERY = 1 if os.environ.get("IRTRACK_THOROUGH") else 6


class Telling(Context):
    """Marks what it is told of."""

    def mark(self, node, event):
        node.metadata["told"] = event.operands
        return node

    def tracked_argument(self, event):
        return self.mark(super().tracked_argument(event), event)

    def tracked_special(self, event):
        return self.mark(super().tracked_special(event), event)

    def tracked_return(self, event):
        return self.mark(super().tracked_return(event), event)

    def tracked_jump(self, event):
        return self.mark(super().tracked_jump(event), event)

    def tracked_error(self, event):
        return self.mark(super().tracked_error(event), event)


@pytest.mark.parametrize("case", programs.CASES[3::EVERY], ids=lambda case: case.name)
def test_programs_under_a_context_that_is_told(case):
    if case.name.startswith("recursion"):
        pytest.skip("it looks how deep it can go, and hooks need frames")
    expected, _, _ = observe(plain, case.function, *copy.deepcopy(case.arguments))
    outcome, node, error = observe(track, Telling(), case.function, *copy.deepcopy(case.arguments))
    node = node if error is None else irtrack.trace_of(error)
    assert outcome == expected
    assert problems_of(node) == []


def sums(n, step=1):
    found = []
    while n > 0:
        found = [*found, n]
        if n == 2 and step:
            n -= 1
        n -= step
    return (found, None) if found else None


def test_all_are_told_of():
    record = track(Telling(), sums, 3)
    plainly = track(sums, 3)
    assert len(record.children) == len(plainly.children)
    told = [node for node in record if "told" in node.metadata]
    assert {type(node) for node in told} == {ArgumentNode, JumpNode, ReturnNode, SpecialCallNode}
    for node in record:
        if isinstance(node, JumpNode | ReturnNode) or (isinstance(node, ArgumentNode) and node.name in ("n", "step")):
            assert node in told or isinstance(node, ArgumentNode)
    assert [str(node).split(" {")[0] for node in record] == [str(node) for node in plainly]
    assert check(record) == []


def test_what_they_are_told():
    seen = []

    class Looking(Telling):
        def mark(self, node, event):
            seen.append((repr(event), event.line - sums.__code__.co_firstlineno, event.function_name))
            return node

    track(Looking(), sums, 1)
    assert seen[:3] == [("argument n = 1", 0, "sums"), ("argument step = 1", 0, "sums"), ("special []", 1, "sums")]
    assert ("a jump whose condition holds", 2, "sums") in seen
    assert ("a jump whose condition fails", 2, "sums") in seen
    assert ("return ([1], None)", 7, "sums") in seen


def test_each_jump_is_told_of_once():
    jumps = []

    class Jumps(Context):
        def tracked_jump(self, event):
            node = super().tracked_jump(event)
            jumps.append(node)
            return node

    def f(items):
        total = 0
        for x in items:
            if x is None:
                continue
            total += x if x > 0 else -x
        return total

    record = track(Jumps(), f, [1, None, -2])
    assert record.value == 3
    assert jumps == [node for node in record if isinstance(node, JumpNode)]
    assert [node.holds for node in jumps] == [
        node.holds for node in track(f, [1, None, -2]) if isinstance(node, JumpNode)
    ]
    assert check(record) == []


def test_the_program_goes_on_with_the_value():
    class Changing(Context):
        def tracked_argument(self, event):
            node = super().tracked_argument(event)
            if event.name == "x":
                node.value = 10
            return node

        def tracked_return(self, event):
            node = super().tracked_return(event)
            if event.function_name.endswith("inner"):
                node.value = -event.value
            return node

        def tracked_special(self, event):
            node = super().tracked_special(event)
            if event.value == []:
                node.value = [0]
            return node

    def inner(x):
        kept = lambda: x  # noqa: E731  # so that it is a cell
        return kept() + 1

    def outer(x, y):
        found = []
        found.append(inner(x))
        return found, x, y

    record = track(Changing(), outer, 1, 2)
    assert record.value == ([0, -11], 10, 2)
    assert record[2].value == 10
    assert record[-1].value == ([0, -11], 10, 2)


def test_stores_are_told_of_when_they_are_done():
    seen = []

    class Stores(Context):
        def tracked_special(self, event):
            if event.name:
                seen.append((event.name, [operand.value for operand in event.operands]))
            return super().tracked_special(event)

    class Thing:
        """Has attributes."""

    def f(thing, items):
        thing.size = 3
        items[0] = thing.size
        del items[1]
        return items

    thing = Thing()
    items = [1, 2]
    record = track(Stores(), f, thing, items)
    assert seen == [
        ("setattr", [thing, "size", 3]),
        ("setitem", [items, 0, 3]),
        ("delitem", [items, 1]),
    ]
    assert str(record[4]) == "@4: [§1:%4] @2.size = ⟨3⟩"
    assert check(record) == []


def test_generators():
    def squares(n):
        for i in range(n):
            yield [i]
        return "done"

    def f(n):
        return list(squares(n))

    record = track(Telling(), f, 2)
    assert record.value == [[0], [1]]
    assert sum("told" in node.metadata for node in all_nodes(record)) >= 8
    assert check(record) == []


class Looking(Telling):
    """Looks at all that there is to be seen."""

    def tracked_call(self, call):
        before = list(map(repr, call.operands))
        node = super().tracked_call(call)
        node.metadata["told"] = repr(node)
        assert list(map(repr, call.operands)) == before
        return node


async def numbers(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


async def double(x):
    await asyncio.sleep(0)
    return 2 * x


async def totals(n):
    total = 0
    async for i in numbers(n):
        total += await double(i)
    return [total, *await asyncio.gather(double(n), double(1))]


def test_what_goes_on_when_track_has_returned():
    record = asyncio.run(track_async(Looking(), totals, 3))
    plainly = asyncio.run(track_async(totals, 3))
    assert record.value == [6, 6, 2]
    assert check(record) == []
    assert problems_of(record) == []
    assert str(irtrack.page(record, 3))
    assert irtrack.backward_slice(record[-1])
    assert [str(node).split(" {")[0] for node in record] == [str(node) for node in plainly]


def test_hooks_of_composed_contexts_are_told_of_jumps_and_returns_in_order():
    order = []

    class Named(Context):
        def __init__(self, name):
            super().__init__()
            self.name = name

        def tracked_return(self, event):
            node = super().tracked_return(event)
            order.append(self.name)
            node.value += 1
            return node

        def tracked_jump(self, event):
            node = super().tracked_jump(event)
            order.append(self.name)
            return node

    record = track(ComposedContext(Named("a"), Named("b")), lambda x: 1 if x else 2, 3)
    assert record.value == 3
    assert order == ["b", "a", "b", "a"]


@pytest.mark.parametrize("hook", ["tracked_argument", "tracked_special", "tracked_return", "tracked_jump"])
def test_hooks_that_fail(hook):
    def failing(context, event):
        raise LookupError("no")

    def nothing(context, event):
        return None

    done = []

    def program(n):
        try:
            return sums(n)
        except (LookupError, TypeError) as error:
            done.append(type(error).__name__)
        finally:
            done.append("finally")
        return None

    for answer, error in ((failing, LookupError), (nothing, TypeError)):
        wrong = type("Wrong", (Context,), {hook: answer})()
        with pytest.raises(error) as raised:
            track(wrong, sums, 2)
        text = str(raised.value) if error is TypeError else raised.value.__notes__[0]
        assert f"Wrong.{hook}" in text
        assert __file__ in text
        assert check(irtrack.trace_of(raised.value)) == []
    only_in_sums = type(
        "Wrong",
        (Context,),
        {hook: lambda self, event: nothing(self, event) if event.function_name == "sums" else event.record()},
    )
    assert track(only_in_sums(), program, 2).value is None
    assert done == ["TypeError", "finally"]


ALL = frozenset(("copies", "calls", "operations", "specials", "constants", "arguments", "returns", "jumps", "errors"))


@pytest.mark.parametrize(
    "hooks",
    [
        ALL,
        frozenset(("calls",)),
        frozenset(("jumps",)),
        frozenset(("errors",)),
        frozenset(("constants",)),
        frozenset(("copies",)),
    ],
    ids=lambda hooks: "+".join(sorted(hooks)),
)
def test_code_with_hooks_is_safe_to_run(hooks):
    def codes(code):
        yield code
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from codes(constant)

    count = 0
    for module in (textwrap, contextlib):
        for code in codes(compile(inspect.getsource(module), module.__file__, "exec")):
            try:
                template = rewrite(code, array_type=np.ndarray, hooks=frozenset(hooks))
            except CannotTrackError:
                continue
            assert verify_code(template.bind(LogList(), Hooks())) == []
            count += 1
    assert count > 50
