"""Lifting: instructions -> IR, and the program by which a decoder reads a log.

In four steps, each a module whose class takes the result of the one before; what they hand on is in draft.py:

    shape.py      basic blocks and their edges; trivial jumps are followed through, copies merged, chains joined
    execute.py    symbolic execution of each block: what is on the stack, which statements result
    solve.py      which variables and stack slots reach a block with different definitions: its arguments; pruning
    number.py     §block and %variable numbers, in an order that only depends on the shape

The result, lifted.py, does not depend on the Python version where the compiler's output differs only in layout.
"""

from collections.abc import Container
from typing import Any

from ..code import Instructions, disassemble
from ..flow import Flow, analyse
from ..template import Template
from .execute import Execution
from .lifted import ATTRIBUTE, CALLED, EFFECT, METHOD, NAME, PLAIN, TESTED, DecodeBlock, Item, Lifted
from .number import Numbering
from .shape import Shape
from .solve import Solution

__all__ = [
    "ATTRIBUTE",
    "CALLED",
    "EFFECT",
    "METHOD",
    "NAME",
    "PLAIN",
    "TESTED",
    "DecodeBlock",
    "Item",
    "Lifted",
    "lift",
    "lift_once",
]


def lift(code_or_instructions: Any, flow: Flow | None = None, told: Container[int] = ()) -> Lifted:
    """Lift a code object (or its instructions and flow, where they are at hand).

    `told`: the instructions that load constants which are statements of their own.

    Raises UnknownOpcodeError for an opcode without a row in the table.
    """
    instructions = code_or_instructions
    if not isinstance(instructions, Instructions):
        instructions = disassemble(instructions)
    shape = Shape(instructions, flow or analyse(instructions))
    return Numbering(Solution(Execution(shape, told))).lifted()


def lift_once(template: Template) -> Lifted:
    """The IR of rewritten code, which keeps it."""
    if template.lifted is None:
        template.lifted = lift(template.instructions, template.flow, template.told)
    found: Lifted = template.lifted
    return found
