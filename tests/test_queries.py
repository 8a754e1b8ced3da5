"""Axes and references. The first part is IRTracker's "Trying it out", query by query, in Python."""

import math
import sys
from types import SimpleNamespace

import pytest

import irtrack
from irtrack import Ancestor, Child, Descendant, Following, Parent, Preceding, track
from irtrack.record.nodes import references
from irtrack.record.nodes.axes import Axis
from irtrack.record.values import value_text


def sin(x):
    return math.sin(x)


def f(x):
    return sin(x) + x


def h(x, n):
    r = x * 0
    i = 0
    while i < n:
        r += x**i
        i += 1
    return r


def add(a, b, /, *rest, k=0, **others):
    return a + b + k


def increment(x):
    return add(x, 1)


def inverse(x):
    try:
        y = 1 / (x * 0)
    except ZeroDivisionError as error:
        y = error
    return y


def positions(nodes):
    """[4, 3, 2] for @4, @3, @2."""
    return [node.position for node in nodes]


def numbered(node, axis=Preceding):
    return [(number, found.position) for number, found in node.referenced(axis, numbered=True)]


@pytest.fixture
def node():
    return track(f, 1.0)


# -- IRTracker's queries ----------------------------------------------------------------------------------------------

LINES = {
    2: "@2: [Arg:§1:%2] x → 1.0::float",
    3: "@3: [§1:%3] ⟨sin⟩(@2) → 0.8414709848078965::float",
    4: "@4: [§1:%4] @3 + @2 → 1.8414709848078965::float",
    5: "@5: [§1:&1] return @4 → 1.8414709848078965::float",
}


def lines(nodes):
    return [str(node) for node in nodes]


def test_printlevels(node, capsys):
    irtrack.printlevels(node, 2)
    first, function, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("f(⟨1.0⟩) → 1.8414709848078965::float ")
    assert function == "  @1: [Arg:§1:%1] f → <function f>"
    assert rest == ["  " + LINES[position] for position in (2, 3, 4, 5)]


def test_children_and_parent(node):
    assert lines(node.children) == ["@1: [Arg:§1:%1] f → <function f>", *LINES.values()]
    assert node[4].parent is node


def test_referenced(node):
    assert lines(node[5].referenced()) == [LINES[4]]


def test_backward(node):
    assert lines(node[5].backward()) == [LINES[4], LINES[3], LINES[2]]
    assert irtrack.backward(node[5]) == [node[4], node[3], node[2]]


def test_referenced_numbered(node):
    assert node[5].referenced(numbered=True) == [(1, node[4])]
    assert node[4].referenced(numbered=True) == [(2, node[3]), (3, node[2])]


def test_dependents(node):
    assert lines(node[2].dependents()) == [LINES[3], LINES[4]]


def test_forward(node):
    assert lines(node[2].forward()) == [LINES[3], LINES[4], LINES[5]]
    assert irtrack.forward(node[2]) == [node[3], node[4], node[5]]


def test_properties_of_a_node(node):
    assert type(node[3]) is irtrack.NestedCallNode
    assert node[3].value == 0.8414709848078965
    assert repr(node[3].function) == "⟨sin⟩"
    assert node[3].function.value is sin
    assert repr(node[3].arguments) == "(@2,)"
    assert tuple(argument.value for argument in node[3].arguments) == (1.0,)


def test_location_and_ir(node, capsys):
    irtrack.printlevels(node[4], 1)
    assert capsys.readouterr().out.splitlines()[0].rstrip() == LINES[4]
    assert str(node[4].location) == "§1:%4"
    assert str(node[4].ir) == "1: (%1 = f, %2 = x)\n  %3 = sin(%2)\n  %4 = %3 + %2\n  return %4"
    assert str(node[4].ir[node[4].location]) == "%4 = %3 + %2"


# -- IRTracker's own tests of them ------------------------------------------------------------------------------------


