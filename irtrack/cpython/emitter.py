"""The pieces that rewritten code is made of, whatever it does: constants, names, appends, calls, and code put aside."""

import builtins
import functools
from collections.abc import Callable, Sequence, Set
from typing import Any

from .code import Assembler, Position
from .flow import VALUE, effect, numbers
from .marks import Mark
from .opcodes import NUMBER, TABLE
from .template import COPIES, COPY_VALUE, KEEP, Template
from .versions import BINARY_OPERATORS, CALLABLE_FIRST, COMPARE_BOOL_FLAG, LOAD_ATTR_SHIFT

COPY, SWAP, POP_TOP = NUMBER["COPY"], NUMBER["SWAP"], NUMBER["POP_TOP"]
LIST_APPEND, LOAD_CONST, IS_OP = NUMBER["LIST_APPEND"], NUMBER["LOAD_CONST"], NUMBER["IS_OP"]
PUSH_NULL, CALL = NUMBER["PUSH_NULL"], NUMBER["CALL"]
LOAD_ATTR, STORE_ATTR = NUMBER["LOAD_ATTR"], NUMBER["STORE_ATTR"]
JUMP = NUMBER["JUMP_FORWARD"]  # `layout` turns it round where needed
IF_TRUE = NUMBER.get("POP_JUMP_IF_TRUE", NUMBER.get("POP_JUMP_FORWARD_IF_TRUE", 0))
IF_FALSE = NUMBER.get("POP_JUMP_IF_FALSE", NUMBER.get("POP_JUMP_FORWARD_IF_FALSE", 0))
IF_NONE = NUMBER.get("POP_JUMP_IF_NONE", NUMBER.get("POP_JUMP_FORWARD_IF_NONE", 0))
IF_NOT_NONE = NUMBER.get("POP_JUMP_IF_NOT_NONE", NUMBER.get("POP_JUMP_FORWARD_IF_NOT_NONE", 0))
SUBSCRIPT = (NUMBER["BINARY_SUBSCR"], 0) if "BINARY_SUBSCR" in NUMBER else (
    NUMBER["BINARY_OP"], BINARY_OPERATORS.index("NB_SUBSCR"))  # fmt: skip
_PRECALL = NUMBER.get("PRECALL")
# whose results are of plain types, whatever they hold: no method of theirs is written in Python
MAKES_PLAIN = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "BUILD_TUPLE", "BUILD_LIST", "BUILD_SET",
                      "BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_SLICE", "BUILD_STRING", "FORMAT_VALUE",
                      "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "UNARY_NOT", "TO_BOOL", "IS_OP", "CONTAINS_OP",
                      "CHECK_EXC_MATCH", "MATCH_SEQUENCE", "MATCH_MAPPING", "MAKE_FUNCTION", "LIST_EXTEND",
                      "LIST_APPEND")  # fmt: skip
_COMPARE_OP = NUMBER["COMPARE_OP"]
CREATES = [row is not None and row.creates for row in TABLE]

_Aside = tuple[int, int, Position, Callable[[], None], bool]  # label, owner, position, what emits it, is it short


@functools.cache
def results(op: int, argument: int) -> tuple[int, tuple[int, ...]]:
    """By how much the stack grows, and how far below its top the values lie that are appended, in their order."""
    row = TABLE[op]
    assert row is not None
    pops, kinds = effect(op, argument)
    values = [len(kinds) - k for k, kind in enumerate(kinds) if kind == VALUE]
    only_looked_at = bool(row.before) and row.after[0].name == row.before[0].name  # what lay there before
    if only_looked_at or row.name in ("FOR_ITER", "BEFORE_WITH", "BEFORE_ASYNC_WITH"):
        values = values[-1:]
    return len(kinds) - pops, tuple(reversed(values))


@functools.cache
def _make_call(count: int) -> tuple[int, ...]:
    call = count << 8 | CALL
    return (call,) if _PRECALL is None else (count << 8 | _PRECALL, call)


