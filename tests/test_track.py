"""track(): what it takes, what it gives, what it says about bad input, and that nothing of it stays behind."""

import builtins
import copy
import functools
import gc
import io
import pickle
import sys
import textwrap
import threading
import types
import weakref
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import irtrack
from irtrack import Context, DepthLimitContext, NestedCallNode, Node, PrimitiveCallNode, printlevels, track
from irtrack.cpython.marks import Mark
from irtrack.record import garbage, recorder
from irtrack.record.log import lock
from irtrack.record.nodes.kinds import CallNode

# -- programs ---------------------------------------------------------------------------------------------------------


def increment(x):
    return x + 1


def twice(x):
    return increment(x) + increment(x + 1)


def top(x):
    return twice(x)


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def apply(self, x):
        return self.factor * x

    def __call__(self, x):
        return self.apply(x)

    @classmethod
    def double(cls, x):
        return cls(2).apply(x)

    @staticmethod
    def same(x):
        return x

    def __add__(self, other):
        return Scale(self.factor + other.factor)

    def __iter__(self):
        return iter((self.factor,))

    @property
    def half(self):
        return self.factor / 2


class Both:
    def __new__(cls, x):
        return object.__new__(cls)

    def __init__(self, x):
        self.x = x


class Made:
    def __new__(cls, x):
        self = object.__new__(cls)
        self.x = x
        return self


def counting(n):
    yield from range(n)


def printed(node: Node, levels: int = 10, **options: Any) -> list[str]:
    out = io.StringIO()
    printlevels(node, levels, file=out, **options)
    return out.getvalue().splitlines()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="3.11 sees lines twice to which inserted jumps go back")
def test_a_trace_function_sees_each_line():
    def program(text):
        match text.split():
            case _:
                found = "default"
        (
            text
            .strip()
        )  # fmt: skip
        for _ in range(2):
            found.upper(
            )  # fmt: skip
        return found

    def traced():
        lines = []

        def trace(frame, event, argument):
            if event == "line" and frame.f_code.co_name == "program":
                lines.append(frame.f_lineno)
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            program("x")
        finally:
            sys.settrace(before)
        return lines

    def run():
        return [traced() for _ in range(4)]  # more than one: sites know what they call from the second run on

    assert irtrack.track(run).value == run()


def test_a_record_says_why_it_cannot_be_pickled_or_copied():
    node = irtrack.track(lambda x: x + 1, 2)
    for use in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(
            TypeError, match="the record of a call holds code objects and whatever the program held, so"
        ):
            use(node)


def names(node: Node) -> list[str]:
    """The functions entered below a node, in order."""
    found = []
    for child in node.children:
        if isinstance(child, NestedCallNode):
            found += [child.function.value.__name__, *names(child)]
    return found


