"""recording(): a record of the calls that a `with` block makes.

The frame of the block is there already, and its code is not rewritten. `sys.monitoring` tells of each of its calls just
before it is made: then the function that is called gets rewritten code, and its own again as soon as its frame has
begun, so that nothing but that frame ever runs it.
"""

import sys
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, Self

from ..cpython.template import CannotTrackError
from ..cpython.versions import HAS_MONITORING
from . import garbage
from .callables import python_functions
from .contexts import DEFAULT, Context
from .log import Log
from .nodes import NativeRootNode, Node
from .recorder import Binding, Recorder, take
from .tape import TapeConstant
from .tracking import attach
from .values import value_text

_TOOLS = (3, 4, 1, 0)  # of `sys.monitoring`: those that are meant for nothing else come first


class recording:  # it reads as a function: `with recording() as r:`
    """A record of the calls that a `with` block makes: `with irtrack.recording() as r:`.

    context: under which they are recorded.

    When the block has ended, `r.node` is a node whose children are the calls that its own statements made of functions,
    methods and classes written in Python, in their order; `r.calls` are these children. Whatever else the block does is
    not recorded: its operators, what C functions call back, calls in other threads; on 3.12 calls with `*`. To have all
    of it, put the block into a function and `track` that. In a function that is tracked itself the calls belong to that
    record, and the block has none.

    Raises RuntimeError on CPython 3.11, where nothing tells of a call before it is made, if all tools of
    `sys.monitoring` are taken, or if it is entered twice; TypeError for what is no context.
    """

    def __init__(self, context: Context = DEFAULT) -> None:
        if not isinstance(context, Context):
            raise TypeError(f"recording() takes a Context, not {type(context).__qualname__} {value_text(context)}")
        self._context = context
        self._recorder: Recorder | None = None
        self._node: NativeRootNode | None = None

    @property
    def node(self) -> NativeRootNode:
        """The record, once the block has ended. Raises RuntimeError before that."""
        if self._node is None:
            raise RuntimeError("a recording has its node when its `with` block has ended")
        return self._node

    @property
    def calls(self) -> tuple[Node, ...]:
        """The calls that the block made. Raises RuntimeError before it has ended."""
        return tuple(self.node.children)

    def __enter__(self) -> Self:
        if not HAS_MONITORING:
            raise RuntimeError("recording() needs CPython 3.12, whose sys.monitoring tells of calls: use track()")
        if self._recorder is not None or self._node is not None:
            raise RuntimeError("a recording is entered once: make another one")
        monitoring = sys.monitoring
        tool = next((tool for tool in _TOOLS if monitoring.get_tool(tool) is None), None)
        if tool is None:
            raise RuntimeError("recording() needs a tool of sys.monitoring, and all of them are taken")
        self._own: dict[FunctionType, CodeType] = {}  # functions with rewritten code, which they have instead of these
        self._tool = tool
        self._frame: FrameType | None = sys._getframe(1)
        self._code = self._frame.f_code
        self._recorder = recorder = take()
        try:
            garbage.begin(recorder.reference)
            self._binding: Binding = recorder.begin(self._context)
            monitoring.use_tool_id(tool, "irtrack.recording")
            monitoring.register_callback(tool, monitoring.events.CALL, self._before_call)
            monitoring.register_callback(tool, monitoring.events.PY_START, self._restore)
            monitoring.set_local_events(tool, self._code, monitoring.events.CALL)
        except BaseException as error:  # an interrupt
            self._end(recorder, error)
            raise
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        recorder = self._recorder
        assert recorder is not None
        try:
            node = self._end(recorder, error)
        except BaseException:  # an interrupt
            self._end(recorder, error)
            raise
        if error is not None:
            attach(error, node)

    def _end(self, recorder: Recorder, error: BaseException | None) -> NativeRootNode:
        """Undo all that `__enter__` has done; may be called again."""
        monitoring = sys.monitoring
        if monitoring.get_tool(self._tool) == "irtrack.recording":
            for event in (monitoring.events.CALL, monitoring.events.PY_START):
                monitoring.register_callback(self._tool, event, None)
            monitoring.set_local_events(self._tool, self._code, 0)
            monitoring.free_tool_id(self._tool)
        self._restore()
        self._frame = None
        log = Log(recorder.log, self._context)
        self._node = node = NativeRootNode(None, 1, None, None, (TapeConstant(recording),), None)
        node.log = log
        node.exception = error
        if self._recorder is not None:
            self._recorder = None
            recorder.end(log, raised=error is not None)
        garbage.end(recorder.reference)
        return node

    def _before_call(self, code: CodeType, offset: int, called: Any, first: Any) -> None:
        if self._own:
            self._restore()
        if sys._getframe(1) is not self._frame:
            return
        for function in python_functions(called):
            try:
                twin = self._binding.enter(function)
            except (CannotTrackError, RecursionError):
                continue
            sys.monitoring.set_local_events(self._tool, twin.__code__, sys.monitoring.events.PY_START)
            self._own[function] = function.__code__
            function.__code__ = twin.__code__

    def _restore(self, begun: CodeType | None = None, offset: int = 0) -> None:
        """Let the function whose frame has begun have its own code again; without argument, all of them."""
        for function in [f for f in self._own if begun is None or f.__code__ is begun]:
            function.__code__ = self._own.pop(function)
