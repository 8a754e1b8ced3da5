"""The arguments of a call that comes often, as Python code: what `Decoder._arguments` does where all is usual."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..generated import HOT, Generated
from ..nodes.kinds import ArgumentNode
from .straight import ARGUMENT

if TYPE_CHECKING:
    from .plan import Argument, Plan

Number = int | str | None


class Passing:
    """How a statement passes arguments to a function: for this and for each of them, the number of the operand.

    `opening`: open(node, function, entries, children, position) -> position behind the arguments, which it adds to the
    children; None as long as few calls came by, and where the loop is needed.
    """

    __slots__ = ("numbers", "opening", "runs", "statement")

    def __init__(self, statement: Any, numbers: tuple[Number, ...]) -> None:
        self.statement = statement  # whose id is in the key, so it has to live
        self.numbers = numbers
        self.runs = 0
        self.opening: Callable[..., int] | None = None

    def used(self, plan: "Plan", logged: int) -> None:
        """A call came by that logged so many arguments."""
        self.runs += 1
        if self.runs == HOT and not plan.template.hooks and not (logged and plan.template.lent):
            self.opening = _opening(plan, self.numbers, logged)


def _opening(plan: "Plan", numbers: tuple[Number, ...], logged: int) -> Callable[..., int] | None:
    arguments: list[Argument] = plan.arguments
    is_direct = logged != len(arguments) - 1
    if len(numbers) != len(arguments) or (is_direct and not all(type(number) is int for number in numbers)):
        return None
    code = Generated(
        f"arguments of {plan.template.code.co_qualname}",
        "node, function, entries, children, p",
        new=object.__new__, ArgumentNode=ArgumentNode,
    )  # fmt: skip
    if is_direct:
        code.line("operands = node._operands")
    values = ["function"]
    for k, number in enumerate(numbers[1:]):
        values.append(f"operands[{int(number or 1) - 1}].value" if is_direct else f"entries[p + {k}]")
    for (_, name, location, k), value, number in zip(arguments, values, numbers, strict=True):
        branch = "node" if number else "None"
        code.line(f"a{k} = new(ArgumentNode)")
        told = "node", code.constant(location), value, "()", "None", repr(name), branch, repr(number)
        for field, said in zip(ARGUMENT, told, strict=True):
            code.line(f"a{k}.{field} = {said}")
    code.line(f"children += ({', '.join(f'a{argument[3]}' for argument in arguments)},)")
    code.line("return p" if is_direct else f"return p + {len(arguments) - 1}")
    return code.function()
