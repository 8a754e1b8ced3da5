"""Nodes by what they are: by kind, function, place, value, metadata, or by a predicate of yours."""

from collections.abc import Callable
from typing import Any

from ...record.classes import is_a
from ...record.nodes.kinds import CallNode
from ...record.nodes.loaded import needs_objects
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from ...record.values import described
from ..saving.plain import NAMES
from .answers import Answers
from .asked import check_node, place_of, signature_of, takes_one
from .calls import calling
from .telling import where
from .walk import nodes_in

Predicate = Callable[[Node], Any]
_ANY: Any = object()
_PLAIN = (int, float, complex, bool, str, bytes)


class Nodes(Answers[Node]):
    """Nodes in the order in which they are printed; `print` shows each with its place."""

    noun = "nodes"

    def line(self, item: Node) -> str:
        return f"{node_text(item)}  {where(item)}"


def find(
    node: Node,
    predicate: Predicate | None = None,
    *,
    kind: type[Node] | None = None,
    function: Callable[..., Any] | str | None = None,
    at: int | str | None = None,
    value: Any = _ANY,
    metadata: Any = _ANY,
) -> Nodes:
    """The nodes within `node`, itself included, for which all that is given holds.

    predicate: a function of a node. kind: a class of nodes. function: they call it; a function or its name. at: they
    ran there, "cart.py:12" or a line of the file in which the function of `node` is. value: they have that very
    object, or a number or text equal to it. metadata: a key that they have in theirs.

    Raises TypeError for what is none of these; ValueError for a function or an object itself, if the record was loaded
    from a file.
    """
    check_node("find", node)
    tests: list[Predicate] = []
    if kind is not None:
        tests.append(_of_kind(kind))
    if at is not None:
        place = place_of("find", at, node)
        tests.append(lambda one: one.line == place.line and place.is_of(one.file))
    if function is not None:
        is_called = calling("find", node, function)
        tests.append(lambda one: isinstance(one, CallNode) and is_called(one))
    if value is not _ANY:
        if not is_a(value, *_PLAIN) and id(value) not in NAMES and value is not None:
            needs_objects(node, "find() of an object", "ask by a predicate of nodes")
        tests.append(lambda one: _is_same(one.value, value))
    if metadata is not _ANY:
        tests.append(_with_metadata(metadata))
    if predicate is not None:
        tests.append(_checked(predicate))
    if not tests:
        raise TypeError("find() takes a predicate of nodes, or kind=, function=, at=, value= or metadata=")
    return Nodes(one for one in nodes_in(node) if all(test(one) for test in tests))


def _of_kind(kind: Any) -> Predicate:
    if not (isinstance(kind, type) and issubclass(kind, Node)):
        raise TypeError(f"find() takes as kind a class of nodes, such as irtrack.JumpNode, not {described(kind)}")
    return lambda one: isinstance(one, kind)


def _with_metadata(key: Any) -> Predicate:
    try:
        hash(key)
    except TypeError as error:
        raise TypeError(
            f'find() takes as metadata a key that nodes have in theirs, as in metadata="name", not {described(key)}'
        ) from error
    return lambda one: key in one.metadata


def _checked(predicate: Any) -> Predicate:
    if not takes_one(predicate):
        raise TypeError(
            f"find() takes a function of a node, as in find(node, lambda one: one.line == 12), not "
            f"{described(predicate)}{signature_of(predicate)}"
        )
    return predicate


def _is_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    return is_a(one, *_PLAIN) and is_a(other, *_PLAIN) and bool(one == other)
