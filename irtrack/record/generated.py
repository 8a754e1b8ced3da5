"""Python code that irtrack writes for itself, where a loop over a table would take several times as long.

    code = Generated("decoder of f, block 2", "add, value")
    code.line("add(", code.constant(7), " + value)")
    run = code.function()

Each function is made once for a block of somebody's code, when that has run `HOT` times: compiling it takes about as
long as `HOT` runs of the loop do.
"""

import builtins
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .classes import is_a
from .interrupts import is_interrupt

HOT = 40
_compile = compile  # what a program puts into the place of a builtin is nothing to us


class Generated:
    """The lines of a function, and the objects that they name."""

    def __init__(self, title: str, parameters: str, **shared: Any) -> None:
        self.title = title
        self.names: dict[str, Any] = {"__builtins__": builtins, "type": type, "len": len, "id": id, **shared}
        self.lines = [f"def generated({parameters}):"]
        self._constants: dict[int, str] = {}

    def line(self, *parts: object, deeper: int = 0) -> None:
        """Add a line of the body, `deeper` levels further in."""
        self.lines.append("    " * (1 + deeper) + "".join(map(str, parts)))

    def constant(self, value: Any) -> str:
        """The name under which the function finds an object, or a literal for it."""
        if value is None or is_a(value, int, bool, str):
            return repr(value)
        name = self._constants.get(id(value))
        if name is None:
            name = self._constants[id(value)] = f"k{len(self._constants)}"
            self.names[name] = value
        return name

    @property
    def source(self) -> str:
        return "\n".join(self.lines) + "\n"

    def function(self) -> Callable[..., Any] | None:
        """The function; None where the program lets nothing be compiled, by an audit hook."""
        try:
            code = _compile(self.source, f"<irtrack: {self.title!a}>", "exec", dont_inherit=True)
        except Exception as error:
            if is_interrupt(error):
                raise
            return None
        inner = next(constant for constant in code.co_consts if type(constant) is type(code))
        return FunctionType(inner, self.names)


def tuple_of(parts: list[str]) -> str:
    """`(a, b)`, `(a,)`, `()`"""
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
