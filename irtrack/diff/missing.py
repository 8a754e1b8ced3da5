"""What errors say of functions that have no rule."""

from typing import Any

from .errors import MissingRuleError
from .locations import argument_name, function_name, place_of, rule_line


def missing_rule(step: Any, argument: Any = None) -> str:
    if argument is None:
        argument = step.inputs[0][0] if step.inputs else 0
    which = argument_name(step.function, argument)
    name, place = function_name(step.function), place_of(step.node)
    return (
        f"the result depends on {which} of {name}{place}, which has no derivative that irtrack knows. "
        f"To add one: {rule_line(step.function, argument)}"
    )


def refused(step: Any, error: NotImplementedError) -> MissingRuleError:
    """A rule says that it does not go so far: the same, with the place."""
    return error if isinstance(error, MissingRuleError) else MissingRuleError(f"{error}{place_of(step.node)}")
