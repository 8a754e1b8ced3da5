"""What lifting gives: an IR, and the program by which a decoder reads a log."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...ir.language import IR, Constant, Statement, Terminator

PLAIN, CALLED, EFFECT, NAME, ATTRIBUTE, METHOD, TESTED = range(7)


@dataclass(slots=True)
class Item:
    """One statement as the decoder meets it. `kind` says what the log holds for it:

    PLAIN one value; CALLED a nested frame or not, then one value; EFFECT nothing; NAME, ATTRIBUTE, METHOD one value,
    which is folded into the statements that use it (ATTRIBUTE only if its owner is a module, METHOD if it is one);
    TESTED, the last of a block that ends with a branch on it, what a branch has: FALSE, TRUE or nothing.
    """

    kind: int
    order: int  # of the instruction within the block
    statement: Statement
    reads: tuple[int, ...]  # indices into the environment: of the function first, for a call


@dataclass(slots=True)
class DecodeBlock:
    """`items` in order; `passes[k]`: what edge k hands over, as environment indices."""

    items: list[Item]
    terminator: Terminator
    end: int  # order of the terminator's instruction
    reads: tuple[int, ...]  # of the terminator
    passes: list[tuple[int, ...]]
    arguments: list[int]  # variables of the block's arguments
    order: dict[int, int]  # instruction -> order
    checks: list[tuple[int, int, str]]  # order, environment index and name of each local that must not be unbound there


@dataclass(slots=True)
class Lifted:
    """An IR, and what connects it to the instructions it came from."""

    ir: IR
    blocks: list[DecodeBlock]
    constants: list[Constant]  # the environment's entries behind the variables
    size: int  # variables of the environment, %0 unused
    jumps: dict[int, int]  # instruction of a conditional jump -> block that it ends
    handler_blocks: dict[int, int]  # instruction a handler begins at -> block
    representative: list[int]  # instruction -> the one that stands for it and its copies
    block_of: dict[int, int]  # representative instruction -> block
    raise_reads: Callable[[int, int], tuple[int, ...]]  # (instruction, handler block) -> what the handler is passed
    plan: Any = None  # what the decoder makes of it when somebody looks
    expected: Any = None  # what `check` does
    beside: Any = None  # what the index of a record does,
    codes: dict[Any, Any] = field(default_factory=dict)  # and by the names that are stored to, for its frames
