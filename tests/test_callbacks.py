"""What C code calls back is entered: callbacks of builtins, special methods, class bodies, constructors, `with`."""

import collections.abc
import contextvars
import functools
import gc
import itertools
import operator
import re
import sys
import traceback

import numpy as np
import pytest
from outcomes import compare, problems_of, whole

import irtrack
from irtrack import Descendant, NestedCallNode, PrimitiveCallNode, SpecialCallNode, check, track


class Adding(int):
    def __add__(self, other):
        return Adding(int(self) + int(other))


class Box:
    """Everything that C code may ask for, written in Python."""

    def __init__(self, n=3):
        self.n = n

    def __len__(self):
        return self.n

    def __str__(self):
        return "box"

    def __repr__(self):
        return "Box()"

    def __format__(self, spec):
        return "box" + spec

    def __iter__(self):
        return Down(self.n)

    def __reversed__(self):
        return iter(range(self.n))

    def __hash__(self):
        return -1

    def __int__(self):
        return 5

    def __index__(self):
        return 6

    def __float__(self):
        return 1.5

    def __complex__(self):
        return 2j

    def __abs__(self):
        return 8

    def __round__(self, digits=0):
        return digits

    def __bool__(self):
        return False

    def __enter__(self):
        return self.n

    def __exit__(self, kind, error, trace):
        return kind is KeyError


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n


class Meta(type):
    def __instancecheck__(cls, instance):
        return "yes"

    def __subclasscheck__(cls, other):
        return []


class Checked(metaclass=Meta):
    pass


def ran(node):
    """The functions that ran behind the nodes of a call, in order."""
    found = []
    for child in node:
        if not isinstance(child, NestedCallNode):
            found += [call.function.value.__name__ for call in child.children]
    return found


NEXTS = ["__next__"] * 4  # three values, and the end


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda b: len(b), ["__len__"]),
        (lambda b: bool(b), ["__bool__"]),
        (lambda b: str(b), ["__str__"]),
        (lambda b: repr(b), ["__repr__"]),
        (lambda b: ascii(b), ["__repr__"]),
        (lambda b: format(b, ">"), ["__format__"]),
        (lambda b: f"{b:<} {b} {b!r} {b!s:>9}", ["__format__", "__format__", "__repr__", "__str__"]),
        (lambda b: hash(b), ["__hash__"]),
        (lambda b: abs(b), ["__abs__"]),
        (lambda b: round(b, 2), ["__round__"]),
        (lambda b: int(b), ["__int__"]),
        (lambda b: float(b), ["__float__"]),
        (lambda b: complex(b), ["__complex__"]),
        (lambda b: list(reversed(b)), ["__reversed__"]),
        (lambda b: iter(b).n, ["__iter__"]),
        (lambda b: sum(b), ["__iter__", *NEXTS]),
        (lambda b: set(b), ["__iter__", *NEXTS]),
        (lambda b: max(b), ["__iter__", *NEXTS]),
        (lambda b: any(b), ["__iter__", "__next__"]),
        (lambda b: list(enumerate(b)), ["__iter__", *NEXTS]),
        (lambda b: {*b}, ["__iter__", *NEXTS]),
        (lambda b: isinstance(b, Checked), ["__instancecheck__"]),
        (lambda b: issubclass(Box, Checked), ["__subclasscheck__"]),
        (lambda b: isinstance(b, collections.abc.Sized), ["__instancecheck__"]),
        (lambda b: sorted([1, 2], key=lambda x: -x), ["<lambda>"] * 2),
        (lambda b: min([1, 2], key=lambda x: -x), ["<lambda>"] * 2),
        (lambda b: functools.reduce(lambda x, y: x + y, [1, 2, 3]), ["<lambda>"] * 2),
        (lambda b: functools.reduce(operator.add, [Adding(1), Adding(2), Adding(3)]), ["__add__"] * 2),
        (lambda b: list(map(operator.add, [Adding(1)], [Adding(2)])), ["__add__"]),
        (lambda b: list(itertools.accumulate([Adding(1), Adding(2)], operator.add)), ["__add__"]),
        (
            lambda b: list(map(lambda x: -x, [1, 2])),  # noqa: C417
            ["<lambda>"] * 2,
        ),
        (lambda b: list(filter(lambda x: x > 1, [1, 2])), ["<lambda>"] * 2),
        (lambda b: list(itertools.takewhile(lambda x: x < 2, [1, 2, 1])), ["<lambda>"] * 2),
        (lambda b: list(itertools.accumulate([1, 2, 3], lambda x, y: x * y)), ["<lambda>"] * 2),
        (lambda b: [k for k, _ in itertools.groupby([1, 1, 2], key=lambda x: x)], ["<lambda>"] * 3),
        (lambda b: sorted([2, 1], key=functools.cmp_to_key(lambda x, y: x - y)), ["<lambda>"]),
        (lambda b: sorted([1, 2], key=functools.partial(lambda sign, x: sign * x, -1)), ["<lambda>"] * 2),
        (lambda b: contextvars.copy_context().run(lambda: 5), ["<lambda>"]),
        (lambda b: re.compile("a").sub(lambda found: "b", "aa"), ["<lambda>"] * 2),
        (lambda b: operator.call(lambda: 5), ["<lambda>"]),
    ],
)
def test_what_c_code_calls_is_behind_its_node(run, expected):
    node = whole(run, Box())
    assert node.value == run(Box())
    found = ran(node)
    for child in node:  # on 3.11 a comprehension is a call
        if isinstance(child, NestedCallNode):
            found += ran(child)
    assert found == expected


