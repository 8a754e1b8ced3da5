"""An update looks methods up again: what runs anew within C code may have given the object, or its class, another one.

A lookup of a method that is only called has no node.
"""

import types
from collections.abc import Callable
from typing import Any

import pytest
from share import share

import irtrack
from irtrack import NestedCallNode, check, track


class Plain:
    def get(self, *given: Any) -> Any:
        return given

    @property
    def getter(self) -> Any:
        return self.get


class Other(Plain):
    def get(self, *given: Any) -> Any:
        return "other"


class Slotted:
    __slots__ = ("get",)

    def __init__(self) -> None:
        self.get = lambda *given: "slot"


def five(*given: Any) -> int:
    return 5


def in_c(a: int, function: Callable[[], Any]) -> Any:
    """Let C code call a function, if a > 4."""

    def called(k: int) -> Any:
        return function() if k > 4 else None

    return list(map(called, [a]))


def of_an_object(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: setattr(s, "get", five))
    return s.get()


def by_the_dict(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: vars(s).update(get=five))
    return s.get()


def deleted_from_an_object(a: int) -> Any:
    s = Plain()
    s.get = five  # type: ignore[method-assign]
    in_c(a, lambda: delattr(s, "get"))
    return s.get()


def another_class(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: setattr(s, "__class__", Other))
    return s.get()


def of_a_class(a: int) -> Any:
    class K:
        def get(self) -> int:
            return 1

    s = K()
    in_c(a, lambda: setattr(K, "get", five))
    return s.get()


def of_a_base(a: int) -> Any:
    class K:
        def get(self) -> int:
            return 1

    class L(K):
        pass

    s = L()
    in_c(a, lambda: setattr(K, "get", five))
    return s.get()


def of_a_metaclass(a: int) -> Any:
    class M(type):
        def get(cls) -> int:
            return 1

    class K(metaclass=M):
        pass

    in_c(a, lambda: setattr(M, "get", five))
    return K.get()


def a_class_method(a: int) -> Any:
    class K:
        @classmethod
        def get(cls) -> int:
            return 1

    in_c(a, lambda: setattr(K, "get", five))
    return K.get()


def a_property(a: int) -> Any:
    class K:
        def get(self) -> int:
            return 1

    s = K()
    in_c(a, lambda: setattr(K, "get", property(lambda self: lambda: self)))
    return s.get() is s


def a_way_to_make_one(a: int) -> Any:
    class K:
        def get(self) -> Any:
            return 1

    s = K()
    in_c(a, lambda: (delattr(K, "get"), setattr(K, "__getattr__", lambda self, name: lambda: name)))
    return s.get()


def none_any_more(a: int) -> Any:
    class K:
        def get(self, x: int) -> int:
            return x

    s = K()
    in_c(a, lambda: delattr(K, "get"))
    return s.get(1 // (a - 3))


def none_any_more_which_is_caught(a: int) -> Any:
    class K:
        def get(self) -> int:
            return 1

    s = K()
    in_c(a, lambda: delattr(K, "get"))
    try:
        return s.get()
    except AttributeError as error:
        return str(error)


def of_a_slot(a: int) -> Any:
    s = Slotted()
    in_c(a, lambda: setattr(s, "get", five))
    return s.get()


def behind_a_property(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: setattr(s, "get", five))
    return s.getter()


def of_a_module(a: int) -> Any:
    m: Any = types.ModuleType("m")
    m.get = lambda: 1
    in_c(a, lambda: setattr(m, "get", five))
    return m.get()


def of_a_list(a: int) -> Any:
    class L(list[int]):
        pass

    s = L()
    in_c(a, lambda: setattr(L, "append", lambda self, x: self.extend([x, x])))
    s.append(3)
    return s


def while_arguments_are_computed(a: int) -> Any:
    s = Plain()
    return s.get(in_c(a, lambda: setattr(s, "get", five))), s.get()


def with_a_chosen_argument(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: setattr(s, "get", five))
    return s.get(1 if a else 2)


def an_argument_raises(a: int) -> Any:
    s = Plain()
    in_c(a, lambda: setattr(s, "get", lambda: 5))
    try:
        return s.get(1 // (a - 2))
    except (ZeroDivisionError, TypeError) as error:
        return type(error)


def in_a_loop(a: int) -> Any:
    s, found = Plain(), []
    for k in range(4):
        found.append(s.get())
        in_c(a + k, lambda k=k: setattr(s, "get", lambda: k))  # type: ignore[misc]
    return found


def in_what_is_called(a: int) -> Any:
    def asked(s: Any) -> Any:
        return s.get(), s.get(1)

    s = Plain()
    in_c(a, lambda: setattr(s, "get", five))
    return asked(s)


def by_a_generator(a: int) -> Any:
    s = Plain()

    def generator() -> Any:
        if a > 4:
            s.get = five  # type: ignore[method-assign]
        yield 1

    list(generator())
    return s.get()


def of_another_type(a: int) -> Any:
    return [Plain, Slotted][a > 4]().get()


PROGRAMS = [
    of_an_object, by_the_dict, deleted_from_an_object, another_class, of_a_class, of_a_base, of_a_metaclass,
    a_class_method, a_property, a_way_to_make_one, none_any_more, none_any_more_which_is_caught, of_a_slot,
    behind_a_property, of_a_module, of_a_list, while_arguments_are_computed, with_a_chosen_argument,
    an_argument_raises, in_a_loop, in_what_is_called, by_a_generator, of_another_type,
]  # fmt: skip


def record_of(program: Any, a: int) -> NestedCallNode:
    try:
        record = track(program, a)
    except Exception as error:
        record = irtrack.trace_of(error)
    assert isinstance(record, NestedCallNode)
    return record


def outcome(record: NestedCallNode) -> str:
    return repr(record.value if record.exception is None else record.exception)


@pytest.mark.parametrize("program", share(PROGRAMS))
@pytest.mark.parametrize(("before", "now"), [(2, 7), (7, 2), (2, 3)])
def test_methods_are_looked_up_when_the_program_does_it(program: Any, before: int, now: int) -> None:
    record = record_of(program, before)
    new = record.update({record[2]: now})
    assert outcome(new) == outcome(record_of(program, now))
    assert check(new) == []


def puts_a_method(a: int) -> Any:
    in_c(5, lambda: setattr(Slotted, "put", (lambda s: 1) if a < 4 else five))
    return Slotted().put()  # type: ignore[attr-defined]


def test_methods_of_a_class_from_outside() -> None:
    record = track(puts_a_method, 2)
    try:
        assert record.update({record[2]: 7}).value == 5
    finally:
        del Slotted.put  # type: ignore[attr-defined]
