"""Every code object of the standard library is taken apart, put together again, rewritten and lifted.

The normal run takes a fixed tenth of the files, of which each Python has its share (share.py); IRTRACK_STDLIB=all takes
all. How much that was is printed (pytest -s).
"""

import os
import sysconfig
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

import pytest
from share import share

from irtrack.cpython.code import Assembler, Instructions, disassemble, encode_exception_table
from irtrack.cpython.facts import returns_self
from irtrack.cpython.instrument import rewrite
from irtrack.cpython.lift import lift
from irtrack.cpython.template import Hooks, LogList, Template, variables_of
from irtrack.cpython.verifier import verify_code
from irtrack.ir.checker import verify

LIBRARY = Path(sysconfig.get_path("stdlib"))
CHUNKS = 24
EVERYTHING = os.environ.get("IRTRACK_STDLIB") == "all"


class Array:
    """Stands for numpy.ndarray, so that the code that looks for arrays is written too."""


def files() -> list[tuple[int, Path]]:
    """(a number that depends on the name alone, file), in the order of names."""
    found = []
    for path in sorted(LIBRARY.rglob("*.py")):
        name = path.relative_to(LIBRARY)
        if "site-packages" not in name.parts and path.is_file():  # a link may lead nowhere
            found.append((zlib.crc32(name.as_posix().encode()), path))
    return found


def chunk(number: int) -> list[Path]:
    return [path for key, path in files() if key // 10 % CHUNKS == number and (EVERYTHING or key % 10 == 0)]


def compiled(path: Path) -> CodeType | None:
    """A module's code; None for a file that is there to be refused by the compiler."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def codes_in(code: CodeType) -> Iterator[CodeType]:
    stack = [code]
    while stack:
        code = stack.pop()
        yield code
        stack += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


# -- the three checks -------------------------------------------------------------------------------------------------


def assembled(instructions: Instructions) -> tuple[bytes, bytes, bytes]:
    """Bytecode, location table and exception table, written anew from instructions."""
    out = Assembler(len(instructions) + 1)
    for i, op in enumerate(instructions.opcodes):
        out.mark(i)
        out.place(i, instructions.positions[i])
        if instructions.targets[i] >= 0:
            out.jump(op, instructions.targets[i], instructions.arguments[i])
        else:
            out.emit(op, instructions.arguments[i])
    out.mark(len(instructions))
    out.layout()
    units = [offset // 2 for offset in out.offsets]
    regions = [(units[r.start], units[r.end], units[r.target], r.depth, r.lasti) for r in instructions.regions]
    return out.bytecode, out.location_table(instructions.code.co_firstlineno), encode_exception_table(regions)


def round_trip_problems(code: CodeType, instructions: Instructions) -> Iterator[str]:
    bytecode, locations, exceptions = assembled(instructions)
    if bytecode != code.co_code:
        yield "other bytecode"
    if exceptions != code.co_exceptiontable:
        yield "another exception table"
    if list(code.replace(co_code=bytecode, co_linetable=locations).co_positions()) != list(code.co_positions()):
        yield "other positions"


def bound(template: Template, *, direct: bool = True) -> CodeType:
    """Rewritten code, bound to no recording."""
    return template.bind(LogList(), Hooks(), direct=direct)


def rewriting_problems(code: CodeType) -> Iterator[str]:
    templates = [rewrite(code, array_type=Array)]
    if returns_self(code):
        templates.append(rewrite(code, constructs=True, array_type=Array))
    for template in templates:
        rewritten = bound(template)
        yield from verify_code(rewritten)
        if template.direct:
            yield from verify_code(bound(template, direct=False))
        if rewritten.co_varnames != variables_of(code) or rewritten.co_flags != code.co_flags:
            yield "other local variables or flags"


@dataclass
class Count:
    """What a chunk held."""

    files: int = 0
    skipped: int = 0
    codes: int = 0
    instructions: int = 0
    problems: list[str] = field(default_factory=list)

    def look_at(self, code: CodeType) -> None:
        where = f"{code.co_filename}:{code.co_firstlineno} {code.co_qualname}"
        try:
            instructions = disassemble(code)
            self.instructions += len(instructions)
            found = [
                *round_trip_problems(code, instructions),
                *rewriting_problems(code),
                *verify(lift(instructions).ir),
            ]
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        self.problems += [f"{where}: {problem}" for problem in found]


@pytest.mark.parametrize("number", range(CHUNKS) if EVERYTHING else share(range(CHUNKS)))
def test_the_standard_library(number):
    count = Count()
    for path in chunk(number):
        code = compiled(path)
        count.files += 1
        if code is None:
            count.skipped += 1
            continue
        for inner in codes_in(code):
            count.codes += 1
            count.look_at(inner)
    print(
        f"chunk {number}: {count.files} files, {count.skipped} of which do not compile; "
        f"{count.codes} code objects, {count.instructions} instructions"
    )
    assert count.problems == []