def test_a_loop_over_a_list_subclass_asks_its_own_methods():
    class Doubled(list):
        def __iter__(self):
            return iter([2 * x for x in super().__iter__()])

        def __len__(self):
            return 7

    def run(items):
        return list(items), [*items], tuple(items), [x for x in items if x], len(items), sum(items), sorted(items)

    plain = run(Doubled([1, 2]))
    assert whole(run, Doubled([1, 2])).value == plain


def test_sorting_in_place():
    def run(items):
        items.sort(key=lambda x: -x)
        return items

    node = whole(run, [1, 3, 2])
    assert node.value == [3, 2, 1]
    assert ran(node) == ["<lambda>"] * 3


def test_with_has_what_it_ran():
    def run(box):
        with box as n:
            box.n = 9
        with box:
            raise KeyError(n)
        return n

    node = whole(run, Box())
    assert node.value == 3
    assert ran(node) == ["__enter__", "__exit__", "__enter__", "__exit__"]
    assert all(type(child) is SpecialCallNode for child in node if child.children)


def test_an_exception_out_of_exit():
    class Bad:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            raise OSError("exit")

    def run():
        with Bad():
            raise KeyError("body")

    def shown(action):
        with pytest.raises(OSError, match="exit") as caught:
            action()
        error = caught.value
        frames = [(f.name, f.lineno, f.colno) for f in traceback.extract_tb(error.__traceback__)]
        return type(error.__context__), [frame for frame in frames if frame[0] in ("run", "__exit__")]

    assert shown(lambda: track(run)) == shown(run)


def test_unpacking_has_what_it_ran():
    def run(box):
        a, b, c = box
        first, *rest = box
        return a, b, c, first, rest, [0, *box]

    node = whole(run, Box())
    assert node.value == (2, 1, 0, 2, [1, 0], [0, 2, 1, 0])
    starred = ["__iter__", "__next__", "__iter__", *NEXTS[1:]]  # whose rest is a list of what is left
    assert ran(node) == ["__iter__", *NEXTS, *starred, "__iter__", "__len__", *NEXTS]
    with pytest.raises(ValueError, match="too many values to unpack"):
        track(lambda a: [x for x, y in [a]], Box())


def test_class_bodies_are_entered():
    def run(n):
        class Local:
            value = n + 1

            def get(self):
                return self.value

            class Inner:
                value = tuple([n * i for i in range(2)])

        return Local().get(), Local.Inner.value, Local.__qualname__, Local.Inner.__qualname__

    node = whole(run, 3)
    assert node.value == run(3)
    (body,) = [call for child in node if not isinstance(child, NestedCallNode) for call in child.children]
    assert body.function.value.__name__ == "Local"
    assert body.parent.function.value is __build_class__
    assert ran(body) == ["Inner"]


def test_constructors_with_both_methods():
    class Both:
        def __new__(cls, x, *, y=2):
            made = super().__new__(cls)
            made.new = x, y
            return made

        def __init__(self, x, *, y=3):
            self.init = x, y

    class Other(Both):
        def __new__(cls, x):
            return Both(x, y=5) if x else super().__new__(cls, x)

        def __init__(self, x):
            super().__init__(x, y=7)

    class Number(int):
        def __init__(self, *arguments):
            self.arguments = arguments

    def run():
        return [(b.new, b.init) for b in (Both(1), Both(1, y=4), Other(0), Other(1))], Number("12", 16).arguments

    node = whole(run)
    assert node.value == run()
    assert ran(node) == ["__new__", "__init__", "__new__", "__init__", "__new__", "__init__", "__new__", "__init__"]


