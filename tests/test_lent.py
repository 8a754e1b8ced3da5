"""What C code calls by itself behind instructions that are no calls is entered: patterns, `**`, `raise`, `except*`."""

import copy
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from conformance.frames import count_frames, missing, recorded_frames
from outcomes import compare

from irtrack import check, track
from irtrack.record.nodes.nested import NestedCallNode


class Point:
    def __init__(self, x):
        self._x = x

    @property
    def x(self):
        return self._x + 1

    @property
    def bad(self):
        raise ValueError("bad")

    def __getattr__(self, name):
        if len(name) > 3:
            raise AttributeError(name)
        return len(name)


class Items(Mapping):
    def __init__(self, items):
        self.items_ = items

    def __getitem__(self, key):
        return self.items_[key]

    def __len__(self):
        return len(self.items_)

    def __iter__(self):
        return iter(self.items_)

    def get(self, key, default=None):
        return self.items_.get(key, default)

    def keys(self):
        return list(self.items_)


class Counting:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)

    def send(self, value):
        self.n += 1
        if self.n > 3:
            raise StopIteration(5)
        return self.n, value

    def throw(self, *error):
        return repr(error[0])

    def close(self):
        self.n = -1


class Failure(Exception):
    def __init__(self):
        super().__init__("made")


class Other(Exception):
    def __new__(cls):
        return super().__new__(cls, "new")


class Broken(Exception):
    def __init__(self):
        raise KeyError("no instance")


class Group(ExceptionGroup):
    def derive(self, exceptions):
        return Group(self.message, exceptions)


class Power:
    def __pow__(self, exponent, modulus):
        return exponent, modulus


class Namespace(dict):
    def __setitem__(self, key, value):
        dict.__setitem__(self, key, (value,))

    def __getitem__(self, key):
        return dict.__getitem__(self, key)


class Ordered(type):
    def mro(cls):
        return super().mro()


class Reduced:
    def __reduce__(self):
        return list, ()


class Read:
    __match_args__ = ("w",)
    w = 3

    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


class Denying(type):
    def __subclasscheck__(cls, other):
        return False


class Denied(Exception, metaclass=Denying):
    pass


class Base:
    @property
    def size(self):
        return 7


class Derived(Base):
    @property
    def size(self):
        return super().size + 1

    def explicit(self):
        both = super()
        return both.size


class Meta(type):
    def __getattr__(cls, name):
        return name


class OfMeta(metaclass=Meta):
    @property
    def size(self):
        return 9


def patterns():
    found = []
    for point in (Point(2), Point(3), 5, Point("a")):
        try:
            match point:
                case Point(x=3, yy=2):
                    found.append(1)
                case Point(x=4, nosuch=_):
                    found.append(2)
                case Point(bad=1):
                    found.append(3)
                case _:
                    found.append(4)
        except (ValueError, TypeError) as error:
            found.append(repr(error))
    return found


def mapping_patterns():
    found = []
    for items in (Items({"a": 1, "b": 2}), {"a": 1}, Items({})):
        match items:
            case {"a": 1, **rest}:
                found.append(rest)
            case _:
                found.append(None)
    return found


def keywords():
    def f(**k):
        return k

    return f(**Items({"a": 1})), {**Items({"b": 2})}, f(a=1, **Items({"c": 2}))


def delegated():
    def outer():
        return (yield from Counting())

    going = outer()
    found = [next(going), going.send(3), going.throw(KeyError("k"))]
    try:
        going.send(4)
        going.send(5)
    except StopIteration as stop:
        found.append(stop.value)
    dropped = outer()
    next(dropped)
    dropped.close()
    return found


def raised():
    found = []
    for cls in (Failure(), Failure, Other, Broken, ValueError, Failure, int, 3):
        try:
            raise cls
        except Exception as error:
            found.append(repr(error))
        try:
            raise KeyError(1) from cls
        except Exception as error:
            found.append(repr(error.__cause__))
    return found


def groups():
    found = []
    for error in (ValueError(1), TypeError(2)):
        try:
            try:
                raise Group("m", [error, KeyError(2)])
            except* ValueError as group:
                found.append(type(group).__name__)
        except Group as rest:
            found.append(len(rest.exceptions))
    return found


