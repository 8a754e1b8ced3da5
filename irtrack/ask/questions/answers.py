"""Answers that are many: sequences that print as a line for each item."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar, overload

from ..counts import check_count

T = TypeVar("T")
_LINES = 100


class Answers(Sequence[T], Generic[T]):
    """`<3 calls>`: what was found, in order. `print` shows at most 100 lines; `text(limit=None)` gives all."""

    noun = "items"

    def __init__(self, items: Iterable[T]) -> None:
        self._items = tuple(items)

    def line(self, item: T) -> str:
        return str(item)

    def head(self) -> list[str]:
        """Lines that stand above all others."""
        return []

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> "tuple[T, ...]": ...

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._items == self._items

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return f"<{len(self)} {self.noun if len(self) != 1 else self.noun.removesuffix('s')}>"

    def __str__(self) -> str:
        return self.text()

    def text(self, limit: int | None = _LINES) -> str:
        """A line for each item; at most `limit` of them, None for all."""
        check_count("limit", limit)
        shown = self._items if limit is None else self._items[:limit]
        lines = [*self.head(), *map(self.line, shown)]
        if len(shown) < len(self):
            lines.append(f"... {len(self) - len(shown):,} more: text(limit=None) gives all")
        return "\n".join(lines) if lines else f"no {self.noun}"
