"""track(), and what belongs to it."""

import sys
from _thread import get_ident
from collections.abc import Callable
from inspect import isawaitable
from types import CodeType, FunctionType
from typing import Any

from ..cpython.hooked import CALLS
from ..cpython.listing import Listing
from ..cpython.marks import Mark, MarkKind
from ..cpython.template import CannotTrackError
from ..ir.language import IR
from . import garbage
from .callables import enterable, template_of
from .contexts.context import DEEP, DEFAULT, ENTERED, REPLAY, Context, is_context_class
from .contexts.drafts import place_arguments, settle
from .loans import own_code
from .log import Log
from .nodes.kinds import CallNode, NativeRootNode, PrimitiveCallNode
from .nodes.native import is_recorded
from .nodes.nested import NestedCallNode
from .nodes.tape import TapeConstant
from .past import states_of
from .recorder import Recorder, give_back, take
from .values import callable_name, described, value_text

_ATTRIBUTE = "__irtrack__"
# an exception class may have attribute methods of its own
_TRACEBACK = BaseException.__dict__["__traceback__"]
_dict_of = BaseException.__dict__["__dict__"].__get__


class _Trace:
    """Ties an exception to its record, and stays behind when the exception is pickled or copied."""

    __slots__ = ("node",)

    def __init__(self, node: CallNode | None = None) -> None:
        self.node = node

    def __reduce__(self) -> tuple[Any, ...]:
        return _Trace, ()


def track(f: Any, /, *args: Any, **kwargs: Any) -> CallNode:
    """Run `f(*args, **kwargs)` and return the record of the run.

    track(f, *args, **kwargs) or track(ctx, f, *args, **kwargs), where `ctx` is a Context.

    `f` is anything that can be called. The node's `value` is the very object that `f` returned; it is a NestedCallNode,
    or a PrimitiveCallNode if nothing of `f` is written in Python (or the context does not enter it).

    A generator or coroutine that `f` returned (a generator function does) is recorded while the record lives: the
    children of the node grow as it runs. See `track_async`.

    Raises whatever `f` raises, as the same exception with the same traceback; `trace_of` gives the record up to there.
    """
    context = DEFAULT
    if type(f) is not FunctionType:
        if issubclass(type(f), Context):  # asked for its `__class__`, it may run code
            context = f
            if not args:
                raise TypeError(
                    f"track({value_text(f)}) has nothing to call: "
                    "the function follows the context, as in track(ctx, f, x)"
                )
            f, args = args[0], args[1:]
        if not callable(f):
            raise TypeError(f"track() takes a callable, and arguments for it, not {described(f)}")
        if is_context_class(f):
            raise TypeError(f"track() takes a context's instance, not its class: did you mean {f.__qualname__}(...)?")
    recorder = take()
    binding = None
    try:
        garbage.begin(recorder.reference)
        try:
            binding = recorder.begin(context)
            if (args or kwargs) and context.snapshot in (REPLAY, DEEP):
                recorder.initial = states_of((*args, *kwargs.values()) if kwargs else args)
            if binding.hooked is not None and CALLS in binding.asked:
                value = binding.hooked.root(f, args, kwargs)
            else:
                target = binding.calls.root(f, args)
                attempt = binding.callers.native_root(f, args, kwargs) if target is f else None
                value = target(*args, **kwargs) if attempt is None else attempt()
        except BaseException as error:
            if binding is None:  # an interrupt: the log still is that of the record before
                give_back(recorder)
                raise
            log, _ = recorder.ended_log(context)
            node = _root(log, f, args, kwargs, None, error)
            recorder.end(log)
            attach(error, node)
            drop_own_frame(error)
            raise
        # Exceptions that the record holds may keep this frame, which must not keep the record: it has no name here.
        return _end(recorder, context, f, args, kwargs, value)
    finally:
        try:
            _leave(recorder)
        except BaseException:  # an interrupt
            _leave(recorder)
            raise


def _end(
    recorder: Recorder, context: Context, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], value: Any
) -> CallNode:
    """End a recording, unless what it returned goes on. Returns the record."""
    log, root = recorder.ended_log(context)
    if recorder.recording.alive and is_recorded(value):
        recorder.go_on(log)
    else:
        recorder.end(log)
    return _root(log, f, args, kwargs, value, None) if root is None else _as_root(root, args, kwargs)


def _leave(recorder: Recorder) -> None:
    """Let nothing of a recording stay behind, whatever has interrupted it; may be called again."""
    if recorder.thread == get_ident():
        recorder.settle()
    garbage.end(recorder.reference)


