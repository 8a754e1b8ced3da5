"""What `functools.lru_cache` remembers while something is differentiated: by which numbers it was called.

That two arguments are equal is no reason for the derivative by one to be that by the other; and what an earlier run has
computed is a constant in this one.
"""

import threading
from collections.abc import Hashable
from typing import Any

from .places import is_numeric


class _Known(threading.local):
    def __init__(self) -> None:
        self.calls: list[dict[Hashable, Any]] = []  # of each level of derivatives: by keys the results
        self.alive: list[list[Any]] = []  # what is in the keys by its id


_known = _Known()


def opened() -> None:
    _known.calls.append({})
    _known.alive.append([])


def closed() -> None:
    _known.calls.pop()
    _known.alive.pop()


def known_calls(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[dict[Any, Any], Any]:
    """What this run has computed so far, and under which key a call has its result.

    Raises TypeError for arguments that cannot be in a cache.
    """
    given = (*arguments, *keywords, *keywords.values())
    calls: dict[Any, Any] = {}
    if _known.calls:  # else it is recorded only, and not differentiated
        calls = _known.calls[-1]
        _known.alive[-1].append((function, given))
    return calls, (id(function), len(arguments), *map(_key, given))


def _key(value: Any) -> Hashable:
    hash(value)  # which says what cannot be in a cache
    return ("number", id(value)) if is_numeric(value) else (type(value), value)
