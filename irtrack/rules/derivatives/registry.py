"""All rules, by function.

Looked up by identity: hashing or comparing could run code of the user's.
"""

import sys
from collections.abc import Callable
from typing import Any

from .rule import Function, Rule


class Rules(dict[int, Rule]):
    """`version`: how often something has been added or asked for to be changed."""

    version = 0

    def __setitem__(self, function: int, rule: Rule) -> None:
        super().__setitem__(function, rule)
        self.version += 1

    def __delitem__(self, function: int) -> None:
        super().__delitem__(function)
        self.version += 1


RULES = Rules()  # by id; a rule keeps its function alive, so that no other object gets that id


def rule_of(function: Any) -> Rule | None:
    """The rule of a function, method descriptor or attribute descriptor (`np.ndarray.T`)."""
    rule = RULES.get(id(function))
    if rule is None and LATER:
        load_later()
        return RULES.get(id(function))
    return rule


# tables that are read when a module is there, which may be never
LATER: dict[str, Callable[[], object]] = {}


def load_later() -> None:
    for module in [name for name in LATER if name in sys.modules]:
        LATER.pop(module)()


def rule_for(function: Function) -> Rule:
    """The rule of a function, to be changed; made if there is none."""
    RULES.version += 1
    rule = RULES.get(id(function))
    if rule is None:
        rule = RULES[id(function)] = Rule(function)
    return rule
