"""`check` says nothing about correct records, and something about every damaged one."""

import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irtrack
from irtrack.ir.language import Location
from irtrack.record.check import Checked
from irtrack.record.nodes.kinds import (
    ArgumentNode,
    CallNode,
    GapNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node
from irtrack.record.nodes.tape import TapeConstant
from irtrack.record.recompute import equal
from irtrack.rules import purity

# -- programs ---------------------------------------------------------------------------------------------------------


def scaled(a, b, *, c=1):
    return a * b + c


class Box:
    def __init__(self, content):
        self.content = content

    def get(self, default=None):
        return default if self.content is None else self.content

    @classmethod
    def of(cls, *contents, **named):
        return cls((contents, named))


class Lid(Box):
    def get(self, default=None):
        return super().get(default)


def fail(values):
    raise ValueError(len(values))


def work(x, n):
    total = 0.0
    i = 0
    while i < n:
        total += scaled(x, i, c=2)
        i += 1
    box = Box(total)
    pair = (total, i)
    first, second = pair
    text = "x".upper() + str(n)
    out, other = [], []
    for item in pair:
        out.append(item)
    try:
        fail(out)
    except ValueError as error:
        out[0] = error.args
    if x is None:
        return None
    return box.get() if second == n else (text, first, other)


def numbers(n):
    t, x = (), 0.0
    for i in range(n):
        x = x * 1.5 - i / 3
        t += (x,)
    nan = float("nan")
    z = np.float64(x)
    return t[1:], min(t), nan != nan, nan + 1, -0.0 * 1, 2**100, f"{x:.3f} {n!r:>5}", math.sin(x), z / 3, str(z)


def containers(n):
    b = {"b": {n}}
    d = {"a": [n], **b}
    d["c"], (first, *rest) = n, range(n)
    del d["a"]
    return [(k, v) for k, v in d.items() if v], {first: rest}, "b" in d, d.get("a"), sorted(rest)[::-1]


def exceptions(n):
    seen = []
    for i in range(n):
        last = 1
        try:
            last = 2
            if i % 2:
                raise KeyError(i)
            last = "three"
            int("a")
        except (KeyError, ValueError) as error:
            seen.append((last, error.args))
        finally:
            last = None
    try:
        return undefined
    except NameError:
        return seen, last


def classes(n):
    boxes = [Box.of(n, k=1), Lid(n), Lid(None)]
    get, named = boxes[0].get, {"c": n}
    partial = functools.partial(scaled, 2)
    return [box.get(5) for box in boxes], get(), boxes[1].of(3).content, partial(n, c=3), scaled(*(1, 2), **named)


def loops_without_entries(n):
    a, b, on = 0, 1, True
    for _ in range(n):
        a, b = b, a
    while on:
        on = False
    k = None
    while k is None:
        k = a and b
    return a, b, k


def deep(n):
    return n if n == 0 else deep(n - 1) + 1


def with_manager(n):
    import contextlib

    with contextlib.suppress(ZeroDivisionError), contextlib.nullcontext(n) as m:
        return m / 0
    return m


def arrays(n):
    a = np.linspace(0, 1, n)
    b = a + 1
    a[0] = 5.0
    a *= 2
    return (a @ b).item(), a[1:] < b[1:], np.sqrt(b)


def library(n):
    import json
    import textwrap

    return textwrap.fill("the quick brown fox " * n, 30), json.dumps({"a": [1, 2.5, None]}, indent=n)


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (work, (2.0, 3)), (numbers, (6,)), (containers, (4,)), (exceptions, (5,)), (classes, (3,)), (deep, (300,)),
    (loops_without_entries, (5,)), (with_manager, (3,)), (arrays, (7,)), (library, (3,)), (Box, (4,)),
    (functools.partial(scaled, 1), (2,)), (len, ("abc",)),
]  # fmt: skip


@pytest.mark.parametrize(("program", "arguments"), PROGRAMS, ids=lambda x: getattr(x, "__name__", None))
def test_correct_records_have_no_problems(program, arguments):
    for _ in range(20):  # the interpreter specialises its instructions on the way
        node = irtrack.track(program, *arguments)
        assert irtrack.check(node) == []


def test_a_record_that_ends_in_an_exception():
    with pytest.raises(ValueError, match="2") as info:
        irtrack.track(fail, [1, 2])
    node = irtrack.trace_of(info.value)
    assert node is not None
    assert irtrack.check(node) == []


