"""Records that a bound has cut: what they are asked, and what they refuse."""

from typing import Any

from .nested import NestedCallNode
from .node import Node


def _log_of(node: Node) -> Any:
    root: Any = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    if log is not None:
        log.drop_surplus()
    return log


def cut_of(node: Node) -> str:
    """`max_entries=1000`: the bound that has cut the record of a node; "" if it is whole."""
    log = _log_of(node)
    cut: str = "" if log is None else log.cut or log.dropped
    return cut


def ends_at_cut(node: Node) -> bool:
    """Does the record end within the node?"""
    log = _log_of(node)
    if log is None or not log.cut:
        return False
    return node.is_cut if isinstance(node, NestedCallNode) else node.parent is None


def needs_whole(node: Node, what: str) -> None:
    """Raise ValueError if a bound has cut the call, or the record of any other node."""
    cut = cut_of(node)
    if cut and (not isinstance(node, NestedCallNode) or node.is_cut):
        raise ValueError(
            f"{what} needs all of a call, and this record was cut by {cut}: "
            "ask a call within it that has ended, or track with a larger bound"
        )
