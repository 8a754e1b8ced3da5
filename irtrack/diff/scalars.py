"""Operations on plain numbers, and how their cotangents go back: by code written for the function and its arguments.

pull(values, g, r, (a, b), (x, y))      values[a] += g * y, values[b] += g * x      for r = x * y
"""

from typing import Any, ClassVar, Protocol, cast

from ..rules.derivatives import SCALARS, Rule
from .frames import Moment

_NAMES = ("x", "y", "z")
_SOURCE = "def pull(values, g, r, slots, arguments):\n    {arguments}, = arguments\n    {slots}, = slots\n"
_FOUND = "c{name} = {text}\n"
_ADDED = "    k = values[s{name}]\n    values[s{name}] = c{name} if k is None else k + c{name}\n"
# numpy's numbers, among which Python's may be: what that refuses, they have infinities for, and no complex numbers
_GUARDED = """    try:
{found}    except (ArithmeticError, ValueError):
        return general(values, g, r, slots, arguments)
"""
_REAL = "        if type(c{name}) is complex:\n            raise ValueError\n"


class Pull(Protocol):
    """Such code. `numbers`: of the arguments that it gives cotangents."""

    function: Any
    rule: Rule
    numbers: tuple[int, ...]

    def __call__(self, values: list[Any], g: Any, r: Any, slots: Any, arguments: Any) -> None: ...


_pulls: dict[tuple[int, Any, tuple[bool, ...], bool], Pull] = {}


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
    texts = rule.texts if exact else rule.numpy_texts
    texts = texts if texts is not None and len(texts) == len(live) else None
    key = id(rule), texts, live, exact
    found = _pulls.get(key)
    if found is None or found.function is not function:
        general = _general(rule, live)
        found = general if texts is None else _written(texts, live, None if exact else general)
        found.function, found.rule = function, rule
        found.numbers = tuple([k for k, is_live in enumerate(live) if is_live])
        if len(_pulls) > 1000:
            _pulls.clear()
        _pulls[key] = found
    return found


def _written(texts: tuple[Any, ...], live: tuple[bool, ...], general: Pull | None) -> Pull:
    """Code for these texts; `general` is for numbers of numpy that are beyond Python's."""
    names = _NAMES[: len(live)]
    rows = [(name, text) for name, text, is_live in zip(names, texts, live, strict=True) if is_live and text]
    source = _SOURCE.format(arguments=", ".join(names), slots=", ".join(f"s{name}" for name in names))
    indent = "        " if general is not None else "    "
    found = ""
    for name, text in rows:
        found += indent + _FOUND.format(name=name, text=text)
        if general is not None and "**" in text:
            found += _REAL.format(name=name)
    source += found if general is None or not found else _GUARDED.format(found=found)
    source += "".join(_ADDED.format(name=name) for name, _ in rows)
    namespace: dict[str, Any] = {**SCALARS, "general": general}
    exec(compile(source, f"<cotangents of {', '.join(map(str, texts))}>", "exec"), namespace)
    pull: Pull = namespace["pull"]
    return pull


def _general(rule: Rule, live: tuple[bool, ...]) -> Pull:
    numbers = [k for k, is_live in enumerate(live) if is_live]
    vjps = rule.vjps

    def pull(values: list[Any], g: Any, r: Any, slots: Any, arguments: Any) -> None:
        cotangents = [(vjps.get(k) or rule.vjp(k))(g, r, *arguments) for k in numbers]  # of which any may raise
        for k, found in zip(numbers, cotangents, strict=True):
            slot = slots[k]
            known = values[slot]
            values[slot] = found if known is None else known + found

    return cast(Pull, pull)