def test_references_within_a_call_and_to_its_parent():
    call = track(increment, 42)  # @3: ⟨add⟩(@2, ⟨1⟩)
    inner = call[3]  # @2: a, @3: b, ... @7: @2 + @3, @8: @7 + @4, @9: return @8
    assert [positions(child.referenced()) for child in call] == [[], [], [2], [3]]
    assert inner[2].referenced() == []
    assert inner[2].referenced(Parent) == [call[2]]
    assert inner[3].referenced(Parent) == []  # ⟨1⟩
    assert inner[7].referenced() == [inner[2], inner[3]]
    assert inner[7].referenced(Parent) == []
    assert inner[7].referenced(Preceding | Parent) == [inner[2], inner[3]]
    assert call[-1].backward(axis=Preceding) == [call[3], call[2]]
    assert positions(inner[9].backward()) == [8, 7, 4, 3, 2]
    assert inner[9].backward(axis=Parent | Preceding) == [*inner[9].backward(), call[2]]
    assert [positions(child.dependents()) for child in call] == [[], [3], [4], []]
    assert [positions(child.forward()) for child in call] == [[], [3, 4], [4], []]


@pytest.mark.parametrize(("function", "arguments"), [(f, (1.0,)), (h, (2.0, 3)), (increment, (1,)), (inverse, (1.0,))])
def test_dependents_is_the_converse_of_referenced(function, arguments):
    call = track(function, *arguments)
    for nested in [call, *(child for child in call.query(Descendant) if child.children)]:
        pairs = {(child, found) for child in nested for found in child.referenced()}
        assert pairs == {(child, found) for found in nested for child in found.dependents()}
        assert all(child.position > found.position for child, found in pairs)


# -- what each kind of node refers to ---------------------------------------------------------------------------------


def test_an_operand_that_stands_twice_is_referenced_twice_and_depends_once():
    call = track(lambda x: x * x, 3)
    assert numbered(call[3]) == [(2, 2), (3, 2)]
    assert positions(call[3].referenced()) == [2, 2]
    assert positions(call[2].dependents()) == [3]


def test_a_call_numbers_keywords_and_stars():
    def call_it(g, x, t, d):
        g(x, x, t, k=x, z=t)
        g(1, x, k=2)
        return g(*t, **d)

    call = track(call_it, add, 1.0, (1.0, 2.0), {"k": 3})
    named, constant, starred = (child for child in call if isinstance(child, irtrack.NestedCallNode))
    assert numbered(named) == [(1, 2), (2, 3), (3, 3), (4, 4), ("k", 3), ("z", 4)]
    assert numbered(constant) == [(1, 2), (3, 3)]
    assert numbered(starred)[:2] == [(1, 2), ("*", 4)]
    assert [number for number, _ in numbered(starred)] == [1, "*", "**"]
    assert positions(named.referenced()) == [2, 3, 3, 4, 3, 4]


def test_an_argument_refers_along_parent_to_what_the_call_passed():
    def call_it(g, x, y):
        return g(x, 1, x, k=y)

    call = track(call_it, add, 1.0, 2.0)
    names = {child.name: child for child in call[5] if isinstance(child, irtrack.ArgumentNode)}
    assert {name: numbered(child, Parent) for name, child in names.items()} == {
        "add": [(1, 2)],
        "a": [(1, 3)],
        "b": [],  # a constant
        "rest": [],  # put together from what was left
        "k": [(1, 4)],
        "others": [],
    }
    assert all(child.referenced() == [] for child in names.values())
    assert numbered(names["k"], Preceding | Parent) == [(1, 4)]
    assert call[3].referenced(Parent) == []  # the root was not called by a node


def test_jumps_and_the_arguments_of_blocks():
    call = track(h, 2.0, 2)
    assert numbered(call[5]) == [(1, 4)]  # goto §2 (@4, ⟨0⟩)
    assert numbered(call[6]) == [(1, 4)]  # r = @5#1: what was passed, not the jump
    assert numbered(call[7]) == []  # i = @5#2: a constant
    assert numbered(call[9]) == [("condition", 8)]
    assert numbered(call[13]) == [(1, 11), (2, 12)]
    assert call[6].referenced(Parent) == []
    assert positions(call[4].dependents()) == [5, 6]


def test_the_condition_of_a_jump_comes_before_what_it_passes():
    def choose(x, y):
        z = x * 2
        if y:
            z = y + 1
        return z

    call = track(choose, 1, 0)
    jump = call[5]
    assert str(jump) == "@5: [§1:&2] goto §3 (@4) since not @3"
    assert numbered(jump) == [("condition", 3), (1, 4)]
    assert positions(jump.referenced()) == [3, 4]


def test_a_raise_refers_to_what_its_statement_read():
    call = track(inverse, 1.0)
    raised = call[4]
    assert isinstance(raised, irtrack.RaiseNode)
    assert numbered(call[4]) == [("raised_from", 3)]  # never to itself, though it passes the exception
    assert numbered(call[5]) == [(1, 4)]
    assert positions(call[-1].backward())[-3:] == [4, 3, 2]