class Emitter:
    """The state of one rewriting, and its vocabulary. Depths are those of the original at the place of insertion."""

    def __init__(self, template: Template, array_type: type | None) -> None:
        self.template = template
        self.code = template.code
        self.ins = template.instructions
        self.stacks = template.flow.stacks
        self.array_type = array_type
        self.out = Assembler(len(self.ins) + 1)
        self.add, self.jump, self.place = self.out.emit, self.out.jump, self.out.place
        self.emitted, self.originals = self.out.code, template.originals
        self.constants: list[Any] = list(self.code.co_consts)
        self.constant_index: dict[int, int] = {}
        self.names = list(self.code.co_names)
        self.name_index: dict[str, int] = {}  # of the names that were added
        self.below = 3 if template.suspends else 1  # what lies below the original's stack: `alive`, a token, the log
        self.folded: Set[int] = frozenset()  # loads of names without a node, whose values need no copy
        self.edges: dict[int, int] = {}  # jump -> the label that it leads to instead
        self.cold: list[_Aside] = []  # what `aside` was told
        self.cold_since = 0  # the emitted instruction at which the first of these was wanted
        self.far: list[_Aside] = []  # what stubs lead to

    def constant(self, value: object) -> int:
        index = self.constant_index.get(id(value))
        if index is None:
            index = self.constant_index[id(value)] = len(self.constants)
            self.constants.append(value)
        return index

    def load(self, value: object) -> None:
        self.add(LOAD_CONST, self.constant(value))

    def site(self, make: Callable[[], Any]) -> int:
        """A constant that is a cache."""
        index = len(self.constants)
        self.constants.append(None)
        self.template.sites[index] = make
        return index

    def name(self, attribute: str) -> int:
        index = self.name_index.get(attribute)
        if index is None:
            index = self.name_index[attribute] = len(self.names)
            self.names.append(attribute)
        return index

    def load_cached(self, site: int, attribute: str) -> None:
        """Push an attribute of the cache that is constant `site`."""
        self.emitted += (site << 8 | LOAD_CONST, self.name(attribute) << LOAD_ATTR_SHIFT + 8 | LOAD_ATTR)

    def load_attribute(self, attribute: str) -> None:
        """Exchange the top of the stack for an attribute of it."""
        self.add(LOAD_ATTR, self.name(attribute) << LOAD_ATTR_SHIFT)

    def store_attribute(self, attribute: str) -> None:
        """Pop the top of the stack, and what lies below it into an attribute of that."""
        self.add(STORE_ATTR, self.name(attribute))

    def append(self, below: int, copy: int = 1) -> None:
        """Append the value `copy` from the top; `below` is the depth, that value included."""
        self.emitted += (copy << 8 | COPY, below + 1 << 8 | LIST_APPEND)

    def append_value(self, below: int, copy: int = 1) -> None:
        """The same of a value that a node will have."""
        self.copy_value(copy)
        self.append(below, copy)

    def copy_value(self, copy: int = 1) -> None:
        """Let what a value holds be copied before it is appended, if the context wants that."""
        if COPIES in self.template.hooks:
            self.call(COPY_VALUE, [copy])
            self.add(POP_TOP)

    def append_mark(self, mark: Mark, depth: int) -> None:
        self.emitted += (self.constant(mark) << 8 | LOAD_CONST, depth + 1 << 8 | LIST_APPEND)

    def append_own_mark(self, mark: Mark, depth: int) -> None:
        """Append a mark, and in the frame of a generator its token, which lies below the log."""
        self.append_mark(mark, depth)
        if self.template.suspends:
            self.emitted += (depth + self.below - 1 << 8 | COPY, depth + 1 << 8 | LIST_APPEND)

    def call(self, function: object, copies: list[int], constants: Sequence[int] = ()) -> None:
        """Call `function` with copies of stack entries (counted from the top before the call), then constants."""
        emitted = self.emitted
        self.load_callee(function)
        for above, copy in enumerate(copies, 2):
            emitted.append(copy + above << 8 | COPY)
        for constant in constants:
            emitted.append(constant << 8 | LOAD_CONST)
        emitted += _make_call(len(copies) + len(constants))

    def load_callee(self, function: object) -> None:
        load = self.constant(function) << 8 | LOAD_CONST
        self.emitted += (load, PUSH_NULL) if CALLABLE_FIRST else (PUSH_NULL, load)

    def make_call(self, count: int) -> None:
        self.emitted += _make_call(count)

    def call_attempt(self) -> None:
        """Call what lies on top of the stack, without arguments."""
        self.add(PUSH_NULL)
        if not CALLABLE_FIRST:
            self.add(SWAP, 2)
        self.make_call(0)

    def stack_at(self, i: int) -> list[int]:
        """What lies on the stack of the original before instruction i, where control comes."""
        stack = self.stacks[i]
        assert stack is not None
        return stack

    def is_plain(self, producer: int) -> bool:
        """Is what an instruction pushed of a type without methods written in Python?"""
        if producer < 0:
            return False
        op = self.ins.opcodes[producer]
        return op in MAKES_PLAIN or (op == _COMPARE_OP and bool(self.ins.arguments[producer] & COMPARE_BOOL_FLAG))

    def test_type(self, site: int, attribute: str, where: int, other: int) -> None:
        """Jump to `other` unless the type of what lies at `where` is the one that the site has there."""
        self.load_cached(site, attribute)
        self.call(builtins.type, [where + 1])
        self.add(IS_OP, 0)
        self.jump(IF_FALSE, other)

    def test_owner(self, site: int, where: int) -> None:
        """Push whether it is the owner that the site has that lies at `where`."""
        self.load_cached(site, "owner")
        self.add(COPY, where + 1)
        self.add(IS_OP, 0)

    def load_known(self, site: int, attribute: str, where: int, *, of_type: bool = True) -> None:
        """Push what the site has there under the id of that type, or of what lies there; None if it has nothing."""
        self.load_cached(site, attribute)
        self.load_callee(id)
        if of_type:
            self.call(builtins.type, [where + 3])
        else:
            self.add(COPY, where + 3)
        self.make_call(1)
        self.add(*SUBSCRIPT)

    def original(self, i: int) -> None:
        """Emit instruction i itself."""
        self.place(i, self.ins.positions[i])
        self.unplaced(i)

    def unplaced(self, i: int) -> None:
        """The same, at a place that was set before."""
        ins = self.ins
        self.originals.append(len(self.emitted))
        if ins.targets[i] >= 0:
            self.jump(ins.opcodes[i], self.edges.get(i, ins.targets[i]), ins.arguments[i])
        else:
            self.emitted.append(ins.arguments[i] << 8 | ins.opcodes[i])

    def append_results(self, i: int, *, guarded: bool, kept: bool = False) -> None:
        op = self.ins.opcodes[i]
        stack = self.stacks[i]
        assert stack is not None
        grows, copies = results(op, self.ins.arguments[i])
        depth = len(stack) + grows
        for copy in copies:
            if i in self.folded:
                self.append(depth, copy)
            elif kept:
                self.append_kept(depth)
            elif guarded and CREATES[op] and self.array_type is not None:
                self.append_guarded(depth)
            else:
                self.append_value(depth, copy)

    def append_kept(self, depth: int) -> None:
        """Append what is to be kept of the value on top, whatever that is."""
        self.copy_value()
        self.call(KEEP, [1])
        self.add(LIST_APPEND, depth + 1)

    def append_guarded(self, depth: int) -> None:
        array, back = self.out.new_label(), self.out.new_label()
        self.call(builtins.type, [1])
        self.load(self.array_type)
        self.add(IS_OP, 0)
        self.jump(IF_TRUE, array)
        self.append_value(depth)
        self.out.mark(back)

        def keep() -> None:
            self.append_kept(depth)
            self.jump(JUMP, back)

        self.aside(array, keep)

    # -- what stands aside --------------------------------------------------------------------------------------------

    def aside(self, label: int, piece: Callable[[], None], *, short: bool = False) -> None:
        """Let `piece` emit what seldom runs behind `label`, at a place that control does not fall into."""
        if not self.cold:
            self.cold_since = len(self.emitted)
        self.cold.append((label, self.out.owner, self.out.position, piece, short))

    def emit_island(self) -> None:
        """Emit the short ones of the pieces put aside, and jumps to the others."""
        for label, owner, position, piece, short in self.cold:
            self.place(owner, position)
            self.out.mark(label)
            if short:
                piece()
            else:
                far = self.out.new_label()
                self.jump(JUMP, far)
                self.far.append((far, owner, position, piece, False))
        self.cold.clear()

    def emit_cold(self) -> None:
        """Emit all that was put aside and still has to come."""
        if len(self.cold) > 2:
            self.emit_island()
        pieces = [*self.cold, *self.far]
        self.far.clear()
        for label, owner, position, piece, _ in pieces:
            self.place(owner, position)
            self.out.mark(label)
            self.cold.clear()
            piece()
            pieces += self.cold  # what this one has put aside
