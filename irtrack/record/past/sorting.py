"""How a list was sorted: again, without code of the program."""

import operator
from collections.abc import Sequence
from typing import Any

from .kinds import are_scalars, can_be_sorted, can_change

_KEYS = frozenset(map(id, (len, repr, str, abs, int, float, str.lower, str.upper, str.casefold, operator.neg)))


def can_be_sorted_again(items: Any, names: dict[str, Any]) -> bool:
    """Would `sorted(items, **names)` run no code of the program?"""
    key = names.get("key")
    return can_be_sorted(items) if key is None else id(key) in _KEYS and are_scalars(items)


def order_by_program(frames: Sequence[Any], items: Any, names: dict[str, Any]) -> list[int] | None:
    """The places of items in the order that a key function of the program gave them, which ran in these frames; None
    where nobody knows.
    """
    key, said = names.get("key"), [frame.value for frame in frames]
    if len(frames) != len(items) or any(frame._operands[0].value is not key for frame in frames):
        return None
    if any(frame.exception is not None for frame in frames) or not can_be_sorted(said):
        return None
    if not all(map(_may_be, items, (frame._operands[1].value for frame in frames))):
        return None  # the function has changed what is sorted
    return sorted(range(len(said)), key=said.__getitem__, reverse=bool(names.get("reverse")))


def arrange(items: list[Any], order: list[int]) -> None:
    items[:] = map(items.__getitem__, order)


def _may_be(item: Any, value: Any) -> bool:
    """Can an item be what a value was?"""
    return item is value or (type(item) is type(value) and can_change(value))
