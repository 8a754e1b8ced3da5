"""Nodes of a record, copied into another: what did not change keeps its values and metadata."""

from typing import Any

from ...record.log import Log
from ...record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode, ReturnNode, StatementNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand, is_given


def fresh_log(call: NestedCallNode) -> Log:
    """A log for a call that is made of nodes: it says which code ran, and no more."""
    log = Log([call.log.entries[call.start]], call.log.context)
    log._ends = {0: 1}
    log._scanned = 1
    return log


def is_made_of_nodes(call: NestedCallNode) -> bool:
    return len(call.log.entries) == 1


def copy_call(call: NestedCallNode, parent: Node, operands: tuple[Operand, ...]) -> NestedCallNode:
    """A call and all in it, below another node. What has a log is decoded again when somebody looks, unless somebody
    gave metadata to a node in it.
    """
    new = _shell(call, parent, operands)
    waiting = [(call, new)]
    while waiting:
        old, made = waiting.pop()
        if not is_made_of_nodes(old) and not _has_metadata(old):
            continue
        made._elsewhere, made._resumed = getattr(old, "_elsewhere", []), getattr(old, "_resumed", [])
        children: dict[Node, Node] = {}
        for child in old.children:
            copied = _copy(child, made, children)
            children[child] = copied
            if isinstance(child, NestedCallNode) and isinstance(copied, NestedCallNode):
                waiting.append((child, copied))
            if child._frames:
                frames = [(one, _shell(one, copied, one._operands)) for one in child._frames]
                copied._frames = tuple(new_one for _, new_one in frames)
                waiting += frames
        made._children = tuple(children.values())
    return new


def _shell(call: Any, parent: Node, operands: tuple[Operand, ...]) -> NestedCallNode:
    new = NestedCallNode(
        parent, call.position, call.location, None, operands, call._statement, call.log, call.start, call.exception
    )
    new._keyword_names = call._keyword_names
    new.value = call.value
    _copy_metadata(call, new)
    return new


def _copy_metadata(old: Node, new: Node) -> None:
    if is_given(old):
        new._more().is_given = True
    if old._metadata is not None:
        new._metadata = dict(old._metadata)


def _has_metadata(call: NestedCallNode) -> bool:
    """Did anybody give metadata to a node within a call?"""
    waiting: list[Node] = [call]
    while waiting:
        node = waiting.pop()
        children = (node._children or ()) if isinstance(node, NestedCallNode) else node._frames
        if any(child._metadata is not None for child in children):
            return True
        waiting += children
    return False


def _copy(child: Any, parent: NestedCallNode, children: dict[Node, Node]) -> Node:
    """A child of a call that is copied; `children`: its new siblings so far, by the old ones."""

    def moved(operand: Any) -> Any:
        return children.get(operand, operand) if isinstance(operand, Node) else operand

    operands = tuple(map(moved, child._operands))
    new: Any
    if isinstance(child, NestedCallNode):
        return _shell(child, parent, operands)
    if isinstance(child, ArgumentNode):
        branch = parent if child.branch is child.parent else moved(child.branch)
        new = ArgumentNode(
            parent, child.position, child.location, child.value, child.name, branch, child.number, operands
        )
    elif isinstance(child, JumpNode):
        new = JumpNode(
            parent,
            child.position,
            child.location,
            child.target,
            operands,
            moved(child._condition),
            child.test,
            child.holds,
        )
    elif isinstance(child, RaiseNode):
        reads = tuple(map(moved, child._reads))
        new = RaiseNode(
            parent, child.position, child.location, child.exception, child.statement, reads, moved(child.call),
            child.target, (), child._place,
        )  # fmt: skip
        new._operands = tuple(new if operand is child else moved(operand) for operand in child._operands)
    elif isinstance(child, StatementNode):
        new = type(child)(parent, child.position, child.location, child.value, operands, child._statement)
    else:
        assert isinstance(child, (ReturnNode, Node))
        new = type(child)(parent, child.position, child.location, child.value, operands)
    _copy_metadata(child, new)
    return new  # type: ignore[no-any-return]


def result_of(call: NestedCallNode) -> Node | None:
    """The return of a call whose value is what it returned."""
    last = call.children[-1] if call.children else None
    return last if isinstance(last, ReturnNode) and not call.template.constructs else None
