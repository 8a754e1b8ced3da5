"""Which operators may make an array that nobody else looks at.

The byte budget wants to hear of every new array, and to look at a result costs seven instructions. But `keep` finds
the arrays that were appended before it, so no operator needs a look whose result is an array only if something is that
was looked at on the way there. What is known of a value are its *roots*: it is an array just if one of them is. A root
is the value that a local variable had (below zero), or what an instruction pushed.

    n < 2          asks an array for its truth, which raises: from here on `n` is none
    fib(n - 1)     an array just if n is one: no look
    a * b + c      one look, at the sum
    x = 0.5 * x    no look, if all that is ever stored to x is made of constants
    row[-1]        no look, if all that is ever stored to row are displays: an item of a list is no new array
"""

from dataclasses import dataclass

from .code import Instructions
from .facts import TRUTH_TESTS, argument_count, gives_bool
from .flow import TERMINATORS, numbers
from .opcodes import NUMBER, TABLE
from .versions import BINARY_OPERATORS

Roots = frozenset[int]
Value = tuple[Roots, int]  # with the operator that made it, or -1
_NO_ROOTS: Roots = frozenset()
_CONSTANT: Value = _NO_ROOTS, -1
_UNKNOWN = 1 << 40  # the root of what came on two ways
_UNSURE: Value = frozenset((_UNKNOWN,)), -1

_LOADS = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK", "LOAD_FAST_AND_CLEAR")
_LOAD_PAIRS = numbers("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW")
_STORE, _STORE_LOAD, _STORE_STORE = (
    NUMBER.get(name, -1) for name in ("STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST")
)
_ASKS_TRUTH = TRUTH_TESTS | numbers("TO_BOOL")
# whose results are no arrays
_PLAIN = numbers("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT", "BUILD_TUPLE", "BUILD_LIST", "BUILD_SET",
                 "BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_SLICE", "BUILD_STRING", "FORMAT_VALUE", "FORMAT_SIMPLE",
                 "FORMAT_WITH_SPEC", "CONVERT_VALUE", "UNARY_NOT", "TO_BOOL", "IS_OP", "CONTAINS_OP",
                 "MAKE_FUNCTION")  # fmt: skip
# which push several values
_SEVERAL = frozenset(op for op, row in enumerate(TABLE) if row is not None and row.pushes(2).count("value") > 1)
_OPERATORS = frozenset(op for op, row in enumerate(TABLE) if row is not None and row.creates and "CALL" not in row.name)
_BINARY_OP, _COMPARE_OP = NUMBER["BINARY_OP"], NUMBER["COMPARE_OP"]
_UNPACK, _LOAD_CONST = NUMBER["UNPACK_SEQUENCE"], NUMBER["LOAD_CONST"]
_SUBSCRIPT = NUMBER.get("BINARY_SUBSCR", -1)
_ONE_OPERAND = numbers("UNARY_NEGATIVE", "UNARY_INVERT")

_BOTH = (1, 2)  # operands: 1 is the right one
# operators whose result is an array just if an operand is
_ELEMENTWISE = frozenset(
    BINARY_OPERATORS.index(f"NB_{prefix}{operator}")
    for operator in ("ADD", "SUBTRACT", "MULTIPLY", "TRUE_DIVIDE", "FLOOR_DIVIDE", "POWER", "AND", "OR", "XOR")
    for prefix in ("", "INPLACE_")
    if prefix + operator != "INPLACE_ADD"
)
_NB_SUBSCRIPT = BINARY_OPERATORS.index("NB_SUBSCR") if "NB_SUBSCR" in BINARY_OPERATORS else -1
# of others, the operands that make it one: `"%s" % array` and `a_list += array` are none, nor is `array[0]`
_ARRAY_OPERANDS: dict[int, tuple[int, ...]] = {
    BINARY_OPERATORS.index("NB_INPLACE_ADD"): (2,),
    BINARY_OPERATORS.index("NB_REMAINDER"): (2,),
}
_MANY = 16  # roots; beyond that a value has its own
_LONG = 64  # blocks in a line: a function of a thousand branches would take time squared


@dataclass(slots=True)
class _Block:
    """A straight line of instructions."""

    line: frozenset[int]  # this block, the one before it on every way here, and so on up to one with several ways
    first: int  # the last of these
    parent: int  # the one before it, or -1
    held: dict[int, Value]  # what local variables hold
    looked: set[int]  # roots that were looked at in the line, up to the block's end


