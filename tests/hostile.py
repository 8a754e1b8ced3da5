"""Values that do what they can to spoil a display: each is made by a function, whose name says what it is."""

import collections
import enum
import functools
import inspect
import types
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ASKED: list[str] = []  # the special methods that somebody has called who should not have
HUGE = 10**7


def never(name: str) -> Callable[..., Any]:
    """A method that nobody may call."""

    def method(self: Any, *arguments: Any) -> Any:
        ASKED.append(name)
        raise RuntimeError(name)

    return method


class Base(BaseException):
    """No Exception."""


class Text(str):
    """A string with methods of its own."""

    __eq__ = __hash__ = __len__ = __contains__ = __iter__ = never("Text.__")  # type: ignore[assignment]
    __getitem__ = __add__ = __mod__ = __format__ = never("Text.__")  # type: ignore[assignment]
    startswith = isprintable = splitlines = encode = replace = split = join = strip = never("Text.method")

    __str__ = __repr__ = never("a repr")  # type: ignore[assignment]


def raising(error: BaseException) -> Any:
    class Raising:
        def __repr__(self) -> str:
            raise error

    return Raising()


def saying(text: Any) -> Any:
    class Saying:
        def __repr__(self) -> Any:
            return text

    return Saying()


def with_method(*names: str) -> Any:
    return type("Odd", (), {name: never(name) for name in names})()


def below(base: type, *names: str, value: Any = ()) -> Any:
    return type("Odd", (base,), {name: never(f"{base.__name__}.{name}") for name in names})(value)


EVERYTHING = (
    "__eq__", "__ne__", "__lt__", "__hash__", "__len__", "__bool__", "__iter__", "__getitem__", "__contains__",
    "__str__", "__format__", "__call__", "__getattribute__", "__int__", "__index__", "__float__", "__array__",
    "__dir__", "__next__", "__fspath__", "__bytes__", "__reversed__", "__length_hint__",
    "__rich__", "__rich_console__", "__rich_repr__", "_repr_html_", "_repr_mimebundle_",
    "_repr_pretty_", "_ipython_display_",
)  # fmt: skip


def repr_raises() -> Any:
    return raising(ValueError("no"))


def repr_raises_no_exception() -> Any:
    return raising(Base())


def repr_exits() -> Any:
    return raising(SystemExit(3))


def repr_raises_what_raises() -> Any:
    class Odd(Exception):
        __str__ = __repr__ = never("__str__")  # type: ignore[assignment]

    return raising(Odd())


def repr_is_no_text() -> Any:
    return saying(3)


def repr_is_nothing() -> Any:
    return saying(None)


def repr_is_a_hostile_text() -> Any:
    return saying(Text("<b>\x1b[31m hello"))


def repr_is_huge() -> Any:
    return saying("x" * 10**6)


def repr_has_lines() -> Any:
    return saying("one\ntwo\r\n\ttree\u2028four\x85")


def repr_has_escapes() -> Any:
    return saying("\x1b]0;title\x07\x1b[2J\x9b31m")


def repr_is_html() -> Any:
    return saying("</div><script>alert('x')</script>&amp;")


def repr_does_not_end() -> Any:
    class Deep:
        def __repr__(self) -> str:
            return f"[{self!r}]"

    return Deep()


def repr_grows_the_container() -> Any:
    held: list[Any] = []

    class Growing:
        def __repr__(self) -> str:
            held.append(0)
            return "growing"

    held += [Growing(), Growing()]
    return held


def asked_anything() -> Any:
    return with_method(*EVERYTHING)


def no_comparison() -> Any:
    return with_method("__eq__", "__ne__", "__hash__")


def no_length() -> Any:
    return with_method("__len__", "__bool__")


def no_attributes() -> Any:
    return with_method("__getattribute__")


def no_class() -> Any:
    return type("Odd", (), {"__class__": property(never("__class__"))})()


def another_class() -> Any:
    return type("Odd", (), {"__class__": property(lambda self: str)})()


def all_attributes() -> Any:
    class Agreeing:
        def __getattr__(self, name: str) -> Any:
            return self

        def __call__(self, *arguments: Any, **keywords: Any) -> Any:
            return self

    return Agreeing()


