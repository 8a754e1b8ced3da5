"""Is a record right? The IR is walked again, without the log and its decoder, and each node held against it.

A record is right if

    path        the children of a nested call are a path through its IR: the arguments of each block, its statements in
                order, the branch that was taken, and so on up to a return, or a raise that leaves
    references  an operand is the node of the latest run of the variable that the IR names there, or its constant
    passing     an argument has the value that the jump, raise or call passed, a nested call that of its return
    conditions  a jump went where the value tested says
    values      a pure function, applied to the values of its operands, gives the value

expected.py has the IR, prepared for this; walk.py goes over all nested calls, call.py checks one, block by block: what
was passed (passing.py), its statements, how it ends (ends.py) or where it raised (raising.py). cursor.py says how far
that has come.
"""

import warnings
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np

from ..nodes.loaded import needs_code
from ..nodes.node import Node
from ..values import value_text

__all__ = ["Checked", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """`2 problems; 120 nodes: 80 recomputed, 30 compared, 10 neither`

    `recomputed`: nodes whose value was computed again from the values of their operands. `compared`: nodes whose value
    was held against another node's: arguments, stored values, conditions of jumps, returns, exceptions, nested calls.
    `neither`: nodes whose value stands as recorded (calls of unknown functions); their place and references are
    checked all the same. The three add up to all nodes.
    """

    problems: list[str]
    recomputed: int
    compared: int
    neither: int

    def __str__(self) -> str:
        total = self.recomputed + self.compared + self.neither
        counts = f"{self.recomputed} recomputed, {self.compared} compared, {self.neither} neither"
        return f"{len(self.problems)} problems; {total} nodes: {counts}"


@overload
def check(node: Node, stats: Literal[False] = False) -> list[str]: ...
@overload
def check(node: Node, stats: Literal[True]) -> Checked: ...
def check(node: Node, stats: bool = False) -> list[str] | Checked:
    """All problems of a record, each with the path of its node: `@8.@3: operand 1 is @2, ...`. None if it is right.

    `stats`: return a Checked, which has the `problems` and says how many nodes were recomputed, compared, and neither.

    Checks everything below `node`, which is decoded for it; what calls itself in a nested call is checked as well,
    however deep. Values that can change after they were recorded (lists, arrays, objects) are not recomputed.

    Raises TypeError if `node` is not a node, ValueError if its record was loaded from a file.
    """
    if not isinstance(node, Node):
        found = f"{type(node).__qualname__} {value_text(node)}"
        raise TypeError(f"check() takes a node, as track() returns it, not {found}")
    if not isinstance(stats, bool):
        raise TypeError(f"check() takes stats=True or stats=False, not {value_text(stats)}")
    needs_code(node, "check()")
    from .walk import Record  # and with it all of the lifter: half of the time that `import irtrack` would take

    record = Record()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        record.check(node)
    recomputed, compared = record.values.count, record.compared
    checked = Checked(record.problems, recomputed, compared, record.nodes - recomputed - compared)
    return checked if stats else checked.problems
