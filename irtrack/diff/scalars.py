"""Operations on plain numbers, and how their cotangents go back: by code written for the function and its arguments.

pull(values, g, r, (a, b), (x, y))      values[a] += g * y, values[b] += g * x      for r = x * y
"""

from typing import Any, ClassVar, Protocol, cast

from ..rules.derivatives import SCALARS, Rule
from .frames import Moment

_NAMES = ("x", "y", "z")
_SOURCE = "def pull(values, g, r, slots, arguments):\n    {arguments}, = arguments\n    {slots}, = slots\n"
_ADDED = "    c = {text}\n    k = values[{slot}]\n    values[{slot}] = c if k is None else k + c\n"


class Pull(Protocol):
    """Such code. `numbers`: of the arguments that it gives cotangents."""

    function: Any
    rule: Rule
    numbers: tuple[int, ...]

    def __call__(self, values: list[Any], g: Any, r: Any, slots: Any, arguments: Any) -> None: ...


_pulls: dict[tuple[int, Any, tuple[bool, ...]], Pull] = {}


class Scalar:
    """`result = function(*arguments)`, all of them numbers. `slots`: of those that depend on what is differentiated.

    Has what an Operation has, but takes a third of the memory and of the time.
    """

    __slots__ = ("arguments", "frame", "pull", "result", "slot", "slots", "statement", "turn")

    take = False
    keywords: ClassVar[dict[str, Any]] = {}

    pull: Any
    arguments: tuple[Any, ...]
    result: Any
    slot: int
    slots: tuple[int | None, ...]
    frame: Any  # and turn, statement: of the Moment; or a node, and -1
    turn: int
    statement: Any

    @property
    def function(self) -> Any:
        return self.pull.function

    @property
    def rule(self) -> Rule:
        rule: Rule = self.pull.rule
        return rule

    @property
    def inputs(self) -> list[tuple[int, Any]]:
        return [(k, (self.slots[k], None)) for k in self.pull.numbers]

    @property
    def outputs(self) -> Any:
        return self.slot, None

    @property
    def node(self) -> Any:
        """The node, or the Moment, at which it was done."""
        return self.frame if self.turn < 0 else Moment(self.frame, self.turn, self.statement)


def pull_of(rule: Rule, function: Any, live: tuple[bool, ...], *, exact: bool) -> Pull:
    """What takes a cotangent back to the live arguments. `exact`: are they Python's own numbers, and the result?"""
    texts = rule.texts if exact and rule.texts is not None and len(rule.texts) == len(live) else None
    key = id(rule), texts, live
    found = _pulls.get(key)
    if found is None or found.function is not function:
        found = _written(texts, live) if texts is not None else _general(rule, live)
        found.function, found.rule = function, rule
        found.numbers = tuple([k for k, is_live in enumerate(live) if is_live])
        if len(_pulls) > 1000:
            _pulls.clear()
        _pulls[key] = found
    return found


def _written(texts: tuple[Any, ...], live: tuple[bool, ...]) -> Pull:
    names = _NAMES[: len(live)]
    source = _SOURCE.format(arguments=", ".join(names), slots=", ".join(f"s{name}" for name in names))
    for name, text, is_live in zip(names, texts, live, strict=True):
        if is_live and text is not None:
            source += _ADDED.format(text=text, slot=f"s{name}")
    namespace: dict[str, Any] = dict(SCALARS)
    exec(compile(source, f"<cotangents of {', '.join(map(str, texts))}>", "exec"), namespace)
    pull: Pull = namespace["pull"]
    return pull


def _general(rule: Rule, live: tuple[bool, ...]) -> Pull:
    numbers = [k for k, is_live in enumerate(live) if is_live]
    vjps = rule.vjps

    def pull(values: list[Any], g: Any, r: Any, slots: Any, arguments: Any) -> None:
        for k in numbers:
            found = (vjps.get(k) or rule.vjp(k))(g, r, *arguments)
            slot = slots[k]
            known = values[slot]
            values[slot] = found if known is None else known + found

    return cast(Pull, pull)
