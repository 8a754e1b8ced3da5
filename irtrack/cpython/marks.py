"""Marks: the entries of a log that are no values of the program.

Marks are preallocated, one object for each place that can append it, and told apart from values by identity of their
class; no program can get hold of one. The grammar of a frame's entries, with what each mark is followed by:

    frame   := ENTER argument* cut? item*  (EXIT | UNWIND lasti exception)  the index of ENTER: how many arguments
    item    := value | FALSE | TRUE | LOOP | HANDLER lasti exception | call | segment | behind | DONE
    call    := (CALLEE value)?  (frame | RESOLVED? (frame | created)? value)
    behind  := BEHIND argument* [code lasti] (item*  (EXIT | UNWIND lasti exception) | SUSPEND)

    cut     := CUT condition

`behind` is a frame that the interpreter or C code began, in the midst of a statement. It belongs to the statement for
which something is appended next; or, if DONE follows, to the instruction of that index, for which nothing else is.

Where the context has hooks, HOOKED node stands before the value, or before what stands instead of one; behind the
arguments of a frame once for each; and JUMPED node before the marks of an edge.

The frame of a generator is in the log in pieces. What identifies it is a token, an object of its own:

    created := ENTER token argument*  SUSPEND                               a generator was made
    segment := (RESUME token | HANDLER token lasti exception)  item*  (SUSPEND | EXIT | UNWIND token lasti exception)
             | UNWIND token lasti exception

A segment stands where the generator ran, be that within the run of a statement or between two. In the frame of a
generator HANDLER has its token, too.

From 3.14 on the traceback stands for the lasti. Where a hook was told of the exception, its node stands for that.

From 3.13 on a frame tells what it returned (up to 3.12 it has a value behind it). If EXIT has an index, that is the
instruction that returned a constant; a constructor returned its first argument; else what stands before EXIT was
returned, or, if that is an EXIT, what its frame returned.
"""

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .template import Template


class MarkKind(IntEnum):
    """What a mark says."""

    ENTER = 0  # a frame begins; as many arguments follow as its index says, all or none
    EXIT = 1  # a frame returns
    UNWIND = 2  # a frame is left by an exception; lasti and the exception follow
    HANDLER = 3  # control goes to an exception handler; lasti and the exception follow
    FALSE = 4  # a condition did not hold, or an iterator was exhausted
    TRUE = 5  # a condition held, where control may come back to it before anything else is appended
    LOOP = 6  # another turn of a loop that appends nothing else and tests nothing
    RESOLVED = 7  # a callable was resolved; the result of its call is a value, even if there is a frame
    CALLEE = 8  # a callable that was not logged when it was loaded follows, since it is not what its site calls mostly
    SUSPEND = 9  # the frame of a generator was made, or yields
    RESUME = 10  # the frame of a generator goes on; its token follows
    BEHIND = 11  # as ENTER, of a frame that no call of the frame before has begun; its arguments always follow,
    # and of lent code which code ran it, and where in that
    DONE = 12  # behind the frames that an instruction ran for which nothing is appended otherwise
    CUT = 13  # what the frame appended up to here was dropped; what it was about to do follows, see open_frames.py
    HOOKED = 14  # a hook of the context has made the node of what comes next, which follows
    JUMPED = 15  # the same for a jump


# with which begins what other frames appended, among others
_ELSEWHERE = (
    MarkKind.RESUME,
    MarkKind.HANDLER,
    MarkKind.UNWIND,
    MarkKind.BEHIND,
    MarkKind.DONE,
    MarkKind.HOOKED,
    MarkKind.JUMPED,
)

# where a frame, or a piece of one, begins or ends
_BOUNDS = (
    MarkKind.ENTER,
    MarkKind.EXIT,
    MarkKind.UNWIND,
    MarkKind.HANDLER,
    MarkKind.SUSPEND,
    MarkKind.RESUME,
    MarkKind.BEHIND,
)


class Mark:
    """`<mark ENTER of geom>`: `template` is the rewritten code, `index` the original instruction it stands at.

    For ENTER `index` is a count. `is_elsewhere`: can what begins here be another frame's? `is_bound`: can a frame, or a
    piece of one, begin or end here? A plain class with slots: decoding tests `type(entry) is Mark` for every entry.
    """

    __slots__ = ("index", "is_bound", "is_elsewhere", "kind", "template")

    def __init__(self, kind: MarkKind, template: "Template | None", index: int) -> None:
        self.kind = kind
        self.is_elsewhere = kind in _ELSEWHERE
        self.is_bound = kind in _BOUNDS
        self.template = template
        self.index = index

    @property
    def width(self) -> int:
        """How many entries it is, with what always follows."""
        kind, template = self.kind, self.template
        if kind is MarkKind.CALLEE or kind is MarkKind.HOOKED or kind is MarkKind.JUMPED:
            return 2
        own = template is not None and template.suspends  # a token
        if kind is MarkKind.ENTER or kind is MarkKind.BEHIND:
            caller = 2 if template is not None and template.lent else 0
            return 1 + own + self.index + caller
        if kind is MarkKind.UNWIND or kind is MarkKind.HANDLER:
            return 3 + own
        return 2 if kind is MarkKind.RESUME or kind is MarkKind.CUT else 1

    def __repr__(self) -> str:
        name = self.template.code.co_qualname if self.template else "any frame"
        return f"<mark {self.kind.name} of {name}>"


class Unnamed:
    """The token of a generator's frame that was open where the log was cut, until a mark tells it."""

    __slots__ = ()


RESOLVED = Mark(MarkKind.RESOLVED, None, -1)
