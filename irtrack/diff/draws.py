"""What impure functions gave within a checkpoint: kept, and given again when that is computed again."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np


class Kept(deque[Any]):
    """Results to be given, in their order."""


class _Open(threading.local):
    """The checkpoints that are computed, the innermost last: a list that keeps results, or what gives them again."""

    def __init__(self) -> None:
        self.results: list[list[Any] | Kept] = []


_open = _Open()


@contextmanager
def keeping(results: list[Any] | Kept) -> Iterator[None]:
    """Draws are added to a list, or taken from what was kept."""
    _open.results.append(results)
    try:
        yield
    finally:
        _open.results.pop()


def drawn(function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """What `function` gives, or gave in its place."""
    return _drawn(len(_open.results) - 1, function, arguments, keywords)


def _drawn(level: int, function: Any, arguments: Any, keywords: Any) -> Any:
    if level < 0:
        return function(*arguments, **keywords)
    results = _open.results[level]
    if isinstance(results, Kept):
        return _copied(results.popleft()) if results else function(*arguments, **keywords)
    value = _drawn(level - 1, function, arguments, keywords)
    results.append(_copied(value))
    return value


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value
