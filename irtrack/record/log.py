"""The log of one recording: a flat list of values and marks, and where in it each frame lies.

`ends` is found by one pass over the marks, the first time somebody looks; it is all that is ever decoded of calls at
which nobody looks.
"""

import linecache
import os
import sysconfig
import threading
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ..cpython.marks import Mark, MarkKind, Unnamed
from ..ir.language import IR

if TYPE_CHECKING:
    from .contexts.context import Context

T = TypeVar("T")

lock = threading.RLock()  # held while any log is decoded or detached; one for each would cost every recording


def exclusively(step: Callable[..., T], *arguments: Any) -> T:
    """`step(*arguments)`, while no other thread decodes or detaches a log.

    An interrupt never leaves the lock behind: `with` alone loses one from 3.14 on (a signal is seen between the end of
    `__enter__` and the block), and up to 3.13 when the block ends with a `while` (its jump back is in no handler's
    range), which is why `step` is a function.
    """
    # `_is_owned` is what `threading.Condition` asks of its lock; typeshed leaves it out
    if lock._is_owned():  # type: ignore[attr-defined]  # which typeshed leaves out
        return step(*arguments)
    try:
        with lock:
            return step(*arguments)
    except BaseException:
        while lock._is_owned():  # type: ignore[attr-defined]  # which typeshed leaves out
            lock.release()
        raise


_ENTER, _EXIT, _UNWIND = MarkKind.ENTER, MarkKind.EXIT, MarkKind.UNWIND
_HANDLER, _SUSPEND, _RESUME, _BEHIND = MarkKind.HANDLER, MarkKind.SUSPEND, MarkKind.RESUME, MarkKind.BEHIND


Seen = tuple[int, tuple[Mark, int], bool, Any]  # length of the log, key of a site, is it its `plain`, the function


# BEHIND -> lengths of the log since when frames of which function begin with it
Behind = Mapping[Mark, tuple[list[int], list[Any]]]


