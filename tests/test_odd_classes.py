"""Classes that take the interpreter at its word: what it does with them, a tracked run does too."""

import asyncio
import sys
import types
from array import array
from collections import deque
from datetime import date
from decimal import Decimal

import pytest
from outcomes import compare

import irtrack
from irtrack import check, trace_of, track
from irtrack.record.nodes.nested import NestedCallNode


class Summed(list):
    def __add__(self, other):
        return Summed([*self, *other])


class Unsummed:
    """Lets no sequence be added to itself, but can be iterated over."""

    def __radd__(self, other):
        return NotImplemented

    def __iter__(self):
        return iter([1])


class Bytes(bytearray):
    __radd__ = Unsummed.__radd__

    def __index__(self):
        return 1


class SixtySix(int):
    def __index__(self):
        return 66


class Tuple(tuple):
    __slots__ = ()

    def __instancecheck__(self, instance):
        return True


class Truncated(bytearray):
    def __trunc__(self):
        return 1


class Refusing:
    def __add__(self, other):
        return NotImplemented

    __lt__ = __mul__ = __add__


class InstancesOnly:
    """A descriptor that tells who asks."""

    def __get__(self, instance, owner):
        print("asked", instance is None)
        if instance is None:
            raise AttributeError("instances only")
        return lambda *_: None


class ByDescriptor:
    __init__ = InstancesOnly()


class Answering(type):
    def __getattribute__(cls, name):
        print(name)
        if name == "__new__":
            return lambda *_: "from the metaclass"
        return super().__getattribute__(name)


class Answered(metaclass=Answering):
    def __new__(cls, a):
        return object.__new__(cls)


def sums_in_place():
    made = []
    for old in Summed([1]), deque([1]), array("i", [1]), bytearray(b"a"), Bytes(b"a"):
        new = old
        new += type(old)("i", [2]) if type(old) is array else type(old)([2])
        made.append((new is old, new))
    return made


def sums_of_what_refuses():
    items = []
    items += Unsummed()
    return items, b"a" + Bytes(b"b")


def sum_of_what_is_no_sequence():
    return (1,) + Refusing()  # noqa: RUF005  # it is the sum that is tested


def values_of_ints():
    return [chr(SixtySix(65)), bin(SixtySix(65)), oct(SixtySix(65)), hex(SixtySix(65))]


def values_of_bytes():
    return int(Bytes(b"12"), 10), int(Truncated(b"12"))


def instance_of_a_tuple():
    return isinstance(1, Tuple((str,)))


def initialized_by_a_descriptor():
    return [type(ByDescriptor()).__name__ for _ in range(3)]


def made_by_a_metaclass():
    return [type(Answered(1)).__name__ for _ in range(2)]


def made_below_a_property():
    class Meta(type):
        pass

    class Made(metaclass=Meta):
        def __init__(self, a):
            self.a = a

    made = [Made(1).a]
    Meta.__init__ = property(lambda cls: print("asked"))
    made.append(Made(2).a)
    Meta.__new__ = property(lambda cls: lambda *_: 6)
    return [*made, Made(3).a]


def by_index():
    class Other:
        def __getitem__(self, i):
            return [None, None, "new", "new"][i]

    class Class:
        def __getitem__(self, i):
            return (["old"] * 9)[i]

    return Class, Other


def a_class_that_changes_in_a_loop():
    Class, Other = by_index()
    found, changing = [], Class()
    for item in changing:
        found.append(item)
        if len(found) == 2:
            changing.__class__ = Other
    Class.__getitem__, old = Other.__getitem__, Class.__getitem__
    for item in Class():
        found.append(item)
        Class.__getitem__ = old if len(found) < 6 else Other.__getitem__
    return found


class Ticks:
    left = 4

    def __aiter__(self):
        return self

    async def __anext__(self):
        self.left -= 1
        if not self.left:
            raise StopAsyncIteration
        return "old"


class NewTicks(Ticks):
    async def __anext__(self):
        await super().__anext__()
        return "new"


def a_class_that_changes_in_an_asynchronous_loop():
    async def run():
        ticks = Ticks()
        found = []
        async for tick in ticks:
            found.append(tick)
            ticks.__class__ = NewTicks
        return found

    return asyncio.run(run())


