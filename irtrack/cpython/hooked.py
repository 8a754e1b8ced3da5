"""Hooks: where the context's class overrides one, the code asks it before it does what the hook is for.

    call        the callable on the stack is exchanged for one that asks (`choose`); its result is appended
    operation   what is a call of a function in the IR, as `a + b`, becomes a call of `ask` with function and operands

    special     behind what makes a value, or stores one, `tell` is called with the value, and gives that which is used
    constant    the same behind what loads a literal or a name, which is a statement of the IR then
    argument    the same where a frame begins, return where it ends
    jump        the same on each edge of the IR, before its mark
    copies      in front of each value that is appended, which a context wants to be copied; the same behind arguments
    error       in a trampoline, which appends the node that it is given in the place of the exception

Which of these are asked about is a set of words, of which each template has one. The node that the hook returned is
appended behind a mark HOOKED, the value behind that.
"""

import builtins
import operator
from functools import partial

from .calls import METHOD_LOADS
from .constants import told_constants
from .emitter import COPY, IF_FALSE, IS_OP, JUMP, LOAD_ATTR, LOAD_CONST, POP_TOP, PUSH_NULL, SWAP
from .facts import callee_slot, gives_bool, makes_bool
from .flow import numbers
from .guarded import Guard, guard_of
from .guards import GuardEmitter
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE, Operation, Special
from .operators import IDENTITIES, Form
from .sites import HookedCall, HookedEvent, HookedOperation
from .template import ASK_HOOK, CHOOSE, COPIES, TELL_HOOK, Template
from .versions import CALLABLE_FIRST, COMPARE_BOOL_FLAG, JUMPS_ON_EXACT_BOOL, LOAD_ATTR_SHIFT

CALLS, OPERATIONS, SPECIALS, CONSTANTS = "calls", "operations", "specials", "constants"
ARGUMENTS, RETURNS, JUMPS, ERRORS = "arguments", "returns", "jumps", "errors"
_IS_OP, _COMPARE_OP, _FORMAT_VALUE = NUMBER["IS_OP"], NUMBER["COMPARE_OP"], NUMBER.get("FORMAT_VALUE")
_NOT, _TO_BOOL = NUMBER["UNARY_NOT"], NUMBER.get("TO_BOOL", -1)
_SPECIAL = numbers("GET_AITER", "GET_YIELD_FROM_ITER")  # whose results only the interpreter can use
_AWAITING = numbers("SEND", "JUMP_BACKWARD_NO_INTERRUPT", "END_ASYNC_FOR")
_LOAD_FAST, _STORE_FAST = NUMBER["LOAD_FAST"], NUMBER["STORE_FAST"]
_LOAD_DEREF, _STORE_DEREF = NUMBER["LOAD_DEREF"], NUMBER["STORE_DEREF"]
STORES = {
    NUMBER[name]: form
    for name, form in (
        ("STORE_ATTR", "setattr"), ("DELETE_ATTR", "delattr"), ("STORE_SUBSCR", "setitem"), ("STORE_SLICE", "setslice"),
        ("DELETE_SUBSCR", "delitem"), ("STORE_GLOBAL", "store"), ("DELETE_GLOBAL", "delete"), ("STORE_DEREF", "store"),
        ("STORE_NAME", "store"), ("DELETE_NAME", "delete"),
    )
    if name in NUMBER
}  # fmt: skip
# jumps whose edge is taken if the condition holds, as the IR has it
TAKEN_IF = frozenset(op for name, op in NUMBER.items() if "JUMP" in name and name.endswith(("_IF_TRUE", "_IF_NONE")))
_NAMES = numbers("LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR")