def test_a_class_that_changes_while_it_is_called():
    def run():
        pair = collections.namedtuple("pair", "left right")
        calls, made = [], []
        for k in range(6):
            made.append(pair(k, k))
            if k == 1:

                class Below(pair):
                    def __init__(self, *arguments):
                        calls.append(arguments)

                made.append(Below(1, 2))
            if k == 3:
                new = pair.__new__
                pair.__new__ = lambda cls, left, right: tuple.__new__(Below, (left, 7))
                made.append(len(pair(1, 1)))
                pair.__new__ = new
        return [tuple(one) if type(one) is not int else one for one in made], calls

    for _ in range(2):
        compare(run, tuple)


def test_a_constructor_takes_any_keyword():
    class Free:
        def __new__(this, **keywords):
            return super().__new__(this)

        def __init__(this, **keywords):
            this.keywords = keywords

    def run():
        return Free(self=1, cls=2, f=3, arguments=4).keywords

    assert whole(run).value == run()


def test_roots_written_in_c():
    class Value:
        def __new__(cls, x):
            return super().__new__(cls)

        def __init__(self, x):
            self.x = x

        def __len__(self):
            return self.x

    node = track(sorted, [3, 1, 2], key=lambda x: -x)
    assert [call.value for call in node.children] == [-3, -1, -2]
    assert node[1].parent is node
    assert node.value == [3, 2, 1]
    assert [call.function.value.__name__ for call in track(Value, 2).children] == ["__new__", "__init__"]
    assert track(len, Value(3))[1].value == 3
    assert track(exec, "x = 5", {})[1][-1].value is None
    assert track(len, [1, 2]).children == ()
    for record in (node, track(Value, 2), track(len, Value(3))):
        assert problems_of(record) == []
    damaged = track(sorted, [3, 1], key=lambda x: -x)
    damaged[1][3].value = 7
    assert irtrack.check(damaged) != []
    with pytest.raises(ZeroDivisionError) as caught:
        track(sorted, [1, 0], key=lambda x: 1 / x)
    assert [call.value for call in irtrack.trace_of(caught.value).children] == [1, None]
    with pytest.raises(ZeroDivisionError):
        track(irtrack.Context(operators="primitive"), sorted, [1, 0], key=lambda x: 1 / x)


def test_a_constructor_that_returns_something_raises():
    class Wrong:
        def __new__(cls):
            return super().__new__(cls)

        def __init__(self):
            return 5

    with pytest.raises(TypeError, match=r"__init__\(\) should return None, not 'int'"):
        Wrong()
    with pytest.raises(TypeError, match=r"__init__\(\) should return None, not 'int'") as caught:
        track(lambda: Wrong())
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[1:] == ["<lambda>"]


