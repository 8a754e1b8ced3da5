"""The context of what is computed again: what impure functions gave is kept, and given again."""

from collections.abc import Sequence
from types import FunctionType
from typing import Any

from ..ask.replay.impure import is_impure
from .context import Differentiation
from .storing import as_is


class Recomputing(Differentiation):
    """As `Differentiation`, with impure functions called by `drawn`."""

    def instead_of(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        if type(f) is not FunctionType and is_impure(f, arguments) and getattr(f, "__name__", "") != "shuffle":
            from .entered.checkpoint import given_again

            return given_again, as_is(f)
        return super().instead_of(f, arguments, names)
