"""Symbolic execution of each block: what lies on the stack, and which statements result.

Loads of locals and stack shuffling disappear here. A row of the table of opcodes names the method `_op_...` below that
gives its meaning, unless it is an operation of the language or a special form.
"""

import builtins
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from ...ir.language import UNBOUND, Call, Constant, Expression, Load, Operand, Place, Special
from ...ir.operations import getslice, not_contains
from ..facts import argument_count, cell_loads, decides, makes_bool
from ..flow import NULL, VALUE, numbers
from ..opcodes import NUMBER, TABLE, Operation
from ..operators import BINARY, COMPARISONS
from ..versions import (
    CALL_EX_HAS_KWARGS_SLOT,
    CALLABLE_FIRST,
    COMMON_CONSTANTS,
    COMPARE_SHIFT,
    HAS_SEND_SLOT,
    IMPORT_NAME_SHIFT,
    INTRINSICS_1,
    INTRINSICS_2,
    ITERATOR_SLOTS,
    LOAD_ATTR_SHIFT,
    SPECIAL_METHODS,
)
from .draft import EMPTY, Callee, Draft, DraftItem, Entry, State, Symbol, Value
from .lifted import ATTRIBUTE, CALLED, EFFECT, METHOD, NAME, PLAIN, TESTED
from .shape import LOADS_STORES, SILENT, Shape

_LOAD_FAST, _STORE_FAST, _DELETE_FAST = NUMBER["LOAD_FAST"], NUMBER["STORE_FAST"], NUMBER["DELETE_FAST"]
_FIND_UNBOUND = numbers("LOAD_FAST_CHECK", "DELETE_FAST")
_CHECKED_LOAD = NUMBER.get("LOAD_FAST_CHECK")  # of a local that may be unbound; on 3.11 any load may raise
_CELL_STORES, _GLOBAL_STORES = numbers("STORE_DEREF", "DELETE_DEREF"), numbers("STORE_GLOBAL", "DELETE_GLOBAL")
_WITH = numbers("BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_SPECIAL")  # which leave a method to be called
_SAFE = SILENT | LOADS_STORES - numbers("LOAD_FAST_CHECK") | numbers(
    "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "POP_TOP", "COPY", "SWAP", "PUSH_NULL", "POP_EXCEPT",
    "PUSH_EXC_INFO", "END_FOR", "POP_ITER", "KW_NAMES", "LOAD_CLOSURE", "MAKE_CELL", "COPY_FREE_VARS")  # fmt: skip
_CONVERSIONS = (None, str, repr, ascii)
_EXTENSIONS = {"LIST_APPEND": "append", "SET_ADD": "add", "MAP_ADD": "put", "LIST_EXTEND": "extend",
               "SET_UPDATE": "update", "DICT_UPDATE": "update", "DICT_MERGE": "merge"}  # fmt: skip
_FUNCTION_PARTS = ("defaults", "keyword_defaults", "annotations", "closure")


