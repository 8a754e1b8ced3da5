"""Code objects as instructions and back, exactly: jumps, exception table, source positions.

`disassemble` reads `co_code` (never the specialised bytecode of a running function); `Assembler` writes. Both are our
own because they run before a tracked call, where the libraries' 15 to 28 us an instruction would be felt; tests hold
them against the standard library's `dis` and against every code object of the standard library, byte by byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from types import CodeType
from typing import Any

from numpy import absolute, add, array, fromiter, logical_and, logical_or, maximum, uint8, zeros

from .opcodes import NUMBER, TABLE, UnknownOpcodeError
from .versions import CACHES

Position = tuple[int | None, int | None, int | None, int | None]  # line, end line, column, end column
NOWHERE: Position = (None, None, None, None)

EXTENDED_ARG = NUMBER["EXTENDED_ARG"]
CACHE = NUMBER["CACHE"]
JUMP_FORWARD = NUMBER["JUMP_FORWARD"]
JUMP_BACK = NUMBER["JUMP_BACKWARD_NO_INTERRUPT"]

_JUMP_NAMES = ("FOR_ITER", "SEND", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP_IF_TRUE_OR_POP",
               "JUMP_IF_FALSE_OR_POP")  # fmt: skip
# 0: no jump, 1: forward, -1: backward. 3.14's END_ASYNC_FOR names its SEND for monitoring only and does not jump.
DIRECTION = [
    0 if name not in _JUMP_NAMES and not name.startswith("POP_JUMP_") else -1 if "BACKWARD" in name else 1
    for name in (row.name if row else "" for row in TABLE)
]
_KNOWN = [row is not None for row in TABLE]
_FORWARD = array(DIRECTION) > 0
_CACHES = array(CACHES)
# jumps in the other direction, where what was inserted moved the target to the other side
_TURNED = zeros(256, int)  # from 3.12 on there are none that test something and go back
for _name, _op in NUMBER.items():
    if _name.startswith("POP_JUMP_BACKWARD_"):
        _TURNED[_op] = NUMBER[_name.replace("BACKWARD", "FORWARD")]
    elif _name.startswith("JUMP_BACKWARD"):
        _TURNED[_op] = JUMP_FORWARD
_TURNED[JUMP_FORWARD] = JUMP_BACK
_WIDER = array((1 << 8, 1 << 16, 1 << 24))  # arguments from which on one EXTENDED_ARG more is needed
HAS_LOCATION_LIMIT = 8  # code units that one entry of the location table can cover


@dataclass(slots=True)
class Region:
    """One entry of an exception table: instructions `start` (inclusive) to `end` (exclusive) go to `target`."""

    start: int
    end: int
    target: int
    depth: int
    lasti: bool


@dataclass(slots=True)
class Instructions:
    """A code object taken apart; all lists run in parallel, and jumps name instructions by their index."""

    code: CodeType
    opcodes: list[int]
    arguments: list[int]
    targets: list[int]  # of jumps; -1 where the instruction is none
    jump_targets: set[int]
    units: list[int]  # where the instruction itself (behind its EXTENDED_ARGs) stands, in code units
    starts: list[int]  # where it begins with its EXTENDED_ARGs
    positions: list[Position]
    regions: list[Region]

    def __len__(self) -> int:
        return len(self.opcodes)

    def name(self, index: int) -> str:
        row = TABLE[self.opcodes[index]]
        assert row is not None
        return row.name


def disassemble(code: CodeType) -> Instructions:
    """Take `code` apart.

    Raises UnknownOpcodeError for an opcode without a row in the table.
    """
    where = list(code.co_positions())
    all_opcodes, all_arguments = code.co_code[::2], code.co_code[1::2]
    opcodes: list[int] = []
    arguments: list[int] = []
    units: list[int] = []
    starts: list[int] = []
    extended = 0
    unit = start = 0
    total = len(all_opcodes)
    while unit < total:
        op = all_opcodes[unit]
        argument = all_arguments[unit] | extended
        if op == EXTENDED_ARG:
            extended = argument << 8
            unit += 1
            continue
        extended = 0
        opcodes.append(op)
        arguments.append(argument)
        units.append(unit)
        starts.append(start)
        start = unit = unit + 1 + CACHES[op]
    positions: list[Position] = [where[unit] for unit in units]
    if not all(map(_KNOWN.__getitem__, opcodes)):
        i, op = next((i, op) for i, op in enumerate(opcodes) if not _KNOWN[op])
        raise UnknownOpcodeError(_opcode_name(op), code, positions[i][0])
    index_at = dict(zip(starts, count()))
    targets = [-1] * len(opcodes)
    jump_targets = set()
    for i, op in enumerate(opcodes):
        if direction := DIRECTION[op]:
            targets[i] = target = index_at[units[i] + 1 + CACHES[op] + direction * arguments[i]]
            jump_targets.add(target)
    index_at[total] = len(opcodes)
    regions = [
        Region(index_at[start], index_at[end], index_at[target], depth, lasti)
        for start, end, target, depth, lasti in parse_exception_table(code.co_exceptiontable)
    ]
    return Instructions(code, opcodes, arguments, targets, jump_targets, units, starts, positions, regions)


def _opcode_name(op: int) -> str:
    names = [name for name, number in NUMBER.items() if number == op]
    return names[0] if names else f"<opcode {op}>"


def parse_exception_table(table: bytes) -> Iterator[tuple[int, int, int, int, bool]]:
    """Yield (start, end, target, depth, lasti), in code units (CPython: Objects/exception_handling_notes.txt)."""
    numbers: list[int] = []
    value = 0
    for byte in table:
        value = value << 6 | byte & 63
        if not byte & 64:
            numbers.append(value)
            value = 0
    for i in range(0, len(numbers), 4):
        start, length, target, depth_lasti = numbers[i : i + 4]
        yield start, start + length, target, depth_lasti >> 1, bool(depth_lasti & 1)


def _write_exception_item(out: bytearray, value: int, begin: int = 0) -> None:
    digits = [value & 63]
    while value := value >> 6:
        digits.append(value & 63)
    for digit in reversed(digits[1:]):
        out.append(digit | 64 | begin)
        begin = 0
    out.append(digits[0] | begin)


def encode_exception_table(entries: Sequence[tuple[int, int, int, int, bool]]) -> bytes:
    out = bytearray()
    for start, end, target, depth, lasti in entries:
        _write_exception_item(out, start, 128)
        _write_exception_item(out, end - start)
        _write_exception_item(out, target)
        _write_exception_item(out, depth << 1 | lasti)
    return bytes(out)


def _write_varint(out: bytearray, value: int) -> None:
    while value >= 64:
        out.append(value & 63 | 64)
        value >>= 6
    out.append(value)


def _signed(value: int) -> int:
    return -value << 1 | 1 if value < 0 else value << 1


def encode_positions(first_line: int, runs: Sequence[tuple[Position, int]]) -> bytes:
    """The location table for runs of (position, code units); see CPython: Objects/locations.md."""
    out = bytearray()
    current = first_line
    for (line, end_line, column, end_column), length in runs:
        if not length:
            continue
        delta = lines = 0
        if line is not None:
            delta = line - current
            lines = -1 if end_line is None else end_line - line
            current = line
        full, rest = divmod(length - 1, HAS_LOCATION_LIMIT)  # the last entry covers rest + 1
        if full:
            _write_location(out, line is None, delta, lines, column, end_column, HAS_LOCATION_LIMIT)
            delta = 0
        if full > 1:
            begin = len(out)
            _write_location(out, line is None, delta, lines, column, end_column, HAS_LOCATION_LIMIT)
            out += out[begin:] * (full - 2)
        _write_location(out, line is None, delta, lines, column, end_column, rest + 1)
    return bytes(out)


def _write_location(
    out: bytearray, nowhere: bool, delta: int, lines: int, column: int | None, end_column: int | None, length: int
) -> None:
    """One entry of a location table: `delta` lines behind the last, over `lines` more (-1: nobody knows)."""
    size = length - 1
    if nowhere:
        out.append(0x80 | 15 << 3 | size)
    elif column is None or end_column is None or lines < 0:
        out.append(0x80 | 13 << 3 | size)
        _write_varint(out, _signed(delta))
    elif lines == 0 and delta == 0 and column < 80 and 0 <= end_column - column < 16:
        out.append(0x80 | column >> 3 << 3 | size)
        out.append((column & 7) << 4 | end_column - column)
    elif lines == 0 and 0 <= delta < 3 and column < 128 and end_column < 128:
        out += bytes((0x80 | 10 + delta << 3 | size, column, end_column))
    else:
        out.append(0x80 | 14 << 3 | size)
        for number in (_signed(delta), lines, column + 1, end_column + 1):
            _write_varint(out, number)


class Assembler:
    """Collects instructions, with labels for jump targets, and lays them out.

    `emit` appends an instruction, `jump` one whose target is a label, whose place `mark` sets. `place` says where the
    next ones stand in the source, and for which instruction of another code object. Direction and width of jumps are
    found by `layout`, which repeats until no instruction needs more EXTENDED_ARGs than it was given.
    """

    def __init__(self, labels: int) -> None:
        self.code: list[int] = []  # argument << 8 | opcode
        self.jumps: list[int] = []  # instructions
        self.jump_labels: list[int] = []  # of each
        self.labels: list[int] = [-1] * labels  # the index of the emitted instruction that a label stands before
        self.owner = -1
        self.position = NOWHERE
        self.runs = [(0, self.owner, self.position)]  # first instruction, owner and position up to the next run
        self.offsets: list[int] = []  # in bytes, of each instruction with its EXTENDED_ARGs, and the end
        self.bytecode = b""

    def __len__(self) -> int:
        return len(self.code)

    def new_label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def mark(self, label: int) -> None:
        self.labels[label] = len(self.code)

    def place(self, owner: int, position: Position) -> None:
        if position is not self.position or owner != self.owner:
            self.owner = owner
            self.position = position
            self.runs.append((len(self.code), owner, position))

    def emit(self, op: int, argument: int = 0) -> None:
        self.code.append(argument << 8 | op)

    def jump(self, op: int, label: int, argument: int = 0) -> None:
        """`argument` is how far it may jump at least."""
        self.jumps.append(len(self.code))
        self.jump_labels.append(label)
        self.code.append(argument << 8 | op)

    def layout(self) -> None:
        """Give every instruction its place and every jump its argument.

        Only what numpy has in C is called: its Python functions are the program's, which may be recorded.
        """
        code, jumps = fromiter(self.code, int), fromiter(self.jumps, int)
        targets = fromiter(map(self.labels.__getitem__, self.jump_labels), int)
        ops, arguments = code & 255, code >> 8
        turned = jumps[(targets > jumps) != _FORWARD[ops[jumps]]]
        ops[turned] = _TURNED[ops[turned]]
        assert logical_and.reduce(ops[turned] != 0), "a jump that tests something cannot go back"
        sizes = 1 + _CACHES[ops]  # in code units, without EXTENDED_ARGs
        arguments[jumps] = maximum(arguments[jumps], absolute(targets - jumps) - 1)  # so many instructions are between
        extended = _extended(arguments)
        offsets = zeros(len(code) + 1, int)
        grew = True
        while grew:
            add.accumulate(sizes + extended, out=offsets[1:])
            arguments[jumps] = absolute(offsets[targets] - offsets[jumps + 1])
            before = extended[jumps]
            extended[jumps] = maximum(_extended(arguments[jumps]), before)
            grew = logical_or.reduce(extended[jumps] != before)
        units = zeros((offsets[-1], 2), uint8)
        own = offsets[:-1] + extended
        units[own, 0], units[own, 1] = ops, arguments & 255
        for k in range(1, maximum.reduce(extended, initial=0) + 1):
            wide = extended >= k
            units[own[wide] - k, 0], units[own[wide] - k, 1] = EXTENDED_ARG, arguments[wide] >> 8 * k & 255
        self.offsets = (2 * offsets).tolist()
        self.bytecode = units.tobytes()

    def location_table(self, first_line: int) -> bytes:
        offsets = self.offsets
        lengths: list[tuple[Position, int]] = []
        current, begin = self.runs[0][2], 0
        for index, _, position in self.runs:
            if position != current:
                end = offsets[index]
                lengths.append((current, end - begin >> 1))
                current, begin = position, end
        lengths.append((current, offsets[-1] - begin >> 1))
        return encode_positions(first_line, lengths)


def _extended(arguments: Any) -> Any:
    """How many EXTENDED_ARGs these arguments need."""
    return _WIDER.searchsorted(arguments, "right")
