"""How much of the expensive tests is run here: the five Pythons share what does not depend on the version.

What the version decides (bytecode, lifting, decoding, tracking) is tested to the end on each. What stands on a record
(slices, replays, updates, files) is the same code everywhere: each Python takes a fifth of the programs, and together
they take all. The samples of the standard library and of its tests, which are large, are divided too. `.ci/run` makes
as many shares as it has Pythons. Whose an item is, its name says, since not all versions have the same ones.

    IRTRACK_THOROUGH=1   all of it on this Python
    IRTRACK_SHARE=2/3    the second of three shares
    IRTRACK_EXAMPLES=20  twenty times as many random programs
    IRTRACK_SEED=1000    others: those from this seed on
"""

import os
import sys
import zlib
from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("IRTRACK_THOROUGH", "0") != "0"
_VERSIONS = 5  # 3.11 to 3.15
_DEFAULT = f"{(sys.version_info.minor - 11) % _VERSIONS + 1}/{_VERSIONS}"
_MINE, _SHARES = map(int, ("1/1" if THOROUGH else os.environ.get("IRTRACK_SHARE", _DEFAULT)).split("/"))
_EXAMPLES = float(os.environ.get("IRTRACK_EXAMPLES", "1"))
_SEED = int(os.environ.get("IRTRACK_SEED", "0"))


def share(items: Iterable[T]) -> list[T]:
    """Those of the items that are this Python's: numbers are dealt out, other things go by their names."""
    return [item for item in items if _number(item) % _SHARES == _MINE - 1]


def _number(item: Any) -> int:
    if isinstance(item, int):
        return item
    if isinstance(item, tuple):  # what is tried, and with what
        item = item[0]
    name = getattr(item, "name", None) or getattr(item, "__name__", None) or str(item)
    assert " at 0x" not in name, f"{name} has another name in each run"
    return zlib.crc32(name.encode())


def amount(count: int) -> int:
    """How many random cases to try where `count` are usual."""
    return int(count * _EXAMPLES)


def seeds(count: int) -> range:
    """A seed for each random case."""
    return range(_SEED, _SEED + amount(count))