def test_a_raise_refers_to_the_call_it_came_out_of_and_to_what_it_passes():
    def outer(x):
        y = x + 1
        try:
            if x:
                y = x
            add(None, y)
        except TypeError:
            pass
        return y

    call = track(outer, 1)
    raised = next(child for child in call if isinstance(child, irtrack.RaiseNode))
    assert str(raised).endswith("goto §3 (@5, exception)")
    assert raised.call is call[6]
    assert numbered(raised) == [("call", 6), ("raised_from", 5), (1, 5)]
    assert positions(raised.referenced()) == [6, 5, 5]
    assert numbered(call[8]) == [(1, 5)]  # y
    assert numbered(call[9]) == [(1, 7)]  # the exception is the raise's own
    assert positions(call[6].dependents()) == [7]


# -- axes -------------------------------------------------------------------------------------------------------------


def test_axes(node):
    inner = node[3]
    assert node.query(Child) == list(node.children)
    assert inner.query(Child) == list(inner.children)
    assert node[2].query(Child) == []
    assert inner[2].query(Parent) == [inner]
    assert inner[2].query(Ancestor) == [inner, node]
    assert node[3].query(Preceding) == [node[2], node[1]]
    assert node[3].query(Following) == [node[4], node[5]]
    assert node[1].query(Preceding) == node[5].query(Following) == []
    assert node.query(Descendant) == [node[1], node[2], inner, *inner.children, node[4], node[5]]
    assert irtrack.query(node, Descendant) == node.query(Descendant)


@pytest.mark.parametrize("axis", [Parent, Preceding, Following, Ancestor])
def test_nothing_is_around_a_root(node, axis):
    assert node.query(axis) == []


def test_a_root_refers_to_nothing(node):
    assert node.referenced() == node.backward() == node.dependents() == node.forward() == []


# -- many steps -------------------------------------------------------------------------------------------------------


def test_a_loop_is_walked_nearest_first():
    call = track(h, 2.0, 2)
    assert positions(call[26].backward()) == [22, 19, 18, 15, 14, 12, 11, 10, 7, 6, 4, 2]
    assert positions(call[15].forward()) == [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26]


def test_no_node_comes_before_one_that_refers_to_it():
    def twisted(x):
        y = x + 1
        z = y * 2
        return y - z

    call = track(twisted, 1)
    assert positions(call[5].referenced()) == [3, 4]
    assert positions(call[6].backward()) == [5, 4, 3, 2]


def test_backward_calls_a_function_for_each_node():
    call = track(f, 1.0)
    seen = []

    def visit(node, found):
        seen.append((node.position, positions(found)))
        return len(seen)

    assert call[5].backward(visit) == 4  # what the last call gave
    assert seen == [(5, [4]), (4, [3, 2]), (3, [2]), (2, [])]


def test_forward_calls_a_function_for_each_node():
    call = track(f, 1.0)
    seen = []
    result = irtrack.forward(call[2], lambda node, found: seen.append((node.position, positions(found))))
    assert result is None
    assert seen == [(2, [3, 4]), (3, [4]), (4, [5]), (5, [])]


def test_a_function_cuts_the_walk():
    call = track(f, 1.0)
    seen = []

    def only_the_first(node, found):
        seen.append(node.position)
        del found[1:]

    call[4].backward(only_the_first)
    assert seen == [4, 3, 2]
    seen.clear()
    call[2].forward(lambda node, found: (seen.append(node.position), found.clear()))
    assert seen == [2]
    assert positions(call[2].forward()) == [3, 4, 5]  # the index is not the list that was cut


def test_backward_through_calls_leaves_them_by_their_arguments(node):
    inner = node[3]
    assert inner[4].backward() == [inner[3], inner[2]]
    assert inner[4].backward(axis=Preceding | Parent) == [inner[3], inner[2], node[2]]
    assert inner[2].backward(axis=Parent) == [node[2]]


def test_walks_are_linear(monkeypatch):
    call = track(h, 1.0, 1000)
    asked = []
    preceding = references._preceding
    monkeypatch.setattr(references, "_preceding", lambda node: (asked.append(node), preceding(node))[1])
    for child in call:
        child.dependents()
    assert asked == list(call.children)  # one index for all questions
    asked.clear()
    call[2].forward()
    assert asked == []
    walked = call[-1].backward()
    assert asked == [call[-1], *walked]  # each node once


