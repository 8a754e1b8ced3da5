"""Control dependence in an IR: which branches decide whether a block runs, and what the other way would have run.

    flow = ControlFlow(ir)
    flow.joins[2]          the block at which all ways out of block 2 meet again; EXIT if they meet at the end only
    flow.beside(2, 3)      the blocks that lie on the way from block 2 over block 3, before that

Post-dominators are found as Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001), find dominators,
on the reversed graph. An exception leads to a handler only where that can end otherwise than by raising: a handler that
only cleans up is no way for anything to go on. A `return` that an IR has at the end of several blocks is one statement,
in which their ways meet; see `ControlFlow.returns`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from .language import IR, Operand, Return, Special, Statement, Variable

EXIT = 0  # in the place of a block's number: the end of the function


class ControlFlow:
    """The blocks of one IR. `guarded`: a caller catches exceptions, so that any block can be left by one."""

    def __init__(self, ir: IR, guarded: bool = False) -> None:
        self.ir = ir
        self.guarded = guarded
        self._beside: dict[tuple[int, int], frozenset[int]] = {}
        self._moves: dict[tuple[int, int], tuple[bool, int, frozenset[int], bool]] = {}
        self._keeps_on: dict[tuple[int, int], bool] = {}
        self._bodies: dict[int, tuple[frozenset[int], frozenset[int]]] = {}

    @cached_property
    def catching(self) -> dict[int, tuple[int, ...]]:
        """Block -> the handlers to which an exception inside it can lead and that can go on with the function."""
        returning = {block.number for block in self.ir.blocks if isinstance(block.terminator, Return)}
        work = list(returning)
        before: dict[int, list[int]] = {}
        for block in self.ir.blocks:
            for target in block.ways:
                before.setdefault(target, []).append(block.number)
        while work:
            for number in before.get(work.pop(), ()):
                if number not in returning:
                    returning.add(number)
                    work.append(number)
        return {
            block.number: tuple(handler.target for handler in block.handlers if handler.target in returning)
            for block in self.ir.blocks
        }

    @cached_property
    def protected(self) -> frozenset[int]:
        """The variables of the statements from which an exception can lead to such a handler."""
        return frozenset(
            statement.variable
            for block in self.ir.blocks
            for handler in block.handlers
            if handler.target in self.catching[block.number]
            for statement in block.statements[handler.first : handler.last]
        )

    @cached_property
    def returns(self) -> dict[int, int]:
        """Block -> the `return` that it shares with others, as a block behind all blocks of the IR: the copies that a
        compiler, or lifting, makes of `return x` behind an `if` have the same place and return the same variable.
        """
        copies: dict[Return, list[int]] = {}
        for block in self.ir.blocks:
            if isinstance(block.terminator, Return):
                copies.setdefault(block.terminator, []).append(block.number)
        shared = [numbers for numbers in copies.values() if len(numbers) > 1]
        return {number: end for end, numbers in enumerate(shared, len(self.ir.blocks) + 1) for number in numbers}

    @cached_property
    def ends(self) -> dict[int, int]:
        """The same for the blocks whose ways all lead there."""
        return {number: end for number, end in self.returns.items() if self.joins[number] == end}

    @cached_property
    def successors(self) -> dict[int, tuple[int, ...]]:
        """Block -> the blocks that can follow it, EXIT and shared returns among them; an exception that nobody catches
        is no way. A generator may never go on behind a `yield`.
        """
        found: dict[int, tuple[int, ...]] = dict.fromkeys(self.returns.values(), (EXIT,))
        for block in self.ir.blocks:
            following = [edge.target for edge in block.terminator.edges]
            if isinstance(block.terminator, Return):
                following.append(self.returns.get(block.number, EXIT))
            following += self.catching[block.number]
            if self.guarded or any(map(_suspends, block.statements)):
                following.append(EXIT)
            found[block.number] = tuple(dict.fromkeys(following))
        return found

    def can_fork(self, number: int) -> bool:
        """Can more than one block follow?"""
        return len(self.successors[number]) > 1

    def is_guarded(self, number: int) -> bool:
        """Can an exception in this block lead somewhere from where the program goes on?"""
        return self.guarded or bool(self.catching[number])

    def move(self, number: int, target: int) -> tuple[bool, int, frozenset[int], bool]:
        """Of a jump from one block to another: can it lead elsewhere, where do its ways meet, the first blocks of the
        loops that it leaves, and is the target guarded?
        """
        found = self._moves.get((number, target))
        if found is None:
            left = self.loops[number] - self.loops[target]
            found = self.can_fork(number), self.joins[number], left, self.is_guarded(target)
            self._moves[number, target] = found
        return found

    def keeps_on(self, number: int, target: int) -> bool:
        """Does a block lie in a loop that all its other ways leave but that to `target`?"""
        found = self._keeps_on.get((number, target))
        if found is None:
            others = [way for way in self.successors.get(number, ()) if way != target]
            found = bool(others) and all(self.loops[number] - self.loops.get(way, frozenset()) for way in others)
            self._keeps_on[number, target] = found
        return found

    @cached_property
    def joins(self) -> dict[int, int]:
        """Block -> its immediate post-dominator; EXIT where the end of the function is none the less not reached."""
        order = self._from_the_end()
        index = {number: i for i, number in enumerate(order)}
        joins: dict[int, int] = {EXIT: EXIT}
        changed = True
        while changed:
            changed = False
            for number in order[1:]:
                known = [s for s in self.successors[number] if s in joins and s in index]
                if not known:
                    continue
                join = known[0]
                for other in known[1:]:
                    while join != other:
                        if index[join] > index[other]:
                            join = joins[join]
                        else:
                            other = joins[other]
                if joins.get(number) != join:
                    joins[number] = join
                    changed = True
        return {block.number: joins.get(block.number, EXIT) for block in self.ir.blocks}

    def body(self, handler: int) -> tuple[frozenset[int], frozenset[int]]:
        """What a handler runs until the exception is dealt with: blocks, and the variables of their statements.

        An exception in there leads to the code that cleans up behind the handler; behind it, it does not.
        """
        found = self._bodies.get(handler)
        if found is None:
            blocks = self.ir.blocks
            dominated = self._dominated(handler)
            cleaning = {way.target for way in blocks[handler - 1].handlers}
            count = 0
            while count != len(cleaning):  # with handlers within the handler, whose exceptions lead there
                count = len(cleaning)
                within = {way.target for number in dominated for way in blocks[number - 1].handlers}
                cleaning |= {n for n in within if any(way.target in cleaning for way in blocks[n - 1].handlers)}
            ranges = {
                number: [way for way in blocks[number - 1].handlers if way.target in cleaning]
                for number in {handler, *dominated}
            }
            inside = frozenset(number for number, ways in ranges.items() if ways or number == handler)
            variables = frozenset(
                statement.variable
                for number in inside
                for statement in blocks[number - 1].statements[
                    : max((way.last for way in ranges[number]), default=None)
                ]
            )
            found = self._bodies[handler] = inside, variables
        return found

    def _dominated(self, number: int) -> set[int]:
        """The blocks to which all ways lead through block `number`."""
        reached, work = set[int](), [1] if number != 1 else []
        while work:
            block = work.pop()
            if block not in reached and block != number:
                reached.add(block)
                one = self.ir.blocks[block - 1]
                work += one.ways
        return {block.number for block in self.ir.blocks} - reached

    def _rank(self) -> dict[int, int]:
        """The blocks that can be reached, by their place in an order in which only ways back lead back."""
        order = _reverse_postorder(1, {block.number: block.ways for block in self.ir.blocks})
        return {number: place for place, number in enumerate(order)}

    def _from_the_end(self) -> list[int]:
        """The blocks from which EXIT can be reached, EXIT first, of the reversed graph."""
        before: dict[int, list[int]] = {}
        for number, following in self.successors.items():
            for successor in following:
                before.setdefault(successor, []).append(number)
        return _reverse_postorder(EXIT, before)

    @cached_property
    def loops(self) -> dict[int, frozenset[int]]:
        """Block -> the first blocks of the loops in which it lies."""
        before: dict[int, list[int]] = {}
        for block in self.ir.blocks:
            for target in block.ways:
                before.setdefault(target, []).append(block.number)
        found: dict[int, set[int]] = {block.number: set() for block in self.ir.blocks}
        rank = self._rank()
        for head, sources in before.items():
            if all(rank[number] < rank[head] for number in sources if number in rank):
                continue  # nothing leads back
            inside = self._dominated(head)
            work = [number for number in sources if number in inside]
            if not work:
                continue
            body = {head}
            while work:
                number = work.pop()
                if number not in body:
                    body.add(number)
                    work += before.get(number, ())
            for number in body:
                found[number].add(head)
        return {number: frozenset(heads) for number, heads in found.items()}

    @cached_property
    def outlived(self) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
        """What reads variables that were assigned in loops in which it does not lie itself: by variable, for statements
        and arguments of blocks, and by block, for terminators: the first blocks of these loops.

        Which turn of a loop was the last decides what such a variable is.
        """
        loops, blocks = self.loops, self.ir.blocks
        if not any(loops.values()):
            return {}, {}
        defined = {variable: block.number for block in blocks for variable in block.index}

        def left(operands: Iterable[Operand], number: int) -> tuple[int, ...]:
            heads = {h for o in operands if isinstance(o, Variable) for h in loops[defined[o.number]]}
            return tuple(sorted(heads - loops[number]))

        by_variable: dict[int, tuple[int, ...]] = {}
        by_block: dict[int, tuple[int, ...]] = {}
        for block in blocks:
            for statement in block.statements:
                if heads := left(self._unfolded(statement.expression.operands, defined), block.number):
                    by_variable[statement.variable] = heads
            if heads := left(self._unfolded(block.terminator.operands, defined), block.number):
                by_block[block.number] = heads
            for edge in block.terminator.edges:
                for argument, operand in zip(blocks[edge.target - 1].arguments, edge.arguments, strict=False):
                    if heads := left([operand], edge.target):
                        by_variable[argument.variable] = tuple({*by_variable.get(argument.variable, ()), *heads})
        return by_variable, by_block

    def _unfolded(self, operands: Iterable[Operand], defined: dict[int, int]) -> list[Operand]:
        """With what the folded statements among them read."""
        found = list(operands)
        for operand in found:
            if isinstance(operand, Variable):
                item = self.ir.blocks[defined[operand.number] - 1].index[operand.number]
                if isinstance(item, Statement) and item.folded:
                    found += item.expression.operands
        return found

    def beside(self, number: int, way: int) -> frozenset[int]:
        """The blocks that can run if block `number` is left for block `way`, before its ways meet again."""
        found = self._beside.get((number, way))
        if found is None:
            join, reached, work = self.joins[number], set(), [way]
            while work:
                block = work.pop()
                if block != join and block != EXIT and block not in reached:
                    reached.add(block)
                    work += self.successors[block]
            found = self._beside[number, way] = frozenset(reached.difference(self.returns.values()))
        return found


def _suspends(statement: Statement) -> bool:
    expression = statement.expression
    return isinstance(expression, Special) and expression.name in ("yield", "yield_from")


def _reverse_postorder(first: int, following: Mapping[int, Sequence[int]]) -> list[int]:
    """What can be reached from `first`, each before what follows it, but where a way leads back."""
    seen, postorder = {first}, []
    stack = [(first, iter(following.get(first, ())))]
    while stack:
        number, remaining = stack[-1]
        for other in remaining:
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(following.get(other, ()))))
                break
        else:
            postorder.append(number)
            stack.pop()
    return postorder[::-1]
