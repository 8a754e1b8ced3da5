"""The meanings of opcodes that make, move and store values, as the table of opcodes names them."""

import operator
from functools import partial

from ...ir.language import UNBOUND, Constant, Expression, Load, Operand, Special
from ...ir.operations import getslice, not_contains
from ..facts import cell_loads, makes_bool
from ..operators import BINARY, COMPARISONS
from ..versions import CALLABLE_FIRST, COMMON_CONSTANTS, COMPARE_SHIFT, LOAD_ATTR_SHIFT, SPECIAL_METHODS
from .draft import EMPTY, Callee, Symbol, Value
from .lifted import ATTRIBUTE, EFFECT, METHOD, NAME, PLAIN
from .machine import Machine

_CONVERSIONS = (None, str, repr, ascii)
_EXTENSIONS = {"LIST_APPEND": "append", "SET_ADD": "add", "MAP_ADD": "put", "LIST_EXTEND": "extend",
               "SET_UPDATE": "update", "DICT_UPDATE": "update", "DICT_MERGE": "merge"}  # fmt: skip


class Data(Machine):
    """Constants, locals, names, attributes, operators, containers, patterns."""

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
        found = self.constant(value)
        self._push(self._special("constant", (found,)) if i in self.told else found)

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
        if (scope, text) in self.stored_names or i in self.told:
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


def _item(form: str, index: Operand, operands: tuple[Operand, ...]) -> Expression:
    """One of the values that unpacking gives."""
    return Special(form, (*operands, index))
