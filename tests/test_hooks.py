"""Hooks of contexts: what they see, what they can change, and what goes wrong when they do."""

import collections
import copy
import functools
import gc
import math
import operator
import traceback
import weakref
from typing import Any

import programs
import pytest
from outcomes import all_nodes, observe, plain, plain_text, problems_of
from share import share

import irtrack
from irtrack import ComposedContext, Context, NestedCallNode, PrimitiveCallNode, check, is_builtin, track
from irtrack.record.callables import template_of
from irtrack.record.contexts.hooks import asked_by
from irtrack.record.loans import own_code

# whose programs look at the frames that call them, or at how deep they can go: see docs/limits.md
LOOK_AT_FRAMES = ("recursion_caught", "recursion_escapes", "frames", "warns", "inspects", "stack_lines")


class Marking(Context):
    """Marks each call that it is asked about."""

    def tracked_call(self, call):
        node = super().tracked_call(call)
        node.metadata["asked"] = True
        return node


def improve(guess, x):
    return (guess + x / guess) / 2


def root(x):
    guess = 1.0
    while abs(guess * guess - x) > 0.3:
        guess = improve(guess, x)
    return guess


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_programs_under_a_context_that_asks(case):
    if case.name.startswith(LOOK_AT_FRAMES):
        pytest.skip("it looks at the frames that call it")
    expected, _, _ = observe(plain, case.function, *copy.deepcopy(case.arguments))
    outcome, node, error = observe(track, Marking(), case.function, *copy.deepcopy(case.arguments))
    node = node if error is None else irtrack.trace_of(error)
    assert outcome == expected
    assert problems_of(node) == []


def test_each_call_and_operation_is_asked_about():
    record = track(Marking(), root, 2.0)
    calls = [node for node in all_nodes(record) if isinstance(node, NestedCallNode | PrimitiveCallNode)]
    assert len(calls) == 13
    assert all(node.metadata == {"asked": True} for node in calls)
    assert str(record[10]) == "@10: [§3:%8] ⟨improve⟩(@4, @2) → 1.5::float {asked: True}"
    plainly = track(root, 2.0)
    assert [str(node) for node in plainly] == [str(node).replace(" {asked: True}", "") for node in record]


def test_a_context_that_overrides_nothing_runs_the_very_code_of_the_default():
    class Named(Context):
        """Has no hook."""

        def of_my_own(self):
            """Nothing that anybody asks."""

    assert asked_by(Named()) == asked_by(Context()) == frozenset()
    code = own_code(root)
    assert template_of(code, hooks=asked_by(Named())) is template_of(code)
    assert template_of(code, hooks=asked_by(Marking())) is not template_of(code)


# -- what a hook sees --------------------------------------------------------------------------------------------------


def test_expressions_are_those_of_the_record():
    seen: list[str] = []

    class Looking(Context):
        def tracked_call(self, call):
            seen.append(f"{call.function!r}({', '.join(map(repr, call.arguments))})")
            return super().tracked_call(call)

    def shrink(n, items):
        while n > 2:
            n = n - 1
            items.append(n)
        return max(*items, n)

    record = track(Looking(), shrink, 4, [])
    assert seen[1:] == [
        "⟨<function gt>⟩(@6, ⟨2⟩)",
        "⟨<function sub>⟩(@6, ⟨1⟩)",
        "⟨list.append⟩(@3, @9)",
        "⟨<function gt>⟩(@12, ⟨2⟩)",
        "⟨<function sub>⟩(@12, ⟨1⟩)",
        "⟨list.append⟩(@3, @15)",
        "⟨<function gt>⟩(@18, ⟨2⟩)",
        "⟨max⟩(@21, @21)",
    ] or seen[1].startswith("⟨<function gt>⟩(@")
    assert check(record) == []


