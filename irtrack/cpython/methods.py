"""Method lookups on 3.11 and 3.12, which leave NULL or a function: no instruction can tell which."""

import builtins
from functools import partial
from types import MethodType

from .calls import SUPER, CallEmitter
from .emitter import (
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
)
from .opcodes import NUMBER
from .sites import MethodSite
from .template import ADMIT, METHODS
from .versions import LOAD_ATTR_SHIFT

_BUILD_TUPLE = NUMBER["BUILD_TUPLE"]


class MethodEmitter(CallEmitter):
    """What stands in the place of method lookups."""

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
