"""Frames that no call of recorded code began: what the interpreter and C code called."""

from types import AsyncGeneratorType, CodeType, CoroutineType, GeneratorType
from typing import Any

from ...cpython.marks import Mark, MarkKind
from ..classes import is_a
from ..log import Log
from ..nodes.kinds import GapNode, NativeRootNode, RaiseNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..values import value_text

_VARARGS = 4  # CO_VARARGS
_GENERATORS = GeneratorType, CoroutineType, AsyncGeneratorType


def called_frames(log: Log, made: NativeRootNode) -> tuple[Node, ...]:
    """The children of a root that is written in C: what it called; or what the code called that it stands for."""
    entries: list[Any] = log.entries
    found: list[Node] = []
    position = 0
    while position < len(entries):
        entry = entries[position]
        if type(entry) is not Mark or not entry.is_elsewhere:
            found.append(GapNode(made, len(found) + 1, None, f"what is this: {value_text(entry)}"))
            break
        if entry.kind is MarkKind.BEHIND and _is_begun_by(entries, position, made.caller):
            found.append(frame_behind(log, made, len(found) + 1, position))
        position = log.ends.get(position, len(entries))
    return tuple(found)


def _is_begun_by(entries: list[Any], start: int, caller: CodeType | None) -> bool:
    """Did a frame of that code, if one is asked for, call the one that begins there? Those of generators don't tell."""
    mark = entries[start]
    return caller is None or not mark.template.lent or entries[start + 1 + mark.index] is caller


def frame_behind(log: Log, made: Node, k: int, start: int) -> NestedCallNode:
    """The node of a frame that begins with BEHIND: a call of its function, with the arguments that it has."""
    mark: Any = log.entries[start]
    template = mark.template
    code, first = template.code, start + 1 + template.suspends
    values = log.entries[first : first + mark.index]
    positional, last = values[: code.co_argcount], code.co_argcount + code.co_kwonlyargcount
    keywords = dict(zip(template.argument_names[code.co_argcount : last], values[code.co_argcount :], strict=False))
    rest = values[last:]
    if code.co_flags & _VARARGS and rest:
        positional += rest.pop(0)
    if rest:
        keywords.update(rest[0])
    operands = tuple(map(TapeConstant, (log.behind_at(start), *positional, *keywords.values())))
    node = NestedCallNode(made, k, made.location, None, operands, None, log, start, exception_of(log, start))
    if keywords:
        node._keyword_names = tuple(keywords)
    if template.suspends:
        node.value = made.value if is_a(made.value, *_GENERATORS) else None
    elif node.exception is None:
        del node.value  # its children tell
    return settled(node) if log.drafts else node


def settled(node: NestedCallNode) -> NestedCallNode:
    """The same nested call, as hooks have looked at it while it ran, if they did."""
    from ..contexts.drafts import settle

    return settle(node.log, node)


def arguments_settled(node: NestedCallNode) -> None:
    """Let the arguments tell who passed them, of a nested call that has its place now."""
    from ..contexts.drafts import place_arguments

    place_arguments(node)


def exception_of(log: Log, start: int) -> Any:
    """What left the frame that begins there; None if it did not raise."""
    entries, end = log.entries, log.ends.get(start, 0)
    last = entries[end - 1]
    if type(last) is not Mark and end - 3 > start:
        closing = entries[end - 3]
        if type(closing) is Mark and closing.kind is MarkKind.UNWIND:
            return raised_by(last)
    return None


def raised_by(entry: Any) -> Any:
    """The exception that an entry behind a mark is, or the node that a hook has made of it."""
    return entry.exception if type(entry) is RaiseNode else entry
