"""Dynamic control dependence: which jumps decided that a node ran.

Found for a call when somebody asks, by going through its jumps: a jump decides about all that runs until its ways meet
again (B. Xin and X. Zhang, "Efficient Online Detection of Dynamic Control Dependence", 2007). Where an exception would
have been caught, by the function or by a caller, every statement that can raise decides about what comes after it.
"""

import operator
from bisect import bisect_right
from typing import Any

from ...ir.control import EXIT, ControlFlow
from ..nodes import (
    ArgumentNode,
    JumpNode,
    NestedCallNode,
    Node,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .index import Index

# of plain numbers and text: what cannot raise
_SAFE = frozenset(map(id, (operator.add, operator.sub, operator.mul, operator.lt, operator.le, operator.eq, operator.ne,
                           operator.gt, operator.ge, operator.is_, operator.is_not, operator.not_, operator.neg,
                           operator.pos, operator.and_, operator.or_, operator.xor, bool)))  # fmt: skip
_PLAIN = frozenset(map(id, (int, float, bool, str, type(None))))
_SAFE_FORMS = frozenset(["tuple", "list", "store", "load", "function", "set_closure", "append", "string", "slice",
                         "yield", "matches"])  # fmt: skip


def can_raise(node: Node) -> bool:
    """Could the statement have raised, had its operands been others of their types?"""
    kind = type(node)
    if kind is PrimitiveCallNode:
        function, *operands = node._operands
        if id(function.value) in _SAFE:
            return not all(id(type(operand.value)) in _PLAIN for operand in operands)
        return True
    if kind is SpecialCallNode:
        return node.name not in _SAFE_FORMS  # type: ignore[attr-defined]
    return kind is NestedCallNode


_flows: dict[tuple[int, bool], tuple[Any, ControlFlow]] = {}


def flow_of(ir: Any, guarded: bool) -> ControlFlow:
    found = _flows.get((id(ir), guarded))
    if found is None:
        found = _flows[id(ir), guarded] = ir, ControlFlow(ir, guarded)
    return found[1]


class Controls:
    """What decided about the nodes of one call: `spans`, from which child on, and the jump that decided."""

    __slots__ = ("deciders", "raisers", "starts")

    def __init__(self, call: NestedCallNode, guarded: bool) -> None:
        flow = flow_of(call.body_ir, guarded)
        self.starts: list[int] = [0]
        self.deciders: list[Node | None] = [None]
        self.raisers: dict[int, Node] = {}  # position -> the last node before it, in its block, that can have raised
        open_jumps: list[tuple[Node, int]] = []  # and the block where their ways meet
        block, raiser = 1, None
        watched = flow.is_guarded(block)
        for child in call.children:
            kind = type(child)
            if watched:
                if raiser is not None:
                    self.raisers[child.position] = raiser
                if kind is not JumpNode and can_raise(child):
                    raiser = child
            if kind is not JumpNode and not (kind is RaiseNode and child.target is not None):
                continue
            if flow.can_fork(block) or kind is RaiseNode:
                join = flow.joins[block]
                if open_jumps and open_jumps[-1][1] == join:
                    open_jumps.pop()
                open_jumps.append((child, join))
            block, raiser = child.target, None
            watched = flow.is_guarded(block)
            while open_jumps and open_jumps[-1][1] == block and block != EXIT:
                open_jumps.pop()
            self.starts.append(child.position)
            self.deciders.append(open_jumps[-1][0] if open_jumps else None)

    def of(self, node: Node) -> list[Node]:
        """What decided, within the call, that `node` ran; nothing if it ran whenever the call did."""
        decider = self.deciders[bisect_right(self.starts, node.position - 1) - 1]
        raiser = self.raisers.get(node.position)
        return [one for one in (decider, raiser) if one is not None]


class _Calls:
    """The controls of the calls of one record, by call."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.known: dict[Node, Controls] = {}
        self.guarded: dict[Node, bool] = {}

    def of(self, call: NestedCallNode) -> Controls:
        found = self.known.get(call)
        if found is None:
            found = self.known[call] = Controls(call, self.is_guarded(call))
        return found

    def is_guarded(self, call: Node) -> bool:
        """Does somebody above catch what comes out of this call?"""
        above: list[Node] = []
        one: Node | None = call
        while one is not None and one not in self.guarded:
            above.append(one)
            one = one.parent
        for node in reversed(above):
            parent = node.parent
            if parent is None:
                self.guarded[node] = False
            elif not isinstance(parent, NestedCallNode) or node.location is None:
                self.guarded[node] = self.guarded.get(parent, False) or self._is_caught(parent)
            else:
                self.guarded[node] = self.guarded[parent] or self._is_caught(node)
        return self.guarded[call]

    def _is_caught(self, node: Node) -> bool:
        parent = node.parent
        if not isinstance(parent, NestedCallNode) or node.location is None:
            return False
        return flow_of(parent.body_ir, False).is_guarded(node.location.block)


def controls(index: Index, node: Node) -> list[Any]:
    """What decided that a node ran: jumps and exceptions of its call, else the call itself, and of a generator's frame
    where it was suspended before and who went on with it. A tuple of a node stands for that it ran, not for its value.
    """
    call = node.parent
    if call is None:
        return []
    if not isinstance(call, NestedCallNode):
        return [(call,)]
    calls = index.controls
    if calls is None:
        calls = index.controls = _Calls(index)
    found: list[Any] = list(calls.of(call).of(node))
    if not any(type(one) is JumpNode or type(one) is RaiseNode for one in found):
        found.append((call,))
    segments = index.segments.get(call)
    if segments:
        firsts = [segment.first for segment in segments]
        k = bisect_right(firsts, node.position - 1) - 1
        if k >= 0:
            if k and node.position - 1 == segments[k].first:
                k -= 1  # what suspends a frame is done when that goes on, but began before
            found.append((segments[k].resumer,))
            if k:
                found.append((call.children[segments[k].first],))
    return found