def test_callbacks_that_raise():
    def key(x):
        raise StopIteration(x)

    def run(function, *arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except StopIteration as error:
            frames = traceback.extract_tb(error.__traceback__)
            return error.value, [(frame.name, frame.lineno, frame.colno) for frame in frames]

    for arguments in ((sorted, [1, 2]), (min, [1, 2]), (max, [1, 2])):
        assert track(run, *arguments, key=key).value == run(*arguments, key=key)
    assert track(run, functools.reduce, lambda x, y: key(x), [1, 2]).value[0] == 1
    assert track(lambda: list(map(key, [1, 2]))).value == []


def test_what_outlives_the_recording_calls_the_functions_themselves():
    def double(x):
        return 2 * x

    def make(box):
        pairs = map(double, [1, 2, 3])
        mapped = itertools.accumulate([1, 2, 3], lambda x, y: x + y)
        return [pairs, next(pairs), mapped, next(mapped), filter(lambda x: x > 1, [1, 2])]

    pairs, first, mapped, second, filtered = track(make, Box()).value
    assert (first, second) == (2, 1)
    node = whole(lambda: [next(pairs), len(Box()), next(mapped), list(filtered)])
    assert node.value == [4, 3, 3, [2]]
    assert ran(node) == ["__len__"]
    (gate,) = [value for value in gc.get_referents(pairs) if type(value) is functools.partial]
    assert gate.func is double
    assert list(pairs) == [6]


def test_frames_behind_see_their_caller():
    def caller(_):
        return sys._getframe(1).f_code.co_name

    class Seen:
        def __add__(self, other):
            return caller(0), sys._getframe(1).f_code.co_name

        @property
        def name(self):
            return sys._getframe(1).f_code.co_name

        def __len__(self):
            return len(sys._getframe(1).f_code.co_name)

    def run(seen):
        return seen + 1, seen.name, len(seen), sorted([1], key=caller), max([1], key=lambda x: caller(x))

    assert whole(run, Seen()).value == run(Seen())


def test_recursion_through_operators():
    class Deep:
        def __init__(self, n):
            self.n = n

        def __len__(self):
            return 0 if not self.n else 1 + len(Deep(self.n - 1))

        def __getitem__(self, i):
            return i if not self.n else Deep(self.n - 1)[i + 1]

    def run():
        return len(Deep(60)), Deep(60)[0]

    node = whole(run)
    assert node.value == (60, 60)
    depth, work = 0, [(node, 0)]
    while work:
        call, level = work.pop()
        depth = max(depth, level)
        work += [
            (inner, level + 1) for child in call for inner in child.children if not isinstance(child, NestedCallNode)
        ]
    assert depth == 61


def test_what_has_no_twin_runs_natively():
    class Odd:
        __len__ = functools.partialmethod(lambda self, n: n, 4)
        __add__ = property(lambda self: lambda other: other)
        __iter__ = None

    def run(odd):
        try:
            return len(odd), odd + 2, list(odd)
        except TypeError as error:
            return str(error), len(odd), odd + 2

    assert whole(run, Odd()).value == run(Odd())


def test_a_context_that_refuses_is_asked_for_them_too():
    import irtrack

    class NoMethods(irtrack.Context):
        def can_recur(self, f):
            return not f.__name__.startswith("__")

    node = track(NoMethods(), lambda b: (len(b), b.n, sorted([1], key=lambda x: x)), Box())
    assert node.value == (3, 3, [1])
    assert ran(node) == ["<lambda>"]
    assert all(type(child) is PrimitiveCallNode for child in node if child.children)


def test_calls_within_the_arguments_of_a_call():
    def ordered(xs):
        for x in xs:
            yield sorted(x, key=lambda y: -y)

    def failing(xs):
        yield from xs
        ordered.__kwdefaults__ = None  # by which all sites forget
        yield from (1 / x for x in [0])

    def run():
        first = list(zip(*ordered([[1, 2], [4, 3]])))  # noqa: B905  # with `strict` it would be another call
        try:
            zip(*failing([[1], [2]]))  # noqa: B905  # with `strict` it would be another call
        except ZeroDivisionError:
            first.append(max(*ordered([[5, 6], [7]]), key=len))
        return first

    compare(run, tuple)


def test_callbacks_go_on_where_the_recording_begins_to_look_for_buffers():
    def summed(arrays):
        def each(array):
            return np.sum(array)

        return [*map(each, arrays)][2]

    def changed(numbers):
        def double(x):
            return 2 * x

        def triple(x):
            return 3 * x

        made = map(double, numbers)
        first = next(made)
        double.__code__ = triple.__code__
        return first, *made

    arrays = [np.ones(2), np.ones(3), np.ones(4)]
    for f, argument, names in (
        (summed, arrays, ["each"] * 3),
        (changed, [1, 2, 3], ["double", "triple", "triple"]),
    ):
        node = track(f, argument)
        assert node.value == f(argument)
        inner = [one.template.code for one in node.query(Descendant) if isinstance(one, NestedCallNode)]
        assert [code.co_name for code in inner if code.co_filename == __file__] == names


@pytest.mark.parametrize("held", [[0, 1], bytearray(2)], ids=["list", "bytearray"])
@pytest.mark.parametrize("calls", [map, filter], ids=["map", "filter"])
def test_what_a_slice_is_filled_from_calls_for_the_store(held, calls):
    """A store has no value that would come behind them in the log."""

    def double(x):
        return 2 * x

    def f():
        held[:] = calls(double, [1, 2])
        return abs(-1)

    node = track(f)
    store = next(child for child in node if child.children)
    assert isinstance(store, SpecialCallNode)
    assert store.name in ("setitem", "setslice")
    assert [child[2].value for child in store.children] == [1, 2]
    assert check(node) == []
