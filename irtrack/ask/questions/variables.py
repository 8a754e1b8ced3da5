"""The values of a variable: parameters, assignments to locals, stores to cells and globals.

Assignments to locals have no nodes: which there are says the code, their values are those of other nodes, or constants.
"""

from collections.abc import Iterator
from typing import Any

from ...cpython.lift import lift_once
from ...cpython.lift.names import Store, stores_of
from ...ir.language import Constant, Unbound
from ...record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node

Value = tuple[Any, Node | None, int | None]
_START = -1  # before all instructions of a block


class Variables:
    """The variable of that name, all if that is None, of functions whose name ends with `owner`, if one is given."""

    def __init__(self, owner: str | None, name: str | None) -> None:
        self.owner = owner
        self.name = name
        self._codes: dict[int, _Code | None] = {}  # by the id of a template
        self._frames: dict[Node, _Frame] = {}

    def values(self, node: Node) -> Iterator[Value]:
        """What was assigned when a node was done."""
        if isinstance(node, NestedCallNode):
            self._frames.pop(node, None)
        call = node.parent
        if not isinstance(call, NestedCallNode):
            return
        code = self._code(call)
        if code is None:
            return
        if isinstance(node, SpecialCallNode) and node.name == "store":
            if node.operands[0].value == self.name:
                yield node.value, node, node.line
        elif isinstance(node, ArgumentNode) and _is_parameter(node) and node.name == self.name and node.position > 1:
            yield node.value, node, call.body_ir.line
        if code.stores or self.name in code.arguments:
            frame = self._frames.get(call)
            if frame is None:
                frame = self._frames[call] = _Frame(code)
            yield from frame.values(node)

    def _code(self, call: NestedCallNode) -> "_Code | None":
        """Of the function that was called; None if its variable is not meant."""
        template = call.template
        if id(template) not in self._codes:
            name = call.body_ir.name
            is_meant = self.owner is None or name == self.owner or name.endswith("." + self.owner)
            self._codes[id(template)] = _Code(template, self.name) if is_meant else None
        return self._codes[id(template)]


class _Code:
    """What a function's code says of a variable."""

    def __init__(self, template: Any, name: str | None) -> None:
        self.template = template  # so that its id comes up for no other
        self.name = name
        all_stores = stores_of(template) if name is None or name in template.code.co_varnames else {}
        self.stores: dict[int, list[Store]] = {
            block: [store for store in stores if name is None or store.name == name]
            for block, stores in all_stores.items()
        }
        lifted = lift_once(template)
        # of each block the order of its first instruction that has a node, and its last argument, 0 if it has none
        self.first = {number: (block.items[0].order if block.items else block.end)
                      for number, block in enumerate(lifted.blocks, 1)}  # fmt: skip
        self.last_argument = {block.number: block.arguments[-1].variable if block.arguments else 0
                              for block in lifted.ir.blocks}  # fmt: skip
        self.arguments = {argument.name for block in lifted.ir.blocks[1:] for argument in block.arguments}
        self.orders = {item.statement.variable: item.order for block in lifted.blocks for item in block.items}
        self.following: dict[int, int] = {}  # variable -> the order of the next statement in its block
        for block in lifted.blocks:
            ends = [item.order for item in block.items[1:]] + [block.end]
            for item, end in zip(block.items, ends, strict=False):
                self.following[item.statement.variable] = end


class _Frame:
    """A frame that is being gone through."""

    def __init__(self, code: _Code) -> None:
        self.code = code
        self.nodes: dict[int, Node] = {}  # by the number of a variable, its latest run
        self.block = 1
        self.waiting: list[Store] = list(code.stores.get(1, ()))
        self.last: Any = _START  # the value that was seen last

    def values(self, node: Node) -> Iterator[Value]:
        code, location = self.code, node.location
        if location is None:
            return
        if isinstance(node, JumpNode) or (isinstance(node, RaiseNode) and node.target is not None):
            yield from self._until(code.orders.get(location.number, 1 << 60) if location.kind == "%" else 1 << 60)
            self.block = node.target or 0
            self.waiting = list(code.stores.get(self.block, ()))
            if not code.last_argument.get(self.block, 0):
                yield from self._until(code.first.get(self.block, _START))
            return
        if location.kind == "%":
            yield from self._until(code.orders.get(location.number, _START))
            self.nodes[location.number] = node
            if isinstance(node, ArgumentNode):
                if node.name == code.name and not _is_parameter(node) and not self._is_known(node.value):
                    yield self._seen(node.value, node, node.line)
                if location.number == code.last_argument[self.block]:
                    yield from self._until(code.first[self.block])
            else:
                yield from self._until(code.following.get(location.number, _START))
        else:
            yield from self._until(1 << 60)

    def _until(self, order: int) -> Iterator[Value]:
        """The assignments before the instruction of that order."""
        while self.waiting and self.waiting[0].order < order:
            store = self.waiting.pop(0)
            if isinstance(store.operand, Constant):
                yield self._seen(store.operand.value, None, store.place.line)
            elif store.operand.number in self.nodes:
                made = self.nodes[store.operand.number]
                yield self._seen(made.value, made, store.place.line)

    def _is_known(self, value: Any) -> bool:
        """Is it what the variable had before, or has it none?"""
        return value is self.last or type(value) is Unbound

    def _seen(self, value: Any, node: Node | None, line: int | None) -> Value:
        self.last = value
        return value, node, line


def _is_parameter(node: ArgumentNode) -> bool:
    return node.location is not None and node.location.block == 1 and not isinstance(node.branch, JumpNode)
