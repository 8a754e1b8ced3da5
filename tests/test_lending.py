"""Functions that C code holds have rewritten code while it may call them: caches, hooks of classes."""
# ruff: noqa: B018, B019, B024  # what is tested is how it is called

import abc
import collections
import collections.abc
import contextlib
import enum
import functools
import gc
import io
import itertools
import os
import threading
import types
import weakref

import pytest
from conformance.frames import count_frames, missing, recorded_frames
from outcomes import compare

from irtrack import check, track
from irtrack.record.nodes.nested import NestedCallNode


@functools.lru_cache(maxsize=100)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.cache
def bad(x):
    return 1 / x


class Unhashable:
    def __hash__(self):
        raise ValueError("no hash")

    def __eq__(self, o):
        return True


class Methods:
    @functools.lru_cache
    def m(self, x):
        return x + 1

    @functools.cached_property
    def cp(self):
        return fib(3)


class Named:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, o, t):
        return self.name


class Base:
    def __init_subclass__(cls, **kw):
        cls.kw = kw
        super().__init_subclass__()


class Sub0(Base):
    pass


def t_classes():
    class A(Base, q=3):
        d = Named()
        e = Named()

    class B(A):
        f = Named()

    class C(abc.ABC, Base):
        g = Named()

    class D(metaclass=abc.ABCMeta):
        pass

    return A.kw, A.d, B.f, C.g, A().e


class Noting(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)

    def __getitem__(self, key):
        return super().__getitem__(key)


class Prepared(type):
    @classmethod
    def __prepare__(metaclass, name, bases):
        return Noting()


def t_namespace():
    class A(metaclass=Prepared):
        x = 1
        y = x + 1

    return A.y


def t_enumeration():
    class Shade(enum.Enum):
        DARK = 1
        LIGHT = 2

    return Shade.DARK.value, Shade(2).name


class BadlyNamed:
    def __set_name__(self, owner, name):
        1 / 0


def t_baddesc():
    class A:
        x = BadlyNamed()


def t_badinit():
    class A(Base, 5):
        pass


class BadBase:
    def __init_subclass__(cls):
        raise KeyError("x")


def t_badinit2():
    class A(BadBase):
        pass


class Hooked(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c):
        return NotImplemented if c is str else c is int


class Amount:
    def __init__(self, n=1):
        self.n = n

    def __add__(self, other):
        return Amount(self.n + other.n)

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __str__(self):
        return f"{self.n} items"

    @staticmethod
    def __neg__():
        return "nothing"

    def __getitem__(self, k):
        if k > self.n:
            raise IndexError
        return str(k)

    def __fspath__(self):
        return "/nowhere"

    @property
    def __amount__(self):
        return self.n

    @staticmethod
    def compared(left, right):
        return left - right


class Proxied:
    class Getting:
        def __get__(self, owner, cls):
            return functools.partial(getattr, owner.inner)

    def __init__(self, inner):
        self.inner = inner

    __getattr__ = Getting()


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def in_default():
    return [1]


in_order = functools.cmp_to_key(Amount.compared)


class Defaults(collections.defaultdict):
    pass


lazy = types.ModuleType("lazy")
exec("def __getattr__(name):\n    return name.upper()", vars(lazy))

