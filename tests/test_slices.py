"""Slices tell the truth, and no more than that.

IRTRACK_EXAMPLES=20 runs twenty times as many programs.
"""

import ast
import collections
import contextlib
import enum
import functools
import heapq
import linecache
import pickle
import random
import textwrap
import weakref
from math import inf
from random import Random
from types import ModuleType
from typing import Any

import apart
import consuming
import numpy as np
import pytest
import random_slices
import shared_reads
from boxes import Box
from deletion import Deletion, lines_copied, lines_that_leave, lines_that_raise
from share import seeds, share

import irtrack
from irtrack import Descendant, Slice, backward_slice, forward_slice, track
from irtrack.record.memory import index, index_of, nodes_of, writing

SEEDS = share(seeds(60))
# halves that held too much once
ONCE_TOO_MUCH = (
    92001222,
    73000141,
    73000994,
    73002070,
    77000426,
    85000013,
    85001854,
    85004277,
    87000166,
    87001118,
    87002282,
    88000178,
    110002993,
    114002543,
    108002926,
    116003267,
    118500357,
    119000384,
    119001033,
    121000860,
    131002021,
    131002029,
    131002796,
    131003712,
    131004129,
    134001453,
    134002427,
    134007371,
    170000400,
    170000418,
    170000472,
    171004874,
    171004921,
    182002036,
    182002155,
    182003260,
    184002809,
)
OTHERS = 5  # values that are tried for each input


def load(source: str, filename: str = "<sliced>") -> dict[str, Any]:
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": "sliced"}
    exec(compile(source, filename, "exec"), namespace)
    return namespace


def run(source: str, arguments: list[int]) -> Any:
    """What a fresh run gives; None if it raises."""
    try:
        return load(source)["main"](*arguments)
    except Exception:
        return None


# -- truth ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -inf])
def test_an_input_outside_the_slice_changes_nothing(allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)  # to be spent on telling objects apart
    tried = 0
    for seed in SEEDS:
        source, arguments, random = random_slices.program(seed)
        result = run(source, arguments)
        if result is None:
            continue
        record = track(load(source)["main"], *arguments)
        assert record.value == result
        names = {node.name for node in backward_slice(record).inputs}
        for k in range(random_slices.INPUTS):
            if f"i{k}" in names:
                continue
            for value in random.sample(range(-3, 12), OTHERS):
                other = run(source, [*arguments[:k], value, *arguments[k + 1 :]])
                tried += 1
                assert other is None or other == result, (seed, arguments, k, value, source)
    assert tried > (5 if allowed > 0 else 1) * len(SEEDS)  # slices that have everything would show nothing


def test_a_half_holds_nothing_of_the_other():
    looked = 0
    for seed in (*SEEDS, *ONCE_TOO_MUCH):
        random = Random(seed)
        source, lines = random_slices.halves(random)
        arguments = random_slices.arguments(random)
        if run(source, arguments) is None:
            continue
        record = track(load(source)["main"], *arguments)
        pair = record[-1].referenced()[0]
        for half in (0, 1):
            operand = pair._operands[half]
            if isinstance(operand, irtrack.TapeConstant):
                continue
            found = backward_slice(operand)
            looked += len(found)
            strange = [node for node in found if node.parent is record and node.line in lines[1 - half]]
            assert not strange, (seed, half, strange[0], source)
    assert looked > 20 * len(SEEDS)


@pytest.mark.parametrize("use", share(consuming.USES))
def test_what_is_given_one_by_one_is_known_by_data(use):
    looked = 0
    for names, source in consuming.programs(use):
        result = run(source, [3])
        if result is None or repr(result) == repr(run(source, [5])):
            continue
        looked += 1
        for control in (False, True):
            record = track(load(source)["main"], 3)
            assert repr(record.value) == repr(result)
            assert "a" in {node.name for node in backward_slice(record, control=control).inputs}, (names, source)
    assert looked > 50


def of_a_number(s):
    try:
        try:
            int(s)
        except ValueError:
            raise
    except ValueError as error:
        return str(error)


def of_a_key(k):
    def look(k):
        try:
            return {}[k]
        except KeyError:
            raise

    try:
        return look(k)
    except KeyError as error:
        return error.args[0]


def of_the_context(k):
    try:
        try:
            return {}[k]
        except KeyError:
            raise ValueError  # noqa: B904 - its context is what is asked for
    except ValueError as error:
        return error.__context__.args[0]


@pytest.mark.parametrize("f", [of_a_number, of_a_key, of_the_context])
def test_what_an_exception_holds_that_is_raised_again(f):
    record = track(f, "k")
    assert record.value == f("k") != f("z")
    assert len(backward_slice(record, control=False).inputs) == 1


class Above(dict):
    def put(self, x):
        self.v = x


class Below(Above):
    def put(self, x):
        if x > 5:
            super().put(x)
        else:
            self.v = 0


