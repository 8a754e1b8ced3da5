"""Numbers of lines, nodes, ... that questions take."""

from typing import Any

from ..record.values import described


def check_count(name: str, count: Any) -> None:
    """Raise TypeError or ValueError for what is neither a whole number from 1 nor None."""
    if count is None:
        return
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"{name} is a whole number from 1, or None for all, not {described(count)}")
    if count < 1:
        raise ValueError(f"{name} is a whole number from 1, or None for all, not {count}")
