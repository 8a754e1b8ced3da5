"""Which tests of guards can be left out, because the same was tested before.

A local variable that passed a test is *known* until something else is stored to it, and so is what an operator made of
known values. In the frame of a call all of this holds as long as no test has failed; a flag on the stack says so, and
where an operand is known the guard asks for the flag only, which takes two instructions instead of eight. What a loop
uses is tested where it gets its value before the loop: when the call begins, or behind a store.

There are three kinds of knowledge about a variable. *Operand*: no operator of its type is written in Python, nor what
compares, tests, indexes or iterates over it. *Owner*: nothing written in Python runs when the attributes that the code
names of it are got or set. *Plain*: both, whatever the flag says, since all that was stored to it are constants and
displays, and what operators made of such: no test is needed at all.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from .code import Instructions
from .facts import argument_count
from .flow import TERMINATORS, numbers
from .opcodes import NUMBER

OPERAND, OWNER, PLAIN = 0, 1, 2
_KINDS = 3
_ALL = (1 << _KINDS) - 1
_LOADS = numbers("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK")
_LOAD_PAIRS = numbers("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW")
_STORE, _STORE_LOAD, _STORE_STORE = (
    NUMBER.get(name, -1) for name in ("STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST")
)
_CLEARS = numbers("DELETE_FAST", "LOAD_FAST_AND_CLEAR")
_STORES = frozenset((_STORE, _STORE_LOAD, _STORE_STORE)) | _CLEARS
_SWEEPS = 8


@dataclass(slots=True)
class Use:
    """An instruction with a guard: which kind of knowledge it gives, and where the operands lie that are tested.

    `name`: of the attribute. `operator`: is the result plain if the operands are?
    """

    kind: int
    places: tuple[int, ...]
    name: str = ""
    operator: bool = False


@dataclass(slots=True)
class Knowledge:
    """`known`: of each instruction with a guard, the places whose operands are known there; `plain`: are plain.

    `tests`: store -> (variable, kind) of those to be tested behind it; -1: when the call begins. `names`: of the
    attributes of each variable whose owner is known somewhere.
    """

    known: dict[int, frozenset[int]] = field(default_factory=dict)
    plain: dict[int, frozenset[int]] = field(default_factory=dict)
    tests: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    names: dict[int, tuple[str, ...]] = field(default_factory=dict)


def local_of(ins: Instructions, stack: list[int], where: int) -> int:
    """The local variable whose value lies at `where`, counted from the top; -1 if it was not loaded from one."""
    producer = stack[-where] >> 2
    if producer < 0:
        return -1
    op, argument = ins.opcodes[producer], ins.arguments[producer]
    if op in _LOADS:
        return argument
    if op == _STORE_LOAD:
        return argument & 15
    if op in _LOAD_PAIRS:
        is_upper = where < len(stack) and stack[-where - 1] >> 2 == producer
        return argument & 15 if is_upper else argument >> 4
    return -1


def _bit(variable: int, kind: int) -> int:
    return 1 << _KINDS * variable + kind


class _Pass:
    """Facts flow forward to a fixpoint. They are bits of an int."""

    def __init__(
        self, ins: Instructions, stacks: list[list[int] | None], uses: dict[int, Use], displays: "frozenset[int]"
    ) -> None:
        self.ins = ins
        self.stacks = stacks
        self.uses = uses
        self.known = displays.union([i for i, use in uses.items() if use.operator])  # as long as no test has failed
        self.plain = set(displays)  # and operators, as far as that was found to be so
        code = ins.code
        self.cells = set(code.co_cellvars)
        self.stores: dict[int, list[int]] = {}
        for i, op in enumerate(ins.opcodes):
            if op in _STORES:
                for variable in self._stored(i):
                    self.stores.setdefault(variable, []).append(i)
        # of each use, the variables of its places
        self.locals = {i: [self._local(i, where) for where in use.places] for i, use in uses.items()}
        self.handlers = {region.target for region in ins.regions}
        self.tests: dict[int, list[tuple[int, int]]] = {}  # those that are wanted, as in Knowledge
        self.needed: dict[int, list[tuple[int, int]]] = {}  # of these, those that tell something new

    def _stored(self, i: int) -> tuple[int, ...]:
        argument = self.ins.arguments[i]
        op = self.ins.opcodes[i]
        if op == _STORE_STORE:
            return argument >> 4, argument & 15
        return (argument >> 4,) if op == _STORE_LOAD else (argument,)

    def _local(self, i: int, where: int) -> int:
        stack = self.stacks[i]
        assert stack is not None
        variable = local_of(self.ins, stack, where)
        if variable < 0 or variable >= len(self.ins.code.co_varnames):
            return -1
        if self.ins.code.co_varnames[variable] in self.cells:
            return -1
        producer = stack[-where] >> 2
        stores = self.stores.get(variable, ())
        if bisect_left(stores, i) != bisect_right(stores, producer):  # one in between
            return -1
        return variable

    def has_value(self, i: int) -> bool:
        """Is it sure that store i leaves its variables with values? Comprehensions give back what may be none."""
        stack, opcodes = self.stacks[i], self.ins.opcodes
        if stack is None or opcodes[i] in _CLEARS:
            return False
        producers = [stack[-where] >> 2 for where, _ in enumerate(self._stored(i), 1)]
        return all(producer >= 0 and opcodes[producer] not in _CLEARS for producer in producers)

    def is_plain(self, i: int, where: int, variable: int, facts: int) -> bool:
        """Is what lies at `where` before instruction i, loaded from that variable or from none (-1), plain?"""
        stack = self.stacks[i]
        assert stack is not None
        return bool(facts & _bit(variable, PLAIN)) if variable >= 0 else stack[-where] >> 2 in self.plain

    def run(self) -> dict[int, int] | None:
        """The facts before each use, if all was well; None where it takes too long."""
        ins, stacks, uses = self.ins, self.stacks, self.uses
        opcodes, targets = ins.opcodes, ins.targets
        entry = dict.fromkeys(ins.jump_targets, -1)
        entry.update(dict.fromkeys(self.handlers, 0))
        found: dict[int, int] = {}
        for _ in range(_SWEEPS):
            changed = False
            facts = self._test(-1, 0)
            for i, op in enumerate(opcodes):
                if i in entry:
                    facts &= entry[i]
                    entry[i] = facts
                if i in uses and stacks[i] is not None:
                    found[i] = facts
                    use, variables = uses[i], self.locals[i]
                    if use.operator and use.places:
                        places = zip(use.places, variables, strict=True)
                        is_plain = all(self.is_plain(i, where, variable, facts) for where, variable in places)
                        (self.plain.add if is_plain else self.plain.discard)(i)
                    for variable in variables:
                        if variable >= 0:
                            facts |= _bit(variable, use.kind)
                elif op in _STORES:
                    facts = self._test(i, self._store(i, op, facts))
                target = targets[i]
                if target >= 0:
                    known = entry.get(target, -1)
                    if known & facts != known:
                        entry[target] = known & facts
                        changed = changed or target <= i
                if op in TERMINATORS:
                    facts = -1
            if not changed:
                return found
        return None

    def _test(self, i: int, facts: int) -> int:
        self.needed[i] = [
            (variable, kind) for variable, kind in self.tests.get(i, ()) if not facts & _bit(variable, kind)
        ]
        for variable, kind in self.needed[i]:
            facts |= _bit(variable, kind)
        return facts

    def _store(self, i: int, op: int, facts: int) -> int:
        stack = self.stacks[i]
        after = facts
        for where, variable in enumerate(self._stored(i), 1):
            gained = 0
            if op not in _CLEARS and stack is not None and len(stack) >= where:
                producer = stack[-where] >> 2
                if producer >= 0:
                    source = self._local(i, where)
                    if self.is_plain(i, where, source, facts):
                        gained = _ALL
                    elif facts & _bit(source, OPERAND) if source >= 0 else producer in self.known:
                        gained = 1 << OPERAND
            after = after & ~(_ALL << _KINDS * variable) | gained << _KINDS * variable
        return after


def _found_with_tests(work: _Pass) -> dict[int, int] | None:
    """The facts before each use, with tests before the loops where they help."""
    found = work.run()
    if found is None:
        return None
    wanted = _wanted(work, found)
    while wanted:
        work.tests = {}
        for (variable, kind), stores in wanted.items():
            for i in stores:
                work.tests.setdefault(i, []).append((variable, kind))
        again = work.run()
        if again is None:
            return None
        helped = {
            (variable, work.uses[i].kind)
            for i, facts in again.items()
            for variable in work.locals[i]
            if variable >= 0 and facts & ~found[i] & _bit(variable, work.uses[i].kind)
        }
        helpful = {test: stores for test, stores in wanted.items() if test in helped}
        if len(helpful) == len(wanted):
            return again
        wanted = helpful
    work.needed = {}
    return found


def _wanted(work: _Pass, found: dict[int, int]) -> dict[tuple[int, int], set[int]]:
    """Which variables that loops use would better be known before, and the stores that they have their values from."""
    ins = work.ins
    ends: dict[int, int] = {}  # of loops, by where they begin
    for i, target in enumerate(ins.targets):
        if 0 <= target <= i:
            ends[target] = i
    changes = [0] * (len(ins) + 2)
    for begin, end in ends.items():
        changes[begin] += 1
        changes[end + 1] -= 1
    depths = list(accumulate(changes))  # in how many loops an instruction is
    count = argument_count(ins.code)
    wanted: dict[tuple[int, int], set[int]] = {}
    for i, facts in found.items():
        kind = work.uses[i].kind
        for variable in work.locals[i]:
            if depths[i] and variable >= 0 and not facts & _bit(variable, kind):
                stores = {j for j in work.stores.get(variable, ()) if depths[j] < depths[i] and work.has_value(j)}
                if variable < count:
                    stores.add(-1)
                if stores:
                    wanted.setdefault((variable, kind), set()).update(stores)
    return wanted


def knowledge(
    ins: Instructions, stacks: list[list[int] | None], uses: dict[int, Use], displays: "frozenset[int]"
) -> Knowledge:
    """What is known where. `displays`: instructions whose results are plain, whatever they work on."""
    gained = Knowledge()
    if not uses:
        return gained
    work = _Pass(ins, stacks, uses, displays)
    found = _found_with_tests(work)
    if found is None:
        return gained
    names: dict[int, dict[str, None]] = {}
    owners: set[int] = set()
    for i, facts in found.items():
        use = uses[i]
        known, plain = [], []
        for where, variable in zip(use.places, work.locals[i], strict=True):
            if work.is_plain(i, where, variable, facts):
                plain.append(where)
            elif variable >= 0:
                if use.kind == OWNER:
                    names.setdefault(variable, {})[use.name] = None
                if facts & _bit(variable, use.kind):
                    known.append(where)
                    if use.kind == OWNER:
                        owners.add(variable)
            elif use.kind == OPERAND:
                stack = stacks[i]
                assert stack is not None
                if stack[-where] >> 2 in work.known:
                    known.append(where)
        if known:
            gained.known[i] = frozenset(known)
        if plain:
            gained.plain[i] = frozenset(plain)
    if not gained.known:
        return Knowledge(plain=gained.plain)
    gained.tests = {i: tests for i, tests in work.needed.items() if tests}
    owners |= {variable for tests in gained.tests.values() for variable, kind in tests if kind == OWNER}
    gained.names = {variable: tuple(names[variable]) for variable in owners if variable in names}
    return gained
