"""The garbage collector during a recording.

A log keeps alive what the program would have freed, and full collections would walk all of it again and again: programs
that make many objects ran ten times slower for that alone. So while something is recorded only the youngest objects are
collected by themselves; `gc.collect()` still sees everything. (From 3.14 on the second threshold says instead how
little of the old objects is looked at each time, with the same effect.)

A program that sets thresholds of its own while it is recorded keeps them.
"""

import weakref
from gc import get_threshold, set_threshold
from typing import Any

RARELY = 1_000_000  # collections of a generation before the next older one is collected

_running: set[weakref.ref[Any]] = set()  # the recorders at work; one that an interrupt lost is dead
_before: tuple[int, int, int] = get_threshold()


def begin(recorder: weakref.ref[Any]) -> None:
    """A recording starts; its recorder is told by a weak reference."""
    global _before
    _running.add(recorder)
    thresholds = get_threshold()
    if thresholds[1] != RARELY:
        _before = thresholds
        set_threshold(thresholds[0], RARELY, RARELY)


def end(recorder: weakref.ref[Any]) -> None:
    """A recording is over."""
    _running.discard(recorder)
    if _running:
        for reference in list(_running):
            if reference() is None:
                _running.discard(reference)
    if not _running and get_threshold()[1] == RARELY:
        set_threshold(*_before)
