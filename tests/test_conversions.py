"""What C functions call of their arguments: special methods, iterators, callbacks. Their frames are in the record."""
# ruff: noqa: B009, B905, SIM300, E741, B024  # what is tested is how it is called

import abc
import bisect
import collections.abc
import functools
import io
import itertools
import math
import operator
import pickle
from collections import deque

import pytest
from conformance.frames import count_frames, missing, recorded_frames
from outcomes import compare


def successor(x):
    return x + 1


class Calling(type):
    def __call__(cls, *a):
        return super().__call__(*a)


class Instance(metaclass=Calling):
    def __init__(self, x):
        self.x = successor(x)


class CallingType(type):
    def __call__(cls, *a):
        return type.__call__(cls, *a)


class Made(metaclass=CallingType):
    def __init__(self, x):
        self.x = successor(x)


class Iterable:
    def __iter__(self):
        return iter([successor(1)])


class Iterable2:
    def __iter__(self):
        return iter([("a", successor(1))])


class Countdown:
    def __init__(self):
        self.n = 3

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return self.n


class Sequence:
    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return successor(i)


class Number:
    def __mul__(self, o):
        return successor(1)

    def __rmul__(self, o):
        return successor(2)

    def __divmod__(self, o):
        return successor(3)

    def __rdivmod__(self, o):
        return successor(4)

    def __pow__(self, o):
        return successor(5)


class Equal:
    def __eq__(self, o):
        return successor(1) == 2

    def __hash__(self):
        return 1


class Undecided:
    def __eq__(self, o):
        return NotImplemented


class Index:
    def __index__(self):
        return successor(2)

    def __dir__(self):
        return ["b", "a"]

    def __bytes__(self):
        return b"xx"

    def __floor__(self):
        return 7

    def __str__(self):
        return "str"


class Properties:
    @property
    def p(self):
        return successor(1)

    @property
    def bad(self):
        raise AttributeError("bad")

    @p.setter
    def p(self, v):
        self.v = successor(v)


class Dynamic:
    def __getattr__(self, n):
        if n == "nope":
            raise AttributeError(n)
        return n


class Abstract(abc.ABC):
    pass


class Hooked(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c):
        return c is int


@staticmethod
def static(x):
    return successor(x)


class Listing(list):
    def __iter__(self):
        return iter([successor(9)])


class Mapping(collections.abc.Mapping):
    def __init__(self, **items):
        self.items_ = items

    def __getitem__(self, key):
        return self.items_[key]

    def __iter__(self):
        return iter(self.items_)

    def __len__(self):
        return len(self.items_)


class Text(str):
    @property
    def doubled(self):
        return successor(1)


class Lost(Exception):
    def __getattr__(self, name):
        return name