def test_arrays_that_were_not_kept():
    def program(n):
        a = np.zeros(n)
        return scaled(a, 2) + a

    node = irtrack.track(irtrack.Context(max_bytes=0), program, 10_000)
    assert irtrack.check(node) == []


def test_what_changes_afterwards_is_no_problem():
    def program(a, values):
        b = a + a
        values.append(b)
        return b

    a, values = np.ones(3), []
    node = irtrack.track(program, a, values)
    a[:] = 7
    node.value[:] = 8
    values.clear()
    assert irtrack.check(node) == []


def test_deep_records_are_checked_without_recursion():
    node: Any = irtrack.track(deep, 600)
    import sys

    limit, depth = sys.getrecursionlimit(), 0
    frame = sys._getframe()
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    sys.setrecursionlimit(depth + 120)
    try:
        assert irtrack.check(node) == []
    finally:
        sys.setrecursionlimit(limit)
    bottom = node
    while any(isinstance(child, NestedCallNode) for child in bottom):
        bottom = next(child for child in bottom if isinstance(child, NestedCallNode))
    bottom[-1].value = 1
    (problem, *_) = irtrack.check(node)
    assert problem.count(".@") == 600


# -- damage -----------------------------------------------------------------------------------------------------------

DAMAGES: list[Callable[[Any], None]] = []


def damage(function: Callable[[Any], None]) -> Callable[[Any], None]:
    DAMAGES.append(function)
    return function


def children(call: Any, kind: type, text: str = "") -> list[Any]:
    return [child for child in call if isinstance(child, kind) and text in str(child)]


def change(node: Any, at: int, operand: Any) -> None:
    operands = list(node._operands)
    operands[at] = operand
    node._operands = tuple(operands)


def rearrange(call: Any, nodes: list[Any]) -> None:
    """Other children, numbered and owned as if they were right; those that are dropped keep their numbers."""
    assert all(child.position for child in call)
    call._children = tuple(nodes)
    for position, node in enumerate(nodes, 1):
        node.position = position
        node.parent = call


def without(call: Any, node: Any) -> None:
    rearrange(call, [child for child in call if child is not node])


def turns(root: Any) -> list[list[Any]]:
    """The nodes of each turn of the while loop."""
    heads = [child.position for child in root if isinstance(child, ArgumentNode) and child.name == "total"]
    return [list(root)[a - 1 : b - 1] for a, b in itertools.pairwise(heads)]


def scaled_calls(root: Any) -> list[Any]:
    return children(root, NestedCallNode, "scaled")


@damage
def reference_to_the_run_before_last(root):
    compare = children(root, PrimitiveCallNode, " < ")[2]
    change(compare, 0, children(root, ArgumentNode, " i = ")[1])


@damage
def reference_to_another_node_of_equal_value(root):
    made = children(root, SpecialCallNode, "(@")[0]
    assert made._operands[1].value is root[3].value
    change(made, 1, root[3])


@damage
def reference_to_another_node_of_equal_type(root):
    change(children(root, PrimitiveCallNode, "+=")[0], 0, root[2])


@damage
def reference_to_a_later_node(root):
    adds = children(root, PrimitiveCallNode, "+= ⟨1⟩")
    change(adds[0], 1, adds[2])


@damage
def reference_to_a_node_of_another_call(root):
    one, other = scaled_calls(root)[:2]
    change(children(one, PrimitiveCallNode, "*")[0], 1, other[2])


@damage
def two_operands_swapped(root):
    product = children(scaled_calls(root)[1], PrimitiveCallNode, "*")[0]
    function, a, b = product._operands
    product._operands = function, b, a


@damage
def two_arguments_of_a_call_swapped(root):
    call = scaled_calls(root)[0]
    change(call, 1, call._operands[2])


@damage
def reference_instead_of_a_constant(root):
    change(children(root, PrimitiveCallNode, "+= ⟨1⟩")[0], 2, children(root, ArgumentNode, " i = ")[1])


@damage
def constant_instead_of_a_reference(root):
    compare = children(root, PrimitiveCallNode, " < ")[0]
    change(compare, 2, TapeConstant(compare._operands[2].value))


@damage
def other_constant_of_equal_value(root):
    change(children(root, PrimitiveCallNode, "+= ⟨1⟩")[0], 2, TapeConstant(True))


