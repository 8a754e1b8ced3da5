"""Sources: the store, or the node that made the value, in whatever call; and none that is invented.

Each function below is run; the comment behind a line says where the value that it loads has to come from: the line of
the source, or "none".
"""

import copy
import inspect
import operator
import re
from collections import deque
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from irtrack import Descendant, Parent, Preceding, backward_slice, track
from irtrack.record.memory import index_of


class Box:
    shared = 0

    def __init__(self, v):
        self.v = v

    def put(self, v):
        self.v = v


total = 0


def set_total(x):
    global total
    total = x


def identity(x):
    return x


def keep(box, x):
    box.v = x


def attribute(x):
    box = Box(0)
    box.v = x
    return box.v  # from: box.v = x


def attribute_of_a_class(x):
    Box.shared = x
    return Box(1).shared  # from: Box.shared = x


def attribute_by_name(x, name="v"):
    box = Box(0)
    setattr(box, name, x)
    return getattr(box, name)  # from: setattr(box, name, x)


def attribute_across_calls(x):
    box = Box(0)
    keep(box, x)
    return box.v  # from: box.v = x


def attribute_of_an_alias(x):
    box = Box(0)
    other = box
    other.v = x
    return box.v  # from: other.v = x


def attribute_deleted(x):
    box = Box(0)
    del box.v
    box.v = x
    return box.v  # from: box.v = x


def item(x):
    items = [0, 0]
    items[1] = x
    return items[1]  # from: items[1] = x


def item_from_the_end(x):
    items = [0, 0]
    items[-1] = x
    return items[1]  # from: items[-1] = x


def item_of_a_display(x):
    y = x + 1
    items = [0, y]
    return items[1]  # from: y = x + 1


def item_of_a_tuple(x):
    y = x + 1
    items = (0, y)
    return items[1]  # from: y = x + 1


def item_appended(x):
    items = [0]
    items.append(x)
    return items[1]  # from: items.append(x)


def item_inserted(x):
    items = [0, 1]
    items.insert(1, x)
    return items[1]  # from: items.insert(1, x)


def item_moved_by_an_insert(x):
    items = [0]
    items.append(x)
    items.insert(0, 5)
    return items[2]  # from: items.append(x)


def item_moved_by_a_pop(x):
    items = [0]
    items.append(x)
    items.pop(0)
    return items[0]  # from: items.append(x)


def item_popped(x):
    items = [0]
    items.append(x)
    return items.pop()  # from: items.append(x)


def item_reversed(x):
    items = [0]
    items.append(x)
    items.reverse()
    return items[0]  # from: items.append(x)


def item_of_an_extended_list(x):
    more = [0]
    more.append(x)
    items = [1]
    items += more
    return items[2]  # from: more.append(x)


def item_of_a_slice(x):
    items = [0, 1]
    items.append(x)
    part = items[1:]
    return part[1]  # from: items.append(x)


def item_of_a_stored_slice(x):
    items = [0, 1, 2]
    items[1:2] = [x, x]
    return items[2]  # from: items[1:2] = [x, x]


def item_of_a_sum(x):
    items = [0]
    items.append(x)
    both = operator.add([1], items)
    return both[2]  # from: items.append(x)


def item_of_a_copy(x):
    items = [0]
    items.append(x)
    return items.copy()[1]  # from: items.append(x)


def item_of_a_list_of_a_list(x):
    items = [0]
    items.append(x)
    return list(operator.add((), tuple(items)))[1]  # from: items.append(x)


def item_of_a_shallow_copy(x):
    box = Box(0)
    items = [box]
    same = copy.copy(items)[0]
    same.v = x
    return box.v  # from: same.v = x


def item_of_a_deque(x):
    items = deque([0])
    items.appendleft(x)
    return items.popleft()  # from: items.appendleft(x)


def item_of_a_dict(x):
    table = {}
    table["a"] = x
    table["b"] = 3
    return table["a"]  # from: table["a"] = x


def item_got(x):
    table = {"a": 1}
    table["a"] = x
    return table.get("a")  # from: table["a"] = x


def item_of_an_updated_dict(x):
    table = {"a": 1}
    table.update(a=x)
    return table["a"]  # from: table.update(a=x)


def item_popped_from_a_dict(x):
    table = {}
    table["a"] = x
    return table.pop("a")  # from: table["a"] = x


def item_set_as_a_default(x):
    table = {}
    table.setdefault("a", x)
    return table["a"]  # from: table.setdefault("a", x)


def item_of_a_copied_dict(x):
    table = {"b": 0}
    table["a"] = x
    return dict(table)["a"]  # from: table["a"] = x


def name_of_a_cell(x):
    y = 0

    def change():
        nonlocal y
        y = x

    change()
    return y + 0  # load: y = x


def name_of_an_outer_cell(x):
    y = x + 1

    def give():
        return y + 0  # constant: y = x + 1

    return give()


