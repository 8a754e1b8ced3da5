"""Exceptions: which statement raised, and where control went."""

from ...cpython.lift import EFFECT, TESTED, Item
from ...cpython.marks import Mark, MarkKind
from ...cpython.opcodes import NUMBER
from ...ir.language import Location, Raise
from ..nodes.kinds import RaiseNode
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from ..recompute import truth
from .cursor import Cursor
from .frames import raised_by
from .plan import IF, RAISE, RETURN, BlockPlan, Operands

_UNWIND, _HANDLER = MarkKind.UNWIND, MarkKind.HANDLER
_new = object.__new__
_END_ASYNC_FOR = NUMBER["END_ASYNC_FOR"]


class Raising(Cursor):
    """Makes the nodes of exceptions."""

    __slots__ = ()

    def _raised_by(
        self, block: BlockPlan, mark: Mark, item: Item, location: Location, operands: Operands, after: int
    ) -> bool:
        """Does the mark say that something was raised here, by this item or just before it? Then make the node."""
        raised = self._raised_at(block, mark, after, item.order, item.kind in (EFFECT, TESTED))
        if raised is None:
            return False
        if raised == item.order:
            self._raise(block, item, location, operands, raised)
        else:
            self._raise(block, None, block.location, None, raised)
        return True

    def _raised_by_end(self, block: BlockPlan, mark: Mark) -> bool:
        """The same for the end of the block."""
        raised = self._raised_at(block, mark, block.after, None, bool(block.edges))
        if raised is None:
            return False
        reads = self._tests_truth(block, raised) if block.end == IF else raised == block.lifted.end
        self._raise(block, None, block.location, block.operands if reads else None, raised)
        return True

    def _tests_truth(self, block: BlockPlan, order: int) -> bool:
        """Was it raised by the instruction that asks for the truth of the condition at the end of a block? Else it was
        the load of a local variable, or a signal.
        """
        if order < 0 or self._owner() < 0 or any(at == order for at, _, _ in block.lifted.checks):
            return False
        return truth(self.environment[block.condition].value) is None

    def _has_bare_raise(self) -> bool:
        """Does some block end with a `raise` of nothing? What it raises comes out of another frame, most often."""
        return any(
            isinstance(block.terminator, Raise) and block.terminator.again and not block.reads
            for block in self.plan.lifted.blocks
        )

    def _owner(self) -> int:
        """The instruction that the mark which comes next says has raised; negative if that is lost."""
        return self.template.owner(self.entries[self.position + 1 + self.template.suspends])

    def _raised_at(self, block: BlockPlan, mark: Mark, after: int, order: int | None, may_pass: bool) -> int | None:
        """The order of the instruction that raised, if it lies in this block, behind `after` and not behind `order`.

        An order of None is the end of the block. The result is None if the mark tells of no exception, or of another.
        `may_pass`: may control have gone on behind it, which leaves no entry?
        What lies before has given its value; a lasti that points there is an older one, restored by a reraise.
        -1 for a jump into the block that is none in the IR: a signal (Ctrl-C) raises there, nothing else.
        """
        if mark.kind is not _HANDLER and mark.kind is not _UNWIND:
            return None
        if self.end is not None and self.position >= self.end:  # the mark is another frame's
            return None
        lifted = self.plan.lifted
        last = block.lifted.end if order is None else order
        owner = self._owner()
        if owner < 0:  # the place is lost: a reraise of an exception without traceback, or a signal in a trampoline
            if may_pass and self._has_bare_raise():
                return None
            handlers = [handler.target for handler in lifted.ir.blocks[block.number - 1].handlers]
            if mark.kind is _HANDLER:
                return last if lifted.handler_blocks[mark.index] in handlers else None
            return None if handlers and order is None and block.edges else last
        instruction = lifted.representative[owner]
        raised = block.lifted.order.get(instruction)
        if raised is None and after < 0 and instruction not in lifted.block_of:
            return -1
        if raised is not None and after < raised <= last:
            return raised
        if self.hooked and order is None and block.end == RETURN:  # a hook, at a return that others are copies of
            return last
        # a reraise, which restores an older lasti
        return (
            last if (block.end == RAISE if order is None else self._reraises(block, order, instruction, mark)) else None
        )

    def _reraises(self, block: BlockPlan, order: int, raised: int, mark: Mark) -> bool:
        """Is it the end of an `async for` of that order, which raised what came from that instruction again?"""
        lifted = self.plan.lifted
        opcodes = self.template.instructions.opcodes
        if not any(opcodes[i] == _END_ASYNC_FOR for i, other in block.lifted.order.items() if other == order):
            return False
        blocks = lifted.ir.blocks
        handlers = [handler.target for handler in blocks[lifted.block_of.get(raised, block.number) - 1].handlers]
        outer = [handler.target for handler in blocks[block.number - 1].handlers]
        return block.number in handlers and (mark.kind is _UNWIND or lifted.handler_blocks[mark.index] in outer)

    def _raise(
        self,
        block: BlockPlan,
        item: Item | None,
        location: Location,
        operands: Operands | None,
        order: int,
        nested: NestedCallNode | None = None,
    ) -> None:
        """Make the node of an exception, and go to its handler. It came out of `item`, or of the end of the block."""
        entries, environment = self.entries, self.environment
        mark = entries[self.position]
        self.position += 3 + self.template.suspends
        told = entries[self.position - 1]
        exception = raised_by(told)
        reads = operands(environment) if operands is not None else ()
        statement = item.statement if item is not None else None
        raised = told if told is not exception else _new(RaiseNode)  # the node that a hook has made, or a new one
        rare = told._rare if told is not exception else None  # with the metadata that it was given
        place = self.plan.place_at(block, order) if item is None else None
        RaiseNode.__init__(
            raised, self.node, len(self.children) + 1, location, exception, statement, reads, nested, None, (), place
        )
        raised._rare = rare
        self.block, self.passed = None, ()
        if mark.kind is _HANDLER:
            lifted = self.plan.lifted
            raised.target = target = lifted.handler_blocks[mark.index]
            arguments = self.plan.passed_by_raise(block, order, target)
            known = len(environment) - lifted.size  # constants that only a handler is passed come up late
            environment += [TapeConstant(c.value) for c in lifted.constants[known:]]
            raised._operands = self.passed = tuple([environment[i] if i else raised for i in arguments])
            self.block = self.plan.blocks[target - 1]
        self.jump = raised
        self.children.append(raised)
        self._give(raised, len(self.frames))
