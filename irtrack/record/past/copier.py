"""Copies that are made while something is recorded, for contexts that want to have values as they were then."""

from types import BuiltinFunctionType, MethodType, MethodWrapperType
from typing import TYPE_CHECKING, Any

from ..interrupts import is_interrupt, without_own_frames
from ..memory.shadows import UNCHANGING
from ..values import callable_name, may_have_changed, value_text
from .deep import DeepCopy

if TYPE_CHECKING:
    from ..entering.binding import Binding

_TRACEBACK = BaseException.__dict__["__traceback__"]
LOST: Any = object()  # of what can't be copied


class Refused(str):
    """In the place of a copy: why the context's own function gave none."""

    __slots__ = ()


_BOUND = frozenset(map(id, (MethodType, BuiltinFunctionType, MethodWrapperType)))


class Copier:
    """What code calls whose context has `snapshot="deep"`, or a function, before it appends a value."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.log = binding.recorder.log

    def copy_value(self, value: Any, ahead: int = 0) -> None:
        """Copy what will be the next entry of the log, or one that is `ahead` of that; or what is returned by the EXIT
        that will be it. Its own functions are taken off a traceback: what lies between would stay there.
        """
        try:
            self._keep(value, len(self.log) + ahead)
        except BaseException as error:
            _TRACEBACK.__set__(error, without_own_frames(_TRACEBACK.__get__(error)))
            raise

    def _keep(self, value: Any, position: int) -> None:
        if _can_be_copied(value):
            copied = self.recorder.quietly(self._copied, value)
            if copied is not LOST:
                self.recorder.copies[position] = copied

    def _copied(self, value: Any) -> Any:
        wanted: Any = self.binding.context.snapshot
        try:
            return wanted(value) if wanted != "deep" else DeepCopy(self.recorder.budget.affords_copy).of(value)
        except BaseException as error:  # SystemExit too: it is no part of the program
            if isinstance(error, KeyboardInterrupt) or is_interrupt(error):
                raise
            if wanted == "deep":
                return LOST
            return Refused(f"{callable_name(wanted)}, the context's snapshot, raised {value_text(error)}")


def _can_be_copied(value: Any) -> bool:
    kind = id(type(value))
    return kind not in UNCHANGING and kind not in _BOUND and may_have_changed(value)