def message_of(kind: type[BaseException], call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(kind) as raised:
        call(*args, **kwargs)
    assert type(raised.value) is kind
    return str(raised.value.args[0])


# -- what can be tracked ----------------------------------------------------------------------------------------------

CALLABLES = {
    "function": (increment, (1,)),
    "lambda": (lambda x: x * 3, (2,)),
    "bound method": (Scale(2).apply, (3,)),
    "class method": (Scale.double, (4,)),
    "static method": (Scale.same, (5,)),
    "function of a class": (Scale.apply, (Scale(2), 3)),
    "partial": (functools.partial(increment, 1), ()),
    "partial of a method": (functools.partial(Scale(3).apply, 2), ()),
    "callable object": (Scale(2), (3,)),
}
NATIVE_CALLABLES = {
    "builtin": (len, ([1, 2],)),
    "builtin method": ([3, 4].index, (4,)),
    "method of a builtin class": (str.upper, ("a",)),
    "builtin class": (int, ("7",)),
    "partial of a builtin": (functools.partial(int, base=2), ("101",)),
    "ufunc": (np.sqrt, (4.0,)),
}


@pytest.mark.parametrize("kind", CALLABLES)
def test_python_of_any_kind_is_entered(kind):
    f, args = CALLABLES[kind]
    node = track(f, *args)
    assert type(node) is NestedCallNode
    assert node.value == f(*args)
    assert node.function.value is f
    assert node[-1].value is node.value
    assert node.exception is None


@pytest.mark.parametrize("kind", NATIVE_CALLABLES)
def test_c_of_any_kind_is_primitive(kind):
    f, args = NATIVE_CALLABLES[kind]
    node = track(f, *args)
    assert type(node) is PrimitiveCallNode
    assert node.value == f(*args)
    assert node.children == ()
    assert node.metadata == {}


@pytest.mark.parametrize("cls", [Scale, Made])
def test_a_class_is_entered_by_the_method_that_makes_its_instances(cls):
    node = track(cls, 5)
    assert type(node) is NestedCallNode
    assert type(node.value) is cls
    assert node.value.__dict__ == cls(5).__dict__


def test_exceptions_and_metaclasses_make_instances_too():
    class Counted(type):
        def __call__(cls, *args):
            return super().__call__(*args)

    class Item(metaclass=Counted):
        pass

    class OddError(Exception):
        def __init__(self, number):
            super().__init__(f"{number} is odd")

    assert type(track(Item).value) is Item
    assert track(Item)[1].value is Counted.__call__
    node = track(OddError, 3)
    assert (type(node), node.value.args) == (NestedCallNode, ("3 is odd",))


def test_keyword_arguments_reach_the_function_whatever_they_are_called():
    def names_of_ours(ctx, f, self, *args, kwargs, **others):
        return ctx, f, self, args, kwargs, others

    def own(**keywords):
        return track(names_of_ours, **keywords).value, track(Context(), names_of_ours, **keywords).value

    plain = names_of_ours(ctx=1, f=2, self=3, kwargs=4, args=5, node=6)
    assert own(ctx=1, f=2, self=3, kwargs=4, args=5, node=6) == (plain, plain)


def test_a_roots_arguments_and_keywords():
    node = track(lambda a, b, *, c: a + b + c, 1, b=2, c=3)
    assert [a.value for a in node.arguments] == [1]
    assert {name: k.value for name, k in node.keywords.items()} == {"b": 2, "c": 3}
    assert node.varargs is None
    assert [node[i].value for i in (2, 3, 4)] == [1, 2, 3]


# -- values -----------------------------------------------------------------------------------------------------------


def test_values_are_the_very_objects():
    kept = []

    def program(given):
        made = [given]
        kept.append(made)
        return made

    given = object()
    node = track(program, given)
    assert node.value is kept[0]
    assert node[2].value is given
    assert [child.value for child in node if child.value is kept[0]] != []
    assert node[-1].value is node.value
    assert node[-1].operands[0].value is node.value


def test_every_operand_is_the_value_of_the_node_that_it_refers_to():
    for node in track(twice, 10**20).children:
        for operand in node.operands:
            if isinstance(operand, irtrack.TapeReference):
                assert operand.value is operand.node.value


def test_metadata_is_a_dict_of_the_nodes_own_and_is_printed():
    node = track(twice, 1)
    assert node.metadata == {}
    node.metadata["seen"] = True
    node[3].metadata["weight"] = 0.5
    assert node[4].metadata == {}
    first, *rest = printed(node, 2)
    assert first.startswith("twice(⟨1⟩) → 5::int {seen: True}")
    assert rest[2] == "  @3: [§1:%3] ⟨increment⟩(@2) → 2::int {weight: 0.5}"


def test_a_node_is_true_and_has_the_length_of_its_children():
    node = track(increment, 1)
    assert bool(node)
    assert bool(node[1])
    assert len(node) == len(node.children) == 4
    assert [child.position for child in node] == [1, 2, 3, 4]
    assert node[4].position == 4
    assert node[-1] is node[4]
    assert node[1].parent is node
    assert node.parent is None


# -- why something was not entered ------------------------------------------------------------------------------------

made_before = counting(3)

REASONS = {
    "a generator that was not made by recorded code runs natively": [
        lambda: list(made_before),
        lambda: list(made_before),
        lambda: [*made_before],
    ],
    "operator methods run natively": [
        lambda: "%s" % Scale(1),  # noqa: UP031
        lambda: Scale(1) in [Scale(2)],
        lambda: f"{Scale(1)}",
    ],
    "callbacks of builtins run natively": [
        lambda: weakref.ref(increment, lambda _: None) and 1,
    ],
}


def native_reasons(node: Node) -> set[str]:
    return {child.metadata["native"] for child in node.children if "native" in child.metadata}


@pytest.mark.parametrize(("reason", "program"), [(r, p) for r, programs in REASONS.items() for p in programs])
def test_a_node_says_why_it_has_no_children(reason, program):
    assert native_reasons(track(program)) == {reason}


def test_a_root_says_why_it_has_no_children():
    assert track(next, counting(2)).metadata == {
        "native": "a generator that was not made by recorded code runs natively"
    }
    assert track(DepthLimitContext(1), top, 1).metadata == {"native": "the context's can_recur said no"}


@pytest.mark.parametrize("room", [2, 3, 5, 8, 13])
def test_near_the_recursion_limit(room):
    def near(room):
        before = sys.getrecursionlimit()
        depth = 1
        while True:
            try:
                sys.setrecursionlimit(depth)
                break
            except RecursionError:
                depth += 1
        try:
            sys.setrecursionlimit(depth + room)
            return sorted([depth >= 0, len("x") == 1, max(1, 2) == 2])
        finally:
            sys.setrecursionlimit(before)

    before = sys.getrecursionlimit()
    try:
        assert track(near, room).value == near(room)
    finally:
        sys.setrecursionlimit(before)


def test_what_c_raises_is_raised_by_its_call():
    def lengths(values):
        for value in values:
            try:
                len(value)
            except TypeError:
                return

    values = [[]] * 20 + [5]  # so many that the call is specialised
    raised = [node for node in track(lengths, values).children if isinstance(node, irtrack.RaiseNode)]
    assert ["⟨len⟩(" in str(node) for node in raised] == [True]


def test_wrong_arguments_of_a_nested_call_are_the_programs_own_affair():
    def program():
        try:
            return increment()
        except TypeError as error:
            return str(error)

    assert track(program).value == program() == "increment() missing 1 required positional argument: 'x'"


def test_what_is_written_in_c_needs_no_reason():
    assert native_reasons(track(lambda x: len(str(x) + repr([x])), 1)) == set()


def instrumented(f):
    """A function made of rewritten code, as one gets it from a frame inside a recording."""
    code = irtrack.code_tracked(f, Context(operators="primitive")).code
    return types.FunctionType(code, globals(), f.__name__)


def test_code_that_was_already_instrumented_runs_natively():
    node = track(instrumented(increment), 1)
    assert (type(node), node.value) == (PrimitiveCallNode, 2)
    assert node.metadata == {"native": "this code object was already instrumented"}


def test_code_that_was_already_instrumented_is_not_rewritten():
    message = message_of(ValueError, irtrack.code_tracked, instrumented(increment))
    assert message == "increment is not rewritten: this code object was already instrumented"


# -- contexts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "entered"),
    [
        (1, []),
        (2, []),
        (3, ["twice"]),
        (4, ["twice", "increment", "increment"]),
        (9, ["twice", "increment", "increment"]),
    ],
)
def test_a_depth_limit_counts_the_root_as_one(limit, entered):
    node = track(DepthLimitContext(limit), top, 1)
    assert node.value == 5
    assert type(node) is (PrimitiveCallNode if limit == 1 else NestedCallNode)
    assert names(node) == entered


