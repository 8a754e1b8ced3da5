"""Rewritten code: a template, which `bind` makes a code object that appends to one log."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from types import CodeType
from typing import Any

from .code import Instructions
from .facts import argument_count
from .flow import GENERATOR_FLAGS, Flow
from .marks import Mark, MarkKind
from .opcodes import NUMBER
from .sites import Known, Recording
from .versions import LASTI_ON_STACK, LASTI_UNIT, LOSES_HIDDEN_LOCALS

# replaced when a template is bound
LOG, RESOLVE, RESOLVE_STARRED, TWINS, GENERAL_TWINS, METHODS = (object() for _ in range(6))
FORGET, ADMIT, KEEP, RECORDING, GENERATOR_TWINS, ASK, ITERATE, COLLECT, LOOK = (object() for _ in range(9))
LIMIT, CUT, CHOOSE, ASK_HOOK, TELL_HOOK, TELL_ERROR, COPY_VALUE = (object() for _ in range(7))

COPIES = "copies"  # the word of `hooks` for a context that wants values to be copied; the others: hooked.py
_PRECALL, _SEND = NUMBER.get("PRECALL"), NUMBER["SEND"]
_OPTIMIZED = 1  # CO_OPTIMIZED: it is the code of a function
_SUSPENDED = ("YIELD_VALUE", "SEND", "RESUME", "CLEANUP_THROW", "END_SEND")  # which raise what others have
EXTRA_STACK = 11  # what the inserted code needs above the depth of the original, besides copies of a call's arguments


class LogList(list[Any]):
    """A log. Code objects hash their constants, so what they hold must be hashable; LIST_APPEND does not mind."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]  # None in the base class, on purpose

    def __repr__(self) -> str:  # a program that prints the constants of code should not print its own record
        return f"<log of {len(self)} entries>"


