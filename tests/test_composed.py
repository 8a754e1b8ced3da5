"""ComposedContext: several contexts as one, right to left."""

import math

import pytest
from outcomes import all_nodes

from irtrack import ComposedContext, Context, DepthLimitContext, ModuleFilter, check, track


class Noting(Context):
    """Notes by which hooks a node has come, under its name."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def note(self, node, hook):
        node.metadata["by"] = [*node.metadata.get("by", ()), f"{self.name}.{hook}"]
        return node

    def tracked_call(self, call):
        return self.note(super().tracked_call(call), "call")

    def tracked_nested(self, call):
        return self.note(super().tracked_nested(call), "nested")

    def tracked_primitive(self, call):
        return self.note(super().tracked_primitive(call), "primitive")


def half(x):
    return math.floor(x) / 2


def program(x):
    return half(x) + 1


def test_the_right_one_comes_first_for_every_hook():
    record = track(ComposedContext(Noting("a"), Noting("b"), Noting("c")), program, 5.5)
    order = ["c", "b", "a"]
    assert record.value == 3.5
    assert record[3].metadata["by"] == [f"{name}.nested" for name in order] + [f"{name}.call" for name in order]
    assert record[4].metadata["by"] == [f"{name}.primitive" for name in order] + [f"{name}.call" for name in order]
    assert record[3][3].metadata["by"] == record[4].metadata["by"]
    assert check(record) == []


def test_values_go_from_right_to_left():
    class Scaled(Context):
        def __init__(self, factor, shift):
            super().__init__()
            self.factor, self.shift = factor, shift

        def tracked_call(self, call):
            node = super().tracked_call(call)
            if call.function.value is half:
                node.value = node.value * self.factor + self.shift
            return node

    assert track(ComposedContext(Scaled(2, 0), Scaled(1, 3)), program, 4.0).value == (2 + 3) * 2 + 1
    assert track(ComposedContext(Scaled(1, 3), Scaled(2, 0)), program, 4.0).value == 2 * 2 + 3 + 1


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@pytest.mark.parametrize("turned", [False, True])
def test_with_a_depth_limit(turned):
    contexts = [Noting("a"), DepthLimitContext(3)]
    record = track(ComposedContext(*(reversed(contexts) if turned else contexts)), fib, 6)
    assert record.value == 8
    assert record.stats().depth == track(DepthLimitContext(3), fib, 6).stats().depth
    assert "a.nested" in record.metadata["by"]
    deepest = [node for node in all_nodes(record) if "by" in node.metadata and node.metadata["by"][0] == "a.primitive"]
    assert any(node.function.value is fib for node in deepest)


def test_contexts_that_go_deeper_keep_their_place():
    class Deeper(Context):
        def __init__(self, depth):
            super().__init__()
            self.depth = depth

        def tracked_nested(self, call):
            node = Deeper(self.depth + 1).record_nested(call)
            node.metadata["depth"] = self.depth
            return node

    record = track(ComposedContext(Noting("a"), Deeper(0)), fib, 4)
    for node in all_nodes(record):
        if "depth" in node.metadata:
            above = node.parent
            assert node.metadata["depth"] == (0 if above is None else above.metadata["depth"] + 1)
            assert node.metadata["by"] == ["a.nested", "a.call"]


def test_every_context_has_to_let_a_call_in():
    class Small(Context):
        def can_recur(self, f, *args):
            return not args or args[0] != 3

    composed = ComposedContext(Small(), ModuleFilter(only=[__name__]), DepthLimitContext(4))
    record = track(composed, lambda: (fib(3), fib(2), math.comb(3, 2)))
    assert record.value == (2, 1, 3)
    assert len(record[2].children) == 0
    assert len(record[3].children) > 3


def test_a_context_that_is_there_twice_and_contexts_composed_in_parts():
    a, b, c = Noting("a"), Noting("b"), Noting("c")
    for composed, order in (
        (ComposedContext(a, a), "aa"),
        (ComposedContext(a, ComposedContext(b, c)), "cba"),
        (ComposedContext(ComposedContext(a, b), a), "aba"),
    ):
        record = track(composed, program, 5.5)
        assert record[4].metadata["by"] == [f"{name}.{hook}" for hook in ("primitive", "call") for name in order]


def test_the_error_names_the_context_that_gave_nothing():
    class Forgetful(Context):
        def tracked_nested(self, call):
            super().tracked_nested(call)

    with pytest.raises(TypeError, match=r"Forgetful\.tracked_nested should return the node of the call that it was"):
        track(ComposedContext(Noting("a"), Forgetful()), program, 1.0)


def test_options():
    assert ComposedContext(Context(), Context(max_entries=7), Context(max_entries=9)).max_entries == 7
    assert ComposedContext(Context(max_bytes=3), max_bytes=5).max_bytes == 5
    assert repr(ComposedContext(DepthLimitContext(2))) == "ComposedContext(DepthLimitContext(level=1, maxlevel=2))"


def test_errors():
    with pytest.raises(TypeError, match=r"^ComposedContext\(\) takes the contexts to compose, one or more$"):
        ComposedContext()
    with pytest.raises(TypeError, match=r"takes contexts, not int 3$"):
        ComposedContext(Context(), 3)
    with pytest.raises(TypeError, match=r"takes contexts, not its class: did you mean Noting\(\.\.\.\)\?$"):
        ComposedContext(Noting)

    class Failing(Context):
        def tracked_primitive(self, call):
            raise LookupError("no")

    with pytest.raises(LookupError) as raised:
        track(ComposedContext(Noting("a"), Failing()), program, 1.0)
    assert raised.value.__notes__[0].startswith(
        "irtrack: raised by test_errors.<locals>.Failing.tracked_primitive, asked"
    )
