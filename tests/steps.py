"""How much work something is: a number that is the same on every machine, where seconds are not."""

import sys
from collections.abc import Callable
from typing import Any


def calls_of(action: Callable[[], Any]) -> int:
    """How many functions are called by Python code while it runs, those that are written in C among them."""
    count = 0

    def counting(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
