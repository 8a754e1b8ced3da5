"""The ends of blocks: a return gives what the call gives, a jump goes where its condition says."""

from ...ir.language import If, Next
from ..nodes.kinds import JumpNode, ReturnNode
from ..recompute import same, truth
from ..values import UNKNOWN, value_text
from .cursor import Cursor, OffThePathError
from .expected import BlockPlan, mismatch


class Ends(Cursor):
    """Holds returns and jumps against the terminator of their block."""

    def returned(self, block: BlockPlan, child: ReturnNode) -> int:
        self.place(child, block.number, "&", 1)
        self.operands(child, child._operands, block.reads)
        self.record.compared += 1
        if len(child._operands) == 1 and child.value is not child._operands[0].value:
            self.report(self.at + 1, f"has the value {value_text(child.value)}, not what it returns")
        node = self.node
        self.record.compared += 1
        value = self.children[1].value if node.template.constructs else child.value
        if node.template.suspends:  # the call gave the generator
            pass
        elif node.exception is not None:
            self.report(self.at + 1, "returns, but the call raised")
        elif node.value is UNKNOWN:  # of a record that was cut just there
            pass
        elif not same(value, node.value) and not (node.log.awaited and node.parent is None):
            self.report(self.at + 1, f"returns {value_text(value)}, but the call gives {value_text(node.value)}")
        self.at += 1
        return 0

    def jumped(self, block: BlockPlan, child: JumpNode) -> int:
        location = child.location
        taken = location.number - 1 if location is not None else 0
        if not 0 <= taken < len(block.edges):
            raise OffThePathError(f"takes the branch {location}, which does not exist")
        self.place(child, block.number, "&", taken + 1)
        edge = block.terminator.edges[taken]
        if child.target != edge.target:
            self.report(self.at + 1, f"goes to §{child.target}, but {location} leads to §{edge.target}")
        self.operands(child, child._operands, block.edges[taken], "argument")
        if child.holds is (taken == 1):
            self.report(self.at + 1, f"takes &{taken + 1}, but says that its condition {'holds' if taken else 'fails'}")
        self.condition(block, child, taken)
        self.jump, self.passed = child, child._operands
        self.at += 1
        return edge.target

    def condition(self, block: BlockPlan, child: JumpNode, taken: int) -> None:
        terminator, condition = block.terminator, child._condition
        if len(block.edges) == 1 or condition is None:
            self.record.compared += 1
            if (len(block.edges) == 1) is not (condition is None):
                self.report(self.at + 1, "has no condition, or one too many")
            return
        problem = mismatch(self.environment[block.reads[0]], condition)
        if problem:
            self.report(self.at + 1, f"condition {problem}")
        if isinstance(terminator, Next):
            test, holds = ("is exhausted" if taken else "has more"), None
        else:
            assert isinstance(terminator, If)
            test = "is None" if terminator.test == "is None" else ""
            holds = condition.value is None if test else truth(condition.value)
            if terminator.test not in ("", "is None"):  # whether a coroutine is suspended
                holds = None
        if child.test != test:
            self.report(self.at + 1, f"tests {child.test!r}, but the IR tests {test!r}")
        if holds is not None:
            self.record.compared += 1
            if holds is not (taken == 0):
                self.report(self.at + 1, f"takes &{taken + 1}, but {value_text(condition.value)} says otherwise")
