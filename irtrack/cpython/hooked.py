"""Hooks: where the context's class overrides one, the code asks it before it does what the hook is for.

    call        the callable on the stack is exchanged for one that asks (`choose`); its result is appended
    operation   what is a call of a function in the IR, as `a + b`, becomes a call of `ask` with function and operands

Which of these are asked about is a set of words, of which each template has one. The node that the hook returned is
appended behind a mark HOOKED, the value behind that.
"""

import builtins
import operator
from functools import partial

from .calls import METHOD_LOADS
from .emitter import COPY, LOAD_ATTR, LOAD_CONST, POP_TOP, PUSH_NULL, SWAP
from .facts import callee_slot, gives_bool, makes_bool
from .flow import numbers
from .guards import Guard, GuardEmitter, guard_of
from .marks import Mark, MarkKind
from .opcodes import NUMBER, TABLE, Operation
from .operators import IDENTITIES, Form
from .sites import HookedCall, HookedOperation
from .template import ASK_HOOK, CHOOSE, Template
from .versions import CALLABLE_FIRST, COMPARE_BOOL_FLAG, JUMPS_ON_EXACT_BOOL, LOAD_ATTR_SHIFT

CALLS, OPERATIONS = "calls", "operations"
_IS_OP, _COMPARE_OP, _FORMAT_VALUE = NUMBER["IS_OP"], NUMBER["COMPARE_OP"], NUMBER.get("FORMAT_VALUE")
_NOT, _TO_BOOL = NUMBER["UNARY_NOT"], NUMBER.get("TO_BOOL", -1)
_SPECIAL = numbers("GET_AITER", "GET_YIELD_FROM_ITER")  # whose results only the interpreter can use
_NAMES = numbers("LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR")


class HookEmitter(GuardEmitter):
    """What asks hooks."""

    def __init__(self, template: Template, array_type: type | None, guarded: bool) -> None:
        super().__init__(template, array_type, guarded)
        self.operations: dict[int, Guard] = {}
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

    def hook_call(self, i: int) -> None:
        """Exchange the callable of call i for one that asks."""
        where = callee_slot(self.ins, self.template.flow, i)
        if not where:
            return
        self.place(i, self.ins.positions[i])
        producer = self.stack_at(i)[-where] >> 2
        is_method = producer >= 0 and self.loads_method(producer)
        mark = Mark(MarkKind.HOOKED, self.template, i)
        copies = [where]
        if self.ins.name(i) == "CALL_FUNCTION_EX":
            copies.append(where - (2 if CALLABLE_FIRST else 1))
        self.call(CHOOSE, copies, constants=[self.site(partial(HookedCall, mark, is_method, self._names(i)))])
        self.add(SWAP, where + 1)
        self.add(POP_TOP)
        self.done_labels[i] = self.out.new_label()

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
