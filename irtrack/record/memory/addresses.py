"""Which other objects a store could have gone to.

`boxes[i].v = 1` writes to one box; with another `i` it would have been another one, which then reads `v` from there.
So a store by way of a reference that was selected, by an index, a branch or what a call returned, is an event for all
objects that could have been selected in its place.
"""

from typing import Any

from ...ir.language import Constant, Variable
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, ReturnNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .shadows import UNCHANGING, Shadow

_FURTHEST = 40  # steps from a store back to where its object was made

Others = tuple[tuple[Any, ...], tuple[Shadow, ...]]  # objects, and containers of which it could have been any item
NONE: Others = (), ()


class Addresses:
    """For each node that has an object: the others that it could have had."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self.known: dict[int, Others] = {}  # by vertices
        self.items: dict[Shadow, Others] = {}  # any item of a container, and nothing else
        self.stored: dict[int, Any] = {}  # the vertex of what stored an item -> what, which could have been no other
        self._depth = 0

    def others(self, operand: Any) -> Others:
        """What an operand could have been in the place of its value."""
        if type(operand) is TapeConstant or not self.memory.whole:
            return NONE
        vertex = operand._vertex
        found = self.known.get(vertex)
        if found is None:
            found = self._any_item(operand)
            if found is None:
                found = self._passed(operand)
            self.known[vertex] = found
        return found

    def _passed(self, node: Any) -> Others:
        """The same, back to where a parameter's value was before it was passed."""
        chain, found = [node], None
        while found is None and type(node) is ArgumentNode and type(node.branch) is NestedCallNode:
            passed = passed_by_call(node)
            if not isinstance(passed, Node) or passed.value is not node.value:
                break
            node = passed
            found = self.known.get(node._vertex)
            chain.append(node)
        if found is None:
            found = self._others(node)
        for one in chain:
            self.known[one._vertex] = found
        return found

    def _others(self, node: Node) -> Others:
        """Back along the nodes that the value went through unchanged, to the one that made it."""
        objects: dict[int, Any] = {}  # not `dict[int, Any]()`, which takes ten times as long
        containers: dict[int, Shadow] = {}
        one: Any = node
        for _ in range(_FURTHEST):
            known = self.known.get(one._vertex)
            if known is not None:
                objects.update((id(other), other) for other in known[0])
                containers.update((id(other), other) for other in known[1])
                break
            kind = type(one)
            if kind is ArgumentNode:
                if isinstance(one.branch, NestedCallNode):
                    one = passed_by_call(one)
                elif one.branch is not None:
                    self._add(objects, self._passed_otherwise(one))
                    one = one._operands[0] if one._operands else None
                else:
                    one = self._origin(one)
            elif kind is NestedCallNode:
                one = self._returned(one, objects)
            elif kind is PrimitiveCallNode and self._is_of_attributes(one):
                owners, selected = self.others(one._operands[1])
                objects.update((id(owner), owner) for owner in owners)  # each is known as its `__dict__`, too
                containers.update((id(container), container) for container in selected)
                break
            elif kind is PrimitiveCallNode or kind is SpecialCallNode:
                one = self._loaded(one, containers)
                if self._depth < _FURTHEST and isinstance(one, Node) and one.value is node.value:
                    self._depth += 1
                    found = self.others(one)  # which is known next time
                    self._depth -= 1
                    objects.update((id(other), other) for other in found[0])
                    containers.update((id(other), other) for other in found[1])
                    break
            else:
                break
            if not isinstance(one, Node):
                break
        objects.pop(id(node.value), None)
        return (tuple(objects.values()), tuple(containers.values())) if objects or containers else NONE

    def _any_item(self, node: Any) -> Others | None:
        """The same of an item, if all that is known is that a computed index selected it; written out, for it often is
        asked.
        """
        operands = node._operands
        if type(node) is not PrimitiveCallNode or len(operands) != 3 or type(node.value) is dict:
            return None
        _, container, key = operands
        memory, known, value = self.memory, self.known, node.value
        shadow = memory.shadows.get(id(container.value))
        if shadow is None or id(value) not in shadow.held or type(key) is TapeConstant or key is container:
            return None
        if type(container) is not TapeConstant and known.get(container._vertex) is not NONE:
            return None
        vertex = memory.origins.get(node._vertex)
        if vertex is None or self.stored.get(vertex) is not value:
            origin = self._origin(node)
            stored = stored_by(origin) if origin is not None else None
            if isinstance(stored, Node) and (stored.value is not value or known.get(stored._vertex) is not NONE):
                return None
            if origin is not None:
                self.stored[origin._vertex] = value
        found = self.items.get(shadow)
        if found is None:
            found = self.items[shadow] = (), (shadow,)
        return found

    def _is_of_attributes(self, node: Any) -> bool:
        """Is it `a.__dict__`, or `vars(a)`?"""
        known = self.memory.shadows
        return (
            type(node.value) is dict
            and len(node._operands) > 1
            and known.get(id(node.value)) is not None
            and known.get(id(node.value)) is known.get(id(node._operands[1].value))
        )

    def _origin(self, node: Node) -> Node | None:
        """Who wrote what a node has; not a call that still runs, which has passed it by a star."""
        vertex = self.memory.origin(node)
        found = self.memory.nodes[vertex] if vertex is not None else None
        return found if hasattr(found, "_vertex") else None

    def _add(self, objects: dict[int, Any], values: Any) -> None:
        objects.update((id(one), one) for one in values if id(type(one)) not in UNCHANGING)

    def _passed_otherwise(self, argument: ArgumentNode) -> list[Any]:
        """What other edges would have passed for the argument of a block."""
        frame = self.memory.open.get(argument.parent)
        if frame is None or argument.location is None:
            return []
        target = argument.location.block
        place = (argument.number or 1) if isinstance(argument.number, int) else 1
        found, latest = [], frame.latest(argument)
        for block in frame.code.beside.ir.blocks:
            for edge in block.terminator.edges:
                if edge.target == target and len(edge.arguments) >= place:
                    operand = edge.arguments[place - 1]
                    if isinstance(operand, Constant):
                        found.append(operand.value)
                    elif isinstance(operand, Variable) and latest[operand.number] is not None:
                        found.append(latest[operand.number].value)
        return found

    def _returned(self, call: NestedCallNode, objects: dict[int, Any]) -> Any:
        """What a call returned; where it has branches, it might have been another of its arguments."""
        children = call.children
        last = children[-1] if children else None
        if call.template.suspends or call.template.constructs or type(last) is not ReturnNode:
            return None
        if any(type(child) is JumpNode and child._condition is not None for child in children):
            self._add(objects, [operand.value for operand in call._operands[1:]])
        return last._operands[0]

    def _loaded(self, node: Any, containers: dict[int, Shadow]) -> Any:
        """What a load found: by another index, or in another container, it would have found another."""
        memory, operands = self.memory, node._operands
        if not operands or id(type(node.value)) in UNCHANGING:
            return None
        origin = self._origin(node)
        if type(node) is SpecialCallNode and origin is None:
            return None
        container = operands[0] if type(node) is SpecialCallNode else operands[1] if len(operands) > 1 else None
        if container is not None and id(type(container.value)) not in UNCHANGING:
            shadow = memory.known(container.value)
            if shadow is not None and id(node.value) in shadow.held:
                key = operands[-1]
                if (isinstance(key, Node) and key is not container) or id(key) in memory.constants:
                    containers[id(shadow)] = shadow
                others = self.others(container)
                if others is not NONE:
                    objects, groups = others
                    besides = [*objects, *(held for group in groups for held in group.held.values())]
                    for beside in map(memory.known, besides):
                        if beside is not None and beside.held:
                            containers[id(beside)] = beside
        return stored_by(origin) if origin is not None else None


def passed_by_call(argument: ArgumentNode) -> Any:
    """The operand of a call that a parameter has; None if a star or a default gave it."""
    call = argument.branch
    assert isinstance(call, NestedCallNode)
    return call._operands[number_passed(argument)] if argument.number is not None else None


def number_passed(argument: ArgumentNode) -> int:
    """Which of the operands of a call it is, from 0; of a keyword from the last, -1."""
    call, number = argument.branch, argument.number
    assert isinstance(call, NestedCallNode)
    if isinstance(number, int):
        return number - 1
    assert isinstance(number, str)
    _, names, _ = call._split()
    return names.index(number) - len(names)


def stored_by(origin: Node) -> Any:
    """The operand that a store put there; the node itself, if it is none."""
    if type(origin) is SpecialCallNode and origin.name in ("setattr", "setitem", "store", "append", "put"):
        return origin._operands[-1]
    if type(origin) is PrimitiveCallNode and origin.value is None and len(origin._operands) > 2:
        return origin._operands[-1]  # list.append and the like
    return origin
