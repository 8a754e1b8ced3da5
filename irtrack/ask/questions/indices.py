"""How an index prints: `1:3`, `:, None`."""

from typing import Any

from ...record.values import value_text


def index_text(value: Any) -> str:
    """As it stands between brackets: `1:3` for a slice, `...` for an Ellipsis."""
    if type(value) is tuple and any(type(item) is slice for item in value):
        return ", ".join(map(index_text, value))
    if type(value) is slice:
        parts = ["" if part is None else value_text(part) for part in (value.start, value.stop, value.step)]
        return ":".join(parts if parts[2] else parts[:2])
    return "..." if value is ... else value_text(value)