class Meta(type):
    """Raises for whatever a class is asked."""

    __getattribute__ = __eq__ = __hash__ = __instancecheck__ = __subclasscheck__ = never("Meta")  # type: ignore[assignment]

    def __repr__(cls) -> str:
        raise RuntimeError("Meta.__repr__")


def class_of_a_hostile_metaclass() -> Any:
    return Meta("Odd", (), {})


def instance_of_a_hostile_metaclass() -> Any:
    return Meta("Odd", (), {})()


def class_name_with_escapes() -> Any:
    return type("\x1b[31mred\n<b>\u2028", (), {})()


def class_name_is_huge() -> Any:
    return type("x" * 100_000, (), {"__repr__": lambda self: "short"})()


def class_is_called_str() -> Any:
    return type("str", (), {name: never(name) for name in ("__getitem__", "__len__")})()


def class_is_called_dict() -> Any:
    return type("dict", (), {"items": never("items"), "__len__": never("__len__"), "__iter__": never("__iter__")})()


def class_is_called_instance() -> Any:
    return type("instance", (), {})()


def text_with_escapes() -> Any:
    return "\x1b[31mred\x1b[0m\x07\b\b\x00"


def text_with_surrogates() -> Any:
    return "\ud800 alone \udfff"


def text_that_is_html() -> Any:
    return "<img src=x onerror=alert(1)>\"'&lt;]]>"


def text_that_turns_around() -> Any:
    return "a\u202eb\u2066c\ufeff\u200b"


def text_that_is_markup() -> Any:
    return "[bold red]x[/] :smile: [link=https://x]y[/link] ```; #35; %% end subgraph"


def text_that_is_a_record() -> Any:
    return "@4: [§1:%4] ⟨⟩⟩ → 3::int {x: 1}\n⟨"


def text_that_is_huge() -> Any:
    return "\x1b" * HUGE


def bytes_that_are_huge() -> Any:
    return bytes(HUGE)


def bytearray_that_is_huge() -> Any:
    return bytearray(HUGE)


def int_that_is_huge() -> Any:
    return 1 << 10**7


def list_in_itself() -> Any:
    held: list[Any] = [1]
    held.append(held)
    return held


def dict_in_itself() -> Any:
    held: dict[Any, Any] = {}
    held["self"] = held
    return held


def list_that_is_huge() -> Any:
    return [repr_raises()] * HUGE


def list_that_is_deep() -> Any:
    held: list[Any] = []
    for _ in range(100_000):
        held = [held]
    return held


def tuple_that_is_deep() -> Any:
    held: tuple[Any, ...] = ()
    for _ in range(100_000):
        held = (held,)
    return held


def tuple_of_many_paths() -> Any:
    held: tuple[Any, ...] = (repr_raises(),)
    for _ in range(100):
        held = (held,) * 8
    return held


class HashedOnce:
    """Can be put into a set or dict once, and can't be asked again."""

    def __init__(self) -> None:
        self.count = 0

    def __hash__(self) -> int:
        self.count += 1
        if self.count > 1:
            ASKED.append("HashedOnce.__hash__")
            raise RuntimeError
        return 1

    __eq__ = __lt__ = never("HashedOnce.__eq__")  # type: ignore[assignment]


def dict_of_hostile_keys() -> Any:
    return {HashedOnce(): repr_raises()}


def set_of_hostile_items() -> Any:
    return {HashedOnce()}


def set_that_is_huge() -> Any:
    return set(range(10**5))


def list_below() -> Any:
    return below(list, "__iter__", "__len__", "__getitem__", "__eq__", "__bool__", "__contains__", value=range(10**6))


def dict_below() -> Any:
    return below(dict, "items", "keys", "__iter__", "__len__", "__getitem__", "__eq__", value=[(1, 2)])


def tuple_below() -> Any:
    return below(tuple, "__iter__", "__len__", "__getitem__", "__eq__", "__hash__", value=range(10**6))


def set_below() -> Any:
    return below(frozenset, "__iter__", "__len__", "__eq__", "__hash__", "__contains__", value=(1, 2))


def text_below() -> Any:
    return Text("x" * HUGE)


