"""Lending: functions that C code finds or holds by itself run rewritten code until the recording ends.

As the recording meets values, classes and callables, the methods that C code may call of them are lent theirs.
"""

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...cpython.flow import GENERATOR_FLAGS
from ...cpython.functions import made_for_lending
from ...cpython.sites import Known
from ...cpython.template import CannotTrackError
from ...rules.callbacks import CALLED_BY_C
from ..callables import (
    behind_descriptors,
    brought_functions,
    caller_of,
    is_native_kind,
    may_use,
    python_functions,
    special_methods,
)
from ..classes import namespaces
from ..loans import own_code
from .behind.operators import COLLECTIONS, NUMERIC, OPERATOR_NAMES, PLAIN

if TYPE_CHECKING:
    from .binding import Binding

_FEW = 8  # items of a tuple that are all looked at
_DEEP = 4  # collections within one another that are looked into
_MAY_BE_DESCRIPTORS = OPERATOR_NAMES | {"__getattr__", "__call__"}


def _some(collection: Any) -> Iterable[Any]:
    """Items of a collection; the others are like these, most likely."""
    if type(collection) is tuple and len(collection) <= _FEW:
        return collection
    for item in collection:
        return (item,) if id(type(item)) not in COLLECTIONS else ()
    return ()


class Lender:
    """Decides to which functions a recorder lends the code of one context."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.adopted: dict[int, type] = {}  # by the id of a class: those whose methods may have been lent code,
        self.whole = Known()  # and those of which all have been

    def forget(self) -> None:
        """The recording is over."""
        self.adopted.clear()
        self.whole.clear()

    def lend(self, functions: Iterable[Any], *, generators: bool = False) -> None:
        """Let functions that C code holds for good run rewritten code until the recording ends.

        Those of `generators` only if no other thread is likely to call them: see `rewrite`.
        """
        recorder = self.recorder
        if recorder.recording.thread is None:  # what goes on when `track` has returned leaves no traces in functions
            return
        for f in functions:
            if type(f) is not FunctionType or f in recorder.loans:
                continue
            generates = bool(f.__code__.co_flags & GENERATOR_FLAGS)
            if generates and not generators:
                continue
            try:
                code, mark = self.binding.callees(f).entered(f, lent=not generates)
                if generates:
                    made_for_lending(code, own_code(f))
            except (CannotTrackError, RecursionError):
                continue
            recorder.enter(mark, f)
            recorder.loans.lend(f, code)

    def adopt(self, values: Iterable[Any], deep: int = _DEEP) -> None:
        """Let methods by which C code compares, hashes ... values of the types of these run rewritten code."""
        adopted = self.adopted
        for value in values:
            cls = type(value)
            if id(cls) in COLLECTIONS and value:
                if deep:
                    self.adopt(_some(value), deep - 1)
            elif id(cls) not in adopted and id(cls) not in PLAIN and id(cls) not in NUMERIC:
                self.adopt_class(cls)
                if cls is not type and issubclass(cls, type):  # as that of an enumeration, which has its members
                    self.adopt_class(value)

    def adopt_class(self, cls: type) -> None:
        self.recorder.learned = True
        self.adopted[id(cls)] = cls
        if not self.binding.enters:
            return
        for namespace in namespaces(cls):
            self.lend([namespace[name] for name in namespace.keys() & CALLED_BY_C])
            self.lend(behind_descriptors([namespace[name] for name in namespace.keys() & _MAY_BE_DESCRIPTORS]))

    def adopt_used(self, f: Any, arguments: Sequence[Any]) -> None:
        """The same for arguments of `f`, written in C; for all special methods where it may call them."""
        self.adopt(arguments)
        caller = caller_of(f)
        if caller is not None:
            if f is not caller.function and not issubclass(type(f), type):  # its object is not among them
                arguments = (f.__self__, *arguments)
            for place in caller.lends:
                if place < len(arguments):
                    self.lend(python_functions(arguments[place]))
            if caller.brings:
                self.lend(brought_functions(caller))
            called = [arguments[k] for k in (*caller.calls, *caller.keeps) if type(k) is int and k < len(arguments)]
            if not any(is_native_kind(type(one)) and may_use(one) for one in called):  # as `operator.add` does
                arguments = [arguments[place] for place in caller.uses if place < len(arguments)]
        elif not may_use(f):
            return
        if arguments:
            self.adopt_whole(arguments)

    def adopt_whole(self, values: Iterable[Any], deep: int = _DEEP) -> None:
        """The same for all special methods, for it is not known which ones C code will call."""
        for value in values:
            cls = type(value)
            if id(cls) in COLLECTIONS and value:
                if deep:
                    self.adopt_whole(_some(value), deep - 1)
            elif id(cls) not in PLAIN and id(cls) not in NUMERIC and self.whole[id(cls)] is None:
                self.recorder.learned = True
                self.whole[id(cls)] = cls
                self.lend(special_methods(cls))
