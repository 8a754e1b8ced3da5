"""What was made of code lately: so much that programs find it again, and no more than memory should hold."""

from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import ref

V = TypeVar("V")
_MOST = 256  # of a generation


class Recent(Generic[V]):
    """Values by keys, of which those are forgotten that nobody else has and nobody has asked for lately.

    Lately: since so many others were added that there were two new generations. A key may have the id of something that
    the value holds: when that is gone, so is the value.
    """

    def __init__(self) -> None:
        self._young: dict[Hashable, V] = {}
        self._old: dict[Hashable, V] = {}  # which keeps them
        self._known: dict[Hashable, ref[V]] = {}  # no WeakValueDictionary: it loses interrupts (see recorder.py)

    def get(self, key: Hashable) -> V | None:
        found = self._young.get(key)
        if found is None:
            known = self._known.get(key)
            found = known() if known is not None else None
            if found is not None:
                self._young[key] = found
        return found

    def add(self, key: Hashable, value: V) -> V:
        if len(self._young) >= _MOST:
            self._old, self._young = self._young, {}
            self._known = {key: known for key, known in list(self._known.items()) if known() is not None}
        self._young[key] = value
        self._known[key] = ref(value)
        return value
