"""What lies on the value stack before each instruction: one abstract pass over a code object.

A stack entry is an int, `producer << 2 | kind`: the index of the instruction that pushed it and whether it is a value,
NULL, or may be either. That is all that rewriting needs (how deep the stack is, where a call's function came from), and
what the verifier asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR

from .code import Instructions
from .opcodes import NUMBER, TABLE
from .versions import FOR_ITER_POPS_ON_JUMP, HAS_SEND_SLOT, ITERATOR_SLOTS

VALUE, NULL, MAYBE = 0, 1, 2
_KINDS = {"value": VALUE, "null": NULL, "maybe": MAYBE}
GENERATOR_FLAGS = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
INPUT = -1  # the producer of what an exception handler finds


def numbers(*names: str) -> frozenset[int]:
    """The opcodes of those names that this Python has."""
    return frozenset(NUMBER[name] for name in names if name in NUMBER)


TERMINATORS = numbers("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD",
                      "JUMP_BACKWARD_NO_INTERRUPT")  # fmt: skip
_COPY, _SWAP, _FOR_ITER, _SEND = NUMBER["COPY"], NUMBER["SWAP"], NUMBER["FOR_ITER"], NUMBER["SEND"]
_KEEPING_JUMPS = numbers("JUMP_IF_TRUE_OR_POP", "JUMP_IF_FALSE_OR_POP")

Effect = tuple[int, tuple[int, ...]]  # pops, kinds of what is pushed


@cache
def effect(op: int, argument: int) -> Effect:
    """What an instruction does to the stack, COPY and SWAP excepted."""
    row = TABLE[op]
    assert row is not None
    return row.pops(argument), tuple(_KINDS[kind] for kind in row.pushes(argument))


_FIXED: list[Effect | None] = [None] * 256  # where it does not depend on the argument
for _op, _row in enumerate(TABLE):
    if _row is not None and len({effect(_op, a) for a in (0, 1, 2, 3, 4, 8, 31, 256)}) == 1:
        _FIXED[_op] = effect(_op, 0)


class StackError(Exception):
    """A code object would under- or overflow its stack, or mix stacks of two depths. `index`: the instruction."""

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index


@dataclass(slots=True)
class Flow:
    """`stacks[i]` is the stack before instruction i, None where control never comes."""

    stacks: list[list[int] | None]


def analyse(instructions: Instructions) -> Flow:
    """Follow all edges, exceptional ones too.

    Raises StackError where two ways into an instruction disagree on the depth, or a pop finds nothing.
    """
    opcodes, arguments, targets = instructions.opcodes, instructions.arguments, instructions.targets
    stacks: list[list[int] | None] = [None] * (len(opcodes) + 1)
    regions_at: dict[int, list[int]] = {}
    for number, region in enumerate(instructions.regions):
        for i in range(region.start, region.end):
            regions_at.setdefault(i, []).append(number)
    work = [0]
    stacks[0] = []
    while work:
        i = work.pop()
        state = stacks[i]
        assert state is not None
        stack = state.copy()
        while True:
            if i in regions_at:
                for number in regions_at[i]:
                    region = instructions.regions[number]
                    if region.depth > len(stack):
                        if instructions.code.co_flags & GENERATOR_FLAGS:
                            continue  # 3.15 leaves the end of a generator expression, which can't raise, in the region
                        raise StackError(f"handler expects {region.depth} values below {len(stack)}", i)
                    entry = stack[: region.depth] + [INPUT << 2] * (1 + region.lasti)
                    _join(stacks, region.target, entry, work, i)
            op = opcodes[i]
            argument = arguments[i]
            fixed = _FIXED[op]
            if op == _COPY:
                if argument > len(stack):
                    raise StackError(f"COPY {argument} of {len(stack)}", i)
                stack.append(stack[-argument])
            elif op == _SWAP:
                if argument > len(stack):
                    raise StackError(f"SWAP {argument} of {len(stack)}", i)
                stack[-1], stack[-argument] = stack[-argument], stack[-1]
            else:
                pops, pushes = fixed or effect(op, argument)
                if pops > len(stack):
                    raise StackError(f"{instructions.name(i)} pops {pops} of {len(stack)}", i)
                if pops:
                    kept = stack[-pops]
                    del stack[-pops:]
                for kind in pushes:
                    stack.append(i << 2 | kind)
                if op == _FOR_ITER:  # the iterator stays, and with it whether its second slot is NULL
                    stack[-2 if ITERATOR_SLOTS == 1 else -3] = kept
            if targets[i] >= 0:
                _join(stacks, targets[i], _at_target(op, stack, i), work, i)
            if op in TERMINATORS:
                break
            i += 1
            known = stacks[i]
            if known is not None:
                if len(known) != len(stack):
                    raise StackError(f"depth {len(stack)} here, {len(known)} from elsewhere", i)
                stacks[i] = _merge(known, stack)
                break
            stacks[i] = stack.copy()
            if i >= len(opcodes):
                raise StackError("control runs off the end", i - 1)
    return Flow(stacks)


def _at_target(op: int, stack: list[int], i: int) -> list[int]:
    if op == _FOR_ITER and FOR_ITER_POPS_ON_JUMP:
        return stack[: -1 - ITERATOR_SLOTS]
    if op == _SEND and not HAS_SEND_SLOT:
        return [*stack[:-2], i << 2]
    if op in _KEEPING_JUMPS:
        return [*stack, i << 2]
    return stack


def _merge(known: list[int], new: list[int]) -> list[int]:
    return [a if a == b or a & 3 == b & 3 else a >> 2 << 2 | MAYBE for a, b in zip(known, new, strict=True)]


def _join(stacks: list[list[int] | None], target: int, stack: list[int], work: list[int], source: int) -> None:
    known = stacks[target]
    if known is None:
        stacks[target] = stack.copy()
        work.append(target)
    elif len(known) != len(stack):
        raise StackError(f"depth {len(stack)} from instruction {source}, {len(known)} from elsewhere", target)
    else:
        stacks[target] = _merge(known, stack)


def components(successors: Sequence[Sequence[int]]) -> list[int]:
    """For each node the number of its strongly connected component: two share it if each leads to the other.

    Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), without recursion.
    """
    count = len(successors)
    edges = [list(nodes) for nodes in successors]  # that are still to be followed
    low = [0] * count  # when a node was met, or the earliest that it leads back to; 0: not met
    component = [-1] * count
    clock = 0
    met: list[int] = []  # those that have no component yet
    for start in range(count):
        path = [] if low[start] else [(start, clock + 1)]
        while path:
            i, when = path[-1]
            if not low[i]:
                clock += 1
                low[i] = clock
                met.append(i)
            if edges[i]:
                j = edges[i].pop()
                if not low[j]:
                    path.append((j, clock + 1))
                elif component[j] < 0:
                    low[i] = min(low[i], low[j])
                continue
            path.pop()
            if path:
                before = path[-1][0]
                low[before] = min(low[before], low[i])
            if low[i] == when:
                while component[i] < 0:
                    component[met.pop()] = i
    return component