class HookEmitter(GuardEmitter):
    """What asks hooks."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.operations: dict[int, Guard] = {}
        self.specials = set()  # instructions that push a value, of which a hook is told,
        self.stores = set()  # and those that push none
        if SPECIALS in template.hooks:
            for i, op in enumerate(self.ins.opcodes):
                row = TABLE[op]
                if self.stacks[i] is None or row is None:
                    continue
                if isinstance(row.meaning, Special) and row.name.startswith("BUILD_"):
                    self.specials.add(i)
                elif op in STORES:
                    self.stores.add(i)
        if CONSTANTS in template.hooks:
            template.told = told_constants(self.ins, template.flow)
        elif COPIES in template.hooks:
            self.folded = told_constants(self.ins, template.flow).keys()
        self.block_ends = self._find_jumps() if JUMPS in template.hooks else {}
        if OPERATIONS in template.hooks:
            for i, stack in enumerate(self.stacks):
                operation = self._operation(i) if stack is not None else None
                if operation is not None:
                    self.operations[i] = operation
                    if self.ins.opcodes[i] != _NOT:  # which has one of its own for the test, up to 3.12
                        self.guards[i] = operation
                    self.guards.setdefault(i, operation)

    def _operation(self, i: int) -> Guard | None:
        """What instruction i is a call of, if it is one of a function that can be called in its place."""
        ins = self.ins
        op, argument = ins.opcodes[i], ins.arguments[i]
        row = TABLE[op]
        if row is None or not row.after or op in _SPECIAL or (op == _FORMAT_VALUE and argument & 3):
            return None
        if op == _TO_BOOL and not makes_bool(ins, i):
            return None
        if op == LOAD_ATTR and LOAD_ATTR_SHIFT and argument & 1:
            return None  # of a method, which is a part of its call
        if op == _IS_OP:
            return Guard(IDENTITIES[argument], (2, 1), ())
        if op == _NOT:
            return Guard(operator.not_, (1,), ())
        guard = guard_of(ins, i)
        if guard is not None:
            return None if isinstance(guard.function, Form) or ins.targets[i] >= 0 else guard
        if isinstance(row.meaning, Operation):
            return Guard(row.meaning.function, tuple(range(row.pops(argument), 0, -1)), ())
        return None

    # -- what hooks are told ------------------------------------------------------------------------------------------

    def tell_value(self, hook: str, i: int, name: str = "", where: int = 1) -> None:
        """Let a hook exchange the value `where` from the top, which instruction i has pushed or takes."""
        mark = Mark(MarkKind.HOOKED, self.template, i)
        self.call(TELL_HOOK, [where], constants=[self.site(partial(HookedEvent, hook, mark, name))])
        self.add(SWAP, where + 1)
        self.add(POP_TOP)

    def tell_arguments(self, cells: set[str]) -> None:
        """Let a hook exchange the arguments of the frame; their marks count down from -1."""
        for k, name in enumerate(self.template.argument_names):
            mark = Mark(MarkKind.HOOKED, self.template, -1 - k)
            self.load_callee(TELL_HOOK)
            self.add(_LOAD_DEREF if name in cells else _LOAD_FAST, k)
            self.add(LOAD_CONST, self.site(partial(HookedEvent, "tracked_argument", mark, name)))
            self.make_call(2)
            self.add(_STORE_DEREF if name in cells else _STORE_FAST, k)

    def tell_done(self, i: int) -> None:
        """Tell a hook that instruction i, which pushes nothing, has stored something."""
        mark = Mark(MarkKind.HOOKED, self.template, i)
        self.load_callee(TELL_HOOK)
        self.load(None)
        self.add(LOAD_CONST, self.site(partial(HookedEvent, "tracked_special", mark, STORES[self.ins.opcodes[i]])))
        self.make_call(2)
        self.add(POP_TOP)
        self._append_done(i, len(self.stack_at(i + 1)))

    def tell_jump(self, i: int, holds: bool | None) -> None:
        """Tell a hook that the jump is taken which instruction i is, or which lies behind it."""
        mark = Mark(MarkKind.JUMPED, self.template, i)
        self.load_callee(TELL_HOOK)
        self.load(None)
        self.add(LOAD_CONST, self.site(partial(HookedEvent, "tracked_jump", mark, "", holds)))
        self.make_call(2)
        self.add(POP_TOP)

    def _find_jumps(self) -> dict[int, int]:
        """The last instructions of blocks of the IR, of each copy, that lead to others -> how many these are."""
        from .lift import lift_once

        lifted = lift_once(self.template)
        ends = {}
        for i, op in enumerate(self.ins.opcodes):
            number = lifted.block_of.get(lifted.representative[i])
            if self.stacks[i] is None or number is None or op in _AWAITING:
                continue
            block = lifted.blocks[number - 1]
            edges = len(block.terminator.edges)
            if edges and block.order[lifted.representative[i]] == block.end:
                ends[i] = edges
        return ends

    def hook_call(self, i: int) -> None:
        """Exchange the callable of call i for one that asks."""
        where = callee_slot(self.ins, self.template.flow, i)
        if not where:
            return
        self.place(i, self.ins.positions[i])
        producer = self.stack_at(i)[-where] >> 2
        is_method = producer >= 0 and self.loads_method(producer)
        mark = Mark(MarkKind.HOOKED, self.template, i)
        site = self.site(partial(HookedCall, mark, is_method, self.names_passed(i)))
        if is_method:  # which is another object each time
            self._choose(site, [where])
        elif self.ins.name(i) == "CALL_FUNCTION_EX":
            self._choose(site, [where, where - (2 if CALLABLE_FIRST else 1)])
        else:
            missed, chosen = self.out.new_label(), self.out.new_label()
            self.load_cached(site, "seen")
            self.add(COPY, where + 1)
            self.add(IS_OP, 0)
            self.jump(IF_FALSE, missed)
            self.load_cached(site, "asks")
            self._put(where)
            self.out.mark(chosen)

            def choose() -> None:
                self._choose(site, [where])
                self.jump(JUMP, chosen)

            self.aside(missed, choose)
        self.done_labels[i] = self.out.new_label()

    def _choose(self, site: int, copies: list[int]) -> None:
        """Ask what to call in the place of the first of these copies."""
        self.call(CHOOSE, copies, constants=[site])
        self._put(copies[0])

    def _put(self, where: int) -> None:
        """Put what lies on top where the callable lies."""
        self.add(SWAP, where + 1)
        self.add(POP_TOP)

    def loads_method(self, i: int) -> bool:
        """Is instruction i a lookup whose result is called as a method?"""
        op = self.ins.opcodes[i]
        return op in METHOD_LOADS and (not LOAD_ATTR_SHIFT or bool(self.ins.arguments[i] & 1))

    def look_method_up(self, i: int, depth: int) -> None:
        """3.11 and 3.12: a plain lookup, behind which NULL lies below what it gave."""
        argument = self.ins.arguments[i]
        self.originals.append(len(self.emitted))
        self.add(LOAD_ATTR, argument & ~1 if LOAD_ATTR_SHIFT else argument)
        self.append(depth)
        self.add(PUSH_NULL)
        self.add(SWAP, 2)

    def hook_operation(self, i: int, guard: Guard) -> None:
        """Let `ask` take the place of instruction i."""
        ins, stack = self.ins, self.stack_at(i)
        op = ins.opcodes[i]
        owner = stack[-1] >> 2
        of_module = guard.function is getattr and owner >= 0 and ins.opcodes[owner] in _NAMES
        mark = Mark(MarkKind.HOOKED, self.template, i)
        make = partial(HookedOperation, mark, of_module, guard.function, guard.name, guard.tested)
        self.load_callee(ASK_HOOK)
        self.load(guard.function)
        self.add(LOAD_CONST, self.site(make))
        for above, copy in enumerate(guard.operands, 4):
            self.add(COPY, copy + above)
        if guard.function is getattr:
            self.load(guard.name)
        self.make_call(len(guard.operands) + 2 + (guard.function is getattr))
        is_compared = op == _COMPARE_OP and self.ins.arguments[i] & COMPARE_BOOL_FLAG
        if gives_bool(ins, i) and not is_compared:
            if JUMPS_ON_EXACT_BOOL:
                self.add(_TO_BOOL)
            else:
                self.call(builtins.bool, [1])
                self.add(SWAP, 2)
                self.add(POP_TOP)
        self._take_result(i, fails=False)
