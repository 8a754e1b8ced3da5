"""The garbage collector during a recording, and while much is made of a record.

A log keeps alive what the program would have freed, and full collections would walk all of it again and again: programs
that make many objects ran ten times slower for that alone. So while something is recorded only the youngest objects are
collected by themselves; `gc.collect()` still sees everything. (From 3.14 on the second threshold says instead how
little of the old objects is looked at each time, with the same effect.)

A program that sets thresholds of its own while it is recorded keeps them.
"""

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from gc import get_threshold, set_threshold
from sys import _getframe
from threading import get_ident
from typing import Any

RARELY = 1_000_000  # collections of a generation before the next older one is collected

_running: dict[weakref.ref[Any], int] = {}  # the recorders at work, and in which thread
_before: tuple[int, int, int] = get_threshold()


def begin(recorder: weakref.ref[Any]) -> None:
    """A recording starts; its recorder is told by a weak reference. The caller is `track`, in whatever frame."""
    global _before
    if _running:
        _drop_lost()
    _running[recorder] = get_ident()
    thresholds = get_threshold()
    if thresholds[1] != RARELY:
        _before = thresholds
        set_threshold(thresholds[0], RARELY, RARELY)


def end(recorder: weakref.ref[Any]) -> None:
    """A recording is over."""
    _running.pop(recorder, None)
    if not _running and get_threshold()[1] == RARELY:
        set_threshold(*_before)


@contextmanager
def rarely() -> Iterator[None]:
    """While something is made that stays, as a record's index is, only the youngest objects are collected."""
    global _before
    thresholds = get_threshold()
    if thresholds[1] == RARELY:  # a recording has seen to it
        yield
        return
    set_meanwhile = False
    try:
        _before = thresholds
        set_threshold(thresholds[0], RARELY, RARELY)
        yield
    finally:
        try:
            set_meanwhile = get_threshold()[1] != RARELY
        finally:  # an interrupt comes when a call has returned, which is before anything is set back
            if not _running and not set_meanwhile:
                set_threshold(*thresholds)


def _drop_lost() -> None:
    """Drop what interrupts, one upon another, have lost: if no other recording of this thread runs, all of its own."""
    caller = _getframe(2)
    above = caller.f_back
    while above is not None and above.f_code is not caller.f_code:
        above = above.f_back
    if above is None:
        thread = get_ident()
        for recorder, owner in list(_running.items()):
            if owner == thread:
                _running.pop(recorder, None)