@damage
def operand_dropped(root):
    compare = children(root, PrimitiveCallNode, " < ")[0]
    compare._operands = compare._operands[:-1]


@damage
def operand_added(root):
    compare = children(root, PrimitiveCallNode, " < ")[0]
    compare._operands = (*compare._operands, root[3])


@damage
def other_operator(root):
    change(children(root, PrimitiveCallNode, " < ")[0], 0, TapeConstant(operator.le))


@damage
def other_global_function(root):
    change(scaled_calls(root)[0], 0, TapeConstant(fail, "fail"))


@damage
def global_called_otherwise(root):
    change(scaled_calls(root)[0], 0, TapeConstant(scaled, "scale"))


@damage
def other_function_of_the_same_name(root):
    change(scaled_calls(root)[0], 0, TapeConstant(lambda a, b, *, c=1: a * b + c, "scaled"))


@damage
def other_method(root):
    change(children(root, PrimitiveCallNode, "append")[0], 0, TapeConstant(list.remove))


@damage
def method_of_an_equal_object(root):
    out, other = children(root, SpecialCallNode, "[]")
    change(children(root, PrimitiveCallNode, "append")[0], 1, other)
    assert out is not other


@damage
def value_of_an_operator(root):
    children(root, PrimitiveCallNode, "+= ⟨1⟩")[2].value = 4


@damage
def value_of_equal_size_and_other_type(root):
    children(scaled_calls(root)[0], PrimitiveCallNode, "*")[0].value = 0


@damage
def value_with_another_sign_of_zero(root):
    children(scaled_calls(root)[0], PrimitiveCallNode, "*")[0].value = -0.0


@damage
def value_that_is_nan(root):
    children(scaled_calls(root)[0], PrimitiveCallNode, "*")[0].value = math.nan


@damage
def value_that_is_no_number(root):
    children(root, PrimitiveCallNode, " < ")[0].value = []


@damage
def value_of_a_method(root):
    children(root, PrimitiveCallNode, "upper")[0].value = "Y"


@damage
def value_of_a_builtin(root):
    children(root, PrimitiveCallNode, "⟨str⟩(")[0].value = "4"


@damage
def value_of_a_tuple(root):
    children(root, SpecialCallNode, "(@")[0].value = (12.0, 3.0)


@damage
def unpacked_values_exchanged(root):
    one, other = children(root, SpecialCallNode, "unpack")
    one.value, other.value = other.value, one.value


@damage
def value_of_a_store(root):
    children(root, SpecialCallNode, "[⟨0⟩] = ")[0].value = ("3",)


@damage
def store_into_another_object(root):
    change(children(root, SpecialCallNode, "[⟨0⟩] = ")[0], 0, children(root, SpecialCallNode, "[]")[1])


@damage
def jump_redirected(root):
    children(root, JumpNode)[0].target += 1


@damage
def jump_along_the_other_branch(root):
    jump = children(root, JumpNode, "since")[0]
    jump.location = Location(jump.location.block, "&", 2)
    jump.holds = False
    jump.target = root.body_ir.blocks[jump.location.block - 1].terminator.otherwise.target


@damage
def jump_that_says_the_opposite(root):
    children(root, JumpNode, "since")[0].holds = False


@damage
def jump_by_a_branch_that_does_not_exist(root):
    jump = children(root, JumpNode)[0]
    jump.location = Location(jump.location.block, "&", 3)


@damage
def jump_with_its_arguments_swapped(root):
    jump = children(root, JumpNode)[0]
    jump._operands = jump._operands[::-1]


@damage
def jump_with_an_argument_dropped(root):
    jump = children(root, JumpNode)[0]
    jump._operands = jump._operands[:-1]


@damage
def jump_with_an_older_argument(root):
    jumps = [jump for jump in children(root, JumpNode) if jump.target == 2]
    change(jumps[2], 1, jumps[1]._operands[1])


@damage
def condition_of_the_turn_before(root):
    jumps = children(root, JumpNode, "since")
    jumps[1]._condition = jumps[0]._condition


@damage
def condition_dropped(root):
    children(root, JumpNode, "since")[0]._condition = None


@damage
def condition_added(root):
    children(root, JumpNode)[0]._condition = root[3]


@damage
def condition_whose_value_says_otherwise(root):
    children(root, JumpNode, "since")[0]._condition.value = False