PROGRAMS = {
    "dict": lambda: (dict(Mapping(a=1, b=2)), dict(Mapping(a=1), c=3), dict(zip("ab", Countdown())), dict(Iterable2())),
    "dict2": lambda: dict(Equal()),
    "subclasses": lambda: (Text("x").doubled, Lost("y").missing),
    "meta": lambda: Instance(1).x,
    "meta2": lambda: Made(2).x,
    "pmap": lambda: list(functools.partial(map, successor)([1])),
    "psorted": lambda: functools.partial(sorted, key=successor)([2, 1]),
    "plen": lambda: functools.partial(len)(Sequence()),
    "static": lambda: staticmethod(successor)(1),
    "static2": lambda: static(3),
    "mapstatic": lambda: list(map(static, [1])),
    "extend": lambda: (lambda l: (l.extend(Iterable()), l))([]),
    "extend2": lambda: (lambda l: (l.extend(Countdown()), l))([1]),
    "zip": lambda: list(zip(Iterable(), Countdown(), [1, 2])),
    "zip2": lambda: list(zip([1], Iterable())),
    "chain": lambda: list(itertools.chain(Iterable())),
    "map2": lambda: list(map(operator.add, Iterable(), Countdown())),
    "filter": lambda: list(filter(None, Countdown())),
    "seq": lambda: (
        list(Sequence()),
        tuple(Sequence()),
        sum(Sequence()),
        list(zip(Sequence(), Sequence())),
        [*Sequence()],
        list(enumerate(Sequence())),
    ),
    "iter2": lambda: list(iter(functools.partial(next, iter([1, 2, 3])), 3)),
    "iter3": lambda: next(iter(lambda: successor(1), 5)),
    "mulseq": lambda: (
        Number() * (1, 2),
        [1] * Number(),
        "s" * Number(),
        Number() * 2,
        2 * Number(),
        divmod(Number(), 2),
        divmod(2, Number()),
        pow(Number(), 2),
        pow(2, 3, 5),
    ),
    "ne": lambda: (Equal() != 1, 1 != Equal(), Equal() != Equal(), Undecided() != Undecided(), Undecided() != 3),
    "conv": lambda: (
        bytes(Index()),
        dir(Index()),
        bin(Index()),
        hex(Index()),
        math.floor(Index()),
        chr(Index()),
        oct(Index()),
    ),
    "print": lambda: (lambda out: (print(Index(), 3, Index(), sep="-", file=out), out.getvalue()))(io.StringIO()),
    "getattr": lambda: (
        getattr(Properties(), "p"),
        getattr(Properties(), "p", 0),
        hasattr(Properties(), "p"),
        hasattr(Properties(), "bad"),
        getattr(Properties(), "bad", 5),
        getattr(Properties(), "zz", 3),
        getattr(Dynamic(), "q"),
        hasattr(Dynamic(), "nope"),
        getattr(Dynamic(), "nope", 1),
        hasattr(Dynamic(), "__len__"),
        hasattr(3, "real"),
    ),
    "getattrerr": lambda: getattr(Properties(), "bad"),
    "getattrerr2": lambda: getattr(Properties(), "none"),
    "setattr": lambda: (lambda p: (setattr(p, "p", 4), p.v))(Properties()),
    "isinst": lambda: (
        isinstance(3, Abstract),
        isinstance(3, Hooked),
        issubclass(int, Hooked),
        isinstance("", Hooked),
        isinstance(Hooked.__new__(Hooked), Abstract),
    ),
    "bisect": lambda: bisect.bisect([1, 2, 3], 2, key=successor),
    "join": lambda: ",".join(map(str, Iterable())),
    "join2": lambda: ",".join(["a"]),
    "min": lambda: (
        min(Countdown()),
        max(Countdown()),
        max(1, 2),
        min(3, 2, key=successor),
        sorted(Countdown(), key=successor),
    ),
    "mylist": lambda: (list(Listing([1])), set(Listing([1, 2])), tuple(Listing([1])), sum(Listing([2]))),
    "nested": lambda: dict(zip("ab", Countdown())),
    "update": lambda: (lambda s: (s.update(Countdown()), s))(set()),
    "errs": lambda: list(zip(3, Iterable())),
    "errs2": lambda: isinstance(1),
    "errs3": lambda: print(sep=3),
    "errs4": lambda: getattr(Properties()),
    "errs5": lambda: divmod(Number()),
    "errs6": lambda: [].extend(5),
    "errs7": lambda: hasattr(Properties(), 3),
    "errs8": lambda: Number() * [1] * None,
}


class Hashed:
    def __hash__(self):
        return successor(1)

    def __eq__(self, other):
        return self is other

    def __lt__(self, other):
        return id(self) < successor(id(other))


HASHED = Hashed(), Hashed()  # before any recording


def places(made=HASHED):
    """One place meets what is in C, then what is in Python, and other functions of the same name."""
    for x in ([1], range(2), Iterable(), [3], (y for y in [3, 1]), Iterable(), list(made), Listing([1])):
        if iter(x) is x:
            yield list(x)
            continue
        yield list(x), tuple(x), set(x), frozenset(x), list(enumerate(x, 1)), list(zip(x, x)), deque(x, maxlen=2)
        yield max(x, default=0), sorted(x, reverse=True), sorted(x), min(x), any(x), list(zip(x, x, strict=False))


