"""Operations of the language for which Python has no function."""

from typing import Any


def not_contains(container: Any, item: Any) -> bool:
    """`item not in container`"""
    return item not in container


def getslice(container: Any, start: Any, stop: Any) -> Any:
    """`container[start:stop]`"""
    return container[start:stop]


def setslice(container: Any, start: Any, stop: Any, value: Any) -> None:
    """`container[start:stop] = value`"""
    container[start:stop] = value
