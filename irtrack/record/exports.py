"""Exports: what the record holds must not keep an object from changing its size.

A memoryview, or an array over foreign memory, does that as long as it lives, and the log keeps alive what the program
has dropped. So, once anything may have been made that looks into the memory of an object, methods and operators that
change sizes ask here first (`ready`); what the log holds of such kind is then replaced by what says so.
"""

import gc
import io
from _thread import get_ident
from collections import Counter
from contextlib import suppress
from itertools import repeat
from operator import is_
from sys import getrefcount, modules
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules.exports import PROBES
from .classes import class_name, is_a, lookup, module_of
from .interrupts import is_interrupt
from .values import Dropped, Shown, lender_of

if TYPE_CHECKING:
    from .recorder import Recorder

with io.BytesIO().getbuffer() as _view:  # what lies between a memoryview and what it shows
    _BUFFERS = type(gc.get_referents(_view)[0]), type(_view.obj)
_LOOKING = (memoryview, np.ndarray, BuiltinFunctionType)
_ENDS = (FrameType, ModuleType, type, FunctionType, CodeType)  # through which the program holds what it does
_DEEP = 6  # objects that hold each other
_MANY = 10_000


class Exports:
    """What the log of one recorder holds that looks into the memory of other objects."""

    def __init__(self, recorder: "Recorder") -> None:
        self.recorder = recorder
        self.log = recorder.log
        self.expected = False  # may there be any?
        self.swept = 0  # up to where the log was looked through

    def restart(self) -> None:
        """The log is empty again."""
        self.expected = False
        self.swept = 0

    def moved(self) -> None:
        """The log has lost its beginning."""
        self.swept = 0

    def expect(self) -> None:
        """From now on what changes sizes has to ask."""
        if not self.expected:
            self.expected = True
            self.recorder.forget()

    def leave(self, method: Any, owner: Any, *arguments: Any) -> Any:
        """Call a method written in C by which a `with` statement lets go of `owner`."""
        self.ready(owner, type(owner))
        try:
            return method(owner, *arguments)
        except BaseException as error:
            if error.__traceback__ is not None:
                error.__traceback__ = error.__traceback__.tb_next  # without this frame
            raise

    def ready(self, owner: Any, kind: type) -> None:
        """Let `owner`, of that kind, change its size, if only the log is against it."""
        if self.recorder.recording.thread != get_ident():  # the recording is over
            return
        if _is_locked(owner, kind):
            self._sweep()
            if _is_locked(owner, kind):
                self._release(owner)

    def _sweep(self) -> None:
        """Let go of all that is known by its type, and was appended since."""
        log = self.log
        start, self.swept = self.swept, len(log)
        unseen = log[start:]
        kinds = {kind for kind in _LOOKING if any(map(is_, map(type, unseen), repeat(kind)))}
        if not kinds:
            return
        if BuiltinFunctionType in kinds:
            self.recorder.forget()  # sites and bindings have them, too
        for i, entry in enumerate(unseen, start):
            if is_a(entry, *_LOOKING) and looks_into_another(entry):
                log[i] = _dropped(entry)

    def _release(self, owner: Any) -> None:
        """Let go of all that leads to what looks into the memory of `owner`, as objects that hold memoryviews."""
        recorder = self.recorder
        recorder.forget()
        held = self._holders(owner)
        log, history = self.log, recorder.history
        stand_in = StandIns(held).of
        for i, entry in enumerate(log):
            if id(entry) in held:
                log[i] = stand_in(entry)
        for i, seen in enumerate(history):
            if id(seen[-1]) in held:
                history[i] = (*seen[:-1], stand_in(seen[-1]))
        if recorder.recording.raised:
            self._clear_frames()

    def _holders(self, owner: Any) -> set[int]:
        """The ids of what holds such, up to where it is the program that does."""
        held: set[int] = set()
        ends = {id(self.log), *(id(vars(one)) for one in list(modules.values()) if type(one) is ModuleType)}
        frontier: list[Any] = [one for one in gc.get_referrers(owner) if is_a(one, *_BUFFERS)]
        for _ in range(_DEEP):
            held.update(map(id, frontier))
            if not frontier or len(held) > _MANY:
                break
            ends.add(id(frontier))
            frontier = [
                one
                for one in gc.get_referrers(*frontier)
                if id(one) not in held and id(one) not in ends and not issubclass(type(one), _ENDS)
            ]
        return held

    def _clear_frames(self) -> None:
        """Let go of what the frames hold that exceptions have left which only the log holds."""
        raised = list({id(entry): entry for entry in self.log if issubclass(type(entry), BaseException)}.values())
        logged = Counter(map(id, self.log))
        for error, references in zip(raised, _references(raised), strict=True):
            if references - logged[id(error)] > _OWN_REFERENCES:
                continue
            traceback = error.__traceback__
            while traceback is not None:
                with suppress(RuntimeError):  # it runs
                    traceback.tb_frame.clear()
                traceback = traceback.tb_next


def _references(objects: list[Any]) -> list[int]:
    return [getrefcount(one) for one in objects]


_OWN_REFERENCES = _references([Exception()])[0]  # those of the list, and of the variable


class StandIns:
    """What the log has in the place of objects of these ids, which hold what it must not; one for each object."""

    def __init__(self, held: set[int]) -> None:
        self.held = held
        self.made: dict[int, Any] = {}

    def of(self, value: Any) -> Any:
        if id(value) not in self.held:
            return value
        if id(value) not in self.made:
            self.made[id(value)] = self._new(value)
        return self.made[id(value)]

    def _new(self, value: Any) -> Any:
        kind = type(value)
        if kind is list or kind is tuple:
            self.made[id(value)] = _dropped(value)  # within itself
            return kind(map(self.of, value))
        if kind is dict:
            self.made[id(value)] = _dropped(value)
            return {key: self.of(one) for key, one in value.items()}
        if kind is MethodType:
            return MethodType(value.__func__, self.of(value.__self__))
        return _dropped(value)


def _is_locked(owner: Any, kind: type) -> bool:
    try:
        PROBES[kind](owner)
    except BufferError:
        return True
    except Exception as error:
        if is_interrupt(error):
            raise
    return False


def looks_into_another(value: Any) -> bool:
    """Is it a memoryview, an array over the memory of what is none and can change its size, a method of such?"""
    if type(value) is BuiltinFunctionType:
        value = value.__self__
    while type(value) is np.ndarray:
        value = value.base
    return type(value) is memoryview


def _dropped(value: Any) -> Any:
    """What says that a value was not kept; an exception stays."""
    kind = type(value)
    if kind is memoryview or kind is np.ndarray:
        return Dropped(value, lender_of(value))
    if kind is BuiltinFunctionType:
        return lookup(type(value.__self__), value.__name__, value)
    if issubclass(kind, BaseException):
        return value
    name = class_name(kind)
    return Shown(f"<{name}> (not kept)", module_of(kind), name, None, changes=False, is_array=False)
