"""The rewritten code, to look at: original instructions, and what was inserted, marked."""

import dis
from types import CodeType

from .sites import FunctionSite, Site
from .template import Hooks, LogList, Template

_INSERTED = "+"


class Listing:
    """`code_tracked(f)`: prints the rewritten code; `code` is a code object bound to no recording."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.code: CodeType = template.bind(LogList(), Hooks())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def lines(self) -> list[str]:
        """One line an instruction: mark, source line where it changes, offset, name, argument."""
        lines = []
        line = None
        instructions = [i for i in dis.get_instructions(self.code) if i.opname not in ("CACHE", "EXTENDED_ARG")]
        originals = set(self.template.originals)
        for i, instruction in enumerate(instructions):
            position = instruction.positions.lineno if instruction.positions else None
            shown = "" if position is None or position == line else str(position)
            line = position if position is not None else line
            argument = _argument_text(instruction)
            sign = " " if i in originals else _INSERTED
            lines.append(f"{sign} {shown:>5} {instruction.offset:>5} {instruction.opname} {argument}".rstrip())
        return lines


def _argument_text(instruction: dis.Instruction) -> str:
    if instruction.arg is None:
        return ""
    if isinstance(instruction.argval, (LogList, Site, FunctionSite)):
        return f"{instruction.arg} ({'log' if isinstance(instruction.argval, LogList) else 'site'})"
    text = instruction.argrepr
    if " at 0x" in text:
        text = f"<{type(instruction.argval).__qualname__}>"
    return f"{instruction.arg} ({text})" if text and text != str(instruction.arg) else str(instruction.arg)
