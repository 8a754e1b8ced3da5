"""Values in a record: those that were not kept, and the one-line text of any."""

import gc
import io
import itertools
import math
import reprlib
import weakref
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

import numpy as np

from .classes import class_name, is_a, is_callable, is_static, lookup, module_of, namespace_of, plain_name
from .interrupts import is_interrupt

SMALL_ARRAY = 4096  # bytes; arrays up to this size are always kept
WIDTH = 60  # characters of a value's text
NAME = 100  # characters of a name
LARGE = 1000  # items, of which a container may take long to show all
_LONG = 10_000  # characters
LONG_INT = 10_000  # bits
SORTED_BY_TEXT = 100  # items of a set that has no other order; of larger ones any come first
SHOWN_ELEMENTS = 6  # of an array; a larger one shows dtype and shape


class Dropped:
    """`f64[1000,1000] (not kept)`: an array, or a memoryview, of which only dtype and shape were recorded.

    owner: the object in whose memory it lies, if that is known, and kept; view: a weak reference to the memoryview,
    which others may have that the record keeps.
    """

    __slots__ = ("dtype", "owner", "shape", "view")

    dtype: "np.dtype[Any]"
    shape: tuple[int, ...]

    def __init__(self, array: "np.ndarray[Any, Any] | memoryview", owner: Any = None) -> None:
        self.owner = owner
        self.view: weakref.ref[memoryview] | None = None
        if isinstance(array, memoryview):
            self.view = weakref.ref(array)
            try:
                self.dtype, self.shape = np.dtype(array.format), array.shape or ()
            except (ValueError, TypeError):  # it was released; a format that numpy has not
                self.dtype, self.shape = np.dtype("V"), ()
            return
        if not issubclass(type(array), np.ndarray):
            raise TypeError(f"Dropped() takes an array, not {described(array)}")
        self.dtype = array.dtype
        self.shape = array.shape

    @classmethod
    def of(cls, dtype: "np.dtype[Any]", shape: tuple[int, ...]) -> "Dropped":
        """What says that an array like that was not kept."""
        made = cls.__new__(cls)
        made.dtype, made.shape, made.owner, made.view = dtype, shape, None, None
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Dropped.of, (self.dtype, self.shape)

    def __repr__(self) -> str:
        return f"{array_type(self.dtype, self.shape)} (not kept)"


_BUFFER_OF_FILE = type(io.BytesIO().getbuffer().obj)  # what lies between a file in memory and its memoryviews


def lender_of(value: Any) -> Any:
    """The object into whose memory a memoryview looks, or an array by one; None if that is not known."""
    while issubclass(type(value), np.ndarray):
        value = _base_of(value)
    try:
        owner = value.obj if type(value) is memoryview else None
    except ValueError:  # it was released
        return None
    if type(owner) is _BUFFER_OF_FILE:
        return next((one for one in gc.get_referents(owner) if issubclass(type(one), io.BytesIO)), owner)
    return owner


class Unknown:
    """`…`: what a record that was cut does not have, as the result of a call that goes on behind its end."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


UNKNOWN = Unknown()  # the only one


class Shown:
    """`<Cart>`: what a loaded record has in the place of a value that is not plain, and prints as the value did.

    text: on one line, however long. module, qualname: of its type; `type` is both, `cart.Cart`. name: what it is called
    as a function in an expression; None if it is none. changes: may it have changed after it was recorded? is_array:
    does the text say the type itself?
    """

    __slots__ = ("changes", "is_array", "module", "name", "qualname", "text")

    def __init__(
        self, text: str, module: str | None, qualname: str, name: str | None, changes: bool, is_array: bool
    ) -> None:
        self.text = text
        self.module = module
        self.qualname = qualname
        self.name = name
        self.changes = changes
        self.is_array = is_array

    @property
    def type(self) -> str:
        """The qualified name of the value's type."""
        return self.qualname if self.module in (None, "builtins") else f"{self.module}.{self.qualname}"

    def __repr__(self) -> str:
        return self.text


