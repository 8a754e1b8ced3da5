"""Code objects as instructions and back, exactly: jumps, exception table, source positions.

`disassemble` reads `co_code` (never the specialised bytecode of a running function); `Assembler` writes. Both are our
own because they run before a tracked call, where the libraries' 15 to 28 us an instruction would be felt; tests hold
them against the standard library's `dis` and against every code object of the standard library, byte by byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CodeType

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
_FORWARD_TWIN = {
    NUMBER[name]: NUMBER[name.replace("BACKWARD", "FORWARD")]
    for name in NUMBER
    if name.startswith("POP_JUMP_BACKWARD_")
}
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
    raw = code.co_code
    where = list(code.co_positions())
    opcodes: list[int] = []
    arguments: list[int] = []
    units: list[int] = []
    starts: list[int] = []
    positions: list[Position] = []
    index_at: dict[int, int] = {}
    extended = 0
    unit = start = 0
    total = len(raw) // 2
    while unit < total:
        op = raw[2 * unit]
        argument = raw[2 * unit + 1] | extended
        if op == EXTENDED_ARG:
            extended = argument << 8
            unit += 1
            continue
        extended = 0
        if TABLE[op] is None:
            raise UnknownOpcodeError(_opcode_name(op), code, where[unit][0])
        index_at[start] = len(opcodes)
        opcodes.append(op)
        arguments.append(argument)
        units.append(unit)
        starts.append(start)
        positions.append(where[unit])
        unit += 1 + CACHES[op]
        start = unit
    targets = [-1] * len(opcodes)
    for i, op in enumerate(opcodes):
        if direction := DIRECTION[op]:
            targets[i] = index_at[units[i] + 1 + CACHES[op] + direction * arguments[i]]
    index_at[total] = len(opcodes)
    regions = [
        Region(index_at[start], index_at[end], index_at[target], depth, lasti)
        for start, end, target, depth, lasti in parse_exception_table(code.co_exceptiontable)
    ]
    return Instructions(code, opcodes, arguments, targets, units, starts, positions, regions)


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
        while length > 0:
            size = min(length, HAS_LOCATION_LIMIT) - 1
            length -= size + 1
            if line is None:
                out.append(0x80 | 15 << 3 | size)
                continue
            delta = line - current
            current = line
            if column is None or end_column is None or end_line is None:
                out.append(0x80 | 13 << 3 | size)
                _write_varint(out, _signed(delta))
            elif end_line == line and delta == 0 and column < 80 and 0 <= end_column - column < 16:
                out.append(0x80 | column >> 3 << 3 | size)
                out.append((column & 7) << 4 | end_column - column)
            elif end_line == line and 0 <= delta < 3 and column < 128 and end_column < 128:
                out.append(0x80 | 10 + delta << 3 | size)
                out.append(column)
                out.append(end_column)
            else:
                out.append(0x80 | 14 << 3 | size)
                _write_varint(out, _signed(delta))
                _write_varint(out, end_line - line)
                _write_varint(out, column + 1)
                _write_varint(out, end_column + 1)
    return bytes(out)


class Assembler:
    """Collects instructions, with labels for jump targets, and lays them out.

    `emit` appends an instruction; a jump's argument is a label, whose place `mark` sets. Direction and width of jumps
    are found by `layout`, which repeats until no instruction needs more EXTENDED_ARGs than it was given.
    """

    def __init__(self, labels: int) -> None:
        self.opcodes: list[int] = []
        self.arguments: list[int] = []
        self.targets: list[int] = []  # a label, or -1
        self.positions: list[Position] = []
        self.labels: list[int] = [-1] * labels  # the index of the emitted instruction that a label stands before
        self.units: list[int] = []
        self.starts: list[int] = []
        self.end = 0

    def new_label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def mark(self, label: int) -> None:
        self.labels[label] = len(self.opcodes)

    def emit(self, op: int, argument: int, position: Position, target: int = -1) -> None:
        self.opcodes.append(op)
        self.arguments.append(argument)
        self.positions.append(position)
        self.targets.append(target)

    def layout(self) -> None:
        """Give every instruction its place and every jump its argument."""
        opcodes, arguments, targets, labels = self.opcodes, self.arguments, self.targets, self.labels
        jumps = [i for i, target in enumerate(targets) if target >= 0]
        sizes = [
            1 + CACHES[op] + (0 if argument < 256 else 1 if argument < 65536 else 2 if argument < 1 << 24 else 3)
            for op, argument in zip(opcodes, arguments, strict=True)
        ]
        for i in jumps:
            self._orient(i)
        while True:
            starts = [0]
            for size in sizes:
                starts.append(starts[-1] + size)
            grew = False
            for i in jumps:
                distance = starts[labels[targets[i]]] - starts[i + 1]
                argument = distance if DIRECTION[opcodes[i]] > 0 else -distance
                assert argument >= 0, "a jump in the wrong direction"
                arguments[i] = argument
                needed = 1 + CACHES[opcodes[i]] + (argument.bit_length() - 1) // 8 if argument > 255 else 0
                if needed > sizes[i]:
                    sizes[i] = needed
                    grew = True
            if not grew:
                break
        self.sizes = sizes
        self.starts = starts
        self.units = [starts[i + 1] - 1 - CACHES[op] for i, op in enumerate(opcodes)]

    def _orient(self, i: int) -> None:
        """Let a jump whose target moved behind it jump forward, and the other way round."""
        op = self.opcodes[i]
        if self.labels[self.targets[i]] > i:
            if DIRECTION[op] < 0:
                self.opcodes[i] = _FORWARD_TWIN.get(op, JUMP_FORWARD)
        elif op == JUMP_FORWARD:
            self.opcodes[i] = JUMP_BACK

    def bytecode(self) -> bytes:
        out = bytearray()
        for op, argument, size in zip(self.opcodes, self.arguments, self.sizes, strict=True):
            for extra in range(size - 1 - CACHES[op], 0, -1):
                out.append(EXTENDED_ARG)
                out.append(argument >> 8 * extra & 255)
            out.append(op)
            out.append(argument & 255)
            if caches := CACHES[op]:
                out += b"\0\0" * caches
        return bytes(out)

    def location_table(self, first_line: int) -> bytes:
        runs: list[tuple[Position, int]] = []
        for position, size in zip(self.positions, self.sizes, strict=True):
            if runs and runs[-1][0] == position:
                runs[-1] = (position, runs[-1][1] + size)
            else:
                runs.append((position, size))
        return encode_positions(first_line, runs)
