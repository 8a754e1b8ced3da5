"""Which Python frames a plain run starts, and which of them have a node in the record of a tracked run.

Every frame that is started in the thread counts, whoever started it: a call, an operator, C code. A generator is one
frame from its making to its end. What a record lacks is told by function.
"""

import sys
import threading
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from irtrack.record.nodes.kinds import GapNode
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node

Where = tuple[str, str, int]  # qualified name, file, first line: two runs may make code objects anew


class Frames(NamedTuple):
    """How often each function was entered."""

    started: Counter[Where]
    gaps: list[str]


def where(code: CodeType) -> Where:
    return code.co_qualname, code.co_filename, code.co_firstlineno


def count_frames(program: Callable[[], Any]) -> Frames:
    """Run `program`; the frames that it starts in this thread. Its result and exception are dropped."""
    started: Counter[Where] = Counter()
    thread = threading.get_ident()
    if sys.version_info < (3, 12):
        seen: set[FrameType] = set()  # generators tell each time that they go on

        def on_event(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call" and frame not in seen:
                started[where(frame.f_code)] += 1
                if frame.f_code.co_flags & 0x2A0:
                    seen.add(frame)

        before = sys.getprofile()
        sys.setprofile(on_event)
        try:
            program()
        except BaseException:
            pass
        finally:
            sys.setprofile(before)
        return Frames(started, [])

    def on_start(code: CodeType, offset: int) -> None:
        if threading.get_ident() == thread:
            started[where(code)] += 1

    monitoring = sys.monitoring
    tool = next(i for i in (4, 3, 1, 0) if monitoring.get_tool(i) is None)
    monitoring.use_tool_id(tool, "frames")
    monitoring.register_callback(tool, monitoring.events.PY_START, on_start)
    monitoring.set_events(tool, monitoring.events.PY_START)
    try:
        program()
    except BaseException:
        pass
    finally:
        monitoring.set_events(tool, 0)
        monitoring.register_callback(tool, monitoring.events.PY_START, None)
        monitoring.free_tool_id(tool)
    return Frames(started, [])


def recorded_frames(root: Node) -> Frames:
    """The nested calls of a record, and its gaps; every node of it is decoded."""
    started: Counter[Where] = Counter()
    gaps = []
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, NestedCallNode):
            started[where(node.template.code)] += 1
        elif isinstance(node, GapNode):
            gaps.append(f"{node} in {node.parent}")
        pending += node.children
    return Frames(started, gaps)


def missing(plain: Frames, recorded: Frames) -> Counter[Where]:
    """The frames without a node."""
    return plain.started - recorded.started
