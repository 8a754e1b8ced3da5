"""Calls: the callable on the stack is exchanged for its twin, found by a cache at each site."""

from functools import partial
from typing import Any

from .emitter import CALL, JUMP, LOAD_CONST, Emitter
from .exchange import Exchange
from .facts import COUNTED_CALLS, callee_slot, loaded_name, unlogged_load
from .flow import MAYBE, VALUE, numbers
from .opcodes import NUMBER
from .sites import Site
from .template import Template
from .versions import CALL_PREFIX, CALLABLE_FIRST, LOAD_ATTR_SHIFT

_BUILD_TUPLE = NUMBER["BUILD_TUPLE"]
SUPER = NUMBER.get("LOAD_SUPER_ATTR")
_GLOBAL_STORES = numbers("STORE_GLOBAL", "DELETE_GLOBAL")
_CALLS = numbers("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_VARIABLES = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_DEREF")  # what often changes
_MAKE_FUNCTION = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
_TAKE_GENERATORS = numbers("GET_ITER", "GET_YIELD_FROM_ITER", "GET_AWAITABLE", "GET_AITER")
_CALL_PREFIXES = numbers(*CALL_PREFIX)
LOAD_SPECIAL = NUMBER.get("LOAD_SPECIAL", 0)
METHOD_LOADS = numbers("LOAD_METHOD") if LOAD_ATTR_SHIFT == 0 else numbers("LOAD_ATTR")


class CallEmitter(Emitter):
    """What stands before, in and behind the calls of the original."""

    def __init__(self, template: Template, array_type: type | None) -> None:
        super().__init__(template, array_type)
        self.taken: set[int] = set()  # instructions that were emitted together with the one before
        self.entering: dict[int, bool] = {}  # calls whose result a frame tells, usually -> is it a constructor's
        self.done_labels: dict[int, int] = {}  # call -> where control joins again behind it
        self.loads: dict[int, int] = {}  # call -> what loads its callable, if that has no entry
        self.shared_sites: dict[tuple[Any, ...], int] = {}  # of calls that the lifter may take for one
        self.method_sites: dict[int, int] = {}  # method lookup -> its cache, which its call shares
        self.guarded = False  # is what C code calls entered, too? See guards.py

    def call_groups(self) -> dict[int, int]:
        """First instruction of each group KW_NAMES, PRECALL, CALL -> the CALL."""
        groups = {}
        stores_globals = not _GLOBAL_STORES.isdisjoint(self.ins.opcodes)
        for i, op in enumerate(self.ins.opcodes):
            if op in _CALLS and self.stacks[i] is not None:
                first = i
                while first and self.ins.opcodes[first - 1] in _CALL_PREFIXES:
                    first -= 1
                groups[first] = i
                if not self.template.hooks.isdisjoint(("calls", "constants")):  # which shift what is behind a load
                    continue
                load = unlogged_load(self.ins, self.template.flow, i, stores_globals=stores_globals)
                if load >= 0:
                    self.template.unlogged[load] = i
                    self.loads[i] = load
        return groups

    def before_call(self, first: int, i: int) -> None:
        """Exchange the callable of call i, whose group begins at `first`."""
        where = callee_slot(self.ins, self.template.flow, i)
        if where:
            self.place(i, self.ins.positions[i])
            Exchange(self, first, i, where).emit()

    def store_taken(self, i: int) -> None:
        """Emit what takes the result of instruction i, if it was emitted with it."""
        if i + 1 in self.taken:
            self.place(i + 1, self.ins.positions[i + 1])
            self.add(self.ins.opcodes[i + 1], self.ins.arguments[i + 1])

    def names_passed(self, i: int) -> tuple[str, ...] | None:
        """By which names call i passes arguments; None if the code does not tell."""
        name, load = self.ins.name(i), self._keyword_names(i)
        if name == "CALL_KW":
            load = i - 1
            if self.ins.opcodes[load] != LOAD_CONST:
                return None
        elif name != "CALL":
            return None
        names: tuple[str, ...] = self.code.co_consts[self.ins.arguments[load]] if load >= 0 else ()
        return names

    def _keyword_names(self, i: int) -> int:
        """The KW_NAMES of call i (3.11, 3.12); -1 if there is none."""
        j = i - 1
        while j >= 0 and self.ins.opcodes[j] in _CALL_PREFIXES:
            if self.ins.name(j) == "KW_NAMES":
                return j
            j -= 1
        return -1

    def site_of_unlogged(self, i: int, load: int, looks: bool, *, plain: bool) -> int:
        """The site of call i, whose history tells what was called; copies of a call have one, since the IR has one."""
        ins = self.ins
        key = ins.positions[load], ins.positions[i], ins.arguments[load], ins.arguments[i], plain
        site = self.shared_sites.get(key)
        if site is None:
            site = self.shared_sites[key] = self.site(partial(Site, self.names_passed(i), looks))
        self.template.histories[i] = site, plain
        return site

    def keep_uninterrupted(self, i: int) -> None:
        """Call i is that of an `__enter__`.

        From 3.15 on no signal is noticed behind a call whose code unit follows a LOAD_SPECIAL, so one is put there that
        never runs (CPython, gh-148874).
        """
        call = self.out.new_label()
        self.jump(JUMP, call)
        self.add(LOAD_SPECIAL, self.ins.arguments[i - 1])
        self.out.mark(call)

    def method_site(self, i: int) -> int | None:
        """The cache of the method lookup whose result call i calls, if it calls one."""
        stack = self.stacks[i]
        assert stack is not None
        if self.ins.opcodes[i] != CALL or stack[-2 - self.ins.arguments[i]] & 3 != MAYBE:
            return None
        return self.method_sites[stack[-2 - self.ins.arguments[i]] >> 2]

    def callee_name(self, i: int) -> str:
        """The name of the callable of call i, if it is called as it was loaded.

        What lies beside the callable is NULL then, or it is a method and its receiver from 3.13 on.
        """
        ins = self.ins
        stack = self.stacks[i]
        assert stack is not None
        if ins.opcodes[i] not in COUNTED_CALLS:
            return ""
        below = ins.arguments[i] + 2 + (ins.opcodes[i] != CALL)
        callable_, beside = stack[-below], stack[1 - below]
        if not CALLABLE_FIRST:
            callable_, beside = beside, callable_
        if beside & 3 == VALUE or callable_ & 3 != VALUE or callable_ < 0:
            return ""
        return loaded_name(ins, callable_ >> 2)

    def positional(self, i: int, where: int) -> list[int]:
        """How far below the top the positional arguments of call i lie, whose callable lies at `where`."""
        count, names = self.ins.arguments[i], self.names_passed(i)
        first = count + (self.ins.name(i) == "CALL_KW")  # the lowest argument
        positional = count - len(names) if names is not None else 0
        copies = list(range(first, first - positional, -1))
        stack = self.stacks[i]
        assert stack is not None
        between = where - first - 1  # the self slot of 3.13, or the first argument where the callable lies below it
        if between and stack[-first - 1] & 3 == VALUE:
            copies.insert(0, first + 1)
        return copies
