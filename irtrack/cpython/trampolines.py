"""Trampolines: what stands between an exception and its handler, or the end of the frame."""

from collections.abc import Callable
from functools import partial

from .code import NOWHERE, Region, encode_exception_table
from .emitter import COPY, JUMP, LIST_APPEND, POP_TOP, SWAP
from .facts import closing_handlers
from .frames import FrameEmitter
from .hooked import ERRORS
from .marks import Mark, MarkKind
from .opcodes import NUMBER
from .sites import HookedEvent
from .template import RECORDING, TELL_ERROR, Template
from .versions import LASTI_ON_STACK

_RERAISE = NUMBER["RERAISE"]


# a label and where what follows it ends; where an exception leads to that is raised in between, and at which depth
_Covered = tuple[int, int, int, int]
_traceback_of = BaseException.__dict__["__traceback__"].__get__


class TrampolineEmitter(FrameEmitter):
    """Logs exceptions."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.closers = closing_handlers(self.ins)

    def _exceptions(self) -> None:
        """The trampolines, and a table that leads every instruction to one."""
        ins, out = self.ins, self.out
        region_of: list[int | None] = [-1] * len(ins)
        for number, region in enumerate(ins.regions):
            for i in range(region.start, region.end):
                region_of[i] = number
        plain = len(ins.regions)  # behind the regions, those of the plain instructions
        if self.plain:
            region_of += [None if number == -1 else number + plain for number in region_of if number is not None]
        region_of.append(None)  # of what stands for no instruction
        for i in self.closers:
            region_of[i] = region_of[i + 1] = None
        self.place(-1, NOWHERE)
        entry_of: dict[int, tuple[int, int, bool]] = {}  # region -> label, depth, whether with lasti
        trampolines: list[_Covered] = []
        for number, region in enumerate(ins.regions):
            label = out.new_label()
            out.mark(label)
            entry_of[number] = label, region.depth + self.below, True
            if self.plain:
                entry_of[plain + number] = self.plain[region.target], region.depth + self.below, region.lasti
            kind = MarkKind.UNWIND if region.target in self.closers else MarkKind.HANDLER
            mark, leave = Mark(kind, self.template, region.target), partial(self._handle, region, plainly=True)
            trampolines += self._log_exception(label, mark, region.depth, leave)
            self._handle(region)
        unwind = out.new_label()
        out.mark(unwind)
        entry_of[-1] = unwind, self.below, True
        mark = Mark(MarkKind.UNWIND, self.template, -1)
        trampolines += self._log_exception(unwind, mark, 0, partial(self.add, _RERAISE, 1))
        self.add(_RERAISE, 1)
        self.emit_cold()
        out.layout()
        offsets = out.offsets
        entries: list[tuple[int, int, int, int, bool]] = []
        covering: int | None = None  # the region that covers what lies from emitted instruction `begin` on
        begin = 0
        for index, owner, _ in out.runs:
            region_here = region_of[owner] if index >= self.entered else None
            if region_here != covering:
                if covering is not None:
                    label, depth, lasti = entry_of[covering]
                    target = offsets[out.labels[label]] >> 1
                    entries.append((offsets[begin] >> 1, offsets[index] >> 1, target, depth, lasti))
                covering, begin = region_here, index
        # an interrupt that arrives in a trampoline (its calls look for signals) starts it again
        for label, end, again, depth in trampolines:
            start = offsets[out.labels[label]] >> 1
            entries.append((start, offsets[end] >> 1, offsets[out.labels[again]] >> 1, depth, True))
        self.template.exception_table = encode_exception_table(entries)

    def _handle(self, region: Region, *, plainly: bool = False) -> None:
        """Go to the handler of a region; lasti and exception lie on the stack."""
        if not region.lasti:
            self.add(SWAP, 2)
            self.add(POP_TOP)
        self.jump(JUMP, self.plain[region.target] if plainly else region.target)

    def _log_exception(self, label: int, mark: Mark, depth: int, leave: Callable[[], None]) -> list[_Covered]:
        """Append mark, lasti and exception, one directly behind the other; lasti and exception lie on the stack.

        `leave`: what to do instead in the frame of a generator whose recording has ended. What follows `label` up to
        here is the trampoline; returns by what it is covered.
        """
        if self.template.suspends:
            self._leave_ended(depth + 2, leave)
        self.load(True)
        self.load(RECORDING)
        self.store_attribute("raised")
        covered, logged = [], self.out.new_label()
        if ERRORS in self.template.hooks:
            again = self._tell_error(mark, depth, logged)
            covered.append((label, len(self.out), again, depth + self.below))
            label = again
        if LASTI_ON_STACK:
            self.append_own_mark(mark, depth + 2)
            self.append(depth + 2, 2)
        else:  # a C function: a Python frame more would not do at the recursion limit
            self.call(_traceback_of, [1])
            self.append_own_mark(mark, depth + 3)
            self.add(LIST_APPEND, depth + 3)
        self.append(depth + 2, 1)
        covered.append((label, len(self.out), label, depth + self.below))
        self.out.mark(logged)
        return covered

    def _tell_error(self, mark: Mark, depth: int, logged: int) -> int:
        """Let a hook make the node, which is appended in the place of the exception, and go to `logged`.

        Returns the label that is behind that: where nobody can be told, as at the recursion limit, the exception is
        logged there that came instead.
        """
        self.call(TELL_ERROR, [1], constants=[self.site(partial(HookedEvent, "tracked_error", mark, ""))])
        self.add(SWAP, 2)
        self.add(POP_TOP)
        if LASTI_ON_STACK:
            self.append_own_mark(mark, depth + 2)
            self.append(depth + 2, 2)
        else:
            self.add(COPY, 1)
            self.load_attribute("exception")
            self.call(_traceback_of, [1])
            self.append_own_mark(mark, depth + 4)
            self.add(LIST_APPEND, depth + 4)
            self.add(POP_TOP)
        self.append(depth + 2, 1)
        self.load_attribute("exception")
        self.jump(JUMP, logged)
        again = self.out.new_label()
        self.out.mark(again)
        return again