def name_of_a_cell_passed_on(x):
    y = x + 1

    def outer():
        def inner():
            return y + 0  # constant: y = x + 1

        return inner()

    return outer()


def name_of_a_global(x):
    set_total(x)
    return total + 0  # constant: total = x


def unpacked(x):
    items = [0]
    items.append(x)
    _, last = items  # from: items.append(x)
    return last


def unpacked_with_a_star(x):
    items = [0, 1, 2]
    items.append(x)
    _, *rest = items
    return rest[2]  # from: items.append(x)


def looped(x):
    items = []
    items.append(x)
    for one in items:  # from: items.append(x)
        return one
    return None


def looped_with_numbers(x):
    items = []
    items.append(x)
    for _, one in enumerate(items):  # last: items.append(x)
        return one
    return None


def looped_in_pairs(x):
    items = []
    items.append(x)
    for _, one in zip([1], items, strict=True):  # last: items.append(x)
        return one
    return None


def looped_over_items(x):
    table = {}
    table["a"] = x
    for _, one in table.items():  # last: table["a"] = x
        return one
    return None


def looped_over_values(x):
    table = {"b": 1}
    table["a"] = x
    return list(table.values())[1]  # from: table["a"] = x


def looped_backwards(x):
    items = [0]
    items.append(x)
    for one in reversed(items):  # from: items.append(x)
        return one
    return None


def passed(x):
    return identity(x + 1)  # inside: return identity(x + 1)


def passed_with_a_star(x):
    arguments = []
    arguments.append(x)
    return identity(*arguments)  # inside: arguments.append(x)


def gathered_by_a_star(x):
    def last(*arguments):
        return arguments[1]  # from: y = x + 1

    y = x + 1
    return last(0, y)


def gathered_by_two_stars(x):
    def named(**keywords):
        return keywords["y"]  # from: y = x + 1

    y = x + 1
    return named(y=y)


def returned(x):
    return identity(x) + 0  # call: return x


def made_elsewhere(x):
    box = Box(x)
    holder = SimpleNamespace()
    holder.box = box
    return holder.box  # from: holder.box = box


def written_to_an_array(x):
    a = np.zeros(3)
    view = a[1:]
    view[0] = x
    return a.sum()  # whole: view[0] = x


def written_by_out(x):
    a = np.zeros(3)
    np.add(a, x, out=a)
    return a.sum()  # whole: np.add(a, x, out=a)


def written_to_a_transposed_array(x):
    a = np.zeros((2, 2))
    a.T[0] = x
    return a[1, 0]  # whole: a.T[0] = x


def sorted_anew(x):
    items = [0]
    items.append(x)
    return sorted(items)[1]  # whole: items.append(x)


FUNCTIONS: list[Any] = [
    f
    for f in list(globals().values())
    if inspect.isfunction(f)
    and re.search(r"# (from|load|constant|last|inside|call|whole): ", inspect.getsource(f))
    and f.__module__ == __name__
]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_sources(f: Any) -> None:
    source, first = inspect.getsourcelines(f)
    record = track(f, 7)
    for number, line in enumerate(source, first):
        found = re.search(r"# (from|load|constant|last|inside|call|whole): (.*)", line)
        if found:
            kind, text = found.groups()
            _check(record, number, kind, text)


def _line_of(node: Any) -> str:
    lines, first = inspect.getsourcelines(inspect.getmodule(test_sources))  # type: ignore[arg-type]  # it has a module
    return lines[node.line - max(first, 1)].split("#")[0].strip()


def _check(record: Any, number: int, kind: str, text: str) -> None:
    here = [node for node in record.query(Descendant) if node.line == number and node.file == __file__]
    if kind in ("from", "last", "load"):
        loads = [
            node
            for node in here
            if node.source is not None and type(node).__name__ in ("PrimitiveCallNode", "SpecialCallNode")
        ]
        assert loads, f"nothing at line {number} has a source"
        node = loads[-1]
        assert _line_of(node.source) == text
        assert node.source in node.referenced(memory=True)
        assert node.source in node.backward(memory=True)
    elif kind == "constant":
        [node] = [node for node in here if type(node).__name__ == "PrimitiveCallNode"]
        assert text in [_line_of(other) for other in node.referenced(memory=True) if other.line]
    elif kind == "inside":
        [parameter] = [
            node for node in record.query(Descendant) if getattr(node, "name", "") == "x" and node.parent is not record
        ]
        assert _line_of(parameter.source) == text
    elif kind == "call":
        [call] = [node for node in here if type(node).__name__ == "NestedCallNode"]
        assert _line_of(call.source) == text
    else:
        [result] = [node for node in here if type(node).__name__ == "ReturnNode"]
        assert text in [
            _line_of(other) for other in backward_slice(result, control=False) if other.line and other.file == __file__
        ]


# -- nothing is invented ----------------------------------------------------------------------------------------------


def no_other(record: Any, *positions: int) -> None:
    """The nodes at these positions have no source, and are fed by nothing but what they refer to."""
    for position in positions:
        node = record[position]
        assert node.source is None
        assert node.referenced(memory=True) == node.referenced()


