"""All calls of a function, with arguments and results."""

from collections.abc import Callable, Iterable, Mapping
from types import MethodType
from typing import Any, NamedTuple

from ...record.nodes.kinds import ArgumentNode, CallNode
from ...record.nodes.loaded import needs_objects
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.values import callable_name, described, typed_text, value_text
from ..saving.plain import NAMES
from .answers import Answers
from .asked import check_node
from .telling import where
from .walk import nodes_in


class Called(NamedTuple):
    """`improve(guess=1.0, x=2.0) → 1.5::float`: a call.

    arguments: values by the names of parameters; what C code was given has numbers, from 1, and the names of keywords.
    result: None if it raised `exception`. node: of the record.
    """

    arguments: Mapping[int | str, Any]
    result: Any
    exception: BaseException | None
    node: CallNode

    @property
    def name(self) -> str:
        return callable_name(self.node.function.value)

    def __repr__(self) -> str:
        texts = [value_text(v) if isinstance(k, int) else f"{k}={value_text(v)}" for k, v in self.arguments.items()]
        end = f" raises {value_text(self.exception)}" if self.exception is not None else f" → {typed_text(self.result)}"
        return f"{self.name}({', '.join(texts)}){end}"


class Calls(Answers[Called]):
    """The calls of a function, in the order in which they began; `print` shows a line for each."""

    noun = "calls"

    def line(self, item: Called) -> str:
        return f"{item!r}  {where(item.node)}"


def calls(node: Node, function: Callable[..., Any] | str) -> Calls:
    """All calls of `function` within `node`, itself included.

    function: a function, method or class, or its name: `add` is any of that name, `Cart.add` that of a class.

    Raises TypeError for anything else; ValueError for a function itself, if the record was loaded from a file.
    """
    check_node("calls", node)
    is_called = calling("calls", node, function)
    return Calls(_called(one) for one in nodes_in(node) if isinstance(one, CallNode) and is_called(one))


def calling(question: str, node: Node, function: Any) -> Callable[[CallNode], bool]:
    """Whether a node is a call of that function, in the record of `node`."""
    if isinstance(function, str) and function:
        name, ending = function, "." + function
        return lambda node: any(one == name or one.endswith(ending) for one in _names(node))
    if not callable(function):
        raise TypeError(f"{question}() takes a function or its name, not {described(function)}")
    wanted = _bare(function)
    if id(wanted) not in NAMES:
        instead = f'ask by its name, as in {question}(node, "{callable_name(function)}")'
        needs_objects(node, f"{question}() of a function itself", instead)
    return lambda node: _bare(node._operands[0].value) is wanted


def _bare(called: Any) -> Any:
    return called.__func__ if type(called) is MethodType else called


def _names(node: CallNode) -> tuple[str, ...]:
    return callable_name(node._operands[0].value), getattr(node._operands[0], "name", None) or ""


def _called(node: CallNode) -> Called:
    result = node.value if node.exception is None else None
    return Called(dict(_arguments(node)), result, node.exception, node)


def _arguments(node: CallNode) -> Iterable[tuple[int | str, Any]]:
    if isinstance(node, NestedCallNode):
        for child in node:
            if not isinstance(child, ArgumentNode) or child.location is None or child.location.block != 1:
                return
            if child.position > 1:
                yield child.name, child.value
        return
    for number, argument in enumerate(node.arguments, 1):
        yield number, argument.value
    if node.varargs is not None:
        yield "*", node.varargs.value
    for name, argument in node.keywords.items():
        yield name, argument.value