@damage
def condition_tested_otherwise(root):
    children(root, JumpNode, "since")[0].test = "is None"


@damage
def value_tested_for_none(root):
    root[2].value = None


@damage
def loop_that_is_not_exhausted(root):
    children(root, JumpNode, "is exhausted")[0].test = "has more"


@damage
def statement_dropped(root):
    without(root, children(root, PrimitiveCallNode, "upper")[0])


@damage
def effect_dropped(root):
    without(root, children(root, SpecialCallNode, "[⟨0⟩] = ")[0])


@damage
def jump_dropped(root):
    without(root, children(root, JumpNode)[1])


@damage
def function_argument_dropped(root):
    without(root, root[3])


@damage
def block_argument_dropped(root):
    without(root, children(root, ArgumentNode, " i = ")[1])


@damage
def return_dropped(root):
    without(root, root[-1])


@damage
def raise_dropped(root):
    without(root, children(root, RaiseNode)[0])


@damage
def raise_dropped_below(root):
    call = children(root, NestedCallNode, "fail")[0]
    without(call, call[-1])


@damage
def call_dropped(root):
    without(root, scaled_calls(root)[1])


@damage
def all_children_dropped(root):
    rearrange(scaled_calls(root)[1], [])


@damage
def next_dropped(root):
    without(root, children(root, PrimitiveCallNode, "next")[1])


@damage
def child_doubled(root):
    nodes = list(root)
    add = children(root, PrimitiveCallNode, "+= ⟨1⟩")[0]
    nodes.insert(nodes.index(add), add)
    rearrange(root, nodes)


@damage
def call_doubled(root):
    nodes = list(root)
    calls = scaled_calls(root)
    nodes[nodes.index(calls[1])] = calls[0]
    rearrange(root, nodes)


@damage
def two_children_exchanged(root):
    nodes = list(root)
    i = nodes.index(children(root, PrimitiveCallNode, "upper")[0])
    nodes[i], nodes[i + 1] = nodes[i + 1], nodes[i]
    rearrange(root, nodes)


@damage
def two_arguments_exchanged(root):
    nodes = list(root)
    nodes[1], nodes[2] = nodes[2], nodes[1]
    rearrange(root, nodes)


@damage
def turn_dropped(root):
    turn = turns(root)[1]
    rearrange(root, [node for node in root if node not in turn])


@damage
def turn_doubled(root):
    turn = turns(root)[1]
    nodes = list(root)
    at = nodes.index(turn[0])
    rearrange(root, nodes[:at] + turn + nodes[at:])


@damage
def two_turns_exchanged(root):
    one, other = turns(root)[:2]
    nodes = list(root)
    at = nodes.index(one[0])
    rearrange(root, nodes[:at] + other + one + nodes[at + len(one) + len(other) :])


@damage
def child_behind_the_return(root):
    rearrange(root, [*root, children(root, PrimitiveCallNode, "upper")[0]])


@damage
def child_of_another_call(root):
    one, other = scaled_calls(root)[:2]
    rearrange(one, [*list(one)[:-1], other[-1]])


@damage
def children_of_another_call(root):
    one, other = scaled_calls(root)[:2]
    rearrange(one, list(other))


@damage
def log_of_another_call(root):
    call = scaled_calls(root)[0]
    call.start = children(root, NestedCallNode, "fail")[0].start
    call._children = None


@damage
def position_shifted(root):
    root[4].position = 5


@damage
def other_parent(root):
    root[4].parent = scaled_calls(root)[0]


@damage
def other_location(root):
    node = children(root, PrimitiveCallNode, "upper")[0]
    node.location = Location(node.location.block, "%", node.location.number + 1)


@damage
def other_block(root):
    node = children(root, PrimitiveCallNode, "+= ⟨1⟩")[0]
    node.location = Location(node.location.block + 1, "%", node.location.number)


@damage
def other_statement(root):
    children(root, PrimitiveCallNode, "upper")[0]._statement = children(root, PrimitiveCallNode, "⟨str⟩(")[0]._statement


@damage
def gap(root):
    nodes = list(root)
    nodes[4] = GapNode(root, 5, None, "something odd")
    rearrange(root, nodes)


@damage
def special_form_as_a_call(root):
    nodes = list(root)
    old = children(root, SpecialCallNode, "(@")[0]
    nodes[old.position - 1] = PrimitiveCallNode(root, 0, old.location, old.value, old._operands, old._statement)
    rearrange(root, nodes)