@dataclass(frozen=True, slots=True)
class _Operator:
    """An operator with the roots of its result, or -1 for a truth test; `covers`: what is an array there as well."""

    index: int
    block: int
    roots: Roots
    covers: Roots


def looks(instructions: Instructions, stacks: list[list[int] | None]) -> set[int]:
    """The operators whose results are to be tested. `stacks`: what lies on the stack before each instruction."""
    return _Pass(instructions, stacks).looks()


class _Pass:
    """One pass over the instructions, in their order; then `looks` decides."""

    def __init__(self, instructions: Instructions, stacks: list[list[int] | None]) -> None:
        self.ins = instructions
        self.stacks = stacks
        self.values: dict[int, tuple[Value, ...]] = {}  # instruction -> what it pushed, the top first
        self.block_of = [-1] * (len(instructions) + 1)  # the last is that of no instruction
        self.sources: dict[int, list[int]] = {}  # of jumps, of each target; none of a handler
        self.blocks: list[_Block] = []
        self.operators: list[_Operator] = []
        self.consumed: set[int] = set()  # operators whose result another one of the block takes
        self.made_of: dict[int, Roots] = {}  # operator -> roots without which its result is no array
        self.subscripts: dict[tuple[int, Roots, Roots], int] = {}
        self.items_of: dict[int, Roots] = {}  # operator that takes an item -> roots of what it takes it from
        self.stored: dict[int, set[int]] = {}  # local -> roots of all that is stored to it
        self._follow()
        self.scalars = self._find_scalars()

    def looks(self) -> set[int]:
        """The operators to look at: first come, first served, but the last of those that take each other's result."""
        chosen = set()
        block = -1
        for operator in self.operators:
            while block < operator.block:
                block += 1
                parent = self.blocks[block].parent
                looked = self.blocks[block].looked
                if parent >= 0:
                    looked |= self.blocks[parent].looked
            if operator.index in self.consumed or self._is_old_item(operator.index):
                continue
            if operator.index >= 0:
                if all(root in looked or not self._may_be_array(root) for root in operator.roots):
                    continue
                chosen.add(operator.index)
            looked |= operator.covers
            looked.discard(_UNKNOWN)
        return chosen

    def _find_scalars(self) -> set[int]:
        """The local variables that are never an array: all that is stored to them is made of constants, and of them."""
        arrays = set(range(argument_count(self.ins.code)))
        followers: dict[int, list[int]] = {}  # local -> those that may be an array if it is one
        for local, roots in self.stored.items():
            for root in roots:
                for source in self.made_of.get(root, (root,)):
                    if source < 0:
                        followers.setdefault(-1 - source, []).append(local)
                    else:
                        arrays.add(local)
        pending = list(arrays)
        while pending:
            for local in followers.pop(pending.pop(), ()):
                if local not in arrays:
                    arrays.add(local)
                    pending.append(local)
        return set(self.stored) - arrays

    def _may_be_array(self, root: int) -> bool:
        if root < 0:
            return -1 - root not in self.scalars
        return root not in self.made_of or any(map(self._may_be_array, self.made_of[root]))

    def _is_old_item(self, index: int) -> bool:
        """Is it sure that the result of that operator, if it is an array, was one before: an item of a list, say?"""
        roots = self.items_of.get(index)
        return roots is not None and not any(map(self._may_be_array, roots))

    def _follow(self) -> None:
        ins = self.ins
        opcodes, targets = ins.opcodes, ins.targets
        sources = self.sources
        for i, target in enumerate(targets):
            if target >= 0:
                sources.setdefault(target, []).append(i)
        for region in ins.regions:
            sources[region.target] = []
        parent_at: dict[int, int] = {}  # forward jump -> its block
        block = self._begin(-1)
        for j, op in enumerate(opcodes):
            if j in sources:
                alone = len(sources[j]) == 1 and opcodes[j - 1] in TERMINATORS
                block = self._begin(parent_at.get(sources[j][0], -1) if alone else -1)
            stack = self.stacks[j]
            if stack is None:
                continue
            self.block_of[j] = block
            self._visit(j, op, stack)
            if targets[j] >= 0 or op in TERMINATORS:
                if targets[j] > j:
                    parent_at[j] = block
                block = self._begin(-1 if op in TERMINATORS else block)

    def _begin(self, parent: int) -> int:
        number = len(self.blocks)
        block = _Block(frozenset((number,)), number, -1, {}, set())
        if parent >= 0 and len(self.blocks[parent].line) < _LONG:
            before = self.blocks[parent]
            block = _Block(before.line | block.line, before.first, parent, before.held.copy(), set())
        self.blocks.append(block)
        return number

    def _visit(self, j: int, op: int, stack: list[int]) -> None:
        argument = self.ins.arguments[j]
        if op in _LOADS:
            self.values[j] = (self._load(argument),)
        elif op in _LOAD_PAIRS:
            below = self._load(argument >> 4)
            self.values[j] = self._load(argument & 15), below
        elif op == _STORE:
            self._store(argument, stack, 1, j)
        elif op == _STORE_LOAD:
            self._store(argument >> 4, stack, 1, j)
            self.values[j] = (self._load(argument & 15),)
        elif op == _STORE_STORE:
            self._store(argument >> 4, stack, 1, j)
            self._store(argument & 15, stack, 2, j)
        elif op in _PLAIN or (op == _UNPACK and self.ins.opcodes[j - 1] == _LOAD_CONST and j not in self.sources):
            self.values[j] = (_CONSTANT,)
        elif op in _OPERATORS:
            self._operator(j, op, argument, stack)

    def _load(self, local: int) -> Value:
        held = self.blocks[-1].held
        if local not in held:
            held[local] = frozenset((-1 - local,)), -1
        return held[local]

    def _store(self, local: int, stack: list[int], k: int, j: int) -> None:
        value = self._value(stack, k)
        if _UNKNOWN in value[0]:  # now it has a name
            value = frozenset((j + (k << 32),)), -1
        self.blocks[-1].held[local] = value
        self.stored.setdefault(local, set()).update(value[0])

    def _value(self, stack: list[int], k: int) -> Value:
        """The k-th value from the top."""
        producer = stack[-k] >> 2
        if producer < 0 or self.block_of[producer] not in self.blocks[-1].line:
            return _UNSURE
        values = self.values.get(producer)
        if values is None:
            return (frozenset((producer,)), -1) if self.ins.opcodes[producer] not in _SEVERAL else _UNSURE
        is_top = len(stack) > k and stack[-k - 1] >> 2 == producer  # of two, the other lies below
        return values[0] if is_top or len(values) == 1 else values[1]

    def _operator(self, j: int, op: int, argument: int, stack: list[int]) -> None:
        operands: tuple[int, ...] = (
            _BOTH if op in (_BINARY_OP, _COMPARE_OP, _SUBSCRIPT) else (1,) if op in _ONE_OPERAND else ()
        )
        is_subscript = op == _SUBSCRIPT or (op == _BINARY_OP and argument == _NB_SUBSCRIPT)
        elementwise = operands != () and not is_subscript and (op != _BINARY_OP or argument in _ELEMENTWISE)
        values = {k: self._value(stack, k) for k in operands}
        roots = frozenset((j,))
        if elementwise:
            joined = _NO_ROOTS.union(*[values[k][0] for k in operands])
            if len(joined) <= _MANY:
                roots = joined
        elif is_subscript:
            key = self.blocks[-1].first, values[2][0], values[1][0]
            if key[1] and key[2] and _UNKNOWN not in key[1] | key[2]:
                roots = frozenset((self.subscripts.setdefault(key, j),))
            operands = (1,)
            self.items_of[j] = values[2][0]
        elif op == _BINARY_OP:
            made_of: set[int] = set()
            for k in operands:
                for root in values[k][0]:
                    made_of |= self.made_of.get(root, {root})
            if len(made_of) <= _MANY:
                self.made_of[j] = frozenset(made_of)
            operands = _ARRAY_OPERANDS.get(argument, ())
        block = len(self.blocks) - 1
        self.consumed.update(maker for maker in [values[k][1] for k in operands] if self.block_of[maker] == block)
        covers = roots.union(*[values[k][0] for k in operands])
        if gives_bool(self.ins, j) or (self.ins.opcodes[j + 1] in _ASKS_TRUTH and j + 1 not in self.sources):
            self.operators.append(_Operator(-1, block, roots, covers))
            self.values[j] = (_CONSTANT,)
        else:
            self.operators.append(_Operator(j, block, roots, covers))
            self.values[j] = ((roots, j),)