def test_a_method_above_writes_to_its_object():
    def main(a, b):
        o = Below()
        o.put(a)
        x = o.v
        d = collections.defaultdict(list)
        d["q"].append(b)
        y = d["q"][0]
        return x, y

    for a in (1, 7):
        record = track(main, a, 2)
        _, y = record[-1].referenced()[0].referenced()
        assert {node.name for node in backward_slice(y).inputs} == {"b"}


def test_the_iterator_of_a_merge_is_one_of_c_code_or_of_the_program():
    """A statement runs a generator at one time, and calls a method at another."""

    class Thirds:
        def __init__(self, a):
            self.values = [a, 2 * a, 3 * a]

        def __iter__(self):
            return self

        def __next__(self):
            if not self.values:
                raise StopIteration
            return self.values.pop(0)

    def generator(a):
        yield from (a, 2 * a, 3 * a)

    def main(a, give):
        total = 0
        for x in heapq.merge(give(a), [50]):
            total += x
        return total

    ways = [generator, Thirds, lambda a: map(a.__mul__, [1, 2, 3]), lambda a: [a, 2 * a, 3 * a]]
    chosen = Random(1)
    for _ in range(40):
        record = track(main, 3, chosen.choice(ways))
        assert record.value == 68
        assert "a" in {node.name for node in backward_slice(record, control=False).inputs}


@pytest.mark.parametrize("taken", [0, 1])
@pytest.mark.parametrize("use", apart.USES, ids=lambda use: use.__name__)
def test_a_use_depends_on_no_other(use, taken):
    def main(a, b, c, d):
        x = use(a, b)
        y = use(c, d)
        return (x, y)

    if use is apart.might_count and taken:
        pytest.skip("Counter's own `update` is called: what else its class could have had for it is not known")
    pair = track(main, 2, taken, 3, 0)[-1].referenced()[0]
    for half, others in zip(pair._operands, ("cd", "ab"), strict=True):
        assert not {node.name for node in backward_slice(half).inputs} & set(others)


class Color(enum.Enum):
    RED = 0
    BLUE = 1


class Table(type):
    def __getitem__(cls, key):
        return cls.rows[key]


class Rows(metaclass=Table):
    rows = (5, 6)

    @classmethod
    def key(cls, v):
        return v


@pytest.mark.parametrize(
    "use",
    [
        lambda v: Color(v).name,
        lambda v: Rows[v],
        lambda v: sorted([v, 2], key=Rows.key)[0],
        lambda v: next(map(Rows.key, [v])),
    ],
)
def test_nobody_makes_a_class_anew_who_calls_a_method_of_it(use):
    def main(a, c):
        x = use(a)
        y = use(c)
        return (x, y)

    half = track(main, 0, 1)[-1].referenced()[0]._operands[1]
    assert "a" not in {node.name for node in backward_slice(half, control=False).inputs}


@pytest.mark.parametrize("pair", apart.PAIRS, ids=lambda pair: pair.__name__)
def test_what_lies_side_by_side_is_apart(pair):
    halves = track(pair, 2, 3)[-1].referenced()[0]._operands
    for half, other in zip(halves, "ca", strict=True):
        for control in (False, True):
            assert other not in {node.name for node in backward_slice(half, control=control).inputs}


@pytest.mark.parametrize("use", apart.BETWEEN)
def test_a_list_has_nothing_of_what_is_done_between(use):
    def main(a, c):
        found = [a]
        use(c)
        found.append(2)
        return found[0] + len(found)

    assert [node.name for node in backward_slice(track(main, 2, 3)).inputs] == ["a"]


@pytest.mark.parametrize(
    "use", [*shared_reads.EXPRESSIONS, *shared_reads.FUNCTIONS_OF_V], ids=lambda use: getattr(use, "__name__", use)
)
def test_who_reads_the_same_does_not_depend_on_each_other(use):
    use = eval(f"lambda v: {use}", vars(shared_reads)) if type(use) is str else use

    def main(a, c):
        x = use(a)
        y = use(c)
        return (x, y)

    pair = track(main, 2, 3)[-1].referenced()[0]
    for half, name in zip(pair._operands, "ac", strict=True):
        for control in (False, True):
            assert {node.name for node in backward_slice(half, control=control).inputs} <= {name, "main"}


CURIOUS = """
ASKED = []

class Curious:
    def __getattr__(self, name):
        ASKED.append(name)
        raise ValueError(name)

class Meta(type):
    def __getattribute__(cls, name):
        ASKED.append(name)
        return super().__getattribute__(name)

class Owner(metaclass=Meta):
    part = Curious()

def main(a):
    items = []
    if a:
        items.append(1)
    return len(items)
"""


@pytest.mark.parametrize("allowed", [writing.ALLOWED, -inf])
def test_no_class_is_asked_for_its_attributes(allowed, monkeypatch):
    monkeypatch.setattr(writing, "ALLOWED", allowed)
    names = load(CURIOUS)
    record = track(names["main"], 0)
    names["ASKED"].clear()
    index: Any = index_of(record)
    assert index.may_be_stored("never") is False
    assert {node.name for node in backward_slice(record).inputs} == {"a"}
    assert not names["ASKED"]


