"""Rules for instances of classes derived from arrays, whose operators are not those that rules are written with."""

from typing import Any

import numpy as np

from ...rules.derivatives import Rule


class Plainly(Rule):
    """A rule that is given plain arrays in the place of those."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.function)
        self.rule = rule
        self.nondiff = rule.nondiff

    def vjp(self, argument: Any) -> Any:
        return _of_plain(self.rule.vjp(argument))

    def jvp(self, argument: Any) -> Any:
        return _of_plain(self.rule.jvp(argument))


def is_derived(value: Any) -> bool:
    """Is it an instance of a class derived from arrays, or a list of such?"""
    kind = type(value)
    if kind is list or kind is tuple:
        return any(map(is_derived, value))
    return kind is not np.ndarray and issubclass(kind, np.ndarray)


def plain(value: Any) -> Any:
    kind = type(value)
    if kind is list or kind is tuple:
        return kind(map(plain, value))
    return value.view(np.ndarray) if is_derived(value) else value


def _of_plain(derivative: Any) -> Any:
    def called(*arguments: Any, **keywords: Any) -> Any:
        given = {name: plain(value) for name, value in keywords.items()}
        return derivative(*map(plain, arguments), **given)

    return called