def test_with_a_depth_limit_of_two_the_roots_calls_are_primitive():
    node = track(DepthLimitContext(2), twice, 1)
    calls = [child for child in node if child.function is not None and child.function.value is increment]
    assert [type(call) for call in calls] == [PrimitiveCallNode, PrimitiveCallNode]
    assert [call.metadata for call in calls] == [{"native": "the context's can_recur said no"}] * 2
    assert [call.value for call in calls] == [2, 3]


def test_one_depth_limit_can_be_used_again():
    context = DepthLimitContext(3)
    assert [names(track(context, top, n)) for n in range(3)] == [["twice"]] * 3


def test_can_recur_decides_what_is_entered():
    asked = []

    class NotTwice(Context):
        def can_recur(self, f):
            asked.append(f)
            return f is not twice

    node = track(NotTwice(), lambda x: top(x) + increment(x), 1)
    assert node.value == 7
    assert names(node) == ["top", "increment"]
    assert asked.count(twice) == 1
    assert {top, increment} < set(asked)


def test_can_recur_may_enter_a_function_here_and_not_there():
    class Inside(Context):
        def can_recur(self, f):
            return f is not increment

        def inner(self, f):
            return Context() if f is twice else self

    node = track(Inside(), lambda x: increment(x) + top(x), 1)
    assert names(node) == ["top", "twice", "increment", "increment"]


def test_options_are_attributes_with_keyword_overrides():
    class Small(Context):
        max_bytes = 10

    assert (Context().max_bytes, Small().max_bytes, Small(max_bytes=None).max_bytes) == (268435456, 10, None)
    assert repr(Small(max_bytes=3)) == "Small(max_bytes=3)"
    assert DepthLimitContext(2, max_bytes=7).max_bytes == 7


# -- the byte budget --------------------------------------------------------------------------------------------------


def square_sum(n):
    ones = np.ones((n, n))
    more = ones + 1
    few = np.arange(3)
    total = more * 2
    return total, few


def array_values(node):
    return [child.value for child in node if isinstance(child.value, (np.ndarray, irtrack.Dropped))]


@pytest.mark.parametrize(
    ("max_bytes", "kept"),
    [
        (None, [True, True, True, True]),
        (0, [False, False, True, False]),
        (9_000_000, [True, False, True, False]),
        (16_000_000, [True, True, True, False]),
    ],
)
def test_arrays_beyond_the_budget_are_dropped(max_bytes, kept):
    node = track(Context(max_bytes=max_bytes), square_sum, 1000)
    values = array_values(node)
    assert [isinstance(value, np.ndarray) for value in values] == kept
    for value, is_kept in zip(values, kept, strict=True):
        if not is_kept:
            assert isinstance(value, irtrack.Dropped)
            assert repr(value) == "f64[1000,1000] (not kept)"
            assert (value.shape, value.dtype) == ((1000, 1000), np.dtype("f8"))
    total, few = node.value  # what the program gets is an array all the same
    assert (total.sum(), few.tolist()) == (4_000_000.0, [0, 1, 2])


def test_a_dropped_array_is_printed_with_dtype_and_shape():
    lines = printed(track(Context(max_bytes=0), square_sum, 1000), 2)
    assert lines[5] == "  @5: [§1:%5] @4 + ⟨1⟩ → f64[1000,1000] (not kept)"


def test_small_arrays_are_always_kept():
    values = array_values(track(Context(max_bytes=0), square_sum, 22))  # 22 * 22 * 8 < 4096
    assert all(type(value) is np.ndarray for value in values)
    assert len(values) == 4


def test_a_view_costs_nothing_beyond_its_base():
    def views():
        b = np.ones((1000, 1000))
        return b[1:], b.T, b.reshape(-1), b + 1

    node = track(Context(max_bytes=8_000_000), views)
    assert [type(value) for value in array_values(node)] == [np.ndarray] * 4 + [irtrack.Dropped]


def test_operands_that_are_not_looked_at_are_dropped_with_their_result():
    def program(a, i):
        b = a[i + 1]
        b -= a[i] * 2
        return (a[1:] % 3 & i)[0], b[0], [a[j - 1] for j in range(3)]

    a, i = np.arange(10_000), np.arange(9_999) * 1
    node = track(Context(max_bytes=0), program, a, i)
    assert node.value == program(a, i)
    values = [
        child.value for child in node if not isinstance(child, irtrack.ArgumentNode)
    ]  # the root's call has the arguments
    assert not any(type(value) is np.ndarray for value in values)
    assert sum(type(child.value) is irtrack.Dropped for child in node) >= 8


def test_a_dropped_array_is_freed():
    alive = []

    def program():
        for _ in range(3):
            a = np.ones(10_000)
            alive.append(weakref.ref(a))
        return len(alive)

    node = track(Context(max_bytes=0), program)
    assert node.value == 3
    assert [reference() for reference in alive] == [None] * 3


# -- nothing stays behind ---------------------------------------------------------------------------------------------


class Token:
    """Something that a weak reference can watch."""


def test_a_log_is_freed_with_its_node():
    watched = []

    def program(token):
        made = Token()
        watched.extend([weakref.ref(token), weakref.ref(made)])
        return increment(1)

    token = Token()
    node = track(program, token)
    del token
    assert node.children
    gc.collect()
    assert [reference() is None for reference in watched] == [False, False]
    del node
    gc.collect()
    assert [reference() for reference in watched] == [None, None]


@pytest.mark.parametrize("steps", [3, 300])
def test_a_log_is_freed_that_holds_the_frames_above(steps):
    """The exception that was caught leads to all frames that were running, and to what their variables hold."""
    watched = []

    def program():
        made = Token()
        watched.append(weakref.ref(made))
        try:
            return 1 // 0
        except ZeroDivisionError as error:
            kept = error
        for _ in range(steps):
            pass
        return kept

    def recording():
        node = track(program)
        return len(node.children)

    assert recording() > steps
    gc.collect()
    assert watched[0]() is None


