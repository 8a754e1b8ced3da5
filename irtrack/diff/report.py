"""Where a gradient went wrong on its way back: it vanished, became nan or infinite."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .entered.derivatives import one_like
from .entered.reverse import pull_back
from .locations import argument_name, function_name, place_of
from .places import is_numeric
from .run import Run, check_scalar
from .trees import leaves


class Fault(NamedTuple):
    """`nan by argument 1 (x) of np.sqrt at layer.py:7 (y = np.sqrt(x))`: `kind` is "zero", "nan" or "inf"."""

    kind: str
    node: Any
    function: Any
    argument: int | str

    def __str__(self) -> str:
        which = argument_name(self.function, self.argument)
        return f"{self.kind} by {which} of {function_name(self.function)}{place_of(self.node)}"


class GradientReport:
    """What happened to a gradient between the result and the arguments; `str` says it in a few lines.

    `zero`, `nan`, `inf`: the first Fault of that kind, in the order of the reverse pass; None if there is none. A
    gradient vanishes where all of a cotangent that is not zero gives nothing but zeros. `depends`: does the result
    depend on the arguments at all?
    """

    def __init__(self) -> None:
        self.depends = True
        self.zero: Fault | None = None
        self.nan: Fault | None = None
        self.inf: Fault | None = None

    def __str__(self) -> str:
        found = [f"first {fault}" for fault in (self.nan, self.inf, self.zero) if fault is not None]
        if not self.depends:
            return "the gradient is zero: the result does not depend on the arguments"
        return "\n".join(found) or "the gradient is finite, and vanishes nowhere"

    __repr__ = __str__


def gradient_report(f: Callable[..., Any], argnums: int | tuple[int, ...] = 0) -> Callable[..., GradientReport]:
    """A function that takes what `f` takes, and says where its gradient first vanished, became nan or infinite."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)

    def report(*args: Any, **kwargs: Any) -> GradientReport:
        run = Run(f, args, kwargs, numbers, "gradient_report")
        check_scalar(run.value, "gradient_report")
        made = GradientReport()
        place = run.place(run.value)
        made.depends = place is not None and place[0] in run.tape.live
        if place is not None:
            with np.errstate(all="ignore"):
                pull_back(run.steps, run.holders, [(place, one_like(run.value))], _watching(made))
        return made

    return report


def _watching(report: GradientReport) -> Callable[..., None]:
    def watch(step: Any, argument: Any, given: Any, found: Any) -> None:
        before, after = _numbers(given), _numbers(found)
        if not after.size or not np.all(np.isfinite(before)):
            return
        kind = ""
        if np.isnan(after).any():
            kind = "nan"
        elif np.isinf(after).any():
            kind = "inf"
        elif before.any() and not after.any():
            kind = "zero"
        if kind and getattr(report, kind) is None:
            setattr(report, kind, Fault(kind, step.node, step.function, argument))

    return watch


def _numbers(tree: Any) -> Any:
    found = [np.ravel(leaf) for leaf in leaves(tree) if is_numeric(leaf)]
    return np.concatenate(found) if found else np.empty(0)