def down(n):
    return down(n - 1) if n else 0


def test_a_deep_record_needs_no_recursion():
    call = track(down, 400)
    deepest = call
    while deepest is not None:
        last, deepest = deepest, next((child for child in deepest if child.children), None)
    expected = sum(len(nested) for nested in [last, *last.query(Ancestor)])
    limit, frame, depth = sys.getrecursionlimit(), sys._getframe(), 0
    while frame := frame.f_back:
        depth += 1
    sys.setrecursionlimit(depth + 80)
    try:
        ancestors, descendants = last.query(Ancestor), call.query(Descendant)
        above = last[2].backward(axis=Preceding | Parent)
    finally:
        sys.setrecursionlimit(limit)
    assert len(ancestors) == 400
    assert ancestors[-1] is call
    assert len(descendants) == expected
    assert above[-1] is call[2]


# -- wrong arguments --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda n: irtrack.query(3, Child), "query() takes a node, as track() returns it, not int 3"),
        (lambda n: irtrack.backward(3), "backward() takes a node, as track() returns it, not int 3"),
        (lambda n: irtrack.forward("x"), "forward() takes a node, as track() returns it, not str 'x'"),
        (lambda n: references.referenced(3), "referenced() takes a node, as track() returns it, not int 3"),
        (lambda n: references.dependents(3), "dependents() takes a node, as track() returns it, not int 3"),
        (
            lambda n: n.query("child"),
            "query() takes one of the axes Parent, Child, Preceding, Following, Ancestor, Descendant, "
            "as in query(node, Child), not 'child'",
        ),
        (lambda n: n.query(int), "as in query(node, Child), not <class int>"),
        (lambda n: n.query(Axis), "as in query(node, Child), not <class Axis>"),
        (lambda n: n.query(Child()), "as in query(node, Child), not <Child>"),
        (lambda n: n.query(Preceding | Parent), "not irtrack.record.nodes.axes.Preceding | "),
        (
            lambda n: n.referenced(Child),
            "referenced() follows references along Preceding, Parent or Preceding | Parent, not Child",
        ),
        (lambda n: n.referenced(None), "referenced() follows references along Preceding, Parent or Preceding | Parent"),
        (lambda n: n.referenced(True), "or Preceding | Parent, not True"),
        (
            lambda n: n.backward(axis=Following),
            "backward() follows references along Preceding, Parent or Preceding | Parent, not Following",
        ),
        (lambda n: n.backward(axis=Preceding | Child), "or Preceding | Parent, not irtrack"),
        (lambda n: n.backward(Parent), "backward() takes a function first; its axis is given by name: backward(axis="),
        (lambda n: n.backward(Preceding | Parent), "backward() takes a function first; its axis is given by name"),
        (lambda n: n.forward(Following), "forward() takes a function first; its axis is always Following"),
        (lambda n: n.backward(3), "backward() takes a function of (node, references), not int 3"),
        (lambda n: n.forward(3), "forward() takes a function of (node, dependents), not int 3"),
    ],
)
def test_wrong_arguments(node, call, message):
    with pytest.raises(TypeError) as raised:
        call(node)
    assert message in str(raised.value)


def test_a_long_value_does_not_flood_the_message():
    with pytest.raises(TypeError) as raised:
        irtrack.query(SimpleNamespace(text="x" * 1000), Child)
    assert len(str(raised.value)) < 200


def test_the_text_of_a_value_runs_no_hash_or_comparison_of_the_program():
    class Key:
        def __init__(self, number):
            self.number = number

        def __hash__(self):
            asked.append("hash")
            return self.number

        def __eq__(self, other):
            asked.append("eq")
            return self is other

        def __lt__(self, other):
            asked.append("lt")
            return True

    def run():
        return {Key(2): 1, Key(1): 2}, {Key(3), Key(4)}, frozenset([Key(5)]), {"b": 1, "a": 2}, {3, 1, 2}, set(), {}

    asked = []
    node = track(run)
    asked.clear()
    assert ".run() → ({<test_" in str(node)
    assert asked == []
    texts = [str(child).partition(" → ")[2].partition("::")[0] for child in node.children]
    assert "{'a': 2, 'b': 1}" in texts
    assert "set()" in texts  # which is filled then
    assert value_text(node.value[4]) == "{1, 2, 3}"