@pytest.mark.parametrize("control", [False, True])
def test_no_class_is_asked_whether_it_is_an_iterator(control):
    asked = []

    class Meta(type):
        def __eq__(cls, other):
            asked.append(cls)
            return cls is other

        __hash__ = type.__hash__

    class Turns(metaclass=Meta):
        def __init__(self):
            self.k = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.k += 1
            if self.k > 60:
                raise StopIteration
            return self.k

    class Key(int, metaclass=Meta):
        pass

    def main(x):
        total, counts = 0, {Key(1): x}
        for k in Turns():
            total += counts[Key(1)] + k
        return total

    record = track(main, 2)
    asked.clear()
    backward_slice(record, control=control)
    assert not asked


def test_nobody_is_asked_whether_it_is_equal():
    asked = []

    class Meta(type):
        def __eq__(cls, other):
            asked.append(cls)
            return NotImplemented

        __hash__ = never = lambda cls: asked.append(cls) or 1  # a dict of classes would ask

    class Item(metaclass=Meta):
        def __init__(self, n, parts=()):
            self.n, self.parts = n, parts

        def __eq__(self, other):
            asked.append(self)
            return self.n == other.n

        def __call__(self, x):
            return self.n + x

        def __add__(self, other):
            return Item(self.n + other)

        def total(self):
            return self.n + sum(part.total() for part in self.parts)

    tree, row = Item(1, (Item(2),)), np.arange(3.0)

    def f(a):
        item = tree if a > 1 else Item(a)
        total = item(a) + tree.total() + (item + 1).n
        if a > 5:
            item.parts = row
        for part in item.parts:
            total += part.n
        return total + np.vectorize(lambda x: x + a)(row)[0]

    record = track(f, 2)
    asked.clear()
    for control in (False, True):
        assert "a" in {node.name for node in backward_slice(record, control=control).inputs}
    forward_slice(record[2])
    record.update({record[2]: 3})
    assert not asked


def test_what_comes_behind_two_handlers_does_not_depend_on_what_they_handle():
    def f(a, b):
        try:
            raise ValueError if a else KeyError
        except (ValueError, KeyError):
            try:
                raise ValueError if a else KeyError
            except (ValueError, KeyError):
                x = a * 2
        y = b + 1
        return x, y

    record = track(f, 1, 2)
    first, second = record[-1].referenced()[0]._operands
    assert [node.name for node in backward_slice(first).inputs] == ["a"]
    assert [node.name for node in backward_slice(second).inputs] == ["b"]


def test_without_the_statements_outside_the_slice_the_result_is_the_same():
    deleted = 0
    for seed in SEEDS:
        source, arguments, _ = random_slices.program(seed)
        result = run(source, arguments)
        if result is None:
            continue
        record = track(load(source)["main"], *arguments)
        deletion = Deletion(lines_needed(record, source))
        text = deletion.apply(source)
        deleted += deletion.deleted
        assert load(text, "<deleted>")["main"](*arguments) == result, (seed, arguments, source, text)
    assert deleted > 5 * len(SEEDS)


def lines_needed(record: Any, source: str) -> set[int]:
    """The lines of the slice, and of what else these lines compute and copy: a statement is deleted as a whole, or not;
    of what left the loops that they are in, and of what has led to a copy in a handler.
    """
    index = index_of(record)
    everything = [node for node in record.query(Descendant) if node.file == "<sliced>" and node.line]
    nodes = set(backward_slice(record))
    while True:
        lines = {node.line for node in nodes if node.file == "<sliced>" and node.line}
        others = lines_that_leave(source, lines) | lines_copied(source, lines) | lines_that_raise(source, lines)
        kept = [node for node in everything if node.line in lines | others]
        passed = [
            one for node in kept if isinstance(node, irtrack.JumpNode) for one in node._operands
        ]  # as by `x if c else y`
        starts = [node._vertex for node in (*kept, *passed) if hasattr(node, "_vertex")]
        more = nodes_of(index, index.behind([record._vertex, *starts], True))
        if more <= nodes:
            return lines
        nodes |= more


def test_straight_line_programs_have_the_def_use_closure():
    for seed in SEEDS:
        random = Random(seed)
        names = ["a", "b", "c"]
        lines = []
        for k in range(12):
            one, other = random.choice(names), random.choice(names)
            target = random.choice([*names, f"x{k}"])
            lines.append(f"    {target} = {one} {random.choice('+-*')} {other}")
            names.append(target)
        source = "def main(a, b, c):\n" + "\n".join(lines) + f"\n    return {random.choice(names)}\n"
        record = track(load(source)["main"], 2, 3, 5)
        found = backward_slice(record)
        assert {node.line for node in found if node.line} == def_use(source), (seed, source)
        assert found == backward_slice(record, control=False)


