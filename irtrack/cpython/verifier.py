"""Is a rewritten code object safe to run? A crash of the interpreter is the worst thing that irtrack could do.

The verifier reads the finished code object anew, and so sees what CPython will run: stack depths agree on all edges and
fit the declared size, no instruction copies or appends what may be NULL, and every LIST_APPEND of a mark finds the log.
"""

from types import CodeType

from .code import Instructions, disassemble
from .flow import MAYBE, NULL, StackError, analyse
from .marks import Mark
from .opcodes import NUMBER
from .template import LogList
from .versions import CALLABLE_FIRST

_RETURNS = {NUMBER[name]: count for name, count in (("RETURN_VALUE", 1), ("RETURN_CONST", 0)) if name in NUMBER}
_COPY, _LIST_APPEND, _LOAD_CONST = (NUMBER[n] for n in ("COPY", "LIST_APPEND", "LOAD_CONST"))


def verify_code(code: CodeType) -> list[str]:
    """All problems of a rewritten code object, each with its place; an empty list if it is safe to run."""
    instructions = disassemble(code)
    where = f"{code.co_qualname} ({code.co_filename}:{code.co_firstlineno})"
    try:
        stacks = analyse(instructions).stacks
    except StackError as error:
        return [f"{where}: instruction {error.index}: {error}"]
    problems = []
    constants = code.co_consts
    logs = {
        i for i, op in enumerate(instructions.opcodes)
        if op == _LOAD_CONST and type(constants[instructions.arguments[i]]) is LogList
    }  # fmt: skip
    for i, stack in enumerate(stacks[:-1]):
        if stack is None:
            continue
        op, argument = instructions.opcodes[i], instructions.arguments[i]

        def problem(text: str, i: int = i) -> None:
            problems.append(
                f"{where}: instruction {i} ({instructions.name(i)}, line {instructions.positions[i][0]}): {text}"
            )

        if len(stack) > code.co_stacksize:
            problem(f"{len(stack)} values on a stack of {code.co_stacksize}")
        if op in _RETURNS and len(stack) != _RETURNS[op]:
            problem(f"returns with {len(stack)} values on the stack")
        if op == _COPY and stack[-argument] & 3 in (NULL, MAYBE) and not _guarded(instructions, stack[-argument] >> 2):
            problem(f"COPY {argument} of what may be NULL")
        if op == _LIST_APPEND:
            if stack[-1] & 3 != 0 and not _guarded(instructions, stack[-1] >> 2):
                problem("LIST_APPEND of what may be NULL")
            if argument + 1 > len(stack):
                problem(f"LIST_APPEND {argument} reaches below the stack")
            elif stack[-1 - argument] & 3 != 0:
                problem(f"LIST_APPEND {argument} finds no list")
            elif _loads_mark(instructions, i - 1) and stack[-1 - argument] >> 2 not in logs:
                problem(f"LIST_APPEND {argument} of a mark does not find the log")
    if not logs:
        problems.append(f"{where}: nothing pushes the log")
    return problems


def _loads_mark(instructions: Instructions, i: int) -> bool:
    return instructions.opcodes[i] == _LOAD_CONST and isinstance(
        instructions.code.co_consts[instructions.arguments[i]], Mark
    )


def _guarded(instructions: Instructions, producer: int) -> bool:
    """Is it a method lookup of 3.11 or 3.12 that runs only behind a test that its receiver has a builtin type?"""
    if CALLABLE_FIRST or producer < 2 or instructions.name(producer) not in ("LOAD_METHOD", "LOAD_ATTR"):
        return False
    return instructions.name(producer - 2) == "IS_OP" and instructions.name(producer - 1).startswith("POP_JUMP")
