"""The log of one recording: a flat list of values and marks, and where in it each frame lies.

`ends` is found by one pass over the marks, the first time somebody looks; it is all that is ever decoded of calls at
which nobody looks.
"""

import threading
from typing import Any

from ..cpython.marks import Mark, MarkKind
from .contexts import Context

_ENTER, _EXIT, _UNWIND = MarkKind.ENTER, MarkKind.EXIT, MarkKind.UNWIND


class Log:
    """`<log of 1234 entries>`; shared by all nodes of a record."""

    __slots__ = ("__weakref__", "_ends", "context", "entries")
    lock = (
        threading.RLock()
    )  # held while any log is decoded or detached; making one for each would cost every recording

    def __init__(self, entries: list[Any], context: Context) -> None:
        self.entries = entries
        self.context = context
        self._ends: dict[int, int] | None = None

    def detach(self) -> None:
        """Copy the entries: the recorder wants its list back."""
        with self.lock:
            self.entries = self.entries.copy()

    @property
    def ends(self) -> dict[int, int]:
        """Index of each ENTER mark -> index behind the frame's last entry (the log's length for a frame cut short)."""
        if self._ends is None:
            with self.lock:
                self._ends = _scan(self.entries)
        return self._ends

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<log of {len(self.entries)} entries>"


def _scan(entries: list[Any]) -> dict[int, int]:
    ends: dict[int, int] = {}
    open_frames: list[int] = []
    for i in [i for i, entry in enumerate(entries) if type(entry) is Mark]:
        mark = entries[i]
        kind = mark.kind
        if kind is _ENTER:
            open_frames.append(i)
        elif kind is _EXIT or kind is _UNWIND:
            # a frame that an interrupt ended within a trampoline has no closing mark; its caller's closes it
            while open_frames:
                start = open_frames.pop()
                if entries[start].template is mark.template:
                    ends[start] = i + 1 if kind is _EXIT else i + 3
                    break
                ends[start] = i
    for start in open_frames:
        ends[start] = len(entries)
    return ends