def named(list, max, x):
    return list(x), max(x)


class Keeping:
    def __init__(self, items):
        self.items = [successor(item) for item in items]


def other_functions():
    """Functions of other names than those that the code has for them."""
    for function in (list, tuple, sorted, enumerate, zip, max, Keeping, set, any):
        for x in ([1], Iterable(), [2]):
            yield named(function, function, x)


class Doubling(list):
    def __iter__(self):
        for i, x in enumerate(list.__iter__(self)):
            if i > successor(3):
                return
            yield x


class DoublingDeque(deque):
    def __iter__(self):
        return super().__iter__()


def extension():
    """The lengths of what is extended by itself."""
    return list(_lengths())


def _lengths():
    for cls in (Doubling, DoublingDeque):
        x = cls([1])
        x.extend(x)
        yield len(x)
        cls.extend(x, x)
        yield len(x)
        extend = x.extend
        extend(x)
        yield len(x)
    x = Doubling([1])
    list.extend(x, x)
    yield len(x)
    x += x
    x[1:1] = x
    yield len(x)


class ByIndex:
    def __getitem__(self, i):
        return [successor(0)][i]


def test_iterators_by_index_can_be_pickled():
    def pickled():
        makers = enumerate, zip, lambda x: map(str, x), lambda x: filter(None, x)
        return [list(pickle.loads(pickle.dumps(make(ByIndex())))) for make in makers]

    compare(pickled, tuple)


def test_what_is_extended_by_itself():
    for _ in range(2):
        compare(extension, tuple)


PROGRAMS["places"] = lambda: list(map(len, places()))
PROGRAMS["other_functions"] = lambda: list(map(type, other_functions()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_c_functions_call_is_entered(name):
    program = PROGRAMS[name]
    node = compare(program, tuple)
    lacking = missing(count_frames(program), recorded_frames(node))
    assert {function for function, _, _ in lacking} == set()


class Hinting:
    """An iterator that is asked how many items are to come."""

    def __init__(self, items):
        self.items = list(items)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop(0)

    def __length_hint__(self):
        if len(self.items) > 2:
            raise ValueError("too many")
        return len(self.items)


def unpacked(iterable):
    first, *rest = iterable
    return first, rest


@pytest.mark.parametrize("items", ["ab", "abc"])
@pytest.mark.parametrize("use", [unpacked, "".join, list, lambda x: [*x], lambda x: {*x}, lambda x: list(map(str, x))])
def test_iterators_tell_how_many_items_are_to_come(use, items):
    def program():
        return use(Hinting(items))

    node = compare(program, tuple)
    assert not missing(count_frames(program), recorded_frames(node))


class NoIterator:
    """Its iterators have no `__iter__`."""

    class Steps:
        n = 3

        def __next__(self):
            self.n -= 1
            if self.n < 0:
                raise StopIteration
            return str(self.n)

    def __iter__(self):
        return self.Steps()

    def keys(self):
        return self

    def __getitem__(self, key):
        return key


class Noisy(NoIterator.Steps):
    """Iterators that print when they are asked for an iterator."""

    def __iter__(self):
        print("asked")
        return self


class NoisyIterable:
    def __iter__(self):
        return Noisy()


def unpacked(iterable):
    first, *rest = iterable
    return first, rest


@pytest.mark.parametrize("made", [NoIterator, NoisyIterable])
@pytest.mark.parametrize(
    "program",
    [
        unpacked,
        dict,
        "".join,
        b"".join,
        list,
        tuple,
        set,
        sorted,
        zip,
        max,
        lambda x: [*x],
        lambda x: [].extend(x),
    ],
)
def test_iterators_are_asked_as_often(program, made):
    compare(lambda: program(made()), tuple)