@damage
def block_argument_shifted(root):
    children(root, ArgumentNode, " i = ")[1].number = 1


@damage
def block_argument_of_another_jump(root):
    one, other = children(root, ArgumentNode, " i = ")[:2]
    other.branch = one.branch


@damage
def block_argument_without_branch(root):
    children(root, ArgumentNode, " i = ")[1].branch = None


@damage
def block_argument_from_another_node(root):
    change(children(root, ArgumentNode, " i = ")[1], 0, root[3])


@damage
def block_argument_with_another_value(root):
    children(root, ArgumentNode, " total = ")[1].value = 2.5


@damage
def block_argument_with_an_equal_value(root):
    argument = children(root, ArgumentNode, " total = ")[1]
    argument.value = argument.value * 1.0


@damage
def block_argument_with_another_name(root):
    children(root, ArgumentNode, " i = ")[1].name = "j"


@damage
def function_argument_with_another_value(root):
    scaled_calls(root)[1][2].value = 2.5


@damage
def function_arguments_shifted(root):
    scaled_calls(root)[1][2].number = 3


@damage
def keyword_passed_by_number(root):
    scaled_calls(root)[1][4].number = 4


@damage
def function_argument_of_another_call(root):
    one, other = scaled_calls(root)[:2]
    one[2].branch = other


@damage
def function_argument_of_the_root(root):
    root[2].value = 2.5


@damage
def function_itself(root):
    scaled_calls(root)[0][1].value = fail


@damage
def value_of_a_nested_call(root):
    scaled_calls(root)[2].value = 6.5


@damage
def value_of_a_constructor(root):
    children(root, NestedCallNode, "Box⟩(")[0].value = Box(12.0)


@damage
def value_of_the_root(root):
    root.value = 12.5


@damage
def value_of_a_return(root):
    call = scaled_calls(root)[0]
    call[-1].value = call.value = 2.5


@damage
def return_of_another_node(root):
    call = scaled_calls(root)[0]
    change(call[-1], 0, call[2])


@damage
def call_that_raised_as_well(root):
    scaled_calls(root)[0].exception = ValueError(2)


@damage
def other_exception(root):
    children(root, RaiseNode)[0].exception = ValueError(2)


@damage
def other_exception_of_the_call(root):
    children(root, NestedCallNode, "fail")[0].exception = ValueError(2)


@damage
def other_exception_all_over(root):
    call, raised = children(root, NestedCallNode, "fail")[0], children(root, RaiseNode)[0]
    call.exception = raised.exception = raised.value = call[-1].exception = call[-1].value = ValueError(2)


@damage
def raise_of_no_call(root):
    children(root, RaiseNode)[0].call = None


@damage
def raise_of_another_call(root):
    children(root, RaiseNode)[0].call = scaled_calls(root)[0]


@damage
def raise_that_leaves(root):
    children(root, RaiseNode)[0].target = None


@damage
def raise_to_another_block(root):
    children(root, RaiseNode)[0].target = 2


@damage
def raise_that_reads_another_node(root):
    raised = children(root, RaiseNode)[0]
    raised._reads = (raised._reads[0], children(root, SpecialCallNode, "[]")[1])


@damage
def raise_that_passes_another_node(root):
    change(children(root, RaiseNode)[0], -1, root[3])


@damage
def raise_of_another_statement(root):
    children(root, RaiseNode)[0].statement = scaled_calls(root)[0]._statement


@damage
def raise_of_another_object(root):
    call = children(root, NestedCallNode, "fail")[0]
    call[-1]._reads = (call[2],)


def record() -> Any:
    return irtrack.track(work, 2.0, 3)


@pytest.mark.parametrize("damaged", DAMAGES, ids=lambda f: f.__name__)
def test_damage_is_reported(damaged):
    root = record()
    assert irtrack.check(root) == []
    damaged(root)
    problems = irtrack.check(root)
    assert problems
    assert all(problem.startswith("@") for problem in problems)


def test_there_are_many_kinds_of_damage():
    assert len(DAMAGES) >= 90