def test_nodes_seen_while_recording_are_those_of_the_record():
    found: list[Any] = []

    class Looking(Context):
        def tracked_primitive(self, call):
            for argument in call.arguments:
                if argument.node is not None:
                    argument.node.metadata["used"] = argument.node.metadata.get("used", 0) + 1
                    found.append((argument.node, argument.value))
            return super().tracked_primitive(call)

    def inner(a):
        b = a * 2
        if b > 3:
            b = b + a
        return b - 1

    def outer(x):
        return inner(x) + inner(x + 1)

    record = track(Looking(), outer, 2)
    used = {str(node) for node in all_nodes(record) if node.metadata.get("used")}
    assert len(used) >= 8
    assert all(node.value == value for node, value in found)
    assert {str(node) for node, _ in found if node.parent is not None} <= {str(node) for node in all_nodes(record)}
    assert [node.metadata["used"] for node in record[3] if node.metadata] == [2, 2, 1]


def test_metadata_stays_whenever_it_is_set():
    """Also where the same block is asked about again before and after, and where another block was looked at before."""
    kept, asked = [], []

    class Keeping(Context):
        def tracked_primitive(self, call):
            asked.append(call)
            found = [one.node for one in call.arguments if one.node is not None]
            for _, node in kept:  # of questions before
                node.metadata.setdefault("asked", set()).add(len(asked))
            kept.extend((len(asked), node) for node in found)
            return super().tracked_primitive(call)

    def program(a):
        b = [a, 2]  # whose node no hook makes
        c = len(b) + sum(b)
        for d in b:
            e = (b, c, d)
            c = len(e) + c - len(b)
        return c

    record = track(Keeping(), program, 2)
    assert len(kept) > 10
    for first, node in kept:
        asked_later = {*range(first + 1, len(asked) + 1)}
        assert asked_later <= record[node.position].metadata.get("asked", set())
    assert check(record) == []


def test_a_record_that_nobody_has_is_freed():
    class Jumps(Context):
        def tracked_jump(self, event):
            return super().tracked_jump(event)

    def loop(n):
        found = []
        for k in range(n):
            found.append(root(float(k)))
        return found

    for context in (Marking(), Jumps()):
        record = track(context, loop, 200)
        assert len(record.log.entries) > 5000
        assert len(record.children) > 200
        log = weakref.ref(record.log)
        del record
        gc.collect()
        assert log() is None


def test_calls_tell_where_they_are():
    places = []

    class Places(Context):
        def tracked_nested(self, call):
            places.append((call.line, call.file, repr(call)))
            return super().tracked_nested(call)

    track(Places(), root, 2.0)
    line = root.__code__.co_firstlineno + 3
    assert places == [(None, None, "root(2.0)"), (line, __file__, "improve(1.0, 2.0)")]


def test_methods_and_keywords():
    seen = []

    class Looking(Context):
        def tracked_call(self, call):
            values = [argument.value for argument in call.arguments]
            seen.append((call.function.value, values, {name: k.value for name, k in call.keywords.items()}))
            return super().tracked_call(call)

    class Shop:
        def price(self, item, *, count=1):
            return len(item) * count

    def buy(shop, items):
        items.append("pear")
        return [*map(shop.price, items)], shop.price(*items, count=2)

    shop = Shop()
    record = track(Looking(), buy, shop, [])
    assert record.value == ([4], 8)
    assert (list.append, [["pear"], "pear"], {}) in seen
    assert (Shop.price, [shop, "pear"], {"count": 2}) in seen or (shop.price, ["pear"], {"count": 2}) in seen
    assert check(record) == []


# -- what a hook can do ------------------------------------------------------------------------------------------------


def test_the_program_goes_on_with_the_value_of_the_node():
    class Pi(Context):
        def tracked_primitive(self, call):
            if call.function.value is math.sqrt:
                return self.record_primitive(call, 3.0)
            return super().tracked_primitive(call)

    record = track(Pi(), lambda x: math.sqrt(x) + 1, 16.0)
    assert record.value == 4.0
    assert [str(node) for node in record][2:4] == [
        "@3: [§1:%3] ⟨math.sqrt⟩(@2) → 3.0::float",
        "@4: [§1:%4] @3 + ⟨1⟩ → 4.0::float",
    ]


