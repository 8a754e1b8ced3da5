"""The tape of a run: the operations that its result may have been computed by, in the order in which they ran.

It is made of the record, by code that reads the log (reading/), or node by node. An operation counts if one of its
arguments depends on what is differentiated. Where a number is known to depend on that, and comes out of something that
has no rule, the operation is on the tape all the same: should the result depend on it, the derivative is an error. What
leads out of sight is an error at once.
"""

from collections.abc import Sequence
from typing import Any

from ..record.garbage import rarely
from ..record.memory.schedule import Activation, Schedule
from ..record.nodes.kinds import NativeRootNode, PrimitiveCallNode, SpecialCallNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from .escapes import TAKING_APART
from .handed import check_unused
from .noting import Notes
from .trees import leaves as leaves_of
from .way import Way


class Tape(Notes):
    """A traveller through the record (see record/memory/schedule.py) that notes what depends on `leaves`.

    `steps`: operations, packings, writes. `holders`: of each place the number, or the array that owns the memory.
    `live`: the places that depend on the leaves. Within another derivative (`nested`) the tape has all that is done
    with numbers, since any that comes from outside may depend on what that differentiates by. `handed_out`: numbers
    that derivatives within this run have left behind, of which nobody knows how they were computed.
    """

    def __init__(self, root: Node, leaves: Sequence[Any], nested: bool = False, handed_out: Sequence[Any] = ()) -> None:
        super().__init__(nested)
        self.leaves = [self._new_place(leaf) for leaf in leaves]
        self.live.update(slot for slot, _ in self.leaves)
        unknown = {self._new_place(number)[0] for number in handed_out}
        self.live |= unknown
        self.born.update(id(leaf) for leaf in leaves)
        with rarely():
            if isinstance(root, PrimitiveCallNode):
                self.call(root)
            else:
                way = Schedule(self) if nested else Way(self)
                way.run(root, "finding what the result depends on")
        self.check_memories()
        if unknown:
            check_unused(self.steps, unknown, [self.place(number) for number in leaves_of(root.value)])

    def enter(self, activation: Activation) -> None:
        activation.info = self

    def begin(self, node: Any, activation: Activation) -> None:
        pass

    def leave(self, activation: Activation) -> None:
        pass

    def visit(self, node: Any, activation: Activation) -> None:
        kind = type(node)
        if kind is SpecialCallNode:
            self.special(node)
        elif kind is not NestedCallNode and isinstance(node, PrimitiveCallNode):
            self.call(node)

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        children, first, call = activation.children, position, self.call
        while position < until:
            child = children[position]
            kind = child.__class__
            if kind is PrimitiveCallNode:
                call(child)
            elif kind is SpecialCallNode:
                name = child._statement.expression.name
                if name in TAKING_APART or (name == "store" and self.nested):
                    self.special(child)
            elif position > first and (kind is NestedCallNode or kind is NativeRootNode):
                break
            elif kind is NativeRootNode:
                call(child)
            position += 1
        return position