def powers():
    return pow(Power(), 2, 3)


def executed():
    namespace, names = Namespace(), Namespace()
    exec("a = 1\nb = a", {}, namespace)
    exec("a = 1\nb = a", names)
    return dict(namespace), eval("b", {}, namespace), names["b"]


def metaclasses():
    class Made(metaclass=Ordered):
        pass

    return Made.__mro__, type.__new__(Ordered, "Other", (), {}).__name__


def copied():
    return copy.copy(Reduced())


def read():
    match Point(2), Read():
        case Point(x=3), Read(3):
            return True


def denied():
    try:
        raise Denied()
    except BaseException as error:
        return repr(error)


def caught():
    def depth(n):
        try:
            return depth(n + 1)
        except RecursionError:
            return n

    return depth(0) > 0


def inherited():
    return Derived().size, Derived().explicit()


def of_metaclass():
    return OfMeta.size, OfMeta().size, OfMeta.other


def aliases():
    return run("""
    def kind():
        return 1

    type Ints = list[kind()]
    def of[T: kind()](x: T):
        return x
    def among[T: (kind(), str)](x: T):
        return x

    result = Ints.__value__, of.__type_params__[0].__bound__, among.__type_params__[0].__constraints__
    """)


def defaults():
    return run("""
    def kind():
        return 1

    def f[T = kind()](x: T):
        return x

    result = f.__type_params__[0].__default__
    """)


def annotations():
    return run("""
    def kind():
        return int

    def f(x: kind()) -> kind():
        return x

    class C:
        y: kind()

    result = f.__annotations__, C.__annotations__, f.__annotations__
    """)


def run(source: str) -> Any:
    namespace: dict[str, Any] = {}
    exec(textwrap.dedent(source), namespace)
    return namespace["result"]


PROGRAMS: list[Callable[[], Any]] = [
    patterns, mapping_patterns, keywords, delegated, raised, groups, powers, executed, inherited, of_metaclass,
    metaclasses, copied, read,
]  # fmt: skip
PROGRAMS += [aliases] if sys.version_info >= (3, 12) else []
PROGRAMS += [defaults] if sys.version_info >= (3, 13) else []
PROGRAMS += [annotations] if sys.version_info >= (3, 14) else []


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_what_c_code_calls_behind_an_instruction_is_entered(program):
    node = compare(program, tuple)
    assert not missing(count_frames(program), recorded_frames(node))


def test_annotations_of_functions_are_got_and_set():
    def program():
        def f(x: int):
            return x

        def g(x):
            return x

        f.__annotations__["y"] = str
        g.__annotations__ = {"x": float}
        return f.__annotations__, g.__annotations__

    compare(program, tuple)


@pytest.mark.parametrize("program", [denied, caught], ids=lambda program: program.__name__)
def test_what_is_raised_in_odd_ways_is_right(program):
    assert compare(program, tuple).value


@pytest.mark.skipif(sys.version_info < (3, 15), reason="imports can be lazy from 3.15 on")
def test_modules_that_are_to_be_imported_lazily_are(tmp_path, monkeypatch):
    (tmp_path / "lazily_imported.py").write_text("import builtins; builtins.was_imported = True")
    monkeypatch.syspath_prepend(tmp_path)
    names = {"__name__": "importing", "__lazy_modules__": ["lazily_imported"]}
    node = track(lambda: exec("import lazily_imported", names))
    assert "lazily_imported" not in sys.modules
    assert check(node) == []


def test_the_frames_are_children_of_the_node_that_ran_them():
    def pattern(point):
        match point:
            case Point(x=3):
                return True

    node = track(pattern, Point(2))
    (got,) = [child for child in node.children if child.children]
    (frame,) = got.children
    assert isinstance(frame, NestedCallNode)
    assert frame.template.code is Point.x.fget.__code__
    assert frame.value == 3


def test_each_class_that_is_raised_is_asked_about_once():
    def fail(cls, times):
        for _ in range(times):
            try:
                raise cls
            except Exception:
                pass

    node = track(fail, Failure, 5)
    started = recorded_frames(node).started
    assert sum(count for (name, _, _), count in started.items() if name == "Failure.__init__") == 5