def mapping_that_tells_who_asks():
    class Mapping:
        @property
        def __class__(self):
            print("asked")
            return Mapping

        def keys(self):
            return ["a"]

        def __getitem__(self, key):
            return 1

    return dict(Mapping())


def finalizer_that_is_a_property():
    class Class:
        @property
        def __del__(self):
            print("got")
            return lambda: print("called")

        def __getattr__(self, name):
            raise AttributeError(name)

    made = Class()
    found = made.__del__
    del Class.__del__  # or the record, which keeps it, would have it called later
    return type(found).__name__


def messages():
    class Class(Refusing):
        pass

    found = []
    operations = [
        lambda: Class() + date(2000, 1, 1), lambda: Class() < Decimal(1), lambda: Class() * bytearray(),
        lambda: Class() * deque(), lambda: Class() + deque(), lambda: Class() + array("i"),
    ]  # fmt: skip
    for name in "One", "Two":
        Class.__name__ = name
        for operation in operations:
            try:
                operation()
            except TypeError as error:
                found.append(str(error))
    return found


PROGRAMS = [
    sums_in_place, sums_of_what_refuses, sum_of_what_is_no_sequence, values_of_ints, values_of_bytes,
    instance_of_a_tuple, initialized_by_a_descriptor, made_by_a_metaclass, made_below_a_property,
    a_class_that_changes_in_a_loop, a_class_that_changes_in_an_asynchronous_loop, mapping_that_tells_who_asks,
    finalizer_that_is_a_property, messages,
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:The delegation of int")  # up to 3.13 it asks `__trunc__`
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_tracked_run_is_the_plain_run(program):
    for _ in range(2):
        compare(program, tuple)


def test_what_runs_by_index_or_asynchronously_is_entered():
    for program, names in (
        (a_class_that_changes_in_a_loop, {"__getitem__"}),
        (a_class_that_changes_in_an_asynchronous_loop, {"__anext__"}),
    ):
        nodes = track(program).query(irtrack.Descendant)
        entered = {node.template.code.co_name for node in nodes if isinstance(node, NestedCallNode)}
        assert names <= entered, program


class CallingMeta(type):
    def __call__(cls, *arguments):
        return super().__call__(*arguments)


class MadeByCalling(metaclass=CallingMeta):
    def __new__(cls, a):
        return object.__new__(cls)

    def __init__(self, a):
        self.a = a


def test_what_a_metaclass_makes_by_type_is_entered():
    nodes = track(MadeByCalling, 1).query(irtrack.Descendant)
    names = [node.template.code.co_name for node in nodes if isinstance(node, NestedCallNode)]
    assert names == ["__new__", "__init__"]


class Hiding(Exception):
    @property
    def __dict__(self):
        raise SystemExit("asked")


def test_the_record_of_an_exception_that_hides_its_namespace():
    def run():
        raise Hiding

    assert trace_of(Hiding()) is None
    with pytest.raises(Hiding) as caught:
        track(run)
    assert trace_of(caught.value).exception is caught.value


class Unprintable:
    def __repr__(self):
        raise LookupError("no text")


def test_errors_about_what_has_no_text():
    text = r"Unprintable <Unprintable, whose repr raised LookupError>"
    for wrong in lambda value: track(value), irtrack.code_ir, check, lambda value: irtrack.query(value, irtrack.Child):
        with pytest.raises(TypeError, match=text):
            wrong(Unprintable())
    with pytest.raises(ValueError, match="<Unprintable, whose repr raised LookupError>"):
        irtrack.Context(operators=Unprintable())


def test_keys_of_contexts():
    class Listed(irtrack.Context):
        def key(self):
            return [1]

    class Unhashed:
        def __hash__(self):
            raise ValueError

    with pytest.raises(TypeError, match=r"Listed\.key\(\) returns something that has a hash, not list \[1\]"):
        track(Listed(), len, "ab")
    context = irtrack.Context()
    context.option = Unhashed()
    assert track(context, len, "ab").value == 2
    assert track(len, "ab").value == 2


COPIES = []


def double(x):
    return x * 2


def copied(x):
    COPIES.append(types.FunctionType(sys._getframe().f_code, globals()))
    return double(x)


def test_rewritten_code_that_runs_without_a_recording():
    del COPIES[:]
    track(copied, 1)
    assert COPIES[0](5) == 10
    node = track(lambda: COPIES[0](3))
    assert node.value == 6
    assert check(node) == []