class Execution:
    """The drafts of a shape, filled with statements.

    A slot is a local variable (its index in `names`) or an entry of the stack (its depth, behind these).
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.ins = shape.ins
        self.code = shape.ins.code
        self.stacks = shape.stacks
        self.region_of = shape.region_of
        self.blocks = shape.blocks
        code = self.code
        extra = [name for name in code.co_cellvars if name not in code.co_varnames]
        self.names = [*code.co_varnames, *extra, *code.co_freevars]
        self.slots = len(self.names)
        self.constants: dict[int, Constant] = {}
        self.places: dict[tuple[int | None, ...], Place] = {}
        self.keyword_names: tuple[str, ...] = ()
        self.stored_names = self._names_stored()
        self.function_value = Value()
        self.parameters = [Value() for _ in range(argument_count(code))]
        self.unbound_loads = self._unbound_loads() if _CHECKED_LOAD is None else set()
        for block in self.blocks.values():
            self._execute_block(block)

    def _names_stored(self) -> set[tuple[str, str]]:
        """Globals and cells that this function itself stores: their loads are statements, not constants."""
        stored = set()
        for op, argument in zip(self.ins.opcodes, self.ins.arguments, strict=True):
            if op in _CELL_STORES:
                stored.add(("cell", self.names[argument]))
            elif op in _GLOBAL_STORES:
                stored.add(("global", self.code.co_names[argument]))
        return stored

    def _unbound_loads(self) -> set[int]:
        """The loads of locals that may raise, on a Python whose compiler does not tell them apart (3.11)."""
        ins = self.ins
        entry = {0: (1 << self.slots) - (1 << len(self.parameters))}  # block -> bits of what may be unbound
        found: set[int] = set()
        work = [0]
        while work:
            block = self.blocks[work.pop()]
            state = entry[block.start]
            reached: list[tuple[int, int]] = []
            for i in block.pieces:
                if self.region_of[i] >= 0:
                    reached.append((ins.regions[self.region_of[i]].target, state))
                op, slot = ins.opcodes[i], ins.arguments[i]
                if op == _DELETE_FAST:
                    state |= 1 << slot
                elif op in (_LOAD_FAST, _STORE_FAST):
                    if op == _LOAD_FAST and state >> slot & 1:
                        found.add(i)
                    state &= ~(1 << slot)
            reached += [(successor, state) for successor in block.successors]
            for start, bits in reached:
                if start not in entry or bits & ~entry[start]:
                    entry[start] = entry.get(start, 0) | bits
                    work.append(start)
        return found

    def constant(self, value: object) -> Constant:
        found = self.constants.get(id(value))
        if found is None:
            found = self.constants[id(value)] = Constant(value)
        return found

    def _execute_block(self, block: Draft) -> None:
        ins = self.ins
        below = self.stacks[block.start]
        assert below is not None
        self.block = block
        self.stack: list[Symbol] = [
            EMPTY if entry & 3 == NULL else Entry(block, self.slots + k) for k, entry in enumerate(below)
        ]
        block.stack = list(self.stack)
        self.locals: dict[int, Symbol] = {}
        snapshot: State | None = None
        for order, i in enumerate(block.pieces):
            block.order[i] = order
            self.order = order
            self.at = i
            region = self.region_of[i]
            op = ins.opcodes[i]
            if region >= 0 and (op not in _SAFE or i in self.unbound_loads):
                depth = ins.regions[region].depth
                stack = self.stack[:depth]
                if snapshot is None or not _same_state(snapshot, self.locals, stack):
                    snapshot = (dict(self.locals), stack)
                block.snapshots[i] = snapshot
                block.handlers.add(ins.regions[region].target)
            if op in _FIND_UNBOUND or i in self.unbound_loads:
                block.finds_unbound = True
            row = TABLE[op]
            assert row is not None
            meaning = row.meaning
            if isinstance(meaning, str):
                getattr(self, "_op_" + meaning)(i, ins.arguments[i])
            else:
                pops = row.pops(ins.arguments[i])
                operands = self._pop(pops)
                if isinstance(meaning, Operation):
                    self._push(self._call(meaning.function, operands))
                else:
                    value = self._special(meaning.name, operands, PLAIN if row.after else EFFECT)
                    if row.after:
                        self._push(value)
        block.locals = self.locals
        last = block.pieces[-1]
        block.place = self._place(last)
        if len(block.successors) == 1:
            block.edge_stacks = [self.stack]

    def _place(self, i: int) -> Place:
        position = self.ins.positions[i]
        place = self.places.get(position)
        if place is None:
            place = self.places[position] = Place(*position)
        return place

    def _pop(self, count: int) -> tuple[Symbol, ...]:
        if not count:
            return ()
        popped = tuple(self.stack[-count:])
        del self.stack[-count:]
        return popped

    def _push(self, value: Symbol) -> None:
        self.stack.append(value)

    def _state(
        self,
        kind: int,
        make: Callable[[tuple[Operand, ...]], Expression],
        operands: tuple[Symbol, ...],
        folded: bool = False,
    ) -> Value:
        value = Value()
        if kind == PLAIN and decides(self.ins, self.at):
            kind = TESTED
        self.block.items.append(DraftItem(kind, self.order, value, make, operands, self._place(self.at), folded))
        return value

    def _call(self, function: Any, operands: tuple[Symbol, ...], kind: int = PLAIN) -> Value:
        constant = self.constant(function)
        return self._state(kind, lambda o: Call(constant, o), operands)

    def _special(self, name: str, operands: tuple[Symbol, ...], kind: int = PLAIN) -> Value:
        return self._state(kind, lambda o: Special(name, o), operands)

    def _local(self, index: int) -> Symbol:
        if index in self.locals:
            return self.locals[index]
        return Entry(self.block, index)

    # constants and locals

    def _op_ignored(self, i: int, argument: int) -> None:
        pass

    _op_resume = _op_jump = _op_ignored

    def _op_constant(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        if name == "LOAD_CONST":
            value = self.code.co_consts[argument]
        elif name == "LOAD_SMALL_INT":
            value = argument
        elif name == "LOAD_ASSERTION_ERROR":
            value = AssertionError
        else:
            value = COMMON_CONSTANTS[argument]
        self._push(self.constant(value))

    def _load_local(self, index: int, is_cell: bool) -> None:
        if is_cell:
            name = self.names[index]
            self._push(self._state(NAME, lambda o: Load("closure", name), (), folded=True))
        else:
            self._push(self._local(index))

    def _op_load_fast(self, i: int, argument: int) -> None:
        self._load_local(argument, bool(cell_loads(self.ins, i)))

    def _op_load_fast_load_fast(self, i: int, argument: int) -> None:
        cells = cell_loads(self.ins, i)
        self._load_local(argument >> 4, 2 in cells)
        self._load_local(argument & 15, 1 in cells)

    def _op_load_fast_and_clear(self, i: int, argument: int) -> None:
        self._push(self._local(argument))
        self.locals[argument] = UNBOUND

    def _op_store_fast(self, i: int, argument: int) -> None:
        self.locals[argument] = self.stack.pop()

    def _op_store_fast_load_fast(self, i: int, argument: int) -> None:
        self.locals[argument >> 4] = self.stack.pop()
        self._load_local(argument & 15, bool(cell_loads(self.ins, i)))

    def _op_store_fast_store_fast(self, i: int, argument: int) -> None:
        self.locals[argument >> 4] = self.stack.pop()
        self.locals[argument & 15] = self.stack.pop()

    def _op_delete_fast(self, i: int, argument: int) -> None:
        self.locals[argument] = UNBOUND

    def _op_load_closure(self, i: int, argument: int) -> None:
        self._load_local(argument, True)

    # names

    def _op_load_name(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        scope, text = "global", "__build_class__"
        if name == "LOAD_GLOBAL":
            text = self.code.co_names[argument >> 1]
            if argument & 1 and not CALLABLE_FIRST:
                self._push(EMPTY)
        elif name in ("LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
            scope, text = "name", self.code.co_names[argument]
        elif name != "LOAD_BUILD_CLASS":
            scope, text = "cell", self.names[argument]
        if name.startswith("LOAD_FROM"):
            self.stack.pop()
        if (scope, text) in self.stored_names:
            constant = self.constant(text)
            self._push(self._state(PLAIN, lambda o: Special("load", (constant,)), ()))
        else:
            self._push(self._state(NAME, lambda o: Load(scope, text), (), folded=True))
        if name == "LOAD_GLOBAL" and argument & 1 and CALLABLE_FIRST:
            self._push(EMPTY)

    def _stored_name(self, i: int, argument: int) -> Constant:
        deref = self.ins.name(i).endswith("_DEREF")
        return self.constant(self.names[argument] if deref else self.code.co_names[argument])

    def _op_store_name(self, i: int, argument: int) -> None:
        name = self._stored_name(i, argument)
        self._state(EFFECT, lambda o: Special("store", (name, *o)), (self.stack.pop(),))

    def _op_delete_name(self, i: int, argument: int) -> None:
        self._special("delete", (self._stored_name(i, argument),), EFFECT)

    # attributes

    def _attribute(self, kind: int, name: str, owner: Symbol) -> Value:
        scope = "method" if kind == METHOD else "attribute"
        return self._state(kind, lambda o: Load(scope, name, o), (owner,), folded=True)

    def _push_method(self, found: Value, owner: Symbol) -> None:
        self_slot = Callee("self", owner)
        if CALLABLE_FIRST:
            self.stack += [found, self_slot]
        else:
            self.stack += [self_slot, found]

    def _op_load_attr(self, i: int, argument: int) -> None:
        if LOAD_ATTR_SHIFT and argument & 1:
            self._op_load_method(i, argument >> 1)
            return
        name = self.code.co_names[argument >> LOAD_ATTR_SHIFT]
        owner = self.stack.pop()
        if isinstance(owner, Value) and self._is_name(owner):
            self._push(self._attribute(ATTRIBUTE, name, owner))
        else:
            self._push(self._call(getattr, (owner, self.constant(name))))

    def _is_name(self, value: Value) -> bool:
        """Is it a global, or an attribute of one, which may turn out to be a module?"""
        for item in self.block.items:
            if item.value is value:
                return item.kind in (NAME, ATTRIBUTE)
        return False

    def _op_load_method(self, i: int, argument: int) -> None:
        owner = self.stack.pop()
        self._push_method(self._attribute(METHOD, self.code.co_names[argument], owner), owner)

    def _op_load_super_attr(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument >> 2])
        operands = self._pop(3)
        found = self._state(PLAIN, lambda o: Special("super_attribute", (*o, name)), operands)
        if argument & 1:
            self.stack += [found, EMPTY] if CALLABLE_FIRST else [EMPTY, found]
            if CALLABLE_FIRST:
                self.stack[-1] = Callee("super", operands[2])
        else:
            self._push(found)

    def _op_load_special(self, i: int, argument: int) -> None:
        owner = self.stack.pop()
        name = SPECIAL_METHODS[argument]
        self._attribute(NAME, name, owner)
        self.stack += [Callee(name.strip("_"), owner), Callee("self", owner)]

    def _op_store_attr(self, i: int, argument: int) -> None:
        value, owner = self._pop(2)
        name = self.constant(self.code.co_names[argument])
        self._state(EFFECT, lambda o: Special("setattr", (o[0], name, o[1])), (owner, value))

    def _op_delete_attr(self, i: int, argument: int) -> None:
        name = self.constant(self.code.co_names[argument])
        self._state(EFFECT, lambda o: Special("delattr", (o[0], name)), self._pop(1))

    # operators

    def _op_binary_op(self, i: int, argument: int) -> None:
        self._push(self._call(BINARY[argument], self._pop(2)))

    def _op_compare_op(self, i: int, argument: int) -> None:
        self._push(self._call(COMPARISONS[argument >> COMPARE_SHIFT], self._pop(2)))

    def _op_is_op(self, i: int, argument: int) -> None:
        self._push(self._call(operator.is_not if argument else operator.is_, self._pop(2)))

    def _op_contains_op(self, i: int, argument: int) -> None:
        item, container = self._pop(2)
        self._push(self._call(not_contains if argument else operator.contains, (container, item)))

    def _op_binary_slice(self, i: int, argument: int) -> None:
        self._push(self._call(getslice, self._pop(3)))

    def _op_store_subscr(self, i: int, argument: int) -> None:
        value, container, key = self._pop(3)
        self._special("setitem", (container, key, value), EFFECT)

    def _op_store_slice(self, i: int, argument: int) -> None:
        value, container, start, stop = self._pop(4)
        self._special("setslice", (container, start, stop, value), EFFECT)

    def _op_delete_subscr(self, i: int, argument: int) -> None:
        self._special("delitem", self._pop(2), EFFECT)

    def _op_to_bool(self, i: int, argument: int) -> None:
        if makes_bool(self.ins, i):
            self._push(self._call(bool, self._pop(1)))
        # otherwise it is no statement: the jump behind it tests

    # containers and text

    def _op_build_const_key_map(self, i: int, argument: int) -> None:
        *values, keys = self._pop(argument + 1)
        pairs = [x for key, value in zip(keys.value, values, strict=True) for x in (self.constant(key), value)]
        self._push(self._special("dict", tuple(pairs)))

    def _op_format_value(self, i: int, argument: int) -> None:
        operands = self._pop(2 if argument & 4 else 1)
        conversion = _CONVERSIONS[argument & 3]
        if conversion is None:
            self._push(self._call(format, operands))
        else:
            self._push(self._special(f"format_{conversion.__name__}", operands))

    def _op_convert_value(self, i: int, argument: int) -> None:
        self._push(self._call(_CONVERSIONS[argument], self._pop(1)))

    def _op_extend(self, i: int, argument: int) -> None:
        name = self.ins.name(i)
        operands = self._pop(2 if name == "MAP_ADD" else 1)
        self._special(_EXTENSIONS[name], (self.stack[-argument], *operands), EFFECT)

    def _op_unpack(self, i: int, argument: int) -> None:
        (sequence,) = self._pop(1)
        if self.ins.name(i) == "UNPACK_EX":
            before, after = argument & 255, argument >> 8
            form, count = f"unpack_{before}_star_{after}", before + 1 + after
        else:
            form, count = f"unpack_{argument}", argument
        values = []
        for k in range(count):
            index = self.constant(k)
            values.append(self._state(PLAIN, partial(_item, form, index), (sequence,)))
        self.stack += reversed(values)
        if not count:
            self._special(form, (sequence,), EFFECT)

    # matching

    def _op_get_len(self, i: int, argument: int) -> None:
        self._push(self._call(len, (self.stack[-1],)))

    def _op_match_kind(self, i: int, argument: int) -> None:
        self._push(self._special(self.ins.name(i).lower(), (self.stack[-1],)))

    def _op_match_keys(self, i: int, argument: int) -> None:
        self._push(self._special("match_keys", tuple(self.stack[-2:])))

    def _op_match_class(self, i: int, argument: int) -> None:
        count = self.constant(argument)
        self._push(self._state(PLAIN, lambda o: Special("match_class", (*o, count)), self._pop(3)))

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


def _item(form: str, index: Operand, operands: tuple[Operand, ...]) -> Expression:
    """One of the values that unpacking gives."""
    return Special(form, (*operands, index))


def _same_state(snapshot: State, variables: dict[int, Symbol], stack: list[Symbol]) -> bool:
    """Are the symbols the same objects? Equality would take ⟨1⟩ for ⟨True⟩, and ask constants of any kind."""
    known, below = snapshot
    return (
        len(known) == len(variables)
        and len(below) == len(stack)
        and all(known.get(slot) is symbol for slot, symbol in variables.items())
        and all(map(operator.is_, below, stack))
    )
