"""The verifier of rewritten code refuses what is not safe to run: each case damages a good code object by hand."""

import statistics
import textwrap
from types import CodeType, FunctionType
from typing import Any

import bytecode
import pytest

import irtrack
from irtrack.cpython.code import disassemble, encode_exception_table, parse_exception_table
from irtrack.cpython.instrument import rewrite
from irtrack.cpython.marks import Mark
from irtrack.cpython.opcodes import NUMBER
from irtrack.cpython.template import Hooks, LogList
from irtrack.cpython.verifier import verify_code


def nested(x, items):
    total = x
    for item in items:
        try:
            total = abs(total) + max(item, x)
        except ValueError:
            total += 1
    return total


def rewritten() -> CodeType:
    return rewrite(nested.__code__).bind(LogList(), Hooks())


FUNCTIONS = [
    nested,
    *(f for module in (textwrap, statistics) for f in vars(module).values() if type(f) is FunctionType),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__qualname__)
def test_another_reader_sees_the_same(function: FunctionType) -> None:
    """What was rewritten, read by the library `bytecode`, which knows nothing of our assembler."""
    code = rewrite(function.__code__).bind(LogList(), Hooks())
    read = bytecode.ConcreteBytecode.from_code(code)
    instructions = disassemble(code)
    ours = [(instructions.name(i), instructions.arguments[i]) for i in range(len(instructions))]
    theirs = [
        (i.name, 0 if i.arg is bytecode.UNSET else i.arg)
        for i in read
        if isinstance(i, bytecode.ConcreteInstr) and i.name != "CACHE"
    ]
    assert theirs == ours
    assert len(read.exception_table) == len(list(parse_exception_table(code.co_exceptiontable)))


def places(code: CodeType, name: str) -> list[int]:
    """The instructions of a name, by their index."""
    instructions = disassemble(code)
    return [i for i in range(len(instructions)) if instructions.name(i) == name]


def argument(code: CodeType, index: int) -> int:
    return disassemble(code).arguments[index]


def edit(code: CodeType, index: int, *, name: str | None = None, argument: int | None = None) -> CodeType:
    """The code with another opcode or argument at one instruction."""
    raw = bytearray(code.co_code)
    unit = disassemble(code).units[index]
    if name is not None:
        raw[2 * unit] = NUMBER[name]
    if argument is not None:
        raw[2 * unit + 1] = argument
    return code.replace(co_code=bytes(raw))


def appended_marks(code: CodeType) -> list[int]:
    """Every LIST_APPEND of a mark."""
    instructions = disassemble(code)
    return [
        i
        for i in places(code, "LIST_APPEND")
        if instructions.name(i - 1) == "LOAD_CONST" and isinstance(code.co_consts[instructions.arguments[i - 1]], Mark)
    ]


def deeper_append(code: CodeType) -> CodeType:
    enter = appended_marks(code)[0]
    return edit(code, enter, argument=argument(code, enter) + 1)


def append_to_an_iterator(code: CodeType) -> CodeType:
    inside = max(appended_marks(code), key=lambda i: argument(code, i))
    return edit(code, inside, argument=argument(code, inside) - 1)


def small_stack(code: CodeType) -> CodeType:
    return code.replace(co_stacksize=nested.__code__.co_stacksize)


def copy_of_null(code: CodeType) -> CodeType:
    """Behind the first PUSH_NULL that a copy follows, let the copy be of that NULL."""
    instructions = disassemble(code)
    for i in places(code, "PUSH_NULL"):
        if instructions.name(i + 1) == "COPY":
            return edit(code, i + 1, argument=1)
        if instructions.name(i + 2) == "COPY":
            return edit(code, i + 2, argument=2)
    raise AssertionError("no copy behind a PUSH_NULL")


def append_of_null(code: CodeType) -> CodeType:
    return edit(code, appended_marks(code)[0] - 1, name="PUSH_NULL", argument=0)


def pop_of_nothing(code: CodeType) -> CodeType:
    pushed = next(i for i in places(code, "LOAD_CONST") if type(code.co_consts[argument(code, i)]) is LogList)
    return edit(code, pushed, name="POP_TOP", argument=0)