PROGRAMS = {
    "sum": lambda: sum([Amount(2), Amount(3)]).n,
    "sum of any": lambda: sum(iter([Amount(2), Amount(3)]), Amount()).n,
    "format": lambda: "%s and %d" % (Amount(4), 3),  # noqa: UP031  # it is what is tested
    "format one": lambda: "%10s" % Amount(4),  # noqa: UP031  # the same
    "static operator": lambda: -Amount(),
    "index": lambda: [*list(Amount(3)), *map(str, Amount(2))],
    "writelines": lambda: (lambda out: (out.writelines(Amount(3)), out.getvalue())[1])(io.StringIO()),
    "product": lambda: list(itertools.product(Amount(1), Amount(2))),
    "path": lambda: os.path.exists(Amount()),
    "classes as callbacks": lambda: [a.n for a in map(Amount, (4, 5))],
    "a comparison that C code holds": lambda: sorted([3, 1, 2], key=in_order),
    "getattr": lambda: (getattr(Amount(6), "__amount__", None), getattr(Amount(), "__nothing__", 3)),
    "a proxy": lambda: (Proxied(Amount(7)).n, Proxied(Amount(8)).__amount__),
    "a module": lambda: (lazy.anything, lazy.__name__),
    "instances": lambda: [isinstance(x, (int, collections.abc.Mapping)) for x in (1, {}, Amount())],
    "default": lambda: (lambda d: (d[1], d[2], d.default_factory is in_default))(collections.defaultdict(in_default)),
    "defaults": lambda: [collections.defaultdict(lambda n=n: n)[0] for n in range(3)],
    "defaults of another class": lambda: (lambda d: (d[1], d["n"], d[2]))(Defaults(in_default, n=3)),
    "enumeration": lambda: {Color.RED: 1, Color.BLUE: 2}[Color.BLUE],
    "fib": lambda: (fib.cache_clear(), fib(10), fib(10), fib.cache_info()),
    "bad": lambda: (bad.cache_clear(), bad(2), bad(0)),
    "unhash": lambda: bad([]),
    "unhash2": lambda: bad(Unhashable()),
    "missing": lambda: bad(),
    "hk": lambda: (bad.cache_clear(), [bad(x) for x in (1, 2, 1)], bad.cache_info()),
    "m": lambda: (lambda o: (o.m(1), o.m(1), Methods.m(o, 2), Methods.m.cache_info().hits))(
        (Methods.m.cache_clear(), Methods())[1]
    ),
    "cp": lambda: (lambda o: (o.cp, o.cp))(Methods()),
    "wrapped": lambda: (fib.cache_clear(), fib.__wrapped__(4)),
    "map": lambda: (fib.cache_clear(), list(map(fib, [3, 4]))),
    "partial": lambda: (fib.cache_clear(), functools.partial(fib, 5)()),
    "nested": lambda: (lambda f: (f(1), f(1), f(2)))(functools.lru_cache(lambda x: x + 1)),
    "hook": lambda: (
        Hooked._abc_registry_clear(),
        Hooked._abc_caches_clear(),
        issubclass(int, Hooked),
        isinstance("", Hooked),
        isinstance(3, Hooked),
        issubclass(float, Hooked),
    ),
    "codes": lambda: (fib.cache_clear(), fib(3), fib.__wrapped__.__code__.co_name),
    **{n: f for n, f in list(globals().items()) if n.startswith("t_")},
}


# functions that are not entered: a namedtuple's `__new__`
NATIVE = {
    "fib": {"<lambda>"},
    "hk": {"<lambda>"},
    "m": {"<lambda>"},
    "a proxy": {"Amount.__amount__"},  # a property, which C code gets
}
FUNCTIONS = [
    fib.__wrapped__,
    bad.__wrapped__,
    Methods.m.__wrapped__,
    Base.__init_subclass__.__func__,
    Named.__set_name__,
    BadlyNamed.__set_name__,
    Hooked.__subclasshook__.__func__,
]
CODES = [function.__code__ for function in FUNCTIONS]


@pytest.mark.parametrize("name", PROGRAMS)
def test_functions_that_c_code_holds_are_entered(name):
    program = PROGRAMS[name]
    node = compare(program, tuple)
    lacking = missing(count_frames(program), recorded_frames(node))
    assert {function for function, _, _ in lacking} == NATIVE.get(name, set())
    assert [function.__code__ for function in FUNCTIONS] == CODES


