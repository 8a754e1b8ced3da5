"""What CPython itself offers for watching every instruction, with the least that a callback can do: append where it is.

The lists tell where the program went and hold no value of it. `count_instructions` counts in the same way, exactly.
"""

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

Event = tuple[CodeType, int]


def settrace(f: Callable[[int], object], n: int) -> list[Event]:
    """The instructions of `f(n)` by `sys.settrace`, with opcode events on and line events off."""
    events: list[Event] = []
    append = events.append

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "opcode":
            append((frame.f_code, frame.f_lasti))
        elif event == "call":
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        return trace

    before = sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # without it CPython 3.12 leaves out the first frame
    sys.settrace(trace)
    try:
        f(n)
    finally:
        sys.settrace(before)
    return events


if sys.version_info >= (3, 12):
    TOOL = sys.monitoring.PROFILER_ID

    def monitoring(f: Callable[[int], object], n: int) -> list[Event]:
        """The instructions of `f(n)` by `sys.monitoring`, INSTRUCTION events."""
        events: list[Event] = []
        append = events.append

        def instruction(code: CodeType, offset: int) -> None:
            append((code, offset))

        watch(f, n, instruction)
        return events

    def watch(f: Callable[[int], object], n: int, instruction: Callable[[CodeType, int], object]) -> None:
        sys.monitoring.use_tool_id(TOOL, "benchmark")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.INSTRUCTION, instruction)
        sys.monitoring.set_events(TOOL, sys.monitoring.events.INSTRUCTION)
        try:
            f(n)
        finally:
            sys.monitoring.set_events(TOOL, sys.monitoring.events.NO_EVENTS)
            sys.monitoring.free_tool_id(TOOL)

    PEERS = {"monitoring": monitoring, "settrace": settrace}

    def count_instructions(f: Callable[[int], object], n: int) -> int:
        """How many instructions `f(n)` executes; those of `watch`, which has the events on around it, are left out."""
        own = watch.__code__
        return sum(code is not own for code, _ in monitoring(f, n))

else:
    PEERS = {"settrace": settrace}

    def count_instructions(f: Callable[[int], object], n: int) -> int:
        """How many instructions `f(n)` executes; a trace function sees no frame that was there before it."""
        return len(settrace(f, n))
