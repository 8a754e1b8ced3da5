"""Frames that are open where a log is cut: what stands for them at its beginning, so that they can be decoded.

    head := (ENTER argument* CUT condition RESOLVED?  |  RESUME token)*

from the outermost frame on. The index of CUT is the original instruction at which the frame stood, `condition`
what a jump back was about to test (3.11). What a generator's frame does up to where it is suspended is passed by, since
nothing tells whose it is.
"""

from bisect import bisect_right
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from .facts import kept_arguments
from .marks import RESOLVED, Mark, MarkKind, Unnamed
from .opcodes import NUMBER
from .template import LogList, Template
from .versions import RESULTS_FOLLOW

_SEND = NUMBER["SEND"]
_BEGIN = MarkKind.ENTER, MarkKind.BEHIND


class Stand(NamedTuple):
    """Where a frame stands: `cut` says at which instruction, below 0 if the frame has appended nothing yet.

    `records`: or does it run plainly? `sends`: does it wait for what it awaits, which counts as suspended?
    `tells`: does the call there leave it to its frame to tell the result?
    """

    cut: Mark
    records: bool
    sends: bool
    tells: bool


class Rewritten:
    """What is known of a code object that appends to the log.

    `enter`: its own ENTER or BEHIND; `noted`: the mark that stands for that at the beginning of a log; `passed`: the
    names of its arguments, None for those that may have been stored to.
    """

    __slots__ = ("called", "enter", "keeps", "noted", "passed", "stands", "template")

    def __init__(self, template: Template, enter: Mark) -> None:
        kept = kept_arguments(template.instructions)
        self.template = template
        self.enter = enter
        self.noted = Mark(enter.kind, template, len(template.argument_names))
        self.passed = tuple([name if name in kept else None for name in template.argument_names])
        self.keeps = any(self.passed)
        self.called = enter.kind is MarkKind.ENTER and not template.suspends  # did a call of the frame before begin it?
        self.stands: dict[int, Stand] = {}

    def stand(self, lasti: int) -> Stand:
        found = self.stands.get(lasti)
        if found is None:
            template = self.template
            i = template.running(lasti)
            records = i < len(template.instructions)
            sends = records and template.suspends and template.instructions.opcodes[i] == _SEND
            cut = Mark(MarkKind.CUT, template, i)
            found = self.stands[lasti] = Stand(cut, records, sends, _tells(template, lasti))
        return found


def rewritten(code: CodeType, log: LogList) -> Rewritten | None:
    """What is known of `code`; None if it does not append to that log."""
    if not any(constant is log for constant in code.co_consts):
        return None
    for mark in code.co_consts:
        if type(mark) is Mark and mark.kind in _BEGIN and mark.template is not None:
            template = mark.template
            if mark is not template.enter and mark is not template.enter_direct:
                return Rewritten(template, mark)
    return None


class Head(NamedTuple):
    """The entries; and for each ENTER among them that of the code itself, and the function, None if it is not known.

    `frames`: how many stand there.
    """

    entries: list[Any]
    marks: dict[Mark, tuple[Mark, Any]]
    frames: int


def head(
    frame: FrameType | None,
    condition: Any,
    known: Callable[[CodeType], Rewritten | None],
    function_of: Callable[[CodeType, Mark], Any],
    unknown: Any,
) -> Head:
    """What stands for `frame`, which looks how long the log is, and for those that called it.

    known: `rewritten` for the log in question. function_of: whose code it is, or None. unknown: stands for values that
    cannot be had.
    """
    pieces: list[list[Any]] = []
    marks: dict[Mark, tuple[Mark, Any]] = {}
    calls = False  # is the frame before one that a call of this one began?
    while frame is not None:
        code = known(frame.f_code)
        if code is not None:
            cut, records, sends, tells = code.stand(frame.f_lasti)
            if sends:
                calls = False
            elif records:
                if code.template.suspends:
                    pieces.append([code.template.resume, Unnamed()])
                elif cut.index >= 0:
                    mark = code.noted
                    if mark not in marks:
                        marks[mark] = code.enter, function_of(frame.f_code, code.enter)
                    piece = [mark, *_arguments(frame, code, unknown), cut, condition]
                    if calls and not tells:
                        piece.append(RESOLVED)
                    pieces.append(piece)
                condition = unknown
                calls = code.called
        frame = frame.f_back
    return Head([entry for piece in reversed(pieces) for entry in piece], marks, len(pieces))


def _arguments(frame: FrameType, code: Rewritten, unknown: Any) -> list[Any]:
    """What was passed, as far as that can still be told; and where a frame of lent code was called."""
    if code.keeps:
        variables = frame.f_locals
        values = [variables.get(name, unknown) if name is not None else unknown for name in code.passed]
    else:
        values = [unknown] * len(code.passed)
    if code.template.lent and frame.f_back is not None:
        values += [frame.f_back.f_code, frame.f_back.f_lasti]
    return values


def _tells(template: Template, lasti: int) -> bool:
    """Does the call at that offset leave it to the frame to tell what it returned?"""
    if RESULTS_FOLLOW:
        return True
    index = bisect_right(template.telling, lasti)
    return bool(index) and template.telling[index - 1] == lasti