def jump_too_short(code: CodeType) -> CodeType:
    """Let the first conditional jump of the inserted code land one instruction early."""
    instructions = disassemble(code)
    for i, target in enumerate(instructions.targets):
        if target > i + 1 and instructions.name(i).startswith("POP_JUMP") and instructions.arguments[i] > 1:
            back = instructions.units[target] - instructions.units[target - 1]
            damaged = edit(code, i, argument=instructions.arguments[i] - back)
            if verify_code(damaged):
                return damaged
    raise AssertionError("no jump to damage")


def no_log(code: CodeType) -> CodeType:
    [index] = [i for i, constant in enumerate(code.co_consts) if type(constant) is LogList]
    constants = list(code.co_consts)
    constants[index] = None
    return code.replace(co_consts=tuple(constants))


def handlers_too_deep(code: CodeType) -> CodeType:
    entries = [(s, e, t, depth + 4, lasti) for s, e, t, depth, lasti in parse_exception_table(code.co_exceptiontable)]
    return code.replace(co_exceptiontable=encode_exception_table(entries))


def handlers_too_shallow(code: CodeType) -> CodeType:
    entries = [(s, e, t, 0, lasti) for s, e, t, _, lasti in parse_exception_table(code.co_exceptiontable)]
    return code.replace(co_exceptiontable=encode_exception_table(entries))


def return_with_a_rest(code: CodeType) -> CodeType:
    """Leave the log below what is returned."""
    instructions = disassemble(code)
    returned = places(code, "RETURN_VALUE")[-1]
    popped = max(i for i in places(code, "POP_TOP") if i < returned)
    assert all(instructions.name(i) != "SWAP" for i in range(popped, returned))
    return edit(code, popped, name="NOP", argument=0)


DAMAGE = {
    return_with_a_rest: "on the stack",
    deeper_append: "reaches below the stack",
    append_to_an_iterator: "of a mark does not find the log",
    small_stack: f"values on a stack of {nested.__code__.co_stacksize}",
    copy_of_null: "of what may be NULL",
    append_of_null: "LIST_APPEND of what may be NULL",
    pop_of_nothing: "pops 1 of 0",
    jump_too_short: "",
    no_log: "nothing pushes the log",
    handlers_too_deep: "handler expects",
    handlers_too_shallow: "",
}


def test_the_undamaged_code_is_safe():
    assert verify_code(rewritten()) == []


@pytest.mark.parametrize(("damage", "message"), DAMAGE.items(), ids=lambda item: getattr(item, "__name__", "says"))
def test_damaged_code_is_refused(damage, message):
    problems = verify_code(damage(rewritten()))
    assert problems != []
    assert any(message in problem for problem in problems), problems
    line = nested.__code__.co_firstlineno
    assert all(problem.startswith(f"nested ({__file__}:{line}): ") for problem in problems)


def test_a_problem_names_instruction_and_line():
    problem = verify_code(deeper_append(rewritten()))[0]
    assert "instruction " in problem
    assert "(LIST_APPEND, line " in problem


def test_code_that_was_never_rewritten_has_no_log():
    [problem] = verify_code(nested.__code__)
    assert problem.endswith("nothing pushes the log")


def test_direct_and_other_calls_differ_in_the_appended_arguments_only() -> None:
    template = rewrite(nested.__code__)
    direct, general = (template.bind(LogList(), Hooks(), direct=direct) for direct in (True, False))
    assert verify_code(direct) == verify_code(general) == []
    assert len(direct.co_code) == len(general.co_code)
    differing = [i for i, pair in enumerate(zip(direct.co_code, general.co_code, strict=True)) if len(set(pair)) > 1]
    assert differing[-1] - differing[0] < 4
    assert isinstance(direct.co_consts[direct.co_code[differing[0] + 1]], Mark)


def test_a_function_without_a_place_for_the_arguments_within_reach_has_them_at_its_entry() -> None:
    namespace: dict[str, Any] = {}
    exec(f"def f(a):\n return [{'a + a, ' * 8_000}]", namespace)
    template = rewrite(namespace["f"].__code__)
    assert not template.direct
    assert verify_code(template.bind(LogList(), Hooks())) == []
    assert irtrack.track(namespace["f"], 2)[2].value == 2
