"""What a text looks up in what it formats: items, which a defaultdict makes if they are not there, and attributes."""

import re
from collections.abc import Iterable
from string import Formatter
from typing import NamedTuple

from ...rules.special_methods import KEYED_METHODS


class Fields(NamedTuple):
    """`items`: does it look up keys? `attributes`: the names of what it asks for, None for any."""

    items: bool
    attributes: frozenset[str] | None = frozenset()


# behind the name of what is given
_LOOK = re.compile(r"\[[^\]]*\]|\.([^.\[]+)")
_ANY = Fields(True, None)
_ITEMS = Fields(True)


def fields_of(method: str, text: str | None) -> Fields:
    """What a method of a text, or "%", looks up; of a text that is not known if it is None."""
    if method == "%":
        return Fields(text is None or "%(" in text)
    if method in KEYED_METHODS:
        return _ITEMS
    if text is None:
        return _ANY
    try:
        looks = [look for name in _names_in(text) for look in _LOOK.finditer(name)]
    except ValueError:  # it is no format
        return Fields(False)
    attributes = [look[1] for look in looks]
    return Fields(method == "format_map" or None in attributes, frozenset(filter(None, attributes)))


def _names_in(text: str) -> Iterable[str]:
    """The names of the fields, and of those within their formats."""
    for _, name, inner, _ in Formatter().parse(text):
        if name is not None:
            yield name
        if inner:
            yield from _names_in(inner)
