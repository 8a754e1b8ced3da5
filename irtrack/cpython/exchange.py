"""The exchange of the callable that a call finds on the stack: for its twin, if it is written in Python."""

import builtins
from functools import partial
from typing import TYPE_CHECKING

from .emitter import COPY, IF_FALSE, IF_NONE, IF_TRUE, IS_OP, JUMP, POP_TOP, SUBSCRIPT, SWAP
from .facts import C_NAMES, CONVERTING, COUNTED_CALLS, is_class_name
from .flow import numbers
from .marks import Mark, MarkKind
from .sites import ClassSite, OperandSite, Site
from .template import COLLECT, GENERAL_TWINS, GENERATOR_TWINS, LOOK, RESOLVE, RESOLVE_STARRED, TWINS
from .versions import CALLABLE_FIRST, RESULTS_FOLLOW

if TYPE_CHECKING:
    from .calls import CallEmitter

_VARIABLES = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_DEREF")  # what often changes
_MAKE_FUNCTION = numbers("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
_TAKE_GENERATORS = numbers("GET_ITER", "GET_YIELD_FROM_ITER", "GET_AWAITABLE", "GET_AITER")


class Exchange:
    """That of one call.

    On the way that is taken most the callable is the one seen last, a Python function; or, where it is named like
    one, a C function whose result needs no look. Behind the original code stands the rest: a class, another function
    that this recording knows, or a callable that has to be resolved, called by a copy of the call's instructions.
    """

    def __init__(self, emitter: "CallEmitter", first: int, call: int, where: int) -> None:
        self.emitter = emitter
        self.first, self.call = first, call  # the instructions that make the call
        self.where = where  # the callable lies, counted from the top of the stack
        self.is_counted = emitter.ins.opcodes[call] in COUNTED_CALLS
        self.load = emitter.loads.get(call, -1)  # of the callable, if that has no entry
        method = None if CALLABLE_FIRST else emitter.method_site(call)
        self.is_method = method is not None
        self.name = "" if self.is_method else emitter.callee_name(call)
        self.makes_instance = is_class_name(self.name)  # only there are the instructions that do so worth it
        self.seen_first = not self.is_method and self.name not in C_NAMES
        self.looks = emitter.guarded and self.is_counted and self.name in CONVERTING
        self.site = self._site() if method is None else method
        if method is not None:
            emitter.template.sites[method] = partial(emitter.template.sites[method], names=emitter.names_passed(call))
        self.missed, self.entered, self.done, self.native = (emitter.out.new_label() for _ in range(4))

    def _site(self) -> int:
        emitter, call = self.emitter, self.call
        if self.load >= 0:
            return emitter.site_of_unlogged(call, self.load, self.looks, plain=not self.seen_first)
        return emitter.site(partial(ClassSite if self.makes_instance else Site, emitter.names_passed(call), self.looks))

    def emit(self) -> None:
        emitter = self.emitter
        if self.makes_instance:
            self._make_instance()
        if self.looks:
            for argument in self._converted():
                self._guard_argument(argument)
        if self.seen_first:
            self._take_seen(self.missed)
        elif not self.is_method:
            self._unless("plain", self.missed)
        else:
            emitter.load_cached(self.site, "method")
            emitter.load_attribute("cls")
            emitter.call(builtins.type, [self.where + 1])
            emitter.add(IS_OP, 0)
            emitter.jump(IF_FALSE, self.missed)
        emitter.out.mark(self.entered)
        emitter.done_labels[self.call] = self.done
        if not RESULTS_FOLLOW and self.seen_first:
            emitter.entering[self.call] = self.makes_instance
        elif not RESULTS_FOLLOW:
            self.entered = emitter.out.new_label()  # a copy of the call, in `_miss`
        emitter.aside(self.missed, self._miss)

    # the way aside

    def _miss(self) -> None:
        emitter, call = self.emitter, self.call
        self._append_callee()
        if not self.seen_first:
            other = emitter.out.new_label()
            self._take_seen(other)
            emitter.jump(JUMP, self.entered)
            emitter.out.mark(other)
        tests = [self._test_native, self._test_function]
        for test in tests if self._loaded() not in _VARIABLES else reversed(tests):
            test()
        self._resolve()
        if emitter.guarded:
            collects = emitter.out.new_label()
            emitter.add(COPY, 1)
            emitter.load(COLLECT)
            emitter.add(IS_OP, 0)
            emitter.jump(IF_TRUE, collects)
            emitter.aside(collects, self._collect)
        self._put()
        emitter.out.mark(self.native)
        self._copy()
        emitter.append_results(call, guarded=True)
        self._go_on()
        if not RESULTS_FOLLOW and not self.seen_first:
            emitter.place(call, emitter.ins.positions[call])
            emitter.out.mark(self.entered)
            self._copy()
            emitter.template.telling.append(len(emitter.emitted) - 1)
            self._go_on()

    def _test_native(self) -> None:
        """Is it the one that is known to run natively?"""
        emitter = self.emitter
        emitter.load_cached(self.site, "native")
        if self.is_method:
            emitter.call(builtins.type, [self.where + 1])
        else:
            emitter.add(COPY, self.where + 1)
        emitter.add(IS_OP, 0)
        emitter.jump(IF_TRUE, self.native)

    def _test_function(self) -> None:
        """Is it a function whose twin this recording has?"""
        emitter = self.emitter
        other = emitter.out.new_label()
        emitter.load_cached(self.site, "kind")
        emitter.call(builtins.type, [self.where + 1])
        emitter.add(IS_OP, 0)
        emitter.jump(IF_FALSE, other)
        self._take_twin(TWINS if self.is_counted else GENERAL_TWINS, self.entered)
        if not RESULTS_FOLLOW and self._may_make_generator():
            self._take_twin(GENERATOR_TWINS, self.native)
        emitter.out.mark(other)

    def _take_twin(self, twins: object, target: int) -> None:
        """Exchange the callable for its twin and jump, if there is one."""
        emitter = self.emitter
        unknown = emitter.out.new_label()
        emitter.load(twins)
        emitter.add(COPY, self.where + 1)
        emitter.add(*SUBSCRIPT)
        emitter.add(COPY, 1)
        emitter.jump(IF_NONE, unknown)
        self._put()
        emitter.jump(JUMP, target)
        emitter.out.mark(unknown)
        emitter.add(POP_TOP)

    def _resolve(self) -> None:
        """Ask for the callable to call instead; what makes instances wants to see the positional arguments too."""
        emitter, where = self.emitter, self.where
        if emitter.ins.name(self.call) == "CALL_FUNCTION_EX":
            emitter.call(RESOLVE_STARRED, [where, where - (2 if CALLABLE_FIRST else 1)], constants=[self.site])
            return
        copies = emitter.positional(self.call, where)
        emitter.template.most_arguments = max(emitter.template.most_arguments, len(copies))
        emitter.call(RESOLVE, [where, *copies], constants=[self.site])

    def _collect(self) -> None:
        """Let what lies on top collect the arguments; what that gives is called without any."""
        emitter = self.emitter
        self._put()
        self._copy()
        emitter.call_attempt()
        emitter.append_results(self.call, guarded=True, kept=True)
        self._go_on()

    def _may_make_generator(self) -> bool:
        """Is it worth it to look whether the call makes a generator or a coroutine, without asking `resolve`?"""
        return self.emitter.ins.opcodes[self.call + 1] in _TAKE_GENERATORS or self._loaded() in _MAKE_FUNCTION

    def _loaded(self) -> int:
        """The opcode that loaded the callable; -1 if it was not loaded."""
        producer = self.emitter.stack_at(self.call)[-self.where] >> 2
        return self.emitter.ins.opcodes[producer] if producer >= 0 else -1

    # pieces

    def _take_seen(self, miss: int) -> None:
        """Exchange the callable for the twin if it is the one that was seen last."""
        self._unless("seen", miss)
        self.emitter.load_cached(self.site, "twin")
        self._put()

    def _unless(self, attribute: str, target: int) -> None:
        """Jump unless the callable is the one that the site has there."""
        emitter = self.emitter
        emitter.load_cached(self.site, attribute)
        emitter.add(COPY, self.where + 1)
        emitter.add(IS_OP, 0)
        emitter.jump(IF_FALSE, target)

    def _put(self) -> None:
        """Put what lies on top where the callable lies."""
        self.emitter.add(SWAP, self.where + 1)
        self.emitter.add(POP_TOP)

    def _copy(self) -> None:
        """The call's own instructions once more."""
        ins = self.emitter.ins
        for j in range(self.first, self.call + 1):
            self.emitter.add(ins.opcodes[j], ins.arguments[j])

    def _go_on(self) -> None:
        self.emitter.store_taken(self.call)
        self.emitter.jump(JUMP, self.done)

    def _append_callee(self) -> None:
        if self.load >= 0:
            emitter = self.emitter
            depth = len(emitter.stack_at(self.call))
            emitter.append_mark(Mark(MarkKind.CALLEE, emitter.template, self.call), depth)
            emitter.append(depth, self.where)

    # arguments that a C function converts

    def _converted(self) -> list[int]:
        """Where the arguments lie that the called function may call methods of."""
        emitter = self.emitter
        copies, stack = emitter.positional(self.call, self.where), emitter.stack_at(self.call)
        given = [copies[place] for place in CONVERTING[self.name] if place < len(copies)]
        return [copy for copy in given if self.name == "iter" or not emitter.is_plain(stack[-copy] >> 2)]

    def _guard_argument(self, argument: int) -> None:
        """Test the type of an argument, before which nothing else was inserted."""
        emitter = self.emitter
        site = emitter.site(partial(OperandSite, None, self.name, (0,)))
        cold, back = emitter.out.new_label(), emitter.out.new_label()
        emitter.test_type(site, "first", argument, cold)
        emitter.out.mark(back)

        def look() -> None:
            known, unseen, plain = (emitter.out.new_label() for _ in range(3))
            emitter.test_owner(site, argument)
            emitter.jump(IF_TRUE, known)
            emitter.load_known(site, "firsts", argument)
            emitter.jump(IF_NONE, unseen)
            emitter.out.mark(known)
            emitter.jump(JUMP, back)
            emitter.out.mark(unseen)
            emitter.call(LOOK, [self.where, argument], constants=[site])
            emitter.add(COPY, 1)
            emitter.jump(IF_NONE, plain)
            emitter.add(POP_TOP)
            self._append_callee()
            emitter.load(COLLECT)
            self._collect()
            emitter.out.mark(plain)
            emitter.add(POP_TOP)
            emitter.jump(JUMP, back)

        emitter.aside(cold, look)

    # instances

    def _make_instance(self) -> None:
        """If the callable is the site's class unchanged: make the instance, and call the twin of `__init__` with it.

        If it is made natively, go on at label `native`; if it has changed, at `missed`.
        """
        emitter = self.emitter
        makes = emitter.out.new_label()
        emitter.load_cached(self.site, "cls")
        emitter.add(COPY, self.where + 1)
        emitter.add(IS_OP, 0)
        emitter.jump(IF_TRUE, makes)
        emitter.aside(makes, partial(self._instance, self.entered))

    def _instance(self, entered: int) -> None:
        emitter, site, where = self.emitter, self.site, self.where
        other = emitter.out.new_label()
        emitter.call(builtins.type, [where])
        emitter.load(builtins.type)  # another metaclass may have a `__call__`, and may get one
        emitter.add(IS_OP, 0)
        emitter.jump(IF_FALSE, other)
        for cached, method in (("init", "__init__"), ("new", "__new__")):
            emitter.load_cached(site, cached)
            emitter.add(COPY, where + 1)
            emitter.load_attribute(method)
            emitter.add(IS_OP, 0)
            emitter.jump(IF_FALSE, other)
        emitter.load_cached(site, "constructor")
        emitter.jump(IF_NONE, self.native)
        # the NULL beside the class becomes that of the call of `__new__`; twin and instance take the two places
        if CALLABLE_FIRST:
            emitter.load_cached(site, "new")
            emitter.add(COPY, 1)
            emitter.add(SWAP, where + 1)
        else:
            emitter.load_cached(site, "constructor")
            emitter.add(SWAP, where + 2)
            emitter.load_cached(site, "new")
        copies = [where, *emitter.positional(self.call, where)]
        for k, copy in enumerate(copies):
            emitter.add(COPY, copy + 2 + k)
        emitter.template.most_arguments = max(emitter.template.most_arguments, len(copies))
        emitter.make_call(len(copies))
        if CALLABLE_FIRST:
            emitter.add(SWAP, where)
            emitter.add(POP_TOP)
            emitter.load_cached(site, "constructor")
        self._put()
        emitter.jump(JUMP, entered)
        emitter.out.mark(other)
        emitter.jump(JUMP, self.missed)
