"""The table of opcodes accounts for every opcode exactly once, and its stack effects are CPython's.

data/opcodes.json lists the opcode names of every supported CPython, so that a misspelt name in the table is found on
any of them.
"""

import dis
import json
import opcode
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import irtrack
from irtrack.cpython.code import DIRECTION, disassemble
from irtrack.cpython.flow import _at_target
from irtrack.cpython.opcodes import ABSENT, NUMBER, ROWS, TABLE, UnknownOpcodeError
from irtrack.cpython.versions import SUPPORTED

VERSION = "{}.{}".format(*sys.version_info)
NAMES = {
    version: frozenset(names)
    for version, names in json.loads((Path(__file__).parent / "data" / "opcodes.json").read_text()).items()
}
HERE = frozenset(name for name in opcode.opmap if not name.startswith("INSTRUMENTED_"))
ARGUMENTS = (*range(41), 255, 256, 258, 513)  # UNPACK_EX counts what follows the star above bit 8


# -- names ------------------------------------------------------------------------------------------------------------


def test_the_data_are_those_of_the_supported_versions():
    assert sorted(NAMES) == ["{}.{}".format(*version) for version in SUPPORTED]
    assert NAMES[VERSION] == HERE


def test_every_opcode_is_accounted_for_exactly_once():
    assert {name: (name in ROWS, name in ABSENT) for name in HERE if (name in ROWS) == (name in ABSENT)} == {}


def test_every_row_and_every_reason_is_for_an_opcode_that_exists():
    everywhere = frozenset().union(*NAMES.values())
    assert sorted({*ROWS, *ABSENT} - everywhere) == []


def test_every_version_is_covered_by_the_same_table():
    assert {version: sorted(names - {*ROWS, *ABSENT}) for version, names in NAMES.items()} == {v: [] for v in NAMES}


def test_absent_opcodes_come_with_a_reason():
    assert [name for name, reason in ABSENT.items() if len(reason.split()) < 3] == []


# -- stack effects ----------------------------------------------------------------------------------------------------

# Where `dis.stack_effect` and the row disagree, and why the row is right. The value: what dis says.
DIFFERENCES: dict[str, Callable[[int], int]] = {}
if VERSION <= "3.12":
    DIFFERENCES["RETURN_GENERATOR"] = lambda a: 0  # dis leaves out the generator, which the POP_TOP behind it pops
if VERSION == "3.11":
    DIFFERENCES["PRECALL"] = lambda a: -a  # to dis, PRECALL drops the arguments and CALL the callable; CALL drops all
    DIFFERENCES["CALL"] = lambda a: -1
if VERSION >= "3.14":
    DIFFERENCES["RETURN_VALUE"] = lambda a: 0  # to dis, what returns has left the value for the caller
VALID = {"BUILD_SLICE": (2, 3)}  # dis takes any other argument for 2


def arguments_of(name: str) -> tuple[int, ...]:
    return VALID.get(name, ARGUMENTS)


def dis_effect(name: str, argument: int, *, jump: bool) -> int:
    takes = NUMBER[name] in dis.hasarg if hasattr(dis, "hasarg") else NUMBER[name] >= dis.HAVE_ARGUMENT
    return dis.stack_effect(NUMBER[name], argument if takes else None, jump=jump)


@pytest.mark.parametrize("name", sorted(HERE & ROWS.keys()))
def test_the_row_has_the_stack_effect_that_dis_gives(name):
    row = ROWS[name]
    ours = {a: len(row.pushes(a)) - row.pops(a) for a in arguments_of(name)}
    theirs = {a: dis_effect(name, a, jump=False) for a in arguments_of(name)}
    if name in DIFFERENCES:
        assert theirs == {a: DIFFERENCES[name](a) for a in theirs}
        assert theirs != ours, f"{name} is no exception any more"
    else:
        assert ours == theirs


@pytest.mark.parametrize("name", sorted(row.name for row, jumps in zip(TABLE, DIRECTION, strict=True) if row and jumps))
def test_a_jump_leaves_the_depth_that_dis_gives(name):
    row = ROWS[name]
    before = [0] * 8
    fallen = before[: len(before) - row.pops(1)] + [0] * len(row.pushes(1))
    jumped = _at_target(NUMBER[name], fallen, 0)
    assert len(jumped) - len(before) == dis_effect(name, 1, jump=True)


def test_precall_and_call_have_together_the_effect_that_dis_gives():
    if "PRECALL" in HERE:
        for a in ARGUMENTS:
            together = sum(len(ROWS[name].pushes(a)) - ROWS[name].pops(a) for name in ("PRECALL", "CALL"))
            assert together == sum(dis_effect(name, a, jump=False) for name in ("PRECALL", "CALL"))


# -- opcodes that nobody has heard of ---------------------------------------------------------------------------------


def innocent(x):
    return x + 1


def forge(number: int):
    """The code of `innocent`, its second instruction replaced by opcode `number`."""
    code = innocent.__code__
    raw = bytearray(code.co_code)
    raw[2 * disassemble(code).units[1]] = number
    return code.replace(co_code=bytes(raw))


UNASSIGNED = max(set(range(256)) - set(NUMBER.values()))


@pytest.mark.parametrize("number", [0, UNASSIGNED])
@pytest.mark.parametrize("look", [disassemble, irtrack.code_ir])
def test_an_unknown_opcode_is_named_with_function_and_line(number, look):
    with pytest.raises(UnknownOpcodeError) as raised:
        look(forge(number))
    line = innocent.__code__.co_firstlineno + 1
    name = rf"(CACHE|<opcode {UNASSIGNED}>)"  # some versions read CACHE where they find an opcode that they do not know
    place = re.escape(f'innocent (File "{innocent.__code__.co_filename}", line {line})')
    assert re.match(rf"{name}: irtrack does not know this opcode, met in {place}\. It knows ", str(raised.value))
    assert isinstance(raised.value, NotImplementedError)


def carries_an_unknown_opcode(x):
    return x + 1


def test_a_function_with_an_unknown_opcode_runs_natively_and_says_so():
    code = carries_an_unknown_opcode.__code__
    unreachable, without_line = bytes([UNASSIGNED, 0]), bytes([0x80 | 15 << 3])
    forged = code.replace(co_code=code.co_code + unreachable, co_linetable=code.co_linetable + without_line)
    function = types.FunctionType(forged, globals())
    node = irtrack.track(lambda: function(1))
    assert node.value == 2
    [reason] = [child.metadata["native"] for child in node if "native" in child.metadata]
    assert "irtrack does not know this opcode, met in carries_an_unknown_opcode" in reason