def test_a_log_is_freed_with_the_exception_that_ended_the_run():
    watched = []

    def program():
        made = Token()
        watched.append(weakref.ref(made))
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop") as raised:
        track(program)
    assert irtrack.trace_of(raised.value) is not None
    del raised
    gc.collect()
    assert watched[0]() is None


REGISTRY = """
import functools

known = {}

def register(f):
    known[f.__name__] = f
    return f

def logged(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args)
    return wrapper

class Base:
    def __init_subclass__(cls):
        known[cls.__name__] = cls
    def __init__(self):
        self.callback = self.method
        self.other = register(helper)
    def method(self):
        return helper(self)

def helper(x):
    return known

@logged
def decorated(x):
    return helper(x)

def program():
    class Local(Base):
        attribute = helper
    made = Local()
    inner = register(lambda: made)
    partial = functools.partial(helper, inner)
    made.callback()
    try:
        decorated(made)
        raise KeyError(made)
    except KeyError as error:
        kept = error
    found = [inner, partial, map(helper, [1]), made.method, decorated, known, kept.args]
    found.append(sorted([helper, inner], key=lambda f: f.__name__))
    return found
"""


def reachable(start: list[Any]) -> list[Any]:
    """All objects that the program could get at: no modules, no frames of ours."""
    import builtins

    seen, stack, order = {id(vars(builtins))}, list(start), []
    while stack:
        item = stack.pop()
        if id(item) in seen or isinstance(item, types.ModuleType):
            continue
        seen.add(id(item))
        order.append(item)
        if not isinstance(item, type) or item.__module__ == "registry":
            stack += gc.get_referents(item)
    return order


def is_instrumented(item: Any) -> bool:
    code = item if isinstance(item, types.CodeType) else getattr(item, "__code__", None)
    return isinstance(code, types.CodeType) and any(isinstance(constant, Mark) for constant in code.co_consts)


def test_no_instrumented_function_is_reachable_from_what_the_program_keeps():
    namespace: dict[str, Any] = {"__name__": "registry"}
    exec(compile(REGISTRY, "registry.py", "exec"), namespace)
    node = track(namespace["program"])
    found = reachable([namespace, node.value])
    functions = [item for item in found if isinstance(item, types.FunctionType)]
    assert {"program", "helper", "register", "__init__", "<lambda>"} <= {f.__name__ for f in functions}
    assert [item for item in found if is_instrumented(item)] == []
    assert is_instrumented(instrumented(increment))


def test_the_garbage_collector_is_left_as_it_was():
    before, frozen = (gc.isenabled(), gc.get_threshold()), gc.get_freeze_count()

    def program():
        gc.collect()
        return [[n] for n in range(20_000)]

    track(program)
    message_of(ZeroDivisionError, track, failing, 1)
    assert (gc.isenabled(), gc.get_threshold()) == before
    assert frozen - 1000 < gc.get_freeze_count() <= frozen  # what is frozen (conftest.py) may go; nothing comes


# -- several records --------------------------------------------------------------------------------------------------


def test_two_records_at_once_keep_their_own_logs():
    first = track(twice, 1)
    second = track(twice, 10)  # takes the first one's recorder
    third = track(top, 100)
    assert printed(second)[1:4] == [
        "  @1: [Arg:§1:%1] twice → <function twice>",
        "  @2: [Arg:§1:%2] x → 10::int",
        "  @3: [§1:%3] ⟨increment⟩(@2) → 11::int",
    ]
    for node, x in ((first, 1), (second, 10), (third[3], 100)):
        assert [node[3][3].value, node[4].value, node[5].value, node[6].value] == [x + 1, x + 1, x + 2, 2 * x + 3]


def test_a_record_looked_at_late_is_that_of_its_run():
    nodes = [track(twice, n) for n in range(20)]
    assert [node[3][2].value for node in nodes] == list(range(20))
    fresh = [printed(track(twice, n)) for n in range(20)]
    assert [printed(node) for node in nodes] == fresh


def test_track_inside_track():
    inside = []

    def outer(x):
        inside.append(track(twice, x))
        return inside[0].value + increment(x)

    node = track(outer, 3)
    assert node.value == 13
    assert printed(inside[0]) == printed(track(twice, 3))
    assert [child for child in node if "gap" in str(child)] == []
    assert names(node) == ["increment"]
    assert node[-1].value == 13


def test_threads_track_at_once():
    failures, results = [], {}
    barrier = threading.Barrier(6)

    def work(number):
        barrier.wait()
        for turn in range(50):
            x = 1000 * number + turn
            node = track(top, x)
            if (node.value, node[3][3].value, node[3][5].value) != (2 * x + 3, x + 1, x + 2):
                failures.append((number, turn))
        results[number] = node

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert {number: node.value for number, node in results.items()} == {n: 2 * (1000 * n + 49) + 3 for n in range(6)}


def test_threads_that_decode_one_node_get_the_same_children():
    node = track(top, 1)
    found = []
    with lock:
        other = threading.Thread(target=lambda: found.append(node.children))
        other.start()
        other.join(0.2)  # it waits for the lock by now
        assert found == []
        children = node.children
    other.join()
    assert found[0] is children