def test_equal_numbers_are_no_evidence():
    def f(a, b):
        one = a + 0
        other = b + 3
        return one is other, [one], [other]

    record = track(f, 5, 2)
    assert record[4].value is record[5].value
    assert record[5] not in backward_slice(record[4])
    assert record[4] not in backward_slice(record[5])
    index_of(record)
    no_other(record, 4, 5, 6)


def test_what_gives_its_argument_back_is_not_its_source():
    def f(x):
        y = float(x)
        items = [x]
        return y, items

    record = track(f, 1.5)
    assert record[3].value is record[2].value
    no_other(record, 3, 4)
    assert record[4] not in backward_slice(record[3])


def test_interned_texts_are_no_evidence():
    def f(box):
        a = "ab".lower()
        box.name = "ab"
        b = "a" + box.letter
        return a, b

    record = track(f, SimpleNamespace(letter="b"))
    for node in record:
        assert node.source is None


def test_empty_tuples_are_no_evidence():
    def f(x):
        one = tuple(x)
        other = ()
        items = [one]
        items.append(other)
        return items[0]

    record = track(f, [])
    load = next(node for node in record if str(node.expression).endswith("[⟨0⟩]"))
    assert load.value == ()
    assert load.source is record[3]


def test_ids_that_are_used_again():
    def f(n):
        seen = []
        for i in range(n):
            box = Box(i)
            seen.append(box.v)
            del box
        return seen

    record = track(f, 50)
    loads = [node for node in record if str(node.expression).endswith(".v")]
    assert [load.source.arguments[-1].value for load in loads] == list(range(50))


def test_cached_small_numbers():
    def f(box, x):
        box.a = x
        box.b = x + 0
        return box.b

    record = track(f, SimpleNamespace(), 3)
    load = next(node for node in record if str(node.expression).endswith(".b"))
    assert "b" in str(load.source.expression)


def test_equal_constants():
    def f(c):
        one, other = SimpleNamespace(), SimpleNamespace()
        one.x = 1.5
        other.x = 1.5
        return other.x

    record = track(f, 0)
    load = [node for node in record if str(node.expression).endswith(".x")][-1]
    stores = [node for node in record if "x = " in str(node)]
    assert load.source is stores[1]


def test_what_came_from_outside_has_no_source():
    def f(box, items, table, a):
        return box.v, items[0], table["a"], a[0], box.v

    record = track(f, Box(object()), [object()], {"a": object()}, np.arange(3))
    for node in record:
        assert node.source is None


def test_what_an_unknown_function_may_have_changed():
    def f(items, x):
        items[0] = x
        items.__init__([x, x])
        return items[0]

    record = track(f, [1], 3)
    load = next(node for node in record if str(node.expression).endswith("[⟨0⟩]") and "=" not in str(node.expression))
    assert load.source is None
    lines = [str(node) for node in backward_slice(load)]
    assert any("__init__" in line for line in lines)


# -- the queries ------------------------------------------------------------------------------------------------------


def test_references_through_memory():
    record = track(attribute_across_calls, 7)
    load = record[-1].referenced()[0]
    box = load.referenced()[0]
    [store] = [
        node for node in record.query(Descendant) if str(node.expression) == "@2.v = @3" and node.parent.position == 4
    ]
    assert load.referenced() == [box]
    assert load.referenced(memory=True) == [box, store]
    assert load.referenced(numbered=True, memory=True) == [(2, box), ("memory", store)]
    back = load.backward(memory=True)
    assert back[0] is store
    assert record[2] in back
    assert len(set(back)) == len(back)
    assert record[2] not in load.backward()
    visited = []
    load.backward(lambda node, references: visited.append(node) or references.clear(), memory=True)
    assert visited == [load]
    parameter = store.referenced()[1]
    assert parameter.referenced(memory=True) == [record[2]] == parameter.referenced(Parent)
    assert parameter.referenced(Preceding | Parent, memory=True) == [record[2]]


def test_the_index_is_built_once():
    record = track(attribute_across_calls, 7)
    assert index_of(record) is index_of(record[-1]) is index_of(record[4][3])


def test_next_depends_on_what_was_yielded_in_each_turn():
    def items(a, b):
        yield a
        yield b

    def main(a, b):
        last = 0
        for x in items(a, b):
            last = x
            len([0])  # has an entry of its own, behind which the generator goes on before the jump is met
        return last

    record = track(main, 3, 4)
    made = next(node for node in record if node.value.__class__.__name__ == "generator")
    yields = [node for node in made if "yield" in str(node)]
    turns = [node for node in record if str(node).find(" next(") > 0]
    assert [turn.value for turn in turns] == [3, 4]
    assert [yields[k] in turn.referenced(memory=True) for k, turn in enumerate(turns)] == [True, True]
    assert yields[0] not in turns[1].referenced(memory=True)