def shown(value: Any, changes: bool | None = None) -> Shown:
    """What is kept of a value that cannot be kept itself. No code of its class runs but its repr."""
    cls = type(value)
    if cls is Shown:  # of a loaded record that is saved again
        again: Shown = value
        return again
    name = callable_name(value) if is_static(cls) and is_callable(cls) else None
    is_array = issubclass(cls, (np.ndarray, Dropped, Unknown))
    changed = may_have_changed(value) if changes is None else changes
    return Shown(full_text(value), module_of(cls), class_name(cls), name, changed, is_array)


def array_type(dtype: Any, shape: tuple[int, ...]) -> str:
    """`f64[3,4]`"""
    name = dtype.name if dtype.kind not in "fiuc" else f"{dtype.kind}{dtype.itemsize * 8}"
    return f"{name}[{','.join(map(str, shape))}]"


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = WIDTH
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = self.maxdict = 6
        self.maxlevel = 3

    def repr1(self, x: Any, level: int) -> str:
        if issubclass(type(x), np.ndarray):
            return _array_text(x)
        if type(type(x)) is not type:  # a metaclass may have a __hash__
            return self.repr_instance(x, level)
        shown = _PLAIN.get(type(x))
        if shown is not None:
            return shown(x)
        # reprlib goes by the name of the type, which a class of the program may have too
        return super().repr1(x, level) if id(type(x)) in _BY_REPRLIB else self.repr_instance(x, level)

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < LONG_INT else _of_digits(x)

    # reprlib sorts and looks keys up, which would run `__lt__`, `__hash__` and `__eq__` of the program
    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if not x or level <= 0:
            return "{...}" if x else "{}"
        items = _in_order(x.items(), x) if len(x) <= LARGE else x.items()
        pairs = itertools.islice(items, self.maxdict)
        texts = [f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}" for key, value in pairs]
        return "{" + ", ".join(texts + ["..."] * (len(x) > self.maxdict)) + "}"

    def repr_set(self, x: set[Any], level: int) -> str:
        return self._repr_items(x, level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x: frozenset[Any], level: int) -> str:
        return self._repr_items(x, level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def _repr_items(self, x: Any, level: int, left: str, right: str, most: int) -> str:
        if level <= 0:
            return f"{left}...{right}"
        items = _in_order(x, x)
        if len(x) <= SORTED_BY_TEXT and not _sortable(x):  # the order of hashes is another in each process
            texts = sorted(self.repr1(item, level - 1) for item in items)[:most]
        else:
            texts = [self.repr1(item, level - 1) for item in items[:most]]
        return left + ", ".join(texts + ["..."] * (len(x) > most)) + right

    def repr_instance(self, x: Any, level: int) -> str:
        method = lookup(type(x), "__repr__")
        if method is object.__repr__:
            return f"<{type_name(type(x))}>"
        for base in set, frozenset:  # the repr of 3.11 calls methods of a subclass
            if method is base.__repr__ and issubclass(type(x), base):
                items: Any = base.__or__(x, base())
                return f"{type_name(type(x))}({self._repr_items(items, level, '{', '}', self.maxset) if items else ''})"
        for kind, first in _LARGE.items():  # of instances of subclasses, too
            if method is kind.__repr__ and issubclass(type(x), kind) and kind.__len__(x) > LARGE:
                return self.repr1(first(x), level)
        try:
            text = str.__str__(repr(x))  # what a __repr__ gives may have methods of its own
        except BaseException as error:
            return _refusal(x, error)
        if " at 0x" in text:
            return f"<{type_name(type(x))}>"
        return text


def _refusal(value: Any, error: BaseException) -> str:
    """What is shown of a value whose repr has raised. What interrupts irtrack itself is raised again."""
    if is_interrupt(error) or issubclass(type(error), KeyboardInterrupt):  # which may be Ctrl-C
        raise error
    return f"<{type_name(type(value))}, whose repr raised {type_name(type(error))}>"


def _in_order(items: Iterable[Any], keys: Iterable[Any]) -> list[Any]:
    """The items, sorted if the keys can be without running code of a program."""
    return sorted(items, key=lambda item: item[0] if type(item) is tuple else item) if _sortable(keys) else list(items)


def _sortable(keys: Iterable[Any]) -> bool:
    kinds = list({id(kind): kind for kind in map(type, keys)}.values())
    return len(kinds) == 1 and any(kinds[0] is kind for kind in (int, float, str, bytes))


def dtype_and_shape(array: "np.ndarray[Any, Any] | Dropped") -> "tuple[np.dtype[Any], tuple[int, ...]]":
    """Those of the array itself: a subclass may show others."""
    if type(array) is Dropped:
        return array.dtype, array.shape
    return _dtype_of(array), tuple(_shape_of(array))


def _of_digits(number: int) -> str:
    """Of an integer of which str() makes no text, or takes long for it."""
    digits = round(number.bit_length() * math.log10(2))
    return f"<{'negative ' * (number < 0)}int of about {digits:,} digits>"


def _array_text(array: np.ndarray[Any, Any]) -> str:
    kind = array_type(*dtype_and_shape(array))
    if type(array) is not np.ndarray or array.size > SHOWN_ELEMENTS:
        return kind
    if array.dtype.names is not None and array.dtype.hasobject:
        return kind
    text = np.array2string(array, separator=", ", precision=6, max_line_width=10**6, formatter=_ELEMENTS)
    return f"{kind} {text}"


_ELEMENTS: Any = {"object": lambda x: _SHORT.repr1(x, 1)}
_dtype_of, _shape_of = np.ndarray.dtype.__get__, np.ndarray.shape.__get__
_base_of = np.ndarray.__dict__["base"].__get__


def _name_of(x: Any) -> str:
    return getattr(x, "__qualname__", None) or getattr(x, "__name__", None) or type(x).__name__


_PLAIN: dict[type, Callable[[Any], str]] = {
    FunctionType: lambda x: f"<function {x.__qualname__}>",
    MethodType: lambda x: f"<method {_name_of(x.__func__)}>",
    BuiltinFunctionType: lambda x: f"<function {x.__qualname__}>",
    ModuleType: lambda x: f"<module {x.__name__}>",
    type: lambda x: f"<class {type_name(x)}>",
    type((lambda: None).__code__): lambda x: f"<code {x.co_qualname}>",
    MethodWrapperType: lambda x: f"<function {x.__qualname__}>",
    MethodDescriptorType: lambda x: f"<function {x.__qualname__}>",
    Shown: lambda x: x.text,
}
_BY_REPRLIB = frozenset(map(id, (tuple, list, set, frozenset, deque, dict, str, int, array)))
_HEAD, _TAIL = slice(LARGE // 2), slice(-(LARGE // 2), None)
# kinds of which many items can be shown by the first (and last) ones
_LARGE: dict[Any, Callable[[Any], Any]] = {
    list: lambda x: list.__getitem__(x, slice(LARGE)),
    tuple: lambda x: tuple.__getitem__(x, slice(LARGE)),
    dict: lambda x: dict.copy(x),  # which asks no key for its hash
    bytes: lambda x: bytes.__getitem__(x, _HEAD) + bytes.__getitem__(x, _TAIL),
    bytearray: lambda x: bytearray.__getitem__(x, _HEAD) + bytearray.__getitem__(x, _TAIL),
}
_SHORT: _Short = _Short()


def visible(text: str) -> str:
    """A text that moves no cursor: what cannot be printed is escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def value_text(value: Any) -> str:
    """One line, short, without addresses."""
    text = _text(value)
    if len(text) > _LONG:  # its ends are all that is shown
        text = text[: _LONG // 2] + text[-_LONG // 2 :]
    text = _on_one_line(text)
    return text if len(text) <= WIDTH + 3 else text[: WIDTH - 20] + "..." + text[-17:]


def full_text(value: Any) -> str:
    """The same before it is cut: one line, in which containers show only their first items."""
    return _on_one_line(_text(value))


def _text(value: Any) -> str:
    try:
        return _SHORT.repr(value)
    except BaseException as error:  # a container's item may have a broken __repr__
        return _refusal(value, error)


def _on_one_line(text: str) -> str:
    return visible(" ".join(text.split("\n")))


def type_name(cls: type) -> str:
    """The qualified name of a class, on one line, short."""
    return short_name(class_name(cls))


def short_name(name: str) -> str:
    """A name that anybody may have given."""
    return visible(name if len(name) <= NAME else f"{name[: NAME - 20]}...{name[-17:]}")


def described(value: Any) -> str:
    """`int 5`: what an error says that it got."""
    return f"{type_name(type(value))} {value_text(value)}"


_FROZEN = (int, float, complex, bool, str, bytes, type(None), range, slice, type(...), type(NotImplemented),
           FunctionType, BuiltinFunctionType, MethodType, ModuleType, Dropped, Unknown, np.generic, BaseException,
           type)  # fmt: skip
NOW = "*"  # marks a value that is shown as it is now, since it may have changed after it was recorded


def may_have_changed(value: Any, depth: int = 3) -> bool:
    """Is the text of `value` that of a live reference to something mutable?"""
    if type(value) is Shown:
        changes: bool = value.changes
        return changes
    if issubclass(type(value), _FROZEN):  # not isinstance: a value's `__class__` may be a property
        return False
    if issubclass(type(value), (tuple, frozenset)):
        return depth == 0 or any(may_have_changed(item, depth - 1) for item in _items(value))
    return True


def _items(value: Any) -> Any:
    """The first items of a tuple or frozenset, whatever iterators a subclass of these has."""
    kind = tuple if issubclass(type(value), tuple) else frozenset
    return itertools.islice(kind.__iter__(value), 20)


def marked_text(value: Any, changed: bool | None = None) -> str:
    """`[1, 2]*`: the text of a value, marked if it may have changed since."""
    text = value_text(value)
    return text if text.startswith("<") or not (may_have_changed(value) if changed is None else changed) else text + NOW


def typed_text(value: Any, changed: bool | None = None) -> str:
    """`3.0::float`, `[1, 2]::list*`; functions, classes, modules and arrays say their type themselves."""
    return "".join(typed_parts(value, changed))


def typed_parts(value: Any, changed: bool | None = None) -> tuple[str, str, str]:
    """The same in three pieces: `[1, 2]`, `::list`, `*`. `changed`: may it have; None if the value itself tells."""
    text = value_text(value)
    if text.startswith("<"):
        return text, "", ""
    mark = NOW if (may_have_changed(value) if changed is None else changed) else ""
    is_shown = type(value) is Shown
    if value.is_array if is_shown else issubclass(type(value), (np.ndarray, Dropped, Unknown)):
        return text, "", mark
    return text, f"::{short_name(value.qualname if is_shown else class_name(type(value)))}", mark


def _told(function: Any, name: str) -> Any:
    """An attribute of a callable, of which no code of the program is asked; None if there is none."""
    kind = type(function)
    if kind is MethodType:
        return _told(function.__func__, name)
    if issubclass(kind, type):
        return class_name(function) if name == "__qualname__" else plain_name(function)
    part = lookup(kind, name)
    if is_a(part, GetSetDescriptorType, MemberDescriptorType):
        return part.__get__(function)
    names = namespace_of(function)
    return names.get(name) if type(names) is dict else None


def callable_name(function: Any) -> str:
    """The dotted name of a function in an expression: `list.append`, `geom`, `random.random`."""
    if type(function) is Shown:
        return function.name if function.name is not None else value_text(function)
    name = _told(function, "__qualname__")
    if not isinstance(name, str):
        name = _told(function, "__name__")
    return short_name(str.__str__(name)) if issubclass(type(name), str) else value_text(function)
