"""What questions take: nodes, functions that tell, places in a source file. What is wrong is said at once."""

import inspect
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard

from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.values import described


def check_node(question: str, node: Any) -> None:
    if not isinstance(node, Node):
        raise TypeError(f"{question}() takes a node, as track() returns it, not {described(node)}")


def check_predicate(question: str, predicate: Any) -> None:
    if not takes_one(predicate):
        raise TypeError(
            f"{question}() takes a function that says of a value whether it is meant, as in "
            f"{question}(node, lambda value: value == 0), not {described(predicate)}{signature_of(predicate)}"
        )


def takes_one(function: object) -> TypeGuard[Callable[[Any], Any]]:
    """Is it a function that can be called with one argument? Of what does not tell what it takes, it is assumed."""
    if not callable(function) or isinstance(function, type):
        return False
    try:
        inspect.signature(function).bind(None)
    except ValueError:
        return True
    except TypeError:
        return False
    return True


def signature_of(function: Any) -> str:
    """`, which takes (x, n)`, of a function that tells it."""
    try:
        return f", which takes {inspect.signature(function)}" if not isinstance(function, type) else ""
    except (TypeError, ValueError):
        return ""


class SourcePlace(NamedTuple):
    """`nan.py:97`: a line of a file; `file` is None where any is meant."""

    file: str | None
    line: int

    def is_of(self, filename: str | None) -> bool:
        """Is that file meant? A path is, which ends with what was given."""
        if self.file is None or filename is None:
            return self.file is None
        wanted, there = self.file.replace(os.sep, "/"), filename.replace(os.sep, "/")
        return there == wanted or there.endswith("/" + wanted.removeprefix("./"))

    @staticmethod
    def is_one(given: str) -> bool:
        """Is it written like the place of a line?"""
        return _PLACE.fullmatch(given) is not None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file is not None else f"line {self.line}"


_PLACE = re.compile(r"(?P<file>[^\s:].*\.py|<.+>):(?P<line>\d+)")


def place_of(question: str, given: Any, node: Node) -> SourcePlace:
    """The place that `"nan.py:97"` names, or 97 in the file of the call that is asked."""
    if isinstance(given, int) and not isinstance(given, bool):
        if given < 1:
            raise ValueError(f"{question}() takes a line, which are counted from 1, not {given}")
        ir = node.body_ir if isinstance(node, NestedCallNode) else node.ir
        return SourcePlace(ir.filename if ir is not None else None, given)
    found = _PLACE.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise TypeError(f'{question}() takes a place as "file.py:12", or as a line, 12, not {described(given)}')
    return SourcePlace(found["file"], int(found["line"]))