def test_comparisons_and_tests_follow_the_hook():
    class Always(Context):
        def tracked_primitive(self, call):
            if call.function.value in (operator.lt, operator.contains, operator.not_, operator.is_):
                return self.record_primitive(call, [1])  # which holds
            return super().tracked_primitive(call)

    def f(a, b):
        return [1 if a < b else 2, 1 if a in [b] else 2, 1 if not a else 2, 1 if a is b else 2, a < b, not a]

    assert track(Always(), f, 3, 2).value == [1, 1, 2, 1, [1], True]


def test_a_call_can_be_redirected():
    def slow(x):
        return x + 1

    def fast(x):
        return x + 2

    class Redirecting(Context):
        def tracked_call(self, call):
            if call.function.value is slow:
                call = call.redirect(fast)
            return super().tracked_call(call)

    record = track(Redirecting(), lambda x: slow(x) * 2, 1)
    assert record.value == 6
    assert record[3].function.value is fast
    assert str(record[3][-1]) == "@4: [§1:&1] return @3 → 3::int"
    assert len(check(record)) == 1  # which holds it against the program


def test_a_nested_call_can_have_another_context():
    class Deeper(Context):
        def __init__(self, depth):
            super().__init__()
            self.depth = depth

        def tracked_call(self, call):
            node = super().tracked_call(call)
            node.metadata["depth"] = self.depth
            return node

        def tracked_nested(self, call):
            return Deeper(self.depth + 1).record_nested(call)

    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    record = track(Deeper(0), fib, 5)
    assert record.value == 5
    for node in all_nodes(record):
        if "depth" in node.metadata:
            above = node.parent
            assert node.metadata["depth"] == (0 if above is None else above.metadata["depth"] + 1)


def test_can_recur_with_arguments_is_asked_at_each_call():
    class Small(Context):
        def can_recur(self, f, *args):
            return not args or args[0] < 4

    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    record = track(Small(), lambda: (fib(5), fib(3)))
    assert [type(node) for node in record.children[1:3]] == [PrimitiveCallNode, NestedCallNode]
    assert record[2].metadata == {"native": "the context's can_recur said no"}


def test_a_hook_may_try_again():
    attempts = []

    def flaky(x):
        attempts.append(x)
        if len(attempts) < 3:
            raise OSError("not yet")
        return x

    class Retry(Context):
        def tracked_nested(self, call):
            for _ in range(5):
                try:
                    return self.record_nested(call)
                except OSError:
                    continue
            return self.record_primitive(call, None)

    record = track(Retry(), lambda: flaky(7) + 1)
    assert record.value == 8
    assert record[2].value == 7
    assert [str(node) for node in record[2]][-1].endswith("return @2 → 7::int")


def test_a_hook_may_track():
    class Tracking(Context):
        def tracked_nested(self, call):
            node = super().tracked_nested(call)
            if call.line is not None:
                again = track(call.function.value, *[argument.value for argument in call.arguments])
                node.metadata["same"] = again.value == node.value
            return node

    record = track(Tracking(), root, 2.0)
    assert record[10].metadata == {"same": True}
    assert check(record) == []


def test_is_builtin():
    assert is_builtin(len)
    assert is_builtin(operator.add)
    assert is_builtin([].append)
    assert not is_builtin(root)
    assert not is_builtin(collections.Counter)


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def both(f):
    """What a program that catches what a call raises does, and whether its `finally` runs."""
    done = []

    def program(x):
        try:
            return f(x)
        except Exception as error:
            done.append(type(error).__name__)
            return None
        finally:
            done.append("finally")

    return program, done


class Raising(Context):
    def tracked_call(self, call):
        if call.function.value is improve:
            raise LookupError("no such call")
        return super().tracked_call(call)


def test_a_hook_that_raises():
    with pytest.raises(LookupError, match="no such call") as raised:
        track(Raising(), root, 2.0)
    line = root.__code__.co_firstlineno + 3
    assert raised.value.__notes__ == [
        f"irtrack: raised by Raising.tracked_call, asked about improve(1.0, 2.0), {__file__}:{line}"
    ]
    record = irtrack.trace_of(raised.value)
    assert str(record[-1]) == "@10: [§3:%8] ⟨improve⟩(@4, @2) raises LookupError('no such call')"
    assert check(record) == []