def test_a_tracked_program_may_start_threads():
    def program():
        found = []
        threads = [threading.Thread(target=lambda n=n: found.append(twice(n))) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(found)

    node = track(program)
    assert node.value == [3, 5, 7, 9]
    assert [child for child in node if "gap" in str(child)] == []


# -- bad input: what track says ---------------------------------------------------------------------------------------


def test_track_needs_something_to_call():
    assert message_of(TypeError, track) == "track() missing 1 required positional argument: 'f'"
    assert message_of(TypeError, track, Context()) == (
        "track(Context()) has nothing to call: the function follows the context, as in track(ctx, f, x)"
    )


@pytest.mark.parametrize(("value", "said"), [(3, "int 3"), ("f", "str 'f'"), (None, "NoneType None")])
def test_track_takes_a_callable(value, said):
    expected = f"track() takes a callable, and arguments for it, not {said}"
    assert message_of(TypeError, track, value) == expected
    assert message_of(TypeError, track, Context(), value) == expected


@pytest.mark.parametrize("cls", [DepthLimitContext, Context])
def test_track_takes_a_contexts_instance(cls):
    assert message_of(TypeError, track, cls, increment, 1) == (
        f"track() takes a context's instance, not its class: did you mean {cls.__name__}(...)?"
    )


@pytest.mark.parametrize(("args", "kwargs"), [((), {}), ((1, 2), {}), ((1,), {"y": 2})])
def test_wrong_arguments_are_the_functions_own_error(args, kwargs):
    assert message_of(TypeError, track, increment, *args, **kwargs) == message_of(TypeError, increment, *args, **kwargs)


def test_after_wrong_arguments_a_function_can_be_tracked():
    message_of(TypeError, track, increment)
    assert printed(track(increment, 1))[0].startswith("increment(⟨1⟩) → 2::int")


# -- bad input: contexts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: Context(max_byte=3),
            TypeError,
            "Context() has no option 'max_byte'; its options are "
            "max_bytes, max_entries, keep_last, operators, snapshot",
        ),
        (lambda: Context(max_bytes=-1), ValueError, "max_bytes is a number of bytes, or None for no limit, not -1"),
        (lambda: Context(max_bytes=True), ValueError, "max_bytes is a number of bytes, or None for no limit, not True"),
        (lambda: Context(max_bytes="1"), ValueError, "max_bytes is a number of bytes, or None for no limit, not '1'"),
        (
            lambda: Context(max_entries=0),
            ValueError,
            "max_entries is a whole number from 1, or None for no limit, not 0",
        ),
        (
            lambda: Context(max_entries=1.5),
            ValueError,
            "max_entries is a whole number from 1, or None for no limit, not 1.5",
        ),
        (
            lambda: Context(max_entries=True),
            ValueError,
            "max_entries is a whole number from 1, or None for no limit, not True",
        ),
        (lambda: Context(operators=True), ValueError, 'operators is "entered" or "primitive", not True'),
        (
            lambda: Context(snapshot="shallow"),
            ValueError,
            'snapshot is "replay", "deep", a function, or None for the object itself, not \'shallow\'',
        ),
        (lambda: DepthLimitContext(0), ValueError, "the depth limit is a whole number from 1, not 0"),
        (lambda: DepthLimitContext(True), ValueError, "the depth limit is a whole number from 1, not True"),
        (lambda: DepthLimitContext(1.5), ValueError, "the depth limit is a whole number from 1, not 1.5"),
    ],
)
def test_a_contexts_bad_options(call, kind, message):
    assert message_of(kind, call) == message


# -- bad input: indexing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "kind", "message"),
    [
        (0, IndexError, "positions begin at 1, as printed: the first child is node[1]"),
        (99, IndexError, "there is no @99: the root has 4 children"),
        (-5, IndexError, "there is no @-5: the root has 4 children"),
        ("x", TypeError, "a node is indexed by a position, as in node[4], not by 'x'"),
        (True, TypeError, "a node is indexed by a position, as in node[4], not by True"),
        (1.0, TypeError, "a node is indexed by a position, as in node[4], not by 1.0"),
    ],
)
def test_a_wrong_position(index, kind, message):
    assert message_of(kind, track(increment, 1).__getitem__, index) == message


def test_a_wrong_position_says_which_node():
    node = track(twice, 1)
    assert message_of(IndexError, node[3].__getitem__, 9) == "there is no @9: @3 has 4 children"
    assert message_of(IndexError, node[2].__getitem__, 1) == "there is no @1: @2 has no children"


# -- printlevels ------------------------------------------------------------------------------------------------------


def test_printlevels_prints_to_standard_output(capsys):
    assert printlevels(track(increment, 1), 1) is None
    assert capsys.readouterr().out.startswith("increment(⟨1⟩) → 2::int")


def test_levels_count_the_node_itself():
    node = track(top, 1)
    assert len(printed(node, 1)) == 1
    assert printed(node, 2) == [printed(node, 1)[0], *("  " + str(child) for child in node)]
    assert len(printed(node, 3)) == 1 + 4 + 7
    assert printed(node, 4) == printed(node, 99)


def test_a_node_inside_a_record_prints_its_own_levels():
    inner = track(top, 1)[3]
    assert printed(inner, 2)[0].startswith("@3: [§1:%3] ⟨twice⟩(@2) → 5::int")
    assert len(printed(inner, 2)) == 1 + len(inner)


def loop(n):
    total = 0
    for i in range(n):
        total += i
    return total


def test_printlevels_stops_at_its_limit_and_says_how_much_is_left():
    node = track(loop, 1000)
    lines = printed(node, 2)
    assert len(lines) == irtrack.show.levels.LIMIT + 1 == 201
    whole = printed(node, 2, limit=None)
    assert len(whole) == 1 + len(node)
    assert lines[:-1] == whole[:200]
    assert lines[-1] == f"... {len(whole) - 200} more lines: printlevels(node, 2, limit=None) shows all"
    assert printed(node, 2, limit=len(whole)) == whole
    assert (
        printed(node, 2, limit=3)[-1] == f"... {len(whole) - 3} more lines: printlevels(node, 2, limit=None) shows all"
    )


