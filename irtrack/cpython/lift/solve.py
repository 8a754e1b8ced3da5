"""Which variables and stack slots reach a block with different definitions: these become its arguments.

Then what nobody needs is pruned: empty blocks, and gotos to a bare return.
"""

from collections import Counter
from typing import Any

from ...ir.language import UNBOUND, Constant
from .draft import EMPTY, Callee, Draft, Entry, State, Symbol, Value
from .execute import Execution


class Solution:
    """The drafts in the order of their numbers, each with its arguments."""

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self.ins = execution.ins
        self.region_of = execution.region_of
        self.blocks = execution.blocks
        self.slots = execution.slots
        self.parameters = execution.parameters
        self.constant = execution.constant
        self.alias = execution.shape.alias
        self._handlers = {region.target for region in self.ins.regions}
        self._phis: dict[Value, tuple[Draft, int]] = {}
        self._overrides: dict[tuple[int, int], dict[int, Symbol]] = {}  # what edges pass that were led past blocks
        self.ordered = self._reverse_postorder()
        self._liveness(self.ordered)
        self._solve()
        self._prune()

    def _solve(self) -> None:
        """Find what reaches each slot of each block: one definition, or an argument of the block.

        Optimistic iteration to a fixed point: nothing known, then one definition, then, where two meet, an argument.
        """
        order = self.ordered
        incoming = self._incoming(order)
        slots_of = {block.start: self._slots_of(block) for block in order}
        entry = self.blocks[order[0].start]
        for index, parameter in enumerate(self.parameters):
            entry.entry[index] = parameter
        changed = True
        while changed:
            changed = False
            for block in order:
                edges = incoming[block.start]
                for slot in slots_of[block.start]:
                    known = block.entry.get(slot)
                    if self._is_argument(known, block, slot):
                        continue
                    new = known if block is entry and slot in block.entry and not edges else None
                    for source, symbols in edges:
                        symbol = self.at_edge(symbols, slot, source)
                        reached = self.resolve(symbol)
                        if reached is None or reached is new:
                            continue
                        if new is None:
                            new = reached
                        elif not self._same(new, reached):
                            value = Value()
                            self._phis[value] = (block, slot)
                            new = Callee(new.kind, value) if isinstance(new, Callee) else value
                            break
                    if block is entry and edges and new is not None and slot < self.slots:
                        own = self.parameters[slot] if slot < len(self.parameters) else UNBOUND
                        if new is not own and not self._is_argument(new, block, slot):
                            new = Value()
                            self._phis[new] = (block, slot)
                    if new is not None and (known is None or not self._same(new, known)):
                        block.entry[slot] = new
                        changed = True
        self._drop_trivial(incoming, entry)
        for value, (block, slot) in self._phis.items():
            if _owner(block.entry.get(slot)) is value:
                block.arguments.append((slot, value))
        for block in order:
            block.arguments.sort(key=lambda pair: pair[0])

    def _drop_trivial(self, incoming: dict[int, list[tuple[Draft, State]]], entry: Draft) -> None:
        """Let what is passed one definition only, besides itself, be no argument.

        An argument is made where two definitions meet, one of which may be an older one of the same variable, on its
        way round a loop. (M. Braun and others, "Simple and Efficient Construction of Static Single Assignment Form".)
        """
        changed = True
        while changed:
            changed = False
            for value, (block, slot) in self._phis.items():
                if block is entry or block.entry.get(slot) is not value:
                    continue
                passed = [
                    self.resolve(self.at_edge(symbols, slot, source)) for source, symbols in incoming[block.start]
                ]
                others = [symbol for symbol in passed if symbol is not value and symbol is not None]
                if others and not isinstance(others[0], Callee) and all(self._same(others[0], one) for one in others):
                    changed = True
                    for other in self.ordered:
                        for place, symbol in other.entry.items():
                            if symbol is value:
                                other.entry[place] = others[0]

    def _is_argument(self, symbol: Symbol, block: Draft, slot: int) -> bool:
        """Is it the block's own argument for a slot, and not that of a block before it?"""
        symbol = _owner(symbol)
        return isinstance(symbol, Value) and self._phis.get(symbol) == (block, slot)

    def _same(self, one: Symbol, other: Symbol) -> bool:
        if one is other:
            return True
        if isinstance(one, Constant) and isinstance(other, Constant):
            return one.value is other.value
        if not isinstance(one, Callee) or not isinstance(other, Callee):
            return False
        owner, other_owner = self.resolve(one.owner), self.resolve(other.owner)
        return owner is None or other_owner is None or self._same(owner, other_owner)

    def _slots_of(self, block: Draft) -> list[int]:
        slots = [slot for slot, bit in enumerate(reversed(bin(block.live)[2:])) if bit == "1"]
        return slots + [self.slots + k for k, symbol in enumerate(block.stack) if symbol is not EMPTY]

    def resolve(self, symbol: Symbol) -> Symbol:
        """What an entry symbol stands for, as far as it is known."""
        if isinstance(symbol, Entry):
            if symbol.slot not in symbol.block.entry and symbol.block.start == 0 and symbol.slot < self.slots:
                return UNBOUND
            return symbol.block.entry.get(symbol.slot)
        return symbol

    def at_edge(self, symbols: State, slot: int, source: Draft) -> Symbol:
        variables, stack = symbols
        if slot >= self.slots:
            return stack[slot - self.slots]
        return variables[slot] if slot in variables else Entry(source, slot)

    def _reverse_postorder(self) -> list[Draft]:
        """The order of numbering: a branch's first edge before its second, exception handlers last."""
        seen: set[int] = set()
        postorder: list[Draft] = []
        stack: list[tuple[int, Any]] = [(0, None)]
        while stack:
            start, successors = stack.pop()
            block = self.blocks[start]
            if successors is None:
                if start in seen:
                    continue
                seen.add(start)
                targets = [self.alias.get(t, t) for t in sorted(block.handlers, reverse=True)]
                successors = iter([*targets, *reversed(block.successors)])
            for successor in successors:
                if successor not in seen:
                    stack.append((start, successors))
                    stack.append((successor, None))
                    break
            else:
                postorder.append(block)
        return postorder[::-1]

    def _liveness(self, order: list[Draft]) -> None:
        """Which local variables are read before they are assigned, from each block's entry on (bit sets)."""
        reads: dict[int, int] = {}
        kills: dict[int, int] = {}
        for block in order:
            read = 0
            for symbol in self._symbols_read(block):
                if isinstance(symbol, Entry) and symbol.block is block and symbol.slot < self.slots:
                    read |= 1 << symbol.slot
            reads[block.start] = read
            kills[block.start] = sum(1 << slot for slot in block.locals)
        changed = True
        while changed:
            changed = False
            for block in reversed(order):
                live = 0
                for target in block.successors:
                    out = self.blocks[target].live
                    live |= out & ~kills[block.start]
                    live |= self._moved(block.locals, out, block)
                for i, (variables, _) in block.snapshots.items():
                    target = self.ins.regions[self.region_of[i]].target
                    out = self.blocks[target].live
                    for slot in variables:
                        if out >> slot & 1:
                            out &= ~(1 << slot)
                            live |= self._moved({slot: variables[slot]}, 1 << slot, block)
                    live |= out
                live |= reads[block.start]
                if live != block.live:
                    block.live = live
                    changed = True

    def _moved(self, variables: dict[int, Symbol], out: int, block: Draft) -> int:
        """Variables whose entry value lives on in another variable (`a = b` without an operation)."""
        live = 0
        for slot, symbol in variables.items():
            if out >> slot & 1 and isinstance(symbol, Entry) and symbol.block is block and symbol.slot < self.slots:
                live |= 1 << symbol.slot
        return live

    def _symbols_read(self, block: Draft) -> list[Symbol]:
        symbols = [symbol for item in block.items for symbol in item.operands]
        symbols += block.operands
        symbols += [symbol for _, _, symbol in block.unbound]
        symbols.append(block.condition)
        for stack in block.edge_stacks:
            symbols += stack
        for _, stack in block.snapshots.values():
            symbols += stack
        return symbols

    def _incoming(self, order: list[Draft]) -> dict[int, list[tuple[Draft, State]]]:
        """For each block, all (source, state at the edge), exceptional edges included."""
        incoming: dict[int, list[tuple[Draft, State]]] = {b.start: [] for b in order}
        for block in order:
            for k, successor in enumerate(block.successors):
                incoming[successor].append((block, (block.locals, block.edge_stacks[k])))
            seen: set[tuple[int, int]] = set()
            for i, snapshot in block.snapshots.items():
                region = self.ins.regions[self.region_of[i]]
                if (id(snapshot), region.target) in seen:
                    continue
                seen.add((id(snapshot), region.target))
                variables, stack = snapshot
                handler = self.blocks[region.target]
                incoming[region.target].append((block, (variables, self.handler_stack(handler, region.lasti, stack))))
        return incoming

    def handler_stack(self, handler: Draft, lasti: bool, stack: list[Symbol]) -> list[Symbol]:
        """What a handler finds: the kept stack, the lasti if it wants one, and the exception, its own argument."""
        key = len(handler.stack) - 1 + self.slots
        exception = handler.entry.get(key)
        if exception is None:
            exception = Value()
            handler.entry[key] = exception
            self._phis[exception] = (handler, key)
        return [*stack, *([self.constant(None)] if lasti else []), exception]

    # -- pruning ------------------------------------------------------------------------------------------------------

    def _prune(self) -> None:
        """Edges to a block without statements and arguments that only goes on lead to where it goes.

        A block that may find a local unbound, or has a handler, is none: something may be raised there. Nor, if what it
        passes on is an argument there, is one that several edges lead to, since it does not matter by which of them it
        came, nor one behind a loop, where it does not matter how this ended.
        """
        joins = self._joins()
        for block in self.ordered:
            if block.end == "goto" and block.successors:
                following = self.blocks[block.successors[0]]
                bare = following.end == "return" and not following.items and not following.handlers
                if bare and not following.unbound and following.start != 0:
                    self._return_here(block, following)
        for block in self.ordered:
            for k, successor in enumerate(block.successors):
                seen = {block.start}
                while successor not in seen:
                    seen.add(successor)
                    following = self.blocks[successor]
                    if following.items or following.arguments or following.end != "goto" or following.start == 0:
                        break
                    if following.handlers or following.unbound:
                        break
                    if not following.successors or following.start in self._handlers or following.successors[0] in seen:
                        break
                    target = self.blocks[following.successors[0]]
                    if target.arguments and (following.start in joins or self._leaves_loop(block, following)):
                        break
                    variables, stack = following.locals, following.edge_stacks[0]
                    passed = {
                        slot: self.resolve(self.at_edge((variables, stack), slot, following))
                        for slot, _ in target.arguments
                    }
                    successor = target.start
                    block.successors[k] = successor
                    self._overrides.setdefault((block.start, k), {}).clear()
                    self._overrides[block.start, k].update(passed)
        reachable: set[int] = set()
        work = [self.ordered[0].start]
        while work:
            start = work.pop()
            if start not in reachable:
                reachable.add(start)
                work += self.blocks[start].successors
                work += self.blocks[start].handlers
        self.ordered = [block for block in self.ordered if block.start in reachable]

    def _joins(self) -> set[int]:
        """The starts of the blocks to which several edges lead."""
        edges = Counter(successor for block in self.ordered for successor in block.successors)
        return {start for start, count in edges.items() if count > 1}

    def _leaves_loop(self, block: Draft, following: Draft) -> bool:
        """Does a block lead to another one out of a loop?"""
        return self._reaches(block, block) and not self._reaches(following, block)

    def _reaches(self, first: Draft, last: Draft) -> bool:
        seen: set[int] = set()
        work = list(first.successors)
        while work:
            start = work.pop()
            if start == last.start:
                return True
            if start not in seen:
                seen.add(start)
                work += self.blocks[start].successors
        return False

    def _return_here(self, block: Draft, following: Draft) -> None:
        """A block that goes to a bare return returns itself: compilers differ in which of these they copy."""
        passed = dict(zip((slot for slot, _ in following.arguments), self.passed(block, 0), strict=True))
        symbol = following.operands[0]
        returned = self.resolve(symbol)
        for slot, value in following.arguments:
            if returned is value:
                returned = passed[slot]
        block.end, block.operands, block.place = "return", (returned,), following.place
        block.successors = []

    def passed(self, block: Draft, k: int) -> list[Symbol]:
        target = self.blocks[block.successors[k]]
        override = self._overrides.get((block.start, k), {})
        state = (block.locals, block.edge_stacks[k])
        return [
            override[slot] if slot in override else self.resolve(self.at_edge(state, slot, block))
            for slot, _ in target.arguments
        ]


def _owner(symbol: Symbol) -> Symbol:
    """What an argument of a block stands for that takes the place of this symbol: the object that a callable is of."""
    return symbol.owner if isinstance(symbol, Callee) else symbol