def test_the_program_can_catch_what_a_hook_raises():
    program, done = both(root)
    record = track(Raising(), program, 2.0)
    assert record.value is None
    assert done == ["LookupError", "finally"]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda context, call: None, "not None;"),
        (lambda context, call: 3, "not int 3;"),
        (lambda context, call: track(improve, 1.0, 2.0), "not another one: improve"),
    ],
)
def test_a_hook_that_returns_nonsense(answer, text):
    class Wrong(Context):
        def tracked_call(self, call):
            if call.function.value is improve:
                super().tracked_call(call)
                return answer(self, call)
            return super().tracked_call(call)

    with pytest.raises(TypeError) as raised:
        track(Wrong(), root, 2.0)
    line = root.__code__.co_firstlineno + 3
    message = str(raised.value)
    assert message.startswith("test_a_hook_that_returns_nonsense.<locals>.Wrong.tracked_call should return the node of")
    assert text in message
    assert message.endswith(f"the call was improve(1.0, 2.0), {__file__}:{line}")
    program, done = both(root)
    assert track(Wrong(), program, 2.0).value is None
    assert done == ["TypeError", "finally"]


def test_a_hook_that_recurses():
    class Endless(Context):
        def tracked_nested(self, call):
            return self.tracked_call(call) if call.function.value is improve else super().tracked_nested(call)

    with pytest.raises(RecursionError) as raised:
        track(Endless(), root, 2.0)
    assert raised.value.__notes__[0].startswith("irtrack: raised by ")
    assert "Endless.tracked_nested, asked about improve(1.0, 2.0)" in raised.value.__notes__[0]
    assert track(root, 2.0).value == 1.5


def test_a_hook_that_records_a_call_twice():
    class Twice(Context):
        def tracked_primitive(self, call):
            self.record_primitive(call)
            return self.record_primitive(call)

    with pytest.raises(RuntimeError, match=r"the call of mul\(1.0, 1.0\) has been recorded already: a hook records a"):
        track(Twice(), root, 2.0)


def test_exceptions_of_the_program_show_the_program_only():
    def divide(x):
        return 1 / x

    with pytest.raises(ZeroDivisionError) as plainly:
        (lambda: divide(0))()
    with pytest.raises(ZeroDivisionError) as raised:
        track(Marking(), lambda: divide(0))
    assert not hasattr(raised.value, "__notes__")
    names = [entry.name for entry in raised.traceback][1:]
    assert names == [entry.name for entry in plainly.traceback][1:] == ["<lambda>", "divide"]


def frames_of(error):
    return [entry.name for entry in traceback.extract_tb(error.__traceback__)][1:]


def test_what_a_hook_raises_shows_the_program_and_hooks_only():
    class Renaming(Context):
        def tracked_nested(self, call):
            try:
                return super().tracked_nested(call)
            except ZeroDivisionError as error:
                raise LookupError("no such quotient") from error

    def divide(x):
        return 1 / x

    def program(x):
        return divide(x)

    with pytest.raises(LookupError) as raised:
        track(ComposedContext(Marking(), Renaming()), program, 0)
    assert frames_of(raised.value) == ["program", "tracked_call", "tracked_nested"]
    assert frames_of(raised.value.__cause__) == ["divide"]
    assert raised.value.__notes__[0].split(",")[0].endswith("Renaming.tracked_nested")

    class Nothing(Context):
        def tracked_nested(self, call):
            super().tracked_nested(call)

    with pytest.raises(TypeError) as raised:
        track(Nothing(), program, 1)
    assert frames_of(raised.value) == ["program"]


class Deep:
    """Its `__repr__` calls itself."""

    def __init__(self, depth):
        self.depth = depth

    def __repr__(self):
        return f"Deep({repr(Deep(self.depth - 1)) if self.depth else ''})"

    def __eq__(self, other):
        return self.depth == other.depth

    def __hash__(self):
        return self.depth


