"""How errors name functions, arguments, and places in the user's source."""

from typing import Any

from ..record.log import is_library_file
from ..rules.derivatives.rule import name_of, parameters_of
from .frames import node_of


def place_of(node: Any) -> str:
    """` at rosenbrock.py:12 (y = f(x))`: the nearest place above a node, or Moment, that is in the user's code.

    What lies in a library between them is named as well: `, by way of numpy/lib/shape_base.py:379`.
    """
    node, library = node_of(node), ""
    while node is not None:
        line, file = node.line, node.file
        if line and file and not _is_own(file):
            if not is_library_file(file):
                text = _root(node).log.source_line(file, line).strip()
                return f" at {file}:{line}" + (f" ({text})" if text else "") + library
            library = library or f", by way of {file}:{line}"
        node = node.parent
    return library


def _is_own(file: str) -> bool:
    from ..record.interrupts import OWN_FILES

    return file.startswith(OWN_FILES)


def _root(node: Any) -> Any:
    while not hasattr(node, "log"):
        node = node.parent
    return node


def function_name(function: Any) -> str:
    return name_of(function)


def argument_name(function: Any, argument: Any) -> str:
    """`argument 2 (y)`, `the argument axis`."""
    if isinstance(argument, str):
        return f"the argument {argument}"
    names = parameters_of(function)
    name = f" ({names[argument]})" if argument < len(names) else ""
    return f"argument {argument + 1}{name}"


def rule_line(function: Any, argument: Any = 0) -> str:
    """The line that would add a rule."""
    argnums = f", argnums=[{argument!r}]" if argument != 0 else ""
    return f"irtrack.defvjp({name_of(function)}, lambda ans, *args: lambda g: ...{argnums})"
