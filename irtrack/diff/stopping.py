"""Numbers that are constants from here on."""

from typing import Any

from ..rules.derivatives import nondiff
from .places import fresh, is_numeric
from .trees import tree_map


def stop_gradient(x: Any) -> Any:
    """The same numbers, through which no derivative goes."""
    return tree_map(lambda leaf: fresh(leaf) if is_numeric(leaf) else leaf, x)


nondiff(stop_gradient)