def test_what_a_hook_runs_is_not_the_program():
    class Showing(Context):
        def __init__(self):
            super().__init__()
            self.asked = []

        def can_recur(self, f):
            assert len({Deep(1), Deep(1)}) == 1
            return True

        def tracked_call(self, call):
            self.asked.append(repr(call))
            assert {Deep(1): 1}[Deep(1)] == 1
            return super().tracked_call(call)

    def program(deep):
        return len(repr(deep)), {deep: 1}[Deep(3)]

    context, counting = Showing(), Marking()
    record = track(context, program, Deep(3))
    plainly = track(counting, program, Deep(3))
    assert record.value == plainly.value == (24, 1)
    asked = [node for node in all_nodes(plainly) if "asked" in node.metadata]
    assert len(context.asked) == len(asked)
    assert len([*all_nodes(record)]) == len([*all_nodes(plainly)])
    assert check(record) == []


def test_snapshots_of_what_a_hook_has_exchanged():
    class Exchanging(Context):
        def tracked_primitive(self, call):
            if call.function.value is sorted:
                return self.record_primitive(call, [3, 2])
            node = super().tracked_primitive(call)
            if call.function.value is dict:
                node.value = {"a": 0}
            return node

        def tracked_special(self, event):
            node = super().tracked_special(event)
            if event.value == []:
                node.value = [7]
            return node

    def program(x):
        items = []
        items.append(1)
        backwards = sorted(items)
        backwards.append(1)
        table = dict(x)
        table.update(c=items)
        return items, backwards, table

    record = track(Exchanging(), program, ())
    lines = [str(node).partition("→ ")[2] for node in record if isinstance(node.value, list | dict)]
    assert lines == ["[7]::list", "[3, 2]::list", "{'a': 0}::dict"]
    assert record[-1].snapshot == ([7, 1], [3, 2, 1], {"a": 0, "c": [7, 1]})


def test_plain_text_of_a_record_does_not_depend_on_when_it_was_looked_at():
    record = track(Marking(), root, 2.0)
    assert plain_text(record.children) == plain_text(track(Marking(), root, 2.0).children)


def test_the_callable_of_a_call_may_be_another_each_time():
    def once(f, *arguments):
        return f(*arguments)

    def run(functions):
        return [f(k) for k, f in enumerate(functions)] + [len("abc")]

    class Point:
        def __init__(self, x):
            self.x = x

    functions = [
        abs,
        improve.__get__(2.0),
        abs,
        Point,
        Point(5).__eq__,
        functools.partial(once, math.sqrt),
        abs,
        run_locals,
    ]
    asked = []

    class Asked(Context):
        def tracked_call(self, call):
            asked.append(call.function.value)
            return super().tracked_call(call)

    record = track(Asked(), run, functions)
    assert [f for f in asked if any(f is one for one in functions)] == functions
    assert record.value[:3] == [0, 1.25, 2]
    assert record.value[3].x == 3
    assert record.value[5:] == [math.sqrt(5), 6, ["k"], 3]
    assert problems_of(record) == []


def run_locals(k):
    return list(locals())


def test_nothing_keeps_what_a_hook_was_asked_about():
    class Callable:
        def __call__(self, x):
            return x

    def run(f):
        return [f(k) for k in (1, 2)]

    called = Callable()
    record = track(Marking(), run, called)
    assert record.value == [1, 2]
    gone = weakref.ref(called)
    del called, record
    gc.collect()
    assert gone() is None


def test_a_function_that_is_changed_between_two_calls_at_one_place():
    def f():
        return 1

    def other():
        return 2

    def run():
        found = []
        for _ in range(3):
            found.append(f())
            f.__code__ = other.__code__
        return found

    record = track(Marking(), run)
    assert record.value == [1, 2, 2]
    calls = [node for node in record if isinstance(node, NestedCallNode)]
    assert [node.value for node in calls] == [1, 2, 2]
