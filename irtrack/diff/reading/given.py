"""What calls passed."""

from typing import Any


def given_to(operands: tuple[Any, ...], names: tuple[str, ...], starred: int) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What a call passed, with stars written out."""
    count = len(operands) - len(names) - starred
    arguments, rest = operands[:count], operands[count:]
    if starred:
        arguments += tuple(rest[0])
    keywords = dict(rest[1]) if starred == 2 else {}
    keywords.update(zip(names, rest[starred:], strict=True))
    return arguments, keywords
