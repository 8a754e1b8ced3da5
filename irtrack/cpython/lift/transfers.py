"""The meanings of opcodes that call, jump, raise or are suspended, as the table of opcodes names them."""

import builtins
import operator

from ...ir.language import Call, Operand, Special
from ..flow import VALUE, numbers
from ..opcodes import NUMBER, TABLE
from ..versions import (
    CALL_EX_HAS_KWARGS_SLOT,
    CALLABLE_FIRST,
    HAS_SEND_SLOT,
    IMPORT_NAME_SHIFT,
    INTRINSICS_1,
    INTRINSICS_2,
    ITERATOR_SLOTS,
    SPECIAL_METHODS,
)
from .draft import EMPTY, Callee
from .lifted import CALLED, EFFECT, PLAIN
from .machine import Machine

_WITH = numbers("BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL")  # which leave a method to be called
_FUNCTION_PARTS = ("defaults", "keyword_defaults", "annotations", "closure")


class Transfers(Machine):
    """Calls, iteration, branches, exceptions, `with`, generators and coroutines."""

    # calls

    def _op_push_null(self, i: int, argument: int) -> None:
        self._push(EMPTY)

    def _op_kw_names(self, i: int, argument: int) -> None:
        self.keyword_names = self.code.co_consts[argument]

    def _op_call(self, i: int, argument: int) -> None:
        names, self.keyword_names = self.keyword_names, ()
        if self.ins.name(i) == "CALL_KW":
            names = self.stack.pop().value
        arguments = self._pop(argument)
        stack = self.stacks[i]
        assert stack is not None
        *_, lower, upper = stack[: len(self.stack)]
        function, extra = self._pop(2)
        extra_kind = upper & 3
        if not CALLABLE_FIRST and lower & 3 != VALUE:  # NULL or a method below the callable
            function, extra, extra_kind = extra, function, lower & 3
        if extra_kind == VALUE:
            arguments = (extra, *arguments)
        if lower >> 2 >= 0 and self.ins.opcodes[lower >> 2] in _WITH:
            self._push(self._special(self._with_method(lower >> 2), (function, *arguments)))
            return
        split = len(arguments) - len(names)

        def make(operands: tuple[Operand, ...]) -> Call:
            named = tuple(zip(names, operands[1 + split :], strict=True))
            return Call(operands[0], operands[1 : 1 + split], named)

        self._push(self._state(CALLED, make, (function, *arguments)))

    def _with_method(self, producer: int) -> str:
        """`enter` or `exit`: which method of a context manager instruction `producer` left to be called."""
        if self.ins.name(producer) == "LOAD_SPECIAL":
            return SPECIAL_METHODS[self.ins.arguments[producer]].strip("_")
        return "aexit" if "ASYNC" in self.ins.name(producer) else "exit"

    def _op_call_ex(self, i: int, argument: int) -> None:
        if CALL_EX_HAS_KWARGS_SLOT:
            keywords = self.stack.pop()
            extra = () if isinstance(keywords, Callee) else (keywords,)
        else:
            extra = self._pop(argument & 1)
        (arguments,) = self._pop(1)
        first, second = self._pop(2)
        function = first if CALLABLE_FIRST else second
        starred = 1 + len(extra)
        self._push(self._state(CALLED, lambda o: Call(o[0], o[1:], (), starred), (function, arguments, *extra)))

    def _op_intrinsic_1(self, i: int, argument: int) -> None:
        name = INTRINSICS_1[argument].removeprefix("INTRINSIC_").lower()
        if name == "unary_positive":
            self._push(self._call(operator.pos, self._pop(1)))
        else:
            self._push(self._special(name, self._pop(1)))

    def _op_intrinsic_2(self, i: int, argument: int) -> None:
        self._push(self._special(INTRINSICS_2[argument].removeprefix("INTRINSIC_").lower(), self._pop(2)))

    def _op_make_function(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        self._push(self._special("function", self._pop(row.pops(argument))))

    def _op_set_function_attribute(self, i: int, argument: int) -> None:
        value, function = self._pop(2)
        name = _FUNCTION_PARTS[argument.bit_length() - 1] if argument < 16 else "annotate"
        self._special(f"set_{name}", (function, value), EFFECT)
        self._push(function)

    def _op_import_name(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument >> IMPORT_NAME_SHIFT])
        self._push(self._state(PLAIN, lambda o: Special("import", (name, *o)), self._pop(2)))

    def _op_import_from(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument])
        self._push(self._state(PLAIN, lambda o: Special("import_from", (*o, name)), (self.stack[-1],)))

    # iteration

    def _op_get_iter(self, i: int, argument: int) -> None:
        self._push(self._call(iter, self._pop(1)))
        if ITERATOR_SLOTS == 2:
            self._push(Callee("index"))

    def _op_for_iter(self, i: int, argument: int) -> None:
        iterator = self.stack[-ITERATOR_SLOTS]
        self.block.end, self.block.condition = "next", iterator
        exhausted = self.stack[:-ITERATOR_SLOTS]
        self._push(self._call(next, (iterator,)))
        self.block.edge_stacks = [list(self.stack), exhausted]

    def _op_pop(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        self._pop(row.pops(argument))

    # control

    def _op_copy(self, i: int, argument: int) -> None:
        self._push(self.stack[-argument])

    def _op_swap(self, i: int, argument: int) -> None:
        self.stack[-1], self.stack[-argument] = self.stack[-argument], self.stack[-1]

    def _op_branch(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        condition = self.stack.pop()
        self.block.end, self.block.condition = "if", condition
        self.block.test = "is None" if "NONE" in name else ""
        plain = list(self.stack)
        kept = [*plain, condition] if name.endswith("OR_POP") else plain
        self.block.edge_stacks = [kept, plain] if "IF_TRUE" in name else [plain, kept]

    def _op_return(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        value = self.constant(self.code.co_consts[argument]) if name == "RETURN_CONST" else self.stack.pop()
        self.block.end, self.block.operands = "return", (value,)

    def _op_raise(self, i: int, argument: int) -> None:
        self.block.end, self.block.operands = ("raise", self._pop(argument)) if argument else ("reraise", ())

    def _op_reraise(self, i: int, argument: int) -> None:
        self.block.end, self.block.operands = "reraise", (self.stack.pop(),)

    # exceptions and with

    def _op_push_exc_info(self, i: int, argument: int) -> None:
        exception = self.stack.pop()
        self.stack += [Callee("previous"), exception]

    def _op_check_exc_match(self, i: int, argument: int) -> None:
        kind = self.stack.pop()
        self._push(self._special("matches", (self.stack[-1], kind)))

    def _op_check_eg_match(self, i: int, argument: int) -> None:
        operands = self._pop(2)
        matched = self._special("match_group", operands)
        self.stack += [self._special("rest_of_group", operands), matched]

    def _op_before_with(self, i: int, argument: int) -> None:
        manager = self.stack.pop()
        prefix = "a" if "ASYNC" in self.ins.name(i) else ""
        self.stack += [Callee(prefix + "exit", manager), self._special(prefix + "enter", (manager,))]

    def _op_with_except_start(self, i: int, argument: int) -> None:
        # 3.14 keeps (exit, self) where earlier ones keep a bound method
        exit_function = self.stack[-5] if "LOAD_SPECIAL" in NUMBER else self.stack[-4]
        manager = exit_function.owner if isinstance(exit_function, Callee) else exit_function
        self._push(self._special("exit", (manager, self.stack[-1])))

    # generators and coroutines

    def _op_return_generator(self, i: int, argument: int) -> None:
        self._push(self.constant(None))

    def _op_send(self, i: int, argument: int) -> None:
        self.stack.pop()  # None, which is sent first
        receiver = self.stack[-ITERATOR_SLOTS]
        if not HAS_SEND_SLOT:  # 3.11 pops the receiver when it is done
            self.stack.pop()
        awaits = self.ins.arguments[i + 2] & 3 == 3  # RESUME, behind YIELD_VALUE
        self._push(self._special("await" if awaits else "yield_from", (receiver,)))

    def _op_end_send(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        *_, value = self._pop(row.pops(argument))
        self._push(value)

    def _op_cleanup_throw(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        operands = self._pop(row.pops(argument))
        self.stack += [self.constant(None)] * ITERATOR_SLOTS + [self._special("cleanup_throw", (operands[-1],))]

    def _op_get_anext(self, i: int, argument: int) -> None:
        self._push(self._call(builtins.anext, (self.stack[-1],)))

    def _op_end_async_for(self, i: int, argument: int) -> None:
        row = TABLE[self.ins.opcodes[i]]
        assert row is not None
        *_, exception = self._pop(row.pops(argument))
        self._special("end_async_for", (exception,), EFFECT)