def test_calls_into_the_library_are_opened_on_demand():
    import textwrap

    def program():
        return textwrap.shorten("one two three", 8)

    node = track(program)
    closed, opened = printed(node, 3), printed(node, 3, library=True)
    assert len(closed) == 1 + len(node)
    assert len(opened) > len(closed)
    assert set(closed) <= set(opened)
    shorten = next(child for child in node if isinstance(child, NestedCallNode))
    assert len(printed(shorten, 2)) == 1 + len(shorten)  # what one asks for by name is opened


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda node: printlevels(3), TypeError, "printlevels() takes a node, as track() returns it, not 3"),
        (
            lambda node: printlevels(increment),
            TypeError,
            "printlevels() takes a node, as track() returns it, not <function increment>",
        ),
        (lambda node: printlevels(node, 0), ValueError, "levels is a whole number from 1, not 0"),
        (lambda node: printlevels(node, -1), ValueError, "levels is a whole number from 1, not -1"),
        (lambda node: printlevels(node, None), TypeError, "levels is a whole number from 1, not NoneType None"),
        (lambda node: printlevels(node, True), TypeError, "levels is a whole number from 1, not bool True"),
        (lambda node: printlevels(node, limit=0), ValueError, "limit is a whole number from 1, or None for all, not 0"),
        (
            lambda node: printlevels(node, limit="2"),
            TypeError,
            "limit is a whole number from 1, or None for all, not str '2'",
        ),
    ],
)
def test_printlevels_bad_input(call, kind, message):
    assert message_of(kind, call, track(increment, 1)) == message


# -- trace_of ---------------------------------------------------------------------------------------------------------


def failing(x):
    y = increment(x)
    return y / 0


def test_trace_of_gives_the_record_up_to_the_exception():
    with pytest.raises(ZeroDivisionError) as raised:
        track(failing, 1)
    node = irtrack.trace_of(raised.value)
    assert node.exception is raised.value
    assert printed(node, 2)[0].startswith("failing(⟨1⟩) raises ZeroDivisionError('division by zero')")
    assert printed(node, 2)[-1] == "  @4: [§1:%4] @3 / ⟨0⟩ raises ZeroDivisionError('division by zero')"
    assert raised.traceback[-1].name == "failing"
    assert [entry.name for entry in raised.traceback] == [
        "test_trace_of_gives_the_record_up_to_the_exception",
        "failing",
    ]


def test_trace_of_a_primitive_call_says_that_it_raised():
    with pytest.raises(ValueError, match="invalid literal") as raised:
        track(int, "x")
    [line] = printed(irtrack.trace_of(raised.value))
    assert line.startswith("int(⟨'x'⟩) raises ValueError(")


def test_trace_of_without_argument_is_that_of_the_last_exception_at_the_prompt(monkeypatch):
    last = "last_exc" if sys.version_info >= (3, 12) else "last_value"
    for name in ("last_exc", "last_value"):
        monkeypatch.delattr(sys, name, raising=False)
    assert irtrack.trace_of() is None
    with pytest.raises(ZeroDivisionError) as raised:
        track(failing, 1)
    monkeypatch.setattr(sys, last, raised.value, raising=False)
    assert irtrack.trace_of() is irtrack.trace_of(raised.value)
    assert irtrack.trace_of().exception is raised.value


def test_trace_of_what_was_not_tracked():
    assert irtrack.trace_of(ValueError()) is None
    assert message_of(TypeError, irtrack.trace_of, 3) == "trace_of() takes an exception, not int"
    assert message_of(TypeError, irtrack.trace_of, ValueError) == "trace_of() takes an exception, not type"


# -- code_ir and code_tracked -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "first"),
    [
        (increment, "1: (%1 = increment, %2 = x)"),
        (increment.__code__, "1: (%1 = increment, %2 = x)"),
        (Scale(1).apply, "1: (%1 = apply, %2 = self, %3 = x)"),
        (Scale(1), "1: (%1 = __call__, %2 = self, %3 = x)"),
        (Scale, "1: (%1 = __init__, %2 = self, %3 = factor)"),
        (functools.partial(increment, 1), "1: (%1 = increment, %2 = x)"),
    ],
)
def test_code_ir_of_any_kind(f, first):
    assert str(irtrack.code_ir(f)).splitlines()[0] == first


def test_code_ir_of_a_generator():
    assert irtrack.verify(irtrack.code_ir(counting)) == []


def test_an_ir_is_indexed_by_the_location_of_a_node():
    ir = irtrack.code_ir(increment)
    node = track(increment, 1)
    assert node[3].ir is node.ir
    assert str(ir) == str(node.ir)
    assert str(ir[node[3].location]) == "%3 = %2 + ⟨1⟩"
    assert ir[node[2].location].name == "x"
    assert str(ir[node[4].location].value) == "%3"


@pytest.mark.parametrize(
    ("location", "kind", "message"),
    [
        (irtrack.Location(2, "%", 1), KeyError, "increment has no block §2; it has 1"),
        (irtrack.Location(0, "%", 1), KeyError, "increment has no block §0; it has 1"),
        (irtrack.Location(1, "%", 9), KeyError, "increment has no variable §1:%9"),
        (irtrack.Location(1, "&", 2), KeyError, "increment has no branch §1:&2"),
        (3, TypeError, "an IR is indexed by a location, as in ir[node.location], not by 3"),
        ("§1:%3", TypeError, "an IR is indexed by a location, as in ir[node.location], not by '§1:%3'"),
    ],
)
def test_a_wrong_location(location, kind, message):
    assert message_of(kind, irtrack.code_ir(increment).__getitem__, location) == message


LONG_BODIES = {
    "with": ("with z:\n", "  x = x + 1\n"),
    "finally": ("try: pass\nfinally:\n", "  x = x + 1\n"),
    "branches": ("", "if z: v{0} = z\nelse: v{0} = x\n"),
    "handlers": ("", "try: x += z\nexcept E: x = 3\n"),
}


