"""Replay: a recorded call as straight-line Python.

source = irtrack.to_source(node)
print(source)
source.function(*arguments)
"""

import linecache
import warnings
from collections.abc import Callable
from functools import cached_property
from itertools import count
from typing import Any

from ...record.nodes.cuts import needs_whole
from ...record.nodes.kinds import PrimitiveCallNode
from ...record.nodes.loaded import needs_code
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import root_expression
from ...record.values import described
from .impure import NotKeptError
from .survey import globals_of
from .writer import Writer

_numbers = count(1)


class Source(str):
    """The text of a function, as `to_source` gives it.

    bindings: by name what the text can't say, which has to be there when it is executed: `exec(source, {**bindings})`.
    name: of the function that it defines; module: in which that would say that it is.
    """

    bindings: dict[str, Any]
    _written: dict[str, Any]
    name: str
    module: str

    def __repr__(self) -> str:
        return str(self)

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function, ready to be called."""
        filename = f"<replay {next(_numbers)} of {self.name}>"
        linecache.cache[filename] = len(self), None, self.splitlines(keepends=True), filename
        namespace: dict[str, Any] = {"__name__": self.module, **self.bindings}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # `None(1)`, should the program have come to that
            code = compile(self, filename, "exec")
        exec(code, namespace)
        namespace.update(self._written)  # C code may call what compares them with the program's own, by `is`
        function: Callable[..., Any] = namespace[self.name]
        return function


def to_source(node: Node, *, guards: bool = False) -> Source:
    """A recorded call as straight-line Python: a function of its arguments, in which each statement that ran stands
    once for each time that it ran, and calls are written out.

    guards: assert that each branch goes the way that it went; other arguments may take another path, for which the
    code would be wrong. An operation that raises although it did not then, raises its own exception.

    Called with equal arguments, the function does what was recorded; with others, what the program does for them, if
    they take the same path. Loaded from outside are globals; results of impure primitives (rules/impurity.py) are those
    of the record. Both stand at the beginning of the text. What C code called back, generators and coroutines, and
    functions that look at their frame are called as they are.

    Raises TypeError for anything but the node of a call that was entered, ValueError for a record that can't be read,
    or was loaded from a file, for a call that a bound has cut, or where the run has changed what an impure primitive
    gave, as an array of random numbers, and nobody has kept a copy (`Context(snapshot="deep")` does).
    """
    if not isinstance(node, Node):
        raise TypeError(f"to_source() takes a node, as track() returns it, not {described(node)}")
    if not isinstance(node, NestedCallNode):
        hint = "; it is written in C" if isinstance(node, PrimitiveCallNode) else ""
        raise TypeError(f"to_source() takes the node of a call that was entered, not {node.short()}{hint}")
    needs_code(node, "to_source()")
    needs_whole(node, "to_source()")
    writer = Writer(node, guards)
    try:
        writer.write()
    except NotKeptError as lost:
        raise ValueError(f"{root_expression(node)} cannot be written as source: {lost}") from None
    name, body = writer.name, "\n".join(writer.lines) or "pass"
    writer.header.settle(f"{writer.parameters}\n{body}")
    indented = body.replace("\n", "\n    ")
    ir = node.body_ir
    lines = [f"# {root_expression(node)}, {ir.filename}:{ir.line}", *writer.header.write(), "", ""]
    lines.append(f"def {name}({writer.parameters}):")
    if writer.passes:
        inner = writer.header.fresh(name)
        lines += [
            f"    return {inner}({', '.join(writer.passes)})",
            "",
            "",
            f"def {inner}({', '.join(writer.receives)}):",
        ]
    source = Source("\n".join([*lines, f"    {indented}", ""]))
    source.bindings = writer.header.bindings
    source._written = writer.header.written
    source.name = name
    source.module = str(globals_of(node).get("__name__", "replay"))
    return source