def _unbound(*arguments: Any) -> Any:
    raise RuntimeError("this rewritten code is there to be looked at: it belongs to no recording")


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the inserted instructions call (record/entering/binding.py). The defaults are for code that never runs."""

    resolve: Callable[..., Any] = _unbound
    resolve_starred: Callable[..., Any] = _unbound
    twins: Known = field(default_factory=Known)  # function that the recording has met -> its twin for direct calls
    general_twins: Known = field(default_factory=Known)  # the same for all other calls
    methods: Known = field(default_factory=Known)  # id of a class, MethodSite -> Method
    forget: Callable[..., Any] = _unbound
    admit: Callable[..., Any] = _unbound
    keep: Callable[..., Any] = _unbound
    generator_twins: Known = field(default_factory=Known)  # those whose calls append what they return, from 3.13 on
    recording: Recording = field(default_factory=Recording)
    ask: Callable[..., Any] = _unbound
    iterate: Callable[..., Any] = _unbound
    collect: Callable[..., Any] = _unbound
    look: Callable[..., Any] = _unbound
    limit: int = 0  # how long the log may become, in code that stops recording there
    cut: Callable[..., Any] = _unbound  # what makes it shorter, in code that goes on
    choose: Callable[..., Any] = _unbound  # what code calls that asks hooks; see record/contexts/hooks.py
    ask_hook: Callable[..., Any] = _unbound
    tell_hook: Callable[..., Any] = _unbound
    tell_error: Callable[..., Any] = _unbound
    copy_value: Callable[..., Any] = _unbound  # what code calls whose context wants copies; see record/past/copier.py


class Bound(IntEnum):
    """What rewritten code does where the log has become too long. It looks where frames begin and loops go back."""

    NONE = 0  # nothing: it does not look
    STOP = 1  # it stops recording, and goes on plainly
    CUT = 2  # it lets what was appended first be dropped


class CannotTrackError(Exception):
    """A code object can't be rewritten; the message is the reason, in the user's words."""


def variables_of(code: CodeType) -> tuple[str, ...]:
    """The names of the local variables that rewritten code has."""
    if LOSES_HIDDEN_LOCALS and not code.co_flags & _OPTIMIZED:  # they are all hidden, so nothing may find them
        return tuple([f".{name}" for name in code.co_varnames])
    return code.co_varnames


@dataclass(slots=True, eq=False, weakref_slot=True)
class Template:
    """One rewritten code object, not yet bound to a log: `<template of geom>`.

    There is one at a time for each (code, constructs, lent, bounded, hooks).
    """

    code: CodeType
    instructions: Instructions
    flow: Flow
    constructs: bool  # is it the body of a constructor, which returns its first argument?
    lent: bool  # is it what a function itself runs during a recording? Then only in the recording's thread
    bounded: Bound
    direct: bool  # may its ENTER stand without arguments, because each call of the function shows them?
    careful: bool = False  # do operations that contexts replace rely on no other test than their own?
    hooks: frozenset[str] = frozenset()  # what is asked about: see cpython/hooked.py
    suspends: bool = field(init=False)  # is it the body of a generator?
    delegates: bool = field(init=False)  # does that go on with others, by `yield from` or `await`?
    argument_names: tuple[str, ...] = field(init=False)
    enter: Mark = field(init=False)
    enter_direct: Mark = field(init=False)
    exit: Mark = field(init=False)
    suspend: Mark = field(init=False)
    resume: Mark = field(init=False)
    constants: list[Any] = field(default_factory=list)
    sites: dict[int, Callable[..., Any]] = field(default_factory=dict)  # index of a cache -> what makes it
    unlogged: dict[int, int] = field(default_factory=dict)  # load of a callable that has no entry -> its call
    histories: dict[int, tuple[int, bool]] = field(default_factory=dict)  # such a call -> index of its site, `plain`?
    returned: dict[int, Any] = field(default_factory=dict)  # index of an EXIT that has one -> the constant returned
    functions: dict[int, CodeType] = field(default_factory=dict)  # index of a FunctionSite -> code of what it makes
    names: tuple[str, ...] = ()
    most_arguments: int = 0  # that `resolve` is passed at any site
    bytecode: bytes = b""  # the code for direct calls, if there are any
    to_arguments: tuple[int, bytes] = 0, b""  # what has to stand there instead for other calls: a jump to the appends
    location_table: bytes = b""
    exception_table: bytes = b""
    runs: list[int] = field(default_factory=list)  # offsets where what stands for another instruction begins
    owners: tuple[int, ...] = ()  # of the runs: the original instruction, -1 for none
    telling: list[int] = field(default_factory=list)  # offsets of calls whose frames tell their results, from 3.13 on
    originals: list[int] = field(default_factory=list)  # the emitted instructions that were there before
    lifted: Any = None  # what `lift` makes of it when somebody looks
    told: dict[int, str] = field(default_factory=dict)  # loads of constants that a hook is told of -> names

    def __post_init__(self) -> None:
        self.suspends = bool(self.code.co_flags & GENERATOR_FLAGS)
        self.delegates = self.suspends and _SEND in self.instructions.opcodes
        self.argument_names = self.code.co_varnames[: argument_count(self.code)]
        self.enter = Mark(MarkKind.ENTER, self, len(self.argument_names))
        self.enter_direct = Mark(MarkKind.ENTER, self, 0)
        self.exit = Mark(MarkKind.EXIT, self, -1)
        self.suspend = Mark(MarkKind.SUSPEND, self, -1)
        self.resume = Mark(MarkKind.RESUME, self, -1)

    def bind(self, log: LogList, hooks: "Hooks", *, direct: bool = True, behind: bool = False) -> CodeType:
        """The code object that appends to `log`.

        `direct`: for direct calls, where the template makes a difference. `behind`: for frames that begin with BEHIND.
        """
        direct = direct and self.direct
        bytecode = self.bytecode
        if not direct:
            start, jump = self.to_arguments
            bytecode = bytecode[:start] + jump + bytecode[start + len(jump) :]
        placeholders = {
            id(LOG): log,
            id(RESOLVE): hooks.resolve,
            id(RESOLVE_STARRED): hooks.resolve_starred,
            id(TWINS): hooks.twins,
            id(GENERAL_TWINS): hooks.general_twins,
            id(METHODS): hooks.methods,
            id(FORGET): hooks.forget,
            id(ADMIT): hooks.admit,
            id(KEEP): hooks.keep,
            id(GENERATOR_TWINS): hooks.generator_twins,
            id(RECORDING): hooks.recording,
            id(ASK): hooks.ask,
            id(ITERATE): hooks.iterate,
            id(COLLECT): hooks.collect,
            id(LOOK): hooks.look,
            id(LIMIT): hooks.limit,
            id(CUT): hooks.cut,
            id(CHOOSE): hooks.choose,
            id(ASK_HOOK): hooks.ask_hook,
            id(TELL_HOOK): hooks.tell_hook,
            id(TELL_ERROR): hooks.tell_error,
            id(COPY_VALUE): hooks.copy_value,
        }
        marked = self.enter_direct if direct else self.enter
        kind = MarkKind.BEHIND if behind else MarkKind.ENTER
        enter = placeholders[id(marked)] = Mark(kind, self, marked.index)  # this code's own
        constants: list[Any] = [placeholders.get(id(c), c) if type(c) in (object, Mark) else c for c in self.constants]
        for i, make in self.sites.items():
            constants[i] = make()
        for i, _ in self.histories.values():
            constants[i].key = enter, i
        return self.code.replace(
            co_code=bytecode,
            co_varnames=variables_of(self.code),
            co_consts=tuple(constants),
            co_names=self.names,
            co_stacksize=self.code.co_stacksize + EXTRA_STACK + self.most_arguments,
            co_linetable=self.location_table,
            co_exceptiontable=self.exception_table,
        )

    def running(self, lasti: int) -> int:
        """The original instruction that a frame with this `f_lasti` runs, -1 if that is none."""
        return self.owners[bisect_right(self.runs, lasti) - 1] if lasti >= 0 else -1

    def is_suspended(self, i: int) -> bool:
        """Is the frame of a generator suspended in instruction i, by what its log says?"""
        return self.suspends and self.instructions.name(i) in _SUSPENDED

    def owner(self, place: Any) -> int:
        """The original instruction at which an exception was raised, -1 if that is unknown.

        `place`: what stands behind the mark in the log.
        """
        if LASTI_ON_STACK:
            lasti: int = place
        else:
            frame = getattr(place, "tb_frame", None)
            if frame is None or frame.f_code.co_linetable is not self.location_table:
                return -1  # 3.15: a generator expression that has no iterator yet is in no traceback
            lasti = place.tb_lasti
        if lasti < 0:
            return -1
        i = self.owners[bisect_right(self.runs, 2 * lasti // LASTI_UNIT) - 1]
        return i + 1 if i >= 0 and self.instructions.opcodes[i] == _PRECALL else i  # 3.11: it is where C is called