@pytest.mark.parametrize("seed", range(8))
def test_any_reference_moved_anywhere_is_reported(seed):
    """Every reference of the record, one at a time, moved to some other node of the same call."""
    root = record()
    calls = [root, *(node for node in irtrack.query(root, irtrack.Descendant) if isinstance(node, NestedCallNode))]
    moved = 0
    for call in calls:
        for child in call:
            for at, operand in enumerate(child._operands):
                if not isinstance(operand, Node) or operand is child:
                    continue
                others = [node for node in call if node is not operand]
                original = child._operands
                change(child, at, others[(seed * 31 + at * 7 + child.position) % len(others)])
                assert irtrack.check(root), f"{child} operand {at}"
                child._operands = original
                moved += 1
    assert moved > 60
    assert irtrack.check(root) == []


def test_any_child_dropped_is_reported():
    count = len(record())
    for position in range(1, count + 1):
        root = record()
        without(root, root[position])
        assert irtrack.check(root), position


def test_the_path_of_a_problem():
    root = record()
    call = scaled_calls(root)[0]
    product = children(call, PrimitiveCallNode, "*")[0]
    product._operands = (product._operands[0], call[3], call[2])
    assert irtrack.check(root) == [
        f"@{call.position}.@5: operand 2 is @3, but the variable was assigned last by @2",
        f"@{call.position}.@5: operand 3 is @2, but the variable was assigned last by @3",
    ]
    assert irtrack.check(call)[0].startswith("@5: operand 2")


# -- statistics -------------------------------------------------------------------------------------------------------


def test_stats_count_every_node_once():
    def program(x):
        y = x * 2 + 1
        return [y]

    checked = irtrack.check(irtrack.track(program, 3), stats=True)
    assert isinstance(checked, Checked)
    # compared: the root, its two arguments, the return; recomputed: the operators; neither: the list
    assert (checked.problems, checked.recomputed, checked.compared, checked.neither) == ([], 2, 4, 1)
    assert str(checked) == "0 problems; 7 nodes: 2 recomputed, 4 compared, 1 neither"


@pytest.mark.parametrize(("program", "arguments"), PROGRAMS, ids=lambda x: getattr(x, "__name__", None))
def test_stats_add_up(program, arguments):
    node = irtrack.track(program, *arguments)
    checked = irtrack.check(node, stats=True)
    nodes = 1 + len(irtrack.query(node, irtrack.Descendant))
    assert checked.recomputed + checked.compared + checked.neither == nodes
    assert min(checked.recomputed, checked.compared, checked.neither) >= 0


def test_single_nodes():
    root = record()
    node = children(root, PrimitiveCallNode, "+= ⟨1⟩")[0]
    assert irtrack.check(node) == []
    node.value = 7
    assert irtrack.check(node) == [f"@{node.position}: gives 7, but applied again 1"]
    assert irtrack.check(children(root, ReturnNode)[0]) == []
    assert isinstance(irtrack.track(len, "abc"), CallNode)


def test_bad_input():
    with pytest.raises(TypeError, match=r"check\(\) takes a node, as track\(\) returns it, not int 3"):
        irtrack.check(3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"check\(\) takes stats=True or stats=False, not 'all'"):
        irtrack.check(record(), stats="all")  # type: ignore[call-overload]


# -- values -----------------------------------------------------------------------------------------------------------


def test_equality_knows_nan_zero_and_type():
    assert equal(math.nan, float("nan"))
    assert equal((1, (math.nan,)), (1, (float("nan"),)))
    assert equal(complex(math.nan, 0.0), complex(math.nan, 0.0))
    assert equal(np.float64("nan"), np.float64("nan"))
    assert not equal(0.0, -0.0)
    assert not equal(1, True)
    assert not equal((1,), (1.0,))
    assert not equal(np.float64(1), 1.0)


def test_long_tuples_and_deep_ones_are_linear():
    def wide(n):
        t = tuple(range(n))
        s = 0
        for i in range(n):
            s += t[i]
        return s

    def nested(n):
        t = ()
        for i in range(n):
            t = (t, i)
        return t[0]

    checked = irtrack.check(irtrack.track(wide, 3000), stats=True)
    assert not checked.problems
    assert checked.recomputed > 6000
    assert irtrack.check(irtrack.track(nested, 5000)) == []


def test_the_table_of_purity():
    functions = [row.function for row in purity.ROWS]
    assert len({id(function) for function in functions}) == len(functions)
    assert all(callable(function) for function in functions)
    for impure in (print, input, id, setattr, next, iter, list.append, np.random.random, operator.setitem):
        assert impure not in functions
