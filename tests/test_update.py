"""A record of which some nodes have other values: only what depends on them runs again, and all is as if the program
had run with these values. IRTRACK_EXAMPLES=20 tries twenty times as many programs.
"""

import collections
import contextlib
import copy
import dataclasses
import inspect
import io
import operator
import queue
import random
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

import dependences
import numpy as np
import pytest
import random_slices
from programs import CASES
from share import seeds, share

import irtrack
from irtrack import Descendant, NestedCallNode, Node, PrimitiveCallNode, check, query, track
from irtrack.ask.update import touch
from irtrack.ask.update.execution import while_handling
from irtrack.ask.update.history import History
from irtrack.ask.update.plan import Impossible
from irtrack.ask.update.update import room_for, run_all


def load(source: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "updated"}
    exec(compile(source, "<updated>", "exec"), namespace)
    return namespace


def outcome(function: Callable[..., Any], *arguments: Any) -> str:
    try:
        return repr(function(*arguments))
    except Exception as error:
        return f"{type(error).__qualname__}: {error}"


def of_record(record: NestedCallNode) -> str:
    error = record.exception
    return repr(record.value) if error is None else f"{type(error).__qualname__}: {error}"


def record_of(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return track(function, *arguments)
    except Exception as error:
        return irtrack.trace_of(error)


def shown(record: Node) -> list[str]:
    """All nodes, without what differs from run to run."""
    lines, waiting = [], list(reversed(record.children))
    while waiting:
        node = waiting.pop()
        lines.append(re.sub("0x[0-9a-f]+", "0x", str(node)))
        waiting += reversed(node.children)
    return lines


def doubles(v: int) -> int:
    return v * 2


def doubles_twice(x: int) -> int:
    for _ in range(2):
        x = doubles(x)
    return x


def test_values_that_were_given_are_those_of_the_record():
    record = track(doubles_twice, 1)
    first = next(node for node in record if isinstance(node, NestedCallNode))
    for node in first[2], first[3], first:
        new = record.update({node: 5})
        assert new.value == {first[2]: 20, first[3]: 10, first: 10}[node]
        assert irtrack.check(new) == []
        again = new.update({new[2]: 7})  # of which it is computed anew
        assert (again.value, irtrack.check(again)) == (28, [])


# -- random programs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", share(seeds(40)))
def test_other_arguments(seed):
    source, arguments, random = random_slices.program(seed)
    record = record_of(load(source)["main"], *arguments)
    others = list(arguments)
    for k in random.sample(range(random_slices.INPUTS), random.randrange(1, 3)):
        others[k] = random.randrange(-2, 12)
    before = shown(record)
    new = record.update({record[k + 2]: v for k, v in enumerate(others) if v != arguments[k]})
    assert of_record(new) == outcome(load(source)["main"], *others)
    assert irtrack.check(new) == []
    assert shown(record) == before
    back = new.update({new[k + 2]: v for k, v in enumerate(arguments) if v != others[k]})
    assert of_record(back) == of_record(record)


@pytest.mark.parametrize("seed", share(seeds(40)))
def test_variables_that_may_have_no_value(seed):
    source, arguments, random = random_slices.program(seed)
    lines = source.splitlines()
    start = lines.index(next(line for line in lines if line.startswith("def main")))
    names: list[str] = []
    for k in range(start + 1, len(lines)):
        found = re.fullmatch(r"(    )([a-z]\d+) = (.*)", lines[k])
        if not found:
            continue
        if names and random.random() < 0.4:
            name = random.choice(names)
            used = random.choice([name, f"i0 = {name}", f"i1, i1 = {name}, 7", f"del {name}", f"i2 = [{name}]"])
            text = (
                f"    try:\n        {used}\n    except UnboundLocalError as error:\n        i3 = str(error)[-9:] == i3"
            )
            lines[k] = f"{text}\n    {used}\n{lines[k]}" if random.random() < 0.2 else f"{text}\n{lines[k]}"
        if random.random() < 0.5:
            names.append(found[2])
            choice = f"if i{random.randrange(6)} % 3 == {random.randrange(3)}:"
            lines[k] = lines[k].replace(found[0], f"    {choice}\n        {found[2]} = {found[3]}")
    text = "\n".join(lines)
    record = record_of(load(text)["main"], *arguments)
    others = [random.randrange(-2, 12) if random.random() < 0.4 else x for x in arguments]
    new = record.update({record[k + 2]: v for k, v in enumerate(others) if v != arguments[k]})
    assert of_record(new) == outcome(load(text)["main"], *others)
    assert irtrack.check(new) == []


@pytest.mark.parametrize("use", ["x", "x, x = x, 0", "y = x\n        x = 1", "del x", "[x]", "return x"])
@pytest.mark.parametrize("start", [0, 1])
def test_a_variable_has_no_value_on_the_new_way(use, start):
    text = f"def main(a):\n    if a > 0:\n        x = 1\n    if a:\n        {use}\n    return 5"
    record = record_of(load(text)["main"], start)
    assert of_record(record.update({record[2]: -1})) == outcome(load(text)["main"], -1)


# what a statement gave is changed: a call of `hole` with what the program computed there
HOLES = """
calls = []
def hole(x):
    calls.append(x)
    return changed if len(calls) == number else x
"""
# one that writes to nothing from outside, so that not all has to run again
QUIET = """
def hole(x):
    return x
"""


@pytest.mark.parametrize("seed", share(seeds(40)))
def test_other_values_of_statements(seed):
    source, arguments, random = random_slices.program(seed)
    lines = source.splitlines()
    start = lines.index(next(line for line in lines if line.startswith("def main")))
    for k in range(start + 1, len(lines)):
        found = re.fullmatch(r"( +)(n\d+) = (.*)", lines[k])
        if found and random.random() < 0.6:
            lines[k] = f"{found[1]}{found[2]} = hole({found[3]})"
    text = "\n".join(lines)
    namespace = load(HOLES + text)
    namespace.update(number=0, changed=0)
    counted = record_of(namespace["main"], *arguments)
    holes = _holes(counted)
    if not holes:
        pytest.skip("no hole was come by")
    k = random.randrange(len(holes))
    value = random.randrange(-2, 12)
    plain = load(HOLES + text)
    plain.update(number=_number(holes[k]), changed=value)
    expected = outcome(plain["main"], *arguments)
    assert of_record(counted.update({holes[k]: value})) == expected
    record = record_of(load(QUIET + text)["main"], *arguments)
    new = record.update({_holes(record)[k]: value})
    assert of_record(new) == expected
    assert irtrack.check(new) == []


def _holes(record: Node) -> list[NestedCallNode]:
    """The calls of `hole` that can be given a value."""
    holes = [node for node in record if isinstance(node, NestedCallNode) and "hole" in str(node.function)]
    return [node for node in holes if node.exception is None and not node.parent.template.suspends]


def _number(hole: NestedCallNode) -> int:
    """Which of all calls of `hole` it was, in the order of time. That of the record is another one: the frame of a
    generator stands where it began, with all that ran in it later.
    """
    calls = [node for node in hole.children if isinstance(node, PrimitiveCallNode)]
    return next(node.value for node in calls if node.function.value is len)


def test_a_statement_between_two_pieces_of_a_generator_has_another_value():
    source = """
def main():
    def numbers():
        yield hole(1)
        yield hole(2)
    found = numbers()
    next(found)
    n = hole(3)
    next(found)
    return n
"""
    namespace = load(HOLES + source)
    namespace.update(number=0, changed=0)
    record = track(namespace["main"])
    holes = [node for node in record.query(irtrack.Descendant) if "hole" in str(getattr(node, "function", ""))]
    assert [(hole.value, _number(hole)) for hole in holes] == [(1, 1), (2, 3), (3, 2)]
    plain = load(HOLES + source)
    plain.update(number=_number(holes[2]), changed=7)
    assert of_record(record.update({holes[2]: 7})) == outcome(plain["main"]) == "7"


def test_most_programs_run_in_parts():
    in_parts = 0
    for seed in range(30):
        source, arguments, _ = random_slices.program(seed)
        record = record_of(load(source)["main"], *arguments)
        in_parts += not record.update({record[2]: 5}).metadata["update"].why
    assert in_parts >= 27


# programs that tell where they run, or whose errors name it, and what has no words of its own
_OWN_WAY = {
    "wrong_arguments": "the message names the function that was called with two values for an argument",
    "wrong_arguments-2": "the same",
    "every_way_to_call": "the same",
    "calls_of_none": "the same",
    "with_no_manager": "the message of 3.14 says which method is missing",
    "errors_of_operations": "the traceback has other frames",
    "warns": "the warning is about another file",
    "unbound_in_a_finally": "the message is about a function of another name",
    "inlined_comprehensions": "a cell of a comprehension and one of the function have the same name",
    "metaclasses_that_change": "classes are changed by statements that run in another order of things",
}


@pytest.mark.parametrize("case", share(CASES), ids=lambda case: case.name)
def test_all_of_it_runs_again(case):
    plain = of_case(case.function, case)
    if plain != of_case(case.function, case):
        pytest.skip("two plain runs differ")
    with contextlib.redirect_stdout(io.StringIO()):
        record = record_of(case.function, *copy.deepcopy(case.arguments))
        if not isinstance(record, NestedCallNode) or record.template.suspends:
            pytest.skip("it is written in C, or a generator")
        assert same_text(of_record(record.update({}))) == plain
        history = History(record)
        try:
            with room_for(history):
                new = run_all(history, {}, "it is tried")
        except Impossible as impossible:
            pytest.skip(f"it cannot run again: {impossible}")
    if case.name not in _OWN_WAY:
        assert same_text(of_record(new)) == plain
        assert irtrack.check(new) == []


def of_case(function, case):
    with contextlib.redirect_stdout(io.StringIO()):
        return same_text(outcome(function, *copy.deepcopy(case.arguments)))


def same_text(text):
    """Without addresses."""
    return re.sub("0x[0-9a-f]+", "0x", text)


# -- how much runs again ----------------------------------------------------------------------------------------------


def block(x):
    doubled = x * 2
    both = [doubled, x]
    both.append(doubled + x)
    total = {"sum": sum(both)}
    return total["sum"] - 1 if total["sum"] > 10 else 0


def test_a_chain_of_independent_blocks():
    def chain(xs):
        results = []
        for x in xs:
            results.append(block(x))
        return results

    numbers = list(range(1000))
    record = track(chain, numbers)
    item = next(node for node in record if node.value == 500 and node.function and node.function.value is next)
    new = record.update({item: -3})
    numbers[500] = -3
    assert new.value == chain(numbers)
    assert record.value[500] == block(500)
    assert new.metadata["update"].why == ""
    assert new.metadata["update"].share < 0.01
    assert irtrack.check(new) == []


def test_what_does_not_depend_keeps_what_was_drawn():
    def draw(a, b):
        noise = random.random()
        if a > 3:
            return a + noise + random.random(), b
        return b, random.gauss(a, 1.0), noise

    record = track(draw, 1, 2)
    new = record.update({record[3]: 5})
    assert new.value == (5, *record.value[1:])
    assert new.metadata["update"].ran <= 2
    other = record.update({record[2]: 2})
    assert other.value[2] == record.value[2]
    assert other.value[1] != record.value[1]  # it was drawn around another mean
    assert record.update({record[2]: 4}).value[1] == 2


def sampled(n):
    hand = random.sample(range(20), 3)
    hand.append(n)
    return hand


def chosen(n):
    hands = {name: random.choices(range(9), k=2) for name in "ab"}
    hands["b"][0] = n
    return hands


def shuffled(n):
    hand = [1, 2, 3, 4, 5]
    random.shuffle(hand)
    hand.insert(n % 3, n)
    return hand


@pytest.mark.parametrize("draw", [sampled, chosen, shuffled])
def test_a_list_that_was_drawn_is_made_anew(draw):
    random.seed(5)
    record = track(draw, 0)
    before = copy.deepcopy(record.value)
    for n in (1, 2):
        random.seed(5)
        new = record.update({record[2]: n})
        assert new.value == draw(n)
        assert record.value == before
        assert new.metadata["update"].why == ""


def test_a_way_not_taken_seeds_in_a_call():
    def seeds_again(c):
        if c:
            random.seed(4)

    def draw(c):
        random.seed(3)
        seeds_again(c)
        return random.random()

    record = track(draw, 0)
    assert record.update({record[2]: 1}).value == draw(1) != record.value
    assert record.update({record[2]: False}).value == record.value


def test_random_choices_can_be_given():
    def geometric(p):
        return 1 if random.random() < p else 1 + geometric(p)

    random.seed(3)
    record = track(geometric, 0.5)
    drawn = next(node for node in record if "random" in str(node.function))
    assert record.update({drawn: 0.1}).value == 1
    assert record.update({drawn: 0.9}).value >= 2


def test_a_method_is_looked_up_before_a_choice():
    def choose(a, b):
        found = []
        if b:
            found.append(next(iter([]) if a else nothing, a))  # noqa: F823 - that it has no value is what is tested
        if a > 5:
            nothing = iter([])  # noqa: F841 - which makes it a local
        return found

    record = track(choose, -1, 0)
    assert record.update({record[3]: 1}).value == choose(-1, 1) == [-1]
    new = record.update({record[2]: 0, record[3]: 1})
    assert of_record(new) == outcome(choose, 0, 1)


# -- memory and control -----------------------------------------------------------------------------------------------


class Account:
    def __init__(self, owner):
        self.owner = owner
        self.amounts = []

    def put(self, amount):
        self.amounts.append(amount)

    @property
    def balance(self):
        return sum(self.amounts)


def test_objects_are_made_anew():
    def bank(a, b):
        one, other = Account("x"), Account("y")
        one.put(a)
        other.put(b)
        one.put(1)
        return one.balance, other.balance, one

    record = track(bank, 1, 2)
    new = record.update({record[2]: 10})
    assert new.value[:2] == (11, 2)
    assert record.value[2].amounts == [1, 1]
    assert new.value[2] is not record.value[2]
    assert new.value[2].amounts == [10, 1]


def test_a_changed_condition_lets_the_frame_run_on():
    def outer(x):
        seen = []
        for k in range(3):
            seen.append(inner(x + k, seen))
        return seen

    def inner(x, seen):
        if x > 3:
            raise_some(x, seen)
        try:
            if x == 3:
                raise ValueError(x)
            return x
        except ValueError as error:
            return [*error.args, len(seen)]

    def raise_some(x, seen):
        seen.append("large")
        if x > 5:
            raise KeyError(x)

    record = track(outer, 0)
    for x in range(6):
        new = record.update({record[2]: x})
        assert of_record(new) == outcome(outer, x)
        assert irtrack.check(new) == []
        assert new.metadata["update"].why == ""
    assert record.value == [0, 1, 2]


def test_exceptions_come_and_go():
    def divide(a, b):
        try:
            result = a / b
        except ZeroDivisionError:
            result = None
        return result, [a, b][b]

    fine, handled, raised = track(divide, 4, 1), track(divide, 4, 0), record_of(divide, 4, 2)
    for record in (fine, handled, raised):
        for value in (0, 1, 2):
            assert of_record(record.update({record[3]: value})) == outcome(divide, 4, value)


RAISING = """
import time
def one(x):
    raise ValueError("one")
def other(x):
    raise ValueError("other")
def size(x):
    return abs(x)
def run(which, x):
    try:
        (one, other)[which](x)
    except ValueError as error:
        text = str(error)
    return text, time.perf_counter(), size(x)
"""


def test_a_call_of_another_function_that_raises_too_leads_where_it_led():
    record = track(load(RAISING)["run"], 0, -3)
    call = next(node for node in record if str(node.function) == "⟨size⟩")
    new = record.update({record[2]: 1, call: 5})
    assert new.value == ("other", record.value[1], 5)
    assert irtrack.check(new) == []


def test_a_function_that_is_compiled_anew_is_gone_through_again():
    def run(a):
        @dataclasses.dataclass
        class D:
            x: int

            def __post_init__(self):
                self.y = abs(self.x)

        return D(a).y

    record = track(run, -3)
    size = next(node for node in record.query(irtrack.Descendant) if str(node.function) == "⟨abs⟩")
    new = record.update({size: 5})
    assert new.metadata["update"].why  # all of it runs again, so the class is made anew, and its __init__
    assert new.value == 5


def test_what_a_condition_asks_is_looked_at_before():
    namespace = load(
        "def same(x):\n"
        "    return x\n"
        "def run(a, b):\n"
        "    global level\n"
        "    level = same(a)\n"
        "    seen = []\n"
        "    class T:\n"
        "        def __bool__(self):\n"
        "            if level > 1:\n"
        "                seen.append(b)\n"
        "            return True\n"
        "    if same(T()):\n"
        "        seen.append(0)\n"
        "    return seen\n"
    )
    record = track(namespace["run"], 1, 2)
    call = next(node for node in record if str(node.function) == "⟨same⟩")
    new = record.update({call: 2})
    assert new.value == [2, 0]
    assert record.value == [0]


def test_variables_without_a_value():
    def local(a, b):
        if a:
            x = b
        try:
            y = b + 1
            return [x, y]
        except NameError as error:
            return str(error), b

    def behind_the_handler(a, b):
        if a:
            x = b
        try:
            b += 1
            return x
        except NameError as error:
            return str(error), b

    def tested(a, b):
        if a:
            x = b
        return 1 if x else 2

    def of_another(a, b):
        def store():
            nonlocal x
            if a:
                x = b

        def read():
            try:
                return x + 1
            except NameError as error:
                return str(error)

        if b < 0:
            x = 0
        store()
        return read(), len([x])

    for function in (local, behind_the_handler, tested, of_another):
        record = track(function, 1, 4)
        new = record.update({record[2]: 0})
        assert of_record(new) == outcome(function, 0, 4)
        assert new.metadata["update"].why == ""
        assert irtrack.check(new) == []


def test_closures_and_globals():
    namespace = load(
        "level = 1\n"
        "def f(a, b):\n"
        "    global level\n"
        "    def add(x):\n"
        "        nonlocal b\n"
        "        b += x\n"
        "        return b * level\n"
        "    before = level\n"
        "    level = a\n"
        "    add(1)\n"
        "    return before, add(2), level\n"
    )
    record = track(namespace["f"], 2, 3)
    assert record.value == (1, 12, 2)
    assert record.update({record[3]: 5}).value == (1, 16, 2)
    assert record.update({record[2]: 4}).value == (1, 24, 4)


class Interrupting(int):
    def __add__(self, other):
        raise KeyboardInterrupt


def test_an_interrupt_leaves_globals_as_they_were():
    namespace = load("level = 0\ndef f(a):\n    global level\n    level = a * 1\n    return a + level\n")
    record = track(namespace["f"], 2)
    with pytest.raises(KeyboardInterrupt):
        record.update({record[2]: Interrupting(5)})
    assert namespace["level"] == 2
    assert record.update({record[2]: 5}).value == 10


def test_generators_run_again():
    def f(n, k):
        def count(upto):
            for i in range(upto):
                got = yield i * k
                if got:
                    yield got

        numbers = count(n)
        first = next(numbers)
        return first, list(numbers), sum(count(2))

    record = track(f, 3, 2)
    assert record.update({record[2]: 5}).value == f(5, 2)
    assert record.update({record[3]: 7}).value == f(3, 7)


def takes(a):
    items = collections.deque([a, 2, 3])
    first = items.popleft()
    return first, list(items)


def calls_what_notes(a):
    notes = [a]

    def note(x):
        notes.append(x)
        return x + a

    return note(1), note(2), notes


def goes_on(a):
    iterator = iter([a, 2, 3])
    first = next(iterator)
    return first, list(iterator)


def counts(a):
    count = a

    def up():
        nonlocal count
        count += 1
        return count

    return up(), up(), count


@pytest.mark.parametrize(
    ("f", "expected"),
    [(takes, (9, [2, 3])), (calls_what_notes, (9, 4, [2, 1, 2])), (goes_on, (9, [2, 3])), (counts, (9, 4, 4))],
)
def test_what_has_another_value_does_what_it_did(f, expected):
    """Be it that only a part runs again, or all of it."""
    record = track(f, 1)
    made = record[-2]  # the tuple
    node = made.operands[0].node
    for changes in ({node: 9}, {node: 9, record[2]: 2}):
        new = record.update(changes)
        assert run_all(History(record), changes, "").value == new.value
        assert check(new) == []
    assert new.value == expected
    assert record.value == f(1)


def test_a_node_within_a_call():
    def outer(x):
        return inner(x) + 1

    def inner(x):
        y = x * 2
        return y + 10

    record = track(outer, 1)
    call = next(node for node in record if isinstance(node, NestedCallNode))
    product = next(node for node in call if node.value == 2)
    new = record.update({product: 100})
    assert new.value == 111
    assert call.update({call[2]: 5}).value == 20


# -- what others hold --------------------------------------------------------------------------------------------------

# each is run with the first arguments, its record updated to the second ones, and that to the first again
SHARED = """
import collections, contextlib, csv, fractions, functools, heapq, io, itertools, json, operator, random, re
import statistics, string, sys, textwrap, types
import numpy as np
class NS:
    z = 0
class C:
    pass
class Count:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return self.n
def attribute_of_a_class(a, b):
    NS.z = a
    return NS.z
def attribute_by_another_name(a, b):
    x = NS
    setattr(x, "z", a)
    return x.z
def name_by_globals(a, b):
    globals()["GG"] = a
    return GG
def stored_name_in_globals(a, b):
    global GG
    GG = a
    return globals()["GG"]
def stored_name_in_the_globals_of_a_function(a, b):
    global GG
    GG = a
    return put_gg.__globals__["GG"]
def put_gg(a):
    global GG
    GG = a
def stored_name_that_another_function_finds(a, b):
    put_gg(a)
    return (lambda: globals().get("GG"))()
OTHER = types.ModuleType("other")
exec("def put(a):\\n    global x\\n    x = a", vars(OTHER))
def attribute_of_a_module_that_stores_it(a, b):
    OTHER.put(a)
    return OTHER.x
def attribute_of_a_module_by_its_dict(a, b):
    OTHER.put(a)
    return vars(OTHER)["x"]
def keys_of_a_defaultdict(a, b):
    found = collections.defaultdict(list)
    found[a]
    found[b].append(a)
    return dict(found)
def keys_of_a_defaultdict_in_a_loop(a, b):
    found = collections.defaultdict(int)
    for k in range(b):
        found[a * k]
    return len(found), sorted(found)
class Missing(dict):
    def __missing__(self, key):
        self[key] = key + 1
        return key
def keys_that_are_missing(a, b):
    found = Missing()
    found[a]
    return dict(found), found[b]
def counted_keys(a, b):
    found = collections.Counter()
    found[a] += found[b]
    return dict(found)
def enumerated(a, b):
    t = iter("abcd")
    return list(enumerate(t, a))
def cut(a, b):
    t = iter("abcdefgh")
    return list(itertools.islice(t, a))
def mapped(a, b):
    t = iter("abcd")
    next(t)
    return list(map(lambda x: x * a, t))
def zipped(a, b):
    t = iter(range(b))
    return list(zip(t, t, range(a)))
def zipped_generator(a, b):
    t = (x for x in "abcd")
    return list(zip(t, range(a)))
def teed(a, b):
    t1, t2 = itertools.tee(range(b))
    return list(t1), list(map(lambda x: x + a, t2))
def teed_again(a, b):
    t = iter(range(b))
    t1, t2 = itertools.tee(t)
    if a > 5:
        t3, t2 = itertools.tee(t2)
    return next(t2, None)
def teed_into_a_list(a, b):
    t = list(itertools.tee(iter(range(b))))
    next(t[a % 2], 0)
    return next(t[0], -1)
def passed_from_a_cell(a, b):
    def adder(x):
        def f(): return x
        return f
    k = adder(a)
    def g(): return a
    return k() + b
def kept_in_a_class_from_a_cell(a, b):
    def make(x):
        class K:
            p = x
            def m(self): return x
        return K
    k = make(a)
    def g(): return a
    return k.p, k().m(), b
def pairs_of_a_generator(a, b):
    t = (x for x in "abcd")
    return [x * a for x in zip(t, t)]
def generator_behind_map(a, b):
    t = (x for x in [1, 2])
    c = C()
    c.l = 0
    for x in map(int, t):
        c.l += a
    return c.l
def filtered(a, b):
    return list(filter(lambda c: c > a, iter([1, 2, 3, 4, 5])))
def counted(a, b):
    c = itertools.count()
    return next(c), list(zip(range(a), c))
def sorted_by_a_closure(a, b):
    return sorted([3, 1, 2], key=lambda x: x * (a - 4))
def mapped_by_a_closure(a, b):
    return list(map(lambda x: x * a, [1, 2]))
def python_iterators(a, b):
    return dict(zip(Count(a), Count(b)))
def sorted_in_place(a, b):
    l = [3, a, 2]
    x = l[b % 3]
    l.sort(key=lambda q: q)
    return x, l
def sorted_and_copied(a, b):
    l = [a, 2, 3]
    m = list(l)
    l.sort(key=lambda q: q)
    m += [b]
    return m
def rows(a, b):
    o = io.StringIO()
    w = csv.DictWriter(o, ["a"])
    w.writerow({"a": a})
    return o.getvalue()
def one_list_twice(a, b):
    l = []
    for i in (a, a):
        l.append(i)
    return l
def library(a, b):
    text = re.sub("b", "c", "ab" * a) + textwrap.dedent("  x" * b) + string.Template("$x-${y}").substitute(x=a, y=1)
    return text, json.dumps({"a": [a, b]}), collections.Counter("ab" * a), list(heapq.merge([1, a], [2, b]))
def reduced(a, b):
    return functools.reduce(lambda p, q: p + q, [a, b], 0), statistics.mean([a, b, 9])
def compared(a, b):
    K = functools.cmp_to_key(lambda p, q: p - q)
    return K(a) < K(b)
class Meta(type):
    def __call__(cls, *a):
        return super().__call__(*a)
class Made(metaclass=Meta):
    def __init__(self, x):
        self.x = x
def by_a_metaclass(a, b):
    return Made(a).x + b
class Counted:
    def __init__(self, n):
        self.n, self.asked = n, 0
    def __iter__(self):
        self.asked += 1
        return iter([self.n, self.asked])
def starred(a, b):
    return (lambda *args: args)(*Counted(a))
class Log:
    def __init__(self, quiet):
        self.quiet = quiet
    def __enter__(self):
        return self
    def __exit__(self, kind, error, traceback):
        return self.quiet
def swallowed(a, b):
    log = Log(a > 3)
    try:
        inner_with(log)
    except KeyError:
        return "raised"
    return "swallowed"
def inner_with(log):
    with log:
        raise KeyError(1)
class Even:
    def __new__(cls, n):
        if n % 2:
            raise ValueError(n)
        return object.__new__(cls)
def new_that_raises(a, b):
    try:
        return type(Even(a)).__name__
    except ValueError as error:
        return error.args
def fractions_of(a, b):
    try:
        return fractions.Fraction(1, a - 2)
    except ZeroDivisionError:
        return "no"
@contextlib.contextmanager
def appends(items, x):
    items.append(x)
    yield x
def same(x):
    return x
def by_a_generator(a, b):
    items = []
    with appends(items, same(a)):
        pass
    return items
def view(a, b):
    array = np.zeros(6)
    part = array[1:]
    part[0] = a
    array.reshape(2, 3)[1] += b
    for row in array.reshape(3, 2):
        row *= a
    np.add(array[:2], b, out=array[:2])
    other = array * 2
    other[0] = 1
    return array.tolist(), part.sum(), other.tolist()
def drawn(a, b):
    one, other, third = random.Random(1), np.random.default_rng(1), np.random.RandomState(b)
    items = list(range(a))
    one.shuffle(items)
    return items, [one.random() + other.random() + third.rand() for _ in range(a)]
def drawn_by_all(a, b):
    random.seed(a)
    np.random.seed(b)
    return [random.random() + np.random.rand() for _ in range(b)]
def behind_stars(a, b):
    items, array, box, named = [0], np.zeros(1), C(), {}
    operator.setitem(*[items, 0, a])
    list.append(*[items, b])
    np.add(1, a, **{"out": array})
    np.add(*[array, a, array])
    setattr(*[box, "x", a])
    dict.update(named, **{"x": a})
    return items, array.tolist(), box.x, named
def called(f, *args, **kwargs):
    return f(*args, **kwargs)
def behind_a_wrapper(a, b):
    items = []
    called(list.append, items, a)
    arguments = [items, b]
    called(list.append, *arguments)
    arguments.clear()
    list.insert(*(items, 0), a)
    return items
def star_of_a_list_that_changes(a, b):
    items = []
    arguments = [items, a]
    list.append(*arguments)
    arguments.clear()
    return items
def star_of_an_iterator(a, b):
    items = []
    list.append(*iter([items, a]))
    return items
def behind_partial(a, b):
    items, array, box = [], np.zeros(1), C()
    functools.partial(np.copyto, array)(a)
    functools.partial(setattr, box, "x")(a)
    functools.partial(items.insert, 0)(a)
    return array.tolist(), box.x, items
def called_by_iterators(a, b):
    one, two, three, four, five = [], {}, [0], C(), []
    list(map(one.append, [a]))
    next(map(two.__setitem__, ["x"], [a]))
    for _ in zip(map(operator.setitem, [three], [0], [a])):
        pass
    any(map(setattr, [four], ["x"], [b]))
    list(filter(five.append, [a]))
    list(itertools.starmap(five.append, [(a,)]))
    return one, two, three, four.x, five
def called_back(a, b):
    items = []
    max([a], key=items.append)
    sorted([b], key=items.append)
    functools.reduce(items.insert, [0, a])
    return items
def called_back_twice(a, b):
    one, two = [], []
    sorted([1], key=lambda x: one.append(a))
    list(map(lambda x: two.append(x), [a]))
    return one, two
class Holder:
    value = 0
def attribute_of_a_class_by_its_method(a, b):
    type.__setattr__(Holder, "value", a)
    return Holder.value
def attribute_of_the_class_through_an_instance(a, b):
    Holder.value = 0
    one = Holder()
    one.own = a
    before = one.value, getattr(Holder, ["value", "__name__"][a % 2])
    Holder.value = 1
    return before
class Numbered:
    count = 0
    def __init__(self, n):
        Numbered.count += n
def counter_of_a_class(a, b):
    Numbered.count = 0
    return Numbered(b).count, Numbered(a).count
def loops_over_sequences(a, b):
    n = 0
    for items in ("xy", b"xy", (3, 4), [1, 2]):
        for x in items:
            if a > 3:
                n += 1
    for x in "xy":
        if a > 3:
            n += 1
    return n
class Borg:
    def __init__(self, shared):
        self.__dict__ = shared
def one_dict_of_two_objects(a, b):
    shared = {}
    one, other = Borg(shared), Borg(shared)
    one.x = a
    return other.x
class Doubling(list):
    def append(self, x):
        super().append(x * 2)
class DoublingSet(set):
    def add(self, x):
        super().add(x * 2)
def methods_of_super(a, b):
    one, other = Doubling(), DoublingSet()
    one.append(a)
    other.add(a)
    return one[0], other
def divides():
    1 / 0
def contexts(a, b):
    found = []
    for fails in (divides, lambda: {}[a], lambda: [][b]):
        try:
            try:
                if a > 3:
                    raise KeyError(a, b)
                {}[a]
            except KeyError as error:
                try:
                    [][0]
                except IndexError:
                    pass
                fails()
        except Exception as error:
            found.append((repr(error), repr(error.__context__), repr(error.__cause__)))
    return found
def context_of_what_was_made_before(a, b):
    before = ValueError(1)
    try:
        try:
            {}[a]
        except KeyError as cause:
            if b > 4:
                raise before
            raise before from cause
    except ValueError as error:
        return error.__context__.args, repr(error.__cause__)
def context_of_what_stays(a, b):
    try:
        try:
            {}[a]
        except KeyError:
            1 / 0
    except ZeroDivisionError as error:
        return error.__context__.args
def no_context(a, b):
    try:
        if a > 3:
            raise ValueError(a)
    except ValueError as error:
        return repr(error.__context__)
def output_kept(a, b):
    old, stream = sys.stdout, io.StringIO()
    sys.stdout = stream
    try:
        print(a)
    finally:
        sys.stdout = old
    with contextlib.redirect_stdout(io.StringIO()) as other:
        print(b)
    return stream.getvalue(), other.getvalue()
def written_by_a_view(a, b):
    data = bytearray(8)
    view = memoryview(data)
    view[a] = b
    view[2:4] = bytes([a, b])
    return bytes(data)
def written_by_one_of_the_views(a, b):
    one, other = bytearray(3), bytearray(3)
    [memoryview(one), memoryview(other)][a % 2][0] = b
    return bytes(one), other
def written_by_a_view_after_it_was_read(a, b):
    data = bytearray([7, 8, 9])
    view = memoryview(data)
    before = data[1] + a
    view[1] = 5
    return before, data[1] + b
def read_by_a_view(a, b):
    view = memoryview(bytes(range(20)))
    return view[a], bytes(view[a:b + a]), len(view), view.tolist()[b]
class Buffer:
    def __init__(self, n):
        self.data = bytearray(n)
        self.view = memoryview(self.data)
    def put(self, i, x):
        self.view[i] = x
    def part(self, i):
        return self.view[i:]
def written_by_a_view_of_an_object(a, b):
    buffer = Buffer(8)
    buffer.put(1, a)
    part = buffer.part(2)
    part[0] = b
    buffer.put(3, 9)
    return bytes(buffer.data), sum(buffer.data)
def written_by_a_view_that_is_released(a, b):
    data, stream = bytearray(4), io.BytesIO(b"12345")
    with memoryview(data) as view, stream.getbuffer() as other:
        view[0] = a
        other[1] = b
    data.append(b)
    stream.seek(0, 2)
    stream.write(b"z")
    return data, stream.getvalue()
def printed_elsewhere(a, b):
    out, inner = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out):
        print(a)
        with contextlib.redirect_stdout(inner):
            print(b)
        print("last")
        sys.stdout.write(str(b))
    return out.getvalue(), inner.getvalue()
def annotations(a, b):
    def f(x: int): return x
    kept = f.__annotations__
    kept["k"] = a
    return dict(kept), len(f.__annotations__)
def annotations_of_another(a, b):
    def f(x: int): return x
    def add(h):
        h.__annotations__["z"] = a
    before = list(f.__annotations__)
    add(f)
    return before, f.__annotations__
def annotations_of_a_class(a, b):
    class Of:
        x: int
        def method(self, y: int): return y
    Of.__annotations__["z"] = a
    Of.method.__annotations__["z"] = b
    return Of.__annotations__, Of.method.__annotations__
def other_class(a, b):
    x = [1, 2] if a > 3 else (1, 2, 3)
    return x.count(1), x.index(2), x * 2
"""
_HELPERS = ("inner_with", "appends", "same", "called", "divides")
_SHARED = [
    name
    for name, value in load(SHARED).items()
    if type(value) is type(load) and value.__code__.co_varnames[:2] == ("a", "b") and name not in _HELPERS
]


@pytest.mark.parametrize("name", share(_SHARED))
def test_what_others_hold_is_made_anew(name):
    function = load(SHARED)[name]
    record = track(function, 2, 5)
    before = repr(record.value)
    assert before == repr(load(SHARED)[name](2, 5))
    new = record.update({record[2]: 5, record[3]: 4})
    assert of_record(new) == outcome(load(SHARED)[name], 5, 4)
    assert irtrack.check(new) == []
    assert repr(record.value) == before
    back = new.update({new[2]: 2, new[3]: 5})
    assert of_record(back) == before
    assert of_record(record.update({record[2]: 3})) == outcome(load(SHARED)[name], 3, 5)


def appends_while_there_is_a_view(a, x):
    data = bytearray(2)
    memoryview(data)[0] = a
    data.append(x)
    return data


def test_what_looks_into_memory_that_would_have_to_grow():
    """The plain run has let go of it, the new record has not."""
    record = track(appends_while_there_is_a_view, 2, 5)
    with pytest.raises(ValueError, match=r"appends_while_there_is_a_view\(⟨2⟩, ⟨5⟩\) cannot be updated: the new record "
                       r"holds a memoryview.*let the program release it first"):  # fmt: skip
        record.update({record[2]: 3})
    assert record.value == appends_while_there_is_a_view(2, 5)


def of_arrays(n, m):
    made = np.zeros(1000)
    view = made[2:]
    view[n] = 5
    before = made.sum() + m
    view[0] = 7
    return before, len(view) + n, isinstance(view, np.ndarray) * n, made.sum() + m


def of_an_array(m, array=None):
    return len(array * 2) + m


def times(m, array=None):
    return (array * m).sum()


def test_arrays_that_were_not_kept_are_made_again():
    context = irtrack.Context(max_bytes=0)
    record = track(context, of_arrays, 3, 5)
    for arguments in ((4, 5), (3, 6), (4, 6)):
        new = record.update({record[2]: arguments[0], record[3]: arguments[1]})
        assert new.value == of_arrays(*arguments)
        assert new.update({new[2]: 3, new[3]: 5}).value == of_arrays(3, 5)
    record = track(context, of_an_array, 1, np.ones(1000))
    assert record.update({record[3]: np.ones(5)}).value == 6
    record = track(context, times, 1, np.ones(1000))
    with pytest.raises(ValueError, match=r"cannot be updated: the argument array was not kept: give it a value, or "
                       r"record with Context\(max_bytes=None\)"):  # fmt: skip
        record.update({record[2]: 2})
    assert record.update({record[2]: 2, record[3]: np.ones(3)}).value == 6


def test_a_call_that_raised_is_given_a_value():
    def fails(x):
        raise KeyError(x)

    def f(x):
        try:
            y = fails(x)
        except KeyError:
            y = 7
        return y + 1

    record = track(f, 3)
    call = next(node for node in record if isinstance(node, NestedCallNode))
    assert record.value == 8
    assert record.update({call: 20}).value == 21


def test_another_list_or_iterator():
    def f(a):
        items = []
        for i in range(a):
            items.append(i * 2)
        return items

    record = track(f, 4)
    assert record.update({record[3]: [1]}).value == [1, 0, 2, 4, 6]
    iterator = next(node for node in record if node.function and node.function.value is iter)
    assert record.update({iterator: iter([7, 9])}).value == [14, 18]
    assert record.update({iterator: iter(range(6))}).value == [0, 2, 4, 6, 8, 10]
    assert record.value == [0, 2, 4, 6]


def test_nodes_within_generators_have_no_values_of_their_own():
    def f(a):
        return sum(x * a for x in range(3))

    record = track(f, 2)
    call = next(node for node in record if isinstance(node, NestedCallNode))
    with pytest.raises(ValueError, match="which can only run again as a whole"):
        record.update({next(node for node in call if node.value == 2): 5})


# -- the new record ---------------------------------------------------------------------------------------------------


def test_metadata_survives_where_nothing_changed():
    def f(a, b):
        x = a + 1
        y = b + 1
        z = helper(a)
        return x, y, z

    def helper(a):
        return a * 3

    record = track(f, 1, 2)
    for node in (record[4], record[5], record[6][3], record):
        node.metadata["note"] = node.position
    new = record.update({record[3]: 7})
    assert [new[4].metadata.get("note"), new[5].metadata.get("note")] == [4, None]
    assert new[6][3].metadata == {"note": 3}
    assert new.metadata["note"] == record.metadata["note"]
    new[4].metadata["note"] = "other"
    assert record[4].metadata["note"] == 4


def test_a_new_record_is_a_record():
    def f(a, b):
        items = [a]
        items.append(b)
        return sum(items)

    new = track(f, 1, 2).update({})
    new = new.update({new[3]: 5})
    assert new.value == 6
    assert [node.name for node in irtrack.backward_slice(new[-1]).inputs] == ["a", "b"]
    assert irtrack.to_source(new).function(3, 4) == 7
    assert repr(new.metadata["update"]) == "<update: 3 of 4 statements ran again>"
    assert new.metadata["update"].share == 0.75


def test_what_lies_outside_forces_all_to_run():
    def f(items, x):
        items.append(1)
        return sum(items) * x

    record = track(f, [5], 2)
    new = record.update({record[2]: [7, 8]})
    assert new.value == 32
    assert record.update({record[3]: 3}).value == 18


@pytest.mark.parametrize("depth", [100, 900])
def test_recursion(depth):
    def f(n, x):
        return x if n == 0 else f(n - 1, x) + 1

    record = track(f, depth, 5)
    new = record.update({record[3]: 7})
    assert new.value == 7 + depth
    assert new.metadata["update"][:] == (depth, 6 * depth + 3, "")


@pytest.mark.parametrize("call", ["q(*[2])", "q(**{'x': 2})", "q(*[2], **{})", "C(*[a]).x"])
def test_calls_with_stars_are_recorded_anew(call, tmp_path):
    f = load(
        "class C:\n    def __init__(self, x):\n        self.x = x\n"
        f"def f(a):\n    def q(x): return x * a\n    return {call}\n"
    )["f"]
    record = track(f, 3)
    new = record.update({record[2]: 4})
    assert new.value == f(4)
    assert irtrack.check(new) == []
    assert [node.name for node in irtrack.backward_slice(new[-1]).inputs] == ["a"]
    assert [node.source for node in new.query(irtrack.Descendant)]
    assert irtrack.to_source(new).function(4) == f(4)
    irtrack.save(new, tmp_path / "new.irtrack")


@pytest.mark.parametrize(
    "function",
    [
        lambda a: sum(x * a for x in [1]),
        lambda a: [*map(lambda x: x * a, [1])],  # noqa: C417 - what C code calls back is the point
        lambda a: max([a], key=abs),
    ],
)
def test_slices_need_all_that_ran(function):
    record = track(function, 3)
    new = record.update({record[2]: 4})
    assert new.value == function(4)
    if "abs" in function.__code__.co_names:
        assert [node.name for node in irtrack.backward_slice(new[-1]).inputs] == ["a"]
        return
    for slice_of in (irtrack.backward_slice, irtrack.forward_slice):
        with pytest.raises(ValueError, match="an update does not record what generators did"):
            slice_of(new[-1])


# -- wrong use --------------------------------------------------------------------------------------------------------


def test_errors():
    def f(a):
        if a:
            return [a][0]
        return None

    record, other = track(f, 1), track(f, 2)
    with pytest.raises(TypeError, match=r"update\(\) takes a mapping of nodes to their values, not list"):
        record.update([record[2]])
    with pytest.raises(
        TypeError, match=r"update\(\) gives values to nodes that have one of their own, not to JumpNode"
    ):
        record.update({record[3]: 1})
    with pytest.raises(TypeError, match=r"update\(\) gives values to nodes that have one of their own, not to int 2"):
        record.update({2: 1})
    with pytest.raises(ValueError, match=r"a → 2::int did not run in the call .*f\(⟨1⟩\)"):
        record.update({other[2]: 1})

    def g():
        yield 1

    with pytest.raises(TypeError, match="is no generator"):
        track(g).update({})


def two_lists(a, x):
    lists = [[0], [0]]
    lists[a][0] = x
    return lists[1][0] + lists[0][0]


def two_objects(a, x):
    class Box:
        value = 0

    boxes = [Box() for _ in range(2)]
    boxes[a].value = x
    for name in ("other",):
        setattr(boxes[a - 1], name, x)
    return boxes[1].value + boxes[0].value


def written_below(a, x):
    def put(to):
        to.append(x)

    lists = [[], []]
    list(map(put, lists[a : a + 1]))
    return [*lists[0], 0, *lists[1]]


@pytest.mark.parametrize("f", [two_lists, two_objects, written_below])
def test_what_is_written_to_instead_is_made_anew(f):
    record = track(f, 1, 7)
    for _ in range(2):  # the first update changes nothing that the second one, or the record, has
        for a in (0, 1):
            assert record.update({record[2]: a}).value == f(a, 7)
    assert record.value == f(1, 7)


def calls_super(a, x):
    class Base:
        def method(self):
            return a

    class Derived(Base):
        def method(self):
            return super().method() + x

    return Derived().method()


def test_super_of_a_class_that_is_made_anew():
    record = track(calls_super, 1, 7)
    assert record.update({record[2]: 5}).value == 12
    assert record.update({record[3]: 5}).value == 6


HELD: Any = [[], []]
HELD_BY_KEYS: Any = {1: HELD[0], 2: HELD[1]}


def by_a_loop():
    return list(HELD)


def by_an_enumeration():
    return [one for _, one in enumerate(HELD)]


def by_a_zip():
    return [one for _, one in zip((1, 2), HELD, strict=True)]


def by_items():
    return [one for _, one in HELD_BY_KEYS.items()]


def by_a_copy():
    return [list(HELD)[1], sorted(HELD)[1], dict(enumerate(HELD))[0]]


def by_a_maximum():
    return [max(HELD, key=len), min(HELD, key=len)]


def by_a_filter():
    return [next(filter(lambda one: type(one) is list, HELD))]


@pytest.mark.parametrize(
    "get", [by_a_loop, by_an_enumeration, by_a_zip, by_items, by_a_copy, by_a_maximum, by_a_filter]
)
def test_what_an_object_from_outside_holds_is_from_outside_by_whatever_way_it_was_got(get):
    def f(b):
        for one in get():
            one.append(b)
        text = str(HELD)
        for one in HELD:
            one.clear()
        return text

    record = irtrack.track(f, 9)
    assert record.update({record[2]: 3}).value == f(3)


# why the outcome of an update is another one than that of the program
OTHERWISE = {
    "a_traceback_on_a_way": "what an update runs has no frames of its own, and so no traceback",
    "the_text_of_the_exception": "what an update runs has no frames of its own, and so no traceback",
    "what_its_class_method_keeps": "the plain run in between fills the list of a class, which the record found empty",
}


@pytest.mark.parametrize("f", share(dependences.PROGRAMS), ids=lambda f: f.__name__)
def test_what_is_easily_overlooked(f):
    if f.__name__ in OTHERWISE:
        pytest.skip(OTHERWISE[f.__name__])
    arguments = 1, 9, 7
    record = record_of(f, *arguments)
    before = of_record(record)
    for k, value in enumerate((2, 3, 5)):
        expected = outcome(f, *arguments[:k], value, *arguments[k + 1 :])
        try:
            updated = record.update({record[2 + k]: value})
        except ValueError as error:
            if not re.search("looks at the frame that calls it|was not kept", str(error)):
                raise
        else:
            assert comparable(of_record(updated)) == comparable(expected)
    assert of_record(record) == before


def comparable(text):
    """Without addresses."""
    return re.sub(r"0x\w+", "", text)


def maps(n, x):
    list(map(lambda i: n.append(i), [7] * x))  # noqa: C417


def sorts(n, x):
    sorted([7] * x, key=lambda i: n.append(i) or i)


def misses(n, x):
    collections.defaultdict(lambda: n.append(1), {0: 0})[x]


def compares(n, x):
    class Equal:
        def __eq__(self, other):
            n.append(1)
            return True

    return x in [0, Equal()]


def looks_up(n, x):
    class Any:
        known = 1

        def __getattr__(self, name):
            return n.append(name)

    getattr(Any(), ["known", "unknown"][x])


@pytest.mark.parametrize("calls_back", [maps, sorts, misses, compares, looks_up])
def test_what_is_called_back_for_the_first_time_changes_no_old_record(calls_back):
    def f(x):
        n = []
        calls_back(n, x)
        return n

    record = track(f, 0)
    assert record.update({record[2]: 1}).value == f(1) != []
    assert record.value == f(0) == []


def test_more_can_be_reached_than_is_looked_through(monkeypatch):
    monkeypatch.setattr(touch, "MOST", 100)
    program = load("""
kept = None

def put(items, a):
    if a > 1:
        items.append(a)

def main(a):
    global kept
    kept = [[k] for k in range(200)]
    items = []
    list(map(lambda b: put(items, b), [a]))
    return len(items)
""")["main"]
    record = track(program, 1)
    new = record.update({record[2]: 2})
    assert new.value == 1
    assert "all because a statement that has to run again can reach too much" in str(new.metadata["update"])


def test_class_methods_of_a_class_that_is_made_anew():
    """They have other cells, though the type of what they are looked up in is the same."""

    def of_classes(a, b):
        out = []

        class Base:
            total = 0

            @classmethod
            def get(cls):
                return b

            @classmethod
            def add(cls):
                out.append(b)
                cls.total += b

        class Derived(Base):
            @classmethod
            def get(cls):
                return super().get() + 1

        Base.add()
        return Base.get(), Derived.get(), Base.total, out

    record: Any = track(of_classes, 3, 7)
    updated = record.update({record[3]: 8})
    assert updated.value == of_classes(3, 8) == (8, 9, 8, [8])
    assert record.value == (7, 8, 7, [7])
    assert check(updated) == []


def queued(a, b):
    waiting = queue.PriorityQueue()
    waiting.put((5, "x"))
    waiting.put((3, "y"))
    if a == 1:
        waiting.get()
    if b == 1:
        waiting.put((1, "z"))
    return waiting.get()[1]


def locked(a, b):
    lock, found = threading.Lock(), []
    with lock:
        found.append(a)
    with lock:
        return found[0] * b


@pytest.mark.parametrize(("f", "why"), [(queued, "takes or leaves a lock"), (locked, "")])
def test_all_runs_again_where_a_part_takes_a_lock(f, why):
    record = track(f, 2, 2)
    for k, arguments in ((2, (1, 2)), (3, (2, 1))):
        new = record.update({record[k]: 1})
        assert new.value == f(*arguments)
        assert why in new.metadata["update"].why


OUTSIDE: Any = {"items": [0], "named": {}}


class Shared:
    value = 0

    @classmethod
    def set(cls, value):
        cls.value = value


def set_item(value):
    OUTSIDE["items"][0] = value


def set_named(value):
    OUTSIDE["named"]["k"] = value


def nothing(value):
    pass


def list_outside(a, b, x):
    OUTSIDE["items"][0] = a
    (set_item if b > 2 else id)(x)
    return OUTSIDE["items"][0]


def dict_outside(a, b, x):
    set_named(a)
    put = set_named if b > 2 else (lambda value: None)
    put(x)
    return OUTSIDE["named"]["k"]


def class_outside(a, b, x):
    Shared.set(a)
    (Shared.set if b > 2 else nothing)(x)
    return Shared.value


def cell_around(a, b, x):
    def put(value):
        nonlocal a
        a = value

    (put if b > 2 else nothing)(x)
    return a


def dict_inside(a, b, x):
    found = {}

    def first(value):
        found["k"] = value

    def second(value):
        found["j"] = value

    first(a)
    (first if b > 2 else second)(x)
    return sorted(found.items())


@pytest.mark.parametrize("f", [list_outside, dict_outside, class_outside, cell_around, dict_inside])
@pytest.mark.parametrize("b", [9, 0])
def test_what_a_function_wrote_that_is_not_called_any_more(f, b):
    record = track(f, 2, b, -2)
    for other in (0, 2, 3, 9):
        expected = f(2, other, -2)
        f(2, b, -2)  # what lies outside is as the record has left it
        assert record.update({record[3]: other}).value == expected


class Shop:
    rate = 0

    def __init__(self, n):
        self.n = n

    def __class_getitem__(cls, n):
        return n * cls.rate

    def cost(self):
        return self.n * self.rate


def read_by_a_method(a, b):
    Shop.rate = a
    return Shop(b).cost()


def read_by_a_class(a, b):
    Shop.rate = a
    return Shop[b]


def read_by_a_callback(a, b):
    OUTSIDE["named"]["k"] = a

    def scaled(n):
        return n * OUTSIDE["named"]["k"]

    return max(map(scaled, [b]))


@pytest.mark.parametrize("f", [read_by_a_method, read_by_a_class, read_by_a_callback])
def test_what_lies_outside_is_as_the_run_had_it(f):
    record = track(f, 3, 4)
    assert record.update({record[2]: 5}).value == 20  # and leaves it so
    assert record.update({record[3]: 7}).value == 21
    f(10, 1)
    assert record.update({record[3]: 2}).value == 6


def is_exhausted_instead(c: int) -> int:
    def numbers() -> Any:
        yield 1
        if c:
            raise ValueError

    total = 0
    try:
        for x in numbers():
            total += x
    except ValueError:
        total += 10
    return total


class Ending:
    def __init__(self, c: int) -> None:
        self.c = c

    def __iter__(self) -> "Ending":
        return self

    def __next__(self) -> int:
        raise ValueError if self.c else StopIteration


def ends_instead(c: int) -> int:
    try:
        for _ in Ending(c):
            pass
    except ValueError:
        pass
    return 2


def raises_what_is_handled() -> int:
    try:
        raise
    except RuntimeError:
        return 1


def looks_at_what_is_handled(c: int) -> Any:
    if c:
        return 5
    try:
        raise KeyError(c)
    except KeyError as error:
        found = error.__context__
    return found, sys.exc_info()[0], raises_what_is_handled()


@pytest.mark.parametrize("program", [is_exhausted_instead, ends_instead, looks_at_what_is_handled])
def test_what_goes_on_elsewhere_sees_nothing_of_how(program: Any) -> None:
    record = track(program, 1)
    assert record.update({record[2]: 0}).value == program(0)


def tells_what_is_handled(a: int) -> Any:
    try:
        if a > 1:
            raise ValueError(a)
        return 0
    except ValueError:
        return str(sys.exc_info()[1]), raised_again()


def raised_again() -> str:
    try:
        raise
    except ValueError as error:
        return str(error)


def uses_a_stack_while_it_handles(a: int) -> Any:
    found: list[Any] = []
    with contextlib.ExitStack() as stack:
        try:
            if a > 1:
                raise ValueError(a)
        except ValueError as error:
            stack.callback(found.append, error.args)
            with contextlib.ExitStack() as inner:
                inner.callback(found.append, a)
            found.append(str(sys.exc_info()[1]))
    return found


def tells_it_within_what_it_calls(a: int) -> Any:
    def told(x: int) -> tuple[int, str]:
        return x, str(sys.exc_info()[1])

    found = [told(a)]
    for k in range(3):
        try:
            raise KeyError(a + k)
        except KeyError:
            found += [told(k), *sorted([k, a], key=lambda x: told(x))]
    return found


@pytest.mark.parametrize("start", [0, 1, 2, 5])
@pytest.mark.parametrize(
    "program", [tells_what_is_handled, uses_a_stack_while_it_handles, tells_it_within_what_it_calls]
)
def test_what_is_handled_is_that_of_the_new_run(program: Any, start: int) -> None:
    record = track(program, start)
    for other in (0, 2, 3):
        new = record.update({record[2]: other})
        assert of_record(new) == outcome(program, other)
        assert check(new) == []
    assert of_record(run_all(History(record), {record[2]: 3}, "it is tried")) == outcome(program, 3)


def test_an_interrupt_is_not_taken_for_what_is_handled() -> None:
    lines, first = inspect.getsourcelines(while_handling)
    raises = first + next(k for k, line in enumerate(lines) if line.strip() == "raise handled")

    def interrupt(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code is not while_handling.__code__:
            return None
        if event == "line" and frame.f_lineno == raises:
            raise KeyboardInterrupt
        return interrupt

    called: list[int] = []
    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            while_handling(ValueError(), called.append, 1)
    finally:
        sys.settrace(before)
    assert called == []


def test_a_slice_is_filled_anew_from_what_makes_its_items():
    def numbers():
        yield 1

    def f(x):
        items = [1, x, 3]
        items[:2] = numbers()
        items[1:] = map(abs, [-x])
        return items

    record = track(f, 4)
    assert record.update({record[2]: 9}).value == f(9)


def test_a_getter_that_makes_an_item():
    def f(x):
        found = collections.defaultdict(list)
        operator.itemgetter("k")(found).append(x)
        return dict(found)

    record = track(f, 4)
    assert record.update({record[2]: 9}).value == f(9)


def cut(a: int) -> int:
    stream = io.BytesIO(b"12345")
    if a:
        stream.truncate(3)
    return stream.getbuffer().nbytes


def test_a_new_record_keeps_no_view_of_what_may_change_its_size() -> None:
    """A stream and a view of it that are freed together would crash 3.12, and be reported by later ones."""
    record = track(cut, 0)
    new = record.update({record[2]: 1})
    assert new.value == cut(1) == 3
    assert not [node for node in query(new, Descendant) if type(node.value) is memoryview]
    (stream,) = {id(node.value): node.value for node in new if type(node.value) is io.BytesIO}.values()
    assert stream.truncate(0) == 0
