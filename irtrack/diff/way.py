"""The way of a tape through a record: by readers where a frame's run is usual, else by its nodes."""

from types import FunctionType, MethodType
from typing import Any

import numpy as np

from ..cpython.marks import Mark, MarkKind
from ..record.decoding.cursor import CALLER_ENTRIES
from ..record.decoding.plan import plan_of
from ..record.memory.schedule import Activation, Schedule
from ..record.nodes.nested import NestedCallNode
from .frames import Frame, Moment, position_of
from .reading import Reader

_BEGINNINGS = (MarkKind.ENTER, MarkKind.BEHIND)
LARGE = 1 << 20  # bytes of arrays, of which no node is to be made that would hold them
WORTH = 8  # entries of the log that were read for each statement of a function before code is written for it


class Way(Schedule):
    """Goes through a record for a tape, which `called` and `looked_at` tell what was done."""

    def __init__(self, tape: Any) -> None:
        super().__init__(tape)
        self.tape = tape
        self.readers: dict[int, Any] = {}  # by the id of a plan: its code, if that may be used

    def _activation(self, node: Any) -> Activation:
        if type(node) is NestedCallNode:
            code = self._code(node.log, node.start)
            if code is not None:
                operands = node._operands
                _, names, starred = node._split()
                arguments = tuple([operand.value for operand in operands[1:]])
                frame = Frame(node.log, node.start, None, node)
                found = self._read(code, frame, (operands[0].value, None, arguments, names, starred))
                if found is not None:
                    return found
        return super()._activation(node)

    def read(self, activation: Activation) -> Activation | None:
        try:
            start, turn, statement, call = activation.reader.send(None)
        except StopIteration:
            return None
        frame: Frame = activation.node
        if start is None:
            self._leave(activation, frame, turn, statement)
            return None
        code = self._code(frame.log, start)
        inner = Frame(frame.log, start, Moment(frame, turn, statement, call is None))
        found = self._read(code, inner, call) if code is not None else None
        return super()._activation(inner.node) if found is None else found

    def _leave(self, activation: Activation, frame: Frame, turn: int, statements: Any) -> None:
        """Let the nodes have the rest of a frame."""
        node = frame.node
        found = super()._activation(node)
        position = position_of(found.children, turn, statements)
        activation.reader = None
        activation.node, activation.children = node, found.children
        activation.first = activation.position = position
        activation.last = found.last
        activation.elsewhere = [(k, began) for k, began in found.elsewhere if k >= position]

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

    def _read(self, code: Any, frame: Frame, call: Any) -> Activation | None:
        """The activation of a frame that code reads; None if what it was passed is not plain to see."""
        log, start = frame.log, frame.start
        mark = log.entries[start]
        count = len(mark.template.argument_names)
        function = log.behind_at(start) if call is None else call[0]
        if mark.index == count:
            passed = log.entries[start + 1 : start + 1 + count]
        else:
            passed = _passed(mark.template, count, *call) if call is not None else None
            if passed is None:
                return None
        activation = Activation(frame, (), 0, 0, [])
        position = start + 1 + mark.index + (CALLER_ENTRIES if mark.template.lent else 0)
        activation.reader = code(self.tape, frame, log.entries, log.ends, position, (function, *passed))
        activation.info = self.tape
        return activation


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
