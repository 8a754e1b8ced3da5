"""recorded(): a function that keeps the records of its last calls."""

import functools
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar, cast, overload

from .contexts.context import DEFAULT, Context
from .nodes.kinds import CallNode
from .tracking import drop_own_frame, trace_of, track
from .values import described, value_text

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class Recorded(Protocol[P, R_co]):
    """A function whose `records` are those of its last calls, the last one at the end."""

    records: deque[CallNode]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...


@overload
def recorded(f: Callable[P, R_co], /, *, last: int = 10, context: Context = DEFAULT) -> Recorded[P, R_co]: ...
@overload
def recorded(
    f: None = None, /, *, last: int = 10, context: Context = DEFAULT
) -> Callable[[Callable[P, R_co]], Recorded[P, R_co]]: ...
def recorded(f: Any = None, /, *, last: int = 10, context: Context = DEFAULT) -> Any:
    """Let a function keep the records of its last calls: `@recorded`, or `@recorded(last=3)`.

    last: how many. context: under which its calls are recorded.

    What it returns and raises is what the function does; `f.records` is a deque of nodes as `track` returns them, those
    of calls that raised among them. The function itself is `f.__wrapped__`. Within another recording its calls are
    primitive. One that calls itself takes three frames for each call, and a record for each.

    Raises TypeError for what is no function or context, ValueError for a `last` below 1.
    """
    if isinstance(last, bool) or not isinstance(last, int):
        raise TypeError(f"last is how many records are kept, a whole number from 1, not {value_text(last)}")
    if last < 1:
        raise ValueError(f"last is how many records are kept, a whole number from 1, not {last}")
    if not isinstance(context, Context):
        raise TypeError(f"context is a Context, not {described(context)}")
    if f is None:
        return partial(recorded, last=last, context=context)
    if not callable(f):
        hint = "; put @recorded below it" if isinstance(f, (classmethod, property)) else ""
        raise TypeError(f"recorded() takes a function, not {described(f)}{hint}")
    records: deque[CallNode] = deque(maxlen=last)

    @functools.wraps(f)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            node = track(context, f, *args, **kwargs)
        except BaseException as error:
            trace = trace_of(error)
            if trace is not None:
                records.append(trace)
            drop_own_frame(error)
            raise
        records.append(node)
        return node.value

    made = cast(Recorded[Any, Any], run)
    made.records = records
    return made
