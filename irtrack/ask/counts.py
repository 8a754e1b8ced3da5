"""Numbers of lines, nodes, ... that questions take."""

from typing import Any

from ..record.values import described


def check_count(name: str, count: Any, optional: bool = True) -> None:
    """Raise TypeError or ValueError for what is no whole number from 1, nor, if it is `optional`, None."""
    if count is None and optional:
        return
    wanted = f"{name} is a whole number from 1{', or None for all' if optional else ''}"
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"{wanted}, not {described(count)}")
    if count < 1:
        raise ValueError(f"{wanted}, not {count}")
