"""The flight recorder: a log of which only the end is kept, for long runs that fail at the end.

Rewritten code looks how long the log is where frames begin and loops go back (`Bound.CUT`), one time in some. When that
has come to its limit, it calls `cut`, which notes what is open there: which frames, at which instructions, with which
arguments (cpython/open_frames.py). The next time, the log is cut where it was the last time, and what was noted then
stands in the place of all that came before. So it has at least as many entries as are wanted, about twice as many at
most; to cut costs what the stack is deep, however much is dropped, and nobody has to look through that.
"""

from collections.abc import Callable
from itertools import cycle
from sys import _getframe, maxsize
from types import CodeType
from typing import TYPE_CHECKING, Any

from ..cpython.marks import Mark
from ..cpython.open_frames import Head, Rewritten, head, rewritten
from .values import UNKNOWN

if TYPE_CHECKING:
    from .log import Log, Seen
    from .recorder import Recorder

_SELDOM = 16  # times that a frame comes by where it could look how long the log is, until one looks
_FEWEST = 4096  # entries between two cuts, each of which takes some microseconds
_FIRST = 12_288  # before the first of them, which would be a fifth of a run that ends soon after
_DEEP = 1536  # or so many for each frame that is open, which takes a microsecond or two to note
_CODES = 100  # rewritten ones of which is remembered what they are when a recording has ended
_FUNCTIONS = 1000  # of which a binding keeps the twins, most of them closures


class Flight:
    """What one recorder has to know to cut its log."""

    def __init__(self, recorder: "Recorder") -> None:
        self.recorder = recorder
        self.keep_last = 0  # entries; 0 for all
        self.dropped = False
        self.marks: dict[Mark, tuple[Mark, Any]] = {}  # of what stands at the beginning of the log
        self.next: tuple[int, Head] | None = None  # where it will be cut the next time, and what was open there
        self.codes: dict[int, tuple[CodeType, Rewritten | None]] = {}  # by the id of a code

    def begin(self, keep_last: int) -> None:
        """A recording begins that keeps so many entries."""
        self.keep_last = keep_last
        recording = self.recorder.recording
        recording.limit = max(keep_last, _FIRST)
        recording.looks = cycle([False] * (_SELDOM - 1) + [True])

    def end(self) -> None:
        """It is over, or goes on without being cut."""
        self.keep_last, self.dropped, self.marks, self.next = 0, False, {}, None
        if len(self.codes) > _CODES:
            self.codes.clear()
        self.codes = {key: known for key, known in self.codes.items() if known[1] is not None}
        self.recorder.recording.limit = maxsize

    def tell(self, owner: "Log") -> None:
        """Say in the log of a record what was dropped, if anything was."""
        if self.dropped:
            owner.dropped = f"keep_last={self.keep_last}"
            owner.heads = self.marks

    def cut(self, condition: Any = UNKNOWN) -> None:
        """Called by a frame that has found the log too long; `condition` is what it is about to test, on 3.11."""
        try:
            open_here = head(_getframe(1), condition, self._known, self._finder(), UNKNOWN)
            self._drop()
        except RecursionError:  # the next frame to look has more room
            return
        recorder = self.recorder
        length = len(recorder.log)
        self.next = length, open_here
        recorder.recording.limit = length + max(self.keep_last, _FEWEST, _DEEP * open_here.frames)

    def _known(self, code: CodeType) -> Rewritten | None:
        found = self.codes.get(id(code))
        if found is None:
            found = self.codes[id(code)] = code, rewritten(code, self.recorder.log)
        return found[1]

    def _finder(self) -> Callable[[CodeType, Mark], Any]:
        """A function that tells whose code begins with a mark: the only one that has it, else None."""
        found: dict[int, Any] = {}
        for binding in self.recorder.bindings.values():
            calls = binding.calls
            for known in (calls.functions, calls.general, calls.generators):
                for f, twin in known.items():
                    code = id(twin.__code__)
                    found[code] = f if code not in found else None

        def function_of(code: CodeType, mark: Mark) -> Any:
            called = self.recorder.behind.get(mark)
            if called is None:
                return found.get(id(code))
            first, *others = called[1]
            return None if any(f is not first for f in others) else first

        return function_of

    def _drop(self) -> None:
        """Cut the log where it was noted the last time."""
        if self.next is None:
            return
        recorder, (position, noted) = self.recorder, self.next
        shift = position - len(noted.entries)
        history = _later(recorder.history, shift)
        behind = {mark: _moved(*known, shift) for mark, known in recorder.behind.items()}
        copies = {entry - shift: copied for entry, copied in recorder.copies.items() if entry >= position}
        before = recorder.copies
        # no call from here on, so that no interrupt comes between; what ends by the last of these may run code
        recorder.history, recorder.behind, recorder.copies = history, behind, copies
        self.marks, self.dropped, self.next = noted.marks, True, None
        recorder.log[:position] = noted.entries
        del before, recorder.recording.alive[1:]
        recorder.budget.moved()
        recorder.exports.moved()
        for binding in recorder.bindings.values():
            binding.calls.forget_many(_FUNCTIONS)


def _later(history: "list[Seen]", shift: int) -> "list[Seen]":
    """What sites had learned last before the log was cut, and since, counted from there."""
    before: dict[Any, Seen] = {}
    since: list[Seen] = []
    for length, site, plain, function in history:
        if length <= shift:
            before[site, plain] = 0, site, plain, function
        else:
            since.append((length - shift, site, plain, function))
    return [*before.values(), *since]


def _moved(positions: list[int], functions: list[Any], shift: int) -> tuple[list[int], list[Any]]:
    """The same of frames that C code began."""
    first = max(0, sum(position <= shift for position in positions) - 1)
    return [max(0, position - shift) for position in positions[first:]], functions[first:]
