"""A write that a call of a function can do, and what becomes of it where the function is called by another."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .beside import ATTRIBUTES
from .roots import CLASSES
from .shadows import ANY_PART


class Summary(NamedTuple):
    """A write that a call of a function can do.

    `roots`: by what it reaches the object: "passed", for its arguments, "any", or the place of a cell or global, or
    that of an object, or of what it holds. Of the kind "name" the place itself is what is written, of the kind "method"
    it depends on the object's class, or on those above the one at the place `function`, of the kind "call" on what the
    cell has, at that place, that is called; of the kind "called" on what functions are reached, not by their classes,
    or are passed, if the name is ITSELF; the kind "handed" is "method" of what may be a method, or else data; "raise"
    has none: any class of exceptions may be what is raised.
    `given`: the same as `roots` of what is stored there, which a method of the object may get, or of the functions that
    are passed to what is called; `made`: the classes of what is made to be stored there; `owner`: the same as `roots`
    of the object alone whose method it is, without the arguments.
    """

    kind: str
    name: str = ""
    roots: frozenset[Any] = frozenset()
    function: Any = None
    given: frozenset[Any] = frozenset()
    made: frozenset[type] = frozenset()
    owner: frozenset[Any] = frozenset()

    @property
    def calls(self) -> frozenset[Any]:
        """The roots of the functions that it calls, or hands on to what it does."""
        return self.roots if self.kind == "called" else self.given if self.kind in ("method", "call") else frozenset()

    def seen_by_caller(self, roots: frozenset[Any]) -> "Summary":
        """The same for whoever calls the function, and passes it something with these roots."""
        if "passed" not in self.roots and "passed" not in self.given:
            return self
        own, given, owner = (
            one - {"passed"} | roots if "passed" in one else one for one in (self.roots, self.given, self.owner)
        )
        return self._replace(roots=own, given=given, owner=owner)

    def of_class(self) -> "Summary":
        """The same of a function that is passed the class of what is passed."""
        return self._replace(roots=self.roots | {CLASSES}) if "passed" in self.roots else self

    def behind_stars(self) -> "Summary":
        """The same of a function that is passed what others hold, of which it calls some."""
        return self._replace(name="") if self.kind == "called" else self


_CALLING = "anything", "call", "called", "method", "handed"  # what these write depends on what is there
WHATEVER = frozenset([Summary("anything")])


def merged(summaries: Iterable[Summary], key: Callable[[Summary], Any]) -> frozenset[Summary]:
    """One summary for all that are alike but for what is reached."""
    found: dict[Any, list[Summary]] = {}
    for one in summaries:
        found.setdefault(key(one), []).append(one)
    return frozenset([_union(alike) for alike in found.values()])


def _union(alike: Sequence[Summary]) -> Summary:
    rows = zip(*((one.roots, one.given, one.owner) for one in alike), strict=True)
    roots, given, owner = (frozenset[Any]().union(*row) for row in rows)
    names = {one.name for one in alike}
    most = next((name for name in (ATTRIBUTES, ANY_PART) if name in names), "")
    made = frozenset[type]().union(*(one.made for one in alike))
    name = alike[0].name if len(names) == 1 else most
    return alike[0]._replace(name=name, roots=roots, given=given, made=made, owner=owner)


def rank(summary: Summary) -> tuple[bool, str, str, int, bool]:
    return summary.kind not in _CALLING, summary.kind, summary.name, len(summary.roots), "passed" in summary.roots