@pytest.mark.parametrize("shape", LONG_BODIES)
@pytest.mark.parametrize("look", [irtrack.code_ir, irtrack.code_tracked])
def test_long_functions_are_read_in_linear_time(look, shape):
    head, lines = LONG_BODIES[shape]

    def calls(n):
        body = head + "".join(lines.format(i) for i in range(n))
        namespace = {}
        exec("def f(x, z, E):\n" + textwrap.indent(body, " "), namespace)
        count = 0

        def counted(frame, event, argument):
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            look(namespace["f"])
        finally:
            sys.setprofile(None)
        return count

    calls(10)
    assert calls(400) < 5 * calls(100)


@pytest.mark.parametrize("look", [irtrack.code_ir, irtrack.code_tracked])
@pytest.mark.parametrize(
    ("f", "said"),
    [
        (3, "int 3: it has no Python code"),
        (Both, "a class with both __new__ and __init__ in Python is made natively"),
        (len, "builtin_function_or_method <function len>: it has no Python code"),
    ],
)
def test_what_has_no_python_code(look, f, said):
    message = message_of(TypeError, look, f)
    assert message.startswith(f"{look.__name__}() takes a function written in Python, not ")
    assert message.endswith(said)


def test_code_tracked_marks_what_was_inserted():
    import dis

    lines = str(irtrack.code_tracked(increment)).splitlines()
    left_out = ("CACHE", "EXTENDED_ARG")
    expected = [i.opname for i in dis.get_instructions(increment) if i.opname not in left_out]
    shown = [" ".join(line[1:].split()) for line in lines if line.startswith(" ")]
    assert [next(word for word in text.split() if word.isupper()) for text in shown] == expected
    inserted = [line for line in lines if line.startswith("+")]
    assert len(inserted) + len(shown) == len(lines)
    assert any("LOAD_CONST" in line and "(log)" in line for line in inserted)
    assert any("<mark ENTER of increment>" in line for line in inserted)
    assert any("<mark EXIT of increment>" in line for line in inserted)
    assert any("<mark UNWIND of increment>" in line for line in inserted)
    assert " at 0x" not in "\n".join(lines)


def test_a_context_without_an_inner_context():
    class Lost(irtrack.Context):
        def inner(self, f):
            return None

    message = "Lost.inner() returns the Context of the calls that a function makes, not NoneType None"
    assert message_of(TypeError, track, Lost(), top, 1).endswith(message)
    assert track(top, 1).value == top(1)


def test_code_tracked_bad_input():
    assert message_of(ValueError, irtrack.code_tracked, irtrack.printlevels) == (
        "printlevels is not rewritten: irtrack's own functions run natively"
    )
    assert message_of(TypeError, irtrack.code_tracked, increment, DepthLimitContext) == (
        "code_tracked() takes a context's instance: did you mean DepthLimitContext(...)?"
    )
    message = message_of(TypeError, irtrack.code_tracked, increment, 3)
    assert message == "code_tracked() takes a Context as its second argument, not int 3"


class Secretive:
    def __getattribute__(self, name):
        raise RuntimeError(name)


class Proxy:
    asked = 0

    @property
    def __class__(self):
        Proxy.asked += 1
        return int


def test_values_that_answer_no_questions_are_recorded():
    def hold():
        secret, proxy = Secretive(), Proxy()
        return [secret, proxy], 1

    node = track(hold)
    out = io.StringIO()
    printlevels(node, 3, file=out)
    assert "Secretive" in out.getvalue()
    assert irtrack.check(node) == []
    assert Proxy.asked == 0


class ShutError(Exception):
    def __setattr__(self, name, value):
        raise RuntimeError(name)

    def __getattribute__(self, name):
        raise RuntimeError(name)


def test_an_exception_that_lets_nobody_touch_it_passes_through():
    def fail():
        raise ShutError

    with pytest.raises(ShutError) as caught:
        track(fail)
    assert type(caught.value) is ShutError


def test_tuples_in_tuples_are_arguments_as_any_others() -> None:
    deep: tuple[Any, ...] = ()
    wide: tuple[Any, ...] = (Secretive(),)
    for _ in range(5000):
        deep = (deep,)
    for _ in range(100):
        wide = (wide,) * 8
    for value in deep, wide:
        node = track(lambda one: [one], value)
        assert [type(child).__name__ for child in node.children[2:]] == ["SpecialCallNode", "ReturnNode"]


# -- what a program may do to names ------------------------------------------------------------------------------------


class Raising(type):
    """A metaclass whose classes raise whenever an attribute is looked up."""

    def __getattribute__(cls, name: str) -> Any:
        raise RuntimeError(f"asked for {name}")


def uses_a_raising_metaclass() -> Any:
    class Odd(metaclass=Raising):
        def __init__(self) -> None:
            self.x = 1

        def own(self) -> Any:
            return self

    class Items(list, metaclass=Raising):
        pass

    odd = Odd()
    odd.y = 2
    items = Items()
    items.append(3)
    return odd.own(), Odd, items.copy()


def test_a_metaclass_that_raises_is_not_asked() -> None:
    node = track(uses_a_raising_metaclass)
    assert irtrack.check(node) == []
    assert all(isinstance(child.metadata, dict) for child in node)
    shown = "\n".join(map(str, [node, *node.children]))
    assert "Odd" in shown
    assert "RuntimeError" not in shown


