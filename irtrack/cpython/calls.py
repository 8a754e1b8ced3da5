"""Calls: the callable on the stack is exchanged for its twin, found by a cache at each site."""

import builtins
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

from .emitter import (
    CALL,
    COPY,
    IF_FALSE,
    IF_NONE,
    IF_TRUE,
    IS_OP,
    JUMP,
    LIST_APPEND,
    LOAD_ATTR,
    LOAD_CONST,
    POP_TOP,
    PUSH_NULL,
    SUBSCRIPT,
    SWAP,
    Emitter,
)
from .facts import C_NAMES, CONVERTING, COUNTED_CALLS, callee_slot, is_class_name, loaded_name, unlogged_load
from .flow import MAYBE, VALUE, numbers
from .marks import Mark, MarkKind
from .opcodes import NUMBER
from .sites import ClassSite, MethodSite, OperandSite, Site
from .template import (
    ADMIT,
    COLLECT,
    GENERAL_TWINS,
    GENERATOR_TWINS,
    LOOK,
    METHODS,
    RESOLVE,
    RESOLVE_STARRED,
    TWINS,
    Template,
)
from .versions import CALL_PREFIX, CALLABLE_FIRST, LOAD_ATTR_SHIFT, RESULTS_FOLLOW

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
                if "calls" in self.template.hooks:  # which shift what comes behind a load
                    continue
                load = unlogged_load(self.ins, self.template.flow, i, stores_globals=stores_globals)
                if load >= 0:
                    self.template.unlogged[load] = i
                    self.loads[i] = load
        return groups

    def before_call(self, first: int, i: int) -> None:
        """Exchange the callable of call i, whose group begins at `first`.

        On the way that is taken most the callable is the one seen last, a Python function; or, where it is named like
        one, a C function whose result needs no look. Behind the original code stands the rest: a class, another
        function that this recording knows, or a callable that has to be resolved, called by a copy of the group.
        """
        where = callee_slot(self.ins, self.template.flow, i)
        if not where:
            return
        self.place(i, self.ins.positions[i])
        shared = None if CALLABLE_FIRST else self._method_site(i)
        name = self._callee_name(i) if shared is None else ""
        makes_instance = is_class_name(name)  # only there are the instructions that make instances worth it
        seen_first = shared is None and name not in C_NAMES
        looks = self.guarded and name in CONVERTING and self.ins.opcodes[i] in COUNTED_CALLS
        load = self.loads.get(i, -1)
        if shared is not None:
            site = shared
            self.template.sites[site] = partial(self.template.sites[site], names=self._names(i))
        elif load >= 0:
            site = self._site_of_unlogged(i, load, looks, plain=not seen_first)
        else:
            site = self.site(partial(ClassSite if makes_instance else Site, self._names(i), looks))
        miss, entered, done = self.out.new_label(), self.out.new_label(), self.out.new_label()
        native = self.out.new_label()
        if makes_instance:
            self._make_instance(i, where, site, entered, native, miss)
        if looks:
            for argument in self._converted(i, where, name):
                self._guard_argument(where, argument, name, lambda: collect(append_callee))
        if seen_first:
            self._call_seen(site, where, miss)
        elif shared is None:
            self._unless(site, "plain", where, miss)
        else:
            self.load_cached(site, "method")
            self.load_attribute("cls")
            self.call(builtins.type, [where + 1])
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, miss)
        self.out.mark(entered)
        self.done_labels[i] = done
        if not RESULTS_FOLLOW and seen_first:
            self.entering[i] = makes_instance
        elif not RESULTS_FOLLOW:
            entered = self.out.new_label()  # a copy of the call, in `missed`

        def copied() -> None:
            for j in range(first, i + 1):
                self.add(self.ins.opcodes[j], self.ins.arguments[j])

        def went_on() -> None:
            self.store_taken(i)
            self.jump(JUMP, done)

        def known_native() -> None:
            self.load_cached(site, "native")
            if shared is not None:
                self.call(builtins.type, [where + 1])
            else:
                self.add(COPY, where + 1)
            self.add(IS_OP, 0)
            self.jump(IF_TRUE, native)

        def in_recording(twins: object, target: int) -> None:
            unknown = self.out.new_label()
            self.load(twins)
            self.add(COPY, where + 1)
            self.add(*SUBSCRIPT)
            self.add(COPY, 1)
            self.jump(IF_NONE, unknown)
            self.add(SWAP, where + 1)
            self.add(POP_TOP)
            self.jump(JUMP, target)
            self.out.mark(unknown)
            self.add(POP_TOP)

        def known_function() -> None:
            other = self.out.new_label()
            self.load_cached(site, "kind")
            self.call(builtins.type, [where + 1])
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, other)
            in_recording(TWINS if self.ins.opcodes[i] in COUNTED_CALLS else GENERAL_TWINS, entered)
            if not RESULTS_FOLLOW and self._may_make_generator(i, where):
                in_recording(GENERATOR_TWINS, native)
            self.out.mark(other)

        def append_callee() -> None:
            if load >= 0:
                depth = len(self.stack_at(i))
                self.append_mark(Mark(MarkKind.CALLEE, self.template, i), depth)
                self.append(depth, where)

        def collect(first: Callable[[], None] | None = None) -> None:
            """Let what lies on top collect the arguments; what that gives is called without any."""
            if first is not None:
                self.add(POP_TOP)
                first()
                self.load(COLLECT)
            self.add(SWAP, where + 1)
            self.add(POP_TOP)
            copied()
            self.call_attempt()
            self.append_results(i, guarded=True, kept=True)
            went_on()

        def missed() -> None:
            append_callee()
            if not seen_first:
                other = self.out.new_label()
                self._call_seen(site, where, other)
                self.jump(JUMP, entered)
                self.out.mark(other)
            tests = [known_native, known_function]
            for test in tests if self._loaded(i, where) not in _VARIABLES else reversed(tests):
                test()
            self._call_resolve(i, where, site)
            if self.guarded:
                collects = self.out.new_label()
                self.add(COPY, 1)
                self.load(COLLECT)
                self.add(IS_OP, 0)
                self.jump(IF_TRUE, collects)
                self.aside(collects, collect)
            self.add(SWAP, where + 1)
            self.add(POP_TOP)
            self.out.mark(native)
            copied()
            self.append_results(i, guarded=True)
            went_on()
            if not RESULTS_FOLLOW and not seen_first:
                self.place(i, self.ins.positions[i])
                self.out.mark(entered)
                copied()
                self.template.telling.append(len(self.emitted) - 1)
                went_on()

        self.aside(miss, missed)

    def store_taken(self, i: int) -> None:
        """Emit what takes the result of instruction i, if it was emitted with it."""
        if i + 1 in self.taken:
            self.place(i + 1, self.ins.positions[i + 1])
            self.add(self.ins.opcodes[i + 1], self.ins.arguments[i + 1])

    def _names(self, i: int) -> tuple[str, ...] | None:
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

    def _converted(self, i: int, where: int, name: str) -> list[int]:
        """Where the arguments lie that call i, of a function of that name, may call methods of."""
        copies, stack = self._positional(i, where), self.stack_at(i)
        given = [copies[place] for place in CONVERTING[name] if place < len(copies)]
        return [copy for copy in given if name == "iter" or not self.is_plain(stack[-copy] >> 2)]

    def _guard_argument(self, where: int, argument: int, name: str, collect: Callable[[], None]) -> None:
        """Test the type of an argument of a call, before which nothing else was inserted."""
        site = self.site(partial(OperandSite, None, name, (0,)))
        cold, back = self.out.new_label(), self.out.new_label()
        self.test_type(site, "first", argument, cold)
        self.out.mark(back)

        def look() -> None:
            known, unseen, plain = (self.out.new_label() for _ in range(3))
            self.test_owner(site, argument)
            self.jump(IF_TRUE, known)
            self.load_known(site, "firsts", argument)
            self.jump(IF_NONE, unseen)
            self.out.mark(known)
            self.jump(JUMP, back)
            self.out.mark(unseen)
            self.call(LOOK, [where, argument], constants=[site])
            self.add(COPY, 1)
            self.jump(IF_NONE, plain)
            collect()
            self.out.mark(plain)
            self.add(POP_TOP)
            self.jump(JUMP, back)

        self.aside(cold, look)

    def _site_of_unlogged(self, i: int, load: int, looks: bool, *, plain: bool) -> int:
        """The site of call i, whose history tells what was called; copies of a call have one, since the IR has one."""
        ins = self.ins
        key = ins.positions[load], ins.positions[i], ins.arguments[load], ins.arguments[i], plain
        site = self.shared_sites.get(key)
        if site is None:
            site = self.shared_sites[key] = self.site(partial(Site, self._names(i), looks))
        self.template.histories[i] = site, plain
        return site

    def _call_seen(self, site: int, where: int, miss: int) -> None:
        """Exchange the callable for the twin if it is the one that was seen last."""
        self._unless(site, "seen", where, miss)
        self.load_cached(site, "twin")
        self.add(SWAP, where + 1)
        self.add(POP_TOP)

    def _unless(self, site: int, attribute: str, where: int, target: int) -> None:
        """Jump unless the callable is the one that the site has there."""
        self.load_cached(site, attribute)
        self.add(COPY, where + 1)
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, target)

    def keep_uninterrupted(self, i: int) -> None:
        """Call i is that of an `__enter__`.

        From 3.15 on no signal is noticed behind a call whose code unit follows a LOAD_SPECIAL, so one is put there that
        never runs (CPython, gh-148874).
        """
        call = self.out.new_label()
        self.jump(JUMP, call)
        self.add(LOAD_SPECIAL, self.ins.arguments[i - 1])
        self.out.mark(call)

    def _method_site(self, i: int) -> int | None:
        """The cache of the method lookup whose result call i calls, if it calls one."""
        stack = self.stacks[i]
        assert stack is not None
        if self.ins.opcodes[i] != CALL or stack[-2 - self.ins.arguments[i]] & 3 != MAYBE:
            return None
        return self.method_sites[stack[-2 - self.ins.arguments[i]] >> 2]

    def _callee_name(self, i: int) -> str:
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

    def _may_make_generator(self, i: int, where: int) -> bool:
        """Is it worth it to look whether call i makes a generator or a coroutine, without asking `resolve`?"""
        return self.ins.opcodes[i + 1] in _TAKE_GENERATORS or self._loaded(i, where) in _MAKE_FUNCTION

    def _loaded(self, i: int, where: int) -> int:
        """The opcode that loaded the callable of call i, which lies at `where`; -1 if it was not loaded."""
        ins, stack = self.ins, self.stacks[i]
        assert stack is not None
        producer = stack[-where] >> 2
        return ins.opcodes[producer] if producer >= 0 else -1

    def _make_instance(self, i: int, where: int, site: int, entered: int, native: int, miss: int) -> None:
        """If the callable is the site's class unchanged: make the instance, and call the twin of `__init__` with it.

        If it is made natively, go on at label `native`; if it has changed, at `miss`.
        """
        makes = self.out.new_label()
        self.load_cached(site, "cls")
        self.add(COPY, where + 1)
        self.add(IS_OP, 0)
        self.jump(IF_TRUE, makes)
        self.aside(makes, partial(self._instance, i, where, site, entered, native, miss))

    def _instance(self, i: int, where: int, site: int, entered: int, native: int, miss: int) -> None:
        other = self.out.new_label()
        self.call(builtins.type, [where])
        self.load(builtins.type)  # another metaclass may have a `__call__`, and may get one
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, other)
        for cached, method in (("init", "__init__"), ("new", "__new__")):
            self.load_cached(site, cached)
            self.add(COPY, where + 1)
            self.load_attribute(method)
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, other)
        self.load_cached(site, "constructor")
        self.jump(IF_NONE, native)
        # the NULL beside the class becomes that of the call of `__new__`; twin and instance take the two places
        if CALLABLE_FIRST:
            self.load_cached(site, "new")
            self.add(COPY, 1)
            self.add(SWAP, where + 1)
        else:
            self.load_cached(site, "constructor")
            self.add(SWAP, where + 2)
            self.load_cached(site, "new")
        copies = [where, *self._positional(i, where)]
        for k, copy in enumerate(copies):
            self.add(COPY, copy + 2 + k)
        self.template.most_arguments = max(self.template.most_arguments, len(copies))
        self.make_call(len(copies))
        if CALLABLE_FIRST:
            self.add(SWAP, where)
            self.add(POP_TOP)
            self.load_cached(site, "constructor")
        self.add(SWAP, where + 1)
        self.add(POP_TOP)
        self.jump(JUMP, entered)
        self.out.mark(other)
        self.jump(JUMP, miss)

    def _call_resolve(self, i: int, where: int, index: int) -> None:
        """Ask for the callable to call instead; what makes instances wants to see the positional arguments too."""
        ins = self.ins
        if ins.name(i) == "CALL_FUNCTION_EX":
            self.call(RESOLVE_STARRED, [where, where - (2 if CALLABLE_FIRST else 1)], constants=[index])
            return
        copies = self._positional(i, where)
        self.template.most_arguments = max(self.template.most_arguments, len(copies))
        self.call(RESOLVE, [where, *copies], constants=[index])

    def _positional(self, i: int, where: int) -> list[int]:
        """How far below the top the positional arguments of call i lie, whose callable lies at `where`."""
        count, names = self.ins.arguments[i], self._names(i)
        first = count + (self.ins.name(i) == "CALL_KW")  # the lowest argument
        positional = count - len(names) if names is not None else 0
        copies = list(range(first, first - positional, -1))
        stack = self.stacks[i]
        assert stack is not None
        between = where - first - 1  # the self slot of 3.13, or the first argument where the callable lies below it
        if between and stack[-first - 1] & 3 == VALUE:
            copies.insert(0, first + 1)
        return copies

    def method_load(self, i: int, depth: int) -> bool:
        """3.11 and 3.12: a method lookup leaves NULL or a function, and no instruction can tell which.

        It keeps its form for receivers whose type makes it a function for sure; for all others it is a plain lookup
        and PUSH_NULL. Returns whether the instruction was written.
        """
        ins = self.ins
        op, argument = ins.opcodes[i], ins.arguments[i]
        if LOAD_ATTR_SHIFT and not argument & 1:
            return False
        name = self.code.co_names[argument >> 2 if op == SUPER else argument >> LOAD_ATTR_SHIFT]
        self.method_sites[i] = self.site(partial(MethodSite, name))
        if op == SUPER:
            self.originals.append(len(self.emitted))
            self.add(op, argument & ~1)
            self.append(depth - 2)
            self.add(PUSH_NULL)
            self.add(SWAP, 2)
            return True
        site = self.method_sites[i]
        other, done = self.out.new_label(), self.out.new_label()
        self.load_cached(site, "fixed")
        self.call(builtins.type, [2])
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, other)
        self.original(i)
        self.append(depth + 1, 2)
        self.out.mark(done)

        def cold() -> None:
            known, owned, ask, unknown, admitted, bare = (self.out.new_label() for _ in range(6))

            def look_up() -> None:
                self.add(COPY, 1)
                self.add(LOAD_ATTR, argument & ~1 if LOAD_ATTR_SHIFT else argument)

            self.load_cached(site, "method")
            self.load_attribute("cls")
            self.call(builtins.type, [2])
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, ask)
            self.out.mark(known)
            look_up()
            # receiver, attribute: is it the bound method that the function of this class gives?
            self.call(builtins.type, [1])
            self.load(MethodType)
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, bare)
            self.add(COPY, 1)
            self.load_attribute("__func__")
            self.load_cached(site, "method")
            self.load_attribute("function")
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, bare)
            self.add(COPY, 1)
            self.load_attribute("__self__")
            self.add(COPY, 3)
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, bare)
            self.add(POP_TOP)  # then it goes on as the method form does
            self.load_cached(site, "method")
            self.load_attribute("twin")
            self.load_cached(site, "method")
            self.load_attribute("function")
            self.add(LIST_APPEND, depth + 2)
            self.add(SWAP, 2)
            self.jump(JUMP, done)
            self.out.mark(ask)
            self.test_owner(site, 1)
            self.jump(IF_TRUE, owned)
            self.load(METHODS)
            self.load_callee(id)
            self.call(builtins.type, [4])  # below it: METHODS, and `id` with its NULL
            self.make_call(1)
            self.add(LOAD_CONST, site)
            self.add(_BUILD_TUPLE, 2)
            self.add(*SUBSCRIPT)
            self.add(COPY, 1)
            self.jump(IF_NONE, unknown)
            self.add(LOAD_CONST, site)
            self.store_attribute("method")
            self.jump(JUMP, known)
            self.out.mark(unknown)
            self.add(POP_TOP)
            self.call(ADMIT, [1], constants=[site])
            self.add(COPY, 1)
            self.jump(IF_NONE, admitted)
            self.call_attempt()
            self.jump(JUMP, bare)
            self.out.mark(admitted)
            self.add(POP_TOP)
            self.jump(JUMP, known)
            self.out.mark(owned)
            look_up()
            self.out.mark(bare)
            self.append(depth + 1)
            self.add(SWAP, 2)
            self.add(POP_TOP)
            self.add(PUSH_NULL)
            self.add(SWAP, 2)
            self.jump(JUMP, done)

        self.aside(other, cold)
        return True