def test_codes_are_given_back_when_the_recording_ends():
    @functools.cache
    def remembered(x):
        if x < 0:
            raise ValueError
        return remembered(x - 1) + 1 if x else 0

    def numbers(x):
        yield remembered(x)
        yield remembered(x + 1)

    def inner():
        assert track(remembered, 1).value == 1
        remembered.cache_clear()
        return remembered(2)

    code = remembered.__wrapped__.__code__
    for run in (lambda: remembered(3), lambda: remembered(-1), lambda: numbers(4), inner):
        try:
            node = track(run)
        except ValueError:
            node = None
        assert remembered.__wrapped__.__code__ is code
        if node is not None and node.value not in (3, 2):
            assert list(node.value) == [4, 5]
            assert remembered.__wrapped__.__code__ is code


def test_other_threads_run_the_plain_instructions():
    @functools.cache
    def remembered(x):
        seen.append(x)
        try:
            return sum(y for y in range(x)) // (x - 5)
        except ZeroDivisionError:
            return threading.get_ident()

    def elsewhere():
        results.append([remembered(x) for x in range(3, 6)])

    def run():
        remembered(1)
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        return remembered(2), len(seen)

    seen, results = [], []
    node = track(run)
    assert node.value == (-1, 5)
    assert check(node) == []
    assert results[0][:2] == [-2, -6]
    assert results[0][2] != threading.get_ident()
    started = recorded_frames(node).started
    assert [count for (name, _, _), count in started.items() if name.endswith("remembered")] == [2]


def test_a_copy_of_lent_code_runs_as_it_would():
    @functools.cache
    def remembered(x):
        return x + 1

    def run():
        remembered(1)
        return types.FunctionType(remembered.__wrapped__.__code__, {})

    node = track(run)
    before = len(node.log)
    assert node.value(3) == 4
    assert len(node.log) == before


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


def test_methods_belong_to_what_ran_them():
    def run():
        found = {}
        found[Key(1)] = 1
        found[Key(2)] = 2
        found[Key(1)] = 3
        del found[Key(2)]
        if Key(1) in found:
            found.setdefault(Key(5), 6)
        return max(found), sorted(found)

    node = compare(run, tuple)
    assert missing(count_frames(run), recorded_frames(node)).total() == 0
    calls = [child for child in node.children if child.children and not isinstance(child, NestedCallNode)]
    hashed, found = ["__hash__"], ["__hash__", "__eq__"]
    assert [[frame.function.value.__name__ for frame in call.children] for call in calls] == [
        hashed, hashed, found, found, found, hashed, ["__lt__"], ["__lt__"]
    ]  # fmt: skip


def test_a_program_may_change_the_code():
    @functools.cache
    def one(x):
        one.__wrapped__.__code__ = (lambda x: one and x + 100).__code__
        return x

    def run():
        return one(1), one(2), one(1)

    assert track(run).value == (1, 102, 1)


def test_a_function_that_c_code_holds_and_is_given():
    @functools.cache
    def scaled(x, by=2):
        return x * by

    def run():
        given = sorted([1, 2], key=scaled.__wrapped__), sorted([3, 1], key=scaled.__wrapped__)
        return given, scaled(1), scaled(2, 3), sorted([2, 1], key=scaled.__wrapped__), scaled(5)

    node = compare(run, tuple)
    assert missing(count_frames(run), recorded_frames(node)).total() == 0


def test_recordings_in_threads():
    @functools.lru_cache(maxsize=4)
    def slow(x):
        return sum(range(x))

    def work():
        return [slow(i % 9) for i in range(300)]

    nodes = []
    threads = [threading.Thread(target=lambda: nodes.append(track(work))) for _ in range(4)]
    code = slow.__wrapped__.__code__
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [node.value for node in nodes] == [work()] * 4
    assert slow.__wrapped__.__code__ is code
    gc.collect()


def test_children_of_the_call():
    def run():
        fib.cache_clear()
        return fib(2)

    call = next(child for child in track(run).children if child.children)
    assert [frame.function.value for frame in call.children] == [fib.__wrapped__]
    inside = [child for child in call[1].children if child.children]
    assert [child[1].value for child in inside] == [1, 0]
    assert all(isinstance(child[1], NestedCallNode) for child in inside)


