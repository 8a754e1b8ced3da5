"""Which loads give a constant that a hook is told of: literals, and what names give that the code does not store to."""

from types import CodeType

from .code import Instructions
from .facts import COUNTED_CALLS, callee_slot, constant
from .flow import Flow, numbers
from .opcodes import NUMBER, TABLE

_LITERALS = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT")
_CELLS = numbers("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
_NAMES = numbers("LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_CELL_STORES, _GLOBAL_STORES = numbers("STORE_DEREF", "DELETE_DEREF"), numbers("STORE_GLOBAL", "DELETE_GLOBAL")
_LOAD_GLOBAL, _CALL_KW, _SEND = NUMBER["LOAD_GLOBAL"], NUMBER.get("CALL_KW", -1), NUMBER["SEND"]
# what relies on the very literals that the compiler has put there, or is told of by itself, as a return is
_RELIANT = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE", "BUILD_CONST_KEY_MAP", "BUILD_INTERPOLATION",
                   "BUILD_TEMPLATE", "CALL_INTRINSIC_1", "CALL_INTRINSIC_2", "IMPORT_NAME", "MATCH_CLASS", "MATCH_KEYS",
                   "RETURN_VALUE", "SEND") | {op for name, op in NUMBER.items() if "JUMP" in name}  # fmt: skip


def variables(instructions: Instructions) -> list[str]:
    """The names of local variables and cells, by the index that instructions have."""
    code = instructions.code
    extra = [name for name in code.co_cellvars if name not in code.co_varnames]
    return [*code.co_varnames, *extra, *code.co_freevars]


def stored_names(instructions: Instructions) -> set[tuple[str, str]]:
    """Globals and cells that code itself stores: their loads are statements, not constants."""
    stored, names = set(), variables(instructions)
    for op, argument in zip(instructions.opcodes, instructions.arguments, strict=True):
        if op in _CELL_STORES:
            stored.add(("cell", names[argument]))
        elif op in _GLOBAL_STORES:
            stored.add(("global", instructions.code.co_names[argument]))
    return stored


def told_constants(instructions: Instructions, flow: Flow) -> dict[int, str]:
    """The instructions of whose constants a hook is told -> the name that gave it, "" for a literal."""
    code, cells = instructions.code, variables(instructions)
    stored, reliant = stored_names(instructions), _relied_on(instructions, flow)
    found = {}
    for i, (op, argument) in enumerate(zip(instructions.opcodes, instructions.arguments, strict=True)):
        if flow.stacks[i] is None:
            continue
        if op in _LITERALS:
            if i not in reliant and not _is_of_the_compiler(constant(instructions, i)):
                found[i] = ""
        elif op in _CELLS:
            if ("cell", cells[argument]) not in stored:
                found[i] = cells[argument]
        elif op == _LOAD_GLOBAL:
            if ("global", code.co_names[argument >> 1]) not in stored:
                found[i] = code.co_names[argument >> 1]
        elif op in _NAMES:
            found[i] = code.co_names[argument]
    return found


def _is_of_the_compiler(value: object) -> bool:
    """Is it no literal of the source, as the code of a function, or `all` with which the global is compared?"""
    return isinstance(value, CodeType) or callable(value)


def _relied_on(instructions: Instructions, flow: Flow) -> set[int]:
    """The instructions whose values something takes that relies on them."""
    found = {i - 1 for i, op in enumerate(instructions.opcodes) if op == _SEND}
    for i, op in enumerate(instructions.opcodes):
        stack, row = flow.stacks[i], TABLE[op]
        if stack is None or row is None:
            continue
        pops = 0
        if op in _RELIANT:
            pops = row.pops(instructions.arguments[i])
        elif op in COUNTED_CALLS and not callee_slot(instructions, flow, i):  # of a `with` statement
            pops = instructions.arguments[i]
        elif op == _CALL_KW:
            pops = 1
        found.update(entry >> 2 for entry in stack[len(stack) - pops :])
    return found
