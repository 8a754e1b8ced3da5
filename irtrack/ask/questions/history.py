"""All values that a variable, an attribute, a line or an expression had, in order."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...record.nodes.loaded import loaded_from, needs_code
from ...record.nodes.node import Node
from ...record.past import assigned
from ...record.values import described, short_name, typed_text
from .answers import Answers
from .asked import SourcePlace, check_node, place_of
from .attributes import Attribute
from .expressions import TAKES, Expression, has_value
from .names import check_names
from .telling import code_at, file_of, where_at
from .variables import Variables
from .walk import done_in


class Moment(NamedTuple):
    """`cart.py:16, in amount  amount += one  → 6::int`: a value, and where it came to be that of what is asked for.

    node: that has the value; None for a constant that a variable was assigned. line: of source. call: in which it was.
    """

    value: Any
    node: Node | None
    line: int | None
    call: Node | None


class History(Answers[Moment]):
    """Values in the order of time, with their places; `values` has them alone. `print` shows a line for each."""

    noun = "moments"

    def __init__(self, what: str, moments: Iterable[Moment]) -> None:
        super().__init__(moments)
        self.what = what

    @property
    def values(self) -> list[Any]:
        return [moment.value for moment in self]

    def line(self, item: Moment) -> str:
        code = code_at(item.call, item.line) or str(item.node)
        return f"  {code}  → {typed_text(item.value)}  {where_at(item.call)}".rstrip()

    def head(self) -> list[str]:
        return [f"{short_name(self.what)}: {len(self)} {'values' if len(self) != 1 else 'value'}"]


_NAME = re.compile(r"[^\W\d]\w*")
_DOTTED = re.compile(r"(?:[^\W\d]\w*\.)+[^\W\d]\w*")


def history(node: Node, what: str | int) -> History:
    """The values that something had within `node`, in the order of time.

    what: a variable, `total`, or `amount.total` for that of a function; an attribute of any object, `.items`, or
    `Cart.items` of those of a class; an expression as it stands in the source, `price * count`; a line, `cart.py:12`,
    or 12 in the file in which the function of `node` is.

    A variable has a value whenever it is assigned. An attribute has one whenever it is stored, and when it is loaded
    and has another one than was seen before. Of an assignment that nobody reads the value may be missing.

    Raises TypeError or ValueError for what can be none of these; ValueError for a name that no code of the record has,
    and for variables of a record that was loaded from a file.
    """
    check_node("history", node)
    found = History(str(what), map(_then, _moments(node, what)))
    if not found and isinstance(what, str) and not SourcePlace.is_one(what):
        check_names("history", node, what)
    return found


def _then(moment: Moment) -> Moment:
    """With what the value was at its time."""
    node = moment.node
    return moment._replace(value=assigned(node)) if node is not None and node.value is moment.value else moment


def _moments(node: Node, what: Any) -> Iterator[Moment]:
    if not isinstance(what, (str, int)) or isinstance(what, bool):
        raise TypeError(f"{TAKES}, not {described(what)}")
    if isinstance(what, int) or SourcePlace.is_one(what):
        return _at(node, place_of("history", what, node))
    if _NAME.fullmatch(what):
        needs_code(node, "history() of a variable")
        return _of(node, [Variables(None, what)])
    if what.startswith(".") and _NAME.fullmatch(what[1:]):
        return _of(node, [Attribute(None, what[1:])])
    if _DOTTED.fullmatch(what):
        owner, _, name = what.rpartition(".")
        needs_code(node, "history() of a variable")
        found = _of(node, [Variables(owner, name), Attribute(owner, name)])
        first = next(found, None)
        return (one for one in (first, *found)) if first is not None else _of(node, [Expression(what)])
    return _of(node, [Expression(what)])


def _of(node: Node, readers: list[Any]) -> Iterator[Moment]:
    for one in done_in(node):
        for reader in readers:
            for value, at, line in reader.values(one):
                yield Moment(value, at, line, one.parent)


def _at(node: Node, place: SourcePlace) -> Iterator[Moment]:
    constants = Variables(None, None) if loaded_from(node) is None else None
    for one in done_in(node):
        if one.line == place.line and place.is_of(one.file) and has_value(one):
            yield Moment(one.value, one, one.line, one.parent)
        if constants is not None and place.is_of(file_of(one.parent)):
            for value, at, line in constants.values(one):
                if at is None and line == place.line:
                    yield Moment(value, at, line, one.parent)
