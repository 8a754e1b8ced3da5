"""Calls of a frame that runs already, seen just before they are made.

From 3.12 on `sys.monitoring` tells of them. 3.11 has nothing that does, so the frame is traced, and what a call
instruction is about to call is found from the code: a global or local variable, or an attribute of one that can be
looked up without running anything. Other callables are not seen there.
"""

import sys
from collections.abc import Callable, Mapping
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Protocol

from .code import disassemble
from .facts import callee_slot, loaded_name
from .flow import analyse, numbers
from .opcodes import NUMBER
from .versions import MONITORING

_TOOLS = (3, 4, 1, 0)  # of `sys.monitoring`: those that are meant for nothing else come first
_NAME = "irtrack"


class Watch(Protocol):
    """Calls `before(called)` before each call that the frame's code makes, from its making until `stop`.

    Raises RuntimeError if that is not possible.
    """

    def __init__(self, frame: FrameType, before: Callable[[Any], None]) -> None: ...
    def stop(self) -> None:
        """May be called again."""


class _Monitoring:
    def __init__(self, frame: FrameType, before: Callable[[Any], None]) -> None:
        tool = next((tool for tool in _TOOLS if MONITORING.get_tool(tool) is None), None)
        if tool is None:
            raise RuntimeError("recording() needs a tool of sys.monitoring, and all of them are taken")
        self.tool = tool
        self.frame: FrameType | None = frame
        self.code = frame.f_code
        self.before = before
        MONITORING.use_tool_id(tool, _NAME)
        MONITORING.register_callback(tool, MONITORING.events.CALL, self._on_call)
        MONITORING.set_local_events(tool, self.code, MONITORING.events.CALL)

    def _on_call(self, code: CodeType, offset: int, called: Any, first: Any) -> None:
        if sys._getframe(1) is self.frame:
            self.before(called)

    def stop(self) -> None:
        if self.frame is not None and MONITORING.get_tool(self.tool) == _NAME:
            MONITORING.register_callback(self.tool, MONITORING.events.CALL, None)
            MONITORING.set_local_events(self.tool, self.code, 0)
            MONITORING.free_tool_id(self.tool)
        self.frame = None


_CALLS = numbers("PRECALL", "CALL_FUNCTION_EX")
_LOCALS = numbers("LOAD_FAST", "LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_NAME")
_ATTRIBUTES = numbers("LOAD_METHOD", "LOAD_ATTR")
_LOAD_GLOBAL, _PRECALL = NUMBER["LOAD_GLOBAL"], NUMBER.get("PRECALL", -1)


class _Tracing:
    def __init__(self, frame: FrameType, before: Callable[[Any], None]) -> None:
        self.frame: FrameType | None = frame
        self.before = before
        self.instructions = disassemble(frame.f_code)
        self.flow = analyse(self.instructions)
        self.index = {unit * 2: i for i, unit in enumerate(self.instructions.units)}
        self.traced = frame.f_trace, frame.f_trace_opcodes, sys.gettrace()
        frame.f_trace, frame.f_trace_opcodes = self._trace, True
        sys.settrace(_trace_nothing)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "opcode":
            i = self.index.get(frame.f_lasti, -1)
            if i >= 0 and self.instructions.opcodes[i] in _CALLS:
                called = self._called(frame, i + (self.instructions.opcodes[i] == _PRECALL))
                if called is not None:
                    self.before(called)
        return self._trace

    def _called(self, frame: FrameType, call: int) -> Any:
        """What the call instruction calls; None if the code does not tell."""
        stack = self.flow.stacks[call]
        where = callee_slot(self.instructions, self.flow, call) if stack is not None else 0
        return self._value(frame, stack[-where] >> 2) if stack is not None and where else None

    def _value(self, frame: FrameType, i: int) -> Any:
        """What instruction i has loaded; None if that is not known."""
        op = self.instructions.opcodes[i] if i >= 0 else -1
        if op == _LOAD_GLOBAL or op in _LOCALS:
            name = loaded_name(self.instructions, i)
            namespaces: list[Mapping[str, Any]] = [frame.f_globals, frame.f_builtins]
            if op != _LOAD_GLOBAL:
                namespaces.insert(0, frame.f_locals)
            return next((namespace[name] for namespace in namespaces if name in namespace), None)
        stack = self.flow.stacks[i] if op in _ATTRIBUTES else None
        if not stack:
            return None
        owner, name = self._value(frame, stack[-1] >> 2), loaded_name(self.instructions, i)
        if type(owner) is ModuleType:
            return vars(owner).get(name)
        mro = type.__dict__["__mro__"].__get__(owner if isinstance(owner, type) else type(owner))
        found: Any = next((vars(cls)[name] for cls in mro if name in vars(cls)), None)
        if type(found) is staticmethod or type(found) is classmethod:
            return found.__func__
        return found if type(found) is FunctionType else None

    def stop(self) -> None:
        if self.frame is not None:
            self.frame.f_trace, self.frame.f_trace_opcodes, before = self.traced
            sys.settrace(before)
        self.frame = None


def _trace_nothing(frame: FrameType, event: str, argument: Any) -> None:
    return None


watch: type[Watch] = _Monitoring if MONITORING is not None else _Tracing