async def track_async(f: Any, /, *args: Any, **kwargs: Any) -> CallNode:
    """Run `f(*args, **kwargs)`, await what it returns, and return the record of both.

    track_async(f, *args, **kwargs) or track_async(ctx, f, *args, **kwargs), where `f` is a coroutine function. The
    node's `value` is what the coroutine returned.

    Raises TypeError if `f` returns nothing that can be awaited; else as `track`.
    """
    node = track(f, *args, **kwargs)
    awaited, log = node.value, getattr(node, "log", None)
    if not isawaitable(awaited):
        name = callable_name(node.function.value)
        raise TypeError(
            f"track_async() takes a coroutine function, but {name}() returned {type(awaited).__qualname__} "
            f"{value_text(awaited)}, which cannot be awaited; use track()"
        )
    try:
        node.value = await awaited
        if log is not None:
            log.awaited = True
    except BaseException as error:
        node.value, node.exception = None, error
        _stop(log)
        attach(error, node)
        drop_own_frame(error)
        raise
    _stop(log)
    return node


def _stop(log: Log | None) -> None:
    """End a recording that went on."""
    if log is not None and log.recorder is not None:
        log.recorder.end(log)


def _root(
    log: Log, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], value: Any, error: BaseException | None
) -> CallNode:
    entries = log.entries
    operands = tuple([TapeConstant(value) for value in (f, *args, *kwargs.values())])
    node: CallNode
    if entries and type(entries[0]) is Mark and entries[0].kind is MarkKind.ENTER:
        node = NestedCallNode(None, 1, None, value, operands, None, log, 0, error)
        if log.drafts:
            node = settle(log, node)
    else:
        kind = NativeRootNode if entries else PrimitiveCallNode
        node = kind(None, 1, None, value, operands, None)
        node.exception = error
        if isinstance(node, NativeRootNode):
            node.log, node.caller = log, None
    if kwargs:
        node._keyword_names = tuple(kwargs)
    return node


def _as_root(node: CallNode, args: tuple[Any, ...], kwargs: dict[str, Any]) -> CallNode:
    """The node that a hook has made for the function of a recording, as the root of the record."""
    node.position = 1
    pending: Any = node._statement
    node._operands = (TapeConstant(pending.function.value), *map(TapeConstant, (*args, *kwargs.values())))
    node._statement = None
    if isinstance(node, NestedCallNode):
        place_arguments(node)
    return node


def drop_own_frame(error: BaseException) -> None:
    """Take our entry off the traceback; a bare raise adds none."""
    traceback = _TRACEBACK.__get__(error)
    if traceback is not None:
        _TRACEBACK.__set__(error, traceback.tb_next)


def attach(error: BaseException, node: CallNode) -> None:
    """Let `trace_of` find the record of what an exception came out of."""
    _dict_of(error)[_ATTRIBUTE] = _Trace(node)


def trace_of(exception: BaseException | None = None) -> CallNode | None:
    """The record of the tracked run that `exception` came out of, up to where it was raised; None if there is none.

    Without argument, that of the last exception that reached the prompt (`sys.last_exc`, `sys.last_value` before 3.12).
    """
    if exception is None:
        exception = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
        if exception is None:
            return None
    if not isinstance(exception, BaseException):
        raise TypeError(f"trace_of() takes an exception, not {type(exception).__qualname__}")
    trace = _dict_of(exception).get(_ATTRIBUTE)
    return trace.node if isinstance(trace, _Trace) else None


def _code_of(f: Any, caller: str) -> CodeType:
    if isinstance(f, CodeType):
        return f
    function, reason = enterable(f) if callable(f) else (None, "")
    if type(function) is not FunctionType:
        why = reason or "it has no Python code"
        raise TypeError(f"{caller}() takes a function written in Python, not {described(f)}: {why}")
    code: CodeType = own_code(function)
    return code


def code_ir(f: Callable[..., Any] | CodeType) -> IR:
    """The SSA IR of a function (or method, class, code object): what locations of nodes point into.

    Raises TypeError for what has no Python code, NotImplementedError for an opcode that nobody has heard of.
    """
    from ..cpython.lift import lift, lift_once

    code = _code_of(f, "code_ir")
    try:
        return lift_once(template_of(code)).ir
    except CannotTrackError:
        return lift(code).ir


def code_tracked(f: Callable[..., Any] | CodeType, ctx: Context = DEFAULT) -> Listing:
    """The rewritten code of a function under a context: its own instructions, and what was inserted, marked.

    Raises TypeError for what has no Python code; ValueError, with the reason, for what runs natively.
    """
    if is_context_class(ctx):
        raise TypeError(f"code_tracked() takes a context's instance: did you mean {ctx.__qualname__}(...)?")  # type: ignore[attr-defined]
    if not isinstance(ctx, Context):
        raise TypeError(f"code_tracked() takes a Context as its second argument, not {described(ctx)}")
    code = _code_of(f, "code_tracked")
    try:
        return Listing(template_of(code, guarded=ctx.operators == ENTERED))
    except CannotTrackError as error:
        raise ValueError(f"{code.co_qualname} is not rewritten: {error}") from None
