"""The marks of branches and loops: what a decoder needs to learn which way control went.

FALSE   on the edge on which a condition is false or an iterator exhausted, unless the condition is an exact bool
        that was appended just before
TRUE    on the other edge too, where control can come back to the same test before anything is appended: else the
        FALSE of a later turn would be taken for this one's (`while a < b: a, b = b, a`)
LOOP    at the head of a loop that appends nothing and tests nothing (`while True: o.a = 1`)
"""

from collections import Counter
from dataclasses import dataclass, field

from .code import Instructions
from .facts import decides, gives_bool, makes_bool
from .flow import TERMINATORS, Flow, components
from .marks import MarkKind
from .opcodes import NUMBER, TABLE
from .versions import LOOP_EXIT_OPCODES

_FOR_ITER = NUMBER["FOR_ITER"]
_NOT_TAKEN = NUMBER.get("NOT_TAKEN")
_TRUTH_JUMPS = {  # -> is it on a true condition that it jumps?
    op: "IF_TRUE" in name
    for name, op in NUMBER.items()
    if "JUMP" in name and not name.startswith("INSTRUMENTED") and ("IF_TRUE" in name or "IF_FALSE" in name)
}
_BRANCHES = {_FOR_ITER, *_TRUTH_JUMPS}
_LOGS = [row is not None and row.logs for row in TABLE]
_LOOP_EXITS = [NUMBER[name] for name in LOOP_EXIT_OPCODES if name in NUMBER]

Place = tuple[MarkKind, int]  # a mark, and the instruction that it stands for


@dataclass(slots=True)
class Branches:
    """Where the marks go: before an instruction, behind one, or on the edge of a jump alone."""

    before: dict[int, Place] = field(default_factory=dict)
    behind: dict[int, Place] = field(default_factory=dict)
    on_jump: dict[int, Place] = field(default_factory=dict)


def branches(instructions: Instructions, flow: Flow) -> Branches:
    """Decide which branches and loops have marks, and where."""
    found = Branches()
    opcodes, targets = instructions.opcodes, instructions.targets
    looping, heads = _silent_loops(instructions)
    for head in heads:
        found.before[head] = MarkKind.LOOP, head
    sources = Counter(targets)
    handlers = {region.target for region in instructions.regions}
    for i, op in enumerate(opcodes):
        if op not in _BRANCHES or flow.stacks[i] is None:
            continue
        target = targets[i]
        if op == _FOR_ITER and _LOOP_EXITS:
            last = target + len(_LOOP_EXITS) - 1
            if opcodes[target : last + 1] == _LOOP_EXITS:
                found.behind[last] = MarkKind.FALSE, i
            continue
        if op != _FOR_ITER and not _needs_mark(instructions, i):
            continue
        for kind in (MarkKind.FALSE, MarkKind.TRUE) if i in looping else (MarkKind.FALSE,):
            if _TRUTH_JUMPS.get(op, False) != (kind is MarkKind.TRUE):
                found.behind[i + 1 if opcodes[i + 1] == _NOT_TAKEN else i] = kind, i
            elif sources[target] == 1 and opcodes[target - 1] in TERMINATORS and target not in handlers and target > i:
                found.before[target] = kind, i  # this edge alone leads there
            else:
                found.on_jump[i] = kind, i
    return found


def _needs_mark(instructions: Instructions, i: int) -> bool:
    """Is the condition of jump i something else than an exact bool that was appended just before?"""
    if i == 0 or i in instructions.jump_targets:
        return True
    return not gives_bool(instructions, i - 1) or decides(instructions, i - 1)


def _appends(instructions: Instructions, i: int) -> bool:
    """Does instruction i append a value?"""
    op = instructions.opcodes[i]
    return (_LOGS[op] and not decides(instructions, i)) or makes_bool(instructions, i)


def _silent_loops(instructions: Instructions) -> tuple[set[int], set[int]]:
    """What lies on a loop with a turn that appends nothing: jumps that test a truth, and heads where no such jump does.

    All copies of a test count as one, as they do in the IR.
    """
    opcodes, targets, positions = instructions.opcodes, instructions.targets, instructions.positions
    back = [(i, target) for i, target in enumerate(targets) if 0 <= target <= i]
    if not any(_begins_silently(instructions, target) for _, target in back):
        return set(), set()
    silent: list[list[int]] = []  # where control may go from each instruction before anything is appended
    tests: dict[object, int] = {}
    test_of: dict[int, int] = {}  # jump -> the first copy of it
    for i, op in enumerate(opcodes):
        silent.append([])
        if op in _TRUTH_JUMPS:
            first = test_of[i] = tests.setdefault(positions[i] if positions[i][0] is not None else i, i)
            silent[first].append(targets[i] if _TRUTH_JUMPS[op] else i + 1)
            if first != i:
                silent[i].append(first)
        elif not _appends(instructions, i):
            if targets[i] >= 0:
                silent[i].append(targets[i])
            if op not in TERMINATORS:
                silent[i].append(i + 1)
    component = components(silent)
    size = Counter(component)
    looping = {i for i, first in test_of.items() if size[component[first]] > 1 or first in silent[first]}
    for i in test_of:
        silent[i] = []
    component = components(silent)
    heads = {target for i, target in back if target in silent[i] and component[i] == component[target]}
    return looping, heads


def _begins_silently(instructions: Instructions, i: int) -> bool:
    """Does control branch or jump on its way from instruction i before anything is appended?"""
    while not _appends(instructions, i):
        if instructions.targets[i] >= 0:
            return True
        if instructions.opcodes[i] in TERMINATORS:
            return False
        i += 1
    return False
