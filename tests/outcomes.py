"""What one can see of a run from outside, and what is wrong with its record: for tests that compare the two."""

import contextlib
import io
import re
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import irtrack
from irtrack.record.nodes.kinds import GapNode, RaiseNode, ReturnNode
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node

PRINTED = 300  # of more nodes than that not all are printed


class Outcome(NamedTuple):
    """What one can see of a run from outside."""

    result: str
    exception: list[Any]
    output: str


def describe_exception(error: BaseException | None) -> list[Any]:
    """An exception and those that it came from: type, arguments, notes, every frame of the traceback with columns."""
    chain: list[Any] = []
    seen: set[int] = set()
    pending = [error]
    while pending:
        error = pending.pop()
        if error is None or id(error) in seen:
            continue
        seen.add(id(error))
        frames = [
            (f.filename, f.name, f.lineno, f.end_lineno, f.colno, f.end_colno)
            for f in traceback.extract_tb(error.__traceback__)
            if f.filename != __file__
        ]
        links = (error.__suppress_context__, error.__cause__ is None, error.__context__ is None)
        chain.append(
            (type(error).__qualname__, plain_text(error.args), getattr(error, "__notes__", None), links, frames)
        )
        pending += [error.__cause__, error.__context__]
        if isinstance(error, BaseExceptionGroup):
            pending += error.exceptions
    return chain


def plain_text(value: object) -> str:
    """The repr without addresses, which differ from run to run."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def observe(run: Callable[..., Any], *arguments: Any) -> tuple[Outcome, Any, BaseException | None]:
    """Call `run`; returns the outcome, the value and the exception."""
    value: Any = None
    caught: BaseException | None = None
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            value = run(*arguments)
        except BaseException as error:
            caught = error
    result = value.value if isinstance(value, Node) else value
    text = f"{type(result).__qualname__} {plain_text(result)}"
    return Outcome(text, describe_exception(caught), output.getvalue()), value, caught


def plain(f: Callable[..., Any], /, *arguments: Any) -> Any:
    """A frame between test and program, as track() is one: recursion reaches equally deep."""
    return f(*arguments)


def all_nodes(root: Node) -> Iterator[Node]:
    """Every node of a record; a list instead of recursion, because records are deeper than the recursion limit."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += node.children


def printed(node: Node, levels: int = 10_000, **options: Any) -> str:
    """What `printlevels` prints; all of it, if nothing else is said."""
    out = io.StringIO()
    irtrack.printlevels(node, levels, file=out, **{"limit": None, **options})
    return out.getvalue()


def problems_of(root: Node) -> list[str]:
    """What is wrong with a record as such: gaps, frames without an end, what `check` finds."""
    found = []
    nodes = list(all_nodes(root))
    for node in nodes[:: 1 + len(nodes) // PRINTED]:
        assert "\n" not in str(node)
    for node in nodes:
        assert isinstance(node.metadata, dict)
        if isinstance(node, GapNode):
            found.append(f"gap in {node.parent!r}: {node.value}")
        elif isinstance(node, NestedCallNode):
            last = node.children[-1]
            if node.suspended:
                continue
            if not isinstance(last, ReturnNode) and not (isinstance(last, RaiseNode) and last.target is None):
                found.append(f"{node!r} ends with {last!r}")
    return found + list(irtrack.check(root))


def compare(f: Callable[..., Any], fresh_arguments: Callable[[], tuple[Any, ...]]) -> NestedCallNode:
    """Run `f` plainly and tracked, assert that nothing differs and that the record is whole; returns the record."""
    before, _, _ = observe(plain, f, *fresh_arguments())
    after, node, raised = observe(irtrack.track, f, *fresh_arguments())
    assert after == before
    if raised is not None:
        node = irtrack.trace_of(raised)
        assert isinstance(node, NestedCallNode)
        assert node.exception is raised
    else:
        assert isinstance(node, NestedCallNode)
        last = node[-1]
        assert isinstance(last, ReturnNode)
        assert last.value is node.value
    assert problems_of(node) == []
    return node


def whole(f: Callable[..., Any], /, *arguments: Any) -> Any:
    """The record of a run, which is right."""
    node = irtrack.track(f, *arguments)
    assert problems_of(node) == []
    return node