class Log:
    """`<log of 1234 entries>`; shared by all nodes of a record."""

    history: Sequence[Seen] = ()
    behind: Behind = MappingProxyType({})
    # what is found when somebody looks; until then nothing is set, since a recording makes a log each time
    _ends: dict[int, int] | None = None
    _scanned = 0  # how long the log was then
    # of a log that grows when `track` has returned: its recorder; by their starts, frames that had not ended when they
    # were decoded, and how long the log was then
    recorder: Any = None
    decoded: dict[int, int] | None = None
    index: Any = None  # of what went through memory; see memory/index.py
    indexing = False  # is one being built, or was when that was interrupted?
    initial: Sequence[tuple[Any, Any]] = ()  # what came from outside, and what it held then; see past/
    copies: Mapping[int, Any] = MappingProxyType({})  # of values, by their positions;
    # and by the nodes of which they are snapshots, as these are decoded
    copied: dict[Any, Any] | None = None
    exchanged: Sequence[tuple[Any, bool, Sequence[tuple[Any, Any]]]] = ()  # the same of what hooks have given
    replay: Any = None  # of what objects held
    complete: bool | None = None  # of a record that an update made: is all in it that ran? None where nobody asked
    cut = ""  # by which bound; nothing was recorded behind the last entry then
    dropped = ""  # by which bound the entries before the first were dropped
    # what stands at the beginning for frames that were open then: its ENTER -> that of their code, and their function
    heads: Mapping[Mark, tuple[Mark, Any]] = MappingProxyType({})
    awaited = False  # is the value of the root what an awaitable gave that the root returned?
    # of a recording with hooks, while it goes on; nested calls that hooks have looked at, by their starts
    scan: "Scan | None" = None
    drafts: dict[int, Any] | None = None
    _tail: tuple[int, int, Any] = 0, 0, None  # EXIT marks in a row, from and up to where, and their result
    _seen: Mapping[tuple[Mark, int, bool], tuple[list[int], list[Any]]] = MappingProxyType({})
    _learned = 0  # how long the history was then

    def __init__(self, entries: list[Any], context: "Context") -> None:
        self.entries = entries
        self.context = context
        self.segments: dict[int, list[int]] = {}  # id of a generator's token -> where its frame went on, by `ends`
        self.templates: dict[int, Any] = {}  # by the id of a code; None if it is not rewritten
        self.looked_up: dict[tuple[int, str | int], tuple[type, Any]] = {}  # what classes have, by a class's id
        # (id of a class, id of what a lookup of a method gave, its name) -> that, if the class has it itself
        self.methods: dict[tuple[int, int, str], Any] = {}

    def detach(self) -> None:
        """Copy the entries: the recorder wants its list back."""
        exclusively(self._copy)

    def _copy(self) -> None:
        self.entries = self.entries.copy()

    @property
    def ends(self) -> dict[int, int]:
        """Index of each ENTER mark -> index behind the frame's last entry; none for a frame that the log cuts short.

        The same for the first mark of each segment of a generator's frame.
        """
        if self._ends is None or (self.decoded is not None and self._scanned != len(self.entries)):
            self._ends = exclusively(self._find_ends)
        return self._ends

    def _find_ends(self) -> dict[int, int]:
        self.drop_surplus()
        self._scanned = len(self.entries)
        scan = self.scan or Scan()
        scan.go_on(self.entries)
        self.segments = scan.segments
        return scan.ends

    def look(self) -> "Scan":
        """Scan what has been appended to the log of a recording that goes on."""
        if self.scan is None:
            self.scan = Scan()
        _ = self.ends
        return self.scan

    def drop_surplus(self) -> None:
        """Drop what was appended beyond a bound; the log may still be growing."""
        if self.recorder is not None:
            self.recorder.cut(self)

    def end(self, start: int) -> int:
        """Index behind the last entry of the frame that begins at `start`: for a generator, of its last segment."""
        end = self.ends.get(start)
        if end is not None and self.entries[start].template.suspends:
            segments = self.segments.get(id(self.entries[start + 1]))
            end = self.ends.get(segments[-1]) if segments else end
        return len(self.entries) if end is None else end

    def suspended(self, start: int) -> bool:
        """Is it the frame of a generator that has not ended?"""
        last = self.entries[self.end(start) - 1]
        return type(last) is Mark and last.kind is _SUSPEND

    def has_end(self, start: int) -> bool:
        """Does the log have the end of the frame that begins at `start`, or of its last piece?"""
        if start not in self.ends:
            return False
        segments = self.segments.get(id(self.entries[start + 1])) if self.entries[start].template.suspends else None
        return not segments or segments[-1] in self.ends

    def ended(self, start: int) -> bool:
        """Did the frame that begins at `start` return or raise?"""
        return start in self.ends and not self.suspended(start)

    def callee(self, beginning: Mark, site: int, plain: bool, position: int) -> Any:
        """What that site of code that begins so called without asking when the log was so long; None if nothing yet."""
        if self._learned != len(self.history):
            seen: dict[tuple[Mark, int, bool], tuple[list[int], list[Any]]] = {}
            for since, place, is_plain, function in self.history:
                positions, functions = seen.setdefault((*place, is_plain), ([], []))
                positions.append(since)
                functions.append(function)
            self._seen = seen
            self._learned = len(self.history)  # not before: an interrupt would leave it without what was seen
        found = self._seen.get((beginning, site, plain))
        if found is None:
            return None
        positions, functions = found
        if positions[-1] <= position:  # the usual case: a site learns once
            return functions[-1]
        index = bisect_right(positions, position)
        return functions[index - 1] if index else None

    def behind_at(self, start: int) -> Any:
        """The function whose frame begins there, with BEHIND; None if that is not known."""
        if self.entries[start] in self.heads:
            return self.heads[self.entries[start]][1]
        positions, functions = self.behind.get(self.entries[start], ([], []))
        index = bisect_right(positions, start)
        return functions[index - 1] if index else None

    def beginning(self, start: int) -> Mark:
        """The mark by which the code begins whose frame begins there."""
        mark: Mark = self.entries[start]
        return self.heads[mark][0] if self.heads and mark in self.heads else mark

    def lacks_beginning(self, start: int) -> bool:
        """Was something dropped that the frame appended which begins there?"""
        return self.entries[start] in self.heads

    def returned(self, start: int) -> bool:
        """Did the frame that begins at `start` end with a return?"""
        end = self.ends.get(start)
        last = self.entries[end - 1] if end is not None else None
        return type(last) is Mark and last.kind is _EXIT and last.template is self.entries[start].template

    def result(self, start: int) -> Any:
        """What that frame then returned; see cpython/marks.py."""
        entries = self.entries
        exit = last = self.ends[start] - 1
        if entries[exit].template.constructs:
            return entries[start + 1]
        first, end, result = self._tail
        if first <= exit < end:  # of calls that each returned the next; the last one is asked first
            return result
        while entries[last].index < 0 and type(entries[last - 1]) is Mark:
            last -= 1
        mark = entries[last]
        result = mark.template.returned[mark.index] if mark.index >= 0 else entries[last - 1]
        self._tail = last, exit + 1, result
        return result

    # -- what nodes ask of the code that ran; see loaded.py for a record that has none --------------------------------

    def template(self, start: int) -> Any:
        """The rewritten code that ran in the frame that begins at `start`."""
        return self.entries[start].template

    def ir(self, start: int) -> IR:
        """The IR of that code."""
        from ..cpython.lift import lift_once

        return lift_once(self.entries[start].template).ir

    def gives_return(self, start: int) -> bool:
        """Is what that frame returns the value of its call? Not of a generator or a constructor."""
        template = self.entries[start].template
        return not (template.suspends or template.constructs)

    def is_library(self, start: int) -> bool:
        """Does the function belong to the standard library or an installed package?"""
        return is_library_file(self.entries[start].template.code.co_filename)

    def source_line(self, filename: str, line: int) -> str:
        """A line of a source file; "" if it is not found."""
        try:
            return linecache.getline(filename, line)
        except ValueError:  # no file has such a name
            return ""

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<log of {len(self.entries)} entries>"