def test_names_move_no_cursor() -> None:
    def named() -> Any:
        def inner() -> int:
            return 1

        inner.__qualname__ = "two\nlines\x1b[31m"

        class Shown:
            pass

        Shown.__qualname__ = "red\x1b[31m\n"
        return inner(), Shown(), [Shown]

    node = track(named)
    shown = [str(n) for n in (node, *node.children)]
    assert any("two lines\\x1b[31m" in line or "two\\nlines\\x1b[31m" in line for line in shown)
    assert all(line.isprintable() for line in shown)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: irtrack.verify(3), "verify() takes an IR, as code_ir() returns it, not int 3"),
        (lambda: irtrack.Dropped([1]), "Dropped() takes an array, not list [1]"),
        (
            lambda: irtrack.printlevels(track(abs, -1), file=5),
            "file is what text can be written to, such as sys.stderr, not 5",
        ),
    ],
)
def test_wrong_arguments_say_what_is_wanted(call: Any, message: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == message


def test_an_interrupt_before_the_log_is_taken_leaves_the_last_record(monkeypatch: pytest.MonkeyPatch) -> None:
    first = track(lambda x: x + 1, 30)

    def interrupted(self: Any, context: Context) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(irtrack.record.recorder.Recorder, "begin", interrupted)
        with pytest.raises(KeyboardInterrupt) as raised:
            track(lambda x: x + 2, 150)
    assert irtrack.trace_of(raised.value) is None
    assert track(lambda x: x * 2, 4).value == 8
    assert [child.value for child in first.children][1:] == [30, 31, 31]
    assert irtrack.check(first) == []


# -- what a lookup gave, and what a call passed -----------------------------------------------------------------------


def callee_and_arguments(f, *arguments):
    """The text of the last call of a run, whose record is right."""
    record = track(f, *arguments)
    assert irtrack.check(record) == []
    call = [node for node in record.children if isinstance(node, CallNode) and node.function.value is not getattr][-1]
    return [operand.value for operand in call.operands]


Pair = namedtuple("Pair", "convert")


class Holder:
    __slots__ = ("convert",)

    def __init__(self, convert):
        self.convert = convert


class Giving:
    def __getattr__(self, name):
        return str.upper


class Having:
    @property
    def convert(self):
        return str.upper


@pytest.mark.parametrize(
    "owner",
    [Holder(str.upper), Pair(str.upper), types.SimpleNamespace(convert=str.upper), Giving(), Having()],
    ids=lambda owner: type(owner).__name__,
)
def test_a_method_that_is_an_attribute_gets_no_receiver(owner):
    def converts(owner):
        return owner.convert("abc")

    assert callee_and_arguments(converts, owner) == [str.upper, "abc"]


def test_a_function_that_a_property_gives_gets_no_receiver():
    def first(a, b=0):
        return a

    class Owner:
        @property
        def first(self):
            return first

    def calls(owner):
        return owner.first(first(owner))

    owner = Owner()
    assert callee_and_arguments(calls, owner) == [first, owner]
    record = track(calls, owner)
    assert [(argument.name, argument.number) for argument in record[-2].children[1:3]] == [("a", 2), ("b", None)]


def test_a_partial_passes_other_arguments_than_a_method_at_the_same_place():
    def f(a, b=0, c=0):
        return a

    def calls(callables):
        return [c(10) for c in callables]

    record = track(calls, [types.MethodType(f, "self"), functools.partial(f, 1, 2)])
    assert irtrack.check(record) == []
    record = track(calls, [functools.partial(f, 1, 2), types.MethodType(f, "self")])
    assert irtrack.check(record) == []


def test_a_class_method_that_is_a_partial():
    def f(a, b=0, c=0):
        return a, b, c

    class Owner:
        made = classmethod(functools.partial(f, 9))

    record = track(lambda c: c(5), Owner.made)
    assert record.value == (9, Owner, 5)
    assert irtrack.check(record) == []


def test_a_function_keeps_its_builtins():
    namespace = {"__builtins__": {"len": lambda x: "restricted"}}
    exec(
        "def f(x):\n    return len(x)\ndef g(x):\n    return f(x), (lambda: len(x))()\nh = lambda x: len(x)", namespace
    )
    f, g, h = namespace["f"], namespace["g"], namespace["h"]
    assert track(g, [1]).value == ("restricted", "restricted")
    namespace["__builtins__"] = builtins
    assert f([1]) == track(f, [1]).value == "restricted"
    record = track(lambda: (g([1]), h([1])))
    assert record.value == (g([1]), h([1]))
    reason = "a function whose globals have got other builtins since it was made runs natively"
    assert native_reasons(record) == {reason}


# -- recorders --------------------------------------------------------------------------------------------------------


def test_a_recording_within_a_collection_is_kept():
    def work(n):
        t = 0
        for i in range(n):
            t = t + i * 3
        return t

    class Owner:
        pass

    gc.collect()
    kept = []
    owner = Owner()
    owner.record, owner.itself = track(work, 100), owner
    watching = weakref.ref(owner, lambda reference: kept.append(track(work, 100)))
    del owner
    gc.collect()
    assert watching() is None
    assert irtrack.check(kept[0]) == []
    assert kept[0].value == work(100)


def test_a_recording_that_interrupts_have_lost_does_not_keep_the_collector_back():
    thresholds = gc.get_threshold()
    lost = recorder.Recorder()

    def track_once():
        garbage.begin(lost.reference)

    track_once()
    assert gc.get_threshold() != thresholds
    track(increment, 1)
    assert gc.get_threshold() == thresholds


def test_views_do_not_keep_a_bytearray_from_changing_its_size():
    def taken(data, n):
        first = bytes(memoryview(data)[:n])
        del data[:n]
        return first

    def run():
        data = bytearray(b"hello world")
        parts = [taken(data, n) for n in (1, 2, 3)]
        view = memoryview(data)
        parts.append((view[0], bytes(view[1:3]), view == data, view[-1:] == b"d"))
        del view
        data.append(33)
        return parts, data

    for _ in range(2):
        node = track(run)
        assert node.value == run()
        assert irtrack.check(node) == []
    view = next(child for child in node.children if str(child).count("memoryview"))
    assert repr(view.value) == "u8[5] (not kept)"
