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


class Rewritten(NamedTuple):
    """What is known of a code object that appends to the log: its own ENTER or BEHIND, the arguments that stay."""

    template: Template
    enter: Mark
    kept: set[str]


def rewritten(code: CodeType, log: LogList) -> Rewritten | None:
    """What is known of `code`; None if it does not append to that log."""
    if not any(constant is log for constant in code.co_consts):
        return None
    for mark in code.co_consts:
        if type(mark) is Mark and mark.kind in _BEGIN and mark.template is not None:
            template = mark.template
            if mark is not template.enter and mark is not template.enter_direct:
                return Rewritten(template, mark, kept_arguments(template.instructions))
    return None


class Head(NamedTuple):
    """The entries; and for each ENTER among them that of the code itself, and the function, None if it is not known."""

    entries: list[Any]
    marks: dict[Mark, tuple[Mark, Any]]


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
        instruction = code.template.running(frame.f_lasti) if code is not None else -1
        if code is not None and instruction < len(code.template.instructions):  # not a frame that runs plainly
            if code.template.suspends:
                if code.template.instructions.opcodes[instruction] == _SEND:  # it counts as suspended
                    calls, frame = False, frame.f_back
                    continue
                pieces.append([code.template.resume, Unnamed()])
            elif instruction >= 0:  # not one that has appended nothing yet
                mark = Mark(code.enter.kind, code.template, len(code.template.argument_names))
                marks[mark] = code.enter, function_of(frame.f_code, code.enter)
                stands = [Mark(MarkKind.CUT, code.template, instruction), condition]
                pieces.append([mark, *_arguments(frame, code, unknown), *stands])
                if calls and not _tells(code.template, frame.f_lasti):
                    pieces[-1].append(RESOLVED)
            condition = unknown
            calls = code.enter.kind is MarkKind.ENTER and not code.template.suspends
        frame = frame.f_back
    return Head([entry for piece in reversed(pieces) for entry in piece], marks)


def _arguments(frame: FrameType, code: Rewritten, unknown: Any) -> list[Any]:
    """What was passed, as far as that can still be told; and where a frame of lent code was called."""
    names = code.template.argument_names
    variables = frame.f_locals if names else {}
    values = [variables.get(name, unknown) if name in code.kept else unknown for name in names]
    if code.template.lent and frame.f_back is not None:
        values += [frame.f_back.f_code, frame.f_back.f_lasti]
    return values


def _tells(template: Template, lasti: int) -> bool:
    """Does the call at that offset leave it to the frame to tell what it returned?"""
    if RESULTS_FOLLOW:
        return True
    index = bisect_right(template.telling, lasti)
    return bool(index) and template.telling[index - 1] == lasti
