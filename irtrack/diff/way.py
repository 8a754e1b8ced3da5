"""The way of a tape through a record: by readers where a frame's run is usual, else by its nodes."""

from types import FunctionType, MethodType
from typing import Any

import numpy as np

from ..cpython.marks import Mark, MarkKind
from ..record.decoding.cursor import CALLER_ENTRIES
from ..record.decoding.plan import plan_of
from ..record.memory.schedule import Activation, Schedule
from ..record.nodes.nested import NestedCallNode
from .frames import Frame
from .reading import Reader

_BEGINNINGS = (MarkKind.ENTER, MarkKind.BEHIND)
LARGE = 1 << 20  # bytes of arrays, of which no node is to be made that would hold them
WORTH = 8  # entries of the log that were read for each statement of a function before code is written for it


class Way(Schedule):
    """Goes through a record for a tape, which `called` and `looked_at` tell what was done.

    The reader of an activation is a chain of those of frames, each of which the one before has called.
    """

    def __init__(self, tape: Any) -> None:
        super().__init__(tape)
        self.tape = tape
        # what readers use, taken together since frames may be short
        self.tools = (tape.slots, tape.slots.get, tape.holders, tape.holders.append, tape.live, tape.steps.append,
                      tape.called, tape.bound, tape.number, tape.kinds)  # fmt: skip
        self.readers: dict[int, Any] = {}  # by the id of a plan: its code, if that may be used
        # by the id of the mark by which a frame begins: that, the code, how many arguments stand behind the mark, -1 if
        # that is not all, and where the entries of the frame begin
        self.beginnings: dict[int, tuple[Mark, Any, int, int]] = {}

    def _activation(self, node: Any) -> Activation:
        if type(node) is NestedCallNode:
            code = self._code(node.log, node.start)
            if code is not None:
                operands = node._operands
                _, names, starred = node._split()
                arguments = tuple([operand.value for operand in operands[1:]])
                frame = Frame(node.log, node.start, node=node)
                reader = self._reader(code, frame, (operands[0].value, None, arguments, names, starred))
                if reader is not None:
                    activation = Activation(frame, (), 0, 0, [])
                    activation.reader = [(reader, frame)]
                    activation.info = self.tape
                    return activation
        return super()._activation(node)

    def read(self, activation: Activation) -> Activation | None:
        chain: list[tuple[Any, Frame]] = activation.reader
        beginnings = self.beginnings
        while chain:
            reader, frame = chain[-1]
            found = next(reader, None)
            if found is None:
                chain.pop()
                continue
            start, turn, statement, call = found
            if start is None:
                chain.pop()
                return self._rest(frame, turn, statement)
            log = frame.log
            inner = Frame(log, start, frame, turn, statement, call is None)
            known = beginnings.get(id(log.entries[start]))
            if known is None or call is None:
                code = self._code(log, start)
                reader = self._reader(code, inner, call) if code is not None else None
            else:
                reader = self._usual_reader(known, inner, call)
            if reader is None:
                return super()._activation(inner.node)
            chain.append((reader, inner))
        return None

    def _rest(self, frame: Frame, turn: int, statements: Any) -> Activation:
        """Let the nodes have the rest of a frame."""
        found = super()._activation(frame.node)
        found.first = found.position = frame.position(turn, statements)
        found.elsewhere = [(k, began) for k, began in found.elsewhere if k >= found.position]
        found.info = self.tape
        return found

    def _code(self, log: Any, start: int) -> Any:
        """The code that reads the frame that begins there; None if its nodes are to be gone through."""
        mark = log.entries[start]
        if type(mark) is not Mark or mark.kind not in _BEGINNINGS:
            return None
        template: Any = mark.template
        if template.suspends or template.hooks or start not in log.ends:
            return None
        plan = plan_of(template)
        known = self.readers.get(id(plan), self)
        if known is not self:
            return known
        reader = plan.reader
        if reader is None or not reader.is_valid:
            plan.read += log.ends[start] - start
            is_used = plan.read >= WORTH * plan.lifted.size
            if reader is None and not is_used and not _has_large(log.entries[start : log.ends[start]]):
                return None
            reader = plan.reader = Reader(plan)
        self.readers[id(plan)] = reader.code
        return reader.code

    def _reader(self, code: Any, frame: Frame, call: Any) -> Any:
        """What reads a frame; None if what it was passed is not plain to see."""
        log, start = frame.log, frame.start
        mark = log.entries[start]
        count = len(mark.template.argument_names)
        shift = 1 + mark.index + (CALLER_ENTRIES if mark.template.lent else 0)
        known = mark, code, count if mark.index == count else -1, shift
        if call is not None:
            self.beginnings[id(mark)] = known
            return self._usual_reader(known, frame, call)
        if mark.index != count:
            return None
        passed = log.entries[start + 1 : start + 1 + count]
        return code(self.tape, self.tools, frame, log.entries, log.ends, start + shift, (log.behind_at(start), *passed))

    def _usual_reader(self, known: tuple[Mark, Any, int, int], frame: Frame, call: Any) -> Any:
        """The same for a call."""
        mark, code, count, shift = known
        log, start = frame.log, frame.start
        function, owner, arguments, names, starred = call
        if count >= 0:
            passed = log.entries[start + 1 : start + 1 + count]
        else:
            template: Any = mark.template
            count = len(template.argument_names)
            passed = arguments
            if type(function) is not FunctionType or owner is not None or names or starred or len(arguments) != count:
                passed = _passed(template, count, function, owner, arguments, names, starred)
                if passed is None:
                    return None
        return code(self.tape, self.tools, frame, log.entries, log.ends, start + shift, (function, *passed))


def _has_large(entries: list[Any]) -> bool:
    return any(type(entry) is np.ndarray and entry.nbytes > LARGE for entry in entries)


def _passed(
    template: Any, count: int, function: Any, owner: Any, arguments: tuple[Any, ...], names: tuple[str, ...],
    starred: int,
) -> Any:  # fmt: skip
    """The arguments of a frame that did not log them, which its call shows; None if that is not certain."""
    if starred:
        return None
    if type(function) is MethodType:
        function, owner = function.__func__, function.__self__
        shift = 1
    elif type(function) is not FunctionType:
        return None
    else:
        shift = int(owner is not None and len(arguments) == count - 1)
    if shift:
        arguments = (owner, *arguments)
    if len(arguments) != count:
        return None
    if names:
        positional = len(arguments) - len(names)
        by_name = dict(zip(names, arguments[positional:], strict=True))
        try:
            arguments = (*arguments[:positional], *[by_name[name] for name in template.argument_names[positional:]])
        except KeyError:
            return None
    return arguments