def whole(entries: list[Any], most: int) -> int:
    """How many of the first entries end where a mark has all that follows it: as many as allowed, or a few less."""
    last = min(most, len(entries)) - 1
    while last > 0 and type(entries[last]) is not Mark:
        last -= 1
    return last if last > 0 and last + entries[last].width > most else most


class Scan:
    """The end of each frame and segment, by its start, and where each generator's frame went on, by its token's id.

    `open`: where the frames begin that have not ended, the innermost last. A log that grows is scanned on from where
    it ended before.
    """

    __slots__ = ("_tokens", "created", "ends", "length", "open", "segments")

    def __init__(self) -> None:
        self.ends: dict[int, int] = {}
        self.segments: dict[int, list[int]] = {}
        self.open: list[int] = []
        self.created: dict[int, int] = {}  # id of a generator's token -> where that was made
        self._tokens: dict[int, int] = {}  # id of the token of an open segment -> where that starts
        self.length = 0  # of the log, as far as it has been scanned

    def go_on(self, entries: list[Any]) -> None:
        """Scan what has been appended."""
        ends, segments, open_frames, open_tokens = self.ends, self.segments, self.open, self._tokens
        marks: Any = Mark
        push, pop, length = open_frames.append, open_frames.pop, len(entries)
        for i, mark in enumerate(islice(entries, self.length, length), self.length):
            if type(mark) is not marks or not mark.is_bound:
                continue
            kind = mark.kind
            if kind is _ENTER or kind is _BEHIND:
                push(i)
                if mark.template.suspends and i + 1 < length:
                    self.created[id(entries[i + 1])] = i
            elif kind is _EXIT or kind is _SUSPEND or (kind is _UNWIND and not mark.template.suspends):
                # a frame that an interrupt ended within a trampoline has no closing mark; its caller's closes it
                while open_frames:
                    start = pop()
                    if open_tokens:
                        open_tokens.pop(id(entries[start + 1]), None)
                    if entries[start].template is mark.template:
                        ends[start] = i + 3 if kind is _UNWIND else i + 1
                        break
                    ends[start] = i
            elif kind is _RESUME or (kind is _HANDLER and mark.template.suspends) or kind is _UNWIND:
                token = id(entries[i + 1]) if i + 1 < length else 0
                begun = open_tokens.get(token, -1)
                if begun < 0 and kind is not _RESUME and _is_unnamed(entries, open_frames, mark):
                    begun = open_frames[-1]
                    unnamed, entries[begun + 1] = id(entries[begun + 1]), entries[i + 1]
                    open_tokens[token] = open_tokens.pop(unnamed)
                    segments[token] = segments.pop(unnamed)
                if begun >= 0 and kind is not _HANDLER:
                    while (start := pop()) != begun:
                        ends[start] = i
                        open_tokens.pop(id(entries[start + 1]), None)
                    ends[begun] = i + 4 if kind is _UNWIND else i  # RESUME: behind what was thrown into what awaits
                    del open_tokens[token]
                if begun < 0 or kind is _RESUME:
                    segments.setdefault(token, []).append(i)
                    if kind is _UNWIND:
                        ends[i] = i + 4
                    else:
                        push(i)
                        open_tokens[token] = i
        self.length = length


def _is_unnamed(entries: list[Any], open_frames: list[int], mark: Mark) -> bool:
    """Is the innermost frame that of a generator which was open where the log was cut, and the mark its first?"""
    if not open_frames or open_frames[-1] + 1 >= len(entries):
        return False
    start = open_frames[-1]
    return type(entries[start + 1]) is Unnamed and entries[start].template is mark.template


@cache
def _library_paths() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    return tuple({os.path.realpath(paths[key]) + os.sep for key in ("stdlib", "platstdlib", "purelib", "platlib")})


@cache
def is_library_file(filename: str) -> bool:
    return filename.startswith("<frozen") or os.path.realpath(filename).startswith(_library_paths())