def def_use(source: str) -> set[int]:
    """The lines of the def-use closure of what a straight-line function returns."""
    body = ast.parse(source).body[0].body  # type: ignore[attr-defined]  # it is a function
    wanted = {body[-1].value.id}
    lines = {body[-1].lineno}
    for statement in reversed(body[:-1]):
        if statement.targets[0].id in wanted:
            wanted.discard(statement.targets[0].id)
            wanted |= {name.id for name in ast.walk(statement.value) if isinstance(name, ast.Name)}
            lines.add(statement.lineno)
    return lines


def test_forward_by_data_is_backward_by_data_turned_round():
    for seed in SEEDS[: len(SEEDS) // 4]:
        source, arguments, random = random_slices.program(seed)
        if run(source, arguments) is None:
            continue
        record = track(load(source)["main"], *arguments)
        nodes = record.query(Descendant)
        backward = {node: backward_slice(node, control=False) for node in random.sample(nodes, min(12, len(nodes)))}
        for one in backward:
            forward = forward_slice(one, control=False)
            for other, slice_of_other in backward.items():
                assert (other in forward) == (one in slice_of_other), (seed, one, other, source)


def test_what_a_slice_holds_has_the_result_ahead():
    def f(a):
        class N:
            def __init__(self, *parts):
                self.parts, self.n = list(parts), 0

            def walk(self):
                yield self
                for part in self.parts:
                    yield from part.walk()

        leaf = N()
        tree = N(N(leaf), N())
        if a:
            tree.parts[0].parts.clear()
        for one in tree.walk():
            one.n += 1
        return leaf.n

    for a in (0, 1):
        record = track(f, a)
        assert record[2] in backward_slice(record)
        assert record in forward_slice(record[2])


def test_what_was_cleared_is_no_data():
    def f(a, b):
        part = [0]
        parts = [part]
        parts.clear()
        part.append(b)
        parts.append(a)
        return pickle.dumps(parts)

    for control in (False, True):
        assert [node.name for node in backward_slice(track(f, 1, 2), control=control).inputs] == ["a"]


# -- what decides -----------------------------------------------------------------------------------------------------


def test_what_goes_on_for_long_is_not_followed_too_deep():
    chain = "Chain()" + ".then()" * 500
    joined = " + ".join(["[1]"] * 500)
    source = f"class Chain:\n    def then(self):\n        return Chain()\ndef long():\n    return {chain}\n"
    source += (
        f"def main(a):\n    p, xs = [0], []\n    way = [Chain, long][a]()\n    if a:\n        xs = {joined} + [p]\n"
    )
    source += "    for x in xs[500:]:\n        x.append(1)\n    way.then()\n    return len(p)\n"
    for a in (0, 1):
        assert "a" in {node.name for node in backward_slice(track(load(source)["main"], a)).inputs}


def test_modules_of_a_class_of_their_own():
    class Lazy(ModuleType):
        def __getattr__(self, name):
            raise AttributeError(name)

    lazy = Lazy("lazy")

    def f(a):
        rows = [[0], lazy]
        rows[a].append(1) if a == 0 else setattr(rows[a], "n", a)
        return lazy

    for a in (0, 1):
        assert "a" in {node.name for node in backward_slice(track(f, a)).inputs}


def test_a_partial_of_a_partial_in_a_loop():
    def f(a):
        p, called = [0], functools.partial(list.append, [])
        for i in range(3):
            if a == i:
                called = functools.partial(list.append, p)
                for _ in range(2):
                    called = functools.partial(called)
        called(1)
        return len(p)

    for a in (0, 5):
        assert "a" in {node.name for node in backward_slice(track(f, a)).inputs}


def not_taken(c, x):
    box = Box(1)
    if c:
        box.v = x
    return box.v


def other_item(c, x):
    items = [1, 2]
    items[c] = x
    return items[0]


def other_object(c, x):
    one, other = Box(1), Box(2)
    (one if c else other).v = x
    return one.v


def early(c, x):
    box = Box(1)
    set_unless(c, box, x)
    return box.v


def set_unless(c, box, x):
    if not c:
        return
    box.v = x


def caught(c, x):
    try:
        y = 10 // (1 - c)
    except ZeroDivisionError:
        y = x
    return y


def not_caught(c, x):
    box = Box(1)
    try:
        1 // (c + 1)
        box.v = 3
    except ZeroDivisionError:
        box.v = x
    return box.v


def raised_below(c, x):
    box = Box(1)
    try:
        checked(c)
        box.v = 2
    except ValueError:
        pass
    return box.v


def checked(c):
    if c:
        raise ValueError
    return c


def turns(c, x):
    n = 0
    for _ in range(c):
        n += x
    return n


def suspended(c, x):
    box = Box(1)

    def steps():
        yield 1
        box.v = x
        yield 2

    running = steps()
    next(running)
    if c:
        next(running)
    return box.v


def sent(c, x):
    def echo():
        got = 0
        while True:
            got = yield got

    running = echo()
    next(running)
    return running.send(c)


def looked_up(c, x):
    table = {0: 1}
    table[c] = 2
    return table.get(0)


def swapped(c, x):
    a, b = [1], [2]
    if c:
        a, b = b, a
    a.append(x)
    return len(b)


def default(c, x):
    def inner(v=c, *, w=x):
        return v, w

    return inner()


def default_that_was_stored(c, x):
    def inner(v):
        return v

    inner.__defaults__ = (c,)
    return inner()


def in_a_class(c, x):
    class Held:
        v = c

        def w(self):
            return self.v

    class Below(Held):
        u = x

    return Below().w(), Below.u


def never_suspended(c, x):
    def steps():
        for i in range(c):
            yield i + 1

    return list(steps())


def suspended_later(c, x):
    def steps():
        if c:
            yield 1
        yield x

    return next(step for step in steps())


def seeded(c, x):
    np.random.seed(c)
    drawn = np.random.rand()
    random.seed(x)
    return drawn, np.random.default_rng(c).random(), random.random()


class Plain:
    x = 5


def attribute_of_computed_name(c, x):
    one = Plain()
    one.y = x
    setattr(one, "xy"[c], x)
    return one.x if c else one.y


def class_hidden_by_computed_name(c, x):
    one = Plain()
    setattr(one, "xy"[c], x)
    return one.x


def name_in_dict(c, x):
    one = Plain()
    one.x = 3
    one.__dict__["x" if c else "y"] = x
    return one.x


def names_in_vars(c, x):
    one = Plain()
    vars(one).update({"x" if c else "y": x})
    return one.x


def dict_of_attributes(c, x):
    one = Plain()
    one.x = x * c
    return one.__dict__["x"]


def dict_put_in_place(c, x):
    one, names = Plain(), {"x": 1}
    one.__dict__ = names
    names["x" if c else "y"] = x
    return one.x


def seen_before_it_changed(c, x):
    one = Plain()
    one.x = x
    weakref.ref(one)  # of which no table tells
    return one.x if c else x


def updated_from_pairs(c, x):
    one = {0: 1, 1: 2}
    one[0] = x
    one.update([(c, 5)])
    return one[0]


def updated_by_key(c, x):
    one = {0: x, 1: 2}
    one.update({c: 5})
    return one[0]


def updated_by_copy(c, x):
    one, other = {0: x, 1: 2}, {c: 5}
    one.update(other.copy())
    return one.get(0)


def updated_by_comprehension(c, x):
    one = {0: x, 1: 2}
    one |= {key: key + 5 for key in [c]}
    return one[0]


def inserted(c, x):
    one = [x, 2, 3]
    one.insert(c, 5)
    return one[0]


def put_into_a_slice(c, x):
    one = [x, 2, 3]
    one[c:2] = [5]
    return one[0]


def put_into_every_second(c, x):
    one = [x, 2, 3, 4]
    one[c::2] = [5, 6]
    return one[0]


def picked(c, one, other):
    return one if c else other


def picked_and_not_taken(c, x):
    one, other = [x], [x]
    found = picked(c, one, other)
    if c:
        found[0] = 9
    return one[0]


def picked_by_its_dict(c, x):
    one, other = Plain(), Plain()
    one.x = x
    picked(c, one, other).__dict__["x"] = 3
    return one.x + c * x


def length_of_a_view(c, x):
    one = {0: x}
    keys = one.keys()
    if c:
        one[7] = x
    return len(keys)


def remembered(c, x):
    @functools.lru_cache
    def looked_up(key):
        return held[0]

    held = [x]
    looked_up(c)
    held[0] = 5
    return looked_up(1)


def made_on_demand(c, x):
    one = collections.defaultdict(list)
    one[c].append(x)
    return list(one[1])


def counted_on_demand(c, x):
    one = collections.defaultdict(int)
    one[c]
    return len(one) + (1 in one)


@pytest.mark.parametrize("c", [0, 1])
@pytest.mark.parametrize(
    "f",
    [not_taken, other_item, other_object, early, caught, not_caught, raised_below, turns, suspended, sent, looked_up,
     swapped, default, default_that_was_stored, in_a_class, never_suspended, suspended_later, seeded,
     attribute_of_computed_name, class_hidden_by_computed_name, name_in_dict, names_in_vars, dict_of_attributes,
     dict_put_in_place, seen_before_it_changed, updated_from_pairs, updated_by_key, updated_by_copy,
     updated_by_comprehension, inserted, put_into_a_slice, put_into_every_second, length_of_a_view, remembered,
     made_on_demand, counted_on_demand, picked_and_not_taken, picked_by_its_dict],
)  # fmt: skip
def test_what_decides_is_in_the_slice(f, c):
    names = {node.name for node in backward_slice(track(f, c, 7)).inputs}
    assert "c" in names
    if f(c, 7) != f(c, 8):
        assert "x" in names


def behind_an_if(c, x):
    log = []
    if c:
        log.append(1)
    return x


def behind_several(c, x):
    if c > 0:
        c += 1
    elif c < 0:
        print("less", end="")
    else:
        c = len("none")
    return x


def behind_a_try(c, x):
    try:
        {}[c]
    except KeyError as error:
        str(error)
    return x


def behind_a_branch_in_a_handler(c, x):
    try:
        [][c]
    except IndexError:
        if c > 3:
            c = 3
    return x


def behind_a_loop(c, x):
    for i in range(3):
        if i == c:
            break
    return x


def behind_a_with(c, x):
    with contextlib.suppress(IndexError):
        if c:
            [][c]
    return x


def of_a_generator(c, x):
    def one():
        if c:
            c.bit_length()
        return x
        yield

    def other():
        found = yield from one()
        yield found

    return next(other())


def two_returns(c, x):
    if c:
        return x
    return x


def two_values(c, x):
    if c:
        x = x + 1
    return x


def left_by_a_finally(c, x):
    log = []
    try:
        if c:
            return x
        log.append(1)
    finally:
        log.append(2)
    return len(log) + x


def what_was_found(c, x):
    for i in range(x):
        if i == c:
            break
    return i


@pytest.mark.parametrize("c", [0, 1, 7])
@pytest.mark.parametrize("hot", [2, 40])
@pytest.mark.parametrize(
    ("f", "needed"),
    [
        (behind_an_if, "x"),
        (behind_several, "x"),
        (behind_a_try, "x"),
        (behind_a_branch_in_a_handler, "x"),
        (behind_a_loop, "x"),
        (behind_a_with, "x"),
        (of_a_generator, "x"),
        (two_returns, "cx"),
        (two_values, "cx"),
        (left_by_a_finally, "cx"),
        (what_was_found, "cx"),
    ],
)
def test_ways_meet_in_a_return(f, needed, c, hot, monkeypatch):
    monkeypatch.setattr(index, "HOT", hot)
    for _ in range(4):
        record = track(f, c, 5)
        assert "".join(node.name for node in backward_slice(record).inputs) == needed


def logged_by_a_handler(c):
    log = []
    try:
        1 / (1 - c)
    except ZeroDivisionError:
        log.append(1)
    return log


def logged_of_a_call(c):
    def fails():
        if c:
            raise ValueError

    log = {}
    try:
        fails()
    except ValueError:
        log["failed"] = True
    return log


@pytest.mark.parametrize("c", [0, 1])
@pytest.mark.parametrize("f", [logged_by_a_handler, logged_of_a_call])
def test_a_return_behind_what_a_handler_would_have_written(f, c):
    def called(c):
        return len(f(c))

    for function in (f, called):
        assert [node.name for node in backward_slice(track(function, c)).inputs] == ["c"]


class Parts:
    def __init__(self, value):
        self.other, self.value = 1, value


def attribute_beside(c, x):
    box = Parts(x)
    if c:
        box.other = 2
    return box.value


def attribute_beside_in_a_function(c, x):
    def put(one):
        one.other = 2

    box = Parts(x)
    if c:
        put(box)
    return box.value


def key_beside(c, x):
    box = {"other": 1, "value": x}
    if c:
        box["other"] = 2
    return box["value"]


def attribute_of_another_that_was_picked(c, x):
    boxes = [Parts(x), Parts(x)]
    boxes[c].other = 2
    return boxes[1].value


def key_of_its_dict(c, x):
    box = Parts(x)
    if c:
        box.__dict__["value"] = 2
    return box.value


def its_dict(c, x):
    box = Parts(x)
    if c:
        box.__dict__ = {"value": 2}
    return box.value


def some_key(c, x):
    box = {"other": 1, "value": x}
    if c < 0:
        box[c] = 2
    return box["value"]


def all_keys(c, x):
    box = {"other": 1, "value": x}
    if c:
        box["other"] = 2
    return sum(box.values())


@pytest.mark.parametrize(
    ("f", "names"),
    [(attribute_beside, ["x"]), (attribute_beside_in_a_function, ["x"]), (key_beside, ["x"]),
     (attribute_of_another_that_was_picked, ["x"]), (key_of_its_dict, ["c", "x"]), (its_dict, ["c", "x"]),
     (some_key, ["c", "x"]), (all_keys, ["c", "x"])],
)  # fmt: skip
def test_what_might_have_been_stored_to_one_part_concerns_no_other(f, names):
    assert [node.name for node in backward_slice(track(f, 0, 7)).inputs] == names


def stored_while_the_class_is_made(c, x):
    class Base:
        def __init_subclass__(cls):
            cls.value = x

    class Made(Base):
        value = c

    return Made.value


def given_by_two_generators(c, x):
    def given(box):
        yield box[0]

    box = Parts(1)
    next(given([box, c]))
    return next(given([box, x]))


def test_what_was_stored_or_given_last_is_the_source():
    names = [node.name for node in backward_slice(track(stored_while_the_class_is_made, 1, 2), control=False).inputs]
    assert names == ["x"]
    record = track(given_by_two_generators, 1, 2)
    names = [node.name for node in backward_slice(record, control=False).inputs]
    assert names == ["x"]


def test_data_alone():
    record = track(not_taken, 1, 7)
    assert [node.name for node in backward_slice(record).inputs] == ["c", "x"]
    assert [node.name for node in backward_slice(record, control=False).inputs] == ["x"]


# -- the set, and its story -------------------------------------------------------------------------------------------


def test_a_slice_is_a_set():
    record = track(turns, 2, 3)
    one, other = backward_slice(record), forward_slice(record[3])
    assert record in one
    assert record[2] in one
    assert record[3] in one
    assert "c" not in one
    assert isinstance(one & other, Slice)
    assert (one & other) <= one
    assert len(one | other) >= len(one)
    assert list(one) == sorted(one, key=lambda node: node.position)
    assert len(set(one)) == len(one)
    assert hash(one) == hash(backward_slice(record))
    assert one == backward_slice(record)
    assert repr(one) == f"<slice of the root: {len(one)} nodes, inputs c, x>"
    assert repr(one & other).startswith("<slice: ")
    assert not one & {3}
    with pytest.raises(TypeError, match="a slice is a set of nodes, and has no int 3"):
        one | {3}


STORY = """
class Cart:
    def __init__(self):
        self.items = []
    def add(self, price, count):
        self.items.append(price * count)

def total(price, rate, name):
    cart = Cart()
    cart.add(price, 2)
    label = name.upper()
    sum = 0
    for one in cart.items:
        sum += one
    if sum > 5:
        sum = sum * rate
    return label, sum
"""


def test_a_story():
    record = track(load(STORY, "cart.py")["total"], 3, 0.5, "x")
    story = backward_slice(record[-1].referenced()[0].referenced()[1])
    assert str(story) == story.story() == textwrap.dedent(
        """\
        total cart.py:8
          price = 3::int
          rate = 0.5::float
          9  cart = Cart()  → <Cart>
            self = <Cart>
            4  self.items = []  → []::list
          10  cart.add(price, 2)  → None::NoneType
            self = <Cart>
            price = 3::int
            count = 2::int
            6  self.items.append(price * count)  → None::NoneType
          13  for one in cart.items:  → 6::int
          14  sum += one  → 6::int
          13  for one in cart.items:
          15  if sum > 5:  → True::bool
          16  sum = sum * rate  → 3.0::float
          sum = 3.0::float"""
    )  # fmt: skip
    assert story.story(limit=2).splitlines()[2] == "... more: story(limit=None) gives all"


@pytest.mark.parametrize("function", [backward_slice, forward_slice])
def test_errors(function):
    with pytest.raises(TypeError) as error:
        function(3)
    assert str(error.value) == f"{function.__name__}() takes a node, as track() returns it, not int 3"
    with pytest.raises(LookupError) as missing:
        function(irtrack.ConstantNode(None, 1, None, 3))
    assert str(missing.value) == "the ConstantNode at position 1 belongs to no record"


def test_a_record_that_grows_is_looked_at_again():
    record = track(random_steps)
    assert next(record.value) == 1
    first = backward_slice(record[-1])
    assert next(record.value) == 2
    assert len(backward_slice(record[-1])) > len(first)


def random_steps():
    n = 0
    while True:
        n += 1
        yield n


def test_deep_recursion_and_long_loops_take_no_stack():
    def down(n):
        return 0 if not n else down(n - 1) + 1

    def long(n):
        total = 0
        for i in range(n):
            total += i
        return total

    assert [node.name for node in backward_slice(track(down, 300)).inputs] == ["n"]
    assert [node.name for node in backward_slice(track(long, 20_000)).inputs] == ["n"]


@pytest.mark.parametrize(
    "body",
    ["l = []; l.append(a); return l", "d = {}; d['x'] = a; return (d,)", "l = [a]; m = [l]; l[0] += b; return m"],
)
def test_a_result_is_all_that_it_holds(body):
    namespace = load(f"def f(a, b):\n    {body}\n")
    record = track(namespace["f"], 1, 2)
    names = [node.name for node in backward_slice(record).inputs]
    assert names == (["a", "b"] if "b" in body.replace("body", "") and "+= b" in body else ["a"])
    assert names == [node.name for node in backward_slice(record[-1]).inputs]


def may_print(c, values):
    values.append(2)
    if c:
        irtrack.printlevels(values)
    return values[0]


class Steps:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x


def spread(x):
    a, b = [*Steps(x)], list(Steps(x))
    return a, b, tuple(zip(a, Steps(x), strict=True)), dict(collections.ChainMap({}, {"q": x}))


def test_every_node_can_be_asked():
    record = track(spread, 1)
    for node in [record, *record.query(Descendant)]:
        backward_slice(node)
        node.referenced(memory=True)
        node.backward(memory=True)
    assert record[2] in backward_slice(record)


REBOUND = """
kept = [1]
def make():
    return [1]
def give():
    return make()
def fill(x):
    give().append(x)
def keep():
    return kept
def main(c, x):
    if c:
        fill(x)
    return len(kept)
"""


def test_what_a_function_gives_is_looked_up_for_each_record():
    names = load(REBOUND)
    assert "c" not in {node.name for node in backward_slice(track(names["main"], 0, 7)).inputs}
    names["make"] = names["keep"]  # now a call of `fill` would change the result
    assert "c" in {node.name for node in backward_slice(track(names["main"], 0, 7)).inputs}


def test_functions_of_ours_on_a_way_not_taken():
    record = track(may_print, 0, [1])
    jump = next(node for node in record.children if isinstance(node, irtrack.JumpNode))
    assert jump in backward_slice(record)  # they may do anything; asking about them raises nothing


@pytest.mark.parametrize(
    ("limit", "error", "said"),
    [
        ("x", TypeError, "limit is a whole number from 1, or None for all, not str 'x'"),
        (True, TypeError, "limit is a whole number from 1, or None for all, not bool True"),
        (0, ValueError, "limit is a whole number from 1, or None for all, not 0"),
    ],
)
def test_a_story_has_a_number_of_lines(limit, error, said):
    with pytest.raises(error, match=said):
        backward_slice(track(lambda x: x + 1, 1)).story(limit)


class Lowered:
    def __init__(self, v):
        self.v = v

    def __call__(self, x):
        self.v -= x


@pytest.mark.parametrize("b", [1, 5])
def test_an_instance_that_might_have_been_called_writes_to_itself(b):
    def both(a, b):
        one, other = Lowered(a), Lowered(1)
        if b > 2:
            other(1)
        return one.v, other.v

    record = track(both, 3, b)
    pair = record.children[-1]._operands[0]
    assert [[node.name for node in backward_slice(part).inputs] for part in pair._operands] == [["a"], ["b"]]


def test_an_update_has_no_slice_of_what_ran_behind_what_it_took_over():
    def shown(a, b):
        class Holder:
            @property
            def part(self):
                return a

        return Holder().part, b

    record = track(shown, 2, 3)
    assert [node.name for node in backward_slice(record).inputs] == ["a", "b"]
    with pytest.raises(ValueError, match="functions that C code calls back: track the call instead"):
        backward_slice(record.update({record[3]: 0}))


def test_no_truth_is_asked_of_what_might_have_been_dispatched_on():
    @functools.singledispatch
    def scale(kind, x):
        pass

    @scale.register
    def _(kind: str, x):
        x *= 2

    def chosen(a):
        x = np.ones(3)
        kind = 1.5
        if a > 4:
            kind = "text"
        scale(kind, x)
        return x.sum()

    assert [node.name for node in backward_slice(track(chosen, 2)).inputs] == ["a"]


# -- keys of odd classes ----------------------------------------------------------------------------------------------


class Strange(int):
    """An index that compares as nothing else does; C code does not ask it."""

    def __lt__(self, other):
        raise TypeError("not with that")

    __gt__ = __le__ = __ge__ = __eq__ = __mod__ = __add__ = __neg__ = __lt__
    __hash__ = None


class Name(str):
    """A name of an attribute that tells who compares it."""

    asked: list[Any] = []  # noqa: RUF012 - of all of them

    def __eq__(self, other):
        self.asked.append(other)
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_an_index_of_a_class_derived_from_int():
    def f(a, b):
        items = [1, 2, 3]
        items[Strange(1)] = a
        items.insert(Strange(0), b)
        items.pop(Strange(0))
        return items[Strange(1)]

    record = track(f, 5, 6)
    for control in (False, True):
        assert "a" in {node.name for node in backward_slice(record, control=control).inputs}


def test_a_name_of_a_class_derived_from_str():
    def f(a, b):
        both = Box(b)
        setattr(both, Name("x"), a)
        return getattr(both, Name("x"))

    record = track(f, 5, 6)
    Name.asked.clear()
    assert "a" in {node.name for node in backward_slice(record, control=False).inputs}
    assert str(backward_slice(record))
    assert not Name.asked


class Quiet:
    def log(self, out):
        pass


class Loud:
    def log(self, out):
        out.append(1)


def logged(c):
    out = []
    (Loud() if c > 2 else Quiet()).log(out)
    return len(out)


def test_what_a_method_does_depends_on_the_class_of_its_object():
    for c in (4, 0):
        record = track(logged, c)
        assert record[2] in backward_slice(record)
    assert record.value == 0
    record = track(logged, 4)
    assert record[-1] in forward_slice(record[2])
