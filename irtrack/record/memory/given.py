"""What generators have given to whoever has asked them: C code does not say what it got from which.

A generator gives by `yield`, or has an iterator give what comes next, by `yield from`: it has delegated to that.
"""

from collections.abc import Iterator
from typing import Any

from ...cpython.lift import lift_once
from ...ir.language import Special
from ..classes import is_a
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from .beside import beside_of
from .shadows import SUSPENDED, can_change

_FURTHEST = 40  # steps back
_LEADING_ON = "views", "iterates", "rearranges", "copies", "get_slice"  # what gives the items of what it is given


class Given:
    """What generators have given, by the ids of the values: the operands that these have had."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self._by: dict[Any, tuple[int, dict[int, Any]]] = {}  # of calls: how many nodes, what `by` gave
        self._delegated: dict[Any, tuple[int, list[Any]]] = {}  # the same of `yield from`
        self._branches: dict[Any, tuple[int, bool]] = {}  # and of jumps
        self.looked_for: set[int] = set()  # vertices of what gave something, of which is being asked what else it could

    def by(self, generator: Any) -> dict[int, Any]:
        """The operands of `yield` of a generator, the latest for each value, by ids; looked at once."""
        call = self.memory.maker_of(generator)
        if type(call) is not NestedCallNode:
            return {}
        count, found = self._by.get(call, (0, {}))
        children = call.children
        while count < len(children) and hasattr(children[count], "_vertex"):
            count += 1
            self._note(yielded_at(children[count - 1]), found)
        if count < len(children):  # where it is suspended
            self._note(yielded_at(children[count]), found)
        self._by[call] = count, found
        return found

    @staticmethod
    def _note(operand: Any, found: dict[int, Any]) -> None:
        if operand is not None:
            found[id(operand.value)] = operand

    def branches(self, call: NestedCallNode) -> bool:
        """The same as `has_branches`, of a generator that has come further each time it is asked."""
        count, found = self._branches.get(call, (0, False))
        if not found:
            children = call.children
            found = any(map(_forks, children[count:]))
            self._branches[call] = len(children), found
        return found

    def delegated_to(self, vertex: int) -> list[Any]:
        """The operands of `yield from` in what ran within a node."""
        operands = [delegated_at(self.memory.nodes[one]) for one in self.memory.data[vertex]]
        return list(dict.fromkeys([one for one in operands if one is not None]))

    def delegated_by(self, call: Any) -> Iterator[Any]:
        """The operands of `yield from` of a call of a generator, and of generators to which it has delegated."""
        waiting = [call] if type(call) is NestedCallNode else []
        for one in waiting:
            for operand in self._delegated_by(one) if one.template.delegates else ():
                if not is_a(operand.value, *SUSPENDED):
                    yield operand
                    continue
                inner = self.memory.maker_of(operand.value)
                if inner is not None and inner not in waiting:
                    waiting.append(inner)

    def _delegated_by(self, call: NestedCallNode) -> list[Any]:
        count, found = self._delegated.get(call, (0, []))
        children = call.children
        found += [operand for node in children[count:] if (operand := delegated_at(node)) is not None]
        self._delegated[call] = len(children), found
        if children and self.memory.code_of(call).delegates(children[-1]):  # and never came back
            return [*found, children[-1]]
        return found


def goes_over(memory: Any, maker: Any) -> Iterator[Any]:
    """The operands of what has made an iterator, and of what has made the views and copies among them, wherever that
    was.
    """
    waiting = [maker]
    for one in waiting:
        leads_on = type(one) is PrimitiveCallNode and (one is maker or memory.acts(one)[0] in _LEADING_ON)
        if leads_on or (one is maker and type(one) is NestedCallNode):  # of a generator
            operands = one._operands[1:] if len(waiting) < _FURTHEST else ()
            yield from operands
            waiting += [_made_by(memory, operand) for operand in operands]


def _made_by(memory: Any, operand: Any) -> Any:
    """The node that made what an operand has, if that was not itself."""
    maker = made_by(memory, operand.value) if type(operand) is not PrimitiveCallNode else None
    return maker if maker is not None and maker.value is operand.value else operand


def made_by(memory: Any, value: Any) -> Any:
    """The node that has made an object, or has brought it up first; None if none has."""
    made = memory.made.get(id(value))
    return memory.nodes[made[0]] if made is not None else None


def given_to(memory: Any, vertex: int) -> list[Any]:
    """What generators have given to C code while a node ran: values that can change, and to what they delegate."""
    if vertex >= len(memory.data):  # it is no node that reads, but a call that takes what a star passes
        return []
    nodes = [memory.nodes[one] for one in memory.data[vertex]]
    operands = [operand for node in nodes for operand in (yielded_at(node), delegated_at(node))]
    found = [operand.value for operand in operands if operand is not None]
    return list({id(one): one for one in found if can_change(one)}.values())


def yielded_at(node: Any) -> Any:
    """The operand of a `yield`, whether the generator has gone on there or was closed; None if a node is none."""
    return _suspended_with(node, "yield")


def delegated_at(node: Any) -> Any:
    """The same of `yield from`."""
    return _suspended_with(node, "yield_from")


def _suspended_with(node: Any, name: str) -> Any:
    if type(node) is SpecialCallNode:
        return node._operands[0] if node.name == name else None
    if type(node) is not RaiseNode or node.statement is None or not node._reads:
        return None
    expression = node.statement.expression
    return node._reads[0] if type(expression) is Special and expression.name == name else None


def has_branches(call: Any) -> bool:
    """Could a call have ended elsewhere, or come by a jump that decides about more than how often a loop turns?"""
    beside = beside_of(lift_once(call.template))
    return len(beside.returned) > 1 or bool(beside.flow.protected) or any(map(_forks, call.children))


def _forks(node: Any) -> bool:
    return type(node) is JumpNode and node._condition is not None and node.test != "is exhausted"


def behind_stars(call: Any) -> tuple[Any, ...]:
    """The operands of a call that are behind stars."""
    count, _, starred = call._split()
    return tuple(call._operands[1 + count : 1 + count + starred])


def is_gathered(operand: Any) -> bool:
    """Is it a parameter for which a tuple, or a dict, is made of what else is passed?"""
    if type(operand) is not ArgumentNode or operand.branch is not None or type(operand.parent) is not NestedCallNode:
        return False
    code = operand.parent.template.code
    return operand.position - 2 >= code.co_argcount + code.co_kwonlyargcount  # behind the function and the others