def int_of_many_digits() -> Any:
    return [10**5000, -(2**20_000), {10**5000: range(10**5000)}]


def array_of_many_digits() -> Any:
    return np.array([10**5000, repr_exits(), [repr_raises()]], dtype=object), np.array([[repr_raises()]], dtype=object)


def int_below() -> Any:
    return below(int, "__str__", "__format__", "__eq__", "__hash__", "__index__", value=3)


def float_below() -> Any:
    return below(float, "__str__", "__format__", "__eq__", "__hash__", value=0.5)


def deque_in_itself() -> Any:
    held: collections.deque[Any] = collections.deque(range(10**6))
    held.appendleft(held)
    return held


def mappings() -> Any:
    held = collections.OrderedDict({1: repr_raises()})
    return [held, types.MappingProxyType({1: repr_exits()}), collections.defaultdict(never("factory"), {1: held})]


def array_of_hostile_objects() -> Any:
    made = np.empty(2, dtype=object)
    made[0], made[1] = repr_raises(), no_comparison()
    return made


def array_of_texts() -> Any:
    return np.array(["\x1b[31m<b>", "\ud800", "x" * 10**5])


def array_of_structures() -> Any:
    return np.zeros(2, dtype=[("<b>\x1b", "O"), ("y" * 1000, "f8")])


def number_below() -> Any:
    class Odd(float):
        __float__ = __eq__ = __hash__ = __bool__ = __add__ = never("Odd.method")  # type: ignore[assignment]

        def __repr__(self) -> str:
            raise RuntimeError

    return Odd(0.5), [Odd("nan")]


def array_whose_base_raises() -> Any:
    class Odd(np.ndarray[Any, Any]):
        base = dtype = flat = shape = property(never("Odd.base"))  # type: ignore[assignment]

    return np.array([[1], [2]], dtype=object).view(Odd)[:1]


def array_that_is_huge() -> Any:
    return np.zeros((1000, 1000, 10))


def array_below() -> Any:
    class Odd(np.ndarray[Any, Any]):
        dtype = shape = size = property(never("Odd.dtype"))  # type: ignore[assignment]

        def __repr__(self) -> str:
            raise RuntimeError

        __len__ = __iter__ = __getitem__ = __bool__ = never("Odd.method")  # type: ignore[assignment]

    return np.zeros(3).view(Odd)


def exception_that_shows_nothing() -> Any:
    class Odd(Exception):
        __str__ = __repr__ = never("a repr")  # type: ignore[assignment]

    return Odd(text_with_escapes())


def function_with_a_huge_name() -> Any:
    def made() -> None: ...

    made.__qualname__ = "x\x1b[31m<b>" * 100_000
    return made


def callable_without_a_name() -> Any:
    class Odd:
        __call__ = never("call")

        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(name)

    return Odd()


def callable_with_a_hostile_name() -> Any:
    made = functools.partial(print)
    made.__qualname__ = Text("<b>")  # type: ignore[attr-defined]
    return made


def method_of_something() -> Any:
    return types.MethodType(all_attributes(), asked_anything())


def module_without_a_name() -> Any:
    made = types.ModuleType("x\x1b[31m" * 10_000)
    del made.__name__
    return made


def partial_of_itself() -> Any:
    made = functools.partial(print, 1)
    made.__setstate__((print, (made,), {}, {}))
    return made


def proxy_of_what_is_gone() -> Any:
    return weakref.proxy(with_method("__eq__"))


def enumeration() -> Any:
    return enum.Enum("Odd", {"<b>": "\x1b", "y" * 1000: 1}, type=None)["<b>"]


@dataclass
class Linked:
    """Shows all that hang on it."""

    name: str
    others: list[Any] = field(default_factory=list)


def objects_in_a_circle() -> Any:
    first, second = Linked("\x1b[31m"), Linked("<b>")
    first.others, second.others = [second] * 10, [first] * 10
    return first


def view_of_bytes() -> Any:
    return memoryview(bytearray(b"\x1b[31m")).cast("B")


VALUES: list[Callable[[], Any]] = [
    made for made in list(globals().values()) if inspect.isfunction(made) and not inspect.signature(made).parameters
]  # fmt: skip
