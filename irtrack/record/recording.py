"""recording(): a record of the calls that a `with` block makes.

The frame of the block is there already, and its code is not rewritten. Its calls are seen just before they are made
(cpython/ahead.py): then rewritten code is lent to the function that is called, until the next call.
"""

from sys import _getframe
from types import CodeType, TracebackType
from typing import Any, Self

from ..cpython.ahead import Watch, watch
from . import garbage
from .callables import python_functions
from .contexts.context import DEFAULT, Context
from .entering.binding import Binding
from .loans import own_code
from .log import Log
from .nodes.kinds import NativeRootNode
from .nodes.node import Node
from .nodes.tape import TapeConstant
from .recorder import Recorder, take
from .tracking import attach
from .values import described


class recording:  # it reads as a function: `with recording() as r:`
    """A record of the calls that a `with` block makes: `with irtrack.recording() as r:`.

    context: under which they are recorded.

    When the block has ended, `r.node` is a node whose children are the calls that its own statements made of functions,
    methods and classes written in Python, in their order; `r.calls` are these children. Whatever else the block does is
    not recorded: its operators, what C functions call back, calls in other threads; on 3.12 calls with `*`. To have all
    of it, put the block into a function and `track` that. In a function that is tracked itself the calls belong to that
    record, and the block has none. On 3.11 the frame of the block is traced meanwhile, and calls are recorded of what
    is named: variables, methods of objects in variables.

    Raises RuntimeError if all tools of `sys.monitoring` are taken, or if it is entered twice; TypeError for what is no
    context.
    """

    def __init__(self, context: Context = DEFAULT) -> None:
        if not isinstance(context, Context):
            raise TypeError(f"recording() takes a Context, not {described(context)}")
        self._context = context
        self._recorder: Recorder | None = None
        self._binding: Binding | None = None
        self._watch: Watch | None = None
        self._caller: CodeType | None = None
        self._node: NativeRootNode | None = None

    @property
    def node(self) -> NativeRootNode:
        """The record, once the block has ended. Raises RuntimeError before that."""
        if self._node is None:
            raise RuntimeError("a recording has its node when its `with` block has ended: ask it behind the block")
        return self._node

    @property
    def calls(self) -> tuple[Node, ...]:
        """The calls that the block made. Raises RuntimeError before it has ended."""
        return tuple(self.node.children)

    def __enter__(self) -> Self:
        if self._recorder is not None or self._node is not None:
            raise RuntimeError("a recording is entered once: make another one")
        self._recorder = recorder = take()
        try:
            garbage.begin(recorder.reference)
            self._binding = recorder.begin(self._context)
            frame = _getframe(1)
            self._caller = frame.f_code
            self._watch = watch(frame, self._before_call)
        except BaseException as error:
            self._end(recorder, error)
            self._node = None
            raise
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> None:
        recorder = self._recorder
        if recorder is None:
            raise RuntimeError("a recording that was not entered cannot be left: with irtrack.recording() as r: ...")
        try:
            node = self._end(recorder, error)
        except BaseException:  # an interrupt
            self._end(recorder, error)
            raise
        if error is not None:
            attach(error, node)

    def _end(self, recorder: Recorder, error: BaseException | None) -> NativeRootNode:
        """Undo all that `__enter__` has done; may be called again."""
        if self._watch is not None:
            self._watch.stop()
        log = Log(recorder.log, self._context)
        self._node = node = NativeRootNode(None, 1, None, None, (TapeConstant(recording),), None)
        node.log, node.caller = log, self._caller
        node.exception = error
        if self._recorder is not None:
            self._recorder = None
            recorder.end(log)
        garbage.end(recorder.reference)
        return node

    def _before_call(self, called: Any) -> None:
        assert self._binding is not None
        self._binding.recorder.loans.recall()  # the last call has begun
        # a block within this one comes first: the interpreter asks the newest tool first
        self._binding.lend([f for f in python_functions(called) if own_code(f) is f.__code__], generators=True)