def test_what_hashing_changes_stays():
    def run():
        def other(x):
            return "other", x

        @functools.cache
        def first(x):
            return "first", x

        inner = first.__wrapped__

        class Changing:
            def __hash__(self):
                inner.__code__ = other.__code__
                return 1

        first(Changing())
        return inner(3)[0], inner.__code__ is other.__code__

    assert track(run).value == run() == ("other", True)


def test_methods_that_are_generators_keep_their_code():
    class Pair:
        def __iter__(self):
            yield 1
            yield 2

    code = Pair.__iter__.__code__

    def run():
        found = bytes(Pair()), dict.fromkeys(Pair()), [*Pair()]
        return found, Pair.__iter__.__code__ is code

    node = track(run)
    assert node.value == ((b"\x01\x02", {1: None, 2: None}, [1, 2]), True)
    assert check(node) == []


class Held:
    def __hash__(self):
        return 3

    def __eq__(self, other):
        return self is other

    def __lt__(self, other):
        return True


def test_a_program_sees_the_code_that_a_function_has():
    def run():
        held = {Held(): 1}
        sorted([Held(), Held()])
        return Held.__hash__.__code__, Held.__lt__.__code__.co_consts, held and hash(Held())

    before = Held.__hash__.__code__, Held.__lt__.__code__.co_consts, 3
    node = track(run)
    assert node.value == before
    assert node.value[0] is Held.__hash__.__code__
    assert check(node) == []

    def exchange():
        sorted([Held(), Held()])
        Held.__lt__.__code__, Held.__eq__.__code__ = Held.__eq__.__code__, Held.__lt__.__code__
        return Held() == 4

    codes = Held.__lt__.__code__, Held.__eq__.__code__
    assert track(exchange).value is True
    assert (Held.__eq__.__code__, Held.__lt__.__code__) == codes
    Held.__lt__.__code__, Held.__eq__.__code__ = codes


def test_a_recording_within_leaves_what_the_outer_one_has_lent():
    def run():
        found = {}
        found[Held()] = 1
        track(lambda: hash(Held()) and {Held(): 2})
        found[Held()] = 2
        return len(found)

    node = track(run)
    assert node.value == 2
    assert check(node) == []
    stores = [child for child in node.children if str(child).endswith(("= ⟨1⟩", "= ⟨2⟩"))]
    assert [[frame.function.value.__name__ for frame in store.children] for store in stores] == [
        ["__hash__"], ["__hash__", "__eq__"]
    ]  # fmt: skip


def test_what_irtrack_runs_itself_is_no_part_of_a_record():
    class Added:
        def __add__(self, other):
            return 1

        def __lt__(self, other):
            return True

    def run(error):
        with contextlib.suppress(KeyError):
            raise error
        return error.__class__, Added() + 1, Added() < Added(), Added() == 3, "a".upper(), 1 + 2

    manager = contextlib.suppress(KeyError)
    node = track(lambda: (io.StringIO().writelines([manager]) if 0 else weakref.ref(manager)) and run(KeyError()))
    assert check(node) == []
    started = recorded_frames(node).started
    assert sum(count for (name, _, _), count in started.items() if name == "suppress.__exit__") == 1


class Shown:
    def __repr__(self):
        return "shown"


def test_what_containers_show_is_entered():
    def run(functions):
        shown = [Shown(), Shown()]
        texts = []
        for function in functions:
            texts.append(function(shown))
        texts.append(f"{shown}")
        return texts

    node = track(run, (str, repr))
    assert node.value == ["[shown, shown]"] * 3
    assert check(node) == []
    ran = [len(child.children) for child in node if getattr(child, "value", None) == "[shown, shown]"]
    assert ran == [2, 2, 2]
