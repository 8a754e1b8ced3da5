"""Functions made of other functions, with another code object.

From 3.13 on only the instruction MAKE_FUNCTION gives a function the version by which calls of it are specialised; what
`types.FunctionType` makes is called by the slow path for ever. So a few instructions of our own make them there.
"""

from functools import cache, partial
from types import CodeType, FunctionType
from typing import Any
from weakref import ref

from .code import Assembler
from .opcodes import NUMBER
from .template import CannotTrackError

_own: dict[int, tuple[ref[CodeType], CodeType]] = {}  # id of code that is lent -> itself, whose rewritten form it is


def made_for_lending(lent: CodeType, own: CodeType) -> None:
    """`lent` may become the code of a function whose own code is `own`."""
    _own[id(lent)] = ref(lent, partial(dict.pop, _own, id(lent))), own


def shown_code(code: Any) -> Any:
    """What a program that asks for the `__code__` of a function gets: its own, if that is `code`, which was lent."""
    known = _own.get(id(code))
    return code if known is None or known[0]() is not code else known[1]


# what a function has besides its code, by the flags of MAKE_FUNCTION and SET_FUNCTION_ATTRIBUTE
PARTS = {1: "__defaults__", 2: "__kwdefaults__", 8: "__closure__"}
DEFAULTS = 1 | 2


def has_defaults(f: FunctionType) -> bool:
    """May a call of `f` leave out arguments?"""
    return f.__defaults__ is not None or f.__kwdefaults__ is not None


def with_code(f: FunctionType, code: CodeType) -> FunctionType:
    """A function like `f` that runs `code`, which has the names of the code of `f`.

    Raises CannotTrackError where it would find other builtins than `f` does, since its globals have others today.
    """
    made: FunctionType
    if "SET_FUNCTION_ATTRIBUTE" not in NUMBER:  # before 3.13
        made = FunctionType(code, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
        if f.__kwdefaults__ is not None:
            made.__kwdefaults__ = f.__kwdefaults__
    else:
        values: dict[int, Any] = {flag: getattr(f, name) for flag, name in PARTS.items()}
        flags = tuple([flag for flag in values if values[flag] is not None])
        make = FunctionType(_maker(flags), f.__globals__)
        made = make(code, *[values[flag] for flag in flags])
    if made.__builtins__ is not f.__builtins__:
        raise CannotTrackError("a function whose globals have got other builtins since it was made runs natively")
    if f.__qualname__ is not code.co_qualname:
        made.__qualname__ = f.__qualname__
    if f.__name__ is not made.__name__:  # which generators show
        made.__name__ = f.__name__
    return made


@cache
def _maker(flags: tuple[int, ...]) -> CodeType:
    """The code of a function that makes a function: of a code object and the parts that `flags` name."""
    out = Assembler(0)
    out.emit(NUMBER["RESUME"])
    for k in range(len(flags), -1, -1):
        out.emit(NUMBER["LOAD_FAST"], k)
    out.emit(NUMBER["MAKE_FUNCTION"])
    for flag in flags:
        out.emit(NUMBER["SET_FUNCTION_ATTRIBUTE"], flag)
    out.emit(NUMBER["RETURN_VALUE"])
    out.layout()
    names = ("code", *[PARTS[flag].strip("_") for flag in flags])
    return (lambda: None).__code__.replace(
        co_name="make",
        co_qualname="make",
        co_argcount=len(names),
        co_nlocals=len(names),
        co_varnames=names,
        co_stacksize=len(names) + 1,
        co_code=out.bytecode,
        co_linetable=out.location_table(1),  # an exception of a signal handler may come out of it, and be printed
        co_exceptiontable=b"",
    )
